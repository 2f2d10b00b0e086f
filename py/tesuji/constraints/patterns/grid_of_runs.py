"""Propagation on a whole grid of lines with runs. The first board is solved with all lines of a direction at once,
later ones line by line.

The known cells of a line are one int: its yes cells, and above them its no cells. The result for it is cached together
with its changes to crossing lines, because probing mostly solves lines that have been solved before.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from tesuji.bitset import members
from tesuji.constraints.patterns.lanes import Lanes
from tesuji.constraints.planes import PlaneSolver
from tesuji.constraints.runs import Runs
from tesuji.errors import Contradiction
from tesuji.grid import lines as rows_then_columns
from tesuji.model import Board, Puzzle

SMALL_BOARD = 250
"""Boards of at least this many cells are solved line by line from the start."""
FEW_CHANGED = 0.15
"""If at most this share of a direction's lines has changed, single lines are faster."""
AT_ONCE = 24
"""Lines solved between two safe points: lines of 200 cells take 40 us each."""
NO_END = 1 << 62
REMEMBERED = 4096
"""The number of results that a line caches."""
BLANK, ALL = Board(), -1

LineResult = tuple[int, Sequence[tuple[int, int]], int]
"""The known cells of the line afterwards; (crossing line, bit) of each new cell; the crossing lines as a set."""
UNCHANGED: LineResult = 1, (), 0
"""Nothing is new."""
IMPOSSIBLE: LineResult = 0, (), 0
"""The runs do not fit."""


class GridState:
    """The known cells of each line; rows first. Immutable once returned.

    The board is computed on demand from an earlier board and the lines that have changed since.
    """

    __slots__ = ("seen", "board", "since", "changed")

    def __init__(self, seen: list[int], since: Board = BLANK, changed: int = ALL):
        self.seen, self.since, self.changed = seen, since, changed
        self.board: Board | None = None


class LinePropagator:
    """All rows, then all columns of a grid, each with its runs, and no other constraint."""

    values = 2
    """The number of bits for each cell of a line: yes and no."""
    paused = False
    """True if a pass over all lines has safe points."""

    def __init__(self, puzzle: Puzzle):
        height, width = self.height, self.width = puzzle.height, puzzle.width
        self.constraints: Sequence[Any] = puzzle.constraints
        self.givens = puzzle.givens
        self.solvers: list[PlaneSolver] = [line.solve for line in self.constraints]  # type: ignore[attr-defined]
        self.answers: list[dict[int, LineResult]] = [{} for _ in self.constraints]
        self.rows = (1 << height) - 1
        self.crossings: list[list[tuple[int, int]] | None] = [None] * (height + width)

    def root(self) -> Iterator[GridState]:
        if self.height * self.width < SMALL_BOARD:
            seen, dirty = [0] * len(self.constraints), (1 << len(self.constraints)) - 1
            self._write(seen, *self.givens)
        else:
            yes, no = self._cells(self.givens.yes), self._cells(self.givens.no)
            dirty = yield from self._all_lines(yes, no)
            seen = self._lines(yes, no)
        while dirty:
            dirty, _ = self._settle(seen, dirty, AT_ONCE)
            yield GridState(seen)
        yield GridState(seen)

    def extend(self, state: GridState, yes: int, no: int) -> GridState:
        seen = state.seen[:]
        written = self._write(seen, yes, no)
        _, changed = self._settle(seen, written, NO_END)
        return GridState(seen, self.known(state), changed | written)

    def known(self, state: GridState) -> Board:
        if state.board is None:
            width, seen, every = self.width, state.seen, (1 << self.width) - 1
            yes, no = state.since
            rows = state.changed & self.rows
            while rows:
                row = rows.bit_length() - 1
                rows ^= 1 << row
                line = seen[row]
                yes |= (line & every) << row * width
                no |= line >> width << row * width
            state.board = Board(yes, no)
        return state.board

    # -- single lines --------------------------------------------------------------------------------------------------

    def _write(self, seen: list[int], yes: int, no: int) -> int:
        """Write cells into their lines; return the changed lines as a bit set. No runs fit a line in which a cell is
        yes and no, so that solving it raises Contradiction.
        """
        height, width, dirty = self.height, self.width, 0
        for value, cells in enumerate((yes, no)):
            for cell in members(cells) if cells else ():
                row, column = divmod(cell, width)
                if not seen[row] >> column + value * width & 1:
                    seen[row] |= 1 << column + value * width
                    seen[height + column] |= 1 << row + value * height
                    dirty |= 1 << row | 1 << height + column
        return dirty

    def _settle(self, seen: list[int], dirty: int, most: int) -> tuple[int, int]:
        """Solve dirty lines, rows first, until none is left or `most` have been solved. Return the lines left, and the
        lines that have changed.
        """
        answers, solved, changed = self.answers, 0, 0
        while dirty and solved < most:
            batch = dirty
            while batch and (solved < most or not self.paused):
                low = batch & -batch
                batch ^= low
                dirty ^= low
                number = low.bit_length() - 1
                key = seen[number]
                answer = answers[number].get(key)
                if answer is None:
                    answer = self._solve(number, key)
                    solved += 1
                after, changes, crossing = answer
                if not crossing:
                    if after:
                        continue
                    raise Contradiction(self.constraints[number])
                seen[number] = after
                for line, bit in changes:
                    seen[line] |= bit
                dirty |= crossing
                changed |= crossing | low
                batch |= crossing & ~(low - 1)
        return dirty, changed

    def _solve(self, number: int, key: int) -> LineResult:
        answers = self.answers[number]
        if len(answers) >= REMEMBERED:
            answers.clear()
        after = self.solvers[number](key)
        if after == key:
            answer = UNCHANGED
        elif after is None:
            answer = IMPOSSIBLE
        else:
            crossings = self.crossings[number] or self._cross(number)
            changes, lines, new = [], 0, after ^ key
            while new:
                bit = new & -new
                new ^= bit
                change = crossings[bit.bit_length() - 1]
                changes.append(change)
                lines |= 1 << change[0]
            answer = after, changes, lines
        answers[key] = answer
        return answer

    def _cross(self, number: int) -> list[tuple[int, int]]:
        """Return, for each bit of a line, value after value, the crossing line and the bit there."""
        height = self.height
        if number < height:
            lines, at, length = range(height, height + self.width), number, height
        else:
            lines, at, length = range(height), number - height, self.width
        bits = [1 << at + value * length for value in range(self.values)]
        crossings = [(line, bit) for bit in bits for line in lines]
        self.crossings[number] = crossings
        return crossings

    # -- all lines of a direction at once ------------------------------------------------------------------------------

    def _all_lines(self, yes: bytearray, no: bytearray) -> Generator[GridState, None, int]:
        """Propagate rows and columns alternately, in arrays with a byte for each cell, until few lines are dirty.
        Return these. Raises Contradiction.
        """
        height, width = self.height, self.width
        for line in self.constraints:
            if line.slack < 0:  # lanes would be as long as its runs
                raise Contradiction(line)
        runs = [line.runs for line in self.constraints]
        directions = Lanes(runs[:height], width), Lanes(runs[height:], height)
        if any(yes) or any(no):
            for side, lanes in enumerate(directions):
                for step in range(lanes.steps):
                    cells = self._step(side, step)
                    lanes.write(step, yes[cells], no[cells])
        side, few, first, start = 0, FEW_CHANGED * min(height, width), 2, GridState(self._lines(yes, no))
        while True:
            yield start
            lanes, crossing = directions[side], directions[1 - side]
            news = lanes.infer()
            if isinstance(news, int):
                raise Contradiction(self.constraints[news + side * height])
            changed = 0
            for step, new_yes, new_no in news:
                cells = self._step(side, step)
                yes[cells], no[cells] = lanes.add(step, new_yes, new_no)
                changed |= new_yes | new_no
            first -= 1
            if first <= 0 and len(news) <= few:
                base = 0 if side else height
                return sum(1 << base + step for step, _, _ in news)
            for step, has_news in enumerate(lanes.bytes_of(changed)):
                if has_news:
                    cells = self._step(1 - side, step)
                    crossing.write(step, yes[cells], no[cells])
            side = 1 - side

    def _step(self, side: int, step: int) -> slice:
        """Return the cells at a place of all rows (side 0: a column), or of all columns (side 1: a row)."""
        width = self.width
        return slice(step * width, step * width + width) if side else slice(step, None, width)

    def _cells(self, cells: int) -> bytearray:
        """Return a byte, 0 or 1, for each cell."""
        size = self.height * self.width
        return bytearray(f"{cells:0{size}b}".encode().translate(_BITS)[::-1])

    def _lines(self, yes: bytearray, no: bytearray) -> list[int]:
        """Return the known cells of each line, from a byte for each cell."""
        yes_text, no_text = yes.translate(_DIGITS)[::-1], no.translate(_DIGITS)[::-1]
        width, size = self.width, len(yes)
        rows: list[slice] = [slice(end - width, end) for end in range(size, 0, -width)]
        columns: list[slice] = [slice(width - 1 - column, None, width) for column in range(width)]
        return [int(no_text[line] + yes_text[line], 2) for line in rows + columns]


_DIGITS = bytes.maketrans(b"\0\1", b"01")
_BITS = bytes.maketrans(b"01", b"\0\1")


def propagator(puzzle: Puzzle) -> LinePropagator | None:
    """Return the propagator of a puzzle that has one line of runs for each row, then one for each column, and nothing
    else."""
    width, height = puzzle.width, puzzle.height
    lines = rows_then_columns(width, height)
    if len(puzzle.constraints) != len(lines) or puzzle.size != width * height:
        return None
    if all(isinstance(one, Runs) and one.scope == tuple(line) for one, line in zip(puzzle.constraints, lines)):
        return LinePropagator(puzzle)
    return None
