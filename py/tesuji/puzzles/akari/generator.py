"""Random black cells with rotational symmetry, random bulbs, and all numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from tesuji.bitset import members, set_of
from tesuji.grid import bit_set, blanked, check_size, each_alone, split
from tesuji.puzzles.akari.rules import DIGITS, view
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

BLACK = (0.18, 0.26)
"""The minimum and maximum share of cells that are black at first."""
MOST = 0.36
"""No more cells are made black once their share reaches this."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a random board with all its numbers."""
    check_size(width, height)
    yield
    return _random_draft(width, height, random)


def _random_draft(width: int, height: int, random: Random) -> Draft:
    size = width * height
    wanted = random.uniform(*BLACK) * size
    black_cells: set[int] = set()
    while len(black_cells) < wanted:
        cell = random.randrange(size)
        black_cells |= {cell, size - 1 - cell}
    return _draft_of(black_cells, (), width, height, random)


def _draft_of(black_cells: set[int], bulbs: Iterable[int], width: int, height: int, random: Random) -> Draft:
    """Return the board with these black cells. Bulbs are added to the given ones until every cell is lit."""
    size = width * height
    text = "".join("#" if cell in black_cells else "." for cell in range(size))
    seen = view(split(text, width))
    on = set(bulbs)
    lit = {other for cell in on for other in seen.seen(cell)}
    for cell in random.sample(sorted(seen.row_of), len(seen.row_of)):
        if cell not in lit:
            on.add(cell)
            lit.update(seen.seen(cell))
    letters = list(text)
    for cell in black_cells:
        letters[cell] = str(len(on.intersection(seen.around(*divmod(cell, width)))))
    return Draft.of({"kind": "akari", "grid": split(letters, width)}, set_of(on), size)


def mended(draft: Draft, open_cells: int, random: Random, number: int) -> Draft:
    """Return the board with some of these cells made black, together with the cells opposite. If too many are black,
    return a new board.
    """
    width, height = len(draft.document["grid"][0]), len(draft.document["grid"])
    size, before = width * height, bit_set(draft.document["grid"], "#" + DIGITS)
    cells = list(members(open_cells & ~before))
    if not cells or before.bit_count() > MOST * size:
        return _random_draft(width, height, random)
    new = random.sample(cells, min(number, len(cells)))
    black_cells = {*members(before), *new, *(size - 1 - cell for cell in new)}
    return _draft_of(black_cells, set(members(draft.solution.yes)) - black_cells, width, height, random)


MAKER = Maker(draft, partial(each_alone, blanks=".#"), partial(blanked, blank="#"), mended)
