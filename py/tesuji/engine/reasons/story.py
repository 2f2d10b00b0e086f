"""The story of a contradiction, clue by clue, until a rule is broken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tesuji.bitset import members
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.reasons.conflict import Conflict
from tesuji.engine.trace import Chain, Tracer
from tesuji.model import Board, Puzzle, Step, counted
from tesuji.variables import excluded_values, visible

CASES = 40
"""The most values that are supposed and refuted on the way."""


class _Plot(NamedTuple):
    """The material of a story: the constraints involved, these together with the free rules, and the visible cells to
    suppose a value of, the nearest first.
    """

    puzzle: Puzzle
    blamed: tuple[int, ...]
    among: set[int]
    cells: tuple[tuple[int, ...], ...]
    progress: Progress


def story(puzzle: Puzzle, found: Conflict, what: str = "clues") -> Steps[tuple[Chain, ...]]:
    """Return the chains from a conflict to the contradiction: one chain per value to refute, which is the first link of
    the chain, and last the chain of consequences. Empty if CASES such values are not enough.
    """
    givens = found.givens.joined(excluded_values(puzzle)) if what == "rules" else puzzle.givens
    blamed = "clues" if what == "rules" else what
    return (yield from _chains(_plot(puzzle, found.constraints, blamed), found.marks.joined(givens)))


def cases(puzzle: Puzzle, before: Board, step: Step, what: str = "clues") -> Steps[tuple[Chain, ...]]:
    """Return the same for a step: the consequences of the opposite value of its first cell, which is assumed."""
    cell = next(members(step.yes | step.no))
    known = Board(before.yes & step.cells, before.no & step.cells)
    known = known.joined(Board(step.no & 1 << cell, step.yes & 1 << cell))
    return (yield from _chains(_plot(puzzle, step.because, what), known))


def _plot(puzzle: Puzzle, blamed: tuple[int, ...], what: str | int) -> _Plot:
    free = set(range(len(puzzle.constraints))) - set(members(counted(puzzle, what)))
    near, seen = {cell for number in blamed for cell in puzzle.constraints[number].scope}, visible(puzzle)
    cells = (
        tuple(cell for cell in sorted(near) if seen >> cell & 1),
        tuple(cell for cell in members(seen if free else 0) if cell not in near),
    )
    return _Plot(puzzle, blamed, free.union(blamed), cells, Progress("conflict", of=puzzle.size))


def _chains(plot: _Plot, known: Board) -> Steps[tuple[Chain, ...]]:
    chains: list[Chain] = []
    for _ in range(CASES + 1):
        yield plot.progress  # also before the first one, because thousands of constraints take half a second
        tracer = Tracer(plot.puzzle, known, plot.blamed)
        trail = tracer.unfold(plot.among)
        if trail.broken is not None:
            return (*chains, trail.to_conflict())
        shortest = yield from _refuted(plot, known.joined(trail.values()))
        if shortest is None:
            return ()
        # Start from the originally known cells, so that the chain contains every intermediate result.
        cell, value, _ = shortest.links[0]
        ending = tracer.unfold(plot.among, cell, value)
        if ending.broken is None:
            return ()
        chains.append(ending.to_conflict())
        known = Board(known.yes | (not value) << cell, known.no | value << cell)
    return ()


def _refuted(plot: _Plot, board: Board) -> Steps[Chain | None]:
    """Return the shortest refutation of a value of a nearby cell; if there is none, of any other cell."""
    tracer = Tracer(plot.puzzle, board, plot.blamed)
    holding: set[tuple[int, bool]] = set()
    """The consequences of values that were not refuted. Supposing one of these later implies no more, so it is skipped.
    """
    for cells in plot.cells:
        best: Chain | None = None
        for cell, value in _values(cells, board):
            if (cell, value) in holding:
                continue
            trail = tracer.follow(cell, value, plot.among)
            yield plot.progress
            if trail.broken is None:
                holding.update(event.link[:2] for event in trail.events)
                continue
            chain = trail.to_conflict()
            if best is None or len(chain.links) < len(best.links):
                best = chain
        if best:
            return best
    return None


def _values(cells: tuple[int, ...], board: Board) -> Iterator[tuple[int, bool]]:
    return ((cell, value) for cell in cells if not board.known >> cell & 1 for value in (True, False))
