"""A puzzle solved in waves: all steps of the easiest level that there are now, at once; then again.

What a person feels as hard shows in the waves: which techniques are needed, how often, and how many places there are to
go on at each moment. The order in which steps are found plays no part, so a turned puzzle has the same waves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby

from tesuji.engine.budget import Progress, Steps
from tesuji.engine.context import NO_REASONS, Context
from tesuji.engine.reasons.steps import HYPOTHESIS, LEVELS, Explainer
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Document, Puzzle, Step, Technique
from tesuji.rulebook import Rulebook
from tesuji.variables import unsettled, visible

Reveal = Callable[[Puzzle, Board], Puzzle | None]
"""The puzzle after a player has opened what a board proves; None where nothing more is to be seen."""


@dataclass(frozen=True)
class Wave:
    """`level` of its steps, `places`: how many steps there were, `taken`: how many settled something that no other had,
    `cells`: how many cells, `techniques`: the steps taken by name."""

    level: int
    places: int
    taken: int
    cells: int
    techniques: Counter[str]


@dataclass
class Waves:
    """`board` after all of them; `ending`: "solved", "guess" where cells are left that nothing settles, "none" where
    the puzzle contradicts itself, "time" where the budget ended first. `hardest` is the first step of the highest
    level, and the number of its wave from 0."""

    board: Board
    waves: list[Wave] = field(default_factory=list)
    ending: str = "time"
    left: int = 0
    hardest: tuple[int, Step] | None = None
    hardest_level: int = 0


def waves(puzzle: Puzzle, book: Rulebook, reveal: Reveal | None = None) -> Steps[Waves]:
    """Solves a puzzle in waves, from its givens. A spent budget ends them early."""
    found = Waves(puzzle.givens)
    with suppress(OutOfBudget):
        yield from rolling(found, puzzle, book, reveal)
    found.left = unsettled(puzzle, found.board)
    return found


def rolling(
    found: Waves, puzzle: Puzzle, book: Rulebook, reveal: Reveal | None = None, named: bool = False
) -> Steps[None]:
    """The same for who wants to look at the waves while they come: adds one after the other to `found`. With `named` it
    ends where no technique below the level of a hypothesis applies (`ending` is "unnamed"), which is quickly known."""
    yield Progress("explain", of=puzzle.size)  # the time may be over already, and an explainer takes a while
    explainer = _explainer(puzzle, book, found.board)
    while True:
        yield from _solve(explainer, found, LEVELS[HYPOTHESIS] if named else None)
        if found.ending != "unnamed":
            return
        further = reveal and reveal(explainer.puzzle, found.board)
        if further:
            found.board = found.board.joined(further.givens)
            explainer = _explainer(further, book, found.board)
        elif named:
            return
        else:
            yield from _unnamed(explainer, found)
            if found.ending != "unnamed":
                return


def _explainer(puzzle: Puzzle, book: Rulebook, board: Board) -> Explainer:
    return Explainer(Context(puzzle, book, NO_REASONS), board)


def _solve(explainer: Explainer, found: Waves, below: int | None) -> Steps[None]:
    """Adds waves from `found.board` until the board is full or no technique applies; with `below`, none of lower
    level."""
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
            _take(puzzle, found, steps, level)
            explainer.result.board = found.board
        yield from explainer.run()  # a full board is checked once more
        found.ending = "solved" if explainer.result.verdict == "unique" else "none"
    except Contradiction:
        found.ending = "none"


def _unnamed(explainer: Explainer, found: Waves) -> Steps[None]:
    """Adds the next step that has no name as a wave; where there is none, the rest is a guess."""
    try:
        steps = yield from explainer.next_steps()
        if steps:
            _take(explainer.puzzle, found, steps, LEVELS[steps[0].technique])
            explainer.result.board = found.board
        else:
            found.ending = "guess"
    except Contradiction:
        found.ending = "none"


def _easiest(explainer: Explainer, tiers: list[list[Technique]]) -> Steps[tuple[list[Step], int]]:
    """All steps of the lowest level that there are, and the level; none where no technique applies."""
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


def _take(puzzle: Puzzle, found: Waves, steps: list[Step], level: int) -> None:
    """Adds a wave of these steps to what was found. Raises Contradiction where two of them disagree."""
    yes, no = found.board
    names: Counter[str] = Counter()
    for step in steps:
        if (step.yes | step.no) & ~(yes | no):
            names[step.technique] += 1
        yes, no = yes | step.yes, no | step.no
    if yes & no:
        raise Contradiction
    if level > found.hardest_level:
        found.hardest, found.hardest_level = (len(found.waves), steps[0]), level
    cells = unsettled(puzzle, found.board) - unsettled(puzzle, Board(yes, no))
    found.waves.append(Wave(level, len(steps), names.total(), cells, names))
    found.board = Board(yes, no)


def revealing(parse: Callable[[Document], Puzzle], reveal: Callable[[Document, Board], Document]) -> Reveal:
    """How a kind that lets one see more and more goes on."""

    def further(puzzle: Puzzle, board: Board) -> Puzzle | None:
        document = reveal(puzzle.document, board)
        return None if document == puzzle.document else parse(document)

    return further
