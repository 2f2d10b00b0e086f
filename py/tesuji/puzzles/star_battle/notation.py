"""Formats of star battles: regions as letters, or as the borders between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation import documents
from tesuji.notation.codec import Items, Read, Written, number
from tesuji.notation.documents import grid_of, size_of_grid
from tesuji.notation.kinds import KindNotation, Penpa, Pzpr, Setting, Typed
from tesuji.notation.penpa import marks_of, symbols, where
from tesuji.notation.penpa_page import VERTEX, Drawing, Frame, Page, PenpaTools
from tesuji.puzzles.star_battle.rules import NAMES

Wall = tuple[int, int, int]
"""Row and column of a cell, and 0 for the wall to its right or 1 for the wall below it."""
STARS = Setting("stars", ("stars", "star"), number)
BITS = 5
"""The number of walls in one character of pzpr."""
DIGITS = "0123456789abcdefghijklmnopqrstuv"


def board_of(document: Document) -> list[str] | None:
    return documents.board_of(document, "*.", size_of_grid(document))


def clean(document: Document) -> Document:
    """Return the document with its regions named A, B, C in the order of their first cells."""
    rows = grid_of(NAMES)(document)["grid"]
    names = dict(zip(dict.fromkeys("".join(rows)), NAMES))
    return {**document, "grid": ["".join(map(names.__getitem__, row)) for row in rows]}


def regions_between(width: int, height: int, wall: Callable[[Wall], bool]) -> Document:
    """Return the fields of a document whose regions are separated by these walls. Raises InputError."""
    rows = [[""] * width for _ in range(height)]
    names = iter(NAMES)
    for first in ((r, c) for r in range(height) for c in range(width)):
        if rows[first[0]][first[1]]:
            continue
        if (name := next(names, None)) is None:
            raise InputError("regions", n=len(NAMES) + 1, most=len(NAMES))
        todo = [first]
        while todo:
            r, c = todo.pop()
            if rows[r][c]:
                continue
            rows[r][c] = name
            neighbours = (
                (r, c + 1, (r, c, 0)),
                (r + 1, c, (r, c, 1)),
                (r, c - 1, (r, c - 1, 0)),
                (r - 1, c, (r - 1, c, 1)),
            )
            todo += [(y, x) for y, x, at in neighbours if 0 <= y < height and 0 <= x < width and not wall(at)]
    return {"kind": "star_battle", "grid": ["".join(row) for row in rows]}


def walls(grid: list[str]) -> tuple[list[Wall], list[Wall]]:
    """Return all places of walls to the right of a cell, and all places below one, row by row."""
    height, width = len(grid), len(grid[0])
    right = [(r, c, 0) for r in range(height) for c in range(width - 1)]
    return right, [(r, c, 1) for r in range(height - 1) for c in range(width)]


def is_wall(grid: list[str], wall: Wall) -> bool:
    r, c, below = wall
    return grid[r][c] != grid[r + below][c + 1 - below]


# -- plain text --------------------------------------------------------------------------------------------------------


def likeness(rows: list[str]) -> int:
    """Return the likelihood: rows need to be a square with as many different letters as rows."""
    found = set("".join(rows))
    square = len(rows) == len(rows[0]) == len(found) > 3
    return 80 if square and all(letter.isalpha() for letter in found) else 0


TEXT = Typed({letter: letter for letter in NAMES}, likeness)

# -- pzpr: the number of stars, then bits for the walls, five in a character -------------------------------------------


class Body:
    """Reads and writes the number of stars with its slash, or five walls."""

    def read(self, text: str, at: int) -> Read | None:
        if at == 0:
            found = re.match(r"(\d{1,3})/", text)
            return Read([int(found[1])], found.end()) if found else None
        bits = DIGITS.find(text[at])
        return Read([bits >> place & 1 for place in reversed(range(BITS))], at + 1) if bits >= 0 else None

    def write(self, items: Items, at: int) -> Written | None:
        if at == 0:
            return Written(f"{items[0]}/", 1)
        bits = int("".join(map(str, items[at : at + BITS])), 2)
        return Written(DIGITS[bits], at + BITS)


def padded(count: int) -> int:
    return -(-count // BITS) * BITS


def count(width: int, height: int) -> int:
    return 1 + padded((width - 1) * height) + padded(width * (height - 1))


def read_items(width: int, height: int, items: Items) -> Document:
    stars, bits = items[0] or 1, iter(items[1:])
    set_walls: set[Wall] = set()
    for group in walls(["." * width] * height):
        values = islice(bits, padded(len(group)))
        set_walls |= {at for at, value in zip(group, [*values]) if value}
    return regions_between(width, height, set_walls.__contains__) | ({"stars": stars} if stars > 1 else {})


def write_items(document: Document) -> list[int]:
    items = [document.get("stars", 1)]
    for group in walls(document["grid"]):
        bits = [int(is_wall(document["grid"], at)) for at in group]
        items += bits + [0] * (padded(len(bits)) - len(bits))
    return items


PZPR = Pzpr(("starbattle",), Body(), count, read_items, write_items, holds=frozenset({"stars"}))

# -- Penpa+: borders as edges of the question, stars as symbols of the answer ------------------------------------------

BORDER, STAR = 2, 2
COUNT = re.compile(r"(\d{1,2})[ -]?(?:star|★)|(?:star|★)[:=]? ?(\d{1,2})")
"""The number of stars, which a page states only in its title or its rules."""


def read_page(page: Page) -> Document:
    found: set[Wall] = set()
    for start, end in page.question.edges():
        (block, row, column), (_, other_row, other_column) = sorted((start, end))
        if block == VERTEX and (other_row - row, other_column - column) == (0, 1):
            found.add((row, column + 1, 1))
        if block == VERTEX and (other_row - row, other_column - column) == (1, 0):
            found.add((row + 1, column, 0))
    document = regions_between(page.frame.width, page.frame.height, found.__contains__)
    text = COUNT.search(page.title.lower()) or COUNT.search(page.rules.lower())
    usual = 1 + (page.frame.height >= 10) + (page.frame.height >= 14)
    stars = int(text[1] or text[2]) if text else usual
    marks = dict.fromkeys(page.answer.symbols("star"), "*")
    return document | ({"stars": stars} if stars != 1 else {}) | marks_of(page, marks, "?")


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, edges = Frame.around(width, height), {}
    for group in walls(document["grid"]):
        for r, c, below in (at for at in group if is_wall(document["grid"], at)):
            ends = frame.index(VERTEX, r, c), frame.index(VERTEX, r - (1 - below), c - below)
            edges[f"{min(ends)},{max(ends)}"] = BORDER
    stars = symbols(frame, "star", where(board_of(document), {"*": STAR}))
    return frame, {"lineE": edges}, {"symbol": stars}


PENPA = Penpa(
    read_page,
    write_page,
    tools=PenpaTools(editing="combi", combi="star"),
    holds=frozenset({"board"}),
    uses=frozenset({"border", "surface"}),
)

NOTATION = KindNotation(
    kind="star_battle",
    names=("star battle", "starbattle", "queens", "two not touch", "スターバトル"),
    clean=clean,
    marks={"board": board_of},
    blank="?",
    usual={"stars": 1},
    settings=(STARS,),
    number_in_head="stars",
    text=TEXT,
    pzpr=PZPR,
    penpa=PENPA,
)
