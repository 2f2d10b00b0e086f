"""Akari: a second, plain implementation of the rules for tests/test_laws.py."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import strategies as st

from oracle import Oracle
from points import Points
from tesuji.bitset import members, set_of
from tesuji.calls import CALLS
from tesuji.calls.wording import clue_text
from tesuji.checker import NotAPuzzle
from tesuji.engine.budget import run
from tesuji.errors import InputError
from tesuji.grid import bit_set
from tesuji.locales import render_message
from tesuji.puzzles import parse, read
from tesuji.puzzles.akari import checked
from tesuji.puzzles.akari.generator import BLACK, draft, mended
from tesuji.rulebook import Draft


def rays(grid, r, c):
    """Return the white cells that a bulb in a cell lights, without its own."""
    for down, across in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        y, x = r + down, c + across
        while 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == ".":
            yield y, x
            y, x = y + down, x + across


def fits(grid, bulbs):
    """Return whether bulbs at these places solve a grid."""
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            seen = sum(place in bulbs for place in rays(grid, r, c))
            near = sum(place in bulbs for place in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)))
            if letter == "." and (seen if (r, c) in bulbs else not seen):
                return False
            if letter in "01234" and near != int(letter):
                return False
    return True


def solutions(document):
    """Return all solutions by trying every set of bulbs, independently of the tested code."""
    grid = document["grid"]
    white = [(r, c) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter == "."]
    found = []
    for bits in product((0, 1), repeat=len(white)):
        bulbs = {place for place, bit in zip(white, bits) if bit}
        if fits(grid, bulbs):
            found.append(
                ["".join("*" if (r, c) in bulbs else "." for c in range(len(grid[0]))) for r in range(len(grid))]
            )
    return found


@st.composite
def documents(draw):
    """Draw tiny puzzles, with and without solutions."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    letters = st.sampled_from("......##012")
    return {"kind": "akari", "grid": ["".join(draw(letters) for _ in range(width)) for _ in range(height)]}


ORACLE = Oracle(documents(), solutions)


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("https://puzz.link/p?lightup/3/2/0.i1", ["0#.", "..1"]),
        ("lightup 3x2b50s4d1:a2Bb0", [".2#", "..0"]),
        ("3x2b50s0d0:1eB", None),
        ("akari\n..#\n1x.", ["..#", "1#."]),
        ("■.1\n...", ["#.1", "..."]),
    ],
)
def test_it_is_read_from_other_peoples_notations(text, grid):
    if grid is None:
        with pytest.raises(InputError):
            read(text)
    else:
        assert read(text)[0] == {"kind": "akari", "grid": grid}


def test_a_large_board_without_black_cells_is_refused_before_it_takes_memory():
    document = {"kind": "akari", "grid": ["." * 200] * 200}
    with pytest.raises(InputError) as refused:
        parse(document)
    assert refused.value.kind == "sight" and refused.value.params["n"] == 200 * 200 * 400
    with pytest.raises(NotAPuzzle):
        checked.read(document)


@pytest.mark.parametrize("side", [8, 10])
def test_a_board_without_black_cells_is_decided_by_guessing(side):
    """Learning does not decide one of 10x10 in ten seconds."""
    answer = run(CALLS["solve"]({"document": {"kind": "akari", "grid": ["." * side] * side}, "verdict": True}))
    assert answer["verdict"] == "multiple" and not answer["stats"].get("conflicts")


def test_rules_name_their_cells():
    book, puzzle = parse({"kind": "akari", "grid": ["..#", "#..", "..."]})
    texts = [render_message(clue_text(book, puzzle, number), "en") for number in range(len(puzzle.constraints))]
    assert texts[:5] == ["row 1, columns 1–2", "row 2, columns 2–3", "row 3", "column 2", "column 3, rows 2–3"]
    assert texts[6:9] == [f"the line of sight of row {r}, column {c}" for r, c in ((1, 2), (2, 2), (2, 3))]


@pytest.mark.parametrize("seed", range(4))
def test_a_new_board_is_symmetric_and_a_changed_one_keeps_its_black_cells_and_bulbs(seed):
    size = 63
    before = run(draft(9, 7, Random(seed)))
    black, bulbs = bit_set(before.document["grid"], "#01234"), before.solution.yes
    assert BLACK[0] * size <= black.bit_count() <= BLACK[1] * size + 2
    white = [*members(before.solution.no & ~black)][:2]
    after = mended(before, set_of(white), Random(seed), 1)
    new = [*members(bit_set(after.document["grid"], "#01234") & ~black)]
    assert len(new) == 2 and sum(new) == size - 1 and {*new} & {*white}
    assert not bulbs & ~(after.solution.yes | set_of(new))
    for made in (before, after):
        grid = ["".join("#" if letter in "#01234" else "." for letter in row) for row in made.document["grid"]]
        assert grid == [row[::-1] for row in grid[::-1]]
        assert fits(made.document["grid"], {divmod(cell, 9) for cell in members(made.solution.yes)})


@pytest.mark.parametrize("rows, changed", [(4, True), (3, False)])
def test_a_board_with_many_black_cells_is_replaced(rows, changed):
    document = {"kind": "akari", "grid": ["0" * 9] * rows + ["." * 9] * (9 - rows)}
    before = Draft.of(document, set_of(range(72, 81)), 81)
    after = mended(before, 1 << 40, Random(1), 1)
    assert (bit_set(after.document["grid"], "#01234") & 1 == 0) == changed


def test_a_bulb_on_a_black_cell_is_wrong():
    document = {"kind": "akari", "grid": ["#..", "...", "..1"], "board": ["*??", "???", "???"]}
    for call in ("explain", "hint", "conflict"):
        assert run(CALLS[call]({"document": document}))


def test_a_board_without_black_cells_is_explained_and_rated():
    """The clause learner alone takes more than 20,000 safe points for the first solution."""
    document = {"kind": "akari", "grid": ["." * 10] * 10}
    for call in ("explain", "hint"):
        answer = run(CALLS[call]({"document": document}), Points(8_000))
        assert answer["verdict"] == "multiple" and not answer["steps"]
    assert run(CALLS["rate"]({"document": document}), Points(8_000))["why"]["ending"] == "guess"
