"""Arcs: how many of the two edges at a corner of a box can be on, passed from box to dot to box.

At each corner an arc rules out some of 0, 1 and 2. A number limits the arcs at its four corners together, and so does a
dot, at which no line or two meet. Consequences are found in the order of the numbers that they take, so an edge comes
with few of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, zip_longest
from typing import Any

from tesuji.bitset import members
from tesuji.puzzles.slitherlink.lattice import joined, place_words
from tesuji.puzzles.slitherlink.patterns import Match
from tesuji.puzzles.slitherlink.situations import DOT, CheapestFirst, Hub, Hubs, corner_facts, least, settled
from tesuji.puzzles.slitherlink.view import View

EDGES = 0xFF
"""The facts about the four edges of a hub."""
MAX_NUMBERS = 6
"""The most numbers for one deduction."""
AT_ONCE = 16
"""Hubs between two safe points."""


class _Arcs:
    """The arcs found on a board."""

    def __init__(self, view: View):
        self.view, self.width = view, view.lattice.width
        hubs = view.context.once(Hubs)
        self.hubs, self.known = hubs.hubs, hubs.on(view.board)
        self.at = hubs.at_corners
        self.arc: dict[int, tuple[int, int]] = {}
        """For each corner, the numbers of lines that are ruled out, and why."""
        self.queue = CheapestFirst(view.puzzle.size, MAX_NUMBERS)

    def matches(self) -> Iterator[Match | None]:
        for number in range(len(self.hubs)):
            if number % AT_ONCE == 0:
                yield None
            self._look(number)
        for reason, (corner, arc, words) in self.queue:
            if corner is None:
                on, off = arc
                yield Match(on, off, self.view.numbers_of(reason), reason & self.queue.edges, self._words(*words))
                continue
            known, why = self.arc.get(corner, (0, 0))
            if not arc & ~known:
                continue
            # Earlier knowledge belongs to the reasons only if the new arc does not imply it.
            self.arc[corner] = known | arc, reason | why if known & ~arc else reason
            for number, place in self.at[corner]:
                self.known[number] |= (known | arc) << 8 + 3 * place
                self._look(number)
            if len(self.arc) % AT_ONCE == 0:
                yield None

    def _look(self, number: int) -> None:
        """Note what follows at a hub."""
        hub, known = self.hubs[number], self.known[number]
        then = settled(hub.kind, known)
        new = 0 if then is None else then & ~known
        by_reason: dict[int, list[int]] = {}
        for fact in members(new & EDGES):
            why, kept = self._why(hub, known, 1 << fact)
            if self.queue.improves((hub.edges[fact >> 1], None), why):
                found = by_reason.setdefault(why, [0, 0])
                found[0] |= 1 << fact
                found[1] |= kept
        for reason, (facts, kept) in by_reason.items():
            self.queue.push(reason, None, hub.values(facts), (number, kept))
        for place, corner in enumerate(hub.corners):
            goal = then & corner_facts(place) if new & corner_facts(place) and corner is not None else 0
            if goal:
                why, _ = self._why(hub, known, goal)
                arc = goal >> 8 + 3 * place
                if self.queue.improves((corner, arc), why):
                    self.queue.push(why, corner, arc, None)

    def _why(self, hub: Hub, known: int, goal: int) -> tuple[int, int]:
        """Return a minimal set of reasons of an inference at a hub, and the facts there that it uses: the most costly
        arc is left out first.
        """
        reasons = {place: self.arc[corner][1] for place, corner in enumerate(hub.corners) if corner in self.arc}
        costly = sorted(reasons, key=lambda place: (-self.queue.cost(reasons[place])[0], place))
        kept = least(hub.kind, known, goal, (*map(corner_facts, costly), *hub.groups))
        on, off = hub.values(kept)
        why = self.view.reason(hub.clue) | on | off
        for place, reason in reasons.items():
            if kept & corner_facts(place):
                why |= reason
        return why, kept

    def _words(self, number: int, kept: int) -> dict[str, Any]:
        """Return the parameters of a sentence: the hub that settles edges, and the arcs at its corners."""
        hub = self.hubs[number]
        row, column = hub.at
        arcs = []
        for place, corner in enumerate(hub.corners):
            arc = _arc(kept, place)
            if arc is None:
                continue
            if hub.kind == DOT:
                arcs.append(_message("arc.in-cell", arc=arc, **place_words(*divmod(corner // 4, self.width))))
            else:
                arcs.append(_message("arc.at-dot", arc=arc, **place_words(row + (place >> 1), column + (place & 1))))
        name = "clue.dot" if hub.kind == DOT else "clue.in-cell"
        value = {} if hub.kind == DOT else {"value": hub.kind}
        return {"hub": _message(name, **value, **place_words(row, column)), "arcs": arcs or [_message("arc.alone")]}


def _arc(known: int, place: int) -> dict[str, Any] | None:
    """Return the arc at a corner of a hub, for a sentence; None if anything is possible there."""
    ruled_out = known >> 8 + 3 * place & 0b111
    return _message(f"arc.{0b111 & ~ruled_out}") if ruled_out else None


def _message(key: str, **params: Any) -> dict[str, Any]:
    return {"key": key, "params": params}


def arcs(view: View) -> Iterator[Match | None]:
    """Edges that follow where arcs meet."""
    hubs = view.context.once(Hubs)
    yield None
    for settles in _settle_edges(hubs.hubs, hubs.on(view.board), hubs.at_corners):
        yield None
        if settles:
            yield from _Arcs(view).matches()
            return


def _settle_edges(hubs: list[Hub], known: list[int], at: list[list[tuple[int, int]]]) -> Iterator[bool]:
    """Yield True when an edge follows or a hub cannot hold: the same without reasons, which takes 10 % of the
    time.
    """
    todo = dict.fromkeys(range(len(hubs)))
    for number in count(1):
        if not todo:
            return
        hub, _ = todo.popitem()
        then = settled(hubs[hub].kind, known[hub])
        new = 0 if then is None else then & ~known[hub]
        if then is None or new & EDGES:
            yield True
        for place, corner in enumerate(hubs[hub].corners if new else ()):
            arc = corner_facts(place) & then
            if corner is not None and new & arc:
                for other, there in at[corner]:
                    known[other] |= arc >> 3 * place << 3 * there
                    todo[other] = None
        if number % (4 * AT_ONCE) == 0:
            yield False


def diagonals(view: View) -> Iterator[Match | None]:
    """Arcs that go straight through numbers, corner to corner: the edges that two or more of them settle, fewer numbers
    first.
    """
    hubs = view.context.once(Hubs)
    yield None
    known, numbers = hubs.on(view.board), view.numbers
    found: list[Match] = []
    for row, column in numbers:
        yield None
        for corner, (down, right) in enumerate(TOWARDS):
            if (row + down, column + right) in numbers:
                found += _along(view, hubs.hubs, known, (row, column), corner)
    yield from sorted(found, key=lambda match: len(match.because))


TOWARDS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
"""For each corner of a box, the way to the opposite corner."""
Passed = list[tuple[Hub, int, int]]
"""The dots and numbers along a diagonal, each with what is known there and the arc that leads to it."""


def _along(view: View, hubs: list[Hub], known: list[int], at: tuple[int, int], corner: int) -> Iterator[Match]:
    """Follow the arc from the dot at a corner of a number through the number to its opposite corner, and on."""
    numbers, stride = view.numbers, view.lattice.width + 1
    (row, column), (down, right) = at, TOWARDS[corner]
    dot = (row + (corner >> 1)) * stride + column + (corner & 1)
    arc, because = 0, []
    passed: Passed = []
    for turn in count():
        if turn % 2:  # a number
            if (row, column) not in numbers:
                return
            index, _ = numbers[row, column]
            because.append(index)
            number, row, column = len(hubs) - len(numbers) + index, row + down, column + right
        else:
            dot += (down * stride + right) * (turn > 0)
            number = dot
        hub, state = hubs[number], known[number] | arc << 8 + 3 * corner
        then = settled(hub.kind, state)
        if then is None:
            return
        passed.append((hub, state, arc))
        new = then & EDGES & ~(settled(hub.kind, known[number]) or 0) if len(because) > 1 else 0
        if new:
            words = {"start": _message("clue.dot", **place_words(*passed[0][0].at)), "passed": _passed(passed, corner)}
            yield Match(*hub.values(new), tuple(because), _used(passed, corner, new), words)
        arc = (then & corner_facts(3 - corner)) >> 8 + 3 * (3 - corner)
        if not arc and turn:
            return


def _used(passed: Passed, corner: int, new: int) -> int:
    """Return known edges that imply the arc after each dot and number, and the new edges at the last one."""
    used, goals = 0, [arc << 8 + 3 * (3 - corner) for _, _, arc in passed[1:]]
    for (hub, state, _), goal in zip(passed, [*goals, new]):
        on, off = hub.values(least(hub.kind, state, goal, hub.groups))
        used |= on | off
    return used


def _passed(passed: Passed, corner: int) -> dict[str, Any]:
    """Return a message with the arcs of each number, at its "near" and "far" corners."""
    texts = []
    for number, dot in zip_longest(passed[1::2], passed[2::2]):
        arcs = {name: _arc(one[1], corner) for name, one in (("near", number), ("far", dot)) if one and one[2]}
        form = "same" if arcs.get("near") == arcs.get("far") else "-".join(arcs)
        clue = _message("clue.in-cell", value=number[0].kind, **place_words(*number[0].at))
        texts.append(_message("arc.passed", clue=clue, arcs=_message(f"arc.{form}", **arcs)))
    return joined("arc.then", texts)
