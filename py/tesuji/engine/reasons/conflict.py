"""Find a small set of counted constraints that contradict each other, or that force a cell.

A set is *minimal* if it is no longer contradictory once any one member is removed. The solver returns a first set, the
assumptions that it used. Then each member is removed in turn; if the rest is still contradictory, the solver returns a
smaller set at once (deletion with core refinement: Belov & Marques-Silva 2011). A board that proves one member
necessary saves later queries. Different orders lead to different minimal sets, so several orders are tried, each of
which prefers the surroundings of one place, and the smallest set is used.

The *smallest* set that forces a cell is found from the other side. If a board has the opposite value, every set that
forces the cell contains a constraint that this board breaks. So a smallest set that hits all of these constraints
either forces the cell or leads to a new board (implicit hitting sets: Ignatiev et al. 2015).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import NamedTuple

from tesuji.bitset import literals, members, set_of
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.sat.encoder import AT_ONCE
from tesuji.engine.sat.solver import Core, Model, Outcome
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.hitting_set import BRANCHES, add, by_preference, hitting_set
from tesuji.model import Board, Constraint, Puzzle
from tesuji.variables import excluded_values, given_values, same_variables

CAP = 60
"""The number of learner conflicts after which a member is kept without a result; it is tested again at the end."""
ORDERS = 10
MAX_PROPAGATIONS = 60_000
"""The number of propagations of the learner after which no other order is tried."""


class Conflict(NamedTuple):
    """A contradictory set: counted constraints (places in `puzzle.constraints`), or, if rules are counted, clues and
    given cells; and the player's marks.
    """

    constraints: tuple[int, ...]
    marks: Board
    givens: Board = Board()
    minimal: bool = True
    """True if the set is proven minimal."""
    smallest: bool = False
    """True if no other set is smaller, by proof."""


class Forcing(NamedTuple):
    """The reason for the value of a cell: counted constraints that force it, and whether fewer are proven not to be
    enough.
    """

    value: bool
    constraints: tuple[int, ...]
    minimal: bool


LONG_SCOPE = 24
"""Cells of a constraint processed between two safe points."""
WORK, LARGEST, LEARNING = 100_000, 40, 1_000_000
"""Limits of the search for the smallest conflict: branches of hitting sets, size, and the learner's work, which takes
two to five seconds.
"""
RESTART_AFTER = 300
"""The number of learner conflicts after which a query with few members restarts."""
BLANK = Board()
TESTS = 300
"""The most tests for fewer marks that break a constraint."""
Placed = tuple[int, int]
"""The place of a literal in the scope of a constraint, and the literal of a mark."""


def conflict(puzzle: Puzzle, board: Board = BLANK, what: str = "clues") -> Steps[Conflict | None]:
    """Return the reason why a puzzle has no solution, or none that agrees with the player's marks; None if it has one.

    `what` as in `Explaining.counted`. With "rules", givens can be part of the conflict, as marks and clues can;
    otherwise givens are facts. Values that variables cannot have are always facts. If the budget ends, the result is
    the best set so far with `minimal` False. Raises OutOfBudget if there is none yet. While a smaller set is searched
    for, `Progress.verdict` is the best one so far.
    """
    givens = given_values(puzzle) if what == "rules" else Board()
    blamed = "clues" if what == "rules" else what
    clash = board.yes & puzzle.givens.no | board.no & puzzle.givens.yes
    if clash:
        used = same_variables(puzzle, clash & -clash)
        return Conflict((), board.within(used), puzzle.givens.within(used))
    marks = Board(board.yes & ~puzzle.givens.yes, board.no & ~puzzle.givens.no)
    known = excluded_values(puzzle) if what == "rules" else None
    assumptions = Assumptions(puzzle, blamed, known, Progress("conflict", of=puzzle.size))
    # A value excludes the other values of its variable, which are not givens or marks of their own.
    yes, no = givens.joined(marks)
    assumed = literals(yes, no & ~same_variables(puzzle, yes))
    search = _Shrinking(assumptions)
    core = yield from obvious(puzzle, assumptions, assumed)
    if core is None:
        outcome = yield from assumptions.ask(assumed, assumptions.counted)
        if isinstance(outcome, Model):
            return None
        core = tuple(outcome)
    assumptions.progress.verdict = "none"
    smallest_yet = False

    def best() -> Conflict:
        found = tuple(core) if search.best is None else search.best
        used = same_variables(puzzle, set_of(literal >> 1 for literal in found if literal not in assumptions.number))
        constraints = sorted(assumptions.number[literal] for literal in found if literal in assumptions.number)
        return Conflict(tuple(constraints), marks.within(used), givens.within(used), search.minimal, smallest_yet)

    with suppress(OutOfBudget):
        yield from search.smallest_of_several(core)
        assumptions.progress.verdict = best()
        smaller, smallest_yet = yield from fewest(assumptions, assumed, search.best)
        yield from search.go_on_from(smaller, smallest_yet)
    assumptions.solver.close()
    return best()


def rules_broken(puzzle: Puzzle, found: Conflict) -> Steps[tuple[int, ...]]:
    """Return a minimal set of rule instances that the givens and marks of a conflict break together. Raises OutOfBudget
    if none is found in time.
    """
    assumptions = Assumptions(puzzle, "rules", found.marks.joined(found.givens).joined(excluded_values(puzzle)))
    outcome = yield from assumptions.ask([], assumptions.counted)
    search = _Shrinking(assumptions)
    with suppress(OutOfBudget):
        yield from search.smallest_of_several(tuple(outcome))
    broken = tuple(outcome) if search.best is None else search.best
    return tuple(sorted(assumptions.number[literal] for literal in broken))


def fewest(
    assumptions: Assumptions, assumed: Sequence[int], best: tuple[int, ...]
) -> Steps[tuple[tuple[int, ...], bool]]:
    """Return the smallest contradictory set of counted constraints (their literals) and assumed cells, no larger than
    `best`, and whether it is proven smallest.

    Whatever the board, every contradictory set contains one of the constraints that it breaks. Hitting sets of these
    are tried in ascending order of size, and each size is refuted before the next.
    """
    blamed = _Blamed(assumptions, assumed)
    sets: list[int] = []
    size, work = 0, WORK
    limit, last = min(len(best) - 1, LARGEST), assumptions.solver.work + LEARNING
    while size <= limit and assumptions.solver.work < last:
        parts, chosen = hitting_set(sets, size), None
        try:
            while work > 0:
                next(parts)
                work -= BRANCHES
                yield assumptions.progress
            return best, False
        except StopIteration as end:
            chosen = end.value
        if chosen is None:
            size += 1
            continue
        outcome, broken = yield from blamed.broken_one_by_one(chosen)
        if not broken:
            return tuple(outcome), True
        for one in broken:
            add(sets, one)
        if isinstance(outcome, Core) and len(outcome) < len(best):
            best = tuple(outcome)
            limit = min(len(best) - 1, LARGEST)
    return best, size >= len(best)


class _Blamed:
    """The parts of a contradiction as sets: counted constraints by number, followed by the literals of assumed cells."""

    def __init__(self, assumptions: Assumptions, assumed: Sequence[int]):
        self.assumptions, self.assumed = assumptions, assumed
        self.first = len(assumptions.puzzle.constraints)
        self.expecting = False

    def broken_one_by_one(self, chosen: int) -> Steps[tuple[Outcome, list[int]]]:
        """Return disjoint sets of constraints, and the outcome. For each set, a board satisfies the chosen constraints
        and all earlier sets, and breaks exactly the constraints of the set. The search ends when there is no such board
        or none is found soon. Because the sets are disjoint, their number is a lower bound.
        """
        found: list[int] = []
        while True:
            cells = [literal for place, literal in enumerate(self.assumed) if chosen >> self.first + place & 1]
            wish = [literal for literal in self.assumed if literal not in cells]
            on = chosen & (1 << self.first) - 1
            outcome = yield from _with_few(self.assumptions, cells, on, wish, patient=not found)
            if not isinstance(outcome, Model):
                return outcome, found
            if not self.expecting:
                self.assumptions.expect(outcome, BLANK)  # boards near the first one are found fastest
                self.expecting = True
            found.append(self._broken(outcome))
            chosen |= found[-1]

    def _broken(self, model: Model) -> int:
        yes = self.assumptions.yes_of(model)
        cells = [place for place, literal in enumerate(self.assumed) if not (yes >> (literal >> 1) ^ literal) & 1]
        return self.assumptions.broken(yes, self.assumptions.counted) | set_of(cells) << self.first


def _with_few(
    assumptions: Assumptions, cells: list[int], on: int, wish: list[int], patient: bool = True
) -> Steps[Outcome]:
    """Return a board with these cells that satisfies these few constraints, if there is one; the others are preferred.

    Few constraints leave a large search space: most queries take milliseconds, some a minute. A long query is therefore
    restarted, alternately with the values of the first board and with those tried last. If `patient` is false, it is
    given up instead.
    """
    others = list(members(assumptions.counted & ~on))
    cap = RESTART_AFTER
    while True:
        outcome = yield from assumptions.ask(cells, on, others, cap, wish)
        if outcome is not None or not patient:
            return outcome
        assumptions.solver.fixed_phases = not assumptions.solver.fixed_phases
        cap *= 2


def obvious(puzzle: Puzzle, assumptions: Assumptions, assumed: Sequence[int]) -> Steps[tuple[int, ...] | None]:
    """Return the fewest assumed cells that break a single constraint, with its assumption literal, or None."""
    best: tuple[int, ...] | None = None
    known, cells = set(assumed), {literal >> 1 for literal in assumed}
    for number, constraint in enumerate(puzzle.constraints):
        if number % AT_ONCE == 0 or len(constraint.scope) > LONG_SCOPE:
            yield assumptions.progress
        # Lines can be equal only when both are complete.
        if constraint.deferred and not all(map(cells.__contains__, constraint.lines[0])):
            continue
        places = [
            (place, 2 * cell + value)
            for place, cell in enumerate(constraint.scope)
            for value in (0, 1)
            if 2 * cell + value in known
        ]
        if not places or _fits(constraint, places):
            continue
        places = yield from _fewer(constraint, places, assumptions.progress)
        found = (
            *(literal for _, literal in places),
            *([assumptions.literal[number]] if number in assumptions.literal else []),
        )
        if best is None or len(found) < len(best):
            best = found
    return best


def _fewer(constraint: Constraint, places: list[Placed], progress: Progress) -> Steps[list[Placed]]:
    """Return places that still break a constraint, as few as TESTS tests find. Of many places, twice as many are left out
    after a success, half as many after a failure.
    """
    at, most, tests = 0, len(places) if len(places) > LONG_SCOPE else 1, 0
    number = most
    while at < len(places) and tests < TESTS:
        number = min(number, len(places) - at)
        fewer = places[:at] + places[at + number :]
        tests += 1
        if most > 1:
            yield progress
        if not _fits(constraint, fewer):
            places, number = fewer, min(2 * number, most)
        elif number == 1:
            at += 1
        else:
            number //= 2
    return places


def _fits(constraint: Constraint, places: Sequence[Placed]) -> bool:
    yes = set_of([place for place, literal in places if not literal & 1])
    no = set_of([place for place, literal in places if literal & 1])
    try:
        constraint.infer(yes, no)
    except Contradiction:
        return False
    return True


class _Shrinking:
    """Minimises contradictory sets of literals (cell literals and assumption literals). `best` is the smallest so far."""

    def __init__(self, assumptions: Assumptions, assumed: Sequence[int] = ()):
        self.assumptions = assumptions
        self.always = tuple(assumed)
        self.best: tuple[int, ...] | None = None
        self.minimal = False
        self.first: tuple[int, ...] = ()
        # sets of literals of the first core that some board satisfies together
        self.together: list[frozenset[int]] = []

    def smallest_of_several(self, core: Sequence[int]) -> Steps[None]:
        """Minimise in several orders, then run the postponed queries without a cap."""
        self.first = tuple(sorted(core))
        begun = self.assumptions.solver.propagations
        for number in range(ORDERS):
            order: Sequence[int] = self.first
            if number:
                order = yield from self._far_first(self.first[number * len(self.first) // ORDERS])
            found, doubtful = yield from self._shrink(core, order, CAP)
            if self.best is None or len(found) < len(self.best):
                self.best, self.minimal = tuple(found), not doubtful
            if (
                len(self.best) <= self._needed()
                or len(self.best) <= 2
                or self.assumptions.solver.propagations - begun > MAX_PROPAGATIONS
            ):
                break
        yield from self.go_on_from(self.best, self.minimal)

    def go_on_from(self, found: tuple[int, ...], minimal: bool) -> Steps[None]:
        """Continue from another contradictory set, no larger than the best; `minimal` if that is proven."""
        if minimal or len(found) < len(self.best):
            self.best, self.minimal = found, minimal
        if not self.minimal:
            left, _ = yield from self._shrink(self.best, self.best, None)
            self.best, self.minimal = tuple(left), True

    def _far_first(self, centre: int) -> Steps[list[int]]:
        """Order the first core from far to near one of its members, so that the remaining set lies close together. If
        only cells are involved, the cells after that member come first.
        """
        assumptions = self.assumptions
        if not assumptions.number:
            place = self.first.index(centre)
            return [*self.first[place:], *self.first[:place]]
        cell = (
            assumptions.puzzle.constraints[assumptions.number[centre]].scope[0]
            if centre in assumptions.number
            else centre >> 1
        )
        nearest = yield from assumptions.nearest(cell)
        rank = {number: place for place, number in enumerate(nearest)}
        return sorted(
            self.first, key=lambda literal: -rank[assumptions.number[literal]] if literal in assumptions.number else 0
        )

    def _needed(self) -> int:
        """Return how many members of the first core are in every contradictory part of it."""
        return len(
            {
                literal
                for board in self.together
                if len(board) == len(self.first) - 1
                for literal in self.first
                if literal not in board
            }
        )

    def _shrink(self, core: Sequence[int], order: Sequence[int], cap: int | None) -> Steps[tuple[list[int], bool]]:
        """Return a smaller contradictory set, and whether some member was kept only because the cap was reached."""
        left, doubtful = list(core), False
        for literal in order:
            rest = [other for other in left if other != literal]
            if len(rest) == len(left) or any(board.issuperset(rest) for board in self.together):
                continue
            outcome = yield from self._ask(rest, cap)
            if isinstance(outcome, Core):
                kept = set(outcome)
                left = [other for other in rest if other in kept]
            elif outcome is None:
                doubtful = True
            else:
                self.together.append(self._satisfied(outcome))
        return left, doubtful

    def _ask(self, rest: Sequence[int], cap: int | None) -> Steps[Outcome]:
        assumptions = self.assumptions
        on = sum(1 << assumptions.number[literal] for literal in rest if literal in assumptions.number)
        cells = [literal for literal in rest if literal not in assumptions.number]
        return (yield from assumptions.ask([*self.always, *cells], on, None, cap))

    def _satisfied(self, model: Model) -> frozenset[int]:
        assumptions, yes = self.assumptions, self.assumptions.yes_of(model)
        numbers = _numbers(assumptions, [literal for literal in self.first if literal in assumptions.number])
        broken = assumptions.broken(yes, numbers)
        return frozenset(
            literal
            for literal in self.first
            if (
                not broken >> assumptions.number[literal] & 1
                if literal in assumptions.number
                else (yes >> (literal >> 1) ^ literal) & 1
            )
        )


def forcing_set(
    puzzle: Puzzle, known: Board, cell: int, what: str = "clues", assumptions: Assumptions | None = None
) -> Steps[Forcing | None]:
    """Return the fewest counted constraints that force a cell, given the known cells (of a solution), or None if it is
    not forced.

    `assumptions` may come from an earlier query on the same puzzle with no more known cells. If the budget ends, the
    result is the smallest set so far with `minimal` False. Raises OutOfBudget if there is none yet.
    """
    assumptions = assumptions or Assumptions(puzzle, what, Board())
    assumptions.settle(known)
    for value in (True, False):
        opposite = 2 * cell + value
        outcome = yield from assumptions.ask([opposite], assumptions.counted)
        if isinstance(outcome, Core):
            break
    else:
        return None
    search = _Shrinking(assumptions, [opposite])
    first = tuple(literal for literal in outcome if literal in assumptions.number)
    try:
        yield from search.smallest_of_several(first)
        upper = _numbers(assumptions, search.best)
        fewest = yield from smallest(assumptions, opposite, [], upper.bit_count() - 1)
        return Forcing(value, tuple(members(upper if fewest is None else fewest)), True)
    except OutOfBudget:
        return Forcing(value, tuple(members(_numbers(assumptions, search.best or first))), False)


def _numbers(assumptions: Assumptions, guards: Collection[int]) -> int:
    return sum(1 << assumptions.number[guard] for guard in guards)


def smallest(assumptions: Assumptions, opposite: int, sets: list[int], limit: int) -> Steps[int | None]:
    """Return the fewest counted constraints, at most `limit`, that together refute the literal `opposite`, or None.

    `sets` collects the sets that each solution must hit.
    """
    near = yield from assumptions.nearest(opposite >> 1)
    for size in range(limit + 1):
        while (chosen := (yield from relayed(hitting_set(sets, size), assumptions.progress))) is not None:
            outcome = yield from assumptions.ask([opposite], chosen, by_preference(near, sets, chosen))
            if isinstance(outcome, Core):
                return assumptions.constraints_in(outcome)
            add(sets, assumptions.broken(assumptions.yes_of(outcome), assumptions.counted))
    return None
