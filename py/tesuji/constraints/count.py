"""Count: the number of yes cells.

A small count is encoded in clauses. A large one is a theory, or, if it includes other counts, a totalizer of those, so
that learnt clauses contain partial sums; a theory then counts its sum and the cells that are in no other count. Counts
are encoded over the unknown literals only, which takes far fewer clauses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from tesuji.bitset import members, set_of
from tesuji.constraint import Clause, Constraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder

AT_MOST_ONE = frozenset({0, 1})
LARGE_COUNT = 24
"""A count of more cells than this is a theory if it would need many clauses, because it rarely propagates."""
MOST_CLAUSES = 100_000
"""The most clauses for which a large count becomes a totalizer: 400 cells, 100 of them yes, need 94,000 and 0.2 s."""


class Count(Constraint):
    """The number of yes cells in `scope` is one of `allowed`."""

    __slots__ = ("allowed", "_allowed", "_all")

    name = "count"
    propagators = ("balance", "exclusive", "counts")
    reasonings = ("balance_reasons",)
    symmetric = True
    extra_after = 10

    def __init__(self, scope: Iterable[int], allowed: Iterable[int], clue: Clue | None = None):
        self.scope = tuple(scope)
        self.allowed = frozenset(allowed)  # the same object if it is one already
        self.clue = clue
        self._allowed = _bits(self.allowed, len(self.scope))
        self._all = (1 << len(self.scope)) - 1

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely; constant time in the number of cells, for sets that fit a few machine words."""
        unknown = self._all ^ (yes | no)
        free = unknown.bit_count()
        # Bit t of `more`: t of the unknown cells may be yes.
        more = self._allowed >> yes.bit_count() & (2 << free) - 1
        if not more:
            raise Contradiction(self)
        if more == 1:
            return yes, no | unknown
        if more == 1 << free:
            return yes | unknown, no
        return yes, no

    def holds(self, yes: int) -> bool:
        return yes.bit_count() in self.allowed

    def allows(self, yes: int) -> bool:
        return yes in self.allowed

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return cells of one value if they suffice; only their numbers matter."""
        if order:
            return super().reason(yes, no, target, order)
        if target is not None:
            yes, no = yes & ~(1 << target[0]), no & ~(1 << target[0])
        ones, zeros = yes.bit_count(), no.bit_count()
        if self._forces(ones, 0, target):
            zeros = 0
        elif self._forces(0, zeros, target):
            ones = 0
        while ones and self._forces(ones - 1, zeros, target):
            ones -= 1
        while zeros and self._forces(ones, zeros - 1, target):
            zeros -= 1
        return _first(yes, ones) | _first(no, zeros)

    def _forces(self, ones: int, zeros: int, target: Target | None) -> bool:
        """Return whether these numbers of yes and no cells are enough."""
        free = len(self.scope) - ones - zeros
        more = self._allowed >> ones & (2 << free) - 1
        if target is None:
            return not more
        return more == (1 << free if target[1] else 1)

    # Fewer cells

    def narrowed(self, yes: Collection[int], no: Collection[int]) -> Count:
        """Return the count over the remaining cells, given cells that are known permanently."""
        left = [cell for cell in self.scope if cell not in yes and cell not in no]
        if len(left) == len(self.scope):
            return self
        counted = sum(cell in yes for cell in self.scope)
        return Count(left, [number - counted for number in self.allowed], self.clue)

    def without(self, free: int) -> Count | None:
        others = [cell for cell in self.scope if not free >> cell & 1]
        numbers = {most - more for most in self.allowed for more in range(free.bit_count() + 1)}
        if numbers.issuperset(range(len(others) + 1)):
            return None
        return Count(others, {number for number in numbers if number >= 0}, self.clue)

    def missing(self, yes: int) -> int:
        return min(self.allowed) - yes

    @property
    def exact(self) -> bool:
        return len(self.allowed) == 1

    @property
    def gapless(self) -> bool:
        """True if the allowed numbers are consecutive."""
        return len(self.allowed) > max(self.allowed, default=0) - min(self.allowed, default=0)

    # The learner

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        if encoder.record is not None:
            return self._encode_for_proof(encoder)
        if encoder.guards:
            return self._encode_guarded(encoder, guard)
        count = self.narrowed(encoder.yes, encoder.no)
        if not count._is_large():
            return count._clauses(encoder, guard)
        parts = [part for part, _ in count._parts(encoder)]
        rest = count._remainder(parts)
        return rest._sum((), encoder, guard) if parts else rest._clauses(encoder, guard)

    def _is_large(self) -> bool:
        """Return whether the count has many cells and would need many clauses."""
        from tesuji.engine.sat import clauses

        return len(self.scope) > LARGE_COUNT and not clauses.are_few(len(self.scope), self.allowed)

    def _encode_guarded(self, encoder: Encoder, guard: int | None) -> Iterator[Clause]:
        """Encode a large count as a totalizer over the counts that it includes, each with its guard."""
        if not self._is_large():
            return self._clauses(encoder, guard)
        count = self.narrowed(encoder.yes, encoder.no)
        parts = count._parts(encoder)
        return count._sum(parts, encoder, guard) if parts else count._clauses(encoder, guard)

    def _clauses(self, encoder: Encoder, guard: int | None) -> Iterator[Clause]:
        """Encode the count in clauses, or as a theory if it has many cells and its numbers have no gap."""
        from tesuji.engine.sat import clauses

        if self._is_large() and self.gapless:
            encoder.add_cardinality(self.scope, min(self.allowed), max(self.allowed), guard)
            return iter(())
        cells = [2 * cell for cell in self.scope]
        return clauses.among(cells, self.allowed, lambda: encoder.new(guard), guard)

    def _parts(self, encoder: Encoder) -> list[tuple[Count, int | None]]:
        """Return other counts, narrowed and with their guards, that together cover much of this one."""
        others = encoder.memo.get(Count)
        if others is None:
            others = encoder.memo[Count] = [
                (one.narrowed(encoder.yes, encoder.no), guard) for one, guard in encoder.all_of(Count) if one.exact
            ]
        return [others[place] for place in packing(self, [one for one, _ in others])]

    def _remainder(self, parts: Sequence[Count]) -> Count:
        """Return the count over the remaining cells after removing disjoint parts with one number each.

        Together with the parts it is equivalent to this count, and it propagates much earlier.
        """
        taken = {cell for part in parts for cell in part.scope}
        number = sum(min(part.allowed) for part in parts)
        left = [cell for cell in self.scope if cell not in taken]
        return Count(left, [most - number for most in self.allowed], self.clue)

    def _totalizer_fits(self, free: int = 0) -> bool:
        """Return whether a totalizer of all but `free` cells has no more than MOST_CLAUSES. It counts yes or no cells,
        whichever are fewer.
        """
        from tesuji.engine.sat import clauses

        most = min(max(self.allowed), len(self.scope) - min(self.allowed))
        return clauses.totalizer_size(len(self.scope) - free, max(most, 0) + 2) <= MOST_CLAUSES

    def _sum(self, parts: Sequence[tuple[Count, int | None]], encoder: Encoder, guard: int | None) -> Iterator[Clause]:
        """Encode a totalizer of disjoint parts, each with its guard, and of the remaining cells, unless it is too
        large. A theory adds the cells that are in no other count.
        """
        from tesuji.engine.sat import clauses

        rest = self._remainder([part for part, _ in parts]).scope
        others = [other.scope for other, _ in encoder.memo[Count] if len(other.scope) < len(self.scope)]
        free = set(rest).difference(*others) if self.gapless else set()
        if not self._totalizer_fits(len(free)):
            return (yield from self._clauses(encoder, guard))
        nodes = [clauses.GuardedSum([2 * cell for cell in part.scope], min(part.allowed), own) for part, own in parts]
        nodes.append(clauses.GuardedSum([2 * cell for cell in rest if cell not in free]))
        if not free:
            return (yield from clauses.among_parts(nodes, self.allowed, lambda: encoder.new(guard), guard))
        limit = max(0, *self.allowed) + 1
        counts = yield from clauses.sum_of_parts(nodes, limit, lambda: encoder.new(guard))
        variables = [*[count >> 1 for count in counts], *sorted(free)]
        encoder.add_cardinality(variables, min(self.allowed), max(self.allowed), guard)

    # Proofs

    def _encode_for_proof(self, encoder: Encoder) -> Iterator[Clause]:
        """Encode the count for a proof: clauses over the cells that are not known if these are few, else a theory."""
        from tesuji.engine.sat import clauses

        yes, no = encoder.yes, encoder.no
        left = [cell for cell in self.scope if cell not in yes and cell not in no]
        more = [2 * cell + 1 for cell in self.scope if cell in yes]
        less = [2 * cell for cell in self.scope if cell in no]
        allowed = {number - len(more) for number in self.allowed}
        if not clauses.are_few(len(left), allowed):
            encoder.add_cardinality(self.scope, min(self.allowed), max(self.allowed))
            return
        gapless = len(allowed) > max(allowed) - min(allowed)
        for clause in clauses.among([2 * cell for cell in left], allowed, encoder.new):
            # Without gaps, an upper bound depends on the cells known to be yes, a lower bound on those known to be no.
            signs = {x & 1 for x in clause}
            known = (more if 1 in signs else less) if gapless and len(signs) == 1 else more + less
            yield encoder.under(clause, known)

    def extra_clauses(self, encoder: Encoder) -> Iterator[Clause]:
        """Yield a totalizer of the cells of a large count that no smaller count covers."""
        from tesuji.engine.sat import clauses
        from tesuji.engine.sat.sums import Sums

        if not self.exact or clauses.are_few(len(self.scope), self.allowed):
            return
        if Count not in encoder.memo:
            exact = [one for one, _ in encoder.all_of(Count) if one.exact]
            encoder.memo[Count] = exact, [one.narrowed(encoder.yes, encoder.no) for one in exact]
        counts, narrow = encoder.memo[Count]
        whole = self.narrowed(encoder.yes, encoder.no)
        places = packing(whole, narrow)
        rest = whole._remainder([narrow[place] for place in places])
        if places and rest.scope and rest._totalizer_fits():
            sums = Sums(encoder)
            for place in places:
                yield from sums.take(counts[place], narrow[place].scope, min(narrow[place].allowed))
            yield from sums.leave(self, rest.scope, min(rest.allowed))

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "allowed", the numbers."""
        return {**super().data(), "allowed": sorted(self.allowed)}


def packing(count: Count, others: Sequence[Count]) -> list[int]:
    """Return the indexes of disjoint counts that cover much of a count. The others have one number each."""
    left, found = set(count.scope), []
    within = [
        place
        for place, other in enumerate(others)
        if 0 < len(other.scope) < len(count.scope) and other.scope[0] in left
    ]
    for place in sorted(within, key=lambda place: -len(others[place].scope)):
        if left.issuperset(others[place].scope):
            left.difference_update(others[place].scope)
            found.append(place)
    return sorted(found)


def _first(cells: int, number: int) -> int:
    """Return the first cells of a set."""
    return cells if cells.bit_count() == number else set_of(islice(members(cells), number))


@lru_cache(maxsize=1024)
def _bits(allowed: frozenset[int], most: int) -> int:
    """Return the bit set of the allowed numbers. Cached, because a board has hundreds of counts of few kinds."""
    return sum(1 << count for count in allowed if 0 <= count <= most)
