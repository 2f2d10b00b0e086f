"""Tesuji's own formats: the JSON document (alone, in a list or in lines) and the link that contains it.

https://host/path/#p=<base64url of the raw deflate of the JSON document>
https://host/path/#u=<any notation, percent-encoded>
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable
from typing import Any
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import first_json, pack, unpack
from tesuji.notation.kinds import KindNotation, Notation, Source

CERTIFICATE = re.compile(r"tesuji certificate 1\s*\npuzzle (.*)")
ADDRESS = re.compile(r"[^\s#{}\[\]\"]{0,2000}#([pu])=([^\s&]*)")


def parse_json(text: str) -> Any:
    """Return the JSON value of a text, or the object in its first lines. Raises InputError with line and character."""
    value, end = first_json(text)
    rest = text[end:].strip(" \t")
    if rest.strip() and (rest[0] != "\n" or not isinstance(value, dict)):
        raise InputError("left-over-line", {"line": text.count("\n", 0, end) + 1})
    return value


def read_json(source: Source) -> Document | None:
    """Return the puzzle of a JSON object:

    a Tesuji document, alone or first in a list, or an object of another program that a kind recognises. Lists of rows
    are read as text. Returns None if the text is not JSON. Raises InputError.
    """
    text = source.text
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = parse_json(text)
    except InputError:
        # Brackets around clue numbers are not JSON.
        if re.match(r'\s*(\{\s*"|\[\s*[{"])', text):
            raise
        return None
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0]
    if isinstance(value, dict):
        return from_object(value, source)
    known = (kind.from_json(value) for kind in asked(source) if kind.from_json)
    return next((check_document(document) for document in known if document), None)


def asked(source: Source) -> Iterable[KindNotation]:
    """Return the requested kind, or all kinds."""
    kind = source.kinds.get(source.kind)
    return [kind] if kind else source.kinds


def from_object(value: Document, source: Source) -> Document | None:
    """Return the document in a JSON object: a Tesuji document, a form of another program that a kind recognises, or an
    object with a grid. If an object does not name its kind, its grid is read as text, and its settings may show the
    kind. Raises InputError.
    """
    kinds = source.kinds
    if isinstance(value.get("document"), dict):
        value = value["document"]
    kind = value.get("kind", source.kind)
    kind = kinds.named(kind) if isinstance(kind, str) else kind
    if kind in kinds.names and is_ours(value, kinds.clues(kind)):
        return check_document({**value, "kind": kind})
    some = kinds if kind is None else filter(None, [kinds.get(kind)])
    known = (notation.from_json(value) for notation in some if notation.from_json)
    if found := next((document for document in known if document), None):
        return check_document(found)
    if kind is None and isinstance(value.get("grid"), list):
        source.text = json.dumps(value["grid"])
        source.members = {name: one for name, one in value.items() if name not in ("kind", "grid", "width", "height")}
        named = {each.kind for each in kinds for setting in each.settings if setting.field in source.members}
        source.kind = named.pop() if len(named) == 1 else None
        return None
    return check_document({**value, "kind": kind})


def is_ours(value: Document, clues: Collection[str]) -> bool:
    """Return whether an object has the clues of its kind in the fields of Tesuji documents, so that the forms of other
    programs need not be tried. Other programs also use "size".
    """
    return all(isinstance(value.get(field), list) for field in clues) and not value.keys() & {"width", "height"}


def check_document(document: Document) -> Document:
    """Return the document if its kind is known and its size is accepted. The rulebook checks everything else. Raises
    InputError.
    """
    if not isinstance(document.get("kind"), str):
        raise InputError("no-kind")
    grid = document.get("grid")
    if isinstance(grid, list):
        check_size(max((len(row) for row in grid if isinstance(row, (str, list))), default=0), len(grid))
    return document


def unwrap(text: str) -> str:
    """Return the text inside a Tesuji link (#u=), a JSON object {"text": …} or a certificate; any other text is returned
    unchanged. Raises InputError."""
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
    certificate = CERTIFICATE.match(text)
    return certificate[1] if certificate else None


def write_link(document: Document, base: str = "") -> str:
    """Return the link to a document. `base` is the page's address; without it, only the fragment is returned."""
    return f"{base}#p={pack(json.dumps(document, ensure_ascii=False, separators=(',', ':')))}"


def as_link(document: Document, kind: KindNotation) -> str:
    return write_link(document)


def as_json(document: Document, kind: KindNotation) -> str:
    return json.dumps(document, ensure_ascii=False)


JSON = Notation("json", read_json, as_json, part=lambda kind: kind, whole=True)
LINK = Notation("link", write=as_link, part=lambda kind: kind, whole=True, aliases=("share",))
