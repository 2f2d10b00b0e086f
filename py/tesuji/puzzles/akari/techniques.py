"""Human techniques for numbers, lines of sight and cells that are still dark, easiest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from typing import Any, NamedTuple

from tesuji.bitset import flags, members, set_of
from tesuji.facts import Fact, techniques
from tesuji.model import Board, Puzzle, TechniqueContext
from tesuji.puzzles.akari.rules import AT_MOST_ONE, view


class Number(NamedTuple):
    """A number with undecided cells next to it: its constraint, place and value, these cells, and how many bulbs are
    missing among them.
    """

    constraint: int
    at: tuple[int, int]
    value: int
    around: int
    open: int
    missing: int


class Sight:
    """The lines of sight through each white cell, as bit sets, and the constraints on them.

    Cells share the sets of their lines. On the largest boards, a set for each cell would take 100 MB.
    """

    def __init__(self, puzzle: Puzzle):
        seen, self.width = view(puzzle.document["grid"]), puzzle.width
        self.around: dict[int, int] = {}
        """The cells next to each number, by its constraint."""
        alone: dict[Sequence[int], int] = {}
        lit: dict[Sequence[int], int] = {}
        for number, one in enumerate(puzzle.constraints):
            if one.clue:
                self.around[number] = set_of(one.scope)
            else:
                (alone if getattr(one, "allowed", None) == AT_MOST_ONE else lit)[one.scope] = number
        self.rows, in_row = _by_cell(seen.rows, alone)
        self.columns, in_column = _by_cell(seen.columns, alone)
        self.directions = (("row", self.rows, in_row), ("column", self.columns, in_column))
        self.lit = {cell: lit[tuple(seen.seen(cell))] for cell in seen.row_of}
        """The constraint that a cell is lit."""

    def seen(self, cell: int) -> int:
        """Return the cells that a bulb in a cell lights, including its own."""
        return self.rows[cell] | self.columns[cell]

    def between(self, bulb: int, cell: int) -> int:
        """Return the constraint that a cell and another one that it lights do not both have a bulb."""
        return next(alone[bulb] for _, cells, alone in self.directions if cells[bulb] >> cell & 1)


def _by_cell(lines: list[tuple[int, ...]], alone: Mapping[Sequence[int], int]) -> tuple[dict[int, int], dict[int, int]]:
    """Return for each cell the cells of its line, and the constraint that the line has at most one bulb."""
    cells, rules = dict[int, int](), dict[int, int]()
    for line in lines:
        cells |= dict.fromkeys(line, set_of(line))
        if line in alone:
            rules |= dict.fromkeys(line, alone[line])
    return cells, rules


class Position:
    """A board, and its numbers that lack bulbs or have undecided cells. `open` are the undecided cells."""

    def __init__(self, sight: Sight, board: Board, open_cells: int, numbers: list[Number]):
        self.sight, self.board, self.open, self.numbers = sight, board, open_cells, numbers
        self._ruled_out: dict[int, int] = {}

    @cached_property
    def dark(self) -> list[int]:
        """The cells that no bulb lights."""
        found = self.sight
        lighted = reduce(int.__or__, (found.seen(bulb) for bulb in members(self.board.yes)), 0)
        is_lit = flags(lighted, max(found.rows, default=0) + 1)
        return [cell for cell in found.rows if not is_lit[cell]]

    def ways(self) -> Iterator[tuple[int, int]]:
        """Yield the dark cells, each with the undecided cells from which it could be lit."""
        for cell in self.dark:
            yield cell, self.sight.seen(cell) & self.open

    @cached_property
    def last_of(self) -> dict[int, list[Number]]:
        """The numbers with one missing bulb next to each undecided cell."""
        found: dict[int, list[Number]] = {}
        for number in self.numbers:
            for cell in members(number.open) if number.missing == 1 else ():
                found.setdefault(cell, []).append(number)
        return found

    def ruled_out(self, cell: int) -> int:
        """Return the undecided cells that a bulb in an undecided cell rules out: those that it lights, and those next
        to a number that needs only this bulb.
        """
        found = self._ruled_out.get(cell)
        if found is None:
            found = self.sight.seen(cell) & self.open
            for number in self.last_of.get(cell, ()):
                found |= number.open
            self._ruled_out[cell] = found = found & ~(1 << cell)
        return found

    def between(self, bulb: int, cells: int) -> tuple[tuple[int, ...], int]:
        """Return the constraints by which a bulb rules out some cells, and the known cells that they use."""
        because, used, lit = dict[int, None](), 0, self.sight.seen(bulb)
        for cell in members(cells):
            if lit >> cell & 1:
                because[self.sight.between(bulb, cell)] = None
            else:
                number = next(one for one in self.last_of[bulb] if one.open >> cell & 1)
                because[number.constraint], used = None, used | number.around & ~number.open
        return tuple(because), used


def position(context: TechniqueContext, board: Board) -> Position:
    """Return the unsettled numbers and cells of a board."""
    puzzle, found = context.puzzle, context.once(Sight)
    undecided = puzzle.cells & ~(board.known | puzzle.givens.known)
    numbers = []
    for number, around in found.around.items():
        clue = puzzle.constraints[number].clue
        if clue and around & undecided:
            missing = clue.value - (around & board.yes).bit_count()
            numbers.append(Number(number, clue.at, clue.value, around, around & undecided, missing))
    return Position(found, board, undecided, numbers)


def _at(width: int, cell: int, row: str = "row", column: str = "column") -> dict[str, Any]:
    return {row: cell // width + 1, column: cell % width + 1}


def _other(width: int, cell: int) -> dict[str, Any]:
    return _at(width, cell, "line", "cell")


def _of(number: Number) -> dict[str, Any]:
    return {"value": number.value, "row": number.at[0] + 1, "column": number.at[1] + 1}


def full(position: Position) -> Iterator[Fact]:
    """Find numbers that have as many undecided cells as missing bulbs."""
    for number in position.numbers:
        if number.missing == number.open.bit_count():
            used = number.around & ~number.open
            yield Fact((number.constraint,), yes=number.open, used=used, words=_of(number))


def met(position: Position, zero: bool = False) -> Iterator[Fact]:
    """Find undecided cells next to numbers that have all their bulbs: those next to a 0, or those next to others."""
    for number in position.numbers:
        if not number.missing and zero == (number.value == 0):
            used = number.around & position.board.yes
            yield Fact((number.constraint,), no=number.open, used=used, words=_of(number))


def lit(position: Position) -> Iterator[Fact]:
    """Find lit cells, which cannot have a bulb."""
    found = position.sight
    for bulb in members(position.board.yes):
        for name, lines, alone in found.directions:
            if rest := lines[bulb] & position.open:
                words = _at(found.width, bulb) | {"as": name}
                yield Fact((alone[bulb],), no=rest, used=1 << bulb, words=words)


def last_light(position: Position, own: bool = False) -> Iterator[Fact]:
    """Find dark cells that can be lit from only one cell, which is another one or, with `own`, the dark cell."""
    found = position.sight
    for cell, ways in position.ways():
        if ways.bit_count() == 1 and (ways == 1 << cell) == own:
            bulb = ways.bit_length() - 1
            words = _at(found.width, cell) | _other(found.width, bulb)
            yield Fact((found.lit[cell],), yes=ways, used=found.seen(cell) & ~ways, words=words)


def diagonal(position: Position) -> Iterator[Fact]:
    """Find cells where a bulb would leave a number too few cells."""
    found = position.sight
    for number in position.numbers:
        spare = number.open.bit_count() - number.missing
        for cell in members(reduce(int.__or__, (position.ruled_out(one) for one in members(number.open)), 0)):
            hit = position.ruled_out(cell) & number.open
            if hit.bit_count() > spare:
                because, used = position.between(cell, hit)
                used |= number.around & ~number.open
                words = _of(number) | _other(found.width, cell)
                yield Fact((number.constraint, *because), no=1 << cell, used=used, words=words)


def light_in_number(position: Position) -> Iterator[Fact]:
    """Find dark cells that must be lit by the only missing bulb of a number; its other cells have no bulb."""
    found = position.sight
    numbers = [number for number in position.numbers if number.missing == 1]
    for cell, ways in position.ways():
        for number in numbers:
            rest = number.open & ~ways
            if rest and ways and not ways & ~number.open:
                used = found.seen(cell) & ~ways & position.board.no
                words = _of(number) | _other(found.width, cell)
                yield Fact((number.constraint, found.lit[cell]), no=rest, used=used, words=words)


def would_darken(position: Position) -> Iterator[Fact]:
    """Find cells where a bulb would rule out every cell from which a dark cell can be lit."""
    found = position.sight
    for cell, ways in position.ways():
        if not 1 < ways.bit_count() < 7:
            continue
        ruled_out = reduce(int.__and__, (position.ruled_out(one) for one in members(ways)))
        for other in members(ruled_out & ~found.seen(cell)):
            because, used = position.between(other, ways)
            words = _at(found.width, cell) | _other(found.width, other)
            used |= found.seen(cell) & ~ways
            yield Fact((found.lit[cell], *because), no=1 << other, used=used, words=words)


def two_numbers(position: Position) -> Iterator[Fact]:
    """Find pairs of numbers of which one can spare only a few cells. Bulbs next to the other number light some of these
    cells, so few of them are possible, and the remaining cells there must have the rest of its bulbs.
    """
    found = position.sight
    for a in position.numbers:
        spare = a.open.bit_count() - a.missing
        reach = reduce(int.__or__, (found.seen(cell) for cell in members(a.open)), 0) & ~a.open
        for b in position.numbers if spare < 3 else ():
            theirs, hits = 0, 0
            for cell in members(b.open & reach):
                hit = found.seen(cell) & a.open
                if not hit & hits:
                    theirs, hits = theirs | 1 << cell, hits | hit
            rest = b.open & ~theirs
            if theirs.bit_count() > spare and rest and b.missing == rest.bit_count() + spare:
                pairs = [(cell, one) for cell in members(theirs) for one in members(found.seen(cell) & a.open)]
                lines = dict.fromkeys(found.between(*pair) for pair in pairs)
                used = a.around & ~a.open | b.around & ~b.open
                yield Fact((a.constraint, b.constraint, *lines), yes=rest, used=used, words=_of(a) | {"spare": spare})


TECHNIQUES = techniques(
    Sight,
    position,
    (
        ("no-bulbs", 1, partial(met, zero=True)),
        ("all-bulbs", 1, full),
        ("number-met", 1, met),
        ("lit", 1, lit),
        ("dark-alone", 2, partial(last_light, own=True)),
        ("last-light", 2, last_light),
        ("corner-of-number", 3, diagonal),
        ("light-in-number", 3, light_in_number),
        ("would-darken", 4, would_darken),
        ("two-numbers", 4, two_numbers),
    ),
)
