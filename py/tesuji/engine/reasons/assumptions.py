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

LARGE_BOARD = 10_000
"""Cells of a board on which bit sets of cells, one for each constraint, would take hundreds of megabytes."""
ZERO_ONE = bytes.maketrans(b"\0\1", b"01")


def counted(puzzle: Puzzle, what: str | int) -> int:
    """The constraints that are counted, `what` being "clues" or "rules" as in `Explaining.counted`, or the set itself."""
    if isinstance(what, int):
        return what
    return set_of(number for number, one in enumerate(puzzle.constraints) if what == "rules" or one.clue is not None)


def set_of(numbers: Iterable[int]) -> int:
    """A bit set; in linear time, where or-ing single bits takes seconds for 100,000 of them."""
    numbers = list(numbers)
    found = bytearray(max(numbers, default=-1) // 8 + 1)
    for number in numbers:
        found[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(found, "little")


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
        is_counted = f"{self.counted:b}"[::-1]
        self.literal = {
            number: 2 * self.solver.new_var(phase=True) for number, one in enumerate(is_counted) if one == "1"
        }
        self.number = {literal: number for number, literal in self.literal.items()}
        # Constraints of a cell, but not those that lines differ, of which each cell of a large board is in hundreds.
        self.holders: list[list[int]] = [[] for _ in range(puzzle.size)]
        self.scopes: list[int | None] = []
        for number, constraint in enumerate(puzzle.constraints):
            whole = isinstance(constraint, Different)
            # A small scope as a bit set over a large board takes 10 kB.
            large = puzzle.size > LARGE_BOARD and len(constraint.scope) <= LARGE or whole
            self.scopes.append(None if large else set_of(constraint.scope))
            for cell in () if whole else constraint.scope:
                self.holders[cell].append(number)
        self._set_lines()
        self.masks: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}
        self.deferred = self.counted & set_of(
            number for number, constraint in enumerate(puzzle.constraints) if isinstance(constraint, Different)
        )
        self.ready = False  # everything is encoded at the first question, which can be paused
        self.encoded: set[int] = set()
        self.known = known if known is not None else puzzle.givens
        self.settle(self.known)

    def _set_lines(self) -> None:
        """Counted constraints that lines differ, by line; and the lines of a cell."""
        numbers: dict[tuple[int, ...], list[int]] = {}
        for number in self.literal:
            constraint = self.puzzle.constraints[number]
            if isinstance(constraint, Different):
                for line in (constraint.first, constraint.second):
                    numbers.setdefault(tuple(line), []).append(number)
        self.lines = [set_of(line_numbers) for line_numbers in numbers.values()]
        self.lines_of: dict[int, list[int]] = {}
        for place, line in enumerate(numbers):
            for cell in line:
                self.lines_of.setdefault(cell, []).append(place)

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
            scope = self.scopes[number]
            if scope is None:
                return sum([yes >> cell & 1 for cell in constraint.scope]) in constraint.allowed
            return (yes & scope).bit_count() in constraint.allowed
        if isinstance(constraint, Different):
            first, second = tuple(constraint.first), tuple(constraint.second)
            shift, (mask, steps), (other, other_steps) = second[0] - first[0], self._mask(first), self._mask(second)
            if shift >= 0 and steps == other_steps:
                return (yes & mask) << shift != yes & other
        return holds(constraint, Board(yes, self.puzzle.cells & ~yes))

    def _mask(self, line: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
        """A line as a bit set, and where its cells lie after its first one."""
        if line not in self.masks:
            self.masks[line] = set_of(line), tuple([cell - line[0] for cell in line])
        return self.masks[line]

    def touching(self, cells: int) -> int:
        """The counted constraints that speak of at least one of these cells."""
        cells_of = list(members(cells))
        found = set_of({number for cell in cells_of for number in self.holders[cell]}) & self.counted
        for line in {line for cell in cells_of for line in self.lines_of.get(cell, ())}:
            found |= self.lines[line]
        return found

    def nearest(self, cell: int) -> list[int]:
        """The counted constraints by number, those near a cell first, in steps from cell to cell through small
        constraints. Time: the size of the puzzle."""
        constraints, whole = self.puzzle.constraints, self.puzzle.size
        layer, reached = [cell], {cell}
        order: list[int] = []
        seen: set[int] = set()
        lines: set[int] = set()
        while layer:
            new = dict.fromkeys(number for one in layer for number in self.holders[one] if number not in seen)
            seen.update(new)
            touched = [number for number in new if number in self.literal]
            for line in {line for one in layer for line in self.lines_of.get(one, ())} - lines:
                lines.add(line)
                more = [number for number in members(self.lines[line]) if number not in seen]
                seen.update(more)
                touched += more
            order += sorted(touched)
            layer = []
            for number in new:
                if len(constraints[number].scope) < whole:
                    for one in constraints[number].scope:
                        if one not in reached:
                            reached.add(one)
                            layer.append(one)
        return order + [number for number in self.literal if number not in seen]
