"""Regions: the sizes of the connected pieces of yes cells on a board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from tesuji.checker.connected import Near, flooded


class Refuted(Exception):
    """The known cells contradict the rule."""


class Piece(NamedTuple):
    """Connected yes cells."""

    cells: frozenset[int]
    sizes: frozenset[int]
    """The possible sizes of its region."""
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
        self.sizes: frozenset[int] = frozenset(size for size in sizes if 0 < size <= len(near))
        own = [*seeds.values()] if seeds else [None]
        self.any_size: frozenset[int] = frozenset(size for one in own for size in ([one] if one else self.sizes))
        """The possible sizes of a region whose seed is not known, or that needs none."""

    @property
    def cells(self) -> Sequence[int]:
        return sorted(self.near)

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether rules about single pieces refute the cells.

        A piece of full size is closed. Its room, the cells that it reaches within its largest size, is at least as
        large as its region. A piece takes the only way out, and all of its room if that is just enough. No cell joins
        incompatible pieces. With seeds, each yes cell is within reach of one. On a complete board this decides exactly.
        """
        yes = {x for x in self.near if x in true} | set(self.seeds or ())
        no = {x for x in self.near if -x in true}
        try:
            known = -1
            while len(yes) + len(no) > known:
                known = len(yes) + len(no)
                self._look(yes, no)
                if not yes.isdisjoint(no):
                    return True
        except Refuted:
            return True
        return not yes.isdisjoint(no)

    def _look(self, yes: set[int], no: set[int]) -> None:
        """Add everything that follows from one piece. Raises Refuted."""
        pieces, left = [], set(yes)
        while left:
            cells = flooded([min(left)], self.near, yes.__contains__)
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
            sizes = frozenset([found[0]]) if found[0] else self.sizes
        if len(found) > 1:
            sizes = frozenset()
        fitting = frozenset(size for size in sizes if size >= len(cells))
        return Piece(frozenset(cells), fitting, self.seeds is None or bool(found))

    def _grow(self, piece: Piece, yes: set[int], no: set[int]) -> None:
        """Add everything that the size of a piece forces around it. Raises Refuted."""
        if not piece.sizes:
            raise Refuted
        size = len(piece.cells)
        ways_out = {x for cell in piece.cells for x in self.near[cell]} - piece.cells - no
        if piece.at_home and max(piece.sizes) == size:
            no.update(ways_out)
        if piece.at_home and min(piece.sizes) == size:
            return
        room, front = set(piece.cells), set(piece.cells)
        for _ in range(max(piece.sizes) - size):
            front = {x for cell in front for x in self.near[cell]} - room - no
            if not front:
                break
            room |= front
        if len(room) < min(piece.sizes) or (not piece.at_home and room.isdisjoint(self.seeds or ())):
            raise Refuted
        if len(room) == min(piece.sizes):
            yes.update(room)
        if len(ways_out) == 1:
            yes.update(ways_out)

    def _joining(self, pieces: Sequence[Piece], yes: set[int], no: set[int]) -> set[int]:
        """Return the unknown cells that would join pieces that cannot be in one region."""
        owner = {x: piece for piece in pieces for x in piece.cells}
        beside = {x for cell in owner for x in self.near[cell]} - yes - no
        return {
            cell
            for cell in beside
            if not self._piece({cell}.union(*[owner[x].cells for x in self.near[cell] if x in owner])).sizes
        }

    def _reach(self, piece: Piece, yes: set[int], no: set[int]) -> set[int]:
        """Return the cells that may be in a piece's region. Another piece on the way counts as one cell."""
        found = set(piece.cells)
        for _ in range(max(piece.sizes, default=0) - len(piece.cells)):
            new = {x for cell in found for x in self.near[cell]} - found - no
            if not new:
                break
            found |= flooded(new & yes, self.near, yes.__contains__) | new
        return found
