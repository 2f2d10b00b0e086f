"""Addresses of pzpr: puzz.link, pzv.jp and their kin.

    https://puzz.link/p?slither/COLUMNS/ROWS/BODY                       [type=player&]slither[_edit]/[v:/][flag/]…
    http://www.kanpen.net/slitherlink.html?problem=ROWS/COLUMNS/…       or ?pzpr=COLUMNS/ROWS/BODY

Everything that marks another rule (a flag, a variant, another puzzle of the two hundred) is refused by name.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import (
    First,
    Hex,
    Item,
    Items,
    Letters,
    Skip,
    Table,
    number,
    read_items,
    rows_of,
    write_items,
)
from tesuji.notation.documents import size_of

KINDS = {"slither": "slitherlink", "slitherlink": "slitherlink", "nonogram": "nonogram", "mines": "minesweeper"}
IDS = {"slitherlink": "slither", "nonogram": "nonogram", "minesweeper": "mines"}
OTHERS = {
    "swslither": "Sheep/Wolf Slitherlink",
    "tslither": "Touch Slitherlink",
    "vslither": "Vertex Slitherlink",
    "coral": "Coral",
    "cts": "Cross the Streams",
    "bag": "Bag",
    "kurotto": "Kurotto",
    "tilepaint": "Tilepaint",
}
FULL = {"full": True}
"""What the flag "f" of slither asks for: the loop visits every point."""
UNKNOWN = "?"
"""The item of a clue that is there without a number."""
CLUE = Letters({".": None, "-": UNKNOWN} | {str(value): value for value in range(10)})
"""A clue as a word of its own."""

FOUR = First(
    Table({f"{digit + 5 * more:x}": (digit,) + (None,) * more for more in range(3) for digit in range(5)}),
    Table({".": (UNKNOWN,)}),
    Skip("ghijklmnopqrstuvwxyz"),
)
"""Numbers 0-4; a letter can carry up to two empty cells behind its number."""
SIXTEEN = First(Hex("", 1), Hex("-", 2), Hex("+", 3), Table({".": (UNKNOWN,)}), Skip("ghijklmnopqrstuvwxyz"))
"""Numbers of any size, hexadecimal."""


# -- boards as items ---------------------------------------------------------------------------------------------------


def slither_document(width: int, height: int, items: Items) -> Document:
    for place, item in enumerate(items):
        if item not in (None, UNKNOWN) and item > 4:
            raise character(place, width, item, "0 1 2 3 4")
    # A clue without a number says nothing about its cell.
    letters = ["." if item in (None, UNKNOWN) else str(item) for item in items]
    return {"kind": "slitherlink", "grid": ["".join(row) for row in rows_of(letters, width)]}


def slither_items(document: Document) -> list[Item]:
    return [None if letter == "." else int(letter) for row in document["grid"] for letter in row]


def character(place: int, width: int, found: Item, allowed: str) -> InputError:
    """What to raise for an item that the puzzle has no use for."""
    return InputError(
        "character", {"row": place // width + 1, "column": place % width + 1}, character=str(found)[:8], allowed=allowed
    )


def mines_document(width: int, height: int, items: Items) -> Document:
    for place, item in enumerate(items):
        if item not in (None, UNKNOWN) and item > 8:
            raise character(place, width, item, "0 1 2 3 4 5 6 7 8")
    letters = ["." if item is None else "s" if item == UNKNOWN else str(item) for item in items]
    return {"kind": "minesweeper", "grid": ["".join(row) for row in rows_of(letters, width)], "mines": None}


def mines_items(document: Document) -> list[Item]:
    values = {".": None, "*": None, "s": UNKNOWN}
    return [values[letter] if letter in values else int(letter) for row in document["grid"] for letter in row]


def slots(length: int) -> int:
    """How many clue places pzpr gives a line."""
    return (length + 1) >> 1


def nonogram_document(width: int, height: int, items: Items) -> Document:
    cut = width * slots(height)
    columns, rows = rows_of(items[:cut], slots(height)), rows_of(items[cut:], slots(width))
    return {
        "kind": "nonogram",
        "rows": [clue_line(line, row=place) for place, line in enumerate(rows, 1)],
        "cols": [clue_line(line, column=place) for place, line in enumerate(columns, 1)],
    }


def clue_line(places: Items, **at: int) -> list[int]:
    """The runs of a line from its clue places, of which the first is nearest to the grid."""
    runs = [item for item in reversed(places) if item is not None]
    if UNKNOWN in runs:
        raise InputError("unknown-run", at)
    return [] if runs == [0] else runs


def nonogram_lines(document: Document) -> list[tuple[list[int], int, dict[str, int]]]:
    """Every line's clue, its room and its place, columns first."""
    rows, columns = document["rows"], document["cols"]
    lines = [(line, slots(len(rows)), {"column": place}) for place, line in enumerate(columns, 1)]
    return lines + [(line, slots(len(columns)), {"row": place}) for place, line in enumerate(rows, 1)]


def nonogram_items(document: Document) -> list[Item]:
    return [item for line, room, at in nonogram_lines(document) for item in line_places(line, room, at)]


def line_places(line: list[int], room: int, at: dict[str, int]) -> list[Item]:
    if len(line) > room:
        raise InputError("no-room", at, n=len(line), expected=room)
    return list(reversed(line)) + [None] * (room - len(line))


BODIES = {
    "slitherlink": (FOUR, lambda width, height: width * height, slither_document, slither_items),
    "minesweeper": (SIXTEEN, lambda width, height: width * height, mines_document, mines_items),
    "nonogram": (
        SIXTEEN,
        lambda width, height: width * slots(height) + height * slots(width),
        nonogram_document,
        nonogram_items,
    ),
}
"""Per kind: the codec of the body, how many items it has, items -> document, document -> items."""


# -- addresses ---------------------------------------------------------------------------------------------------------

ADDRESS = re.compile(
    r"(?:[^\s?]{0,300}\?|(?=[a-z]+(?:_edit|_play)?/))"
    r"(?:type=(?:editor|player)&)?"
    r"(?P<id>[a-z][a-z0-9]*)(?:_edit|_play)?/(?P<rest>[^\s#&]*)",
    re.DOTALL,
)
KANPEN = re.compile(r"[^\s?]{0,300}kanpen\.net/(?P<id>[a-z0-9]+)\.html\?(?P<form>problem|pzpr)=(?P<rest>[^\s#&]*)")
ENDING = "/.,;:!)>]}\"'。、」)"


def read_address(text: str) -> Document | None:
    """The puzzle of a pzpr address, None where the text is none. Raises InputError."""
    text = text.strip()
    if "%2f" in text[:400].lower():
        text = unquote(text)
    if match := KANPEN.match(text):
        return read_kanpen(**match.groupdict())
    match = ADDRESS.match(text)
    if not match or not (
        match["id"] in KINDS or match["id"] in OTHERS or re.match(r"([^/]*/){0,2}\d+/\d+/", match["rest"])
    ):
        return None
    return read_parts(known_kind(match["id"]), match["rest"])


def known_kind(name: str) -> str:
    if name not in KINDS:
        raise InputError("other-rules", name=OTHERS.get(name, name))
    return KINDS[name]


def read_parts(kind: str, rest: str) -> Document:
    """The puzzle behind the id. Raises InputError for a flag that stands for a rule that we do not know."""
    parts = rest.split("/")
    flags = []
    while parts and not parts[0].isdigit():
        flags.append(parts.pop(0))
    flags = [flag for flag in flags if flag]
    full = flags == ["f"] and kind == "slitherlink"
    if flags and not full:
        raise InputError("other-rules", name=f"{IDS[kind]} {'/'.join(flags)[:20]}")
    if len(parts) < 2:
        raise InputError("cut-address")
    width, height = number(parts[0]), number(parts[1])
    check_size(width, height)
    return read_body(kind, width, height, "/".join(parts[2:])) | (FULL if full else {})


def read_body(kind: str, width: int, height: int, body: str) -> Document:
    codec, count, document, _ = BODIES[kind]
    if not body.strip("/"):
        return document(width, height, [None] * count(width, height))
    items, end = read_items(codec, body, count(width, height))
    if body[end:].strip(ENDING):
        raise InputError("left-over", {"character": end + 1})
    return document(width, height, items)


def read_kanpen(id: str, form: str, rest: str) -> Document:
    kind = known_kind(id)
    if form == "pzpr":
        return read_parts(kind, rest)
    if kind != "slitherlink":
        raise InputError("other-rules", name=f"kanpen {id}")
    height, width, *rows = [*rest.split("/"), "", ""]
    check_size(number(width), number(height))
    words = [word for row in rows for word in row.split("_") if word]
    if len(words) != int(width) * int(height):
        raise InputError("cut-board", n=len(words), expected=int(width) * int(height))
    return slither_document(int(width), int(height), [CLUE.read(word, 1) for word in words])


def write_address(document: Document, host: str = "https://puzz.link/p") -> str:
    """The address of a puzzle. Ends in "/" where its last character is one that chat programs cut off."""
    codec, _, _, items = BODIES[document["kind"]]
    width, height = size_of(document)
    body = write_items(codec, items(document))
    ending = "" if body[-1:].isalnum() else "/"
    flag = "f/" if document.get("full") else ""
    return f"{host}?{IDS[document['kind']]}/{flag}{width}/{height}/{body}{ending}"
