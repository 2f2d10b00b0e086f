"""A puzzle document as facts for the encodings next to this file (`<kind>.lp`)."""

from __future__ import annotations

from collections.abc import Iterator

from tesuji.puzzles.minesweeper.rules import position


def facts(document: dict) -> str:
    """Return the facts of a document, one per line."""
    return "\n".join(f"{fact}." for fact in FACTS[document["kind"]](document))


def _nonogram(document: dict) -> Iterator[str]:
    rows, columns = document["rows"], document["cols"]
    for kind, lines, length in (("row", rows, len(columns)), ("col", columns, len(rows))):
        for place, runs in enumerate(lines):
            runs = [run for run in runs if run]
            yield f"line({kind},{place},{length})"
            yield f"runs({kind},{place},{len(runs)})"
            yield from (f"run({kind},{place},{number},{run})" for number, run in enumerate(runs, 1))


def _minesweeper(document: dict) -> Iterator[str]:
    for r, row in enumerate(document["grid"] if "grid" in document else position(document)):
        for c, letter in enumerate(row):
            yield f"cell({r},{c})"
            if letter == "*":
                yield f"known_mine({r},{c})"
            elif letter != ".":
                yield f"opened({r},{c})"
            if letter.isdigit():
                yield f"number({r},{c},{letter})"
    if document.get("mines") is not None:
        yield f"mines({document['mines']})"


def _slitherlink(document: dict) -> Iterator[str]:
    grid = document["grid"]
    yield f"width({len(grid[0])})"
    yield f"height({len(grid)})"
    yield from (
        f"number({r},{c},{letter})" for r, row in enumerate(grid) for c, letter in enumerate(row) if letter != "."
    )


def _binoxxo(document: dict) -> Iterator[str]:
    grid = document["grid"]
    yield f"width({len(grid[0])})"
    yield f"height({len(grid)})"
    yield from (
        f"given({r},{c},{letter.lower()})"
        for r, row in enumerate(grid)
        for c, letter in enumerate(row)
        if letter != "."
    )
    if document.get("distinct", True):
        yield "distinct"


def _letters(document: dict) -> Iterator[str]:
    yield from (f'letter({r},{c},"{letter}")' for r, row in enumerate(document["grid"]) for c, letter in enumerate(row))
    if document["kind"] == "star_battle":
        yield f"stars({document.get('stars', 1)})"


FACTS = {
    "nonogram": _nonogram,
    "minesweeper": _minesweeper,
    "slitherlink": _slitherlink,
    "binoxxo": _binoxxo,
    "akari": _letters,
    "hitori": _letters,
    "star_battle": _letters,
}
