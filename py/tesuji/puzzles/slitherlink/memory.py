"""Cache of local search results, valid while the cells they inspected are unchanged: boards fill up step by step, and
each step changes only a small part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from tesuji.model import Board, Puzzle

MAX_EDGES = 1000
"""Edges up to which a puzzle's searches are remembered: each keeps bit sets of that length."""


class _Kept(NamedTuple):
    """The edges that a search inspected, those of them on and off, the ends of paths that it followed, and its
    result.
    """

    looked: int
    on: int
    off: int
    ends: tuple[tuple[int, int], ...]
    found: Any


class Memory:
    """The results of searches on one puzzle. Nothing is kept of a large one."""

    def __init__(self, puzzle: Puzzle):
        self.on = puzzle.size <= MAX_EDGES
        self.kept: dict[Any, _Kept] = {}

    def recall(self, what: Any, board: Board, end: Callable[[int], int]) -> _Kept | None:
        """Return a result if the cells that it is based on are unchanged; `end`: the other end of the path at a dot."""
        kept = self.kept.get(what)
        if kept is None or board.yes & kept.looked != kept.on or board.no & kept.looked != kept.off:
            return None
        return kept if all(end(dot) == other for dot, other in kept.ends) else None

    def keep(
        self,
        what: Any,
        board: Board,
        looked: int,
        ends: Mapping[int, int],
        found: Any = None,
        others: Iterable[Any] = (),
    ) -> _Kept:
        """`others`: other starts with the same result."""
        kept = _Kept(looked, board.yes & looked, board.no & looked, tuple(ends.items()), found)
        if self.on:
            self.kept[what] = kept
            self.kept.update(dict.fromkeys(others, kept))
        return kept
