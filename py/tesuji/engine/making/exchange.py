"""Turns a minimal puzzle (no clue can be left out) into another minimal puzzle with the same solution: one clue is put
back, and those that it makes needless are left out.

For each clue that stays, another solution is kept that the puzzle would have without it. A clue that is put
back can make only those needless whose other solution it rules out, so few questions are asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from random import Random

from tesuji.engine.budget import Steps
from tesuji.engine.making.subsets import Said, Subsets
from tesuji.model import Board


class Exchange:
    """A minimal puzzle. Its parts (clues, or what goes together) are numbers; `says`: what each says; `always`: what
    is said without any."""

    def __init__(self, subsets: Subsets, always: Said, says: list[Said], random: Random):
        self.subsets, self.always, self.says, self.random = subsets, always, says, random
        self.kept: dict[int, Board] = {}
        """The parts of the puzzle, each with another solution that there would be without it."""

    def begin(self, parts: Iterable[int]) -> Steps[None]:
        """Starts from the puzzle of these parts. Those that are not needed are left out at once."""
        left = list(parts)
        for part in list(left):
            other = yield from self.subsets.other(self._said(one for one in left if one != part))
            if other is None:
                left.remove(part)
            else:
                self.kept[part] = other

    def next(self) -> Steps[dict[int, Board] | None]:
        """The parts of another puzzle, in the form of `kept`, after one that is drawn at random came back; None where
        it makes no other needless."""
        gone = [part for part in range(len(self.says)) if part not in self.kept]
        if not gone:
            return None
        back = self.random.choice(gone)
        kept, ruled_out = dict(self.kept), None
        doubtful = [part for part, other in kept.items() if not self.subsets.fits(self.says[back], other)]
        self.random.shuffle(doubtful)
        for part in doubtful:
            found = yield from self.subsets.other(self._said([back, *(one for one in kept if one != part)]))
            if found is None:
                # This is the solution that there would be without the part that came back.
                ruled_out = ruled_out or kept[part]
                del kept[part]
            else:
                kept[part] = found
        return None if ruled_out is None else {**kept, back: ruled_out}

    def _said(self, parts: Iterable[int]) -> Said:
        return reduce(Said.more, (self.says[part] for part in parts), self.always)
