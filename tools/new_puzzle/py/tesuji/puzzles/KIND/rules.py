"""A number counts the filled cells of its cross. Cells are numbered row by row; yes is filled."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.constraints import Count
from tesuji.grid import bit_set, letters, offered, rows_of
from tesuji.model import Board, Clue, Document, Offer, Puzzle
from tesuji.variables import place_of_literal

CLUES = ".012345"
"""Letters of the grid: no number, or a number."""
MARKS = "#.?"
"""Letters of a board: yes, no, unknown."""


def cross(row: int, column: int, width: int, height: int) -> list[int]:
    """The cells that a number speaks of: its own and those that share a side with it."""
    places = ((row, column), (row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * width + c for r, c in places if 0 <= r < height and 0 <= c < width]


def parse(document: Document) -> Puzzle:
    """A document with "grid", and perhaps the player's "board". Raises InputError.

    `letters` checks a rectangle of letters. For anything else: `raise InputError("KIND-...", {"row": 1})`, with the
    message "error.KIND-..." in strings.en.json and strings.ja.json.
    """
    grid = letters(document, "grid", CLUES)
    width, height = len(grid[0]), len(grid)
    if "board" in document:
        letters(document, "board", MARKS, (width, height))
    clues = tuple(
        Clue((r, c), int(letter)) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter != "."
    )
    # The rules, clue by clue. A rule of the game that no clue states is a constraint without a clue.
    constraints = tuple(Count(cross(clue.at[0], clue.at[1], width, height), {clue.value}, clue) for clue in clues)
    # The last but one: what is known from the start, such as given cells.
    return Puzzle("KIND", width, height, width * height, clues, constraints, Board(), document)


def solution(puzzle: Puzzle, board: Board) -> list[str]:
    """Rows of "#" and ".", "?" where a cell is unknown."""
    return rows_of(puzzle.width, puzzle.height, board.yes, board.no, MARKS)


forced = solution


def read(puzzle: Puzzle, rows: Sequence[str]) -> Board:
    """The other way. Raises InputError."""
    rows = letters({"board": rows}, "board", MARKS, (puzzle.width, puzzle.height))
    return Board(bit_set(rows, "#"), bit_set(rows, "."))


def draw(puzzle: Puzzle, board: Board) -> str:
    """For a terminal: two characters a cell, its mark and its number."""
    rows = zip(solution(puzzle, board), puzzle.document["grid"])
    return "\n".join(" ".join(mark + clue.replace(".", " ") for mark, clue in zip(*row)).rstrip() for row in rows)


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """The numbers that the grid leaves out, as the solution `board` has them: adding some makes it the only one."""
    found = []
    for cell in range(puzzle.size):
        r, c = divmod(cell, puzzle.width)
        if puzzle.document["grid"][r][c] == ".":
            cells = cross(r, c, puzzle.width, puzzle.height)
            number = sum(board.yes >> near & 1 for near in cells)
            found.append(Offer(place_of_literal(puzzle, cell), number, (Count(cells, {number}, Clue((r, c), number)),)))
    return found


def with_offers(puzzle: Puzzle, chosen: Sequence[Offer]) -> Document:
    return {**puzzle.document, "grid": offered(puzzle.document["grid"], chosen)}
