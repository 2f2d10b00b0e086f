"""Measure maps, conflicts and smallest sets over files of puzzles given by path.

    python bench/explain.py map|conflict FILE.jsonl ... [--size WxH] [--seconds 5] [--every N]

Prints a line for each puzzle that has one solution (CPU milliseconds, the histogram of k, and what is left if time runs
out), then the median, ninth decile and worst time of each size. For `conflict`, each puzzle is broken first: two row
clues of a nonogram are swapped, one number of a slitherlink or minesweeper is changed, or one cell of a binoxxo gets a
wrong letter. Puzzles that still have a solution are not counted.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "py"))

from tesuji.engine.budget import Budget, run
from tesuji.engine.reasons.conflict import conflict
from tesuji.engine.reasons.difficulty import measure
from tesuji.engine.reasons.grade import grade
from tesuji.engine.reasons.waves import waves
from tesuji.engine.search import solve
from tesuji.errors import OutOfBudget
from tesuji.puzzles import parse


class CpuBudget(Budget):
    """A budget in CPU seconds of this process, because the machine may be busy. On some systems, reading the clock at
    every safe point would take longer than the work, so it is read a hundred times a second.
    """

    def __init__(self, seconds: float):
        super().__init__()
        self.cpu_ends, self.ask_at = process_time() + seconds, 0.0

    def spent(self) -> bool:
        if monotonic() < self.ask_at:
            return False
        self.ask_at = monotonic() + 0.01
        return process_time() >= self.cpu_ends


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["map", "conflict"])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--size", default="")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    times: dict[str, list[float]] = {}
    for document in documents(options):
        size = f"{document['kind']} {size_of(document)}"
        seconds = (map_of if options.what == "map" else conflict_of)(document, options.seconds)
        if seconds is not None:
            times.setdefault(size, []).append(1000 * seconds)
    for size, found in sorted(times.items()):
        found.sort()
        ninth = found[-(-9 * len(found) // 10) - 1]
        print(
            f"{size:24} n {len(found):3}  median {statistics.median(found):8.1f}  p90 {ninth:8.1f}  worst {found[-1]:8.1f} ms"
        )


def documents(options: argparse.Namespace):
    number = 0
    for name in options.files:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            document = json.loads(line)
            if document.get("expected", {}).get("status") not in (None, "unique"):
                continue
            if options.size and options.size != size_of(document):
                continue
            number += 1
            if number % options.every == 0:
                yield document


def size_of(document: dict) -> str:
    puzzle = parse(document)[1]
    return f"{puzzle.width}x{puzzle.height}"


def map_of(document: dict, seconds: float) -> float | None:
    book, puzzle = parse(document)
    answer = run(solve(puzzle), CpuBudget(20))
    if answer.verdict != "unique":
        return None
    began = process_time()
    found = run(
        measure(puzzle, answer.boards[0], puzzle.cells, book.explaining.counted, book.explaining.tiers),
        CpuBudget(seconds),
    )
    took = process_time() - began
    mark = grade(run(waves(puzzle, book), CpuBudget(seconds)), book.rating.scale)
    cells = dict(Counter(settled.k for settled in found.settled.values()))
    left = "" if found.finished else f"  {found.targets.bit_count() - len(found.settled)} left"
    print(
        f"{document['id']:36} {1000 * took:8.1f} ms  rating {mark.rating} level {mark.level}  {cells}{left}",
        flush=True,
    )
    return took


def conflict_of(document: dict, seconds: float) -> float | None:
    book, puzzle = parse(broken(document))
    began = process_time()
    try:
        found = run(conflict(puzzle, what=book.explaining.counted), CpuBudget(seconds))
    except OutOfBudget:
        print(f"{document['id']:36} undecided", flush=True)
        return seconds
    took = process_time() - began
    if found is None:
        return None
    size = len(found.constraints) + found.givens.known.bit_count()
    print(
        f"{document['id']:36} {1000 * took:8.1f} ms  {size} of {len(puzzle.constraints)}{'' if found.minimal else ', not proven minimal'}",
        flush=True,
    )
    return took


def broken(document: dict) -> dict:
    random = Random(document["id"])
    if document["kind"] == "nonogram":
        rows = [list(row) for row in document["rows"]]
        first, second = random.sample(range(len(rows)), 2)
        rows[first], rows[second] = rows[second], rows[first]
        return {**document, "rows": rows}
    grid = [list(row) for row in document["grid"]]
    if document["kind"] == "binoxxo":
        r, c = random.choice([(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == "."])
        grid[r][c] = "XO"[document["expected"]["solution"][r][c] == "X"]
    else:
        r, c = random.choice([(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter in "123"])
        grid[r][c] = random.choice([letter for letter in "123" if letter != grid[r][c]])
    return {**document, "grid": ["".join(row) for row in grid]}


if __name__ == "__main__":
    main()
