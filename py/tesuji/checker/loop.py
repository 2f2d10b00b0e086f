"""Loop: edges or links form one closed loop. Sides: a loop of edges has an inside; also variables that mean "the box in
row 3, column 4 lies inside".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping
from typing import Any, NamedTuple

RowColumn = tuple[int, int]
"""Row and column: of a box, from 1; of a dot, from 0."""
ODD = (0, 0)
"""A member of a sum of boxes which means that an odd number of them is inside."""
WORK = 2_000_000
"""The largest number of boxes that are added up for one line of a proof."""


class Edges(NamedTuple):
    """The edges of a board of boxes, numbered like a block of edges: first those along the rows of dots, row by row,
    then the others.
    """

    ends: dict[int, tuple[RowColumn, RowColumn]]
    """The two dots of each edge."""
    dots: dict[RowColumn, list[int]]
    """The edges at each dot."""
    boxes: dict[RowColumn, list[int]]
    """The edges around each box."""
    adjacent: list[list[RowColumn]]
    """The one or two boxes next to each edge."""

    @classmethod
    def of(cls, width: int, height: int) -> Edges:
        """Return the edges of a board of width x height boxes."""
        ends = links(width + 1, height + 1)
        dots: dict[RowColumn, list[int]] = {(r, c): [] for r in range(height + 1) for c in range(width + 1)}
        for edge, (one, other) in ends.items():
            dots[one].append(edge)
            dots[other].append(edge)
        boxes: dict[RowColumn, list[int]] = {}
        adjacent: list[list[RowColumn]] = [[] for _ in ends]
        vertical = (height + 1) * width
        for r in range(1, height + 1):
            for c in range(1, width + 1):
                above, left = (r - 1) * width + c, vertical + (r - 1) * (width + 1) + c
                boxes[r, c] = around = [above, above + width, left, left + 1]
                for edge in around:
                    adjacent[edge - 1].append((r, c))
        return cls(ends, dots, boxes, adjacent)


def links(width: int, height: int, first: int = 1) -> dict[int, tuple[RowColumn, RowColumn]]:
    """Return the two cells of each link of a board, as (row, column) from 0, numbered from `first` like a block of links."""
    ends = [((r, c), (r, c + 1)) for r in range(height) for c in range(width - 1)]
    ends += [((r, c), (r + 1, c)) for r in range(height - 1) for c in range(width)]
    return dict(enumerate(ends, first))


def links_between(
    cells: Collection[RowColumn], width: int, height: int
) -> list[tuple[RowColumn, RowColumn, list[int]]]:
    """Return each two of these cells that have none of the others between them, in rows and then in columns, with the
    links on the way, numbered as by `links`.
    """
    number = {ends: link for link, ends in links(width, height).items()}
    found = []
    for down, right in ((0, 1), (1, 0)):
        for start in sorted(cells, key=lambda at: at if right else at[::-1]):
            at, way = start, list[int]()
            while (step := (at, (at[0] + down, at[1] + right))) in number and (at == start or at not in cells):
                way.append(number[step])
                at = step[1]
            if way and at in cells:
                found.append((start, at, way))
    return found


class Loop:
    """The yes edges form one closed loop. `ends` has the two dots of each edge, or the two cells of each link."""

    word: str = "loop"
    cells: tuple[int, ...] = ()

    def __init__(self, ends: Mapping[int, tuple[Hashable, Hashable]]):
        self.ends: Mapping[int, tuple[Hashable, Hashable]] = ends
        self.dots: dict[Hashable, list[int]] = {}
        for edge, both in ends.items():
            for dot in both:
                self.dots.setdefault(dot, []).append(edge)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the edges are refuted by a closed loop of some of them, a dot where three meet, no edge that
        is left, a path that cannot go on because all edges are known, or edges that cannot be connected.
        """
        ends = self.ends
        on = {x for x in true if x in ends}
        off = {-x for x in true if -x in ends}
        degree = Counter(dot for edge in on for dot in ends[edge])
        if len(off) == len(ends) or any(number > 2 for number in degree.values()):
            return True
        if len(on) + len(off) == len(ends) and any(number < 2 for number in degree.values()):
            return True
        left = set(on)
        while left:
            path = self._joined(left.pop(), on.__contains__)
            left -= path
            if len(path) < len(on) and all(degree[dot] == 2 for edge in path for dot in ends[edge]):
                return True
        return bool(on and off) and not on <= self._joined(min(on), lambda edge: edge not in off)

    def _joined(self, edge: int, usable: Callable[[int], bool]) -> set[int]:
        """Return the edges reachable from an edge through usable edges."""
        found, todo = {edge}, [edge]
        while todo:
            for dot in self.ends[todo.pop()]:
                new = [other for other in self.dots[dot] if other not in found and usable(other)]
                found.update(new)
                todo += new
        return found


class Sides:
    """An edge is on if and only if exactly one of the boxes next to it is inside. This follows because each dot has an
    even number of edges.
    """

    word: str = "sides"
    cells: tuple[int, ...] = ()

    def __init__(self, edges: Edges):
        self.boxes: dict[RowColumn, list[int]] = edges.boxes
        self.adjacent: list[list[RowColumn]] = edges.adjacent

    def define(self, row: int, column: int) -> tuple[Any, ...]:
        """Return the meaning of a variable: the box in this row and column, from 1, is inside. Raises ValueError."""
        if (row, column) not in self.boxes:
            raise ValueError("box")
        return "inside", (row, column)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether no set of boxes can be the inside: some of the equations add up to "0 is odd"."""
        solved: dict[RowColumn, set[RowColumn]] = {}
        work = 0
        for x in true:
            what, *boxes = definitions.get(abs(x)) or ("inside", *self.adjacent[abs(x) - 1])
            total = {*boxes, *([ODD] if x > 0 else [])} if what == "inside" else set()
            while (first := max(total, default=ODD)) in solved and first > ODD:
                work += len(total) + len(solved[first])
                if work > WORK:
                    return False
                total = total ^ solved[first]
            if total == {ODD}:
                return True
            solved[first] = total
        return False
