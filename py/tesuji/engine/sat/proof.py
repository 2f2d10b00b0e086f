"""A solver that records a proof of what it learns, and the record.

The record has three kinds of lines. A `Lemma` is a clause that follows from one rule of the puzzle; theories supply
theirs when a conflict needs them. A `Learnt` clause follows from earlier lines (`hints`) by unit propagation: with all
its literals false, each hint in turn has one literal left, and the last has none. `Facts` are literals that follow from
one rule and earlier facts by propagation without a hypothesis, many cells per line. A learnt clause of one literal is
also a fact. At the end, lines that the empty clause does not need are removed (`Record.trimmed`).

Literals are those of the solver: 2 * variable when true, 2 * variable + 1 when false. Cells are the first variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tesuji.bitset import set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat.solver import Core, Solver
from tesuji.engine.sat.theory import LazyReason, Theory
from tesuji.model import Board, Constraint

Clause = tuple[int, ...]
AT_ONCE = 200
"""Lines processed between two safe points."""


class WeightedCounts(NamedTuple):
    """A rule that follows from several counts, each multiplied by a weight. `own`: the weight of the clause's literal
    that counts cells.
    """

    own: int
    counts: Sequence[tuple[int, Constraint]]


class Lemma(NamedTuple):
    """A clause that follows from one rule: a constraint, a weighted sum, or a statement that `prove` names."""

    clause: Clause
    rule: Any


class Learnt(NamedTuple):
    """A clause that follows from earlier lines by unit propagation; the empty clause ends the proof."""

    clause: Clause
    hints: list[int]


class Facts(NamedTuple):
    """Literals that follow from one rule and from earlier facts."""

    literals: list[int]
    given: Sequence[int]
    rule: Any


ProofLine = Lemma | Learnt | Facts


class Record:
    """The lines so far, the position of each fact among them, and the meaning of each auxiliary variable."""

    def __init__(self) -> None:
        self.lines: list[ProofLine] = []
        self.facts: dict[int, int] = {}
        self.definitions: dict[int, tuple[Any, ...]] = {}
        self.closed = False

    def settled(self) -> Board:
        """Return the facts."""
        return Board(set_of(x >> 1 for x in self.facts if not x & 1), set_of(x >> 1 for x in self.facts if x & 1))

    def lemma(self, clause: Clause, rule: Any) -> int:
        self.lines.append(Lemma(clause, rule))
        return len(self.lines) - 1

    def learnt(self, clause: Clause, hints: list[int]) -> int:
        """Add a learnt clause. After the empty clause nothing more is added."""
        at = len(self.lines)
        if not self.closed:
            self.lines.append(Learnt(clause, hints))
        if len(clause) == 1:
            self.facts[clause[0]] = at
        self.closed = self.closed or not clause
        return at

    def settle(self, literals: list[int], given: Sequence[int], rule: Any) -> None:
        """Add facts that follow from a rule and from others; `settle_too` extends them."""
        self.facts.update(dict.fromkeys(literals, len(self.lines)))
        self.lines.append(Facts(literals, given, rule))

    def settle_too(self, literal: int) -> None:
        """Add one more fact that follows in the same way as the latest."""
        self.lines[-1].literals.append(literal)  # type: ignore[union-attr]
        self.facts[literal] = len(self.lines) - 1

    def trimmed(self) -> Steps[list[tuple[int, ProofLine]]]:
        """Return the numbered lines that the empty clause needs, in order; unused facts are left out."""
        progress = Progress("proof", of=len(self.lines))
        needed, used, kept = {len(self.lines) - 1}, set[int](), list[tuple[int, ProofLine]]()
        for at in range(len(self.lines) - 1, -1, -1):
            if at % AT_ONCE == 0:
                progress.settled = len(self.lines) - at
                yield progress
            line = self.lines[at]
            if isinstance(line, Facts):
                literals = [x for x in line.literals if x in used]
                if literals:
                    used.update(line.given)
                    kept.append((at, line if len(literals) == len(line.literals) else line._replace(literals=literals)))
            elif at in needed or (
                len(line.clause) == 1 and line.clause[0] in used and self.facts[line.clause[0]] == at
            ):
                kept.append((at, line))
                if isinstance(line, Learnt):
                    needed.update(line.hints)
                    self._use(line, at, used)
        kept.reverse()
        return kept

    def _use(self, line: Learnt, at: int, used: set[int]) -> None:
        """Mark the facts that make literals of the hints false as used."""
        false = set(line.clause)
        for hint in line.hints:
            for x in self.lines[hint].clause:  # type: ignore[union-attr]
                if x not in false:
                    if self.facts.get(x ^ 1, at) < at:
                        used.add(x ^ 1)
                    else:
                        false.add(x ^ 1)


def _key(clause: Sequence[int]) -> Clause:
    """Return the key of a clause: for short ones, the order of the literals does not matter."""
    return tuple(clause) if len(clause) > 3 else tuple(sorted(clause))


class ProvingSolver(Solver):
    """A solver that records its learnt clauses with their reasons. Clauses and theories that are added belong to
    `rule`, which must be set beforehand.
    """

    def __init__(self, record: Record):
        super().__init__()
        self.record = record
        self.rule: Any = None
        self.rules: dict[Theory, Any] = {}
        self.theory: Theory | None = None
        self.adding: Clause = ()
        self.origin: dict[Clause, tuple[Clause, Any]] = {}
        """The clauses that were added directly or by theories, in their original form, each with its rule."""
        self.places: dict[Clause, int] = {}
        """The line number of each clause in the record."""
        self.noted = 0
        """The number of literals on the trail that are facts in the record."""
        self.constraints: Sequence[Constraint] = ()
        """All constraints of the puzzle; a lemma may need two of them."""
        self.memo: dict[Any, Any] = {}
        """Derived values that constraints use for their lemmas."""

    # -- what is added -------------------------------------------------------------------------------------------------

    def add_clause(self, literals: Iterable[int], known: Sequence[int] = ()) -> None:
        """Add a clause as the base class does; the recorded clause keeps literals that are already false, including
        those of `known`.
        """
        clause = tuple(literals)
        self.adding = (*clause, *known)
        if self.unsatisfiable:
            return
        length = len(self.trail)
        super().add_clause(clause)
        if len(self.trail) > length:
            x = self.trail[-1]
            self.reason[x] = tuple(y for y in clause if y != self.neg[x])
            clause = self._clause_of(x)
        if len(self.trail) > length or self.unsatisfiable:
            self.origin[_key(clause)] = self.adding, self.rule
        if self.unsatisfiable:
            self._close(clause)

    def _attach(self, literals: Clause, glue: int = 0) -> Any:
        if not glue:
            self.origin[_key(literals)] = self.adding, self.rule
        return super()._attach(literals, glue)

    def add_theory(self, theory: Theory) -> None:
        self.rules[theory] = self.rule
        super().add_theory(theory)

    def imply(self, x: int, reason: Sequence[int] | LazyReason) -> None:
        if not isinstance(reason, LazyReason):
            clause = (x, *reason)
            self.origin[_key(clause)] = clause, self.rules[self.theory]
        super().imply(x, reason)

    def _propagate_theories(self) -> Sequence[int] | None:
        self.busy = False
        for theory in self.theories:
            if self.head < len(self.trail):
                return None
            self.theory = theory
            conflict = theory.propagate()
            if conflict is not None:
                conflict = tuple(conflict)
                self.origin[_key(conflict)] = conflict, self._rule(theory, theory.failed)
                return conflict
            self.busy = self.busy or theory.busy
        return None

    def _antecedent(self, x: int) -> Sequence[int]:
        reason = self.reason[x]
        found = super()._antecedent(x)
        if type(reason) is LazyReason:
            clause = (self.neg[x], *found)
            self.origin[_key(clause)] = clause, self._rule(reason.theory, reason.note and reason.note[0])
        return found

    def _rule(self, theory: Theory, number: Any) -> Any:
        rule = self.rules[theory]
        return rule[number] if theory.numbered else rule

    # -- what is recorded ----------------------------------------------------------------------------------------------

    def refute(self, literal: int) -> Steps[None]:
        """Assume a literal at depth 1 and propagate; learn from the conflict if that fails."""
        if (yield from self._fixpoint()) is None and self.false[literal] is None:
            self.control.append(len(self.trail))
            self._make_false(self.neg[literal], None)
            conflict = yield from self._fixpoint()
            if conflict:
                yield from self._learn(conflict, 1)
        self._backjump(0)

    def _fixpoint(self) -> Steps[Sequence[int] | None]:
        """Propagate to the end and return a conflict, or None. A conflict without a hypothesis ends the proof."""
        while not self.unsatisfiable:
            conflict = self._propagate()
            if conflict is None and self.theories:
                conflict = self._propagate_theories()
            if conflict is not None:
                if self._level_of(conflict):
                    return conflict
                self._core(conflict, ())
            elif not self.busy and self.head == len(self.trail):
                return None
            yield self._report()
        return ()

    def _analyse(self, conflict: Sequence[int]) -> Clause:
        learnt = super()._analyse(conflict)
        self._note_facts()
        self.places[_key(learnt)] = self.record.learnt(learnt, self._hints(learnt, conflict))
        return learnt

    def _core(self, conflict: Sequence[int], assume: Any) -> Core:
        self._close(conflict)
        return super()._core(conflict, assume)

    def _close(self, conflict: Sequence[int]) -> None:
        self._note_facts()
        self.record.learnt((), [self._place(conflict)])

    def _hints(self, learnt: Clause, conflict: Sequence[int]) -> list[int]:
        """Return the lines from which a learnt clause follows, in the order of the trail; the conflict comes last."""
        resolved = set(self.touched).difference(learnt)
        clauses = [self._clause_of(x) for x in self.trail[self.control[0] :] if x in resolved]
        return [self._place(clause) for clause in (*clauses, conflict)]

    def _clause_of(self, x: int) -> Clause:
        """Return the clause that made a literal false."""
        reason = self.reason[x]
        return reason[2] if type(reason) is list else (self.neg[x], *self._antecedent(x))

    def _place(self, clause: Sequence[int]) -> int:
        """Return the line number of a clause; if it is a lemma that is not recorded yet, record it."""
        key = _key(clause)
        if key not in self.places:
            self.places[key] = self._lemma(*self.origin[key])
        return self.places[key]

    def _lemma(self, clause: Clause, rule: Any) -> int:
        return self.record.lemma(clause, rule) if isinstance(rule, str) else rule.add_lemma(self, clause)

    def _note_facts(self) -> None:
        """Record all literals that are known without a hypothesis as facts."""
        record, end = self.record, self.control[0] if self.control else len(self.trail)
        latest: LazyReason | None = None
        for x in self.trail[self.noted : end]:
            reason, literal = self.reason[x], self.neg[x]
            if literal in record.facts:
                continue
            if type(reason) is LazyReason and reason.theory.by_one_rule:
                if reason is latest:
                    record.settle_too(literal)
                else:
                    rule = self._rule(reason.theory, reason.note and reason.note[0])
                    record.settle([literal], self._given(reason, literal), rule)
                latest = reason
            else:
                record.learnt((literal,), [self._place(self._clause_of(x))])
                latest = None
        self.noted = max(self.noted, end)

    def _given(self, reason: LazyReason, literal: int) -> list[int]:
        """Return all literals of a rule that were known when it settled others. Minimising them would take longer."""
        theory = reason.theory
        if theory.numbered:
            return list(theory.known(reason.note))
        return [x ^ 1 for x in theory.explain(literal, reason.note)]
