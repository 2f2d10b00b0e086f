"""A contradiction as named steps of `Explainer`, from a board until a rule is broken.

Only needed steps are kept. If there are several contradictions, the one with the fewest chunks is used, and among these
the one with the easiest steps. If steps alone do not lead to a contradiction, one value of a cell is supposed and
refuted by trials. If that takes too long, trials continue from the board that the steps reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import reduce
from operator import or_

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Steps, at_most
from tesuji.engine.context import NO_REASONS, Context
from tesuji.engine.reasons.contradiction import Branches, Break, Derivation, grouped, needed
from tesuji.engine.reasons.order import SWEEPS, levels
from tesuji.engine.reasons.steps import Explainer
from tesuji.engine.reasons.trials import refute
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Step

WAVES, SINGLE_STEPS, TRIALS = 100_000, 15_000, 100_000
"""Limits in safe points for the search in waves, for the search step by step, and for trials if both have failed."""
FEW, MANY = 50, 2000
"""Breaks that are examined between two safe points, and steps or constraints that are looked at."""


def derive(context: Context, start: Board) -> Steps[Derivation | None]:
    """Return the easiest way found from a board to a break, or None if there is none or it is not found in time."""
    context = context.limited(NO_REASONS)
    explainer = Explainer(context, start)
    found = (yield from at_most(_in_waves(explainer), WAVES)) or []
    if not start.yes & start.no:
        with suppress(OutOfBudget) if found else nullcontext():
            found += (yield from at_most(_step_by_step(context, start), SINGLE_STEPS)) or []
        found = found or (yield from at_most(_by_trials(explainer, start), TRIALS)) or []
    return (yield from _easiest(explainer, found))


def _easiest(explainer: Explainer, found: list[Derivation]) -> Steps[Derivation | None]:
    """Return the derivation with the fewest chunks, or, among several, the one with the easiest steps."""
    context = explainer.context
    weight = levels(context)
    weighed: list[tuple[int, int, int]] = []
    for number, one in enumerate(found):
        one = found[number] = grouped(context, one)
        weighed.append((len(one.chunks), sum(weight[step.technique] + 1 for step in one.steps), number))
        if number % FEW == FEW - 1:
            yield explainer.progress
    return found[min(weighed)[2]] if found else None


def _in_waves(explainer: Explainer) -> Steps[list[Derivation]]:
    """Take all easy steps at once, or a harder one if there are none, until something breaks. This gives the shortest
    chains of steps. The list is empty if steps alone do not lead to a break.
    """
    start = explainer.board
    with suppress(Contradiction):
        while True:
            steps = (yield from explainer.easiest_steps(SWEEPS)) or (yield from explainer.easiest_steps())
            if not steps:
                return []
            for step in steps:
                explainer.apply(step)
            if (yield from _breaks(explainer, None, 1)):
                break
    breaks = yield from _breaks(explainer, explainer.denied)
    return (yield from _derivations(explainer, start, breaks, {}))


def _step_by_step(context: Context, start: Board) -> Steps[list[Derivation]]:
    """Take one step at a time, and suppose a value if there is none."""
    explainer = Explainer(context, start)
    branches: dict[tuple[int, int], Derivation] = {}
    while True:
        yield from explainer.run()
        if explainer.result.verdict != "none":
            return []
        steps = explainer.result.steps
        breaks = yield from _breaks(explainer, explainer.denied)
        if breaks:
            return (yield from _derivations(explainer, start, breaks, branches))
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


def _derivations(
    explainer: Explainer, start: Board, breaks: Iterable[Break], branches: Branches
) -> Steps[list[Derivation]]:
    """Return the needed steps for each break. A large board may have thousands of breaks and steps, so only the steps
    that a break may depend on are examined for it.
    """
    steps = explainer.result.steps
    settling: dict[int, list[int]] = {}
    for number, step in enumerate(steps, 1):
        for cell in members(step.yes | step.no):
            settling.setdefault(cell, []).append(number - 1)
        if not number % MANY:
            yield explainer.progress
    found: list[Derivation] = []
    for number, one in enumerate(breaks, 1):
        found.append(needed(start, _used(steps, settling, one.cells & ~start.known, ~start.known), one, branches))
        if not number % FEW:
            yield explainer.progress
    return found


def _used(steps: Sequence[Step], settling: Mapping[int, Sequence[int]], wanted: int, unknown: int) -> list[Step]:
    """Return, in order, all steps that settle some wanted cells, or cells that such a step uses."""
    used: set[int] = set()
    front = wanted
    while front:
        numbers = {number for cell in members(front) for number in settling.get(cell, ())} - used
        used |= numbers
        front = reduce(or_, (steps[number].cells for number in numbers), 0) & unknown & ~wanted
        wanted |= front
    return [steps[number] for number in sorted(used)]


def _by_trials(explainer: Explainer, start: Board) -> Steps[list[Derivation]]:
    """Continue by trials from the steps taken so far."""
    tried = yield from refute(explainer.context, explainer.board)
    steps = [*explainer.result.steps, *(tried.steps if tried else ())]
    return [needed(start, steps, tried.broken, tried.proven)] if tried else []


def _breaks(explainer: Explainer, denied: Step | None, most: int | None = None) -> Steps[list[Break]]:
    """Return the breaks of a board, or the first `most`: constraints that cannot hold, and the denied step, if any."""
    found: list[Break] = []
    board = explainer.board
    digits = [f"{cells:0{explainer.puzzle.size}b}"[::-1] for cells in board]
    for number, constraint in enumerate(explainer.puzzle.constraints):
        if len(found) == most:
            return found
        if number % MANY == MANY - 1:
            yield explainer.progress
        scope = constraint.scope
        yes, no = (int("".join([values[cell] for cell in reversed(scope)]) or "0", 2) for values in digits)
        try:
            constraint.infer(yes, no)
        except Contradiction:
            used = constraint.reason(yes, no, None)
            found.append(Break(set_of(scope[place] for place in members(used)), number))
    if denied:
        found.append(Break(denied.cells | denied.yes & board.no | denied.no & board.yes, denied=denied))
    return found
