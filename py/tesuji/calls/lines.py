"""The call `line`: the arrangements of one line."""

from __future__ import annotations

from typing import Any

from tesuji.calls.arguments import marks_of, noting, whole
from tesuji.calls.messages import message
from tesuji.engine.budget import Progress, Steps
from tesuji.errors import InputError
from tesuji.model import Document, Puzzle
from tesuji.puzzles import parse
from tesuji.rulebook import Rulebook
from tesuji.variables import place_of_literal

WINDOW = 500
"""The largest number of arrangements in one answer."""


@noting
def line(args: Document) -> Steps[Document]:
    """Return a window of the arrangements of one line. Arguments: `contract.LineArguments`.

    "total" and "fitting" are numbers; "total_text" and "fitting_text" have all their digits. "shared" shows the letters
    common to all fitting arrangements, and "?" elsewhere. With "only": "fitting", only fitting arrangements are
    numbered. In a nonogram, known cells exclude arrangements. In a binoxxo they are part of every arrangement; three
    equal letters or an equal finished line exclude one.
    """
    book, puzzle = parse(args["document"])
    yield Progress("line")
    along, number = _line(book, puzzle, args.get("line"))
    view = book.line(puzzle, puzzle.givens.joined(marks_of(book, puzzle)), along, number)
    offset, count = whole(args.get("offset", 0), "offset"), min(whole(args.get("count", 50), "count"), WINDOW)
    window = view.only_fitting if args.get("only") == "fitting" else view.all
    arrangements = []
    for index, arrangement in enumerate(window(offset, offset + count), offset):
        shown: Document = {"number": index, "letters": arrangement.letters}
        if arrangement.why:
            shown["why"] = message(
                f"line.{arrangement.why}{f'-{along}' if arrangement.why == 'alike' else ''}", arrangement.params
            )
        if arrangement.cell is not None:
            shown["cell"] = place_of_literal(puzzle, arrangement.cell)
        arrangements.append(shown)
        yield Progress("line", len(arrangements), count)
    clue = next((clue.value for clue in puzzle.clues if clue.at == (along, number)), None)
    return {
        "line": {along: number},
        **({} if clue is None else {"clue": clue}),
        "total": view.total,
        "total_text": str(view.total),
        "fitting": view.fitting,
        "fitting_text": str(view.fitting),
        "shared": view.shared,
        "cells": [place_of_literal(puzzle, cell) for cell in view.cells],
        "offset": offset,
        "arrangements": arrangements,
    }


def _line(book: Rulebook, puzzle: Puzzle, wanted: Any) -> tuple[str, int]:
    if book.line is None:
        raise InputError("no-lines")
    for along, length in (("row", puzzle.height), ("column", puzzle.width)):
        if isinstance(wanted, dict) and isinstance(wanted.get(along), int) and 0 <= wanted[along] < length:
            return along, wanted[along]
    raise InputError("no-such-line")
