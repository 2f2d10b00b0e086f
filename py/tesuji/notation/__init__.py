"""Other people's notations, and our own: `read` finds out what a text is, `write` says a puzzle in a wanted notation.

Notations know characters. Whether a document is a proper puzzle is its rulebook's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation import clues, documents, files, grids, penpa, puzzlink, pzprv3, share, sheet, tatham

LONGEST = 1_000_000
"""The most characters that are looked at."""
ALL = frozenset({"nonogram", "minesweeper", "slitherlink", "binoxxo"})
Reader = Callable[[str, "str | None"], "Document | None"]


@dataclass(frozen=True)
class Notation:
    """A notation by name. `read(text, kind)` gives None for a text in another notation; `write` takes a clean
    document."""

    name: str
    read: Reader
    write: Callable[[Document], str] | None = None
    kinds: frozenset[str] = ALL
    says: frozenset[str] = frozenset()
    """The fields of a document, besides its clues, that it can say."""
    also: Callable[[Document], set[str]] = lambda document: set()
    """The fields that it can say of this document in particular."""
    whole: bool = False
    """Whether it says every document as it is, whatever is in it."""


def read(text: str, kind: str | None = None) -> tuple[Document, str]:
    """(document, name of the notation) of any text that Tesuji knows how to read. Raises InputError.

    `kind` settles what a plain grid is where it does not say so itself.
    """
    if len(text) > LONGEST:
        raise InputError("too-long", n=len(text), limit=LONGEST)
    if not text.startswith("P4"):
        text = share.unwrap(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    if not text.strip():
        raise InputError("empty-text")
    kind = sheet.BY_NAME.get(kind.lower(), kind) if kind else None
    try:
        found = first_reading(text, kind, NOTATIONS.values())
    except InputError:
        found = within(text, kind)
        if not found:
            raise
    found = found or within(text, kind)
    if not found:
        raise InputError("unknown-notation")
    return found


def first_reading(text: str, kind: str | None, notations: Iterable[Notation]) -> tuple[Document, str] | None:
    """What the first notation makes of a text that takes it for its own. Raises InputError."""
    readings = ((notation.read(text, kind), notation.name) for notation in notations)
    return next(((document, name) for document, name in readings if document is not None), None)


def within(text: str, kind: str | None) -> tuple[Document, str] | None:
    """The puzzle of the first address in a sentence or a list. Raises InputError."""
    addresses = re.findall(r"https?://[^\s<>\"'`]+", text)
    readings = (first_reading(address, kind, ADDRESSES) for address in addresses[:5] if address != text.strip())
    return next((reading for reading in readings if reading), None)


def write(document: Document, notation: str) -> tuple[str, list[str]]:
    """(text, what the notation cannot say of the document). Raises InputError where it cannot say the puzzle at all."""
    target = NOTATIONS.get(ALIASES.get(notation.lower(), notation.lower()))
    if target is None or target.write is None:
        raise InputError("unknown-target", name=notation[:40])
    if target.whole:
        return target.write(document), []
    if document.get("kind") not in target.kinds:
        raise InputError("unwritable-kind", name=target.name, puzzle=str(document.get("kind"))[:40])
    clean = documents.clean(document)
    text = target.write(clean)
    return text, documents.lost(clean, target.says | target.also(clean))


def typed(reader: Callable[[sheet.Sheet], Document | None]) -> Reader:
    """A reader of plain text behind the head that such a text may have."""
    return lambda text, kind: reader(sheet.read_sheet(text, kind))


def plain(reader: Callable[[str], Document | None]) -> Reader:
    """A reader that has no use for a hint about the kind."""
    return lambda text, kind: reader(text)


NOTATIONS = {
    notation.name: notation
    for notation in (
        Notation("json", share.read_json, share.write_json, whole=True),
        Notation("link", lambda text, kind: None, share.write_link, whole=True),
        Notation(
            "pzprv3",
            plain(pzprv3.read),
            pzprv3.write,
            frozenset(puzzlink.IDS),
            frozenset({"board", "edges", "author", "source", "full", "safe-cells"}),
        ),
        Notation(
            "penpa",
            penpa.read_address,
            penpa.write_address,
            says=frozenset({"board", "edges", "known-mines", "safe-cells"}),
            also=penpa.says,
        ),
        Notation(
            "pzpr",
            plain(puzzlink.read_address),
            puzzlink.write_address,
            frozenset(puzzlink.IDS),
            frozenset({"full", "safe-cells"}),
        ),
        Notation("tatham", tatham.read_id, tatham.write_id, also=tatham.says),
        Notation("boxes", plain(grids.read_boxes), grids.write_boxes, frozenset({"slitherlink"})),
        Notation(
            "drawing",
            typed(grids.read_drawing),
            grids.write_drawing,
            frozenset({"slitherlink"}),
            frozenset({"edges"}),
            sheet.says,
        ),
        Notation("webpbn", plain(files.read_webpbn)),
        Notation("pbm", plain(files.read_pbm)),
        Notation("non", plain(files.read_non), files.write_non, frozenset({"nonogram"}), also=files.says_non),
        Notation("gno", plain(files.read_gno)),
        Notation("mk", plain(files.read_mk)),
        Notation("nin", files.read_nin),
        Notation("cwd", files.read_cwd),
        Notation("clues", typed(clues.read_clues)),
        Notation(
            "text",
            typed(grids.read_grid),
            grids.write_text,
            says=frozenset({"mines", "distinct", "known-mines", "safe-cells"}),
            also=sheet.says,
        ),
    )
}
"""In the order in which a text is tried."""
ADDRESSES = [NOTATIONS[name] for name in ("penpa", "pzpr", "tatham")]
"""What may stand in the middle of a text."""
ALIASES = {
    "puzz.link": "pzpr",
    "puzzlink": "pzpr",
    "url": "pzpr",
    "penpa+": "penpa",
    "plain": "text",
    "ascii": "text",
    "share": "link",
    ".non": "non",
}
