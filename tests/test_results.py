"""The types of the answers describe their actual content."""

from __future__ import annotations

from typing import NotRequired, get_args, get_origin, get_type_hints, is_typeddict

import pytest

import tesuji
from tesuji import results
from tesuji.puzzles import nonogram, rulebooks

EXAMPLES = [(kind, example) for kind, book in rulebooks().items() for example in book.examples]


def check(answer, of) -> None:
    """Check recursively that every member is declared and that no required member is missing."""
    hints = get_type_hints(of, include_extras=True)
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired or not of.__total__}
    assert answer.keys() <= hints.keys(), f"{of.__name__} has no {sorted(answer.keys() - hints.keys())}"
    assert hints.keys() - optional <= answer.keys(), f"{of.__name__} lacks {sorted(hints.keys() - answer.keys())}"
    for name, value in answer.items():
        hint = get_args(hints[name])[0] if get_origin(hints[name]) is NotRequired else hints[name]
        if is_typeddict(hint):
            check(value, hint)
        elif get_origin(hint) is list and is_typeddict(get_args(hint)[0]):
            for one in value:
                check(one, get_args(hint)[0])


@pytest.mark.parametrize(
    ("kind", "example"), EXAMPLES, ids=lambda value: value if isinstance(value, str) else value["level"]
)
def test_answers_are_as_their_types_say(kind, example):
    document = example["document"]
    check(tesuji.solve(document), results.SolveAnswer)
    check(tesuji.solve({**document, "id": 7}, timeout=0), results.SolveAnswer)
    check(tesuji.explain(document, limit=5, chains=True), results.ExplainAnswer)
    check(tesuji.hint(document), results.ExplainAnswer)
    check(tesuji.convert(document), results.ConvertAnswer)
    check(tesuji.convert(document, "text"), results.ConvertAnswer)
    if example["level"] == "multiple" and rulebooks()[kind].mending:
        check(tesuji.mend(document), results.MendAnswer)
    if example["level"] in ("easy", "none"):
        check(tesuji.rate(document, timeout=2), results.RateAnswer)


def test_answers_of_other_calls_are_as_their_types_say():
    for mode in ("once", "repeat", "restart"):
        document = {"kind": "minesweeper", "field": ["..*", "..."], "opened": [[0, 0]], "mode": mode}
        check(tesuji.rate(document), results.RateAnswer)
    for kind in (kind for kind, book in rulebooks().items() if book.maker):
        check(tesuji.generate(kind, 6, 6, seed=3), results.GenerateAnswer)
    check(tesuji.generate("binoxxo", 6, 6, seed=3, technique="half"), results.GenerateAnswer)
    for width in (3, 4):
        check(nonogram.census(width, 4), results.CensusAnswer)


def test_text_is_taken_for_a_document():
    assert tesuji.solve("3x3:.01...2..")["verdict"] == "unique"
    assert tesuji.solve({"kind": "slitherlink", "grid": [".01", "...", "2.."]})["verdict"] == "unique"


def test_time_runs_out():
    document = {"kind": "slitherlink", "grid": ["." * 30] * 30}
    assert tesuji.solve(document, timeout=0)["verdict"] == "unknown"
    with pytest.raises(TimeoutError):
        tesuji.generate("slitherlink", 20, 20, seed=1, timeout=0)


def test_names_of_the_package():
    for name in (*tesuji.__all__, "Unique", "Multiple", "NoSolution"):
        assert getattr(tesuji, name)
    for module in (tesuji, nonogram):
        with pytest.raises(AttributeError, match="no_such_name"):
            _ = module.no_such_name
    assert issubclass(tesuji.InputError, ValueError)
    assert issubclass(tesuji.Timeout, TimeoutError) and issubclass(tesuji.Timeout, tesuji.TesujiError)
