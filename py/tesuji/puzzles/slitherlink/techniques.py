"""Human techniques at a vertex, around a number, between two numbers, and along the loop; easiest first.

Only numbers are counted; vertices and the single loop are free. `regions.py` has techniques with a wider view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext
from tesuji.puzzles.slitherlink.ahead import Ahead
from tesuji.puzzles.slitherlink.arcs import arcs, diagonals
from tesuji.puzzles.slitherlink.boxes import CORNERS, LEAVING, OWN, Box, Boxes, around, needed, spread
from tesuji.puzzles.slitherlink.follow import NUMBER, Follower
from tesuji.puzzles.slitherlink.lattice import Lattice, all_edges_at, all_ends
from tesuji.puzzles.slitherlink.memory import Memory
from tesuji.puzzles.slitherlink.regions import OpenPaths, cut_off, inside_outside, number_between_colours, two_edge_cut
from tesuji.puzzles.slitherlink.shading import shading

AT_ONCE = 300
"""Vertices that are looked at between two safe points."""


class Fact(NamedTuple):
    """Edges that are on and off, the numbers that imply them, the known edges used, and parameters for the sentence."""

    on: int = 0
    off: int = 0
    because: tuple[int, ...] = ()
    cells: int = 0
    words: dict[str, Any] = {}


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

    def boxes(self) -> Iterator[Box | None]:
        """Numbers around which something follows; None at checkpoints."""
        return self.context.once(Boxes).on(self.board)

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


# Vertices


class Vertex(NamedTuple):
    """A vertex at which something follows: its place, its edges that are on and unknown, and all that are known."""

    at: tuple[int, int]
    on: int
    unknown: int
    known: int


class Vertices:
    """The vertices at which something follows. From one board to the next only those are looked at at which edges have
    become known."""

    def __init__(self, puzzle: Puzzle):
        self.lattice = Lattice(puzzle.width, puzzle.height)
        self.edges, self.ends = all_edges_at(self.lattice), all_ends(self.lattice)
        self.board = Board()
        self.found: dict[int, Vertex] = {}
        self.waiting = set(range(len(self.edges)))

    def on(self, board: Board) -> Iterator[Vertex | None]:
        """Yield the vertices with two edges on and others unknown, or with one unknown edge; None at checkpoints."""
        self._turn_to(board)
        for number, vertex in enumerate(sorted(self.waiting | self.found.keys()), 1):
            if number % AT_ONCE == 0:
                yield None
            if self.board is not board:
                self._turn_to(board)
            if vertex in self.waiting:
                self._look(vertex)
            if vertex in self.found:
                yield self.found[vertex]

    def _turn_to(self, board: Board) -> None:
        """Note which vertices have to be looked at again."""
        if self.board.yes & ~board.yes or self.board.no & ~board.no:
            self.found.clear()
            self.waiting.update(range(len(self.edges)))
        else:
            self.waiting.update(
                vertex for edge in members(board.known & ~self.board.known) for vertex in self.ends[edge]
            )
        self.board = board

    def _look(self, vertex: int) -> None:
        yes, no = self.board
        on = [edge for edge in self.edges[vertex] if yes >> edge & 1]
        unknown = [edge for edge in self.edges[vertex] if not (yes | no) >> edge & 1]
        self.waiting.remove(vertex)
        self.found.pop(vertex, None)
        if unknown and (len(on) == 2 or len(unknown) == 1):
            left, around = set_of(unknown), set_of(self.edges[vertex])
            self.found[vertex] = Vertex(divmod(vertex, self.lattice.width + 1), set_of(on), left, around & ~left)


def _at_vertices(facts: Callable[[Vertex], Fact | None]) -> Callable[[View], Iterator[Fact | None]]:
    """Return a function that finds the facts at all vertices."""

    def find(view: View) -> Iterator[Fact | None]:
        for vertex in view.context.once(Vertices).on(view.board):
            if vertex is None:
                yield None
            elif fact := facts(vertex):
                yield fact._replace(words=_place(vertex.at))

    return find


def vertex_full(vertex: Vertex) -> Fact | None:
    """Two edges meet: no more."""
    return Fact(off=vertex.unknown, cells=vertex.on) if vertex.on.bit_count() == 2 else None


def vertex_on(vertex: Vertex) -> Fact | None:
    """The line has only one way to continue here."""
    return Fact(on=vertex.unknown, cells=vertex.known) if vertex.on.bit_count() == 1 else None


def dead_end(vertex: Vertex) -> Fact | None:
    """One edge is left, and none comes here."""
    return None if vertex.on else Fact(off=vertex.unknown, cells=vertex.known)


def loop_closed(view: View) -> Iterator[Fact]:
    """The loop is closed: nothing else is drawn."""
    if view.paths.closed and view.unknown:
        yield Fact(off=view.unknown, cells=view.paths.closed)


# One number


Local = tuple[int, int, dict[str, Any]]
"""Edges on and off, in the local numbers of a box, and words beyond the number and its place."""


def _around_numbers(
    facts: Callable[[Box], Iterator[Local]], used: Callable[[Box, int, int], int] = needed
) -> Callable[[View], Iterator[Fact | None]]:
    """Convert local facts to facts, with a minimal set of known edges, unless a fact lists those it `used`."""

    def find(view: View) -> Iterator[Fact | None]:
        for box in view.boxes():
            if box is None:
                yield None
                continue
            for on, off, more in facts(box):
                on, off = on & ~box.on, off & ~(box.off | box.border)
                if on | off:
                    words = {**_place(box.at), "value": box.value, **more}
                    known = spread(box, used(box, on, off))
                    yield Fact(spread(box, on), spread(box, off), (box.constraint,), known, words)

    return find


def zero(box: Box) -> Iterator[Local]:
    if box.value == 0:
        yield 0, OWN, {}


def complete(box: Box) -> Iterator[Local]:
    """All edges of a number are drawn."""
    if (box.on & OWN).bit_count() == box.value:
        yield 0, OWN & ~box.on, {}


def needs_rest(box: Box) -> Iterator[Local]:
    """Only as many edges are left as the number needs."""
    if 4 - (box.off & OWN).bit_count() == box.value:
        yield OWN & ~box.off, 0, {}


def own_lines(box: Box, on: int, off: int) -> int:
    """All edges that complete a number, although a corner may need fewer."""
    return box.on & OWN


def own_crosses(box: Box, on: int, off: int) -> int:
    """Those that leave a number only the rest."""
    return box.off & OWN


def corner_of(value: int) -> Callable[[Box], Iterator[Local]]:
    """A corner that no line can enter or leave: both edges of the box there are on, or none."""

    def find(box: Box) -> Iterator[Local]:
        for corner in range(4) if box.value == value else ():
            if LEAVING[corner] & ~(box.off | box.border):
                continue
            words = _dot(box, corner)
            if value == 2:
                # Then each of the corners next to it has exactly one of its edges on.
                for beside in (corner ^ 1, corner ^ 2):
                    yield *_one_leaves(box, beside), {**words, **_dot(box, beside, "2")}
            else:
                yield (CORNERS[corner], 0, words) if value == 3 else (0, CORNERS[corner], words)

    return find


def _dot(box: Box, corner: int, which: str = "") -> dict[str, int]:
    """The dot at a corner of a box, for a sentence; `which`: "2" for the second dot in it."""
    r, c = box.at
    return {f"row{which}": r + (corner >> 1) + 1, f"column{which}": c + (corner & 1) + 1}


def _one_leaves(box: Box, corner: int) -> tuple[int, int]:
    """One edge of the box is on at this corner, so one leaves it."""
    on = off = 0
    for edge, other in box.leaving(corner):
        on |= edge if (box.off | box.border) & other else 0
        off |= edge if box.on & other else 0
    return on, off


def line_into(value: int) -> Callable[[Box], Iterator[Local]]:
    """A line reaches a corner of the box and must continue along one of its edges there."""

    def find(box: Box) -> Iterator[Local]:
        for corner in range(4) if box.value == value else ():
            for edge, other in box.leaving(corner):
                # A 3 has an edge at every corner, so there the line needs no wall next to it.
                if not box.on & edge or not (value == 3 or (box.off | box.border) & other):
                    continue
                opposite = 3 - corner
                words = {**_dot(box, corner), **_dot(box, opposite, "2")}
                if value == 3:
                    yield CORNERS[opposite], other, words
                elif value == 1:
                    yield 0, CORNERS[opposite], words
                else:
                    yield *_one_leaves(box, opposite), words

    return find


def every_way(box: Box) -> Iterator[Local]:
    """The edges that are the same in every arrangement around the number."""
    found = around(box.value, box.on, box.off | box.border)
    if found:
        yield *found, {}


# Two numbers and more


def _of_numbers(facts: Callable[[Puzzle], Iterator[Fact]]) -> Callable[[View], Iterator[Fact]]:
    """Return a function that finds those facts that numbers state by themselves and that settle something; they are
    collected once for each puzzle."""

    def collected(puzzle: Puzzle) -> list[Fact]:
        return list(facts(puzzle))

    def find(view: View) -> Iterator[Fact]:
        return (fact for fact in view.context.once(collected) if (fact.on | fact.off) & view.unknown)

    return find


def adjacent_threes(view: View) -> Iterator[Fact]:
    """3 next to 3: the edge between them, and those opposite to it."""
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
                    yield Fact(on, off, (index, second, *clue), edge, {**_place((r, c)), **_witness(view, clue)})


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


def diagonal_threes(puzzle: Puzzle) -> Iterator[Fact]:
    """3 and 3 along a diagonal, with nothing but 2s between them: the outer corners of both are on."""
    numbers, lattice = _numbers(puzzle), Lattice(puzzle.width, puzzle.height)
    for (r, c), (index, value) in numbers.items():
        for right in (1, -1) if value == 3 else ():
            chain, at = [index], (r + 1, c + right)
            while at in numbers and numbers[at][1] == 2:
                chain.append(numbers[at][0])
                at = at[0] + 1, at[1] + right
            if numbers.get(at, (0, 0))[1] != 3:
                continue
            first, last = lattice.edges_around(r, c), lattice.edges_around(*at)
            # Above and the far side of the first; below and the far side of the last.
            on = 1 << first[0] | 1 << first[1 if right == 1 else 2] | 1 << last[3] | 1 << last[2 if right == 1 else 1]
            because = (index, numbers[at][0], *chain[1:])
            yield Fact(on, 0, because, 0, {**_place((r, c)), "as": "apart" if chain[1:] else "touching"})


def zero_beside_three(puzzle: Puzzle) -> Iterator[Fact]:
    """0 next to 3: the 3 needs its three other edges, and at both ends of the edge between them, the line continues
    along the 3's side."""
    numbers, lattice = _numbers(puzzle), Lattice(puzzle.width, puzzle.height)
    for at, (index, value) in numbers.items():
        for side, other in enumerate(_beside(at)) if value == 3 else ():
            if numbers.get(other, (0, -1))[1] != 0:
                continue
            edges = lattice.edges_around(*at)
            between = edges[side]
            on = sum(1 << edge for edge in edges if edge != between)
            beyond = [1 << edge for edge in _straight_on(lattice, between) if edge is not None]
            on, off = on | sum(beyond), 1 << between
            yield Fact(on, off, (numbers[other][0], index), 0, _place(at))


def zero_diagonal_three(puzzle: Puzzle) -> Iterator[Fact]:
    """0 and 3 that touch at a corner: no line can leave the 3 there, so both of its edges there are on."""
    numbers, lattice = _numbers(puzzle), Lattice(puzzle.width, puzzle.height)
    for (r, c), (index, value) in numbers.items():
        for corner, (down, right) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1))) if value == 3 else ():
            other = numbers.get((r + down, c + right))
            if other is None or other[1] != 0:
                continue
            edges = lattice.edges_around(r, c)
            on = sum(1 << edges[place] for place in members(CORNERS[corner]))
            yield Fact(on, 0, (other[0], index), 0, _place((r, c)))


def border_pair(puzzle: Puzzle) -> Iterator[Fact]:
    """A 1 at the border next to another 1 there, or next to a 3."""
    numbers, lattice = _numbers(puzzle), Lattice(puzzle.width, puzzle.height)
    for at, (index, value) in numbers.items():
        for side, other in enumerate(_beside(at)) if value == 1 else ():
            if numbers.get(other, (0, 0))[1] not in (1, 3):
                continue
            number, neighbour = numbers[other]
            edges, theirs = lattice.edges_around(*at), lattice.edges_around(*other)
            # The sides along the border: next to one another above or below, one over the other left or right.
            for border in (0, 3) if side in (1, 2) else (1, 2):
                if len(lattice.boxes_beside(edges[border])) > 1:
                    continue
                if neighbour == 1:
                    on, off = 0, 1 << edges[side]
                else:
                    on = 1 << theirs[border]
                    off = sum(1 << edge for place, edge in enumerate(edges) if place not in (border, side))
                yield Fact(on, off, (index, number), 0, {**_place(at), "as": "ones" if neighbour == 1 else "three"})


def _beside(at: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The boxes above, left, right and below."""
    r, c = at
    return (r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)


def _straight_on(lattice: Lattice, edge: int) -> tuple[int | None, int | None]:
    """The edges that carry an edge on at both ends; None beyond the border."""
    horizontal, r, c = lattice.place(edge)
    if horizontal:
        return lattice.horizontal(r, c - 1) if c else None, lattice.horizontal(
            r, c + 1
        ) if c + 1 < lattice.width else None
    return lattice.vertical(r - 1, c) if r else None, lattice.vertical(r + 1, c) if r + 1 < lattice.height else None


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
                {**_witness(view, because), "length": path.bit_count() + 1},
            )


def _following(follower: type[Follower]) -> Callable[[View], Iterator[Fact | None]]:
    """Edges that lead to something that cannot be: shorter ways first."""

    def find(view: View) -> Iterator[Fact | None]:
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


def _followed(view: View, follower: Follower, edge: int, value: bool, most: int) -> Fact | None:
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
    return Fact(*settled, because, dead.used | elsewhere, words)


def _regional(find: Callable[..., Iterator[tuple]]) -> Callable[[View], Iterator[Fact]]:
    """Facts of `regions`, which uses only lattice, board and numbers."""
    return lambda view: (fact and Fact(*fact) for fact in find(view.lattice, view.board, view.numbers))


def _of_arcs(find: Callable[..., Iterator[tuple]]) -> Callable[[View], Iterator[Fact | None]]:
    """Facts of `arcs`, which also caches earlier results."""
    return lambda view: (fact and Fact(*fact) for fact in find(view.lattice, view.board, view.numbers, view.memory))


def _place(at: tuple[int, int]) -> dict[str, int]:
    return {"row": at[0] + 1, "column": at[1] + 1}


TOLD_BY_VALUE = {"corner-2", "line-into-2", "line-into-3", "every-way", "diagonal", "arcs", "colours"}
"""Techniques that may settle edges either way, with a sentence for each."""


def _technique(name: str, level: int, facts: Callable[[View], Iterator[Fact | None]]) -> Technique:
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
        ("vertex-full", 1, _at_vertices(vertex_full)),
        ("vertex-on", 1, _at_vertices(vertex_on)),
        ("dead-end", 1, _at_vertices(dead_end)),
        ("zero", 1, _around_numbers(zero)),
        ("zero-beside-three", 1, _of_numbers(zero_beside_three)),
        ("complete", 1, _around_numbers(complete, own_lines)),
        ("needs-rest", 1, _around_numbers(needs_rest, own_crosses)),
        ("zero-diagonal-three", 2, _of_numbers(zero_diagonal_three)),
        ("corner-1", 2, _around_numbers(corner_of(1))),
        ("corner-2", 2, _around_numbers(corner_of(2))),
        ("corner-3", 2, _around_numbers(corner_of(3))),
        ("adjacent-threes", 2, adjacent_threes),
        ("diagonal-threes", 2, _of_numbers(diagonal_threes)),
        ("border-pair", 2, _of_numbers(border_pair)),
        ("line-into-1", 2, _around_numbers(line_into(1))),
        ("line-into-2", 2, _around_numbers(line_into(2))),
        ("line-into-3", 2, _around_numbers(line_into(3))),
        ("early-loop", 2, early_loop),
        ("every-way", 3, _around_numbers(every_way)),
        ("diagonal", 3, _of_arcs(diagonals)),
        ("inside-outside", 3, _regional(inside_outside)),
        ("arcs", 4, _of_arcs(arcs)),
        ("colours", 4, _regional(number_between_colours)),
        ("cut-off", 4, _regional(cut_off)),
        ("two-edge-cut", 4, _regional(two_edge_cut)),
        ("follow", 4, _following(Follower)),
        ("shading", 4, _regional(shading)),
        ("ahead", 5, _following(Ahead)),
    )
)
