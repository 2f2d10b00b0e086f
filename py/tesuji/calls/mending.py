"""The calls `conflict`, which finds a contradictory set, and `mend`, which finds changes that leave one solution."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from tesuji.calls.arguments import marks_of, noting
from tesuji.calls.certificate import certified, of_conflict
from tesuji.calls.explaining import with_derivation, with_story
from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.calls.solving import decide
from tesuji.calls.wording import line_text
from tesuji.engine.budget import Progress, Steps, watched
from tesuji.engine.making.change import Change, changes
from tesuji.engine.making.mend import mend as fewest_offers
from tesuji.engine.reasons.conflict import Conflict
from tesuji.engine.reasons.conflict import conflict as find_conflict
from tesuji.engine.sat.encoding import Learner
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Alternative, Board, Document, Offer, Puzzle
from tesuji.puzzles import parse
from tesuji.rulebook import Rulebook
from tesuji.variables import marks_of as marks_string

MAX_SOLUTIONS = 32
"""The number of solutions to try if neither of the first two can be made unique."""


@noting
def conflict(args: Document) -> Steps[Document]:
    """Return a contradictory set of clues and marks, if there is one. Arguments: `contract.ConflictArguments`.

    Raises OutOfBudget if time runs out before anything is known; if it runs out later, the clash has `minimal` false.
    While a smaller set is searched for, the progress carries the best one so far, without a story.
    """
    book, puzzle = parse(args["document"])
    serializer, marks = Serializer(book, puzzle), marks_of(book, puzzle)
    result = {"kind": puzzle.kind, "counted": book.explaining.counted}

    def report(progress: Progress) -> Iterable[Progress]:
        if isinstance(progress.verdict, Conflict):
            progress.verdict = {**result, "clash": serializer.clash(progress.verdict)}
        return ()

    search = watched(find_conflict(puzzle, marks, book.explaining.counted), report)
    found, derivation = yield from with_derivation(serializer, marks, search)
    if not found:
        return result
    clash = yield from with_story(serializer, found, marks, derivation)
    if args.get("certificate"):
        result |= yield from certified(puzzle, of_conflict(book, puzzle, found))
    return {**result, "clash": clash}


@noting
def mend(args: Document) -> Steps[Document]:
    """Return changes that leave a puzzle with one solution. Arguments: `contract.PuzzleArguments`.

    If the verdict is "none", the answer has "changes" of one clue each, the smallest first, with "at" (a cell, {"row"},
    {"column"}, or {} for the whole board), "was", "value", "document", "solution", "marks" and "sentence"; "complete",
    true if all changes were tried; and "sentence".

    If the verdict is "multiple", the answer has the fewest clues or givens to add. The solution is the player's if the
    marks fit one, otherwise one of a few. The answer has "additions", "fewest" (true if fewer are proven not to be
    enough), the "solution" that stays, "document" with the additions, and "sentence". It lacks these if no addition
    helps or time runs out.
    """
    book, puzzle = parse(args["document"])
    if book.mending is None:
        raise InputError("no-mending")
    answer = yield from decide(book, puzzle, share=False)
    result: Document = {"kind": puzzle.kind, "verdict": answer.verdict}
    if answer.verdict == "none":
        return {**result, **(yield from _changes(book, puzzle))}
    if answer.verdict != "multiple" or book.mending.offers is None:
        return result
    if not any(book.mending.offers(puzzle, answer.boards[0])):
        return result  # other solutions have no possible additions, either
    least: tuple[int, Document] | None = None
    with suppress(OutOfBudget):
        own = yield from _marked(puzzle, marks_of(book, puzzle))
        for kept in [own] if own else answer.boards:
            least = yield from _fewer(book, puzzle, kept, least)
        if least is None and own is None:
            # Two solutions may have the same possible additions while a third differs from all others.
            others = (yield from decide(book, puzzle, MAX_SOLUTIONS, share=False)).boards
            for kept in others:
                if least is None and kept not in answer.boards:
                    least = yield from _fewer(book, puzzle, kept, least)
    return {**result, **least[1]} if least else result


def _changes(book: Rulebook, puzzle: Puzzle) -> Steps[Document]:
    def changed(clue: Alternative, value: Any) -> Puzzle | None:
        candidate = book.parse(book.mending.changed(puzzle, clue, value))
        return None if next(iter(book.flaws(candidate)), None) else candidate

    found, complete = yield from changes(puzzle, list(book.mending.alternatives(puzzle)), changed)
    key = "mend.changes" if found else "mend.no-change" if complete else "mend.no-change-yet"
    return {
        "changes": [_changed(book, change) for change in found],
        "complete": complete,
        "sentence": message(key, {"n": len(found)}),
    }


def _changed(book: Rulebook, change: Change) -> Document:
    """Return a change of one clue as JSON."""
    at, was, value = change.clue.at, change.clue.was, change.value
    key = "-all" if not at else "" if len(at) == 2 else f"-{next(iter(at))}"
    places = {"row": at[key[1:]][0], "column": at[key[1:]][1]} if key in ("-right", "-down") else at
    words = {
        "was": _text(book, change.puzzle, was),
        "value": _text(book, change.puzzle, value),
        **{name: number + 1 for name, number in places.items()},
    }
    return {
        "at": at,
        "was": was,
        "value": value,
        "document": change.puzzle.document,
        "solution": book.solution(change.puzzle, change.solution),
        "marks": marks_string(change.puzzle, change.solution),
        "sentence": message(f"{book.mending.sentence}{key}", words),
    }


def _text(book: Rulebook, puzzle: Puzzle, value: Any) -> Any:
    """Return the value of a clue as readable text; the runs of a line are separated by spaces."""
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], int):
        return line_text(book, puzzle, value)
    return " ".join(map(str, value)) or "0" if isinstance(value, (list, tuple)) else str(value)


AT_ONCE = 400
"""Offers between two safe points."""


def _fewer(
    book: Rulebook, puzzle: Puzzle, kept: Board, least: tuple[int, Document] | None
) -> Steps[tuple[int, Document] | None]:
    """Return (number of additions, members of the answer) that make this solution unique, if they are fewer than in
    `least`.
    """
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
    """Return a solution that has the player's marks, or None if there are no marks or none fits."""
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
