"""Choose clues from which propagation alone finds the solution, without redundant ones.

Clues are added in random order until the board is full; a clue is skipped if propagation has already settled all of its
cells. QuickXplain (Junker 2004) then removes redundant clues. Both continue from existing states, so each query takes
microseconds. A board that propagation fills has one solution, so no search is needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from random import Random
from typing import Any, NamedTuple

from tesuji.bitset import members, set_of
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.making.subsets import Content
from tesuji.model import Puzzle, cells_of
from tesuji.rulebook import CluePlace, Judge
from tesuji.variables import place_of_literal

Places = Sequence[CluePlace]
"""Places of clues that are removed together."""
PIECE = 500
"""Items prepared between two safe points, which takes about 5 ms."""


class CluePart(NamedTuple):
    """A part of the clues: its number, and the facts it adds."""

    number: int
    adds: Content
    cells: int
    """The cells of its constraints and its givens. If all of them are known, the item adds nothing."""


class Growth:
    """The choice among the clues of a puzzle that has all of them."""

    def __init__(self, puzzle: Puzzle, items: Sequence[CluePart], judge: Judge):
        self.puzzle, self.items, self.judge = puzzle, items, judge
        self.progress = Progress("thin", of=len(items))
        stated = reduce(Content.plus, (item.adds for item in items), Content(0, 0, 0))
        self.always = set_of(range(len(puzzle.constraints))) & ~stated.constraints
        self.fixed = puzzle.givens.yes & ~stated.yes, puzzle.givens.no & ~stated.no
        """The cells that stay given, such as black cells."""
        self.open_cells = puzzle.cells
        """The cells that propagation leaves open even with all parts."""

    def chosen(self, random: Random) -> Steps[list[int] | None]:
        """Return the numbers of the parts that stay, sorted, or None if propagation leaves `open_cells` even with all
        parts.
        """
        start = self.judge.bare(self.always)
        yield self.progress
        if any(self.fixed):
            start = self.judge.give(start, 0, *self.fixed)
            yield self.progress
        added = yield from self._added(start, random)
        if self.open_cells:
            return None
        random.shuffle(added)
        kept = yield from self._minimal(start, added, False)
        return sorted([item.number for item in kept])

    def _added(self, state: Any, random: Random) -> Steps[list[CluePart]]:
        """Return parts that together fill the board, or all if they do not; each settles a cell that the earlier ones
        do not.
        """
        order, added = list(self.items), []
        random.shuffle(order)
        for item in order:
            known = self.judge.known(state).known
            if known == self.puzzle.cells:
                break
            if item.cells & ~known:
                state = self._given(state, [item])
                added.append(item)
            yield self.progress
        self.open_cells = self.puzzle.cells & ~self.judge.known(state).known
        return added

    def _given(self, state: Any, items: Iterable[CluePart]) -> Any:
        clues = reduce(Content.plus, (item.adds for item in items))
        return self.judge.give(state, *clues)

    def _minimal(self, state: Any, items: list[CluePart], added: bool) -> Steps[list[CluePart]]:
        """Return a minimal subset of `items` that fills the board from a state. `added` states that clues were added
        since the state was last checked.
        """
        yield self.progress
        if added and self.judge.known(state).known == self.puzzle.cells:
            return []
        if len(items) < 2:
            return items
        first, second = items[: len(items) // 2], items[len(items) // 2 :]
        second = yield from self._minimal(self._given(state, first), second, True)
        if second:
            state = self._given(state, second)
        first = yield from self._minimal(state, first, bool(second))
        return first + second


def items_of(puzzle: Puzzle, parts: Sequence[Places], progress: Progress) -> Steps[list[CluePart]]:
    """Return the constraints and the given cells that each part adds."""
    constraints: dict[tuple[Any, ...], int] = defaultdict(int)
    for number, constraint in enumerate(puzzle.constraints):
        if constraint.clue:
            constraints[constraint.clue.at] |= 1 << number
    yield progress
    givens: dict[tuple[Any, ...], int] = defaultdict(int)
    for number, cell in enumerate(members(puzzle.givens.known)):
        place = place_of_literal(puzzle, cell)
        givens[place.get("row"), place.get("column")] |= 1 << cell
        if number % PIECE == 0:
            yield progress
    items = []
    for number, part in enumerate(parts):
        items.append(_item(puzzle, number, [(constraints[at], givens[at]) for at in part]))
        if number % PIECE == 0:
            yield progress
    return items


def _item(puzzle: Puzzle, number: int, clues: Iterable[tuple[int, int]]) -> CluePart:
    added = given = 0
    for constraints, cells in clues:
        added, given = added | constraints, given | cells
    cells = given
    for one in members(added):
        cells |= cells_of(puzzle, puzzle.constraints[one])
    return CluePart(number, Content(added, given & puzzle.givens.yes, given & puzzle.givens.no), cells)
