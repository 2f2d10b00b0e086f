"""A contradiction as named steps of `Explainer`, from a board until a rule is broken.

Only needed steps are kept. If there are several contradictions, the one with the fewest chunks is used, and among these
the one with the easiest steps. If steps alone do not lead to a contradiction, one value of a cell is supposed and
refuted by trials. If that takes too long, trials continue from the board that the steps reached.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext, suppress

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Steps, at_most
from tesuji.engine.context import NO_REASONS, Context
from tesuji.engine.reasons.contradiction import Break, Derivation, grouped, needed
from tesuji.engine.reasons.order import SWEEPS, levels
from tesuji.engine.reasons.steps import Explainer
from tesuji.engine.reasons.trials import refute
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Puzzle, Step

WAVES, SINGLE_STEPS, TRIALS = 100_000, 15_000, 100_000
"""Limits in safe points for the search in waves, for the search step by step, and for trials if both have failed."""


def derive(context: Context, start: Board) -> Steps[Derivation | None]:
    """Return the easiest way found from a board to a break, or None if there is none or it is not found in time."""
    context = context.limited(NO_REASONS)
    explainer = Explainer(context, start)
    found = (yield from at_most(_in_waves(explainer), WAVES)) or []
    if not start.yes & start.no:
        with suppress(OutOfBudget) if found else nullcontext():
            found += (yield from at_most(_step_by_step(context, start), SINGLE_STEPS)) or []
        found = found or (yield from at_most(_by_trials(explainer, start), TRIALS)) or []
    weight = levels(context)
    return min(
        (grouped(context, one) for one in found),
        key=lambda one: (len(one.chunks), sum(weight[step.technique] + 1 for step in one.steps)),
        default=None,
    )


def _in_waves(explainer: Explainer) -> Steps[list[Derivation]]:
    """Take all easy steps at once, or a harder one if there are none, until something breaks. This gives the shortest
    chains of steps. The list is empty if steps alone do not lead to a break.
    """
    context, start = explainer.context, explainer.board
    with suppress(Contradiction):
        while True:
            steps = (yield from explainer.easiest_steps(SWEEPS)) or (yield from explainer.easiest_steps())
            if not steps:
                return []
            for step in steps:
                explainer.apply(step)
            if any(_breaks(context.puzzle, explainer.board, None)):
                break
    breaks = _breaks(context.puzzle, explainer.board, explainer.denied)
    return [needed(start, explainer.result.steps, one, {}) for one in breaks]


def _step_by_step(context: Context, start: Board) -> Steps[list[Derivation]]:
    """Take one step at a time, and suppose a value if there is none."""
    explainer = Explainer(context, start)
    branches: dict[tuple[int, int], Derivation] = {}
    while True:
        yield from explainer.run()
        if explainer.result.verdict != "none":
            return []
        steps = explainer.result.steps
        breaks = list(_breaks(context.puzzle, explainer.board, explainer.denied))
        if breaks:
            return [needed(start, steps, one, branches) for one in breaks]
        tried = yield from refute(context, explainer.board)
        if tried is None:
            return []
        first = min(tried.branches, default=None)
        if first is None:
            return [needed(start, [*steps, *tried.steps], tried.broken, branches)]
        branches |= tried.proven
        explainer = Explainer(context, start)
        for step in (*steps, *tried.steps[: first + 1]):
            explainer.apply(step)


def _by_trials(explainer: Explainer, start: Board) -> Steps[list[Derivation]]:
    """Continue by trials from the steps taken so far."""
    tried = yield from refute(explainer.context, explainer.board)
    steps = [*explainer.result.steps, *(tried.steps if tried else ())]
    return [needed(start, steps, tried.broken, tried.proven)] if tried else []


def _breaks(puzzle: Puzzle, board: Board, denied: Step | None) -> Iterator[Break]:
    """Yield the breaks of a board: the constraints that cannot hold, and the denied step, if any."""
    for number, constraint in enumerate(puzzle.constraints):
        scope = constraint.scope
        yes, no = (sum((cells >> cell & 1) << place for place, cell in enumerate(scope)) for cells in board)
        try:
            constraint.infer(yes, no)
        except Contradiction:
            used = constraint.reason(yes, no, None)
            yield Break(set_of(scope[place] for place in members(used)), number)
    if denied:
        yield Break(denied.cells | denied.yes & board.no | denied.no & board.yes, denied=denied)
