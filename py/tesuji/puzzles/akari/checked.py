"""The rules of akari for the checker: numbers count bulbs, no bulb lights another, every cell is lit."""

from array import array
from typing import Any

from tesuji.checker import Count, NotAPuzzle, Puzzle, letters

MOST_SEEN = 2_000_000
"""The most cells that all white cells together may see, along rows and along columns."""


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises NotAPuzzle."""
    grid = letters(document, "grid", ".#01234")
    width, height = len(grid[0]), len(grid)
    puzzle = Puzzle.of_cells(width, height, marks="?*.")
    white = {(r, c): r * width + c + 1 for r, row in enumerate(grid) for c in range(width) if row[c] == "."}
    puzzle.supposed(-r * width - c - 1 for r in range(height) for c in range(width) if (r, c) not in white)
    across = _pieces(white, [[(r, c) for c in range(width)] for r in range(height)])
    down = _pieces(white, [[(r, c) for r in range(height)] for c in range(width)])
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter not in ".#":
                near = (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
                puzzle.clue(Count([white[at] for at in near if at in white], {int(letter)}), r + 1, c + 1)
    for line in across + down:
        if len(line) > 1:
            puzzle.add(Count(line, {0, 1}))
    row_of = {cell: line for line in across for cell in line}
    column_of = {cell: (line, place) for line in down for place, cell in enumerate(line)}
    if sum(len(row_of[cell]) + len(column_of[cell][0]) for cell in white.values()) > MOST_SEEN:
        raise NotAPuzzle("sight")
    lines = set[tuple[int, ...]]()
    for cell in white.values():
        line, (column, place) = row_of[cell], column_of[cell]
        cross = (*column[:place], *line, *column[place + 1 :])  # in order
        if cross not in lines:
            puzzle.add(Count(array("i", cross), range(1, len(cross) + 1)))
        if 1 in (len(line), len(column)):  # only then can two cells have the same cross
            lines.add(cross)
    return puzzle


def _pieces(white: dict[tuple[int, int], int], lines: list[list[tuple[int, int]]]) -> list[list[int]]:
    """Return the white cells of each line, cut into pieces by black cells."""
    found: list[list[int]] = []
    for line in lines:
        for place, before in zip(line, [None, *line]):
            if place in white:
                if before not in white:
                    found.append([])
                found[-1].append(white[place])
    return found
