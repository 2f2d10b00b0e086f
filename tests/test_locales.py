"""Every sentence that the code may say exists in every language, and has its parameters."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

import tesuji
from oracle import golden, refused
from tesuji.errors import InputError
from tesuji.puzzles import parse, rulebooks
from tesuji.locales import LANGUAGES, render, string_files, table

PLACES = {"row", "column", "line", "character"}
PACKAGE = Path(tesuji.__file__).parent
NEEDS_SOURCE = pytest.mark.skipif(
    not PACKAGE.is_dir() or not any(PACKAGE.glob("*.py")), reason="the package is compiled"
)


class Said(NamedTuple):
    """A place in the code that says a sentence: a pattern for its key, and the parameters it fills in; None: any."""

    where: str
    pattern: str
    params: frozenset[str] | None


def spoken() -> Iterator[Said]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.args
                and node.func.id in SPEAKERS
            ):
                yield from SPEAKERS[node.func.id](f"{path.relative_to(PACKAGE)}:{node.lineno}", node)


def said_by_input_error(where: str, node: ast.Call) -> Iterator[Said]:
    params = {keyword.arg for keyword in node.keywords} | places(node.args[1] if len(node.args) > 1 else None)
    for pattern in patterns(node.args[0]):
        yield Said(where, rf"error\.{pattern}", None if None in params else frozenset(params))


def said_by_reason(where: str, node: ast.Call) -> Iterator[Said]:
    params = keys(node.args[1]) | places(node.args[2] if len(node.args) > 2 else None)
    for pattern in patterns(node.args[0]):
        yield Said(where, rf"reason\.{pattern}", None if None in params else frozenset(params))


SPEAKERS = {"InputError": said_by_input_error, "Reason": said_by_reason}


def patterns(key: ast.expr) -> list[str]:
    """The keys that an expression may mean, as regular expressions."""
    if isinstance(key, ast.Constant):
        return [re.escape(key.value)]
    if isinstance(key, ast.JoinedStr):
        return ["".join(re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z]+" for part in key.values)]
    if isinstance(key, ast.IfExp):
        return patterns(key.body) + patterns(key.orelse)
    return ["[a-z-]+"]


def keys(params: ast.expr) -> set[str | None]:
    """The keys of a dict; None where they cannot be read off."""
    if isinstance(params, ast.Dict):
        return {key.value if isinstance(key, ast.Constant) else None for key in params.keys}
    return {None}


def places(at: ast.expr | None) -> set[str | None]:
    if at is None or isinstance(at, ast.Constant):
        return set()
    return keys(at) if isinstance(at, ast.Dict) and None not in keys(at) else set(PLACES)


def placeholders(text: str | dict[str, str]) -> set[str]:
    """The parameters of a sentence; of one with plural forms, those of the fullest."""
    return set(re.findall(r"{(\w+)}", text if isinstance(text, str) else text["other"]))


@NEEDS_SOURCE
def test_there_is_something_to_check():
    assert len(list(spoken())) > 50


@NEEDS_SOURCE
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_said_exists_and_gets_its_parameters(language):
    sentences = table(language)
    wrong = []
    for where, pattern, params in spoken():
        matching = [key for key in sentences if re.fullmatch(pattern, key)]
        if not matching:
            wrong.append(f"{where}: no sentence {pattern}")
        if len(matching) == 1 and params is not None and (missing := placeholders(sentences[matching[0]]) - params):
            wrong.append(f"{where}: {matching[0]} wants {', '.join(sorted(missing))}")
    assert not wrong, "\n".join(wrong)


@NEEDS_SOURCE
def test_no_sentence_is_said_by_nobody():
    said = [pattern for _, pattern, _ in spoken()] + [r"error\.stopped", r"error\.timeout"]
    idle = [
        key
        for key in table("en")
        if key.startswith(("error.", "reason.")) and not any(re.fullmatch(pattern, key) for pattern in said)
    ]
    assert not idle


def test_no_key_is_in_two_files():
    for language in LANGUAGES:
        keys = [key for file in string_files(language) for key in json.loads(file.read_text(encoding="utf-8"))]
        assert len(keys) == len(set(keys)) == len(table(language)) > 200


def test_every_kind_has_strings_of_its_own():
    names = {file.name for file in string_files("en")}
    assert "strings.en.json" in names and len(list(string_files("en"))) >= 1 + len(rulebooks())


def test_the_languages_have_the_same_sentences_with_the_same_parameters():
    english, japanese = table("en"), table("ja")
    assert english.keys() == japanese.keys()
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in japanese.items()
    }


def test_sentences_are_sentences():
    for key in table("en"):
        if key.startswith(("error.", "reason.")) and key != "error.option":
            assert render(key).endswith("."), key
            assert render(key, "ja").endswith("。"), key


def test_a_parameter_is_filled_in_once():
    """What was typed may look like a parameter."""
    assert render("error.kind", name="{kinds}", kinds="{name}") == table("en")["error.kind"].replace(
        "{name}", "\0"
    ).replace("{kinds}", "{name}").replace("\0", "{kinds}")


# -- what each kind refuses, and why a puzzle cannot hold
# ---------------------------------------------------------------

REFUSED = [(case["document"], case["error"], case["at"]) for kind in rulebooks() for case in refused(kind)]


@pytest.mark.parametrize(("document", "key", "at"), REFUSED, ids=lambda value: str(value)[:70])
def test_bad_documents_get_one_sentence_with_the_place(document, key, at):
    with pytest.raises(InputError) as caught:
        parse(document)
    error = caught.value
    assert (error.kind, error.at) == (key, at)
    check_sentences(f"error.{key}", {**error.params, **(at or {})})
    assert error.to_json()["message"] == str(error)


def check_sentences(key: str, params: dict) -> None:
    """One sentence in each language, with everything filled in and every place in it."""
    for language in LANGUAGES:
        text = render(key, language, **params)
        assert text != key and "\n" not in text
        assert not placeholders(text), text
        for place in params.keys() & placeholders(table(language)[key]):
            assert str(params[place]) in text


def test_every_golden_file_is_read():
    """A file in tests/data that no test names is dead weight."""
    here = Path(__file__).parent
    tests = "".join(path.read_text(encoding="utf-8") for path in chain(here.glob("*.py"), here.glob("puzzles/*.py")))
    for path in (here / "data").glob("*.json"):
        assert path.name in tests
        golden(path.name)
