"""Pictures, the clues derived from them, and the clues of a document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tesuji.constraints.runs import generate_hints
from tesuji.errors import InputError
from tesuji.grid import field
from tesuji.model import Document

Runs = TypeVar("Runs")


def from_picture(picture: list[str]) -> Document:
    """Return the nonogram of rows of "#" and "."."""
    rows, columns = generate_hints(picture)
    return {"kind": "nonogram", "rows": rows, "cols": columns}


def size_of(document: Document) -> tuple[int, int]:
    """Return the width and height of a document."""
    return len(document["cols"]), len(document["rows"])


def clues_of(document: Document, name: str, line: str, read: Callable[[Any, dict[str, int]], Runs]) -> list[Runs]:
    """Return the clues of one side, each as `read` returns it for its list and its place. Raises InputError."""
    clues = field(document, name)
    if not isinstance(clues, (list, tuple)):
        raise InputError("not-clues", field=name)
    found = []
    for number, runs in enumerate(clues, 1):
        at = {line: number}
        if not isinstance(runs, (list, tuple)):
            raise InputError("not-a-clue", at)
        found.append(read(runs, at))
    return found
