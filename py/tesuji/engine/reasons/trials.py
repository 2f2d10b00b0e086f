"""A contradiction by propagation and trials. When propagation settles nothing more, every value that it refutes is
excluded. When nothing is refuted either, both values of one cell are tried in the same way.

The cell is the one whose values have the most consequences, so a few trials are enough for most boards (look-ahead
solvers: Heule & van Maaren 2009). Reasons are worked out only for what the contradiction needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.context import Context
from tesuji.engine.reasons.contradiction import Break, Derivation, needed, opposite
from tesuji.engine.reasons.order import TOGETHER
from tesuji.engine.trace import Event, Trail
from tesuji.errors import Contradiction
from tesuji.model import Board, Step
from tesuji.variables import visible


class _Refutation(NamedTuple):
    """A value of a literal that propagation refutes on a board."""

    board: Board
    literal: int
    value: bool


_Finding = Event | _Refutation
"""A consequence of a constraint, or the opposite of a refuted value."""


def refute(context: Context, board: Board) -> Steps[Derivation | None]:
    """Return a contradiction of a board, or None if the board has a solution."""
    root: Any = None
    with suppress(Contradiction):
        for root in context.propagator.root():  # noqa: B007
            yield Progress("conflict", of=context.puzzle.size)
    return (yield from _refute(context, board, root))


def _refute(context: Context, board: Board, root: Any) -> Steps[Derivation | None]:
    node = _Node(context, board, root)
    literal = yield from node.choice()
    if node.broken:
        return node.derivation(Derivation(node.board, (), node.broken))
    if literal is None:
        return None
    found: list[tuple[Board, Derivation]] = []
    for value in (_value(literal, True), _value(literal, False)):
        derivation = yield from _refute(context, node.board.joined(value), root)
        if derivation is None:
            return None
        if not derivation.cells & value.known:
            return node.derivation(derivation)
        found.append((value, derivation))
    (supposed, shorter), (_, longer) = sorted(found, key=lambda pair: len(pair[1].steps))
    return node.derivation(longer, opposite(context, supposed, shorter), shorter)


class _Node:
    """A board with everything that propagation settles there, or shows by refuting a single value."""

    def __init__(self, context: Context, start: Board, root: Any):
        self.context, self.start = context, start
        self.progress = Progress("conflict", of=context.puzzle.size)
        self.constraints = context.puzzle.constraints
        self.tracer = context.tracer(start)
        self.state = self._extended(root, start)
        """The state of the propagator, which is faster than the tracer; None if it shows a contradiction that the tracer
        has yet to find.
        """
        self.findings: list[_Finding] = []
        self.broken: Break | None = None
        self._take(self.tracer.unfold(range(len(self.constraints))))

    @property
    def board(self) -> Board:
        return self.tracer.board

    def choice(self) -> Steps[int | None]:
        """Exclude what propagation refutes. Return the literal to try: that with the most consequences of both values;
        None if all are known.
        """
        best: tuple[int, int] | None = None
        before: Board | None = None
        while before != self.board:
            before, best = self.board, None
            for literal in members(visible(self.context.puzzle) & ~before.known):
                yield self.progress
                reach = [self._reach(literal, value) for value in (True, False)]
                if self.broken:
                    return None
                best = max(best or (0, 0), ((reach[0] + 1) * (reach[1] + 1), literal))
        return best and best[1]

    def _reach(self, literal: int, value: bool) -> int:
        """Return the number of consequences of a value; exclude it if it has a contradiction among them."""
        if self.broken or self.board.known >> literal & 1:
            return 0
        after = self._extended(self.state, _value(literal, value))
        if after is not None:
            return self.context.propagator.known(after).known.bit_count() - self.board.known.bit_count()
        trail = self.tracer.follow(literal, value)
        if trail.broken is not None:
            self.findings.append(_Refutation(self.board, literal, value))
            self._take(self.tracer.follow(literal, not value))
            self.state = self._extended(self.state, _value(literal, not value))
        return len(trail.events)

    def _extended(self, state: Any, board: Board) -> Any:
        with suppress(Contradiction):
            return None if state is None else self.context.propagator.extend(state, *board)
        return None

    def _take(self, trail: Trail) -> None:
        self.findings += [event for event in trail.events if event.link.constraint is not None]
        self.broken = None if trail.broken is None else self._break(trail)
        self.tracer.take(trail)

    def _break(self, trail: Trail) -> Break:
        number = trail.broken
        yes, no = trail.yes[number], trail.no[number]
        return Break(self._cells(number, self.constraints[number].reason(yes, no, None)), number)

    def _cells(self, number: int, places: int) -> int:
        scope = self.constraints[number].scope
        return set_of(scope[place] for place in members(places))

    # Reasons

    def derivation(self, rest: Derivation, tried: Step | None = None, branch: Derivation | None = None) -> Derivation:
        """Return the findings that the rest of a derivation needs, a step that a branch proves, if any, and the rest."""
        branches = dict(rest.proven)
        steps = list(rest.steps)
        if tried and branch:
            steps.insert(0, tried)
            branches[tried.yes, tried.no] = branch
        wanted = rest.cells | (tried.cells if tried else 0)
        return self._derived(self.start, self.findings, wanted, steps, rest.broken, branches)

    def _derived(
        self,
        start: Board,
        findings: Sequence[_Finding],
        wanted: int,
        steps: Sequence[Step],
        broken: Break,
        branches: dict[tuple[int, int], Derivation],
    ) -> Derivation:
        """Return the needed findings as steps, followed by others."""
        kept: list[Step] = []
        for finding in reversed(findings):
            if isinstance(finding, _Refutation):
                if not wanted >> finding.literal & 1:
                    continue
                supposed, branch = self._branch(finding)
                step = opposite(self.context, supposed, branch)
                branches[step.yes, step.no] = branch
            elif not wanted >> finding.link.cell & 1:
                continue
            else:
                step = self._step(finding)
            kept.append(step)
            wanted |= step.cells
        return needed(start, [*reversed(kept), *steps], broken, branches)

    def _branch(self, found: _Refutation) -> tuple[Board, Derivation]:
        """Follow a refuted value again: to keep the consequences of all of them would take much memory."""
        supposed = _value(found.literal, found.value)
        trail = self.context.tracer(found.board).follow(found.literal, found.value)
        broken, start = self._break(trail), found.board.joined(supposed)
        return supposed, self._derived(start, trail.events[1:], broken.cells, (), broken, {})

    def _step(self, event: Event) -> Step:
        (literal, value, number), yes, no = event
        constraint = self.constraints[number]
        used = constraint.reason(yes, no, (constraint.scope.index(literal), value))
        because = (number,) if number in self.context.counted else ()
        words = {"n": len(because)}
        return Step(
            *_value(literal, value), TOGETHER, because, self._cells(number, used), words, len(because), minimal=False
        )


def _value(literal: int, value: bool) -> Board:
    return Board(1 << literal, 0) if value else Board(0, 1 << literal)
