"""The call `census`: all puzzles of a size, counted by how hard they are."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from tesuji.calls.messages import message
from tesuji.engine.budget import Progress, Steps
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Document
from tesuji.puzzles import rulebook_of, rulebooks
from tesuji.rulebook import Census

KEPT, MOST_KEPT = 50, 5000
"""Pictures of each class that a census hands out: by default, at most."""


def census(args: Document) -> Steps[Document]:
    """All solutions of a size by how hard their puzzles are: SF line solving, MF unique otherwise, MP several
    solutions.

    args: {"width", "height", "kind"?: the one that has a census, "compat"?: "matlab" for the classes as the program of
    2009 has them, "keep"?: 50, pictures of each class to look at, "list"?: a class of which all pictures are listed}.
    Result: {"width", "height", "compat", "pictures": counted, "of": all, "puzzles": different clues, "classes": {"SF",
    "MF", "MP"}, "percent": {...}, "truth", "matlab": {...} both ways to class them, "solutions": {number of solutions:
    puzzles}, "examples": {class: [picture ...]}, "differ": [unique pictures that the program calls MP], "sentence"?:
    why the two ways differ}. Mirror images are not among the examples. With "list": "listed": the class,
    "pictures_listed": its pictures, mirror images too, up to 5000, "drawings": the same as text.
    """
    found = new_census(
        args.get("kind"),
        args.get("width"),
        args.get("height"),
        args.get("compat"),
        args.get("keep", KEPT),
        args.get("list"),
    )
    progress = Progress("census", of=found.all)
    with suppress(OutOfBudget):
        for progress.settled in found.count():
            yield progress
    return census_result(found, args.get("compat"))


def new_census(kind: Any, width: Any, height: Any, compat: Any = None, keep: Any = KEPT, listed: Any = None) -> Census:
    """An empty census; without a kind, of the first that has one. Raises InputError."""
    counted = next((book.kind for book in rulebooks().values() if book.census), None)
    book = rulebook_of({"kind": counted if kind is None else kind})
    if book.census is None:
        raise InputError("no-census", name=book.kind)
    if compat not in (None, "matlab"):
        raise InputError("compat", name=str(compat)[:20])
    if any(isinstance(number, bool) or not isinstance(number, int) or number < 0 for number in (width, height, keep)):
        raise InputError("size")
    found = book.census(width, height, min(keep, MOST_KEPT))
    if listed is not None and listed not in found.examples:
        raise InputError(
            "class", name=str(listed)[:20], classes=", ".join(name for name in found.examples if name.isupper())
        )
    found.listed = listed
    return found


def census_result(found: Census, compat: str | None) -> Document:
    """The answer of a census, with a message where the two ways to class pictures differ."""
    result = found.result(compat)
    apart = result["truth"]["MF"] - result["matlab"]["MF"]
    return {**result, "sentence": message("census.differ", {"n": apart})} if apart else result
