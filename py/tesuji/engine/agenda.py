"""The order in which cells are probed.

Cells in constraints that are almost complete come first, because a hypothesis there has the most consequences. For
small constraints this order is updated after each probe, so that probing continues near its latest finding; for longer
ones it is updated once per round. Constraints longer than a line do not affect the order. A round probes every cell
once; the next one probes only cells near the changes.

In lines with runs, cells next to known cells and at the border come first, and among these the cells of lines with
little room: a hypothesis there moves a whole run, while one amid unknown cells moves nothing.

On slitherlinks of 25x30 and more, this order takes 33 to 67 % of the time of a fixed order. On random half-filled
nonograms, the order for runs needs 67 % of the probes that the general one needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush

from tesuji.bitset import members
from tesuji.engine.holders import holders
from tesuji.model import Puzzle

SMALL_SCOPE = 8
"""Constraints of at most this many cells are followed from probe to probe."""
WHOLE = 1 << 20
"""The weight of a constraint, which is divided equally among its unknown cells."""

BESIDE_KNOWN = 4
"""In lines with runs, a known neighbour counts for this many cells of room."""


def agenda_for(puzzle: Puzzle, cells: int, known: int) -> Agenda:
    """Return the agenda for a puzzle; lines with runs have their own."""
    if all(constraint.slack is not None for constraint in puzzle.constraints):
        return LineAgenda(puzzle, cells, known)
    return Agenda(puzzle, cells, known)


class Agenda:
    """An iterator over the cells to probe: `cells` without the `known` ones. It ends after a round without results."""

    def __init__(self, puzzle: Puzzle, cells: int, known: int):
        self.scopes, self.holders, _ = holders(puzzle)
        self.left = set(members(cells & ~known))
        self.weight = [0] * puzzle.size
        self.waiting = bytearray(puzzle.size)
        self.changed: set[int] = set()
        self.heap: list[tuple[int, int]] = []
        self._prepare(puzzle, known)

    def _prepare(self, puzzle: Puzzle, known: int) -> None:
        """Find the small constraints, and count the unknown cells of each constraint."""
        self.small = [
            bool(cells) and len(one.scope) <= SMALL_SCOPE for one, cells in zip(puzzle.constraints, self.scopes)
        ]
        self.unknown = [*map(len, self.scopes)]
        for cell in members(known & ~puzzle.givens.known):
            for number in self.holders[cell]:
                self.unknown[number] -= 1

    def __iter__(self) -> Iterator[int]:
        heap, weight, waiting = self.heap, self.weight, self.waiting
        near: set[int] = self.left
        while near:
            self._weigh(near)
            heap += [(weight[cell], cell) for cell in near]
            heapify(heap)
            for cell in near:
                waiting[cell] = 1
            while heap:
                rank, cell = heappop(heap)
                if waiting[cell] and rank == weight[cell]:
                    waiting[cell] = 0
                    yield cell
            near = self.left.intersection(cell for number in self.changed for cell in self.scopes[number])
            self.changed.clear()

    def order(self) -> list[int]:
        """Return the remaining cells in the order in which a new round would try them."""
        self._weigh(self.left)
        return sorted(self.left, key=lambda cell: (self.weight[cell], cell))

    def note(self, news: int) -> None:
        """Record cells that have become known."""
        unknown, holders, waiting = self.unknown, self.holders, self.waiting
        before: dict[int, int] = {}
        for cell in members(news):
            waiting[cell] = 0
            self.left.discard(cell)
            for number in holders[cell]:
                before.setdefault(number, unknown[number])
                unknown[number] -= 1
        self.changed.update(before)
        small = self.small
        self._follow((number, were) for number, were in before.items() if unknown[number] and small[number])

    def _follow(self, narrowed: Iterable[tuple[int, int]]) -> None:
        """Raise the weight of cells in these small constraints, each given with its former number of unknown cells."""
        weight, sooner = self.weight, set()
        for number, were in narrowed:
            more = WHOLE // self.unknown[number] - WHOLE // were
            for cell in self.scopes[number]:
                if self.waiting[cell]:
                    weight[cell] -= more
                    sooner.add(cell)
        for cell in sooner:
            heappush(self.heap, (weight[cell], cell))

    def _weigh(self, cells: Iterable[int]) -> None:
        """Compute the sort keys of cells. They are negative, so that the heaviest cell comes first."""
        share = [WHOLE // unknown if unknown else 0 for unknown in self.unknown]
        weight, holders = self.weight, self.holders
        for cell in cells:
            weight[cell] = -sum([share[number] for number in holders[cell]])


class LineAgenda(Agenda):
    """The agenda for puzzles that consist of lines with runs only. Weights are updated from probe to probe."""

    def _prepare(self, puzzle: Puzzle, known: int) -> None:
        """Compute the weights of all cells."""
        weight, left = self.weight, self.left
        neighbours: list[list[int]] = [[] for _ in range(puzzle.size)]
        self.neighbours = neighbours
        for line in puzzle.constraints:
            room, scope = line.slack, line.scope
            for cell in left.intersection(scope):
                weight[cell] += room
            for cell, after in zip(scope, scope[1:]):
                neighbours[cell].append(after)
                neighbours[after].append(cell)
        for cell in left:
            for other in neighbours[cell]:
                weight[other] += BESIDE_KNOWN

    def note(self, news: int) -> None:
        weight, waiting, sooner = self.weight, self.waiting, set()
        for cell in members(news):
            waiting[cell] = 0
            self.left.discard(cell)
            self.changed.update(self.holders[cell])
            for other in self.neighbours[cell]:
                weight[other] -= BESIDE_KNOWN
                if waiting[other]:
                    sooner.add(other)
        for cell in sooner:
            heappush(self.heap, (weight[cell], cell))

    def _weigh(self, cells: Iterable[int]) -> None:
        """Do nothing, because all weights are up to date."""
