"""Formats of hitori: a number in each cell, in digits and letters, and shaded cells."""

from __future__ import annotations

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation.codec import LetterTable, number, write_items
from tesuji.notation.documents import board_in, grid_of
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Notation, Penpa, Pzpr, Source, Typed
from tesuji.notation.penpa import BLACK, GREEN, GREYS, letters_of, marks_of, numbers, surface, where
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools
from tesuji.notation.pzpr import GridItems, cells
from tesuji.notation.sheet import head, sheet_of
from tesuji.notation.tatham import whole
from tesuji.puzzles.hitori.rules import NUMBERS

TEXTS = {str(value): letter for value, letter in enumerate(NUMBERS, 1)}
"""A number as people write it -> its letter in the document."""
VALUES = {letter: value for value, letter in enumerate(NUMBERS, 1)}

board_of = board_in("#.?")


# -- plain text --------------------------------------------------------------------------------------------------------


def likeness(rows: list[str]) -> int:
    """Return the likelihood: every cell needs a number, at least two in a row or column are equal, and none exceeds the
    longer side. With numbers over 3 it is hardly a slitherlink, and as a minesweeper position it would have no mine.
    """
    found = set("".join(rows))
    largest = max((VALUES.get(letter, 99) for letter in found), default=99)
    same = any(len(set(line)) < len(line) for line in (*rows, *zip(*rows)))
    fits = largest <= max(len(rows), len(rows[0])) and same and min(len(rows), len(rows[0])) > 3
    return (75 if largest > 3 else 55) if fits else 0


TEXT = Typed({**{letter: letter for letter in NUMBERS}, **dict.fromkeys(BLANKS, ".")}, likeness)


def read_numbers(source: Source) -> Document | None:
    """Return the puzzle of rows of numbers, separated by spaces or commas, below the name of the puzzle. Return None
    for any other text, and for rows of single letters. Raises InputError.
    """
    if source.kind != "hitori" and not source.text.lstrip()[:60].lower().startswith(NAMES):
        return None
    sheet = sheet_of(source)
    rows = [line.replace(",", " ").split() for _, line in sheet.lines if line.strip()]
    words = [word for row in rows for word in row]
    if not words or len(rows[0]) < 2 or not all(word.isascii() and word.isdigit() for word in words):
        return None
    for place, (line, _) in enumerate(sheet.lines):
        if place < len(rows) and len(rows[place]) != len(rows[0]):
            raise InputError("other-words", {"line": line}, n=len(rows[place]), expected=len(rows[0]))
    items = [number(word) or None for word in words]
    return ITEMS.document(len(rows[0]), len(rows), items) | sheet.settings


def write_numbers(document: Document, kind: KindNotation) -> str:
    """Return a puzzle as rows of numbers, below its name."""
    rows = [" ".join(f"{VALUES.get(letter, 0):2}" for letter in row) for row in document["grid"]]
    return "\n".join([*head(document, kind), *rows]) + "\n"


# -- pzpr, and Tatham's Singles: a digit or a letter for each cell -----------------------------------------------------

ONE = LetterTable({**{letter: (value,) for letter, value in VALUES.items()}, ".": (None,)})


ITEMS = GridItems("hitori", {".": None, **VALUES}, f"1–{len(NUMBERS)}")
PZPR = Pzpr(("hitori",), ONE, cells, ITEMS.document, ITEMS.items_of)


def read_game(width: int, height: int, params: str, body: str) -> Document:
    return ITEMS.document(width, height, whole(ONE, body, width * height))


def write_game(document: Document, width: int, height: int) -> str:
    if any("." in row for row in document["grid"]):
        raise InputError("unwritable", found=".")
    return ":" + write_items(ONE, ITEMS.items_of(document))


GAME = Game(
    "singles",
    {r"(?:d[a-z]|k)+:(?=.*[1-9])[0-9a-z]+": 80, r":(?=.*[4-9])[1-9a-z]{9,}": 45, r":[1-3]{9,}": 45},
    read_game,
    write_game,
)

# -- Penpa+ ------------------------------------------------------------------------------------------------------------


def read_page(page: Page) -> Document:
    grid = letters_of(page, TEXTS)
    shades = {**dict.fromkeys((BLACK, *GREYS), "#"), GREEN: "."}
    found = {place: shades[shade] for place, shade in page.answer.cells("surface").items() if shade in shades}
    return {"kind": "hitori", "grid": ["".join(row) for row in grid]} | marks_of(page, found, "?")


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame = Frame.around(width, height)
    texts = where(document["grid"], {letter: text for text, letter in TEXTS.items()})
    answer = surface(frame, board_of(document), {"#": GREYS[0], ".": GREEN})
    return frame, {"number": numbers(frame, texts)}, {"surface": answer}


PENPA = Penpa(
    read_page, write_page, tools=PenpaTools(editing="surface"), holds=frozenset({"board"}), uses=frozenset({"number"})
)

NAMES = ("hitori", "singles", "ひとりにしてくれ")

NOTATION = KindNotation(
    kind="hitori",
    names=NAMES[1:],
    clean=grid_of("." + NUMBERS),
    marks={"board": board_of},
    blank="?",
    text=TEXT,
    pzpr=PZPR,
    penpa=PENPA,
    tatham=GAME,
    own=(Notation("numbers", read_numbers, write_numbers),),
)
