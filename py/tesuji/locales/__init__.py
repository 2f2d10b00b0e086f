"""User-facing strings in every language.

General strings are in this folder, as `<language>.json` or `<area>.<language>.json`. The strings of one kind are in
`puzzles/<kind>/strings.<language>.json`, those of the command line in `cli/strings.<language>.json`. A message has a
key ("error.ragged") and `{name}` parameters. If its text depends on the parameter `n`, it is an object with one form
per CLDR plural category. `{a}`, `{b}` ... stand for the letters of single reasons, `{because}` for the letters of all
reasons. Results contain key and parameters, and the user interface renders them: the page in JavaScript, the command
line with `render` and `render_message`.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

LANGUAGES = ("en", "ja")

Table = dict[str, str | dict[str, str]]


@cache
def table(language: str) -> Table:
    """Return all messages of a language by key. Raises ValueError if two files have the same key."""
    merged: Table = {}
    for file in string_files(language):
        strings = json.loads(file.read_text(encoding="utf-8"))
        if twice := merged.keys() & strings.keys():
            raise ValueError(f"{file}: in another file already: {', '.join(sorted(twice))}")
        merged |= strings
    return merged


def string_files(language: str) -> Iterator[Traversable]:
    """Yield the string files of a language. They are read as resources, so no kind's code is imported."""
    package = resources()
    yield from (entry for entry in _by_name(package / "locales") if f".{entry.name}".endswith(f".{language}.json"))
    folders = [package / "cli", *(entry for entry in _by_name(package / "puzzles") if entry.is_dir())]
    own = [folder / f"strings.{language}.json" for folder in folders]
    yield from (file for file in own if file.is_file())


@cache
def resources() -> Traversable:
    """Return the folder of the package, even if it was imported from an archive."""
    folder = Path(__file__).parent.parent
    if folder.is_dir():
        return folder
    from importlib.resources import files  # only needed for archives, and slow to import

    return files("tesuji")


def _by_name(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda entry: entry.name)


def preferred() -> str:
    """Return the language of the environment, from the first of TESUJI_LANG, LC_ALL, LC_MESSAGES and LANG that is set.
    Falls back to English if there are no strings in that language.
    """
    named = next(filter(None, map(os.environ.get, ("TESUJI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))), "").lower()
    return next((language for language in LANGUAGES if named.startswith(language)), LANGUAGES[0])


def render(key: str, language: str = "en", **params: Any) -> str:
    """Return the message of a key with its parameters filled in.

    A missing parameter stays as `{name}`; a missing key is returned unchanged.
    """
    return _filled(_template(key, language, params), params, language)


def render_message(message: Mapping[str, Any], language: str = "en", because: Iterable[Mapping[str, Any]] = ()) -> str:
    """Return a message of a result, {"key", "params", "at"?}, as text, with the letters of its reasons in brackets. A
    parameter may itself be a message.
    """
    params = {**message["params"], **message.get("at", {})}
    params |= {name: render_message(value, language) for name, value in params.items() if isinstance(value, Mapping)}
    letters = [reason["letter"] for reason in because if reason.get("letter", "") not in ("", *params)]
    return _filled(_lettered(_template(message["key"], language, params), letters, language), params, language)


def plural(language: str, n: object) -> str:
    """Return the CLDR plural category of a whole number: "one", "few", "many" or "other"."""
    if not isinstance(n, int):
        return "other"
    family = next((family for family, members in _FAMILIES.items() if language in members), "one")
    return _CATEGORY[family](n)


_FAMILIES = {
    "none": {"id", "ja", "ko", "ms", "th", "vi", "zh"},
    "zero-one": {"fr", "hi", "pt"},
    "czech": {"cs", "sk"},
    "polish": {"pl"},
    "russian": {"be", "ru", "uk"},
}
"""The families of languages that share a plural rule. All other languages have "one" for 1 and "other" for the rest."""

_CATEGORY: dict[str, Callable[[int], str]] = {
    "none": lambda n: "other",
    "one": lambda n: "one" if n == 1 else "other",
    "zero-one": lambda n: "one" if n in (0, 1) else "other",
    "czech": lambda n: "one" if n == 1 else "few" if 2 <= n <= 4 else "other",
    "polish": lambda n: "one" if n == 1 else "few" if 2 <= n % 10 <= 4 and n % 100 // 10 != 1 else "many",
    "russian": lambda n: (
        "one" if n % 10 == 1 and n % 100 != 11 else "few" if 2 <= n % 10 <= 4 and n % 100 // 10 != 1 else "many"
    ),
}


def _template(key: str, language: str, params: Mapping[str, Any]) -> str:
    text = table(language).get(key, key)
    if isinstance(text, str):
        return text
    return text.get(plural(language, params.get("n"))) or text["other"]


def _filled(template: str, params: Mapping[str, Any], language: str) -> str:
    # In a single pass, because a value may look like a parameter itself.
    return re.sub(r"{(\w+)}", lambda hole: _value(params.get(hole[1], hole[0]), language), template)


def _value(value: object, language: str) -> str:
    """Return a parameter as text. A list of numbers such as "3–5, 8" is punctuated as in the language."""
    text = str(value)
    if not isinstance(value, str) or not re.fullmatch(r"\d+(?:(?:–|, )\d+)+", text):
        return text
    strings = table(language)
    return text.replace(", ", str(strings["list.comma"])).replace("–", str(strings["list.range"]))


def _lettered(template: str, letters: Sequence[str], language: str) -> str:
    """Fill in the letters in brackets: `{a}` for one reason, `{a} {b}` for two, `{because}` for all."""
    if not letters:
        return re.sub(r" ?{because}", "", template)
    hole = "{(?:because|" + "|".join(letters) + ")}"

    def brackets(place: re.Match[str]) -> str:
        names = re.findall(r"\w+", place[0])
        listed = _listed(letters if names == ["because"] else names, language)
        return str(table(language)["list.brackets"]).replace("{list}", listed)

    return re.sub(rf"{hole}(?: ?{hole})*", brackets, template)


def _listed(letters: Sequence[str], language: str) -> str:
    if len(letters) > 3:
        return f"{letters[0]}{table(language)['list.range']}{letters[-1]}"
    return str(table(language)["list.comma"]).join(letters)
