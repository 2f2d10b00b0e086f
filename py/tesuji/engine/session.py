"""Data that outlives a call. A worker owns a session and passes it to its calls."""

from __future__ import annotations

from typing import Any

from tesuji.model import Board, Puzzle

MAX_KEPT_CELLS = 1000
"""Data about boards with more cells than this is not kept."""


class Session:
    """Keeps a search between two queries about the same board."""

    def __init__(self) -> None:
        self._asked: tuple[Puzzle, Board] | None = None
        self._kept: Any = None

    def take(self, puzzle: Puzzle, start: Board) -> Any:
        """Remove and return the value kept for this puzzle and board, or None.

        Removal ensures that an interrupted search is never resumed, because it would continue in another order.
        """
        kept, self._kept = self._kept, None
        if kept is None or self._asked is None:
            return None
        other, board = self._asked
        same = board == start and other.kind == puzzle.kind and other.document == puzzle.document
        return kept if same else None

    def put(self, puzzle: Puzzle, start: Board, kept: Any) -> None:
        """Keep a value for the next query about this puzzle and board, unless the board is too large."""
        if puzzle.size <= MAX_KEPT_CELLS:
            self._asked, self._kept = (puzzle, start), kept
