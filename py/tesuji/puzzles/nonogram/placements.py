"""All placements of a line's runs, counted and indexed without listing them: there may be 10^9.

A line is known by the set of its removed values, in planes: bit value * width + cell, value 0 for blank. A line in
black and white has runs of one colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tesuji.constraints.planes import Run, gaps_after

CACHED = 1 << 12
"""The number of lines whose starts of runs are cached."""


def black(runs: Sequence[int]) -> tuple[Run, ...]:
    """Return the runs of a line in black and white as runs of colour 1."""
    return tuple([(run, 1) for run in runs])


class Placements:
    """Every placement that has none of the removed values, as the values of its cells, leftmost first."""

    def __init__(self, width: int, runs: Sequence[Run], removed: int = 0):
        self.width, self.runs, self.removed = width, tuple(runs), removed
        ways = [int(not removed >> place & (1 << width - place) - 1) for place in range(width + 1)]
        self.ways = [ways]
        """ways[j][p]: placements of the runs from j on in the cells from p on."""
        for (length, colour), gap in zip(self.runs[::-1], gaps_after(runs)[::-1]):
            ahead, ways = ways, [0] * (width + 1)
            for place in range(width - length, -1, -1):
                ways[place] = (0 if removed >> place & 1 else ways[place + 1]) + self._from(
                    place, length, colour, gap, ahead
                )
            self.ways.append(ways)
        self.ways.reverse()

    def _from(self, place: int, length: int, colour: int, gap: int, ahead: list[int]) -> int:
        """Return the number of placements in which a run starts at a place."""
        end = place + length
        if end + gap > self.width or self.removed >> colour * self.width + place & (1 << length) - 1:
            return 0
        return 0 if gap and self.removed >> end & 1 else ahead[end + gap]

    @property
    def total(self) -> int:
        """The number of placements. It is not `len`, which is limited to 2^63."""
        return self.ways[0][0]

    def __getitem__(self, number: int) -> list[int]:
        """Return the placement with this number, from 0. The time is linear in the width of the line."""
        if not 0 <= number < self.total:
            raise IndexError(number)
        cells, place = [0] * self.width, 0
        for (length, colour), gap, ahead in zip(self.runs, gaps_after(self.runs), self.ways[1:]):
            while number >= (here := self._from(place, length, colour, gap, ahead)):
                number -= here
                place += 1
            cells[place : place + length] = [colour] * length
            place += length + gap
        return cells


@lru_cache(maxsize=CACHED)
def run_starts(width: int, runs: tuple[Run, ...], removed: int) -> list[int]:
    """Return, for each run, the bit set of its starts in all placements that have none of the removed values."""
    planes = [
        removed >> value * width & (1 << width) - 1 for value in range(1 + max((run[1] for run in runs), default=0))
    ]
    forward = _reached(width, runs, planes)
    backward = _reached(width, runs[::-1], [mirrored(width, plane) for plane in planes])[::-1]
    # If a run starts at s, its mirror image starts at width - s - length.
    return [start & mirrored(width - run[0] + 1, end) for start, run, end in zip(forward, runs, backward)]


def _reached(width: int, runs: Sequence[Run], planes: Sequence[int]) -> list[int]:
    """Return, for each run, its starts in placements of the runs up to it, regardless of what follows. `planes` are the
    cells that cannot be blank, and those that cannot have each colour.
    """
    full = (1 << width) - 1
    free = full & ~planes[0]
    reach = _flood(1, free)
    found = []
    for (length, colour), gap in zip(runs, gaps_after(runs)):
        legal = room = full & ~planes[colour]
        for shift in range(1, length):
            legal &= room >> shift
        start = reach & legal & (free >> length if gap else full)
        found.append(start)
        reach = _flood(start << length + gap, free)
    return found


def _flood(places: int, free: int) -> int:
    """Return these places, and those that can be reached from them upwards through free cells only."""
    # A carry runs through ones.
    return ((places & free) + free ^ free) | places


def mirrored(width: int, cells: int) -> int:
    """Return the line in reverse."""
    return int(format(cells, f"0{width}b")[::-1], 2) if width > 0 else 0
