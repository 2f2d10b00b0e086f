"""A puzzle in the clause learner with an assumption literal for each counted constraint: "can these hold together?"

Counted is what an explanation may name: the clues, or, where the clues are known cells, every instance of a rule. All
else (the rules of the game) always holds. Sets of constraints are ints used as bit sets over their places in
`puzzle.constraints`.

Constraints of which there are many and which seldom matter (`Different`) are encoded when a model first breaks them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from tesuji.constraints import Count, Different, SingleLoop
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.sat.encoding import (
    LARGE,
    add_loop,
    encode,
    encode_sides,
    encode_sum,
    holds,
    literals,
    narrowed,
    packing,
    totalizer_fits,
)
from tesuji.engine.sat.solver import Core, Model, Outcome, Solver
from tesuji.model import Board, Constraint, Puzzle, members

ZERO_ONE = bytes.maketrans(b"\0\1", b"01")


def counted(puzzle: Puzzle, what: str | int) -> int:
    """The constraints that are counted, `what` being "clues" or "rules" as in `Explaining.counted`, or the set itself."""
    if isinstance(what, int):
        return what
    return sum(
        1 << number
        for number, constraint in enumerate(puzzle.constraints)
        if what == "rules" or constraint.clue is not None
    )


class Assumptions:
    """One puzzle, some of whose cells are known. What it learns serves every later question; what is known only
    grows."""

    def __init__(
        self, puzzle: Puzzle, what: str | int = "clues", known: Board | None = None, progress: Progress | None = None
    ):
        self.puzzle = puzzle
        self.counted = counted(puzzle, what)
        self.progress = progress or Progress("explain", of=puzzle.size)
        self.solver = Solver()
        for _ in range(puzzle.size):
            self.solver.new_var()
        self.literal = {number: 2 * self.solver.new_var(phase=True) for number in members(self.counted)}
        self.number = {literal: number for number, literal in self.literal.items()}
        self.holders = [0] * puzzle.size  # counted constraints of a cell
        for number in self.literal:
            for cell in puzzle.constraints[number].scope:
                self.holders[cell] |= 1 << number
        self.scopes = [sum(1 << cell for cell in constraint.scope) for constraint in puzzle.constraints]
        self.shifted = {
            number: halves
            for number, one in enumerate(puzzle.constraints)
            if isinstance(one, Different) and (halves := _shifted(one))
        }
        self.beside = [0] * puzzle.size  # cells that share a constraint with a cell, a small one
        for constraint, scope in zip(puzzle.constraints, self.scopes):
            if len(constraint.scope) < puzzle.size and not isinstance(constraint, Different):
                for cell in constraint.scope:
                    self.beside[cell] |= scope
        self.deferred = self.counted & sum(
            1 << number for number, constraint in enumerate(puzzle.constraints) if isinstance(constraint, Different)
        )
        self.ready = False  # everything is encoded at the first question, which can be paused
        self.encoded: set[int] = set()
        self.known = known if known is not None else puzzle.givens
        self.settle(self.known)

    def _encode_all(self) -> Steps[None]:
        """Everything but lines that differ. A loop is given the counts that it has to satisfy, with their guards."""
        encoded = [
            (number, constraint)
            for number, constraint in enumerate(self.puzzle.constraints)
            if not self.deferred >> number & 1
        ]
        for number, constraint in encoded:
            if not isinstance(constraint, SingleLoop) and number not in self.encoded:
                self.encoded.add(number)
                if isinstance(constraint, Count) and len(constraint.scope) > LARGE:
                    yield from relayed(self._encode_large(number, constraint), self.progress)
                else:
                    encode(constraint, self.solver, self.puzzle, self.literal.get(number))
                yield self.progress
        for loop in (constraint for _, constraint in encoded if isinstance(constraint, SingleLoop)):
            counts = [(other, self.literal.get(number)) for number, other in enumerate(self.puzzle.constraints)]
            add_loop(
                loop,
                [(other, guard) for other, guard in counts if isinstance(other, Count) and other.clue],
                self.solver,
            )
            encode_sides(loop, self.solver)
        self.ready = True

    def _encode_large(self, number: int, count: Count) -> Generator[None, None, None]:
        """A large count as a totalizer over the counts that it includes, where it includes some and is not too
        large."""
        yes, no = set(members(self.known.yes)), set(members(self.known.no))
        counts = [
            (narrowed(one, yes, no), self.literal.get(place))
            for place, one in enumerate(self.puzzle.constraints)
            if isinstance(one, Count)
        ]
        yield
        count, guard = narrowed(count, yes, no), self.literal.get(number)
        parts = [counts[place] for place in packing(count, [one for one, _ in counts])]
        if parts and totalizer_fits(count):
            yield from encode_sum(count, parts, self.solver, guard)
        else:
            encode(count, self.solver, self.puzzle, guard)

    def settle(self, board: Board) -> None:
        """These cells are known from now on."""
        for literal in literals(*board):
            self.solver.add_clause((literal,))

    def expect(self, model: Model, board: Board) -> None:
        """From now on every value is tried first that it has here: models then differ from this one only where they
        must."""
        for variable, value in enumerate(model):
            self.solver.set_phase(variable, bool(value))
        for cell in members(board.known):
            self.solver.set_phase(cell, bool(board.yes >> cell & 1))
        for literal in self.literal.values():
            self.solver.set_phase(literal >> 1, True)
        self.solver.fixed_phases = True

    def ask(
        self,
        assume: Sequence[int],
        on: int,
        prefer: Iterable[int] | None = None,
        max_conflicts: int | None = None,
        wish: Sequence[int] = (),
    ) -> Steps[Outcome]:
        """Can these literals hold, the constraints `on`, and the rules?

        A Model; a Core of assumed literals and of assumption literals; None after `max_conflicts`. `prefer`: other constraints, by
        number, that the model breaks only where it has to, the more important first; without it they are off. `wish`:
        literals of cells that come before them, in the same way.
        """
        guards = [self.literal[number] for number in members(on)]
        wished = None if prefer is None else [*wish, *(self.literal[number] for number in prefer)]
        if not self.ready:
            yield from self._encode_all()
        while True:
            outcome = yield from self._solve([*assume, *guards], on, wished, max_conflicts)
            if not isinstance(outcome, Model) or not self.deferred:
                return outcome
            broken = self.broken(self.yes_of(outcome), self.deferred & (on if wished is None else self.counted))
            self._encode(broken)
            if not broken & on:
                return outcome

    def _encode(self, numbers: int) -> None:
        self.deferred &= ~numbers
        for number in members(numbers):
            encode(self.puzzle.constraints[number], self.solver, self.puzzle, self.literal[number])

    def _solve(self, assume: list[int], on: int, wished: list[int] | None, max_conflicts: int | None) -> Steps[Outcome]:
        """The solver's own steps, with the progress of whoever asked."""
        inactive = (
            [] if wished is not None else [literal for number, literal in self.literal.items() if not on >> number & 1]
        )
        return (yield from relayed(self.solver.solve(assume, inactive, wished or (), max_conflicts), self.progress))

    def yes_of(self, model: Model) -> int:
        """The cells that are yes in a model."""
        return int(model[: self.puzzle.size].translate(ZERO_ONE)[::-1], 2)

    def constraints_in(self, core: Core) -> int:
        """The constraints in a core."""
        return sum(1 << self.number[literal] for literal in core if literal in self.number)

    def broken(self, yes: int, among: int) -> int:
        """Which of some constraints a complete board breaks."""
        found = 0
        for number in members(among):
            if not self._holds(self.puzzle.constraints[number], number, yes):
                found |= 1 << number
        return found

    def _holds(self, constraint: Constraint, number: int, yes: int) -> bool:
        if isinstance(constraint, Count):
            return (yes & self.scopes[number]).bit_count() in constraint.allowed
        if number in self.shifted:
            first, second, shift = self.shifted[number]
            return (yes & first) << shift != yes & second
        return holds(constraint, Board(yes, self.puzzle.cells & ~yes))

    def touching(self, cells: int) -> int:
        """The counted constraints that speak of at least one of these cells."""
        found = 0
        for cell in members(cells):
            found |= self.holders[cell]
        return found

    def nearest(self, cell: int) -> list[int]:
        """The counted constraints by number, those near a cell first, in steps from cell to cell through
        constraints."""
        order: list[int] = []
        reached, new, seen = 0, 1 << cell, 0
        while new:
            touched = self.touching(new) & ~seen
            seen |= touched
            order += members(touched)
            reached |= new
            new = union(self.beside[one] for one in members(new)) & ~reached
        return order + list(members(self.counted & ~seen))


def _shifted(constraint: Different) -> tuple[int, int, int] | None:
    """Two lines as bit sets, and by how much the second one's cells lie after the first one's, where it is the same for
    all."""
    first, second = constraint.scope[: constraint.length], constraint.scope[constraint.length :]
    shift = second[0] - first[0]
    if shift < 0 or any(b - a != shift for a, b in zip(first, second)):
        return None
    return sum(1 << cell for cell in first), sum(1 << cell for cell in second), shift


def union(sets: Iterable[int]) -> int:
    """All elements of some sets."""
    found = 0
    for one in sets:
        found |= one
    return found
