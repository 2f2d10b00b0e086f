"""pzprv3 text, the file that the pages of pzpr save: the clues, and the answer so far.

pzprv3 / slither / ROWS / COLUMNS / clue rows / answer rows / info:{…}       one line each; in an address "/" stands for
the line end
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import Item, Letters, number, rows_of
from tesuji.notation.documents import board_of, edges_of, size_of
from tesuji.notation.puzzlink import (
    CLUE,
    FULL,
    IDS,
    known_kind,
    line_places,
    mines_document,
    mines_items,
    nonogram_lines,
    slither_document,
    slither_items,
    slots,
)

EDGE = {"h": Letters({"0": ".", "1": "-", "-1": "x"}), "v": Letters({"0": ".", "1": "|", "-1": "x"})}
SHADE = Letters({".": "?", "#": "#", "+": "."})
FLAG = Letters({".": ".", "#": "*", "+": "s"})


class Lines:
    """The lines of a file, taken one block at a time; errors name the line, `before` of which came earlier."""

    def __init__(self, text: str, before: int = 0):
        self.lines, self.before, self.at = text.rstrip().split("\n"), before, 0

    @property
    def line(self) -> int:
        """The number of the line that was taken last."""
        return self.before + self.at

    def take(self) -> list[str]:
        """The words of the next line. Raises InputError at the end."""
        if self.at >= len(self.lines):
            raise InputError("cut-file", {"line": self.line + 1})
        self.at += 1
        return self.lines[self.at - 1].split()

    def block(self, height: int, width: int, letters: Letters) -> list[list[Item]]:
        """So many lines of so many words each. Raises InputError."""
        return [self.row(width, letters) for _ in range(height)]

    def items(self, height: int, width: int, letters: Letters) -> list[Item]:
        """The same, one item behind the other."""
        return [item for row in self.block(height, width, letters) for item in row]

    def row(self, width: int, letters: Letters) -> list[Item]:
        words = self.take()
        if len(words) != width:
            raise InputError("other-words", {"line": self.line}, n=len(words), expected=width)
        return [letters.read(word, self.line) for word in words]

    def next(self) -> list[str]:
        """The words of the next line, which stays."""
        return self.lines[self.at].split() if self.at < len(self.lines) else []

    def over(self) -> bool:
        return self.at >= len(self.lines)


HEAD = re.compile(r"(?:[^\s?]{0,300}\?)?pzprv3(?:\.(\d{1,3}))?[/\n]\s*([a-z0-9]+)\s*[/\n]")
INFO = re.compile(r"\n(?:info|history):\{|\nhttp://|\n__HISTORY__")


def read(text: str) -> Document | None:
    """The puzzle of a pzprv3 text with its answer as progress; None where the text is none. Raises InputError."""
    text = text.strip()
    if text[:600].find("pzprv3%2") >= 0:
        text = unquote(text)
    match = HEAD.match(text[:1000])
    if not match:
        return None
    kind = known_kind(match[2])
    rest = text[match.end() :].replace("/", "\n")
    end = INFO.search(rest)
    lines = Lines(rest[: end.start() if end else None], text[: match.end()].replace("/", "\n").count("\n"))
    height, width = (number("".join(lines.take()), lines.line) for _ in range(2))
    check_size(width, height)
    document = READERS[kind](width, height, lines, int(match[1] or 0))
    if not lines.over():
        raise InputError("left-over-line", {"line": lines.line + 1})
    return document | metadata(text)


def metadata(text: str) -> Document:
    """Author and source from the info at the end of a file, where there is one that can be read."""
    start = text.find("info:{")
    try:
        info = json.loads(text[start + 5 :]) if start >= 0 and len(text) - start < 20_000 else {}
    except (ValueError, RecursionError):
        return {}
    told = info.get("metadata") if isinstance(info, dict) else None
    told = told if isinstance(told, dict) else {}
    return {key: told[key] for key in ("author", "source") if isinstance(told.get(key), str) and told[key]}


def read_slither(width: int, height: int, lines: Lines, version: int) -> Document:
    full = lines.next() == ["f"]
    if full:
        lines.take()
    document = slither_document(width, height, lines.items(height, width, CLUE)) | (FULL if full else {})
    if lines.over():
        return document
    if version:
        for _ in range(height):
            lines.take()
    upright = lines.block(height, width + 1, EDGE["v"])
    level = lines.block(height + 1, width, EDGE["h"])
    edges = {"h": ["".join(row) for row in level], "v": ["".join(row) for row in upright]}
    return document | ({"edges": edges} if set("".join(edges["h"] + edges["v"])) != {"."} else {})


def read_mines(width: int, height: int, lines: Lines, version: int) -> Document:
    document = mines_document(width, height, lines.items(height, width, CLUE))
    board = [] if lines.over() else ["".join(row) for row in lines.block(height, width, FLAG)]
    return document | ({"board": board} if set("".join(board)) - {"."} else {})


def read_nonogram(width: int, height: int, lines: Lines, version: int) -> Document:
    above, left = slots(height), slots(width)
    top = [lines.take() for _ in range(above)]
    body = [lines.take() for _ in range(height)]
    first = lines.line - height + 1
    for place, words in enumerate(top + body, first - above):
        if len(words) != left + width:
            raise InputError("other-words", {"line": place}, n=len(words), expected=left + width)
    columns = [[row[left + column] for row in top] for column in range(width)]
    document = {
        "kind": "nonogram",
        "rows": [file_line(row[:left], row=place) for place, row in enumerate(body, 1)],
        "cols": [file_line(column, column=place) for place, column in enumerate(columns, 1)],
    }
    board = ["".join(SHADE.read(word, first + place) for word in row[left:]) for place, row in enumerate(body)]
    return document | ({"board": board} if set("".join(board)) != {"?"} else {})


def file_line(words: list[str], **at: int) -> list[int]:
    """The runs of a line as a file has them: farthest from the grid first; a `c` marks a number as done."""
    words = [word.removeprefix("c") for word in words if word != "."]
    if {"-", "-2", "?"} & set(words):
        raise InputError("unknown-run", at)
    runs = [number(word) for word in words]
    return [] if runs == [0] else runs


READERS = {"slitherlink": read_slither, "minesweeper": read_mines, "nonogram": read_nonogram}


def write(document: Document) -> str:
    """pzprv3 text, with the player's board as the answer."""
    width, height = size_of(document)
    version, rows = WRITERS[document["kind"]](document, width, height)
    lines = [
        version,
        IDS[document["kind"]],
        str(height),
        str(width),
        *("".join(f"{word} " for word in row) for row in rows),
    ]
    told = {key: document[key] for key in ("author", "source") if isinstance(document.get(key), str)}
    if told:
        lines.append("info:" + json.dumps({"metadata": told}, ensure_ascii=False, indent=1))
    return "\n".join(lines) + "\n"


def write_slither(document: Document, width: int, height: int) -> tuple[str, list[list[str]]]:
    edges = edges_of(document) or {"h": ["." * width] * (height + 1), "v": ["." * (width + 1)] * height}
    clues = [[CLUE.write(item) for item in row] for row in rows_of(slither_items(document), width)]
    colours = [["0"] * width] * height
    flag = [["f"]] if document.get("full") else []
    return "pzprv3.1", flag + clues + colours + [
        [EDGE[way].write(edge) for edge in row] for way in ("v", "h") for row in edges[way]
    ]


def write_mines(document: Document, width: int, height: int) -> tuple[str, list[list[str]]]:
    board = board_of(document) or ["." * width] * height
    clues = [[CLUE.write(item) for item in row] for row in rows_of(mines_items(document), width)]
    return "pzprv3", clues + [[FLAG.write(mark) for mark in row] for row in board]


def write_nonogram(document: Document, width: int, height: int) -> tuple[str, list[list[str]]]:
    above, left = slots(height), slots(width)
    places = [
        ["." if item is None else str(item) for item in reversed(line)]
        for line, room, at in nonogram_lines(document)
        for line in [line_places(line, room, at)]
    ]
    columns, rows = places[:width], places[width:]
    board = board_of(document) or ["?" * width] * height
    top = [["."] * left + [column[place] for column in columns] for place in range(above)]
    return "pzprv3", top + [row + [SHADE.write(mark) for mark in marks] for row, marks in zip(rows, board)]


WRITERS = {"slitherlink": write_slither, "minesweeper": write_mines, "nonogram": write_nonogram}
