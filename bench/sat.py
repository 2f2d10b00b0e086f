"""Compare the clause learner with python-sat's solvers (C and C++): conflicts and propagations per second.

    python bench/sat.py [--seconds 20] [--rounds 3]         needs: pip install python-sat

Instances are made from seeds: random 3-SAT at the threshold, pigeons in too few holes, random half-filled nonograms in
order encoding. The last table solves harder nonograms once with the order encoding and once with the line theory,
including the first board and the proof or second board. The figures are CPU seconds, the best of the rounds; solvers
take turns.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "py"))

from tesuji.constraints import Runs
from tesuji.engine.budget import run
from tesuji.engine.sat import clauses as encodings
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.solver import Model, Solver

PEERS = ("minisat22", "glucose4", "cadical153")
Clauses = list[tuple[int, ...]]


def random_3sat(variables: int, seed: int) -> Clauses:
    rnd = random.Random(seed)
    return [
        tuple(2 * v + rnd.randrange(2) for v in rnd.sample(range(variables), 3)) for _ in range(int(4.26 * variables))
    ]


def pigeons(holes: int) -> Clauses:
    at = [[2 * (pigeon * holes + hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    return [tuple(row) for row in at] + [(x + 1, y + 1) for hole in zip(*at) for x, y in combinations(hole, 2)]


def picture(size: int, seed: int) -> list[tuple[range, list[int]]]:
    """Return the lines of a random nonogram: cells and run lengths."""
    rnd = random.Random(seed)
    cells = [rnd.random() < 0.5 for _ in range(size * size)]
    scopes = [range(r * size, (r + 1) * size) for r in range(size)] + [range(c, size * size, size) for c in range(size)]
    return [(scope, [len(run) for run in "".join(" #"[cells[cell]] for cell in scope).split()]) for scope in scopes]


def ordered(lines: list[tuple[range, list[int]]]) -> Clauses:
    """Return their order encoding."""
    top = [1 + max(scope[-1] for scope, _ in lines)]

    def new() -> int:
        top[0] += 1
        return 2 * (top[0] - 1)

    return [clause for scope, lengths in lines for clause in encodings.runs([2 * cell for cell in scope], lengths, new)]


def solver_of(clauses: Clauses) -> Solver:
    solver = Solver()
    for _ in range(1 + max(max(clause) >> 1 for clause in clauses)):
        solver.new_var()
    for clause in clauses:
        solver.add_clause(clause)
    return solver


def ours(clauses: Clauses, seconds: float) -> tuple[str, float, int, int]:
    solver = solver_of(clauses)
    began = process_time()
    steps, outcome = solver.solve(), None
    try:
        while process_time() - began < seconds:
            next(steps)
    except StopIteration as end:
        outcome = "sat" if isinstance(end.value, Model) else "unsat"
    return outcome or "stopped", process_time() - began, solver.conflicts, solver.propagations


def theirs(name: str, clauses: Clauses) -> tuple[str, float, int, int]:
    from pysat.solvers import Solver as Peer

    with Peer(
        name, bootstrap_with=[[-(x >> 1) - 1 if x & 1 else (x >> 1) + 1 for x in clause] for clause in clauses]
    ) as peer:
        began = process_time()
        outcome = "sat" if peer.solve() else "unsat"
        stats = peer.accum_stats()
        return outcome, process_time() - began, stats["conflicts"], stats["propagations"]


def best(rounds: int, *runs: Callable[[], tuple]) -> list[tuple]:
    """Return the fastest result of each run; the runs take turns."""
    results = [[run() for run in runs] for _ in range(rounds)]
    return [min(result, key=lambda r: r[1]) for result in zip(*results)]


def instances() -> Iterator[tuple[str, Clauses]]:
    for variables in (150, 175, 200):
        yield f"random 3-SAT {variables}", random_3sat(variables, variables)
    for holes in (7, 8):
        yield f"{holes + 1} pigeons", pigeons(holes)
    for size, seed in ((20, 3), (25, 1133), (25, 1192), (30, 5)):
        yield f"nonogram {size}x{size} #{seed}", ordered(picture(size, seed))


def both_boards(lines: list[tuple[range, list[int]]], theory: bool) -> tuple[str, float, int, int]:
    """Find one board, and then a second one or a proof that there is none."""
    began = process_time()
    if theory:
        solver = Solver()
        for _ in range(len(lines) ** 2 // 4):
            solver.new_var()
        inference = Inference()
        solver.add_theory(inference)
        for scope, lengths in lines:
            inference.add(Runs(scope, lengths))
    else:
        solver = solver_of(ordered(lines))
    boards = 0
    while boards < 2 and isinstance(model := run(solver.solve()), Model):
        boards += 1
        solver.add_clause(2 * v + model[v] for v in range(len(lines) ** 2 // 4))
    return ("none", "unique", "multiple")[boards], process_time() - began, solver.conflicts, solver.propagations


def row(title: str, results: list[tuple]) -> str:
    cells = [
        f"{outcome:>8} {seconds:8.3f} {conflicts:7} {conflicts / seconds:9.0f} {props / seconds / 1000:7.0f}k"
        for outcome, seconds, conflicts, props in results
    ]
    return f"{title:24}" + " |".join(cells)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--rounds", type=int, default=3)
    chosen = options.parse_args()
    head = f"{'':8} {'CPU s':>8} {'confl.':>7} {'confl./s':>9} {'props/s':>8}"
    print(f"{'':24}" + " |".join(f"{name:^44}" for name in ("tesuji", *PEERS)))
    print(f"{'':24}" + " |".join([head] * 4))
    for title, clauses in instances():
        results = best(
            chosen.rounds,
            lambda: ours(clauses, chosen.seconds),
            *(lambda name=name: theirs(name, clauses) for name in PEERS),
        )
        if len({outcome for outcome, *_ in results} - {"stopped"}) > 1:
            sys.exit(f"{title}: verdicts differ: {results}")
        print(row(title, results), flush=True)
    print(f"\n{'':24}{'order encoding':^44} |{'line theory':^44}")
    for seed in (1004, 1058, 1115, 1133, 1136, 1139, 1192):
        lines = picture(25, seed)
        print(
            row(
                f"nonogram 25x25 #{seed}",
                best(chosen.rounds, lambda: both_boards(lines, False), lambda: both_boards(lines, True)),
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
