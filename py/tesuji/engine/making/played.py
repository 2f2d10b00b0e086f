"""The cells of a game in progress that are certain.

Called when techniques lead no further. Few cells are left then, and most of them are interchangeable.
"""

from __future__ import annotations

from tesuji.engine.budget import Progress, Steps
from tesuji.engine.interchangeable import interchangeable
from tesuji.engine.reduction import narrowed, without_free_cells
from tesuji.engine.sat.encoding import Configuration
from tesuji.model import Board, Puzzle


def certain(puzzle: Puzzle, known: Board, solution: Board, progress: Progress) -> Steps[Board]:
    """Return the cells that all boards of a puzzle share, given the known cells and `solution`, one of these boards."""
    puzzle = yield from narrowed(puzzle, known, progress)
    left = puzzle.cells & ~known.known
    groups = list(interchangeable(puzzle, left))
    yield progress
    mixed = [group for group in groups if group & solution.yes and group & solution.no]
    left &= ~sum(mixed)  # any two of these can be swapped
    puzzle = yield from without_free_cells(puzzle, mixed, progress)
    configuration = Configuration(puzzle, lazy_lines=True)
    for _ in configuration.encode_all(known):
        yield progress
    while left:
        other = yield from _other(configuration, solution, left, progress)
        if other is None:
            break
        left &= ~(other | sum(group for group in groups if group & other))
    everywhere = left | known.known
    return Board(solution.yes & everywhere, solution.no & everywhere)


def _other(configuration: Configuration, solution: Board, cells: int, progress: Progress) -> Steps[int | None]:
    """Return the cells in which another board differs, including at least one of `cells`, or None if there is no such
    board."""
    part = Board(solution.yes & cells, solution.no & cells)
    configuration.avoid(*part)
    board = yield from configuration.find([], [part], False, None, progress)
    return board.yes ^ solution.yes if isinstance(board, Board) else None
