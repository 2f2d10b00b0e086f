"""Check what a learner reads: that steps and their numbers are true, how long explanations are, and contradictions with
their mends.

    python bench/lessons.py steps|claims|thoughts|spoiled FILE.jsonl ... [--every N] [--seed 0] [--seconds 20]

`steps` checks every step of `explain`: its values are those of the solution, and its own constraints with the known
cells that it uses leave no other value. If it claims that no fewer suffice, smaller sets are tried. `claims` computes
the numbers in the sentences of steps again (`bench/claims.py`). `thoughts` prints
the number of steps and of thoughts, by size. `spoiled` changes one clue or given of each puzzle, so that it has no
solution. It prints how many of these have an explanation of the contradiction, how many have one of at most seven
parts, and for how many `mend` lists the original clue; each listed change is solved again.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "py"))

from claims import Moment, claims
from explain import CpuBudget

from tesuji.bitset import literals, members
from tesuji.calls.explaining import explain
from tesuji.calls.mending import conflict, mend
from tesuji.engine.budget import run
from tesuji.engine.reasons.assumptions import Assumptions, Core
from tesuji.engine.reasons.steps import explain as explained
from tesuji.engine.search import solve
from tesuji.errors import OutOfBudget
from tesuji.model import Board, Step
from tesuji.puzzles import parse

MOST = 7
"""The number of parts that a reader follows."""
MOST_SETS = 500
"""The most sets of reasons that are tried for one step, the nearest first."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["steps", "claims", "thoughts", "spoiled"])
    parser.add_argument("files", nargs="+")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    {"steps": steps, "claims": claimed, "thoughts": thoughts, "spoiled": spoiled}[options.what](options)


def documents(options: argparse.Namespace) -> Iterator[dict]:
    for name in options.files:
        for line in Path(name).read_text(encoding="utf-8").splitlines()[:: options.every]:
            document = json.loads(line)
            if document.get("expected", {}).get("status", "unique") == "unique":
                yield document


def steps(options: argparse.Namespace) -> None:
    total: Counter[str] = Counter()
    for document in documents(options):
        book, puzzle = parse(document)
        answer = run(solve(puzzle), CpuBudget(options.seconds))
        if answer.verdict == "unique":
            total[book.kind] += check(book, puzzle, answer.boards[0], options)
    print(f"{sum(total.values())} steps: {dict(total)}")


def check(book, puzzle, solution: Board, options: argparse.Namespace) -> int:
    """Return the number of checked steps. Prints every step that does not follow, and every false claim of a minimum."""
    found = run(explained(puzzle, book), CpuBudget(options.seconds)).steps
    own = Assumptions(puzzle, book.explaining.counted, Board())

    def refuted(step: Step, known: Board, reasons: Iterable[int]) -> bool:
        """Return whether these reasons and known cells leave no other value for any cell of a step."""
        on, cells = sum(1 << number for number in reasons), literals(*known)
        opposites = [2 * cell + (step.yes >> cell & 1) for cell in members(step.yes | step.no)]
        return all(isinstance(run(own.ask([opposite, *cells], on)), Core) for opposite in opposites)

    board = puzzle.givens
    for step in found:
        used = Board(board.yes & step.cells, board.no & step.cells)
        if step.yes & ~solution.yes or step.no & ~solution.no or not refuted(step, used, step.because):
            print(f"not true: {step} of {json.dumps(puzzle.document)}", flush=True)
        if step.minimal and step.because and any(refuted(step, board, reasons) for reasons in smaller(step, own)):
            print(f"not the fewest: {step} of {json.dumps(puzzle.document)}", flush=True)
        board = board.joined(Board(step.yes, step.no))
    return len(found)


def claimed(options: argparse.Namespace) -> None:
    total: Counter[str] = Counter()
    for document in documents(options):
        book, puzzle = parse(document)
        answer = run(solve(puzzle), CpuBudget(options.seconds))
        if answer.verdict != "unique":
            continue
        board = puzzle.givens
        for step in run(explained(puzzle, book), CpuBudget(options.seconds)).steps:
            for what, holds in claims(Moment(puzzle, answer.boards[0], board, step)):
                total[book.kind] += 1
                if not holds:
                    print(f"{what} is not true: {step} of {json.dumps(puzzle.document)}", flush=True)
            board = board.joined(Board(step.yes, step.no))
    print(f"{sum(total.values())} claims: {dict(total)}")


def smaller(step: Step, own: Assumptions) -> Iterator[tuple[int, ...]]:
    """Return sets of one reason fewer than a step has, those near its cell first."""
    nearest = run(own.nearest(next(members(step.yes | step.no))))
    return islice(combinations(nearest, len(step.because) - 1), MOST_SETS)


def thoughts(options: argparse.Namespace) -> None:
    sizes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for document in documents(options):
        puzzle = parse(document)[1]
        try:
            answer = run(explain({"document": document}), CpuBudget(options.seconds))
        except OutOfBudget:
            continue
        name = f"{puzzle.kind} {puzzle.width}x{puzzle.height} {document.get('label', '')}"
        sizes[name].append((len(answer["steps"]), len(answer["thoughts"])))
    for name, found in sorted(sizes.items()):
        both = [statistics.median(numbers) for numbers in zip(*found)]
        print(f"{name:28} n {len(found):3}  steps {both[0]:6.1f}  thoughts {both[1]:6.1f}")


def spoiled(options: argparse.Namespace) -> None:
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for number, document in enumerate(documents(options)):
        random, found = Random(f"{options.seed} {number}"), kinds[document["kind"]]
        for _ in range(20):
            wrong = changed(document, random)
            if run(solve(parse(wrong)[1]), CpuBudget(options.seconds)).verdict == "none":
                found["spoiled"] += 1
                told(wrong, found, options)
                mended(document, wrong, found, options)
                break
    for kind, count in sorted(kinds.items()):
        print(kind, dict(count))


def told(wrong: dict, found: Counter[str], options: argparse.Namespace) -> None:
    """Count a contradiction whose explanation ends in a broken rule, and one that is short, too."""
    clash = run(conflict({"document": wrong}), CpuBudget(options.seconds))["clash"]
    parts = len(clash.get("thoughts", ()))
    found["explained"] += bool(clash.get("broken"))
    found["short"] += bool(clash.get("broken")) and parts <= MOST


def mended(document: dict, wrong: dict, found: Counter[str], options: argparse.Namespace) -> None:
    """Count a puzzle whose original clue is offered; print each offer that does not leave one solution."""
    changes = run(mend({"document": wrong}), CpuBudget(options.seconds)).get("changes", [])
    own = parse(document)[1].document
    clues = [name for name in ("rows", "cols", "grid") if name in own]
    fixed = [parse(one["document"])[1].document for one in changes]
    found["mended"] += any(all(one[name] == own[name] for name in clues) for one in fixed)
    found["offers"] += len(changes)
    for one in fixed:
        if run(solve(parse(one)[1]), CpuBudget(options.seconds)).verdict != "unique":
            print(f"not one solution: {json.dumps(one)}", flush=True)


def changed(document: dict, random: Random) -> dict:
    """Return a puzzle with one clue or given changed."""
    if document["kind"] == "nonogram":
        side = random.choice(["rows", "cols"])
        lines = [list(line) for line in document[side]]
        line = random.choice([line for line in lines if any(line)])
        place = random.randrange(len(line))
        line[place] = max(1, line[place] + random.choice([-1, 1]))
        return {**document, side: lines}
    grid = [list(row) for row in document["grid"]]
    values = {"binoxxo": "XO", "slitherlink": "0123", "akari": "01234"}.get(document["kind"], "12345678")
    r, c = random.choice([(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter in values])
    grid[r][c] = random.choice([letter for letter in values[: max(2, len(grid))] if letter != grid[r][c]])
    return {**document, "grid": ["".join(row) for row in grid]}


if __name__ == "__main__":
    main()
