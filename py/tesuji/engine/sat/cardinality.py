"""The theory of counting: for each count, the number of its true variables lies between a minimum and a maximum.

As clauses, a count over hundreds of variables (all mines of a minesweeper board) needs a hundred thousand of them and
rarely propagates. The theory needs only two lists for each count, of its true and of its false variables in the order
of assignment. An assignment costs time only in the counts that have the variable.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from tesuji.engine.sat.theory import LazyReason, Theory


class _Count(NamedTuple):
    """A count, and its literals that have become false so far."""

    variables: tuple[int, ...]
    most: tuple[int, int]
    """The most variables that may be true, and the most that may be false."""
    without: tuple[int, ...]
    """The negated guard, if there is one."""
    seen: tuple[list[int], list[int]]
    """Literals that became false: for variables that became true, and for those that became false."""

    def is_full(self) -> bool:
        return len(self.seen[0]) >= self.most[0] or len(self.seen[1]) >= self.most[1]


class Cardinality(Theory):
    """Counts of variables, of which each holds while its guard does (a literal, or None for always)."""

    def __init__(self) -> None:
        self.counts: list[_Count] = []
        self.holders: dict[int, list[tuple[list[int], int, int]]] = {}
        """For each literal that may become false: the list to write into, the most that it may hold, and the count."""
        self.guarded: dict[int, list[int]] = {}
        """For each negated guard, its counts."""
        self.waiting: set[int] = set()
        self.head = 0

    def add(self, variables: Collection[int], low: int, high: int, guard: int | None = None) -> None:
        """Add a count: between `low` and `high` of the variables are true while `guard` holds. Call this only between
        two calls of `solve`, at depth 0.
        """
        number, without = len(self.counts), () if guard is None else (guard ^ 1,)
        count = _Count(tuple(variables), (high, len(variables) - low), without, ([], []))
        self.counts.append(count)
        past = set(self.solver.trail[: self.head])
        for side, (seen, most) in enumerate(zip(count.seen, count.most)):
            holder = seen, most, number
            for v in count.variables:
                x = 2 * v + (1 - side)
                self.holders.setdefault(x, []).append(holder)
                if x in past:
                    seen.append(x)
        for x in without:
            self.guarded.setdefault(x, []).append(number)
        self.waiting.add(number)

    def begin(self) -> None:
        self.waiting.update(number for number, count in enumerate(self.counts) if count.is_full())

    def propagate(self) -> Sequence[int] | None:
        trail, holders, guarded, waiting = self.solver.trail, self.holders, self.guarded, self.waiting
        for x in trail[self.head :]:
            for seen, most, number in holders.get(x, ()):
                seen.append(x)
                if len(seen) >= most:
                    waiting.add(number)
            if x in guarded:
                waiting.update(guarded[x])
        self.head = len(trail)
        while waiting and self.head == len(trail):
            number = min(waiting)
            waiting.remove(number)
            for side in (0, 1):
                conflict = self._side(number, side)
                if conflict is not None:
                    return conflict
        return None

    def _side(self, number: int, side: int) -> Sequence[int] | None:
        """Propagate one side of a count: at most `most` may be true (side 0) or false (side 1). Return a conflict, or
        None.
        """
        count, false = self.counts[number], self.solver.false
        seen, most, without = count.seen[side], count.most[side], count.without
        if len(seen) < most:
            return None
        active = not without or false[without[0]]
        if len(seen) > most:
            return [*seen[: most + 1], *without] if active else self._imply_guard_false(without[0], seen[: most + 1])
        if active:
            reason = LazyReason(self, (number, side, most))
            for v in count.variables:
                if false[2 * v] is None:
                    self.solver.imply(2 * v + (1 - side), reason)
        return None

    def _imply_guard_false(self, off: int, seen: Sequence[int]) -> None:
        if self.solver.false[off] is None:
            self.solver.imply(off, tuple(seen))

    def explain(self, literal: int, note: tuple[int, int, int]) -> Sequence[int]:
        number, side, length = note
        count = self.counts[number]
        return [*count.seen[side][:length], *count.without]

    def undo(self, depth: int, length: int) -> None:
        for x in self.solver.trail[length : self.head]:
            for seen, _, _ in self.holders.get(x, ()):
                seen.pop()
        self.head = min(self.head, length)
