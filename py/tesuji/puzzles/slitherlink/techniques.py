"""Human techniques at a dot, around a number, between numbers, and along the loop; easiest first.

Only numbers are counted; dots and the single loop are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tesuji.bitset import flags, set_of
from tesuji.model import Board, Step, Technique, TechniqueContext
from tesuji.puzzles.slitherlink.arcs import arcs, diagonals
from tesuji.puzzles.slitherlink.lattice import place_words
from tesuji.puzzles.slitherlink.patterns import Match
from tesuji.puzzles.slitherlink.pieces import cut_off, early_loop, loop_closed, two_edge_cut
from tesuji.puzzles.slitherlink.sides import colours, inside_outside, shading
from tesuji.puzzles.slitherlink.situations import least, settled, wide_box
from tesuji.puzzles.slitherlink.trial import ahead, follow
from tesuji.puzzles.slitherlink.view import View

AT_ONCE = 256
"""Numbers between two safe points."""


def adjacent_threes(view: View) -> Iterator[Match | None]:
    """3 next to 3, unless the edges around both may be the whole loop."""
    for match in view.matcher.matches("adjacent-threes"):
        if match is None:
            yield None
            continue
        first, second = (view.lattice.edges_around(*view.puzzle.clues[index].at) for index in match.because)
        witness = view.outside_loop(set_of(first) ^ set_of(second), first[2])
        if witness:
            because, words = match.because + witness.numbers, match.words | witness.words(view.puzzle)
            yield match._replace(because=because, cells=witness.edge, words=words)


def every_way(view: View) -> Iterator[Match | None]:
    """The edges that are the same in every arrangement around a number, with those that leave its corners."""
    board = [flags(cells, view.puzzle.size) for cells in view.board]
    for index, (at, value) in enumerate(view.puzzle.clues):
        if index % AT_ONCE == 0:
            yield None
        hub = wide_box(view.lattice, at, index, value)
        known = hub.known(*board)
        then = settled(hub.kind, known)
        new = then & ~known if then is not None else 0
        if new:
            on, off = hub.values(least(hub.kind, known, new, hub.groups))
            yield Match(*hub.values(new), (index,), on | off, {**place_words(*at), "value": value})


BY_VALUE = {"corner-2", "line-into-2", "line-into-3", "every-way", "diagonal", "arcs", "colours"}
"""Techniques that may settle edges either way, with a sentence for each."""


def _technique(name: str, level: int, matches: Callable[[View], Iterator[Match | None]] | None = None) -> Technique:
    """Return a technique with these matches, or with those of the pattern of its name."""

    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        view = context.derived(View, board)
        for match in matches(view) if matches else view.matcher.matches(name):
            yield match and _step(board, name, match)

    return Technique(name, level, find)


def _step(board: Board, name: str, match: Match) -> Step | None:
    """Return the step of a match; None if all of it is known."""
    on, off = match.on & ~board.yes, match.off & ~board.no
    if not on | off:
        return None
    k = len(match.because)
    words = {**match.words, "n": (on | off).bit_count(), "k": k}
    if name in BY_VALUE:
        words["as"] = "both" if on and off else "on" if on else "off"
    return Step(on, off, name, match.because, match.cells, words, k, k == 0)


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("loop-closed", 1, loop_closed),
        ("vertex-full", 1),
        ("vertex-on", 1),
        ("dead-end", 1),
        ("zero", 1),
        ("line-into-3", 1),
        ("early-loop", 1, early_loop),
        ("zero-beside-three", 1),
        ("complete", 1),
        ("needs-rest", 1),
        ("zero-diagonal-three", 2),
        ("corner-1", 2),
        ("corner-2", 2),
        ("corner-3", 2),
        ("adjacent-threes", 2, adjacent_threes),
        ("diagonal-threes", 2),
        ("border-pair", 2),
        ("line-into-1", 2),
        ("line-into-2", 2),
        ("every-way", 3, every_way),
        ("diagonal", 3, diagonals),
        ("arcs", 4, arcs),
        ("inside-outside", 4, inside_outside),
        ("colours", 4, colours),
        ("cut-off", 4, cut_off),
        ("two-edge-cut", 4, two_edge_cut),
        ("shading", 4, shading),
        ("follow", 5, follow),
        ("ahead", 5, ahead),
    )
)
