"""Measure the time to generate puzzles, compared with Simon Tatham's generators, and to solve large minesweepers.

    python bench/made.py generators [KIND ...] [--sizes 10 20] [--seeds 5] [--tatham FOLDER]
    python bench/made.py totals [--sizes 36 50] [--boards 3] [--write FILE.jsonl]

`generators` prints, for each kind and size, the CPU seconds for a puzzle of any level (the median and the maximum over
the seeds) and the number of its clues. With the folder of Tatham's programs (`sgt-loopy`, `sgt-unruly`, `sgt-pattern`),
it also prints their median and the ratio, from the same run.

`totals` uses random positions in which 15, 25 or 40 % of the safe cells are open, each with its true number of mines,
with far too few, and with far too many. It prints the CPU seconds to the verdict, and how many are undecided. `--write`
stores the positions, for `bench/peers.py`.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "py"))

import tesuji
from tesuji.puzzles.minesweeper.rules import numbers

TATHAM = {"slitherlink": ("sgt-loopy", "{n}x{n}t0de"), "binoxxo": ("sgt-unruly", "{n}x{n}de")}
TATHAM["nonogram"] = ("sgt-pattern", "{n}x{n}")
OPEN = (0.15, 0.25, 0.4)
MINES = 0.2
"""The share of the cells that are mines."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("generators", "totals"))
    parser.add_argument("kinds", nargs="*", default=["slitherlink", "binoxxo", "nonogram", "minesweeper"])
    parser.add_argument("--sizes", type=int, nargs="+")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--boards", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--tatham", type=Path)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args()
    if options.what == "totals":
        totals(options)
    else:
        for kind in options.kinds:
            for size in options.sizes or (10, 20):
                generator(kind, size, options)


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = process_time()
    found = work()
    return process_time() - began, found


def generator(kind: str, size: int, options: argparse.Namespace) -> None:
    """Print a line about one kind and size. The first puzzle is not counted, because it loads the modules."""
    tesuji.generate(kind, 6, 6, seed=0, timeout=options.seconds)
    times, clues = [], []
    for seed in range(options.seeds):
        taken, made = timed(lambda seed=seed: tesuji.generate(kind, size, size, seed, "any", timeout=options.seconds))
        times.append(taken)
        clues.append(sum(letter != "." for row in made["document"].get("grid", ()) for letter in row))
    line = f"{kind:12} {size:3} {median(times):8.3f} s, longest {max(times):.3f}, clues {median(clues):.0f}"
    if options.tatham and kind in TATHAM:
        program, form = TATHAM[kind]
        command = [str(options.tatham / program), "--generate", "1"]
        peer = median([child(command, f"{form.format(n=size)}#{seed}") for seed in range(options.seeds)])
        line += f"; Tatham {peer:.3f} s, ratio {peer / median(times):.2f}"
    print(line, flush=True)


def child(command: list[str], text: str) -> float:
    """Return the CPU seconds of a program."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*command, text], check=True, stdout=subprocess.DEVNULL)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime - began.ru_utime + ended.ru_stime - began.ru_stime


def position(size: int, share: float, seed: int) -> dict:
    random = Random(seed)
    cells = [(r, c) for r in range(size) for c in range(size)]
    mines = set(random.sample(cells, int(MINES * size**2)))
    safe = [cell for cell in cells if cell not in mines]
    shown = set(random.sample(safe, int(share * len(safe))))
    known = numbers(["".join("*" if (r, c) in mines else "." for c in range(size)) for r in range(size)])
    grid = ["".join(str(known[r][c]) if (r, c) in shown else "." for c in range(size)) for r in range(size)]
    return {"kind": "minesweeper", "grid": grid, "mines": len(mines), "id": f"mines-{size}-{share}-{seed}"}


def totals(options: argparse.Namespace) -> None:
    lines = []
    for size in options.sizes or (36, 50):
        for name, factor in ("true", 1), ("too few", 0.5), ("too many", 2.5):
            times, undecided = [], 0
            for share in OPEN:
                for seed in range(options.boards):
                    document = position(size, share, seed)
                    document["mines"] = int(factor * document["mines"])
                    lines.append(json.dumps({**document, "id": f"{document['id']}-{name.replace(' ', '-')}"}))
                    taken, answer = timed(
                        lambda document=document: tesuji.solve(document, timeout=options.seconds, share=False)
                    )
                    times.append(taken)
                    undecided += answer["verdict"] == "unknown"
            print(
                f"{size} {name:8} median {median(times):.3f} s, longest {max(times):.3f}, undecided {undecided}",
                flush=True,
            )
    if options.write:
        options.write.write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
