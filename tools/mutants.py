"""Mutation testing: change one operator, comparison or number of a module at a time, and run the tests that should
detect it.

    python tools/mutants.py [N [SEED [MODULE ...]]]      N mutants (20) of a seed (1), of these modules of the package
    python tools/mutants.py --record                     record which tests run which lines (about 30 minutes)

The tests for a mutant are those that run the changed line, up to the first that fails: tests that pin answers first,
then the fastest ones. They are recorded in build/mutants. A record of an older tree is good enough, because lines are
matched by their text. Without a record, the test files that name the module are run.

Each mutant is tried in a copy of the package, so that the working tree is unchanged. Prints a line for each, and how
many were killed; the exit code is always 0. `tools/mutants.mjs` does the same for modules of the page.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "py" / "tesuji"
RECORD = ROOT / "build" / "mutants"
HANGS = ["-o", "faulthandler_timeout=90", "-o", "faulthandler_exit_on_timeout=true"]
"""A test that takes this long ends the run."""
TIMEOUT = 600
"""The time limit in seconds for the tests of one mutant; a mutant that hangs counts as killed."""
COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
LARGE = 20
"""Named limits of at least this size (`PROBES = 3000`) are not mutated, because a limit that is larger by one is not an
error. The same holds for comparisons that differ only at such a limit, and for the sizes of caches.
"""
SECONDS = 200
"""For each mutant, the tests that pin answers and the other tests get this many seconds each, as measured when their
lines were recorded, which takes about three times as long as normally.
"""
GUESSED = 8
"""The number of test files that are run for a module without a record."""


class Site(NamedTuple):
    """A node that can be changed, the kind of change, and the function that contains it ("" for the module)."""

    node: ast.AST
    what: str
    function: str


def sites(module: Path) -> list[Site]:
    """Return all sites of a module, always in the same order."""
    found: list[Site] = []
    tree = ast.parse(module.read_text(encoding="utf-8"))
    limits = {name.id for node in tree.body if _limit(node) for name in ast.walk(node) if isinstance(name, ast.Name)}
    todo: list[tuple[ast.AST, str, str]] = [(tree, "", "")]
    while todo:
        node, function, around = todo.pop()
        what = _what(node)
        if what and not (what == "compare" and _by_one(node, limits)):
            found.append(Site(node, what, function))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = around + node.name
            inner = isinstance(node, ast.FunctionDef)
            function, around = (name, f"{name}.<locals>.") if inner else (function, f"{name}.")
        left_out = {id(getattr(node, name, None)) for name in ("annotation", "returns")}
        left_out |= {id(node.test)} if _pause(node) else set()
        left_out |= {id(node.value)} if _place_of_lowest(node) else set()
        left_out |= {id(node.value)} if isinstance(node, ast.keyword) and node.arg == "maxsize" else set()
        left_out |= (
            {id(bound) for bound in (node.lower, node.upper) if _large(bound)} if isinstance(node, ast.Slice) else set()
        )
        if not _limit(node):
            todo += [(child, function, around) for child in ast.iter_child_nodes(node) if id(child) not in left_out]
    return found


def _what(node: ast.AST) -> str | None:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
        return "compare"
    if isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        return "operator"
    return "constant" if isinstance(node, ast.Constant) and type(node.value) in (int, bool) else None


def _limit(node: ast.AST) -> bool:
    """Return whether a statement defines a large number."""
    values = node.value.elts if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple) else []
    values = values or ([node.value] if isinstance(node, ast.Assign) else [])
    return bool(values) and all(map(_large, values))


def _large(node: ast.AST | None) -> bool:
    """Return whether a node is a large number, such as one at which text is cut (`text[:200]`)."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value >= LARGE


def _pause(node: ast.AST) -> bool:
    """Return whether a statement only pauses once in a number of turns (`if number % AT_ONCE == 0: yield`), possibly
    with its progress, so that the exact turn does not matter.
    """
    return (
        isinstance(node, ast.If)
        and not node.orelse
        and isinstance(node.body[-1], ast.Expr)
        and isinstance(node.body[-1].value, ast.Yield)
        and all(ast.unparse(one).startswith("progress.settled = ") for one in node.body[:-1])
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.left, ast.BinOp)
        and isinstance(node.test.left.op, ast.Mod)
    )


def _place_of_lowest(node: ast.AST) -> bool:
    """Return whether a node is the length of a set's lowest bit, `(x & -x).bit_length`: `x | -x` is the negative of the
    same number and has the same length.
    """
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "bit_length"
        and isinstance(node.value, ast.BinOp)
        and isinstance(node.value.op, ast.BitAnd)
        and isinstance(node.value.right, ast.UnaryOp)
        and isinstance(node.value.right.op, ast.USub)
        and ast.dump(node.value.left) == ast.dump(node.value.right.operand)
    )


def _by_one(node: ast.Compare, limits: set[str]) -> bool:
    """Return whether a comparison tests on which side of a named limit a value is."""
    sides = (node.left, *node.comparators)
    ordered = isinstance(node.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE))
    return ordered and any(isinstance(side, ast.Name) and side.id in limits for side in sides)


def change(node: ast.AST, what: str) -> None:
    if what == "compare":
        node.ops[0] = COMPARISONS[type(node.ops[0])]()
    elif what == "operator":
        node.op = OPERATORS[type(node.op)]()
    else:
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1


class Record:
    """The tests that run each line of the package, and how long each takes. Tests in files that have changed since are
    listed by their file.
    """

    def __init__(self) -> None:
        self.tests = {str(path.relative_to(ROOT)): path for path in sorted((ROOT / "tests").rglob("test_*.py"))}
        self.tests = {name: path for name, path in self.tests.items() if "browser" not in path.parts}
        self.seconds: dict[str, float] = {}
        recorded: dict[str, str] = {}
        if (RECORD / "seconds.json").exists():
            from coverage import CoverageData

            self.seconds = json.loads((RECORD / "seconds.json").read_text(encoding="utf-8"))
            recorded = json.loads((RECORD / "digests.json").read_text(encoding="utf-8"))
            self.lines = CoverageData(str(RECORD / "lines.coverage"))
            self.lines.read()
        self.changed = {name for name, path in self.tests.items() if recorded.get(name) != digest(path)}

    def tests_of(self, module: Path, line: int, function: str) -> list[str]:
        """Return the tests that run a line, or for a line at module level, any line of the module; those that pin
        answers first, then the others, each for SECONDS, the fastest first.
        """
        reached = self._contexts(module, line, function)
        kept = [(self.seconds[test], test) for test in reached if self._is_known(test)]
        pinned = [test for test in kept if "pinned" in test[1]]
        named = [name for name in self._named(module) if name in self.changed]  # all of them if there is no record
        return [*_quickest(pinned), *_quickest(set(kept).difference(pinned)), *named]

    def _is_known(self, test: str) -> bool:
        file = test.partition("::")[0]
        return test in self.seconds and file in self.tests and file not in self.changed

    def _contexts(self, module: Path, line: int, function: str) -> set[str]:
        if not self.seconds:
            return set()
        by_line = self.lines.contexts_by_lineno(str(module.relative_to(ROOT)))
        then = _line_then(RECORD / "source" / module.relative_to(PACKAGE), module, line)
        found = set(by_line.get(then, ())) if function and then else set()
        if not found:
            found = {test for tests in by_line.values() for test in tests}
        # A module that only runs in other processes has no recorded lines.
        return found or {test for test in self.seconds if self._is_known(test) and self._starts_processes(test)}

    def _starts_processes(self, test: str) -> bool:
        return "subprocess" in self.tests[test.partition("::")[0]].read_text(encoding="utf-8")

    def _named(self, module: Path) -> list[str]:
        """Return the test files that name a module or a package around it, the closest first."""
        words = ("tesuji", *module.relative_to(PACKAGE).with_suffix("").parts)
        name_of_class = words[-1].title().replace("_", "")
        ranks = []
        for name, path in self.tests.items():
            text = path.read_text(encoding="utf-8")
            close = max((n for n in range(2, len(words) + 1) if ".".join(words[:n]) in text), default=0)
            close += sum(word in path.stem for word in words[1:]) + 2 * (name_of_class in text)
            if close or "pinned_small" in name:
                ranks.append((-close, len(text), name))
        return [name for *_, name in sorted(ranks)[:GUESSED]]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _line_then(old: Path, new: Path, line: int) -> int | None:
    """Return the number that a line of a module had when the tests were recorded, or None for a new line."""
    if not old.exists():
        return None
    texts = [path.read_text(encoding="utf-8").splitlines() for path in (old, new)]
    for block in SequenceMatcher(None, *texts, autojunk=False).get_matching_blocks():
        if block.b < line <= block.b + block.size:
            return block.a + line - block.b
    return None


def record() -> int:
    """Run all tests and record their lines; return the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder)
        shutil.copytree(PACKAGE, made / "source", ignore=shutil.ignore_patterns("__pycache__"))
        tests = {str(path.relative_to(ROOT)): digest(path) for path in (ROOT / "tests").rglob("test_*.py")}
        (made / "digests.json").write_text(json.dumps(tests), encoding="utf-8")
        _pytest(["-p", "called", f"--called={made}", "-m", "not thorough", "tests"], PACKAGE.parent, None)
        if not (made / "seconds.json").exists():
            print("The tests did not run.")
            return 1
        shutil.rmtree(RECORD, ignore_errors=True)
        shutil.copytree(made, RECORD)
    return 0


def _quickest(tests: Iterable[tuple[float, str]]) -> list[str]:
    """Return the names of the fastest tests, which take SECONDS together."""
    some = sorted(tests)
    return [name for (_, name), end in zip(some, accumulate(seconds for seconds, _ in some)) if end < SECONDS]


def _pytest(arguments: Sequence[str], package: Path, timeout: float | None) -> int:
    """Return pytest's exit code with the package in this folder."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        f"pythonpath={package} tests tools",
    ]
    environment = {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT / 'tools'}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [*command, *arguments], cwd=ROOT, env=environment, capture_output=True, timeout=timeout
    ).returncode


def killed(copy: Path, tests: list[str]) -> bool:
    """Return whether a test fails, or does not end, with the package at `copy`."""
    if not tests:
        return False
    names = copy / "tests.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    try:
        return _pytest(["-x", "-p", "called", *HANGS, f"@{names}"], copy, TIMEOUT) != 0
    except subprocess.TimeoutExpired:
        return True


def mutants(count: int, seed: int, modules: list[Path]) -> Iterator[tuple[Path, Site, str, str]]:
    """Yield (module, site, description of the change, the changed source) for `count` random mutants."""
    chance = random.Random(seed)
    pool = [(module, place) for module in modules for place in range(len(sites(module)))]
    for module, place in chance.sample(pool, min(count, len(pool))):
        tree_sites = sites(module)
        site = tree_sites[place]
        source = module.read_text(encoding="utf-8")
        words, changed = _changed(source, site)
        yield module, site, f"{module.relative_to(ROOT)}:{site.node.lineno}  {words}".replace("\n", " "), changed


def _changed(source: str, site: Site) -> tuple[str, str]:
    """Return (description of the change, the changed source). Only the text of the node is rewritten."""
    node = site.node
    before = ast.unparse(node)
    change(node, site.what)
    after = ast.unparse(node)
    lines = source.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, node.end_lineno - 1
    head = b"".join(lines[:first]) + lines[first][: node.col_offset]
    tail = lines[last][node.end_col_offset :] + b"".join(lines[last + 1 :])
    text = after if isinstance(node, ast.AugAssign) else f"({after})"
    return f"{before}  ->  {after}", (head + text.encode() + tail).decode()


def main(arguments: list[str]) -> int:
    # A shell makes its background processes ignore interrupts, but tests send interrupts to their subprocesses.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if arguments == ["--record"]:
        return record()
    count, seed = int((arguments or ["20"])[0]), int((arguments[1:] or ["1"])[0])
    modules = [Path(name).resolve() for name in arguments[2:]] or sorted(PACKAGE.rglob("*.py"))
    dead = tried = 0
    reached = Record()
    if not reached.seconds:
        print("No record of the tests' lines: files of tests are guessed. `--record` makes one.", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(PACKAGE, copy / "tesuji", ignore=shutil.ignore_patterns("__pycache__"))
        for tried, (module, site, words, source) in enumerate(mutants(count, seed, modules), 1):
            target = copy / "tesuji" / module.relative_to(PACKAGE)
            target.write_text(source, encoding="utf-8")
            tests, began = reached.tests_of(module, site.node.lineno, site.function), time.monotonic()
            noticed = killed(copy, tests)
            shutil.copy(module, target)
            dead += noticed
            state = f"{'killed  ' if noticed else 'SURVIVED'} {len(tests):>5} tests {time.monotonic() - began:>5.0f} s"
            print(f"{tried:>4}  {state}  {words}", flush=True)
    print(f"{dead} of {tried} killed (seed {seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
