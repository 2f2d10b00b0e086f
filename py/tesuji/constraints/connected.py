"""Connected: the cells of a graph that have a value form one connected piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from tesuji.bitset import flags, members, set_of, sets_for
from tesuji.constraint import Constraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue

LARGEST = 2000
"""The most places of a rectangle whose cuts are found at once; from 50x50 on, a search is as fast."""
FEW = 500
"""The most places of a larger rectangle that may be cuts for a search through the pieces between them."""
UNSEEN, OUTSIDE = -1, 1 << 62
"""Depths of a place that a search has not seen yet, and of one that it may not enter."""


class Graph:
    """The neighbours of each place, and flood fills over them as bit sets.

    If the differences between neighbours take few values, as on a grid, a flood moves its whole front at once. On a
    grid without walls, cuts are found for all places at once, too.
    """

    __slots__ = ("near", "masks", "_moves", "_steps", "_entered", "_width", "_beyond")

    def __init__(self, near: Sequence[Iterable[int]]):
        self.near = tuple(map(tuple, near))
        self.masks = sets_for(lambda place: set_of(self.near[place]), len(self.near))
        moves: dict[int, list[int]] = {}
        """The difference between a place and its neighbour -> the places that have such a neighbour."""
        for place, others in enumerate(self.near):
            for other in others:
                moves.setdefault(other - place, []).append(place)
        self._moves = [(step, set_of(places)) for step, places in moves.items()] if len(moves) <= 8 else []
        masks = dict(self._moves)
        steps = sorted(step for step in masks if step > 0)
        self._steps = steps if len(steps) == 2 and len(masks) == 4 else []
        self._entered = [masks[step] for step in (-steps[0], -steps[1], *steps)] if self._steps else []
        """On a grid, the places that have a neighbour to the left, above, to the right and below."""
        self._width = _width_of(masks, len(self.near))
        self._beyond = (
            [(1 << len(self.near)) - 1 & ~self._entered[turn] for turn in (2, 3, 0, 1)] if self._width else []
        )
        """On a rectangle, the places with the border to the right, below, to the left and above."""

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
        if self._steps:
            return self._flood_grid(start, room)
        reached = front = start & room
        while front:
            front = self.around(front) & room & ~reached
            reached |= front
        return reached

    def _flood_grid(self, start: int, room: int) -> int:
        """Return the same on a grid, in half the time: the flood moves in all directions at once."""
        right, down = self._steps
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
        neighbours (Tarjan's low points); on a rectangle of 17x17 it is a fifth of that.
        """
        if not self._width:
            return _cuts(self.near, start, room, wanted) & ~wanted
        if len(self.near) > LARGEST:
            return self._cuts_at(self._narrow(room) & ~wanted, start, room, wanted)
        found = self._separators(room) & ~wanted
        for place in members(found & self.around(room & ~wanted)):
            if not wanted & ~self._flood_grid(1 << start, room & ~(1 << place)):
                found ^= 1 << place
        return found

    def _cuts_at(self, narrow: int, start: int, room: int, wanted: int) -> int:
        """Return the cuts among these unwanted places of `room`. If they are few, a search takes each piece between them
        as one place.
        """
        if narrow.bit_count() > FEW:
            return _cuts(self.near, start, room, wanted) & ~wanted
        places = list(members(narrow))
        number_of = {place: number for number, place in enumerate(places)}
        near = [[number_of[other] for other in self.near[place] if other in number_of] for place in places]
        first, goals = 0, []
        while room := room & ~narrow:
            piece = self._flood_grid(room & -room, room)
            room ^= piece
            number = len(near)
            first = number if piece >> start & 1 else first
            goals += [number] if piece & wanted else []
            near.append([number_of[place] for place in members(self.around(piece) & narrow)])
            for other in near[number]:
                near[other].append(number)
        found = _cuts(near, first, (1 << len(near)) - 1, set_of(goals))
        return set_of(places[number] for number in members(found & (1 << len(places)) - 1))

    def _separators(self, room: int) -> int:
        """Return the places of a rectangle without which `room` falls apart: around such a place, the same piece outside
        the room lies in two gaps between neighbours in the room.
        """
        found, sides = 0, [side & room for side in self._next_to(room)]
        for around in self._around_pieces(room):
            found |= self._twice(sides, around)
        return found

    def _narrow(self, room: int) -> int:
        """Return the places of `room` with two gaps. They include all separators."""
        outside = (1 << len(self.near)) - 1 & ~room
        return self._twice([side & room for side in self._next_to(room)], self._next_to(outside, self._beyond))

    def _twice(self, sides: Sequence[int], around: Sequence[int]) -> int:
        """Return the places with two gaps between neighbours in the room that places outside lie in. `sides` are the places
        with a neighbour in the room to the right, below, to the left and above, `around` those next to the places
        outside.
        """
        width = self._width
        right, below, left, above = sides
        to_right, to_below, to_left, to_above = around
        first = above & (to_right | to_right << width)
        second = right & (to_below | to_right >> width)
        third = below & (to_left | to_left >> width)
        fourth = left & (to_above | to_left << width)
        either = first | second
        return first & second | either & third | (either | third) & fourth

    def _around_pieces(self, room: int) -> Iterator[Sequence[int]]:
        """Yield the places next to each piece outside a room. Pieces are also connected diagonally. The first includes
        all places beyond the border; pieces of one place are left out, because they never lie in two gaps.
        """
        rest = (1 << len(self.near)) - 1 & ~room
        right, below, left, above = self._beyond
        piece = self._patch(rest & (right | below | left | above), rest)
        yield self._next_to(piece, self._beyond)
        rest ^= piece
        rest &= self._touched(rest)
        while rest:
            piece = self._patch(rest & -rest, rest)
            yield self._next_to(piece)
            rest ^= piece

    def _next_to(self, places: int, beyond: Sequence[int] = (0, 0, 0, 0)) -> Sequence[int]:
        """Return the places of a rectangle that have one of these to the right, below, to the left and above, or that
        are `beyond`.
        """
        from_left, from_above, from_right, from_below = self._entered
        right, below, left, above = beyond
        return (
            places >> 1 & from_right | right,
            places >> self._width & from_below | below,
            places << 1 & from_left | left,
            places << self._width & from_above | above,
        )

    def _patch(self, start: int, room: int) -> int:
        """Return all places of a rectangle reachable from `start` within `room`, also diagonally."""
        before = 0
        while start != before:
            before = start
            start |= self._touched(start) & room
        return start

    def _touched(self, places: int) -> int:
        """Return the places of a rectangle next to some places, also diagonally. Places below it may be included."""
        from_left, _, from_right, _ = self._entered
        sideways = places << 1 & from_left | places >> 1 & from_right
        line = places | sideways
        return sideways | line << self._width | line >> self._width


def _width_of(moves: dict[int, int], size: int) -> int:
    """Return the width of a rectangle without walls that has these moves, numbered row by row; 0 for other graphs."""
    width = max(moves, default=0)
    if len(moves) != 4 or size % width:
        return 0
    cells, last = (1 << size) - 1, set_of(range(width - 1, size, width))
    return width if (moves.get(1), moves[width]) == (cells & ~last, cells >> width) else 0


@lru_cache(maxsize=16)
def graph_of(neighbours: Callable[[int, int], Sequence[Iterable[int]]], width: int, height: int) -> Graph:
    """Return the graph of a board of this size, which its puzzles share."""
    return Graph(neighbours(width, height))


def _cuts(near: Sequence[Sequence[int]], start: int, room: int, wanted: int) -> int:
    """Return the places of `room` other than `start` that every path from `start` to some wanted place uses. `near`
    lists the neighbours of each place.
    """
    depth = [UNSEEN if inside else OUTSIDE for inside in flags(room, len(near))]
    leads = bytearray(flags(wanted, len(near)))
    """For each place, whether its subtree contains a wanted place."""
    found, path, lows, rests = list[int](), list[int](), list[int](), list[Iterator[int]]()
    at, low, rest = start, 0, iter(near[start])
    depth[start] = 0
    while True:
        for other in rest:
            seen = depth[other]
            if seen < 0:
                path.append(at)
                lows.append(low)
                rests.append(rest)
                low = depth[other] = len(path)
                at, rest = other, iter(near[other])
                break
            if seen < low:
                low = seen
        else:
            if not path:
                return set_of(found)
            below, least = at, low
            at, low, rest = path.pop(), lows.pop(), rests.pop()
            if leads[below]:
                leads[at] = 1
                if path and least >= depth[at]:
                    found.append(at)
            # This place is a neighbour, so `low` of a leaf never exceeds its depth.
            low = min(low, least)


class Connected(Constraint):
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
