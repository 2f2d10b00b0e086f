"""Connected: the cells with a value form one connected piece."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

Near = Mapping[int, Sequence[int]]
"""The neighbours of each cell."""


class Connected:
    """The yes literals, or the no literals, form one connected piece; there may be none."""

    word = "connected"

    def __init__(self, near: Near, value: bool = True):
        self.near: Near = near
        self.sign = 1 if value else -1

    @property
    def cells(self) -> Sequence[int]:
        return sorted(self.near)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the cells that have the value cannot be connected. Exact."""
        sign = self.sign
        inside = [x for x in self.near if sign * x in true]
        if any(-sign * x in true for x in inside):
            return True
        return len(inside) > 1 and not flooded(inside[:1], self.near, lambda x: -sign * x not in true).issuperset(
            inside
        )


def flooded(start: Iterable[int], near: Near, may: Callable[[int], bool]) -> set[int]:
    """Return the cells reachable from some cells through allowed cells."""
    found = set(start)
    todo = list(found)
    while todo:
        new = [x for x in near[todo.pop()] if x not in found and may(x)]
        found.update(new)
        todo += new
    return found
