"""Techniques for paths and regions: the loop has two sides and is one piece.

Faces are the boxes and the outside (None). Two faces next to an edge lie on different sides of the loop when it is on,
on the same side when it is off. The loop crosses every closed walk from face to face an even number of times.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from tesuji.bitset import members
from tesuji.model import Board
from tesuji.puzzles.slitherlink.lattice import Lattice, all_ends

Face = tuple[int, int] | None
Numbers = Mapping[tuple[int, int], tuple[int, int]]
Found = tuple[int, int, tuple[int, ...], int, dict[Any, Any]]
"""Edges on, edges off, numbers, known edges used, words."""

MOST_CUTS = 60
"""Pairs of edges that are tried as a cut of the loop, at most, on one board."""


class OpenPaths:
    """The paths of the edges that are on; `closed`: the edges of a closed one, 0 if there is none."""

    def __init__(self, lattice: Lattice):
        self.lattice = lattice
        self.ends = all_ends(lattice)
        self.path: dict[int, int] = {}
        self.other: dict[int, int] = {}
        self.closed = 0

    def joined(self, on: int) -> OpenPaths:
        """Return the paths with these edges, too."""
        wider = OpenPaths(self.lattice)
        wider.path, wider.other, wider.closed = self.path.copy(), self.other.copy(), self.closed
        for edge in members(on):
            wider._join(edge)
        return wider

    def _join(self, edge: int) -> None:
        a, b = self.ends[edge]
        if self.other.get(a) == b:
            self.closed = self.path[a] | 1 << edge
            return
        path = self.path.pop(a, 0) | self.path.pop(b, 0) | 1 << edge
        end_a, end_b = self.other.pop(a, a), self.other.pop(b, b)
        self.other[end_a], self.other[end_b] = end_b, end_a
        self.path[end_a] = self.path[end_b] = path

    def closing(self, unknown: int) -> Iterator[tuple[int, int]]:
        """Unknown edges between the two ends of a path, and that path."""
        stride = self.lattice.width + 1
        for a, b in sorted(self.other.items()):
            if a > b or b - a not in (1, stride):
                continue
            r, c = divmod(a, stride)
            if b - a == 1 and c < self.lattice.width and unknown >> self.lattice.horizontal(r, c) & 1:
                yield self.lattice.horizontal(r, c), self.path[a]
            elif b - a == stride and unknown >> self.lattice.vertical(r, c) & 1:
                yield self.lattice.vertical(r, c), self.path[a]


@lru_cache(maxsize=8)
def faces_beside(lattice: Lattice) -> list[tuple[Face, Face]]:
    """The two faces of every edge."""
    pairs = []
    for edge in range(lattice.size):
        boxes = lattice.boxes_beside(edge)
        pairs.append((boxes[0], boxes[1] if len(boxes) == 2 else None))
    return pairs


class FaceSides:
    """Which faces are known to lie on the same side of the loop, or on different ones, across these edges."""

    def __init__(self, lattice: Lattice, board: Board, across: int):
        self.board = board
        beside = faces_beside(lattice)
        self.links: dict[Face, list[tuple[Face, int]]] = {face: [] for pair in beside for face in pair}
        for edge in members(across):
            one, other = beside[edge]
            self.links[one].append((other, edge))
            self.links[other].append((one, edge))
        self.group: dict[Face, int] = {}
        self.side: dict[Face, int] = {}
        for number, start in enumerate(self.links):
            if start not in self.group:
                self._flood(start, number)

    def _flood(self, start: Face, number: int) -> None:
        self.group[start], self.side[start] = number, 0
        todo = [start]
        while todo:
            face = todo.pop()
            for other, edge in self.links[face]:
                if other not in self.group:
                    self.group[other] = number
                    self.side[other] = self.side[face] ^ (self.board.yes >> edge & 1)
                    todo.append(other)

    def related(self, one: Face, other: Face) -> bool:
        return self.group[one] == self.group[other]

    def differ(self, one: Face, other: Face) -> int:
        """1 where two related faces lie on different sides."""
        return self.side[one] ^ self.side[other]

    def way(self, start: Face, end: Face) -> int:
        """The edges that a shortest walk between two related faces crosses."""
        crossed = {start: 0}
        todo = deque([start])
        while todo and end not in crossed:
            face = todo.popleft()
            for other, edge in self.links[face]:
                if other not in crossed:
                    crossed[other] = crossed[face] | 1 << edge
                    todo.append(other)
        return crossed[end]


def inside_outside(lattice: Lattice, board: Board, numbers: Numbers) -> Iterator[Found]:
    """Both faces of an edge are known to be on the same side, or on different sides."""
    sides = FaceSides(lattice, board, board.known)
    beside = faces_beside(lattice)
    for edge in members(((1 << lattice.size) - 1) & ~board.known):
        one, other = beside[edge]
        if sides.related(one, other):
            on = sides.differ(one, other)
            words = {"as": "on" if on else "off"}
            yield 1 << edge if on else 0, 0 if on else 1 << edge, (), sides.way(one, other), words


def number_between_colours(lattice: Lattice, board: Board, numbers: Numbers) -> Iterator[Found]:
    """Among the faces around a number, some are known to be on the same side or on different ones: that restricts its
    edges."""
    sides = FaceSides(lattice, board, board.known)
    beside = faces_beside(lattice)
    for at, (index, value) in numbers.items():
        edges = lattice.edges_around(*at)
        if not any(not board.known >> edge & 1 for edge in edges):
            continue
        faces = [next(face for face in beside[edge] if face != at) for edge in edges]
        pairs = [(i, j) for i, j in combinations(range(4), 2) if sides.related(faces[i], faces[j])]
        relations = {(i, j): sides.differ(faces[i], faces[j]) for i, j in pairs}
        on, off = _edges_between(value, edges, board, relations)
        if not (on | off) & ~board.known:
            continue
        for pair in pairs:
            fewer = {kept: differ for kept, differ in relations.items() if kept != pair}
            if _edges_between(value, edges, board, fewer) == (on, off):
                relations = fewer
        used = board.known & sum(1 << edge for edge in edges)
        for i, j in relations:
            used |= sides.way(faces[i], faces[j])
        yield (
            on & ~board.known,
            off & ~board.known,
            (index,),
            used,
            {"row": at[0] + 1, "column": at[1] + 1, "value": value, "sides": _sides_said(faces, relations)},
        )


def _sides_said(faces: Sequence[Face], relations: Mapping[tuple[int, int], int]) -> list[dict[Any, Any]]:
    """Return messages for pairs of faces, by their places, that lie on the same side (0) or on different ones (1)."""

    def name(face: Face) -> dict[Any, Any]:
        at = {"row": face[0] + 1, "column": face[1] + 1} if face else {}
        return {"key": "at.cell" if face else "at.outside", "params": at}

    return [
        {
            "key": "sides.different" if differ else "sides.same",
            "params": {"one": name(faces[i]), "other": name(faces[j])},
        }
        for (i, j), differ in relations.items()
    ] or [{"key": "sides.none", "params": {}}]


def _edges_between(
    value: int, edges: tuple[int, ...], board: Board, relations: Mapping[tuple[int, int], int]
) -> tuple[int, int]:
    """Return the values shared by all choices of `value` edges in which edges i and j are equal or different as in
    `relations` (0: equal)."""
    can_on = can_off = 0
    for choice in range(16):
        on = sum(1 << edge for place, edge in enumerate(edges) if choice >> place & 1)
        off = sum(1 << edge for edge in edges) & ~on
        if choice.bit_count() != value or on & board.no or off & board.yes:
            continue
        if all((choice >> i ^ choice >> j) & 1 == differ for (i, j), differ in relations.items()):
            can_on |= on
            can_off |= off
    return can_on & ~can_off, can_off & ~can_on


# One piece


class _Pieces:
    """The vertices, connected where lines can still be drawn."""

    def __init__(self, lattice: Lattice, open_edges: int):
        self.links: list[list[tuple[int, int]]] = [[] for _ in range((lattice.width + 1) * (lattice.height + 1))]
        for edge in members(open_edges):
            a, b = lattice.ends(edge)
            self.links[a].append((b, edge))
            self.links[b].append((a, edge))

    def reach(self, start: int, without: int = 0) -> int:
        """The edges that can be reached from a vertex without these."""
        seen, todo, edges = {start}, [start], 0
        while todo:
            for other, edge in self.links[todo.pop()]:
                if without >> edge & 1:
                    continue
                edges |= 1 << edge
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return edges


def cut_off(lattice: Lattice, board: Board, numbers: Numbers) -> Iterator[Found]:
    """The loop is one piece: edges that can no more be connected with a drawn one are off."""
    if not board.yes:
        return
    everything = (1 << lattice.size) - 1
    pieces = _Pieces(lattice, everything & ~board.no)
    drawn = board.yes & -board.yes
    reached = pieces.reach(lattice.ends(drawn.bit_length() - 1)[0])
    left = everything & ~board.no & ~reached
    while left:
        piece = pieces.reach(lattice.ends((left & -left).bit_length() - 1)[0])
        left &= ~piece
        if not piece & board.yes:
            vertices = {end for edge in members(piece) for end in lattice.ends(edge)}
            wall = sum(1 << edge for edge in members(board.no) if vertices.intersection(lattice.ends(edge)))
            yield 0, piece, (), wall | drawn, {"n": piece.bit_count()}


def two_edge_cut(lattice: Lattice, board: Board, numbers: Numbers) -> Iterator[Found]:
    """Two edges are the only way between two drawn parts: both are on."""
    if not board.yes:
        return
    everything = (1 << lattice.size) - 1
    walls = FaceSides(lattice, board, board.no)
    pieces = _Pieces(lattice, everything & ~board.no)
    beside = faces_beside(lattice)
    gates: dict[tuple[Any, ...], list[int]] = {}
    for edge in members(everything & ~board.known):
        first, second = sorted(walls.group[face] for face in beside[edge])
        if first != second:
            gates.setdefault((first, second), []).append(edge)
    tried = 0
    for (first, _), edges in gates.items():
        for one, other in combinations(edges, 2):
            tried += 1
            if tried > MOST_CUTS:
                return
            cut = 1 << one | 1 << other
            behind = pieces.reach(lattice.ends(one)[0], cut)
            here, there = board.yes & behind, board.yes & ~behind
            if here and there:
                sorted_faces = [
                    sorted(beside[edge], key=lambda face: walls.group[face] != first) for edge in (one, other)
                ]
                wall = sum(walls.way(a, b) for a, b in zip(*sorted_faces))
                yield cut, 0, (), wall | here & -here | there & -there, {}
