"""Nonograms with colours: placements against enumeration, techniques against solutions, hints on a player's board."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tesuji import InputError
from tesuji.calls import generate, hint, mend, solve
from tesuji.engine import search
from tesuji.engine.budget import run
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.engine.reasons.steps import explain
from tesuji.locales import render_message
from tesuji.model import Board
from tesuji.puzzles import parse
from tesuji.puzzles.nonogram.coloured import document_of, runs_of
from tesuji.puzzles.nonogram.palette import lab
from tesuji.puzzles.nonogram.placements import Placements, run_starts
from thorough import not_in_pyodide

COLOURS = ["#cc0000", "#0000cc", "#00aa00"]


@pytest.mark.parametrize(
    ("colour", "wanted"),
    [
        ("#000000", (0, 0, 0)),
        ("#ffffff", (100, 0, 0)),
        ("#ff0000", (53.2, 80.1, 67.2)),
        ("#00ff00", (87.7, -86.2, 83.2)),
        ("#0000ff", (32.3, 79.2, -107.9)),
        ("#050a0b", (2.47, -1.17, -0.85)),
    ],
)
def test_colours_are_those_of_the_cie(colour, wanted):
    assert lab(colour) == pytest.approx(wanted, abs=0.1)


def picture(chance: Random, side: int, colours: int) -> dict:
    values = [0, 0, *range(1, colours + 1)]
    return document_of([[chance.choice(values) for _ in range(side)] for _ in range(side)], COLOURS[:colours])


def test_placements_and_starts_of_runs_are_those_of_all_lines():
    chance = Random(1)
    for _ in range(60):
        width = chance.randint(1, 6)
        runs = [tuple(run) for run in runs_of([chance.randrange(3) for _ in range(width)])]
        removed = sum(1 << bit for bit in range(3 * width) if chance.random() < 0.1)
        lines = [
            line
            for line in product(range(3), repeat=width)
            if runs_of(line) == [list(run) for run in runs]
            and not any(removed >> value * width + cell & 1 for cell, value in enumerate(line))
        ]
        found = Placements(width, runs, removed)
        assert sorted(tuple(found[number]) for number in range(found.total)) == sorted(lines)
        starts = run_starts(width, tuple(runs), removed)
        for number in range(len(runs)):
            assert starts[number] == sum(1 << cell for cell in {starts_in(line)[number] for line in lines})


def starts_in(line) -> list[int]:
    return [cell for cell, value in enumerate(line) if value and (not cell or line[cell - 1] != value)]


@pytest.mark.parametrize("seed", range(6))
def test_every_step_is_forced_by_its_own_reasons(seed):
    chance = Random(seed)
    book, puzzle = parse(picture(chance, 6, chance.choice([2, 3])))
    solutions = run(search.solve(puzzle, limit=50)).boards
    board = puzzle.givens
    for step in run(explain(puzzle, book)).steps:
        assert not any(step.yes & one.no or step.no & one.yes for one in solutions)
        if step.technique not in ("hypothesis", "either", "together"):
            kept = [one for place, one in enumerate(puzzle.constraints) if place in step.because or one.implicit]
            propagator = ConstraintPropagator(puzzle._replace(constraints=tuple(kept), givens=Board()))
            *_, root = propagator.root()
            known = propagator.known(propagator.extend(root, *board.within(step.cells)))
            assert not step.yes & ~known.yes and not step.no & ~known.no, step
        board = board.joined(Board(step.yes, step.no))


@not_in_pyodide
def test_a_hint_settles_a_cell_if_lines_only_rule_colours_out():
    hints = []
    for seed in range(40):
        document = picture(Random(seed), 5, 2)
        book, puzzle = parse(document)
        steps = run(explain(puzzle, book)).steps
        out = next((place for place, step in enumerate(steps) if step.technique == "colour-out"), None)
        if out is None:
            continue
        known = Board()
        for step in steps[:out]:
            known = known.joined(Board(step.yes, step.no))
        answer = run(hint({"document": {**document, "board": book.solution(puzzle, known)}}))
        hints += [cell for step in answer["steps"] for cell in step["cells"]]
        assert len(answer["steps"]) < 2 and (
            answer["verdict"] == "multiple" or "value" in answer["steps"][0]["cells"][0]
        )
    assert any("value" in cell for cell in hints)


def test_a_wrong_run_is_among_the_changes_that_leave_one_solution():
    document = {
        "kind": "nonogram",
        "colors": ["#c00", "#00c"],
        "rows": [[[2, 1]], [[1, 1]]],
        "cols": [[[1, 1], [1, 2]], [[1, 1]]],
    }
    found = run(mend({"document": document}))
    assert {"rows": [[[2, 1]], [[1, 2]]]}.items() <= found["changes"][0]["document"].items()
    assert render_message(found["changes"][0]["sentence"], "en") == "Row 2: 1 blue instead of 1 red"


@pytest.mark.parametrize("colours", [1, 9])
def test_a_picture_with_too_few_or_too_many_colours_is_not_generated(colours):
    with pytest.raises(InputError) as refused:
        run(generate({"kind": "nonogram", "width": 6, "height": 7, "seed": 1, "variant": f"colors-{colours}"}))
    assert refused.value.kind == "no-maker"


@pytest.mark.parametrize(("colours", "levels"), [(2, ("easy", "hard")), (8, ("easy", "medium"))])
def test_a_generated_picture_is_unique_and_has_every_colour(colours, levels):
    wish = {"kind": "nonogram", "width": 6, "height": 7, "seed": 1, "variant": f"colors-{colours}"}
    for level in levels:
        made = run(generate({**wish, "level": level}))
        rows = made["document"]["rows"]
        assert {colour for runs in rows for _, colour in runs} == set(range(1, colours + 1))
        assert made["exact"] and run(solve({"document": made["document"]}))["verdict"] == "unique"
        assert made == run(generate({**wish, "level": level}))
