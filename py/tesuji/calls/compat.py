"""Reproduces the answers of the MATLAB program of 2008 (picross): its board of 1, 0 and N, and its class."""

from __future__ import annotations

from typing import Any

from tesuji.bitset import members
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.errors import Contradiction
from tesuji.grid import rows_of
from tesuji.model import Board, Document, Puzzle


def matlab(puzzle: Puzzle) -> Steps[Document]:
    """Return {"class", "board": rows of "1" filled, "0" empty, "N" unknown}. Lines are solved; then both values of the
    first unknown cell (column by column) are tried, as long as one of them fails. If neither fails, the class is MP,
    which is wrong for a few puzzles with one solution.
    """
    propagator, name, state = ConstraintPropagator(puzzle), "SF", None
    try:
        for reached in propagator.root():
            state = reached
            yield Progress("propagate", of=puzzle.size)
        while unknown := puzzle.cells & ~propagator.known(state).known:
            name = "MF"
            cell = min(members(unknown), key=lambda cell: (cell % puzzle.width, cell))
            tries = [_tried(propagator, state, *bits) for bits in ((1 << cell, 0), (0, 1 << cell))]
            yield Progress("propagate", puzzle.size - unknown.bit_count(), puzzle.size)
            left = [tried for tried in tries if tried is not None]
            if len(left) > 1:
                name = "MP"
                break
            if not left:
                raise Contradiction
            state = left[0]
    except Contradiction:
        return {"class": "EP", "board": _digits(puzzle, Board())}
    return {"class": name, "board": _digits(puzzle, propagator.known(state))}


def _tried(propagator: ConstraintPropagator, state: Any, yes: int, no: int) -> Any:
    try:
        return propagator.extend(state, yes, no)
    except Contradiction:
        return None


def _digits(puzzle: Puzzle, board: Board) -> list[str]:
    return rows_of(puzzle.width, puzzle.height, board.yes, board.no, "10N")
