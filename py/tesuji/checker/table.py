"""Table: the yes literals form one of several patterns."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any


class Table:
    """The literals of a small scope. Each pattern is the set of its yes literals."""

    word = "table"

    def __init__(self, cells: Sequence[int], patterns: Iterable[Collection[int]]):
        self.scope: frozenset[int] = frozenset(cells)
        self.patterns: list[frozenset[int]] = [frozenset(pattern) for pattern in patterns]

    @property
    def cells(self) -> Sequence[int]:
        return sorted(self.scope)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether no pattern fits the literals. Exact."""
        yes = {x for x in self.scope if x in true}
        no = {x for x in self.scope if -x in true}
        return not any(yes <= pattern and no.isdisjoint(pattern) for pattern in self.patterns)
