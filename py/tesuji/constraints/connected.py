"""Connected: the cells of a graph that have a value form one connected piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from tesuji.bitset import flags, from_flags, members, set_of, sets_for
from tesuji.constraints.base import BaseConstraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue


class Graph:
    """The neighbours of each place, and flood fills over them as bit sets.

    If the differences between neighbours take few values, as on a grid, a flood moves its whole front at once. On a grid,
    most places that cut nothing are found for all places at once, too.
    """

    __slots__ = ("near", "masks", "_moves", "_turns", "_entered")

    def __init__(self, near: Sequence[Iterable[int]]):
        self.near = tuple(map(tuple, near))
        self.masks = sets_for(lambda place: set_of(self.near[place]), len(self.near))
        moves: dict[int, list[int]] = {}
        """The difference between a place and its neighbour -> the places that have such a neighbour."""
        for place, others in enumerate(self.near):
            for other in others:
                moves.setdefault(other - place, []).append(place)
        self._moves = [(step, set_of(places)) for step, places in moves.items()] if len(moves) <= 8 else []
        self._turns = _turns(dict(self._moves))
        self._entered = [_moved(where, step) for step, where in self._turns]

    def around(self, places: int) -> int:
        """Return the neighbours of some places; these may be among them."""
        found = 0
        if self._moves and places.bit_count() > 2:
            for step, where in self._moves:
                here = places & where
                found |= here << step if step > 0 else here >> -step
            return found
        for place in members(places):
            found |= self.masks[place]
        return found

    def flood(self, start: int, room: int) -> int:
        """Return all places reachable from `start` within `room`."""
        if self._turns:
            return self._flood_grid(start, room)
        reached = front = start & room
        while front:
            front = self.around(front) & room & ~reached
            reached |= front
        return reached

    def _flood_grid(self, start: int, room: int) -> int:
        """Return the same on a grid, in half the time: the flood moves in all directions at once."""
        (right, _), (down, _), *_ = self._turns
        from_left, from_above, from_right, from_below = [room & places for places in self._entered]
        reached, before = start & room, 0
        while reached != before:
            before = reached
            reached |= (
                before << right & from_left
                | before << down & from_above
                | before >> right & from_right
                | before >> down & from_below
            )
        return reached

    def pieces_next_to(self, place: int, room: int) -> int:
        """Return the number of connected pieces of `room`, which does not include `place`, that are next to it."""
        near, number = self.masks[place] & room, 0
        while near:
            number += 1
            first = near & -near
            near ^= first
            if near:
                near &= ~self.flood(first, room)
        return number

    def cuts(self, start: int, room: int, wanted: int) -> int:
        """Return the places of `room` that are not wanted, and that every path from `start` to some wanted place uses.

        `start` is wanted, and all wanted places must be reachable. The time is linear in the number of places and
        neighbours (Tarjan's low points). If few places may be cuts, each piece of the others counts as one place.
        """
        open_places = room & ~wanted & self._narrow(room)
        if not open_places:
            return 0
        if 3 * open_places.bit_count() > room.bit_count():
            return _cuts(self.near, start, room, wanted) & open_places
        rest = room & ~open_places
        pieces = [self.flood(1 << start, rest)]
        while rest := rest & ~pieces[-1]:
            pieces.append(self.flood(rest & -rest, rest))
        ends = [bool(piece & wanted) for piece in pieces]
        if sum(ends) == 1:
            return 0
        places = [*members(open_places)]
        first = len(pieces)
        numbers = {place: number for number, place in enumerate(places, first)}
        near = [[numbers[place] for place in members(self.around(piece) & open_places)] for piece in pieces]
        near += [[numbers[other] for other in self.near[place] if other in numbers] for place in places]
        for piece, touched in enumerate(near[:first]):
            for number in touched:
                near[number].append(piece)
        found = _cuts(near, 0, (1 << len(near)) - 1, from_flags(ends))
        return set_of([places[number] for number in members(found >> first)])

    def _narrow(self, room: int) -> int:
        """Return the places that may be cuts of `room`: all but those whose neighbours in it are connected by places that
        are next to two of them.
        """
        if not self._turns:
            return room
        sides = [(where & _moved(room, -step), step) for step, where in self._turns]
        """For each direction, the places whose neighbour in this direction is in the room."""
        next_sides = sides[1:] + sides[:1]
        apart = several = 0
        for (one, step), (other, turn) in zip(sides, next_sides):
            corner = _moved(room & other, -step) & _moved(room & one, -turn)
            gap = one & ~(other & corner)
            several |= apart & gap
            apart |= gap
        return several


def _turns(moves: dict[int, int]) -> list[tuple[int, int]]:
    """Return the moves of a grid, each at a right angle to the next; none for other graphs."""
    steps = sorted(step for step in moves if step > 0)
    if len(steps) != 2 or len(moves) != 4:
        return []
    right, down = steps
    return [(step, moves[step]) for step in (right, down, -right, -down)]


def _moved(places: int, step: int) -> int:
    return places << step if step > 0 else places >> -step


@lru_cache(maxsize=16)
def graph_of(neighbours: Callable[[int, int], Sequence[Iterable[int]]], width: int, height: int) -> Graph:
    """Return the graph of a board of this size, which its puzzles share."""
    return Graph(neighbours(width, height))


def _cuts(near: Sequence[Sequence[int]], start: int, room: int, wanted: int) -> int:
    """Return the places of `room` other than `start` that every path from `start` to some wanted place uses. `near`
    lists the neighbours of each place.
    """
    in_room, is_wanted = flags(room, len(near)), flags(wanted, len(near))
    depth, low = {start: 0}, {start: 0}
    below = {start: is_wanted[start]}
    """For each place, whether its subtree contains a wanted place."""
    found = 0
    path = [start]
    rest = [iter(near[start])]
    while path:
        at = path[-1]
        for other in rest[-1]:
            if not in_room[other]:
                continue
            if other in depth:
                low[at] = min(low[at], depth[other])
            else:
                depth[other] = low[other] = len(path)
                below[other] = is_wanted[other]
                path.append(other)
                rest.append(iter(near[other]))
                break
        else:
            path.pop()
            rest.pop()
            if path:
                above = path[-1]
                if below[at]:
                    below[above] = 1
                    if above != start and low[at] >= depth[above]:
                        found |= 1 << above
                # The place above is a neighbour, so `low` of a leaf never exceeds its depth.
                low[above] = min(low[above], low[at])
    return found


class Connected(BaseConstraint):
    """The literals of `scope` that are `value` are connected; there may be none.

    `near` lists, for each place in the scope, the places of its neighbours. The relation is symmetric.
    """

    __slots__ = ("graph", "value", "_all")

    name = "connected"

    def __init__(
        self, scope: Iterable[int], near: Sequence[Iterable[int]], clue: Clue | None = None, value: bool = True
    ):
        self.scope = tuple(scope)
        self.graph = Graph(near)
        self.clue = clue
        self.value = value
        self._all = (1 << len(self.scope)) - 1

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely, in time linear in the number of neighbours."""
        found = self._infer(yes, no) if self.value else self._infer(no, yes)[::-1]
        return found[0], found[1]

    def _infer(self, yes: int, no: int) -> tuple[int, int]:
        if not yes:
            return yes, no
        start, room = yes & -yes, self._all & ~no
        reached = self.graph.flood(start, room)
        if yes & ~reached:
            raise Contradiction(self)
        no = self._all & ~reached
        if yes & (yes - 1) and reached & ~yes:
            yes |= self.graph.cuts(start.bit_length() - 1, reached, yes)
        return yes, no

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return two cells and cells that separate them, not necessarily the fewest such cells."""
        if order:
            return self.within(self.reason(yes, no, target), yes, no, target, order)
        supposed = 0
        if target is not None:
            supposed = 1 << target[0]
            yes, no = (yes & ~supposed, no | supposed) if target[1] else (yes | supposed, no & ~supposed)
        if not self.value:
            yes, no = no, yes
        return self._split(yes, no, supposed & yes) & ~supposed

    def broken(self, yes: int, no: int) -> tuple[str, dict[str, int], dict[str, int]]:
        wanted, lost = (yes, no) if self.value else (no, yes)
        first = wanted & -wanted
        apart = wanted & ~self.graph.flood(first, self._all & ~lost)
        if not apart:
            return super().broken(yes, no)
        ends = [self.scope[place.bit_length() - 1] for place in (first, apart & -apart)]
        return "-apart", {}, dict(zip(("first", "last"), ends))

    def _split(self, yes: int, no: int, first: int) -> int:
        """Return two yes places that cannot be connected, and no places that separate them. `first` is the place to
        begin at, 0 for any.
        """
        flood, around = self.graph.flood, self.graph.around
        room = self._all & ~no
        start = first or yes & -yes
        reached = flood(start, room)
        border = around(reached) & no
        other = yes & ~reached
        other &= -other
        # Only the part of the border reachable from the other place separates the two.
        beyond = flood(other, self._all & ~border)
        border &= around(beyond)
        return start | other | border

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "near", the places of the neighbours of each place, and "value"."""
        return {**super().data(), "near": [list(others) for others in self.graph.near], "value": self.value}
