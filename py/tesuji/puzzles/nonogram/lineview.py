"""All placements of a line's runs, and the known cells that rule some of them out."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle
from tesuji.puzzles.nonogram.coloured_lines import ColourLineView
from tesuji.puzzles.nonogram.placements import Placements
from tesuji.rulebook import Arrangement, LineView


def line_view(puzzle: Puzzle, board: Board, along: str, number: int) -> LineView:
    """Return the placements of one line."""
    return (ColourLineView if puzzle.blocks else PlainLineView)(puzzle, board, along, number)


class PlainLineView:
    """A `rulebook.LineView`: the placements on an empty line, leftmost first; known cells rule some of them out."""

    def __init__(self, puzzle: Puzzle, board: Board, along: str, number: int):
        constraint = puzzle.constraints[number if along == "row" else puzzle.height + number]
        self.cells = constraint.scope
        self.width = len(self.cells)
        self.filled, self.empty = (
            sum((cells >> cell & 1) << place for place, cell in enumerate(self.cells)) for cells in board
        )
        self._all = Placements(self.width, constraint.runs)
        self._fitting = Placements(self.width, constraint.runs, self.filled, self.empty)
        self.total, self.fitting = self._all.total, self._fitting.total
        try:
            self.shared = self._letters(*constraint.infer(self.filled, self.empty))
        except Contradiction:
            self.shared = "?" * self.width

    def all(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.total)):
            cells = self._all[number]
            wrong = self.filled & ~cells | self.empty & cells
            text = self._letters(cells, ~cells)
            if wrong:
                place = (wrong & -wrong).bit_length() - 1
                yield Arrangement(text, "known", {"place": place + 1}, self.cells[place])
            else:
                yield Arrangement(text)

    def only_fitting(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.fitting)):
            cells = self._fitting[number]
            yield Arrangement(self._letters(cells, ~cells))

    def _letters(self, filled: int, empty: int) -> str:
        return "".join(
            "#" if filled >> place & 1 else "." if empty >> place & 1 else "?" for place in range(self.width)
        )
