"""NAME: a second, plain implementation of the rules for tests/test_laws.py."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from oracle import Oracle
from tesuji.puzzles import read, write


def number(board, r, c):
    """Return the number of filled cells in the cross around a place."""
    near = ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return sum(board[y][x] == "#" for y, x in near if 0 <= y < len(board) and 0 <= x < len(board[0]))


def solutions(document):
    """Return all solutions by trying every board, independently of the tested code."""
    grid = document["grid"]
    clues = [(r, c, int(letter)) for r, row in enumerate(grid) for c, letter in enumerate(row) if letter != "."]
    boards = product(map("".join, product("#.", repeat=len(grid[0]))), repeat=len(grid))
    return [list(board) for board in boards if all(number(board, r, c) == value for r, c, value in clues)]


@st.composite
def documents(draw):
    """Draw tiny puzzles, with and without solutions."""
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    board = ["".join(draw(st.sampled_from("#.")) for _ in range(width)) for _ in range(height)]
    letters = [[draw(st.sampled_from([str(number(board, r, c)), "."])) for c in range(width)] for r in range(height)]
    if draw(st.integers(0, 3)) == 0:
        letters[draw(st.integers(0, height - 1))][draw(st.integers(0, width - 1))] = draw(st.sampled_from("012345"))
    return {"kind": "KIND", "grid": ["".join(row) for row in letters]}


ORACLE = Oracle(documents(), solutions)


def test_it_is_typed_as_rows_below_its_name():
    document = {"kind": "KIND", "grid": ["2.", ".3"]}
    assert write(document, "text")[0] == "KIND\n2.\n.3\n"
    assert read("KIND\n2.\n.3") == (document, "text")
