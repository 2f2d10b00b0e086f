"""Every call, on every kind, at the largest size and on contradictory clues, returns when its time is over, and memory
stays within the limits.

Time is CPU time of this process, so that a busy machine does not matter much. The documented limit is 100 ms; these
tests allow for four times as much, and for more on a machine that runs a loop more slowly than `USUAL`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from random import Random

import pytest

from tesuji.calls import CALLS
from tesuji.calls.serialize import Serializer
from tesuji.engine.budget import Progress, collector_paused
from tesuji.engine.reasons.proximity import Proximity
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Step
from tesuji.puzzles import parse, read
from tesuji.variables import place_of_literal
from thorough import sample

SIDE = 200
BUDGET = 0.1
USUAL = 0.07
"""The CPU time in seconds in which an ordinary machine adds a million squares."""


def slowness() -> float:
    """Return how many times slower than usual this machine is, at least 1."""
    begun = time.process_time()
    sum(number * number for number in range(1_000_000))
    return max(1.0, (time.process_time() - begun) / USUAL)


SLOWNESS = float(os.environ.get("TESUJI_SLOWNESS") or slowness())
GAP = 0.4 * SLOWNESS
"""The maximum number of seconds between two safe points, or after the last one."""
native = pytest.mark.skipif(sys.platform == "emscripten", reason="timed on the machine itself")
pytestmark = native


def sown(letters: str, width: int = SIDE, height: int = SIDE) -> list[str]:
    random = Random(5)
    return ["".join(random.choices(letters, k=width)) for _ in range(height)]


LARGEST = {
    "slitherlink": {"kind": "slitherlink", "grid": sown("0123....")},
    "slitherlink, empty": {"kind": "slitherlink", "grid": ["." * SIDE] * SIDE},
    "minesweeper": {"kind": "minesweeper", "grid": sown("123.....")},
    "minesweeper, 2000 mines": {"kind": "minesweeper", "grid": ["." * 100] * 100, "mines": 2000},
    "minesweeper, 8000 mines": {"kind": "minesweeper", "grid": ["." * SIDE] * SIDE, "mines": 8000},
    "binoxxo, empty": {"kind": "binoxxo", "grid": ["." * SIDE] * SIDE},
    "binoxxo": {"kind": "binoxxo", "grid": sown("OX" + 38 * ".")},
    "binoxxo, broken": {"kind": "binoxxo", "grid": sown("OX....")},
    "nonogram": {
        "kind": "nonogram",
        "rows": [[1] * (n % 60) for n in range(SIDE)],
        "cols": [[1] * (n % 60) for n in range(SIDE)],
    },
    "nonogram, ones": {"kind": "nonogram", "rows": [[1]] * SIDE, "cols": [[1]] * SIDE},
    "nonogram, many": {"kind": "nonogram", "rows": [[1] * 60] * SIDE, "cols": [[1] * 60] * SIDE},
    "akari": {"kind": "akari", "grid": sown(".....#012", 120, 120)},
    "hitori": {"kind": "hitori", "grid": sown("123456789abcdefghijklmnopqrstuvwxyz")},
    "star battle": {"kind": "star_battle", "grid": [letter * SIDE for letter in "abcdefghij" for _ in range(20)]},
}
DEGENERATE = {
    "a run of 999999": {"kind": "nonogram", "rows": [[999999], [1]], "cols": [[1], [1]]},
    "a run of 4300 digits": {"kind": "nonogram", "rows": [[int("9" * 4300)], *[[1]] * 24], "cols": [[1]] * 25},
    "10000 runs": {"kind": "nonogram", "rows": [[1] * 10_000] * 3, "cols": [[1], [1]]},
    "more mines than cells": {"kind": "minesweeper", "grid": ["..", "1."], "mines": 10**9},
    "one cell": {"kind": "slitherlink", "grid": ["2"]},
    "one row": {"kind": "slitherlink", "grid": ["." * SIDE]},
}
ALL = {**LARGEST, **DEGENERATE}
SEARCHES = ("solve", "explain", "hint", "conflict", "rate", "mend", "line", "check", "convert", "review")


def driven(name: str, args: dict, budget: float) -> tuple[float, float, float]:
    """Drive a call to its end; its budget is spent after this much CPU time. Return the time to the first safe point,
    the longest time between safe points after it, and the time that it ran after the budget was spent.
    """
    begun = last = time.process_time()
    first, longest, over = None, 0.0, None
    steps = CALLS[name](args)
    with collector_paused():
        try:
            next(steps)
            while True:
                now = time.process_time()
                if first is None:
                    first = now - begun
                else:
                    longest = max(longest, now - last)
                last = now
                if now - begun - first >= budget:
                    over = now if over is None else over
                    steps.throw(OutOfBudget())
                else:
                    next(steps)
        except (StopIteration, InputError, OutOfBudget):
            pass
        now = time.process_time()  # The garbage collector resumes after this; it is not part of a call.
    if first is None:
        return now - begun, 0.0, 0.0
    return first, max(longest, now - last), now - (over or last)


@cache
def known(name: str) -> tuple:
    """Return the puzzle, so that caches for its size are filled; the tests do not measure first readings."""
    return parse(ALL[name])


@pytest.mark.parametrize("call", SEARCHES)
@pytest.mark.parametrize("name", sample(ALL, 3))
def test_a_call_stops_when_its_time_is_over(call, name):
    known(name)
    document = ALL[name]
    args = {
        "document": document,
        **({"row": 0} if call == "line" else {}),
        **({"to": "json"} if call == "convert" else {}),
        **({"moves": [{"cells": [0], "after": "1"}, {"cells": [0], "after": "2"}]} if call == "review" else {}),
    }
    _, longest, over = driven(call, args, BUDGET)
    assert longest < GAP and over < GAP


def test_steps_are_serialized_before_the_time_is_over(monkeypatch):
    """A large explanation has 10,000 steps, which would take a second after the end of the budget."""
    serialized = []
    step = Serializer.step
    monkeypatch.setattr(Serializer, "step", lambda *args: serialized.append(1) or step(*args))
    steps = CALLS["explain"]({"document": {"kind": "nonogram", "rows": [[30]] * 30, "cols": [[30]] * 30}})
    while len(serialized) < 10:
        next(steps)
    before = len(serialized)
    with pytest.raises(StopIteration) as end:
        while True:
            steps.throw(OutOfBudget())
    assert len(end.value.value["steps"]) in (before, before + 1)
    assert len(serialized) <= before + 1


def test_a_list_of_steps_is_ordered_with_safe_points():
    _, puzzle = parse({"kind": "star_battle", "grid": ["aabb", "aabb", "ccdd", "ccdd"]})
    steps = [Step(0, puzzle.cells, "one-left", (), 0, {})] * 5
    proximity = Proximity(puzzle, Progress())
    assert len(list(proximity.ordered(steps, 1))) == len(steps)


@pytest.mark.parametrize("name", sample(LARGEST, 3))
def test_a_question_about_one_cell_stops_when_its_time_is_over(name):
    _, puzzle = known(name)
    document = ALL[name]
    cell = next(cell for cell in range(puzzle.size) if not puzzle.givens.known >> cell & 1)
    _, longest, over = driven("explain", {"document": document, "about": place_of_literal(puzzle, cell)}, BUDGET)
    assert longest < GAP and over < GAP


@pytest.mark.parametrize("kind", ["slitherlink", "minesweeper", "binoxxo", "nonogram"])
def test_generating_stops_when_its_time_is_over(kind):
    _, longest, over = driven("generate", {"kind": kind, "width": SIDE, "height": SIDE, "seed": 1}, BUDGET)
    assert longest < 2 * GAP and over < 2 * GAP


def test_a_census_stops_when_its_time_is_over():
    _, longest, over = driven("census", {"width": 5, "height": 5}, BUDGET)
    assert longest < GAP and over < GAP


TEXTS = {
    "addresses": "https://puzz.link/p?slither/10/10/" + "a" * 30 + " ",
    "addresses in a row": "https://puzz.link/p?slither/10/10/" + "a" * 30,
    "other addresses": "https://example.com/ ",
    "long addresses": "https://puzz.link/p?slither/200/200/" + "a" * 199_000 + " ",
    "games": "10x10:a1b2c3 ",
    "documents": '{"kind":"nonogram"}\n',
    "brackets": '[{"a":[',
    "quotes": '"',
    "lines": "1 1\n",
    "words": "a=b\n",
    "numbers": "1,2,",
}


@pytest.mark.parametrize("piece", sample(TEXTS.values()), ids=TEXTS)
def test_a_text_of_a_megabyte_is_read_within_a_second(piece):
    text = piece * (1_000_000 // len(piece))
    begun = time.process_time()
    with suppress(InputError):
        read(text)
    assert time.process_time() - begun < 1 * SLOWNESS


MEASURE = """
import json, re, sys
from pathlib import Path
from time import thread_time
from tesuji.calls import CALLS
from tesuji.engine.budget import Budget, run
from tesuji.errors import OutOfBudget
try:
    run(CALLS[sys.argv[1]]({"document": json.load(sys.stdin)}), Budget(float(sys.argv[2]), thread_time))
except OutOfBudget:
    pass
# Not getrusage: its maximum begins with that of the process that this one was forked from.
print(int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) // 1024, thread_time())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems count memory in other units")
@pytest.mark.parametrize(
    ("call", "name"),
    sample(
        [
            ("conflict", "slitherlink"),
            ("conflict", "slitherlink, empty"),
            ("rate", "slitherlink, empty"),
            ("conflict", "binoxxo, broken"),
            ("explain", "binoxxo"),
            ("explain", "slitherlink, empty"),
            ("conflict", "nonogram"),
            ("conflict", "hitori"),
        ],
        3,
    ),
)
def test_the_largest_boards_take_400_mb_and_end_after_six_seconds(call, name):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    document = json.dumps(LARGEST[name])
    command = [sys.executable, "-c", MEASURE, call, "6"]
    done = subprocess.run(command, input=document, env=environment, capture_output=True, text=True, check=True)
    megabytes, seconds = map(float, done.stdout.split())
    assert megabytes < 400 and seconds < 7 + SLOWNESS
