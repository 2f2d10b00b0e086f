"""Runs pynogram (tsionyx, pure Python) from a checkout at the given path; nonograms only."""

from __future__ import annotations

import sys

from serve import serve, verdict_of

sys.path.append(sys.argv[1])


def decide(puzzle: dict) -> str:
    from pynogram.core.backtracking import Solver
    from pynogram.core.board import make_board
    from pynogram.core.common import NonogramError

    board = make_board(puzzle["document"]["cols"], puzzle["document"]["rows"])
    try:
        Solver(board, max_solutions=2).solve()
    except NonogramError:
        return "none"
    return verdict_of(1 if board.is_solved_full else min(len(board.solutions), 2))


if __name__ == "__main__":
    serve(decide)
