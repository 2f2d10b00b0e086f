"""AllDifferent: no two of some variables have the same value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


class AllDifferent:
    """Variables with several values, each given by its literals, value after value. Each has exactly one value."""

    word = "all-different"

    def __init__(self, variables: Sequence[Sequence[int]]):
        self.variables = variables

    @property
    def cells(self) -> Sequence[int]:
        return sorted(x for variable in self.variables for x in variable)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the variables cannot all have different values among those that are left. Exact."""
        owner: dict[int, int] = {}
        left = [values_left(variable, true) for variable in self.variables]
        return not all(_matched(number, left, owner) for number in range(len(left)))


def values_left(variable: Sequence[int], true: Collection[int]) -> list[int]:
    """Return the remaining values, from 0, of a variable that has exactly one of them."""
    had = [value for value, x in enumerate(variable) if x in true]
    return [value for value, x in enumerate(variable) if -x not in true and (not had or had == [value])]


def _matched(number: int, left: Sequence[Sequence[int]], owner: dict[int, int]) -> bool:
    """Match one more variable with a value, moving others if necessary. Return whether this is possible."""
    # value -> the variable that takes it, and that variable's former value
    came: dict[int, tuple[int, int | None]] = {}
    todo: list[tuple[int, int | None]] = [(number, None)]
    for variable, given_up in todo:
        for value in left[variable]:
            if value in came:
                continue
            came[value] = variable, given_up
            if value in owner:
                todo.append((owner[value], value))
                continue
            step: int | None = value
            while step is not None:
                owner[step], step = came[step]
            return True
    return False
