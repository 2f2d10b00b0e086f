"""Compare the time in Pyodide with that in CPython on the same puzzles, in CPU seconds, in turn.

    python bench/pyodide.py [FILE.jsonl ...] [--repeat 3] [...]

Without a file, the puzzles are those of bench/puzzles. This is bench/peers.py with two peers, under Node, whose V8 is
also that of Chromium.
"""

from __future__ import annotations

import sys
from pathlib import Path

import peers

PUZZLES = Path(__file__).resolve().parent / "puzzles"

if __name__ == "__main__":
    files = [argument for argument in sys.argv[1:] if argument.endswith(".jsonl")] or [
        str(path) for path in sorted(PUZZLES.glob("*.jsonl"))
    ]
    options = [argument for argument in sys.argv[1:] if argument not in files]
    sys.argv[1:] = [*files, "--peers", "tesuji,pyodide", *options]
    peers.main()
