"""Bounds of a count over the whole board, in a proof: the minimum or maximum of each component, the number that the
count leaves for one component, and the cells that follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesuji.bitset import literals, members, set_of
from tesuji.engine.sat.proof import Record, WeightedCounts
from tesuji.engine.totals import SCALE, Component, Total, total_of
from tesuji.model import Board, Constraint, Puzzle


def total_facts(puzzle: Puzzle, record: Record) -> Iterator[None]:
    """Record the bounds of a large count over the whole board, if there is one, as facts. Yields at safe points."""
    for sign in (1, -1):
        known = record.settled()
        total = None if record.closed else total_of(puzzle, known)
        if total:
            yield from _Bounds(puzzle, record, known, total, sign).prove()


class _Bounds:
    """The bounds of one sign: 1 for minimums, -1 for maximums."""

    def __init__(self, puzzle: Puzzle, record: Record, known: Board, total: Total, sign: int):
        self.puzzle, self.record, self.known, self.total, self.sign = puzzle, record, known, total, sign
        self.next = max((puzzle.size - 1, *record.definitions)) + 1
        self.stated: list[tuple[Component, int]] = []
        """The literal of each component's bound."""

    def prove(self) -> Iterator[None]:
        total, sign = self.total, self.sign
        for one in total.parts:
            yield from one.bounding(sign)
            yield
        refuted, settled = total.refuted(sign), total.settled(sign)
        if not refuted and not settled.known:
            return
        for one in total.components:
            x = self._beyond(one, one.lower(sign) - 1)
            if x is not None:
                self.record.settle([x ^ 1], self._around(one), self._weighted(one))
                self.stated.append((one, x ^ 1))
            yield
        if refuted:
            given = self._given(None)
            self.record.learnt((), [self.record.lemma(tuple([y ^ 1 for y in given]), total.whole)])
            return
        for one in total.parts:
            here = literals(settled.yes & one.mask, settled.no & one.mask)
            if here:
                self._settle(one, here)
            yield

    def _settle(self, one: Component, settled: list[int]) -> None:
        """Record the cells that follow from what the count leaves for their component."""
        rest = sum([other.lower(self.sign) for other in self.total.parts]) - one.lower(self.sign)
        x = self._beyond(one, self.sign * self.total.lacking - rest)
        if one.rows and x is not None:
            self.record.settle([x], self._given(one), self.total.whole)
            self.record.settle(settled, [x, *self._around(one)], self._weighted(one))
        else:
            self.record.settle(settled, self._given(one), self.total.whole)

    def _beyond(self, one: Component, number: int) -> int | None:
        """Return the literal of "no more than `number`" of a component's cells (sign 1), or "at least its negative";
        None if this is always or never so."""
        least = number + 1 if self.sign > 0 else -number
        cells = tuple(members(one.counted))
        if not 0 < least <= len(cells):
            return None
        variable, self.next = self.next, self.next + 1
        self.record.definitions[variable] = (least, cells)
        return 2 * variable + (self.sign > 0)

    def _weighted(self, one: Component) -> WeightedCounts:
        weights = one.bounds[self.sign].weights
        counts = [(-weight, row[0]) for weight, row in zip(weights, one.rows) if weight]
        return WeightedCounts(self.sign * SCALE, counts)

    def _around(self, one: Component) -> list[int]:
        """Return the known literals of the counts that have a weight."""
        weights = one.bounds[self.sign].weights
        return self._known([row[0] for weight, row in zip(weights, one.rows) if weight])

    def _given(self, without: Component | None) -> list[int]:
        """Return the known cells of the count, and the bounds of all components except one."""
        stated = [x for one, x in self.stated if one is not without]
        return [*self._known([self.total.whole]), *stated]

    def _known(self, constraints: Sequence[Constraint]) -> list[int]:
        cells = set_of(cell for one in constraints for cell in one.scope)
        return literals(self.known.yes & cells, self.known.no & cells)
