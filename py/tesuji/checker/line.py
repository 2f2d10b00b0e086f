"""Line: half of the cells are yes (or one more or less if their number is odd), no three in a row are equal, and the
line equals no parallel line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any


class Line:
    """A line of cells, with the parallel lines from which it must differ."""

    word = "line"

    def __init__(self, cells: Sequence[int], parallel: Sequence[Sequence[int]]):
        self.cells: Sequence[int] = cells
        self.parallel: Sequence[Sequence[int]] = parallel

    def __call__(self, true: Collection[int], definitions: dict[int, tuple[Any, ...]]) -> bool:
        """Return whether every arrangement of the line equals a complete parallel line. Exact."""
        complete = [other for other in self.parallel if all(x in true or -x in true for x in other)]
        taken = {tuple([y in true for y in other]) for other in complete}
        return self._ways(true) <= sum([self._is_way(letters, true) for letters in taken])

    def _is_way(self, letters: tuple[bool, ...], true: Collection[int]) -> bool:
        """Return whether `letters` is an arrangement of this line."""
        if any((-x if letter else x) in true for x, letter in zip(self.cells, letters)):
            return False
        return abs(2 * sum(letters) - len(letters)) <= len(letters) % 2 and not any(
            a == b == c for a, b, c in zip(letters, letters[1:], letters[2:])
        )

    def _ways(self, true: Collection[int]) -> int:
        """Return the number of arrangements. A state is the last two letters, and how many more are yes than no."""
        ways = Counter({(0, 0, 0): 1})
        for x in self.cells:
            before, ways = ways, Counter()
            for (a, b, ahead), number in before.items():
                for letter in 1, -1:
                    if -letter * x not in true and not a == b == letter:
                        ways[b, letter, ahead + letter] += number
        return sum(number for (_, _, ahead), number in ways.items() if abs(ahead) <= len(self.cells) % 2)
