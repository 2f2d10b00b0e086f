"""The call `rate`: its maps, its grade, and its answer without a unique solution or after a timeout."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_difficulty import documents

from points import Points
from tesuji.bitset import members
from tesuji.calls import CALLS, rate
from tesuji.constraints.general_techniques import GENERAL
from tesuji.engine.budget import run
from tesuji.engine.reasons import difficulty
from tesuji.engine.reasons.difficulty import NEVER, measure
from tesuji.engine.reasons.grade import TRIAL, WEIGHTS, grade, level_of
from tesuji.engine.reasons.waves import Wave, Waves, waves
from tesuji.engine.search import solve
from tesuji.locales import table
from tesuji.model import Board
from tesuji.puzzles import parse, rulebooks
from tesuji.rulebook import Scale, Threshold

FOUR_LINES = {"kind": "nonogram", "rows": [[1], [1], [1], [1]], "cols": [[2], [1, 1]]}


@settings(max_examples=60, deadline=None)
@given(documents, st.integers(0, 120))
def test_the_map_shown_at_the_time_limit_is_the_final_one(document, points):
    """Rated cells have the same k as in the complete map; the others have none."""
    book, puzzle = parse(document)
    answer = run(solve(puzzle))
    if answer.verdict == "none":
        return
    solution, targets = answer.boards[0], answer.forced.known
    found = run(measure(puzzle, solution, targets, book.explaining.counted, book.explaining.tiers), Points(points))
    whole = run(measure(puzzle, solution, targets, book.explaining.counted, book.explaining.tiers))
    assert whole.finished and all(whole.settled[cell].k == settled.k for cell, settled in found.settled.items())
    assert found.finished == (found.settled == whole.settled)
    left = targets & ~puzzle.givens.known & ~sum(1 << cell for cell in found.settled)
    assert {*found.k([*members(left)])} <= {NEVER}


def test_a_map_as_a_document():
    answer = run(rate({"document": {**FOUR_LINES, "id": "four"}}))
    assert answer["difficulty"] == [[4, 4]] * 4 and answer["direct"] == [[True, True]] * 4
    assert (answer["id"], answer["verdict"], answer["counted"]) == ("four", "unique", "clues")
    assert answer["level_name"]["key"] == f"level.{answer['level']}"
    assert answer["why"]["cells"] == {"4": 8} and answer["why"]["rounds"] == 1
    assert "at_least" not in answer and answer["why"]["ending"] == "solved"


def test_the_rating_alone():
    whole, alone = (run(rate({"document": FOUR_LINES, "maps": maps})) for maps in (True, False))
    assert all(alone[name] == whole[name] for name in ("verdict", "rating", "level", "level_name"))
    assert "difficulty" not in alone and alone["why"]["effort"] == whole["why"]["effort"]


def test_edges_are_laid_out_by_side():
    answer = run(rate({"document": {"kind": "slitherlink", "grid": ["3.", ".."]}}))
    h, v = answer["difficulty"]["h"], answer["difficulty"]["v"]
    assert [len(row) for row in h] == [2, 2, 2] and [len(row) for row in v] == [3, 3]


def test_several_solutions_are_rated_as_far_as_they_agree():
    answer = run(rate({"document": {"kind": "binoxxo", "grid": ["XX..", "....", "....", "...."]}}))
    assert answer["verdict"] == "multiple" and answer["sentence"]["key"] == "rate.multiple"
    assert answer["difficulty"][0][:2] == [0, 0] and answer["difficulty"][0][2] == 1
    assert answer["counted"] == "rules"


def test_several_solutions_have_no_level():
    """Certain cells have a rating; if none is certain, there is nothing to rate."""
    some = run(rate({"document": {"kind": "binoxxo", "grid": ["XX..", "....", "....", "...."]}}))
    assert "level" not in some and some["level_name"]["key"] == "level.multiple" and some["rating"] >= 0
    nothing = [
        {"kind": "slitherlink", "grid": ["...", "...", "..."]},
        {"kind": "slitherlink", "grid": ["...", ".2.", "..."]},
        {"kind": "binoxxo", "grid": ["....", "....", "....", "...."]},
        {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]},
        {"kind": "minesweeper", "grid": ["1.", ".."]},
    ]
    for document in nothing:
        answer = run(rate({"document": document}))
        assert answer["verdict"] == "multiple" and answer["sentence"]["key"] == "rate.nothing", document
        assert answer["level_name"]["key"] == "level.multiple"
        assert not answer.keys() & {"level", "rating", "at_least"} and answer["why"]["ending"] == "guess"


@settings(max_examples=40, deadline=None)
@given(documents, st.integers(0, 150))
def test_a_level_and_a_rating_that_were_cut_short_are_bounds(document, points):
    """ "At least" holds, and only a puzzle with one solution has a level."""
    whole, cut = (
        run(rate({"document": document, "maps": False}), budget) for budget in (Points(10**6), Points(points))
    )
    assert ("level" in whole) == (whole["verdict"] == "unique")
    if "level" in cut:
        assert cut["level"] <= whole["level"] if "at_least" in cut else cut["level"] == whole["level"]
    if "rating" in cut:
        assert cut["rating"] <= whole["rating"] if "at_least" in cut else cut["rating"] == whole["rating"]


def test_no_solution_is_not_rated():
    answer = run(rate({"document": {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}}))
    assert answer["verdict"] == "none" and "difficulty" not in answer and answer["sentence"]["key"] == "rate.none"


@pytest.mark.parametrize("points", [0, 3, 40])
def test_when_the_time_is_over(points):
    document = {"kind": "slitherlink", "grid": ["....", "3.3.", "....", ".3.3"]}
    answer = run(rate({"document": document}), Points(points))
    assert answer["verdict"] in ("unknown", "multiple", "unique")
    if answer["verdict"] == "unique":
        rated = [k for side in answer["difficulty"].values() for row in side for k in row]
        assert -1 not in rated or answer["sentence"]["key"] == "rate.bound"


def test_a_map_that_would_take_too_long_shows_the_reasons_of_the_steps(monkeypatch):
    """The bounds hold, and only inexact values are marked."""
    document = {"kind": "slitherlink", "grid": ["22122", "2.23.", ".2.2.", ".11.1", "10000"]}
    exact = run(rate({"document": document}))
    monkeypatch.setattr(difficulty, "MOST_LEARNT", 10)
    answer = run(rate({"document": document}))
    assert "at_most" not in exact and answer["sentence"]["key"] == "rate.by-steps"
    assert 0 < sum(answer["at_most"]) == answer["sentence"]["params"]["n"] <= len(answer["k"])
    assert all(k == other for k, other, bound in zip(exact["k"], answer["k"], answer["at_most"]) if not bound)
    assert -1 not in answer["k"]


def test_probabilities_of_a_position():
    answer = run(rate({"document": {"kind": "minesweeper", "grid": ["1..", "..."], "mines": 1}}))
    assert answer["probability"] == [[0.0, 0.333333, 0.0], [0.333333, 0.333333, 0.0]]


def solved(*some: tuple[int, int], ending: str = "solved") -> Waves:
    """Return waves with these (level, steps)."""
    return Waves(
        Board(), [Wave(level, steps, steps, steps, Counter({"a": steps})) for level, steps in some], ending=ending
    )


def test_the_scale():
    scale = Scale(wave=0)
    marks = [grade(solved((1, 100), (2, steps)), scale) for steps in (0, 1, 3, 10, 100, 1000)]
    ratings = [mark.rating for mark in marks]
    assert ratings == sorted(ratings) and ratings[0] == 0
    assert grade(solved((2, 199)), scale).rating - grade(solved((2, 99)), scale).rating == 10
    assert [grade(solved((1, 85), (2, steps)), scale).level for steps in (0, 9, 10, 38, 39)] == [1, 1, 2, 2, 3]
    assert [grade(solved((1, 1000), (level, 1)), scale).level for level in (1, 2, 3, 4, 5, 7)] == [1, 1, 4, 4, 5, 5]


def test_the_effort_of_a_step_of_each_level_is_pinned():
    """Other weights would change every rating."""
    scale = Scale(wave=0, cells=0)
    assert [grade(solved((level, 1)), scale).effort for level in range(1, 8)] == [0, 1, 4, 8, 12, 14, 16]


def test_the_level_is_the_share_of_techniques_regardless_of_size():
    scale = Scale()
    small, large = (grade(solved((1, 10 * size), (2, 2 * size)), scale) for size in (10, 100))
    assert small.level == large.level == 2 and small.rating < large.rating
    # a single step does not make a puzzle hard
    assert grade(solved((2, 1)), scale).level < grade(solved((2, 100)), scale).level


def test_only_a_trial_gives_the_highest_level():
    assert grade(solved((1, 1000), (5, 1)), Scale()).level == 5 and grade(solved((4, 1000)), Scale()).level == 4


@pytest.mark.parametrize("kind", sorted(rulebooks()))
def test_trials_are_called_trials_and_belong_to_the_highest_level(kind):
    names = {technique.name for book in rulebooks().values() for technique in book.explaining.techniques}
    for technique in rulebooks()[kind].explaining.techniques:
        english, japanese = (table(language)[f"technique.{technique.name}"] for language in ("en", "ja"))
        longer = tuple(f"step.{name}" for name in names if name.startswith(f"{technique.name}-"))
        own = [key for key in table("en") if f"{key}-".startswith(f"step.{technique.name}-")]
        texts = [str(table("en")[key]) for key in own if not key.startswith(longer)]
        trial = technique.level >= TRIAL
        assert english.startswith("Trial") == ("仮定" in japanese) == trial, technique.name
        assert texts or technique in GENERAL, technique.name
        assert all(("Suppose" in text) == trial for text in texts), technique.name


def test_a_level_may_need_waves_that_grow_with_the_side():
    scale = Scale(thresholds=(Threshold(level=2, waves=3), Threshold(level=3, waves=2), Threshold(level=4)))

    def level(cells: int, *levels: int) -> int:
        return level_of(replace(solved(*((level, 5) for level in levels)), cells=cells), scale)

    assert [level(cells, 2, 1, 2, 2, 2, 1) for cells in (25, 100, 196, 400)] == [2, 2, 1, 1]
    assert [level(100, *levels) for levels in ((2, 2, 3), (3, 3), (1, 3, 2, 3), (4,))] == [2, 3, 3, 4]
    assert level_of(replace(solved((2, 1000), (1, 5)), cells=100), scale) == 1  # one wave, however many steps


def test_changes_that_make_a_puzzle_harder():
    easy = grade(solved((1, 10)), Scale())
    for other in (solved((1, 10), (1, 1)), solved((2, 10)), solved((1, 10), (5, 1))):
        assert grade(other, Scale()).effort > easy.effort
    assert list(WEIGHTS) == sorted(WEIGHTS)
    assert grade(solved((1, 10), ending="time"), Scale()).at_least and not easy.at_least


def test_the_level_of_an_incomplete_rating_is_a_lower_bound():
    hard, far = solved((2, 100)), solved((2, 100), ending="time")
    far.left = 1000
    assert grade(hard, Scale()).level == 3 > grade(far, Scale()).level
    rest = grade(solved((2, 100), (1, 1000)), Scale(wave=0))
    assert grade(far, Scale(wave=0)).level <= rest.level


@settings(max_examples=60)
@given(documents)
def test_waves_settle_the_same_cells_as_the_solver(document):
    """They settle exactly what all solutions share, and count it."""
    book, puzzle = parse(document)
    answer = run(solve(puzzle))
    found = run(waves(puzzle, book))
    if answer.verdict == "none":
        assert found.ending == "none"
        return
    assert found.board == answer.forced and found.left == (puzzle.cells & ~found.board.known).bit_count()
    assert found.ending == ("solved" if answer.verdict == "unique" else "guess")
    assert sum(wave.cells for wave in found.waves) == (found.board.known & ~puzzle.givens.known).bit_count()
    assert all(1 <= wave.taken <= min(wave.places, wave.cells) for wave in found.waves)
    if found.waves:
        number, step = found.hardest
        hardest = max(wave.level for wave in found.waves)
        assert found.waves[number].level == found.hardest_level == hardest
        assert all(wave.level < hardest for wave in found.waves[:number]) and step.yes | step.no


def test_a_field_is_rated_as_it_is_played():
    field = {"kind": "minesweeper", "field": ["....", "....", "...*"], "opened": [[0, 0]], "mines": 1}
    answer = run(rate({"document": field}))
    assert answer["why"]["ending"] == "solved" and answer["level"] == 1
    walled = {"kind": "minesweeper", "field": ["..*.", "..*.", "..*."], "opened": [[0, 0]]}
    answer = run(rate({"document": walled}))
    assert answer["level_name"]["key"] == "level.guess" and answer["why"]["left"] and "level" not in answer


def test_every_level_has_a_name_in_every_language():
    for language, first in (("en", "Easy"), ("ja", "らくらく")):
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


def test_a_conflict_is_reported_while_a_smaller_one_is_searched_for():
    grid = ["0.32213", "0...2..", "0.3.01.", "..2.2..", ".11.3.1", "..1...2", "02332.2"]
    call = CALLS["conflict"]({"document": {"kind": "slitherlink", "grid": grid}})
    reported, answer = [], None
    while answer is None:
        try:
            progress = next(call).to_json()
        except StopIteration as end:
            answer = end.value
        else:
            reported += [progress["result"]["clash"]] if "result" in progress else []
    first, last = reported[0], answer["clash"]
    assert len(first["because"]) == 11 and first["minimal"] and not first["smallest"] and not first["story"]
    assert len(last["because"]) == 9 and last["smallest"] and last["story"]


def test_not_rated_is_never():
    puzzle = parse({"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]})[1]
    found = run(measure(puzzle, Board(0b1001, 0b0110), 0))
    assert found.k(range(4)) == [NEVER] * 4
    assert not any(combinations(found.rounds, 1))


def test_rules_that_share_a_cell_have_their_letters_in_different_cells():
    document = {"kind": "binoxxo", "grid": ["OO....", "...X..", ".O.O..", "X..XX.", "......", "..O..O"]}
    several = [step for step in run(CALLS["explain"]({"document": document}))["steps"] if len(step["because"]) > 1]
    assert several
    for step in several:
        lettered = [mark for mark in step["overlay"] if "letter" in mark]
        assert sorted(mark["letter"] for mark in lettered) == [reason["letter"] for reason in step["because"]]
        assert len({str(mark.get("cell", mark.get("line"))) for mark in lettered}) == len(lettered)


def test_givens_that_clash_have_their_letters():
    document = {"kind": "binoxxo", "grid": ["X..X..", ".O....", "..XX..", "O...O.", "....O.", ".X...X"]}
    clash = run(CALLS["conflict"]({"document": document}))["clash"]
    letters = [mark["letter"] for mark in clash["overlay"] if "letter" in mark]
    assert sorted(letters) == [reason["letter"] for reason in clash["because"]] == ["a", "b", "c", "d"]
