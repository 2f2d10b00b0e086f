"""Tesuji (手筋): solve, prove unique and understand nonograms, minesweeper positions, slitherlinks and binoxxos.

    >>> from tesuji import solve
    >>> solve({"kind": "nonogram", "rows": [[1], [2]], "cols": [[1], [2]]})["verdict"]
    'none'

`solve(document)` answers with the result document of the command line; puzzle documents and results are described in
the README. The nouns are in `model`, the rules in `puzzles`, the search in `engine`.
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"


def solve(document: dict[str, Any], limit: int = 2, timeout: float | None = 60.0) -> dict[str, Any]:
    """The verdict on a puzzle document, with up to `limit` solutions. Raises InputError. `timeout` in seconds, None for
    no end."""
    from tesuji.calls import solve as steps
    from tesuji.engine.budget import Budget, run

    return run(steps({"document": document, "limit": limit}), Budget(timeout))
