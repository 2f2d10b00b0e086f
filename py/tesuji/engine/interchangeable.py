"""Interchangeable cells: cells that lie in the same constraints, all of which are symmetric (counts), so any two of
them can be swapped.

An example is the set of closed minesweeper cells that touch no number, which may have hundreds of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    _, near, far = holders(puzzle)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in members(cells):
        alike.setdefault(near[cell], []).append(cell)
    candidates = {cell for group in alike.values() if len(group) > 1 for cell in group}
    constraints: dict[int, tuple[int, ...]] = dict.fromkeys(candidates, ())
    if candidates:
        for number in far:
            scope = puzzle.constraints[number].scope
            for cell in candidates.intersection(scope) if len(scope) != puzzle.size else ():
                constraints[cell] += (number,)
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
    for cell in sorted(candidates):
        groups.setdefault((near[cell], constraints[cell]), []).append(cell)
    # In order of their first cells.
    yield from (set_of(group) for group in groups.values() if len(group) > 1)


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
