"""Follow the line: draw or cross out one edge and follow the consequences at dots and at one or two numbers, up to a
contradiction."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.model import Board
from tesuji.puzzles.slitherlink.lattice import (
    Lattice,
    all_boxes_beside,
    all_edges_at,
    all_ends,
)
from tesuji.puzzles.slitherlink.memory import Memory
from tesuji.puzzles.slitherlink.regions import OpenPaths

NUMBER = ("many", "few", "stuck")
"""Contradictions at a number: it has too many lines, or too few; or it has no way left to get its lines."""


class Dead(NamedTuple):
    """Why an edge has the opposite value: the contradiction (a dot with "three" lines or the "end" of one, a "loop",
    one of NUMBER), its place, the number of edges followed, the known edges used, the numbers, as indexes into the
    constraints, and for a loop its edges."""

    what: str
    at: tuple[int, int] | None
    length: int
    used: int
    numbers: tuple[int, ...]
    loop: int = 0


class Why(NamedTuple):
    """The reason for a followed edge: the edges that imply it, and the number, if there is one."""

    edges: tuple[int, ...] = ()
    number: int | None = None


Reason = Why | Callable[[], Why]
"""Computed on demand if that takes long."""
Next = tuple[int, bool, Reason]
Larger = Callable[[int, tuple[int, int]], tuple[tuple[int, ...], int] | None]
"""(a closed path, a box near it) -> why it is not the whole loop: a number, or an edge drawn elsewhere (a bit set)."""


class Follower:
    """One board; `dead` holds, for an edge and a value, the reason why it is impossible."""

    name = "follow"
    lengths: tuple[int, ...] = (6, 20)
    """Edges that are followed at most, shorter ways first."""
    search: tuple[str, ...] = ("looked", "asked", "elsewhere", "now", "why", "other", "todo")
    """The data that an interrupted search needs to continue."""
    most_numbers = 3
    """Numbers that may be used on the way."""
    largest: int | None = None
    """Edges of a board up to which it is worth its room and time; None: any."""

    def __init__(
        self,
        lattice: Lattice,
        board: Board,
        numbers: Mapping[tuple[int, int], tuple[int, int]],
        paths: OpenPaths,
        memory: Memory,
        larger: Larger,
    ):
        self.lattice, self.board, self.numbers, self.paths, self.memory = lattice, board, numbers, paths, memory
        self.larger = larger
        self.known = [None] * lattice.size
        for value, cells in ((False, board.no), (True, board.yes)):
            for edge in members(cells):
                self.known[edge] = value
        self.exhausted: set[tuple[int, bool]] = set()
        """Edges and values without a contradiction, however many edges are followed."""
        self.begun: dict[tuple[int, bool], dict[str, Any]] = {}
        """Searches that were cut off."""
        self.dots, self.boxes, self.ends = all_edges_at(lattice), all_boxes_beside(lattice), all_ends(lattice)
        self._look_around()

    def _look_around(self) -> None:
        """Further facts of the board, noted before edges are followed."""

    def dead(self, edge: int, value: bool, most: int) -> Dead | None:
        """None if nothing breaks within `most` edges. The cache serves boards that are the same there."""
        if (edge, value) in self.exhausted:
            return None
        for length in (0, most):
            kept = self.memory.recall((self.name, edge, value, length), self.board, self.paths.other)
            if kept:
                if not kept.found:
                    self.exhausted.add((edge, value))
                return None
        dead = self._search(edge, value, most)
        if dead:
            return dead
        if not self.cut:
            self.exhausted.add((edge, value))
        if self.quiet:
            self.exhausted.update(self.now.items())
        if not self.elsewhere and self.memory.on:
            # Consequences of an edge on the way are among those found here.
            quiet = [(self.name, *other, 0) for other in self.now.items()] if self.quiet else ()
            what = self.name, edge, value, most
            self.memory.keep(what, self.board, self._looked_at(), self.asked, self.cut, quiet)
        return None

    def _looked_at(self) -> int:
        """The edges that the search used."""
        return set_of(self.looked)

    def _search(self, edge: int, value: bool, most: int) -> Dead | None:
        """`cut`: whether there were more edges to follow; `quiet`: whether all were followed, and nothing breaks."""
        begun = self.begun.pop((edge, value), None)
        if begun:
            vars(self).update(begun)
        else:
            self._begin(edge, value)
        dead = self._go_on(most)
        if self.cut and most < self.lengths[-1]:
            self.begun[edge, value] = {name: vars(self)[name] for name in self.search}
        return dead

    def _begin(self, edge: int, value: bool) -> None:
        self.looked: set[int] = set()
        self.asked: dict[int, int] = {}
        self.elsewhere = False  # whether a distant edge was used
        self.now: dict[int, bool] = {}
        self.why: dict[int, Why] = {}
        self.other = {}
        self.todo = deque([(edge, value, Why())])

    def _go_on(self, most: int) -> Dead | None:
        todo, self.cut, self.quiet = self.todo, False, False
        while todo:
            edge, value, why = todo.popleft()
            if edge in self.now:
                continue
            if len(self.now) >= most:
                todo.appendleft((edge, value, why))
                self.cut = True
                return None
            self.now[edge], self.why[edge] = value, why
            for way in self._ways(edge, value):
                if isinstance(way, Dead):
                    return way if len(way.numbers) <= self.most_numbers else None
                todo.extend(way or ())
        self.quiet = True
        return None

    def _ways(self, edge: int, value: bool) -> Iterator[Dead | list[Next]]:
        """The edges that an edge which is followed now leads to."""
        if value:
            yield self._closed(edge)
        for dot in self.ends[edge]:
            yield self._dot(dot)
        for box in self.boxes[edge]:
            if box in self.numbers:
                yield self._number(box, *self.numbers[box])

    def _sides(self, edges: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Among some edges, those on, off, and unknown."""
        on, off, left = [], [], []
        for edge in edges:
            value = self.now[edge] if edge in self.now else self.known[edge]
            (left if value is None else on if value else off).append(edge)
        return tuple(on), tuple(off), tuple(left)

    def _dot(self, dot: int) -> Dead | list[Next]:
        """Consequences of a dot for its other edges."""
        self.looked.update(self.dots[dot])
        on, off, left = self._sides(self.dots[dot])
        at = divmod(dot, self.lattice.width + 1)
        if len(on) > 2:
            return self._dead("three", at, Why(on[:3]))
        if len(on) == 1 and not left:
            return self._dead("end", at, Why(on + off))
        if len(on) == 2:
            return [(edge, False, Why(on)) for edge in left]
        return [(left[0], bool(on), Why(on + off))] if len(left) == 1 else []

    def _number(self, box: tuple[int, int], index: int, value: int) -> Dead | list[Next]:
        """Consequences of a number for its other edges."""
        edges = self.lattice.edges_around(*box)
        self.looked.update(edges)
        on, off, left = self._sides(edges)
        if len(on) > value:
            return self._dead("many", box, Why(on, index))
        if len(on) + len(left) < value:
            return self._dead("few", box, Why(off, index))
        if len(on) == value:
            return [(edge, False, Why(on, index)) for edge in left]
        return [(edge, True, Why(off, index)) for edge in left] if len(on) + len(left) == value else []

    def _closed(self, edge: int) -> Dead | list[Next]:
        """Return whether an edge that is on now closes a path; else the edge that would close the path that it makes
        longer. `other` has the far ends of the paths as they have grown."""
        a, b = self.ends[edge]
        ends = {dot: self.other[dot] if dot in self.other else self._far_end(dot) for dot in (a, b)}
        if ends[a] != b:
            self.other[ends[a]], self.other[ends[b]] = ends[b], ends[a]
            return self._closing(edge, ends[a], ends[b])
        loop = self._way(b, a, edge)
        return self._dead("loop", None, Why(tuple(members(loop))), loop) if loop else []

    def _closing(self, edge: int, start: int, end: int) -> list[Next]:
        """The unknown edge between the two ends of the path of an edge, which stays off as long as the loop is
        larger."""
        self.looked.update(self.dots[start])
        for closing in self.dots[start]:
            if end in self.ends[closing] and self.known[closing] is None and closing not in self.now:
                loop = self._way(start, end, closing)
                self.elsewhere = True
                witness = self.larger(loop, self.lattice.boxes_beside(closing)[0]) if loop else None
                if witness:
                    numbers, drawn = witness
                    edges = loop & ~(1 << closing) | drawn
                    return [(closing, False, Why(tuple(members(edges)), numbers[0] if numbers else None))]
        return []

    def _way(self, at: int, end: int, closing: int) -> int:
        """The edges of the path between two dots, and the one that closes it; none where lines branch on the way."""
        loop = 1 << closing
        while at != end:
            onward = [other for other in self._sides(self.dots[at])[0] if not loop >> other & 1]
            if len(onward) != 1:
                return 0
            (edge,) = onward
            loop |= 1 << edge
            first, second = self.ends[edge]
            at = second if at == first else first
        return loop

    def _far_end(self, dot: int) -> int:
        """For the path that ends at a dot; the dot itself where none does."""
        self.asked[dot] = self.paths.other.get(dot, dot)
        return self.asked[dot]

    def _dead(self, what: str, at: tuple[int, int] | None, why: Why, loop: int = 0) -> Dead:
        """Back to the known edges, the followed ones and the numbers that were needed."""
        todo, seen, numbers = [why], set(), {}
        while todo:
            reason = todo.pop()
            why = reason() if callable(reason) else reason
            if why.number is not None:
                numbers[why.number] = None
            for edge in why.edges:
                if edge not in seen:
                    seen.add(edge)
                    todo.append(self.why.get(edge, Why()))
        used = sum(1 << edge for edge in seen if edge not in self.now)
        return Dead(what, at, sum(edge in self.now for edge in seen) - 1, used, tuple(numbers), loop)
