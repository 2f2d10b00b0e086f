"""Time limits, cancellation and progress, from the point of view of a search that is driven."""

import gc
import sys
import time

import pytest

from tesuji.engine import budget as module
from tesuji.engine.budget import Budget, Progress, collector_paused, relayed, run, watched
from tesuji.errors import OutOfBudget


def search(seen, of=5):
    """Count safe points, and return the number reached."""
    progress = Progress(of=of)
    try:
        for progress.settled in range(of):
            seen.append(gc.isenabled())
            yield progress
    except OutOfBudget:
        return -progress.settled
    return of


def test_a_budget_is_spent_at_its_end_or_when_cancelled(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(module, "perf_counter", lambda: now[0])
    budget, endless = Budget(2), Budget()
    assert (budget.seconds, budget.spent(), endless.spent()) == (0, False, False)
    now[0] = 101.5
    assert (budget.seconds, budget.spent()) == (1.5, False)
    now[0] = 102.0
    assert (budget.seconds, budget.spent(), endless.spent()) == (2, True, False)
    endless.cancel()
    assert endless.spent()
    assert Budget(0).spent()


def test_a_search_is_driven_to_its_answer_and_watched_at_every_safe_point():
    watched = []
    assert run(search([]), watch=lambda progress: watched.append(progress.settled)) == 5
    assert watched == [0, 1, 2, 3, 4]


def test_a_spent_budget_is_thrown_into_the_search_at_the_next_safe_point():
    budget = Budget()
    assert run(search([]), budget, watch=lambda progress: progress.settled == 2 and budget.cancel()) == -2
    assert run(search([]), Budget(0)) == 0


def test_the_answer_of_an_inner_search_comes_with_the_outer_progress():
    outer, inner = Progress("outer"), search([])
    shown = []

    def whole():
        return (yield from relayed(inner, outer))

    assert run(whole(), watch=lambda progress: shown.append(progress.stage)) == 5
    assert shown == ["outer"] * 5
    assert list(inner) == []


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_rests_in_a_search_and_is_as_before_after_it(enabled):
    before = gc.isenabled()
    try:
        (gc.enable if enabled else gc.disable)()
        seen = []
        run(search(seen))
        assert seen == [False] * 5 and gc.isenabled() == enabled
        with pytest.raises(ZeroDivisionError), collector_paused():
            raise ZeroDivisionError
        assert gc.isenabled() == enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_progress_as_a_document():
    progress = Progress("search", 3, 9, {"nodes": 7})
    assert progress.to_json() == {"stage": "search", "settled": 3, "of": 9, "nodes": 7}


@pytest.mark.skipif(sys.platform == "emscripten", reason="a browser does not report CPU time")
def test_a_budget_of_cpu_time_does_not_count_waiting():
    budget = Budget(0.05, time.thread_time)
    time.sleep(0.1)
    assert not budget.spent() and budget.seconds < 0.05
    while budget.seconds < 0.05:
        pass
    assert budget.spent()


def test_the_end_of_the_budget_reaches_the_watched_search_from_the_points_between():
    between = [Progress()] * 3
    turns = watched(search([]), lambda _: iter(between))
    for _ in range(6):
        next(turns)
    budget = Budget(0)
    assert run(turns, budget) == -1
