"""The exact probability of a mine in every closed cell: of all boards that fit, the share in which it is one.

Cells around the same numbers form one class, and only how many of a class are mines matters. Classes that hang together
are a region; `DancingLinks` finds all its solutions at once. Where the number of all mines is given, solutions are
counted by their number of mines: as coefficients of a polynomial, written as one int with room for the largest
coefficient between any two.
"""

from __future__ import annotations

from collections.abc import Generator
from math import comb
from typing import TYPE_CHECKING

from tesuji.model import Puzzle
from tesuji.puzzles.minesweeper.dlx import DancingLinks

if TYPE_CHECKING:
    from fractions import Fraction

Class = tuple[int, int]
"""A class, by its cells as a bit set, and how many of these are mines: a row of the exact cover."""


def probabilities(puzzle: Puzzle) -> Generator[None, None, list[Fraction] | None]:
    """The probability for each cell; 0 and 1 where it is certain. None where no board fits. Yields where it may be
    paused."""
    closed = puzzle.cells & ~puzzle.givens.known
    mines, hints = None, {}
    for number, constraint in enumerate(puzzle.constraints):
        (count,) = constraint.allowed
        scope = sum(1 << cell for cell in constraint.scope)
        rest = count - (scope & puzzle.givens.yes).bit_count()
        if constraint.clue.at == ("mines",):
            mines = rest
        else:
            hints[number] = (scope & closed, rest)
    if any(not 0 <= rest <= cells.bit_count() for cells, rest in hints.values()) or mines is not None and mines < 0:
        return None
    bits = 0 if mines is None else closed.bit_count() + 1  # no coefficient is over 2^cells
    regions = []
    for classes in _regions(hints, closed):
        links = _cover(classes, hints)
        yield from links.build()
        regions.append((classes, *links.weigh(lambda row: comb(row[0].bit_count(), row[1]) << bits * row[1])))
        yield
    touched = sum(cells for classes, _, _ in regions for cells in classes)
    return _shares(puzzle, regions, closed & ~touched, bits, mines)


def _regions(hints: dict[int, tuple[int, int]], closed: int) -> list[dict[int, list[int]]]:
    """For each region, its classes, {cells: hints}, in an order in which neighbours follow one another."""
    around: dict[int, list[int]] = {}
    for number, (cells, _) in hints.items():
        for cell in _members(cells & closed):
            around.setdefault(cell, []).append(number)
    classes: dict[tuple[int, ...], int] = {}
    for cell in sorted(around):
        key = tuple(around[cell])
        classes[key] = classes.get(key, 0) | 1 << cell
    of_hint: dict[int, list[tuple[int, ...]]] = {}
    for key in classes:
        for number in key:
            of_hint.setdefault(number, []).append(key)
    regions, seen = [], set()
    for start in classes:
        if start in seen:
            continue
        order, region = [start], {}
        seen.add(start)
        for key in order:  # grows while it is read: breadth first
            region[classes[key]] = list(key)
            for number in key:
                new = [other for other in of_hint[number] if other not in seen]
                seen.update(new)
                order += new
        regions.append(region)
    return regions


def _cover(classes: dict[int, list[int]], hints: dict[int, tuple[int, int]]) -> DancingLinks:
    """A region as exact cover: each class has one count, each hint as many mines as it says."""
    columns: dict = dict.fromkeys(classes, 1)
    rows: dict[Class, dict] = {}
    for cells, numbers in classes.items():
        for number in numbers:
            columns[-1 - number] = hints[number][1]
        for count in range(cells.bit_count() + 1):
            rows[cells, count] = {cells: 1, **({-1 - number: count for number in numbers} if count else {})}
    return DancingLinks(columns, rows)


def _shares(puzzle: Puzzle, regions: list, outside: int, bits: int, mines: int | None) -> list[Fraction] | None:
    """Puts the regions and the cells that no number touches together."""
    free = outside.bit_count()
    wholes = [total for _, total, _ in regions]
    before = [1]
    for whole in wholes:
        before.append(before[-1] * whole)
    after = [(1 + (1 << bits)) ** free]
    for whole in reversed(wholes):
        after.append(whole * after[-1])
    after.reverse()

    def boards(polynomial: int) -> int:
        """The coefficient that counts: of all mines, or the only one there is."""
        return polynomial if mines is None else polynomial >> bits * mines & (1 << bits) - 1

    every = boards(before[-1] * after[-1])
    if not every:
        return None
    # Fractions bring the decimal numbers with them: loaded when they are wanted, not when the page starts.
    from fractions import Fraction

    shares = [Fraction(puzzle.givens.yes >> cell & 1) for cell in range(puzzle.size)]
    for number, (classes, _, with_row) in enumerate(regions):
        others = before[number] * after[number + 1]
        for cells in classes:
            size = cells.bit_count()
            weight = sum(count * boards(with_row[cells, count] * others) for count in range(1, size + 1))
            for cell in _members(cells):
                shares[cell] = Fraction(weight, size * every)
    if free:
        with_one = boards(before[-1] * (1 + (1 << bits)) ** (free - 1) << bits)
        for cell in _members(outside):
            shares[cell] = Fraction(with_one, every)
    return shares


def _members(cells: int):
    while cells:
        low = cells & -cells
        cells ^= low
        yield low.bit_length() - 1
