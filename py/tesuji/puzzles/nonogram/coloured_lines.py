"""Lines of coloured runs: all placements, by number, and the possible places of each run.

The state of a line is the set of removed values, in planes: bit value * width + cell, value 0 for blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tesuji.bitset import flags, from_flags, members
from tesuji.constraints import ColourRuns
from tesuji.constraints.planes import Run, others
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle
from tesuji.puzzles.nonogram.coloured import letters
from tesuji.rulebook import Arrangement

CACHED = 1 << 12
"""The number of lines whose starts of runs are cached."""


def gaps_after(runs: Sequence[Run]) -> list[int]:
    """Return, for each run, 1 if a blank cell must follow it, else 0."""
    return [int(one[1] == other[1]) for one, other in zip(runs, runs[1:])] + [0] * bool(runs)


class ColourPlacements:
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
        """The number of placements."""
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
    all_of, starts = ColourPlacements(width, runs, removed), list[int]()
    reached, gaps = 1, gaps_after(runs)
    free = ~removed
    for number, (length, colour) in enumerate(runs):
        ahead, here, after = all_of.ways[number + 1], 0, 0
        for place in range(width - length + 1):
            if reached >> place & 1:
                if free >> place & 1:
                    reached |= 2 << place
                if all_of._from(place, length, colour, gaps[number], ahead):
                    here |= 1 << place
                    after |= 1 << place + length + gaps[number]
        starts.append(here)
        reached = after
    return starts


def removed_on(constraint: ColourRuns, board: Board) -> int:
    """Return the removed values of a line on a board."""
    size = max(constraint.scope) + 1
    yes, no = (from_flags(map(flags(side, size).__getitem__, constraint.scope)) for side in board)
    return no | others(yes, constraint.width, constraint.values)


class ColourLineView:
    """A `rulebook.LineView`: the placements on an empty line, leftmost first; known cells rule some of them out."""

    def __init__(self, puzzle: Puzzle, board: Board, along: str, number: int):
        constraint = puzzle.constraints[number if along == "row" else puzzle.height + number]
        assert isinstance(constraint, ColourRuns)
        self.width, self.removed = constraint.width, removed_on(constraint, board)
        self.cells = constraint.planes[0]
        table = letters(puzzle)
        self.letters = table[-1] + table[1:-1]
        self._all = ColourPlacements(self.width, constraint.runs)
        self._fitting = ColourPlacements(self.width, constraint.runs, self.removed)
        self.total, self.fitting = self._all.total, self._fitting.total
        shared = ["?"] * self.width
        try:
            yes, _ = constraint.infer(0, self.removed)
        except Contradiction:
            yes = 0
        for place in members(yes):
            value, cell = divmod(place, self.width)
            shared[cell] = self.letters[value]
        self.shared = "".join(shared)

    def all(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.total)):
            values = self._all[number]
            wrong = [cell for cell, value in enumerate(values) if self.removed >> value * self.width + cell & 1]
            if wrong:
                yield Arrangement(self._text(values), "known", {"place": wrong[0] + 1}, self.cells[wrong[0]])
            else:
                yield Arrangement(self._text(values))

    def only_fitting(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.fitting)):
            yield Arrangement(self._text(self._fitting[number]))

    def _text(self, values: Sequence[int]) -> str:
        return "".join([self.letters[value] for value in values])
