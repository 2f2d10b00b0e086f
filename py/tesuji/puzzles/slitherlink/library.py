"""Slitherlink for Python programs: `from tesuji.puzzles import slitherlink`, then `slitherlink.solve("3x3:.01...2..")`.

A puzzle is text, WIDTHxHEIGHT:BOXES with the boxes row by row, "." for a box without a number (or any other notation
that Tesuji reads); the rows of its boxes; or what `parse` makes of these.

Lines (edges) are {"h": ..., "v": ...}: "h" has height + 1 rows of width letters, "-" drawn, "v" has height rows of
width + 1 letters, "|" drawn; in both "." is not drawn and "?" is undecided. By name, h{row},{column} with row 0 to
height and column 1 to width lies below the boxes of that row, v{row},{column} with row 1 to height and column 0 to
width lies to the right of the boxes of that column; b{row},{column} is a box.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from tesuji.errors import InputError, Timeout
from tesuji.library import TIMEOUT, rows, strings, verdict
from tesuji.model import Board, Puzzle
from tesuji.puzzles import read
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.rulebook import RULEBOOK
from tesuji.results import Multiple, NoSolution, SolveResult, Unique

__all__ = [
    "InputError",
    "Multiple",
    "NoSolution",
    "Timeout",
    "Unique",
    "box_peer",
    "connector_peer",
    "drawn",
    "parse",
    "show",
    "solve",
]

Edges = dict[str, list[list[str]]]
BoxText = str | Puzzle | Iterable[Iterable[str]]


def parse(puzzle: BoxText) -> Puzzle:
    """The puzzle that a text describes. White space is ignored in the boxes. Raises InputError, a ValueError, for other
    letters than ".01234" and for a number of boxes that is not width x height.

    >>> puzzle = parse("3x3:.01...2..")
    >>> puzzle.width, puzzle.height, puzzle.size
    (3, 3, 24)
    >>> puzzle.clues[1]
    Clue(at=(0, 2), value=1)
    >>> parse("2x2:0a00")
    Traceback (most recent call last):
    tesuji.errors.InputError: Row 1, column 2: “a” is not allowed here (allowed: “0 1 2 3 4 .”).
    """
    if isinstance(puzzle, Puzzle):
        return puzzle
    if not isinstance(puzzle, str):
        return RULEBOOK.parse({"kind": "slitherlink", "grid": strings(puzzle)})
    head, _, boxes = puzzle.partition(":")
    # With letters for blanks, as Tatham's programs write them, the text would also be read; the size rules that out.
    if re.fullmatch(r"\s*\d+\s*x\s*\d+\s*", head) and (other := re.search(r"[a-zA-Z]", boxes)):
        row, column = divmod(len("".join(boxes[: other.start()].split())), int(head.split("x")[0]))
        raise InputError("character", {"row": row + 1, "column": column + 1}, character=other[0], allowed="0 1 2 3 4 .")
    document, _ = read(puzzle, "slitherlink")
    if document["kind"] != "slitherlink":
        raise InputError("kind", name=document["kind"], kinds="slitherlink")
    return RULEBOOK.parse(document)


def solve(puzzle: BoxText, max_solutions: int = 2, timeout: float | None = TIMEOUT) -> SolveResult[Edges]:
    """Return whether one loop fits the numbers, several do, or none.

    `Unique(grid)` with the lines as above; `Multiple(a, b, shared)`; `NoSolution(conflict)` with numbers that
    contradict each other. A drawing without any line is not a loop. 10 x 10 takes well under a second. Raises Timeout,
    InputError.

    >>> solution = solve("3x3:.01...2..").grid
    >>> ["".join(row) for row in solution["h"]]
    ['...', '-.-', '.-.', '---']
    >>> ["".join(row) for row in solution["v"]]
    ['....', '||||', '|..|']
    >>> type(solve("2x1:44")).__name__
    'NoSolution'
    """
    return verdict(RULEBOOK, parse(puzzle).document, max_solutions, timeout, _lists)


def drawn(edges: Mapping[str, Sequence[Sequence[str]]]) -> list[str]:
    """The names of the drawn lines, horizontal ones first, row by row.

    >>> drawn(solve("1x1:.").grid)
    ['h0,1', 'h1,1', 'v1,0', 'v1,1']
    """
    lattice = Lattice(len(edges["h"][0]), len(edges["v"]))
    letters = "".join(strings(edges["h"]) + strings(edges["v"]))
    return [lattice.name(edge) for edge, letter in enumerate(letters) if letter in "-|"]


def box_peer(puzzle: BoxText, line: str) -> dict[str, list[str]]:
    """For each of the one or two boxes next to a line, its other three lines. Raises ValueError for the name of no
    line.

    >>> box_peer("3x3:.01...2..", "h1,2")
    {'b1,2': ['h0,2', 'v1,1', 'v1,2'], 'b2,2': ['v2,1', 'v2,2', 'h2,2']}
    """
    return _lattice(puzzle).box_peer(line)


def connector_peer(puzzle: BoxText, line: str) -> list[list[str]]:
    """For each end of a line, the one to three other lines that meet there. Raises ValueError for the name of no line.

    >>> connector_peer("3x3:.01...2..", "h1,2")
    [['h1,1', 'v1,1', 'v2,1'], ['h1,3', 'v1,2', 'v2,2']]
    """
    return _lattice(puzzle).connector_peer(line)


def show(puzzle: BoxText, edges: Mapping[str, Sequence[Sequence[str]]] | None = None) -> str:
    """The numbers, and the lines if given, as text: "+" at the vertices, "---" and "|" for drawn lines.

    >>> print(show("3x3:.01...2..", solve("3x3:.01...2..").grid))
    +   +   +   +
          0   1
    +---+   +---+
    |   |   |   |
    +   +---+   +
    | 2         |
    +---+---+---+
    """
    parsed = parse(puzzle)
    board = Board() if edges is None else RULEBOOK.read(parsed, {side: strings(edges[side]) for side in edges})
    return RULEBOOK.draw(parsed, board)


def _lattice(puzzle: BoxText) -> Lattice:
    parsed = parse(puzzle)
    return Lattice(parsed.width, parsed.height)


def _lists(edges: Mapping[str, Sequence[str]]) -> Edges:
    return {side: rows(edges[side]) for side in edges}
