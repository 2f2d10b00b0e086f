"""Human techniques for one number, for two or three, and for the total number of mines; easiest first.

`subset` and `one_two` together find everything that two numbers imply and one alone does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations
from typing import Any, NamedTuple

from tesuji.bitset import flags, set_of
from tesuji.model import Board, Constraint, Puzzle, Step, Technique, TechniqueContext

ALL_MINES = ("mines",)
AT_ONCE = 4096
"""The number of constraints read between two pauses."""


@lru_cache(maxsize=1 << 14)
def _sharing(r: int, c: int) -> tuple[tuple[int, int], ...]:
    """Return the places of numbers that may share cells with the one at this place."""
    return tuple((r + y, c + x) for y in range(-2, 3) for x in range(-2, 3) if y or x)


class Number(NamedTuple):
    """A number with closed cells around it: its constraint, place and value, these cells, and the number of mines
    missing among them.
    """

    constraint: int
    at: tuple
    value: int
    closed: int
    missing: int
    around: Sequence[int]
    """All cells around it."""


class Latest:
    """The latest board, and the numbers that still had closed cells there. No others have on a fuller board."""

    def __init__(self, puzzle: Puzzle):
        self.board = Board()
        self.open: list[Number] | None = None


def _number(index: int, constraint: Constraint, is_mine: bytes, is_known: bytes) -> Number | None:
    """Return the number of a constraint if it has closed cells."""
    scope, clue = constraint.scope, constraint.clue
    closed = [cell for cell in scope if not is_known[cell]]
    if not closed:
        return None
    missing = clue.value - sum([is_mine[cell] for cell in scope])
    return Number(index, clue.at, clue.value, set_of(closed), missing, scope)


class OpenNumbers:
    """The numbers of a board that still have closed cells; the total number of mines is separate."""

    def __init__(self, context: TechniqueContext, board: Board):
        puzzle, latest = context.puzzle, context.once(Latest)
        self.total: Number | None = None
        self.closed, self.width = puzzle.cells & ~board.known, puzzle.width
        self.numbers: dict[tuple, Number] = {}
        """By place."""
        self.sharing: dict[tuple, list[Number]] = {}
        """Results of `near`, by place."""
        self._latest, self._board, self._open = latest, board, list[Number]()
        self._left: Iterator[Number | None] | None
        if latest.open is None or latest.board.known & ~board.known:
            is_mine, is_known = flags(board.yes, puzzle.size), flags(board.known, puzzle.size)
            self._left = (_number(index, one, is_mine, is_known) for index, one in enumerate(puzzle.constraints))
        else:
            self._left = map(self._updated, latest.open)

    def read(self) -> Iterator[None]:
        """Read the numbers, with a pause once in a while. To be called first; continues where an earlier call was
        stopped.
        """
        while self._left:
            some = list(islice(self._left, AT_ONCE))
            self._open += filter(None, some)
            if len(some) == AT_ONCE:
                yield
                continue
            self._left = None
            self._latest.board, self._latest.open = self._board, self._open
            self.numbers = {number.at: number for number in self._open}
            self.total = self.numbers.pop(ALL_MINES, None)

    def _updated(self, number: Number) -> Number | None:
        """Return a number of the latest board, which was less full, if it still has closed cells."""
        closed = number.closed & self.closed
        if closed == number.closed:
            return number
        missing = number.missing - (number.closed & self._board.yes).bit_count()
        return number._replace(closed=closed, missing=missing) if closed else None

    def near(self, number: Number) -> list[Number]:
        """Return the numbers that share closed cells with this one. Computed on demand, because a large board has
        thousands.
        """
        found = self.sharing.get(number.at)
        if found is None:
            around, closed = map(self.numbers.get, _sharing(*number.at)), number.closed
            found = self.sharing[number.at] = [other for other in around if other and other.closed & closed]
        return found

    def adjacent(self, cells: int) -> int:
        """Return the other closed cells that share a side with these."""
        first = sum(1 << cell for cell in range(0, self.closed.bit_length(), self.width))
        touching = cells << self.width | cells >> self.width | cells << 1 & ~first | (cells & ~first) >> 1
        return touching & self.closed & ~cells


class MineFact(NamedTuple):
    """Numbers, possibly including the number of all mines, and the cells they settle together."""

    numbers: tuple[Number, ...]
    mines: int = 0
    safe: int = 0
    words: dict[str, Any] = {}


# One number


def no_mines(position: OpenNumbers) -> Iterator[MineFact]:
    for number in position.numbers.values():
        if number.value == 0:
            yield MineFact((number,), safe=number.closed)


def satisfied(position: OpenNumbers) -> Iterator[MineFact]:
    """Find numbers whose mines are all known."""
    for number in position.numbers.values():
        if number.value and not number.missing:
            yield MineFact((number,), safe=number.closed)


def full(position: OpenNumbers) -> Iterator[MineFact]:
    """Find numbers with as many closed cells as missing mines."""
    for number in position.numbers.values():
        if number.missing == number.closed.bit_count():
            yield MineFact((number,), mines=number.closed)


def all_found(position: OpenNumbers) -> Iterator[MineFact]:
    if position.total and not position.total.missing:
        yield MineFact((position.total,), safe=position.total.closed)


def all_mines(position: OpenNumbers) -> Iterator[MineFact]:
    total = position.total
    if total and total.missing == total.closed.bit_count():
        yield MineFact((total,), mines=total.closed)


# Two numbers and three


def _pairs(position: OpenNumbers) -> Iterator[tuple[Number, Number]]:
    for number in position.numbers.values():
        for other in position.near(number):
            yield number, other


def one_one(position: OpenNumbers) -> Iterator[MineFact]:
    """Find a number a whose only mine is in a cell of b, so that the other cells of b are safe."""
    for a, b in _pairs(position):
        if a.missing == b.missing == 1 and not a.closed & ~b.closed:
            yield MineFact((a, b), safe=b.closed & ~a.closed)


def one_two_one(position: OpenNumbers) -> Iterator[MineFact]:
    """Find 1, 2, 1 in a row, after subtracting known mines. The 2 can share only one mine with each 1, so cells where
    the 1s meet or continue have none.
    """
    for b in position.numbers.values():
        if b.missing != 2:
            continue
        for a, c in permutations(position.near(b), 2):
            opposite = all(first + last == 2 * middle for first, last, middle in zip(a.at, c.at, b.at))
            if opposite and a.at < c.at and a.missing == c.missing == 1 and not b.closed & ~(a.closed | c.closed):
                safe = a.closed & c.closed | (a.closed | c.closed) & ~b.closed
                sides = (a.closed & ~safe, c.closed & ~safe)
                mines = sum(side for side in sides if side.bit_count() == 1)
                yield MineFact((a, b, c), mines, safe, {"as": "mines" if mines else "safe"})


def one_two_two_one(position: OpenNumbers) -> Iterator[MineFact]:
    """Find 1, 2, 2, 1 in a row, after subtracting known mines. Each 2 has one cell that the 1 next to it does not have,
    which is a mine; these two complete all four numbers.
    """
    for b in position.numbers.values():
        for c in position.near(b) if b.missing == 2 else ():
            step = c.at[0] - b.at[0], c.at[1] - b.at[1]
            if c.missing != 2 or b.at > c.at or step not in ((0, 1), (1, 0)):
                continue
            a = position.numbers.get((b.at[0] - step[0], b.at[1] - step[1]))
            d = position.numbers.get((c.at[0] + step[0], c.at[1] + step[1]))
            if not a or not d or not a.missing == d.missing == 1:
                continue
            first, second = b.closed & ~a.closed, c.closed & ~d.closed
            mines = first | second
            if first.bit_count() == second.bit_count() == 1 and not second & ~a.closed and not first & ~d.closed:
                yield MineFact((a, b, c, d), mines, (a.closed | b.closed | c.closed | d.closed) & ~mines)


def hole(position: OpenNumbers) -> Iterator[MineFact]:
    """Find a number a whose closed cells touch no others and belong to b, and which has all the mines that b lacks."""
    for a, b in _pairs(position):
        rest = b.closed & ~a.closed
        if rest and a.missing == b.missing and not a.closed & ~b.closed and not position.adjacent(a.closed):
            yield MineFact((a, b), safe=rest)


def subset(position: OpenNumbers) -> Iterator[MineFact]:
    """Find numbers a whose closed cells all belong to b; the difference of the numbers settles the other cells of b."""
    for a, b in _pairs(position):
        rest = b.closed & ~a.closed
        if a.closed & ~b.closed or not rest:
            continue
        more = b.missing - a.missing
        words = {"more": more, "rest": rest.bit_count(), "missing": a.missing, "as": "safe" if not more else "mines"}
        if not more:
            yield MineFact((a, b), safe=rest, words=words)
        elif more == rest.bit_count():
            yield MineFact((a, b), mines=rest, words=words)


def one_two(position: OpenNumbers) -> Iterator[MineFact]:
    """Find numbers where b lacks as many more mines than a as it has cells of its own. These are mines, and a has none
    outside b.
    """
    for a, b in _pairs(position):
        own, more = b.closed & ~a.closed, b.missing - a.missing
        if more > 0 and more == own.bit_count():
            safe = a.closed & ~b.closed
            yield MineFact((a, b), own, safe, {"n": more, "as": "both" if safe else "mines"})


# All mines


def mine_count(position: OpenNumbers) -> Iterator[MineFact]:
    """Find numbers without common closed cells which together have so many mines that the rest of the board has none
    left, or only mines.
    """
    total = position.total
    for first in position.numbers.values() if total else ():
        numbers, held, cells = [first], first.missing, first.closed
        # The densest number next, because it adds the most mines for the fewest cells.
        for other in sorted(position.numbers.values(), key=lambda number: -number.missing / number.closed.bit_count()):
            if not other.closed & cells:
                numbers.append(other)
                held += other.missing
                cells |= other.closed
        left, rest = total.missing - held, total.closed & ~cells
        words = {"held": held, "left": left, "rest": rest.bit_count(), "numbers": len(numbers)}
        if rest and left == 0:
            yield MineFact((total, *numbers), safe=rest, words={**words, "as": "safe"})
        elif rest and left == rest.bit_count():
            yield MineFact((total, *numbers), mines=rest, words={**words, "as": "mines"})


def _technique(name: str, level: int, facts: Callable[[OpenNumbers], Iterator[MineFact]]) -> Technique:
    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        position = context.derived(OpenNumbers, board)
        yield from position.read()
        for fact in facts(position):
            if fact.mines | fact.safe:
                step = _step(name, fact)
                yield _stated(step, fact, board.known) if context.sentences else step

    return Technique(name, level, find)


def _step(technique: str, fact: MineFact) -> Step:
    because = tuple(number.constraint for number in fact.numbers)
    return Step(fact.mines, fact.safe, technique, because, k=len(because), minimal=len(because) < 3)


def _stated(step: Step, fact: MineFact, known: int) -> Step:
    """Return a step with the known cells that it uses and the parameters of its sentence."""
    first = fact.numbers[0]
    words: dict[str, Any] = {"value": first.value, "n": (fact.mines | fact.safe).bit_count(), **fact.words}
    if first.at != ALL_MINES:
        words |= {"row": first.at[0] + 1, "column": first.at[1] + 1}
    return step._replace(cells=set_of(cell for number in fact.numbers for cell in number.around) & known, params=words)


TECHNIQUES = tuple(
    _technique(*entry)
    for entry in (
        ("no-mines", 1, no_mines),
        ("satisfied", 1, satisfied),
        ("full", 1, full),
        ("all-found", 1, all_found),
        ("all-mines", 1, all_mines),
        ("hole", 2, hole),
        ("one-one", 2, one_one),
        ("subset", 2, subset),
        ("one-two-one", 3, one_two_one),
        ("one-two-two-one", 3, one_two_two_one),
        ("one-two", 3, one_two),
        ("mine-count", 4, mine_count),
    )
)
