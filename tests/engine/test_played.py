"""The certain cells of a game in progress, against all its boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import oracle_of, shared
from tesuji.engine.budget import Progress, run
from tesuji.engine.making.played import certain
from tesuji.model import Board
from tesuji.puzzles import parse, rulebooks

ORACLES = {kind: oracle_of(kind) for kind in sorted(rulebooks())}


@pytest.mark.parametrize("kind", ORACLES)
@given(data=st.data())
@settings(max_examples=80)
def test_values_of_all_boards_are_certain(kind, data):
    """This holds whichever of the boards is the solution, and whatever is known of it."""
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    solutions = [book.read(puzzle, solution) for solution in ORACLES[kind].solutions(document)]
    if not solutions:
        return
    solution, shown = data.draw(st.sampled_from(solutions)), data.draw(st.integers(0, puzzle.cells))
    known = puzzle.givens.joined(Board(solution.yes & shown, solution.no & shown))
    left = [board for board in solutions if not (known.yes & ~board.yes or known.no & ~board.no)]
    assert run(certain(puzzle, known, solution, Progress())) == shared(left)


@pytest.mark.parametrize(("mines", "field"), [(1, ".*...."), (2, ".*..*."), (5, ".*****")])
def test_cells_that_no_number_touches_are_as_open_as_the_number_of_all_mines_leaves_them(mines, field):
    book, puzzle = parse({"kind": "minesweeper", "grid": ["1....."], "mines": mines})
    solution = book.read(puzzle, [field])
    found = run(certain(puzzle, puzzle.givens, solution, Progress()))
    assert found == (Board(0b10, 0b1) if mines == 2 else solution)
