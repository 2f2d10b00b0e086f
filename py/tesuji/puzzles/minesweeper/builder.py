"""The constraints of a masked board, as the difficulty design document builds them.

A masked board is a matrix of states: UNKNOWN, a hint 0..8, FLAGGED, IGNORE. Ignored cells are neither variables nor
hints; a flagged neighbour is subtracted from the hint and is not a variable.

It is meant for tests and for readers of that document: `library.try_deduce` uses it to settle cells as described there.
The rating itself (`difficulty.py`) works on bit sets and gives the same answers thousands of times faster.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from tesuji.grid import around

UNKNOWN, IGNORE, FLAGGED = -1, -2, -3

Place = tuple[int, int]


class Hint(NamedTuple):
    """A hint: its `cell`, its value, the value minus its flagged neighbours, and the unknown cells that it counts."""

    cell: Place
    value: int
    remaining: int
    variables: tuple[Place, ...]


class ConstraintBuilder:
    """Variables and hints of a masked board, row by row."""

    def __init__(self, board: Sequence[Sequence[int]]):
        self.board = board
        self.height: int = len(board)
        self.width: int = len(board[0]) if board else 0

    def variables(self) -> list[Place]:
        """The unknown cells."""
        return [(r, c) for r in range(self.height) for c in range(self.width) if self.board[r][c] == UNKNOWN]

    def hints(self) -> Iterator[Hint]:
        """Yield every hint with its remaining value."""
        for r in range(self.height):
            for c in range(self.width):
                if self.board[r][c] >= 0:
                    yield self._hint(r, c)

    def matrix(self) -> tuple[dict[Hashable, int], dict[Hashable, dict[Hashable, int]]]:
        """Return (columns, rows) for `DancingLinks`. There is a column for each variable, to be covered once, and for
        each hint, to be covered as often as its remaining value. Each variable has two rows, (cell, "safe") and (cell,
        "mine"); the second also covers the hints around it.
        """
        variables, hints = self.variables(), list(self.hints())
        columns: dict[Hashable, int] = {**dict.fromkeys(variables, 1), **{hint.cell: hint.remaining for hint in hints}}
        rows: dict[Hashable, dict[Hashable, int]] = {}
        for cell in variables:
            rows[cell, "safe"] = {cell: 1}
            rows[cell, "mine"] = {cell: 1, **{hint.cell: 1 for hint in hints if cell in hint.variables}}
        return columns, rows

    def _hint(self, r: int, c: int) -> Hint:
        near = list(around(r, c, self.width, self.height))
        flags = sum(self.board[y][x] == FLAGGED for y, x in near)
        value = self.board[r][c]
        return Hint(
            (r, c), value, value - flags, tuple(place for place in near if self.board[place[0]][place[1]] == UNKNOWN)
        )
