"""The library of slitherlinks against recorded answers and against the geometry of the lattice."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import golden
from tesuji.puzzles import slitherlink

GOLDEN = golden("slitherlink.json")
SIZES = st.tuples(st.integers(1, 5), st.integers(1, 5))


def spec(case) -> str:
    return case["spec"]


@pytest.mark.parametrize("case", GOLDEN["unique"] + GOLDEN["examples"] + GOLDEN["random"], ids=spec)
def test_recorded_puzzles(case):
    result = slitherlink.solve(case["spec"])
    match result:
        case slitherlink.Unique(edges):
            assert case.get("solutions", 1) == 1
            lines = case.get("lines")
            if lines:
                assert sorted(slitherlink.drawn(edges)) == sorted(lines if isinstance(lines[0], str) else lines[0])
        case slitherlink.Multiple(a, b, shared):
            assert case.get("solutions", 1) > 1 and slitherlink.drawn(a) != slitherlink.drawn(b)
            together = set(slitherlink.drawn(a)) & set(slitherlink.drawn(b))
            assert set(slitherlink.drawn(shared)) <= together
        case slitherlink.NoSolution():
            assert case.get("solutions", 1) == 0


def test_the_example_of_the_notes():
    puzzle = slitherlink.parse("3x3:.01...2..")
    assert (puzzle.width, puzzle.height, puzzle.size) == (3, 3, 24)
    assert [(clue.at, clue.value) for clue in puzzle.clues] == [((0, 1), 0), ((0, 2), 1), ((2, 0), 2)]
    assert slitherlink.parse("3 x 3 :\n.01\n...\n2..\n").clues == puzzle.clues
    assert slitherlink.parse([".01", "...", "2.."]).clues == slitherlink.parse(puzzle).clues == puzzle.clues
    solved = slitherlink.solve(puzzle)
    assert solved == slitherlink.solve("3x3:.01...2..") == slitherlink.solve([".01", "...", "2.."])
    assert slitherlink.show(puzzle, solved.grid).splitlines() == [
        "+   +   +   +",
        "      0   1",
        "+---+   +---+",
        "|   |   |   |",
        "+   +---+   +",
        "| 2         |",
        "+---+---+---+",
    ]
    assert slitherlink.show(puzzle).count("-") == 0


def test_width_comes_first():
    puzzle = slitherlink.parse("3x2:......")
    assert (puzzle.width, puzzle.height) == (3, 2)


@pytest.mark.parametrize(
    "text", ["3x3:.01...2.", "3x3:.01...2...", "3x3:.01...5..", "3x3:.01...a..", "0x3:", "", "201x1:.", "5"]
)
def test_input_that_is_not_a_puzzle(text):
    with pytest.raises(ValueError):
        slitherlink.parse(text)


def ends(name: str) -> list[tuple[int, int]]:
    """The two vertices of a line by its name: h0,1 leads from (0, 0) to (0, 1), v1,0 from (0, 0) to (1, 0)."""
    side, row, column = re.fullmatch(r"([hv])(\d+),(\d+)", name).groups()
    r, c = int(row), int(column)
    return [(r, c - 1), (r, c)] if side == "h" else [(r - 1, c), (r, c)]


def every_line(width: int, height: int) -> list[str]:
    level = [f"h{r},{c}" for r in range(height + 1) for c in range(1, width + 1)]
    return level + [f"v{r},{c}" for r in range(1, height + 1) for c in range(width + 1)]


def lines_of_box(r: int, c: int) -> set[str]:
    return {f"h{r - 1},{c}", f"h{r},{c}", f"v{r},{c - 1}", f"v{r},{c}"}


@given(SIZES)
def test_peers_against_the_names_of_the_notes(size):
    width, height = size
    puzzle = slitherlink.parse(["." * width] * height)
    names = every_line(width, height)
    assert len(names) == puzzle.size
    boxes = {f"b{r},{c}": lines_of_box(r, c) for r in range(1, height + 1) for c in range(1, width + 1)}
    for name in names:
        peers = slitherlink.box_peer(puzzle, name)
        assert {box: set(others) for box, others in peers.items()} == {
            box: lines - {name} for box, lines in boxes.items() if name in lines
        }
        assert 1 <= len(peers) <= 2 and all(len(others) == 3 for others in peers.values())
        meeting = slitherlink.connector_peer(puzzle, name)
        assert [set(others) for others in meeting] == [
            {other for other in names if vertex in ends(other)} - {name} for vertex in ends(name)
        ]
        assert all(1 <= len(others) <= 3 for others in meeting)


def test_peers_of_the_notes():
    puzzle = slitherlink.parse("3x3:.........")
    assert slitherlink.box_peer(puzzle, "h1,2") == {"b1,2": ["h0,2", "v1,1", "v1,2"], "b2,2": ["v2,1", "v2,2", "h2,2"]}
    assert slitherlink.connector_peer(puzzle, "h1,2") == [["h1,1", "v1,1", "v2,1"], ["h1,3", "v1,2", "v2,2"]]
    for name in ("h4,1", "v0,0", "b1,1", "h", "", "h1", "x1,1"):
        with pytest.raises(ValueError):
            slitherlink.box_peer(puzzle, name)


@given(
    SIZES.flatmap(
        lambda size: st.lists(st.text(".0123", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1])
    )
)
def test_solutions_are_single_loops_and_conflicts_have_none(grid):
    result = slitherlink.solve(grid)
    if isinstance(result, slitherlink.NoSolution):
        clues = {clue.at: str(clue.value) for clue in result.conflict}
        alone = ["".join(clues.get((r, c), ".") for c in range(len(row))) for r, row in enumerate(grid)]
        assert isinstance(slitherlink.solve(alone), slitherlink.NoSolution)
        assert all(grid[r][c] == letter for (r, c), letter in clues.items())
        return
    for edges in [result.grid] if isinstance(result, slitherlink.Unique) else result.solutions:
        lines = slitherlink.drawn(edges)
        assert walked(lines) == len(lines) > 0
        for r, row in enumerate(grid, 1):
            for c, letter in enumerate(row, 1):
                assert letter == "." or len(lines_of_box(r, c) & set(lines)) == int(letter)


def walked(lines: list[str]) -> int:
    """The length of the closed walk that starts with the first line; 0 if it is none."""
    at: dict[tuple[int, int], list[str]] = {}
    for name in lines:
        for vertex in ends(name):
            at.setdefault(vertex, []).append(name)
    if not lines or any(len(names) != 2 for names in at.values()):
        return 0
    start, vertex = ends(lines[0])
    line, length = lines[0], 1
    while vertex != start:
        line = next(name for name in at[vertex] if name != line)
        vertex = next(end for end in ends(line) if end != vertex)
        length += 1
    return length
