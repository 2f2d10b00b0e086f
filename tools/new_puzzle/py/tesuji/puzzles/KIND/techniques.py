"""What people see at one number and at two, easiest first.

A technique is a pure function that yields sound steps. Its name is the key "technique.<name>" in the strings, its
sentence the key "step.<name>"; `{a}` is the letter of the first reason, the other holes are the step's parameters.
Without techniques the engine explains by the constraints alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from tesuji.model import Board, Puzzle, Step, Technique


class Number(NamedTuple):
    """A number with unknown cells: its place among the constraints, its clue, and its cells as bit sets."""

    constraint: int
    at: tuple
    value: int
    unknown: int
    filled: int
    empty: int

    @property
    def missing(self) -> int:
        """How many of the unknown cells are filled."""
        return self.value - self.filled.bit_count()

    @property
    def spare(self) -> int:
        """How many of them are empty."""
        return self.unknown.bit_count() - self.missing


def numbers(puzzle: Puzzle, board: Board) -> Iterator[Number]:
    for index, (constraint, clue) in enumerate(zip(puzzle.constraints, puzzle.clues)):
        cells = sum(1 << cell for cell in constraint.scope)
        if unknown := cells & ~board.known:
            yield Number(index, clue.at, clue.value, unknown, cells & board.yes, cells & board.no)


def step(technique: str, yes: int, no: int, *used: Number) -> Step:
    """A step that these numbers explain together."""
    params = {"row": used[0].at[0] + 1, "column": used[0].at[1] + 1, "value": used[0].value, "other": used[-1].value}
    cells = 0  # the known cells that were used
    for number in used:
        cells |= number.filled | number.empty
    # k is the number of clues that are taken together.
    return Step(yes, no, technique, tuple(number.constraint for number in used), cells, params, k=len(used))


def met(puzzle: Puzzle, board: Board) -> Iterator[Step]:
    """All filled cells of a number are known: the others are empty."""
    for number in numbers(puzzle, board):
        if not number.missing:
            yield step("KIND-met", 0, number.unknown, number)


def needed(puzzle: Puzzle, board: Board) -> Iterator[Step]:
    """A number needs every cell that is left: they are filled."""
    for number in numbers(puzzle, board):
        if not number.spare:
            yield step("KIND-needed", number.unknown, 0, number)


def pair(puzzle: Puzzle, board: Board) -> Iterator[Step | None]:
    """Two numbers share cells, and one lacks so many more that all cells of its own are filled, and those of the other
    are empty; or the other way round. None after each number: on a large board a pause may be made there."""
    by_place = {number.at: number for number in numbers(puzzle, board)}
    for (r, c), first in by_place.items():
        near = [
            (r + down, c + across) for down, across in product(range(-2, 3), repeat=2) if abs(down) + abs(across) < 3
        ]
        for second in (by_place[place] for place in near if place in by_place):
            mine, other = first.unknown & ~second.unknown, second.unknown & ~first.unknown
            if not mine | other or not first.unknown & second.unknown:
                continue
            if first.missing - second.missing == mine.bit_count():
                yield step("KIND-pair", mine, other, first, second)
            elif first.spare - second.spare == mine.bit_count():
                yield step("KIND-pair", other, mine, first, second)
        yield None


TECHNIQUES = (
    Technique("KIND-met", 1, met),
    Technique("KIND-needed", 1, needed),
    Technique("KIND-pair", 2, pair),
)
