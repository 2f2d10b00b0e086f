"""The runs of colours along a line, in order: the clue of a colour nonogram. `planes` solves such lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, compress
from typing import TYPE_CHECKING, Any

from tesuji.bitset import flags, members
from tesuji.constraint import Clause, Constraint, Target
from tesuji.constraints.planes import Run, last_values, others, plane_solver
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder

CACHE_SIZE = 4096
"""The number of boards in the cache of one constraint."""


class ColourRuns(Constraint):
    """The runs along a line have these lengths and colours, in order. Runs of the same colour have a blank cell
    between them.

    `planes[value][i]` is the literal that cell i of the line has this value; value 0 is blank. The scope is the planes,
    one after the other. A separate constraint ensures that each cell has exactly one value.
    """

    __slots__ = ("planes", "runs", "width", "values", "solve", "_seen", "_explainer")

    name = "colour-runs"
    propagators = ("grid_of_colours",)

    def __init__(self, planes: Sequence[Sequence[int]], runs: Sequence[Run], clue: Clue | None = None):
        self.planes = tuple(map(tuple, planes))
        self.scope = tuple(chain.from_iterable(self.planes))
        self.runs: tuple[Run, ...] = tuple(map(tuple, runs))  # type: ignore[arg-type]
        self.clue = clue
        self.width, self.values = len(self.planes[0]), len(self.planes)
        self.solve = plane_solver(self.width, self.runs, self.values)
        self._seen: dict[int, tuple[int, int] | None] = {}
        self._explainer: _Explainer | None = None

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely, including "exactly one"; 20 us for 50 cells in 4 colours."""
        removed = no | others(yes, self.width, self.values)
        seen = self._seen
        if removed not in seen:
            if len(seen) >= CACHE_SIZE:
                seen.clear()
            found = self.solve(removed)
            seen[removed] = None if found is None else (last_values(found, self.width, self.values), found)
        inferred = seen[removed]
        if inferred is None:
            raise Contradiction(self)
        return inferred

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Find a reason in one pass of an automaton over the line, as `runs` does. A value that a cell has stands for
        the values that it does not have.
        """
        if order:
            return self.within(self.reason(yes, no, target), yes, no, target, order)
        if target is None:
            return self._known_for(yes, no, self._removed_for(yes, no, -1))
        place, value = target
        if not value:
            bit = 1 << place
            if others(yes, self.width, self.values) & bit:
                return self._column(place) & yes
            return self._known_for(yes, no & ~bit, self._removed_for(yes, no & ~bit, place))
        kept = 0
        for other in members(self._column(place) & ~(1 << place)):
            kept |= 1 << other if no >> other & 1 else self.reason(yes, no, (other, False))
        return kept

    def _removed_for(self, yes: int, no: int, place: int) -> list[int]:
        if self._explainer is None:
            self._explainer = _Explainer(self.width, self.runs, self.values)
        removed = no | others(yes, self.width, self.values)
        return self._explainer(removed, place)

    def _column(self, place: int) -> int:
        """Return the places of all values of a cell."""
        cell = place % self.width
        return sum(1 << cell + value * self.width for value in range(self.values))

    def _known_for(self, yes: int, no: int, removed: Sequence[int]) -> int:
        """Return the known literals that remove these values."""
        kept = 0
        column = self._column(0)
        for place in removed:
            has = column << place % self.width & ~(1 << place) & yes
            kept |= has & -has or no & 1 << place
        return kept

    # The learner

    portfolio = True

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Encode the line by `infer` with lazy reasons or, if the encoder wants clauses, in order encoding."""
        if encoder.lazy is not False or encoder.record is not None:
            return super().encode(encoder, guard)
        from tesuji.engine.sat import clauses

        planes = [[2 * literal for literal in plane] for plane in self.planes]
        return clauses.colour_runs(planes, self.runs, lambda: encoder.new(guard), guard)

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "planes" and "runs" ([length, colour] each)."""
        return {**super().data(), "planes": [list(plane) for plane in self.planes], "runs": [*map(list, self.runs)]}


class _Explainer:
    """Removed values that do not fit the runs -> a minimal subset that does not fit.

    The automaton has a state for the start, one for each cell of the tightly packed runs, and a loop on "blank" at each
    gap. From left to right, a value is kept if the line would fit without it, given the values kept on the left and all
    removed values on the right.
    """

    def __init__(self, width: int, runs: Sequence[Run], values: int):
        text, loops = list[int](), 1
        for number, (length, colour) in enumerate(runs):
            if number and runs[number - 1][1] == colour:
                text.append(0)
                loops |= 1 << len(text)
            text += [colour] * length
            if number + 1 == len(runs) or runs[number + 1][1] != colour:
                loops |= 1 << len(text)
        self.width, self.values, self.loops, self.last = width, values, loops, len(text)
        self.entered = [sum(2 << at for at, one in enumerate(text) if one == value) for value in range(values)]
        self.steps: dict[bytes, tuple[int, int]] = {}
        """The results of `_step`."""

    def __call__(self, no: int, supposed: int) -> list[int]:
        """Return the places of a part of `no` that does not fit. `supposed` is the place of the supposed value of its
        cell, or -1.
        """
        width, entered, loops = self.width, self.entered, self.loops
        at = supposed % width if supposed >= 0 else -1
        cells = self._possible(no)
        if supposed >= 0:
            cells[at] = flags(1 << supposed // width, self.values)
        steps = [*map(self._step, cells)]
        right = self._accepted(steps)
        states, kept = 1, list[int]()
        for cell in range(width):
            rest = right.pop()
            mask, loop = steps[cell]
            if cell != at:
                # All values become possible, except those that lead to a state from which the right part is accepted.
                # Values that the cell may have lead to none.
                mask, loop = -1, loops
                moved, stayed = states << 1 & rest, states & loops & rest
                for value, possible in enumerate(cells[cell]) if moved or stayed else ():
                    if not possible and (moved & entered[value] or not value and stayed):
                        kept.append(value * width + cell)
                        mask &= ~entered[value]
                        loop = loop if value else 0
            states = states << 1 & mask | states & loop
        return kept

    def _possible(self, no: int) -> list[bytes]:
        """Return, for each cell, a flag for each value: whether the cell may have it."""
        size = self.width * self.values
        possible = flags((1 << size) - 1 & ~no, size)
        return [possible[cell :: self.width] for cell in range(self.width)]

    def _accepted(self, steps: Sequence[tuple[int, int]]) -> list[int]:
        """Return the states from which the cells on the right of a cell are accepted, for each cell, the last first."""
        states = 1 << self.last
        right = [states]
        for mask, loop in reversed(steps[1:]):
            states = (states & mask) >> 1 | states & loop
            right.append(states)
        return right

    def _step(self, possible: bytes) -> tuple[int, int]:
        """Return the states entered by one of the possible values, given as flags, and those with a loop."""
        found = self.steps.get(possible)
        if found is None:
            mask = sum(compress(self.entered, possible))
            found = self.steps[possible] = mask, self.loops if possible[0] else 0
        return found
