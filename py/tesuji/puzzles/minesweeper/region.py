"""Connected groups of hints, and the fewest hints of a group that settle a cell.

Cells around the same hints form one class; only the number of mines in a class matters. Some hints settle a class if
all their solutions agree with the field on its number of mines, and this number is zero or all of its cells. The fewest
such hints are found with implicit hitting sets: if a solution has another number, at least one of the hints that it
breaks must be among those that settle the class. The search looks for solutions close to the field, because these break
few hints.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import chain

from tesuji.bitset import members
from tesuji.hitting_set import add, hitting_set

Ranges = tuple[list[int], list[int]]
"""For each class, the minimum and the maximum number of mines."""
Classes = dict[int, list[int]]
"""The cells of each class as a bit set -> the hints around them."""
AT_ONCE = 2000
"""Hints, cells or regions that are looked at between two safe points."""


def regions(hints: Mapping[int, int]) -> Iterator[Classes | None]:
    """Yield the classes of each region, in an order in which neighbours follow each other, and None at safe points.
    `hints` has the closed cells around each hint.
    """
    around: dict[int, list[int]] = {}
    for read, (number, cells) in enumerate(hints.items(), 1):
        for cell in members(cells):
            around.setdefault(cell, []).append(number)
        if read % AT_ONCE == 0:
            yield None
    classes: dict[tuple[int, ...], int] = {}
    for read, cell in enumerate(sorted(around), 1):
        if read % AT_ONCE == 0:
            yield None
        key = tuple(around[cell])
        classes[key] = classes.get(key, 0) | 1 << cell
    of_hint: dict[int, list[tuple[int, ...]]] = {}
    for key in classes:
        for number in key:
            of_hint.setdefault(number, []).append(key)
    seen = set()
    for start in classes:
        if start in seen:
            continue
        order, region = [start], {}
        seen.add(start)
        for key in order:  # grows during the loop: breadth first
            region[classes[key]] = list(key)
            for number in key:
                new = [other for other in of_hint[number] if other not in seen]
                seen.update(new)
                order += new
        yield region


class Region:
    """A group of hints. `rest`: the number of mines missing around each hint; `mines`: the field, which satisfies all
    hints.
    """

    def __init__(self, classes: Classes, rest: Mapping[int, int], mines: int):
        places = {hint: place for place, hint in enumerate(dict.fromkeys(chain.from_iterable(classes.values())))}
        self.rest = [rest[hint] for hint in places]
        self.cells = list(classes)
        self.holders = [[places[hint] for hint in hints] for hints in classes.values()]
        self.size = [cells.bit_count() for cells in self.cells]
        self.true = [(cells & mines).bit_count() for cells in self.cells]
        self.members: list[list[int]] = [[] for _ in places]
        for place, held in enumerate(self.holders):
            for hint in held:
                self.members[hint].append(place)
        self.all = (1 << len(places)) - 1
        self.broken: list[list[int]] = [
            [] for _ in self.cells
        ]  # for each class, the hints that a solution with another count breaks
        self.settled = 0  # classes settled by all hints together
        self.free = sum(
            (0 < true < size) << number for number, (true, size) in enumerate(zip(self.true, self.size))
        )  # and classes left open

    def fewest(self, sizes: range, done: int) -> Iterator[tuple[int, int]]:
        """Yield (cells, the fewest hints that settle them, one of `sizes`) for all cells except those `done`. Fewer
        than sizes[0] hints settle none.

        Yields (0, 0) when it may be paused. Results are cached for later calls.
        """
        for number, cells in enumerate(self.cells):
            if not cells & done and (yield from self._is_settled(number)):
                fewest = yield from self._fewest_for(number, sizes)
                if fewest:
                    yield cells, fewest

    def _is_settled(self, number: int) -> Generator[tuple[int, int], None, int]:
        """Return whether all hints together settle a class."""
        if not (self.settled | self.free) >> number & 1:
            yield 0, 0
            other = self._solution(self.all, number)
            if other is None:
                self.settled |= 1 << number
            else:
                self.free |= sum((count != true) << place for place, (count, true) in enumerate(zip(other, self.true)))
        return self.settled >> number & 1

    def _fewest_for(self, number: int, sizes: range) -> Generator[tuple[int, int], None, int]:
        """Return the number of hints that settle a class, or 0 if no number in `sizes` is enough."""
        broken = self.broken
        for size in sizes:
            while (chosen := (yield from self._hit(broken[number], size))) is not None:
                yield 0, 0
                other = self._solution(chosen, number)
                if other is None:
                    return size
                other, missing = self._satisfied(chosen, number, other)
                for changed, count in enumerate(other):
                    if count != self.true[changed]:
                        add(broken[changed], missing)
        return 0

    def _hit(self, sets: Sequence[int], size: int) -> Generator[tuple[int, int], None, int | None]:
        """Return `size` hints that hit all sets, or None."""
        search = hitting_set(sets, size)
        try:
            while True:
                next(search)
                yield 0, 0
        except StopIteration as end:
            found: int | None = end.value
            return found

    def _satisfied(self, chosen: int, number: int, counts: list[int]) -> tuple[list[int], int]:
        """Return a solution that satisfies the chosen hints and as many others as possible, and the hints that it
        breaks."""
        broken = self._broken(counts)
        open_hints = broken
        while open_hints:
            hint = open_hints & -open_hints
            open_hints ^= hint
            other = self._solution(self.all & ~broken | hint, number)
            if other is not None:
                counts, broken = other, self._broken(other)
                open_hints &= broken
        return counts, broken

    def _broken(self, counts: list[int]) -> int:
        found = 0
        for hint, numbers in enumerate(self.members):
            if sum([counts[number] for number in numbers]) != self.rest[hint]:
                found |= 1 << hint
        return found

    def _solution(self, hints: int, wrong: int) -> list[int] | None:
        """Return the number of mines of each class in a solution of some hints in which class `wrong` differs from the
        field, or None.
        """
        low, high = [0] * len(self.size), self.size[:]
        if self.true[wrong]:
            high[wrong] = self.true[wrong] - 1
        else:
            low[wrong] = 1
        stack: list[tuple[Ranges, int]] = [((low, high), wrong)]
        while stack:
            (low, high), changed = stack.pop()
            if not self._narrow(low, high, hints, changed):
                continue
            counts = [max(least, min(most, true)) for least, most, true in zip(low, high, self.true)]
            branch = self._unhappy(counts, low, high, hints, changed)
            if branch is None:
                return counts
            for count in range(low[branch], high[branch] + 1):
                if count != counts[branch]:
                    stack.append((_with(low, high, branch, count), branch))
            stack.append((_with(low, high, branch, counts[branch]), branch))
        return None

    def _narrow(self, low: list[int], high: list[int], hints: int, changed: int) -> bool:
        """Narrow the ranges by the hints, starting from a changed class. Return False if a hint cannot be satisfied."""
        members, rest, holders = self.members, self.rest, self.holders
        queue = [hint for hint in holders[changed] if hints >> hint & 1]
        while queue:
            hint = queue.pop()
            numbers = members[hint]
            spare = rest[hint] - sum([low[number] for number in numbers])
            short = sum([high[number] for number in numbers]) - rest[hint]
            if spare < 0 or short < 0:
                return False
            for number in numbers:
                least, most = low[number], high[number]
                room = most - least
                if room > spare or room > short:
                    if room > spare:
                        high[number] = least + spare
                    if room > short:
                        low[number] = most - short
                    queue += [
                        other
                        for other in holders[number]
                        if hints >> other & 1 and other != hint and other not in queue
                    ]
                    if room > spare and room > short:
                        queue.append(hint)
        return True

    def _unhappy(self, counts: list[int], low: list[int], high: list[int], hints: int, changed: int) -> int | None:
        """Return an open class of a hint that these counts break, or None if they break none."""
        for hint in members(hints):
            numbers = self.members[hint]
            if sum([counts[number] for number in numbers]) != self.rest[hint]:
                return next(number for number in numbers if low[number] < high[number])
        return None


def _with(low: list[int], high: list[int], number: int, count: int) -> Ranges:
    low, high = low[:], high[:]
    low[number] = high[number] = count
    return low, high
