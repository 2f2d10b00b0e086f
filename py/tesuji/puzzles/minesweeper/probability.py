"""The exact probability of a mine in every closed cell: of all boards that fit, the share in which it is one.

Cells around the same numbers form one class, and only how many of a class are mines matters. Classes that hang together
are a region; `DancingLinks` finds all its solutions at once. If the total number of mines is given, the solutions of a
region are counted by their number of mines, as the coefficients of a polynomial. Each region then needs the number of
boards of everything else: products of the others' polynomials, by halves from all regions down to one.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.model import Puzzle
from tesuji.puzzles.minesweeper.dlx import DancingLinks

if TYPE_CHECKING:
    from fractions import Fraction

TERMS_AT_ONCE = 256
"""Products of coefficients between two safe points."""
Polynomial = list[int]
Hint = tuple[int, int]
"""The closed cells around a number, and how many of these are mines."""
Class = tuple[int, int]
"""A class, by its cells as a bit set, and how many of these are mines: a row of the exact cover."""


def probabilities(puzzle: Puzzle) -> Generator[None, None, list[Fraction] | None]:
    """The probability for each cell; 0 and 1 if it is certain. None if no board fits. Yields at checkpoints."""
    _, shares = yield from weighed(puzzle)
    return shares


def weighed(
    puzzle: Puzzle, known: dict[frozenset[Hint], Component] | None = None
) -> Generator[None, None, tuple[int, list[Fraction] | None]]:
    """Return the number of boards that fit, and the probabilities. Regions that are `known` are not counted again; new
    ones
    are added."""
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
    puzzle: Puzzle, known: dict[frozenset[Hint], Component] | None = None
) -> Generator[None, None, tuple[list[Component], int, int | None] | None]:
    """The regions, the closed cells that no number touches, and the mines that are left to place; None if a number
    cannot be met."""
    closed = puzzle.cells & ~puzzle.givens.known
    mines, hints = None, {}
    for number, constraint in enumerate(puzzle.constraints):
        (count,) = constraint.allowed
        scope = set_of(constraint.scope)
        rest = count - (scope & puzzle.givens.yes).bit_count()
        if constraint.clue.at == ("mines",):
            mines = rest
        else:
            hints[number] = (scope & closed, rest)
    if any(not 0 <= rest <= cells.bit_count() for cells, rest in hints.values()) or mines is not None and mines < 0:
        return None
    regions = []
    for classes in _regions(hints, closed):
        key = frozenset(hints[number] for numbers in classes.values() for number in numbers)
        if known is not None and key in known:
            regions.append(known[key])
            continue
        links = _cover(classes, hints)
        yield from links.build()
        # No coefficient is over 2^cells. Without a number of mines there is but one coefficient, of all solutions.
        bits = 0 if mines is None else 1 + sum(cells.bit_count() for cells in classes)
        regions.append(
            Component(classes, bits, *(yield from links.weigh_in_steps(lambda row, bits=bits: _boards(row, bits))))
        )
        if known is not None:
            known[key] = regions[-1]
    touched = sum(cells for region in regions for cells in region.classes)
    return regions, closed & ~touched, mines


class Component(NamedTuple):
    """Classes that hang together; polynomials as ints, with `bits` for each coefficient."""

    classes: dict[int, list[int]]
    bits: int
    solutions: int
    with_row: dict[Class, int]


def _boards(row: Class, bits: int) -> int:
    """In how many ways a class can have this number of mines, as a polynomial."""
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


def _regions(hints: dict[int, tuple[int, int]], closed: int) -> list[dict[int, list[int]]]:
    """For each region, its classes, {cells: hints}, in an order in which neighbours follow one another."""
    around: dict[int, list[int]] = {}
    for number, (cells, _) in hints.items():
        for cell in members(cells & closed):
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
    """A region as exact cover: each class has one count, and each hint its number of mines."""
    columns: dict[Any, Any] = dict.fromkeys(classes, 1)
    rows: dict[Class, dict[Any, Any]] = {}
    for cells, numbers in classes.items():
        for number in numbers:
            columns[-1 - number] = hints[number][1]
        for count in range(cells.bit_count() + 1):
            rows[cells, count] = {cells: 1, **({-1 - number: count for number in numbers} if count else {})}
    return DancingLinks(columns, rows)


def _shares(
    puzzle: Puzzle, regions: Sequence[Component], outside: int, mines: int | None
) -> Generator[None, None, tuple[int, list[Fraction] | None]]:
    """Puts the regions and the cells that no number touches together."""
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
    # Fractions bring the decimal numbers with them: loaded when they are wanted, not when the page starts.
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


def _levels(regions: Sequence[Component]) -> Generator[None, None, list[list[Polynomial]]]:
    """The boards of the regions by their mines, then of pairs of regions, of fours, up to all of them."""
    levels = [[_coefficients(region.solutions, region.bits) for region in regions] or [[1]]]
    while len(levels[-1]) > 1:
        levels.append((yield from _by_pairs(levels[-1])))
    return levels


def _outside(free: int, mines: int | None, length: int) -> Generator[None, None, Polynomial]:
    """In how many ways `free` cells can have the mines that are left of all, when 0, 1, 2 ... are elsewhere."""
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
    """The sum of the products of their coefficients, with safe points."""
    total = 0
    for start in range(0, len(one), TERMS_AT_ONCE):
        stop = start + TERMS_AT_ONCE
        total += sum([a * b for a, b in zip(one[start:stop], other[start:stop])])
        yield
    return total
