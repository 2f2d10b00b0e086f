"""Deductions from two rows and two columns together: exactly the reported four lines force the cell."""

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tesuji.bitset import members
from tesuji.engine.propagate import propagator_for
from tesuji.puzzles import parse
from tesuji.puzzles.nonogram import rectangles as rectangles_module
from tesuji.puzzles.nonogram.rectangles import rectangles

PINNED = json.loads((Path(__file__).parents[1] / "data" / "pinned.json").read_text(encoding="utf-8"))["puzzles"]
HARD = [
    pin["document"]
    for pin in PINNED
    if pin["document"]["kind"] == "nonogram" and "colors" not in pin["document"] and "4" in pin.get("cells", {})
]


@pytest.mark.parametrize("document", HARD, ids=lambda document: document["id"])
def test_two_rows_and_two_columns_are_named_that_meet_in_the_cell(document):
    _, puzzle = parse(document)
    propagator = propagator_for(puzzle)
    *_, state = propagator.root()
    known = propagator.known(state)
    found = [fact for fact in rectangles(puzzle, known) if fact]
    assert found
    for cell, because in found:
        assert not known.known >> cell & 1
        lines = list(members(because))
        assert len(lines) == 4
        assert sum(line < puzzle.height for line in lines) == 2 and max(lines) < puzzle.height + puzzle.width
        assert sum(cell in puzzle.constraints[line].scope for line in lines) >= 1


@pytest.mark.parametrize("seed", [20, 31, 43, 74])
def test_columns_that_are_passed_over_force_nothing(seed, monkeypatch):
    chance = Random(seed)
    picture = [[chance.randrange(2) for _ in range(9)] for _ in range(8)]
    rows, columns = (
        [[len(run) for run in line.split("0") if run] for line in lines]
        for lines in (
            ["".join(map(str, row)) for row in picture],
            ["".join(map(str, column)) for column in zip(*picture)],
        )
    )
    _, puzzle = parse({"kind": "nonogram", "rows": rows, "cols": columns})
    propagator = propagator_for(puzzle)
    *_, state = propagator.root()
    known = propagator.known(state)
    found = set(rectangles(puzzle, known))
    everywhere = lambda top, bottom, tied: combinations(members(top.unknown & bottom.unknown), 2)
    monkeypatch.setattr(rectangles_module, "_worthwhile", everywhere)
    assert found == set(rectangles(puzzle, known))
