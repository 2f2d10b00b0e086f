"""Formats of minesweeper positions: numbers, covered cells, known mines, cells known to be safe."""

from __future__ import annotations

import hashlib
import re
from itertools import chain, count

from tesuji.errors import InputError
from tesuji.grid import letters, split
from tesuji.model import Document
from tesuji.notation.codec import Letters, LineReader, rows_of
from tesuji.notation.documents import board_in
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Notation, Penpa, Pzpr, Pzprv3, Setting, Typed
from tesuji.notation.penpa import GREEN, letters_of, marks_of, numbers, surface, symbols, where
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools
from tesuji.notation.pzpr import CLUE, SIXTEEN, UNKNOWN, GridItems, cells
from tesuji.puzzles.minesweeper.field import click, field_from_json, flood, guess_field, write_field
from tesuji.puzzles.minesweeper.rules import DIGITS, position


def clean(document: Document) -> Document:
    """Return a position in canonical letters; for a complete field, also with the grid that its opened cells show.
    Raises InputError.
    """
    if "grid" not in document and "field" in document:
        document = {**document, "grid": position(document)}
    return {**document, "grid": letters(document, "grid", DIGITS + ".*s")}


board_of = board_in("*s.")


# -- plain text --------------------------------------------------------------------------------------------------------

MINES = Setting(
    "mines",
    ("mines", "地雷数", "地雷"),
    pattern=re.compile(r"[\s#]*(?:(?:mines|地雷数?)\s+(\d{1,6})|(\d{1,6})\s*(?:mines|個?の?地雷))\s*", re.IGNORECASE),
)


LIKELY, POSSIBLE = 70, 20
"""Ranks of digits with a character that other puzzles lack, and of digits alone."""


def likeness(rows: list[str]) -> int:
    """Return the likelihood: at least half of the different letters must be digits; a number over 3, a mine, a cover or
    a “?” makes it likely.
    """
    found = set("".join(rows)) - set(BLANKS)
    own = found & set("0123456789*#!sSMmFf")
    if not found & set(DIGITS) or len(own) * 2 < len(found):
        return 0
    return LIKELY if found & set("45678*#sSMmFf") or any("?" in row for row in rows) else POSSIBLE


TEXT = Typed(
    letters={
        **{digit: digit for digit in DIGITS},
        **dict.fromkeys("*MmFf!", "*"),
        **dict.fromkeys("sS", "s"),
        **dict.fromkeys(BLANKS + "#", "."),
    },
    likeness=likeness,
    fields=lambda rows: {"grid": rows, "mines": None},
    lines=lambda document: write_field(document) if "field" in document else document["grid"],
    holds=("field", "opened"),
)

# -- pzpr --------------------------------------------------------------------------------------------------------------


ITEMS = GridItems(
    "minesweeper",
    {".": None, "*": None, "s": UNKNOWN, **{digit: int(digit) for digit in DIGITS}},
    " ".join(DIGITS),
    mines=None,
)
PZPR = Pzpr(("mines",), SIXTEEN, cells, ITEMS.document, ITEMS.items_of, holds=frozenset({"safe-cells"}))

FLAG = Letters({".": ".", "#": "*", "+": "s"})


def read_file(width: int, height: int, lines: LineReader, version: int) -> Document:
    document = ITEMS.document(width, height, lines.items(height, width, CLUE))
    board = [] if lines.over() else ["".join(row) for row in lines.block(height, width, FLAG)]
    return document | ({"board": board} if set("".join(board)) - {"."} else {})


def write_file(document: Document, width: int, height: int) -> tuple[str, list[list[str]]]:
    board = board_of(document) or ["." * width] * height
    clues = [[CLUE.write(item) for item in row] for row in rows_of(ITEMS.items_of(document), width)]
    return "pzprv3", clues + [[FLAG.write(mark) for mark in row] for row in board]


PZPRV3 = Pzprv3(read_file, write_file, frozenset({"board", "safe-cells"}))

# -- Penpa+ ------------------------------------------------------------------------------------------------------------

MINE, MINES_DRAWN = 4, (4, 5)


def read_page(page: Page) -> Document:
    grid = letters_of(page, {str(digit): str(digit) for digit in range(9)} | {"?": "s", "*": "*"})
    for (row, column), style in page.question.symbols("sun_moon").items():
        if style in MINES_DRAWN and page.frame.inside(row, column):
            grid[row][column] = "*"
    marks = {place: "s" for place, shade in page.answer.cells("surface").items() if shade == GREEN}
    marks |= {place: "*" for place, style in page.answer.symbols("sun_moon").items() if style in MINES_DRAWN}
    return {"kind": "minesweeper", "grid": ["".join(row) for row in grid], "mines": None} | marks_of(page, marks, ".")


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, board = Frame.around(width, height), board_of(document)
    texts = where(document["grid"], {str(digit): str(digit) for digit in range(9)} | {"s": "?"})
    question = {
        "number": numbers(frame, texts),
        "symbol": symbols(frame, "sun_moon", where(document["grid"], {"*": MINE})),
    }
    return (
        frame,
        question,
        {
            "symbol": symbols(frame, "sun_moon", where(board, {"*": MINE})),
            "surface": surface(frame, board, {"s": GREEN}),
        },
    )


def page_likeness(page: Page) -> int:
    """Return the likelihood: numbers and mines. Numbers alone occur in dozens of puzzles."""
    styles = {*page.question.symbols("sun_moon").values(), *page.answer.symbols("sun_moon").values()}
    return 70 if styles and styles <= set(MINES_DRAWN) else 0


PENPA = Penpa(
    read_page,
    write_page,
    page_likeness,
    PenpaTools(editing="symbol", symbol=("sun_moon", MINE)),
    frozenset({"board", "known-mines", "safe-cells"}),
    frozenset({"number", "sun_moon"}),
)

# -- Tatham's Mines: a complete field as a bitmap, masked (m) or not (u), and the place of the first click -------------

BITMAP = re.compile(r"(?:(\d{1,6}),(\d{1,6}),)?([mu]?)([0-9a-fA-F]+)")


def read_mines(width: int, height: int, params: str, body: str) -> Document:
    if body.startswith("r"):
        raise InputError("seed")
    match = BITMAP.fullmatch(body)
    if not match:
        raise InputError("letter", {"character": 1}, found=body[:1])
    x, y, masked, digits = match.groups()
    area = width * height
    if len(digits) != (area + 3) // 4:
        raise InputError("cut-board", n=min(4 * len(digits), area), expected=area)
    bits = unmask(digits, area) if masked == "m" else digits
    flat = f"{int(bits, 16):0{4 * len(bits)}b}"[:area].replace("0", ".").replace("1", "*")
    field = split(flat, width)
    opened = flood(field, int(y), int(x)) if x else {}
    grid = ["".join(str(opened.get((r, c), ".")) for c in range(width)) for r in range(height)]
    return {"kind": "minesweeper", "grid": grid, "mines": flat.count("*")}


def unmask(digits: str, area: int, *, back: bool = False) -> str:
    """Return the bitmap behind Tatham's mask, or with `back` the masked bitmap: each half is combined with the SHA-1 of
    the other.
    """
    bitmap = bytearray.fromhex(digits + "0" * (2 * ((area + 7) // 8) - len(digits)))
    half = len(bitmap) // 2
    first, second = slice(0, half), slice(half, None)
    for seed, target in ((second, first), (first, second)) if back else ((first, second), (second, first)):
        bitmap[target] = mixed(bytes(bitmap[target]), bytes(bitmap[seed]))
        if area % 8:
            bitmap[-1] &= 0xFF00 >> area % 8 & 0xFF
    return bitmap.hex()[: (area + 3) // 4]


def mixed(target: bytes, seed: bytes) -> bytes:
    blocks = (hashlib.sha1(seed + str(number).encode(), usedforsecurity=False).digest() for number in count())
    return bytes(byte ^ noise for byte, noise in zip(target, chain.from_iterable(blocks)))


def write_mines(document: Document, width: int, height: int) -> str:
    if "field" not in document:
        raise InputError("unwritable-mines", name="tatham")
    flat, area = "".join(document["field"]), width * height
    bits = "".join("1" if letter == "*" else "0" for letter in flat)
    digits = f"{int(bits.ljust(-(-area // 4) * 4, '0'), 2):0{(area + 3) // 4}x}"
    start = click(document)
    place = f"{start[1]},{start[0]}," if start else ""
    return f"n{bits.count('1')}:{place}m{unmask(digits, area, back=True)}"


def holds(document: Document) -> set[str]:
    """Return the fields that the game ID of this document holds."""
    start, opened = click(document), {tuple(place) for place in document.get("opened") or []}
    reached = set(flood(document["field"], *start)) if start else set()
    return {"mines", "field"} | ({"opened"} if reached == opened else set())


GAME = Game(
    "mines",
    {r"(?:n\d+a?|a)?:(?:(?:\d+,\d+,[mu]?|[mu]).*|r\d+,[ua],.*)": 80},
    read_mines,
    write_mines,
    holds,
)

NOTATION = KindNotation(
    kind="minesweeper",
    names=("mines", "マインスイーパー", "マインスイーパ", "地雷"),
    clean=clean,
    marks={"board": board_of},
    rare={"*": "known-mines", "s": "safe-cells"},
    settings=(MINES,),
    number_in_head="mines",
    text=TEXT,
    pzpr=PZPR,
    pzprv3=PZPRV3,
    penpa=PENPA,
    tatham=GAME,
    from_json=field_from_json,
    own=(Notation("field", guess=guess_field),),
)
