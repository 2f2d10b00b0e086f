"""From constraints to clauses: what a constraint asks for while it encodes itself."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.solver import Solver
from tesuji.engine.sat.theory import Theory
from tesuji.model import Constraint

AT_ONCE = 300
"""Clauses or variables made between two safe points: about a millisecond."""


class Encoder:
    """Adds constraints to a solver, each enforced while its guard, a literal, is true."""

    def __init__(self, solver: Solver):
        self.solver = solver
        self.inference: Inference | None = None

    def new(self, guard: int | None = None) -> int:
        """Return the positive literal of a new variable. It is not decided while its guard is false."""
        return 2 * self.solver.new_var(guard=guard)

    def add_theory(self, theory: Theory) -> None:
        self.solver.add_theory(theory)

    def add_inference(self, constraint: Constraint, guard: int | None = None) -> None:
        """Let a constraint propagate by its `infer`, with lazy reasons."""
        if self.inference is None:
            self.inference = Inference()
            self.solver.add_theory(self.inference)
        self.inference.add(constraint, guard)

    def add(self, constraint: Constraint, guard: int | None = None) -> Iterator[None]:
        """Encode a constraint; yields at safe points."""
        for number, clause in enumerate(constraint.encode(self, guard), 1):
            self.solver.add_clause(clause)
            if number % AT_ONCE == 0:
                yield
