"""Interchangeable cells: cells that lie in the same constraints, all of which are symmetric (counts), so any two of
them can be swapped.

An example is the set of closed minesweeper cells that touch no number, which may have hundreds of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tesuji.bitset import members, set_of
from tesuji.engine.holders import holders
from tesuji.model import Board, Puzzle, cells_of


def interchangeable(puzzle: Puzzle, cells: int) -> Iterator[int]:
    """Yield sets of two or more cells, not given, that lie in the same constraints, all of which
    are symmetric.
    """
    for constraint in puzzle.constraints:
        if not constraint.symmetric:
            cells &= ~cells_of(puzzle, constraint)
        if not cells:
            return
    scopes, near, far = holders(puzzle)
    wide = [set(scope) for number in far if len(scope := puzzle.constraints[number].scope) < puzzle.size]
    touched = set_of({cell for scope in (*scopes, *wide) for cell in scope})
    groups: dict[tuple[Any, ...], list[int]] = {}
    for cell in members(cells & touched):
        groups.setdefault((near[cell], *[cell in scope for scope in wide]), []).append(cell)
    found = [set_of(group) for group in groups.values() if len(group) > 1] + [cells & ~touched]
    yield from sorted((group for group in found if group & (group - 1)), key=lambda group: group & -group)


def swaps(board: Board, groups: Iterable[int]) -> Iterator[Board]:
    """Yield, for each set of interchangeable cells with both values, the board with two of them swapped."""
    for group in groups:
        yes, no = group & board.yes, group & board.no
        if yes and no:
            pair = yes & -yes | no & -no
            yield Board(board.yes ^ pair, board.no ^ pair)


def without_swaps(board: Board, groups: Iterable[int]) -> Board:
    """Return the part of a solution that all solutions may share: the board without cells that can be swapped with one
    of the other value.
    """
    mixed = 0
    for group in groups:
        if group & board.yes and group & board.no:
            mixed |= group
    return Board(board.yes & ~mixed, board.no & ~mixed)
