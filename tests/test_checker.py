"""The rules of the checker against the constraints of the solver and against brute force, and certificates of puzzles
whose variables have several values, several shapes, or are hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from typing import NamedTuple

import pytest

from tesuji import constraints
from tesuji.bitset import members
from tesuji.checker import AllDifferent, ColourRuns, Connected, Count, Regions, Runs, Table, WeightedSum
from tesuji.errors import Contradiction


class Pair(NamedTuple):
    """The same rule twice, over the literals 0 to size - 1 of the solver, 1 to size of the checker."""

    size: int
    constraint: object
    rule: Callable
    groups: list[range]
    """Literals of which exactly one is yes."""


GRID = {(r, c): r * 3 + c for r in range(3) for c in range(3)}
NEAR = [[GRID[r + y, c + x] for y, x in ((-1, 0), (0, -1), (0, 1), (1, 0)) if (r + y, c + x) in GRID] for r, c in GRID]
NEAR_LITERALS = {cell + 1: [other + 1 for other in others] for cell, others in enumerate(NEAR)}


def count(random: Random) -> Pair:
    allowed = set(random.sample(range(6), random.randint(1, 3)))
    return Pair(5, constraints.Count(range(5), allowed), Count(range(1, 6), allowed), [])


def runs(random: Random) -> Pair:
    lengths = [random.randint(1, 3) for _ in range(random.randint(0, 3))]
    return Pair(7, constraints.Runs(range(7), lengths), Runs(range(1, 8), lengths), [])


def all_different(random: Random) -> Pair:
    values = [random.randint(2, 4) for _ in range(3)]
    starts = [sum(values[:number]) for number in range(3)]
    groups = [range(start, start + number) for start, number in zip(starts, values)]
    rule = AllDifferent([[x + 1 for x in group] for group in groups])
    return Pair(sum(values), constraints.AllDifferent(groups), rule, groups)


def weighted_sum(random: Random) -> Pair:
    sizes = [random.randint(1, 3) for _ in range(4)]
    groups = [range(sum(sizes[:number]), sum(sizes[: number + 1])) for number in range(4)]
    weights = [random.randint(0, 4) for _ in range(sum(sizes))]
    allowed = {random.randint(0, 10) for _ in range(random.randint(1, 3))}
    rule = WeightedSum(
        [[x + 1 for x in group] for group in groups], [weights[g.start : g.stop] for g in groups], allowed
    )
    constraint = constraints.WeightedSum(range(sum(sizes)), weights, allowed, sizes=sizes)
    return Pair(sum(sizes), constraint, rule, [group for group in groups if len(group) > 1])


def table(random: Random) -> Pair:
    patterns = {random.randrange(32) for _ in range(random.randint(1, 6))}
    rule = Table(range(1, 6), [{place + 1 for place in members(pattern)} for pattern in patterns])
    return Pair(5, constraints.Table(range(5), patterns), rule, [])


def connected(random: Random) -> Pair:
    value = random.random() < 0.5
    return Pair(9, constraints.Connected(range(9), NEAR, value=value), Connected(NEAR_LITERALS, value), [])


def regions(random: Random) -> Pair:
    sizes = set(random.sample(range(1, 6), random.randint(1, 3)))
    seeds = None
    if random.random() < 0.6:
        places = random.sample(range(9), random.randint(0, 3))
        seeds = {place: random.choice([None, 1, 2, 3]) for place in places}
    rule = Regions(NEAR_LITERALS, sizes, None if seeds is None else {place + 1: size for place, size in seeds.items()})
    return Pair(9, constraints.Regions(range(9), NEAR, sizes, seeds), rule, [])


def colour_runs(random: Random) -> Pair:
    width, values = random.choice([(3, 3), (4, 3), (5, 2), (3, 4)])
    runs = [(random.randint(1, 2), random.randint(1, values - 1)) for _ in range(random.randint(0, 3))]
    planes = [[cell * values + value for cell in range(width)] for value in range(values)]
    groups = [range(cell * values, cell * values + values) for cell in range(width)]
    rule = ColourRuns([[x + 1 for x in group] for group in groups], runs)
    return Pair(width * values, constraints.ColourRuns(planes, runs), rule, groups)


RULES = (count, runs, all_different, weighted_sum, table, connected, regions, colour_runs)


def boards(pair: Pair) -> Iterator[int]:
    """All boards of a rule on which each group has exactly one yes, and on which the solver's constraint holds."""
    free = [[x] for x in range(pair.size) if not any(x in group for group in pair.groups)]
    choices = [*([1 << x for x in group] for group in pair.groups), *([0, 1 << x] for (x,) in free)]
    scope = pair.constraint.scope
    for chosen in product(*choices):
        board = sum(chosen)
        if pair.constraint.holds(sum(1 << place for place, x in enumerate(scope) if board >> x & 1)):
            yield board


def literal(x: int, yes: bool) -> int:
    return x + 1 if yes else -x - 1


@pytest.mark.parametrize("make", RULES, ids=lambda make: make.__name__)
def test_what_a_constraint_infers_the_checker_sees_too(make):
    """For the literals that the constraint gives as a reason."""
    random = Random(1)
    for _ in range(150):
        pair = make(random)
        constraint, scope = pair.constraint, pair.constraint.scope
        yes, no = some_of(random, len(scope))
        try:
            more_yes, more_no = constraint.infer(yes, no)
        except Contradiction:
            reason = constraint.reason(yes, no, None)
            assert pair.rule(literals(scope, yes & reason, no & reason), {}), (constraint, yes, no)
            continue
        for value, new in (True, more_yes & ~yes), (False, more_no & ~no):
            for place in members(new):
                reason = constraint.reason(yes, no, (place, value))
                given = literals(scope, yes & reason, no & reason)
                assert pair.rule(given | {literal(scope[place], not value)}, {}), (constraint, yes, no, place)


def some_of(random: Random, size: int) -> tuple[int, int]:
    yes = no = 0
    for place in range(size):
        kind = random.random()
        yes |= (kind < 0.2) << place
        no |= (0.2 <= kind < 0.5) << place
    return yes, no


def literals(scope: Iterable[int], yes: int, no: int) -> set[int]:
    found = {literal(x, True) for place, x in enumerate(scope) if yes >> place & 1}
    return found | {literal(x, False) for place, x in enumerate(scope) if no >> place & 1}


@pytest.mark.parametrize("make", RULES, ids=lambda make: make.__name__)
def test_a_rule_refutes_only_what_no_board_has(make):
    """All rules but regions refute exactly that; regions on complete boards."""
    random = Random(2)
    for _ in range(60):
        pair = make(random)
        fitting = [literals(range(pair.size), board, ~board) for board in boards(pair)]
        for _ in range(12):
            true = literals(range(pair.size), *some_of(random, pair.size))
            fits = any(true <= board for board in fitting)
            refuted = pair.rule(true, {})
            assert not (refuted and fits), (pair.constraint, true)
            assert refuted or fits or make is regions, (pair.constraint, true)
        if make is regions:
            for board in range(1 << pair.size):
                whole = literals(range(pair.size), board, ~board)
                assert pair.rule(whole, {}) != (whole in fitting), (pair.constraint, whole)
