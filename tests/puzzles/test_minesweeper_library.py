"""The library of minesweeper against recorded answers and against literal implementations of the definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_minesweeper import MASKED, documents, solutions
from test_minesweeper_difficulty import by_the_book, fields, settled_by

from oracle import golden
from tesuji.puzzles import minesweeper
from tesuji.puzzles.minesweeper import FLAGGED, IGNORE, UNKNOWN

DIFFICULTY = golden("minesweeper_difficulty.json")


@st.composite
def boards(draw):
    """Draw (board in play, complete board), with some opened cells and some flagged mines."""
    complete, opened = draw(fields())
    board = [[UNKNOWN] * len(complete[0]) for _ in complete]
    for r, c in opened:
        board[r][c] = complete[r][c]
    for r, row in enumerate(complete):
        for c, number in enumerate(row):
            if number < 0 and draw(st.integers(0, 3)) == 0:
                board[r][c] = FLAGGED
    return board, complete


def hints_on(board) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(board) for c, state in enumerate(row) if state >= 0]


# -- thought cost ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", DIFFICULTY, ids=lambda case: case["name"])
def test_recorded_maps(case):
    for mode, letter in zip(("once", "repeat", "restart"), "ABC"):
        if letter in case["difficulty"]:
            found = minesweeper.difficulty_map(case["complete"], case["opened"], case["max_k"], mode)
            assert found == case["difficulty"][letter], mode
    assert minesweeper.needed_map(case["complete"], case["opened"], case["max_k"]) == case["needed_in_A"]


@pytest.mark.parametrize("case", DIFFICULTY, ids=lambda case: case["name"])
def test_recorded_rounds(case):
    """Rounds played one by one give the map of the mode "once"."""
    board = [[UNKNOWN] * len(row) for row in case["complete"]]
    for r, c in case["opened"]:
        board[r][c] = case["complete"][r][c]
    for entry in case["traceA"]:
        after = minesweeper.execute_round(board, case["complete"], entry["k"])
        settled = [[r, c] for r, row in enumerate(after) for c, state in enumerate(row) if state != board[r][c]]
        assert settled == sorted(entry["solved"])
        board = after


@settings(max_examples=40, deadline=None)
@given(fields(), st.sampled_from(["once", "repeat", "restart"]))
def test_maps_by_the_book(field, mode):
    complete, opened = field
    expected, needed = by_the_book(complete, opened, mode, 3)
    assert minesweeper.difficulty_map(complete, map(tuple, opened), 3, mode) == expected
    letters = ["".join("*" if number < 0 else "." for number in row) for row in complete]
    assert minesweeper.difficulty_map(letters, opened, 3, mode) == expected
    assert minesweeper.needed_map(letters, opened, 3, mode) == needed


@settings(max_examples=80, deadline=None)
@given(boards(), st.data())
def test_cells_settled_by_some_hints(board, data):
    board, complete = board
    hints = hints_on(board)
    if not hints:
        return
    chosen = data.draw(st.lists(st.sampled_from(hints), min_size=1, max_size=4, unique=True))
    found = minesweeper.try_deduce(board, chosen)
    assert set(found) == settled_by(board, chosen)
    assert all(mine == (complete[r][c] < 0) for (r, c), mine in found.items())
    assert minesweeper.try_deduce(board, chosen, complete) == found


@settings(max_examples=50, deadline=None)
@given(boards(), st.integers(1, 4))
def test_a_round_is_every_set_of_k_hints(board, k):
    """A literal implementation: all sets of k hints are tried before anything changes."""
    board, complete = board
    before = [row[:] for row in board]
    expected = [row[:] for row in board]
    for chosen in combinations(hints_on(board), k):
        for r, c in minesweeper.try_deduce(board, chosen):
            expected[r][c] = FLAGGED if complete[r][c] < 0 else complete[r][c]
    assert minesweeper.execute_round(board, complete, k) == expected
    assert board == before


def test_fewer_than_k_hints_settle_nothing():
    assert minesweeper.execute_round([[0, UNKNOWN]], [[0, 0]], 1) == [[0, 0]]
    assert minesweeper.execute_round([[0, UNKNOWN]], [[0, 0]], 2) == [[0, UNKNOWN]]


def test_values_that_differ_from_the_field_are_left_out():
    wrong = [[1, UNKNOWN], [2, UNKNOWN]]
    with pytest.raises(minesweeper.Contradiction):
        minesweeper.try_deduce(wrong, [(0, 0), (1, 0)])
    assert minesweeper.try_deduce(wrong, [(1, 0)]) == {(0, 1): True, (1, 1): True}
    assert minesweeper.try_deduce(wrong, [(1, 0)], ["..", ".*"]) == {(1, 1): True}


# -- masked boards -----------------------------------------------------------------------------------------------------


def test_a_mask_covers_other_hints_and_far_cells():
    board = [[1, UNKNOWN, UNKNOWN, UNKNOWN], [FLAGGED, UNKNOWN, 2, UNKNOWN]]
    assert minesweeper.mask(board, [(0, 0)]) == [[1, UNKNOWN, IGNORE, IGNORE], [FLAGGED, UNKNOWN, IGNORE, IGNORE]]
    for hint, wrong in (
        ((0, 1), "row 1, column 2 is no hint"),
        ((1, 0), "row 2, column 1 is no hint"),
        ((2, 0), "outside"),
        ((0, -1), "outside"),
        ((0, 4), "outside"),
    ):
        with pytest.raises(ValueError, match=wrong):
            minesweeper.mask(board, [hint])


def test_differences_of_a_board_from_the_complete_one():
    for board, place in (([[0, 1], [0, 1]], "row 1, column 2"), ([[0, 0], [1, 0]], "row 2, column 1")):
        with pytest.raises(ValueError, match=place):
            minesweeper.execute_round(board, [[0, 0], [0, 0]], 1)


@pytest.mark.parametrize("case", MASKED, ids=lambda case: str(case["board"])[:40])
def test_recorded_constraints_as_exact_cover(case):
    builder = minesweeper.ConstraintBuilder(case["board"])
    links = minesweeper.DancingLinks(*builder.matrix())
    for _ in links.build():
        pass
    found = [dict(solution) for solution in links.solutions()]
    assert len(found) == case["solutions"]
    unknown = [tuple(place) for place in case["variables"]]
    assert all(set(solution) == set(unknown) for solution in found)
    for value, name in (("safe", "forced_safe"), ("mine", "forced_mine")):
        same = [list(place) for place in unknown if all(solution[place] == value for solution in found)]
        assert (same if found else []) == case[name]


# -- positions ---------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(documents().filter(lambda document: "grid" in document))
def test_positions_against_brute_force(document):
    grid, mines = document["grid"], document.get("mines")
    fields = [[list(row) for row in field] for field in solutions(document)]
    match minesweeper.solve(grid, mines):
        case minesweeper.Unique(found):
            assert fields == [found]
        case minesweeper.Multiple(a, b, shared):
            assert len(fields) > 1 and a != b and a in fields and b in fields
            assert shared == certain(grid, fields)
        case minesweeper.NoSolution():
            assert not fields
    if not fields:
        with pytest.raises(minesweeper.Contradiction):
            minesweeper.probabilities(grid, mines)
        return
    expected = [
        [Fraction(sum(field[r][c] == "*" for field in fields), len(fields)) for c in range(len(grid[0]))]
        for r in range(len(grid))
    ]
    assert minesweeper.probabilities(grid, mines) == expected


def certain(grid, fields) -> list[list[str]]:
    """Return opened cells unchanged, and other cells with their common value in all fields."""
    letters = {frozenset("*"): "*", frozenset("."): "s"}
    return [
        [
            letter if letter in "012345678" else letters.get(frozenset(field[r][c] for field in fields), "?")
            for c, letter in enumerate(row)
        ]
        for r, row in enumerate(grid)
    ]


@given(boards())
def test_numbers_and_letters_are_the_same_board(board):
    board, complete = board
    letters = ["".join({UNKNOWN: ".", FLAGGED: "*"}.get(state, str(state)) for state in row) for row in board]
    assert minesweeper.solve(board) == minesweeper.solve(letters)
    assert minesweeper.probabilities(board) == minesweeper.probabilities(letters)
    assert minesweeper.complete_board(complete) == complete


@pytest.mark.parametrize(
    "call",
    [
        lambda: minesweeper.difficulty_map([[-1, 1]], [(0, 0)]),
        lambda: minesweeper.difficulty_map([[-1, 1]], [(0, 2)]),
        lambda: minesweeper.difficulty_map([[-1, 2]], [(0, 1)]),
        lambda: minesweeper.difficulty_map([[-1, 1]], [(0, 1)], max_k=0),
        lambda: minesweeper.difficulty_map([[-1, 1]], [(0, 1)], mode="twice"),
        lambda: minesweeper.difficulty_map([[-1, 1], [1]], [(0, 1)]),
        lambda: minesweeper.execute_round([[2, -1]], [[1, -1]], 1),
        lambda: minesweeper.execute_round([[1]], [[1, -1]], 1),
        lambda: minesweeper.execute_round([[1, -1]], [[1, -1]], 0),
        lambda: minesweeper.execute_round([[1, IGNORE]], [[1, -1]], 1),
        lambda: minesweeper.solve([[9, -1]]),
        lambda: minesweeper.solve([]),
        lambda: minesweeper.solve([[1, -1]], mines=-1),
    ],
)
def test_input_that_is_not_a_board(call):
    with pytest.raises(ValueError):
        call()


def test_a_call_that_takes_too_long_raises_timeout():
    board = [[UNKNOWN] * 30 for _ in range(16)]
    for call in (
        lambda: minesweeper.difficulty_map([[0] * 30 for _ in range(16)], [(0, 0)], timeout=0),
        lambda: minesweeper.solve(board, mines=99, timeout=0),
    ):
        with pytest.raises(TimeoutError):
            call()
