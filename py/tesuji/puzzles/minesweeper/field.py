"""Complete fields as text: the mines, the numbers of all other cells, and which cells are opened.

 *  1 (0)   opened cells in round brackets; the first click, if it opens all of them, in angle brackets
 1  1 <0>

-1  1  0    or a matrix of numbers in which -1 is a mine, with the opened cells on a line of their own; without such a
 1  1  0    line, the largest empty area is opened
opened: r1c3 r2c3

 1 -1 -1    or the states of a position: -1 unknown, -2 left aside, -3 flagged
 1 -3  1
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import load_json
from tesuji.notation.grids import integers
from tesuji.notation.kinds import PossibleReading, Source
from tesuji.notation.sheet import assigned, sheet_of
from tesuji.puzzles.minesweeper.rules import bordered, numbers, opened_cells, spread

Place = tuple[int, int]
Values = Sequence[Sequence[int]]
"""The numbers of a board; -1 is a mine."""

CELL = re.compile(r"\((?P<opened>\d)\)|<(?P<first>\d)>|(?P<closed>\d|\*)")
LETTERED = re.compile(r"[\d \t]*(?:B[\d \tB]*|M[\d \tM]*|X[\d \tX]*)")
"""A board on which letters are mines: B for bombs, M or X."""
RULE = re.compile(r"[ \t]*\|-[|: -]*")
"""The line below the head of a table in Markdown."""
DRAWN = frozenset("0123456789*()<> \t")
OPENED = ("opened", "initial", "開いたマス", "初期開放")
CLICKED = re.compile(
    r"(?:initial(?:ly)?_?)?opened(?:_?cells)?|initial(?:_?cells)?|開いたマス|初期開放(?:セル|マス)?", re.IGNORECASE
)
"""The names of the opened cells in lines and objects."""
BOARDS = ("field", "board", "completeBoard", "complete_board")
"""Names of the matrix in objects."""
SIDES = (("row", "r", "y"), ("column", "col", "c", "x"))
"""Names of the row and of the column of a cell in objects."""
STATES = {-1: ".", -2: ".", -3: "*"}
"""States of cells without a number -> letters of the document."""
CERTAIN, STATE = 100, 75
"""Ranks of a complete board, and of a position. If all numbers fit the mines, the text is hardly anything else."""


def guess_field(source: Source) -> Iterator[PossibleReading]:
    """Yield the fields and positions that a text of numbers may represent. Raises InputError."""
    sheet = sheet_of(source)
    if sheet.kind not in (None, "minesweeper"):
        return
    full = [line for _, line in sheet.lines if line.strip()]
    listed = [text for line in full if (text := opened_line(line)) is not None]
    rows = [line.replace("|", " ") for line in full if opened_line(line) is None and not RULE.fullmatch(line)]
    opened = [place for text in listed for place in places(text)] if listed else None
    if drawing := drawn_cells(rows, opened is not None):
        values, shown = drawing
        if sheet.kind or any(-1 in row for row in values):
            yield PossibleReading(CERTAIN, document_of(values, [*shown, *(opened or ())]) | sheet.settings)
        return
    text = "".join(rows)
    if LETTERED.fullmatch(text):
        rows = [re.sub("[BMX]", "*", row) for row in rows]
        text = "".join(rows)
    starred = drawn_cells(rows, True) if "*" in text and len(full) == len(sheet.lines) else None
    if starred:
        # If every cell shows a number or a mine, the text cannot be a position, which would have nothing to solve.
        with suppress(InputError):
            yield PossibleReading(CERTAIN, *with_area(document_of(starred[0], ())))
            return
    matrix = integers(rows, 2 if opened is None else 1)
    if matrix is None:
        return
    check_rows(matrix)
    may_be_complete = all(-1 <= number <= 8 for row in matrix for number in row) and any(-1 in row for row in matrix)
    if may_be_complete and (field := complete(matrix, opened, sheet.settings, source)):
        yield field
        return
    if opened is None and all(-3 <= number <= 8 for row in matrix for number in row):
        grid = ["".join(STATES.get(number, str(number)) for number in row) for row in matrix]
        yield PossibleReading(STATE, {"kind": "minesweeper", "grid": grid, "mines": None} | sheet.settings)


def opened_line(line: str) -> str | None:
    """Return the opened cells of a line "opened: r1c3 r2c3", which may be a comment, or None for any other line."""
    line = line.lstrip(" \t#/")
    if not line.lower().startswith(OPENED):
        return None
    word, _ = assigned(line[:2000])
    named = CLICKED.fullmatch(word.replace(" ", "_"))
    return line.partition(":" if ":" in line else "=")[2].strip() if named else None


def drawn_cells(rows: Sequence[str], listed: bool) -> tuple[list[list[int]], list[Place]] | None:
    """Return the numbers of a drawing and the cells that it shows as opened, the first click first; None for any other
    rows. `listed` is True if the opened cells are listed elsewhere.
    """
    text = "".join(rows)
    if not rows or not DRAWN.issuperset(text) or not (listed or "(" in text or "<" in text):
        return None
    cells = [list(CELL.finditer(row)) for row in rows]
    if any(sum(len(cell[0]) for cell in row) != len("".join(line.split())) for row, line in zip(cells, rows)):
        return None
    values = [[-1 if cell["closed"] == "*" else int(cell[cell.lastgroup or 0]) for cell in row] for row in cells]
    found = {
        name: [(r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell[name]]
        for name in ("first", "opened")
    }
    return values, found["first"] + found["opened"]


def complete(matrix: Values, opened: list[Place] | None, settings: Document, source: Source) -> PossibleReading | None:
    """Return the complete field of a matrix. A number that does not fit the mines is recorded as a doubt, and the
    answer is None; if the opened cells are listed, it is an error. Raises InputError.
    """
    try:
        document = document_of(matrix, opened or ())
    except InputError as error:
        if opened is not None:
            raise
        source.doubts.append(error)
        return None
    notes: tuple[Document, ...] = ()
    if opened is None:
        document, notes = with_area(document)
    return PossibleReading(CERTAIN, document | settings, notes)


def with_area(document: Document) -> tuple[Document, tuple[Document, ...]]:
    """Return the field with its largest empty area opened, and a note with the number of cells; unchanged if no number
    is 0.
    """
    area = largest_area(document["field"])
    note = {"key": "note.opened", "params": {"n": len(area)}}
    return {**document, "opened": area}, (note,) if area else ()


def largest_area(field: Sequence[str]) -> list[list[int]]:
    """Return the cells opened by the click with the greatest effect, that click first; empty if no number is 0."""
    board, stride = bordered(field)
    best: list[int] = []
    seen: set[int] = set()
    for place, number in enumerate(board):
        if number == 0 and place not in seen:
            area = spread(board, stride, [place])
            seen.update(other for other in area if not board[other])
            if len(area) > len(best):
                best = [place, *sorted(area - {place})]
    return [[place // stride - 1, place % stride - 1] for place in best]


def check_rows(values: Values) -> None:
    """Raise InputError unless the rows form a rectangle of an accepted size."""
    check_size(max(map(len, values)), len(values))
    for r, row in enumerate(values, 1):
        if len(row) != len(values[0]):
            raise InputError("ragged", {"row": r}, n=len(row), expected=len(values[0]))


def is_field(values: Values) -> bool:
    """Return whether these are the numbers of a complete field with at least one mine, -1."""
    even = len({len(row) for row in values}) == 1 and len(values[0]) > 0
    return even and any(-1 in row for row in values) and values == numbers(field_of(values))


def field_of(values: Sequence[Sequence[int]]) -> list[str]:
    return ["".join("*" if value == -1 else "." for value in row) for row in values]


def document_of(values: Values, opened: Iterable[Place]) -> Document:
    """Return the document of a board of numbers. Raises InputError if a number does not fit the mines."""
    check_rows(values)
    field = field_of(values)
    for r, (row, counted) in enumerate(zip(values, numbers(field)), 1):
        for c, (value, expected) in enumerate(zip(row, counted), 1):
            if value != expected:
                raise InputError("number-differs", {"row": r, "column": c}, found=value, n=expected)
    return {"kind": "minesweeper", "field": field, "opened": [list(place) for place in dict.fromkeys(opened)]}


def places(text: str) -> list[Place]:
    """Return cells given as "r1c2", counted from 1, or as (row, column), [row, column] or a JSON list of them, counted
    from 0. Raises InputError.
    """
    text = text.replace("(", "[").replace(")", "]")
    if text.startswith("["):
        value = load_json(text if text.startswith("[[") or text == "[]" else f"[{text}]")
        if not isinstance(value, list) or not all(
            isinstance(place, list) and len(place) == 2 and all(type(n) is int for n in place) for place in value
        ):
            raise InputError("opened")
        return [(row, column) for row, column in value]
    words = re.split(r"[\s,;]+", text) if text else []
    found = [re.fullmatch(r"[rR](\d{1,3})[cC](\d{1,3})", word) for word in words]
    if not all(found):
        raise InputError("opened")
    return [(int(match[1]) - 1, int(match[2]) - 1) for match in found if match]


def field_from_json(value: Any) -> Document | None:
    """Return a field from a matrix of numbers in which -1 is a mine: in an object with "field" or "board" and
    optionally "opened", or in a list with the opened cells. Without them, the largest empty area is opened. Return None
    for anything else.
    """
    if isinstance(value, list) and len(value) == 2:
        value = {"field": value[0], "opened": value[1]}
    if not isinstance(value, dict):
        return None
    rows = next((value[name] for name in BOARDS if name in value), None)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        return None
    if not all(type(number) is int and -1 <= number <= 8 for row in rows for number in row) or not is_field(rows):
        return None
    check_rows(rows)
    name = next(filter(CLICKED.fullmatch, value), None)
    others = {key: item for key, item in value.items() if key not in (*BOARDS, name, "kind")}
    opened = (value[name] if name else None) or []
    if isinstance(opened, list):
        opened = [place_of(place) if isinstance(place, dict) else place for place in opened]
    document = {"kind": "minesweeper", "field": field_of(rows), "opened": opened, **others}
    return document if name else with_area(document)[0]


def place_of(place: Document) -> Any:
    """Return an object such as {"row": 0, "col": 3} as [row, column], or unchanged if it is none."""
    found = [next((place[name] for name in names if name in place), None) for names in SIDES]
    return place if None in found else found


def write_field(document: Document) -> list[str]:
    """Return the rows of a complete field: " * " for a mine, " 1 " closed, "(1)" opened, "<0>" the first click."""
    opened = {tuple(place) for place in document.get("opened") or ()}
    start = click(document)
    first = start if start and set(flood(document["field"], *start)) == opened else None

    def cell(place: Place, number: int) -> str:
        if number < 0:
            return " * "
        return f"<{number}>" if place == first else f"({number})" if place in opened else f" {number} "

    board = numbers(document["field"])
    rows = ["".join(cell((r, c), number) for c, number in enumerate(row)).rstrip() for r, row in enumerate(board)]
    # Without a marked cell, the rows would be those of a position.
    return rows if opened else [*rows, "opened:"]


def click(document: Document) -> Place | None:
    """Return the first click: the first cell of "opened" if it alone opens all of them; otherwise the first one without
    mines around it, or else the first.
    """
    opened = [(row, column) for row, column in document.get("opened") or []]
    if opened and set(flood(document["field"], *opened[0])) == set(opened):
        return opened[0]
    board = numbers(document["field"])
    return min(sorted(opened), key=lambda place: board[place[0]][place[1]] > 0, default=None)


def flood(field: Sequence[str], row: int, column: int) -> dict[tuple[int, int], int]:
    """Return the cells that a click opens, with their numbers; a 0 also opens its neighbours. Raises InputError for a
    click on a mine or outside the board.
    """
    width, height = len(field[0]), len(field)
    if not (row < height and column < width):
        raise InputError("opened-outside", {"row": row + 1, "column": column + 1}, width=width, height=height)
    if field[row][column] == "*":
        raise InputError("opened-mine", {"row": row + 1, "column": column + 1})
    complete = numbers(field)
    return {(r, c): complete[r][c] for r, c in opened_cells(field, [(row, column)])}
