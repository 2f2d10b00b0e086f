"""Properties of every registered kind of puzzle. No kind is named here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import board_with, boards_of, example_of, oracle_of, shared, verdict_of
from tesuji import solve
from tesuji.bitset import iter_bits
from tesuji.calls import CALLS
from tesuji.calls import solve as solve_steps
from tesuji.engine import search
from tesuji.engine.budget import Budget, run
from tesuji.engine.propagate import ConstraintPropagator, propagator_for
from tesuji.engine.reasons.grade import grade
from tesuji.engine.reasons.waves import waves
from tesuji.errors import Contradiction, InputError, OutOfBudget
from tesuji.model import Board, Puzzle
from tesuji.puzzles import parse, read, rulebooks, write
from tesuji.rulebook import Explaining, Rating, Rulebook
from tesuji.variables import board_of_indexes, indexes, marks_of, values_of

KINDS = sorted(rulebooks())
ORACLES = {kind: oracle_of(kind) for kind in KINDS}
EXAMPLES = [(kind, number) for kind in KINDS for number in range(len(rulebooks()[kind].examples))]
LEVELS = {"easy": "unique", "hard": "unique", "multiple": "multiple", "none": "none"}
ALL = 1000
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="Node is missing")
native = pytest.mark.skipif(sys.platform == "emscripten", reason="there are no processes in a browser")
every_kind = pytest.mark.parametrize("kind", KINDS)
every_example = pytest.mark.parametrize(("kind", "number"), EXAMPLES)


def example(kind: str, number: int) -> dict:
    return rulebooks()[kind].examples[number]


def propagator_of(book: Rulebook, puzzle: Puzzle):
    return propagator_for(puzzle)


def root_of(propagator):
    """Return the state after the givens. Raises Contradiction."""
    *_, state = propagator.root()
    return state


def lasting(result: dict) -> dict:
    """Return a result without its time."""
    return {key: value for key, value in result.items() if key != "seconds"}


def same(solutions: list) -> list[str]:
    """Return solutions in a canonical order."""
    return sorted(map(repr, solutions))


# -- the solver against brute force ------------------------------------------------------------------------------------


def check_against_brute_force(kind: str, document: dict) -> None:
    solutions = ORACLES[kind].solutions(document)
    two, every = solve(document), solve(document, limit=ALL)
    for result in (two, every):
        assert result["verdict"] == verdict_of(solutions)
        check_forced(document, result, solutions)
    assert same(every["solutions"]) == same(solutions)
    assert len(two["solutions"]) == min(len(solutions), 2)
    assert len({repr(solution) for solution in two["solutions"]}) == len(two["solutions"])
    assert {*same(two["solutions"])} <= {*same(solutions)}
    assert solve(document, limit=1)["verdict"] in (verdict_of(solutions), "unknown" if solutions else "none")


def check_forced(document: dict, result: dict, solutions: list) -> None:
    """Check that forced cells are shared by all solutions, and that none is missing if the result claims completeness."""
    if not solutions:
        assert "forced" not in result and result["class"] == "EP"
        return
    book, puzzle = parse(document)
    truth = shared(book.read(puzzle, solution) for solution in solutions)
    found = book.read(puzzle, result["forced"])
    assert not found.yes & ~truth.yes and not found.no & ~truth.no
    if result["forced_complete"]:
        assert result["forced"] == book.forced(puzzle, truth)


@every_kind
@given(data=st.data())
def test_the_solver_agrees_with_brute_force(kind, data):
    check_against_brute_force(kind, data.draw(ORACLES[kind].documents))


@every_kind
@given(data=st.data())
def test_so_does_clause_learning_alone(kind, data):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "PROBES", 0)
        check_against_brute_force(kind, data.draw(ORACLES[kind].documents))


@every_kind
@given(data=st.data())
def test_the_constraints_alone_give_the_same_verdict(kind, data):
    """Tested without the kind's own propagator."""
    document = data.draw(ORACLES[kind].documents)
    solutions = ORACLES[kind].solutions(document)
    answer = run(search.solve(parse(document)[1], limit=ALL))
    assert answer.verdict == verdict_of(solutions)
    assert len(answer.boards) == len(solutions)


@every_kind
@given(data=st.data())
def test_a_flaw_is_reported_only_if_there_is_no_solution(kind, data):
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    if ORACLES[kind].solutions(document):
        assert not list(book.flaws(puzzle))
        assert "reason" not in solve(document)


# -- propagation -------------------------------------------------------------------------------------------------------


def some_cells(data, puzzle: Puzzle) -> Board:
    every = st.integers(0, puzzle.cells)
    yes, no = (
        data.draw(every) & data.draw(every) & data.draw(every),
        data.draw(every) & data.draw(every) & data.draw(every),
    )
    return Board(yes & ~puzzle.givens.known, no & ~yes & ~puzzle.givens.known)


def fits(board: Board, solution: Board) -> bool:
    return not board.yes & solution.no and not board.no & solution.yes


@every_kind
@given(data=st.data())
def test_propagation_is_sound_and_as_strong_as_the_constraints(kind, data):
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    known = some_cells(data, puzzle)
    boards = boards_of(puzzle, ORACLES[kind].solutions(document))
    fitting = [board for board in boards if fits(known, board)]
    try:
        mine = propagated(propagator_of(book, puzzle), known)
    except Contradiction:
        assert not fitting
        return
    assert all(fits(mine, board) for board in fitting)
    theirs = propagated(ConstraintPropagator(puzzle), known)
    assert not theirs.yes & ~mine.yes and not theirs.no & ~mine.no


def propagated(propagator, known: Board) -> Board:
    """Return the board after its givens and then these cells. Raises Contradiction."""
    return propagator.known(propagator.extend(root_of(propagator), *known))


@every_kind
@given(data=st.data())
def test_propagation_does_not_depend_on_the_order_of_cells(kind, data):
    """All cells at once or one by one; and extending a state does not change it."""
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    known = some_cells(data, puzzle)
    propagator = propagator_of(book, puzzle)
    try:
        root = state = root_of(propagator)
        before = propagator.known(root)
        at_once = propagator.known(propagator.extend(root, *known))
    except Contradiction:
        return
    for bit in iter_bits(known.known):
        state = propagator.extend(state, known.yes & bit, known.no & bit)
    assert propagator.known(state) == at_once
    assert propagator.known(root) == before


@every_kind
@given(data=st.data())
def test_a_full_board_is_taken_exactly_when_it_is_a_solution(kind, data):
    document = data.draw(ORACLES[kind].documents)
    book, puzzle = parse(document)
    solutions = {book.read(puzzle, solution) for solution in ORACLES[kind].solutions(document)}
    yes = data.draw(
        st.one_of(
            st.integers(0, puzzle.cells), st.sampled_from(sorted(solutions) or [Board()]).map(lambda board: board.yes)
        )
    )
    board = Board(yes, puzzle.cells & ~yes)
    for propagator in (propagator_of(book, puzzle), ConstraintPropagator(puzzle)):
        try:
            taken = propagator.known(propagator.extend(root_of(propagator), *board)) == board
        except Contradiction:
            taken = False
        assert taken == (board in solutions)


# -- letters -----------------------------------------------------------------------------------------------------------


def some_values(data, puzzle: Puzzle, least: int) -> Board:
    """Return a board of the givens, and of possible value indexes from `least` on for the other variables."""
    given = indexes(puzzle, puzzle.givens)
    values = (
        st.sampled_from(
            [one for one in range(least, values_of(puzzle, number) + 1) if is_possible(puzzle, number, one)]
        )
        if not value
        else st.just(value)
        for number, value in enumerate(given)
    )
    return board_of_indexes(puzzle, data.draw(st.tuples(*values))).joined(puzzle.givens)


def is_possible(puzzle: Puzzle, variable: int, value: int) -> bool:
    """Return whether the puzzle does not exclude a value."""
    return not board_with(puzzle, variable, value).yes & puzzle.givens.no


@every_kind
@given(data=st.data())
def test_boards_are_read_as_they_are_written(kind, data):
    book, puzzle = parse(data.draw(ORACLES[kind].documents))
    full, board = some_values(data, puzzle, 1), some_values(data, puzzle, 0)
    assert book.read(puzzle, book.solution(puzzle, full)) == full
    assert book.read(puzzle, book.forced(puzzle, board)).joined(puzzle.givens) == board
    assert json.loads(json.dumps(book.solution(puzzle, full))) == book.solution(puzzle, full)
    assert book.draw(puzzle, board).strip("\n")


@every_kind
@given(data=st.data())
def test_a_document_is_its_own_canonical_form_and_survives_json(kind, data):
    document = {**data.draw(ORACLES[kind].documents), "title": "手筋", "id": 7, "unheard-of": [1]}
    _, puzzle = parse(json.loads(json.dumps(document)))
    assert puzzle.document == document
    assert parse(puzzle.document)[1].clues == puzzle.clues
    assert solve(document)["id"] == 7


@every_kind
@given(data=st.data())
def test_a_document_is_read_as_it_is_written(kind, data):
    document = data.draw(ORACLES[kind].documents)
    text, _ = write(document, "json")
    assert read(text)[0] == document


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.just(1.5) | st.text("01.*#OX-|?", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["h", "v", "a"]), inner, max_size=2),
    max_leaves=6,
)


@every_kind
@given(data=st.data())
def test_every_document_is_a_puzzle_or_bad_input(kind, data):
    document = data.draw(ORACLES[kind].documents)
    field = data.draw(st.sampled_from(sorted({*document, "board", "edges", "distinct", "mines", "opened"} - {"kind"})))
    value = data.draw(anything)
    if isinstance(document.get(field), list) and data.draw(st.booleans()):
        value = [*document[field][:-1], value]
    try:
        solve({**document, field: value})
    except InputError as error:
        assert error.message("en") and error.message("ja")


@pytest.fixture(scope="module")
def page():
    """Return a function that returns what the page makes of a document: its given marks, or why it refuses it."""
    command = [shutil.which("node"), Path(__file__).parent / "web" / "givens.mjs"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as node:

        def ask(document: dict):
            print(json.dumps(document), file=node.stdin, flush=True)
            return json.loads(node.stdout.readline())

        yield ask


@native
@needs_node
@every_kind
@given(data=st.data())
def test_the_page_accepts_the_same_documents_with_the_same_givens(page, kind, data):
    """A given may have no mark on the page, as the cell of a number has none."""
    document = data.draw(ORACLES[kind].documents)
    _, puzzle = parse(document)
    marks, shown = marks_of(puzzle, puzzle.givens), page(document)
    assert len(shown) == len(marks)
    assert all(mine == theirs or (mine == "?" and theirs != "0") for mine, theirs in zip(shown, marks)), (shown, marks)


# -- capabilities ------------------------------------------------------------------------------------------------------


@pytest.fixture
def bare(monkeypatch):
    """Reduce every kind to its required members."""
    books = {
        kind: book._replace(
            flaws=lambda puzzle: iter(()),
            relaxed=None,
            explaining=Explaining(counted=book.explaining.counted),
            rating=Rating(),
            mending=None,
            maker=None,
            line=None,
            census=None,
        )
        for kind, book in rulebooks().items()
    }
    monkeypatch.setattr("tesuji.puzzles.rulebook", books.__getitem__)
    monkeypatch.setattr("tesuji.calls.counting.rulebooks", lambda: books)


@pytest.mark.parametrize("call", ["solve", "check", "convert", "explain", "hint", "rate", "conflict"])
@every_kind
def test_a_kind_needs_no_capability_to_be_solved_and_explained(bare, kind, call):
    assert run(CALLS[call]({"document": example_of(kind, "easy")}), Budget(60))


@pytest.mark.parametrize("call", ["line", "mend", "generate", "census"])
@every_kind
def test_missing_capabilities_are_refused_with_a_message(bare, kind, call):
    args = {"document": example(kind, 0)["document"], "kind": kind, "width": 4, "height": 4, "line": {"row": 0}}
    with pytest.raises(InputError) as error:
        run(CALLS[call](args))
    assert error.value.message("en") != error.value.message("ja")


# -- determinism -------------------------------------------------------------------------------------------------------


@every_kind
@given(data=st.data())
def test_the_same_puzzle_is_solved_the_same_way(kind, data):
    document = data.draw(ORACLES[kind].documents)
    assert lasting(solve(document)) == lasting(solve(document))


@native
@every_kind
def test_nothing_depends_on_the_order_of_sets(kind):
    """With another hash seed, Python gives the same answers after the same work."""
    program = (
        "import json, sys; from tesuji import solve; print(json.dumps([solve(json.loads(line)) for line in sys.stdin]))"
    )
    lines = "\n".join(json.dumps(entry["document"]) for entry in rulebooks()[kind].examples)
    results = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run(
            [sys.executable, "-c", program], input=lines, env=environment, capture_output=True, text=True, check=True
        )
        results.append([lasting(result) for result in json.loads(done.stdout)])
    assert results[0] == results[1]


# -- budgets -----------------------------------------------------------------------------------------------------------


def stopped_at(steps, point: int):
    """Return the answer of a search into which OutOfBudget is thrown from its `point`-th safe point on; None if it
    ended before.
    """
    try:
        for _ in range(point + 1):
            next(steps)
    except StopIteration:
        return None
    try:
        while True:
            steps.throw(OutOfBudget())
    except StopIteration as end:
        return end.value


def safe_points(kind: str, document: dict):
    """Yield the first safe points, and then increasingly sparse ones."""
    point = 0
    while result := stopped_at(solve_steps({"document": document}), point):
        yield result
        point += 1 + point // 8


def check_stopped(document: dict, verdict: str, whole: dict, result: dict) -> None:
    """Check that a stopped search returns "unknown" or a correct result."""
    assert result["verdict"] in ("unknown", verdict)
    assert result["verdict"] == "multiple" or len(result["solutions"]) < 2
    if verdict == "none":
        assert not result["solutions"]
        return
    book, puzzle = parse(document)
    found, truth = book.read(puzzle, result["forced"]), book.read(puzzle, whole["forced"])
    assert not found.yes & ~truth.yes and not found.no & ~truth.no
    for solution in result["solutions"]:
        assert fits(truth, book.read(puzzle, solution))


@every_kind
@given(data=st.data())
def test_stopped_anywhere_it_is_never_wrong(kind, data):
    document = data.draw(ORACLES[kind].documents)
    solutions = ORACLES[kind].solutions(document)
    whole = solve(document)
    for result in safe_points(kind, document):
        check_stopped(document, verdict_of(solutions), whole, result)
        assert {*same(result["solutions"])} <= {*same(solutions)}


@every_example
def test_an_example_stopped_anywhere_is_never_wrong(kind, number):
    document = example(kind, number)["document"]
    whole = solve(document)
    for result in safe_points(kind, document):
        check_stopped(document, whole["verdict"], whole, result)


@every_kind
@given(data=st.data())
def test_a_time_limit_of_zero_gives_unknown(kind, data):
    document = data.draw(ORACLES[kind].documents)
    result = run(solve_steps({"document": document}), Budget(0))
    assert result["verdict"] in ("unknown", verdict_of(ORACLES[kind].solutions(document)))


SAFE_LINES = 50_000
"""The maximum number of executed lines of Python between two safe points; 2 ms of work are about 30,000."""


@every_example
def test_safe_points_are_close_together(kind, number):
    """Measured in executed lines instead of time, so that the result is the same on every machine."""
    steps = solve_steps({"document": example(kind, number)["document"]})
    longest = 0
    try:
        next(steps)  # reading and the first propagation, which cannot be divided
        while True:
            longest = max(longest, lines_run(steps))
    except StopIteration:
        assert longest < SAFE_LINES


def lines_run(steps) -> int:
    """Return the number of lines executed up to the next safe point."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        next(steps)
    finally:
        sys.settrace(None)
    return count


def smallest_examples(kind: str) -> list[dict]:
    """Return the smallest example of each level."""
    entries = sorted(rulebooks()[kind].examples, key=lambda entry: len(json.dumps(entry["document"])), reverse=True)
    return list({entry["level"]: entry["document"] for entry in entries}.values())


def progress_of(call: str, args: dict) -> set[tuple[str, int, int]]:
    """Return (stage, settled, total) at every safe point of a call."""
    seen = set()
    run(CALLS[call](args), watch=lambda progress: seen.add((progress.stage, progress.settled, progress.of)))
    return seen


@pytest.mark.parametrize("call", ["solve", "explain", "hint", "rate", "mend"])
@every_kind
def test_progress_stays_below_its_total(kind, call):
    if call == "mend" and not rulebooks()[kind].mending:
        return
    seen = set[tuple[str, int, int]]().union(
        *(progress_of(call, {"document": document}) for document in smallest_examples(kind))
    )
    assert seen and all(0 <= settled <= of for _, settled, of in seen)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if rulebooks()[kind].maker])
def test_the_progress_of_generating_stays_below_its_total(kind):
    asked = {"kind": kind, "width": 6, "height": 6, "seed": 3}
    seen = progress_of("generate", {**asked, "level": "hard"}) | progress_of("generate", asked)
    assert seen and all(0 <= settled <= of for _, settled, of in seen)


# -- examples ----------------------------------------------------------------------------------------------------------


@every_example
def test_an_example_has_its_level(kind, number):
    entry = example(kind, number)
    assert entry.keys() == {"name", "level", "document"} and entry["name"].keys() == {"en", "ja"}
    assert entry["document"]["kind"] == kind and "title" not in entry["document"], (
        "the page names it in its own language"
    )
    assert solve(entry["document"])["verdict"] == LEVELS[entry["level"]]
    if entry["level"] in ("easy", "hard"):
        book, puzzle = parse(entry["document"])
        rated = grade(run(waves(puzzle, book)), book.rating.scale)
        assert rated.level in ((1,) if entry["level"] == "easy" else (3, 4, 5)) and not rated.at_least


@every_kind
def test_every_level_has_an_example(kind):
    examples = rulebooks()[kind].examples
    assert all(example_of(kind, level) for level in LEVELS) and {entry["level"] for entry in examples} == set(LEVELS)
    for language in ("en", "ja"):
        assert len({entry["name"][language] for entry in examples}) == len(examples)


@every_example
def test_an_example_is_read_and_written(kind, number):
    document = example(kind, number)["document"]
    assert read(write(document, "json")[0])[0] == document
