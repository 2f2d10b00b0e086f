"""Sets of small integers, such as literals, as bit sets: bit i of an int is set if i is a member."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, count
from typing import Any

BIT_BY_BIT_LENGTH = 4096
"""Longer bit sets are converted as text, because taking single bits takes quadratic time."""
DENSE_RATIO = 8
"""A bit set with more than one member per this many bits is converted as flags."""


def members(cells: int) -> Iterator[int]:
    """Return the members of a bit set, lowest first."""
    number, size = cells.bit_count(), cells.bit_length()
    if number == 1:
        return iter((size - 1,))
    if number > DENSE_RATIO and DENSE_RATIO * number > size:
        return compress(count(), flags(cells, size))
    return _few_members(cells)


def _few_members(cells: int) -> Iterator[int]:
    first = 0
    if cells.bit_length() > BIT_BY_BIT_LENGTH:  # a few neighbours at the end of a large board: shift them to the front
        first = (cells & -cells).bit_length() - 1
        cells >>= first
    if cells.bit_length() > BIT_BY_BIT_LENGTH:
        text = bin(cells)[:1:-1]
        place = text.find("1")
        while place >= 0:
            yield first + place
            place = text.find("1", place + 1)
        return
    while cells:
        low = cells & -cells
        cells ^= low
        yield first + low.bit_length() - 1


def iter_bits(cells: int) -> Iterator[int]:
    """Yield the single bits of a bit set, lowest first."""
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


def set_of(numbers: Iterable[int]) -> int:
    """Return the bit set of these members.

    Takes linear time. Combining single bits would take seconds for 100,000 members.
    """
    numbers = list(numbers)
    if not numbers:
        return 0
    first = min(numbers) >> 3
    found = bytearray((max(numbers) >> 3) - first + 1)  # neighbours at the end of a large board need few bytes
    for number in numbers:
        found[(number >> 3) - first] |= 1 << (number & 7)
    return int.from_bytes(found, "little") << 8 * first


LARGE = 4096
"""From this number of sets on, they are computed when needed: 40,000 sets of 40,000 bits take 100 MB."""


class LazySets(Sequence[int]):
    """Bit sets that are computed at each access."""

    def __init__(self, make: Callable[[int], int], number: int):
        self.make, self.number = make, number

    def __len__(self) -> int:
        return self.number

    def __getitem__(self, place: Any) -> Any:
        return self.make(range(self.number)[place])


def sets_for(make: Callable[[int], int], number: int) -> Sequence[int]:
    """Return the bit set that a function returns for each number below `number`."""
    return list(map(make, range(number))) if number < LARGE else LazySets(make, number)


def from_flags(flags: Iterable[object]) -> int:
    """Return the bit set of the positions at which a flag is true, in time linear in the number of flags."""
    return int("".join(["1" if flag else "0" for flag in flags])[::-1] or "0", 2)


def flags(cells: int, size: int) -> bytes:
    """Return one byte for each number below `size`, 1 if it is a member and 0 if not, so that lookups take constant
    time.
    """
    return f"{cells:0{size}b}"[::-1].encode().translate(ONE_ZERO)


ONE_ZERO = bytes.maketrans(b"01", b"\0\1")


def literals(yes: int, no: int) -> list[int]:
    """Return the signed literals of a board: 2 * n for each yes n, 2 * n + 1 for each n that is not."""
    return [2 * cell for cell in members(yes)] + [2 * cell + 1 for cell in members(no)]
