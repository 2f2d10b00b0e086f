"""The calls of the page and the command line: JSON in, JSON out.

Each call is a generator of progress that returns its result as a document. `tesuji.contract` has the types of all
arguments and answers, `tesuji.schema` the same as JSON Schema; arguments are checked against them. Forms that several
calls share, in `tesuji.results`:

place       of a variable, 0-based: {"row", "column"} of a cell, {"h": [row, column]} or {"v": ...} of an edge,
            {"right": ...} or {"down": ...} of a link, {"vertex": ...}
value       {"cell": place, "value": letter, "mark": index} of a settled variable; {"cell": place, "not": [index ...]}
            of one that loses values. Indexes count from 1; of two values, 1 is yes and 2 is not
marks       one character per variable, in the order of `tesuji.variables`: "0" undecided, otherwise the index of the
            value
map         one value per variable: rows for cells and vertices, {"h": rows, "v": rows} for edges, {"right": rows,
            "down": rows} for links; with several shapes on one board, {shape: map}
message     {"key", "params", "at"?}: a text of `tesuji.locales`, rendered by the caller. Its rows and columns count
            from 1. In its template, `{a}`, `{b}` ... are the letters of the reasons that come with it, and `{because}`
            is all of them. A parameter may itself be a message
reason      {"clue": {"at", "value"}, "letter"}, where `at` is {"row"} or {"column"} of a line, a place, or {name: true}
            for the whole board; or {"rule", "cells", "letter"}, an instance of a rule
step        its conclusion, technique and reasons; `k` is the number of counted reasons
thought     {"steps": numbers from 0, "sentence"?}: steps that a person takes without looking elsewhere. The sentence
            states what follows from the first step, or what the easy steps of a first thought settle
link        of the chain that refutes the opposite of the step's first value: the assumption first, then one value
            after the other with its reason, and last {"broken": true} with the reason that then cannot hold. A further
            assumption has "case": true; the links up to the next broken one refute it
clash       a contradictory set of reasons and marks, with the chains that prove it; also the easiest "steps" and
            "thoughts" that lead to what is "broken", which may use other reasons
notes       messages about guesses made while reading a text, and about unknown members of a document
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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
"""The module of each call. It is imported on first use, so that a process that only solves starts faster;
`tesuji.calls.loaded` imports them all.
"""


KEEPING = frozenset({"explain"})
"""Calls that accept a `Session` as a second argument, which makes the next query about the same board faster."""


class Calls(dict[str, Any]):
    """Calls by name. A value that is text is the name of a module that has not been imported yet."""

    def __getitem__(self, name: str) -> Callable[[Document], Steps[Document]]:
        found = super().__getitem__(name)
        if isinstance(found, str):
            self[name] = found = _checked(name, getattr(import_module(f"{__name__}.{found}"), name))
        return found


def _checked(name: str, call: Callable[..., Steps[Document]]) -> Callable[..., Steps[Document]]:
    """Return the call with its arguments checked against their types first."""

    @wraps(call)
    def checked(args: Document, *more: Any) -> Steps[Document]:
        # Imported with the first call, so that `tesuji --help` does not need it.
        from tesuji.schema import checked_arguments

        return (yield from call(checked_arguments(name, args), *more))

    return checked


CALLS = Calls(MODULES)


def __getattr__(name: str) -> Callable[..., Steps[Document]]:
    if name in MODULES:
        return CALLS[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
