"""A random picture with all its numbers. The engine then leaves out numbers while the solution stays the only one."""

from __future__ import annotations

from random import Random

from tesuji.grid import blanked, check_size, written
from tesuji.model import Board, Document
from tesuji.puzzles.KIND.rules import cross
from tesuji.rulebook import Draft, Drafting, Maker, Place

FILLED = (0.4, 0.7)
"""The part of the cells that is filled, at least and at most."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """All that is random comes from `random`, so that a seed gives the same puzzle everywhere. Raises InputError."""
    check_size(width, height)
    share = random.uniform(*FILLED)
    yield  # a safe point, where the engine may pause; a longer draft needs one every 2 ms
    return draft_of(sum((random.random() < share) << cell for cell in range(width * height)), width, height)


def draft_of(filled: int, width: int, height: int) -> Draft:
    """The puzzle with all numbers of a picture, and the picture."""
    rows = [
        "".join(str(sum(filled >> cell & 1 for cell in cross(r, c, width, height))) for c in range(width))
        for r in range(height)
    ]
    return Draft({"kind": "KIND", "grid": rows}, Board(filled, (1 << width * height) - 1 & ~filled))


def mended(draft: Draft, open_cells: int, random: Random) -> Draft:
    """The picture with one of the cells changed that its numbers leave open."""
    grid = draft.document["grid"]
    cells = [cell for cell in range(len(grid) * len(grid[0])) if open_cells >> cell & 1]
    return draft_of(draft.solution.yes ^ 1 << random.choice(cells), len(grid[0]), len(grid))


def parts(document: Document) -> list[list[Place]]:
    """The clues that may be left out; those that leave together, for symmetry say, are in one list."""
    return [[place] for place in written(document["grid"])]


MAKER = Maker(draft, parts, blanked, mended)
