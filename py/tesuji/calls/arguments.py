"""What the calls have in common: their document, the player's marks, whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from tesuji.engine.budget import Steps
from tesuji.errors import InputError
from tesuji.lettering import replaced
from tesuji.model import Board, Document, Puzzle
from tesuji.puzzles import read_with_notes
from tesuji.rulebook import Rulebook

Call = Callable[..., Steps[Document]]
"""(arguments, whatever else the call accepts) -> answer"""


def document_of(args: Document) -> Document:
    """The document of a call, read from its text where it brings text. Raises InputError."""
    return reading_of(args)[0]


def reading_of(args: Document) -> tuple[Document, str, list[Document]]:
    """As `document_of`, with the name of the notation and messages on what had to be guessed."""
    document = args.get("document")
    if document is None:
        return read_with_notes(str(args.get("text", "")), args.get("as"))
    if not isinstance(document, dict):
        raise InputError("not-a-document")
    return document, "json", []


def noting(call: Call) -> Call:
    """The call with what had to be guessed to read its text among its answer: "notes", messages."""

    @wraps(call)
    def noted(args: Document, *more: Any) -> Steps[Document]:
        document, _, notes = reading_of(args)
        return with_notes((yield from call({**args, "document": document}, *more)), notes)

    return noted


def with_notes(answer: Document, notes: list[Document]) -> Document:
    return {**answer, "notes": notes} if notes else answer


def marks_of(book: Rulebook, puzzle: Puzzle) -> Board:
    """What the player has marked, as the document has it. Raises InputError."""
    member, blank = book.marks
    marks = puzzle.document.get(member)
    return Board() if marks is None else book.read(puzzle, replaced(marks, blank, book.letters[0]))


def whole(value: Any, name: str) -> Any:
    """A number from 0 on, or None. Raises InputError."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 0):
        raise InputError("whole-number", name=name)
    return value
