"""What people see at one number, easiest first.

A technique is a pure function that yields sound steps. Its name is the key "technique.<name>" in the strings, its
sentence the key "step.<name>"; `{a}` is the letter of the first reason, the other holes are the step's parameters.
Without techniques the engine explains by the constraints alone.
"""

from __future__ import annotations

from collections.abc import Iterator
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

    def step(self, technique: str, yes: int, no: int) -> Step:
        """A step that this number alone explains."""
        params = {"row": self.at[0] + 1, "column": self.at[1] + 1, "value": self.value}
        # The known cells that were used, and k: how many clues were taken together.
        return Step(yes, no, technique, (self.constraint,), self.filled | self.empty, params, k=1)


def numbers(puzzle: Puzzle, board: Board) -> Iterator[Number]:
    for index, (constraint, clue) in enumerate(zip(puzzle.constraints, puzzle.clues)):
        cells = sum(1 << cell for cell in constraint.scope)
        if unknown := cells & ~board.known:
            yield Number(index, clue.at, clue.value, unknown, cells & board.yes, cells & board.no)


def met(puzzle: Puzzle, board: Board) -> Iterator[Step]:
    """All filled cells of a number are known: the others are empty."""
    for number in numbers(puzzle, board):
        if number.filled.bit_count() == number.value:
            yield number.step("KIND-met", 0, number.unknown)


def needed(puzzle: Puzzle, board: Board) -> Iterator[Step]:
    """A number needs every cell that is left: they are filled."""
    for number in numbers(puzzle, board):
        if (number.filled | number.unknown).bit_count() == number.value:
            yield number.step("KIND-needed", number.unknown, 0)


TECHNIQUES = (Technique("KIND-met", 1, met), Technique("KIND-needed", 1, needed))
