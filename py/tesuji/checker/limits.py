"""Limits on the size of puzzles and certificates, and the errors of the checker."""

from __future__ import annotations

from typing import Any

SIDE = 200
"""The longest side of a board, in cells."""
LITERALS = 400_000
"""The largest number of literals of a puzzle."""
NUMBER = 10**9
"""The largest number that may occur in a clause, a variable or a count."""
TEXT = 1 << 28
"""The longest certificate, in characters."""
LINE = 1 << 21
"""The longest line, in characters."""
MAX_STORED = 2_000_000
"""The largest memory of the clauses, facts and definitions that a proof has at the same time, in literals."""
NESTING = 12
"""The maximum nesting depth of lists and objects in a document."""


class NotAPuzzle(ValueError):
    """The document does not describe a puzzle."""


class UnknownKind(NotAPuzzle):
    """The checker has no reader for this kind of puzzle."""


class Refused(Exception):
    """The certificate proves nothing. The exception has the line number (from 1), and the key of a sentence with its
    parameters.
    """

    def __init__(self, line: int, key: str, **params: Any):
        super().__init__(line, key, params)
        self.line: int = line
        self.key: str = key
        self.params: dict[str, Any] = params
