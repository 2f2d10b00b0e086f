"""The lines of a nonogram at one point in time, and the steps that follow from one line.

A line is known by the set of its removed values, in planes (`placements`). If there are colours, it includes every
colour that a crossing line does not have, even if no step removed it before: `Line.absent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any, NamedTuple, cast

from tesuji.bitset import members, set_of
from tesuji.constraint import smallest
from tesuji.constraints.planes import PlaneSolver, Run, last_values, others
from tesuji.errors import Contradiction
from tesuji.grid import spans
from tesuji.model import Board, Document, Puzzle, Step, TechniqueContext
from tesuji.puzzles.nonogram.palette import colour_name
from tesuji.puzzles.nonogram.placements import black, run_starts

MISSING, USED = "missing-colour", "used-up"
ACROSS = (MISSING, USED)
"""The techniques that use the absence of colours from crossing lines."""
BY_VALUE = ("edge", "agreement")
"""Techniques that may settle filled or empty cells, with a sentence for each."""


class LineFact(NamedTuple):
    """Values that cells of a line have, in planes, or with `out` do not have; and parameters of the sentence beyond
    those of every line. A pair (start, end) among them stands for these places.
    """

    values: int
    words: Callable[[], Mapping[str, Any]] = dict
    out: bool = False
    named: int = 0
    """The known cells that the sentence names, even if fewer would be enough."""
    form: str = ""
    """The ending of the key of the sentence."""


class Line:
    """A line in black and white at one point in time. `known` has its known literals, by their places in the scope of
    the constraint, and `absent` the values that its crossing lines do not have.
    """

    by_value = ""
    """The ending of the keys of sentences that name a value, if they differ."""

    def __init__(self, puzzle: Puzzle, number: int, known: Board, absent: int = 0):
        self.puzzle, self.number, self.known = puzzle, number, known
        self.constraint = cast(Any, puzzle.constraints[number])
        self.along, self.place = self.constraint.clue.at
        self.width, self.values, self.runs, self.lengths = self.clue_parts()
        self.removed = self.removed_by(known)
        self.follows: int | None
        """All values that are then removed; None if the runs do not fit."""
        try:
            self.follows = self.removed_by(Board(*self.constraint.infer(*known)))
        except Contradiction:
            self.follows = None
        self.solve: PlaneSolver = self.constraint.solve
        self.full = (1 << self.width) - 1
        self.absent = absent & ~self.removed
        self.settled = self.last(self.removed)
        """The values of settled cells, in planes."""
        self.settles = self.follows is not None and (self.follows != self.removed or self.settles_across())
        """True if the runs fit and remove a value or, given the colours of the crossing lines, settle a cell."""
        self.steps: dict[tuple[str, bool], list[Step]] = {}
        """The steps that techniques found on this line, by name, with and without sentences."""

    def clue_parts(self) -> tuple[int, int, tuple[Run, ...], Sequence[int]]:
        """Return the width, the number of values, the runs and their lengths."""
        return len(self.constraint.scope), 2, black(self.constraint.runs), self.constraint.runs

    def removed_by(self, known: Board) -> int:
        """Return the values that known literals remove, in planes."""
        return known.yes | known.no << self.width

    @cached_property
    def further(self) -> int | None:
        """All values that are removed, given the colours of the crossing lines; None if the runs do not fit then."""
        return self.solve(self.removed | self.absent) if self.absent else self.follows

    def settles_across(self) -> bool:
        """Return whether the colours of the crossing lines settle a cell, or leave no placement."""
        return bool(self.absent) and (self.further is None or self.last(self.further) != self.settled)

    @cached_property
    def found(self) -> int:
        """The values of cells that are settled by what follows from this line alone, in planes."""
        return 0 if self.follows is None else self.last(self.follows) & ~self.settled

    @cached_property
    def filled(self) -> int:
        """The cells that have a colour."""
        return self.cells(self.settled >> self.width)

    @property
    def empty(self) -> int:
        return self.plane(self.settled, 0)

    @property
    def free_starts(self) -> list[int]:
        """The possible starts of each run if nothing is known."""
        return run_starts(self.width, self.runs, 0)

    @cached_property
    def starts(self) -> list[int]:
        """The possible starts of each run."""
        return run_starts(self.width, self.runs, self.removed)

    @cached_property
    def ones(self) -> int:
        """The first cell in all planes: multiplied by it, cells are in all planes."""
        return sum(1 << value * self.width for value in range(self.values))

    def plane(self, planes: int, value: int) -> int:
        """Return the cells of one value."""
        return planes >> value * self.width & self.full

    def cells(self, planes: int) -> int:
        """Return the cells of all values."""
        found = 0
        while planes:
            found |= planes & self.full
            planes >>= self.width
        return found

    def crossing(self, cell: int) -> int:
        """Return the number of the constraint that crosses a cell of the line."""
        return cell + (self.puzzle.height if self.along == "row" else 0)

    def needed(self, claim: int, across: bool = False) -> int:
        """Return a minimal part of the removed values from which others follow; all values of a cell are kept or
        dropped together, first those of the crossing lines.
        """
        kept = self._fewer(self.absent, self.removed | self.absent, claim) if across else self.removed
        return self._fewer(self.removed, kept, claim)

    def _fewer(self, part: int, kept: int, claim: int) -> int:
        """Return removed values without those cells of a part of them that a claim does not need."""
        rest = kept & ~part

        def follows(cells: int, _: int) -> bool:
            found = self.solve(rest | part & cells * self.ones)
            return found is not None and not claim & ~found

        return rest | part & smallest(follows, self.cells(part), 0) * self.ones

    def on_board(self, places: int) -> int:
        """Return the literals at these places of the scope."""
        return set_of(self.constraint.scope[place] for place in members(places))

    def used(self, cells: int) -> int:
        """Return the known literals of some cells of the line, as literals of the board."""
        return self.on_board(cells * self.ones & self.known.known)

    @cached_property
    def rooms(self) -> list[tuple[int, int, int]]:
        """The length of each run and its room: from its first cell at the far left to its end at the far right."""
        return [
            (length, (places & -places).bit_length() - 1, places.bit_length() - 1 + length)
            for length, places in zip(self.lengths, self.starts)
        ]

    def which(self, number: int) -> Document:
        """Return a run for a sentence. If several are equal, include its position among all runs, as a message."""
        run = self.lengths[number]
        nth = {"key": "run.nth", "params": {"number": number + 1, "of": len(self.lengths)}}
        return {"run": run, "nth": nth if self.lengths.count(run) > 1 else ""}

    # Methods that differ with colours

    def others(self, values: int) -> int:
        """Return all other values of the cells that have these."""
        return values >> self.width | (values & self.full) << self.width

    def last(self, removed: int) -> int:
        """Return the values, in planes, that are the only ones left in their cells."""
        return self.others(removed)

    def parts(self, values: int) -> Iterator[int]:
        """Yield the parts of a fact that are steps of their own."""
        if values:
            yield values

    def settling(self, values: int, removed: int) -> Board:
        """Return the literals that are new if cells have these values and lose those."""
        return Board(self.on_board(self.plane(values, 1)), self.on_board(self.plane(values, 0)))

    def clue(self) -> Document | str:
        """Return the runs of the line, for a sentence."""
        return ", ".join(map(str, self.lengths)) or "0"

    def with_values(self, words: Document, technique: str, values: int) -> Document:
        """Return the parameters of a sentence, and those that depend on the values of its cells."""
        if technique not in BY_VALUE:
            return words
        empty, filled = ([cell + 1 for cell in members(self.plane(values, value))] for value in range(2))
        form = "both" if filled and empty else "filled" if filled else "empty"
        cells = {"filled": spans(filled), "empty": spans(empty), "n": len(filled) or len(empty)}
        return {**words, "as": f"{self.along}-{form}", **cells}

    def room(self, number: int, first: int, last: int) -> Document:
        """Return a run and its room for a sentence: from its first cell at the far left to its end at the far right."""
        run = self.lengths[number]
        return {**self.which(number), "left": (first, first + run), "right": (last - run, last)}


class ColouredLine(Line):
    """A line with colours."""

    by_value = "-colour"

    def clue_parts(self) -> tuple[int, int, tuple[Run, ...], Sequence[int]]:
        runs = self.constraint.runs
        return self.constraint.width, self.constraint.values, runs, [length for length, _ in runs]

    def removed_by(self, known: Board) -> int:
        return known.no | self.others(known.yes)

    def others(self, values: int) -> int:
        return others(values, self.width, self.values)

    def last(self, removed: int) -> int:
        return last_values(removed, self.width, self.values)

    def parts(self, values: int) -> Iterator[int]:
        for value in range(self.values):
            if part := values & self.full << value * self.width:
                yield part

    def settling(self, values: int, removed: int) -> Board:
        return Board(self.on_board(values), self.on_board(removed & ~self.known.no))

    def name(self, value: int) -> Document:
        """Return the name of a value in a sentence."""
        return colour_name(self.puzzle.document["colors"], value or self.values)

    def clue(self) -> Document | str:
        runs: list[Any] = [self.run(number) for number in range(len(self.runs))]
        return reduce(lambda text, run: {"key": "list.commas", "params": {"first": text, "last": run}}, runs or ["0"])

    def with_values(self, words: Document, technique: str, values: int) -> Document:
        return {"colour": self.name((values.bit_length() - 1) // self.width), **words}

    def run(self, number: int) -> Document:
        """Return a run for a sentence: its length and its colour."""
        length, colour = self.runs[number]
        return {"key": "clue.part", "params": {"n": length, "value": self.name(colour)}}

    def room(self, number: int, first: int, last: int) -> Document:
        return {"run": self.run(number), "first": first + 1, "last": last}


class LineCache:
    """Caches the latest state of each line, because most lines do not change from step to step."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.line_of = ColouredLine if puzzle.blocks else Line
        lines: Sequence[Any] = puzzle.constraints[: puzzle.height + puzzle.width]
        planes = [line.planes[::-1] if puzzle.blocks else (line.scope,) for line in lines]
        self.planes = [[_slice(plane, puzzle.size) for plane in one] for one in planes]
        self.absent = _absent(puzzle) if puzzle.blocks else [0] * len(lines)
        self.latest: list[Line | None] = [None] * len(lines)
        self.sides: tuple[Board | None, list[bytes]] = None, []
        """The latest board, and the digits of its yes literals and of its no literals."""

    def line(self, number: int, board: Board) -> Line:
        if self.sides[0] is not board:
            self.sides = board, [f"{side:0{self.puzzle.size}b}".encode() for side in board]
        planes = self.planes[number]
        known = Board(*[int(b"".join([digits[plane] for plane in planes]), 2) for digits in self.sides[1]])
        found = self.latest[number]
        if found is None or found.known != known:
            found = self.latest[number] = self.line_of(self.puzzle, number, known, self.absent[number])
        return found

    def all(self, board: Board) -> list[Line]:
        return [self.line(number, board) for number in range(len(self.latest))]


def _slice(plane: Sequence[int], size: int) -> slice:
    """Return the digits of the literals of a plane, which are at equal distances, in a number of this many digits."""
    return slice(size - 1 - plane[-1], size - plane[0], plane[1] - plane[0] if len(plane) > 1 else 1)


def _absent(puzzle: Puzzle) -> list[int]:
    """Return, for each line, the colours that its crossing lines do not have, in planes."""
    colours = [{colour for _, colour in clue.value} for clue in puzzle.clues[: puzzle.height + puzzle.width]]
    rows, columns = colours[: puzzle.height], colours[puzzle.height :]
    values = range(1, puzzle.blocks[0].values)
    across = [
        sum(
            1 << value * len(crossing) + cell
            for cell, own in enumerate(crossing)
            for value in values
            if value not in own
        )
        for crossing in (columns, rows)
    ]
    return [across[0]] * len(rows) + [across[1]] * len(columns)


def open_lines(context: TechniqueContext, board: Board) -> list[Line]:
    """Return the lines from which something follows. A line that cannot be completed yields no steps."""
    return [line for line in context.once(LineCache).all(board) if line.settles]


def steps_of(technique: str, line: Line, facts: Iterator[LineFact], sentences: bool) -> Iterator[Step]:
    """Turn facts into steps, with or without sentences; those that settle nothing are left out."""
    across = technique in ACROSS
    follows = line.further if across else line.follows
    if follows is None:
        return
    found = line.last(follows) & ~line.settled if across else line.found
    for fact in facts:
        for values in line.parts(fact.values & (follows & ~line.removed if fact.out else found)):
            removed = values if fact.out else line.others(values)
            settled = line.settling(0 if fact.out else values, removed)
            if not sentences and not across:
                yield Step(*settled, technique, (line.number,), k=1)
            elif technique != MISSING or line.follows is None or removed & ~line.follows:
                yield _stated(technique, line, fact, settled, values, line.needed(removed, across))


def _stated(technique: str, line: Line, fact: LineFact, settled: Board, values: int, needed: int) -> Step:
    """Return the step of a fact, with the known cells that it needs and the parameters of its sentence."""
    foreign = needed & line.absent
    because = (line.number, *map(line.crossing, members(line.cells(foreign))))
    numbers = [cell + 1 for cell in members(line.cells(values))]
    more = {"missing": _lacking(line, foreign)} if foreign else {}
    more |= {name: _from_to(line, *word) if isinstance(word, tuple) else word for name, word in fact.words().items()}
    words = {
        "as": f"{line.along}{fact.form}",
        line.along: line.place + 1,
        "clue": line.clue(),
        "cells": spans(numbers),
        "n": len(numbers),
        **line.with_values(more, technique, values),
    }
    cells = line.used(line.cells(needed & line.removed) | fact.named)
    return Step(*settled, technique, because, cells, words, len(because), not foreign)


def _from_to(line: Line, start: int, end: int) -> Document:
    """Return the message for the places from start to end (exclusive) along a row or a column."""
    return _crossing(line, f"{start + 1}–{end}" if end - start > 1 else str(end), end - start)


def _lacking(line: Line, foreign: int) -> Document:
    """Return the crossing lines that lack some values, for a sentence."""
    numbers = [cell + 1 for cell in members(line.cells(foreign))]
    return _crossing(line, spans(numbers), len(numbers))


def _crossing(line: Line, cells: str, n: int) -> Document:
    """Return the message for `n` lines that cross this one."""
    return {"key": f"span.{'columns' if line.along == 'row' else 'rows'}", "params": {"cells": cells, "n": n}}
