"""Measure the time as a function of size, for each kind, on boards that propagation alone solves and on hard ones.

    python bench/growth.py [KIND ...] [--puzzles 3] [--timeout 60] [--copy docs/growth.svg]

Prints CPU milliseconds (the median of some puzzles of a size, from the document to the verdict) and writes
build/growth/growth.svg. The puzzles come from the generator, which takes much longer than solving them; they are stored
in the same folder for the next run.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Iterator
from itertools import count
from math import floor, log10
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "build" / "growth"
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "bench")]

from make import made, random_nonogram  # noqa: E402

from tesuji.engine.budget import Budget, run  # noqa: E402
from tesuji.engine.search import solve  # noqa: E402
from tesuji.puzzles import parse  # noqa: E402

EASY, HARD = "propagation alone", "hard"
SIDES = {
    "nonogram": {EASY: (10, 15, 20, 30, 45, 70, 100), HARD: (10, 15, 20, 25, 30)},
    "minesweeper": {EASY: (5, 9, 16, 24, 32), HARD: (5, 9, 16, 24)},
    "slitherlink": {EASY: (4, 5, 7, 10, 15, 20), HARD: (4, 5, 7, 10, 15)},
    "binoxxo": {EASY: (6, 8, 10, 14, 20, 26), HARD: (6, 8, 10, 14, 20)},
}


def puzzles(kind: str, level: str, side: int, wanted: int) -> Iterator[dict]:
    """Yield the requested number of puzzles, generating those that are not stored yet."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for number in range(1, wanted + 1):
        path = KEPT / f"{kind}-{level.replace(' ', '-')}-{side}-{number}.json"
        if not path.exists():
            print(f"\rmaking {path.stem} ...", end="", file=sys.stderr, flush=True)
            path.write_text(json.dumps(puzzle(kind, level, side, number)))
        yield json.loads(path.read_text())


def puzzle(kind: str, level: str, side: int, number: int) -> dict:
    if kind != "nonogram":
        return made(kind, side, number, "easy" if level == EASY else "hard")
    if level == HARD:
        return random_nonogram(side, number)
    fuller = (random_nonogram(side, 1000 * number + seed, 0.65) for seed in count())
    return next(document for document in fuller if answer(document, 60).depth == 0)


def answer(document: dict, seconds: float):
    _, parsed = parse(document)
    steps = solve(parsed, limit=2, depth=False, share=False)
    return run(steps, Budget(seconds))


def seconds(document: dict, limit: float) -> float:
    """Return CPU seconds, the best of up to five runs."""
    best, spent = limit, 0.0
    for _ in range(5):
        gc.collect()
        began = process_time()
        if answer(document, limit).verdict == "unknown":
            return limit
        best = min(best, process_time() - began)
        spent += best
        if spent > 1:
            break
    return best


Line = list[tuple[int, float]]
"""(cells, milliseconds) for each size."""


def measure(kind: str, level: str, wanted: int, limit: float) -> Line:
    line = []
    for side in SIDES[kind][level]:
        times = [seconds(document, limit) for document in puzzles(kind, level, side, wanted)]
        line.append((side * side, 1000 * median(times)))
        print(
            f"\r{kind:<12} {level:<18} {f'{side}x{side}':>8} {line[-1][1]:>10.2f} ms   slowest {1000 * max(times):>10.2f} ms{growth(line)}"
        )
    return line


def growth(line: Line) -> str:
    """Return the growth of the time from the previous size, as an exponent of the number of cells."""
    if len(line) < 2:
        return ""
    (cells, before), (more, now) = line[-2:]
    return f"   cells^{log10(now / before) / log10(more / cells):.1f}"


# The plot: a panel for each kind, with logarithmic axes.

WIDTH, HEIGHT, LEFT, TOP, GAP = 190, 150, 52, 34, 46
COLOURS = {EASY: ("#2a7ab8", ""), HARD: ("#d1632a", ' stroke-dasharray="5 3"')}


def plot(lines: dict[str, dict[str, Line]]) -> str:
    """Return all panels as SVG, in colours that are readable on white and on black."""
    points = [point for levels in lines.values() for line in levels.values() for point in line]
    low, high = (floor(log10(min(y for _, y in points))), floor(log10(max(y for _, y in points))) + 1)
    panels = "".join(
        _panel(LEFT + number * (WIDTH + GAP), kind, levels, low, high)
        for number, (kind, levels) in enumerate(lines.items())
    )
    width, height = LEFT + len(lines) * (WIDTH + GAP) - GAP + 22, TOP + HEIGHT + 44
    legend = "".join(
        f'<path d="M{LEFT + 150 * number},12h26" stroke="{colour}" stroke-width="2"{dashes}/><text x="{LEFT + 150 * number + 32}" y="16">{level}</text>'
        for number, (level, (colour, dashes)) in enumerate(COLOURS.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="11" fill="#808080">{legend}{panels}</svg>\n'
    )


def _panel(left: int, kind: str, levels: dict[str, Line], low: int, high: int) -> str:
    most = 4

    def place(cells: float, milliseconds: float) -> tuple[float, float]:
        x = left + (log10(cells) - 1) / (most - 1) * WIDTH
        return x, TOP + HEIGHT - (log10(milliseconds) - low) / (high - low) * HEIGHT

    parts = [
        f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 34}" text-anchor="middle" font-size="12">{kind}, cells</text>'
    ]
    for power in range(low, high + 1):
        _, y = place(10, 10.0**power)
        label = f"{10.0**power / 1000:g} s" if power >= 3 else f"{10.0**power:g} ms"
        parts.append(f'<path d="M{left},{y:.1f}h{WIDTH}" stroke="#808080" stroke-opacity=".35"/>')
        if left == LEFT:
            parts.append(f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for power in range(1, most + 1):
        x, _ = place(10.0**power, 1)
        parts.append(f'<text x="{x:.1f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{10**power}</text>')
    for level, line in levels.items():
        colour, dashes = COLOURS[level]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in (place(*point) for point in line)
        ]
    return "".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(SIDES)}; all where none is named")
    parser.add_argument("--puzzles", type=int, default=3, help="of each size")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for one puzzle")
    parser.add_argument("--copy", type=Path, help="also write the plot there")
    options = parser.parse_args()
    lines = {
        kind: {level: measure(kind, level, options.puzzles, options.timeout) for level in SIDES[kind]}
        for kind in options.kinds or SIDES
    }
    for path in filter(None, (KEPT / "growth.svg", options.copy)):
        path.write_text(plot(lines))
        print(path)


if __name__ == "__main__":
    main()
