"""Compare the voices of the clause learner, alone and together, on nonograms: CPU seconds, conflicts, deciding voice.

    python bench/voices.py [FILE.jsonl ...] [--only TEXT,...] [--seconds 20] [--portfolios lazy,beliefs,order,all]
                           [--random 25 --density 0.46 --boards 20] [--copies 5]

Without a file, boards are made from seeds: squares with randomly filled cells. `lazy`, `beliefs` (lazy lines with
beliefs), `order` and `order-beliefs` are single voices; `all` is the default of Tesuji, `without-beliefs` the two
voices of the first version. `--copies` adds mirrored and transposed copies of each board, up to eight, because a single
run means little for boards with several solutions.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "py"))

from tesuji.constraints.runs import runs_of
from tesuji.engine import search
from tesuji.engine.budget import Budget, run
from tesuji.engine.sat import encoding
from tesuji.engine.sat.encoding import BELIEFS, LAZY, ORDER, PORTFOLIO, Learner
from tesuji.puzzles import parse

PORTFOLIOS = {
    "lazy": (LAZY._replace(turn=None),),
    "beliefs": (BELIEFS._replace(turn=None),),
    "order": (ORDER._replace(turn=None),),
    "order-beliefs": (ORDER._replace(turn=None, beliefs=True),),
    "without-beliefs": (LAZY._replace(turn=250), ORDER),
    "all": PORTFOLIO,
}


class CpuBudget(Budget):
    """A budget in CPU seconds of this process, because the machine may be busy."""

    def __init__(self, seconds: float):
        super().__init__()
        self.cpu_ends = process_time() + seconds

    def spent(self) -> bool:
        return process_time() >= self.cpu_ends


def random_board(size: int, density: float, seed: int) -> dict[str, Any]:
    rnd = random.Random(f"{size} {density} {seed}")
    rows = ["".join("#" if rnd.random() < density else "." for _ in range(size)) for _ in range(size)]
    return {
        "kind": "nonogram",
        "id": f"{size}x{size} {density} #{seed}",
        "rows": [runs_of(row) for row in rows],
        "cols": [runs_of("".join(column)) for column in zip(*rows)],
    }


def decide(document: dict[str, Any], portfolio: str, seconds: float) -> tuple[float, str, int]:
    """Return CPU seconds, verdict and conflicts."""
    voices = PORTFOLIOS[portfolio]
    encoding.Learner = partial(Learner, voices=voices)
    began = process_time()
    _, puzzle = parse(document)
    steps = search.solve(puzzle, depth=False, share=False)
    answer = run(steps, CpuBudget(seconds))
    return process_time() - began, answer.verdict, int(answer.stats.get("conflicts", 0))


def documents(options: argparse.Namespace) -> list[dict[str, Any]]:
    return [copy(board, number) for board in boards(options) for number in COPIES[: options.copies]]


COPIES = (0, 1, 2, 4, 7, 3, 5, 6)


def copy(document: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the board upside down (1), mirrored (2), transposed (4), or several of these."""
    rows, columns = document["rows"], document["cols"]
    if number & 1:
        rows, columns = rows[::-1], [runs[::-1] for runs in columns]
    if number & 2:
        rows, columns = [runs[::-1] for runs in rows], columns[::-1]
    if number & 4:
        rows, columns = columns, rows
    return {"kind": "nonogram", "id": f"{document['id']} /{number}", "rows": rows, "cols": columns}


def boards(options: argparse.Namespace) -> list[dict[str, Any]]:
    if not options.files:
        return [random_board(options.random, options.density, seed) for seed in range(options.boards)]
    found = [json.loads(line) for path in options.files for line in Path(path).read_text().splitlines()]
    only = options.only.split(",")
    return [one for one in found if one["kind"] == "nonogram" and any(text in one["id"] for text in only)]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="*")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--portfolios", default="lazy,beliefs,order,order-beliefs,without-beliefs,all")
    parser.add_argument("--random", type=int, default=25)
    parser.add_argument("--density", type=float, default=0.46)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--copies", type=int, default=1)
    options = parser.parse_args()
    times: dict[str, list[float]] = {name: [] for name in options.portfolios.split(",")}
    print(f"{'':24}" + "".join(f"{name:>28}" for name in times))
    for document in documents(options):
        row = f"{document['id'][:23]:24}"
        for name, found in times.items():
            seconds, verdict, conflicts = decide(document, name, options.seconds)
            found.append(seconds)
            row += f"{seconds:11.2f} {verdict:8} {conflicts:7}"
        print(row, flush=True)
    for name, found in times.items():
        found.sort()
        print(f"{name:24} sum {sum(found):8.2f}  median {found[len(found) // 2]:7.3f}  worst {found[-1]:7.2f}")


if __name__ == "__main__":
    main()
