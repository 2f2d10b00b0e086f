"""Human techniques for one line at a time, easiest first; and for two lines.

Each technique takes one line and yields facts: filled cells, empty cells, and parameters of its sentence. A fact
becomes a step together with the known cells that it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import tesuji.puzzles.nonogram.coloured_techniques as coloured
from tesuji.bitset import members
from tesuji.constraints import Runs
from tesuji.constraints.crossing import Clash, clashes
from tesuji.errors import Contradiction
from tesuji.grid import spans
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext
from tesuji.puzzles.nonogram.placements import Placements, black, mirrored, run_starts


class LineFact(NamedTuple):
    """Cells of a line, bit i = its i-th cell, and parameters of the sentence beyond those of every line."""

    filled: int = 0
    empty: int = 0
    words: dict[str, Any] = {}
    named: int = 0
    """The known cells that the sentence names, even if fewer would be enough."""


class LineOfRuns:
    """One line at one point in time: its known cells, and what else follows from its clue."""

    def __init__(self, number: int, constraint: Runs, filled: int, empty: int):
        self.number, self.constraint = number, constraint
        self.runs, self.width = constraint.runs, len(constraint.scope)
        self.full = (1 << self.width) - 1
        self.slack = self.width - sum(self.runs) - max(len(self.runs) - 1, 0)
        self.filled, self.empty = filled, empty
        follows = constraint.infer(filled, empty)
        self.new_filled, self.new_empty = follows[0] & ~filled, follows[1] & ~empty
        self.steps: dict[tuple[str, bool], list[Step]] = {}
        """The steps that techniques found on this line, by name, with and without sentences."""

    @cached_property
    def starts(self) -> list[int]:
        """The possible starts of each run."""
        return run_starts(self.width, black(self.runs), self.removed)

    @property
    def removed(self) -> int:
        """The values that the known cells remove, in planes (`placements`)."""
        return self.filled | self.empty << self.width

    def covering(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return (length, starts) of the runs that may cover all cells from start to end (exclusive)."""
        found = [(run, places & span(max(end - run, 0), start + 1)) for run, places in zip(self.runs, self.starts)]
        return [(run, places) for run, places in found if places]

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield (start, end) for each group of adjacent filled cells."""
        return stretches(self.filled)

    def needed(self, fact: LineFact) -> int:
        """Return a minimal set of known cells that force a fact, as cells of the board."""
        kept, claim = self.removed, fact.filled | fact.empty << self.width
        for place in members(self.filled | self.empty):
            fewer = kept & ~((1 | 1 << self.width) << place)
            follows = self.constraint.solve(fewer)
            if follows is not None and not claim & ~follows:
                kept = fewer
        return self.on_board(kept & self.full | kept >> self.width)

    def on_board(self, cells: int) -> int:
        """Return cells of the line as cells of the board."""
        scope = self.constraint.scope
        return sum(1 << scope[place] for place in members(cells))


def span(start: int, end: int) -> int:
    """Return the cells from start to end (exclusive)."""
    return (1 << end) - (1 << start) if end > start else 0


def stretches(cells: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of a bit set: (start, end)."""
    while cells:
        start = (cells & -cells).bit_length() - 1
        gaps = ~(cells >> start)
        end = start + (gaps & -gaps).bit_length() - 1
        yield start, end
        cells &= -1 << end


# The clue alone, or with a tally.


def empty_line(line: LineOfRuns) -> Iterator[LineFact]:
    if not line.runs:
        yield LineFact(empty=line.full)


def whole_line(line: LineOfRuns) -> Iterator[LineFact]:
    """Find lines that are filled by the runs with a gap of one cell between them."""
    if line.runs and not line.slack:
        place = cells = 0
        for run in line.runs:
            cells |= span(place, place + run)
            place += run + 1
        yield LineFact(cells, line.full & ~cells, {"filled": spans(place + 1 for place in members(cells))})


def overlap(line: LineOfRuns) -> Iterator[LineFact]:
    """Find cells that a run covers in every position, because it is longer than the free room of its line."""
    place = cells = 0
    for run in line.runs:
        cells |= span(place + line.slack, place + run)
        place += run + 1
    yield LineFact(cells)


def finished(line: LineOfRuns) -> Iterator[LineFact]:
    """Find lines in which every cell of the clue is filled."""
    if line.runs and line.filled.bit_count() == sum(line.runs):
        yield LineFact(empty=line.full & ~line.filled, named=line.filled)


def last_cells(line: LineOfRuns) -> Iterator[LineFact]:
    """Find lines with only as many cells left as the clue needs."""
    if line.runs and (line.full & ~line.empty).bit_count() == sum(line.runs):
        yield LineFact(line.full & ~line.empty, named=line.empty)


# At the ends of the line.


def edge(line: LineOfRuns) -> Iterator[LineFact]:
    """Find filled cells near the end of a line, or near a finished run there. They belong to the next run, which cannot
    end before them.
    """
    width, last = line.width, len(line.runs) - 1
    for fact in _edge(width, line.runs, line.filled, line.empty):
        number, cell = fact.words["number"], fact.words["cell"]
        yield fact._replace(words={**_which(line, number), "cell": cell + 1})
    for fact in _edge(width, line.runs[::-1], mirrored(width, line.filled), mirrored(width, line.empty)):
        number, cell = last - fact.words["number"], width - 1 - fact.words["cell"]
        words = {**_which(line, number), "cell": cell + 1}
        yield LineFact(mirrored(width, fact.filled), mirrored(width, fact.empty), words)


def _which(line: LineOfRuns, number: int) -> dict[str, Any]:
    """Return a run of the line for a sentence. If several are equal, include its position among all runs, as a message."""
    run = line.runs[number]
    nth = {"key": "run.nth", "params": {"number": number + 1, "of": len(line.runs)}}
    return {"run": run, "nth": nth if line.runs.count(run) > 1 else ""}


def _edge(width: int, runs: tuple[int, ...], filled: int, empty: int) -> Iterator[LineFact]:
    place = 0
    for number, run in enumerate(runs):
        while empty >> place & 1:
            place += 1
        near = filled & span(place, place + run)
        if not near:
            return
        first = (near & -near).bit_length() - 1
        end = place + run
        if first > place or near != span(place, end) or not (end == width or empty >> end & 1):
            words = {"number": number, "cell": first}
            yield LineFact(span(first, end), 1 << end & span(0, width) if first == place else 0, words)
            return
        place = end


# Possible positions of runs, given the known cells.


def closed(line: LineOfRuns) -> Iterator[LineFact]:
    """Find blocks as long as the longest run that can be there, which are whole runs."""
    for start, end in line.blocks():
        if end - start == max((run for run, _ in line.covering(start, end)), default=0):
            yield LineFact(
                empty=(1 << end | 1 << start >> 1) & line.full, words={"run": end - start, "block": (start, end)}
            )


def gap(line: LineOfRuns) -> Iterator[LineFact]:
    """Find gaps between crosses that are shorter than every run, or than every run that could be there."""
    for start, end in stretches(line.full & ~line.empty):
        if line.filled & span(start, end):
            continue
        near = [run for run, first, last in _reach(line) if first < end and last > start]
        shortest = min(near or line.runs, default=0)
        if shortest > end - start:
            yield LineFact(empty=span(start, end), words={"run": shortest})


def out_of_reach(line: LineOfRuns) -> Iterator[LineFact]:
    """Find cells between the farthest places of two runs, or of a run and the border."""
    reached = 0
    for _, first, last in _reach(line):
        reached |= span(first, last)
    yield LineFact(empty=line.full & ~reached)


def room(line: LineOfRuns) -> Iterator[LineFact]:
    """Find cells that a run covers at both ends of its room, which is bounded by the crosses, blocks and runs around
    it.
    """
    for number, (run, first, last) in enumerate(_reach(line)):
        words = {**_which(line, number), "left": (first, first + run), "right": (last - run, last)}
        yield LineFact(span(last - run, first + run), words=words)


def _reach(line: LineOfRuns) -> Iterator[tuple[int, int, int]]:
    """Yield, for each run, its length and its room: from its first cell at the far left to its end at the far right."""
    for run, places in zip(line.runs, line.starts):
        yield run, (places & -places).bit_length() - 1, places.bit_length() - 1 + run


def join(line: LineOfRuns) -> Iterator[LineFact]:
    """Find two blocks of the same run, between which all cells are filled."""
    blocks = list(line.blocks())
    for (start, end), (next_start, next_end) in zip(blocks, blocks[1:]):
        run = _shared_run(line, start, end, next_start, next_end)
        if run:
            yield LineFact(
                span(end, next_start), words={"block": (start, end), "other": (next_start, next_end), "run": run}
            )


def _shared_run(line: LineOfRuns, start: int, end: int, next_start: int, next_end: int) -> int:
    """Return the length of the run that two blocks belong to, judging by the room of single runs; 0 if they may belong
    to different runs.
    """
    earlier = [number for number, (_, first, last) in enumerate(_reach(line)) if first <= start and end <= last]
    later = [number for number, (_, first, last) in enumerate(_reach(line)) if first <= next_start and next_end <= last]
    return line.runs[earlier[0]] if earlier and later and earlier[0] == later[-1] else 0


def split(line: LineOfRuns) -> Iterator[LineFact]:
    """Find cells between or next to blocks that would make them longer than every run that can be there."""
    filled = line.filled
    for place in members((filled << 1 | filled >> 1) & line.full & ~filled & ~line.empty):
        start, end = next(block for block in stretches(filled | 1 << place) if block[0] <= place < block[1])
        # If no run reaches the cell, those that reach the blocks next to it count.
        runs = list(_reach(line))
        here = [run for run, first, last in runs if first <= place < last]
        near = [run for run, first, last in runs if first < end and start < last]
        longest = max(here or near, default=0)
        if end - start > longest:
            yield LineFact(empty=1 << place, words={"length": end - start, "run": longest})


def extend(line: LineOfRuns) -> Iterator[LineFact]:
    """Find blocks that are extended over the same cells by every run that may contain them."""
    for start, end in line.blocks():
        shared = line.full
        for run, places in line.covering(start, end):
            for place in members(places):
                shared &= span(place, place + run)
        yield LineFact(shared & ~span(start, end), words={"block": (start, end)})


def agreement(line: LineOfRuns) -> Iterator[LineFact]:
    """Find the values that all placements share."""
    if line.new_filled | line.new_empty:
        count = Placements(line.width, black(line.runs), line.removed).total
        yield LineFact(line.new_filled, line.new_empty, {"placements": coloured.left(count, _clue(line))})


class LineCache:
    """Caches the latest state of each line, because most lines do not change from step to step."""

    def __init__(self, puzzle: Puzzle):
        self.constraints = puzzle.constraints
        self.latest: list[tuple[int, int, LineOfRuns | None]] = [(-1, -1, None)] * len(puzzle.constraints)

    def line(self, number: int, board: Board) -> LineOfRuns | None:
        """Return a line, or None if nothing follows from it alone. A line that cannot be completed yields no steps."""
        scope = self.constraints[number].scope
        filled, empty = _along(scope, board.yes), _along(scope, board.no)
        if self.latest[number][:2] != (filled, empty):
            try:
                line = LineOfRuns(number, self.constraints[number], filled, empty)
            except Contradiction:
                self.latest[number] = filled, empty, None
            else:
                self.latest[number] = filled, empty, line if line.new_filled | line.new_empty else None
        return self.latest[number][2]


def open_lines(context: TechniqueContext, board: Board) -> list[LineOfRuns]:
    """Return the lines from which something follows."""
    cache = context.once(LineCache)
    lines = (cache.line(number, board) for number in range(len(cache.constraints)))
    return [line for line in lines if line]


def _along(scope: tuple[int, ...], cells: int) -> int:
    """Return the cells of a line, bit i = its i-th cell."""
    if len(scope) == 1 or scope[1] == scope[0] + 1:
        return cells >> scope[0] & (1 << len(scope)) - 1
    # Every width-th character of the binary digits.
    text = format(cells | 1 << scope[-1] + 1, "b")[::-1]
    return int(text[scope[0] : scope[-1] + 1 : scope[1] - scope[0]][::-1], 2)


def _technique(name: str, level: int, facts: Callable[[LineOfRuns], Iterator[LineFact]]) -> Technique:
    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        if context.puzzle.blocks:
            if name in coloured.NAMES:
                yield from coloured.steps(name, context, board)
            return
        for line in context.derived(open_lines, board):
            key = name, context.sentences
            if key not in line.steps:
                line.steps[key] = list(_steps(name, line, facts(line), context.sentences))
            yield from line.steps[key]

    return Technique(name, level, find)


def _steps(technique: str, line: LineOfRuns, facts: Iterator[LineFact], sentences: bool) -> Iterator[Step]:
    """Turn facts into steps, with or without sentences; those that settle nothing are left out."""
    for fact in facts:
        fact = fact._replace(filled=fact.filled & line.new_filled, empty=fact.empty & line.new_empty)
        if fact.filled | fact.empty:
            step = Step(line.on_board(fact.filled), line.on_board(fact.empty), technique, (line.number,), k=1)
            yield _stated(step, line, fact) if sentences else step


# Two lines


def two_lines(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find cells that two parallel lines refute. At the border, where runs are known to begin, this is called edge
    logic.
    """
    for clash in _clashes(context.puzzle, board):
        yield clash and _two_lines(context.puzzle, board, clash, "two-lines")


def edge_logic(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find the same between a line at the border, or next to finished lines only, and the next line."""
    for clash in _clashes(context.puzzle, board, True):
        yield clash and _two_lines(context.puzzle, board, clash, "edge-logic")


def _clashes(puzzle: Puzzle, board: Board, outermost: bool = False) -> Iterator[Clash | None]:
    if puzzle.blocks:
        return
    numbers = range(puzzle.height), range(puzzle.height, puzzle.height + puzzle.width)
    lines = tuple(
        [tuple(_along(puzzle.constraints[number].scope, cells) for cells in board) for number in side]
        for side in numbers
    )
    if not all(lines):
        return

    def infer(along: int, number: int, yes: int, no: int) -> tuple[int, int] | None:
        try:
            return puzzle.constraints[numbers[along][number]].infer(yes, no)
        except Contradiction:
            return None

    yield from clashes(lines, infer, outermost)


def _two_lines(puzzle: Puzzle, board: Board, clash: Clash, technique: str) -> Step:
    """Return the refutation by two lines and those that cross them, with the known cells that each of them needs."""
    along, cells = clash.along, 0
    first, cross = (0, puzzle.height) if not along else (puzzle.height, 0)

    def line(number: int, filled: int = 0, empty: int = 0) -> LineOfRuns:
        constraint = puzzle.constraints[number]
        known = [_along(constraint.scope, side) for side in board]
        return LineOfRuns(number, constraint, known[0] | filled, known[1] | empty)

    bit = 1 << clash.place
    assumed = (bit, 0) if clash.value else (0, bit)
    own = line(first + clash.line, *assumed)
    cells |= own.needed(LineFact(*clash.forced)) & board.known
    for place in members(clash.crossing):
        filled, empty = (part >> place & 1 for part in clash.forced)
        then = line(cross + place, filled << clash.line, empty << clash.line)
        fact = LineFact(*((part >> place & 1) << clash.other for part in clash.passed))
        cells |= then.needed(fact) & board.known
    # Without the last cell that it gets, the other line implies the opposite of that cell.
    last = 1 << clash.crossing.bit_length() - 1
    rest = line(first + clash.other, clash.passed[0] & ~last, clash.passed[1] & ~last)
    cells |= rest.needed(LineFact(clash.passed[1] & last, clash.passed[0] & last)) & board.known
    because = (first + clash.line, first + clash.other, *(cross + place for place in members(clash.crossing)))
    words = {
        "as": f"{('row', 'column')[along]}-{'filled' if clash.value else 'empty'}",
        "line": clash.line + 1,
        "other": clash.other + 1,
        "cell": clash.place + 1,
        "cells": spans(place + 1 for place in members(clash.crossing)),
        "n": clash.crossing.bit_count(),
    }
    cell = 1 << puzzle.constraints[first + clash.line].scope[clash.place]
    settled = (0, cell) if clash.value else (cell, 0)
    return Step(*settled, technique, because, cells, words, len(because), False)


TOLD_BY_VALUE = {"edge", "agreement"}
"""Techniques that may settle filled or empty cells, with a sentence for each."""


def _stated(step: Step, line: LineOfRuns, fact: LineFact) -> Step:
    """Return the step with its cells and the parameters of its sentence."""
    along, number = line.constraint.clue.at
    cells, filled, empty = (
        [place + 1 for place in members(part)] for part in (fact.filled | fact.empty, fact.filled, fact.empty)
    )
    words = {
        "as": along,
        along: number + 1,
        "clue": _clue(line),
        "cells": spans(cells),
        "n": len(cells),
        **{name: _from_to(along, *value) if isinstance(value, tuple) else value for name, value in fact.words.items()},
    }
    alone = {"room": words.get("left") == words.get("right"), "out-of-reach": len(line.runs) == 1}
    if alone.get(step.technique):
        words["as"] = f"{along}-only"
    if step.technique in TOLD_BY_VALUE:
        words |= {"as": f"{along}-{'both' if filled and empty else 'filled' if filled else 'empty'}"}
        words |= {"filled": spans(filled), "empty": spans(empty), "n": len(filled) or len(empty)}
    return step._replace(cells=line.needed(fact) | line.on_board(fact.named), params=words)


def _clue(line: LineOfRuns) -> str:
    return ", ".join(map(str, line.runs)) or "0"


def _from_to(along: str, start: int, end: int) -> dict[str, Any]:
    """Return the message for the places from start to end (exclusive) along a row or a column."""
    cells = f"{start + 1}–{end}" if end - start > 1 else str(end)
    return {"key": f"span.{'columns' if along == 'row' else 'rows'}", "params": {"cells": cells, "n": end - start}}


def nothing(line: LineOfRuns) -> Iterator[LineFact]:
    """Yield nothing: a line in black and white has no facts about colours."""
    return iter(())


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("empty-line", 1, empty_line),
        ("whole-line", 1, whole_line),
        ("finished", 1, finished),
        ("last-cells", 1, last_cells),
        ("overlap", 1, overlap),
        ("edge", 1, edge),
        ("closed", 2, closed),
        ("gap", 2, gap),
        ("used-up", 2, nothing),
        ("missing-colour", 2, nothing),
        ("colour-room", 2, nothing),
        ("out-of-reach", 3, out_of_reach),
        ("join", 3, join),
        ("colours-meet", 3, nothing),
        ("room", 4, room),
        ("split", 4, split),
        ("extend", 4, extend),
        ("agreement", 4, agreement),
        ("colour-out", 4, nothing),
    )
) + (Technique("edge-logic", 5, edge_logic), Technique("two-lines", 5, two_lines))
