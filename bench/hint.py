"""Measure the time until a hint appears, natively and in Pyodide as the site ships it (under Node), with the ratio.

    ./build.sh && python bench/hint.py [--why [--first]] [--native] [--puzzles 6] [--fewest KIND | FILE.jsonl ...]

Each puzzle is measured after 0, 25, 50 and 75 % of the human-style steps. With `--why`, "why this cell" is asked four
times on the empty board, for random cells; with `--first`, each time about another puzzle, so that nothing is cached.
Without files, the puzzles come from the generator with fixed seeds, easy and hard ones; with `--fewest`, they are 10x10
puzzles of one kind without redundant clues. The figures are CPU time: median, ninth decile, worst.
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

from hint_marks import measure  # noqa: E402
from marks import in_pyodide  # noqa: E402
from ratings import fewest  # noqa: E402

from tesuji.bitset import members  # noqa: E402
from tesuji.calls import explain  # noqa: E402
from tesuji.engine.budget import Budget, run  # noqa: E402
from tesuji.engine.making.generate import generate  # noqa: E402
from tesuji.puzzles import rulebook_of, rulebooks  # noqa: E402
from tesuji.variables import place_of_literal  # noqa: E402

SIZES = {"nonogram": (10, 20), "minesweeper": (9, 16), "slitherlink": (7, 10), "binoxxo": (8, 14)}
MARK = "median < 200 ms up to 10x10, < 500 ms up to 20x20, in Pyodide"
MARK_WHY = "under 1 s at 10x10, in Pyodide"


def made(count: int) -> Iterator[dict]:
    for kind, sizes in SIZES.items():
        for size in sizes:
            for seed in range(count):
                yield run(generate(rulebooks()[kind], size, size, seed, ("medium", "expert")[seed % 2])).document


def hardest(kind: str, count: int) -> Iterator[dict]:
    for seed in range(count):
        yield fewest(rulebooks()[kind], 10, 10, seed)


def written(files: list[str]) -> Iterator[dict]:
    for name in files:
        for line in Path(name).read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def hints(document: dict) -> Iterator[tuple[str, dict]]:
    """Yield a hint call for the puzzle at several points of a game."""
    member = rulebook_of(document).marks[0]
    all_steps = run(explain({"document": document}), Budget(10))["steps"]
    for quarter in range(4):
        limit = len(all_steps) * quarter // 4
        board = run(explain({"document": document, "limit": limit}), Budget(10))["board"] if limit else None
        yield "hint", {"document": {**document, member: board} if board else document}


def whys(document: dict) -> Iterator[tuple[str, dict]]:
    """Yield calls for the steps that lead to a cell, with their chains."""
    book = rulebook_of(document)
    puzzle = book.parse(document)
    cells = Random(puzzle.size).sample(list(members(puzzle.cells & ~puzzle.givens.known)), 4)
    for cell in cells:
        yield "explain", {"document": document, "cell": place_of_literal(puzzle, cell), "chains": True}


def name_of(document: dict) -> str:
    """Return the kind and size; a field has no width member."""
    book = rulebook_of(document)
    puzzle = book.parse(document)
    return f"{puzzle.kind} {puzzle.width}x{puzzle.height}"


def figures(spent: list[float]) -> str:
    spent = sorted(spent)
    ninth = spent[-(-9 * len(spent) // 10) - 1]
    return " ".join(f"{1000 * value:8.1f}" for value in (median(spent), ninth, spent[-1]))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*")
    parser.add_argument("--why", action="store_true", help="the steps that lead to one cell")
    parser.add_argument(
        "--first", action="store_true", help="each question is about another puzzle than the one before"
    )
    parser.add_argument("--fewest", metavar="KIND", help="10x10 puzzles of this kind without a clue to spare")
    parser.add_argument("--native", action="store_true", help="without Pyodide")
    parser.add_argument("--puzzles", type=int, default=6, help="of each size, where no files are given (default 6)")
    options = parser.parse_args()
    asked = whys if options.why else hints
    made_here = hardest(options.fewest, options.puzzles) if options.fewest else made(options.puzzles)
    questions: dict[str, list[list[tuple[str, dict]]]] = {}
    for document in written(options.files) if options.files else made_here:
        questions.setdefault(name_of(document), []).append(list(asked(document)))
    turns = {name: zip(*of_puzzles) if options.first else of_puzzles for name, of_puzzles in questions.items()}
    task = json.dumps({name: [one for some in turn for one in some] for name, turn in turns.items()})
    native = measure(task, process_time)
    pyodide = {} if options.native else in_pyodide("hint", task)
    print(
        f"{MARK_WHY if options.why else MARK}\n{'ms':22}{'n':>5}{'CPython: median p90 worst':>30}{'Pyodide: median p90 worst':>30}{'ratio':>8}"
    )
    for name, spent in native.items():
        ratio = f"{median(pyodide[name]) / median(spent):.1f}" if pyodide else ""
        print(f"{name:22}{len(spent):5}{figures(spent):>30}{figures(pyodide[name]) if pyodide else '':>30}{ratio:>8}")


if __name__ == "__main__":
    main()
