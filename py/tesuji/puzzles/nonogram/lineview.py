"""All placements of a line's runs, and the known cells that rule some of them out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesuji.bitset import flags, from_flags
from tesuji.constraints import ColourRuns, Runs
from tesuji.constraints.planes import Run, last_values, others, plane_solver
from tesuji.model import Board, Puzzle
from tesuji.puzzles.nonogram.coloured import letters
from tesuji.puzzles.nonogram.placements import Placements, black
from tesuji.rulebook import Arrangement


def line_view(puzzle: Puzzle, board: Board, along: str, number: int) -> PlacementView:
    """Return the placements of one line."""
    constraint = puzzle.constraints[number if along == "row" else puzzle.height + number]
    size = max(constraint.scope) + 1
    yes, no = (from_flags(map(flags(side, size).__getitem__, constraint.scope)) for side in board)
    if isinstance(constraint, ColourRuns):
        removed = no | others(yes, constraint.width, constraint.values)
        table = letters(puzzle)
        return PlacementView(constraint.planes[0], constraint.runs, removed, table[-1] + table[1:-1])
    assert isinstance(constraint, Runs)
    return PlacementView(constraint.scope, black(constraint.runs), yes | no << len(constraint.scope), ".#")


class PlacementView:
    """A `rulebook.LineView`: the placements on an empty line, leftmost first; known cells rule some of them out.

    `cells` are the places on the board, for the marks of the view. `letters` has one for each value, from 0, blank.
    """

    def __init__(self, cells: Sequence[int], runs: tuple[Run, ...], removed: int, letters: str):
        self.cells, self.width, self.removed, self.letters = cells, len(cells), removed, letters
        self._all = Placements(self.width, runs)
        self._fitting = Placements(self.width, runs, removed)
        self.total, self.fitting = self._all.total, self._fitting.total
        follows = plane_solver(self.width, runs, len(letters))(removed)
        known = 0 if follows is None else last_values(follows, self.width, len(letters))
        self.shared = "".join(
            next((letter for value, letter in enumerate(letters) if known >> value * self.width + cell & 1), "?")
            for cell in range(self.width)
        )

    def all(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.total)):
            values = self._all[number]
            wrong = [cell for cell, value in enumerate(values) if self.removed >> value * self.width + cell & 1]
            if wrong:
                yield Arrangement(self._text(values), "known", {"place": wrong[0] + 1}, self.cells[wrong[0]])
            else:
                yield Arrangement(self._text(values))

    def only_fitting(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.fitting)):
            yield Arrangement(self._text(self._fitting[number]))

    def _text(self, values: Sequence[int]) -> str:
        return "".join([self.letters[value] for value in values])
