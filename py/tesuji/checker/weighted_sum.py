"""WeightedSum: the weights of the yes literals add up to one of several numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tesuji.checker.all_different import values_left
from tesuji.checker.limits import NotAPuzzle

MAX_SUM = 1 << 16
"""The largest sum."""


class WeightedSum:
    """Groups of literals, each literal with its weight, a whole number from 0. A group of one literal may be yes or no;
    in a larger group exactly one literal is yes, as with the values of a variable.
    """

    word = "sum"

    def __init__(self, groups: Sequence[Sequence[int]], weights: Sequence[Sequence[int]], allowed: Collection[int]):
        if max(allowed, default=0) > MAX_SUM or any(weight < 0 for group in weights for weight in group):
            raise NotAPuzzle("sum")
        self.groups: Sequence[Sequence[int]] = groups
        self.weights: Sequence[Sequence[int]] = weights
        self.allowed: int = sum(1 << number for number in set(allowed) if number >= 0)

    @property
    def cells(self) -> Sequence[int]:
        return sorted(x for group in self.groups for x in group)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether no allowed sum can be reached. Exact. Bit n of a set of sums stands for n."""
        reached, all_sums = 1, (1 << self.allowed.bit_length()) - 1
        for group, weights in zip(self.groups, self.weights):
            if len(group) == 1:
                free = reached if group[0] not in true else 0
                taken = reached << min(weights[0], MAX_SUM + 1) if -group[0] not in true else 0
                reached = (free | taken) & all_sums
                continue
            sums = 0
            for value in values_left(group, true):
                sums |= reached << min(weights[value], MAX_SUM + 1)
            reached = sums & all_sums
        return not reached & self.allowed
