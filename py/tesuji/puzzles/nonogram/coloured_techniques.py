"""Human techniques for lines with colours: those of black and white that still apply, and new ones.

The state of a line is the set of values that its cells cannot have, in planes (`placements`). It includes every
colour that a crossing line does not have, even if no step removed it before: `ColouredLine.absent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial, reduce
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.constraints import ColourRuns
from tesuji.constraints.planes import last_values, others, slack
from tesuji.grid import spans
from tesuji.model import Board, Document, Puzzle, Step, TechniqueContext
from tesuji.puzzles.nonogram.coloured import value_name
from tesuji.puzzles.nonogram.placements import Placements, run_starts

MISSING, USED = "missing-colour", "used-up"
ACROSS = (MISSING, USED)
"""The techniques that use the absence of colours from crossing lines."""


class ColourFact(NamedTuple):
    """Cells of a line, bit i = its i-th cell, that have a value (0 blank), or with `out` do not have it; and parameters
    of the sentence.
    """

    value: int
    cells: int
    words: Callable[[], Document] = dict
    out: bool = False
    named: int = 0
    """The known cells that the sentence names, even if fewer would be enough."""
    form: str = "-colour"
    """The ending of the key of the sentence."""


class ColouredLine:
    """A line at one point in time: the values that are removed, and those that its crossing lines do not have."""

    def __init__(self, puzzle: Puzzle, number: int, board: Board, removed: int, absent: int):
        self.puzzle, self.number, self.board = puzzle, number, board
        self.constraint: ColourRuns = puzzle.constraints[number]  # type: ignore[assignment]
        self.runs, self.width, self.values = self.constraint.runs, self.constraint.width, self.constraint.values
        self.full = (1 << self.width) - 1
        self.removed = removed
        self.absent = absent & ~self.removed
        self.follows = self.constraint.solve(self.removed)
        """All values that are then removed; None if the runs do not fit."""
        self._last: dict[int, int] = {}
        self.steps: dict[tuple[str, bool], list[Step]] = {}
        """The steps that techniques found on this line, by name, with and without sentences."""

    @cached_property
    def settles(self) -> bool:
        """True if the runs fit and, given the colours of the crossing lines, remove a value or settle a cell."""
        if self.follows is None or self.follows != self.removed:
            return self.follows is not None
        further = self.constraint.solve(self.removed | self.absent) if self.absent else self.follows
        return further is None or self.last(further) != self.settled

    @cached_property
    def settled(self) -> int:
        """The values of settled cells, in planes."""
        return self.last(self.removed)

    def last(self, removed: int) -> int:
        """Return the values, in planes, that are the only ones left in their cells."""
        if removed not in self._last:
            self._last[removed] = last_values(removed, self.width, self.values)
        return self._last[removed]

    def plane(self, planes: int, value: int) -> int:
        """Return the cells of one value."""
        return planes >> value * self.width & self.full

    def facts(self, planes: int, **more: Any) -> Iterator[ColourFact]:
        """Yield a fact for the cells of each value."""
        for value in range(self.values):
            yield ColourFact(value, self.plane(planes, value), **more)

    def literals(self, planes: int) -> int:
        """Return the literals of values in planes."""
        return set_of(self.constraint.scope[place] for place in members(planes))

    def name(self, value: int) -> Document:
        """Return the name of a value in a sentence."""
        return value_name(self.puzzle, value or self.values)

    def clue(self) -> Document | str:
        """The runs of the line, for a sentence."""
        runs: list[Any] = [self.run(number) for number in range(len(self.runs))]
        return reduce(lambda text, run: {"key": "list.commas", "params": {"first": text, "last": run}}, runs or ["0"])

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


def empty_line(line: ColouredLine) -> Iterator[ColourFact]:
    if not line.runs:
        yield ColourFact(0, line.full, form="")


def whole_line(line: ColouredLine) -> Iterator[ColourFact]:
    """Find lines that the runs fill, with a gap between runs of the same colour."""
    if line.runs and not slack(line.width, line.runs):
        values = Placements(line.width, line.runs)[0]
        for value in sorted(set(values)):
            yield ColourFact(value, sum(1 << cell for cell, one in enumerate(values) if one == value))


def finished(line: ColouredLine) -> Iterator[ColourFact]:
    """Find lines in which every cell of the clue is placed."""
    coloured = sum(line.plane(line.settled, value) for value in range(1, line.values))
    if line.runs and coloured.bit_count() == sum(length for length, _ in line.runs):
        yield ColourFact(0, line.full & ~coloured, named=coloured, form="")


def overlap(line: ColouredLine) -> Iterator[ColourFact]:
    """Find cells that a run covers in every position, because it is longer than the free room of its line."""
    yield from _covered(line, 0)


def colour_room(line: ColouredLine) -> Iterator[ColourFact]:
    """Find cells that a run covers at both ends of its room, which is bounded by what is known around it."""
    yield from _covered(line, line.removed)


def _covered(line: ColouredLine, removed: int) -> Iterator[ColourFact]:
    for number, starts in enumerate(run_starts(line.width, line.runs, removed)):
        length, colour = line.runs[number]
        first, last = (starts & -starts).bit_length() - 1, starts.bit_length() - 1
        if starts and first + length > last:
            words = partial(_room, line, number, first, last + length)
            only = "-only" if removed and first == last else ""
            yield ColourFact(colour, (1 << first + length) - (1 << last), words, form=f"-colour{only}")


def _room(line: ColouredLine, number: int, first: int, end: int) -> Document:
    return {"run": line.run(number), "first": first + 1, "last": end}


def missing_colour(line: ColouredLine) -> Iterator[ColourFact]:
    """Yield the facts that all placements whose colours occur in the crossing lines share."""
    follows = line.constraint.solve(line.removed | line.absent) if line.absent else None
    if follows is not None:
        yield from line.facts(line.last(follows))


def used_up(line: ColouredLine) -> Iterator[ColourFact]:
    """Find colours whose cells are all placed, so that another cell has the only value left."""
    for colour in sorted({colour for _, colour in line.runs}):
        cells = line.plane(line.settled, colour)
        if cells.bit_count() == sum(length for length, one in line.runs if one == colour):
            without = line.removed | line.absent | (line.full & ~cells) << colour * line.width
            for fact in line.facts(line.last(without), words=partial(_used, line, colour), named=cells):
                if fact.value != colour:
                    yield fact


def _used(line: ColouredLine, colour: int) -> Document:
    return {"used": line.name(colour)}


def agreement(line: ColouredLine) -> Iterator[ColourFact]:
    """Find the values that all placements share."""
    if line.follows is not None and line.follows != line.removed:
        yield from line.facts(line.last(line.follows), words=partial(_placements, line))


def _placements(line: ColouredLine) -> Document:
    return {"placements": left(Placements(line.width, line.runs, line.removed).total, line.clue())}


def left(placements: int, clue: Any) -> Document:
    """Return the message for the remaining placements of a clue."""
    return {"key": f"placements.{'all' if placements > 1 else 'only'}", "params": {"n": placements, "clue": clue}}


def colour_out(line: ColouredLine) -> Iterator[ColourFact]:
    """Find values that no placement has, in cells that have several other values left."""
    if line.follows is not None:
        own = {0, *(colour for _, colour in line.runs)}
        for fact in line.facts(line.follows & ~line.removed, out=True, form=""):
            yield fact if fact.value in own else fact._replace(form="-none")


# Steps


def _needed(line: ColouredLine, claim: int, base: int) -> int:
    """Return a minimal part of the removed values from which others follow; all values of a cell are kept or dropped
    together.
    """
    solve = line.constraint.solve
    for part in (line.absent, line.removed):
        cell, number = 0, line.width
        # Twice as many cells at a time after a success, half as many after a failure.
        while cell < line.width:
            number = min(number, line.width - cell)
            cells = (1 << number) - 1 << cell
            fewer = base & ~(part & sum(cells << value * line.width for value in range(line.values)))
            follows = claim if fewer == base else solve(fewer)
            if follows is not None and not claim & ~follows:
                base, cell, number = fewer, cell + number, 2 * number
            elif number == 1:
                cell += 1
            else:
                number //= 2
    return base


def _step(technique: str, line: ColouredLine, fact: ColourFact, base: int, sentences: bool) -> Step | None:
    """Return the step of a fact that follows from removed values, or None if it settles nothing."""
    follows = line.follows if base == line.removed else line.constraint.solve(base)
    if follows is None:
        return None
    before, after = (line.removed, follows) if fact.out else (line.settled, line.last(follows))
    cells = fact.cells & line.plane(after & ~before, fact.value)
    if not cells:
        return None
    values = [value for value in range(line.values) if (value == fact.value) == fact.out]
    claim = sum(cells << value * line.width for value in values)
    yes = 0 if fact.out else line.literals(cells << fact.value * line.width)
    no = line.literals(claim) & ~line.board.no
    if not sentences and technique not in ACROSS:
        return Step(yes, no, technique, (line.number,), k=1)
    if technique == MISSING and line.follows is not None and not claim & ~line.follows:
        return None  # it follows without the absence of colours
    kept = _needed(line, claim, base)
    foreign = kept & line.absent
    crossings = sorted({line.crossing(bit % line.width) for bit in members(foreign)})
    used = {bit % line.width for bit in members(kept & line.removed)} | {*members(fact.named)}
    known = sum(1 << plane[cell] for plane in line.constraint.planes for cell in used) & line.board.known
    numbers = [cell + 1 for cell in members(cells)]
    words = {
        "as": f"{line.along}{fact.form}",
        line.along: line.place + 1,
        "clue": line.clue(),
        "cells": spans(numbers),
        "n": len(numbers),
        "colour": line.name(fact.value),
        **({"missing": _lacking(line, foreign)} if foreign else {}),
        **fact.words(),
    }
    because = (line.number, *crossings)
    return Step(yes, no, technique, because, known, words, len(because), not crossings)


def _lacking(line: ColouredLine, foreign: int) -> Document:
    """Return the crossing lines that lack some values, for a sentence."""
    numbers = {bit % line.width + 1 for bit in members(foreign)}
    across = "columns" if line.along == "row" else "rows"
    return {"key": f"span.{across}", "params": {"cells": spans(numbers), "n": len(numbers)}}


FACTS: dict[str, Callable[[ColouredLine], Iterator[ColourFact]]] = {
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
        lines: Sequence[ColourRuns] = puzzle.constraints[: self.lines]  # type: ignore[assignment]
        self.planes = [[_slice(plane) for plane in line.planes] for line in lines]
        colours = [{colour for _, colour in clue.value} for clue in puzzle.clues[: self.lines]]
        rows, columns = colours[: puzzle.height], colours[puzzle.height :]
        values = puzzle.blocks[0].values
        self.absent = [_absent(crossing, values) for side, crossing in ((rows, columns), (columns, rows)) for _ in side]
        self.latest: list[tuple[Board, ColouredLine] | None] = [None] * self.lines
        self.sides: tuple[Board | None, list[bytes]] = None, []
        """The latest board, and its literals that are yes and those that are no, as digits."""

    def line(self, number: int, board: Board) -> ColouredLine:
        if self.sides[0] is not board:
            self.sides = board, [f"{side:0{self.puzzle.size}b}"[::-1].encode() for side in board]
        seen = Board(*[_planes(side, self.planes[number]) for side in self.sides[1]])
        found = self.latest[number]
        if found is None or found[0] != seen:
            line: ColourRuns = self.puzzle.constraints[number]  # type: ignore[assignment]
            removed = seen.no | others(seen.yes, line.width, line.values)
            found = self.latest[number] = seen, ColouredLine(self.puzzle, number, board, removed, self.absent[number])
        return found[1]


def _slice(plane: Sequence[int]) -> slice:
    """Return the literals of a plane, which are at equal distances."""
    return slice(plane[0], plane[-1] + 1, plane[1] - plane[0] if len(plane) > 1 else 1)


def _planes(digits: bytes, planes: Sequence[slice]) -> int:
    """Return literals, given as digits, in planes."""
    return int(b"".join([digits[plane] for plane in planes])[::-1], 2)


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
    key = name, context.sentences
    for line in context.derived(lines_of, board):
        if key not in line.steps:
            base = line.removed | (line.absent if name in ACROSS else 0)
            facts = [fact for fact in FACTS[name](line) if fact.cells & ~line.plane(line.settled, fact.value)]
            found = (_step(name, line, fact, base, context.sentences) for fact in facts)
            line.steps[key] = [step for step in found if step]
            yield None
        yield from line.steps[key]


def colours_meet(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Find cells whose row and column allow only one common value."""
    puzzle = context.puzzle
    lines = {line.number: line for line in context.derived(lines_of, board)}
    for r in range(puzzle.height):
        yield None
        for c in range(puzzle.width):
            row, column = lines.get(r), lines.get(puzzle.height + c)
            step = row and column and _meeting(row, column, r, c, context.sentences)
            if step:
                yield step


def _meeting(row: ColouredLine, column: ColouredLine, r: int, c: int, sentences: bool) -> Step | None:
    def left(line: ColouredLine, removed: int | None, cell: int) -> list[int]:
        return [value for value in range(line.values) if not (removed or 0) >> value * line.width + cell & 1]

    here = left(row, row.follows, c), left(column, column.follows, r)
    both = [value for value in here[0] if value in here[1]]
    if len(both) != 1 or 1 in map(len, here) or len(left(row, row.removed, c)) == 1:
        return None
    planes = row.constraint.planes
    no = sum(1 << plane[c] for value, plane in enumerate(planes) if value != both[0]) & ~row.board.no
    step = Step(1 << planes[both[0]][c], no, "colours-meet", (row.number, column.number), k=2, minimal=False)
    if not sentences:
        return step
    cells = 0
    for line, place, values in ((row, c, here[0]), (column, r, here[1])):
        claim = sum(1 << value * line.width + place for value in range(line.values) if value not in values)
        used = {bit % line.width for bit in members(_needed(line, claim, line.removed))}
        cells |= sum(1 << plane[cell] for plane in line.constraint.planes for cell in used) & line.board.known
    words: dict[str, Any] = {"row": r + 1, "column": c + 1, "colour": row.name(both[0])}
    words |= {name: _either(row, values) for name, values in zip(("first", "second"), here)}
    return step._replace(cells=cells, params=words)


def _either(line: ColouredLine, values: Sequence[int]) -> Document:
    """Return some values for a sentence: "red, blue or empty"."""
    *first, last = [line.name(value) for value in sorted(values, key=lambda value: value or line.values)]
    if not first:
        return last
    some = reduce(lambda text, name: {"key": "list.commas", "params": {"first": text, "last": name}}, first)
    return {"key": "list.or", "params": {"first": some, "last": last}}
