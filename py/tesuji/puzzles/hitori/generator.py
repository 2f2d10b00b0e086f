"""Random shaded cells on a random Latin square; every shaded cell has a number of its row or column."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tesuji.bitset import members
from tesuji.constraints.connected import graph_of
from tesuji.errors import InputError
from tesuji.grid import check_size, neighbours, split
from tesuji.puzzles.hitori.rules import NUMBERS
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

BOTH = 0.8
"""The share of shaded cells whose number also occurs in both of their lines, if there is such a number."""
SMALLEST = 5
"""The smallest number of cells of a board."""
DRAFTS = 24
"""The number of boards that are compared before one of them is changed."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a full board. Raises InputError for sides with too few numbers, and for boards too small for a puzzle."""
    check_size(width, height)
    if max(width, height) > len(NUMBERS) or width * height < SMALLEST:
        raise InputError("not-made", width=width, height=height)
    shaded = yield from _shading(width, height, random)
    most = max(width, height)
    rows, columns, numbers = (random.sample(range(most), most) for _ in range(3))
    text = [NUMBERS[numbers[(rows[cell // width] + columns[cell % width]) % most]] for cell in range(width * height)]
    for cell in members(shaded):
        text[cell] = _number(text, shaded, cell, width, random)
    return _draft_of(text, shaded, width)


def _shading(width: int, height: int, random: Random) -> Generator[None, None, int]:
    """Return shaded cells that do not touch and do not separate the others. No other cell could be shaded as well,
    because there would then be a second solution.
    """
    graph = graph_of(neighbours, width, height)
    size = width * height
    every, shaded = (1 << size) - 1, 0
    for cell in random.sample(range(size), size):
        more = shaded | 1 << cell
        rest = every & ~more
        if not graph.masks[cell] & shaded and rest and graph.flood(rest & -rest, rest) == rest:
            shaded = more
        yield
    return shaded


def _number(text: list[str], shaded: int, cell: int, width: int, random: Random) -> str:
    """Return a number for a shaded cell that occurs in unshaded cells of both its row and its column, or of one of them
    if they have none in common.
    """
    start, column = cell // width * width, cell % width
    row, down = (
        {text[other] for other in line if not shaded >> other & 1}
        for line in (range(start, start + width), range(column, len(text), width))
    )
    return random.choice(sorted(row & down if random.random() < BOTH else row | down) or sorted(row | down))


def _draft_of(text: list[str], shaded: int, width: int) -> Draft:
    return Draft.of({"kind": "hitori", "grid": split(text, width)}, shaded, len(text))


def mended(draft: Draft, open_cells: int, random: Random, number: int) -> Draft:
    """Return the board with other numbers in some of its shaded cells, those among `open_cells` if there are any."""
    text, width, shaded = list("".join(draft.document["grid"])), len(draft.document["grid"][0]), draft.solution.yes
    cells = list(members(shaded & open_cells or shaded))
    for cell in random.sample(cells, min(number, len(cells))):
        text[cell] = _number(text, shaded, cell, width, random)
    return _draft_of(text, shaded, width)


MAKER = Maker(draft, mended=mended, searched=True, drafts=DRAFTS)
