"""Runs pbnsolve (Jan Wolter, C) at the given path, with a limit in seconds; nonograms only. The time is the CPU time of
the program without its start-up, which is measured beforehand on a board of one cell, because the other peers are
running processes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from resource import RLIMIT_CPU, RUSAGE_CHILDREN, getrusage, setrlimit
from subprocess import run
from tempfile import TemporaryDirectory

from serve import serve

WORDS = {"unique": "unique", "multiple": "multiple", "contradiction": "none"}


STARTS = 20
ONE_CELL = {"rows": [[1]], "cols": [[1]]}


class Clock:
    """CPU seconds of all runs so far, minus the start-up of each."""

    def __init__(self) -> None:
        self.runs, self.start = 0, 0.0

    def __call__(self) -> float:
        usage = getrusage(RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime - self.runs * self.start

    def measure_start(self) -> None:
        """Measure the minimum of several runs."""
        path, times = prepare({"document": ONE_CELL}), []
        for _ in range(STARTS):
            before = self()
            decide(path)
            times.append(self() - before)
        self.runs, self.start = 0, min(times)


clock = Clock()


def prepare(request: dict) -> str:
    """Write the puzzle to a file in Steve Simpson's format, and return its name."""
    document = request["document"]
    lines = [f"width {len(document['cols'])}", f"height {len(document['rows'])}"]
    for name, clues in (("rows", document["rows"]), ("columns", document["cols"])):
        lines += ["", name, *(",".join(map(str, runs or [0])) for runs in clues)]
    path = Path(FOLDER) / "puzzle.non"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def limit() -> None:
    """Make the program end itself, because the CPU time of a running process cannot be read from outside."""
    seconds = int(sys.argv[2])
    setrlimit(RLIMIT_CPU, (seconds, seconds))


def decide(path: str) -> str:
    clock.runs += 1
    words = run([sys.argv[1], "-u", "-b", path], capture_output=True, text=True, preexec_fn=limit).stdout.split()
    return next((WORDS[word] for word in words if word in WORDS), "unknown")


if __name__ == "__main__":
    with TemporaryDirectory() as FOLDER:
        clock.measure_start()
        serve(decide, prepare, clock)
