"""The table of marks: one command for each row, with the names of the peers, and the boards that miss the mark.

    python bench/table.py survey FILE [--pbnsolve PROGRAM]     the puzzles of the set "survey"
    python bench/table.py tournament                           random 25x25 boards in that style
    python bench/table.py random --pbnsolve PROGRAM            random nonograms
    python bench/table.py lines                                line-solvable nonograms of 45x45 to 70x70
    python bench/table.py slitherlink FILE ... --cspuz PROGRAM
    python bench/table.py total FILE                           minesweeper with the total number of mines
    python bench/table.py sharing                              boards with many solutions
    python bench/table.py wasm FILE ...                        every kind in Pyodide, compared with clingo-wasm
    python bench/table.py memory FILE                          memory of Pyodide, on the largest board of the file
    python bench/table.py process                              `tesuji solve` for a board of 3x3

FILE has one puzzle document per line. --boards N, --timeout SECONDS and --repeat N work for every command. The time
until the engine is ready in a browser is measured by bench/startup.py. All figures are CPU seconds without the start of
processes, measured in turns in one run; an undecided board counts with the time limit. Rows that measure Tesuji's
verdicts also measure the default call, which goes on to determine what all solutions share.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from itertools import count
from math import exp, log
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "bench")]

import peers  # noqa: E402
from made import OPEN, position  # noqa: E402
from make import random_nonogram  # noqa: E402
from peers import CALL, Row  # noqa: E402

from tesuji.constraints.patterns import grid_of_runs as propagator  # noqa: E402
from tesuji.engine.propagate import propagator_for  # noqa: E402
from tesuji.model import Document  # noqa: E402
from tesuji.puzzles import parse  # noqa: E402

DENSITY, SEEDS = 0.5, 100
"""The share of filled cells and the number of the random boards."""


def report(mark: str, figure: str, reached: bool, missing: Iterable[Row] = ()) -> None:
    """Print one line of the table, and below it the boards that miss the mark."""
    print(f"{mark:<58}{figure:>26}  {'reached' if reached else 'MISSED'}")
    for row in missing:
        spent = "  ".join(f"{name} {seconds:.3f} {row.verdicts[name]}" for name, seconds in row.seconds.items())
        print(f"      {row.name[:24]:<26}{row.size:>8}  {spent}")


def asked(options: argparse.Namespace, rows: list[Row], *names: str) -> list[Row]:
    """Return the rows with the figures of these peers. If Tesuji is one of them, print those of its default call."""
    calls = "tesuji" in names
    options.peers = ",".join((*names, *[CALL] * calls))
    chosen = peers.peers(options)
    peers.install(chosen)
    try:
        peers.measure(rows, chosen, options.repeat, options.timeout)
    finally:
        for peer in chosen:
            peer.stop()
    if wrong := [row.name for row in rows if row.disagreement()]:
        print(f"!!! VERDICTS DISAGREE: {', '.join(wrong)}")
    if calls:
        ratios = sorted(ratio([row], CALL, "tesuji") for row in rows)
        figure = f"{median(ratios):.2f} times, {median(seconds(rows, CALL)):.3f} s, worst {seconds(rows, CALL)[-1]:.2f}"
        report("the default call: median 2 times the verdict alone", figure, median(ratios) <= 2)
    return rows


def made(documents: Iterable[Document]) -> list[Row]:
    sizes = ((document, parse(document)[1]) for document in documents)
    return [
        Row(document["id"], puzzle.kind, f"{puzzle.width}x{puzzle.height}", None, document)
        for document, puzzle in sizes
    ]


def random_boards(side: int, number: int) -> list[Row]:
    return made(random_nonogram(side, seed, DENSITY) for seed in range(1, number + 1))


def seconds(rows: Iterable[Row], name: str = "tesuji") -> list[float]:
    return sorted(row.seconds[name] for row in rows)


def decided(row: Row, *names: str) -> bool:
    return all(row.verdicts.get(name) in ("unique", "multiple", "none") for name in names)


def ratio(rows: Iterable[Row], one: str, other: str) -> float:
    """Return how many times as long `one` takes, as a geometric mean."""
    both = [(max(row.seconds[one], peers.LEAST), max(row.seconds[other], peers.LEAST)) for row in rows]
    return exp(sum(log(first / second) for first, second in both) / max(len(both), 1))


def cells(row: Row) -> int:
    width, height = map(int, row.size.split("x"))
    return width * height


# The rows


def survey(options: argparse.Namespace) -> None:
    names = ("tesuji", "pbnsolve") if options.pbnsolve else ("tesuji",)
    rows = asked(options, peers.read(options.files, options.only or "survey"), *names)
    for limit, wanted in ((0.5, 24), (10, 28), (60, len(rows))):
        over = [row for row in rows if not decided(row, "tesuji") or row.seconds["tesuji"] > limit]
        report(
            f"{wanted} of {len(rows)} under {limit} s",
            str(len(rows) - len(over)),
            len(rows) - len(over) >= wanted,
            over,
        )
    if options.pbnsolve:
        both = [row for row in rows if decided(row, *names)]
        mean, slower = ratio(both, *names), [row for row in both if ratio([row], *names) > 4]
        report(f"the {len(both)} that both decide: 2 times pbnsolve's time", f"{mean:.2f} times", mean <= 2, slower)
        mean = ratio(rows, *names)
        report("all, time-outs counted: pbnsolve's time", f"{mean:.2f} times", mean <= 1)


def tournament(options: argparse.Namespace) -> None:
    rows = asked(options, random_boards(25, options.boards), "tesuji")
    spent = seconds(rows)
    report("25x25: median 0.2 s", f"{median(spent):.3f} s", median(spent) <= 0.2)
    p99 = spent[-1 - len(spent) // 100]
    report("99 of 100 within 5 s", f"{p99:.2f} s", p99 <= 5, [row for row in rows if row.seconds["tesuji"] > 1])
    open_ = [row for row in rows if not decided(row, "tesuji")]
    report("all decided in 30 s", f"worst {spent[-1]:.2f} s", not open_ and spent[-1] <= 30, open_)


def random(options: argparse.Namespace) -> None:
    rows = asked(options, random_boards(30, options.boards), "tesuji", "pbnsolve")
    mean, spent = ratio(rows, "tesuji", "pbnsolve"), median(seconds(rows))
    report("random 30x30: 4 times pbnsolve's time", f"{mean:.2f} times", mean <= 4)
    report("random 30x30: median 30 ms", f"{spent * 1e3:.0f} ms", spent <= 0.03)


def lines(options: argparse.Namespace) -> None:
    """Measure lines; the alternative solves them one by one, as on small boards."""
    ratios = []
    for side in (45, 50, 60, 70):
        boards = (random_nonogram(side, 1000 * side + seed, 0.65) for seed in count())
        solvable = (board for board in boards if propagated(board)[1])
        found = [next(solvable) for _ in range(3)]
        small, now = propagator.SMALL, [least(board) for board in found]
        propagator.SMALL = 1 << 30
        before = [least(board) for board in found]
        propagator.SMALL = small
        ratios += [old / new for old, new in zip(before, now)]
        print(f"      {side}x{side}: {median(now) * 1e3:.1f} ms, lines one by one {median(before) * 1e3:.1f} ms")
    mean = exp(sum(map(log, ratios)) / len(ratios))
    report("line-solvable 45 to 70: parse and propagation, 2.2 times", f"{mean:.2f} times as fast", mean >= 2.2)


def propagated(document: Document) -> tuple[float, bool]:
    """Return the seconds from the document to the end of propagation, and whether everything is then known."""
    began = process_time()
    _, puzzle = parse(document)
    lines = propagator_for(puzzle)
    for state in lines.root():
        board = lines.known(state)
    return process_time() - began, board.known == puzzle.cells


def least(document: Document) -> float:
    return min(propagated(document)[0] for _ in range(5))


def slitherlink(options: argparse.Namespace) -> None:
    rows = asked(options, peers.read(options.files, options.only), "tesuji", "cspuz", "clingo", "clingo-tuned")
    for name, mark, low, high in (
        ("up to 100", 1.4, 0, 100),
        ("101 to 400", 0.7, 100, 400),
        ("over 400", 0.4, 400, 1 << 20),
    ):
        some = [row for row in rows if low < cells(row) <= high]
        mean = ratio(some, "tesuji", "cspuz")
        report(f"{name} boxes ({len(some)}): {mark} of cspuz's time", f"{mean:.2f} times", mean <= mark)
    for name in ("clingo", "clingo-tuned"):
        slower = [row for row in rows if ratio([row], "tesuji", name) > 1]
        report(f"never slower than {name}", f"slower on {len(slower)} of {len(rows)}", not slower, slower)


def total(options: argparse.Namespace) -> None:
    rows = asked(options, peers.read(options.files, options.only), "tesuji", "clingo", "python-sat")
    large = seconds(row for row in rows if row.size == "20x20")
    report("20x20 with the number of all mines: median 0.3 s", f"{median(large):.3f} s", median(large) <= 0.3)
    over = [row for row in rows if row.seconds["tesuji"] > 2 or not decided(row, "tesuji")]
    report("none over 2 s", f"worst {max(seconds(rows)):.3f} s", not over, over)


def sharing(options: argparse.Namespace) -> None:
    for filled in (0.15, 0.2, 0.25):
        print(f"random 25x25, {filled:.0%} filled")
        asked(options, made(random_nonogram(25, seed, filled) for seed in range(1, options.boards + 1)), "tesuji")
    for shown in OPEN:
        print(f"minesweeper 50x50 without a total, {shown:.0%} shown")
        positions = [position(50, shown, seed) for seed in range(options.boards)]
        asked(options, made({name: one[name] for name in ("kind", "grid", "id")} for one in positions), "tesuji")


def wasm(options: argparse.Namespace) -> None:
    rows = asked(options, peers.read(options.files, options.only), "pyodide", "clingo-wasm")
    for kind in dict.fromkeys(row.kind for row in rows):
        some, mark = [row for row in rows if row.kind == kind], 3 if kind == "minesweeper" else 5
        mean = ratio(some, "clingo-wasm", "pyodide")
        slower = [row for row in some if ratio([row], "clingo-wasm", "pyodide") < 1]
        report(
            f"{kind} ({len(some)}): clingo-wasm takes {mark} times as long", f"{mean:.1f} times", mean >= mark, slower
        )


def memory(options: argparse.Namespace) -> None:
    options.peers = "pyodide"
    (peer,) = peers.peers(options)
    peers.install([peer])
    row = max(peers.read(options.files, options.only), key=cells)
    question = json.dumps({"document": row.document, "facts": "", "seconds": options.timeout})
    answer = peer.ask(question, options.timeout * 2 + 60)
    peer.stop()
    megabytes = answer["memory"] / 1e6
    report(f"{row.size}, {answer['seconds']:.0f} s: at most 200 MB", f"{megabytes:.0f} MB", megabytes <= 200)


def process(options: argparse.Namespace) -> None:
    """Print the minimum of some runs, with compiled bytecode."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "puzzle.json"
        path.write_text(json.dumps({"kind": "slitherlink", "grid": [".01", "...", "2.."]}))
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "py"), "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)

        def spent(*command: str) -> float:
            before = getrusage(RUSAGE_CHILDREN)
            subprocess.run([sys.executable, *command], env=environment, stdout=subprocess.DEVNULL, check=True)
            after = getrusage(RUSAGE_CHILDREN)
            return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)

        commands = {"alone": ("-c", "pass"), "tesuji": ("-m", "tesuji", "solve", str(path))}
        taken = {name: min(spent(*command) for _ in range(20)) for name, command in commands.items()}
    report(
        "`tesuji solve` as a process, 3x3: 75 ms",
        f"{taken['tesuji']:.0f} ms, Python alone {taken['alone']:.0f}",
        taken["tesuji"] <= 75,
    )


ROWS: dict[str, Callable[[argparse.Namespace], None]] = {
    row.__name__: row for row in (survey, tournament, random, lines, slitherlink, total, sharing, wasm, memory, process)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", choices=ROWS)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--boards", type=int, default=SEEDS, help=f"that are made (default {SEEDS})")
    parser.add_argument("--repeat", type=int, default=1, help="rounds; the best time of each peer counts")
    parser.add_argument("--timeout", type=float, default=60, help="CPU seconds for each board")
    parser.add_argument("--only", help="puzzles whose id contains one of these texts, or whose set it is")
    for name in ("pbnsolve", "cspuz", "pynogram", "noqx"):
        parser.add_argument(f"--{name}", help="as of bench/peers.py")
    options = parser.parse_args()
    ROWS[options.row](options)


if __name__ == "__main__":
    main()
