"""The call `rate`: its maps, its grade, and what it says where there is not one solution or the time is over."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from test_difficulty import ByForce, documents
from tesuji.calls import CALLS, rate
from tesuji.engine.budget import Budget, run
from tesuji.engine.reasons.difficulty import NEVER, Map, Settled, measure
from tesuji.engine.reasons.grade import CASES, LEVELS, grade, of_efforts
from tesuji.engine.search import solve
from tesuji.model import Board, members
from tesuji.puzzles import parse
from tesuji.locales import table

FOUR_LINES = {"kind": "nonogram", "rows": [[1], [1], [1], [1]], "cols": [[2], [1, 1]]}


class Points(Budget):
    """A budget of safe points, so that a test stops at the same place every time."""

    def __init__(self, points: int):
        super().__init__()
        self.points = points

    def spent(self) -> bool:
        self.points -= 1
        return self.points < 0


@settings(max_examples=60, deadline=None)
@given(documents, st.integers(0, 120))
def test_bounds_are_true(document, points):
    """No cell that is left over was forced by fewer, from what was known at the beginning of the round that was not
    finished."""
    book, puzzle = parse(document)
    answer = run(solve(puzzle, book.propagator and book.propagator(puzzle)))
    if answer.verdict == "none":
        return
    solution, targets = answer.boards[0], answer.forced.known
    found = run(measure(puzzle, solution, targets, book.explaining.counted, book.explaining.tiers), Points(points))
    whole = run(measure(puzzle, solution, targets, book.explaining.counted, book.explaining.tiers))
    assert whole.bound is None and all(whole.settled[cell].k == settled.k for cell, settled in found.settled.items())
    if found.bound is None:
        assert found.settled == whole.settled
        return
    force = ByForce(puzzle, book.explaining.counted)
    finished = (
        found.rounds[:-1] if found.rounds and found.rounds[-1] != whole.rounds[len(found.rounds) - 1] else found.rounds
    )
    boards = force.all
    for _, cells in finished:
        for cell in members(cells):
            boards &= force.yes[cell] if solution.yes >> cell & 1 else ~force.yes[cell]
    left = targets & ~puzzle.givens.known & ~sum(1 << cell for cell in found.settled)
    for size in range(min(found.bound, 4)):
        assert not force.level(boards, left, size)
    assert all(found.k(cell) == found.bound for cell in members(left))


def test_a_map_as_a_document():
    answer = run(rate({"document": {**FOUR_LINES, "id": "four"}}))
    assert answer["difficulty"] == [[4, 4]] * 4 and answer["direct"] == [[True, True]] * 4
    assert (answer["id"], answer["verdict"], answer["counted"]) == ("four", "unique", "clues")
    assert answer["level_name"]["key"] == f"level.{answer['level']}"
    assert answer["why"]["cells"] == {"4": 8} and answer["why"]["rounds"] == 1
    assert "bound" not in answer and "at_least" not in answer


def test_edges_are_laid_out_by_side():
    answer = run(rate({"document": {"kind": "slitherlink", "grid": ["3.", ".."]}}))
    h, v = answer["difficulty"]["h"], answer["difficulty"]["v"]
    assert [len(row) for row in h] == [2, 2, 2] and [len(row) for row in v] == [3, 3]


def test_several_solutions_are_rated_as_far_as_they_agree():
    answer = run(rate({"document": {"kind": "binoxxo", "grid": ["XX..", "....", "....", "...."]}}))
    assert answer["verdict"] == "multiple" and answer["sentence"]["key"] == "rate.multiple"
    assert answer["difficulty"][0][:2] == [0, 0] and answer["difficulty"][0][2] == 1
    assert answer["counted"] == "rules"


def test_no_solution_is_not_rated():
    answer = run(rate({"document": {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}}))
    assert answer["verdict"] == "none" and "difficulty" not in answer and answer["sentence"]["key"] == "rate.none"


@pytest.mark.parametrize("points", [0, 3, 40])
def test_when_the_time_is_over(points):
    document = {"kind": "slitherlink", "grid": ["....", "3.3.", "....", ".3.3"]}
    answer = run(rate({"document": document}), Points(points))
    assert answer["verdict"] in ("unknown", "multiple", "unique")
    if "bound" in answer:
        assert answer["at_least"] and answer["sentence"]["key"] == "rate.bound"


def test_probabilities_of_a_position():
    answer = run(rate({"document": {"kind": "minesweeper", "grid": ["1..", "..."], "mines": 1}}))
    assert answer["probability"] == [[0.0, 0.333333, 0.0], [0.333333, 0.333333, 0.0]]


def test_the_scale():
    ratings = [of_efforts([effort]).rating for effort in (0, 1, 3, 10, 100, 1000)]
    assert ratings == sorted(ratings) and ratings[0] == 0 and of_efforts([199]).rating - of_efforts([99]).rating == 10
    assert [of_efforts([2 ** (start / 10)]).level for start in LEVELS] == [2, 3, 4, 5]


def test_what_makes_a_puzzle_harder():
    puzzle = parse(FOUR_LINES)[1]

    def rated(*settled: Settled, depth: int = 0, bound: int | None = None) -> int:
        found = Map(puzzle, puzzle.cells, dict(enumerate(settled)), bound=bound)
        return grade(found, depth).effort

    easy = rated(Settled(0, 1, (0,), 1))
    assert easy == 1
    assert rated(Settled(0, 1, (0,), 1), Settled(0, 4, (0, 1, 2, 3), 9)) == easy  # the round had an easier cell
    assert rated(Settled(0, 1, (0,), 1), Settled(1, 1, (0,), 1)) == 2
    assert rated(Settled(0, 2, (0, 1), 3)) == 6
    assert rated(Settled(0, 2, (0, 1), None)) == 2 * CASES
    assert rated(Settled(0, 1, (0,), 1), depth=2) == 2
    assert rated(Settled(0, 1, (0,), 1), bound=5) == 1 + 5 * CASES


def test_every_level_has_a_name_in_every_language():
    for language, first in (("en", "Easygoing"), ("ja", "らくらく")):
        names = [table(language)[f"level.{level}"] for level in range(1, 6)]
        assert names[0] == first and len(set(names)) == 5


def test_from_the_shell(tmp_path, capsys):
    path = tmp_path / "loop.json"
    path.write_text('{"kind": "slitherlink", "grid": ["3.", ".."]}')
    cli = pytest.importorskip("tesuji.cli", reason="the site has no command line")
    code = cli.main(["rate", str(path)])
    text = capsys.readouterr().out
    assert code in (0, 1) and "level" in text and "+" in text


def test_conflict_as_a_call():
    answer = run(CALLS["conflict"]({"document": {"kind": "nonogram", "rows": [[2], [1]], "cols": [[1], [1]]}}))
    assert len(answer["clash"]["because"]) == 4 and answer["clash"]["minimal"]
    answer = run(CALLS["conflict"]({"document": FOUR_LINES}))
    assert "clash" not in answer
    marked = {**FOUR_LINES, "board": ["##", "??", "??", "??"]}
    clash = run(CALLS["conflict"]({"document": marked}))["clash"]
    assert len(clash["cells"]) == 2 and len(clash["because"]) == 1


def test_not_rated_is_never():
    puzzle = parse({"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]})[1]
    found = run(measure(puzzle, Board(0b1001, 0b0110), 0))
    assert [found.k(cell) for cell in range(4)] == [NEVER] * 4
    assert not any(combinations(found.rounds, 1))


def test_rules_that_share_a_cell_have_their_letters_in_different_cells():
    document = {"kind": "binoxxo", "grid": ["X..X..", ".O....", "..XX..", "O...O.", "....O.", ".X...X"]}
    clash = run(CALLS["conflict"]({"document": document}))["clash"]
    assert len(clash["because"]) == 2
    assert sorted(mark["letter"] for mark in clash["overlay"] if "letter" in mark) == ["a", "b"]
