"""Formats of star battles: regions as letters, or as the borders between them."""

from __future__ import annotations

import re

from tesuji.grid import OUTSIDE, REGIONS, overwritten
from tesuji.model import Document
from tesuji.notation.codec import First, Head, Items, number
from tesuji.notation.documents import board_in
from tesuji.notation.kinds import KindNotation, Penpa, Pzpr, Setting, Typed
from tesuji.notation.penpa import BLACK, marks_of, surface, symbols, where
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools
from tesuji.notation.regions import BITS, bit_count, clean, from_bits, named, page_edges, page_regions, to_bits

board_of = board_in("*.")


# -- plain text --------------------------------------------------------------------------------------------------------

OUTSIDES = "._-#@"


def likeness(rows: list[str]) -> int:
    """Return the likelihood: rows need to be a square with as many different letters as rows, outside cells aside."""
    found = set("".join(rows)) - set(OUTSIDES)
    square = len(rows) == len(rows[0]) == len(found) > 3
    return 80 if square and all(letter.isalpha() for letter in found) else 0


TEXT = Typed(dict.fromkeys(OUTSIDES, OUTSIDE) | {letter: letter for letter in REGIONS}, likeness)

# -- pzpr: the number of stars and a slash, then the borders ------------------------------------------------------------


def read_items(width: int, height: int, items: Items) -> Document:
    stars = {"stars": items[0]} if items[0] not in (0, 1) else {}
    return {"kind": "star_battle", "grid": from_bits(width, height, items[1:]), **stars}


def write_items(document: Document) -> list[int]:
    return [document.get("stars", 1), *to_bits(document["grid"])]


PZPR = Pzpr(
    ("starbattle",),
    First(Head("/"), BITS),
    lambda width, height: 1 + bit_count(width, height),
    read_items,
    write_items,
    holds=frozenset({"stars"}),
)

# -- Penpa+: borders as edges of the question, stars as symbols of the answer ------------------------------------------

STAR = 2
COUNT = re.compile(r"(\d{1,2})[ -]?(?:star|★)|(?:star|★)[:=]? ?(\d{1,2})")
"""The number of stars, which a page states only in its title or its rules."""


def read_page(page: Page) -> Document:
    text = COUNT.search(page.rules.lower()) or COUNT.search(page.title.lower())
    usual = 1 + (page.frame.height >= 10) + (page.frame.height >= 14)
    stars = int(text[1] or text[2]) if text else usual
    marks = dict.fromkeys(page.answer.symbols("star"), "*")
    black = (place for place, shade in page.question.cells("surface").items() if shade == BLACK)
    outside = [(place, OUTSIDE) for place in black if page.frame.inside(*place)]
    grid = named("".join(overwritten(page_regions(page), outside)), page.frame.width)
    document = {"kind": "star_battle", "grid": grid} | ({"stars": stars} if stars != 1 else {})
    return document | marks_of(page, marks, "?")


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame = Frame.around(width, height)
    stars = symbols(frame, "star", where(board_of(document), {"*": STAR}))
    grid = document["grid"]
    question = {"lineE": page_edges(frame, grid), "surface": surface(frame, grid, {OUTSIDE: BLACK})}
    return frame, question, {"symbol": stars}


PENPA = Penpa(
    read_page,
    write_page,
    rules=lambda document: f"{document.get('stars', 1)}★",
    tools=PenpaTools(editing="combi", combi="star"),
    holds=frozenset({"board", "stars"}),
    uses=frozenset({"border", "surface"}),
)

NOTATION = KindNotation(
    kind="star_battle",
    names=("star battle", "starbattle", "queens", "two not touch", "スターバトル"),
    clean=clean,
    marks={"board": board_of},
    blank="?",
    usual={"stars": 1},
    settings=(Setting("stars", ("stars", "star"), number),),
    number_in_head="stars",
    text=TEXT,
    pzpr=PZPR,
    penpa=PENPA,
)
