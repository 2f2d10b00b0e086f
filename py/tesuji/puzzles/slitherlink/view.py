"""A board with the data that all techniques share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from tesuji.bitset import members
from tesuji.model import Board, Puzzle, TechniqueContext
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.memory import Memory
from tesuji.puzzles.slitherlink.paths import OpenPaths
from tesuji.puzzles.slitherlink.patterns import Matcher, PatternBoard
from tesuji.puzzles.slitherlink.relations import Relations


class Witness(NamedTuple):
    """Evidence that a closed path is not the whole loop: a number that it does not satisfy, or an edge elsewhere."""

    numbers: tuple[int, ...]
    edge: int = 0

    def words(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return parameters for a sentence."""
        if not self.numbers:
            return {"as": "seen"}
        return {"as": "number", "value": puzzle.clues[self.numbers[0]].value}


class View:
    """A board with data shared by all techniques. A reason is a bit set of edges, then of numbers."""

    def __init__(self, context: TechniqueContext, board: Board):
        puzzle = context.puzzle
        self.context, self.puzzle, self.board = context, puzzle, board
        self.lattice = Lattice(puzzle.width, puzzle.height)
        self.unknown = puzzle.cells & ~board.known
        self.solutions = context.solutions_from(board)
        """Known solutions: their values cannot be refuted, so they are not tried."""
        self.memory = context.once(Memory)

    @property
    def numbers(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Place -> (constraint, value)."""
        return self.context.once(_numbers)

    @cached_property
    def matcher(self) -> Matcher:
        return Matcher(self.context.once(PatternBoard), self.board)

    @cached_property
    def paths(self) -> OpenPaths:
        return self.context.once(OpenPaths).on(self.board)

    @cached_property
    def sides(self) -> Relations:
        return Relations(self.lattice, self.board, self.board.known)

    def reason(self, number: int | None) -> int:
        """Return the reason that is a number."""
        return 0 if number is None else 1 << self.puzzle.size + number

    def numbers_of(self, reason: int) -> tuple[int, ...]:
        """Return the numbers in a reason."""
        return tuple(members(reason >> self.puzzle.size))

    def outside_loop(self, loop: int, edge: int) -> Witness | None:
        """Return why a closed path is not the whole loop: an edge drawn elsewhere, or the number that it does not
        satisfy nearest to one of its edges; None if it may be the whole one.
        """
        elsewhere = self.board.yes & ~loop
        if elsewhere:
            return Witness((), elsewhere & -elsewhere)
        row, column = self.lattice.boxes_at(edge)[0]
        for at in _nearest(row, column, self.lattice.height + self.lattice.width):
            if at in self.numbers:
                index, value = self.numbers[at]
                if sum(loop >> own & 1 for own in self.lattice.edges_around(*at)) != value:
                    return Witness((index,))
        return None


def _nearest(row: int, column: int, most: int) -> Iterator[tuple[int, int]]:
    """Yield all places within a distance, nearest first."""
    for distance in range(most + 1):
        for r in range(row - distance, row + distance + 1):
            across = distance - abs(r - row)
            yield from dict.fromkeys(((r, column - across), (r, column + across)))


def _numbers(puzzle: Puzzle) -> dict[tuple[int, int], tuple[int, int]]:
    return {clue.at: (index, clue.value) for index, clue in enumerate(puzzle.clues)}
