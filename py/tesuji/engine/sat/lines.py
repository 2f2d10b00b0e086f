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

from tesuji.bitset import members
from tesuji.engine.sat.theory import LazyReason, Theory

LineSolver = Callable[[int], "int | None"]
"""Known cells -> all that follow; None if the runs do not fit. Bit i: cell i is filled; bit width + i: it is empty."""

ANSWERS = 100_000  # line solutions cached in all, and half as many explanations: about 40 MB
NOTHING: tuple[Sequence[int], None, int] = (), None, 0
LINES_AT_ONCE = 40  # lines solved between two safe points
WORK = 4  # a line solved costs as much as this many literals in clauses


class LineTheory(Theory):
    """`lines`: (variables of the cells, run lengths, solver, guard literal or None); a cell may be in several lines, once
    in each. A line propagates only while its guard is true.
    """

    numbered = True

    def __init__(self, lines: Sequence[tuple[Sequence[int], Sequence[int], LineSolver, int | None]]):
        self.cells = [tuple(cells) for cells, _, _, _ in lines]
        self.runs = [tuple(runs) for _, runs, _, _ in lines]
        self.solve = [solve for _, _, solve, _ in lines]
        self.guards = [guard for _, _, _, guard in lines]
        self.explainers: list[LineExplainer | None] = [None] * len(lines)
        self.seen = [0] * len(lines)  # the known cells, as for the solver
        self.dirty = (1 << len(lines)) - 1
        self.saved: list[list[int]] = []  # the known cells at the end of each depth
        self.head = 0
        self.failed = 0  # the line of the latest conflict
        self.answers: list[dict[int, Any]] = [{} for _ in lines]
        self.reasons: list[dict[Any, Any]] = [{} for _ in lines]
        self.places: dict[int, list[tuple[int, int, int]]] = {}  # (line, bit of the known cells, line as a bit)
        for number, cells in enumerate(self.cells):
            line = 1 << number
            for at, v in enumerate(cells):
                # Keyed by the literal that is false: 2v when the cell is empty.
                self.places.setdefault(2 * v, []).append((number, 1 << at + len(cells), line))
                self.places.setdefault(2 * v + 1, []).append((number, 1 << at, line))
        self.crossings: list[dict[int, list[tuple[int, int, int]]]] = [{} for _ in lines]
        self.enabled: dict[int, int] = {}
        for number, guard in enumerate(self.guards):
            if guard is not None:
                self.enabled[guard ^ 1] = self.enabled.get(guard ^ 1, 0) | 1 << number

    # -- following the trail -------------------------------------------------------------------------------------------

    def propagate(self) -> Sequence[int] | None:
        """Solve the lines that have changed, in order: for a grid, rows first. Written out for speed."""
        solver = self.solver
        trail, false, neg, level, reason = solver.trail, solver.false, solver.neg, solver.level, solver.reason
        seen, places, guards = self.seen, self.places, self.guards
        depth, dirty = len(solver.control), self.dirty
        while len(self.saved) < depth:
            self.saved.append(seen[:])
        for x in trail[self.head :]:
            for number, bit, line in places.get(x, ()):
                if not seen[number] & bit:
                    seen[number] |= bit
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
            known = seen[number]
            try:
                news, lazy, after = self.answers[number][known]
            except KeyError:
                news, lazy, after = self._answer(number, known)
                misses += 1
            if news is None:
                self.head, self.dirty, self.busy = len(trail), 0, False
                solver.work += WORK * misses
                self.failed = number
                return self._explain(number, known, -1)
            if not news:
                continue
            seen[number] = after
            crossings = self.crossings[number]
            for x in news:
                false[x], false[neg[x]] = True, False
                level[x] = depth
                reason[x] = lazy
                for crossing, bit, crossing_line in crossings[x]:
                    seen[crossing] |= bit
                    dirty |= crossing_line
            trail += news
        self.head, self.dirty, self.busy = len(trail), dirty, dirty != 0
        solver.work += WORK * misses
        return None

    def undo(self, depth: int, length: int) -> None:
        if len(self.saved) > depth:
            self.seen[:] = self.saved[depth]
            del self.saved[depth:]
        self.head = min(self.head, length)
        self.dirty = 0

    def _answer(self, number: int, known: int) -> tuple[Sequence[int] | None, LazyReason | None, int]:
        """Return the literals that become false, their reason, and the known cells afterwards; (None, None, known) if
        the runs do not fit.
        """
        answers = self.answers[number]
        if len(answers) * len(self.answers) > ANSWERS:
            answers.clear()
        after = self.solve[number](known)
        answer: tuple[Sequence[int] | None, LazyReason | None, int]
        if after is None:
            answer = None, None, known
        elif after == known:
            answer = NOTHING
        else:
            if not self.crossings[number]:
                self._cross(number)
            cells = self.cells[number]
            width = len(cells)
            news = [2 * cells[at % width] + (at < width) for at in members(after & ~known)]
            answer = news, LazyReason(self, (number, known)), after
        answers[known] = answer
        return answer

    def _cross(self, number: int) -> None:
        """Set up the other lines of each cell of a line. This waits until the line first runs, because it takes 10 ms
        for all lines together.
        """
        self.crossings[number].update(
            (x, [place for place in self.places[x] if place[0] != number])
            for v in self.cells[number]
            for x in (2 * v, 2 * v + 1)
        )

    # -- explaining ----------------------------------------------------------------------------------------------------

    def explain(self, literal: int, note: tuple[int, int]) -> Sequence[int]:
        number, known = note
        cells = self.cells[number]
        at = cells.index(literal >> 1)
        return self._explain(number, known | 1 << at + (0 if literal & 1 else len(cells)), at)

    def known(self, note: tuple[int, int]) -> Iterator[int]:
        """Return the literals of all cells of a line that were known when it was solved."""
        number, known = note
        width = len(self.cells[number])
        for at, v in enumerate(self.cells[number]):
            if (known | known >> width) >> at & 1:
                yield 2 * v + (known >> width + at & 1)

    def _explain(self, number: int, known: int, at: int) -> tuple[int, ...]:
        """Return cells, except the one at `at`, that do not fit with it, as the literals that they make false."""
        reasons, key = self.reasons[number], (known, at)
        if key in reasons:
            return reasons[key]
        if 2 * len(reasons) * len(self.reasons) > ANSWERS:
            reasons.clear()
        cells, guard = self.cells[number], self.guards[number]
        if sum(self.runs[number]) + len(self.runs[number]) - 1 > len(cells):
            return () if guard is None else (guard ^ 1,)  # the runs fit no line, whatever its length
        explainer = self.explainers[number] or self._explainer(number)
        filled, empty = known & (1 << len(cells)) - 1, known >> len(cells)
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
