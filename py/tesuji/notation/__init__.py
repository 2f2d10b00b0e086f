"""Other people's notations, and our own: `read` finds out what a text is, `write` gives a puzzle in a wanted notation.

Notations know characters. Whether a document is a proper puzzle is its rulebook's business. They name no puzzle: what a
kind brings to each of them is its `KindNotation`, handed in as `Kinds`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation import grids, share
from tesuji.notation.documents import lost
from tesuji.notation.kinds import Kinds, Notation, Source
from tesuji.notation.sheet import check_length

LONGEST = 1_000_000
"""The most characters that are looked at."""
ADDRESSES = ("penpa", "pzpr", "tatham")
"""The grammars of what may stand in the middle of a text; modules of this package, like all that follow."""
MARKED = ("pzprv3", *ADDRESSES)
"""Those of what shows by a mark of its own; tried before all others but ours."""
SHORTENERS = ("tinyurl.com", "bit.ly", "t.co", "is.gd", "x.gd", "goo.gl", "ow.ly", "t.ly", "git.io", "v.gd")
"""Hosts whose addresses only stand for others."""


@cache
def notations(kinds: Kinds) -> dict[str, Notation]:
    """name -> notation, in the order in which a text is tried."""
    return {notation.name: notation for notation in (*marked(), *unmarked(kinds))}


def grammars(names: Iterable[str]) -> Iterator[Notation]:
    """The notations of these modules; each is imported when it is its turn."""
    return (import_module(f"{__name__}.{name}").NOTATION for name in names)


def marked() -> Iterator[Notation]:
    """What shows by a mark of its own; tried first."""
    yield from (share.JSON, share.LINK)
    yield from grammars(MARKED)


def unmarked(kinds: Kinds) -> Iterator[Notation]:
    """The files and drawings of single kinds, then plain text."""
    for kind in kinds:
        yield from kind.own
    yield grids.NOTATION


def read(text: str, kinds: Kinds, kind: str | None = None) -> tuple[Document, str]:
    """(document, name of the notation) of any text that Tesuji knows how to read. Raises InputError.

    `kind` settles what a plain grid is where it does not say so itself.
    """
    document, name, _ = read_with_notes(text, kinds, kind)
    return document, name


def read_with_notes(text: str, kinds: Kinds, kind: str | None = None) -> tuple[Document, str, list[Document]]:
    """As `read`, and messages on what had to be guessed."""
    if len(text) > LONGEST:
        raise InputError("too-long", n=len(text), limit=LONGEST)
    if not text.startswith("P4"):
        text = share.unwrap(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if not text.strip():
        raise InputError("empty-text")
    source = Source(text, kinds.named(kind) if kind else None, kinds)
    try:
        found = below_name(source) or first_reading(source, marked())
        if not found:
            check_address(text.strip())
            check_length(text)
            found = first_reading(source, unmarked(kinds))
    except InputError:
        found = within(source)
        if not found:
            raise
    found = found or within(source)
    if not found:
        raise InputError("unknown-notation")
    return *found, source.notes


def check_address(text: str) -> None:
    """Raises InputError for an address that holds no puzzle itself: Tesuji opens no page."""
    address = re.fullmatch(r"https?://([^/\s?#:]+)\S*", text)
    if address:
        host = address[1].lower().removeprefix("www.")
        raise InputError("shortened-address" if host in SHORTENERS else "only-an-address", name=host[:60])


def first_reading(source: Source, candidates: Iterable[Notation]) -> tuple[Document, str] | None:
    """What the first notation makes of a text that takes it for its own. Raises InputError."""
    readings = ((notation.read(source), notation.name) for notation in candidates)
    return next(((document, name) for document, name in readings if document is not None), None)


def below_name(source: Source) -> tuple[Document, str] | None:
    """The puzzle of an address below a line that says which puzzle it is. Raises InputError."""
    name, _, rest = source.text.strip().partition("\n")
    if name.startswith(("{", "[")):
        return None
    kind = source.kinds.by_name.get(name.strip(" \t:：").lower())
    return first_reading(source.other(rest, kind), grammars(ADDRESSES)) if kind and rest else None


def within(source: Source) -> tuple[Document, str] | None:
    """The puzzle of the first address in a sentence or a list. Raises InputError."""
    addresses = re.findall(r"https?://[^\s<>\"'`]+", source.text)
    others = [address for address in addresses[:5] if address != source.text.strip()]
    readings = (first_reading(source.other(address), grammars(ADDRESSES)) for address in others)
    return next((reading for reading in readings if reading), None)


def write(document: Document, notation: str, kinds: Kinds) -> tuple[str, list[str]]:
    """(text, what the notation cannot say of the document). Raises InputError where it cannot say the puzzle at all."""
    target = by_any_name(notation.lower(), kinds)
    if target is None or target.write is None:
        raise InputError("unknown-target", name=notation[:40])
    kind = kinds.get(document.get("kind"))
    if target.whole:
        return target.write(document, kind), []
    if kind is None or not target.fits(kind):
        raise InputError("unwritable-kind", name=target.name, puzzle=str(document.get("kind"))[:40])
    clean = kind.clean(document)
    return target.write(clean, kind), lost(clean, kind, {*kinds.clues(kind.kind), *target.says(clean, kind)})


def by_any_name(name: str, kinds: Kinds) -> Notation | None:
    """The notation that goes by this name."""
    return next((known for known in notations(kinds).values() if name in (known.name, *known.aliases)), None)
