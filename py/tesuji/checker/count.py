"""Count: the number of yes cells; also variables that mean "at least 3 of these cells are yes"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

Part = tuple[frozenset[int], int, int]
"""Cells, the fewest of them that are yes, and the most."""


class Count:
    """The number of yes cells is one of `allowed`. Without cells, this is the rule that numbers of cells add up."""

    def __init__(self, cells: Sequence[int] | None, allowed: Collection[float], word: str = "count"):
        self.scope: Sequence[int] | None = cells
        self.allowed: Collection[float] = allowed
        self.word: str = word

    @property
    def cells(self) -> Sequence[int]:
        return sorted(self.scope or ())

    @property
    def value(self) -> str:
        return " ".join(map(str, sorted(self.allowed)))

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the count cannot hold, by adding up its known parts if they are disjoint. Exact without
        definitions.
        """
        parts = _counted(true, definitions) if definitions else []
        cells: Collection[int] = self.scope or ()
        low, high = 0, len(cells)
        if self.scope is None and parts:
            cells, low, high = parts.pop(0)
        least, most = 0, len(cells)
        left = set(cells) if parts else cells
        for part, fewest, largest in parts:
            if part.issubset(left):
                left -= part  # type: ignore[operator]
                least, most = least + fewest, most - len(part) + largest
        least += sum([cell in true for cell in left])
        most -= sum([-cell in true for cell in left])
        if self.scope is None:
            return max(least, low) > min(most, high)
        return not any(least <= number <= most for number in self.allowed)


def _counted(true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> list[Part]:
    """Return the sets of cells that the literals count, the largest first."""
    parts: list[Part] = []
    for x in true:
        cells, number = definitions.get(abs(x), (None, 0))[:2]
        if isinstance(cells, frozenset):
            parts.append((cells, number, len(cells)) if x > 0 else (cells, 0, number - 1))
    parts.sort(key=lambda part: -len(part[0]))
    return parts
