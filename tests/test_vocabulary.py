"""Every constraint against the enumeration of all boards over a small scope.

`infer` is sound, and complete if its class promises it; `reason` is sufficient; the encoding has the same models, with
and without a guard; the explanations of theories are implied; the rule has a name and is valid JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import groupby
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.bitset import members
from tesuji.constraints import (
    AllDifferent,
    ColourRuns,
    Connected,
    Constraint,
    Count,
    Different,
    DifferentSum,
    ExactlyOne,
    Regions,
    Runs,
    Table,
    WeightedSum,
)
from tesuji.engine.budget import run
from tesuji.engine.sat.encoder import Encoder
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.solver import Core, Model, Solver
from tesuji.errors import Contradiction
from tesuji.model import Board, Clue, Puzzle

BOARDS = 60
"""The number of random boards for each constraint."""


class Case(NamedTuple):
    """A constraint, and the boards that it allows, determined independently. `groups`: literals of which exactly one is
    known to be yes.
    """

    constraint: Constraint
    allows: Callable[[int], bool]
    groups: tuple[tuple[int, ...], ...] = ()
    complete: bool = True
    """True if `infer` promises completeness."""
    minimal: bool = True
    """True if `reason` promises minimality."""

    @property
    def boards(self) -> list[int]:
        size = len(self.constraint.scope)
        one_each = [sum(1 << self.constraint.scope.index(literal) for literal in group) for group in self.groups]
        return [
            board
            for board in range(1 << size)
            if all((board & group).bit_count() == 1 for group in one_each) and self.allows(board)
        ]


GRAPHS = [
    [[1], [0]],
    [[1, 3], [0, 2, 4], [1, 5], [0, 4, 6], [1, 3, 5, 7], [2, 4, 8], [3, 7], [4, 6, 8], [5, 7]],
    [[1, 2], [0, 2], [0, 1, 3], [2, 4, 5], [3, 5], [3, 4], []],
    [[1, 2, 3, 4, 5, 6], [0, 3], [0, 5], [0, 1], [0], [0, 2], [0]],
    [[1, 4], [0, 2, 5], [1, 3, 6], [2, 7], [0, 5], [1, 4, 6], [2, 5, 7], [3, 6]],
]


def pieces(board: int, near: list[list[int]]) -> list[set[int]]:
    left, found = set(members(board)), []
    while left:
        todo = [left.pop()]
        piece = set(todo)
        for at in todo:
            new = set(near[at]) & left
            left -= new
            piece |= new
            todo += new
        found.append(piece)
    return found


@st.composite
def counts(draw):
    size = draw(st.integers(0, 8))
    allowed = draw(st.sets(st.integers(-1, 9), min_size=1))
    return Case(Count(range(3, 3 + size), allowed), lambda board: board.bit_count() in allowed)


@st.composite
def exactly_ones(draw):
    size = draw(st.integers(1, 7))
    return Case(ExactlyOne(range(2, 2 + size)), lambda board: board.bit_count() == 1)


@st.composite
def tables(draw):
    size = draw(st.integers(0, 6))
    patterns = draw(st.sets(st.integers(0, (1 << size) - 1), min_size=1, max_size=12))
    return Case(Table(range(1, 1 + size), patterns), lambda board: board in patterns)


@st.composite
def sums(draw):
    sizes = draw(st.lists(st.sampled_from([1, 1, 2, 3]), max_size=5))
    size = sum(sizes)
    weights = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size))
    allowed = draw(st.sets(st.integers(-2, sum(weights) + 1), min_size=1, max_size=6))
    scope, start, groups = range(4, 4 + size), 4, []
    for one in sizes:
        groups.append(tuple(range(start, start + one)))
        start += one
    return Case(
        WeightedSum(scope, weights, allowed, sizes=sizes),
        lambda board: sum(weights[place] for place in members(board)) in allowed,
        tuple(group for group in groups if len(group) > 1),
    )


@st.composite
def all_differents(draw):
    sizes = draw(st.sampled_from([(2, 2), (3, 3), (3, 3, 3), (2, 3, 3), (2, 4, 4), (4, 4), (1, 2, 3, 4), (3, 3, 3, 1)]))
    literals, groups = iter(range(5, 50)), []
    for size in sizes:
        groups.append(tuple(next(literals) for _ in range(size)))

    def allows(board: int) -> bool:
        values, start = [], 0
        for size in sizes:
            values += members(board >> start & (1 << size) - 1)
            start += size
        return len(set(values)) == len(values)

    return Case(AllDifferent(groups), allows, tuple(groups), minimal=False)


@st.composite
def different_sums(draw):
    case = draw(all_differents())
    total = draw(st.integers(1, 10))
    values = [value for group in case.groups for value, _ in enumerate(group, 1)]

    def allows(board: int) -> bool:
        return case.allows(board) and sum(values[place] for place in members(board)) == total

    return Case(DifferentSum(case.groups, total), allows, case.groups)


@st.composite
def runs(draw):
    size = draw(st.integers(1, 9))
    line = draw(st.integers(0, (1 << size) - 1))

    def runs_of(board: int) -> list[int]:
        text = "".join("#" if board >> place & 1 else "." for place in range(size))
        return [len(one) for one in text.split(".") if one]

    lengths = runs_of(line)
    return Case(Runs(range(size), lengths, Clue(("row", 0), lengths)), lambda board: runs_of(board) == lengths)


@st.composite
def colour_runs(draw):
    width, values = draw(st.sampled_from([(1, 3), (2, 3), (3, 3), (4, 3), (3, 4), (6, 2), (5, 2)]))
    line = draw(st.lists(st.integers(0, values - 1), min_size=width, max_size=width))

    def runs_of(line: list[int]) -> list[tuple[int, int]]:
        return [(len(list(run)), value) for value, run in groupby(line) if value]

    def allows(board: int) -> bool:
        cells = [[value for value in range(values) if board >> value * width + cell & 1] for cell in range(width)]
        return runs_of([value for (value,) in cells]) == wanted

    wanted = runs_of(line)
    planes = [[cell * values + value for cell in range(width)] for value in range(values)]
    cells = tuple(tuple(cell * values + value for value in range(values)) for cell in range(width))
    return Case(ColourRuns(planes, wanted, Clue(("column", 1), wanted)), allows, cells, minimal=False)


@st.composite
def differents(draw):
    length = draw(st.integers(1, 4))
    return Case(
        Different(tuple(range(length)), tuple(range(length, 2 * length))),
        lambda board: board >> length != board & (1 << length) - 1,
    )


@st.composite
def connecteds(draw):
    near, value = draw(st.sampled_from(GRAPHS)), draw(st.booleans())
    every = (1 << len(near)) - 1
    return Case(
        Connected(range(7, 7 + len(near)), near, value=value),
        lambda board: len(pieces(board if value else every & ~board, near)) < 2,
        minimal=False,
    )


@st.composite
def regions(draw):
    near = draw(st.sampled_from(GRAPHS))
    sizes = draw(st.sets(st.integers(1, 5), min_size=1))
    places = st.integers(0, len(near) - 1)
    seeds = draw(st.none() | st.dictionaries(places, st.none() | st.integers(1, 5), max_size=3))

    def allows(board: int) -> bool:
        if seeds is None:
            return all(len(piece) in sizes for piece in pieces(board, near))
        return all(board >> seed & 1 for seed in seeds) and all(
            len(own := piece & seeds.keys()) == 1 and len(piece) in ({seeds[min(own)]} if seeds[min(own)] else sizes)
            for piece in pieces(board, near)
        )

    return Case(Regions(range(len(near)), near, sizes, seeds), allows, complete=False)


CASES = {
    "count": counts(),
    "one": exactly_ones(),
    "table": tables(),
    "sum": sums(),
    "all-different": all_differents(),
    "different-sum": different_sums(),
    "runs": runs(),
    "colour-runs": colour_runs(),
    "different": differents(),
    "connected": connecteds(),
    "regions": regions(),
}


@st.composite
def partial_boards(draw, case: Case):
    """Draw known literals; 67 % of them as on an allowed board, if there is one."""
    every = (1 << len(case.constraint.scope)) - 1
    known = draw(st.integers(0, every)) & draw(st.integers(0, every) | st.just(every))
    board = (
        draw(st.sampled_from(case.boards)) if case.boards and draw(st.integers(0, 2)) else draw(st.integers(0, every))
    )
    return board & known, known & ~board


def some_boards(case: Case, chance: Random) -> Iterator[tuple[list[int], int, int]]:
    """Yield (allowed boards that fit, yes, no) for random known literals, most of them as on an allowed board."""
    size, boards = len(case.constraint.scope), case.boards
    for _ in range(BOARDS):
        board = chance.choice(boards) if boards and chance.random() < 0.7 else chance.getrandbits(size)
        known = chance.getrandbits(size) & (chance.getrandbits(size) | -chance.getrandbits(1))
        yes, no = board & known, known & ~board
        yield [one for one in boards if one & yes == yes and not one & no], yes, no


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_inference_is_sound_and_as_complete_as_promised(name, data):
    case = data.draw(CASES[name])
    every = (1 << len(case.constraint.scope)) - 1
    for left, yes, no in some_boards(case, Random(data.draw(st.integers(0, 999)))):
        try:
            found_yes, found_no = case.constraint.infer(yes, no)
        except Contradiction as contradiction:
            assert not left
            assert contradiction.constraint is case.constraint
            continue
        assert found_yes & yes == yes and found_no & no == no and not found_yes & found_no
        assert all(board & found_yes == found_yes and not board & found_no for board in left)
        if (yes | no) == every:
            assert left
        if case.complete:
            all_yes = all_no = every
            for board in left:
                all_yes, all_no = all_yes & board, all_no & ~board
            assert left and (found_yes, found_no) == (all_yes, all_no)


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_a_complete_board_holds_exactly_if_it_is_allowed(name, data):
    case = data.draw(CASES[name])
    board = data.draw(st.integers(0, (1 << len(case.constraint.scope)) - 1))
    scope = case.constraint.scope
    if all(sum(board >> scope.index(literal) & 1 for literal in group) == 1 for group in case.groups):
        assert case.constraint.holds(board) == case.allows(board)


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_a_reason_suffices(name, data):
    case = data.draw(CASES[name])
    constraint = case.constraint
    order = data.draw(st.just([]) | st.permutations(range(len(constraint.scope))))
    for _, yes, no in some_boards(case, Random(data.draw(st.integers(0, 999)))):
        try:
            found_yes, found_no = constraint.infer(yes, no)
            targets = [(place, True) for place in members(found_yes & ~yes)]
            targets += [(place, False) for place in members(found_no & ~no)]
        except Contradiction:
            targets = [None]
        for target in targets:
            kept = constraint.reason(yes, no, target, order)
            assert not kept & ~(yes | no)
            follows = constraint.test(target)
            assert follows(yes & kept, no & kept)
            if case.minimal or order:
                fewer = [kept & ~(1 << place) for place in members(kept)]
                assert not any(follows(yes & some, no & some) for some in fewer)


def solver_with(case: Case, guarded: bool, lazy: bool | None) -> tuple[Solver, int | None]:
    """Return a solver with the constraint, by a theory if `lazy`, and its guard."""
    solver = Solver()
    for _ in range(max(case.constraint.scope, default=0) + 2):
        solver.new_var()
    guard = 2 * (max(case.constraint.scope, default=0) + 1) if guarded else None
    encoder = Encoder(
        Puzzle("test", 1, 1, max(case.constraint.scope, default=0) + 1, (), (), Board(), {}), solver, lazy=lazy
    )
    for _ in encoder.add(case.constraint, guard):
        pass
    for group in case.groups:
        for _ in encoder.add(ExactlyOne(group)):
            pass
    return solver, guard


def values(case: Case, board: int) -> list[int]:
    """Return the literals of a local board."""
    return [2 * literal + (not board >> place & 1) for place, literal in enumerate(case.constraint.scope)]


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_the_encoding_has_the_same_models(name, guarded, data):
    """All models are found one after the other, from any partial board, by excluding each."""
    case = data.draw(CASES[name])
    yes, no = data.draw(partial_boards(case))
    solver, guard = solver_with(case, guarded, data.draw(st.sampled_from([None, False])))
    scope = case.constraint.scope
    assumed = [2 * scope[place] for place in members(yes)] + [2 * scope[place] + 1 for place in members(no)]
    found = set()
    while isinstance(outcome := run(solver.solve([*assumed, *([guard] if guarded else [])])), Model):
        board = sum(1 << place for place, literal in enumerate(scope) if outcome[literal])
        assert board not in found
        found.add(board)
        solver.add_clause([x ^ 1 for x in values(case, board)])
    assert isinstance(outcome, Core)
    assert found == {board for board in case.boards if board & yes == yes and not board & no}


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_a_guard_that_is_off_allows_everything(name, data):
    case = data.draw(CASES[name])
    solver, guard = solver_with(case, True, data.draw(st.sampled_from([None, False])))
    every = (1 << len(case.constraint.scope)) - 1
    board = data.draw(st.integers(0, every))
    scope = case.constraint.scope
    if all(sum(board >> scope.index(literal) & 1 for literal in group) == 1 for group in case.groups):
        assert isinstance(run(solver.solve([*values(case, board), guard ^ 1])), Model)
        outcome = run(solver.solve(values(case, board)))
        assert isinstance(outcome, Model)
        assert outcome[guard >> 1] <= case.allows(board)


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_reasons_of_a_theory_are_implied(name, data):
    """Each clause that the general theory supplies for a literal holds on all allowed boards."""
    case = data.draw(CASES[name])
    constraint = case.constraint
    solver = Solver()
    for _ in range(max(constraint.scope, default=0) + 1):
        solver.new_var()
    theory = Inference()
    solver.add_theory(theory)
    theory.add(constraint)
    yes, no = data.draw(partial_boards(case))
    given_false = {2 * constraint.scope[place] + 1 for place in members(yes)}
    given_false |= {2 * constraint.scope[place] for place in members(no)}
    try:
        found_yes, found_no = constraint.infer(yes, no)
    except Contradiction:
        return
    allowed = [set(values(case, board)) for board in case.boards]
    for place in members((found_yes | found_no) & ~(yes | no)):
        x = 2 * constraint.scope[place] + (found_no >> place & 1)
        clause = theory.explain(x, (0, yes, no))
        assert given_false.issuperset(clause)
        assert all({x, *clause} & board for board in allowed)


@pytest.mark.parametrize("name", CASES)
@given(data=st.data())
def test_a_rule_has_a_name_and_is_json(name, data):
    constraint = data.draw(CASES[name]).constraint
    assert constraint.name == name
    assert constraint.rule and constraint.rule == constraint.rule.strip()
    found = constraint.data()
    assert found["rule"] == name and found["scope"] == list(constraint.scope)
    assert json.loads(json.dumps(found)) == found
    assert repr(constraint).startswith(type(constraint).__name__)
