"""Where steps lie, so that the next one is near the last."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.bitset import members
from tesuji.model import Document, Puzzle, Step
from tesuji.rulebook import Rulebook
from tesuji.variables import place_of_literal

MANY = 300
"""Steps from which they stay in the order in which they were found."""

Box = tuple[float, float, float, float]
"""Top, bottom, left, right."""


def point(place: Document) -> tuple[float, float] | None:
    """Row and column of the middle of a cell or an edge; None for what has no such place."""
    if "row" in place and "column" in place:
        return place["row"] + 0.5, place["column"] + 0.5
    for side, (down, right) in (("h", (0, 0.5)), ("v", (0.5, 0))):
        if side in place:
            return place[side][0] + down, place[side][1] + right
    return None


class Near:
    """The cells of one puzzle on its board."""

    def __init__(self, book: Rulebook, puzzle: Puzzle):
        self.book, self.puzzle = book, puzzle

    def box(self, cells: int) -> Box:
        """Around some cells."""
        points = [point(place_of_literal(self.puzzle, cell)) for cell in members(cells)]
        rows, columns = zip(*[middle for middle in points if middle] or [(0.0, 0.0)])
        return min(rows), max(rows), min(columns), max(columns)

    def ordered(self, steps: Sequence[Step], last: int) -> list[Step]:
        """Each time the nearest to the one before, `last` being the cells of the last one; of equally near ones the
        first."""
        if len(steps) > MANY:
            return list(steps)
        left = {number: self.box(step.yes | step.no) for number, step in enumerate(steps)}
        now, order = self.box(last) if last else None, []
        while left:
            nearest = min(left, key=lambda number: (_apart(now, left[number]), number)) if now else next(iter(left))
            now = left.pop(nearest)
            order.append(steps[nearest])
        return order


def _apart(one: Box, other: Box) -> float:
    """Steps up and down plus steps sideways from one box to another; 0 where they overlap."""
    down = max(one[0] - other[1], other[0] - one[1], 0)
    return down + max(one[2] - other[3], other[2] - one[3], 0)
