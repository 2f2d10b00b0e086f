"""Additions that make a puzzle unique (sufficient, minimal, and the fewest by brute force), and changes of one clue."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_difficulty import nonogram

from points import Points
from tesuji.calls import mend
from tesuji.calls.arguments import marks_of
from tesuji.engine.budget import run
from tesuji.engine.making.change import distance
from tesuji.engine.making.mend import mend as fewest_offers
from tesuji.engine.sat.encoding import Learner
from tesuji.engine.search import solve
from tesuji.model import Board
from tesuji.puzzles import parse
from thorough import not_in_pyodide

documents = st.one_of(
    st.builds(nonogram, st.lists(st.integers(0, 15), min_size=2, max_size=4)),
    st.builds(
        lambda grid: {"kind": "minesweeper", "grid": grid},
        st.lists(st.text("...12", min_size=3, max_size=3), min_size=3, max_size=3),
    ),
    st.builds(
        lambda grid: {"kind": "slitherlink", "grid": grid},
        st.lists(st.text("...123", min_size=3, max_size=3), min_size=2, max_size=3),
    ),
    st.builds(
        lambda grid: {"kind": "binoxxo", "grid": grid},
        st.lists(st.text(".....OX", min_size=4, max_size=4), min_size=4, max_size=4),
    ),
)


def solutions(document) -> list:
    """Return all solutions that agree with the document's marks."""
    book, puzzle = parse(document)
    boards = run(solve(puzzle, limit=1000)).boards
    yes, no = marks_of(book, puzzle)
    return [book.solution(puzzle, board) for board in boards if not yes & ~board.yes and not no & ~board.no]


@settings(max_examples=60, deadline=None)
@given(documents)
def test_added_clues_are_sufficient_and_necessary(document):
    answer = run(mend({"document": document}))
    assert answer["verdict"] == ("none", "unique", "multiple")[min(len(solutions(document)), 2)]
    if answer["verdict"] != "multiple":
        return
    assert solutions(answer["document"]) == [answer["solution"]]
    book, puzzle = parse(document)
    kept = book.read(puzzle, answer["solution"])
    offers = {(str(offer.at), offer.value): offer for offer in book.mending.offers(puzzle, kept)}
    chosen = [offers[str(addition["cell"]), addition["value"]] for addition in answer["additions"]]
    for left in combinations(chosen, len(chosen) - 1):
        assert len(solutions(book.mending.with_offers(puzzle, left))) > 1
    if answer["fewest"] and len(chosen) == 2:
        assert all(len(solutions(book.mending.with_offers(puzzle, [offer]))) > 1 for offer in offers.values())


def test_the_solution_with_the_players_marks_is_kept():
    grid = ["...."] * 4
    answer = run(mend({"document": {"kind": "binoxxo", "grid": grid, "board": ["X..X", "????", "????", "????"]}}))
    assert answer["solution"][0] == "XOOX"
    assert solutions({key: value for key, value in answer["document"].items() if key != "board"}) == [
        answer["solution"]
    ]


def test_no_answer_if_offers_do_not_help():
    puzzle = parse({"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]})[1]
    solution = run(Learner(puzzle, Board()).find())
    assert run(fewest_offers(puzzle, solution, [])) is None


def test_up_to_five_additions_are_proven_to_be_the_fewest():
    for pairs in (4, 5, 6):
        answer = run(mend({"document": {"kind": "minesweeper", "grid": [".1.", "sss", "sss"] * pairs}}))
        assert len(answer["additions"]) == pairs and answer["fewest"] == (pairs <= 5)


@not_in_pyodide
def test_many_additions_are_found_before_the_time_is_over():
    """They are enough, and none of them can be left out. The fewest for this board took 1,300 safe points."""
    document = {"kind": "binoxxo", "grid": ["." * 10] * 10}
    answer = run(mend({"document": document}), Points(1000))
    assert not answer["fewest"]
    assert verdict(answer["document"]) == "unique"
    for addition in answer["additions"]:
        row, column = addition["cell"].values()
        grid = [list(line) for line in answer["document"]["grid"]]
        grid[row][column] = "."
        assert verdict({**document, "grid": list(map("".join, grid))}) == "multiple"


def verdict(document) -> str:
    return run(solve(parse(document)[1], depth=False, share=False)).verdict


def test_a_board_without_offers_is_not_searched():
    """A search for another board of this one took over 20 s."""
    points = Points(5000)
    answer = run(mend({"document": {"kind": "akari", "grid": ["." * 9] * 9}}), points)
    assert answer == {"kind": "akari", "verdict": "multiple"}
    assert points.points > 0


def test_from_the_shell(tmp_path, capsys):
    cli = pytest.importorskip("tesuji.cli", reason="the site has no command line")
    path = tmp_path / "loop.json"
    path.write_text('{"kind": "binoxxo", "grid": ["X...", "....", "..O.", "...."]}')
    assert cli.main(["mend", str(path)]) == 1
    output = capsys.readouterr().out
    assert "fewer are not enough" in output and sum(line.endswith(("  X", "  O")) for line in output.splitlines()) == 2


def test_a_solution_that_differs_from_the_others_is_searched():
    """The first two solutions have the same numbers everywhere; with a 2 next to the 2, only the third remains."""
    document = {"kind": "slitherlink", "grid": ["..", ".2"]}
    result = run(mend({"document": document}))
    assert len(result["additions"]) == 1 and result["fewest"]
    assert run(solve(parse(result["document"])[1])).verdict == "unique"


def test_what_all_solutions_share_is_not_searched():
    document = {"kind": "slitherlink", "grid": ["...", "..2", "..."]}
    assert {progress.stage for progress in mend({"document": document})} == {"propagate", "probing", "mend"}


@pytest.mark.parametrize(
    ("was", "value", "size"),
    [
        (2, 5, 3),
        ("O", "X", 1),
        ((3, 1), (1,), 3),
        ((1,), (1, 3), 3),
        ((), (2, 2), 4),
        ((1, 3), (2, 3), 1),
        ([(2, 1), (1, 2)], [(2, 2), (1, 2)], 1),
    ],
)
def test_the_size_of_a_change_is_the_length_of_runs_that_come_and_go(was, value, size):
    assert distance(was, value) == size == distance(value, was)


SPOILED = [
    ({"kind": "slitherlink", "grid": ["2221", "2331", "2221", "2222"]}, {"row": 3, "column": 3}, 3),
    ({"kind": "nonogram", "rows": [[3], [1], [1]], "cols": [[2], [1], [1]]}, {"row": 0}, (1, 1)),
    ({"kind": "binoxxo", "grid": ["..OX", "X...", "O..O", "OXX."]}, {"row": 2, "column": 0}, "X"),
    ({"kind": "minesweeper", "grid": ["2..", ".1."]}, {"row": 1, "column": 1}, 4),
    ({"kind": "minesweeper", "grid": ["0.1", "..."], "mines": 3}, {}, 1),
    ({"kind": "star_battle", "grid": ["ABBBC", "AAAAC", "DADAD", "DDDDD", "DDDDD"]}, {"row": 3, "column": 3}, "E"),
    ({"kind": "akari", "grid": ["#3.", "...", "..."]}, {"row": 0, "column": 1}, 2),
    ({"kind": "hitori", "grid": ["1111", "2341", "3412", "4123"]}, {"row": 0, "column": 3}, "3"),
]


@pytest.mark.parametrize(("document", "at", "value"), SPOILED, ids=lambda part: str(part)[:24])
def test_a_wrong_clue_is_among_those_that_leave_one_solution(document, at, value):
    assert run(solve(parse(document)[1])).verdict == "none"
    answer = run(mend({"document": document}))
    assert answer["verdict"] == "none" and answer["complete"]
    tried = [(step.settled, step.of) for step in mend({"document": document}) if step.stage == "mend"]
    assert tried[0][0] == 0 and tried == sorted(tried) and all(number < of for number, of in tried)
    for change in answer["changes"]:
        assert solutions(change["document"]) == [change["solution"]]
    assert (at, value) in [(change["at"], change["value"]) for change in answer["changes"]]


def test_a_wrong_sign_is_named_with_the_cell_before_it():
    signs = {"h": ["..x", "...", "...", "x.."], "v": ["....", ".x=.", "...."]}
    document = {"kind": "binoxxo", "grid": ["....", "....", "XX..", "...X"], "distinct": False, "signs": signs}
    (change,) = run(mend({"document": document}))["changes"]
    assert change["document"]["signs"]["h"] == ["..x", "...", "...", "=.."]
    assert change["sentence"] == {
        "key": "mend.change-right",
        "params": {"was": "×", "value": "=", "row": 4, "column": 1},
    }
    signs["h"] = ["..=", "...", "...", "=.."]
    found = [
        (one["sentence"]["key"], one["sentence"]["params"]) for one in run(mend({"document": document}))["changes"]
    ]
    places = [(key.removeprefix("mend.change-"), params["row"], params["column"]) for key, params in found]
    assert places == [("right", 1, 3), ("down", 2, 2), ("down", 2, 3)]
