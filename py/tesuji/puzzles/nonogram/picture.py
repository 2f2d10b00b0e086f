"""A picture and the clues that it makes."""

from __future__ import annotations

from tesuji.model import Document


def runs(line: str) -> list[int]:
    """The clue of a drawn line."""
    return [len(run) for run in line.replace(".", " ").split()]


def from_picture(picture: list[str]) -> Document:
    """The nonogram of rows of "#" and "."."""
    columns = ["".join(column) for column in zip(*picture)]
    return {"kind": "nonogram", "rows": [runs(row) for row in picture], "cols": [runs(column) for column in columns]}


def size_of(document: Document) -> tuple[int, int]:
    """Width and height of a document."""
    return len(document["cols"]), len(document["rows"])
