"""Answers "Why this cell?": the steps that lead to one chosen cell, and no others.

The easiest steps run until the cell is settled. Then, backwards from it, every step is kept on which a kept step
depends. Finally each step is removed in turn: if the others are still justified without it, it is dropped, and the
steps that used its cells are derived again.
"""

from __future__ import annotations

from contextlib import suppress

from tesuji.bitset import literals, members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.context import TOWARDS, Context
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.steps import HYPOTHESIS, SWEEPS, TOGETHER, Explainer, Explanation, why_not
from tesuji.engine.sat.solver import Core, Model
from tesuji.engine.session import Session
from tesuji.errors import OutOfBudget
from tesuji.model import Board, Puzzle, Step
from tesuji.rulebook import Rulebook

MAX_CONFLICTS = 400
"""The number of learner conflicts after which a step is kept without a result."""
SOLVING = 2000
"""The most safe points for finding the solution in advance."""
TOLD = SWEEPS + 1
"""If a step no longer fits its technique, techniques up to this level are tried."""


def steps_towards(
    puzzle: Puzzle, book: Rulebook, cell: int, board: Board | None = None, session: Session | None = None
) -> Steps[Explanation]:
    """Return the steps from `board`, or the givens, to one cell, without unneeded ones.

    The verdict is "unknown" if the cell is settled, else that of `explain`, with no steps. If the budget ends during
    minimisation, the steps may not be minimal. A `session` makes the next query about the same board faster.
    """
    start = board or puzzle.givens
    explainer = yield from _steps_until(cell, puzzle, book, start, session or Session())
    context, found = explainer.context, explainer.result
    if not found.board.known >> cell & 1:
        return Explanation(found.board, [], found.verdict)
    steps = _needed(found.steps, 1 << cell)
    was_on = {step.yes | step.no: step.cells for step in steps}
    with suppress(OutOfBudget):
        steps = yield from _thinned(context, start, steps, 1 << cell, explainer.progress)
    shown, board = [], start
    for step in steps:
        if step.cells != was_on[step.yes | step.no]:
            step = _step_from(context, board, step)
            with suppress(OutOfBudget):
                yield explainer.progress
        shown.append(step)
        board = Board(board.yes | step.yes, board.no | step.no)
    return Explanation(board, shown)


def _steps_until(cell: int, puzzle: Puzzle, book: Rulebook, start: Board, session: Session) -> Steps[Explainer]:
    """Take the easiest steps until a cell is known. If the session's latest query was about the same board, continue
    from its steps.
    """
    explainer: Explainer | None = session.take(puzzle, start)
    known = explainer is not None
    explainer = explainer or Explainer(Context(puzzle, book, TOWARDS), start)
    with suppress(OutOfBudget):
        if not known:
            yield from explainer.solve(SOLVING)
        yield from explainer.run(until=1 << cell)
        if explainer.result.verdict != "none":  # after a contradiction, the explainer stopped in the middle of a search
            session.put(puzzle, start, explainer)
    return explainer


def _step_from(context: Context, before: Board, step: Step) -> Step:
    """Rename a step to a technique that still applies without the cells that it no longer uses. "The number has all its
    lines" does not apply if one of the lines is not known yet."""
    known = Board(before.yes & step.cells, before.no & step.cells)
    reasons = set(step.because)
    for technique in context.book.explaining.techniques:
        if technique.level > TOLD:
            break
        for other in technique.find(context, known):
            if other is None or set(other.because) != reasons:
                continue
            if technique.name == step.technique and not (step.yes & ~other.yes or step.no & ~other.no):
                return step  # the step did not need the cells that it used
            if (other.yes, other.no) == (step.yes, step.no):
                return other._replace(because=step.because, cells=step.cells)
    n = len(step.because)
    chain = why_not(context, before, step) if (step.yes | step.no).bit_count() == 1 else None
    if chain:
        words = {"n": n, "links": len(chain.links) - 1}
        return step._replace(technique=HYPOTHESIS, params=words, minimal=False)
    return step._replace(technique=TOGETHER, params={"n": n}, minimal=False)


def _needed(steps: list[Step], wanted: int) -> list[Step]:
    """Return the steps, in order, that settle a wanted cell or a cell that a later kept step uses."""
    kept = []
    for step in reversed(steps):
        if (step.yes | step.no) & wanted:
            kept.append(step)
            wanted |= step.cells
    return kept[::-1]


def _thinned(context: Context, start: Board, steps: list[Step], wanted: int, progress: Progress) -> Steps[list[Step]]:
    """Return the same steps, minimised. Removal starts with the last steps, which are closest to the cell."""
    others = _Others(Assumptions(context.puzzle, context.book.explaining.counted, Board(), progress))
    for step in reversed(steps[:-1]):
        # Earlier removals may have removed this step or changed the cells that it uses.
        settled = step.yes | step.no
        place = next((place for place, other in enumerate(steps) if other.yes | other.no == settled), None)
        if place is None:
            continue
        rest = yield from _without(others, start, steps, place)
        if rest is not None:
            steps = _needed(rest, wanted)
    return steps


def _without(others: _Others, start: Board, steps: list[Step], place: int) -> Steps[list[Step] | None]:
    """Return the other steps with the known cells they use, or None if one of them is no longer justified."""
    board, rest = start, []
    for number, step in enumerate(steps):
        if number == place:
            continue
        lost = step.cells & ~board.known
        if lost:
            step = step._replace(cells=step.cells & board.known)
            if not (yield from others.enough(board, step)):
                return None
        rest.append(step)
        board = Board(board.yes | step.yes, board.no | step.no)
    return rest


class _Others:
    """Tests which steps stay justified. It stores boards on which the reasons of a step hold and its cells have other
    values, and the known cells that a step used when nothing else was left; these serve queries about later steps.
    """

    def __init__(self, assumptions: Assumptions):
        self.assumptions = assumptions
        self.boards: list[int] = []
        """The yes cells of the boards found so far."""
        self.taken: dict[tuple[int, int], list[int]] = {}
        """(cell, constraints) -> sets of known cells that, with these constraints, force the cell."""

    def enough(self, board: Board, step: Step) -> Steps[bool]:
        """Return whether a step's constraints and the known cells it uses force its values."""
        on = sum(1 << number for number in step.because)
        known = Board(board.yes & step.cells, board.no & step.cells)
        for cell in members(step.yes | step.no):
            taken = self.taken.setdefault((cell, on), [])
            if any(not cells & ~known.known for cells in taken):
                continue
            if step.yes >> cell & 1:
                against = Board(known.yes, known.no | 1 << cell)
            else:
                against = Board(known.yes | 1 << cell, known.no)
            if self._known(against, on):
                return False
            outcome = yield from self.assumptions.ask(literals(*against), on, None, MAX_CONFLICTS)
            if isinstance(outcome, Model):
                self.boards.append(self.assumptions.yes_of(outcome))
            if not isinstance(outcome, Core):
                return False
            taken.append(known.known & set_of(literal >> 1 for literal in outcome))
        return True

    def _known(self, against: Board, on: int) -> bool:
        """Return whether one of the boards has these cells and satisfies these constraints."""
        return any(
            not (against.yes & ~yes or against.no & yes or self.assumptions.broken(yes, on)) for yes in self.boards
        )
