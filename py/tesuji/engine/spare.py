"""Puzzles that say the same of the cells that are asked about, and take fewer clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tesuji.bitset import members
from tesuji.constraints import Count
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat.encoding import AT_ONCE, narrowed
from tesuji.model import Board, Constraint, Puzzle


def rest(puzzle: Puzzle, known: Board, progress: Progress) -> Steps[Puzzle]:
    """The puzzle with counts of those cells only that are not known."""
    yes, no = set(members(known.yes)), set(members(known.no))
    constraints = []
    for number, constraint in enumerate(puzzle.constraints):
        if number % AT_ONCE == 0:
            yield progress
        if isinstance(constraint, Count):
            constraint = narrowed(constraint, yes, no)
        if constraint.scope:
            constraints.append(constraint)
    return puzzle._replace(constraints=tuple(constraints))


def without_spare(puzzle: Puzzle, groups: Sequence[int], progress: Progress) -> Steps[Puzzle]:
    """A puzzle that says the same of all cells but twins of which only one count speaks, and which it can do with as it
    needs."""
    heads = {next(members(group)): group for group in groups}
    held = Counter(cell for constraint in puzzle.constraints for cell in constraint.scope if cell in heads)
    yield progress
    constraints: list[Constraint] = []
    for number, constraint in enumerate(puzzle.constraints):
        if number % AT_ONCE == 0:
            yield progress
        spare = sum(heads[cell] for cell in constraint.scope if held[cell] == 1)
        if spare and isinstance(constraint, Count):
            others = [cell for cell in constraint.scope if not spare >> cell & 1]
            numbers = {most - more for most in constraint.allowed for more in range(spare.bit_count() + 1)}
            if numbers.issuperset(range(len(others) + 1)):
                continue
            constraint = Count(others, {number for number in numbers if number >= 0}, constraint.clue)
        constraints.append(constraint)
    return puzzle._replace(constraints=tuple(constraints))
