"""Propagation on a whole grid of lines with runs of colours, line by line.

It works like `grid_of_runs`, except that the known bits of a line are the removed values, in planes. A value is settled
if all others of its cell are removed, so nothing else has to be stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tesuji.bitset import members
from tesuji.constraints.colour_runs import ColourRuns
from tesuji.constraints.patterns.grid_of_runs import AT_ONCE, GridState, LinePropagator
from tesuji.constraints.planes import last_values
from tesuji.errors import Contradiction
from tesuji.grid import lines as rows_then_columns
from tesuji.model import Board, Puzzle

LARGE = 50_000
"""From this number of literals on, a pass over all lines has safe points."""
ROWS = 20_000
"""The number of rows whose literals are cached in all."""


class ColourPropagator(LinePropagator):
    """All rows, then all columns of a grid, each with its runs. The only other constraints define variables.

    `order` is the plane of each value of a cell, in the order of its literals.
    """

    def __init__(self, puzzle: Puzzle, order: Sequence[int]):
        super().__init__(puzzle._replace(constraints=puzzle.constraints[: puzzle.height + puzzle.width]))
        self.order, self.values = order, len(order)
        self.paused = puzzle.size >= LARGE
        self.written: dict[int, tuple[int, int]] = {}

    def root(self) -> Iterator[GridState]:
        seen, dirty = [0] * len(self.constraints), (1 << len(self.constraints)) - 1
        self._write(seen, *self.givens)
        while dirty:
            dirty, _ = self._settle(seen, dirty, AT_ONCE)
            yield GridState(seen)
        yield GridState(seen)

    def known(self, state: GridState) -> Board:
        if state.board is None:
            step = self.width * self.values
            yes, no = state.since
            rows = state.changed & self.rows
            while rows:
                row = rows.bit_length() - 1
                rows ^= 1 << row
                settled, removed = self._literals(state.seen[row])
                yes |= settled << row * step
                no |= removed << row * step
            state.board = Board(yes, no)
        return state.board

    def _literals(self, line: int) -> tuple[int, int]:
        """Return the yes literals and the no literals of a row from its removed values in planes."""
        found = self.written.get(line)
        if found is None:
            if len(self.written) >= ROWS:
                self.written.clear()
            both = last_values(line, self.width, self.values), line
            yes, no = [sum(self._spread(one, place) for place in range(self.values)) for one in both]
            found = self.written[line] = yes, no
        return found

    def _spread(self, planes: int, place: int) -> int:
        """Return the literals of one plane of a row; `place` is the position of its value among a cell's literals."""
        cells = planes >> self.order[place] * self.width & (1 << self.width) - 1
        return int(("0" * (self.values - 1)).join(f"{cells:b}"), 2) << place if cells else 0

    def _write(self, seen: list[int], yes: int, no: int) -> int:
        """Write literals into their lines; return the changed lines as a bit set. Raises Contradiction."""
        height, width, values, dirty = self.height, self.width, self.values, 0
        other_values = (1 << values) - 1
        for literal in members(yes):
            first = literal - literal % values
            no |= (other_values << first) ^ 1 << literal
        if yes & no:
            raise Contradiction
        for literal in members(no):
            cell, place = divmod(literal, values)
            row, column = divmod(cell, width)
            plane = self.order[place]
            bit = 1 << plane * width + column
            if not seen[row] & bit:
                seen[row] |= bit
                seen[height + column] |= 1 << plane * height + row
                dirty |= 1 << row | 1 << height + column
        return dirty


def propagator(puzzle: Puzzle) -> ColourPropagator | None:
    """Return the propagator of a puzzle of cells that has one line of coloured runs for each row, then one for each
    column, and nothing else except "exactly one value" constraints. Return None for any other puzzle.
    """
    width, height = puzzle.width, puzzle.height
    lines, others = puzzle.constraints[: height + width], puzzle.constraints[height + width :]
    if len(puzzle.blocks) != 1 or not all(one.implicit for one in others):
        return None
    values = puzzle.blocks[0].values
    row = lines[0]
    if not isinstance(row, ColourRuns) or row.values != values or puzzle.size != width * height * values:
        return None
    order = sorted(range(values), key=lambda value: row.planes[value][0])
    places = [order.index(value) for value in range(values)]
    cells = rows_then_columns(width, height)
    for one, line in zip(lines, cells):
        first, stop, step = line.start * values, line.stop * values, line.step * values
        planes = tuple(tuple(range(first + place, stop + place, step)) for place in places)
        if not isinstance(one, ColourRuns) or one.planes != planes:
            return None
    return ColourPropagator(puzzle, order) if len(lines) == len(cells) else None
