"""The same number of stars in each row, column and region, and no two that touch. Yes is a star; cells outside all regions
have none.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tesuji.bitset import set_of
from tesuji.constraints import Count
from tesuji.constraints.connected import graph_of
from tesuji.constraints.count import AT_MOST_ONE
from tesuji.errors import InputError
from tesuji.grid import OUTSIDE, REGIONS, cells_by_letter, letters, lines, neighbours, rows_and_columns
from tesuji.model import Alternative, Block, Clue, Document, Flaw, Puzzle
from tesuji.variables import NO, UNDECIDED, puzzle_of

MOST = 50
"""The largest number of stars."""


def parse(document: Document) -> Puzzle:
    """Return the puzzle of a document with "grid", the letter of each cell's region or a dot, and optionally "stars"
    (default 1). Raises InputError.
    """
    grid = letters(document, "grid", REGIONS + OUTSIDE)
    width, height = len(grid[0]), len(grid)
    stars = document.get("stars", 1)
    if type(stars) is not int or not 1 <= stars <= MOST:
        raise InputError("stars", n=str(stars)[:20], most=MOST)
    regions = [
        Count(cells, {stars}, Clue(divmod(cells[0], width), letter)) for letter, cells in regions_of(document).items()
    ]
    text = "".join(grid)
    givens = [NO if letter == OUTSIDE else UNDECIDED for letter in text] if OUTSIDE in text else ()
    return puzzle_of(document, [Block("cell", width, height)], [*regions, *_rules(width, height, stars)], givens)


def regions_of(document: Document) -> dict[str, list[int]]:
    """Return the cells of each region by its letter, in the order of their first cells."""
    text = "".join(document["grid"])
    return cells_by_letter(text, (cell for cell, letter in enumerate(text) if letter != OUTSIDE))


@lru_cache(maxsize=16)
def _rules(width: int, height: int, stars: int) -> list[Count]:
    """Return the counts of rows, columns and squares of 2 x 2 cells, which all boards of one size share."""
    rows, _ = rows_and_columns(width, height)
    blocks = [
        Count(sorted({*upper[left : left + 2], *lower[left : left + 2]}), AT_MOST_ONE)
        for upper, lower in zip(rows, rows[1:] or rows)
        for left in range(max(1, width - 1))
    ]
    return [Count(line, {stars}) for line in lines(width, height)] + blocks


def alternatives(puzzle: Puzzle) -> list[Alternative]:
    """Return the cells next to another region, which may belong to that region, or to a new one if a region is missing.
    Changes that leave the fewest pieces of regions come first. No change of one cell mends a board that is not square
    or whose number of regions is off by more than one.
    """
    if puzzle.width != puzzle.height or abs(len(puzzle.clues) - puzzle.height) > 1:
        return []
    text, graph = "".join(puzzle.document["grid"]), graph_of(neighbours, puzzle.width, puzzle.height)
    number_of = {clue.value: number for number, clue in enumerate(puzzle.clues)}
    cells = {name: set_of(puzzle.constraints[number].scope) for name, number in number_of.items()}
    own = [letter for letter in REGIONS if letter not in number_of][: len(number_of) < puzzle.height]
    found = []
    for cell, was in enumerate(text):
        if was == OUTSIDE:
            continue
        for letter in sorted({*own, *(text[other] for other in graph.near[cell])} - {was, OUTSIDE}):
            drops = tuple(number_of[name] for name in (was, letter) if name in number_of)
            row, column = divmod(cell, puzzle.width)
            clue = Alternative({"row": row, "column": column}, was, drops, 0, letter)
            left, more = cells[was] & ~(1 << cell), cells.get(letter, 0)
            pieces = graph.pieces_next_to(cell, left) - graph.pieces_next_to(cell, more)
            found.append((pieces, clue))
    return [clue for _, clue in sorted(found, key=lambda pair: pair[0])]


def flaws(puzzle: Puzzle) -> Iterator[Flaw]:
    """Yield a flaw if rows, columns and regions cannot have the same total of stars."""
    if puzzle.width != puzzle.height:
        yield Flaw("not-square", {"width": puzzle.width, "height": puzzle.height})
    if len(puzzle.clues) != puzzle.height:
        yield Flaw("regions", {"n": len(puzzle.clues), "lines": puzzle.height})
