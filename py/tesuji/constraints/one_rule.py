"""Techniques for any kind of puzzle: each step is what one constraint infers from the board.

Kinds without techniques use them, and other kinds may add them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tesuji.bitset import members, set_of
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext, cells_of
from tesuji.variables import completed, same_variable, visible

WIDE_SHARE = 0.5
"""A constraint over at least this part of the board's literals counts as a constraint on the whole board."""


def find(wide: bool, name: str, context: TechniqueContext, board: Board) -> Iterator[Step | None]:
    """Yield a step for each constraint that settles something: first the rules of the game, then counted constraints."""
    puzzle = context.puzzle
    numbers = context.once(_wide if wide else _local)
    for number in sorted(numbers, key=lambda number: number in context.counted):
        if cells_of(puzzle, puzzle.constraints[number]) & ~board.known:
            yield from _steps(context, board, number, name)
        yield None


def _local(puzzle: Puzzle) -> list[int]:
    wide = set(_wide(puzzle))
    return [number for number in range(len(puzzle.constraints)) if number not in wide]


def _wide(puzzle: Puzzle) -> list[int]:
    most = WIDE_SHARE * puzzle.size
    return [number for number, one in enumerate(puzzle.constraints) if len(one.scope) > most and not one.implicit]


def _steps(context: TechniqueContext, board: Board, number: int, name: str) -> Iterator[Step]:
    """Yield the steps of a constraint: one for all variables with two values, and one for each other variable."""
    puzzle, constraint = context.puzzle, context.puzzle.constraints[number]
    scope = constraint.scope
    yes = set_of(place for place, literal in enumerate(scope) if board.yes >> literal & 1)
    no = set_of(place for place, literal in enumerate(scope) if board.no >> literal & 1)
    try:
        after_yes, after_no = constraint.infer(yes, no)
    except Contradiction:
        return
    groups: dict[range | None, list[tuple[int, bool]]] = {}
    for place in members((after_yes & ~yes) | (after_no & ~no)):
        if visible(puzzle) >> scope[place] & 1:
            variable = same_variable(puzzle, scope[place])
            key = variable if len(variable) > 1 else None
            groups.setdefault(key, []).append((place, bool(after_yes >> place & 1)))
    because = (number,) if number in context.counted else ()
    minimal = not because or len(context.counted) == len(puzzle.constraints)
    for its, targets in groups.items():
        used = 0
        for target in targets:
            used |= constraint.reason(yes, no, target)
        settled = Board(
            set_of(scope[place] for place, value in targets if value),
            set_of(scope[place] for place, value in targets if not value),
        )
        cells = set_of(scope[place] for place in members(used))
        if its is not None:
            settled, removed = completed(puzzle, board, settled, set_of(its))
            cells |= removed
        yield Step(*settled, name, because, cells, {"n": len(because)}, len(because), minimal)


RULE = Technique("rule", 1, partial(find, False, "rule"))
WIDE_RULE = Technique("wide-rule", 3, partial(find, True, "wide-rule"))
GENERAL = (RULE, WIDE_RULE)
