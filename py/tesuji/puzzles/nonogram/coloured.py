"""Nonograms with colours: documents with "colors", whose runs are pairs [length, colour], colours counted from 1.

Runs of different colours may touch. A cell has one literal for each colour, in order, and a last one for blank. Its
letters are the digits of the colours, and "." for blank.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from typing import Any

from tesuji import grid
from tesuji.constraints import ColourRuns
from tesuji.constraints.planes import Run
from tesuji.errors import InputError
from tesuji.grid import check_size, field, lines
from tesuji.model import Block, Board, Clue, Document, Puzzle
from tesuji.puzzles.nonogram.picture import clues_of
from tesuji.variables import board_of_indexes, puzzle_of

LEAST, MOST = 2, 8
"""The minimum and maximum number of colours of a document, besides blank."""
COLOUR = re.compile(r"#(?:[0-9a-f]{3}){1,2}", re.IGNORECASE)


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "colors", "rows" and "cols". Raises InputError."""
    colours = colours_of(document)
    rows, columns = (
        clues_of(document, name, line, partial(_clue, len(colours)))
        for name, line in (("rows", "row"), ("cols", "column"))
    )
    width, height, values = len(columns), len(rows), len(colours) + 1
    check_size(width, height)
    places = [*(("row", r) for r in range(height)), *(("column", c) for c in range(width))]
    literals = [values - 1, *range(values - 1)]
    clues = [
        ColourRuns([plane(cells, values, value) for value in literals], runs, Clue(at, runs))
        for cells, at, runs in zip(lines(width, height), places, rows + columns)
    ]
    sides = {name: [[list(run) for run in runs] for runs in side] for name, side in (("rows", rows), ("cols", columns))}
    puzzle = puzzle_of({**document, **sides, "colors": colours}, [Block("cell", width, height, values)], clues)
    if "board" in document:
        read(puzzle, document["board"])
    return puzzle


def plane(cells: range, values: int, value: int) -> range:
    """Return the literals of one value of some cells, which have this number of values."""
    return range(cells.start * values + value, cells.stop * values + value, cells.step * values)


def colours_of(document: Document) -> list[str]:
    """Return the colours of a document as "#rrggbb". Raises InputError."""
    colours = field(document, "colors")
    if not isinstance(colours, (list, tuple)) or not LEAST <= len(colours) <= MOST:
        raise InputError("not-colours", least=LEAST, most=MOST)
    for one in colours:
        if not isinstance(one, str) or not COLOUR.fullmatch(one):
            raise InputError("colour", found=one if isinstance(one, str) else str(one))
    found = [long(one) for one in colours]
    if len(set(found)) < len(found):
        raise InputError("same-colours", found=next(one for one in found if found.count(one) > 1))
    return found


def long(colour: str) -> str:
    """Return "#rgb" or "#rrggbb" as "#rrggbb", in lower case."""
    digits = colour[1:].lower()
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


def _clue(colours: int, runs: Sequence[Any], at: dict[str, int]) -> tuple[Run, ...]:
    """Return the runs of a clue; [0] means the empty line."""
    if list(runs) == [0] and type(runs[0]) is int:
        return ()
    for run in runs:
        whole = isinstance(run, (list, tuple)) and len(run) == 2 and all(type(part) is int for part in run)
        if not whole or run[0] < 1 or not 1 <= run[1] <= colours:
            raise InputError("coloured-run", at, run=str(run)[:40], n=colours)
    return tuple(map(tuple, runs))


def letters(puzzle: Puzzle) -> str:
    """Return the letter of each value index: "?", the digits of the colours or "#", and "." for blank."""
    colours = "12345678"[: puzzle.blocks[0].values - 1] if puzzle.blocks else "#"
    return f"?{colours}."


def read(puzzle: Puzzle, rows: Any) -> Board:
    """Return the board of some letters, the inverse of `solution`. Raises InputError."""
    table = letters(puzzle)
    allowed = table if puzzle.blocks else "#.?"
    rows = grid.letters({"board": rows}, "board", allowed, (puzzle.width, puzzle.height))
    return board_of_indexes(puzzle, [*map(table.index, "".join(rows))])


def runs_of(line: Sequence[int]) -> list[list[int]]:
    """Return the runs [length, colour] of a line of colours, 0 for blank."""
    return [[len(list(cells)), colour] for colour, cells in groupby(line) if colour]


def document_of(picture: Sequence[Sequence[int]], colours: Sequence[str]) -> Document:
    """Return the document of a picture of colours, 0 for blank."""
    sides = {"rows": [runs_of(row) for row in picture], "cols": [runs_of(column) for column in zip(*picture)]}
    return {"kind": "nonogram", "colors": list(colours), **sides}
