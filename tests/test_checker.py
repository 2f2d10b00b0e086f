"""The rules of the checker against the constraints of the solver and brute force, and certificates of puzzles whose
variables have several values or shapes, or are hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from itertools import combinations, product
from operator import and_
from random import Random
from time import process_time
from typing import NamedTuple

import pytest

from tesuji import checker, constraints
from tesuji.bitset import members
from tesuji.calls.certificate import of_answer, of_conflict, of_forced
from tesuji.calls.solving import decide
from tesuji.checker import (
    AllDifferent,
    ColourRuns,
    Connected,
    Count,
    DifferentSum,
    Loop,
    Regions,
    Runs,
    Table,
    WeightedSum,
)
from tesuji.checker.regions import WORK
from tesuji.engine.budget import Budget, run
from tesuji.engine.reasons.conflict import conflict
from tesuji.errors import Contradiction
from tesuji.model import Block, Board, Clue, Puzzle
from tesuji.rulebook import Rulebook
from tesuji.variables import literals_in, visible


class Pair(NamedTuple):
    """The same rule twice: over the literals 0 to size - 1 for the solver, and 1 to size for the checker."""

    size: int
    constraint: object
    rule: Callable
    groups: list[range]
    """The groups of literals of which exactly one is yes."""


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


def different_sum(random: Random) -> Pair:
    size, _, _, groups = all_different(random)
    total = random.randint(3, 10)
    rule = DifferentSum([[x + 1 for x in group] for group in groups], total)
    return Pair(size, constraints.DifferentSum(groups, total), rule, groups)


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


RULES = (count, runs, all_different, different_sum, weighted_sum, table, connected, regions, colour_runs)


def boards(pair: Pair) -> Iterator[int]:
    """Yield all boards on which each group has exactly one yes and the solver's constraint holds."""
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
def test_the_checker_confirms_all_inferences(make):
    """For the literals that the constraint returns as a reason."""
    random = Random(1)
    for _ in range(150):
        pair = make(random)
        constraint, scope = pair.constraint, pair.constraint.scope
        yes, no = some_of(random, len(scope))
        try:
            more_yes, more_no = constraint.infer(yes, no)
        except Contradiction:
            reason = constraint.reason(yes, no, None)
            assert not reason & ~(yes | no), "only what is known is a reason"
            assert pair.rule(literals(scope, yes & reason, no & reason), {}), (constraint, yes, no)
            continue
        for value, new in (True, more_yes & ~yes), (False, more_no & ~no):
            for place in members(new):
                reason = constraint.reason(yes, no, (place, value))
                assert not reason & ~(yes | no), "only what is known is a reason"
                given = literals(scope, yes & reason, no & reason)
                assert pair.rule(given | {literal(scope[place], not value)}, {}), (constraint, yes, no, place)


@pytest.mark.parametrize("make", [count, runs, table, colour_runs], ids=lambda make: make.__name__)
def test_values_of_all_boards_are_inferred(make):
    """Complete constraints infer everything that their boards have in common, including "exactly one value" of a cell."""
    random = Random(2)
    for _ in range(60):
        pair = make(random)
        constraint, scope = pair.constraint, pair.constraint.scope
        yes, no = some_of(random, len(scope))
        whole = [sum(1 << place for place, x in enumerate(scope) if board >> x & 1) for board in boards(pair)]
        allowed = [board for board in whole if board & yes == yes and not board & no]
        every = (1 << len(scope)) - 1
        try:
            found = constraint.infer(yes, no)
        except Contradiction:
            assert not allowed
            continue
        assert found == (reduce(and_, allowed, every), reduce(and_, [every & ~board for board in allowed], every))


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
def test_a_rule_refutes_only_impossible_clauses(make):
    """All rules except regions refute exactly that; regions do so on complete boards."""
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


# -- certificates of any puzzle ----------------------------------------------------------------------------------------


MARKS = "?1234"
LAYOUTS = (
    [Block("cell", 3, 3)],
    [Block("cell", 2, 2, 3)],
    [Block("cell", 2, 2), Block("link", 2, 2)],
    [Block("cell", 3, 2), Block("hidden", 2, 1)],
    [Block("cell", 2, 1, 3), Block("hidden", 2, 1, 3)],
    [Block("edge", 2, 1)],
    [Block("vertex", 2, 1), Block("cell", 2, 1)],
)
"""Variables of every shape, with several values, on boards with several shapes, and hidden ones; few enough to try all
boards.
"""


def some_puzzle(random: Random) -> dict:
    """Return a document that lists its blocks, its givens, and its rules with their data."""
    blocks = random.choice(LAYOUTS)
    variables = variables_of(blocks)
    size = sum(map(len, variables))
    several = [variable for variable in variables if len(variable) > 1]
    rules = []
    for number in range(random.randint(1, 7)):
        cells = random.sample(range(size), random.randint(1, min(size, 5)))
        near = [[other for other in range(len(cells)) if abs(place - other) == 1] for place in range(len(cells))]
        allowed = sorted(random.sample(range(len(cells) + 1), random.randint(1, 2)))
        choices: list[list] = [
            ["count", cells, allowed],
            ["table", cells, [random.randrange(1 << len(cells)) for _ in range(random.randint(1, 4))]],
            ["sum", cells, [random.randint(0, 3) for _ in cells], [random.randint(0, 6) for _ in range(3)]],
            ["connected", cells, near, random.random() < 0.5],
            ["regions", cells, near, sorted(random.sample(range(1, 4), 2))],
            ["runs", cells, random.choice([[], [1], [2], [1, 1]])],
        ]
        if several:
            group = random.sample(several, random.randint(2, len(several)))
            colours = [[random.randint(1, 2), random.randint(1, 2)] for _ in range(random.randint(0, 2))]
            choices += [["all-different", group], ["colour-runs", group, colours]]
            choices += [["different-sum", group, random.randint(2, 6)]]
        if size > 3 and all(rule[1] != "loop" for rule in rules):
            pairs = random.sample([*combinations(range(4), 2)], random.randint(3, min(size, 6)))
            edges = random.sample(range(size), len(pairs))
            choices.append(["loop", edges, pairs])
        rules.append([random.choice([None, [number, 0]]), *random.choice(choices)])
        if rules[-1][1] == "loop":
            _, _, edges, pairs = rules[-1]
            rules += [[None, "count", [x for x, both in zip(edges, pairs) if dot in both], [0, 2]] for dot in range(4)]
    given = [literal(random.choice(variable), True) for variable in variables if random.random() < 0.15]
    return {"kind": "any", "blocks": [list(block) for block in blocks], "given": given, "rules": rules}


def variables_of(blocks: Iterable[Block]) -> list[list[int]]:
    """Return the literals of each variable, including hidden ones."""
    found, first = [], 0
    for block in blocks:
        for number in range(literals_in([block]) // (block.values if block.values > 2 else 1)):
            each = block.values if block.values > 2 else 1
            found.append(list(range(first + number * each, first + (number + 1) * each)))
        first += literals_in([block])
    return found


def constraint_of(rule: list):
    """Return a rule of a document for the solver."""
    at, word, cells, *more = rule
    clue = at and Clue(tuple(at), word)
    match word:
        case "count":
            return constraints.Count(cells, *more, clue)
        case "table":
            return constraints.Table(cells, *more, clue)
        case "sum":
            return constraints.WeightedSum(cells, *more, clue)
        case "connected":
            return constraints.Connected(cells, more[0], clue, more[1])
        case "regions":
            return constraints.Regions(cells, *more, clue=clue)
        case "runs":
            return constraints.Runs(cells, *more, clue)
        case "loop":
            return constraints.SingleLoop(list(zip(cells, *more)), clue)
        case "all-different":
            return constraints.AllDifferent(cells, clue)
        case "different-sum":
            return constraints.DifferentSum(cells, *more, clue)
    return constraints.ColourRuns(list(zip(*cells)), *more, clue)


def parse_any(document: dict) -> Puzzle:
    """Return the puzzle of such a document for the solver."""
    blocks = tuple(Block(*block) for block in document["blocks"])
    variables = variables_of(blocks)
    rules = [constraint_of(rule) for rule in document["rules"]]
    rules += [constraints.ExactlyOne(variable) for variable in variables if len(variable) > 1]
    yes = sum(1 << x - 1 for x in document["given"])
    clues = tuple(rule.clue for rule in rules if rule.clue)
    size = literals_in(blocks)
    return Puzzle("any", blocks[0].width, blocks[0].height, size, clues, tuple(rules), Board(yes, 0), document, blocks)


def read_any(document: dict) -> checker.Puzzle:
    """Return the puzzle of such a document for the checker."""
    puzzle = checker.Puzzle(*[checker.Block(*block) for block in document["blocks"]], marks=MARKS)
    puzzle.supposed(document["given"])
    for at, word, cells, *more in document["rules"]:
        one = [x + 1 if isinstance(x, int) else [y + 1 for y in x] for x in cells]
        match word:
            case "count":
                rule = Count(one, more[0])
            case "table":
                patterns = [[x for place, x in enumerate(one) if bits >> place & 1] for bits in more[0]]
                rule = Table(one, patterns)
            case "sum":
                rule = WeightedSum([[x] for x in one], [[weight] for weight in more[0]], more[1])
            case "connected":
                rule = Connected({x: [one[other] for other in near] for x, near in zip(one, more[0])}, more[1])
            case "regions":
                rule = Regions({x: [one[other] for other in near] for x, near in zip(one, more[0])}, more[1])
            case "runs":
                rule = Runs(one, more[0])
            case "loop":
                rule = Loop(dict(zip(one, more[0])))
            case "all-different":
                rule = AllDifferent(one)
            case "different-sum":
                rule = DifferentSum(one, more[0])
            case _:
                rule = ColourRuns(one, more[0])
        if at:
            puzzle.clue(rule, at[0] + 1, at[1] + 1)
        else:
            puzzle.add(rule)
    return puzzle


def all_boards(document: dict) -> set[int]:
    """Return the visible parts of all boards, by trying each."""
    puzzle = parse_any(document)
    seen, found = visible(puzzle), set()
    for chosen in product(
        *([0, 1 << one[0]] if len(one) == 1 else [1 << x for x in one] for one in variables_of(puzzle.blocks))
    ):
        board = sum(chosen)
        local = [sum(1 << place for place, x in enumerate(one.scope) if board >> x & 1) for one in puzzle.constraints]
        given = board & puzzle.givens.yes == puzzle.givens.yes
        if given and all(one.holds(bits) for one, bits in zip(puzzle.constraints, local)):
            found.add(board & seen)
    return found


@pytest.fixture
def any_kind(monkeypatch) -> Rulebook:
    monkeypatch.setattr(checker.kinds, "reader", lambda kind: read_any)
    return Rulebook("any", parse_any, letters=MARKS)


def checked(text: str) -> checker.Checked:
    steps = checker.check(text)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return end.value


@pytest.mark.parametrize("seed", range(150))
def test_certificates_of_any_puzzle(any_kind, seed):
    """Variables of any shape and number of values, and every type of rule."""
    document = some_puzzle(Random(seed))
    puzzle, boards = parse_any(document), all_boards(document)
    answer = run(decide(any_kind, puzzle), Budget(60))
    assert answer.verdict == ("none", "unique", "multiple")[min(len(boards), 2)]
    text = run(of_answer(any_kind, puzzle, answer), Budget(60))
    assert checked(text).verdict == answer.verdict
    refuse_damaged(text, Random(seed))
    if answer.verdict == "none":
        found = run(conflict(puzzle, Board(), "clues"), Budget(60))
        assert checked(run(of_conflict(any_kind, puzzle, found), Budget(60))).verdict == "conflict"
    elif answer.verdict == "multiple":
        text = run(of_forced(any_kind, puzzle, Board(), answer.forced, answer.order), Budget(60))
        assert checked(text).verdict == "forced"


def refuse_damaged(text: str, random: Random) -> None:
    """A certificate proves nothing if a line of its proof is removed or its verdict is changed."""
    lines = text.rstrip("\n").split("\n")
    begins = next((at for at, line in enumerate(lines) if at > 2 and not line.startswith(HEAD)), None)
    if begins is not None:
        without = random.randrange(begins, len(lines))
        with pytest.raises(checker.Refused):
            checked("\n".join(lines[:without] + lines[without + 1 :]))
    for verdict in {"unique", "none", "multiple"} - {lines[2].split()[1]}:
        with pytest.raises(checker.Refused):
            checked("\n".join([*lines[:2], f"verdict {verdict}", *lines[3:]]))


HEAD = ("board ", "hidden ", "forced ", "suppose ", "only ")


def test_a_count_of_many_parts_takes_one_look_at_each():
    """A line of a certificate may name as many counted sets as the board has cells."""
    cells = 15_000
    definitions = {cells + at: (frozenset([at]), 1) for at in range(1, cells)} | {
        3 * cells: (frozenset(range(1, cells)), 5)
    }
    began = process_time()
    assert not Count(None, ())({-x for x in definitions}, definitions)
    assert Count(None, ())({3 * cells, *(-cells - at for at in range(1, cells))}, definitions)
    assert process_time() - began < 1.5


def test_a_large_board_ends_a_rule_about_regions():
    """Rounds over a board that is not complete are limited; a complete board is decided all the same."""
    side = range(1, 101)
    near = {100 * r + c: [100 * y + x for y, x in around(r, c) if y in side and x in side] for r in side for c in side}
    rule = Regions(near, {len(near)})
    assert not rule({x for x in near if x // 100 % 2}, {}) and rule.work > WORK
    assert rule({x if x % 100 else -x for x in near}, {}) and not rule(set(near), {})


def around(r: int, c: int) -> list[tuple[int, int]]:
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


def test_literals_are_described():
    puzzle = checker.Puzzle(checker.Block("cell", 2, 1), checker.Block("cell", 1, 1, 3), marks=MARKS)
    assert [puzzle.described(x) for x in (1, -2, 4, -5)] == ["r1c1 1", "r1c2 2", "r1c1 2", "r1c1 ≠3"]


def test_a_given_value_excludes_the_others():
    """The solver cites both as given."""
    puzzle = checker.Puzzle(checker.Block("cell", 2, 1), checker.Block("cell", 1, 1, 3), marks=MARKS)
    puzzle.supposed([-1, 4])
    assert puzzle.given == {-1, -3, 4, -5}
