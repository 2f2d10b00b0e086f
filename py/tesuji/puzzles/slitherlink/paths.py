"""The paths drawn so far, and the edges by which dots can still be connected."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from tesuji.bitset import flags, members
from tesuji.constraints.patterns.lattice_loop import ends_of_edges
from tesuji.model import Board, Puzzle
from tesuji.puzzles.slitherlink.lattice import Lattice, all_edges_at


class OpenPaths:
    """The paths of the edges that are on, for one board after the other."""

    def __init__(self, puzzle: Puzzle):
        lattice = Lattice(puzzle.width, puzzle.height)
        self.ends_of, self.edges_at = ends_of_edges(*lattice), all_edges_at(lattice)
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
        self.ends, self.edges_at, self.possible = ends_of_edges(*lattice), all_edges_at(lattice), possible

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
