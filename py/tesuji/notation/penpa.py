"""Penpa+: square boards of any of our puzzles.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=<a page, see penpa_page>        m=solve as well
    …?m=solve&p=https://puzz.link/p?slither/…                                         a pzpr address inside

The clues are the question's numbers, circles and mines; the answer's shading, edges, circles and mines are the player's
board.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation import puzzlink
from tesuji.notation.codec import number, pack, unpack
from tesuji.notation.documents import board_of, edges_of, size_of
from tesuji.notation.grids import guess
from tesuji.notation.penpa_page import (
    BELOW,
    CELL,
    RIGHT,
    VERTEX,
    Drawing,
    Frame,
    Sheet,
    fold,
    open_sheet,
    page_lines,
    says,
    unfold,
)
from tesuji.notation.sheet import BY_NAME

__all__ = ["read_address", "says", "write_address"]

BLACK, GREEN, GREYS = 4, 2, (1, 3, 8)
DRAWN, CROSSED = 3, 98
WHITE_CIRCLE, BLACK_CIRCLE = 1, 2
MINE, MINES = 4, (4, 5)
NO_GENRE = {"noconflict", "non-alphanumeric", "wordpuzzle", "puzzlehunt"}
"""Tags that say nothing about the rules."""


# -- reading
# -------------------------------------------------------------------------------------------------------------

MARK = re.compile(r"^(?:[^\s#?]*[#?](?:[^\s&]*&)*)?m=(?:edit|solve)(?:&|$)")
PAYLOAD = re.compile(r"(?:^|[#?&])p=([^&#]*)")


def read_address(text: str, kind: str | None = None) -> Document | None:
    """The puzzle of a Penpa+ address, or of its part from "m=" on; None where the text is none. Raises InputError."""
    text = text.strip()
    mark = MARK.search(text[:1000].split("\n")[0])
    if not mark:
        return None
    inner = re.search(r"[#?&]p=(https?(?::|%3[aA]).*)", text)
    if inner:
        found = puzzlink.read_address(unquote(inner[1]))
        if found is None:
            raise InputError("unknown-notation")
        return found
    payload = PAYLOAD.search(text)
    if not payload:
        raise InputError("cut-address")
    return read_page(unquote(payload[1]), kind)


def read_page(packed: str, kind: str | None) -> Document:
    """The puzzle of a page's compressed text. Raises InputError."""
    sheet = open_sheet(unfold(unpack(packed)).split("\n"))
    kind = kind_of(sheet, kind)
    return READERS[kind](sheet) | sheet.told


def kind_of(sheet: Sheet, hint: str | None) -> str:
    """The kind that the genre tags name, else the hint, else the title, else what the drawings look like. Raises
    InputError."""
    told = [BY_NAME[tag] for tag in sheet.tags if tag in BY_NAME]
    foreign = [tag for tag in sheet.tags if tag not in BY_NAME and tag not in NO_GENRE]
    if foreign and not told:
        raise InputError("other-rules", name=foreign[0][:40])
    words = sheet.title.lower()
    told += [hint] if hint in READERS else []
    told += [kind for name, kind in BY_NAME.items() if len(name) > 4 and name in words]
    return told[0] if told else drawn_kind(sheet)


def drawn_kind(sheet: Sheet) -> str:
    frame, texts = sheet.frame, sheet.question.texts()
    if sheet.question.symbols("circle_"):
        return "binoxxo"
    if any((row < 0) != (column < 0) for row, column in texts):
        return "nonogram"
    if sheet.question.symbols("sun_moon") or sheet.answer.symbols("sun_moon"):
        return "minesweeper"
    if sheet.answer.edges():
        return "slitherlink"
    rows = [["."] * frame.width for _ in range(frame.height)]
    for (row, column), text in texts.items():
        if frame.inside(row, column):
            rows[row][column] = text[:1]
    kind = guess(["".join(row) for row in rows])
    if kind is None:
        raise InputError("no-kind")
    return kind


def letters_of(sheet: Sheet, allowed: dict[str, str]) -> list[list[str]]:
    """The board's cells in the letters of the document. Raises InputError with row and column."""
    rows = [["."] * sheet.frame.width for _ in range(sheet.frame.height)]
    for (row, column), text in sheet.question.texts().items():
        if sheet.frame.inside(row, column):
            if text not in allowed:
                at = {"row": row + 1, "column": column + 1}
                raise InputError("character", at, character=text, allowed=" ".join(sorted(set(allowed.values()))))
            rows[row][column] = allowed[text]
    return rows


def marks_of(sheet: Sheet, found: dict[tuple[int, int], str], blank: str) -> Document:
    """{"board": rows} of marks on cells; nothing where there are none."""
    rows = [
        ["".join(found.get((row, column), blank)) for column in range(sheet.frame.width)]
        for row in range(sheet.frame.height)
    ]
    board = ["".join(row) for row in rows]
    return {"board": board} if set("".join(board)) != {blank} else {}


def read_nonogram(sheet: Sheet) -> Document:
    rows: list[list[int]] = [[] for _ in range(sheet.frame.height)]
    columns: list[list[int]] = [[] for _ in range(sheet.frame.width)]
    for (row, column), text in sorted(sheet.question.texts().items()):
        if column < 0 <= row < sheet.frame.height:
            rows[row].append(run(text, row=row + 1))
        elif row < 0 <= column < sheet.frame.width:
            columns[column].append(run(text, column=column + 1))
    clues = {
        "rows": [[] if line == [0] else line for line in rows],
        "cols": [[] if line == [0] else line for line in columns],
    }
    shades = {BLACK: "#", GREEN: "."} | dict.fromkeys(GREYS, "#")
    surface = sheet.question.cells("surface") | sheet.answer.cells("surface")
    marks = {place: shades[shade] for place, shade in surface.items() if type(shade) is int and shade in shades}
    return {"kind": "nonogram", **clues} | marks_of(sheet, marks, "?")


def run(text: str, **at: int) -> int:
    if text == "?":
        raise InputError("unknown-run", at)
    if text == "*":
        raise InputError("other-rules", name="Cross the Streams")
    return number(text)


def read_minesweeper(sheet: Sheet) -> Document:
    grid = letters_of(sheet, {str(digit): str(digit) for digit in range(9)} | {"?": "s", "*": "*"})
    for (row, column), style in sheet.question.symbols("sun_moon").items():
        if style in MINES and sheet.frame.inside(row, column):
            grid[row][column] = "*"
    marks = {place: "s" for place, shade in sheet.answer.cells("surface").items() if shade == GREEN}
    marks |= {place: "*" for place, style in sheet.answer.symbols("sun_moon").items() if style in MINES}
    return {"kind": "minesweeper", "grid": ["".join(row) for row in grid], "mines": None} | marks_of(sheet, marks, ".")


def read_binoxxo(sheet: Sheet) -> Document:
    grid = letters_of(sheet, {"0": "O", "1": "X", "O": "O", "X": "X", "o": "O", "x": "X", "○": "O", "●": "X"})
    circles = {WHITE_CIRCLE: "O", BLACK_CIRCLE: "X"}
    for (row, column), style in sheet.question.symbols("circle_").items():
        if style in circles and sheet.frame.inside(row, column):
            grid[row][column] = circles[style]
    marks = {place: circles[style] for place, style in sheet.answer.symbols("circle_").items() if style in circles}
    return {"kind": "binoxxo", "grid": ["".join(row) for row in grid]} | marks_of(sheet, marks, ".")


def read_slitherlink(sheet: Sheet) -> Document:
    grid = letters_of(sheet, {str(digit): str(digit) for digit in range(5)} | {"?": "."})
    width, height = sheet.frame.width, sheet.frame.height
    edges = {"h": [["."] * width for _ in range(height + 1)], "v": [["."] * (width + 1) for _ in range(height)]}
    found = [
        (way, place, "x")
        for (block, row, column), _ in sheet.answer.items("lineE")
        for way, place in {BELOW: [("h", (row + 1, column))], RIGHT: [("v", (row, column + 1))]}.get(block, [])
    ]
    for start, end in sheet.answer.edges():
        (block, row, column), (_, other_row, other_column) = sorted((start, end))
        if block == VERTEX and (other_row - row, other_column - column) == (0, 1):
            found.append(("h", (row + 1, column + 1), "-"))
        if block == VERTEX and (other_row - row, other_column - column) == (1, 0):
            found.append(("v", (row + 1, column + 1), "|"))
    for way, (row, column), letter in found:
        if 0 <= row < len(edges[way]) and 0 <= column < len(edges[way][0]):
            edges[way][row][column] = letter
    drawn = {way: ["".join(row) for row in rows] for way, rows in edges.items()}
    marked = set("".join(drawn["h"] + drawn["v"])) != {"."}
    return {"kind": "slitherlink", "grid": ["".join(row) for row in grid]} | ({"edges": drawn} if marked else {})


READERS = {
    "nonogram": read_nonogram,
    "minesweeper": read_minesweeper,
    "slitherlink": read_slitherlink,
    "binoxxo": read_binoxxo,
}


# -- writing
# -------------------------------------------------------------------------------------------------------------


def write_address(document: Document, page: str = "https://swaroopg92.github.io/penpa-edit/") -> str:
    """The address of a puzzle with the player's board as its answer."""
    frame, question, answer = WRITERS[document["kind"]](document, *size_of(document))
    text = "\n".join(page_lines(document, frame, question, answer))
    return f"{page}#m=edit&p={pack(fold(text), url_safe=False)}"


def numbers(frame: Frame, texts: dict[tuple[int, int], str]) -> Document:
    return {str(frame.index(CELL, *place)): [text, 1, "1"] for place, text in texts.items()}


def symbols(frame: Frame, family: str, styles: dict[tuple[int, int], int]) -> Document:
    return {str(frame.index(CELL, *place)): [style, family, 2] for place, style in styles.items()}


def where(rows: list[str] | None, table: dict[str, Any]) -> dict[tuple[int, int], Any]:
    """What the table has for the letters of some rows, by place."""
    return {
        (row, column): table[letter]
        for row, line in enumerate(rows or [])
        for column, letter in enumerate(line)
        if letter in table
    }


def surface(frame: Frame, board: list[str] | None, table: dict[str, int]) -> Document:
    return {str(frame.index(CELL, *place)): shade for place, shade in where(board, table).items()}


def write_nonogram(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    rows, columns = document["rows"], document["cols"]
    frame = Frame.around(width, height, above=max(map(len, columns)), left=max(map(len, rows)))
    texts = {(row, place - len(line)): str(run) for row, line in enumerate(rows) for place, run in enumerate(line)}
    texts |= {
        (place - len(line), column): str(run) for column, line in enumerate(columns) for place, run in enumerate(line)
    }
    return (
        frame,
        {"number": numbers(frame, texts)},
        {"surface": surface(frame, board_of(document), {"#": BLACK, ".": GREEN})},
    )


def write_minesweeper(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
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


def write_binoxxo(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, circles = Frame.around(width, height), {"O": WHITE_CIRCLE, "X": BLACK_CIRCLE}
    question, answer = (
        symbols(frame, "circle_M", where(rows, circles)) for rows in (document["grid"], board_of(document))
    )
    return frame, {"symbol": question}, {"symbol": answer}


def write_slitherlink(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
    frame, edges = Frame.around(width, height), edges_of(document) or {"h": [], "v": []}
    drawn: Document = {}
    for way, below, right in (("h", 0, 1), ("v", 1, 0)):
        for (row, column), letter in where(edges[way], {"-": "-", "|": "-", "x": "x"}).items():
            if letter == "x":
                drawn[
                    str(frame.index(BELOW, row - 1, column) if way == "h" else frame.index(RIGHT, row, column - 1))
                ] = CROSSED
            else:
                ends = (
                    frame.index(VERTEX, row - 1, column - 1),
                    frame.index(VERTEX, row - 1 + below, column - 1 + right),
                )
                drawn[f"{ends[0]},{ends[1]}"] = DRAWN
    texts = where(document["grid"], {str(digit): str(digit) for digit in range(5)})
    return frame, {"number": numbers(frame, texts)}, {"lineE": drawn}


WRITERS = {
    "nonogram": write_nonogram,
    "minesweeper": write_minesweeper,
    "slitherlink": write_slitherlink,
    "binoxxo": write_binoxxo,
}
