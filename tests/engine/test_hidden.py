"""Hidden variables and variables with several values: solutions, their number, and steps by way of hidden variables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import full_boards, shared
from small_kinds import BOOKS, DOCUMENTS, rectangles
from tesuji.bitset import members
from tesuji.constraints import AllDifferent, Count, Table, exactly_ones
from tesuji.constraints.general_techniques import GENERAL
from tesuji.engine import search
from tesuji.engine.budget import run
from tesuji.engine.context import Context
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.grade import grade
from tesuji.engine.reasons.steps import Explainer, explain, refutation
from tesuji.engine.reasons.waves import waves
from tesuji.engine.sat.solver import Core
from tesuji.model import Block, Board, Clue, Puzzle, Step, counted
from tesuji.rulebook import Rulebook, Scale
from tesuji.variables import visible


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


# -- steps by way of hidden variables ----------------------------------------------------------------------------------


def check_step(puzzle: Puzzle, before: Board, step: Step, truth: Board) -> None:
    """Check that a step is about visible variables, true in all solutions, and follows from its own reasons."""
    settled, reasons = step.yes | step.no, sum(1 << number for number in step.because)
    assert settled and not settled & (before.known | ~visible(puzzle)) and not step.cells & ~before.known
    assert not step.yes & ~truth.yes and not step.no & ~truth.no, step.technique
    assumptions = Assumptions(puzzle, "clues", before.within(step.cells))
    assert not reasons & ~assumptions.counted and step.k == len(step.because)
    for literal in members(settled):
        opposite = 2 * literal + (step.yes >> literal & 1)
        assert isinstance(run(assumptions.ask([opposite], reasons)), Core), step


def check_steps(book: Rulebook, puzzle: Puzzle, truth: Board | None) -> list[Step]:
    """Check an explanation, and that techniques find the same with and without what they remember of earlier boards."""
    found = run(explain(puzzle, book))
    if truth is None:
        assert found.verdict == "none"
        return []
    context, board = Context(puzzle, book), puzzle.givens
    for step in found.steps:
        check_step(puzzle, board, step, truth)
        for technique in GENERAL:
            steps = [one for one in technique.find(context, board) if one]
            assert steps == [one for one in technique.find(Context(puzzle, book), board) if one]
            for one in steps:
                check_step(puzzle, board, one, truth)
        supposed = [chain.links[0].cell for chain in run(refutation(context, board, step))[:-1]]
        assert all(visible(puzzle) >> cell & 1 for cell in supposed)
        board = board.joined(Board(step.yes, step.no))
    assert board.within(visible(puzzle)) == truth
    return found.steps


@st.composite
def linked_puzzles(draw) -> Puzzle:
    """Draw tables and counts over visible and hidden variables with two or three values, some of them clues."""
    blocks = (Block("cell", 2, 1), Block("cell", 2, 1, 3), Block("hidden", 4, 1), Block("hidden", 2, 1, 3))
    rules = []
    for number in range(draw(st.integers(2, 7))):
        scope = draw(st.lists(st.integers(0, 17), min_size=2, max_size=4, unique=True))
        clue = Clue((0, number), number) if draw(st.booleans()) else None
        if draw(st.booleans()):
            rules.append(Count(scope, draw(st.sets(st.integers(0, len(scope)), min_size=1, max_size=2)), clue))
        else:
            most = (1 << len(scope)) - 1
            rules.append(Table(scope, draw(st.sets(st.integers(0, most), min_size=1, max_size=most)), clue))
    return puzzle_of(blocks, [*rules, *exactly_ones(blocks)])


@given(linked_puzzles())
def test_steps_by_way_of_hidden_variables_hold_and_state_all_reasons(puzzle):
    boards = [board.within(visible(puzzle)) for board in full_boards(puzzle, puzzle.givens)]
    check_steps(Rulebook("test", lambda document: puzzle), puzzle, shared(boards) if boards else None)


def divisions(grid: list[str]) -> list[Board]:
    """Return the borders of each division of a board into rectangles that have one number each, by plain search."""
    width, height = len(grid[0]), len(grid)
    cells = {(r, c) for r in range(height) for c in range(width)}
    found, open_ones = [], [()]
    while open_ones:
        parts = open_ones.pop()
        left = cells.difference(*parts)
        if not left:
            found.append(borders(parts, width, height))
        for size in range(1, len(left) + 1) if left else ():
            for part in rectangles(width, height, size):
                numbers = [grid[r][c] for r, c in part if grid[r][c] != "."]
                if min(left) in part and part <= left and numbers == [str(size)]:
                    open_ones.append((*parts, part))
    return found


def borders(parts, width: int, height: int) -> Board:
    owner = {cell: number for number, part in enumerate(parts) for cell in part}
    sides = [((r - 1, c), (r, c)) for r in range(height + 1) for c in range(width)]
    sides += [((r, c - 1), (r, c)) for r in range(height) for c in range(width + 1)]
    yes = sum(1 << edge for edge, (one, other) in enumerate(sides) if owner.get(one) != owner.get(other))
    return Board(yes, (1 << len(sides)) - 1 & ~yes)


@st.composite
def divided(draw) -> list[str]:
    """Draw a board of rectangles with their numbers, one of which may be wrong or missing."""
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    grid, left = [["."] * width for _ in range(height)], {(r, c) for r in range(height) for c in range(width)}
    while left:
        fitting = [
            part
            for size in range(1, 7)
            for part in rectangles(width, height, size)
            if min(left) in part and part <= left
        ]
        part = draw(st.sampled_from(fitting))
        r, c = draw(st.sampled_from(sorted(part)))
        grid[r][c] = str(len(part))
        left -= part
    if draw(st.integers(0, 3)) == 0:
        grid[draw(st.integers(0, height - 1))][draw(st.integers(0, width - 1))] = draw(st.sampled_from(".123"))
    return ["".join(row) for row in grid]


@given(divided())
def test_rectangles_are_explained_like_plain_search_solves_them(grid):
    boards, book = divisions(grid), BOOKS["rectangles"]
    puzzle = book.parse({"kind": "rectangles", "grid": grid})
    check_steps(book, puzzle, shared(boards) if boards else None)


def test_rectangles_need_no_trial():
    book = BOOKS["rectangles"]
    puzzle = book.parse(DOCUMENTS["rectangles"])
    steps = check_steps(book, puzzle, shared(divisions(DOCUMENTS["rectangles"]["grid"])))
    assert {step.technique for step in steps} <= {"rule", "short-links", "linked-rules"} and len(steps) < 25


def test_a_puzzle_of_short_chains_is_easy():
    """An easy puzzle must be possible in a kind whose rules are all about hidden variables."""
    puzzle = BOOKS["rectangles"].parse({"kind": "rectangles", "grid": ["2.4", "...", "..3"]})
    found = run(waves(puzzle, BOOKS["rectangles"]))
    assert (grade(found, Scale()).level, found.ending) == (1, "solved")


def test_trials_are_not_replaced_if_the_search_for_fewer_reasons_would_take_most_of_the_time():
    """Rules of several values and hidden variables give the clause learner many literals."""
    puzzle, hidden = (BOOKS[kind].parse(DOCUMENTS[kind]) for kind in ("areas", "rectangles"))
    explainer = Explainer(Context(puzzle, BOOKS["areas"]))
    run(explainer.run())
    trials = [step for step in explainer.result.steps if step.technique == "hypothesis"]
    assert explainer.mapper is None and {(step.k, step.minimal) for step in trials} == {(1, True), (2, False)}
    assert not Explainer(Context(hidden, BOOKS["rectangles"])).searches
