"""Metamorphic laws: rotating or mirroring a puzzle, or exchanging its letters, changes neither the verdict nor the
difficulty map, the level, or the number of steps in each wave.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_explain import TURNED, movable, sides_turned, whole_mirrored, whole_turned

from oracle import oracle_of
from tesuji import solve
from tesuji.calls import CALLS
from tesuji.engine.budget import Budget, run
from tesuji.puzzles import parse, rulebooks
from tesuji.variables import visible

KINDS = sorted(rulebooks())
ORACLES = {kind: oracle_of(kind) for kind in KINDS}
ROOM = 120.0
"""A time limit in seconds that none of these puzzles reaches."""


def inverted(shape):
    """Return the shape with O and X exchanged."""
    if isinstance(shape, list):
        return [row.translate(str.maketrans("OX", "XO")) for row in shape]
    return {name: inverted(value) if name in ("grid", "board") else value for name, value in shape.items()}


def moves(kind: str) -> list:
    """Return the transformations that preserve the rules of a kind, and that its documents allow."""
    first = rulebooks()[kind].examples[0]["document"]
    if not (movable(first) and ORACLES[kind].symmetric):
        return []
    return [
        whole_turned,
        whole_mirrored,
        *([inverted] if "O" in str(first) else []),
    ]


def test_numbers_next_to_a_grid_move_with_it():
    document = {"kind": "probe", "grid": ["ab", "cd", "ef"], "rows": [1, None, 3], "cols": [4, 5]}
    turned = {"kind": "probe", "grid": ["ace", "bdf"], "rows": [4, 5], "cols": [1, None, 3]}
    assert whole_turned(document) == turned
    mirrored = {"kind": "probe", "grid": ["ba", "dc", "fe"], "rows": [1, None, 3], "cols": [5, 4]}
    assert whole_mirrored(document) == mirrored


def opened_moved(document: dict, move) -> dict:
    """Return a transformed document, including cells listed by number as opened."""
    if "opened" not in document:
        return move(document)
    width = len(document["field"][0])
    places = {whole_turned: lambda r, c: [c, r], whole_mirrored: lambda r, c: [r, width - 1 - c]}[move]
    return {**move(document), "opened": [places(r, c) for r, c in document["opened"]]}


def map_moved(values, move):
    """Return a map of numbers, transformed like letters."""
    if isinstance(values, dict) and move is whole_turned and values.keys() <= TURNED.keys():
        return sides_turned(values, lambda rows: [list(column) for column in zip(*rows)], [])
    if isinstance(values, dict):
        return {name: map_moved(rows, move) for name, rows in values.items()}
    if move is whole_turned:
        return [list(column) for column in zip(*values)]
    return [row[::-1] for row in values] if move is whole_mirrored else values


def check_moved(document: dict, move) -> None:
    moved = opened_moved(document, move)
    before, after = solve(document), solve(moved)
    assert after["verdict"] == before["verdict"]
    assert after.get("class") == before.get("class") and after.get("depth") == before.get("depth")
    if before["verdict"] == "none":
        return
    assert after["forced"] == move(before["forced"])
    before, after = (run(CALLS["rate"]({"document": one}), Budget(ROOM)) for one in (document, moved))
    assert after["difficulty"] == map_moved(before["difficulty"], move)
    assert after.get("level") == before.get("level") and after["level_name"] == before["level_name"]
    why, again = before.get("why", {}), after.get("why", {})
    if needs_hypothesis(why) or needs_hypothesis(again):
        assert needs_hypothesis(why) and needs_hypothesis(again)
        return
    _, puzzle = parse(document)
    if visible(puzzle) != puzzle.cells:
        return  # among equally short chains through hidden variables, another one may be found
    # The rating may differ a little: among overlapping steps it counts those that settle something new, in their order.
    assert again.get("waves") == why.get("waves")


def needs_hypothesis(why: dict) -> bool:
    """Return whether the puzzle needs a hypothesis. It settles the first of the cells with the fewest reasons, and
    later waves depend on which one that is.
    """
    return any(one["technique"] == "hypothesis" for one in why.get("techniques", ()))


@pytest.mark.parametrize(
    ("kind", "move"),
    [(kind, move) for kind in KINDS for move in moves(kind)],
    ids=lambda one: getattr(one, "__name__", one),
)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_moved_puzzle_is_the_same_puzzle(kind, move, data):
    check_moved(data.draw(ORACLES[kind].documents), move)


@pytest.mark.parametrize(
    ("kind", "move"),
    [(kind, move) for kind in KINDS for move in moves(kind)],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_a_moved_example_is_the_same_puzzle(kind, move):
    for example in rulebooks()[kind].examples:
        if example["level"] == "easy":
            check_moved(example["document"], move)


def test_links_are_moved_like_edges():
    assert whole_turned({"right": ["-.", ".-"], "down": ["|.|"]}) == {"right": ["-", ".", "-"], "down": ["|.", ".|"]}
    assert map_moved({"right": [[1, 2]], "down": []}, whole_turned) == {"down": [[1], [2]], "right": [[], [], []]}


def test_a_board_of_one_row_is_turned_and_turned_back():
    row = {"kind": "links", "signs": {"right": ["-.-"], "down": []}}
    column = {"kind": "links", "signs": {"right": ["", "", "", ""], "down": ["|", ".", "|"]}}
    assert whole_turned(row) == column and whole_turned(column) == row
    assert whole_turned({"right": [""], "down": []}) == {"right": [""], "down": []}
