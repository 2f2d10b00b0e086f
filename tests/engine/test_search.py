"""The search: how its tiers work together, and the depth that it reports."""

from __future__ import annotations

import contextlib
from random import Random

import pytest

from oracle import golden
from tesuji import solve
from tesuji.bitset import iter_bits
from tesuji.constraints.runs import generate_hints
from tesuji.engine import search
from tesuji.engine.budget import Budget, Progress, run
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.errors import OutOfBudget
from tesuji.model import Board
from tesuji.puzzles import parse, rulebooks
from thorough import not_in_pyodide

NONOGRAMS = {
    case["name"]: {"kind": "nonogram", "rows": case["rows"], "cols": case["cols"]}
    for case in golden("nonogram_puzzles.json")
}


DEEP = {"kind": "slitherlink", "grid": ["1.", ".2", "1."]}


def answer_of(document: dict, **options):
    _, puzzle = parse(document)
    return run(search.solve(puzzle, **options))


# -- depth -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "depth"),
    [
        ("easy_5x5_1", 0),
        ("1x1_empty", 0),
        ("seed_typical_2wide_4high", 1),
        ("seed_typical_transposed", 1),
        ("bt_10x10_1", 1),
        ("matlab_false_MP_1", 1),
    ],
)
def test_depth_is_the_hypotheses_that_it_takes(name, depth):
    assert answer_of(NONOGRAMS[name]).depth == depth


def test_nested_hypotheses_have_depth_two():
    """In this puzzle, propagation refutes no single wrong value."""
    answer = answer_of(DEEP)
    assert (answer.verdict, answer.depth) == ("unique", 2)


def test_depth_does_not_depend_on_the_tier_that_found_the_solution(monkeypatch):
    monkeypatch.setattr(search, "PROBES", 0)
    assert [answer_of(NONOGRAMS[name]).depth for name in ("easy_5x5_1", "bt_10x10_1")] == [0, 1]
    assert answer_of(DEEP).depth == 2


@pytest.mark.parametrize(("hypotheses", "depth"), [(3, None), (4, 1)])
def test_depth_is_unknown_if_it_would_take_too_long(monkeypatch, hypotheses, depth):
    monkeypatch.setattr(search, "DEPTH_PROBES", hypotheses)
    monkeypatch.setattr(search, "PROBES", 0)
    answer = answer_of(NONOGRAMS["bt_10x10_1"])
    assert (answer.verdict, answer.depth) == ("unique", depth)


@pytest.mark.parametrize(("probes", "conflicts"), [(1, 0), (3, 1)])
def test_probing_may_continue_after_some_learning(probes, conflicts, monkeypatch):
    """Verdict, boards, shared cells and depth are those of a search that probes first."""
    chance = Random(probes)
    later: list[int] = []
    probe_until = search.Search._probe_until

    def noted(self, most):
        later.append(most)
        return probe_until(self, most)

    for number in range(40):
        rows = ["".join(".#"[chance.random() < 0.5] for _ in range(7)) for _ in range(7)]
        clues = dict(zip(("rows", "cols"), generate_hints(rows)))
        clues["rows"][0] = [*clues["rows"][0], 1] if number % 4 == 0 else clues["rows"][0]
        expected = answer_of({"kind": "nonogram", **clues}, limit=3)
        with monkeypatch.context() as changed:
            changed.setattr(search, "PROBES", probes)
            changed.setattr(search, "LONG_SEARCH", conflicts)
            changed.setattr(search.Search, "_probe_until", noted)
            found = answer_of({"kind": "nonogram", **clues}, limit=3)
        assert found[0] == expected[0] and found[2:5] == expected[2:5] and len(found.boards) == len(expected.boards)
    assert search.LATER_PROBES in later


def test_depth_is_computed_only_on_request(monkeypatch):
    monkeypatch.setattr(search, "PROBES", 0)
    assert answer_of(NONOGRAMS["bt_10x10_1"], depth=False).depth is None


# -- boards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 24, 25])
def test_it_stops_at_the_limit(limit):
    answer = answer_of(NONOGRAMS["4x4_latin"], limit=limit)
    assert len(answer.boards) == len(set(answer.boards)) == min(limit, 24)
    assert answer.verdict == ("unknown" if limit == 1 else "multiple")


def test_shared_values_are_found_only_on_request():
    """Two solutions that share two lines."""
    document = {"kind": "nonogram", "rows": [[3], [], [1], [1]], "cols": [[1], [1, 1], [1, 1]]}
    truth = solve(document)
    assert truth["verdict"] == "multiple" and truth["forced"] == ["###", "...", ".??", ".??"]
    answer = answer_of(document, share=False)
    assert answer.verdict == "multiple" and not answer.complete
    assert answer_of(document).complete


@not_in_pyodide
def test_sharing_takes_as_long_as_the_verdict_unless_it_is_thorough():
    """A board with few filled cells and many solutions: the incomplete answer has a lower and an upper bound."""
    random = Random("nonogram 18 0.25 1")
    picture = ["".join("#" if random.random() < 0.25 else "." for _ in range(18)) for _ in range(18)]
    rows, columns = generate_hints(picture)
    document = {"kind": "nonogram", "rows": rows, "cols": columns}
    quick, thorough = solve(document), solve(document, thorough=True)
    assert quick["verdict"] == "multiple" and not quick["forced_complete"] and thorough["forced_complete"]
    marks = zip(quick["forced_marks"], thorough["forced_marks"], quick["possible_marks"])
    assert all(low in ("0", exact) and exact in ("0", high) for low, exact, high in marks)


def test_contradictions_name_their_constraint():
    _, puzzle = parse({"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]})
    answer = run(search.solve(puzzle))
    assert answer.verdict == "none" and answer.blame in puzzle.constraints


def test_single_bits():
    assert list(iter_bits(0b10110)) == [0b10, 0b100, 0b10000] and list(iter_bits(0)) == []


# -- propagation -------------------------------------------------------------------------------------------------------


def test_states_never_change():
    _, puzzle = parse(NONOGRAMS["bt_10x10_1"])
    propagator = ConstraintPropagator(puzzle)
    *_, root = propagator.root()
    before = propagator.known(root)
    for cell in range(puzzle.size):
        for yes, no in ((1 << cell, 0), (0, 1 << cell)):
            with contextlib.suppress(search.Contradiction):
                propagator.extend(root, yes, no)
    assert propagator.known(root) == before


def test_boards():
    assert Board(0b0110, 0b1001).known == 0b1111
    assert Board(0b0110, 0b1000).shared(Board(0b0010, 0b1100)) == Board(0b0010, 0b1000)


# -- budgets -----------------------------------------------------------------------------------------------------------


def steps_of(length: int):
    """Count to `length`, or return the point at which the search was stopped."""
    progress = Progress(of=length)
    try:
        for progress.settled in range(length):
            yield progress
    except OutOfBudget:
        return f"stopped at {progress.settled}"
    return "done"


def test_a_budget_stops_a_search():
    assert run(steps_of(5)) == "done"
    assert run(steps_of(5), Budget(1000)) == "done"
    assert run(steps_of(5), Budget(0)) == "stopped at 0"
    cancelled = Budget()
    cancelled.cancel()
    assert cancelled.spent() and run(steps_of(5), cancelled) == "stopped at 0"


def test_observers_see_every_safe_point():
    seen = []
    run(steps_of(4), watch=lambda progress: seen.append(progress.to_json()["settled"]))
    assert seen == [0, 1, 2, 3]


def test_progress_counts_up():
    document = NONOGRAMS["bt_20x20_1"]
    seen = []
    _book, puzzle = parse(document)
    run(search.solve(puzzle), watch=lambda progress: seen.append((progress.settled, progress.of)))
    settled = [settled for settled, _ in seen]
    assert settled == sorted(settled) and {of for _, of in seen} == {400}


WAYS = {
    "binoxxo": [
        *[("propagation", 0, 0), ("probing", 9, 0), ("probing", 16, 0)],
        *[("propagation", 0, 0), ("probing", 2, 0), ("propagation", 0, 0)],
    ],
    "minesweeper": [("propagation", 0, 0), ("learning", 70, 5), ("probing", 21, 3), ("probing", 5, 0)],
    "nonogram": [
        *[("propagation", 0, 0), ("propagation", 0, 0), ("probing", 2, 0)],
        *[("probing", 17, 0), ("propagation", 0, 0)],
    ],
    "slitherlink": [
        *[("propagation", 0, 0), ("learning", 181, 3), ("probing", 346, 0)],
        *[("probing", 26, 0), ("probing", 9, 0)],
    ],
}
"""For each example: the deciding tier, its probes, and the learner's conflicts."""


@pytest.mark.parametrize("kind", WAYS)
def test_the_way_to_the_verdict_is_pinned(kind):
    """The work is the same on every machine. For an intended change, measure it and write the new numbers here."""
    found = [answer_of(example["document"]).stats for example in rulebooks()[kind].examples]
    assert [(stats["tier"], stats["probes"], stats.get("conflicts", 0)) for stats in found] == WAYS[kind]
