"""Brute force over tiny boards: every answer by trying everything, without the engine.

Each kind writes its rules out a second time, plainly, as ORACLE in `puzzles/test_<kind>.py`; the laws find it there by
the name of the kind.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis.strategies import SearchStrategy

from tesuji.model import Board

HERE = Path(__file__).parent
sys.path.append(str(HERE / "puzzles"))


@dataclass(frozen=True)
class Oracle:
    """Tiny puzzles of a kind, with and without solutions, and all their solutions in the letters of a result."""

    documents: SearchStrategy[dict]
    solutions: Callable[[dict], list[Any]]


def oracle_module(kind: str) -> ModuleType:
    """The tests of a kind."""
    return import_module(f"test_{kind}")


def oracle_of(kind: str) -> Oracle:
    return oracle_module(kind).ORACLE


def verdict_of(solutions: list) -> str:
    return ("none", "unique", "multiple")[min(len(solutions), 2)]


def shared(boards: Iterable[Board]) -> Board:
    """What all of these boards say."""
    return reduce(Board.shared, boards)


def golden(name: str) -> Any:
    """A file of recorded answers; they come from programs that share nothing with this one."""
    return json.loads((HERE / "data" / name).read_text(encoding="utf-8"))
