"""Puzzles from a seed: a draft with all its clues, mended until it has one solution, then clues left out while it keeps
it.

What is asked of a puzzle is asked again after each clue that is left out, so that one made to be easy stays easy. The
same seed gives the same puzzle on every machine, unless the time ends: then it keeps the clues that it still has.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.sat.encoding import Learner
from tesuji.engine.propagate import propagator_for
from tesuji.engine.search import bits, solve
from tesuji.errors import Contradiction, InputError, OutOfBudget
from tesuji.model import Board, Document, Draft, Maker, Propagator, Puzzle, Rulebook

DRAFTS = 300
"""Drafts that are made before the search for such a puzzle is given up."""
MENDINGS = 200
"""Times that one draft is mended."""
AT_ONCE = 8
"""Clues that are left out together at first."""


class Level(NamedTuple):
    """What is asked of a puzzle: the least and the most depth of hypotheses, as in `Answer.depth`; None: any."""

    least: int = 0
    most: int | None = None


LEVELS = {"easy": Level(most=0), "normal": Level(most=1), "hard": Level(least=1)}
EASY, ANY = LEVELS["easy"], Level()


def generate(
    book: Rulebook, width: int, height: int, seed: int, level: str | None = None, game: bool = False
) -> Steps[Document]:
    """A puzzle with one solution, or a game that needs no guess. `level` is one of LEVELS.

    Raises InputError where no such puzzle is found, OutOfBudget where the time ends before there is one.
    """
    if level not in (None, *LEVELS):
        raise InputError("level", name=str(level)[:40], levels=", ".join(LEVELS))
    maker = book.maker and (book.maker.game if game else book.maker)
    if maker is None:
        raise InputError("no-maker", name=book.kind)
    making = Making(book, maker, LEVELS.get(level, ANY), Random(f"{book.kind} {width} {height} {seed}"))
    return (yield from making.run(width, height))


class Making:
    """One puzzle in the making."""

    def __init__(self, book: Rulebook, maker: Maker, level: Level, random: Random):
        self.book, self.maker, self.level, self.random = book, maker, level, random
        self.progress = Progress("draft")

    def run(self, width: int, height: int) -> Steps[Document]:
        for number in range(DRAFTS):
            self.progress.counts["drafts"] = number + 1
            draft = yield from self._mended((yield from self._draft(width, height)))
            if draft is None:
                continue
            draft = yield from self._thinned(draft)
            if not self.level.least or (yield from self._open(draft, EASY)):
                return draft.document
        raise InputError("not-made", width=width, height=height)

    def _draft(self, width: int, height: int) -> Steps[Draft]:
        self.progress.stage = "draft"
        return (yield from relayed(self.maker.draft(width, height, self.random), self.progress))

    def _mended(self, draft: Draft) -> Steps[Draft | None]:
        """A draft that is as it should be; None where that does not come about."""
        self.progress.stage = "mend"
        for _ in range(MENDINGS):
            open_cells = yield from self._open(draft, self.level)
            if not open_cells:
                return draft
            if self.maker.mended is None:
                return None
            draft = self.maker.mended(draft, open_cells, self.random)
        return None

    def _thinned(self, draft: Draft) -> Steps[Draft]:
        """The draft with clues left out while it stays as it should be: first what an easy puzzle can do without, then
        the rest."""
        parts = list(self.maker.parts(draft.document))
        self.random.shuffle(parts)
        self.progress.stage, self.progress.of = "thin", len(parts)
        try:
            for level in (EASY, self.level):
                draft, parts = yield from self._thinned_at(level, draft, parts)
        except OutOfBudget:
            if self.level.least:
                raise
        return draft

    def _thinned_at(self, level: Level, draft: Draft, parts: list) -> Steps[tuple[Draft, list]]:
        """The thinner draft, and the parts that it needs: many are left out at once, and fewer where many are too
        many."""
        needed, start, at_once = [], 0, AT_ONCE
        while start < len(parts):
            some = parts[start : start + at_once]
            thinner = draft._replace(
                document=self.maker.without(draft.document, [place for part in some for place in part])
            )
            if not (yield from self._open(thinner, level)):
                draft, start, at_once = thinner, start + len(some), 2 * at_once
            elif len(some) == 1:
                needed += some
                start += 1
            else:
                at_once = len(some) // 2
            self.progress.settled = self.progress.of - len(parts) + start - len(needed)
        return draft, needed

    def _open(self, draft: Draft, level: Level) -> Steps[int]:
        """The cells, as a bit set, that cannot be settled within the level; none where the puzzle is as it should
        be."""
        document = draft.document
        while True:
            puzzle = self.book.parse(document)
            propagator = propagator_for(puzzle, self.book.propagator)
            settled, open_cells = yield from self._settled(puzzle, propagator, draft.solution, level)
            if not open_cells or self.maker.reveal is None:
                return open_cells
            further = self.maker.reveal(document, settled)
            if further == document:
                return open_cells
            document = further

    def _settled(
        self, puzzle: Puzzle, propagator: Propagator, solution: Board, level: Level
    ) -> Steps[tuple[Board, int]]:
        """What can be settled within the level, and the cells that cannot."""
        state = yield from self._root(propagator)
        if level.most == 1:
            state = yield from self._refuted(puzzle, propagator, state, solution)
        settled = propagator.known(state)
        left = puzzle.cells & ~settled.known
        if not left or level.most is not None:
            return settled, left
        learner = Learner(puzzle, settled)
        learner.exclude(solution)
        other = yield from relayed(learner.find(), self.progress)
        if other is None:
            return solution, 0
        if self.maker.reveal is not None:
            settled = (yield from relayed(solve(puzzle, propagator, depth=False), self.progress)).forced
        return settled, other.yes ^ solution.yes

    def _root(self, propagator: Propagator) -> Steps[Any]:
        """The state that follows without any hypothesis."""
        states = propagator.root()
        state = next(states)
        for later in states:
            yield self.progress
            state = later
        return state

    def _refuted(self, puzzle: Puzzle, propagator: Propagator, state: Any, solution: Board) -> Steps[Any]:
        """The state after all wrong values that propagation refutes are refuted, one at a time."""
        known, before = propagator.known(state).known, None
        while known != before:
            before = known
            for bit in bits(puzzle.cells & ~known):
                if known & bit:
                    continue
                yield self.progress
                try:
                    propagator.extend(state, bit & ~solution.yes, bit & solution.yes)
                except Contradiction:
                    state = propagator.extend(state, bit & solution.yes, bit & ~solution.yes)
                    known = propagator.known(state).known
        return state
