"""Formats of akari: black cells with and without numbers, and bulbs."""

from __future__ import annotations

from tesuji.model import Document
from tesuji.notation.codec import First, LetterTable, Skip, write_items
from tesuji.notation.documents import board_in, grid_of
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Penpa, Pzpr, Typed
from tesuji.notation.penpa import BLACK, GREYS, ON_BLACK, letters_of, marks_of, numbers, surface, symbols, where
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools
from tesuji.notation.pzpr import CLUE, FOUR, UNKNOWN, GridItems, cells
from tesuji.notation.tatham import whole
from tesuji.puzzles.akari.rules import DIGITS, LETTERS

board_of = board_in("*.?")


# -- plain text --------------------------------------------------------------------------------------------------------

BLACKS = "#XxBb"


def likeness(rows: list[str]) -> int:
    """Return the likelihood: rows need black cells, some of them with numbers."""
    found = set("".join(rows)) - set(BLANKS)
    return 80 if found & set(BLACKS) and found & set(DIGITS) and found <= set(BLACKS + DIGITS) else 0


TEXT = Typed(
    {**{letter: letter for letter in DIGITS}, **dict.fromkeys(BLACKS, "#"), **dict.fromkeys(BLANKS, ".")}, likeness
)

# -- pzpr --------------------------------------------------------------------------------------------------------------


ITEMS = GridItems("akari", {".": None, "#": UNKNOWN, **{digit: int(digit) for digit in DIGITS}}, " ".join(DIGITS))
PZPR = Pzpr(("lightup", "akari", "bijutsukan"), FOUR, cells, ITEMS.document, ITEMS.items_of, words=CLUE)

# -- Penpa+ ------------------------------------------------------------------------------------------------------------

BULB, DOT = 3, 8


def read_page(page: Page) -> Document:
    grid = letters_of(page, {letter: letter for letter in DIGITS} | {"?": "#"})
    for (row, column), shade in page.question.cells("surface").items():
        if shade in (BLACK, *GREYS) and page.frame.inside(row, column) and grid[row][column] == ".":
            grid[row][column] = "#"
    found = {place: "*" for place, style in page.answer.symbols("sun_moon").items() if style == BULB}
    found |= {place: "." for place, style in page.answer.symbols("ox_").items() if style == DOT}
    return {"kind": "akari", "grid": ["".join(row) for row in grid]} | marks_of(page, found, "?")


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, grid, board = Frame.around(width, height), document["grid"], board_of(document)
    question = {
        "surface": surface(frame, grid, dict.fromkeys("#" + DIGITS, BLACK)),
        "number": numbers(frame, where(grid, dict(zip(DIGITS, DIGITS))), ON_BLACK),
    }
    bulbs = symbols(frame, "sun_moon", where(board, {"*": BULB}))
    return frame, question, {"symbol": bulbs | symbols(frame, "ox_B", where(board, {".": DOT}))}


def page_likeness(page: Page) -> int:
    """Return the likelihood: a page needs numbers up to 4 on black cells, and nothing else."""
    black = {place for place, shade in page.question.cells("surface").items() if shade == BLACK}
    texts = page.question.texts()
    return 50 if texts and black.issuperset(texts) and set(texts.values()) <= set(DIGITS) else 0


PENPA = Penpa(
    read_page,
    write_page,
    page_likeness,
    PenpaTools(editing="combi", combi="akari"),
    frozenset({"board"}),
    frozenset({"number", "surface"}),
)

# -- Tatham's Light Up: digits, B for a black cell without a number, letters for 1-26 white cells ----------------------

LIGHTUP = First(
    LetterTable({letter: (int(letter),) for letter in DIGITS}),
    LetterTable({"B": (UNKNOWN,)}),
    Skip("abcdefghijklmnopqrstuvwxyz"),
)


def read_game(width: int, height: int, params: str, body: str) -> Document:
    return ITEMS.document(width, height, whole(LIGHTUP, body, width * height))


def write_game(document: Document, width: int, height: int) -> str:
    """Return the game ID, with the percentage of black cells as Light Up writes it, which identifies the game."""
    items = ITEMS.items_of(document)
    part = round(100 * sum(item is not None for item in items) / len(items))
    return f"b{part}s0d2:" + write_items(LIGHTUP, items)


GAME = Game(
    "lightup",
    {
        r"(?=[^:]*[bs]\d)[^:]+:[0-4Ba-z]+": 90,
        r"[^:]*:(?=.*B)(?=.*[0-4])[0-4Ba-z]+": 70,
        r":(?=.*[a-z])(?=.*[0-4])[0-4a-z]{9,}": 5,  # only if akari is requested
    },
    read_game,
    write_game,
)

NOTATION = KindNotation(
    kind="akari",
    names=("light up", "lightup", "bijutsukan", "美術館"),
    clean=grid_of(LETTERS),
    marks={"board": board_of},
    blank="?",
    text=TEXT,
    pzpr=PZPR,
    penpa=PENPA,
    tatham=GAME,
)
