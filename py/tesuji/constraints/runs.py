"""The runs of yes cells along a line, in order: the clue of a nonogram.

The solver works on whole lines as bit sets (bit i = cell i). State i means "the cells below i are placed". An empty
cell is added after the line so that the last run is followed by a gap like the others. M is the set of cells that may
be empty, and V(b) the set of legal starts of a run of b cells, gap included:

    forward    A[0]: no yes below;  S[j] = A[j-1] & V(b[j]);  A[j] = up(S[j] << b[j]+1)
    backward   B[k]: no yes above;  P[j] = S[j] & B[j] >> b[j]+1, the starts of run j in full placements;
               B[j-1] = down(P[j])

Here `up` floods through M over any distance with one addition, because a carry runs through ones; `down` uses
doubling, because carries only run upwards. A cell can then be yes if a run with a start in P covers it, and no if it is
in a gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations, count
from typing import TYPE_CHECKING, Any

from tesuji.bitset import set_of
from tesuji.constraints.base import BaseConstraint, Clause, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder
    from tesuji.engine.sat.lines import LineExplainer

LineSolver = Callable[[int, int], "tuple[int, int] | None"]

STARTS = 60_000
"""The largest number of starts of runs that are encoded. Each takes up to 4 KB; a picture of 99x59 has 59,000."""
CACHE_SIZE = 4096
"""The number of boards in the cache of one constraint. While probing, 50 to 95 % of the lines have been solved before.
"""


class Runs(BaseConstraint):
    """The runs of yes cells along `scope` have these lengths, in order, with at least one no cell between two runs."""

    __slots__ = ("runs", "solve", "_seen", "_explainer")

    name = "runs"
    propagators = ("grid_of_runs",)

    def __init__(self, scope: Sequence[int], runs: Sequence[int], clue: Clue | None = None):
        self.scope = tuple(scope)
        self.runs = tuple(runs)
        self.clue = clue
        self.solve = line_solver(len(self.scope), self.runs)
        self._seen: dict[tuple[int, int], tuple[int, int] | None] = {}
        self._explainer: LineExplainer | None = None

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely; a few microseconds for 30 cells."""
        seen, key = self._seen, (yes, no)
        if key in seen:
            found = seen[key]
        else:
            if len(seen) >= CACHE_SIZE:
                seen.clear()
            found = seen[key] = self.solve(yes, no)
        if found is None:
            raise Contradiction(self)
        return found

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Find a reason in one pass over the line; 10 us for 25 cells."""
        if order:
            return super().reason(yes, no, target, order)
        if self.slack < 0:  # an automaton for far too long a run would not fit into memory
            return 0
        if self._explainer is None:
            from tesuji.engine.sat.lines import LineExplainer  # imported here because most puzzles need no reasons

            self._explainer = LineExplainer(len(self.scope), self.runs)
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
        """Encode all lines as one lazy theory. If the encoder leaves the choice open, this is done only if there would
        be too many clauses.
        """
        lazy = encoder.lazy
        if lazy is None:
            lazy = sum(len(one.runs) * max(one.slack, 0) for one, _ in members) > STARTS
        if lazy:
            from tesuji.engine.sat.lines import LineTheory

            encoder.add_theory(LineTheory([(one.scope, one.runs, guard) for one, guard in members], line_solver))
        families = _families([one for one, _ in members])
        if encoder.record is not None:
            _compare_totals(families, encoder)
        elif not lazy and all(guard is None for _, guard in members):
            encoder.memo.update(_odd_starts(families))
        return bool(lazy)

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Encode the line in order encoding, with variables for "run j starts at or before this cell"."""
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


@lru_cache(maxsize=8192)
def line_solver(width: int, runs: tuple[int, ...]) -> LineSolver:
    """Return a function (yes, no) -> (yes, no) that returns everything these runs force on a line of `width` cells, or
    None if they do not fit.
    """
    full = (1 << width) - 1
    slack = width - sum(runs) - max(len(runs) - 1, 0)
    if slack < 0:
        return lambda yes, no: None
    if not runs:
        return lambda yes, no: None if yes else (0, full)
    if slack == 0:
        only = _placed(runs)
        return lambda yes, no: None if no & only or yes & ~only else (only, full & ~only)
    return _solver_for_steps(slack.bit_length())(width, runs)


def _placed(runs: Sequence[int], starts: Sequence[int] | None = None) -> int:
    """Return the cells of the runs at these starts; leftmost if no starts are given."""
    cells = place = 0
    for number, run in enumerate(runs):
        place = starts[number] if starts else place
        cells |= ((1 << run) - 1) << place
        place += run + 1
    return cells


_SOLVER = """
def make(width, runs):
    full = (1 << width) - 1
    padded = full << 1 | 1
    lengths = sorted(set(runs))
    order = [(lengths.index(run), run + 1) for run in runs]
    back = list(zip(reversed(range(len(runs))), reversed([number for number, _ in order]), reversed([run + 1 for run in
    runs])))
    narrow = [(_shifts_to(run, before), run) for before, run in zip([1, *lengths], lengths)]
    spread = list(zip(reversed(range(len(lengths))), reversed(lengths), [_shifts_to(run, before) for run, before in
              zip(reversed(lengths), [*reversed(lengths[:-1]), 1])]))
    ends = 2 << width
    zeros = [0] * len(lengths)

    def solve(yes, no):
        free = padded ^ yes
        room = full ^ no
        legal = []
        for shifts, run in narrow:
            for shift in shifts:
                room &= room >> shift
            legal.append(room & free >> run)
        reach = (yes ^ yes - 1) & padded
        reached, starts = [], []
        for number, step in order:
            start = reach & legal[number]
            reached.append(reach)
            starts.append(start)
            start <<= step
            reach = ((start & free) + free ^ free) | start
        if not reach & ends:
            return None
        {masks}
        rest = (ends << 1) - (1 << yes.bit_length())
        gaps = reach & rest >> 1
        covers = zeros[:]
        for run, number, step in back:
            rest = starts[run] & rest >> step
            covers[number] |= rest
            {flood}
            gaps |= reached[run] & rest >> 1
        gaps &= free
        fill = 0
        for number, run, shifts in spread:
            cover = covers[number]
            gaps |= cover << run
            fill |= cover
            for shift in shifts:
                fill |= fill << shift
        return full & ~gaps, full & ~fill
    return solve
"""


@cache
def _solver_for_steps(steps: int) -> Callable[[int, tuple[int, ...]], LineSolver]:
    """Return a maker of solvers for lines whose slack has `steps` bits. The doubling of `down` is unrolled, which is 33
    % faster than a loop.
    """
    names = ["free", *(f"free{2**step}" for step in range(1, steps))]
    masks = [f"{new} = {old} & {old} >> {2**step}" for step, (old, new) in enumerate(zip(names, names[1:]))]
    flood = [f"rest |= rest >> {2**step} & {name}" for step, name in enumerate(names)]
    source = _SOLVER.format(masks="; ".join(masks) or "pass", flood="; ".join(flood))
    space: dict[Any, Any] = {"_shifts_to": _shifts_to}
    exec(source, space)
    return space["make"]


def _shifts_to(wide: int, narrow: int) -> list[int]:
    """Return shifts that, applied in turn, spread a bit over `wide - narrow` more places."""
    shifts, covered, places = [], 1, wide - narrow + 1
    while covered < places:
        shifts.append(min(covered, places - covered))
        covered += shifts[-1]
    return shifts


# Textbook operations on one line. `line_solver` returns the same results at any width.

UNKNOWN, FILLED, EMPTY = "?", "#", "."


def solve_line(line: str, runs: Sequence[int]) -> str:
    """Solve a line of "#", "." and "?": return it with every cell that all placements share. Raises Contradiction if no
    placement fits.
    """
    runs = normal_runs(runs)
    yes, no = (sum(1 << place for place, cell in enumerate(line) if cell == mark) for mark in (FILLED, EMPTY))
    found = line_solver(len(line), runs)(yes, no)
    if found is None:
        raise Contradiction(Runs(range(len(line)), runs))
    return "".join(
        FILLED if found[0] >> place & 1 else EMPTY if found[1] >> place & 1 else UNKNOWN for place in range(len(line))
    )


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


def simple_boxes(width: int, runs: Sequence[int]) -> tuple[int, int] | None:
    """Return the half-open range of cells that a single run always fills, or None."""
    if len(runs) != 1 or runs[0] > width:
        return None
    start, end = width - runs[0], runs[0]
    return (start, end) if start < end else None


def generate_patterns(width: int, runs: Sequence[int]) -> Iterator[str]:
    """Yield every placement of the runs, leftmost first, as lines of "#" and ".". There may be 10^9 of them."""
    runs = normal_runs(runs)
    slack = width - sum(runs) - max(len(runs) - 1, 0)
    if slack < 0:
        return
    before = [sum(runs[:number]) + number for number in range(len(runs))]
    for moves in combinations(range(slack + len(runs)), len(runs)):
        starts = [place + move - number for number, (place, move) in enumerate(zip(before, moves))]
        cells = _placed(runs, starts)
        yield "".join(FILLED if cells >> place & 1 else EMPTY for place in range(width))


def filter_patterns(patterns: Iterable[str], known: str) -> Iterator[str]:
    """Yield the patterns that agree with the known cells of a line."""
    return (pattern for pattern in patterns if all(cell in (UNKNOWN, want) for cell, want in zip(known, pattern)))


def extract_common(patterns: Iterable[str]) -> str:
    """Return what all patterns share, with "?" elsewhere. Raises Contradiction if there is no pattern."""
    patterns = iter(patterns)
    common = next(patterns, None)
    if common is None:
        raise Contradiction
    for pattern in patterns:
        common = "".join(ours if ours == theirs else UNKNOWN for ours, theirs in zip(common, pattern))
    return common


def generate_hints(grid: Sequence[str]) -> tuple[list[list[int]], list[list[int]]]:
    """Return (row runs, column runs) of a picture given as rows; every character except "#" counts as not filled."""
    return [runs_of(row) for row in grid], [runs_of("".join(column)) for column in zip(*grid)]


def runs_of(line: str) -> list[int]:
    """Return the runs of "#" in a line."""
    filled = "".join(cell if cell == FILLED else EMPTY for cell in line)
    return [len(run) for run in filled.split(EMPTY) if run]
