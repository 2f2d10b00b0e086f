"""Human techniques, easiest first: they count stars in one or several rows, columns and regions, and the places left
for them.

Only regions count as clues; the rules for rows, columns and neighbours are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial, reduce
from itertools import chain
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of, sets_for
from tesuji.constraints.patterns.exclusive import Near, placements
from tesuji.facts import Fact, Facts, at, techniques
from tesuji.grid import cells_around, lines, spans
from tesuji.model import Board, Puzzle, TechniqueContext
from tesuji.puzzles.star_battle.rules import regions_of

WIDEST = 5
"""The maximum number of rows or columns that are combined."""
MOST_PLACED = 10
"""The maximum number of stars whose placements are compared. More might take seconds, and are assumed to have room."""


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


class Room:
    """The space that stars need on boards of one size: which cells touch, and how many stars have room."""

    def __init__(self, width: int, height: int):
        self.near = sets_for(lambda cell: set_of(cells_around(*divmod(cell, width), width, height)), width * height)
        self.placements = placements(Near.of(self.near), MOST_PLACED)
        every = [set_of(line) for line in lines(width, height)]
        self.lines = {"row": every[:height], "column": every[height:]}

    def fits(self, cells: int, stars: int) -> bool:
        """Return whether this many stars that do not touch fit into these cells."""
        # Every fourth cell is apart from the others, so more than four cells for each star but one always have room.
        many = stars < 1 or stars > MOST_PLACED or cells.bit_count() > 4 * (stars - 1)
        return many or self.placements[stars - 1][cells] is not None

    def shared(self, cells: int, stars: int) -> tuple[int, int]:
        """Return the cells that are stars, and those that are not, wherever this many stars have room in these cells."""
        # A star takes nine cells at most, so among more cells than these it leaves room for the others.
        few = 1 <= stars <= MOST_PLACED and cells.bit_count() <= 4 * stars + 5
        return few and self.placements[stars - 1][cells] or (0, 0)


room_of = lru_cache(maxsize=16)(Room)
"""Returns the room on boards of this size, which their puzzles share."""


class Houses:
    """The regions, rows and columns of a puzzle, and their room."""

    def __init__(self, puzzle: Puzzle):
        self.room = room_of(puzzle.width, puzzle.height)
        self.stars = max(next(iter(puzzle.constraints)).data()["allowed"])
        self.regions = [set_of(cells) for cells in regions_of(puzzle.document).values()]
        self.every = [House(cells, self.stars, {"as": "region"}, (n,)) for n, cells in enumerate(self.regions)]
        for name, group in self.room.lines.items():
            self.every += [House(cells, self.stars, {"as": name, name: n}) for n, cells in enumerate(group, 1)]


class StarBoard:
    """A board, with the data that all techniques use."""

    def __init__(self, context: TechniqueContext, board: Board):
        self.houses, self.width = context.once(Houses), context.puzzle.width
        self.room = self.houses.room
        self.board, self.open = board, context.puzzle.cells & ~board.known
        self.at = partial(at, width=self.width, row="row2", column="column2")
        self.unfinished = self.left(self.houses.every)
        self.windows = cache(lambda widest: self.left(self._remainders(widest)))

    def left(self, houses: Iterable[House]) -> list[tuple[House, int, int]]:
        """Return the houses with open cells: how many stars each still needs, and these cells."""
        yes, unknown = self.board.yes, self.open
        left = ((house, house.stars - (house.cells & yes).bit_count(), house.cells & unknown) for house in houses)
        return [entry for entry in left if entry[2]]

    def ruled_out(self, stars: int) -> tuple[int, int, set[int]]:
        """Return these cells and those that are empty if these are stars, with the known cells and the regions used."""
        gone, used, because = reduce(int.__or__, map(self.room.near.__getitem__, members(stars)), stars), 0, set[int]()
        for house, number, cells in self.unfinished:
            if (cells & stars).bit_count() == number:
                gone |= cells
                used |= house.cells & self.board.yes
                because.update(house.because)
        return gone, used, because

    def forced_by(self, star: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """Yield the cells that a star forces: all that it leaves to a house; with the regions and cells of the house."""
        gone = self.ruled_out(star)[0]
        for house, number, cells in self.unfinished:
            left = cells & ~gone
            if 0 < left.bit_count() == number - (cells & star).bit_count():
                yield left, house.because, house.cells

    def _remainders(self, widest: int) -> Iterator[House]:
        """Yield the remainders of at most `widest` neighbouring rows or columns: the cells in them outside regions that
        lie within them, and the cells outside them in regions that they reach. If that is one line, only those of one
        region.
        """
        regions = [(1 << number, cells & self.open) for number, cells in enumerate(self.houses.regions)]
        for name, group in self.room.lines.items():
            touched = [sum([bit for bit, cells in regions if cells & line]) for line in group]
            for size in range(1, min(widest, len(group) - 1) + 1):
                for start in range(len(group) - size + 1):
                    end = start + size
                    reached = reduce(int.__or__, touched[start:end])
                    inside = reached & ~reduce(int.__or__, touched[:start] + touched[end:])
                    for side, some in ("in", inside), ("out", reached):
                        if some.bit_count() == 1 or some and widest > 1:
                            yield from self._remainder(side, name, start, end, some)

    def _remainder(self, side: str, name: str, start: int, end: int, some: int) -> Iterator[House]:
        """Yield what these regions leave of these rows or columns, or the other way round."""
        sign, numbers = 1 if side == "in" else -1, tuple(members(some))
        cells, own = sum([self.houses.regions[number] for number in numbers]), sum(self.room.lines[name][start:end])
        rest, used = (own & ~cells, cells & ~own)[::sign]
        stars = sign * (end - start - len(numbers)) * self.houses.stars + (used & self.board.yes).bit_count()
        if rest & self.open and stars >= 0:
            params = {f"{name}s": spans(range(start + 1, end + 1)), "n": end - start}
            where = {"key": f"star.{name}s", "params": params}
            yield House(rest, stars, {"as": f"{side}-{name}", "where": where}, numbers, used)


def touch(view: StarBoard, star: int) -> Iterator[Fact]:
    """Find cells next to a star, which are empty."""
    if neighbours := view.room.near[star] & view.open:
        yield Fact((), no=neighbours, used=1 << star, words=view.at(star))


def full(view: StarBoard, house: House, stars: int, cells: int) -> Iterator[Fact]:
    """Find houses that have all their stars; their other cells are empty."""
    if not stars:
        yield house.fact(0, cells, house.cells & view.board.yes)


def last(view: StarBoard, house: House, stars: int, cells: int) -> Iterator[Fact]:
    """Find houses with as many cells left as missing stars."""
    if stars == cells.bit_count():
        yield house.fact(cells, 0, house.cells & view.board.known)


def crowded(view: StarBoard, house: House, stars: int, cells: int) -> Iterator[Fact]:
    """Find cells where a star would leave room for too few stars in a house, or none for its last star."""
    for cell in members(view.room.shared(cells, stars)[1] & view.open):
        yield house.fact(0, 1 << cell, house.cells & view.board.known, **view.at(cell))


def needed(view: StarBoard, house: House, stars: int, cells: int) -> Iterator[Fact]:
    """Find cells without which a house has no room for all its stars."""
    if stars > 1:
        for cell in members(view.room.shared(cells, stars)[0]):
            yield house.fact(1 << cell, 0, house.cells & view.board.known, **view.at(cell))


def starved(view: StarBoard, cell: int, forcing: bool = False) -> Iterator[Fact]:
    """Find cells where a star would complete its lines or its region and so leave too little room in another house. With
    `forcing`, the star leaves a house only as many cells as it needs, and the stars there have this effect.
    """
    for forced, because, known in view.forced_by(1 << cell) if forcing else ((0, (), 0),):
        stars = 1 << cell | forced
        gone, used, completed = view.ruled_out(stars)
        touched = reduce(int.__or__, (view.room.near[star] for star in members(stars)))
        for house, number, cells in view.unfinished:
            number -= (cells & stars & ~touched).bit_count()
            if number > 0 and cells & gone and not view.room.fits(cells & ~gone, number):
                used |= (known | house.cells) & view.board.known
                words = house.words | view.at(cell)
                if forced:
                    words["stars"] = [{"key": "at.cell", "params": at(star, view.width)} for star in members(forced)]
                regions = dict.fromkeys([*house.because, *because, *sorted(completed)])
                yield Fact((*regions,), no=1 << cell, used=used, words=words)
                return


def leftover(view: StarBoard, house: House, stars: int, cells: int) -> Iterator[Fact]:
    """Find the cells that regions and lines do not share, and the stars left for them."""
    for find in (last, needed, crowded):
        yield from find(view, house, stars, cells)


Places = Callable[[StarBoard], Iterable[tuple[Any, ...]]]
STARS: Places = lambda view: zip(members(view.board.yes))
OPEN: Places = lambda view: zip(members(view.open))
HOUSES: Places = lambda view: view.unfinished
ONE_LEFT: Places = lambda view: [left for left in view.unfinished if left[1] == 1]
MORE_LEFT: Places = lambda view: [left for left in view.unfinished if left[1] > 1]


def _windows(side: str = "", widest: int = WIDEST) -> Places:
    """Return a function that returns the remainders of lines and regions on one side."""
    return lambda view: [left for left in view.windows(widest) if left[0].words["as"].startswith(side)]


def _each(find: Callable[..., Iterator[Fact]], places: Places) -> Facts[StarBoard]:
    """Return a function that yields the facts about each of some places, after a safe point."""

    def facts(view: StarBoard) -> Iterator[Fact | None]:
        for place in places(view):
            yield None
            yield from find(view, *place)

    return facts


def _all(find: Callable[..., Iterator[Fact]], places: Places) -> Facts[StarBoard]:
    """Return a function that finds the facts at all places without safe points, since a place takes a microsecond."""
    return lambda view: chain.from_iterable(find(view, *place) for place in places(view))


TECHNIQUES = techniques(
    Houses,
    StarBoard,
    (
        ("star-touch", 1, _all(touch, STARS)),
        ("star-full", 1, _all(full, HOUSES)),
        ("star-last", 1, _all(last, HOUSES)),
        ("star-blocked", 2, _each(crowded, ONE_LEFT)),
        ("star-confined-region", 2, _all(full, _windows("in", 1))),
        ("star-confined-line", 2, _all(full, _windows("out", 1))),
        ("star-needed", 2, _each(needed, HOUSES)),
        ("star-crowded", 3, _each(crowded, MORE_LEFT)),
        ("star-starved", 3, _each(starved, OPEN)),
        ("star-regions-in-lines", 4, _each(full, _windows("in"))),
        ("star-lines-in-regions", 4, _each(full, _windows("out"))),
        ("star-leftover", 4, _each(leftover, _windows())),
        ("star-forced", 5, _each(partial(starved, forcing=True), OPEN)),
    ),
)
