"""Sums in a proof: variables for "at least n of these cells", and the clauses between them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from tesuji.engine.sat import clauses
from tesuji.engine.sat.encoder import Encoder

COUNTING = "counting"
"""The name of a rule that is not a constraint: numbers of cells add up."""
Bounds = tuple[tuple[int, ...], tuple[int, ...]]
"""False literals: the reasons for a minimum of yes cells, and those for a maximum."""


class Sums:
    """A sum of counts. Its methods yield clauses after setting the encoder's rule for them."""

    def __init__(self, encoder: Encoder):
        self.encoder = encoder
        self.cells: tuple[int, ...] = ()
        self.number = 0
        """The number of yes cells in `cells` according to the counts taken so far."""
        self.bounds: Bounds = ((), ())

    def at_least(self, number: int, cells: tuple[int, ...]) -> int:
        """Return the literal of "at least `number` of `cells`"."""
        return self.encoder.new(meaning=(number, cells))

    def take(self, rule: Any, cells: tuple[int, ...], number: int) -> Iterator[clauses.Clause]:
        """Add a rule that exactly `number` of `cells`, its unknown cells, are yes."""
        known = self._against(set(rule.scope) - set(cells))
        bounds = yield from self._exactly(number, cells, (known, known), rule)
        self.cells, self.number = (*self.cells, *cells), self.number + number
        because = (*self.bounds[0], *bounds[0]), (*self.bounds[1], *bounds[1])
        self.bounds = yield from self._exactly(self.number, self.cells, because, COUNTING)

    def leave(self, rule: Any, cells: tuple[int, ...], number: int) -> Iterator[clauses.Clause]:
        """Add a count that includes those taken, by a totalizer: it leaves `number` yes cells for its other cells."""
        n = len(cells)
        names = _counted(cells, n)
        self.encoder.rule = COUNTING
        sums = yield from clauses.totals([[2 * cell] for cell in cells], lambda: self.at_least(*next(names)), n)
        known = self._against(set(rule.scope) - set(self.cells) - set(cells))
        self.encoder.rule = rule
        # A number below 0 or above the number of cells ends the proof.
        if number > 0:
            yield (*sums[number - 1 : number], *self.bounds[1], *known)
        if number < n:
            yield (*[x ^ 1 for x in sums[max(number, -1) : number + 1]], *self.bounds[0], *known)

    def _exactly(
        self, number: int, cells: tuple[int, ...], because: Bounds, rule: object
    ) -> Generator[clauses.Clause, None, Bounds]:
        """Add two facts, "at least `number`" and "at most `number`", each with its reasons. Return their negations."""
        self.encoder.rule = rule
        bounds: list[tuple[int, ...]] = [(), ()]
        if number > 0:
            fact = self.at_least(number, cells)
            yield (fact, *because[0])
            bounds[0] = (fact ^ 1,)
        if number < len(cells):
            fact = self.at_least(number + 1, cells) ^ 1
            yield (fact, *because[1])
            bounds[1] = (fact ^ 1,)
        return bounds[0], bounds[1]

    def _against(self, cells: Iterable[int]) -> tuple[int, ...]:
        """Return the literals of known cells that are false."""
        return tuple([2 * cell + (self.encoder.solver.fixed(cell) is True) for cell in sorted(cells)])


def _counted(cells: tuple[int, ...], limit: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the number and the cells of each new variable of `clauses.totals`, in its order."""
    if len(cells) < 2:
        return
    half = len(cells) // 2
    yield from _counted(cells[:half], limit)
    yield from _counted(cells[half:], limit)
    yield from ((number, cells) for number in range(1, min(limit, len(cells)) + 1))
