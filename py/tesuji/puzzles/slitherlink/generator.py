"""A random loop with all its numbers: the border of a set of boxes that grows and never touches itself."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tesuji.bitset import set_of
from tesuji.grid import blanked, check_size, written
from tesuji.model import Document
from tesuji.puzzles.slitherlink.corners import CornerPropagator
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.rulebook import CluePlace, Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""The eight neighbours in a circle; every second one shares an edge."""
INSIDE_SHARE = (0.45, 0.6)
"""The part of the boxes that lies inside, at least and at most."""
STRAIGHT_CHANCE = 0.15
"""The probability that a box is taken in that makes the border shorter or keeps its length."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """The numbers of all boxes around a random loop."""
    check_size(width, height)
    inside = yield from _region(width, height, random)
    lattice = Lattice(width, height)
    drawn: set[int] = set()
    for r, c in inside:
        drawn.symmetric_difference_update(lattice.edges_around(r, c))
    rows = []
    for r in range(height):
        rows.append("".join(str(len(drawn.intersection(lattice.edges_around(r, c)))) for c in range(width)))
        yield
    on = set_of(drawn)
    return Draft.of({"kind": "slitherlink", "grid": rows}, on, lattice.size)


def _region(width: int, height: int, random: Random) -> Generator[None, None, set[CluePlace]]:
    """Boxes whose border is one loop."""
    first = random.randrange(height), random.randrange(width)
    inside, edge = {first}, _neighbours(first)
    wanted = random.uniform(*INSIDE_SHARE) * width * height
    tried = 0
    while edge and len(inside) < wanted:
        place = random.randrange(len(edge))
        edge[place], edge[-1] = edge[-1], edge[place]
        box = edge.pop()
        tried += 1
        if tried % 100 == 0:
            yield
        if box in inside or not (0 <= box[0] < height and 0 <= box[1] < width) or not _may_join(box, inside):
            continue
        if sum(near in inside for near in _neighbours(box)) > 1 and random.random() > STRAIGHT_CHANCE:
            continue
        inside.add(box)
        edge += _neighbours(box)
    return inside


def _neighbours(box: CluePlace) -> list[CluePlace]:
    r, c = box
    return [(r + down, c + across) for down, across in AROUND[::2]]


def _may_join(box: CluePlace, inside: set[CluePlace]) -> bool:
    """Return whether the border stays one loop: the boxes around that are inside hang together, and one of them is next
    to the box.
    """
    r, c = box
    ring = [(r + down, c + across) in inside for down, across in AROUND]
    pieces = sum(ring[place] and not ring[place - 1] for place in range(8))
    # A piece that is a corner alone would touch the box at a vertex only.
    return pieces == 1 and any(ring[::2])


def parts(document: Document) -> list[list[CluePlace]]:
    """Numbers that go together: a box and the one opposite, as setters like to place them."""
    grid = document["grid"]
    height, width = len(grid), len(grid[0])
    pairs = {tuple(sorted({(r, c), (height - 1 - r, width - 1 - c)})): None for r, c in written(grid)}
    return [list(pair) for pair in pairs]


MAKER = Maker(draft, parts, blanked, judge=CornerPropagator)
