"""The rules of KIND for the checker of certificates: a number counts the filled cells of its cross.

This file shares no code with `rulebook.py`, so that an error there is detected.
"""

from typing import Any

from tesuji.checker import Count, Puzzle, letters


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises NotAPuzzle."""
    grid = letters(document, "grid", ".012345")
    width, height = len(grid[0]), len(grid)
    puzzle = Puzzle.of_cells(width, height, marks="?#.")
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter != ".":
                near = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
                cells = [y * width + x + 1 for y, x in near if 0 <= y < height and 0 <= x < width]
                puzzle.clue(Count(cells, {int(letter)}), r + 1, c + 1)
    return puzzle
