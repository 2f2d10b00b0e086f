"""How many of these cells are yes?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from tesuji.constraints.base import BaseConstraint
from tesuji.errors import Contradiction
from tesuji.model import Clue


class Count(BaseConstraint):
    """The number of yes cells in `scope` is one of `allowed`."""

    __slots__ = ("allowed", "_allowed", "_all")

    name = "count"

    def __init__(self, scope: Iterable[int], allowed: Iterable[int], clue: Clue | None = None):
        self.scope = tuple(scope)
        self.allowed = frozenset(allowed)  # the same object where it is one already
        self.clue = clue
        self._allowed = _bits(self.allowed, len(self.scope))
        self._all = (1 << len(self.scope)) - 1

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Complete; constant time in the number of cells, for sets that fit a few machine words."""
        unknown = self._all ^ (yes | no)
        free = unknown.bit_count()
        # Bit t of `more`: t of the unknown cells may be yes.
        more = self._allowed >> yes.bit_count() & (2 << free) - 1
        if not more:
            raise Contradiction(self)
        if more == 1:
            return yes, no | unknown
        if more == 1 << free:
            return yes | unknown, no
        return yes, no

    def data(self) -> dict[str, Any]:
        """With "allowed", the numbers."""
        return {**super().data(), "allowed": sorted(self.allowed)}


@lru_cache(maxsize=1024)
def _bits(allowed: frozenset[int], most: int) -> int:
    """Bit t: t is allowed. A board has hundreds of counts, and few kinds of them."""
    return sum(1 << count for count in allowed if 0 <= count <= most)
