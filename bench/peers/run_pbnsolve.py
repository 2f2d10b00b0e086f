"""pbnsolve (Jan Wolter, C), as a program at the path given: nonograms only. CPU time of the program, its start
(milliseconds) included."""

from __future__ import annotations

import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import run
from tempfile import TemporaryDirectory

from serve import serve

WORDS = {"unique": "unique", "multiple": "multiple", "contradiction": "none"}


def children() -> float:
    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def prepare(request: dict) -> str:
    """The puzzle in Steve Simpson's format, in a file."""
    document = request["document"]
    lines = [f"width {len(document['cols'])}", f"height {len(document['rows'])}"]
    for name, clues in (("rows", document["rows"]), ("columns", document["cols"])):
        lines += ["", name, *(",".join(map(str, runs or [0])) for runs in clues)]
    path = Path(FOLDER) / "puzzle.non"
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def decide(path: str) -> str:
    words = run([sys.argv[1], "-u", "-b", path], capture_output=True, text=True).stdout.split()
    return next((WORDS[word] for word in words if word in WORDS), "unknown")


if __name__ == "__main__":
    with TemporaryDirectory() as FOLDER:
        serve(decide, prepare, children)
