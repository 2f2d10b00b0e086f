"""Why this cell: the steps that lead to one chosen cell, and no others.

The easiest steps are taken until the cell is settled; back from it, those are kept that settle something a kept one
looks at. Then each is left out once: where the reasons of the others are still enough without its cells, it stays out.
"""

from __future__ import annotations

from contextlib import suppress

from tesuji.engine.budget import Progress, Steps
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.steps import Explainer, Explanation
from tesuji.engine.sat.solver import Core
from tesuji.errors import OutOfBudget
from tesuji.model import Board, Puzzle, Rulebook, Step, literals, members

ENOUGH = 400
"""Conflicts of the learner after which a step is kept unasked."""


def steps_towards(puzzle: Puzzle, book: Rulebook, cell: int, board: Board | None = None) -> Steps[Explanation]:
    """The steps from `board`, or the givens, to one cell; none of them can be left out.

    The verdict is "unknown" where the cell is settled, else as of `explain`, with no steps. Where the budget ends while
    steps are left out, those that are left so far.
    """
    start = board or puzzle.givens
    explainer = Explainer(puzzle, book, start)
    # A step of fewer reasons elsewhere on the board need not help this cell. Measured on cells of the hardest 10x10: as
    # many steps in the end, of hardly more reasons, in 0.2 to 0.4 of the time where it takes long.
    explainer.searches = 0
    with suppress(OutOfBudget):
        yield from explainer.run(until=1 << cell)
    found = explainer.result
    if not found.board.known >> cell & 1:
        return Explanation(found.board, [], found.verdict)
    steps = _needed(found.steps, 1 << cell)
    with suppress(OutOfBudget):
        steps = yield from _thinned(puzzle, book, start, steps, 1 << cell, explainer.progress)
    for step in steps:
        start = Board(start.yes | step.yes, start.no | step.no)
    return Explanation(start, steps)


def _needed(steps: list[Step], wanted: int) -> list[Step]:
    """Of some steps in order, those that settle a wanted cell, or one that a later one of these looks at."""
    kept = []
    for step in reversed(steps):
        if (step.yes | step.no) & wanted:
            kept.append(step)
            wanted |= step.cells
    return kept[::-1]


def _thinned(
    puzzle: Puzzle, book: Rulebook, start: Board, steps: list[Step], wanted: int, progress: Progress
) -> Steps[list[Step]]:
    """The same with none to spare; the last ones, which lie nearest to the cell, are left out first."""
    assumptions = Assumptions(puzzle, book.explaining.counted, Board(), progress)
    for step in reversed(steps[:-1]):
        # What was left out already may have taken this one with it, or changed what it looks at.
        settled = step.yes | step.no
        place = next((place for place, other in enumerate(steps) if other.yes | other.no == settled), None)
        if place is None:
            continue
        rest = yield from _without(assumptions, start, steps, place)
        if rest is not None:
            steps = _needed(rest, wanted)
    return steps


def _without(assumptions: Assumptions, start: Board, steps: list[Step], place: int) -> Steps[list[Step] | None]:
    """The other steps, each with what is known of the cells it looks at; None where that is not enough for one."""
    board, rest = start, []
    for number, step in enumerate(steps):
        if number == place:
            continue
        lost = step.cells & ~board.known
        if lost:
            step = step._replace(cells=step.cells & board.known)
            if not (yield from _enough(assumptions, board, step)):
                return None
        rest.append(step)
        board = Board(board.yes | step.yes, board.no | step.no)
    return rest


def _enough(assumptions: Assumptions, board: Board, step: Step) -> Steps[bool]:
    """Whether a step's constraints and the known cells it looks at leave nothing else."""
    known = literals(board.yes & step.cells, board.no & step.cells)
    on = sum(1 << number for number in step.because)
    for cell in members(step.yes | step.no):
        opposite = 2 * cell + (step.yes >> cell & 1)
        outcome = yield from assumptions.ask([opposite, *known], on, None, ENOUGH)
        if not isinstance(outcome, Core):
            return False
    return True
