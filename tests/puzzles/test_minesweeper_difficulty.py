"""Thought cost against recorded answers and its definition; exact cover and mine probabilities against brute force."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import golden
from tesuji.bitset import literals, members, set_of
from tesuji.calls import rate
from tesuji.engine.budget import run
from tesuji.engine.reasons import assumptions
from tesuji.engine.sat import encoding
from tesuji.engine.sat.encoding import holds
from tesuji.engine.sat.solver import Core
from tesuji.errors import InputError
from tesuji.grid import around
from tesuji.model import Board
from tesuji.puzzles import parse
from tesuji.puzzles.minesweeper.builder import FLAGGED, IGNORE, UNKNOWN, ConstraintBuilder
from tesuji.puzzles.minesweeper.difficulty import MODES, Field, neighbours, own_rating
from tesuji.puzzles.minesweeper.dlx import DancingLinks
from tesuji.puzzles.minesweeper.probability import _by_pairs, probabilities
from tesuji.puzzles.minesweeper.rules import numbers

# -- thought cost ------------------------------------------------------------------------------------------------------


def played(document: dict) -> Field:
    field = own_rating(parse(document)[1]).asked
    for _ in field.rounds():
        pass
    return field


def document(complete, opened, mode="once", max_k=8) -> dict:
    field = ["".join("*" if number < 0 else str(number) for number in row) for row in complete]
    return {"kind": "minesweeper", "field": field, "opened": opened, "mode": mode, "max_k": max_k}


@pytest.mark.parametrize("board", golden("minesweeper_difficulty.json"), ids=lambda board: board["name"])
def test_recorded_maps(board):
    for mode, letter in zip(MODES, "ABC"):
        if letter in board["difficulty"]:
            field = played(document(board["complete"], board["opened"], mode, board["max_k"]))
            assert field.rows(field.k) == board["difficulty"][letter], mode
    field = played(document(board["complete"], board["opened"], "once", board["max_k"]))
    assert field.rows(field.needed) == board["needed_in_A"]
    trace = [(k, [list(divmod(cell, field.width)) for cell in cells]) for k, cells in field.trace]
    assert trace == [(entry["k"], sorted(entry["solved"])) for entry in board["traceA"]]


def settled_by(board: list[list[int]], hints) -> set[tuple[int, int]]:
    """Return the cells that some hints settle, by definition: everything else is ignored, and all solutions of the
    masked board are tried.
    """
    near = {
        (r + y, c + x)
        for r, c in hints
        for y in (-1, 0, 1)
        for x in (-1, 0, 1)
        if 0 <= r + y < len(board) and 0 <= c + x < len(board[0])
    }
    masked = [
        [
            number if number == FLAGGED or (r, c) in hints or number == UNKNOWN and (r, c) in near else IGNORE
            for c, number in enumerate(row)
        ]
        for r, row in enumerate(board)
    ]
    builder = ConstraintBuilder(masked)
    variables, needs = builder.variables(), [(hint.remaining, hint.variables) for hint in builder.hints()]
    fitting = [
        values
        for values in product((0, 1), repeat=len(variables))
        if all(sum(values[variables.index(place)] for place in places) == rest for rest, places in needs)
    ]
    return {place for place, column in zip(variables, zip(*fitting)) if len(set(column)) == 1}


def by_the_book(complete, opened, mode, max_k):
    """Return (k map, needed map) by definition."""
    board = [[UNKNOWN] * len(complete[0]) for _ in complete]
    k_map, needed = ([[-1] * len(complete[0]) for _ in complete] for _ in range(2))
    for r, c in opened:
        board[r][c], k_map[r][c], needed[r][c] = complete[r][c], 0, 0
    k = 1
    while k <= max_k:
        hints = [(r, c) for r, row in enumerate(board) for c, number in enumerate(row) if number >= 0]
        found: dict = {}
        for size in range(1, k + 1) if len(hints) >= k else ():
            for chosen in combinations(hints, size):
                for place in settled_by(board, chosen):
                    found.setdefault(place, size)
        for (r, c), size in found.items():
            k_map[r][c], needed[r][c] = k, size
            board[r][c] = FLAGGED if complete[r][c] < 0 else complete[r][c]
        k = k + 1 if mode == "once" or not found else 1 if mode == "restart" else k
    return k_map, needed


@st.composite
def fields(draw):
    width, height = draw(st.sampled_from([(4, 3), (3, 4), (5, 2), (4, 4)]))
    letters = draw(st.lists(st.sampled_from("..*"), min_size=width * height, max_size=width * height))
    complete = numbers(["".join(letters[start : start + width]) for start in range(0, width * height, width)])
    safe = [(r, c) for r, row in enumerate(complete) for c, number in enumerate(row) if number >= 0]
    opened = draw(st.lists(st.sampled_from(safe), max_size=7, unique=True)) if safe else []
    return complete, [list(place) for place in opened]


@settings(max_examples=60, deadline=None)
@given(fields(), st.sampled_from(MODES))
def test_maps_by_the_book(field, mode):
    found = played(document(*field, mode, 3))
    assert (found.rows(found.k), found.rows(found.needed)) == by_the_book(*field, mode, 3)


def test_hints_with_cells_between_them_belong_together():
    """Two islands of numbers; within each, every number shares a closed cell with another."""
    field = ["1*2....1*", "12*...122", "......1*1"]
    board = played(document(numbers(field), [[0, 0], [1, 0], [0, 7]], "once", 1)).board
    start = Field(parse(document(numbers(field), [[0, 0], [1, 0], [0, 7], [1, 6]], "once", 1))[1]).board
    for position in (board, start):
        hints, parts = list(members(position.active)), []
        for hint in hints:
            near = [part for part in parts if any(position.around[hint] & position.around[other] for other in part)]
            parts = [part for part in parts if part not in near] + [{hint}.union(*near)]
        regions = [sorted(region.rest) for region in position._regions()]
        assert sorted(regions) == sorted(sorted(position.rest[hint] for hint in part) for part in parts)
        assert len(regions) > 1


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"opened": [[0, 0]]}, "opened-mine"),
        ({"opened": [[3, 0]]}, "opened-outside"),
        ({"field": ["*3", "11"]}, "number-differs"),
        ({"mode": "twice"}, "mode"),
        ({"max_k": 0}, "max-k"),
        ({"max_k": True}, "max-k"),
    ],
)
def test_invalid_input_is_refused(wrong, kind):
    with pytest.raises(InputError) as error:
        run(rate({"document": {"kind": "minesweeper", "field": ["*.", ".."], "opened": [[1, 1]], **wrong}}))
    assert error.value.kind == kind


def test_a_rating_reports_its_mode_and_whether_a_guess_is_needed():
    answer = run(rate({"document": {"kind": "minesweeper", "field": ["..*", "..."], "opened": [[0, 0]]}}))
    assert answer["difficulty"] == [[0, 1, -1], [1, 1, -1]]
    assert (answer["mode"], answer["max_k"], answer["guess"]) == ("once", 8, True)
    assert answer["sentence"]["key"] == "rate.mode-once"
    assert (answer["why"]["rounds"], answer["why"]["cells"], answer["why"]["highest_k"]) == (1, {"1": 3}, 1)


def test_nothing_follows_on_a_closed_field():
    answer = run(rate({"document": {"kind": "minesweeper", "field": ["..*", "..."], "opened": []}}))
    assert (answer["why"]["rounds"], answer["why"]["cells"], answer["why"]["highest_k"]) == (0, {}, 0)


# -- exact cover -------------------------------------------------------------------------------------------------------


def solutions_of(links: DancingLinks) -> list[frozenset]:
    for _ in links.build():
        pass
    return [frozenset(rows) for rows in links.solutions()]


@pytest.mark.parametrize("board", golden("minesweeper_constraints.json"))
def test_masked_boards_as_exact_cover(board):
    builder = ConstraintBuilder(board["board"])
    hints = list(builder.hints())
    columns = dict.fromkeys(builder.variables(), 1) | {hint.cell: hint.remaining for hint in hints}
    rows = {
        (place, value): {place: 1, **{hint.cell: 1 for hint in hints if value and place in hint.variables}}
        for place in builder.variables()
        for value in (0, 1)
    }
    if any(number < 0 for number in columns.values()):
        assert board["solutions"] == 0
        return
    found = solutions_of(DancingLinks(columns, rows))
    assert len(found) == len(set(found)) == board["solutions"]
    forced = {row for row in rows if found and all(row in solution for solution in found)}
    assert [list(place) for place, value in sorted(forced) if not value] == board["forced_safe"]
    assert [list(place) for place, value in sorted(forced) if value] == board["forced_mine"]


@given(
    st.lists(st.integers(0, 3), min_size=1, max_size=4),
    st.lists(st.dictionaries(st.integers(0, 3), st.integers(1, 2), min_size=1), max_size=6),
)
def test_exact_cover_with_amounts(needs, covers):
    columns = dict(enumerate(needs))
    rows = {
        number: {column: amount for column, amount in row.items() if column in columns}
        for number, row in enumerate(covers)
    }
    rows = {number: row for number, row in rows.items() if row}
    expected = {
        chosen
        for size in range(len(rows) + 1)
        for chosen in map(frozenset, combinations(rows, size))
        if all(sum(rows[number].get(column, 0) for number in chosen) == need for column, need in columns.items())
    }
    links = DancingLinks(columns, rows)
    found = solutions_of(links)
    assert len(found) == len(expected) and set(found) == expected
    total, with_row = links.weigh(lambda row: row + 2)
    weights = dict.fromkeys(expected, 1)
    for chosen in expected:
        for row in chosen:
            weights[chosen] *= row + 2
    assert total == sum(weights.values())
    assert with_row == {row: sum(weight for chosen, weight in weights.items() if row in chosen) for row in rows}


# -- probabilities -----------------------------------------------------------------------------------------------------

positions = st.builds(
    lambda rows, mines: {"kind": "minesweeper", "grid": rows, "mines": mines},
    st.lists(st.text("...s*12", min_size=4, max_size=4), min_size=2, max_size=3),
    st.one_of(st.none(), st.integers(0, 6)),
)


def boards_of(puzzle):
    open_cells = list(members(puzzle.cells & ~puzzle.givens.known))
    boards = []
    for choice in range(1 << len(open_cells)):
        yes = puzzle.givens.yes | sum((choice >> place & 1) << cell for place, cell in enumerate(open_cells))
        board = Board(yes, puzzle.cells & ~yes)
        if all(holds(constraint, board) for constraint in puzzle.constraints):
            boards.append(yes)
    return boards


def check_learner(document):
    """Check that the learner, with large counts as totalizers over the small ones, finds every board, and that it finds
    a conflict of constraints only if there is one.
    """
    puzzle = parse(document)[1]
    boards, found = boards_of(puzzle), set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tesuji.constraints.count.LARGE_COUNT", 8)
        learner = encoding.Learner(puzzle, puzzle.givens)
        while (board := run(learner.find())) is not None:
            found.add(board.yes)
            learner.exclude(board)
        assert found == set(boards)
        question = assumptions.Assumptions(puzzle)
        assert isinstance(run(question.ask([], question.counted)), Core) == (not boards)
        for scope in ((), *(constraint.scope for constraint in puzzle.constraints)):
            yes = puzzle.givens.yes | set_of(scope) & ~puzzle.givens.no
            board = Board(yes, puzzle.cells & ~yes)
            kept = set_of(number for number, one in enumerate(puzzle.constraints) if holds(one, board))
            for on in (kept, *(1 << number for number in members(question.counted))):
                assert isinstance(run(question.ask(literals(*board), on)), Core) == bool(on & ~kept)


@settings(deadline=None)
@given(positions)
def test_all_mines_together_with_numbers(document):
    check_learner(document)


@pytest.mark.parametrize("mines", range(13))
def test_all_mines_together_with_cells_that_no_number_touches(mines):
    check_learner({"kind": "minesweeper", "grid": ["1.....", "......"], "mines": mines})


@settings(deadline=None)
@given(positions)
def test_probabilities(document):
    puzzle = parse(document)[1]
    boards = boards_of(puzzle)
    expected = (
        [Fraction(sum(yes >> cell & 1 for yes in boards), len(boards)) for cell in range(puzzle.size)]
        if boards
        else None
    )
    steps = probabilities(puzzle)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        assert end.value == expected


@pytest.mark.parametrize("number", range(1, 12))
def test_polynomials_are_multiplied_in_pairs(number):
    def at_ten(polynomial):
        return sum(coefficient * 10**degree for degree, coefficient in enumerate(polynomial))

    chance = Random(number)
    level = [[chance.randrange(1, 4) for _ in range(chance.randint(1, 4))] for _ in range(number)]
    expected = prod(map(at_ten, level))
    while len(level) > 1:
        level, before = run(_by_pairs(level)), len(level)
        assert len(level) == (before + 1) // 2 and prod(map(at_ten, level)) == expected


def test_odds_of_a_large_position_can_be_stopped():
    """100x100 cells with 2000 mines: there are many safe points, at most a few milliseconds apart."""
    rnd, size = Random(1), 100
    field = [["*" if rnd.random() < 0.2 else "." for _ in range(size)] for _ in range(size)]
    grid = [
        "".join(str(number) if number >= 0 and rnd.random() < 0.1 else "." for number in row)
        for row in numbers(["".join(row) for row in field])
    ]
    mines = sum(row.count("*") for row in field)
    steps = probabilities(parse({"kind": "minesweeper", "grid": grid, "mines": mines})[1])
    paces, last = [], process_time()
    with suppress(StopIteration):
        for _ in range(2000):
            next(steps)
            now = process_time()
            paces.append(now - last)
            last = now
    assert sorted(paces)[len(paces) * 9 // 10] < 0.01


def test_progress_is_the_number_of_settled_cells():
    document = {"kind": "minesweeper", "field": ["..*..", ".....", "*...*"], "opened": [[1, 2]]}
    field = Field(parse(document)[1])
    told = list(field.rounds())
    assert told == sorted(told) and min(told) >= 1 and max(told) <= 15


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1), (2, 2), (4, 3)])
def test_neighbours_and_numbers_are_those_of_every_place(width, height):
    places = list(product(range(height), range(width)))
    near = [list(around(*place, width, height)) for place in places]
    assert neighbours(width, height) == [set_of(r * width + c for r, c in some) for some in near]
    random = Random(width * height)
    field = ["".join(random.choice("*..") for _ in range(width)) for _ in range(height)]
    assert [number for row in numbers(field) for number in row] == [
        -1 if field[r][c] == "*" else sum(field[y][x] == "*" for y, x in some) for (r, c), some in zip(places, near)
    ]
