"""The theory of counting: the number of true variables lies between a minimum and a maximum.

As clauses, a count over hundreds of variables (all mines of a minesweeper board) needs a hundred thousand of them and
rarely propagates. The theory needs only two lists, of the true and of the false variables in the order of assignment.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tesuji.engine.sat.theory import LazyReason, Theory


class Cardinality(Theory):
    """Between `low` and `high` of `variables` are true while `guard` holds (a literal, or None for always)."""

    def __init__(self, variables: Collection[int], low: int, high: int, guard: int | None = None):
        self.variables = frozenset(variables)
        self.order = tuple(variables)
        self.most = (high, len(self.order) - low)  # how many may be true, and how many may be false
        self.without = () if guard is None else (guard ^ 1,)
        # Literals that became false: for variables that became true, and for those that became false.
        self.seen: tuple[list[int], list[int]] = ([], [])
        self.head = 0
        # Literals that are assigned and undone together: begin and end on the trail, and the counts before.
        self.log: list[tuple[int, int, int, int]] = []
        self.begun = True

    def begin(self) -> None:
        self.begun = True

    def propagate(self) -> Sequence[int] | None:
        start, trail, variables, seen = self.head, self.solver.trail, self.variables, self.seen
        self.head = len(trail)
        if self.head - start > 2 * len(self.order):
            news = self._unseen()
        else:
            news = [x for x in trail[start:] if x >> 1 in variables]
        if news:
            self.log.append((start, self.head, len(seen[0]), len(seen[1])))
            for x in news:
                seen[x & 1 ^ 1].append(x)
        elif not self.begun and not self.without:
            return None  # only a new guard could change what follows
        self.begun = False
        for side in (0, 1):
            conflict = self._side(side)
            if conflict is not None:
                return conflict
        return None

    def _unseen(self) -> list[int]:
        """Return the new literals by scanning the variables, when that is less work than scanning the trail."""
        false = self.solver.false
        old = {*self.seen[0], *self.seen[1]}
        return [x for v in self.order for x in (2 * v, 2 * v + 1) if false[x] and x not in old]

    def _side(self, side: int) -> Sequence[int] | None:
        """Propagate one side: at most `most` may be true (side 0) or false (side 1). Return a conflict, or None."""
        seen, most, false = self.seen[side], self.most[side], self.solver.false
        if len(seen) < most:
            return None
        active = not self.without or false[self.without[0]]
        if len(seen) > most:
            return [*seen[: most + 1], *self.without] if active else self._imply_guard_false(seen[: most + 1])
        if active:
            reason = LazyReason(self, (side, most))
            for v in self.order:
                if false[2 * v] is None:
                    self.solver.imply(2 * v + (1 - side), reason)
        return None

    def _imply_guard_false(self, seen: Sequence[int]) -> None:
        off = self.without[0]
        if self.solver.false[off] is None:
            self.solver.imply(off, tuple(seen))

    def explain(self, literal: int, note: tuple[int, int]) -> Sequence[int]:
        side, length = note
        return [*self.seen[side][:length], *self.without]

    def undo(self, depth: int, length: int) -> None:
        while self.log and self.log[-1][1] > length:
            self.head, _, yes, no = self.log.pop()
            del self.seen[0][yes:], self.seen[1][no:]
        self.head = min(self.head, length)
