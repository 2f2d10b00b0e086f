"""What the techniques of all puzzles share: how cells are put into words, and a memory of one answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from itertools import groupby
from typing import TypeVar

from tesuji.model import Board, Puzzle

Found = TypeVar("Found")


def spans(numbers: Iterable[int]) -> str:
    """Numbers for a sentence, neighbours joined: 3, 4, 5 and 8 are "3–5, 8"."""
    groups = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    texts = []
    for _, pairs in groups:
        group = [number for _, number in pairs]
        texts.append(f"{group[0]}–{group[-1]}" if len(group) > 2 else ", ".join(map(str, group)))
    return ", ".join(texts)


def latest(find: Callable[[Puzzle, Board], Found]) -> Callable[[Puzzle, Board], Found]:
    """Remembers the latest answer: all techniques of a puzzle look at the same board, one after the other."""
    memory: list = [None, None, None]

    @wraps(find)
    def remembering(puzzle: Puzzle, board: Board) -> Found:
        if memory[0] is not puzzle or memory[1] != board:
            memory[:] = puzzle, board, find(puzzle, board)
        return memory[2]

    return remembering
