"""A random picture, and its clues. All clues of a nonogram stay; a picture with several solutions is mended cell by
cell."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from tesuji.constraints.runs import generate_hints
from tesuji.grid import around, check_size, rows_of
from tesuji.model import Board
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

FILLED = (0.5, 0.62)
"""The part of the cells that is filled, at least and at most: pictures with less have many solutions."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """A picture of blots, mirrored now and then."""
    check_size(width, height)
    share, rounds, mirrored = random.uniform(*FILLED), random.choice((0, 1, 1, 2)), random.random() < 0.3
    picture = [[random.random() < share for _ in range(width)] for _ in range(height)]
    yield
    for _ in range(rounds):
        picture = yield from _smoothed(picture, width, height, share)
    if mirrored:
        picture = [[row[min(c, width - 1 - c)] for c in range(width)] for row in picture]
    return _draft_of(
        sum(cell << place for place, cell in enumerate(cell for row in picture for cell in row)), width, height
    )


def _smoothed(
    picture: list[list[bool]], width: int, height: int, share: float
) -> Generator[None, None, list[list[bool]]]:
    """Each cell as most of the cells around it, so that the share of filled ones stays about the same."""
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
    rows, columns = generate_hints(rows_of(width, height, *board, "#.?"))
    return Draft({"kind": "nonogram", "rows": rows, "cols": columns}, board)


def mended(draft: Draft, open_cells: int, random: Random) -> Draft:
    """The picture with one of its open cells changed."""
    width, height = len(draft.document["cols"]), len(draft.document["rows"])
    cells = [cell for cell in range(width * height) if open_cells >> cell & 1]
    return _draft_of(draft.solution.yes ^ 1 << random.choice(cells), width, height)


MAKER = Maker(draft, mended=mended)
