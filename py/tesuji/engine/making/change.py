"""Find the changes of a single clue that give a puzzle without a solution exactly one.

A clue can be at fault only if the other clues have a solution together. If they have none, the clause learner returns a
core, and only the clues of that core remain candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from tesuji.bitset import literals, set_of
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.sat.solver import Core, Model
from tesuji.engine.search import solve
from tesuji.errors import OutOfBudget
from tesuji.model import Alternative, Board, Puzzle

CAP = 50
"""The number of conflicts after which the learner moves on to another clue. It returns to the clue later."""
READ = 40
"""The number of boards from which the values of a clue are read."""


class Change(NamedTuple):
    """A clue, a value that gives the puzzle one solution, and the puzzle with that value."""

    clue: Alternative
    value: Any
    puzzle: Puzzle
    solution: Board


def changes(
    puzzle: Puzzle, clues: Sequence[Alternative], changed: Callable[[Alternative, Any], Puzzle | None]
) -> Steps[tuple[list[Change], bool]]:
    """Return the changes of one clue that leave one solution, the smallest first, and whether all were tried.

    If the budget is spent, these are the changes found so far. `changed` returns the puzzle with another value of a
    clue, or None if that value is clearly impossible.
    """
    found: list[Change] = []
    search = _Blaming(puzzle, clues)
    waiting, cap = list(clues), CAP
    try:
        while waiting:
            later = []
            for clue in waiting:
                boards = yield from search.boards_without(clue, cap)
                if boards is None:
                    later.append(clue)
                    continue
                for value in _values(clue, boards):
                    candidate = changed(clue, value)
                    if candidate and (solution := (yield from _only_solution(candidate, search.progress))):
                        found.append(Change(clue, value, candidate, solution))
                search.progress.settled += 1
            waiting, cap = later, 4 * cap
    except OutOfBudget:
        return _sorted(found), False
    return _sorted(found), True


def _only_solution(puzzle: Puzzle, progress: Progress) -> Steps[Board | None]:
    """Return the solution of a puzzle if it has exactly one, else None. Raises OutOfBudget."""
    answer = yield from relayed(solve(puzzle, None, 2, False, False), progress)
    return answer.boards[0] if answer.verdict == "unique" else None


def _values(clue: Alternative, boards: Sequence[Board]) -> list[Any]:
    """Return the values to try: those that the clue lists if the others have a board, or those read from the boards."""
    values = clue.values if clue.shown is None else dict.fromkeys(map(clue.shown, boards))
    return [value for value in values if value != clue.was] if boards else []


def _sorted(found: Iterable[Change]) -> list[Change]:
    return sorted(found, key=lambda change: distance(change.clue.was, change.value))


def distance(was: Any, value: Any) -> int:
    """Return the size of a change: the difference of numbers, the edit distance of sequences of runs, else 1."""
    if isinstance(was, int) and isinstance(value, int):
        return abs(was - value)
    if isinstance(was, str) or isinstance(value, str):
        return int(was != value)
    row = [sum(map(_length, value[:count])) for count in range(len(value) + 1)]
    for run in was:
        before, row = row, [row[0] + _length(run)]
        for place, other in enumerate(value):
            changed = before[place] + abs(_length(run) - _length(other)) + (_colour(run) != _colour(other))
            row.append(min(changed, before[place + 1] + _length(run), row[place] + _length(other)))
    return row[-1]


def _length(run: Any) -> int:
    """Return the length of a run, which is a number or a pair with a colour."""
    return run if isinstance(run, int) else run[0]


def _colour(run: Any) -> int:
    return 0 if isinstance(run, int) else run[1]


class _Blaming:
    """Finds boards that satisfy every clue except one."""

    def __init__(self, puzzle: Puzzle, clues: Sequence[Alternative]):
        self.puzzle = puzzle
        dropped = set_of(number for clue in clues for number in clue.drops)
        self.freed = 0
        for clue in clues:
            self.freed |= clue.frees
        self.progress = Progress("mend", of=len(clues))
        known = puzzle.givens.within(puzzle.cells & ~self.freed)
        self.assumptions = Assumptions(puzzle, dropped, known, self.progress)
        self.cores: list[tuple[int, int]] = []
        """The constraints and the given cells of each contradiction found."""

    def boards_without(self, clue: Alternative, cap: int) -> Steps[list[Board] | None]:
        """Return boards that differ in the clue's cells, or None if none was found within `cap` conflicts of the
        learner. One board is enough if the clue's values need not be read from boards.
        """
        drops = set_of(clue.drops)
        if not all(numbers & drops or cells & clue.frees for numbers, cells in self.cores):
            return []
        given = self.puzzle.givens.within(self.freed & ~clue.frees)
        found: list[Board] = []
        assume = literals(*given)
        cells = set_of(cell for number in clue.drops for cell in self.puzzle.constraints[number].scope)
        while True:
            outcome = yield from self.assumptions.ask(assume, self.assumptions.counted & ~drops, max_conflicts=cap)
            if outcome is None and not found:
                return None
            if isinstance(outcome, Core) and not found:
                self._note(outcome)
            if not isinstance(outcome, Model):
                return found
            yes = self.assumptions.yes_of(outcome)
            found.append(Board(yes, self.puzzle.cells & ~yes))
            if len(found) == (1 if clue.shown is None else READ):
                return found
            if len(found) == 1:
                assume = [*assume, 2 * self.assumptions.solver.new_var()]
            self.assumptions.solver.add_clause((assume[-1] ^ 1, *literals(cells & ~yes, cells & yes)))

    def _note(self, core: Core) -> None:
        cells = set_of(literal >> 1 for literal in core if literal not in self.assumptions.number)
        self.cores.append((self.assumptions.constraints_in(core), cells))
