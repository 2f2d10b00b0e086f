"""A clause learner (CDCL): decides whether clauses and theories can hold together.

The search guesses a literal, propagates, and on a conflict learns a clause that would have prevented it (first unique
implication point: Marques-Silva & Sakallah 1996, Zhang et al. 2001), minimised (Sörensson & Biere 2009), and jumps back
to where that clause says something. The variable to guess is the one that took part in a conflict last (VMTF: Ryan
2004, Biere & Fröhlich 2015), with the value it had last (Pipatsrisawat & Darwiche 2007) or in the longest conflict-free
trail of late (target phases: Biere & Fleury 2020). Restarts and the worth of a learnt clause follow its number of
depths (LBD: Audemard & Simon 2009, 2012); in every other period restarts are few and far between, by Luby's sequence
(Oh 2015), which took the heavy tail off boards with several solutions. Assumptions and failed-assumption cores are
those of MiniSat (Eén & Sörensson 2003), though all assumptions share one depth.

Pure Python has its own economy, measured on CPython 3.11 to 3.13:

* A bool test is a pointer comparison: `false[x]` is True when literal x is false, False when it is true, None when it
  is open.
* Everything is indexed by literal (2v true, 2v + 1 false), and `neg`, `var` are tables: a list lookup is three times as
  fast as
  `x ^ 1` or `x >> 1`, and makes no new int.
* The trail lists the literals that became *false*, since that is what clauses react to; clauses, reasons and trail then
  share one
  index, and the loops are free of negations.
* Binary and ternary clauses are static lists that are never moved; a longer one is a list [watch, watch, literals, lbd,
  used], its
  literals a tuple that is never reordered.
* A queue of variables, moved to its end when they take part in a conflict, costs a third of a heap of activities, and
  needed 10-30 %
  fewer conflicts on puzzles than activities with the best decay that was found (0.8).
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from tesuji.engine.budget import Progress
from tesuji.engine.sat.theory import Later, Theory

SLICE = 300  # literals propagated between two safe points: well under a millisecond
LONG_TRAIL = 5000  # literals; going back over so many takes a millisecond
RESTART_AFTER = 50  # conflicts at least between restarts
RESTART_MARGIN = 0.8
BLOCK_AFTER, BLOCK_MARGIN = 1000, 1.4  # a trail that much longer than usual may be close to a model: no restart
PERIOD = 1000  # conflicts of a restless period and of a calm one; each pair is that much longer than the one before
CALM_RESTART = 256  # conflicts, times Luby's sequence, between restarts in a calm period
FORGET_TARGET = 50  # restarts after which the longest trail is looked for afresh
REDUCE_FIRST, REDUCE_STEP = 2000, 300
TIDY_AT_ONCE = 500  # literals whose clauses are looked through between two safe points
KEEP_LBD = 2  # clauses as good as this are never thrown away
PREFER_TRIES, PREFER_LIMIT = 20, 150  # conflicts after which the open preferences, then all, are given up


def luby(number: int) -> int:
    """1 1 2 1 1 2 4 1 1 2 ...: the number-th, from 1 (Luby, Sinclair & Zuckerman 1993)."""
    while number & (number + 1):
        number -= (1 << number.bit_length() - 1) - 1
    return (number + 1) >> 1


class Model(bytes):
    """A satisfying assignment: model[v] is 1 or 0 (0, too, for a variable that its gate left undecided)."""

    decisions: tuple[int, ...]
    """The literals that were guessed or assumed for it, in order; propagation alone gives the rest."""


class Core(tuple):
    """Assumptions that cannot hold together; empty when there is no model at all."""


Outcome = Model | Core | None


class Solver:
    """Clauses and theories over variables 0, 1, 2 ... that grow at any time between two calls of `solve`."""

    def __init__(self) -> None:
        # Per literal.
        self.false: list[bool | None] = []
        self.lit: list[
            int
        ] = []  # the literal itself: one int object for all its uses saves much memory, and time with it
        self.neg: list[int] = []
        self.var: list[int] = []
        self.alone: list[tuple[int]] = []  # (x,): the reason that a binary clause gives
        self.level: list[int] = []  # of a false literal
        self.reason: list[
            Any
        ] = []  # of a false literal: tuple of false literals, long clause, Later, or None: decision
        self.seen: list[bool] = []
        self.implied: list[list[int]] = []  # binary: when x becomes false, these become false
        self.pairs: list[list[tuple[int, int]]] = []  # ternary: the other two
        self.watches: list[list[list]] = []
        # Per variable.
        self.first: list[int] = []  # the literal to make false when nothing is known better
        self.saved: list[int] = []
        self.target: list[int | None] = []
        self.gate: list[int | None] = []
        self.older: list[int] = []  # neighbours in the queue, -1 at its ends
        self.newer: list[int] = []
        self.stamp: list[int] = []  # grows along the queue
        # The search.
        self.trail: list[int] = []
        self.limits: list[int] = []  # length of the trail at each decision
        self.head = 0
        self.oldest = self.newest = (
            self.cursor
        ) = -1  # all variables newer than the cursor are assigned, or their gate is false
        self.gated: list[int] = []
        self.learnts: list[list] = []
        self.theories: list[Theory] = []
        self.broken = self.busy = False
        self.fixed_phases = False
        self.progress = Progress(stage="learn")
        self.work = 0
        self.conflicts = self.decisions = self.propagations = self.restarts = 0
        self._lbd_fast = self._lbd_slow = self._usual_length = 0.0
        self._next_reduce = REDUCE_FIRST
        self._periods, self._period_ends, self._calm_restarts = 0, PERIOD, 1
        self._granted = 0  # preferences before this one are decided
        self._longest = self._tidied = self._tidy_again = 0

    # -- the problem ---------------------------------------------------------------------------------------------------

    def new_var(self, phase: bool = False, gate: int | None = None) -> int:
        """A new variable. `phase`: the value to try first. `gate`: a literal; while it is false the variable is not
        decided."""
        v, x = len(self.first), len(self.false)
        self.false += None, None
        n = x + 1
        self.lit += x, n
        self.neg += n, x
        self.var += v, v
        self.alone += (x,), (n,)
        self.level += 0, 0
        self.reason += None, None
        self.seen += False, False
        for table in self.implied, self.pairs, self.watches:
            table += [], []
        self.first.append(self.lit[x + phase])
        self.saved.append(self.lit[x + phase])
        self.target.append(None)
        self.gate.append(gate)
        if gate is not None:
            self.gated.append(v)
        # Earlier variables are tried first, so a new one is the oldest of all.
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
        """The value that is tried first from now on (until the search has tried another, unless `fixed_phases`)."""
        self.first[variable] = self.saved[variable] = self.lit[2 * variable + value]

    def add_clause(self, literals: Iterable[int]) -> None:
        """At least one of the literals holds. Only between calls of `solve`."""
        false, var = self.false, self.var
        clause = tuple([self.lit[x] for x in literals])
        if len({var[x] for x in clause}) < len(clause) or any([false[x] is not None for x in clause]):
            distinct = set(clause)
            if any(false[x] is False or self.neg[x] in distinct for x in distinct):
                return
            clause = tuple(sorted([x for x in distinct if not false[x]]))
        if len(clause) > 1:
            self._store(clause)
        elif clause:
            self._falsify(self.neg[clause[0]], None)
        else:
            self.broken = True

    def add_theory(self, theory: Theory) -> None:
        """The theory, too, must hold. Only between calls of `solve`."""
        self.theories.append(theory)
        theory.attach(self)

    def block_decisions(self, model: Model) -> None:
        """Rules out `model`, and no other, by one short clause: propagation from its decisions gives nothing else."""
        self.add_clause(self.neg[x] for x in model.decisions)

    def block(self, model: Model, variables: Iterable[int]) -> None:
        """Rules out every model that agrees with `model` on all these variables."""
        self.add_clause(2 * v + model[v] for v in variables)

    def fixed(self, variable: int) -> bool | None:
        """The value that the variable is known to have in every model, if any. Between calls of `solve`."""
        return self.false[2 * variable + 1]

    # -- the search ----------------------------------------------------------------------------------------------------

    def solve_now(self, *args: Any, **options: Any) -> Outcome:
        """`solve`, driven to its end."""
        steps = self.solve(*args, **options)
        try:
            while True:
                next(steps)
        except StopIteration as end:
            return end.value

    def solve(
        self,
        assume: Sequence[int] = (),
        off: Iterable[int] = (),
        prefer: Sequence[int] = (),
        max_conflicts: int | None = None,
    ) -> Generator[Progress, None, Outcome]:
        """A Model in which all of `assume` hold; a Core of assumptions that cannot; None when `max_conflicts` are
        spent.

        `off`: literals made false beforehand, all at once, for which that is harmless (selectors that occur in clauses
        only negated): they are never in a core. `prefer`: literals tried true, in this order, before anything else; the
        model breaks few of them, though not always the fewest.

        Yields at safe points under a millisecond apart; may be closed or thrown into at any, and the solver is then as
        good as before, with what it learnt.
        """
        try:
            return (yield from self._search(dict.fromkeys(assume), list(off), list(prefer), max_conflicts))
        finally:
            self._backjump(0)

    def _search(
        self, assume: Collection[int], off: Sequence[int], prefer: Sequence[int], max_conflicts: int | None
    ) -> Generator[Progress, None, Outcome]:
        if self.broken:
            return Core()
        yield from self._begin()
        given = 1 if assume or off else 0  # the depth that all assumptions share
        self._granted = 0
        spent = since_restart = 0
        pause = self.work + SLICE
        while True:
            conflict = self._propagate()
            if conflict is None and self.theories:
                conflict = self._ask_theories()
            if conflict is not None:
                depth = max((self.level[x] for x in conflict), default=0)
                if depth <= given:
                    return self._core(conflict, assume)
                length = yield from self._learn_from(conflict, depth)
                self._granted = 0
                spent += 1
                since_restart += 1
                yield self._report()
                pause = self.work + SLICE
                if max_conflicts is not None and spent >= max_conflicts:
                    return None
                if prefer and spent == PREFER_LIMIT:
                    self._backjump(0)
                    given, off, prefer = 1, off + prefer, ()
                if self.conflicts >= self._next_reduce:
                    yield from self._reduce()
                if self.conflicts > BLOCK_AFTER and length > BLOCK_MARGIN * self._usual_length:
                    since_restart = 0
                if self._stale(since_restart):
                    since_restart = 0
                    yield from self._restart(given)
            elif self.work >= pause:
                yield self._report()
                pause = self.work + SLICE
            elif self.busy or self.head < len(self.trail):
                continue
            elif len(self.limits) < given:
                failed = self._assume(assume, off)
                if failed is not None:
                    return self._core((failed,), assume)
            else:
                x = self._preferred(prefer, spent) if prefer else None
                if x is None:
                    x = self._choose()
                if x is None:
                    return self._model()
                self.decisions += 1
                self.limits.append(len(self.trail))
                self._falsify(x, None)

    def _begin(self) -> Iterator[Progress]:
        yield from self._tidy()
        self._forget_target()
        self.cursor = self.newest
        for theory in self.theories:
            theory.begin()

    def _assume(self, assume: Collection[int], off: Collection[int]) -> int | None:
        """One depth for all: makes `off` false and `assume` true. Returns an assumption that is false already, if
        any."""
        self.limits.append(len(self.trail))
        for x in off:
            if self.false[x] is None:
                self._falsify(x, None)
        for x in assume:
            if self.false[x]:
                return x
            if self.false[x] is None:
                self._falsify(self.neg[x], None)
        return None

    def _report(self) -> Progress:
        progress = self.progress
        progress.settled, progress.of = (self.limits or [len(self.trail)])[0], len(self.first)
        progress.counts["conflicts"], progress.counts["restarts"] = self.conflicts, self.restarts
        return progress

    def _model(self) -> Model:
        model = Model(value or 0 for value in self.false[1::2])
        start = self.limits[0] if self.limits else len(self.trail)
        model.decisions = tuple(self.neg[x] for x in self.trail[start:] if self.reason[x] is None)
        return model

    def _core(self, conflict: Sequence[int], assume: Collection[int]) -> Core:
        """Those assumptions that make all literals of `conflict` false; an assumption may be one of these itself."""
        level, reason = self.level, self.reason
        core = [x for x in conflict if x in assume]
        seen = {x for x in conflict if level[x]}
        if not seen and not core:
            self.broken = True
        for x in reversed(self.trail[self.limits[0] :] if seen else ()):
            if x not in seen:
                continue
            if reason[x] is not None:
                seen.update(y for y in self._because(x) if level[y])
            elif self.neg[x] in assume:
                core.append(self.neg[x])
        return Core(core)

    # -- decisions -----------------------------------------------------------------------------------------------------

    def _preferred(self, prefer: Sequence[int], spent: int) -> int | None:
        """The literal to make false for the first open preference: at first its negation, later itself."""
        false = self.false
        for at in range(self._granted, len(prefer)):
            x = prefer[at]
            if false[x] is None:
                self._granted = at
                return self.neg[x] if spent < PREFER_TRIES else x
        self._granted = len(prefer)
        return None

    def _choose(self) -> int | None:
        """The literal to make false next: of the newest open variable in the queue. None: all are decided."""
        false, gate, older = self.false, self.gate, self.older
        v = self.cursor
        while v >= 0 and (false[2 * v] is not None or gate[v] is not None and false[gate[v]]):
            v = older[v]
        if v < 0:
            if all(false[2 * v] is not None or false[gate[v]] for v in self.gated):
                return None
            self.cursor = self.newest
            return self._choose()
        self.cursor = v
        if self.fixed_phases:
            return self.first[v]
        target = self.target[v]
        return self.saved[v] if target is None else target

    def _bump(self, literals: Iterable[int]) -> None:
        """Moves variables to the new end of the queue; they keep their order among themselves."""
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

    def _falsify(self, x: int, reason: Any) -> None:
        n = self.neg[x]
        self.false[x], self.false[n] = True, False
        self.level[x] = len(self.limits)
        self.reason[x] = reason
        self.trail.append(x)

    def imply(self, x: int, reason: Sequence[int] | Later) -> None:
        """For theories: makes the open literal x true."""
        self._falsify(self.neg[x], reason)

    def _ask_theories(self) -> Sequence[int] | None:
        """Each theory in turn, until one has news for the clauses or fails."""
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
        """Unit propagation of at most SLICE literals. Returns a clause of false literals, or None.

        All is written out, for speed: a call for each new literal would double the time.
        """
        false, neg, level, reason, trail = self.false, self.neg, self.level, self.reason, self.trail
        implied, pairs, watches, alone = self.implied, self.pairs, self.watches, self.alone
        depth, before = len(self.limits), self.head
        queue = iter(trail)
        queue.__setstate__(before)  # a list iterator sees what is appended while it runs
        try:
            for x in islice(queue, SLICE):
                for y in implied[x]:  # x or not y
                    value = false[y]
                    if not value:
                        n = neg[y]
                        if value is not None:
                            return x, n
                        false[y] = True
                        false[n] = False
                        level[y] = depth
                        reason[y] = alone[x]
                        trail.append(y)
                for y, z in pairs[x]:  # x or y or z
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
        """Forgets all that was assigned beyond `depth`."""
        if len(self.limits) <= depth:
            return
        false, neg, level, var, saved = self.false, self.neg, self.level, self.var, self.saved
        stamp, trail = self.stamp, self.trail
        start, cursor = self.limits[depth], self.cursor
        newest = stamp[cursor] if stamp else 0
        for theory in self.theories:
            theory.undo(depth, start)
        for x in trail[start:]:
            false[x] = false[neg[x]] = None
            level[x] = 0
            v = var[x]
            saved[v] = x
            if stamp[v] > newest:
                newest = stamp[v]
                cursor = v
        self.cursor = cursor
        del trail[start:]
        del self.limits[depth:]
        self.head = start

    # -- learning ------------------------------------------------------------------------------------------------------

    def _depth_of(self, conflict: Sequence[int]) -> int:
        return max((self.level[x] for x in conflict), default=0)

    def _learn_from(self, conflict: Sequence[int], depth: int) -> Generator[Progress, None, int]:
        """Learns from a conflict and jumps back. Returns the length of the trail that had no conflict."""
        self.conflicts += 1
        self._backjump(depth)  # a theory may have found it late
        length = self.limits[depth - 1]
        if length > LONG_TRAIL:
            yield self._report()
        self._aim(length)
        learnt = self._analyse(conflict)
        if length > LONG_TRAIL:
            yield self._report()
        lbd = len({self.level[x] for x in learnt})
        back = self.level[learnt[1]] if len(learnt) > 1 else 0
        self._backjump(back)
        self._falsify(self.neg[learnt[0]], self._store(learnt, lbd))
        self._average(lbd, length)
        return length

    def _because(self, x: int) -> Sequence[int]:
        """The clause that made x false; the literal in it that is not false, if there, has level 0."""
        reason = self.reason[x]
        if type(reason) is Later:
            reason = self.reason[x] = tuple(reason.theory.explain(self.neg[x], reason.note))
        return reason[2] if type(reason) is list else reason

    def _analyse(self, conflict: Sequence[int]) -> tuple[int, ...]:
        """The first-UIP clause, minimised: the literal it asserts first, then one of the depth to jump back to."""
        level, reason, seen, trail = self.level, self.reason, self.seen, self.trail
        depth = len(self.limits)
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
                if literals[3] > KEEP_LBD:
                    self._value(literals)
                literals = literals[2]
            elif kind is Later:
                literals = self._because(x)
        self._bump(touched)
        depths = {level[y] for y in learnt}
        failed: set[int] = set()
        learnt = [y for y in learnt if reason[y] is None or not self._redundant(y, depths, touched, failed)]
        for y in touched:
            seen[y] = False
        learnt.sort(key=level.__getitem__, reverse=True)
        return x, *learnt

    def _redundant(self, x: int, depths: set[int], touched: list[int], failed: set[int]) -> bool:
        """Whether the other literals of the clause make x false by propagation. Explains nothing that was not
        explained.

        What is found to follow from them becomes `seen` and `touched`; what is found not to, `failed`.
        """
        level, reason, seen = self.level, self.reason, self.seen
        todo, mark = [x], len(touched)
        parent = {}
        while todo:
            at = todo.pop()
            literals = reason[at]
            if type(literals) is not Later:
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

    def _store(self, literals: tuple[int, ...], lbd: int = 0) -> Any:
        """Adds a clause of two or more literals, to be watched at the first two. Returns it as a reason for the
        first."""
        x, *rest = literals
        if len(rest) == 1:
            y = rest[0]
            self.implied[x].append(self.neg[y])
            self.implied[y].append(self.neg[x])
            return self.alone[y]
        if len(rest) == 2 and not lbd:
            y, z = rest
            self.pairs[x].append((y, z))
            self.pairs[y].append((x, z))
            self.pairs[z].append((x, y))
            return y, z
        if not rest:
            return ()
        clause = [x, rest[0], literals, lbd, self.conflicts]
        self.watches[x].append(clause)
        self.watches[rest[0]].append(clause)
        if lbd:
            self.learnts.append(clause)
        return clause

    def _value(self, clause: list) -> None:
        """A learnt clause took part in a conflict: notes when, and in how few levels it fell."""
        level = self.level
        clause[4] = self.conflicts
        lbd = len({level[x] for x in clause[2]}) - 1
        if lbd < clause[3]:
            clause[3] = lbd

    def _average(self, lbd: int, length: int) -> None:
        n = self.conflicts
        self._lbd_fast += (lbd - self._lbd_fast) / min(n, 32)
        self._lbd_slow += (lbd - self._lbd_slow) / min(n, 4096)
        self._usual_length += (length - self._usual_length) / min(n, 4096)

    # -- keeping house -------------------------------------------------------------------------------------------------

    def _stale(self, conflicts: int) -> bool:
        """Whether it is time for a restart, that many conflicts after the last one."""
        if self.conflicts >= self._period_ends:
            self._periods += 1
            self._period_ends += PERIOD * (1 + self._periods // 2)
        if self._periods % 2:
            if conflicts >= CALM_RESTART * luby(self._calm_restarts):
                self._calm_restarts += 1
                return True
            return False
        return conflicts >= RESTART_AFTER and self._lbd_fast * RESTART_MARGIN > self._lbd_slow

    def _restart(self, given: int) -> Iterator[Progress]:
        self.restarts += 1
        self._backjump(given)
        self.cursor = self.newest  # some gates may have opened
        if not self.limits:
            yield from self._tidy()
        if self.restarts % FORGET_TARGET == 0:
            self._forget_target()

    def _aim(self, length: int) -> None:
        """Keeps the values of the longest trail without conflict as the ones to try."""
        if length > self._longest:
            self._longest = length
            var, target = self.var, self.target
            for x in self.trail[:length]:
                target[var[x]] = x

    def _forget_target(self) -> None:
        self._longest = 0
        self.target[:] = [None] * len(self.target)

    def _reduce(self) -> Iterator[Progress]:
        """Throws away the worse half of the learnt clauses. Nobody needs to keep reasons: they hold their clause
        themselves."""
        self._next_reduce = self.conflicts + REDUCE_FIRST + REDUCE_STEP * (self.conflicts // REDUCE_FIRST)
        good = [c for c in self.learnts if c[3] <= KEEP_LBD]
        rest = sorted([c for c in self.learnts if c[3] > KEEP_LBD], key=lambda c: (c[3], -c[4]))
        half = len(rest) // 2
        self.learnts = good + rest[:half]
        yield self._report()
        yield from self._drop(rest[half:])

    def _tidy(self) -> Iterator[Progress]:
        """At depth 0: drops clauses that hold for good, when there may be some. May be left at any yield."""
        settled = len(self.trail)
        if settled == self._tidied or self.head < settled or self.work < self._tidy_again:
            return
        self._tidied, self._tidy_again = settled, self.work + 4 * len(self.false)
        false, implied, pairs, watches = self.false, self.implied, self.pairs, self.watches
        yield self._report()
        self.learnts = [c for c in self.learnts if not any([false[x] is False for x in c[2]])]
        for x, value in enumerate(false):
            if x % TIDY_AT_ONCE == 0:
                yield self._report()
            if value is None:
                implied[x] = [y for y in implied[x] if false[y] is None]
                pairs[x] = [p for p in pairs[x] if false[p[0]] is not False and false[p[1]] is not False]
                if watches[x]:
                    watches[x] = [c for c in watches[x] if not any([false[y] is False for y in c[2]])]
            else:
                implied[x], pairs[x], watches[x] = [], [], []

    def _drop(self, clauses: Sequence[list]) -> Iterator[Progress]:
        """Nobody watches these any more."""
        dropped = {id(c) for c in clauses}
        for number, x in enumerate(dict.fromkeys([x for c in clauses for x in c[:2]])):
            if number % TIDY_AT_ONCE == 0:
                yield self._report()
            self.watches[x] = [c for c in self.watches[x] if id(c) not in dropped]
