"""Explain a puzzle step by step, always with the easiest step, until the board is full or nothing more follows.

Named techniques come first, in the order of the rulebook. If none applies, a cell is settled because its other value
leads to a contradiction: the search tries short chains of propagation first, then all. Results that two chains share
come next, then those that only the clause learner can prove. The steps therefore reach what the solver reaches: the
solution, or the cells that all solutions share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from tesuji.bitset import LARGE, members, set_of
from tesuji.engine.budget import Progress, Steps, at_most
from tesuji.engine.context import Context
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.conflict import Forcing, forcing_set
from tesuji.engine.reasons.difficulty import Mapper
from tesuji.engine.reasons.order import (
    EITHER,
    HYPOTHESIS,
    LEVELS,
    SWEEPS,
    TOGETHER,
    ByConsequence,
    ByVisit,
    Order,
    Visit,
    easy_names,
)
from tesuji.engine.reasons.proximity import Proximity
from tesuji.engine.reasons.story import cases
from tesuji.engine.search import Search, solve
from tesuji.engine.trace import Chain, Tracer, Trail, prepared
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Board, Puzzle, Step
from tesuji.rulebook import Rulebook
from tesuji.variables import completed, same_variable, same_variables, visible

LARGE_SCOPE = 60
"""Constraints of this many cells or more do not show which cells are worth trying."""

AT_ONCE = 4000
"""The number of constraints that are looked at between two safe points; a blank board of 200x200 cells has 120,000."""

BLANK = Board()

SOLVING = 4000
"""Safe points for finding the solution before the clause learner continues from the board alone."""

PATIENCE = 300
"""Safe points of the clause learner before a solution is guessed."""

MOST_BITS = 1 << 26
"""The size of a set of cells times the number of steps that are found at once. Each step has three such sets."""


@dataclass
class Explanation:
    """The steps, the board after them, and the reason why they end.

    `verdict` is "unique" if the board is full, "multiple" if nothing more is common to all solutions, "none" if the
    board or the puzzle is contradictory, and "unknown" if the steps ended early.
    """

    board: Board
    steps: list[Step] = field(default_factory=list)
    verdict: str = "unknown"


def explain(puzzle: Puzzle, book: Rulebook, board: Board | None = None, limit: int | None = None) -> Steps[Explanation]:
    """Return the steps from `board`, or from the givens, at most `limit`. They end early if the budget ends."""
    explainer = Explainer(Context(puzzle, book), board)
    with suppress(OutOfBudget):
        yield from explainer.run(limit)
    return explainer.result


class Explainer:
    """An explanation in progress. `context` may be shared with other searches on the same puzzle."""

    def __init__(self, context: Context, board: Board | None = None):
        self.context, self.puzzle, self.book = context, context.puzzle, context.book
        self.result = Explanation(board or self.puzzle.givens)
        self.progress = Progress("explain", self.board.known.bit_count(), self.puzzle.size)
        self.root: Any = None
        self.state: Any = None
        """The result of propagation on the board at the latest check."""
        self.tried: dict[tuple[int, bool], Board | None] = {}
        """For values tried so far, a board that followed without a contradiction; None if propagation refuted them."""
        self.visible = visible(self.puzzle)
        """The variables that steps are about; hidden variables only help constraints."""
        self.order: Order = (
            ByVisit(context, self.easiest_steps)
            if self.book.explaining.visits
            else ByConsequence(context, self.easiest_steps, self.progress)
        )
        self.last = 0  # cells of the latest step
        self.searched = Board()
        """The board of the latest search for steps."""
        self.denied: Step | None = None
        """The step that contradicts a known cell, if there is one."""
        self.refutable: dict[int | None, list[tuple[int, bool]]] = {}
        self.models: list[Board] = []
        """Solutions that are still possible on the board."""
        self.unique = False
        """True if there are no other solutions."""
        self.patience = PATIENCE
        """The safe points that the learner gets before a guess; none once a guess has succeeded."""
        self.assumptions: Assumptions | None = None
        self.mapper: Mapper | None = None
        self.searches = context.limits.board_searches
        """The number of searches of the whole board that are left."""
        self.one_by_one = self.book.explaining.one_by_one and all(
            self.puzzle.constraints[number].implicit for number in context.free
        )
        """True if every rule counts and techniques find the inferences of single ones. A search for fewer rules then
        takes most of the time, and rarely finds any.
        """

    @property
    def board(self) -> Board:
        return self.result.board

    def solve(self, points: int) -> Steps[None]:
        """Look for solutions in advance, for at most this many safe points, so that their values need not be tried. The
        steps are the same, except that searches with a limit may get further.
        """
        answer = yield from at_most(solve(self.puzzle, self.context.propagator, depth=False, share=False), points)
        if answer:
            self.context.solutions = answer.boards
            self.models = list(self.context.solutions_from(self.board))
            self.unique = answer.verdict == "unique" and len(self.models) == 1

    def run(self, limit: int | None = None, until: int = 0) -> Steps[None]:
        """Fill `result`; stop after `limit` steps, or when a cell of `until` is known. A later call continues as if
        there had been no stop.
        """
        result = self.result
        try:
            while self.visible & ~self.board.known:
                if limit is not None and len(result.steps) >= limit or self.board.known & until:
                    return
                before = self.board
                step = yield from self.order.next(before, self.last)
                if step is None:
                    result.verdict = "multiple"
                    return
                self.apply(step if before == self.searched else self._later(step))
                yield self.progress
            yield from self._confirm()
            result.verdict = "unique"
        except Contradiction:
            result.verdict = "none"

    def _later(self, step: Step) -> Step:
        """Update a step found on an earlier board: with the cells known now, it may need fewer reasons."""
        return step if step.k is None or step.k <= (not self.context.free) else step._replace(minimal=False)

    def hint(self, distance: Callable[[Step], float] | None, prove: bool) -> Steps[None]:
        """Return the easiest step, or the closest of several; with `prove`, the one with the fewest counted
        constraints.
        """
        result = self.result
        try:
            if not self.visible & ~self.board.known:
                yield from self._confirm()
                result.verdict = "unique"
                return
            steps = yield from self.easiest_steps(only_one=distance is None)
            if not steps:
                result.verdict = "multiple"
                return
            before, step = self.board, min(steps, key=distance) if distance else steps[0]
            self.apply(step)
            if prove:
                result.steps[0] = yield from self._proven(before, result.steps[0])
        except Contradiction:
            result.verdict = "none"

    def follow_up(self) -> Steps[None]:
        """Take the easy steps that follow from the latest step and belong to its thought; see `order.thoughts`."""
        visits, visit, easy = self.book.explaining.visits, Visit(self.context), easy_names(self.book)
        first = self.result.steps[-1]
        settled = first.yes | first.no
        visit.take(first, self.board)

        def follows(step: Step) -> bool:
            return visit.includes(step, self.board) if visits else step.technique in easy and step.cells & settled > 0

        proximity = Proximity(self.puzzle, self.progress)
        with suppress(Contradiction):
            while True:
                found = [
                    step
                    for step in (yield from self.easiest_steps(visits or self.book.explaining.easy))
                    if follows(step)
                ]
                if not found:
                    return
                for step in (yield from proximity.ordered(found, self.last)):
                    if not (step.yes | step.no) & self.board.known:
                        visit.take(step, self.board)
                        self.apply(self._later(step))
                        settled |= step.yes | step.no

    def named(self, most: int) -> Steps[list[Step]]:
        """Return the named steps available now, easiest first, at most `most`; fewer if the budget ends."""
        found: list[Step] = []
        with suppress(OutOfBudget):
            for technique in self.book.explaining.techniques:
                for step in technique.find(self.context, self.board):
                    yield self.progress
                    if step:
                        found.append(step)
                    if len(found) == most:
                        return found
        return found

    def about(self, cells: int) -> Steps[Step | None]:
        """Return the easiest step that settles one of these cells now, or None if none is forced."""
        for technique in self.book.explaining.techniques:
            for step in technique.find(self.context, self.board):
                yield self.progress
                if step is None:
                    continue
                wanted = Board(step.yes & cells, step.no & cells)
                if wanted.known:
                    return step._replace(yes=wanted.yes, no=wanted.no)
        return (yield from self.about_unnamed(cells))

    def about_unnamed(self, cells: int) -> Steps[Step | None]:
        """Do the same when no technique settles one of these cells."""
        tracer = self.context.tracer(self.board)
        chains = []
        for cell in members(cells):
            for value in (True, False):
                chain = tracer.refute(cell, value)
                yield self.progress
                if chain:
                    chains.append(chain)
        if chains:
            chain = yield from self._thinner(tracer, min(chains, key=self._cost))
            return self._whole((yield from self._refutation(tracer, chain)))
        for cell in members(cells):
            found = yield from self._fewest(cell, self.context.limits.fewest_without_chain)
            if found:
                return self._by(cell, found.value, found.constraints, found.minimal)
        return None

    def apply(self, step: Step) -> None:
        """Take a step, unless an earlier one has settled some of its cells and so made its sentence inaccurate.

        Raises Contradiction if one of its cells has the opposite value.
        """
        board, result = self.board, self.result
        if step.yes & (board.no | step.no) or step.no & board.yes:
            self.denied = step
            raise Contradiction
        if (step.yes | step.no) & board.known:
            return
        mine = same_variables(self.puzzle, step.yes | step.no)
        if mine != step.yes | step.no:  # another step may have left one value of the variable in the meantime
            after, removed = completed(self.puzzle, board, Board(step.yes, step.no), mine)
            step = step._replace(yes=after.yes, no=after.no, cells=step.cells | removed)
        result.board = Board(board.yes | step.yes, board.no | step.no)
        result.steps.append(step)
        self.last = step.yes | step.no
        self.progress.settled = result.board.known.bit_count()

    def easiest_steps(self, highest: int | None = None, only_one: bool = False) -> Steps[list[Step]]:
        """Return the easiest steps available now, all of one level, or, with `highest`, all steps up to that level. On
        the largest boards these are only the first ones. Raises Contradiction if the board turns out to be
        contradictory.
        """
        self.searched = self.board
        steps: list[Step] = []
        level = 0
        for technique in self.book.explaining.techniques:
            yield self.progress
            if highest is None and steps and technique.level > level or technique.level > (highest or technique.level):
                return steps
            level = technique.level
            for step in technique.find(self.context, self.board):
                if step is not None and self._settles(step):
                    steps.append(step)
                    if only_one or level > (highest or SWEEPS) or len(steps) * self.puzzle.size > MOST_BITS:
                        return steps
                yield self.progress
        if steps or highest is not None:
            return steps
        yield from self._check()
        for find in (self._hypothesis, self._either, self._together):
            step = yield from find()
            if step:
                return [self._whole((yield from self._smaller(step)))]
        return []

    def _whole(self, step: Step) -> Step:
        """Return the step with everything that its reasons imply about the same variable: if a variable has several
        possible values, the same reasons may rule out more than one, or settle it.
        """
        mine = same_variable(self.puzzle, next(members(step.yes | step.no)))
        if len(mine) == 1:
            return step
        trail = self.context.tracer(self.board).unfold(self.context.free.union(step.because))
        if trail.broken is not None:
            return step
        said = trail.values()
        bits = sum(1 << literal for literal in mine if not (self.board.known | step.yes | step.no) >> literal & 1)
        more = Board(said.yes & bits, said.no & bits)
        cells = step.cells
        for literal in members(more.known):
            cells |= trail.to_cell(literal).cells
        whole = Board(step.yes | more.yes, step.no | more.no)
        after, removed = completed(self.puzzle, self.board, whole, set_of(mine))
        return step._replace(yes=after.yes, no=after.no, cells=cells | removed)

    def _settles(self, step: Step) -> bool:
        """Return whether a step adds something new. Raises Contradiction if it conflicts with known cells."""
        if step.yes & self.board.no or step.no & self.board.yes:
            self.denied = step
            raise Contradiction
        return not (step.yes | step.no) & self.board.known

    def _check(self) -> Steps[None]:
        """Raise Contradiction if propagation shows that the board is contradictory."""
        if self.root is None:
            for state in self.context.propagator.root():
                self.root = state
                yield self.progress
        self.state = self.context.propagator.extend(self.root, *self.board)

    def _confirm(self) -> Steps[None]:
        """Raise Contradiction unless the full board, with hidden variables, satisfies all constraints."""
        yield from self._check()
        if self.context.propagator.known(self.state).known != self.puzzle.cells:
            yield from self._solution()

    def _fails(self, cell: int, value: bool) -> bool:
        """Return whether propagation of all constraints refutes a value of an unknown cell. It refutes everything that
        chains do, in 5 % of the time.

        A value that failed fails on later boards, too. It holds if it is part of a solution, or of a board that
        followed from some value earlier and has everything that is known now.
        """
        propagator, trial = self.context.propagator, (cell, value)
        known, held = propagator.known(self.state), self.tried.get(trial, BLANK)
        if held is None:
            return True
        if held != BLANK and not _news(known, held) or any((one.no, one.yes)[value] >> cell & 1 for one in self.models):
            return False
        try:
            after = propagator.known(propagator.extend(self.state, *_value(cell, value)))
        except Contradiction:
            self.tried[trial] = None
            return True
        if self.puzzle.size < LARGE:
            self.tried.update({(one, True): after for one in members(after.yes & ~known.yes)})
            self.tried.update({(one, False): after for one in members(after.no & ~known.no)})
        else:  # boards for all values would take too much memory
            self.tried[trial] = known
        return False

    def unknown_cells(self) -> Steps[list[int]]:
        """Return the unknown cells, those in nearly complete constraints first."""
        weight = dict.fromkeys(members(self.visible & ~self.board.known), 0.0)
        for number, constraint in enumerate(self.puzzle.constraints, 1):
            if number % AT_ONCE == 0:
                yield self.progress
            # A large board has thousands of pairs of lines, whose scopes are made on demand.
            if sum(map(len, constraint.lines)) > LARGE_SCOPE or len(constraint.scope) > LARGE_SCOPE:
                continue
            open_cells = [cell for cell in constraint.scope if cell in weight]
            for cell in open_cells:
                weight[cell] += 1 / len(open_cells)
        return sorted(weight, key=lambda cell: -weight[cell])

    # Chains

    def _hypothesis(self) -> Steps[Step | None]:
        """Return a step that refutes one value of a cell by propagation, with the fewest counted constraints, then the
        shortest chain.
        """
        for _ in prepared(self.puzzle):
            yield self.progress
        tracer = self.context.tracer(self.board)
        for most in self.context.limits.chain_lengths:
            # Earlier refutations stay valid; the whole board is searched again only if none is left.
            left = [(cell, value) for cell, value in self.refutable.pop(most, ()) if not self.board.known >> cell & 1]
            refuted = (yield from self._refuted(tracer, left, most and 2 * most)) or (
                yield from self._refuted(tracer, (yield from self._both_values()), most)
            )
            self.refutable[most] = [trail.events[0].link[:2] for trail in refuted]
            chains = []
            for trail in sorted(refuted, key=lambda trail: len(trail.events))[: self.context.limits.compared_chains]:
                chains.append(trail.to_conflict())
                yield self.progress
            if chains:
                chain = yield from self._thinner(tracer, min(chains, key=self._cost))
                return (yield from self._refutation(tracer, chain))
        return None

    def _both_values(self) -> Steps[Iterator[tuple[int, bool]]]:
        cells = yield from self.unknown_cells()
        return ((cell, value) for cell in cells for value in (True, False))

    def _refuted(self, tracer: Tracer, values: Iterable[tuple[int, bool]], most: int | None) -> Steps[list[Trail]]:
        """Return the trails that refute values, each up to `most` cells long."""
        refuted: list[Trail] = []
        for cell, value in values:
            yield self.progress
            if not self._fails(cell, value):
                continue
            trail = tracer.follow(cell, value, most=most)
            if trail.broken is not None:
                refuted.append(trail)
                if len(refuted) >= self.context.limits.refuted_values:
                    break
        return refuted

    def _cost(self, chain: Chain) -> tuple[int, int]:
        return len(self.context.counted.intersection(chain.constraints)), len(chain.links)

    def _thinner(self, tracer: Tracer, chain: Chain) -> Steps[Chain]:
        """Remove counted constraints from a refutation while it stays valid."""
        cell, value, _ = chain.links[0]
        for number in sorted(self.context.counted.intersection(chain.constraints)):
            if number in chain.constraints:
                shorter = tracer.refute(cell, value, self.context.free.union(chain.constraints) - {number})
                yield self.progress
                if shorter and self._cost(shorter) < self._cost(chain):
                    chain = shorter
        return chain

    def _refutation(self, tracer: Tracer, chain: Chain) -> Steps[Step]:
        """Return the step of a chain. If the chain has many constraints, use the fewest instead, with a chain of these
        if there is one.
        """
        cell, value, _ = chain.links[0]
        k = len(self._because(chain))
        if k > self.context.limits.acceptable_reasons:
            fewest = yield from self._fewest(cell, self.context.limits.fewest_with_chain)
            if fewest and len(fewest.constraints) < k:
                other = tracer.refute(cell, value, self.context.free.union(fewest.constraints))
                if other:
                    return self._of_chain(other, fewest.minimal)
                return self._by(cell, not value, fewest.constraints, fewest.minimal)
        return self._of_chain(chain, k < 2 - bool(self.context.free))

    def _of_chain(self, chain: Chain, minimal: bool) -> Step:
        cell, value, _ = chain.links[0]
        because = self._because(chain)
        words = {"n": len(because), "links": len(chain.links) - 1}
        return Step(*_value(cell, not value), HYPOTHESIS, because, chain.cells, words, len(because), minimal)

    def _because(self, *chains: Chain) -> tuple[int, ...]:
        return tuple(
            dict.fromkeys(number for chain in chains for number in chain.constraints if number in self.context.counted)
        )

    def _either(self) -> Steps[Step | None]:
        """Return a step for a cell that has the same value whichever value another cell has."""
        tracer = self.context.tracer(self.board)
        for cell in (yield from self.unknown_cells()):
            if_yes, if_no = tracer.follow(cell, True), tracer.follow(cell, False)
            yield self.progress
            shared = if_yes.values().shared(if_no.values())
            if not shared.known & self.visible:
                continue
            settled = next(members(shared.known & self.visible))
            chains = if_yes.to_cell(settled), if_no.to_cell(settled)
            because = self._because(*chains)
            words = {"n": len(because), "either": cell}
            cells = chains[0].cells | chains[1].cells
            return Step(*_value(settled, shared.yes >> settled & 1), EITHER, because, cells, words, len(because), False)
        return None

    # Values that only the clause learner can prove

    def _together(self) -> Steps[Step | None]:
        """Return a step for a cell that has the same value in all solutions, with counted constraints that force it."""
        shared = yield from self._shared()
        learner = None if self.unique else self.context.learner(self.board, self.progress)
        if learner:
            learner.settle(*self.board)
        cells = (yield from self._leading_far()) if self.unique else (yield from self.unknown_cells())
        for cell in cells:
            if not shared.known >> cell & 1:
                continue
            value = shared.yes >> cell & 1
            model = None
            if learner:
                learner.avoid(*shared)
                model = yield from self._find(*_value(cell, not value))
            if model:
                self.models.append(model)
                shared = shared.shared(model)
                continue
            found = yield from self._fewest(cell, self.context.limits.fewest_without_chain)
            constraints, minimal = (
                (found.constraints, found.minimal) if found else (tuple(sorted(self.context.counted)), False)
            )
            return self._by(cell, value, constraints, minimal)
        return None

    def _leading_far(self) -> Steps[list[int]]:
        """Return the unknown cells, those with the most consequences in the solution first, so that fewer steps need a
        proof.
        """
        yes = self.models[0].yes
        reach: dict[int, int] = {}
        for cell in (yield from self.unknown_cells()):
            after = self.context.propagator.extend(self.state, *_value(cell, yes >> cell & 1))
            reach[cell] = self.context.propagator.known(after).known.bit_count()
            yield self.progress
        return sorted(reach, key=lambda cell: -reach[cell])

    def _smaller(self, step: Step) -> Steps[Step]:
        """Return the step on the board with the fewest counted constraints. Return the given step if none has fewer,
        none is found in time, or only the given one can be shown by chains.
        """
        if self.one_by_one:
            return step._replace(minimal=step.minimal or step.k == 1)
        if self.searches < 1 or step.k <= (not self.context.free):
            return step
        self.searches -= 1
        solution = yield from self._solution()
        if self.mapper is None:
            explaining = self.book.explaining
            self.mapper = Mapper(self.puzzle, solution, self.visible, explaining.counted, explaining.tiers)
        found = yield from at_most(self.mapper.smallest(self.board, step.k - 1), self.context.limits.board_search)
        if found is None:
            return step
        if not found:
            return step._replace(minimal=True)  # no step on the board takes fewer, so neither does this one
        easiest = yield from self._easiest_to_explain(found, solution, step.technique == HYPOTHESIS)
        return easiest or step

    def _easiest_to_explain(self, found: dict[int, int], solution: Board, chained: bool) -> Steps[Step | None]:
        """Return a step for the cell with the shortest chain, among some cells with the constraints that force them. If
        none has a chain, return a step for the one with the fewest cases, or None if the step that it would replace is
        `chained`, because cases take more links.
        """
        tracer = self.context.tracer(self.board)
        chains = []
        for cell, because in found.items():
            chain = tracer.refute(cell, not solution.yes >> cell & 1, self.context.free.union(members(because)))
            yield self.progress
            if chain:
                chains.append(chain)
        if chains or chained:
            return self._of_chain(min(chains, key=self._cost), True) if chains else None
        steps: list[tuple[int, int, Step]] = []
        for cell, because in list(found.items())[: self.context.limits.compared_chains]:
            step = self._by(cell, solution.yes >> cell & 1, tuple(members(because)), True)
            chains_of_cases = yield from cases(self.puzzle, self.board, step, self.book.explaining.counted)
            if chains_of_cases:
                steps.append((sum(len(chain.links) for chain in chains_of_cases), len(steps), step))
        return min(steps)[2] if steps else None

    def _solution(self) -> Steps[Board]:
        """Return one solution. Raises Contradiction if there is none. If variables are hidden or have several values,
        the clause learner may take twenty times as long as propagation and probing, which therefore come first.
        """
        several = any(block.shape == "hidden" or block.values > 2 for block in self.puzzle.blocks)
        if several and not self.models:
            yield from self.solve(SOLVING)
        if not self.models:
            model = yield from self._find()
            if model is None:
                raise Contradiction
            self.models = [model]
        return self.models[0]

    def _shared(self) -> Steps[Board]:
        """Return the values that the solutions known so far share. Raises Contradiction if there is none."""
        shared = yield from self._solution()
        for model in self.models[1:]:
            shared = shared.shared(model)
        return shared

    def _find(self, yes: int = 0, no: int = 0) -> Steps[Board | None]:
        """Return a solution with these values, or None if there is none. The clause learner takes very long to find one
        on some boards with few clues, on which propagation and guesses lead to one.
        """
        self.progress.stage = "learn"
        search = self.context.learner(self.board, self.progress).find(yes, no)
        try:
            for _ in range(self.patience):
                yield next(search)
            model = yield from self._guessed(yes, no)
            self.patience = 0 if model else PATIENCE
            if model is None:
                model = yield from search
        except StopIteration as end:
            model = end.value
        finally:
            search.close()
        self.progress.stage = "explain"
        return model

    def _guessed(self, yes: int, no: int) -> Steps[Board | None]:
        """Return a solution that a few guesses lead to. Values that all known solutions share come first."""
        search = Search(self.puzzle, 1)
        search.propagator, search.state = self.context.propagator, self.state
        shared = reduce(Board.shared, self.models).known if self.models else 0
        unknown = self.puzzle.cells & ~self.board.known
        for every in (1, 2, 0):
            for _ in search.guess(yes, no, [*members(unknown & shared), *members(unknown & ~shared)], every):
                yield self.progress
            if search.boards:
                return search.boards[0]
        return None

    def _proven(self, before: Board, step: Step) -> Steps[Step]:
        """Return the step with its minimality proven; an unnamed step may then use fewer constraints."""
        cell = next(members(step.yes | step.no))
        assumptions = Assumptions(self.puzzle, self.book.explaining.counted, before, self.progress)
        found = yield from forcing_set(self.puzzle, before, cell, self.book.explaining.counted, assumptions)
        if found is None or len(found.constraints) > step.k:
            return step
        if len(found.constraints) == step.k:
            return step._replace(minimal=found.minimal)
        if step.technique not in LEVELS:
            return step
        chain = self.context.tracer(before).refute(cell, not found.value, self.context.free.union(found.constraints))
        if chain is None:
            return self._by(cell, found.value, found.constraints, found.minimal, before)
        return self._of_chain(chain, found.minimal)

    def _fewest(self, cell: int, questions: int) -> Steps[Forcing | None]:
        """Return the fewest counted constraints that force a cell, or None if none are found within the limit."""
        if not questions:
            return None
        self.assumptions = self.assumptions or Assumptions(
            self.puzzle, self.book.explaining.counted, self.board, self.progress
        )
        what = self.book.explaining.counted
        return (yield from at_most(forcing_set(self.puzzle, self.board, cell, what, self.assumptions), questions))

    def _by(
        self, cell: int, value: int, constraints: tuple[int, ...], minimal: bool, before: Board | None = None
    ) -> Step:
        """Return the step for a cell that constraints force together. If rules are counted, known cells outside them do
        not matter.
        """
        cells, board = self.puzzle.cells, before or self.board
        if not self.context.free:
            cells = sum({1 << cell for number in constraints for cell in self.puzzle.constraints[number].scope})
        return Step(
            *_value(cell, value),
            TOGETHER,
            constraints,
            board.known & cells,
            {"n": len(constraints)},
            len(constraints),
            minimal,
        )


def together(removals: Sequence[Step], last: Step) -> Step:
    """Return a step with its own reasons and those of the earlier steps, which only removed values, that it needs."""
    used, because = last.cells, list(last.because)
    for step in reversed(removals):
        if step.no & used:
            used |= step.cells
            because += [number for number in step.because if number not in because]
    if len(because) == len(last.because):
        return last
    known = used & ~set_of(literal for step in removals for literal in members(step.no))
    return Step(last.yes, last.no, TOGETHER, tuple(because), known, {"n": len(because)}, len(because), False)


def _news(board: Board, before: Board) -> int:
    """Return the cells that have a value on a board and not the same one on an earlier board."""
    return board.yes & ~before.yes | board.no & ~before.no


def _value(cell: int, value: int) -> tuple[int, int]:
    """Return (yes, no) of one cell."""
    return (1 << cell, 0) if value else (0, 1 << cell)


def refutation(context: Context, before: Board, step: Step) -> Steps[tuple[Chain, ...]]:
    """Return the chains which show that a step's first cell cannot have the opposite value, by the step's own reasons.

    This is one chain from the opposite value. If no chain shows it, there is one for each case that is refuted on the
    way, and a last one from the opposite value once those cases are known. Empty if that is not enough, either.
    """
    for _ in prepared(context.puzzle):
        yield Progress("explain", before.known.bit_count(), context.puzzle.size)
    chain = why_not(context, before, step)
    if chain:
        return (chain,)
    search = cases(context.puzzle, before, step, context.book.explaining.counted)
    return (yield from at_most(search, context.limits.case_search)) or ()


def why_not(context: Context, before: Board, step: Step) -> Chain | None:
    """Return the chain from the opposite of a step's first cell to a contradiction, by the step's own reasons; None if
    no chain shows it."""
    tracer = context.tracer(Board(before.yes & step.cells, before.no & step.cells), step.because)
    cell = settling(context.puzzle, step)
    return tracer.refute(cell, not step.yes >> cell & 1, context.free.union(step.because))


def settling(puzzle: Puzzle, step: Step) -> int:
    """Return the first literal of a step; of a variable that it settles, the one of the value."""
    first = next(members(step.yes | step.no))
    return next((literal for literal in same_variable(puzzle, first) if step.yes >> literal & 1), first)
