"""Rectangles of letters in documents: validation, conversion, and places in sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Any

from tesuji.bitset import flags
from tesuji.errors import InputError
from tesuji.model import Alternative, Clue, Document, Offer, Puzzle

MAX_SIDE = 200
"""The longest side of a board."""
REGIONS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""The letters that regions may have."""
OUTSIDE = "."
"""The letter of a cell that belongs to no region."""


def check_size(width: int, height: int) -> None:
    """Raise InputError for a puzzle without cells or with a side over MAX_SIDE."""
    if width < 1 or height < 1:
        raise InputError("empty")
    if max(width, height) > MAX_SIDE:
        raise InputError("too-big", width=width, height=height, largest=MAX_SIDE)


def field(document: Document, name: str) -> Any:
    """Return a required member of a document. Raises InputError."""
    if name not in document:
        raise InputError("missing", field=name)
    return document[name]


def whole_number(document: Document, name: str, least: int, most: int, default: int | None = None) -> int:
    """Return a member that is a whole number in a range; a document may lack it if it has a default. Raises
    InputError.
    """
    found = field(document, name) if default is None else document.get(name, default)
    if type(found) is not int or not least <= found <= most:
        raise InputError("numbers", field=name, least=least, most=most)
    return found


def letters(document: Document, name: str, allowed: Collection[str], size: tuple[int, int] | None = None) -> list[str]:
    """Return the rows of a rectangle of `allowed` letters. Raises InputError with the place.

    `size` is (width, height), already checked; without it, the width is that of the first row.
    """
    rows = field(document, name)
    if not isinstance(rows, (list, tuple)) or not all(isinstance(row, str) for row in rows):
        raise InputError("not-rows", field=name)
    width, height = size or (len(rows[0]) if rows else 0, len(rows))
    if size is None:
        check_size(width, height)
    if len(rows) != height:
        raise InputError("height", field=name, n=len(rows), expected=height)
    legal = set(allowed)
    for number, row in enumerate(rows, 1):
        if len(row) != width:
            raise InputError("ragged", {"row": number}, n=len(row), expected=width)
        if not legal.issuperset(row):
            place, letter = next((place, letter) for place, letter in enumerate(row, 1) if letter not in legal)
            raise InputError("character", {"row": number, "column": place}, character=letter, allowed=" ".join(allowed))
    return list(rows)


def signs_between(document: Document, across: str, down: str, width: int, height: int) -> list[Clue]:
    """Return the signs of a document as clues: first ("right", r, c), between a cell and its right
    neighbour, then ("down", r, c), between a cell and the one below it. Raises InputError.

    `across` and `down` are the allowed letters, with "." for no sign. The member "signs" of the document, which may be
    missing, has their rows as "h" and "v".
    """
    signs = document.get("signs", {"h": ["." * (width - 1)] * height, "v": ["." * width] * (height - 1)})
    if not isinstance(signs, dict) or not {"h", "v"}.issuperset(signs):
        raise InputError("signs")
    sides = (("right", "h", across, (width - 1, height)), ("down", "v", down, (width, height - 1)))
    return [
        Clue((name, r, c), letter)
        for name, side, allowed, size in sides
        for r, row in enumerate(letters(signs, side, allowed, size))
        for c, letter in enumerate(row)
        if letter != "."
    ]


def cells_of(sign: Clue, width: int) -> tuple[int, int]:
    """Return the two cells of a sign."""
    name, row, column = sign.at
    cell = row * width + column
    return cell, cell + (1 if name == "right" else width)


def side_numbers(
    document: Document, members: Mapping[str, str], size: tuple[int, int] | None = None
) -> tuple[int, int, list[Clue]]:
    """Return the width and height of a board, and the numbers next to it as clues; ("left", 0) is left of the first
    row. Raises InputError.

    `members` has the member of the document for each side, such as {"left": "rows", "top": "cols"}. A member is a list
    of whole numbers from 0, with null for none. If there are numbers next to rows only, or columns only, `size` is the
    width and height of the grid.
    """
    lengths: dict[bool, int] = {} if size is None else {False: size[0], True: size[1]}
    clues = []
    for side, name in members.items():
        numbers, is_row = field(document, name), side in ("left", "right")
        if not isinstance(numbers, (list, tuple)):
            raise InputError("not-clues", field=name)
        if lengths.setdefault(is_row, len(numbers)) != len(numbers):
            raise InputError("height", field=name, n=len(numbers), expected=lengths[is_row])
        for at, number in enumerate(numbers):
            if number is not None and (type(number) is not int or number < 0):
                raise InputError("not-a-clue", {"row" if is_row else "column": at + 1})
        clues += [Clue((side, at), number) for at, number in enumerate(numbers) if number is not None]
    width, height = lengths[False], lengths[True]
    check_size(width, height)
    return width, height, clues


def line_of(number: Clue, width: int, height: int) -> range:
    """Return the cells of the line of a number next to the board, the nearest one first."""
    side, at = number.at
    line = rows_and_columns(width, height)[side in ("top", "bottom")][at]
    return line if side in ("left", "top") else line[::-1]


def bit_set(rows: Collection[str], wanted: str) -> int:
    """Return the cells, numbered row by row, whose letters are in `wanted`."""
    return int("".join(rows).encode("ascii").translate(_one_where(wanted))[::-1], 2)


@lru_cache
def _one_where(wanted: str) -> bytes:
    """Return a table for `translate`: "1" for these letters, "0" for all others."""
    return bytes([49 if chr(code) in wanted else 48 for code in range(256)])


def rows_of(width: int, height: int, yes: int, no: int, marks: str) -> list[str]:
    """Return rows of letters for the cells of a board. `marks`: the letters for yes, no and unknown."""
    size = width * height
    is_yes, is_no = flags(yes, size), flags(no & ~yes, size)
    both = int.from_bytes(is_yes, "little") + 2 * int.from_bytes(is_no, "little")
    text = both.to_bytes(size, "little").translate(f"{marks[2]}{marks[0]}{marks[1]}".encode().ljust(256)).decode()
    return [text[start : start + width] for start in range(0, size, width)]


def split(text: Sequence[str], width: int) -> list[str]:
    """Return rows of letters from the letters of all cells."""
    return ["".join(text[start : start + width]) for start in range(0, len(text), width)]


def rows_and_columns(width: int, height: int) -> tuple[list[range], list[range]]:
    """Return the cells of each row and of each column."""
    rows = [range(r * width, r * width + width) for r in range(height)]
    return rows, [range(c, width * height, width) for c in range(width)]


def lines(width: int, height: int) -> list[range]:
    """Return the cells of each row, then of each column."""
    rows, columns = rows_and_columns(width, height)
    return [*rows, *columns]


def links_between(cells: Collection[int], width: int, height: int) -> Iterator[tuple[int, int, range]]:
    """Yield each two of these cells that have none of the others between them, first in rows and then in columns, with
    the links on the way, numbered like those of a block.
    """
    chosen, below = set(cells), height * (width - 1)
    for number, line in enumerate(lines(width, height)):
        shift, step = (-number, 1) if number < height else (below, width)
        for one, other in pairwise([cell for cell in line if cell in chosen]):
            yield one, other, range(one + shift, other + shift, step)


def around(row: int, column: int, width: int, height: int) -> Iterator[tuple[int, int]]:
    """Yield the up to eight neighbours of a place, row by row."""
    for r in range(max(row - 1, 0), min(row + 2, height)):
        for c in range(max(column - 1, 0), min(column + 2, width)):
            if (r, c) != (row, column):
                yield r, c


@lru_cache(maxsize=4096)
def cells_around(row: int, column: int, width: int, height: int) -> tuple[int, ...]:
    """Return the numbers of the up to eight neighbours of a place; cells are numbered row by row."""
    here = row * width + column
    above, below = here - width, here + width
    if 0 < row < height - 1 and 0 < column < width - 1:
        return above - 1, above, above + 1, here - 1, here + 1, below - 1, below, below + 1
    left, right = -(column > 0), 1 + (column < width - 1)
    return (
        *(range(above + left, above + right) if row else ()),
        *range(here + left, here),
        *range(here + 1, here + right),
        *(range(below + left, below + right) if row < height - 1 else ()),
    )


def neighbours(width: int, height: int) -> list[list[int]]:
    """Return the cells that share a side with each cell."""
    size = width * height
    return [
        [here - width] * (here >= width)
        + [here - 1] * (here % width > 0)
        + [here + 1] * ((here + 1) % width > 0)
        + [here + width] * (here + width < size)
        for here in range(size)
    ]


def written(grid: Sequence[str], blanks: str = ".") -> list[tuple[int, int]]:
    """Return the places of a grid that are not blank."""
    return [(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter not in blanks]


def each_alone(document: Document, blanks: str = ".") -> list[list[tuple[int, int]]]:
    """Return the places of a document's grid that are not blank, each in a list of its own, as `Maker.parts` does."""
    return [[place] for place in written(document["grid"], blanks)]


def overwritten(rows: Sequence[str], letters: Iterable[tuple[tuple[int, int], str]]) -> list[str]:
    """Return the rows with these letters at these places."""
    grid = [list(row) for row in rows]
    for (r, c), letter in letters:
        grid[r][c] = letter
    return ["".join(row) for row in grid]


def blanked(document: Document, places: Iterable[tuple[int, int]], blank: str = ".") -> Document:
    """Return the document with a blank at these places of its grid."""
    return {**document, "grid": overwritten(document["grid"], ((place, blank) for place in places))}


def offered(rows: Sequence[str], chosen: Iterable[Offer]) -> list[str]:
    """Return the rows with the value of each offer at its row and column."""
    return overwritten(rows, (((offer.at["row"], offer.at["column"]), str(offer.value)) for offer in chosen))


def number_alternatives(puzzle: Puzzle, values: Sequence[int]) -> list[Alternative]:
    """Return, for each number in a cell, the values up to the number of cells that it counts."""
    return [
        Alternative(
            {"row": clue.at[0], "column": clue.at[1]},
            clue.value,
            (number,),
            values=[value for value in values if value <= len(constraint.scope)],
        )
        for number, constraint in enumerate(puzzle.constraints)
        if (clue := constraint.clue) and len(clue.at) == 2
    ]


def cells_by_letter(text: str, cells: Iterable[int] | None = None) -> dict[str, list[int]]:
    """Return the cells with each letter, all or some of them, in the order of their first cells."""
    found: dict[str, list[int]] = {}
    for cell in range(len(text)) if cells is None else cells:
        found.setdefault(text[cell], []).append(cell)
    return found


def spans(numbers: Iterable[int]) -> str:
    """Return numbers as text with ranges: 3, 4, 5 and 8 become "3–5, 8"."""
    groups = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    texts = []
    for _, pairs in groups:
        group = [number for _, number in pairs]
        texts.append(f"{group[0]}–{group[-1]}" if len(group) > 2 else ", ".join(map(str, group)))
    return ", ".join(texts)
