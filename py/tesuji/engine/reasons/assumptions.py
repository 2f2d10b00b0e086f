"""A puzzle in the clause learner with an assumption literal for each counted constraint: "can these hold together?"

Counted is what an explanation may name: the clues, or, where the clues are known cells, every instance of a rule. All
else (the rules of the game) always holds. Sets of constraints are ints used as bit sets over their places in
`puzzle.constraints`.

Constraints of which there are many and which seldom matter (`Different`) are encoded when a model first breaks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from tesuji.bitset import flags, literals, members, set_of
from tesuji.constraints import Count, Different, Runs, SingleLoop
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.sat.encoding import (
    AT_ONCE,
    LARGE,
    Sides,
    add_lines,
    add_loop,
    encode,
    encode_sum,
    holds,
    narrowed,
    packing,
    starts,
    totalizer_fits,
)
from tesuji.engine.sat.solver import Core, Model, Outcome, Solver
from tesuji.model import Board, Puzzle

SMALL = 4096
"""Cells up to which scopes are kept as bit sets: all of them together take room for cells x constraints bits."""
STARTS = 60_000
"""Starts of runs that are encoded at most, with up to 4 KB for each; a picture of 99x59 has 59,000."""
FEW = 100
"""Lines that differ that are encoded at once of a large board, each in four clauses for every cell of a line."""
ZERO_ONE = bytes.maketrans(b"\0\1", b"01")


def counted(puzzle: Puzzle, what: str | int) -> int:
    """The constraints that are counted, `what` being "clues" or "rules" as in `Explaining.counted`, or the set
    itself."""
    if isinstance(what, int):
        return what
    return set_of(
        number
        for number, one in enumerate(puzzle.constraints)
        if not one.implicit and (what == "rules" or one.clue is not None)
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
        self.literal = {number: 2 * (puzzle.size + place) for place, number in enumerate(members(self.counted))}
        self.number = {literal: number for number, literal in self.literal.items()}
        self.setup = self._set_up()
        """Makes the rest ready, at the first question; a question that is stopped leaves it where it was."""
        self.ready = False
        """Whether there are variables."""
        self.unsettled: list[int] = []
        self.small = puzzle.size <= SMALL
        self.masks: list[int] = []  # scopes as bit sets, of a small puzzle
        self.holders: list[list[int]] = []  # counted constraints of a cell; of a large puzzle without lines that differ
        self.near: list[list[int]] = []  # constraints of a cell, but for those of whole lines or boards
        self.lines: list[Sequence[int]] = []  # lines that differ from others
        self.pairs: dict[int, tuple[int, int]] = {}  # a constraint that lines differ -> places in `lines`
        self.deferred = 0
        self.narrowed: list[tuple[Count, int | None]] = []  # what known cells leave of all counts, with their guards
        self.known = known if known is not None else puzzle.givens
        self.settle(self.known)

    def _set_up(self) -> Iterator[None]:
        for number in range(self.puzzle.size + len(self.literal)):
            self.solver.new_var(phase=number >= self.puzzle.size)
            if number % AT_ONCE == 0:
                yield
        self.ready = True
        self.settle(Board())
        yield
        yield from self._look_around()
        yield from self._encode_all()

    def _look_around(self) -> Iterator[None]:
        """Which constraints speak of which cell."""
        puzzle = self.puzzle
        self.holders, self.near = [[] for _ in range(puzzle.size)], [[] for _ in range(puzzle.size)]
        places: dict[Sequence[int], int] = {}
        for number, constraint in enumerate(puzzle.constraints):
            if number % AT_ONCE == 0:
                yield
            different = isinstance(constraint, Different)
            if isinstance(constraint, Different):
                first = places.setdefault(constraint.first, len(places))
                self.pairs[number] = first, places.setdefault(constraint.second, len(places))
            if self.small:
                self.masks.append(set_of(constraint.scope))
            if different and not self.small:
                continue
            if number in self.literal:
                for cell in constraint.scope:
                    self.holders[cell].append(number)
            if len(constraint.scope) < puzzle.size and not different:
                for cell in constraint.scope:
                    self.near[cell].append(number)
        self.lines = list(places)
        self.deferred = set_of(self.pairs) & (self.counted if self.small else -1)

    def _encode_all(self) -> Iterator[None]:
        """Everything but what is deferred. A loop is given the counts that it has to satisfy, with their guards; runs
        whose encoding would be too large are lines of a theory."""
        loops, counts, lines = [], [], []
        lazy_lines = sum(starts(one) for one in self.puzzle.constraints if isinstance(one, Runs)) > STARTS
        for number, constraint in enumerate(self.puzzle.constraints):
            guard = self.literal.get(number)
            if isinstance(constraint, SingleLoop):
                loops.append(constraint)
                continue
            if isinstance(constraint, Runs) and lazy_lines:
                lines.append((constraint, guard))
                continue
            if isinstance(constraint, Different):
                if guard is None and self.small:
                    encode(constraint, self.solver, self.puzzle)
                    yield
                continue
            if isinstance(constraint, Count) and len(constraint.scope) > LARGE:
                yield from self._encode_large(number, constraint)
            else:
                encode(constraint, self.solver, self.puzzle, guard)
            if isinstance(constraint, Count) and constraint.clue:
                counts.append((constraint, guard))
            yield
        if lines:
            add_lines(lines, self.solver)
        for loop in loops:
            add_loop(loop, counts, self.solver)
            yield
            yield from Sides(loop, self.solver).encode()

    def _encode_large(self, number: int, count: Count) -> Iterator[None]:
        """A large count as a totalizer over the counts that it includes, where it includes some and is not too
        large."""
        yes, no = set(members(self.known.yes)), set(members(self.known.no))
        if not self.narrowed:
            for place, one in enumerate(self.puzzle.constraints):
                if isinstance(one, Count):
                    self.narrowed.append((narrowed(one, yes, no), self.literal.get(place)))
                if place % AT_ONCE == 0:
                    yield
        count, guard = narrowed(count, yes, no), self.literal.get(number)
        parts = [self.narrowed[place] for place in packing(count, [one for one, _ in self.narrowed])]
        if parts and totalizer_fits(count):
            yield from encode_sum(count, parts, self.solver, guard)
        else:
            encode(count, self.solver, self.puzzle, guard)

    def settle(self, board: Board) -> None:
        """These cells are known from now on."""
        self.unsettled += literals(*board)
        if self.ready:
            for literal in self.unsettled:
                self.solver.add_clause((literal,))
            self.unsettled = []

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

        A Model; a Core of assumed literals and of assumption literals; None after `max_conflicts`. `prefer`: other
        constraints, by number, that the model breaks only where it has to, the more important first; without it they
        are off. `wish`: literals of cells that come before them, in the same way.
        """
        guards = [self.literal[number] for number in members(on)]
        wished = None if prefer is None else [*wish, *(self.literal[number] for number in prefer)]
        for _ in self.setup:
            yield self.progress
        while True:
            outcome = yield from self._solve([*assume, *guards], on, wished, max_conflicts)
            if not isinstance(outcome, Model) or not self.deferred:
                return outcome
            rules = self.deferred & ~self.counted
            broken = self.broken(self.yes_of(outcome), self.deferred & (on | rules if wished is None else -1))
            yield from self._encode(broken)
            if not broken & (on | rules):
                return outcome

    def _encode(self, numbers: int) -> Steps[None]:
        """Some of these constraints: what others would say of a large board the next model may satisfy anyway."""
        for number in members(numbers) if self.small else islice(members(numbers), FEW):
            self.deferred &= ~(1 << number)
            encode(self.puzzle.constraints[number], self.solver, self.puzzle, self.literal.get(number))
            if not self.small:
                yield self.progress

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
        values = b"" if self.small and not self.lines else flags(yes, self.puzzle.size)
        lines = [bytes([values[cell] for cell in line]) for line in self.lines]
        return set_of(number for number in members(among) if not self._holds(number, yes, values, lines))

    def _holds(self, number: int, yes: int, values: bytes, lines: Sequence[bytes]) -> bool:
        constraint = self.puzzle.constraints[number]
        if isinstance(constraint, Count):
            if self.small:
                return (yes & self.masks[number]).bit_count() in constraint.allowed
            return sum([values[cell] for cell in constraint.scope]) in constraint.allowed
        if number in self.pairs:
            first, second = self.pairs[number]
            return lines[first] != lines[second]
        return holds(constraint, Board(yes, self.puzzle.cells & ~yes))

    def touching(self, cells: int) -> int:
        """The counted constraints that speak of at least one of these cells."""
        found = {number for cell in members(cells) for number in self.holders[cell]}
        if self.pairs and not self.small:
            values = flags(cells, self.puzzle.size)
            hit = [any(values[cell] for cell in line) for line in self.lines]
            pairs = ((number, pair) for number, pair in self.pairs.items() if number in self.literal)
            found.update(number for number, (first, second) in pairs if hit[first] or hit[second])
        return set_of(found)

    def nearest(self, cell: int) -> Steps[list[int]]:
        """The counted constraints by number, those near a cell first, in steps from cell to cell through
        constraints."""
        constraints = self.puzzle.constraints
        reached, new = {cell}, {cell}
        order: list[int] = []
        seen: set[int] = set()
        while new:
            yield self.progress
            touched = {number for one in new for number in self.holders[one]} - seen
            seen |= touched
            order += sorted(touched)
            around = {number for one in new for number in self.near[one]}
            new = {other for number in around for other in constraints[number].scope} - reached
            reached |= new
        return order + [number for number in self.literal if number not in seen]
