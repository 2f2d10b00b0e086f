"""Star battle: a second, plain implementation of the rules for tests/test_laws.py."""

from __future__ import annotations

from itertools import combinations
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import strategies as st

from oracle import Oracle
from tesuji import bitset
from tesuji.bitset import set_of
from tesuji.calls import CALLS
from tesuji.constraints.connected import Graph
from tesuji.engine.budget import run
from tesuji.engine.making.generate import generate
from tesuji.engine.search import solve
from tesuji.errors import InputError
from tesuji.grid import REGIONS, neighbours
from tesuji.model import Board
from tesuji.notation.codec import pack, unpack
from tesuji.notation.penpa_page import fold, unfold
from tesuji.puzzles import parse, read, write
from tesuji.puzzles.star_battle import techniques as star_techniques
from tesuji.puzzles.star_battle.generator import _Regions, draft, repaired
from tesuji.puzzles.star_battle.rulebook import RULEBOOK
from tesuji.puzzles.star_battle.rules import alternatives
from tesuji.puzzles.star_battle.techniques import Houses, Room
from tesuji.rulebook import Draft
from thorough import not_in_pyodide


def touch(one, other):
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def touching(places):
    return any(touch(*pair) for pair in combinations(places, 2))


def solutions(document):
    """Return all solutions by trying every choice of stars row by row, independently of the tested code. A choice whose
    stars touch those above is not continued.
    """
    grid, stars = document["grid"], document.get("stars", 1)
    width, height = len(grid[0]), len(grid)
    boards = [[]]
    for r in range(height):
        inside = [c for c in range(width) if grid[r][c] != "."]
        rows = [[(r, c) for c in columns] for columns in combinations(inside, stars)]
        boards = [[*above, *row] for above in boards for row in rows if not touching(above[-stars:] + row)]
    found = []
    for places in boards:
        areas = [("column", c) for _, c in places] + [grid[r][c] for r, c in places]
        wanted = [("column", c) for c in range(width)] + sorted(set("".join(grid)) - {"."})
        if all(areas.count(area) == stars for area in wanted):
            found.append(["".join(".*"[(r, c) in places] for c in range(width)) for r in range(height)])
    return found


@st.composite
def documents(draw):
    """Draw tiny puzzles, most of them without a solution: squares with regions grown from rows or scattered, and in
    some, cells outside all regions.
    """
    size = draw(st.sampled_from([1, 2, 4, 4, 4, 5, 5]))
    width = size if draw(st.integers(0, 5)) else draw(st.integers(1, 4))
    names = "ABCDE"[:size]
    grid = ["".join(draw(st.sampled_from(names)) for _ in range(width)) for _ in range(size)]
    if draw(st.booleans()) and width == size > 3:
        for row, column in enumerate(draw(st.sampled_from([[1, 3, 0, 2, 4], [2, 0, 3, 1, 4]]))[:size]):
            if column < width:
                grid[row] = grid[row][:column] + names[row] + grid[row][column + 1 :]
    if not draw(st.integers(0, 3)):
        grid = ["".join(draw(st.sampled_from([letter, letter, "."])) for letter in row) for row in grid]
    return {"kind": "star_battle", "grid": grid} | draw(st.sampled_from([{}, {}, {}, {"stars": 1}, {"stars": 2}]))


ORACLE = Oracle(documents(), solutions)


def test_it_is_typed_as_rows_below_its_name():
    document = {"kind": "star_battle", "grid": ["AAB", "ABB", "CCB"]}
    assert read(write(document, "text")[0]) == (document, "text")


def test_an_address_has_five_borders_in_a_character():
    # Borders to the right of cells, 011 10|1, then those below them, 010 10|0, each padded to ten bits.
    assert read("https://puzz.link/p?starbattle/3/3/1/ega0")[0]["grid"] == ["AAB", "ACB", "CCB"]


OUTSIDE = {"kind": "star_battle", "grid": ["A.BB", "AABB", "CC.D", "CCDD"]}


def test_cells_outside_all_regions_are_kept_wherever_they_can_be_written():
    for notation in ("text", "json", "link", "penpa"):
        text, lost = write(OUTSIDE, notation)
        assert not lost and read(text)[0] == OUTSIDE, notation
    with pytest.raises(InputError, match="cannot represent"):
        write(OUTSIDE, "pzpr")
    for sign in "._-#@":
        rows = f"A {sign} B B\nA A B B\nC C {sign} D\nC C D D"
        assert read(rows, kind="star_battle")[0] == OUTSIDE, sign


def test_a_cell_outside_all_regions_has_no_star_and_belongs_to_none():
    _, puzzle = parse(OUTSIDE)
    assert puzzle.givens == Board(0, 1 << 1 | 1 << 10) and len(puzzle.clues) == 4
    offers = alternatives(puzzle)
    assert offers and {(0, 1), (2, 2)}.isdisjoint((offer.at["row"], offer.at["column"]) for offer in offers)
    assert not any("." in offer.values for offer in offers)


def page_of(size: int, title: str, rules: str) -> str:
    """Return a page of Penpa+ whose rules are these words."""
    document = {"kind": "star_battle", "grid": [letter * size for letter in "abcdefghijklmn"[:size]], "title": title}
    start, packed = write(document, "penpa")[0].split("&p=")
    page = unfold(unpack(packed)).replace(f",{quote('1★')},", f",{quote(rules)},", 1)
    return f"{start}&p={pack(fold(page), url_safe=False)}"


@pytest.mark.parametrize(
    ("size", "title", "rules", "stars"),
    [
        (9, "A", "", None),
        (10, "A", "", 2),
        (13, "A", "", 2),
        (14, "A", "", 3),
        (9, "A 3-star puzzle", "", 3),
        (14, "A 1-star puzzle", "", None),
        (10, "★ 4", "", 4),
        (10, "A 5-star puzzle", "Put 3 stars in each row.", 3),
    ],
)
def test_a_page_without_a_number_of_stars_has_the_usual_one(size, title, rules, stars):
    assert read(page_of(size, title, rules))[0].get("stars") == stars


@pytest.mark.parametrize("stars", [1, 2, 3])
@pytest.mark.parametrize("size", [9, 10, 14])
def test_a_page_keeps_the_number_of_stars(size, stars):
    document = {"kind": "star_battle", "grid": [letter * size for letter in "abcdefghijklmn"[:size]], "stars": stars}
    text, lost = write(document, "penpa")
    assert not lost and read(text)[0].get("stars", 1) == stars


def test_lines_with_too_many_regions_have_no_solution():
    owner = [[10 + min(13, (24 * row + column) // 42) for column in range(24)] for row in range(24)]
    for number in range(10):  # ten regions of two cells in nine rows
        owner[number % 5 * 2][2 * number : 2 * number + 2] = [number, number]
    grid = ["".join(map(REGIONS.__getitem__, row)) for row in owner]
    assert run(CALLS["solve"]({"document": {"kind": "star_battle", "grid": grid}}))["verdict"] == "none"


def test_trials_are_counted():
    hard = next(one["document"] for one in RULEBOOK.examples if one["level"] == "hard")
    stats = run(CALLS["solve"]({"document": hard}))["stats"]
    assert stats["tier"] == "backtracking" and stats["probes"] > 0


@pytest.mark.parametrize("most", [10, 2])
def test_stars_fit_where_some_choice_of_cells_does_not_touch(most, monkeypatch):
    """More than the most stars always fit, because no search rules that out."""
    monkeypatch.setattr(star_techniques, "MOST_PLACED", most)
    room, ruled_out = Room(5, 5), 0
    random = Random(4)
    for _ in range(100):
        cells = random.sample(range(25), random.randint(1, 9))
        for stars in range(1, 5):
            choices = combinations([divmod(cell, 5) for cell in cells], stars)
            fits = not all(map(touching, choices))
            found = room.fits(set_of(cells), stars)
            assert found == (fits or stars > most)
            ruled_out += not found
    assert ruled_out > 10


def test_large_boards_compute_the_cells_around_a_cell_when_they_are_needed(monkeypatch):
    _, shaded = parse({"kind": "hitori", "grid": ["51522", "54431", "35334", "32545", "33432"]})
    graph = shaded.constraints[-1].graph
    stored = [list(Room(5, 5).near), list(graph.masks)]
    monkeypatch.setattr(bitset, "LARGE", 1)
    computed = [Room(5, 5).near, Graph(graph.near).masks]
    assert all(isinstance(sets, bitset.LazySets) for sets in computed)
    assert [list(sets) for sets in computed] == stored


@pytest.mark.parametrize("seed", range(6))
def test_a_repaired_board_has_its_stars_and_none_of_the_solutions_that_were_ruled_out(seed):
    random = Random(seed)
    before = run(draft(8, 8, random))
    puzzle = RULEBOOK.parse(before.document)
    others = [board for board in run(solve(puzzle, None, 9, False, False)).boards if board != before.solution]
    after = repaired(before, others, random)
    assert others and after and after.solution == before.solution
    puzzle = RULEBOOK.parse(after.document)
    answer = run(solve(puzzle, None, 500, False, False))
    assert before.solution in answer.boards and not any(board in answer.boards for board in others)


def regions(*grid):
    return _Regions(Draft({"grid": list(grid)}, Board()))


def test_a_move_costs_the_solutions_that_it_leaves_and_more_if_it_makes_a_smaller_region_grow():
    left, ruled_out = (Board(1 << a | 1 << 5, 0) for a in (0, 4))
    larger, smaller = regions("AAA", "AAB", "BBB"), regions("AAA", "AAB", "CBB")
    assert [search.cost((4, "B"), [left, ruled_out], 10) for search in (larger, smaller)] == [1, 10]
    assert smaller.allow(left.yes | 1 << 6) and not smaller.allow(left.yes)
    assert larger.of == [*"AAAAABBBB"], "it was only tried"


def test_a_cell_moves_to_a_smaller_region_unless_that_is_refused():
    assert regions("AAAA", "AAAA", "BBBB", "BBBB").shift(5, Random(1), 1)
    assert [regions("AAA", "AAB", "BBB").shift(4, Random(1), refused) for refused in (0, 1)] == [True, False]


def test_boards_of_10_and_14_rows_have_two_and_three_stars():
    for side, stars in ((9, 1), (10, 2), (13, 2), (14, 3)):
        assert run(draft(side, side, Random(1))).document.get("stars", 1) == stars


@not_in_pyodide
def test_a_large_board_has_one_solution_and_connected_regions():
    made = run(generate(RULEBOOK, 16, 16, 1)).document
    puzzle, graph = RULEBOOK.parse(made), Graph(neighbours(16, 16))
    assert made["stars"] == 3 and len(puzzle.clues) == 16
    assert run(solve(puzzle)).verdict == "unique"
    assert all(graph.flood(cells & -cells, cells) == cells for cells in Houses(puzzle).regions)
