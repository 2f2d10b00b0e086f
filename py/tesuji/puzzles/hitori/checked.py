"""The rules of hitori for the checker of certificates: each number once, no shaded neighbours, one piece."""

from typing import Any

from tesuji.checker import Connected, Count, Puzzle, letters

NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises NotAPuzzle."""
    grid = letters(document, "grid", "." + NUMBERS)
    width, height = len(grid[0]), len(grid)
    puzzle = Puzzle.of_cells(width, height)
    for line in (*puzzle.rows, *puzzle.columns):
        number = [grid[(cell - 1) // width][(cell - 1) % width] for cell in line]
        for letter in dict.fromkeys(number):
            same = [cell for cell, other in zip(line, number) if other == letter]
            if letter != "." and len(same) > 1:
                puzzle.add(Count(same, {len(same) - 1, len(same)}))
    near: dict[int, list[int]] = {}
    for cell in range(1, width * height + 1):
        above, left = cell - width, cell - 1
        found = [above] if above > 0 else []
        found += [left] if left % width else []
        found += [cell + 1] if cell % width else []
        found += [cell + width] if cell + width <= width * height else []
        near[cell] = found
        for other in found:
            if other > cell:
                puzzle.add(Count((cell, other), {0, 1}))
    puzzle.add(Connected(near, value=False))
    return puzzle
