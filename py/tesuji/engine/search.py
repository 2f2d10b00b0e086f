"""The search for a verdict, in three tiers.

1. Propagation until nothing more follows. Its results need no hypothesis (depth 0). If there is a large count over the
   whole board, it is then decided by bounds (`totals.py`).
2. Probing: each value of a cell is tried and propagated. If one is refuted, the other is settled; whatever follows from
   both is settled, too. People solve in this way, and it solves most puzzles made for people. If a puzzle has several
   solutions, two boards can often be guessed after probing. If trials are cheap, backtracking comes first.
3. Clause learning (`sat/`) for the rest, for second solutions, and for the cells that all solutions share.

Each tier passes its results to the next. Probing stops when a whole round finds nothing, or after PROBES propagations,
or SLOW_PROBES if each one looks at a constraint on the whole board; it continues if clause learning takes long on a
nonogram. These limits count work and not time, so that a
puzzle is searched in the same way on every machine.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import TYPE_CHECKING, Any

from tesuji.bitset import iter_bits, members, set_of
from tesuji.engine.agenda import Agenda, agenda_for
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.holders import components, holders
from tesuji.engine.interchangeable import interchangeable, swaps, without_swaps
from tesuji.engine.propagate import propagator_for
from tesuji.engine.totals import decide, total_of
from tesuji.errors import Contradiction, OutOfBudget
from tesuji.model import Answer, Board, Propagator, Puzzle, cells_of
from tesuji.variables import visible

if TYPE_CHECKING:
    from tesuji.engine.sat.encoding import Learner

PROBES, SLOW_PROBES = 3000, 100
"""Propagations that probing may spend before clause learning takes over, which looks at large constraints less often."""
LONG_SEARCH, LATER_PROBES = 270, 12_000
"""Once learning has taken this many conflicts, probing of lines with runs continues up to this many propagations."""
BACKTRACKS = 2000
"""Cells that backtracking may try, for propagators that choose one, before clause learning takes over."""
DEPTH_PROBES = 20000
"""The number of propagations, after the verdict, for determining whether single hypotheses are enough."""

SHARE_WORK, MOST_SHARE_WORK = 20_000, 600_000
"""The work, after the verdict, for finding the cells that all solutions share, as in `Learner.work`: as much as the
verdict took, but at least and at most this much.
"""
PROBE_WORK = 20
"""A probe, as work."""
THOROUGH_CONFLICTS = 1000
"""A thorough search for these cells ends after as many conflicts as the verdict took, but at least this many."""
DIVIDE_AFTER = 200
"""The number of conflicts after which cells that may be shared are tested in smaller groups."""


def solve(
    puzzle: Puzzle,
    propagator: Propagator | None = None,
    limit: int = 2,
    depth: bool = True,
    share: bool = True,
    thorough: bool = True,
    native: bool = False,
) -> Steps[Answer]:
    """Find solutions up to `limit`, and the cells that all of them share. A limit of 2 or more distinguishes a unique
    solution from several.

    If the budget ends before the verdict, the verdict is "unknown", with the cells proven so far. Without `depth` and
    `share` the search returns as soon as the verdict is known. Unless it is `thorough`, the search for shared cells
    takes at most about as long as the verdict. `native`: use python-sat, which must be installed, for hard nonograms.
    """
    search = Search(puzzle, limit, share, thorough, native)
    try:
        yield search.progress  # on a large board, the propagator alone takes 50 ms
        search.propagator = propagator or propagator_for(puzzle)
        yield from search.solve()
        if depth and search.verdict() == "unique":
            yield from search.measure_depth()
    except OutOfBudget:
        search.complete = False
    return search.answer()


class Search:
    """The state of one search: proven cells (`state`), boards found, and progress."""

    def __init__(
        self,
        puzzle: Puzzle,
        limit: int,
        share: bool = True,
        thorough: bool = True,
        native: bool = False,
    ):
        self.puzzle, self.limit = puzzle, limit
        self.propagator: Propagator  # set by `solve`
        self.share, self.thorough, self.native = share, thorough, native
        self.state: Any = None
        self.board = Board()
        self.boards: list[Board] = []
        self.seen: set[Board] = set()  # their visible parts
        self.exhausted = False
        self.complete = share
        self.candidates: Board | None = None  # if sharing is incomplete: all cells that may be shared
        self.depth: int | None = None
        self.blame: Any = None
        self.progress = Progress(of=puzzle.size)
        self.stats: dict[str, int | str] = {"tier": "propagation"}
        self.probes = 0
        self.order: list[int] = []
        self.interchangeable: list[int] = []
        self.visible = visible(puzzle) if puzzle.blocks else puzzle.cells
        self.possible: list[Board] = []  # hypotheses since the last news that did not fail, with their consequences
        self.followed: list[tuple[int, int]] = []  # the union of the consequences, up to each
        self.agenda: Agenda | None = None
        self.unprobed: Iterator[int] | None = None  # the cells that are still to be probed

    def verdict(self) -> str:
        if len(self.boards) > 1:
            return "multiple"
        if self.exhausted:
            return "unique" if self.boards else "none"
        return "unknown"

    def answer(self) -> Answer:
        verdict = self.verdict()
        forced = (
            self.boards[0].within(self.visible) if verdict == "unique" else self.board if verdict != "none" else Board()
        )
        complete = verdict in ("unique", "none") or (self.complete and verdict == "multiple")
        self.stats["probes"] = self.probes
        return Answer(
            verdict,
            self.boards[: self.limit],
            forced,
            complete,
            self.depth,
            self.stats,
            self.blame,
            self.order,
            self.board,
            self.candidates and self.candidates.within(self.visible),
        )

    def solve(self) -> Steps[None]:
        try:
            for state in self.propagator.root():
                self._settle(state)
                yield self.progress
            self.depth = 0
            if self.visible & ~self.board.known:
                yield from self._count()
            backtracking = getattr(self.propagator, "backtracking", None)
            if backtracking and not self._full(self.board):
                yield from self._backtrack(backtracking(self.state))
                if self.exhausted:
                    return
            if self.visible & ~self.board.known and len(self.boards) < self.limit:
                yield from self._probe()
        except Contradiction as contradiction:
            self.blame = contradiction.constraint
            self.exhausted = True
            return
        if self._full(self.board):
            self._found(self.board)
            self.exhausted = True
            return
        if self.visible & ~self.board.known and len(self.boards) < self.limit:
            yield from self._dive()
        yield from self._learn()

    def _count(self) -> Steps[None]:
        """Decide a large count over the whole board by bounds, if the puzzle has one that allows it. Raises
        Contradiction.
        """
        total = total_of(self.puzzle, self.board)
        while total and len(self.boards) < self.limit:
            self.depth = None
            self.stats["tier"] = "counting"
            boards: list[Board] = []
            try:
                found = yield from decide(self.puzzle, total, self.board, self.limit, self.progress, boards)
            finally:
                for board in boards:
                    self._found(board)
            if found.refuted:
                raise Contradiction(total.whole)
            if not found.settled.known & ~self.board.known:
                break
            self._settle(self.propagator.extend(self.state, *found.settled))
            total = total_of(self.puzzle, self.board)
        if total:
            self.interchangeable = list(interchangeable(self.puzzle, self.puzzle.cells & ~self.board.known))

    # Tier 2

    def _probe(self) -> Steps[None]:
        """Probe until the board is full, a round finds nothing, or the work is spent. Raises Contradiction."""
        self.depth = None
        self.progress.stage = "probing"
        self.stats["tier"] = "probing"
        self.interchangeable = list(interchangeable(self.puzzle, self.puzzle.cells & ~self.board.known))
        yield self.progress
        spare = sum(group & (group - 1) for group in self.interchangeable)
        self.agenda = agenda_for(self.puzzle, self.puzzle.cells & ~spare, self.board.known)
        self.unprobed = iter(self.agenda)
        yield self.progress
        yield from self._probe_until(min(PROBES, SLOW_PROBES) if getattr(self.propagator, "whole", ()) else PROBES)

    def _probe_until(self, most: int) -> Steps[None]:
        """Continue to probe until `most` propagations have been spent in all."""
        agreed = False
        for cell in self.unprobed:
            before = self.board
            agreed |= self._probe_cell(1 << cell)
            if self.board is not before:
                self._settle_twins()
                news = self.board.known & ~before.known
                self.agenda.note(news)
                # The refuted cell comes first, because the others follow from it.
                self.order += [cell] * (news >> cell & 1)
                self.order += members(news & ~(1 << cell))
            yield self.progress
            if self.board is not before and not self.visible & ~self.board.known:
                self.depth = None if agreed else 1
                return
            if self.probes >= most or len(self.boards) >= self.limit:
                return
        self.unprobed = None

    def _probe_cell(self, bit: int) -> bool:
        """Try both values and settle the consequences. Return True if both values were possible and agreed on
        something.

        If a value followed from an earlier hypothesis and nothing was settled since, it cannot fail, and its
        consequences are a subset of those of that hypothesis. Such a value is tried only if both values may agree on
        something.
        """
        bounds = [self._implied(bit, 0), self._implied(0, bit)]  # the consequences of yes, and of no
        states: list[Any] = [None, None]
        for value in (1, 0) if bounds[0] and not bounds[1] else (0, 1):
            one, other = bounds
            if one and other and not one.shared(other).known & ~self.board.known:
                return False
            self.probes += 1
            try:
                state = states[value] = self._with_value(bit, value)
            except Contradiction:
                self._settle(states[1 - value] or self._with_value(bit, 1 - value))
                return False
            board = bounds[value] = self.propagator.known(state)
            self._note_possible(board)
            if self._full(board):
                self._found(board)
        shared = bounds[0].shared(bounds[1])
        if not shared.known & ~self.board.known:
            return False
        self._settle(self.propagator.extend(self.state, shared.yes, shared.no))
        return True

    def _with_value(self, bit: int, value: int) -> Any:
        """Return the state that follows if a cell has this value: 0 yes, 1 no. Raises Contradiction."""
        return self.propagator.extend(self.state, *((0, bit) if value else (bit, 0)))

    def _note_possible(self, board: Board) -> None:
        """Record the consequences of a hypothesis that did not fail."""
        yes, no = self.followed[-1] if self.followed else (0, 0)
        self.possible.append(board)
        self.followed.append((yes | board.yes, no | board.no))

    def _implied(self, yes: int, no: int) -> Board | None:
        """Return the board of the first hypothesis since the last settled cell that implied this cell, or None."""
        followed = self.followed
        if not followed or yes & ~followed[-1][0] or no & ~followed[-1][1]:
            return None
        first = bisect(followed, False, key=lambda board: bool(yes & board[0] or no & board[1]))
        return self.possible[first]

    def _settle_twins(self) -> None:
        """Settle the cells that are interchangeable with settled ones."""
        for group in self.interchangeable:
            yes, no = group & self.board.yes, group & self.board.no
            if (yes or no) and group & ~self.board.known:
                self._settle(self.propagator.extend(self.state, group if yes else 0, group if no else 0))

    def _backtrack(self, propagator: Any) -> Steps[None]:
        """Try both values of the cell that `propagator` chooses for a state, yes first, and so on in the states that
        follow, until all boards or `limit` are found, or BACKTRACKS cells are tried. Raises Contradiction.

        A trial takes a few microseconds, while the learner takes milliseconds to set up. The consequences of trials
        that fail while no other is open are settled, and if there are no more boards, everything that they share.
        """
        self.stats["tier"] = "backtracking"
        self.depth = None
        for state in propagator.root():
            before = self.board.known
            self._settle(state)
            self.order += members(self.board.known & ~before)
        states, end = [self.state], self.probes + BACKTRACKS
        while states and len(self.boards) < self.limit:
            state = states.pop()
            choice = propagator.choice(state)
            if not choice:
                self._found(propagator.known(state))
                continue
            if self.probes >= end:
                return
            self.probes += 1
            last = not states and not self.boards
            for yes, no in ((0, choice), (choice, 0)):
                try:
                    states.append(propagator.extend(state, yes, no))
                except Contradiction:
                    if last and yes and not states:
                        raise
            if last and len(states) == 1:
                before = self.board.known | choice
                self._settle(states[0])
                self.order += [choice.bit_length() - 1, *members(self.board.known & ~before)]
            yield self.progress
        self.exhausted = not states
        if self.exhausted and self.boards:
            self._settle(propagator.extend(self.state, *reduce(Board.shared, self.boards)))

    def _dive(self) -> Steps[None]:
        """Guess a board, and then a second one from the other value of the first guess, with three tries each.

        After probing this often succeeds, so that the learner is not needed: a try takes less than a millisecond and
        finds both boards in 90 % of the puzzles that have several.
        """
        order = self.agenda.order()
        first = 1 << order[0]
        for yes, no in ((0, first), (first, 0)):
            before = len(self.boards)
            for every in (0, 2, 1):
                if len(self.boards) == before < self.limit:
                    yield from self.guess(yes, no, order, every)
            if len(self.boards) == before:
                return

    def guess(self, yes: int, no: int, order: Iterable[int], every: int) -> Steps[None]:
        """Find a board with these cells; stop if both values of a cell fail. No is tried first, or yes for each
        `every`-th cell, if that is not 0.
        """
        try:
            state = self.propagator.extend(self.state, yes, no)
            for number, cell in enumerate(order):
                state = self._with(state, 1 << cell, bool(every) and number % every == every - 1)
                yield self.progress
            for group in self.interchangeable:
                state = self._deal(state, group)
                yield self.progress
            self._found(self.propagator.known(state))
        except Contradiction:
            return

    def _with(self, state: Any, bit: int, value: bool) -> Any:
        """Return the state in which this cell is known, with this value if it is possible. Raises Contradiction."""
        if self.propagator.known(state).known & bit:
            return state
        self.probes += 1
        yes, no = (bit, 0) if value else (0, bit)
        try:
            return self.propagator.extend(state, yes, no)
        except Contradiction:
            return self.propagator.extend(state, no, yes)

    def _deal(self, state: Any, group: int) -> Any:
        """Return the state with values for all cells of a group: as many are yes as their first count is short of.
        Raises Contradiction.
        """
        board = self.propagator.known(state)
        left = group & ~board.known
        cell = left.bit_length() - 1
        holding = (one for one in self.puzzle.constraints if one.symmetric and cell in one.scope)
        count = next(holding, None)
        lacking = count.missing((board.yes & cells_of(self.puzzle, count)).bit_count()) if count else 0
        yes = set_of(islice(members(left), max(lacking, 0)))
        return self.propagator.extend(state, yes, left & ~yes)

    # Tier 3

    def _learn(self) -> Steps[None]:
        """Find boards up to the limit, or prove that there are no more; then find the cells that all solutions
        share."""
        done = self.exhausted or len(self.boards) >= self.limit
        if done and not self.share or self.exhausted and self.verdict() != "multiple":
            return
        from tesuji.engine.sat.encoding import Learner  # imported here because most puzzles never get this far

        puzzle = self.puzzle
        mixed = [
            group for group in self.interchangeable if any(group & one.yes and group & one.no for one in self.boards)
        ]
        # two such boards have nothing in common, so interchangeable cells are not needed
        if mixed and len(self.boards) >= self.limit:
            from tesuji.engine.reduction import narrowed, without_free_cells

            puzzle = yield from narrowed(puzzle, self.board, self.progress)
            puzzle = yield from without_free_cells(puzzle, mixed, self.progress)
        learner = Learner(puzzle, self.board, self.progress, native=self.native)
        self.progress.stage = "learn"
        if self.verdict() != "multiple":
            self.stats["tier"] = "learning"
        try:
            for board in self.boards:
                learner.exclude(board.within(self.visible))
            while not self.exhausted and len(self.boards) < self.limit:
                found = len(self.boards)
                yield from self._find(learner)
                for board in self.boards[found:]:
                    learner.exclude(board.within(self.visible))
            if self.share and self.verdict() == "multiple":
                yield from self._share(learner)
        finally:
            self.stats.update(learner.stats)

    def _find(self, learner: Learner) -> Steps[None]:
        """Find another board, or prove that none is left. If this takes long, continue to probe first."""
        steps = learner.find()
        try:
            while not (self.unprobed and learner.lines and learner.conflicts >= LONG_SEARCH):
                yield next(steps)
        except StopIteration as end:
            self.stats["voice"] = learner.voice
            self.exhausted = end.value is None
            if end.value is not None:
                self._found(end.value)
            return
        finally:
            steps.close()
        try:
            yield from self._probe_until(LATER_PROBES)
        except Contradiction:
            self.exhausted = True
            return
        self.unprobed = None
        if self._full(self.board):
            self._found(self.board)
            self.exhausted = True
        learner.settle(*self.board)

    def _share(self, learner: Learner) -> Steps[None]:
        """Settle every cell that is the same in all solutions. Gives up after a limit of work or conflicts.

        The learner searches for a board that differs in each group of cells that may be shared. If it finds one, fewer
        cells are shared; if not, it returns groups that are settled or cannot differ at the same time. A group that
        takes long is split.
        """
        self.progress.stage, self.progress.verdict = "share", self.answer()._replace(complete=False)
        spent = self._limit_of_sharing(learner)
        learner.readmit()
        shared = without_swaps(self.boards[0], self.interchangeable)
        for board in self.boards[1:]:
            shared = shared.shared(without_swaps(board, self.interchangeable))
        groups = list(components(self.puzzle, self.board.known))
        groups.append(self.puzzle.cells & ~sum(groups))
        apart = [] if holders(self.puzzle).far else groups[:-1]
        waiting: list[int] = []
        while True:
            left = shared.known & self.visible & ~self.board.known
            for group in [group for group in apart if not group & left]:
                # No other cell depends on these, so they can keep the values of any solution.
                apart.remove(group)
                learner.settle(*self.boards[0].within(group & ~self.board.known))
            groups = [group & left for group in groups if group & left]
            waiting = [group & left for group in waiting if group & left]
            if not groups:
                if not waiting:
                    return
                groups, waiting = waiting, []
            learner.avoid(shared.yes & left, shared.no & left)
            found = yield from self._differ(learner, [shared.within(group) for group in groups], spent)
            if isinstance(found, Board):
                shared = shared.shared(without_swaps(found, self.interchangeable))
                groups, waiting = groups + waiting, []
            elif found is None and spent():
                self.complete, self.candidates = False, shared
                return
            elif found is None:
                groups = [half for group in groups for half in _halves(group)]
            elif len(found) == 1:
                settled = shared.within(groups.pop(found[0]))
                learner.settle(*settled)
                self._settle(self.propagator.extend(self.state, *settled))
            else:
                waiting.append(groups.pop(found[-1]))

    def _limit_of_sharing(self, learner: Learner) -> Callable[[], bool]:
        """Return a function that returns whether the work for sharing is spent."""
        if self.thorough:
            conflicts = learner.conflicts + max(THOROUGH_CONFLICTS, learner.conflicts)
            return lambda: learner.conflicts >= conflicts
        allowed = min(max(SHARE_WORK, PROBE_WORK * self.probes + learner.work), MOST_SHARE_WORK)
        work = learner.work + allowed
        return lambda: learner.work >= work

    def _differ(
        self, learner: Learner, parts: Sequence[Board], spent: Callable[[], bool]
    ) -> Steps[Board | list[int] | None]:
        """Return the learner's answer, or None if that takes too long."""
        one = all(part.known.bit_count() == 1 for part in parts)
        divide = learner.conflicts + DIVIDE_AFTER
        steps = learner.differ(parts)
        try:
            while True:
                yield next(steps)
                if spent() or not one and learner.conflicts >= divide:
                    return None
        except StopIteration as end:
            return end.value
        finally:
            steps.close()

    # Depth

    def measure_depth(self) -> Steps[None]:
        """Measure the depth, 0, 1 or 2 as in `Answer.depth`, by refuting single wrong values until nothing more can be
        refuted.
        """
        if self.depth is not None:
            return
        self.progress.stage, self.progress.verdict = "depth", self.answer()
        solution = self.boards[0]
        for state in self.propagator.root():
            known = self.propagator.known(state)
            yield self.progress
        probes, went_on = 0, True
        while went_on and self.visible & ~known.known:
            went_on = False
            for bit in iter_bits(self.visible & ~known.known):
                if known.known & bit:
                    continue
                if probes >= DEPTH_PROBES:
                    return
                probes += 1
                yield self.progress
                value = bool(solution.yes & bit)
                try:
                    self.propagator.extend(state, 0 if value else bit, bit if value else 0)
                except Contradiction:
                    state = self.propagator.extend(state, bit if value else 0, 0 if value else bit)
                    known = self.propagator.known(state)
                    went_on = True
        self.depth = 2 if self.visible & ~known.known else min(probes, 1)

    def _settle(self, state: Any) -> None:
        self.state = state
        self.board = self.propagator.known(state)
        self.possible.clear()
        self.followed.clear()
        self.progress.settled = self.board.known.bit_count()

    def _full(self, board: Board) -> bool:
        """Return whether everything is known, including hidden variables; only then is a board a solution without the
        learner.
        """
        return board.known == self.puzzle.cells

    def _found(self, board: Board) -> None:
        """Keep a board that differs visibly from the others, and those that result from swapping interchangeable cells."""
        for found in (board, *swaps(board, self.interchangeable)):
            seen = found.within(self.visible)
            if len(self.boards) < self.limit and seen not in self.seen:
                self.seen.add(seen)
                self.boards.append(found)


def _halves(group: int) -> list[int]:
    cells = list(members(group))
    middle = len(cells) // 2
    return [set_of(half) for half in (cells[:middle], cells[middle:]) if half]
