"""Slitherlink: recorded answers, the names of the notes, and the rules once more for the laws."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import strategies as st

from oracle import Oracle, golden
from tesuji import solve
from tesuji.constraints.patterns.lattice_loop import ends_of_edges
from tesuji.engine.budget import run
from tesuji.puzzles import parse
from tesuji.puzzles.slitherlink.generator import INSIDE_SHARE, draft, parts
from tesuji.puzzles.slitherlink.lattice import Lattice, all_boxes_at, all_edges_at

# -- the oracle --------------------------------------------------------------------------------------------------------


@cache
def loops(width: int, height: int) -> list[tuple[dict, tuple[int, ...]]]:
    """Every loop with the edges around each box: a loop is the border of a set of boxes, if it does not touch
    itself."""
    found = []
    for inside in product((False, True), repeat=width * height):
        edges, around = border(inside, width, height)
        if is_loop(edges, width):
            found.append((edges, around))
    return found


def border(inside, width: int, height: int) -> tuple[dict, tuple[int, ...]]:
    """The edges between inside and outside, as letters, and how many each box has."""

    def box(r: int, c: int) -> bool:
        return 0 <= r < height and 0 <= c < width and inside[r * width + c]

    h = ["".join("-" if box(r - 1, c) != box(r, c) else "." for c in range(width)) for r in range(height + 1)]
    v = ["".join("|" if box(r, c - 1) != box(r, c) else "." for c in range(width + 1)) for r in range(height)]
    around = [
        (h[r][c] == "-") + (h[r + 1][c] == "-") + (v[r][c] == "|") + (v[r][c + 1] == "|")
        for r in range(height)
        for c in range(width)
    ]
    return {"h": h, "v": v}, tuple(around)


def is_loop(edges: dict, width: int) -> bool:
    """Return whether the drawn edges are one closed walk: two at each vertex that has any, and all of them on the walk
    from the first."""
    near: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for r, row in enumerate(edges["h"]):
        for c, edge in enumerate(row):
            if edge == "-":
                near.setdefault((r, c), []).append((r, c + 1))
                near.setdefault((r, c + 1), []).append((r, c))
    for r, row in enumerate(edges["v"]):
        for c, edge in enumerate(row):
            if edge == "|":
                near.setdefault((r, c), []).append((r + 1, c))
                near.setdefault((r + 1, c), []).append((r, c))
    if not near or any(len(ends) != 2 for ends in near.values()):
        return False
    start = before = here = next(iter(near))
    for steps in range(1, len(near) + 1):
        before, here = here, near[here][near[here][0] == before]
        if here == start:
            return steps == len(near)
    return False


def solutions(document: dict) -> list[dict]:
    clues = [None if clue == "." else int(clue) for row in document["grid"] for clue in row]
    width, height = len(document["grid"][0]), len(document["grid"])
    fits = [
        edges
        for edges, around in loops(width, height)
        if all(clue in (None, number) for clue, number in zip(clues, around))
    ]
    return [edges for edges in fits if length(edges) == (width + 1) * (height + 1)] if document.get("full") else fits


def length(edges: dict) -> int:
    """The number of drawn edges, and of vertices that they pass."""
    return sum(edge != "." for row in (*edges["h"], *edges["v"]) for edge in row)


@st.composite
def documents(draw) -> dict:
    """Some numbers of a loop, with a wrong one now and then."""
    width, height = draw(st.sampled_from([(1, 1), (2, 1), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (3, 3)]))
    around = draw(st.sampled_from([around for _, around in loops(width, height)]))
    shown = draw(st.lists(st.booleans(), min_size=width * height, max_size=width * height))
    clues = [str(number) if show else "." for number, show in zip(around, shown)]
    if draw(st.integers(0, 2)) == 0:
        clues[draw(st.integers(0, len(clues) - 1))] = draw(st.sampled_from("01234"))
    document = {
        "kind": "slitherlink",
        "grid": ["".join(clues[start : start + width]) for start in range(0, len(clues), width)],
    }
    return {**document, "full": True} if draw(st.integers(0, 4)) == 0 else document


ORACLE = Oracle(documents(), solutions)

# -- recorded answers --------------------------------------------------------------------------------------------------

GOLDEN = golden("slitherlink.json")
EXAMPLES = [*GOLDEN["examples"], *GOLDEN["random"]]
MANY = 1000


def document_of(spec: str) -> dict:
    size, boxes = spec.split(":")
    width = int(size.split("x")[0])
    return {"kind": "slitherlink", "grid": [boxes[start : start + width] for start in range(0, len(boxes), width)]}


def names(document: dict, solution: dict) -> list[str]:
    """The drawn edges of a solution by their names."""
    book, puzzle = parse(document)
    lattice = Lattice(puzzle.width, puzzle.height)
    board = book.read(puzzle, solution)
    return sorted(lattice.name(edge) for edge in range(puzzle.size) if board.yes >> edge & 1)


def spec(case) -> str:
    return case["spec"]


@pytest.mark.parametrize("size", [size for size, count in GOLDEN["loops"].items() if count <= 300])
def test_a_blank_board_has_every_loop(size):
    width, height = map(int, size.split("x"))
    blank = {"kind": "slitherlink", "grid": ["." * width] * height}
    found = solve(blank, limit=MANY)["solutions"]
    assert len(found) == GOLDEN["loops"][size]
    assert len({repr(solution) for solution in found}) == len(found)


@pytest.mark.parametrize("case", EXAMPLES, ids=spec)
def test_every_loop_of_an_example_is_found(case):
    document = document_of(case["spec"])
    result = solve(document, limit=MANY)
    assert len(result["solutions"]) == case["solutions"]
    assert result["verdict"] == (
        "none" if case["solutions"] == 0 else "unique" if case["solutions"] == 1 else "multiple"
    )
    if case["solutions"] == len(case.get("lines", ())) > 0:
        assert sorted(names(document, solution) for solution in result["solutions"]) == sorted(
            map(sorted, case["lines"])
        )


@pytest.mark.parametrize("case", GOLDEN["unique"], ids=spec)
def test_a_unique_loop(case):
    document = document_of(case["spec"])
    result = solve(document)
    assert result["verdict"] == "unique"
    assert names(document, result["solutions"][0]) == sorted(case["lines"])


@pytest.mark.parametrize("case", GOLDEN["loop_rule_matters"], ids=spec)
def test_boards_that_the_single_loop_decides(case):
    document = document_of(case["spec"])
    result = solve(document, limit=50)
    assert len(result["solutions"]) == case["solutions_cap50"]
    if case["solutions_cap50"] == 1:
        assert names(document, result["solutions"][0]) == sorted(case["lines"])


@pytest.mark.parametrize("size", [size for size, count in GOLDEN["full_clue"].items() if count["loops"] <= 300])
def test_loops_that_share_all_their_numbers(size):
    height, width = map(int, size.split("x"))
    expected = GOLDEN["full_clue"][size]
    grids = {"".join(map(str, around)) for _, around in loops(width, height)}
    found = {grid: len(solve(document_of(f"{width}x{height}:{grid}"), limit=10)["solutions"]) for grid in grids}
    assert Counter(map(str, found.values())) == expected["by_solutions"]
    assert {grid for grid, count in found.items() if count > 1} >= set(expected["multiple_examples"])


@pytest.mark.parametrize("size", [size for size in GOLDEN["all_puzzles"] if size != "2x3"])
@pytest.mark.parametrize("letters", [".01234", ".0123", ".123"])
def test_every_puzzle_of_a_size(size, letters):
    width, height = map(int, size.split("x"))
    expected = GOLDEN["all_puzzles"][size][f"clues {letters}"]
    verdicts = Counter(
        solve(document_of(f"{size}:{''.join(boxes)}"))["verdict"] for boxes in product(letters, repeat=width * height)
    )
    assert sum(verdicts.values()) == expected["puzzles"]
    assert all(verdicts[verdict] == expected[verdict] for verdict in ("none", "unique", "multiple"))


# -- the lattice and its names -----------------------------------------------------------------------------------------


def test_the_lattice_of_three_by_three_has_24_lines():
    lattice = Lattice(3, 3)
    assert lattice.size == 24
    assert all(lattice.edge(lattice.name(edge)) == edge for edge in range(24))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 1), (1, 4), (4, 3)])
def test_all_of_a_lattice_at_once_and_one_by_one(width, height):
    lattice = Lattice(width, height)
    edges = range(lattice.size)
    assert list(ends_of_edges(*lattice)) == [lattice.ends(edge) for edge in edges]
    assert all_boxes_at(lattice) == [tuple(lattice.boxes_at(edge)) for edge in edges]
    dots = [divmod(dot, width + 1) for dot in range((width + 1) * (height + 1))]
    assert all_edges_at(lattice) == [tuple(lattice.edges_at(*dot)) for dot in dots]
    for edge in edges:
        assert set(lattice.ends(edge)) == {dot for dot, at in enumerate(all_edges_at(lattice)) if edge in at}


def test_box_peers():
    assert Lattice(3, 3).box_peer("h1,2") == {"b1,2": ["h0,2", "v1,1", "v1,2"], "b2,2": ["v2,1", "v2,2", "h2,2"]}
    assert list(Lattice(3, 3).box_peer("h0,1")) == ["b1,1"]


def test_connector_peers():
    assert Lattice(3, 3).connector_peer("h1,2") == [["h1,1", "v1,1", "v2,1"], ["h1,3", "v1,2", "v2,2"]]
    assert all(
        1 <= len(others) <= 3
        for name in ("h0,1", "v1,0", "h3,3", "v3,3")
        for others in Lattice(3, 3).connector_peer(name)
    )


@pytest.mark.parametrize("name", ["h4,1", "h0,4", "h0,0", "v0,1", "v1,4", "b1,1", "h"])
def test_names_of_no_edge(name):
    with pytest.raises(ValueError):
        Lattice(3, 3).edge(name)


def test_no_edges_are_not_a_loop():
    assert solve(document_of("2x2:0000"))["verdict"] == "none"


def test_a_four_stands_alone():
    assert solve(document_of("1x1:4"))["verdict"] == "unique"
    assert solve(document_of("3x3:....4...."))["verdict"] == "unique"
    for grid, place in ((["43"], (1, 1)), (["34"], (1, 2)), (["4", "3"], (1, 1)), (["3", "4"], (2, 1))):
        reason = solve({"kind": "slitherlink", "grid": grid})["reason"]
        assert reason["key"] == "reason.four-not-alone"
        assert (reason["at"]["row"], reason["at"]["column"]) == place


def test_a_solution_is_drawn_with_plus_signs():
    document = document_of("2x2:3.3.")
    book, puzzle = parse(document)
    (solution,) = solve(document)["solutions"]
    assert book.draw(puzzle, book.read(puzzle, solution)).splitlines() == [
        "+---+   +",
        "| 3 |",
        "+   +   +",
        "| 3 |",
        "+---+   +",
    ]


def test_the_largest_board_carries_its_edges():
    """One row of edges more than rows of cells is not a board that is too big."""
    side = 200
    edges = {"h": ["." * side] * (side + 1), "v": ["." * (side + 1)] * side}
    _, puzzle = parse({"kind": "slitherlink", "grid": ["." * side] * side, "edges": edges})
    assert puzzle.height == side


def test_a_zero_is_the_last_number_to_be_offered():
    """It gives more away than others: if it helps, any other number that does is taken first."""
    book, puzzle = parse(document_of("4x4:................"))
    board = book.read(puzzle, {"h": ["-...", "-...", *["...."] * 3], "v": ["||...", *["....."] * 3]})
    values = [offer.value for offer in book.mending.offers(puzzle, board)]
    assert 0 in values and values == [*filter(None, values), *[0] * values.count(0)]


@pytest.mark.parametrize("seed", range(4))
def test_about_half_the_boxes_of_a_new_board_are_inside_its_loop_and_opposite_numbers_belong_together(seed):
    made = run(draft(9, 7, Random(seed)))
    right = Lattice(9, 7).edges_around(0, 8)
    assert made.document["grid"][0][8] == str(sum(made.solution.yes >> edge & 1 for edge in right))
    vertical = [[made.solution.yes >> 8 * 9 + 10 * r + c & 1 for c in range(9)] for r in range(7)]
    inside = sum(sum(row[: c + 1]) % 2 for row in vertical for c in range(9))
    assert INSIDE_SHARE[0] * 63 <= inside <= INSIDE_SHARE[1] * 63 + 1
    pairs = parts(made.document)
    assert pairs[:2] == [[(0, 0), (6, 8)], [(0, 1), (6, 7)]] and pairs[-1] == [(3, 4)] and len(pairs) == 32


def test_most_loops_of_new_boards_reach_every_side():
    reached = Counter()
    for seed in range(10):
        edges = run(draft(5, 4, Random(seed))).solution.yes
        vertical = [edges >> 25 + 6 * r for r in range(4)]
        reached.update(top=edges & 31 > 0, bottom=edges >> 20 & 31 > 0)
        reached.update(left=any(row & 1 for row in vertical), right=any(row >> 5 & 1 for row in vertical))
    assert min(reached.values()) >= 7
