"""Random stars, and random regions around them. All clues of a star battle stay; cells move from one region to the next
until the puzzle has one solution and the requested level.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tesuji.bitset import members, set_of
from tesuji.constraints.connected import Graph, graph_of
from tesuji.errors import InputError
from tesuji.grid import REGIONS, cells_by_letter, check_size, neighbours
from tesuji.notation.regions import named
from tesuji.puzzles.star_battle.techniques import room_of
from tesuji.rulebook import Draft, Drafting, Maker

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from tesuji.model import Board

SMALL, MIDDLE = 10, 14
"""From these sides on, a board has two and three stars in each line."""
SLOWEST = 0.02
"""The pace of the slowest area; that of the fastest is about 1."""
LARGE, SHIFTS, EASY_SHIFTS = 12, 7, 28
"""From this side on, as many shifts as this times the number of cells make the regions of a new board more uneven. The
last number is for the two easiest levels.
"""
REFUSED = 0.7
"""The share of moves to a smaller region that are rejected when a puzzle is changed until techniques solve it."""
SHIFTED = 2
"""The number of cells that are shifted at a time in a puzzle that techniques solve."""
MOVES = 150
"""The number of moves to rule out the other solutions found, after which the board is given up."""
SOME = 8
"""The number of cells of which one moves if no star of another solution can."""
SMALLER = 3
"""A move to a smaller region must rule out this many solutions more."""
NOISE = 3
"""The share of chance in the choice of moves. Without it, moves often undo each other in turn."""
EVEN = 1.3
"""The share of chance in the choice of columns; a column that lacks a star more comes first if it is small."""


def draft(width: int, height: int, random: Random, shifts: int = SHIFTS) -> Drafting:
    """Return a board with stars, and regions grown around them. Raises InputError for a board that is not square."""
    check_size(width, height)
    if width != height or not 1 <= width <= len(REGIONS) or width in (2, 3):
        raise InputError("not-made", width=width, height=height)
    stars = 1 + (width >= SMALL) + (width >= MIDDLE)
    graph, regions = graph_of(neighbours, width, width), None
    while regions is None:
        yield
        if yes := _stars(width, stars, random):
            regions = _joined(_grown([*members(yes)], graph, random), yes.bit_count(), stars, graph, random)
    document = {"kind": "star_battle", "grid": named(regions, width)} | ({"stars": stars} if stars > 1 else {})
    even = Draft.of(document, yes, width * width)
    shifting, cells = _Regions(even), [*members(even.solution.no)]
    for _ in range(shifts * width * width * (width >= LARGE)):
        yield
        shifting.shift(random.choice(cells), random)
    return shifting.drafted(even)


def _stars(width: int, stars: int, random: Random) -> int | None:
    """Return stars that obey the rules apart from regions, or None if a row has no room left. Columns that lack the most
    stars come first.
    """
    room, free, found = room_of(width, width), [stars] * width, 0
    for line in room.lines["row"]:
        for cell in sorted(members(line), key=lambda cell: random.random() * EVEN - free[cell % width]):
            if free[cell % width] and not room.near[cell] & found and (found & line).bit_count() < stars:
                found |= 1 << cell
                free[cell % width] -= 1
        if (found & line).bit_count() < stars:
            return None
    return found


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
    free, region = set(range(count)), dict[int, int]()
    while free:
        around, group = free, set[int]()
        while len(group) < stars:
            if not around:
                return None
            group.add(min(around, key=lambda area: (len(near[area] & free - group), random.random())))
            around = {other for area in group for other in near[area]} & free - group
        free -= group
        region |= dict.fromkeys(group, min(group))
    return [region[area] for area in owner]


def mended(draft: Draft, open_cells: int, random: Random, number: int) -> Draft:
    """Return the board with this many cells shifted to other regions, open ones first. Stars do not move. If all cells
    are open to change, because techniques solve the board, SHIFTED cells are shifted, also to smaller regions.
    """
    regions, cells = _Regions(draft), [*members(draft.solution.no)]
    random.shuffle(cells)
    refused, number = (REFUSED, number) if draft.solution.known & ~open_cells else (0, SHIFTED)
    for cell in sorted(cells, key=lambda cell: not open_cells >> cell & 1):
        number -= regions.shift(cell, random, refused)
        if not number:
            break
    return regions.drafted(draft)


def repaired(draft: Draft, others: Sequence[Board], random: Random, smaller: int = SMALLER) -> Draft | None:
    """Return the board with cells moved to neighbouring regions until it has none of these other solutions, or None if
    that takes too many moves. The moved cell is a star of one of them; the best move leaves the fewest of them. A move
    to a smaller region must rule out this many solutions more.
    """
    regions = _Regions(draft)
    for _ in range(MOVES):
        left = [other for other in others if regions.allow(other.yes)]
        if not left:
            return regions.drafted(draft)
        cells = members(random.choice(left).yes & draft.solution.no)
        if moves := regions.moves(cells) or regions.moves(random.sample([*members(draft.solution.no)], SOME)):
            regions.move(*min(moves, key=lambda move: regions.cost(move, others, smaller) + NOISE * random.random()))
    return None


class _Regions:
    """The regions of a draft, whose cells can move from one to the next."""

    def __init__(self, draft: Draft):
        self.width, self.of = len(draft.document["grid"]), list("".join(draft.document["grid"]))
        self.stars = draft.document.get("stars", 1)
        self.graph = graph_of(neighbours, self.width, self.width)
        self.cells = {letter: set_of(cells) for letter, cells in cells_by_letter("".join(self.of)).items()}

    def moves(self, cells: Iterable[int]) -> list[tuple[int, str]]:
        """Return the cells, each with another region next to it, without which their own region stays connected."""
        found = list[tuple[int, str]]()
        for cell in cells:
            own, near = self.of[cell], {self.of[other] for other in self.graph.near[cell]}
            if self.graph.pieces_next_to(cell, self.cells[own] & ~(1 << cell)) < 2:
                found += [(cell, region) for region in sorted(near - {own})]
        return found

    def move(self, cell: int, region: str) -> None:
        self.cells[self.of[cell]] &= ~(1 << cell)
        self.cells[region] |= 1 << cell
        self.of[cell] = region

    def shift(self, cell: int, random: Random, refused: float = 1) -> bool:
        """Move a cell to a neighbouring region that is not smaller, because small regions give more information; to a
        smaller one unless that is refused, with this probability. Return whether it moved.
        """
        if moves := self.moves([cell]):
            _, region = random.choice(moves)
            size, own = (self.cells[letter].bit_count() for letter in (region, self.of[cell]))
            if size >= own or random.random() >= refused:
                self.move(cell, region)
                return True
        return False

    def cost(self, move: tuple[int, str], others: Sequence[Board], smaller: int) -> int:
        """Return how many of these solutions a move leaves, and more if the other region is smaller than its own."""
        cell, region = move
        own = self.of[cell]
        shrinks = self.cells[region].bit_count() < self.cells[own].bit_count() - 1
        self.move(cell, region)
        left = sum(self.allow(other.yes) for other in others)
        self.move(cell, own)
        return left + smaller * shrinks

    def allow(self, stars: int) -> bool:
        """Return whether each region has the right number of these stars."""
        return all((stars & cells).bit_count() == self.stars for cells in self.cells.values())

    def drafted(self, draft: Draft) -> Draft:
        return draft._replace(document={**draft.document, "grid": named(self.of, self.width)})


HARDEST = Maker(draft, repaired=partial(repaired, smaller=0), searched=True)
"""Even regions need a trial more often, and new boards more often than changed ones."""
EASY = Maker(partial(draft, shifts=EASY_SHIFTS), mended=mended, repaired=repaired, searched=True)
MAKER = Maker(draft, mended=mended, repaired=repaired, searched=True, levels={1: EASY, 2: EASY, 5: HARDEST})
