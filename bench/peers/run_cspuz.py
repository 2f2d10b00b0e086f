"""Runs cspuz (Rust, with Glucose in C++), through the program built from bench/peers/cspuz, at the given path; akari,
hitori, slitherlink and star battle. The time is the CPU time of that program, which handles all puzzles in one process.
"""

from __future__ import annotations

import sys
from pathlib import Path
from subprocess import PIPE, Popen

from serve import serve

program = Popen([sys.argv[1]], stdin=PIPE, stdout=PIPE, text=True)


def prepare(request: dict) -> str:
    document = request["document"]
    return f"{document['kind']} {document.get('stars', 1)} {'/'.join(document['grid'])}"


def decide(puzzle: str) -> str:
    program.stdin.write(f"{puzzle}\n")
    program.stdin.flush()
    return program.stdout.readline().strip() or "unknown"


def clock() -> float:
    """Return the CPU seconds of the program so far, with a resolution of nanoseconds."""
    return int(Path(f"/proc/{program.pid}/schedstat").read_text().split()[0]) / 1e9


if __name__ == "__main__":
    serve(decide, prepare, clock)
