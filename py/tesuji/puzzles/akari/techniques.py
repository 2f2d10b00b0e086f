"""Human techniques for numbers, lines of sight and cells that are still dark, easiest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial, reduce
from itertools import chain
from typing import Any, NamedTuple

from tesuji.bitset import flags, members, set_of
from tesuji.constraints.count import AT_MOST_ONE
from tesuji.facts import Fact, at, techniques
from tesuji.model import Board, Puzzle, TechniqueContext
from tesuji.puzzles.akari.rules import view

MOST_WAYS = 6
"""A dark cell that can be lit from more cells is not tried."""


class Need(NamedTuple):
    """Undecided cells of which a constraint needs bulbs: `missing` of them for a number, at least one for a dark cell."""

    constraint: int
    cells: int
    missing: int
    used: int
    """The decided cells of the constraint."""
    words: dict[str, Any]

    @property
    def spare(self) -> int:
        """The number of cells that may stay without a bulb."""
        return self.cells.bit_count() - self.missing


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
        self.rows, self.columns = _LineSets(seen.rows), _LineSets(seen.columns)
        in_row, in_column = _rules(seen.rows, alone), _rules(seen.columns, alone)
        self.directions = (("row", self.rows, in_row), ("column", self.columns, in_column))
        self.lit = {cell: lit[tuple(seen.seen(cell))] for cell in seen.row_of}
        """The constraint that a cell is lit."""

    def seen(self, cell: int) -> int:
        """Return the cells that a bulb in a cell lights, including its own."""
        return self.rows[cell] | self.columns[cell]

    def between(self, bulb: int, cell: int) -> int:
        """Return the constraint that a cell and another one that it lights do not both have a bulb."""
        return next(alone[bulb] for _, cells, alone in self.directions if cells[bulb] >> cell & 1)


class _LineSets(dict[int, int]):
    """For each cell, the cells of its line as a bit set, which is made when one of them is first looked up."""

    def __init__(self, lines: Sequence[tuple[int, ...]]):
        self.lines = {cell: line for line in lines for cell in line}

    def __missing__(self, cell: int) -> int:
        line = self.lines[cell]
        self.update(dict.fromkeys(line, set_of(line)))
        return self[cell]


def _rules(lines: Sequence[tuple[int, ...]], alone: Mapping[Sequence[int], int]) -> dict[int, int]:
    """Return for each cell the constraint that its line has at most one bulb."""
    return {cell: alone[line] for line in lines if line in alone for cell in line}


class LitBoard:
    """A board, and its numbers that lack bulbs or have undecided cells. `open` are the undecided cells."""

    def __init__(self, sight: Sight, board: Board, open_cells: int, numbers: list[Need]):
        self.sight, self.board, self.open, self.numbers = sight, board, open_cells, numbers
        self._ruled_out: dict[int, int] = {}

    @cached_property
    def dark(self) -> list[int]:
        """The cells that no bulb lights."""
        found = self.sight
        lighted = reduce(int.__or__, (found.seen(bulb) for bulb in members(self.board.yes)), 0)
        is_lit = flags(lighted, max(found.lit, default=0) + 1)
        return [cell for cell in found.lit if not is_lit[cell]]

    def dark_needs(self, least: int, most: int) -> Iterator[Need]:
        """Yield the needs of the dark cells that can be lit from this many cells."""
        for cell in self.dark:
            seen = self.sight.seen(cell)
            if least <= (seen & self.open).bit_count() <= most:
                yield Need(self.sight.lit[cell], seen & self.open, 1, seen & ~self.open, at(cell, self.sight.width))

    def needs(self) -> Iterator[Need]:
        """Yield the needs of numbers, and of dark cells that can be lit from a few cells."""
        return chain(self.numbers, self.dark_needs(2, MOST_WAYS))

    def hits(self, need: Need, most: int) -> list[int]:
        """Return, for each number up to `most`, the cells where a bulb leaves this many cells of a need."""
        found = [self.open, *[0] * most]
        for cell in members(need.cells):
            hit = self.ruled_out(cell)  # a bulb in any of these rules out the cell
            for left in range(most, 0, -1):
                found[left] = found[left] & hit | found[left - 1] & ~hit
            found[0] &= hit
        return found

    @cached_property
    def last_of(self) -> dict[int, list[Need]]:
        """The numbers with one missing bulb next to each undecided cell."""
        found: dict[int, list[Need]] = {}
        for number in self.numbers:
            for cell in members(number.cells) if number.missing == 1 else ():
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
                found |= number.cells
            self._ruled_out[cell] = found = found & ~(1 << cell)
        return found

    def between(self, bulb: int, cells: int) -> tuple[tuple[int, ...], int]:
        """Return the constraints by which a bulb rules out some cells, and the known cells that they use."""
        because, used, lit = dict[int, None](), 0, self.sight.seen(bulb)
        for cell in members(cells):
            if lit >> cell & 1:
                because[self.sight.between(bulb, cell)] = None
            else:
                number = next(one for one in self.last_of[bulb] if one.cells >> cell & 1)
                because[number.constraint], used = None, used | number.used
        return tuple(because), used


def position(context: TechniqueContext, board: Board) -> LitBoard:
    """Return the unsettled numbers and cells of a board."""
    puzzle, found = context.puzzle, context.once(Sight)
    undecided = puzzle.cells & ~(board.known | puzzle.givens.known)
    numbers = []
    for number, around in found.around.items():
        clue = puzzle.constraints[number].clue
        if clue and around & undecided:
            words = {"value": clue.value, "row": clue.at[0] + 1, "column": clue.at[1] + 1}
            missing = clue.value - (around & board.yes).bit_count()
            numbers.append(Need(number, around & undecided, missing, around & ~undecided, words))
    bulbs = board.yes & ~puzzle.givens.no  # a mark of a player may be on a black cell
    return LitBoard(found, Board(bulbs, board.no), undecided, numbers)


_other = partial(at, row="line", column="cell")


def full(position: LitBoard) -> Iterator[Fact]:
    """Find numbers that have as many undecided cells as missing bulbs."""
    for number in position.numbers:
        if not number.spare:
            yield Fact((number.constraint,), yes=number.cells, used=number.used, words=number.words)


def met(position: LitBoard, zero: bool = False) -> Iterator[Fact]:
    """Find undecided cells next to numbers that have all their bulbs: those next to a 0, or those next to others."""
    for number in position.numbers:
        if not number.missing and zero == (number.words["value"] == 0):
            used = number.used & position.board.yes
            yield Fact((number.constraint,), no=number.cells, used=used, words=number.words)


def lit(position: LitBoard) -> Iterator[Fact]:
    """Find lit cells, which cannot have a bulb."""
    found = position.sight
    for bulb in members(position.board.yes):
        for name, lines, alone in found.directions:
            if rest := lines[bulb] & position.open:
                words = at(bulb, found.width) | {"as": name}
                yield Fact((alone[bulb],), no=rest, used=1 << bulb, words=words)


def last_light(position: LitBoard, own: bool = False) -> Iterator[Fact]:
    """Find dark cells that can be lit from only one cell, which is another one or, with `own`, the dark cell."""
    width = position.sight.width
    for need in position.dark_needs(1, 1):
        bulb = need.cells.bit_length() - 1
        if own == (need.words == at(bulb, width)):
            yield Fact((need.constraint,), yes=need.cells, used=need.used, words=need.words | _other(bulb, width))


def starved(position: LitBoard, dark: bool = False) -> Iterator[Fact]:
    """Find cells where a bulb would leave a number or, with `dark`, a dark cell too few cells for its bulbs."""
    for need in position.dark_needs(2, MOST_WAYS) if dark else position.numbers:
        if need.missing > 0:
            most = min(need.missing, need.cells.bit_count()) - 1
            for cell in members(reduce(int.__or__, position.hits(need, most))):
                because, used = position.between(cell, position.ruled_out(cell) & need.cells)
                words = need.words | _other(cell, position.sight.width)
                yield Fact((need.constraint, *because), no=1 << cell, used=used | need.used, words=words)


def clash(position: LitBoard) -> Iterator[Fact]:
    """Find cells that would, with a bulb or without one, force bulbs next to two numbers, or for two dark cells, that
    rule each other out.
    """
    forced = defaultdict[tuple[int, bool], dict[int, Need]](dict)
    """For each cell, with and without a bulb, the bulbs that it forces, each with the need for it."""
    for need in position.needs():
        if need.missing > 0 and need.spare > 0:
            cases = [(cell, True) for cell in members(position.hits(need, need.missing)[-1])]
            cases += [(cell, False) for cell in members(need.cells) if need.spare == 1]
            for cell, value in cases:
                without = 1 << cell | (position.ruled_out(cell) if value else 0)
                for bulb in members(need.cells & ~without):
                    forced[cell, value].setdefault(bulb, need)
    for (cell, value), bulbs in forced.items():
        every = set_of(bulbs)
        pairs = ((bulb, other) for bulb in bulbs for other in members(position.ruled_out(bulb) & every))
        if pair := next(pairs, None):
            yield _clash(position, cell, value, {bulb: bulbs[bulb] for bulb in pair})


def _clash(position: LitBoard, cell: int, value: bool, bulbs: dict[int, Need]) -> Fact:
    """Return the fact that a cell does not have a value because it forces two bulbs by these needs."""
    width, (one, other), needs = position.sight.width, bulbs, [*bulbs.values()]
    ruled_out = [position.between(one, 1 << other)]
    if value:
        ruled_out += [position.between(cell, position.ruled_out(cell) & need.cells) for need in needs]
    because = dict.fromkeys([need.constraint for need in needs] + [number for some, _ in ruled_out for number in some])
    used = reduce(int.__or__, [need.used for need in needs] + [known for _, known in ruled_out])
    itself = [need.words == at(bulb, width) for bulb, need in bulbs.items()]
    keys = ["number" if "value" in need.words else "itself" if own else "dark" for need, own in zip(needs, itself)]
    if needs[0] == needs[1]:
        keys[1] = "too"
    forced = [
        {"key": f"akari.{key}", "params": need.words | _other(bulb, width)}
        for key, need, bulb in zip(keys, needs, bulbs)
    ]
    words = _other(cell, width) | {"first": forced[0], "second": forced[1], "as": "on" if value else "off"}
    return Fact((*because,), yes=0 if value else 1 << cell, no=value << cell, used=used, words=words)


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
        ("corner-of-number", 3, starved),
        ("would-darken", 4, partial(starved, dark=True)),
        ("clash", 5, clash),
    ),
)
