"""Regions: the sizes of the connected pieces of yes cells in a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tesuji.bitset import members
from tesuji.constraint import Constraint, Target
from tesuji.constraints.connected import Graph
from tesuji.errors import Contradiction
from tesuji.model import Clue

CACHE_SIZE = 4096
"""The number of boards in the cache of one constraint."""


class Regions(Constraint):
    """The yes literals of `scope` form regions (maximal connected sets) of given sizes.

    `near` lists, for each place in the scope, the places of its neighbours. `sizes` has the numbers of cells that a
    region may have. `seeds` maps a place to the number of cells of the region with that place, None for any of `sizes`.
    With seeds, even an empty mapping, each region has exactly one of them; without them (None), regions need none.

    Finding everything that follows is NP-hard. `infer` applies the rules below, in which a *piece* is a connected set
    of yes literals and its *room* the places that it can reach within its largest size. A full piece is closed. Pieces
    that do not belong together are not joined. A piece takes the only way out, and all of its room if that is just
    enough. A place is refuted if no region has room there, or if no seed can reach it. On a complete board, `infer`
    finds every violation.
    """

    __slots__ = ("graph", "sizes", "seeds", "_all", "_seeded", "_possible", "_least", "_fitting", "_seen")

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
        """The possible sizes of regions whose seed is not known, or that need none."""
        self._least = min(self._possible, default=0)
        self._fitting: dict[tuple[int, int], tuple[int, ...]] = {}
        self._seen: dict[tuple[int, int], tuple[int, int] | None] = {}

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer by the rules above until none applies. Sound."""
        seen, key = self._seen, (yes, no)
        if key not in seen:
            if len(seen) >= CACHE_SIZE:
                seen.clear()
            try:
                seen[key] = self._infer(yes, no)
            except Contradiction:
                seen[key] = None
        found = seen[key]
        if found is None:
            raise Contradiction(self)
        return found

    def _infer(self, yes: int, no: int) -> tuple[int, int]:
        yes |= self._seeded
        while True:
            before = yes, no
            if yes & no:
                raise Contradiction(self)
            pieces = self._pieces(yes)
            once = twice = reached = 0
            for piece in pieces:
                around = self.graph.around(piece) & ~piece
                twice |= once & around
                once |= around
                room, yes, no = self._extend(piece, around, yes, no)
                if piece & self._seeded:
                    reached |= room
            for place in members(twice & ~yes & ~no):
                if not self._sizes_of(self._joined(place, pieces)):
                    no |= 1 << place
            if self._least > 1:
                no |= self._too_small(self._all & ~yes & ~no, yes)
            if self.seeds is not None:
                if yes & ~reached:
                    raise Contradiction(self)
                no |= self._all & ~reached
            if (yes, no) == before:
                return yes, no

    def _pieces(self, yes: int) -> list[int]:
        pieces = []
        while yes:
            pieces.append(self.graph.flood(yes & -yes, yes))
            yes &= ~pieces[-1]
        return pieces

    def _sizes_of(self, piece: int) -> tuple[int, ...]:
        """Return the possible sizes of a region with this piece, in order."""
        number, seeded = piece.bit_count(), piece & self._seeded
        if seeded & (seeded - 1):
            return ()
        key = number, seeded
        if key not in self._fitting:
            size = self.seeds[seeded.bit_length() - 1] if self.seeds and seeded else None
            sizes = [size] if size else self.sizes if seeded else self._possible
            self._fitting[key] = tuple(sorted(one for one in sizes if one >= number))
        return self._fitting[key]

    def _extend(self, piece: int, around: int, yes: int, no: int) -> tuple[int, int, int]:
        """Return the room of a piece, and the yes and no literals after adding those that the piece needs. Raises
        Contradiction."""
        sizes = self._sizes_of(piece)
        homeless = self.seeds is not None and not piece & self._seeded
        number = piece.bit_count()
        if not sizes or homeless and sizes[-1] == number:
            raise Contradiction(self)
        if sizes[-1] == number:
            return piece, yes, no | around & ~yes
        least = max(sizes[0], number + homeless)
        room = self._room(piece, around, sizes[-1], no, least if self.seeds is None else len(self.scope))
        if room.bit_count() < least or homeless and not room & self._seeded:
            raise Contradiction(self)
        if least > number:
            border = around & ~no
            if room.bit_count() == least:
                yes |= room
            if not border & (border - 1):
                yes |= border
        return room, yes, no

    def _too_small(self, unknown: int, yes: int) -> int:
        """Return the unknown places that are connected with too few others for any region."""
        found = 0
        while unknown:
            room = self.graph.flood(unknown & -unknown, unknown | yes)
            if room.bit_count() < self._least:
                found |= room & unknown
            unknown &= ~room
        return found

    def _room(self, piece: int, around: int, most: int, no: int, enough: int) -> int:
        """Return the places that can belong to a region with this piece of at most `most` cells, or some of them if
        they are more than `enough`.
        """
        room = piece
        front = around & ~no
        for _ in range(most - piece.bit_count()):
            room |= front
            if not front or room.bit_count() > enough:
                break
            front = self.graph.around(front) & ~room & ~no
        return room

    def _joined(self, place: int, pieces: Sequence[int]) -> int:
        """Return the piece that results if a place joins its neighbouring pieces."""
        joined, neighbours = 1 << place, self.graph.masks[place]
        for piece in pieces:
            if piece & neighbours:
                joined |= piece
        return joined

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        if order:
            return self.within(super().reason(yes, no, target), yes, no, target, order)
        return super().reason(yes, no, target)

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "near", "sizes", and "seeds" as [place, size or null] pairs, or null."""
        seeds = None if self.seeds is None else [[place, size] for place, size in sorted(self.seeds.items())]
        near = [list(others) for others in self.graph.near]
        return {**super().data(), "near": near, "sizes": sorted(self.sizes), "seeds": seeds}
