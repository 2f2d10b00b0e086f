"""Game IDs of Simon Tatham's Portable Puzzle Collection: `params:description`, alone, after the name of the game or
after the `#` of its pages; and the saved games of its programs (.sav).

Every game has its own form. If two fit, the requested kind wins, or else the likelier one. `params#seed` does not
contain a puzzle, only the seed of the random generator.
"""

from __future__ import annotations

import re

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import Codec, Gap, Items, read_items
from tesuji.notation.kinds import KindNotation, Kinds, Notation, Source

GAPS = Gap("abcdefghijklmnopqrstuvwxy", "z", (0, 1))
"""A letter gives the number of cells skipped before the next coloured cell, and its case the colour: lower 0, upper 1.
z skips 25 cells and colours none.
"""
ID = re.compile(
    r"(?:[^\s#]{0,200}?/(?P<game>[a-z]{1,40})(?:\.html)?#|(?P<name>[A-Za-z]{1,40})[ \t]{1,9})?"
    r"(?P<width>\d{1,6})x(?P<height>\d{1,6})"
    r"(?P<params>(?:[ts]\d{1,2}|n\d{1,5}|b\d{1,3}|d[a-z\d]|[uak])*)(?P<mark>[:#])(?P<body>[^\s]*)"
)
SAVED = re.compile(r"^([A-Z]{1,8}) *:\d{1,7}:(.*)$", re.MULTILINE)
"""A line of a saved game: a field, the length of its value, and the value."""


def by_game(kinds: Kinds) -> dict[str, KindNotation]:
    """Return the kind for each of Tatham's names of a game."""
    return {kind.tatham.name: kind for kind in kinds if kind.tatham}


def read_id(source: Source) -> Document | None:
    """Return the puzzle of a game ID, or None for any other text. Raises InputError."""
    match = ID.fullmatch(saved_id(source.text) or source.text.strip())
    if not match:
        return None
    games, game = source.kinds.table(by_game), (match["game"] or match["name"] or "").lower()
    if game and game not in games:
        if match["name"] and not saved_id(source.text):
            return None
        raise InputError("other-rules", name=game)
    if match["mark"] == "#":
        raise InputError("seed")
    kind = games[game] if game else guess(match, source.kind, source.kinds)
    if kind is None:
        return None
    width, height = int(match["width"]), int(match["height"])
    check_size(width, height)
    return kind.tatham.read(width, height, match["params"], match["body"])


def saved_id(text: str) -> str | None:
    """Return the game's name and ID from a saved game, without its moves; None for any other text. Raises InputError
    for a truncated file.
    """
    if not text.startswith("SAVEFILE:"):
        return None
    fields = dict(SAVED.findall(text))
    if not {"GAME", "PARAMS", "DESC"} <= set(fields):
        raise InputError("cut-file", {"line": text.count("\n") + 1})
    return f"{fields['GAME'].replace(' ', '')} {fields['PARAMS']}:{fields['DESC']}"


def guess(match: re.Match, wanted: str | None, kinds: Kinds) -> KindNotation | None:
    """Return the kind of the ID, if it can be recognised."""
    shape = match["params"] + ":" + match["body"]
    asked = kinds.get(wanted)
    if asked and asked.tatham and asked.tatham.likeness(shape):
        return asked
    return kinds.likeliest(lambda kind: kind.tatham, lambda game: game.likeness(shape))


def whole(codec: Codec, body: str, count: int, beyond: int = 0) -> Items:
    """Return all items of a body that contains nothing else. Raises InputError."""
    items, end = read_items(codec, body, count, beyond=beyond)
    if end < len(body):
        raise InputError("left-over", {"character": end + 1})
    return items


def write_id(document: Document, kind: KindNotation) -> str:
    """Return the game ID of a puzzle. Raises InputError if the game does not support it."""
    width, height = kind.size(document)
    return f"{width}x{height}{kind.tatham.write(document, width, height)}"


NOTATION = Notation(
    "tatham",
    read_id,
    write_id,
    part=lambda kind: kind.tatham,
    holds=lambda document, kind: kind.tatham.holds(document),
)
