"""The constraints on each cell. Propagation, the order of probing and the search for interchangeable cells share this
map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tesuji.bitset import flags, set_of
from tesuji.model import Puzzle


class Holders(NamedTuple):
    """Constraints are indexes into `puzzle.constraints`; given cells are left out."""

    cells: list[Sequence[int]]
    """The cells of each constraint; empty if it is far."""
    near: list[tuple[int, ...]]
    """The constraints on each cell that are not far."""
    far: list[int]
    """Constraints longer than a line, and deferred ones: they do not show which cells are worth trying."""


class Identity(NamedTuple):
    """A puzzle as a cache key. It is equal only to itself, because comparing whole puzzles is slow."""

    puzzle: Puzzle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and self.puzzle is other.puzzle

    def __hash__(self) -> int:
        return id(self.puzzle)


def holders(puzzle: Puzzle) -> Holders:
    """Return the map of a puzzle. Only the latest map is cached, because its users run one after the other."""
    return _holders(Identity(puzzle))


@lru_cache(maxsize=1)
def _holders(key: Identity) -> Holders:
    puzzle = key.puzzle
    longest = max(puzzle.width, puzzle.height)
    is_given = flags(puzzle.givens.known, puzzle.size)
    # Tuples, because most cells of a large position are in few constraints or in none.
    near: list[tuple[int, ...]] = [()] * puzzle.size
    cells: list[Sequence[int]] = []
    far = []
    for number, constraint in enumerate(puzzle.constraints):
        # A deferred constraint may compute its scope on each access, and a large board has tens of thousands of them.
        scope = () if constraint.deferred else constraint.scope
        if not scope or len(scope) > longest:
            far.append(number)
            scope = ()
        left = [cell for cell in scope if not is_given[cell]] if puzzle.givens.known else scope
        cells.append(left)
        this = (number,)
        for cell in left:
            near[cell] += this
    return Holders(cells, near, far)


def components(puzzle: Puzzle, known: int) -> Iterator[int]:
    """Yield the sets of unknown cells that constraints link to each other. Far constraints do not link cells."""
    group: dict[int, list[int]] = {}
    is_known = flags(known, puzzle.size)
    for cells in holders(puzzle).cells:
        left = [cell for cell in cells if not is_known[cell]]
        merged = group.setdefault(left[0], [left[0]]) if left else []
        for cell in left:
            other = group.get(cell)
            if other is None:
                merged.append(cell)
                group[cell] = merged
            elif other is not merged:
                small, merged = sorted((other, merged), key=len)
                merged += small
                group.update(dict.fromkeys(small, merged))
    for cells in {id(cells): cells for cells in group.values()}.values():
        yield set_of(cells)
