"""The calls that find what is wrong with a puzzle and what would mend it: `conflict` and `mend`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from tesuji.calls.arguments import marks_of, noting
from tesuji.calls.certificate import certified, of_conflict
from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.calls.solving import decide
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.making.mend import mend as fewest_offers
from tesuji.engine.reasons.conflict import conflict as find_conflict
from tesuji.engine.reasons.story import story
from tesuji.engine.sat.encoding import Learner
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Board, Document, Offer, Puzzle
from tesuji.puzzles import parse
from tesuji.rulebook import Rulebook

MOST = 32
"""Solutions that are tried where the first two cannot be made the only one."""


@noting
def conflict(args: Document) -> Steps[Document]:
    """What cannot hold together: in the puzzle, or with the player's marks on it.

    args: {"document" (with the player's marks, if any) or "text", "certificate"?: true}. Result: {"kind", "counted",
    "clash"?: as in `__init__.py`; missing where all can hold; "certificate"? or "uncertified"? as of `solve`}. Raises
    OutOfBudget where time runs out before anything is known; later, the clash has `minimal` false.
    """
    book, puzzle = parse(args["document"])
    found = yield from find_conflict(puzzle, marks_of(book, puzzle), book.explaining.counted)
    result = {"kind": puzzle.kind, "counted": book.explaining.counted}
    if not found:
        return result
    chains: tuple = ()
    with suppress(OutOfBudget):
        chains = yield from story(puzzle, found, book.explaining.counted)
    if args.get("certificate"):
        result |= yield from certified(puzzle, of_conflict(book, puzzle, found))
    return {**result, "clash": Serializer(book, puzzle).clash(found, chains)}


@noting
def mend(args: Document) -> Steps[Document]:
    """The fewest clues or givens to add so that one solution is left: the player's, where the marks fit one, else one
    of a few.

    args: {"document" (with the player's marks, if any) or "text"}. Result: {"kind", "verdict"} and, for "multiple",
    "additions": [{"cell": place, "value": a letter or a number}], "fewest": whether fewer are proven not to do for the
    "solution" that stays, "document" with them, "sentence"; without these where nothing that can be added helps, and
    where time ran out.
    """
    book, puzzle = parse(args["document"])
    if book.mending is None:
        raise InputError("no-mending", name=book.kind)
    answer = yield from decide(book, puzzle)
    result: Document = {"kind": puzzle.kind, "verdict": answer.verdict}
    if answer.verdict != "multiple":
        return result
    least: tuple[int, Document] | None = None
    with suppress(OutOfBudget):
        own = yield from _marked(puzzle, marks_of(book, puzzle))
        for kept in [own] if own else answer.boards:
            least = yield from _fewer(book, puzzle, kept, least)
        if least is None and own is None:
            # What can be added may be the same for two solutions; a third may differ from all others.
            others = (yield from decide(book, puzzle, MOST)).boards
            for kept in others:
                if least is None and kept not in answer.boards:
                    least = yield from _fewer(book, puzzle, kept, least)
    return {**result, **least[1]} if least else result


AT_ONCE = 400
"""Offers between two safe points."""


def _fewer(
    book: Rulebook, puzzle: Puzzle, kept: Board, least: tuple[int, Document] | None
) -> Steps[tuple[int, Document] | None]:
    """(how many, what) makes this solution the only one, where that is less than before."""
    offers: list[Offer] = []
    for offer in book.mending.offers(puzzle, kept):
        offers.append(offer)
        if len(offers) % AT_ONCE == 1:
            yield Progress("mend", of=puzzle.size)
    found = yield from fewest_offers(puzzle, kept, offers)
    if found is None or least and least[0] <= len(found.chosen):
        return least
    chosen = [offers[number] for number in found.chosen]
    return len(chosen), _mended(book, puzzle, kept, chosen, found.fewest)


def _marked(puzzle: Puzzle, marks: Board) -> Steps[Board | None]:
    """A solution with the player's marks; None where there are none, or they fit none."""
    yes, no = marks.yes & ~puzzle.givens.no, marks.no & ~puzzle.givens.yes
    return (yield from Learner(puzzle, puzzle.givens).find(yes, no)) if yes | no else None


def _mended(book: Rulebook, puzzle: Puzzle, kept: Board, chosen: Sequence[Offer], fewest: bool) -> Document:
    return {
        "additions": [{"cell": offer.at, "value": offer.value} for offer in chosen],
        "fewest": fewest,
        "document": book.mending.with_offers(puzzle, chosen),
        "solution": book.solution(puzzle, kept),
        "sentence": message("mend.fewest" if fewest else "mend.enough", {"n": len(chosen)}),
    }
