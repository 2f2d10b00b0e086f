"""The library of nonograms against recorded answers and against enumeration."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_nonogram import LINES, PUZZLES, clue_of, nonogram_of, pictures

from oracle import golden
from tesuji.puzzles import nonogram
from thorough import not_in_pyodide

# -- one line ----------------------------------------------------------------------------------------------------------


@st.composite
def lines(draw, longest: int = 8) -> tuple[str, list[int]]:
    """Draw a partly solved line and a hint; most hints fit."""
    width = draw(st.integers(0, longest))
    line = draw(st.text("#.", min_size=width, max_size=width))
    hint = clue_of(line) if draw(st.integers(0, 4)) else draw(st.lists(st.integers(1, 4), max_size=3))
    known = draw(st.lists(st.booleans(), min_size=width, max_size=width))
    return "".join(cell if show else "?" for cell, show in zip(line, known)), hint


def enumerated(width: int, hint: list[int]) -> list[list[str]]:
    """Return all lines with this hint, the leftmost first."""
    return [list(line) for line in product("#.", repeat=width) if clue_of(line) == hint]


def agree(pattern: list[str], line: str) -> bool:
    return all(known in ("?", cell) for cell, known in zip(pattern, line))


def common(patterns: list[list[str]]) -> list[str]:
    return [cells[0] if len(set(cells)) == 1 else "?" for cells in zip(*patterns)]


@given(lines())
def test_the_steps_of_the_textbook_against_enumeration(case):
    line, hint = case
    every = enumerated(len(line), hint)
    fitting = [pattern for pattern in every if agree(pattern, line)]
    patterns = nonogram.generate_patterns(len(line), hint)
    assert list(patterns) == every == patterns and len(patterns) == len(every)
    for given_patterns in (patterns, every):
        filtered = nonogram.filter_patterns(given_patterns, line)
        assert list(filtered) == fitting
        if fitting:
            assert nonogram.extract_common(filtered) == common(fitting)
        else:
            with pytest.raises(nonogram.Contradiction):
                nonogram.extract_common(filtered)
    if fitting:
        assert nonogram.solve_line(line, hint) == nonogram.solve_line(list(line), hint) == common(fitting)
    else:
        with pytest.raises(nonogram.Contradiction):
            nonogram.solve_line(line, hint)


@given(st.text("#.?", max_size=8), lines())
def test_patterns_can_be_filtered_twice(line, case):
    known, hint = case
    line = line[: len(known)].ljust(len(known), "?")
    both = nonogram.filter_patterns(nonogram.filter_patterns(nonogram.generate_patterns(len(known), hint), known), line)
    assert list(both) == [
        pattern for pattern in enumerated(len(known), hint) if agree(pattern, known) and agree(pattern, line)
    ]


@given(st.integers(0, 12), st.integers(1, 14))
def test_simple_boxes_against_enumeration(width, run):
    patterns = [
        ["." if not start <= place < start + run else "#" for place in range(width)] for start in range(width - run + 1)
    ]
    filled = [place for place, cell in enumerate(common(patterns)) if cell == "#"]
    assert nonogram.simple_boxes(width, [run]) == ((filled[0], filled[-1] + 1) if filled else None)


def test_simple_boxes_of_the_specification():
    assert nonogram.simple_boxes(10, [7]) == (3, 7)
    assert [nonogram.simple_boxes(10, hint) for hint in ([5], [], [0], [3, 3], [11])] == [None] * 5


def test_recorded_lines():
    for case in LINES:
        patterns = nonogram.generate_patterns(case["width"], case["clue"])
        assert patterns.total == case["patterns"]
        filtered = nonogram.filter_patterns(patterns, case["line"])
        assert getattr(filtered, "total", 0) == case["compatible"]
        if case["status"] == "ok":
            assert "".join(nonogram.solve_line(case["line"], case["clue"])) == case["forced"]
            assert "".join(nonogram.extract_common(filtered)) == case["forced"]
        else:
            with pytest.raises(nonogram.Contradiction):
                nonogram.solve_line(case["line"], case["clue"])


def test_patterns_are_a_sequence():
    patterns = nonogram.generate_patterns(5, [2, 1])
    assert len(patterns) == 3 and patterns[-1] == patterns[2] == list(".##.#")
    assert patterns[1:] == [list("##..#"), list(".##.#")] and list("##.#.") in patterns
    assert patterns != nonogram.generate_patterns(5, [1, 2]) and patterns != 3
    with pytest.raises(IndexError):
        patterns[3]
    assert nonogram.generate_patterns(5, []) == nonogram.generate_patterns(5, [0]) == [list(".....")]
    assert nonogram.generate_patterns(5, [6]) == []
    assert nonogram.generate_patterns(0, []) == [[]]
    assert nonogram.generate_patterns(200, [1] * 60).total > 1 << 63


@given(lines().filter(lambda case: case[0]))
def test_a_line_view_lists_the_matching_patterns(case):
    line, hint = case
    view = nonogram.line_view(line, hint)
    every = ["".join(pattern) for pattern in enumerated(len(line), hint)]
    fitting = [pattern for pattern in every if agree(list(pattern), line)]
    assert (view.total, view.fitting) == (len(every), len(fitting))
    assert [one.letters for one in view.all(0, view.total)] == every
    assert [one.letters for one in view.only_fitting(0, view.fitting)] == fitting
    assert [one.letters for one in view.all(0, view.total) if not one.why] == fitting


@pytest.mark.parametrize("hint", [[-1], [1, 0], [1.5], ["1"], [True]], ids=str)
def test_hints_are_positive_whole_numbers(hint):
    for call in (
        lambda: nonogram.solve_line("???", hint),
        lambda: nonogram.generate_patterns(3, hint),
        lambda: nonogram.simple_boxes(3, hint),
        lambda: nonogram.solve([hint], [[1]]),
        lambda: nonogram.logical_solve([hint], [[1]]),
        lambda: nonogram.line_view("???", hint),
    ):
        with pytest.raises(ValueError):
            call()


def test_a_line_has_three_letters_and_a_width():
    for call in (
        lambda: nonogram.solve_line("#_?", [1]),
        lambda: nonogram.filter_patterns(nonogram.generate_patterns(3, [1]), "##"),
        lambda: nonogram.generate_patterns(-1, []),
        lambda: nonogram.line_view("", []),
    ):
        with pytest.raises(ValueError):
            call()


# -- whole puzzles -----------------------------------------------------------------------------------------------------


def hints_of(grid) -> tuple:
    document = nonogram_of(grid)
    return document["rows"], document["cols"]


@pytest.mark.parametrize("case", PUZZLES, ids=lambda case: case["name"])
def test_recorded_puzzles(case):
    hints = case["rows"], case["cols"]
    match nonogram.solve(*hints):
        case nonogram.Unique(grid, depth):
            assert case["result"] == "unique" and ["".join(row) for row in grid] == case["solution"]
            assert (depth == 0) == (case["line_solving"] == "SF")
        case nonogram.Multiple(a, b, shared):
            assert case["result"] == "multiple" and a != b
            assert hints_of(a) == hints_of(b) == hints
            for ours, one, other in zip(sum(shared, []), sum(a, []), sum(b, [])):
                assert ours == "?" or ours == one == other
        case nonogram.NoSolution(conflict):
            assert case["result"] == "none" and conflict


@given(st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(lambda size: pictures(*size)))
def test_every_picture_solves_its_own_hints(picture):
    hints = nonogram.generate_hints(picture)
    assert hints == hints_of(picture) == nonogram.generate_hints([list(row) for row in picture])
    match nonogram.solve(*hints):
        case nonogram.Unique(grid):
            assert grid == [list(row) for row in picture]
        case nonogram.Multiple(a, b):
            assert a != b and hints_of(a) == hints_of(b) == hints
        case _:
            raise AssertionError("its own picture is a solution")


def fixpoint(rows, columns, grid: list[list[str]], order) -> list[list[str]] | None:
    """Return the grid after line solving by enumeration, in any order of lines; None if a line has no pattern."""
    while True:
        before = [row[:] for row in grid]
        for index in order:
            row = index < len(rows)
            hint = rows[index] if row else columns[index - len(rows)]
            line = grid[index] if row else [cells[index - len(rows)] for cells in grid]
            fitting = [pattern for pattern in enumerated(len(line), hint) if agree(pattern, line)]
            if not fitting:
                return None
            for place, cell in enumerate(common(fitting)):
                r, c = (index, place) if row else (place, index - len(rows))
                grid[r][c] = cell
        if grid == before:
            return grid


@given(pictures(4, 3), pictures(4, 3), st.permutations(range(7)), st.lists(st.integers(0, 11), max_size=3))
def test_line_solving_against_enumeration(picture, other, order, shown):
    rows, columns = hints_of(picture)[0], hints_of(other if shown[:1] == [0] else picture)[1]
    start = [[cell if r * 4 + c in shown else "?" for c, cell in enumerate(row)] for r, row in enumerate(picture)]
    expected = fixpoint(rows, columns, [row[:] for row in start], order)
    if expected is None:
        with pytest.raises(nonogram.Contradiction):
            nonogram.logical_solve(rows, columns, start)
    else:
        assert nonogram.logical_solve(rows, columns, start) == expected


@given(pictures(3, 3), pictures(3, 3))
def test_a_conflict_is_a_smallest_set_of_hints_without_a_picture(picture, other):
    rows, columns = hints_of(picture)[0], hints_of(other)[1]
    result = nonogram.solve(rows, columns)
    if isinstance(result, nonogram.NoSolution):
        assert result.minimal and not drawn(result.conflict)
        for left_out in result.conflict:
            assert drawn([clue for clue in result.conflict if clue is not left_out])


def drawn(clues) -> bool:
    """Return whether some picture of 3 x 3 has these hints."""
    for cells in product("#.", repeat=9):
        rows = [cells[start : start + 3] for start in range(0, 9, 3)]
        found = {"row": [clue_of(row) for row in rows], "column": [clue_of(column) for column in zip(*rows)]}
        if all(found[clue.at[0]][clue.at[1]] == list(clue.value) for clue in clues):
            return True
    return False


def test_the_search_stops_at_max_solutions():
    latin = [[1]] * 4, [[1]] * 4
    assert len(nonogram.solve(*latin).solutions) == 2
    five = nonogram.solve(*latin, max_solutions=5).solutions
    assert len({str(grid) for grid in five}) == 5 and all(hints_of(grid) == latin for grid in five)
    assert len(nonogram.solve(*latin, max_solutions=100).solutions) == 24
    with pytest.raises(ValueError):
        nonogram.solve(*latin, max_solutions=1)


def test_a_search_that_takes_too_long_raises_timeout(monkeypatch):
    hard = next(case for case in PUZZLES if len(case["rows"]) >= 15 and case["line_solving"] != "SF")
    with pytest.raises(TimeoutError) as error:
        nonogram.solve(hard["rows"], hard["cols"], timeout=0)
    assert isinstance(error.value, nonogram.Timeout) and error.value.timeout == 0
    monkeypatch.setenv("TESUJI_LANG", "ja_JP.UTF-8")
    assert str(error.value) == error.value.message("ja") == "解答に時間がかかりすぎています。"
    monkeypatch.setenv("TESUJI_LANG", "en")
    assert str(error.value) == error.value.message("en") != error.value.message("ja")


def test_input_that_is_not_a_puzzle():
    for hints in (([], [[1]]), ([[1]], []), ([[1]] * 201, [[1]]), ([1], [[1]]), ("1", [[1]])):
        with pytest.raises(ValueError):
            nonogram.solve(*hints)
    assert nonogram.solve([[0], [1]], [[1], [0]]).grid == [[".", "."], ["#", "."]]
    assert nonogram.solve([[2], [2]], [[1], [1]]).reason


# -- picros ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [table for table in golden("nonogram_census.json") if table["pictures"] <= 512],
    ids=lambda table: f"{table['width']}x{table['height']}",
)
def test_the_classes_of_every_small_picture(table):
    states: Counter = Counter()
    for cells in product((0, 1), repeat=table["width"] * table["height"]):
        picture = [cells[start : start + table["width"]] for start in range(0, len(cells), table["width"])]
        answer, state = nonogram.picros(*nonogram.makepic(picture, padded=True))
        states[state] += 1
        if state in ("SF", "MF"):
            assert answer == [[str(cell) for cell in row] for row in picture]
        else:
            assert any("N" in row for row in answer)
            assert all(
                theirs in ("N", str(cell)) for row, line in zip(picture, answer) for cell, theirs in zip(row, line)
            )
        assert nonogram.picros(*nonogram.makepic(picture), compat="matlab")[1] == state, "they differ from 4 x 4 on"
    assert {state: states[state] for state in table["truth"]} == table["truth"]


@not_in_pyodide
def test_four_pictures_of_four_by_four_that_the_program_misjudges():
    found = nonogram.census(4, 4)
    assert found["truth"] == found["classes"] == {"SF": 51234, "MF": 1128, "MP": 13174}
    assert (
        found["matlab"] == nonogram.census(4, 4, compat="matlab")["classes"] == {"SF": 51234, "MF": 1124, "MP": 13178}
    )
    assert len(found["differ"]) == 4
    assert [len(found["examples"][name]) for name in ("SF", "MF", "MP")] == [50, 50, 50]
    for picture in found["differ"]:
        hints = nonogram.makepic(picture)
        answer, state = nonogram.picros(*hints)
        assert (state, answer) == ("MF", [["1" if cell == "#" else "0" for cell in row] for row in picture])
        assert nonogram.picros(*hints, compat="matlab")[1] == "MP"
    for name in ("SF", "MF", "MP"):
        for picture in found["examples"][name]:
            assert nonogram.picros(*nonogram.makepic(picture))[1] == name


def test_the_percentages_of_the_post():
    percent = nonogram.census(4, 4)["percent"]
    assert 19.5 < percent["MP"] < 20.5 and 1.5 < percent["MF"] < 2


def test_a_contradiction_is_never_finished():
    for compat in (None, "matlab"):
        assert nonogram.picros([[2], [2]], [[1], [1]], compat)[1] == "EP"


def test_the_typical_pattern_is_two_wide_and_four_high():
    answer, state = nonogram.picros([[1], [1], [1], [1]], [[2], [1, 1]])
    assert (answer, state) == ([["0", "1"], ["1", "0"], ["1", "0"], ["0", "1"]], "MF")


def test_a_census_that_takes_too_long_raises_timeout():
    with pytest.raises(nonogram.Timeout):
        nonogram.census(5, 5, timeout=0)
    with pytest.raises(nonogram.InputError):
        nonogram.census(6, 5)
