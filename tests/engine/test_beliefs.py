"""Belief propagation against brute force: exact for a single line, approximate for a whole board."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.constraints import Runs
from tesuji.constraints.runs import runs_of
from tesuji.engine.budget import run
from tesuji.engine.sat import encoding
from tesuji.engine.sat.beliefs import Beliefs, _Line, places_of
from tesuji.engine.sat.encoding import BELIEFS, LAZY, ORDER, ORDER_BELIEFS, PORTFOLIO, Learner
from tesuji.model import Board
from tesuji.puzzles import parse


def text_of(cells) -> str:
    return "".join(".#"[cell] for cell in cells)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.floats(0.1, 10)), min_size=2, max_size=9))
def test_marginals_of_a_line(line):
    """The weight of all placements, and of those that fill a cell, given some known cells and the odds of the others."""
    n, picture, odds = len(line), [cell for cell, _, _ in line], [value for _, _, value in line]
    runs = runs_of(text_of(picture))
    yes = sum(1 << at for at, (cell, known, _) in enumerate(line) if cell and known)
    no = sum(1 << at for at, (cell, known, _) in enumerate(line) if not cell and known)
    passing = _Line(Runs(range(n), runs), Board(yes, no))
    if not runs or not passing.open:
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


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9))
def test_places_of_runs(line):
    """No placement is left out, and in an empty line no place is superfluous. There are no places if the runs do not
    fit.
    """
    n, runs = len(line), runs_of(text_of([cell for cell, _ in line]))
    yes = sum(1 << at for at, (cell, known) in enumerate(line) if cell and known)
    no = sum(1 << at for at, (cell, known) in enumerate(line) if not cell and known)
    places = places_of(runs, yes, no, n)
    starts: list[set[int]] = [set() for _ in runs]
    for cells in product((0, 1), repeat=n):
        number = sum(cell << at for at, cell in enumerate(cells))
        if runs_of(text_of(cells)) == runs and not yes & ~number and not no & number:
            begins = [at for at in range(n) if cells[at] and not (at and cells[at - 1])]
            for found, at in zip(starts, begins):
                found.add(at)
    assert all(found <= set(some) for found, some in zip(starts, places, strict=True))
    if not yes and not no:
        assert [sorted(found) for found in starts] == [list(some) for some in places]


def test_places_of_runs_that_do_not_fit():
    assert places_of([2, 2], 0, 0, 4) == places_of([3], 1, 1 << 1, 4) == []


LETTER = ["####.", "#...#", "####.", "#...#", "####."]
DOCUMENT = {
    "kind": "nonogram",
    "rows": [runs_of(row) for row in LETTER],
    "cols": [runs_of("".join(column)) for column in zip(*LETTER)],
}


def test_beliefs_of_a_board():
    """If exactly one board fits, most cells are believed to have its values; known cells are certain."""
    puzzle = parse(DOCUMENT)[1]
    board = sum(1 << cell for cell, letter in enumerate("".join(LETTER)) if letter == "#")
    beliefs = Beliefs(puzzle.constraints, Board(1, 1 << 4), puzzle.size)
    assert beliefs.probabilities() == [1.0, 0.5, 0.5, 0.5, 0.0] + [0.5] * 20
    run(beliefs.listen(40))
    assert beliefs.settled and not list(beliefs.listen(1))
    found = beliefs.probabilities()
    assert found[0] == 1 and found[4] == 0
    right = sum((probability > 0.5) == (board >> cell & 1) for cell, probability in enumerate(found))
    assert right >= 0.8 * puzzle.size


@given(st.lists(st.text("#.", min_size=4, max_size=4), min_size=3, max_size=4))
def test_every_voice_finds_every_board(rows):
    """Each voice alone, and all of them with turns of one conflict."""
    columns = ["".join(column) for column in zip(*rows)]
    document = {"kind": "nonogram", "rows": [runs_of(row) for row in rows], "cols": [runs_of(c) for c in columns]}
    puzzle = parse(document)[1]
    voices = LAZY, BELIEFS, ORDER_BELIEFS, ORDER
    portfolios = [[voice._replace(turn=None)] for voice in voices]
    portfolios.append([voice._replace(turn=1) for voice in voices])
    found = []
    for voices in portfolios:
        learner, boards = Learner(puzzle, Board(), voices=voices), set()
        while (board := run(learner.find())) is not None:
            boards.add(board)
            learner.exclude(board)
        found.append(boards)
    assert sum(1 << cell for cell, letter in enumerate("".join(rows)) if letter == "#") in {b.yes for b in found[0]}
    assert all(boards == found[0] for boards in found)


def test_runs_of_odd_length_as_short_as_possible_in_every_second_line():
    """The 3s of the columns need all cells of the rows with a 1 in between; without counting, this takes thousands of
    conflicts.
    """
    rows = [[3], *[[1], [3, 1]] * 9, [1], [1]]
    columns = [[1], [1], *[[1, 3], [1]] * 9, [3]]
    learner = Learner(parse({"kind": "nonogram", "rows": rows, "cols": columns})[1], Board(), voices=[ORDER])
    learner.exclude(run(learner.find()))
    assert run(learner.find()) is None and learner.conflicts < 500


def test_the_surest_cells_are_decided_first():
    """The cells about which belief propagation is most certain come before all other variables."""
    puzzle = parse(DOCUMENT)[1]
    learner = Learner(puzzle, Board(), voices=[BELIEFS])
    solver = run(learner._configuration(BELIEFS)).solver
    found = learner.beliefs.probabilities()
    sure = [abs(chance - 0.5) for chance in found]
    assert len(set(found)) > 10 and [bool(phase & 1) for phase in solver.saved_phase[:25]] == [x > 0.5 for x in found]
    queue = sorted(range(len(solver.stamp)), key=solver.stamp.__getitem__, reverse=True)
    assert [sure[cell] for cell in queue[: puzzle.size]] == sorted(sure, reverse=True)
    assert solver.cursor == solver.newest == queue[0]


ALIKE = {"kind": "nonogram", "rows": [[1]] * 5, "cols": [[1]] * 5}
"""All cells are equally likely."""


ROUND = [voice.turn for voice in PORTFOLIO]
LATER = [voice.turn * voice.growth for voice in PORTFOLIO]


@pytest.mark.parametrize(
    ("document", "turns"), [(DOCUMENT, ROUND + LATER), (ALIKE, [LAZY.turn, sum(ROUND[1:]), LAZY.turn, sum(LATER[1:])])]
)
def test_flat_beliefs_leave_their_turn_to_the_next_voice(document, turns, monkeypatch):
    """If the beliefs are not flat, they change from turn to turn, because more messages are sent."""
    given_turns: list[int] = []
    orders: list[list[int]] = []

    def find(self, assumed, parts, excluding, turn, progress):
        given_turns.append(turn)
        if self.believes:
            orders.append(self.solver.saved_phase[:25] + self.solver.stamp[:25])
        yield progress
        return [] if len(given_turns) == len(turns) else None

    monkeypatch.setattr(encoding.Configuration, "find", find)
    monkeypatch.setattr(encoding, "ROUNDS", 1)
    monkeypatch.setattr(encoding, "MORE_ROUNDS", 1)
    learner = Learner(parse(document)[1], Board(), voices=PORTFOLIO)
    assert run(learner.find()) is None
    assert given_turns == turns
    assert len(orders) == (10 if document is DOCUMENT else 0)
    assert all(one != other for one, other in zip(orders[:3], orders[1:]))


def test_the_voice_that_has_answered_begins_the_next_time(monkeypatch):
    """It keeps its learnt clauses: if one board is known, the next is often close to it."""
    asked: list[bool] = []

    def find(self, assumed, parts, excluding, turn, progress):
        asked.append(self.lazy_lines)
        yield progress
        return None if self.lazy_lines else []

    monkeypatch.setattr(encoding.Configuration, "find", find)
    learner = Learner(parse(DOCUMENT)[1], Board(), voices=[LAZY, ORDER])
    assert run(learner.find()) is run(learner.find()) is None
    assert asked == [True, False, False] and learner.voice == ORDER.name
