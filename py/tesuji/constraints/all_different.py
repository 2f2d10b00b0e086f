"""Variables with several values, no two of which are equal.

Variables and their possible values form a bipartite graph, and an assignment is a matching that covers all variables. A
value can be removed from a variable if no such matching contains the pair (Régin 1994): the edge is neither in the
matching found, nor on an alternating cycle, nor on an alternating path that begins at a free value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tesuji.bitset import members
from tesuji.constraint import Clause, Constraint, Target
from tesuji.errors import Contradiction
from tesuji.model import Clue

if TYPE_CHECKING:
    from tesuji.engine.sat.encoder import Encoder

CACHE_SIZE = 4096
"""The number of boards in the cache of one constraint."""


class AllDifferent(Constraint):
    """No two variables have the same value. `groups` lists the literals of each variable in the order of its values; a
    variable may lack the last values. Scope: the literals of the first variable, then of the second, and so on.

    A separate constraint ensures that each variable has exactly one value.
    """

    __slots__ = ("groups", "_starts", "_values", "_seen")

    name = "all-different"

    def __init__(self, groups: Sequence[Sequence[int]], clue: Clue | None = None):
        self.groups = tuple(map(tuple, groups))
        self.scope = tuple(literal for group in self.groups for literal in group)
        self.clue = clue
        self._starts = [sum(map(len, self.groups[:number])) for number in range(len(self.groups))]
        self._values = max(map(len, self.groups), default=0)
        self._seen: dict[tuple[int, int], tuple[int, int] | None] = {}

    def infer(self, yes: int, no: int) -> tuple[int, int]:
        """Infer completely, including "exactly one". Takes some ten microseconds per variable."""
        seen, key = self._seen, (yes, no)
        if key not in seen:
            if len(seen) >= CACHE_SIZE:
                seen.clear()
            seen[key] = self._infer(yes, no)
        found = seen[key]
        if found is None:
            raise Contradiction(self)
        return found

    def _infer(self, yes: int, no: int) -> tuple[int, int] | None:
        possible = self._left(self._domains(yes, no))
        if possible is None:
            return None
        found_yes = found_no = 0
        for start, group, values in zip(self._starts, self.groups, possible):
            if not values & (values - 1):
                found_yes |= values << start
            found_no |= ((1 << len(group)) - 1 & ~values) << start
        return found_yes, found_no

    def _left(self, domains: Sequence[int]) -> list[int] | None:
        """Return the values that each variable may have, given those that it has alone, or None if there are none."""
        match = _matching(domains, self._values)
        return None if match is None else _possible(domains, match, self._values)

    def _domains(self, yes: int, no: int) -> list[int]:
        """Return the values that each variable may have, as bit sets."""
        domains = []
        for start, group in zip(self._starts, self.groups):
            every = (1 << len(group)) - 1
            here = yes >> start & every
            left = every & ~(no >> start)
            domains.append(left if not here else left & here if not here & (here - 1) else 0)
        return domains

    def reason(self, yes: int, no: int, target: Target | None, order: Sequence[int] = ()) -> int:
        """Return the reason why a value is removed: some variables together have only as many values left as there are
        variables (a Hall set), so the known literals that removed their other values suffice. A value that a variable
        has stands for all others, which it does not have.
        """
        if order:
            return self.within(self.reason(yes, no, target), yes, no, target, order)
        if target is not None:
            bit = 1 << target[0]
            yes, no = (yes & ~bit, no | bit) if target[1] else (yes | bit, no & ~bit)
        domains = self._domains(yes, no)
        kept = 0
        for number, values in self._hall_set(domains):
            start, every = self._starts[number], (1 << len(self.groups[number])) - 1
            kept |= _excluding(yes >> start & every, no >> start & every, every & ~values) << start
        return kept & ~(1 << target[0]) if target is not None else kept

    def _hall_set(self, domains: list[int]) -> list[tuple[int, int]]:
        """Return variables that outnumber their values, each with the union of these values."""
        owner: list[int] = [-1] * self._values
        for number in range(len(domains)):
            reached = _augment(number, domains, owner)
            if reached is not None:
                variables = [number, *(owner[value] for value in members(reached))]
                return [(variable, reached) for variable in variables]
        raise AssertionError("these values can all be different")

    def encode(self, encoder: Encoder, guard: int | None = None) -> Iterator[Clause]:
        """Encode that at most one variable has each value, and at least one if there are as many values as variables."""
        without = () if guard is None else (guard ^ 1,)
        for value in range(self._values):
            holders = [group[value] for group in self.groups if value < len(group)]
            if self._values == len(self.groups):
                yield (*(2 * literal for literal in holders), *without)
            for one, other in combinations(holders, 2):
                yield (2 * one + 1, 2 * other + 1, *without)

    def data(self) -> dict[str, Any]:
        """Return the JSON of the rule, with "groups": the literals of each variable, value after value."""
        return {**super().data(), "groups": [list(group) for group in self.groups]}


def _excluding(yes: int, no: int, out: int) -> int:
    """Return known literals of a variable that exclude the values `out`."""
    if yes & no:
        return yes & no & -(yes & no)
    two = yes & (yes - 1)
    return (yes & -yes | two & -two) if yes else no & out


def _augment(start: int, domains: Sequence[int], owner: list[int]) -> int | None:
    """Match one more variable, along an alternating path. `owner` is the variable of each value, -1 if it is free.

    Return None after a success, else the values reached, all of which have owners.
    """
    came: dict[int, int] = {}  # a value -> the variable from which it was reached
    reached, todo = 0, [start]
    for variable in todo:
        new = domains[variable] & ~reached
        reached |= new
        for value in members(new):
            came[value] = variable
            if owner[value] < 0:
                while came[value] != start:
                    before = owner.index(came[value])
                    owner[value], value = came[value], before
                owner[value] = start
                return None
            todo.append(owner[value])
    return reached


def _matching(domains: Sequence[int], values: int) -> list[int] | None:
    """Return the variable of each value, -1 for a free one, or None if not all variables can have a value."""
    owner = [-1] * values
    free = (1 << values) - 1
    left = []
    for number, domain in enumerate(domains):
        value = domain & free
        if value:
            value &= -value
            free ^= value
            owner[value.bit_length() - 1] = number
        else:
            left.append(number)
    for number in left:
        if _augment(number, domains, owner) is not None:
            return None
    return owner


def _possible(domains: Sequence[int], owner: Sequence[int], values: int) -> list[int]:
    """Return, for each variable, its values in all matchings."""
    # A step leads from a variable's value to another of its possible values, which is either free or has an owner that
    # must then move on. A pair is possible if this leads back to the first value or to a free one.
    leads = [1 << value if variable < 0 else domains[variable] for value, variable in enumerate(owner)]
    free = 0
    for value, variable in enumerate(owner):
        if variable < 0:
            free |= 1 << value
    for middle in range(values):
        bit, further = 1 << middle, leads[middle]
        for value, reached in enumerate(leads):
            if reached & bit:
                leads[value] = reached | further
    possible = list(domains)
    for own, variable in enumerate(owner):
        domain = 0 if variable < 0 else domains[variable]
        if not domain & (domain - 1):
            continue
        bit, found = 1 << own, domain
        for value, reached in enumerate(leads):
            if domain >> value & 1 and value != own and not reached & (bit | free):
                found ^= 1 << value
        possible[variable] = found
    return possible
