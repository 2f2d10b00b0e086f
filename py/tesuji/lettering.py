"""Boards as letters and as drawings for every kind: the generic forms of `solution`, `read`, `forced` and `draw`.

`letters` holds one letter per value index, beginning with the letter for undecided. Edges and links that are yes are
drawn as lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from tesuji.bitset import set_of
from tesuji.errors import InputError
from tesuji.grid import letters as rows_of_letters
from tesuji.model import Block, Board, Document, Puzzle
from tesuji.variables import (
    MIDDLES,
    YES,
    board_of_indexes,
    flattened,
    grids,
    indexes,
    laid_out,
    literals_each,
    member_of,
    shown,
)

LINES = {"h": "-", "v": "|", "right": "-", "down": "|"}
"""The character for a yes edge or link with two values."""


def solution(letters: str, puzzle: Puzzle, board: Board) -> Any:
    """Return a board as rows of letters, in the layout of a result's maps."""
    return joined(laid_out(puzzle, _written(letters, puzzle, board)))


forced = solution


def _written(letters: str, puzzle: Puzzle, board: Board) -> list[str]:
    """Return the letter of each variable."""
    numbers = indexes(puzzle, board)
    found: list[str] = []
    for block, _, variables in shown(puzzle):
        start = variables.start
        for grid in grids(block):
            table = letters_of(letters, block, grid.name)
            end = start + grid.rows * grid.columns
            found += map(table.__getitem__, numbers[start:end])
            start = end
    return found


def letters_of(letters: str, block: Block, name: str) -> str:
    """Return the letters of one grid of a block. For lines with two values, "-" or "|" means yes, and "." means no if the
    letters are those of more values.
    """
    if block.values == 2 and name in LINES:
        return letters[0] + LINES[name] + (letters[2] if len(letters) == 3 else ".")
    return letters


def joined(found: Any) -> Any:
    """Return a map of letters with each row as one string."""
    if isinstance(found, Mapping):
        return {name: joined(part) for name, part in found.items()}
    return ["".join(row) for row in found]


def replaced(found: Any, letter: str, by: str) -> Any:
    """Return rows, or a map of rows, with one letter replaced. Other values are returned unchanged."""
    if isinstance(found, Mapping):
        return {name: replaced(part, letter, by) for name, part in found.items()}
    if isinstance(found, (list, tuple)):
        return [replaced(part, letter, by) for part in found]
    return found.replace(letter, by) if isinstance(found, str) else found


def read(letters: str, puzzle: Puzzle, found: Any) -> Board:
    """Return the board of some letters, the inverse of `solution`. Raises InputError."""
    blocks = [span.block for span in shown(puzzle)]
    numbers: list[int] = []
    for block in blocks:
        part = member_of(found, block.shape) if len(blocks) > 1 else found
        parts = grids(block)
        for grid in parts:
            name = grid.name if len(parts) > 1 else "board"
            table = letters_of(letters, block, grid.name)[: block.values + 1]
            document = part if len(parts) > 1 else {name: part}
            if not isinstance(document, dict):
                raise InputError("not-rows", field=name)
            rows = rows_of_letters(document, name, table, (grid.columns, grid.rows))
            numbers += map(table.index, "".join(rows))
    return board_of_indexes(puzzle, numbers)


# Drawings

TALL, WIDE = 2, 4
"""Rows and columns of text per cell, if edges, links or vertices are drawn."""
WIDEST = WIDE - 1
"""The most characters of a clue in such a cell."""


def draw(letters: str, puzzle: Puzzle, board: Board) -> str:
    """Return a board with its clues as plain text."""
    if all(span.block.shape == "cell" for span in shown(puzzle)):
        return _draw_cells(letters, puzzle, board)
    return _draw_lattice(letters, puzzle, board)


def _draw_cells(letters: str, puzzle: Puzzle, board: Board) -> str:
    """Return rows of cells, each shown by its value, else its clue, else a dot; then the clues of lines."""
    clues = _cell_clues(puzzle)
    rows = solution(letters, puzzle, _without_closed(letters, puzzle, board, clues))
    text = [
        [clues.get((r, c), "·") if letter == letters[0] else letter for c, letter in enumerate(row)]
        for r, row in enumerate(rows)
    ]
    width = max((len(word) for row in text for word in row), default=1)
    lines = [" ".join(f"{word:>{width}}" for word in row) for row in text]
    return "\n".join([*lines, *_other_clues(puzzle)])


def draw_regions(regions: Callable[[Document], Sequence[str]], letters: str, puzzle: Puzzle, board: Board) -> str:
    """Return rows of cells, with numbers in regions, and lines around the board and between regions. On a board of
    other shapes, borders between regions are dotted.
    """
    if any(span.block.shape != "cell" for span in shown(puzzle)):
        return _draw_lattice(letters, puzzle, board, regions(puzzle.document))
    names = {clue.at for clue in puzzle.clues if isinstance(clue.value, str)}
    clues = {at: word for at, word in _cell_clues(puzzle).items() if at not in names}
    owner, rows = regions(puzzle.document), solution(letters, puzzle, _without_closed(letters, puzzle, board, clues))
    lines: list[str] = []
    for r in range(puzzle.height + 1):
        above, below = owner[r - 1] if r else None, owner[r] if r < puzzle.height else None
        dashes = ["---" if not (above and below and above[c] == below[c]) else "   " for c in range(puzzle.width)]
        lines.append("+" + "+".join(dashes) + "+")
        if below:
            values = [
                f"{clues.get((r, c), '·')[:WIDEST] if letter == letters[0] else letter:^3}"
                for c, letter in enumerate(rows[r])
            ]
            walls = ["|" if one != other else " " for one, other in pairwise(below)]
            lines.append("|" + "".join(map("".join, zip(values, [*walls, "|"]))))
    return "\n".join(lines)


def _draw_lattice(letters: str, puzzle: Puzzle, board: Board, owner: Sequence[str] = ()) -> str:
    """Return the lattice of "+", or the cells as "o", with lines, values and clues in their places. `owner` has the
    letter of each cell's region.
    """
    canvas = [[" "] * (WIDE * puzzle.width + 1) for _ in range(TALL * puzzle.height + 1)]

    def put(text: str, row: float, column: float) -> None:
        top, left = round(TALL * row), round(WIDE * column) - len(text) // 2
        canvas[top][left : left + len(text)] = text

    for r, names in enumerate(owner):
        for c, region in enumerate(names):
            if c and names[c - 1] != region:
                put(":", r + 0.5, c)
            if r and owner[r - 1][c] != region:
                put("···", r, c + 0.5)
    _put_background(puzzle, put)
    found, written = flattened(puzzle, solution(letters, puzzle, board)), indexes(puzzle, board)
    for block, _, variables in shown(puzzle):
        number = variables.start
        for grid in grids(block):
            down, right = MIDDLES[grid.name]
            for place in range(grid.rows * grid.columns):
                if written[number] == YES or written[number] and block.values > 2:
                    row, column = divmod(place, grid.columns)
                    word = found[number] * 3 if found[number] == "-" else found[number]
                    put(word, row + down, column + right)
                number += 1
    return "\n".join([*("".join(line).rstrip() for line in canvas), *_other_clues(puzzle)])


def _put_background(puzzle: Puzzle, put: Any) -> None:
    """Draw the vertices, the cells between which links lie, and the clues in cells."""
    shapes = {span.block.shape for span in shown(puzzle)}
    if "edge" in shapes or "vertex" in shapes:
        for r in range(puzzle.height + 1):
            for c in range(puzzle.width + 1):
                put("+" if "edge" in shapes else "·", r, c)
    if "link" in shapes:
        for r in range(puzzle.height):
            for c in range(puzzle.width):
                put("o", r + 0.5, c + 0.5)
    for (r, c), word in _cell_clues(puzzle).items():
        put(word[:WIDEST], r + 0.5, c + 0.5)


def _cell_clues(puzzle: Puzzle) -> dict[tuple[int, int], str]:
    """Return the clues of each cell as text: "12", "1,1,3" for one of several numbers, "4/15" for two clues."""
    found: dict[tuple[int, int], list[str]] = {}
    for clue in puzzle.clues:
        if all(isinstance(part, int) for part in clue.at):
            found.setdefault((clue.at[0], clue.at[1]), []).append(_clue_text(clue.value).replace(" ", ","))
    return {place: "/".join(texts) for place, texts in found.items()}


def _without_closed(letters: str, puzzle: Puzzle, board: Board, clues: Iterable[tuple[int, int]]) -> Board:
    """Return the board without the cells of clues that are given as "no", or as a value whose letter is a sign, such as
    "#" for black cells, so that their clues are drawn.
    """
    block, literals, _ = shown(puzzle)[0]
    each = literals_each(block)
    cells = [literals.start + (r * block.width + c) * each for r, c in clues]
    if each == 1:
        closed = set_of(cells) & puzzle.givens.no
    else:
        signs = [value for value, letter in enumerate(letters[1 : each + 1]) if not letter.isalnum()]
        closed = set_of(cell + value for cell in cells for value in signs) & puzzle.givens.yes
    return Board(board.yes & ~closed, board.no & ~closed)


def _other_clues(puzzle: Puzzle) -> list[str]:
    """Return one line for each clue outside the cells."""
    clues = [clue for clue in puzzle.clues if isinstance(clue.at[0], str)]
    return [
        " ".join([clue.at[0], *(str(number + 1) for number in clue.at[1:])]) + f": {_clue_text(clue.value)}"
        for clue in clues
    ]


def _clue_text(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
