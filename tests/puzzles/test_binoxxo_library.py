"""The library of binoxxos against recorded answers, printed deductions and enumeration."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_binoxxo import documents, lines_of, solutions

from oracle import golden, refused
from tesuji.puzzles import binoxxo
from thorough import not_in_pyodide

LINES = golden("binoxxo_lines.json")
EXAMPLES = golden("binoxxo_line_examples.json")
BOARDS = golden("binoxxo_boards.json")["author_boards"]
PUZZLES = golden("binoxxo_puzzles.json")


def text(rows) -> list[str]:
    return ["".join(row) for row in rows]


# -- lines -------------------------------------------------------------------------------------------------------------


def test_recorded_lines():
    for case in LINES:
        line, others = case["line"], case["other_finished_lines"]
        if case["status"] == "ok":
            assert "".join(binoxxo.solve_line(line, others)) == case["forced"].replace("_", "?")
            view = binoxxo.arrangements(line, others)
            assert view.shared == case["forced"].replace("_", "?") and view.fitting == case["completions"]
        else:
            with pytest.raises(binoxxo.Contradiction):
                binoxxo.solve_line(line, others)
            assert binoxxo.arrangements(line, others).fitting == 0


def test_the_table_of_fifteen_rows():
    view = binoxxo.arrangements("X__X__O__X")
    rows = [f"{one.letters} {'NG' if one.why else 'OK'}" for one in view.all(0, view.total)]
    assert rows == EXAMPLES["table"]
    assert (view.total, view.fitting) == (15, 3)


@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES["examples"] if case["kind"] == "line10"], ids=lambda case: case["id"]
)
def test_printed_deductions(case):
    found = "".join(binoxxo.solve_line(case["input"], case["other_lines"]))
    assert found == case["line_forced"].replace("_", "?")
    # The printed results are correct, but not always complete.
    assert all(printed in ("_", cell) for printed, cell in zip(case["printed"], found))


@given(st.sampled_from([2, 4, 6, 8]), st.data())
def test_arrangements_against_enumeration(width, data):
    legal = lines_of(width)
    pattern = data.draw(st.text("OX___", min_size=width, max_size=width))
    others = data.draw(st.lists(st.sampled_from(legal), max_size=3, unique=True))
    fitting = [
        line for line in legal if line not in others and all(known in ("_", cell) for known, cell in zip(pattern, line))
    ]
    view = binoxxo.arrangements(pattern, others)
    assert view.fitting == len(fitting)
    assert sorted(one.letters for one in view.only_fitting(0, view.fitting)) == sorted(fitting)
    every = list(view.all(0, view.total))
    assert len(every) == view.total and sorted(one.letters for one in every if not one.why) == sorted(fitting)
    if fitting:
        shared = [cells[0] if len(set(cells)) == 1 else "?" for cells in zip(*fitting)]
        assert binoxxo.solve_line(pattern, others) == shared == list(view.shared)
    else:
        with pytest.raises(binoxxo.Contradiction):
            binoxxo.solve_line(pattern, others)


def test_input_that_is_not_a_line():
    for line, others in (("O", ()), ("", ()), ("O_", ["OXOX"]), ("OZ", ())):
        for call in (binoxxo.solve_line, binoxxo.arrangements):
            with pytest.raises(ValueError):
                call(line, others)


# -- boards ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOARDS)
def test_the_boards_of_the_notes(name):
    board, solution = BOARDS[name]["board"], BOARDS[name]["solution"]
    assert text(binoxxo.solve(board).grid) == solution
    assert text(binoxxo.solve("\n".join(board) + "\n").grid) == solution, "with a newline at its end"
    assert text(replayed(board, binoxxo.steps(board), solution)) == solution


def replayed(board, steps, solution) -> list[list[str]]:
    """Return the board after all steps, checking that each settles blanks to the letters of the solution."""
    grid = [list(row) for row in board]
    for step in steps:
        assert step.technique and step.sentence and step.cells
        for (r, c), letter in step.cells.items():
            assert grid[r][c] == " " and letter == solution[r][c]
            grid[r][c] = letter
        if step.direction == "row":
            assert len({r for r, _ in step.cells}) == 1
        elif step.direction == "column":
            assert len({c for _, c in step.cells}) == 1
    return grid


@not_in_pyodide
def test_the_boards_of_the_notes_need_no_guess():
    for entry in BOARDS.values():
        techniques = {step.technique for step in binoxxo.steps(entry["board"])}
        assert not techniques & {"hypothesis", "either", "together"}
        assert all(step.direction for step in binoxxo.steps(entry["board"]))


@pytest.mark.parametrize("case", PUZZLES["unique"], ids=lambda case: f"{case['n']}-{case['board'][0]}")
def test_recorded_puzzles(case):
    result = binoxxo.solve(case["board"])
    assert isinstance(result, binoxxo.Unique) and text(result.grid) == case["solution"]


@pytest.mark.parametrize("case", PUZZLES["other"], ids=lambda case: str(case["board"])[:30])
def test_boards_with_none_or_several(case):
    result = binoxxo.solve(case["board"])
    assert isinstance(result, binoxxo.Multiple if case["solutions"] else binoxxo.NoSolution)


@settings(max_examples=80, deadline=None)
@given(documents())
def test_boards_against_brute_force(document):
    distinct, signs = document.get("distinct", True), document.get("signs")
    expected = solutions(document)
    match binoxxo.solve(document["grid"], distinct, signs=signs):
        case binoxxo.Unique(grid):
            assert expected == [text(grid)]
        case binoxxo.Multiple(a, b, shared):
            assert len(expected) > 1 and a != b and text(a) in expected and text(b) in expected
            agreed = [
                "".join(cells[0] if len(set(cells)) == 1 else "?" for cells in zip(*rows)) for rows in zip(*expected)
            ]
            assert text(shared) == agreed
        case binoxxo.NoSolution(conflict, rules):
            assert expected == [] and (rules or signs)
            givens = [["."] * len(row) for row in document["grid"]]
            for clue in conflict:
                if len(clue.at) > 2:
                    continue
                (r, c) = clue.at
                assert document["grid"][r][c] == clue.value
                givens[r][c] = clue.value
            assert solutions({**document, "grid": text(givens)}) == []
            with pytest.raises(binoxxo.Contradiction):
                binoxxo.steps(document["grid"], distinct, signs=signs)


def test_letters_and_blanks():
    expected = binoxxo.solve(["O..X", "....", "....", "...."])
    for board in (
        ["O  X", "    ", "    ", "    "],
        ["O__X", "____", "____", "____"],
        ["◯..×", "....", "....", "...."],
        "o  x\n    \n    \n    \n",
        "O  X\n    \n    \n    ",
        [["O", " ", " ", "X"], list("    "), list("    "), list("    ")],
    ):
        assert binoxxo.solve(board) == expected
    assert isinstance(expected, binoxxo.Multiple) and text(expected.shared)[0][0] == "O"


@pytest.mark.parametrize(
    "case", [case for case in refused("binoxxo") if "grid" in case["document"]], ids=lambda case: case["error"]
)
def test_input_that_is_not_a_board(case):
    grid = case["document"]["grid"]
    if case["error"] in ("not-rows", "distinct") or {"board", "signs"} & set(case["document"]):
        return
    for call in (binoxxo.solve, binoxxo.steps):
        with pytest.raises(binoxxo.InputError) as error:
            call(grid if isinstance(grid, str) else [row.replace("2", "z") for row in grid])
        assert error.value.kind == case["error"] and str(error.value)


@pytest.mark.parametrize(
    "grid",
    [
        ["XXX.", "....", "....", "...."],
        ["XX.X", "....", "....", "...."],
        ["OXOX", "....", "....", "OXOX"],
        ["O.O.", "X.X.", "O.O.", "X.X."],
    ],
)
def test_boards_that_break_a_rule_get_a_reason(grid):
    result = binoxxo.solve(grid)
    assert isinstance(result, binoxxo.NoSolution) and result.reason and result.rules


def test_lines_may_be_equal_if_the_board_allows_it():
    twice = ["OXOX", "OXOX", "    ", "    "]
    assert isinstance(binoxxo.solve(twice), binoxxo.NoSolution)
    assert not isinstance(binoxxo.solve(twice, distinct=False), binoxxo.NoSolution)


def test_a_call_that_takes_too_long_raises_timeout():
    for call in (binoxxo.solve, binoxxo.steps):
        with pytest.raises(TimeoutError):
            call(["." * 20] * 20, timeout=0)
