"""The calls `solve`, `convert` and `check`, which read and solve puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from time import perf_counter
from typing import TypeVar

from tesuji.calls.arguments import noting, reading_of, text_of, with_notes
from tesuji.calls.compat import matlab
from tesuji.calls.messages import message
from tesuji.calls.wording import SIDES, clue_text
from tesuji.engine.budget import Progress, Steps, at_most, relayed, watched
from tesuji.engine.search import solve as search
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Answer, Board, Document, Flaw, Puzzle
from tesuji.puzzles import parse, write
from tesuji.rulebook import Rulebook
from tesuji.variables import marks_of

CLASSES = {"none": "EP", "multiple": "MP"}
"""The classes of the picross program: EP no solution, MP several, SF solved by lines alone, MF unique otherwise."""
ONLY_RELAXED = "only-relaxed"
"""The reason if there is a solution only without the rule that `Rulebook.relaxed` leaves out."""
COUNTED = 10**200
"""The number of boards is not stated if it is at least this large."""
COUNTING_WORK = 200_000
"""The limit of steps for counting boards, times the number of open cells: on a large board a step takes longer, and
counting rarely finishes.
"""

CELLS_AT_ONCE = 400_000
"""The cells of boards that are written between two safe points."""
Written = TypeVar("Written")


@noting
def solve(args: Document) -> Steps[Document]:
    """Return the verdict and up to "limit" solutions. Arguments: `contract.SolveArguments`. Raises InputError.

    "boards" is the number of boards that fit, as text. It is present if there are several boards, the kind can count
    them, and the number is below COUNTED. If "compat" is "matlab", the answer has "compat": {"class", "board": rows of
    1, 0 and N}. With "drawn", what all solutions share is determined only if the kind counts boards, the search is
    "thorough", or a certificate is requested, because the drawn boards do not contain it.
    """
    book, puzzle = parse(args["document"])
    limit = args.get("limit", 2)
    if type(limit) is not int or not 1 <= limit <= 1000:
        raise InputError("limit")
    began = perf_counter()
    verdict_alone, thorough = bool(args.get("verdict")), bool(args.get("thorough"))
    unread = args.get("drawn") and not (book.boards or thorough or args.get("certificate"))
    native = args.get("backend") == "sat"
    if native and find_spec("pysat") is None:
        raise InputError("backend")
    steps = decide(book, puzzle, limit, not verdict_alone and not unread, thorough, native)
    answer = yield from _reporting(steps, lambda found: _result(book, puzzle, found, None, perf_counter() - began))
    reason = (yield from _why_none(book, puzzle, answer)) if answer.verdict == "none" else None
    compat = args.get("compat")
    if compat is not None and (compat != "matlab" or book.census is None):
        raise InputError("compat", name=str(compat)[:20])
    result = yield from _result(book, puzzle, answer, reason, perf_counter() - began)
    if compat:
        result["compat"] = yield from matlab(puzzle)
    if answer.verdict == "multiple" and book.boards and not verdict_alone:
        with suppress(OutOfBudget):
            open_cells = (puzzle.cells & ~answer.forced.known).bit_count()
            known = puzzle._replace(givens=puzzle.givens.joined(answer.forced))
            counting = at_most(book.boards(known), COUNTING_WORK // open_cells)
            boards = yield from relayed(counting, Progress("odds", of=puzzle.size))
            if boards is not None and boards < COUNTED:
                result["boards"] = str(boards)
    if answer.verdict == "unknown" and answer.boards:
        result["sentence"] = message("solve.not-asked" if len(answer.boards) >= limit else "solve.at-least-one")
    if args.get("certificate") and answer.verdict != "unknown":
        from tesuji.calls.certificate import certified, of_answer

        result |= yield from certified(puzzle, of_answer(book, puzzle, answer))
    if args.get("drawn"):
        result["drawn"] = yield from _each(partial(book.draw, puzzle), answer.boards or [answer.forced], puzzle.size)
    return result


def _reporting(steps: Steps[Answer], result_of: Callable[[Answer], Steps[Document]]) -> Steps[Answer]:
    """Relay a search. Once its verdict is known, the progress carries the result so far."""

    def report(progress: Progress) -> Steps[None]:
        if isinstance(progress.verdict, Answer):
            progress.verdict = yield from result_of(progress.verdict)

    return watched(steps, report)


def decide(
    book: Rulebook, puzzle: Puzzle, limit: int = 2, share: bool = True, thorough: bool = True, native: bool = False
) -> Steps[Answer]:
    """Return the verdict, without a search if the puzzle is flawed. With `share`, also determine the depth and the
    cells that all solutions share; unless `thorough`, this takes at most about as long as the verdict.
    """
    if next(iter(book.flaws(puzzle)), None):
        return Answer("none", [], Board())
    return (yield from search(puzzle, None, limit, share, share, thorough, native))


def _why_none(book: Rulebook, puzzle: Puzzle, answer: Answer) -> Steps[Flaw | None]:
    """Return the flaw, the rule without which there would be a solution, or the clue at which propagation failed."""
    flaw = next(iter(book.flaws(puzzle)), None)
    if (yield from only_relaxed(book, puzzle)):
        return Flaw(flaw.key + "-only", flaw.params, flaw.at) if flaw else Flaw(ONLY_RELAXED, {})
    if flaw:
        return flaw
    clue = getattr(answer.blame, "clue", None)
    if clue is None:
        return None
    first, *rest = clue.at
    if not rest:
        return Flaw(f"clue-{first}", {})
    number = next(number for number, one in enumerate(puzzle.constraints) if one.clue == clue)
    if isinstance(first, int):
        at = {"row": first + 1, "column": rest[0] + 1}
    else:
        at = {SIDES.get(first, first): rest[0] + 1} if len(rest) == 1 else None
    return Flaw("clue", {"clue": clue_text(book, puzzle, number)}, at)


def only_relaxed(book: Rulebook, puzzle: Puzzle) -> Steps[bool]:
    """Return whether a puzzle without a solution has one without the rule that `Rulebook.relaxed` leaves out."""
    relaxed = book.relaxed(puzzle.document) if book.relaxed else None
    return bool(relaxed and (yield from decide(book, book.parse(relaxed), 1, share=False)).boards)


def _result(book: Rulebook, puzzle: Puzzle, answer: Answer, reason: Flaw | None, seconds: float) -> Steps[Document]:
    result: Document = {key: puzzle.document[key] for key in ("id",) if key in puzzle.document}
    result |= {"kind": puzzle.kind, "verdict": answer.verdict}
    written = yield from _each(
        lambda board: (book.solution(puzzle, board), marks_of(puzzle, board)), answer.boards, puzzle.size
    )
    result["solutions"], result["marks"] = [one for one, _ in written], [marks for _, marks in written]
    result["seconds"] = round(seconds, 4)
    if answer.verdict != "none":
        result["forced"] = book.forced(puzzle, answer.forced)
        result["forced_marks"] = marks_of(puzzle, answer.forced)
        result["forced_complete"] = answer.complete
        if answer.possible:
            result["possible_marks"] = marks_of(puzzle, answer.possible)
    kind = CLASSES.get(answer.verdict, None if answer.verdict == "unknown" else "SF" if answer.depth == 0 else "MF")
    if kind:
        result["class"] = kind
    if answer.depth is not None and answer.verdict == "unique":
        result["depth"] = answer.depth
    if answer.verdict == "none" and reason:
        result["reason"] = reason_to_json(reason)
    result["stats"] = dict(answer.stats)
    return result


def _each(write: Callable[[Board], Written], boards: Sequence[Board], size: int) -> Steps[list[Written]]:
    """Return what is written for each board. If time runs out, later boards are left out."""
    written = []
    with suppress(OutOfBudget):
        for number, board in enumerate(boards, 1):
            written.append(write(board))
            if number % (1 + CELLS_AT_ONCE // size) == 0:
                yield Progress("write", len(written), len(boards))
    return written


def reason_to_json(reason: Flaw) -> Document:
    """Return the message {"key", "params", "at"?} for a reason; its place counts from 1."""
    document = message(f"reason.{reason.key}", reason.params)
    return {**document, "at": dict(reason.at)} if reason.at else document


def convert(args: Document) -> Steps[Document]:
    """Return the puzzle as a document, or as text in the format "to". Arguments: `contract.ConvertArguments`. Raises
    InputError.

    Without "to": {"document", "notation", "others"?, "notes"?}. With "to": {"id"?, "text", "lost"?: members that the text
    cannot hold}; for "json" {"id"?, "document"}.
    """
    yield Progress("read")
    reading = yield from reading_of(args)
    _, puzzle = parse(reading.document)
    if args.get("to") is None:
        others = {"others": list(reading.others)} if reading.others else {}
        return with_notes({"document": puzzle.document, "notation": reading.notation, **others}, reading.notes)
    name = {key: puzzle.document[key] for key in ("id",) if key in puzzle.document}
    if args["to"] == "json":
        return {**name, "document": puzzle.document}
    yield Progress("read")
    text, lost = write(puzzle.document, text_of(args, "to", None))
    return {**name, "text": text, **({"lost": lost} if lost else {})}


def check(args: Document) -> Steps[Document]:
    """Identify a text, and list flaws that need no search. Arguments as for `convert`."""
    yield Progress("read")
    reading = yield from reading_of(args)
    book, puzzle = parse(reading.document)
    yield Progress("read")
    reasons = []
    for reason in book.flaws(puzzle):
        reasons.append(reason_to_json(reason))
        yield Progress("read")
    found = {"kind": puzzle.kind, "width": puzzle.width, "height": puzzle.height, "notation": reading.notation}
    return with_notes({**found, "ok": not reasons, "reasons": reasons}, reading.notes)
