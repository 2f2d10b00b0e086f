"""ColourRuns: the lengths and colours of the runs along a line, in order."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from tesuji.checker.all_different import values_left
from tesuji.checker.runs import flood


class ColourRuns:
    """Cells with several values, each given by its literals, value after value. Value 0 is blank, the others are
    colours; runs of the same colour have a blank cell between them. `runs` is a list of (length, colour).
    """

    word = "colour-runs"

    def __init__(self, line: Sequence[Sequence[int]], runs: Sequence[tuple[int, int]]):
        self.line: Sequence[Sequence[int]] = line
        self.runs: Sequence[tuple[int, int]] = runs
        alike = sum(one[1] == other[1] for one, other in zip(runs, runs[1:]))
        self.fits: bool = sum(length for length, _ in runs) + alike <= len(line)

    @property
    def cells(self) -> Sequence[int]:
        return sorted(x for cell in self.line for x in cell)

    @property
    def value(self) -> str:
        return " ".join(f"{length}:{colour}" for length, colour in self.runs) or "0"

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether the runs do not fit the literals. Exact. Bit i of `reached`: the first i cells can hold the
        runs so far.
        """
        if not self.fits:
            return True
        may: dict[int, int] = {}
        for place, cell in enumerate(self.line):
            for value in values_left(cell, true):
                may[value] = may.get(value, 0) | 1 << place
        blank, reached, before = may.get(0, 0), 1, 0
        for length, colour in self.runs:
            if colour == before:
                reached = (reached & blank) << 1
            starts = may.get(colour, 0)
            for _ in range(length - 1):
                starts &= starts >> 1
            reached = (flood(reached, blank) & starts) << length
            before = colour
        return not flood(reached, blank) >> len(self.line) & 1
