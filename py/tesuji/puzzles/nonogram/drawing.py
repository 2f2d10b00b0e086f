"""A nonogram drawn with boxes, with the clue of each row before them and optionally those of the columns above: `1□■`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tesuji.constraints.runs import runs_of
from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.kinds import Source
from tesuji.notation.sheet import sheet_of
from tesuji.puzzles.nonogram.picture import from_picture

DARK, LIGHT, MARKED = "■█▓⬛", "□░▒⬜", "×✕✖╳"
BOXES = frozenset(DARK + LIGHT + MARKED)
CLUE = frozenset("0123456789,.|")
"""Characters that may stand before the boxes, besides spaces."""
NARROW = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {"\u3000": " ", "\ufe0f": ""}
)
"""Full-width forms -> narrow ones."""
FILLED = str.maketrans(dict.fromkeys(DARK, "#") | dict.fromkeys(LIGHT + MARKED, "."))
PLAYED = str.maketrans(dict.fromkeys(DARK, "#") | dict.fromkeys(LIGHT, "?") | dict.fromkeys(MARKED, "."))
"""Boxes as a picture, and as a player's board, on which a light box is undecided."""


class Row(NamedTuple):
    """A line with boxes: the text before them, the column of the first box, the boxes without spaces, and the distance
    from one box to the next.
    """

    clue: str
    start: int
    boxes: str
    step: int


def row_of(line: str) -> Row | None:
    """Return the parts of a line with boxes, or None for any other line."""
    start = next((place for place, letter in enumerate(line) if letter in BOXES), None)
    if start is None:
        return None
    drawn = line[start:].rstrip().removesuffix("|").rstrip()
    boxes = "".join(drawn.split())
    if not (BOXES.issuperset(boxes) and CLUE.issuperset("".join(line[:start].split()))):
        return None
    return Row(line[:start], start, boxes, 2 if len(boxes) > 1 and drawn == " ".join(boxes) else 1)


def read_drawing(source: Source) -> Document | None:
    """Return the puzzle of a drawing with clues. Return None for anything else, and for a grid whose numbers are not
    the clues of its lines. Raises InputError.
    """
    if BOXES.isdisjoint(source.text) or (sheet := sheet_of(source)).kind not in (None, "nonogram"):
        return None
    lines = as_written(source)
    rows = [row_of(line) for line in lines]
    first = next((place for place, row in enumerate(rows) if row), len(rows))
    above, found = lines[:first], [row for row in rows[first:] if row]
    if not found or len(found) < len(rows) - first or not (above or any(row.clue.strip() for row in found)):
        return None
    document = drawn_puzzle(above, found, bool(sheet.kind))
    return document and document | sheet.settings


def as_written(source: Source) -> list[str]:
    """Return the lines of the source with their boxes; in the sheet itself, each light box is a dot."""
    lines = source.text.translate(NARROW).split("\n")
    return [lines[place - 1] for place, line in sheet_of(source).lines if line.strip()]


def drawn_puzzle(above: Sequence[str], found: Sequence[Row], named: bool) -> Document | None:
    """Return the puzzle of rows with boxes, or None if the numbers before and above them are not clues. `named` is True
    if the text names the kind. Raises InputError.
    """
    width = len(found[0].boxes)
    check_size(width, len(found))
    if any(len(row.boxes) != width for row in found):
        return None
    document = from_picture([row.boxes.translate(FILLED) for row in found])
    rows = [clue(row.clue, width, seen) for row, seen in zip(found, document["rows"])]
    if rows == document["rows"] and not above:
        return document
    columns = columns_of(above, {(row.start, row.step) for row in found}, width)
    if columns is None:
        if named and not above:
            raise InputError("clue-picture", {"row": 1 + first_difference(rows, document["rows"])})
        return None
    if not any(row.clue.strip() for row in found):
        return document if columns == document["cols"] else None
    clues = {"kind": "nonogram", "rows": rows, "cols": columns}
    if (rows, columns) == (document["rows"], document["cols"]):
        return clues
    board = [row.boxes.translate(PLAYED) for row in found]
    return clues | ({"board": board} if set("".join(board)) != {"?"} else {})


def clue(text: str, width: int, seen: list[int]) -> list[int]:
    """Return the clue before a row. Several digits without a space are one number if that fits."""
    together = [run for word in re.findall(r"[0-9]+", text) if (run := int(word[-7:]))]
    apart = [int(digit) for digit in re.findall(r"[1-9]", text)]
    return apart if apart == seen or sum(together) > width else together


def columns_of(above: Sequence[str], places: set[tuple[int, int]], width: int) -> list[list[int]] | None:
    """Return the clues of the columns, a digit above a box, or None if there are none. `places` has the first column
    and the distance of the boxes of each row.
    """
    if not above or len(places) > 1:
        return None
    [(start, step)] = places
    end = start + step * width
    if any(line[:start].strip() or len(line.rstrip()) > end for line in above):
        return None
    wide = [line.ljust(end) for line in above]
    cells = [line[start:end:step] for line in wide]
    between = {letter for line in wide for place in range(1, step) for letter in line[start + place : end : step]}
    if set("".join(cells)) - set("0123456789 ") or between - {" "}:
        return None
    return [[int(line[column]) for line in cells if line[column] not in " 0"] for column in range(width)]


def first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the first place at which two sequences differ."""
    return next(place for place, pair in enumerate(zip(one, other)) if pair[0] != pair[1])


def drawn(picture: Sequence[str]) -> str:
    """Return a picture of "#" and "." as a drawing: the clue of each row, then its boxes."""
    clues = [" ".join(map(str, runs_of(row))) or "0" for row in picture]
    width = max(map(len, clues))
    boxes = (row.replace("#", DARK[0]).replace(".", LIGHT[0]) for row in picture)
    return "\n".join(f"{clue:>{width}} {row}" for clue, row in zip(clues, boxes))
