"""WeightedSum: the sum of the weights of the yes literals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tesuji.bitset import set_of
from tesuji.constraint import Constraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue


class WeightedSum(Constraint):
    """The weights of the yes literals add up to one of `allowed`. Weights are whole numbers from 0.

    `sizes` divides the scope into groups of these sizes, in order. In a group of one literal, that literal is free. In
    a larger group exactly one literal is yes, as with the values of a variable. Without `sizes` all literals are free.
    """

    __slots__ = ("weights", "allowed", "sizes", "_groups", "_allowed")

    name = "sum"

    def __init__(
        self,
        scope: Iterable[int],
        weights: Iterable[int],
        allowed: Iterable[int],
        clue: Clue | None = None,
        sizes: Sequence[int] = (),
    ):
        self.scope, self.weights = tuple(scope), tuple(weights)
        self.allowed = frozenset(allowed)
        self.clue = clue
        self.sizes = tuple(sizes) or (1,) * len(self.scope)
        if (
            len(self.weights) != len(self.scope)
            or sum(self.sizes) != len(self.scope)
            or min(self.weights, default=0) < 0
        ):
            raise ValueError("each literal needs a weight, 0 or more, and a group")
        self._groups: list[tuple[int, int]] = []
        """The first place of each group, and the place after the last one."""
        start = 0
        for size in self.sizes:
            self._groups.append((start, start + size))
            start += size
        # Bit s of a set of sums stands for the sum s. Sums that cannot be reached are left out.
        self._allowed = set_of(number for number in self.allowed if 0 <= number <= sum(self.weights))

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely. The time is the number of literals times the number of machine words of the largest sum as
        a bit set.
        """
        choices = [self._choices(group, yes, no) for group in self._groups]
        after = [self._allowed]
        """From the last group back to the first, the sums before a group from which an allowed one can be reached."""
        for options in reversed(choices):
            sums = after[-1]
            before = 0
            for _, weight in options:
                before |= sums >> weight
            after.append(before)
        after.pop()
        reached = 1
        can_be, can_stay = 0, 0
        for (start, _), options in zip(self._groups, choices):
            rest, sums, possible = after.pop(), 0, 0
            for place, weight in options:
                fits = (reached << weight) & rest
                if fits:
                    sums |= fits
                    if place < 0:
                        can_stay |= 1 << start
                    else:
                        possible |= 1 << place
            if not sums:
                raise Contradiction(self)
            can_be |= possible
            if possible & (possible - 1):
                can_stay |= possible
            reached = sums
        if not reached & self._allowed:  # there are no groups
            raise Contradiction(self)
        known = (1 << len(self.scope)) - 1
        return can_be & ~can_stay, known & ~can_be

    def _choices(self, group: tuple[int, int], yes: int, no: int) -> list[tuple[int, int]]:
        """Return the literals of a group that may be its yes literal, each as (place, weight); (-1, 0) if there need
        not be one.
        """
        start, end = group
        if end - start == 1:
            options = [] if yes >> start & 1 else [(-1, 0)]
            return options if no >> start & 1 else [*options, (start, self.weights[start])]
        here = yes & (1 << end) - (1 << start)
        if here & (here - 1):
            return []
        return [
            (place, self.weights[place])
            for place in range(start, end)
            if not no >> place & 1 and (not here or here >> place & 1)
        ]

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Find a reason in one pass from left to right. A literal is left out if no sum fits even without it, given the
        literals kept on the left and all known ones on the right.
        """
        if order:
            return self.within(self.reason(yes, no, target), yes, no, target, order)
        supposed = 0
        if target is not None:
            supposed = 1 << target[0]
            yes, no = (yes & ~supposed, no | supposed) if target[1] else (yes | supposed, no & ~supposed)
        after = [self._allowed]
        for group in reversed(self._groups):
            sums = after[-1]
            before = 0
            for _, weight in self._choices(group, yes, no):
                before |= sums >> weight
            after.append(before)
        after.pop()
        reached, kept = 1, supposed
        for start, end in self._groups:
            rest = after.pop()
            for place in range(start, end):
                bit = 1 << place
                if (yes | no) & bit & ~supposed:
                    if self._step(reached, (start, end), yes & ~bit, no & ~bit) & rest:
                        kept |= bit
                    else:
                        yes, no = yes & ~bit, no & ~bit
            reached = self._step(reached, (start, end), yes, no)
        return kept & ~supposed

    def _step(self, reached: int, group: tuple[int, int], yes: int, no: int) -> int:
        """Return the sums that are reached with one more group."""
        sums = 0
        for _, weight in self._choices(group, yes, no):
            sums |= reached << weight
        return sums

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "weights" and "allowed", and with "sizes" if there are groups."""
        found = {**super().data(), "weights": list(self.weights), "allowed": sorted(self.allowed)}
        return {**found, "sizes": list(self.sizes)} if max(self.sizes, default=1) > 1 else found
