"""Techniques of the single loop: paths that must not close early, and parts that must stay connected."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

from tesuji.bitset import members, set_of
from tesuji.puzzles.slitherlink.lattice import place_words
from tesuji.puzzles.slitherlink.paths import Pieces
from tesuji.puzzles.slitherlink.patterns import Match
from tesuji.puzzles.slitherlink.relations import Relations
from tesuji.puzzles.slitherlink.view import View

MAX_CUTS = 60
"""The most pairs of edges that are tried as a cut of the loop on one board."""


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
            ends = [divmod(pieces.ends[next(members(part))][0], view.lattice.width + 1) for part in (here, there)]
            words = {**place_words(*ends[0]), **place_words(*ends[1], "2")}
            yield Match(cut, 0, (), wall | here & -here | there & -there, words)
