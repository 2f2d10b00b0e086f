"""Checks the uniqueness of puzzles that have some of the clues of one puzzle.

One solver serves all of them: every clue has an assumption literal, so the puzzle is encoded once, and learnt clauses
carry over from one subset to the next. While clues are removed from a 10x10 puzzle, a query takes 25 % of the time of a
separate solver (slitherlink), or 75 % (binoxxo).

A count over the whole board, such as the number of all mines, leads to thousands of conflicts between assumptions. Each
query then has a solver for the cells that propagation leaves open, and most queries need none, because two
interchangeable cells can be swapped.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.holders import holders
from tesuji.engine.interchangeable import interchangeable, swaps
from tesuji.engine.propagate import propagator_for, start_of
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reduction import narrowed
from tesuji.engine.sat.encoder import holds
from tesuji.engine.sat.encoding import Configuration, literals
from tesuji.engine.sat.solver import Core, Model
from tesuji.model import Board, Constraint, Puzzle


class Content(NamedTuple):
    """The content of some clues: constraints, by their positions in the whole puzzle, and given cells."""

    constraints: int
    yes: int
    no: int

    def minus(self, other: Content) -> Content:
        """Return this without the content of `other`."""
        return Content(self.constraints & ~other.constraints, self.yes & ~other.yes, self.no & ~other.no)

    def plus(self, other: Content) -> Content:
        """Return this together with the content of `other`."""
        return Content(self.constraints | other.constraints, self.yes | other.yes, self.no | other.no)

    def shared(self, other: Content) -> Content:
        """Return the common content of both."""
        return Content(self.constraints & other.constraints, self.yes & other.yes, self.no & other.no)


class Subsets:
    """All puzzles that result from a puzzle with this solution by removing clues or given cells."""

    def __init__(self, whole: Puzzle, solution: Board, progress: Progress):
        self.whole, self.solution, self.progress, self.cells = whole, solution, progress, whole.cells
        far = holders(whole).far
        self.has_total = len(far) == 1 and whole.constraints[far[0]].exact
        self.numbers = {_key(constraint): number for number, constraint in enumerate(whole.constraints)}
        self.rules = set_of(number for number, one in enumerate(whole.constraints) if one.clue is None)
        self.assumptions = Assumptions(whole, "clues", Board())
        self.others: int | None = None
        """The literal that requires another solution."""
        self.boards: dict[Board, Content] = {}
        """The other solutions found so far, each with the clues that it breaks."""
        self.proofs: list[Content] = []
        """Clues that leave one solution."""

    def clues_of(self, puzzle: Puzzle) -> Content | None:
        """Return the content of the clues of a puzzle, or None if it has other rules or a clue that the whole puzzle
        does not have.
        """
        numbers = [self.numbers.get(_key(constraint)) for constraint in puzzle.constraints]
        known = set_of(number for number in numbers if number is not None)
        if None in numbers or known & self.rules != self.rules:
            return None
        return Content(known & ~self.rules, *puzzle.givens)

    def other(self, clues: Content) -> Steps[Board | None]:
        """Return a solution of the puzzle with these clues other than the known one, or None. Nearly half of the
        answers follow from earlier ones.
        """
        yield self.progress
        for board in self.boards:
            if self.fits(clues, board):
                return board
        if any(proof.shared(clues) == proof for proof in self.proofs):
            return None
        found = yield from self._other_separately(clues) if self.has_total else self._other_assumed(clues)
        if isinstance(found, Content):
            self.proofs.append(found)
            return None
        self.boards[found] = Content(self._broken(found), found.no, found.yes)
        return found

    def _other_assumed(self, clues: Content) -> Steps[Board | Content]:
        """Return another solution, or clues that exclude it, from the solver with an assumption for each clue."""
        if self.others is None:
            for _ in self.assumptions.setup:
                yield self.progress
            self.others = 2 * self.assumptions.solver.new_var()
            self.assumptions.solver.add_clause((self.others ^ 1, *literals(self.solution.no, self.solution.yes)))
        asked = self.assumptions.ask([self.others, *literals(clues.yes, clues.no)], clues.constraints)
        outcome = yield from relayed(asked, self.progress)
        if not isinstance(outcome, Model):
            core = outcome or Core()
            given = [literal for literal in core if literal >> 1 < self.cells.bit_length()]
            yes, no = (set_of(literal >> 1 for literal in given if literal & 1 == sign) for sign in (0, 1))
            return Content(self.assumptions.constraints_in(core), yes, no)
        yes = self.assumptions.yes_of(outcome)
        return Board(yes, self.cells & ~yes)

    def _other_separately(self, clues: Content) -> Steps[Board | Content]:
        """Do the same with a new solver."""
        constraints = tuple([self.whole.constraints[number] for number in members(self.rules | clues.constraints)])
        puzzle = self.whole._replace(constraints=constraints, givens=Board(clues.yes, clues.no))
        propagator = propagator_for(puzzle)
        known = propagator.known((yield from start_of(propagator, self.progress)))
        left = self.cells & ~known.known
        swapped = next(swaps(self.solution, interchangeable(puzzle, left)), None)
        if swapped or not left:
            return swapped or clues
        puzzle = yield from narrowed(puzzle, known, self.progress)
        configuration = Configuration(puzzle, lazy_lines=True)
        for _ in configuration.encode_all(known):
            yield self.progress
        part = Board(self.solution.yes & left, self.solution.no & left)
        configuration.avoid(*part)
        board = yield from configuration.find([], [part], False, None, self.progress)
        return board if isinstance(board, Board) else clues

    def _broken(self, board: Board) -> int:
        """Return the clues that a board breaks."""
        counted = self.assumptions.counted
        if not self.has_total:
            return self.assumptions.broken(board.yes, counted)
        return set_of(number for number in members(counted) if not holds(self.whole.constraints[number], board))

    def fits(self, clues: Content, board: Board) -> bool:
        """Return whether one of the other solutions found satisfies these clues."""
        return not any(self.boards[board].shared(clues))


def _key(constraint: Constraint) -> tuple[Any, ...]:
    """Return a key that identifies a constraint within a puzzle and is the same in puzzles with fewer clues."""
    allowed = getattr(constraint, "allowed", None)
    return type(constraint), tuple(constraint.scope), constraint.clue, allowed
