"""The error tree.

TesujiError
├── InputError      what was read is not a puzzle: what is wrong, and where; a ValueError
├── Timeout         a function of a kind's library was not done in the time given; a TimeoutError
├── Contradiction   the constraints cannot hold together; raised by propagation, never shown to a person
└── OutOfBudget     thrown into a search at a safe point; the search answers with what it has
"""

from __future__ import annotations

import re
from typing import Any

from tesuji.locales import preferred, render

LONGEST = 240
"""Characters of a name, a word or a path that a sentence quotes; of a longer one, both ends."""
INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line ends, changes of direction, halves of characters: nothing that a terminal may be sent
raw."""


def quoted(value: Any) -> Any:
    """Return typed text as a sentence may quote it: without control characters, at most LONGEST characters."""
    if value is None or isinstance(value, (bool, float)) or (isinstance(value, int) and value.bit_length() < 64):
        return value
    # Python refuses to write numbers of thousands of digits.
    text = f"≈10^{value.bit_length() * 3 // 10}" if isinstance(value, int) else str(value)
    if len(text) > LONGEST:
        half = LONGEST // 2
        text = f"{text[:half]}…{text[-half:]}"
    return INVISIBLE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class TesujiError(Exception):
    """Every error that Tesuji raises on purpose."""


class InputError(TesujiError, ValueError):
    """Invalid input.

    `kind` names the message (`f"error.{kind}"`), `at` is the position, such as {"row": 3}, counted from 1; its keys are
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
        """An error message with its place."""
        return render(f"error.{self.kind}", language, **self.params, **(self.at or {}))

    def to_json(self, language: str = "en") -> dict[str, Any]:
        """{"kind", "message", "at"?, "params"?}."""
        document: dict[str, Any] = {"kind": self.kind, "message": self.message(language)}
        if self.at:
            document["at"] = self.at
        if self.params:
            document["params"] = self.params
        return document


class Timeout(TesujiError, TimeoutError):
    """No verdict in the time given. `timeout` is that time, in seconds."""

    def __init__(self, timeout: float | None = None):
        super().__init__()
        self.timeout: float | None = timeout

    def __str__(self) -> str:
        return self.message(preferred())

    def message(self, language: str = "en") -> str:
        return render("error.timeout", language)


class Contradiction(TesujiError):
    """`constraint` cannot hold on the board at hand; it is the first one found, not necessarily the only one."""

    def __init__(self, constraint: Any = None):
        super().__init__(constraint)
        self.constraint = constraint


class OutOfBudget(TesujiError):
    """The time is over, or the user pressed Stop."""
