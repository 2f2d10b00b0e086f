"""The text form of a kind that does not define one: its name, then the members of its document.

latin
title: Sunday
size: 4
1..4
....

A grid is written as its rows, and any other member as one line of JSON.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tesuji.errors import InputError
from tesuji.model import Document
from tesuji.notation.codec import load_json
from tesuji.notation.documents import META
from tesuji.notation.kinds import Sheet
from tesuji.notation.sheet import sayable

MEMBER = re.compile(r"[ \t]{0,40}([A-Za-z_]\w*)[ \t]{0,40}:[ \t]{0,40}([^ \t].*)")


def write_members(document: Document) -> list[str]:
    """Return the lines below the head of a document."""
    others = {name: value for name, value in document.items() if name not in ("kind", *META)}
    rows = others.pop("grid") if _is_plain(others.get("grid")) else []
    return [f"{name}: {json.dumps(value, separators=(',', ':'))}" for name, value in others.items()] + list(rows)


def _is_plain(rows: Any) -> bool:
    """Return whether rows of letters survive a round trip."""
    return (
        isinstance(rows, (list, tuple))
        and bool(rows)
        and all(isinstance(row, str) and re.fullmatch(r"[!-9;-~]+", row) for row in rows)
    )


def read_members(sheet: Sheet) -> Document:
    """Return the members of a document from the lines of a sheet. Raises InputError."""
    members: Document = {}
    rows = []
    for line, text in sheet.lines:
        if match := MEMBER.fullmatch(text):
            members[match[1]] = _value(match[2], line)
        elif text.strip():
            rows.append("".join(text.split()))
    return {**members, **({"grid": rows} if rows else {}), **sheet.settings}


def _value(text: str, line: int) -> Any:
    try:
        return load_json(text)
    except InputError:
        raise InputError("json", {"line": line}) from None


def said_members(document: Document) -> set[str]:
    """Return the members of a document that this format can hold: all except titles that do not fit on one line."""
    return {name for name, value in document.items() if name not in META or sayable(value)}
