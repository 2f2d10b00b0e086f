"""All placements of a line's runs, counted and indexed without listing them: there may be 10^9."""

from __future__ import annotations

from collections.abc import Sequence


class Placements:
    """Every placement that agrees with the filled and the empty cells of a line, as bit sets, leftmost first."""

    def __init__(self, width: int, runs: Sequence[int], filled: int = 0, empty: int = 0):
        self.width, self.runs = width, tuple(runs)
        self.filled = filled
        size = width + 2  # one more cell, always empty, after the line, and then its end
        room = [0] * size  # the number of consecutive cells from here on that may be filled
        for place in range(width - 1, -1, -1):
            room[place] = 0 if empty >> place & 1 else room[place + 1] + 1
        self.room = room
        # ways[j][p]: placements of the runs from j on in the cells from p on.
        ways = [int(not filled >> place) for place in range(size)]
        self.ways = [ways]
        for run in reversed(self.runs):
            ahead, ways = ways, [0] * size
            for place in range(width - run, -1, -1):
                ways[place] = (0 if filled >> place & 1 else ways[place + 1]) + (
                    ahead[place + run + 1] if self._fits(run, place) else 0
                )
            self.ways.append(ways)
        self.ways.reverse()

    def _fits(self, run: int, place: int) -> bool:
        return self.room[place] >= run and not self.filled >> place + run & 1

    @property
    def total(self) -> int:
        """The number of placements. It is not `len`, which is limited to 2^63."""
        return self.ways[0][0]

    def __getitem__(self, number: int) -> int:
        """Return the placement with this number, from 0. The time is linear in the width of the line."""
        if not 0 <= number < self.total:
            raise IndexError(number)
        cells = place = 0
        for run, ahead in zip(self.runs, self.ways[1:]):
            while True:
                here = ahead[place + run + 1] if self._fits(run, place) else 0
                if number < here:
                    break
                number -= here
                place += 1
            cells |= ((1 << run) - 1) << place
            place += run + 1
        return cells


def run_starts(width: int, runs: Sequence[int], filled: int, empty: int) -> list[int]:
    """Return, for each run, the bit set of its starts in all placements that agree with these cells."""
    forward = _reached(width, runs, filled, empty)
    backward = _reached(width, runs[::-1], mirrored(width, filled), mirrored(width, empty))[::-1]
    # If a run starts at s, its mirror image starts at width - s - run.
    return [start & mirrored(width - run + 1, end) for run, start, end in zip(runs, forward, backward)]


def _reached(width: int, runs: Sequence[int], filled: int, empty: int) -> list[int]:
    """Return, for each run, its starts in placements of the runs up to it, regardless of what follows."""
    free = ((2 << width) - 1) & ~filled
    reach = (filled ^ filled - 1) & ((2 << width) - 1)  # the places below which all cells can be empty
    found = []
    for run in runs:
        room = ((1 << width) - 1) & ~empty
        legal = room
        for shift in range(1, run):
            legal &= room >> shift
        start = reach & legal & free >> run
        found.append(start)
        start <<= run + 1
        # A carry runs through the cells that may be empty.
        reach = ((start & free) + free ^ free) | start
    return found


def mirrored(width: int, cells: int) -> int:
    """Return the line in reverse."""
    return int(format(cells, f"0{width}b")[::-1], 2) if width > 0 else 0
