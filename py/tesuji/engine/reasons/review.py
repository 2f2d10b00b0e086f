"""Review of a game: was each mark forced, hard to see, lucky, or wrong?

For each mark, the review determines the possible values of its cell, given the clues and all correct marks so far. If
only one value is possible, the mark was forced or wrong; if both are, it was luck. Later marks are judged without wrong
marks and with lucky ones. If a document hides its solution, only the opened cells count as known: a flag adds no
information, and values once seen stay known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Progress, Steps, at_most, relayed
from tesuji.engine.context import QUICK, Context
from tesuji.engine.reasons.conflict import Conflict, conflict
from tesuji.engine.reasons.easiest import ALLOWANCE, EasiestStep
from tesuji.engine.reasons.steps import together
from tesuji.errors import OutOfBudget
from tesuji.model import Answer, Board, Puzzle, Step
from tesuji.rulebook import Explaining, Rulebook
from tesuji.variables import blocks_of, same_variable, values_only

if TYPE_CHECKING:
    from fractions import Fraction

HARD_BY = 3
"""A forced move was hard if another step was easier by at least this many levels."""
CONFLICT_STEPS = 1500
"""The limit, in safe points, of the search for the contradiction that a wrong mark causes."""
Distance = Callable[[int, int], float]
"""(cells, other cells) -> the distance between them."""
FORCED, HARD, LUCKY, WRONG, BACK, SAME = "forced", "hard", "lucky", "wrong", "back", "same"
WORST = (SAME, BACK, FORCED, HARD, LUCKY, WRONG)
"""Labels of a move, from best to worst. A move gets the worst label of its cells."""


class Mark(NamedTuple):
    """A cell gets a value; None removes its value."""

    cell: int
    value: bool | None


class Move(NamedTuple):
    """Marks made at the same time, or the number of moves to `undo`."""

    marks: tuple[Mark, ...] = ()
    undo: int = 0


class JudgedMark(NamedTuple):
    """The judgement of a mark. `held` is True if a lucky mark was right; `chance` is the probability that it was right,
    if that can be counted.
    """

    mark: Mark
    label: str
    held: bool = True
    chance: Fraction | None = None


@dataclass
class ReviewedMove:
    """One move of a game, with the known cells `before` it, in the `puzzle` as visible at that time.

    `step` is the hardest reason that a forced move needed, or the reason why a wrong mark must be different; None if it
    was not looked for or not found in time. `clash` is the contradiction that a wrong mark causes, if there is no such
    step. `easier` is an easier step that was available, for a hard or lucky move. `safest` is the safest cell, for a
    guess.
    """

    puzzle: Puzzle
    before: Board
    label: str = SAME
    judged: list[JudgedMark] = field(default_factory=list)
    level: int | None = None
    step: Step | None = None
    clash: Conflict | None = None
    easier: Step | None = None
    safest: tuple[int, Fraction] | None = None
    corrects: bool = False
    """True if the move removes a wrong mark."""


class Knowledge:
    """The knowledge of the player: the visible clues, a board of `facts` that fits at least one solution, and the
    possible values. `truth`: the solution, if the puzzle hides it.
    """

    def __init__(self, puzzle: Puzzle, book: Rulebook, answer: Answer | None, truth: Board | None, progress: Progress):
        self.book, self.truth, self.progress = book, truth, progress
        self.context = Context(puzzle, book, QUICK)
        """Replaced when more of the puzzle becomes visible."""
        self.facts = puzzle.givens
        self.forced = answer.forced if answer else Board()
        self.models = list(answer.boards) if answer else []
        self.odds: tuple[Puzzle, Board, Sequence[Fraction] | None] | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The visible puzzle."""
        return self.context.puzzle

    def possible(self, cell: int) -> Steps[tuple[bool, bool]]:
        """Return whether the cell can be yes, and whether it can be no."""
        known = self.facts.joined(self.forced)
        if known.known >> cell & 1:
            return bool(known.yes >> cell & 1), bool(known.no >> cell & 1)
        if self.truth:
            shares = yield from self.shares()
            if shares:
                return shares[cell] != 0, shares[cell] != 1
        fits = [model for model in self.models if not (self.facts.yes & model.no or self.facts.no & model.yes)]
        can = {True: any(model.yes >> cell & 1 for model in fits), False: any(model.no >> cell & 1 for model in fits)}
        for value in (True, False):
            can[value] = can[value] or (yield from self._found(1 << cell, value))
        return can[True], can[False]

    def _found(self, bit: int, value: bool) -> Steps[bool]:
        """Return whether some solution has the facts and this value."""
        learner = self.context.learner(self.puzzle.givens, self.progress)
        yes, no = (bit, 0) if value else (0, bit)
        model = yield from learner.find(self.facts.yes | yes, self.facts.no | no)
        if model is not None:
            self.models.append(model)
        return model is not None

    def shares(self) -> Steps[Sequence[Fraction] | None]:
        """Return the probability that each cell is yes, or None if it cannot be counted."""
        if self.book.rating.odds is None:
            return None
        if self.odds is None or self.odds[0] is not self.puzzle or self.odds[1] != self.facts:
            known = self.puzzle._replace(givens=self.facts)
            counted = yield from relayed(self.book.rating.odds(known), self.progress)
            self.odds = self.puzzle, self.facts, counted
        return self.odds[2]

    def holds(self, mark: Mark) -> bool:
        """Return whether a mark that could have been right or wrong was right."""
        if self.truth is None:
            return True
        return bool((self.truth.yes if mark.value else self.truth.no) >> mark.cell & 1)

    def settle(self, cell: int, value: bool) -> None:
        """Record that the cell has this value."""
        yes, no = self.facts
        self.facts = Board(yes | 1 << cell, no) if value else Board(yes, no | 1 << cell)

    def forget(self, cells: int) -> None:
        """Forget these cells, except those that the puzzle shows."""
        kept = ~cells | self.puzzle.givens.known
        self.facts = Board(self.facts.yes & kept, self.facts.no & kept)

    def uncover(self, cells: int, closed: int) -> None:
        """Open these cells and everything that opens with them. If one of them is wrong, it is known from now on."""
        assert self.book.uncovering and self.truth
        document = self.book.uncovering.opened(self.puzzle.document, cells & self.truth.no, closed)
        self.context = Context(self.book.parse(document), self.book, QUICK)
        self.facts = self.facts.joined(self.puzzle.givens).joined(Board(cells & self.truth.yes, 0))
        self.models = []


class Reviewer:
    """A review in progress; `moments` has one entry for each move so far."""

    def __init__(
        self, knowledge: Knowledge, moves: Sequence[Move], distance: Distance, marks: Board, only: int | None = None
    ):
        """`marks` are on the board at the start. `only` is the number of the only move to explain, without a limit of
        work.
        """
        self.knowledge, self.moves, self.distance, self.only = knowledge, moves, distance, only
        self.book, self.progress = knowledge.book, knowledge.progress
        self.progress.of = len(moves)
        self.moments: list[ReviewedMove] = []
        puzzle = knowledge.puzzle
        self.first, self.marks, self.wrong = values_only(puzzle, marks), values_only(puzzle, puzzle.givens), 0
        """The board, and the cells on it that were judged wrong or turned out to be wrong."""
        self.kept: list[tuple[Board, Board, int]] = []
        """Marks, facts and wrong cells before each move that was not undone."""
        self.easiest = self._reasons()
        many = any(block.values > 2 for block in blocks_of(puzzle))
        self.unmarked = "no" if many else self.book.explaining.unmarked
        """Players mark the value of a variable, not the values that it cannot have."""
        self.noted = Board()
        """Immediate consequences of the known cells, which need not be marked."""
        self.removals: dict[int, Step] = {}
        """For each value that these rule out: the step that removed it. In the order in which they were found."""

    def _reasons(self) -> EasiestStep:
        return EasiestStep(self.knowledge.context, self.progress, ALLOWANCE if self.only is None else None)

    def run(self) -> Steps[None]:
        """Judge every move. Marks on the board at the start are accepted."""
        first = [Mark(cell, bool(self.first.yes >> cell & 1)) for cell in members(self.first.known)]
        yield from self._judge(ReviewedMove(self.knowledge.puzzle, self.knowledge.facts), first, False)
        for number, move in enumerate(self.moves):
            self.progress.settled = number
            yield self.progress
            moment = ReviewedMove(self.knowledge.puzzle, self.knowledge.facts)
            if move.undo:
                self._take_back(moment, move.undo)
            else:
                self.kept.append((self.marks, self.knowledge.facts, self.wrong))
                yield from self._judge(moment, move.marks, self.only in (None, number))
            self.moments.append(moment)
            if number == self.only:
                return

    def _take_back(self, moment: ReviewedMove, moves: int) -> None:
        """Restore the marks; opened cells stay known."""
        before, wrong = self.marks, self.wrong
        for _ in range(min(moves, len(self.kept))):
            self.marks, facts, self.wrong = self.kept.pop()
            if self.knowledge.truth is None:
                self.knowledge.facts, self.noted, self.removals = facts, Board(), {}
        moment.label = BACK if self.marks != before else SAME
        moment.corrects = bool(wrong & ~self.wrong)

    def _judge(self, moment: ReviewedMove, marks: Sequence[Mark], wanted: bool) -> Steps[None]:
        new = [mark for mark in marks if mark.value != self._mark_at(mark.cell)]
        changed = set_of(mark.cell for mark in new)
        if not changed:
            return
        moment.corrects = bool(self.wrong & changed)
        self.wrong &= ~changed
        knowledge, opened = self.knowledge, 0
        if knowledge.truth is None:
            knowledge.forget(changed)
            if changed & self.marks.known:
                self.noted, self.removals = Board(), {}
        else:
            new, opened = yield from self._clicks(new)
        moment.before = _without(knowledge.facts, changed & ~knowledge.puzzle.givens.known)
        for mark in new:
            moment.judged.append((yield from self._judged(mark, moment if wanted and knowledge.truth else None)))
        moment.label = max((one.label for one in moment.judged), key=WORST.index)
        if wanted:
            yield from self._explain(moment)
        self._put(marks)
        if opened:
            before = knowledge.puzzle.givens.no
            knowledge.uncover(opened, self.marks.yes)
            self.marks = self.marks.joined(Board(0, knowledge.puzzle.givens.no & ~before))

    def _mark_at(self, cell: int) -> bool | None:
        return bool(self.marks.yes >> cell & 1) if self.marks.known >> cell & 1 else None

    def _put(self, marks: Sequence[Mark]) -> None:
        for cell, value in marks:
            yes, no = _without(self.marks, 1 << cell)
            self.marks = Board(yes | (value is True) << cell, no | (value is False) << cell)

    def _clicks(self, marks: Sequence[Mark]) -> Steps[tuple[list[Mark], int]]:
        """Return the marks without those cells that another one opened, and all cells that were opened."""
        opened = sum(1 << mark.cell for mark in marks if mark.value is False)
        safe = opened & (self.knowledge.truth or Board()).no
        if safe & (safe - 1) == 0:
            return list(marks), opened
        reach: dict[int, int] = {}
        for cell in [mark.cell for mark in marks if safe >> mark.cell & 1]:
            reach[cell] = self._reach(cell)
            yield self.progress
            if len(reach) == 1 and not safe & ~reach[cell]:
                break
        covered, clicked = 0, opened & ~safe
        # If several cells open the same area, the first in the list counts as clicked.
        for cell in sorted(reach, key=lambda cell: -reach[cell].bit_count()):
            if not covered >> cell & 1:
                clicked |= 1 << cell
                covered |= reach[cell]
        return [mark for mark in marks if mark.value is not False or clicked >> mark.cell & 1], opened

    def _reach(self, cell: int) -> int:
        """Return the cells that this cell opens."""
        assert self.book.uncovering
        document = self.book.uncovering.opened(self.knowledge.puzzle.document, 1 << cell, self.marks.yes)
        return self.book.parse(document).givens.no & ~self.knowledge.puzzle.givens.no | 1 << cell

    def _judged(self, mark: Mark, easy: ReviewedMove | None) -> Steps[JudgedMark]:
        """Judge a mark. If all clues are visible, a correct mark counts as known from now on. If `easy` is given, an
        easy step for the move is tried before counting.
        """
        if mark.value is None:
            return JudgedMark(mark, BACK)
        knowledge = self.knowledge
        plain = (yield from self._plain(mark.cell, easy)) if easy else None
        both = (plain, not plain) if plain is not None else (yield from knowledge.possible(mark.cell))
        can = dict(zip((True, False), both))
        if not can[mark.value]:
            self.wrong |= 1 << mark.cell
            return JudgedMark(mark, WRONG)
        if not can[not mark.value]:
            knowledge.settle(mark.cell, mark.value)
            return JudgedMark(mark, FORCED)
        held, shares = knowledge.holds(mark), (yield from knowledge.shares())
        if knowledge.truth is None:
            knowledge.settle(mark.cell, mark.value)
        elif not held:
            self.wrong |= 1 << mark.cell
        chance = None if shares is None else shares[mark.cell] if mark.value else 1 - shares[mark.cell]
        return JudgedMark(mark, LUCKY, held, chance)

    def _plain(self, cell: int, moment: ReviewedMove) -> Steps[bool | None]:
        """Return the value that an easy step gives a cell, or None."""
        self._look_at(moment)
        if moment.before.known >> cell & 1:
            return None
        board = moment.before
        for noted in (False, True):
            board = (yield from self._with_noted(board, 1 << cell)) if noted else board
            self.easiest.on(board)
            if (yield from self.easiest.swept(1 << cell)):
                return bool(self.easiest.found[cell][1].yes >> cell & 1)
        return None

    def _look_at(self, moment: ReviewedMove) -> None:
        """Switch to the visible puzzle of this moment; the remaining work is unchanged."""
        if self.easiest.context.puzzle is not moment.puzzle:
            work, self.easiest = self.easiest.work, self._reasons()
            self.easiest.work = work

    # Reasons

    def _explain(self, moment: ReviewedMove) -> Steps[None]:
        """Find the reason for a move. A forced move of several cells counts as its hardest cell, after the easier ones."""
        self._look_at(moment)
        board = moment.before
        marked = {one.mark.cell for one in moment.judged}
        changed = set_of({literal for cell in marked for literal in same_variable(self.knowledge.puzzle, cell)})
        if moment.label == WRONG:
            return (yield from self._explain_wrong(moment))
        if moment.label == LUCKY:
            return (yield from self._explain_luck(moment, changed))
        left = changed & ~board.known & sum({1 << one.mark.cell for one in moment.judged if one.label == FORCED})
        while left:
            step, before = yield from self._reason(left, board)
            if step is None:
                break
            level = self.easiest.level(step)
            if moment.level is None or level > moment.level:
                moment.step, moment.level, moment.before = step, level, before
            board = Board(board.yes | step.yes, board.no | step.no)
            left &= ~board.known
        if moment.step and not moment.step.because and changed & ~set_of(marked):  # the last value of several
            moment.step = together([*self.removals.values()], moment.step)
        # In a visit, people take all steps of a line before they look for easier ones elsewhere.
        if moment.level is not None and moment.level > max(HARD_BY, self.book.explaining.visits):
            self.easiest.on(moment.before)
            moment.easier = yield from self.easiest.easier(moment.level - HARD_BY, changed, self._distance(changed))
            moment.label = HARD if moment.easier else FORCED

    def _reason(self, cells: int, board: Board) -> Steps[tuple[Step | None, Board]]:
        """Return the easiest reason for one of these cells and its board: `board`, extended if necessary with cells
        that players see without marking them.
        """
        self.noted = _without(self.noted, cells)
        if not self.noted.known & ~board.known:
            self.easiest.on(board)
            if (yield from self.easiest.swept(cells)) or not self.unmarked:
                return (yield from self.easiest.reason(cells)), board
        board = yield from self._with_noted(board, cells)
        self.easiest.on(board)
        return (yield from self.easiest.reason(cells)), board

    def _with_noted(self, board: Board, but: int) -> Steps[Board]:
        """Return the board with the values of easy steps, except for some cells. Players see these values
        without marking them.
        """
        easy = [
            technique for technique in self.book.explaining.techniques if technique.level <= self.book.explaining.easy
        ]
        noted, before = self.noted, None
        while before != noted:
            before, seen = noted, board.joined(noted)
            yes, no = noted
            for technique in easy:
                for step in technique.find(self.knowledge.context, seen):
                    if step:
                        yes |= step.yes & ~but if self.unmarked == "yes" else 0
                        no |= step.no & ~but if self.unmarked == "no" else 0
                        for literal in members(step.no & no):
                            self.removals.setdefault(literal, step)
                    yield self.progress
            noted = Board(yes, no)
        self.noted = noted
        return board.joined(noted)

    def _explain_luck(self, moment: ReviewedMove, changed: int) -> Steps[None]:
        """Find out whether any cell was certain, and the safest cell."""
        if self.unmarked:
            moment.before = yield from self._with_noted(moment.before, changed)
        self.easiest.on(moment.before)
        hardest = max((technique.level for technique in self.book.explaining.techniques), default=0)
        safe = self.knowledge.truth is not None
        moment.easier = yield from self.easiest.easier(hardest, changed, self._distance(changed), safe)
        shares = yield from self.knowledge.shares()
        if self.knowledge.truth and shares:
            closed = moment.puzzle.cells & ~self.knowledge.facts.known
            best = min(members(closed), key=lambda cell: (shares[cell], cell), default=None)
            moment.safest = None if best is None else (best, 1 - shares[best])

    def _explain_wrong(self, moment: ReviewedMove) -> Steps[None]:
        """Find the reason why the first wrong mark must be different, or the contradiction that it causes."""
        mark = next(one.mark for one in moment.judged if one.label == WRONG)
        board = moment.before
        for one in moment.judged:
            if one.mark == mark:
                break
            if one.label in (FORCED, LUCKY) and one.held:
                board = board.joined(_board(one.mark))
        moment.before = board
        if not board.known >> mark.cell & 1:
            moment.step, moment.before = yield from self._reason(1 << mark.cell, board)
        if moment.step:
            moment.level = self.easiest.level(moment.step)
            return
        marks = _without(board, 1 << mark.cell).joined(_board(mark))
        search = conflict(moment.puzzle, marks, self.book.explaining.counted)
        with suppress(OutOfBudget):
            moment.clash = yield from at_most(search, CONFLICT_STEPS)

    def _distance(self, changed: int) -> Callable[[Step], float]:
        return lambda step: self.distance(changed, step.yes | step.no)


def moves_by_thought(moments: Sequence[ReviewedMove], explaining: Explaining) -> list[range]:
    """Group moves into thoughts, by their numbers. Easy moves belong to the move before them; with `visits`, so do
    moves with the same reason as the first one of the thought.
    """
    starts: list[int] = []
    for number, moment in enumerate(moments):
        if not starts or not _continues(moment, moments[starts[-1]], explaining):
            starts.append(number)
    return [range(first, end) for first, end in zip(starts, [*starts[1:], len(moments)])]


def _continues(moment: ReviewedMove, first: ReviewedMove, explaining: Explaining) -> bool:
    if moment.label != FORCED or first.label not in (FORCED, HARD, LUCKY):
        return False
    if explaining.visits and moment.step:
        return first.step is not None and moment.step.because == first.step.because
    return moment.level is None or moment.level <= explaining.easy


def _board(mark: Mark) -> Board:
    return Board(1 << mark.cell, 0) if mark.value else Board(0, 1 << mark.cell)


def _without(board: Board, cells: int) -> Board:
    return Board(board.yes & ~cells, board.no & ~cells)
