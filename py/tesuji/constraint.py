"""Clues and constraints: the base class of all constraints, with a default for every member."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from tesuji.bitset import members
from tesuji.errors import Contradiction

Target = tuple[int, bool]
"""A literal, by its place in a scope, and its inferred value."""
Clause = tuple[int, ...]
"""Literals of the SAT solver: 2 * variable if it is true, 2 * variable + 1 if it is false."""


class Clue(NamedTuple):
    """A clue that the setter wrote. Rules of the game are not clues.

    `at` is 0-based: ("row", r) or ("column", c) for a line, or if lines have clues on both sides ("left", r),
    ("right", r), ("top", c) or ("bottom", c); (r, c) for a cell, (name, r, c) for another place, and (name,) for the
    whole board.
    """

    at: tuple[Any, ...]
    value: Any


class Constraint:
    """A rule over some literals, whose numbers are in `scope`.

    Boards are *local* here: bit i of `yes` or `no` stands for `scope[i]`. A class must define `infer`. It may define
    `data`, and also `reason` and `encode` if it can improve on the general versions.
    """

    __slots__ = ("scope", "clue", "title")

    name: ClassVar[str] = "constraint"
    """The type of the rule, in certificates and in `data`."""
    implicit: ClassVar[bool] = False
    """True if the constraint always holds and is not counted, neither as a clue nor as a rule."""
    deferred: ClassVar[bool] = False
    """True if the class has many constraints that rarely matter: the learner receives one only when a board breaks
    it."""
    symmetric: ClassVar[bool] = False
    """True if any two literals of the scope can be swapped."""
    portfolio: ClassVar[bool] = False
    """True if the class has two encodings, by `infer` and by clauses, each of which is much better on some puzzles."""
    extra_after: ClassVar[int] = 0
    """The number of conflicts after which a proof adds `extra_clauses`; 0 if there are none."""
    propagators: ClassVar[Sequence[str]] = ()
    """Modules of `constraints/patterns` that propagate on the whole board, for patterns that include this class."""
    reasonings: ClassVar[Sequence[str]] = ()
    """Modules that propagate with reasons, for patterns whose proofs by single constraints would be long."""

    scope: tuple[int, ...]
    clue: Clue | None
    title: tuple[str, tuple[tuple[int, int], ...]]

    def named(self, name: str, cells: Iterable[tuple[int, int]] = ()) -> Self:
        """Return the constraint with a name in sentences, the string "rule.name.<kind>.<name>". `cells` has the row and
        column, from 0, of the cells to which it applies, if its literals do not show them.
        """
        self.title = name, tuple(cells)
        return self

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Return the given literals and everything that they imply. Raises Contradiction."""
        raise NotImplementedError

    def prepared(self, yes: int) -> Callable[[int, int], tuple[int, int]]:
        """Return a function that may be faster than `infer`, for boards that include these yes literals."""
        return self.infer

    def holds(self, yes: int) -> bool:
        """Return whether a complete board, on which exactly these literals are yes, satisfies the constraint."""
        try:
            self.infer(yes, (1 << len(self.scope)) - 1 & ~yes)
        except Contradiction:
            return False
        return True

    def broken(self, yes: int, no: int) -> tuple[str, dict[str, int], dict[str, int]]:
        """Return how a board breaks the constraint, for a sentence: the ending of its key, empty for the general one, and
        the numbers and the literals that it names.
        """
        return "", {}, {}

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return known literals that suffice for `infer` to find the target, or the contradiction if it is None.

        Every literal of the result is needed, unless a class documents otherwise. `order` lists the places to leave out
        first, one by one; the result is then minimal in any class. Without an order, several places are left out at a
        time, and `infer` is called about (size of the result) * log(known literals) times.
        """
        return smallest(self.test(target), yes, no, order)

    def within(self, kept: int, yes: int, no: int, target: Target | None, order: Sequence[int]) -> int:
        """Return a subset of a reason, removing the places of `order` first."""
        return smallest(self.test(target), yes & kept, no & kept, order)

    def test(self, target: Target | None) -> Test:
        """Return a function that tests whether `infer` finds the target, or a contradiction, from some literals."""

        def fails(yes: int, no: int) -> bool:
            try:
                self.infer(yes, no)
            except Contradiction:
                return True
            return False

        def follows(yes: int, no: int) -> bool:
            try:
                return bool(self.infer(yes, no)[not target[1]] >> target[0] & 1)  # type: ignore[index]
            except Contradiction:
                return False

        return fails if target is None else follows

    def encode(self, encoder: Any, guard: int | None = None) -> Iterator[Clause]:
        """Yield the clauses of the constraint, which hold while the literal `guard` does.

        Variables and theories are added through the encoder. A constraint without clauses propagates with `infer`, and
        `reason` explains its inferences for conflict analysis.
        """
        encoder.add_inference(self, guard)
        yield from ()

    @classmethod
    def encode_together(cls, encoder: Any, members: Sequence[tuple[Any, int | None]]) -> bool:
        """Encode all constraints of the class together, each with its guard, if that is better. Return True if this was
        done.
        """
        return False

    def extra_clauses(self, encoder: Any) -> Iterator[Clause]:
        """Yield redundant clauses, which follow from this constraint and others and help the learner."""
        yield from ()

    def add_lemma(self, solver: Any, clause: Clause) -> int:
        """Record a clause that a theory supplied for the constraint; return its line number."""
        line: int = solver.record.lemma(clause, self)
        return line

    def narrowed(self, yes: Collection[int], no: Collection[int]) -> Constraint:
        """Return the constraint over the remaining literals when some are known permanently, if that is easy."""
        return self

    def without(self, free: int) -> Constraint | None:
        """Return the constraint over the other literals when those of `free` may have any value, or None if no
        restriction remains. Called for symmetric constraints only.
        """
        return self

    def missing(self, yes: int) -> int:
        """Return how many more literals must be yes if `yes` of them already are. Called for symmetric constraints
        only.
        """
        return 0

    @property
    def exact(self) -> bool:
        """Return whether the constraint only fixes the number of yes literals, which `missing` gives."""
        return False

    def allows(self, yes: int) -> bool:
        """Return whether a complete board with this number of yes literals satisfies it. Called for symmetric
        constraints only."""
        return self.holds((1 << yes) - 1)

    @property
    def slack(self) -> int | None:
        """The number of cells by which the runs of a line can move; None for other constraints."""
        return None

    @property
    def lines(self) -> tuple[Sequence[int], ...]:
        """Sequences of literals that the constraint shares with many others. It holds on a complete board if no two of
        them have equal values.
        """
        return ()

    @property
    def rule(self) -> str:
        """The name under which a certificate cites the constraint: a clue by its place, any other rule by its type and
        its literals. Places and literals count from 1.
        """
        if self.clue is None:
            return " ".join([self.name, *(str(literal + 1) for literal in sorted(self.scope))])
        word, *place = self.clue.at if isinstance(self.clue.at[0], str) else ("number", *self.clue.at)
        return " ".join([word, *(str(number + 1) for number in place)])

    def data(self) -> dict[str, Any]:
        """Return the rule as JSON: "rule", its type; "scope", its literals; and any other data needed to check a board."""
        return {"rule": self.name, "scope": list(self.scope)}

    def __repr__(self) -> str:
        more = {key: value for key, value in self.data().items() if key != "rule"}
        clue = f", {self.clue}" if self.clue else ""
        return f"{type(self).__name__}({', '.join(f'{key}={value}' for key, value in more.items())}{clue})"


Test = Callable[[int, int], bool]


def smallest(follows: Test, yes: int, no: int, order: Sequence[int] = ()) -> int:
    """Return a minimal subset of the known literals that passes a test that all of them pass."""
    for place in order:
        bit = 1 << place
        if (yes | no) & bit and follows(yes & ~bit, no & ~bit):
            yes, no = yes & ~bit, no & ~bit
    return yes | no if order else _fewer(follows, yes, no, list(members(yes | no)))


def _fewer(follows: Test, yes: int, no: int, places: list[int]) -> int:
    """Remove places, several at a time: twice as many after a success, half as many after a failure."""
    at, number = 0, max(len(places) // 2, 1)
    while at < len(places):
        number = min(number, len(places) - at)
        out = sum(1 << place for place in places[at : at + number])
        if follows(yes & ~out, no & ~out):
            yes, no = yes & ~out, no & ~out
            at, number = at + number, 2 * number
        elif number == 1:
            at += 1
        else:
            number //= 2
    return yes | no
