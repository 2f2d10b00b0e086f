"""Regions: the sizes of the connected pieces of yes cells on a board."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from tesuji.checker.connected import Near, flooded

WORK = 200_000
"""The number of cells that are looked at before a board that is not complete counts as possible."""


class Refuted(Exception):
    """The known cells contradict the rule."""


class TooMuchWork(Exception):
    """More than WORK cells were looked at."""


class Piece(NamedTuple):
    """Connected yes cells."""

    cells: frozenset[int]
    least: int
    """The smallest size that its region may have; 0 if it may have none."""
    most: int
    at_home: bool
    """True if it has the seed that its region needs."""


class Regions:
    """The yes literals form regions of some sizes. `near` has the neighbours of each literal. If there are `seeds`,
    each region has exactly one of them; a seed is mapped to the size of its region, None for any of `sizes`.
    """

    word = "regions"

    def __init__(self, near: Near, sizes: Collection[int], seeds: Mapping[int, int | None] | None = None):
        self.near: Near = near
        self.seeds: Mapping[int, int | None] | None = seeds
        self.sizes: Sequence[int] = sorted({size for size in sizes if 0 < size <= len(near)})
        own = {*seeds.values()} if seeds else {None}
        self.any_size: Sequence[int] = sorted({size for one in own for size in ([one] if one else self.sizes)})
        """The sizes of a region whose seed is not known, or that needs none."""

    @property
    def cells(self) -> Sequence[int]:
        return sorted(self.near)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether rules about single pieces refute the cells.

        A piece of full size is closed. Its room, the cells that it reaches within its largest size, is at least as
        large as its region. A piece takes the only way out, and all of its room if that is just enough. No cell joins
        incompatible pieces. With seeds, each yes cell is within reach of one. On a complete board this decides exactly:
        the first round sees everything and looks for no room.
        """
        yes = {x for x in self.near if x in true} | set(self.seeds or ())
        no = {x for x in self.near if -x in true}
        self.work: int = 0
        try:
            known = -1
            while len(yes) + len(no) > known:
                known = len(yes) + len(no)
                self._look(yes, no)
                if not yes.isdisjoint(no):
                    return True
                self._count(known)
        except Refuted:
            return True
        except TooMuchWork:
            return False
        return not yes.isdisjoint(no)

    def _count(self, cells: int) -> None:
        """Add to the cells that were looked at. Raises TooMuchWork."""
        self.work += cells
        if self.work > WORK:
            raise TooMuchWork

    def _look(self, yes: set[int], no: set[int]) -> None:
        """Add everything that follows from one piece. Raises Refuted."""
        pieces, left = [], set(yes)
        for cell in sorted(yes):
            if cell in left:
                cells = flooded([cell], self.near, yes.__contains__)
                left -= cells
                pieces.append(self._piece(cells))
        for piece in pieces:
            self._grow(piece, yes, no)
        no.update(self._joining(pieces, yes, no))
        if self.seeds is not None:
            reached = {x for piece in pieces if piece.cells & self.seeds.keys() for x in self._reach(piece, yes, no)}
            no.update(self.near.keys() - reached)

    def _piece(self, cells: Collection[int]) -> Piece:
        """Return a piece with the sizes that its seeds and its cells allow."""
        found = [self.seeds[x] for x in cells if x in self.seeds] if self.seeds else []
        sizes = self.any_size
        if found:
            sizes = [found[0]] if found[0] else self.sizes
        at = bisect_left(sizes, len(cells))
        least, most = (sizes[at], sizes[-1]) if at < len(sizes) and len(found) < 2 else (0, 0)
        return Piece(frozenset(cells), least, most, self.seeds is None or bool(found))

    def _grow(self, piece: Piece, yes: set[int], no: set[int]) -> None:
        """Add everything that the size of a piece forces around it. Raises Refuted."""
        if not piece.least:
            raise Refuted
        size = len(piece.cells)
        ways_out = {x for cell in piece.cells for x in self.near[cell]} - piece.cells - no
        if piece.at_home and piece.most == size:
            no.update(ways_out)
        if piece.at_home and piece.least == size:
            return
        room, front = set(piece.cells), set(piece.cells)
        for _ in range(piece.most - size):
            front = {x for cell in front for x in self.near[cell]} - room - no
            if not front:
                break
            room |= front
            self._count(len(front))
        if len(room) < piece.least or (not piece.at_home and room.isdisjoint(self.seeds or ())):
            raise Refuted
        if len(room) == piece.least:
            yes.update(room)
        if len(ways_out) == 1:
            yes.update(ways_out)

    def _joining(self, pieces: Sequence[Piece], yes: set[int], no: set[int]) -> set[int]:
        """Return the unknown cells that would join pieces that cannot be in one region."""
        owner = {x: piece for piece in pieces for x in piece.cells}
        touching = {x for cell in owner for x in self.near[cell]} - yes - no
        found = set()
        for cell in touching:
            joined = {cell}.union(*[owner[x].cells for x in self.near[cell] if x in owner])
            self._count(len(joined))
            if not self._piece(joined).least:
                found.add(cell)
        return found

    def _reach(self, piece: Piece, yes: set[int], no: set[int]) -> set[int]:
        """Return the cells that may be in a piece's region. Another piece on the way counts as one cell."""
        found, front = set(piece.cells), set(piece.cells)
        for _ in range(piece.most - len(piece.cells)):
            new = {x for cell in front for x in self.near[cell]} - found - no
            if not new:
                break
            self._count(len(new))
            front = flooded(new & yes, self.near, yes.__contains__) | new
            found |= front
        return found
