"""Random stars, and random regions around them. All clues of a star battle stay; cells move from one region to the next
until the puzzle has one solution and the requested level.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING

from tesuji.bitset import members, set_of
from tesuji.constraints.connected import Graph
from tesuji.errors import InputError
from tesuji.grid import check_size, neighbours
from tesuji.model import Board
from tesuji.puzzles.star_battle.rules import NAMES
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

SMALL, MIDDLE = 10, 14
"""From these sides on, a board has two and three stars in each line."""
SLOWEST = 0.02
"""The pace of the slowest area; that of the fastest is about 1."""
REFUSED = 0.7
"""The share of moves to a smaller region that are rejected."""
LARGEST = 3
"""A region of this many times the mean size gets no more cells."""
TRIES = 4000
"""The number of rows filled before the search for stars restarts."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a board with stars, and regions grown around them. Raises InputError for a board that is not square."""
    check_size(width, height)
    if width != height or not 1 <= width <= len(NAMES) or width in (2, 3):
        raise InputError("not-made", width=width, height=height)
    stars = 1 + (width >= SMALL) + (width >= MIDDLE)
    graph, regions = Graph(neighbours(width, width)), None
    while regions is None:
        yes = yield from _stars(width, stars, random)
        for _ in range(20):
            yield
            if regions := _joined(_grown(yes, graph, random), len(yes), stars, graph, random):
                break
    document = {"kind": "star_battle", "grid": _rows(regions, width)} | ({"stars": stars} if stars > 1 else {})
    board = set_of(yes)
    return Draft(document, Board(board, (1 << width * width) - 1 & ~board))


def _stars(width: int, stars: int, random: Random) -> Generator[None, None, list[int]]:
    """Return the cells of stars that obey the rules apart from regions. Rows are filled in order, with backtracking."""
    while True:
        free, chosen = [stars] * width, list[set[int]]()
        rows = [_choices(set(), free, width, stars, random)]
        for number in range(TRIES):
            if number % 50 == 0:
                yield
            if len(chosen) == width:
                return [row * width + column for row, columns in enumerate(chosen) for column in columns]
            columns = next(rows[-1], None)
            if columns is None:
                rows.pop()
                if not chosen:
                    break
                for column in chosen.pop():
                    free[column] += 1
                continue
            chosen.append(columns)
            for column in columns:
                free[column] -= 1
            rows.append(_choices(columns, free, width - len(chosen), stars, random))


def _choices(above: set[int], free: list[int], left: int, stars: int, random: Random) -> Iterator[set[int]]:
    """Yield random choices of columns for the stars of a row; `left` is the number of empty rows, including this one."""
    if any(2 * one > left + 1 for one in free):
        return
    for _ in range(6):
        columns: set[int] = set()
        order = sorted(range(len(free)), key=lambda column: (2 * free[column] < left, random.random()))
        for column in order:
            near = {column - 1, column, column + 1}
            if free[column] and not near & above and not near & columns and len(columns) < stars:
                columns.add(column)
        if len(columns) == stars:
            yield columns


def _grown(seeds: list[int], graph: Graph, random: Random) -> list[int]:
    """Return, for each cell, the number of the star whose area reached it. Areas grow cell by cell, some much faster
    than others, because a solution begins in small regions.
    """
    owner = dict(zip(seeds, range(len(seeds))))
    pace = [SLOWEST + random.random() * random.random() for _ in seeds]
    border = list(seeds)
    while border:
        (cell,) = random.choices(border, [pace[owner[one]] for one in border])
        free = [other for other in graph.near[cell] if other not in owner]
        if free:
            border.append(random.choice(free))
            owner[border[-1]] = owner[cell]
        else:
            border.remove(cell)
    return [owner[cell] for cell in range(len(graph.near))]


def _joined(owner: list[int], count: int, stars: int, graph: Graph, random: Random) -> list[int] | None:
    """Return, for each cell, the number of its region, which joins `stars` areas; None if an area is left over."""
    near: list[set[int]] = [set() for _ in range(count)]
    for cell, area in enumerate(owner):
        near[area] |= {owner[other] for other in graph.near[cell]} - {area}
    free, region, number = set(range(count)), [-1] * count, 0
    while free:
        lonely = min(free, key=lambda area: (len(near[area] & free), random.random()))
        group = {lonely}
        while len(group) < stars:
            around = {other for area in group for other in near[area]} & free - group
            if not around:
                return None
            group.add(min(around, key=lambda area: (len(near[area] & free - group), random.random())))
        free -= group
        for area in group:
            region[area] = number
        number += 1
    return [region[area] for area in owner]


def mended(draft: Draft, open_cells: int, random: Random, number: int = 1) -> Draft:
    """Return the board with some of its open cells moved to a neighbouring region, most often to a larger one, because
    small regions give more information. Stars stay where they are, and regions stay connected.
    """
    width = len(draft.document["grid"])
    letters, graph = list("".join(draft.document["grid"])), Graph(neighbours(width, width))
    cells = [*members(draft.solution.no)]
    random.shuffle(cells)
    for cell in sorted(cells, key=lambda cell: not open_cells >> cell & 1):
        own = letters[cell]
        regions = sorted({letters[other] for other in graph.near[cell]} - {own})
        rest = set_of(other for other, letter in enumerate(letters) if letter == own) & ~(1 << cell)
        if regions and graph.flood(rest & -rest, rest) == rest:
            region = random.choice(regions)
            size = letters.count(region)
            if size >= LARGEST * width or size < letters.count(own) and random.random() < REFUSED:
                continue
            letters[cell] = region
            number -= 1
            if not number:
                break
    return draft._replace(document={**draft.document, "grid": _rows(letters, width)})


def _rows(regions: Sequence[object], width: int) -> list[str]:
    """Return rows of letters for the region of each cell, in the order in which regions begin."""
    names = dict(zip(dict.fromkeys(regions), NAMES))
    text = "".join(names[region] for region in regions)
    return [text[start : start + width] for start in range(0, len(text), width)]


MAKER = Maker(draft, mended=mended, searched=True)
