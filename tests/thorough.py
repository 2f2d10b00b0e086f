"""Cases that run only in `./build.sh test-all`, not in `./build.sh test`: more of the same, for changes of the engine."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import pytest

not_in_pyodide = pytest.mark.skipif(
    sys.platform == "emscripten", reason="the same in any interpreter, and long in a slow one"
)


def sample(cases: Iterable[Any], every: int = 2) -> list[Any]:
    """Return the cases for `parametrize`, in order. All except the first of each `every` are marked as thorough."""
    return [case if number % every == 0 else _thorough(case) for number, case in enumerate(cases)]


def _thorough(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.thorough)
