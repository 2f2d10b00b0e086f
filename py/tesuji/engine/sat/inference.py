"""One theory for all constraints without clauses: `infer` propagates, and `reason` explains an inference on demand."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from tesuji.bitset import members
from tesuji.engine.sat.theory import LazyReason, Theory
from tesuji.errors import Contradiction
from tesuji.model import Constraint

WORK_AT_ONCE = 2000
"""The number of constraint cells processed between two safe points."""


class Inference(Theory):
    """Constraints over the variables of their literals, each enforced while its guard (a literal, or None for always)
    is true."""

    numbered = True

    def __init__(self) -> None:
        self.constraints: list[Constraint] = []
        self.guards: list[int | None] = []
        self.yes: list[int] = []
        self.no: list[int] = []
        """The view of each constraint: the trail up to `head`, and its own inferences."""
        self.holders: dict[int, list[tuple[list[int], int, int]]] = {}
        """For each literal that may become false: the list to write into, the constraint, and the bit there."""
        self.guarded: dict[int, list[int]] = {}
        self.head = 0
        self.waiting: list[bool] = []
        self.todo: deque[int] = deque()
        self.failed = 0
        """The constraint of the latest conflict."""

    def add(self, constraint: Constraint, guard: int | None = None) -> None:
        """Enforce one more constraint. Call this only between two calls of `solve`, at depth 0."""
        number = len(self.constraints)
        self.constraints.append(constraint)
        self.guards.append(guard)
        self.yes.append(0)
        self.no.append(0)
        for place, literal in enumerate(constraint.scope):
            bit = 1 << place  # one object for both values: on a board of 200x200, a bit takes 2.7 kB on average
            # The trail lists literals that became false, so an odd literal means that a cell is yes.
            for x, seen in ((2 * literal + 1, self.yes), (2 * literal, self.no)):
                self.holders.setdefault(x, []).append((seen, number, bit))
                if self.solver.false[x]:
                    seen[number] |= bit
        if guard is not None:
            self.guarded.setdefault(guard ^ 1, []).append(number)
        self.waiting.append(True)
        self.todo.append(number)

    def propagate(self) -> Sequence[int] | None:
        trail, holders, waiting, todo = self.solver.trail, self.holders, self.waiting, self.todo
        work = 0
        while True:
            for x in trail[self.head :]:
                for seen, number, bit in holders.get(x, ()):
                    if not seen[number] & bit:
                        seen[number] |= bit
                        if not waiting[number]:
                            waiting[number] = True
                            todo.append(number)
                for number in self.guarded.get(x, ()):
                    if not waiting[number]:
                        waiting[number] = True
                        todo.append(number)
            self.head = len(trail)
            if not todo or work >= WORK_AT_ONCE:
                break
            number = todo.popleft()
            waiting[number] = False
            guard = self.guards[number]
            if guard is not None and self.solver.false[guard]:
                continue
            work += len(self.constraints[number].scope)
            conflict = self._infer(number, guard)
            if conflict is not None:
                self._wait(number)
                return conflict
        self.solver.work += work // 8
        self.busy = bool(todo)
        return None

    def _wait(self, number: int) -> None:
        if not self.waiting[number]:
            self.waiting[number] = True
            self.todo.append(number)

    def _infer(self, number: int, guard: int | None) -> Sequence[int] | None:
        constraint, false = self.constraints[number], self.solver.false
        yes, no = self.yes[number], self.no[number]
        active = guard is None or false[guard] is False
        try:
            inferred = constraint.infer(yes, no)
        except Contradiction:
            self.failed = number
            reason = self._reason(number, yes, no, None)
            if active:
                return reason if guard is None else [*reason, guard ^ 1]
            self.solver.imply(guard ^ 1, tuple(reason))
            return None
        if active and inferred != (yes, no):
            self._imply(number, (yes, no), inferred)
        return None

    def _imply(self, number: int, before: tuple[int, int], after: tuple[int, int]) -> None:
        """Imply what a constraint has inferred: its yes and no literals before and after."""
        scope, false, imply = self.constraints[number].scope, self.solver.false, self.solver.imply
        reason = LazyReason(self, (number, *before))
        for seen, old, new, sign in zip((self.yes, self.no), before, after, (0, 1)):
            new &= ~old
            while new:
                bit = new & -new
                new ^= bit
                x = 2 * scope[bit.bit_length() - 1] + sign
                if false[x] is None:
                    seen[number] |= bit
                    imply(x, reason)
                elif false[x]:
                    self._wait(number)

    def _reason(self, number: int, yes: int, no: int, target: tuple[int, bool] | None) -> list[int]:
        """Return the false literals of known cells that are enough for an inference."""
        constraint = self.constraints[number]
        kept = constraint.reason(yes, no, target)
        scope = constraint.scope
        return [2 * scope[place] + 1 for place in members(kept & yes)] + [
            2 * scope[place] for place in members(kept & no)
        ]

    def explain(self, literal: int, note: Any) -> Sequence[int]:
        number, yes, no = note
        place = self.constraints[number].scope.index(literal >> 1)
        reason = self._reason(number, yes, no, (place, not literal & 1))
        guard = self.guards[number]
        return reason if guard is None else [*reason, guard ^ 1]

    def known(self, note: Any) -> list[int]:
        """Return the literals of all cells of a constraint that were known when it inferred something."""
        number, yes, no = note
        scope = self.constraints[number].scope
        return [2 * scope[place] for place in members(yes)] + [2 * scope[place] + 1 for place in members(no)]

    def undo(self, depth: int, length: int) -> None:
        holders = self.holders
        for x in self.solver.trail[length:]:
            for seen, number, bit in holders.get(x, ()):
                seen[number] &= ~bit
        self.head = min(self.head, length)
