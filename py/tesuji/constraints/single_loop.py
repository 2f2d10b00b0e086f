"""SingleLoop: the yes edges of a graph form one closed loop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from tesuji.bitset import members
from tesuji.constraint import Clause, Constraint, Target
from tesuji.constraints.count import Count
from tesuji.errors import Contradiction
from tesuji.model import Board, Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder
    from tesuji.engine.sat.proof import ProvingSolver


class Paths(NamedTuple):
    """The paths of some yes edges: path end -> other end, path end -> edges of its path, and the edges of a closed loop
    if there is one (otherwise 0).
    """

    yes: int
    other: dict[int, int]
    length: dict[int, int]
    closed: int


NO_PATHS = Paths(0, {}, {}, 0)


class SingleLoop(Constraint):
    """The yes cells, as edges of a graph, form exactly one closed loop, and at least one edge is yes.

    `edges` maps cell -> its two vertices. A separate `Count` ensures 0 or 2 yes edges at each vertex; this constraint
    handles only closed paths. Finding everything that a single loop implies is NP-hard, so `infer` applies three rules.
    A closed loop is the whole loop. An edge that would close a path while another yes edge exists is no. The last edge
    that may be yes is yes.

    `sides` names the one or two faces next to each edge of a planar graph. They are redundant, but the inside and
    outside of the loop help the learner if there are few other constraints.
    """

    __slots__ = ("ends", "sides", "_all", "_between", "_edges")

    name = "loop"
    propagators = ("lattice_loop",)
    extra_after = 30

    def __init__(
        self,
        edges: Sequence[tuple[int, tuple[int, int]]],
        clue: Clue | None = None,
        sides: Sequence[Sequence[Hashable]] = (),
    ):
        self.scope = tuple(cell for cell, _ in edges)
        self.ends = tuple(ends for _, ends in edges)
        self.clue = clue
        self.sides = tuple(map(tuple, sides))
        self._all = (1 << len(self.scope)) - 1
        self._between: dict[tuple[int, int], tuple[int, ...]] = {}
        self._edges = frozenset(self.scope)

    def infer(self, yes: int, no: int, known: Paths = NO_PATHS) -> tuple[int, int]:
        """Infer by the rules above until none applies. Sound. The time is linear in the number of yes edges that are
        not in `known`.
        """
        unknown = self._all & ~(yes | no)
        if not yes:
            if not unknown:
                raise Contradiction(self)
            return (unknown, no) if not unknown & (unknown - 1) else (yes, no)
        _, other, length, closed = self.paths(yes, known)
        if closed:
            if closed != yes.bit_count():
                raise Contradiction(self)
            return yes, no | unknown
        total = yes.bit_count()
        for a, b in other.items():
            if a < b and length[a] != total:
                for place in self._edges_between().get((a, b), ()):
                    no |= unknown & 1 << place
        if not self._all & ~(yes | no):
            raise Contradiction(self)
        return yes, no

    def _edges_between(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """Two vertices, the lower one first -> the places of the edges between them. Computed on first use."""
        if not self._between:
            for place, (a, b) in enumerate(self.ends):
                pair = (a, b) if a < b else (b, a)
                self._between[pair] = (*self._between.get(pair, ()), place)
        return self._between

    def paths(self, yes: int, known: Paths = NO_PATHS) -> Paths:
        """Return the paths of some edges, starting from `known`, the paths of some of them, without a loop."""
        other, length = known.other.copy(), known.length.copy()
        for place in members(yes & ~known.yes):
            a, b = self.ends[place]
            if other.get(a) == b:
                return Paths(yes, other, length, length[a] + 1)
            end_a, end_b = other.pop(a, a), other.pop(b, b)
            edges = length.pop(a, 0) + length.pop(b, 0) + 1
            other[end_a], other[end_b] = end_b, end_a
            length[end_a] = length[end_b] = edges
        return Paths(yes, other, length, 0)

    def prepared(self, yes: int) -> Callable[[int, int], tuple[int, int]]:
        known = self.paths(yes)
        return self.infer if known.closed else partial(self.infer, known=known)

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return the path that would close, or the cycle, and one edge elsewhere, if these are enough."""
        near = self.closing(yes, target)
        if near and self.test(target)(yes & near, no & near):
            return near
        return super().reason(yes, no, target, order)

    def closing(self, yes: int, target: Target | None) -> int:
        """Return the edges of the path that a target would close, or of a cycle, and one edge elsewhere; 0 if there are
        none.
        """
        if target is not None and target[1]:
            return 0
        links: dict[int, list[tuple[int, int]]] = {}
        for place in members(yes):
            a, b = self.ends[place]
            links.setdefault(a, []).append((b, 1 << place))
            links.setdefault(b, []).append((a, 1 << place))
        path = _path(links, *self.ends[target[0]]) if target else 0
        path = path or _cycle(links)
        elsewhere = yes & ~path
        return path | elsewhere & -elsewhere

    # The learner

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Add a theory, with the counts of edges that the loop has to satisfy, and clauses for the inside of the loop.

        A loop with a guard is encoded by its inferences. A proof adds the inside later.
        """
        from tesuji.engine.sat.loop import LoopTheory

        if guard is not None:
            yield from super().encode(encoder, guard)
            return
        if encoder.record is None:
            yield from self.extra_clauses(encoder)
        counts = [(one.scope, one.allowed, own) for one, own in encoder.all_of(Count) if self.counts_edges(one)]
        encoder.add_theory(LoopTheory(zip(self.scope, self.ends), counts))

    def counts_edges(self, constraint: Constraint) -> TypeGuard[Count]:
        """Return whether a constraint is a clue that counts edges of the loop and nothing else."""
        return isinstance(constraint, Count) and bool(constraint.clue) and self._edges.issuperset(constraint.scope)

    def extra_clauses(self, encoder: Encoder) -> Iterator[Clause]:
        """Yield the clauses that state that the loop has an inside.

        They are redundant. On puzzles with few numbers they save half of the conflicts or more; some results take ten
        conflicts with them and 10^5 without.
        """
        from tesuji.engine.sat.sides import SIDES, InsideClauses

        encoder.rule = SIDES
        known = Board() if encoder.guards else encoder.known
        yield from InsideClauses(self.scope, self.sides, encoder, known).clauses()
        encoder.rule = self

    def add_lemma(self, solver: ProvingSolver, clause: Clause) -> int:
        """Record a lemma of the theory. If a cycle breaks a count, two rules take part: the loop leaves all other edges
        off, and the count then fails.
        """
        if self not in solver.memo:
            solver.memo[self] = Cycles(self, solver.constraints)
        cycles = solver.memo[self]
        count = cycles.breaks(clause)
        record = solver.record
        if not count:
            return record.lemma(clause, self)
        cycle, facts = {x >> 1 for x in clause}, record.facts
        others = [edge for edge in count.scope if edge not in cycle]
        for edge in others:
            if 2 * edge in facts:
                return record.learnt(clause, [record.lemma((*clause, 2 * edge + 1), self)])
        known = tuple(2 * edge + 1 for edge in count.scope if edge in cycle)
        hints = [record.lemma((*clause, 2 * edge + 1), self) for edge in others if 2 * edge + 1 not in facts]
        broken = record.lemma((*known, *(2 * edge for edge in others)), count)
        return record.learnt(clause, [*hints, broken])

    @property
    def rule(self) -> str:
        """The type alone, since a puzzle rarely has two loops, or the place of a clue."""
        return self.name if self.clue is None else super().rule

    def broken(self, yes: int, no: int) -> tuple[str, dict[str, int], dict[str, int]]:
        cycle = _without_dead_ends([ends for place, ends in enumerate(self.ends) if yes >> place & 1])
        if not cycle:
            return "-open", {}, {}
        return "-closed", {"length": len(cycle)}, {"at": self.scope[self.ends.index(cycle[0])]}

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "ends", the two vertices of each edge."""
        return {**super().data(), "ends": [list(ends) for ends in self.ends]}


class Cycles:
    """Finds the counts that a loop of a few edges breaks."""

    def __init__(self, loop: SingleLoop, constraints: Sequence[Constraint]):
        self.ends = dict(zip(loop.scope, loop.ends))
        self.counts = [one for one in constraints if loop.counts_edges(one)]
        self.counted: dict[int, list[int]] = {}
        """For each edge, the numbers of the counts that contain it."""
        for number, count in enumerate(self.counts):
            for edge in count.scope:
                self.counted.setdefault(edge, []).append(number)

    def breaks(self, clause: Clause) -> Count | None:
        """Return a count that is broken if the edges of a clause are the loop. Return None if there is none, or if the
        clause does not state that the edges of a cycle are not all on.
        """
        cycle = [x >> 1 for x in clause if x & 1]
        if len(cycle) < len(clause):
            return None
        meeting = Counter([vertex for edge in cycle for vertex in self.ends[edge]])
        if any(number != 2 for number in meeting.values()):
            return None
        numbers = Counter([number for edge in cycle for number in self.counted.get(edge, ())])
        broken = (one for number, one in enumerate(self.counts) if numbers.get(number, 0) not in one.allowed)
        return next(broken, None)


def _path(links: dict[int, list[tuple[int, int]]], start: int, end: int) -> int:
    """Return the edges of a path between two vertices, or 0 if there is none. No vertex has more than two edges."""
    came: dict[int, tuple[int, int]] = {start: (start, 0)}
    todo = [start]
    while todo and end not in came:
        at = todo.pop()
        for other, place in links.get(at, ()):
            if other not in came:
                came[other] = (at, place)
                todo.append(other)
    edges, at = 0, end
    while at in came and at != start:
        at, place = came[at]
        edges |= place
    return edges


def _cycle(links: dict[int, list[tuple[int, int]]]) -> int:
    """Return the edges of a closed path, or 0 if there is none."""
    seen: set[int] = set()
    for start in links:
        edges, at = 0, start
        while at not in seen:
            seen.add(at)
            at, place = next(((other, place) for other, place in links[at] if not edges & place), (at, 0))
            edges |= place
            if at == start and place:
                return edges
    return 0


def _without_dead_ends(edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the edges on closed paths and between them, also if edges branch."""
    while True:
        times = Counter(vertex for ends in edges for vertex in ends)
        kept = [ends for ends in edges if all(times[vertex] > 1 for vertex in ends)]
        if len(kept) == len(edges):
            return kept
        edges = kept
