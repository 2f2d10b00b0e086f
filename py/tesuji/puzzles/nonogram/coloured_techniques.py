"""Human techniques for lines with colours: those of black and white that still apply, and new ones.

The state of a line is the set of values that its cells cannot have, in planes (`coloured_lines`). It includes every
colour that a crossing line does not have, even if no step removed it before: `ColouredLine.absent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce
from typing import Any, NamedTuple

from tesuji.bitset import members
from tesuji.constraints import ColourRuns
from tesuji.grid import spans
from tesuji.model import Board, Document, Puzzle, Step, TechniqueContext
from tesuji.puzzles.nonogram.coloured import value_name
from tesuji.puzzles.nonogram.coloured_lines import ColourPlacements, removed_on, run_starts

MISSING, USED = "missing-colour", "used-up"
ACROSS = (MISSING, USED)
"""The techniques that use the absence of colours from crossing lines."""


class Fact(NamedTuple):
    """Cells of a line, bit i = its i-th cell, that have a value (0 blank), or with `out` do not have it; and parameters
    of the sentence.
    """

    value: int
    cells: int
    words: Document = {}
    out: bool = False
    named: int = 0
    """The known cells that the sentence names, even if fewer would be enough."""
    form: str = "-colour"
    """The ending of the key of the sentence."""


class ColouredLine:
    """A line at one point in time: the values that are removed, and those that its crossing lines do not have."""

    def __init__(self, puzzle: Puzzle, number: int, board: Board, absent: int):
        self.puzzle, self.number, self.board = puzzle, number, board
        self.constraint: ColourRuns = puzzle.constraints[number]  # type: ignore[assignment]
        self.runs, self.width, self.values = self.constraint.runs, self.constraint.width, self.constraint.values
        self.full = (1 << self.width) - 1
        self.removed = removed_on(self.constraint, board)
        self.absent = absent & ~self.removed
        self.follows = self.constraint.solve(self.removed)
        """All values that are then removed; None if the runs do not fit."""
        self.steps: dict[str, list[Step]] = {}

    @cached_property
    def settles(self) -> bool:
        """True if the runs fit and, given the colours of the crossing lines, remove a value or settle a cell."""
        if self.follows is None or self.follows != self.removed:
            return self.follows is not None
        further = self.constraint.solve(self.removed | self.absent) if self.absent else self.follows
        values = range(self.values)
        return further is None or any(
            self.settled(further, value) != self.settled(self.removed, value) for value in values
        )

    def plane(self, value: int, removed: int | None = None) -> int:
        """Return the cells that can no longer have a value."""
        return (self.removed if removed is None else removed) >> value * self.width & self.full

    def settled(self, removed: int, value: int) -> int:
        """Return the cells that have no other value left."""
        cells = self.full & ~self.plane(value, removed)
        for other in range(self.values):
            if other != value:
                cells &= self.plane(other, removed)
        return cells

    def name(self, value: int) -> Document:
        """Return the name of a value in a sentence."""
        return value_name(self.puzzle, value or self.values)

    def clue(self) -> Document | str:
        """The runs of the line, for a sentence."""
        runs = [self.run(number) for number in range(len(self.runs))]
        return reduce(lambda text, run: {"key": "list.commas", "params": {"first": text, "last": run}}, runs)

    def run(self, number: int) -> Document:
        """Return a run for a sentence: its length and its colour."""
        length, colour = self.runs[number]
        return {"key": "clue.part", "params": {"n": length, "value": self.name(colour)}}

    @property
    def along(self) -> str:
        return "row" if self.number < self.puzzle.height else "column"

    @property
    def place(self) -> int:
        """The number of the line in its direction."""
        return self.number if self.along == "row" else self.number - self.puzzle.height

    def crossing(self, cell: int) -> int:
        """Return the number of the constraint that crosses a cell of the line."""
        return cell + (self.puzzle.height if self.along == "row" else 0)


# Facts


def empty_line(line: ColouredLine) -> Iterator[Fact]:
    if not line.runs:
        yield Fact(0, line.full, form="")


def whole_line(line: ColouredLine) -> Iterator[Fact]:
    """Find lines that the runs fill, with a gap between runs of the same colour."""
    if line.runs and ColourPlacements(line.width, line.runs).total == 1:
        values = ColourPlacements(line.width, line.runs)[0]
        for value in sorted(set(values)):
            yield Fact(value, sum(1 << cell for cell, one in enumerate(values) if one == value))


def finished(line: ColouredLine) -> Iterator[Fact]:
    """Find lines in which every cell of the clue is placed."""
    coloured = sum(line.settled(line.removed, value) for value in range(1, line.values))
    if line.runs and coloured.bit_count() == sum(length for length, _ in line.runs):
        yield Fact(0, line.full & ~coloured, named=coloured, form="")


def overlap(line: ColouredLine) -> Iterator[Fact]:
    """Find cells that a run covers in every position, because it is longer than the free room of its line."""
    yield from _covered(line, 0)


def colour_room(line: ColouredLine) -> Iterator[Fact]:
    """Find cells that a run covers at both ends of its room, which is bounded by what is known around it."""
    yield from _covered(line, line.removed)


def _covered(line: ColouredLine, removed: int) -> Iterator[Fact]:
    for number, starts in enumerate(run_starts(line.width, line.runs, removed)):
        length, colour = line.runs[number]
        first, last = (starts & -starts).bit_length() - 1, starts.bit_length() - 1
        if starts and first + length > last:
            words = {"run": line.run(number), "first": first + 1, "last": last + length}
            only = "-only" if removed and first == last else ""
            yield Fact(colour, (1 << first + length) - (1 << last), words, form=f"-colour{only}")


def missing_colour(line: ColouredLine) -> Iterator[Fact]:
    """Yield the facts that all placements whose colours occur in the crossing lines share."""
    follows = line.constraint.solve(line.removed | line.absent) if line.absent else None
    if follows is not None:
        for value in range(line.values):
            yield Fact(value, line.settled(follows, value))


def used_up(line: ColouredLine) -> Iterator[Fact]:
    """Find colours whose cells are all placed, so that another cell has the only value left."""
    for colour in sorted({colour for _, colour in line.runs}):
        cells = line.settled(line.removed, colour)
        if cells.bit_count() == sum(length for length, one in line.runs if one == colour):
            without = line.removed | line.absent | (line.full & ~cells) << colour * line.width
            for value in range(line.values):
                if value != colour:
                    yield Fact(value, line.settled(without, value), {"used": line.name(colour)}, named=cells)


def agreement(line: ColouredLine) -> Iterator[Fact]:
    """Find the values that all placements share."""
    if line.follows is not None and line.follows != line.removed:
        total = ColourPlacements(line.width, line.runs, line.removed).total
        for value in range(line.values):
            yield Fact(value, line.settled(line.follows, value), {"placements": total})


def colour_out(line: ColouredLine) -> Iterator[Fact]:
    """Find values that no placement has, in cells that have several other values left."""
    if line.follows is not None:
        for value in range(line.values):
            new = line.plane(value, line.follows) & ~line.plane(value)
            lacking = value and value not in [colour for _, colour in line.runs]
            yield Fact(value, new, out=True, form="-none" if lacking else "")


# Steps


def _needed(line: ColouredLine, claim: int, base: int) -> int:
    """Return a minimal part of the removed values from which others follow; all values of a cell are kept or dropped
    together.
    """
    solve = line.constraint.solve
    column = sum(1 << value * line.width for value in range(line.values))
    for part in (line.absent, line.removed):
        for cell in range(line.width):
            fewer = base & ~(part & column << cell)
            follows = solve(fewer) if fewer != base else None
            if follows is not None and not claim & ~follows:
                base = fewer
    return base


def _step(technique: str, line: ColouredLine, fact: Fact, base: int) -> Step | None:
    """Return the step of a fact that follows from removed values, or None if it settles nothing."""
    follows = line.constraint.solve(base)
    if follows is None:
        return None
    cells = yes = no = claim = 0
    for cell in members(fact.cells):
        others = [value for value in range(line.values) if (value == fact.value) == fact.out]
        bits = sum(1 << value * line.width + cell for value in others)
        if bits & ~line.removed and not bits & ~follows:
            cells, claim = cells | 1 << cell, claim | bits
            literals = line.constraint.planes
            no |= sum(1 << literals[value][cell] for value in others) & ~line.board.no
            yes |= 0 if fact.out else 1 << literals[fact.value][cell]
    if not cells:
        return None
    kept = _needed(line, claim, base)
    foreign = kept & line.absent
    if technique == MISSING and not foreign:
        return None
    crossings = sorted({line.crossing(bit % line.width) for bit in members(foreign)})
    used = {bit % line.width for bit in members(kept & line.removed)} | {*members(fact.named)}
    known = sum(1 << plane[cell] for plane in line.constraint.planes for cell in used) & line.board.known
    numbers = [cell + 1 for cell in members(cells)]
    words = {
        "as": f"{line.along}{fact.form}",
        line.along: line.place + 1,
        "clue": line.clue() if line.runs else "0",
        "cells": spans(numbers),
        "n": len(numbers),
        "colour": line.name(fact.value),
        **({"missing": _lacking(line, foreign)} if foreign else {}),
        **fact.words,
    }
    because = (line.number, *crossings)
    return Step(yes & ~line.board.yes, no, technique, because, known, words, len(because), not crossings)


def _lacking(line: ColouredLine, foreign: int) -> Document:
    """Return the crossing lines that lack some values, for a sentence."""
    numbers = {bit % line.width + 1 for bit in members(foreign)}
    across = "columns" if line.along == "row" else "rows"
    return {"key": f"span.{across}", "params": {"cells": spans(numbers), "n": len(numbers)}}


FACTS: dict[str, Callable[[ColouredLine], Iterator[Fact]]] = {
    "empty-line": empty_line,
    "whole-line": whole_line,
    "finished": finished,
    "overlap": overlap,
    MISSING: missing_colour,
    "colour-room": colour_room,
    USED: used_up,
    "agreement": agreement,
    "colour-out": colour_out,
}
"""The techniques that use one line, by name."""
NAMES = {*FACTS, "colours-meet"}
"""The techniques for lines with colours."""


class ColouredLineCache:
    """Caches the latest state of each line, and the values that its crossing lines do not have."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.lines = puzzle.height + puzzle.width
        colours = [{colour for _, colour in clue.value} for clue in puzzle.clues[: self.lines]]
        rows, columns = colours[: puzzle.height], colours[puzzle.height :]
        values = puzzle.blocks[0].values
        self.absent = [_absent(crossing, values) for side, crossing in ((rows, columns), (columns, rows)) for _ in side]
        self.latest: list[tuple[Board, ColouredLine] | None] = [None] * self.lines

    def line(self, number: int, board: Board) -> ColouredLine:
        scope = sum(1 << literal for literal in self.puzzle.constraints[number].scope)
        seen, found = board.within(scope), self.latest[number]
        if found is None or found[0] != seen:
            found = self.latest[number] = seen, ColouredLine(self.puzzle, number, seen, self.absent[number])
        return found[1]


def _absent(crossing: Sequence[set[int]], values: int) -> int:
    width = len(crossing)
    return sum(
        1 << value * width + cell
        for cell, colours in enumerate(crossing)
        for value in range(1, values)
        if value not in colours
    )


def lines_of(context: TechniqueContext, board: Board) -> list[ColouredLine]:
    """Return the lines of a puzzle with colours from which something follows."""
    cache = context.once(ColouredLineCache)
    return [line for number in range(cache.lines) if (line := cache.line(number, board)).settles]


def steps(name: str, context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Yield the steps of a technique, which uses one line or, if colours meet, two."""
    if name == "colours-meet":
        yield from colours_meet(context, board)
        return
    for line in context.derived(lines_of, board):
        if name not in line.steps:
            base = line.removed | (line.absent if name in ACROSS else 0)
            found = (_step(name, line, fact, base) for fact in FACTS[name](line) if fact.cells)
            line.steps[name] = [step for step in found if step]
            yield None
        yield from line.steps[name]


def colours_meet(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find cells whose row and column allow only one common value."""
    puzzle = context.puzzle
    lines = {line.number: line for line in context.derived(lines_of, board)}
    for r in range(puzzle.height):
        yield None
        for c in range(puzzle.width):
            row, column = lines.get(r), lines.get(puzzle.height + c)
            step = row and column and _meeting(row, column, r, c)
            if step:
                yield step


def _meeting(row: ColouredLine, column: ColouredLine, r: int, c: int) -> Step | None:
    def left(line: ColouredLine, removed: int | None, cell: int) -> list[int]:
        return [value for value in range(line.values) if not (removed or 0) >> value * line.width + cell & 1]

    here = left(row, row.follows, c), left(column, column.follows, r)
    both = [value for value in here[0] if value in here[1]]
    if len(both) != 1 or 1 in map(len, here) or len(left(row, row.removed, c)) == 1:
        return None
    cells, planes = 0, row.constraint.planes
    for line, place, values in ((row, c, here[0]), (column, r, here[1])):
        claim = sum(1 << value * line.width + place for value in range(line.values) if value not in values)
        used = {bit % line.width for bit in members(_needed(line, claim, line.removed))}
        cells |= sum(1 << plane[cell] for plane in line.constraint.planes for cell in used) & line.board.known
    words: dict[str, Any] = {"row": r + 1, "column": c + 1, "colour": row.name(both[0])}
    words |= {name: _either(row, values) for name, values in zip(("first", "second"), here)}
    no = sum(1 << plane[c] for value, plane in enumerate(planes) if value != both[0]) & ~row.board.no
    because = (row.number, column.number)
    return Step(1 << planes[both[0]][c], no, "colours-meet", because, cells, words, 2, False)


def _either(line: ColouredLine, values: Sequence[int]) -> Document:
    """Return some values for a sentence: "red, blue or empty"."""
    *first, last = [line.name(value) for value in sorted(values, key=lambda value: value or line.values)]
    if not first:
        return last
    some = reduce(lambda text, name: {"key": "list.commas", "params": {"first": text, "last": name}}, first)
    return {"key": "list.or", "params": {"first": some, "last": last}}
