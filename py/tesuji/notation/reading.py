"""Reads a text in every way in which it can be a puzzle.

Documents, links, addresses and files are recognisable; such a text has one reading. Plain text may be one of several
puzzles. `readings` returns all of them, the likeliest first, and leaves it to the caller to solve them.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation import registry, share
from tesuji.notation.code import bare, pieces
from tesuji.notation.kinds import Kinds, Notation, Source
from tesuji.notation.sheet import check_lines, sheet_of

MAX_LENGTH = 400_000
"""The maximum number of characters of a text. The largest puzzles take fewer in any format."""
SHORTENERS = ("tinyurl.com", "bit.ly", "t.co", "is.gd", "x.gd", "goo.gl", "ow.ly", "t.ly", "git.io", "v.gd")
"""Hosts whose addresses redirect to others."""
MAX_SEARCHED = 20_000
"""If the whole text is not a puzzle, its parts are tried only up to this number of characters."""
WITHIN = 5
"""The maximum number of addresses in a text that are tried."""


class Reading(NamedTuple):
    """One way to read a text."""

    document: Document
    notation: str
    """The name of the format."""
    notes: tuple[Document, ...] = ()
    """Assumptions made, as messages."""
    rank: int = 100
    """The likelihood, up to 100."""
    others: tuple[Document, ...] = ()
    """The other puzzles that the text may be."""


class Readings(NamedTuple):
    """All readings of a text, the likeliest first; at least one."""

    readings: list[Reading]
    refusal: Exception | None = None
    """The error to raise if no reading has a solution."""


def read(text: str, kinds: Kinds, kind: str | None = None) -> Reading:
    """Return the likeliest reading of a text. `kind` is the kind of a plain grid that does not name it. Raises
    InputError.
    """
    steps = readings(text, kinds, kind)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        best: Reading = end.value.readings[0]
        return best


def readings(text: str, kinds: Kinds, kind: str | None = None) -> Generator[None, None, Readings]:
    """Return all readings of a text. Yields None between steps, each of which takes linear time in the length. Raises
    InputError.
    """
    if len(text) > MAX_LENGTH:
        raise InputError("too-long", n=len(text), limit=MAX_LENGTH)
    if not text.startswith("P4"):
        text = share.unwrap(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    yield
    if len(text) > MAX_LENGTH and not text.lstrip().startswith("{"):
        raise InputError("too-long", n=len(text), limit=MAX_LENGTH)
    if not text.strip():
        raise InputError("empty-text")
    source = Source(text, kinds.named(kind) if kind else None, kinds)
    try:
        found = yield from marked_or_guessed(source)
    except InputError:
        found = yield from within(source)
        if not found:
            raise
    found = found or (yield from within(source))
    if not found:
        if source.doubts:
            raise source.doubts[0]
        raise InputError("unknown-notation")
    found = [one._replace(document=one.document | source.members) for one in found]
    return Readings(found, source.doubts[0] if source.doubts else None)


def marked_or_guessed(source: Source) -> Generator[None, None, list[Reading]]:
    """Return the only reading of a recognisable text, or all guesses. Raises InputError."""
    found = yield from below_name(source)
    found = found or (yield from first_reading(source, registry.marked()))
    if found:
        return found
    check_address(source.text.strip())
    text = bare(source.text)
    if text != source.text:
        source.text = text
        found = yield from first_reading(source, registry.grammars(registry.ADDRESSES))
    check_lines(text)
    yield
    found = found or (yield from first_reading(source, registry.unmarked(source.kinds)))
    return found or (yield from guesses(source))


def guesses(source: Source) -> Generator[None, None, list[Reading]]:
    """Return the guesses of all formats, the likeliest first, each document once. Raises InputError if the first format
    that recognises the text cannot read it.
    """
    found: list[Reading] = []
    for notation in registry.unmarked(source.kinds):
        try:
            found += [
                Reading(guess.document, notation.name, guess.notes, guess.rank) for guess in notation.guess(source)
            ]
        except InputError:
            if not found:
                raise
        yield
    found.sort(key=lambda reading: -reading.rank)
    return [one for place, one in enumerate(found) if all(one.document != other.document for other in found[:place])]


def first_reading(source: Source, candidates: Iterable[Notation]) -> Generator[None, None, list[Reading]]:
    """Return the reading of the first format that recognises a text; empty if none does. Raises InputError."""
    for notation in candidates:
        document = notation.read(source)
        if document is not None:
            return [Reading(document, notation.name, tuple(source.notes))]
        yield
    return []


def below_name(source: Source) -> Generator[None, None, list[Reading]]:
    """Return the puzzle of an address below a line with the name of a puzzle. Raises InputError."""
    name, _, rest = source.text.strip().partition("\n")
    if name.startswith(("{", "[")) or not rest or len(name) > 100:
        return []
    kind = source.kinds.by_name.get(name.strip(" \t:：").lower())
    if not kind:
        return []
    return (yield from first_reading(source.other(rest, kind), registry.grammars(registry.ADDRESSES)))


def within(source: Source) -> Generator[None, None, list[Reading]]:
    """Return the puzzle of the first address in a sentence or a list, or else of the first other part that is a puzzle.
    Raises InputError.
    """
    for address in addresses_in(source.text):
        if found := (yield from first_reading(source.other(address), registry.grammars(registry.ADDRESSES))):
            return found
    return [] if "://" in source.text else (yield from piece_of(source))


def piece_of(source: Source) -> Generator[None, None, list[Reading]]:
    """Return the puzzle of the first part of a text that is one, unless the text names a kind or is JSON."""
    is_json = source.text.lstrip().startswith("{") and '":' in source.text
    if len(source.text) > MAX_SEARCHED or is_json or sheet_of(source).kind:
        return []
    for piece in filter(str.strip, pieces(source.text)):
        with suppress(InputError):
            if found := (yield from marked_or_guessed(source.other(piece))):
                return found
    return []


def addresses_in(text: str) -> Iterator[str]:
    """Yield the first addresses in a text, unless the address is the whole text."""
    whole = text.strip()
    for count, match in enumerate(re.finditer(r"https?://[^\s<>\"'`]+", text)):
        if count == WITHIN:
            return
        if match[0] != whole:
            yield match[0]


def check_address(text: str) -> None:
    """Raise InputError for an address that does not contain the puzzle, because Tesuji does not load pages."""
    scheme, mark, rest = text.partition("://")
    if not mark or scheme not in ("http", "https") or len(text.split()) > 1:
        return
    if host := re.split(r"[/?#:]", rest[:300])[0].lower().removeprefix("www."):
        raise InputError("shortened-address" if host in SHORTENERS else "only-an-address", name=host[:60])
