"""Exact cover with multiplicities: find all solutions at once.

Each column has a number of times that it must be covered, and each row covers some columns by some amounts. A solution
is a set of rows that covers every column exactly as often as required. (Donald Knuth, "Dancing Links", 2000;
multiplicities: The Art of Computer Programming 4B, 7.2.2.1, Algorithm M.) The links are bits here: the rows in play are
one int, and backtracking means continuing with an earlier int.

Repeated subproblems are solved only once, which turns the search tree into a diagram whose paths are the solutions,
often millions of them in a few thousand nodes (Nishino, Yasuda, Minato & Nagata, "Dancing with Decision Diagrams",
2017).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

from tesuji.errors import OutOfBudget

MOST_STATES = 1_000_000
"""The maximum number of cached subproblems, some 500 MB; beyond it the budget counts as spent."""
WEIGHED_AT_ONCE = 32
"""Nodes processed between two safe points; their weights may have some 10,000 bits."""
NONE, DONE = 0, 1
"""The nodes without a solution, and with one empty solution."""

CoverState = tuple[int, tuple[int, ...]]
"""The rows in play, and how often each column must still be covered."""


class Node(NamedTuple):
    """A row, and the next nodes if the row is taken or skipped. Children have lower numbers."""

    row: int
    taken: int
    left: int


class DancingLinks:
    """Solves an exact cover problem. `columns`: name -> how often it must be covered; `rows`: name -> {column: amount},
    with positive amounts.

    Columns are processed in order, so related columns should be adjacent.
    """

    def __init__(self, columns: Mapping[Hashable, int], rows: Mapping[Hashable, Mapping[Hashable, int]]):
        self.names: list[Hashable] = list(rows)
        numbers = {name: number for number, name in enumerate(columns)}
        self.need: tuple[int, ...] = tuple(columns.values())
        self.rows: list[list[tuple[int, int]]] = [
            [(numbers[column], amount) for column, amount in row.items()] for row in rows.values()
        ]
        self.covering: list[int] = [0] * len(columns)
        for number, row in enumerate(self.rows):
            for column, _ in row:
                self.covering[column] |= 1 << number
        self.nodes: list[Node] = [Node(-1, NONE, NONE), Node(-1, DONE, DONE)]
        self.root: int = NONE

    def build(self) -> Iterator[None]:
        """Build the diagram. It may be paused at every yield."""
        known: dict[CoverState, int] = {}
        columns = range(len(self.need))
        start = self._playable((1 << len(self.rows)) - 1, self.need, columns, set(columns))
        stack = [start] if start else []
        branches: dict[CoverState, tuple[int, CoverState | None, CoverState | None]] = {}
        while stack:
            state = stack[-1]
            if state in known:
                stack.pop()
                continue
            if state not in branches:
                yield
                if len(known) > MOST_STATES:
                    raise OutOfBudget
                row = self._choose(*state)
                if row is None:
                    known[state] = DONE
                    continue
                branches[state] = row, self._take(*state, row), self._leave(*state, row)
            row, taken, left = branches[state]
            waiting = [child for child in (taken, left) if child is not None and child not in known]
            if waiting:
                stack += waiting
                continue
            known[state] = self._node(row, known.get(taken, NONE), known.get(left, NONE))
            del branches[state]
        self.root = known[start] if start else NONE

    def _node(self, row: int, taken: int, left: int) -> int:
        if taken == NONE:
            return left
        self.nodes.append(Node(row, taken, left))
        return len(self.nodes) - 1

    def _choose(self, rows: int, need: tuple[int, ...]) -> int | None:
        """Return a row of the first column that has only one row left, else of the first column; None if nothing is
        left to cover.
        """
        first = 0
        for column, times in enumerate(need):
            if times:
                own = rows & self.covering[column]
                if not own & own - 1:
                    return own.bit_length() - 1
                first = first or own
        return (first & -first).bit_length() - 1 if first else None

    def _take(self, rows: int, need: tuple[int, ...], row: int) -> CoverState | None:
        rest = list(need)
        for column, amount in self.rows[row]:
            rest[column] -= amount
        columns = [column for column, _ in self.rows[row]]
        return self._playable(rows & ~(1 << row), tuple(rest), columns, set(columns))

    def _leave(self, rows: int, need: tuple[int, ...], row: int) -> CoverState | None:
        return self._playable(rows & ~(1 << row), need, (), {column for column, _ in self.rows[row]})

    def _playable(self, rows: int, need: tuple[int, ...], changed: Iterable[int], fewer: set[int]) -> CoverState | None:
        """Return the state without the rows that would cover a changed column too often, or None if a column can no
        longer be covered.

        Columns that lose a row are added to `fewer`.
        """
        for column in changed:
            own = rows & self.covering[column]
            while own:
                low = own & -own
                own ^= low
                row = self.rows[low.bit_length() - 1]
                if any(amount > need[other] for other, amount in row):
                    rows ^= low
                    fewer.update([other for other, _ in row])
        if any(need[column] and not rows & self.covering[column] for column in fewer):
            return None
        return rows, need

    def solutions(self) -> Iterator[list[Hashable]]:
        """Yield every solution as the names of its rows. Call `build` first."""
        stack: list[tuple[int, tuple[int, ...]]] = [(self.root, ())]
        while stack:
            node, chosen = stack.pop()
            if node == DONE:
                yield [self.names[row] for row in chosen]
            elif node != NONE:
                row, taken, left = self.nodes[node]
                stack += [(left, chosen), (taken, (*chosen, row))]

    def weigh(self, weight: Callable[[Hashable], int]) -> tuple[int, dict[Hashable, int]]:
        """Return the sum over all solutions of the product of their rows' weights, and for each row the same sum over
        the solutions with that row.
        """
        steps = self.weigh_in_steps(weight)
        try:
            while True:
                next(steps)
        except StopIteration as end:
            return end.value

    def weigh_in_steps(
        self, weight: Callable[[Hashable], int]
    ) -> Generator[None, None, tuple[int, dict[Hashable, int]]]:
        """Do the same as `weigh`. It may be paused at every yield."""
        weights = [weight(name) for name in self.names]
        below = [0, 1]
        for row, taken, left in self.nodes[2:]:
            below.append(weights[row] * below[taken] + below[left])
            if len(below) % WEIGHED_AT_ONCE == 0:
                yield
        above = [0] * len(self.nodes)
        above[self.root] = 1
        with_row = dict.fromkeys(self.names, 0)
        for number in range(len(self.nodes) - 1, 1, -1):
            row, taken, left = self.nodes[number]
            through = above[number] * weights[row]
            above[taken] += through
            above[left] += above[number]
            with_row[self.names[row]] += through * below[taken]
            if number % WEIGHED_AT_ONCE == 0:
                yield
        return below[self.root], with_row
