"""Hitori: a second, plain implementation of the rules for tests/test_laws.py."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from hypothesis import strategies as st

from oracle import Oracle
from points import Points
from tesuji.bitset import members
from tesuji.calls import CALLS
from tesuji.calls.serialize import Serializer
from tesuji.checker import puzzle_of as checked
from tesuji.engine.budget import run
from tesuji.engine.context import Context
from tesuji.errors import InputError
from tesuji.locales import render_message
from tesuji.model import Board
from tesuji.puzzles import parse, read, write
from tesuji.puzzles.hitori.generator import draft, mended


def fits(grid, shaded):
    """Return whether shaded cells solve a grid."""
    white = {(r, c) for r in range(len(grid)) for c in range(len(grid[0]))} - shaded
    if any({(r + 1, c), (r, c + 1)} & shaded for r, c in shaded):
        return False
    for r, c in white:
        if any((y == r) != (x == c) and grid[y][x] == grid[r][c] != "." for y, x in white):
            return False
    todo = list(white)[:1]
    reached = set(todo)
    while todo:
        r, c = todo.pop()
        new = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & white - reached
        reached |= new
        todo += new
    return reached == white


def solutions(document):
    """Return all solutions by trying every board, independently of the tested code."""
    grid = document["grid"]
    places = [(r, c) for r in range(len(grid)) for c in range(len(grid[0]))]
    found = []
    for bits in product((0, 1), repeat=len(places)):
        shaded = {place for place, bit in zip(places, bits) if bit}
        if fits(grid, shaded):
            found.append(
                ["".join("#" if (r, c) in shaded else "." for c in range(len(grid[0]))) for r in range(len(grid))]
            )
    return found


@st.composite
def documents(draw):
    """Draw tiny puzzles, with and without solutions."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    letters = st.sampled_from("1112233.")
    return {"kind": "hitori", "grid": ["".join(draw(letters) for _ in range(width)) for _ in range(height)]}


ORACLE = Oracle(documents(), solutions)


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("https://puzz.link/p?hitori/3/2/1a2.33", ["1a2", ".33"]),
        ("3x3de:112233123", ["112", "233", "123"]),
        ("hitori\n1 10\n2 35", ["1a", "2z"]),
        ("hitori\n112\n221", ["112", "221"]),
    ],
)
def test_it_is_read_from_other_peoples_notations(text, grid):
    assert read(text)[0] == {"kind": "hitori", "grid": grid}


@pytest.mark.parametrize("size", [4, 5, 9])
def test_numbers_in_every_cell_are_a_hitori_if_two_in_a_line_are_equal(size):
    square = ["".join(str((r + c) % size + 1) for c in range(size)) for r in range(size)]
    twice = ["11" + square[0][2:], *square[1:]]
    assert read("\n".join(twice))[0] == {"kind": "hitori", "grid": twice}
    with suppress(InputError):
        assert read("\n".join(square))[0]["kind"] != "hitori"


def test_it_is_written_as_rows_of_numbers():
    assert write({"kind": "hitori", "grid": ["1a", "2z"]}, "numbers")[0] == "hitori\n 1 10\n 2 35\n"


def test_the_checker_joins_the_same_cells():
    document = {"kind": "hitori", "grid": ["1234", "2341", "3412"]}
    joined = parse(document)[1].constraints[-1].graph.near
    found = checked(document).rule("connected").near
    assert found == {cell: [other + 1 for other in others] for cell, others in enumerate(joined, 1)}


@pytest.mark.parametrize(
    ("technique", "grid", "kept", "sentence"),
    [
        (
            "sandwiched",
            ["a1a", "231", "312"],
            0,
            "Row 1: column 2 is between two 10s (a). One of them is shaded, so this cell is not.",
        ),
        (
            "pair-elsewhere",
            ["2212", "4123", "3412", "1341"],
            0,
            "The 2s in row 1, column 1 and row 1, column 2 (a) are next to each other, so one of the two stays unshaded "
            "(b), and the third 2 in the line is shaded: row 1, column 4.",
        ),
        (
            "circle-separates",
            ["2134", "1143", "3412", "4321"],
            1,
            "The 1s in row 1, column 2 and row 2, column 1 cannot all be shaded, because that would cut the unshaded "
            "cells in two (a, b, c). So one of them stays, and the 1 in row 2, column 2, in line with each of them, is "
            "shaded.",
        ),
        (
            "shading-clashes",
            ["1423", "2134", "1432", "3214"],
            0,
            "Suppose the cell in row 1, column 3 is shaded. The cells next to it are then unshaded, so equal numbers in "
            "their lines are shaded, and",
        ),
    ],
)
def test_sentences_name_the_numbers_and_their_places(technique, grid, kept, sentence):
    book, puzzle = parse({"kind": "hitori", "grid": grid})
    board = Board(0, kept)
    (find,) = (one.find for one in book.explaining.techniques if one.name == technique)
    steps = [Serializer(book, puzzle).step(step, board) for step in find(Context(puzzle, book), board) if step]
    texts = [render_message(step["sentence"], "en", step["because"]) for step in steps]
    assert any(sentence in text for text in texts), texts


@pytest.mark.parametrize("seed", range(4))
def test_of_a_new_board_no_further_cell_could_be_shaded_and_only_shaded_cells_are_changed(seed):
    before = run(draft(6, 5, Random(seed)))
    shaded = {divmod(cell, 6) for cell in members(before.solution.yes)}
    grid = before.document["grid"]
    lines = [*grid, *map("".join, zip(*grid))]
    assert fits(grid, shaded)
    assert all(lines[r].count(grid[r][c]) > 1 or lines[5 + c].count(grid[r][c]) > 1 for r, c in shaded)
    blank = ["." * 6] * 5
    assert not any(fits(blank, shaded | {(r, c)}) for r in range(5) for c in range(6) if (r, c) not in shaded)
    after = mended(before, before.solution.no | before.solution.yes & -before.solution.yes, Random(seed), 2)
    changed = {(r, c) for r in range(5) for c in range(6) if after.document["grid"][r][c] != grid[r][c]}
    assert changed <= {min(shaded)} and fits(after.document["grid"], shaded)


def test_boards_of_five_cells_are_made_and_smaller_ones_are_not():
    assert run(draft(5, 1, Random(1))).document["grid"]
    for size in ((2, 2), (4, 1)):
        with pytest.raises(InputError):
            run(draft(*size, Random(1)))


def test_the_numbers_of_most_shaded_cells_occur_in_both_of_their_lines():
    both = []
    for seed in range(6):
        made = run(draft(7, 7, Random(seed)))
        shaded = {divmod(cell, 7) for cell in members(made.solution.yes)}
        white = [
            ["." if (r, c) in shaded else letter for c, letter in enumerate(row)]
            for r, row in enumerate(made.document["grid"])
        ]
        lines = [
            ({*white[r]} - {"."}, {row[c] for row in white} - {"."}, made.document["grid"][r][c]) for r, c in shaded
        ]
        both += [number in row & column for row, column, number in lines if row & column]
    assert 0.7 < sum(both) / len(both) < 0.95


def test_few_solutions_show_that_nothing_is_certain():
    """Each solution that the search asks for differs from the others in as many cells as possible."""
    letters = "123456789abc"
    document = {"kind": "hitori", "grid": [letters[r:] + letters[:r] for r in range(12)]}
    answer = run(CALLS["explain"]({"document": document}), Points(1_600))
    assert answer["verdict"] == "multiple" and not answer["steps"]
