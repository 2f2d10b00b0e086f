"""A solver in C++ in place of `Solver`, for clauses without theories: Glucose 4, if python-sat is installed.

It handles some twenty times as many conflicts per second. Every board is checked against all constraints before it is
returned, and certificates come from the clause learner of this package.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from importlib import import_module

from tesuji.engine.budget import Progress
from tesuji.engine.sat.solver import Core, Model, Outcome, Solver
from tesuji.engine.sat.theory import Theory

AT_ONCE = 500
"""Conflicts between two safe points, about ten milliseconds."""
FASTER = 10
"""Conflicts for each one of a turn, which then takes about as long as a turn of `Solver`, or less."""


class NativeSolver(Solver):
    """The part of `Solver` that a search needs. Raises ImportError without python-sat."""

    def __init__(self) -> None:
        super().__init__()
        # Imported by name, because nothing else in the package needs python-sat.
        self.peer = import_module("pysat.solvers").Glucose4()
        self.variables = 0
        self.phases: dict[int, int] = {}

    def new_var(self, phase: bool = False, guard: int | None = None) -> int:
        self.variables += 1
        return self.variables - 1

    def set_phase(self, variable: int, value: bool) -> None:
        self.phases[variable] = _signed(2 * variable + (not value))

    def decide_in_order(self, variables: Sequence[int]) -> None:
        """Do nothing, because Glucose chooses its own order."""

    def add_clause(self, literals: Iterable[int]) -> None:
        self.peer.add_clause([_signed(x) for x in literals])

    def add_theory(self, theory: Theory) -> None:
        raise TypeError(theory)

    def fixed(self, variable: int) -> bool | None:
        return None

    def solve(
        self,
        assume: Sequence[int] = (),
        inactive: Iterable[int] = (),
        prefer: Sequence[int] = (),
        max_conflicts: int | None = None,
        wish: Sequence[int] = (),
    ) -> Generator[Progress, None, Outcome]:
        """Do the same as `Solver.solve` without `inactive`, `prefer` and `wish`. Each of `max_conflicts` stands for
        FASTER conflicts of this solver.
        """
        if self.phases:
            self.peer.set_phases([*self.phases.values()])
            self.phases = {}
        end = None if max_conflicts is None else self.conflicts + FASTER * max_conflicts
        while end is None or self.conflicts < end:
            self.peer.conf_budget(AT_ONCE)
            found = self.peer.solve_limited([_signed(x) for x in assume])
            for name, number in self.peer.accum_stats().items():
                setattr(self, name, number)
            if found:
                values = [False] * self.variables
                for x in self.peer.get_model():
                    if 0 < x <= self.variables:
                        values[x - 1] = True
                return Model(values)
            if found is False:
                core = {*(self.peer.get_core() or ())}
                return Core(x for x in assume if _signed(x) in core)
            self.progress.counts["conflicts"] = self.conflicts
            yield self.progress
        return None


def _signed(x: int) -> int:
    """Return a literal as in DIMACS: variables from 1, negative if it is negated."""
    return -(x >> 1) - 1 if x & 1 else (x >> 1) + 1
