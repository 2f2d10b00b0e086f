"""Any constraint as a theory: its own `infer` propagates, and what it knew is the reason.

For classes of constraints that have no encoding. A reason names every known cell of the constraint, so what is learnt
is weaker than from clauses or from a theory that knows why.
"""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.bitset import members
from tesuji.engine.sat.theory import LazyReason, Theory
from tesuji.errors import Contradiction
from tesuji.model import Constraint


class Inference(Theory):
    """`constraint` over the variables of its cells, while `guard` (a literal, or None for always) holds."""

    def __init__(self, constraint: Constraint, guard: int | None = None):
        self.constraint, self.scope = constraint, constraint.scope
        self.place = {cell: 1 << place for place, cell in enumerate(constraint.scope)}
        self.guard = guard
        self.without = () if guard is None else (guard ^ 1,)
        self.yes = self.no = self.head = 0
        self.changed = True

    def propagate(self) -> Sequence[int] | None:
        trail, place = self.solver.trail, self.place
        for x in trail[self.head :]:
            bit = place.get(x >> 1)
            if bit:
                self.changed = True
                # Trail literals are those that became false: an odd one is a cell that is yes.
                if x & 1:
                    self.yes |= bit
                else:
                    self.no |= bit
            elif self.without and x == self.without[0]:
                self.changed = True
        self.head = len(trail)
        if not self.changed:
            return None
        self.changed = False
        return self._infer()

    def _infer(self) -> Sequence[int] | None:
        active = not self.without or self.solver.false[self.without[0]]
        try:
            yes, no = self.constraint.infer(self.yes, self.no)
        except Contradiction:
            known = self._literals(self.yes, self.no)
            if active:
                self.changed = True
                return [*known, *self.without]
            if self.solver.false[self.without[0]] is None:
                self.solver.imply(self.without[0], tuple(known))
            return None
        if active:
            reason = LazyReason(self, (self.yes, self.no))
            for bits, sign in ((yes & ~self.yes, 0), (no & ~self.no, 1)):
                for place in members(bits):
                    if self.solver.false[2 * self.scope[place] + sign] is None:
                        self.solver.imply(2 * self.scope[place] + sign, reason)
        return None

    def explain(self, literal: int, note: tuple[int, int]) -> Sequence[int]:
        return [*self._literals(*note), *self.without]

    def _literals(self, yes: int, no: int) -> list[int]:
        """The false literals of cells that are yes and cells that are no."""
        return [2 * self.scope[place] + 1 for place in members(yes)] + [2 * self.scope[place] for place in members(no)]

    def undo(self, depth: int, length: int) -> None:
        for x in self.solver.trail[length : self.head]:
            bit = self.place.get(x >> 1)
            if bit:
                self.yes &= ~bit
                self.no &= ~bit
        self.head = min(self.head, length)
