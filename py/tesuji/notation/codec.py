"""Two-way codecs: one value both reads and writes, so every round trip is exact by construction.

A codec turns text into a sequence of *items*, one per place on the board, and back. `None` is an empty place. Small
codecs read or write a few items at a position and return None if they do not apply; `First` tries several. The module
also contains common helpers for base64, deflate, JSON and lines of words.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple, Protocol

from tesuji.errors import InputError

Item = Any
Items = Sequence[Item]

INFLATED = 4_000_000
"""The maximum number of bytes to which a link may unpack; a board of 200 x 200 needs far fewer."""


class Read(NamedTuple):
    items: list[Item]
    end: int


class Written(NamedTuple):
    text: str
    end: int


class Codec(Protocol):
    def read(self, text: str, at: int) -> Read | None:
        """Return the items encoded at a position, and the position after them."""

    def write(self, items: Items, at: int) -> Written | None:
        """Return the text for the items at a position, and the position after them."""


class LetterTable:
    """Single letters that stand for fixed items, such as LetterTable({"7": (2, None)}). Writing uses the longest
    matching entry.
    """

    def __init__(self, entries: dict[str, tuple[Item, ...]]):
        self.entries = {letter: list(items) for letter, items in entries.items()}
        self.longest_first = sorted(entries.items(), key=lambda entry: -len(entry[1]))

    def read(self, text: str, at: int) -> Read | None:
        items = self.entries.get(text[at])
        return items if items is None else Read(items, at + 1)

    def write(self, items: Items, at: int) -> Written | None:
        for letter, covered in self.longest_first:
            if tuple(items[at : at + len(covered)]) == covered:
                return Written(letter, at + len(covered))
        return None


class Skip:
    """A letter for a run of empty places: the first letter is a run of one, the second of two, and so on."""

    def __init__(self, letters: str):
        self.letters = letters

    def read(self, text: str, at: int) -> Read | None:
        run = self.letters.find(text[at]) + 1
        return Read([None] * run, at + 1) if run else None

    def write(self, items: Items, at: int) -> Written | None:
        end = at
        while end < len(items) and end - at < len(self.letters) and items[end] is None:
            end += 1
        return Written(self.letters[end - at - 1], end) if end > at else None


class Hex:
    """A number of fixed length in hexadecimal, after a prefix: Hex("-", 2) reads -1f as 31."""

    def __init__(self, prefix: str, digits: int):
        self.prefix, self.digits = prefix, digits

    def read(self, text: str, at: int) -> Read | None:
        start = at + len(self.prefix)
        digits = text[start : start + self.digits]
        if text[at:start] != self.prefix or len(digits) < self.digits or set(digits) - set("0123456789abcdef"):
            return None
        return Read([int(digits, 16)], start + self.digits)

    def write(self, items: Items, at: int) -> Written | None:
        if type(items[at]) is not int or not 0 <= items[at] < 16**self.digits:
            return None
        return Written(f"{self.prefix}{items[at]:0{self.digits}x}", at + 1)


class Head:
    """A number at the start of the text, up to a separator: Head("/") reads 2/ as 2."""

    def __init__(self, separator: str):
        self.separator = separator

    def read(self, text: str, at: int) -> Read | None:
        digits, separator, _ = text.partition(self.separator) if at == 0 else ("", "", "")
        if not separator or not re.fullmatch("[0-9]{1,3}", digits):
            return None
        return Read([int(digits)], len(digits) + len(separator))

    def write(self, items: Items, at: int) -> Written | None:
        return Written(f"{items[0]}{self.separator}", 1) if at == 0 else None


class Gap:
    """A letter for a run of empty places and the value after it: lower case for the first value, upper case for the
    second.

    `letters` stand for runs of 0, 1, 2 ...; `more` stands for a run of len(letters) without a value after it.
    """

    def __init__(self, letters: str, more: str, values: tuple[Item, Item]):
        self.letters, self.more, self.values = letters, more, values

    def read(self, text: str, at: int) -> Read | None:
        letter = text[at].lower() if text[at].isascii() else "?"
        if letter == self.more:
            return Read([None] * len(self.letters), at + 1)
        run = self.letters.find(letter)
        return Read([None] * run + [self.values[text[at].isupper()]], at + 1) if run >= 0 else None

    def write(self, items: Items, at: int) -> Written | None:
        end = at
        while end < len(items) and end - at < len(self.letters) and items[end] is None:
            end += 1
        if end - at == len(self.letters):
            return Written(self.more, end)
        if end == len(items):
            return None
        letter = self.letters[end - at]
        return Written(letter.upper() if items[end] == self.values[1] else letter, end + 1)


class First:
    """Tries several codecs and uses the first one that applies."""

    def __init__(self, *codecs: Codec):
        self.codecs = codecs

    def read(self, text: str, at: int) -> Read | None:
        return next((found for codec in self.codecs if (found := codec.read(text, at))), None)

    def write(self, items: Items, at: int) -> Written | None:
        return next((found for codec in self.codecs if (found := codec.write(items, at))), None)


def read_items(codec: Codec, text: str, count: int, at: int = 0, beyond: int = 0) -> Read:
    """Read exactly `count` items. Empty places, and at most `beyond` other items, may extend past the end. Raises
    InputError with the place.
    """
    items: list[Item] = []
    while len(items) < count:
        if at >= len(text):
            raise InputError("cut-board", n=len(items), expected=count)
        found = codec.read(text, at)
        if not found:
            raise InputError("letter", {"character": at + 1}, found=text[at])
        items += found.items
        at = found.end
    if any(item is not None for item in items[count + beyond :]):
        raise InputError("left-over", {"character": at})
    return Read(items[:count], at)


def write_items(codec: Codec, items: Items) -> str:
    """Return all items as text. Raises InputError for an item that the codec cannot write."""
    parts, at = [], 0
    while at < len(items):
        written = codec.write(items, at)
        if not written:
            raise InputError("unwritable", found=items[at])
        parts.append(written.text)
        at = written.end
    return "".join(parts)


class Letters:
    """A two-way table of single values, for formats with a word for every place."""

    def __init__(self, letters: dict[str, Item]):
        self.values = letters
        self.letters = {value: letter for letter, value in letters.items()}

    def read(self, word: str, line: int) -> Item:
        """Return the value of a word on a line. Raises InputError."""
        if word not in self.values:
            raise InputError("word", {"line": line}, found=word[:20])
        return self.values[word]

    def write(self, value: Item) -> str:
        if value not in self.letters:
            raise InputError("unwritable", found=value)
        return self.letters[value]


class LineReader:
    """The lines of a file, read one block at a time. Errors name the line; `before` is the number of lines that came
    earlier.
    """

    def __init__(self, text: str, before: int = 0):
        self.lines, self.before, self.at = text.rstrip().split("\n"), before, 0

    @property
    def line(self) -> int:
        """The number of the line that was read last."""
        return self.before + self.at

    def take(self) -> list[str]:
        """Read the words of the next line. Raises InputError at the end."""
        if self.at >= len(self.lines):
            raise InputError("cut-file", {"line": self.line + 1})
        self.at += 1
        return self.lines[self.at - 1].split()

    def block(self, height: int, width: int, letters: Letters) -> list[list[Item]]:
        """Read the next `height` lines of `width` words each. Raises InputError."""
        return [self.row(width, letters) for _ in range(height)]

    def items(self, height: int, width: int, letters: Letters) -> list[Item]:
        """Read the same as one list."""
        return [item for row in self.block(height, width, letters) for item in row]

    def row(self, width: int, letters: Letters) -> list[Item]:
        words = self.take()
        if len(words) != width:
            raise InputError("other-words", {"line": self.line}, n=len(words), expected=width)
        return [letters.read(word, self.line) for word in words]

    def next(self) -> list[str]:
        """Return the words of the next line without consuming it."""
        return self.lines[self.at].split() if self.at < len(self.lines) else []

    def over(self) -> bool:
        return self.at >= len(self.lines)


def rows_of(items: Items, width: int) -> list[list[Item]]:
    """Return a flat sequence as rows."""
    return [list(items[start : start + width]) for start in range(0, len(items), width)]


def number(word: str, line: int | None = None) -> int:
    """Return a whole number of at most six digits. Raises InputError, with the line if one is given."""
    if not (word.isascii() and word.isdigit() and len(word) <= 6):
        raise InputError("word" if line else "not-a-number", {"line": line} if line else None, found=word[:20])
    return int(word)


NESTING = 12
"""The maximum nesting of brackets in a JSON text; our documents need five levels."""


def no_number(name: str) -> Any:
    """Reject NaN and Infinity, which Python's parser accepts but JSON does not allow. Raises ValueError."""
    raise ValueError(name)


def finite(digits: str) -> float:
    """Return a number with a decimal point or an exponent. Raises ValueError if it is too large."""
    value = float(digits)
    return value if isfinite(value) else no_number(digits)


DECODER = json.JSONDecoder(parse_constant=no_number, parse_float=finite)


def load_json(text: str) -> Any:
    """Return the value of a JSON text. Raises InputError."""
    return first_json(text)[0]


def first_json(text: str) -> tuple[Any, int]:
    """Return the first JSON value of a text and its end. Raises InputError; a value that is nested too deeply is
    refused before it is parsed.
    """
    # An unterminated string extends to the end of the text, so each character is read once.
    brackets = re.sub(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', "", text, flags=re.DOTALL).encode("ascii", "ignore")
    brackets = brackets.translate(None, bytes(set(range(128)) - set(b"[]{}")))
    for _ in range(NESTING):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if len(brackets) > NESTING * 8:
        raise InputError("nested")
    try:
        return DECODER.raw_decode(text, len(text) - len(text.lstrip()))
    except json.JSONDecodeError as error:
        raise InputError("json", {"line": error.lineno, "character": error.colno}) from error
    except (ValueError, RecursionError) as error:
        raise InputError("json", {"line": 1}) from error


def unpack(text: str) -> str:
    """Return the text inside base64 (either alphabet) of raw deflate. Raises InputError for damaged data and for data
    that expands beyond the limit.
    """
    try:
        letters = "".join(text.split()).rstrip("=").translate(str.maketrans("-_", "+/"))
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        unpacked = inflate.decompress(packed, INFLATED)
        if inflate.unconsumed_tail:
            raise InputError("bomb", limit=INFLATED)
        if not inflate.eof:
            raise InputError("cut-link")
        return unpacked.decode("utf-8")
    except InputError:
        raise
    except (ValueError, binascii.Error, zlib.error) as error:
        raise InputError("damaged-link") from error


def pack(text: str, *, url_safe: bool = True) -> str:
    """Return the text as base64 of raw deflate: without padding in the URL-safe alphabet, with padding otherwise."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = deflate.compress(text.encode("utf-8", "replace")) + deflate.flush()
    if url_safe:
        return base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    return base64.b64encode(packed).decode("ascii")
