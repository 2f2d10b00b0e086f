"""Generate puzzles from a seed. A draft with all its clues is changed until it has one solution, then clues are
removed, and then it is changed until it has the desired level.

Propagation decides which clues stay (`growth.py`); a full search is used only for levels that need it.

The same seed gives the same puzzle on every machine. If time runs out, the result is the closest puzzle so far.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from math import inf
from random import Random
from typing import Any, NamedTuple

from tesuji.engine.budget import Progress, Steps, at_most, relayed
from tesuji.engine.making.exchange import Exchange
from tesuji.engine.making.growth import Growth, items_of
from tesuji.engine.making.level import UNNEEDED, LevelTarget, Score, level_number
from tesuji.engine.making.played import certain
from tesuji.engine.making.subsets import Content, Subsets
from tesuji.engine.propagate import ConstraintPropagator, propagator_for, start_of
from tesuji.engine.sat.encoding import Learner
from tesuji.engine.search import solve
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Board, Document, Propagator, Puzzle
from tesuji.rulebook import Draft, Maker, Rulebook

DRAFTS = 300
"""The number of drafts after which generation gives up."""
UNNEEDED_AFTER = 20
"""The number of drafts after which a puzzle that uses the required technique, but can do without it, is good enough."""
MENDINGS = 200
"""Attempts at mending one draft."""
STUCK, STUCK_CELLS = 5, 8
"""A game is replaced by another draft after changes in a row without progress towards the level: 5, and one for every 8
cells. On 30x16, level 3 takes 180 games with this limit, and 700 with 20 changes.
"""
GUESSES = 8
"""The same number for a game that needs a trial and a guess."""
GAMES = 20
"""The number of games that are drafted together to find one that needs a trial."""
AT_ONCE = 8
"""The number of clues that are removed together at first."""
MANY_PARTS = 300
"""The number of clues from which on a draft is scored each time that the search has removed some."""
CHANGES = 25
"""The number of changes to one draft without progress towards its level after which others are made."""
AREA = 150
"""One in this many cells is changed at a time if a large draft is too hard."""
TRIES = 16
"""The number of clues tried individually when the level is reached or just missed."""
CLIMB = 40
"""The number of changes in a row without a gain of settled cells after which another draft is made."""
CLIMB_PORTION = 8
"""One in this many open cells is changed at a time before such a draft is solved."""
FRESH = 100
"""The number of cells from which on drafts of the highest level are not changed, but replaced."""
CLIMB_LEVEL = 60
"""The number of changes in a row without progress towards the level before a draft that is too easy is replaced."""
CLIMB_BEST = 15
"""The same number if the draft was the best of several."""
TOO_HARD = 5
"""The same number for a draft that is too hard. New drafts are easier more often than changed ones."""
SLACK = 3.0
"""The mean number of settled cells that a change may cost while a draft is improved."""
GUIDED = 0.3
"""Propagation guides changes to a draft while it leaves more than this share of the cells open, then techniques do."""
MISSES = 3
"""The number of changes that would leave the level after which the puzzle is final."""
EXCHANGES = 24
"""Exchanges of clues in a row without progress towards the level, after which the exchange ends."""
RESTORED = 8
"""The number of clues that make a puzzle too easy, after which no other clue is added back."""
SEARCHED = 400
"""The largest number of open cells for which a search decides whether a draft has one solution."""
WITHDRAWN = 3
"""The number of changes that are withdrawn, in one draft of the highest level, because propagation then solves it."""
PORTION = 12
"""One in this many open cells is changed at a time."""
RIVALS, LONGEST = 4, 500
"""Before a draft is repaired: the number of solutions that are looked for, and the safe points of that search. A draft
is given up if they find no other solution.
"""
NO_TRIALS, ANY_DEPTH = 0, None
"""Maximum depth of trials that a solution may need, as in `Answer.depth`; None: any depth."""


class Made(NamedTuple):
    """A puzzle with one solution. `score` is its distance from the target, or None if there is no target."""

    document: Document
    score: Score | None


def generate(
    book: Rulebook,
    width: int,
    height: int,
    seed: int,
    level: str | int | None = None,
    *,
    technique: str | None = None,
    needed: bool = True,
    variant: str | None = None,
) -> Steps[Made]:
    """Return a puzzle with one solution.

    `level` is a name of LEVELS, its number or None; `technique` is the name of a technique that the puzzle must need,
    or at least use if not `needed`, and `variant` a variant of its kind. If no puzzle meets level and technique, the
    result is the closest one. Raises InputError if no puzzle of this size is found, and OutOfBudget if time runs out
    before there is one.
    """
    maker = book.maker.variants.get(variant) if book.maker and variant else book.maker
    if maker is None:
        raise InputError("no-maker")
    target = LevelTarget.of(book, level_number(level), technique, needed)
    if target.level:
        maker = maker.levels.get(target.level, maker)
    making = Making(book, maker, target, Random(f"{book.kind} {width} {height} {seed}"))
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
    """The generation of one puzzle; `best` is the closest to the target so far."""

    def __init__(self, book: Rulebook, maker: Maker, target: LevelTarget, random: Random):
        self.book, self.maker, self.target, self.random = book, maker, target, random
        self.progress = Progress("draft")
        self.best: Made | None = None
        self.subsets: Subsets | None = None
        """The puzzles that the current draft can become when clues are removed."""

    @property
    def done(self) -> bool:
        return self.best is not None and (self.best.score is None or self.best.score.off == 0)

    @property
    def unneeded(self) -> bool:
        """True if the best puzzle uses the required technique, but can do without it."""
        return self.best is not None and self.best.score is not None and self.best.score.off == UNNEEDED

    def run(self, width: int, height: int) -> Steps[None]:
        """Run until `best` meets the target or all drafts are used up."""
        for number in range(DRAFTS):
            self.progress.counts["drafts"] = number + 1
            if self.maker.reveal:
                if self.target.highest and not self.target.technique:
                    yield from self._played_with_trials(width, height)
                else:
                    yield from self._played((yield from self._draft(width, height)))
            elif self.maker.searched:
                yield from self._climbed(width, height)
            else:
                draft = yield from self._draft(width, height)
                if list(self.maker.parts(draft.document)):
                    yield from self._thinned(draft)
                elif self.target.highest and not self.target.technique:
                    yield from self._tried(draft, width, height)
                elif draft := (yield from self._mended(draft)):
                    yield from self._worked_out(draft, width, height)
            if self.done or self.unneeded and number >= UNNEEDED_AFTER:
                return

    def _worked_out(self, draft: Draft, width: int, height: int) -> Steps[None]:
        """Finish a puzzle that keeps all its clues."""
        if not self.target.asks:
            self.best = Made(draft.document, None)
            return
        score = yield from self._scored(draft, inf)
        for _ in range(self.maker.drafts - 1):
            other = (yield from self.drafted(width, height)) if score.off else None
            its = (yield from self._scored(other, abs(score.off))) if other else score
            if other and abs(its.off) < abs(score.off):
                draft, score = other, its
        yield from self._changed(draft, score, width * height // AREA)

    def _tried(self, draft: Draft, width: int, height: int) -> Steps[None]:
        """Make a puzzle that keeps all its clues and needs a trial, from the draft of several of which propagation
        leaves the most open, as far as a search is possible. Few others need a trial once they have one solution.
        """
        most = yield from self._left(draft)
        for _ in range(self.maker.drafts - 1):
            other = yield from self._draft(width, height)
            left = yield from self._left(other)
            if left > most:
                draft, most = other, left
        found = yield from self._mended(draft)
        if found:
            yield from self._score(found)

    def _left(self, draft: Draft) -> Steps[int]:
        """Return the number of cells that propagation leaves open, negated if they are too many for a search."""
        left = (yield from self._open(draft, NO_TRIALS)).bit_count()
        return left if left <= SEARCHED else -left

    def drafted(self, width: int, height: int) -> Steps[Draft | None]:
        """Return a draft with one solution, or None if mending fails."""
        return (yield from self._mended((yield from self._draft(width, height))))

    def _draft(self, width: int, height: int) -> Steps[Draft]:
        self.progress.stage = "draft"
        return (yield from relayed(self.maker.draft(width, height, self.random), self.progress))

    def _mended(self, draft: Draft, attempts: int = MENDINGS) -> Steps[Draft | None]:
        """Return a draft with one solution, or None if none is found.

        Propagation alone decides, unless the puzzle may need a trial or the maker requires a search. While many cells
        stay open, several are changed at once. For the highest level, changes that let propagation solve the puzzle are
        withdrawn, because it then needs no trial.
        """
        self.progress.stage = "mend"
        trials = self.target.asks and not self.target.named
        searched = SEARCHED if trials or self.maker.searched else 0
        before: tuple[Draft, int] | None = None
        withdrawals = WITHDRAWN if self.target.highest else 0
        for _ in range(attempts):
            open_cells = yield from self._open(draft, NO_TRIALS)
            if before and not open_cells and withdrawals:
                withdrawals -= 1
                draft, open_cells = before
            elif open_cells.bit_count() <= searched:
                open_cells = yield from self._open(draft, ANY_DEPTH)
            if not open_cells:
                return draft
            if self.maker.mended is None:
                return None
            before = draft, open_cells
            number = 1 if searched else -(-open_cells.bit_count() // PORTION)
            draft = self.maker.mended(draft, open_cells, self.random, number)
        return None

    def _score(self, draft: Draft) -> Steps[float]:
        """Return the distance of a puzzle from the target. Keeps the closest one, the latest of several."""
        return (yield from self._scored(draft)).off

    def _scored(self, draft: Draft, within: float = 0.0) -> Steps[Score]:
        """Do the same, but return the score, which is exact up to this distance above the level."""
        score = yield from self.target.score(draft.document, self.maker, self.maker.searched, within)
        self._keep(draft, score)
        return score

    def _keep(self, draft: Draft, score: Score) -> float:
        if self.best is None or self.best.score is None or abs(score.off) <= abs(self.best.score.off):
            self.best = Made(draft.document, score)
            self.progress.counts["level"] = score.mark.level
        return score.off

    def _begin(self, stage: str, of: int) -> None:
        self.progress.stage, self.progress.settled, self.progress.of = stage, 0, of

    def rate_whole(self) -> Steps[None]:
        """Grade the best puzzle completely if its level is only a lower bound."""
        if self.best and self.best.score and self.best.score.mark.at_least and not self.done:
            self.progress.stage = "rate"
            mark = yield from self.target.rated(self.best.document, self.maker)
            self.best = self.best._replace(score=replace(self.best.score, mark=mark))

    # Puzzles whose clues all stay

    def _changed(self, draft: Draft, score: Score, number: int) -> Steps[None]:
        """Change a draft cell by cell; keep changes that do not lead away from the target. If the draft is too hard,
        this number of the cells that steps above the level settle are changed at a time; 0: one of all cells. A change
        of one cell that takes mending is rejected instead, which is quicker, because mending leads away from the level.
        """
        self._begin("rate", CHANGES)
        misses = 0
        while score.off and misses < CHANGES and self.maker.mended:
            self.progress.settled = misses
            misses += 1
            cells, some = (score.hard, number) if number and score.off > 0 else (draft.solution.known, 1)
            changed = self.maker.mended(draft, cells, self.random, some)
            other = yield from self._mended(changed, 1 if some == 1 and self.target.named else MENDINGS)
            self.progress.stage = "rate"
            if other is None:
                continue
            its = yield from self._scored(other, abs(score.off))
            misses = 0 if abs(its.off) < abs(score.off) else misses
            if abs(its.off) <= abs(score.off):
                draft, score = other, its

    def _climbed(self, width: int, height: int) -> Steps[None]:
        """Draft puzzles and change the nearest one until it has one solution, then until it has the level. A change may
        cost some settled cells, because otherwise the search would soon be stuck.
        """
        draft = yield from self._draft(width, height)
        if self.maker.repaired and not (draft := (yield from self._repaired(draft))):
            return
        if self.maker.repaired and not self.target.asks:
            # It has one solution. At any level, the techniques need not suffice; then it has no rating.
            score = yield from self.target.score(draft.document, self.maker, named=True)
            self.best = Made(draft.document, score if score.solved else None)
            return
        left, off, board = yield from self._reached(draft)
        for _ in range(self.maker.drafts - 1):
            if not left and not off:
                return
            other = yield from self._draft(width, height)
            its_left, its_off, reached = yield from self._reached(other)
            if (its_left, abs(its_off)) < (left, abs(off)):
                draft, left, off, board = other, its_left, its_off, reached
        if self.target.highest and (self.maker.drafts > 1 or width * height >= FRESH):
            return  # new drafts need a trial more often than changed ones
        nearest, misses = (left, abs(off)), 0
        self._begin("rate", max(CLIMB, CLIMB_LEVEL))
        while (left or off) and misses < self._patience(left, off) and self.maker.mended:
            self.progress.settled = misses
            misses += 1
            cells = draft.solution.known & ~board.known
            number = max(1, cells.bit_count() // CLIMB_PORTION)
            changed = self.maker.mended(draft, cells or draft.solution.known, self.random, number)
            its_left, its_off, reached = yield from self._reached(changed)
            slack = int(self.random.expovariate(1 / SLACK)) if left else 0
            if its_left < left or its_left <= left + slack and (left or abs(its_off) <= abs(off)):
                draft, left, off, board = changed, its_left, its_off, reached
            if (left, abs(off)) < nearest:
                nearest, misses = (left, abs(off)), 0

    def _repaired(self, draft: Draft) -> Steps[Draft | None]:
        """Return a draft with one solution, or None if none is found: while there are others, the maker rules them out,
        together with all that were found before.
        """
        others = list[Board]()
        for _ in range(MENDINGS):
            puzzle = self.book.parse(draft.document)
            search = at_most(solve(puzzle, limit=RIVALS, depth=False, share=False), LONGEST)
            answer = yield from relayed(search, self.progress)
            if answer is None:
                return None
            if answer.verdict == "unique":
                return draft
            found = [board for board in answer.boards if board != draft.solution]
            others += found
            repaired = self.maker.repaired(draft, others, self.random) if found and self.maker.repaired else None
            if repaired is None:
                return None
            draft = repaired
        return None

    def _patience(self, left: int, off: float) -> int:
        """Return the number of changes without progress after which a draft is replaced."""
        return CLIMB if left else TOO_HARD if off > 0 else CLIMB_LEVEL if self.maker.drafts == 1 else CLIMB_BEST

    def _reached(self, draft: Draft) -> Steps[tuple[int, float, Board]]:
        """Return the number of cells that techniques leave open, the distance from the level if none is left, and the
        board. Keeps the closest solved puzzle.

        A puzzle of the highest level counts as solved if it has one solution. If the maker repairs and propagation
        leaves many cells open, the techniques run only if there is one solution; otherwise the number is that of the
        cells that propagation leaves open, plus the number of all cells.
        """
        if self.maker.repaired:
            puzzle = self.book.parse(draft.document)
            yield self.progress
            board, open_cells = yield from self._settled(puzzle, propagator_for(puzzle), draft.solution, NO_TRIALS)
            number = open_cells.bit_count()
            if number > GUIDED * puzzle.size and (yield from self._open(draft, ANY_DEPTH)):
                return number + puzzle.size, 9.0, board
        score = yield from self.target.score(draft.document, self.maker, named=True, within=inf)
        if score.solved or self.target.highest and not (yield from self._open(draft, ANY_DEPTH)):
            if self.target.highest and self.target.technique:  # which may be a trial itself, or follow one
                score = yield from self.target.score(draft.document, self.maker)
            return 0, self._keep(draft, score), score.board
        return (draft.solution.known & ~score.board.known).bit_count(), 9.0, score.board

    def _played(self, draft: Draft) -> Steps[None]:
        """Change a game cell by cell, but not cells that steps of the level settle; keep changes that do not lead away
        from the target.
        """
        score = yield from self._score_game(draft)
        misses, most = 0, STUCK + draft.solution.known.bit_count() // STUCK_CELLS
        self._begin("rate", most)
        while score and score.off and misses < most and self.maker.mended:
            self.progress.settled = misses
            changed = self.maker.mended(draft, draft.solution.known & ~score.own, self.random, 1)
            its = yield from self._score_game(changed)
            misses += 1
            if its and abs(its.off) <= abs(score.off):
                misses = 0 if abs(its.off) < abs(score.off) else misses
                draft, score = changed, its

    def _played_with_trials(self, width: int, height: int) -> Steps[None]:
        """Draft games until one needs a trial. If it also needs a guess, change it until it needs none, which takes a
        third as many changes as it would take new drafts.
        """
        open_cells, misses = None, 0
        for _ in range(GAMES):
            draft = yield from self._draft(width, height)
            open_cells = yield from self._guessed(draft)
            if open_cells is not None:
                break
        self._begin("rate", GUESSES)
        while open_cells and misses < GUESSES and self.maker.mended:
            self.progress.settled = misses
            changed = self.maker.mended(draft, open_cells, self.random, 1)
            its = yield from self._guessed(changed)
            misses += 1
            if its is not None and its.bit_count() <= open_cells.bit_count():
                misses = 0 if its.bit_count() < open_cells.bit_count() else misses
                draft, open_cells = changed, its
        if open_cells == 0:
            yield from self._score(draft)

    def _guessed(self, draft: Draft) -> Steps[int | None]:
        """Return the cells of a game that need a guess, or None if trials settle no cell that techniques do not."""
        score = yield from self.target.score(draft.document, self.maker, named=True)
        if score.solved:
            self._keep(draft, score)
            return None
        board = yield from self._certain(draft, score.board)
        return None if board == score.board else draft.solution.known & ~board.known

    def _score_game(self, draft: Draft) -> Steps[Score | None]:
        """Return the score as `_scored` does, or None if the game needs a guess or techniques beyond the allowed ones.
        If techniques solve the game, no guess is needed; this test is far faster than the solver. If every level is
        accepted, a game without guesses is stored without a score.
        """
        score = yield from self.target.score(draft.document, self.maker, named=True)
        if score.solved:
            self._keep(draft, score)
            return score
        if self.target.named or (yield from self._certain(draft, score.board)) != draft.solution:
            return None
        if self.target.asks:
            return (yield from self._scored(draft))
        self.best = Made(draft.document, None)
        return None

    def _certain(self, draft: Draft, board: Board) -> Steps[Board]:
        """Return the cells of a game that can be settled from this board without a guess, and those of the board."""
        while True:
            puzzle = self.book.parse(self.maker.reveal(draft.document, board))
            yield self.progress
            board = yield from certain(puzzle, board.joined(puzzle.givens), draft.solution, self.progress)
            if board == draft.solution or self.maker.reveal(draft.document, board) == puzzle.document:
                return board

    # Puzzles whose clues are left out

    def _thinned(self, draft: Draft) -> Steps[None]:
        """Remove clues while the solution stays unique; keep the closest puzzle to the target."""
        grown = yield from self._grown(draft)
        if grown is None:
            return
        draft, parts, kept = grown
        if not self.target.asks:
            self.best = Made(self.without(draft, _others(parts, kept)).document, None)
            return
        thinner = self.without(draft, _others(parts, kept))
        score = yield from self._scored(thinner)
        if score.off > 0:
            yield from self._restored(draft, parts, kept, score, NO_TRIALS)
        elif score.off < 0:
            by_techniques = self.maker.by_techniques and self.target.level
            if by_techniques:
                kept = yield from self._thinned_by_techniques(draft, parts, kept, score.off)
            if not by_techniques or self.target.highest:
                yield from self._searched(draft, parts, kept)

    def _searched(self, draft: Draft, parts: list[Any], kept: list[Any]) -> Steps[None]:
        """Remove more clues of a puzzle that is too easy while it has one solution, then adjust the level."""
        self.subsets = Subsets(self.book.parse(draft.document), draft.solution, self.progress)
        self._begin("thin", len(kept))
        try:
            thinner, kept = yield from self._thinned_by_search(self.without(draft, _others(parts, kept)), kept)
            if self.done:
                return
            score = yield from self._scored(thinner)
            if score.off > 0:
                yield from self._restored(draft, parts, kept, score, ANY_DEPTH)
            elif score.off < 0:
                yield from self._exchanged(draft, parts, kept, score.off)
        finally:
            self.subsets = None

    def _thinned_by_techniques(self, draft: Draft, parts: list[Any], kept: list[Any], off: float) -> Steps[list[Any]]:
        """Return parts that stay when more clues are removed as long as techniques that the level allows solve the
        puzzle. Then exchange clues while this brings the puzzle closer to the level; the highest is left to a search.
        """
        items = yield from items_of(self.book.parse(draft.document), parts, self.progress)
        numbers = [item.number for item in items if parts[item.number] in kept]
        self.random.shuffle(numbers)
        self._begin("thin", len(numbers))
        left, off = yield from self._solvable(draft, parts, numbers, numbers, AT_ONCE, off)
        self._begin("rate", EXCHANGES)
        misses = 0
        while off and misses < EXCHANGES and len(left) < len(parts) and not self.target.highest:
            self.progress.settled = misses
            back = self.random.choice([item for item in items if item.number not in left])
            near = [number for number in left if items[number].cells & back.cells]
            self.random.shuffle(near)
            other, its = yield from self._solvable(draft, parts, [*left, back.number], near, 1, -inf)
            misses = 0 if its > off else misses + 1
            if its >= off:
                left, off = other, its
        return [parts[number] for number in left]

    def _solvable(
        self, draft: Draft, parts: list[Any], kept: list[int], tried: list[int], at_once: int, off: float
    ) -> Steps[tuple[list[int], float]]:
        """Remove those of the parts `tried` (numbers, as in `kept`) without which techniques that the level allows
        still solve the puzzle, several at once at first. Return the others, and the distance from the level, which is
        `off` if none was removed.
        """
        start = 0
        while start < len(tried):
            some = tried[start : start + at_once]
            fewer = [number for number in kept if number not in some]
            gone = set(range(len(parts))).difference(fewer)
            score = yield from self._solved(self.without(draft, [parts[number] for number in gone]))
            if score is not None:
                kept, off = fewer, score
                start, at_once = start + len(some), 2 * at_once
            elif len(some) == 1:
                start += 1
            else:
                at_once = len(some) // 2
            if self.progress.stage == "thin":
                self.progress.settled = start
        return kept, off

    def _solved(self, draft: Draft) -> Steps[float | None]:
        """Return the score of a puzzle as `_score` does; None if techniques that the level allows do not solve it."""
        puzzle = self.book.parse(draft.document)
        yield self.progress
        propagator = propagator_for(puzzle)
        yield self.progress
        board = propagator.known((yield from start_of(propagator, self.progress)))
        # They fail far more often than not, and from the board that propagation reaches, they take fewer waves to fail.
        if not (yield from self.target.solves(puzzle, board)):
            return None
        score = yield from self.target.score(draft.document, self.maker, named=True, within=inf)
        return self._keep(draft, score) if score.solved and score.off <= 0 else None

    def _grown(self, draft: Draft) -> Steps[tuple[Draft, list[Any], list[Any]] | None]:
        """Return a draft that propagation solves, all its parts, and parts that suffice, or None if another draft is
        needed.
        """
        self.progress.stage = "thin"
        judge = self.maker.judge or ConstraintPropagator
        for _ in range(MENDINGS):
            puzzle, parts = self.book.parse(draft.document), list(self.maker.parts(draft.document))
            yield self.progress
            items = yield from items_of(puzzle, parts, self.progress)
            propagator = judge(puzzle._replace(givens=Board()))
            yield self.progress
            growth = Growth(puzzle, items, propagator)
            numbers = yield from relayed(growth.chosen(self.random), self.progress)
            if numbers is not None:
                return draft, parts, [parts[number] for number in numbers]
            if self.maker.mended is None:
                return None
            number = -(-growth.open_cells.bit_count() // PORTION)
            draft = self.maker.mended(draft, growth.open_cells, self.random, number)
        return None

    def _restored(
        self, draft: Draft, parts: list[Any], kept: list[Any], score: Score, depth: int | None
    ) -> Steps[None]:
        """Add clues back where the allowed techniques lead no further, but none that makes the puzzle too easy. Then
        remove clues one by one.
        """
        items = yield from items_of(self.book.parse(draft.document), parts, self.progress)
        gone = [item for item in items if parts[item.number] not in kept]
        thinner, misses, at_once = draft, 0, 1
        self._begin("rate", RESTORED)
        while score.off > 0 and misses < RESTORED:
            self.progress.settled = misses
            near = [item for item in gone if item.cells & score.hard]
            if not near:
                return
            back = self.random.sample(near, min(at_once, len(near)))
            rest = [item for item in gone if item not in back]
            thinner = self.without(draft, [parts[item.number] for item in rest])
            its = yield from self._scored(thinner)
            if its.off >= 0:
                gone, score, at_once = rest, its, 2 * at_once
            else:
                misses += at_once == 1
                at_once = 1
        if score.off == 0:
            yield from self._step_by_step(thinner, depth)

    def _step_by_step(self, draft: Draft, depth: int | None) -> Steps[None]:
        """Remove single clues while the solution stays unique and the puzzle keeps the level."""
        parts = list(self.maker.parts(draft.document))
        self.random.shuffle(parts)
        self._begin("rate", min(TRIES, len(parts)))
        misses = 0
        for part in parts[:TRIES]:
            if misses >= MISSES:
                return
            self.progress.settled += 1
            thinner = draft._replace(document=self.maker.without(draft.document, part))
            if (yield from self._open(thinner, depth)):
                continue
            if (yield from self._score(thinner)) == 0:
                draft = thinner
            else:
                misses += 1

    def _exchanged(self, draft: Draft, parts: list[Any], kept: list[Any], off: float) -> Steps[None]:
        """Exchange clues while this brings the puzzle closer to the level. Called when the puzzle is too easy although
        every part in `kept` is needed.
        """
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
            its = yield from self._score(self.without(draft, gone))
            if its == 0:
                return
            misses = 0 if off < its < 0 else misses
            if off <= its < 0:
                exchange.kept, off = other, its

    def exchange(self, draft: Draft, parts: list[Any]) -> Exchange | None:
        """Return an exchange of parts, or None if the parts differ in rules, not only in clues."""
        if self.subsets is None:
            return None
        fewer = [self.without(draft, [part]) for part in parts]
        whole, *without = (self.subsets.clues_of(self.book.parse(one.document)) for one in (draft, *fewer))
        if whole is None or None in without:
            return None
        clues = [whole.minus(rest) for rest in without if rest]
        return Exchange(self.subsets, reduce(Content.minus, clues, whole), clues, self.random)

    def without(self, draft: Draft, parts: Iterable[Any]) -> Draft:
        return draft._replace(document=self.maker.without(draft.document, [place for part in parts for place in part]))

    def _thinned_by_search(self, draft: Draft, parts: list[Any]) -> Steps[tuple[Draft, list[Any]]]:
        """Return a thinner draft and the parts that are needed. Removes several parts at a time, and fewer if that
        removes too many. On a large board, a query takes 100 ms, so stop at the first draft that needs a trial if that
        is the target.
        """
        needed: list[Any] = []
        start, at_once = 0, AT_ONCE
        scored = self.target.highest and len(parts) > MANY_PARTS
        while start < len(parts):
            yield self.progress
            some = parts[start : start + at_once]
            thinner = self.without(draft, some)
            if not (yield from self._open(thinner, ANY_DEPTH)):
                draft = thinner
                start, at_once = start + len(some), 2 * at_once
                if scored and (yield from self._score(draft)) == 0:
                    break
            elif len(some) == 1:
                needed += some
                start += 1
            else:
                at_once = len(some) // 2
            self.progress.settled = start - len(needed)
        return draft, needed + parts[start:]

    def _open(self, draft: Draft, depth: int | None) -> Steps[int]:
        """Return the cells, as a bit set, that trials of this depth leave open; 0 if the puzzle has one solution."""
        puzzle = self.book.parse(draft.document)
        yield self.progress
        propagator = propagator_for(puzzle)
        yield self.progress
        _, open_cells = yield from self._settled(puzzle, propagator, draft.solution, depth)
        return open_cells

    def _settled(
        self, puzzle: Puzzle, propagator: Propagator, solution: Board, depth: int | None
    ) -> Steps[tuple[Board, int]]:
        """Return the board that trials of this depth reach, and the cells that they leave open."""
        state = yield from start_of(propagator, self.progress)
        settled = propagator.known(state)
        left = puzzle.cells & ~settled.known
        if not left or depth == NO_TRIALS:
            return settled, left
        said = self.subsets and self.subsets.clues_of(puzzle)
        if self.subsets and said:
            other = yield from self.subsets.other(said)
            return (solution, 0) if other is None else (settled, other.yes ^ solution.yes)
        if self.maker.repaired:  # the search backtracks, which takes less time than setting up a learner
            answer = yield from relayed(solve(puzzle, propagator, depth=False, share=False), self.progress)
            other = next((board for board in answer.boards if board != solution), None)
        else:
            learner = Learner(puzzle, settled)
            learner.exclude(solution)
            other = yield from relayed(learner.find(), self.progress)
        if other is None:
            return solution, 0
        return settled, other.yes ^ solution.yes


def _others(parts: list[Any], kept: list[Any]) -> list[Any]:
    """Return the parts that are not kept."""
    return [part for part in parts if part not in kept]
