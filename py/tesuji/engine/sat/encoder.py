"""Adds the constraints of a puzzle to a solver, as clauses and theories. No other module does this.

The search, conflicts (with a guard for each counted constraint) and proofs (with a record) use it. Constraints encode
themselves with the methods of `Encoder`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tesuji.bitset import from_flags, literals, members
from tesuji.engine.sat.cardinality import Cardinality
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.solver import Solver
from tesuji.engine.sat.theory import Theory
from tesuji.model import Board, Constraint, Puzzle

if TYPE_CHECKING:
    from tesuji.engine.sat.proof import Record

AT_ONCE = 300
"""Clauses or variables added between two safe points, which takes about a millisecond."""
CONSTRAINTS_AT_ONCE = 8
"""The most constraints encoded between two safe points."""
ConstraintClass = TypeVar("ConstraintClass")


class Encoder:
    """Adds the constraints of a puzzle to a solver, whose first variables are the puzzle's literals.

    `guards`: the guard literals of constraints by number; constraints without one always hold. `known`: literals that
    are settled permanently. `lazy`: True if lines of runs propagate by a theory, False if by clauses; None lets the
    constraint choose. `record`: the record of a proof, whose solver stores the rule of each clause.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        solver: Solver,
        guards: Mapping[int, int] | None = None,
        known: Board | None = None,
        lazy: bool | None = None,
        record: Record | None = None,
    ):
        self.puzzle, self.solver, self.lazy, self.record = puzzle, solver, lazy, record
        self.guards = guards or {}
        self.known = Board() if known is None else known
        self.yes, self.no = set(members(self.known.yes)), set(members(self.known.no))
        """The known literals."""
        self.memo: dict[Any, Any] = {}
        """Derived values that constraints of a class share."""
        self.rule: Any = None
        """The rule of a proof to which the clauses being added belong."""
        self._false: Sequence[int] = ()
        self._inference: Inference | None = None
        self._cardinality: Cardinality | None = None
        self._together: set[int] = set()

    # For constraints

    def new(self, guard: int | None = None, meaning: tuple[Any, ...] = ()) -> int:
        """Return the positive literal of a new variable. It is not decided while its guard is false. `meaning` is its
        definition in a proof.
        """
        variable = self.solver.new_var(guard=guard)
        if self.record is not None and meaning:
            self.record.definitions[variable] = meaning
        return 2 * variable

    def under(self, clause: tuple[int, ...], false: Sequence[int]) -> tuple[int, ...]:
        """Return the clause. If there is a record, it includes these literals, which are known to be false; this
        applies only to the clause that is yielded next.
        """
        self._false = false
        return clause

    def add_theory(self, theory: Theory) -> None:
        self._tell_rule()
        self.solver.add_theory(theory)

    def add_cardinality(self, variables: Collection[int], low: int, high: int, guard: int | None = None) -> None:
        """Let between `low` and `high` of the variables be true, by a theory. In a proof, each count has its own."""
        if self._cardinality is None or self.record is not None:
            self._cardinality = Cardinality()
            self.add_theory(self._cardinality)
        self._cardinality.add(variables, low, high, guard)

    def add_inference(self, constraint: Constraint, guard: int | None = None) -> None:
        """Let a constraint propagate through its `infer`, with lazy reasons."""
        if self._inference is None:
            self._inference = Inference()
            rule, self.rule = self.rule, self._inference.constraints
            self.add_theory(self._inference)
            self.rule = rule
        self._inference.add(constraint, guard)

    def all_of(self, kind: type[ConstraintClass]) -> list[tuple[ConstraintClass, int | None]]:
        """Return the puzzle's constraints of a class, each with its guard."""
        constraints = enumerate(self.puzzle.constraints)
        return [(one, self.guards.get(number)) for number, one in constraints if isinstance(one, kind)]

    # Encoding

    def variables(self, number: int, phase: Callable[[int], bool] = lambda number: False) -> Iterator[None]:
        """Make the solver's first variables, up to this number. Yields at safe points."""
        for variable in range(number):
            self.solver.new_var(phase=phase(variable))
            if variable % AT_ONCE == 0:
                yield

    def encode_all(self) -> Iterator[None]:
        """Encode every constraint except deferred ones. Yields at safe points."""
        yield from self._encode_together()
        for number, constraint in enumerate(self.puzzle.constraints):
            if number % CONSTRAINTS_AT_ONCE == 0:
                yield
            if number in self._together or constraint.deferred:
                continue
            if self.record is None or not self._is_settled(constraint):
                yield from self.add(constraint, self.guards.get(number))

    def _encode_together(self) -> Iterator[None]:
        classes: dict[type, list[int]] = {}
        for number, constraint in enumerate(self.puzzle.constraints):
            classes.setdefault(type(constraint), []).append(number)
        for numbers in classes.values():
            together = [(self.puzzle.constraints[number], self.guards.get(number)) for number in numbers]
            self.rule = [constraint for constraint, _ in together]
            if together[0][0].encode_together(self, together):
                self._together.update(numbers)
            yield

    def add(self, constraint: Constraint, guard: int | None = None) -> Iterator[None]:
        """Encode a constraint. Yields at safe points."""
        self.rule = constraint
        yield from self.add_clauses(constraint.encode(self, guard))

    def add_extra(self, constraint: Constraint) -> Iterator[None]:
        """Add the clauses that follow from a constraint together with others. Yields at safe points."""
        self.rule = constraint
        yield from self.add_clauses(constraint.extra_clauses(self))

    def add_clauses(self, clauses: Iterable[tuple[int, ...]]) -> Iterator[None]:
        """Add clauses one by one under the current rule. Yields at safe points."""
        for number, clause in enumerate(clauses, 1):
            if self.record is None:
                self.solver.add_clause(clause)
            else:
                self._tell_rule()
                false, self._false = self._false, ()
                self.solver.add_clause(clause, false)  # type: ignore[call-arg]
            if number % AT_ONCE == 0:
                yield

    def add_at_once(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Add a few clauses, without safe points."""
        for _ in self.add_clauses(clauses):
            pass

    def _tell_rule(self) -> None:
        if self.record is not None:
            self.solver.rule = self.rule  # type: ignore[attr-defined]

    def _is_settled(self, constraint: Constraint) -> bool:
        """Return whether a constraint holds and all its literals are known."""
        if not all(literal in self.yes or literal in self.no for literal in constraint.scope):
            return False
        return constraint.holds(from_flags(literal in self.yes for literal in constraint.scope))

    def settle(self, yes: int, no: int) -> None:
        """Add clauses for literals that are known from now on."""
        for x in literals(yes, no):
            self.solver.add_clause((x,))

    def look(self) -> None:
        """Take over the literals that the solver has fixed."""
        self.known = known_literals(self.solver, self.puzzle)
        self.yes, self.no = set(members(self.known.yes)), set(members(self.known.no))
        self.memo.clear()


def known_literals(solver: Solver, puzzle: Puzzle) -> Board:
    """Return the puzzle's literals that the solver has settled permanently."""
    values = [solver.fixed(literal) for literal in range(puzzle.size)]
    return Board(from_flags(values), from_flags(value is False for value in values))


def holds(constraint: Constraint, board: Board) -> bool:
    """Return whether a complete board satisfies a constraint."""
    return constraint.holds(sum((board.yes >> literal & 1) << place for place, literal in enumerate(constraint.scope)))
