"""The calls that find what is wrong with a puzzle and what would mend it: `conflict` and `mend`."""

from __future__ import annotations

from contextlib import suppress

from tesuji.calls.arguments import document_of, marks_of
from tesuji.calls.teller import Teller, said
from tesuji.engine.budget import Steps
from tesuji.engine.conflict import conflict as find_conflict
from tesuji.engine.learn import Learner
from tesuji.engine.mend import mend as fewest_offers
from tesuji.engine.search import solve
from tesuji.errors import OutOfBudget
from tesuji.model import Answer, Board, Document, Puzzle
from tesuji.puzzles import parse


def conflict(args: Document) -> Steps[Document]:
    """What cannot hold together: in the puzzle, or with the player's marks on it.

    args: {"document" (with the player's marks, if any) or "text"}.
    Result: {"kind", "counted", "clash"?: as in `__init__.py`; missing where all can hold}. Raises OutOfBudget where time runs out
    before anything is known; later, the clash says `minimal` false.
    """
    book, puzzle = parse(document_of(args))
    found = yield from find_conflict(puzzle, marks_of(book, puzzle), book.counted)
    result = {"kind": puzzle.kind, "counted": book.counted}
    return {**result, "clash": Teller(book, puzzle).clash(found)} if found else result


def mend(args: Document) -> Steps[Document]:
    """The fewest clues or givens to add so that one solution is left: the player's, where the marks fit one.

    args: {"document" (with the player's marks, if any) or "text"}. Result: {"kind", "verdict"} and, for "multiple", "additions": [{"cell":
    place, "value": a letter or a number}], "fewest": whether fewer are proven not to do, "document" with them, "solution" that stays,
    "sentence"; without these where nothing that can be added helps, and where time ran out.
    """
    book, puzzle = parse(document_of(args))
    answer = Answer("none", [], Board()) if next(iter(book.flaws(puzzle)), None) else (yield from solve(puzzle, book.propagator and book.propagator(puzzle)))
    result: Document = {"kind": puzzle.kind, "verdict": answer.verdict}
    if answer.verdict != "multiple" or book.offers is None:
        return result
    with suppress(OutOfBudget):
        kept = yield from _nearest(puzzle, answer.boards[0], marks_of(book, puzzle))
        offers = book.offers(puzzle, kept)
        found = yield from fewest_offers(puzzle, kept, offers)
        if found:
            chosen = [offers[number] for number in found.chosen]
            result["additions"] = [{"cell": offer.at, "value": offer.value} for offer in chosen]
            result |= {"fewest": found.fewest, "document": book.with_offers(puzzle, chosen), "solution": book.solution(puzzle, kept)}
            result["sentence"] = said("mend.fewest" if found.fewest else "mend.enough", {"n": len(chosen)})
    return result


def _nearest(puzzle: Puzzle, solution: Board, marks: Board) -> Steps[Board]:
    """A solution with the player's marks, or the one that is known where there is none."""
    yes, no = marks.yes & ~puzzle.givens.no, marks.no & ~puzzle.givens.yes
    return (yield from Learner(puzzle, puzzle.givens).find(yes, no)) or solution
