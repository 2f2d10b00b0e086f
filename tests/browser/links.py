"""Links and puzzles that the browser tests share."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from random import Random
from urllib.parse import quote
from zlib import DEFLATED, compressobj

Document = dict

UNIQUE = [
    {"kind": "nonogram", "rows": [[1, 1], [5], [5], [3], [1]], "cols": [[2], [4], [4], [4], [2]]},
    {"kind": "minesweeper", "grid": ["1211", "...."]},
    {"kind": "slitherlink", "grid": [".01", "...", "2.."]},
    {"kind": "binoxxo", "grid": ["OO....", "...X..", ".O.O..", "X..XX.", "......", "..O..O"]},
]
MULTIPLE = [
    {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]},
    {"kind": "minesweeper", "grid": ["11..", "...."]},
    {"kind": "slitherlink", "grid": ["...", "...", "..."]},
    {"kind": "binoxxo", "grid": ["O..X", "....", "....", "...."]},
]
NONE = [
    {"kind": "nonogram", "rows": [[2], [1]], "cols": [[1], [1]]},
    {"kind": "minesweeper", "grid": ["1.3", "..."]},
    {"kind": "slitherlink", "grid": ["33", "33"]},
    {"kind": "binoxxo", "grid": ["OOO.", "....", "....", "...."]},
]


def kind(document: Document) -> str:
    """The name of a case."""
    return document["kind"]


def shown_title(document: Document) -> str:
    """What stands above a board that is not solved: the title of a nonogram would give it away."""
    return "What is it?" if kind(document) == "nonogram" else document["title"]


def packed(document: Document) -> str:
    """The fragment of a share link, `#p=…`."""
    packer = compressobj(9, DEFLATED, -15)
    data = packer.compress(json.dumps(document).encode()) + packer.flush()
    return "#p=" + urlsafe_b64encode(data).decode().rstrip("=")


def notation(text: str) -> str:
    """The fragment of a link with any notation, `#u=…`."""
    return "#u=" + quote(text)


def noise(size: int, seed: int = 1) -> Document:
    """A nonogram of random dots: hardly any line can be solved, and the way to a verdict is long."""
    random = Random(seed)
    picture = [[random.random() < 0.5 for _ in range(size)] for _ in range(size)]

    def runs(line: list[bool]) -> list[int]:
        return [len(run) for run in "".join(".#"[filled] for filled in line).split(".") if run]

    return {
        "kind": "nonogram",
        "rows": [runs(row) for row in picture],
        "cols": [runs(list(column)) for column in zip(*picture)],
    }
