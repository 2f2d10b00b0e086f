"""Parts of puzzle documents that the formats need: the grid, the size, the player's marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tesuji.grid import letters
from tesuji.model import Document

META = ("title", "author", "source", "id", "copyright", "license")


def grid_of(allowed: str) -> Callable[[Document], Document]:
    """Return the `clean` function of a kind whose clues are a grid of these letters."""
    return lambda document: {**document, "grid": letters(document, "grid", allowed)}


def size_of_grid(document: Document) -> tuple[int, int]:
    """Return the width and height of a document with a grid."""
    return len(document["grid"][0]), len(document["grid"])


def board_of(document: Document, allowed: str, size: tuple[int, int]) -> list[str] | None:
    """Return the player's board in these letters, the last of which replaces "?" for blank cells. Return None if the
    document has no board of this size in these letters.
    """
    rows = marked(document.get("board"), *size, allowed)
    return rows and [row.replace("?", allowed[-1]) for row in rows]


def board_in(allowed: str) -> Callable[[Document], list[str] | None]:
    """Return `board_of` in these letters, for a kind whose clues are a grid."""
    return lambda document: board_of(document, allowed, size_of_grid(document))


def marked(rows: Any, width: int, height: int, allowed: str) -> list[str] | None:
    """Return the rows if they have this size and consist of these letters or `?`; otherwise None."""
    fits = (
        isinstance(rows, (list, tuple))
        and len(rows) == height
        and all(isinstance(row, str) and len(row) == width and set(row) <= {*allowed, "?"} for row in rows)
    )
    return list(rows) if fits else None


def printable(value: Any) -> bool:
    """Return whether a title or similar text fits on one line."""
    return (
        isinstance(value, str) and bool(value) and len(value) <= 500 and value.isprintable() and value == value.strip()
    )
