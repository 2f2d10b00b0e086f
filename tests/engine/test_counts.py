"""Counts have their own propagator, which settles the same cells as the general one; with exclusive cells, it settles at
least these. Cells that only counts contain can be swapped.
"""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tesuji.bitset import members, set_of
from tesuji.constraints import Count
from tesuji.constraints.patterns.counts import CountPropagator
from tesuji.constraints.patterns.exclusive import ExclusivePropagator
from tesuji.engine.holders import holders
from tesuji.engine.interchangeable import interchangeable, swaps, without_swaps
from tesuji.engine.propagate import ConstraintPropagator, propagator_for
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle

WIDTH, HEIGHT = 4, 3
CELLS = range(WIDTH * HEIGHT)
BOARDS = st.tuples(st.sets(st.sampled_from(CELLS)), st.sets(st.sampled_from(CELLS))).map(
    lambda both: Board(set_of(both[0]), set_of(both[1] - both[0]))
)


@st.composite
def puzzles(draw, most: int = 0) -> Puzzle:
    """Draw counts over a few cells, over more than a line, and over all cells. Their ranges have up to `most` further
    numbers.
    """
    scopes = draw(st.lists(st.one_of(st.sets(st.sampled_from(CELLS), min_size=1), st.just(set(CELLS))), max_size=6))
    least = [draw(st.integers(0, len(scope) + 1)) for scope in scopes]
    counts = [Count(sorted(scope), range(n, n + 1 + draw(st.integers(0, most)))) for scope, n in zip(scopes, least)]
    givens = draw(BOARDS)
    return Puzzle("counts", WIDTH, HEIGHT, len(CELLS), (), tuple(counts), givens, {})


def settled(propagator, known: Board) -> Board | None:
    """Return the board after the givens and then these cells, or None for a contradiction."""
    try:
        *_, root = propagator.root()
        before = propagator.known(root)
        found = propagator.known(propagator.extend(root, *known))
        assert propagator.known(root) == before and propagator.known(propagator.extend(root, *known)) == found
        return found
    except Contradiction:
        return None


def solutions(puzzle: Puzzle, known: Board) -> list[int]:
    """Return the yes cells of all boards that obey the constraints, the givens and these cells, by trying all."""
    boards = list(range(1 << len(CELLS)))
    for yes, no in (puzzle.givens, known):
        boards = [one for one in boards if not yes & ~one and not one & no]
    for count in puzzle.constraints:
        cells = set_of(count.scope)
        boards = [one for one in boards if (one & cells).bit_count() in count.allowed]
    return boards


@given(puzzles(most=2), BOARDS)
def test_counts_together_find_all_that_each_forces(puzzle, known):
    propagator = CountPropagator(puzzle, puzzle.constraints)
    assert settled(propagator, known) == settled(ConstraintPropagator(puzzle), known)


def check_settled(board: Board | None, least: Board | None, boards: list[int]) -> None:
    """Check that a settled board has at least these cells, and only cells on which all boards agree."""
    if board is None:
        assert not boards
    else:
        assert least is not None and least.within(board.known) == least
        assert all(board.yes & ~one == one & board.no == 0 for one in boards)


@given(puzzles(), st.lists(st.sets(st.sampled_from(CELLS), min_size=1, max_size=4), min_size=1, max_size=6), BOARDS)
def test_counts_with_exclusive_cells_find_at_least_all_that_each_forces(puzzle, exclusive, known):
    pairs = tuple(Count(sorted(cells), {0, 1}) for cells in exclusive)
    puzzle = puzzle._replace(constraints=puzzle.constraints + pairs)
    propagator = propagator_for(puzzle)
    assert isinstance(propagator, ExclusivePropagator)
    board, least = settled(propagator, known), settled(ConstraintPropagator(puzzle), known)
    check_settled(board, least, solutions(puzzle, known))


def test_all_placements_of_a_count_are_compared():
    """Two of four cells in a row are yes, no two of them neighbours. One more cell is next to the first two, so each
    placement excludes it.
    """
    pairs = (0, 1), (1, 2), (2, 3), (0, 5), (1, 5)
    constraints = Count(range(4), {2}), *(Count(pair, {0, 1}) for pair in pairs)
    puzzle = Puzzle("counts", WIDTH, HEIGHT, len(CELLS), (), constraints, Board(), {})
    assert settled(propagator_for(puzzle), Board()) == Board(0, 1 << 5)


def divided(regions: list[set[int]], yes: set[int], cells=CELLS) -> Puzzle:
    """Return the puzzle of the number of these yes cells in each region and row, among these cells."""
    scopes = [*regions, *({*range(first, first + WIDTH)} & {*cells} for first in range(0, len(CELLS), WIDTH))]
    counts = [Count(sorted(scope), {len(scope & yes)}) for scope in scopes if scope]
    return Puzzle("counts", WIDTH, HEIGHT, len(CELLS), (), (*counts, Count((8, 9), {0, 1})), Board(), {})


def before_trials(puzzle: Puzzle) -> ExclusivePropagator:
    propagator = propagator_for(puzzle)
    *_, root = propagator.root()
    return propagator.backtracking(root)


def test_cells_outside_the_regions_within_lines_are_counted_before_trials():
    puzzle = divided([{0, 1, 2, 4, 5, 6}, {3, 7, 8, 9, 10, 11}], {0, 6, 11})
    assert settled(propagator_for(puzzle), Board()) == Board()
    assert settled(before_trials(puzzle), Board()) == Board(0, 1 << 3 | 1 << 7)


@given(
    st.lists(st.integers(0, 3), min_size=len(CELLS), max_size=len(CELLS)),
    st.sets(st.sampled_from(CELLS)),
    st.sets(st.sampled_from(CELLS), min_size=6),
    BOARDS,
)
def test_counts_before_trials_agree_with_all_solutions(letters, yes, cells, known):
    regions = [{cell for cell in CELLS if letters[cell] == letter} for letter in range(4)]
    puzzle = divided(regions, yes - {9}, cells)
    board, least = settled(before_trials(puzzle), known), settled(propagator_for(puzzle), known)
    check_settled(board, least, solutions(puzzle, known))


@given(puzzles(), BOARDS)
def test_interchangeable_cells_are_in_the_same_counts(puzzle, known):
    cells = puzzle.cells & ~puzzle.givens.known & ~known.known

    def counts_of(cell):
        return [cell in count.scope for count in puzzle.constraints]

    groups = [list(members(group)) for group in interchangeable(puzzle, cells)]
    assert sorted(groups) == groups and all(len(group) > 1 for group in groups)
    pairs = {pair for group in groups for pair in combinations(group, 2)}
    assert pairs == {(a, b) for a, b in combinations(members(cells), 2) if counts_of(a) == counts_of(b)}


@given(puzzles())
def test_the_map_from_cells_to_constraints(puzzle):
    cells, near, far = holders(puzzle)
    assert far == [number for number, count in enumerate(puzzle.constraints) if len(count.scope) > WIDTH]
    assert holders(puzzle) is holders(puzzle)
    for cell in CELLS:
        given_cell = puzzle.givens.known >> cell & 1
        mine = [number for number, count in enumerate(puzzle.constraints) if cell in count.scope and not given_cell]
        assert list(near[cell]) == [number for number in mine if number not in far]
        assert [number for number, scope in enumerate(cells) if cell in scope] == list(near[cell])


def test_interchangeable_cells_are_shared_unless_they_have_both_values():
    groups = [0b000011, 0b001100, 0b110000]
    board = Board(0b000111, 0b111000)
    assert without_swaps(board, groups) == Board(0b000011, 0b110000)
    assert list(swaps(board, groups)) == [Board(0b001011, 0b110100)]
