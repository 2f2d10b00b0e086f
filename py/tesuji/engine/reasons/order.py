"""The order of steps, and their groups (thoughts).

People either follow up their latest finding until nothing easy is left there, or finish one line first. A *thought* is
a group of steps that they take without looking elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from tesuji.engine.budget import Progress, Steps
from tesuji.engine.context import Context
from tesuji.engine.reasons.proximity import Proximity
from tesuji.model import Board, Step, cells_of
from tesuji.rulebook import Rulebook

SWEEPS = 2
"""Up to this level all steps are searched at once; for harder techniques one step is enough."""
NEAR = 1
"""Steps at most this far from the latest one are taken without looking for nearer ones."""
MOST_SEARCHED = 1000
"""On a larger board, the search for nearer steps would take too long."""
HYPOTHESIS, EITHER, TOGETHER = "hypothesis", "either", "together"
LEVELS = {HYPOTHESIS: 5, EITHER: 6, TOGETHER: 7}
"""The levels of steps without a name."""
Find = Callable[[int | None], Steps[list[Step]]]
"""(highest level, None for all) -> the easiest steps available now; each settles unknown cells only."""


class Order(Protocol):
    """Chooses the next step. It caches earlier steps, so boards may only grow between calls."""

    def next(self, board: Board, last: int) -> Steps[Step | None]:
        """Return the step to take on this board, or None if nothing follows. `last` are the cells of the previous step."""


class ByConsequence:
    """Takes every easy step, nearest first, then the next harder step.

    Before it goes on elsewhere on a board of at most MOST_SEARCHED variables, it looks for easy steps that follow here.
    """

    def __init__(self, context: Context, find: Find, progress: Progress):
        self.find, self.proximity = find, Proximity(context.puzzle, progress)
        self.easiest = context.book.explaining.easy
        self.stays = context.puzzle.size <= MOST_SEARCHED
        self.puzzle = context.puzzle
        self.easy: deque[Step] = deque()
        self.hard: deque[Step] = deque()
        self.searched = Board()
        """The board on which the harder steps were found."""

    def next(self, board: Board, last: int) -> Steps[Step | None]:
        step = _open(self.easy, board)
        if step and self.stays and last and self.proximity.between(step.yes | step.no, last) > NEAR:
            self.easy = deque((yield from self._easy_steps(last)))
            step = _open(self.easy, board)
        if step:
            return step
        self.easy.extend((yield from self._easy_steps(last)))
        step = _open(self.easy, board) or self._hard_step(board)
        if step:
            return step
        self.searched = board
        found = yield from self.find(None)
        self.hard.extend((yield from self.proximity.ordered(found, last)))
        return _open(self.hard, board)

    def _hard_step(self, board: Board) -> Step | None:
        """Return the first harder step whose clues have the same unknown cells as when it was found. Otherwise
        its sentence would not be accurate, for example the number of mines that a clue still needs.
        """
        since = board.known & ~self.searched.known
        while step := _open(self.hard, board):
            reasons = [self.puzzle.constraints[number] for number in step.because]
            if not any(cells_of(self.puzzle, reason) & since for reason in reasons if reason.clue):
                return step
        return None

    def _easy_steps(self, last: int) -> Steps[list[Step]]:
        return (yield from self.proximity.ordered((yield from self.find(self.easiest)), last))


class ByVisit:
    """Takes all steps of one constraint, such as a line, and finishes the constraints that they complete; then moves to
    the constraint with the most steps.
    """

    def __init__(self, context: Context, find: Find):
        self.context, self.find = context, find
        self.visit = Visit(context)
        self.steps: deque[Step] = deque()

    def next(self, board: Board, last: int) -> Steps[Step | None]:
        step = _open(self.steps, board)
        if step is None:
            self.steps.extend((yield from self._found(board)))
            step = _open(self.steps, board)
        if step:
            self.visit.take(step, board)
        return step

    def _found(self, board: Board) -> Steps[list[Step]]:
        found = yield from self.find(self.context.book.explaining.visits)
        here = [step for step in found if step.because == self.visit.because]
        here = here or [step for step in found if self.visit.includes(step, board)]
        if here:
            return here
        visits: dict[tuple[int, ...], list[Step]] = {}
        for step in found:
            visits.setdefault(step.because, []).append(step)
        if visits:
            return max(visits.values(), key=_gain)
        return (yield from self.find(None))


class Visit:
    """The state of a visit to one constraint."""

    def __init__(self, context: Context):
        self.puzzle, self.easy = context.puzzle, easy_names(context.book)
        self.because: tuple[int, ...] | None = None
        self.settled = 0

    def includes(self, step: Step, board: Board) -> bool:
        """Return whether a step belongs to this visit: it has the same reason, or it is easy, uses cells
        that the visit has settled, and completes another constraint.
        """
        if len(step.because) != 1 or step.because == self.because:
            return step.because == self.because
        scope = cells_of(self.puzzle, self.puzzle.constraints[step.because[0]])
        known = board.known | step.yes | step.no
        return step.technique in self.easy and bool(step.cells & self.settled) and not scope & ~known

    def take(self, step: Step, board: Board) -> bool:
        """Add a step; return whether it begins a new visit."""
        begins = not self.includes(step, board)
        if begins:
            self.because, self.settled = step.because, 0
        self.settled |= step.yes | step.no
        return begins


MAX_CHUNKS = 7
"""If there would be more chunks, steps by different techniques are stated together as well; if that is not enough,
chunks are joined with the next ones, the smallest first.
"""


class Chunk(NamedTuple):
    """Steps that a story states together: independent steps and the easy steps that follow from them; or, in kinds that
    are solved constraint by constraint, a pass over the lines and over those that cross them. In a long story, several
    of these.
    """

    steps: range
    harder: int
    """The number of steps that are not easy."""
    alike: bool
    """True if the steps share a technique or a pass."""


def chunks(context: Context, start: Board, steps: Sequence[Step]) -> tuple[list[int], list[Chunk]]:
    """Return an order of steps, by their numbers, and its chunks. Each chunk takes as many steps as possible that are
    alike and whose requirements are met; if that gives more than MAX_CHUNKS, steps need not be alike, and chunks are
    joined.
    """
    order, found = _chunks(context, start, steps, False)
    if len(found) > MAX_CHUNKS:
        order, found = _chunks(context, start, steps, True)
    while len(found) > MAX_CHUNKS:
        number = min(range(len(found) - 1), key=lambda number: len(found[number].steps) + len(found[number + 1].steps))
        one, other = found[number : number + 2]
        joined = range(one.steps.start, other.steps.stop)
        found[number : number + 2] = [Chunk(joined, one.harder + other.harder, False)]
    return order, found


def _chunks(context: Context, start: Board, steps: Sequence[Step], mixed: bool) -> tuple[list[int], list[Chunk]]:
    level, visits = levels(context), context.book.explaining.visits
    easy_ones = easy_names(context.book)
    known, left = start.known, dict(enumerate(steps))
    order: list[int] = []
    firsts: list[tuple[str, int]] = []
    """For each chunk, its technique or pass, and its first position in `order`."""
    rounds = 0
    while left:
        groups: dict[str, list[int]] = {}
        for number, step in left.items():
            if not step.cells & ~known:
                easy, swept = step.technique in easy_ones, level[step.technique] <= visits
                name = "" if easy else "swept" if swept else "mixed" if mixed else step.technique
                groups.setdefault(name, []).append(number)
        alike = "" if "" in groups else max(groups, key=lambda name: len(groups[name]), default="")
        rounds += alike == "swept"
        if not firsts or alike and (alike != "swept" or firsts[-1][0] != alike or rounds % 2):
            firsts.append((alike, len(order)))
            rounds = 1
        for number in groups.get(alike, list(left)):
            step = left.pop(number)
            order.append(number)
            known |= step.yes | step.no
    found = []
    for number, (alike, first) in enumerate(firsts):
        end = firsts[number + 1][1] if number + 1 < len(firsts) else len(order)
        harder = [steps[order[place]].technique for place in range(first, end)]
        harder = [name for name in harder if name not in easy_ones]
        found.append(Chunk(range(first, end), len(harder), alike == "swept" or len({*harder}) == 1))
    return order, found


def _gain(steps: Iterable[Step]) -> int:
    """Return the number of cells that the steps of a visit settle."""
    cells = 0
    for step in steps:
        cells |= step.yes | step.no
    return cells.bit_count()


def _open(steps: deque[Step], board: Board) -> Step | None:
    """Remove and return the first step that settles unknown cells only. Earlier ones are dropped: part of what they
    state is already known, so their sentences would no longer be accurate.
    """
    while steps:
        step = steps.popleft()
        if not (step.yes | step.no) & board.known or step.yes & board.no or step.no & board.yes:
            return step
    return None


def easy_names(book: Rulebook) -> frozenset[str]:
    """Return the names of the easy techniques."""
    return frozenset(one.name for one in book.explaining.techniques if one.level <= book.explaining.easy)


def levels(context: Context) -> dict[str, int]:
    """Return the level of each technique by name."""
    return {technique.name: technique.level for technique in context.book.explaining.techniques} | LEVELS


def thoughts(context: Context, start: Board, steps: Sequence[Step]) -> list[range]:
    """Group steps into thoughts, by their numbers.

    A thought is a harder step with the easy steps after it; or, in kinds solved constraint by
    constraint, all steps of one constraint.
    """
    starts, easy, visit, visits = [], easy_names(context.book), Visit(context), context.book.explaining.visits
    for number, step in enumerate(steps):
        begins = visit.take(step, start) if visits else step.technique not in easy
        if begins or number == 0:
            starts.append(number)
        if visits:
            start = start.joined(Board(step.yes, step.no))
    return [range(first, end) for first, end in zip(starts, [*starts[1:], len(steps)])]
