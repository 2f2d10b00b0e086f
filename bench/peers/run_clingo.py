"""Runs clingo in this process with the encodings `<kind>.lp` next to this file or, with the argument "tuned",
`<kind>.tuned.lp`.

The time is from the facts to the verdict: grounding and solving.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path

import clingo

from serve import serve, verdict_of

SUFFIX = "tuned.lp" if "tuned" in sys.argv[1:] else "lp"


@lru_cache
def encoding(kind: str) -> str:
    return Path(__file__).with_name(f"{kind}.{SUFFIX}").read_text()


def decide(puzzle: dict) -> str:
    control = clingo.Control(["--models=2", "--warn=none"])
    control.add("base", [], encoding(puzzle["document"]["kind"]) + puzzle["facts"])
    control.ground([("base", [])])
    models = []
    control.solve(on_model=lambda model: models.append(None))
    return verdict_of(len(models))


if __name__ == "__main__":
    serve(decide)
