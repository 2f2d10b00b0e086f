"""The calls that the page and the command line make: JSON in, JSON out.

Each call is a generator of progress that returns its result as a document. The forms that several of them speak:

map         a value for each cell: rows of values; in a slitherlink {"h": height+1 rows, "v": height rows}
place       where a cell lies: {"row", "column"}, in a slitherlink {"h": [row, column]} or {"v": [row, column]}; all 0-based
value       a cell's value in the letters of a result's `forced`: "#", ".", "*", "s", "-", "|", "X", "O"
message     {"key", "params", "at"?}: a text of `tesuji.locales`, which whoever shows it renders in the reader's language;
            rows and columns in the parameters and in `at` are 1-based; `{a}`, `{b}` ... in its template are the letters
            of the reasons that come with it, `{because}` all of them
reason      {"clue": {"at", "value"}, "letter"}, where `at` is {"row"} or {"column"} of a line, {"row", "column"} of a
            number, {"mines": true} of the number of all mines; or, where rules are counted, {"rule", "cells": [place
            ...], "letter"} with "count" (three cells, or a line) or "different" (two lines)
overlay     [{"cell": place or {"row", "column"} of a number, or "line": {"row"} or {"column"}, "role", "letter"?,
            "value"?}]; roles: "forced" what the step settles (with its value), "because" what it is forced by,
            "conflict", "wrong", "either" the unknown cell of which both values lead to the same
step        {"cells": [{"cell": place, "value"} ...], "technique", "name": message, "level": 1 to 7, "k": counted clues
            or rules that it takes together, "minimal": whether fewer are proven not to do, "because": [reason ...],
            empty where they are more than a person reads, "overlay", "sentence": message, "chain"?: [link ...],
            "either"?: place, "form"?: "row" or "column" for a technique along a line, or another way in which a
            technique shows}
link        of the chain that refutes the opposite of the step's first cell: {"cell": place, "value"}, the assumption
            first, then with the reason for each ("clue" or "rule", "letter"? if it is one of `because`), last
            {"broken": true} with the reason that then cannot hold; free rules are {"rule", "cells"} too. Where more has to
            be supposed on the way, it is {"cell", "value", "case": true}: from there to the next "broken" link it is
            refuted, and its opposite holds from then on
clash       {"because": [reason ...], "cells": [{"cell", "value"} ...] marks (and givens) that take part, "minimal",
            "smallest": whether no other set is smaller, "story": [chain ...], each value that is refuted on the way,
            last what breaks; empty where no short one is found,
            "overlay", "sentence": message}
notes       messages on what had to be guessed to read a text; missing where nothing was
wrong       {"cells": [{"cell": place, "value"} ...] marks that cannot stand, "sentence": message, "step"?: why one of
            them, the easiest to see, must be otherwise, "clash"?: what cannot hold where no mark is wrong by itself, or
            the puzzle has no solution}
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tesuji.calls.certificate import verify as verify
    from tesuji.calls.counting import census as census
    from tesuji.calls.explaining import explain as explain
    from tesuji.calls.explaining import hint as hint
    from tesuji.calls.judging import broken as broken
    from tesuji.calls.lines import line as line
    from tesuji.calls.making import generate as generate
    from tesuji.calls.mending import conflict as conflict
    from tesuji.calls.mending import mend as mend
    from tesuji.calls.rating import rate as rate
    from tesuji.calls.reviewing import review as review
    from tesuji.calls.solving import check as check
    from tesuji.calls.solving import convert as convert
    from tesuji.calls.solving import solve as solve
    from tesuji.engine.budget import Steps
    from tesuji.model import Document

MODULES = {
    "solve": "solving",
    "verify": "certificate",
    "broken": "judging",
    "convert": "solving",
    "check": "solving",
    "explain": "explaining",
    "hint": "explaining",
    "line": "lines",
    "rate": "rating",
    "conflict": "mending",
    "mend": "mending",
    "census": "counting",
    "generate": "making",
    "review": "reviewing",
}
"""The module of each call. One is imported when its call is first asked for, so that a process that only solves starts
sooner; `tesuji.calls.loaded` imports them all."""


KEEPING = frozenset({"explain"})
"""Calls that accept a `Session` as a second argument, and answer the next question about the same board sooner."""


class Calls(dict[str, Any]):
    """Calls by name; a value that is text is the name of a module that is still to be imported."""

    def __getitem__(self, name: str) -> Callable[[Document], Steps[Document]]:
        found = super().__getitem__(name)
        if isinstance(found, str):
            self[name] = found = _checked(name, getattr(import_module(f"{__name__}.{found}"), name))
        return found


def _checked(name: str, call: Callable[..., Steps[Document]]) -> Callable[..., Steps[Document]]:
    """Return the call with its arguments checked against their types first."""

    @wraps(call)
    def checked(args: Document, *more: Any) -> Steps[Document]:
        from tesuji.schema import check_arguments  # imported with the first call, not by `tesuji --help`

        check_arguments(name, args)
        return (yield from call(args, *more))

    return checked


CALLS = Calls(MODULES)

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name in MODULES:
            return CALLS[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
