"""The rules of a star battle for the checker: the same number of stars in each row, column and region, no two that touch,
and none outside the regions.
"""

from typing import Any

from tesuji.checker import Count, Puzzle, integer, letters

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid", the letter of each cell's region or a dot, and optionally "stars".
    Raises NotAPuzzle.
    """
    grid = letters(document, "grid", NAMES + ".")
    width, height = len(grid[0]), len(grid)
    stars = integer(document.get("stars", 1), 1, 50)
    puzzle = Puzzle.of_cells(width, height, marks="?*.")
    cells: dict[str, list[int]] = {}
    for number, letter in enumerate("".join(grid), 1):
        cells.setdefault(letter, []).append(number)
    puzzle.supposed(-number for number in cells.pop(".", ()))
    for region in cells.values():
        row, column = divmod(region[0] - 1, width)
        puzzle.clue(Count(region, {stars}), row + 1, column + 1)
    for line in (*puzzle.rows, *puzzle.columns):
        puzzle.add(Count(line, {stars}))
    for upper, lower in zip(puzzle.rows, puzzle.rows[1:] or puzzle.rows[:1]):
        for place in range(max(1, width - 1)):
            puzzle.add(Count(sorted({*upper[place : place + 2], *lower[place : place + 2]}), {0, 1}))
    return puzzle
