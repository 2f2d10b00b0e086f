"""What the calls have in common: their document, the player's marks, whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from tesuji.calls.messages import message
from tesuji.engine.budget import Steps
from tesuji.errors import InputError, quoted
from tesuji.lettering import replaced
from tesuji.model import Board, Document, Puzzle
from tesuji.notation.documents import META
from tesuji.puzzles import folders, read_with_notes, rulebook
from tesuji.rulebook import Rulebook

Call = Callable[..., Steps[Document]]
"""(arguments, whatever else the call accepts) -> answer"""


def document_of(args: Document) -> Document:
    """The document of a call, read from its text where it brings text. Raises InputError."""
    return reading_of(args)[0]


def reading_of(args: Document) -> tuple[Document, str, list[Document]]:
    """As `document_of`, with the name of the notation, and messages on what was guessed or is not read. Raises
    InputError, if the call is strict also for members of the document that are not read."""
    document, notation, notes = args.get("document"), "json", list[Document]()
    if document is None:
        document, notation, notes = read_with_notes(str(args.get("text", "")), args.get("as"))
    if not isinstance(document, dict):
        raise InputError("not-a-document")
    unread = unread_members(document)
    if unread and args.get("strict"):
        raise InputError("member", name=unread[0]["params"]["name"], puzzle=document["kind"])
    return document, notation, notes + unread


EVERYWHERE = ("kind", *META)
"""Members that a document of any kind may have."""


def unread_members(document: Document) -> list[Document]:
    """Return one message for each member of a document that its kind does not read, with the nearest one that it
    does."""
    kind = document.get("kind")
    if kind not in folders():
        return []
    book = rulebook(kind)
    known = {*EVERYWHERE, *book.clues, *book.members, book.marks[0]}
    return [_unread(name, kind, known) for name in document if name not in known]


def _unread(name: str, kind: str, known: Collection[str]) -> Document:
    from difflib import get_close_matches  # imported here, as most documents have no such member

    near = get_close_matches(name, sorted(known), 1)
    params = {"name": quoted(name), "kind": kind}
    return message("note.member-meant", {**params, "meant": near[0]}) if near else message("note.member", params)


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
