"""The whole lattice at once, as bit sets: one round of all number and vertex rules is about a hundred operations on
ints, nearly independent of the size of the board.

Vertices have the numbers row * (width+1) + column. A horizontal edge has the number of its left vertex, a vertical one
that of its upper vertex, in two separate sets, so that the edges at all vertices are H, H<<1, V, V<<stride, and those
around all boxes H, H>>stride, V, V>>1. Places where no edge is are off from the start. Half adders count four sets at
once.

Paths of drawn edges are kept as a map from each end to the other; a path closes only as the whole loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice


class State(NamedTuple):
    """Horizontal and vertical edges that are on and off, path ends, and whether the loop is closed."""

    h_on: int
    h_off: int
    v_on: int
    v_off: int
    other: dict[int, int]
    closed: bool


class LoopPropagator:
    """All that numbers and vertices force locally, and that no path closes too early. A `Propagator`."""

    def __init__(self, puzzle: Puzzle):
        width, height = puzzle.width, puzzle.height
        self.lattice = Lattice(width, height)
        self.width, self.height, self.stride = width, height, width + 1
        self.vertices = (1 << self.stride * (height + 1)) - 1
        # Vertices that the loop must pass.
        self.passed = self.vertices if puzzle.document.get("full") else 0
        row = (1 << width) - 1
        self.h_all = sum(row << r * self.stride for r in range(height + 1))
        self.v_all = (1 << self.stride * height) - 1
        # What lies left of the first and above the first vertex.
        self.outer_left, self.outer_top = 1, (1 << self.stride) - 1
        self.numbers = [0] * 5
        for clue in puzzle.clues:
            self.numbers[clue.value] |= 1 << clue.at[0] * self.stride + clue.at[1]
        self.horizontals = self.lattice.horizontals
        self.only_horizontals = (1 << self.horizontals) - 1
        # Row r of the horizontal edges lies r places further in its set than among the cells: rows whose number has the
        # same bit move together.
        self.moves = [
            (1 << bit, sum(row << r * self.stride - (r & (1 << bit) - 1) for r in range(height + 1) if r >> bit & 1))
            for bit in range(height.bit_length())
        ]

    def root(self) -> Iterator[State]:
        blank = State(0, self.vertices & ~self.h_all, 0, self.vertices & ~self.v_all, {}, False)
        yield self._settle(blank, 0, 0, 0, 0)

    def extend(self, state: State, yes: int, no: int) -> State:
        h_on, v_on = self._spread(yes)
        h_off, v_off = self._spread(no)
        return self._settle(state, h_on, h_off, v_on, v_off)

    def known(self, state: State) -> Board:
        h_on, h_off, v_on, v_off = state[:4]
        return Board(self._compact(h_on, v_on), self._compact(h_off, v_off & self.v_all))

    def _spread(self, cells: int) -> tuple[int, int]:
        """Cells -> (horizontal, vertical) sets."""
        horizontal, vertical = cells & self.only_horizontals, cells >> self.horizontals
        if horizontal & (horizontal - 1):
            row = (1 << self.width) - 1
            horizontal = sum((horizontal >> r * self.width & row) << r * self.stride for r in range(self.height + 1))
        elif horizontal:
            r, c = divmod(horizontal.bit_length() - 1, self.width)
            horizontal = 1 << r * self.stride + c
        return horizontal, vertical

    def _compact(self, horizontal: int, vertical: int) -> int:
        """(horizontal, vertical) sets -> cells."""
        horizontal &= self.h_all
        for places, rows in self.moves:
            moving = horizontal & rows
            horizontal ^= moving ^ moving >> places
        return vertical << self.horizontals | horizontal

    def _settle(self, state: State, h_on: int, h_off: int, v_on: int, v_off: int) -> State:
        """Local rules and path ends in turn, until neither finds anything."""
        old_h, old_v, other, closed = state.h_on, state.v_on, state.other, state.closed
        h_on, h_off, v_on, v_off = h_on | old_h, h_off | state.h_off, v_on | old_v, v_off | state.v_off
        while True:
            h_on, h_off, v_on, v_off = self._local(h_on, h_off, v_on, v_off)
            if h_on == old_h and v_on == old_v:
                break
            if closed:
                raise Contradiction
            before = len(other)
            other, changed, closed = self._join(other, h_on & ~old_h, v_on & ~old_v)
            old_h, old_v = h_on, v_on
            if closed:
                h_off |= self.h_all & ~h_on
                v_off |= self.v_all & ~v_on
            elif len(other) > 2:
                h_early, v_early = self._early(other, changed if before > 2 else other)
                # A path of one edge has that edge between its ends.
                h_off |= h_early & ~h_on
                v_off |= v_early & ~v_on
        if not closed and h_on | h_off == self.vertices and v_on | v_off == self.vertices:
            raise Contradiction
        return State(h_on, h_off, v_on, v_off, other, closed)

    def _join(self, other: dict[int, int], h_new: int, v_new: int) -> tuple[dict[int, int], list[int], bool]:
        """Paths with new edges: ends, the ends that changed, and whether the loop is closed. Raises Contradiction for a
        second loop."""
        other, changed, closed = other.copy(), [], False
        for new, step in ((h_new, 1), (v_new, self.stride)):
            while new:
                low = new & -new
                new ^= low
                a = low.bit_length() - 1
                b = a + step
                end_a, end_b = other.pop(a, a), other.pop(b, b)
                if end_a == b:
                    if closed:
                        raise Contradiction
                    closed = True
                    continue
                other[end_a], other[end_b] = end_b, end_a
                changed.append(end_a)
        if closed and other:
            raise Contradiction
        return other, changed, closed

    def _early(self, other: dict[int, int], ends: Iterable[int]) -> tuple[int, int]:
        """Edges that would close one of several paths."""
        horizontal = vertical = 0
        stride, last = self.stride, self.width
        for end in ends:
            if end not in other:
                continue
            a, b = end, other[end]
            if a > b:
                a, b = b, a
            # The last vertex of a row and the first of the next are neighbours in number only.
            if b - a == 1 and a % stride != last:
                horizontal |= 1 << a
            elif b - a == stride:
                vertical |= 1 << a
        return horizontal, vertical

    def _local(self, h_on: int, h_off: int, v_on: int, v_off: int) -> tuple[int, int, int, int]:
        """Numbers and vertices to a fixpoint. One function, since a call for each count would cost more than the
        counting."""
        stride, vertices, outer_left, outer_top = self.stride, self.vertices, self.outer_left, self.outer_top
        passed = self.passed
        is0, is1, is2, is3, is4 = self.numbers
        while True:
            if h_on & h_off or v_on & v_off:
                raise Contradiction
            # Vertices: right, left, down, up.
            left, up = h_on << 1, v_on << stride
            either_h, either_v, both_h, both_v = h_on | left, v_on | up, h_on & left, v_on & up
            one = either_h | either_v
            two = both_h | both_v | either_h & either_v
            three = both_h & either_v | both_v & either_h
            left, up = h_off << 1 | outer_left, v_off << stride | outer_top
            either_h, either_v, both_h, both_v = h_off | left, v_off | up, h_off & left, v_off & up
            off_two = both_h | both_v | either_h & either_v
            off_three = (both_h & either_v | both_v & either_h) & vertices
            if three or (one & ~two | passed) & off_three:
                raise Contradiction
            end = two | off_three & ~one
            go_on = (one | passed) & ~two & off_two
            new_h_off = (end | end >> 1) & ~h_on & vertices
            new_v_off = (end | end >> stride) & ~v_on & vertices
            new_h_on = (go_on | go_on >> 1) & ~h_off & vertices
            new_v_on = (go_on | go_on >> stride) & ~v_off & vertices
            # Boxes: above, below, left, right.
            below, right = h_on >> stride, v_on >> 1
            either_h, either_v, both_h, both_v = h_on | below, v_on | right, h_on & below, v_on & right
            one = either_h | either_v
            two = both_h | both_v | either_h & either_v
            three = both_h & either_v | both_v & either_h
            four = both_h & both_v
            below, right = h_off >> stride, v_off >> 1
            either_h, either_v, both_h, both_v = h_off | below, v_off | right, h_off & below, v_off & right
            off_one = either_h | either_v
            off_two = both_h | both_v | either_h & either_v
            off_three = both_h & either_v | both_v & either_h
            off_four = both_h & both_v
            if is0 & one | is1 & (two | off_four) | is2 & (three | off_three) | is3 & (four | off_two) | is4 & off_one:
                raise Contradiction
            full = is0 | is1 & one | is2 & two | is3 & three
            need = is1 & off_three | is2 & off_two | is3 & off_one | is4
            new_h_off |= (full | full << stride) & ~h_on
            new_v_off |= (full | full << 1) & ~v_on
            new_h_on |= (need | need << stride) & ~h_off
            new_v_on |= (need | need << 1) & ~v_off
            if not (new_h_on & ~h_on or new_h_off & ~h_off or new_v_on & ~v_on or new_v_off & ~v_off):
                return h_on, h_off, v_on, v_off
            h_on |= new_h_on
            h_off |= new_h_off
            v_on |= new_v_on
            v_off |= new_v_off
