"""Measure the time for writing and checking certificates, relative to the time for solving.

    python bench/certificates.py [FILE.jsonl ...] [--seconds 60] [--repeat 3] [--every N]

Prints a line for each puzzle: verdict, lines, CPU milliseconds for solving, writing and checking, and the two ratios.
Then prints for each kind the geometric mean of the ratios, the ratio of the total times, the worst ratio, and how many
exceed the marks: writing takes at most WRITING times as long as solving, checking at most CHECKING times. Each time is
the minimum of the rounds. A puzzle that is not decided and proven in time counts as open. Without a file, the puzzles
are those of `bench/puzzles`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Generator
from pathlib import Path
from statistics import geometric_mean
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "py"))

from explain import CpuBudget

from tesuji.calls.certificate import of_answer
from tesuji.calls.solving import decide
from tesuji.checker import check
from tesuji.engine.budget import run
from tesuji.errors import OutOfBudget
from tesuji.puzzles import parse

PUZZLES = Path(__file__).resolve().parent / "puzzles"
WRITING, CHECKING = 2, 10
"""The limits, as multiples of the time for solving."""
Times = tuple[float, float, float]
"""CPU seconds for solving, writing and checking."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", default=sorted(PUZZLES.glob("*.jsonl")))
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    lines = [line for name in options.files for line in Path(name).read_text(encoding="utf-8").splitlines()]
    found: dict[str, list[Times]] = defaultdict(list)
    for number, line in enumerate(lines[:: options.every]):
        document = json.loads(line)
        name = document.get("id", number)
        rounds = []
        try:
            for _ in range(options.repeat):
                verdict, text, times = measured(document, options.seconds)
                rounds.append(times)
        except OutOfBudget:
            print(f"{name:32} open", flush=True)
            continue
        solving, writing, checking = times = tuple(map(min, zip(*rounds)))
        found[document["kind"]].append(times)
        print(
            f"{name:32} {verdict:8} {text.count(chr(10)):7} lines {1000 * solving:9.1f} {1000 * writing:9.1f}"
            f" {1000 * checking:9.1f} ms {writing / solving:6.2f} {checking / solving:6.2f}",
            flush=True,
        )
    for kind, times in found.items():
        print(f"{kind}: {len(times)} puzzles; {report(times, 1, WRITING)}; {report(times, 2, CHECKING)}")


def measured(document: dict[str, Any], seconds: float) -> tuple[str, str, Times]:
    """Return the verdict, the certificate, and the times. Raises OutOfBudget."""
    book, puzzle = parse(document)
    budget = CpuBudget(seconds)
    answer, solving = timed(lambda: run(decide(book, puzzle), budget))
    if answer.verdict == "unknown":
        raise OutOfBudget
    text, writing = timed(lambda: run(of_answer(book, puzzle, answer), budget))
    _, checking = timed(lambda: ended(check(text)))
    return answer.verdict, text, (solving, writing, checking)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    began = process_time()
    return work(), process_time() - began


def ended(steps: Generator[Any, None, Any]) -> Any:
    """Return the return value of a generator."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return end.value


def report(times: list[Times], which: int, mark: float) -> str:
    ratios = [one[which] / one[0] for one in times]
    together = sum(one[which] for one in times) / sum(one[0] for one in times)
    return (
        f"{('', 'writing', 'checking')[which]} {geometric_mean(ratios):.2f} times solving, "
        f"all together {together:.2f}, worst {max(ratios):.1f}, {sum(ratio > mark for ratio in ratios)} beyond {mark}"
    )


if __name__ == "__main__":
    main()
