"""Different: two lines are not equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tesuji.constraint import Clause, Constraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder


class Different(Constraint):
    """`first` and `second`, of equal length and without a common cell, differ in at least one place. The scope is
    `first`, followed by `second`.
    """

    __slots__ = ("first", "second", "length", "_all")

    name = "different"
    deferred = True

    def __init__(self, first: Sequence[int], second: Sequence[int], clue: Clue | None = None):
        assert len(first) == len(second)
        self.first, self.second, self.clue = first, second, clue
        self.length = len(first)
        self._all = (1 << self.length) - 1

    @property
    def scope(self) -> tuple[int, ...]:  # type: ignore[override]
        """The cells of both lines. Computed on demand, because a large board has thousands of pairs of lines."""
        return (*self.first, *self.second)

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely: something follows only if the lines can differ in just one place, and one of its two cells
        is known.
        """
        length, everything = self.length, self._all
        yes1, yes2 = yes & everything, yes >> length
        no1, no2 = no & everything, no >> length
        if yes1 & no2 | no1 & yes2:
            return yes, no
        open_places = everything & ~(yes1 & yes2 | no1 & no2)
        if not open_places:
            raise Contradiction(self)
        if open_places & (open_places - 1):
            return yes, no
        yes |= open_places & no2 | (open_places & no1) << length
        no |= open_places & yes2 | (open_places & yes1) << length
        return yes, no

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return all known literals except the target, because the lines are equal in every other place."""
        return yes | no if target is None else (yes | no) & ~(1 << target[0])

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Encode a variable for each place in which the lines may differ. A proof uses `infer` instead."""
        if encoder.record is not None:
            encoder.add_inference(self, guard)
            return
        differs = []
        for a, b in zip(self.first, self.second):
            place = encoder.new(guard)
            differs.append(place)
            yield (place ^ 1, 2 * a, 2 * b)
            yield (place ^ 1, 2 * a + 1, 2 * b + 1)
        yield tuple(differs) if guard is None else (*differs, guard ^ 1)

    @property
    def lines(self) -> tuple[Sequence[int], ...]:
        return self.first, self.second

    @property
    def rule(self) -> str:
        """The name of the line. In a certificate, one rule states that a line differs from all others."""
        return f"line {' '.join(str(literal + 1) for literal in self.first)}"

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "length", the length of each line."""
        return {**super().data(), "length": self.length}
