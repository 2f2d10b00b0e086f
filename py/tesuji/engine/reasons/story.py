"""A contradiction told as a story: from these clues this follows, with that one this, and there it breaks."""

from __future__ import annotations

from tesuji.engine.budget import Progress, Steps
from tesuji.engine.reasons.assumptions import counted
from tesuji.engine.reasons.chain import Chain, Tracer
from tesuji.engine.reasons.conflict import Conflict
from tesuji.model import Board, Puzzle, members

CASES = 12
"""Values that are supposed and refuted on the way, at most."""


def story(puzzle: Puzzle, found: Conflict, what: str = "clues") -> Steps[tuple[Chain, ...]]:
    """The chains that lead from a conflict to what breaks: first each value that has to be refuted on the way, as
    supposed in the first link of its chain; last what follows from all of it. Empty where CASES such values do not do.
    """
    free = set(range(len(puzzle.constraints))) - set(members(counted(puzzle, what)))
    among = free.union(found.constraints)
    known = found.marks.joined(found.givens if what == "rules" else puzzle.givens)
    progress = Progress("conflict", of=puzzle.size)
    chains: list[Chain] = []
    for _ in range(CASES + 1):
        tracer = Tracer(puzzle, known, found.constraints)
        trail = tracer.unfold(among)
        if trail.broken is not None:
            return (*chains, trail.to_conflict())
        yield progress
        follows = trail.values()
        shortest = yield from _refuted(puzzle, known.joined(follows), among, found, progress)
        if shortest is None:
            return ()
        # Told from what was known at first, so that its chain has what it took to get there.
        cell, value, _ = shortest.links[0]
        ending = tracer.unfold(among, cell, value)
        if ending.broken is None:
            return ()
        chains.append(ending.to_conflict())
        known = Board(known.yes | (not value) << cell, known.no | value << cell)
    return ()


def _refuted(puzzle: Puzzle, board: Board, among: set[int], found: Conflict, progress: Progress) -> Steps[Chain | None]:
    """The shortest refutation of one value of a cell that the conflict speaks of."""
    tracer = Tracer(puzzle, board, found.constraints)
    cells = sorted({cell for number in found.constraints for cell in puzzle.constraints[number].scope})
    best: Chain | None = None
    for cell in cells:
        for value in (True, False):
            if not board.known >> cell & 1:
                chain = tracer.refute(cell, value, among)
                yield progress
                if chain and (best is None or len(chain.links) < len(best.links)):
                    best = chain
    return best
