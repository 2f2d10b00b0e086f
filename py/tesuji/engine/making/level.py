"""Targets of generation: a level, a required technique, and the distance of a puzzle from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tesuji.engine.budget import Steps
from tesuji.engine.reasons.grade import TRIAL, Grade, grade, met
from tesuji.engine.reasons.waves import Reveal, Use, Waves, revealing, rolling, waves
from tesuji.errors import InputError
from tesuji.model import Board, Document, Puzzle
from tesuji.rulebook import Maker, Rulebook

FARTHEST = 9.0
"""The greatest distance from a level of a puzzle that techniques solve. If they do not, the distance is greater."""
LEVELS = {"easy": 1, "medium": 2, "hard": 3, "expert": 4, "extreme": 5}
UNNEEDED = -0.5
"""The distance of a puzzle that uses the required technique, but can do without it."""
OLDER = {
    "easygoing": "easy",
    "normal": "medium",
    "moderate": "medium",
    "tough": "hard",
    "baffling": "expert",
    "habanero": "extreme",
}
"""Level names of earlier versions, which are still accepted."""


def level_number(name: str | int | None) -> int | None:
    """Return the number of a level, given by number, name or earlier name. Raises InputError."""
    if name is None or name == "any":
        return None
    word = OLDER.get(str(name).lower(), str(name).lower())
    if word in LEVELS:
        return LEVELS[word]
    if word.isascii() and word.isdigit() and 1 <= int(word) <= len(LEVELS):
        return int(word)
    raise InputError("level", name=str(name)[:40], levels=", ".join(LEVELS))


@dataclass(frozen=True)
class Score:
    """The distance of a puzzle from its target.

    `off` is 0 if the puzzle meets the target, negative if it is too easy and positive if it is too hard. `solved` is
    True if the steps solve the puzzle, which proves that it has one solution and needs no guess. `board` is the board
    that they reach, `own` the cells that steps of the level settle, and `hard` those that steps above it settle, or no
    steps. `use` is the first use of the required technique, if there is one.
    """

    off: float
    mark: Grade
    solved: bool
    board: Board
    own: int
    hard: int
    use: Use | None = None


@dataclass(frozen=True)
class LevelTarget:
    """A level from 1 to 5 (None: any) and the name of a required technique (None: none)."""

    book: Rulebook
    level: int | None = None
    technique: str | None = None
    needed: bool = True
    """False if a puzzle that uses the technique is good enough, even if it can do without it."""

    @classmethod
    def of(cls, book: Rulebook, level: int | None, technique: str | None, needed: bool = True) -> LevelTarget:
        """Return the target. A technique of the highest level stands for that level, because puzzles that need it have
        it. Raises InputError.
        """
        if technique is None:
            return cls(book, level)
        levels = {one.name: one.level for one in book.explaining.techniques}
        if technique not in levels:
            raise InputError("technique", name=str(technique)[:40], techniques=", ".join(levels))
        highest = levels[technique] == len(LEVELS)
        return cls(book, len(LEVELS) if level is None and highest else level, technique, needed)

    @property
    def asks(self) -> bool:
        return self.level is not None or self.technique is not None

    def score(self, document: Document, maker: Maker, named: bool = False, within: float = 0.0) -> Steps[Score]:
        """Return the score of a puzzle with one solution. Trials count only if a technique is asked for, which may
        follow a trial; with `named`, they never do. Scoring ends when the puzzle is farther above the level than
        `within`; if that is not 0, only techniques that the level allows count.
        """
        puzzle, _, reveal = self._opened(document, maker)
        below = (self.below if within else TRIAL) if named or self.named or not self.technique else None
        found, own, hard = yield from self._waves(puzzle, reveal, below, within)
        mark = grade(found, self.book.rating.scale)
        far = found.ending == "unnamed" and not self.highest
        off = FARTHEST + found.left / puzzle.size if far else self._off(found, mark)
        if self.technique and off <= 0:
            off = min(off, (yield from self._lacks(puzzle, found, reveal)))
        use = found.uses.get(self.technique or "")
        return Score(off, mark, found.ending == "solved", found.board, own, hard, use)

    def solves(self, puzzle: Puzzle, board: Board) -> Steps[bool]:
        """Return whether techniques that the level allows solve a puzzle from this board."""
        found = Waves(board)
        yield from rolling(found, puzzle, self.book, None, self.below)
        return found.ending == "solved"

    def rated(self, document: Document, maker: Maker) -> Steps[Grade]:
        """Return the grade of a whole puzzle."""
        return grade((yield from waves(*self._opened(document, maker))), self.book.rating.scale)

    def _opened(self, document: Document, maker: Maker) -> tuple[Puzzle, Rulebook, Reveal | None]:
        reveal = revealing(self.book.parse, maker.reveal) if maker.reveal else None
        return self.book.parse(document), self.book, reveal

    def _waves(
        self, puzzle: Puzzle, reveal: Reveal | None, below: int | None, within: float
    ) -> Steps[tuple[Waves, int, int]]:
        """Return the waves, the cells that those of the level settle, and the cells that those above it, or none,
        settle. The waves end when the puzzle is certainly farther above the level than `within`, given that each
        remaining step settles at least one cell and might be easy.
        """
        found, seen, own, hard, known = Waves(puzzle.givens), 0, 0, 0, puzzle.givens.known
        for progress in rolling(found, puzzle, self.book, reveal, below):
            if len(found.waves) > seen:
                seen = len(found.waves)
                level = found.waves[-1].level
                if self.level and level > self.level:
                    hard |= found.board.known & ~known
                elif level == self.level:
                    own |= found.board.known & ~known
                known = found.board.known
                found.left = (puzzle.cells & ~found.board.known).bit_count()
                if hard and self._above(found, found.left) > within:
                    break
            yield progress
        found.left = (puzzle.cells & ~found.board.known).bit_count()
        return found, own, hard | puzzle.cells & ~found.board.known

    @property
    def named(self) -> bool:
        """True if every step must have a name. Only the highest level uses unnamed steps, which take long to find.
        Below it, a puzzle consists of techniques that a player can learn.
        """
        return self.level is not None and self.level < len(LEVELS)

    @property
    def below(self) -> int:
        """The lowest level of techniques, or of trials, of which one step is too hard."""
        higher = self.book.rating.scale.thresholds[self.level - 1 :] if self.level else ()
        return min([TRIAL, *(one.level for one in higher if not one.share and not one.waves)])

    @property
    def highest(self) -> bool:
        """True if the puzzle must need a trial."""
        return self.level == len(LEVELS)

    def _off(self, found: Waves, mark: Grade) -> float:
        """Return the distance to the level: the requirements that are not met, or those of a higher level that are."""
        if self.level is None:
            return 0.0
        left = found.left if mark.at_least else 0
        own = (1.0, *met(found, self.book.rating.scale, left))[self.level - 1]
        if above := self._above(found, left):
            return above + self._lack(found)
        # If neither of two puzzles meets any of the requirement, the harder one is closer.
        return 0.0 if own >= 1 else own - 1 - (not own) / (1 + mark.mean)

    def _above(self, found: Waves, left: int) -> float:
        """Return the distance above the level, given that `left` easy steps may follow; 0 if it is not above."""
        shares = met(found, self.book.rating.scale, left)[self.level - 1 :] if self.level else ()
        most = max(shares, default=0.0)
        return min(most - 1, FARTHEST) + 1e-9 if most >= 1 else 0.0

    def _lack(self, found: Waves) -> float:
        """Return how much of the level's own requirement is not met without the waves of a higher level. A puzzle that
        only has too many of these is closer.
        """
        scale, level = self.book.rating.scale, self.level or 1
        higher = (*(one.level for one in scale.thresholds), TRIAL)[level - 1]
        rest = replace(found, waves=[wave for wave in found.waves if wave.level < higher])
        return max(0.0, 1 - (1.0, *met(rest, scale))[level - 1])

    def _lacks(self, puzzle: Puzzle, found: Waves, reveal: Reveal | None) -> Steps[float]:
        """Return 0 if the puzzle needs a harder technique or a trial without this one, or cannot be solved then;
        UNNEEDED if steps only use the technique, or 0 if that is good enough; -1 if none does.
        """
        if self.technique not in found.uses:
            return -1.0
        if not self.needed:
            return 0.0
        others = tuple(technique for technique in self.book.explaining.techniques if technique.name != self.technique)
        book = self.book._replace(explaining=self.book.explaining._replace(techniques=others))
        without = Waves(puzzle.givens)
        yield from rolling(without, puzzle, book, reveal, TRIAL)
        own = next(one.level for one in self.book.explaining.techniques if one.name == self.technique)
        harder = any(wave.level > own for wave in without.waves)
        return 0.0 if without.ending != "solved" or harder else UNNEEDED
