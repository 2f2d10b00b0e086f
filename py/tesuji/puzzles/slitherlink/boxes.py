"""A number with twelve edges, its own four and those at its corners, and the edges that it forces together with its
four corners."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple

from tesuji.bitset import members
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice

# A box and the edges that meet its corners, in local numbers: its own edges 0 to 3 are above, left, right and below;
# its corners are upper left, upper right, lower left, lower right; from corner i go the edges 4 + 2i (sideways) and 5 +
# 2i (up or down).
OWN = 0b1111
CORNERS = (0b0011, 0b0101, 0b1010, 0b1100)
LEAVING = tuple(0b11 << 4 + 2 * corner for corner in range(4))


class Box(NamedTuple):
    """A number, the edges of its surroundings (None: beyond the border), and those on and off, in local numbers."""

    constraint: int
    at: tuple[int, int]
    value: int
    edges: tuple[int | None, ...]
    on: int
    off: int
    border: int

    def leaving(self, corner: int) -> Iterator[tuple[int, int]]:
        """The two edges that leave a corner, each with the other."""
        first, second = 1 << 4 + 2 * corner, 1 << 5 + 2 * corner
        yield first, second
        yield second, first


AT_ONCE = 256
"""Numbers between two pauses."""


class Boxes:
    """The numbers of a puzzle around which something follows. From one board to the next, only numbers next to newly
    known edges are checked."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.lattice = puzzle, Lattice(puzzle.width, puzzle.height)
        self.board = Board()
        self.found: dict[int, Box] = {}
        self.waiting = set(range(len(puzzle.clues)))
        """The numbers to check."""

    def on(self, board: Board) -> Iterator[Box | None]:
        """Yield the numbers around which something follows from them and their corners alone; None at checkpoints."""
        self._turn_to(board)
        # A string, because reading one bit of a long int takes time proportional to its length; the last character
        # means "no edge".
        yes, no = (format(cells | 1 << self.puzzle.size, "b")[:0:-1] + "0" for cells in board)
        for number, index in enumerate(sorted(self.waiting | self.found.keys()), 1):
            if number % AT_ONCE == 0:
                yield None
            if self.board is not board:
                self._turn_to(board)
            if index in self.waiting:
                self._look(index, yes, no)
            if index in self.found:
                yield self.found[index]

    def _turn_to(self, board: Board) -> None:
        """Mark the numbers to check again."""
        if self.board.yes & ~board.yes or self.board.no & ~board.no:
            self.found.clear()
            self.waiting.update(range(len(self.puzzle.clues)))
        else:
            news = members(board.known & ~self.board.known)
            self.waiting.update(index for edge in news for index in self._numbers_at[edge])
        self.board = board

    @cached_property
    def _numbers_at(self) -> list[list[int]]:
        """The numbers whose surroundings have an edge, by the edge."""
        found: list[list[int]] = [[] for _ in range(self.puzzle.size)]
        for index, clue in enumerate(self.puzzle.clues):
            for edge in surroundings(self.lattice, clue.at)[0]:
                if edge is not None:
                    found[edge].append(index)
        return found

    def _look(self, index: int, yes: str, no: str) -> None:
        clue = self.puzzle.clues[index]
        edges, border, letters = _surrounding(self.lattice, clue.at)
        on, off = int("".join(letters(yes)), 2), int("".join(letters(no)), 2)
        follows = around(clue.value, on, off | border)
        self.waiting.remove(index)
        self.found.pop(index, None)
        if follows and follows != (on, off | border):
            self.found[index] = Box(index, clue.at, clue.value, edges, on, off, border)


def surroundings(lattice: Lattice, at: tuple[int, int]) -> tuple[tuple[int | None, ...], int]:
    """Return the twelve edges of a box, and (local) those beyond the border."""
    return _surrounding(lattice, at)[:2]


@lru_cache(maxsize=1 << 16)
def _surrounding(
    lattice: Lattice, at: tuple[int, int]
) -> tuple[tuple[int | None, ...], int, Callable[[str], tuple[str, ...]]]:
    """Return a box's twelve edges, (local) those beyond the border, and a getter of their letters, the last edge's
    first."""
    row, column = at
    edges: list[int | None] = [*lattice.edges_around(row, column)]
    for r in (row, row + 1):
        for c in (column, column + 1):
            aside, along = 2 * c - column - 1, 2 * r - row - 1
            edges.append(lattice.horizontal(r, aside) if 0 <= aside < lattice.width else None)
            edges.append(lattice.vertical(along, c) if 0 <= along < lattice.height else None)
    beyond = sum(1 << place for place, edge in enumerate(edges) if edge is None)
    return tuple(edges), beyond, itemgetter(*(lattice.size if edge is None else edge for edge in reversed(edges)))


@lru_cache(maxsize=1 << 16)
def around(value: int, on: int, off: int) -> tuple[int, int] | None:
    """(on, off) with all that a number and its four corners force on their twelve edges; None if they cannot hold."""
    can_on = can_off = 0
    for own in range(16):
        if own.bit_count() != value or own & off or on & OWN & ~own:
            continue
        choices = [_at_corner((own & CORNERS[corner]).bit_count(), corner, on, off) for corner in range(4)]
        if all(choices):
            can_on |= own
            can_off |= OWN & ~own
            for corner, choice in enumerate(choices):
                for leaving in choice:
                    can_on |= leaving
                    can_off |= LEAVING[corner] & ~leaving
    if not can_on | can_off:
        return None
    return can_on & ~can_off, can_off & ~can_on


def _at_corner(inside: int, corner: int, on: int, off: int) -> list[int]:
    """The sets of leaving edges that go with that many of the box's own at this corner."""
    first, second = 1 << 4 + 2 * corner, 1 << 5 + 2 * corner
    sets = (0, first, second, first | second)
    fitting = (leaving for leaving in sets if not leaving & off and not on & LEAVING[corner] & ~leaving)
    return [leaving for leaving in fitting if inside + leaving.bit_count() in (0, 2)]


def spread(box: Box, places: int) -> int:
    return sum(1 << box.edges[place] for place in members(places))


def needed(box: Box, on: int, off: int) -> int:
    """The known edges around a number that these facts need."""
    on_used, off_used = box.on, box.off
    for place in members(on_used | off_used):
        fewer = on_used & ~(1 << place), off_used & ~(1 << place)
        follows = around(box.value, fewer[0], fewer[1] | box.border)
        if follows and not (on & ~follows[0] or off & ~follows[1]):
            on_used, off_used = fewer
    return on_used | off_used
