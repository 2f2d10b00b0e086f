"""Human techniques for one line, for two that must differ, and for signs; easiest first.

In these names, "two left" means that two of a letter are still missing in the line.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from tesuji.bitset import members
from tesuji.constraints.crossing import Clash, clashes
from tesuji.constraints.patterns.balanced_lines import balanced, forced_cells
from tesuji.errors import Contradiction
from tesuji.grid import cells_of, rows_and_columns, spans
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext
from tesuji.puzzles.binoxxo.lineview import Legal, obeys, possible
from tesuji.puzzles.binoxxo.rules import lines_of

WIDE_LINE = 40
"""A technique may pause in lines of at least this many cells, because these take long."""
Found = TypeVar("Found")
Paused = Generator[None, None, Found]
"""A search that may pause at each yield; returns its result."""


class OpenLine(NamedTuple):
    """An unfinished row or column. `x`, `o` and all sets of its places are bit sets, bit i = its i-th cell."""

    along: str
    number: int
    cells: range
    x: int
    o: int
    windows: int
    """The constraint on its first three cells; those on the next three cells follow."""
    half: int
    """The constraint on its number of O."""
    others: tuple[Other, ...]
    """The finished lines from which it must differ."""
    signs: Sequence[Bond] = ()
    """Its pairs with a sign between them."""
    chains: Sequence[Bond] = ()
    """Its pairs linked by a chain of signs."""

    @property
    def width(self) -> int:
        return len(self.cells)

    @property
    def most(self) -> int:
        """The maximum number of one letter."""
        return max(balanced(self.width))

    @property
    def unknown(self) -> int:
        return (1 << self.width) - 1 & ~(self.x | self.o)

    def letters(self) -> tuple[tuple[str, int, int], ...]:
        """For each letter: its name, its places, and the places of the other letter."""
        return ("X", self.x, self.o), ("O", self.o, self.x)

    def on_board(self, places: int) -> int:
        return sum(1 << self.cells[place] for place in members(places))


class Bond(NamedTuple):
    """Two cells of a line, as places, that signs make equal or opposite, and the constraints of these signs."""

    first: int
    second: int
    alike: bool
    because: tuple[int, ...]

    @property
    def places(self) -> int:
        return 1 << self.first | 1 << self.second


class Other(NamedTuple):
    """A finished line, the X in it, and the constraint that states it differs."""

    number: int
    cells: range
    x: int
    differs: int


class PlaceFact(NamedTuple):
    """Places of a line that are X and O, the constraints and the known places from which this follows, and parameters
    of the sentence.
    """

    x: int
    o: int
    because: tuple[int, ...]
    known: int
    words: dict[str, Any] = {}
    others: tuple[Other, ...] = ()


ALONG = ("row", "column")
MAX_CHAIN = 4
"""The maximum number of signs in a chain."""


def bonds_of(puzzle: Puzzle) -> dict[range, tuple[list[Bond], list[Bond]]]:
    """Return, for each line that has any, the pairs of cells that a sign links, and those that several signs link."""
    rows, columns = rows_and_columns(puzzle.width, puzzle.height)
    near: dict[int, list[tuple[int, bool, int]]] = {}
    first = len(puzzle.constraints) - len(puzzle.clues)
    for number, sign in enumerate(puzzle.clues, first):
        one, other = cells_of(sign, puzzle.width)
        for a, b in ((one, other), (other, one)):
            near.setdefault(a, []).append((b, sign.value == "=", number))
    found: dict[range, tuple[list[Bond], list[Bond]]] = {}
    for cell in near:
        for other, (alike, because) in _chained(cell, near).items():
            for line in (rows[cell // puzzle.width], columns[cell % puzzle.width]):
                if other > cell and other in line:
                    bond = Bond(line.index(cell), line.index(other), alike, because)
                    found.setdefault(line, ([], []))[len(because) > 1].append(bond)
    for signs, chains in found.values():
        signs.sort()
        chains.sort(key=lambda bond: (len(bond.because), bond))
    return found


def _chained(start: int, near: dict[int, list[tuple[int, bool, int]]]) -> dict[int, tuple[bool, tuple[int, ...]]]:
    """Return the cells that the shortest chains of signs reach from a cell: whether they are equal to it, and the
    signs.
    """
    reached: dict[int, tuple[bool, tuple[int, ...]]] = {start: (True, ())}
    latest = [start]
    for _ in range(MAX_CHAIN):
        before, latest = latest, []
        for cell in before:
            alike, because = reached[cell]
            for other, same, number in near[cell]:
                if other not in reached:
                    reached[other] = alike == same, (*because, number)
                    latest.append(other)
    return reached


def open_lines(context: TechniqueContext, board: Board) -> list[OpenLine]:
    """Return all lines with unknown cells, rows first."""
    puzzle, found = context.puzzle, []
    bonds = context.once(bonds_of) if puzzle.clues else {}
    start, groups = 0, rows_and_columns(puzzle.width, puzzle.height)
    pairs = sum(len(lines) * (len(lines[0]) - 1) for lines in groups)
    for along, lines, packed in zip(ALONG, groups, lines_of(puzzle, board)):
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
                half = start + len(line) - 2
                found.append(OpenLine(along, number, line, x, o, start, half, tuple(others), *bonds.get(line, ())))
            start += len(line) - 1
    return found


def _legal(width: int, x: int) -> bool:
    """Return whether a full line obeys the rules by itself; one that does not cannot serve as a reason."""
    o = (1 << width) - 1 & ~x
    return x.bit_count() in balanced(width) and not any(cells & cells >> 1 & cells >> 2 for cells in (x, o))


def _not(letter: str, places: int, because: tuple[int, ...], known: int, **words: Any) -> PlaceFact:
    """Return the fact that these places do not have `letter`, for these reasons."""
    x, o, other = (places, 0, "X") if letter == "O" else (0, places, "O")
    return PlaceFact(x, o, because, known, {"letter": letter, "other": other, **words})


# Three cells


def middle(line: OpenLine) -> Iterator[PlaceFact]:
    """Find cells between two equal letters, which have the other letter."""
    yield from _window(line, 0b101, 0b010)


def sequence(line: OpenLine) -> Iterator[PlaceFact]:
    """Find cells at the ends of two equal letters side by side, which have the other letter."""
    yield from _window(line, 0b011, 0b100)
    yield from _window(line, 0b110, 0b001)


def _window(line: OpenLine, pair: int, place: int) -> Iterator[PlaceFact]:
    for start in range(line.width - 2):
        for letter, places, _ in line.letters():
            if places >> start & pair == pair and line.unknown >> start & place:
                cells = spans(start + 1 + at for at in members(pair))
                yield _not(letter, place << start, (line.windows + start,), pair << start, pair=cells)


# The count of a line


def half(line: OpenLine) -> Iterator[PlaceFact]:
    """Find lines in which all of a letter are placed; the rest is the other letter."""
    for letter, places, _ in line.letters():
        if places.bit_count() == line.most:
            yield _not(letter, line.unknown, (line.half,), places)


def one_left(line: OpenLine) -> Iterator[PlaceFact]:
    """Find lines that lack one of a letter. It must break up three cells that would otherwise be equal, so all other
    cells have the other letter.
    """
    yield from _left(line, 1)


def two_left(line: OpenLine) -> Iterator[PlaceFact]:
    """Find lines that lack two of a letter, which must break up two groups of three cells that would otherwise be
    equal.
    """
    yield from _left(line, 2)


def _left(line: OpenLine, left: int) -> Iterator[PlaceFact]:
    for letter, places, other in line.letters():
        if line.most - places.bit_count() != left:
            continue
        bare = [start for start in range(line.width - 2) if not places >> start & 7 and line.unknown >> start & 7]
        for starts in combinations(bare, left):
            threes = [7 << start for start in starts]
            if any(a & b & line.unknown for a, b in combinations(threes, 2)):
                continue
            rest = line.unknown & ~sum(three & line.unknown for three in threes)
            if rest:
                words = {name: f"{start + 1}–{start + 3}" for name, start in zip(("three", "three2"), starts)}
                known = places | other & (threes[0] | threes[-1])
                yield _not(letter, rest, (line.half, *(line.windows + start for start in starts)), known, **words)


# Signs


def sign(line: OpenLine) -> Iterator[PlaceFact]:
    """Find signs with a letter on one side, which settles the other side."""
    for bond in line.signs:
        for letter, places, _ in line.letters():
            for here, there in ((bond.first, bond.second), (bond.second, bond.first)):
                if places >> here & 1 and line.unknown >> there & 1:
                    opposite = "O" if letter == "X" else "X"
                    becomes, other = (letter, opposite) if bond.alike else (opposite, letter)
                    form = f"{line.along}-{'equal' if bond.alike else 'opposite'}"
                    words = {"as": form, "letter": letter, "other": becomes, "from": here + 1}
                    yield _not(other, 1 << there, bond.because, 1 << here)._replace(words=words)


def equal_pair(line: OpenLine) -> Iterator[PlaceFact]:
    """Find equal pairs within three adjacent cells; they do not have the letter of the third cell."""
    for bond in line.signs:
        if not bond.alike or bond.places & ~line.unknown or bond.second - bond.first > 2:
            continue
        for start in range(max(bond.second - 2, 0), min(bond.first, line.width - 3) + 1):
            third = 7 << start & ~bond.places
            for letter, places, _ in line.letters():
                if places & third:
                    because = (line.windows + start, *bond.because)
                    yield _not(letter, bond.places, because, third, third=third.bit_length())


def no_room(line: OpenLine) -> Iterator[PlaceFact]:
    """Find lines that lack one of a letter; two equal cells then have the other letter."""
    for letter, places, _ in line.letters():
        if line.most - places.bit_count() == 1:
            for bond in line.signs:
                if bond.alike and not bond.places & ~line.unknown:
                    yield _not(letter, bond.places, (line.half, *bond.because), places)


def opposite_pairs(line: OpenLine) -> Iterator[PlaceFact]:
    """Find opposite pairs, which have one of each letter. If none of a letter is left for the other cells, these have
    the other letter.
    """
    open_pairs = [bond for bond in line.signs if not bond.alike and not bond.places & ~line.unknown]
    for order in (open_pairs, open_pairs[::-1]):
        used, pairs = 0, []
        for bond in order:
            if not bond.places & used:
                used, pairs = used | bond.places, [*pairs, bond]
        rest = line.unknown & ~used
        for letter, places, _ in line.letters():
            if pairs and rest and places.bit_count() + len(pairs) == line.most:
                listed = "; ".join(f"{bond.first + 1}, {bond.second + 1}" for bond in sorted(pairs))
                because = dict.fromkeys(number for bond in pairs for number in bond.because)
                yield _not(letter, rest, (line.half, *because), places, pairs=listed, held=len(pairs))


def sign_chain(line: OpenLine) -> Iterator[PlaceFact]:
    """Find the same for cells linked by a chain of signs, which makes them equal or opposite."""
    if line.chains:
        linked_line = line._replace(signs=[*line.signs, *line.chains])
        for form, facts in (("pair", equal_pair), ("room", no_room), ("opposite", opposite_pairs)):
            for fact in facts(linked_line):
                yield fact._replace(words={**fact.words, "as": f"{line.along}-{form}"})


# Lines that must differ


def compare(line: OpenLine) -> Iterator[PlaceFact]:
    """Find lines in which all except one of a letter are placed as in a finished line; the last one must be placed
    elsewhere.
    """
    for letter, places, _ in line.letters():
        if places.bit_count() != line.most - 1:
            continue
        for other in line.others:
            theirs = other.x if letter == "X" else (1 << line.width) - 1 & ~other.x
            last = theirs & ~places
            if not places & ~theirs and last & line.unknown:
                fact = _not(letter, last, (line.half, other.differs), places, reference=other.number + 1)
                yield fact._replace(others=(other,))


# All arrangements


def arrangements(line: OpenLine) -> Iterator[PlaceFact | None]:
    """Find the values that all arrangements of the line share."""
    yield from _shared(line, ())


def unlike(line: OpenLine) -> Iterator[PlaceFact | None]:
    """Find the values shared by all arrangements that differ from finished lines."""
    fitting = _others(line)
    if fitting:
        yield from _shared(line, fitting)


def _shared(line: OpenLine, others: tuple[Other, ...]) -> Iterator[PlaceFact | None]:
    try:
        x, o = forced_cells(line.width, line.x, line.o, [other.x for other in others], *linked(line))
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
        yield PlaceFact(x, o, because, known, words, others)


_Because = tuple[tuple[int, ...], int, tuple[Other, ...]]
"""Constraints, known places, finished lines."""


def _reasons(line: OpenLine, x: int, o: int, others: tuple[Other, ...]) -> Paused[_Because]:
    """Return the reasons why these places have these letters: constraints, known places, and finished lines."""
    reasons = yield from _least(line, x, o, others)
    because = (
        *((line.half,) if reasons.counted else ()),
        *(line.windows + start for start in members(reasons.windows)),
        *(other.differs for other in reasons.others),
        *(number for bond in line.signs if bond in reasons.signs for number in bond.because),
    )
    return because, reasons.x | reasons.o, reasons.others


class _Reasons(NamedTuple):
    """Known places, windows by their first place, whether the count is used, the other lines, and the signs."""

    x: int
    o: int
    windows: int
    counted: bool
    others: tuple[Other, ...]
    signs: tuple[Bond, ...]


def linked(line: OpenLine | _Reasons) -> tuple[int, int]:
    """Return the pairs that signs make equal and different; bit i stands for the cells i and i + 1."""
    alike, unlike = (sum(1 << bond.first for bond in line.signs if bond.alike == value) for value in (True, False))
    return alike, unlike


def _others(line: OpenLine) -> tuple[Other, ...]:
    """Return the finished lines to which the line could still become equal."""
    return tuple(other for other in line.others if not (other.x & line.o or ~other.x & line.x))


def _least(line: OpenLine, x: int, o: int, others: tuple[Other, ...]) -> Paused[_Reasons]:
    """Return a minimal set of reasons for these places."""
    reasons = _Reasons(line.x, line.o, (1 << line.width - 2) - 1, True, others, tuple(line.signs))
    trials: list[Callable[[_Reasons], _Reasons]] = [
        *(lambda r, other=other: r._replace(others=tuple(one for one in r.others if one != other)) for other in others),
        *(lambda r, start=start: r._replace(windows=r.windows & ~(1 << start)) for start in range(line.width - 2)),
        lambda r: r._replace(counted=False),
        *(lambda r, sign=sign: r._replace(signs=tuple(one for one in r.signs if one != sign)) for sign in line.signs),
        *(
            lambda r, place=place: r._replace(x=r.x & ~(1 << place), o=r.o & ~(1 << place))
            for place in members(line.x | line.o)
        ),
    ]
    for leave_out in trials:
        if line.width > WIDE_LINE:
            yield None
        fewer = leave_out(reasons)
        if fewer != reasons and all(_refuted(line.width, fewer, *_against(place, x)) for place in members(x | o)):
            reasons = fewer
    return reasons


def _against(place: int, x: int) -> tuple[int, int]:
    """Return (X, O) that give a place the wrong letter."""
    return (0, 1 << place) if x >> place & 1 else (1 << place, 0)


def _refuted(width: int, reasons: _Reasons, x: int, o: int) -> bool:
    """Return whether no arrangement has these places in addition to the known ones, except those that are taken."""
    x, o = reasons.x | x, reasons.o | o
    numbers = balanced(width) if reasons.counted else None
    signs = linked(reasons)
    taken = {other.x for other in reasons.others if not (other.x & o or x & ~other.x) and obeys(other.x, *signs)}
    if not taken:
        return not possible(width, x, o, reasons.windows, numbers, *signs)
    # A finished line obeys all other rules, so it is among the counted ones.
    return Legal(width, x, o, reasons.windows, numbers, *signs).total == len(taken)


# Two lines together


def two_lines(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find letters that two parallel lines refute."""
    puzzle = context.puzzle
    unfinished = {(line.along, line.number): line for line in context.derived(open_lines, board)}
    taken = {key: [other.x for other in line.others] for key, line in unfinished.items()}
    lines = lines_of(puzzle, board)

    def infer(along: int, number: int, x: int, o: int) -> tuple[int, int] | None:
        line = unfinished.get((ALONG[along], number))
        signs = linked(line) if line else (0, 0)
        try:
            return forced_cells(len(lines[1 - along]), x, o, taken.get((ALONG[along], number), ()), *signs)
        except Contradiction:
            return None

    for clash in clashes(lines, infer):
        yield clash and (yield from _two_lines(unfinished, board, clash))


def _two_lines(unfinished: dict[tuple[str, int], OpenLine], board: Board, clash: Clash) -> Paused[Step]:
    """Return the refutation by two lines and those that cross them, with the rules and the letters that each of them
    needs.
    """
    along, across = ALONG[clash.along], ALONG[1 - clash.along]
    bit = 1 << clash.place
    parts = [(unfinished[along, clash.line], (bit, 0) if clash.value else (0, bit), clash.forced)]
    for place in members(clash.crossing):
        given = tuple((side >> place & 1) << clash.line for side in clash.forced)
        parts.append(
            (unfinished[across, place], given, tuple((side >> place & 1) << clash.other for side in clash.passed))
        )
    # Without the last letter that it gets, the other line implies the opposite of that letter.
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


def _technique(name: str, level: int, facts: Callable[[OpenLine], Iterator[PlaceFact | None]]) -> Technique:
    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        for line in context.derived(open_lines, board):
            if line.width > WIDE_LINE:
                yield None
            for fact in facts(line):
                yield fact and _step(name, line, fact)

    return Technique(name, level, find)


def _step(technique: str, line: OpenLine, fact: PlaceFact) -> Step:
    places = [place + 1 for place in members(fact.x | fact.o)]
    words = {"as": line.along, line.along: line.number + 1, "cells": spans(places), "n": len(places), **fact.words}
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
        ("sign", 1, sign),
        ("equal-pair", 1, equal_pair),
        ("half", 2, half),
        ("no-room", 2, no_room),
        ("opposite-pairs", 2, opposite_pairs),
        ("one-left", 3, one_left),
        ("sign-chain", 3, sign_chain),
        ("compare", 4, compare),
        ("two-left", 4, two_left),
        ("arrangements", 4, arrangements),
        ("unlike", 4, unlike),
    )
) + (Technique("two-lines-together", 5, two_lines),)
