"""Human techniques, easiest first: they count stars in one or several rows, columns and regions, and the places left
for them.

Only regions count as clues; the rules for rows, columns and neighbours are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, partial, reduce
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of, sets_for
from tesuji.grid import cells_around, lines, spans
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext
from tesuji.puzzles.star_battle.rules import regions_of

WIDEST = 5
"""The maximum number of rows or columns that are combined."""


class House(NamedTuple):
    """Cells that contain a known number of stars: a row, column or region, or the remainder of several of them."""

    cells: int
    stars: int
    name: str
    """ "row", "column" or "region"; of several lines, "in-row", "out-row" and so on."""
    because: tuple[int, ...] = ()
    """The regions from which the number of stars follows."""
    used: int = 0
    """The known cells from which the number follows."""
    words: dict[str, Any] = {}


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
        self.houses = [House(cells, self.stars, "region", (number,)) for number, cells in enumerate(self.regions)]
        for name, group in self.lines.items():
            self.houses += [House(cells, self.stars, name, words={name: n}) for n, cells in enumerate(group, 1)]

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
        self.room = context.once(Room)
        self.board, self.open = board, context.puzzle.cells & ~board.known
        self.windows = cache(lambda widest: [*self._remainders(widest)])

    def left(self, house: House) -> tuple[int, int]:
        """Return the number of stars that a house still needs, and its open cells."""
        return house.stars - (house.cells & self.board.yes).bit_count(), house.cells & self.open

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
                    words = {"first": start + 1, "n": size}
                    yield from self._remainder(f"in-{name}", 1, window, inside, words)
                    yield from self._remainder(f"out-{name}", -1, window, reached, words)

    def _remainder(self, name: str, sign: int, window: int, some: int, words: dict[str, Any]) -> Iterator[House]:
        numbers = tuple(members(some))
        cells = sum([self.room.regions[number] for number in numbers])
        rest, used = (window & ~cells, cells & ~window)[::sign]
        if some and rest & self.open:
            stars = sign * (words["n"] - len(numbers)) * self.room.stars + (used & self.board.yes).bit_count()
            if stars >= 0:
                yield House(rest, stars, name, numbers, used, words)


class Fact(NamedTuple):
    """Cells that are stars and cells that are not, the house that forces them, and the known cells that were used."""

    yes: int
    no: int
    house: House
    cells: int
    words: dict[str, Any] = {}


def touch(view: StarBoard, star: House) -> Iterator[Fact]:
    """Find cells next to a star, which are empty."""
    cell = star.cells.bit_length() - 1
    if neighbours := view.room.near[cell] & view.open:
        yield Fact(0, neighbours, star, star.cells, {"cell": cell})


def full(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find houses that have all their stars; their other cells are empty."""
    stars, cells = view.left(house)
    if not stars and cells:
        yield Fact(0, cells, house, house.cells & view.board.yes)


def last(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find houses with as many cells left as missing stars."""
    stars, cells = view.left(house)
    if cells and stars == cells.bit_count():
        yield Fact(cells, 0, house, house.cells & view.board.known)


def crowded(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find cells where a star would leave room for too few stars in a house, or none for its last star."""
    stars, cells = view.left(house)
    if not cells or cells.bit_count() > 4 * stars + 5 or not view.room.fits(cells, stars):
        return  # a star here takes nine cells at most, and among four others is one for the next star
    reach = reduce(int.__or__, [view.room.near[cell] for cell in members(cells)], cells)
    for cell in members(reach & view.open):
        free = cells & ~(1 << cell | view.room.near[cell])
        if not view.room.fits(free, stars - (cells >> cell & 1)):
            yield Fact(0, 1 << cell, house, house.cells & view.board.known, {"cell": cell})


def needed(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find cells without which a house has no room for all its stars."""
    stars, cells = view.left(house)
    if stars > 1 and cells.bit_count() <= 4 * stars - 3 and view.room.fits(cells, stars):
        for cell in members(cells):
            if not view.room.fits(cells & ~(1 << cell), stars):
                yield Fact(1 << cell, 0, house, house.cells & view.board.known, {"cell": cell})


def starved(view: StarBoard, star: House, forcing: bool = False) -> Iterator[Fact]:
    """Find cells where a star would complete its lines or its region and so leave too little room in another house. With
    `forcing`, the star leaves a house only as many cells as it needs, and the stars there have this effect.
    """
    for reason, forced in view.forced_by(star.cells) if forcing else ((star, 0),):
        stars = star.cells | forced
        gone, used, completed = view.ruled_out(stars)
        touched = reduce(int.__or__, (view.room.near[cell] for cell in members(stars)))
        for house, number, cells in view.unfinished:
            number -= (cells & stars & ~touched).bit_count()
            if number > 0 and cells & gone and not view.room.fits(cells & ~gone, number):
                words = {"cell": star.cells.bit_length() - 1} | ({"stars": forced} if forced else {})
                used |= (reason.cells | house.cells) & view.board.known
                because = dict.fromkeys([*house.because, *reason.because, *sorted(completed)])
                yield Fact(0, star.cells, house._replace(because=tuple(because)), used, words)
                return


def leftover(view: StarBoard, house: House) -> Iterator[Fact]:
    """Find the cells that regions and lines do not share, and the stars left for them."""
    for find in (last, needed, crowded):
        yield from find(view, house)


Houses = Callable[[StarBoard], Iterable[House]]
STARS: Houses = lambda view: _cells(view.board.yes)
OPEN: Houses = lambda view: _cells(view.open)
HOUSES: Houses = lambda view: view.room.houses
ONE_LEFT: Houses = lambda view: [house for house, stars, _ in view.unfinished if stars == 1]
MORE_LEFT: Houses = lambda view: [house for house, stars, _ in view.unfinished if stars > 1]


def _cells(cells: int) -> Iterator[House]:
    return (House(1 << cell, 0, "cell") for cell in members(cells))


def _windows(name: str = "", widest: int = WIDEST) -> Houses:
    """Return a function that returns the remainders of lines and regions; of one line, only those of one region."""
    return lambda view: [
        house
        for house in view.windows(widest)
        if house.name.startswith(name) and (widest > 1 or len(house.because) == 1)
    ]


def _technique(name: str, level: int, find: Callable[[StarBoard, House], Iterator[Fact]], houses: Houses) -> Technique:
    def steps(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        view = context.derived(StarBoard, board)
        for house in houses(view):
            yield None
            for fact in find(view, house):
                yield _step(context.puzzle, name, fact)

    return Technique(name, level, steps)


def _step(puzzle: Puzzle, technique: str, fact: Fact) -> Step:
    house, words = fact.house, dict(fact.words)
    if "cell" in words:
        row, column = divmod(words.pop("cell"), puzzle.width)
        words |= {"row2": row + 1, "column2": column + 1}
    if "stars" in words:
        places = (divmod(cell, puzzle.width) for cell in members(words["stars"]))
        texts = ({"key": "at.cell", "params": {"row": row + 1, "column": column + 1}} for row, column in places)
        words["stars"] = reduce(
            lambda first, last: {"key": "list.and", "params": {"first": first, "last": last}}, texts
        )
    line = house.name.rpartition("-")[2]
    if "first" in house.words:
        first, size = house.words["first"], house.words["n"]
        where = {f"{line}s": spans(range(first, first + size)), "n": size}
        words |= {"where": {"key": f"star.{line}s", "params": where}, "lines": size}
    else:
        words |= house.words
    words |= {"n": (fact.yes | fact.no).bit_count(), "k": len(house.because)}
    if house.name != "cell":
        words["as"] = house.name if technique == "star-leftover" else line
    used, k = house.used | fact.cells, len(house.because)
    return Step(fact.yes, fact.no, technique, house.because, used, words, k, not k)


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("star-touch", 1, touch, STARS),
        ("star-full", 1, full, HOUSES),
        ("star-last", 1, last, HOUSES),
        ("star-blocked", 2, crowded, ONE_LEFT),
        ("star-confined-region", 2, full, _windows("in", 1)),
        ("star-confined-line", 2, full, _windows("out", 1)),
        ("star-needed", 2, needed, HOUSES),
        ("star-crowded", 3, crowded, MORE_LEFT),
        ("star-starved", 3, starved, OPEN),
        ("star-regions-in-lines", 4, full, _windows("in")),
        ("star-lines-in-regions", 4, full, _windows("out")),
        ("star-leftover", 4, leftover, _windows()),
        ("star-forced", 5, partial(starved, forcing=True), OPEN),
    )
)
