"""Mutation testing: change one operator, comparison or number of a module at a time, and run the tests that should
detect it.

    python tools/mutants.py [N [SEED [MODULE ...]]]      N mutants (20) of a seed (1), of these modules of the package

In the first minute, each mutant is tried with the test files that name its module. If some are left, the tests run once
in a copy of the package that reports which tests reach the places to change (six minutes of CPU time). The tests for a
mutant are those that reach its statement, up to the first that fails: tests that pin answers first, then the fastest
ones. For code that runs when its module is imported, they are those that reach any function of the module. If there are
few, they include those of the test files that name the module.

All tests run as in `./build.sh test`. The working tree is unchanged. Prints a line for each mutant, and how many were
killed; the exit code is always 0. `tools/mutants.mjs` does the same for modules of the page.
"""

from __future__ import annotations

import ast
import compileall
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "py" / "tesuji"
HANGS = 90
"""A test that takes this many CPU seconds ends the run, as if it failed."""
TIMEOUT = 1800
"""The time limit in seconds for the tests of one mutant; a mutant that waits for ever counts as killed."""
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
SECONDS = 60
"""For each mutant, the tests that pin answers and the other tests get this many seconds each, as measured without it."""
GUESSED = 8
"""The number of test files that are run in the first minute, or for a module whose functions no test reaches."""
FEW = 5
"""If fewer tests reach a mutant, it may be in a function with cached results, which only the first tests that call it
reach. The test files that name the module are then run as well.
"""
FIRST = 60
"""The seconds in which mutants are tried, for a third of it each, before it is measured which tests reach them."""


class Site(NamedTuple):
    """A node that can be changed, and the kind of change."""

    node: ast.AST
    what: str


class Mutant(NamedTuple):
    """A module, the number of a site, a description of the change, and the changed source."""

    module: Path
    place: int
    words: str
    source: str


def sites(tree: ast.Module) -> list[Site]:
    """Return all sites of a module, always in the same order."""
    found: list[Site] = []
    limits = {name.id for node in tree.body if _limit(node) for name in ast.walk(node) if isinstance(name, ast.Name)}
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        what = _what(node)
        if what and not (what == "compare" and _by_one(node, limits)):
            found.append(Site(node, what))
        left_out = {id(getattr(node, name, None)) for name in ("annotation", "returns")}
        left_out |= {id(node.test)} if _pause(node) else set()
        left_out |= {id(node.value)} if _place_of_lowest(node) else set()
        left_out |= {id(node.value)} if isinstance(node, ast.keyword) and node.arg == "maxsize" else set()
        left_out |= (
            {id(bound) for bound in (node.lower, node.upper) if _large(bound)} if isinstance(node, ast.Slice) else set()
        )
        if not _limit(node):
            todo += [child for child in ast.iter_child_nodes(node) if id(child) not in left_out]
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


class Reached(NamedTuple):
    """The tests that reach each mutant, by its number, and how many CPU seconds each passing test takes."""

    tests: dict[int, set[str]]
    seconds: dict[str, float]

    def tests_of(self, number: int, module: Path) -> list[str]:
        """Return the tests for a mutant; those that pin answers first, then the others, then those of the test files
        that name the module if few tests reach it, each for SECONDS, the fastest first.
        """
        kept = {(self.seconds[test], test) for test in self.tests.get(number, ()) if test in self.seconds}
        pinned = {test for test in kept if "pinned" in test[1]}
        files = _named(module) if len(kept) < FEW else []
        near = {(seconds, test) for test, seconds in self.seconds.items() if test.partition("::")[0] in files}
        return [*_quickest(pinned), *_quickest(kept - pinned), *_quickest(near - kept)] or files


REPORT = """
import os

seen = set()


def reached(number):
    if number not in seen:
        seen.add(number)
        with open(f"{os.path.dirname(__file__)}/reached-{os.getpid()}", "a", encoding="utf-8") as file:
            print(number, os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0], sep="\\t", file=file)
"""
"""A module that stores which places are reached, for each test (`called.py` empties `seen`) and each of its processes."""
CALL = "__import__('tesuji_reached').reached({})"


def reached_by_tests(chosen: Sequence[Mutant], copy: Path) -> Reached:
    """Run the tests in a copy of the package that reports which of these mutants they reach."""
    places: dict[Path, list[tuple[int, int]]] = {}
    for number, mutant in enumerate(chosen):
        places.setdefault(mutant.module, []).append((number, mutant.place))
    for module, numbers in places.items():
        (copy / "tesuji" / module.relative_to(PACKAGE)).write_text(_reporting(module, numbers), encoding="utf-8")
    (copy / "tesuji_reached.py").write_text(REPORT, encoding="utf-8")
    _pytest(["-n", "2", "--dist", "worksteal", f"--called={copy}", "tests"], copy, None)
    for module in places:
        shutil.copy2(module, copy / "tesuji" / module.relative_to(PACKAGE))
    tests: dict[int, set[str]] = {}
    for number, test in _lines(copy.glob("reached-*")):
        tests.setdefault(int(number), set()).add(test)
    return Reached(tests, {test: float(seconds) for seconds, test in _lines(copy.glob("seconds-*"))})


def _lines(files: Iterable[Path]) -> Iterator[list[str]]:
    """Yield the two fields of each line of these files."""
    for file in files:
        yield from (line.split("\t", 1) for line in file.read_text(encoding="utf-8").split("\n") if line)


def _reporting(module: Path, numbers: Sequence[tuple[int, int]]) -> str:
    """Return a module's source with a report before the statement of each of these sites (number, place)."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    found = sites(tree)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for number, place in numbers:
        report = ast.parse(CALL.format(number)).body[0]
        if inside := [pair for function in functions for pair in _statements(function, found[place].node)]:
            body, statement = min(inside, key=lambda pair: sum(1 for _ in ast.walk(pair[1])))
            body.insert(body.index(statement), report)
        else:  # it runs when the module is imported
            for function in functions:
                function.body.insert(0 if ast.get_docstring(function) is None else 1, report)
    return ast.unparse(ast.fix_missing_locations(tree))


def _statements(function: ast.FunctionDef, node: ast.AST) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """Yield the statements of a function that contain a node, each with the list in which it is."""
    for around in ast.walk(function):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(around, name, None)
            for statement in body if isinstance(body, list) else ():
                if any(one is node for one in ast.walk(statement)):
                    yield body, statement


def _named(module: Path) -> list[str]:
    """Return the test files that name a module or a package around it, the closest first."""
    words = ("tesuji", *module.relative_to(PACKAGE).with_suffix("").parts)
    name_of_class = words[-1].title().replace("_", "")
    ranks = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        close = max((n for n in range(2, len(words) + 1) if ".".join(words[:n]) in text), default=0)
        close += sum(word in path.stem for word in words[1:]) + 2 * (name_of_class in text)
        if "browser" not in path.parts and (close or "pinned_small" in path.stem):
            ranks.append((-close, len(text), str(path.relative_to(ROOT))))
    return [name for *_, name in sorted(ranks)[:GUESSED]]


def _quickest(tests: Iterable[tuple[float, str]]) -> list[str]:
    """Return the names of the fastest tests, which take SECONDS together."""
    some = sorted(tests)
    return [name for (_, name), end in zip(some, accumulate(seconds for seconds, _ in some)) if end < SECONDS]


def _pytest(arguments: Sequence[str], package: Path, timeout: float | None) -> subprocess.CompletedProcess[str]:
    """Return pytest's exit code and output with the package in this folder."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "called",
        "-m",
        "not thorough",
        "--hypothesis-profile=quick",
        "-o",
        f"pythonpath={package} tests tools",
    ]
    environment = {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{ROOT / 'tools'}", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [*command, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=timeout
    )


def killed(copy: Path, tests: list[str]) -> bool:
    """Return whether a test fails, or does not end, with the package at `copy`."""
    if not tests:
        return False
    names = copy / "tests.txt"
    names.write_text("\n".join(tests), encoding="utf-8")
    try:
        return _pytest(["-x", f"--hangs={HANGS}", f"@{names}"], copy, TIMEOUT).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def killed_at_once(mutant: Mutant, copy: Path, timeout: float) -> bool:
    """Return whether the test files that name a mutant's module fail in this time. The test that fails must pass without
    the mutant.
    """
    try:
        with mutated(mutant, copy):
            output = _pytest(["-x", "-rfE", f"--hangs={HANGS}", *_named(mutant.module)], copy, timeout).stdout
        failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", output, re.MULTILINE)
        return failed is not None and _pytest([failed[1]], copy, timeout).returncode == 0
    except subprocess.TimeoutExpired:
        return False


@contextmanager
def mutated(mutant: Mutant, copy: Path) -> Iterator[None]:
    """Put a mutant into the copy of the package, and afterwards the original."""
    target = copy / "tesuji" / mutant.module.relative_to(PACKAGE)
    original = target.read_bytes()  # the working tree may have changed
    target.write_text(mutant.source, encoding="utf-8")
    try:
        yield
    finally:
        target.write_bytes(original)


def mutants(count: int, seed: int, modules: list[Path]) -> Iterator[Mutant]:
    """Yield `count` random mutants."""
    sources = {module: module.read_text(encoding="utf-8") for module in modules}
    pool = [(module, place) for module in modules for place in range(len(sites(ast.parse(sources[module]))))]
    for module, place in random.Random(seed).sample(pool, min(count, len(pool))):
        site = sites(ast.parse(sources[module]))[place]
        words, changed = _changed(sources[module], site)
        words = f"{module.relative_to(ROOT)}:{site.node.lineno}  {words}".replace("\n", " ")
        yield Mutant(module, place, words, changed)


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


def at_once(chosen: Iterable[Mutant], copy: Path) -> Iterator[Mutant]:
    """Yield the mutants that are not killed in the first minute; print the others."""
    end = time.monotonic() + FIRST
    for mutant in chosen:
        began = time.monotonic()
        if began < end and killed_at_once(mutant, copy, FIRST / 3):
            print(f"killed    named tests {time.monotonic() - began:>3.0f} s  {mutant.words}", flush=True)
        else:
            yield mutant


def main(arguments: list[str]) -> int:
    count, seed = int((arguments or ["20"])[0]), int((arguments[1:] or ["1"])[0])
    modules = [Path(name).resolve() for name in arguments[2:]] or sorted(PACKAGE.rglob("*.py"))
    chosen = list(mutants(count, seed, modules))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(PACKAGE, copy / "tesuji", ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(copy, quiet=1)
        left = list(at_once(chosen, copy))
        dead = len(chosen) - len(left)
        reached = reached_by_tests(left, copy) if left else Reached({}, {})
        if left:
            print(f"{len(reached.seconds)} tests passed without a mutant", flush=True)
        for number, mutant in enumerate(left):
            tests, began = reached.tests_of(number, mutant.module), time.monotonic()
            with mutated(mutant, copy):
                noticed = killed(copy, tests)
            dead += noticed
            state = "killed  " if noticed else "SURVIVED"
            print(f"{state} {len(tests):>5} tests {time.monotonic() - began:>5.0f} s  {mutant.words}", flush=True)
    print(f"{dead} of {len(chosen)} killed (seed {seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
