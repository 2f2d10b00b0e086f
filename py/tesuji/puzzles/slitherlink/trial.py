"""Trials: suppose that an edge is on or off, and follow the consequences from dot to dot up to a contradiction.

A search, as people do it: breadth first, with limits on its length and on the numbers that it may use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from tesuji.bitset import flags, members, set_of
from tesuji.puzzles.slitherlink.lattice import place_words
from tesuji.puzzles.slitherlink.patterns import Match
from tesuji.puzzles.slitherlink.situations import DOT, Hub, Hubs, WideHubs, least, settled
from tesuji.puzzles.slitherlink.view import View

Place = tuple[int, int]
ALL_ON = 0b01010101
"""The facts that edges of a dot or a number are on."""
LazyReason = Callable[[], int]
"""Returns the reason of an edge: a bit set of edges, then numbers from the place `puzzle.size` on. It is computed only
for the edges of a contradiction.
"""

Consequence = tuple[int, bool, LazyReason]
"""An edge and its value."""


class Reach(NamedTuple):
    """The consequences that trials follow, and how far."""

    name: str
    lengths: tuple[int, ...]
    """The most edges that are followed, short trials first."""
    max_numbers: int
    wide: bool = False
    """True if trials also use the corners of numbers, and inside and outside."""
    max_needed: int | None = None
    """The most edges from the supposed one to the contradiction."""
    max_cells: int | None = None
    """The size up to which a puzzle is worth the time."""


NEAR = Reach("follow", (6, 20), 3)
AHEAD = Reach("ahead", (10, 40), 6, True, 16, 4096)


class Refutation(NamedTuple):
    """Why an edge has the opposite value: what is contradicted and where, how many edges were followed to it, and the
    known edges and the numbers that were used, first the one that is contradicted.
    """

    what: str
    at: Place | None
    length: int
    cells: int
    numbers: tuple[int, ...]
    loop: int = 0
    """The edges of a loop that is closed too early."""


class Trials:
    """The trials on one board. Those that found nothing are kept for later boards that are the same there."""

    def __init__(self, view: View, reach: Reach):
        self.view, self.reach = view, reach
        hubs = view.context.once(WideHubs if reach.wide else Hubs)
        self.all_hubs, self.hubs, self.at, self.known = hubs, hubs.hubs, hubs.at, hubs.on(view.board)
        self.settled = flags(view.board.known, view.puzzle.size)
        self.exhausted: set[tuple[int, bool]] = set()
        """Edges and values that lead to no contradiction, however many edges are followed."""
        self.interrupted: dict[tuple[int, bool], Trial] = {}
        self._around: dict[int, int] = {}

    def around(self, face: int) -> int:
        """Return the edges of all faces that are related to a face on the board."""
        sides = self.view.sides
        group = sides.group[face]
        if group not in self._around:
            self._around[group] = 0
            for there in sides.faces[group]:
                self._around[group] |= set_of(sides.edges[there])
        return self._around[group]

    def refute(self, edge: int, value: bool, most: int) -> Refutation | None:
        """Return why an edge cannot have a value, or None if no contradiction is found within `most` edges."""
        if (edge, value) in self.exhausted:
            return None
        memory, board, name = self.view.memory, self.view.board, self.reach.name
        for length in (0, most):
            kept = memory.recall((name, edge, value, length), board, self.view.paths.end)
            if kept:
                if not kept.found:
                    self.exhausted.add((edge, value))
                return None
        trial = self.interrupted.pop((edge, value), None) or Trial(self, edge, value)
        found = trial.run(most)
        if found:
            return found
        if trial.cut and most < self.reach.lengths[-1]:
            self.interrupted[edge, value] = trial
        if not trial.cut:
            self.exhausted.add((edge, value))
        if trial.quiet:
            self.exhausted.update(trial.now.items())
        if not trial.elsewhere and memory.on:
            # Consequences of an edge on the way are among those found here.
            quiet = [(name, *other, 0) for other in trial.now.items()] if trial.quiet else ()
            memory.keep((name, edge, value, most), board, trial.looked_at(), trial.asked, trial.cut, quiet)
        return None


class Trial:
    """One supposed edge and its consequences."""

    def __init__(self, trials: Trials, edge: int, value: bool):
        self.trials, self.view, self.known = trials, trials.view, trials.known[:]
        self.paths = self.view.paths.copy()
        self.sides = self.view.sides.copy() if trials.reach.wide else None
        self.now: dict[int, bool] = {}
        self.why: dict[int, LazyReason] = {}
        self.todo: deque[Consequence] = deque([(edge, value, int)])
        self.looked = 0
        """The edges that were used, besides those near the followed ones."""
        self.asked: dict[int, int] = {}
        """The other ends of the paths on the board that were used."""
        self.elsewhere = False
        """True if a distant edge or number was used."""
        self.cut = False
        """True if there were more edges to follow."""
        self.quiet = False
        """True if all edges were followed without a contradiction."""

    def run(self, most: int) -> Refutation | None:
        """Follow up to `most` edges, in addition to those of an earlier run."""
        self.cut = False
        while self.todo:
            if self.todo[0][0] in self.now:
                self.todo.popleft()
                continue
            if len(self.now) >= most:
                self.cut = True
                return None
            edge, value, why = self.todo.popleft()
            self.now[edge], self.why[edge] = value, why
            for found in self._consequences(edge, value):
                if isinstance(found, Refutation):
                    return found if self._acceptable(found) else None
                self.todo.append(found)
        self.quiet = True
        return None

    def _acceptable(self, found: Refutation) -> bool:
        reach = self.trials.reach
        return len(found.numbers) <= reach.max_numbers and (
            reach.max_needed is None or found.length <= reach.max_needed
        )

    def looked_at(self) -> int:
        """Return all edges that were used."""
        looked = self.looked
        for edge in self.now:
            looked |= self.trials.all_hubs.near[edge]
        return looked

    def _consequences(self, edge: int, value: bool) -> Iterator[Consequence | Refutation]:
        if value:
            yield from self._on_path(edge)
        at = self.trials.at[edge]
        for number, place in at:
            self.known[number] |= (1 if value else 2) << 2 * place
        for number, _ in at:
            yield from self._at_hub(number)
        if self.sides:
            yield from self._across(edge, value)

    def _contradiction(self, what: str, reason: int, at: Place | None, clue: int | None = None) -> Refutation:
        """Trace a reason back to the supposed edge, to known edges and to numbers; `clue`: the number at the place."""
        todo = reason = reason | self.view.reason(clue)
        followed = 0
        while todo:
            edge = todo.bit_length() - 1
            todo ^= 1 << edge
            if edge in self.why:
                followed |= 1 << edge
                new = self.why[edge]() & ~reason
                reason, todo = reason | new, todo | new
        numbers = sorted(self.view.numbers_of(reason), key=lambda number: number != clue)
        cells = reason & ~followed & self.view.puzzle.cells
        return Refutation(what, at, followed.bit_count() - 1, cells, tuple(numbers))

    # Dots and numbers

    def _at_hub(self, number: int) -> Iterator[Consequence | Refutation]:
        hub, known = self.trials.hubs[number], self.known[number]
        then = settled(hub.kind, known)
        if then is None:
            yield self._contradiction(self._name(hub, known), self._least(hub, known, 0), hub.at, hub.clue)
            return
        for fact in members(then & ~known & hub.edge_facts):
            yield hub.edges[fact >> 1], not fact & 1, partial(self._least, hub, known, 1 << fact)

    def _name(self, hub: Hub, known: int) -> str:
        """Return a name for the contradiction at a hub."""
        on = (known & ALL_ON & hub.edge_facts).bit_count()
        if hub.kind == DOT:
            return "end" if on == 1 else "three"
        return "stuck" if self.trials.reach.wide else "many" if on > hub.kind else "few"

    def _least(self, hub: Hub, known: int, goal: int) -> int:
        """Return a minimal reason for facts at a hub."""
        on, off = hub.values(least(hub.kind, known, goal, hub.groups))
        return on | off | self.view.reason(hub.clue)

    # Paths

    def _on_path(self, edge: int) -> Iterator[Consequence | Refutation]:
        """Yield the contradiction if an edge closes a path; else the edge that now would, if the loop is larger."""
        paths, board_paths = self.paths, self.view.paths
        for dot in paths.ends_of[edge]:
            self.asked[dot] = board_paths.end(dot)
        start, end, path = paths.join(edge)
        if start == end:
            yield self._contradiction("loop", path, None)._replace(loop=path)
            return
        self.looked |= set_of(paths.edges_at[start])
        for closing in paths.between(start, end):
            if closing in self.now or self.trials.settled[closing]:
                continue
            self.elsewhere = True
            witness = self.view.outside_loop(path | 1 << closing, closing)
            if witness:
                reason = path | witness.edge | sum(map(self.view.reason, witness.numbers))
                yield closing, False, partial(int, reason)

    # Inside and outside

    def _across(self, edge: int, value: bool) -> Iterator[Consequence | Refutation]:
        """Join the two faces of an edge; yield the edges whose two faces are now related."""
        sides = self.sides
        one, other = sides.faces_at[edge]
        self.looked |= self.trials.around(one) | self.trials.around(other)
        if not sides.related(one, other):
            _, between = sides.join(one, other, value, 1 << edge)
            for there in between:
                if there not in self.now:
                    pair = sides.faces_at[there]
                    yield there, sides.differ(*pair) == 1, partial(sides.why, *pair)
        elif sides.differ(one, other) != value:
            yield self._contradiction("side", 1 << edge | sides.why(one, other), divmod(one, self.view.lattice.width))


# Techniques


def follow(view: View) -> Iterator[Match | None]:
    """Trials along the line: dots, and numbers that are complete."""
    return _matches(view, NEAR)


def ahead(view: View) -> Iterator[Match | None]:
    """Trials that also use the corners of numbers, and inside and outside, for fewer edges."""
    return _matches(view, AHEAD)


def _matches(view: View, reach: Reach) -> Iterator[Match | None]:
    if reach.max_cells and view.puzzle.size > reach.max_cells:
        return
    trials = Trials(view, reach)
    for most in reach.lengths:
        for edge in members(view.unknown):
            yield None
            for value in (True, False):
                if not any(solution.yes >> edge & 1 == value for solution in view.solutions):
                    found = trials.refute(edge, value, most)
                    match = found and _match(view, edge, value, found)
                    if match:
                        yield match


def _match(view: View, edge: int, value: bool, found: Refutation) -> Match | None:
    """Return the match for a refuted value; None if a loop that is closed may be the whole one."""
    numbers, cells = found.numbers, found.cells
    words: dict[str, Any] = {"as": f"{found.what}-{'off' if value else 'on'}", "length": found.length}
    if found.at:
        words |= place_words(*found.at)
    if found.what in ("many", "few", "stuck"):
        words["value"] = view.puzzle.clues[numbers[0]].value
    if found.loop:
        witness = view.outside_loop(found.loop, edge)
        if witness is None:
            return None
        words["size"] = found.loop.bit_count()
        numbers, cells = tuple(dict.fromkeys((*numbers, *witness.numbers))), cells | witness.edge
    return Match(0 if value else 1 << edge, 1 << edge if value else 0, numbers, cells, words)
