"""Propagation on a whole board of counts and cells that exclude each other, as two bit sets.

The cells that a yes cell excludes are looked up, and the unknown cells of a count are counted at once. It settles the
same cells as the constraints one by one, four times as fast on a star battle of 12x12.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesuji.bitset import members, set_of
from tesuji.constraints.count import Count
from tesuji.errors import Contradiction
from tesuji.model import Board, Propagator, Puzzle

AT_MOST_ONE = frozenset({0, 1})
FAILED = 0.03
"""How much the weight of a count grows each time it fails. This takes 70 % of the time of equal weights on 14x14."""


class ExclusivePropagator:
    """A `Propagator` whose states are boards, for counts with one number each and counts of at most one."""

    def __init__(self, puzzle: Puzzle, counts: Sequence[Count], exclusive: Sequence[Count]):
        self.counts, self.cells, self.givens = counts, puzzle.cells, puzzle.givens
        self.groups = [(set_of(count.scope), *count.allowed) for count in counts]
        self.all_groups = (1 << len(counts)) - 1
        self.of = [0] * puzzle.size
        """For each cell, the counts on it, as a bit set."""
        for number, count in enumerate(counts):
            for cell in count.scope:
                self.of[cell] |= 1 << number
        self.weights = [1.0] * len(counts)
        """For each count, its weight in the choice of a cell."""
        self.near = [0] * puzzle.size
        """For each cell, the cells that it excludes."""
        for one in exclusive:
            cells = set_of(one.scope)
            for cell in one.scope:
                self.near[cell] |= cells ^ 1 << cell

    def root(self) -> Iterator[Board]:
        self.weights[:] = [1.0] * len(self.counts)
        yield self._settle(Board(), *self.givens, self.all_groups)

    def extend(self, state: Board, yes: int, no: int) -> Board:
        return self._settle(state, yes & ~state.yes, no, 0)

    def known(self, state: Board) -> Board:
        return state

    def choice(self, state: Board) -> int:
        """Return an unknown cell, as a bit set, of a count that has few unknown cells for each yes cell that it lacks,
        or that failed often since `root` ran; 0 if all cells are known.
        """
        best = unknown = self.cells & ~state.known
        most = 0.0
        for (cells, number), weight in zip(self.groups, self.weights):
            left = cells & unknown
            if left:
                share = weight * (number - (cells & state.yes).bit_count()) / left.bit_count()
                if share > most:
                    best, most = left, share
        return best & -best

    def _settle(self, state: Board, yes: int, no: int, dirty: int) -> Board:
        """Return the board that follows from new cells and from these counts. Raises Contradiction."""
        groups, of, near = self.groups, self.of, self.near
        yes_cells, no_cells = state
        while True:
            yes_cells |= yes
            for cell in members(yes):
                no |= near[cell]
                dirty |= of[cell]
            no &= ~no_cells
            no_cells |= no
            if yes_cells & no_cells:
                raise Contradiction
            while no:
                low = no & -no
                no ^= low
                dirty |= of[low.bit_length() - 1]
            yes = 0
            while dirty:
                low = dirty & -dirty
                dirty ^= low
                cells, number = groups[low.bit_length() - 1]
                left = cells & ~no_cells
                room = left.bit_count()
                if room > number:
                    counted = cells & yes_cells
                    lack = number - counted.bit_count()
                    if lack > 0:
                        continue
                    no = left ^ counted
                else:
                    lack, yes = room - number, left & ~yes_cells
                if lack < 0:
                    self.weights[low.bit_length() - 1] += FAILED
                    raise Contradiction(self.counts[low.bit_length() - 1])
                if yes or no:
                    break
            else:
                return Board(yes_cells, no_cells)


def propagator(puzzle: Puzzle) -> Propagator | None:
    """Return the propagator for a puzzle whose only constraints are counts, each with one number or at most one, or
    None.
    """
    counts = [one for one in puzzle.constraints if isinstance(one, Count)]
    exclusive = [one for one in counts if one.allowed == AT_MOST_ONE]
    exact = [one for one in counts if len(one.allowed) == 1]
    if not exclusive or len(exact) + len(exclusive) < len(puzzle.constraints):
        return None
    return ExclusivePropagator(puzzle, exact, exclusive)
