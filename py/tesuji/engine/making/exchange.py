"""Turn a minimal puzzle (no clue can be removed) into another one with the same solution: add a clue back and remove
the clues that it makes redundant.

For each clue of the puzzle, one solution is stored that the puzzle would have without it. A clue that is added back can
make another clue redundant only if it rules out that clue's stored solution, so few solver calls are needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from random import Random

from tesuji.engine.budget import Steps
from tesuji.engine.making.subsets import Content, Subsets
from tesuji.model import Board


class Exchange:
    """A minimal puzzle. Its parts (single clues, or clues that belong together) are numbers. `clues` holds the
    constraints of each part, `always` those of the puzzle without any part.
    """

    def __init__(self, subsets: Subsets, always: Content, clues: list[Content], random: Random):
        self.subsets, self.always, self.clues, self.random = subsets, always, clues, random
        self.kept: dict[int, Board] = {}
        """The parts of the puzzle, each with another solution that the puzzle has without it."""

    def begin(self, parts: Iterable[int]) -> Steps[None]:
        """Start from the puzzle with these parts, and remove redundant ones."""
        left = list(parts)
        for part in list(left):
            other = yield from self.subsets.other(self._clues_of(one for one in left if one != part))
            if other is None:
                left.remove(part)
            else:
                self.kept[part] = other

    def next(self) -> Steps[dict[int, Board] | None]:
        """Add a random part back and return the parts of the resulting puzzle, in the form of `kept`. Returns None if
        the new part makes no other part redundant.
        """
        gone = [part for part in range(len(self.clues)) if part not in self.kept]
        if not gone:
            return None
        back = self.random.choice(gone)
        kept, ruled_out = dict(self.kept), None
        doubtful = [part for part, other in kept.items() if not self.subsets.fits(self.clues[back], other)]
        self.random.shuffle(doubtful)
        for part in doubtful:
            found = yield from self.subsets.other(self._clues_of([back, *(one for one in kept if one != part)]))
            if found is None:
                # The puzzle without the added part would have this solution.
                ruled_out = ruled_out or kept[part]
                del kept[part]
            else:
                kept[part] = found
        return None if ruled_out is None else {**kept, back: ruled_out}

    def _clues_of(self, parts: Iterable[int]) -> Content:
        return reduce(Content.plus, (self.clues[part] for part in parts), self.always)
