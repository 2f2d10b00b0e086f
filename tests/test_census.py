"""The census of all pictures of a size: against recorded tables, at once, in parts, interrupted, and from the shell."""

from __future__ import annotations

import json

import pytest

from oracle import golden
from tesuji.calls import CALLS, census
from tesuji.engine.budget import Budget, run
from tesuji.engine.search import solve
from tesuji.errors import InputError
from tesuji.puzzles import parse, read
from tesuji.puzzles.nonogram.classes import PictureCensus
from tesuji.puzzles.nonogram.picture import from_picture
from tesuji.puzzles.nonogram.rules import solution
from thorough import not_in_pyodide


def main(arguments):
    """Run the command line, which is not in the site's bundle."""
    return pytest.importorskip("tesuji.cli").main(arguments)


TABLES = {(table["width"], table["height"]): table for table in golden("nonogram_census.json")}
MATLAB_MF = {
    (2, 2): 0,
    (3, 3): 0,
    (2, 4): 2,
    (4, 2): 2,
    (3, 4): 36,
    (4, 3): 36,
    (4, 4): 1124,
    (5, 3): 178,
    (3, 6): 1843,
    (6, 3): 1842,
}


@pytest.mark.parametrize(
    "size", [size for size in TABLES if size[0] * size[1] <= 16], ids=lambda size: "x".join(map(str, size))
)
def test_recorded_tables(size):
    table, answer = TABLES[size], run(census({"width": size[0], "height": size[1]}))
    assert answer["classes"] == answer["truth"] == table["truth"]
    assert answer["pictures"] == table["pictures"] and answer["puzzles"] == sum(table["puzzles_by_solutions"].values())
    assert max(map(int, answer["solutions"])) == table["max_solutions"]
    for number, puzzles in table["puzzles_by_solutions"].items():
        if number.isdigit():
            assert answer["solutions"].get(number, 0) == puzzles


@pytest.mark.parametrize(("size", "hypotheses"), MATLAB_MF.items())
def test_the_matlab_program(size, hypotheses):
    answer = run(census({"width": size[0], "height": size[1], "compat": "matlab"}))
    assert answer["classes"]["MF"] == hypotheses
    assert ("sentence" in answer) == (answer["truth"]["MF"] != hypotheses)


def test_the_post_and_the_truth():
    answer = run(census({"width": 4, "height": 4, "compat": "matlab"}))
    assert list(answer["classes"].values()) == [51234, 1124, 13178]
    assert list(answer["truth"].values()) == [51234, 1128, 13174]
    assert answer["percent"] == {"SF": 78.18, "MF": 1.72, "MP": 20.11}
    wrong = ["..## #... .#.# .##.", ".##. #... ..## .#.#", "#... .##. ..## .#.#", "#... .#.# .##. ..##"]
    assert sorted(" ".join(picture) for picture in answer["differ"]) == sorted(wrong)


def test_examples_belong_to_their_class():
    answer = run(census({"width": 4, "height": 3, "keep": 12}))
    for name, verdict, depths in (("SF", "unique", [0]), ("MF", "unique", [1, 2]), ("MP", "multiple", [None])):
        assert answer["examples"][name]
        for picture in answer["examples"][name]:
            puzzle = parse(clues(picture))[1]
            found = run(solve(puzzle))
            assert found.verdict == verdict and (verdict == "multiple" or found.depth in depths)
            assert verdict == "multiple" or [solution(puzzle, board) for board in found.boards] == [picture]


def clues(picture) -> dict:
    def runs(line):
        return [len(part) for part in "".join(line).split(".") if part]

    return {
        "kind": "nonogram",
        "rows": [runs(row) for row in picture],
        "cols": [runs(column) for column in zip(*picture)],
    }


def test_parts_add_up():
    whole, sum_of_parts = PictureCensus(3, 4), PictureCensus(3, 4)
    list(whole.count())
    for part in whole.parts():
        counted = PictureCensus(3, 4)
        list(counted.count(part))
        sum_of_parts.add(json.loads(json.dumps(counted.to_json())))
    expected, found = whole.result(), sum_of_parts.result()
    assert {key: value for key, value in found.items() if key != "examples"} == {
        key: value for key, value in expected.items() if key != "examples"
    }


def test_a_stopped_census_reports_its_progress():
    budget = Budget()
    answer = run(
        census({"width": 5, "height": 4}), budget, lambda progress: progress.settled > 1000 and budget.cancel()
    )
    assert 1000 < answer["pictures"] < answer["of"] == 1 << 20
    assert sum(answer["classes"].values()) <= answer["pictures"]


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        ({"width": 6, "height": 5}, "census-size"),
        ({"width": 0, "height": 5}, "census-size"),
        ({"width": 9, "height": 1}, "census-size"),
        ({"width": 1, "height": 25}, "census-size"),
        ({"width": "4", "height": 5}, "size"),
        ({"width": 2, "height": 2, "kind": "binoxxo"}, "no-census"),
        ({"width": 2, "height": 2, "kind": "sudoku"}, "kind"),
        ({"width": 2, "height": 2, "compat": "picross"}, "compat"),
    ],
)
def test_invalid_input_is_refused(args, kind):
    with pytest.raises(InputError) as error:
        run(census(args))
    assert error.value.kind == kind


def test_one_picture_is_all_of_its_class():
    counted = PictureCensus(1, 1)
    for _ in counted.count((0,)):
        pass
    assert counted.result()["pictures"] == 1 and sum(counted.result()["percent"].values()) == 100
    assert sum(PictureCensus(1, 1).result()["percent"].values()) == 0


def test_from_the_shell(capsys):
    assert main(["census", "4x4", "--compat", "matlab"]) == 0
    text = capsys.readouterr().out
    assert "51234" in text and "1124" in text and "13178" in text


def test_taken_up_again(tmp_path, capsys):
    path = tmp_path / "parts.jsonl"
    assert main(["census", "3x4", "--resume", str(path), "--json"]) == 0
    first = capsys.readouterr().out
    path.write_bytes(path.read_bytes()[:-400])
    assert main(["census", "3x4", "--resume", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["truth"] == json.loads(first)["truth"]
    assert main(["census", "4x3", "--resume", str(path)]) == 64


def test_parts_list_every_picture_of_the_class_that_was_asked_for():
    """Other classes keep at most the requested number."""
    whole = PictureCensus(3, 3, keep=1)
    for part in whole.parts():
        counted = PictureCensus(3, 3, keep=1)
        counted.listed = whole.listed = "MP"
        list(counted.count(part))
        whole.add(json.loads(json.dumps(counted.to_json())))
    assert len(whole.examples["MP"]) == whole.truth["MP"] > 1 and len(whole.examples["SF"]) == 1


def test_on_two_cores(monkeypatch, capsys):
    pytest.importorskip("tesuji.cli")
    monkeypatch.setattr("tesuji.cli.census.SMALL_CENSUS", 0)
    assert main(["census", "3x3", "--jobs", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["truth"] == TABLES[3, 3]["truth"]


def test_every_picture_of_a_class_is_listed_with_its_drawing():
    answer = run(CALLS["census"]({"width": 4, "height": 4, "list": "MF"}))
    pictures = {tuple(picture) for picture in answer["pictures_listed"]}
    assert len(pictures) == len(answer["pictures_listed"]) == answer["classes"]["MF"] == 1128
    for picture, drawing in zip(answer["pictures_listed"], answer["drawings"]):
        assert read(drawing)[0] == from_picture(picture)
    # Mirror images count as separate pictures.
    assert all(tuple(row[::-1] for row in picture) in pictures for picture in pictures)
    solved = [run(CALLS["solve"]({"document": from_picture(list(picture))})) for picture in sorted(pictures)[:40]]
    assert {answer["class"] for answer in solved} == {"MF"}


def test_the_program_of_2008_answers_with_its_board():
    document = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
    answer = run(CALLS["solve"]({"document": document, "compat": "matlab"}))
    assert (answer["class"], answer["compat"]) == ("MP", {"class": "MP", "board": ["NN", "NN"]})
    (picture, *_) = run(CALLS["census"]({"width": 4, "height": 4}))["differ"]
    answer = run(CALLS["solve"]({"document": from_picture(picture), "compat": "matlab"}))
    assert (answer["class"], answer["compat"]["class"]) == ("MF", "MP")
    with pytest.raises(InputError):
        run(CALLS["solve"]({"document": {"kind": "binoxxo", "grid": ["OX", "XO"]}, "compat": "matlab"}))


@not_in_pyodide
def test_the_counts_of_five_by_five_are_looked_up():
    answer = run(census({"width": 5, "height": 5}), Budget(20))
    assert answer["pictures"] == sum(answer["truth"].values()) == sum(answer["matlab"].values()) == 1 << 25
    assert answer["classes"] == {"SF": 24_976_511, "MF": 333_064, "MP": 8_244_857}
    assert sum(int(many) * puzzles for many, puzzles in answer["solutions"].items()) == 1 << 25
    assert all(answer["examples"].values()) and answer["differ"]


def test_a_census_without_examples_looks_for_none():
    assert not list(PictureCensus(5, 5, keep=0).count())
