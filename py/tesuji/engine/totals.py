"""A count over the whole board among constraints of a few cells each, such as the number of all mines, met by bounds.

The learner gets the other constraints alone. They link cells to components; two solutions of them may be mixed
component by component, and cells in no other constraint take any value, so that a few solutions give all numbers of yes
cells in between. A number that is too small or too large is refuted by a bound for each component: the Lagrangian
relaxation of the counts with one number, with whole weights (Held & Karp 1970), so that it is exact. If the bounds
leave little room, the costs of single cells settle these (reduced costs). The gap between solutions and bounds is left
to the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.holders import components, holders
from tesuji.model import Board, Constraint, Puzzle

LARGE = 400
"""Unknown cells of the count from which its bounds come before probing."""
SCALE = 64
"""Weights are in units of 1/SCALE."""
STEPS, STALE, SHRINK = 120, 6, 0.6
"""Steps of a bound at most; steps without a better one after which they become smaller; by which factor."""
LEAST_STEP = 0.6


class Bound(NamedTuple):
    """At least `value` / SCALE of a component's cells are yes (sign 1), or no more than its negative (sign -1)."""

    value: int
    weights: list[int]
    """The weight of each row."""
    costs: list[int]
    """For each cell, by how much the bound grows at least if it does not have the value that is cheaper."""

    @property
    def rounded(self) -> int:
        return -(-self.value // SCALE)


class Component:
    """Unknown cells that constraints other than the total link to each other; unlinked cells form one more
    component."""

    def __init__(self, cells: Sequence[int], counted: int):
        self.cells = cells
        self.mask = set_of(cells)
        self.counted = self.mask & counted
        self.rows: list[tuple[Constraint, list[int], int]] = []
        """Counts with one number: the constraint, places of its cells in `cells`, how many of them are yes."""
        self.models: list[int] = []
        """The yes cells of each solution of the component that is known."""
        self.bounds: dict[int, Bound] = {}

    def number(self, model: int) -> int:
        return (model & self.counted).bit_count()

    def lower(self, sign: int) -> int:
        """Return the proven minimum of `sign` times the number of yes cells."""
        if sign not in self.bounds:
            best = min((sign * self.number(model) for model in self.models), default=None)
            self.bounds[sign] = self._bound(sign, best)
        return self.bounds[sign].rounded

    def _bound(self, sign: int, best: int | None) -> Bound:
        """Maximise the relaxation by subgradient steps, at most until it shows that a known solution is the best."""
        base = [sign * SCALE * (self.counted >> cell & 1) for cell in self.cells]
        rows = [(row, need, len(row) ** -0.5) for _, row, need in self.rows]
        weights = [0] * len(rows)
        found: Bound | None = None
        step, stale = SCALE / 2, 0
        for _ in range(STEPS):
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
            # Twice the number of cells in the relaxation, which uses half of a cell without cost.
            taken = [2 if cost < 0 else 0 if cost else 1 for cost in costs]
            for number, (row, need, factor) in enumerate(rows):
                gap = 2 * need - sum([taken[place] for place in row])
                if gap:
                    weights[number] += round(step * gap * factor / 2) or (1 if gap > 0 else -1)
        assert found is not None
        return found


class Total:
    """The count over the whole board, its remaining number, and the components of the other cells."""

    def __init__(self, puzzle: Puzzle, place: int, board: Board):
        self.whole: Constraint = puzzle.constraints[place]
        self.numbers = puzzle._replace(constraints=(*puzzle.constraints[:place], *puzzle.constraints[place + 1 :]))
        """The puzzle without the count."""
        counted = set_of(self.whole.scope)
        self.lacking = self.whole.missing((counted & board.yes).bit_count())
        self.components, self.free = _components(puzzle, self.numbers.constraints, board, counted)

    @property
    def parts(self) -> list[Component]:
        return [*self.components, self.free]

    def meet(self, board: Board) -> None:
        """Keep a solution of the numbers."""
        for one in self.components:
            model = board.yes & one.mask
            if model not in one.models:
                one.models.append(model)

    def mixed(self, known: int) -> Iterator[int]:
        """Yield the yes cells of solutions that the known ones mixed make; `known` are those outside the components."""
        free = list(members(self.free.counted))
        open_ = [one for one in self.components if len(one.models) > 1]
        base = known | sum([one.models[0] for one in self.components if len(one.models) == 1])
        lacking = self.lacking - sum([one.number(one.models[0]) for one in self.components if len(one.models) == 1])
        if lacking < 0:
            return
        reached = [1]  # bit n: the components so far have n yes cells in some way
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
        """Return the cells that the bounds take, as phases that lead to a solution near the bound."""
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
    """Return the count over the whole board if the puzzle has one, which is large, among constraints of a few cells."""
    far = holders(puzzle).far
    if len(far) != 1 or not puzzle.constraints[far[0]].exact:
        return None
    unknown = set_of(puzzle.constraints[far[0]].scope) & ~board.known
    return Total(puzzle, far[0], board) if unknown.bit_count() >= LARGE else None


def _components(
    puzzle: Puzzle, numbers: Sequence[Constraint], board: Board, counted: int
) -> tuple[list[Component], Component]:
    """Return the components that the constraints other than the total link, and the cells in no component."""
    found = [Component(list(members(cells)), counted) for cells in components(puzzle, board.known)]
    place_of = {cell: (one, place) for one in found for place, cell in enumerate(one.cells)}
    for constraint in numbers:
        row = [place_of[cell] for cell in constraint.scope if cell in place_of]
        if row and constraint.exact:
            need = constraint.missing(sum([board.yes >> cell & 1 for cell in constraint.scope]))
            row[0][0].rows.append((constraint, [place for _, place in row], need))
    free = [cell for cell in members(counted & ~board.known) if cell not in place_of]
    return found, Component(free, counted)


def _ways(components: Sequence[Component], reached: Sequence[int], number: int) -> Iterator[int]:
    """Yield the choices of solutions of the components with this number of yes cells together."""
    if not components:
        yield 0
        return
    *others, one = components
    for model in one.models:
        left = number - one.number(model)
        if left >= 0 and reached[len(others)] >> left & 1:
            for yes in _ways(others, reached, left):
                yield yes | model


class Found(NamedTuple):
    """Return boards up to the limit, settled cells, and whether there is no board."""

    boards: list[Board]
    settled: Board
    refuted: bool = False


def decide(puzzle: Puzzle, total: Total, board: Board, limit: int, progress: Progress) -> Steps[Found]:
    """Find boards by mixing solutions of the numbers, or refute the total."""
    from tesuji.engine.sat.encoding import Learner  # imported here, as most puzzles never come this far

    learner = Learner(total.numbers, board, progress)
    model = yield from learner.find()
    if model is None:
        return Found([], Board(), True)
    total.meet(model)
    boards = _boards(puzzle, total, model, board, limit)
    low, high = total.span()
    settled = Board()
    for sign in (1, -1):
        if len(boards) >= limit or (total.lacking > high if sign > 0 else total.lacking < low):
            continue
        for one in total.parts:
            one.lower(sign)
            yield progress
        if total.refuted(sign):
            return Found([], Board(), True)
        settled = settled.joined(total.settled(sign))
        cheapest = total.cheapest(sign)
        unknown = puzzle.cells & ~board.known
        learner.avoid(unknown & ~cheapest, unknown & cheapest)
        model = yield from learner.find()
        total.meet(model)
        boards = _boards(puzzle, total, model, board, limit)
    return Found(boards, settled)


def _boards(puzzle: Puzzle, total: Total, model: Board, board: Board, limit: int) -> list[Board]:
    others = puzzle.cells
    for one in total.parts:
        others &= ~one.mask
    found = islice(total.mixed(model.yes & others), limit)
    return [Board(yes, puzzle.cells & ~yes) for yes in found]
