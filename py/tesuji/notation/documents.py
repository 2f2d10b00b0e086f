"""Puzzle documents as the notations need them: checked shape, size, and what gets lost on the way into another
notation."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from tesuji.grid import letters
from tesuji.model import Document

if TYPE_CHECKING:
    from tesuji.notation.kinds import KindNotation

META = ("title", "author", "source", "id", "copyright", "license")


def grid_of(allowed: str) -> Callable[[Document], Document]:
    """The `clean` of a kind whose clues are a grid of these letters."""
    return lambda document: {**document, "grid": letters(document, "grid", allowed)}


def size_of_grid(document: Document) -> tuple[int, int]:
    """Width and height of a document with a grid."""
    return len(document["grid"][0]), len(document["grid"])


def board_of(document: Document, allowed: str, size: tuple[int, int]) -> list[str] | None:
    """The player's board in these letters, of which the last is a blank ("?" is one, too); None where there is none or
    it says something else."""
    rows = marked(document.get("board"), *size, allowed)
    return rows and [row.replace("?", allowed[-1]) for row in rows]


def marked(rows: Any, width: int, height: int, allowed: str) -> list[str] | None:
    """Rows of these letters, or of `?`, if that is what they are."""
    fits = (
        isinstance(rows, (list, tuple))
        and len(rows) == height
        and all(isinstance(row, str) and len(row) == width and set(row) <= {*allowed, "?"} for row in rows)
    )
    return list(rows) if fits else None


def printable(value: Any) -> bool:
    """Whether a title and the like can stand on a line."""
    return (
        isinstance(value, str) and bool(value) and len(value) <= 500 and value.isprintable() and value == value.strip()
    )


def says_nothing(document: Document, key: str, kind: KindNotation) -> bool:
    """Whether a field says no more than its absence: nothing at all, what is usual, a board without marks."""
    value = document[key]
    if value in (None, "", [], {}) or (key in kind.usual and value == kind.usual[key]):
        return True
    rows = kind.marks[key](document) if key in kind.marks else None
    return rows is not None and set("".join(rows)) <= {kind.blank}


def lost(document: Document, kind: KindNotation, says: Collection[str]) -> list[str]:
    """What a notation that says these fields cannot say of a document, in the document's own words."""
    # Marks that do not fit the puzzle are not written.
    misfits = {key for key, rows in kind.marks.items() if rows(document) is None}
    kept = {"kind", *says} - misfits
    missing = [key for key in document if key not in kept and not says_nothing(document, key, kind)]
    cells = set("".join(row for row in document.get("grid") or [] if isinstance(row, str)))
    return missing + [name for letter, name in kind.rare.items() if letter in cells and name not in kept]
