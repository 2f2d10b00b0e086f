"""DifferentSum: variables with different values that add up to a number, as in killer sudoku and kakuro."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tesuji.bitset import set_of
from tesuji.constraint import Clause, Constraint, Target
from tesuji.constraints.all_different import AllDifferent
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder


class DifferentSum(AllDifferent):
    """No two variables have the same value, and their values, counted from 1, add up to `total`. `groups` is as in
    AllDifferent. Suited to about ten values: the time is proportional to the number of sets of values with this sum.
    """

    __slots__ = ("total", "_sets")

    name = "different-sum"

    def __init__(self, groups: Sequence[Sequence[int]], total: int, clue: Clue | None = None):
        super().__init__(groups, clue)
        self.total = total
        number = len(self.groups)
        self._sets = [
            set_of(values) for values in combinations(range(self._values), number) if sum(values) + number == total
        ]

    def _left(self, domains: Sequence[int]) -> list[int] | None:
        """Return the values that each variable has in one of the sets."""
        found = None
        for values in self._sets:
            left = super()._left([domain & values for domain in domains])
            if left is not None:
                found = [one | other for one, other in zip(left, found or [0] * len(left))]
        return found

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        return Constraint.reason(self, yes, no, target, order)

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        return Constraint.encode(self, encoder, guard)

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "total" as well."""
        return {**super().data(), "total": self.total}
