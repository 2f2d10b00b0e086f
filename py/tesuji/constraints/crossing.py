"""Deductions from two parallel lines and the lines that cross both, for puzzles of rows and columns.

When no line by itself forces anything more, two parallel lines together may still refute a cell: if the cell had that
value, more of the first line would follow, the crossing lines would then settle cells of the second line, and the
second line could not be completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

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
    if outermost:
        for along in (0, 1):
            for number, other in _outermost(lines[along], len(lines[1 - along])):
                yield None
                yield from _between(lines, infer, along, number, other)
        return
    for distance in range(1, max(map(len, lines))):
        for along in (0, 1):
            for number in range(len(lines[along])):
                for other in (number - distance, number + distance):
                    if 0 <= other < len(lines[along]):
                        yield None
                        yield from _between(lines, infer, along, number, other)


def _outermost(lines: Sequence[Known], width: int) -> Iterator[tuple[int, int]]:
    """Yield the first unfinished line from each side, with the next line."""
    unfinished = [number for number, (yes, no) in enumerate(lines) if (yes | no) != (1 << width) - 1]
    if unfinished:
        first, last = unfinished[0], unfinished[-1]
        if first + 1 < len(lines):
            yield first, first + 1
        if last > 0:
            yield last, last - 1


def _between(lines: tuple[Any, ...], infer: Infer, along: int, number: int, other: int) -> Iterator[Clash | None]:
    """Yield the values of the first line that the two lines refute. Yields None at safe points, because two lines of
    200 cells take half a second.
    """
    (yes, no), theirs, across = lines[along][number], lines[along][other], lines[1 - along]
    open_both = _open(across, yes | no) & _open(across, theirs[0] | theirs[1])
    # A single place passes nothing that its crossing line does not already imply.
    if open_both.bit_count() < 2 or _fails(infer, along, other, theirs, (0, 0)):
        return
    for place in members(_open(across, yes | no)):
        for value in (True, False):
            yield None
            bit = 1 << place
            then = infer(along, number, yes | bit * value, no | bit * (not value))
            if then is None:
                continue
            forced = then[0] & ~yes, then[1] & ~no
            passed = _passed(across, infer, along, number, other, forced, open_both)
            if passed and _fails(infer, along, other, theirs, passed):
                passed = _least(infer, along, other, theirs, passed)
                kept = passed[0] | passed[1]
                yield Clash(along, number, other, place, value, (forced[0] & kept, forced[1] & kept), passed)


def _open(across: Sequence[Known], known: int) -> int:
    return (1 << len(across)) - 1 & ~known


def _passed(
    across: Sequence[Known], infer: Infer, along: int, number: int, other: int, forced: Known, among: int
) -> Known | None:
    """Return the cells of the other line that the crossing lines then settle, or None if there are none."""
    passed = [0, 0]
    for place in members((forced[0] | forced[1]) & among):
        yes, no = across[place]
        on = forced[0] >> place & 1
        then = infer(1 - along, place, yes | on << number, no | (1 - on) << number)
        if then is not None:
            for side in (0, 1):
                passed[side] |= (then[side] >> other & 1) << place
    return (passed[0], passed[1]) if passed[0] | passed[1] else None


def _fails(infer: Infer, along: int, number: int, known: Known, more: Known) -> bool:
    return infer(along, number, known[0] | more[0], known[1] | more[1]) is None


def _least(infer: Infer, along: int, number: int, known: Known, passed: Known) -> Known:
    """Return a minimal set of passed cells that lead to the same failure."""
    for place in members(passed[0] | passed[1]):
        fewer = passed[0] & ~(1 << place), passed[1] & ~(1 << place)
        if _fails(infer, along, number, known, fewer):
            passed = fewer
    return passed
