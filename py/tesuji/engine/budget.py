"""Time limits, cancelling and progress. Searches are generators that yield at safe points and never read the clock.

The driver of a search (`run` here, a slice in the browser's worker) reads the clock between two checkpoints, and throws
OutOfBudget into the generator when the budget is spent; the search then returns its partial result.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TypeVar

from tesuji.errors import OutOfBudget

Result = TypeVar("Result")


class Progress:
    """Progress of a search: stage, settled cells, total cells, and counters. Each search has one object and updates it
    in place.
    """

    def __init__(self, stage: str = "propagate", settled: int = 0, of: int = 0, counts: dict[str, int] | None = None):
        self.stage: str = stage
        self.settled: int = settled
        self.of: int = of
        self.counts: dict[str, int] = {} if counts is None else counts
        self.verdict: Any = None
        """The answer so far, once its verdict is known, which the call turns into a result; or the verdict alone."""

    def to_json(self) -> dict[str, Any]:
        document = {"stage": self.stage, "settled": self.settled, "of": self.of, **self.counts}
        return document | {"result": self.verdict} if isinstance(self.verdict, dict) else document


Steps = Generator[Progress, None, Result]
"""A search. It yields at safe points, at most about 2 ms apart, and returns its answer."""


class Budget:
    """A time limit in seconds from now, and a flag to cancel.

    `clock` returns seconds. Use `perf_counter` when a person is waiting, and `thread_time`, which counts CPU time, when
    the answer must not depend on the load of the machine.
    """

    def __init__(self, seconds: float | None = None, clock: Callable[[], float] | None = None):
        self.clock: Callable[[], float] = clock or perf_counter
        self.began: float = self.clock()
        self.ends: float = float("inf") if seconds is None else self.began + seconds
        self.cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True

    @property
    def seconds(self) -> float:
        """Seconds since the budget was made."""
        return self.clock() - self.began

    def spent(self) -> bool:
        return self.cancelled or self.clock() >= self.ends


def relayed(steps: Generator[Any, None, Result], progress: Progress) -> Steps[Result]:
    """Run another search, but yield `progress` instead of its own."""
    try:
        while True:
            next(steps)
            yield progress
    except StopIteration as end:
        return end.value
    finally:
        steps.close()


def at_most(steps: Steps[Result], points: int) -> Steps[Result | None]:
    """Run a search for at most this many safe points, as if its budget ended then; return None if it has no result by
    then. If the caller's own budget ends, OutOfBudget passes through.
    """
    try:
        while True:
            try:
                progress = next(steps) if points > 0 else steps.throw(OutOfBudget())
            except OutOfBudget:
                return None
            points -= 1
            yield progress
    except StopIteration as end:
        return end.value
    finally:
        steps.close()


def watched(steps: Steps[Result], before: Callable[[Progress], Iterable[Progress]]) -> Steps[Result]:
    """Run a search; `before` sees each progress first, and its safe points come first. OutOfBudget reaches the search."""
    try:
        progress = next(steps)
        while True:
            try:
                yield from before(progress)
                yield progress
            except OutOfBudget as spent:
                progress = steps.throw(spent)
            else:
                progress = next(steps)
    except StopIteration as end:
        return end.value
    finally:
        steps.close()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause Python's cyclic garbage collector. It would scan all clauses repeatedly, up to 170 ms at a time, and find
    nothing, because searches create no cycles.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def run(steps: Steps[Result], budget: Budget | None = None, watch: Callable[[Progress], None] | None = None) -> Result:
    """Drive a search to its end and return its answer. `watch` is called with the progress at every safe point."""
    budget = budget or Budget()
    with collector_paused():
        try:
            progress = next(steps)
            while True:
                if watch:
                    watch(progress)
                progress = steps.throw(OutOfBudget()) if budget.spent() else next(steps)
        except StopIteration as end:
            return end.value
