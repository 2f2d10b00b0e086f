"""The call `broken`, which judges a board during play."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.bitset import flags, set_of
from tesuji.calls.arguments import marks_of, noting
from tesuji.calls.serialize import Serializer
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.search import solve
from tesuji.errors import Contradiction
from tesuji.model import Board, Document, Puzzle
from tesuji.puzzles import parse
from tesuji.variables import blocks_of, shown, visible


@noting
def broken(args: Document) -> Steps[Document]:
    """Return which constraints the player's marks break, and whether the marks solve the puzzle.

    args: {"document" with the player's marks, or "text"}. Result: {"kind", "broken": [{"clue": {"at", "value"}} or
    {"rule", "cells"}, as reasons are ...], "solved"}. Each constraint infers once, by itself. For "solved", unmarked
    variables with two values count as no. A search runs only if some variables are hidden.
    """
    book, puzzle = parse(args["document"])
    serializer = Serializer(book, puzzle)
    yield Progress("read")
    board = puzzle.givens.joined(marks_of(book, puzzle))
    found = []
    for number, holds in enumerate(_hold(puzzle, board)):
        if not holds:
            found.append(serializer.reason(number))
        yield Progress("read", number + 1, len(puzzle.constraints))
    solved = not found and (yield from _solves(puzzle, board))
    return {"kind": puzzle.kind, "broken": found, "solved": solved}


def _hold(puzzle: Puzzle, board: Board) -> Iterator[bool]:
    """Yield for each constraint whether it can hold."""
    is_yes, is_no = flags(board.yes, puzzle.size), flags(board.no, puzzle.size)
    for constraint in puzzle.constraints:
        yes = set_of([place for place, literal in enumerate(constraint.scope) if is_yes[literal]])
        no = set_of([place for place, literal in enumerate(constraint.scope) if is_no[literal]])
        try:
            constraint.infer(yes, no)
            yield True
        except Contradiction:
            yield False


def _solves(puzzle: Puzzle, board: Board) -> Steps[bool]:
    """Return whether a board is a solution when all unmarked variables count as no."""
    whole = Board(board.yes, visible(puzzle) & ~board.yes)
    for block, literals, _ in shown(puzzle):
        firsts = literals[:: block.values] if block.values > 2 else ()
        if any(not whole.yes & ((1 << block.values) - 1) << first for first in firsts):
            return False
    if all(block.shape != "hidden" for block in blocks_of(puzzle)):
        for holds in _hold(puzzle, whole):
            if not holds:
                return False
            yield Progress("read")
        return True
    answer = yield from solve(puzzle._replace(givens=whole), limit=1)
    return bool(answer.boards)
