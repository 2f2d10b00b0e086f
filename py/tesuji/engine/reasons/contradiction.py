"""A contradiction as steps from a board until a rule is broken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tesuji.engine.context import Context
from tesuji.engine.reasons.conflict import Conflict
from tesuji.engine.reasons.order import HYPOTHESIS, Chunk, chunks
from tesuji.model import Board, Puzzle, Step, counted
from tesuji.variables import given_values

Branches = Mapping[tuple[int, int], "Derivation"]
"""(yes, no) of a step -> the branch that proves it."""


class Break(NamedTuple):
    """A contradiction on a board."""

    cells: int
    """The known cells that it uses."""
    constraint: int | None = None
    """The constraint that cannot hold, if any."""
    denied: Step | None = None
    """Otherwise, a step that contradicts the known value of a cell."""


class Derivation(NamedTuple):
    """Steps from a board to a break."""

    start: Board
    steps: tuple[Step, ...]
    broken: Break
    branches: Mapping[int, Derivation] = {}
    """For steps that were supposed: the step number -> the consequences of the opposite value of the step's only cell.
    """
    chunks: Sequence[Chunk] = ()
    """The groups of steps that are stated together; empty in a branch."""

    @property
    def cells(self) -> int:
        """The cells of the starting board that are used."""
        used = self.broken.cells
        for step in self.steps:
            used |= step.cells
        return used & self.start.known

    @property
    def board(self) -> Board:
        """The board on which the contradiction appears."""
        board = self.start
        for step in self.steps:
            board = board.joined(Board(step.yes, step.no))
        return board

    @property
    def constraints(self) -> tuple[int, ...]:
        """The constraints that are used, in the order of their first use."""
        used: dict[int, None] = {}
        for number, step in enumerate(self.steps):
            branch = self.branches.get(number)
            used |= dict.fromkeys(branch.constraints if branch else step.because)
        last = self.broken.denied.because if self.broken.denied else (self.broken.constraint,)
        return tuple(dict.fromkeys((*used, *(number for number in last if number is not None))))

    def conflict(self, puzzle: Puzzle, what: str) -> Conflict:
        """Return the counted constraints and the cells that are used, which need not be the fewest."""
        cells, givens = self.cells, given_values(puzzle) if what == "rules" else Board()
        blamed = counted(puzzle, "clues")
        numbers = tuple(number for number in self.constraints if blamed >> number & 1)
        marks = self.start.within(cells & ~puzzle.givens.known)
        return Conflict(numbers, marks, givens.within(cells), minimal=False)

    @property
    def proven(self) -> Branches:
        """The branches by the values of the steps that they prove."""
        return {self.steps[number][:2]: branch for number, branch in self.branches.items()}


def needed(start: Board, steps: Sequence[Step], broken: Break, branches: Branches) -> Derivation:
    """Keep the steps on which the contradiction or another kept step depends."""
    kept, wanted = [], broken.cells & ~start.known
    for step in reversed(steps):
        if (step.yes | step.no) & wanted:
            kept.append(step)
            wanted |= step.cells & ~start.known
    kept.reverse()
    numbered = {
        number: branches[step.yes, step.no] for number, step in enumerate(kept) if (step.yes, step.no) in branches
    }
    return Derivation(start, tuple(kept), broken, numbered)


def grouped(context: Context, found: Derivation) -> Derivation:
    """Return a derivation with its steps in chunks. Those of branches stay as they are."""
    order, together = chunks(context, found.start, found.steps)
    branches = {place: found.branches[number] for place, number in enumerate(order) if number in found.branches}
    return Derivation(found.start, tuple(found.steps[number] for number in order), found.broken, branches, together)


def opposite(context: Context, supposed: Board, derivation: Derivation) -> Step:
    """Return the step that follows from a refuted supposition."""
    because = tuple(number for number in derivation.constraints if number in context.counted)
    words = {"n": len(because), "links": len(derivation.steps)}
    cells = derivation.cells & ~supposed.known
    return Step(supposed.no, supposed.yes, HYPOTHESIS, because, cells, words, len(because), False)
