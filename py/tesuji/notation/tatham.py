"""Game IDs of Simon Tatham's Portable Puzzle Collection: `params:description`, alone or behind the `#` of his pages.

    loopy     7x7t0dn:…      slitherlink on squares: digits, and letters for 1-26 empty boxes
    pattern   5x5:4/3.1/…    nonogram: columns, then rows; behind a comma, squares filled in beforehand
    unruly    8x8u:…         binoxxo: gaps with the colour of the cell behind them; `u` asks for distinct lines
    mines     9x9n10:0,5,m…  a complete field as a bitmap, masked (m) or not (u), and the place of the first click

`params#seed` holds no puzzle, only the seed of his random generator.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import First, Gap, Items, Skip, Table, number, read_items, rows_of, write_items
from tesuji.notation.documents import board_of, counts, size_of

LOOPY = First(Table({str(digit): (digit,) for digit in range(5)}), Skip("abcdefghijklmnopqrstuvwxyz"))
GAPS = Gap("abcdefghijklmnopqrstuvwxy", "z", (0, 1))
"""A letter is the cells that are skipped, its case the colour of the next one: lower 0, upper 1; z skips 25 and colours
none."""

GAMES = {"loopy": "slitherlink", "pattern": "nonogram", "unruly": "binoxxo", "mines": "minesweeper"}
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
ID = re.compile(
    r"(?:[^\s#]{0,200}?/(?P<game>[a-z]{1,40})(?:\.html)?#)?(?P<width>\d{1,6})x(?P<height>\d{1,6})"
    r"(?P<params>(?:t\d{1,2}|n\d{1,5}|d[a-z]|[ua])*)(?P<mark>[:#])(?P<body>[^\s]*)"
)
MINES = re.compile(r"(?:(\d{1,6}),(\d{1,6}),)?([mu]?)([0-9a-fA-F]+)")
SHAPES = (
    ("loopy", re.compile(r"[^:]*t\d[^:]*:.*")),
    ("mines", re.compile(r"(?:n\d+a?|a)?:(?:(?:\d+,\d+,[mu]?|[mu]).*|r\d+,[ua],.*)")),
    ("pattern", re.compile(r":(?=[0-9.]*/)[0-9./]*(?:,.*)?")),
    ("unruly", re.compile(r"u?(?:d[a-z])?:[a-zA-Z]+")),
    ("loopy", re.compile(r":(?=.*[a-z])[0-4a-z]+")),
)
"""What params and description of a game look like, tried in this order."""


def read_id(text: str, kind: str | None = None) -> Document | None:
    """The puzzle of a game ID; None where the text is none. Raises InputError."""
    match = ID.fullmatch(text.strip())
    if not match:
        return None
    game = match["game"] if match["game"] else guess(match, kind)
    if game is None:
        return None
    if game not in GAMES:
        raise InputError("other-rules", name=game[:40])
    if match["mark"] == "#":
        raise InputError("seed")
    width, height = int(match["width"]), int(match["height"])
    check_size(width, height)
    return READERS[game](width, height, match["params"], match["body"])


def guess(match: re.Match, kind: str | None) -> str | None:
    """The game that the ID belongs to, as far as it shows."""
    if match["mark"] == "#":
        return "loopy"
    shape = match["params"] + ":" + match["body"]
    fitting = [game for game, pattern in SHAPES if pattern.fullmatch(shape)]
    return next((game for game in fitting if GAMES[game] == kind), fitting[0] if fitting else None)


# -- reading -----------------------------------------------------------------------------------------------------------


def read_loopy(width: int, height: int, params: str, body: str) -> Document:
    tiling = int(found[1]) if (found := re.search(r"t(\d+)", params)) else 0
    if tiling:
        raise InputError("other-tiling", name=TILINGS[tiling] if tiling < len(TILINGS) else str(tiling))
    items = whole(LOOPY, body, width * height)
    return {
        "kind": "slitherlink",
        "grid": ["".join("." if item is None else str(item) for item in row) for row in rows_of(items, width)],
    }


def whole(codec: First | Gap, body: str, count: int) -> Items:
    """All items of a body that holds nothing else. Raises InputError."""
    items, end = read_items(codec, body, count)
    if end < len(body):
        raise InputError("left-over", {"character": end + 1})
    return items


def read_pattern(width: int, height: int, params: str, body: str) -> Document:
    clues, comma, filled = body.partition(",")
    if clues.count("/") + 1 != width + height:
        raise InputError("other-lines", n=clues.count("/") + 1, expected=width + height)
    lines = [[number(run) for run in line.split(".")] if line else [] for line in clues.split("/")]
    lines = [[] if line == [0] else line for line in lines]
    document = {"kind": "nonogram", "rows": lines[width:], "cols": lines[:width]}
    return document | ({"board": prefilled(filled, width, height)} if comma else {})


def prefilled(text: str, width: int, height: int) -> list[str]:
    """The board of squares that are filled in beforehand. The last letter may point one past the end."""
    count = width * height
    items, end = read_items(GAPS, text, count, beyond=1)
    if end < len(text):
        raise InputError("left-over", {"character": end + 1})
    return ["".join("?" if item is None else ".#"[item] for item in row) for row in rows_of(items[:count], width)]


def read_unruly(width: int, height: int, params: str, body: str) -> Document:
    items = whole(GAPS, body, width * height + 1)[:-1]
    grid = ["".join("." if item is None else "OX"[item] for item in row) for row in rows_of(items, width)]
    return {"kind": "binoxxo", "grid": grid, "distinct": "u" in params}


def read_mines(width: int, height: int, params: str, body: str) -> Document:
    if body.startswith("r"):
        raise InputError("seed")
    match = MINES.fullmatch(body)
    if not match:
        raise InputError("letter", {"character": 1}, found=body[:1])
    x, y, masked, digits = match.groups()
    area = width * height
    if len(digits) != (area + 3) // 4:
        raise InputError("cut-board", n=min(4 * len(digits), area), expected=area)
    bits = unmask(digits, area) if masked == "m" else digits
    flat = f"{int(bits, 16):0{4 * len(bits)}b}"[:area].replace("0", ".").replace("1", "*")
    field = [flat[start : start + width] for start in range(0, area, width)]
    opened = flood(field, int(y), int(x)) if x else {}
    grid = ["".join(str(opened.get((r, c), ".")) for c in range(width)) for r in range(height)]
    return {"kind": "minesweeper", "grid": grid, "mines": flat.count("*")}


def flood(field: Sequence[str], row: int, column: int) -> dict[tuple[int, int], int]:
    """The numbers that a click opens: where it is 0, those of the neighbours too. Raises InputError for a click on a
    mine or outside."""
    width, height = len(field[0]), len(field)
    if not (row < height and column < width):
        raise InputError("opened-outside", {"row": row + 1, "column": column + 1}, width=width, height=height)
    if field[row][column] == "*":
        raise InputError("opened-mine", {"row": row + 1, "column": column + 1})
    # Places of a flat board with a border around it, so that no step leads astray.
    stride = width + 2
    numbers = [-1] * stride + [number for line in counts(field) for number in (-1, *line, -1)] + [-1] * stride
    steps = (-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1)
    opened, waiting = set(), [(row + 1) * stride + column + 1]
    while waiting:
        place = waiting.pop()
        opened.add(place)
        if not numbers[place]:
            waiting += [place + step for step in steps if numbers[place + step] >= 0 and place + step not in opened]
    return {(place // stride - 1, place % stride - 1): numbers[place] for place in opened}


def unmask(digits: str, area: int, *, back: bool = False) -> str:
    """The bitmap behind Tatham's mask, or with `back` the mask over a bitmap: each half is mixed with SHA-1 of the
    other."""
    bitmap = bytearray.fromhex(digits + "0" * (2 * ((area + 7) // 8) - len(digits)))
    half = len(bitmap) // 2
    first, second = slice(0, half), slice(half, None)
    for seed, target in ((second, first), (first, second)) if back else ((first, second), (second, first)):
        bitmap[target] = mixed(bitmap[target], bytes(bitmap[seed]))
        if area % 8:
            bitmap[-1] &= 0xFF00 >> area % 8 & 0xFF
    return bitmap.hex()[: (area + 3) // 4]


def mixed(target: bytes, seed: bytes) -> bytes:
    blocks = (
        hashlib.sha1(seed + str(count).encode(), usedforsecurity=False).digest()
        for count in range(len(target) // 20 + 1)
    )
    return bytes(byte ^ noise for byte, noise in zip(target, b"".join(blocks)))


READERS = {"loopy": read_loopy, "pattern": read_pattern, "unruly": read_unruly, "mines": read_mines}


# -- writing -----------------------------------------------------------------------------------------------------------


def write_id(document: Document) -> str:
    """The game ID of a puzzle. Raises InputError for a minesweeper board that is not complete."""
    width, height = size_of(document)
    return f"{width}x{height}{WRITERS[document['kind']](document, width, height)}"


def write_loopy(document: Document, width: int, height: int) -> str:
    return "t0:" + write_items(LOOPY, [None if letter == "." else int(letter) for letter in "".join(document["grid"])])


def write_pattern(document: Document, width: int, height: int) -> str:
    clues = "/".join(".".join(map(str, line)) for line in document["cols"] + document["rows"])
    board = board_of(document)
    known = [None if letter == "?" else ".#".index(letter) for letter in "".join(board or [])]
    # The last letter points one past the end where the last square is not among those filled in.
    ending = [0] if trailing(known) % 25 else []
    return f":{clues}" + (f",{write_items(GAPS, known + ending)}" if any(item is not None for item in known) else "")


def trailing(items: Items) -> int:
    """How many empty places stand at the end."""
    return next((count for count, item in enumerate(reversed(items)) if item is not None), len(items))


def write_unruly(document: Document, width: int, height: int) -> str:
    cells = [None if letter == "." else "OX".index(letter) for letter in "".join(document["grid"])]
    return ("" if document.get("distinct") is False else "u") + ":" + write_items(GAPS, [*cells, 0])


def write_mines(document: Document, width: int, height: int) -> str:
    if "field" not in document:
        raise InputError("unwritable-mines", name="tatham")
    flat, area = "".join(document["field"]), width * height
    bits = "".join("1" if letter == "*" else "0" for letter in flat)
    digits = f"{int(bits.ljust(-(-area // 4) * 4, '0'), 2):0{(area + 3) // 4}x}"
    start = click(document)
    place = f"{start[1]},{start[0]}," if start else ""
    return f"n{bits.count('1')}:{place}m{unmask(digits, area, back=True)}"


def click(document: Document) -> tuple[int, int] | None:
    """The opened cell that opens the most by itself: the first with no mine around, else the first of all."""
    numbers = counts(document["field"])
    opened = sorted((row, column) for row, column in document.get("opened") or [])
    return min(opened, key=lambda place: numbers[place[0]][place[1]] > 0, default=None)


def says(document: Document) -> set[str]:
    """The fields that the game ID of this document can say."""
    if document["kind"] != "minesweeper":
        return {"distinct"} if document["kind"] == "binoxxo" else {"board"} if document["kind"] == "nonogram" else set()
    start, opened = click(document), {tuple(place) for place in document.get("opened") or []}
    reached = set(flood(document["field"], *start)) if start else set()
    return {"mines", "field"} | ({"opened"} if reached == opened else set())


WRITERS = {"slitherlink": write_loopy, "nonogram": write_pattern, "binoxxo": write_unruly, "minesweeper": write_mines}
