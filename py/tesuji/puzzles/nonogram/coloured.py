"""Nonograms with colours: documents with "colors", whose runs are pairs [length, colour], colours counted from 1.

Runs of different colours may touch. A cell has one literal for each colour, in order, and a last one for blank. Its
letters are the digits of the colours, and "." for blank.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from tesuji import grid
from tesuji.constraints import ColourRuns, Count
from tesuji.constraints.planes import Run, slack
from tesuji.errors import InputError
from tesuji.grid import check_size, field
from tesuji.model import Block, Board, Clue, Document, Flaw, Offer, Puzzle
from tesuji.puzzles.nonogram.palette import colour_name
from tesuji.puzzles.nonogram.picture import clues_of
from tesuji.variables import board_of_indexes, indexes, place, puzzle_of

LEAST, MOST = 2, 8
"""The minimum and maximum number of colours of a document, besides blank."""
COLOUR = re.compile(r"#(?:[0-9a-f]{3}){1,2}", re.IGNORECASE)
BLANK = "."


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "colors", "rows" and "cols". Raises InputError."""
    colours = colours_of(document)
    rows, columns = (
        clues_of(document, name, line, partial(_clue, len(colours)))
        for name, line in (("rows", "row"), ("cols", "column"))
    )
    width, height, values = len(columns), len(rows), len(colours) + 1
    check_size(width, height)
    lines = [(range(r * width, r * width + width), ("row", r), runs) for r, runs in enumerate(rows)]
    lines += [(range(c, width * height, width), ("column", c), runs) for c, runs in enumerate(columns)]
    literals = [values - 1, *range(values - 1)]
    clues = [
        ColourRuns([plane(cells, values, value) for value in literals], runs, Clue(at, runs))
        for cells, at, runs in lines
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


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield clues that are longer than their line, and colours with different numbers of cells in rows and columns."""
    cells: dict[str, Counter[int]] = {"row": Counter(), "column": Counter()}
    for clue in puzzle.clues:
        side, number = clue.at
        length = puzzle.width if side == "row" else puzzle.height
        missing = -slack(length, clue.value)
        if missing > 0:
            yield Flaw(f"clue-too-long-{side}", {"need": length + missing, "length": length}, {side: number + 1})
        for run, colour in clue.value:
            cells[side][colour] += run
    for colour in range(1, puzzle.blocks[0].values):
        rows, columns = cells["row"][colour], cells["column"][colour]
        if rows != columns:
            params = {"rows": rows, "columns": columns, "colour": value_name(puzzle, colour)}
            yield Flaw("colours-differ", params)


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """Return every cell with its value in the solution, coloured ones first."""
    values, written = puzzle.blocks[0].values, letters(puzzle)
    found = indexes(puzzle, board)
    cells = sorted(range(len(found)), key=lambda cell: found[cell] == values)
    return [
        Offer(place(puzzle, cell), written[found[cell]], (Count((cell * values + found[cell] - 1,), {1}),))
        for cell in cells
    ]


def letters(puzzle: Puzzle) -> str:
    """Return the letter of each value index: "?", the digits of the colours, and "." for blank."""
    return "?" + "12345678"[: puzzle.blocks[0].values - 1] + BLANK


def value_name(puzzle: Puzzle, value: int) -> Document:
    """Return the name of a value as a message."""
    return colour_name(puzzle.document["colors"], value)


def solution(puzzle: Puzzle, board: Board) -> list[str]:
    text, width = "".join(map(letters(puzzle).__getitem__, indexes(puzzle, board))), puzzle.width
    return [text[start : start + width] for start in range(0, len(text), width)]


def read(puzzle: Puzzle, rows: Any) -> Board:
    table = letters(puzzle)
    rows = grid.letters({"board": rows}, "board", table, (puzzle.width, puzzle.height))
    return board_of_indexes(puzzle, [*map(table.index, "".join(rows))])


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the picture with its clues to the left and above, runs as "length:colour"."""
    row_clues, column_clues = (
        [[f"{length}:{colour}" for length, colour in clue.value] or ["0"] for clue in side]
        for side in (puzzle.clues[: puzzle.height], puzzle.clues[puzzle.height :])
    )
    texts = [" ".join(clue) for clue in row_clues]
    margin, depth = max(map(len, texts)), max(map(len, column_clues))
    wide = 1 + max(len(run) for clue in column_clues for run in clue)
    columns = [[""] * (depth - len(clue)) + clue for clue in column_clues]
    head = [" " * margin + "".join(f"{run:>{wide}}" for run in line) for line in zip(*columns)]
    shown = {"?": " ", BLANK: "·"}
    marks = {letter: f"{shown.get(letter, letter * (wide - 1)):>{wide}}" for letter in letters(puzzle)}
    body = [
        f"{text:>{margin}}" + "".join(map(marks.__getitem__, row)) for text, row in zip(texts, solution(puzzle, board))
    ]
    return "\n".join([*head, *body])


def runs_of(line: Sequence[int]) -> list[list[int]]:
    """Return the runs [length, colour] of a line of colours, 0 for blank."""
    return [[len(list(cells)), colour] for colour, cells in groupby(line) if colour]


def document_of(picture: Sequence[Sequence[int]], colours: Sequence[str]) -> Document:
    """Return the document of a picture of colours, 0 for blank."""
    sides = {"rows": [runs_of(row) for row in picture], "cols": [runs_of(column) for column in zip(*picture)]}
    return {"kind": "nonogram", "colors": list(colours), **sides}


def shown(planes: Sequence[Sequence[int]], board: Board) -> tuple[Run, ...]:
    """Return the runs on a board of a line, which is given by the literals of each value."""
    line = [next((value for value, cell in enumerate(cells) if board.yes >> cell & 1), 0) for cells in zip(*planes)]
    return tuple((length, colour) for length, colour in runs_of(line))
