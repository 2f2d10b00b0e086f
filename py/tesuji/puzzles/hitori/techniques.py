"""Human techniques for repeated numbers, for neighbours, for connectedness, and for the consequences of a single mark,
easiest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of, sets_for
from tesuji.constraints import Connected
from tesuji.constraints.connected import Graph
from tesuji.facts import Fact, at, techniques
from tesuji.model import Board, Puzzle, TechniqueContext
from tesuji.puzzles.hitori.rules import NUMBERS, repeated

AT_ONCE = 1000
"""The facts found between two safe points."""


class Rules(NamedTuple):
    """The rules of a puzzle, by the cells that they restrict."""

    width: int
    graph: Graph
    groups: list[tuple[int, ...]]
    """The cells of each repeated number. The position of a group is the number of its constraint."""
    sets: Sequence[int]
    """The same cells as bit sets."""
    of: dict[int, list[int]]
    """The groups that contain a cell."""
    apart: dict[tuple[int, int], int]
    """The constraint on two neighbours, in either order."""
    piece: int
    """The constraint that the unshaded cells are connected."""
    fixed: dict[Callable[[Position], Iterator[Fact]], list[Fact]]
    """The facts that hold on every board, by the function that finds them."""


def rules(puzzle: Puzzle) -> Rules:
    """Return the rules of a puzzle."""
    groups = [tuple(cells) for cells in repeated(puzzle.document["grid"])]
    of: dict[int, list[int]] = {}
    for number, cells in enumerate(groups):
        for cell in cells:
            of.setdefault(cell, []).append(number)
    last = len(puzzle.constraints) - 1
    connected = puzzle.constraints[last]
    assert isinstance(connected, Connected)
    apart = {}
    for number in range(len(groups), last):
        one, other = puzzle.constraints[number].scope
        apart[one, other] = apart[other, one] = number
    return Rules(
        puzzle.width,
        connected.graph,
        groups,
        sets_for(lambda number: set_of(groups[number]), len(groups)),
        of,
        apart,
        last,
        {},
    )


class Position(NamedTuple):
    puzzle: Puzzle
    rules: Rules
    board: Board
    open: int

    def at(self, cell: int) -> dict[str, Any]:
        return {**at(cell, self.rules.width), "value": self.value(cell)}

    def value(self, cell: int) -> int:
        """Return the number of a cell, as the page shows it; 0 if it has none."""
        row, column = divmod(cell, self.rules.width)
        return NUMBERS.find(self.puzzle.document["grid"][row][column]) + 1

    def places(self, cells: int) -> list[dict[str, Any]]:
        """Return messages for the places of cells."""
        return [{"key": "at.cell", "params": at(cell, self.rules.width)} for cell in members(cells)]


def position(context: TechniqueContext, board: Board) -> Position:
    puzzle = context.puzzle
    return Position(puzzle, context.once(rules), board, puzzle.cells & ~board.known)


# Neighbours and numbers


def next_to_shaded(position: Position) -> Iterator[Fact]:
    """Find the neighbours of shaded cells, which are not shaded."""
    found = position.rules
    for cell in members(position.board.yes):
        if left := found.graph.masks[cell] & position.open:
            because = tuple(found.apart[cell, other] for other in members(left))
            yield Fact(because, no=left, used=1 << cell, words=position.at(cell))


def number_taken(position: Position) -> Iterator[Fact]:
    """Find cells with the same number as an unshaded cell of their line; they are shaded."""
    for number, group in enumerate(position.rules.sets):
        if (kept := group & position.board.no) and (rest := group & position.open):
            first = kept & -kept
            yield Fact((number,), yes=rest, used=first, words=position.at(first.bit_length() - 1))


def triple(position: Position) -> Iterator[Fact]:
    """Find three equal numbers next to each other, of which the outer two are shaded."""
    for number, cells in enumerate(position.rules.groups):
        for first, middle, last in zip(cells, cells[1:], cells[2:]):
            between = [position.rules.apart.get(pair) for pair in ((first, middle), (middle, last))]
            if None not in between:
                yield Fact(
                    (number, *filter(None, between)), 1 << first | 1 << last, 1 << middle, 0, position.at(middle)
                )


def sandwich(position: Position) -> Iterator[Fact]:
    """Find cells between two equal numbers. They are not shaded, because one of the two is."""
    found = position.rules
    for number, cells in enumerate(found.groups):
        for first, last in zip(cells, cells[1:]):
            middle = (first + last) // 2
            if (
                last - first in (2, 2 * found.width)
                and (first, middle) in found.apart
                and (middle, last) in found.apart
            ):
                because = (number, found.apart[first, middle], found.apart[middle, last])
                form = "row" if last - first == 2 else "column"
                words = {**position.at(middle), "value": position.value(first), "as": form}
                yield Fact(because, no=1 << middle, words=words)


def pair(position: Position) -> Iterator[Fact]:
    """Find two equal numbers next to each other. One of them stays, so all others of the line are shaded."""
    found = position.rules
    for number, cells in enumerate(found.groups):
        for one, other in zip(cells, cells[1:]):
            if len(cells) > 2 and (one, other) in found.apart:
                rest = found.sets[number] & ~(1 << one | 1 << other)
                words = {**position.at(one), **at(other, found.width, "row2", "column2")}
                yield Fact((number, found.apart[one, other]), yes=rest, words=words)


def corner_pair(position: Position) -> Iterator[Fact]:
    """Find two equal numbers, one of them in a corner, where shading the corner's other neighbour would cut the corner
    off.
    """
    puzzle, found = position.puzzle, position.rules
    width, height = puzzle.width, puzzle.height
    if width < 2 or height < 2:
        return
    for corner in (0, width - 1, (height - 1) * width, height * width - 1):
        for neighbour in found.graph.near[corner]:
            (other,) = (cell for cell in found.graph.near[corner] if cell != neighbour)
            inner = neighbour + other - corner
            for number in found.of.get(corner, ()):
                if neighbour in found.groups[number]:
                    because = (number, found.apart[corner, other], found.apart[neighbour, inner], found.piece)
                    yield Fact(because, no=1 << other, words=position.at(corner))


def _fixed(facts: Callable[[Position], Iterator[Fact]]) -> Callable[[Position], Iterator[Fact | None]]:
    """Return a function that finds the facts of a puzzle only once, because they are the same on every board."""

    def stored(position: Position) -> Iterator[Fact | None]:
        fixed = position.rules.fixed
        if facts not in fixed:
            found = []
            for fact in facts(position):
                found.append(fact)
                if len(found) % AT_ONCE == 0:
                    yield None
            fixed[facts] = found
        yield from fixed[facts]

    return stored


# One piece


def only_way_out(position: Position) -> Iterator[Fact]:
    """Find unshaded cells with only one way left to the others."""
    found, board = position.rules, position.board
    for cell in members(board.no):
        near = found.graph.masks[cell]
        way = near & ~board.yes
        others = board.no & ~(1 << cell)
        if way & position.open and way.bit_count() == 1 and others:
            yield Fact(
                (found.piece,), no=way, used=1 << cell | near & board.yes | others & -others, words=position.at(cell)
            )


def one_piece(position: Position) -> Iterator[Fact]:
    """Find cells that would separate the others if they were shaded."""
    board, found = position.board, position.rules
    if not board.no:
        return
    start, room = board.no & -board.no, position.puzzle.cells & ~board.yes
    if board.no & ~found.graph.flood(start, room):
        return
    rule = position.puzzle.constraints[found.piece]
    for cell in members(found.graph.cuts(start.bit_length() - 1, room, board.no) & position.open):
        used = rule.reason(board.yes, board.no, (cell, False))
        yield Fact((found.piece,), no=1 << cell, used=used, words=position.at(cell))


# One mark and what it brings


class Effect(NamedTuple):
    """An immediate consequence of a supposed mark: the rules for it, and the cells."""

    because: tuple[int, ...]
    shaded: int = 0
    left: int = 0


def _circled(found: Rules, cell: int) -> list[Effect]:
    """Return the immediate consequences if a cell is not shaded."""
    return [Effect((number,), set_of(found.groups[number]) & ~(1 << cell)) for number in found.of.get(cell, ())]


def _shaded(found: Rules, cell: int) -> list[Effect]:
    """Return the immediate consequences if a cell is shaded, including those of its neighbours."""
    effects = []
    for near in found.graph.near[cell]:
        apart = found.apart[cell, near]
        effects.append(Effect((apart,), 0, 1 << near))
        effects += [Effect((apart, *more.because), more.shaded, 1 << near) for more in _circled(found, near)]
    return effects


class Violation(NamedTuple):
    """The rules that some marks break, the cells of these marks, and the form of a sentence about them."""

    rules: tuple[int, ...]
    cells: int
    form: str


def _clash(position: Position, shaded: int, left: int) -> Violation | None:
    """Return the rules that forbid shading and leaving these cells, given the known ones; None if they are possible. A
    cell that would be both needs no rule: it has the same number as one that stays.
    """
    found, board = position.rules, position.board
    left |= board.no
    for cell in members(shaded & left):
        for number in found.of[cell]:
            if equal := found.sets[number] & left & ~(1 << cell):
                return Violation((), 1 << cell | equal & -equal, "equal")
    every = shaded | board.yes
    for cell in members(shaded):
        if touching := found.graph.masks[cell] & every:
            other = touching.bit_length() - 1
            return Violation((found.apart[cell, other],), 1 << cell | 1 << other, "touch")
    return None


def _cut(position: Position, shaded: int, left: int) -> Violation | None:
    """Return the connectedness rule if these cells break it, or None."""
    found, board = position.rules, position.board
    left |= board.no
    reached = found.graph.flood(left & -left, position.puzzle.cells & ~(shaded | board.yes))
    return Violation((found.piece,), shaded, "numbers") if left & ~reached else None


Broken = Callable[[Position, int, int], "Violation | None"]


def _refuted(
    effects_of: Callable[[Rules, int], list[Effect]], shade: bool, broken: Broken
) -> Callable[[Position], Iterator[Fact]]:
    """Return a function that finds cells which cannot have a mark, because its immediate consequences break a rule."""

    def facts(position: Position) -> Iterator[Fact]:
        for cell in members(position.open):
            own = (1 << cell, 0) if shade else (0, 1 << cell)
            kept = effects_of(position.rules, cell)
            wrong = _breaks(position, own, kept, broken)
            if wrong is None:
                continue
            for effect in list(kept):
                fewer = [other for other in kept if other is not effect]
                if still := _breaks(position, own, fewer, broken):
                    kept, wrong = fewer, still
            rules_used = [number for effect in kept for number in effect.because]
            because = tuple(dict.fromkeys([*rules_used, *wrong.rules]))
            more = _words(position, wrong, own[0]) if shade else {"others": position.places(_all_shaded(kept))}
            yield Fact(because, own[1], own[0], position.board.known, {**position.at(cell), **more})

    return facts


def _words(position: Position, wrong: Violation, own: int) -> dict[str, Any]:
    """Return the parameters of a sentence about a cell that cannot be shaded."""
    cells = wrong.cells & ~own
    form = wrong.form if cells else "alone"
    return {"as": form, "cells": position.places(cells), "value": position.value(next(members(wrong.cells)))}


def _all_shaded(effects: list[Effect]) -> int:
    return reduce(or_, (effect.shaded for effect in effects), 0)


def _breaks(position: Position, own: tuple[int, int], effects: list[Effect], broken: Broken) -> Violation | None:
    shaded, left = own
    for effect in effects:
        shaded, left = shaded | effect.shaded, left | effect.left
    return broken(position, shaded, left)


TECHNIQUES = techniques(
    rules,
    position,
    (
        ("triplet", 1, _fixed(triple)),
        ("sandwiched", 1, _fixed(sandwich)),
        ("next-to-shaded", 1, next_to_shaded),
        ("number-taken", 1, number_taken),
        ("only-way-out", 2, only_way_out),
        ("pair-elsewhere", 2, _fixed(pair)),
        ("corner-pair", 2, _fixed(corner_pair)),
        ("one-piece", 3, one_piece),
        ("circle-separates", 4, _refuted(_circled, False, _cut)),
        ("shading-clashes", 5, _refuted(_shaded, True, _clash)),
        ("shading-separates", 5, _refuted(_shaded, True, _cut)),
    ),
)
