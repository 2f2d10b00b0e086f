"""Arcs: how many of the two edges at a corner of a box can be on, passed from box to dot to box.

At each corner an arc states which of 0, 1 and 2 are possible: at least one, at most one, exactly one, both equal. A
number limits the arcs at its four corners together, and so does a dot, at which no line or two meet. Consequences are
found in the order of the numbers that they take, so an edge comes with few of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from tesuji.bitset import flags, members
from tesuji.model import Board
from tesuji.puzzles.slitherlink.boxes import CORNERS
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.memory import Memory

Numbers = Mapping[tuple[int, int], tuple[int, int]]
"""Place -> (constraint, value)."""
ANY = 0b111
"""An arc as a bit set: bit n is set where n of the two edges may be on."""
NO_ARCS = (ANY,) * 4
DOT = -1
QUARTERS = (0b0011, 0b0110, 0b1001, 0b1100)
"""The edges of a dot are left, up, right and down; its quarters upper left, upper right, lower left, lower right."""
PAUSE = 16
"""Arcs and hubs between two pauses."""
MOST = 6
"""Numbers that one deduction may take."""


class Reasons(NamedTuple):
    """Numbers and known edges, as bit sets of places in `puzzle.constraints` and of edges."""

    numbers: int = 0
    edges: int = 0

    def joined(self, other: Reasons) -> Reasons:
        return Reasons(self.numbers | other.numbers, self.edges | other.edges)


NO_REASONS = Reasons()


class Hub(NamedTuple):
    """A number or a dot: where four edges (None: beyond the border) and four corners (None: outside) come together."""

    kind: int
    """The number, or DOT."""
    clue: int
    """A bit set of the place of the number in `puzzle.constraints`; 0 for a dot."""
    edges: tuple[int | None, ...]
    corners: tuple[int | None, ...]


class State(NamedTuple):
    """For a hub's four edges, those on and off (local bit sets), and its four arcs."""

    on: int
    off: int
    arcs: tuple[int, int, int, int]

    def says(self, other: State) -> bool:
        """Return whether all of the other is said here as well."""
        fewer = all(not mine & ~theirs for mine, theirs in zip(self.arcs, other.arcs))
        return fewer and not (other.on & ~self.on or other.off & ~self.off)


@lru_cache(maxsize=1 << 16)
def settled(kind: int, state: State) -> State | None:
    """All that follows at one hub; None if nothing fits."""
    pairs = QUARTERS if kind == DOT else CORNERS
    on = off = 0b1111
    arcs = [0, 0, 0, 0]
    for edges in range(16):
        number = edges.bit_count()
        if edges & state.off or state.on & ~edges or (number not in (0, 2) if kind == DOT else number != kind):
            continue
        ways = [1 << (edges & pair).bit_count() for pair in pairs]
        if all(arc & way for arc, way in zip(state.arcs, ways)):
            on, off = on & edges, off & ~edges
            arcs = [arc | way for arc, way in zip(arcs, ways)]
    return State(on, off, tuple(arcs)) if arcs[0] else None


@lru_cache(maxsize=1 << 16)
def least(kind: int, state: State, goal: State, beyond: int, costly: tuple[int, ...] = ()) -> State:
    """Return a state reduced to what the goal needs: first its arcs, in the given order, then its edges; those beyond
    the border stay."""
    for place in costly:
        arcs = tuple(ANY if other == place else arc for other, arc in enumerate(state.arcs))
        state = _if_enough(kind, state._replace(arcs=arcs), goal) or state
    for place in members((state.on | state.off) & ~beyond):
        fewer = state._replace(on=state.on & ~(1 << place), off=state.off & ~(1 << place))
        state = _if_enough(kind, fewer, goal) or state
    return state


def _if_enough(kind: int, state: State, goal: State) -> State | None:
    """The state, if its consequences include all of the goal."""
    then = settled(kind, state)
    return state if then is not None and then.says(goal) else None


@lru_cache(maxsize=8)
def _dots(width: int, height: int) -> list[tuple[tuple[int | None, ...], tuple[int | None, ...]]]:
    """Edges and corners of each dot. The corners of a box are numbered 4 * (place of the box) + its own corner."""
    lattice = Lattice(width, height)

    def corner(r: int, c: int, own: int) -> int | None:
        return 4 * (r * width + c) + own if 0 <= r < height and 0 <= c < width else None

    return [
        (
            (
                lattice.horizontal(r, c - 1) if c else None,
                lattice.vertical(r - 1, c) if r else None,
                lattice.horizontal(r, c) if c < width else None,
                lattice.vertical(r, c) if r < height else None,
            ),
            (corner(r - 1, c - 1, 3), corner(r - 1, c, 2), corner(r, c - 1, 1), corner(r, c, 0)),
        )
        for r in range(height + 1)
        for c in range(width + 1)
    ]


def _around_number(lattice: Lattice, at: tuple[int, int], index: int, value: int) -> Hub:
    first = 4 * (at[0] * lattice.width + at[1])
    return Hub(value, 1 << index, lattice.edges_around(*at), tuple(range(first, first + 4)))


class _Arcs:
    """The arcs found on a board."""

    def __init__(self, lattice: Lattice, board: Board, numbers: Numbers):
        self.lattice, self.board, self.numbers = lattice, board, numbers
        self.at: dict[int, list[int]] = {}
        """The hubs, by number, where each corner belongs."""
        self.arc: dict[int, tuple[int, Reasons]] = {}
        self.heap: list[tuple[Any, ...]] = []
        self.turn = count()
        self.cheapest: dict[tuple[int, bool], tuple[int, int]] = {}
        """The numbers that an entry of the heap takes: (edge, False), or (corner, True) with the arc as well."""

    def _set_up(self) -> Iterator[None]:
        """All hubs, with the known edges at each."""
        lattice = self.lattice
        dots = _dots(lattice.width, lattice.height)
        yield
        self.hubs = [Hub(DOT, 0, edges, corners) for edges, corners in dots]
        yield
        for at, number in self.numbers.items():
            self.hubs.append(_around_number(lattice, at, *number))
        yield
        on, off = (flags(cells, lattice.size) for cells in self.board)
        self.known = [_known(hub.edges, on, off) for hub in self.hubs]
        yield
        for number, hub in enumerate(self.hubs):
            for corner in hub.corners:
                if corner is not None:
                    self.at.setdefault(corner, []).append(number)

    def found(self) -> Iterator[tuple[int, int, Reasons, dict[Any, Any]] | None]:
        """Yield edges on and off, the reasons, and the name of the hub that settles them; fewer numbers first. None at
        checkpoints."""
        yield from self._set_up()
        for number, (on, off, _) in enumerate(self.known):
            if number % PAUSE == 0:
                yield None
            if on | off != 0b1111:
                self._look(number)
        while self.heap:
            *_, corner, arc, reasons, on, off, where = heappop(self.heap)
            if corner is None:
                yield on, off, reasons, self._words(*where)
                continue
            known, why = self.arc.get(corner, (ANY, NO_REASONS))
            if not known & ~arc:
                continue
            # Earlier knowledge belongs to the reasons only if the new arc does not imply it.
            self.arc[corner] = known & arc, reasons.joined(why) if arc & ~known else reasons
            for number in self.at[corner]:
                self._look(number)
            if len(self.arc) % PAUSE == 0:
                yield None

    def _look(self, number: int) -> None:
        """Record the consequences at a hub."""
        hub, (on, off, beyond) = self.hubs[number], self.known[number]
        arcs = tuple([self.arc[corner][0] if corner in self.arc else ANY for corner in hub.corners])
        state = State(on, off, arcs)
        then = settled(hub.kind, state)
        if then is None or then == state:
            return
        edges: dict[Reasons, list[int]] = {}
        used: dict[Reasons, dict[int, int]] = {}
        for place in members((then.on & ~on) | (then.off & ~off)):
            goal = State(then.on & 1 << place, then.off & 1 << place, NO_ARCS)
            why, kept = self._why(hub, state, goal, beyond)
            if self._cheaper((hub.edges[place], False), why):
                edges.setdefault(why, [0, 0])[not goal.on] |= 1 << hub.edges[place]
                used.setdefault(why, {}).update((at, arc) for at, arc in enumerate(kept) if arc != ANY)
        for reasons, (yes, no) in edges.items():
            self._push(None, 0, reasons, yes, no, (number, used[reasons]))
        for place, corner in enumerate(hub.corners):
            arc = then.arcs[place]
            if corner is not None and arc != arcs[place]:
                why, _ = self._why(hub, state, State(0, 0, (*NO_ARCS[:place], arc, *NO_ARCS[place + 1 :])), beyond)
                if self._cheaper((8 * corner + arc, True), why):
                    self._push(corner, arc, why)

    def _cheaper(self, what: tuple[int, bool], why: Reasons) -> bool:
        """Return whether this takes few enough numbers, and less than an equivalent entry on the heap."""
        cost = why.numbers.bit_count(), why.edges.bit_count()
        if cost[0] > MOST or what in self.cheapest and self.cheapest[what] <= cost:
            return False
        self.cheapest[what] = cost
        return True

    def _push(
        self, corner: int | None, arc: int, reasons: Reasons, on: int = 0, off: int = 0, where: Any = None
    ) -> None:
        cost = reasons.numbers.bit_count(), reasons.edges.bit_count()
        heappush(self.heap, (*cost, next(self.turn), corner, arc, reasons, on, off, where))

    def _words(self, number: int, arcs: Mapping[int, int]) -> dict[str, Any]:
        """Return the parameters of a sentence: the hub, by number, that settles edges, and the arcs at its corners."""
        hub, width = self.hubs[number], self.lattice.width
        if hub.kind == DOT:
            at = _place(*divmod(number, width + 1))
            corners = {
                place: divmod(corner // 4, width) for place, corner in enumerate(hub.corners) if corner is not None
            }
            said = [
                _said("arc.in-cell", arc=_said(f"arc.{arc}"), **_place(*corners[place])) for place, arc in arcs.items()
            ]
            return {"hub": _said("arc.dot", **at), "arcs": said or [_said("arc.alone")]}
        r, c = divmod(hub.corners[0] // 4, width)
        said = [
            _said("arc.at-dot", arc=_said(f"arc.{arc}"), **_place(r + (place >> 1), c + (place & 1)))
            for place, arc in arcs.items()
        ]
        return {
            "hub": _said("clue.in-cell", value=hub.kind, **_place(r, c)),
            "arcs": said or [_said("arc.alone")],
        }

    def _why(self, hub: Hub, state: State, goal: State, beyond: int) -> tuple[Reasons, tuple[int, ...]]:
        """Return a minimal set of reasons of a hub's inference, and the arcs among them, ANY for the others: the most
        costly arc is left out first."""
        reasons = {place: self.arc[corner][1] for place, corner in enumerate(hub.corners) if corner in self.arc}
        costly = sorted(reasons, key=lambda place: (-reasons[place].numbers.bit_count(), place))
        kept = least(hub.kind, state, goal, beyond, tuple(costly))
        edges = sum(1 << hub.edges[place] for place in members((kept.on | kept.off) & ~beyond))
        why = Reasons(hub.clue, edges)
        for place, arc in enumerate(kept.arcs):
            if arc != ANY:
                why = why.joined(reasons[place])
        return why, kept.arcs


def _said(key: str, **params: Any) -> dict[str, Any]:
    """Return a message as a parameter of a sentence."""
    return {"key": key, "params": params}


def _place(row: int, column: int) -> dict[str, int]:
    return {"row": row + 1, "column": column + 1}


def _known(edges: tuple[int | None, ...], is_on: bytes, is_off: bytes) -> tuple[int, int, int]:
    """For a hub's edges, those on, off and beyond the border (these are also off), as local bit sets."""
    on = off = beyond = 0
    for place, edge in enumerate(edges):
        if edge is None:
            beyond |= 1 << place
        else:
            on |= is_on[edge] << place
            off |= is_off[edge] << place
    return on, off | beyond, beyond


class _Outlook:
    """Arcs of a puzzle without reasons, updated from board to board: a cheap test whether arcs settle anything, run
    before the version with reasons."""

    def __init__(self, lattice: Lattice, numbers: Numbers):
        self.hubs = [Hub(DOT, 0, *dot) for dot in _dots(lattice.width, lattice.height)]
        self.hubs += [_around_number(lattice, at, *number) for at, number in numbers.items()]
        self.at: list[list[int]] = [[] for _ in range(4 * lattice.width * lattice.height)]
        """The hubs, by number, where each corner belongs."""
        self.places: list[list[tuple[int, int]]] = [[] for _ in range(lattice.size)]
        """For each edge, the hubs that it belongs to, and its bit there."""
        self.off = [0] * len(self.hubs)
        for number, hub in enumerate(self.hubs):
            for place, edge in enumerate(hub.edges):
                if edge is None:
                    self.off[number] |= 1 << place
                else:
                    self.places[edge].append((number, 1 << place))
            for corner in hub.corners:
                if corner is not None:
                    self.at[corner].append(number)
        self.on = [0] * len(self.hubs)
        self.arc = [ANY] * len(self.at)
        self.todo = dict.fromkeys(range(len(self.hubs)))
        self.board = Board()

    def settles(self, board: Board) -> Iterator[bool | None]:
        """Return whether an edge may follow on a board that extends the previous one; yields None at safe points."""
        for seen, new in ((self.on, board.yes & ~self.board.yes), (self.off, board.no & ~self.board.no)):
            for edge in members(new):
                for number, place in self.places[edge]:
                    seen[number] |= place
                    self.todo[number] = None
        self.board = board
        for looks in count(1):
            if not self.todo:
                yield False
                return
            number = next(iter(self.todo))
            if not self._look(number):
                yield True
                return
            del self.todo[number]
            if looks % (4 * PAUSE) == 0:
                yield None

    def _look(self, number: int) -> bool:
        """Pass on a hub's inferences about its arcs; not if it settles an edge, or cannot hold."""
        hub, on, off = self.hubs[number], self.on[number], self.off[number]
        arcs = tuple([ANY if corner is None else self.arc[corner] for corner in hub.corners])
        then = settled(hub.kind, State(on, off, arcs))
        if then is None or (then.on | then.off) & ~(on | off):
            return False
        if then.arcs != arcs:
            for corner, arc, new in zip(hub.corners, arcs, then.arcs):
                if corner is not None and arc != new:
                    self.arc[corner] = new
                    self.todo.update(dict.fromkeys(self.at[corner]))
        return True


def _outlook(lattice: Lattice, board: Board, numbers: Numbers, memory: Memory) -> _Outlook:
    """The state that was carried on to an earlier board, if that contained no more than this one."""
    kept = memory.outlook
    if kept is None or kept.board.yes & ~board.yes or kept.board.no & ~board.no:
        kept = memory.outlook = _Outlook(lattice, numbers)
    return kept


def arcs(
    lattice: Lattice, board: Board, numbers: Numbers, memory: Memory
) -> Iterator[tuple[int, int, tuple[int, ...], int, dict[Any, Any]] | None]:
    """Edges that follow where arcs meet, in the form that `regions` has for facts."""
    for settles in _outlook(lattice, board, numbers, memory).settles(board) if memory.on else ():
        yield None
        if settles is False:
            return
    for found in _Arcs(lattice, board, numbers).found():
        if found is None:
            yield None
            continue
        on, off, reasons, words = found
        yield on, off, tuple(members(reasons.numbers)), reasons.edges, words


# Along a diagonal


def diagonals(
    lattice: Lattice, board: Board, numbers: Numbers, memory: Memory
) -> Iterator[tuple[int, int, tuple[int, ...], int, dict[Any, Any]] | None]:
    """Arcs that go straight through numbers, corner to corner: yields the edges that two or more of them settle, fewer
    numbers first. None at checkpoints."""
    found, letters = [], [flags(cells, lattice.size) for cells in board]
    for at in numbers:
        yield None
        for corner in range(4):
            what = "diagonal", at, corner
            kept = memory.recall(what, board, {})
            if kept is None:
                way = _Diagonal(lattice, letters, numbers)
                facts = list(way.walk(at, corner))
                kept = memory.keep(what, board, way.looked, {}, facts)
            found += kept.found
    yield from sorted(found, key=lambda fact: len(fact[2]))


class _Diagonal:
    """One direction along a diagonal: the current arc, and the hubs passed so far. `board`: the flags of the edges on
    and off."""

    def __init__(self, lattice: Lattice, board: Sequence[bytes], numbers: Numbers):
        self.lattice, self.board, self.numbers = lattice, board, numbers
        self.dots = _dots(lattice.width, lattice.height)
        self.arc, self.because, self.looked = ANY, [], 0
        self.passed: list[tuple[Any, ...]] = []

    def walk(self, at: tuple[int, int], corner: int) -> Iterator[tuple[int, int, tuple[int, ...], int, dict[Any, Any]]]:
        """From the dot at a corner of the first number through the number to its opposite corner, and on."""
        down, right = (1, -1)[corner >> 1], (1, -1)[corner & 1]
        self._pass(DOT, self._dot(at, corner), corner, 3 - corner)
        while at in self.numbers:
            index, value = self.numbers[at]
            self.because.append(index)
            dot = {"row3": at[0] + (corner >> 1) + 1, "column3": at[1] + (corner & 1) + 1}
            words = {"arc": _said(f"arc.{self.arc}"), **dot}
            for fact in self._pass(value, self.lattice.edges_around(*at), corner, 3 - corner):
                yield *fact, words
            if self.arc == ANY:
                return
            dot = {"row3": at[0] + (3 - corner >> 1) + 1, "column3": at[1] + (3 - corner & 1) + 1}
            words = {"arc": _said(f"arc.{self.arc}"), **dot}
            for fact in self._pass(DOT, self._dot(at, 3 - corner), corner, 3 - corner):
                yield *fact, words
            if self.arc == ANY:
                return
            at = at[0] + down, at[1] + right

    def _dot(self, at: tuple[int, int], corner: int) -> tuple[int | None, ...]:
        """The edges of the dot at a corner of a box."""
        return self.dots[(at[0] + (corner >> 1)) * (self.lattice.width + 1) + at[1] + (corner & 1)][0]

    def _pass(self, kind: int, edges: tuple[int | None, ...], enter: int, leave: int) -> list[tuple[Any, ...]]:
        """Pass the arc through a number or a dot, and return the edges that it settles there."""
        on, off, beyond = _known(edges, *self.board)
        self.looked |= sum(1 << edge for edge in edges if edge is not None)
        state = State(on, off, tuple(self.arc if place == enter else ANY for place in range(4)))
        then = settled(kind, state)
        if then is None:
            self.arc = ANY
            return []
        facts = []
        new = (then.on & ~on) | (then.off & ~off)
        if new and len(self.because) > 1:
            alone = settled(kind, state._replace(arcs=(ANY,) * 4))
            new &= ~(alone.on | alone.off) if alone else 0
        else:
            new = 0
        if new:
            used = self._least(kind, edges, beyond, state, State(then.on & new, then.off & new, (ANY,) * 4))
            for before in self.passed:  # checked only here: most directions lead nowhere
                used |= self._least(*before)
            cells = [sum(1 << edges[place] for place in members(part & new)) for part in (then.on, then.off)]
            facts.append((*cells, tuple(self.because), used))
        self.arc = then.arcs[leave]
        goal = State(0, 0, tuple(self.arc if place == leave else ANY for place in range(4)))
        self.passed.append((kind, edges, beyond, state, goal))
        return facts

    @staticmethod
    def _least(kind: int, edges: tuple[int | None, ...], beyond: int, state: State, goal: State) -> int:
        """Return the known edges on which the inference at a number or a dot depends."""
        kept = least(kind, state, goal, beyond)
        return sum(1 << edges[place] for place in members((kept.on | kept.off) & ~beyond))
