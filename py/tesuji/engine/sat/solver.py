"""A clause learner (CDCL): decides whether clauses and theories can hold together.

The search decides a literal, propagates, and on a conflict learns a clause that would have prevented it (first unique
implication point: Marques-Silva & Sakallah 1996, Zhang et al. 2001), minimises it (Sörensson & Biere 2009), and jumps
back to the level at which the clause is unit. The decision variable is the unassigned one that most recently took part
in a conflict (VMTF: Ryan 2004, Biere & Fröhlich 2015). Its phase is its latest value (phase saving: Pipatsrisawat &
Darwiche 2007) or its value in the longest trail without conflict (target phases: Biere & Fleury 2020). Restarts and
clause deletion depend on the glue of learnt clauses, their number of decision levels (LBD: Audemard & Simon 2009,
2012). Focused mode, with frequent restarts, alternates with stable mode, in which restarts are rare and follow Luby's
sequence (Oh 2015); this removed the heavy tail on boards with several solutions. Assumptions and failed-assumption
cores work as in MiniSat (Eén & Sörensson 2003), though all assumptions share one decision level.

These choices make it fast in pure Python (measured on CPython 3.11 to 3.13):

* Comparing with a bool is a pointer comparison: `false[x]` is True when literal x is false, False when it is true, None
  when it is unassigned.
* Everything is indexed by literal (2v true, 2v + 1 false), and `neg` and `var` are tables: a list lookup is three times
  as fast as `x ^ 1` or `x >> 1`, and makes no new int.
* The trail lists the literals that became *false*, because these are what clauses react to. Clauses, reasons and trail
  then share one index, and the loops contain no negations.
* Binary and ternary clauses are static lists that are never moved; a longer one is a list [watch, watch, literals,
  glue, used], its literals a tuple that is never reordered.
* Decisions use a queue of variables, which move to its end when they take part in a conflict. It costs 33 % of a heap
  of activities and needed 10-30 % fewer conflicts on puzzles than activities with the best decay found (0.8).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from tesuji.engine.budget import Progress
from tesuji.engine.sat.theory import LazyReason, Theory

SLICE = 300  # literals propagated between two safe points: well under a millisecond
LONG_TRAIL = 5000  # literals; backtracking over this many takes a millisecond
RESTART_AFTER = 50  # minimum number of conflicts between restarts
RESTART_MARGIN = 0.8
# restarts are blocked while the trail is this much longer than usual, because it may be close to a model
BLOCK_AFTER, BLOCK_MARGIN = 1000, 1.4
MODE_CONFLICTS = 1000  # conflicts of the first focused and of the first stable mode; each later pair gets 1000 more
STABLE_RESTART = 256  # conflicts, times Luby's sequence, between restarts in stable mode
RESET_TARGET = 50  # restarts after which target phases are reset
REDUCE_FIRST, REDUCE_STEP = 2000, 300
SIMPLIFY_AT_ONCE = 500  # literals whose clauses are processed between two safe points
FAST, SLOW = 32, 4096  # the number of conflicts in each moving average
KEEP_GLUE = 2  # clauses with at most this glue are never deleted
PREFER_TRIES, PREFER_LIMIT = 20, 150  # conflicts after which untested wishes and preferences, then all, are given up


def luby(number: int) -> int:
    """Return the number-th term of 1 1 2 1 1 2 4 1 1 2 ..., counted from 1 (Luby, Sinclair & Zuckerman 1993)."""
    while number & (number + 1):
        number -= (1 << number.bit_length() - 1) - 1
    return (number + 1) >> 1


def _append(table: list[Any], x: int, entry: Any) -> None:
    """Add an entry to the list at place x of a table, which is an empty tuple until the first one."""
    if table[x]:
        table[x].append(entry)
    else:
        table[x] = [entry]


class Model(bytes):
    """A satisfying assignment: model[v] is 1 or 0 (also 0 for a variable that its guard left undecided)."""


class Core(tuple):
    """Assumptions that contradict each other; empty when the clauses alone have no model."""


Outcome = Model | Core | None


class Solver:
    """Clauses and theories over variables 0, 1, 2, ... Both can be added between two calls of `solve`."""

    def __init__(self) -> None:
        # Per literal.
        self.false: list[bool | None] = []
        self.lit: list[int] = []  # the literal itself; sharing one int object saves much memory and time
        self.neg: list[int] = []
        self.var: list[int] = []
        self.binary_reason: list[tuple[int]] = []  # (x,): the reason when a binary clause with x propagates
        self.level: list[int] = []  # of a false literal
        # For a false literal: a tuple of false literals, a long clause, a LazyReason, or None for a decision.
        self.reason: list[Any] = []
        self.seen: list[bool] = []
        self.touched: list[int] = []  # the literals analysed in the latest conflict, which follows from their reasons
        self.binary: list[Sequence[int]] = []  # binary clauses: when x becomes false, these become false
        self.ternary: list[Sequence[tuple[int, int]]] = []  # ternary clauses: the other two literals
        self.watches: list[list[list[Any]]] = []
        # Per variable.
        self.initial_phase: list[int] = []  # a phase is the literal that a decision makes false
        self.saved_phase: list[int] = []
        self.target_phase: list[int | None] = []
        self.guard: list[int | None] = []
        self.older: list[int] = []  # neighbours in the VMTF queue, -1 at its ends
        self.newer: list[int] = []
        self.stamp: list[int] = []  # grows along the queue
        # The search.
        self.trail: list[int] = []
        self.control: list[int] = []  # length of the trail at the decision of each level
        self.head = 0
        # All variables newer than the cursor are assigned or have a false guard.
        self.oldest = self.newest = self.cursor = -1
        self.guarded: list[tuple[int, int]] = []
        self.learnts: list[list[Any]] = []
        self.theories: list[Theory] = []
        self.unsatisfiable = self.busy = False
        self.fixed_phases = False
        self.progress = Progress(stage="learn")
        self.work = 0
        self.conflicts = self.decisions = self.propagations = self.restarts = 0
        self._glue_fast = self._glue_slow = self._usual_length = 0.0
        self._next_reduce = REDUCE_FIRST
        self._modes, self._mode_ends, self._stable_restarts = 0, MODE_CONFLICTS, 1
        self._preferred_next: int  # all preferences before this one are assigned
        self._target_length = self._simplified = self._simplify_again = 0

    # -- the problem ---------------------------------------------------------------------------------------------------

    def new_var(self, phase: bool = False, guard: int | None = None) -> int:
        """Add a variable and return it. `phase`: the value to try first. `guard`: a literal; while it is false, the
        variable is not decided.
        """
        v, x = len(self.initial_phase), len(self.false)
        self.false += None, None
        n = x + 1
        self.lit += x, n
        self.neg += n, x
        self.var += v, v
        self.binary_reason += (x,), (n,)
        self.level += 0, 0
        self.reason += None, None
        self.seen += False, False
        self.binary += (), ()  # a list is made for the first clause, because most literals have none
        self.ternary += (), ()
        self.watches += [], []
        self.initial_phase.append(self.lit[x + phase])
        self.saved_phase.append(self.lit[x + phase])
        self.target_phase.append(None)
        self.guard.append(guard)
        if guard is not None:
            self.guarded.append((x, guard))
        # Earlier variables are tried first, so a new one becomes the oldest.
        self.older.append(-1)
        self.newer.append(self.oldest)
        self.stamp.append(-v)
        if v:
            self.older[self.oldest] = v
        else:
            self.newest = self.cursor = v
        self.oldest = v
        return v

    def set_phase(self, variable: int, value: bool) -> None:
        """Set the value that is tried first until the search has tried another one (with `fixed_phases`, always)."""
        self.initial_phase[variable] = self.saved_phase[variable] = self.lit[2 * variable + value]

    def decide_in_order(self, variables: Sequence[int]) -> None:
        """Decide these variables first, in this order, until conflicts move others to the front."""
        for v in reversed(variables):
            self._move_to_front((2 * v,))
        self.cursor = self.newest

    def add_clause(self, literals: Iterable[int]) -> None:
        """Add a clause: at least one of the literals holds. Call this only between calls of `solve`."""
        false, var = self.false, self.var
        clause = tuple([self.lit[x] for x in literals])
        if len({var[x] for x in clause}) < len(clause) or any([false[x] is not None for x in clause]):
            distinct = set(clause)
            if any(false[x] is False or self.neg[x] in distinct for x in distinct):
                return
            clause = tuple(sorted([x for x in distinct if not false[x]]))
        if len(clause) > 1:
            self._attach(clause)
        elif clause:
            self._make_false(self.neg[clause[0]], None)
        else:
            self.unsatisfiable = True

    def add_theory(self, theory: Theory) -> None:
        """Add a theory, which must hold as well. Call this only between calls of `solve`."""
        self.theories.append(theory)
        theory.attach(self)

    def fixed(self, variable: int) -> bool | None:
        """Return the value that the variable has in every model, or None if that is not known. Call this only between
        calls of `solve`.
        """
        return self.false[2 * variable + 1]

    def close(self) -> None:
        """End the use of the solver. Its theories refer to it, so without this call its memory stays in use until the
        next collection of garbage.
        """
        self.theories.clear()
        self.reason.clear()

    # -- the search ----------------------------------------------------------------------------------------------------

    def solve(
        self,
        assume: Sequence[int] = (),
        inactive: Iterable[int] = (),
        prefer: Sequence[int] = (),
        max_conflicts: int | None = None,
        wish: Sequence[int] = (),
    ) -> Generator[Progress, None, Outcome]:
        """Return a Model in which all of `assume` hold, a Core of contradictory assumptions, or None after
        `max_conflicts`.

        `inactive`: literals made false beforehand, which are never in a core. This must be harmless, as it is for
        guards that occur only negated. `wish`: literals to make true if possible, the most important first; the model
        violates few of them, though not always the fewest. `prefer`: the same, after `wish`, for literals that become
        `inactive` if the search takes long.

        Yields at safe points under a millisecond apart. The search may be closed or interrupted there; the solver stays
        usable and keeps its learnt clauses.
        """
        try:
            return (yield from self._search(dict.fromkeys(assume), list(inactive), prefer, max_conflicts, wish))
        finally:
            self._backjump(0)

    def _search(
        self,
        assume: Collection[int],
        inactive: Sequence[int],
        prefer: Sequence[int],
        max_conflicts: int | None,
        wish: Sequence[int],
    ) -> Generator[Progress, None, Outcome]:
        if self.unsatisfiable:
            return Core()
        yield from self._begin()
        given = 1 if assume or inactive else 0  # the decision level that all assumptions share
        wanted = [*wish, *prefer]
        self._preferred_next = 0
        spent = since_restart = 0
        pause = self.work + SLICE
        while True:
            conflict = self._propagate()
            if conflict is None and self.theories:
                conflict = self._propagate_theories()
            if conflict is not None:
                depth = max((self.level[x] for x in conflict), default=0)
                if depth <= given:
                    return self._core(conflict, assume if depth else ())
                length = yield from self._learn(conflict, depth)
                self._preferred_next = 0
                spent += 1
                since_restart += 1
                yield self._report()
                pause = self.work + SLICE
                if max_conflicts is not None and spent >= max_conflicts:
                    return None
                if wanted and spent == PREFER_LIMIT:
                    self._backjump(0)
                    given, inactive, wanted = 1, [*inactive, *prefer], []
                if self.conflicts >= self._next_reduce:
                    yield from self._reduce()
                if self.conflicts > BLOCK_AFTER and length > BLOCK_MARGIN * self._usual_length:
                    since_restart = 0
                if self._restart_due(since_restart):
                    since_restart = 0
                    yield from self._restart(given)
            elif self.work >= pause:
                yield self._report()
                pause = self.work + SLICE
            elif self.busy or self.head < len(self.trail):
                continue
            elif len(self.control) < given:
                failed = self._assume(assume, inactive)
                if failed is not None:
                    return self._core((failed,), assume)
            else:
                x = self._preferred(wanted, len(wish), spent) if wanted else None
                if x is None:
                    x = self._decide()
                if x is not None:
                    self._decide_on(x)
                elif not self.busy:
                    return Model(map(bool, self.false[1::2]))

    def _begin(self) -> Iterator[Progress]:
        yield from self._simplify()
        self._reset_target()
        self.cursor = self.newest
        for theory in self.theories:
            theory.begin()

    def _assume(self, assume: Collection[int], inactive: Collection[int]) -> int | None:
        """Make `inactive` false and `assume` true, all on one decision level. Return an assumption that is already
        false, if any.
        """
        self.control.append(len(self.trail))
        for x in inactive:
            if self.false[x] is None:
                self._make_false(x, None)
        for x in assume:
            if self.false[x]:
                return x
            if self.false[x] is None:
                self._make_false(self.neg[x], None)
        return None

    def _report(self) -> Progress:
        progress = self.progress
        progress.settled, progress.of = (self.control or [len(self.trail)])[0], len(self.initial_phase)
        progress.counts["conflicts"], progress.counts["restarts"] = self.conflicts, self.restarts
        return progress

    def _core(self, conflict: Sequence[int], assume: Collection[int]) -> Core:
        """Return the assumptions that make all literals of `conflict` false; one of these may itself be an assumption."""
        level, reason = self.level, self.reason
        core = [x for x in conflict if x in assume]
        seen = {x for x in conflict if level[x]}
        if not seen and not core:
            self.unsatisfiable = True
        for x in reversed(self.trail[self.control[0] :] if seen else ()):
            if x not in seen:
                continue
            if reason[x] is not None:
                seen.update(y for y in self._antecedent(x) if level[y])
            elif self.neg[x] in assume:
                core.append(self.neg[x])
        return Core(core)

    # -- decisions -----------------------------------------------------------------------------------------------------

    def _preferred(self, prefer: Sequence[int], wishes: int, spent: int) -> int | None:
        """Return the literal to make false for the first unassigned preference: first its negation, later the literal
        itself. Literals without clauses to react to them are decided at once. Theories react to the first ones, the
        `wishes`, before a model is returned.
        """
        false, binary, ternary, watches = self.false, self.binary, self.ternary, self.watches
        for at in range(self._preferred_next, len(prefer)):
            x = prefer[at]
            if false[x] is None:
                x = self.neg[x] if spent < PREFER_TRIES else x
                if binary[x] or ternary[x] or watches[x]:
                    self._preferred_next = at
                    return x
                self._decide_on(x)
                self.head += 1
                self.busy = self.busy or at < wishes and bool(self.theories)
        self._preferred_next = len(prefer)
        return None

    def _decide_on(self, x: int) -> None:
        """Make a literal false on a new decision level."""
        self.decisions += 1
        self.control.append(len(self.trail))
        self._make_false(x, None)

    def _decide(self) -> int | None:
        """Return the literal to make false next, of the newest unassigned variable in the queue; None if all are
        assigned.
        """
        false, guard, older = self.false, self.guard, self.older
        v = self.cursor
        while v >= 0 and (false[2 * v] is not None or guard[v] is not None and false[guard[v]]):
            v = older[v]
        if v < 0:
            for x, off in self.guarded:
                if false[x] is None and not false[off]:
                    self.cursor = self.newest
                    return self._decide()
            return None
        self.cursor = v
        if self.fixed_phases:
            return self.initial_phase[v]
        target = self.target_phase[v]
        return self.saved_phase[v] if target is None else target

    def _move_to_front(self, literals: Iterable[int]) -> None:
        """Move variables to the newest end of the queue (VMTF); their relative order stays the same."""
        older, newer, stamp, newest = self.older, self.newer, self.stamp, self.newest
        for v in sorted([self.var[x] for x in literals], key=stamp.__getitem__):
            if v != newest:
                before, after = older[v], newer[v]
                older[after] = before
                if before < 0:
                    self.oldest = after
                else:
                    newer[before] = after
                newer[newest], older[v] = v, newest
                stamp[v] = stamp[newest] + 1
                newest = v
        newer[newest] = -1
        self.newest = newest

    # -- assigning -----------------------------------------------------------------------------------------------------

    def _make_false(self, x: int, reason: Any) -> None:
        n = self.neg[x]
        self.false[x], self.false[n] = True, False
        self.level[x] = len(self.control)
        self.reason[x] = reason
        self.trail.append(x)

    def imply(self, x: int, reason: Sequence[int] | LazyReason) -> None:
        """Make the unassigned literal x true. Called by theories."""
        self._make_false(self.neg[x], reason)

    def _propagate_theories(self) -> Sequence[int] | None:
        """Run each theory in turn until one implies something or fails."""
        self.busy = False
        for theory in self.theories:
            if self.head < len(self.trail):
                return None
            conflict = theory.propagate()
            if conflict is not None:
                return conflict
            self.busy = self.busy or theory.busy
        return None

    def _propagate(self) -> Sequence[int] | None:
        """Propagate at most SLICE literals by unit propagation. Return a clause of false literals, or None.

        Everything is inlined, because a call for each new literal would double the time.
        """
        false, neg, level, reason, trail = self.false, self.neg, self.level, self.reason, self.trail
        binary, ternary, watches, binary_reason = self.binary, self.ternary, self.watches, self.binary_reason
        depth, before = len(self.control), self.head
        queue = iter(trail)
        queue.__setstate__(before)  # a list iterator includes items appended while it runs
        try:
            for x in islice(queue, SLICE):
                for y in binary[x]:  # x or not y
                    value = false[y]
                    if not value:
                        n = neg[y]
                        if value is not None:
                            return x, n
                        false[y] = True
                        false[n] = False
                        level[y] = depth
                        reason[y] = binary_reason[x]
                        trail.append(y)
                for y, z in ternary[x]:  # x or y or z
                    if false[y]:
                        value = false[z]
                        if value is None:
                            n = neg[z]
                            false[z] = False
                            false[n] = True
                            level[n] = depth
                            reason[n] = x, y
                            trail.append(n)
                        elif value:
                            return x, y, z
                    elif false[z] and false[y] is None:
                        n = neg[y]
                        false[y] = False
                        false[n] = True
                        level[n] = depth
                        reason[n] = x, z
                        trail.append(n)
                if watches[x]:
                    clauses = iter(watches[x])
                    watches[x] = keep = []
                    for clause in clauses:
                        y = clause[0]
                        if y == x:
                            y = clause[0] = clause[1]
                            clause[1] = x
                        value = false[y]
                        if value is False:
                            keep.append(clause)
                            continue
                        for z in clause[2]:
                            if not false[z] and z != y:
                                clause[1] = z
                                watches[z].append(clause)
                                break
                        else:
                            keep.append(clause)
                            if value:
                                keep.extend(clauses)
                                return clause[2]
                            n = neg[y]
                            false[y] = False
                            false[n] = True
                            level[n] = depth
                            reason[n] = clause
                            trail.append(n)
            return None
        finally:
            self.head = len(trail) - queue.__length_hint__()
            self.work += self.head - before
            self.propagations += self.head - before

    def _backjump(self, depth: int) -> None:
        """Undo all assignments beyond decision level `depth`."""
        if len(self.control) <= depth:
            return
        false, neg, level, var, saved_phase = self.false, self.neg, self.level, self.var, self.saved_phase
        stamp, trail = self.stamp, self.trail
        start, cursor = self.control[depth], self.cursor
        newest = stamp[cursor] if stamp else 0
        for theory in self.theories:
            theory.undo(depth, start)
        for x in trail[start:]:
            false[x] = false[neg[x]] = None
            level[x] = 0
            v = var[x]
            saved_phase[v] = x
            if stamp[v] > newest:
                newest = stamp[v]
                cursor = v
        self.cursor = cursor
        del trail[start:]
        del self.control[depth:]
        self.head = start

    # -- learning ------------------------------------------------------------------------------------------------------

    def _level_of(self, conflict: Sequence[int]) -> int:
        return max((self.level[x] for x in conflict), default=0)

    def _learn(self, conflict: Sequence[int], depth: int) -> Generator[Progress, None, int]:
        """Learn from a conflict and jump back. Return the length of the trail that had no conflict."""
        self.conflicts += 1
        self._backjump(depth)  # a theory may find a conflict of an earlier level
        length = self.control[depth - 1]
        if length > LONG_TRAIL:
            yield self._report()
        self._update_target(length)
        learnt = self._analyse(conflict)
        if length > LONG_TRAIL:
            yield self._report()
        glue = len({self.level[x] for x in learnt})
        back = self.level[learnt[1]] if len(learnt) > 1 else 0
        self._backjump(back)
        self._make_false(self.neg[learnt[0]], self._attach(learnt, glue))
        self._update_averages(glue, length)
        return length

    def _antecedent(self, x: int) -> Sequence[int]:
        """Return the clause that made x false; a literal in it that is not false, if any, has level 0."""
        reason = self.reason[x]
        if type(reason) is LazyReason:
            reason = self.reason[x] = tuple(reason.theory.explain(self.neg[x], reason.note))
        return reason[2] if type(reason) is list else reason

    def _analyse(self, conflict: Sequence[int]) -> tuple[int, ...]:
        """Return the first-UIP clause, minimised: first the literal that it asserts, then one of the depth to jump back
        to.
        """
        level, reason, seen, trail = self.level, self.reason, self.seen, self.trail
        depth = len(self.control)
        learnt: list[int] = []
        touched: list[int] = []
        literals, unresolved, at = conflict, 0, len(trail)
        while True:
            for x in literals:
                if not seen[x]:
                    d = level[x]
                    if d:
                        seen[x] = True
                        touched.append(x)
                        if d == depth:
                            unresolved += 1
                        else:
                            learnt.append(x)
            at -= 1
            while not seen[trail[at]]:
                at -= 1
            x = trail[at]
            if unresolved == 1:
                break
            unresolved -= 1
            literals = reason[x]
            kind = type(literals)
            if kind is list:
                if literals[3] > KEEP_GLUE:
                    self._update_glue(literals)
                literals = literals[2]
            elif kind is LazyReason:
                literals = self._antecedent(x)
        self._move_to_front(touched)
        depths = {level[y] for y in learnt}
        failed: set[int] = set()
        learnt = [y for y in learnt if reason[y] is None or not self._redundant(y, depths, touched, failed)]
        for y in touched:
            seen[y] = False
        self.touched = touched
        learnt.sort(key=level.__getitem__, reverse=True)
        return x, *learnt

    def _redundant(self, x: int, depths: set[int], touched: list[int], failed: set[int]) -> bool:
        """Return whether the other literals of the clause make x false by propagation. Does not expand lazy reasons."""
        level, reason, seen = self.level, self.reason, self.seen
        todo, mark = [x], len(touched)
        parent = {}
        while todo:
            at = todo.pop()
            literals = reason[at]
            if type(literals) is not LazyReason:
                for y in literals[2] if type(literals) is list else literals:
                    if seen[y] or not level[y]:
                        continue
                    if reason[y] is None or level[y] not in depths or y in failed:
                        break
                    seen[y] = True
                    touched.append(y)
                    parent[y] = at
                    todo.append(y)
                else:
                    continue
            for y in touched[mark:]:
                seen[y] = False
            del touched[mark:]
            while at is not None:
                failed.add(at)
                at = parent.get(at)
            return False
        return True

    def _attach(self, literals: tuple[int, ...], glue: int = 0) -> Any:
        """Add a clause of two or more literals, watched at the first two. Return it as a reason for the first."""
        x, *rest = literals
        if len(rest) == 1:
            y = rest[0]
            _append(self.binary, x, self.neg[y])
            _append(self.binary, y, self.neg[x])
            return self.binary_reason[y]
        if len(rest) == 2 and not glue:
            y, z = rest
            _append(self.ternary, x, (y, z))
            _append(self.ternary, y, (x, z))
            _append(self.ternary, z, (x, y))
            return y, z
        if not rest:
            return ()
        clause = [x, rest[0], literals, glue, self.conflicts]
        self.watches[x].append(clause)
        self.watches[rest[0]].append(clause)
        if glue:
            self.learnts.append(clause)
        return clause

    def _update_glue(self, clause: list[Any]) -> None:
        """Record that a learnt clause took part in a conflict, and its glue if that has decreased."""
        level = self.level
        clause[4] = self.conflicts
        glue = len({level[x] for x in clause[2]}) - 1
        if glue < clause[3]:
            clause[3] = glue

    def _update_averages(self, glue: int, length: int) -> None:
        n = self.conflicts
        self._glue_fast += (glue - self._glue_fast) / min(n, FAST)
        self._glue_slow += (glue - self._glue_slow) / min(n, SLOW)
        self._usual_length += (length - self._usual_length) / min(n, SLOW)

    # -- inprocessing  -------------------------------------------------------------------------------------------------

    def _restart_due(self, conflicts: int) -> bool:
        """Return whether to restart, this many conflicts after the latest restart."""
        if self.conflicts >= self._mode_ends:
            self._modes += 1
            self._mode_ends += MODE_CONFLICTS * (1 + self._modes // 2)
        if self._modes % 2:
            if conflicts >= STABLE_RESTART * luby(self._stable_restarts):
                self._stable_restarts += 1
                return True
            return False
        return conflicts >= RESTART_AFTER and self._glue_fast * RESTART_MARGIN > self._glue_slow

    def _restart(self, given: int) -> Iterator[Progress]:
        self.restarts += 1
        self._backjump(given)
        self.cursor = self.newest  # the guards of some variables may have become true
        if not self.control:
            yield from self._simplify()
        if self.restarts % RESET_TARGET == 0:
            self._reset_target()

    def _update_target(self, length: int) -> None:
        """Set the target phases from the longest trail without conflict so far."""
        if length > self._target_length:
            self._target_length = length
            var, target = self.var, self.target_phase
            for x in self.trail[:length]:
                target[var[x]] = x

    def _reset_target(self) -> None:
        self._target_length = 0
        self.target_phase[:] = [None] * len(self.target_phase)

    def _reduce(self) -> Iterator[Progress]:
        """Delete the worse half of the learnt clauses. Reasons may be among them, because a reason holds its clause
        itself.
        """
        self._next_reduce = self.conflicts + REDUCE_FIRST + REDUCE_STEP * (self.conflicts // REDUCE_FIRST)
        good = [c for c in self.learnts if c[3] <= KEEP_GLUE]
        rest = sorted([c for c in self.learnts if c[3] > KEEP_GLUE], key=lambda c: (c[3], -c[4]))
        half = len(rest) // 2
        self.learnts = good + rest[:half]
        yield self._report()
        yield from self._detach(rest[half:])

    def _simplify(self) -> Iterator[Progress]:
        """Remove satisfied clauses, at level 0, if there may be some. May be closed at any yield."""
        settled = len(self.trail)
        if settled == self._simplified or self.head < settled or self.work < self._simplify_again:
            return
        self._simplified, self._simplify_again = settled, self.work + 4 * len(self.false)
        false, binary, ternary, watches = self.false, self.binary, self.ternary, self.watches
        yield self._report()
        self.learnts = [c for c in self.learnts if not any([false[x] is False for x in c[2]])]
        for x, value in enumerate(false):
            if x % SIMPLIFY_AT_ONCE == 0:
                yield self._report()
            if value is None:
                binary[x] = [y for y in binary[x] if false[y] is None]
                ternary[x] = [p for p in ternary[x] if false[p[0]] is not False and false[p[1]] is not False]
                if watches[x]:
                    watches[x] = [c for c in watches[x] if not any([false[y] is False for y in c[2]])]
            else:
                binary[x], ternary[x], watches[x] = [], [], []

    def _detach(self, clauses: Sequence[list[Any]]) -> Iterator[Progress]:
        """Remove clauses from the watch lists."""
        dropped = {id(c) for c in clauses}
        for number, x in enumerate(dict.fromkeys([x for c in clauses for x in c[:2]])):
            if number % SIMPLIFY_AT_ONCE == 0:
                yield self._report()
            self.watches[x] = [c for c in self.watches[x] if id(c) not in dropped]
