"""python-sat in place of the clause learner finds the same boards."""

from __future__ import annotations

from random import Random

import pytest

import tesuji
from tesuji.calls import solving
from tesuji.engine.budget import run
from tesuji.engine.sat.encoding import ORDER, Learner
from tesuji.errors import InputError
from tesuji.model import Board
from tesuji.puzzles import parse

CROSS = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}


def nonogram(seed: int):
    """Return a random picture; every third has a run that is too long."""
    chance = Random(seed)
    side = chance.randint(3, 7)
    rows = [[chance.random() < 0.5 for _ in range(side)] for _ in range(side)]
    clues = [
        [[len(run) for run in "".join(" #"[cell] for cell in line).split()] for line in lines]
        for lines in (rows, zip(*rows))
    ]
    if seed % 3 == 0 and clues[0][0]:
        clues[0][0][0] += 1
    return parse({"kind": "nonogram", "rows": clues[0], "cols": clues[1]})[1]


def boards(puzzle, native: bool) -> set[Board]:
    learner = Learner(puzzle, Board(), voices=[ORDER], native=native)
    found: set[Board] = set()
    while (board := run(learner.find())) and len(found) < 40:
        found.add(board)
        learner.exclude(board)
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_boards_are_the_same(seed):
    pytest.importorskip("pysat")
    puzzle = nonogram(seed)
    found, expected = boards(puzzle, True), boards(puzzle, False)
    assert len(found) == len(expected)
    assert len(found) >= 40 or found == expected


def test_every_puzzle_may_ask_for_it():
    pytest.importorskip("pysat")
    assert tesuji.solve(CROSS, backend="sat")["verdict"] == "multiple"
    assert tesuji.solve({"kind": "slitherlink", "grid": [".2."]}, backend="sat")["verdict"] == "unique"


def test_without_python_sat_there_is_a_message(monkeypatch):
    monkeypatch.setattr(solving, "find_spec", lambda name: None)
    with pytest.raises(InputError) as error:
        tesuji.solve(CROSS, backend="sat")
    assert error.value.kind == "backend"
