"""Reading texts within the budget of a call, and choosing between several readings.

A text that does not name its puzzle may have several readings. The one with exactly one solution is chosen, else the
likeliest. A note names the others. The search for the verdicts is limited in steps, not in seconds, so that every
machine reads a text in the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tesuji.calls.messages import message
from tesuji.engine.budget import Progress, Steps, at_most, relayed, run
from tesuji.engine.search import solve as search
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Document
from tesuji.notation import Reading, Readings, readings
from tesuji.puzzles import kinds, parse

SHORT_TEXT = 20_000
"""Texts of at most this many characters are read without a safe point; this takes a few milliseconds."""
STEPS = 200
"""Safe points of the search for the verdict of one reading."""
MUCH_LESS_LIKELY = 30
"""A reading that is this much less likely than the likeliest one is chosen only if it has a solution and the likeliest
has none.
"""


def read(text: str, kind: str | None) -> Steps[Reading]:
    """Return the reading of a text. Raises InputError, OutOfBudget."""
    steps = readings(text, kinds(), kind)
    progress = Progress("read", of=len(text))
    found = (yield from relayed(steps, progress)) if len(text) > SHORT_TEXT else run(steps)
    return (yield from chosen(found))


def chosen(found: Readings) -> Steps[Reading]:
    """Return the best of several readings. Raises their error if none has a solution."""
    best, *others = found.readings
    if not others and found.refusal is None:
        return best
    verdicts: list[str] = []
    with suppress(OutOfBudget):
        for reading in found.readings:
            if far_behind(found.readings[0], reading) and verdicts[0] != "none":
                break
            verdicts.append((yield from verdict_of(reading.document)))
            if verdicts[-1] == "unique":
                break
    if found.refusal is not None and set(verdicts) == {"none"}:
        raise found.refusal
    best = found.readings[best_place(found.readings, verdicts)]
    others = yield from worth_offering(best, found.readings)
    if not others:
        return best
    return best._replace(notes=(*best.notes, note_of(best, others)), others=tuple(one.document for one in others))


def worth_offering(best: Reading, found: Sequence[Reading]) -> Steps[list[Reading]]:
    """Return the readings to offer besides the best one: those that are not far behind, and puzzles of other kinds with
    exactly one solution.
    """
    others = []
    for reading in found:
        other_kind = reading.document["kind"] != best.document["kind"]
        near = reading is not best and not far_behind(best, reading)
        if near or (other_kind and (yield from verdict_of(reading.document)) == "unique"):
            others.append(reading)
    return others


def far_behind(first: Reading, reading: Reading) -> bool:
    """Return whether a reading is far less likely than the likeliest."""
    return first.rank - reading.rank >= MUCH_LESS_LIKELY


def best_place(found: Sequence[Reading], verdicts: Sequence[str]) -> int:
    """Return the position of the first reading with one solution; else of the first that is not far behind and has a
    solution; else of the likeliest.
    """
    if "unique" in verdicts:
        return verdicts.index("unique")
    solvable = (
        place
        for place, verdict in enumerate(verdicts)
        if verdict in ("multiple", "unknown") and not far_behind(found[0], found[place])
    )
    return next(solvable, 0)


def verdict_of(document: Document) -> Steps[str]:
    """Return "unique", "multiple", "none" or, after STEPS, "unknown"; "none" for a document that is not a proper
    puzzle.
    """
    try:
        book, puzzle = parse(document)
    except InputError:
        return "none"
    if next(iter(book.flaws(puzzle)), None):
        return "none"
    answer = yield from relayed(at_most(search(puzzle, depth=False, share=False), STEPS), Progress("read"))
    return answer.verdict if answer else "unknown"


def note_of(best: Reading, others: Sequence[Reading]) -> Document:
    """Return the note that names the chosen reading and the others, each by kind and size."""
    return message(
        "note.read-as", {"name": title(best.document), "others": ", ".join(title(one.document) for one in others)}
    )


def title(document: Document) -> str:
    """Return the kind and the size of a document, such as "slitherlink 7 × 2"."""
    kind = kinds().load(document["kind"])
    with suppress(InputError):
        width, height = kind.size(kind.clean(document))
        return f"{document['kind']} {width} × {height}"
    return str(document["kind"])
