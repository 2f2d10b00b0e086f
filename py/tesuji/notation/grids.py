"""Grids as people type them: a letter for each cell, with or without separators, blanks as spaces or as letters.

If the head does not name the puzzle, the letters decide: every kind that is typed as a grid estimates how likely the
text is. A text may be a grid of several kinds; `guesses` returns all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tesuji.errors import InputError
from tesuji.grid import MAX_SIDE, check_size
from tesuji.model import Document
from tesuji.notation.kinds import KindNotation, Notation, PossibleReading, Sheet, Source, Typed
from tesuji.notation.members import read_members, said_members, write_members
from tesuji.notation.sheet import head, holds, sheet_of

__all__ = ["BLANKS", "NOTATION", "Typed", "cells", "guesses", "integers"]

BLANKS = ". _-?"
QUOTED = re.compile(r"[\[\]\"'(){}]")
LISTS = re.compile(r",[^\[\](){}]{0,999}[\])}]\s{0,9},\s{0,9}[\[({]")
"""Two lists in one line, which are not a row."""
FRAME = frozenset("+-=| ┌┐└┘├┤┬┴┼╔╗╚╝═║")
CORNERS = frozenset("+┌└├╔╚")
"""A line of these characters that has one of these corners is part of a frame."""
NUMBER = re.compile(r"-?\d{1,6}")
NAMED = 60
"""The rank of a grid if the text names the kind."""
LINE = 20 * MAX_SIDE
"""The maximum number of characters in a row, including separators."""
DIFFERENT = 24
"""A text with more distinct characters than this is not a grid."""
WIDEST = 4 * MAX_SIDE
"""In wider rows, spaces are not cells."""


class Rows(NamedTuple):
    """Rows of single cells; `guessed` is True if their number was inferred from spaces or blank lines."""

    rows: list[str]
    guessed: bool = False


def integers(lines: list[str], least: int = 2) -> list[list[int]] | None:
    """Return the rows of a matrix of whole numbers that includes a negative number and a row of at least `least`
    entries; None for any other text. Entries are separated by spaces, commas, semicolons or bars. Without a negative
    number, the rows may be single digits and do not count as a matrix.
    """
    if not any("-" in line for line in lines):
        return None
    words = [re.split(r"[ ,;|\t]+", line.strip(" ,;|\t[](){}")) for line in lines if line.strip("|- :")]
    if not words or max(map(len, words)) < least or not all(NUMBER.fullmatch(word) for row in words for word in row):
        return None
    return [[int(word) for word in row] for row in words] if any("-" in word for row in words for word in row) else None


def cells(lines: list[str], size: tuple[int, int] | None = None) -> Rows:
    """Return the lines as rows of single cells, without separators and frames, with blanks in place. `size` is the size
    in the head. Raises InputError.
    """
    if any(LISTS.search(line) for line in lines):
        return Rows([])
    if (matrix := integers(lines)) is not None:
        plain = all(-1 <= number <= 9 for row in matrix for number in row)
        return Rows(["".join("." if number < 0 else str(number) for number in row) for row in matrix] if plain else [])
    lines = [line for line in lines if not (FRAME.issuperset(line) and (not CORNERS.isdisjoint(line) or "|--" in line))]
    lines = [QUOTED.sub("", line.strip(" ,;")) if QUOTED.search(line) else line for line in lines]
    inside = [inner(line) for line in lines if line.strip()]
    if inside and None not in inside:
        return spaced([line for line in inside if line is not None], size)
    for separator in "\t|,;":
        if any(separator in line for line in lines):
            return Rows([fields(line, separator) for line in lines if line.strip(" ")])
    if len(lines) == 1 and "/" in lines[0] and " " not in lines[0].strip():
        lines = lines[0].strip().strip("/").split("/")
    return spaced(lines, size)


def inner(line: str) -> str | None:
    """Return the row between two bars, or None for a line with more or fewer bars."""
    line = line.strip()
    framed = len(line) > 1 and line[0] == line[-1] == "|" and line.count("|") == 2
    return line[1:-1] if framed else None


def fields(line: str, separator: str) -> str:
    """Return a row whose cells are divided by a separator. A field may hold several cells; an empty field is a blank."""
    line = line.strip(" ")
    if separator == "|":
        line = line.strip("|")
    return "".join(["".join(part.split()) or "." for part in line.split(separator)])


def spaced(lines: list[str], size: tuple[int, int] | None = None) -> Rows:
    """Return rows of single characters. Spaces are separators or blank cells. Raises InputError."""
    lines = block(lines, size)
    full = [line for line in lines if line.strip()]
    if between_cells(lines, full):
        return Rows(["".join(line.split()) for line in full])
    if len(full) == len(lines) and all(map(is_words, full)):
        # The words in the rows have different lengths, so no blanks are filled in; the caller rejects them.
        return Rows(["".join(line.split()) for line in full])
    lengths = {len(line) for line in lines if line}
    # If all lines have the same length including spaces, spaces at their ends are cells.
    meant = len(lengths) == 1 and any(line != line.strip() for line in lines if line)
    if not meant and not any(" " in line.rstrip() for line in full):
        loose = len(full) < len(lines) or any(line != line.strip() for line in full)
        return Rows([line.strip() for line in full], guessed=loose)
    return Rows(blanks_kept(lines, size), guessed=True)


def is_words(line: str) -> bool:
    """Return whether a line consists of three or more letters, each separated by one space: "1 2 0"."""
    return len(line) > 4 and len(line) % 2 == 1 and not line[1::2].strip() and " " not in line[::2]


def block(lines: list[str], size: tuple[int, int] | None) -> list[str]:
    """Return the lines from the first row to the last. A line of spaces at either end is a row if it is as wide as the
    others.
    """
    if size and len(lines) == size[1]:
        return lines
    width = max((len(line.rstrip()) for line in lines), default=0)
    rows = [place for place, line in enumerate(lines) if line.strip() or (line and len(line) >= width)]
    return lines[rows[0] : rows[-1] + 1] if rows else []


def between_cells(lines: list[str], full: list[str]) -> bool:
    """Return whether spaces only separate cells: "O X . ." or "12.. ..3."."""
    if not full or has_blank_row(lines, full):
        return False
    words = [line.split() for line in full]
    if len({sum(map(len, row)) for row in words}) > 1:
        return False
    if any(blank in line for line in full for blank in "._-?"):
        return same_columns(lines, full)
    return every_second(lines, full, words)


def has_blank_row(lines: list[str], full: list[str]) -> bool:
    """Return whether a line of spaces is as wide as the widest row."""
    width = max(len(line.strip()) for line in full)
    return any(len(line) >= width and not line.strip() for line in lines)


def same_columns(lines: list[str], full: list[str]) -> bool:
    """Return whether the spaces are in the same columns in all rows. Blank cells have their own letter here, so a space
    that was a cell would occur only in some rows.
    """
    if len({len(line) for line in lines}) > 1:
        return True
    return all(len(set(column)) == 1 for column in zip(*[[letter == " " for letter in line] for line in full]))


def every_second(lines: list[str], full: list[str], words: list[list[str]]) -> bool:
    """Return whether every second column, from the same start, is a cell and all other characters are spaces. Every
    third, fourth … column is accepted as well, as in a matrix written by MATLAB, if there are as many spaces before the
    first cell as between two cells.
    """
    if len(words[0]) < 2 or any(len(word) > 1 for row in words for word in row):
        return False
    count, first = len(words[0]), len(full[0]) - len(full[0].lstrip())
    second = full[0].find(words[0][1], first + 1)
    step = second - first if second == 2 * first + 1 > 3 else 2
    width = step * (count - 1) + 1
    alike = all(
        len(line.rstrip()) == first + width and not line[:first].strip() and len(line[first::step].split()[0]) == count
        for line in full
    )
    return alike and max(map(len, lines)) <= max(first, 1) + first + width


def blanks_kept(lines: list[str], size: tuple[int, int] | None) -> list[str]:
    """Return rows in which every space is a cell, padded with blanks to the same width. Raises InputError."""
    longest = max(map(len, lines))
    sure = size is None and sum(len(line) == longest for line in lines) > 1
    width = longest if sure else max(len(line.rstrip()) for line in lines) or longest
    width = max(width, size[0]) if size else width
    if max(width, len(lines)) > WIDEST:
        raise InputError("too-big", width=width, height=len(lines), largest=MAX_SIDE)
    rows = [line[:width].ljust(width) for line in lines]
    apart = [row[::2] for row in rows]
    # "1   2" may be three cells separated by spaces; it is read so if that makes a square.
    if not set("".join(row[1::2] for row in rows)) - {" "} and len(apart[0]) == len(rows) > 1 and width % 2:
        return apart
    return rows


def check_rows(rows: list[str], size: tuple[int, int] | None) -> None:
    """Raise InputError unless the rows form a rectangle, of the given size if there is one."""
    check_size(max(map(len, rows), default=0), len(rows))
    usual = max(set(map(len, rows)), key=lambda length: (sum(len(row) == length for row in rows), length))
    for place, row in enumerate(rows, 1):
        if len(row) != usual:
            raise InputError("ragged", {"row": place}, n=len(row), expected=usual)
    if size and size != (usual, len(rows)):
        raise InputError("other-size", width=size[0], height=size[1], columns=usual, rows=len(rows))


def translate(rows: list[str], letters: Mapping[str, str]) -> list[str]:
    """Return the rows in the letters of the document. Raises InputError with row and column."""
    for place, row in enumerate(rows, 1):
        for column, letter in enumerate(row, 1):
            if letter not in letters:
                allowed = " ".join(sorted(set(letters.values())))
                raise InputError("character", {"row": place, "column": column}, character=letter, allowed=allowed)
    return ["".join(letters[letter] for letter in row) for row in rows]


def grid_of(sheet: Sheet) -> Rows:
    """Return the rows of a sheet, without a first line that states their size. Raises InputError."""
    lines = [line for _, line in sheet.lines]
    longest = max(map(len, lines), default=0)
    if longest > LINE:
        if len(set("".join(lines))) > DIFFERENT:
            return Rows([])
        raise InputError("too-big", width=longest, height=len(lines), largest=MAX_SIDE)
    found = cells(lines, sheet.size)
    if not found.rows or (found.guessed and lines[0] != lines[0].strip()) or len(lines) < 2:
        return found
    size = re.fullmatch(r"(\d{1,3})(?:(?:\s+|\s*[xX,]\s*)(\d{1,3}))?", lines[0].strip(" ()[]")[:40])
    # If all lines have two words, the first one is a row of a narrow grid.
    if size and not (size[2] and all(len(re.findall(r"[^\s,]+", line)) == 2 for line in lines)):
        below = cells(lines[1:]).rows
        # The size may be given in either order.
        if len({len(row) for row in below}) == 1 and {len(below), len(below[0])} == {
            int(size[1]),
            int(size[2] or size[1]),
        }:
            return Rows(below)
    return found


def guesses(source: Source) -> Iterator[PossibleReading]:
    """Yield the puzzles of a text that is a grid: of the kind that the sheet names, or of every kind with these
    letters. Raises InputError.
    """
    sheet, kinds = sheet_of(source), source.kinds
    named = kinds.get(sheet.kind)
    if named and named.text is None:
        yield PossibleReading(100, {"kind": named.kind, **read_members(sheet)})
        return
    found = grid_of(sheet)
    if not found.rows:
        return
    if sheet.kind:
        ranked = [(NAMED, named)] if named else []
    else:
        if not set("".join(found.rows)) - set(BLANKS):
            raise InputError("no-kind")
        ranked = [(kind.text.likeness(found.rows), kind) for kind in kinds if kind.text]
        ranked = sorted((pair for pair in ranked if pair[0]), key=lambda pair: -pair[0])
    unsure = found.guessed and not sheet.size
    for place, (rank, kind) in enumerate(ranked):
        for less, rows in enumerate(boards(found.rows, kind, sheet) if unsure else [found.rows]):
            try:
                document = puzzle_of(rows, kind, sheet)
            except InputError:
                if not place:
                    raise
                continue
            notes = ({"key": "note.size", "params": size_of_rows(rows)},) if unsure else ()
            yield PossibleReading(rank - less, document, notes)


def boards(rows: list[str], kind: KindNotation, sheet: Sheet) -> list[list[str]]:
    """Return the boards that rows with spaces may be, the likeliest first. If all lines are equally long, no spaces were
    removed from their ends, so blank rows were hardly removed either.
    """
    if not kind.text or " " not in "".join(rows) or len(set(map(len, rows))) > 1:
        return [rows]
    found = kind.text.completed(rows)
    whole = len({len(line) for _, line in sheet.lines}) == 1
    return found[::-1] if whole else found


def size_of_rows(rows: list[str]) -> Document:
    return {"width": len(rows[0]), "height": len(rows)}


def puzzle_of(rows: list[str], kind: KindNotation, sheet: Sheet) -> Document:
    """Return the document for the rows of a kind that is typed as a grid. Raises InputError."""
    typed = kind.text
    assert typed
    check_rows(rows, sheet.size)
    return {"kind": kind.kind, **typed.fields(translate(rows, typed.letters))} | sheet.settings


def write_text(document: Document, kind: KindNotation) -> str:
    """Return a puzzle as people type it, below its name."""
    lines = write_members(document) if kind.text is None else kind.text.lines(document)
    return "\n".join([*head(document, kind), *lines]) + "\n"


def held_by_text(document: Document, kind: KindNotation) -> set[str]:
    """Return the fields that plain text can hold: settings, and every letter."""
    if kind.text is None:
        return said_members(document)
    return holds(document, kind) | set(kind.rare.values()) | set(kind.text.holds)


NOTATION = Notation(
    "text",
    write=write_text,
    part=lambda kind: kind,
    holds=held_by_text,
    aliases=("plain", "ascii"),
    guess=guesses,
)
