"""The third tier: a puzzle as clauses and theories, and the questions that the search asks of them.

Each constraint kind says itself here, once: cells are the variables of the same number, so a cell's literals are 2 *
cell (yes) and 2 * cell + 1 (no). Constraints of which there are many and which seldom matter (`Different`: all pairs of
lines) are said only when a board first breaks them; every board is checked against them before it is handed out.

Lines with runs can be said in two ways: as a lazy theory (`lines.py`: ready at once) or in order encoding
(`encode.runs`: set up in 50 ms for 30x30 cells, in 600 ms for 99x59, then two to three thousand conflicts a second and
more against half as many). On random boards both need about as many conflicts; on pictures whose few long runs hang
together over the whole board order encoding needs far fewer, now and then lazy lines do. So lazy lines begin, order
encoding gets nearly all that is left, and the turns grow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from functools import singledispatch

from tesuji.constraints import Count, Different, Runs, SingleLoop
from tesuji.constraints.runs import line_solver
from tesuji.engine.sat import clauses as encode
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat.lines import Lines
from tesuji.engine.sat.loop import Loop
from tesuji.engine.sat.solver import Core, Model, Outcome, Solver
from tesuji.engine.sat.cardinality import Tally
from tesuji.errors import Contradiction
from tesuji.model import Board, Constraint, Puzzle, members

LARGE = 24
"""Cells from which a count is a theory: its clauses would be many, and it speaks seldom."""
FIRST_TURN = 250
"""Conflicts of lazy lines before order encoding is set up; each later round takes twice as many.

60 and 32 below are a quarter faster on random boards, but on the largest picture measured (99x59) the search then went
astray.
"""
ORDER_TURN = 8
"""Conflicts of order encoding for each one of lazy lines: it has twice as many a second, and on most boards needs no
more."""
AT_ONCE = 300
"""Clauses or variables made between two safe points: about a millisecond."""


class Learner:
    """One puzzle in the clause learner, with some cells known. What it learns serves every later question."""

    def __init__(self, puzzle: Puzzle, known: Board, progress: Progress | None = None):
        self.puzzle, self.known = puzzle, known
        self.progress = progress or Progress(of=puzzle.size)
        self.excluded: list[Board] = []
        self.assume_excluded = True
        lines = any(isinstance(constraint, Runs) for constraint in puzzle.constraints)
        self.openings: list[Callable[[], Way]] = [lambda: Way(puzzle, lazy_lines=True)]
        if lines:
            self.openings.append(lambda: Way(puzzle, lazy_lines=False))
        self.ways: list[Way] = []

    @property
    def stats(self) -> dict[str, int]:
        """Conflicts, decisions and propagations so far."""
        names = ("conflicts", "decisions", "propagations")
        return {name: sum(getattr(way.solver, name) for way in self.ways) for name in names}

    @property
    def conflicts(self) -> int:
        return sum(way.solver.conflicts for way in self.ways)

    def settle(self, yes: int, no: int) -> None:
        """These cells are known from now on."""
        self.known = Board(self.known.yes | yes, self.known.no | no)
        for way in self.ways:
            way.settle(yes, no)

    def exclude(self, board: Board) -> None:
        """Later boards differ from this one, until `readmit`."""
        self.excluded.append(board)
        for way in self.ways:
            way.exclude(board)

    def readmit(self) -> None:
        """Excluded boards count again."""
        self.assume_excluded = False

    def avoid(self, yes: int, no: int) -> None:
        """Boards found from now on differ from these cells where they easily can."""
        for way in self.ways:
            way.avoid(yes, no)

    def find(self, yes: int = 0, no: int = 0) -> Steps[Board | None]:
        """A board with these cells, or None: there is none. May be thrown into; what was learnt stays."""
        assumed = literals(yes, no)
        turn = FIRST_TURN if len(self.openings) > 1 else None
        while True:
            for number in range(len(self.openings)):
                way = yield from self._way(number)
                outcome = yield from way.find(
                    assumed, self.assume_excluded, turn and turn * (1, ORDER_TURN)[number], self.progress
                )
                if outcome is not OPEN:
                    return outcome
                self._share_what_is_known(way)
            turn = turn and 2 * turn

    def _way(self, number: int) -> Steps[Way]:
        """A way of saying the puzzle, set up at its first turn."""
        if number == len(self.ways):
            way = self.openings[number]()
            for _ in way.say_all(self.known):
                yield self.progress
            for board in self.excluded:
                way.exclude(board)
            self.ways.append(way)
        return self.ways[number]

    def _share_what_is_known(self, way: Way) -> None:
        found = way.known()
        yes, no = found.yes & ~self.known.yes, found.no & ~self.known.no
        if yes or no:
            self.settle(yes, no)


OPEN = object()
"""A turn has ended without an answer."""


class Way:
    """One way of saying a puzzle to a solver."""

    def __init__(self, puzzle: Puzzle, lazy_lines: bool):
        self.puzzle, self.lazy_lines = puzzle, lazy_lines
        self.solver = Solver()
        self.excluding = 2 * puzzle.size
        self.late = [constraint for constraint in puzzle.constraints if isinstance(constraint, Different)]

    def say_all(self, known: Board) -> Iterator[None]:
        """Says what is known and every constraint, with safe points: 99x59 cells in order encoding take half a
        second."""
        for number in range(self.puzzle.size + 1):
            self.solver.new_var()
            if number % AT_ONCE == 0:
                yield
        self.settle(*known)
        yield
        yes, no = set(members(known.yes)), set(members(known.no))
        runs = [constraint for constraint in self.puzzle.constraints if isinstance(constraint, Runs)]
        if runs and self.lazy_lines:
            say_lines([(constraint, None) for constraint in runs], self.solver)
            yield
        for number, constraint in enumerate(self.puzzle.constraints):
            if number % 8 == 0:
                yield
            if isinstance(constraint, Runs):
                if not self.lazy_lines:
                    yield from say_runs(constraint, self.solver)
                continue
            if isinstance(constraint, Different):
                continue
            if isinstance(constraint, Count):
                constraint = narrowed(constraint, yes, no)
            say(constraint, self.solver, self.puzzle)

    def settle(self, yes: int, no: int) -> None:
        for literal in literals(yes, no):
            self.solver.add_clause((literal,))

    def exclude(self, board: Board) -> None:
        self.solver.add_clause((self.excluding ^ 1, *literals(board.no, board.yes)))

    def avoid(self, yes: int, no: int) -> None:
        for literal in literals(yes, no):
            self.solver.set_phase(literal >> 1, bool(literal & 1))

    def known(self) -> Board:
        """Cells that the solver has settled for good."""
        values = [self.solver.fixed(cell) for cell in range(self.puzzle.size)]
        return Board(
            sum(1 << cell for cell, value in enumerate(values) if value),
            sum(1 << cell for cell, value in enumerate(values) if value is False),
        )

    def find(
        self, assumed: Sequence[int], excluding: bool, turn: int | None, progress: Progress
    ) -> Steps[Board | object | None]:
        """A board, None where there is none, OPEN after `turn` conflicts."""
        assume = [self.excluding, *assumed] if excluding else list(assumed)
        while True:
            outcome = yield from self._solve(assume, turn, progress)
            if not isinstance(outcome, Model):
                return None if isinstance(outcome, Core) else OPEN
            yes = sum(value << cell for cell, value in enumerate(outcome[: self.puzzle.size]))
            board = Board(yes, self.puzzle.cells & ~yes)
            broken = [constraint for constraint in self.late if not holds(constraint, board)]
            if not broken:
                return board
            self.late = [constraint for constraint in self.late if constraint not in broken]
            for constraint in broken:
                say(constraint, self.solver, self.puzzle)

    def _solve(self, assume: list[int], turn: int | None, progress: Progress) -> Steps[Outcome]:
        """The solver's own steps, with the puzzle's progress: its counts, but not its variables, mean something to a
        person."""
        steps = self.solver.solve(assume, max_conflicts=turn)
        try:
            while True:
                progress.counts = next(steps).counts
                yield progress
        except StopIteration as end:
            return end.value
        finally:
            steps.close()


def literals(yes: int, no: int) -> list[int]:
    """The literals of cells that are yes and cells that are no."""
    return [2 * cell for cell in members(yes)] + [2 * cell + 1 for cell in members(no)]


def holds(constraint: Constraint, board: Board) -> bool:
    """Whether a complete board satisfies a constraint."""
    yes = sum((board.yes >> cell & 1) << place for place, cell in enumerate(constraint.scope))
    try:
        constraint.infer(yes, (1 << len(constraint.scope)) - 1 & ~yes)
    except Contradiction:
        return False
    return True


def narrowed(count: Count, yes: Collection[int], no: Collection[int]) -> Count:
    """A count over the cells that are left, given cells that are known for good: it takes far fewer clauses."""
    left = [cell for cell in count.scope if cell not in yes and cell not in no]
    if len(left) == len(count.scope):
        return count
    counted = sum(cell in yes for cell in count.scope)
    return Count(left, [number - counted for number in count.allowed], count.clue)


def say_lines(constraints: Sequence[tuple[Runs, int | None]], solver: Solver) -> None:
    """All lines of a puzzle as one lazy theory, each with its guard."""
    lines = [(constraint.scope, constraint.runs, guard) for constraint, guard in constraints]
    solver.add_theory(Lines(lines, line_solver))


def say_loop(loop: SingleLoop, counts: Sequence[tuple[Count, int | None]], solver: Solver) -> None:
    """The single loop as a theory. It knows which counts the loop has to satisfy, each with its guard; they are said on
    their own."""
    edges = [(edge, *ends) for edge, ends in zip(loop.scope, loop.ends)]
    solver.add_theory(Loop(edges, [(count.scope, count.allowed, guard) for count, guard in counts]))


def say_sides(loop: SingleLoop, solver: Solver) -> None:
    """That the loop has an inside: an edge is on where one of its faces is inside and the other is not.

    It follows from the rest. With all clues at hand it is ballast; with few of them, what it shows in ten conflicts may
    take 10^5 without.
    """
    inside: dict[Hashable, int] = {}
    for faces in loop.sides:
        for face in faces:
            if face not in inside:
                inside[face] = 2 * solver.new_var()
    for edge, faces in zip(loop.scope, loop.sides):
        for clause in encode.differ(2 * edge, [inside[face] for face in faces]):
            solver.add_clause(clause)


@singledispatch
def say(constraint: Constraint, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    """Hands a constraint to a solver. While its `guard` literal is false, it says nothing."""
    raise TypeError(f"no clauses for {type(constraint).__name__}")


@say.register
def _(constraint: Count, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    low, high = min(constraint.allowed), max(constraint.allowed)
    if len(constraint.scope) > LARGE and len(constraint.allowed) == high - low + 1:
        solver.add_theory(Tally(constraint.scope, low, high, guard))
        return
    cells = [2 * cell for cell in constraint.scope]
    for clause in encode.among(cells, constraint.allowed, lambda: 2 * solver.new_var(gate=guard), guard):
        solver.add_clause(clause)


@say.register
def _(constraint: Runs, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    for _ in say_runs(constraint, solver, guard):
        pass


def say_runs(constraint: Runs, solver: Solver, guard: int | None = None) -> Iterator[None]:
    """Order encoding, with safe points."""
    cells = [2 * cell for cell in constraint.scope]
    for number, clause in enumerate(
        encode.runs(cells, constraint.runs, lambda: 2 * solver.new_var(gate=guard), guard), 1
    ):
        solver.add_clause(clause)
        if number % AT_ONCE == 0:
            yield


@say.register
def _(constraint: Different, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    differs = []
    for a, b in zip(constraint.first, constraint.second):
        place = 2 * solver.new_var(gate=guard)
        differs.append(place)
        solver.add_clause((place ^ 1, 2 * a, 2 * b))
        solver.add_clause((place ^ 1, 2 * a + 1, 2 * b + 1))
    solver.add_clause(differs if guard is None else [*differs, guard ^ 1])


@say.register
def _(constraint: SingleLoop, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    say_loop(
        constraint, [(other, None) for other in puzzle.constraints if isinstance(other, Count) and other.clue], solver
    )
