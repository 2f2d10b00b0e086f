"""The easiest reason for each cell on a board that fills up.

Reasons found earlier still hold on a fuller board, so they are cached, and the next step usually comes from the cache.
Only techniques easier than the cached step run again.
"""

from __future__ import annotations

from collections.abc import Callable

from tesuji.bitset import members
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.context import Context
from tesuji.engine.reasons.steps import LEVELS, SWEEPS, Explainer
from tesuji.model import Board, Step

ALLOWANCE = 2000
"""The number of safe points after which techniques above SWEEPS and unnamed steps are skipped."""


class EasiestStep:
    """Finds the easiest reason per cell on a board that only grows; any other board resets it. `work` limits the safe
    points spent on hard steps.
    """

    def __init__(self, context: Context, progress: Progress, work: int | None = ALLOWANCE):
        self.context, self.progress, self.work = context, progress, work
        self.techniques = context.book.explaining.techniques
        self.board = Board()
        self.found: dict[int, tuple[int, Step]] = {}
        """cell -> (number of the technique, step), the easiest so far."""
        self.looked = 0
        """The number of techniques already searched on this board."""

    def on(self, board: Board) -> None:
        """Make this the current board."""
        if board == self.board:
            return
        if self.board.yes & ~board.yes or self.board.no & ~board.no:
            self.found.clear()
        self.board, self.looked = board, 0

    def level(self, step: Step) -> int:
        """Return the level of a step's technique."""
        named = {technique.name: technique.level for technique in self.techniques}
        return named.get(step.technique) or LEVELS[step.technique]

    def reason(self, cells: int) -> Steps[Step | None]:
        """Return the easiest step that settles only some of these unknown cells, or None if none is forced or the work
        is spent."""
        number = yield from self._named(cells)
        if number is not None:
            return (yield from self._fresh(number, cells))
        if self.work is not None and self.work <= 0:
            return None
        explainer = Explainer(self.context, self.board)
        return (yield from self._spending(explainer.about_unnamed(cells)))

    def swept(self, cells: int) -> Steps[bool]:
        """Return whether a step up to SWEEPS settles one of these unknown cells."""
        for number, technique in enumerate(self.techniques):
            if technique.level > SWEEPS:
                break
            if not self._known(cells, number) and number >= self.looked:
                yield from self._look_through(number, cells)
            if self._known(cells, number):
                return True
        return False

    def easier(
        self, level: int, but: int, distance: Callable[[Step], float], only_no: bool = False
    ) -> Steps[Step | None]:
        """Return the closest of the easiest steps, of at most this level, that settle no cell of `but`; with `only_no`,
        only steps that rule out a value.
        """
        for number, technique in enumerate(self.techniques):
            if technique.level > level:
                break
            if number >= self.looked:
                yield from self._look_through(number, 0)
            done = self.board.known | but
            steps = [
                step
                for own, step in self.found.values()
                if own == number and not (step.yes | step.no) & done and (step.no or not only_no)
            ]
            if steps:
                return min(steps, key=distance)
        return None

    def _named(self, cells: int) -> Steps[int | None]:
        """Return the number of the easiest technique that settles one of the cells, or None."""
        for number, technique in enumerate(self.techniques):
            if self._known(cells, number):
                return number
            if technique.level > SWEEPS and self.work is not None and self.work <= 0:
                break
            if number >= self.looked:
                yield from self._look_through(number, cells)
                if self._known(cells, number):
                    return number
        best = [self.found[cell][0] for cell in members(cells) if cell in self.found]
        return min(best, default=None)

    def _known(self, cells: int, number: int) -> bool:
        return any(self.found[cell][0] <= number for cell in members(cells) if cell in self.found)

    def _look_through(self, number: int, cells: int) -> Steps[None]:
        """Store the steps of a technique; a costly technique stops once it settles one of the cells."""
        technique = self.techniques[number]
        costly = technique.level > SWEEPS
        for step in technique.find(self.context, self.board):
            if costly and self.work is not None:
                self.work -= 1
            if step is not None:
                self._keep(number, step)
                if costly and (step.yes | step.no) & cells:
                    return
            yield self.progress
        if number == self.looked:
            self.looked += 1

    def _keep(self, number: int, step: Step) -> None:
        for cell in members((step.yes | step.no) & ~self.board.known):
            if cell not in self.found or self.found[cell][0] > number:
                self.found[cell] = number, step

    def _fresh(self, number: int, cells: int) -> Steps[Step]:
        """Return a technique's step that settles some of the cells, as it looks on this board."""
        kept = [self.found[cell] for cell in members(cells) if cell in self.found]
        number, step = min(kept, key=lambda entry: entry[0])
        if (step.yes | step.no) & self.board.known:
            for other in self.techniques[number].find(self.context, self.board):
                if other is not None and (other.yes | other.no) & cells:
                    step = other
                    break
                yield self.progress
        return step._replace(yes=step.yes & cells, no=step.no & cells)

    def _spending(self, steps: Steps[Step | None]) -> Steps[Step | None]:
        try:
            while True:
                yield next(steps)
                if self.work is not None:
                    self.work -= 1
        except StopIteration as end:
            return end.value
        finally:
            steps.close()
