"""The exceptions of Tesuji.

TesujiError
├── InputError      the input is not a valid puzzle: the problem and its place; a ValueError
├── Timeout         a function of a kind's library found no verdict within its time limit; a TimeoutError
├── Contradiction   the constraints cannot hold together; raised by propagation, never shown to users
└── OutOfBudget     thrown into a search at a safe point; the search returns its partial result
"""

from __future__ import annotations

import re
from typing import Any

from tesuji.locales import preferred, render

MAX_QUOTED = 240
"""Longer names, words and paths are shortened to their two ends when a sentence quotes them."""
INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends, direction marks, lone surrogates: characters that must not reach a terminal unescaped.
"""


def quoted(value: Any) -> Any:
    """Return typed text in a form that a sentence may quote: without control characters, at most MAX_QUOTED characters."""
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and value.bit_length() < 64):
        return value
    # Python refuses to convert numbers of thousands of digits.
    text = f"≈10^{value.bit_length() * 3 // 10}" if isinstance(value, int) else str(value)
    if len(text) > MAX_QUOTED:
        half = MAX_QUOTED // 2
        text = f"{text[:half]}…{text[-half:]}"
    return INVISIBLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class TesujiError(Exception):
    """The base class of all errors that Tesuji raises on purpose."""


class InputError(TesujiError, ValueError):
    """Invalid input.

    `kind` names the message (`f"error.{kind}"`). `at` is the position, counted from 1, such as {"row": 3}; its keys are
    "row", "column", "line" and "character". `params` are the parameters of the message.
    """

    def __init__(self, kind: str, at: dict[str, int] | None = None, **params: Any):
        super().__init__(kind)
        self.kind: str = kind
        self.at: dict[str, int] | None = at
        self.params: dict[str, Any] = {name: quoted(value) for name, value in params.items()}

    def __str__(self) -> str:
        return self.message(preferred())

    def message(self, language: str = "en") -> str:
        """Return the error message with its position."""
        return render(f"error.{self.kind}", language, **self.params, **(self.at or {}))

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """Return {"kind", "message", "at"?, "params"?}."""
        document: dict[str, Any] = {"kind": self.kind, "message": self.message(language)}
        if self.at:
            document["at"] = self.at
        if self.params:
            document["params"] = self.params
        return document


class Timeout(TesujiError, TimeoutError):
    """There was no verdict within the time limit. `timeout` is the limit in seconds."""

    def __init__(self, timeout: float | None = None):
        super().__init__()
        self.timeout: float | None = timeout

    def __str__(self) -> str:
        return self.message(preferred())

    def message(self, language: str = "en") -> str:
        return render("error.timeout", language)


class Contradiction(TesujiError):
    """`constraint` cannot hold on the current board. It is the first such constraint found, not necessarily the only
    one.
    """

    def __init__(self, constraint: Any = None):
        super().__init__(constraint)
        self.constraint = constraint


class OutOfBudget(TesujiError):
    """The time is up, or the user pressed Stop."""
