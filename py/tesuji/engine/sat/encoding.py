"""The third tier: a puzzle as clauses and theories, and the queries of the search.

Constraints encode themselves (`encoder.py`). Cells are the variables of the same number, so a cell's literals are 2 *
cell (yes) and 2 * cell + 1 (no). Deferred constraints are numerous and seldom matter, so each is encoded only when a
board first breaks it; every board is checked against them before it is returned.

Lines with runs have two encodings. Lazy lines, which have no clauses, only `infer` and its reasons (`inference.py`),
are ready at once. Order encoding (`clauses.runs`) takes 50 ms to set up for 30x30 cells and 600 ms for 99x59, then
handles two to three thousand conflicts a second, at least twice as many. The search starts with lazy lines. After a few
conflicts, belief propagation (`beliefs.py`) supplies phases and the order of decisions; if the beliefs are good, a few
dozen conflicts lead to a board. If not, the messages run for more rounds and the search restarts with the new beliefs,
because the number of conflicts varies tenfold from round to round. Order encoding does the rest: on pictures with few
long runs that interact across the whole board it needs far fewer conflicts. If the beliefs are flat, their turns go to
it as well. Its turns grow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from tesuji.bitset import flags, literals, members
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.sat.beliefs import Beliefs
from tesuji.engine.sat.encoder import Encoder, holds, known_literals
from tesuji.engine.sat.solver import Core, Outcome, Solver
from tesuji.model import Board, Puzzle

FLAT = 0.28
"""If the standard deviation of the beliefs in unknown cells is below this, they are misleading. It was 0.14, 0.20 and
0.26 on three pictures, and 0.35 to 0.47 on all others measured.
"""
ROUNDS, MORE_ROUNDS = 12, 8
"""Rounds of messages before the first turn with beliefs, and before each later one. 12, 20 and 40 rounds lead to the
same number of conflicts.
"""


WORK, LINE_WORK = (0.6, 80), (1.6, 250)
"""Propagating a literal and learning from a conflict, in microseconds; the second pair if there are lines."""


class Voice(NamedTuple):
    """A member of the portfolio: an encoding, the source of its phases, and the length of its turns in conflicts."""

    name: str
    lazy_lines: bool = True
    beliefs: bool = False
    """True if belief propagation sets phases and the order of decisions at the beginning of a turn."""
    turn: int | None = None
    """Conflicts in round 0; None: unlimited."""
    growth: int = 1
    """The factor by which the conflicts of a turn grow each time."""


LAZY = Voice("lazy lines", turn=20)
BELIEFS = Voice("lazy lines with beliefs", beliefs=True, turn=250)
ORDER = Voice("order encoding", lazy_lines=False, turn=2000, growth=2)
ORDER_BELIEFS = Voice("order encoding with beliefs", lazy_lines=False, beliefs=True, turn=1000, growth=2)
PORTFOLIO = (LAZY, *[BELIEFS] * 4, ORDER_BELIEFS, ORDER)


class Learner:
    """The clause learner for one puzzle with some known cells. Learnt clauses serve all later queries."""

    def __init__(
        self,
        puzzle: Puzzle,
        known: Board,
        progress: Progress | None = None,
        voices: Sequence[Voice] = PORTFOLIO,
        native: bool = False,
    ):
        self.puzzle, self.known = puzzle, known
        self.progress = progress or Progress(of=puzzle.size)
        self.excluded: list[Board] = []
        self.assume_excluded = True
        self.lines = [constraint for constraint in puzzle.constraints if constraint.slack is not None]
        self.native = native and len(self.lines) == len(puzzle.constraints)
        """True if Glucose handles the order encoding; see `native.py`. Other constraints may need theories."""
        self.voices = list(voices) if self.lines else [Voice("clauses")]
        if any(constraint.portfolio for constraint in puzzle.constraints):
            self.voices = [voice for voice in voices if not voice.beliefs]
        self.portfolio: dict[bool, Configuration] = {}
        """Keyed by `lazy_lines`: voices with the same encoding share one solver and its learnt clauses."""
        self.voice: str | None = None
        """The voice that gave the last answer."""
        self.beliefs: Beliefs | None = None
        self.believed = False
        """True once beliefs have been used."""
        self.flat: bool | None = None
        """True if the beliefs are not worth a turn; None if that is not known yet."""

    @property
    def stats(self) -> dict[str, int]:
        """Return the conflicts, decisions and propagations so far."""
        names = ("conflicts", "decisions", "propagations")
        return {
            name: sum(getattr(configuration.solver, name) for configuration in self.portfolio.values())
            for name in names
        }

    @property
    def conflicts(self) -> int:
        return sum(configuration.solver.conflicts for configuration in self.portfolio.values())

    @property
    def work(self) -> float:
        """Return the work so far, from counts: about the microseconds that it takes on the machine measured."""
        literal, conflict = LINE_WORK if self.lines else WORK
        return conflict * self.conflicts + literal * sum(one.solver.work for one in self.portfolio.values())

    def settle(self, yes: int, no: int) -> None:
        """Add cells that are known from now on."""
        self.known = Board(self.known.yes | yes, self.known.no | no)
        for configuration in self.portfolio.values():
            configuration.settle(yes, no)

    def exclude(self, board: Board) -> None:
        """Exclude a board from later answers until `readmit` is called."""
        self.excluded.append(board)
        for configuration in self.portfolio.values():
            configuration.exclude(board)

    def readmit(self) -> None:
        """Allow the excluded boards again."""
        self.assume_excluded = False

    def avoid(self, yes: int, no: int) -> None:
        """Prefer boards that differ in these cells."""
        for configuration in self.portfolio.values():
            configuration.avoid(yes, no)

    def find(self, yes: int = 0, no: int = 0) -> Steps[Board | None]:
        """Return a board with these cells, or None if there is none. Can be stopped by an exception; learnt clauses are
        kept.
        """
        outcome = yield from self._ask(literals(yes, no), ())
        return outcome if isinstance(outcome, Board) else None

    def differ(self, parts: Sequence[Board]) -> Steps[Board | list[int]]:
        """Return a board that differs from each part somewhere, or, if there is none, the places of parts that cannot
        all differ. Can be stopped, like `find`.

        Only lazy lines are used: boards with few filled cells need some thirty queries with a few conflicts each, and
        order encoding would take half the time to set up.
        """
        lazy = next((voice for voice in self.voices if voice.lazy_lines and not voice.beliefs), self.voices[0])
        configuration = yield from self._configuration(lazy)
        return (yield from configuration.find([], parts, self.assume_excluded, None, self.progress))

    def _ask(self, assumed: Sequence[int], parts: Sequence[Board]) -> Steps[Board | list[int]]:
        round_number = spare = 0
        # once a board is known, there is one turn with beliefs, because they do not help to prove that it is unique
        voices = [*dict.fromkeys(self.voices)] if self.excluded else self.voices
        while True:
            for voice in voices:
                turn = None if voice.turn is None else voice.turn * voice.growth**round_number + spare
                spare = 0
                if turn and voice.beliefs and (yield from self._flat()):
                    spare = turn
                    continue
                configuration = yield from self._configuration(voice)
                outcome = yield from configuration.find(assumed, parts, self.assume_excluded, turn, self.progress)
                if outcome is not None:
                    self.voice = voice.name
                    self.voices.sort(key=voice.__ne__)  # it comes first the next time
                    return outcome
                configuration.believes = False
                self._share_what_is_known(configuration)
            round_number += 1

    def _configuration(self, voice: Voice) -> Steps[Configuration]:
        """Return the configuration of a voice, which is set up on its first turn."""
        configuration = self.portfolio.get(voice.lazy_lines)
        if not configuration:
            configuration = Configuration(self.puzzle, voice.lazy_lines, self.native and not voice.lazy_lines)
            for _ in configuration.encode_all(self.known):
                yield self.progress
            for board in self.excluded:
                configuration.exclude(board)
            self.portfolio[voice.lazy_lines] = configuration
        if voice.beliefs and not configuration.believes:
            yield from self._believe(configuration)
        return configuration

    def _beliefs(self) -> Steps[Beliefs]:
        """Return the beliefs after at least the first rounds of messages."""
        if not self.beliefs:
            beliefs = Beliefs(self.lines, self.known, self.puzzle.size)
            yield from self._listen(beliefs, ROUNDS)
            self.beliefs = beliefs
        return self.beliefs

    def _listen(self, beliefs: Beliefs, rounds: int) -> Steps[None]:
        for _ in beliefs.listen(rounds):
            yield self.progress

    def _flat(self) -> Steps[bool]:
        """Return whether the first beliefs hardly distinguish unknown cells."""
        if self.flat is None:
            beliefs = yield from self._beliefs()
            known = flags(beliefs.known.known, self.puzzle.size)
            found = [chance for chance, is_known in zip(beliefs.probabilities(), known) if not is_known]
            mean = fsum(found) / max(len(found), 1)
            self.flat = fsum([(one - mean) ** 2 for one in found]) < FLAT**2 * len(found)
        return self.flat

    def _believe(self, configuration: Configuration) -> Steps[None]:
        """Set phases (the likelier value) and order (most certain first) of the cells from beliefs. A second call sets
        others.
        """
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


def _native_solver() -> Solver:
    from tesuji.engine.sat.native import NativeSolver  # imported here because the page never needs it

    return NativeSolver()


class Configuration:
    """A solver with one encoding of the puzzle: a member of the portfolio."""

    def __init__(self, puzzle: Puzzle, lazy_lines: bool, native: bool = False):
        self.puzzle, self.lazy_lines = puzzle, lazy_lines
        self.solver = _native_solver() if native else Solver()
        self.encoder = Encoder(puzzle, self.solver, lazy=lazy_lines)
        self.excluding = 2 * puzzle.size
        self.believes = False
        """True while phases and order come from beliefs that have not failed in a turn."""
        self.deferred = [constraint for constraint in puzzle.constraints if constraint.deferred or native]
        """The constraints that are not encoded yet, or against which every board is checked."""
        self.guards: dict[Board, int] = {}
        """For each part, the literal under which a board differs from it."""

    def encode_all(self, known: Board) -> Iterator[None]:
        """Encode the known cells and every constraint. Yields at safe points. Order encoding of 99x59 cells takes half
        a second.
        """
        self.encoder = Encoder(self.puzzle, self.solver, known=known, lazy=self.lazy_lines)
        yield from self.encoder.variables(self.puzzle.size + 1)
        self.encoder.settle(*known)
        yield
        yield from self.encoder.encode_all()

    def settle(self, yes: int, no: int) -> None:
        self.encoder.settle(yes, no)

    def exclude(self, board: Board) -> None:
        self.solver.add_clause((self.excluding ^ 1, *literals(board.no, board.yes)))

    def avoid(self, yes: int, no: int) -> None:
        for literal in literals(yes, no):
            self.solver.set_phase(literal >> 1, bool(literal & 1))

    def known(self) -> Board:
        return known_literals(self.solver, self.puzzle)

    def find(
        self, assumed: Sequence[int], parts: Sequence[Board], excluding: bool, turn: int | None, progress: Progress
    ) -> Steps[Board | list[int] | None]:
        """Return a board, or the places of parts that make one impossible, or None after `turn` conflicts."""
        guards = self._guards(parts)
        # The cells that may differ are decided first, so that a board differs in many of them.
        self.solver.decide_in_order([cell for part in parts for cell in members(part.known)])
        assume = [*[self.excluding] * excluding, *assumed, *guards]
        while True:
            outcome = yield from self._solve(assume, turn, progress)
            if isinstance(outcome, Core):
                return [place for place, guard in enumerate(guards) if guard in outcome]
            if outcome is None:
                return None
            yes = sum(value << cell for cell, value in enumerate(outcome[: self.puzzle.size]))
            board = Board(yes, self.puzzle.cells & ~yes)
            broken = [constraint for constraint in self.deferred if not holds(constraint, board)]
            if not broken:
                return board
            self.deferred = [constraint for constraint in self.deferred if constraint not in broken]
            for constraint in broken:
                for _ in self.encoder.add(constraint):
                    yield progress
                yield progress

    def _guards(self, parts: Sequence[Board]) -> list[int]:
        """Return the guards under which a board differs from each part. Guards of other parts are dropped."""
        for part in self.guards.keys() - set(parts):
            self.solver.add_clause((self.guards.pop(part) ^ 1,))
        for part in parts:
            if part not in self.guards:
                self.guards[part] = guard = 2 * self.solver.new_var()
                self.solver.add_clause((guard ^ 1, *literals(part.no, part.yes)))
        return [self.guards[part] for part in parts]

    def _solve(self, assume: list[int], turn: int | None, progress: Progress) -> Steps[Outcome]:
        """Run the solver, but yield the puzzle's progress, because users understand its counts and not the solver's
        variables.
        """
        steps = self.solver.solve(assume, max_conflicts=turn)
        try:
            while True:
                progress.counts = next(steps).counts
                yield progress
        except StopIteration as end:
            return end.value
        finally:
            steps.close()
