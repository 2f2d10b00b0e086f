"""The language of the command line, from `--lang` or the environment; the default is English."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tesuji.errors import InputError
from tesuji.locales import LANGUAGES, preferred, render, render_message, table


def language_of(arguments: Sequence[str]) -> str:
    """Return the language of `--lang`, at any position, even if other arguments are wrong. Raises InputError."""
    for place, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--lang":
            return known(value if equals else next(iter(arguments[place + 1 :]), ""))
    return preferred()


def known(language: str) -> str:
    """Return the language. Raises InputError if Tesuji has no strings for it."""
    if language not in LANGUAGES:
        raise InputError("language", name=language, languages=", ".join(LANGUAGES))
    return language


def add_option(parser: ArgumentParser, **default: Any) -> None:
    """Add `--lang`, which every command accepts as well."""
    parser.add_argument("--lang", type=known, metavar="|".join(LANGUAGES), **default)


class Renderer(NamedTuple):
    """Renders strings in one language, by key or from a message in a result."""

    language: str = "en"

    def __call__(self, key: str, **params: Any) -> str:
        return render(key, self.language, **params)

    def message(self, message: Mapping[str, Any], because: Iterable[Mapping[str, Any]] = ()) -> str:
        return render_message(message, self.language, because)

    def either(self, key: str, text: str, **params: Any) -> str:
        """Return the string of a key, or the text if there is none."""
        return self(key, **params) if key in table(self.language) else text
