"""Propagation on a whole board of X and O as two bit sets.

A few shifts find pairs, gaps and linked neighbours in all lines. Then the letters of each changed line are counted.
Finally, each changed line gets the letters shared by all arrangements that differ from the finished lines. This is
stronger than single constraints, because windows, count and differences of a line are combined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from tesuji.bitset import LARGE, flags, from_flags, set_of
from tesuji.constraints.count import Count
from tesuji.constraints.different import Different
from tesuji.constraints.patterns.balanced_lines import balanced, forced_cells
from tesuji.errors import Contradiction
from tesuji.grid import rows_and_columns
from tesuji.model import Board, Constraint, Puzzle

MIXED = frozenset({1, 2})
"""The numbers of yes cells that three cells in a row may have."""
ALIKE, UNLIKE = frozenset({0, 2}), frozenset({1})
"""The numbers of yes cells that two linked neighbours may have."""


class BalancedLine(NamedTuple):
    """A line of the board: its cells as a bit set, their places, its length, the group of lines it must differ from,
    and its linked neighbours, in which bit i stands for its cells i and i + 1.
    """

    cells: int
    places: range
    length: int
    group: int
    alike: int = 0
    unlike: int = 0


def spread(number: int, step: int) -> int:
    """Return the bit set 0, step, 2 x step ... with this number of members."""
    return int(("0" * (step - 1) + "1") * number, 2)


class BalancePropagator:
    """A `Propagator` whose states are boards."""

    def __init__(self, puzzle: Puzzle):
        width, height = puzzle.width, puzzle.height
        self.width, self.cells, self.givens = width, puzzle.cells, puzzle.givens
        self.distinct = any(isinstance(one, Different) for one in puzzle.constraints)
        rows, columns = rows_and_columns(width, height)
        self.digits = f"0{width * height}b"
        self.links = links(puzzle)
        linked_cells = flagged(self.links, puzzle.size)
        self.lines = [
            # The cells of a line are equally spaced.
            BalancedLine(first << line.start, line, len(line), group, *linked(linked_cells, line))
            for group, (lines, first) in enumerate(((rows, spread(width, 1)), (columns, spread(height, width))))
            for line in lines
        ]
        row, every_row = (1 << width) - 1, spread(height, width)
        self.from_third, self.but_last, self.but_last_two = (
            part * every_row for part in (row & ~3, row >> 1, row >> 2)
        )

    def root(self) -> Iterator[Board]:
        if self.cells.bit_length() > LARGE:
            yield self.givens  # a large propagator takes .15 s to build, and what follows takes as long
        yield self._settle(0, 0, self.givens.no, self.givens.yes)

    def extend(self, state: Board, yes: int, no: int) -> Board:
        return self._settle(state.no, state.yes, no | state.no, yes | state.yes)

    def known(self, state: Board) -> Board:
        return state

    def bare(self, active: int) -> Board:
        """Return the state implied by the rules alone, which cannot be removed individually."""
        return self._settle(0, 0, 0, 0)

    def give(self, state: Board, constraints: int, yes: int, no: int) -> Board:
        """Return the state after adding these given letters, which are the clues of a binoxxo."""
        return self.extend(state, yes, no)

    def _settle(self, old_x: int, old_o: int, x: int, o: int) -> Board:
        seen = asked = old_x | old_o
        while True:
            x, o = self._pairs(x, o)
            known = x | o
            if known != seen:
                changed, seen = known & ~seen, known
                x, o = self._counts(x, o, changed)
                if x | o != known:
                    continue
            if known == asked and known != self.cells:
                return Board(o, x)
            before = known
            x, o = self._arrangements(x, o, known & ~asked or self.cells)
            asked = before
            if x | o == known:
                return Board(o, x)

    def _pairs(self, x: int, o: int) -> tuple[int, int]:
        """Settle cells next to pairs and links: two equal letters have the other letter on both sides, or, with one
        cell between them, in that cell. Linked neighbours settle each other.
        """
        cells = self.cells
        while True:
            new_o, new_x = (o | self._thirds(x)) & cells, (x | self._thirds(o)) & cells
            for step, (alike, unlike) in self.links.items():
                new_o |= (o & alike | x & unlike) << step | o >> step & alike | x >> step & unlike
                new_x |= (x & alike | o & unlike) << step | x >> step & alike | o >> step & unlike
            if new_x & new_o:
                raise Contradiction
            if new_x == x and new_o == o:
                return x, o
            x, o = new_x, new_o

    def _thirds(self, alike: int) -> int:
        """Return the third cell of any three in a line whose other two are `alike`. Cells below the board may be
        included.
        """
        width, but_last_two = self.width, self.but_last_two
        across, down = alike & alike >> 1 & self.but_last, alike & alike >> width
        apart, below = alike & alike >> 2 & but_last_two, alike & alike >> 2 * width
        return (
            across << 2 & self.from_third
            | across >> 1 & but_last_two
            | down << 2 * width
            | down >> width
            | apart << 1
            | below << width
        )

    def _counts(self, x: int, o: int, changed: int) -> tuple[int, int]:
        """Complete lines that already have half of their cells X, or O: all other cells have the other letter."""
        for cells, _, length, _, _, _ in self.lines:
            if not cells & changed:
                continue
            half = length + 1 >> 1
            in_x, in_o = (x & cells).bit_count(), (o & cells).bit_count()
            if in_x > half or in_o > half:
                raise Contradiction
            if in_x == half:
                o |= cells & ~x
            elif in_o == half:
                x |= cells & ~o
        return x, o

    def _arrangements(self, x: int, o: int, changed: int) -> tuple[int, int]:
        """Settle the letters that all arrangements of each changed line share. A newly finished line affects all
        parallel lines."""
        known = x | o
        taken: list[list[int]] = [[], []]
        rewritten = [0, 0]
        text_x, text_o = self._text(x), self._text(o)
        if self.distinct:
            for line in self.lines:
                if line.cells & ~known == 0:
                    text = self._pack(x, text_x, line)
                    if text in taken[line.group]:
                        raise Contradiction
                    taken[line.group].append(text)
                    rewritten[line.group] |= bool(line.cells & changed)
        for line in self.lines:
            if not (line.cells & changed or rewritten[line.group]) or not line.cells & ~known:
                continue
            packed_x, packed_o = self._pack(x, text_x, line), self._pack(o, text_o, line)
            line_x, line_o = forced_cells(line.length, packed_x, packed_o, taken[line.group], line.alike, line.unlike)
            if line_x != packed_x:
                x |= unpacked(line_x, line)
                text_x = self._text(x)
            if line_o != packed_o:
                o |= unpacked(line_o, line)
                text_o = self._text(o)
            if x & o:
                raise Contradiction
        return x, o

    def _text(self, cells: int) -> str:
        """Return the board as binary digits, the last cell first."""
        return format(cells, self.digits)

    def _pack(self, cells: int, text: str, line: BalancedLine) -> int:
        """Return the cells of a line as a bit set, bit i = its i-th place. A column is cut from the board's digits,
        which is ten times as fast as bit by bit.
        """
        start, step = line.places.start, line.places.step
        if step == 1:
            return (cells & line.cells) >> start
        return int(text[step - 1 - start :: step], 2)


def unpacked(packed: int, line: BalancedLine) -> int:
    """Return the cells of a packed line as cells of the board; the reverse of `_pack`."""
    if line.places.step == 1:
        return packed << line.places.start
    cells = 0
    while packed:
        low = packed & -packed
        packed ^= low
        cells |= 1 << line.places[low.bit_length() - 1]
    return cells


def on_lines(puzzle: Puzzle) -> int:
    """Return the number of constraints on single lines: one for each line, and one for each three cells in a row."""
    return puzzle.height * (puzzle.width - 1) + puzzle.width * (puzzle.height - 1)


def rest_of(puzzle: Puzzle) -> tuple[list[Constraint], list[Count]]:
    """Return the constraints that follow those of single lines: those on two lines, and the links."""
    rest = puzzle.constraints[on_lines(puzzle) :]
    linked = [one for one in rest if isinstance(one, Count)]
    return [one for one in rest if not isinstance(one, Count)], linked


def links(puzzle: Puzzle) -> dict[int, tuple[int, int]]:
    """Return, for each step to a neighbour, the first cells of the alike and of the unlike pairs, as bit sets."""
    found: dict[int, tuple[list[int], list[int]]] = {}
    for one in rest_of(puzzle)[1]:
        first, second = one.scope
        found.setdefault(second - first, ([], []))[one.allowed != ALIKE].append(first)
    return {step: (set_of(alike), set_of(unlike)) for step, (alike, unlike) in found.items()}


def flagged(found: Mapping[int, tuple[int, int]], size: int) -> dict[int, list[bytes]]:
    """Return the cells of `links` as flags."""
    return {step: [flags(cells, size) for cells in pair] for step, pair in found.items()}


def linked(found: Mapping[int, Sequence[bytes]], line: range) -> tuple[int, int]:
    """Return the alike and the unlike neighbours of a line from `flagged`; bit i stands for its cells i and
    i + 1.
    """
    if line.step not in found:
        return 0, 0
    alike, unlike = (from_flags(first[line.start : line.stop : line.step]) for first in found[line.step])
    return alike, unlike


def is_link(count: Count, width: int) -> bool:
    """Return whether a count states that two neighbours are alike or unlike."""
    first, second = count.scope if len(count.scope) == 2 else (0, 0)
    adjacent = second - first == width or second - first == 1 and second % width > 0
    return adjacent and count.allowed in (ALIKE, UNLIKE)


def is_balanced(puzzle: Puzzle) -> bool:
    """Return whether the constraints are these: half of each row and column is yes (or one more or less than no), no
    three cells in a row are alike, optionally no two parallel lines are alike, and some neighbours may be linked.
    """
    width, height = puzzle.width, puzzle.height
    if 1 in (width, height) or puzzle.size != width * height:
        return False
    directions = rows_and_columns(width, height)
    counts, expected = puzzle.constraints[: on_lines(puzzle)], counts_of_lines(chain(*directions))
    if len(counts) < on_lines(puzzle) or not all(
        isinstance(one, Count) and (one.scope, one.allowed) == other for one, other in zip(counts, expected)
    ):
        return False
    rest, linked = rest_of(puzzle)
    pairs = [pair for lines in directions for pair in combinations(lines, 2)]
    return (
        len(rest) in (0, len(pairs))
        and all(is_link(one, width) for one in linked)
        and all(isinstance(one, Different) and (one.first, one.second) == pair for one, pair in zip(rest, pairs))
    )


def counts_of_lines(lines: Iterable[range]) -> Iterator[tuple[tuple[int, ...], frozenset[int]]]:
    """Yield the scope and the numbers of each constraint on a single line."""
    for line in map(tuple, lines):
        yield from ((line[place : place + 3], MIXED) for place in range(len(line) - 2))
        yield line, balanced(len(line))


def propagator(puzzle: Puzzle) -> BalancePropagator | None:
    """Return the propagator of a puzzle of balanced lines."""
    return BalancePropagator(puzzle) if is_balanced(puzzle) else None
