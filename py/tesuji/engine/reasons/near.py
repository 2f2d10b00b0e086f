"""Positions of steps, so that the next one is near the last."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.bitset import members
from tesuji.model import Puzzle, Step
from tesuji.rulebook import Rulebook
from tesuji.variables import middle, place_of_literal, visible

MANY = 300
"""Steps from which they stay in the order in which they were found."""

Box = tuple[float, float, float, float]
"""Top, bottom, left, right."""


class Near:
    """The cells of one puzzle on its board."""

    def __init__(self, book: Rulebook, puzzle: Puzzle):
        self.book, self.puzzle = book, puzzle

    def box(self, cells: int) -> Box:
        """Around some cells."""
        points = [middle(place_of_literal(self.puzzle, cell)) for cell in members(cells & visible(self.puzzle))]
        rows, columns = zip(*filter(None, points)) if points else ((0.0,), (0.0,))
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
    """Steps up and down plus steps sideways from one box to another; 0 if they overlap."""
    down = max(one[0] - other[1], other[0] - one[1], 0)
    return down + max(one[2] - other[3], other[2] - one[3], 0)
