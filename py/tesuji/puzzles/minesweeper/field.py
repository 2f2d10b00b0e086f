"""Complete fields as text: the mines, the numbers of all other cells, and which cells are opened.

 *  1 (0)   opened cells in round brackets; the first click, if it opens all of them, in angle brackets
 1  1 <0>

-1  1  0    or a matrix of numbers in which -1 is a mine, with the opened cells on a line of their own
 1  1  0
opened: r1c3 r2c3
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import load_json
from tesuji.notation.sheet import Sheet
from tesuji.puzzles.minesweeper.rules import numbers

Place = tuple[int, int]

CELL = re.compile(r"\s*(?:\((?P<opened>\d)\)|<(?P<first>\d)>|(?P<closed>\d|\*))")
DRAWN = re.compile(r"(?:\s*(?:\(\d\)|<\d>|\d|\*))+\s*")
MATRIX = re.compile(r"[\s\[({,;]*-?\d(?:[\s,;]+-?\d)*[\s\])},;]*")
OPENED = re.compile(r"\s*(?:opened|開いたマス)\s*[:=]\s*(.*?)\s*", re.IGNORECASE)


def read_field(sheet: Sheet) -> Document | None:
    """The complete field of a sheet; None where it does not look like one. Raises InputError."""
    lines = [(place, line) for place, line in sheet.lines if line.strip()]
    listed = [match[1] for _, line in lines if (match := OPENED.fullmatch(line))]
    rows = [line for _, line in lines if not OPENED.fullmatch(line)]
    if not rows:
        return None
    if all(map(DRAWN.fullmatch, rows)) and (listed or any("(" in row or "<" in row for row in rows)):
        cells = [list(CELL.finditer(row)) for row in rows]
        values = [[-1 if cell["closed"] == "*" else int(named(cell)) for cell in row] for row in cells]
        if not sheet.kind and not any(-1 in row for row in values):
            return None
        first = [(r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell["first"]]
        opened = first + [(r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell["opened"]]
    elif all(map(MATRIX.fullmatch, rows)) and (listed or is_field(integers(rows))):
        values, opened = integers(rows), []
    else:
        return None
    opened += [place for text in listed for place in places(text)]
    return document_of(values, opened) | sheet.settings


def named(cell: re.Match[str]) -> str:
    """The number of a cell, however it is marked."""
    return cell["opened"] or cell["first"] or cell["closed"]


def integers(rows: Iterable[str]) -> list[list[int]]:
    return [[int(word) for word in re.findall(r"-?\d+", row)] for row in rows]


def is_field(values: Sequence[Sequence[int]]) -> bool:
    """Whether these are all numbers of a field with at least one mine, -1."""
    even = len({len(row) for row in values}) == 1 and len(values[0]) > 0
    return even and any(-1 in row for row in values) and values == numbers(field_of(values))


def field_of(values: Sequence[Sequence[int]]) -> list[str]:
    return ["".join("*" if value == -1 else "." for value in row) for row in values]


def document_of(values: Sequence[Sequence[int]], opened: Iterable[Place]) -> Document:
    """The document of a board of numbers. Raises InputError where a number does not fit the mines."""
    check_size(max(map(len, values)), len(values))
    for r, row in enumerate(values, 1):
        if len(row) != len(values[0]):
            raise InputError("ragged", {"row": r}, n=len(row), expected=len(values[0]))
    field = field_of(values)
    for r, (row, counted) in enumerate(zip(values, numbers(field)), 1):
        for c, (value, expected) in enumerate(zip(row, counted), 1):
            if value != expected:
                raise InputError("number-differs", {"row": r, "column": c}, n=value, expected=expected)
    return {"kind": "minesweeper", "field": field, "opened": [list(place) for place in dict.fromkeys(opened)]}


def places(text: str) -> list[Place]:
    """Cells as "r1c2", counted from 1, or as a JSON list of [row, column], counted from 0. Raises InputError."""
    if text.startswith("["):
        value = load_json(text)
        if not all(
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
    """A field out of a matrix of numbers in which -1 is a mine, alone or as "field" or "board" of an object with
    "opened"; None for anything else."""
    rest = value if isinstance(value, dict) else {}
    rows = next((rest[name] for name in ("field", "board") if name in rest), None) if rest else value
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        return None
    if not all(type(number) is int and -1 <= number <= 8 for row in rows for number in row) or not is_field(rows):
        return None
    opened = rest.get("opened", [])
    others = {key: item for key, item in rest.items() if key not in ("field", "board", "opened", "kind")}
    return {"kind": "minesweeper", "field": field_of(rows), "opened": opened, **others}


def write_field(document: Document) -> list[str]:
    """The rows of a complete field: " * ", " 1 ", "(1)" opened, "<0>" the first click."""
    opened = {tuple(place) for place in document.get("opened") or ()}
    start = click(document)
    first = start if start and set(flood(document["field"], *start)) == opened else None

    def cell(place: Place, number: int) -> str:
        if number < 0:
            return " * "
        return f"<{number}>" if place == first else f"({number})" if place in opened else f" {number} "

    board = numbers(document["field"])
    rows = ["".join(cell((r, c), number) for c, number in enumerate(row)).rstrip() for r, row in enumerate(board)]
    # Without a marked cell the rows would be those of a position.
    return rows if opened else [*rows, "opened:"]


def click(document: Document) -> Place | None:
    """The first click: the first cell of "opened" if it opens all of them by itself, else the one that opens the most:
    the first with no mine around, else the first of all."""
    opened = [(row, column) for row, column in document.get("opened") or []]
    if opened and set(flood(document["field"], *opened[0])) == set(opened):
        return opened[0]
    board = numbers(document["field"])
    return min(sorted(opened), key=lambda place: board[place[0]][place[1]] > 0, default=None)


def flood(field: Sequence[str], row: int, column: int) -> dict[tuple[int, int], int]:
    """The numbers that a click opens: where it is 0, those of the neighbours too. Raises InputError for a click on a
    mine or outside."""
    width, height = len(field[0]), len(field)
    if not (row < height and column < width):
        raise InputError("opened-outside", {"row": row + 1, "column": column + 1}, width=width, height=height)
    if field[row][column] == "*":
        raise InputError("opened-mine", {"row": row + 1, "column": column + 1})
    # Places of a flat board with a border around it, so that no step leads astray.
    stride = width + 2
    board = [-1] * stride + [number for line in numbers(field) for number in (-1, *line, -1)] + [-1] * stride
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    opened, waiting = set(), [(row + 1) * stride + column + 1]
    while waiting:
        place = waiting.pop()
        opened.add(place)
        if not board[place]:
            waiting += [place + step for step in steps if board[place + step] >= 0 and place + step not in opened]
    return {(place // stride - 1, place % stride - 1): board[place] for place in opened}
