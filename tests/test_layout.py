"""Checks the allowed imports and the place of every file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import tesuji
from tesuji.calls import CALLS
from tesuji.engine.budget import Budget, run
from tesuji.puzzles import folders, rulebooks

PACKAGE = Path(tesuji.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
KINDS = sorted(rulebooks())
pytestmark = pytest.mark.skipif(not SOURCES, reason="the package is compiled")

NOUNS = {"bitset", "constraint", "hitting_set", "errors", "model", "rulebook", "variables"}
MAY_IMPORT = {
    "checker": set(),
    "errors": {"locales"},
    "locales": set(),
    "bitset": set(),
    "hitting_set": {"bitset"},
    "constraint": {"bitset", "errors"},
    "model": {"bitset", "constraint", "errors"},
    "variables": {"bitset", "errors", "model"},
    "grid": {"bitset", "errors", "model"},
    "lettering": {"bitset", "errors", "grid", "model", "variables"},
    "facts": {"model"},
    "rulebook": {"constraints", "grid", "lettering", "model", "variables"},
    "contract": {"model"},
    "results": {"contract", "model", "svg"},
    "constraints": {"bitset", "constraint", "engine", "errors", "grid", "model", "variables"},
    "engine": {*NOUNS, "engine"},
    "notation": {*NOUNS, "grid", "notation"},
    "puzzles": {*NOUNS, "constraints", "facts", "grid", "notation", "puzzles"},
}
"""Area -> the areas that it may import. The others (calls, worker, command line and libraries) may import everything.
"""


def area(module: str) -> str:
    """Return the area of a module: tesuji.engine.search -> engine."""
    return (module.split(".") + [""])[1]


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> set[str]:
    return {module_of(path) for path in SOURCES}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> list[str]:
    return list(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            for name in node.names:
                inner = f"{node.module}.{name.name}"
                yield inner if inner in modules() else node.module


def test_a_module_imports_only_what_it_may():
    for path in SOURCES:
        mine = area(module_of(path))
        allowed = None if path.name == "library.py" else MAY_IMPORT.get(mine)
        if path.name == "checked.py":
            allowed = {"checker"}
        for name in imports(path):
            if name == "tesuji" or name.startswith("tesuji.") and area(name) in ("__version__", mine):
                continue
            if name.startswith("tesuji.") and allowed is not None:
                assert area(name) in allowed, f"{path}: {mine} imports {name}"
            if not name.startswith("tesuji"):
                assert name.split(".")[0] in sys.stdlib_module_names, f"{path}: {name} is not in the standard library"


def test_no_modules_import_each_other():
    """Directly or through others, also within functions."""
    needed = {module_of(path): set(imports(path)) for path in SOURCES}
    while free := {module for module, names in needed.items() if not names & set(needed)}:
        needed = {module: names for module, names in needed.items() if module not in free}
    assert not needed, f"a circle among {sorted(needed)}"


def test_libraries_are_for_people():
    """No part of the product loads a library: the page and the command line start without them."""
    for path in SOURCES:
        allowed = {"tesuji.library"} if path.name == "library.py" else {f"{module_of(path)}.library"}
        assert {name for name in imports(path) if name.endswith(".library")} <= allowed, path


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_imports_another(kind):
    for path in (PACKAGE / "puzzles" / kind).glob("*.py"):
        others = [
            name
            for name in imports(path)
            if name.startswith("tesuji.puzzles.") and not name.startswith(f"tesuji.puzzles.{kind}")
        ]
        assert not others, f"{path.name} imports {others}"


@pytest.mark.parametrize("kind", folders())
def test_every_kind_loads(kind):
    """If a kind does not load, the laws of the other kinds run without it."""
    for path in sorted((PACKAGE / "puzzles" / kind).glob("*.py")):
        import_module(module_of(path))


def test_a_class_name_has_one_meaning():
    """Except in the checker, which states the rules a second time and is independent of everything else."""
    places: dict[str, list[Path]] = {}
    for path in (path for path in SOURCES if area(module_of(path)) != "checker"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path)
    assert not {name: paths for name, paths in places.items() if len(paths) > 1}


FOREIGN = ("penpa_page.py",)
"""Files with the vocabulary of other programs, which includes names of puzzles."""


def test_shared_code_names_no_kind():
    """Neither in a comparison nor in a table nor anywhere else; it reads a member of the rulebook instead."""
    for path in (path for path in SOURCES if not {"puzzles", *FOREIGN} & {*path.parts}):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant):
                assert node.value not in KINDS, f"{path.name}:{node.lineno} names {node.value}"


def test_the_checker_is_short():
    """A reviewer must be able to read all of it, and the reader of a kind."""
    for path in (PACKAGE / "checker").glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 300, path.name


@pytest.mark.parametrize("kind", KINDS)
def test_the_second_reader_of_a_kind_is_short_and_independent(kind):
    path = PACKAGE / "puzzles" / kind / "checked.py"
    assert {name for name in imports(path) if name.startswith("tesuji")} == {"tesuji.checker"}
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 60


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_the_files_that_it_needs(kind):
    here = PACKAGE / "puzzles" / kind
    assert here.is_dir() and rulebooks()[kind].kind == kind == here.name
    for name in ("__init__.py", "rulebook.py", "checked.py", "strings.en.json", "strings.ja.json"):
        assert (here / name).is_file(), f"{kind} has no {name}"
    assert len(ast.get_docstring(tree(here / "__init__.py"))) > 200, "the rules of the game"


def test_every_module_has_a_docstring():
    for path in SOURCES:
        assert not tree(path).body or ast.get_docstring(tree(path)), f"{path} has no docstring"


def test_no_search_looks_at_a_clock():
    """Only budgets read the clock."""
    for path in (PACKAGE / "engine").rglob("*.py"):
        assert path.stem == "budget" or not {"time", "datetime"} & {*imports(path)}, f"{path} imports a clock"


def test_no_module_has_mutable_state():
    """Data derived from a puzzle belongs to a context, and data that outlives a call to a session. A module has only
    constants, functions and classes; functions may be cached.
    """
    for path in SOURCES:
        assert not any(isinstance(node, ast.Global) for node in ast.walk(tree(path))), f"{path} has a global"
        constants = {
            target.id
            for node in tree(path).body
            if isinstance(node, (ast.Assign, ast.AnnAssign))
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        module = import_module(module_of(path))
        for name in constants - {"__all__", "__path__"}:
            value = vars(module).get(name)
            named = name.strip("_").isupper() or name.startswith("__")
            assert named or callable(value) or not hasattr(value, "__dict__") or _is_type(value), f"{path}: {name}"
            assert named or not isinstance(value, (list, dict, set, bytearray)), f"{path}: {name}"


def _is_type(value: object) -> bool:
    """Return whether a value is a type alias or a type variable."""
    return type(value).__module__ in ("types", "typing", "collections.abc")


def test_calls_leave_all_tables_as_they_are():
    tables = {
        (module, name): value
        for module in list(sys.modules)
        if module.startswith("tesuji")
        for name, value in vars(sys.modules[module]).items()
        if isinstance(value, (list, dict, set, bytearray)) and name.isupper() and name != "CALLS"
    }
    before = {key: repr(value) for key, value in tables.items()}
    for kind in KINDS:
        for example in rulebooks()[kind].examples:
            for name in ("solve", "hint", "explain"):
                run(CALLS[name]({"document": example["document"]}), Budget(0.3))
    assert {key: repr(value) for key, value in tables.items()} == before
