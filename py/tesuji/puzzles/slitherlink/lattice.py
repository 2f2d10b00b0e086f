"""The lattice: boxes, edges and vertices, their numbers and their names.

Edges are the cells: first the horizontal ones, row by row (height+1 rows of width), then the vertical ones (height rows
of width+1). Names, 1-based for boxes: h{row},{column} with row 0..height, v{row},{column} with column 0..width,
b{row},{column}.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from typing import Any, NamedTuple


class Lattice(NamedTuple):
    """`width` x `height` boxes."""

    width: int
    height: int

    @property
    def size(self) -> int:
        """The number of edges."""
        return self.horizontals + self.height * (self.width + 1)

    @property
    def horizontals(self) -> int:
        return (self.height + 1) * self.width

    def horizontal(self, row: int, column: int) -> int:
        """The edge above box (row, column), 0-based; row == height is the lower border."""
        return row * self.width + column

    def vertical(self, row: int, column: int) -> int:
        """The edge left of box (row, column), 0-based; column == width is the right border."""
        return self.horizontals + row * (self.width + 1) + column

    def edges_around(self, row: int, column: int) -> tuple[int, int, int, int]:
        """The edges of a box: above, left, right, below."""
        above = row * self.width + column
        left = self.horizontals + above + row
        return above, left, left + 1, above + self.width

    def edges_at(self, row: int, column: int) -> list[int]:
        """The two to four edges that meet at a vertex: left, up, right, down."""
        edges = []
        if column > 0:
            edges.append(self.horizontal(row, column - 1))
        if row > 0:
            edges.append(self.vertical(row - 1, column))
        if column < self.width:
            edges.append(self.horizontal(row, column))
        if row < self.height:
            edges.append(self.vertical(row, column))
        return edges

    def place(self, edge: int) -> tuple[bool, int, int]:
        """(is horizontal, row, column) of an edge, 0-based."""
        if edge < self.horizontals:
            return (True, *divmod(edge, self.width))
        return (False, *divmod(edge - self.horizontals, self.width + 1))

    def ends(self, edge: int) -> tuple[int, int]:
        """The two vertices of an edge, numbered row by row."""
        horizontal, row, column = self.place(edge)
        vertex = row * (self.width + 1) + column
        return vertex, vertex + (1 if horizontal else self.width + 1)

    def name(self, edge: int) -> str:
        horizontal, row, column = self.place(edge)
        return f"h{row},{column + 1}" if horizontal else f"v{row + 1},{column}"

    def edge(self, name: str) -> int:
        """The edge of a name. Raises ValueError for a name that is not in this lattice."""
        row, column = map(int, name[1:].split(","))
        horizontal = name[0] == "h"
        r, c = (row, column - 1) if horizontal else (row - 1, column)
        inside = 0 <= r <= self.height - (not horizontal) and 0 <= c <= self.width - horizontal
        if name[0] not in "hv" or not inside:
            raise ValueError(f"no such edge: {name}")
        return self.horizontal(r, c) if horizontal else self.vertical(r, c)

    def boxes_at(self, edge: int) -> list[tuple[int, int]]:
        """The one or two boxes of an edge."""
        horizontal, row, column = self.place(edge)
        pair = [(row - 1, column), (row, column)] if horizontal else [(row, column - 1), (row, column)]
        return [(r, c) for r, c in pair if 0 <= r < self.height and 0 <= c < self.width]

    def box_peer(self, name: str) -> dict[str, list[str]]:
        """For each box of an edge, its other three edges, by name."""
        edge = self.edge(name)
        return {
            f"b{r + 1},{c + 1}": [self.name(other) for other in self.edges_around(r, c) if other != edge]
            for r, c in self.boxes_at(edge)
        }

    def connector_peer(self, name: str) -> list[list[str]]:
        """For each end of an edge, the other edges that meet there, by name: horizontal ones first."""
        edge = self.edge(name)
        return [
            [self.name(other) for other in sorted(self.edges_at(*divmod(vertex, self.width + 1))) if other != edge]
            for vertex in self.ends(edge)
        ]


def place_words(row: int, column: int, which: str = "") -> dict[str, int]:
    """Return a box or a dot as parameters of a sentence, counted from 1."""
    return {f"row{which}": row + 1, f"column{which}": column + 1}


def joined(key: str, texts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one message with these texts, joined by the message `key`."""
    return reduce(lambda first, last: {"key": key, "params": {"first": first, "last": last}}, texts)


# All of a lattice at once: quicker than one by one, and the same for every puzzle of a size.


@lru_cache(maxsize=4)
def all_edges_at(lattice: Lattice) -> list[tuple[int, ...]]:
    """`edges_at` of every vertex, row by row."""
    wide = lattice.width + 1
    rows = [[tuple(lattice.edges_at(r, c)) for c in range(wide)] for r in (0, lattice.height)]
    for r in range(1, lattice.height):
        right, below = lattice.horizontal(r, 0), lattice.vertical(r, 0)
        inside = [(right + c - 1, below + c - wide, right + c, below + c) for c in range(1, lattice.width)]
        rows.insert(-1, [tuple(lattice.edges_at(r, 0)), *inside, tuple(lattice.edges_at(r, lattice.width))])
    return [edges for row in rows for edges in row]


@lru_cache(maxsize=4)
def all_boxes_at(lattice: Lattice) -> list[tuple[tuple[int, int], ...]]:
    """`boxes_at` of every edge."""
    nowhere: list[tuple[tuple[int, int], ...]] = [()]
    rows = [[*nowhere, *(((r, c),) for c in range(lattice.width)), *nowhere] for r in range(lattice.height)]
    border = nowhere * (lattice.width + 2)
    pairs = zip([border, *rows], [*rows, border])
    across = [above + below for upper, lower in pairs for above, below in zip(upper[1:-1], lower[1:-1])]
    return across + [left + right for row in rows for left, right in zip(row, row[1:])]
