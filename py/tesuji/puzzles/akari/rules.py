"""Numbers count bulbs, each line of sight has at most one, and every white cell is lit. Black cells have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from tesuji.constraints import Count
from tesuji.constraints.count import AT_MOST_ONE
from tesuji.errors import InputError
from tesuji.grid import letters, lines, split
from tesuji.model import Block, Board, Clue, Document, Flaw, Offer, Puzzle
from tesuji.variables import NO, UNDECIDED, puzzle_of

LETTERS = ".#01234"
"""Characters of the grid: white, black, and black with a number."""
DIGITS = "01234"
EXACTLY = [frozenset({number}) for number in range(5)]
MOST_SEEN = 2_000_000
"""The most cells that all white cells together may see, along rows and along columns. Memory is proportional to it."""


class SightLines(NamedTuple):
    """The white cells of a grid and the lines of sight through them; cells are numbered row by row."""

    width: int
    height: int
    rows: list[tuple[int, ...]]
    """The horizontal lines of sight: the cells of each, in order."""
    columns: list[tuple[int, ...]]
    row_of: dict[int, int]
    """The position of a white cell's line in `rows`."""
    column_of: dict[int, int]

    def around(self, row: int, column: int) -> list[int]:
        """Return the white cells that share a side with a place."""
        here = row * self.width + column
        sides = [here - 1] * (column > 0) + [here + 1] * (column < self.width - 1)
        return [cell for cell in (here - self.width, *sides, here + self.width) if cell in self.row_of]

    def seen(self, cell: int) -> list[int]:
        """Return the cells that a bulb in a cell lights, including its own, in order."""
        row, column = self.rows[self.row_of[cell]], self.columns[self.column_of[cell]]
        place = column.index(cell)
        return [*column[:place], *row, *column[place + 1 :]]


def view(grid: Sequence[str]) -> SightLines:
    """Return the lines of sight of a grid."""
    width, height, text = len(grid[0]), len(grid), "".join(grid)
    pieces = [list(_pieces(text, line)) for line in lines(width, height)]
    rows, columns = ([line for some in part for line in some] for part in (pieces[:height], pieces[height:]))
    row_of, column_of = ({cell: at for at, line in enumerate(lines) for cell in line} for lines in (rows, columns))
    return SightLines(width, height, rows, columns, row_of, column_of)


def _pieces(text: str, line: range) -> Iterator[tuple[int, ...]]:
    """Yield the pieces into which black cells divide a row or a column."""
    for white, piece in groupby(line, key=lambda cell: text[cell] == "."):
        if white:
            yield tuple(piece)


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises InputError."""
    grid = letters(document, "grid", LETTERS)
    seen = view(grid)
    numbers = [
        Count(seen.around(r, c), EXACTLY[int(letter)], Clue((r, c), int(letter)))
        for r, row in enumerate(grid)
        for c, letter in enumerate(row)
        if letter in DIGITS
    ]
    together = sum(len(line) ** 2 for line in (*seen.rows, *seen.columns))
    if together > MOST_SEEN:
        raise InputError("sight", n=together, most=MOST_SEEN)
    alone = [Count(line, AT_MOST_ONE) for line in (*seen.rows, *seen.columns) if len(line) > 1]
    at_least_one = [frozenset(range(1, most + 1)) for most in range(seen.width + seen.height)]
    scopes = dict.fromkeys(tuple(seen.seen(cell)) for cell in seen.row_of)
    lit = [Count(scope, at_least_one[len(scope)]) for scope in scopes]
    givens = [UNDECIDED if letter == "." else NO for letter in "".join(grid)]
    return puzzle_of(document, [Block("cell", seen.width, seen.height)], [*numbers, *alone, *lit], givens)


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield numbers that exceed the number of white cells around them."""
    for constraint in puzzle.constraints:
        if (clue := constraint.clue) and clue.value > len(constraint.scope):
            at = {"row": clue.at[0] + 1, "column": clue.at[1] + 1}
            yield Flaw("akari-too-large", {"n": clue.value, "room": len(constraint.scope)}, at)


def offers(puzzle: Puzzle, board: Board) -> Iterator[Offer]:
    """Yield, with its number, every black cell that has none and touches a white cell."""
    grid = puzzle.document["grid"]
    seen = view(grid)
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter == "#" and (near := seen.around(r, c)):
                number = sum(board.yes >> cell & 1 for cell in near)
                count = Count(near, EXACTLY[number], Clue((r, c), number))
                yield Offer({"row": r, "column": c}, number, (count,))


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the board as text: black cells and numbers as in the grid, "*" bulb, "-" no bulb, "." unknown."""
    text = list("".join(puzzle.document["grid"]))
    for cell, letter in enumerate(text):
        if letter == ".":
            text[cell] = "*" if board.yes >> cell & 1 else "-" if board.no >> cell & 1 else "."
    return "\n".join(map(" ".join, split(text, puzzle.width)))
