"""How many of these cells are yes?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from tesuji.bitset import members, set_of
from tesuji.constraints.base import BaseConstraint, Target
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

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Cells of one value if they suffice; only their numbers matter."""
        if order:
            return super().reason(yes, no, target, order)
        if target is not None:
            yes, no = yes & ~(1 << target[0]), no & ~(1 << target[0])
        ones, zeros = yes.bit_count(), no.bit_count()
        if self._forces(ones, 0, target):
            zeros = 0
        elif self._forces(0, zeros, target):
            ones = 0
        while ones and self._forces(ones - 1, zeros, target):
            ones -= 1
        while zeros and self._forces(ones, zeros - 1, target):
            zeros -= 1
        return _first(yes, ones) | _first(no, zeros)

    def _forces(self, ones: int, zeros: int, target: Target | None) -> bool:
        """Whether so many cells that are yes and no are enough."""
        free = len(self.scope) - ones - zeros
        more = self._allowed >> ones & (2 << free) - 1
        if target is None:
            return not more
        return more == (1 << free if target[1] else 1)

    def data(self) -> dict[str, Any]:
        """With "allowed", the numbers."""
        return {**super().data(), "allowed": sorted(self.allowed)}


def _first(cells: int, number: int) -> int:
    """Return the first cells of a set."""
    return cells if cells.bit_count() == number else set_of(islice(members(cells), number))


@lru_cache(maxsize=1024)
def _bits(allowed: frozenset[int], most: int) -> int:
    """Bit t: t is allowed. A board has hundreds of counts, and few kinds of them."""
    return sum(1 << count for count in allowed if 0 <= count <= most)
