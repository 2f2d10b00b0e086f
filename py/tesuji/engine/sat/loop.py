"""The theory of a single loop: the edges that are on form exactly one closed path.

Clauses forbid vertices with one or three edges on. The theory stores the two ends of every path of edges that are on,
and enforces what would take exponentially many clauses: a path may close only if this completes the puzzle. The counts
("this many of these edges are on") decide whether a cycle completes it.

Explanations are tried in this order, the shortest first. A cycle (or a path with the edge that would close it) breaks a
count, so its edges cannot all be on. Or another edge is on elsewhere. Or the cycle breaks a count whose guard is true.

If there are few counts, the search can waste time on loops that can no longer be connected. From the eleventh conflict
of a call on, the theory therefore also checks that all edges that are on can still be connected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from tesuji.engine.sat.theory import LazyReason, Theory

CUT_AFTER = 10  # conflicts of a call before connectivity is checked
SELDOM = 64  # connectivity is checked at least once in this many fixpoints, and at each one while it finds something


class LoopTheory(Theory):
    """`edges`: (variable, (vertex, vertex)), with vertices 0, 1, 2, ...; `counts`: (variables, allowed numbers, guard
    literal or None).
    """

    by_one_rule = False

    def __init__(
        self,
        edges: Iterable[tuple[int, tuple[int, int]]],
        counts: Iterable[tuple[Collection[int], Collection[int], int | None]] = (),
        cut_after: int | None = CUT_AFTER,
    ):
        self.cut_after = cut_after
        # keyed by the literal that is false when the edge is on
        self.ends = {2 * e + 1: ends for e, ends in edges}
        size = 1 + max(map(max, self.ends.values()), default=-1)
        self.links: list[dict[int, int]] = [{} for _ in range(size)]
        for x, (u, v) in self.ends.items():
            self.links[u][v] = self.links[v][u] = x
        self.counts = [
            (frozenset(2 * e + 1 for e in scope), frozenset(allowed), guard) for scope, allowed, guard in counts
        ]
        self._weigh()
        self.other: list[int | None] = list(range(size))  # for the end of a path, its other end; None inside a path
        self.length = [0] * size  # length of a path, stored at its ends
        self.weight = [0] * size
        self.lines: list[list[int]] = [[] for _ in range(size)]  # edges on at a vertex, in order
        self.on: list[int] = []
        self.since: list[int] = []  # positions of these on the trail
        self.log: list[tuple[int, ...]] = []
        self.maybe = [x ^ 1 for x in self.ends]
        self.hopes = self.maybe[:2]  # two edges that may be on, used while none is
        self.hoped = 0  # position of the first of these
        self.head = 0
        self.begun = self.since_cut = 0
        self.pace = 1

    def _weigh(self) -> None:
        """Set up a cheap test: the edges of a loop that satisfies all counts occur in them as often as the counts add
        up to.
        """
        plain = [(scope, min(allowed)) for scope, allowed, guard in self.counts if guard is None and len(allowed) == 1]
        self.total = sum(number for _, number in plain)
        self.worth = dict.fromkeys(self.ends, 0)
        for scope, _ in plain:
            for x in scope:
                self.worth[x] += 1

    def begin(self) -> None:
        self.begun = self.solver.conflicts
        self.since_cut, self.pace = 0, 1

    # -- following the trail -------------------------------------------------------------------------------------------

    def propagate(self) -> Sequence[int] | None:
        trail, ends = self.solver.trail, self.ends
        start, self.head = self.head, len(trail)
        for at, x in enumerate(trail[start:], start):
            if x in ends:
                self.since.append(at)
                conflict = self._join(x, *ends[x])
                if conflict is not None:
                    return conflict
        if not self.on:
            return self._hope()
        if self.cut_after is not None and self.solver.conflicts - self.begun > self.cut_after:
            self.since_cut += 1
            if self.since_cut >= self.pace:
                return self._cut()
        return None

    def undo(self, depth: int, length: int) -> None:
        since = self.since
        while since and since[-1] >= length:
            since.pop()
            self._part()
        self.head = min(self.head, length)

    def _join(self, x: int, u: int, v: int) -> Sequence[int] | None:
        """Turn edge x on: it joins two paths, or closes a cycle. Return a conflict, or None."""
        other, length, weight = self.other, self.length, self.weight
        a, b = other[u], other[v]
        self.on.append(x)
        self.lines[u].append(x)
        self.lines[v].append(x)
        if a is None or b is None:
            self.log.append(())
            return self.lines[u if a is None else v][:3]
        if a == v:
            self.log.append(())
            return self._close(x, u, v)
        self.log.append((a, b, length[u], length[v], weight[u], weight[v]))
        joined, worth = length[u] + length[v] + 1, weight[u] + weight[v] + self.worth[x]
        if a != u:
            other[u] = None
        if b != v:
            other[v] = None
        other[a], other[b] = b, a
        length[a] = length[b] = joined
        weight[a] = weight[b] = worth
        closing = self.links[a].get(b)
        if closing is not None and joined > 1 and self.solver.false[closing] is None:
            self._keep_open(closing, a, b)
        return None

    def _part(self) -> None:
        """Undo the latest `_join`."""
        u, v = self.ends[self.on.pop()]
        self.lines[u].pop()
        self.lines[v].pop()
        entry = self.log.pop()
        if entry:
            a, b, length_u, length_v, weight_u, weight_v = entry
            other = self.other
            other[u], other[v], other[a], other[b] = a, b, u, v
            self.length[u] = self.length[a] = length_u
            self.length[v] = self.length[b] = length_v
            self.weight[u] = self.weight[a] = weight_u
            self.weight[v] = self.weight[b] = weight_v

    # -- consequences ---------------------------------------------------------------------------------------------------

    def _close(self, x: int, u: int, v: int) -> Sequence[int] | None:
        """Handle an edge x that closes a cycle, which is either the loop or a conflict."""
        cycle = [x, *self._path(u, v)]
        broken = self._broken(cycle, self.weight[u] + self.worth[x])
        if broken == ():
            return cycle
        within = set(cycle)
        false = self.solver.false
        stray = next((y for y in self.on if y not in within), None)
        if stray is None:
            stray = next((y for y in self.ends if false[y] and y not in within), None)
        if stray is not None:
            return [*cycle, stray]
        if broken:
            return [*cycle, *broken]
        reason = tuple(cycle)
        for y in self.ends:
            if false[y] is None:
                self.solver.imply(y, reason)
        return None

    def _keep_open(self, closing: int, a: int, b: int) -> None:
        """Forbid edge `closing`, which would close the path from a to b, if that would be too soon."""
        worth = self.weight[a] + self.worth[closing]
        if worth != self.total:
            extra: Any = ()
        elif self.length[a] < len(self.on):
            extra = None  # an edge elsewhere, computed on demand
        else:
            extra = self._broken([closing, *self._path(a, b)], worth)
            if extra is None:
                return
        self.solver.imply(closing, LazyReason(self, (a, b, extra)))

    def explain(self, literal: int, note: Any) -> Sequence[int]:
        a, b, extra = note
        path = self._path(a, b)
        if extra is None:
            within = set(path)
            extra = (next(y for y in self.on if y not in within),)
        return [*path, *extra]

    def _path(self, start: int, end: int) -> list[int]:
        """Return the edges of the path that once ended at `start` and `end`; it may have grown at both ends since."""
        lines, ends = self.lines, self.ends
        x = lines[start][0]
        path = [x]
        u, v = ends[x]
        at = v if u == start else u
        while at != end:
            first, second = lines[at][:2]
            x = second if x == first else first
            path.append(x)
            u, v = ends[x]
            at = v if u == at else u
        return path

    def _broken(self, cycle: Sequence[int], worth: int) -> tuple[int, ...] | None:
        """Return the rest of a clause against this cycle: empty, or the guard of a count that it breaks. Return None if
        the cycle may close.
        """
        if worth != self.total:
            return ()
        within = set(cycle)
        found = None
        for scope, allowed, guard in self.counts:
            if len(within & scope) not in allowed:
                if guard is None:
                    return ()
                if self.solver.false[guard ^ 1] and found is None:
                    found = (guard ^ 1,)
        return found

    def _hope(self) -> Sequence[int] | None:
        """Turn on the last edge that may be on, because there must be a loop."""
        false = self.solver.false
        if len(self.hopes) == 2 and not false[self.hopes[0]] and not false[self.hopes[1]]:
            return None
        # Search from the position of the latest finding, with wrap-around, so that a whole search passes each edge only
        # a few times.
        edges, at = self.maybe, self.hoped
        places: list[int] = []
        looked = 0
        while looked < len(edges) and len(places) < 2:
            if not false[edges[at]]:
                places.append(at)
            at, looked = (at + 1) % len(edges), looked + 1
        self.solver.work += looked // 8
        if not places:
            return edges
        self.hoped = places[0]
        left = [edges[place] for place in places]
        if len(left) > 1:
            self.hopes = left
        elif false[left[0]] is None:
            self.solver.imply(left[0], tuple(x for x in edges if x != left[0]))
        return None

    def _cut(self) -> Sequence[int] | None:
        """Return a conflict if some edges that are on can no longer be connected: these edges, and the border of the
        region reachable from the first one.
        """
        false, links, ends = self.solver.false, self.links, self.ends
        self.since_cut = 0
        start = ends[self.on[0]][0]
        reached, todo, border = {start}, [start], []
        while todo:
            u = todo.pop()
            for v, x in links[u].items():
                if false[x] is False:
                    border.append((x, v))
                elif v not in reached:
                    reached.add(v)
                    todo.append(v)
        self.solver.work += len(reached)
        for x in self.on:
            if ends[x][0] not in reached:
                self.pace = 1
                return [self.on[0], x, *(y ^ 1 for y, v in border if v not in reached)]
        self.pace = min(2 * self.pace, SELDOM)
        return None
