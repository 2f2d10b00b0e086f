"""The rules of binoxxo for the checker: no three equal in a row, as many of each letter or one more of either, no two
equal lines; signs.
"""

from typing import Any

from tesuji.checker import Count, Line, NotAPuzzle, Puzzle, letters, signs, switch


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid" and optionally "signs". If "distinct" is false, lines may be equal.
    Raises NotAPuzzle.
    """
    grid = letters(document, "grid", "OX.")
    size = width, height = len(grid[0]), len(grid)
    distinct = switch(document, "distinct", True)
    if 1 in size:
        raise NotAPuzzle("one line")
    puzzle = Puzzle.of_cells(width, height, marks=("?.", "O", "X"))
    puzzle.supposed(cell if letter == "O" else -cell for cell, letter in enumerate("".join(grid), 1) if letter != ".")
    for lines in puzzle.rows, puzzle.columns:
        for line in lines:
            for place in range(len(line) - 2):
                puzzle.add(Count(line[place : place + 3], {1, 2}))
            puzzle.add(Count(line, {len(line) // 2, (len(line) + 1) // 2}))
            puzzle.add(Line(line, [other for other in lines if other != line] if distinct else []))
    for letter, cells, at in signs(document, "=x.", "=x.", size):
        puzzle.clue(Count([r * width + c + 1 for r, c in cells], {0, 2} if letter == "=" else {1}), *at)
    return puzzle
