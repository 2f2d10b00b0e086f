"""Puzzles from a seed: a draft with all its clues, mended until it has one solution, then clues left out while it keeps
it, and changed until it has the level that is asked for.

The same seed gives the same puzzle on every machine, unless the time ends: then it is the nearest that was found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from random import Random
from typing import Any, NamedTuple

from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.making.exchange import Exchange
from tesuji.engine.making.level import Judged, Wish, level_number
from tesuji.engine.making.played import certain
from tesuji.engine.making.subsets import Said, Subsets
from tesuji.engine.propagate import propagator_for
from tesuji.engine.sat.encoding import Learner
from tesuji.engine.search import solve
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Board, Document, Propagator, Puzzle
from tesuji.rulebook import Draft, Maker, Rulebook

DRAFTS = 300
"""Drafts that are made before it is said that there is no such puzzle."""
MENDINGS = 200
"""Times that one draft is mended."""
STUCK = 20
"""After so many changes in a row that bring a game no nearer to its level, another game is dealt."""
AT_ONCE = 8
"""Clues that are left out together at first."""
CHANGES = 60
"""Times that one draft is changed to come nearer to its level."""
TRIES = 16
"""Clues that are tried one by one once the level is reached, or just missed."""
MISSES = 3
"""A puzzle that has its level stays as it is after so many tries that would lead away from it."""
EXCHANGES = 24
"""The exchange of clues ends after so many times in a row that bring the puzzle no nearer to its level."""
EASY, ANY = 0, None
"""The most depth of hypotheses that a solution may take, as in `Answer.depth`; None: any."""


class Made(NamedTuple):
    """A puzzle with one solution; `judged`: how it meets the wish; None where nothing was asked."""

    document: Document
    judged: Judged | None


def generate(
    book: Rulebook,
    width: int,
    height: int,
    seed: int,
    level: str | int | None = None,
    *,
    technique: str | None = None,
    game: bool = False,
) -> Steps[Made]:
    """A puzzle with one solution, or a game that needs no guess, of the level (a name of LEVELS, its number, or None)
    and in need of the technique that are asked for, or the nearest that was found.

    Raises InputError where no puzzle of the size is found, OutOfBudget where the time ends before there is one.
    """
    maker = book.maker and (book.maker.game if game else book.maker)
    if maker is None:
        raise InputError("no-maker", name=book.kind)
    wish = Wish(book, level_number(level), technique)
    making = Making(book, maker, wish, Random(f"{book.kind} {width} {height} {seed}"))
    try:
        yield from making.run(width, height)
        yield from making.rate_whole()
    except OutOfBudget:
        if making.best is None:
            raise
    if making.best is None:
        raise InputError("not-made", width=width, height=height)
    return making.best


class Making:
    """One puzzle in the making; `best` is the nearest so far."""

    def __init__(self, book: Rulebook, maker: Maker, wish: Wish, random: Random):
        self.book, self.maker, self.wish, self.random = book, maker, wish, random
        self.progress = Progress("draft")
        self.best: Made | None = None
        self.subsets: Subsets | None = None
        """Of the draft whose clues are left out."""

    @property
    def done(self) -> bool:
        return self.best is not None and (self.best.judged is None or self.best.judged.off == 0)

    def run(self, width: int, height: int) -> Steps[None]:
        """Fills `best`."""
        for number in range(DRAFTS):
            self.progress.counts["drafts"] = number + 1
            if self.maker.reveal and self.wish.asks:
                yield from self._played((yield from self._draft(width, height)))
            else:
                draft = yield from self.drafted(width, height)
                if draft:
                    yield from self._worked_out(draft)
            if self.done:
                return

    def _worked_out(self, draft: Draft) -> Steps[None]:
        if parts := list(self.maker.parts(draft.document)):
            yield from self._thinned(draft, parts)
        elif self.wish.asks:
            yield from self._changed(draft)
        else:
            self.best = Made(draft.document, None)

    def drafted(self, width: int, height: int) -> Steps[Draft | None]:
        """A draft with one solution; None where that does not come about."""
        return (yield from self._mended((yield from self._draft(width, height))))

    def _draft(self, width: int, height: int) -> Steps[Draft]:
        self.progress.stage = "draft"
        return (yield from relayed(self.maker.draft(width, height, self.random), self.progress))

    def _mended(self, draft: Draft) -> Steps[Draft | None]:
        """A draft with one solution; None where that does not come about."""
        self.progress.stage = "mend"
        for _ in range(MENDINGS):
            open_cells = yield from self._open(draft, ANY)
            if not open_cells:
                return draft
            if self.maker.mended is None:
                return None
            draft = self.maker.mended(draft, open_cells, self.random)
        return None

    def _judge(self, draft: Draft) -> Steps[float]:
        """How far a puzzle is from the wish; the nearest one is kept, of those that are as near the last."""
        return self._keep(draft, (yield from self.wish.judge(draft.document, self.maker)))

    def _keep(self, draft: Draft, judged: Judged) -> float:
        if self.best is None or self.best.judged is None or abs(judged.off) <= abs(self.best.judged.off):
            self.best = Made(draft.document, judged)
            self.progress.counts["level"] = judged.mark.level
        return judged.off

    def _begin(self, stage: str, of: int) -> None:
        self.progress.stage, self.progress.settled, self.progress.of = stage, 0, of

    def rate_whole(self) -> Steps[None]:
        """The grade of the best, where it was seen only so far as to know that it is not what was asked for."""
        if self.best and self.best.judged and self.best.judged.mark.at_least:
            self.progress.stage = "rate"
            mark = yield from self.wish.rated(self.best.document, self.maker)
            self.best = self.best._replace(judged=replace(self.best.judged, mark=mark))

    # Puzzles whose clues all stay

    def _changed(self, draft: Draft) -> Steps[None]:
        """Changes a draft, one cell at a time, as long as that brings it nearer to the wish or keeps it as near."""
        off = yield from self._judge(draft)
        self._begin("rate", CHANGES)
        for number in range(CHANGES):
            if off == 0 or self.maker.mended is None:
                return
            self.progress.settled = number
            changed = self.maker.mended(draft, draft.solution.known, self.random)
            other = yield from self._mended(changed)
            self.progress.stage = "rate"
            if other is None:
                continue
            its = yield from self._judge(other)
            if abs(its) <= abs(off):
                draft, off = other, its

    def _played(self, draft: Draft) -> Steps[None]:
        """Changes a game, one cell at a time, as long as that brings it nearer to the wish or keeps it as near."""
        off = yield from self._judge_game(draft)
        self._begin("rate", STUCK)
        misses = 0
        while off and misses < STUCK and self.maker.mended:
            self.progress.settled = misses
            changed = self.maker.mended(draft, draft.solution.known, self.random)
            its = yield from self._judge_game(changed)
            misses += 1
            if its is not None and abs(its) <= abs(off):
                misses = 0 if abs(its) < abs(off) else misses
                draft, off = changed, its

    def _judge_game(self, draft: Draft) -> Steps[float | None]:
        """As `_judge`; None where it needs a guess, or more than the techniques that the wish allows. Techniques that
        lead to the end prove that there is no guess, many times as fast as the solver does."""
        judged = yield from self.wish.judge(draft.document, self.maker, named=True)
        if judged.solved:
            return self._keep(draft, judged)
        if self.wish.named or not (yield from self._unguessed(draft, judged.board)):
            return None
        return (yield from self._judge(draft))

    def _unguessed(self, draft: Draft, board: Board) -> Steps[bool]:
        """Whether a game, of which so much is known, goes on to its end without a guess."""
        while True:
            puzzle = self.book.parse(self.maker.reveal(draft.document, board))
            yield self.progress
            board = yield from certain(puzzle, board.joined(puzzle.givens), draft.solution, self.progress)
            if board == draft.solution:
                return True
            if self.maker.reveal(draft.document, board) == puzzle.document:
                return False

    # Puzzles whose clues are left out

    def _thinned(self, draft: Draft, parts: list) -> Steps[None]:
        """Leaves clues out while one solution stays, and finds on that way the puzzle that meets the wish."""
        all_parts = parts
        self.random.shuffle(parts)
        yield self.progress
        puzzle = self.book.parse(draft.document)
        yield self.progress
        self.subsets = Subsets(puzzle, draft.solution, self.progress)
        yield self.progress
        way = [draft]
        try:
            for depth in (EASY, ANY):
                self._begin("thin", len(parts))
                parts = yield from self._thinned_at(depth, way, parts)
                if not self.wish.asks:
                    continue
                off = yield from self._judge(way[-1])
                if off == 0:
                    return
                if off > 0:
                    return (yield from self._back(way, depth))
            if self.wish.asks:
                yield from self._exchanged(draft, all_parts, parts, off)
        finally:
            self.subsets = None
            if not self.wish.asks:
                self.best = Made(way[-1].document, None)

    def _back(self, way: list[Draft], depth: int | None) -> Steps[None]:
        """The end of the way is above the level: goes back to the last puzzle that is not, and from there on clue by
        clue."""
        self.progress.stage = "rate"
        low, off, high = -1, 0.0, len(way) - 1
        while high - low > 1:
            middle = (low + high) // 2
            its = yield from self._judge(way[middle])
            if its > 0:
                high = middle
            else:
                low, off = middle, its
        if low >= 0:
            yield from self._step_by_step(way[low], off, depth)

    def _step_by_step(self, draft: Draft, off: float, depth: int | None) -> Steps[None]:
        """Leaves out single clues that keep one solution and do not lead above the level."""
        parts = list(self.maker.parts(draft.document))
        self.random.shuffle(parts)
        self._begin("rate", min(TRIES, len(parts)))
        misses = 0
        for part in parts[:TRIES]:
            if off == 0 and misses >= MISSES:
                return
            self.progress.settled += 1
            thinner = draft._replace(document=self.maker.without(draft.document, part))
            if (yield from self._open(thinner, depth)):
                continue
            its = yield from self._judge(thinner)
            if its == 0 or its <= 0 and off < 0:
                draft, off = thinner, its
            else:
                misses += 1

    def _exchanged(self, draft: Draft, parts: list, kept: list, off: float) -> Steps[None]:
        """Even with only the parts `kept`, none of which can go, the puzzle is below the level: goes on to others of
        that kind, as long as that leads towards the level."""
        self._begin("rate", EXCHANGES)
        exchange = self.exchange(draft, parts)
        if exchange is None:
            return
        yield from exchange.begin(parts.index(part) for part in kept)
        misses = 0
        while misses < EXCHANGES:
            self.progress.settled = misses
            misses += 1
            other = yield from exchange.next()
            if other is None:
                continue
            gone = [part for number, part in enumerate(parts) if number not in other]
            its = yield from self._judge(self.without(draft, gone))
            if its == 0:
                return
            misses = 0 if off < its < 0 else misses
            if off <= its < 0:
                exchange.kept, off = other, its

    def exchange(self, draft: Draft, parts: list) -> Exchange | None:
        """None where the parts cannot be told apart in what the puzzle says."""
        if self.subsets is None:
            return None
        fewer = [self.without(draft, [part]) for part in parts]
        whole, *without = (self.subsets.said(self.book.parse(one.document)) for one in (draft, *fewer))
        if whole is None or None in without:
            return None
        says = [whole.less(said) for said in without if said]
        return Exchange(self.subsets, reduce(Said.less, says, whole), says, self.random)

    def without(self, draft: Draft, parts: Iterable) -> Draft:
        return draft._replace(document=self.maker.without(draft.document, [place for part in parts for place in part]))

    def _thinned_at(self, depth: int | None, way: list[Draft], parts: list) -> Steps[list]:
        """Adds to the way each thinner draft, and gives the parts that are needed: many are left out at once, and fewer
        where many are too many."""
        needed, start, at_once = [], 0, AT_ONCE
        while start < len(parts):
            yield self.progress
            some = parts[start : start + at_once]
            thinner = self.without(way[-1], some)
            if not (yield from self._open(thinner, depth)):
                way.append(thinner)
                start, at_once = start + len(some), 2 * at_once
            elif len(some) == 1:
                needed += some
                start += 1
            else:
                at_once = len(some) // 2
            self.progress.settled = start - len(needed)
        return needed

    def _open(self, draft: Draft, depth: int | None) -> Steps[int]:
        """The cells, as a bit set, that cannot be settled with hypotheses of this depth; none where the puzzle is as
        it should be."""
        document = draft.document
        while True:
            puzzle = self.book.parse(document)
            yield self.progress
            propagator = propagator_for(puzzle, self.book.propagator)
            yield self.progress
            settled, open_cells = yield from self._settled(puzzle, propagator, draft.solution, depth)
            if not open_cells or self.maker.reveal is None:
                return open_cells
            further = self.maker.reveal(document, settled)
            if further == document:
                return open_cells
            document = further

    def _settled(
        self, puzzle: Puzzle, propagator: Propagator, solution: Board, depth: int | None
    ) -> Steps[tuple[Board, int]]:
        """What can be settled with hypotheses of this depth, and the cells that cannot."""
        state = yield from self._root(propagator)
        settled = propagator.known(state)
        left = puzzle.cells & ~settled.known
        if not left or depth == EASY:
            return settled, left
        said = self.subsets and self.subsets.said(puzzle)
        if self.subsets and said:
            other = yield from self.subsets.other(said)
            return (solution, 0) if other is None else (settled, other.yes ^ solution.yes)
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
