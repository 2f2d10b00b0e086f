"""Conflicts and smallest forcing sets against brute force over all subsets, on small boards."""

from __future__ import annotations

from itertools import combinations
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji import hitting_set as hitting_sets
from tesuji.bitset import literals, members
from tesuji.calls.arguments import marks_of
from tesuji.constraints import SingleLoop, runs
from tesuji.engine.budget import Budget, Progress, run
from tesuji.engine.reasons import assumptions
from tesuji.engine.reasons.assumptions import DIFFERENT_AT_ONCE, Assumptions
from tesuji.engine.reasons.conflict import conflict, forcing_set, obvious
from tesuji.engine.reasons.story import story
from tesuji.engine.sat.encoding import holds
from tesuji.errors import Contradiction
from tesuji.hitting_set import BRANCHES, greedy, hitting_set
from tesuji.model import Board, Puzzle, counted
from tesuji.puzzles import parse
from thorough import not_in_pyodide


def fits(puzzle: Puzzle, numbers, board: Board) -> bool:
    """Return whether some complete board agrees with `board` and satisfies these constraints, by trying all."""
    open_cells = list(members(puzzle.cells & ~board.known))
    for choice in range(1 << len(open_cells)):
        yes = board.yes | sum((choice >> place & 1) << cell for place, cell in enumerate(open_cells))
        complete = Board(yes, puzzle.cells & ~yes)
        if all(holds(puzzle.constraints[number], complete) for number in numbers):
            return True
    return False


def smallest_by_force(puzzle: Puzzle, what: str, known: Board, cell: int) -> int | None:
    """Return the size of the smallest set of counted constraints that forces the cell."""
    chosen = counted(puzzle, what)
    free = [number for number in range(len(puzzle.constraints)) if not chosen >> number & 1]
    opposites = [Board(known.yes | 1 << cell, known.no), Board(known.yes, known.no | 1 << cell)]
    for size in range(chosen.bit_count() + 1):
        for numbers in combinations(members(chosen), size):
            if not all(fits(puzzle, [*free, *numbers], opposite) for opposite in opposites):
                return size
    return None


lines = st.lists(st.integers(0, 15), min_size=3, max_size=3)


def picture(rows, width=4) -> dict:
    """Return the nonogram of a small picture."""
    pixels = [[row >> column & 1 for column in range(width)] for row in rows]
    runs = lambda line: [len(part) for part in "".join("#" if pixel else "." for pixel in line).split(".") if part]
    return {
        "kind": "nonogram",
        "rows": [runs(row) for row in pixels],
        "cols": [runs(column) for column in zip(*pixels)],
    }


def mixed(first, second) -> dict:
    """Return the rows of one picture with the columns of another, which seldom have a solution."""
    return {**picture(first), "cols": picture(second)["cols"]}


grids = {
    "slitherlink": st.lists(st.text(".0123", min_size=2, max_size=2), min_size=2, max_size=2),
    "minesweeper": st.lists(st.text("..123", min_size=3, max_size=3), min_size=3, max_size=3),
    "binoxxo": st.lists(st.text("...OX", min_size=4, max_size=4), min_size=2, max_size=2),
}
documents = st.one_of(
    st.builds(mixed, lines, lines),
    *[st.builds(lambda grid, kind=kind: {"kind": kind, "grid": grid}, grid) for kind, grid in grids.items()],
)


def blamed_or_free(puzzle: Puzzle, what: str) -> tuple[Board, list[int]]:
    """Return the cells and the constraints that always hold: if rules are counted, these are the constraints that are
    not counted, and no givens.
    """
    chosen = counted(puzzle, what) if what == "clues" else 0
    free = [number for number in range(len(puzzle.constraints)) if not chosen >> number & 1]
    return (puzzle.givens if what == "clues" else Board()), free


@settings(max_examples=60, deadline=None)
@given(documents)
def test_a_conflict_cannot_hold_and_can_without_any_member(document):
    cannot_hold_and_can_without_any_member(document)


@settings(max_examples=30, deadline=None)
@given(documents)
def test_so_it_is_as_large_boards_are_asked(document):
    with patch.object(runs, "STARTS", 0), patch.multiple(assumptions, SMALL_BOARD=0, DIFFERENT_AT_ONCE=1):
        cannot_hold_and_can_without_any_member(document)


def cannot_hold_and_can_without_any_member(document):
    book, puzzle = parse(document)
    facts, free = blamed_or_free(puzzle, book.explaining.counted)
    found = run(conflict(puzzle, Board(), book.explaining.counted))
    if found is None:
        assert fits(puzzle, range(len(puzzle.constraints)), puzzle.givens)
        return
    assert found.minimal and found.marks == Board()
    given_cells = Board(facts.yes | found.givens.yes, facts.no | found.givens.no)
    assert not fits(puzzle, [*free, *found.constraints], given_cells)
    for number in found.constraints:
        assert fits(puzzle, [*free, *(other for other in found.constraints if other != number)], given_cells)
    for cell in members(found.givens.known):
        assert fits(
            puzzle, [*free, *found.constraints], Board(given_cells.yes & ~(1 << cell), given_cells.no & ~(1 << cell))
        )


@settings(max_examples=60, deadline=None)
@given(documents)
def test_the_smallest_conflict_and_its_story(document):
    """No smaller set of counted constraints and givens is contradictory. Each link of the story follows from one
    constraint, and the last one breaks a constraint.
    """
    book, puzzle = parse(document)
    what = book.explaining.counted
    facts, free = blamed_or_free(puzzle, what)
    found = run(conflict(puzzle, Board(), what))
    if found is None:
        return
    assert not found.constraints or not found.givens.known
    if found.smallest and what == "clues":
        for numbers in combinations(members(counted(puzzle, what)), len(found.constraints) - 1):
            assert fits(puzzle, [*free, *numbers], facts)
    elif found.smallest and found.givens.known:
        for cells in combinations(members(puzzle.givens.known), found.givens.known.bit_count() - 1):
            some = sum(1 << cell for cell in cells)
            assert fits(puzzle, free, Board(puzzle.givens.yes & some, puzzle.givens.no & some))
    known = found.givens if what == "rules" else puzzle.givens
    told = run(story(puzzle, found, what))
    for chain in told:
        supposed = known
        for link in chain.links:
            if link.constraint is not None:
                assert link.constraint in free or link.constraint in found.constraints
                assert says(puzzle, link.constraint, supposed, link)
            supposed = supposed.joined(Board(link.value << link.cell, (not link.value) << link.cell))
        assert not says_nothing_wrong(puzzle, chain.broken, supposed)
        first = chain.links[0] if chain.links else None
        if first and first.constraint is None:
            known = known.joined(Board((not first.value) << first.cell, first.value << first.cell))


def local(puzzle: Puzzle, number: int, board: Board) -> tuple[int, int]:
    scope = puzzle.constraints[number].scope
    return tuple(sum((side >> cell & 1) << place for place, cell in enumerate(scope)) for side in board)


def says(puzzle: Puzzle, number: int, board: Board, link) -> bool:
    """Return whether a constraint forces the cell of a link."""
    constraint = puzzle.constraints[number]
    yes, no = constraint.infer(*local(puzzle, number, board))
    return bool((yes if link.value else no) >> constraint.scope.index(link.cell) & 1)


def says_nothing_wrong(puzzle: Puzzle, number: int, board: Board) -> bool:
    try:
        puzzle.constraints[number].infer(*local(puzzle, number, board))
    except Contradiction:
        return False
    return True


def test_a_conflict_is_the_smallest_of_all():
    """Five of these eleven clues are enough for the contradiction."""
    grid = [".....2.", "2.1323.", "322.123", "3.3222.", "302022.", "3......", ".....13"]
    puzzle = parse({"kind": "slitherlink", "grid": grid})[1]
    found = run(conflict(puzzle))
    assert (len(found.constraints), found.minimal, found.smallest) == (5, True, True)
    with patch("tesuji.engine.reasons.conflict.LEARNING", 0):
        found = run(conflict(puzzle))
    assert (len(found.constraints) >= 5, found.minimal, found.smallest) == (True, True, False)


def test_work_on_lines_counts_in_the_limit_of_the_smallest_conflict():
    """The proof takes 2,600 propagations of literals, but coloured lines make it twice the work."""
    rows = ["1 1.2 1", "2 1", "1 2.1 1.1 1", "3 1.1 1", "1 1.1 1", "1 1.1 2.1 1"]
    cols = ["1 1.1 1", "1 1.1 2.1 1", "1 1.2 1", "1 1.1 1", "2 1.1 2", "2 1.2 1"]
    puzzle = parse({"kind": "nonogram", "colors": ["#c00", "#00c"], "rows": coloured(rows), "cols": coloured(cols)})[1]
    assert run(conflict(puzzle)).smallest
    with patch("tesuji.engine.reasons.conflict.LEARNING", 3500):
        found = run(conflict(puzzle))
    assert (len(found.constraints), found.minimal, found.smallest) == (7, True, False)


def coloured(lines: list[str]) -> list:
    return [[[int(number) for number in run.split()] for run in line.split(".")] for line in lines]


@not_in_pyodide
def test_sets_without_a_common_member_prove_the_smallest():
    """Six of these nineteen clues are enough for the contradiction; 4000 branches of hitting sets once failed to prove
    it.
    """
    rows = (
        ".222323.3. .2....2.1. 2101.1.20. 23..02.... 22.0131232 2221011.13 ....20..32 .10.3.3122 .1.1....3. .3.212232."
    )
    puzzle = parse({"kind": "slitherlink", "grid": rows.split()})[1]
    found = run(conflict(puzzle))
    assert (len(found.constraints), found.minimal, found.smallest) == (6, True, True)


@not_in_pyodide
def test_a_question_about_few_clues_does_not_get_lost():
    """To decide whether eight of these clues are consistent once took 40,000 conflicts of the learner."""
    rows = (
        "2...23.2.. 1.2..21113 ..2123.... 222...22.2 1.12...02. .21...31.2 1.22...212 ....2313.. 01101..3.2 ..0.00...2"
    )
    puzzle = parse({"kind": "slitherlink", "grid": rows.split()})[1]
    steps, pauses = conflict(puzzle), 0
    with pytest.raises(StopIteration) as ended:
        while pauses < 20_000:
            next(steps)
            pauses += 1
    found = ended.value.value
    assert (len(found.constraints), found.minimal, found.smallest) == (9, True, True)


@settings(max_examples=40, deadline=None)
@given(documents, st.integers(0, 1 << 12), st.integers(0, 1 << 12))
def test_marks_that_cannot_stand(document, yes, no):
    book, puzzle = parse(document)
    _, free = blamed_or_free(puzzle, book.explaining.counted)
    open_cells = puzzle.cells & ~puzzle.givens.known
    marks = Board(yes & open_cells, no & ~yes & open_cells)
    found = run(conflict(puzzle, marks, book.explaining.counted))
    both = Board(puzzle.givens.yes | marks.yes, puzzle.givens.no | marks.no)
    assert (found is None) == fits(puzzle, range(len(puzzle.constraints)), both)
    if found:
        assert not found.marks.yes & ~marks.yes and not found.marks.no & ~marks.no
        facts = puzzle.givens if book.explaining.counted == "clues" else found.givens
        for cell in members(found.marks.known):
            fewer = Board((facts.yes | found.marks.yes) & ~(1 << cell), (facts.no | found.marks.no) & ~(1 << cell))
            assert fits(puzzle, [*free, *found.constraints], fewer)


@settings(max_examples=40, deadline=None)
@given(documents, st.integers(0, 11))
def test_the_smallest_set_for_a_cell(document, cell):
    book, puzzle = parse(document)
    cell %= puzzle.size
    if puzzle.givens.known >> cell & 1 or not fits(puzzle, range(len(puzzle.constraints)), puzzle.givens):
        return
    found = run(forcing_set(puzzle, puzzle.givens, cell, book.explaining.counted))
    expected = smallest_by_force(puzzle, book.explaining.counted, puzzle.givens, cell)
    assert (None if found is None else len(found.constraints)) == expected
    if found:
        assert found.minimal
        chosen = counted(puzzle, book.explaining.counted)
        free = [number for number in range(len(puzzle.constraints)) if not chosen >> number & 1]
        wrong = Board(puzzle.givens.yes | (not found.value) << cell, puzzle.givens.no | found.value << cell)
        assert not fits(puzzle, [*free, *found.constraints], wrong)


def test_a_mark_on_a_given_cell():
    puzzle = parse({"kind": "minesweeper", "grid": ["1.", ".."]})[1]
    assert run(conflict(puzzle, Board(yes=1))) == ((), Board(yes=1), Board(no=1), True, False)


def test_few_tests_find_the_marks_that_close_a_loop(monkeypatch):
    """On the largest boards, one test for each of 8,000 marks takes minutes."""
    side = 20
    rows = ["-." * (side // 2)] * (side + 1)
    columns = ["||" + "." * (side - 1), *["." * (side + 1)] * (side - 1)]
    document = {"kind": "slitherlink", "grid": ["." * side] * side, "edges": {"h": rows, "v": columns}}
    book, puzzle = parse(document)
    asked, infer = [], SingleLoop.infer
    monkeypatch.setattr(SingleLoop, "infer", lambda *args: asked.append(1) or infer(*args))
    search = Assumptions(puzzle, "clues", None, Progress())
    found = run(obvious(puzzle, search, literals(*marks_of(book, puzzle))))
    assert len(found) <= 5 and len(asked) < 150


def test_a_spent_budget_returns_the_conflict_found_so_far():
    """Three rows require more cells than three columns allow. If the search is stopped before anything is removed, the
    returned set is still contradictory.
    """
    puzzle = parse({"kind": "nonogram", "rows": [[3], [3], [1]], "cols": [[1], [3], [3]]})[1]
    steps = conflict(puzzle)
    budget = Budget(1000)
    assert run(steps, budget).minimal


@pytest.mark.parametrize(
    ("sets", "limit", "size"),
    [
        ([], 0, 0),
        ([0b1], 0, None),
        ([0b11, 0b110], 1, 1),
        ([0b1, 0b10], 1, None),
        ([0b0011, 0b1100, 0b0110], 2, 2),
        ([0b001, 0b010, 0b100], 2, None),
    ],
)
def test_hitting_sets(sets, limit, size):
    found = run(hitting_set(sets, limit))
    assert (None if found is None else found.bit_count()) == size
    assert found is None or all(found & one for one in sets)


@not_in_pyodide
def test_many_pairs_of_lines_are_encoded_with_safe_points():
    """Each pair of lines adds 24 variables; 1,560 pairs of a board of 40x40 were once encoded without a safe point."""
    puzzle = parse({"kind": "binoxxo", "grid": ["." * 24] * 24})[1]
    found = Assumptions(puzzle, "clues")
    sizes = [len(found.solver.initial_phase) for _ in found._set_up()]
    most = max(after - before for before, after in zip(sizes, [*sizes[1:], len(found.solver.initial_phase)]))
    assert 24 * DIFFERENT_AT_ONCE <= most < 25 * DIFFERENT_AT_ONCE


def test_a_long_search_for_a_hitting_set_pauses():
    """Too few elements take many branches if the bound of disjoint sets does not show it."""
    random = Random(1)
    sets = [sum(1 << element for element in random.sample(range(24), 4)) for _ in range(60)]
    with patch("tesuji.hitting_set._hit", wraps=hitting_sets._hit) as branches:
        pauses = [branches.call_count for _ in hitting_set(sets, 7)]
    assert pauses == [*range(BRANCHES - 1, branches.call_count, BRANCHES)]
    assert len(pauses) > 1


@given(st.lists(st.integers(1, 255), max_size=9))
def test_a_greedy_hitting_set_hits_all_sets_and_begins_with_the_most_frequent_element(sets):
    found = greedy(sets)
    assert all(one & found for one in sets)
    assert all(any(one >> element & 1 for one in sets) for element in members(found))
    frequency = [sum(one >> element & 1 for one in sets) for element in range(8)]
    assert not sets or found >> frequency.index(max(frequency)) & 1


@given(st.lists(st.integers(1, 255), max_size=6))
def test_a_smallest_hitting_set(sets):
    limit = next(limit for limit in range(9) if run(hitting_set(sets, limit)) is not None)
    smaller = [sum(1 << e for e in chosen) for chosen in combinations(range(8), max(limit - 1, 0))]
    assert limit == 0 or not any(all(one & chosen for one in sets) for chosen in smaller)
