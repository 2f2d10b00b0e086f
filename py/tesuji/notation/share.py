"""Tesuji's own notations: the JSON document, alone, in a list or in lines, and the link that carries it.

https://host/path/#p=<base64url of the raw deflate of the JSON document>
https://host/path/#u=<any notation, percent-encoded>
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import unquote

from tesuji.errors import InputError
from tesuji.grid import check_size
from tesuji.model import Document
from tesuji.notation.codec import first_json, pack, unpack
from tesuji.notation.grids import read_grid
from tesuji.notation.sheet import BY_NAME, Sheet

ROWS = ("rows", "row_hints", "rowHints", "rowClues", "row")
COLUMNS = (
    "cols",
    "columns",
    "col_hints",
    "column_hints",
    "colHints",
    "columnHints",
    "colClues",
    "columnClues",
    "col",
    "column",
)
LINK = re.compile(r"[^\s#{}\[\]\"]{0,2000}#([pu])=([^\s&]*)")


def parse_json(text: str) -> Any:
    """The JSON value of a text, or the object in its first lines. Raises InputError with line and character."""
    value, end = first_json(text)
    rest = text[end:].strip(" \t")
    if rest.strip() and (rest[0] != "\n" or not isinstance(value, dict)):
        raise InputError("left-over-line", {"line": text.count("\n", 0, end) + 1})
    return value


def read_json(text: str, kind: str | None = None) -> Document | None:
    """The puzzle of a JSON text: our document, alone or first of several, {rows, columns}, rows of a grid, or two lists
    of clues.

    None where the text is no JSON and might be something else. Raises InputError.
    """
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
    return from_object(value, kind) if isinstance(value, dict) else from_list(value, kind)


def from_object(value: Document, kind: str | None) -> Document | None:
    """A document out of a JSON object: ours, or one that has at least rows and columns, or a grid."""
    if isinstance(value.get("document"), dict):
        value = value["document"]
    kind = value.get("kind", kind)
    kind = BY_NAME.get(kind.lower(), kind) if isinstance(kind, str) else kind
    columns = next((value[name] for name in COLUMNS if isinstance(value.get(name), list)), None)
    rows = next((value[name] for name in ROWS if isinstance(value.get(name), list)), None)
    if kind in (None, "nonogram") and rows is not None and columns is not None:
        rest = {key: item for key, item in value.items() if key not in ROWS + COLUMNS + ("width", "height")}
        return check_document({**rest, "kind": "nonogram", "rows": rows, "cols": columns})
    if kind is None and isinstance(value.get("grid"), list):
        return from_list(value["grid"], kind)
    return check_document({**value, "kind": kind})


def from_list(value: list, kind: str | None) -> Document | None:
    """A document out of a JSON list: rows of a grid, as words or as lists of cells; row clues and column clues as two
    lists of lists."""
    check_size(1, len(value))
    if len(value) == 2 and all(
        isinstance(side, list) and all(isinstance(line, list) for line in side) for side in value
    ):
        return check_document({"kind": "nonogram", "rows": value[0], "cols": value[1]})
    rows = [row if isinstance(row, str) else "".join(map(cell, row)) if isinstance(row, list) else "" for row in value]
    return read_grid(Sheet(kind, None, {}, list(enumerate(rows, 1))))


def cell(value: Any) -> str:
    """One cell of a grid that is a list of lists; what stands for nothing is a blank."""
    return "." if value is None or value is False or value in ("", " ", -1) else str(value)[:2]


def check_document(document: Document) -> Document:
    """A document with a kind and of a size that Tesuji accepts; everything else is the rulebook's to judge."""
    if not isinstance(document.get("kind"), str):
        raise InputError("no-kind")
    rows, cols = document.get("rows"), document.get("cols")
    grid = document.get("grid", document.get("field"))
    if isinstance(rows, list) and isinstance(cols, list):
        check_size(len(cols), len(rows))
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
    link = LINK.match(text.strip())
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
