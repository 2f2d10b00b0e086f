"""The kinds of puzzle. The folder is the registry: every package in it has a RULEBOOK in its `rulebook.py`, and may
have a NOTATION in its `notation.py`. The modules of a kind are imported only when that kind, or all kinds, are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from os import listdir
from os.path import isdir, isfile, join
from typing import Any
from warnings import warn

from tesuji import notation
from tesuji.errors import InputError
from tesuji.model import Document, Puzzle
from tesuji.notation.kinds import KindNotation, Kinds
from tesuji.rulebook import Rulebook


@cache
def folders() -> list[str]:
    """Return the names of the kinds, which are the names of their packages."""
    (here,) = __path__
    if not isdir(here):  # a package in an archive; for folders, pkgutil would load 33 % of the standard library
        from pkgutil import iter_modules

        return sorted(entry.name for entry in iter_modules(__path__) if entry.ispkg)
    return sorted(name for name in listdir(here) if any(isfile(join(here, name, code)) for code in CODE))


CODE = ("__init__.py", "__init__.pyc")
"""Files that make a folder a package."""


@cache
def rulebook(kind: str) -> Rulebook:
    """Return the rulebook of one of `folders()`."""
    book: Rulebook = import_module(f"{__name__}.{kind}.rulebook").RULEBOOK
    return book


@cache
def rulebooks() -> dict[str, Rulebook]:
    """Return the rulebook of each kind. A kind that fails to load is left out, with a warning that names it."""
    found = {}
    for kind in folders():
        try:
            found[kind] = rulebook(kind)
        except Exception as error:
            warn(f"The kind {kind} does not load: {error!r}", stacklevel=2)
    return found


@cache
def notation_of(kind: str) -> KindNotation:
    """Return the written forms of one kind. A kind without a `notation.py` has JSON, links and the general text form. A
    kind whose module fails to load gets the same, with a warning, so that the others can still be read.
    """
    name = f"{__name__}.{kind}.notation"
    try:
        own: KindNotation = import_module(name).NOTATION
    except Exception as error:
        if not (isinstance(error, ModuleNotFoundError) and name.startswith(error.name or "-")):
            warn(f"The notation of {kind} does not load: {error!r}", stacklevel=2)
        return KindNotation(kind)
    return own


@cache
def kinds() -> Kinds:
    """Return the written forms of all kinds."""
    return Kinds(
        folders(),
        load=notation_of,
        clues=lambda kind: rulebook(kind).clues,
    )


def rulebook_of(document: Document) -> Rulebook:
    """Return the rulebook of a document. Raises InputError for an unknown kind."""
    if not isinstance(document, dict):
        raise InputError("not-a-document")
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in folders():
        raise InputError("kind", name=str(kind), kinds=", ".join(folders()))
    return rulebook(kind)


def parse(document: Document) -> tuple[Rulebook, Puzzle]:
    """Return the rulebook of a document and the puzzle that it describes. Raises InputError."""
    book = rulebook_of(document)
    return book, book.parse(document)


def names_of(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a kind's package. They provide its RULEBOOK and the names of its
    `library`, if it has one.

    A module is imported when one of its names is first used.
    """

    def lookup(name: str) -> Any:
        if name == "RULEBOOK":
            return import_module(f"{package}.rulebook").RULEBOOK
        if name == "__all__":
            return [name for name in listed() if name != "RULEBOOK"]
        if not name.startswith("_") and name in listed():
            return getattr(import_module(f"{package}.library"), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def listed() -> list[str]:
        if not find_spec(f"{package}.library"):
            return ["RULEBOOK"]
        return sorted(["RULEBOOK", *import_module(f"{package}.library").__all__])

    return lookup, listed


def read(text: str, kind: str | None = None) -> tuple[Document, str]:
    """Return (document, format) of a text in any supported format. Raises InputError.

    `kind` is the kind of a plain grid that does not name one.
    """
    found = notation.read(text, kinds(), kind)
    return found.document, found.notation


def write(document: Document, name: str) -> tuple[str, list[str]]:
    """Return (text in this format, names of the features it cannot represent). Raises InputError if it cannot represent
    the puzzle."""
    return notation.write(document, name, kinds())


def notations() -> dict[str, notation.Notation]:
    """Return the formats by name, in the order in which a text is tried."""
    return notation.notations(kinds())
