"""The interface of a theory: a constraint with its own propagation code, which explains its inferences on demand.

A theory propagates when unit propagation has finished. It reads the solver's trail from its previous position, makes
literals true through `solver.imply`, and may return a clause that fails. For each literal that it makes true it
supplies a `LazyReason` in place of a clause; most of these are never expanded. (Lazy clause generation: Ohrimenko,
Stuckey & Codish 2009.)

Literals: variable v is 2v when true, 2v + 1 when false. Trail, clauses and explanations consist of literals that are
*false*. An explanation of x is the rest of a clause "x or ..." whose literals all became false before x became true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


class LazyReason:
    """A reason that is expanded by `theory.explain(literal, note)` only when conflict analysis needs it. One object may
    serve several literals.
    """

    __slots__ = ("theory", "note")

    def __init__(self, theory: Theory, note: Any = None):
        self.theory, self.note = theory, note


class Theory:
    """The base class of all theories. Subclasses must implement only `propagate`."""

    def attach(self, solver: Any) -> None:
        """Attach the theory to its solver. Called once, at depth 0, before any other method."""
        self.solver = solver

    def begin(self) -> None:
        """Start a new call of `solve`, at depth 0."""

    def propagate(self) -> Sequence[int] | None:
        """Process new literals on the trail.

        Return a clause of false literals, or None. A call takes about a millisecond at most; if work is left, it
        returns None and sets `busy`. The solver repeats the call until it implies nothing and is not busy.
        """
        raise NotImplementedError

    busy = False
    numbered = False
    """True if the theory covers several rules of a proof. A note then begins with the number of its rule, and
    `known(note)` returns the literals of all cells of that rule that were known.
    """
    failed = 0
    """The number of the rule of the latest conflict."""
    by_one_rule = True
    """True if each explanation follows from one rule alone."""

    def known(self, note: Any) -> Iterable[int]:
        raise NotImplementedError

    def undo(self, depth: int, length: int) -> None:
        """Go back to `depth`: the trail is about to be cut to `length` literals."""

    def explain(self, literal: int, note: Any) -> Sequence[int]:
        """Return the false literals that implied `literal` at that time."""
        raise NotImplementedError
