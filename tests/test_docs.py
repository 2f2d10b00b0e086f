"""The examples in docstrings, docs/ and the README work unchanged."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from tesuji.puzzles import notations, rulebooks

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("README*.md"), *ROOT.glob("docs/*.md")])
MODULES = [
    "tesuji",
    "tesuji.results",
    *(f"tesuji.puzzles.{kind}.library" for kind in rulebooks() if find_spec(f"tesuji.puzzles.{kind}.library")),
]

needs_docstrings = pytest.mark.skipif(
    not import_module("tesuji").__doc__, reason="the page's package has no docstrings"
)
needs_project = pytest.mark.skipif(not PAGES, reason="the project is not here, only its tests")


def blocks(page: Path, language: str = "python") -> list[str]:
    """Return the code blocks of a language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@needs_docstrings
@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings(module):
    result = doctest.testmod(import_module(module))
    assert result.attempted > 0 and result.failed == 0


@needs_docstrings
@pytest.mark.parametrize("module", [name for name in MODULES if name != "tesuji.results"])
def test_every_public_function_has_an_example(module):
    module = import_module(module)
    functions = [name for name in module.__all__ if type(getattr(module, name)).__name__ == "function"]
    assert functions
    assert [name for name in functions if ">>> " not in (getattr(module, name).__doc__ or "")] == []


WITH_PYTHON = [page for page in PAGES if blocks(page)]
WITH_SHELL = [page for page in PAGES if blocks(page, "shell")]


def imitate_packages(monkeypatch):
    """Imitate Ray, if it is not installed, and the Dask client of a cluster that does not exist."""
    if not find_spec("ray"):
        remote = lambda function: SimpleNamespace(remote=function)
        ray = SimpleNamespace(init=lambda **_: None, shutdown=lambda: None, remote=remote, get=list)
        monkeypatch.setitem(sys.modules, "ray", ray)
    distributed = pytest.importorskip("dask.distributed")
    local = SimpleNamespace(get_executor=lambda **_: ThreadPoolExecutor(1))
    client = distributed.Client
    monkeypatch.setattr(
        distributed, "Client", lambda address: local if address == "tcp://scheduler:8786" else client(address)
    )


@needs_project
@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_python_examples_on_a_page(page, monkeypatch, tmp_path):
    """The examples run one after the other, as a reader would try them. Ray, if it is missing, and a cluster are
    imitated.
    """
    monkeypatch.chdir(tmp_path)
    Path("puzzles.jsonl").write_text('{"kind": "slitherlink", "grid": [".01", "...", "2.."]}\n')
    imitate_packages(monkeypatch)
    names: dict = {"__name__": "__main__"}
    runner = doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(blocks(page)):
        if block.startswith(">>> "):
            test = doctest.DocTestParser().get_doctest(block, names, f"{page.name}:{number}", None, 0)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
        else:
            exec(compile(block, page.name, "exec"), names)
    assert runner.failures == 0


@needs_project
@pytest.mark.parametrize("page", WITH_SHELL, ids=lambda page: page.name)
def test_shell_examples_on_a_page(page, tmp_path):
    """All blocks of a page run as one script in an empty folder. Every command must succeed."""
    program = tmp_path / "bin" / "tesuji"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tesuji "$@"\n')
    program.chmod(0o755)
    (program.parent / "python").symlink_to(sys.executable)
    script = "\n".join(line.removeprefix("$ ") for block in blocks(page, "shell") for line in block.splitlines())
    work = tmp_path / "work"
    work.mkdir()
    environment = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=work, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@needs_project
@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("*.md"), *ROOT.glob("bench/*.md")], ids=lambda page: page.name)
def test_relative_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        if not re.match(r"[a-z]+:|\.\./\.\./(actions|deployments)", target):
            generated = page.parent.name == "docs" and target in ("techniques.md", "techniques.ja.md")
            assert generated or (page.parent / target).exists(), target


@needs_project
def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120


@needs_project
@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_readmes_count_techniques_and_formats(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    techniques = sum(len(book.explaining.techniques) for book in rulebooks().values())
    written = sum(notation.write is not None for notation in notations().values())
    assert re.search(rf"(?<!\d){techniques}(?: named techniques|種類の手筋)", text)
    assert re.search(rf"(?<!\d){len(notations())}(?: formats|の形式).*?(?<!\d){written}(?!\d)", text)


@needs_project
@pytest.mark.parametrize("name", ["gallery.svg", "how-it-works.svg"])
def test_the_pictures_are_up_to_date(name):
    """`python tools/gallery.py` writes the pictures."""
    from gallery import FILES, FOLDER

    assert (FOLDER / name).read_text(encoding="utf-8") == FILES[name]()
