"""Deductions from two parallel lines and the lines that cross both, for puzzles of rows and columns.

When no line by itself forces anything more, two parallel lines together may still refute a cell: if the cell had that
value, more of the first line would follow, the crossing lines would then settle cells of the second line, and the
second line could not be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from tesuji.bitset import members

Infer = Callable[[int, int, int, int], "tuple[int, int] | None"]
"""(0 for rows or 1 for columns, number, yes, no) -> everything that the line forces, or None if it cannot hold."""
Known = tuple[int, int]
"""Yes places and no places of a line, as bit sets."""


class Clash(NamedTuple):
    """The reason why a cell is not `value`: otherwise the line has `forced`, the crossing lines imply `passed` on the
    other line, and that line cannot be completed.
    """

    along: int
    """0 if the two lines are rows, 1 if they are columns."""
    line: int
    other: int
    place: int
    value: bool
    forced: Known
    passed: Known

    @property
    def crossing(self) -> int:
        """The places at which lines cross both."""
        return self.passed[0] | self.passed[1]


def clashes(
    lines: tuple[Sequence[Known], Sequence[Known]], infer: Infer, outermost: bool = False
) -> Iterator[Clash | None]:
    """Yield cells that two parallel lines refute, closest pairs first; None at safe points.

    `lines` holds the rows and the columns, each already propagated by itself. With `outermost`, only the outermost
    unfinished line on each side is compared, with the line next to it.
    """
    trials = _Trials(lines, infer)
    for along, number, other in _outermost_pairs(lines) if outermost else _pairs(lines):
        yield None
        yield from _between(trials, along, number, other)


def _pairs(lines: Sequence[Sequence[Known]]) -> Iterator[tuple[int, int, int]]:
    """Yield all ordered pairs of parallel lines (direction, number, other number), closest first."""
    for distance in range(1, max(map(len, lines))):
        for along in (0, 1):
            for number in range(len(lines[along])):
                for other in (number - distance, number + distance):
                    if 0 <= other < len(lines[along]):
                        yield along, number, other


def _outermost_pairs(lines: Sequence[Sequence[Known]]) -> Iterator[tuple[int, int, int]]:
    """Yield the outermost unfinished line on each side, with the line next to it."""
    for along in (0, 1):
        for number, other in _outermost(lines[along], len(lines[1 - along])):
            yield along, number, other


def _outermost(lines: Sequence[Known], width: int) -> Iterator[tuple[int, int]]:
    """Yield the first unfinished line from each side, with the next line."""
    unfinished = [number for number, (yes, no) in enumerate(lines) if (yes | no) != (1 << width) - 1]
    if unfinished:
        first, last = unfinished[0], unfinished[-1]
        if first + 1 < len(lines):
            yield first, first + 1
        if last > 0:
            yield last, last - 1


class _Trial(NamedTuple):
    """A value tried in a cell: what its line then forces, and what the crossing lines then imply on other lines."""

    place: int
    value: bool
    forced: Known
    implied: list[tuple[int, Known]]
    """For each crossing line that implies more: its place, and the lines on which its cell is then yes, and no."""
    reached: int
    """The lines on which anything is implied."""


class _Trials:
    """Stores the trials of each line, because they are the same for all lines that are compared with it."""

    def __init__(self, lines: tuple[Sequence[Known], Sequence[Known]], infer: Infer) -> None:
        self.lines = lines
        self.infer = infer
        self._known: dict[tuple[int, int], list[_Trial]] = {}

    def of(self, along: int, number: int) -> Iterator[_Trial | None]:
        """Yield the trials of a line that imply anything on other lines. Yields None at safe points, because a line of
        200 cells takes a quarter of a second the first time.
        """
        if (along, number) not in self._known:
            found = []
            yes, no = self.lines[along][number]
            for place in members(_open(self.lines[1 - along], yes | no)):
                for value in (True, False):
                    yield None
                    trial = self._trial(along, number, place, value)
                    if trial and trial.reached:
                        found.append(trial)
            self._known[along, number] = found
        yield from self._known[along, number]

    def _trial(self, along: int, number: int, place: int, value: bool) -> _Trial | None:
        yes, no = self.lines[along][number]
        then = self.infer(along, number, yes | value << place, no | (not value) << place)
        if then is None:
            return None
        forced = then[0] & ~yes, then[1] & ~no
        implied = [(at, self._implied(along, number, at, forced[0] >> at & 1)) for at in members(forced[0] | forced[1])]
        implied = [(at, (on, off)) for at, (on, off) in implied if on | off]
        reached = reduce(or_, (on | off for _, (on, off) in implied), 0)
        return _Trial(place, value, forced, implied, reached)

    def _implied(self, along: int, number: int, place: int, on: int) -> Known:
        """Return what a crossing line forces on other lines if its cell on this line is yes or no."""
        yes, no = self.lines[1 - along][place]
        then = self.infer(1 - along, place, yes | on << number, no | (1 - on) << number)
        if then is None:
            return 0, 0
        return then[0] & ~(yes | 1 << number), then[1] & ~(no | 1 << number)


def _between(trials: _Trials, along: int, number: int, other: int) -> Iterator[Clash | None]:
    """Yield the values of the first line that the two lines refute. Yields None at safe points."""
    lines, infer = trials.lines, trials.infer
    (yes, no), theirs, across = lines[along][number], lines[along][other], lines[1 - along]
    open_both = _open(across, yes | no) & _open(across, theirs[0] | theirs[1])
    # A single place passes nothing that its crossing line does not already imply.
    if open_both.bit_count() < 2 or _fails(infer, along, other, theirs, (0, 0)):
        return
    for trial in trials.of(along, number):
        if trial is None:
            yield None
        elif trial.reached >> other & 1:
            yield None
            passed = _passed(trial, other)
            if _fails(infer, along, other, theirs, passed):
                passed = _least(infer, along, other, theirs, passed)
                kept = passed[0] | passed[1]
                forced = trial.forced[0] & kept, trial.forced[1] & kept
                yield Clash(along, number, other, trial.place, trial.value, forced, passed)


def _open(across: Sequence[Known], known: int) -> int:
    return (1 << len(across)) - 1 & ~known


def _passed(trial: _Trial, other: int) -> Known:
    """Return the cells of the other line that the crossing lines then settle."""
    on = sum((on >> other & 1) << place for place, (on, _) in trial.implied)
    off = sum((off >> other & 1) << place for place, (_, off) in trial.implied)
    return on, off


def _fails(infer: Infer, along: int, number: int, known: Known, more: Known) -> bool:
    return infer(along, number, known[0] | more[0], known[1] | more[1]) is None


def _least(infer: Infer, along: int, number: int, known: Known, passed: Known) -> Known:
    """Return a minimal set of passed cells that lead to the same failure."""
    for place in members(passed[0] | passed[1]):
        fewer = passed[0] & ~(1 << place), passed[1] & ~(1 << place)
        if _fails(infer, along, number, known, fewer):
            passed = fewer
    return passed
