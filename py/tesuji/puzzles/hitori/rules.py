"""No number twice in a line, no shaded neighbours, unshaded cells connected. Yes is a shaded cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tesuji.constraints import Connected, Count
from tesuji.constraints.count import AT_MOST_ONE
from tesuji.grid import cells_by_letter, letters, lines, neighbours
from tesuji.model import Alternative, Block, Board, Constraint, Document, Puzzle
from tesuji.variables import puzzle_of

NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Characters of the numbers 1 to 35; the grid may also have cells without a number, "."."""


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises InputError."""
    grid = letters(document, "grid", "." + NUMBERS)
    width, height = len(grid[0]), len(grid)
    singles = [Count(cells, {len(cells) - 1, len(cells)}) for cells in repeated(grid)]
    return puzzle_of(document, [Block("cell", width, height)], [*singles, *_rules(width, height)])


@lru_cache(maxsize=16)
def _rules(width: int, height: int) -> list[Constraint]:
    """Return the constraints that all boards of one size share: no shaded neighbours, unshaded cells connected."""
    near = neighbours(width, height)
    apart = [Count((cell, other), AT_MOST_ONE) for cell, others in enumerate(near) for other in others if other > cell]
    return [*apart, Connected(range(width * height), near, value=False)]


def repeated(grid: Sequence[str]) -> Iterator[list[int]]:
    """Yield the cells of each number that occurs more than once in a row, then in a column, in order."""
    text = "".join(grid)
    for line in lines(len(grid[0]), len(grid)):
        for letter, cells in cells_by_letter(text, line).items():
            if letter != "." and len(cells) > 1:
                yield cells


def alternatives(puzzle: Puzzle) -> Iterator[Alternative]:
    """Yield the numbers that repeat in their line, each of which may be wrong."""
    grid = puzzle.document["grid"]
    numbers = NUMBERS[: max(puzzle.width, puzzle.height)]
    groups: dict[int, list[int]] = defaultdict(list)
    for number, cells in enumerate(repeated(grid)):  # the first constraints, in this order
        for cell in cells:
            groups[cell].append(number)
    for cell, drops in sorted(groups.items()):
        row, column = divmod(cell, puzzle.width)
        yield Alternative({"row": row, "column": column}, grid[row][column], tuple(drops), 0, numbers)


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the board as text: each number, after "#" if the cell is shaded and "(" if it is unshaded."""
    text = "".join(puzzle.document["grid"])
    cells = [
        ("#" if board.yes >> cell & 1 else "(" if board.no >> cell & 1 else " ") + letter
        for cell, letter in enumerate(text)
    ]
    return "\n".join(
        " ".join(cells[start : start + puzzle.width]).rstrip() for start in range(0, len(cells), puzzle.width)
    )
