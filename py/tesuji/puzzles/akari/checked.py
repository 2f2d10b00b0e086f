"""The rules of akari for the checker: numbers count bulbs, no bulb lights another, every cell is lit."""

from typing import Any

from tesuji.checker import Count, Puzzle, letters


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises NotAPuzzle."""
    grid = letters(document, "grid", ".#01234")
    width, height = len(grid[0]), len(grid)
    letters(document, "board", "?*.", (width, height), optional=True)
    puzzle = Puzzle.of_cells(width, height, marks="?*.")
    white = {(r, c): r * width + c + 1 for r, row in enumerate(grid) for c in range(width) if row[c] == "."}
    puzzle.supposed(-r * width - c - 1 for r in range(height) for c in range(width) if (r, c) not in white)

    def ray(r: int, c: int, down: int, across: int) -> list[int]:
        """Return the white cells from a place in one direction, up to the first black cell."""
        found = []
        while (r := r + down, c := c + across) in white:
            found.append(white[r, c])
        return found

    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter not in ".#":
                near = (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)
                puzzle.clue(Count([white[at] for at in near if at in white], {int(letter)}), r + 1, c + 1)
    for (r, c), cell in white.items():
        if (r, c - 1) not in white and (rest := ray(r, c, 0, 1)):
            puzzle.add(Count([cell, *rest], {0, 1}))
    for (r, c), cell in sorted(white.items(), key=lambda item: item[0][::-1]):
        if (r - 1, c) not in white and (rest := ray(r, c, 1, 0)):
            puzzle.add(Count([cell, *rest], {0, 1}))
    crosses = [
        tuple(sorted([cell, *ray(r, c, 0, 1), *ray(r, c, 0, -1), *ray(r, c, 1, 0), *ray(r, c, -1, 0)]))
        for (r, c), cell in white.items()
    ]
    for cross in dict.fromkeys(crosses):
        puzzle.add(Count(cross, {1, 2}))
    return puzzle
