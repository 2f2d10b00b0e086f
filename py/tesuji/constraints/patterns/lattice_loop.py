"""The whole lattice at once, as bit sets. One round of all number and vertex rules is about eighty operations on ints,
nearly independent of the size of the board.

Vertices have the numbers row * (width+1) + column. A horizontal edge has the number of its left vertex, a vertical one
that of its upper vertex, in two separate sets, so that the edges at all vertices are H, H<<1, V, V<<stride, and those
around all boxes H, H>>stride, V, V>>1. A set has two lanes, `lane` bits apart: edges that are on, and edges that are
off. One operation counts both. Places without an edge are off from the start. Between the lanes there is room for one
row, because shifts move edges out of their lane.

Paths of drawn edges are kept as a map from each end to the other; a path may close only as the whole loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tesuji.bitset import set_of
from tesuji.constraints.count import Count
from tesuji.constraints.single_loop import SingleLoop
from tesuji.errors import Contradiction
from tesuji.model import Board, Clue, Puzzle

EVEN, TWO = frozenset({0, 2}), frozenset({2})
"""The numbers of edges that may be on at a vertex; TWO is for vertices that the loop must pass."""


class LoopState(NamedTuple):
    """Horizontal and vertical edges, in two lanes (on, off); path ends; the numbers; whether the loop is closed."""

    h: int
    v: int
    other: dict[int, int]
    most: tuple[int, int, int, int]
    """The boxes with at most 0, 1, 2 and 3 edges of a lane."""
    closed: bool = False


class LoopPropagator:
    """A `Propagator` that finds everything numbers and vertices force locally, and closes no path too early. `passed`
    are the vertices that the loop must pass.
    """

    def __init__(self, puzzle: Puzzle, passed: int = 0):
        width, height = puzzle.width, puzzle.height
        self.width, self.height, self.stride = width, height, width + 1
        self.vertices = (1 << self.stride * (height + 1)) - 1
        self.lane = lane = self.stride * (height + 2) + 1
        self.passed = passed
        row = (1 << width) - 1
        self.h_all = sum(row << r * self.stride for r in range(height + 1))
        self.v_all = (1 << self.stride * height) - 1
        # The places left of the first and above the first vertex are off.
        self.outer_left, self.outer_top = 1 << lane, (1 << self.stride) - 1 << lane
        self.clues = puzzle.clues
        self.horizontals = width * (height + 1)
        self.only_horizontals = (1 << self.horizontals) - 1
        # Row r of the horizontal edges is r places further along in its set than among the cells. Rows are moved in
        # groups: those whose number has the same bit move together.
        self.moves = [
            (1 << bit, sum(row << r * self.stride - (r & (1 << bit) - 1) for r in range(height + 1) if r >> bit & 1))
            for bit in range(height.bit_length())
        ]

    def numbered(self, clues: Iterable[Clue]) -> tuple[int, int, int, int]:
        """Return `LoopState.most` for these numbers."""
        boxes: list[list[int]] = [[] for _ in range(5)]
        for clue in clues:
            boxes[clue.value].append(clue.at[0] * self.stride + clue.at[1])
        none, one, two, three, four = map(set_of, boxes)
        lane = self.lane
        return none | four << lane, one | three << lane, two | two << lane, three | one << lane

    def root(self) -> Iterator[LoopState]:
        yield self.start(self.numbered(self.clues))

    def start(self, most: tuple[int, int, int, int]) -> LoopState:
        """Return the state that follows from these numbers alone."""
        h_off, v_off = self.vertices ^ self.h_all, self.vertices ^ self.v_all
        return self.settled(LoopState(0, 0, {}, most), h_off << self.lane, v_off << self.lane)

    def extend(self, state: LoopState, yes: int, no: int) -> LoopState:
        h_on, v_on = self._spread(yes)
        h_off, v_off = self._spread(no)
        return self.settled(state, h_on | h_off << self.lane, v_on | v_off << self.lane)

    def known(self, state: LoopState) -> Board:
        h, v, vertices, lane = state.h, state.v, self.vertices, self.lane
        return Board(self._compact(h & vertices, v & vertices), self._compact(h >> lane, v >> lane & self.v_all))

    def _spread(self, cells: int) -> tuple[int, int]:
        """Return the (horizontal, vertical) sets of some cells."""
        horizontal, vertical = cells & self.only_horizontals, cells >> self.horizontals
        if horizontal & (horizontal - 1):
            row = (1 << self.width) - 1
            horizontal = sum((horizontal >> r * self.width & row) << r * self.stride for r in range(self.height + 1))
        elif horizontal:
            r, c = divmod(horizontal.bit_length() - 1, self.width)
            horizontal = 1 << r * self.stride + c
        return horizontal, vertical

    def _compact(self, horizontal: int, vertical: int) -> int:
        """Return the cells of (horizontal, vertical) sets."""
        horizontal &= self.h_all
        for places, rows in self.moves:
            moving = horizontal & rows
            horizontal ^= moving ^ moving >> places
        return vertical << self.horizontals | horizontal

    def settled(self, state: LoopState, h: int, v: int) -> LoopState:
        """Return the state with more edges. Applies local rules and path ends alternately until nothing follows."""
        vertices, lane, other, most, closed = self.vertices, self.lane, state.other, state.most, state.closed
        old_h, old_v = state.h & vertices, state.v & vertices
        h, v = h | state.h, v | state.v
        open_h, open_v = self._open(h), self._open(v)
        while True:
            h, v, open_h, open_v = self._local(h, v, open_h, open_v, most)
            h_on, v_on = h & vertices, v & vertices
            if h_on == old_h and v_on == old_v:
                break
            if closed:
                raise Contradiction
            before = len(other)
            other, changed, closed = self._join(other, h_on ^ old_h, v_on ^ old_v)
            old_h, old_v = h_on, v_on
            if closed:
                early_h, early_v = self.h_all, self.v_all
            elif len(other) > 2:
                early_h, early_v = self._early(other, changed if before > 2 else other)
            else:
                break
            # In a path of one edge, that edge itself connects the ends.
            early_h, early_v = early_h & open_h, early_v & open_v
            if not (early_h or early_v):
                break
            h, open_h = h | early_h << lane, open_h ^ (early_h | early_h << lane)
            v, open_v = v | early_v << lane, open_v ^ (early_v | early_v << lane)
        if not (closed or open_h or open_v):
            raise Contradiction
        return LoopState(h, v, other, most, closed)

    def _open(self, edges: int) -> int:
        """Return the open edges of a set, in both lanes. Raises Contradiction if an edge is both on and off."""
        on, off = edges & self.vertices, edges >> self.lane
        if on & off:
            raise Contradiction
        left = self.vertices ^ on ^ off
        return left | left << self.lane

    def _join(self, other: dict[int, int], h_new: int, v_new: int) -> tuple[dict[int, int], list[int], bool]:
        """Return the paths after adding edges: the ends, the ends that changed, and whether the loop is closed. Raises
        Contradiction for a second loop.
        """
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
        """Return the edges that would close one of several paths."""
        horizontal = vertical = 0
        stride, last = self.stride, self.width
        for end in ends:
            if end not in other:
                continue
            a, b = end, other[end]
            if a > b:
                a, b = b, a
            # The last vertex of a row and the first of the next have adjacent numbers but are not neighbours.
            if b - a == 1 and a % stride != last:
                horizontal |= 1 << a
            elif b - a == stride:
                vertical |= 1 << a
        return horizontal, vertical

    def _local(
        self, h: int, v: int, open_h: int, open_v: int, most: tuple[int, int, int, int]
    ) -> tuple[int, int, int, int]:
        """Apply the rules of vertices and of numbers alternately until nothing follows. This is one function because a
        call for each count would cost more than the counting.
        """
        stride, lane, vertices, passed = self.stride, self.lane, self.vertices, self.passed
        outer_left, outer_top = self.outer_left, self.outer_top
        most0, most1, most2, most3 = most
        quiet = False  # True if the previous rule found nothing
        while True:
            # Vertices: right, left, down, up.
            left, up = h << 1 | outer_left, v << stride | outer_top
            either_h, either_v, both_h, both_v = h | left, v | up, h & left, v & up
            two = both_h | both_v | either_h & either_v
            three = both_h & either_v | both_v & either_h
            on_two = two & vertices
            going = ((either_h | either_v) & vertices | passed) ^ on_two  # the vertices where a path ends
            off_three = three >> lane
            if three & vertices or going & off_three:
                raise Contradiction
            forced = going & two >> lane | (on_two | off_three) << lane
            new_h, new_v = (forced | forced >> 1) & open_h, (forced | forced >> stride) & open_v
            if new_h:
                h |= new_h
                open_h = self._open(h)
            if new_v:
                v |= new_v
                open_v = self._open(v)
            if quiet and not (new_h or new_v):
                return h, v, open_h, open_v
            quiet = not (new_h or new_v)
            # Boxes: above, below, left, right.
            below, right = h >> stride, v >> 1
            either_h, either_v, both_h, both_v = h | below, v | right, h & below, v & right
            one = either_h | either_v
            two = both_h | both_v | either_h & either_v
            three = both_h & either_v | both_v & either_h
            if most0 & one or most1 & two or most2 & three or most3 & both_h & both_v:
                raise Contradiction
            full = most0 | most1 & one | most2 & two | most3 & three
            forced = full >> lane | (full & vertices) << lane
            new_h, new_v = (forced | forced << stride) & open_h, (forced | forced << 1) & open_v
            if new_h:
                h |= new_h
                open_h = self._open(h)
            if new_v:
                v |= new_v
                open_v = self._open(v)
            if quiet and not (new_h or new_v):
                return h, v, open_h, open_v
            quiet = not (new_h or new_v)


@lru_cache(maxsize=8)
def ends_of_edges(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """Return the ends of all edges. Edges are numbered row by row, horizontal ones first."""
    stride = width + 1
    across = [(left, left + 1) for r in range(height + 1) for left in range(r * stride, r * stride + width)]
    return (*across, *[(above, above + stride) for above in range(height * stride)])


def _vertex(edges: tuple[int, ...], width: int, height: int) -> int | None:
    """Return the vertex at which exactly these edges meet, listed in order, or None."""
    stride, horizontals = width + 1, width * (height + 1)
    last = edges[-1] - horizontals if edges else -1
    for vertex in (last, last + stride):  # the last edge is below it, or above it if it lies on the lower border
        r, c = divmod(vertex, stride)
        right, below = vertex - r, vertex + horizontals
        if 0 < r < height and 0 < c < width:
            meeting = right - 1, right, below - stride, below
        else:
            across = range(right - (c > 0), right + (c < width))
            meeting = *across, *range(below - stride * (r > 0), below + stride * (r < height), stride)
        if edges == meeting and 0 <= r <= height:
            return vertex
    return None


def _is_box(edges: tuple[int, ...], at: tuple[Any, ...], width: int, height: int) -> bool:
    """Return whether these edges, listed in order, are those around the box at a place."""
    if len(at) != 2 or not (at[0] in range(height) and at[1] in range(width)):
        return False
    above = at[0] * width + at[1]
    left = width * (height + 1) + above + at[0]
    return edges == (above, above + width, left, left + 1)


def _passed(puzzle: Puzzle) -> int | None:
    """Return the vertices that the loop must pass, or None if the puzzle is not one loop on a lattice whose boxes may
    have numbers.
    """
    width, height, ends = puzzle.width, puzzle.height, ends_of_edges(puzzle.width, puzzle.height)
    passed, met, numbers = list[int](), set[int | None](), list[Clue]()
    loops = 0
    for one in puzzle.constraints:
        if isinstance(one, SingleLoop) and len(one.scope) == len(ends) == puzzle.size and one.ends == ends:
            loops += 1
            continue
        if not isinstance(one, Count):
            return None
        edges = tuple(sorted(one.scope))
        if one.clue:
            if one.allowed != {one.clue.value} or not _is_box(edges, one.clue.at, width, height):
                return None
            numbers.append(one.clue)
            continue
        vertex = _vertex(edges, width, height)
        if vertex is None or one.allowed not in (EVEN, TWO):
            return None
        met.add(vertex)
        passed += [vertex] * (one.allowed == TWO)
    every = len(met) == (width + 1) * (height + 1) and (numbers == [*puzzle.clues] or {*numbers} == {*puzzle.clues})
    return set_of(passed) if loops == 1 and every else None


def propagator(puzzle: Puzzle) -> LoopPropagator | None:
    """Return the propagator of a puzzle of one loop on a lattice whose boxes may have numbers, or None for any other
    puzzle.
    """
    passed = _passed(puzzle)
    return None if passed is None else LoopPropagator(puzzle, passed)
