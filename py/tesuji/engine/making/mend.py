"""Find the fewest additional clues or givens that make the solution of a puzzle unique.

One solution is kept. An addition must hold in it and fail in another solution. The search finds the other solutions one
by one, choosing each to break as few offers as possible, and looks for the fewest offers that rule out all of them
(implicit hitting sets, as in `conflict.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tesuji.bitset import flags, literals, members, set_of
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.sat.solver import Core, Model
from tesuji.errors import OutOfBudget
from tesuji.hitting_set import add, greedy, hitting_set
from tesuji.model import Board, Constraint, Offer, Puzzle

EXACT = 5
"""Results with at most this many additions are proven to be the smallest; larger ones are found greedily."""
ROUNDS = 5
"""The number of greedy choices. Each leads to offers that are enough, of which none can be left out."""


class Mended(NamedTuple):
    """Positions in the list of offers, and whether these are proven to be the fewest."""

    chosen: tuple[int, ...]
    fewest: bool


def mend(puzzle: Puzzle, solution: Board, offers: Sequence[Offer]) -> Steps[Mended | None]:
    """Return the offers to add so that only the given solution is left, or None if even all offers are not enough.
    Every offer must hold in the solution. If the budget ends, the result is the best so far. Raises OutOfBudget if
    there is none yet.
    """
    search = _Mending(puzzle, solution, offers)
    yield from search.begin()
    every = (1 << len(offers)) - 1
    if (yield from search.other(every)) is not None:
        return None
    progress = search.assumptions.progress
    for size in range(EXACT + 1):
        while (chosen := (yield from relayed(hitting_set(search.sets, size), progress))) is not None:
            if (yield from search.other(chosen)) is None:
                return Mended(tuple(members(chosen)), True)
    return Mended(tuple(members((yield from search.few()))), False)


class _Mending:
    def __init__(self, puzzle: Puzzle, solution: Board, offers: Sequence[Offer]):
        self.solution = solution
        base = len(puzzle.constraints)
        self.groups: list[range] = []  # the constraints of each offer
        added: list[Constraint] = []
        for offer in offers:
            first = base + len(added)
            added += offer.constraints
            self.groups.append(range(first, base + len(added)))
        extended = puzzle._replace(constraints=(*puzzle.constraints, *added))
        guarded = (1 << base + len(added)) - (1 << base)
        self.assumptions = Assumptions(extended, guarded, progress=Progress("mend", of=puzzle.size))
        self.sets: list[int] = []
        """For each other solution, the offers that rule it out; only the minimal sets."""
        self.enough = 0
        """The offers that the proof of the latest query without another solution used."""

    def begin(self) -> Steps[None]:
        """Prepare the learner. It tries the values of the solution first, but must not return the solution itself."""
        assumptions, solution = self.assumptions, self.solution
        outcome = yield from assumptions.ask(literals(*solution), assumptions.counted)
        assert isinstance(outcome, Model), "an offer is not true of the solution"
        assumptions.expect(outcome, solution)
        assumptions.solver.add_clause(literals(solution.no, solution.yes))

    def other(self, chosen: int) -> Steps[int | None]:
        """Find another solution that these offers leave. Store and return the offers that rule it out; None if there is
        no other.
        """
        on = set_of(number for offer in members(chosen) for number in self.groups[offer])
        assumptions = self.assumptions
        outcome = yield from assumptions.ask([], on, list(members(assumptions.counted & ~on)))
        if isinstance(outcome, Core):
            self.enough = self._offers_with(assumptions.constraints_in(outcome))
            return None
        broken = assumptions.broken(assumptions.yes_of(outcome), assumptions.counted)
        ruling_out = self._offers_with(broken)
        add(self.sets, ruling_out)
        return ruling_out

    def few(self) -> Steps[int]:
        """Return the best of a few greedy choices of offers. Raises OutOfBudget if the budget ends before the first."""
        best = 0
        try:
            for _ in range(ROUNDS):
                chosen = enough = greedy(self.sets)
                if 0 < best.bit_count() <= chosen.bit_count():
                    break
                # A choice takes as long as a query, so it is made for several solutions that no offer rules out
                # together.
                while (ruling_out := (yield from self.other(enough))) is not None:
                    enough |= ruling_out
                fewer = yield from self.fewer(self.enough)
                if not best or fewer.bit_count() < best.bit_count():
                    best = fewer
                if enough == chosen:
                    break
        except OutOfBudget:
            if not best:
                raise
        return best

    def fewer(self, enough: int) -> Steps[int]:
        """Return offers of which none can be left out, from offers that are enough together."""
        for offer in members(enough):
            one = 1 << offer
            if not enough & one or any(ruling_out & enough == one for ruling_out in self.sets):
                continue
            if (yield from self.other(enough & ~one)) is None:
                enough = self.enough
        return enough

    def _offers_with(self, constraints: int) -> int:
        """Return the offers that have some of these constraints."""
        has = flags(constraints, self.assumptions.counted.bit_length())
        return set_of(number for number, group in enumerate(self.groups) if any(has[group.start : group.stop]))
