"""Formats for reading and writing puzzles:

`read` recognises the format of a text; `write` writes a puzzle in a given format. Formats check characters; the
rulebook of a kind checks whether a document is a valid puzzle. The formats do not depend on any kind: each kind
provides a `KindNotation`, passed in as `Kinds`.

codec, documents, penpa_page   no module of this package
kinds                          the interface of the kinds
sheet, grids, share, code ...  the grammars
registry                       all of them, in order
reading, writing               what other packages use
"""

from __future__ import annotations

from tesuji.notation.kinds import Kinds, Notation
from tesuji.notation.reading import MAX_LENGTH, Reading, Readings, read, readings
from tesuji.notation.registry import notations
from tesuji.notation.writing import write

__all__ = [
    "MAX_LENGTH",
    "Kinds",
    "Notation",
    "Reading",
    "Readings",
    "notations",
    "read",
    "readings",
    "write",
]
