"""The main loop of every peer in Python: reads one puzzle per line, and writes one line {"verdict", "seconds"} for
each. The seconds are CPU time of this process.
"""

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
    """Answer the driver until it closes the connection. `prepare` is not counted: it makes data that a peer gets for
    free, such as clauses.
    """
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
    """Return the verdict from the number of solutions, of which at most two were requested."""
    return ("none", "unique", "multiple")[solutions]
