"""Puzzles and answers as SVG, for notebooks and documents.

>>> picture = draw("3x3:.01...2..")
>>> picture.startswith("<svg") and picture.endswith("</svg>")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from tesuji.locales import preferred, render_message
from tesuji.model import Board, Clue, Document, Puzzle
from tesuji.puzzles import parse, read
from tesuji.rulebook import Rulebook
from tesuji.variables import MIDDLES, middle, shown

CELL = 28
"""The width of a cell in pixels."""
INK, GREY, LIGHT, PAPER = "#1f2328", "#b8bec5", "#ffd58a", "#ffffff"


class Picture(str):
    """An SVG document as text, which notebooks show as a picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class NotebookAnswer(dict[str, Any]):
    """The answer of a call: a dict that notebooks show with its boards."""

    puzzle: Document | str | None = None
    """The puzzle to which the answer belongs."""

    def _repr_html_(self) -> str | None:
        document = self.get("document", self.puzzle)
        if document is None:
            return None
        boards = self.get("solutions") or [self.get("forced")]
        pictures = "".join(f"<div>{draw(document, board)}</div>" for board in boards[:2])
        words = ", ".join(str(self[name]) for name in ("verdict", "level") if self.get(name) is not None)
        maps = self.get("difficulty", [])
        tables = "".join(map(_table, maps.values() if isinstance(maps, dict) else [maps] if maps else []))
        return f"<p>{escape(words)}</p><div style='display:flex;gap:1em'>{pictures}{tables}</div>{_sentences(self)}"


def _table(rows: Sequence[Sequence[int]]) -> str:
    """Return a difficulty map as HTML: darker cells need more clues; -1 stands for a cell that is never settled."""
    cells = (
        "".join(f"<td style='background:rgba(209,99,42,{min(max(k, 0), 6) / 8:g})'>{k}</td>" for k in row)
        for row in rows
    )
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _sentences(answer: Mapping[str, Any]) -> str:
    """Return the steps of an answer as an HTML list, in the language of the environment."""
    steps = answer.get("steps", [])
    texts = (render_message(step["sentence"], preferred(), step["because"]) for step in steps)
    return f"<ol>{''.join(f'<li>{escape(text)}</li>' for text in texts)}</ol>" if steps else ""


def draw(document: Document | str, solution: Any = None, marked: Iterable[Document] = ()) -> Picture:
    """Return a puzzle as SVG, with the letters of a solution or of `forced` if given.

    Without a solution only the givens are shown. `marked` lists places to highlight, such as {"row": 0, "column": 2}.
    Raises InputError for an invalid puzzle.
    """
    if isinstance(document, str):
        document, _ = read(document)
    book, puzzle = parse(document)
    board = puzzle.givens if solution is None else book.read(puzzle, solution)
    return Picture(_svg(book, puzzle, board, marked))


def _svg(book: Rulebook, puzzle: Puzzle, board: Board, marked: Iterable[Document]) -> str:
    left, top, right, bottom = (_margin(puzzle, side) for side in ("left", "top", "right", "bottom"))
    width, height = (left + puzzle.width + right) * CELL, (top + puzzle.height + bottom) * CELL
    edges = any(span.block.shape == "edge" for span in shown(puzzle))
    parts = [
        *_highlights(marked),
        *_lattice(puzzle, edges),
        *_marks(book.forced(puzzle, board), edges, book.colours(puzzle)),
        *(_borders(book.regions(puzzle.document)) if book.regions else ()),
        *_clues(book, puzzle),
    ]
    name = escape(f"{puzzle.kind}, {puzzle.width} x {puzzle.height}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{name}" width="{width:g}" height="{height:g}"'
        f' viewBox="{-left * CELL:g} {-top * CELL:g} {width:g} {height:g}" font-family="sans-serif"'
        f' font-size="{CELL * 0.55:g}" text-anchor="middle">'
        f'<rect x="{-left * CELL:g}" y="{-top * CELL:g}" width="100%" height="100%" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>"
    )


SIDES = {"row": "left", "left": "left", "right": "right", "column": "top", "top": "top", "bottom": "bottom"}
"""The side of the board on which the clue of a line stands, by the first part of its place."""


def _side(clue: Clue) -> str | None:
    """Return the side on which a clue stands, or None for a clue inside the board."""
    return SIDES.get(clue.at[0]) if len(clue.at) == 2 else None


def _margin(puzzle: Puzzle, side: str) -> float:
    """Return the room for clues on a side of the board, in cells."""
    clues = [clue for clue in puzzle.clues if _side(clue) == side]
    return 0.5 + 0.65 * max((len(_numbers(clue.value)) for clue in clues), default=0)


def _highlights(marked: Iterable[Document]) -> Iterator[str]:
    for place in marked:
        if at := middle(place):
            radius = 0.45 if "row" in place else 0.3
            yield f'<circle cx="{at[1] * CELL:g}" cy="{at[0] * CELL:g}" r="{CELL * radius:g}" fill="{LIGHT}"/>'


def _lattice(puzzle: Puzzle, dots: bool) -> Iterator[str]:
    """Yield the dots of a loop puzzle, or else the grid lines of the cells."""
    width, height = puzzle.width, puzzle.height
    if dots:
        for row in range(height + 1):
            for column in range(width + 1):
                yield f'<circle cx="{column * CELL}" cy="{row * CELL}" r="2" fill="{INK}"/>'
        return
    for column in range(width + 1):
        yield _line(0, column, height, column, INK if column in (0, width) else GREY, 1)
    for row in range(height + 1):
        yield _line(row, 0, row, width, INK if row in (0, height) else GREY, 1)


def _borders(regions: Sequence[str]) -> Iterator[str]:
    """Yield a thick line around the board and between cells of different regions."""
    height, width = len(regions), len(regions[0])
    for row in range(height + 1):
        for column in range(width + 1):
            own = regions[row][column] if row < height and column < width else ""
            if column < width and own != (regions[row - 1][column] if row else ""):
                yield _line(row, column, row, column + 1, INK, 3)
            if row < height and own != (regions[row][column - 1] if column else ""):
                yield _line(row, column, row + 1, column, INK, 3)


def _line(row: float, column: float, row2: float, column2: float, colour: str, width: float) -> str:
    return (
        f'<path d="M{column * CELL:g} {row * CELL:g}L{column2 * CELL:g} {row2 * CELL:g}" stroke="{colour}"'
        f' stroke-width="{width:g}" stroke-linecap="round"/>'
    )


def _marks(letters: Any, edges: bool, colours: Mapping[str, str]) -> Iterator[str]:
    """Yield the marks of a board, in the layout of an answer's letters. `colours` has the colours of letters that are
    filled cells.
    """
    if not isinstance(letters, Mapping):
        letters = {"": letters}
    for name, rows in letters.items():
        if isinstance(rows, Mapping) or name not in MIDDLES:
            yield from _marks(rows, edges, colours) if isinstance(rows, Mapping) or name == "cell" else ()
            continue
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                yield _mark(name, r + MIDDLES[name][0], c + MIDDLES[name][1], letter, colours)


def _mark(name: str, row: float, column: float, letter: str, colours: Mapping[str, str]) -> str:
    if letter == "?":
        return ""
    if name:
        if letter == ".":
            return ""
        tall = letter == "|"
        return _line(
            *((row - 0.5, column, row + 0.5, column) if tall else (row, column - 0.5, row, column + 0.5)), INK, 3
        )
    if letter == "#" or letter in colours:
        return _square(row, column, CELL - 2, colours.get(letter, INK))
    if letter in ".s":
        return f'<circle cx="{column * CELL:g}" cy="{row * CELL:g}" r="1.5" fill="{GREY}"/>'
    if letter == "*":
        return f'<circle cx="{column * CELL:g}" cy="{row * CELL:g}" r="{CELL * 0.28:g}" fill="{INK}"/>'
    return _text(row, column, letter)


def _square(row: float, column: float, side: float, colour: str) -> str:
    x, y = column * CELL - side / 2, row * CELL - side / 2
    return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{colour}"/>'


def _clues(book: Rulebook, puzzle: Puzzle) -> Iterator[str]:
    """Yield the clues, except the letters of regions, which have borders."""
    colours = [*book.colours(puzzle).values()]
    for clue in puzzle.clues:
        if side := _side(clue):
            yield from _line_clue(puzzle, side, clue.at[1] + 0.5, _numbers(clue.value), colours)
        elif len(clue.at) == 2 and not (book.regions and isinstance(clue.value, str)):
            yield _box(*clue.at, str(clue.value))
        elif clue.at[0] in MIDDLES:
            name, row, column = clue.at
            yield _sign(row + MIDDLES[name][0], column + MIDDLES[name][1], str(clue.value))


def _line_clue(puzzle: Puzzle, side: str, along: float, numbers: list[Any], colours: list[str]) -> Iterator[str]:
    """Yield the numbers of a line next to the board, the nearest first. They read from left to right, or down."""
    end = {"right": puzzle.width, "bottom": puzzle.height}.get(side)
    for away, number in enumerate(numbers[::-1] if end is None else numbers):
        across = -0.4 - 0.65 * away if end is None else end + 0.4 + 0.65 * away
        row, column = (along, across) if side in ("left", "right") else (across, along)
        if colours:
            number, value = number
            colour = colours[value - 1]
            yield _square(row, column, 0.62 * CELL, colour)
            yield _text(row, column, str(number), PAPER if _is_dark(colour) else INK)
        else:
            yield _text(row, column, str(number))


def _numbers(value: Any) -> list[Any]:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else [value]


def _box(row: int, column: int, text: str) -> str:
    """Return the text of a clue in a cell, on a background that covers the mark below it."""
    middle = f'cx="{(column + 0.5) * CELL:g}" cy="{(row + 0.5) * CELL:g}"'
    return f'<circle {middle} r="{CELL * 0.35:g}" fill="{PAPER}"/>{_text(row + 0.5, column + 0.5, text)}'


def _sign(row: float, column: float, text: str) -> str:
    """Return a small clue between cells, on a background that covers the line below it."""
    x, y = column * CELL, row * CELL
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{CELL * 0.18:g}" fill="{PAPER}"/>'
        f'<text x="{x:g}" y="{y + CELL * 0.14:g}" font-size="{CELL * 0.4:g}" fill="{INK}">{escape(text)}</text>'
    )


def _is_dark(colour: str) -> bool:
    """Return whether "#rrggbb" is dark."""
    red, green, blue = bytes.fromhex(colour[1:])
    return 3 * red + 6 * green + blue < 1400


def _text(row: float, column: float, text: str, colour: str = INK) -> str:
    return f'<text x="{column * CELL:g}" y="{row * CELL + CELL * 0.2:g}" fill="{colour}">{escape(text)}</text>'
