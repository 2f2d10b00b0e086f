"""How many cells do the pieces have into which the yes cells of a graph fall?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tesuji.bitset import members
from tesuji.constraints.base import BaseConstraint
from tesuji.constraints.connected import Graph
from tesuji.errors import Contradiction
from tesuji.model import Clue


class Regions(BaseConstraint):
    """The yes literals of `scope` fall into regions (greatest connected sets) of given sizes.

    `near`: for each place in the scope, the places of its neighbours. `sizes`: the numbers of cells that a region may
    have. `seeds`: place -> the number of cells of the region with that place, None for any of `sizes`. With seeds
    (an empty mapping too) each region has exactly one of them; without (None) a region is wherever yes cells are.

    To decide all that follows is NP-hard. `infer` promises these rules, in which a *piece* is a connected set of yes
    literals and its *room* what it can reach within its greatest size: a piece that is full is closed; pieces that do
    not go together are not joined; a piece takes the only way out, and all of its room if that is just enough;
    with seeds, what no seed can reach is no. On a complete board it finds every violation.
    """

    __slots__ = ("graph", "sizes", "seeds", "_all", "_seeded", "_possible")

    name = "regions"

    def __init__(
        self,
        scope: Iterable[int],
        near: Sequence[Iterable[int]],
        sizes: Iterable[int],
        seeds: Mapping[int, int | None] | None = None,
        clue: Clue | None = None,
    ):
        self.scope = tuple(scope)
        self.graph = Graph(near)
        self.sizes = frozenset(size for size in sizes if 0 < size <= len(self.scope))
        self.seeds = None if seeds is None else dict(seeds)
        self.clue = clue
        self._all = (1 << len(self.scope)) - 1
        self._seeded = sum(1 << place for place in self.seeds or ())
        given = set(self.seeds.values()) if self.seeds else {None}
        self._possible = frozenset(size for size in given if size) | (self.sizes if None in given else frozenset())
        """The sizes of regions whose seed is not known, or that need none."""

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Sound; complete for the rules above, to their fixpoint."""
        yes |= self._seeded
        while True:
            before = yes, no
            if yes & no:
                raise Contradiction(self)
            pieces = self._pieces(yes)
            for piece in pieces:
                yes, no = self._extend(piece, yes, no)
            no |= self._joins(pieces, yes, no)
            if self.seeds is not None:
                no |= self._out_of_reach(pieces, yes, no)
            if (yes, no) == before:
                return yes, no

    def _pieces(self, yes: int) -> list[int]:
        pieces = []
        while yes:
            pieces.append(self.graph.flood(yes & -yes, yes))
            yes &= ~pieces[-1]
        return pieces

    def _sizes_of(self, piece: int) -> frozenset[int]:
        """The sizes that a region with this piece may have."""
        number = piece.bit_count()
        seeded = piece & self._seeded
        if seeded & (seeded - 1):
            return frozenset()
        size = self.seeds[seeded.bit_length() - 1] if self.seeds and seeded else None
        sizes = [size] if size else self.sizes if seeded else self._possible
        return frozenset(one for one in sizes if one >= number)

    def _extend(self, piece: int, yes: int, no: int) -> tuple[int, int]:
        """What one piece needs. Raises Contradiction."""
        sizes = self._sizes_of(piece)
        if not sizes:
            raise Contradiction(self)
        border = self.graph.around(piece) & ~piece & ~no
        number = piece.bit_count()
        homeless = self.seeds is not None and not piece & self._seeded
        if max(sizes) == number and not homeless:
            return yes, no | border & ~yes
        least = min(sizes)
        if least == number and not homeless:
            return yes, no
        room = self._room(piece, max(sizes), no)
        if room.bit_count() < least or homeless and not room & self._seeded:
            raise Contradiction(self)
        if room.bit_count() == least:
            yes |= room
        if border and not border & (border - 1):
            yes |= border
        return yes, no

    def _room(self, piece: int, most: int, no: int) -> int:
        """The places that a region of at most so many cells with this piece may have."""
        room, front = piece, piece
        for _ in range(most - piece.bit_count()):
            front = self.graph.around(front) & ~room & ~no
            if not front:
                break
            room |= front
        return room

    def _joins(self, pieces: Sequence[int], yes: int, no: int) -> int:
        """Unknown places whose yes would join pieces that do not go together."""
        found = 0
        owner = {place: piece for piece in pieces for place in members(piece)}
        beside = 0
        for piece in pieces:
            beside |= self.graph.around(piece)
        for place in members(beside & ~yes & ~no):
            joined = 1 << place
            for other in self.graph.near[place]:
                joined |= owner.get(other, 0)
            if not self._sizes_of(joined):
                found |= 1 << place
        return found

    def _out_of_reach(self, pieces: Sequence[int], yes: int, no: int) -> int:
        """Places that no seed can reach."""
        reached = 0
        for piece in pieces:
            if piece & self._seeded:
                sizes = self._sizes_of(piece)
                if sizes:
                    reached |= self._reach(piece, max(sizes), yes, no)
        left = self._all & ~reached
        if left & yes:
            raise Contradiction(self)
        return left

    def _reach(self, piece: int, most: int, yes: int, no: int) -> int:
        """The places that may belong to the region of a piece: unknown ones cost one cell each, other pieces on the
        way are free, so that the result is never too small."""
        flood, around = self.graph.flood, self.graph.around
        reached = piece
        for _ in range(most - piece.bit_count()):
            front = around(reached) & ~reached & ~no
            if not front:
                break
            reached |= front
            reached |= flood(reached & yes, yes)
        return reached

    def data(self) -> dict[str, Any]:
        """With "near", "sizes", and "seeds" as [place, size or null] pairs, or null."""
        seeds = None if self.seeds is None else [[place, size] for place, size in sorted(self.seeds.items())]
        near = [list(others) for others in self.graph.near]
        return {**super().data(), "near": near, "sizes": sorted(self.sizes), "seeds": seeds}
