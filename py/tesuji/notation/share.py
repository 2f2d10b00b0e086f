"""Tesuji's own notations: the JSON document, alone, in a list or in lines, and the link that carries it.

https://host/path/#p=<base64url of the raw deflate of the JSON document>
https://host/path/#u=<any notation, percent-encoded>
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import first_json, pack, unpack
from tesuji.notation.grids import read_grid
from tesuji.notation.kinds import KindNotation, Kinds, Notation, Source
from tesuji.notation.sheet import Sheet

ADDRESS = re.compile(r"[^\s#{}\[\]\"]{0,2000}#([pu])=([^\s&]*)")


def parse_json(text: str) -> Any:
    """The JSON value of a text, or the object in its first lines. Raises InputError with line and character."""
    value, end = first_json(text)
    rest = text[end:].strip(" \t")
    if rest.strip() and (rest[0] != "\n" or not isinstance(value, dict)):
        raise InputError("left-over-line", {"line": text.count("\n", 0, end) + 1})
    return value


def read_json(source: Source) -> Document | None:
    """The puzzle of a JSON text: our document, alone or first of several, what a kind knows of other programs, or rows
    of a grid.

    None where the text is no JSON and might be something else. Raises InputError.
    """
    text = source.text
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = parse_json(text)
    except InputError:
        # Brackets around clue numbers are not meant as JSON.
        if re.match(r'\s*(\{\s*"|\[\s*[{"])', text):
            raise
        return None
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0]
    take = from_object if isinstance(value, dict) else from_list
    return take(value, source.kind, source.kinds)


def from_object(value: Document, kind: str | None, kinds: Kinds) -> Document | None:
    """A document out of a JSON object: ours, one that a kind knows, or one that has at least a grid. Raises
    InputError."""
    if isinstance(value.get("document"), dict):
        value = value["document"]
    kind = value.get("kind", kind)
    kind = kinds.named(kind) if isinstance(kind, str) else kind
    if kind in kinds.names and is_ours(value, kinds.clues(kind)):
        return check_document({**value, "kind": kind})
    asked = kinds if kind is None else filter(None, [kinds.get(kind)])
    known = (notation.from_json(value) for notation in asked if notation.from_json)
    if found := next((document for document in known if document), None):
        return check_document(found)
    if kind is None and isinstance(value.get("grid"), list):
        return from_list(value["grid"], kind, kinds)
    return check_document({**value, "kind": kind})


def is_ours(value: Document, clues: Collection[str]) -> bool:
    """Whether an object has the clues of its kind where our own documents have them, so that no foreign form has to be
    looked for; a size beside them is what others write."""
    return all(isinstance(value.get(field), list) for field in clues) and not value.keys() & {"width", "height"}


def from_list(value: list, kind: str | None, kinds: Kinds) -> Document | None:
    """A document out of a JSON list: one that a kind knows, or rows of a grid, as words or as lists of cells. Raises
    InputError."""
    check_size(1, len(value))
    known = (notation.from_json(value) for notation in kinds.preferring(kind) if notation.from_json)
    if found := next((document for document in known if document), None):
        return check_document(found)
    rows = [row if isinstance(row, str) else "".join(map(cell, row)) if isinstance(row, list) else "" for row in value]
    return read_grid(Sheet(kind, None, {}, list(enumerate(rows, 1))), kinds)


def cell(value: Any) -> str:
    """One cell of a grid that is a list of lists; what stands for nothing is a blank."""
    return "." if value is None or value is False or value in ("", " ", -1) else str(value)[:2]


def check_document(document: Document) -> Document:
    """A document with a kind and of a size that Tesuji accepts; everything else is the rulebook's to judge."""
    if not isinstance(document.get("kind"), str):
        raise InputError("no-kind")
    grid = document.get("grid")
    if isinstance(grid, list):
        check_size(max((len(row) for row in grid if isinstance(row, (str, list))), default=0), len(grid))
    return document


def unwrap(text: str) -> str:
    """The text that a link of ours (#u=) or a JSON object {"text": …} carries; any other text as it is. Raises
    InputError."""
    for _ in range(3):
        inner = wrapped(text)
        if inner is None:
            break
        text = inner
    return text


def wrapped(text: str) -> str | None:
    link = ADDRESS.match(text.strip())
    if link:
        letter, payload = link.groups()
        return unpack(unquote(payload)) if letter == "p" else unquote(payload)
    if text.lstrip().startswith("{") and '"text"' in text:
        value = parse_json(text)
        if isinstance(value, dict) and isinstance(value.get("text"), str) and "kind" not in value:
            return value["text"]
    return None


def write_link(document: Document, base: str = "") -> str:
    """`base` is the page's address; without it the fragment alone."""
    return f"{base}#p={pack(write_json(document, compact=True))}"


def write_json(document: Document, *, compact: bool = False) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":") if compact else None)


def opened_before(source: Source) -> None:
    """The `read` of the link, which `unwrap` opens before any notation is tried."""


def as_link(document: Document, kind: KindNotation | None) -> str:
    return write_link(document)


def as_json(document: Document, kind: KindNotation | None) -> str:
    return write_json(document)


JSON = Notation("json", read_json, as_json, part=lambda kind: kind, whole=True)
LINK = Notation("link", opened_before, as_link, part=lambda kind: kind, whole=True, aliases=("share",))
