"""Difficulty maps against their definition, for every kind, by trying all boards and all subsets of constraints."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji.bitset import members, set_of
from tesuji.engine.budget import run
from tesuji.engine.reasons.difficulty import measure
from tesuji.engine.sat.encoding import holds
from tesuji.engine.search import solve
from tesuji.model import Board, Puzzle, counted
from tesuji.puzzles import parse
from thorough import not_in_pyodide

MOST = 4
"""Larger sets are not tried: rounds are compared up to the first that needs more."""


class ByForce:
    """A literal implementation of the definition. Boards are numbered, and sets of boards are ints."""

    def __init__(self, puzzle: Puzzle, what: str):
        self.puzzle = puzzle
        self.chosen = list(members(counted(puzzle, what)))
        self.free = [number for number in range(len(puzzle.constraints)) if number not in self.chosen]
        boards = [Board(puzzle.givens.yes, puzzle.givens.no)]
        known = puzzle.givens.known
        for cell in members(puzzle.cells & ~known):
            known |= 1 << cell
            boards = [Board(b.yes | v << cell, b.no | (1 - v) << cell) for b in boards for v in (0, 1)]
            complete = [rule for rule in self.rules_with(cell) if not set_of(rule.scope) & ~known]
            boards = [b for b in boards if all(holds(rule, b) for rule in complete)]
        self.boards = boards
        self.all = (1 << len(boards)) - 1
        self.yes = [sum((b.yes >> cell & 1) << i for i, b in enumerate(boards)) for cell in range(puzzle.size)]
        self.holding = {n: sum(holds(puzzle.constraints[n], b) << i for i, b in enumerate(boards)) for n in self.chosen}

    def rules_with(self, cell: int) -> list:
        return [rule for number in self.free if cell in (rule := self.puzzle.constraints[number]).scope]

    def rounds(self) -> list[tuple[int, int]]:
        """Return (k, cells) of each round, up to the first whose k exceeds MOST."""
        boards, unknown, rounds = self.all, self.puzzle.cells & ~self.puzzle.givens.known, []
        sizes = range(0 if self.free else 1, min(MOST, len(self.chosen)) + 1)
        while unknown:
            found, size = next(
                ((found, size) for size in sizes if (found := self.level(boards, unknown, size))), (0, 0)
            )
            if not found:
                break
            rounds.append((size, found))
            unknown &= ~found
            for cell in members(found):
                value = bool(self.yes[cell] & self.solutions)
                boards &= self.yes[cell] if value else ~self.yes[cell]
        return rounds

    @property
    def solutions(self) -> int:
        found = self.all
        for number in self.chosen:
            found &= self.holding[number]
        return found

    def level(self, boards: int, unknown: int, size: int) -> int:
        """Return the unknown cells that some `size` constraints force on these boards."""
        forced = 0
        for numbers in combinations(self.chosen, size):
            left = boards
            for number in numbers:
                left &= self.holding[number]
            for cell in members(unknown & ~forced):
                if self.yes[cell] & left in (0, left):
                    forced |= 1 << cell
        return forced


def rounds_of(puzzle: Puzzle, book, tiers) -> list[tuple[int, int]] | None:
    answer = run(solve(puzzle))
    if answer.verdict == "none":
        return None
    return run(measure(puzzle, answer.boards[0], answer.forced.known, book.explaining.counted, tiers)).rounds


def assert_same(found: list[tuple[int, int]], expected: list[tuple[int, int]]) -> None:
    assert found[: len(expected)] == expected
    assert len(found) == len(expected) or found[len(expected)][0] > MOST


def runs(line) -> list[int]:
    return [len(part) for part in "".join("#" if pixel else "." for pixel in line).split(".") if part]


def nonogram(rows) -> dict:
    pixels = [[row >> column & 1 for column in range(4)] for row in rows]
    return {
        "kind": "nonogram",
        "rows": [runs(row) for row in pixels],
        "cols": [runs(column) for column in zip(*pixels)],
    }


documents = st.one_of(
    st.builds(nonogram, st.lists(st.integers(0, 15), min_size=2, max_size=3)),
    st.builds(
        lambda grid: {"kind": "minesweeper", "grid": grid},
        st.lists(st.text("..123", min_size=4, max_size=4), min_size=3, max_size=3),
    ),
    st.builds(
        lambda grid: {"kind": "slitherlink", "grid": grid},
        st.lists(st.text("..0123", min_size=3, max_size=3), min_size=2, max_size=3),
    ),
    st.builds(
        lambda grid: {"kind": "binoxxo", "grid": grid[: len(grid) // 2 * 2]},
        st.lists(st.text("..OX", min_size=4, max_size=4), min_size=2, max_size=4),
    ),
)


@settings(max_examples=60, deadline=None)
@given(documents)
def test_a_map_agrees_with_its_definition(document):
    book, puzzle = parse(document)
    found = rounds_of(puzzle, book, book.explaining.tiers)
    if found is not None:
        assert_same(found, ByForce(puzzle, book.explaining.counted).rounds())


HARDER = [
    {"kind": "nonogram", "rows": [[1], [1], [1], [1]], "cols": [[2], [1, 1]]},
    {"kind": "nonogram", "rows": [[1, 1], [1, 1], [2]], "cols": [[1, 1], [2], [1], [1]]},
    {"kind": "slitherlink", "grid": ["2..", ".1.", "..."]},
    {"kind": "slitherlink", "grid": ["2.2", "...", ".3."]},
    {"kind": "slitherlink", "grid": [".2.", "2.2", "..3"]},
    {"kind": "binoxxo", "grid": ["O...", "..X.", "....", ".X.O"]},
    {"kind": "minesweeper", "grid": ["......", "122221"]},
    {"kind": "hitori", "grid": ["332", "211", "421"]},
    {"kind": "hitori", "grid": ["412", "332", "123", "144"]},
]


@pytest.mark.parametrize("document", HARDER)
def test_harder_maps(document):
    book, puzzle = parse(document)
    expected = ByForce(puzzle, book.explaining.counted).rounds()
    assert_same(rounds_of(puzzle, book, book.explaining.tiers), expected)
    assert_same(rounds_of(puzzle, book, ()), expected)


@not_in_pyodide
def test_no_query_of_a_map_is_hopeless():
    """One query of this board took over 30,000 conflicts when edges were decided before the inside of the loop."""
    grid = (
        "21...33..3 .....0...1 .012...2.. .1...01.22 3..2...3.. ..2...3..1 03.21...1. ..2...231. 3...3..... 2..01...00"
    )
    _, puzzle = parse({"kind": "slitherlink", "grid": grid.split()})
    solution = run(solve(puzzle)).boards[0]
    steps = measure(puzzle, solution, puzzle.cells)
    assert sum(1 for _ in islice(steps, 20_000)) < 20_000
