"""The calls made by the browser: in slices, as text."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest

from tesuji import worker
from tesuji.calls import CALLS, solving
from tesuji.errors import OutOfBudget
from tesuji.locales import render_message, table
from tesuji.puzzles import rulebooks
from tesuji.worker import Caller, call
from thorough import not_in_pyodide

NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}
SEVERAL = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
NO_SOLUTION = {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}
LONG = {"kind": "slitherlink", "grid": ["." * 60] * 60}
"""A blank board, on which it takes long to find what all loops share."""


def answers(name: str, args, milliseconds: float = 16, most: int = 10_000):
    """Yield the answers of `advance`, up to a result or an error."""
    made = call(name, json.dumps(args))
    for _ in range(most):
        answer = json.loads(made.advance(milliseconds))
        yield answer
        if "progress" not in answer:
            return
    pytest.fail("no answer")


def outcome(name: str, args) -> dict:
    *_, last = answers(name, args)
    return last


def test_the_calls_have_their_names():
    assert {"solve", "convert"} <= CALLS.keys()


@pytest.mark.parametrize("document", [NONOGRAM, SEVERAL, NO_SOLUTION], ids=["unique", "multiple", "none"])
def test_solve_answers_with_a_result_document(document):
    answer = outcome("solve", {"document": {**document, "id": "a-1"}})
    assert answer.keys() == {"result"}
    result = answer["result"]
    assert {"id", "kind", "verdict", "solutions", "seconds", "stats"} <= result.keys()
    assert result["id"] == "a-1" and result["kind"] == "nonogram"
    assert len(result["solutions"]) == {"unique": 1, "multiple": 2, "none": 0}[result["verdict"]]
    assert "stopped" not in result
    assert ("forced" in result) == ("forced_complete" in result) == (result["verdict"] != "none")


def test_a_reason_is_a_message_with_its_place():
    reason = outcome("solve", {"document": {"kind": "nonogram", "rows": [[3]], "cols": [[1]]}})["result"]["reason"]
    assert reason == {"key": "reason.clue-too-long-row", "params": {"need": 3, "length": 1}, "at": {"row": 1}}
    assert render_message(reason).startswith("Row 1") and render_message(reason, "ja").startswith("1行目")


@pytest.mark.parametrize("name", ["solve", "explain", "hint", "rate", "conflict", "mend", "check", "census", "line"])
def test_a_result_has_no_text_in_one_language(name):
    """It has only keys and parameters, without the English text of any message."""
    english = {text for key, entry in table("en").items() for text in forms(entry) if " " in text and "{" not in text}
    for document in (NONOGRAM, SEVERAL, NO_SOLUTION):
        args = {"document": document, "width": 2, "height": 2, "line": {"row": 0}}
        for text in strings(outcome(name, args)["result"]):
            assert text not in english
    assert english


def forms(entry) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry.values())


def strings(value) -> Iterator[str]:
    """Yield all texts in a document, in which no message is rendered."""
    if isinstance(value, dict):
        assert "message" not in value
        for member in value.values():
            yield from strings(member)
    elif isinstance(value, list):
        for member in value:
            yield from strings(member)
    elif isinstance(value, str):
        yield value


def test_solve_reads_text():
    assert outcome("solve", {"text": "#.#\n###"})["result"]["verdict"] == "unique"


def test_more_solutions_on_demand():
    latin = {"kind": "nonogram", "rows": [[1]] * 3, "cols": [[1]] * 3}
    counts = [
        len(outcome("solve", {"document": latin, "limit": limit})["result"]["solutions"])
        for limit in (1, 2, 5, 6, 7, 1000)
    ]
    assert counts == [1, 2, 5, 6, 6, 6]


def test_many_solutions_are_written_with_safe_points(monkeypatch):
    """If time runs out, the solutions that are not written yet are left out, but not the verdict."""
    monkeypatch.setattr(solving, "CELLS_AT_ONCE", 20)
    written = []
    monkeypatch.setattr(solving, "marks_of", lambda *args: written.append(1) or "")
    steps = CALLS["solve"]({"document": {"kind": "nonogram", "rows": [[1]] * 3, "cols": [[1]] * 3}, "limit": 1000})
    while not written:
        next(steps)
    with pytest.raises(StopIteration) as end:
        while True:
            steps.throw(OutOfBudget())
    answer = end.value.value
    assert answer["verdict"] == "multiple" and 2 <= len(answer["solutions"]) < 6


@pytest.mark.parametrize("limit", [0, -1, 1001, 1.5, "2", None, True, [2]], ids=str)
def test_a_limit_is_a_whole_number(limit):
    assert outcome("solve", {"document": NONOGRAM, "limit": limit})["error"]["kind"] == "limit"


def test_drawn_boards_come_along_when_asked_for():
    result = outcome("solve", {"document": SEVERAL, "drawn": True})["result"]
    assert len(result["drawn"]) == 2 and all("██" in board for board in result["drawn"])


def test_convert_reads():
    answer = outcome("convert", {"text": "#.#\n###"})["result"]
    assert answer["document"] == {
        **NONOGRAM,
        **{key: answer["document"][key] for key in answer["document"].keys() - NONOGRAM.keys()},
    }
    assert isinstance(answer["notation"], str)


def test_convert_writes():
    answer = outcome("convert", {"document": NONOGRAM, "to": "json"})["result"]
    assert answer == {"document": NONOGRAM}
    answer = outcome("convert", {"document": {**NONOGRAM, "id": 7}, "to": "text"})["result"]
    assert answer["id"] == 7 and answer["text"].startswith("nonogram")


MADE = [kind for kind, book in rulebooks().items() if book.maker]
ERRORS = [
    ("solve", {"document": {"kind": "sudoku"}}, "kind", None),
    ("solve", {"document": []}, "not-a-document", None),
    ("solve", {"document": "x"}, "not-a-document", None),
    ("solve", {"document": {"kind": "nonogram", "rows": [[1], "1"], "cols": [[1]]}}, "not-a-clue", {"row": 2}),
    ("solve", {"text": ""}, "empty-text", None),
    ("solve", {}, "empty-text", None),
    ("convert", {"document": NONOGRAM, "to": "no such notation"}, "unknown-target", None),
    ("convert", {"document": NONOGRAM, "to": 3}, None, None),
    ("no-such-call", {}, "no-such-call", None),
    *((call, {"document": [1]}, "not-a-document", None) for call in ("rate", "hint", "mend", "review")),
    *(("generate", {"kind": kind, "width": 10**40, "height": 1}, "too-big", None) for kind in MADE),
]


@pytest.mark.parametrize(("name", "args", "kind", "at"), ERRORS, ids=lambda value: str(value)[:40])
def test_bad_input_is_an_error_with_a_sentence(name, args, kind, at):
    answer = outcome(name, args)
    assert answer.keys() == {"error"}
    error = answer["error"]
    assert kind in (None, error["kind"]) and error.get("at") == at
    assert error["message"] and "{" not in error["message"]


def test_a_long_call_reports_its_progress():
    made = call("solve", json.dumps({"document": LONG}))
    progress = json.loads(made.advance(1))["progress"]
    assert {"stage", "settled", "of", "seconds"} <= progress.keys()
    assert progress["of"] == 2 * 60 * 61 or progress["stage"] != "share"
    made.cancel()


def test_a_cancel_is_heard_at_once():
    made = call("solve", json.dumps({"document": LONG}))
    for _ in range(3):
        assert "progress" in json.loads(made.advance(5))
    made.cancel()
    began = time.process_time()
    result = json.loads(made.advance(16))["result"]
    assert result["stopped"] is True
    assert result["verdict"] in ("unknown", "multiple")
    assert time.process_time() - began < 1, "a tenth of this is the promise; a test is no stop-watch"


@pytest.mark.parametrize("document", [NONOGRAM, SEVERAL, NO_SOLUTION], ids=["unique", "multiple", "none"])
def test_cancelled_before_it_began(document):
    made = call("solve", json.dumps({"document": document}))
    made.cancel()
    answer = json.loads(made.advance(16))
    assert answer.get("result", {}).get("stopped") or answer["error"]["kind"] == "stopped"


def test_a_call_without_a_timeout_has_a_default(monkeypatch):
    monkeypatch.setattr(worker, "MAX_SECONDS", 0.05)
    result = outcome("solve", {"document": LONG})["result"]
    assert result["verdict"] == "unknown" or not result["forced_complete"]
    monkeypatch.setattr(worker, "MAX_SECONDS", 0.0)
    assert outcome("solve", {"document": NONOGRAM, "timeout": 30})["result"]["verdict"] == "unique"


def test_a_timeout_ends_a_call():
    result = outcome("solve", {"document": LONG, "timeout": 0.05})["result"]
    assert result["verdict"] in ("unknown", "multiple")
    assert "stopped" not in result


def test_slices_do_not_change_the_answer():
    results = [
        list(answers("solve", {"document": SEVERAL}, milliseconds))[-1]["result"] for milliseconds in (0, 1, 1000)
    ]
    assert all({**result, "seconds": 0} == {**results[0], "seconds": 0} for result in results)


def test_other_languages_travel_as_they_are():
    made = call("convert", json.dumps({"document": {**NONOGRAM, "title": "手筋"}}))
    while "progress" in json.loads(text := made.advance(16)):
        pass
    assert "手筋" in text


@not_in_pyodide
def test_the_second_question_about_a_board_takes_less_work():
    """A page queries one cell after the other. Each answer is the same as that of an independent call."""
    document = {
        "kind": "slitherlink",
        "grid": [".222.33", ".2..2..", ".12...3", "0.2.1.2", "1...23.", "..2..2.", "01.223."],
    }
    caller, slices = Caller(), {}
    for begin in (call, caller.call):
        for column in range(4):
            made, count = begin("explain", json.dumps({"document": document, "cell": {"h": [3, column]}})), 0
            while "progress" in (answer := json.loads(made.advance(0))):
                count += 1
            made.close()
            slices.setdefault(column, []).append((count, answer))
    for column, ((alone, expected), (again, answer)) in slices.items():
        assert answer == expected
        assert again < alone or column == 0


def test_the_verdict_is_reported_before_the_shared_values():
    """A progress message carries the result so far; the final result has the same verdict and more data."""
    document = {"kind": "minesweeper", "grid": ["1....", "..2..", ".....", "...2.", "1...."], "mines": 6}
    steps = CALLS["solve"]({"document": document})
    early = None
    try:
        while True:
            early = next(steps).to_json().get("result", early)
    except StopIteration as end:
        result = end.value
    assert early["verdict"] == result["verdict"] == "multiple"
    assert early["marks"] == result["marks"] and not early["forced_complete"] and result["forced_complete"]


def test_the_verdict_is_reported_once():
    document = {"kind": "minesweeper", "grid": ["1....", "..2..", ".....", "...2.", "1...."], "mines": 6}
    made = call("solve", json.dumps({"document": document}))
    reports = []
    while "progress" in (answer := json.loads(made.advance(0))):
        reports.append(answer["progress"])
    made.close()
    assert [report["result"]["verdict"] for report in reports if "result" in report] == ["multiple"]
    assert sum(report["stage"] == "share" for report in reports) > 1


def test_a_spent_budget_after_the_verdict_keeps_the_verdict():
    document = {"kind": "minesweeper", "grid": ["1....", "..2..", ".....", "...2.", "1...."], "mines": 6}
    steps = CALLS["solve"]({"document": document})
    with pytest.raises(StopIteration) as end:
        while True:
            if "result" in next(steps).to_json():
                steps.throw(OutOfBudget())
    assert end.value.value["verdict"] == "multiple"
