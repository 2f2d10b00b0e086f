"""Compare everyday puzzles with their marks, natively and in Pyodide as the site ships it (under Node), with the ratio.

    ./build.sh && python bench/solve.py [--native] [--puzzles 9]

Each puzzle is solved once, from the document to the verdict, so that no figure benefits from a warm cache; one more
puzzle is solved before, without counting. The puzzles come from the generator with fixed seeds. The figures are medians
of CPU time, with the best in brackets.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "bench")]

from marks import in_pyodide  # noqa: E402
from solve_marks import measure  # noqa: E402

from tesuji.engine.budget import run  # noqa: E402
from tesuji.engine.making.generate import generate  # noqa: E402
from tesuji.puzzles import rulebooks  # noqa: E402
from tesuji.puzzles.minesweeper.rules import position  # noqa: E402

MARKS = {
    "line of 30": (8, "us"),
    "nonogram 50x50": (50, "ms"),
    "binoxxo 14x14": (20, "ms"),
    "minesweeper 30x16": (100, "ms"),
    "slitherlink 10x10": (50, "ms"),
}
"""The limits for the medians, natively."""
LINES = 2000


def documents(count: int) -> dict[str, list[dict]]:
    """Return line-solvable nonograms, binoxxos, positions in the middle of a game, and easy slitherlinks: `count` of
    each, plus one.
    """
    sizes = {"nonogram 50x50": "easy", "binoxxo 14x14": "normal", "slitherlink 10x10": "easy"}
    made = {name: [made_of(name, seed, level) for seed in range(count + 1)] for name, level in sizes.items()}
    return {**made, "minesweeper 30x16": [in_a_game(seed) for seed in range(count + 1)]}


def made_of(name: str, seed: int, level: str, **options) -> dict:
    kind, size = name.split()
    width, height = map(int, size.split("x"))
    return run(generate(rulebooks()[kind], width, height, seed, level, **options)).document


def in_a_game(seed: int) -> dict:
    """Return a player's view after 67 % of the safe cells have been opened at random."""
    game = made_of("minesweeper 30x16", seed, "normal", game=True)
    random = Random(seed)
    safe = [[r, c] for r, row in enumerate(game["field"]) for c, cell in enumerate(row) if cell == "."]
    opened = [place for place in safe if place in game["opened"] or random.random() < 0.67]
    return {"kind": "minesweeper", "grid": position({**game, "opened": opened})}


def lines() -> Iterator[tuple[list[int], int, int]]:
    """Yield (runs, filled, empty) for random lines of 30 cells, half of them filled and half of them known."""
    random = Random(30)
    for _ in range(LINES):
        filled, known = random.getrandbits(30), random.getrandbits(30)
        runs = [len(run) for run in format(filled, "030b")[::-1].split("0") if run]
        yield runs, filled & known, ~filled & known & (1 << 30) - 1


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--native", action="store_true", help="without Pyodide")
    parser.add_argument("--puzzles", type=int, default=9, help="of each size (default 9)")
    options = parser.parse_args()
    print(f"making {options.puzzles} puzzles of each size ...", flush=True)
    task = json.dumps({"lines": list(lines()), "documents": documents(options.puzzles)})
    native = measure(task, process_time)
    pyodide = {} if options.native else in_pyodide("solve", task)
    print(f"\n{'':20}{'mark':>10}{'CPython':>20}{'Pyodide':>20}{'ratio':>8}")
    for name, (mark, unit) in MARKS.items():
        scale = 1e6 if unit == "us" else 1e3
        cells = [
            f"{median(spent) * scale:.2f} ({min(spent) * scale:.2f}) {unit}"
            for spent in (figures[name] for figures in (native, pyodide) if figures)
        ]
        ratio = f"{median(pyodide[name]) / median(native[name]):.1f}" if pyodide else ""
        missed = "" if median(native[name]) * scale <= mark else "  missed"
        print(f"{name:20}{f'{mark} {unit}':>10}{cells[0]:>20}{cells[1] if pyodide else '':>20}{ratio:>8}{missed}")


if __name__ == "__main__":
    main()
