"""User-facing strings, in every language.

What no kind owns lies in this folder, as `<language>.json` or `<area>.<language>.json`; the strings of one kind lie in
`puzzles/<kind>/strings.<language>.json`, those of the command line in `cli/strings.<language>.json`. A message is a key
("error.ragged") and `{name}` parameters; one that depends on the parameter `n` is an object with the forms "one" and
"other". Where a reason is named by its letter, the template has `{a}`, `{b}` ..., and `{because}` for the letters of
all reasons. Results carry key and parameters; whoever shows them to a person renders them: the page in JavaScript, the
command line with `render` and `render_message`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
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
    package = resources()
    yield from (entry for entry in _by_name(package / "locales") if f".{entry.name}".endswith(f".{language}.json"))
    folders = [package / "cli", *(entry for entry in _by_name(package / "puzzles") if entry.is_dir())]
    own = [folder / f"strings.{language}.json" for folder in folders]
    yield from (file for file in own if file.is_file())


@cache
def resources() -> Traversable:
    """The folder of the package, from wherever it was imported."""
    folder = Path(__file__).parent.parent
    if folder.is_dir():
        return folder
    from importlib.resources import files  # a package in an archive; for folders this would only take longer

    return files("tesuji")


def _by_name(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda entry: entry.name)


def preferred() -> str:
    """The language of the person who runs this process: of the first variable that is set of TESUJI_LANG, LC_ALL,
    LC_MESSAGES and LANG; English where that names one without strings."""
    named = next(filter(None, map(os.environ.get, ("TESUJI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))), "").lower()
    return next((language for language in LANGUAGES if named.startswith(language)), LANGUAGES[0])


def render(key: str, language: str = "en", **params: Any) -> str:
    """The message of a key with its parameters filled in; a missing parameter stays as `{name}`, a missing key as
    itself."""
    return _filled(_template(key, language, params), params)


def render_message(message: Mapping[str, Any], language: str = "en", because: Iterable[Mapping[str, Any]] = ()) -> str:
    """A message of a result, {"key", "params", "at"?}, as text; the letters of its reasons stand in brackets."""
    params = {**message["params"], **message.get("at", {})}
    letters = [reason["letter"] for reason in because if reason.get("letter", "") not in ("", *params)]
    return _filled(_lettered(_template(message["key"], language, params), letters, language), params)


def _template(key: str, language: str, params: Mapping[str, Any]) -> str:
    text = table(language).get(key, key)
    if isinstance(text, str):
        return text
    # Japanese has one form for every number.
    return text["one"] if params.get("n") == 1 and "one" in text else text["other"]


def _filled(template: str, params: Mapping[str, Any]) -> str:
    # In one pass: what was typed may look like a parameter itself.
    return re.sub(r"{(\w+)}", lambda place: str(params.get(place[1], place[0])), template)


def _lettered(template: str, letters: Sequence[str], language: str) -> str:
    """With the letters in brackets: `{a}` for one reason, `{a} {b}` for two, `{because}` for all of them."""
    if not letters:
        return re.sub(r" ?{because}", "", template)
    hole = "{(?:because|" + "|".join(letters) + ")}"

    def brackets(place: re.Match[str]) -> str:
        names = re.findall(r"\w+", place[0])
        return f"({_listed(letters if names == ['because'] else names, language)})"

    return re.sub(rf"{hole}(?: ?{hole})*", brackets, template)


def _listed(letters: Sequence[str], language: str) -> str:
    comma = table(language)["list.comma"]
    return f"{letters[0]}–{letters[-1]}" if len(letters) > 3 else str(comma).join(letters)
