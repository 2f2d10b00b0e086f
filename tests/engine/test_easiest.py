"""The easiest reason for a single cell, and the distance between steps."""

from __future__ import annotations

import pytest

from tesuji.bitset import members
from tesuji.engine.budget import Progress, run
from tesuji.engine.context import Context
from tesuji.engine.reasons.easiest import EasiestStep
from tesuji.engine.reasons.proximity import _distance
from tesuji.engine.reasons.steps import SWEEPS
from tesuji.model import Board, Technique
from tesuji.puzzles import rulebooks

BOOKS = [book for book in rulebooks().values() if book.explaining.techniques]


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.kind)
def test_the_easiest_technique_that_settles_a_cell_is_named(book):
    """It is the first in the list with a step that contains the cell, whatever other cells that step contains; the step
    is then limited to what is needed.
    """
    puzzle = book.parse(next(one["document"] for one in book.examples if one["level"] == "easy"))
    first = {}
    for technique in book.explaining.techniques:
        for step in technique.find(Context(puzzle, book), puzzle.givens) if technique.level <= SWEEPS else ():
            for cell in members((step.yes | step.no) & ~puzzle.givens.known) if step else ():
                first.setdefault(cell, technique.name)
    easiest = EasiestStep(Context(puzzle, book), Progress(), None)
    easiest.on(puzzle.givens)
    for cell in sorted(first, key=lambda cell: (cell % 7, cell))[:12]:
        step = run(easiest.reason(1 << cell))
        assert step.technique == first[cell] and step.yes | step.no == 1 << cell


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.kind)
def test_a_step_with_too_many_cells_is_searched_again(book):
    """On a fuller board the same technique is reported as it looks there, with the requested cell."""
    puzzle = book.parse(next(one["document"] for one in book.examples if one["level"] == "easy"))
    easiest = EasiestStep(Context(puzzle, book), Progress(), None)
    easiest.on(puzzle.givens)
    sweeps = [technique for technique in book.explaining.techniques if technique.level <= SWEEPS]
    steps = [step for technique in sweeps for step in technique.find(Context(puzzle, book), puzzle.givens) if step]
    large = [step for step in steps if (step.yes | step.no).bit_count() > 1]
    if not large:
        pytest.skip("no step of the example settles several cells")
    last = large[-1]
    for cell in members((last.yes | last.no) & ~puzzle.givens.known):
        found = run(easiest.reason(1 << cell))
        assert found.yes | found.no == 1 << cell
        easiest.on(easiest.board.joined(Board(found.yes, found.no)))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.kind)
def test_each_technique_is_looked_through_once_on_a_board(book):
    """This holds for any number of requested cells; none of them is settled, so all techniques are searched."""
    puzzle = book.parse(next(one["document"] for one in book.examples if one["level"] == "easy"))
    begun = []

    def found_by_none(puzzle, board, name):
        begun.append(name)
        yield None

    techniques = tuple(
        Technique(one.name, one.level, lambda puzzle, board, name=one.name: found_by_none(puzzle, board, name))
        for one in book.explaining.techniques
    )
    book = book._replace(explaining=book.explaining._replace(techniques=techniques))
    easiest = EasiestStep(Context(puzzle, book), Progress(), None)
    easiest.on(puzzle.givens)
    for cell in list(members(puzzle.cells & ~puzzle.givens.known))[:3]:
        run(easiest.reason(1 << cell))
    assert begun == [technique.name for technique in techniques]


@pytest.mark.parametrize(
    ("work", "begun", "found"), [(0, False, False), (1, True, False), (2, True, True), (None, True, True)]
)
def test_hard_searches_begin_while_any_work_is_left(work, begun, found):
    """A hard technique pauses once and finds nothing; unnamed steps come after it."""
    book = BOOKS[0]
    puzzle = book.parse(next(one["document"] for one in book.examples if one["level"] == "easy"))
    looked = []

    def found_by_none(puzzle, board):
        looked.append(board)
        yield None

    book = book._replace(explaining=book.explaining._replace(techniques=(Technique("one", SWEEPS + 1, found_by_none),)))
    easiest = EasiestStep(Context(puzzle, book), Progress(), work)
    easiest.on(puzzle.givens)
    reason = run(easiest.reason(puzzle.cells & ~puzzle.givens.known))
    assert (bool(looked), reason is not None) == (begun, found)


@pytest.mark.parametrize(
    ("other", "steps"),
    [
        ((0, 0, 0, 0), 0),
        ((1, 3, 1, 3), 0),
        ((5, 6, 0, 0), 3),
        ((0, 0, 4, 9), 2),
        ((-4, -3, 2, 2), 3),
        ((9, 9, 9, 9), 14),
    ],
)
def test_how_far_boxes_are_distance(other, steps):
    """Boxes are (top, bottom, left, right). The distance is rows plus columns, and is symmetric."""
    assert _distance((0, 2, 0, 2), other) == _distance(other, (0, 2, 0, 2)) == steps
