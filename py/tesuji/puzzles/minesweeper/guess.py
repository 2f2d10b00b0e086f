"""The best guess if nothing is certain: the chance of surviving, then the chance of progress.

If few boards are left, all continuations are computed, and the cell that wins most often is the best. Otherwise the
cells that are nearly as safe as the safest one are compared: for every number that such a cell may show, how safe is
the safest cell then? The score is the chance of surviving this cell and the next, plus a little for the chance that
something is then certain.

The strongest players also look one move ahead in this way: David N. Hill's JSMinesweeper calls it secondary safety and
progress, and solves the end of a game in the same way.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tesuji.bitset import members, set_of
from tesuji.constraints import Count
from tesuji.errors import OutOfBudget
from tesuji.grid import cells_around
from tesuji.model import Board, Clue, Puzzle
from tesuji.puzzles.minesweeper.probability import ClosedAround, RegionOdds, weighed
from tesuji.rulebook import Guess, GuessCandidate

if TYPE_CHECKING:
    from fractions import Fraction

NEARLY = 0.9
"""Cells whose chance is less than this share of the safest cell's chance are not compared."""
MAX_COMPARED, MAX_APART = 10, 4
"""The number of cells compared, and how many of these may have no number next to them."""
GOING_ON = 0.1
"""The weight of survival if a certain move always follows."""
FEW_BOARDS, MAX_POSITIONS = 150, 6000
"""The number of boards below which the end of the game is solved, and the maximum number of positions for that."""


def guess(puzzle: Puzzle) -> Generator[None, None, Guess | None]:
    """Return the best cell to try, or None if a cell is certainly safe, none is closed, or no board fits. If the budget
    ends, return the best cell so far.
    """
    numbered = sum(1 << clue.at[0] * puzzle.width + clue.at[1] for clue in puzzle.clues if clue.at != ("mines",))
    if puzzle.givens.no & ~numbered:
        return None
    regions: dict[frozenset[ClosedAround], RegionOdds] = {}
    every, shares = yield from weighed(puzzle, regions)
    closed = list(members(puzzle.cells & ~puzzle.givens.known))
    if shares is None or not closed or any(shares[cell] == 0 for cell in closed):
        return None
    open_cells = [cell for cell in closed if shares[cell] != 1]
    if not open_cells:
        return None
    if every <= FEW_BOARDS:
        with suppress(OutOfBudget):
            ended = yield from _ending(puzzle, open_cells)
            if ended:
                return ended
    return (yield from _looking_ahead(puzzle, open_cells, every, shares, regions))


# Looking one move ahead


def _looking_ahead(
    puzzle: Puzzle,
    cells: list[int],
    every: int,
    shares: Sequence[Fraction],
    regions: dict[frozenset[ClosedAround], RegionOdds],
) -> Generator[None, None, Guess]:
    safest_first = _promising(puzzle, cells, shares)
    tried: list[GuessCandidate] = []
    best = 0.0
    with suppress(OutOfBudget):
        for cell in safest_first:
            safe = 1 - shares[cell]
            if tried and float(safe) * (1 + GOING_ON) <= best:
                continue
            tried.append((yield from _tried(puzzle, cell, safe, every, regions)))
            best = max(best, _worth(tried[-1]))
    if not tried:
        tried.append(_untried(safest_first[0], 1 - shares[safest_first[0]]))
    order = {cell: place for place, cell in enumerate(safest_first)}
    tried.sort(key=lambda one: (-_worth(one), order[one.cell]))
    first = tried[0]
    safe = max(one.safe for one in tried)
    return Guess(tuple(tried), "safest" if first.safe == safe else "further" if first.further else "twice")


def _untried(cell: int, safe: Fraction) -> GuessCandidate:
    return GuessCandidate(cell, safe, safe * safe, 0 * safe)


def _worth(one: GuessCandidate) -> float:
    """Return the chance of surviving this cell and the next one, plus a little for a certain move after it."""
    return float(one.twice) * (1 + GOING_ON * float(one.further / one.safe))


def _promising(puzzle: Puzzle, cells: list[int], shares: Sequence[Fraction]) -> list[int]:
    """Return the cells worth trying, safest first. Cells without a number next to them are equally safe, so a few
    represent all: corners, which are most likely to open more, and some next to other candidates."""
    touched = 0
    for constraint in puzzle.constraints:
        if constraint.clue and constraint.clue.at != ("mines",):
            touched |= sum(1 << cell for cell in constraint.scope)
    best = max(1 - shares[cell] for cell in cells)
    good = [cell for cell in cells if float(1 - shares[cell]) >= NEARLY * float(best)]
    good.sort(key=lambda cell: (shares[cell], _around(puzzle, cell).bit_count(), cell))
    near = [cell for cell in good if touched >> cell & 1]
    apart = [cell for cell in good if not touched >> cell & 1]
    touching = [cell for cell in apart if _around(puzzle, cell) & touched & ~puzzle.givens.known]
    chosen = {*near[: MAX_COMPARED - MAX_APART], *apart[: MAX_APART // 2], *touching[: MAX_APART // 2]}
    return [cell for cell in good if cell in chosen]


def _around(puzzle: Puzzle, cell: int) -> int:
    """Return the cells around a cell: 3 in a corner, 5 at the border, 8 elsewhere."""
    return set_of(cells_around(*divmod(cell, puzzle.width), puzzle.width, puzzle.height))


def _tried(
    puzzle: Puzzle, cell: int, safe: Fraction, every: int, regions: dict[frozenset[ClosedAround], RegionOdds]
) -> Generator[None, None, GuessCandidate]:
    """Return the chances after a cell is opened, over all numbers that it may show."""
    near = _around(puzzle, cell)
    mines, closed = (near & puzzle.givens.yes).bit_count(), (near & ~puzzle.givens.known).bit_count()
    nothing = 0 * safe
    twice = further = nothing
    for number in range(mines, mines + closed + 1):
        after = shown(puzzle, cell, number)
        boards, shares = yield from weighed(after, regions)
        if shares is None:
            continue
        left = [shares[other] for other in members(after.cells & ~after.givens.known)]
        # If only mines are left, the game is won.
        next_one = 1 - min((share for share in left if share != 1), default=nothing)
        twice += boards * next_one / every
        if next_one == 1:
            further += safe.__class__(boards, every)
    return GuessCandidate(cell, safe, twice, further)


def shown(puzzle: Puzzle, cell: int, number: int) -> Puzzle:
    """Return the position after a safe cell has shown its number."""
    clue = Clue(divmod(cell, puzzle.width), number)
    count = Count(list(members(_around(puzzle, cell))), {number}, clue)
    givens = Board(puzzle.givens.yes, puzzle.givens.no | 1 << cell)
    return puzzle._replace(clues=(*puzzle.clues, clue), constraints=(*puzzle.constraints, count), givens=givens)


# The end


def _ending(puzzle: Puzzle, cells: list[int]) -> Generator[None, None, Guess | None]:
    """Return the cells ordered by the number of boards won after them, or None if that takes too long."""
    boards = yield from _boards(puzzle)
    end = Ending(puzzle, boards)
    won = yield from end.won()
    if won is None:
        return None
    from fractions import Fraction

    every, tried = len(boards), []
    for cell in cells:
        parts = end.parts(cell, end.all)
        safe = Fraction(sum(part.bit_count() for part in parts), every)
        certain = Fraction(sum(part.bit_count() for part in parts if end.certain(part, cell)), every)
        total = Fraction(sum(won[part] for part in parts), every)
        tried.append(GuessCandidate(cell, safe, safe, certain, total))
    tried.sort(key=lambda one: (-one.won, -one.safe, -one.further, one.cell))
    return Guess(tuple(tried), "won")


def _boards(puzzle: Puzzle) -> Generator[None, None, list[int]]:
    """Return all boards that fit, each as the set of its mines, by branching on a cell while one is open."""
    regions: dict[frozenset[ClosedAround], RegionOdds] = {}
    boards, waiting = [], [puzzle.givens]
    while waiting:
        known = waiting.pop()
        _, shares = yield from weighed(puzzle._replace(givens=known), regions)
        if shares is None:
            continue
        mines = sum(1 << cell for cell in range(puzzle.size) if shares[cell] == 1)
        safe = sum(1 << cell for cell in range(puzzle.size) if shares[cell] == 0)
        left = puzzle.cells & ~(mines | safe)
        if left:
            bit = left & -left
            waiting += [Board(mines, safe | bit), Board(mines | bit, safe)]
        else:
            boards.append(mines)
    return boards


class Ending:
    """The game tree of a position with few possible boards. A set of boards is a bit set of their indexes. Boards are
    distinguished only by revealed numbers, so the probability of winning depends only on the set.
    """

    def __init__(self, puzzle: Puzzle, boards: list[int]):
        self.boards, self.all = boards, (1 << len(boards)) - 1
        self.cells = list(members(puzzle.cells & ~puzzle.givens.known))
        self.shows: dict[int, list[int]] = {}
        """cell -> for each number, the boards in which the cell shows it; boards in which the cell is a mine are left
        out.
        """
        for cell in self.cells:
            near = _around(puzzle, cell)
            numbers: dict[int, int] = {}
            for place, mines in enumerate(boards):
                if not mines >> cell & 1:
                    number = (mines & near).bit_count()
                    numbers[number] = numbers.get(number, 0) | 1 << place
            self.shows[cell] = list(numbers.values())

    def parts(self, cell: int, some: int) -> list[int]:
        """Return these boards after a cell is opened, grouped by its number; boards in which it is a mine are left out."""
        return [part & some for part in self.shows[cell] if part & some]

    def certain(self, some: int, opened: int) -> bool:
        """Return whether a cell other than the one just opened is safe in all of these boards, or only one board is
        left.
        """
        return some & (some - 1) == 0 or any(
            cell != opened and sum(part.bit_count() for part in self.parts(cell, some)) == some.bit_count()
            for cell in self.cells
        )

    def won(self) -> Generator[None, None, dict[int, int] | None]:
        """Return, for every set that can arise, the number of its boards that optimal play wins; None if there are more
        than MAX_POSITIONS sets.
        """
        won: dict[int, int] = {}
        choices: dict[int, list[list[int]]] = {}
        stack = [part for cell in self.cells for part in self.parts(cell, self.all)]
        while stack:
            some = stack[-1]
            if some in won:
                stack.pop()
            elif some & (some - 1) == 0:
                won[some] = 1
            elif some not in choices:
                if len(choices) >= MAX_POSITIONS:
                    return None
                choices[some] = self._choices(some)
                stack += {part for parts in choices[some] for part in parts if part not in won}
                yield
            else:
                won[some] = max((sum(won[part] for part in parts) for parts in choices[some]), default=0)
        return won

    def _choices(self, some: int) -> list[list[int]]:
        """Return, for each informative cell, the groups of boards that it may leave. A cell that is safe and
        informative is always opened.
        """
        found = []
        for cell in self.cells:
            parts = self.parts(cell, some)
            if len(parts) == 1 and parts[0] == some or not parts:
                continue  # either safe and uninformative, or a mine
            if sum(part.bit_count() for part in parts) == some.bit_count():
                return [parts]
            found.append(parts)
        return found
