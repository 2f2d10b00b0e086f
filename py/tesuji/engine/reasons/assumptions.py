"""A puzzle in the clause learner with an assumption literal for each counted constraint, to test which of them can hold
together.

Counted constraints are those that an explanation may name: the clues, or, if the clues are known cells, every instance
of a rule. Everything else (the rules of the game) always holds. Sets of constraints are ints used as bit sets over
their places in `puzzle.constraints`.

Deferred constraints are numerous and rarely matter, so they are encoded when a model first breaks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import itemgetter, or_
from random import Random
from typing import Any

from tesuji.bitset import flags, literals, members, set_of
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.sat.encoder import AT_ONCE, Encoder, holds
from tesuji.engine.sat.solver import Core, Model, Outcome, Solver
from tesuji.model import Board, Puzzle, counted

SMALL_BOARD = 4096
"""The largest number of cells for which scopes are stored as bit sets; together they take (cells x constraints) bits.
"""
DIFFERENT_AT_ONCE = 100
"""On a large board, the number of "lines differ" constraints that are encoded at a time; on others, between two safe
points. Each takes four clauses for every cell of a line.
"""
MIN_FREE = 10
"""The smallest number of cells that may differ from the solution in a query near one cell."""
TURN = 300
"""Conflicts after which a query starts again, with this many more each time. It then decides the auxiliary variables
first, in another order: with the inside of a loop first, one conflict can replace more than 30,000.
"""
ZERO_ONE = bytes.maketrans(b"\0\1", b"01")


class Assumptions:
    """One puzzle with some known cells. Learnt clauses serve all later queries; known cells can only be added."""

    def __init__(
        self, puzzle: Puzzle, what: str | int = "clues", known: Board | None = None, progress: Progress | None = None
    ):
        self.puzzle = puzzle
        self.counted = counted(puzzle, what)
        self.progress = progress or Progress("explain", of=puzzle.size)
        self.solver = Solver()
        self.literal = {number: 2 * (puzzle.size + place) for place, number in enumerate(members(self.counted))}
        self.number = {literal: number for number, literal in self.literal.items()}
        self.encoder = Encoder(puzzle, self.solver, self.literal)
        self.setup = self._set_up()
        """The set-up that the first query runs. If that query is stopped, the next one continues the set-up."""
        self.ready = False
        """True once the variables exist."""
        self.unsettled: list[int] = []
        self.small = puzzle.size <= SMALL_BOARD
        # for a small puzzle, scopes as bit sets, and the counted constraints on each cell
        self.masks: list[int] = []
        self.counted_at: list[int] = []
        # counted constraints on each cell, for a large puzzle without lines that differ
        self.holders: list[list[int]] = []
        self.near: list[list[int]] = []  # constraints on each cell, except those over whole lines or boards
        self.lines: list[Callable[[bytes], Any]] = []  # return the values in each line of deferred constraints
        self.pairs: dict[int, tuple[int, ...]] = {}  # a deferred constraint -> places in `lines`
        self.deferred = self.paired = 0  # deferred constraints that are not encoded yet, and all of them
        self.around: dict[int, tuple[int, int]] = {}
        """For each cell asked for: the nearest cells, and the counted constraints on them."""
        self.known = known if known is not None else puzzle.givens
        self.settle(self.known)

    def _set_up(self) -> Iterator[None]:
        yield from self.encoder.variables(
            self.puzzle.size + len(self.literal), lambda number: number >= self.puzzle.size
        )
        self.ready = True
        self.settle(Board())
        yield
        yield from self._look_around()
        self.encoder = Encoder(self.puzzle, self.solver, self.literal, self.known)
        yield from self.encoder.encode_all()
        for count, number in enumerate(members(self.paired & ~self.deferred), 1):
            yield from self.encoder.add(self.puzzle.constraints[number])
            if count % DIFFERENT_AT_ONCE == 0:
                yield

    def _look_around(self) -> Iterator[None]:
        """Note the constraints on each cell."""
        puzzle = self.puzzle
        self.holders, self.near = [[] for _ in range(puzzle.size)], [[] for _ in range(puzzle.size)]
        places: dict[Sequence[int], int] = {}
        for number, constraint in enumerate(puzzle.constraints):
            if number % AT_ONCE == 0:
                yield
            deferred = constraint.deferred
            if deferred:
                self.pairs[number] = tuple([places.setdefault(line, len(places)) for line in constraint.lines])
            if self.small:
                self.masks.append(set_of(constraint.scope))
            if deferred and not self.small:
                continue
            if number in self.literal:
                for cell in constraint.scope:
                    self.holders[cell].append(number)
            if len(constraint.scope) < puzzle.size and not deferred:
                for cell in constraint.scope:
                    self.near[cell].append(number)
        self.lines = [itemgetter(*line) for line in places]
        self.paired = set_of(self.pairs)
        self.deferred = self.paired & (self.counted if self.small else -1)
        if self.small:
            self.counted_at = [set_of(numbers) for numbers in self.holders]

    def settle(self, board: Board) -> None:
        """Add cells that are known from now on."""
        self.unsettled += literals(*board)
        if self.ready:
            for literal in self.unsettled:
                self.solver.add_clause((literal,))
            self.unsettled = []

    def expect(self, model: Model, board: Board, fixed: bool = True) -> None:
        """From now on, try the values of this model and board first, so that models differ from it only if they must;
        if not `fixed`, a search moves on to other values when it has tried them.
        """
        for variable, value in enumerate(model):
            self.solver.set_phase(variable, bool(value))
        for cell in members(board.known):
            self.solver.set_phase(cell, bool(board.yes >> cell & 1))
        for literal in self.literal.values():
            self.solver.set_phase(literal >> 1, True)
        self.solver.fixed_phases = fixed

    def ask(
        self,
        assume: Sequence[int],
        on: int,
        prefer: Iterable[int] | None = None,
        max_conflicts: int | None = None,
        wish: Sequence[int] = (),
        others: bool = True,
    ) -> Steps[Outcome]:
        """Test whether the rules, these literals and the constraints `on` can hold together.

        Return a Model, a Core of assumed literals and assumption literals, or None after `max_conflicts`. `prefer`
        lists other constraints by number, the most important first; the model breaks them only if it has to. Without
        `prefer` they are off. `wish` lists literals of cells that are preferred in the same way, before the
        constraints. If `others` is False, counted constraints that are in neither `on` nor `prefer` are off.
        """
        guards = [self.literal[number] for number in members(on)]
        preferred = None if prefer is None else [self.literal[number] for number in prefer]
        for _ in self.setup:
            yield self.progress
        while True:
            outcome = yield from self._solve([*assume, *guards], on, preferred, wish, max_conflicts, others)
            if not isinstance(outcome, Model) or not self.deferred:
                return outcome
            rules = self.deferred & ~self.counted
            broken = self.broken(self.yes_of(outcome), self.deferred & (on | rules if preferred is None else -1))
            yield from self._encode(broken)
            if not broken & (on | rules):
                return outcome

    def ask_near(self, opposite: int, on: int, prefer: Iterable[int], solution: Board) -> Steps[Outcome]:
        """Test the same as `ask([opposite], on, prefer)`, but with the values of `solution` in cells that are neither
        near the cell of the literal `opposite` nor in short constraints of `on`. Return None if these values matter to
        a contradiction. Constraints that are far away and not in `on` are off.
        """
        cell = opposite >> 1
        if cell not in self.around:
            self.around[cell] = self._around(cell)
        free, active = self.around[cell]
        for number in members(on):
            if len(self.puzzle.constraints[number].scope) < self.puzzle.size:
                free |= set_of(self.puzzle.constraints[number].scope)
        far = literals(solution.yes & ~free, solution.no & ~free)
        near = [number for number in prefer if active >> number & 1]
        outcome = yield from self.ask([opposite, *far], on, near, others=False)
        return None if isinstance(outcome, Core) and set(far).intersection(outcome) else outcome

    def _around(self, cell: int) -> tuple[int, int]:
        """Return the nearest cells, at least MIN_FREE if there are as many, and the counted constraints on them."""
        reached = new = 1 << cell
        while new and reached.bit_count() < MIN_FREE:
            numbers = {number for one in members(new) for number in self.near[one]}
            new = set_of([one for number in numbers for one in self.puzzle.constraints[number].scope]) & ~reached
            reached |= new
        return reached, self.touching(reached)

    def _encode(self, numbers: int) -> Steps[None]:
        """Encode some of these constraints. On a large board, the next model may happen to satisfy the others."""
        for number in members(numbers) if self.small else islice(members(numbers), DIFFERENT_AT_ONCE):
            self.deferred &= ~(1 << number)
            for _ in self.encoder.add(self.puzzle.constraints[number], self.literal.get(number)):
                pass
            if not self.small:
                yield self.progress

    def _solve(
        self,
        assume: list[int],
        on: int,
        preferred: list[int] | None,
        wish: Sequence[int],
        max_conflicts: int | None,
        others: bool,
    ) -> Steps[Outcome]:
        """Run the solver, but yield the caller's progress."""
        inactive: list[int] = []
        if preferred is None or not others:
            kept = set(preferred or ())
            off = self.counted & ~on
            inactive = [literal for number in members(off) if (literal := self.literal[number]) not in kept]
        turn = max_conflicts or TURN
        while True:
            query = self.solver.solve(assume, inactive, preferred or (), turn, wish)
            outcome = yield from relayed(query, self.progress)
            if outcome is not None or max_conflicts is not None:
                return outcome
            auxiliary = [*range(self.puzzle.size + len(self.literal), len(self.solver.initial_phase))]
            Random(turn).shuffle(auxiliary)
            self.solver.decide_in_order(auxiliary)
            turn += TURN

    def yes_of(self, model: Model) -> int:
        """Return the cells that are yes in a model."""
        return int(model[: self.puzzle.size].translate(ZERO_ONE)[::-1], 2)

    def constraints_in(self, core: Core) -> int:
        """Return the constraints in a core."""
        return sum(1 << self.number[literal] for literal in core if literal in self.number)

    def broken(self, yes: int, among: int) -> int:
        """Return which of some constraints a complete board breaks."""
        values = b"" if self.small and not self.lines else flags(yes, self.puzzle.size)
        lines = [line(values) for line in self.lines]
        if len(set(lines)) == len(lines):
            among &= ~self.paired
        return set_of(number for number in members(among) if not self._holds(number, yes, values, lines))

    def _holds(self, number: int, yes: int, values: bytes, lines: Sequence[Any]) -> bool:
        constraint = self.puzzle.constraints[number]
        if number in self.pairs:
            places = self.pairs[number]
            return len({lines[place] for place in places}) == len(places)
        if constraint.symmetric:
            if self.small:
                return constraint.allows((yes & self.masks[number]).bit_count())
            return constraint.allows(sum([values[cell] for cell in constraint.scope]))
        return holds(constraint, Board(yes, self.puzzle.cells & ~yes))

    def touching(self, cells: int) -> int:
        """Return the counted constraints with at least one of these cells."""
        if self.small:
            return reduce(or_, map(self.counted_at.__getitem__, members(cells)), 0)
        found = {number for cell in members(cells) for number in self.holders[cell]}
        if self.pairs:
            values = flags(cells, self.puzzle.size)
            hit = [any(line(values)) for line in self.lines]
            pairs = ((number, places) for number, places in self.pairs.items() if number in self.literal)
            found.update(number for number, places in pairs if any(hit[place] for place in places))
        return set_of(found)

    def nearest(self, cell: int) -> Steps[list[int]]:
        """Return the counted constraints by number, those closest to a cell first. Distance is the number of steps from
        cell to cell through constraints.
        """
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
