"""Smaller puzzles, with fewer clauses, that are equivalent for the cells in question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tesuji.bitset import members
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat.encoder import AT_ONCE
from tesuji.model import Board, Constraint, Puzzle


def narrowed(puzzle: Puzzle, known: Board, progress: Progress) -> Steps[Puzzle]:
    """Return the puzzle with its counts reduced to the cells that are not known."""
    yes, no = set(members(known.yes)), set(members(known.no))
    constraints = []
    for number, constraint in enumerate(puzzle.constraints):
        if number % AT_ONCE == 0:
            yield progress
        constraint = constraint.narrowed(yes, no)
        if constraint.scope:
            constraints.append(constraint)
    return puzzle._replace(constraints=tuple(constraints))


def without_free_cells(puzzle: Puzzle, groups: Sequence[int], progress: Progress) -> Steps[Puzzle]:
    """Return the puzzle without interchangeable cells that only one count contains. They can be filled in later."""
    heads = {next(members(group)): group for group in groups}
    held = Counter(cell for constraint in puzzle.constraints for cell in constraint.scope if cell in heads)
    yield progress
    constraints: list[Constraint] = []
    for number, constraint in enumerate(puzzle.constraints):
        if number % AT_ONCE == 0:
            yield progress
        spare = sum(heads[cell] for cell in constraint.scope if held[cell] == 1)
        rest = constraint.without(spare) if spare and constraint.symmetric else constraint
        if rest is not None:
            constraints.append(rest)
    return puzzle._replace(constraints=tuple(constraints))
