"""Waves: a puzzle is solved by repeatedly taking all available steps of the easiest level at once.

Waves measure what people find hard: the techniques needed, how often they are needed, and the number of places to
continue. The order in which steps are found does not matter, so a rotated puzzle has the same waves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from tesuji.bitset import members
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.context import RATING, Context
from tesuji.engine.reasons.steps import LEVELS, Explainer
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Document, Puzzle, Step, Technique
from tesuji.rulebook import Rulebook
from tesuji.variables import unsettled, visible

AT_ONCE = 4096  # steps taken between two safe points

Reveal = Callable[[Puzzle, Board], Puzzle | None]
"""Returns the puzzle after the player has opened all proven cells, or None if that reveals nothing new."""


class Use(NamedTuple):
    """The first step of a technique, the board before its wave, and the puzzle as far as it was revealed."""

    puzzle: Puzzle
    board: Board
    step: Step


@dataclass(frozen=True)
class Wave:
    """One wave. `level`: the level of its steps; `places`: the number of steps found; `taken`: the number that settled
    something new; `cells`: the number of variables settled; `techniques`: the number of steps taken, by name.
    """

    level: int
    places: int
    taken: int
    cells: int
    techniques: Counter[str]


@dataclass
class Waves:
    """A puzzle solved in waves, and the board after them.

    `ending`: "solved"; "guess" if nothing settles the remaining variables; "none" if the puzzle contradicts itself;
    "time" if the budget ended first. `left`: the number of unsettled variables. `hardest`: the number of a wave, from
    0, and its first step, of the highest level.
    """

    board: Board
    waves: list[Wave] = field(default_factory=list)
    ending: str = "time"
    left: int = 0
    cells: int = 0
    """The number of cells of the board, given or not."""
    hardest: tuple[int, Step] | None = None
    hardest_level: int = 0
    k: dict[int, int] = field(default_factory=dict)
    """Literal -> the number of counted constraints in the step that settled it, which is an upper bound of k."""
    uses: dict[str, Use] = field(default_factory=dict)
    """The first use of each technique, by name."""


def waves(puzzle: Puzzle, book: Rulebook, reveal: Reveal | None = None) -> Steps[Waves]:
    """Solve a puzzle in waves from its givens. The waves end early if the budget ends."""
    found = Waves(puzzle.givens)
    with suppress(OutOfBudget):
        yield from rolling(found, puzzle, book, reveal)
    found.left = unsettled(puzzle, found.board)
    return found


def rolling(
    found: Waves, puzzle: Puzzle, book: Rulebook, reveal: Reveal | None = None, below: int | None = None
) -> Steps[None]:
    """Append waves to `found`, one at a time. With `below`, stop as soon as no technique below this level applies;
    `ending` is then "unnamed". This is quick to determine.
    """
    found.cells = puzzle.width * puzzle.height
    yield Progress("explain", of=puzzle.size)  # the time may be up already, and creating an explainer takes a while
    explainer = _explainer(puzzle, book, found.board)
    while True:
        yield from _solve(explainer, found, below)
        if found.ending != "unnamed":
            return
        further = reveal and reveal(explainer.puzzle, found.board)
        if further:
            found.board = found.board.joined(further.givens)
            explainer = _explainer(further, book, found.board)
        elif below:
            return
        else:
            yield from _unnamed(explainer, found)
            if found.ending != "unnamed":
                return


def _explainer(puzzle: Puzzle, book: Rulebook, board: Board) -> Explainer:
    return Explainer(Context(puzzle, book, RATING), board)


def _solve(explainer: Explainer, found: Waves, below: int | None) -> Steps[None]:
    """Add waves from `found.board` until the board is full or no technique applies; with `below`, only waves of a
    lower level."""
    puzzle = explainer.puzzle
    techniques = (one for one in explainer.book.explaining.techniques if below is None or one.level < below)
    by_level = groupby(techniques, key=lambda technique: technique.level)
    tiers = [list(tier) for _, tier in by_level]
    found.ending = "time"
    try:
        while visible(puzzle) & ~found.board.known:
            steps, level = yield from _easiest(explainer, tiers)
            if not steps:
                found.ending = "unnamed"
                return
            yield from _take(explainer, found, steps, level)
        yield from explainer.run()  # check the full board once more
        found.ending = "solved" if explainer.result.verdict == "unique" else "none"
    except Contradiction:
        found.ending = "none"


def _unnamed(explainer: Explainer, found: Waves) -> Steps[None]:
    """Add the next unnamed step as a wave; if there is none, the rest is a guess."""
    try:
        steps = yield from explainer.easiest_steps()
        if steps:
            yield from _take(explainer, found, steps, LEVELS[steps[0].technique])
        else:
            found.ending = "guess"
    except Contradiction:
        found.ending = "none"


def _easiest(explainer: Explainer, tiers: list[list[Technique]]) -> Steps[tuple[list[Step], int]]:
    """Return all steps of the lowest level that has any, and the level. There are no steps if no technique applies."""
    for tier in tiers:
        steps: list[Step] = []
        for technique in tier:
            for step in technique.find(explainer.context, explainer.board):
                if step is not None:
                    steps.append(step)
                yield explainer.progress
            yield explainer.progress
        if steps:
            return steps, tier[0].level
    return [], 0


def _take(explainer: Explainer, found: Waves, steps: list[Step], level: int) -> Steps[None]:
    """Add a wave of these steps. Raises Contradiction if two of them disagree."""
    puzzle, counted, (yes, no) = explainer.puzzle, explainer.context.counted, found.board
    unknown = left = puzzle.cells & ~(yes | no)
    names: Counter[str] = Counter()
    for number, step in enumerate(steps, 1):
        if number % AT_ONCE == 0:
            yield explainer.progress
        settled = (step.yes | step.no) & unknown
        if settled & left:
            names[step.technique] += 1
            if step.technique not in found.uses:
                found.uses[step.technique] = Use(puzzle, found.board, step)
            left &= ~settled
        yes, no = yes | step.yes, no | step.no
        k = len(counted.intersection(step.because))
        for literal in members(settled):
            found.k[literal] = min(k, found.k.get(literal, k))
    if yes & no:
        raise Contradiction
    if level > found.hardest_level:
        found.hardest, found.hardest_level = (len(found.waves), steps[0]), level
    cells = unsettled(puzzle, found.board) - unsettled(puzzle, Board(yes, no))
    found.waves.append(Wave(level, len(steps), names.total(), cells, names))
    found.board = explainer.result.board = Board(yes, no)


def revealing(parse: Callable[[Document], Puzzle], reveal: Callable[[Document, Board], Document]) -> Reveal:
    """Return the `Reveal` of a kind whose rules show more of the puzzle as it is played."""

    def further(puzzle: Puzzle, board: Board) -> Puzzle | None:
        document = reveal(puzzle.document, board)
        return None if document == puzzle.document else parse(document)

    return further
