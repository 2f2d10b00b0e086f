"""The interface of a theory: a constraint with its own propagation code that explains itself only on demand.

A theory propagates when unit propagation has reached its fixpoint. It reads the trail of its solver from its previous
position, makes literals true through `solver.imply`, and may name a clause that fails. For a literal that it made true
it hands in a `LazyReason` in place of a clause; most are never asked for. (Lazy clause generation: Ohrimenko, Stuckey &
Codish 2009.)

Literals: variable v is 2v when true, 2v + 1 when false. Trail, clauses and explanations consist of literals that are
*false*: an explanation of x is the rest of a clause "x or ..." whose literals all became false before x became true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class LazyReason:
    """A reason that is spelled out only when conflict analysis needs it, by `theory.explain(literal, note)`. One may
    serve many literals."""

    __slots__ = ("theory", "note")

    def __init__(self, theory: Theory, note: Any = None):
        self.theory, self.note = theory, note


class Theory:
    """The base of all theories; subclasses must implement only `propagate`."""

    def attach(self, solver: Any) -> None:
        """Called once, at depth 0, before anything else."""
        self.solver = solver

    def begin(self) -> None:
        """A new call of `solve` begins, at depth 0."""

    def propagate(self) -> Sequence[int] | None:
        """Process new literals on the trail.

        Return a clause of false literals, or None. Takes about a millisecond at most; if work is left, it returns None
        and sets `busy`. The solver calls it until it implies nothing and is not busy.
        """
        raise NotImplementedError

    busy = False
    numbered = False
    """True if the theory is about several rules of a proof: then a note begins with the number of its rule, and
    `known(note)` returns the literals of all cells of that rule that were known."""
    failed = 0
    """The number of the rule of the latest conflict."""
    by_one_rule = True
    """True if each explanation follows from one rule alone."""

    def known(self, note: Any) -> Iterable[int]:
        raise NotImplementedError

    def undo(self, depth: int, length: int) -> None:
        """The search goes back to `depth`: the trail is about to be cut to `length` literals."""

    def explain(self, literal: int, note: Any) -> Sequence[int]:
        """Return the false literals that implied `literal`, as of that time."""
        raise NotImplementedError
