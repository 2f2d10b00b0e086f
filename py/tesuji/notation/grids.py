"""Grids as people type them, pictures, and drawn lattices.

Where the head names no puzzle the letters decide:

    O and X, or 0 and 1 with even sides             binoxxo
    digits with a 4-8, a mine `*` or a cover `#`    minesweeper
    digits 0-3 and blanks                           slitherlink
    `#`, `*`, `■` and blanks                        the picture of a nonogram

`3x3:.01...2..` is slitherlink, width before height.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.documents import edges_of, from_picture, size_of
from tesuji.notation.sheet import SAME, Sheet, head

BLANKS = ". _-?"
QUOTED = re.compile(r"[\[\]\"'(){}]")
LETTERS = {
    "binoxxo": {**dict.fromkeys("Oo0", "O"), **dict.fromkeys("Xx1", "X"), **dict.fromkeys(BLANKS, ".")},
    "slitherlink": {**{digit: digit for digit in "01234"}, **dict.fromkeys(BLANKS, ".")},
    "minesweeper": {
        **{digit: digit for digit in "012345678"},
        **dict.fromkeys("*MmFf!", "*"),
        **dict.fromkeys("sS", "s"),
        **dict.fromkeys(BLANKS + "#", "."),
    },
    "nonogram": {**dict.fromkeys("#*Xx1@", "#"), **dict.fromkeys(BLANKS + "0Oo", ".")},
}
"""Per kind: letters as typed -> letters of the document."""


def cells(lines: list[str]) -> list[str]:
    """The lines as rows of single cells: separators gone, frames gone, blanks in place."""
    lines = [line for line in lines if not (set(line) & set("+┌└├╔╚") and not set(line) - set("+-=| ┌┐└┘├┤┬┴┼╔╗╚╝═║"))]
    lines = [QUOTED.sub("", line.strip(" ,;")) if QUOTED.search(line) else line for line in lines]
    for separator in "\t|,;":
        if any(separator in line for line in lines):
            return [fields(line, separator) for line in lines if line.strip()]
    return spaced(lines)


def fields(line: str, separator: str) -> str:
    """A row whose cells are parted by a separator; a field may hold several cells, an empty one is a blank."""
    line = line.strip(" ")
    if separator == "|":
        line = line.strip("|")
    parts = ["".join(part.split()) or "." for part in line.split(separator)]
    return "".join(parts)


def spaced(lines: list[str]) -> list[str]:
    """Rows of single characters, between which spaces may stand, or in which spaces are blanks."""
    full = [line for line in lines if line.strip()]
    if not any(" " in line.strip() or line[0] == " " for line in full):
        return [line.strip() for line in full]
    words = [line.split() for line in full]
    single = all(len(word) == 1 for row in words for word in row)
    even = len({len(row) for row in words}) == 1
    apart = all(len(line.strip()) == 2 * len(row) - 1 for line, row in zip(full, words))
    explicit = any(blank in line for line in full for blank in "._-?")
    if explicit or (single and even and apart and len(words[0]) > 1):
        return ["".join(row) for row in words]
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    width = max(map(len, map(str.rstrip, lines)))
    return [line.rstrip().ljust(width) for line in lines]


def guess(rows: list[str]) -> str | None:
    """The kind whose letters these are, None where they tell nothing."""
    found = set("".join(rows)) - set(BLANKS)
    even = len(rows) % 2 == 0 and len(rows[0]) % 2 == 0
    if not found:
        return None
    if found <= set("OoXx01") and (even or found & set("Oo")) and not (found == {"1"} and not even):
        return "binoxxo"
    if found <= set("#*Xx@") or (found <= set("01") and not set("".join(rows)) & set(BLANKS)):
        return "nonogram"
    digits = found & set("0123456789")
    if digits and (found & set("45678*#sSMmFf")):
        return "minesweeper"
    if digits and len(digits) * 2 >= len(found):
        return "slitherlink"
    return "binoxxo" if found & set("OX") and len(found) <= 4 else None


def check_rows(rows: list[str], size: tuple[int, int] | None) -> None:
    """Raises InputError unless the rows make a rectangle, of the given size where one is given."""
    check_size(max(map(len, rows), default=0), len(rows))
    usual = max(set(map(len, rows)), key=lambda length: (sum(len(row) == length for row in rows), length))
    for place, row in enumerate(rows, 1):
        if len(row) != usual:
            raise InputError("ragged", {"row": place}, n=len(row), expected=usual)
    if size and size != (usual, len(rows)):
        raise InputError("other-size", width=size[0], height=size[1], columns=usual, rows=len(rows))


def translate(rows: list[str], kind: str) -> list[str]:
    """Rows in the letters of the document. Raises InputError with row and column."""
    letters = LETTERS[kind]
    for place, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in letters:
                allowed = " ".join(sorted(set(letters.values())))
                raise InputError("character", {"row": place, "column": column}, character=letter, allowed=allowed)
    return ["".join(letters[letter] for letter in row) for row in rows]


def read_grid(sheet: Sheet) -> Document | None:
    """The puzzle of a sheet that holds a grid; None where it does not look like one. Raises InputError."""
    lines = [line for _, line in sheet.lines]
    rows = cells(lines)
    if not rows:
        return None
    if (size := re.fullmatch(r"(\d{1,3})(?:[\sxX,]+(\d{1,3}))?", lines[0].strip())) and len(lines) > 1:
        below = cells(lines[1:])
        # The line above a grid may hold its size, in either order.
        if (
            below
            and len({len(row) for row in below}) == 1
            and {len(below), len(below[0])} == {int(size[1]), int(size[2] or size[1])}
        ):
            rows = below
    kind = sheet.kind or guess(rows)
    if not set("".join(rows)) - set(BLANKS) and kind is None:
        raise InputError("no-kind")
    if kind not in LETTERS:
        return None
    check_rows(rows, sheet.size)
    rows = translate(rows, kind)
    document = from_picture(rows) if kind == "nonogram" else {"kind": kind, "grid": rows}
    if kind == "minesweeper":
        document["mines"] = None
    return document | sheet.settings


def write_text(document: Document) -> str:
    """A puzzle as people type it, with its name on top; the empty clue is a 0."""
    lines = head(document)
    if document["kind"] == "nonogram":
        for name, key in (("rows:", "rows"), ("columns:", "cols")):
            lines += [name, *(" ".join(map(str, line)) or "0" for line in document[key])]
    else:
        lines += document["grid"]
    return "\n".join(lines) + "\n"


# -- slitherlink: boxes in one line, drawn lattices --------------------------------------------------------------------

BOXES = re.compile(r"\s*(\d{1,6})\s*[xX×]\s*(\d{1,6})\s*:([^/,;]*)")


def read_boxes(text: str) -> Document | None:
    """Slitherlink as `WIDTHxHEIGHT:` and its boxes row by row, white space anywhere. Raises InputError."""
    match = BOXES.fullmatch(text)
    if not match:
        return None
    width, height = int(match[1]), int(match[2])
    check_size(width, height)
    boxes = "".join(match[3].split()).translate(SAME).replace("_", ".").replace("-", ".").replace("?", ".")
    for place, letter in enumerate(boxes):
        if letter not in "01234.":
            at = {"row": place // width + 1, "column": place % width + 1}
            raise InputError("character", at, character=letter, allowed="0 1 2 3 4 .")
    if len(boxes) != width * height:
        raise InputError("other-count", n=len(boxes), expected=width * height, width=width, height=height)
    return {"kind": "slitherlink", "grid": [boxes[start : start + width] for start in range(0, len(boxes), width)]}


def write_boxes(document: Document) -> str:
    width, height = size_of(document)
    return f"{width}x{height}:{''.join(document['grid'])}"


def read_drawing(sheet: Sheet) -> Document | None:
    """Slitherlink drawn with `+` at the vertices, `---` and `|` for edges and `x` for crossed ones; None for anything
    else."""
    lines = [line for _, line in sheet.lines]
    posts = [place for place, letter in enumerate(lines[0] if lines else "") if letter == "+"]
    if sheet.kind not in (None, "slitherlink") or len(posts) < 2 or len(lines) < 3 or len(lines) % 2 == 0:
        return None
    if set("".join(lines[::2])) - set("+-xX ") or set("".join(lines[1::2])) - set("01234|xX. "):
        return None
    check_size(len(posts) - 1, len(lines) // 2)
    lines = [line.ljust(posts[-1] + 1) for line in lines]
    level = ["".join(edge(line[start:end], "-") for start, end in pairwise(posts)) for line in lines[::2]]
    upright = ["".join(edge(line[post], "|") for post in posts) for line in lines[1::2]]
    grid = ["".join(line[start + 1 : end].strip() or "." for start, end in pairwise(posts)) for line in lines[1::2]]
    drawn = set("".join(level + upright))
    # Where every edge is drawn it is a table with a frame around each cell, unless it says otherwise.
    if any(len(row) != len(posts) - 1 for row in grid) or (drawn == {"-", "|"} and not sheet.kind):
        return None
    document = {"kind": "slitherlink", "grid": grid} | sheet.settings
    return document | ({"edges": {"h": level, "v": upright}} if drawn != {"."} else {})


def edge(drawn: str, letter: str) -> str:
    return letter if letter in drawn else "x" if "x" in drawn.lower() else "."


def write_drawing(document: Document) -> str:
    """The lattice with the player's edges, below the puzzle's name."""
    width, height = size_of(document)
    edges = edges_of(document) or {"h": ["." * width] * (height + 1), "v": ["." * (width + 1)] * height}
    level = ["+" + "+".join({"-": "---", "x": " x ", ".": "   "}[edge] for edge in row) + "+" for row in edges["h"]]
    upright = [
        "".join(
            edge.replace(".", " ") + (f" {box} " if box else "")
            for edge, box in zip(row, [*boxes.replace(".", " "), ""])
        )
        for row, boxes in zip(edges["v"], document["grid"])
    ]
    both = [line for pair in zip(level, upright) for line in pair] + level[-1:]
    return "\n".join([*head(document), *(line.rstrip() for line in both)]) + "\n"
