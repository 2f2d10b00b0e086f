"""Smallest hitting sets: the fewest elements that include at least one of each set. Sets are ints used as bit sets.

A collection of sets only needs those that contain no other, which `minimal` returns and `add` keeps up to date.
"""

from __future__ import annotations

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Sequence
from functools import reduce
from operator import or_

from tesuji.bitset import members

BRANCHES = 50
"""The number of branches between two pauses; one takes 10 to 60 us."""


def minimal(sets: Iterable[int]) -> list[int]:
    """Return the sets that contain no other, smaller ones first."""
    kept: list[int] = []
    for candidate in sorted(set(sets), key=_size):
        for one in kept:
            if one & candidate == one:
                break
        else:
            kept.append(candidate)
    return kept


def add(sets: list[int], new: int) -> None:
    """Add a set to a list of minimal ones."""
    if not any(one & new == one for one in sets):
        sets[:] = [one for one in sets if one & new != new]
        insort(sets, new, key=_size)


def _size(one: int) -> tuple[int, int]:
    return one.bit_count(), one


def hitting_set(sets: Sequence[int], limit: int) -> Generator[None, None, int | None]:
    """Return at most `limit` elements that hit every one of these minimal sets, or None. Pauses after every BRANCHES
    branches, whose number grows exponentially with the limit.

    Branches on the smallest set not yet hit, tries its most frequent element first, and excludes tried elements. An
    element that hits no more sets than one that failed fails, too.
    """
    path: list[_Branching] = []
    banned = branches = 0
    while True:
        branches += 1
        if branches % BRANCHES == 0:
            yield
        found = _hit(sets, limit - len(path), banned)
        if isinstance(found, int):
            return reduce(or_, [one.element for one in path], found)
        if found:
            path.append(_Branching(found, banned))
        while path and not path[-1].advance():
            path.pop()
        if not path:
            return None
        sets, banned = path[-1].left, path[-1].banned


class _Branching:
    """The elements of one set, which are tried one after the other."""

    def __init__(self, candidates: Iterable[tuple[int, list[int]]], banned: int):
        self.candidates, self.banned = iter(candidates), banned
        self.element = 0
        """The element that is being tried; `banned` has those before it."""
        self.left: list[int] = []
        """The sets that it does not hit."""
        self.failed: list[list[int]] = []

    def advance(self) -> bool:
        """Go on to the next element that may succeed, because the current one has failed. Return False if no such
        element is left.
        """
        if self.element:
            self.failed.append(self.left)
        for element, left in self.candidates:
            self.banned |= self.element
            self.element, self.left = element, left
            every = set(left)
            if not any(map(every.issuperset, self.failed)):
                return True
        return False


def greedy(sets: Sequence[int]) -> int:
    """Return elements that hit every set, chosen greedily by frequency. The result is rarely much larger than the
    minimum.
    """
    chosen, left = 0, list(sets)
    frequency = Counter(element for one in sets for element in members(one))
    while left:
        best = 1 << max(frequency, key=lambda element: (frequency[element], -element))
        chosen |= best
        for one in left:
            if one & best:
                frequency.subtract(members(one))
        left = [one for one in left if not one & best]
    return chosen


def by_preference(near: Sequence[int], sets: Iterable[int], chosen: int) -> list[int]:
    """Return the elements that are not chosen, in the order in which the board for the next set should keep them:
    those that hit the most and smallest sets first, because a set without them excludes the most choices; then the
    farthest. `near` lists all elements, the nearest first.
    """
    weights: dict[int, float] = defaultdict(float)
    for one in sets:
        for element in members(one):
            weights[element] -= 1 / one.bit_count()
    return sorted([element for element in reversed(near) if not chosen >> element & 1], key=weights.__getitem__)


def _hit(sets: Sequence[int], limit: int, banned: int) -> int | list[tuple[int, list[int]]] | None:
    """Return elements that hit all sets if they can be found without a branch; otherwise the candidates for the first
    of them, each with the sets that it does not hit, or None if no `limit` elements hit all sets.
    """
    if not sets:
        return 0
    if limit <= 1:
        common = ~banned
        for one in sets:
            common &= one
        return common & -common if common > 0 and limit == 1 else None
    if _disjoint(sets, banned, limit) > limit:
        return None
    return _most_frequent_first(min(((one & ~banned) for one in sets), key=int.bit_count), sets)


def _disjoint(sets: Sequence[int], banned: int, enough: int) -> int:
    """Return a lower bound: the number of sets, chosen greedily, that share no element. If a set cannot be hit, return
    more than `enough`.
    """
    used, count = banned, 0
    for one in sets:
        if not one & ~banned:
            return enough + 1
        if not one & ~banned & used:
            used |= one
            count += 1
            if count > enough:
                break
    return count


def _most_frequent_first(candidates: int, sets: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Return each element with the sets that it does not hit."""
    elements = []
    while candidates:
        low = candidates & -candidates
        candidates ^= low
        elements.append((low, [one for one in sets if not one & low]))
    return sorted(elements, key=lambda found: (len(found[1]), found[0]))
