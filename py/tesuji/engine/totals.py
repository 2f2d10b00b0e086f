"""Bounds for a count over the whole board, such as the number of all mines, when all other constraints are small.

The learner gets only the other constraints. They link cells to components. Solutions of different components can be
combined freely, and cells in no other constraint can take any value. A few solutions are therefore enough to reach
every number of yes cells in between. A number that is too small or too large is refuted by a bound for each component:
the Lagrangian relaxation of the counts with a single number, with integer weights, so that it is exact (Held & Karp
1970). If the bounds leave little room, the costs of single cells settle these cells (reduced costs). A gap between
solutions and bounds is left to the search.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from tesuji.bitset import flags, members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.holders import components, holders
from tesuji.model import Board, Constraint, Puzzle

LARGE_TOTAL = 400
"""If the count has at least this many unknown cells, its bounds are computed before probing."""
SCALE = 64
"""Weights are in units of 1/SCALE."""
STEPS, STALE, SHRINK = 120, 6, 0.6
"""The most steps for a bound; steps without improvement before they become smaller; by which factor."""
LEAST_STEP = 0.6
CELLS_AT_ONCE = 100_000
"""The cells whose costs are computed between two safe points, over all steps for a bound."""
BOARDS_AT_ONCE = 8
"""Boards combined between two safe points; each takes up to 3 ms."""


class Bound(NamedTuple):
    """The number of a component's yes cells is at least `value` / SCALE (sign 1), or at most the negative of that (sign
    -1).
    """

    value: int
    weights: list[int]
    """The weight of each row."""
    costs: list[int]
    """For each cell, how much the bound grows at least if the cell takes its more expensive value."""

    @property
    def rounded(self) -> int:
        return -(-self.value // SCALE)


class Component:
    """Unknown cells that constraints other than the total link to each other. All unlinked cells form one more
    component.
    """

    def __init__(self, cells: Sequence[int], counted: int):
        self.cells = cells
        self.mask = set_of(cells)
        self.counted = self.mask & counted
        self.rows: list[tuple[Constraint, list[int], int]] = []
        """Counts with one number: the constraint, the places of its cells in `cells`, and how many of them are yes."""
        self.models: list[int] = []
        """The yes cells of each known solution of the component."""
        self.bounds: dict[int, Bound] = {}

    def number(self, model: int) -> int:
        return (model & self.counted).bit_count()

    def lower(self, sign: int) -> int:
        """Return the proven minimum of `sign` times the number of yes cells."""
        for _ in self.bounding(sign):
            pass
        return self.bounds[sign].rounded

    def bounding(self, sign: int) -> Iterator[None]:
        """Compute what `lower` returns. Yields at safe points."""
        if sign not in self.bounds:
            best = min((sign * self.number(model) for model in self.models), default=None)
            self.bounds[sign] = yield from self._bound(sign, best)

    def _bound(self, sign: int, best: int | None) -> Generator[None, None, Bound]:
        """Maximise the relaxation by subgradient steps; stop early when it proves that a known solution is optimal. A
        step takes 20 ms for 40,000 cells.
        """
        base = [sign * SCALE * (self.counted >> cell & 1) for cell in self.cells]
        rows = [(row, need, len(row) ** -0.5) for _, row, need in self.rows]
        weights = [0] * len(rows)
        found: Bound | None = None
        step, stale = SCALE / 2, 0
        for number in range(1, STEPS + 1):
            if number * len(self.cells) % CELLS_AT_ONCE < len(self.cells):
                yield
            costs = base[:]
            value = 0
            for weight, (row, need, _) in zip(weights, rows):
                if weight:
                    value += weight * need
                    for place in row:
                        costs[place] -= weight
            value += sum([cost for cost in costs if cost < 0])
            if found is None or value > found.value:
                found, stale = Bound(value, weights[:], costs), 0
                if best is not None and found.rounded >= best:
                    break
            else:
                stale += 1
                if stale > STALE:
                    step, stale = step * SHRINK, 0
                    if step < LEAST_STEP:
                        break
            # Twice the number of cells in the relaxation, which takes half of each cell without a cost.
            taken = [2 if cost < 0 else 0 if cost else 1 for cost in costs]
            for place_of_row, (row, need, factor) in enumerate(rows):
                gap = 2 * need - sum([taken[place] for place in row])
                if gap:
                    weights[place_of_row] += round(step * gap * factor / 2) or (1 if gap > 0 else -1)
        assert found is not None
        return found


class Total:
    """The count over the whole board, its remaining number, and the components of the other cells."""

    def __init__(self, puzzle: Puzzle, place: int, board: Board):
        self.whole: Constraint = puzzle.constraints[place]
        self.numbers = puzzle._replace(constraints=(*puzzle.constraints[:place], *puzzle.constraints[place + 1 :]))
        """The puzzle without this count."""
        counted = set_of(self.whole.scope)
        self.lacking = self.whole.missing((counted & board.yes).bit_count())
        self.components, self.free = _components(puzzle, self.numbers.constraints, board, counted)

    @property
    def parts(self) -> list[Component]:
        return [*self.components, self.free]

    def meet(self, board: Board) -> None:
        """Store a solution of the other constraints."""
        for one in self.components:
            model = board.yes & one.mask
            if model not in one.models:
                one.models.append(model)

    def mixed(self, known: int) -> Iterator[int]:
        """Yield the yes cells of combinations of known solutions; `known`: the yes cells outside the components."""
        free = list(members(self.free.counted))
        open_ = [one for one in self.components if len(one.models) > 1]
        base = known | sum([one.models[0] for one in self.components if len(one.models) == 1])
        lacking = self.lacking - sum([one.number(one.models[0]) for one in self.components if len(one.models) == 1])
        if lacking < 0:
            return
        reached = [1]  # bit n is set if the components so far can have n yes cells
        for one in open_:
            now = 0
            for number in {one.number(model) for model in one.models}:
                now |= reached[-1] << number
            reached.append(now)
        for more in range(min(len(free), lacking) + 1):
            if reached[-1] >> (lacking - more) & 1:
                for yes in _ways(open_, reached, lacking - more):
                    for chosen in combinations(free, more):
                        yield base | yes | set_of(chosen)

    def span(self) -> tuple[int, int]:
        """Return the smallest and the largest number that known solutions reach."""
        numbers = [[one.number(model) for model in one.models] for one in self.components]
        return sum(map(min, numbers)), sum(map(max, numbers)) + self.free.counted.bit_count()

    def refuted(self, sign: int) -> bool:
        return sum([one.lower(sign) for one in self.parts]) > sign * self.lacking

    def cheapest(self, sign: int) -> int:
        """Return the cells that the bounds take, as phases that lead the solver to a solution near the bound."""
        return set_of(
            cell
            for one in self.components
            for cell, cost in zip(one.cells, one.bounds[sign].costs)
            if cost < (sign < 0)
        )

    def settled(self, sign: int) -> Board:
        """Return the cells whose other value would break the bound."""
        room = SCALE * (sign * self.lacking - sum([one.lower(sign) for one in self.parts]))
        yes, no = list[int](), list[int]()
        for one in self.parts:
            bound = one.bounds[sign]
            most = room + SCALE * bound.rounded - bound.value
            for cell, cost in zip(one.cells, bound.costs):
                if abs(cost) > most:
                    (yes if cost < 0 else no).append(cell)
        return Board(set_of(yes), set_of(no))


def total_of(puzzle: Puzzle, board: Board) -> Total | None:
    """Return the total of a puzzle that has a large count over the whole board and otherwise small constraints, or
    None.
    """
    if (puzzle.cells & ~board.known).bit_count() < LARGE_TOTAL:
        return None
    far = holders(puzzle).far
    if len(far) != 1 or not puzzle.constraints[far[0]].exact:
        return None
    unknown = set_of(puzzle.constraints[far[0]].scope) & ~board.known
    return Total(puzzle, far[0], board) if unknown.bit_count() >= LARGE_TOTAL else None


def _components(
    puzzle: Puzzle, numbers: Sequence[Constraint], board: Board, counted: int
) -> tuple[list[Component], Component]:
    """Return the components that the constraints other than the total link, and one for the cells in no component."""
    found = [Component(list(members(cells)), counted) for cells in components(puzzle, board.known)]
    place_of = {cell: (one, place) for one in found for place, cell in enumerate(one.cells)}
    is_yes = flags(board.yes, puzzle.size)
    for constraint in numbers:
        row = [place_of[cell] for cell in constraint.scope if cell in place_of]
        if row and constraint.exact:
            need = constraint.missing(sum([is_yes[cell] for cell in constraint.scope]))
            row[0][0].rows.append((constraint, [place for _, place in row], need))
    free = [cell for cell in members(counted & ~board.known) if cell not in place_of]
    return found, Component(free, counted)


def _ways(components: Sequence[Component], reached: Sequence[int], number: int) -> Iterator[int]:
    """Yield combinations of the components' solutions that have this number of yes cells in all."""
    if not components:
        yield 0
        return
    *others, one = components
    for model in one.models:
        left = number - one.number(model)
        if left >= 0 and reached[len(others)] >> left & 1:
            for yes in _ways(others, reached, left):
                yield yes | model


class Decision(NamedTuple):
    """Settled cells, and whether there is no board."""

    settled: Board
    refuted: bool = False


def decide(
    puzzle: Puzzle, total: Total, board: Board, limit: int, progress: Progress, boards: list[Board]
) -> Steps[Decision]:
    """Fill `boards` by combining solutions of the other constraints, up to the limit, or refute the total."""
    from tesuji.engine.sat.encoding import Learner  # imported here because most puzzles never get this far

    learner = Learner(total.numbers, board, progress)
    model = yield from learner.find()
    if model is None:
        return Decision(Board(), True)
    total.meet(model)
    yield from _combine(puzzle, total, model, limit, progress, boards)
    low, high = total.span()
    settled = Board()
    for sign in (1, -1):
        if len(boards) >= limit or (total.lacking > high if sign > 0 else total.lacking < low):
            continue
        for one in total.parts:
            for _ in one.bounding(sign):
                yield progress
            yield progress
        if total.refuted(sign):
            return Decision(Board(), True)
        settled = settled.joined(total.settled(sign))
        cheapest = total.cheapest(sign)
        unknown = puzzle.cells & ~board.known
        learner.avoid(unknown & ~cheapest, unknown & cheapest)
        model = yield from learner.find()
        total.meet(model)
        yield from _combine(puzzle, total, model, limit, progress, boards)
    return Decision(settled)


def _combine(
    puzzle: Puzzle, total: Total, model: Board, limit: int, progress: Progress, boards: list[Board]
) -> Steps[None]:
    others = puzzle.cells
    for one in total.parts:
        others &= ~one.mask
    boards.clear()
    for yes in islice(total.mixed(model.yes & others), limit):
        boards.append(Board(yes, puzzle.cells & ~yes))
        if len(boards) % BOARDS_AT_ONCE == 0:
            yield progress
