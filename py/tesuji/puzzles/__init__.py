"""The kinds of puzzle. The folder is the registry: every package in it has a RULEBOOK, and a NOTATION in its
`notation.py`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from tesuji import notation
from tesuji.errors import InputError
from tesuji.model import Document, Puzzle, Rulebook
from tesuji.notation.kinds import Kinds


@cache
def folders() -> list[str]:
    """The names of the kinds' packages."""
    return sorted(entry.name for entry in iter_modules(__path__) if entry.ispkg)


@cache
def rulebooks() -> dict[str, Rulebook]:
    """kind -> rulebook, by name."""
    return {book.kind: book for book in (import_module(f"{__name__}.{name}").RULEBOOK for name in folders())}


@cache
def kinds() -> Kinds:
    """How all kinds are written."""
    return Kinds(import_module(f"{__name__}.{name}.notation").NOTATION for name in folders())


def rulebook_of(document: Document) -> Rulebook:
    """The rulebook of a document. Raises InputError for a kind that is not known."""
    if not isinstance(document, dict):
        raise InputError("not-a-document")
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in rulebooks():
        raise InputError("kind", name=str(kind), kinds=", ".join(rulebooks()))
    return rulebooks()[kind]


def parse(document: Document) -> tuple[Rulebook, Puzzle]:
    """The puzzle that a document describes, and its rulebook. Raises InputError."""
    book = rulebook_of(document)
    return book, book.parse(document)


def library_of(package: str) -> Callable[[str], Any]:
    """The `__getattr__` of a kind's package: the names of its `library`, which is imported when the first is used."""

    def lookup(name: str) -> Any:
        if not name.startswith("_"):
            library = import_module(f"{package}.library")
            if name in library.__all__:
                return getattr(library, name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return lookup


def read(text: str, kind: str | None = None) -> tuple[Document, str]:
    """(document, name of the notation) of any text that Tesuji knows how to read. Raises InputError.

    `kind` settles what a plain grid is where it does not say so itself.
    """
    return notation.read(text, kinds(), kind)


def read_with_notes(text: str, kind: str | None = None) -> tuple[Document, str, list[Document]]:
    """As `read`, and messages on what had to be guessed."""
    return notation.read_with_notes(text, kinds(), kind)


def write(document: Document, name: str) -> tuple[str, list[str]]:
    """(text in the notation of this name, what it cannot say of the document). Raises InputError where it cannot say
    the puzzle at all."""
    return notation.write(document, name, kinds())


def notations() -> dict[str, notation.Notation]:
    """name -> notation, in the order in which a text is tried."""
    return notation.notations(kinds())
