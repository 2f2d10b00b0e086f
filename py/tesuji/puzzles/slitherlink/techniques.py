"""Human techniques at a vertex, around a number, between two numbers, and along the loop; easiest first.

Only numbers are counted; vertices and the single loop are free. `regions.py` has techniques with a wider view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from tesuji.bitset import members, set_of
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext
from tesuji.puzzles.slitherlink.ahead import Ahead
from tesuji.puzzles.slitherlink.arcs import arcs, diagonals
from tesuji.puzzles.slitherlink.boxes import Boxes, around, needed, spread
from tesuji.puzzles.slitherlink.follow import NUMBER, Follower
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.memory import Memory
from tesuji.puzzles.slitherlink.patterns import Grid, Match, Matcher
from tesuji.puzzles.slitherlink.regions import OpenPaths, cut_off, inside_outside, number_between_colours, two_edge_cut
from tesuji.puzzles.slitherlink.shading import shading


class View:
    """A board with data shared by all techniques."""

    def __init__(self, context: TechniqueContext, board: Board):
        puzzle = context.puzzle
        self.context, self.puzzle, self.board = context, puzzle, board
        self.memory = context.once(Memory)
        self.solutions = context.solutions_from(board)
        """Known solutions: their values cannot be refuted, so they are not tried."""
        self.lattice = Lattice(puzzle.width, puzzle.height)
        self.unknown = puzzle.cells & ~board.known

    @cached_property
    def matcher(self) -> Matcher:
        return Matcher(self.context.once(Grid), self.board)

    @property
    def numbers(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Place -> (constraint, value)."""
        return self.context.once(_numbers)

    @cached_property
    def paths(self) -> OpenPaths:
        return self.context.once(Paths).on(self.board)


def _numbers(puzzle: Puzzle) -> dict[tuple[int, int], tuple[int, int]]:
    return {clue.at: (index, clue.value) for index, clue in enumerate(puzzle.clues)}


class Paths:
    """The paths on one board after the other: on a fuller board only new edges are joined."""

    def __init__(self, puzzle: Puzzle):
        self.lattice = Lattice(puzzle.width, puzzle.height)
        self.yes, self.paths = 0, OpenPaths(self.lattice)

    def on(self, board: Board) -> OpenPaths:
        """Return the paths on a board."""
        if self.yes & ~board.yes:
            self.yes, self.paths = 0, OpenPaths(self.lattice)
        self.paths = self.paths.joined(board.yes & ~self.yes)
        self.yes = board.yes
        return self.paths


def loop_closed(view: View) -> Iterator[Match]:
    """The loop is closed: nothing else is drawn."""
    if view.paths.closed and view.unknown:
        yield Match(off=view.unknown, cells=view.paths.closed)


# Patterns


def pattern(name: str) -> Callable[[View], Iterator[Match | None]]:
    """Return a function that finds the matches of a pattern."""
    return lambda view: view.matcher.matches(name)


def adjacent_threes(view: View) -> Iterator[Match | None]:
    """3 next to 3, unless their edges may be the whole loop."""
    for match in view.matcher.matches("adjacent-threes"):
        if match is None:
            yield None
            continue
        first, second = (view.puzzle.clues[index].at for index in match.because)
        ring = set_of(view.lattice.edges_around(*first)) ^ set_of(view.lattice.edges_around(*second))
        witness = _larger(view, ring, first)
        if witness:
            clue, edge = witness
            words = match.words | _witness(view, clue)
            yield match._replace(because=match.because + clue, cells=edge, words=words)


def every_way(view: View) -> Iterator[Match | None]:
    """The edges that are the same in every arrangement around a number."""
    for box in view.context.once(Boxes).on(view.board):
        found = box and around(box.value, box.on, box.off | box.border)
        if not found:
            yield None
            continue
        on, off = found[0] & ~box.on, found[1] & ~(box.off | box.border)
        words = {**_place(box.at), "value": box.value}
        used = spread(box, needed(box, on, off))
        yield Match(spread(box, on), spread(box, off), (box.constraint,), used, words)


def _larger(view: View, ring: int, near: tuple[int, int]) -> tuple[tuple[int, ...], int] | None:
    """Why a closed ring is not the whole loop: an edge drawn elsewhere, or the nearest number that it does not
    satisfy."""
    elsewhere = view.board.yes & ~ring
    if elsewhere:
        return (), elsewhere & -elsewhere
    for at, (index, value) in sorted(
        view.numbers.items(), key=lambda item: abs(item[0][0] - near[0]) + abs(item[0][1] - near[1])
    ):
        if sum(ring >> edge & 1 for edge in view.lattice.edges_around(*at)) != value:
            return (index,), 0
    return None


def _witness(view: View, clue: tuple[int, ...]) -> dict[str, Any]:
    """Evidence that a ring is not the whole loop, for a sentence: a number with its value, or a line seen
    elsewhere."""
    return {"as": "number", "value": view.puzzle.clues[clue[0]].value} if clue else {"as": "seen"}


# The loop


def early_loop(view: View) -> Iterator[Match]:
    """An edge that would close a path while the loop is not complete."""
    for edge, path in view.paths.closing(view.unknown):
        at = view.lattice.boxes_beside(edge)[0]
        witness = _larger(view, path | 1 << edge, at)
        if witness:
            because, elsewhere = witness
            yield Match(
                0,
                1 << edge,
                because,
                path | elsewhere,
                {**_witness(view, because), "length": path.bit_count() + 1},
            )


def _following(follower: type[Follower]) -> Callable[[View], Iterator[Match | None]]:
    """Edges that lead to something that cannot be: shorter ways first."""

    def find(view: View) -> Iterator[Match | None]:
        if follower.largest and view.puzzle.size > follower.largest:
            return
        larger = partial(_larger, view)
        led = follower(view.lattice, view.board, view.numbers, view.paths, view.memory, larger)
        for most in follower.lengths:
            for edge in members(view.unknown):
                yield None
                for value in (True, False):
                    possible = any((one.yes >> edge & 1) == value for one in view.solutions)
                    fact = None if possible else _followed(view, led, edge, value, most)
                    if fact:
                        yield fact

    return find


def _followed(view: View, follower: Follower, edge: int, value: bool, most: int) -> Match | None:
    dead = follower.dead(edge, value, most)
    if dead is None:
        return None
    because, elsewhere = dead.numbers, 0
    if dead.loop:
        witness = _larger(view, dead.loop, view.lattice.boxes_beside(edge)[0])
        if witness is None:
            return None
        because, elsewhere = tuple(dict.fromkeys((*because, *witness[0]))), witness[1]
    settled = (0, 1 << edge) if value else (1 << edge, 0)
    words: dict[str, Any] = {"as": f"{dead.what}-{'off' if value else 'on'}", "length": dead.length}
    if dead.loop:
        words["size"] = dead.loop.bit_count()
    if dead.at:
        words |= _place(dead.at)
    if dead.what in NUMBER:
        words["value"] = view.puzzle.clues[because[0]].value
    return Match(*settled, because, dead.used | elsewhere, words)


def _regional(find: Callable[..., Iterator[tuple]]) -> Callable[[View], Iterator[Match]]:
    """Matchs of `regions`, which uses only lattice, board and numbers."""
    return lambda view: (fact and Match(*fact) for fact in find(view.lattice, view.board, view.numbers))


def _of_arcs(find: Callable[..., Iterator[tuple]]) -> Callable[[View], Iterator[Match | None]]:
    """Matchs of `arcs`, which also caches earlier results."""
    return lambda view: (fact and Match(*fact) for fact in find(view.lattice, view.board, view.numbers, view.memory))


def _place(at: tuple[int, int]) -> dict[str, int]:
    return {"row": at[0] + 1, "column": at[1] + 1}


TOLD_BY_VALUE = {"corner-2", "line-into-2", "line-into-3", "every-way", "diagonal", "arcs", "colours"}
"""Techniques that may settle edges either way, with a sentence for each."""


def _technique(name: str, level: int, facts: Callable[[View], Iterator[Match | None]]) -> Technique:
    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        for fact in facts(context.derived(View, board)):
            if fact is None:
                yield None
                continue
            on, off = fact.on & ~board.yes, fact.off & ~board.no
            if on | off:
                k = len(fact.because)
                words = {**fact.words, "n": (on | off).bit_count(), "k": k}
                if name in TOLD_BY_VALUE:
                    words["as"] = "both" if on and off else "on" if on else "off"
                if name == "diagonal":
                    words |= _ends(context.puzzle, fact.because)
                yield Step(on, off, name, fact.because, fact.cells, words, k, k == 0)

    return Technique(name, level, find)


def _ends(puzzle: Puzzle, because: tuple[int, ...]) -> dict[str, Any]:
    """Return the places and values of the first and the last number of a diagonal, for a sentence."""
    first, last = puzzle.clues[because[0]], puzzle.clues[because[-1]]
    beyond = {f"{name}2": number for name, number in _place(last.at).items()}
    return {**_place(first.at), "value": first.value, **beyond, "value2": last.value}


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("loop-closed", 1, loop_closed),
        ("vertex-full", 1, pattern("vertex-full")),
        ("vertex-on", 1, pattern("vertex-on")),
        ("dead-end", 1, pattern("dead-end")),
        ("zero", 1, pattern("zero")),
        ("line-into-3", 1, pattern("line-into-3")),
        ("early-loop", 1, early_loop),
        ("zero-beside-three", 1, pattern("zero-beside-three")),
        ("complete", 1, pattern("complete")),
        ("needs-rest", 1, pattern("needs-rest")),
        ("zero-diagonal-three", 2, pattern("zero-diagonal-three")),
        ("corner-1", 2, pattern("corner-1")),
        ("corner-2", 2, pattern("corner-2")),
        ("corner-3", 2, pattern("corner-3")),
        ("adjacent-threes", 2, adjacent_threes),
        ("diagonal-threes", 2, pattern("diagonal-threes")),
        ("border-pair", 2, pattern("border-pair")),
        ("line-into-1", 2, pattern("line-into-1")),
        ("line-into-2", 2, pattern("line-into-2")),
        ("every-way", 3, every_way),
        ("diagonal", 3, _of_arcs(diagonals)),
        ("inside-outside", 3, _regional(inside_outside)),
        ("arcs", 4, _of_arcs(arcs)),
        ("colours", 4, _regional(number_between_colours)),
        ("cut-off", 4, _regional(cut_off)),
        ("two-edge-cut", 4, _regional(two_edge_cut)),
        ("shading", 4, _regional(shading)),
        ("follow", 5, _following(Follower)),
        ("ahead", 5, _following(Ahead)),
    )
)
