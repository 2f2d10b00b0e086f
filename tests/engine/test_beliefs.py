"""Belief propagation against brute force: one line exactly, a whole board by what it leads to."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.constraints import Runs
from tesuji.constraints.runs import runs_of
from tesuji.engine.budget import run
from tesuji.engine.sat import encoding
from tesuji.engine.sat.beliefs import _Line, beliefs
from tesuji.engine.sat.encoding import BELIEFS, LAZY, ORDER, PORTFOLIO, UNDECIDED, Learner
from tesuji.model import Board
from tesuji.puzzles import parse


def text_of(cells) -> str:
    return "".join(".#"[cell] for cell in cells)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(0.1, 10)), min_size=2, max_size=9))
def test_marginals_of_a_line(line):
    """The weight of all placements, and of those that fill a cell, given some known cells and the odds of the
    others."""
    n, picture, odds = len(line), [cell for cell, _, _ in line], [value for _, _, value in line]
    runs = runs_of(text_of(picture))
    yes = sum(1 << at for at, (cell, known, _) in enumerate(line) if cell and known)
    no = sum(1 << at for at, (cell, known, _) in enumerate(line) if not cell and known)
    passing = _Line(Runs(range(n), runs), Board(yes, no))
    if not runs or passing.places < 2:
        return
    every, filled = 0.0, [0.0] * n
    for cells in product((0, 1), repeat=n):
        number = sum(cell << at for at, cell in enumerate(cells))
        if runs_of(text_of(cells)) != runs or yes & ~number or no & number:
            continue
        weight = 1.0
        for cell, value in zip(cells, odds):
            weight *= value if cell else 1
        every += weight
        filled = [total + weight * cell for total, cell in zip(filled, cells)]
    found, total = passing._marginals(odds)
    close = 1e-9 * every
    assert abs(total - every) <= close and all(abs(a - b) <= close for a, b in zip(found, filled))


LETTER = ["####.", "#...#", "####.", "#...#", "####."]
DOCUMENT = {
    "kind": "nonogram",
    "rows": [runs_of(row) for row in LETTER],
    "cols": [runs_of("".join(column)) for column in zip(*LETTER)],
}


def test_beliefs_of_a_board():
    """Where one board fits, most cells are believed to be as they are there; known cells are certain."""
    puzzle = parse(DOCUMENT)[1]
    board = sum(1 << cell for cell, letter in enumerate("".join(LETTER)) if letter == "#")
    found = run(beliefs(puzzle.constraints, Board(1, 1 << 4), puzzle.size))
    assert found[0] == 1 and found[4] == 0
    right = sum((probability > 0.5) == (board >> cell & 1) for cell, probability in enumerate(found))
    assert right >= 0.8 * puzzle.size


@given(st.lists(st.text("#.", min_size=4, max_size=4), min_size=3, max_size=4))
def test_every_voice_finds_every_board(rows):
    """Each by itself, and all in turns of one conflict."""
    columns = ["".join(column) for column in zip(*rows)]
    document = {"kind": "nonogram", "rows": [runs_of(row) for row in rows], "cols": [runs_of(c) for c in columns]}
    puzzle = parse(document)[1]
    portfolios = [[voice._replace(turn=None, enters=0)] for voice in (LAZY, BELIEFS, ORDER)]
    portfolios.append([voice._replace(turn=1, enters=number) for number, voice in enumerate((LAZY, BELIEFS, ORDER))])
    found = []
    for voices in portfolios:
        learner, boards = Learner(puzzle, Board(), voices=voices), set()
        while (board := run(learner.find())) is not None:
            boards.add(board)
            learner.exclude(board)
        found.append(boards)
    assert sum(1 << cell for cell, letter in enumerate("".join(rows)) if letter == "#") in {b.yes for b in found[0]}
    assert all(boards == found[0] for boards in found)


def test_the_surest_cells_are_decided_first():
    """Those of which belief propagation is nearest to certain, in front of all other variables."""
    puzzle = parse(DOCUMENT)[1]
    learner = Learner(puzzle, Board(), voices=[BELIEFS])
    run(learner._configuration(BELIEFS))
    solver, sure = learner.portfolio[BELIEFS.name].solver, [abs(share - 0.5) for share in learner.beliefs]
    queue = sorted(range(len(solver.stamp)), key=solver.stamp.__getitem__, reverse=True)
    assert [sure[cell] for cell in queue[: puzzle.size]] == sorted(sure, reverse=True)
    assert solver.cursor == solver.newest == queue[0]


ALIKE = {"kind": "nonogram", "rows": [[1]] * 5, "cols": [[1]] * 5}
"""Every cell is as likely as any other."""


@pytest.mark.parametrize(
    ("document", "turns"),
    [
        (DOCUMENT, [LAZY.turn, BELIEFS.turn, ORDER.turn, 2 * LAZY.turn, 2 * BELIEFS.turn]),
        (ALIKE, [LAZY.turn, BELIEFS.turn + ORDER.turn, 2 * LAZY.turn, 2 * (BELIEFS.turn + ORDER.turn), 4 * LAZY.turn]),
    ],
)
def test_flat_beliefs_leave_their_turn_to_the_next_voice(document, turns, monkeypatch):
    turns_given: list[int] = []

    def find(self, assumed, excluding, turn, progress):
        turns_given.append(turn)
        yield progress
        return None if len(turns_given) == 5 else UNDECIDED

    monkeypatch.setattr(encoding.Configuration, "find", find)
    learner = Learner(parse(document)[1], Board(), voices=PORTFOLIO)
    assert run(learner.find()) is None
    assert turns_given == turns
    assert (BELIEFS.name in learner.portfolio) == (document is DOCUMENT)
