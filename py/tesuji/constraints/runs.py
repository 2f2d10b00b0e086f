"""The runs of yes cells along a line, in order: the clue of a nonogram. `planes` solves such lines, with yes as the
only colour besides blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, count, groupby
from typing import TYPE_CHECKING, Any

from tesuji.bitset import set_of
from tesuji.constraint import Clause, Constraint, Target
from tesuji.constraints.planes import plane_solver
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder

STARTS = 60_000
"""The largest number of starts of runs that are encoded. Each takes up to 4 KB; a picture of 99x59 has 59,000."""
CACHE_SIZE = 4096
"""The number of boards in the cache of one constraint. While probing, 50 to 95 % of the lines have been solved before.
"""


class Runs(Constraint):
    """The runs of yes cells along `scope` have these lengths, in order, with at least one no cell between two runs."""

    __slots__ = ("runs", "solve", "_seen", "_reasons", "_explainer")

    name = "runs"
    propagators = ("grid_of_runs",)

    def __init__(self, scope: Sequence[int], runs: Sequence[int], clue: Clue | None = None):
        self.scope = tuple(scope)
        self.runs = tuple(runs)
        self.clue = clue
        self.solve = plane_solver(len(self.scope), tuple([(run, 1) for run in self.runs]), 2)
        self._seen: dict[int, int | None] = {}
        self._reasons: dict[tuple[int, int, Target | None], int] = {}
        self._explainer: _LineExplainer | None = None

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely; a few microseconds for 30 cells."""
        seen, width = self._seen, len(self.scope)
        removed = yes | no << width
        if removed not in seen:
            if len(seen) >= CACHE_SIZE:
                seen.clear()
            seen[removed] = self.solve(removed)
        found = seen[removed]
        if found is None:
            raise Contradiction(self)
        return found & (1 << width) - 1, found >> width

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Find a reason in one pass over the line; 10 us for 25 cells."""
        if order:
            return super().reason(yes, no, target, order)
        if self.slack < 0:  # an automaton for far too long a run would not fit into memory
            return 0
        reasons, key = self._reasons, (yes, no, target)
        if key not in reasons:
            if len(reasons) >= CACHE_SIZE:
                reasons.clear()
            reasons[key] = self._least(yes, no, target)
        return reasons[key]

    def _least(self, yes: int, no: int, target: Target | None) -> int:
        """Return a minimal reason."""
        if self._explainer is None:
            self._explainer = _LineExplainer(len(self.scope), self.runs)
        supposed = 1 << target[0] if target else 0
        if target:
            yes, no = (yes & ~supposed, no | supposed) if target[1] else (yes | supposed, no & ~supposed)
        return set_of(self._explainer(yes, no)) & ~supposed

    # The learner

    @property
    def slack(self) -> int:
        return len(self.scope) - sum(self.runs) - len(self.runs) + 1

    @classmethod
    def encode_together(cls, encoder: Encoder, members: Sequence[tuple[Runs, int | None]]) -> bool:
        """Choose the encoding of all lines. If the encoder leaves the choice open, they have no clauses if there would
        be too many.
        """
        lazy = encoder.lazy
        if lazy is None:
            lazy = sum(len(one.runs) * max(one.slack, 0) for one, _ in members) > STARTS
        families = _families([one for one, _ in members])
        encoder.memo["lazy lines"] = lazy
        if encoder.record is not None:
            _compare_totals(families, encoder)
        elif not lazy and all(guard is None for _, guard in members):
            encoder.memo.update(_odd_starts(families))
        return False

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Encode the line by `infer` with lazy reasons or in order encoding, with variables for "run j starts at or
        before this cell".
        """
        if encoder.memo.get("lazy lines", encoder.lazy):
            return super().encode(encoder, guard)
        from tesuji.engine.sat import clauses

        first = list(accumulate(self.runs, lambda at, run: at + run + 1, initial=0))
        made = count()

        def new() -> int:
            run, moved = divmod(next(made), self.slack)
            return encoder.new(guard, (self, run, first[run] + moved))

        odd = encoder.memo.get(("odd starts", self.scope))
        return clauses.runs([2 * cell for cell in self.scope], self.runs, new, guard, odd)

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "runs", the lengths."""
        return {**super().data(), "runs": list(self.runs)}


class _LineExplainer:
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


def _families(lines: Sequence[Runs]) -> list[list[Runs]]:
    """Return the lines in groups of disjoint ones: the rows and the columns of a grid."""
    families: list[list[Runs]] = []
    for line in lines:
        if not families or any(not set(line.scope).isdisjoint(other.scope) for other in families[-1]):
            families.append([])
        families[-1].append(line)
    return families


def _odd_starts(families: Sequence[Sequence[Runs]]) -> Iterator[tuple[tuple[str, tuple[int, ...]], int]]:
    """Yield 0 or 1 for lines of a grid whose runs of odd length start at even or odd places only.

    A vertical run of 2n + 1 cells has n or n + 1 cells in odd rows. If all of these together are as few or as many as
    possible according to the columns, each run has that number. Clause learning cannot count, so without this the time
    for "Domino Logic" boards, whose rows alternate between one and four cells, grows exponentially.
    """
    if len(families) != 2 or [*zip(*[row.scope for row in families[0]])] != [column.scope for column in families[1]]:
        return
    for lines, across in (families, families[::-1]):
        cells = sum(sum(line.runs) for line in across[1::2])
        lengths = [run for line in lines for run in line.runs]
        for odd in range(2):
            if cells == sum((length + odd) // 2 for length in lengths):
                yield from ((("odd starts", line.scope), odd) for line in lines)


def _compare_totals(families: Sequence[Sequence[Runs]], encoder: Encoder) -> None:
    """Add clauses, in a proof, that compare the totals of rows and columns. If they differ, this gives a short proof,
    which is impossible with single cells.
    """
    from tesuji.engine.sat.sums import COUNTING, Sums

    totals = [sum(sum(line.runs) for line in family) for family in families]
    cells = [{cell for line in family for cell in line.scope} for family in families]
    if len(families) != 2 or cells[0] != cells[1] or totals[0] == totals[1]:
        return
    sums = [Sums(encoder) for _ in families]
    for one, family in zip(sums, families):
        for line in family:
            encoder.add_at_once(one.take(line, line.scope, sum(line.runs)))
    fewer, more = sums if totals[0] < totals[1] else sums[::-1]
    encoder.rule = COUNTING
    encoder.add_at_once([(*more.bounds[0], *fewer.bounds[1])])


# The runs of lines


def normal_runs(runs: Sequence[int]) -> tuple[int, ...]:
    """Return run lengths as a tuple; [0] means the empty line. Raises ValueError for anything except positive whole
    numbers.
    """
    if len(runs) == 1 and type(runs[0]) is int and runs[0] == 0:
        return ()
    for run in runs:
        if isinstance(run, bool) or not isinstance(run, int) or run < 1:
            raise ValueError(f"a run is a positive whole number, not {run!r}")
    return tuple(runs)


def generate_hints(grid: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
    """Return (row runs, column runs) of a picture given as rows; every character except "#" counts as not filled."""
    return [runs_of(row) for row in grid], [runs_of("".join(column)) for column in zip(*grid)]


def runs_of(line: str) -> list[int]:
    """Return the runs of "#" in a line."""
    return [len(list(cells)) for filled, cells in groupby(line, "#".__eq__) if filled]
