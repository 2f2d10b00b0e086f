"""Never three alike, as many X as O, no two lines alike. Cells are numbered row by row; yes is O."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from tesuji.bitset import members
from tesuji.constraints import Count, Different
from tesuji.errors import InputError
from tesuji.grid import bit_set, letters, rows_of
from tesuji.model import Alternative, Board, Constraint, Document, Flaw, Offer, Puzzle
from tesuji.variables import place_of_literal

Line = range
MIXED = frozenset({1, 2})
"""The numbers of O in three cells in a row that are allowed."""


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid", and perhaps "distinct": false. Raises InputError."""
    grid = letters(document, "grid", "OX.")
    width, height = len(grid[0]), len(grid)
    if width % 2 or height % 2:
        raise InputError("odd", width=width, height=height)
    if not isinstance(document.get("distinct", True), bool):
        raise InputError("distinct")
    if "board" in document:
        letters(document, "board", "OX.?", (width, height))
    rows, columns = rows_and_columns(width, height)
    constraints: list[Constraint] = []
    for line in (*rows, *columns):
        constraints += [Count(line[place : place + 3], MIXED) for place in range(len(line) - 2)]
        constraints.append(Count(line, {len(line) // 2}))
    if document.get("distinct", True):
        constraints += [Different(*pair) for lines in (rows, columns) for pair in combinations(lines, 2)]
    givens = Board(bit_set(grid, "O"), bit_set(grid, "X"))
    return Puzzle("binoxxo", width, height, width * height, (), tuple(constraints), givens, document)


def rows_and_columns(width: int, height: int) -> tuple[list[Line], list[Line]]:
    """Return the cells of each row and of each column."""
    rows = [range(r * width, r * width + width) for r in range(height)]
    return rows, [range(c, width * height, width) for c in range(width)]


def relaxed(document: Document) -> Document | None:
    """Return the document with repeated lines allowed, or None if they are allowed already."""
    return {**document, "distinct": False} if document.get("distinct", True) else None


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield givens that break a rule: three alike in a row, too many of one letter, two finished lines alike."""
    letters = rows_of(puzzle.width, puzzle.height, *puzzle.givens, "OX.")
    for word, lines in (("row", letters), ("column", ["".join(column) for column in zip(*letters)])):
        finished: dict[str, int] = {}
        for number, text in enumerate(lines, 1):
            for letter in "OX":
                if letter * 3 in text:
                    first = text.index(letter * 3) + 1
                    yield Flaw(f"three-{word}", {"letter": letter, "first": first, "last": first + 2}, {word: number})
                if text.count(letter) > len(text) // 2:
                    params = {"letter": letter, "n": text.count(letter), "half": len(text) // 2}
                    yield Flaw(f"too-many-{word}", params, {word: number})
            if "." not in text and puzzle.document.get("distinct", True):
                if text in finished:
                    yield Flaw(f"alike-{word}", {"first": finished[text], "second": number}, {word: number})
                finished.setdefault(text, number)


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """Return every open cell, given as it is in the solution."""
    return [
        Offer(
            place_of_literal(puzzle, cell),
            "O" if board.yes >> cell & 1 else "X",
            (Count((cell,), {board.yes >> cell & 1}),),
        )
        for cell in range(puzzle.size)
        if not puzzle.givens.known >> cell & 1
    ]


def alternatives(puzzle: Puzzle) -> Iterator[Alternative]:
    """Yield the givens, each of which may be the other letter."""
    for cell in members(puzzle.givens.known):
        was, other = "OX" if puzzle.givens.yes >> cell & 1 else "XO"
        yield Alternative(place_of_literal(puzzle, cell), was, (), 1 << cell, other)


def solution(puzzle: Puzzle, board: Board) -> list[str]:
    return rows_of(puzzle.width, puzzle.height, board.yes, board.no, "OX?")


forced = solution


def read(puzzle: Puzzle, rows: Sequence[str]) -> Board:
    rows = letters({"board": rows}, "board", "OX.?", (puzzle.width, puzzle.height))
    return Board(bit_set(rows, "O"), bit_set(rows, "X"))


def draw(puzzle: Puzzle, board: Board) -> str:
    return "\n".join(" ".join(row).replace("?", "·") for row in solution(puzzle, board))
