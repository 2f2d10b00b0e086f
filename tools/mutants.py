"""Mutation testing: changes one operator, comparison or number of a module at a time and runs the tests that should
notice.

    python tools/mutants.py [N [SEED [MODULE ...]]]      N mutants (20) of a seed (1), of these modules of the package

Each mutant is tried in a copy of the package, so that the working tree stays as it is. Prints a line for each, and how
many were killed; exit code 0 whatever came out.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "py" / "tesuji"
TIMEOUT = 600
"""Seconds for the tests of one mutant; one that hangs is noticed, too."""
COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
TESTS = {
    "checker.py": ["tests/test_certificates.py"],
    "engine": ["tests/engine", "tests/test_certificates.py", "tests/test_laws.py"],
    "constraints": ["tests/test_constraints.py", "tests/test_laws.py"],
    "notation": ["tests/notation"],
    "cli": ["tests/test_cli.py", "tests/test_bulk.py", "tests/test_inputs.py"],
}
"""Folder of the package -> the tests that matter for it; the folder of a kind has its own."""


def sites(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Nodes that can be changed, and what is changed about them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in COMPARISONS:
            yield node, "compare"
        elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in OPERATORS:
            yield node, "operator"
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield node, "constant"


def change(node: ast.AST, what: str) -> None:
    if what == "compare":
        node.ops[0] = COMPARISONS[type(node.ops[0])]()
    elif what == "operator":
        node.op = OPERATORS[type(node.op)]()
    else:
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1


def tests_of(module: Path) -> list[str]:
    folder, *rest = module.relative_to(PACKAGE).parts
    if folder == "puzzles" and len(rest) > 1:
        own = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "puzzles").glob(f"test_{rest[0]}*.py"))
        return [*own, "tests/engine/test_pinned.py", "tests/test_laws.py", *TESTS["notation"]]
    return TESTS.get(folder, ["tests"])


def killed(copy: Path, tests: list[str]) -> bool:
    """Whether a test fails, or does not end, with the package at `copy`."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        f"pythonpath={copy} tests tools",
        *tests,
    ]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=TIMEOUT).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def mutants(count: int, seed: int, modules: list[Path]) -> Iterator[tuple[Path, str, str]]:
    """(module, what is changed where, the changed source) of `count` random mutants."""
    chance = random.Random(seed)
    pool = [
        (module, place)
        for module in modules
        for place in range(len(list(sites(ast.parse(module.read_text(encoding="utf-8"))))))
    ]
    for module, place in chance.sample(pool, min(count, len(pool))):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        node, what = list(sites(tree))[place]
        before = ast.unparse(node)
        change(node, what)
        words = f"{module.relative_to(ROOT)}:{node.lineno}  {before}  ->  {ast.unparse(node)}"
        yield module, words.replace("\n", " "), ast.unparse(tree)


def main(arguments: list[str]) -> int:
    count, seed = int((arguments or ["20"])[0]), int((arguments[1:] or ["1"])[0])
    modules = [Path(name).resolve() for name in arguments[2:]] or sorted(PACKAGE.rglob("*.py"))
    dead = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(PACKAGE, copy / "tesuji", ignore=shutil.ignore_patterns("__pycache__"))
        for tried, (module, words, source) in enumerate(mutants(count, seed, modules), 1):
            target = copy / "tesuji" / module.relative_to(PACKAGE)
            target.write_text(source, encoding="utf-8")
            noticed = killed(copy, tests_of(module))
            shutil.copy(module, target)
            dead += noticed
            print(f"{tried:>4}  {'killed  ' if noticed else 'SURVIVED'}  {words}", flush=True)
    print(f"{dead} of {tried} killed (seed {seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
