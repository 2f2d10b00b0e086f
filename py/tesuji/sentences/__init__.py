"""Everything the engine says to people, in every language: `*.<language>.json` and `<language>.json` in this folder.

A sentence has a key ("error.ragged") and `{name}` parameters; one that depends on the parameter `n` is an object with
the forms "one" and "other". The page gets key and parameters and says it in its own language, the command line uses
English.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(language: str) -> dict[str, str | dict[str, str]]:
    """All sentences of a language, by key."""
    ends = (f".{language}.json",)
    merged: dict[str, str | dict[str, str]] = {}
    for entry in sorted(files(__name__).iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(ends) or entry.name == f"{language}.json":
            merged |= json.loads(entry.read_text(encoding="utf-8"))
    return merged


def sentence(key: str, language: str = "en", **params: Any) -> str:
    """The sentence of a key with its parameters filled in; a missing parameter stays as `{name}`, a missing key as
    itself."""
    text = table(language).get(key, key)
    if isinstance(text, dict):
        text = text["one" if params.get("n") == 1 else "other"]
    # In one pass: what was typed may look like a parameter itself.
    return re.sub(r"{(\w+)}", lambda place: str(params.get(place[1], place[0])), text)
