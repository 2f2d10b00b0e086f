"""Writes a document in a given format and lists what that format leaves out."""

from __future__ import annotations

from collections.abc import Collection

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation.kinds import KindNotation, Kinds, Notation
from tesuji.notation.registry import notations


def write(document: Document, notation: str, kinds: Kinds) -> tuple[str, list[str]]:
    """Return (text, names of lost features). Raises InputError if the format cannot hold the puzzle at all."""
    target = by_any_name(notation.lower(), kinds)
    if target is None or target.write is None:
        raise InputError("unknown-target", name=notation[:40])
    kind = kinds.get(document.get("kind"))
    if target.whole:
        return target.write(document, kind or KindNotation(str(document.get("kind")))), []
    if kind is None or not target.fits(kind):
        raise InputError("unwritable-kind", name=target.name)
    clean = kind.clean(document)
    only = kind.only(clean)
    if only is not None and target.name not in only:
        raise InputError("unwritable-document", name=target.name, others=", ".join(only))
    return target.write(clean, kind), lost(clean, kind, {*kinds.clues(kind.kind), *target.holds(clean, kind)})


def by_any_name(name: str, kinds: Kinds) -> Notation | None:
    """Return the format with this name or alias."""
    return next((known for known in notations(kinds).values() if name in (known.name, *known.aliases)), None)


def lost(document: Document, kind: KindNotation, holds: Collection[str]) -> list[str]:
    """Return the members of a document that are lost in a format that holds the fields `holds`."""
    # Marks that do not fit the puzzle are not written.
    misfits = {key for key, rows in kind.marks.items() if rows(document) is None}
    kept = {"kind", *holds} - misfits
    missing = [key for key in document if key not in kept and not is_empty(document, key, kind)]
    cells = set("".join(row for row in document.get("grid") or [] if isinstance(row, str)))
    return missing + [name for letter, name in kind.rare.items() if letter in cells and name not in kept]


def is_empty(document: Document, key: str, kind: KindNotation) -> bool:
    """Return whether a field means the same as its absence: it is empty, has its default value, or is a board without
    marks.
    """
    value = document[key]
    if value in (None, "", [], {}) or (key in kind.usual and value == kind.usual[key]):
        return True
    rows = kind.marks[key](document) if key in kind.marks else None
    return rows is not None and set("".join(rows)) <= {kind.blank}
