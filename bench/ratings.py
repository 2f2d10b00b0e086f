"""Measure how well ratings agree with other people's labels, and how often the generator meets the requested level.

    python bench/ratings.py labels FILE.jsonl ... [--seconds 8] [--every N]
    python bench/ratings.py exact [KIND ...] [--variant [NAME ...]] [--browser] [--size 10x10] [--seeds 10] [--seconds 5]
    python bench/ratings.py named [KIND | FILE.jsonl ...] [--size 10x10] [--seeds 10] [--seconds 60]

`labels`: each line is a puzzle document with "group" (collection and size) and "label" (1 is easiest). For each group,
prints the share of pairs with different labels that the rating, and the level, put in the order of the labels (equal
values count half); then for each kind the share of all these pairs, and the mean over its groups. Groups of fewer than
five puzzles, or with only one label, are left out.

`exact`: for each kind and level, generates this many puzzles from fixed seeds. Prints how many have the requested
level, which levels the others have, and the CPU seconds (median and worst). `--variant` names variants of the kind, for
example `game` or `colors-4`; without a name, it means the kind itself and all its variants. With `--browser`, the engine
of the built page (`./build.sh`) generates in headless Chromium; the seconds are then those of all its processes.

`named`: prints how many steps of `explain` have their own name, for puzzles in files, or for generated puzzles of a
kind, from fixed seeds and without redundant clues.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "py"))

from explain import CpuBudget

from tesuji.calls.making import generate
from tesuji.engine.budget import Budget, run
from tesuji.engine.making.generate import Making
from tesuji.engine.making.level import LEVELS, LevelTarget
from tesuji.engine.reasons.grade import grade
from tesuji.engine.reasons.steps import LEVELS as UNNAMED
from tesuji.engine.reasons.steps import explain
from tesuji.engine.reasons.waves import waves
from tesuji.engine.search import solve
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Document, Puzzle
from tesuji.puzzles import parse, rulebooks
from tesuji.rulebook import Rulebook

FEW = 5
"""The minimum number of puzzles in an evaluated group."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["labels", "exact", "named"])
    parser.add_argument("names", nargs="*", help="files of labelled puzzles, or kinds")
    parser.add_argument("--size", default="10x10")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--variant", nargs="*", default=[None])
    parser.add_argument("--browser", action="store_true")
    options = parser.parse_args()
    {"labels": labels, "exact": exact, "named": named}[options.what](options)


def labels(options: argparse.Namespace) -> None:
    groups: dict[tuple[str, str], list[tuple[float, float, float]]] = defaultdict(list)
    lines = [line for name in options.names for line in Path(name).read_text(encoding="utf-8").splitlines()]
    for line in lines[:: options.every]:
        document = json.loads(line)
        book, puzzle = parse(document)
        mark = grade(run(waves(puzzle, book), CpuBudget(options.seconds or 8)), book.rating.scale)
        groups[document["kind"], document["group"]].append((document["label"], mark.effort, mark.level))
    kinds: dict[str, list[tuple[int, float, float]]] = defaultdict(list)
    for (kind, group), found in sorted(groups.items()):
        label, rating, level = zip(*found)
        if len(found) < FEW or len(set(label)) == 1:
            continue
        pairs = len(orders(label, rating))
        both = statistics.mean(orders(label, rating)), statistics.mean(orders(label, level))
        kinds[kind].append((pairs, *both))
        print(f"{kind:12} {group:40} n {len(found):4}  rating {both[0]:.3f}  level {both[1]:.3f}", flush=True)
    for kind, groups_of_kind in kinds.items():
        pairs, *both = zip(*groups_of_kind)
        for name, weights in ("all pairs", pairs), (f"mean of {len(pairs)} groups", None):
            rating, level = (statistics.fmean(shares, weights) for shares in both)
            print(f"{kind:12} {name:40}         rating {rating:.3f}  level {level:.3f}")


def orders(labels: tuple[float, ...], values: tuple[float, ...]) -> list[float]:
    """Return for each pair with different labels whether its values are in the same order; 0.5 if they are equal."""
    pairs = [pair for pair in combinations(sorted(zip(labels, values)), 2) if pair[0][0] < pair[1][0]]
    return [(low < high) + (low == high) / 2 for (_, low), (_, high) in pairs]


def exact(options: argparse.Namespace) -> None:
    with in_browser() if options.browser else nullcontext(natively) as timed:
        for kind in options.names or sorted(rulebooks()):
            maker = rulebooks()[kind].maker
            for variant in options.variant or [None, *(maker.variants if maker else ())]:
                levels(kind, variant, options, timed)


def levels(kind: str, variant: str | None, options: argparse.Namespace, timed: Timed) -> None:
    """Print a line for each level of a variant, and one about all of them."""
    width, height = map(int, options.size.split("x"))
    name, hits = f"{kind} {variant or ''}", 0
    for word, level in LEVELS.items():
        others: Counter[str] = Counter()
        times = []
        for seed in range(options.seeds):
            args = {"kind": kind, "width": width, "height": height, "seed": seed, "level": word, "variant": variant}
            made, taken = timed(args, options.seconds or 5)
            others[("exact" if made["exact"] else made["level"]) if made else "nothing"] += 1
            times.append(taken)
        hits += others["exact"]
        print(
            f"{name:20} {level} {word:8} {dict(others)}  median {statistics.median(times):.2f} s, "
            f"worst {max(times):.2f} s (seed {times.index(max(times))})",
            flush=True,
        )
    print(f"{name:20} {hits} of {len(LEVELS) * options.seeds} as asked for")


Timed = Callable[[Document, float], tuple[Document | None, float]]
"""Generates a puzzle within this many seconds. Returns the result, or None, and the CPU seconds."""


def natively(args: Document, seconds: float) -> tuple[Document | None, float]:
    began = process_time()
    try:
        made = run(generate(args), CpuBudget(seconds))
    except (OutOfBudget, InputError):
        made = None
    return made, process_time() - began


@contextmanager
def in_browser() -> Iterator[Timed]:
    """Start the engine of the built page in Chromium."""
    from startup import cpu_seconds, launch, own_site, serve, sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright)
        session, page = browser.new_browser_cdp_session(), browser.new_page()
        page.goto(serve(own_site()) + "bench.html")
        page.wait_for_function("window.engine?.state === 'ready'", timeout=120_000)

        def timed(args: Document, seconds: float) -> tuple[Document | None, float]:
            began = cpu_seconds(session)
            made = page.evaluate(
                "(args) => engine.call('generate', args).catch(() => null)", {**args, "timeout": seconds}
            )
            return made, cpu_seconds(session) - began

        yield timed
        browser.close()


def named(options: argparse.Namespace) -> None:
    for name in options.names:
        techniques: Counter[str] = Counter()
        times, cut = [], 0
        for puzzle, book in read(name) if name.endswith(".jsonl") else made(name, options):
            began = process_time()
            found = run(explain(puzzle, book), CpuBudget(options.seconds or 60))
            times.append(process_time() - began)
            cut += found.verdict == "unknown"
            techniques += Counter(step.technique for step in found.steps)
        unnamed = {technique: techniques[technique] for technique in UNNAMED}
        share = 100 - 100 * sum(unnamed.values()) / techniques.total()
        print(
            f"{name}: {share:.2f} % of {techniques.total()} steps of {len(times)} puzzles have a name, {cut} cut off; "
            f"without one {unnamed}; median {statistics.median(times):.2f} s, worst {max(times):.2f} s",
            flush=True,
        )


def read(name: str) -> Iterator[tuple[Puzzle, Rulebook]]:
    for line in Path(name).read_text(encoding="utf-8").splitlines():
        book, puzzle = parse(json.loads(line))
        yield puzzle, book


def made(kind: str, options: argparse.Namespace) -> Iterator[tuple[Puzzle, Rulebook]]:
    book = rulebooks()[kind]
    for seed in range(options.seeds):
        yield book.parse(fewest(book, *map(int, options.size.split("x")), seed)), book


def fewest(book: Rulebook, width: int, height: int, seed: int) -> Document:
    """Return a puzzle with one solution in which every clue is needed."""
    random = Random(f"{width} {height} {seed}")
    making = Making(book, book.maker, LevelTarget(book), random)
    draft = None
    while draft is None:
        draft = run(making.drafted(width, height), Budget())
    document = draft.document
    places = [place for part in book.maker.parts(document) for place in part]
    random.shuffle(places)
    for place in places:
        fewer = book.maker.without(document, [place])
        puzzle = book.parse(fewer)
        answer = run(solve(puzzle), Budget())
        if answer.verdict == "unique":
            document = fewer
    return document


if __name__ == "__main__":
    main()
