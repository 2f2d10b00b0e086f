"""Arguments that several calls share: the document, the player's marks, numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any

from tesuji.calls.messages import message
from tesuji.calls.reading import read
from tesuji.engine.budget import Steps
from tesuji.errors import InputError, quoted
from tesuji.lettering import replaced
from tesuji.model import Board, Document, Puzzle
from tesuji.notation import Reading
from tesuji.notation.documents import META
from tesuji.puzzles import folders, rulebook
from tesuji.rulebook import Rulebook

CallFunction = Callable[..., Steps[Document]]
"""(arguments, anything else that the call accepts) -> answer"""


def reading_of(args: Document) -> Steps[Reading]:
    """Return the reading of a call's document or text, with notes about members that its kind does not read. Raises
    InputError (in strict mode also for such members) and OutOfBudget.
    """
    document = args.get("document")
    if document is None:
        reading = yield from read(text_of(args, "text", ""), text_of(args, "as", None))
    elif isinstance(document, dict):
        reading = Reading(document, "json")
    else:
        raise InputError("not-a-document")
    unread = unread_members(reading.document)
    if unread and args.get("strict"):
        raise InputError("member", name=unread[0]["params"]["name"])
    return reading._replace(notes=(*reading.notes, *unread))


def text_of(args: Document, name: str, default: Any) -> Any:
    """Return an argument that is text. Raises InputError."""
    value = args.get(name, default)
    if value is not default and not isinstance(value, str):
        raise InputError("argument-text", name=name)
    return value


EVERYWHERE = ("kind", *META)
"""Members that a document of any kind may have."""


def unread_members(document: Document) -> list[Document]:
    """Return a message for each member of a document that its kind does not read, with the closest member that it
    reads.
    """
    kind = document.get("kind")
    if kind not in folders():
        return []
    book = rulebook(kind)
    known = {*EVERYWHERE, *book.clues, *book.members, book.marks[0]}
    return [_unread(name, kind, known) for name in document if name not in known]


def _unread(name: str, kind: str, known: Collection[str]) -> Document:
    from difflib import get_close_matches  # imported here because most documents have no such member

    near = get_close_matches(name, sorted(known), 1)
    params = {"name": quoted(name), "kind": kind}
    return message("note.member-meant", {**params, "meant": near[0]}) if near else message("note.member", params)


def noting(call: CallFunction) -> CallFunction:
    """Return the call with its text read, so that "document" is among its arguments. Its answer has "notes", messages,
    if anything had to be assumed.
    """

    @wraps(call)
    def noted(args: Document, *more: Any) -> Steps[Document]:
        reading = yield from reading_of(args)
        return with_notes((yield from call({**args, "document": reading.document}, *more)), reading.notes)

    return noted


def with_notes(answer: Document, notes: Sequence[Document]) -> Document:
    return {**answer, "notes": list(notes)} if notes else answer


def marks_of(book: Rulebook, puzzle: Puzzle) -> Board:
    """Return the player's marks in the document. Raises InputError."""
    member, blank = book.marks
    marks = puzzle.document.get(member)
    return Board() if marks is None else book.read(puzzle, replaced(marks, blank, book.letters[0]))


def whole(value: Any, name: str) -> Any:
    """Return a whole number from 0 on, or None. Raises InputError."""
    if value is not None and (type(value) is not int or value < 0):
        raise InputError("whole-number", name=name)
    return value
