"""The best guess: its probability for each cell against a list of all boards, and the end of the game against
exhaustive play.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from test_minesweeper import mines_near, seen, solutions

from tesuji import explain, hint
from tesuji.bitset import members
from tesuji.engine.budget import run
from tesuji.errors import OutOfBudget
from tesuji.puzzles.minesweeper.guess import guess
from tesuji.puzzles.minesweeper.rules import parse


@st.composite
def positions(draw) -> dict:
    """Draw the view of a small field after some cells were opened."""
    width, height = draw(st.sampled_from([(3, 2), (3, 3), (4, 3)]))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=size // 2))
    field = ["".join("*" if r * width + c in mines else "." for c in range(width)) for r in range(height)]
    opened = [[cell // width, cell % width] for cell in draw(st.sets(st.integers(0, size - 1), max_size=4)) - mines]
    document = {"kind": "minesweeper", "grid": seen({"field": field, "opened": opened})}
    return {**document, "mines": len(mines)} if draw(st.integers(0, 3)) else document


def boards_of(document: dict) -> list[frozenset[int]]:
    return [
        frozenset(cell for cell, letter in enumerate("".join(field)) if letter == "*") for field in solutions(document)
    ]


def number(document: dict, mines: frozenset[int], cell: int) -> int:
    width = len(document["grid"][0])
    rows = ["".join("*" if r * width + c in mines else "." for c in range(width)) for r in range(len(document["grid"]))]
    return mines_near(rows, *divmod(cell, width))


def closed_cells(document: dict) -> list[int]:
    return [cell for cell, letter in enumerate("".join(document["grid"])) if letter == "."]


def after(document: dict, boards, cell: int) -> list[list[frozenset[int]]]:
    """Return the boards in which a cell is safe, grouped by the number that it shows."""
    found: dict[int, list[frozenset[int]]] = {}
    for mines in boards:
        if cell not in mines:
            found.setdefault(number(document, mines, cell), []).append(mines)
    return list(found.values())


@given(positions())
@settings(max_examples=50)
@pytest.mark.parametrize("few", [0, 80])
def test_the_odds_are_those_of_all_boards(few, document):
    boards, closed = boards_of(document), closed_cells(document)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[guess.__module__], "FEW_BOARDS", few)
        found = run(guess(parse(document)))
    if not closed or any(all(cell not in mines for mines in boards) for cell in closed):
        assert found is None
        return
    if all(all(cell in mines for mines in boards) for cell in closed):
        assert found is None
        return
    most = max(sum(cell not in mines for mines in boards) for cell in closed)
    for one in found.candidates:
        parts = after(document, boards, one.cell)
        assert one.safe == Fraction(sum(map(len, parts)), len(boards))
        left = [cell for cell in closed if cell != one.cell]
        best = [
            max((sum(cell not in mines for mines in part) for cell in left), default=0)
            if any(set(left) - mines for mines in part)
            else len(part)
            for part in parts
        ]
        certain = sum(len(part) for part, safe in zip(parts, best) if safe == len(part))
        if one.won is None:
            assert one.twice == Fraction(sum(best), len(boards))
            assert one.further == Fraction(certain, len(boards))
    assert max(one.safe for one in found.candidates) == Fraction(most, len(boards))
    assert len({one.cell for one in found.candidates}) == len(found.candidates)


@pytest.mark.parametrize(("parts", "mines"), [(2, 3), (3, 4), (3, 5), (5, 7), (7, 9)])
def test_the_odds_of_separate_parts_depend_on_the_total(parts, mines):
    """Each part has one mine, in the middle, or two, at its ends. Known mines separate the parts."""
    document = {"kind": "minesweeper", "grid": ["*".join([".1.1."] * parts)]}
    found = run(guess(parse({**document, "mines": mines + parts - 1})))
    middles = Fraction(mines - parts, parts)
    safe = {0: 1 - middles, 2: middles, 4: 1 - middles}
    assert found.candidates[0].safe == max(safe.values())
    assert all(one.safe == safe[one.cell % 6] for one in found.candidates)


@given(positions())
# Most positions have too many boards, or nothing to guess.
@settings(max_examples=50, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_end_is_played_in_the_best_way(document):
    boards, closed = boards_of(document), closed_cells(document)
    assume(len(boards) <= 12 and len(closed) <= 8)
    found = run(guess(parse(document)))
    assume(found and found.candidates[0].won is not None)

    @cache
    def best(left: frozenset, opened: frozenset) -> int:
        """Return the number of these boards that are won, by trying every closed cell."""
        if all(set(closed) - opened == mines & (set(closed) - opened) for mines in left):
            return len(left)
        return max(played(left, opened, cell) for cell in closed if cell not in opened)

    def played(left: frozenset, opened: frozenset, cell: int) -> int:
        return sum(best(frozenset(part), opened | {cell}) for part in after(document, left, cell))

    for one in found.candidates:
        assert one.won == Fraction(played(frozenset(boards), frozenset(), one.cell), len(boards))
    assert found.candidates[0].won == Fraction(best(frozenset(boards), frozenset()), len(boards))


BARE = {"kind": "minesweeper", "grid": ["." * 9] * 9, "mines": 10}


def test_a_corner_comes_first_if_all_cells_are_equally_safe():
    found = run(guess(parse(BARE)))
    assert found.candidates[0].cell == 0 and found.why == "safest"


def test_at_the_time_limit_the_best_guess_so_far_is_returned():
    puzzle = parse(
        {"kind": "minesweeper", "grid": ["." * 16] * 7 + ["." * 7 + "3" + "." * 8] + ["." * 16] * 8, "mines": 40}
    )
    searching, pauses = guess(puzzle), 0
    try:
        while True:
            pauses += 1
            next(searching) if pauses < 20 else searching.throw(OutOfBudget())
    except StopIteration as end:
        found = end.value
    assert found and found.candidates[0].safe > Fraction(1, 2)


def test_hints_and_explanations_name_it():
    for ask in (hint, explain):
        answer = ask(BARE)
        assert answer["verdict"] == "multiple" and not answer["steps"]
        best = answer["guess"]
        assert best["cells"] == [{"cell": {"row": 0, "column": 0}, "value": "s", "mark": 2}]
        assert best["safe"] == round(71 / 81, 6) and best["others"][0]["safe"] == best["safe"]
        assert best["sentence"]["params"]["safe"] == "88"
    certain = hint({"kind": "minesweeper", "grid": ["1.", "11"]})
    assert "guess" not in certain and certain["steps"]


def test_a_cell_that_is_known_to_be_safe_is_opened_before_anything_is_guessed():
    assert run(guess(parse({"kind": "minesweeper", "grid": ["1.s", "...", "..."], "mines": 3}))) is None


def test_candidates_are_closed_cells():
    document = {"kind": "minesweeper", "grid": ["1....", ".....", "..*.."], "mines": 4}
    puzzle = parse(document)
    found = run(guess(puzzle))
    assert {one.cell for one in found.candidates} <= set(members(puzzle.cells & ~puzzle.givens.known))
