"""The first tier: apply every constraint's `infer` until nothing more follows.

Each constraint keeps its view of the board as two small ints. When a cell becomes known, it is written into every
constraint that contains it, and these constraints run again. Constraints run in batches, in the order of the puzzle;
for a nonogram, that is all rows, then all columns. The result does not depend on the order, because `infer` only adds
cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from operator import eq
from typing import Any, NamedTuple

from tesuji.bitset import flags, from_flags, members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.errors import Contradiction
from tesuji.model import Board, Constraint, Propagator, Puzzle, Reasoning

AT_ONCE = 24
"""Constraints processed between two safe points; a line of 200 cells takes 40 us."""


def propagator_for(puzzle: Puzzle) -> Propagator:
    """Return the propagator for the pattern of the puzzle's constraints, or the general one."""
    for constraint in one_of_each_class(puzzle):
        for name in constraint.propagators:
            found: Propagator | None = _pattern(name).propagator(puzzle)
            if found:
                return found
    return ConstraintPropagator(puzzle)


def start_of(propagator: Propagator, progress: Progress) -> Steps[Any]:
    """Return the state that follows from the puzzle without a trial."""
    states = propagator.root()
    state = next(states)
    for later in states:
        yield progress
        state = later
    return state


def reasoning_for(puzzle: Puzzle) -> Reasoning | None:
    """Return propagation with reasons for the pattern of the puzzle's constraints, or None if there is none and each
    constraint runs separately.
    """
    for constraint in one_of_each_class(puzzle):
        for name in constraint.reasonings:
            found: Reasoning | None = _pattern(name).reasoning(puzzle)
            if found:
                return found
    return None


def _pattern(name: str) -> Any:
    """Load a module by the name that a constraint gives. The engine does not depend on constraints."""
    return import_module(f"tesuji.constraints.patterns.{name}")


def one_of_each_class(puzzle: Puzzle) -> list[Constraint]:
    """Return one constraint of each class in a puzzle, in order of first appearance."""
    found: dict[type, Constraint] = {}
    for constraint in puzzle.constraints:
        if type(constraint) not in found:
            found[type(constraint)] = constraint
    return [*found.values()]


SLICE = 2048
"""The number of constraints that start at once. A pass in which nothing is inferred has no safe point."""
NO_END = 1 << 62
"""The number of constraints processed without a pause."""


class State(NamedTuple):
    """The board, and the view of each constraint. Immutable once returned."""

    board: Board
    yes: list[int]
    no: list[int]
    active: int = -1
    """The active constraints, as a bit set. All are active except while a puzzle is being generated."""


class ConstraintPropagator:
    """The general `Propagator`, which works with any constraints."""

    def __init__(self, puzzle: Puzzle):
        self.constraints: Sequence[Constraint] = puzzle.constraints
        self.givens = puzzle.givens
        self.all_constraints = (1 << len(self.constraints)) - 1
        self.holders: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.size)]
        """For each cell that is not given, the constraints on it and its bit in each; without those of `whole`."""
        self.whole: list[int] = []
        """The constraints whose scope is the board, so that the board is their view: 40,000 bits take 100 MB."""
        is_yes, is_no = flags(self.givens.yes, puzzle.size), flags(self.givens.no, puzzle.size)
        yes_seen, no_seen = [0] * len(self.constraints), [0] * len(self.constraints)
        board = range(puzzle.size)
        for number, constraint in enumerate(self.constraints):
            place, scope = 1, constraint.scope
            if len(scope) == puzzle.size and all(map(eq, scope, board)):
                self.whole.append(number)
                yes_seen[number], no_seen[number] = self.givens
                continue
            for cell in scope:
                if is_no[cell]:
                    no_seen[number] |= place
                elif is_yes[cell]:
                    yes_seen[number] |= place
                else:
                    self.holders[cell].append((number, place))
                place <<= 1
        self.held = from_flags(self.holders)  # most cells of a position may be in no other constraint
        self.whole_set = set_of(self.whole)
        self.start = State(self.givens, yes_seen, no_seen)

    def root(self) -> Iterator[State]:
        if self.givens.yes & self.givens.no:
            raise Contradiction
        state, _ = self._begin(self.start, 0, 0)
        dirty = 0
        yield state
        for first in range(0, len(self.constraints), SLICE):
            dirty |= self.all_constraints & (1 << first + SLICE) - (1 << first)
            while dirty:
                state, dirty = self._batch(state, dirty, AT_ONCE)
                yield state

    def extend(self, state: State, yes: int, no: int) -> State:
        state, dirty = self._begin(state, yes, no)
        return self._batch(state, dirty, NO_END)[0]

    def known(self, state: State) -> Board:
        return state.board

    def bare(self, active: int) -> State:
        """Return the state that follows from these constraints alone, without the givens."""
        state = State(Board(), [0] * len(self.constraints), [0] * len(self.constraints), active)
        return self._batch(state, self.all_constraints, NO_END)[0]

    def give(self, state: State, constraints: int, yes: int, no: int) -> State:
        """Return the state after adding these constraints and known cells."""
        state, dirty = self._begin(state, yes, no)
        return self._batch(state._replace(active=state.active | constraints), dirty | constraints, NO_END)[0]

    def _begin(self, state: State, yes: int, no: int) -> tuple[State, int]:
        """Return a copy of the state with these cells written in, and the constraints that must run."""
        (yes_cells, no_cells), yes_seen, no_seen, active = state[0], state[1][:], state[2][:], state[3]
        if yes & (no_cells | no) or no & yes_cells:
            raise Contradiction
        dirty = self._write(yes ^ yes & yes_cells, yes_seen) | self._write(no ^ no & no_cells, no_seen)
        board = Board(yes_cells | yes, no_cells | no)
        for holder in self.whole:
            yes_seen[holder], no_seen[holder] = board
        if board != state.board:
            dirty |= self.whole_set
        return State(board, yes_seen, no_seen, active), dirty

    def _batch(self, state: State, dirty: int, most: int) -> tuple[State, int]:
        """Infer from the dirty constraints until none is left or about `most` have run. Return those that are left.

        Modifies the lists of `state` in place; no other state may share them.
        """
        (yes_cells, no_cells), yes_seen, no_seen, active = state
        constraints, holders, whole, whole_set = self.constraints, self.holders, self.whole, self.whole_set
        asked = 0
        while (dirty := dirty & active) and asked < most:
            batch, dirty = dirty, 0
            while batch:
                asked += 1
                low = batch & -batch
                batch ^= low
                number = low.bit_length() - 1
                constraint = constraints[number]
                yes_before, no_before = yes_seen[number], no_seen[number]
                yes_after, no_after = constraint.infer(yes_before, no_before)
                if yes_after == yes_before and no_after == no_before:
                    continue
                scope = constraint.scope
                # Written out for both values, because this is the innermost loop of line solving.
                new = yes_after & ~yes_before
                while new:
                    bit = new & -new
                    new ^= bit
                    cell = scope[bit.bit_length() - 1]
                    yes_cells |= 1 << cell
                    for holder, place in holders[cell]:
                        yes_seen[holder] |= place
                        dirty |= 1 << holder
                new = no_after & ~no_before
                while new:
                    bit = new & -new
                    new ^= bit
                    cell = scope[bit.bit_length() - 1]
                    no_cells |= 1 << cell
                    for holder, place in holders[cell]:
                        no_seen[holder] |= place
                        dirty |= 1 << holder
                for holder in whole:
                    yes_seen[holder], no_seen[holder] = yes_cells, no_cells
                dirty |= whole_set
                # Its own inference is complete: it runs again only after another constraint settles one of its cells.
                dirty ^= dirty & low
                if asked >= most:
                    dirty |= batch
                    break
                later = dirty & active & -1 << number
                batch |= later
                dirty ^= later
        return State(Board(yes_cells, no_cells), yes_seen, no_seen, active), dirty

    def _write(self, cells: int, seen: list[int]) -> int:
        """Write cells into the constraints that hold them; return these constraints as a bit set."""
        dirty = 0
        for cell in members(cells & self.held):
            for holder, place in self.holders[cell]:
                seen[holder] |= place
                dirty |= 1 << holder
        return dirty
