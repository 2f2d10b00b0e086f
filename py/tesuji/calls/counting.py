"""The call `census`: count all puzzles of a size by difficulty."""

from __future__ import annotations

from contextlib import suppress

from tesuji.calls.messages import message
from tesuji.engine.budget import Progress, Steps
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Document
from tesuji.puzzles import rulebook_of, rulebooks
from tesuji.rulebook import Census

EXAMPLES, MAX_EXAMPLES = 50, 5000
"""The number of pictures of each class in an answer: the default, and the maximum."""


def census(args: Document) -> Steps[Document]:
    """Count all solutions of a size by the class of their puzzles: SF line solving, MF unique otherwise, MP several
    solutions. Arguments: `contract.CensusArguments`.

    "truth" and "matlab" are two ways to classify; "differ" lists the unique pictures that the program of 2008
    classifies as MP, and "sentence" explains why. "examples" leaves out mirror images. With "list", "pictures_listed"
    contains all pictures of that class, including mirror images, up to MAX_EXAMPLES; "drawings" is the same as text.
    """
    found = new_census(args)
    progress = Progress("census", of=found.all)
    with suppress(OutOfBudget):
        for progress.settled in found.count():
            yield progress
    return census_result(found, args.get("compat"))


def new_census(args: Document) -> Census:
    """Return an empty census for the arguments of the call; without a kind, for the first kind that supports it. Raises
    InputError.
    """
    kind, compat, listed = (args.get(name) for name in ("kind", "compat", "list"))
    width, height, keep = args.get("width"), args.get("height"), args.get("keep", EXAMPLES)
    counted = next((book.kind for book in rulebooks().values() if book.census), None)
    book = rulebook_of({"kind": counted if kind is None else kind})
    if book.census is None:
        raise InputError("no-census")
    if compat not in (None, "matlab"):
        raise InputError("compat", name=str(compat)[:20])
    if any(type(number) is not int or number < 0 for number in (width, height, keep)):
        raise InputError("size")
    found = book.census(width, height, min(keep, MAX_EXAMPLES))
    if listed is not None and listed not in found.examples:
        raise InputError(
            "class", name=str(listed)[:20], classes=", ".join(name for name in found.examples if name.isupper())
        )
    found.listed = listed
    return found


def census_result(found: Census, compat: str | None) -> Document:
    """Return the answer of a census, with a message if the two ways to classify pictures differ."""
    result = found.result(compat)
    apart = result["truth"]["MF"] - result["matlab"]["MF"]
    return {**result, "sentence": message("census.differ", {"n": apart})} if apart else result
