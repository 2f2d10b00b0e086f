"""Nonograms: recorded answers, the functions named in the design document, and a second implementation of the rules for
the laws.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import Oracle, check_lines, golden
from tesuji import solve
from tesuji.constraints.patterns import grid_of_runs as propagator
from tesuji.constraints.patterns.grid_of_runs import LinePropagator
from tesuji.constraints.patterns.lanes import Lanes
from tesuji.constraints.runs import generate_hints, runs_of
from tesuji.engine.budget import run
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.errors import Contradiction
from tesuji.model import Board
from tesuji.puzzles import nonogram, parse
from tesuji.puzzles.nonogram.drawing import clue
from tesuji.puzzles.nonogram.generator import draft, mended
from tesuji.rulebook import Draft
from thorough import not_in_pyodide

# -- the oracle --------------------------------------------------------------------------------------------------------


def clue_of(line) -> list[int]:
    runs, length = [], 0
    for cell in [*line, "."]:
        if cell == "#":
            length += 1
        elif length:
            runs.append(length)
            length = 0
    return runs


def nonogram_of(picture) -> dict:
    return {
        "kind": "nonogram",
        "rows": [clue_of(row) for row in picture],
        "cols": [clue_of(column) for column in zip(*picture)],
    }


@cache
def lines_with(width: int, runs: tuple[int, ...]) -> list[str]:
    lines = ("".join(line) for line in product("#.", repeat=width))
    return [line for line in lines if clue_of(line) == list(runs)]


def solutions(document: dict) -> list[list[str]]:
    width = len(document["cols"])
    rows = [lines_with(width, tuple(runs)) for runs in document["rows"]]
    pictures = (list(picture) for picture in product(*rows))
    return [picture for picture in pictures if [clue_of(column) for column in zip(*picture)] == document["cols"]]


def pictures(width: int, height: int):
    return st.lists(st.text("#.", min_size=width, max_size=width), min_size=height, max_size=height)


@st.composite
def documents(draw) -> dict:
    """Draw pictures, the rows of one picture with the columns of another, and random clues."""
    width, height = draw(
        st.sampled_from([(1, 1), (2, 2), (1, 4), (4, 1), (2, 4), (4, 2), (3, 3), (3, 4), (4, 3), (4, 4), (5, 3)])
    )
    document = nonogram_of(draw(pictures(width, height)))
    if draw(st.integers(0, 3)) == 0:
        document["cols"] = nonogram_of(draw(pictures(width, height)))["cols"]
    if draw(st.integers(0, 7)) == 0:
        document["rows"][draw(st.integers(0, height - 1))] = draw(st.lists(st.integers(1, 3), max_size=3))
    return document


PALETTE = ["#cc0000", "#0000cc", "#00aa00"]


def coloured_clue(line) -> list[list[int]]:
    runs, before = [], "."
    for cell in line:
        if cell != "." and cell == before:
            runs[-1][0] += 1
        elif cell != ".":
            runs.append([1, int(cell)])
        before = cell
    return runs


def coloured_of(picture, colours: int) -> dict:
    return {
        "kind": "nonogram",
        "colors": PALETTE[:colours],
        "rows": [coloured_clue(row) for row in picture],
        "cols": [coloured_clue(column) for column in zip(*picture)],
    }


def coloured_solutions(document: dict) -> list[list[str]]:
    letters, width = ".123"[: len(document["colors"]) + 1], len(document["cols"])
    lines = ["".join(line) for line in product(letters, repeat=width)]
    rows = [[line for line in lines if coloured_clue(line) == runs] for runs in document["rows"]]
    found = (list(picture) for picture in product(*rows))
    return [picture for picture in found if [coloured_clue(column) for column in zip(*picture)] == document["cols"]]


@st.composite
def coloured_documents(draw) -> dict:
    """Draw pictures in two or three colours, the rows of one picture with the columns of another, and random clues."""
    colours = draw(st.integers(2, 3))
    width, height = draw(st.sampled_from([(1, 2), (2, 2), (1, 4), (2, 3), (3, 2), (3, 3), (4, 3), (5, 2)]))
    line = st.text(".123"[: colours + 1], min_size=width, max_size=width)
    drawn = st.lists(line, min_size=height, max_size=height)
    document = coloured_of(draw(drawn), colours)
    if draw(st.integers(0, 3)) == 0:
        document["cols"] = coloured_of(draw(drawn), colours)["cols"]
    if draw(st.integers(0, 7)) == 0:
        run = st.tuples(st.integers(1, 2), st.integers(1, colours)).map(list)
        document["rows"][draw(st.integers(0, height - 1))] = draw(st.lists(run, max_size=2))
    return document


ORACLE = Oracle(
    st.one_of(documents(), coloured_documents()),
    lambda document: (coloured_solutions if "colors" in document else solutions)(document),
)

# -- recorded answers --------------------------------------------------------------------------------------------------

LINES = golden("nonogram_lines.json")
PUZZLES = golden("nonogram_puzzles.json")
BY_NAME = {case["name"]: case for case in PUZZLES}


def document_of(case) -> dict:
    return {"kind": "nonogram", "rows": case["rows"], "cols": case["cols"]}


def answer(case) -> dict:
    return solve(document_of(case))


def texts(patterns) -> list[str]:
    return list(map("".join, patterns))


def test_a_line_gets_all_that_its_patterns_share():
    check_lines(LINES, lambda case: "".join(nonogram.solve_line(case["line"], case["clue"])))


@not_in_pyodide
def test_patterns_are_counted_filtered_and_intersected():
    for case in (case for case in LINES if case["patterns"] <= 5000):
        patterns = texts(nonogram.generate_patterns(case["width"], case["clue"]))
        assert len(patterns) == len(set(patterns)) == case["patterns"]
        assert all(len(pattern) == case["width"] for pattern in patterns)
        compatible = texts(nonogram.filter_patterns(patterns, case["line"]))
        assert len(compatible) == case["compatible"]
        if compatible:
            assert nonogram.extract_common(compatible) == list(case["forced"])


@pytest.mark.parametrize("case", PUZZLES, ids=lambda case: case["name"])
def test_a_puzzle_gets_its_verdict(case):
    result = answer(case)
    assert result["verdict"] == case["result"]
    if case["result"] == "unique":
        assert result["solutions"] == [case["solution"]]
        assert result["class"] == ("SF" if case["line_solving"] == "SF" else "MF")
        assert result["depth"] == {"SF": 0, "probe1": 1}[case["line_solving"]]
    elif case["result"] == "multiple":
        first, second = result["solutions"]
        assert first != second and result["class"] == "MP"
        assert nonogram_of(first) == nonogram_of(second) == document_of(case)
    else:
        assert result["class"] == "EP" and result["solutions"] == []


@pytest.mark.parametrize(
    "table",
    [table for table in golden("nonogram_census.json") if table["pictures"] <= 512],
    ids=lambda t: f"{t['width']}x{t['height']}",
)
def test_every_small_picture_has_its_class_and_depth(table):
    width, height = table["width"], table["height"]
    classes, depths = dict.fromkeys(table["truth"], 0), [0] * 5
    seen: dict[str, dict] = {}
    for picture in product(lines_with_any(width), repeat=height):
        document = nonogram_of(picture)
        key = repr(document)
        if key not in seen:
            seen[key] = solve(document)
        classes[seen[key]["class"]] += 1
        if seen[key]["verdict"] == "unique":
            depths[seen[key]["depth"]] += 1
    assert classes == table["truth"]
    assert depths == table["depth"]


def lines_with_any(width: int) -> list[str]:
    return ["".join(line) for line in product("#.", repeat=width)]


# -- by definition -----------------------------------------------------------------------------------------------------


def test_patterns_of_2_1_in_5():
    assert texts(nonogram.generate_patterns(5, [2, 1])) == ["##.#.", "##..#", ".##.#"]


@pytest.mark.parametrize(
    ("width", "runs", "patterns"),
    [
        (5, [5], ["#####"]),
        (5, [], ["....."]),
        (5, [0], ["....."]),
        (0, [], [""]),
        (0, [1], []),
        (5, [3, 2], []),
        (5, [6], []),
        (5, [2, 2], ["##.##"]),
    ],
)
def test_patterns_at_the_edges(width, runs, patterns):
    assert texts(nonogram.generate_patterns(width, runs)) == patterns


def test_thirteen_ones_in_fifty_are_not_listed():
    assert nonogram.solve_line("?" * 50, [1] * 13) == ["?"] * 50
    assert nonogram.generate_patterns(50, [1] * 13)[0][:6] == list("#.#.#.")


@pytest.mark.parametrize(
    ("width", "runs", "range_"),
    [(10, [7], (3, 7)), (10, [5], None), (10, [10], (0, 10)), (10, [11], None), (10, [3, 3], None), (10, [], None)],
)
def test_simple_boxes(width, runs, range_):
    assert nonogram.simple_boxes(width, runs) == range_


@pytest.mark.parametrize("line", [("##.##", [2, 2]), ("#?.??", [2, 2]), ("?????", [3])], ids=str)
def test_known_cells_stay(line):
    text, runs = line
    assert all(cell in ("?", solved) for cell, solved in zip(text, nonogram.solve_line(text, runs)))


@pytest.mark.parametrize(("line", "runs"), [("..?", [2]), ("###", [2]), ("#.#", [3]), ("?", [1, 1]), ("#", [])])
def test_a_line_that_no_pattern_fits_is_a_contradiction(line, runs):
    with pytest.raises(Contradiction):
        nonogram.solve_line(line, runs)


def test_no_pattern_has_nothing_in_common():
    with pytest.raises(Contradiction):
        nonogram.extract_common(iter(()))


@pytest.mark.parametrize("runs", [[1, 0], [0, 0], [-1], [1.5], ["1"], [True], [None]], ids=str)
def test_runs_are_positive_whole_numbers(runs):
    with pytest.raises(ValueError):
        nonogram.solve_line("???", runs)
    with pytest.raises(ValueError):
        nonogram.generate_patterns(3, runs)


def test_hints_of_a_line_and_of_a_picture():
    assert runs_of("##.#.###") == [2, 1, 3]
    assert runs_of("") == [] and runs_of("....") == []
    assert generate_hints(["#?#", "##."]) == ([[1, 1], [2]], [[2], [1], [1]])
    assert generate_hints(["...", "..."]) == ([[], []], [[], [], []])


@given(st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(lambda size: pictures(*size)))
def test_a_picture_is_its_own_solution_or_one_of_several(picture):
    rows, columns = generate_hints(picture)
    assert {"kind": "nonogram", "rows": rows, "cols": columns} == nonogram_of(picture)
    result = solve(nonogram_of(picture))
    if result["verdict"] == "unique":
        assert result["solutions"] == [picture]
    else:
        assert result["verdict"] == "multiple"
        assert all(nonogram_of(found) == nonogram_of(picture) for found in result["solutions"])


def test_the_typical_hypothesis_pattern_is_two_wide_and_four_high():
    result = answer(BY_NAME["seed_typical_2wide_4high"])
    assert (result["verdict"], result["class"], result["depth"]) == ("unique", "MF", 1)


def test_a_contradiction_is_not_an_answer_even_if_every_cell_is_filled():
    result = solve({"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]})
    assert (result["verdict"], result["class"], result["solutions"]) == ("none", "EP", [])


def test_a_clue_of_zero_is_the_empty_clue():
    zero = solve({"kind": "nonogram", "rows": [[0], [1]], "cols": [[1], [0]]})
    assert zero["solutions"] == [["..", "#."]]


REASONS = [
    ({"rows": [[3]], "cols": [[1], [1]]}, "reason.clue-too-long-row", {"row": 1}),
    ({"rows": [[1], [1]], "cols": [[1], [1, 1]]}, "reason.clue-too-long-column", {"column": 2}),
    ({"rows": [[2], [1]], "cols": [[1], [1]]}, "reason.sums-differ", None),
    ({"colors": PALETTE, "rows": [[], [[2, 1]]], "cols": [[[2, 1]]]}, "reason.clue-too-long-row", {"row": 2}),
]


@pytest.mark.parametrize(("clues", "key", "at"), REASONS, ids=lambda value: str(value)[:40])
def test_an_impossible_puzzle_gets_a_reason(clues, key, at):
    result = solve({"kind": "nonogram", **clues})
    assert result["verdict"] == "none"
    assert result["reason"]["key"] == key and result["reason"].get("at") == at


@pytest.mark.parametrize(
    ("text", "width", "seen", "runs"),
    [
        ("12", 12, [12], [12]),
        ("12", 12, [1, 2], [1, 2]),
        ("12", 11, [3], [1, 2]),
        ("4 12", 16, [], [4, 12]),
        ("4 12", 15, [], [4, 1, 2]),
        ("0", 5, [], []),
    ],
)
def test_digits_side_by_side_are_one_number_if_it_fits(text, width, seen, runs):
    """`seen` are the runs of the picture in the same line."""
    assert clue(text, width, seen) == runs


# -- the whole grid ----------------------------------------------------------------------------------------------------


@given(st.data())
def test_all_lines_at_once_and_one_by_one(data):
    """The grid's own propagator agrees with single constraints on the first board and on hypotheses, with either way of
    starting.
    """
    height, width = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    picture = data.draw(st.lists(st.text("#.", min_size=width, max_size=width), min_size=height, max_size=height))
    document = nonogram_of(picture)
    if data.draw(st.booleans()):
        document["rows"].reverse()  # the picture may then no longer fit
    puzzle = parse(document)[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(propagator, "SMALL_BOARD", data.draw(st.sampled_from([0, 250])))
        mine, general = LinePropagator(puzzle), ConstraintPropagator(puzzle)
        assert fixpoint(mine) == fixpoint(general)
        cells = data.draw(st.lists(st.tuples(st.integers(0, puzzle.size - 1), st.booleans()), max_size=4))
        yes = sum({1 << cell for cell, value in cells if value})
        no = sum({1 << cell for cell, value in cells if not value})
        assert fixpoint(mine, yes, no) == fixpoint(general, yes, no)


@given(st.data())
def test_lanes_are_their_lines(data):
    """The lanes give the cells that every line forces by itself, and the first line that does not fit."""
    width, count = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 6))
    lines = [clue_of(line) for line in data.draw(pictures(width, count))]
    known = data.draw(st.lists(st.text("#..?????", min_size=width, max_size=width), min_size=count, max_size=count))
    lanes = Lanes([tuple(runs) for runs in lines], width)
    for step in range(width):
        lanes.write(step, *(bytes([line[step] == letter for line in known]) for letter in "#."))
    left = [
        [line for line in lines_with(width, tuple(runs)) if all(b in (a, "?") for a, b in zip(line, cells))]
        for runs, cells in zip(lines, known)
    ]
    if not all(left):
        assert lanes.infer() == [bool(some) for some in left].index(False)
        return
    shared = [[cells.pop() if len(cells) == 1 else "?" for cells in map(set, zip(*some))] for some in left]
    found = list(known)
    for step, yes, no in lanes.infer():
        for lane, flags in enumerate(zip(lanes.bytes_of(yes), lanes.bytes_of(no))):
            if any(flags):
                assert found[lane][step] == "?" and flags in ((1, 0), (0, 1))
                found[lane] = found[lane][:step] + "#."[flags[1]] + found[lane][step + 1 :]
    assert found == ["".join(cells) for cells in shared]


def fixpoint(chosen, yes=0, no=0):
    try:
        *_, state = chosen.root()
        return chosen.known(chosen.extend(state, yes, no) if yes or no else state)
    except Contradiction:
        return None


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("open_cells", "runs"), [(0b0100100, [7]), (0b0100001, [1, 4])])
def test_of_several_open_cells_of_a_picture_only_those_that_join_runs_are_changed(open_cells, runs, seed):
    """Or those with at most one filled neighbour."""
    lines, cells = [[2, 4]], [[1], [1], [], [1], [1], [1], [1]]
    for rows, cols in ((lines, cells), (cells, lines)):
        before = Draft({"kind": "nonogram", "rows": rows, "cols": cols}, Board(0b1111011, 0b0000100))
        after = mended(before, open_cells, Random(seed), 2).document
        assert runs in (after["rows"][0], after["cols"][0])


def test_one_open_cell_of_a_picture_is_changed():
    before = Draft(
        {"kind": "nonogram", "rows": [[2, 4]], "cols": [[1], [1], [], [1], [1], [1], [1]]}, Board(0b1111011, 4)
    )
    changed = {mended(before, 0b1000110, Random(seed), 1).solution.yes ^ before.solution.yes for seed in range(12)}
    assert changed == {2, 4, 64}


def test_some_new_pictures_are_mirrored():
    pictures = [run(draft(9, 9, Random(seed))).document["rows"] for seed in range(30)]
    assert 4 <= sum(all(row == row[::-1] for row in rows) for rows in pictures) <= 14
