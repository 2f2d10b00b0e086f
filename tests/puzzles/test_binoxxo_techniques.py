"""Binoxxo: every printed deduction by its technique, the recorded solutions of the author's boards, and the view of a
line.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_binoxxo import lines_of as legal_lines

from oracle import golden
from tesuji.constraints.patterns.balanced_lines import arrangements
from tesuji.engine.context import Context
from tesuji.model import Board, Puzzle
from tesuji.puzzles import parse, rulebooks
from tesuji.puzzles.binoxxo import techniques
from tesuji.puzzles.binoxxo.lineview import Legal, possible

BOOK = rulebooks()["binoxxo"]
EXAMPLES = {case["id"]: case for case in golden("binoxxo_line_examples.json")["examples"]}
TABLE = golden("binoxxo_line_examples.json")["table"]
AUTHORS = golden("binoxxo_boards.json")["author_boards"]


def board_of(line: str, others: tuple[str, ...] = ()) -> Puzzle:
    """Return a board with this first row, these rows below it, and nothing else."""
    rows = [line.replace("_", "."), *others]
    return parse({"kind": "binoxxo", "grid": rows + ["." * len(line)] * (len(line) + len(line) % 2 - len(rows))})[1]


def after(technique: str, line: str, others: tuple[str, ...] = ()) -> str:
    """Return the line after a technique has been applied until it finds nothing more."""
    puzzle = board_of(line, others)
    first = next(
        found
        for found in techniques.open_lines(Context(puzzle, BOOK), puzzle.givens)
        if found.along == "row" and found.number == 0
    )
    x, o = first.x, first.o
    for fact in getattr(techniques, technique.replace("-", "_"))(first):
        x, o = x | fact.x, o | fact.o
    return "".join("X" if x >> place & 1 else "O" if o >> place & 1 else "_" for place in range(first.width))


BY = {
    "middle": ["1.1", "1.1x"],
    "sequence": ["1.2", "1.2b", "1.2c"],
    "one-left": ["1.3a", "1.3b", "1.3c", "1.3d", "B2"],
    "two-left": ["1.4a", "1.4b", "1.4c", "B3"],
    "half": ["2.1", "B1"],
    "compare": ["3.1", "B4"],
    "arrangements": ["3.1-", "C.1"],
}
"""Technique -> the printed examples that it must find."""


def test_every_printed_example_has_its_technique():
    assert sorted(EXAMPLES) == sorted(case for cases in BY.values() for case in cases)


@pytest.mark.parametrize(
    ("technique", "case"), [(technique, EXAMPLES[case]) for technique, cases in BY.items() for case in cases], ids=str
)
def test_a_printed_deduction_by_its_technique(technique, case):
    for before, printed in surroundings(case):
        found = after(technique, before, tuple(case.get("other_lines", ())))
        assert all(there in ("_", here) for here, there in zip(found, printed)), (found, printed)


def surroundings(case: dict) -> list[tuple[str, str]]:
    """Return (line before, line as printed): a window is tested in every line of 10 cells that leaves it the stated
    letters.
    """
    before, printed = case["input"], case["printed"]
    if case["kind"] == "line10":
        return [(before, printed)]
    if case["kind"] == "local":
        return [
            (
                "_" * left + before + "_" * (10 - left - len(before)),
                "_" * left + printed + "_" * (10 - left - len(before)),
            )
            for left in range(6)
        ]
    found = []
    width, blanks = len(before), before.count("_")
    for letters in product("XO", repeat=10 - width):
        rest = "".join(letters)
        x, o = ((before + rest).count(letter) for letter in "XO")
        if (5 - x, 5 - o) != (case["remaining_X"], case["remaining_O"]) or "XXX" in rest or "OOO" in rest:
            continue
        for left in range(11 - width):
            line, then = (rest[:left] + window + rest[left:] for window in (before, printed))
            if "XXX" not in line and "OOO" not in line:
                found.append((line, then))
    assert found and blanks == case["remaining_X"] + case["remaining_O"]
    return found


@pytest.mark.parametrize(
    ("technique", "others", "before", "then"),
    [
        ("sequence", (), "_XX_______", "OXXO______"),
        ("middle", (), "X_X____O_O", "XOX____OXO"),
        ("half", (), "XOXOXOXOX_", "XOXOXOXOXO"),
        ("one-left", (), "X__XX_O__X", "XOOXXOO_OX"),
        ("compare", ("OXXOXO",), "OXX___", "OXX_O_"),
        ("compare", ("XOOXOX",), "OXX___", "OXX___"),
        ("arrangements", (), "OOX___OXOX", "OOX__XOXOX"),
        ("unlike", ("OOXOXXOXOX",), "OOX___OXOX", "OOXXOXOXOX"),
    ],
)
def test_a_technique(technique, others, before, then):
    assert after(technique, before, others) == then


@pytest.mark.parametrize(
    ("grid", "then"),
    [
        ([".X...O", "......", "...OX.", ".X....", "..O...", "...O.."], [("column", 3, 6, "X")]),
        ([".X...O", "......", "...OX.", ".X....", "......", "...O.."], []),
    ],
)
def test_two_lines_together(grid, then):
    """An O in row 6 of column 3 forces letters in column 4 through rows 1 and 4, which then cannot be completed."""
    puzzle = parse({"kind": "binoxxo", "grid": grid})[1]
    found = list(filter(None, techniques.two_lines(Context(puzzle, BOOK), puzzle.givens)))
    assert [
        (step.params["as"], step.params["line"], step.params["cell"], step.params["other"]) for step in found
    ] == then
    assert all(len(step.because) <= 8 for step in found)


@given(st.integers(2, 10).flatmap(lambda width: st.text("XO__", min_size=width, max_size=width)))
def test_no_technique_finds_more_than_all_arrangements_together(line):
    x, o = (sum(1 << place for place, cell in enumerate(line) if cell == letter) for letter in "XO")
    lines = list(arrangements(len(line), x, o))
    if not lines or "_" not in line:
        return
    shared = [
        "X" if all(one >> place & 1 for one in lines) else "O" if not any(one >> place & 1 for one in lines) else "_"
        for place in range(len(line))
    ]
    for technique in techniques.TECHNIQUES:
        if technique.name == "two-lines-together":
            continue  # it uses more than one line
        assert all(cell in ("_", whole) for cell, whole in zip(after(technique.name, line), shared)), technique.name
    assert after("arrangements", line) == "".join(shared)


# -- the recorded solutions of the author's boards ---------------------------------------------------------------------

Lines = Callable[[Board], dict[tuple[str, int], techniques.OpenLine]]
"""The lines of a board that have unknown cells."""


@pytest.mark.parametrize("name", sorted(AUTHORS))
def test_the_authors_program_takes_the_recorded_way(name):
    """The author's order is sequence, middle, compare, enumeration; whatever finds something is recorded, and the
    search restarts.
    """
    puzzle = parse({"kind": "binoxxo", "grid": [row.replace(" ", ".") for row in AUTHORS[name]["board"]]})[1]
    board, trace, order = (
        puzzle.givens,
        [],
        (("sequence", walk), ("middle", walk), ("compare", once), ("fill_try", once)),
    )
    lines = lines_of(puzzle)
    while True:
        for technique, apply in order:
            found, board = sweep(technique, apply, puzzle, lines, board)
            if any(found):
                trace.append([technique, *found])
                break
        else:
            break
    assert trace == AUTHORS[name]["trace"]
    assert BOOK.solution(puzzle, board) == AUTHORS[name]["solution"]


def lines_of(puzzle: Puzzle) -> Lines:
    return cache(
        lambda board: {(line.along, line.number): line for line in techniques.open_lines(Context(puzzle, BOOK), board)}
    )


def sweep(technique: str, apply, puzzle: Puzzle, lines: Lines, board: Board) -> tuple[list[int], Board]:
    """Apply a technique to all rows, then to all columns; return the cells that it finds in each."""
    facts = techniques.arrangements if technique == "fill_try" else getattr(techniques, technique)
    found = []
    for along, count, width in (("row", puzzle.height, puzzle.width), ("column", puzzle.width, puzzle.height)):
        before = board.known.bit_count()
        for number in range(count):
            board = apply(facts, lines, board, (along, number), width)
        found.append(board.known.bit_count() - before)
    return found, board


def written(board: Board, line, fact) -> Board:
    return Board(board.yes | line.on_board(fact.o & line.unknown), board.no | line.on_board(fact.x & line.unknown))


def walk(facts, lines: Lines, board: Board, at: tuple[str, int], width: int) -> Board:
    """Apply facts once along the line; each finding takes effect at once."""
    for place in range(width):
        line = lines(board).get(at)
        for fact in facts(line) if line else ():
            if fact.known & -fact.known == 1 << place:
                board = written(board, line, fact)
    return board


def once(facts, lines: Lines, board: Board, at: tuple[str, int], width: int) -> Board:
    """Return the first finding in a line; enumeration is used only if three of a letter are placed."""
    line = lines(board).get(at)
    if line is None or facts is techniques.arrangements and max(line.x.bit_count(), line.o.bit_count()) < 3:
        return board
    return next((written(board, line, fact) for fact in filter(None, facts(line))), board)


# -- the view of a line ------------------------------------------------------------------------------------------------


def test_the_table_of_15_rows():
    puzzle = board_of("X__X__O__X")
    view = BOOK.line(puzzle, puzzle.givens, "row", 0)
    assert [f"{row.letters} {'NG' if row.why else 'OK'}" for row in view.all(0, 99)] == TABLE
    assert (view.total, view.fitting, view.shared) == (15, 3, "XOOX??O??X")
    assert {row.why for row in view.all(0, 99)} == {None, "three"}


@given(
    st.sampled_from([(2, 2), (4, 4), (6, 4), (8, 2)]).flatmap(
        lambda size: st.lists(st.text("XO..", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1])
    ),
    st.booleans(),
)
def test_the_view_of_a_line_agrees_with_enumeration(grid, distinct):
    puzzle = parse({"kind": "binoxxo", "grid": grid, "distinct": distinct})[1]
    view = BOOK.line(puzzle, puzzle.givens, "row", 0)
    every = ["".join(line) for line in product("XO", repeat=len(grid[0]))]
    every = [
        line
        for line in every
        if line.count("X") * 2 == len(line) and all(given in (".", cell) for given, cell in zip(grid[0], line))
    ]
    fitting = [
        line for line in every if "XXX" not in line and "OOO" not in line and not (distinct and line in grid[1:])
    ]
    assert [row.letters for row in view.all(0, 999)] == every and view.total == len(every)
    assert [row.letters for row in view.all(0, 999) if not row.why] == fitting
    assert [row.letters for row in view.only_fitting(0, 999)] == fitting and view.fitting == len(fitting)
    shared = "".join(column[0] if len(set(column)) == 1 else "?" for column in zip(*fitting))
    assert view.shared == (shared if fitting else "?" * len(grid[0]))


@pytest.mark.parametrize("along", ["row", "column"])
@pytest.mark.parametrize("finished", ["XXOO", "XOXO", "XOOX"])
def test_the_view_of_a_line_with_any_signs_agrees_with_enumeration(finished, along):
    every = sorted(legal_lines(4), reverse=True)
    for signs in map("".join, product(".=x", repeat=3)):
        grid, h, v = ["....", finished, "....", "...."], [signs, "...", "...", "..."], ["...."] * 3
        if along == "column":
            grid, h, v = (["".join(letters) for letters in zip(*rows)] for rows in (grid, v, h))
        puzzle = parse({"kind": "binoxxo", "grid": grid, "signs": {"h": h, "v": v}})[1]
        view = BOOK.line(puzzle, puzzle.givens, along, 0)
        breaking = {}
        for line in every:
            pairs = enumerate(zip(signs, line, line[1:]), 1)
            breaking[line] = [place for place, (sign, a, b) in pairs if sign != "." and (a == b) != (sign == "=")]
        fitting = [line for line in every if line != finished and not breaking[line]]
        assert [one.letters for one in view.only_fitting(0, 9)] == fitting and view.fitting == len(fitting)
        assert {one.letters: one.params["first"] for one in view.all(0, 9) if one.why == "sign"} == {
            line: places[0] for line, places in breaking.items() if places and line != finished
        }


@given(st.text("XO...", min_size=6, max_size=6), st.integers(0, 15), st.sampled_from([None, {0}, {2}, {3}, {2, 3}]))
def test_an_arrangement_exists_if_the_count_is_positive(line, windows, numbers):
    x, o = (sum(1 << place for place, cell in enumerate(line) if cell == letter) for letter in "XO")
    assert possible(6, x, o, windows, numbers) == (Legal(6, x, o, windows, numbers).total > 0)


def test_arrangements_by_number():
    """A line of 20 has some 15,000; the numbers map to all of them, in order, and back."""
    legal = Legal(20, 0, 0, (1 << 18) - 1, {10})
    assert legal.total == sum(1 for _ in arrangements(20))
    for number in (0, 1, 777, legal.total - 1):
        assert legal.number(legal.line(number)) == number
    # Read as text, X comes before O.
    texts = [format(legal.line(number) + (1 << 20), "b")[:0:-1] for number in range(50)]
    assert texts == sorted(texts, reverse=True)


@given(st.lists(st.text("XO....", min_size=6, max_size=6), min_size=6, max_size=6))
def test_every_technique_finds_the_opposite_with_letters_exchanged(grid):
    exchanged = [row.translate(str.maketrans("XO", "OX")) for row in grid]
    for technique in techniques.TECHNIQUES:
        said = []
        for rows in (grid, exchanged):
            puzzle = parse({"kind": "binoxxo", "grid": rows})[1]
            steps = list(filter(None, technique.find(Context(puzzle, BOOK), puzzle.givens)))
            said.append(({(step.yes, step.no) for step in steps}, {(step.no, step.yes) for step in steps}))
        assert said[0][0] == said[1][1], technique.name
