"""Facts of a proof by one constraint after the other: what counts, lines with runs and the single loop settle by
themselves, and which single cells they refute. It takes no clauses, and is all that most puzzles need."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from tesuji.bitset import literals, members
from tesuji.constraints import Count, Runs, SingleLoop
from tesuji.engine.sat.encoder import AT_ONCE
from tesuji.engine.sat.proof import Record
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle

LOOKS = 10
"""At each constraint, on the average, for refutations: from there on, a clause learner is faster."""
SHORT = 32
"""Cells of a constraint up to which it is quicker to pass through all of them."""
Holds = Callable[[int], bool]
"""Whether a literal holds."""
GIVEN = "given"
"""The rule of what the document itself settles."""


class Because(NamedTuple):
    """Why literals hold: a constraint, and what was known of its cells, as bit sets over its scope; of the loop, the
    literals that it took."""

    rule: Any
    yes: int = 0
    no: int = 0
    taken: Sequence[int] = ()

    @property
    def given(self) -> Sequence[int]:
        return self.taken or _literals_of(self.rule.scope, self.yes, self.no)

    def least(self, x: int) -> Sequence[int]:
        """Of a count, the literals of one sign alone, where they are enough for this literal, or for a contradiction
        (-1)."""
        if isinstance(self.rule, Count) and self.yes and self.no:
            place = self.rule.scope.index(x >> 1) if x >= 0 else 0
            for yes, no in ((self.yes, 0), (0, self.no)):
                if _forces(self.rule, yes, no, place, x):
                    return _literals_of(self.rule.scope, yes, no)
        return self.given


@cache
def _is_idle(allowed: frozenset[int], size: int) -> bool:
    """Whether a count of so many cells says nothing while none of them is known."""
    fits = {number for number in allowed if 0 <= number <= size}
    return bool(fits - {0}) and bool(fits - {size})


def _forces(count: Count, yes: int, no: int, place: int, x: int) -> bool:
    try:
        found = count.infer(yes, no)
    except Contradiction:
        return x < 0
    return x >= 0 and bool(found[x & 1] >> place & 1)


def _literals_of(cells: Sequence[int], yes: int, no: int) -> list[int]:
    """The literals of the cells of a constraint that are yes and that are no."""
    if len(cells) > SHORT:
        return [2 * cells[place] for place in members(yes)] + [2 * cells[place] + 1 for place in members(no)]
    found = []
    for cell in cells:
        if yes & 1:
            found.append(2 * cell)
        elif no & 1:
            found.append(2 * cell + 1)
        yes >>= 1
        no >>= 1
    return found


class Refuter:
    """Propagation that keeps the reasons of what is only supposed, and writes those of facts down at once."""

    def __init__(self, puzzle: Puzzle, record: Record):
        self.puzzle, self.record = puzzle, record
        self.constraints = [one for one in puzzle.constraints if isinstance(one, (Count, Runs))]
        self.holders: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.size)]
        """Of each cell, the constraints with it, and its bit there."""
        self.seen = [[0] * len(self.constraints), [0] * len(self.constraints)]
        """Of each constraint, what is yes and what is no."""
        self.waiting = [
            not (isinstance(one, Count) and _is_idle(one.allowed, len(one.scope))) for one in self.constraints
        ]
        self.todo = deque(number for number, waits in enumerate(self.waiting) if waits)
        self.left = LOOKS * len(self.constraints)
        self.trail: list[int] = []
        self.reasons: dict[int, Because] | None = None
        """Why each literal holds that follows from what is supposed; None while nothing is supposed."""
        self.broken: Because | None = None
        """What cannot hold."""
        self.lemmas: dict[tuple[int, ...], int] = {}
        """The lines of lemmas."""
        loop = next((one for one in puzzle.constraints if isinstance(one, SingleLoop)), None)
        self.paths = Paths(loop) if loop else None

    def facts(self, order: Sequence[int], known: Board) -> Iterator[None]:
        """Settles all facts; then refutes the other value of the cells of `order`, whose value is known."""
        for number, constraint in enumerate(self.constraints):
            if number % AT_ONCE == 0:
                yield
            for place, cell in enumerate(constraint.scope):
                self.holders[cell].append((number, 1 << place))
        givens = literals(*self.puzzle.givens)
        self.record.settle(givens, (), GIVEN)
        for x in givens:
            self._note(x)
        yield from self._propagate()
        for cell in order:
            if self.record.closed or self.left < 0:
                return
            right = 2 * cell + (known.no >> cell & 1)
            if not self._holds(right) and (yield from self._refute(right ^ 1)):
                self._note(right)
                yield from self._propagate()

    def _note(self, x: int) -> None:
        """A literal that holds, for all that look at its cell."""
        self.trail.append(x)
        seen = self.seen[x & 1]
        for holder, bit in self.holders[x >> 1]:
            seen[holder] |= bit
            if not self.waiting[holder]:
                self.waiting[holder] = True
                self.todo.append(holder)

    def _propagate(self) -> Iterator[None]:
        """To the fixpoint, or to what cannot hold."""
        constraints, (seen_yes, seen_no), todo, waiting = self.constraints, self.seen, self.todo, self.waiting
        work = looks = 0
        while self.broken is None and (todo or self._close_paths()):
            while todo and self.broken is None:
                number = todo.popleft()
                constraint, yes, no = constraints[number], seen_yes[number], seen_no[number]
                work += len(constraint.scope)
                looks += 1
                if work >= AT_ONCE:
                    work = 0
                    yield
                try:
                    more_yes, more_no = constraint.infer(yes, no)
                    if more_yes != yes or more_no != no:
                        news = _literals_of(constraint.scope, more_yes & ~yes, more_no & ~no)
                        self._settle(news, constraint, yes, no)
                except Contradiction:
                    self.broken = Because(constraint, yes, no)
                waiting[number] = False  # only now: it has no more to say about its own news
        if self.reasons is not None:
            self.left -= looks
        elif self.broken:
            lemma = self.record.lemma(tuple([x ^ 1 for x in self.broken.given]), self.broken.rule)
            self.record.learnt((), [lemma])

    def _holds(self, x: int) -> bool:
        return x in self.record.facts or bool(self.reasons and x in self.reasons)

    def _close_paths(self) -> bool:
        """Whether the loop settles anything."""
        holds = self.record.facts.__contains__ if self.reasons is None else self._holds
        found = list(self.paths.closed_by(self.trail, holds)) if self.paths else []
        for news, taken in found:
            new = [x for x in news if not holds(x)]  # both ends of a path name the edge that would close it
            stray = next((x for x in new if holds(x ^ 1)), None)  # an edge beside a closed loop
            if stray is not None:
                self.broken = Because(self.paths.loop, taken=[*taken, stray ^ 1])
                break
            self._settle(new, self.paths.loop, taken=taken)
        return bool(self.todo)

    def _settle(self, news: list[int], rule: Any, yes: int = 0, no: int = 0, taken: Sequence[int] = ()) -> None:
        """Literals of which nothing was known, and why they hold, as in `Because`."""
        if self.reasons is None:
            self.record.settle(news, taken or _literals_of(rule.scope, yes, no), rule)
        else:
            self.reasons.update(dict.fromkeys(news, Because(rule, yes, no, taken)))
        for x in news:
            self._note(x)

    def _refute(self, supposed: int) -> Generator[None, None, bool]:
        """Whether a literal cannot hold; its opposite is then a fact."""
        start, paths = len(self.trail), self.paths and self.paths.ends.copy()
        self.reasons = {supposed: Because(GIVEN)}
        self._note(supposed)
        yield from self._propagate()
        refuted = self.broken is not None
        if refuted:
            self.record.learnt((supposed ^ 1,), self._hints(start, supposed))
        self._forget(start)
        if self.paths:
            self.paths.ends, self.paths.seen = paths or {}, min(self.paths.seen, start)
        return refuted

    def _hints(self, start: int, supposed: int) -> list[int]:
        """The lemmas by which what is supposed leads to what cannot hold, in this order."""
        assert self.broken and self.reasons
        given = self.broken.least(-1)
        lemmas, needed = [(tuple([x ^ 1 for x in given]), self.broken.rule)], set(given)
        for x in reversed(self.trail[start:]):
            if x in needed and x != supposed:
                reason = self.reasons[x]
                given = reason.least(x)
                lemmas.append(((x, *[y ^ 1 for y in given]), reason.rule))
                needed.update(given)
        return [self._lemma(tuple(sorted(clause)), rule) for clause, rule in reversed(lemmas)]

    def _lemma(self, clause: tuple[int, ...], rule: Any) -> int:
        """The line of a lemma, which may have served before."""
        if clause not in self.lemmas:
            self.lemmas[clause] = self.record.lemma(clause, rule)
        return self.lemmas[clause]

    def _forget(self, start: int) -> None:
        """Takes back what was supposed, and what followed."""
        for x in self.trail[start:]:
            seen = self.seen[x & 1]
            for holder, bit in self.holders[x >> 1]:
                seen[holder] &= ~bit
        del self.trail[start:]
        for number in self.todo:
            self.waiting[number] = False
        self.todo.clear()
        self.reasons = self.broken = None


class Paths:
    """Yes edges that hang together, as a map from each end of a path to the other."""

    def __init__(self, loop: SingleLoop):
        self.loop = loop
        self.ends: dict[int, int] = {}
        self.seen = 0
        """How many literals of the trail have been looked at."""
        self.vertices = dict(zip(loop.scope, loop.ends))
        self.between = {(min(ends), max(ends)): edge for edge, ends in self.vertices.items()}
        self.meeting: dict[int, list[int]] = {}
        for edge, vertices in self.vertices.items():
            for vertex in vertices:
                self.meeting.setdefault(vertex, []).append(edge)

    def closed_by(self, trail: Sequence[int], holds: Holds) -> Iterator[tuple[list[int], list[int]]]:
        """(edges that are no, what they follow from): those that would close one of several paths, and beside a closed
        loop all others."""
        before, changed = len(self.ends), []
        for x in trail[self.seen :]:
            if not x & 1:
                a, b = self.vertices[x >> 1]
                end_a, end_b = self.ends.pop(a, a), self.ends.pop(b, b)
                if end_a == b:
                    cycle = self._path(a, holds)
                    others = self.vertices.keys() - {one >> 1 for one in cycle}
                    yield [2 * one + 1 for one in sorted(others) if not holds(2 * one + 1)], cycle
                else:
                    self.ends[end_a], self.ends[end_b] = end_b, end_a
                    changed.append(end_a)
        self.seen = len(trail)
        if len(self.ends) > 2:
            yield from self._early(changed if before > 2 else list(self.ends), holds)

    def _early(self, ends: Sequence[int], holds: Holds) -> Iterator[tuple[list[int], list[int]]]:
        """Edges that would close one of several paths, with its edges and one of another."""
        for end in ends:
            far = self.ends.get(end, end)
            edge = self.between.get((min(end, far), max(end, far)))
            if edge is not None and not holds(2 * edge) and not holds(2 * edge + 1):
                elsewhere = next(vertex for vertex in self.ends if vertex not in (end, far))
                path = self._path(end, holds)
                path += [2 * one for one in self.meeting[elsewhere] if holds(2 * one)]
                yield [2 * edge + 1], path

    def _path(self, vertex: int, holds: Holds) -> list[int]:
        """The literals of the yes edges from the end of a path to the other, or once around a cycle."""
        path: list[int] = []
        edge: int | None = -1
        while edge is not None:
            last, edge = edge, None
            for one in self.meeting[vertex]:
                if one != last and holds(2 * one) and (not path or 2 * one != path[0]):
                    edge = one
                    path.append(2 * one)
                    a, b = self.vertices[one]
                    vertex = b if vertex == a else a
                    break
        return path
