"""One piece: the paths drawn so far, and the edges between which they can still be connected."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import combinations, islice
from typing import TYPE_CHECKING

from tesuji.bitset import flags, members, set_of
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice, all_edges_at, all_ends
from tesuji.puzzles.slitherlink.patterns import Match
from tesuji.puzzles.slitherlink.sides import Relations

if TYPE_CHECKING:
    from tesuji.puzzles.slitherlink.techniques import View

MAX_CUTS = 60
"""The most pairs of edges that are tried as a cut of the loop on one board."""


class OpenPaths:
    """The paths of the edges that are on, for one board after the other."""

    def __init__(self, puzzle: Puzzle):
        lattice = Lattice(puzzle.width, puzzle.height)
        self.ends_of, self.edges_at = all_ends(lattice), all_edges_at(lattice)
        self.yes = 0
        self.paths: dict[int, tuple[int, int]] = {}
        """For each end of a path, the other end, and the edges between."""
        self.closed = 0
        """The edges of a closed path, if there is one."""

    def on(self, board: Board) -> OpenPaths:
        """Return the paths on a board."""
        if self.yes & ~board.yes:
            self.paths, self.yes, self.closed = {}, 0, 0
        for edge in members(board.yes & ~self.yes):
            self.join(edge)
        self.yes = board.yes
        return self.copy()

    def copy(self) -> OpenPaths:
        other = copy(self)
        other.paths = self.paths.copy()
        return other

    def join(self, edge: int) -> tuple[int, int, int]:
        """Add an edge; return the two ends of its path, the same dot twice if it is closed, and the edges of the
        path.
        """
        a, b = self.ends_of[edge]
        (start, first), (end, second) = self.paths.pop(a, (a, 0)), self.paths.pop(b, (b, 0))
        path = first | second | 1 << edge
        if start == b:
            self.closed = path
            return a, a, path
        self.paths[start], self.paths[end] = (end, path), (start, path)
        return start, end, path

    def end(self, dot: int) -> int:
        """Return the other end of the path that ends at a dot; the dot itself if none does."""
        return self.paths.get(dot, (dot, 0))[0]

    def between(self, start: int, end: int) -> Iterator[int]:
        """Yield the edge between two dots, if there is one."""
        return (edge for edge in self.edges_at[start] if end in self.ends_of[edge])

    def closing(self, unknown: int) -> Iterator[tuple[int, int]]:
        """Yield the unknown edges between the two ends of a path, with the path."""
        for start, (end, path) in sorted(self.paths.items()):
            for edge in self.between(start, end) if start < end else ():
                if unknown >> edge & 1:
                    yield edge, path


class Pieces:
    """The dots, connected by the edges that may be on."""

    def __init__(self, lattice: Lattice, possible: int):
        self.ends, self.edges_at, self.possible = all_ends(lattice), all_edges_at(lattice), possible

    def reach(self, start: int, without: int = 0) -> int:
        """Return the edges that can be reached from a dot without these."""
        seen, todo, edges = {start}, [start], 0
        possible = flags(self.possible & ~without, len(self.ends))
        while todo:
            for edge in self.edges_at[todo.pop()]:
                if possible[edge]:
                    edges |= 1 << edge
                    for dot in self.ends[edge]:
                        if dot not in seen:
                            seen.add(dot)
                            todo.append(dot)
        return edges


# Techniques


def loop_closed(view: View) -> Iterator[Match]:
    """The loop is closed: nothing else is drawn."""
    if view.paths.closed and view.unknown:
        yield Match(off=view.unknown, cells=view.paths.closed)


def early_loop(view: View) -> Iterator[Match]:
    """An edge that would close a path while the loop is not complete."""
    for edge, path in view.paths.closing(view.unknown):
        witness = view.outside_loop(path | 1 << edge, edge)
        if witness:
            words = {**witness.words(view.puzzle), "length": path.bit_count() + 1}
            yield Match(0, 1 << edge, witness.numbers, path | witness.edge, words)


def cut_off(view: View) -> Iterator[Match]:
    """The loop is one piece: edges that can no more be connected with a drawn one are off."""
    yes, no = view.board
    if not yes:
        return
    pieces, drawn = Pieces(view.lattice, view.puzzle.cells & ~no), yes & -yes
    left = pieces.possible & ~pieces.reach(pieces.ends[drawn.bit_length() - 1][0])
    while left:
        piece = pieces.reach(pieces.ends[(left & -left).bit_length() - 1][0])
        left &= ~piece
        if not piece & yes:
            dots = {dot for edge in members(piece) for dot in pieces.ends[edge]}
            wall = set_of(edge for dot in dots for edge in pieces.edges_at[dot]) & no
            yield Match(0, piece, (), wall | drawn, {"n": piece.bit_count()})


def two_edge_cut(view: View) -> Iterator[Match]:
    """Two edges are the only way between two drawn parts: both are on."""
    yes, no = view.board
    if not yes:
        return
    walls, pieces = Relations(view.lattice, view.board, no), Pieces(view.lattice, view.puzzle.cells & ~no)
    gates: dict[tuple[int, int], list[int]] = {}
    for edge in members(view.unknown):
        first, second = sorted(walls.group[face] for face in walls.faces_at[edge])
        if first != second:
            gates.setdefault((first, second), []).append(edge)
    cuts = ((first, *pair) for (first, _), edges in gates.items() for pair in combinations(edges, 2))
    for first, one, other in islice(cuts, MAX_CUTS):
        cut = 1 << one | 1 << other
        behind = pieces.reach(pieces.ends[one][0], cut)
        here, there = yes & behind, yes & ~behind
        if here and there:
            (a, c), (b, d) = (
                sorted(walls.faces_at[edge], key=lambda face: walls.group[face] != first) for edge in (one, other)
            )
            wall = walls.why(a, b) | walls.why(c, d)
            yield Match(cut, 0, (), wall | here & -here | there & -there)
