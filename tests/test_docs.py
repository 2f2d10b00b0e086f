"""The examples in docstrings, in docs/ and in the README do what they say."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tesuji.puzzles import rulebooks

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "docs" / "library.md", ROOT / "docs" / "elsewhere.md"]
MODULES = [
    "tesuji",
    "tesuji.results",
    *(f"tesuji.puzzles.{kind}.library" for kind in rulebooks() if find_spec(f"tesuji.puzzles.{kind}.library")),
]

needs_docstrings = pytest.mark.skipif(
    not import_module("tesuji").__doc__, reason="the page's package has no docstrings"
)
needs_project = pytest.mark.skipif(not PAGES[0].exists(), reason="the project is not here, only its tests")


def blocks(page: Path) -> list[str]:
    """The blocks of Python on a page."""
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


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


@needs_project
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_on_a_page(page):
    """One after the other, as a reader would try them; those that need a cluster are only compiled."""
    names: dict = {}
    runner = doctest.DocTestRunner(verbose=False)
    found = blocks(page)
    for number, block in enumerate(found):
        if block.startswith(">>> "):
            test = doctest.DocTestParser().get_doctest(block, names, f"{page.name}:{number}", None, 0)
            runner.run(test, clear_globs=False)
            names.update(test.globs)
        elif "dask" in block:
            compile(block, page.name, "exec")
        else:
            exec(compile(block, page.name, "exec"), names)
    assert found and runner.failures == 0
