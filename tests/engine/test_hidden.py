"""Hidden variables and variables with several values: solutions and their number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.bitset import members
from tesuji.constraints import AllDifferent, Count, Table, exactly_ones
from tesuji.engine import search
from tesuji.engine.budget import run
from tesuji.model import Block, Board, Clue, Puzzle, counted


def puzzle_of(blocks, constraints, givens=Board()) -> Puzzle:  # noqa: B008
    size = sum(block.width * block.height * (block.values if block.values > 2 else 1) for block in blocks)
    first = blocks[0]
    return Puzzle("test", first.width, first.height, size, (), tuple(constraints), givens, {}, tuple(blocks))


@pytest.mark.parametrize("probes", [0, search.PROBES])
@given(data=st.data())
def test_solutions_are_counted_by_visible_variables(probes, data):
    """Three visible cells and three hidden ones, with tables over both."""
    blocks = Block("cell", 3, 1), Block("hidden", 3, 1)
    scopes = st.permutations(range(6)).map(lambda cells: cells[:4])
    tables = data.draw(
        st.lists(st.builds(Table, scopes, st.sets(st.integers(0, 15), min_size=1, max_size=9)), min_size=1, max_size=3)
    )
    puzzle = puzzle_of(blocks, tables)
    boards = [
        board
        for board in range(64)
        if all(table.holds(sum((board >> cell & 1) << at for at, cell in enumerate(table.scope))) for table in tables)
    ]
    seen = {board & 7 for board in boards}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "PROBES", probes)
        answer = run(search.solve(puzzle, limit=20))
        verdict = run(search.solve(puzzle)).verdict
    assert verdict == ("multiple" if len(seen) > 1 else "unique" if seen else "none")
    assert {board.yes & 7 for board in answer.boards} == seen
    assert len(answer.boards) == len(seen)
    assert all(board.yes in boards and board.known == 63 for board in answer.boards)
    for cell in range(3) if seen else ():
        values = {board >> cell & 1 for board in seen}
        assert (answer.forced.known >> cell & 1) == (len(values) == 1)


def latin(size: int, givens: dict[int, int]) -> Puzzle:
    """Return a Latin square; `givens` has the values of some cells."""
    blocks = (Block("cell", size, size, size),)
    lines = [[row * size + at for at in range(size)] for row in range(size)]
    lines += [[at * size + column for at in range(size)] for column in range(size)]
    rules = [AllDifferent([range(cell * size, cell * size + size) for cell in line]) for line in lines]
    clues = [Count([cell * size + value], {1}, Clue(divmod(cell, size), value)) for cell, value in givens.items()]
    return puzzle_of(blocks, [*clues, *rules, *exactly_ones(blocks)])


def test_a_latin_square():
    answer = run(search.solve(latin(4, {0: 0, 5: 1, 10: 2})))
    assert answer.verdict == "multiple"
    answer = run(search.solve(latin(3, {0: 0, 4: 1, 8: 0})))
    assert answer.verdict == "none"
    answer = run(search.solve(latin(4, {0: 0, 1: 1, 6: 0, 11: 0})))
    boards = [sorted(members(board.yes)) for board in answer.boards]
    assert answer.verdict == "multiple" and all(len(board) == 16 for board in boards)
    answer = run(search.solve(latin(3, {0: 0, 1: 1, 3: 1})))
    assert answer.verdict == "unique" and answer.depth == 0


def test_definitions_of_variables_are_never_counted():
    puzzle = latin(3, {0: 0, 1: 1, 3: 1})
    assert [*members(counted(puzzle, "clues"))] == [0, 1, 2]
    assert [*members(counted(puzzle, "rules"))] == list(range(9))
