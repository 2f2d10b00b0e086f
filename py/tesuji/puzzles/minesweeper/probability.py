"""The exact probability of a mine in every closed cell: the share of the matching boards in which it is a mine.

Cells around the same numbers form one class, and only the number of mines in a class matters. Connected classes form a
region; `DancingLinks` finds all its solutions at once. If the total number of mines is given, the solutions of a region
are counted by their number of mines, as the coefficients of a polynomial. For each region the number of boards of
everything else is needed: the products of the others' polynomials, computed by halving from all regions down to one.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from tesuji.bitset import flags, members, set_of
from tesuji.model import Puzzle
from tesuji.puzzles.minesweeper.dlx import DancingLinks
from tesuji.puzzles.minesweeper.region import AT_ONCE, Classes, regions

if TYPE_CHECKING:
    from fractions import Fraction

TERMS_AT_ONCE = 256
"""Products of coefficients computed between two safe points."""
Polynomial = list[int]
ClosedAround = tuple[int, int]
"""The closed cells around a number, and the number of mines among these."""
CoverRow = tuple[int, int]
"""The cells of a class as a bit set, and the number of mines among these: a row of the exact cover."""


def probabilities(puzzle: Puzzle) -> Generator[None, None, list[Fraction] | None]:
    """Return the probability for each cell, 0 or 1 if it is certain, or None if no board fits. Yields at checkpoints."""
    _, shares = yield from weighed(puzzle)
    return shares


def weighed(
    puzzle: Puzzle, known: dict[frozenset[ClosedAround], RegionOdds] | None = None
) -> Generator[None, None, tuple[int, list[Fraction] | None]]:
    """Return the number of boards that fit, and the probabilities. Regions in `known` are not counted again; new ones
    are added to it.
    """
    parts = yield from _parts(puzzle, known)
    return (0, None) if parts is None else (yield from _shares(puzzle, *parts))


def boards(puzzle: Puzzle) -> Generator[None, None, int]:
    """Return the number of boards that fit. Yields at checkpoints."""
    parts = yield from _parts(puzzle)
    if parts is None:
        return 0
    regions, outside, mines = parts
    *_, (whole,) = yield from _levels(regions)
    return (yield from _dot(whole, (yield from _outside(outside.bit_count(), mines, len(whole)))))


def _parts(
    puzzle: Puzzle, known: dict[frozenset[ClosedAround], RegionOdds] | None = None
) -> Generator[None, None, tuple[list[RegionOdds], int, int | None] | None]:
    """Return the regions, the closed cells that no number touches, and the number of mines left to place; None if a
    number cannot be satisfied.
    """
    closed = puzzle.cells & ~puzzle.givens.known
    is_mine, is_known = flags(puzzle.givens.yes, puzzle.size), flags(puzzle.givens.known, puzzle.size)
    mines, hints = None, {}
    for number, constraint in enumerate(puzzle.constraints):
        if number % AT_ONCE == AT_ONCE - 1:
            yield
        (count,) = constraint.allowed
        rest = count - sum([is_mine[cell] for cell in constraint.scope])
        if constraint.clue.at == ("mines",):
            mines = rest
        else:
            hints[number] = (set_of([cell for cell in constraint.scope if not is_known[cell]]), rest)
    if any(not 0 <= rest <= cells.bit_count() for cells, rest in hints.values()) or mines is not None and mines < 0:
        return None
    found = []
    for classes in regions({number: cells for number, (cells, _) in hints.items()}):
        if classes is None:
            yield
            continue
        key = frozenset(hints[number] for numbers in classes.values() for number in numbers)
        if known is not None and key in known:
            found.append(known[key])
            continue
        links = _cover(classes, hints)
        yield from links.build()
        # No coefficient exceeds 2^cells. Without a number of mines there is only one coefficient, for all solutions.
        bits = 0 if mines is None else 1 + sum(cells.bit_count() for cells in classes)
        found.append(
            RegionOdds(classes, bits, *(yield from links.weigh_in_steps(lambda row, bits=bits: _boards(row, bits))))
        )
        if known is not None:
            known[key] = found[-1]
    touched = sum(cells for region in found for cells in region.classes)
    return found, closed & ~touched, mines


class RegionOdds(NamedTuple):
    """Connected classes; polynomials as ints, with `bits` for each coefficient."""

    classes: Classes
    bits: int
    solutions: int
    with_row: dict[CoverRow, int]


def _boards(row: CoverRow, bits: int) -> int:
    """Return, as a polynomial, the number of ways in which a class can have this number of mines."""
    cells, count = row
    return comb(cells.bit_count(), count) << bits * count


def _coefficients(polynomial: int, bits: int) -> Polynomial:
    """Return the coefficients of a polynomial packed into one int, starting with that of no mines."""
    if not bits:
        return [polynomial]
    mask, found = (1 << bits) - 1, []
    while polynomial:
        found.append(polynomial & mask)
        polynomial >>= bits
    return found


def _cover(classes: Classes, hints: dict[int, tuple[int, int]]) -> DancingLinks:
    """Return a region as an exact cover: each class has one count, and each hint its number of mines."""
    columns: dict[Any, Any] = dict.fromkeys(classes, 1)
    rows: dict[CoverRow, dict[Any, Any]] = {}
    for cells, numbers in classes.items():
        for number in numbers:
            columns[-1 - number] = hints[number][1]
        for count in range(cells.bit_count() + 1):
            rows[cells, count] = {cells: 1, **({-1 - number: count for number in numbers} if count else {})}
    return DancingLinks(columns, rows)


def _shares(
    puzzle: Puzzle, regions: Sequence[RegionOdds], outside: int, mines: int | None
) -> Generator[None, None, tuple[int, list[Fraction] | None]]:
    """Combine the regions and the cells that no number touches. Return the number of boards and the probabilities."""
    free = outside.bit_count()
    levels = yield from _levels(regions)
    (whole,) = levels[-1]
    around = yield from _outside(free, mines, len(whole))
    every = yield from _dot(whole, around)
    if not every:
        return 0, None
    others = [around]
    for level in reversed(levels[:-1]):
        others = yield from _halved(level, others)
    # Fractions import the decimal module, so they are loaded on demand and not when the page starts.
    from fractions import Fraction

    shares = [Fraction(puzzle.givens.yes >> cell & 1) for cell in range(puzzle.size)]
    for region, rest in zip(regions, others):
        for cells in region.classes:
            size, weight = cells.bit_count(), 0
            for count in range(1, size + 1):
                with_row = _coefficients(region.with_row[cells, count], region.bits)
                weight += count * (yield from _dot(with_row, rest))
            share = Fraction(weight, size * every)
            for cell in members(cells):
                shares[cell] = share
    if free:
        less = None if mines is None else mines - 1
        share = Fraction((yield from _dot(whole, (yield from _outside(free - 1, less, len(whole))))), every)
        for cell in members(outside):
            shares[cell] = share
    return every, shares


def _levels(regions: Sequence[RegionOdds]) -> Generator[None, None, list[list[Polynomial]]]:
    """Return the boards of the regions by their mines, then those of pairs of regions, of fours, up to all of them."""
    levels = [[_coefficients(region.solutions, region.bits) for region in regions] or [[1]]]
    while len(levels[-1]) > 1:
        levels.append((yield from _by_pairs(levels[-1])))
    return levels


def _outside(free: int, mines: int | None, length: int) -> Generator[None, None, Polynomial]:
    """Return the numbers of ways in which `free` cells can hold the remaining mines when 0, 1, 2 ... are elsewhere."""
    if mines is None:
        return [1 << free]
    found = []
    for elsewhere in range(length):
        found.append(comb(free, mines - elsewhere) if elsewhere <= mines else 0)
        yield
    return found


def _by_pairs(polynomials: Sequence[Polynomial]) -> Generator[None, None, list[Polynomial]]:
    """Return the products of consecutive pairs; a last odd one is unchanged."""
    found = []
    for one, other in zip(polynomials[::2], polynomials[1::2]):
        product = [0] * (len(one) + len(other) - 1)
        for at, factor in enumerate(one):
            for number, coefficient in enumerate(other, at):
                product[number] += factor * coefficient
            yield
        found.append(product)
    return found + list(polynomials[len(found) * 2 :])


def _halved(level: Sequence[Polynomial], others: Sequence[Polynomial]) -> Generator[None, None, list[Polynomial]]:
    """Return, for each polynomial, the polynomial of all others, from those of the pairs."""
    found = []
    for number, own in enumerate(level):
        rest, partner = others[number >> 1], number ^ 1
        if partner == len(level):
            found.append(rest)
            continue
        boards = []
        for mines in range(len(own)):
            boards.append((yield from _dot(level[partner], rest[mines:])))
        found.append(boards)
    return found


def _dot(one: Polynomial, other: Polynomial) -> Generator[None, None, int]:
    """Return the sum of the products of their coefficients. Yields at safe points."""
    total = 0
    for start in range(0, len(one), TERMS_AT_ONCE):
        stop = start + TERMS_AT_ONCE
        total += sum([a * b for a, b in zip(one[start:stop], other[start:stop])])
        yield
    return total
