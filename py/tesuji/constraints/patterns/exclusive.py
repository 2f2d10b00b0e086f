"""Propagation on a whole board of counts and cells that exclude each other, with all counts as fields of two numbers.

The cells that a yes cell excludes are looked up. If a count has few unknown cells, all ways to place the missing yes
cells are compared. This is stronger than single constraints: a star battle of 12x12 takes 30 trials instead of 600, and
30 % of the time. Before trials, the cells of consecutive lines outside the regions within these lines are counted, too.
This leaves a fifth of the trials on 12x12, and takes 60 % of the time.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from itertools import pairwise
from operator import mul, or_, truediv
from typing import NamedTuple

from tesuji.bitset import LARGE, members, set_of
from tesuji.constraints.count import AT_MOST_ONE, Count
from tesuji.errors import Contradiction
from tesuji.model import Board, Propagator, Puzzle

FAILED = 0.1
"""The growth of a count's weight each time it fails. This takes 70 % of the time of equal weights on 14x14."""

MOST_LACKING, SPARE = 3, 2
"""A count compares all placements if it lacks at most this many yes cells, and if it has at most this many unknown
cells more than twice as many as it lacks. Comparing more of them leaves 85 % of the trials but takes more time.
"""
MOST_PLACED = 7_000
"""The number of results to keep for each number of yes cells."""
MOST_OUTSIDE = 2
"""A count of cells outside regions has at most this many times as many yes cells as a line. Counts with at most as many as
a line leave 1.2 times the trials on published boards, and twice as many on the hardest ones.
"""

FORMATS = {8: "B", 16: "H", 32: "I"}
"""The widths of fields in bits, with their codes in arrays."""

Group = tuple[int, int]
"""The cells of a count as a bit set, and how many of them are yes."""


class CountedBoard(NamedTuple):
    """A board, and two numbers with a field for each count."""

    yes: int
    no: int
    lack: int
    """The number of cells that must still become yes."""
    room: int
    """The number of unknown cells that are not needed for them."""


class ExclusivePropagator:
    """A `Propagator` for counts with one number each and counts of at most one.

    All counts change at once: each has `width` bits of a long number as its field, and the highest bit of every field
    is set until the number below it becomes negative.
    """

    def __init__(self, puzzle: Puzzle, counts: Sequence[Count], exclusive: Sequence[Count]):
        self.counts, self.cells, self.givens = counts, puzzle.cells, puzzle.givens
        self.near = _near(puzzle.size, tuple(exclusive))
        self.placements = placements(self.near, MOST_LACKING)
        self.groups = [(_cells(count), min(count.allowed)) for count in counts]
        """For each count, its cells and how many of them are yes."""
        most = max((max(cells.bit_count(), number) for cells, number in self.groups), default=0)
        self.width = next(width for width in FORMATS if most <= _largest(width))
        self.of = [0] * puzzle.size
        """For each cell, one in the field of each count on it."""
        for place, count in enumerate(counts):
            unit = 1 << self.width * place
            for cell in count.scope:
                self.of[cell] |= unit
        self._prepare()

    def _prepare(self) -> None:
        """Store what is the same in all steps: one in each field, the highest bits, and limits."""
        self.ones = self._packed([1] * len(self.groups))
        self.high = self.ones << self.width - 1
        self.few = 2 * self.high + MOST_LACKING * self.ones
        self.spare = self.high + SPARE * self.ones

    def _packed(self, numbers: Sequence[int]) -> int:
        return sum([number << self.width * place for place, number in enumerate(numbers)])

    def root(self) -> Iterator[CountedBoard]:
        lack = self._packed([number for _, number in self.groups])  # negative if regions in lines need too many
        room = self._packed([cells.bit_count() - number for cells, number in self.groups])
        yield self._settle(CountedBoard(0, 0, lack + self.high, room + self.high), *self.givens, self.ones)

    def extend(self, state: CountedBoard, yes: int, no: int) -> CountedBoard:
        return self._settle(state, yes & ~state.yes, no, 0)

    def known(self, state: CountedBoard) -> Board:
        return Board(state.yes, state.no)

    def backtracking(self, state: CountedBoard) -> Backtracking:
        return Backtracking(self, state)

    def _settle(self, state: CountedBoard, yes: int, no: int, dirty: int) -> CountedBoard:
        """Return the state that follows from new cells and from the counts of these fields. Raises Contradiction."""
        own, excluded, _ = self.near
        of, groups = self.of, self.groups
        high, ones, width = self.high, self.ones, self.width
        yes_cells, no_cells, lack, room = state
        waiting = 0  # the counts whose placements may settle cells
        while True:
            yes_cells |= yes
            while yes:
                cell = yes.bit_length() - 1
                yes ^= own[cell]
                no |= excluded[cell]
                fields = of[cell]
                lack -= fields
                dirty |= fields
            no &= ~no_cells
            no_cells |= no
            if yes_cells & no_cells:
                raise Contradiction
            while no:
                cell = no.bit_length() - 1
                no ^= own[cell]
                fields = of[cell]
                room -= fields
                dirty |= fields
            if high & ~(lack & room):
                raise self._failed(high & ~(lack & room))
            dirty <<= width - 1
            lacking, roomy = lack - ones, room - ones
            settled = dirty & (lacking ^ roomy)
            while settled:
                low = settled & -settled
                settled ^= low
                unknown = groups[low.bit_length() // width - 1][0] & ~(yes_cells | no_cells)
                if low & roomy:
                    no |= unknown
                else:
                    yes |= unknown
            waiting |= dirty & lacking & roomy & self.few - lack & lack - room + self.spare
            dirty = 0
            if not (yes or no):
                yes, no, waiting = self._compared(waiting, yes_cells, no_cells)
            if not (yes or no):
                return CountedBoard(yes_cells, no_cells, lack, room)

    def _compared(self, waiting: int, known_yes: int, known_no: int) -> tuple[int, int, int]:
        """Compare the placements of waiting counts until one settles cells. Return the cells that must be yes, the further
        cells that must not, and the counts that still wait.
        """
        free = ~(known_yes | known_no)
        while waiting:
            low = waiting & -waiting
            waiting ^= low
            cells, number = self.groups[low.bit_length() // self.width - 1]
            unknown = cells & free
            if not unknown:  # settled since
                continue
            found = self.placements[number - (cells & known_yes).bit_count() - 1][unknown]
            if not found:
                raise self._failed(low)
            yes, no = found[0], found[1] & ~known_no
            if yes or no:
                return yes, no, waiting
        return 0, 0, 0

    def _failed(self, fields: int) -> Contradiction:
        """Return the contradiction of the first of these counts, which no board satisfies."""
        place = (fields & -fields).bit_length() // self.width - 1
        return Contradiction(self.counts[place] if place < len(self.counts) else None)


class Near(NamedTuple):
    """Bit sets of every cell on a board."""

    own: Sequence[int]
    """The cell itself."""
    excluded: Sequence[int]
    """The cells that it excludes."""
    apart: Sequence[int]
    """The other cells, which it does not exclude."""

    @classmethod
    def of(cls, excluded: Sequence[int]) -> Near:
        own = [1 << cell for cell in range(len(excluded))]
        every = (1 << len(excluded)) - 1
        return cls(own, excluded, [every & ~(cells | bit) for cells, bit in zip(excluded, own)])


SharedCells = dict[int, tuple[int, int] | None]
"""The values that all placements of a certain number of yes cells share. The key is the set of cells for them; the value
is the cells that are yes and the cells that are not, or None if they do not fit.
"""


class PlacementTable(SharedCells):
    """The placements of a number of yes cells above one; `fewer` has those of one less. Results are kept."""

    def __init__(self, near: Near, fewer: SharedCells):
        self.near, self.fewer = near, fewer

    def __missing__(self, cells: int) -> tuple[int, int] | None:
        own, excluded, apart = self.near
        fewer = self.fewer
        yes = no = -1
        left, ways = cells, 0
        while left and (yes or no):
            cell = left.bit_length() - 1
            if found := fewer[left & apart[cell]]:
                ways += 1
                yes &= found[0] | own[cell]
                no &= found[1] | excluded[cell] | cells ^ left
            left ^= own[cell]
        if len(self) >= MOST_PLACED:
            self.clear()
        result = self[cells] = (yes & cells, no) if ways else None
        return result


class SinglePlacements(SharedCells):
    """The placements of one yes cell. Results are kept."""

    def __init__(self, near: Near):
        self.near = near

    def __missing__(self, cells: int) -> tuple[int, int] | None:
        own, excluded, _ = self.near
        no = -1
        left = cells
        while left and no:
            cell = left.bit_length() - 1
            left ^= own[cell]
            no &= excluded[cell]
        if len(self) >= MOST_PLACED:
            self.clear()
        result = self[cells] = (0 if cells & cells - 1 else cells, no) if cells else None
        return result


def placements(near: Near, most: int) -> Sequence[SharedCells]:
    """Return the placements of one yes cell, of two, and so on."""
    found: list[SharedCells] = [SinglePlacements(near)]
    for _ in range(most - 1):
        found.append(PlacementTable(near, found[-1]))
    return found


class Backtracking(ExclusivePropagator):
    """The propagator of the boards that follow from a state of another one, with further counts, which follow, too."""

    def __init__(self, base: ExclusivePropagator, state: CountedBoard):
        self.counts, self.cells, self.givens = base.counts, base.cells, base.known(state)
        self.near, self.placements, self.width = base.near, base.placements, base.width
        self.of, self.groups = base.of[:], base.groups[:]
        for cells, number in _outside(base.groups, base.of, base.cells & ~self.givens.known, state.yes, base.width):
            if cells.bit_count() <= _largest(self.width):
                unit = 1 << self.width * len(self.groups)
                for cell in members(cells):
                    self.of[cell] |= unit
                self.groups.append((cells, number))
        self._prepare()
        self.weights = [1.0] * len(self.groups)
        """For each count, its weight in the choice of a cell."""

    def choice(self, state: CountedBoard) -> int:
        """Return an unknown cell, as a bit set, of a count that lacks many yes cells, has room for few more, or failed
        often; 0 if all cells are known.
        """
        unknown = self.cells & ~(state.yes | state.no)
        lacking = map(mul, self.weights, self._numbers(state.lack))
        shares = [*map(truediv, lacking, self._numbers(state.room + self.ones))]
        most = max(shares)
        best = self.groups[shares.index(most)][0] & unknown if most else unknown
        return best & -best

    def _numbers(self, fields: int) -> Sequence[int]:
        number = (fields ^ self.high).to_bytes(len(self.groups) * self.width // 8, sys.byteorder)
        return array(FORMATS[self.width], number)

    def _failed(self, fields: int) -> Contradiction:
        self.weights[(fields & -fields).bit_length() // self.width - 1] += FAILED
        return super()._failed(fields)


def _largest(width: int) -> int:
    """Return the most cells of a count with a field of this width."""
    return (1 << width - 1) - SPARE - 1


def _outside(groups: Sequence[Group], of: Sequence[int], unknown: int, yes: int, width: int) -> Iterator[Group]:
    """Yield counts of the unknown cells of consecutive lines that are outside the regions within these lines.

    The counts come in families without common cells. Those of the first one are the regions, all others are lines.
    """
    left = [(cells & unknown, number - (cells & yes).bit_count()) for cells, number in groups]
    starts, most = _families(groups), MOST_OUTSIDE * max(number for _, number in groups)
    regions = left[: starts[0]]
    held = [reduce(or_, map(of.__getitem__, members(cells)), 0) for cells, _ in regions]
    for start, end in pairwise(starts):
        ends: list[list[Group]] = [[] for _ in range(end + 1)]
        """The regions that end in each line; the last item is for those without an unknown cell in any line."""
        for lines, region in zip(held, regions):
            ends[((lines & (1 << width * end) - (1 << width * start)).bit_length() - 1) // width].append(region)
        for first in range(start, end):
            outside = lack = 0
            for (line, missing), ending in zip(left[first:end], ends[first:]):
                outside |= line
                lack += missing
                for cells, number in ending:
                    if not cells & ~outside:
                        outside ^= cells
                        lack -= number
                        if outside and lack <= most:
                            yield outside, lack


def _families(groups: Sequence[Group]) -> list[int]:
    """Return the places at which the counts share a cell with those since the last such place, and the end."""
    starts, union = list[int](), 0
    for place, (cells, _) in enumerate(groups):
        if cells & union:
            starts.append(place)
            union = 0
        union |= cells
    return [*starts, len(groups)]


@lru_cache(maxsize=4)
def _near(size: int, exclusive: Sequence[Count]) -> Near:
    excluded = [0] * size
    for one in exclusive:
        cells = _cells(one)
        for cell in one.scope:
            excluded[cell] |= cells ^ 1 << cell
    return Near.of(excluded)


def _cells(count: Count) -> int:
    """Return the cells of a count as a bit set. `set_of` takes more time for a few cells, and less for many."""
    return sum(map((1).__lshift__, count.scope)) if len(count.scope) < 64 else set_of(count.scope)


def propagator(puzzle: Puzzle) -> Propagator | None:
    """Return the propagator for a puzzle whose only constraints are counts, each with one number or at most one, or None.
    Large boards have none, because it has no safe points.
    """
    counts = [one for one in puzzle.constraints if isinstance(one, Count)]
    exclusive = [one for one in counts if one.allowed == AT_MOST_ONE]
    exact = [one for one in counts if len(one.allowed) == 1]
    if puzzle.size >= LARGE or not exclusive or len(exact) + len(exclusive) < len(puzzle.constraints):
        return None
    return ExclusivePropagator(puzzle, exact, exclusive)
