"""The modules that each task loads, to keep start-up fast."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tesuji

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes here")
PACKAGE = Path(tesuji.__file__).parent


def loaded(*command: str) -> tuple[str, set[str]]:
    """Return the output of a new Python process, and the modules of Tesuji that it has loaded at the end."""
    code = "\n".join(
        (*command, "import sys", "print(*sorted(name for name in sys.modules if name.startswith('tesuji')))")
    )
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    *printed, names = done.stdout.splitlines()
    return "\n".join(printed), set(names.split())


def test_the_version_loads_no_command():
    printed, modules = loaded(
        "import sys", "sys.argv[1:] = ['--version']", "from tesuji.__main__ import main", "assert main() == 0"
    )
    assert printed == f"tesuji {tesuji.__version__}"
    assert modules <= {"tesuji", "tesuji.__main__", "tesuji.errors", "tesuji.locales"}


def test_the_package_loads_no_engine():
    assert loaded("from tesuji import solve, InputError, Timeout")[1] <= {"tesuji", "tesuji.errors", "tesuji.locales"}


def test_a_kind_loads_its_library_when_it_is_used():
    _, before = loaded("from tesuji.puzzles import nonogram", "nonogram.RULEBOOK")
    _, after = loaded("from tesuji.puzzles import nonogram", "nonogram.solve")
    library = "tesuji.puzzles.nonogram.library"
    assert library not in before and "tesuji.calls" not in before
    assert library in after


def test_a_document_is_solved_with_its_kind_alone():
    """A process for a single query loads no other kind, no format of other programs, and no learner."""
    source = '{"kind": "slitherlink", "grid": ["2"]}'
    _, modules = loaded("import tesuji", f"tesuji.solve({source!r})")
    rest = {name for name in modules if name.startswith("tesuji.puzzles.")}
    assert {".".join(name.split(".")[:3]) for name in rest} == {"tesuji.puzzles.slitherlink"}
    assert not {"tesuji.puzzles.slitherlink.notation", "tesuji.notation.pzpr", "tesuji.engine.sat.encoding"} & modules
