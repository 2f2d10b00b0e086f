"""A game under way: what is certain of it?

Asked where techniques lead no further, so few cells are left, and most of them are like others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tesuji.constraints import Count
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat.encoding import AT_ONCE, Configuration, narrowed
from tesuji.engine.search import twins
from tesuji.model import Board, Constraint, Puzzle, literals, members


def certain(puzzle: Puzzle, known: Board, solution: Board, progress: Progress) -> Steps[Board]:
    """What all boards of a puzzle share, some cells of which are known, and one of whose boards is the solution."""
    puzzle = yield from _rest(puzzle, known, progress)
    left = puzzle.cells & ~known.known
    groups = list(twins(puzzle, left))
    yield progress
    mixed = [group for group in groups if group & solution.yes and group & solution.no]
    left &= ~sum(mixed)  # any two of these may be swapped
    puzzle = yield from _without_spare(puzzle, mixed, progress)
    configuration = Configuration(puzzle, lazy_lines=True)
    for _ in configuration.encode_all(known):
        yield progress
    while left:
        other = yield from _other(configuration, solution, left, progress)
        if other is None:
            break
        left &= ~(other | sum(group for group in groups if group & other))
    everywhere = left | known.known
    return Board(solution.yes & everywhere, solution.no & everywhere)


def _rest(puzzle: Puzzle, known: Board, progress: Progress) -> Steps[Puzzle]:
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


def _without_spare(puzzle: Puzzle, groups: Sequence[int], progress: Progress) -> Steps[Puzzle]:
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
            rest = [cell for cell in constraint.scope if not spare >> cell & 1]
            numbers = {most - more for most in constraint.allowed for more in range(spare.bit_count() + 1)}
            if numbers.issuperset(range(len(rest) + 1)):
                continue
            constraint = Count(rest, {number for number in numbers if number >= 0}, constraint.clue)
        constraints.append(constraint)
    return puzzle._replace(constraints=tuple(constraints))


def _other(configuration: Configuration, solution: Board, cells: int, progress: Progress) -> Steps[int | None]:
    """The cells that another board has otherwise, at least one of these and as many as come easily; None where there is
    no such board."""
    solver = configuration.solver
    otherwise, against = 2 * solver.new_var(), literals(solution.no & cells, solution.yes & cells)
    solver.add_clause((otherwise ^ 1, *against))
    for literal in against:
        solver.set_phase(literal >> 1, not literal & 1)
    board = yield from configuration.find([otherwise], False, None, progress)
    solver.add_clause((otherwise ^ 1,))
    return board.yes ^ solution.yes if isinstance(board, Board) else None
