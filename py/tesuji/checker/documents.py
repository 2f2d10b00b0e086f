"""Strict readers of the members of a document. All raise NotAPuzzle."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from math import isfinite
from typing import Any

from tesuji.checker.limits import NESTING, SIDE, NotAPuzzle

BRACKET = re.compile(r"[\[\]{}]")


def parsed(text: str) -> Any:
    """Return the value of a JSON text. Keys of an object are unique, numbers are finite, texts have no lone surrogates,
    and lists and objects are nested at most NESTING deep.
    """
    if _depth(text) > NESTING:  # Python's own parser recurses for each level
        raise NotAPuzzle("nesting")
    try:
        found = json.loads(text, parse_constant=_not_a_number, parse_float=_finite, object_pairs_hook=_object)
        (json.dumps(found, ensure_ascii=False) if "\\" in text else text).encode()
        return found
    except ValueError as error:
        raise NotAPuzzle("json") from error


def _depth(text: str) -> int:
    """Return the nesting depth of lists and objects, up to the first error in the JSON."""
    depth = deepest = 0
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    for bracket in BRACKET.finditer(outside):
        depth += 1 if bracket[0] in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise NotAPuzzle(text[:20])
    return number


def _not_a_number(word: str) -> None:
    raise NotAPuzzle(word)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NotAPuzzle("a member twice")
    return found


def member(document: dict[str, Any], name: str) -> Any:
    """Return a member that the document must have."""
    if name not in document:
        raise NotAPuzzle(name)
    return document[name]


def letters(document: dict[str, Any], name: str, allowed: str, size: tuple[int, int] | None = None) -> list[str]:
    """Return the rows of a rectangle of `allowed` letters. Its (width, height) is `size`, or any from 1 to SIDE."""
    rows = member(document, name)
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise NotAPuzzle(name)
    width, height = size or (len(rows[0]) if rows else 0, len(rows))
    if size is None:
        check_size(width, height)
    if len(rows) != height or any(len(row) != width or not set(allowed).issuperset(row) for row in rows):
        raise NotAPuzzle(name)
    return rows


def signs(
    document: dict[str, Any], across: str, down: str, size: tuple[int, int]
) -> Iterator[tuple[str, list[tuple[int, int]], tuple[str, int, int]]]:
    """Yield each sign between two cells, these cells, and its place; a document may have none."""
    width, height = size
    found = members(
        document.get("signs", {"h": ["." * (width - 1)] * height, "v": ["." * width] * (height - 1)}), ["h", "v"]
    )
    for name, side, allowed, far in (("right", "h", across, 0), ("down", "v", down, 1)):
        for r, row in enumerate(letters(found, side, allowed, (width - 1 + far, height - far))):
            for c, letter in enumerate(row):
                if letter != ".":
                    yield letter, [(r, c), (r + far, c + 1 - far)], (name, r + 1, c + 1)


def side_numbers(
    document: dict[str, Any], sides: dict[str, str], size: tuple[int, int] | None = None
) -> tuple[int, int, list[tuple[int, list[tuple[int, int]], tuple[str, int]]]]:
    """Return the width and height of a board, and each number next to it with the cells of its line, the nearest one
    first, and its place. `sides` has the member for each side, such as {"left": "rows", "top": "cols"}. If there are
    numbers next to rows only, or columns only, `size` is the width and height of the grid.
    """
    numbers = {side: member(document, name) for side, name in sides.items()}
    if not all(isinstance(found, list) for found in numbers.values()):
        raise NotAPuzzle("numbers")
    known = ((), ()) if size is None else ((size[1],), (size[0],))
    sizes = [
        {*own, *(len(found) for side, found in numbers.items() if side in both)}
        for own, both in zip(known, ("left right", "top bottom"))
    ]
    if any(len(some) != 1 for some in sizes):
        raise NotAPuzzle("numbers")
    (height,), (width,) = sizes
    check_size(width, height)
    rows = [[(r, c) for c in range(width)] for r in range(height)]
    columns = [list(column) for column in zip(*rows)]
    lines = {
        "left": rows,
        "right": [row[::-1] for row in rows],
        "top": columns,
        "bottom": [column[::-1] for column in columns],
    }
    found = [
        (integer(number, 0), line, (side, at))
        for side in sides
        for at, (number, line) in enumerate(zip(numbers[side], lines[side]), 1)
        if number is not None
    ]
    return width, height, found


def lists(document: dict[str, Any], name: str) -> list[list[Any]]:
    """Return a list of 1 to SIDE lists."""
    found = member(document, name)
    if not isinstance(found, list) or not all(isinstance(one, list) for one in found):
        raise NotAPuzzle(name)
    check_size(len(found), 1)
    return found


def integer(value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number in a range; true and false are not numbers."""
    if type(value) is not int or value < least or (most is not None and value > most):
        raise NotAPuzzle("number")
    return value


def switch(document: dict[str, Any], name: str, default: bool) -> bool:
    """Return a member that is true or false."""
    value = document.get(name, default)
    if type(value) is not bool:
        raise NotAPuzzle(name)
    return value


def check_size(width: int, height: int) -> None:
    """Check that a board has cells and no side over SIDE."""
    if not (1 <= width <= SIDE and 1 <= height <= SIDE):
        raise NotAPuzzle("size")


def members(found: Any, names: list[str]) -> dict[str, Any]:
    """Return an object that has exactly these members. Raises NotAPuzzle."""
    if not isinstance(found, dict) or sorted(found) != sorted(names):
        raise NotAPuzzle("members")
    return found
