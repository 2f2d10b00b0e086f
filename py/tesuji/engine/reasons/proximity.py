"""Distances between steps on the board, used to choose a next step near the latest one."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.bitset import members
from tesuji.engine.budget import Progress, Steps
from tesuji.model import Puzzle, Step
from tesuji.variables import middle, place_of_literal, visible

MAX_SORTED_STEPS = 300
"""Longer lists of steps keep their order."""

Rectangle = tuple[float, float, float, float]
"""Top, bottom, left, right."""


class Proximity:
    """Distances on the board of one puzzle."""

    def __init__(self, puzzle: Puzzle, progress: Progress):
        self.puzzle, self.progress = puzzle, progress

    def box(self, literals: int) -> Rectangle:
        """Return the bounding box of the variables of some literals."""
        shown = members(literals & visible(self.puzzle))
        points = [point for literal in shown if (point := middle(place_of_literal(self.puzzle, literal)))]
        rows, columns = zip(*points or [(0.0, 0.0)])
        return min(rows), max(rows), min(columns), max(columns)

    def between(self, one: int, other: int) -> float:
        """Return the distance between the variables of some literals and those of others."""
        return _distance(self.box(one), self.box(other))

    def ordered(self, steps: Sequence[Step], last: int) -> Steps[list[Step]]:
        """Return the steps in greedy nearest-neighbour order, starting from the literals `last`. Equally near steps
        keep their order."""
        if len(steps) > MAX_SORTED_STEPS:
            return list(steps)
        left = {}
        for number, step in enumerate(steps):
            left[number] = self.box(step.yes | step.no)
            yield self.progress  # a box of all cells of a large board takes 7 ms
        now, order = self.box(last) if last else None, []
        while left:
            nearest = min(left, key=lambda number: (_distance(now, left[number]), number)) if now else next(iter(left))
            now = left.pop(nearest)
            order.append(steps[nearest])
        return order


def _distance(one: Rectangle, other: Rectangle) -> float:
    """Return the rows plus columns between two boxes; 0 if they overlap."""
    down = max(one[0] - other[1], other[0] - one[1], 0)
    return down + max(one[2] - other[3], other[2] - one[3], 0)
