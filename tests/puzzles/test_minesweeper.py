"""Minesweeper: recorded answers, documents with a complete field, and a second implementation of the rules for the
laws.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import strategies as st

from oracle import Oracle, golden
from points import Points
from tesuji import solve
from tesuji.calls import CALLS
from tesuji.engine.budget import run
from tesuji.puzzles import parse
from tesuji.puzzles.minesweeper.builder import ConstraintBuilder
from tesuji.puzzles.minesweeper.generator import deal, draft, mended, moved
from tesuji.puzzles.minesweeper.rules import numbers, position

# -- the oracle --------------------------------------------------------------------------------------------------------


def mines_near(field, row: int, column: int) -> int:
    """Return the number of mines in the up to eight cells around a place."""
    return sum(
        field[r][c] == "*"
        for r in range(row - 1, row + 2)
        for c in range(column - 1, column + 2)
        if (r, c) != (row, column) and 0 <= r < len(field) and 0 <= c < len(field[0])
    )


def seen(document: dict) -> list[str]:
    """Return the grid of a document; for a field, only the opened cells are shown."""
    if "grid" in document:
        return document["grid"]
    field = document["field"]
    opened = {tuple(place) for place in document.get("opened", ())}
    return [
        "".join(str(mines_near(field, r, c)) if (r, c) in opened else "." for c in range(len(row)))
        for r, row in enumerate(field)
    ]


def solutions(document: dict) -> list[list[str]]:
    grid = seen(document)
    found = []
    for cells in product(*["*." if cell == "." else "*" if cell == "*" else "." for row in grid for cell in row]):
        field = ["".join(cells[start : start + len(grid[0])]) for start in range(0, len(cells), len(grid[0]))]
        right = all(
            cell not in "012345678" or mines_near(field, r, c) == int(cell)
            for r, row in enumerate(grid)
            for c, cell in enumerate(row)
        )
        if right and document.get("mines") in (None, cells.count("*")):
            found.append(field)
    return found


@st.composite
def documents(draw) -> dict:
    """Draw positions of a real field, occasionally with a wrong number; complete fields; and random numbers."""
    width, height = draw(st.sampled_from([(1, 1), (1, 3), (2, 2), (3, 2), (2, 4), (3, 3)]))
    cells = [(r, c) for r in range(height) for c in range(width)]
    field = draw(st.lists(st.text(".*", min_size=width, max_size=width), min_size=height, max_size=height))
    opened = [
        place for place in draw(st.lists(st.sampled_from(cells), unique=True)) if field[place[0]][place[1]] == "."
    ]
    mines = draw(st.one_of(st.none(), st.just("".join(field).count("*")), st.integers(0, 4)))
    document = {"kind": "minesweeper", "field": field, "opened": [list(place) for place in opened]}
    if draw(st.booleans()):
        grid = [list(row) for row in seen(document)]
        if draw(st.booleans()):
            row, column = draw(st.sampled_from(cells))
            grid[row][column] = draw(st.sampled_from(".*s012345"))
        document = {"kind": "minesweeper", "grid": ["".join(row) for row in grid]}
    return document if mines is None else {**document, "mines": mines}


ORACLE = Oracle(documents(), solutions)

# -- recorded answers --------------------------------------------------------------------------------------------------

MASKED = golden("minesweeper_constraints.json")
LETTERS = {-1: ".", -2: "s", -3: "*"}


@pytest.mark.parametrize(("mines", "verdict"), [(18, "multiple"), (19, "none")])
@pytest.mark.parametrize("call", ["solve", "explain", "rate"])
def test_numbers_that_share_no_cell_may_speak_of_all_cells(call, mines, verdict):
    """The total number of mines then has no cells of its own to count."""
    rows = ["." * 9, ".2..2..2.", "." * 9] * 3
    answer = run(CALLS[call]({"document": {"kind": "minesweeper", "grid": rows, "mines": mines}}), Points(2_000))
    assert answer["verdict"] == verdict


@pytest.mark.parametrize("case", MASKED, ids=lambda case: str(case["board"])[:40])
def test_the_constraints_of_a_masked_board(case):
    builder = ConstraintBuilder(case["board"])
    assert [list(place) for place in builder.variables()] == case["variables"]
    hints = [
        {
            "cell": list(hint.cell),
            "value": hint.value,
            "remaining": hint.remaining,
            "vars": [list(place) for place in hint.variables],
        }
        for hint in builder.hints()
    ]
    assert hints == case["hints"]


@pytest.mark.parametrize("case", MASKED, ids=lambda case: str(case["board"])[:40])
def test_a_masked_board_has_its_solutions_and_forced_cells(case):
    """Ignored cells are safe here; the hints cannot distinguish this from missing cells."""
    grid = ["".join(LETTERS.get(state, str(state)) for state in row) for row in case["board"]]
    result = solve({"kind": "minesweeper", "grid": grid}, limit=1000)
    assert len(result["solutions"]) == case["solutions"]
    if case["solutions"]:
        assert result["forced_complete"]
        unknown = {tuple(place) for place in case["variables"]}
        for letter, name in (("s", "forced_safe"), ("*", "forced_mine")):
            assert [list(place) for place in sorted(unknown) if result["forced"][place[0]][place[1]] == letter] == case[
                name
            ]


# -- documents ---------------------------------------------------------------------------------------------------------


def test_the_numbers_of_a_field():
    assert numbers(["..*", "*.."]) == [[1, 2, -1], [-1, 2, 1]]


def test_a_field_shows_its_opened_cells():
    assert position({"field": ["..*", "*..", "..."], "opened": [[0, 0], [2, 2]]}) == ["1..", "...", "..0"]


def test_a_field_may_bring_its_numbers():
    assert position({"field": ["12*", "*21"], "opened": [[0, 1]]}) == [".2.", "..."]


def test_forced_cells_are_mines_and_safe_cells():
    result = solve({"kind": "minesweeper", "grid": ["12..", ".2..", "...."]})
    assert result["verdict"] == "multiple" and result["forced_complete"]
    assert result["forced"] == ["12??", "*2??", "sss?"]


def test_the_number_of_all_mines_counts_too():
    wall = {"kind": "minesweeper", "grid": ["....", "1221"]}
    by_mines = {mines: solve({**wall, "mines": mines}, limit=100)["solutions"] for mines in range(5)}
    assert sorted(solve(wall, limit=100)["solutions"]) == sorted(
        field for fields in by_mines.values() for field in fields
    )


REASONS = [
    ({"grid": ["3.", ".."], "mines": 4}, "reason.mines-too-large", None),
    ({"grid": ["4.", ".."]}, "reason.number-too-large", {"row": 1, "column": 1}),
    ({"grid": ["1*", "*."]}, "reason.number-too-small", {"row": 1, "column": 1}),
    ({"grid": ["**"], "mines": 1}, "reason.mines-too-small", None),
]


@pytest.mark.parametrize(("document", "key", "at"), REASONS, ids=lambda value: str(value)[:40])
def test_an_impossible_position_gets_a_reason(document, key, at):
    result = solve({"kind": "minesweeper", **document})
    assert result["verdict"] == "none"
    assert result["reason"]["key"] == key and result["reason"].get("at") == at


def test_an_unreadably_large_number_of_boards_is_omitted():
    result = solve({"kind": "minesweeper", "grid": ["." * 200] * 200, "mines": 8000})
    assert result["verdict"] == "multiple"
    assert "boards" not in result


def test_a_sixth_of_a_draft_or_a_little_more_is_mines():
    """The density is that of well-known programs."""
    maker = parse({"kind": "minesweeper", "grid": ["."]})[0].maker
    for seed in range(20):
        steps = maker.draft(20, 10, Random(seed))
        try:
            while True:
                next(steps)
        except StopIteration as end:
            assert 32 <= end.value.document["mines"] <= 44


@pytest.mark.parametrize("seed", range(8))
def test_a_game_begins_near_the_middle_and_a_moved_mine_leaves_the_opened_cells_closed_to_it(seed):
    before = run(deal(9, 7, Random(seed)))
    opened = {tuple(place) for place in before.document["opened"]}
    numbers_at = {place: mines_near(before.document["field"], *place) for place in opened}
    assert any(not number and r in (2, 3, 4) and c in (3, 4, 5) for (r, c), number in numbers_at.items())
    mines = before.solution.yes
    chosen = mines & -mines
    after = moved(before, chosen, Random(seed), 1)
    assert (mines & ~after.solution.yes, (after.solution.yes & ~mines).bit_count()) == (chosen, 1)
    assert not any(after.solution.yes >> 9 * r + c & 1 for r, c in opened)


def test_several_mines_of_the_chosen_cells_are_moved_elsewhere():
    before = run(draft(8, 6, Random(1)))
    mines = before.solution.yes
    chosen = mines & (1 << 30) - 1
    after = mended(before, chosen, Random(1), 3).solution.yes
    assert (mines & ~after).bit_count() == (after & ~mines).bit_count() == 3 and not mines & ~after & ~chosen
    assert mended(before, 0, Random(1), 99).solution.yes.bit_count() == mines.bit_count()
