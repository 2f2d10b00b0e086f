"""Look-ahead: draw or cross out one edge and follow the consequences at dots, at numbers with their corners, and for
inside and outside, up to a contradiction."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from tesuji.bitset import members, set_of
from tesuji.puzzles.slitherlink.arcs import DOT, NO_ARCS, State, settled
from tesuji.puzzles.slitherlink.boxes import around, surroundings
from tesuji.puzzles.slitherlink.follow import Dead, Follower, Next, Why
from tesuji.puzzles.slitherlink.lattice import all_edges_at
from tesuji.puzzles.slitherlink.regions import Face, FaceSides, faces_beside

LONG = 16
"""Edges that may be needed on the way."""


class Hub(NamedTuple):
    """A dot with the edges that meet there, or a number with its own and those at its corners. `border`: the local
    places that lie beyond the border."""

    kind: int
    """The number, or DOT."""
    clue: int | None
    """The place of the number in `puzzle.constraints`."""
    at: tuple[int, int]
    edges: tuple[int | None, ...]
    border: int


def forced(kind: int, on: int, off: int) -> tuple[int, int] | None:
    """(on, off) with all that a hub forces; None if it cannot hold."""
    return _at_dot(on, off) if kind == DOT else around(kind, on, off)


@lru_cache(maxsize=256)
def _at_dot(on: int, off: int) -> tuple[int, int] | None:
    then = settled(DOT, State(on, off, NO_ARCS))
    return then and (then.on, then.off)


class Ahead(Follower):
    """Follows further than dots and complete numbers lead, but for fewer edges."""

    name = "ahead"
    lengths = 10, 40
    most_numbers = 6
    largest = 4096
    search = (*Follower.search, "on", "off", "joined", "borders", "seen", "links")

    def _look_around(self) -> None:
        lattice, board, numbers = self.lattice, self.board, self.numbers
        self.hubs = [
            Hub(DOT, None, divmod(number, lattice.width + 1), edges, 0b1111 & -1 << len(edges))
            for number, edges in enumerate(all_edges_at(lattice))
        ]
        self.hubs += [Hub(value, index, at, *surroundings(lattice, at)) for at, (index, value) in numbers.items()]
        self.on = [0] * len(self.hubs)
        """For each hub, the edges that are on, and those that are off or beyond the border (local)."""
        self.off = [hub.border for hub in self.hubs]
        self.places: list[list[tuple[int, int]]] = [[] for _ in range(lattice.size)]
        """For each edge, the hubs that it belongs to, by number, and its bit there."""
        for number, hub in enumerate(self.hubs):
            for place, edge in enumerate(hub.edges):
                if edge is not None:
                    self.places[edge].append((number, 1 << place))
        self.faces = faces_beside(lattice)
        self.sides = FaceSides(lattice, board, board.known)
        self.around: dict[int, int] = dict.fromkeys(self.sides.group.values(), 0)
        """For each group of related faces, all edges next to them."""
        for edge, value in enumerate(self.known):
            for face in self.faces[edge]:
                self.around[self.sides.group[face]] |= 1 << edge
            if value is not None:
                self._note(edge, value)
        self.unknown = ~board.known
        scopes = [set_of(edge for edge in hub.edges if edge is not None) for hub in self.hubs]
        self.reach = [reduce(or_, (scopes[number] for number, _ in places)) for places in self.places]
        """For each edge, all edges of the hubs that it belongs to."""
        self.known_on, self.known_off = self.on, self.off

    def _note(self, edge: int, value: bool) -> None:
        for number, place in self.places[edge]:
            (self.on if value else self.off)[number] |= place

    def _search(self, edge: int, value: bool, most: int) -> Dead | None:
        dead = super()._search(edge, value, most)
        return dead if dead and dead.length <= LONG else None

    def _begin(self, edge: int, value: bool) -> None:
        super()._begin(edge, value)
        self.on, self.off = self.known_on[:], self.known_off[:]
        self.joined: dict[int, tuple[int, int]] = {}
        """Groups that have become part of another one, and 1 if they lie on the other side there."""
        self.borders: dict[int, int] = {}
        """For each group, the unknown edges next to it, once it is joined to another."""
        self.seen = 0
        """The edges already used for inside and outside."""
        self.links: dict[int, list[tuple[int, int]]] = {}
        """For each group, the groups that an edge has joined to it, and that edge."""

    def _looked_at(self) -> int:
        return reduce(or_, map(self.reach.__getitem__, self.now), super()._looked_at() | self.seen)

    def _ways(self, edge: int, value: bool) -> Iterator[Dead | list[Next]]:
        if value:
            yield self._closed(edge)
        self._note(edge, value)
        yield self._hubs(edge)
        yield self._join(edge, value)

    # Dots and numbers

    def _hubs(self, edge: int) -> Dead | list[Next]:
        """Consequences of the hubs of an edge for their other edges."""
        hubs, all_on, all_off = self.hubs, self.on, self.off
        asked: list[Next] = []
        for number, _ in self.places[edge]:
            hub, on, off = hubs[number], all_on[number], all_off[number]
            then = forced(hub.kind, on, off)
            if then is None:
                what = "stuck" if hub.kind != DOT else "three" if on.bit_count() > 2 else "end"
                return self._dead(what, hub.at, self._least(number, on, off, None))
            new = (then[0] | then[1]) & ~(on | off)
            while new:
                bit = new & -new
                new ^= bit
                place = bit.bit_length() - 1
                why = partial(self._least, number, on, off, place)
                asked.append((hub.edges[place], bool(then[0] & bit), why))
        return asked

    def _least(self, number: int, on: int, off: int, goal: int | None) -> Why:
        """Return a subset of a hub's edges that implies the value at a place, or, for None, a contradiction."""
        hub = self.hubs[number]
        for place in members((on | off) & ~hub.border):
            fewer = on & ~(1 << place), off & ~(1 << place)
            then = forced(hub.kind, *fewer)
            if then is None or goal is not None and (then[0] | then[1]) >> goal & 1:
                on, off = fewer
        return Why(tuple(hub.edges[place] for place in members((on | off) & ~hub.border)), hub.clue)

    # Inside and outside

    def _side(self, face: Face) -> tuple[int, int]:
        """The group of a face by now, and its side there."""
        group, side = self.sides.group[face], self.sides.side[face]
        while group in self.joined:
            group, turned = self.joined[group]
            side ^= turned
        return group, side

    def _join(self, edge: int, value: bool) -> Dead | list[Next]:
        """Consequences for other edges if those next to this one are now related."""
        one, other = self.faces[edge]
        (first, side), (second, its) = self._side(one), self._side(other)
        differ = side ^ its
        self.seen |= self.around[self.sides.group[one]] | self.around[self.sides.group[other]]
        if first == second:
            return (
                [] if differ == value else self._dead("side", one or other, Why((edge, *self._way_between(one, other))))
            )
        for here, there in ((one, other), (other, one)):
            self.links.setdefault(self.sides.group[here], []).append((self.sides.group[there], edge))
        self.joined[first] = second, differ ^ value
        borders = [self.borders.get(group, self.around[group] & self.unknown) for group in (first, second)]
        between = borders[0] & borders[1]
        self.borders[second] = borders[0] ^ borders[1]
        return [self._between(edge) for edge in members(between) if edge not in self.now]

    def _between(self, edge: int) -> Next:
        """An edge whose faces are related."""
        one, other = self.faces[edge]
        on = self._side(one)[1] ^ self._side(other)[1]
        return edge, bool(on), lambda: Why(tuple(self._way_between(one, other)))

    def _way_between(self, start: Face, end: Face) -> Iterator[int]:
        """The edges that are crossed on the way between two related faces: there is one way between their groups."""
        group = self.sides.group
        came: dict[int, int] = {}
        todo = deque([group[start]])
        while todo and group[end] not in came:
            here = todo.popleft()
            for there, edge in self.links.get(here, ()):
                if there not in came:
                    came[there] = edge
                    todo.append(there)
        face = end
        while group[face] != group[start]:
            edge = came[group[face]]
            near, far = self.faces[edge]
            if group[near] != group[face]:
                near, far = far, near
            yield from (edge, *members(self.sides.way(near, face)))
            face = far
        yield from members(self.sides.way(start, face))
