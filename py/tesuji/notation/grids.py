"""Grids as people type them.

Where the head names no puzzle the letters decide: every kind that is typed as a grid says how much the rows look like
its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.kinds import KindNotation, Kinds, Notation
from tesuji.notation.sheet import Sheet, head, says

BLANKS = ". _-?"
QUOTED = re.compile(r"[\[\]\"'(){}]")


def rows_as_grid(rows: list[str]) -> Document:
    return {"grid": rows}


def grid_as_rows(document: Document) -> list[str]:
    return document["grid"]


@dataclass(frozen=True)
class Typed:
    """How a kind is typed: what each letter means, and how rows of them become a document."""

    letters: Mapping[str, str]
    """Letters as typed -> letters of the document."""
    likeness: Callable[[list[str]], int]
    """How much rows without a name look like this kind, blanks included: 0 not at all, 100 beyond doubt."""
    fields: Callable[[list[str]], Document] = rows_as_grid
    """The fields of the document, given rows in its letters."""
    lines: Callable[[Document], list[str]] = grid_as_rows
    """The other way: what stands below the head."""


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


def guess(rows: list[str], kinds: Kinds) -> KindNotation | None:
    """The kind whose letters these are, None where they tell nothing."""
    if not set("".join(rows)) - set(BLANKS):
        return None
    return kinds.likeliest(lambda kind: kind.text.likeness(rows) if kind.text else 0)


def check_rows(rows: list[str], size: tuple[int, int] | None) -> None:
    """Raises InputError unless the rows make a rectangle, of the given size where one is given."""
    check_size(max(map(len, rows), default=0), len(rows))
    usual = max(set(map(len, rows)), key=lambda length: (sum(len(row) == length for row in rows), length))
    for place, row in enumerate(rows, 1):
        if len(row) != usual:
            raise InputError("ragged", {"row": place}, n=len(row), expected=usual)
    if size and size != (usual, len(rows)):
        raise InputError("other-size", width=size[0], height=size[1], columns=usual, rows=len(rows))


def translate(rows: list[str], letters: Mapping[str, str]) -> list[str]:
    """Rows in the letters of the document. Raises InputError with row and column."""
    for place, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in letters:
                allowed = " ".join(sorted(set(letters.values())))
                raise InputError("character", {"row": place, "column": column}, character=letter, allowed=allowed)
    return ["".join(letters[letter] for letter in row) for row in rows]


def read_grid(sheet: Sheet, kinds: Kinds) -> Document | None:
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
    kind = kinds.get(sheet.kind) if sheet.kind else guess(rows, kinds)
    if not sheet.kind and not set("".join(rows)) - set(BLANKS):
        raise InputError("no-kind")
    if kind is None or kind.text is None:
        return None
    check_rows(rows, sheet.size)
    fields = kind.text.fields(translate(rows, kind.text.letters))
    return {"kind": kind.kind, **fields} | sheet.settings


def write_text(document: Document, kind: KindNotation) -> str:
    """A puzzle as people type it, with its name on top."""
    return "\n".join([*head(document, kind), *kind.text.lines(document)]) + "\n"


def says_text(document: Document, kind: KindNotation) -> set[str]:
    """What plain text says: settings, and every letter."""
    return says(document, kind) | set(kind.rare.values())


NOTATION = Notation(
    "text",
    lambda source: read_grid(source.sheet, source.kinds),
    write_text,
    part=lambda kind: kind.text,
    says=says_text,
    aliases=("plain", "ascii"),
)
