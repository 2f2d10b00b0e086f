"""NAME: variables and constraints of a document, and examples."""

from __future__ import annotations

from tesuji.constraints import Count
from tesuji.grid import letters
from tesuji.model import Block, Clue, Document, Puzzle
from tesuji.rulebook import Rulebook, example
from tesuji.variables import puzzle_of

DIGITS = ".012345"
"""Characters of the grid: no number, or a number."""


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid". Raises InputError.

    `letters` checks a rectangle of characters. For anything else: `raise InputError("KIND-...", {"row": 1})`, with the
    message "error.KIND-..." in strings.en.json and strings.ja.json, which names the place with {row} and {column}.
    """
    grid = letters(document, "grid", DIGITS)
    width, height = len(grid[0]), len(grid)
    # One variable with two values per cell: its literal is its number, row by row. A block may have other shapes and
    # more values; `tesuji.constraints` lists the available constraints. A rule of the game is a constraint without a
    # clue.
    numbers = [
        Count(cross(r, c, width, height), {int(letter)}, Clue((r, c), int(letter)))
        for r, row in enumerate(grid)
        for c, letter in enumerate(row)
        if letter != "."
    ]
    return puzzle_of(document, [Block("cell", width, height)], numbers)


def cross(row: int, column: int, width: int, height: int) -> list[int]:
    """Return the cells that a number counts: its own and those that share a side with it."""
    places = ((row, column), (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * width + c for r, c in places if 0 <= r < height and 0 <= c < width]


# At least one example of each level. They are the page's menu, and the laws test them all. `Rulebook` in
# tesuji/rulebook.py lists the other members that a kind may have: techniques, a generator, its own letters and
# drawings.
RULEBOOK = Rulebook(
    kind="KIND",
    parse=parse,
    examples=(
        example("First numbers", "はじめての数字", "easy", "KIND", "1...2/3.4.4/3435./...2./32.1."),
        example("Hard", "難しい", "hard", "KIND", "1.11.2/..1.2./.2212./.224.4/12.2.2/..2..2"),
        example("Several", "解がいくつも", "multiple", "KIND", "1...2/3.4.4/3..5./...2./32.1."),
        example("None", "解なし", "none", "KIND", "3..0/..../.4../..0."),
    ),
)
