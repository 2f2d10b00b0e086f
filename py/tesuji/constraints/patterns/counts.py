"""Propagation for puzzles whose only constraints are counts of yes cells, each with one number or a range.

The state of a count is how many more yes cells and how many more no cells it may have. Each newly known cell lowers one
of the two numbers; when one reaches 0, all remaining cells take the other value. Counts longer than a line run last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from tesuji.bitset import flags, members
from tesuji.constraints.count import Count
from tesuji.engine.holders import holders
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle, cells_of

AT_ONCE = 24
"""Counts processed between two safe points."""
FAR_AT_ONCE = 500
"""Counts longer than a line whose cells are found between two safe points."""
NO_END = 1 << 62
"""The number of counts processed without a pause."""

CountState = tuple[Board, bytearray, list[int], list[int]]
"""The board; a byte per cell, 1 if it is not known; and for each count, how many more of its cells may be no, and how
many yes. Immutable once returned.
"""


class CountPropagator:
    """The `Propagator` of a puzzle whose only constraints are counts, each without a gap in its numbers."""

    def __init__(self, puzzle: Puzzle, counts: Sequence[Count]):
        self.counts, self.givens = counts, puzzle.givens
        self.cells, self.holders, far = holders(puzzle)
        ends = {allowed: (min(allowed), max(allowed)) for allowed in {count.allowed for count in counts}}
        least, most = ([ends[count.allowed][end] for count in counts] for end in (0, 1))
        self.far = [(counts[place], least[place], most[place]) for place in far]
        self.far_cells: list[int] = []
        """The cells of these counts. `root` computes them, because it has safe points."""
        self.cells_of = partial(cells_of, puzzle)
        if puzzle.givens.yes:
            is_yes = flags(puzzle.givens.yes, puzzle.size)
            given = [sum([is_yes[cell] for cell in one.scope]) for one in counts]
            least, most = [[n - yes for n, yes in zip(numbers, given)] for numbers in (least, most)]
        for place in far:
            least[place] = most[place] = 0
        no_left, yes_left = [len(cells) - number for cells, number in zip(self.cells, least)], most
        unknown = bytearray(flags(puzzle.cells & ~puzzle.givens.known, puzzle.size))
        self.start: CountState = puzzle.givens, unknown, no_left, yes_left

    def root(self) -> Iterator[CountState]:
        if self.givens.yes & self.givens.no:
            raise Contradiction
        yield self.start
        for count, _, _ in self.far[len(self.far_cells) :]:
            self.far_cells.append(self.cells_of(count))
            if len(self.far_cells) % FAR_AT_ONCE == 0:
                yield self.start
        board, unknown, no_left, yes_left = self.start
        state, dirty = (board, unknown[:], no_left[:], yes_left[:]), (1 << len(self.counts)) - 1
        while True:
            state, dirty = self._batch(*state, dirty, AT_ONCE)
            yield state
            if not dirty:
                return

    def extend(self, state: CountState, yes: int, no: int) -> CountState:
        (yes_cells, no_cells), unknown, no_left, yes_left = state
        if yes & (no_cells | no) or no & yes_cells:
            raise Contradiction
        unknown, no_left, yes_left = unknown[:], no_left[:], yes_left[:]
        dirty = self._write(yes ^ yes & yes_cells, unknown, yes_left) | self._write(
            no ^ no & no_cells, unknown, no_left
        )
        return self._batch((yes_cells | yes, no_cells | no), unknown, no_left, yes_left, dirty, NO_END)[0]

    def known(self, state: CountState) -> Board:
        return state[0]

    def _write(self, cells: int, unknown: bytearray, left: list[int]) -> int:
        """Write cells of one value into the lists of a state. Return the counts that must run again, as a bit set."""
        dirty = 0
        for cell in members(cells):
            unknown[cell] = 0
            for count in self.holders[cell]:
                left[count] = more = left[count] - 1
                if more < 1:
                    dirty |= 1 << count
        return dirty

    def _batch(
        self, board: tuple[int, int], unknown: bytearray, no_left: list[int], yes_left: list[int], dirty: int, most: int
    ) -> tuple[CountState, int]:
        """Infer from the dirty counts, then from those over the whole board, until nothing follows or `most` are
        processed.

        Return the counts that are left. Modifies these lists in place; no other state may share them.
        """
        yes_cells, no_cells = board
        holders = self.holders
        while True:
            if not dirty:
                yes, no = self._far(yes_cells, no_cells)
                if not yes | no:
                    break
                dirty = self._write(yes, unknown, yes_left) | self._write(no, unknown, no_left)
                yes_cells |= yes
                no_cells |= no
                continue
            if not most:
                break
            most -= 1
            low = dirty & -dirty
            dirty ^= low
            number = low.bit_length() - 1
            yes, no = yes_left[number], no_left[number]
            if yes < 0 or no < 0:
                raise Contradiction(self.counts[number])
            if yes == no or yes and no:  # no cell is missing, or a cell is missing of each value
                continue
            left, news = yes_left if yes else no_left, 0
            for cell in self.cells[number]:
                if unknown[cell]:
                    # Inlined from `_write`, because this is the innermost loop.
                    unknown[cell] = 0
                    news |= 1 << cell
                    for count in holders[cell]:
                        left[count] = more = left[count] - 1
                        if more < 1:
                            dirty |= 1 << count
            dirty ^= dirty & low
            if yes:
                yes_cells |= news
            else:
                no_cells |= news
        return (Board(yes_cells, no_cells), unknown, no_left, yes_left), dirty

    def _far(self, yes: int, no: int) -> tuple[int, int]:
        """Return the cells that the long counts settle."""
        before = yes, no
        for cells, (count, least, most) in zip(self.far_cells, self.far):
            unknown, number = cells & ~(yes | no), (cells & yes).bit_count()
            room = unknown.bit_count()
            if not least - room <= number <= most:
                raise Contradiction(count)
            if number == most:
                no |= unknown
            elif number == least - room:
                yes |= unknown
        return yes ^ before[0], no ^ before[1]


def propagator(puzzle: Puzzle) -> CountPropagator | None:
    """Return the propagator of a puzzle that consists of counts without gaps, or None for any other puzzle."""
    counts = [one for one in puzzle.constraints if isinstance(one, Count)]
    every = len(counts) == len(puzzle.constraints)
    only = every and all(one.gapless for one in {one.allowed: one for one in counts}.values())
    return CountPropagator(puzzle, counts) if only else None
