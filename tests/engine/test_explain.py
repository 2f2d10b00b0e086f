"""Steps: properties of every kind of puzzle, and the calls that return them. The laws do not name any kind."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import board_with, golden, oracle_of, shared, with_each_row
from tesuji.bitset import members, set_of
from tesuji.calls import CALLS
from tesuji.calls.arguments import marks_of
from tesuji.calls.wording import broken_form, words_for
from tesuji.constraints import Count
from tesuji.constraints.general_techniques import GENERAL, RULE
from tesuji.engine import trace
from tesuji.engine.budget import Budget, Progress, run
from tesuji.engine.context import Context
from tesuji.engine.reasons import story
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.conflict import forcing_set
from tesuji.engine.reasons.contradiction import Derivation
from tesuji.engine.reasons.derivation import derive
from tesuji.engine.reasons.order import MAX_CHUNKS, NEAR, chunks, easy_names, thoughts
from tesuji.engine.reasons.proximity import Proximity
from tesuji.engine.reasons.steps import LEVELS, TOGETHER, Explainer, Explanation, explain, why_not
from tesuji.engine.reasons.towards import _Others, steps_towards
from tesuji.engine.reasons.trials import refute
from tesuji.engine.sat.solver import Core
from tesuji.engine.search import solve
from tesuji.engine.session import Session
from tesuji.engine.trace import Chain, Tracer
from tesuji.errors import Contradiction, InputError, OutOfBudget
from tesuji.locales import LANGUAGES, render_message, table
from tesuji.model import Block, Board, Clue, Puzzle, Step, counted
from tesuji.puzzles import parse, rulebooks
from tesuji.rulebook import Rulebook
from tesuji.variables import (
    board_of_indexes,
    indexes,
    literals_of,
    puzzle_of,
    same_variable,
    values_of,
    variable_at,
    visible,
)
from tesuji.worker import Call
from thorough import not_in_pyodide

KINDS = sorted(rulebooks())
every_kind = pytest.mark.parametrize("kind", KINDS)
ORACLES = {kind: oracle_of(kind) for kind in KINDS}


class Case(NamedTuple):
    """A tiny puzzle, all its solutions, and a board to start from."""

    book: Rulebook
    puzzle: Puzzle
    solutions: list[Board]
    start: Board


@cache
def cases(kind: str) -> st.SearchStrategy[Case]:
    """Return puzzles with and without solutions; if there is one, some of its cells may be known."""

    @st.composite
    def case(draw) -> Case:
        document = draw(ORACLES[kind].documents)
        book, puzzle = parse(document)
        solutions = [book.read(puzzle, solution) for solution in ORACLES[kind].solutions(document)]
        start = puzzle.givens
        if solutions and draw(st.booleans()):
            shown, solution = draw(st.integers(0, puzzle.cells)), draw(st.sampled_from(solutions))
            start = Board(start.yes | solution.yes & shown, start.no | solution.no & shown)
            solutions = [board for board in solutions if not (start.yes & ~board.yes or start.no & ~board.no)]
        return Case(book, puzzle, solutions, start)

    return case()


def boards_before(start: Board, steps: list[Step]):
    """Yield each step with the board on which it was taken."""
    board = start
    for step in steps:
        yield step, board
        board = Board(board.yes | step.yes, board.no | step.no)


# -- laws --------------------------------------------------------------------------------------------------------------


@every_kind
@given(st.data())
def test_steps_hold_in_all_solutions_and_find_everything_they_share(kind, data):
    case = data.draw(cases(kind))
    found = run(explain(case.puzzle, case.book, case.start))
    if not case.solutions:
        assert found.verdict == "none"
        return
    agreed = shared(case.solutions)
    for step, before in boards_before(case.start, found.steps):
        assert not (step.yes & ~agreed.yes or step.no & ~agreed.no), step.technique
        assert step.yes | step.no and not (step.yes | step.no) & before.known, (
            "it settles unknown cells, and only these"
        )
    assert found.board == agreed
    assert found.verdict == ("unique" if len(case.solutions) == 1 else "multiple")


@every_kind
@given(st.data())
@settings(max_examples=40)
def test_the_reasons_of_a_step_are_enough(kind, data):
    case = data.draw(cases(kind))
    if case.solutions:
        found = run(explain(case.puzzle, case.book, case.start))
        check_reasons(case.book, case.puzzle, case.start, found)


def test_a_step_of_one_rule_names_only_the_cells_it_needs():
    document = {"kind": "at-most-one"}
    book = Rulebook(
        "at-most-one", lambda _: puzzle_of(document, [Block("cell", 4, 1)], [Count([0, 1, 2], {0, 1}), Count([3], {1})])
    )
    puzzle = book.parse(document)
    for technique in GENERAL:
        steps = [step for step in technique.find(Context(puzzle, book), Board(yes=0b10, no=0b1)) if step]
        settled = {(step.yes, step.no): step.cells for step in steps}
        assert settled == {"rule": {(0b1000, 0): 0}, "wide-rule": {(0, 0b100): 0b10}}.get(technique.name, {})


def test_the_reasons_of_a_step_include_the_values_that_were_removed_before():
    """If a clue leaves a variable a single value, other clues have removed the others."""
    removed, other = Count([0], {0}, Clue((0, 0), 1)), Count([3], {1}, Clue((0, 1), 1))
    later = Count([1, 3], {1}, Clue((0, 1), 2))
    document = {"kind": "three-values"}
    book = Rulebook("three-values", lambda _: puzzle_of(document, [Block("cell", 2, 1, 3)], [removed, other, later]))
    puzzle = book.parse(document)
    found = run(explain(puzzle, book))
    assert found.verdict == "unique"
    check_reasons(book, puzzle, puzzle.givens, found)


def test_the_reasons_of_a_step_include_the_value_that_was_set_before():
    """If a rule removes one value of a variable with a known value, the others go because of that value."""
    document = {"kind": "three-values"}
    book = Rulebook("three-values", lambda _: puzzle_of(document, [Block("cell", 1, 1, 3)], [Count([0], {0})]))
    puzzle, start = book.parse(document), Board(yes=0b10)
    steps = list(filter(None, RULE.find(Context(puzzle, book), start)))
    assert [(step.yes, step.no) for step in steps] == 2 * [(0, 0b101)]
    for step in steps:
        check_reasons(book, puzzle, start, Explanation(start, [step]))


def check_reasons(book: Rulebook, puzzle: Puzzle, start: Board, found: Explanation) -> None:
    """Check that the step's constraints, its known cells and the rules that are not counted leave no other value."""
    for step, before in boards_before(start, found.steps):
        assert not step.cells & ~before.known
        assumptions = Assumptions(
            puzzle, book.explaining.counted, Board(before.yes & step.cells, before.no & step.cells)
        )
        reasons = sum(1 << number for number in step.because)
        assert not reasons & ~assumptions.counted and step.k == len(step.because) == reasons.bit_count()
        for cell in members(step.yes | step.no):
            opposite = 2 * cell + (step.yes >> cell & 1)
            assert isinstance(run(assumptions.ask([opposite], reasons)), Core), step


def test_a_step_is_called_minimal_only_if_it_is_when_it_is_taken():
    """Steps found together are taken one by one: what one settles may leave the next with a single clue."""
    weaker = 0
    for document in (
        {"kind": "minesweeper", "grid": ["11.1", "..2.", ".1..", ".0.0"]},
        {"kind": "minesweeper", "grid": ["....", "...3", "...1", "...1"], "mines": 3},
        {"kind": "minesweeper", "grid": ["....", "2.2.", "....", ".121"], "mines": 3},
        {"kind": "slitherlink", "grid": ["1...", "1.13", "02.3", "...2"]},
        {"kind": "akari", "grid": ["...", "..2", "1.."]},
    ):
        book, puzzle = parse(document)
        steps = run(explain(puzzle, book)).steps
        weaker += sum(step.k > 1 and not step.minimal for step in steps)
        for step, before in boards_before(puzzle.givens, steps):
            if step.minimal:
                found = run(forcing_set(puzzle, before, next(members(step.yes | step.no))))
                assert len(found.constraints) == step.k
    assert weaker


@every_kind
@given(st.data())
@settings(max_examples=40)
def test_every_technique_is_sound_and_gives_reasons_enough_by_itself(kind, data):
    """Each technique is tested without the easier ones that would normally run first."""
    case = data.draw(cases(kind))
    if not case.solutions:
        return
    agreed = shared(case.solutions)
    for technique in case.book.explaining.techniques:
        for step in filter(None, technique.find(Context(case.puzzle, case.book), case.start)):
            assert not (step.yes & ~agreed.yes or step.no & ~agreed.no), technique.name
            assert (step.yes | step.no) and not (step.yes | step.no) & case.start.known
            check_reasons(case.book, case.puzzle, case.start, Explanation(case.start, [step]))


# -- symmetries: a rotated or mirrored board is equally hard


def turned(rows: list[str]) -> list[str]:
    """Return the rows and columns swapped, including the letters of horizontal and vertical lines."""
    return ["".join(column).translate(str.maketrans("-|", "|-")) for column in zip(*rows)]


def mirrored(rows: list[str]) -> list[str]:
    return [row[::-1] for row in rows]


TURNED = {"h": "v", "v": "h", "right": "down", "down": "right"}
"""The two directions of edges and of links."""


def whole_turned(shape):
    """Return anything with rows, columns or both directions of edges or links, transposed. "rows" and "cols" may be
    lists of runs or numbers.
    """
    if isinstance(shape, list):
        return turned(shape)
    if shape.keys() <= TURNED.keys():
        return sides_turned(shape, turned, "")
    lines = {"rows": shape["cols"], "cols": shape["rows"]} if "rows" in shape else {}
    return {
        name: whole_turned(part) if name != "colors" and moves(part) else part for name, part in shape.items()
    } | lines


def sides_turned(shape, turn, empty):
    """Return both directions of edges or links, transposed by `turn`. A board of one row has no rows of links down, and
    each of its columns becomes a row without links to the right, which is `empty`.
    """
    length = 1 + max(len(row) for rows in shape.values() for row in rows)
    return {TURNED[side]: turn(rows) if rows else [empty] * length for side, rows in shape.items()}


def moves(part) -> bool:
    """Return whether a member of a document is a grid, or the signs between its cells."""
    grid = isinstance(part, list) and bool(part) and all(isinstance(row, str) for row in part)
    return grid or (isinstance(part, dict) and part.keys() <= TURNED.keys())


def movable(document: dict) -> bool:
    """Return whether these functions move all of a document. A kind may have members of other forms, for example lists
    of places.
    """
    known = ("rows", "cols", "opened")
    return all(name in known or moves(part) or not isinstance(part, (list, dict)) for name, part in document.items())


def whole_mirrored(shape):
    if isinstance(shape, list):
        return mirrored(shape)
    if shape.keys() <= TURNED.keys():
        return {side: mirrored(rows) for side, rows in shape.items()}
    lines = {}
    if "rows" in shape:
        rows = [row[::-1] if isinstance(row, list) else row for row in shape["rows"]]
        lines = {"rows": rows, "cols": shape["cols"][::-1]}
    return {
        name: whole_mirrored(part) if name != "colors" and moves(part) else part for name, part in shape.items()
    } | lines


FIRST_COME = {"follow", "ahead", "shading"}
"""Techniques that use the first contradiction, or the first of several equally short reasons, which may be another one
after a rotation.
"""


@every_kind
@pytest.mark.parametrize("move", [whole_turned, whole_mirrored])
@given(data=st.data())
@settings(max_examples=60)
def test_every_technique_finds_the_same_on_a_turned_or_mirrored_board(kind, move, data):
    """The puzzle therefore has the same waves of steps, with the same levels."""
    case = data.draw(cases(kind))
    if not case.solutions:
        return
    book, puzzle = case.book, case.puzzle
    if not puzzle.document.get("opened") and movable(puzzle.document) and ORACLES[kind].symmetric:
        techniques = [one for one in book.explaining.techniques if one.name not in FIRST_COME]
        check_techniques(book, puzzle, case.start, move, techniques)


def check_techniques(book, puzzle, start: Board, move, techniques) -> None:
    """Check that these techniques find the same on a board and on the moved one."""
    moved = book.parse(move(puzzle.document))
    goes_to = [
        (book.read(moved, move(book.forced(puzzle, Board(1 << cell)))).yes & ~moved.givens.yes).bit_length() - 1
        if not puzzle.givens.yes >> cell & 1
        else -1
        for cell in range(puzzle.size)
    ]

    def there(board: Board) -> Board:
        yes, no = (sum(1 << goes_to[cell] for cell in members(side & ~puzzle.givens.known)) for side in board)
        return Board(yes, no)

    moved_start = moved.givens.joined(there(start))
    for technique in techniques:
        found = told_by(technique, Context(puzzle, book), start)
        assert there(found) == told_by(technique, Context(moved, book), moved_start), technique.name


def told_by(technique, context: Context, board: Board) -> Board:
    """Return everything that the steps of a technique settle on a board."""
    said = Board()
    for step in filter(None, technique.find(context, board)):
        said = said.joined(Board(step.yes, step.no))
    return said


@every_kind
@given(st.data())
@settings(max_examples=40)
def test_minimal_steps_need_all_their_constraints(kind, data):
    case = data.draw(cases(kind))
    found = run(explain(case.puzzle, case.book, case.start)) if case.solutions else Explanation(case.start)
    for step, before in boards_before(case.start, found.steps):
        for number in step.because if step.minimal and step.k == 1 else ():
            assumptions = Assumptions(case.puzzle, case.book.explaining.counted, before)
            cells = list(members(step.yes | step.no))
            opposites = [2 * cell + (step.yes >> cell & 1) for cell in cells]
            assert any(not isinstance(run(assumptions.ask([opposite], 0)), Core) for opposite in opposites), (
                step,
                number,
            )


@every_kind
@given(st.data())
@settings(max_examples=40)
def test_a_chain_can_be_followed_link_by_link(kind, data):
    case = data.draw(cases(kind))
    found = run(explain(case.puzzle, case.book, case.start)) if case.solutions else Explanation(case.start)
    for step, before in boards_before(case.start, found.steps):
        chain = why_not(Context(case.puzzle, case.book), before, step)
        assert chain or step.technique != "hypothesis"
        if not chain:
            continue
        (cell, value, _), *links = chain.links
        assert (step.no if value else step.yes) >> cell & 1, "it begins with the opposite"
        yes, no = before.yes & step.cells | value << cell, before.no & step.cells | (not value) << cell
        for link in links:
            following = inferred_by(case.puzzle, link.constraint, yes, no)
            assert following[not link.value] >> link.cell & 1
            yes, no = yes | link.value << link.cell, no | (not link.value) << link.cell
        with pytest.raises(Contradiction):
            inferred_by(case.puzzle, chain.broken, yes, no)


def inferred_by(puzzle: Puzzle, number: int, yes: int, no: int) -> tuple[int, int]:
    """Return the values that one constraint infers on the board."""
    constraint = puzzle.constraints[number]
    local = (sum((cells >> cell & 1) << place for place, cell in enumerate(constraint.scope)) for cells in (yes, no))
    holds = constraint.infer(*local)
    return tuple(sum(1 << constraint.scope[place] for place in members(cells)) for cells in holds)


def check_chain(puzzle: Puzzle, among: set[int], known: Board, chain: Chain) -> None:
    """Check that each link follows from one of these constraints and the known cells used, and that the last one breaks
    a constraint.
    """
    known = Board(known.yes & chain.cells, known.no & chain.cells)
    for link in chain.links:
        if link.constraint is not None:
            assert link.constraint in among
            yes, no = inferred_by(puzzle, link.constraint, *known)
            assert (yes if link.value else no) >> link.cell & 1
        known = known.joined(Board(link.value << link.cell, (not link.value) << link.cell))
    with pytest.raises(Contradiction):
        inferred_by(puzzle, chain.broken, *known)


@every_kind
@given(st.data())
@settings(max_examples=40)
def test_the_cases_of_a_step_can_be_followed(kind, data):
    """Each assumption made on the way is refuted, and its opposite holds afterwards."""
    case = data.draw(cases(kind))
    what, puzzle = case.book.explaining.counted, case.puzzle
    if not case.solutions:
        return
    free = set(range(len(puzzle.constraints))) - set(members(counted(puzzle, what)))
    agreed = shared(case.solutions)
    assumptions = Assumptions(puzzle, what, case.start)
    for cell in members(agreed.known & ~case.start.known):
        found = run(forcing_set(puzzle, case.start, cell, what, assumptions))
        step = Step(agreed.yes & 1 << cell, agreed.no & 1 << cell, "together", found.constraints, case.start.known, k=0)
        known = case.start.joined(Board(step.no, step.yes))
        for chain in run(story.cases(puzzle, case.start, step, what)):
            check_chain(puzzle, free.union(found.constraints), known, chain)
            if chain.links and chain.links[0].constraint is None:
                first = chain.links[0]
                known = known.joined(Board((not first.value) << first.cell, first.value << first.cell))


@every_kind
@given(st.data())
@settings(max_examples=25)
def test_a_step_without_a_name_is_the_smallest_on_the_board(kind, data):
    """If the step claims to be minimal, no unknown cell needs fewer constraints."""
    case = data.draw(cases(kind))
    if not case.solutions:
        return
    bare = case.book._replace(explaining=case.book.explaining._replace(techniques=()))
    what, agreed = bare.explaining.counted, shared(case.solutions)
    found = run(explain(case.puzzle, bare, case.start))
    for step, before in boards_before(case.start, found.steps):
        if step.minimal:
            assumptions = Assumptions(case.puzzle, what, before)
            for cell in members(agreed.known & ~before.known):
                assert len(run(forcing_set(case.puzzle, before, cell, what, assumptions)).constraints) >= step.k


@every_kind
@given(st.data())
def test_every_step_has_its_words_in_both_languages(kind, data):
    case = data.draw(cases(kind))
    document = {**case.puzzle.document, **marked(case.book, case.puzzle, case.start)}
    for step in run(CALLS["explain"]({"document": document}))["steps"]:
        for language in LANGUAGES:
            for message in (step["sentence"], step["name"]):
                text = render_message(message, language, step["because"])
                assert text != message["key"] and not re.search(r"[{}]", text), message
        assert render_message(step["sentence"], "en", step["because"]).endswith(".") and 1 <= step["level"] <= 7


def test_a_sentence_names_every_cell_that_it_settles():
    """A reader who does not see the board acts on the sentence alone."""
    book, puzzle = parse({"kind": "minesweeper", "grid": ["1.........", *[".........."] * 5]})
    cells = [2 + 11 * row for row in range(6)]
    words = words_for("step.all-found", book, puzzle, Board(0, set_of(cells)), ())
    text = render_message(words["off"])
    assert all(f"row {row + 1}, column {row + 3}" in text for row in range(6)) and "more" not in text


def test_the_sentence_about_one_edge_of_a_step_is_singular():
    """The corner of a 3 settles two edges at once."""
    args = {"document": {"kind": "slitherlink", "grid": ["3..", ".2.", "..3"]}, "about": {"h": [0, 0]}}
    (step,) = run(CALLS["explain"](args))["steps"]
    sentence = render_message(step["sentence"], because=step["because"])
    assert "so the edge above row 1, column 1 is part of the loop" in sentence


def test_every_technique_has_a_name_of_its_own():
    own = {technique for book in rulebooks().values() for technique in book.explaining.techniques} - {*GENERAL}
    names = [technique.name for technique in (*own, *GENERAL)] + list(LEVELS)
    assert len(set(names)) == len(names)
    for language in ("en", "ja"):
        titles = {key.removeprefix("technique.") for key in table(language) if key.startswith("technique.")}
        assert titles == set(names)


def test_a_solved_board_needs_no_step_and_a_full_wrong_one_is_wrong():
    document = {**EASY, "board": ["###", "#.#", "###"]}
    result = run(CALLS["hint"]({"document": document}))
    assert (result["verdict"], result["finished"], result["steps"]) == ("unique", True, [])
    document["board"] = ["###", "###", "###"]
    assert run(CALLS["hint"]({"document": document}))["wrong"]["cells"] == [
        {"cell": {"row": 1, "column": 1}, "value": "#", "mark": 1}
    ]


@every_kind
def test_techniques_come_easiest_first(kind):
    """No technique is harder than a hypothesis."""
    levels = [technique.level for technique in rulebooks()[kind].explaining.techniques]
    assert levels == sorted(levels) and levels[:1] in ([], [1]) and max(levels, default=1) <= min(LEVELS.values())


# -- the player's board ------------------------------------------------------------------------------------------------


def marked(book: Rulebook, puzzle: Puzzle, board: Board) -> dict:
    """Return the member of a document with these marks, in the player's letters. A mark may be an excluded value."""
    member, blank = book.marks
    rows = book.solution(puzzle, Board(board.yes & ~puzzle.givens.yes, board.no & ~puzzle.givens.known))

    def row(text: str) -> str:
        # If "." stands for no mark, another letter means no.
        no = (
            "."
            if blank == "?" or "." not in puzzle_letters(book, puzzle)
            else "s"
            if "*" in puzzle_letters(book, puzzle)
            else "x"
        )
        return text.replace(".", no).replace("?", blank)

    return {member: with_each_row(rows, row)}


def puzzle_letters(book: Rulebook, puzzle: Puzzle) -> str:
    """Return the letters of a full board, row by row and column by column."""
    text = json.dumps([book.solution(puzzle, Board(puzzle.cells, 0)), book.solution(puzzle, Board(0, puzzle.cells))])
    return "".join(sorted(set(text) - set('[]{}", :hv')))


@every_kind
@given(st.data())
def test_marks_are_read_as_they_are_written(kind, data):
    case = data.draw(cases(kind))
    document = {**case.puzzle.document, **marked(case.book, case.puzzle, case.start)}
    read = marks_of(*parse(document))
    assert indexes(case.puzzle, read.joined(case.puzzle.givens)) == indexes(case.puzzle, case.start)


@every_kind
@given(st.data())
def test_a_hint_is_the_first_step_or_reports_mistakes(kind, data):
    """Marks that occur in no solution are reported, and everything stated about them holds in all solutions."""
    case = data.draw(cases(kind))
    puzzle, given = case.puzzle, indexes(case.puzzle, case.puzzle.givens)
    marks = bytearray(indexes(puzzle, case.start))
    for variable, there in enumerate(given):
        if not there and data.draw(st.booleans()):
            marks[variable] = data.draw(st.integers(1, values_of(puzzle, variable)))
    start = board_of_indexes(puzzle, marks)
    document = {**case.puzzle.document, **marked(case.book, case.puzzle, start)}
    result = run(CALLS["hint"]({"document": document, "thought": True}))
    assert [thought["steps"] for thought in result.get("thoughts", ())] == [list(range(len(result["steps"])))] * bool(
        result["steps"]
    )
    solutions = all_solutions(case, document)
    fitting = [board for board in solutions if not (start.yes & ~board.yes or start.no & ~board.no)]
    if fitting:
        assert "wrong" not in result
        agreed = shared(fitting)
        rest = (agreed.yes | agreed.no) & ~start.joined(puzzle.givens).known
        assert bool(result["steps"]) == bool(rest)
        assert run(CALLS["hint"]({"document": document}))["steps"] == result["steps"][:1]
        for step in result["steps"]:
            assert holds(case.puzzle, step["cells"], agreed)
        if rest:
            assert run(explain(case.puzzle, case.book, start)).verdict != "none"
        return
    if start.known == case.puzzle.givens.known:
        assert result["verdict"] == "none"
        return
    wrong = result["wrong"]
    if not solutions:
        assert not wrong["cells"] and wrong["clash"]
    elif "step" in wrong:
        # Every solution has all marks except those reported as wrong, and the step settles one of these.
        assert any(holds(case.puzzle, wrong["cells"], board, opposite=True) for board in solutions)
        places = [cell["cell"] for cell in wrong["cells"]]
        assert all(cell["cell"] in places for cell in wrong["step"]["cells"])
    else:
        assert wrong["clash"]["cells"] == wrong["cells"] != []


def all_solutions(case: Case, document: dict) -> list[Board]:
    return [
        case.book.read(case.puzzle, solution) for solution in ORACLES[case.puzzle.kind].solutions(case.puzzle.document)
    ]


def holds(puzzle: Puzzle, cells: list[dict], board: Board, opposite: bool = False) -> bool:
    """Return whether a board has these values and none of the removed ones, or the opposite of all."""
    for cell in cells:
        variable = variable_at(puzzle, cell["cell"])
        value = board_with(puzzle, variable, cell.get("mark", 0))
        removed = set_of(literals_of(puzzle, variable)[number - 1] for number in cell.get("not", ()))
        if (not value.yes & ~board.yes and not (value.no | removed) & ~board.no) == opposite:
            return False
    return True


# -- larger boards -----------------------------------------------------------------------------------------------------


def larger() -> list[dict]:
    """Return recorded puzzles of some size."""
    nonograms = [
        {"kind": "nonogram", "rows": case["rows"], "cols": case["cols"]}
        for case in golden("nonogram_puzzles.json")
        if max(len(case["rows"]), len(case["cols"])) <= 15 and case["result"] in ("unique", "multiple")
    ]
    binoxxos = [
        {"kind": "binoxxo", "grid": [row.replace(" ", ".") for row in case["board"]]}
        for case in golden("binoxxo_puzzles.json")["unique"]
        if case["n"] in (8, 10, 12)
    ]
    return nonograms[:25] + binoxxos[:7] + binoxxos[-1:]  # others of 10x10 take seconds because they need unnamed steps


@pytest.mark.parametrize(
    "document", larger(), ids=lambda document: f"{document['kind']}-{len(document.get('rows') or document['grid'])}"
)
def test_explaining_a_larger_board_settles_the_same_cells_as_the_solver(document):
    book, puzzle = parse(document)
    found = run(explain(puzzle, book))
    answer = run(solve(puzzle))
    assert (found.verdict, found.board) == (answer.verdict, answer.forced)


# -- verdicts ----------------------------------------------------------------------------------------------------------

HARD = {"kind": "nonogram", "rows": [[1]] * 6, "cols": [[1]] * 6}
EASY = {"kind": "nonogram", "rows": [[3], [1, 1], [3]], "cols": [[3], [1, 1], [3]]}


def test_a_limit_and_a_spent_budget_end_the_steps_early():
    book, puzzle = parse(EASY)
    whole = run(explain(puzzle, book))
    assert whole.verdict == "unique"
    part = run(explain(puzzle, book, limit=2))
    assert part.verdict == "unknown" and part.steps == whole.steps[:2]
    rest = run(explain(puzzle, book, part.board))
    assert rest.board == whole.board
    stopped = run(explain(puzzle, book), Budget(0))
    assert stopped.verdict == "unknown" and stopped.steps == []


def test_a_cancelled_call_answers_with_the_steps_so_far():
    document = larger()[-1]
    whole = run(CALLS["explain"]({"document": document}))["steps"]
    call = Call("explain", json.dumps({"document": document}))
    while "progress" in (answer := json.loads(call.advance(0))) and answer["progress"]["settled"] < 60:
        pass
    call.cancel()
    while "progress" in (answer := json.loads(call.advance(0))):
        pass
    result = answer["result"]
    assert result["stopped"] and result["verdict"] == "unknown" and not result["finished"]
    assert 0 < len(result["steps"]) < len(whole) and result["steps"] == json.loads(
        json.dumps(whole[: len(result["steps"])])
    )


def test_several_solutions_are_reported():
    result = run(CALLS["explain"]({"document": HARD}))
    assert (result["verdict"], result["finished"], result["steps"]) == ("multiple", True, [])
    assert result["sentence"]["key"] == "explain.multiple"


def test_a_board_that_breaks_a_rule_ends_with_no_solution():
    """Three equal letters in a column; a finished line that breaks a rule cannot be a reason for another line."""
    document = {"kind": "binoxxo", "grid": ["....", ".O.O", ".OX.", ".OX."]}
    result = run(CALLS["explain"]({"document": document}), Budget(10))
    assert (result["verdict"], result["finished"]) == ("none", True) and result["clash"]
    book, puzzle = parse({"kind": "binoxxo", "grid": ["..O.", "..O."]})
    (compare,) = (technique for technique in book.explaining.techniques if technique.name == "compare")
    assert not list(compare.find(Context(puzzle, book), puzzle.givens))


# -- why this cell -----------------------------------------------------------------------------------------------------


def test_a_step_that_needs_a_cell_is_not_justified_without_it():
    """One of cells 1 and 2 is yes. The answer is the same if it was justified with the cell before."""
    puzzle = Puzzle("", 3, 1, 3, (), (Count((1, 2), [1]),), Board(), {})
    others, step = _Others(Assumptions(puzzle, "rules", Board())), Step(0, 0b100, "", (0,), cells=0b010)
    known = [Board(0b010, 0), Board(), Board(0b010, 0)]
    assert [run(others.enough(board, step)) for board in known] == [True, False, True]


@every_kind
@given(st.data())
@settings(max_examples=30)
def test_the_steps_to_one_cell_lead_to_it_and_none_can_be_left_out(kind, data):
    case = data.draw(cases(kind))
    agreed = shared(case.solutions) if case.solutions else Board()
    open_cells = list(members(agreed.known & ~case.start.known))
    if not open_cells:
        return
    cell = data.draw(st.sampled_from(open_cells))
    found = run(steps_towards(case.puzzle, case.book, cell, case.start))
    assert found.board.known >> cell & 1 and (found.steps[-1].yes | found.steps[-1].no) >> cell & 1
    check_reasons(case.book, case.puzzle, case.start, found)
    for left_out in found.steps[:-1]:
        assert not replayed(case, [step for step in found.steps if step is not left_out])
    techniques = {technique.name: technique for technique in case.book.explaining.techniques}
    for step, before in boards_before(case.start, found.steps):
        if step.technique in techniques:
            others = filter(None, techniques[step.technique].find(Context(case.puzzle, case.book), before))
            assert any(not (step.yes & ~other.yes or step.no & ~other.no) for other in others), step


@every_kind
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_the_steps_to_a_cell_do_not_depend_on_earlier_queries(kind, data):
    case = data.draw(cases(kind))
    wanted = data.draw(st.lists(st.integers(0, case.puzzle.size - 1), min_size=2, max_size=4))
    other = data.draw(cases(kind))
    session = Session()
    afterwards = [run(steps_towards(case.puzzle, case.book, cell, case.start, session)) for cell in wanted]
    for cell, found in zip(wanted, afterwards):
        assert run(steps_towards(case.puzzle, case.book, cell, case.start)) == found
        run(steps_towards(other.puzzle, other.book, 0, other.start, session))
        assert run(steps_towards(case.puzzle, case.book, cell, case.start, session)) == found


@every_kind
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_without_a_solution_every_query_has_the_same_answer(kind, data):
    """This also holds if the contradiction appears only after some steps."""
    case = data.draw(cases(kind))
    wrong = data.draw(st.integers(1, case.puzzle.cells))
    wrong &= ~case.start.known
    start = case.start.joined(Board(wrong, 0) if data.draw(st.booleans()) else Board(0, wrong))
    cell = data.draw(st.integers(0, case.puzzle.size - 1))
    session = Session()
    first, *again = [run(steps_towards(case.puzzle, case.book, cell, start, session)) for _ in range(3)]
    assert again == [first, first]


@not_in_pyodide
def test_a_stopped_explanation_starts_again():
    """A search stopped in the middle of a wave would continue in another order."""
    grid = [".222.33", ".2..2..", ".12...3", "0.2.1.2", "1...23.", "..2..2.", "01.223."]
    book, puzzle = parse({"kind": "slitherlink", "grid": grid})
    cells = list(members(puzzle.cells))[::12]
    expected = [run(steps_towards(puzzle, book, cell)) for cell in cells]
    session = Session()
    for pauses, (cell, found) in enumerate(zip(cells, expected)):
        stopped = steps_towards(puzzle, book, puzzle.size - 1, session=session)
        for _ in range(2 * pauses + 1):
            next(stopped)
        with suppress(StopIteration):
            stopped.throw(OutOfBudget())
        stopped.close()
        assert run(steps_towards(puzzle, book, cell, session=session)) == found


def replayed(case: Case, steps: list[Step]) -> bool:
    """Return whether each step's reasons are sufficient, given what is then known of the cells it uses."""
    board = case.start
    for step in steps:
        known = Board(board.yes & step.cells, board.no & step.cells)
        assumptions = Assumptions(case.puzzle, case.book.explaining.counted, known)
        for cell in members(step.yes | step.no):
            opposite = 2 * cell + (step.yes >> cell & 1)
            reasons = sum(1 << number for number in step.because)
            if not isinstance(run(assumptions.ask([opposite], reasons)), Core):
                return False
        board = Board(board.yes | step.yes, board.no | step.no)
    return True


def test_a_cell_that_is_not_forced_has_no_steps():
    result = run(CALLS["explain"]({"document": HARD, "cell": {"row": 0, "column": 0}}))
    assert (result["verdict"], result["steps"]) == ("multiple", [])


def test_one_cell_by_the_call_and_by_the_command():
    document = {"kind": "slitherlink", "grid": ["3..", "...", "..0"]}
    result = run(CALLS["explain"]({"document": document, "cell": {"h": [0, 0]}}))
    (step,) = result["steps"]
    assert step["technique"] == "corner-3" and result["sentence"] == {"key": "explain.cell", "params": {"n": 1}}
    with pytest.raises(InputError) as caught:
        run(CALLS["explain"]({"document": document, "cell": {"h": [9, 0]}}))
    assert caught.value.kind == "no-such-cell"


def test_the_step_about_a_cell_is_about_that_cell():
    """This holds even if another step would come first."""
    document = {"kind": "slitherlink", "grid": ["3..", "...", "..0"]}
    place = {"h": [0, 0]}
    first = run(CALLS["explain"]({"document": document, "limit": 1}))["steps"][0]
    (about,) = run(CALLS["explain"]({"document": document, "about": place, "chains": True}))["steps"]
    assert place not in [cell["cell"] for cell in first["cells"]]
    assert [cell["cell"] for cell in about["cells"]] == [place] and about["chain"][0]["cell"] == place


def test_without_a_solution_the_conflict_is_named():
    result = run(CALLS["explain"]({"document": {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}}))
    assert result["verdict"] == "none"
    assert 1 < len(result["clash"]["because"]) < 4 and result["clash"]["minimal"]


def test_the_same_puzzle_gets_the_same_steps():
    documents = [EASY, HARD, *larger()[:3]]
    for document in documents:
        first, second = (run(CALLS["explain"]({"document": document})) for _ in range(2))
        assert first == second


# -- forms -------------------------------------------------------------------------------------------------------------


def test_a_step_as_json():
    result = run(
        CALLS["explain"]({"document": {"kind": "nonogram", "rows": [[2], [1]], "cols": [[2], [1]]}, "limit": 1})
    )
    (step,) = result["steps"]
    assert step == {
        "cells": [
            {"cell": {"row": 0, "column": 0}, "value": "#", "mark": 1},
            {"cell": {"row": 0, "column": 1}, "value": "#", "mark": 1},
        ],
        "technique": "whole-line",
        "name": {"key": "technique.whole-line", "params": {}},
        "form": "row",
        "level": 1,
        "k": 1,
        "minimal": True,
        "because": [{"clue": {"at": {"row": 0}, "value": (2,)}, "letter": "a"}],
        "overlay": [
            {"cell": {"row": 0, "column": 0}, "value": "#", "mark": 1, "role": "forced"},
            {"cell": {"row": 0, "column": 1}, "value": "#", "mark": 1, "role": "forced"},
            {"line": {"row": 0}, "role": "because", "letter": "a"},
        ],
        "sentence": {
            "key": "step.whole-line-row",
            "params": {"row": 1, "clue": "2", "cells": "1, 2", "n": 2, "filled": "1, 2"},
        },
    }
    assert (result["finished"], result["verdict"], result["board"]) == (False, "unknown", ["##", "??"])


def test_an_edge_has_its_place_in_the_lattice():
    result = run(CALLS["hint"]({"document": {"kind": "slitherlink", "grid": ["...", ".0.", "..."]}}))
    (step,) = result["steps"]
    assert [cell["cell"] for cell in step["cells"]] == [{"h": [1, 1]}, {"h": [2, 1]}, {"v": [1, 1]}, {"v": [1, 2]}]
    assert {cell["value"] for cell in step["cells"]} == {"."}
    assert step["overlay"][-1] == {"cell": {"row": 1, "column": 1}, "role": "because", "letter": "a"}


def test_a_hint_prefers_cells_nearby():
    grid = ["0" + "." * 8 + "0"] + ["." * 10] * 8 + ["0" + "." * 8 + "0"]
    for row, column in ((0, 0), (0, 9), (9, 0), (9, 9)):
        hint = run(
            CALLS["hint"]({"document": {"kind": "slitherlink", "grid": grid}, "near": {"row": row, "column": column}})
        )
        assert hint["steps"][0]["sentence"]["params"]["row"] == row + 1
        assert hint["steps"][0]["sentence"]["params"]["column"] == column + 1


@every_kind
@given(st.data())
@settings(max_examples=25)
def test_other_hints_are_correct_and_none_is_part_of_another(kind, data):
    case = data.draw(cases(kind))
    if not case.solutions:
        return
    document = {**case.puzzle.document, **marked(case.book, case.puzzle, case.start)}
    found = run(CALLS["hint"]({"document": document, "others": True, "near": {"row": 0, "column": 0}}))["steps"]
    levels, agreed = [step["level"] for step in found], shared(case.solutions)
    assert levels == sorted(levels)
    told = [{json.dumps(cell) for cell in step["cells"]} for step in found]
    assert not any(one <= other for place, other in enumerate(told) for one in told[place + 1 :])
    assert all(holds(case.puzzle, step["cells"], agreed) for step in found)


def test_a_hint_can_be_proven():
    """The first answer may use more clues than needed; given time, it reports the smallest number."""
    document = {
        "kind": "nonogram",
        "rows": [[2, 1], [1], [2], [2], [1], [1, 2]],
        "cols": [[1, 2], [1], [2], [2], [1], [2, 1]],
    }
    quick, proven = (run(CALLS["hint"]({"document": document, "prove": prove}))["steps"][0] for prove in (False, True))
    assert not quick["minimal"] and proven["minimal"] and proven["k"] == 4 <= quick["k"]
    chain = quick["chain"]
    assert chain[0]["cell"] == quick["cells"][0]["cell"] and chain[0]["value"] != quick["cells"][0]["value"]
    assert chain[-1]["broken"] and all("letter" in link for link in chain[1:])


def test_a_wrong_mark_is_answered_by_why():
    document = {**EASY, "board": ["???", "?#?", "???"]}
    wrong = run(CALLS["hint"]({"document": document}))["wrong"]
    assert wrong["cells"] == [{"cell": {"row": 1, "column": 1}, "value": "#", "mark": 1}]
    assert wrong["step"]["cells"] == [{"cell": {"row": 1, "column": 1}, "value": ".", "mark": 2}]
    assert wrong["sentence"] == {"key": "explain.wrong", "params": {"n": 1}}


# -- lines -------------------------------------------------------------------------------------------------------------


def test_a_line_as_json():
    document = {"kind": "nonogram", "rows": [[2, 1]], "cols": [[]] * 5, "board": ["??.??"]}
    result = run(CALLS["line"]({"document": document, "line": {"row": 0}, "offset": 1, "count": 2}))
    assert (result["line"], result["clue"], result["total"], result["fitting"], result["shared"]) == (
        {"row": 0},
        (2, 1),
        3,
        2,
        "##.??",
    )
    assert [row["number"] for row in result["arrangements"]] == [1, 2]
    assert result["arrangements"][0] == {"number": 1, "letters": "##..#"}
    struck = result["arrangements"][1]
    assert struck["cell"] == {"row": 0, "column": 2} and struck["why"] == {"key": "line.known", "params": {"place": 3}}


def test_a_line_of_a_large_board_comes_in_windows():
    document = {"kind": "nonogram", "rows": [[1] * 20] + [[]] * 9, "cols": [[]] * 100}
    result = run(
        CALLS["line"]({"document": document, "line": {"row": 0}, "offset": 10**15, "count": 3, "only": "fitting"})
    )
    assert (
        len(result["arrangements"]) == 3 and result["total_text"] == str(result["total"]) and result["total"] > 10**15
    )


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        ({"document": EASY}, "no-such-line"),
        ({"document": EASY, "line": {"row": 3}}, "no-such-line"),
        ({"document": EASY, "line": {"column": -1}}, "no-such-line"),
        ({"document": EASY, "line": {"row": 0}, "offset": -1}, "whole-number"),
        ({"document": EASY, "line": {"row": 0}, "count": "many"}, "whole-number"),
        ({"document": {"kind": "slitherlink", "grid": [".."]}, "line": {"row": 0}}, "no-lines"),
        ({"document": {**EASY, "board": ["???", "?!?", "???"]}, "line": {"row": 0}}, "character"),
    ],
)
def test_bad_questions_about_lines(args, kind):
    with pytest.raises(InputError) as caught:
        run(CALLS["line"](args))
    assert caught.value.kind == kind


# -- chains ------------------------------------------------------------------------------------------------------------


def test_a_chain_takes_the_short_way():
    """Two dominoes of known cells: the opposite of a cell fails at once, although more would follow."""
    _book, puzzle = parse({"kind": "binoxxo", "grid": ["XX..", "....", "....", "...."]})
    chain = Tracer(puzzle, puzzle.givens).refute(2, False)
    assert len(chain.links) == 1 and chain.constraints == (chain.broken,)
    assert chain.cells == 0b11


@pytest.mark.parametrize("deferred", [True, False])
def test_a_chain_compares_lines_that_are_nearly_complete_or_needed(deferred, monkeypatch):
    monkeypatch.setattr(trace, "MAX_UNKNOWN", 2)
    rows = ["XXOOX.", "OO..XO", "X.OX..", "......", "OXXOOX", "X.XO.O"]
    signs = {"h": ["x....", *["....."] * 5], "v": ["......"] * 5}
    _, puzzle = parse({"kind": "binoxxo", "grid": rows, "signs": signs})
    pairs = {number for number, one in enumerate(puzzle.constraints) if one.deferred}
    open_cells = puzzle.cells & ~puzzle.givens.known
    near = {
        n for n in pairs if all((set_of(line) & open_cells).bit_count() < 3 for line in puzzle.constraints[n].lines)
    }
    needed = min(pairs - near)
    tracer = Tracer(puzzle, puzzle.givens, (needed,), deferred)
    assert near and tracer.far == pairs - {needed} - (near if deferred else set())
    for cell, held in enumerate(tracer.holders):
        used = [one for number, one in enumerate(puzzle.constraints) if number not in tracer.far and cell in one.scope]
        assert [(puzzle.constraints[number], place) for number, place in held] == [
            (o, o.scope.index(cell)) for o in used
        ]


def test_the_cell_that_is_easiest_to_explain_has_a_chain_if_one_exists():
    book, puzzle = parse(EASY)
    solution = run(solve(puzzle)).boards[0]
    explainer = Explainer(Context(puzzle, book))
    every = (1 << len(puzzle.constraints)) - 1
    for cells in (solution.yes, solution.no):
        cell = next(
            cell for cell in members(cells) if explainer.context.tracer(Board()).refute(cell, cells is solution.no)
        )
        step = run(explainer._easiest_to_explain({cell: every}, solution, True))
        assert step.technique in LEVELS and (step.yes | step.no) == 1 << cell and not step.yes & ~solution.yes


def test_an_explainer_gives_the_reasons_of_a_cell():
    book, puzzle = parse(EASY)
    step = run(Explainer(Context(puzzle, book)).about(1 << 4))
    assert (step.yes, step.no) == (0, 1 << 4)
    _, puzzle = parse(HARD)
    assert run(Explainer(Context(puzzle, book)).about(1)) is None


CASES_THAT_SAY_NO = [
    {"kind": "slitherlink", "grid": ["32231..", "....223", "2...2.2", "2.1.1.2", "1.2...2", "232....", "..22323"]},
    {
        "kind": "binoxxo",
        "grid": [".......X", "OO...X..", "........", "....XX..", "....X..O", "X..O....", "........", "..XX...."],
    },
]


@pytest.mark.parametrize("document", CASES_THAT_SAY_NO, ids=lambda document: document["kind"])
def test_steps_by_cases_may_exclude_a_value(document):
    book, puzzle = parse(document)
    solution = run(solve(puzzle)).boards[0]
    found = run(explain(puzzle, book))
    assert all(step.yes & ~solution.yes == 0 and step.no & solution.yes == 0 for step in found.steps)
    assert any(step.technique == TOGETHER and step.no for step in found.steps) and found.verdict == "unique"


# -- stories of contradictions -----------------------------------------------------------------------------------------


@every_kind
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_every_contradiction_has_a_story_of_sound_steps(kind, data):
    """Each step follows from its reasons, each is needed by a later one, and the last one breaks a constraint."""
    case = data.draw(cases(kind))
    wrong = data.draw(st.integers(0, case.puzzle.cells)) & visible(case.puzzle) & ~case.start.known
    start = case.start.joined(Board(wrong, 0) if data.draw(st.booleans()) else Board(0, wrong))
    fits = [one for one in case.solutions if not (start.yes & ~one.yes or start.no & ~one.no)]
    found = run(derive(Context(case.puzzle, case.book), start))
    if fits:
        assert found is None
    elif found or visible(case.puzzle) == case.puzzle.cells:  # a story does not try values of hidden variables
        assert found
        assert [number for chunk in found.chunks for number in chunk.steps] == list(range(len(found.steps)))
        check_derivation(case.book, case.puzzle, found)


def check_derivation(book: Rulebook, puzzle: Puzzle, found: Derivation) -> None:
    board = found.start
    for number, step in enumerate(found.steps):
        branch = found.branches.get(number)
        if branch:
            assert branch.start == board.joined(Board(step.no, step.yes)) or not branch.cells & ~(
                board.known | step.yes | step.no
            )
            check_derivation(book, puzzle, branch)
        else:
            check_reasons(book, puzzle, board, Explanation(board, [step]))
        board = board.joined(Board(step.yes, step.no))
    for number, step in enumerate(found.steps):
        later = [other.cells for other in found.steps[number + 1 :]]
        assert any((step.yes | step.no) & cells for cells in (*later, found.broken.cells)), "every step is needed"
    if found.broken.denied:
        denied = found.broken.denied
        assert denied.yes & board.no or denied.no & board.yes
        check_reasons(book, puzzle, board, Explanation(board, [denied._replace(cells=denied.cells & board.known)]))
    else:
        with pytest.raises(Contradiction):
            inferred_by(puzzle, found.broken.constraint, board.yes & found.broken.cells, board.no & found.broken.cells)


def test_alike_steps_of_a_story_are_stated_once():
    grid = [
        "2.......2",
        ".........",
        ".........",
        ".........",
        "2.......2",
        ".........",
        ".........",
        ".........",
        "2.......0",
    ]
    book, puzzle = parse({"kind": "slitherlink", "grid": grid})
    steps = [step for step in run(explain(puzzle, book, limit=60)).steps if step.technique == "corner-2"]
    order, (chunk, *others) = chunks(Context(puzzle, book), puzzle.givens, steps)
    assert len(steps) > 1 and order == list(range(len(steps))) and not others
    assert chunk == (range(len(steps)), len(steps), True)


def test_an_assumption_is_shown_if_no_step_shows_a_contradiction():
    """No technique finds anything with these numbers."""
    book, puzzle = parse({"kind": "nonogram", "rows": [[1], [1], [1]], "cols": [[1], [1], [1]]})
    bare = book._replace(explaining=book.explaining._replace(techniques=()))
    board = Board(1 << 0 | 1 << 4 | 1 << 8, 0)
    assert run(derive(Context(puzzle, bare), board)) is None
    found = run(derive(Context(puzzle, bare), Board(1 << 0 | 1 << 1, 0)))
    assert found and not found.steps and found.broken.constraint == 0


@pytest.mark.parametrize("runs", [([2], [1], [1, 1]), ([1, 1], [1], [2]), ([1], [3], [1])])
def test_trials_show_every_contradiction(runs):
    """Without techniques, a story consists of what single constraints imply and of refuted values."""
    book, puzzle = parse({"kind": "nonogram", "rows": list(runs), "cols": list(runs)})
    bare = book._replace(explaining=book.explaining._replace(techniques=()))
    solutions = [board.yes for board in run(solve(puzzle, limit=100)).boards]
    for marks in combinations(range(2 * puzzle.size), 2):
        if marks[0] // 2 == marks[1] // 2:
            continue  # one cell with both values
        board = Board(*(sum(1 << mark // 2 for mark in marks if mark % 2 == value) for value in (0, 1)))
        found = run(derive(Context(puzzle, bare), board))
        if any(not board.yes & ~yes and not board.no & yes for yes in solutions):
            assert found is None
        else:
            assert found
            check_derivation(bare, puzzle, found)


@not_in_pyodide
def test_a_story_may_need_trials_of_both_values():
    """No refutation of single values by propagation shows that this puzzle has no solution."""
    rows = [[1], [2], [2], [2, 1], [1, 1], [1], [2, 1], [2]]
    cols = [[1, 1], [2], [1], [1, 2], [1], [1, 2], [1], [1, 2]]
    book, puzzle = parse({"kind": "nonogram", "rows": rows, "cols": cols})
    found = run(refute(Context(puzzle, book), puzzle.givens))
    check_derivation(book, puzzle, found)
    assert any(branch.branches for branch in found.branches.values())
    found = run(derive(Context(puzzle, book), puzzle.givens))
    check_derivation(book, puzzle, found)
    assert found.branches and len(found.chunks) <= MAX_CHUNKS
    clash = run(CALLS["conflict"]({"document": puzzle.document}))["clash"]
    chains = [step["chain"] for step in clash["steps"] if "chain" in step]
    assert any("case" in link for links in chains for link in links)
    for supposed, *links in chains:
        assert "cell" in supposed and "case" not in supposed and links[-1]["broken"]
        assert sum("case" in link for link in links) + 1 == sum("broken" in link for link in links)


@pytest.mark.parametrize("kind", [kind for kind in rulebooks() if not rulebooks()[kind].explaining.visits])
def test_easy_steps_stay_near_until_nothing_easy_is_left_there(kind):
    book, puzzle = parse(next(one["document"] for one in rulebooks()[kind].examples if one["level"] == "hard"))
    names, last = easy_names(book), 0
    proximity = Proximity(puzzle, Progress())
    for step, before in boards_before(puzzle.givens, run(explain(puzzle, book)).steps):
        if last and step.technique in names:
            there = run(Explainer(Context(puzzle, book), before).easiest_steps(book.explaining.easy))
            nearest = min(proximity.between(one.yes | one.no, last) for one in there)
            assert proximity.between(step.yes | step.no, last) <= max(nearest, NEAR)
        last = step.yes | step.no


def test_a_step_that_leaves_one_value_uses_those_removed_before():
    runs = [[[1, 1], [1, 2]], [[1, 2]]]
    book, puzzle = parse({"kind": "nonogram", "colors": ["#d81f26", "#1f5fd6"], "rows": runs, "cols": runs})
    first, second, third = same_variable(puzzle, 0)
    explainer = Explainer(Context(puzzle, book), Board(0, 1 << second))
    step = explainer._whole(Step(0, 1 << first, "hypothesis", (), 0, {}, 0, False))
    assert (step.yes, step.cells) == (1 << third, 1 << second)


def test_the_end_of_a_story_names_where_a_loop_closes_or_a_piece_is_cut_off():
    book, puzzle = parse({"kind": "slitherlink", "grid": ["..", ".."]})
    loop = next(one for one in puzzle.constraints if one.data()["rule"] == "loop")
    closed = book.read(puzzle, {"h": ["--", "--", ".-"], "v": ["|.|", "..."]})
    at = {"key": "at.above", "params": {"row": 1, "column": 1}}
    assert broken_form(puzzle, loop, Board(closed.yes, 0)) == ("-closed", {"length": 6, "at": at})
    assert broken_form(puzzle, loop, Board(0, puzzle.cells)) == ("-open", {})
    book, puzzle = parse({"kind": "hitori", "grid": ["122", "213", "131"]})
    piece = next(one for one in puzzle.constraints if one.data()["rule"] == "connected")
    form, places = broken_form(puzzle, piece, Board(1 << 1 | 1 << 3, 1 << 0 | 1 << 8))
    named = [(place["params"]["row"], place["params"]["column"]) for place in places.values()]
    assert (form, named) == ("-apart", [(1, 1), (3, 3)])
    clash = run(CALLS["conflict"]({"document": {"kind": "minesweeper", "grid": ["0.1"]}}))["clash"]
    assert clash["broken"]["sentence"]["key"] == "broken.none"


def test_a_conflict_has_its_easiest_story():
    clash = run(CALLS["conflict"]({"document": {"kind": "slitherlink", "grid": ["33.", "...", "1.0"]}}))["clash"]
    assert clash["broken"]["sentence"]["key"].startswith("broken.")
    numbers = [number for thought in clash["thoughts"] for number in thought["steps"]]
    assert numbers == list(range(len(clash["steps"])))
    flaw = run(CALLS["conflict"]({"document": {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}}))["clash"]
    assert flaw["broken"]["sentence"]["key"] == "reason.sums-differ" and flaw["steps"] == []


@not_in_pyodide
def test_a_clash_on_a_large_board_is_that_of_its_story():
    """The clause learner is not used there; marks and givens that the story does not need are left out."""
    open_row = "." * 66
    grid = ["21" + open_row[2:], *[open_row] * 65]
    clash = run(CALLS["explain"]({"document": {"kind": "minesweeper", "grid": grid}}))["clash"]
    assert [reason["clue"]["at"] for reason in clash["because"]] == [{"row": 0, "column": 0}, {"row": 0, "column": 1}]
    assert clash["steps"] and not clash["minimal"] and not clash["smallest"]
    grid = ["..O" + open_row[3:], "..XO" + open_row[4:], *[open_row] * 64]
    board = ["OOO" + open_row[3:], "X.XO" + open_row[4:], *[open_row] * 64]
    clash = run(CALLS["explain"]({"document": {"kind": "binoxxo", "grid": grid, "board": board}}))["clash"]
    assert [entry["cell"] for entry in clash["cells"]] == [{"row": 0, "column": 0}, {"row": 0, "column": 1}]
    assert [reason["clue"]["at"] for reason in clash["because"]] == [{"row": 0, "column": 2}]


# -- thoughts ----------------------------------------------------------------------------------------------------------


@every_kind
@given(st.data())
@settings(max_examples=40)
def test_thoughts_are_all_steps_in_order(kind, data):
    """A thought has at most one step that is not easy, or the steps of one visit."""
    case = data.draw(cases(kind))
    context, found = Context(case.puzzle, case.book), run(explain(case.puzzle, case.book, case.start))
    grouped = thoughts(context, case.start, found.steps)
    assert [number for thought in grouped for number in thought] == list(range(len(found.steps)))
    for thought in grouped:
        first, *others = (found.steps[number] for number in thought)
        for step in others:
            assert step.because == first.because or step.technique in easy_names(case.book)


def test_a_line_of_a_nonogram_is_finished_before_the_next():
    book, puzzle = parse(EASY)
    steps = run(explain(puzzle, book)).steps
    visited = [step.because for step in steps]
    grouped = thoughts(Context(puzzle, book), puzzle.givens, steps)
    assert len(grouped) < len(set(visited)) + 1 and len(grouped) <= 3


def test_steps_without_a_name_follow_the_named_ones_in_level():
    named = max(one.level for book in rulebooks().values() for one in book.explaining.techniques)
    assert [LEVELS[name] - named for name in ("hypothesis", "either", "together")] == [0, 1, 2]


@not_in_pyodide
def test_a_wrong_mark_on_a_hard_board_of_20x20_is_found_in_the_time_for_a_hint():
    """The search for the solution and for the reason takes 3,000 safe points, which is half a second."""
    rows = """
        ...13332...12.12.... 31...103222.11...2.2 ..2.....1.2..0.11..1 1..2011.3.213.3221.3 1.1.....2.2.21...3..
        .32.12..3..11....2.3 .2.2....1.1.1..3.112 2.222..22...2..2.1.2 .323...2...31..2.1.. 1...22.2.23.11...3..
        ..1...22.21.2.12...2 ..1.3..12...3...233. 2.1.3..1...02..211.2 320.2..2.1.0....2.1. 2.2....13..1..23.22.
        ..0...22.1.3.....2.3 1.0222.312.2.2132..1 2..21.2..2.2.....2.. 3.1...12.222222...12 ....22.22...22223...
    """
    document = {"kind": "slitherlink", "grid": rows.split()}
    solution = run(CALLS["solve"]({"document": document}))["solutions"][0]["h"]
    marks = [row.replace(".", "x") if number < 12 else "." * 20 for number, row in enumerate(solution)]
    assert marks[4][3] == "x"
    marks[4] = marks[4][:3] + "-" + marks[4][4:]
    found = run(CALLS["hint"]({"document": {**document, "edges": {"h": marks, "v": ["." * 21] * 20}}}))
    assert [cell["cell"] for cell in found["wrong"]["cells"]] == [{"h": [4, 3]}]
