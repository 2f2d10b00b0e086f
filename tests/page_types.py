"""Reads the JSDoc types of the page into plain data, to compare them with the schema.

A type is ("any",), ("scalar", name), ("enum", values), ("array", type), ("object", {member: (type, optional)}),
("union", [types]), ("merged", [types]) or ("name", name).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

Type = tuple[Any, ...]
WORDS = re.compile(r'\s*("[^"]*"|\w+(?:\.\w+)*|\[\]|[{}()\[\]<>:;,|&?])')


class Typedefs:
    """All `@typedef`s of some modules by name, parsed on first use."""

    def __init__(self, *files: Path):
        self.texts: dict[str, tuple[str, str]] = {}
        self.types: dict[str, Type] = {}
        for file in files:
            comment = re.sub(r"^ ?\* ?", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
            for block in re.split(r"@typedef ", comment)[1:]:
                kind, rest = braced(block)
                name = re.match(r"\s*(\w+)", rest)
                assert name, block[:80]
                self.texts[name[1]] = kind, rest

    def __contains__(self, name: str) -> bool:
        return name in self.texts

    def __getitem__(self, name: str) -> Type:
        if name not in self.types:
            kind, rest = self.texts[name]
            self.types[name] = properties(rest) if kind == "object" else Parser(kind).whole()
        return self.types[name]


def braced(text: str) -> tuple[str, str]:
    """Return the text between the first brace and its partner, and the text after it."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return text[1:at], text[at + 1 :]
    raise ValueError(text[:80])


def properties(text: str) -> Type:
    members = {}
    for block in re.split(r"@property ", text)[1:]:
        of, rest = braced(block)
        name = re.match(r"\s*(\[?)(\w+)", rest)
        assert name, block[:80]
        members[name[2]] = Parser(of).whole(), bool(name[1])
    return "object", members


class Parser:
    """Parses a type written in JSDoc."""

    def __init__(self, text: str):
        self.words = WORDS.findall(text)
        self.at = 0

    def whole(self) -> Type:
        found = self.union()
        assert self.at == len(self.words), self.words[self.at :]
        return found

    def next(self) -> str:
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, word: str = "") -> str:
        found = self.next()
        assert not word or found == word, (word, self.words[self.at :])
        self.at += 1
        return found

    def union(self) -> Type:
        parts = [self.merged()]
        while self.next() == "|":
            self.take()
            parts.append(self.merged())
        return parts[0] if len(parts) == 1 else ("union", parts)

    def merged(self) -> Type:
        parts = [self.postfix()]
        while self.next() == "&":
            self.take()
            parts.append(self.postfix())
        return parts[0] if len(parts) == 1 else ("merged", parts)

    def postfix(self) -> Type:
        found = self.single()
        while self.next() == "[]":
            self.take()
            found = "array", found
        return found

    def single(self) -> Type:
        word = self.take()
        if word == "{":
            return self.members()
        if word == "(":
            found = self.union()
            self.take(")")
            return found
        if word == "[":  # a tuple, optionally with names
            while self.next() != "]":
                self.take()
            self.take()
            return "array", ("any",)
        if word.startswith('"'):
            return "enum", [word[1:-1]]
        if self.next() == "<":
            return self.generic(word)
        if word in ("string", "number", "boolean", "null"):
            return "scalar", word
        return ("any",) if word == "any" else ("name", word)

    def members(self) -> Type:
        found = {}
        while self.next() != "}":
            name = self.take()
            optional = self.next() == "?"
            self.at += optional
            self.take(":")
            found[name] = self.union(), optional
            if self.next() in (",", ";"):
                self.take()
        self.take("}")
        return "object", found

    def generic(self, word: str) -> Type:
        self.take("<")
        inner = [self.union()]
        while self.next() == ",":
            self.take()
            inner.append(self.union())
        self.take(">")
        if word == "Partial":
            return "partial", inner[0]
        return ("object", {}) if word == "Record" else ("any",)
