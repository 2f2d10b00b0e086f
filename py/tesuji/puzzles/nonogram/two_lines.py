"""Human techniques for two lines: lines that cross in a cell of colours, and parallel lines in black and white."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from tesuji.bitset import members
from tesuji.constraints.crossing import Clash, Known, clashes
from tesuji.errors import Contradiction
from tesuji.grid import spans
from tesuji.model import Board, Document, Puzzle, Step, TechniqueContext
from tesuji.puzzles.nonogram.lines import ColouredLine, Line, LineCache, open_lines


def colours_meet(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find cells whose row and column allow only one common value."""
    puzzle = context.puzzle
    if not puzzle.blocks:
        return
    lines: dict[int, Any] = {line.number: line for line in context.derived(open_lines, board)}
    for r in range(puzzle.height):
        yield None
        for c in range(puzzle.width):
            row, column = lines.get(r), lines.get(puzzle.height + c)
            step = row and column and _meeting(row, column, r, c, context.sentences)
            if step:
                yield step


def _meeting(row: ColouredLine, column: ColouredLine, r: int, c: int, sentences: bool) -> Step | None:
    here = _left(row, row.follows, c), _left(column, column.follows, r)
    both = [value for value in here[0] if value in here[1]]
    if len(both) != 1 or 1 in map(len, here) or len(_left(row, row.removed, c)) == 1:
        return None
    (value,) = both
    chosen = 1 << value * row.width + c
    settled = row.settling(chosen, row.others(chosen))
    step = Step(*settled, "colours-meet", (row.number, column.number), k=2, minimal=False)
    if not sentences:
        return step
    cells = 0
    for line, place, values in ((row, c, here[0]), (column, r, here[1])):
        removed = sum(1 << value * line.width + place for value in range(line.values) if value not in values)
        cells |= line.used(line.cells(line.needed(removed)))
    words: dict[str, Any] = {"row": r + 1, "column": c + 1, "colour": row.name(value)}
    words |= {name: _either(row, values) for name, values in zip(("first", "second"), here)}
    return step._replace(cells=cells, params=words)


def _left(line: Line, removed: int | None, cell: int) -> list[int]:
    """Return the values that a cell has left."""
    return [value for value in range(line.values) if not (removed or 0) >> value * line.width + cell & 1]


def _either(line: ColouredLine, values: Sequence[int]) -> Document:
    """Return some values for a sentence: "red, blue or empty"."""
    *first, last = [line.name(value) for value in sorted(values, key=lambda value: value or line.values)]
    if not first:
        return last
    some = reduce(lambda text, name: {"key": "list.commas", "params": {"first": text, "last": name}}, first)
    return {"key": "list.or", "params": {"first": some, "last": last}}


# Parallel lines in black and white


def two_lines(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find cells that two parallel lines refute. At the border, where runs are known to begin, this is called edge
    logic.
    """
    yield from _refuted("two-lines", context, board)


def edge_logic(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find the same between a line at the border, or next to finished lines only, and the next line."""
    yield from _refuted("edge-logic", context, board, outermost=True)


def _refuted(technique: str, context: TechniqueContext, board: Board, outermost: bool = False) -> Iterator[Step | None]:
    puzzle = context.puzzle
    if puzzle.blocks:
        return
    lines = context.once(LineCache).all(board)
    known = [(line.filled, line.empty) for line in lines]

    def infer(along: int, number: int, yes: int, no: int) -> tuple[int, int] | None:
        try:
            return lines[number + puzzle.height * along].constraint.infer(yes, no)
        except Contradiction:
            return None

    for clash in clashes((known[: puzzle.height], known[puzzle.height :]), infer, outermost):
        yield clash and _refutation(technique, puzzle, lines, clash)


def _refutation(technique: str, puzzle: Puzzle, lines: Sequence[Line], clash: Clash) -> Step:
    """Return the step of two lines and those that cross them, with the known cells that each of them needs."""
    first, cross = (puzzle.height, 0) if clash.along else (0, puzzle.height)
    own, other = first + clash.line, first + clash.other
    bit = 1 << clash.place
    cells = _used(puzzle, lines[own], (bit, 0) if clash.value else (0, bit), clash.forced)
    for place in members(clash.crossing):
        forced, passed = ([part >> place & 1 for part in known] for known in (clash.forced, clash.passed))
        then = forced[0] << clash.line, forced[1] << clash.line
        cells |= _used(puzzle, lines[cross + place], then, (passed[0] << clash.other, passed[1] << clash.other))
    # Without the last cell that it gets, the other line implies the opposite of that cell.
    last = 1 << clash.crossing.bit_length() - 1
    rest = clash.passed[0] & ~last, clash.passed[1] & ~last
    cells |= _used(puzzle, lines[other], rest, (clash.passed[1] & last, clash.passed[0] & last))
    crossing = list(members(clash.crossing))
    because = (own, other, *(cross + place for place in crossing))
    words = {
        "as": f"{lines[own].along}-{'filled' if clash.value else 'empty'}",
        "line": clash.line + 1,
        "other": clash.other + 1,
        "cell": clash.place + 1,
        "cells": spans(place + 1 for place in crossing),
        "n": len(crossing),
    }
    cell = lines[own].on_board(bit)
    settled = (0, cell) if clash.value else (cell, 0)
    return Step(*settled, technique, because, cells, words, len(because), False)


def _used(puzzle: Puzzle, line: Line, more: Known, claim: Known) -> int:
    """Return the known cells of a line from which, together with more cells, others follow."""
    then = Line(puzzle, line.number, Board(line.known.yes | more[0], line.known.no | more[1]))
    return line.used(line.cells(then.needed(claim[0] | claim[1] << line.width)))
