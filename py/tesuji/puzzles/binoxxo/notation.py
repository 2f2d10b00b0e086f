"""Formats of binoxxos: O and X, or 0 and 1, or white and black, or suns and moons. With signs, also

O|.=.|X      lines of cells with "=" and "x" between them, and lines of the signs between two rows; a line of signs
x------      may have spaces for "-", and a line of cells may have spaces for "|"
.|.|.x.

a1b0a|2c6    the cells in one line, a letter for as many blanks (a: one), then a code for the signs at each cell
"""

from __future__ import annotations

import re
from math import isqrt

from tesuji.errors import InputError
from tesuji.grid import MAX_SIDE, split
from tesuji.model import Document
from tesuji.notation.codec import write_items
from tesuji.notation.documents import board_in, grid_of
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Notation, Penpa, Setting, Source, Typed
from tesuji.notation.penpa import letters_of, marks_of, symbols, where
from tesuji.notation.penpa_page import Drawing, Frame, Page, PenpaTools
from tesuji.notation.pzpr import GridItems
from tesuji.notation.sheet import sheet_of, yes_or_no
from tesuji.notation.tatham import GAPS, whole

board_of = board_in("OX.")
DISTINCT = Setting("distinct", ("distinct",), yes_or_no, lambda value: "no" if value is False else None)

# -- plain text --------------------------------------------------------------------------------------------------------


def likeness(rows: list[str]) -> int:
    """Return the likelihood: rows need two letters and even sides."""
    found = set("".join(rows)) - set(BLANKS)
    even = len(rows) % 2 == 0 and len(rows[0]) % 2 == 0
    if found <= set("OoXx01") and (even or found & set("Oo")) and not (found == {"1"} and not even):
        return 90
    return 10 if found & set("OX") and len(found) <= 4 else 0


SUNS, MOONS = "☀🌞🌝🌕Ss", "☾🌙🌛🌜🌚🌑Mm"
LETTERS = {
    **dict.fromkeys("Oo0" + SUNS, "O"),
    **dict.fromkeys("Xx1" + MOONS, "X"),
    **dict.fromkeys(BLANKS + "⬜", "."),
}


def lines_of(document: Document) -> list[str]:
    """Return the rows, with lines of signs between them if there are signs."""
    if "signs" not in document:
        return list(document["grid"])
    # Lines may be equal in a text with signs, unless it states that they may not.
    lines = [] if document.get("distinct") is False else ["distinct: yes"]
    h, v = document["signs"]["h"], document["signs"]["v"]
    for number, row in enumerate(document["grid"]):
        lines.append(row[0] + "".join(map(str.__add__, h[number].replace(".", "|"), row[1:])))
        if number < len(v):
            lines.append("-".join(v[number].replace(".", "-")))
    return lines


def completed(rows: list[str]) -> list[list[str]]:
    """Return the square with blank last rows or columns if the rows are none, and the rows as they are. A board that is
    higher than wide lacks a column only if it is odd.
    """
    width, height = len(rows[0]), len(rows)
    side = max(width, height) + max(width, height) % 2
    if width == height or (width < height and width % 2 == 0) or 2 * min(width, height) < side:
        return [rows]
    return [[row.ljust(side, ".") for row in rows] + ["." * side] * (side - height), rows]


TEXT = Typed(LETTERS, likeness, lines=lines_of, holds=("signs",), completed=completed)

# -- signs -------------------------------------------------------------------------------------------------------------

SIGNS = {"=": "=", **dict.fromkeys("xX×/", "x"), **dict.fromkeys(" |-.:+_", ".")}
CODES = "..", "=.", "x.", ".=", "==", "x=", ".x", "=x", "xx"
"""The signs to the right of a cell and below it, by their code."""
TASK = re.compile(r"(?:(?P<width>\d{1,3})[xX×](?P<height>\d{1,3}):)?(?P<cells>[01a-z]+)\|(?P<signs>[0-9a-z]*)")


def read_lattice(source: Source) -> Document | None:
    """Return the puzzle of a board with lines of signs between its rows, or None for any other text."""
    sheet = sheet_of(source)
    lines = [line for _, line in sheet.lines]
    if sheet.kind not in (None, "binoxxo") or len(lines) < 3 or len(lines) % 2 == 0:
        return None
    width = max(map(len, (line.rstrip() for line in lines))) // 2 * 2 + 1
    # An x alone may be a cell of a board whose rows are separated by blank lines.
    if max(width, len(lines)) > 2 * MAX_SIDE or not set("=×/|") & set(source.text):
        return None
    rows = [line.rstrip().ljust(width) for line in lines]
    # In a board of suns and moons, 0 is a blank.
    letters = LETTERS | ({"0": "."} if set("".join(rows[::2])) & set(SUNS + MOONS) else {})
    grid = [translated(row[::2], letters) for row in rows[::2]]
    h, v = (
        [translated(row, SIGNS) for row in part]
        for part in ([r[1::2] for r in rows[::2]], [r[::2] for r in rows[1::2]])
    )
    if None in grid or None in h or None in v or any(set(row[1::2]) - set(" -|+.:_") for row in rows[1::2]):
        return None
    if set("".join(h + v)) <= {"."}:
        return None
    return {"kind": "binoxxo", "grid": grid, "distinct": False, "signs": {"h": h, "v": v}} | sheet.settings


def translated(text: str, letters: dict[str, str]) -> str | None:
    """Return a text translated letter by letter, or None if a letter is unknown."""
    return "".join(letters[letter] for letter in text) if set(text) <= letters.keys() else None


def read_task(source: Source) -> Document | None:
    """Return the puzzle of a board whose cells and signs are written on one line, or None for any other text. Raises
    InputError.
    """
    match = TASK.fullmatch(source.text.strip())
    if not match:
        return None
    cells = "".join({"0": "O", "1": "X"}.get(one) or "." * (ord(one) - 96) for one in match["cells"])
    codes = "".join(one if one.isdigit() else "0" * (ord(one) - 96) for one in match["signs"])
    width, height = (int(match[name] or isqrt(len(cells))) for name in ("width", "height"))
    if width * height != len(cells):
        raise InputError("other-count", n=len(cells), expected=width * height, width=width, height=height)
    signs = [CODES[int(code)] for code in codes[: len(cells)].ljust(len(cells), "0") if code != "9"]
    h, v = (split([sign[side] for sign in signs], width) for side in (0, 1))
    return {
        "kind": "binoxxo",
        "grid": split(cells, width),
        "distinct": False,
        "signs": {"h": [row[:-1] for row in h], "v": v[:-1]},
    }


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
    """Return the likelihood: a page needs two letters and even sides. Circles alone occur in half a dozen puzzles."""
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


ITEMS = GridItems("binoxxo", {".": None, "O": 0, "X": 1})


def read_unruly(width: int, height: int, params: str, body: str) -> Document:
    items = whole(GAPS, body, width * height + 1)[:-1]
    return ITEMS.document(width, height, items) | {"distinct": "u" in params}


def write_unruly(document: Document, width: int, height: int) -> str:
    return ("" if document.get("distinct") is False else "u") + ":" + write_items(GAPS, [*ITEMS.items_of(document), 0])


GAME = Game("unruly", {r"u?(?:d[a-z])?:[a-zA-Z]+": 60}, read_unruly, write_unruly, holds=lambda document: {"distinct"})

NOTATION = KindNotation(
    kind="binoxxo",
    names=(
        "tango",
        "binairo plus",
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
    own=(Notation("signs", read_lattice), Notation("task", read_task)),
)
