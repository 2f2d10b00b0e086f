"""cspuz (Rust, with Glucose in C++), as the program that bench/peers/cspuz makes, at the path given: slitherlinks only.
CPU time of that program, which goes on from puzzle to puzzle."""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import PIPE, Popen

from serve import serve

program = Popen([sys.argv[1]], stdin=PIPE, stdout=PIPE, text=True)


def prepare(request: dict) -> str:
    return "/".join(request["document"]["grid"])


def decide(rows: str) -> str:
    program.stdin.write(f"{rows}\n")
    program.stdin.flush()
    return program.stdout.readline().strip() or "unknown"


def clock() -> float:
    """CPU seconds of the program so far, in nanoseconds' steps."""
    return int(Path(f"/proc/{program.pid}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    serve(decide, prepare, clock)
