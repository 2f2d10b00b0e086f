"""The loop of every peer in Python: a puzzle a line in, {"verdict", "seconds"} a line out. The seconds are CPU time of
this process."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from time import process_time
from typing import Any


def serve(
    decide: Callable[[Any], str],
    prepare: Callable[[dict], Any] = lambda puzzle: puzzle,
    clock: Callable[[], float] = process_time,
) -> None:
    """Answers the driver until it goes away. `prepare` is not counted: it is for what a peer gets for nothing, such as
    clauses."""
    for line in sys.stdin:
        try:
            puzzle = prepare(json.loads(line))
            gc.collect()
            began = clock()
            verdict = decide(puzzle)
            answer = {"verdict": verdict, "seconds": clock() - began}
        except Exception as error:
            answer = {"verdict": "error", "seconds": 0.0, "message": repr(error)}
        print(json.dumps(answer), flush=True)


def verdict_of(solutions: int) -> str:
    """The verdict when at most two solutions were asked for."""
    return ("none", "unique", "multiple")[solutions]
