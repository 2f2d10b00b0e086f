"""Human techniques for one line, and for two that must differ; easiest first.

In these names, "two left" means that two of a letter are still to come in its line.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from tesuji.bitset import members
from tesuji.constraints.crossing import Clash, clashes
from tesuji.constraints.patterns.balanced_lines import forced_cells
from tesuji.errors import Contradiction
from tesuji.grid import spans
from tesuji.model import Board, Step, Technique, TechniqueContext
from tesuji.puzzles.binoxxo.lineview import Legal, possible
from tesuji.puzzles.binoxxo.rules import rows_and_columns

WIDE = 40
"""Cells of a line from which on it takes so long that it may be paused."""
Found = TypeVar("Found")
Paused = Generator[None, None, Found]
"""Return the answer of a search that may be paused if it yields."""


class Line(NamedTuple):
    """A row or column that is not finished. `x`, `o` and all sets of its places are bit sets, bit i = its i-th cell."""

    along: str
    number: int
    cells: range
    x: int
    o: int
    windows: int
    """The constraint of its first three cells; those of the next three follow."""
    half: int
    """The constraint that counts it."""
    others: tuple[Other, ...]
    """The finished lines that it must differ from."""

    @property
    def width(self) -> int:
        return len(self.cells)

    @property
    def unknown(self) -> int:
        return (1 << self.width) - 1 & ~(self.x | self.o)

    def letters(self) -> tuple[tuple[str, int, int], ...]:
        """For each letter: its name, its places, and the places of the other."""
        return ("X", self.x, self.o), ("O", self.o, self.x)

    def on_board(self, places: int) -> int:
        return sum(1 << self.cells[place] for place in members(places))


class Other(NamedTuple):
    """A finished line, the X in it, and the constraint that states it differs."""

    number: int
    cells: range
    x: int
    differs: int


class Fact(NamedTuple):
    """Places of a line that are X and O, the constraints and the known places that say so, and words for the
    sentence."""

    x: int
    o: int
    because: tuple[int, ...]
    known: int
    words: dict[str, Any] = {}
    others: tuple[Other, ...] = ()


def open_lines(context: TechniqueContext, board: Board) -> list[Line]:
    """Return all lines with unknown cells, rows first."""
    puzzle, found = context.puzzle, []
    start, groups = 0, rows_and_columns(puzzle.width, puzzle.height)
    letters = [f"{cells:0{puzzle.size}b}"[::-1] for cells in (board.no, board.yes)]
    pairs = sum(len(lines) * (len(lines[0]) - 1) for lines in groups)
    for along, lines in zip(("row", "column"), groups):
        packed = [[int("".join([cells[cell] for cell in reversed(line)]), 2) for cells in letters] for line in lines]
        full = (1 << len(lines[0])) - 1
        differs: dict[tuple[int, int], int] = {}
        if puzzle.document.get("distinct", True):
            differs = {pair: pairs + index for index, pair in enumerate(combinations(range(len(lines)), 2))}
            pairs += len(differs)
        finished = [number for number, (x, o) in enumerate(packed) if x | o == full and _legal(len(lines[0]), x)]
        for number, (line, (x, o)) in enumerate(zip(lines, packed)):
            if x | o != full:
                others = [
                    Other(other, lines[other], packed[other][0], differs[min(number, other), max(number, other)])
                    for other in (finished if differs else ())
                ]
                found.append(Line(along, number, line, x, o, start, start + len(line) - 2, tuple(others)))
            start += len(line) - 1
    return found


def _legal(width: int, x: int) -> bool:
    """Return whether a full line obeys the rules by itself; one that does not gives no reasons."""
    o = (1 << width) - 1 & ~x
    return 2 * x.bit_count() == width and not (x & x >> 1 & x >> 2 or o & o >> 1 & o >> 2)


def _settles(letter: str, places: int) -> tuple[int, int]:
    """(X, O) with these places holding the letter that is not `letter`."""
    return (places, 0) if letter == "O" else (0, places)


def _other(letter: str) -> str:
    return "O" if letter == "X" else "X"


# Three cells


def middle(line: Line) -> Iterator[Fact]:
    """Two alike with one cell between them: the other letter goes there."""
    yield from _window(line, 0b101, 0b010)


def sequence(line: Line) -> Iterator[Fact]:
    """Two alike side by side: the other letter goes at their ends."""
    yield from _window(line, 0b011, 0b100)
    yield from _window(line, 0b110, 0b001)


def _window(line: Line, pair: int, place: int) -> Iterator[Fact]:
    for start in range(line.width - 2):
        for letter, places, _ in line.letters():
            if places >> start & pair == pair and line.unknown >> start & place:
                words = {
                    "letter": letter,
                    "other": _other(letter),
                    "pair": spans(start + 1 + at for at in members(pair)),
                }
                yield Fact(*_settles(letter, place << start), (line.windows + start,), pair << start, words)


# The count of a line


def half(line: Line) -> Iterator[Fact]:
    """All of a letter are there: the rest is the other one."""
    for letter, places, _ in line.letters():
        if places.bit_count() == line.width // 2:
            yield Fact(
                *_settles(letter, line.unknown), (line.half,), places, {"letter": letter, "other": _other(letter)}
            )


def one_left(line: Line) -> Iterator[Fact]:
    """The last of a letter must break up three cells in which the other one would otherwise appear three times: nowhere
    else."""
    yield from _left(line, 1)


def two_left(line: Line) -> Iterator[Fact]:
    """The last two of a letter must break up two such threes."""
    yield from _left(line, 2)


def _left(line: Line, left: int) -> Iterator[Fact]:
    for letter, places, other in line.letters():
        if line.width // 2 - places.bit_count() != left:
            continue
        bare = [start for start in range(line.width - 2) if not places >> start & 7 and line.unknown >> start & 7]
        for starts in combinations(bare, left):
            threes = [7 << start for start in starts]
            if any(a & b & line.unknown for a, b in combinations(threes, 2)):
                continue
            rest = line.unknown & ~sum(three & line.unknown for three in threes)
            if rest:
                words = {
                    "letter": letter,
                    "other": _other(letter),
                    "threes": [(start + 1, start + 3) for start in starts],
                }
                known = places | other & (threes[0] | threes[-1])
                because = (line.half, *(line.windows + start for start in starts))
                yield Fact(*_settles(letter, rest), because, known, words)


# Lines that must differ


def compare(line: Line) -> Iterator[Fact]:
    """All but one of a letter stand as in a finished line: the last must not stand as there."""
    for letter, places, _ in line.letters():
        if places.bit_count() != line.width // 2 - 1:
            continue
        for other in line.others:
            theirs = other.x if letter == "X" else (1 << line.width) - 1 & ~other.x
            last = theirs & ~places
            if not places & ~theirs and last & line.unknown:
                words = {"letter": letter, "other": _other(letter), "reference": other.number + 1}
                yield Fact(*_settles(letter, last), (line.half, other.differs), places, words, (other,))


# All arrangements


def arrangements(line: Line) -> Iterator[Fact | None]:
    """The values that all arrangements of the line share."""
    yield from _shared(line, ())


def unlike(line: Line) -> Iterator[Fact | None]:
    """The values shared by all arrangements that differ from finished lines."""
    fitting = _others(line)
    if fitting:
        yield from _shared(line, fitting)


def _shared(line: Line, others: tuple[Other, ...]) -> Iterator[Fact | None]:
    try:
        x, o = forced_cells(line.width, line.x, line.o, [other.x for other in others])
    except Contradiction:
        return
    x, o = x & line.unknown, o & line.unknown
    if x | o:
        because, known, others = yield from _reasons(line, x, o, others)
        words: dict[str, Any] = {
            "as": f"{line.along}-{'both' if x and o else 'x' if x else 'o'}",
            **{name: spans(place + 1 for place in members(places)) for name, places in (("xs", x), ("os", o))},
        }
        if others:
            words |= {"reference": spans(other.number + 1 for other in others), "others": len(others)}
        yield Fact(x, o, because, known, words, others)


_Because = tuple[tuple[int, ...], int, tuple[Other, ...]]
"""Constraints, known places, finished lines."""


def _reasons(line: Line, x: int, o: int, others: tuple[Other, ...]) -> Paused[_Because]:
    """Why these places have these letters: constraints, known places, and the finished lines among the reasons."""
    reasons = yield from _least(line, x, o, others)
    because = (
        *((line.half,) if reasons.counted else ()),
        *(line.windows + start for start in members(reasons.windows)),
        *(other.differs for other in reasons.others),
    )
    return because, reasons.x | reasons.o, reasons.others


class _Reasons(NamedTuple):
    """Known places, windows by their first place, whether the count is used, and the other lines."""

    x: int
    o: int
    windows: int
    counted: bool
    others: tuple[Other, ...]


def _others(line: Line) -> tuple[Other, ...]:
    """The finished lines that the line could still be alike to."""
    return tuple(other for other in line.others if not (other.x & line.o or ~other.x & line.x))


def _least(line: Line, x: int, o: int, others: tuple[Other, ...]) -> Paused[_Reasons]:
    """Reasons for these places that cannot do without any of them."""
    reasons = _Reasons(line.x, line.o, (1 << line.width - 2) - 1, True, others)
    trials: list[Callable[[_Reasons], _Reasons]] = [
        *(lambda r, other=other: r._replace(others=tuple(one for one in r.others if one != other)) for other in others),
        *(lambda r, start=start: r._replace(windows=r.windows & ~(1 << start)) for start in range(line.width - 2)),
        lambda r: r._replace(counted=False),
        *(
            lambda r, place=place: r._replace(x=r.x & ~(1 << place), o=r.o & ~(1 << place))
            for place in members(line.x | line.o)
        ),
    ]
    for leave_out in trials:
        if line.width > WIDE:
            yield None
        fewer = leave_out(reasons)
        if fewer != reasons and all(_refuted(line.width, fewer, *_against(place, x)) for place in members(x | o)):
            reasons = fewer
    return reasons


def _against(place: int, x: int) -> tuple[int, int]:
    """(X, O) that give a place the wrong letter."""
    return (0, 1 << place) if x >> place & 1 else (1 << place, 0)


def _refuted(width: int, reasons: _Reasons, x: int, o: int) -> bool:
    """Return whether no arrangement has these places besides the known ones, but for those that are taken."""
    x, o = reasons.x | x, reasons.o | o
    half = width // 2 if reasons.counted else None
    taken = {other.x for other in reasons.others if not (other.x & o or x & ~other.x)}
    if not taken:
        return not possible(width, x, o, reasons.windows, half)
    # A finished line obeys all rules, so it is among those that are counted.
    return Legal(width, x, o, reasons.windows, half).total == len(taken)


# Two lines together


def two_lines(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find letters that two parallel lines refute."""
    puzzle = context.puzzle
    unfinished = {(line.along, line.number): line for line in context.derived(open_lines, board)}
    taken = {key: [other.x for other in line.others] for key, line in unfinished.items()}
    lines = tuple(
        [
            tuple(
                sum((cells >> cell & 1) << place for place, cell in enumerate(line)) for cells in (board.no, board.yes)
            )
            for line in group
        ]
        for group in rows_and_columns(puzzle.width, puzzle.height)
    )

    def infer(along: int, number: int, x: int, o: int) -> tuple[int, int] | None:
        try:
            return forced_cells(len(lines[1 - along]), x, o, taken.get((ALONG[along], number), ()))
        except Contradiction:
            return None

    for clash in clashes(lines, infer):
        yield clash and (yield from _two_lines(unfinished, board, clash))


ALONG = ("row", "column")


def _two_lines(unfinished: dict[tuple[str, int], Line], board: Board, clash: Clash) -> Paused[Step]:
    """The refutation by two lines and those that cross them, with the rules and the letters that each of them needs."""
    along, across = ALONG[clash.along], ALONG[1 - clash.along]
    bit = 1 << clash.place
    parts = [(unfinished[along, clash.line], (bit, 0) if clash.value else (0, bit), clash.forced)]
    for place in members(clash.crossing):
        given = tuple((side >> place & 1) << clash.line for side in clash.forced)
        parts.append(
            (unfinished[across, place], given, tuple((side >> place & 1) << clash.other for side in clash.passed))
        )
    # The other line, without the last letter that it gets, implies the opposite of it.
    last = 1 << clash.crossing.bit_length() - 1
    rest = tuple(side & ~last for side in clash.passed)
    parts.append((unfinished[along, clash.other], rest, (clash.passed[1] & last, clash.passed[0] & last)))
    because: dict[int, None] = {}
    cells = 0
    for line, (x, o), (then_x, then_o) in parts:
        line = line._replace(x=line.x | x, o=line.o | o)
        then_x, then_o = then_x & line.unknown, then_o & line.unknown
        if then_x | then_o:
            numbers, known, others = yield from _reasons(line, then_x, then_o, _others(line))
            because |= dict.fromkeys(numbers)
            cells |= line.on_board(known) & board.known
            cells |= sum(1 << cell for other in others for cell in other.cells)
    first = parts[0][0]
    words = {
        "as": along,
        "line": clash.line + 1,
        "second": clash.other + 1,
        "cell": clash.place + 1,
        "letter": "X" if clash.value else "O",
        "other": "O" if clash.value else "X",
        "cells": spans(place + 1 for place in members(clash.crossing)),
        "n": clash.crossing.bit_count(),
    }
    cell = 1 << first.cells[clash.place]
    settled = (cell, 0) if clash.value else (0, cell)
    return Step(*settled, "two-lines-together", tuple(because), cells, words, len(because), False)


def _technique(name: str, level: int, facts: Callable[[Line], Iterator[Fact | None]]) -> Technique:
    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        for line in context.derived(open_lines, board):
            if line.width > WIDE:
                yield None
            for fact in facts(line):
                yield fact and _step(name, line, fact)

    return Technique(name, level, find)


def _step(technique: str, line: Line, fact: Fact) -> Step:
    places = [place + 1 for place in members(fact.x | fact.o)]
    words = {"as": line.along, line.along: line.number + 1, "cells": spans(places), "n": len(places), **fact.words}
    if "threes" in words:
        words |= {name: f"{first}–{last}" for name, (first, last) in zip(("three", "three2"), words.pop("threes"))}
    cells = line.on_board(fact.known)
    for other in fact.others:
        cells |= sum(1 << cell for cell in other.cells)
    k = len(fact.because)
    return Step(line.on_board(fact.o), line.on_board(fact.x), technique, fact.because, cells, words, k, k == 1)


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("sequence", 1, sequence),
        ("middle", 1, middle),
        ("half", 1, half),
        ("one-left", 2, one_left),
        ("compare", 2, compare),
        ("two-left", 3, two_left),
        ("arrangements", 4, arrangements),
        ("unlike", 4, unlike),
    )
) + (Technique("two-lines-together", 4, two_lines),)
