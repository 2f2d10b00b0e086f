"""The schema: answers conform to it, arguments are checked against it, and the types of the page agree with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from oracle import example_of
from page_types import Type, Typedefs
from tesuji.calls import CALLS, MODULES
from tesuji.contract import CONTRACTS, REFUSED_BY_CALL
from tesuji.engine.budget import Budget, run
from tesuji.errors import InputError
from tesuji.puzzles import rulebooks
from tesuji.schema import answer_of, fits, members_of, whole_schema

SCHEMA = whole_schema()
DEFINITIONS = SCHEMA["$defs"]
ROOT = Path(__file__).resolve().parent.parent
NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    return DEFINITIONS[schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def problems(value: Any, schema: dict[str, Any], at: str = "") -> list[str]:
    """Return the places at which a value does not conform to a schema; unknown members count as well."""
    schema = resolved(schema)
    if "anyOf" in schema:
        tries = [problems(value, one, at) for one in schema["anyOf"]]
        return min(tries, key=len)
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r}"]
    types = {"object": dict, "array": (list, tuple), "string": str, "boolean": bool, "null": type(None)}
    of = schema.get("type")
    right = {
        None: True,
        "integer": type(value) is int,
        "number": isinstance(value, (int, float)) and not isinstance(value, bool),
    }.get(of, isinstance(value, types.get(of, ())))
    if not right:
        return [f"{at}: {value!r} is not {of}"]
    found = []
    if of == "array":
        for number, one in enumerate(value):
            found += problems(one, schema["items"], f"{at}/{number}")
    if of == "object" and "properties" in schema:
        found += [f"{at}: {name} is missing" for name in schema.get("required", ()) if name not in value]
        for name, one in value.items():
            known = schema["properties"].get(name)
            found += [f"{at}: {name} is not known"] if known is None else problems(one, known, f"{at}/{name}")
    return found


def test_every_call_has_a_contract():
    assert CONTRACTS.keys() == MODULES.keys() == SCHEMA["calls"].keys()
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA and len(DEFINITIONS) > 30


ASKED = [
    (call, args)
    for call, args in {
        "solve": {"drawn": True, "certificate": True},
        "explain": {"chains": True, "drawn": True, "certificate": True},
        "hint": {"prove": True},
        "rate": {},
        "conflict": {"certificate": True},
        "broken": {},
        "mend": {},
        "convert": {"to": "text"},
        "check": {},
        "review": {"moves": [{"cells": [0], "after": "1"}, {"cells": [0], "after": "2"}, {"undo": 1}]},
    }.items()
]


@pytest.mark.parametrize(("call", "args"), ASKED, ids=lambda one: one if isinstance(one, str) else "")
@pytest.mark.parametrize("kind", sorted(rulebooks()))
def test_answers_follow_the_schema(kind, call, args):
    if call == "mend" and not rulebooks()[kind].mending:
        return
    for level in ("easy", "multiple", "none"):
        answer = run(
            CALLS[call]({"document": {**example_of(kind, level), "id": "x", "unknown": 1}, **args}), Budget(20)
        )
        answer = json.loads(json.dumps(answer))
        assert not problems(answer, SCHEMA["calls"][call]["answer"]), level
        assert fits(answer, answer_of(call))


def test_answers_of_the_other_calls_follow_it():
    certificate = run(CALLS["solve"]({"document": NONOGRAM, "certificate": True}))["certificate"]
    others = [
        ("line", {"document": NONOGRAM, "line": {"row": 0}}),
        ("verify", {"certificate": certificate}),
        ("verify", {"certificate": certificate.replace("unique", "none")}),
        ("census", {"width": 3, "height": 2, "list": "MP"}),
        ("generate", {"kind": "nonogram", "width": 4, "height": 4, "seed": 1}),
        ("convert", {"text": "#.#\n###"}),
        ("rate", {"document": {"kind": "minesweeper", "field": ["..*", "..."], "opened": [[0, 0]]}}),
        ("hint", {"document": {**NONOGRAM, "board": [".??", "???"]}}),
    ]
    for call, args in others:
        answer = json.loads(json.dumps(run(CALLS[call](args), Budget(20))))
        assert not problems(answer, SCHEMA["calls"][call]["answer"]), call


def test_a_wrong_answer_does_not_follow_it():
    answer = run(CALLS["solve"]({"document": NONOGRAM}))
    for changed in ({"verdict": "perhaps"}, {"solutions": {}}, {"seconds": "1"}, {"new": 1}, {"marks": [1]}):
        assert problems({**answer, **changed}, SCHEMA["calls"]["solve"]["answer"]), changed
    del answer["kind"]
    assert problems(answer, SCHEMA["calls"]["solve"]["answer"])


@pytest.mark.parametrize(
    ("call", "args"),
    [
        ("solve", {"drawn": "yes"}),
        ("solve", {"certificate_": 1, "strict": 1}),
        ("explain", {"chains": 1}),
        ("explain", {"start": "middle"}),
        ("explain", {"cell": [1, 2]}),
        ("explain", {"about": {"row": "1", "column": 0}}),
        ("hint", {"near": 3}),
        ("hint", {"others": "all"}),
        ("line", {"line": {"row": 0}, "only": "some"}),
        ("rate", {"maps": "false"}),
        ("rate", {"timeout": "long"}),
    ],
)
def test_an_argument_of_a_wrong_type_is_refused_in_a_sentence(call, args):
    with pytest.raises(InputError) as error:
        run(CALLS[call]({"document": NONOGRAM, **args}))
    assert error.value.kind == "argument" and error.value.params["name"] in args
    assert error.value.message("en") != error.value.message("ja")


@pytest.mark.parametrize("call", ["solve", "convert", "check", "explain", "hint", "conflict", "mend", "review"])
def test_an_argument_that_is_null_is_as_one_that_is_missing(call):
    """A program may send all members of a form, including empty ones."""
    needed = {"document": NONOGRAM, **({"moves": []} if call == "review" else {})}
    names = members_of(CONTRACTS[call].arguments).keys() - (REFUSED_BY_CALL - {"to"})
    empty = dict.fromkeys(names, None)
    answers = [json.loads(json.dumps(run(CALLS[call](args)))) for args in ({**empty, **needed}, needed)]
    for answer in answers:
        answer.pop("seconds", None)
    assert answers[0] == answers[1]


# -- the page

PAGE = {
    "EngineMessage": "Message",
    "EngineValue": "Value",
    "EngineReason": "Reason",
    "EngineMark": "Overlay",
    "EngineLink": "Link",
    "EngineStep": "StepAnswer",
    "EngineClash": "ClashAnswer",
    "EngineWrong": "WrongAnswer",
    "EngineGuess": "GuessAnswer",
    "EngineMoment": "MomentAnswer",
    "Explanation": "ExplainAnswer",
    "Review": "ReviewAnswer",
    "LineView": "LineAnswer",
    "Census": "CensusAnswer",
    "Rating": "RateAnswer",
    "Result": "SolveAnswer",
}
"""Types of the page -> definitions of the schema."""
OWN = {"asked", "checked", "stopped"}
"""Members added by the page or its worker."""


class Page:
    """The types of the page, with names resolved."""

    def __init__(self) -> None:
        self.types = Typedefs(ROOT / "web" / "engine" / "messages.js", ROOT / "web" / "core" / "types.js")

    def alternatives(self, of: Type) -> list[Type]:
        """Return the alternatives of a type, without names and unions."""
        if of[0] == "name":
            return self.alternatives(self.types[of[1]]) if of[1] in self.types else [("any",)]
        if of[0] == "union":
            return [one for part in of[1] for one in self.alternatives(part)]
        if of[0] == "partial":
            return [("object", {name: (one, True) for name, (one, _) in self.members(of[1]).items()})]
        if of[0] == "merged":
            return [("object", {name: one for part in of[1] for name, one in self.members(part).items()})]
        return [of]

    def members(self, of: Type) -> dict[str, tuple[Type, bool]]:
        return {name: one for part in self.alternatives(of) if part[0] == "object" for name, one in part[1].items()}

    def problems(self, of: Type, schema: dict[str, Any], at: str, seen: tuple[str, ...] = ()) -> list[str]:
        """Return the places at which the page expects something that the schema does not promise."""
        if "$ref" in schema:
            if schema["$ref"] in seen:
                return []
            seen = (*seen, schema["$ref"])
        schema = resolved(schema)
        ways = self.alternatives(of)
        if not schema or ("any",) in ways:
            return []
        if "anyOf" in schema:
            return [problem for one in schema["anyOf"] for problem in self.problems(of, one, at, seen)]
        tries = [self._mismatch(way, schema, at, seen) for way in ways]
        return [] if [] in tries else min(tries, key=len)

    def _mismatch(self, way: Type, schema: dict[str, Any], at: str, seen: tuple[str, ...]) -> list[str]:
        if "enum" in schema:
            listed = way[0] == "enum" or way == ("scalar", "string") or way[0] == "scalar" and None in schema["enum"]
            return [] if listed else [f"{at}: {way} for {schema['enum']}"]
        of = schema["type"]
        scalar = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
        if of in scalar:
            right = way == ("scalar", scalar[of]) or way[0] == "enum" and of == "string"
            return [] if right else [f"{at}: {way} for {of}"]
        if of == "array":
            return self.problems(way[1], schema["items"], f"{at}[]", seen) if way[0] == "array" else [f"{at}: {way}"]
        if way[0] != "object":
            return [f"{at}: {way} for an object"]
        return self._members_mismatch(way[1], schema, at, seen) if "properties" in schema else []

    def _members_mismatch(self, members: Any, schema: dict[str, Any], at: str, seen: tuple[str, ...]) -> list[str]:
        found = []
        for name, (of, optional) in members.items():
            if name in OWN:
                continue
            if name not in schema["properties"]:
                found.append(f"{at}.{name} is not in the schema")
            elif not optional and name not in schema.get("required", ()):
                found.append(f"{at}.{name} may be missing")
            else:
                found += self.problems(of, schema["properties"][name], f"{at}.{name}", seen)
        return found


@pytest.fixture(scope="module")
def page() -> Page:
    if not (ROOT / "web" / "engine" / "messages.js").is_file():
        pytest.skip("the page's sources are not here")
    return Page()


@pytest.mark.parametrize(("name", "definition"), PAGE.items())
def test_a_type_of_the_page_agrees_with_the_schema(page, name, definition):
    assert page.members(("name", name)), f"{name} is not a type of the page any more"
    assert page._members_mismatch(page.members(("name", name)), DEFINITIONS[definition], name, ()) == []


def test_a_difference_is_found(page):
    members = page.members(("name", "EngineStep"))
    for changed in (
        {"kk": (("scalar", "number"), False)},
        {"level": (("scalar", "string"), False)},
        {"chain": (("array", ("name", "EngineLink")), False)},
        {"cells": (("name", "EngineValue"), False)},
    ):
        assert page._members_mismatch({**members, **changed}, DEFINITIONS["StepAnswer"], "EngineStep", ())
