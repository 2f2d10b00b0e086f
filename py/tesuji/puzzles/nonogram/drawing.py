"""A nonogram drawn with boxes, the clue of each row before them, perhaps those of the columns above: `1□■`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.kinds import Source
from tesuji.puzzles.nonogram.picture import from_picture, runs

DARK, LIGHT, MARKED = "■█▓⬛", "□░▒⬜", "×✕✖╳"
ROW = re.compile(rf"\s*([\d\s,.|]*?)[\s|]*([{DARK}{LIGHT}{MARKED}][\s{DARK}{LIGHT}{MARKED}]*)\|?\s*")


def read_drawing(source: Source) -> Document | None:
    """The puzzle of a drawing with clues; None for anything else, and for a grid whose numbers are not the clues of its
    lines. Raises InputError."""
    sheet = source.sheet
    if sheet.kind not in (None, "nonogram") or not set(source.text) & set(DARK + LIGHT):
        return None
    # The boxes as they are written: the sheet reads a light one like a dot.
    lines = unicodedata.normalize("NFKC", source.text).replace("\ufe0f", "").split("\n")
    lines = [lines[place - 1] for place, line in sheet.lines if line.strip()]
    matches = [ROW.fullmatch(line) for line in lines]
    first = next((place for place, match in enumerate(matches) if match), len(lines))
    above, found = lines[:first], [match for match in matches[first:] if match]
    if not found or len(found) < len(lines) - first or not (above or any(match[1] for match in found)):
        return None
    picture = ["".join(match[2].split()) for match in found]
    width = len(picture[0])
    check_size(width, len(picture))
    if any(len(row) != width for row in picture):
        return None
    document = from_picture(["".join("#" if letter in DARK else "." for letter in row) for row in picture])
    rows = [clue(match[1], width, seen) for match, seen in zip(found, document["rows"])]
    if rows == document["rows"] and not above:
        return document | sheet.settings
    columns = columns_of(above, [match.start(2) for match in found], width)
    if columns is None:
        if sheet.kind and not above:
            raise InputError("clue-picture", {"row": 1 + first_difference(rows, document["rows"])})
        return None
    board = ["".join("#" if letter in DARK else "." if letter in MARKED else "?" for letter in row) for row in picture]
    clues = {"kind": "nonogram", "rows": rows, "cols": columns}
    if (rows, columns) == (document["rows"], document["cols"]):
        return clues | sheet.settings
    return clues | ({"board": board} if set("".join(board)) != {"?"} else {}) | sheet.settings


def clue(text: str, width: int, seen: list[int]) -> list[int]:
    """The clue before a row; several digits without a space are one number where that fits."""
    together = [int(word) for word in re.findall(r"\d+", text) if int(word)]
    apart = [int(digit) for digit in re.findall(r"[1-9]", text)]
    return apart if apart == seen or sum(together) > width else together


def columns_of(above: Sequence[str], starts: Sequence[int], width: int) -> list[list[int]] | None:
    """The clues of the columns, a digit above a box; None where they do not stand there."""
    if not above or len(set(starts)) > 1:
        return None
    start = starts[0]
    cells = [line.ljust(start + width)[start:] for line in above]
    if any(line[:start].strip() or len(line.rstrip()) > start + width for line in above):
        return None
    if set("".join(cells)) - set("0123456789 "):
        return None
    return [[int(line[column]) for line in cells if line[column] not in " 0"] for column in range(width)]


def first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    return next(place for place, pair in enumerate(zip(one, other)) if pair[0] != pair[1])


def drawn(picture: Sequence[str]) -> str:
    """A picture of rows of "#" and "." as a drawing: the clue of each row, then its boxes."""
    clues = [" ".join(map(str, runs(row))) or "0" for row in picture]
    width = max(map(len, clues))
    boxes = (row.replace("#", DARK[0]).replace(".", LIGHT[0]) for row in picture)
    return "\n".join(f"{clue:>{width}} {row}" for clue, row in zip(clues, boxes))
