"""Every message that the code names exists in every language, with its parameters."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import tesuji
from oracle import golden, refused
from tesuji import constraints
from tesuji.constraints import Constraint
from tesuji.errors import InputError
from tesuji.locales import LANGUAGES, plural, preferred, render, render_message, string_files, table
from tesuji.puzzles import parse, rulebooks

PLACES = {"row", "column", "line", "character"}
PACKAGE = Path(tesuji.__file__).parent
NEEDS_SOURCE = pytest.mark.skipif(
    not PACKAGE.is_dir() or not any(PACKAGE.glob("*.py")), reason="the package is compiled"
)


class Use(NamedTuple):
    """A place in the code that names a message: a pattern for its key, and the parameters that it fills in (None: any)."""

    where: str
    pattern: str
    params: frozenset[str] | None


@cache
def uses() -> list[Use]:
    return [
        use
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args and node.func.id in NAMING
        for use in NAMING[node.func.id](f"{path.relative_to(PACKAGE)}:{node.lineno}", node)
    ]


def of_input_error(where: str, node: ast.Call) -> Iterator[Use]:
    params = {keyword.arg for keyword in node.keywords} | places(node.args[1] if len(node.args) > 1 else None)
    for pattern in patterns(node.args[0]):
        yield Use(where, rf"error\.{pattern}", None if None in params else frozenset(params))


def of_reason(where: str, node: ast.Call) -> Iterator[Use]:
    params = keys(node.args[1]) | places(node.args[2] if len(node.args) > 2 else None)
    for pattern in patterns(node.args[0]):
        yield Use(where, rf"reason\.{pattern}", None if None in params else frozenset(params))


def of_render(where: str, node: ast.Call) -> Iterator[Use]:
    """Yield only literal keys; the others come from functions that make errors."""
    if isinstance(node.args[0], ast.Constant) and node.args[0].value.startswith("error."):
        yield Use(where, re.escape(node.args[0].value), frozenset(keyword.arg for keyword in node.keywords))


NAMING = {"InputError": of_input_error, "error_of": of_input_error, "Flaw": of_reason, "render": of_render}


def patterns(key: ast.expr) -> list[str]:
    """Return the keys that an expression may have, as regular expressions."""
    if isinstance(key, ast.Constant):
        return [re.escape(key.value)]
    if isinstance(key, ast.JoinedStr):
        return ["".join(re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z]+" for part in key.values)]
    if isinstance(key, ast.IfExp):
        return patterns(key.body) + patterns(key.orelse)
    return ["[a-z-]+"]


def keys(params: ast.expr) -> set[str | None]:
    """Return the keys of a dict, or None if they are not literal."""
    if isinstance(params, ast.Dict):
        return {key.value if isinstance(key, ast.Constant) else None for key in params.keys}
    return {None}


def places(at: ast.expr | None) -> set[str | None]:
    if at is None or isinstance(at, ast.Constant):
        return set()
    return keys(at) if isinstance(at, ast.Dict) and None not in keys(at) else set(PLACES)


def placeholders(text: str | dict[str, str]) -> set[str]:
    """Return the holes of a message; if it has plural forms, those of the form with the most."""
    return set(re.findall(r"{(\w+)}", text if isinstance(text, str) else text["other"]))


@NEEDS_SOURCE
def test_there_is_something_to_check():
    assert len(uses()) > 50


@NEEDS_SOURCE
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_named_message_exists_and_gets_its_parameters(language):
    messages = table(language)
    wrong = []
    for where, pattern, params in uses():
        matching = [key for key in messages if re.fullmatch(pattern, key)]
        if not matching:
            wrong.append(f"{where}: no message {pattern}")
        if len(matching) == 1 and params is not None and (missing := placeholders(messages[matching[0]]) - params):
            wrong.append(f"{where}: {matching[0]} wants {', '.join(sorted(missing))}")
    assert not wrong, "\n".join(wrong)


@NEEDS_SOURCE
def test_no_message_of_an_error_has_the_name_of_a_folder():
    """Names such as star_battle are not words for people, except to repeat what they typed."""
    calls = [
        node
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "InputError"
    ]
    named = [call for call in calls for word in call.keywords if re.search(r"\bkind\b", ast.unparse(word.value))]
    assert {ast.literal_eval(call.args[0]) for call in named} == {"kind", "other-rules"}


@NEEDS_SOURCE
def test_every_message_is_named_somewhere():
    named = [pattern for _, pattern, _ in uses()]
    idle = [
        key
        for key in table("en")
        if key.startswith(("error.", "reason.")) and not any(re.fullmatch(pattern, key) for pattern in named)
    ]
    assert not idle


def test_no_key_is_in_two_files():
    for language in LANGUAGES:
        keys = [key for file in string_files(language) for key in json.loads(file.read_text(encoding="utf-8"))]
        assert len(keys) == len(set(keys)) == len(table(language)) > 200


def test_every_kind_has_strings_of_its_own():
    names = {file.name for file in string_files("en")}
    assert "strings.en.json" in names and len(list(string_files("en"))) >= 1 + len(rulebooks())


def test_the_languages_have_the_same_messages_with_the_same_holes():
    english, japanese = table("en"), table("ja")
    assert english.keys() == japanese.keys()
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in japanese.items()
    }


def test_errors_and_reasons_are_sentences():
    for key in table("en"):
        if key.startswith(("error.", "reason.")) and key != "error.option":
            assert render(key).endswith("."), key
            assert render(key, "ja").endswith("。"), key


def test_every_message_has_a_form_for_every_number():
    for language in LANGUAGES:
        for key in table(language):
            assert all(isinstance(render(key, language, n=n), str) for n in (0, 1, 2)), key


def test_a_parameter_is_filled_in_once():
    """Typed text may look like a parameter."""
    assert render("error.kind", name="{kinds}", kinds="{name}") == table("en")["error.kind"].replace(
        "{name}", "\0"
    ).replace("{kinds}", "{name}").replace("\0", "{kinds}")


# -- letters of reasons

LETTER = re.compile(r"{([a-z]|because)}")


def test_no_message_has_a_bare_letter():
    """In Japanese no word is a single letter, so a letter outside braces belongs to a reason; English has the same
    holes.
    """
    for key, text in table("ja").items():
        if key.startswith(("step.", "explain.", "line.")):
            for form in [text] if isinstance(text, str) else text.values():
                bare = re.sub(r"{\w+}", "", form)
                assert not re.search(r"(?<![A-Za-z])[a-z](?![A-Za-z])", bare), f"{key}: {form}"


def test_only_messages_with_reasons_name_their_letters():
    for key, text in table("en").items():
        if {"a", "b", "c", "because"} & placeholders(text):
            assert key.startswith(("step.", "explain.clash-", "broken.")), key


REASONS = [{"letter": letter} for letter in "abcde"]


@pytest.mark.parametrize(
    ("key", "count", "english", "japanese"),
    [
        (
            "step.zero",
            1,
            "The 0 in row 1, column 2 (a) has no lines around it.",
            "1行目2列目の0（a）のまわりに線は引けません。",
        ),
        (
            "step.arrangements-row-x",
            2,
            "Every remaining way to fill row 1 (a, b) has X in columns {xs}.",
            "1行目の残りの並べ方（a、b）では、{xs}列目は必ずXです。",
        ),
        ("explain.clash-clues", 1, "This clue (a) cannot be satisfied.", "手がかり1つ（a）を満たす答えはありません。"),
        (
            "explain.clash-clues",
            3,
            "These 3 clues (a, b, c) contradict each other.",
            "手がかり3つ（a、b、c）を満たす答えはありません。",
        ),
        (
            "explain.clash-clues",
            5,
            "These 5 clues (a–e) contradict each other.",
            "手がかり5つ（a〜e）を満たす答えはありません。",
        ),
        ("explain.clash-clues", 0, "These 0 clues contradict each other.", "手がかり0つを満たす答えはありません。"),
    ],
)
def test_letters_stand_in_brackets(key, count, english, japanese):
    message = {"key": key, "params": {"n": count, "row": 1, "column": 2}}
    assert render_message(message, "en", REASONS[:count]) == english
    assert render_message(message, "ja", REASONS[:count]) == japanese


def test_a_parameter_goes_before_the_letter_of_the_same_name():
    many = [{"letter": letter} for letter in "abcdefghijklmn"]
    assert render_message({"key": "explain.wrong", "params": {"n": 2}}, "en", many) == "2 marks are wrong."


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "de_DE"}, "en"),
        ({"LANG": "C", "LC_ALL": "ja"}, "ja"),
        ({"LC_ALL": "en_US", "TESUJI_LANG": "ja"}, "ja"),
        ({"LANG": "ja_JP", "TESUJI_LANG": "en"}, "en"),
    ],
)
def test_the_environment_names_the_language(variables, language, monkeypatch):
    for name in ("TESUJI_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert preferred() == language


# -- Japanese

POSITION = re.compile(r"(?:[0-9]|(?<=[}]))(?:行|列)(?!目)")
"""A number or parameter directly followed by 行 or 列: without 目 it would mean "3 columns"."""

COUNTS = re.compile(r"{n}行|{expected}行必要|1行(?=ずつ|・)|1列ずつ")
"""Numbers of lines, which are written without 目."""


@pytest.mark.parametrize("folder", ["py/tesuji", "web", "tools/new_puzzle"])
def test_a_position_in_japanese_carries_me(folder):
    """「3列目」 is the third column; 「3列」 would be three columns."""
    root = PACKAGE.parents[1] / folder
    files = [path for path in sorted(root.rglob("*ja.json")) if path.parent.name != "library"]
    assert files or not root.is_dir()  # inside Pyodide there is only the package
    for path in files:
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            for form in [text] if isinstance(text, str) else text.values():
                assert not POSITION.search(COUNTS.sub("", form)), f"{path.name}: {key}: {form}"


def test_lists_of_numbers_have_the_punctuation_of_the_language():
    message = {"key": "step.finished-row", "params": {"row": 2, "clue": "1 1", "cells": "1, 3–5", "n": 4}}
    letters = [{"letter": "a"}]
    assert "columns 1, 3–5 are empty" in render_message(message, "en", letters)
    assert "1、3〜5列目は白マスです" in render_message(message, "ja", letters)
    assert render("error.word", "ja", line=1, found="1, x–2") == "1行目の「1, x–2」は使えません。"


@pytest.mark.parametrize("page", sorted(Path(__file__).parents[1].glob("web/*.html")), ids=lambda page: page.name)
def test_a_page_has_its_english_words_before_its_script_runs(page):
    words = {}
    for file in ("lazy.en", "en"):
        words |= json.loads((page.parent / "locales" / f"{file}.json").read_text(encoding="utf-8"))
    text = page.read_text(encoding="utf-8")
    for key, shown in re.findall(r'data-t="([\w.]+)"[^>]*>([^<]*)<', text):
        assert shown == words[key], key
    for key, shown in re.findall(r'data-label="([\w.]+)"(?: aria-label="([^"]*)")?', text):
        assert shown == words[key], key
    assert text.count("<h1") == 1 and not re.search(r"<(h\d|button)\b(?![^>]*aria-label)[^>]*></", text)


# -- a third language

FORMS = {"one": "jeden", "few": "kilka", "many": "wiele", "other": "ułamek"}


@pytest.fixture
def third_language(monkeypatch):
    """Add a pseudo-locale with the plural forms of Polish and with words twice as long."""
    english = table("en")

    def longer(text: str) -> str:
        return re.sub(r"({\w+})|(\w+)", lambda part: part[1] or part[2] + part[2].lower(), text)

    def forms(text: str | dict[str, str]) -> str | dict[str, str]:
        if isinstance(text, str):
            return text if text in ("{list}", ", ", "–", "({list})") else longer(text)
        return {form: f"{word} {longer(text['other'])}" for form, word in FORMS.items()}

    pseudo = {key: forms(text) for key, text in english.items()}
    monkeypatch.setattr("tesuji.locales.table", lambda language: pseudo if language == "pl" else english)
    return pseudo


def test_a_third_language_needs_only_its_strings(third_language):
    counted = [key for key, text in third_language.items() if isinstance(text, dict)]
    assert len(counted) > 50
    for key in counted:
        for n, form in {1: "one", 2: "few", 5: "many", 12: "many", 22: "few", 112: "many"}.items():
            assert render(key, "pl", n=n).startswith(FORMS[form]), (key, n)
    for key in third_language:
        assert placeholders(third_language[key]) == placeholders(table("en")[key])
    message = {"key": "explain.clash-clues", "params": {"n": 2}}
    assert render_message(message, "pl", REASONS[:2]).startswith("kilka Thesethese 2 cluesclues (a, b) contradict")


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", "other one other other other other other other other other other other"),
        ("fr", "one one other other other other other other other other other other"),
        ("ja", "other other other other other other other other other other other other"),
        ("cs", "other one few few other other other other other other other other"),
        ("ru", "many one few few many many many many one few many many"),
        ("pl", "many one few few many many many many many few many many"),
    ],
)
def test_plural_categories_are_those_of_cldr(language, forms):
    assert [plural(language, n) for n in (0, 1, 2, 4, 5, 11, 12, 14, 21, 22, 111, 112)] == forms.split()
    assert plural(language, None) == "other"


# -- what each kind refuses, and why a puzzle cannot hold
# ---------------------------------------------------------------

REFUSED = [(case["document"], case["error"], case["at"]) for kind in rulebooks() for case in refused(kind)]


@pytest.mark.parametrize(("document", "key", "at"), REFUSED, ids=lambda value: str(value)[:70])
def test_bad_documents_get_one_message_with_the_place(document, key, at):
    with pytest.raises(InputError) as caught:
        parse(document)
    error = caught.value
    assert (error.kind, error.at) == (key, at)
    check_messages(f"error.{key}", {**error.params, **(at or {})})
    assert error.to_json()["message"] == str(error)


def check_messages(key: str, params: dict) -> None:
    """Check one message in each language, with everything filled in and every place in it."""
    for language in LANGUAGES:
        text = render(key, language, **params)
        assert text != key and "\n" not in text
        assert not placeholders(text), text
        for place in params.keys() & placeholders(table(language)[key]):
            assert str(params[place]) in text


def test_every_golden_file_is_read():
    """A file in tests/data that no test names is unused."""
    here = Path(__file__).parent
    tests = "".join(path.read_text(encoding="utf-8") for path in here.rglob("*.py"))
    for path in (here / "data").glob("*.json"):
        assert path.name in tests
        golden(path.name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_general_name(language):
    """It is shown if the kind has none of its own."""
    for one in (getattr(constraints, name) for name in constraints.__all__):
        if isinstance(one, type) and issubclass(one, Constraint) and one is not Constraint and not one.implicit:
            assert table(language)["rule.name." + re.sub("(?<=[a-z])(?=[A-Z])", "-", one.__name__).lower()]
