"""Formats of nonograms: with the clues of both sides, or as the picture itself."""

from __future__ import annotations

from typing import Any

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation import documents
from tesuji.notation.codec import Item, Items, Letters, LineReader, number, rows_of, write_items
from tesuji.notation.grids import BLANKS
from tesuji.notation.kinds import Game, KindNotation, Notation, Penpa, Pzpr, Pzprv3, Setting, Typed
from tesuji.notation.penpa import BLACK, GREEN, GREYS, marks_of, numbers, surface
from tesuji.notation.penpa_page import Drawing, Frame, Page
from tesuji.notation.pzpr import SIXTEEN, UNKNOWN
from tesuji.notation.tatham import GAPS, whole
from tesuji.puzzles.nonogram.clues import guess_clues
from tesuji.puzzles.nonogram.colour_files import OLSAK, WEBPBN, letters_of
from tesuji.puzzles.nonogram.coloured import parse
from tesuji.puzzles.nonogram.drawing import read_drawing
from tesuji.puzzles.nonogram.files import NOTATIONS as FILES
from tesuji.puzzles.nonogram.picture import from_picture, size_of


def clean(document: Document) -> Document:
    """Return the document with lists of ints, and [0] as []. Raises InputError."""
    if document.get("colors"):
        return {**document, **{name: parse(document).document[name] for name in ("colors", "rows", "cols")}}
    sides = {side: clue_lists(document, side) for side in ("rows", "cols")}
    check_size(len(sides["cols"]), len(sides["rows"]))
    return {**document, **sides}


def clue_lists(document: Document, side: str) -> list[list[int]]:
    """Return the clues of one side. Raises InputError."""
    lines = document.get(side)
    if not isinstance(lines, (list, tuple)):
        raise InputError("not-clues", field=side)
    for line in lines:
        if not isinstance(line, (list, tuple)) or not all(type(run) is int and 0 <= run < 10**6 for run in line):
            raise InputError("not-a-clue")
    return [[] if list(line) == [0] else list(line) for line in lines]


def board_of(document: Document) -> list[str] | None:
    return documents.board_of(document, letters_of(document), size_of(document))


def with_colours(document: Document) -> tuple[str, ...] | None:
    """Return the formats that can hold a document with colours, which few can; None if all can hold it."""
    return ("json", "link", "text", WEBPBN.name, OLSAK.name) if document.get("colors") else None


# -- JSON and plain text -----------------------------------------------------------------------------------------------

ROWS = ("rows", "row_hints", "rowHints", "rowClues", "row")
COLUMNS = (
    "cols",
    "columns",
    "col_hints",
    "column_hints",
    "colHints",
    "columnHints",
    "colClues",
    "columnClues",
    "col",
    "column",
)
"""The names of the two sides in other programs."""


def from_json(value: Any) -> Document | None:
    """Return the document for row clues and column clues, given under the names that other programs use or as two lists
    of lists.
    """
    if isinstance(value, dict):
        rows = next((value[name] for name in ROWS if isinstance(value.get(name), list)), None)
        columns = next((value[name] for name in COLUMNS if isinstance(value.get(name), list)), None)
        if rows is None or columns is None:
            return None
        rest = {key: item for key, item in value.items() if key not in (*ROWS, *COLUMNS, "width", "height")}
        return {**rest, "kind": "nonogram", "rows": rows, "cols": columns}
    sides = isinstance(value, list) and len(value) == 2 and all(isinstance(side, list) for side in value)
    if not sides or not all(isinstance(line, list) for side in value for line in side):
        return None
    return {"kind": "nonogram", "rows": value[0], "cols": value[1]}


def likeness(rows: list[str]) -> int:
    """Return the likelihood that rows are a picture: two letters, one of them dark."""
    found = set("".join(rows)) - set(BLANKS)
    dark = found <= set("#*Xx@") or (found <= set("01") and not set("".join(rows)) & set(BLANKS))
    return 80 if dark else 0


def typed_lines(document: Document) -> list[str]:
    """Return the lines with the clues of both sides; the empty clue is a 0."""
    sides = (("rows:", document["rows"]), ("columns:", document["cols"]))
    return [text for name, side in sides for text in (name, *(typed_clue(line) for line in side))]


def typed_clue(clue: list[Any]) -> str:
    """Return a clue on one line: lengths, or "length:colour"."""
    return " ".join(str(run) if isinstance(run, int) else ":".join(map(str, run)) for run in clue) or "0"


COLOURS = Setting(
    "colors",
    ("colors", "colours"),
    lambda text, line: text.replace(",", " ").split(),
    lambda colours: " ".join(colours) if colours else None,
)


TEXT = Typed(
    letters={**dict.fromkeys("#*Xx1@", "#"), **dict.fromkeys(BLANKS + "0Oo", ".")},
    likeness=likeness,
    fields=from_picture,
    lines=typed_lines,
)

# -- pzpr --------------------------------------------------------------------------------------------------------------


def slots(length: int) -> int:
    """Return the number of clues per line in pzpr."""
    return (length + 1) >> 1


def from_items(width: int, height: int, items: Items) -> Document:
    cut = width * slots(height)
    columns, rows = rows_of(items[:cut], slots(height)), rows_of(items[cut:], slots(width))
    return {
        "kind": "nonogram",
        "rows": [clue_line(line, row=place) for place, line in enumerate(rows, 1)],
        "cols": [clue_line(line, column=place) for place, line in enumerate(columns, 1)],
    }


def clue_line(places: Items, **at: int) -> list[int]:
    """Return the runs of a line from its clue places, the first of which is nearest to the grid."""
    runs = [item for item in reversed(places) if item is not None]
    if UNKNOWN in runs:
        raise InputError("unknown-run", at)
    return [] if runs == [0] else runs


def lines_with_room(document: Document) -> list[tuple[list[int], int, dict[str, int]]]:
    """Return every line's clue, its room and its place, columns first."""
    rows, columns = document["rows"], document["cols"]
    lines = [(line, slots(len(rows)), {"column": place}) for place, line in enumerate(columns, 1)]
    return lines + [(line, slots(len(columns)), {"row": place}) for place, line in enumerate(rows, 1)]


def items_of(document: Document) -> list[Item]:
    return [item for line, room, at in lines_with_room(document) for item in line_places(line, room, at)]


def line_places(line: list[int], room: int, at: dict[str, int]) -> list[Item]:
    if len(line) > room:
        raise InputError("no-room", at, n=len(line), expected=room)
    return list(reversed(line)) + [None] * (room - len(line))


PZPR = Pzpr(
    ids=("nonogram",),
    codec=SIXTEEN,
    count=lambda width, height: width * slots(height) + height * slots(width),
    document=from_items,
    items=items_of,
)

SHADE = Letters({".": "?", "#": "#", "+": "."})


def read_file(width: int, height: int, lines: LineReader, version: int) -> Document:
    above, left = slots(height), slots(width)
    top = [lines.take() for _ in range(above)]
    body = [lines.take() for _ in range(height)]
    first = lines.line - height + 1
    for place, words in enumerate(top + body, first - above):
        if len(words) != left + width:
            raise InputError("other-words", {"line": place}, n=len(words), expected=left + width)
    columns = [[row[left + column] for row in top] for column in range(width)]
    document = {
        "kind": "nonogram",
        "rows": [file_line(row[:left], row=place) for place, row in enumerate(body, 1)],
        "cols": [file_line(column, column=place) for place, column in enumerate(columns, 1)],
    }
    board = ["".join(SHADE.read(word, first + place) for word in row[left:]) for place, row in enumerate(body)]
    return document | ({"board": board} if set("".join(board)) != {"?"} else {})


def file_line(words: list[str], **at: int) -> list[int]:
    """Return the runs of a line as in a file: the one farthest from the grid first; a `c` marks a number as done."""
    words = [word.removeprefix("c") for word in words if word != "."]
    if {"-", "-2", "?"} & set(words):
        raise InputError("unknown-run", at)
    runs = [number(word) for word in words]
    return [] if runs == [0] else runs


def write_file(document: Document, width: int, height: int) -> tuple[str, list[list[str]]]:
    above, left = slots(height), slots(width)
    places = [
        ["." if item is None else str(item) for item in reversed(line)]
        for line, room, at in lines_with_room(document)
        for line in [line_places(line, room, at)]
    ]
    columns, rows = places[:width], places[width:]
    board = board_of(document) or ["?" * width] * height
    top = [["."] * left + [column[place] for column in columns] for place in range(above)]
    return "pzprv3", top + [row + [SHADE.write(mark) for mark in marks] for row, marks in zip(rows, board)]


PZPRV3 = Pzprv3(read_file, write_file, frozenset({"board"}))

# -- Penpa+ ------------------------------------------------------------------------------------------------------------


def read_page(page: Page) -> Document:
    rows: list[list[int]] = [[] for _ in range(page.frame.height)]
    columns: list[list[int]] = [[] for _ in range(page.frame.width)]
    for (row, column), text in sorted(page.question.texts().items()):
        if column < 0 <= row < page.frame.height:
            rows[row].append(run(text, row=row + 1))
        elif row < 0 <= column < page.frame.width:
            columns[column].append(run(text, column=column + 1))
    clues = {
        "rows": [[] if line == [0] else line for line in rows],
        "cols": [[] if line == [0] else line for line in columns],
    }
    shades = {BLACK: "#", GREEN: "."} | dict.fromkeys(GREYS, "#")
    surface = page.question.cells("surface") | page.answer.cells("surface")
    marks = {place: shades[shade] for place, shade in surface.items() if type(shade) is int and shade in shades}
    return {"kind": "nonogram", **clues} | marks_of(page, marks, "?")


def run(text: str, **at: int) -> int:
    if text == "?":
        raise InputError("unknown-run", at)
    if text == "*":
        raise InputError("other-rules", name="Cross the Streams")
    return number(text)


def write_page(document: Document, width: int, height: int) -> tuple[Frame, Drawing, Drawing]:
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


LIKELY = 80
"""The likelihood of a page with clues outside its lines."""


def page_likeness(page: Page) -> int:
    """Return the likelihood: a page needs several numbers outside the grid, only above and to the left, whose sums
    match; one number per line occurs in dozens of puzzles. The reader handles other characters among them.
    """
    texts = page.question.texts()
    if not texts or any((row < 0) == (column < 0) for row, column in texts):
        return 0
    if set(texts.values()) & {"?", "*"}:
        return LIKELY
    sides = [[text for place, text in texts.items() if place[side] >= 0] for side in (0, 1)]
    sums = {sum(int(text) if text.isdecimal() and len(text) < 4 else -9999 for text in side) for side in sides}
    return LIKELY if len(sums) == 1 and any(min(place) < -1 for place in texts) else 0


# Thick lines and shades, such as a border at every fifth line, are ornaments.
PENPA = Penpa(
    read_page,
    write_page,
    page_likeness,
    holds=frozenset({"board"}),
    uses=frozenset({"outside", "surface", "border"}),
)

# -- Tatham's Pattern: columns, then rows; behind a comma, squares filled in beforehand --------------------------------


def read_pattern(width: int, height: int, params: str, body: str) -> Document:
    clues, comma, filled = body.partition(",")
    if clues.count("/") + 1 != width + height:
        raise InputError("other-lines", n=clues.count("/") + 1, expected=width + height)
    lines = [[number(run) for run in line.split(".")] if line else [] for line in clues.split("/")]
    lines = [[] if line == [0] else line for line in lines]
    document = {"kind": "nonogram", "rows": lines[width:], "cols": lines[:width]}
    return document | ({"board": prefilled(filled, width, height)} if comma else {})


def prefilled(text: str, width: int, height: int) -> list[str]:
    """Return the board of squares that are filled in beforehand. The last letter may point one past the end."""
    count = width * height
    items = whole(GAPS, text, count, beyond=1)
    return ["".join("?" if item is None else ".#"[item] for item in row) for row in rows_of(items[:count], width)]


def write_pattern(document: Document, width: int, height: int) -> str:
    clues = "/".join(".".join(map(str, line)) for line in document["cols"] + document["rows"])
    board = board_of(document)
    known = [None if letter == "?" else ".#".index(letter) for letter in "".join(board or [])]
    # The last letter points one past the end if the last square is not filled in beforehand.
    ending = [0] if trailing(known) % 25 else []
    return f":{clues}" + (f",{write_items(GAPS, known + ending)}" if any(item is not None for item in known) else "")


def trailing(items: Items) -> int:
    """Return the number of empty places at the end."""
    return next((count for count, item in enumerate(reversed(items)) if item is not None), len(items))


PATTERN = Game(
    "pattern", {r":(?=[0-9.]*/)[0-9./]*(?:,.*)?": 70}, read_pattern, write_pattern, holds=lambda document: {"board"}
)

NOTATION = KindNotation(
    kind="nonogram",
    names=(
        "nonograms",
        "picross",
        "hanjie",
        "griddler",
        "griddlers",
        "paint by numbers",
        "picture logic",
        "お絵かきロジック",
        "イラストロジック",
        "ピクロス",
        "ののぐらむ",
        "ノノグラム",
        "ロジックパズル",
    ),
    clean=clean,
    size=size_of,
    marks={"board": board_of},
    blank="?",
    from_json=from_json,
    settings=(COLOURS,),
    only=with_colours,
    text=TEXT,
    pzpr=PZPR,
    pzprv3=PZPRV3,
    penpa=PENPA,
    tatham=PATTERN,
    own=(*FILES, Notation("boxes-and-clues", read_drawing), Notation("clues", guess=guess_clues)),
)
