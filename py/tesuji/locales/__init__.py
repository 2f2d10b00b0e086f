"""User-facing strings, in every language.

What no kind owns lies in this folder, as `<language>.json` or `<area>.<language>.json`; the strings of one kind lie in
`puzzles/<kind>/strings.<language>.json`. A message is a key ("error.ragged") and `{name}` parameters; one that depends
on the parameter `n` is an object with the forms "one" and "other". Results carry key and parameters; whoever shows them
to a person renders them: the page in JavaScript, the command line with `render`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES = ("en", "ja")

Table = dict[str, str | dict[str, str]]


@cache
def table(language: str) -> Table:
    """All messages of a language, by key. Raises ValueError for a key that is in two files."""
    merged: Table = {}
    for file in string_files(language):
        strings = json.loads(file.read_text(encoding="utf-8"))
        if twice := merged.keys() & strings.keys():
            raise ValueError(f"{file}: in another file already: {', '.join(sorted(twice))}")
        merged |= strings
    return merged


def string_files(language: str) -> Iterator[Traversable]:
    """The files of a language. They are read as resources: no kind's code is imported."""
    own = [entry for entry in _by_name(files(__name__)) if f".{entry.name}".endswith(f".{language}.json")]
    kinds = [entry / f"strings.{language}.json" for entry in _by_name(files("tesuji") / "puzzles") if entry.is_dir()]
    yield from own
    yield from (file for file in kinds if file.is_file())


def _by_name(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda entry: entry.name)


def preferred() -> str:
    """The language of the person who runs this process, as the environment names it (LC_ALL, LC_MESSAGES, LANG)."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((language for language in LANGUAGES if locale.startswith(language)), LANGUAGES[0])


def render(key: str, language: str = "en", **params: Any) -> str:
    """The message of a key with its parameters filled in; a missing parameter stays as `{name}`, a missing key as
    itself."""
    text = table(language).get(key, key)
    if isinstance(text, dict):
        text = text["one" if params.get("n") == 1 else "other"]
    # In one pass: what was typed may look like a parameter itself.
    return re.sub(r"{(\w+)}", lambda place: str(params.get(place[1], place[0])), text)
