"""Propagation on balanced lines with reasons, for certificates, which name one rule for every cell.

A round searches the whole board for pairs and gaps. If there are none, it searches for lines with half of their cells
known, and then for letters shared by all arrangements of a line. Reasons are computed on demand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tesuji.bitset import literals, members
from tesuji.constraints.patterns.balance import BalancedLine, BalancePropagator, is_balanced, links, unpacked
from tesuji.constraints.patterns.balanced_lines import balanced, forced_cells
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle

Because = tuple[list[int], str]


class Forced(NamedTuple):
    """The cells that all arrangements of a line share, or one cell with both values if there is no arrangement; and
    whether complete parallel lines were excluded.
    """

    line: BalancedLine
    no: int
    yes: int
    others: bool


class BalanceReasoning(BalancePropagator):
    """A `Reasoning` that gives reasons for its latest rounds."""

    def __init__(self, puzzle: Puzzle):
        super().__init__(puzzle)
        width = self.width
        self.height = puzzle.height
        # Two cells of three in a line, relative to the third, which is at bit 2 * width: (these, the first of the
        # three, the step from one to the next, the columns in which the third may lie).
        self.windows = [
            (1 << 2 * width + a * step | 1 << 2 * width + b * step, min(a, 0) * step, step, columns)
            for step, ends in ((1, True), (width, False))
            for a, b in ((-2, -1), (-1, 1), (1, 2))
            for columns in [range(-min(a, 0), width - max(b, 0)) if ends else range(width)]
        ]
        self.settled = Board()
        """A board to which no round adds anything; lines unchanged since then are skipped."""
        self.by_lines: list[tuple[Board, Forced]] = []
        """The boards of the latest rounds, with the cells that whole lines force on them."""

    def rounds(self, board: Board) -> Iterator[Board]:
        asked = self.settled if self.settled.joined(board) == board else Board()
        self.by_lines.clear()
        while not board.yes & board.no:
            before = board
            board = self._windows(before)
            if board == before:
                changed = [line for line in self.lines if line.cells & before.known & ~asked.known]
                board = self._halves(before, changed)
                if board == before:
                    board, asked = self._whole_lines(before, changed), before
            if board == before:
                self.settled = board
                return
            yield board

    def because(self, board: Board, literal: int) -> Because:
        cell, no = literal >> 1, literal & 1
        other = (board.yes if no else board.no) & ~(1 << cell)  # cells with the other letter
        window = self._window(cell, other)
        if window:
            return [2 * one + 1 - no for one in window if one != cell], f"count {_cells(window)}"
        lines = self.lines[cell // self.width], self.lines[self.height + cell % self.width]
        for line in lines:
            if (other & line.cells).bit_count() >= line.length + 1 >> 1:
                return [2 * one + 1 - no for one in members(other & line.cells)], f"count {_cells(line.places)}"
        for forced in [forced for before, forced in self.by_lines if before is board]:
            if (forced.no if no else forced.yes) >> cell & 1:
                line = forced.line
                cells = line.cells | (self._complete(board, line) if self._takes_others(board, forced, cell, no) else 0)
                return literals(board.yes & cells, board.no & cells), f"line {_cells(line.places)}"
        raise AssertionError("nothing forces this cell")

    def _windows(self, board: Board) -> Board:
        """Settle the cells between and next to two equal letters."""
        return Board(
            (board.yes | self._thirds(board.no)) & self.cells, (board.no | self._thirds(board.yes)) & self.cells
        )

    def _halves(self, board: Board, lines: list[BalancedLine]) -> Board:
        yes, no = board
        for line in lines:
            if (board.yes & line.cells).bit_count() >= line.length + 1 >> 1:
                no |= line.cells & ~board.yes
            if (board.no & line.cells).bit_count() >= line.length + 1 >> 1:
                yes |= line.cells & ~board.no
        return Board(yes, no)

    def _whole_lines(self, board: Board, changed: list[BalancedLine]) -> Board:
        """Settle the letters shared by all arrangements of each line that has changed or is parallel to a newly
        complete line. If a line has no arrangement, one of its cells gets both letters."""
        yes, no = board
        text_no, text_yes = self._text(board.no), self._text(board.yes)
        taken = self._taken(board, text_no)
        groups = {line.group for line in changed if not line.cells & ~board.known} if self.distinct else set()
        for line in self.lines if groups else changed:
            if line.group not in groups and line not in changed:
                continue
            packed_no, packed_yes = self._pack(board.no, text_no, line), self._pack(board.yes, text_yes, line)
            try:
                line_no, line_yes = self._arranged(board, line, packed_no, packed_yes, taken[line.group])
            except Contradiction:
                first = line.cells & -line.cells
                self.by_lines.append((board, Forced(line, first, first, bool(taken[line.group]))))
                return Board(yes | first, no | first)
            if line_no != packed_no or line_yes != packed_yes:
                forced = Forced(line, unpacked(line_no, line), unpacked(line_yes, line), bool(taken[line.group]))
                self.by_lines.append((board, forced))
                no, yes = no | forced.no, yes | forced.yes
        return Board(yes, no)

    def _arranged(self, board: Board, line: BalancedLine, no: int, yes: int, taken: list[int]) -> tuple[int, int]:
        """Return the letters that all arrangements of a line share, excluding those equal to complete parallel lines.
        Raises Contradiction."""
        if line.cells & ~board.known:
            return forced_cells(line.length, no, yes, taken)
        if taken.count(no) > 1 or no.bit_count() not in balanced(line.length):
            raise Contradiction
        return no, yes

    def _taken(self, board: Board, text_no: str) -> list[list[int]]:
        """Return the complete lines of each direction, as the bit sets of their X."""
        taken: list[list[int]] = [[], []]
        for line in self.lines if self.distinct else ():
            if not line.cells & ~board.known:
                taken[line.group].append(self._pack(board.no, text_no, line))
        return taken

    def _complete(self, board: Board, line: BalancedLine) -> int:
        """Return the cells of complete lines that are parallel to this one."""
        return sum(
            one.cells for one in self.lines if one.group == line.group and one != line and not one.cells & ~board.known
        )

    def _takes_others(self, board: Board, forced: Forced, cell: int, no: int) -> bool:
        """Return whether a line forces a cell only because it must differ from others."""
        if not forced.others:
            return False
        line = forced.line
        packed_no = self._pack(board.no, self._text(board.no), line)
        packed_yes = self._pack(board.yes, self._text(board.yes), line)
        try:
            alone = self._arranged(board, line, packed_no, packed_yes, [])
        except Contradiction:
            return False
        return not unpacked(alone[0] if no else alone[1], line) >> cell & 1 or bool(forced.yes & forced.no)

    def _window(self, cell: int, other: int) -> range | None:
        """Return three cells in a line of which all except this one are among the others, or None."""
        around, column = other << 2 * self.width >> cell, cell % self.width
        for two, first, step, columns in self.windows:
            if around & two == two and column in columns:
                return range(cell + first, cell + first + 3 * step, step)
        return None


def _cells(cells: range) -> str:
    return " ".join([str(cell + 1) for cell in cells])


def reasoning(puzzle: Puzzle) -> BalanceReasoning | None:
    """Return the reasoning of a puzzle of balanced lines without linked neighbours."""
    return BalanceReasoning(puzzle) if is_balanced(puzzle) and not links(puzzle) else None
