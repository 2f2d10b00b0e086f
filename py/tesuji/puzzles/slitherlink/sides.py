"""Techniques that distinguish the inside of the loop from the outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tesuji.bitset import members, set_of
from tesuji.puzzles.slitherlink.lattice import joined, place_words
from tesuji.puzzles.slitherlink.patterns import Match
from tesuji.puzzles.slitherlink.relations import Meeting, Meetings
from tesuji.puzzles.slitherlink.situations import PAIRS, CheapestFirst, least, settled
from tesuji.puzzles.slitherlink.view import View

MAX_NUMBERS = 4
"""The most numbers for one deduction."""
AT_ONCE = 16
"""Dots and numbers between two safe points."""


def inside_outside(view: View) -> Iterator[Match | None]:
    """Both faces of an edge are known to be on the same side, or on different sides."""
    sides = view.sides
    yield None
    for edge in members(view.unknown):
        one, other = sides.faces_at[edge]
        if sides.related(one, other):
            differ, why = sides.differ(one, other), sides.why(one, other)
            lines = (why & view.board.yes).bit_count()
            words = {
                "as": "on" if differ else "off" if lines else "open",
                "way": [_face(view, face) for face in sides.walk(one, why)],
                "lines": {"key": "sides.crossed", "params": {"n": lines}},
            }
            yield _match(view, edge, differ, why)._replace(words=words)


def _match(view: View, edge: int, on: int, why: int) -> Match:
    numbers, form = view.numbers_of(why), "on" if on else "off"
    words = {"as": form}
    return Match(1 << edge if on else 0, 0 if on else 1 << edge, numbers, why & view.puzzle.cells, words)


def colours(view: View) -> Iterator[Match | None]:
    """Among the faces around a number, some are known to be on the same side or on different ones: that restricts its
    edges, which are the first four pairs of faces.
    """
    meetings = view.context.once(Meetings)
    yes, no = view.board
    among_others = tuple(0b11 << 2 * place for place in range(4, 10))
    yield None
    for meeting in meetings.meetings[meetings.dots :]:
        at, value = view.puzzle.clues[meeting.clue]
        edges = view.lattice.edges_around(*at)
        on_board = sum((yes >> edge & 1 | (no >> edge & 1) << 1) << 2 * place for place, edge in enumerate(edges))
        known = meeting.known(view.sides) & ~0xFF | on_board
        then = settled(meeting.kind, known)
        new = then & ~known & 0xFF if then is not None else 0
        if not new:
            continue
        kept = least(meeting.kind, known, new, among_others)
        used = meeting.why(view.sides, kept & ~0xFF)
        on, off = (sum(1 << edges[fact >> 1] for fact in members(new) if fact & 1 == which) for which in (0, 1))
        words = {"row": at[0] + 1, "column": at[1] + 1, "value": value, "sides": _sides(view, meeting, kept)}
        yield Match(on, off, (meeting.clue,), used | view.board.known & set_of(edges), words)


def _face(view: View, face: int) -> dict[str, Any]:
    """Return a message for a box or the outside."""
    row, column = divmod(face, view.lattice.width)
    if row == view.lattice.height:
        return {"key": "at.outside", "params": {}}
    return {"key": "at.cell", "params": {"row": row + 1, "column": column + 1}}


def _related(view: View, one: int, other: int, differ: int) -> dict[str, Any]:
    """Return a message for two faces on the same side or on different sides."""
    key = "sides.different" if differ else "sides.same"
    return {"key": key, "params": {"one": _face(view, one), "other": _face(view, other)}}


def _sides(view: View, meeting: Meeting, facts: int) -> list[dict[str, Any]]:
    """Return messages for pairs of faces other than the box of a number."""

    return [
        _related(view, meeting.faces[one], meeting.faces[other], 1 - (fact & 1))
        for fact in members(facts & ~0xFF)
        for one, other in (PAIRS[5][fact >> 1],)
    ] or [{"key": "sides.none", "params": {}}]


def shading(view: View) -> Iterator[Match | None]:
    """Edges whose two faces are related by way of numbers and dots."""
    relations, queue = view.sides.copy(), CheapestFirst(view.puzzle.size, MAX_NUMBERS)
    meetings = view.context.once(Meetings)
    links: list[dict[str, Any]] = []
    """The relations found at dots and numbers, as messages. In a reason, each has a bit above all edges and numbers."""
    shift = view.puzzle.size + len(view.puzzle.constraints)
    reasons = (1 << shift) - 1

    def look(number: int) -> None:
        """Note what follows where faces meet."""
        meeting = meetings.meetings[number]
        kind, clue, faces, groups = meeting
        known = meeting.known(relations)
        then = settled(kind, known)
        for fact in members(then & ~known if then is not None else 0):
            one, other = (faces[place] for place in PAIRS[len(faces)][fact >> 1])
            kept = least(kind, known, 1 << fact, groups)
            why = meeting.why(relations, kept) | view.reason(clue)
            if queue.improves((one, other), why & reasons):
                queue.push(why & reasons, one, other, 1 - (fact & 1), why, number)

    for number in range(len(meetings.meetings)):
        if number % AT_ONCE == 0:
            yield None
        look(number)
    for _, (one, other, differ, reason, number) in queue:
        if relations.related(one, other):
            continue
        moved, between = relations.join(one, other, differ, reason | 1 << shift + len(links))
        links.append(_found(view, meetings, number, (one, other, differ)))
        yield None
        for edge in between:
            pair = relations.faces_at[edge]
            why = relations.why(*pair)
            if queue.cost(why & reasons)[0] <= MAX_NUMBERS:
                match = _match(view, edge, relations.differ(*pair), why & reasons)
                form = match.words["as"] if match.because else f"dots-{match.words['as']}"
                sides = joined("arc.then", [links[place] for place in members(why >> shift)])
                yield match._replace(words={"as": form, "sides": sides})
        for number in dict.fromkeys(number for face in moved for number in meetings.at[face]):
            look(number)


def _found(view: View, meetings: Meetings, number: int, found: tuple[int, int, int]) -> dict[str, Any]:
    """Return a message for two faces that are related at a number or a dot."""
    one, other, differ = found
    clue = meetings.meetings[number].clue
    if clue is None:
        row, column = divmod(number, view.lattice.width + 1)
        at = {"key": "clue.dot", "params": place_words(row, column)}
    else:
        place, value = view.puzzle.clues[clue]
        at = {"key": "clue.in-cell", "params": {"value": value, **place_words(*place)}}
    return {"key": "sides.at", "params": {"at": at, "sides": _related(view, one, other, differ)}}
