"""Finds the reader of a kind of puzzle: the function `read` in `puzzles/<kind>/checked.py`, next to this package."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from os.path import dirname, join
from typing import Any

from tesuji.checker.limits import NotAPuzzle, UnknownKind
from tesuji.checker.puzzle import Puzzle

KIND = re.compile(r"[a-z][a-z0-9_]{0,39}")


@lru_cache(maxsize=64)
def reader(kind: str) -> Callable[[dict[str, Any]], Puzzle] | None:
    """Return the reader of a kind, or None if there is none.

    Loads only that file, from a folder or an archive, as source or compiled. Importing it as a module of
    `tesuji.puzzles` would import the solver.
    """
    folder = join(dirname(dirname(__file__)), "puzzles", kind)
    spec = PathFinder.find_spec(f"tesuji.puzzles.{kind}.checked", [folder]) if KIND.fullmatch(kind) else None
    if spec is None or spec.loader is None:
        return None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    read: Callable[[dict[str, Any]], Puzzle] = module.read
    return read


def puzzle_of(document: Any) -> Puzzle:
    """Return the puzzle that a document describes. Raises NotAPuzzle, also for an invalid player's board, or UnknownKind
    for a kind without a reader.
    """
    kind = document.get("kind") if isinstance(document, dict) else None
    if not isinstance(kind, str):
        raise NotAPuzzle("kind")
    read = reader(kind)
    if read is None:
        raise UnknownKind(kind[:40])
    puzzle = read(document)
    if puzzle.board in document:
        puzzle.literals(document[puzzle.board], whole=False)
    return puzzle
