"""Facts of a proof found by propagation: cells that constraints settle, and single values that they refute. This needs
no clauses and is enough for most puzzles.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any

from tesuji.bitset import literals, members
from tesuji.engine.sat.proof import Record
from tesuji.engine.trace import TraceLink, Tracer, Trail
from tesuji.model import Board, Constraint, Puzzle

LOOKS = 10
"""The average number of refutations tried per constraint; beyond it, a clause learner is faster."""
WORK_AT_ONCE = 300
"""The number of constraint cells processed between two safe points."""
GIVEN = "given"
"""The rule of the document's own facts."""


class Refuter:
    """Facts that follow from one constraint and earlier facts, and values that a chain of constraints refutes."""

    def __init__(self, puzzle: Puzzle, record: Record):
        self.puzzle, self.record = puzzle, record
        self.constraints = puzzle.constraints
        self.longest = max(puzzle.width, puzzle.height)
        """The largest number of cells for which a fact lists all known cells of its constraint, because minimising them
        takes longer.
        """
        self.left = LOOKS * len(puzzle.constraints)
        self.lemmas: dict[tuple[int, ...], int] = {}
        """The line number of each lemma."""

    def facts(self, order: Sequence[int], known: Board) -> Iterator[None]:
        """Settle all facts; then refute the wrong value of each cell of `order`. The right one is known."""
        givens = self.puzzle.givens
        self.record.settle(literals(*givens), (), GIVEN)
        tracer = Tracer(self.puzzle, givens, deferred=False)
        yield
        trail = Trail(tracer)
        trail.begin(range(len(self.constraints)))
        yield from self._settle(trail)
        for cell in order:
            if self.record.closed or self.left < 0:
                return
            bit = 1 << cell
            value = bool(known.yes & bit)
            if not tracer.board.known & bit and (yield from self._refute(tracer, cell, not value)):
                yield from self._settle(Trail(tracer, cell, value))

    def _grown(self, trail: Trail) -> Generator[None, None, int]:
        """Propagate a trail to its fixpoint, with safe points. Return the number of constraints processed."""
        looks = 0
        work = 0
        for number in trail.growing():
            looks += 1
            work += len(self.constraints[number].scope)
            if work >= WORK_AT_ONCE:
                work = 0
                yield
        return looks

    def _settle(self, trail: Trail) -> Iterator[None]:
        """Record the cells of a trail without a hypothesis as facts."""
        yield from self._grown(trail)
        latest: tuple[Any, ...] | None = None
        for link, yes, no in trail.events:
            if link.constraint is None:
                continue
            constraint, x = self.constraints[link.constraint], _literal(link)
            if len(constraint.scope) > self.longest:
                given = self._reason(constraint, yes, no, link)
                because: tuple[Any, ...] = link.constraint, *given
            else:
                given, because = [], (link.constraint, yes, no)
            if because == latest:
                self.record.settle_too(x)
            else:
                self.record.settle([x], given or _literals_of(constraint, yes, no), constraint)
            latest = because
        if trail.broken is not None:
            self.record.learnt((), [self._broken(trail)])
        trail.tracer.take(trail)

    def _refute(self, tracer: Tracer, cell: int, value: bool) -> Generator[None, None, bool]:
        """Return whether a value leads to a contradiction; if so, its opposite becomes a fact."""
        trail = Trail(tracer, cell, value)
        self.left -= yield from self._grown(trail)
        if trail.broken is None:
            return False
        self.record.learnt((2 * cell + value,), self._hints(trail))
        return True

    def _hints(self, trail: Trail) -> list[int]:
        """Return the lemmas through which the hypothesis leads to a contradiction, in order."""
        broken = self.constraints[trail.broken]
        given = self._reason(broken, trail.yes[trail.broken], trail.no[trail.broken], None)
        lemmas, needed = [(tuple([x ^ 1 for x in given]), broken)], set(given)
        for link, yes, no in reversed(trail.events):
            x = _literal(link)
            if x in needed and link.constraint is not None:
                constraint = self.constraints[link.constraint]
                given = self._reason(constraint, yes, no, link)
                lemmas.append(((x, *[y ^ 1 for y in given]), constraint))
                needed.update(given)
        return [self._lemma(tuple(sorted(clause)), constraint) for clause, constraint in reversed(lemmas)]

    def _broken(self, trail: Trail) -> int:
        """Return the lemma which states that the known cells of a constraint contradict it."""
        broken = self.constraints[trail.broken]
        given = self._reason(broken, trail.yes[trail.broken], trail.no[trail.broken], None)
        return self._lemma(tuple(sorted([x ^ 1 for x in given])), broken)

    def _reason(self, constraint: Constraint, yes: int, no: int, link: TraceLink | None) -> list[int]:
        """Return the literals from which a constraint implies a link, or fails if the link is None."""
        target = None if link is None else (constraint.scope.index(link.cell), link.value)
        kept = constraint.reason(yes, no, target)
        return _literals_of(constraint, yes & kept, no & kept)

    def _lemma(self, clause: tuple[int, ...], constraint: Constraint) -> int:
        """Return the line number of a lemma, adding it if it is new."""
        if clause not in self.lemmas:
            self.lemmas[clause] = self.record.lemma(clause, constraint)
        return self.lemmas[clause]


def _literal(link: TraceLink) -> int:
    return 2 * link.cell + (not link.value)


def _literals_of(constraint: Constraint, yes: int, no: int) -> list[int]:
    """Return the literals of the yes cells and of the no cells of a constraint."""
    scope = constraint.scope
    return [2 * scope[place] for place in members(yes)] + [2 * scope[place] + 1 for place in members(no)]
