"""AllDifferent: no two of some variables have the same value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any


class AllDifferent:
    """Variables of several values, each given by its literals, value after value; each has exactly one of them."""

    word = "all-different"

    def __init__(self, variables: Sequence[Sequence[int]]):
        self.variables = variables

    @property
    def cells(self) -> Sequence[int]:
        return sorted(x for variable in self.variables for x in variable)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the variables cannot be matched with different values that are left. Exact."""
        owner: dict[int, int] = {}
        left = [values_left(variable, true) for variable in self.variables]
        return not all(_matched(number, left, owner) for number in range(len(left)))


def values_left(variable: Sequence[int], true: Collection[int]) -> list[int]:
    """Return the values, from 0, that are left to a variable with exactly one of them."""
    had = [value for value, x in enumerate(variable) if x in true]
    return [value for value, x in enumerate(variable) if -x not in true and (not had or had == [value])]


def _matched(number: int, left: Sequence[Sequence[int]], owner: dict[int, int]) -> bool:
    """Give one more variable a value, if others have to take another one for it; return whether that is possible."""
    came: dict[int, tuple[int, int | None]] = {}  # value -> the variable to take it, and its value so far
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
