"""A variable has exactly one of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from tesuji.constraint import Clause, Constraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Block, Clue
from tesuji.variables import numbered

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder


class ExactlyOne(Constraint):
    """Exactly one literal of `scope` is yes. It defines a variable with several values, and is never counted."""

    __slots__ = ("_all",)

    name = "one"
    implicit = True

    def __init__(self, scope: Iterable[int], clue: Clue | None = None):
        self.scope = tuple(scope)
        self.clue = clue
        self._all = (1 << len(self.scope)) - 1

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely in constant time."""
        if yes:
            if yes & (yes - 1):
                raise Contradiction(self)
            return yes, self._all ^ yes
        left = self._all & ~no
        if not left:
            raise Contradiction(self)
        return (yes, no) if left & (left - 1) else (left, no)

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return the reason: a literal that is yes excludes the others; the last one needs all others to be no."""
        if target is None:
            two = yes & (yes - 1)
            return (yes & -yes | two & -two) if two else no
        return no & ~(1 << target[0]) if target[1] else yes & -yes

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Yield one clause for "at least one" and one per pair for "at most one"."""
        without = () if guard is None else (guard ^ 1,)
        yield (*(2 * literal for literal in self.scope), *without)
        for one, other in combinations(self.scope, 2):
            yield (2 * one + 1, 2 * other + 1, *without)


def exactly_ones(blocks: Sequence[Block]) -> tuple[ExactlyOne, ...]:
    """Return the constraints that define variables: one for each variable with more than two values."""
    found = []
    for block, literals, _ in numbered(tuple(blocks)):
        if block.values > 2:
            starts = range(literals.start, literals.stop, block.values)
            found += [ExactlyOne(range(start, start + block.values)) for start in starts]
    return tuple(found)
