"""How large things may be, and the errors of the checker."""

from __future__ import annotations

from typing import Any

SIDE = 200
"""Cells along the longest side of a board."""
LITERALS = 250_000
"""Literals of a puzzle."""
NUMBER = 10**9
"""The largest number of a clause or a variable."""
TEXT = 1 << 28
"""Characters of a certificate."""
LINE = 1 << 21
"""Characters of a line."""
KEPT = 4_000_000
"""Literals of the clauses and definitions that a proof keeps at the same time."""
NESTING = 12
"""Lists and objects inside each other in a document."""


class NotAPuzzle(ValueError):
    """The document does not describe a puzzle."""


class UnknownKind(NotAPuzzle):
    """The checker has no reader for this kind of puzzle."""


class Refused(Exception):
    """The certificate proves nothing: the line of the file (from 1), and the key of a sentence with its parameters."""

    def __init__(self, line: int, key: str, **params: Any):
        super().__init__(line, key, params)
        self.line, self.key, self.params = line, key, params
