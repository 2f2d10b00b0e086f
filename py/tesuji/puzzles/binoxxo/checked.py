"""The rules of a binoxxo for the checker: never three alike, half of each letter, no two lines alike."""

from typing import Any

from tesuji.checker import Count, Line, NotAPuzzle, Puzzle, letters, switch


def read(document: dict[str, Any]) -> Puzzle:
    """The puzzle of a document with "grid"; "distinct": false if lines may be alike. Raises NotAPuzzle."""
    grid = letters(document, "grid", "OX.")
    size = width, height = len(grid[0]), len(grid)
    distinct = switch(document, "distinct", True)
    letters(document, "board", "OX.?", size, optional=True)
    if width % 2 or height % 2:
        raise NotAPuzzle("odd")
    puzzle = Puzzle.of_cells(width, height, marks="?OX")
    puzzle.supposed(cell if letter == "O" else -cell for cell, letter in enumerate("".join(grid), 1) if letter != ".")
    for lines in puzzle.rows, puzzle.columns:
        for line in lines:
            for place in range(len(line) - 2):
                puzzle.add(Count(line[place : place + 3], {1, 2}))
            puzzle.add(Count(line, {len(line) // 2}))
            puzzle.add(Line(line, [other for other in lines if other != line] if distinct else []))
    return puzzle
