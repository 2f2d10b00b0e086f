"""The proof that a puzzle has no board, or none but the one that was found, or none without some cells: for a second
program to check.

The search has its own reasons, in whole boards at once; so the proof is a run of its own, by a clause learner that
keeps a record (`sat/proof.py`). It is led by the search: cells are refuted in the order in which probing settled them,
with the value that they do not have. Lines with runs are a lazy theory, so that lemmas speak of cells only; where that
does not end soon, order encoding takes over, with all facts known. Large counts are theories; what a count leaves when
smaller ones are taken out of it, as with the number of all mines, is a sum whose variables are defined as "at least so
many of these cells". That a loop has an inside is said where the proof does not end soon, with variables for faces.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import comb
from typing import Any, NamedTuple

from tesuji.bitset import flags, from_flags, literals, members
from tesuji.constraints import Count, Different, Runs, SingleLoop
from tesuji.constraints.runs import line_solver
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.refuter import GIVEN, Refuter
from tesuji.engine.sat import clauses
from tesuji.engine.sat.cardinality import Cardinality
from tesuji.engine.sat.encoding import (
    AT_ONCE,
    Sides,
    encode,
    holds,
    known_cells,
    narrowed,
    packing,
    remainder,
    totalizer_fits,
)
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.lines import Lines
from tesuji.engine.sat.proof import ProvingSolver, Record
from tesuji.engine.sat.solver import Model
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle, Reasoning

COUNTING = "counting"
"""A rule that is no constraint: numbers of cells add up."""
SIDES = "sides"
"""A rule that follows from the others: an edge of the loop is on where one of its faces is inside and the other is
not."""
AT_A_TIME = 500
"""Cells beyond those that probing settled which are refuted before the clause learner decides for itself."""
ENCODINGS = (True, False)
"""Of lines with runs, one after the other: lazy lines or not, which is order encoding."""
WITHOUT_SUMS, WITHOUT_SIDES = 10, 30
"""Conflicts before sums are added, and then before the inside of a loop is, which takes longer than most proofs."""
LAZY_CONFLICTS = 1000
"""Conflicts of lazy lines before order encoding takes over."""


Bounds = tuple[tuple[int, ...], tuple[int, ...]]
"""Literals that are false: because at least so many cells are yes; because not more are."""


class Goal(NamedTuple):
    """What every board has: whole where it is the only one. `name`: of the rule that it is not meant."""

    board: Board
    name: str

    @property
    def denied(self) -> tuple[int, ...]:
        """The clause that a board differs somewhere."""
        yes, no = (flags(cells, self.board.known.bit_length()) for cells in self.board)
        return tuple([2 * cell + one for cell, (one, other) in enumerate(zip(yes, no)) if one or other])


def prove(
    puzzle: Puzzle, goal: Goal | None, order: Sequence[int], settled: Board, reasoning: Reasoning | None = None
) -> Steps[Record]:
    """A record that ends with the empty clause: the puzzle has no board, or with a goal, none that differs from it.

    `order`: cells that probing has settled, in that order; `settled`: their values. Goes on without end where there is
    such a board; the time is about that of the search.
    """
    record, progress = Record(), Progress("proof", of=puzzle.size)
    for cell in members(puzzle.givens.yes & puzzle.givens.no):
        record.settle([2 * cell], (), GIVEN)
        record.learnt((), [record.lemma((2 * cell + 1,), GIVEN)])
        return record
    known = settled.joined(goal.board) if goal else settled
    first = Reasoned(puzzle, record, reasoning) if reasoning else Refuter(puzzle, record)
    for _ in first.facts(order, known):
        yield progress
    denied = goal.denied if goal and not record.closed else ()
    if denied and all(x ^ 1 in record.facts for x in denied):
        record.learnt((), [record.lemma(denied, goal.name)])
    if record.closed:
        return record
    lines = any(isinstance(one, Runs) for one in puzzle.constraints)
    for lazy in ENCODINGS if lines else ENCODINGS[:1]:
        if not record.closed:
            solver = ProvingSolver(record)
            for _ in encoded(puzzle, goal, solver, lazy):
                yield progress
            yield from relayed(_led(solver, puzzle.size, order, known), progress)
            yield from relayed(_learn(solver, puzzle, LAZY_CONFLICTS if lines and lazy else None), progress)
    return record


class Reasoned:
    """Facts of a puzzle by propagation that explains itself, and by refuting single cells with it: no clauses are
    needed, and what it takes is about what the search takes."""

    def __init__(self, puzzle: Puzzle, record: Record, reasoning: Reasoning):
        self.puzzle, self.record, self.reasoning = puzzle, record, reasoning
        self.board = Board()

    def facts(self, order: Sequence[int], known: Board) -> Iterator[None]:
        """Propagates; then refutes the other value of cells whose value is known, those of `order` first."""
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
        """Whether the board cannot be so; its opposite is then a fact."""
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
    """The literals that a round has added."""
    return literals(after.yes & ~before.yes, after.no & ~before.no)


def _implied(x: int, given: Sequence[int]) -> tuple[int, ...]:
    """The clause that a literal follows from others; itself may be among these, where they cannot hold together."""
    return (x, *[y ^ 1 for y in given if y ^ 1 != x])


def _led(solver: ProvingSolver, size: int, order: Sequence[int], board: Board) -> Steps[None]:
    """Refutes the other value of cells whose value is known: those that probing settled, and some of the rest."""
    known, yes = flags(board.known, size), flags(board.yes, size)
    left = AT_A_TIME
    for number, cell in enumerate(chain(order, range(size))):
        if solver.unsatisfiable or left == 0:
            return
        if known[cell] and solver.fixed(cell) is None:
            yield from solver.refute(2 * cell + yes[cell])
            left -= number >= len(order)


def _learn(solver: ProvingSolver, puzzle: Puzzle, conflicts: int | None) -> Steps[None]:
    """The rest, by clause learning, to the end or for so many conflicts. Two lines that are alike are looked at when a
    board has some, and what large counts leave to other cells, and the inside of a loop, where it does not end soon."""
    for add, without in ((_add_sums, WITHOUT_SUMS), (_add_sides, WITHOUT_SIDES)):
        if (yield from solver.solve(max_conflicts=without)) is None:
            for _ in add(puzzle, solver):
                yield solver.progress
    deferred = [constraint for constraint in puzzle.constraints if isinstance(constraint, Different)]
    while True:
        outcome = yield from solver.solve(max_conflicts=conflicts)
        if not isinstance(outcome, Model):
            return
        yes = sum(value << cell for cell, value in enumerate(outcome[: puzzle.size]))
        board = Board(yes, puzzle.cells & ~yes)
        broken = [constraint for constraint in deferred if not holds(constraint, board)]
        assert broken, "there is another board"
        deferred = [constraint for constraint in deferred if constraint not in broken]
        for solver.rule in broken:
            theory = Inference()
            solver.add_theory(theory)
            theory.add(solver.rule)


def encoded(puzzle: Puzzle, goal: Goal | None, solver: ProvingSolver, lazy_lines: bool) -> Iterator[None]:
    """Adds a puzzle to a solver, each clause under its rule; with safe points."""
    for number in range(max((puzzle.size - 1, *solver.record.definitions)) + 1):
        solver.new_var()  # what an earlier solver has defined keeps its number
        if number % AT_ONCE == 0:
            yield
    facts = list(solver.record.facts)
    settled = dict.fromkeys([x >> 1 for x in facts if x & 1], False) | dict.fromkeys(
        [x >> 1 for x in facts if not x & 1], True
    )
    for number, literal in enumerate(facts):
        solver.add_clause((literal,))
        if number % AT_ONCE == 0:
            yield
    solver.counts = [one for one in puzzle.constraints if isinstance(one, Count) and one.clue]
    runs = [constraint for constraint in puzzle.constraints if isinstance(constraint, Runs)]
    if runs and lazy_lines:
        solver.rule = runs
        solver.add_theory(Lines([(one.scope, one.runs, None) for one in runs], line_solver))
    for number, constraint in enumerate(puzzle.constraints):
        if number % 8 == 0:
            yield
        if isinstance(constraint, (Count, Runs)) and _is_settled(constraint, settled):
            continue
        solver.rule = constraint
        if isinstance(constraint, Count):
            _add_count(constraint, solver, settled)
        elif isinstance(constraint, Runs):
            if not lazy_lines:
                yield from _add_runs(constraint, solver)
        elif not isinstance(constraint, Different):
            encode(constraint, solver, puzzle)
    _compare_totals(runs, solver)
    if goal:
        solver.rule = goal.name
        solver.add_clause(goal.denied)


def _is_settled(constraint: Count | Runs, values: dict[int, bool]) -> bool:
    """Whether all cells of a constraint are known, and it holds."""
    known = [values[cell] for cell in constraint.scope if cell in values]
    if len(known) < len(constraint.scope):
        return False
    try:
        constraint.infer(from_flags(known), from_flags(not value for value in known))
    except Contradiction:
        return False
    return True


# Counts


def _add_count(count: Count, solver: ProvingSolver, values: dict[int, bool]) -> None:
    """Clauses over the cells that are not known where they are few, else a theory."""
    left = [cell for cell in count.scope if cell not in values]
    more = [2 * cell + 1 for cell in count.scope if values.get(cell) is True]
    less = [2 * cell for cell in count.scope if values.get(cell) is False]
    allowed = {number - len(more) for number in count.allowed}
    if not _few_clauses(len(left), allowed):
        solver.add_theory(Cardinality(count.scope, min(count.allowed), max(count.allowed)))
        return
    gapless = len(allowed) > max(allowed) - min(allowed)
    for clause in clauses.among([2 * cell for cell in left], allowed, solver.new_var):
        # Without gaps, that not more are yes rests on those that are known to be yes, that so many are, on the others.
        signs = {x & 1 for x in clause}
        known = (more if 1 in signs else less) if gapless and len(signs) == 1 else more + less
        solver.add_clause(clause, known)


def _few_clauses(n: int, allowed: Collection[int]) -> bool:
    gaps = clauses.gaps_of(n, allowed)
    return sum(comb(n, low) * comb(n - low, n - high) for low, high in gaps) <= clauses.DIRECT


def _add_sums(puzzle: Puzzle, solver: ProvingSolver) -> Iterator[None]:
    """For each large count what it leaves to the cells outside smaller ones, as a totalizer."""
    counts = [one for one in puzzle.constraints if isinstance(one, Count)]
    large = [one for one in counts if len(one.allowed) == 1 and not _few_clauses(len(one.scope), one.allowed)]
    values = [solver.fixed(cell) for cell in range(puzzle.size if large else 0)]
    yes = {cell for cell, value in enumerate(values) if value}
    no = {cell for cell, value in enumerate(values) if value is False}
    narrow = [narrowed(one, yes, no) for one in counts if large]
    for count in large:
        yield
        whole = narrowed(count, yes, no)
        places = packing(whole, narrow)
        rest = remainder(whole, [narrow[place] for place in places])
        if places and rest.scope and totalizer_fits(rest):
            sums = Sums(solver)
            for place in places:
                sums.take(counts[place], narrow[place])
            yield from sums.leave(count, rest)


def _compare_totals(lines: Sequence[Runs], solver: ProvingSolver) -> None:
    """Where the lines in one direction have more yes cells than those in the other, that is a short proof; by single
    cells there is none."""
    families: list[list[Runs]] = []
    for line in lines:
        if not families or any(not set(line.scope).isdisjoint(other.scope) for other in families[-1]):
            families.append([])
        families[-1].append(line)
    totals = [sum(sum(line.runs) for line in family) for family in families]
    cells = [{cell for line in family for cell in line.scope} for family in families]
    if len(families) != 2 or cells[0] != cells[1] or totals[0] == totals[1]:
        return
    bounds = []
    for family in families:
        sums = Sums(solver)
        for line in family:
            sums.take(line, Count(line.scope, {sum(line.runs)}))
        bounds.append(sums.bounds)
    fewer, more = bounds if totals[0] < totals[1] else bounds[::-1]
    solver.rule = COUNTING
    solver.add_clause((*more[0], *fewer[1]))


class Sums:
    """Adds counts up: variables for "at least so many of these cells", and what they have to do with each other."""

    def __init__(self, solver: ProvingSolver):
        self.solver = solver
        self.cells: tuple[int, ...] = ()
        self.number = 0
        """Of `cells`, which the counts that were taken hold, so many are yes."""
        self.bounds: Bounds = ((), ())

    def at_least(self, number: int, cells: tuple[int, ...]) -> int:
        """The literal of "at least `number` of `cells`"."""
        variable = self.solver.new_var()
        self.solver.record.definitions[variable] = (number, cells)
        return 2 * variable

    def take(self, count: Count | Runs, narrow: Count) -> None:
        """Adds a count, over the cells of it that are not known."""
        known = self._against(set(count.scope) - set(narrow.scope))
        (number,) = narrow.allowed
        bounds = self._exactly(number, narrow.scope, (known, known), count)
        self.cells, self.number = (*self.cells, *narrow.scope), self.number + number
        because = (*self.bounds[0], *bounds[0]), (*self.bounds[1], *bounds[1])
        self.bounds = self._exactly(self.number, self.cells, because, COUNTING)

    def leave(self, count: Count, rest: Count) -> Iterator[None]:
        """What is left to the cells outside, as a totalizer of these."""
        n, (number,) = len(rest.scope), rest.allowed
        names = counted(rest.scope, n)
        made = clauses.totals([[2 * cell] for cell in rest.scope], lambda: self.at_least(*next(names)), n)
        sums: list[int] = []
        for place, clause in enumerate(_with_end(made, sums)):
            self.solver.rule = COUNTING
            self.solver.add_clause(clause)
            if place % AT_ONCE == 0:
                yield
        known = self._against(set(count.scope) - set(self.cells) - set(rest.scope))
        self.solver.rule = count
        # Where there must be more cells, or fewer, than there are, this is the end of the proof.
        if number > 0:
            self.solver.add_clause((*sums[number - 1 : number], *self.bounds[1], *known))
        if number < n:
            self.solver.add_clause((*[x ^ 1 for x in sums[max(number, -1) : number + 1]], *self.bounds[0], *known))

    def _exactly(self, number: int, cells: tuple[int, ...], because: Bounds, rule: object) -> Bounds:
        """Makes two facts, at least so many and not more, each because of others. The negations of these facts."""
        self.solver.rule = rule
        bounds: list[tuple[int, ...]] = [(), ()]
        if number > 0:
            fact = self.at_least(number, cells)
            self.solver.add_clause((fact, *because[0]))
            bounds[0] = (fact ^ 1,)
        if number < len(cells):
            fact = self.at_least(number + 1, cells) ^ 1
            self.solver.add_clause((fact, *because[1]))
            bounds[1] = (fact ^ 1,)
        return bounds[0], bounds[1]

    def _against(self, cells: Iterable[int]) -> tuple[int, ...]:
        """The literals of known cells that are false."""
        return tuple([2 * cell + (self.solver.fixed(cell) is True) for cell in sorted(cells)])


def _with_end(steps: Generator[tuple[int, ...], None, list[int]], end: list[int]) -> Iterator[tuple[int, ...]]:
    """What a generator yields; what it returns is put at the end of a list."""
    end += yield from steps


def counted(cells: tuple[int, ...], limit: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(number, cells) of each new variable of `clauses.totals`, in its order."""
    if len(cells) < 2:
        return
    half = len(cells) // 2
    yield from counted(cells[:half], limit)
    yield from counted(cells[half:], limit)
    yield from ((number, cells) for number in range(1, min(limit, len(cells)) + 1))


# The inside of a loop


def _add_sides(puzzle: Puzzle, solver: ProvingSolver) -> Iterator[None]:
    """That loops have an inside, with what is known of their edges by now."""
    solver.rule = SIDES
    for constraint in puzzle.constraints:
        if isinstance(constraint, SingleLoop):
            yield from ProvenSides(constraint, solver, known_cells(solver, puzzle)).encode()


class ProvenSides(Sides):
    """The inside of a loop in a proof: each variable with its definition, each clause with the known edges that it
    takes."""

    solver: ProvingSolver

    def new(self, face: Any) -> int:
        literal = super().new(face)
        self.solver.record.definitions[literal >> 1] = SIDES, face
        return literal

    def add(self, clause: clauses.Clause, one: Any, two: Any) -> None:
        ways = {*self.way(one)} ^ {*self.way(two)}
        self.solver.add_clause(clause, [x ^ 1 for x in sorted(ways)])


# Runs


def _add_runs(line: Runs, solver: ProvingSolver) -> Iterator[None]:
    """Order encoding: variables for "run j starts here or before"."""
    first = list(accumulate(line.runs, lambda at, run: at + run + 1, initial=0))
    slack = len(line.scope) - first[-1] + 1
    made: list[int] = []

    def new() -> int:
        run, moved = divmod(len(made), slack)
        variable = solver.new_var()
        solver.record.definitions[variable] = (line, run, first[run] + moved)
        made.append(variable)
        return 2 * variable

    for number, clause in enumerate(clauses.runs([2 * cell for cell in line.scope], line.runs, new), 1):
        solver.add_clause(clause)
        if number % AT_ONCE == 0:
            yield
