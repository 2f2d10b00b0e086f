"""Two lines are not alike."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.errors import Contradiction
from tesuji.model import Clue


class Different:
    """`first` and `second`, of equal length and without a common cell, differ in at least one place. Scope: first, then
    second."""

    __slots__ = ("first", "second", "clue", "length", "_all")

    def __init__(self, first: Sequence[int], second: Sequence[int], clue: Clue | None = None):
        assert len(first) == len(second)
        self.first, self.second, self.clue = first, second, clue
        self.length = len(first)
        self._all = (1 << self.length) - 1

    @property
    def scope(self) -> tuple[int, ...]:
        """Made on demand: a large board has thousands of pairs of lines."""
        return (*self.first, *self.second)

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Complete: speaks only when one place is left where the lines may differ, and one side of it is known."""
        length, everything = self.length, self._all
        yes1, yes2 = yes & everything, yes >> length
        no1, no2 = no & everything, no >> length
        if yes1 & no2 | no1 & yes2:
            return yes, no
        open_places = everything & ~(yes1 & yes2 | no1 & no2)
        if not open_places:
            raise Contradiction(self)
        if open_places & (open_places - 1):
            return yes, no
        yes |= open_places & no2 | (open_places & no1) << length
        no |= open_places & yes2 | (open_places & yes1) << length
        return yes, no

    def __repr__(self) -> str:
        return f"Different({self.first}, {self.second})"
