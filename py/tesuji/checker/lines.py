"""Reads the lines of a certificate in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from tesuji.checker.documents import parsed
from tesuji.checker.limits import LINE, TEXT, NotAPuzzle, Refused


class Lines:
    """The lines of a text. `number` is the number of the latest line, from 1."""

    def __init__(self, source: Iterable[str]):
        self.rest: Iterator[str] = iter(source)
        self.number: int = 0
        self.read: int = 0

    def __iter__(self) -> Iterator[str]:
        """Yield the remaining lines. Raises Refused for a line or a text that is too long."""
        for line in self.rest:
            self.number += 1
            self.read += len(line) + 1
            if len(line) > LINE or self.read > TEXT:
                raise Refused(self.number, "too-large")
            yield line

    def take(self) -> str | None:
        """Return the next line, or None after the last. Raises Refused."""
        return next(iter(self), None)

    def begin_with(self, word: str) -> bool:
        """Return whether the next line begins with a word, without consuming it. Raises Refused."""
        line = self.take()
        if line is not None:
            self.rest = chain([line], self.rest)
            self.number = self.number - 1
            self.read -= len(line) + 1
        return line is not None and line.startswith(word + " ")

    def value(self, word: str, take: Callable[[Any], Any]) -> Any:
        """Consume the next line, a word and JSON, and return the result of `take` for the JSON. Raises Refused."""
        line = self.take()
        try:
            if line is None or not line.startswith(word + " "):
                raise NotAPuzzle(word)
            return take(parsed(line[len(word) :]))
        except NotAPuzzle:
            raise Refused(self.number + (line is None), word) from None


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text without copying it."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    if start < len(text):
        yield text[start:]
