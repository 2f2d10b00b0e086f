"""Slitherlink in characters: its boxes in one line, and the drawn lattice.

`3x3:.01...2..` is width before height; a drawing has `+` at the vertices, `---` and `|` for edges and `x` for crossed
ones.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from tesuji.errors import InputError
from tesuji.grid import MAX_SIDE, check_size
from tesuji.model import Document
from tesuji.notation.documents import marked, size_of_grid
from tesuji.notation.kinds import KindNotation, Sheet, Source
from tesuji.notation.sheet import SAME, head, sheet_of


def edges_of(document: Document) -> dict[str, list[str]] | None:
    """The player's edges of a document; None if it has none that fit its size."""
    edges, (width, height) = document.get("edges"), size_of_grid(document)
    sides = edges if isinstance(edges, dict) else {}
    level, upright = marked(sides.get("h"), width, height + 1, "-x."), marked(sides.get("v"), width + 1, height, "|x.")
    if level is None or upright is None:
        return None
    return {"h": [row.replace("?", ".") for row in level], "v": [row.replace("?", ".") for row in upright]}


def no_edges(width: int, height: int) -> dict[str, list[str]]:
    """A blank lattice."""
    return {"h": ["." * width] * (height + 1), "v": ["." * (width + 1)] * height}


BOXES = re.compile(r"\s*\(?(\d{1,6})\)?\s*[xX]\s*\(?(\d{1,6})\)?\s*:\s*+\(?([^/,;()]*+)\)?\s*")
WITHIN = re.compile(r"(?<![\w.])\(?(\d{1,3})\)?[xX]\(?(\d{1,3})\)?:((?:[ \t]*+[0-4.]++(?!\w))++)")
"""The same inside another text, on one line; the boxes may be divided by spaces."""


def read_boxes(text: str) -> Document | None:
    """Slitherlink as `WIDTHxHEIGHT:` and its boxes row by row, white space anywhere; or the first part of a text that
    is one with the right number of boxes. Raises InputError.
    """
    text = text.translate(SAME)
    match = BOXES.fullmatch(text) or next((part for part in WITHIN.finditer(text) if full_boxes(part)), None)
    if not match:
        return None
    width, height = int(match[1]), int(match[2])
    check_size(width, height)
    boxes = (
        (full_boxes(match) or "".join(match[3].split()))
        .translate(SAME)
        .replace("_", ".")
        .replace("-", ".")
        .replace("?", ".")
    )
    for place, letter in enumerate(boxes):
        if letter not in "01234.":
            at = {"row": place // width + 1, "column": place % width + 1}
            raise InputError("character", at, character=letter, allowed="0 1 2 3 4 .")
    if len(boxes) != width * height:
        raise InputError("other-count", n=len(boxes), expected=width * height, width=width, height=height)
    return {"kind": "slitherlink", "grid": [boxes[start : start + width] for start in range(0, len(boxes), width)]}


def full_boxes(match: re.Match[str]) -> str:
    """Return the first words that have as many boxes as the size has cells; "" if there are none."""
    size = int(match[1]) * int(match[2])
    boxes = ""
    for word in match[3].split():
        boxes += word
        if len(boxes) >= size:
            break
    return boxes if len(boxes) == size else ""


def boxes_from_json(value: Any) -> Document | None:
    """The document of an object with `boxes`: a text, rows, or a list with null for boxes without a number, and the
    width if that does not show; or with `spec` or `puzzle`, a text `3x3:.01...2..`. None for any other value. Raises
    InputError.
    """
    value = value if isinstance(value, dict) else {}
    for name in ("spec", "puzzle"):
        if isinstance(value.get(name), str) and (document := read_boxes(value[name])):
            return document
    boxes = value.get("boxes")
    if not boxes or not isinstance(boxes, (str, list)):
        return None
    rows = [row for row in boxes if isinstance(row, (str, list))] if isinstance(boxes, list) else []
    cells = [cell for row in rows for cell in row] if len(rows) == len(boxes) else list(boxes)
    width = value.get("width", len(rows[0]) if rows else 0)
    if type(width) is not int or width < 1 or not all(cell is None or isinstance(cell, (int, str)) for cell in cells):
        return None
    letters = "".join("." if cell in (None, "", " ", -1) else str(cell) for cell in cells)
    return read_boxes(f"{width}x{value.get('height', len(letters) // width)}:{letters}")


def write_boxes(document: Document) -> str:
    width, height = size_of_grid(document)
    return f"{width}x{height}:{''.join(document['grid'])}"


def read_drawing(source: Source) -> Document | None:
    """Slitherlink drawn with `+` at the vertices, `---` and `|` for edges and `x` for crossed ones; None for anything
    else. Raises InputError.
    """
    if "+" not in source.text:
        return None
    sheet = sheet_of(source)
    lines = lattice_lines(sheet) if sheet.kind in (None, "slitherlink") else []
    if not lines:
        return None
    posts = [place for place, letter in enumerate(lines[0]) if letter == "+"]
    check_size(len(posts) - 1, len(lines) // 2)
    if posts[-1] > WIDEST:
        return None
    lines = [line.ljust(posts[-1] + 1) for line in lines]
    level = ["".join(edge(line[start:end], "-") for start, end in pairwise(posts)) for line in lines[::2]]
    upright = ["".join(edge(line[post], "|") for post in posts) for line in lines[1::2]]
    grid = ["".join(line[start + 1 : end].strip() or "." for start, end in pairwise(posts)) for line in lines[1::2]]
    drawn = set("".join(level + upright))
    # If every edge is drawn it is a table with a frame around each cell, unless the text names the puzzle.
    if any(len(row) != len(posts) - 1 for row in grid) or (drawn == {"-", "|"} and not sheet.kind):
        return None
    document = {"kind": "slitherlink", "grid": grid} | sheet.settings
    return document | ({"edges": {"h": level, "v": upright}} if drawn != {"."} else {})


WIDEST = 16 * MAX_SIDE
"""The most characters of a line of a drawing."""
LEVEL, UPRIGHT = frozenset("+-xX "), frozenset("01234|xX. ")
"""The characters of every other line of a drawing."""


def lattice_lines(sheet: Sheet) -> list[str]:
    """The lines of a drawing, from the first that is not blank on, also if each is a comment; empty if the sheet is not
    one.
    """
    lines = [line for _, line in sheet.lines]
    lines = lines[next((place for place, line in enumerate(lines) if line.strip()), len(lines)) :]
    if all(line[:1] == "#" for line in lines):
        lines = [line[1:] for line in lines]
    if len(lines) < 3 or len(lines) % 2 == 0 or lines[0].count("+") < 2:
        return []
    shapes = LEVEL.issuperset("".join(lines[::2])) and UPRIGHT.issuperset("".join(lines[1::2]))
    return lines if shapes else []


def edge(drawn: str, letter: str) -> str:
    return letter if letter in drawn else "x" if "x" in drawn.lower() else "."


def write_drawing(document: Document, kind: KindNotation) -> str:
    """The lattice with the player's edges, below the puzzle's name."""
    width, height = size_of_grid(document)
    edges = edges_of(document) or no_edges(width, height)
    level = ["+" + "+".join({"-": "---", "x": " x ", ".": "   "}[edge] for edge in row) + "+" for row in edges["h"]]
    upright = [
        "".join(
            edge.replace(".", " ") + (f" {box} " if box else "")
            for edge, box in zip(row, [*boxes.replace(".", " "), ""])
        )
        for row, boxes in zip(edges["v"], document["grid"])
    ]
    both = [line for pair in zip(level, upright) for line in pair] + level[-1:]
    return "\n".join([*head(document, kind), *(line.rstrip() for line in both)]) + "\n"
