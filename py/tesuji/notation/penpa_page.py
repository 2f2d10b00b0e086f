"""The pages of Penpa+: lines of text, abbreviated, deflated and base64-encoded; drawings in two layers, by place.

Lines: 0 grid type, size, title, author, source, rules; 1 margins; 2 mode; 3 the question's layer; 4 the answer's layer;
5 the cells of the board; 17 genre tags. Frequent words of the JSON in them are abbreviated to two letters that begin
with z.

A place is one number: (block * rows + row) * columns + column, over the board with its margins and two more places on
every side. Block 0 holds cells, 1 the vertices below and to the right of them, 2 the edges below, 3 the edges to the
right.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import load_json, number
from tesuji.notation.documents import printable

SQUARE = ("square", "sudoku", "kakuro")
WORDS = {
    "9": '"qa"',
    "Q": '"pu_q"',
    "A": '"pu_a"',
    "G": '"grid"',
    "M": '"edit_mode"',
    "S": '"surface"',
    "L": '"line"',
    "E": '"lineE"',
    "W": '"wall"',
    "C": '"cage"',
    "N": '"number"',
    "Y": '"symbol"',
    "P": '"special"',
    "B": '"board"',
    "R": '"command_redo"',
    "U": '"command_undo"',
    "8": '"command_replay"',
    "1": '"numberS"',
    "F": '"freeline"',
    "2": '"freelineE"',
    "T": '"thermo"',
    "3": '"arrows"',
    "D": '"direction"',
    "0": '"squareframe"',
    "5": '"polygon"',
    "4": '"deletelineE"',
    "6": '"killercages"',
    "7": '"nobulbthermo"',
    "_": '"__a"',
    "O": "null",
    "Z": "z",
}
"""The meaning of each two-letter abbreviation."""
LETTER = {word: f"z{letter}" for letter, word in WORDS.items()}
FOLD = re.compile("|".join(map(re.escape, WORDS.values())))

CELL, VERTEX, BELOW, RIGHT = range(4)
PENCIL = "7"
"""The style of pencil marks."""
CELL_STYLES = ("1", "5", "6", "8", "10")
"""The styles of a number or a word that fills its cell."""
PARTS = {
    "line": ("line", "freeline", "freelineE", "wall"),
    "cage": ("cage", "killercages"),
    "special": ("thermo", "nobulbthermo", "arrows", "direction", "squareframe", "polygon"),
    "small": ("numberS",),
}
"""Sorts of drawings whose name alone decides."""


def fold(text: str) -> str:
    return FOLD.sub(lambda match: LETTER[match[0]], text)


def unfold(text: str) -> str:
    return re.sub("z(.)", lambda match: WORDS.get(match[1], match[0]), text)


class Frame(NamedTuple):
    """The position of the board in the range of places: its size and the margins above and to the left."""

    width: int
    height: int
    above: int
    left: int
    columns: int
    rows: int

    @classmethod
    def around(cls, width: int, height: int, above: int = 0, below: int = 0, left: int = 0, right: int = 0) -> Frame:
        return cls(width, height, above, left, left + width + right + 4, above + height + below + 4)

    def index(self, block: int, row: int, column: int) -> int:
        """Return the number of a place; row and column count from the board's first cell and may be negative."""
        return (block * self.rows + row + self.above + 2) * self.columns + column + self.left + 2

    def place(self, index: int) -> tuple[int, int, int]:
        """Return the (block, row, column) of a number."""
        block, rest = divmod(index, self.rows * self.columns)
        return block, rest // self.columns - self.above - 2, rest % self.columns - self.left - 2

    def inside(self, row: int, column: int) -> bool:
        return 0 <= row < self.height and 0 <= column < self.width

    def centre(self) -> int:
        """The place in the middle of the drawing."""
        rows, columns = self.rows - 4, self.columns - 4
        block = {(1, 1): CELL, (0, 0): VERTEX, (0, 1): BELOW, (1, 0): RIGHT}[rows % 2, columns % 2]
        return self.index(block, (rows - 1) // 2 - self.above, (columns - 1) // 2 - self.left)


class Layer:
    """One layer of drawings, by place."""

    def __init__(self, frame: Frame, drawn: Any):
        self.frame = frame
        self.drawn = drawn if isinstance(drawn, dict) else {}

    def items(self, name: str) -> list[tuple[tuple[int, int, int], Any]]:
        """Yield ((block, row, column), drawing) for one type of drawing at single places."""
        found = self.drawn.get(name)
        found = found if isinstance(found, dict) else {}
        return [
            (self.frame.place(int(key)), value)
            for key, value in found.items()
            if key.isascii() and key.isdigit() and len(key) < 8
        ]

    def cells(self, name: str) -> dict[tuple[int, int], Any]:
        return {(row, column): value for (block, row, column), value in self.items(name) if block == CELL}

    def parts(self) -> set[str]:
        """The sorts of drawings: "surface", "number", "outside" (a number outside the board), "small" (a number in a
        corner, on an edge, or several in a cell), "border", "line", "cage", "special", and the families of symbols.
        """
        found = {part for part, names in PARTS.items() if any(self.drawn.get(name) for name in names)}
        found |= {"surface"} if self.cells("surface") else set()
        found |= {"border"} if any(not self.on_rim(key) for key in self.drawn_edges()) else set()
        for (block, row, column), value in self.items("number"):
            if isinstance(value, list) and len(value) > 2 and value[2] != PENCIL and str(value[0]).strip():
                plain = block == CELL and value[2] in CELL_STYLES
                found.add("small" if not plain else "number" if self.frame.inside(row, column) else "outside")
        for (block, *_), value in self.items("symbol"):
            if isinstance(value, list) and len(value) > 1:
                found.add(str(value[1])[:40] if block == CELL else "small")
        return found

    def drawn_edges(self) -> list[str]:
        edges = self.drawn.get("lineE")
        return list(edges) if isinstance(edges, dict) else []

    def on_rim(self, key: str) -> bool:
        """Return whether an edge lies on the outline of the board, where edges are only ornaments."""
        pair = re.fullmatch(r"(\d{1,7}),(\d{1,7})", key)
        ends = [self.frame.place(int(end)) for end in pair.groups()] if pair else []
        rows, columns = {row for _, row, _ in ends}, {column for *_, column in ends}
        return rows in ({-1}, {self.frame.height - 1}) or columns in ({-1}, {self.frame.width - 1})

    def texts(self) -> dict[tuple[int, int], str]:
        """The numbers and letters in cells, without pencil marks."""
        found = {
            place: value for place, value in self.cells("number").items() if isinstance(value, list) and len(value) > 2
        }
        return {
            place: text for place, value in found.items() if value[2] != PENCIL and (text := str(value[0])[:20].strip())
        }

    def symbols(self, family: str) -> dict[tuple[int, int], int]:
        """Return the style of every symbol of a family; for a list of switches, the number of the first one that is on."""
        found = {}
        for place, value in self.cells("symbol").items():
            if isinstance(value, list) and len(value) > 1 and str(value[1]).startswith(family):
                style = value[0].index(1) + 1 if isinstance(value[0], list) and 1 in value[0] else value[0]
                if type(style) is int:
                    found[place] = style
        return found

    def edges(self) -> list[tuple[tuple[int, int, int], tuple[int, int, int]]]:
        """The pairs of vertices with an edge between them."""
        found = self.drawn.get("lineE")
        pairs = [re.fullmatch(r"(\d{1,7}),(\d{1,7})", key) for key in found] if isinstance(found, dict) else []
        return [(self.frame.place(int(pair[1])), self.frame.place(int(pair[2]))) for pair in pairs if pair]


class Page(NamedTuple):
    """A decoded page."""

    frame: Frame
    question: Layer
    answer: Layer
    tags: list[str]
    title: str
    metadata: Document
    rules: str
    """The rules in the setter's words."""
    dots: bool
    """True if the grid is drawn as a dot at every vertex."""
    whole: bool
    """True if every cell of the rectangle belongs to the board."""


def open_page(lines: list[str]) -> Page:
    """Return the page for its lines. Raises InputError."""
    head = lines[0].split(",")
    if head[0] not in SQUARE:
        raise InputError("other-board", name=head[0][:20])
    if len(head) < 3 or len(lines) < 4:
        raise InputError("cut-link")
    margins = load_json(lines[1])
    if not (
        isinstance(margins, list)
        and len(margins) == 4
        and all(type(margin) is int and 0 <= margin <= 200 for margin in margins)
    ):
        raise InputError("damaged-link")
    above, below, left, right = margins
    width, height = number(head[1]) - left - right, number(head[2]) - above - below
    check_size(width, height)
    frame = Frame.around(width, height, above, below, left, right)
    layers = [Layer(frame, load_json(line) if line.strip() else {}) for line in [*lines[3:5], ""][:2]]
    tags = load_json(lines[17]) if len(lines) > 17 and lines[17].startswith("[") else []
    title, author = (labelled(head, label) for label in ("Title: ", "Author: "))
    source = head[17].replace("%2C", ",").strip() if len(head) > 17 else ""
    metadata = {key: text for key, text in (("title", title), ("author", author), ("source", source)) if text}
    names = [tag.lower() for tag in tags if isinstance(tag, str)]
    rules = unquote(head[18]).strip() if len(head) > 18 else ""
    dots = bool(re.match(r'\s*(?:\{.{0,200}?"grid":)?\["3"', lines[2]))
    return Page(frame, layers[0], layers[1], names, title, metadata, rules, dots, whole_board(frame, lines[5:6]))


def whole_board(frame: Frame, lines: list[str]) -> bool:
    """Return whether the list of cells, given as differences, contains every cell of the rectangle."""
    steps = load_json(lines[0]) if lines and lines[0].startswith("[") else []
    if not isinstance(steps, list) or not steps or not all(type(step) is int for step in steps):
        return True
    cells = set(accumulate(steps))
    return all(frame.index(CELL, row, column) in cells for row in range(frame.height) for column in range(frame.width))


def labelled(head: list[str], label: str) -> str:
    """Return the text after a label in the first line."""
    found = next((field for field in head if field.startswith(label)), label)
    return found.removeprefix(label).replace("%2C", ",").strip()


# -- writing -----------------------------------------------------------------------------------------------------------

NAMES = (
    "surface",
    "number",
    "numberS",
    "symbol",
    "freeline",
    "freelineE",
    "line",
    "lineE",
    "wall",
    "cage",
    "deletelineE",
)
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
STACKS = ("command_redo", "command_undo", "command_replay")
LINES, DOTS = ("1", "2", "1"), ("3", "1", "2")
"""The form of the grid: lines, or a dot at every vertex."""


class PenpaTools(NamedTuple):
    """The tools needed to solve puzzles of a kind."""

    editing: str = "surface"
    """The mode: "surface", "symbol" or "combi"."""
    symbol: tuple[str, int] = ("circle_M", 1)
    combi: str = "blwh"
    grid: Sequence[str] = LINES


Drawing = dict[str, dict[str, Any]]


def page_lines(
    document: Document, rules: str, tools: PenpaTools, frame: Frame, question: Drawing, answer: Drawing
) -> list[str]:
    columns, rows, centre = frame.columns - 4, frame.rows - 4, frame.centre()
    metadata = {
        key: document[key].replace(",", "%2C") if key in holds(document) else ""
        for key in ("title", "author", "source")
    }
    cells = [frame.index(CELL, row, column) for row in range(frame.height) for column in range(frame.width)]
    steps = [place - before for before, place in zip([0, *cells], cells)]
    mode, empty = dump(mode_of(tools)), dump(layer({}))
    below, right = frame.rows - 4 - frame.above - frame.height, frame.columns - 4 - frame.left - frame.width
    return [
        f"square,{columns},{rows},38,0,1,1,{38 * columns + 38},{38 * rows + 38},{centre},{centre},0,0,0,0,"
        f"Title: {metadata['title']},Author: {metadata['author']},{metadata['source']},{quote(rules)},OFF,false",
        dump([frame.above, below, frame.left, right]),
        mode,
        dump(layer(question)),
        dump(layer(answer)),
        dump(steps),
        dump([]),
        "{}",
        '"x"',
        '"x"',
        "[3,1,4]",
        mode,
        '"x"',
        "0",
        empty,
        empty,
        "{}",
        dump([document["kind"]]),
        "",
    ]


def holds(document: Document) -> set[str]:
    """Return the fields of a document that the first line of a page can hold."""
    return {key for key in ("title", "author", "source") if printable(document.get(key)) and "%2C" not in document[key]}


def dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def layer(drawing: Drawing) -> Document:
    return (
        {name: {"__a": []} for name in STACKS} | {name: {} for name in NAMES} | {name: [] for name in LISTS}
    ) | drawing


def mode_of(wanted: PenpaTools) -> Document:
    """Return the state of the page's tools."""
    tools = {
        "wall": ["", 2],
        "cage": ["1", 10],
        "number": ["1", 1],
        "symbol": [*wanted.symbol],
        "special": ["thermo", ""],
        "board": ["", ""],
        "move": ["1", ""],
        "combi": [wanted.combi, ""],
        "sudoku": ["1", 1],
    }
    question = {"edit_mode": "number", "surface": ["", 1], "line": ["1", 2], "lineE": ["1", 2], **tools}
    answer = {"edit_mode": wanted.editing, "surface": ["", 4], "line": ["1", 3], "lineE": ["1", 3], **tools}
    return {"qa": "pu_a", "grid": [*wanted.grid], "pu_q": question, "pu_a": answer}
