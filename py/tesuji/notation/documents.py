"""Puzzle documents as the notations need them: checked shape, size, and what gets lost on the way into another
notation."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tesuji.errors import InputError
from tesuji.grid import check_size, letters
from tesuji.model import Document

LETTERS = {"slitherlink": "01234.", "binoxxo": "OX.", "minesweeper": "012345678.*s"}
BOARDS = {"nonogram": "#.?", "minesweeper": "*s.", "binoxxo": "OX."}
"""The letters of a player's board."""
META = ("title", "author", "source", "id", "copyright", "license")


def clean(document: Document) -> Document:
    """The same puzzle in the plain form that every writer relies on. Raises InputError where it has another shape.

    A nonogram has lists of ints, the others a grid of equally long rows in canonical letters; a complete minesweeper
    field becomes the grid that its opened cells show, with the number of its mines.
    """
    kind = document.get("kind")
    if kind == "nonogram":
        sides = {key: clues(document, key) for key in ("rows", "cols")}
        check_size(len(sides["cols"]), len(sides["rows"]))
        return {**document, **sides}
    if kind not in LETTERS:
        raise InputError("no-kind")
    if kind == "minesweeper" and "grid" not in document and "field" in document:
        document = shown(document)
    return {**document, "grid": letters(document, "grid", LETTERS[kind])}


def clues(document: Document, side: str) -> list[list[int]]:
    """The clues of one side, [0] as []. Raises InputError."""
    lines = document.get(side)
    if not isinstance(lines, (list, tuple)):
        raise InputError("not-clues", field=side)
    for line in lines:
        if not isinstance(line, (list, tuple)) or not all(type(run) is int and 0 <= run < 10**6 for run in line):
            raise InputError("not-a-clue")
    return [[] if list(line) == [0] else list(line) for line in lines]


def counts(field: list[str]) -> list[list[int]]:
    """For every cell how many of its neighbours are mines."""
    padded = ["", *field, ""]
    return [
        [
            sum(line[max(column - 1, 0) : column + 2].count("*") for line in padded[row : row + 3])
            - (field[row][column] == "*")
            for column in range(len(field[0]))
        ]
        for row in range(len(field))
    ]


def shown(document: Document) -> Document:
    """A complete minesweeper field and the grid of its opened cells beside it. Raises InputError."""
    field = letters(document, "field", ".*012345678")
    numbers, grid = counts(field), [["."] * len(field[0]) for _ in field]
    for place in document.get("opened") or []:
        row, column = pair(place, len(field[0]), len(field))
        if field[row][column] == "*":
            raise InputError("opened-mine", {"row": row + 1, "column": column + 1})
        grid[row][column] = str(numbers[row][column])
    return {**document, "grid": ["".join(row) for row in grid], "mines": sum(row.count("*") for row in field)}


def pair(place: Any, width: int, height: int) -> tuple[int, int]:
    """[row, column] of an opened cell. Raises InputError."""
    if not (isinstance(place, (list, tuple)) and len(place) == 2 and all(type(part) is int for part in place)):
        raise InputError("opened")
    row, column = place
    if not (0 <= row < height and 0 <= column < width):
        raise InputError("opened-outside", {"row": row + 1, "column": column + 1}, width=width, height=height)
    return row, column


def size_of(document: Document) -> tuple[int, int]:
    """Width and height of a clean document."""
    if document["kind"] == "nonogram":
        return len(document["cols"]), len(document["rows"])
    return len(document["grid"][0]), len(document["grid"])


def runs(line: str, filled: str = "#") -> list[int]:
    """The clue of a drawn line."""
    return [len(run) for run in "".join("#" if cell in filled else " " for cell in line).split()]


def from_picture(picture: list[str], filled: str = "#") -> Document:
    """The nonogram that a picture makes."""
    columns = ["".join(column) for column in zip(*picture)]
    return {
        "kind": "nonogram",
        "rows": [runs(row, filled) for row in picture],
        "cols": [runs(column, filled) for column in columns],
    }


def board_of(document: Document) -> list[str] | None:
    """The player's board of a clean document in canonical letters, or None where there is none or it says something
    else."""
    width, height = size_of(document)
    letters = BOARDS.get(document["kind"], "")
    board = lattice(document.get("board"), width, height, letters)
    return board if board is None or "?" in letters else [row.replace("?", ".") for row in board]


def edges_of(document: Document) -> dict[str, list[str]] | None:
    """The player's edges of a clean slitherlink document, or None where there are none or they say something else."""
    edges, (width, height) = document.get("edges"), size_of(document)
    sides = edges if isinstance(edges, dict) else {}
    level, upright = (
        lattice(sides.get("h"), width, height + 1, "-x."),
        lattice(sides.get("v"), width + 1, height, "|x."),
    )
    if level is None or upright is None:
        return None
    return {"h": [row.replace("?", ".") for row in level], "v": [row.replace("?", ".") for row in upright]}


def lattice(rows: Any, width: int, height: int, letters: str) -> list[str] | None:
    """Rows of these letters, or of `?`, if that is what they are."""
    fits = (
        isinstance(rows, (list, tuple))
        and len(rows) == height
        and all(isinstance(row, str) and len(row) == width and set(row) <= {*letters, "?"} for row in rows)
    )
    return list(rows) if fits else None


def printable(value: Any) -> bool:
    """Whether a title and the like can stand on a line."""
    return (
        isinstance(value, str) and bool(value) and len(value) <= 500 and value.isprintable() and value == value.strip()
    )


def says_nothing(document: Document, key: str) -> bool:
    """Whether a field says no more than its absence: an untouched board, lines that are distinct as the rules have
    it."""
    value = document[key]
    if key in ("board", "edges"):
        drawn = board_of(document) if key == "board" else sum((edges_of(document) or {}).values(), [])
        return set("".join(drawn or "#")) <= {"?" if document["kind"] == "nonogram" else "."}
    return value in (None, "", [], {}) or (key == "distinct" and value is not False)


def lost(before: Document, says: Collection[str]) -> list[str]:
    """What a notation that says the clues and the fields in `says` cannot say of a document, in the document's own
    words."""
    said = {"kind", "rows", "cols", "grid", *says}
    # A board that does not fit the puzzle is not written.
    said -= {key for key, fitting in (("board", board_of), ("edges", edges_of)) if fitting(before) is None}
    missing = [key for key in before if key not in said and not says_nothing(before, key)]
    cells = set("".join(row for row in before.get("grid") or [] if isinstance(row, str)))
    missing += [
        name for letter, name in (("*", "known-mines"), ("s", "safe-cells")) if letter in cells and name not in said
    ]
    return missing
