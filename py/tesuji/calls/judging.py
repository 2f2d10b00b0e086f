"""The call `broken`, which judges a board during play."""

from __future__ import annotations

from tesuji.calls.arguments import marks_of, noting
from tesuji.calls.serialize import Serializer
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.search import solve
from tesuji.errors import Contradiction
from tesuji.model import Board, Constraint, Document, Puzzle
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
    for number, constraint in enumerate(puzzle.constraints):
        if not _can_hold(constraint, board):
            found.append(serializer.reason(number))
        yield Progress("read", number + 1, len(puzzle.constraints))
    solved = not found and (yield from _solves(puzzle, board))
    return {"kind": puzzle.kind, "broken": found, "solved": solved}


def _can_hold(constraint: Constraint, board: Board) -> bool:
    yes = no = 0
    for place, literal in enumerate(constraint.scope):
        yes |= (board.yes >> literal & 1) << place
        no |= (board.no >> literal & 1) << place
    try:
        constraint.infer(yes, no)
    except Contradiction:
        return False
    return True


def _solves(puzzle: Puzzle, board: Board) -> Steps[bool]:
    """Return whether a board is a solution when all unmarked variables count as no."""
    whole = Board(board.yes, visible(puzzle) & ~board.yes)
    for block, literals, _ in shown(puzzle):
        firsts = literals[:: block.values] if block.values > 2 else ()
        if any(not whole.yes & ((1 << block.values) - 1) << first for first in firsts):
            return False
    if all(block.shape != "hidden" for block in blocks_of(puzzle)):
        return all(_can_hold(constraint, whole) for constraint in puzzle.constraints)
    answer = yield from solve(puzzle._replace(givens=whole), limit=1)
    return bool(answer.boards)
