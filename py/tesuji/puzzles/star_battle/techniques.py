"""Human techniques, easiest first: they count stars in one or several rows, columns and regions, and the places left
for them.

Only regions count as clues; the rules for rows, columns and neighbours are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial, reduce
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of, sets_for
from tesuji.facts import Fact, Facts, at, techniques
from tesuji.grid import cells_around, lines, spans
from tesuji.model import Board, Puzzle, TechniqueContext
from tesuji.puzzles.star_battle.rules import regions_of

WIDEST = 5
"""The maximum number of rows or columns that are combined."""


class House(NamedTuple):
    """Cells that contain a known number of stars: a row, column or region, or the remainder of several of them."""

    cells: int
    stars: int
    words: dict[str, Any]
    """Parameters of sentences; "as" is "row", "column" or "region"."""
    because: tuple[int, ...] = ()
    """The regions from which the number of stars follows."""
    used: int = 0
    """The known cells from which the number follows."""

    def fact(self, yes: int, no: int, used: int, **words: Any) -> Fact:
        """Return the fact that this house forces cells, given these known cells."""
        return Fact(self.because, yes, no, self.used | used, {**self.words, **words})


NO_HOUSE = House(0, 0, {})


class Room:
    """The space that stars need on a board of one size: which cells touch, and how many stars have room."""

    def __init__(self, puzzle: Puzzle):
        width, height = puzzle.width, puzzle.height
        self.near = sets_for(lambda cell: set_of(cells_around(*divmod(cell, width), width, height)), puzzle.size)
        self.stars = max(next(iter(puzzle.constraints)).data()["allowed"])
        self.known: dict[tuple[int, int], bool] = {}
        self.apart = [
            set_of(r * width + c for r in range(top, height, 2) for c in range(left, width, 2))
            for top in range(2)
            for left in range(2)
        ]
        """All cells, split into four sets of cells that do not touch each other."""
        self.regions = [set_of(cells) for cells in regions_of(puzzle.document["grid"])]
        every = [set_of(line) for line in lines(width, height)]
        self.lines = {"row": every[:height], "column": every[height:]}
        self.houses = [House(cells, self.stars, {"as": "region"}, (n,)) for n, cells in enumerate(self.regions)]
        for name, group in self.lines.items():
            self.houses += [House(cells, self.stars, {"as": name, name: n}) for n, cells in enumerate(group, 1)]

    def fits(self, cells: int, stars: int) -> bool:
        """Return whether this many stars that do not touch fit into these cells."""
        if stars <= 0 or not cells:
            return stars <= 0
        a, b, c, d = self.apart
        most = max((cells & a).bit_count(), (cells & b).bit_count(), (cells & c).bit_count(), (cells & d).bit_count())
        if most >= stars:
            return True
        key = cells, stars
        if key not in self.known:
            first = cells & -cells
            near = self.near[first.bit_length() - 1]
            # Some optimal choice includes the first cell or one of its neighbours.
            tries = [first.bit_length() - 1, *members(cells & near)]
            self.known[key] = any(self.fits(cells & ~(1 << cell | self.near[cell]), stars - 1) for cell in tries)
        return self.known[key]


class StarBoard:
    """A board, with the data that all techniques use."""

    def __init__(self, context: TechniqueContext, board: Board):
        self.room, self.width = context.once(Room), context.puzzle.width
        self.board, self.open = board, context.puzzle.cells & ~board.known
        self.windows = cache(lambda widest: [*self._remainders(widest)])

    def left(self, house: House) -> tuple[int, int]:
        """Return the number of stars that a house still needs, and its open cells."""
        return house.stars - (house.cells & self.board.yes).bit_count(), house.cells & self.open

    def at(self, cell: int) -> dict[str, Any]:
        """Return the place of a cell as parameters of a sentence that may also have those of a house."""
        return at(cell, self.width, "row2", "column2")

    @cached_property
    def unfinished(self) -> list[tuple[House, int, int]]:
        """Return the rows, columns and regions with open cells: how many stars each still needs, and these cells."""
        houses = [(house, *self.left(house)) for house in self.room.houses]
        return [entry for entry in houses if entry[2]]

    def ruled_out(self, stars: int) -> tuple[int, int, set[int]]:
        """Return these cells and those that are empty if these are stars, with the known cells and the regions used."""
        gone, used, because = reduce(int.__or__, map(self.room.near.__getitem__, members(stars)), stars), 0, set[int]()
        for house, number, cells in self.unfinished:
            if (cells & stars).bit_count() == number:
                gone |= cells
                used |= house.cells & self.board.yes
                because.update(house.because)
        return gone, used, because

    def forced_by(self, star: int) -> Iterator[tuple[House, int]]:
        """Yield the houses that a star leaves only as many cells as they need, and these cells."""
        gone = self.ruled_out(star)[0]
        for house, number, cells in self.unfinished:
            left = cells & ~gone
            if 0 < left.bit_count() == number - (cells & star).bit_count():
                yield house, left

    def _remainders(self, widest: int) -> Iterator[House]:
        """Yield the remainders of at most `widest` neighbouring rows or columns: the cells in them outside regions that
        lie within them, and the cells outside them in regions that they reach.
        """
        regions = [(1 << number, cells & self.open) for number, cells in enumerate(self.room.regions)]
        for name, group in self.room.lines.items():
            touched = [sum(bit for bit, cells in regions if cells & line) for line in group]
            for size in range(1, min(widest, len(group) - 1) + 1):
                for start in range(len(group) - size + 1):
                    end, window = start + size, sum(group[start : start + size])
                    reached = reduce(int.__or__, touched[start:end])
                    inside = reached & ~reduce(int.__or__, touched[:start] + touched[end:])
                    where = {
                        "key": f"star.{name}s",
                        "params": {f"{name}s": spans(range(start + 1, end + 1)), "n": size},
                    }
                    yield from self._remainder(1, window, inside, {"as": f"in-{name}", "where": where})
                    yield from self._remainder(-1, window, reached, {"as": f"out-{name}", "where": where})

    def _remainder(self, sign: int, window: int, some: int, words: dict[str, Any]) -> Iterator[House]:
        numbers = tuple(members(some))
        cells = sum([self.room.regions[number] for number in numbers])
        rest, used = (window & ~cells, cells & ~window)[::sign]
        if some and rest & self.open:
            lines = words["where"]["params"]["n"]
            stars = sign * (lines - len(numbers)) * self.room.stars + (used & self.board.yes).bit_count()
            if stars >= 0:
                yield House(rest, stars, words, numbers, used)


def touch(view: StarBoard, star: int) -> Iterator[Fact]:
    """Find cells next to a star, which are empty."""
    if neighbours := view.room.near[star] & view.open:
        yield Fact((), no=neighbours, used=1 << star, words=view.at(star))


def full(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find houses that have all their stars; their other cells are empty."""
    stars, cells = view.left(house)
    if not stars and cells:
        yield house.fact(0, cells, house.cells & view.board.yes)


def last(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find houses with as many cells left as missing stars."""
    stars, cells = view.left(house)
    if cells and stars == cells.bit_count():
        yield house.fact(cells, 0, house.cells & view.board.known)


def crowded(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find cells where a star would leave room for too few stars in a house, or none for its last star."""
    stars, cells = view.left(house)
    if not cells or cells.bit_count() > 4 * stars + 5 or not view.room.fits(cells, stars):
        return  # a star here takes nine cells at most, and among four others is one for the next star
    reach = reduce(int.__or__, [view.room.near[cell] for cell in members(cells)], cells)
    for cell in members(reach & view.open):
        free = cells & ~(1 << cell | view.room.near[cell])
        if not view.room.fits(free, stars - (cells >> cell & 1)):
            yield house.fact(0, 1 << cell, house.cells & view.board.known, **view.at(cell))


def needed(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find cells without which a house has no room for all its stars."""
    stars, cells = view.left(house)
    if stars > 1 and cells.bit_count() <= 4 * stars - 3 and view.room.fits(cells, stars):
        for cell in members(cells):
            if not view.room.fits(cells & ~(1 << cell), stars):
                yield house.fact(1 << cell, 0, house.cells & view.board.known, **view.at(cell))


def starved(view: StarBoard, cell: int, forcing: bool = False) -> Iterator[Fact]:
    """Find cells where a star would complete its lines or its region and so leave too little room in another house. With
    `forcing`, the star leaves a house only as many cells as it needs, and the stars there have this effect.
    """
    for reason, forced in view.forced_by(1 << cell) if forcing else ((NO_HOUSE, 0),):
        stars = 1 << cell | forced
        gone, used, completed = view.ruled_out(stars)
        touched = reduce(int.__or__, (view.room.near[star] for star in members(stars)))
        for house, number, cells in view.unfinished:
            number -= (cells & stars & ~touched).bit_count()
            if number > 0 and cells & gone and not view.room.fits(cells & ~gone, number):
                because = dict.fromkeys([*house.because, *reason.because, *sorted(completed)])
                used |= (reason.cells | house.cells) & view.board.known
                words = house.words | view.at(cell)
                if forced:
                    words["stars"] = [{"key": "at.cell", "params": at(star, view.width)} for star in members(forced)]
                yield Fact((*because,), no=1 << cell, used=used, words=words)
                return


def leftover(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find the cells that regions and lines do not share, and the stars left for them."""
    for find in (last, needed, crowded):
        yield from find(view, house)


Places = Callable[[StarBoard], Iterable[Any]]
STARS: Places = lambda view: members(view.board.yes)
OPEN: Places = lambda view: members(view.open)
HOUSES: Places = lambda view: view.room.houses
ONE_LEFT: Places = lambda view: [house for house, stars, _ in view.unfinished if stars == 1]
MORE_LEFT: Places = lambda view: [house for house, stars, _ in view.unfinished if stars > 1]


def _windows(side: str = "", widest: int = WIDEST) -> Places:
    """Return a function that returns the remainders of lines and regions; of one line, only those of one region."""
    return lambda view: [
        house
        for house in view.windows(widest)
        if house.words["as"].startswith(side) and (widest > 1 or len(house.because) == 1)
    ]


def _each(find: Callable[[StarBoard, Any], Iterator[Fact]], places: Places) -> Facts[StarBoard]:
    """Return a function that yields the facts about each of some places, after a safe point."""

    def facts(view: StarBoard) -> Iterator[Fact | None]:
        for place in places(view):
            yield None
            yield from find(view, place)

    return facts


TECHNIQUES = techniques(
    Room,
    StarBoard,
    (
        ("star-touch", 1, _each(touch, STARS)),
        ("star-full", 1, _each(full, HOUSES)),
        ("star-last", 1, _each(last, HOUSES)),
        ("star-blocked", 2, _each(crowded, ONE_LEFT)),
        ("star-confined-region", 2, _each(full, _windows("in", 1))),
        ("star-confined-line", 2, _each(full, _windows("out", 1))),
        ("star-needed", 2, _each(needed, HOUSES)),
        ("star-crowded", 3, _each(crowded, MORE_LEFT)),
        ("star-starved", 3, _each(starved, OPEN)),
        ("star-regions-in-lines", 4, _each(full, _windows("in"))),
        ("star-lines-in-regions", 4, _each(full, _windows("out"))),
        ("star-leftover", 4, _each(leftover, _windows())),
        ("star-forced", 5, _each(partial(starved, forcing=True), OPEN)),
    ),
)
