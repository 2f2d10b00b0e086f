"""Runs: the lengths of the runs of yes along a line; also variables that mean "run 2 starts at or before cell 8"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tesuji.checker.count import Count
from tesuji.checker.limits import SIDE

PLACES = range(1, SIDE + 1)


class Runs:
    """The runs of yes along the cells have these lengths, in order."""

    word = "runs"

    def __init__(self, cells: Sequence[int], lengths: Sequence[int]):
        self.line: Sequence[int] = cells
        self.lengths: Sequence[int] = lengths
        self.fits: bool = sum(lengths) + len(lengths) - 1 <= len(cells)
        self.filled: Count = Count(cells, {sum(lengths)})

    @property
    def cells(self) -> Sequence[int]:
        return sorted(self.line)

    @property
    def value(self) -> str:
        return " ".join(map(str, self.lengths)) or "0"

    def define(self, run: int, place: int) -> tuple[Any, ...]:
        """Return the meaning of a variable: a run starts at or before a place, both counted from 1. Raises ValueError."""
        return self, PLACES.index(run), PLACES.index(place)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the runs do not fit the literals. Exact, except for literals that count cells. Places are
        bits; the place after the line is always empty.
        """
        if not self.fits:
            return True
        cells, n, window = self.line, len(self.line), [-1] * len(self.lengths)
        for x in true if definitions else ():
            line, *start = definitions.get(abs(x), (None,))
            if isinstance(line, frozenset):
                return self.filled(true, definitions)
            if line is self and start[0] < len(window):
                run, place = start
                window[run] &= (2 << place) - 1 if x > 0 else -2 << place
        room = sum([(-cell not in true) << place for place, cell in enumerate(cells)])
        free = sum([(cell not in true) << place for place, cell in enumerate(cells)], 1 << n)
        reach = flood(1, free)
        for length, starts in zip(self.lengths, window):
            legal = room
            for _ in range(length - 1):
                legal &= legal >> 1
            reach = flood((starts & reach & legal & free >> length) << length + 1, free)
        return not reach >> n + 1 & 1


def flood(places: int, free: int) -> int:
    """Return these places and all that they reach upwards through free ones; a carry runs through ones."""
    return ((places & free) + free ^ free) | places
