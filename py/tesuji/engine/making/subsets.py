"""Puzzles with some of the clues of one puzzle: does each still have its one solution?

One solver answers for all of them: every clue has an assumption literal, so nothing is encoded anew, and what it learns
about one puzzle holds for the next. Measured on 10x10 while clues are left out: a question takes a quarter of the time
of a solver of its own (slitherlink), or three quarters (binoxxo, minesweeper).
"""

from __future__ import annotations

from typing import Any

from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.sat.encoding import literals
from tesuji.engine.sat.solver import Model
from tesuji.model import Board, Constraint, Puzzle, set_of


class Subsets:
    """The puzzles that a puzzle with this solution becomes where clues, or given cells, are left out."""

    def __init__(self, whole: Puzzle, solution: Board, progress: Progress):
        self.solution, self.progress = solution, progress
        self.numbers = {_key(constraint): number for number, constraint in enumerate(whole.constraints)}
        self.rules = set_of(number for number, one in enumerate(whole.constraints) if one.clue is None)
        self.assumptions = Assumptions(whole, "clues", Board())
        self.others: int | None = None
        """The literal that asks for another solution."""

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is one of these: the same rules, and no clue that the whole puzzle does not have."""
        numbers = [self.numbers.get(_key(constraint)) for constraint in puzzle.constraints]
        return None not in numbers and set_of(n for n in numbers if n is not None) & self.rules == self.rules

    def other(self, puzzle: Puzzle, settled: Board) -> Steps[Board | None]:
        """Another solution than the known one of a puzzle that it `has`, None where there is none. `settled`: cells
        that are known to follow, the givens among them."""
        if self.others is None:
            for _ in self.assumptions.setup:
                yield self.progress
            self.others = 2 * self.assumptions.solver.new_var()
            self.assumptions.solver.add_clause((self.others ^ 1, *literals(self.solution.no, self.solution.yes)))
        on = set_of(self.numbers[_key(one)] for one in puzzle.constraints if one.clue is not None)
        asked = self.assumptions.ask([self.others, *literals(*settled)], on)
        outcome = yield from relayed(asked, self.progress)
        if not isinstance(outcome, Model):
            return None
        yes = self.assumptions.yes_of(outcome)
        return Board(yes, puzzle.cells & ~yes)


def _key(constraint: Constraint) -> tuple[Any, ...]:
    """What tells the constraints of one puzzle apart, and is the same in puzzles with fewer clues."""
    allowed = getattr(constraint, "allowed", None)
    return type(constraint), tuple(constraint.scope), constraint.clue, allowed
