"""The rules of a minesweeper for the checker: each number counts the mines around it."""

from typing import Any

from tesuji.checker import Count, NotAPuzzle, Puzzle, cells_around, integer, letters

DIGITS = "012345678"


def read(document: dict[str, Any]) -> Puzzle:
    """Return the puzzle of a document with "grid", or with "field" and "opened". Raises NotAPuzzle."""
    grid = letters(document, "grid", f".*s{DIGITS}") if "grid" in document else _opened(document)
    width, height = len(grid[0]), len(grid)
    puzzle = Puzzle.of_cells(width, height, marks=("?", "*", f".s{DIGITS}"))
    puzzle.supposed(cell if letter == "*" else -cell for cell, letter in enumerate("".join(grid), 1) if letter != ".")
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter in DIGITS:
                puzzle.clue(Count(cells_around(r, c, width, height), {int(letter)}), r + 1, c + 1)
    if document.get("mines") is not None:
        puzzle.clue(Count(range(1, puzzle.size + 1), {integer(document["mines"], 0)}), "mines")
    return puzzle


def _opened(document: dict[str, Any]) -> list[str]:
    """Return the grid of a complete field that shows only the opened cells."""
    field = letters(document, "field", f".*{DIGITS}")
    height, width, text = len(field), len(field[0]), "".join(field)
    shown = ["."] * len(text)
    for cell, letter in enumerate(text):
        if letter in DIGITS and _mines(text, cell, width, height) != int(letter):
            raise NotAPuzzle("number")
    opened = document.get("opened")
    opened = [] if opened is None else opened
    if not isinstance(opened, list):
        raise NotAPuzzle("opened")
    for place in opened:
        if not isinstance(place, list) or len(place) != 2:
            raise NotAPuzzle("opened")
        cell = integer(place[0], 0, height - 1) * width + integer(place[1], 0, width - 1)
        if text[cell] == "*":
            raise NotAPuzzle("an opened mine")
        if shown[cell] == ".":
            shown[cell] = str(_mines(text, cell, width, height))
    return ["".join(shown[start : start + width]) for start in range(0, len(shown), width)]


def _mines(text: str, cell: int, width: int, height: int) -> int:
    return sum(text[near - 1] == "*" for near in cells_around(*divmod(cell, width), width, height))
