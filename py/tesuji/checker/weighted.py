"""Weighted: the contradiction of counts that are multiplied by whole numbers and added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

from tesuji.checker.count import Count

RuleCheck = Callable[[Collection[int], dict[int, tuple[Any, ...]]], bool]
WEIGHT = 10**6
"""The largest absolute value of a weight."""
CELLS = 500_000
"""The largest number of cells of all counts together."""


class Weighted:
    """Some counts, each with a weight. `own` is the weight of literals that count cells: positive for "at most 2 of
    these", negative for "at least 3 of these".
    """

    def __init__(self, own: int, counts: Collection[tuple[int, Count]]):
        if any(abs(weight) > WEIGHT for weight in (own, *[weight for weight, _ in counts])):
            raise ValueError("weight")
        if sum(len(count.scope or ()) for _, count in counts) > CELLS:
            raise ValueError("cells")
        self.own = own
        self.most: int = 0
        """The largest possible value of the weighted sum of all counts."""
        self.weights: Counter[int] = Counter()
        """The weight of each yes cell in that sum."""
        for weight, count in counts:
            cells = count.scope or ()
            self.most += max([weight * int(number) for number in count.allowed if 0 <= number <= len(cells)], default=0)
            for cell in cells:
                self.weights[cell] += weight

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the sum is too large even if every unknown cell has its cheaper value. Sound."""
        weights, most = self.weights, self.most
        if self.own:
            weights = weights.copy()
        for x in true if self.own else ():
            cells, number = definitions.get(abs(x), (None, 0))[:2]
            if isinstance(cells, frozenset) and (x > 0) == (self.own < 0):
                most += self.own * (number - (x < 0))
                for cell in cells:
                    weights[cell] += self.own
        least = [weight for cell, weight in weights.items() if cell in true or weight < 0 and -cell not in true]
        return sum(least) > most


def named(name: str, rule: Callable[[str], RuleCheck | None]) -> RuleCheck | None:
    """Return the rule that a name in a proof stands for, or None if there is none; `rule` returns the rules of a
    puzzle.

    "weighted WEIGHT, WEIGHT NAME, WEIGHT NAME ..." names counts; the first weight is that of literals that count cells.
    Raises ValueError.
    """
    word, _, words = name.partition(" ")
    if word != "weighted":
        return rule(name)
    own, *parts = words.split(", ")
    counts = []
    for part in parts:
        weight, _, name = part.partition(" ")
        found = rule(name)
        if not isinstance(found, Count) or found.scope is None:
            raise ValueError("count")
        counts.append((int(weight), found))
    return Weighted(int(own), counts)
