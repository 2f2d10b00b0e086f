"""Grids as people type them.

Where the head names no puzzle the letters decide: every kind that is typed as a grid says how much the rows look like
its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.kinds import KindNotation, Kinds, Notation
from tesuji.notation.members import read_members, said_members, write_members
from tesuji.notation.sheet import Sheet, head, says

BLANKS = ". _-?"
QUOTED = re.compile(r"[\[\]\"'(){}]")
FRAMED = re.compile(r"\s*\|([^|]*)\|\s*")
"""A row with a bar at each end only."""


def rows_as_grid(rows: list[str]) -> Document:
    return {"grid": rows}


def grid_as_rows(document: Document) -> list[str]:
    return document["grid"]


class Typed(NamedTuple):
    """How a kind is typed: what each letter means, and how rows of them become a document."""

    letters: Mapping[str, str]
    """Letters as typed -> letters of the document."""
    likeness: Callable[[list[str]], int]
    """How much rows without a name look like this kind, blanks included: 0 not at all, 100 beyond doubt."""
    fields: Callable[[list[str]], Document] = rows_as_grid
    """The fields of the document, given rows in its letters."""
    lines: Callable[[Document], list[str]] = grid_as_rows
    """The other way: what stands below the head."""
    says: Collection[str] = ()
    """The fields of a document, besides its clues, that these lines can say."""


class Rows(NamedTuple):
    """Rows of single cells; `guessed` where spaces or blank lines decided how many there are."""

    rows: list[str]
    guessed: bool = False


def cells(lines: list[str], size: tuple[int, int] | None = None) -> Rows:
    """The lines as rows of single cells: separators gone, frames gone, blanks in place. `size` is the one in the
    head."""
    lines = [line for line in lines if not (set(line) & set("+┌└├╔╚") and not set(line) - set("+-=| ┌┐└┘├┤┬┴┼╔╗╚╝═║"))]
    lines = [QUOTED.sub("", line.strip(" ,;")) if QUOTED.search(line) else line for line in lines]
    framed = [FRAMED.fullmatch(line) for line in lines if line.strip()]
    if framed and all(framed):
        return spaced([match[1] for match in framed if match], size)
    for separator in "\t|,;":
        if any(separator in line for line in lines):
            return Rows([fields(line, separator) for line in lines if line.strip()])
    return spaced(lines, size)


def fields(line: str, separator: str) -> str:
    """A row whose cells are parted by a separator; a field may hold several cells, an empty one is a blank."""
    line = line.strip(" ")
    if separator == "|":
        line = line.strip("|")
    parts = ["".join(part.split()) or "." for part in line.split(separator)]
    return "".join(parts)


def spaced(lines: list[str], size: tuple[int, int] | None = None) -> Rows:
    """Rows of single characters, between which spaces may stand, or in which spaces are blanks."""
    lines = block(lines, size)
    full = [line for line in lines if line.strip()]
    if between_cells(lines, full):
        return Rows(["".join(line.split()) for line in full])
    lengths = {len(line) for line in lines if line}
    # Where all lines are as long as each other with their spaces, the spaces at their ends are meant.
    meant = len(lengths) == 1 and any(line != line.strip() for line in lines if line)
    if not meant and not any(" " in line.rstrip() for line in full):
        loose = len(full) < len(lines) or any(line != line.strip() for line in full)
        return Rows([line.strip() for line in full], guessed=loose)
    return Rows(blanks_kept(lines, size), guessed=True)


def block(lines: list[str], size: tuple[int, int] | None) -> list[str]:
    """The lines from the first row to the last: a line of spaces at an end is one if it is as wide as the others."""
    if size and len(lines) == size[1]:
        return lines
    width = max((len(line.rstrip()) for line in lines), default=0)
    rows = [place for place, line in enumerate(lines) if line.strip() or (line and len(line) >= width)]
    return lines[rows[0] : rows[-1] + 1] if rows else []


def between_cells(lines: list[str], full: list[str]) -> bool:
    """Whether the spaces only part cells: "O X . ." or "12.. ..3."."""
    words = [line.split() for line in full]
    width = max((len(line.strip()) for line in full), default=0)
    if not full or len({sum(map(len, row)) for row in words}) > 1:
        return False
    if any(len(line) >= width and not line.strip() for line in lines):
        return False
    if any(blank in line for line in full for blank in "._-?"):
        # Blanks have a letter of their own; among cells a space would stand in some rows only.
        even = len({len(line) for line in lines}) == 1
        return not even or all(len({line[place] == " " for line in full}) == 1 for place in range(len(full[0])))
    if len(words[0]) < 2 or any(len(word) > 1 for row in words for word in row):
        return False
    # Every second column is a cell, from the same column on, and nothing is left over.
    first, width = len(full[0]) - len(full[0].lstrip()), 2 * len(words[0]) - 1
    alike = all(len(line.rstrip()) == first + width and not line[:first].strip() for line in full)
    return alike and max(map(len, lines)) <= max(first, 1) + first + width


def blanks_kept(lines: list[str], size: tuple[int, int] | None) -> list[str]:
    """Rows in which every space is a cell, filled up with blanks to the same width."""
    longest = max(map(len, lines))
    sure = size is None and sum(len(line) == longest for line in lines) > 1
    width = longest if sure else max(len(line.rstrip()) for line in lines) or longest
    width = max(width, size[0]) if size else width
    rows = [line[:width].ljust(width) for line in lines]
    apart = [row[::2] for row in rows]
    # "1   2" may be three cells with spaces between them: where that makes a square, it is.
    if not set("".join(row[1::2] for row in rows)) - {" "} and len(apart[0]) == len(rows) > 1 and width % 2:
        return apart
    return rows


def guess(rows: list[str], kinds: Kinds) -> KindNotation | None:
    """The kind whose letters these are, None where they tell nothing."""
    if not set("".join(rows)) - set(BLANKS):
        return None
    return kinds.likeliest(lambda kind: kind.text, lambda typed: typed.likeness(rows))


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


def read_grid(sheet: Sheet, kinds: Kinds, notes: list[Document] | None = None) -> Document | None:
    """The puzzle of a sheet that holds a grid; None where it does not look like one. Raises InputError.

    A size that had to be guessed is added to `notes`.
    """
    named = kinds.get(sheet.kind)
    if named and named.text is None:
        return {"kind": named.kind, **read_members(sheet)}
    lines = [line for _, line in sheet.lines]
    rows, guessed = cells(lines, sheet.size)
    if not rows:
        return None
    # With blanks at its ends it is a row like those below.
    row = guessed and lines[0] != lines[0].strip()
    size = None if row else re.fullmatch(r"(\d{1,3})(?:[\sxX,]+(\d{1,3}))?", lines[0].strip())
    if size and len(lines) > 1:
        below = cells(lines[1:])
        # The line above a grid may hold its size, in either order.
        if (
            below.rows
            and len({len(row) for row in below.rows}) == 1
            and {len(below.rows), len(below.rows[0])} == {int(size[1]), int(size[2] or size[1])}
        ):
            rows, guessed = below.rows, False
    kind = kinds.get(sheet.kind) if sheet.kind else guess(rows, kinds)
    if not sheet.kind and not set("".join(rows)) - set(BLANKS):
        raise InputError("no-kind")
    if kind is None or kind.text is None:
        return None
    check_rows(rows, sheet.size)
    if guessed and not sheet.size and notes is not None:
        notes.append({"key": "note.size", "params": {"width": len(rows[0]), "height": len(rows)}})
    fields = kind.text.fields(translate(rows, kind.text.letters))
    return {"kind": kind.kind, **fields} | sheet.settings


def write_text(document: Document, kind: KindNotation) -> str:
    """A puzzle as people type it, with its name on top."""
    lines = write_members(document) if kind.text is None else kind.text.lines(document)
    return "\n".join([*head(document, kind), *lines]) + "\n"


def says_text(document: Document, kind: KindNotation) -> set[str]:
    """What plain text says: settings, and every letter."""
    if kind.text is None:
        return said_members(document)
    return says(document, kind) | set(kind.rare.values()) | set(kind.text.says)


NOTATION = Notation(
    "text",
    lambda source: read_grid(source.sheet, source.kinds, source.notes),
    write_text,
    part=lambda kind: kind,
    says=says_text,
    aliases=("plain", "ascii"),
)
