"""A contradiction as named steps of `Explainer`, from a board until a rule is broken.

Only needed steps are kept. If there are several contradictions, the one with the fewest chunks is used, and among these
the one with the easiest steps. If there is no contradiction, one value of a cell is supposed and refuted in the same
way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from typing import NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Progress, Steps, at_most
from tesuji.engine.context import NO_REASONS, Context
from tesuji.engine.reasons.conflict import Conflict
from tesuji.engine.reasons.order import HYPOTHESIS, SWEEPS, Chunk, chunks, levels
from tesuji.engine.reasons.steps import Explainer
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Puzzle, Step, counted

WAVES = 15_000
"""The limit of safe points for the search in waves."""
MAX_DEPTH = 12
"""The deepest nesting of suppositions."""
MAX_COMPARED = 40
"""The number of values that are supposed and compared before suppositions are nested."""


class Break(NamedTuple):
    """A contradiction on a board."""

    cells: int
    """The known cells that it uses."""
    constraint: int | None = None
    """The constraint that cannot hold, if any."""
    denied: Step | None = None
    """Otherwise, a step that contradicts the known value of a cell."""


class Derivation(NamedTuple):
    """Steps from a board to a break."""

    start: Board
    steps: tuple[Step, ...]
    broken: Break
    branches: Mapping[int, Derivation] = {}
    """For steps that were supposed: the step number -> the consequences of the opposite value of the step's only cell.
    """
    chunks: Sequence[Chunk] = ()
    """The groups of steps that are stated together."""

    @property
    def cells(self) -> int:
        """The cells of the starting board that are used."""
        used = self.broken.cells
        for step in self.steps:
            used |= step.cells
        return used & self.start.known

    @property
    def board(self) -> Board:
        """The board on which the contradiction appears."""
        board = self.start
        for step in self.steps:
            board = board.joined(Board(step.yes, step.no))
        return board

    @property
    def constraints(self) -> tuple[int, ...]:
        """The constraints that are used, in the order of their first use."""
        used: dict[int, None] = {}
        for number, step in enumerate(self.steps):
            branch = self.branches.get(number)
            used |= dict.fromkeys(branch.constraints if branch else step.because)
        last = self.broken.denied.because if self.broken.denied else (self.broken.constraint,)
        return tuple(dict.fromkeys((*used, *(number for number in last if number is not None))))

    def conflict(self, puzzle: Puzzle, what: str) -> Conflict:
        """Return the counted constraints and the cells that are used, which need not be the fewest."""
        cells, givens = self.cells, puzzle.givens if what == "rules" else Board()
        blamed = counted(puzzle, "clues")
        numbers = tuple(number for number in self.constraints if blamed >> number & 1)
        marks = self.start.within(cells & ~puzzle.givens.known)
        return Conflict(numbers, marks, givens.within(cells), minimal=False)


def derive(context: Context, start: Board) -> Steps[Derivation | None]:
    """Return the easiest way found from a board to a break, or None if there is none or it needs more than MAX_DEPTH
    suppositions.
    """
    context = context.limited(NO_REASONS)
    found = [(yield from at_most(_in_waves(context, start), WAVES))]
    with suppress(OutOfBudget) if found[0] else nullcontext():
        found.append((yield from _step_by_step(context, start)))
    return _easiest(context, filter(None, found))


def _easiest(context: Context, found: Iterable[Derivation]) -> Derivation | None:
    weight = levels(context)
    return min(
        found,
        key=lambda one: (len(one.chunks), sum(weight[step.technique] + 1 for step in one.steps)),
        default=None,
    )


def _in_waves(context: Context, start: Board) -> Steps[Derivation | None]:
    """Take all easy steps at once, or a harder one if there are none, until something breaks. This gives the shortest
    chains of steps. Return None if steps alone do not lead to a break.
    """
    explainer = Explainer(context, start)
    with suppress(Contradiction):
        while True:
            steps = (yield from explainer.easiest_steps(SWEEPS)) or (yield from explainer.easiest_steps())
            if not steps:
                return None
            for step in steps:
                explainer.apply(step)
            if any(_breaks(context.puzzle, explainer.board, None)):
                break
    breaks = _breaks(context.puzzle, explainer.board, explainer.denied)
    return _easiest(context, [_needed(context, start, explainer.result.steps, one, {}) for one in breaks])


def _step_by_step(context: Context, start: Board, depth: int = 0) -> Steps[Derivation | None]:
    """Take one step at a time, and suppose a value if there is none."""
    explainer = Explainer(context, start)
    branches: dict[tuple[int, int], Derivation] = {}
    """(yes, no) of a step -> the branch that proves it."""
    while True:
        yield from explainer.run()
        if explainer.result.verdict != "none" or start.yes & start.no:
            return None
        steps = explainer.result.steps
        breaks = list(_breaks(context.puzzle, explainer.board, explainer.denied))
        if breaks:
            return _easiest(context, [_needed(context, start, steps, one, branches) for one in breaks])
        if depth >= MAX_DEPTH:
            return None
        branch = yield from _supposition(context, explainer.board, depth)
        if branch is None:
            return None
        supposed, derivation = branch
        if not derivation.cells & supposed.known:
            return _needed(context, start, [*steps, *derivation.steps], derivation.broken, branches)
        step = _opposite(supposed, derivation)
        branches[step.yes, step.no] = derivation
        explainer = Explainer(context, start)
        for taken in (*steps, step):
            explainer.apply(taken)


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


def _needed(
    context: Context, start: Board, steps: list[Step], broken: Break, branches: Mapping[tuple[int, int], Derivation]
) -> Derivation:
    """Keep the steps on which the contradiction or another kept step depends, in chunks."""
    kept, wanted = [], broken.cells & ~start.known
    for step in reversed(steps):
        if (step.yes | step.no) & wanted:
            kept.append(step)
            wanted |= step.cells & ~start.known
    kept.reverse()
    order, together = chunks(context, start, kept)
    kept = [kept[number] for number in order]
    numbered = {
        number: branches[step.yes, step.no] for number, step in enumerate(kept) if (step.yes, step.no) in branches
    }
    return Derivation(start, tuple(kept), broken, numbered, together)


def _supposition(context: Context, board: Board, depth: int) -> Steps[tuple[Board, Derivation] | None]:
    """Return the supposition that leads to a break most easily: the board with the value and its consequences. Return
    None if no value leads to a break.
    """
    values = [
        Board(1 << cell, 0) if value else Board(0, 1 << cell)
        for cell in Explainer(context, board).unknown_cells()
        for value in (True, False)
    ]
    progress = Progress("conflict", of=context.puzzle.size)
    best: tuple[int, Board, Derivation] | None = None
    for limit in (depth + 1, MAX_DEPTH):
        deeper = MAX_DEPTH - (limit - depth - 1) if limit == depth + 1 else depth + 1
        for supposed in values[:MAX_COMPARED]:
            yield progress
            found = yield from _step_by_step(context, board.joined(supposed), deeper)
            if found and (best is None or len(found.steps) < best[0]):
                best = len(found.steps), supposed, found
                if limit == MAX_DEPTH:
                    break
        if best:
            return best[1:]
    return None


def _opposite(supposed: Board, derivation: Derivation) -> Step:
    """Return the step that follows from a refuted supposition."""
    because = derivation.constraints
    words = {"n": len(because), "links": len(derivation.steps)}
    cells = derivation.cells & ~supposed.known
    return Step(supposed.no, supposed.yes, HYPOTHESIS, because, cells, words, len(because), False)
