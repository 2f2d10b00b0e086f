"""CNF encodings of constraints: the number of literals that hold, and the runs of a line.

Each function yields clauses (tuples of literals). `new` is a function that makes a variable and returns its positive
literal. A `guard` literal switches the constraint on: its negation is in every clause that restricts the given
literals. Clauses that only define new variables do without it, because they can always be satisfied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, groupby
from math import comb
from typing import NamedTuple

Clause = tuple[int, ...]
Clauses = Iterator[Clause]

DIRECT = 100  # clauses; a constraint that needs more of them gets auxiliary variables


def among(
    literals: Sequence[int], numbers: Collection[int], new: Callable[[], int], guard: int | None = None
) -> Clauses:
    """Encode that the number of literals that hold is one of `numbers`. The clauses propagate everything that this
    implies.
    """
    n = len(literals)
    gaps = list(gaps_of(n, numbers))
    without = () if guard is None else (guard ^ 1,)
    if _is_short(n, gaps):
        for low, high in gaps:
            yield from (clause + without for clause in _forbid(literals, low, high))
        return
    if 2 * min(numbers) > n:  # counting fewer literals takes fewer clauses
        literals, gaps = [x ^ 1 for x in literals], [(n - high, n - low) for low, high in gaps]
    counts = yield from totals([[x] for x in literals], new, _highest(gaps, n))
    yield from _outside_gaps(counts, gaps, n, guard)


def are_few(n: int, numbers: Collection[int]) -> bool:
    """Return whether a count of `n` literals needs few clauses, and no auxiliary variables."""
    return _is_short(n, list(gaps_of(n, numbers)))


def _is_short(n: int, gaps: Sequence[tuple[int, int]]) -> bool:
    return sum(comb(n, low) * comb(n - low, n - high) for low, high in gaps) <= DIRECT


class GuardedSum(NamedTuple):
    """Some literals of a sum. While `guard` holds (None: always), `number` of them hold (None: any number)."""

    literals: Sequence[int]
    number: int | None = None
    guard: int | None = None


def among_parts(
    parts: Sequence[GuardedSum], numbers: Collection[int], new: Callable[[], int], guard: int | None = None
) -> Clauses:
    """Encode that the number of literals that hold in all parts, which are disjoint, is one of `numbers`.

    Uses a totalizer with a node for each part, so that the numbers of the parts propagate to the sum.
    """
    n = sum(len(part.literals) for part in parts)
    gaps = list(gaps_of(n, numbers))
    counts = yield from sum_of_parts(parts, _highest(gaps, n), new)
    yield from _outside_gaps(counts, gaps, n, guard)


def sum_of_parts(parts: Sequence[GuardedSum], limit: int, new: Callable[[], int]) -> Generator[Clause, None, list[int]]:
    """Yield the clauses that define "at least 1 of all literals hold", and so on up to `limit`, and those of the parts;
    return these literals.
    """
    nodes = []
    for literals, number, guard in parts:
        node = yield from totals([[x] for x in literals], new, len(literals))
        nodes.append(node)
        if number is not None:
            yield from _outside_gaps(node, gaps_of(len(node), {number}), len(node), guard)
    return (yield from totals(nodes, new, limit))


def _highest(gaps: Sequence[tuple[int, int]], n: int) -> int:
    """Return the highest sum that has to be distinguished from lower ones."""
    return max((high + 1 if high < n else low for low, high in gaps), default=1)


def _outside_gaps(counts: Sequence[int], gaps: Iterable[tuple[int, int]], n: int, guard: int | None) -> Clauses:
    """Encode that the sum given by `counts`, over n literals, lies in no gap."""
    without = () if guard is None else (guard ^ 1,)
    for low, high in gaps:
        fewer = () if low == 0 else (counts[low - 1] ^ 1,)
        more = () if high == n else (counts[high],)
        yield fewer + more + without


def gaps_of(n: int, numbers: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the maximal ranges (low, high) of numbers 0..n that are not allowed."""
    for allowed, together in groupby(range(n + 1), numbers.__contains__):
        if not allowed:
            gap = [*together]
            yield gap[0], gap[-1]


def _forbid(literals: Sequence[int], low: int, high: int) -> Clauses:
    """Encode that the number of literals that hold is not between `low` and `high`."""
    for on in combinations(literals, low):
        rest = [x for x in literals if x not in on]
        for off in combinations(rest, len(literals) - high):
            yield tuple(x ^ 1 for x in on) + off


def totals(nodes: Sequence[list[int]], new: Callable[[], int], limit: int) -> Generator[Clause, None, list[int]]:
    """Yield the clauses that define the literals "at least 1 hold", "at least 2 hold", ... up to `limit`; return these
    literals.

    `nodes` are such lists of literals over disjoint sets; a single literal is such a list.

    A tree of unary sums in both directions (totalizer: Bailleux & Boufkhad 2003); nearly all clauses have three
    literals.
    """
    if not nodes:
        return []
    if len(nodes) == 1:
        return nodes[0][:limit]
    half = len(nodes) // 2
    left = yield from totals(nodes[:half], new, limit)
    right = yield from totals(nodes[half:], new, limit)
    size = min(limit, len(left) + len(right))
    counts = [new() for _ in range(size)]
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j:
                at_least_both = tuple(x ^ 1 for x in (left[i - 1 : i] if i else []) + (right[j - 1 : j] if j else []))
                yield *at_least_both, counts[min(i + j, size) - 1]
            if i + j < size:
                yield *left[i : i + 1], *right[j : j + 1], counts[i + j] ^ 1
    yield from ((counts[k] ^ 1, counts[k - 1]) for k in range(1, size))
    return counts


@cache
def totalizer_size(n: int, limit: int) -> int:
    """Return the approximate number of clauses that define the sums of `n` literals up to `limit`."""
    if n < 2:
        return 0
    half = n // 2
    joins = 2 * min(half + 1, limit) * min(n - half + 1, limit)
    return joins + totalizer_size(half, limit) + totalizer_size(n - half, limit)


def runs(
    cells: Sequence[int],
    lengths: Sequence[int],
    new: Callable[[], int],
    guard: int | None = None,
    odd: int | None = None,
) -> Clauses:
    """Encode that the literals that hold form runs of these lengths, in this order, with gaps between them. `odd`: as
    in `colour_runs`.
    """
    return colour_runs([[x ^ 1 for x in cells], cells], [(length, 1) for length in lengths], new, guard, odd)


def colour_runs(
    planes: Sequence[Sequence[int]],
    runs: Sequence[tuple[int, int]],
    new: Callable[[], int],
    guard: int | None = None,
    odd: int | None = None,
) -> Clauses:
    """Encode that a line has runs of these (length, colour), in this order, with gaps between runs of the same
    colour.

    `planes[value][i]` is the literal that cell i has this value; 0 is blank. Order encoding: a variable for each run
    and place means "the run starts here or earlier", so that nearly all clauses have two or three literals. A line that
    is too short for its runs gives a clause that fails. If `odd` is 0 or 1, runs of odd length start at even or odd
    places only, counted from 0.
    """
    n, without = len(planes[0]), () if guard is None else (guard ^ 1,)
    if not runs:
        yield from ((x, *without) for x in planes[0])
        return
    used = {0, *(colour for _, colour in runs)}
    for value, cells in enumerate(planes):
        if value not in used:
            yield from ((x ^ 1, *without) for x in cells)
    first, place = [], 0
    for number, (length, colour) in enumerate(runs):
        place += number > 0 and runs[number - 1][1] == colour
        first.append(place)
        place += length
    slack = n - place
    if slack < 0:
        yield without
        return
    starts = [[new() for _ in range(slack)] for _ in runs]

    def by(run: int, place: int) -> int | bool:
        """Return the literal that the run starts at `place` or earlier, or a bool if that is already known."""
        moved = place - first[run]
        return False if moved < 0 else True if moved >= slack else starts[run][moved]

    for chain in starts:
        yield from ((x ^ 1, y) for x, y in zip(chain, chain[1:]))
    for chain, following in zip(starts, starts[1:]):
        yield from ((y ^ 1, x) for x, y in zip(chain, following))
    if odd is not None:
        for j, (length, _) in enumerate(runs):
            for i in range(1 - odd, n, 2) if length % 2 else ():
                yield from _unless(by(j, i), by(j, i - 1), without)
    for i in range(n):
        for j, (length, colour) in enumerate(runs):
            yield from _unless(by(j, i), by(j, i - length), (planes[colour][i], *without))
        for j in range(len(runs) + 1):
            ended = j == 0 or by(j - 1, i - runs[j - 1][0])
            begun = j < len(runs) and by(j, i)
            yield from _unless(ended, begun, (planes[0][i], *without))


def _unless(holds: int | bool, fails: int | bool, clause: Clause) -> Clauses:
    """Yield the clause under the condition that `holds` is true and `fails` is false. Either may be a known bool."""
    if holds is False or fails is True:
        return
    if fails is not False:
        clause = (fails, *clause)
    if holds is not True:
        clause = (holds ^ 1, *clause)
    yield clause


def differ(x: int, a: int, b: int) -> Clauses:
    """Encode that x holds if and only if exactly one of two literals does. A negative number is a constant: -2 never
    holds, -1 always does.
    """
    if a >> 1 == b >> 1:
        yield (x ^ (a == b),)
    elif a < 0 or b < 0:
        one, known = max(a, b), min(a, b) & 1
        yield x ^ 1, one ^ known
        yield x, one ^ known ^ 1
    else:
        yield from ((x ^ 1, a, b), (x ^ 1, a ^ 1, b ^ 1), (x, a ^ 1, b), (x, a, b ^ 1))
