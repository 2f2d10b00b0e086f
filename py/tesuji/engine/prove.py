"""Proofs that a separate program can check: that a puzzle has no solution, that its solution is the only one, or that
every solution contains certain cells.

The search handles whole boards at a time and keeps no reasons that could be checked, so the proof is a separate run of
a clause learner that records its steps (`sat/proof.py`). The search guides it: cells are refuted in the order in which
probing settled them, by assuming the wrong value. Lines with runs start with lazy reasons, so that lemmas contain cells
only; if that takes too long, order encoding takes over, with all facts known. Large counts are theories. If smaller
counts are subtracted from a large one, such as the number of all mines, the remainder is a sum whose variables are
defined as "at least that many of these cells". If the proof of a loop takes long, the inside of the loop is added, with
a variable for each face.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from tesuji.bitset import flags, literals, members
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.propagate import reasoning_for
from tesuji.engine.refuter import GIVEN, Refuter
from tesuji.engine.sat.encoder import AT_ONCE, Encoder, holds
from tesuji.engine.sat.proof import ProvingSolver, Record
from tesuji.engine.sat.solver import Model
from tesuji.engine.total_proof import total_facts
from tesuji.model import Board, Puzzle, Reasoning

AT_A_TIME = 500
"""The number of cells, besides those that probing settled, to refute before the clause learner starts to branch."""
ENCODINGS = (True, False)
"""Encodings of lines with runs, in the order of use: lazy lines (True), order encoding (False)."""
LAZY_CONFLICTS = 1000
"""Conflicts of lazy lines before order encoding takes over."""
MOST_WITHOUT_EXTRA = 1000
"""The number of conflicts after which clauses that follow from several constraints are added."""


class Goal(NamedTuple):
    """The cells that every board has; the whole board if it is the only one. `name`: the name of the rule that denies
    the goal.
    """

    board: Board
    name: str

    @property
    def denied(self) -> tuple[int, ...]:
        """Return the clause which states that some of the cells have another value."""
        yes, no = (flags(cells, self.board.known.bit_length()) for cells in self.board)
        return tuple([2 * cell + one for cell, (one, other) in enumerate(zip(yes, no)) if one or other])


def prove(puzzle: Puzzle, goal: Goal | None, order: Sequence[int], settled: Board) -> Steps[Record]:
    """Return a record that ends with the empty clause: the puzzle has no board, or with a goal, none that differs from
    it.

    `order`: cells that probing has settled, in that order; `settled`: their values. Does not terminate if such a board
    exists. The time is about that of the search.
    """
    record, progress = Record(), Progress("proof", of=puzzle.size)
    for cell in members(puzzle.givens.yes & puzzle.givens.no):
        record.settle([2 * cell], (), GIVEN)
        record.learnt((), [record.lemma((2 * cell + 1,), GIVEN)])
        return record
    known = settled.joined(goal.board) if goal else settled
    reasoning = reasoning_for(puzzle)
    first = Reasoned(puzzle, record, reasoning) if reasoning else Refuter(puzzle, record)
    for _ in first.facts(order, known):
        yield progress
    for _ in total_facts(puzzle, record):
        yield progress
    denied = goal.denied if goal and not record.closed else ()
    if denied and all(x ^ 1 in record.facts for x in denied):
        record.learnt((), [record.lemma(denied, goal.name)])
    if record.closed:
        return record
    lines = any(one.slack is not None for one in puzzle.constraints)
    for lazy in ENCODINGS if lines else ENCODINGS[:1]:
        if not record.closed:
            solver = ProvingSolver(record)
            encoder = Encoder(puzzle, solver, None, record.settled(), lazy, record)
            for _ in _encoded(encoder, goal):
                yield progress
            yield from relayed(_led(solver, puzzle.size, order, known), progress)
            yield from relayed(_learn(solver, encoder, LAZY_CONFLICTS if lines and lazy else None), progress)
    return record


class Reasoned:
    """Facts of a puzzle, found by propagation with reasons and by refuting single cells. Uses no clauses and takes
    about as long as the search.
    """

    def __init__(self, puzzle: Puzzle, record: Record, reasoning: Reasoning):
        self.puzzle, self.record, self.reasoning = puzzle, record, reasoning
        self.board = Board()

    def facts(self, order: Sequence[int], known: Board) -> Iterator[None]:
        """Propagate; then refute the opposite value of each cell whose value is known, starting with `order`."""
        self.record.settle(literals(*self.puzzle.givens), (), GIVEN)
        self.board = self.puzzle.givens
        yield from self._propagate()
        left = AT_A_TIME
        for number, cell in enumerate(chain(order, range(self.puzzle.size))):
            if self.record.closed or left == 0 or self.board.known == self.puzzle.cells:
                return
            bit = 1 << cell
            if known.known & bit and not self.board.known & bit:
                right = Board(known.yes & bit, known.no & bit)
                if (yield from self._refute(Board(right.no, right.yes))):
                    self.board = self.board.joined(right)
                    yield from self._propagate()
                left -= number >= len(order)

    def _propagate(self) -> Iterator[None]:
        before: tuple[Sequence[int], str] | None = None
        record, facts, because_of = self.record, self.record.facts, self.reasoning.because
        for board in self.reasoning.rounds(self.board):
            for number, x in enumerate(_news(self.board, board)):
                if number % AT_ONCE == 0:
                    yield
                given, rule = because = because_of(self.board, x)
                if x ^ 1 in facts:
                    record.learnt((), [record.lemma(_implied(x, given), rule)])
                    return
                if because == before:
                    record.settle_too(x)
                else:
                    record.settle([x], given, rule)
                before = because
            self.board = board

    def _refute(self, supposed: Board) -> Generator[None, None, bool]:
        """Return whether no board has these cells; if so, the opposite becomes a fact."""
        boards = [self.board.joined(supposed)]
        for board in self.reasoning.rounds(boards[0]):
            boards.append(board)
            yield
        both = boards[-1].yes & boards[-1].no
        if not both:
            return False
        broken = next(x for x in _news(boards[-2], boards[-1]) if both >> (x >> 1) & 1)
        because = self.reasoning.because(boards[-2], broken)
        reasons, needed = [(broken, *because)], {broken ^ 1, *because[0]}
        for before, after in zip(boards[-2::-1], boards[:0:-1]):
            for x in [x for x in _news(before, after) if x in needed and x != broken]:
                given, rule = self.reasoning.because(before, x)
                reasons.append((x, given, rule))
                needed.update(given)
            yield
        hints = [self.record.lemma(_implied(x, given), rule) for x, given, rule in reversed(reasons)]
        self.record.learnt(tuple(literals(supposed.no, supposed.yes)), hints)
        return True


def _news(before: Board, after: Board) -> list[int]:
    """Return the literals that a round has added."""
    return literals(after.yes & ~before.yes, after.no & ~before.no)


def _implied(x: int, given: Sequence[int]) -> tuple[int, ...]:
    """Return the clause which states that a literal follows from others. If these contradict each other, the literal
    may be one of them.
    """
    return (x, *[y ^ 1 for y in given if y ^ 1 != x])


def _led(solver: ProvingSolver, size: int, order: Sequence[int], board: Board) -> Steps[None]:
    """Refute the opposite value of cells whose value is known: those that probing settled, then some others."""
    known, yes = flags(board.known, size), flags(board.yes, size)
    left = AT_A_TIME
    for number, cell in enumerate(chain(order, range(size))):
        if solver.unsatisfiable or left == 0:
            return
        if known[cell] and solver.fixed(cell) is None:
            yield from solver.refute(2 * cell + yes[cell])
            left -= number >= len(order)


def _learn(solver: ProvingSolver, encoder: Encoder, conflicts: int | None) -> Steps[None]:
    """Prove the rest by clause learning, to the end or until `conflicts` are used up. If it takes long, clauses that
    follow from several constraints are added. A deferred constraint is added when a board breaks it.
    """
    puzzle = encoder.puzzle
    for without in sorted({one.extra_after for one in puzzle.constraints if one.extra_after}):
        if (yield from solver.solve(max_conflicts=min(without, MOST_WITHOUT_EXTRA))) is None:
            encoder.look()
            for constraint in puzzle.constraints:
                if constraint.extra_after == without:
                    for _ in encoder.add_extra(constraint):
                        yield solver.progress
    deferred = [constraint for constraint in puzzle.constraints if constraint.deferred]
    while True:
        outcome = yield from solver.solve(max_conflicts=conflicts)
        if not isinstance(outcome, Model):
            return
        yes = sum(value << cell for cell, value in enumerate(outcome[: puzzle.size]))
        board = Board(yes, puzzle.cells & ~yes)
        broken = [constraint for constraint in deferred if not holds(constraint, board)]
        assert broken, "there is another board"
        deferred = [constraint for constraint in deferred if constraint not in broken]
        for constraint in broken:
            encoder.add_at_once(constraint.encode(encoder))


def _encoded(encoder: Encoder, goal: Goal | None) -> Iterator[None]:
    """Add facts, constraints and the denied goal to a solver, each clause under its rule. Yields at safe points."""
    solver, record, puzzle = encoder.solver, encoder.record, encoder.puzzle
    assert isinstance(solver, ProvingSolver) and record is not None
    # Variables defined by an earlier solver keep their numbers.
    yield from encoder.variables(max((puzzle.size - 1, *record.definitions)) + 1)
    solver.constraints = puzzle.constraints
    for number, literal in enumerate(list(record.facts)):
        solver.add_clause((literal,))
        if number % AT_ONCE == 0:
            yield
    yield from encoder.encode_all()
    if goal:
        encoder.rule = goal.name
        encoder.add_at_once([goal.denied])
