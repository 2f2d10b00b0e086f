"""No three equal in a row, as many X as O, no two equal lines. Cells are numbered row by row; yes is O."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, combinations

from tesuji.bitset import members
from tesuji.constraints import Count, Different
from tesuji.constraints.patterns.balanced_lines import balanced
from tesuji.errors import InputError
from tesuji.grid import bit_set, cells_of, letters, offered, overwritten, rows_and_columns, rows_of, signs_between
from tesuji.model import Alternative, Board, Clue, Constraint, Document, Flaw, Offer, Puzzle
from tesuji.variables import place_of_literal

MIXED = frozenset({1, 2})
"""The allowed numbers of O in three adjacent cells."""
SIGNS = {"=": frozenset({0, 2}), "×": frozenset({1})}
"""The allowed numbers of O in the two cells of a sign."""


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid" and optionally "signs" and "distinct": false. Raises InputError.

    The clues are the signs. Their constraints come last.
    """
    grid = letters(document, "grid", "OX.")
    width, height = len(grid[0]), len(grid)
    if 1 in (width, height):
        raise InputError("one-line", width=width, height=height)
    if not isinstance(document.get("distinct", True), bool):
        raise InputError("distinct")
    constraints = [*_lines(width, height), *(_pairs(width, height) if document.get("distinct", True) else ())]
    signs = signs_of(document, width, height)
    constraints += [Count(cells_of(sign, width), SIGNS[sign.value], sign) for sign in signs]
    givens = Board(bit_set(grid, "O"), bit_set(grid, "X"))
    return Puzzle("binoxxo", width, height, width * height, tuple(signs), tuple(constraints), givens, document)


@lru_cache(maxsize=4)
def _lines(width: int, height: int) -> list[Constraint]:
    """Return the constraints on single lines, which all boards of one size share."""
    found: list[Constraint] = []
    for line in map(tuple, chain(*rows_and_columns(width, height))):
        found += [Count(line[place : place + 3], MIXED) for place in range(len(line) - 2)]
        found.append(Count(line, balanced(len(line))))
    return found


@lru_cache(maxsize=4)
def _pairs(width: int, height: int) -> list[Constraint]:
    """Return the constraints that two lines differ."""
    return [Different(*pair) for group in rows_and_columns(width, height) for pair in combinations(group, 2)]


def signs_of(document: Document, width: int, height: int) -> list[Clue]:
    """Return the signs of a document as clues, row by row, horizontal ones first. Raises InputError."""
    return [
        sign._replace(value=sign.value.replace("x", "×"))
        for sign in signs_between(document, "=x.", "=x.", width, height)
    ]


def relaxed(document: Document) -> Document | None:
    """Return the document with repeated lines allowed, or None if they are allowed already."""
    return {**document, "distinct": False} if document.get("distinct", True) else None


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield givens that break a rule: a sign, three equal in a row, too many of one letter, two equal finished lines."""
    letters = rows_of(puzzle.width, puzzle.height, *puzzle.givens, "OX.")
    text = "".join(letters)
    for sign in puzzle.clues:
        first, second = cells_of(sign, puzzle.width)
        if "." not in (text[first], text[second]) and (text[first] == text[second]) != (sign.value == "="):
            at = {"row": first // puzzle.width + 1, "column": first % puzzle.width + 1}
            yield Flaw(f"sign-{sign.at[0]}-{'equal' if sign.value == '=' else 'opposite'}", at, at)
    for word, lines in (("row", letters), ("column", ["".join(column) for column in zip(*letters)])):
        finished: dict[str, int] = {}
        for number, text in enumerate(lines, 1):
            for letter in "OX":
                if letter * 3 in text:
                    first = text.index(letter * 3) + 1
                    yield Flaw(f"three-{word}", {"letter": letter, "first": first, "last": first + 2}, {word: number})
                if text.count(letter) > max(balanced(len(text))):
                    params = {"letter": letter, "n": text.count(letter), "half": max(balanced(len(text)))}
                    yield Flaw(f"too-many-{word}", params, {word: number})
            if "." not in text and puzzle.document.get("distinct", True):
                if text in finished:
                    yield Flaw(f"alike-{word}", {"first": finished[text], "second": number}, {word: number})
                finished.setdefault(text, number)


def offers(puzzle: Puzzle, board: Board) -> list[Offer]:
    """Return every open cell with its value in the solution."""
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
    """Yield the givens and the signs, each of which may be wrong."""
    for cell in members(puzzle.givens.known):
        was, other = "OX" if puzzle.givens.yes >> cell & 1 else "XO"
        yield Alternative(place_of_literal(puzzle, cell), was, (), 1 << cell, other)
    for number, sign in enumerate(puzzle.clues, len(puzzle.constraints) - len(puzzle.clues)):
        name, row, column = sign.at
        yield Alternative({name: [row, column]}, sign.value, (number,), values="=×"[sign.value == "="])


def changed(puzzle: Puzzle, clue: Alternative, value: str) -> Document:
    """Return the document with another letter or another sign."""
    document = puzzle.document
    if "row" in clue.at:
        return {**document, "grid": offered(document["grid"], [Offer(clue.at, value, ())])}
    ((name, place),) = clue.at.items()
    side = "h" if name == "right" else "v"
    rows = overwritten(document["signs"][side], [((place[0], place[1]), value.replace("×", "x"))])
    return {**document, "signs": {**document["signs"], side: rows}}


def draw(puzzle: Puzzle, board: Board) -> str:
    """Return the rows as text. Signs are left out, since there may be one between any two cells."""
    rows = rows_of(puzzle.width, puzzle.height, board.yes, board.no, "OX?")
    return "\n".join(" ".join(row).replace("?", "·") for row in rows)


def lines_of(puzzle: Puzzle, board: Board) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the X and the O of each row and of each column, as bit sets of places."""
    x, o = (f"{cells:0{puzzle.size}b}"[::-1] for cells in (board.no, board.yes))

    def packed(letter: str, line: range) -> int:
        return int(letter[line.start : line.stop : line.step][::-1], 2)

    rows, columns = (
        [(packed(x, line), packed(o, line)) for line in lines]
        for lines in rows_and_columns(puzzle.width, puzzle.height)
    )
    return rows, columns
