"""Variables, their places and their values, against a plain list of them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import board_with
from tesuji import lettering, variables
from tesuji.bitset import members, set_of
from tesuji.constraints import Count
from tesuji.errors import InputError
from tesuji.model import Block, Board, Clue, Puzzle
from tesuji.variables import (
    DIGITS,
    Entry,
    board_of_indexes,
    closed,
    entries,
    flattened,
    indexes,
    laid_out,
    literals_in,
    literals_of,
    marks_of,
    middle,
    named_place,
    place,
    place_name,
    place_of_literal,
    same_variable,
    same_variables,
    spans,
    value_of,
    values_of,
    variable_at,
    variable_count,
    variable_of,
    visible,
)

LETTERS = "?#." + "3456789"


def puzzle_of(width: int, height: int, *blocks: Block) -> Puzzle:
    return Puzzle("none", width, height, literals_in(blocks), (), (), Board(), {}, blocks)


SIZES = st.integers(1, 4)
SHAPES = ("cell", "edge", "link", "vertex")


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    width, height = draw(SIZES), draw(SIZES)
    shapes = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=4, unique=True))
    blocks = [Block(shape, width, height, draw(st.integers(2, 9))) for shape in shapes]
    if draw(st.booleans()):
        at = draw(st.integers(0, len(blocks)))
        blocks.insert(at, Block("hidden", draw(st.integers(1, 5)), 1, draw(st.integers(2, 4))))
    if width == height == 1:
        blocks.append(Block("cell", 1, 1)) if "cell" not in shapes else None
    return puzzle_of(width, height, *blocks)


def some_indexes(data: st.DataObject, puzzle: Puzzle) -> list[int]:
    return [data.draw(st.integers(0, values_of(puzzle, number))) for number in range(variable_count(puzzle))]


@given(puzzles())
def test_every_literal_but_hidden_ones_is_a_value_of_a_variable_at_a_place(puzzle):
    seen = 0
    for variable in range(variable_count(puzzle)):
        for number, literal in enumerate(literals_of(puzzle, variable), 1):
            assert variable_of(puzzle, literal) == variable and value_of(puzzle, literal) == number
            assert place_of_literal(puzzle, literal) == place(puzzle, variable)
            seen |= 1 << literal
        assert variable_at(puzzle, place(puzzle, variable)) == variable
        assert middle(place(puzzle, variable)) is not None
    assert seen == visible(puzzle)
    hidden = puzzle.cells & ~seen
    assert all(variable_of(puzzle, literal) is None for literal in range(puzzle.size) if hidden >> literal & 1)
    middles = [
        (middle(place(puzzle, variable)), str(place(puzzle, variable))) for variable in range(variable_count(puzzle))
    ]
    assert len(set(middles)) == len(middles)


@given(puzzles(), st.data())
def test_boards_indexes_marks_maps_and_letters_are_read_as_they_are_written(puzzle, data):
    numbers = some_indexes(data, puzzle)
    board = board_of_indexes(puzzle, numbers)
    assert list(indexes(puzzle, board)) == numbers and not board.known & ~visible(puzzle)
    assert marks_of(puzzle, board) == "".join(map(DIGITS.__getitem__, numbers))
    assert flattened(puzzle, laid_out(puzzle, numbers)) == numbers
    assert lettering.read(LETTERS, puzzle, lettering.solution(LETTERS, puzzle, board)) == board
    assert isinstance(lettering.draw(LETTERS, puzzle, board), str)
    joined = Board()
    for variable, value in enumerate(numbers):
        joined = joined.joined(board_with(puzzle, variable, value))
    assert joined == board
    assert list(entries(puzzle, board)) == [Entry(number, value) for number, value in enumerate(numbers) if value]


def test_a_removed_value_is_an_entry_without_a_value():
    puzzle = puzzle_of(2, 1, Block("hidden", 2, 1), Block("cell", 2, 1, 4))
    board = Board(1 << 2 + 4, 0b101 << 2 | 1)
    assert list(entries(puzzle, board)) == [Entry(0, 0, (1, 3)), Entry(1, 1)]
    assert marks_of(puzzle, board) == "01"


def test_the_numbering_is_the_one_of_the_contract():
    puzzle = puzzle_of(3, 2, Block("link", 3, 2), Block("cell", 3, 2, 3))
    assert [place(puzzle, number) for number in (0, 2, 4, 6, 7, 12)] == [
        {"right": [0, 0]},
        {"right": [1, 0]},
        {"down": [0, 0]},
        {"down": [0, 2]},
        {"row": 0, "column": 0},
        {"row": 1, "column": 2},
    ]
    assert laid_out(puzzle, range(13)) == {
        "link": {"right": [range(2), range(2, 4)], "down": [range(4, 7)]},
        "cell": [range(7, 10), range(10, 13)],
    }
    assert marks_of(puzzle, Board(0b10 << 7, 1)) == "2" + "0" * 6 + "2" + "0" * 5


@given(puzzles(), st.data())
def test_the_literals_of_some_variables_are_those_of_each(puzzle, data):
    chosen = data.draw(st.integers(0, puzzle.cells))
    expected = chosen
    for literal in members(chosen):
        expected |= set_of(same_variable(puzzle, literal))
    assert same_variables(puzzle, chosen) == expected


@given(puzzles())
def test_a_place_is_read_by_its_name(puzzle):
    for variable in range(variable_count(puzzle)):
        assert named_place(place_name(place(puzzle, variable))) == place(puzzle, variable)
    assert named_place("3,4") == named_place("r3c4") == {"row": 2, "column": 3}
    assert named_place("q1,2") is None and named_place("r3") is None


@given(puzzles(), st.data())
def test_exactly_one_value_closes_a_board(puzzle, data):
    board = board_of_indexes(puzzle, some_indexes(data, puzzle))
    assert closed(puzzle, Board(board.yes, board.no & ~data.draw(st.integers(0, puzzle.cells)) | board.no)) == board
    assert closed(puzzle, Board(board.yes, 0)).yes == board.yes
    many = [span for span in spans(puzzle) if span.block.values > 2]
    for span in many:
        start, end = span.literals.start, span.literals.start + span.block.values
        left = data.draw(st.integers(start, end - 1))
        others = (1 << end) - (1 << start) - (1 << left)
        assert closed(puzzle, Board(0, others)) == Board(1 << left, others)


@pytest.mark.parametrize("numbers", [[0], [0, 0, 0, 0, 3], [0, 0, 0, 3], [0, 0, 0, -1], [0, 0, 0, 300]])
def test_values_that_do_not_fit_are_refused_with_their_place(numbers):
    for shape, count, name in (("cell", 4, ""), ("link", 4, "down1,2"), ("vertex", 9, "vertex0,3")):
        board = variables.puzzle_of({"kind": "probe"}, [Block(shape, 2, 2)], [])
        with pytest.raises(InputError) as refused:
            variables.puzzle_of(board.document, board.blocks, [], numbers)
        messages = [refused.value.message(language) for language in ("en", "ja")]
        assert not any("{" in text or "error." in text for text in messages)
        if len(numbers) != count:
            assert (refused.value.kind, refused.value.params) == ("values", {"n": len(numbers), "expected": count})
        elif name:
            assert all(name in text for text in messages)
        else:
            assert refused.value.at == {"row": 2, "column": 2}


@pytest.mark.parametrize(
    "where",
    [None, [], {}, {"row": 0}, {"row": 2, "column": 0}, {"row": -1, "column": 0}, {"row": True, "column": 0}]
    + [{"h": [0, 0]}, {"row": 0, "column": 0, "h": [0, 0]}, {"row": "0", "column": 0}, {"hidden": [0, 0]}],
)
def test_invalid_places_are_not_found(where):
    assert variable_at(puzzle_of(2, 2, Block("hidden", 2, 1), Block("cell", 2, 2)), where) is None


def test_a_board_without_variables_is_refused():
    """A single cell has no links."""
    with pytest.raises(InputError) as refused:
        variables.puzzle_of({"kind": "links"}, [Block("link", 1, 1)], [])
    assert refused.value.kind == "empty"


def test_the_largest_slitherlink_needs_no_object_per_variable():
    puzzle = puzzle_of(200, 200, Block("edge", 200, 200))
    assert puzzle.size == 80_400
    board = Board(puzzle.cells // 3, 0)
    began = time.process_time()
    assert board_of_indexes(puzzle, [*map(DIGITS.index, marks_of(puzzle, board))]) == board
    for number in range(0, 80_400, 100):
        assert variable_at(puzzle, place(puzzle, number)) == number
    assert time.process_time() - began < 1


def test_regions_of_links_are_drawn_with_dots():
    puzzle = puzzle_of(2, 2, Block("link", 2, 2))
    text = lettering.draw_regions(lambda document: ["AB", "AA"], "?#.", puzzle, Board(0b100, 0))
    assert text.splitlines() == ["", "  o : o", "  |  ···", "  o   o"]


def test_clues_and_lines_are_drawn_at_their_places():
    clues = (Clue((0, 0), 7), Clue(("row", 0), (1, 2)))
    puzzle = puzzle_of(2, 1, Block("link", 2, 1), Block("cell", 2, 1))._replace(clues=clues)
    text = lettering.draw("?#.", puzzle, Board(0b101, 0))
    assert text.splitlines() == ["", "  7---#", "", "row 1: 1 2"]


@pytest.mark.parametrize(
    ("scope", "wrong", "place"), [([0, 4], 4, ""), ([-1, 2], -1, ""), ([3, 9], 9, " of the clue (0, 1)")]
)
def test_a_constraint_with_a_literal_of_no_block_is_named(scope, wrong, place):
    clue = Clue((0, 1), 2) if place else None
    with pytest.raises(ValueError, match="of the blocks") as raised:
        variables.puzzle_of({"kind": "towers"}, [Block("cell", 2, 2)], [Count(scope, {1}, clue)])
    assert str(raised.value) == f"towers: a Count{place} has literal {wrong}; those of the blocks are 0 to 3"
