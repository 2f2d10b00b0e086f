"""Binoxxo: recorded answers, printed deductions, and a second implementation of the rules for the laws."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import strategies as st

from oracle import Oracle, check_lines, golden
from tesuji import convert, explain, generate, solve
from tesuji.constraints.patterns.balanced_lines import arrangements, solve_line
from tesuji.engine.propagate import ConstraintPropagator, propagator_for
from tesuji.errors import Contradiction
from tesuji.model import Board
from tesuji.puzzles import parse

# -- the oracle --------------------------------------------------------------------------------------------------------


@cache
def lines_of(width: int) -> list[str]:
    lines = ("".join(line) for line in product("OX", repeat=width))
    balanced = (line for line in lines if abs(line.count("X") - line.count("O")) <= width % 2)
    return [line for line in balanced if "XXX" not in line and "OOO" not in line]


@cache
def boards(width: int, height: int) -> list[list[str]]:
    """Return every full board; lines may be equal."""
    columns = set(lines_of(height))
    return [
        list(rows)
        for rows in product(lines_of(width), repeat=height)
        if all("".join(column) in columns for column in zip(*rows))
    ]


def all_distinct(rows: list[str]) -> bool:
    return len(set(rows)) == len(rows) and len(set(zip(*rows))) == len(rows[0])


def solutions(document: dict) -> list[list[str]]:
    grid = document["grid"]
    fits = [
        board
        for board in boards(len(grid[0]), len(grid))
        if all(given in (".", cell) for row, line in zip(grid, board) for given, cell in zip(row, line))
    ]
    fits = [board for board in fits if all_distinct(board)] if document.get("distinct", True) else fits
    return [board for board in fits if obeys_signs(board, document.get("signs"))]


def obeys_signs(board: list[str], signs: dict | None) -> bool:
    if not signs:
        return True
    rows, columns = (board, signs["h"]), (zip(*board), zip(*signs["v"]))
    return all(
        (a == b) == (sign == "=")
        for lines, between in (rows, columns)
        for line, letters in zip(lines, between)
        for a, b, sign in zip(line, line[1:], letters)
        if sign != "."
    )


def signs_between(lines: list, draw) -> list[str]:
    """Return some signs in each line, occasionally with a wrong one."""
    letters = st.sampled_from(["", "", "", "=x", "=x", "x="])
    return [
        "".join("." if not (sign := draw(letters)) else sign[a != b] for a, b in zip(line, line[1:])) for line in lines
    ]


@st.composite
def documents(draw) -> dict:
    """Draw some letters of a full board, occasionally with a wrong one; half of the boards have signs."""
    width, height = draw(st.sampled_from([(2, 2), (2, 4), (3, 3), (3, 4), (4, 2), (4, 4), (5, 3), (6, 4)]))
    board = draw(st.sampled_from(boards(width, height)))
    shown = draw(st.lists(st.booleans(), min_size=width * height, max_size=width * height))
    cells = [cell if show else "." for cell, show in zip("".join(board), shown)]
    if draw(st.integers(0, 2)) == 0:
        cells[draw(st.integers(0, len(cells) - 1))] = draw(st.sampled_from("OX"))
    document = {
        "kind": "binoxxo",
        "grid": ["".join(cells[start : start + width]) for start in range(0, len(cells), width)],
    }
    if draw(st.booleans()):
        h, v = signs_between(board, draw), signs_between(list(zip(*board)), draw)
        document["signs"] = {"h": h, "v": ["".join(row) for row in zip(*v)]}
    return document if draw(st.booleans()) else {**document, "distinct": draw(st.booleans())}


ORACLE = Oracle(documents(), solutions)


def test_signs_are_propagated_as_strongly_as_by_each_rule():
    random = Random(9)
    for _ in range(200):
        grid = ["".join(random.choice("OX" + 9 * ".") for _ in range(4)) for _ in range(4)]
        h, v = (["".join(random.choice("=x.....") for _ in range(4 - n)) for _ in range(3 + n)] for n in (1, 0))
        _, puzzle = parse({"kind": "binoxxo", "grid": grid, "signs": {"h": h, "v": v}})
        mine, least = (settled(one) for one in (propagator_for(puzzle), ConstraintPropagator(puzzle)))
        assert mine is None or (least is not None and least.within(mine.known) == least), puzzle.document


def settled(propagator) -> Board | None:
    """Return the board after the givens, or None for a contradiction."""
    with suppress(Contradiction):
        *_, root = propagator.root()
        return propagator.known(root)
    return None


# -- recorded answers --------------------------------------------------------------------------------------------------

LINES = golden("binoxxo_lines.json")
EXAMPLES = golden("binoxxo_line_examples.json")
BOARDS = golden("binoxxo_boards.json")
PUZZLES = golden("binoxxo_puzzles.json")


def document_of(board: list[str]) -> dict:
    return {"kind": "binoxxo", "grid": [row.replace(" ", ".") for row in board]}


def test_a_line_gets_all_that_its_arrangements_share():
    check_lines(LINES, lambda case: solve_line(case["line"], case["other_finished_lines"]))


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES["examples"] if case["kind"] == "line10"], ids=lambda case: case["id"]
)
def test_a_printed_deduction(case):
    """The printed results follow; if enumeration finds more than was printed, that also follows."""
    found = solve_line(case["input"], case["other_lines"])
    assert found == case["line_forced"]
    assert all(printed in ("_", cell) for printed, cell in zip(case["printed"], found))


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES["examples"] if case["kind"] == "local"], ids=lambda case: case["id"]
)
def test_a_printed_deduction_in_a_line_of_ten(case):
    """The printed results follow wherever the cells are in an otherwise blank line."""
    for before in range(11 - len(case["input"])):
        line = "_" * before + case["input"] + "_" * (10 - before - len(case["input"]))
        found = solve_line(line)[before : before + len(case["input"])]
        assert all(printed in ("_", cell) for printed, cell in zip(case["printed"], found))


def test_the_table_of_fifteen_arrangements():
    """X__X__O__X: fifteen ways to place the remaining letters, three of which are legal."""
    fixed = {0: "X", 3: "X", 6: "O", 9: "X"}
    legal = [line for line in lines_of(10) if all(line[place] == letter for place, letter in fixed.items())]
    assert sorted(legal) == sorted(row.split()[0] for row in EXAMPLES["table"] if row.endswith("OK"))
    x = sum(1 << place for place, letter in fixed.items() if letter == "X")
    assert {text(line, 10) for line in arrangements(10, x, 1 << 6)} == set(legal)


def text(line: int, width: int) -> str:
    return "".join("X" if line >> place & 1 else "O" for place in range(width))


@pytest.mark.parametrize("width", BOARDS["lines_per_width"])
def test_the_number_of_arrangements(width):
    assert sum(1 for _ in arrangements(int(width))) == BOARDS["lines_per_width"][width]


@pytest.mark.parametrize("distinct", [True, False])
@pytest.mark.parametrize("size", [2, 4])
def test_the_number_of_full_boards(size, distinct):
    blank = {"kind": "binoxxo", "grid": ["." * size] * size, "distinct": distinct}
    counts = BOARDS["counts_distinct"] if distinct else BOARDS["counts_without_rule3"]
    assert len(solve(blank, limit=1000)["solutions"]) == counts[str(size)]


@pytest.mark.parametrize("name", BOARDS["author_boards"])
def test_the_boards_of_the_notes_need_no_guess(name):
    board = BOARDS["author_boards"][name]
    result = solve(document_of(board["board"]))
    assert (result["verdict"], result["solutions"], result["depth"]) == ("unique", [board["solution"]], 0)


@pytest.mark.parametrize("case", PUZZLES["unique"], ids=lambda case: f"{case['n']} {''.join(case['board'])[:20]}")
def test_a_unique_board(case):
    result = solve(document_of(case["board"]))
    assert (result["verdict"], result["solutions"]) == ("unique", [case["solution"]])


@pytest.mark.parametrize("case", PUZZLES["other"], ids=lambda case: f"{case['n']} {case['solutions']}")
def test_boards_with_several_or_no_solutions(case):
    result = solve(document_of(case["board"]), limit=1000)
    assert len(result["solutions"]) == min(case["solutions"], 1000)


def test_a_wide_board_has_half_of_each_line():
    """A board of 10 x 14 is valid: half of a row is five cells, and half of a column seven."""
    result = solve({"kind": "binoxxo", "grid": ["." * 10] * 14})
    for board in result["solutions"]:
        assert all(row.count("X") == 5 for row in board)
        assert all("".join(column).count("X") == 7 for column in zip(*board))


def test_a_generated_board_with_odd_sides_has_one_more_of_either_letter():
    document = generate("binoxxo", 7, 7, seed=1)["document"]
    (board,) = solve(document)["solutions"]
    for line in (*board, *map("".join, zip(*board))):
        assert abs(line.count("X") - line.count("O")) == 1
    assert explain(document)["verdict"] == "unique"


def test_without_the_third_rule_lines_may_be_alike():
    twice = {"kind": "binoxxo", "grid": ["OXOX", "OXOX", "....", "...."]}
    result = solve(twice)
    assert result["verdict"] == "none" and result["reason"]["key"] == "reason.alike-row-only"
    assert solve({**twice, "distinct": False})["verdict"] != "none"


def test_a_board_that_only_the_third_rule_forbids_gets_that_reason():
    """Two rows must become equal, although no given shows it yet."""
    grid = ["....", "O.O.", ".X.X", "...."]
    result = solve({"kind": "binoxxo", "grid": grid})
    assert (result["verdict"], result["reason"]["key"]) == ("none", "reason.only-relaxed")
    result = explain({"kind": "binoxxo", "grid": grid})
    assert (result["verdict"], result["sentence"]["key"]) == ("none", "reason.only-relaxed")
    assert solutions({"grid": grid}) == [] and solutions({"grid": grid, "distinct": False})


REASONS = [
    (["XXX.", "....", "....", "...."], "reason.three-row", {"row": 1}),
    (["O...", "O...", "O...", "...."], "reason.three-column", {"column": 1}),
    (["XX.X", "....", "....", "...."], "reason.too-many-row", {"row": 1}),
    (["O...", "....", "O...", "O..."], "reason.too-many-column", {"column": 1}),
    (["OXOX", "....", "....", "OXOX"], "reason.alike-row-only", {"row": 4}),
    (["O.O.", "X.X.", "O.O.", "X.X."], "reason.alike-column-only", {"column": 3}),
    (["OXOX", "OXOX", "OOO.", "...."], "reason.alike-row", {"row": 2}),  # there is no solution anyway
]


@pytest.mark.parametrize(("grid", "key", "at"), REASONS, ids=lambda value: str(value)[:30])
def test_a_board_that_breaks_a_rule_gets_a_reason(grid, key, at):
    result = solve({"kind": "binoxxo", "grid": grid})
    assert result["verdict"] == "none"
    assert result["reason"]["key"] == key and result["reason"].get("at") == at


# -- signs -------------------------------------------------------------------------------------------------------------

LATTICE = "O|.=.|X\nx------\n.|.|.|.\n-------\n.x.|.|.\n------=\n.|.|.|.\n"
SIGNED = {
    "kind": "binoxxo",
    "grid": ["O..X", "....", "....", "...."],
    "distinct": False,
    "signs": {"h": [".=.", "...", "x..", "..."], "v": ["x...", "....", "...="]},
}


@pytest.mark.parametrize(
    "text",
    [
        LATTICE,
        "Tango\n" + LATTICE.replace("-", " ").replace("|", " "),
        LATTICE.replace("O", "🌞").replace("X", "🌙").replace(".", "⬜").replace("x", "×"),
        "4x4:0b1l|a2c1c6",
    ],
)
def test_signs_in_a_text(text):
    expected = SIGNED
    if "|a" in text:
        expected = {**SIGNED, "signs": {"h": [".x.", ".=.", "...", "..."], "v": ["....", "....", ".x.."]}}
    assert convert(text)["document"] == expected


@pytest.mark.parametrize(("text", "width", "height"), [("6x4:x|1", 6, 4), ("4x6:x|1", 4, 6), ("p|1", 4, 4)])
def test_the_size_of_a_board_on_one_line(text, width, height):
    """Without a size the board is square."""
    document = convert(text)["document"]
    assert document["grid"] == ["." * width] * height
    assert document["signs"]["h"] == ["=" + "." * (width - 2), *["." * (width - 1)] * (height - 1)]
    assert document["signs"]["v"] == ["." * width] * (height - 1)


@pytest.mark.parametrize("distinct", [True, False])
def test_signs_are_written_as_they_are_read(distinct):
    document = {**SIGNED, "distinct": distinct}
    assert convert(convert(document, "text")["text"])["document"] == document
    assert convert(document, "tatham")["lost"] == ["signs"]


@pytest.mark.parametrize(
    ("row", "signs", "technique", "cells"),
    [
        ("O.....", "=.....", "sign", {1: "O"}),
        ("..O...", "=....", "equal-pair", {0: "X", 1: "X"}),
        ("O.O...", "....=", "no-room", {4: "X", 5: "X"}),
        ("O.....", ".x.x.", "opposite-pairs", {5: "X"}),
    ],
)
def test_a_technique_for_signs(row, signs, technique, cells):
    grid = [row, *["......"] * 5]
    between = {"h": [signs[:5], *["....."] * 5], "v": ["......"] * 5}
    steps = explain({"kind": "binoxxo", "grid": grid, "signs": between, "distinct": False})["steps"]
    found = [step for step in steps if step["technique"] == technique]
    assert {cell["cell"]["column"]: cell["value"] for cell in found[0]["cells"]} == cells


def test_a_sign_that_the_givens_break_is_the_reason():
    document = {"kind": "binoxxo", "grid": ["OX", ".."], "signs": {"h": ["=", "."], "v": [".."]}}
    answer = solve(document)
    assert answer["verdict"] == "none" and answer["reason"]["key"] == "reason.sign-right-equal"
