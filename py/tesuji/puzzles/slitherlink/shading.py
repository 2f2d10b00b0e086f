"""Shading: which boxes lie on the same side of the loop, and which on different sides, derived at numbers and dots.

Two faces (boxes, or the outside, None) next to a known edge are related; a number relates its box and its neighbours if
its count leaves no choice; at a dot the four boxes around never alternate, since no loop crosses itself. Consequences
are found in the order of the numbers that they take.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations, count, product
from typing import Any

from tesuji.bitset import members
from tesuji.model import Board
from tesuji.puzzles.slitherlink.arcs import NO_REASONS, Reasons
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.regions import Face, faces_beside

DOT = -1
MOST = 4
"""Numbers that one deduction may take."""
PAUSE = 16
"""Numbers and dots between two pauses."""
ROWS = 16
"""For dots, between two pauses."""
AT_ONCE = 200
"""For them, and for edges, between two pauses during setup."""

Sides = tuple[tuple[int, int], ...]
"""For each face of a hub the group of faces that it is related to, and its side within the group."""
Hub = tuple[int, int, tuple[Face, ...]]
"""The number or DOT, the place of the number in `puzzle.constraints` as a bit set, and the faces: the box of a number
and those next to it, or those around a dot, in a circle."""


@lru_cache(maxsize=1 << 16)
def related(kind: int, sides: Sides) -> tuple[tuple[int, int, int], ...]:
    """Return all (face, face, 1 if they differ) implied at one hub, including known ones; empty if nothing fits."""
    groups = sorted({group for group, _ in sides})
    fitting = []
    for flipped in product((0, 1), repeat=len(groups)):
        flip = dict(zip(groups, flipped))
        ways = [flip[group] ^ side for group, side in sides]
        if kind == DOT:
            fits = not (ways[0] == ways[2] and ways[1] == ways[3] and ways[0] != ways[1])
        else:
            fits = sum(way != ways[0] for way in ways[1:]) == kind
        if fits:
            fitting.append(ways)
    found = []
    for one, other in combinations(range(len(sides)), 2) if fitting else ():
        differ = {ways[one] ^ ways[other] for ways in fitting}
        if len(differ) == 1:
            found.append((one, other, differ.pop()))
    return tuple(found)


@lru_cache(maxsize=1024)
def _around_dots(lattice: Lattice, r: int) -> list[Hub]:
    """For one row of dots."""
    around = [((r - 1, c - 1), (r - 1, c), (r, c), (r, c - 1)) for c in range(lattice.width + 1)]
    return [(DOT, 0, tuple(_face(lattice, *at) for at in faces)) for faces in around]


def _face(lattice: Lattice, r: int, c: int) -> Face:
    """The box there, or the outside."""
    return (r, c) if 0 <= r < lattice.height and 0 <= c < lattice.width else None


class _Shading:
    """The relations found on a board."""

    def __init__(self, lattice: Lattice, board: Board, numbers: Mapping[tuple[int, int], tuple[int, int]]):
        self.lattice, self.board, self.numbers = lattice, board, numbers
        self.at: dict[Face, list[int]] = {}
        """The hubs of a face, by number."""
        self.edges: dict[Face, list[int]] = {}
        """The unknown edges of a face."""
        self.group: dict[Face, int] = {}
        self.side: dict[Face, int] = {}
        self.faces: dict[int, list[Face]] = {}
        self.heap: list[tuple[Any, ...]] = []
        self.turn = count()
        self.cheapest: dict[tuple[Face, Face], tuple[int, int]] = {}

    def _set_up(self) -> Iterator[None]:
        """All hubs, those of each face, and the relations of known edges."""
        lattice = self.lattice
        self.beside = faces_beside(lattice)
        yield
        self.hubs: list[Hub] = []
        for row in range(lattice.height + 1):
            self.hubs += _around_dots(lattice, row)
            if row % ROWS == 0:
                yield
        for (r, c), (index, value) in self.numbers.items():
            near = (_face(lattice, *at) for at in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)))
            self.hubs.append((value, 1 << index, ((r, c), *near)))
        yield
        self.links: dict[Face, list[tuple[Face, Reasons]]] = {face: [] for pair in self.beside for face in pair}
        for number, (_, _, faces) in enumerate(self.hubs):
            if number % AT_ONCE == 0:
                yield
            for face in dict.fromkeys(faces):
                self.at.setdefault(face, []).append(number)
        for number, face in enumerate(self.links):
            self.group[face], self.side[face], self.faces[number] = number, 0, [face]
        for edge, (one, other) in enumerate(self.beside):
            if edge % AT_ONCE == 0:
                yield
            if self.board.known >> edge & 1:
                self._join(one, other, self.board.yes >> edge & 1, Reasons(0, 1 << edge))
            else:
                for face in (one, other):
                    self.edges.setdefault(face, []).append(edge)

    def found(self) -> Iterator[tuple[int, int, Reasons] | None]:
        """Edges on and off, and why; None at checkpoints."""
        yield from self._set_up()
        for number in range(len(self.hubs)):
            if number % PAUSE == 0:
                yield None
            self._look(number)
        while self.heap:
            *_, one, other, differ, reasons = heappop(self.heap)
            if self.group[one] == self.group[other]:
                continue
            moved = self._join(one, other, differ, reasons)
            yield None
            for edge in dict.fromkeys(edge for face in moved for edge in self.edges.get(face, ())):
                yield self._edge(edge, moved)
            for number in dict.fromkeys(number for face in moved for number in self.at.get(face, ())):
                self._look(number)

    def _edge(self, edge: int, moved: list[Face]) -> tuple[int, int, Reasons] | None:
        """An edge that a new relation settles, with few enough numbers."""
        one, other = self.beside[edge]
        if self.group[one] != self.group[other] or (one in moved) == (other in moved):
            return None
        why = self._why(one, other)
        if why.numbers.bit_count() > MOST:
            return None
        on = self.side[one] ^ self.side[other]
        return (1 << edge, 0, why) if on else (0, 1 << edge, why)

    def _join(self, one: Face, other: Face, differ: int, reasons: Reasons) -> list[Face]:
        """Relate two faces; return the faces of the smaller group, which is merged into the other."""
        if self.group[one] == self.group[other]:
            return []
        self.links[one].append((other, reasons))
        self.links[other].append((one, reasons))
        if len(self.faces[self.group[one]]) > len(self.faces[self.group[other]]):
            one, other = other, one
        flip = self.side[one] ^ self.side[other] ^ differ
        moved = self.faces.pop(self.group[one])
        for face in moved:
            self.group[face], self.side[face] = self.group[other], self.side[face] ^ flip
        self.faces[self.group[other]] += moved
        return moved

    def _look(self, number: int) -> None:
        """Record the consequences at a hub."""
        kind, clue, faces = self.hubs[number]
        sides = self._sides(faces)
        for one, other, differ in related(kind, sides):
            first, second = faces[one], faces[other]
            if self.group[first] == self.group[second]:
                continue
            why = self._reasons(kind, clue, faces, sides, (one, other, differ))
            cost = why.numbers.bit_count(), why.edges.bit_count()
            if cost[0] <= MOST and self.cheapest.get((first, second), (MOST + 1, 0)) > cost:
                self.cheapest[first, second] = cost
                heappush(self.heap, (*cost, next(self.turn), first, second, differ, why))

    def _sides(self, faces: tuple[Face, ...]) -> Sides:
        """For a hub's faces; groups are numbered as they come."""
        places: dict[int, tuple[int, int]] = {}
        sides = []
        for face in faces:
            place, first = places.setdefault(self.group[face], (len(places), self.side[face]))
            sides.append((place, self.side[face] ^ first))
        return tuple(sides)

    def _reasons(self, kind: int, clue: int, faces: tuple[Face, ...], sides: Sides, goal: tuple[Any, ...]) -> Reasons:
        """The facts that a hub needs for that: faces are taken out of their groups if it does without."""
        for place, (group, _) in enumerate(sides):
            alone = tuple((len(sides) + place, 0) if here == place else other for here, other in enumerate(sides))
            # The outside is one face, however often it lies at a hub.
            divisible = faces.count(faces[place]) == 1 and sum(other == group for other, _ in sides) > 1
            if divisible and goal in related(kind, alone):
                sides = alone
        why = Reasons(clue, 0)
        first: dict[int, Face] = {}
        for face, (group, _) in zip(faces, sides):
            if group in first and first[group] != face:
                why = why.joined(self._why(first[group], face))
            first.setdefault(group, face)
        return why

    def _why(self, start: Face, end: Face) -> Reasons:
        """For all links on the way between two related faces; there is one way."""
        came: dict[Face, tuple[Face, Reasons]] = {start: (start, NO_REASONS)}
        todo = deque([start])
        while todo and end not in came:
            face = todo.popleft()
            for other, reasons in self.links[face]:
                if other not in came:
                    came[other] = face, reasons
                    todo.append(other)
        why, face = NO_REASONS, end
        while face != start:
            face, reasons = came[face]
            why = why.joined(reasons)
        return why


def shading(
    lattice: Lattice, board: Board, numbers: Mapping[tuple[int, int], tuple[int, int]]
) -> Iterator[tuple[int, int, tuple[int, ...], int, dict[Any, Any]] | None]:
    """Edges whose two faces are related by way of numbers and dots, in the form that `regions` has for facts."""
    for found in _Shading(lattice, board, numbers).found():
        if found is None:
            yield None
            continue
        on, off, reasons = found
        form = "on" if on else "off"
        words = {"as": form if reasons.numbers else f"dots-{form}"}
        yield on, off, tuple(members(reasons.numbers)), reasons.edges, words
