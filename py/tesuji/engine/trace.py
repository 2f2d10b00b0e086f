"""Propagation with reasons.

It records which constraint settles which cell, in which order, and which cells a contradiction needs. Hints, stories,
reviews and proofs use it; `propagate.py` does the same without reasons. Constraints run in the order in which their
cells become known, so chains are short if short ones exist.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from tesuji.bitset import flags, iter_bits, members
from tesuji.engine.holders import Identity
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle

HEAVY_SCOPE = 100
"""A constraint of this many cells or more runs only when nothing follows from the others."""

MANY = 10_000
"""A puzzle with more constraints is prepared for chains with safe points; a smaller one takes 20 ms at most."""

MAX_UNKNOWN = 20
"""A line is compared with others if it has at most this many unknown cells."""


class TraceLink(NamedTuple):
    """A cell, its value, and the constraint that implies it; None for an assumption."""

    cell: int
    value: bool
    constraint: int | None


class Chain(NamedTuple):
    """Links from an assumption to its consequence, which is the last link or a constraint that cannot hold."""

    links: tuple[TraceLink, ...]
    broken: int | None
    """The constraint that cannot hold; None for a chain that shows why a cell follows."""
    cells: int
    """The known cells that were used."""

    @property
    def constraints(self) -> tuple[int, ...]:
        """Every constraint of the chain, in the order of its first use."""
        used = [link.constraint for link in self.links if link.constraint is not None]
        return tuple(dict.fromkeys(used if self.broken is None else [*used, self.broken]))


class Event(NamedTuple):
    """A link, and the known cells of its constraint at that time, in the constraint's own numbering."""

    link: TraceLink
    yes: int
    no: int


def prepared(puzzle: Puzzle) -> Iterator[None]:
    """Make the maps that all chains of a large puzzle share, and yield before each."""
    if len(puzzle.constraints) > MANY:
        yield
        _deferred(Identity(puzzle))
        yield
        yield from _held(Identity(puzzle)).fill()
        yield


class Tracer:
    """Chains from one board. `among`: the constraints that may be used (default: all).

    Deferred constraints (lines that must differ) are left out while one of their lines has more than MAX_UNKNOWN
    unknown cells, except those in `needed`, because a large board has many of them and they propagate nothing until
    then.
    `deferred=False` leaves all of them out.
    """

    def __init__(self, puzzle: Puzzle, board: Board, needed: Collection[int] = (), deferred: bool = True):
        self.puzzle, self.board = puzzle, board
        lines = _deferred(Identity(puzzle))
        near = lines.near(flags(board.known, puzzle.size)) if deferred else set()
        self.far = lines.every - near.union(needed)
        self.holders = _holders(Identity(puzzle), self.far)
        self.yes, self.no = [0] * len(puzzle.constraints), [0] * len(puzzle.constraints)
        for cells, seen in ((board.yes, self.yes), (board.no, self.no)):
            for cell in members(cells):
                for number, place in self.holders[cell]:
                    seen[number] |= 1 << place
        self.prepared: dict[int, Callable[[int, int], tuple[int, int]]] = {}

    def infer(self, number: int, yes: int, no: int) -> tuple[int, int]:
        """Return what a constraint infers from these local cells, which include those of the board."""
        infer = self.prepared.get(number)
        if infer is None:
            infer = self.prepared[number] = self.puzzle.constraints[number].prepared(self.yes[number])
        return infer(yes, no)

    def take(self, trail: Trail) -> None:
        """Add the cells of a trail to the board."""
        self.board = self.board.joined(trail.values())
        self.yes, self.no = trail.yes, trail.no
        self.prepared = {}

    def follow(self, cell: int, value: bool, among: Collection[int] | None = None, most: int | None = None) -> Trail:
        """Return the consequences of this value by propagation: all of them, or about `most` cells. Stops when a
        constraint cannot hold.
        """
        trail = Trail(self, cell, value)
        trail.grow(among, most)
        return trail

    def unfold(self, among: Collection[int], cell: int | None = None, value: bool = False) -> Trail:
        """Return the consequences of the board, or of the board and one more value, under these constraints."""
        trail = Trail(self, cell, value)
        trail.begin(among)
        trail.grow(among, None)
        return trail

    def refute(self, cell: int, value: bool, among: Collection[int] | None = None) -> Chain | None:
        """Return a chain from this value to a contradiction, or None if propagation does not find one."""
        trail = self.follow(cell, value, among)
        return None if trail.broken is None else trail.to_conflict()


PLACES_AT_ONCE = 200_000
"""Places in the scopes of constraints that are listed between two safe points."""
Held = list[tuple[int, int]]
"""The constraints on a cell, each with the place of the cell in its scope, in the order of their numbers."""


@lru_cache(maxsize=1)
def _holders(key: Identity, but: frozenset[int]) -> list[Held]:
    """Return for each cell the constraints on it without those in `but`, which are deferred."""
    constraints, found = key.puzzle.constraints, _held(key).all()
    added: dict[int, Held] = {}
    for number in _deferred(key).every - but:
        for place, cell in enumerate(constraints[number].scope):
            added.setdefault(cell, []).append((number, place))
    if added:
        found = found[:]
        for cell, held in added.items():
            found[cell] = sorted([*found[cell], *held])
    return found


class _AtOnce:
    """The constraints on each cell that are not deferred. They are the same on every board."""

    def __init__(self, key: Identity):
        self.constraints = enumerate(key.puzzle.constraints)
        self.held: list[Held] = [[] for _ in range(key.puzzle.size)]

    def fill(self) -> Iterator[None]:
        """Find the constraints that are left. Yields at safe points."""
        places = 0
        for number, constraint in self.constraints:
            scope = () if constraint.deferred else constraint.scope
            for place, cell in enumerate(scope):
                self.held[cell].append((number, place))
            places += len(scope)
            if places > PLACES_AT_ONCE:
                places = 0
                yield

    def all(self) -> list[Held]:
        for _ in self.fill():
            pass
        return self.held


_held = lru_cache(maxsize=1)(_AtOnce)


class _Deferred:
    """The deferred constraints of a puzzle and their lines, each of which is part of many pairs."""

    def __init__(self, puzzle: Puzzle):
        numbers: dict[Sequence[int], int] = {}
        self.lines_of: list[tuple[int, list[int]]] = [
            (number, [numbers.setdefault(line, len(numbers)) for line in constraint.lines])
            for number, constraint in enumerate(puzzle.constraints)
            if constraint.deferred
        ]
        self.lines = list(numbers)
        self.every = frozenset(number for number, _ in self.lines_of)

    def near(self, known: bytes) -> set[int]:
        """Return the constraints whose lines all have at most MAX_UNKNOWN unknown cells."""
        far = {n for n, line in enumerate(self.lines) if sum(not known[cell] for cell in line) > MAX_UNKNOWN}
        return {number for number, lines in self.lines_of if far.isdisjoint(lines)}


@lru_cache(maxsize=1)
def _deferred(key: Identity) -> _Deferred:
    return _Deferred(key.puzzle)


class Trail:
    """The consequences of an assumption, or of the board alone, event by event. `broken`: the constraint that then
    cannot hold, if any. `aside`: cells from which nothing is inferred.
    """

    def __init__(self, tracer: Tracer, cell: int | None = None, value: bool = False, aside: int = 0):
        self.tracer = tracer
        self.constraints = tracer.puzzle.constraints
        self.yes, self.no = tracer.yes[:], tracer.no[:]
        self.events: list[Event] = []
        self.aside = aside
        self.noted: dict[int, Event] = {}
        """The events of the cells of `aside`, by cell."""
        self.when: dict[int, int] = {}
        self.light: deque[int] = deque()
        self.heavy: deque[int] = deque()
        self.waiting: set[int] = set()
        self.broken: int | None = None
        if cell is not None:
            self._note(Event(TraceLink(cell, value, None), 0, 0))

    def begin(self, among: Collection[int]) -> None:
        """Queue these constraints, small ones before large ones."""
        for number in sorted(set(among) - self.tracer.far):
            self.waiting.add(number)
            (self.heavy if len(self.constraints[number].scope) >= HEAVY_SCOPE else self.light).append(number)

    def grow(self, among: Collection[int] | None, most: int | None) -> None:
        """Propagate by these constraints until nothing follows or there are about `most` cells."""
        for _ in self.growing(among, most):
            pass

    def growing(self, among: Collection[int] | None = None, most: int | None = None) -> Iterator[int]:
        """Do the same, and yield each constraint that runs."""
        while self.light or self.heavy:
            number = (self.light or self.heavy).popleft()
            self.waiting.discard(number)
            if among is not None and number not in among:
                continue
            if most is not None and len(self.events) > most:
                return
            for event in self._inferred(number):
                self._note(event)
            if self.broken is not None:
                return
            yield number

    def round(self, among: Collection[int] | None) -> Iterator[None]:
        """Run each waiting constraint, and take what follows only after all of them. Chains from such rounds have the
        fewest links one after the other. Yields after each constraint.
        """
        waiting, events = [*self.light, *self.heavy], list[Event]()
        for queue in (self.light, self.heavy, self.waiting):
            queue.clear()
        for number in waiting:
            if among is not None and number not in among:
                continue
            events += self._inferred(number)
            if self.broken is not None:
                return
            yield
        for event in events:
            self._note(event)

    def _inferred(self, number: int) -> list[Event]:
        """Return what a constraint infers now. Sets `broken` if it cannot hold."""
        yes, no = self.yes[number], self.no[number]
        try:
            new_yes, new_no = self.tracer.infer(number, yes, no)
        except Contradiction:
            self.broken = number
            return []
        return self._events(number, yes, no, new_yes, new_no) if new_yes != yes or new_no != no else []

    def add(self, number: int, yes: int, no: int, new_yes: int, new_no: int) -> None:
        """Take what a constraint is known to infer: its literals, in its own numbering, before and after."""
        for event in self._events(number, yes, no, new_yes, new_no):
            self._note(event)

    def _events(self, number: int, yes: int, no: int, new_yes: int, new_no: int) -> list[Event]:
        scope = self.constraints[number].scope
        return [
            Event(TraceLink(scope[place.bit_length() - 1], value, number), yes, no)
            for value, new in ((True, new_yes & ~yes), (False, new_no & ~no))
            for place in iter_bits(new)
        ]

    def _note(self, event: Event) -> None:
        link = event.link
        if link.cell in self.when:
            return
        if self.aside >> link.cell & 1:
            self.noted.setdefault(link.cell, event)
            return
        self.when[link.cell] = len(self.events)
        self.events.append(event)
        seen = self.yes if link.value else self.no
        for number, place in self.tracer.holders[link.cell]:
            seen[number] |= 1 << place
            if number not in self.waiting and number != link.constraint:
                self.waiting.add(number)
                (self.heavy if len(self.constraints[number].scope) >= HEAVY_SCOPE else self.light).append(number)

    def values(self) -> Board:
        """Return everything that follows, including the assumption."""
        yes = sum(1 << event.link.cell for event in self.events if event.link.value)
        return Board(yes, sum(1 << cell for cell in self.when) & ~yes)

    def to_conflict(self) -> Chain:
        """Return why `broken` cannot hold."""
        return self._chain(self.broken, self._needed(self.broken, self.yes[self.broken], self.no[self.broken], None))

    def to_cell(self, cell: int) -> Chain:
        """Return why a cell follows."""
        return self._chain(None, {cell})

    def to_noted(self, cell: int) -> Chain:
        """Return why a cell of `aside` follows."""
        (link, yes, no) = self.noted[cell]
        chain = self._chain(None, self._needed(link.constraint, yes, no, link))
        return chain._replace(links=(*chain.links, link))

    def _chain(self, broken: int | None, cells: set[int]) -> Chain:
        """Collect all cells on which the needed ones depend, from the latest backwards."""
        known = self.tracer.board.known
        needed, links = set(cells), []
        for event in reversed(self.events):
            link = event.link
            if link.cell not in needed:
                continue
            links.append(link)
            if link.constraint is not None:
                needed |= self._needed(link.constraint, event.yes, event.no, link)
        supposed = self.events and self.events[0].link.constraint is None
        if supposed and (not links or links[-1].constraint is not None):
            links.append(self.events[0].link)
        return Chain(tuple(reversed(links)), broken, sum(1 << cell for cell in needed) & known)

    def _needed(self, number: int, yes: int, no: int, link: TraceLink | None) -> set[int]:
        """Return a minimal set of cells of a constraint that implies this link, or a contradiction (None). The latest
        cells are removed first."""
        constraint = self.constraints[number]
        scope = constraint.scope
        places = [place for place in range(len(scope)) if (yes | no) >> place & 1]
        places.sort(key=lambda place: -self.when.get(scope[place], -1))
        target = None if link is None else (scope.index(link.cell), link.value)
        kept = constraint.reason(yes, no, target, places)
        return {scope[place] for place in members(kept)}
