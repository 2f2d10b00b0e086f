"""Deductions from four lines together: two rows and two columns, by their four crossings.

If no line forces anything by itself, each value of each unknown cell has an arrangement in its row and one in its
column. Consider some lines as a graph, with an edge between two lines that cross in an unknown cell. If the graph has
no cycle, arrangements can be chosen line by line, so the lines force nothing together. The smallest cycle is two rows
and two columns with four unknown crossings. Two or three lines therefore force nothing, and rectangles force everything
that four lines do.

A line ties two of its cells if it excludes some of their four pairs of values. If two or more of the four lines of a
rectangle tie nothing, the others have no cycle. In all other cases the four ties are joined, and each line keeps the
pairs that occur in the join.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tesuji.constraints import Runs
from tesuji.model import Board, Puzzle
from tesuji.rulebook import Tier

PAIRS = tuple((a, b) for a in (0, 1) for b in (0, 1))


class LineImplications(NamedTuple):
    """A line: its known cells, its unknown places, the consequences of each value of each place, and the places tied to
    each.
    """

    runs: Runs
    yes: int
    no: int
    unknown: int
    after: dict[tuple[int, int], tuple[int, int]]
    tied: dict[int, int]

    def tie(self, i: int, j: int) -> int:
        """Return the pairs of values that two unknown places may have."""
        pairs = 0
        for a in (0, 1):
            yes, no = self.after[i, a]
            pairs |= ((not yes >> j & 1) | (not no >> j & 1) << 1) << 2 * a
        return pairs

    def shared(self, i: int, j: int, pairs: int) -> tuple[int, int]:
        """Return the values that all arrangements with one of these pairs share, beyond the known ones."""
        all_yes = all_no = -1
        for a, b in PAIRS:
            if pairs >> 2 * a + b & 1:
                yes, no = self.runs.infer(self.yes | a << i | b << j, self.no | (1 - a) << i | (1 - b) << j)
                all_yes &= yes
                all_no &= no
        return all_yes & ~self.yes, all_no & ~self.no


def rectangles(puzzle: Puzzle, known: Board) -> Iterator[tuple[int, int] | None]:
    """Yield the cells that four lines force, if no line forces any, each with these lines; None at checkpoints."""
    lines = []
    for runs in puzzle.constraints:
        lines.append(_line(runs, known))
        yield None
    rows, columns = lines[: puzzle.height], lines[puzzle.height :]
    for r1, top in enumerate(rows):
        if not top.unknown:
            continue
        tied_columns = _tied_columns(r1, columns)
        for r2 in range(r1 + 1, puzzle.height):
            yield None
            bottom = rows[r2]
            for c1, c2 in _worthwhile(top, bottom, tied_columns.get(r2, 0)):
                numbers = (r1, r2, puzzle.height + c1, puzzle.height + c2)
                because = sum(1 << number for number in numbers)
                for cell in _forced((top, bottom, columns[c1], columns[c2]), (r1, r2, c1, c2)):
                    yield cell, because


RECTANGLES = Tier(4, rectangles, lambda puzzle: not puzzle.blocks)


def _line(runs: Runs, known: Board) -> LineImplications:
    yes = sum((known.yes >> cell & 1) << place for place, cell in enumerate(runs.scope))
    no = sum((known.no >> cell & 1) << place for place, cell in enumerate(runs.scope))
    unknown = (1 << len(runs.scope)) - 1 & ~(yes | no)
    after, tied = {}, {}
    for place in _members(unknown):
        bit = 1 << place
        after[place, 0] = empty = runs.infer(yes, no | bit)
        after[place, 1] = filled = runs.infer(yes | bit, no)
        tied[place] = (empty[0] | empty[1] | filled[0] | filled[1]) & unknown & ~bit
    return LineImplications(runs, yes, no, unknown, after, tied)


def _tied_columns(r1: int, columns: list[LineImplications]) -> dict[int, int]:
    """Return, for each row, the columns that tie its cell to the one in row r1."""
    found: dict[int, int] = {}
    for c, column in enumerate(columns):
        for r2 in _members(column.tied.get(r1, 0)):
            found[r2] = found.get(r2, 0) | 1 << c
    return found


def _worthwhile(top: LineImplications, bottom: LineImplications, tied_columns: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of columns with four unknown crossings, such that at least three of the four lines tie theirs."""
    common = top.unknown & bottom.unknown
    for c1 in _members(common):
        above, below, right = top.tied[c1], bottom.tied[c1], common & -(2 << c1)
        if tied_columns >> c1 & 1:
            partners = above & below | (above ^ below) & tied_columns
        else:
            partners = above & below & tied_columns
        for c2 in _members(partners & right):
            yield c1, c2


def _forced(
    lines: tuple[LineImplications, LineImplications, LineImplications, LineImplications],
    places: tuple[int, int, int, int],
) -> Iterator[int]:
    """Yield the cells that the lines of one rectangle force together."""
    r1, r2, c1, c2 = places
    crossings = ((c1, c2), (c1, c2), (r1, r2), (r1, r2))
    ties = tuple(line.tie(*pair) for line, pair in zip(lines, crossings))
    for line, pair, before, after in zip(lines, crossings, ties, _joined(*ties)):
        if after and after != before:
            yes, no = line.shared(*pair, after)
            for place in _members(yes | no):
                yield line.runs.scope[place]


@lru_cache(maxsize=1 << 14)
def _joined(top: int, bottom: int, left: int, right: int) -> tuple[int, int, int, int]:
    """Return the pairs of values that remain in each of four ties around a rectangle: those that occur in some
    assignment of all four crossings.
    """
    kept = [0, 0, 0, 0]
    for a, b in PAIRS:
        for c, d in PAIRS:
            used = (2 * a + b, 2 * c + d, 2 * a + c, 2 * b + d)
            if all(tie >> pair & 1 for tie, pair in zip((top, bottom, left, right), used)):
                kept = [one | 1 << pair for one, pair in zip(kept, used)]
    return kept[0], kept[1], kept[2], kept[3]


def _members(places: int) -> Iterator[int]:
    while places:
        low = places & -places
        places ^= low
        yield low.bit_length() - 1
