"""The call `broken`: the constraints that the player's marks break, tested one by one."""

import pytest

from tesuji.calls import CALLS
from tesuji.engine.budget import run
from tesuji.puzzles import rulebooks


def broken(document):
    return run(CALLS["broken"]({"document": document}))


@pytest.mark.parametrize("kind", rulebooks())
def test_a_solution_solves_and_breaks_nothing_and_an_empty_board_breaks_nothing(kind):
    for example in rulebooks()[kind].examples[:2]:
        document = example["document"]
        found = run(CALLS["solve"]({"document": document, "limit": 2}))
        if found["verdict"] != "unique":
            continue
        member, _ = rulebooks()[kind].marks
        assert broken(document) == {"kind": kind, "broken": [], "solved": False}
        if "field" not in document:
            solved = broken({**document, member: found["solutions"][0]})
            assert solved == {"kind": kind, "broken": [], "solved": True}


def test_marks_that_a_clue_contradicts_name_it():
    found = broken(
        {"kind": "slitherlink", "grid": ["0.", ".."], "edges": {"h": ["-.", "..", ".."], "v": ["...", "..."]}}
    )
    assert {"clue": {"at": {"row": 0, "column": 0}, "value": 0}} in found["broken"] and not found["solved"]


def test_a_broken_rule_names_its_cells():
    found = broken(
        {"kind": "binoxxo", "grid": ["....", "....", "....", "...."], "board": ["OOO.", "....", "....", "...."]}
    )
    rules = [(reason["rule"], [place["column"] for place in reason["cells"]]) for reason in found["broken"]]
    assert ("count", [0, 1, 2]) in rules


def test_unmarked_variables_count_as_no():
    document = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
    assert broken({**document, "board": ["#?", "?#"]})["solved"]
    assert not broken({**document, "board": ["#?", "??"]})["solved"]
    assert broken({**document, "board": ["##", "??"]})["broken"]
