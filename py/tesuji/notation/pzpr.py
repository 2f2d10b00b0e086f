"""Addresses of pzpr: puzz.link, pzv.jp and related sites.

    https://puzz.link/p?slither/COLUMNS/ROWS/BODY                       [type=player&]slither[_edit]/[v:/][flag/]…
    http://www.kanpen.net/slitherlink.html?problem=ROWS/COLUMNS/…       or ?pzpr=COLUMNS/ROWS/BODY

Addresses with other rules (a flag, a variant, or one of the other two hundred puzzles) are refused; the error names
them.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size, split
from tesuji.model import Document
from tesuji.notation.codec import First, Hex, Item, Items, Letters, LetterTable, Skip, number, read_items, write_items
from tesuji.notation.kinds import KindNotation, Kinds, Notation, Pzpr, Source

HOST = "https://puzz.link/p"
OTHER_KINDS = {
    "swslither": "Sheep/Wolf Slitherlink",
    "tslither": "Touch Slitherlink",
    "vslither": "Vertex Slitherlink",
    "coral": "Coral",
    "cts": "Cross the Streams",
    "bag": "Bag",
    "kurotto": "Kurotto",
    "tilepaint": "Tilepaint",
}
"""Puzzles that are easily mistaken for a supported kind."""
UNKNOWN = "?"
"""The item of a clue without a number."""
CLUE = Letters({".": None, "-": UNKNOWN} | {str(value): value for value in range(10)})
"""A clue as a separate word."""

FOUR = First(
    LetterTable({f"{digit + 5 * more:x}": (digit,) + (None,) * more for more in range(3) for digit in range(5)}),
    LetterTable({".": (UNKNOWN,)}),
    Skip("ghijklmnopqrstuvwxyz"),
)
"""Numbers 0-4. A letter can include up to two empty cells after its number."""
SIXTEEN = First(Hex("", 1), Hex("-", 2), Hex("+", 3), LetterTable({".": (UNKNOWN,)}), Skip("ghijklmnopqrstuvwxyz"))
"""Numbers of any size, in hexadecimal."""


def cells(width: int, height: int) -> int:
    """Return the `count` of a kind with one item per cell."""
    return width * height


def not_allowed(place: int, width: int, found: Item, allowed: str) -> InputError:
    """Return the error for an item that the puzzle cannot use."""
    at = {"row": place // width + 1, "column": place % width + 1}
    return InputError("character", at, character=str(found)[:8], allowed=allowed)


class GridItems:
    """The items of a kind whose clues are letters of a grid, one item for each cell. `items` has that of each letter;
    if letters share one, the first is read. `allowed` names the items in the error about any other, and `others` are
    the further members of a document.
    """

    def __init__(self, kind: str, items: dict[str, Item], allowed: str = "", **others: Any):
        self.kind, self.items, self.allowed, self.others = kind, items, allowed, others
        self.letters = {item: letter for letter, item in reversed(items.items())}

    def document(self, width: int, height: int, items: Items) -> Document:
        """Return the document with these items. Raises InputError."""
        for place, item in enumerate(items):
            if item not in self.letters:
                raise not_allowed(place, width, item, self.allowed)
        return {"kind": self.kind, "grid": split([self.letters[item] for item in items], width), **self.others}

    def items_of(self, document: Document) -> list[Item]:
        """Return the items of a document."""
        return [self.items[letter] for letter in "".join(document["grid"])]


# -- addresses ---------------------------------------------------------------------------------------------------------

ADDRESS = re.compile(
    r"(?:[^\s?]{0,300}\?|(?=[a-z]+(?:_edit|_play)?/))"
    r"(?:type=(?:editor|player)&)?"
    r"(?P<id>[a-z][a-z0-9]*)(?:_edit|_play)?/(?P<rest>[^\s#&]*)",
    re.DOTALL,
)
KANPEN = re.compile(r"[^\s?]{0,300}kanpen\.net/(?P<id>[a-z0-9]+)\.html\?(?P<form>problem|pzpr)=(?P<rest>[^\s#&]*)")
ENDING = "/.,;:!)>]}\"'。、」)"


def read_address(source: Source) -> Document | None:
    """Return the puzzle of a pzpr address, or None for any other text. Raises InputError."""
    text, ids = source.text.strip(), source.kinds.table(by_id)
    if "%2f" in text[:400].lower():
        text = unquote(text)
    if match := KANPEN.match(text):
        return read_kanpen(**match.groupdict(), source=source)
    match = ADDRESS.match(text)
    if not match or not (
        match["id"] in ids
        or match["id"] in OTHER_KINDS
        or re.match(r"([^/]{0,40}/){0,2}\d{1,6}/\d{1,6}/", match["rest"])
    ):
        return None
    return read_parts(kind_of(match["id"], source.kinds), match["rest"], source)


def by_id(kinds: Kinds) -> dict[str, KindNotation]:
    """Return the kind of each id."""
    return {name: kind for kind in kinds if kind.pzpr for name in kind.pzpr.ids}


def kind_of(name: str, kinds: Kinds) -> KindNotation:
    """Return the kind with this id. Raises InputError."""
    ids = kinds.table(by_id)
    if name not in ids:
        raise InputError("other-rules", name=OTHER_KINDS.get(name, name))
    return ids[name]


def read_parts(kind: KindNotation, rest: str, source: Source) -> Document:
    """Return the puzzle after the id. Raises InputError for a flag of an unsupported rule."""
    parts = rest.split("/")
    flags = []
    while parts and not parts[0].isdigit():
        flags.append(parts.pop(0))
    flag = "/".join(filter(None, flags))
    if flag and flag not in kind.pzpr.flags:
        raise InputError("other-flag", found=flag[:20])
    if len(parts) < 2:
        raise InputError("cut-address")
    width, height = number(parts[0]), number(parts[1])
    check_size(width, height)
    return read_body(kind.pzpr, width, height, "/".join(parts[2:]), source) | kind.pzpr.flags.get(flag, {})


def read_body(part: Pzpr, width: int, height: int, body: str, source: Source) -> Document:
    """Return the puzzle of a body. Text after the last place of the board is ignored, as in pzpr, and noted."""
    count = part.count(width, height)
    if not body.strip("/"):
        return part.document(width, height, [None] * count)
    items, end = read_items(part.codec, body, count)
    if body[end:].strip(ENDING):
        source.notes.append({"key": "note.surplus", "params": {"n": len(body[end:].strip(ENDING))}})
    return part.document(width, height, items)


def read_kanpen(id: str, form: str, rest: str, source: Source) -> Document:
    kind = kind_of(id, source.kinds)
    if form == "pzpr":
        return read_parts(kind, rest, source)
    words = kind.pzpr.words
    if words is None:
        raise InputError("other-rules", name=f"kanpen {id}")
    height, width, *rows = [*rest.split("/"), "", ""]
    check_size(number(width), number(height))
    found = [word for row in rows for word in row.split("_") if word]
    if len(found) != int(width) * int(height):
        raise InputError("cut-board", n=len(found), expected=int(width) * int(height))
    return kind.pzpr.document(int(width), int(height), [words.read(word, 1) for word in found])


def write_address(document: Document, kind: KindNotation) -> str:
    """Return the address of a puzzle. It ends in "/" if chat programs would cut off its last character."""
    part, (width, height) = kind.pzpr, kind.size(document)
    body = write_items(part.codec, part.items(document))
    ending = "" if body[-1:].isalnum() else "/"
    flags = (f"{flag}/" for flag, fields in part.flags.items() if all(document.get(key) for key in fields))
    return f"{HOST}?{part.ids[0]}/{next(flags, '')}{width}/{height}/{body}{ending}"


NOTATION = Notation(
    "pzpr",
    read_address,
    write_address,
    part=lambda kind: kind.pzpr,
    holds=lambda document, kind: kind.pzpr.holds,
    aliases=("puzz.link", "puzzlink", "url"),
)
