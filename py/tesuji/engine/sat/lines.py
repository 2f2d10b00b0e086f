"""The theory of lines with runs: a complete line solver as a propagator of the clause learner, with lazy reasons.

Whenever cells of a line become known, the line is solved again, and all cells that follow are propagated. The theory
has no clauses and no variables except the cells, so it is ready at once, while the order encoding (`clauses.runs`)
takes time to set up. A conflict costs two to three times as much, though. Puzzles with few long runs that interact
across the whole board also have more conflicts: learnt clauses can contain only cells, while those of order encoding
can contain the place of a run.

The reason for a cell is a minimal subset of the known cells. It takes one pass over the line (about 10 us for 25
cells); see `LineExplainer`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tesuji.engine.sat.theory import LazyReason, Theory

LineSolver = Callable[[int, int], tuple[int, int] | None]
"""(filled, empty) -> everything that follows, as bit sets over the line's cells; None if the runs do not fit."""

ANSWERS = 100_000  # line solutions cached in all, and half as many explanations: about 40 MB
NOTHING = (), None, 0, 0
LINES_AT_ONCE = 40  # lines solved between two safe points
WORK = 4  # a line solved costs as much as this many literals in clauses


class LineTheory(Theory):
    """`lines`: (variables of the cells, run lengths, guard literal or None); a cell may be in several lines, once in
    each.

    `solver_of(width, runs)` is a complete line solver. A line propagates only while its guard is true.
    """

    numbered = True

    def __init__(
        self,
        lines: Sequence[tuple[Sequence[int], Sequence[int], int | None]],
        solver_of: Callable[[int, tuple[int, ...]], LineSolver],
    ):
        self.cells = [tuple(cells) for cells, _, _ in lines]
        self.guards = [guard for _, _, guard in lines]
        self.solve = [solver_of(len(cells), tuple(runs)) for cells, runs, _ in lines]
        self.runs = [tuple(runs) for _, runs, _ in lines]
        self.explainers: list[LineExplainer | None] = [None] * len(lines)
        self.filled = [0] * len(lines)
        self.empty = [0] * len(lines)
        self.dirty = (1 << len(lines)) - 1
        self.saved: list[tuple[list[int], list[int]]] = []  # filled and empty at the end of each depth
        self.head = 0
        self.failed = 0  # the line of the latest conflict
        self.answers: list[dict[Any, Any]] = [{} for _ in lines]
        self.reasons: list[dict[Any, Any]] = [{} for _ in lines]
        self.places: dict[int, list[tuple[list[int], int, int, int]]] = {}
        bits = [1 << at for at in range(max(map(len, self.cells), default=0))]
        for number, cells in enumerate(self.cells):
            line = 1 << number
            for bit, v in zip(bits, cells):
                # Keyed by the literal that is false: 2v when the cell is empty.
                self.places.setdefault(2 * v, []).append((self.empty, number, bit, line))
                self.places.setdefault(2 * v + 1, []).append((self.filled, number, bit, line))
        self.crossings: list[dict[int, list[tuple[list[int], int, int, int]]]] = [{} for _ in lines]
        self.enabled: dict[int, int] = {}
        for number, guard in enumerate(self.guards):
            if guard is not None:
                self.enabled[guard ^ 1] = self.enabled.get(guard ^ 1, 0) | 1 << number

    # -- following the trail -------------------------------------------------------------------------------------------

    def propagate(self) -> Sequence[int] | None:
        """Solve the lines that have changed, in order: for a grid, rows first. Written out for speed."""
        solver = self.solver
        trail, false, neg, level, reason = solver.trail, solver.false, solver.neg, solver.level, solver.reason
        filled, empty, places, guards = self.filled, self.empty, self.places, self.guards
        depth, dirty = len(solver.control), self.dirty
        while len(self.saved) < depth:
            self.saved.append((filled[:], empty[:]))
        for x in trail[self.head :]:
            for board, number, bit, line in places.get(x, ()):
                if not board[number] & bit:
                    board[number] |= bit
                    dirty |= line
            if x in self.enabled:
                dirty |= self.enabled[x]
        misses = 0
        at = 0  # go through the lines in turn: for a grid all rows, then all columns, and again
        while dirty and misses < LINES_AT_ONCE:
            rest = dirty >> at << at
            line = rest & -rest if rest else dirty & -dirty
            dirty ^= line
            at = line.bit_length()
            number = at - 1
            guard = guards[number]
            if guard is not None and false[guard] is not False:
                continue
            f, e = filled[number], empty[number]
            try:
                news, lazy, f, e = self.answers[number][f, e]
            except KeyError:
                news, lazy, f, e = self._answer(number, f, e)
                misses += 1
            if news is None:
                self.head, self.dirty, self.busy = len(trail), 0, False
                solver.work += WORK * misses
                self.failed = number
                return self._explain(number, f, e, -1)
            if not news:
                continue
            filled[number], empty[number] = f, e
            crossings = self.crossings[number]
            for x in news:
                false[x], false[neg[x]] = True, False
                level[x] = depth
                reason[x] = lazy
                for board, crossing, bit, crossing_line in crossings[x]:
                    board[crossing] |= bit
                    dirty |= crossing_line
            trail += news
        self.head, self.dirty, self.busy = len(trail), dirty, dirty != 0
        solver.work += WORK * misses
        return None

    def undo(self, depth: int, length: int) -> None:
        if len(self.saved) > depth:
            self.filled[:], self.empty[:] = self.saved[depth]
            del self.saved[depth:]
        self.head = min(self.head, length)
        self.dirty = 0

    def _answer(
        self, number: int, filled: int, empty: int
    ) -> tuple[tuple[int, ...] | None, LazyReason | None, int, int]:
        """Return the literals that become false, their reason, and the filled and empty cells afterwards; (None, None,
        filled, empty) if the runs do not fit.
        """
        answers = self.answers[number]
        if len(answers) * len(self.answers) > ANSWERS:
            answers.clear()
        solved = self.solve[number](filled, empty)
        if solved is None:
            answer = None, None, filled, empty
        else:
            if not self.crossings[number]:
                self._cross(number)
            f, e = solved[0] & ~filled, solved[1] & ~empty
            cells, news = self.cells[number], []
            while f:
                bit = f & -f
                f ^= bit
                news.append(2 * cells[bit.bit_length() - 1] + 1)
            while e:
                bit = e & -e
                e ^= bit
                news.append(2 * cells[bit.bit_length() - 1])
            answer = (news, LazyReason(self, (number, filled, empty)), *solved) if news else NOTHING
        answers[filled, empty] = answer
        return answer

    def _cross(self, number: int) -> None:
        """Set up the other lines of each cell of a line. This waits until the line first runs, because it takes 10 ms
        for all lines together.
        """
        self.crossings[number].update(
            (x, [place for place in self.places[x] if place[1] != number])
            for v in self.cells[number]
            for x in (2 * v, 2 * v + 1)
        )

    # -- explaining ----------------------------------------------------------------------------------------------------

    def explain(self, literal: int, note: tuple[int, int, int]) -> Sequence[int]:
        number, filled, empty = note
        at = self.cells[number].index(literal >> 1)
        return self._explain(
            number, *((filled, empty | 1 << at) if literal & 1 == 0 else (filled | 1 << at, empty)), at
        )

    def known(self, note: tuple[int, int, int]) -> Iterator[int]:
        """Return the literals of all cells of a line that were known when it was solved."""
        number, filled, empty = note
        for at, v in enumerate(self.cells[number]):
            if (filled | empty) >> at & 1:
                yield 2 * v + (empty >> at & 1)

    def _explain(self, number: int, filled: int, empty: int, at: int) -> tuple[int, ...]:
        """Return cells, except the one at `at`, that do not fit with it, as the literals that they make false."""
        reasons, key = self.reasons[number], (filled, empty, at)
        if key in reasons:
            return reasons[key]
        if 2 * len(reasons) * len(self.reasons) > ANSWERS:
            reasons.clear()
        cells, guard = self.cells[number], self.guards[number]
        if sum(self.runs[number]) + len(self.runs[number]) - 1 > len(cells):
            return () if guard is None else (guard ^ 1,)  # the runs fit no line, whatever its length
        explainer = self.explainers[number] or self._explainer(number)
        literals = [2 * cells[i] + (filled >> i & 1) for i in explainer(filled, empty) if i != at]
        found = reasons[key] = tuple(literals) if guard is None else (*literals, guard ^ 1)
        return found

    def _explainer(self, number: int) -> LineExplainer:
        explainer = self.explainers[number] = LineExplainer(len(self.cells[number]), self.runs[number])
        return explainer


class LineExplainer:
    """(filled, empty) that do not fit the runs -> places of a subset of these cells that does not fit, and is minimal.

    A line fits if it is accepted by an automaton with a chain of states: one for the start, one per cell of the runs
    pushed together, and a loop on "empty" at each gap that may be longer. Sets of states are ints, and a step for all
    of them takes two or three operations. From left to right, each cell is left out if the line still does not fit,
    given the cells kept on the left and all cells on the right. The states from which the right part is accepted are
    computed beforehand. Only a window is processed: the cells to its left and right could all be unknown.
    """

    def __init__(self, width: int, runs: tuple[int, ...]):
        self.width = width
        text = "0".join("1" * run for run in runs)
        self.last = len(text)
        self.all = (2 << self.last) - 1
        self.ones = sum(2 << i for i, c in enumerate(text) if c == "1")  # states entered by a filled cell
        self.gaps = sum(2 << i for i, c in enumerate(text) if c == "0")
        self.loops = self.gaps | 1 | 1 << self.last  # states that an empty cell does not leave
        self.free = [1]  # the states that i unknown cells can lead to
        self.accepting = [1 << self.last]  # the states from which the last width - i cells, all unknown, are accepted
        for _ in range(width):
            states = self.free[-1]
            self.free.append(states << 1 & self.all | states & self.loops)
            states = self.accepting[-1]
            self.accepting.append(states >> 1 | states & self.loops)
        self.accepting.reverse()

    def __call__(self, filled: int, empty: int) -> list[int]:
        every, ones, gaps, loops = self.all, self.ones, self.gaps, self.loops
        free, accepting = self.free, self.accepting
        at = self.width
        states = 1 << self.last
        right = [states]
        while states & free[at]:
            at -= 1
            if filled >> at & 1:
                states = (states & ones) >> 1
            elif empty >> at & 1:
                states = (states & gaps) >> 1 | states & loops
            else:
                states = states >> 1 | states & loops
            right.append(states)
        states = free[at]
        right.pop()
        kept = []
        while states & accepting[at]:
            unknown = states << 1 & every | states & loops
            if unknown & right.pop():
                kept.append(at)
                if filled >> at & 1:
                    unknown = states << 1 & ones
                else:
                    unknown = states << 1 & gaps | states & loops
            states = unknown
            at += 1
        return kept
