"""All arrangements of a line, counted and indexed without listing them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from math import comb

from tesuji.bitset import members
from tesuji.constraints.patterns.balance import flagged, linked, links
from tesuji.constraints.patterns.balanced_lines import balanced, forced_cells
from tesuji.errors import Contradiction
from tesuji.grid import rows_and_columns
from tesuji.model import Board, Puzzle
from tesuji.puzzles.binoxxo.rules import lines_of
from tesuji.rulebook import Arrangement


class Legal:
    """Lines with these X and O. The total number of X is in `numbers` (None: any number), no three are equal in
    `windows` (bit i: cells i to i+2), and neighbours are `alike` or `unlike` (bit i: cells i and i+1).
    """

    def __init__(
        self, width: int, x: int, o: int, windows: int, numbers: Collection[int] | None, alike: int = 0, unlike: int = 0
    ):
        self.width, self.x, self.o, self.windows = width, x, o, windows
        self.numbers = range(width + 1) if numbers is None else numbers
        self.alike, self.unlike = alike, unlike
        # behind[p][before, last]: the number of continuations from place p, for each number of X packed into one int.
        self.slot = width + 1
        ways = {(before, last): 1 for before in (0, 1, 2) for last in (0, 1, 2)}
        self.behind = [ways]
        for place in range(width - 1, -1, -1):
            ahead, ways = ways, {}
            for before in (0, 1, 2):
                for last in (0, 1, 2):
                    ways[before, last] = sum(
                        ahead[last, letter] << self.slot * letter
                        for letter in (0, 1)
                        if self._may(place, before, last, letter)
                    )
            self.behind.append(ways)
        self.behind.reverse()

    def _may(self, place: int, before: int, last: int, letter: int) -> bool:
        if (self.o if letter else self.x) >> place & 1:
            return False
        if place and (self.unlike if last == letter else self.alike) >> place - 1 & 1:
            return False
        return not (before == last == letter and place > 1 and self.windows >> place - 2 & 1)

    def _ways(self, place: int, before: int, last: int, used: int) -> int:
        packed, slot = self.behind[place][before, last], self.slot
        left = [number - used for number in self.numbers if number >= used]
        return sum(packed >> count * slot & (1 << slot) - 1 for count in left)

    @property
    def total(self) -> int:
        return self._ways(0, 2, 2, 0)

    def line(self, number: int) -> int:
        """Return the X of the line with this number, from 0, X before O. The time is linear in the width of the line."""
        found, before, last = 0, 2, 2
        for place in range(self.width):
            ways = self._ways(place + 1, last, 1, found.bit_count() + 1) if self._may(place, before, last, 1) else 0
            letter = int(number < ways)
            number -= 0 if letter else ways
            found |= letter << place
            before, last = last, letter
        return found

    def number(self, line: int) -> int:
        """Return the number of a legal line."""
        found, before, last, used = 0, 2, 2, 0
        for place in range(self.width):
            letter = line >> place & 1
            if not letter and self._may(place, before, last, 1):
                found += self._ways(place + 1, last, 1, used + 1)
            used += letter
            before, last = last, letter
        return found


def obeys(line: int, alike: int, unlike: int) -> bool:
    """Return whether the neighbours of a line, given by its X, are equal and different as required."""
    changes = line ^ line >> 1
    return not (changes & alike or ~changes & unlike)


def possible(
    width: int, x: int, o: int, windows: int, numbers: Collection[int] | None, alike: int = 0, unlike: int = 0
) -> bool:
    """Return whether `Legal` counts any line. Stores one bit for each number of X instead of a count, which is a
    hundred times as fast on the widest boards.
    """
    reached = {(2, 2): 1}
    for place in range(width):
        window = place > 1 and windows >> place - 2 & 1
        ahead: dict[tuple[int, int], int] = {}
        for (before, last), counts in reached.items():
            for letter in (0, 1):
                if place and (unlike if last == letter else alike) >> place - 1 & 1:
                    continue
                if not ((o if letter else x) >> place & 1 or window and before == last == letter):
                    ahead[last, letter] = ahead.get((last, letter), 0) | counts << letter
        reached = ahead
    return any(numbers is None or any(counts >> number & 1 for number in numbers) for counts in reached.values())


def _choices(blanks: int, numbers: Iterable[int]) -> int:
    """Return the ways to choose one of some numbers of blanks."""
    return sum(comb(blanks, number) for number in numbers if number >= 0)


class Arrangements:
    """A `rulebook.LineView`: all ways to fill the blanks with the missing letters, X before O.

    Excluded arrangements have three alike, equal a finished line, or break a sign.
    """

    def __init__(self, puzzle: Puzzle, board: Board, along: str, number: int):
        direction = along == "column"
        self.cells = rows_and_columns(puzzle.width, puzzle.height)[direction][number]
        packed = lines_of(puzzle, board)[direction]
        self.width = len(self.cells)
        self.x, self.o = packed[number]
        self.blanks = [place for place in range(self.width) if not (self.x | self.o) >> place & 1]
        numbers = balanced(self.width)
        self.to_come = [number - self.x.bit_count() for number in numbers]
        """The possible numbers of X among the blanks."""
        self.total = _choices(len(self.blanks), self.to_come)
        full = (1 << self.width) - 1
        self.taken = {}
        if puzzle.document.get("distinct", True):
            self.taken = {x: other for other, (x, o) in enumerate(packed) if other != number and x | o == full}
        self.alike, self.unlike = linked(flagged(links(puzzle), puzzle.size), self.cells)
        self._legal = Legal(self.width, self.x, self.o, full, numbers, self.alike, self.unlike)
        rivals = [x for x in self.taken if not (x & self.o or self.x & ~x)]
        self._skipped = sorted(
            self._legal.number(x)
            for x in rivals
            if self._three(x) is None and x.bit_count() in numbers and obeys(x, self.alike, self.unlike)
        )
        self.fitting = self._legal.total - len(self._skipped)
        try:
            self.shared = self._letters(*forced_cells(self.width, self.x, self.o, rivals, self.alike, self.unlike))
        except Contradiction:
            self.shared = "?" * self.width

    def all(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.total)):
            line = self._line(number)
            text, three = self._letters(line, ~line), self._three(line)
            if three is not None:
                words = {"first": three + 1, "last": three + 3, "letter": text[three]}
                yield Arrangement(text, "three", words, self.cells[three])
            elif line in self.taken:
                yield Arrangement(text, "alike", {"other": self.taken[line] + 1})
            elif not obeys(line, self.alike, self.unlike):
                changes = line ^ line >> 1
                place = next(members(changes & self.alike | ~changes & self.unlike))
                yield Arrangement(text, "sign", {"first": place + 1, "last": place + 2}, self.cells[place])
            else:
                yield Arrangement(text)

    def only_fitting(self, first: int, end: int) -> Iterator[Arrangement]:
        for number in range(first, min(end, self.fitting)):
            for skipped in self._skipped:
                number += skipped <= number
            line = self._legal.line(number)
            yield Arrangement(self._letters(line, ~line))

    def _line(self, number: int) -> int:
        """Return the X of an arrangement by its number."""
        line, to_come = self.x, self.to_come
        for behind, place in zip(range(len(self.blanks) - 1, -1, -1), self.blanks):
            with_x = _choices(behind, [number - 1 for number in to_come])
            if number < with_x:
                line |= 1 << place
                to_come = [number - 1 for number in to_come]
            else:
                number -= with_x
        return line

    def _three(self, line: int) -> int | None:
        """Return the place of the first three equal letters."""
        full = (1 << self.width) - 1
        threes = 0
        for letter in (line, full & ~line):
            threes |= letter & letter >> 1 & letter >> 2
        return (threes & -threes).bit_length() - 1 if threes else None

    def _letters(self, x: int, o: int) -> str:
        return "".join("X" if x >> place & 1 else "O" if o >> place & 1 else "?" for place in range(self.width))
