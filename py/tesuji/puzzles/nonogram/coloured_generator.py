"""Random pictures of two to eight colours, and their clues. All clues stay; a picture with several solutions is mended
cell by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from tesuji.bitset import members
from tesuji.errors import InputError
from tesuji.grid import around, check_size, neighbours
from tesuji.model import Board
from tesuji.puzzles.nonogram.coloured import LEAST, MOST, document_of
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

PALETTE = ("#1a1a1a", "#d81f26", "#1f5fd6", "#f9dc24", "#2e9c3f", "#f58220", "#7d3cb5", "#8ecbf2")
"""The colours of new pictures; a picture with n colours has the first n."""
COLOURS = (2, 5)
"""The minimum and maximum number of colours, if none is requested."""
FILLED = (0.3, 0.7)
"""The minimum and maximum share of cells that have a colour."""
SMOOTHINGS = (0, 0, 1, 2)
"""How often a picture may be smoothed."""
RARITIES = (1, 8, 16)
"""Exponents that make some colours rarer than others."""
EASY: dict[str, Any] = {"filled": (0.65, 0.8), "smoothings": (2,), "rarities": (1,)}
"""The same for level 1. At 20x20 in three colours, most of these pictures have it, but hardly any of the others."""
DRAFTS = 8
"""The number of pictures that are compared before one of them is changed."""
MAIN = {3: 2, 4: 1, 5: 1}
"""The number of main colours in pictures for the higher levels. At 10x10 in 7 colours, every sixth picture of two
main colours has level 3, and every sixth of one has level 4; of other pictures, every fiftieth.
"""
MAIN_FILLED = (0.38, 0.5)
"""The minimum and maximum share of cells with a colour in these pictures."""
MAIN_DRAFTS = 48
"""The number of these pictures that are compared. New ones have their level more often than changed ones."""


def draft(
    width: int, height: int, random: Random, colours: int | None = None, main: int | None = None, **kind: Any
) -> Drafting:
    """Return a picture of dots or blobs. The rarer some colours are, the harder it is. With a number of `main` colours,
    each of the others is one dot. Raises InputError for a board with fewer cells than colours.
    """
    check_size(width, height)
    colours = colours or min(random.randint(*COLOURS), width * height)
    if not LEAST <= colours <= width * height:
        raise InputError("not-made", width=width, height=height)
    while True:
        make = partial(_dotted, main=main) if main else partial(_picture, **kind)
        picture = yield from make(width, height, random, colours)
        for colour in sorted({*range(1, colours + 1)}.difference(picture)):
            free = [cell for cell, other in enumerate(picture) if not other or picture.count(other) > 1]
            picture[random.choice(free)] = colour
        if len(picture) - picture.count(0) >= FILLED[0] * len(picture):
            return _draft_of(picture, width, colours)


def _dotted(width: int, height: int, random: Random, colours: int, main: int) -> Generator[None, None, list[int]]:
    """Return the colour of each cell, 0 for blank. The dots are close to one row or column, because each makes the lines
    through it easier.
    """
    yield
    share, order = random.uniform(*MAIN_FILLED), random.sample(range(1, colours + 1), colours)
    picture = random.choices([0, *order[:main]], [(1 - share) / share * main] + [1] * main, k=width * height)
    lines = [cell // width for cell in range(width * height)], [cell % width for cell in range(width * height)]
    line = random.choice(lines)
    near = random.choice(line)
    cells = sorted(range(width * height), key=lambda cell: (abs(line[cell] - near), random.random()))
    for cell, colour in zip(cells, order[main:]):
        picture[cell] = colour
    return picture


def _picture(
    width: int,
    height: int,
    random: Random,
    colours: int,
    filled: tuple[float, float] = FILLED,
    smoothings: Sequence[int] = SMOOTHINGS,
    rarities: Sequence[int] = RARITIES,
) -> Generator[None, None, list[int]]:
    """Return the colour of each cell, 0 for blank. Smoothing removes most colours of some pictures."""
    share, rarity = random.uniform(*filled), random.choice(rarities)
    weights = [random.random() ** rarity + 0.001 for _ in range(colours)]
    picture = random.choices(range(colours + 1), [(1 - share) / share * sum(weights), *weights], k=width * height)
    for _ in range(random.choice(smoothings)):
        yield
        picture = [_commonest(picture, cell, width, height, random) for cell in range(width * height)]
    return picture


def _commonest(picture: Sequence[int], cell: int, width: int, height: int, random: Random) -> int:
    """Return the most frequent value around a cell; the cell itself counts twice."""
    near = Counter([picture[r * width + c] for r, c in around(*divmod(cell, width), width, height)])
    near[picture[cell]] += 2
    return max(near, key=lambda value: (near[value], random.random()))


def _draft_of(picture: Sequence[int], width: int, colours: int) -> Draft:
    rows = [picture[start : start + width] for start in range(0, len(picture), width)]
    values = colours + 1
    yes = sum(1 << cell * values + (value or values) - 1 for cell, value in enumerate(picture))
    return Draft(document_of(rows, PALETTE[:colours]), Board(yes, (1 << values * len(picture)) - 1 & ~yes))


def mended(draft: Draft, open_literals: int, random: Random, number: int) -> Draft:
    """Return the picture with some of its open cells changed to a neighbour's colour. Every colour keeps at least one
    cell.
    """
    width, height = len(draft.document["cols"]), len(draft.document["rows"])
    values = len(draft.document["colors"]) + 1
    picture = [(literal + 1) % values for literal in members(draft.solution.yes)]
    cells = list(dict.fromkeys(literal // values for literal in members(open_literals)))
    random.shuffle(cells)
    changed = 0
    for cell in cells:
        others = list(_others(picture, cell, neighbours(width, height)[cell]))
        if others:
            picture[cell] = random.choice(others)
            changed += 1
        if changed == number:
            break
    return _draft_of(picture, width, values - 1)


def _others(picture: Sequence[int], cell: int, near: Sequence[int]) -> Iterator[int]:
    """Yield the values of the neighbours and blank, except the cell's own value. Yield nothing if its colour occurs
    nowhere else.
    """
    value = picture[cell]
    if not value or picture.count(value) > 1:
        yield from sorted({0, *(picture[other] for other in near)} - {value})


def _maker(colours: int | None) -> Maker:
    """Return the maker of pictures with this number of colours, or with any."""
    levels = {
        level: Maker(partial(draft, colours=colours, main=main), mended=mended, drafts=MAIN_DRAFTS)
        for level, main in MAIN.items()
    }
    levels[1] = Maker(partial(draft, colours=colours, **EASY), mended=mended, drafts=DRAFTS)
    return Maker(partial(draft, colours=colours), mended=mended, drafts=DRAFTS, levels=levels)


COLOURED = {"colors": _maker(None), **{f"colors-{n}": _maker(n) for n in range(LEAST, MOST + 1)}}
