"""What would make a puzzle with several solutions have one: the fewest clues or givens to add.

One solution is chosen to stay. Whatever is added must be true of it and false of every other solution, so the others
are found one after the other, each as close to breaking nothing as can be, and the fewest offers are sought that rule
out all of them (implicit hitting sets, as in `conflict.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tesuji.bitset import flags, literals, members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.hitting_set import greedy, hitting_set
from tesuji.engine.sat.solver import Core, Model
from tesuji.model import Board, Constraint, Offer, Puzzle

EXACT = 5
"""Additions up to which the fewest are sought; beyond, few."""


class Mended(NamedTuple):
    """Places in the list of offers, and whether fewer are proven not to do."""

    chosen: tuple[int, ...]
    fewest: bool


def mend(puzzle: Puzzle, solution: Board, offers: Sequence[Offer]) -> Steps[Mended | None]:
    """The offers, all true of the solution, that leave no other; None where all of them do not. Raises OutOfBudget."""
    search = _Mending(puzzle, solution, offers)
    yield from search.begin()
    every = (1 << len(offers)) - 1
    if not (yield from search.leaves_one(every)):
        return None
    for size in range(EXACT + 1):
        while (chosen := hitting_set(search.sets, size)) is not None:
            if (yield from search.leaves_one(chosen)):
                return Mended(tuple(members(chosen)), True)
    while not (yield from search.leaves_one(chosen := greedy(search.sets))):
        pass
    return Mended(tuple(members(chosen)), False)


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
        """For each other solution, the offers that rule it out."""

    def begin(self) -> Steps[None]:
        """Prepares the learner: values of the solution first, but not the solution itself."""
        assumptions, solution = self.assumptions, self.solution
        outcome = yield from assumptions.ask(literals(*solution), assumptions.counted)
        assert isinstance(outcome, Model), "an offer is not true of the solution"
        assumptions.expect(outcome, solution)
        assumptions.solver.add_clause(literals(solution.no, solution.yes))

    def leaves_one(self, chosen: int) -> Steps[bool]:
        """Whether these offers leave the solution alone; if not, another solution is noted."""
        on = set_of(number for offer in members(chosen) for number in self.groups[offer])
        assumptions = self.assumptions
        outcome = yield from assumptions.ask([], on, list(members(assumptions.counted & ~on)))
        if isinstance(outcome, Core):
            return True
        broken = assumptions.broken(assumptions.yes_of(outcome), assumptions.counted)
        is_broken = flags(broken, self.assumptions.counted.bit_length())
        self.sets.append(
            set_of(number for number, group in enumerate(self.groups) if any(is_broken[group.start : group.stop]))
        )
        return False
