"""Regions as letters, and as the borders between them in pzpr and Penpa+."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tesuji.errors import InputError
from tesuji.grid import OUTSIDE, REGIONS, split
from tesuji.model import Document
from tesuji.notation.codec import LetterTable
from tesuji.notation.documents import grid_of
from tesuji.notation.penpa_page import VERTEX, Frame, Layer, Page

Border = tuple[int, int, int]
"""Row and column of a cell, and 0 for the border to its right or 1 for the border below it."""
STRONG = 2
"""The style of a border in Penpa+."""
PACKED = 5
"""The number of borders in one character of pzpr."""
BITS = LetterTable(
    {
        letter: tuple(number >> place & 1 for place in reversed(range(PACKED)))
        for number, letter in enumerate("0123456789abcdefghijklmnopqrstuv")
    }
)


def named(regions: Sequence[object], width: int) -> list[str]:
    """Return rows of letters for the region of each cell, or OUTSIDE: A, B, C in the order of their first cells. Raises
    InputError if there are too many regions.
    """
    found = dict.fromkeys(region for region in regions if region != OUTSIDE)
    if len(found) > len(REGIONS):
        raise InputError("regions", n=len(found), most=len(REGIONS))
    names: dict[object, str] = {OUTSIDE: OUTSIDE, **dict(zip(found, REGIONS))}
    return split([names[region] for region in regions], width)


def clean(document: Document) -> Document:
    """Return the document with its regions named A, B, C in the order of their first cells."""
    rows = grid_of(REGIONS + OUTSIDE)(document)["grid"]
    return {**document, "grid": named("".join(rows), len(rows[0]))}


def places(width: int, height: int) -> tuple[list[Border], list[Border]]:
    """Return all places of borders to the right of a cell, and all places below one, row by row."""
    right = [(r, c, 0) for r in range(height) for c in range(width - 1)]
    return right, [(r, c, 1) for r in range(height - 1) for c in range(width)]


def regions_between(width: int, height: int, borders: Collection[Border]) -> list[str]:
    """Return the regions that these borders separate. Raises InputError."""
    near: list[list[int]] = [[] for _ in range(width * height)]
    for r, c, below in (at for group in places(width, height) for at in group if at not in borders):
        one, other = r * width + c, (r + below) * width + c + 1 - below
        near[one].append(other)
        near[other].append(one)
    region: dict[int, int] = {}
    for first in range(width * height):
        cells = [first]
        while cells:
            if (cell := cells.pop()) not in region:
                region[cell] = region.get(first, first)
                cells += near[cell]
    return named([region[cell] for cell in range(width * height)], width)


def borders_of(grid: Sequence[str]) -> Iterator[list[int]]:
    """Yield whether there is a border at each place, 1 or 0: to the right of cells, then below them."""
    for group in places(len(grid[0]), len(grid)):
        yield [int(grid[r][c] != grid[r + below][c + 1 - below]) for r, c, below in group]


# -- pzpr: five borders in a character, first those to the right of cells ----------------------------------------------


def bit_count(width: int, height: int) -> int:
    """Return the number of bits in the body of an address."""
    return sum(len(group) + -len(group) % PACKED for group in places(width, height))


def from_bits(width: int, height: int, bits: Sequence[object]) -> list[str]:
    """Return the regions of bits. Raises InputError."""
    borders: set[Border] = set()
    for group in places(width, height):
        borders.update(at for at, bit in zip(group, bits) if bit)
        bits = bits[len(group) + -len(group) % PACKED :]
    return regions_between(width, height, borders)


def to_bits(grid: Sequence[str]) -> list[int]:
    """Return the bits of regions. Raises InputError if a cell belongs to no region, which borders cannot express."""
    if any(OUTSIDE in row for row in grid):
        raise InputError("unwritable", found=OUTSIDE)
    return [bit for bits in borders_of(grid) for bit in [*bits, *[0] * (-len(bits) % PACKED)]]


# -- Penpa+: borders as edges of the question --------------------------------------------------------------------------


def page_regions(page: Page) -> list[str]:
    """Return the regions of a page. Raises InputError."""
    return regions_between(page.frame.width, page.frame.height, {*borders_in(page.question)})


def borders_in(layer: Layer) -> Iterator[Border]:
    """Yield the edges of a layer between neighbouring vertices, also those along the border of the board."""
    for start, end in layer.edges():
        (block, row, column), (_, other_row, other_column) = sorted((start, end))
        step = other_row - row, other_column - column
        if block == VERTEX and step in ((0, 1), (1, 0)):
            yield row + step[0], column + step[1], step[1]


def border_key(frame: Frame, border: Border) -> str:
    """Return the name of a border among the edges of a page."""
    r, c, below = border
    ends = frame.index(VERTEX, r, c), frame.index(VERTEX, r - (1 - below), c - below)
    return f"{min(ends)},{max(ends)}"


def page_edges(frame: Frame, grid: Sequence[str]) -> dict[str, int]:
    """Return the edges of a page between regions."""
    pairs = zip(places(len(grid[0]), len(grid)), borders_of(grid))
    return {border_key(frame, at): STRONG for group, borders in pairs for at, one in zip(group, borders) if one}
