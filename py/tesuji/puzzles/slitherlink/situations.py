"""Inference at one dot or number: the facts common to all ways to draw its lines, and the known facts that imply them.

A situation is a bit set of known facts: bit 2 * place means that an edge is on, the next one that it is off. With four
edges there are also four corners, pairs of edges at a right angle: three bits for each rule out 0, 1 and 2 lines there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache, partial, reduce
from heapq import heappop, heappush
from itertools import combinations, count, product
from operator import or_
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice

Place = tuple[int, int]
DOT = -1
"""The kind of a dot; that of a number with its four edges is the number."""
WITH_LEAVING = 10
"""Added to a number: the kind with the edges that leave its corners, too."""
FACES = 20
"""Added to a number: the kind whose edges are all pairs of faces at it, on if they lie on different sides."""
FACES_AT_DOT = FACES + DOT

# The edges of a box are above, left, right and below; its corners upper left, upper right, lower left, lower right; from
# corner i go the edges 4 + 2i (sideways) and 5 + 2i (up or down). The edges of a dot are left, up, right and down.
BOX_CORNERS = (0b0011, 0b0101, 0b1010, 0b1100)
DOT_CORNERS = (0b0011, 0b0110, 0b1001, 0b1100)
PAIRS = {size: tuple(combinations(range(size), 2)) for size in (4, 5)}
"""The pairs of faces at a dot (in a circle) and at a number (its own box first)."""


def corner_facts(corner: int) -> int:
    """Return all facts about a corner."""
    return 0b111 << 8 + 3 * corner


LEAVING = {0: (0b00, 0b11), 1: (0b01, 0b10), 2: (0b00,)}
"""For the lines that a box has at a corner, the edges that may leave it there."""


def size(kind: int) -> int:
    """Return the number of facts in a situation of a kind."""
    return (
        20 if kind < WITH_LEAVING else 24 if kind < FACES_AT_DOT else 2 * len(PAIRS[4 if kind == FACES_AT_DOT else 5])
    )


@cache
def ways(kind: int) -> tuple[int, ...]:
    """Return for each way to draw the lines of a kind the facts that it contradicts."""
    if kind >= FACES_AT_DOT:
        return tuple(_contradicted(on, size(kind) // 2) for on in _faces(kind - FACES))
    if kind >= WITH_LEAVING:
        return tuple(_contradicted(on, 12) for on in _wide(kind - WITH_LEAVING))
    wanted, corners = ((0, 2), DOT_CORNERS) if kind == DOT else ((kind,), BOX_CORNERS)
    return tuple(_contradicted(on, 4, corners) for on in range(16) if on.bit_count() in wanted)


def _contradicted(on: int, edges: int, corners: tuple[int, ...] = ()) -> int:
    values = sum(2 << 2 * place if on >> place & 1 else 1 << 2 * place for place in range(edges))
    return values | sum(1 << 8 + 3 * place + (on & corner).bit_count() for place, corner in enumerate(corners))


def _wide(value: int) -> Iterator[int]:
    for own in range(16):
        if own.bit_count() == value:
            for leaving in product(*(LEAVING[(own & corner).bit_count()] for corner in BOX_CORNERS)):
                yield own | sum(edges << 4 + 2 * corner for corner, edges in enumerate(leaving))


def _faces(value: int) -> Iterator[int]:
    """Yield the pairs of faces on different sides. Those around a dot do not alternate: no loop crosses itself."""
    for others in product((0, 1), repeat=3 if value == DOT else 4):
        if others != (1, 0, 1) if value == DOT else sum(others) == value:
            sides = 0, *others
            yield set_of(place for place, (one, other) in enumerate(PAIRS[len(sides)]) if sides[one] != sides[other])


@lru_cache(maxsize=1 << 16)
def settled(kind: int, known: int) -> int | None:
    """Return all facts that hold if these do; None if nothing fits."""
    contradicted = 0
    for way in ways(kind):
        if not way & known:
            contradicted |= way
    return (1 << size(kind)) - 1 & ~contradicted if contradicted else None


@lru_cache(maxsize=1 << 16)
def least(kind: int, known: int, goal: int, groups: tuple[int, ...]) -> int:
    """Return known facts that suffice for the goal, or, if that is 0, for a contradiction. Each group of facts is left
    out if the others suffice, in the given order; facts in no group stay.
    """
    for group in groups:
        fewer = known & ~group
        if fewer != known and _suffices(kind, fewer, goal):
            known = fewer
    return known


def _suffices(kind: int, known: int, goal: int) -> bool:
    then = settled(kind, known)
    return not goal if then is None else goal > 0 and not goal & ~then


class CheapestFirst:
    """Conclusions in the order of their costs: the numbers, then the known edges, among their reasons. A reason is a
    bit set: known edges, then numbers from the place `size` on.
    """

    def __init__(self, size: int, most: int):
        self.size, self.most = size, most
        """`most`: the most numbers for a conclusion."""
        self.edges = (1 << size) - 1
        self.heap: list[tuple[Any, ...]] = []
        self.turn = count()
        self.cheapest: dict[Any, tuple[int, int]] = {}

    def cost(self, reason: int) -> tuple[int, int]:
        return (reason >> self.size).bit_count(), (reason & self.edges).bit_count()

    def improves(self, conclusion: Any, reason: int) -> bool:
        """Note a conclusion; return whether its reason is below the limit and cheaper than all before."""
        cost = self.cost(reason)
        if cost[0] > self.most or cost >= self.cheapest.get(conclusion, (self.most + 1, 0)):
            return False
        self.cheapest[conclusion] = cost
        return True

    def push(self, reason: int, *conclusion: Any) -> None:
        heappush(self.heap, (*self.cost(reason), next(self.turn), reason, conclusion))

    def __iter__(self) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Yield the cheapest reason and its conclusion, while there is one; more may be added in between."""
        while self.heap:
            yield heappop(self.heap)[-2:]


class Hub(NamedTuple):
    """A dot or a number with its edges and corners; None for those beyond the border."""

    kind: int
    clue: int | None
    """The place of the number in `puzzle.constraints`."""
    at: Place
    edges: tuple[int | None, ...]
    corners: tuple[int | None, ...]
    """Those of all boxes are numbered 4 * (place of the box) + its own corner."""
    groups: tuple[int, ...]
    """The facts about each edge that there is."""
    edge_facts: int
    """The facts about all edges."""

    def known(self, on: bytes, off: bytes) -> int:
        """Return the facts about the edges of a board, given as flags; edges beyond the border are off."""
        found = 0
        for place, edge in enumerate(self.edges):
            found |= (2 if edge is None else on[edge] | off[edge] << 1) << 2 * place
        return found

    def values(self, facts: int) -> tuple[int, int]:
        """Return the edges that are on and those that are off by these facts."""
        found = [0, 0]
        for fact in members(facts & self.edge_facts):
            edge = self.edges[fact >> 1]
            if edge is not None:
                found[fact & 1] |= 1 << edge
        return found[0], found[1]


ALL_GROUPS = {edges: tuple(0b11 << 2 * place for place in range(edges)) for edges in (4, 12)}


def _hub(
    kind: int, clue: int | None, at: Place, edges: Sequence[int | None], corners: Sequence[int | None] = ()
) -> Hub:
    groups = ALL_GROUPS[len(edges)]
    if None in edges:
        groups = tuple(group for group, edge in zip(groups, edges) if edge is not None)
    return Hub(kind, clue, at, tuple(edges), tuple(corners), groups, (1 << 2 * len(edges)) - 1)


class Hubs:
    """All dots and numbers of a puzzle, and what is known at them on one board after the other."""

    def __init__(self, puzzle: Puzzle, wide: bool = False):
        self.puzzle, lattice = puzzle, Lattice(puzzle.width, puzzle.height)
        box = wide_box if wide else _box
        self.hubs = [*_dots(lattice)]
        self.hubs += [box(lattice, clue.at, index, clue.value) for index, clue in enumerate(puzzle.clues)]
        self.at: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.size)]
        """For each edge, the hubs that it belongs to, by number, and its place there."""
        self.start = [0] * len(self.hubs)
        for number, hub in enumerate(self.hubs):
            for place, edge in enumerate(hub.edges):
                if edge is None:
                    self.start[number] |= 2 << 2 * place
                else:
                    self.at[edge].append((number, place))
        self.board, self.known = Board(), self.start[:]

    @cached_property
    def near(self) -> list[int]:
        """For each edge, all edges of the hubs that it belongs to."""
        scopes = [set_of(edge for edge in hub.edges if edge is not None) for hub in self.hubs]
        return [reduce(or_, (scopes[number] for number, _ in at)) for at in self.at]

    @cached_property
    def at_corners(self) -> list[list[tuple[int, int]]]:
        """For each corner of a box, the hubs that it belongs to, and its place there."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(4 * self.puzzle.width * self.puzzle.height)]
        for number, hub in enumerate(self.hubs):
            for place, corner in enumerate(hub.corners):
                if corner is not None:
                    found[corner].append((number, place))
        return found

    def on(self, board: Board) -> list[int]:
        """Return the facts known at each hub of a board: edges that are on or off, or beyond the border."""
        if self.board.yes & ~board.yes or self.board.no & ~board.no:
            self.board, self.known = Board(), self.start[:]
        for off, edges in enumerate((board.yes & ~self.board.yes, board.no & ~self.board.no)):
            for edge in members(edges):
                for number, place in self.at[edge]:
                    self.known[number] |= 1 << 2 * place + off
        self.board = board
        return self.known[:]


WideHubs = partial(Hubs, wide=True)
"""Dots, and numbers with the edges that leave their corners."""


@lru_cache(maxsize=4)
def _dots(lattice: Lattice) -> list[Hub]:
    width, height = lattice
    found = []
    for r, c in product(range(height + 1), range(width + 1)):
        if 0 < r < height and 0 < c < width:
            right, below = lattice.horizontal(r, c), lattice.vertical(r, c)
            box = 4 * right
            around = (box - 4 * width - 1, box - 4 * width + 2, box - 3, box)
            found.append(_hub(DOT, None, (r, c), (right - 1, below - width - 1, right, below), around))
            continue
        edges = (
            lattice.horizontal(r, c - 1) if c else None,
            lattice.vertical(r - 1, c) if r else None,
            lattice.horizontal(r, c) if c < width else None,
            lattice.vertical(r, c) if r < height else None,
        )
        boxes = (r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)
        corners = [
            4 * (row * width + column) + 3 - place if 0 <= row < height and 0 <= column < width else None
            for place, (row, column) in enumerate(boxes)
        ]
        found.append(_hub(DOT, None, (r, c), edges, corners))
    return found


def _box(lattice: Lattice, at: Place, index: int, value: int) -> Hub:
    first = 4 * (at[0] * lattice.width + at[1])
    return _hub(value, index, at, lattice.edges_around(*at), range(first, first + 4))


@lru_cache(maxsize=1 << 16)
def wide_box(lattice: Lattice, at: Place, index: int, value: int) -> Hub:
    edges: list[int | None] = [*lattice.edges_around(*at)]
    for r, c in product((at[0], at[0] + 1), (at[1], at[1] + 1)):
        sideways, along = 2 * c - at[1] - 1, 2 * r - at[0] - 1
        edges.append(lattice.horizontal(r, sideways) if 0 <= sideways < lattice.width else None)
        edges.append(lattice.vertical(along, c) if 0 <= along < lattice.height else None)
    return _hub(WITH_LEAVING + value, index, at, edges)
