"""A budget that ends at the same point on every machine."""

from __future__ import annotations

from tesuji.engine.budget import Budget


class Points(Budget):
    """A budget of safe points."""

    def __init__(self, points: int):
        super().__init__()
        self.points = points

    def spent(self) -> bool:
        self.points -= 1
        return self.points < 0
