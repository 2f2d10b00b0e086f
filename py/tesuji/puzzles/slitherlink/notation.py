"""Formats of slitherlinks: the numbers of the boxes, and the edges that are drawn or crossed out."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation.codec import First, Letters, LetterTable, LineReader, Skip, rows_of, write_items
from tesuji.notation.documents import grid_of
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Notation, Penpa, Pzpr, Pzprv3, Typed, plain
from tesuji.notation.penpa import letters_of, numbers, where
from tesuji.notation.penpa_page import BELOW, DOTS, RIGHT, Drawing, Frame, Page, PenpaTools
from tesuji.notation.pzpr import CLUE, FOUR, UNKNOWN, GridItems, cells
from tesuji.notation.regions import border_key, borders_in
from tesuji.notation.sheet import holds
from tesuji.notation.tatham import whole
from tesuji.puzzles.slitherlink.drawing import (
    boxes_from_json,
    edges_of,
    no_edges,
    read_boxes,
    read_drawing,
    write_boxes,
    write_drawing,
)

DIGITS = {digit: digit for digit in "01234"}

# -- plain text --------------------------------------------------------------------------------------------------------


def likeness(rows: list[str]) -> int:
    """Digits, at least half of the different letters."""
    found = set("".join(rows)) - set(BLANKS)
    digits = found & set("0123456789")
    return 60 if digits and len(digits) * 2 >= len(found) else 0


TEXT = Typed({**DIGITS, **dict.fromkeys(BLANKS, ".")}, likeness)

# -- pzpr --------------------------------------------------------------------------------------------------------------

FULL = {"full": True}
"""The meaning of the flag "f": the loop visits every point."""


ITEMS = GridItems("slitherlink", {".": None, **{digit: int(digit) for digit in DIGITS}}, " ".join(DIGITS))
# A clue without a number does not restrict its cell.
ITEMS.letters[UNKNOWN] = "."

PZPR = Pzpr(
    ids=("slither", "slitherlink"),
    codec=FOUR,
    count=cells,
    document=ITEMS.document,
    items=ITEMS.items_of,
    flags={"f": FULL},
    holds=frozenset({"full"}),
    words=CLUE,
)

EDGE = {"h": Letters({"0": ".", "1": "-", "-1": "x"}), "v": Letters({"0": ".", "1": "|", "-1": "x"})}


def read_file(width: int, height: int, lines: LineReader, version: int) -> Document:
    full = lines.next() == ["f"]
    if full:
        lines.take()
    document = ITEMS.document(width, height, lines.items(height, width, CLUE)) | (FULL if full else {})
    if lines.over():
        return document
    if version:
        for _ in range(height):
            lines.take()
    upright = lines.block(height, width + 1, EDGE["v"])
    level = lines.block(height + 1, width, EDGE["h"])
    edges = {"h": ["".join(row) for row in level], "v": ["".join(row) for row in upright]}
    return document | ({"edges": edges} if set("".join(edges["h"] + edges["v"])) != {"."} else {})


def write_file(document: Document, width: int, height: int) -> tuple[str, list[list[str]]]:
    edges = edges_of(document) or no_edges(width, height)
    clues = [[CLUE.write(item) for item in row] for row in rows_of(ITEMS.items_of(document), width)]
    colours = [["0"] * width] * height
    flag = [["f"]] if document.get("full") else []
    return "pzprv3.1", flag + clues + colours + [
        [EDGE[way].write(edge) for edge in row] for way in ("v", "h") for row in edges[way]
    ]


PZPRV3 = Pzprv3(read_file, write_file, frozenset({"edges", "full"}))

# -- Penpa+ ------------------------------------------------------------------------------------------------------------

DRAWN, CROSSED = 3, 98


def read_page(page: Page) -> Document:
    grid = letters_of(page, DIGITS | {"?": "."})
    width, height = page.frame.width, page.frame.height
    edges = {"h": [["."] * width for _ in range(height + 1)], "v": [["."] * (width + 1) for _ in range(height)]}
    found = [
        (way, place, "x")
        for (block, row, column), _ in page.answer.items("lineE")
        for way, place in {BELOW: [("h", (row + 1, column))], RIGHT: [("v", (row, column + 1))]}.get(block, [])
    ]
    for row, column, below in borders_in(page.answer):
        found.append(("h", (row + 1, column), "-") if below else ("v", (row, column + 1), "|"))
    for way, (row, column), letter in found:
        if 0 <= row < len(edges[way]) and 0 <= column < len(edges[way][0]):
            edges[way][row][column] = letter
    drawn = {way: ["".join(row) for row in rows] for way, rows in edges.items()}
    marked = set("".join(drawn["h"] + drawn["v"])) != {"."}
    return {"kind": "slitherlink", "grid": ["".join(row) for row in grid]} | ({"edges": drawn} if marked else {})


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, edges = Frame.around(width, height), edges_of(document) or {"h": [], "v": []}
    drawn: Document = {}
    for way in ("h", "v"):
        for (row, column), letter in where(edges[way], {"-": "-", "|": "-", "x": "x"}).items():
            r, c = (row - 1, column) if way == "h" else (row, column - 1)
            if letter == "x":
                drawn[str(frame.index(BELOW if way == "h" else RIGHT, r, c))] = CROSSED
            else:
                drawn[border_key(frame, (r, c, int(way == "h")))] = DRAWN
    texts = where(document["grid"], DIGITS)
    return frame, {"number": numbers(frame, texts)}, {"lineE": drawn}


def page_likeness(page: Page) -> int:
    """Numbers up to 3, and as the answer a path of edges: closed, among dots, or with crosses next to it. Numbers among
    dots belong to half a dozen puzzles, and edges alone are the borders between regions.
    """
    numbers = set(page.question.texts().values()) - {"?"}
    ends = Counter(end for edge in page.answer.edges() for end in edge)
    path = len(ends) > 2 and max(ends.values()) <= 2
    crosses = any(block in (BELOW, RIGHT) for (block, *_), _ in page.answer.items("lineE"))
    loop = page.dots or crosses or min(ends.values(), default=0) == 2
    return 60 if numbers and numbers <= set("0123") and path and loop else 0


# The setter may have coloured cells, which does not restrict the loop.
PENPA = Penpa(
    read_page,
    write_page,
    page_likeness,
    PenpaTools(editing="combi", combi="edgex", grid=DOTS),
    frozenset({"edges"}),
    frozenset({"number", "surface"}),
)

# -- Tatham's Loopy on squares: digits, and letters for 1-26 empty boxes -----------------------------------------------

LOOPY = First(LetterTable({digit: (int(digit),) for digit in DIGITS}), Skip("abcdefghijklmnopqrstuvwxyz"))
TILINGS = (
    "squares",
    "triangular",
    "honeycomb",
    "snub-square",
    "cairo",
    "great-hexagonal",
    "octagonal",
    "kites",
    "floret",
    "dodecagonal",
    "great-dodecagonal",
    "penrose (kite/dart)",
    "penrose (rhombs)",
    "great-great-dodecagonal",
    "kagome",
    "compass-dodecagonal",
    "hats",
    "spectres",
)


def read_loopy(width: int, height: int, params: str, body: str) -> Document:
    tiling = int(found[1]) if (found := re.search(r"t(\d+)", params)) else 0
    if tiling:
        raise InputError("other-tiling", name=TILINGS[tiling] if tiling < len(TILINGS) else str(tiling))
    return ITEMS.document(width, height, whole(LOOPY, body, width * height))


def write_loopy(document: Document, width: int, height: int) -> str:
    return "t0:" + write_items(LOOPY, ITEMS.items_of(document))


GAME = Game("loopy", {r"[^:]*t\d[^:]*:.*": 90, r":(?=.*[a-z])[0-4a-z]+": 50}, read_loopy, write_loopy)

NOTATION = KindNotation(
    kind="slitherlink",
    names=("slither link", "slither", "loop the loop", "loopy", "fences", "スリザーリンク", "スリリン"),
    clean=grid_of("01234."),
    marks={"edges": lambda document: [*chain(*edges.values())] if (edges := edges_of(document)) else None},
    text=TEXT,
    pzpr=PZPR,
    pzprv3=PZPRV3,
    penpa=PENPA,
    tatham=GAME,
    from_json=boxes_from_json,
    own=(
        Notation("boxes", plain(read_boxes), lambda document, kind: write_boxes(document)),
        Notation(
            "drawing",
            read_drawing,
            write_drawing,
            holds=lambda document, kind: {"edges"} | holds(document, kind),
        ),
    ),
)
