"""Random stars, and random regions around them. All clues of a star battle stay; a board with several solutions is
repaired by moving cells from one region to the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from tesuji.bitset import members
from tesuji.errors import InputError
from tesuji.grid import cells_around, check_size
from tesuji.model import Board, Document
from tesuji.puzzles.star_battle.rules import NAMES
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random

SMALL, MIDDLE = 10, 14
"""From these sides on, a board has two and three stars in each line."""
REFUSED = 0.7
"""The share of moves to a smaller region that are rejected."""
TRIES = 4000
"""The number of rows filled before the search for stars restarts."""


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a board with stars, and regions grown around them. Raises InputError for a board that is not square."""
    check_size(width, height)
    if width != height or not 1 <= width <= len(NAMES) or width in (2, 3):
        raise InputError("not-made", width=width, height=height)
    stars = 1 + (width >= SMALL) + (width >= MIDDLE)
    yes: list[int] = []
    regions = None
    while regions is None:
        yes = yield from _stars(width, stars, random)
        for _ in range(20):
            yield
            if regions := _joined(_grown(yes, width, random), len(yes), stars, width, random):
                break
    letters = "".join(NAMES[region] for region in regions)
    grid = [letters[start : start + width] for start in range(0, width * width, width)]
    document = {"kind": "star_battle", "grid": grid} | ({"stars": stars} if stars > 1 else {})
    board = sum(1 << cell for cell in yes)
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


def _grown(seeds: list[int], width: int, random: Random) -> list[int]:
    """Return, for each cell, the number of the star whose area reached it. Areas grow cell by cell at random."""
    owner = [-1] * (width * width)
    for number, cell in enumerate(seeds):
        owner[cell] = number
    border = list(seeds)
    while border:
        place = random.randrange(len(border))
        free = [cell for cell in beside(border[place], width) if owner[cell] < 0]
        if not free:
            border[place] = border[-1]
            border.pop()
            continue
        cell = random.choice(free)
        owner[cell] = owner[border[place]]
        border.append(cell)
    return owner


def _joined(owner: list[int], count: int, stars: int, width: int, random: Random) -> list[int] | None:
    """Return regions made by joining areas, with `stars` stars each and numbered from the top, or None if an area is
    left over.
    """
    near: list[set[int]] = [set() for _ in range(count)]
    for cell, area in enumerate(owner):
        near[area] |= {owner[other] for other in beside(cell, width)} - {area}
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
    order = list(dict.fromkeys(region[area] for area in owner))
    return [order.index(region[area]) for area in owner]


def beside(cell: int, width: int) -> list[int]:
    """Return the cells of a square board that share a side with a cell."""
    near = cells_around(*divmod(cell, width), width, width)
    return [other for other in near if other % width == cell % width or other // width == cell // width]


def mended(draft: Draft, open_cells: int, random: Random, number: int = 1) -> Draft:
    """Return the board with some of its open cells moved to a neighbouring region, most often to a larger one, because
    small regions give more information. A star of another solution leaves its region, which removes that solution;
    regions stay connected.
    """
    width = len(draft.document["grid"])
    letters, changed = list("".join(draft.document["grid"])), 0
    cells, others = (
        list(members(part & draft.solution.no)) for part in (open_cells, draft.solution.known & ~open_cells)
    )
    random.shuffle(cells)
    random.shuffle(others)
    for cell in cells + others:
        regions = sorted({letters[other] for other in beside(cell, width)} - {letters[cell]})
        if regions and _whole_without(cell, letters, width):
            region = random.choice(regions)
            if letters.count(region) < letters.count(letters[cell]) and random.random() < REFUSED:
                continue
            letters[cell] = region
            changed += 1
            if changed == number:
                break
    order = list(dict.fromkeys(letters))
    text = "".join(NAMES[order.index(letter)] for letter in letters)
    document: Document = {
        **draft.document,
        "grid": [text[start : start + width] for start in range(0, width * width, width)],
    }
    return draft._replace(document=document)


def _whole_without(cell: int, letters: list[str], width: int) -> bool:
    """Return whether the region of a cell stays connected without it."""
    near = [other for other in beside(cell, width) if letters[other] == letters[cell]]
    seen, todo = {cell, *near[:1]}, deque(near[:1])
    while todo:
        for other in beside(todo.popleft(), width):
            if other not in seen and letters[other] == letters[cell]:
                seen.add(other)
                todo.append(other)
    return bool(near) and seen.issuperset(near)


MAKER = Maker(draft, mended=mended, searched=True)
