"""DifferentSum: variables with different values that add up to a number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tesuji.checker.all_different import values_left
from tesuji.checker.limits import NotAPuzzle

MOST_VALUES = 12
"""The maximum number of values of a variable."""


class DifferentSum:
    """Variables with several values, each given by its literals, value after value. Their values count from 1."""

    word = "different-sum"

    def __init__(self, variables: Sequence[Sequence[int]], total: int):
        if any(len(variable) > MOST_VALUES for variable in variables):
            raise NotAPuzzle("sum")
        self.variables = variables
        self.total = total

    @property
    def cells(self) -> Sequence[int]:
        return sorted(x for variable in self.variables for x in variable)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether no different values with this sum are left. Exact."""
        reached: set[frozenset[int]] = {frozenset()}
        for variable in self.variables:
            left = values_left(variable, true)
            reached = {used | {value + 1} for used in reached for value in left if value + 1 not in used}
        return all(sum(used) != self.total for used in reached)
