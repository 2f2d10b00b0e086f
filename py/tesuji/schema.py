"""JSON Schema of documents, arguments and answers, generated from the types; arguments are checked against it.

    python -m tesuji.schema > schema.json

The schema is draft 2020-12. Definitions have the names of the types, and `calls` maps each call to its arguments and
its answer. An answer may gain members in later versions; arguments that are not in the schema are ignored.
"""

from __future__ import annotations

import json
from functools import cache
from types import UnionType
from typing import Any, Literal, NotRequired, Required, Union, get_args, get_origin, get_type_hints, is_typeddict

from tesuji.contract import CONTRACTS, REFUSED_BY_CALL
from tesuji.errors import InputError
from tesuji.model import Document

Schema = dict[str, Any]
SCALARS: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    Any: {},
}


def whole_schema() -> Schema:
    """Return the schema of all calls."""
    definitions: dict[str, Schema] = {}
    calls = {
        name: {"arguments": _schema(types.arguments, definitions), "answer": _schema(answer_of(name), definitions)}
        for name, types in CONTRACTS.items()
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tesuji",
        "calls": calls,
        "$defs": dict(sorted(definitions.items())),
    }


def answer_of(call: str) -> Any:
    """Return the type of a call's answer."""
    from tesuji import results  # imported here because checking arguments does not need it

    return getattr(results, CONTRACTS[call].answer)


def _schema(hint: Any, definitions: dict[str, Schema]) -> Schema:
    """Return the schema of a type; typed dicts are added to the definitions."""
    if hint in SCALARS:
        return SCALARS[hint]
    if is_typeddict(hint):
        if hint.__name__ not in definitions:
            definitions[hint.__name__] = {}  # set first, because the type may contain itself
            definitions[hint.__name__] = _object(hint, definitions)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _schema(inner[0], definitions)}
    if origin is dict:
        values = _schema(inner[1], definitions)
        return {"type": "object", **({"additionalProperties": values} if values else {})}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(one, definitions) for one in inner]}
    raise TypeError(f"{hint} has no schema")


def _object(hint: Any, definitions: dict[str, Schema]) -> Schema:
    members, required = members_of(hint), required_of(hint)
    found: Schema = {"type": "object", "properties": {name: _schema(of, definitions) for name, of in members.items()}}
    if hint.__doc__ and not hint.__doc__.startswith("dict("):
        found["description"] = " ".join(hint.__doc__.split())
    return {**found, **({"required": required} if required else {})}


@cache
def members_of(hint: Any) -> dict[str, Any]:
    """Return the types of the members of a typed dict."""
    hints = get_type_hints(hint, include_extras=True)
    return {name: get_args(of)[0] if get_origin(of) in (NotRequired, Required) else of for name, of in hints.items()}


def required_of(hint: Any) -> list[str]:
    """Return the required members, in their order."""
    hints = get_type_hints(hint, include_extras=True)
    return [name for name, of in hints.items() if name in hint.__required_keys__ and get_origin(of) is not NotRequired]


# Arguments


def checked_arguments(call: str, arguments: Document) -> Document:
    """Return the arguments of a call without those that are null but may not be. Arguments that the call does not have
    are ignored. Raises InputError if an argument has an invalid value.
    """
    missing = set()
    for name, of in members_of(CONTRACTS[call].arguments).items():
        if name in REFUSED_BY_CALL or name not in arguments or fits(arguments[name], of):
            continue
        if arguments[name] is not None:
            raise InputError("argument", name=name, call=call, expected=json.dumps(_schema(of, {})))
        missing.add(name)
    return {name: value for name, value in arguments.items() if name not in missing} if missing else arguments


def fits(value: Any, hint: Any) -> bool:
    """Return whether a JSON value has a type. A typed dict may have members that the type does not define."""
    if hint is Any:
        return True
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if is_typeddict(hint):
        members = members_of(hint)
        return (
            isinstance(value, dict)
            and all(name in value for name in required_of(hint))
            and all(fits(one, members[name]) for name, one in value.items() if name in members)
        )
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return value in inner
    if origin is list:
        return isinstance(value, (list, tuple)) and all(fits(one, inner[0]) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, inner[1]) for one in value.values())
    if origin in (Union, UnionType):
        return any(fits(value, one) for one in inner)
    return isinstance(value, hint)


if __name__ == "__main__":
    print(json.dumps(whole_schema(), indent=2))
