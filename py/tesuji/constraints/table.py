"""Table: the patterns that a few literals may form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from tesuji.constraint import Clause, Constraint
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder


class Table(Constraint):
    """The yes literals of `scope` form one of `patterns`, which are local bit sets. Suited to a few hundred patterns."""

    __slots__ = ("patterns", "_all")

    name = "table"

    def __init__(self, scope: Iterable[int], patterns: Iterable[int], clue: Clue | None = None):
        self.scope = tuple(scope)
        self._all = (1 << len(self.scope)) - 1
        self.patterns = tuple(sorted({pattern for pattern in patterns if not pattern & ~self._all}))
        self.clue = clue

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely, in time linear in the number of patterns."""
        every, some = self._all, 0
        fits = False
        for pattern in self.patterns:
            if pattern & yes == yes and not pattern & no:
                every &= pattern
                some |= pattern
                fits = True
        if not fits:
            raise Contradiction(self)
        return every, self._all & ~some

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Encode a variable for each pattern. Unit propagation then finds everything that `infer` does.

        A proof does without these variables: `infer` propagates, and the lemmas contain literals of the scope only.
        """
        if encoder.record is not None:
            yield from super().encode(encoder, guard)
            return
        without = () if guard is None else (guard ^ 1,)
        chosen = [encoder.new(guard) for _ in self.patterns]
        yield (*chosen, *without)
        for place, literal in enumerate(self.scope):
            for sign in (0, 1):
                with_it = [x for x, pattern in zip(chosen, self.patterns) if pattern >> place & 1 != sign]
                x = 2 * literal + sign
                yield (x ^ 1, *with_it, *without)
                for pattern in with_it:
                    yield (pattern ^ 1, x)

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "patterns": for each one, the places in the scope that are yes."""
        places = range(len(self.scope))
        rows = [[place for place in places if pattern >> place & 1] for pattern in self.patterns]
        return {**super().data(), "patterns": rows}
