"""The answers of all calls about many small boards with the work they take, as recorded:
boards with one solution, many or none, with a single row, nearly empty, or with exchanged clues. Large puzzles cover
long chains of steps, and small ones cover edge cases.

Record an intended change with `python tests/puzzles/test_pinned_small.py --write`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from thorough import not_in_pyodide, sample

sys.path.append(str(Path(__file__).parents[1] / "engine"))
from test_pinned import PACKED, Work, answered, asked, damaged, digest, known_kinds, packed, unpacked

from tesuji.puzzles import notations

Document = dict[str, Any]
FILE = Path(__file__).parents[1] / "data" / "pinned_small.json"
PINNED = json.loads(FILE.read_text(encoding="utf-8"))
"""{"boards": {kind: [digest of the answers about each board, and of the work]}, "texts": {notation: {kind: digest of
the readings of damaged texts of these boards}}}
"""
BOARDS, TOGETHER, TEXTS = 120, 4, 2
"""For each kind: the number of boards, the number in one test, and the number of damaged texts per board and format."""


def picture(chance: Random, height: int, width: int, share: float) -> list[str]:
    return ["".join(".#"[chance.random() < share] for _ in range(width)) for _ in range(height)]


def nonogram(chance: Random) -> Document:
    """Return the clues of a picture; for every third, two lines are exchanged, or a run is made longer or shorter."""
    rows = picture(chance, chance.randint(1, 6), chance.randint(1, 7), chance.choice((0.3, 0.5, 0.7)))
    clues = [
        [[len(run) for run in "".join(line).replace(".", " ").split()] for line in lines]
        for lines in (rows, [*zip(*rows)])
    ]
    if chance.random() < 0.2:
        chance.shuffle(clues[0])
    elif chance.random() < 0.2 and any(clues[1]):
        line = chance.choice([line for line in clues[1] if line])
        line[chance.randrange(len(line))] += 1
    return {"kind": "nonogram", "rows": clues[0], "cols": clues[1]}


def minesweeper(chance: Random) -> Document:
    """Return a position of a field, with few or most cells opened, with or without the total of mines, and sometimes
    with a wrong number.
    """
    field = picture(chance, chance.randint(1, 5), chance.randint(2, 6), chance.choice((0.1, 0.25, 0.4)))
    opened, grid = chance.choice((0.2, 0.5, 0.8)), []
    for r, row in enumerate(field):
        around = [field[y] for y in (r - 1, r, r + 1) if 0 <= y < len(field)]
        letters = [str(sum(line[max(c - 1, 0) : c + 2].count("#") for line in around)) for c in range(len(row))]
        grid.append(["." if cell == "#" or chance.random() > opened else letters[c] for c, cell in enumerate(row)])
    if chance.random() < 0.2:
        r, c = chance.randrange(len(grid)), chance.randrange(len(grid[0]))
        grid[r][c] = chance.choice("12*s")
    mines = {"mines": sum(row.count("#") for row in field)} if chance.random() < 0.5 else {}
    return {"kind": "minesweeper", "grid": ["".join(row) for row in grid], **mines}


def slitherlink(chance: Random) -> Document:
    """Return the numbers around an area grown from one box; some are left out, and sometimes one is wrong."""
    height, width = chance.randint(1, 4), chance.randint(1, 5)
    inside, most = {(chance.randrange(height), chance.randrange(width))}, chance.randint(1, height * width)
    near = lambda r, c: ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    for _ in range(most):
        beside = sorted(
            {(y, x) for box in inside for y, x in near(*box) if 0 <= y < height and 0 <= x < width} - inside
        )
        inside |= {chance.choice(beside)} if beside else set()
    share = chance.choice((0.3, 0.6, 0.9))
    count = lambda r, c: sum((place in inside) != ((r, c) in inside) for place in near(r, c))
    grid = [[str(count(r, c)) if chance.random() < share else "." for c in range(width)] for r in range(height)]
    if chance.random() < 0.2:
        grid[chance.randrange(height)][chance.randrange(width)] = chance.choice("0123")
    return {"kind": "slitherlink", "grid": ["".join(row) for row in grid]}


def binoxxo(chance: Random) -> Document:
    """Return some cells of a solution, sometimes with a wrong one; in every fourth, lines may be equal."""
    sides = chance.choice(((2, 2), (4, 4), (4, 4), (2, 4), (4, 6), (6, 6), (6, 6)))
    document: Document = {"kind": "binoxxo", "grid": ["." * sides[1]] * sides[0]}
    document |= {"distinct": False} if chance.random() < 0.25 or sides == (2, 4) else {}
    boards = answered("solve", {"document": document, "limit": 40})["solutions"]
    share = chance.choice((0.2, 0.4, 0.6))
    grid = [
        [letter if chance.random() < share else "." for letter in row]
        for row in chance.choice(boards or [document["grid"]])
    ]
    if chance.random() < 0.2:
        grid[chance.randrange(sides[0])][chance.randrange(sides[1])] = chance.choice("OX")
    return document | {"grid": ["".join(row) for row in grid]}


DRAWN: dict[str, Callable[[Random], Document]] = {
    draw.__name__: draw for draw in (nonogram, minesweeper, slitherlink, binoxxo)
}


@cache
def board(kind: str, number: int) -> Document:
    return {**DRAWN[kind](Random(f"{kind} {number}")), "id": f"{kind} {number}"}


def seen(kind: str, number: int) -> str:
    """Return a digest of all answers about a board, and of the work."""
    with Work().noted() as work:
        answers = dict(asked(board(kind, number), None, work))
    return digest([answers, work.told()])


@pytest.mark.parametrize("start", sample(range(0, BOARDS, TOGETHER), 10))
@pytest.mark.parametrize("kind", DRAWN)
def test_small_boards_are_answered_as_before(kind, start):
    numbers = range(start, start + TOGETHER)
    assert {number: seen(kind, number) for number in numbers} == {
        number: PINNED["boards"][kind][number] for number in numbers
    }


# -- texts -------------------------------------------------------------------------------------------------------------


def readings(name: str, kind: str) -> Iterator[Any]:
    """Yield the readings of damaged texts of the boards of a kind."""
    chance = Random(f"{name} {kind}")
    for number in range(BOARDS):
        document = board(kind, number)
        text = (
            json.dumps(document)
            if name == "json"
            else answered("convert", {"document": document, "to": name}).get("text")
        )
        head, body = unpacked(text) if text and name in PACKED else ("", text)
        for _ in range(TEXTS if text else 0):
            changed = damaged(body, chance)
            answer = answered("convert", {"text": packed(head, changed) if head else changed})
            # Python reports the place of damage in JSON, and each version does so in its own way.
            yield "refused" if name == "json" and "error" in answer else answer


def read(name: str) -> dict[str, str]:
    found = {kind: list(readings(name, kind)) for kind in DRAWN}
    return {kind: digest(answers) for kind, answers in found.items() if answers}


@not_in_pyodide
@known_kinds
@pytest.mark.parametrize("name", sample([name for name, notation in notations().items() if notation.write], 3))
def test_damaged_texts_of_small_boards_are_read_or_refused_as_before(name):
    assert read(name) == PINNED["texts"].get(name, {})


def write() -> None:
    boards = {kind: [seen(kind, number) for number in range(BOARDS)] for kind in DRAWN}
    texts = {name: read(name) for name, notation in notations().items() if notation.write}
    FILE.write_text(json.dumps({"boards": boards, "texts": texts}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
