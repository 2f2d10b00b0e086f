"""Different: a line does not equal another."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


class Different:
    """A line of cells, with the lines from which it must differ."""

    word = "line"

    def __init__(self, cells: Sequence[int], others: Sequence[Sequence[int]]):
        self.cells: Sequence[int] = cells
        self.others: Sequence[Sequence[int]] = others

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the line equals another one and both are complete. Exact."""
        known = [x in true or -x in true for x in self.cells]
        return all(known) and any(
            all((a in true and b in true) or (-a in true and -b in true) for a, b in zip(self.cells, other))
            for other in self.others
        )
