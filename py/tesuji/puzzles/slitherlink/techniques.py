"""What people see at a vertex, around a number, between two numbers, and along the loop; easiest first.

Only numbers are counted; what vertices and the single loop forbid is free. `regions.py` has the techniques that look
further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from tesuji.model import Board, Puzzle, Step, Technique, latest
from tesuji.puzzles.slitherlink.boxes import CORNERS, LEAVING, OWN, Box, around, boxes, needed, spread
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.regions import Paths, cut_off, inside_outside, number_between_colours, two_edge_cut


class Fact(NamedTuple):
    """Edges that are on and off, the numbers that say so, the known edges that were used, and words for the
    sentence."""

    on: int = 0
    off: int = 0
    because: tuple[int, ...] = ()
    cells: int = 0
    words: dict[str, Any] = {}


class View:
    """A board, and what all techniques look for on it."""

    def __init__(self, puzzle: Puzzle, board: Board):
        self.puzzle, self.board = puzzle, board
        self.lattice = Lattice(puzzle.width, puzzle.height)
        self.unknown = puzzle.cells & ~board.known

    @cached_property
    def boxes(self) -> list[Box]:
        return boxes(self.puzzle, self.board)

    @cached_property
    def numbers(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Place -> (constraint, value)."""
        return {clue.at: (index, clue.value) for index, clue in enumerate(self.puzzle.clues)}

    @cached_property
    def paths(self) -> Paths:
        return Paths(self.lattice, self.board.yes)


view = latest(View)


# Vertices


def _vertices(view: View) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Place of each vertex with unknown edges, its edges, and those on."""
    yes, unknown = view.board.yes, view.unknown
    for at, edges in _edges_at(view.puzzle.width, view.puzzle.height):
        if edges & unknown:
            yield at, edges, edges & yes


@lru_cache(maxsize=8)
def _edges_at(width: int, height: int) -> list[tuple[tuple[int, int], int]]:
    lattice = Lattice(width, height)
    places = ((r, c) for r in range(height + 1) for c in range(width + 1))
    return [(at, sum(1 << edge for edge in lattice.edges_at(*at))) for at in places]


def vertex_full(view: View) -> Iterator[Fact]:
    """Two edges meet: no more."""
    for at, edges, on in _vertices(view):
        if on.bit_count() == 2:
            yield Fact(off=edges & view.unknown, cells=on, words=_place(at))


def vertex_on(view: View) -> Iterator[Fact]:
    """The line comes here and has one way to go on."""
    for at, edges, on in _vertices(view):
        left = edges & view.unknown
        if on.bit_count() == 1 and left.bit_count() == 1:
            yield Fact(on=left, cells=edges & ~left, words=_place(at))


def dead_end(view: View) -> Iterator[Fact]:
    """One edge is left, and none comes here."""
    for at, edges, on in _vertices(view):
        left = edges & view.unknown
        if not on and left.bit_count() == 1:
            yield Fact(off=left, cells=edges & ~left, words=_place(at))


def loop_closed(view: View) -> Iterator[Fact]:
    """The loop is closed: nothing else is drawn."""
    if view.paths.closed and view.unknown:
        yield Fact(off=view.unknown, cells=view.paths.closed)


# One number


def _around_numbers(facts: Callable[[Box], Iterator[tuple[int, int]]]) -> Callable[[View], Iterator[Fact]]:
    """(on, off) in local numbers -> facts, with the known edges that they cannot do without."""

    def find(view: View) -> Iterator[Fact]:
        for box in view.boxes:
            for on, off in facts(box):
                on, off = on & ~box.on, off & ~(box.off | box.border)
                if on | off:
                    words = {**_place(box.at), "value": box.value}
                    yield Fact(
                        spread(box, on), spread(box, off), (box.constraint,), spread(box, needed(box, on, off)), words
                    )

    return find


def zero(box: Box) -> Iterator[tuple[int, int]]:
    if box.value == 0:
        yield 0, OWN


def complete(box: Box) -> Iterator[tuple[int, int]]:
    """All edges of a number are drawn."""
    if (box.on & OWN).bit_count() == box.value:
        yield 0, OWN & ~box.on


def needs_rest(box: Box) -> Iterator[tuple[int, int]]:
    """Only as many edges are left as the number asks for."""
    if 4 - (box.off & OWN).bit_count() == box.value:
        yield OWN & ~box.off, 0


def corner_of(value: int) -> Callable[[Box], Iterator[tuple[int, int]]]:
    """A corner that no line can enter or leave: both edges of the box there are on, or none."""

    def find(box: Box) -> Iterator[tuple[int, int]]:
        for corner in range(4) if box.value == value else ():
            if LEAVING[corner] & ~(box.off | box.border):
                continue
            if value == 2:
                # Then each of the corners beside it has exactly one of its edges on.
                yield from (_one_leaves(box, beside) for beside in (corner ^ 1, corner ^ 2))
            else:
                yield (CORNERS[corner], 0) if value == 3 else (0, CORNERS[corner])

    return find


def _one_leaves(box: Box, corner: int) -> tuple[int, int]:
    """One edge of the box is on at this corner, so one leaves it."""
    on = off = 0
    for edge, other in box.leaving(corner):
        on |= edge if (box.off | box.border) & other else 0
        off |= edge if box.on & other else 0
    return on, off


def line_into(value: int) -> Callable[[Box], Iterator[tuple[int, int]]]:
    """A line comes to a corner of the box and has to go on along one of its edges there."""

    def find(box: Box) -> Iterator[tuple[int, int]]:
        for corner in range(4) if box.value == value else ():
            for edge, other in box.leaving(corner):
                # A 3 has an edge at every corner, so there the line needs no wall beside it.
                if not box.on & edge or not (value == 3 or (box.off | box.border) & other):
                    continue
                opposite = 3 - corner
                if value == 3:
                    yield CORNERS[opposite], other
                elif value == 1:
                    yield 0, CORNERS[opposite]
                else:
                    yield _one_leaves(box, opposite)

    return find


def every_way(box: Box) -> Iterator[tuple[int, int]]:
    """What is the same however the number gets its edges."""
    found = around(box.value, box.on, box.off | box.border)
    if found:
        yield found


# Two numbers and more


def adjacent_threes(view: View) -> Iterator[Fact]:
    """3 beside 3: the edge between them, and those opposite to it."""
    lattice = view.lattice
    for (r, c), (index, value) in view.numbers.items():
        for down, right in ((0, 1), (1, 0)):
            second, other = view.numbers.get((r + down, c + right), (0, 0))
            if not value == other == 3:
                continue
            first_edges, second_edges = (set(lattice.edges_around(*at)) for at in ((r, c), (r + down, c + right)))
            between = 1 << (first_edges & second_edges).pop()
            ring = sum(1 << edge for edge in first_edges ^ second_edges)
            if right:
                on = between | 1 << lattice.vertical(r, c) | 1 << lattice.vertical(r, c + 2)
                beyond = [(r - 1, c + 1), (r + 1, c + 1)]
                off = sum(1 << lattice.vertical(*at) for at in beyond if 0 <= at[0] < lattice.height)
            else:
                on = between | 1 << lattice.horizontal(r, c) | 1 << lattice.horizontal(r + 2, c)
                beyond = [(r + 1, c - 1), (r + 1, c + 1)]
                off = sum(1 << lattice.horizontal(*at) for at in beyond if 0 <= at[1] < lattice.width)
            if (on | off) & view.unknown:
                witness = _larger(view, ring, (r, c))
                if witness:
                    clue, edge = witness
                    yield Fact(
                        on, off, (index, second, *clue), edge, {**_place((r, c)), "as": "number" if clue else "seen"}
                    )


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


def diagonal_threes(view: View) -> Iterator[Fact]:
    """3 and 3 along a diagonal, with nothing but 2s between them: the outer corners of both are on."""
    for (r, c), (index, value) in view.numbers.items():
        for right in (1, -1) if value == 3 else ():
            chain, at = [index], (r + 1, c + right)
            while at in view.numbers and view.numbers[at][1] == 2:
                chain.append(view.numbers[at][0])
                at = at[0] + 1, at[1] + right
            if view.numbers.get(at, (0, 0))[1] != 3:
                continue
            first, last = view.lattice.edges_around(r, c), view.lattice.edges_around(*at)
            # Above and the far side of the first; below and the far side of the last.
            on = 1 << first[0] | 1 << first[1 if right == 1 else 2] | 1 << last[3] | 1 << last[2 if right == 1 else 1]
            if on & view.unknown:
                because = (index, view.numbers[at][0], *chain[1:])
                yield Fact(on, 0, because, 0, {**_place((r, c)), "as": "apart" if chain[1:] else "touching"})


# The loop


def early_loop(view: View) -> Iterator[Fact]:
    """An edge that would close a path while the loop is not complete."""
    for edge, path in view.paths.closing(view.unknown):
        at = view.lattice.boxes_beside(edge)[0]
        witness = _larger(view, path | 1 << edge, at)
        if witness:
            because, elsewhere = witness
            yield Fact(
                0,
                1 << edge,
                because,
                path | elsewhere,
                {"as": "number" if because else "seen", "length": path.bit_count() + 1},
            )


def _regional(find: Callable[..., Iterator[tuple]]) -> Callable[[View], Iterator[Fact]]:
    """Facts of `regions`, which knows lattice, board and numbers only."""
    return lambda view: (Fact(*fact) for fact in find(view.lattice, view.board, view.numbers))


def _place(at: tuple[int, int]) -> dict[str, int]:
    return {"row": at[0] + 1, "column": at[1] + 1}


def _technique(name: str, level: int, facts: Callable[[View], Iterator[Fact]]) -> Technique:
    def find(puzzle: Puzzle, board: Board) -> Iterator[Step]:
        for fact in facts(view(puzzle, board)):
            on, off = fact.on & ~board.yes, fact.off & ~board.no
            if on | off:
                k = len(fact.because)
                words = {**fact.words, "n": (on | off).bit_count(), "k": k}
                yield Step(on, off, name, fact.because, fact.cells, words, k, k == 0)

    return Technique(name, level, find)


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("loop-closed", 1, loop_closed),
        ("vertex-full", 1, vertex_full),
        ("vertex-on", 1, vertex_on),
        ("dead-end", 1, dead_end),
        ("zero", 1, _around_numbers(zero)),
        ("complete", 1, _around_numbers(complete)),
        ("needs-rest", 1, _around_numbers(needs_rest)),
        ("corner-1", 2, _around_numbers(corner_of(1))),
        ("corner-2", 2, _around_numbers(corner_of(2))),
        ("corner-3", 2, _around_numbers(corner_of(3))),
        ("adjacent-threes", 2, adjacent_threes),
        ("diagonal-threes", 2, diagonal_threes),
        ("line-into-1", 2, _around_numbers(line_into(1))),
        ("line-into-2", 2, _around_numbers(line_into(2))),
        ("line-into-3", 2, _around_numbers(line_into(3))),
        ("early-loop", 2, early_loop),
        ("every-way", 3, _around_numbers(every_way)),
        ("inside-outside", 3, _regional(inside_outside)),
        ("colours", 4, _regional(number_between_colours)),
        ("cut-off", 4, _regional(cut_off)),
        ("two-edge-cut", 4, _regional(two_edge_cut)),
    )
)
