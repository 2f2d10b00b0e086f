"""Brute force over tiny boards: every answer by trying everything, without the engine.

Each kind writes its rules out a second time, plainly, as ORACLE in `puzzles/test_<kind>.py`, and lists what it refuses
in `data/refused/<kind>.json`; the laws find both by the name of the kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from pathlib import Path
from typing import Any

from hypothesis.strategies import SearchStrategy

from tesuji.model import Board

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Oracle:
    """Tiny puzzles of a kind, with and without solutions, and all their solutions in the letters of a result."""

    documents: SearchStrategy[dict]
    solutions: Callable[[dict], list[Any]]


def oracle_of(kind: str) -> Oracle:
    """The brute force of a kind. Raises AssertionError that says what a new kind still lacks."""
    assert (HERE / "puzzles" / f"test_{kind}.py").is_file(), f"tests/puzzles/test_{kind}.py is missing"
    oracle = getattr(import_module(f"test_{kind}"), "ORACLE", None)
    assert isinstance(oracle, Oracle), (
        f"tests/puzzles/test_{kind}.py needs ORACLE = Oracle(documents, solutions): a Hypothesis strategy of tiny "
        f"documents, and a function that finds all solutions of one by trying everything"
    )
    return oracle


def refused(kind: str) -> list[dict]:
    """Documents that are no puzzle of this kind: [{"document", "error": the key of its sentence, "at": place or null}].

    The page's tests read the same files.
    """
    path = HERE / "data" / "refused" / f"{kind}.json"
    assert path.is_file(), (
        f'tests/data/refused/{kind}.json is missing: a list of {{"document", "error", "at"}}, the documents that the '
        f"kind refuses"
    )
    return json.loads(path.read_text(encoding="utf-8"))


def verdict_of(solutions: list) -> str:
    return ("none", "unique", "multiple")[min(len(solutions), 2)]


def shared(boards: Iterable[Board]) -> Board:
    """What all of these boards say."""
    return reduce(Board.shared, boards)


def golden(name: str) -> Any:
    """A file of recorded answers; they come from programs that share nothing with this one."""
    return json.loads((HERE / "data" / name).read_text(encoding="utf-8"))
