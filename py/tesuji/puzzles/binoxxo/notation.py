"""Formats of binoxxos: O and X, or 0 and 1, or white and black."""

from __future__ import annotations

from tesuji.model import Document
from tesuji.notation import documents
from tesuji.notation.codec import rows_of, write_items
from tesuji.notation.documents import grid_of, size_of_grid
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Penpa, Setting, Typed
from tesuji.notation.penpa import letters_of, marks_of, symbols, where
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools
from tesuji.notation.sheet import yes_or_no
from tesuji.notation.tatham import GAPS, whole


def board_of(document: Document) -> list[str] | None:
    return documents.board_of(document, "OX.", size_of_grid(document))


DISTINCT = Setting("distinct", ("distinct",), yes_or_no, lambda value: "no" if value is False else None)

# -- plain text --------------------------------------------------------------------------------------------------------


def likeness(rows: list[str]) -> int:
    """Two letters, on even sides."""
    found = set("".join(rows)) - set(BLANKS)
    even = len(rows) % 2 == 0 and len(rows[0]) % 2 == 0
    if found <= set("OoXx01") and (even or found & set("Oo")) and not (found == {"1"} and not even):
        return 90
    return 10 if found & set("OX") and len(found) <= 4 else 0


TEXT = Typed({**dict.fromkeys("Oo0", "O"), **dict.fromkeys("Xx1", "X"), **dict.fromkeys(BLANKS, ".")}, likeness)

# -- Penpa+ ------------------------------------------------------------------------------------------------------------

WHITE_CIRCLE, BLACK_CIRCLE = 1, 2


def read_page(page: Page) -> Document:
    grid = letters_of(page, {"0": "O", "1": "X", "O": "O", "X": "X", "o": "O", "x": "X", "○": "O", "●": "X"})
    circles = {WHITE_CIRCLE: "O", BLACK_CIRCLE: "X"}
    for (row, column), style in page.question.symbols("circle_").items():
        if style in circles and page.frame.inside(row, column):
            grid[row][column] = circles[style]
    marks = {place: circles[style] for place, style in page.answer.symbols("circle_").items() if style in circles}
    return {"kind": "binoxxo", "grid": ["".join(row) for row in grid]} | marks_of(page, marks, ".")


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, circles = Frame.around(width, height), {"O": WHITE_CIRCLE, "X": BLACK_CIRCLE}
    question, answer = (
        symbols(frame, "circle_M", where(rows, circles)) for rows in (document["grid"], board_of(document))
    )
    return frame, {"symbol": question}, {"symbol": answer}


def page_likeness(page: Page) -> int:
    """Two letters, on even sides. Circles alone belong to half a dozen puzzles."""
    found = set(page.question.texts().values())
    even = page.frame.width % 2 == 0 and page.frame.height % 2 == 0 and not page.dots
    return 90 if even and len(found) == 2 and found in ({"0", "1"}, {"O", "X"}, {"o", "x"}, {"○", "●"}) else 0


PENPA = Penpa(
    read_page,
    write_page,
    page_likeness,
    PenpaTools(editing="combi"),
    frozenset({"board"}),
    frozenset({"number", "circle_"}),
)

# -- Tatham's Unruly: gaps with the colour of the cell behind them; `u` means distinct lines ------------------------


def read_unruly(width: int, height: int, params: str, body: str) -> Document:
    items = whole(GAPS, body, width * height + 1)[:-1]
    grid = ["".join("." if item is None else "OX"[item] for item in row) for row in rows_of(items, width)]
    return {"kind": "binoxxo", "grid": grid, "distinct": "u" in params}


def write_unruly(document: Document, width: int, height: int) -> str:
    cells = [None if letter == "." else "OX".index(letter) for letter in "".join(document["grid"])]
    return ("" if document.get("distinct") is False else "u") + ":" + write_items(GAPS, [*cells, 0])


GAME = Game("unruly", {r"u?(?:d[a-z])?:[a-zA-Z]+": 60}, read_unruly, write_unruly, says=lambda document: {"distinct"})

NOTATION = KindNotation(
    kind="binoxxo",
    names=(
        "takuzu",
        "binairo",
        "binary puzzle",
        "binary",
        "binero",
        "tohu wa vohu",
        "tohu",
        "unruly",
        "ビノクソ",
        "ビノックソ",
        "タクズ",
        "バイナリーパズル",
        "バイナリパズル",
        "ビナイロ",
    ),
    clean=grid_of("OX."),
    marks={"board": board_of},
    usual={"distinct": True},
    settings=(DISTINCT,),
    text=TEXT,
    penpa=PENPA,
    tatham=GAME,
)
