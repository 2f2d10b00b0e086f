"""A random picture and its clues. All clues of a nonogram stay; a picture with several solutions is changed cell by
cell.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tesuji.bitset import from_flags, members
from tesuji.grid import around, check_size, rows_of
from tesuji.model import Board
from tesuji.puzzles.nonogram.coloured_generator import COLOURED
from tesuji.puzzles.nonogram.picture import from_picture
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

FILLED = (0.5, 0.62)
"""The minimum and maximum share of filled cells; pictures with fewer filled cells have many solutions."""
SPARSEST = 0.35
"""The minimum share after the picture is smoothed, which removes most cells of some pictures."""
DRAFTS = 16
"""The number of pictures that are compared before the one closest to the level is changed."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a picture of blobs, sometimes mirrored."""
    check_size(width, height)
    while True:
        filled = yield from _picture(width, height, random)
        if filled.bit_count() >= SPARSEST * width * height:
            return _draft_of(filled, width, height)


def _picture(width: int, height: int, random: Random) -> Generator[None, None, int]:
    """Return the filled cells of a picture."""
    share, rounds, mirrored = random.uniform(*FILLED), random.choice((0, 1, 1, 2)), random.random() < 0.3
    picture = [[random.random() < share for _ in range(width)] for _ in range(height)]
    yield
    for _ in range(rounds):
        picture = yield from _smoothed(picture, width, height, share)
    if mirrored:
        picture = [[row[min(c, width - 1 - c)] for c in range(width)] for row in picture]
    return from_flags(cell for row in picture for cell in row)


def _smoothed(
    picture: list[list[bool]], width: int, height: int, share: float
) -> Generator[None, None, list[list[bool]]]:
    """Return the picture with each cell changed to the majority of the cells around it; the share of filled cells stays
    about the same.
    """
    after = []
    for r in range(height):
        row = []
        for c in range(width):
            near = [picture[y][x] for y, x in around(r, c, width, height)]
            row.append(sum(near) + 2 * picture[r][c] > share * (len(near) + 2))
        after.append(row)
        yield
    return after


def _draft_of(filled: int, width: int, height: int) -> Draft:
    board = Board(filled, (1 << width * height) - 1 & ~filled)
    return Draft(from_picture(rows_of(width, height, *board, "#.?")), board)


def mended(draft: Draft, open_cells: int, random: Random, number: int) -> Draft:
    """Return the picture with some of its open cells changed. If several are changed, only cells that join runs or fill
    gaps are used, because fewer and longer runs leave fewer cells open.
    """
    width, height = len(draft.document["cols"]), len(draft.document["rows"])
    cells = list(members(open_cells))
    if number == 1:
        return _draft_of(draft.solution.yes ^ 1 << random.choice(cells), width, height)
    random.shuffle(cells)
    filled, changed = draft.solution.yes, 0
    for cell in cells:
        if _joins(filled, cell, width, height):
            filled ^= 1 << cell
            changed += 1
        if changed == number:
            break
    return _draft_of(filled if changed else filled ^ 1 << cells[0], width, height)


def _joins(filled: int, cell: int, width: int, height: int) -> bool:
    """Return whether changing a cell makes runs fewer or longer: it is empty between filled cells, or filled and alone."""
    r, c = divmod(cell, width)
    sides = ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c))
    near = sum(filled >> y * width + x & 1 for y, x in sides if 0 <= y < height and 0 <= x < width)
    return near <= 1 if filled >> cell & 1 else near >= 2


MAKER = Maker(draft, mended=mended, variants=COLOURED, drafts=DRAFTS)
