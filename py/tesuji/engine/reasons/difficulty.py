"""The difficulty k of each variable: the fewest counted constraints that together force it, given what is known at that
point.

Each round determines the least k for which some k counted constraints force an unknown literal, given what is known at
the start of the round. All literals that k forces get this k; then the next round begins. Rules of the game are free;
if there are any, k = 0 ("rules only") is a level of its own. Removed values are facts, like settled ones. The rule that
a variable has exactly one value is never counted, and is applied within a round.

The result is exact: "force" means in every board that satisfies these constraints and the rules. A pool of boards with
wrong literals is kept. Every set that forces one of a board's wrong literals contains a constraint that the board
breaks, as long as these literals are unknown (implicit hitting sets, see `conflict.py`). Boards that differ from the
solution in few literals break few constraints and stay in the pool for many rounds, so the values of the solution are
always tried first. If all constraints are counted and most are pairs, boards that differ from the solution near one
cell are tried before all others. A kind may provide a faster exact method for one level, a tier.

If the budget ends, the results so far are valid and the rest stays open. The same happens if the clause learner would
have to decide more than MOST_LEARNT literals, and after HIDDEN safe points if the puzzle has hidden variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import NamedTuple

from tesuji.bitset import literals, members, set_of
from tesuji.engine.budget import Progress, Steps, at_most, relayed
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.sat.solver import Core, Model
from tesuji.engine.trace import Tracer
from tesuji.errors import OutOfBudget
from tesuji.hitting_set import add, by_preference, hitting_set, minimal
from tesuji.model import Board, Puzzle, counted
from tesuji.rulebook import Tier
from tesuji.variables import closed, same_variable, variable_count, visible

NEVER = -1
MOST_LEARNT = 1200
"""The largest number of unknown literals for which the clause learner is used: each round makes a query for each, and
queries take longer on larger boards.
"""
HIDDEN = 12_000
"""Safe points for the map of a puzzle with hidden variables, about six seconds. They can make single queries as hard as
the puzzle of another kind, so some maps would take hours.
"""


class Settled(NamedTuple):
    """One literal of the map: its round (0-based), k, and the constraints that force it.

    `chain` is the number of inferences, by one constraint each, that refute the opposite; None if single constraints
    are not enough and a case distinction is needed (the literal is not `direct`).
    """

    round: int
    k: int
    because: tuple[int, ...]
    chain: int | None


@dataclass
class Map:
    """The difficulty map of a puzzle. `finished` is False if the budget ended before all literals were settled. The k
    of the remaining ones has no lower bound, because cells settled earlier may make them easier.
    """

    puzzle: Puzzle
    targets: int
    settled: dict[int, Settled] = field(default_factory=dict)
    rounds: list[tuple[int, int]] = field(default_factory=list)
    """k and the literals of each round."""
    finished: bool = True
    bounds: dict[int, int] = field(default_factory=dict)
    """Upper bounds of k for literals that are not settled."""

    def k(self, literals: Sequence[int]) -> list[int]:
        """Return k of each literal, or its bound: 0 for a given; NEVER if solutions differ in it or the budget ended
        first.
        """
        known = {literal: one.k for literal, one in self.settled.items()}
        known = dict.fromkeys(members(closed(self.puzzle, self.puzzle.givens).known), 0) | self.bounds | known
        return [known.get(literal, NEVER) for literal in literals]


def measure(
    puzzle: Puzzle, solution: Board, targets: int, what: str = "clues", tiers: Sequence[Tier] = ()
) -> Steps[Map]:
    """Return the map of the literals `targets`, whose values in every solution are those of `solution`.

    If the budget ends, the map is partial.
    """
    unknown = targets & ~closed(puzzle, puzzle.givens).known
    try:
        yield Progress("rate", of=puzzle.size)
    except OutOfBudget:  # raised before a mapper was made, which takes a while on large boards
        return Map(puzzle, unknown, finished=not unknown)
    mapper = Mapper(puzzle, solution, targets, what, tiers)
    with suppress(OutOfBudget):
        yield from at_most(mapper.all_rounds(), HIDDEN) if mapper.hidden else mapper.all_rounds()
    if mapper.unknown:
        for _ in mapper.settle():
            pass  # the results of the last round are correct but may be incomplete
        mapper.map.finished = not mapper.unknown
    return mapper.map


ForcingSets = dict[int, int]
"""literal -> the constraints that force it, as a bit set"""


class Mapper:
    """Computes the rounds of one puzzle. `smallest` returns the first round from any board instead."""

    def __init__(self, puzzle: Puzzle, solution: Board, targets: int, what: str, tiers: Sequence[Tier]):
        self.puzzle, self.solution, self.what = puzzle, solution, what
        self.tiers = [tier for tier in tiers if tier.fits(puzzle)]
        self.known = closed(puzzle, puzzle.givens)
        self.unknown = targets & ~self.known.known
        self.map = Map(puzzle, self.unknown)
        self.counted = counted(puzzle, what)
        self.free = frozenset(range(len(puzzle.constraints))) - set(members(self.counted))
        implicit = {number for number in self.free if puzzle.constraints[number].implicit}
        self.rules = self.free - implicit
        """Free constraints, without those that only state that a variable has exactly one value."""
        self.implicit = bool(implicit)
        pairs = sum(len(constraint.scope) == 2 for constraint in puzzle.constraints)
        full = solution.known == puzzle.cells
        self.local = what == "rules" and full and not self.free and 2 * pairs > len(puzzle.constraints)
        """True if boards that differ from the solution near one cell are tried first."""
        self.hidden = visible(puzzle) != puzzle.cells
        """True if there are hidden variables. Few boards that differ from the solution in one visible literal agree
        with it in most hidden ones, so boards near the solution take a long search, and any board is used.
        """
        every = variable_count(puzzle)
        parts = any(len(puzzle.constraints[number].scope) < every for number in members(self.counted))
        self.prefers = parts and not self.hidden
        """True if the board of a query should keep many counted constraints. If each of them covers the whole board,
        queries take half the time without that.
        """
        self.level = 0
        self.found: ForcingSets = {}  # found in the current round, each with proof
        self.changed = puzzle.cells
        self.assumptions: Assumptions | None = None
        self.pool: list[tuple[int, int]] = []  # the wrong cells of a board, and the constraints that it breaks
        self.sets: dict[int, list[int]] = {}
        """For each unknown cell, the sets of constraints that the boards of the pool break which get it wrong."""
        self.minimal: set[int] = set()
        """The cells of which only the minimal sets are kept."""
        self.near: dict[int, list[int]] = {}
        self.progress = Progress("rate", of=puzzle.size)

    def all_rounds(self) -> Steps[None]:
        while self.unknown:
            yield from self._round()
            yield from self.settle()
            self.progress.settled = self.puzzle.size - self.unknown.bit_count()
            yield self.progress

    def _round(self) -> Steps[None]:
        """Find the literals of the lowest level that has any, given the literals known at the start of the round."""
        self.level = 0
        if not self.rules:
            self.level = 1
            yield from self._alone()
            if self.found:
                return
            # One constraint may force more together with the one-value constraints than alone.
            self.level = 1 if self.implicit else 2
        for tier in self.tiers:
            self.level = max(self.level, tier.k)
            yield from self._tier(tier)
            if self.found:
                return
            self.level = tier.k + 1
        yield from self._prepare()
        while True:
            yield from self._forced_by(self.level)
            if self.found:
                return
            self.level += 1

    def settle(self) -> Steps[None]:
        """End a round: store its results."""
        if not self.found:
            return
        self._close()
        number, cells = len(self.map.rounds), 0
        tracer = Tracer(self.puzzle, self.known)
        for cell, because in self.found.items():
            cells |= 1 << cell
            if cell not in self.map.settled:
                chain = self._chain(cell, because, tracer)
                self.map.settled[cell] = Settled(number, self.level, tuple(members(because)), chain)
                yield self.progress
        self.found = {}
        self.map.rounds.append((self.level, cells))
        self._learned(Board(cells & self.solution.yes, cells & self.solution.no))

    def _close(self) -> None:
        """Add the literals that follow because a variable has exactly one value. They get the same round and the same
        constraints.
        """
        if not self.implicit:
            return
        found = sum(1 << literal for literal in self.found)
        new = Board(found & self.solution.yes, found & self.solution.no)
        after = closed(self.puzzle, self.known.joined(new))
        for literal in members(after.known & self.unknown & ~found):
            mine = same_variable(self.puzzle, literal)
            self.found[literal] = reduce(or_, (self.found.get(other, 0) for other in mine))

    def _learned(self, new: Board) -> None:
        """Add known literals."""
        cells = new.known
        self.unknown &= ~cells
        self.changed |= cells
        self.known = self.known.joined(new)
        if self.assumptions:
            self.assumptions.settle(new)
        self.pool = [*self._still_possible(cells)]

    def _still_possible(self, cells: int) -> Iterator[tuple[int, int]]:
        """Yield the boards of the pool that agree with cells that have become known. If all constraints are counted, a
        board may have any values, so it gets the known ones.
        """
        assumptions = self.assumptions
        for wrong, broken in self.pool:
            if not wrong & cells:
                yield wrong, broken
            elif not self.free and wrong & self.unknown:
                # Only constraints on the cells that become known change: they hold, unless another cell is wrong too.
                touched = assumptions.touching(wrong & cells)
                wrong &= ~cells
                changed = assumptions.broken(self.solution.yes ^ wrong, touched & assumptions.touching(wrong))
                yield wrong, broken & ~touched | changed

    def smallest(self, known: Board, limit: int) -> Steps[ForcingSets]:
        """Return the literals that the fewest counted constraints force, at most `limit`, with these constraints; empty
        if so few force none.

        Between calls, known cells may only be added. If the budget ends during the search of the lowest level, return
        the literals found so far; otherwise raise OutOfBudget.
        """
        self._learned(Board(known.yes & self.unknown, known.no & self.unknown))
        self.found, self.level = {}, 0
        rounds = self._levels(limit)
        try:
            yield from rounds
        except OutOfBudget:
            if not self.found:
                raise
        return self.found

    def _levels(self, limit: int) -> Steps[None]:
        for tier in self.tiers:
            if tier.k > limit:
                return
            yield from self._tier(tier)
            if self.found:
                return
            self.level = tier.k + 1
        yield from self._prepare()
        while self.level <= limit and not self.found:
            yield from self._forced_by(self.level)
            self.level += 1

    def _tier(self, tier: Tier) -> Steps[None]:
        for forced in tier.find(self.puzzle, self.known):
            if forced is None:
                yield self.progress
            else:
                self.found.setdefault(*forced)

    # Level 1 if there are no free rules

    def _alone(self) -> Steps[None]:
        """Find what single constraints force; their inference is complete. Only constraints whose literals have changed
        run.
        """
        found = self.found
        for number, constraint in enumerate(self.puzzle.constraints):
            scope = constraint.scope
            if not any(self.changed >> cell & 1 for cell in scope):
                continue
            yes, no = _local(scope, self.known)
            yes, no = constraint.infer(yes, no)
            for place in members(yes | no):
                if self.unknown >> scope[place] & 1:
                    found.setdefault(scope[place], 1 << number)
            yield self.progress
        self.changed = 0

    # Any level

    def _prepare(self) -> Steps[None]:
        """Create the assumptions on first use. A board with all constraints on supplies the value of each auxiliary
        variable in the solution.
        """
        if self.assumptions is None:
            if self.unknown.bit_count() > MOST_LEARNT:
                raise OutOfBudget
            assumptions = Assumptions(self.puzzle, self.what, self.known, self.progress)
            outcome = yield from assumptions.ask(literals(*self.solution), assumptions.counted)
            if isinstance(outcome, Model):
                assumptions.expect(outcome, self.solution, fixed=not self.hidden)
            self.assumptions = assumptions
            if self.local:
                yield from self._vary()
        self.sets, self.minimal = {cell: [] for cell in members(self.unknown)}, set()
        for wrong, broken in self.pool:
            for cell in members(wrong & self.unknown):
                self.sets[cell].append(broken)

    def _vary(self) -> Steps[None]:
        """Fill the pool with boards that differ from the solution in one unknown literal, or in two of a constraint.

        Every constraint must be counted, because such boards may break any of them.
        """
        constraints, unknown, assumptions = self.puzzle.constraints, self.unknown, self.assumptions
        for cell in members(unknown):
            one = 1 << cell
            near = set_of([literal for number in assumptions.near[cell] for literal in constraints[number].scope])
            for wrong in [one, *(one | 1 << other for other in members(near & unknown & -(one << 1)))]:
                broken = assumptions.broken(self.solution.yes ^ wrong, assumptions.touching(wrong))
                self.pool.append((wrong, broken))
            yield self.progress

    def _forced_by(self, level: int) -> Steps[None]:
        """Find all unknown literals that some set of `level` counted constraints forces."""
        last = 0
        for cell in members(self.unknown):
            because = yield from self._fewest(cell, level, last)
            if because is not None:
                self.found[cell] = last = because
            yield self.progress

    def _fewest(self, cell: int, level: int, first: int) -> Steps[int | None]:
        """Return at most `level` counted constraints that force a literal, or None. Boards found on the way also serve
        the other literals that they get wrong.
        """
        opposite = 2 * cell + (self.solution.yes >> cell & 1)
        assumptions = self.assumptions
        while True:
            if first and all(one & first for one in self.sets[cell]):
                chosen = first
            else:
                chosen = yield from self._hit(cell, level)
            if chosen is None:
                return None
            near = yield from self._near(cell)
            others = by_preference(near, self.sets[cell], chosen) if self.prefers else None
            outcome = None
            if self.local:
                outcome = yield from assumptions.ask_near(opposite, chosen, others, self.solution)
            if outcome is None:
                outcome = yield from assumptions.ask([opposite], chosen, others)
            if isinstance(outcome, Core):
                return assumptions.constraints_in(outcome)
            self._learn(outcome)

    def _learn(self, model: Model) -> None:
        yes = self.assumptions.yes_of(model)
        wrong = yes ^ self.solution.yes
        broken = self.assumptions.broken(yes, self.assumptions.touching(wrong))
        self.pool.append((wrong, broken))
        for cell in members(wrong & self.unknown):
            if cell in self.minimal:
                add(self.sets[cell], broken)
            else:
                self.sets[cell].append(broken)

    def _hit(self, cell: int, level: int) -> Steps[int | None]:
        """Return at most `level` constraints that hit all sets of a cell, or None."""
        sets = self.sets[cell]
        if level == 0:
            return None if sets else 0
        if level == 1:
            return (yield from self._guess(cell, sets))
        if cell not in self.minimal:
            self.minimal.add(cell)
            sets[:] = minimal(sets)
        return (yield from relayed(hitting_set(sets, level), self.progress))

    def _guess(self, cell: int, sets: list[int]) -> Steps[int | None]:
        """Return the closest constraint that hits all sets, or None."""
        common = self.counted
        for one in sets:
            common &= one
        if not common:
            return None
        near = yield from self._near(cell)
        return next(1 << number for number in near if common >> number & 1)

    def _near(self, cell: int) -> Steps[list[int]]:
        if cell not in self.near:
            self.near[cell] = yield from self.assumptions.nearest(cell)
        return self.near[cell]

    # Chains

    def _chain(self, cell: int, because: int, tracer: Tracer) -> int | None:
        """Return the number of inferences that refute the opposite value, or None if single constraints cannot."""
        if not self.rules and not because & (because - 1):
            return 1
        chain = tracer.refute(cell, not self.solution.yes >> cell & 1, self.free.union(members(because)))
        if chain is None:
            return None
        steps = [link.constraint for link in chain.links[1:]]
        return 1 + sum(1 for one, other in zip([None, *steps], steps) if one != other)


def _local(scope: Sequence[int], board: Board) -> tuple[int, int]:
    yes = no = 0
    for place, cell in enumerate(scope):
        yes |= (board.yes >> cell & 1) << place
        no |= (board.no >> cell & 1) << place
    return yes, no
