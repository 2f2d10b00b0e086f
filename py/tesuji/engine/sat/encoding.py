"""The third tier: a puzzle as clauses and theories, and the questions that the search asks of them.

Each kind of constraint has its encoding here, once. Cells are the variables of the same number, so a cell's literals
are 2 * cell (yes) and 2 * cell + 1 (no). Constraints of which there are many and which seldom matter (`Different`: all
pairs of lines) are encoded only when a board first breaks them; every board is checked against them before it is handed
out.

Lines with runs have two encodings: a lazy theory (`lines.py`: ready at once) or order encoding
(`clauses.runs`: set up in 50 ms for 30x30 cells, in 600 ms for 99x59, then two to three thousand conflicts a second and
more against half as many). Lazy lines begin, after a few conflicts with phases and an order of decisions from belief
propagation (`beliefs.py`): where beliefs are worth anything, some dozen conflicts lead to a board. Where they do not,
messages go some rounds further and the search begins anew with what they say then, since how many conflicts it takes
differs by a factor of ten from round to round. Order encoding has the rest: on pictures whose few long runs hang
together over the whole board it needs far fewer conflicts. Where beliefs are flat it gets their turns, too; its turns
grow.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import singledispatch
from math import fsum
from typing import NamedTuple

from tesuji.bitset import flags, from_flags, literals, members
from tesuji.constraints import Count, Different, Runs, SingleLoop
from tesuji.constraints.runs import line_solver
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat import clauses
from tesuji.engine.sat.beliefs import Beliefs
from tesuji.engine.sat.cardinality import Cardinality
from tesuji.engine.sat.encoder import Encoder
from tesuji.engine.sat.lines import Lines
from tesuji.engine.sat.loop import Loop
from tesuji.engine.sat.solver import Core, Model, Outcome, Solver
from tesuji.errors import Contradiction
from tesuji.model import Board, Constraint, Puzzle

LARGE = 24
"""Cells from which a count is a theory: its clauses would be many, and it seldom propagates."""
MOST_CLAUSES = 100_000
"""Clauses up to which a large count becomes a totalizer: 400 cells, 100 of them yes, need 94,000 and 0.2 s."""
MOST_SIDES = 40_000
"""Edges of a loop up to which its inside is encoded: of a board of 140x140 cells."""
OUTSIDE = "outside"
"""The face around a whole board."""
NEVER = -2
"""The literal that this face is inside; its negation is -1."""
NOTHING = Board()
FLAT = 0.28
"""Standard deviation of the beliefs in unknown cells below which they lead astray: 0.14, 0.20 and 0.26 on three
pictures, 0.35 to 0.47 on all others measured."""
ROUNDS, MORE_ROUNDS = 12, 8
"""Of messages before the first turn with beliefs, and before each later one. As many conflicts follow 12 rounds as 20
or 40."""
AT_ONCE = 300
"""Clauses or variables made between two safe points: about a millisecond."""


class Voice(NamedTuple):
    """A member of the portfolio: an encoding, phases, and its turns, in conflicts."""

    name: str
    lazy_lines: bool = True
    beliefs: bool = False
    """Belief propagation gives phases and the order of decisions at the beginning of a turn."""
    turn: int | None = None
    """Conflicts in round 0; None: without end."""
    growth: int = 1
    """How many times as many conflicts each later turn has."""


LAZY = Voice("lazy lines", turn=20)
BELIEFS = Voice("lazy lines with beliefs", beliefs=True, turn=250)
ORDER = Voice("order encoding", lazy_lines=False, turn=2000, growth=2)
ORDER_BELIEFS = Voice("order encoding with beliefs", lazy_lines=False, beliefs=True, turn=1000, growth=2)
PORTFOLIO = (LAZY, *[BELIEFS] * 4, ORDER_BELIEFS, ORDER)


class Learner:
    """One puzzle in the clause learner, with some cells known. What it learns serves every later question."""

    def __init__(
        self,
        puzzle: Puzzle,
        known: Board,
        progress: Progress | None = None,
        voices: Sequence[Voice] = PORTFOLIO,
    ):
        self.puzzle, self.known = puzzle, known
        self.progress = progress or Progress(of=puzzle.size)
        self.excluded: list[Board] = []
        self.assume_excluded = True
        self.lines = [constraint for constraint in puzzle.constraints if isinstance(constraint, Runs)]
        self.voices = list(voices) if self.lines else [Voice("clauses")]
        self.portfolio: dict[bool, Configuration] = {}
        """By whether lines are lazy: voices with the same encoding share it, with all that is learnt."""
        self.voice: str | None = None
        """The voice that gave the last answer."""
        self.beliefs: Beliefs | None = None
        self.believed = False
        """Whether they have been used."""
        self.flat: bool | None = None
        """Whether they are worth no turn, once that is known."""

    @property
    def stats(self) -> dict[str, int]:
        """Conflicts, decisions and propagations so far."""
        names = ("conflicts", "decisions", "propagations")
        return {
            name: sum(getattr(configuration.solver, name) for configuration in self.portfolio.values())
            for name in names
        }

    @property
    def conflicts(self) -> int:
        return sum(configuration.solver.conflicts for configuration in self.portfolio.values())

    def settle(self, yes: int, no: int) -> None:
        """These cells are known from now on."""
        self.known = Board(self.known.yes | yes, self.known.no | no)
        for configuration in self.portfolio.values():
            configuration.settle(yes, no)

    def exclude(self, board: Board) -> None:
        """Later boards differ from this one, until `readmit`."""
        self.excluded.append(board)
        for configuration in self.portfolio.values():
            configuration.exclude(board)

    def readmit(self) -> None:
        """Excluded boards count again."""
        self.assume_excluded = False

    def avoid(self, yes: int, no: int) -> None:
        """Boards found from now on differ from these cells where they easily can."""
        for configuration in self.portfolio.values():
            configuration.avoid(yes, no)

    def find(self, yes: int = 0, no: int = 0) -> Steps[Board | None]:
        """A board with these cells, or None: there is none. May be thrown into; what was learnt stays."""
        assumed = literals(yes, no)
        round_number = spare = 0
        while True:
            for voice in self.voices:
                turn = None if voice.turn is None else voice.turn * voice.growth**round_number + spare
                spare = 0
                if turn and voice.beliefs and (yield from self._flat()):
                    spare = turn
                    continue
                configuration = yield from self._configuration(voice)
                outcome = yield from configuration.find(assumed, self.assume_excluded, turn, self.progress)
                if outcome is not UNDECIDED:
                    self.voice = voice.name
                    self.voices.sort(key=voice.__ne__)  # first the next time
                    return outcome
                configuration.believes = False
                self._share_what_is_known(configuration)
            round_number += 1

    def _configuration(self, voice: Voice) -> Steps[Configuration]:
        """The configuration of a voice, set up at its first turn."""
        configuration = self.portfolio.get(voice.lazy_lines)
        if not configuration:
            configuration = Configuration(self.puzzle, voice.lazy_lines)
            for _ in configuration.encode_all(self.known):
                yield self.progress
            for board in self.excluded:
                configuration.exclude(board)
            self.portfolio[voice.lazy_lines] = configuration
        if voice.beliefs and not configuration.believes:
            yield from self._believe(configuration)
        return configuration

    def _beliefs(self) -> Steps[Beliefs]:
        """The beliefs, after the first rounds of messages at least."""
        if not self.beliefs:
            beliefs = Beliefs(self.lines, self.known, self.puzzle.size)
            yield from self._listen(beliefs, ROUNDS)
            self.beliefs = beliefs
        return self.beliefs

    def _listen(self, beliefs: Beliefs, rounds: int) -> Steps[None]:
        for _ in beliefs.listen(rounds):
            yield self.progress

    def _flat(self) -> Steps[bool]:
        """Whether the first beliefs hardly tell unknown cells from each other."""
        if self.flat is None:
            beliefs = yield from self._beliefs()
            known = flags(beliefs.known.known, self.puzzle.size)
            found = [chance for chance, is_known in zip(beliefs.probabilities(), known) if not is_known]
            mean = fsum(found) / max(len(found), 1)
            self.flat = fsum([(one - mean) ** 2 for one in found]) < FLAT**2 * len(found)
        return self.flat

    def _believe(self, configuration: Configuration) -> Steps[None]:
        """Beliefs give the phases of the cells, what is likelier, and their order, the surest first. Not the same a
        second time."""
        beliefs = yield from self._beliefs()
        if self.believed:
            yield from self._listen(beliefs, MORE_ROUNDS)
        self.believed = True
        found = beliefs.probabilities()
        for cell, probability in enumerate(found):
            configuration.solver.set_phase(cell, probability > 0.5)
        sure = [abs(probability - 0.5) for probability in found]
        configuration.solver.decide_in_order(sorted(range(self.puzzle.size), key=sure.__getitem__, reverse=True))
        configuration.believes = True

    def _share_what_is_known(self, configuration: Configuration) -> None:
        found = configuration.known()
        yes, no = found.yes & ~self.known.yes, found.no & ~self.known.no
        if yes or no:
            self.settle(yes, no)


UNDECIDED = object()
"""A turn has ended without an answer."""


class Configuration:
    """A solver with one encoding of the puzzle: a member of the portfolio."""

    def __init__(self, puzzle: Puzzle, lazy_lines: bool):
        self.puzzle, self.lazy_lines = puzzle, lazy_lines
        self.solver = Solver()
        self.excluding = 2 * puzzle.size
        self.believes = False
        """Whether its phases and order are those of beliefs that have not had their turn in vain."""
        self.deferred = [constraint for constraint in puzzle.constraints if isinstance(constraint, Different)]

    def encode_all(self, known: Board) -> Iterator[None]:
        """Encodes what is known and every constraint, with safe points: 99x59 cells in order encoding take half a
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
            add_lines([(constraint, None) for constraint in runs], self.solver)
            yield
        counts: list[Count] = []
        for number, constraint in enumerate(self.puzzle.constraints):
            if number % AT_ONCE == 0:
                yield
            if isinstance(constraint, Count):
                counts.append(narrowed(constraint, yes, no))
        yield
        for number, constraint in enumerate(self.puzzle.constraints):
            if number % 8 == 0:
                yield
            if isinstance(constraint, Runs):
                if not self.lazy_lines:
                    yield from encode_runs(constraint, self.solver)
                continue
            if isinstance(constraint, Different):
                continue
            if isinstance(constraint, SingleLoop):
                yield from Sides(constraint, self.solver, known).encode()
            if isinstance(constraint, Count):
                constraint = narrowed(constraint, yes, no)
                if len(constraint.scope) > LARGE:
                    yield from self._encode_large(constraint, counts)
                    continue
            encode(constraint, self.solver, self.puzzle)

    def _encode_large(self, count: Count, others: Sequence[Count]) -> Iterator[None]:
        """A large count that includes others is encoded without them, as a totalizer: learnt clauses then speak of
        partial sums. By itself, or too large for that, it is a theory."""
        parts = [others[place] for place in packing(count, others)]
        rest = remainder(count, parts)
        if parts and totalizer_fits(rest):
            yield from encode_sum(rest, (), self.solver, None)
        else:
            encode(rest, self.solver, self.puzzle)

    def settle(self, yes: int, no: int) -> None:
        for literal in literals(yes, no):
            self.solver.add_clause((literal,))

    def exclude(self, board: Board) -> None:
        self.solver.add_clause((self.excluding ^ 1, *literals(board.no, board.yes)))

    def avoid(self, yes: int, no: int) -> None:
        for literal in literals(yes, no):
            self.solver.set_phase(literal >> 1, bool(literal & 1))

    def known(self) -> Board:
        return known_cells(self.solver, self.puzzle)

    def find(
        self, assumed: Sequence[int], excluding: bool, turn: int | None, progress: Progress
    ) -> Steps[Board | object | None]:
        """A board, None where there is none, UNDECIDED after `turn` conflicts."""
        assume = [self.excluding, *assumed] if excluding else list(assumed)
        while True:
            outcome = yield from self._solve(assume, turn, progress)
            if not isinstance(outcome, Model):
                return None if isinstance(outcome, Core) else UNDECIDED
            yes = sum(value << cell for cell, value in enumerate(outcome[: self.puzzle.size]))
            board = Board(yes, self.puzzle.cells & ~yes)
            broken = [constraint for constraint in self.deferred if not holds(constraint, board)]
            if not broken:
                return board
            self.deferred = [constraint for constraint in self.deferred if constraint not in broken]
            for constraint in broken:
                encode(constraint, self.solver, self.puzzle)

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


def known_cells(solver: Solver, puzzle: Puzzle) -> Board:
    """Cells that a solver has settled for good."""
    values = [solver.fixed(cell) for cell in range(puzzle.size)]
    return Board(from_flags(values), from_flags(value is False for value in values))


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


def packing(count: Count, others: Sequence[Count]) -> list[int]:
    """Places of disjoint other counts, each with one number, that together cover much of a count: the largest first."""
    left, found = set(count.scope), []
    within = [
        place
        for place, other in enumerate(others)
        if len(other.allowed) == 1 and 0 < len(other.scope) < len(count.scope) and other.scope[0] in left
    ]
    for place in sorted(within, key=lambda place: -len(others[place].scope)):
        if left.issuperset(others[place].scope):
            left.difference_update(others[place].scope)
            found.append(place)
    return sorted(found)


def remainder(count: Count, parts: Sequence[Count]) -> Count:
    """The count over the cells that are left when parts of it, disjoint and with one number each, are taken out.

    Together with these it means the same, and it propagates far sooner.
    """
    taken = {cell for part in parts for cell in part.scope}
    number = sum(min(part.allowed) for part in parts)
    return Count(
        [cell for cell in count.scope if cell not in taken], [most - number for most in count.allowed], count.clue
    )


def totalizer_fits(count: Count) -> bool:
    """Whether a totalizer of a count has no more than MOST_CLAUSES. It counts yes or no cells, whichever are fewer."""
    most = min(max(count.allowed), len(count.scope) - min(count.allowed))
    return clauses.totalizer_size(len(count.scope), max(most, 0) + 2) <= MOST_CLAUSES


def encode_sum(
    count: Count, parts: Sequence[tuple[Count, int | None]], solver: Solver, guard: int | None
) -> Iterator[None]:
    """A large count as a totalizer of disjoint parts of it, each with its guard, and of the rest; with safe points."""
    rest = remainder(count, [part for part, _ in parts])
    nodes = [clauses.Part([2 * cell for cell in part.scope], min(part.allowed), own) for part, own in parts]
    if rest.scope:
        nodes.append(clauses.Part([2 * cell for cell in rest.scope]))
    made = clauses.among_parts(nodes, count.allowed, lambda: 2 * solver.new_var(guard=guard), guard)
    for number, clause in enumerate(made):
        solver.add_clause(clause)
        if number % AT_ONCE == 0:
            yield


def add_lines(constraints: Sequence[tuple[Runs, int | None]], solver: Solver) -> None:
    """All lines of a puzzle as one lazy theory, each with its guard."""
    lines = [(constraint.scope, constraint.runs, guard) for constraint, guard in constraints]
    solver.add_theory(Lines(lines, line_solver))


def add_loop(loop: SingleLoop, counts: Sequence[tuple[Count, int | None]], solver: Solver) -> None:
    """The single loop as a theory. It knows which counts the loop has to satisfy, each with its guard; these are
    encoded by themselves."""
    edges = [(edge, *ends) for edge, ends in zip(loop.scope, loop.ends)]
    solver.add_theory(Loop(edges, [(count.scope, count.allowed, guard) for count, guard in counts]))


class Sides:
    """That a loop has an inside: an edge is on where one of its faces is inside and the other is not. Faces with a
    known edge between them share a variable.

    It follows from the rest. Where there are few numbers it saves half of the conflicts or more, and what it shows in
    ten conflicts may take 10^5 without. On the largest boards it would take more memory than all else together.
    """

    def __init__(self, loop: SingleLoop, solver: Solver, known: Board = NOTHING):
        self.loop, self.solver, self.known = loop, solver, known
        self.across: dict[Hashable, list[tuple[Hashable, int]]] = {}
        """Of each face, those behind known edges, each with the literal of its edge that holds."""
        self.inside: dict[Hashable, int] = {}
        """The literal that a face is inside."""
        self.before: dict[Hashable, tuple[Hashable, int]] = {}
        """Of a face that shares a variable, the one that it was reached from, and that literal of the edge between."""

    def encode(self) -> Iterator[None]:
        """Adds the clauses, with safe points."""
        loop = self.loop
        if len(loop.scope) > MOST_SIDES:
            return
        is_yes, is_known = (flags(cells, max(loop.scope) + 1) for cells in (self.known.yes, self.known.known))
        borders: list[tuple[int, Hashable, Hashable]] = []
        for number, (edge, (one, *other)) in enumerate(zip(loop.scope, loop.sides)):
            if number % AT_ONCE == 0:
                yield
            two = other[0] if other else OUTSIDE
            if is_known[edge]:
                holds = 2 * edge + (not is_yes[edge])
                self.across.setdefault(one, []).append((two, holds))
                self.across.setdefault(two, []).append((one, holds))
            else:
                borders.append((edge, one, two))
        self._reach(OUTSIDE, NEVER)
        for number, (edge, one, two) in enumerate(borders):
            if number % (AT_ONCE // 8) == 0:
                yield
            for clause in clauses.differ(2 * edge, self._side(one), self._side(two)):
                self.add(clause, one, two)

    def new(self, face: Hashable) -> int:
        """The literal of a new variable: a face is inside."""
        return 2 * self.solver.new_var()

    def add(self, clause: clauses.Clause, one: Hashable, two: Hashable) -> None:
        """Adds a clause about the edge between two faces."""
        self.solver.add_clause(clause)

    def way(self, face: Hashable) -> Iterator[int]:
        """The literals of known edges by which a face shares its variable, which all hold."""
        while face in self.before:
            face, holds = self.before[face]
            yield holds

    def _side(self, face: Hashable) -> int:
        if face not in self.inside:
            self._reach(face, self.new(face))
        return self.inside[face]

    def _reach(self, face: Hashable, literal: int) -> None:
        """All faces behind known edges share the literal of this one, or its negation."""
        self.inside[face] = literal
        todo = [face]
        for at in todo:
            for beyond, holds in self.across.get(at, ()):
                if beyond not in self.inside:
                    self.inside[beyond] = self.inside[at] ^ (holds & 1 ^ 1)
                    self.before[beyond] = at, holds
                    todo.append(beyond)


@singledispatch
def encode(constraint: Constraint, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    """Adds a constraint to a solver, enforced while its `guard` literal is true."""
    if solver.encoder is None:
        solver.encoder = Encoder(solver)
    for _ in solver.encoder.add(constraint, guard):
        pass


@encode.register
def _(constraint: Count, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    low, high = min(constraint.allowed), max(constraint.allowed)
    if len(constraint.scope) > LARGE and len(constraint.allowed) == high - low + 1:
        solver.add_theory(Cardinality(constraint.scope, low, high, guard))
        return
    cells = [2 * cell for cell in constraint.scope]
    for clause in clauses.among(cells, constraint.allowed, lambda: 2 * solver.new_var(guard=guard), guard):
        solver.add_clause(clause)


@encode.register
def _(constraint: Runs, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    for _ in encode_runs(constraint, solver, guard):
        pass


def starts(constraint: Runs) -> int:
    """For how many places, over all runs, order encoding says whether a run begins there or earlier."""
    slack = len(constraint.scope) - sum(constraint.runs) - len(constraint.runs) + 1
    return len(constraint.runs) * max(slack, 0)


def encode_runs(constraint: Runs, solver: Solver, guard: int | None = None) -> Iterator[None]:
    """Order encoding, with safe points."""
    cells = [2 * cell for cell in constraint.scope]
    for number, clause in enumerate(
        clauses.runs(cells, constraint.runs, lambda: 2 * solver.new_var(guard=guard), guard), 1
    ):
        solver.add_clause(clause)
        if number % AT_ONCE == 0:
            yield


@encode.register
def _(constraint: Different, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    differs = []
    for a, b in zip(constraint.first, constraint.second):
        place = 2 * solver.new_var(guard=guard)
        differs.append(place)
        solver.add_clause((place ^ 1, 2 * a, 2 * b))
        solver.add_clause((place ^ 1, 2 * a + 1, 2 * b + 1))
    solver.add_clause(differs if guard is None else [*differs, guard ^ 1])


@encode.register
def _(constraint: SingleLoop, solver: Solver, puzzle: Puzzle, guard: int | None = None) -> None:
    add_loop(
        constraint, [(other, None) for other in puzzle.constraints if isinstance(other, Count) and other.clue], solver
    )
