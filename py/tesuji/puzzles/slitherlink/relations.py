"""Inside and outside: which faces are known to lie on the same side of the loop, which on different sides, and why.

Faces are the boxes, by number, and one more, the outside. The two faces of an edge lie on different sides when the edge
is on, on the same side when it is off. A number relates its box and those next to it; around a dot the sides never
alternate, since no loop crosses itself.
"""

from __future__ import annotations

from collections import deque
from copy import copy
from functools import cache, lru_cache
from typing import NamedTuple

from tesuji.bitset import members
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice, all_boxes_at
from tesuji.puzzles.slitherlink.situations import FACES, FACES_AT_DOT, PAIRS


@lru_cache(maxsize=8)
def faces_at(lattice: Lattice) -> list[tuple[int, int]]:
    """Return the two faces of every edge."""
    outside = lattice.width * lattice.height
    faces = [[r * lattice.width + c for r, c in boxes] for boxes in all_boxes_at(lattice)]
    return [(pair[0], pair[1] if len(pair) == 2 else outside) for pair in faces]


@lru_cache(maxsize=8)
def edges_of_faces(lattice: Lattice) -> list[frozenset[int]]:
    """Return the edges of every face. Sets, since bit sets of all faces of a large board would take 200 MB."""
    edges: list[list[int]] = [[] for _ in range(lattice.width * lattice.height + 1)]
    for edge, pair in enumerate(faces_at(lattice)):
        for face in pair:
            edges[face].append(edge)
    return list(map(frozenset, edges))


class Relations:
    """Groups of related faces. A reason is a bit set: known edges, then numbers from the place `lattice.size` on."""

    def __init__(self, lattice: Lattice, board: Board, across: int):
        """Relate the faces of the edges `across`, which are known on the board."""
        self.faces_at = faces_at(lattice)
        faces = range(lattice.width * lattice.height + 1)
        self.group, self.side, self.faces = list(faces), [0] * len(faces), [[face] for face in faces]
        self.links: list[list[tuple[int, int]]] = [[] for _ in faces]
        """The faces to which each face is related directly, and why."""
        self.edges = edges_of_faces(lattice)
        self.border = self.edges[:]
        """The edges between each group and the other groups."""
        for edge in members(across):
            self.join(*self.faces_at[edge], board.yes >> edge & 1, 1 << edge)

    def copy(self) -> Relations:
        other = copy(self)
        other.group, other.side, other.faces = self.group[:], self.side[:], self.faces[:]
        other.links, other.border = self.links[:], self.border[:]
        return other

    def join(self, one: int, other: int, differ: int, reason: int) -> tuple[list[int], list[int]]:
        """Relate two faces; return the faces of the smaller group, and the edges between the two groups."""
        # New lists, since a copy shares the old ones.
        self.links[one], self.links[other] = [*self.links[one], (other, reason)], [*self.links[other], (one, reason)]
        first, second = self.group[one], self.group[other]
        if first == second:
            return [], []
        if len(self.faces[first]) > len(self.faces[second]):
            first, second = second, first
        moved, flip = self.faces[first], self.side[one] ^ self.side[other] ^ differ
        for face in moved:
            self.group[face] = second
            self.side[face] ^= flip
        self.faces[second] = self.faces[second] + moved
        between = self.border[first] & self.border[second]
        self.border[second] = self.border[second] ^ self.border[first]
        return moved, sorted(between)

    def related(self, one: int, other: int) -> bool:
        return self.group[one] == self.group[other]

    def differ(self, one: int, other: int) -> int:
        """Return 1 if two related faces lie on different sides."""
        return self.side[one] ^ self.side[other]

    def why(self, start: int, end: int) -> int:
        """Return the reasons along a shortest walk between two related faces."""
        reasons, todo = {start: 0}, deque([start])
        while end not in reasons:
            face = todo.popleft()
            for other, reason in self.links[face]:
                if other not in reasons:
                    reasons[other] = reasons[face] | reason
                    todo.append(other)
        return reasons[end]

    def walk(self, start: int, edges: int) -> list[int]:
        """Return the faces of a walk from a face across these edges, without those between two others of a line."""
        left, faces = set(members(edges)), [start]
        while left:
            edge = next(edge for edge in left if faces[-1] in self.faces_at[edge])
            left.remove(edge)
            faces.append(sum(self.faces_at[edge]) - faces[-1])
        return [face for one, face, other in zip(faces, faces[1:], faces[2:]) if not self._between(one, face, other)]

    def _between(self, one: int, face: int, other: int) -> bool:
        """Return whether a box is the middle one of three in a line."""
        return len(self.faces) - 1 not in (one, face, other) and one + other == 2 * face


class Meeting(NamedTuple):
    """Faces that meet: around a dot in a circle, or the box of a number and those next to it."""

    kind: int
    clue: int | None
    faces: tuple[int, ...]
    groups: tuple[int, ...]
    """For each face, the facts about it and other faces."""

    def known(self, relations: Relations) -> int:
        """Return the facts about all pairs of the faces: on different sides, or on the same side."""
        found, group, side = 0, relations.group, relations.side
        for place, (one, other) in enumerate(PAIRS[len(self.faces)]):
            first, second = self.faces[one], self.faces[other]
            if group[first] == group[second]:
                found |= (1 if side[first] != side[second] else 2) << 2 * place
        return found

    def why(self, relations: Relations, facts: int) -> int:
        """Return the reasons of these facts; those that follow from others have none of their own."""
        found, part = 0, list(range(len(self.faces)))
        for place, (one, other) in enumerate(PAIRS[len(self.faces)]):
            if facts >> 2 * place & 0b11 and part[one] != part[other]:
                part = [part[one] if each == part[other] else each for each in part]
                found |= relations.why(self.faces[one], self.faces[other])
        return found


def _meeting(kind: int, clue: int | None, faces: tuple[int, ...]) -> Meeting:
    if len({*faces}) == len(faces):
        return Meeting(kind, clue, faces, _groups(len(faces)))
    groups = [0] * len(faces)
    for place, (one, other) in enumerate(PAIRS[len(faces)]):
        if faces[one] != faces[other]:  # the outside may be there twice
            groups[one] |= 0b11 << 2 * place
            groups[other] |= 0b11 << 2 * place
    return Meeting(kind, clue, faces, tuple(groups))


@cache
def _groups(faces: int) -> tuple[int, ...]:
    """Return `Meeting.groups` for this number of different faces."""
    return tuple(
        sum(0b11 << 2 * place for place, pair in enumerate(PAIRS[faces]) if face in pair) for face in range(faces)
    )


class Meetings:
    """The dots and numbers of a puzzle with their faces."""

    def __init__(self, puzzle: Puzzle):
        width, height = puzzle.width, puzzle.height

        def faces(*places: tuple[int, int]) -> tuple[int, ...]:
            return tuple(r * width + c if 0 <= r < height and 0 <= c < width else width * height for r, c in places)

        self.meetings = [
            _meeting(FACES_AT_DOT, None, faces((r - 1, c - 1), (r - 1, c), (r, c), (r, c - 1)))
            for r in range(height + 1)
            for c in range(width + 1)
        ]
        self.dots = len(self.meetings)
        for index, ((r, c), value) in enumerate(puzzle.clues):
            near = faces((r, c), (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
            self.meetings.append(_meeting(FACES + value, index, near))
        self.at: list[list[int]] = [[] for _ in range(width * height + 1)]
        """For each face, the indexes of the meetings that contain it."""
        for number, meeting in enumerate(self.meetings):
            for face in dict.fromkeys(meeting.faces):
                self.at[face].append(number)
