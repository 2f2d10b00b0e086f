"""Propagation that also looks at corners: the judge of slitherlinks in the making.

A corner is a pair of edges that meet at a right angle. At least one of the two edges may be on, at most one,
or both. These facts pass from a corner to the opposite corner of the same vertex and the same box, through 1s, 2s and
3s, and often settle an edge far away. Puzzles that this judge solves need as few numbers as other generators leave, and
no hypothesis.

Corner 0 of a vertex lies between the edges to its right and below; the others follow clockwise, so that corner k ^ 2 is
opposite to corner k. Corner 0 of a vertex is also the upper left corner of the box with the same number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tesuji.bitset import members
from tesuji.constraints.patterns.lattice_loop import LoopPropagator, LoopState
from tesuji.model import Board, Puzzle

Four = tuple[int, int, int, int]
"""A set of vertices for each of the four corners, or each of the four edges at a vertex: right, down, left, up."""


class Corners(NamedTuple):
    """Edges, and the corners of which at least one edge or at most one edge is on."""

    loop: LoopState
    at_least: Sequence[int] = (0, 0, 0, 0)
    at_most: Sequence[int] = (0, 0, 0, 0)


class CornerPropagator:
    """`LoopPropagator` with corners, to which numbers can be added incrementally."""

    def __init__(self, puzzle: Puzzle):
        self.loop = LoopPropagator(puzzle)
        self.clues = [constraint.clue for constraint in puzzle.constraints]
        stride = self.loop.stride
        self.shifts = (0, 1, stride + 1, stride)
        """Distance from the number of a box to the number of the vertex at its corner k."""

    def bare(self, active: int) -> Corners:
        """Return the state that follows from the numbers among these constraints alone."""
        return self._settled(Corners(self.loop.start(self._most(active))))

    def give(self, state: Corners, constraints: int, yes: int, no: int) -> Corners:
        """Return the state that follows when these numbers are added, and these edges are known."""
        loop = state.loop
        (a, b, c, d), (e, f, g, h) = loop.most, self._most(constraints)
        return self._settled(
            state._replace(loop=self.loop.extend(loop._replace(most=(a | e, b | f, c | g, d | h)), yes, no))
        )

    def known(self, state: Corners) -> Board:
        """Return the edges of a state."""
        return self.loop.known(state.loop)

    def _most(self, constraints: int) -> Four:
        clues = [self.clues[number] for number in members(constraints)]
        return self.loop.numbered(clue for clue in clues if clue)

    def _settled(self, state: Corners) -> Corners:
        """Return the fixpoint of corners and edges. Raises Contradiction."""
        lane = self.loop.lane
        while True:
            at_least, at_most, on, off = self._round(state)
            h, v = self._edges(on), self._edges(off)
            more_h, more_v = h[0] | v[0] << lane, h[1] | v[1] << lane
            before = state
            if more_h & ~state.loop.h or more_v & ~state.loop.v:
                state = state._replace(loop=self.loop.settled(state.loop, more_h, more_v))
            state = state._replace(at_least=at_least, at_most=at_most)
            if state == before:
                return state

    def _round(self, state: Corners) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return the corners after one round over all vertices and boxes, and the edges that are then on and off."""
        vertices = self.loop.vertices
        on, off = self._at_vertices(state.loop)
        one, two, three = (state.loop.most[number] & vertices for number in (1, 2, 3))
        at_least, at_most = [*state.at_least], [*state.at_most]
        new_on, new_off = [0] * 4, [0] * 4
        for k, shift in enumerate(self.shifts):
            first, second, opposite = k, (k + 1) & 3, k ^ 2
            least = at_least[k] | on[first] | on[second] | three << shift & vertices
            most = at_most[k] | off[first] | off[second] | one << shift & vertices
            # A vertex has no edge or two: one here if exactly one is opposite, not two if there is one opposite.
            exactly_one = at_least[opposite] & at_most[opposite]
            at_least[k], at_most[k] = least | exactly_one, most | at_least[opposite]
            nothing_opposite = off[opposite] & off[(k + 3) & 3]
            neither, both = nothing_opposite & at_most[k], nothing_opposite & at_least[k]
            new_off[first] |= neither | at_most[k] & on[second]
            new_off[second] |= neither | at_most[k] & on[first]
            new_on[first] |= both | at_least[k] & off[second]
            new_on[second] |= both | at_least[k] & off[first]
        for k, shift in enumerate(self.shifts):
            opposite = k ^ 2
            least, most = at_least[k] >> shift, at_most[k] >> shift
            across = self.shifts[opposite]
            at_most[opposite] |= (least & two) << across & vertices
            at_least[opposite] |= (most & two) << across & vertices
            # The opposite corner of a 1 that has one edge here has none, that of a 3 that has one here has two.
            none, both = (least & one) << across & vertices, (most & three) << across & vertices
            for edge in (opposite, (opposite + 1) & 3):
                new_off[edge] |= none
                new_on[edge] |= both
        return at_least, at_most, new_on, new_off

    def _at_vertices(self, state: LoopState) -> tuple[Four, Four]:
        """Return the edges at each vertex, right, down, left and up, that are on, and those that are off."""
        stride, vertices, lane = self.loop.stride, self.loop.vertices, self.loop.lane
        h, v = state.h & vertices, state.v & vertices
        h_off, v_off = state.h >> lane & vertices, state.v >> lane & vertices
        top = (1 << stride) - 1
        on = (h, v, h << 1 & vertices, v << stride & vertices)
        return on, (h_off, v_off, (h_off << 1 | 1) & vertices, (v_off << stride | top) & vertices)

    def _edges(self, at: list[int]) -> tuple[int, int]:
        """Return (horizontal, vertical) sets of edges, given the edges at vertices."""
        right, down, left, up = at
        return right | left >> 1, down | up >> self.loop.stride
