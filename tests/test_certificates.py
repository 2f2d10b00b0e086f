"""Certificates: every certificate that Tesuji writes is accepted, and every damaged one is refused."""

from __future__ import annotations

import gzip
import json
import os
import py_compile
import re
import subprocess
import sys
import tracemalloc
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random
from time import process_time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import tesuji
from damage import accepted_of, broken_claims, damaged_certificate, damaged_document, forged_lines
from oracle import Oracle, boards_of, example_of, golden, oracle_of, shared, verdict_of, with_each_row
from oracle import refused as listed_as_refused
from points import Points
from tesuji.bitset import members
from tesuji.calls import CALLS
from tesuji.calls.certificate import RuleNames
from tesuji.checker import Count, Loop, NotAPuzzle, Puzzle, Refused, check, puzzle_of
from tesuji.checker.weighted import Weighted, named
from tesuji.constraint import Constraint
from tesuji.constraints import SingleLoop
from tesuji.engine import prove
from tesuji.engine.budget import Budget, Steps, run
from tesuji.engine.propagate import propagator_for, reasoning_for
from tesuji.engine.reasons.conflict import conflict
from tesuji.errors import Contradiction, InputError, OutOfBudget
from tesuji.model import Board
from tesuji.puzzles import parse, read, rulebooks
from tesuji.variables import (
    board_of_indexes,
    indexes,
    place_of_literal,
    same_variable,
    values_of,
    variable_at,
    variable_count,
    visible,
)
from thorough import not_in_pyodide

KINDS = sorted(rulebooks())
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(tesuji.__file__).parent.parent)}
UNFINISHED: dict[str, Exception] = {}
"""The errors of kinds whose oracle cannot be loaded; these fail only their own tests."""
ORACLES: dict[str, Oracle] = {}
for name in KINDS:
    try:
        ORACLES[name] = oracle_of(name)
    except Exception as error:
        UNFINISHED[name] = error
HEAD = {"unique": 4, "none": 3, "multiple": 5, "conflict": 5, "forced": 5}
"""The number of lines of a certificate before its proof."""


def numbers_of(board: Board) -> frozenset[int]:
    """Return the literals of a board as the checker numbers them."""
    return frozenset([*(cell + 1 for cell in members(board.yes)), *(-cell - 1 for cell in members(board.no))])


def oracle(kind: str) -> Oracle:
    if kind in UNFINISHED:
        raise UNFINISHED[kind]
    return ORACLES[kind]


def main(arguments: list[str]) -> int:
    return pytest.importorskip("tesuji.cli", reason="the site has no command line").main(arguments)


def solved(document: dict, **args) -> dict:
    return run(CALLS["solve"]({"document": document, "certificate": True, **args}), Budget(60))


def certificate(document: dict) -> str:
    return solved(document)["certificate"]


def checked(text: str) -> dict:
    """Return the checker's result as a dict. Raises Refused."""
    steps = check(text)
    try:
        while True:
            next(steps)
    except StopIteration as end:
        found = end.value
        return {"verdict": found.verdict, "kind": found.document["kind"], "lines": found.lines, **found.claim}


def refused(text: str) -> Refused | None:
    try:
        checked(text)
    except Refused as error:
        return error
    return None


@cache
def examples(kind: str) -> list[str]:
    return [certificate(example["document"]) for example in rulebooks()[kind].examples]


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(data=st.data())
def test_certificates_of_tiny_puzzles_are_accepted(kind, data):
    document = data.draw(oracle(kind).documents)
    found = checked(certificate(document))
    assert found["verdict"] == verdict_of(oracle(kind).solutions(document)) and found["kind"] == kind


@pytest.mark.parametrize("kind", KINDS)
def test_certificates_of_all_examples_are_accepted(kind):
    for text, example in zip(examples(kind), rulebooks()[kind].examples):
        expected = example["level"] if example["level"] in ("multiple", "none") else "unique"
        assert checked(text)["verdict"] == expected


@pytest.mark.parametrize("lines", golden("certificates.json"), ids=lambda lines: lines[2])
def test_certificates_of_earlier_versions_are_accepted(lines):
    assert checked("\n".join(lines))["verdict"] == lines[2].removeprefix("verdict ")


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_order_encoding_is_proven_too(kind, data):
    """Lazy lines get no turn, so that variables with definitions are needed: runs, and sums of counts."""
    document = data.draw(oracle(kind).documents)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prove, "ENCODINGS", (False,))
        patch.setattr(prove, "MOST_WITHOUT_EXTRA", 0)
        patch.setattr(prove, "_led", without_lead)
        for first in (prove.Refuter, prove.Reasoned):
            patch.setattr(first, "facts", without_propagation)
        assert checked(certificate(document))["verdict"] == solved(document)["verdict"]


def test_starts_of_runs_are_defined_as_the_checker_reads_them(monkeypatch):
    """Each line has two movable runs; the proof uses the start of each."""
    monkeypatch.setattr(prove, "ENCODINGS", (False,))
    monkeypatch.setattr(prove, "_led", without_lead)
    monkeypatch.setattr(prove.Refuter, "facts", without_propagation)
    lines = [[2, 1], [1, 1], [1, 2], [1, 1], [2, 2], [1]]
    text = certificate({"kind": "nonogram", "rows": lines, "cols": lines[::-1]})
    assert re.search(r"define \d+ run 1 of .* by [2-9]", text) and re.search(r"define \d+ run 2 of .* by [4-9]", text)
    assert checked(text)["verdict"] in ("unique", "none")


@cache
def with_sides() -> str:
    """Return a certificate of a slitherlink that uses the inside of the loop."""
    document = next(one["document"] for one in rulebooks()["slitherlink"].examples if one["level"] == "hard")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(prove, "MOST_WITHOUT_EXTRA", 1)
        patch.setattr(prove, "_led", without_lead)
        return certificate(document)


DEFINED = r"(?<=\n)define (\d+) inside (\d+) (\d+)"


def test_a_proof_speaks_of_the_inside_of_a_loop():
    """Each variable stands for a different box, and is used."""
    text = with_sides()
    assert checked(text)["verdict"] == "unique"
    defined = re.findall(DEFINED, text)
    lemmas = [line.split() for line in text.split("\n") if line.endswith(" by sides")]
    assert len({tuple(box) for _, *box in defined}) == len(defined) > 5
    assert all(any({x, f"-{x}"} & set(words[1:]) for words in lemmas) for x, *_ in defined)


@not_in_pyodide
def test_damaged_insides_are_refused():
    text, random = with_sides(), Random(5)
    height, width = len(json.loads(text.split("\n")[1][7:])["grid"]), 10
    for found in re.finditer(DEFINED, text):
        variable, *box = map(int, found.groups())
        other = next(
            place
            for place in iter(lambda: [random.randint(1, height), random.randint(1, width)], None)
            if abs(place[0] - box[0]) + abs(place[1] - box[1]) > 1
        )
        for line in (
            "",
            f"define {variable} inside {other[0]} {other[1]}\n",
            f"define {variable} inside {height + 1} {box[1]}\n",
            f"{found.group()}\n{found.group()}\n",
        ):
            assert refused(text[: found.start()] + line + text[found.end() + 1 :]), line
    for damage in (without_a_line, with_a_literal_turned):
        for _ in range(60):
            lines = text.rstrip("\n").split("\n")
            damage(lines, random)
            assert refused("\n".join(lines)), damage.__name__
    for at in [at for at, line in enumerate(text.split("\n")) if line.endswith(" by sides")]:
        lines = text.split("\n")
        lines[at] = lines[at].replace(" by sides", " by loop")
        assert refused("\n".join(lines)).line == at + 1


def without_lead(*args) -> Iterator[None]:
    yield


def without_propagation(first, order, known) -> Iterator[None]:
    """Yield only the document's own facts."""
    first.record.settle(prove.literals(*first.puzzle.givens), (), prove.GIVEN)
    yield


@pytest.mark.parametrize("kind", ["binoxxo"])
@settings(deadline=None)
@given(data=st.data())
def test_rounds_with_reasons_reach_as_far_as_propagation(kind, data):
    book = rulebooks()[kind]
    puzzle = book.parse(data.draw(oracle(kind).documents))
    reasoning = reasoning_for(puzzle)
    if reasoning is None:
        return  # the kind has it for some of its puzzles
    *_, board = [puzzle.givens, *reasoning.rounds(puzzle.givens)]
    try:
        *_, state = propagator_for(puzzle).root()
    except Contradiction:
        assert board.yes & board.no
    else:
        assert board == propagator_for(puzzle).known(state)
        assert list(reasoning.rounds(board)) == []


def test_the_parts_of_a_board_with_several_blocks_are_shown_row_by_row():
    certificates = pytest.importorskip("tesuji.cli.certificates", reason="the site has no command line")
    board = {"cell": ["#?"], "link": {"right": ["-"], "down": []}}
    assert list(certificates._rows(board)) == ["cell:", "# ?", "link:", "right:", "-", "down:"]


# -- conflicts and forced cells ----------------------------------------------------------------------------------------


def explained(document: dict, **args) -> dict:
    return run(CALLS["explain"]({"document": document, "certificate": True, **args}), Budget(60))


def with_marks(kind: str, document: dict, marks: Board) -> dict:
    """Return the document with these marks, without those that mean no."""
    book = rulebooks()[kind]
    member, blank = book.marks
    board = with_each_row(book.solution(book.parse(document), marks), lambda row: row.replace("?", blank))
    return {**document, member: board}


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None)
@given(data=st.data())
def test_marks_that_clash_and_cells_that_they_force(kind, data):
    """Brute force: no board has the marks, or all boards that have them also have the forced values, and share no other
    value.
    """
    document = data.draw(oracle(kind).documents)
    book = rulebooks()[kind]
    puzzle = book.parse(document)
    marks = bytearray(variable_count(puzzle))
    for variable in data.draw(st.sets(st.integers(0, variable_count(puzzle) - 1), max_size=3)):
        several = values_of(puzzle, variable)
        marks[variable] = 1 if several == 2 else data.draw(st.integers(1, several))
    marked = board_of_indexes(puzzle, marks)
    assume(not marked.yes & puzzle.givens.no)
    answer = explained(with_marks(kind, document, marked))
    found = [book.read(puzzle, solution) for solution in oracle(kind).solutions(document)]
    boards = [board for board in found if not board.no & marked.yes]
    if not boards:
        assert checked(answer["certificate"])["verdict"] == "conflict"
        return
    same = shared(boards)
    if "certificate" not in answer:
        assert answer["uncertified"]["key"] == "certificate.nothing-forced"
        assert book.forced(puzzle, same) == book.forced(puzzle, puzzle.givens.joined(marked))
        return
    text = answer["certificate"]
    forced = book.read(puzzle, checked(text)["forced"])
    assert forced.shared(same) == forced
    for bit in (1 << cell for cell in members(visible(puzzle) & ~same.known)):
        rows = json.dumps(book.forced(puzzle, Board(forced.yes | bit, forced.no)))
        assert refused(re.sub(r"(?<=\nforced ).*", rows, text))


@cache
def claims(kind: str) -> list[str]:
    """Return certificates of conflicts and of forced cells: of an example without a solution, and of others if any cell
    is forced.
    """
    answers = [explained(example_of(kind, level)) for level in ("none", "multiple", "easy")]
    return [answer["certificate"] for answer in answers if answer["verdict"] == "none" or "certificate" in answer]


@pytest.mark.parametrize("kind", KINDS)
def test_every_clue_of_a_conflict_is_needed(kind):
    """Without any one of them the proof fails, because the others are consistent."""
    text, *_ = claims(kind)
    found = checked(text)
    assert found["verdict"] == "conflict"
    for name in found["only"]:
        fewer = json.dumps([other for other in found["only"] if other != name])
        assert refused(re.sub(r"(?<=\nonly ).*", fewer, text))
    puzzle = rulebooks()[kind].parse(json.loads(text.splitlines()[1].removeprefix("puzzle ")))
    for literal in found["suppose"]:
        if literal < 0 and len(same_variable(puzzle, -literal - 1)) > 1:
            continue  # it also follows from the value that the variable has
        fewer = json.dumps([other for other in found["suppose"] if other != literal])
        assert refused(re.sub(r"(?<=\nsuppose ).*", fewer, text))


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_claims_are_refused(kind):
    random = Random(3)
    for text in claims(kind):
        for damage in (without_a_line, with_a_literal_turned):
            for _ in range(10):
                lines = text.rstrip("\n").split("\n")
                damage(lines, random)
                assert refused("\n".join(lines)), damage.__name__


@pytest.mark.parametrize("kind", KINDS)
def test_one_cell_and_no_other(kind):
    document = example_of(kind, "easy")
    book = rulebooks()[kind]
    puzzle = book.parse(document)
    cell = next(members(puzzle.cells & ~puzzle.givens.known))
    text = explained(document, cell=place_of_literal(puzzle, cell))["certificate"]
    values = indexes(puzzle, book.read(puzzle, checked(text)["forced"]))
    given = indexes(puzzle, puzzle.givens)
    changed = [place for place, value in enumerate(values) if value and not given[place]]
    assert changed == [variable_at(puzzle, place_of_literal(puzzle, cell))]
    other = [value for value in range(1, values_of(puzzle, changed[0]) + 1) if value != values[changed[0]]]
    turned = book.forced(puzzle, board_of_indexes(puzzle, [*values[: changed[0]], other[0], *values[changed[0] + 1 :]]))
    assert refused(re.sub(r"(?<=\nforced ).*", json.dumps(turned), text))


def test_every_claim_has_proof_lines():
    head = ["tesuji certificate 1", 'puzzle {"kind":"binoxxo","grid":["OO",".."]}']
    proof = ["fact 1 2 by given", "1 -1 -2 by count 1 2", "end from -1"]
    assert refused("\n".join([*head, "verdict conflict", *proof])).key == "only"
    assert refused("\n".join([*head, "verdict conflict", "only []", *proof])).key == "suppose"
    assert refused("\n".join([*head, "verdict conflict", 'only ["row 1"]', "suppose []", *proof])).key == "only"
    assert refused("\n".join([*head, "verdict conflict", "only []", "suppose [0]", *proof])).key == "suppose"
    assert refused("\n".join([*head, "verdict conflict", "only []", "suppose [9]", *proof])).key == "suppose"
    assert refused("\n".join([*head, "verdict conflict", "only []", "suppose []", *proof])).key == "not-by-rule"
    assert refused("\n".join([*head, "verdict forced", "suppose []", *proof])).key == "forced"
    assert refused("\n".join([*head, "verdict forced", "suppose []", 'forced ["??"]', *proof])).key == "forced"
    assert checked("\n".join([*head, "verdict conflict", 'only ["given"]', "suppose []", *proof]))["only"] == ["given"]
    supposed = [*head, "verdict conflict", "only []", "suppose [1, 2]", *proof]
    assert checked("\n".join(supposed))["suppose"] == [1, 2]


def test_marks_against_givens_are_a_conflict():
    document = {"kind": "binoxxo", "grid": ["O...", "....", "....", "...."], "board": ["X???", "????", "????", "????"]}
    assert checked(explained(document)["certificate"])["suppose"] == [1, -1]
    made = run(CALLS["conflict"]({"document": document, "certificate": True}))
    assert made["clash"] and checked(made["certificate"])["verdict"] == "conflict"


# -- damage ------------------------------------------------------------------------------------------------------------


@cache
def proofs() -> list[tuple[str, str]]:
    """Return (kind, certificate) for all examples whose certificate has a proof."""
    return [(kind, text) for kind in KINDS for text in examples(kind) if checked(text)["verdict"] != "multiple"]


def place_in_proof(lines: list[str], random: Random) -> int:
    return random.randrange(HEAD[lines[2].split()[1]], len(lines) - 1)


def without_a_line(lines: list[str], random: Random) -> None:
    del lines[place_in_proof(lines, random)]


def with_a_literal_turned(lines: list[str], random: Random) -> None:
    """Flip the sign of a literal in a clause, in a fact, or in the premises of a fact. A proof without literals loses a
    line.
    """
    proof = range(HEAD[lines[2].split()[1]], len(lines) - 1)
    for at in random.sample(proof, len(proof)):
        words = lines[at].split()
        end = next((words.index(word) for word in ("define", "by", "from") if word in words), 0)
        places = [place for place in range(1, end) if re.fullmatch(r"-?\d+", words[place])]
        if places:
            place = random.choice(places)
            words[place] = words[place].removeprefix("-") if "-" in words[place] else f"-{words[place]}"
            lines[at] = " ".join(words)
            return
    without_a_line(lines, random)


def with_a_board_changed(lines: list[str], random: Random) -> None:
    """Change one letter of the board to another one of its shape; if there is no board, add an arbitrary one."""
    if lines[2] != "verdict unique":
        lines.insert(3, "board []")
        return
    board = json.loads(lines[3].removeprefix("board "))
    part, at = random.choice([(part, at) for part in rows_of(board) for at, row in enumerate(part) if row])
    place = random.randrange(len(part[at]))
    others = sorted({letter for row in part for letter in row} - {part[at][place]})
    part[at] = f"{part[at][:place]}{random.choice(others or ['?'])}{part[at][place + 1 :]}"
    lines[3] = f"board {json.dumps(board)}"


def rows_of(board: list | dict) -> list[list[str]]:
    """Return the lists of rows of a board, of one shape or several."""
    return [board] if isinstance(board, list) else [rows for part in board.values() for rows in rows_of(part)]


def clues_in(line: str) -> str:
    """Return the members after the kind, in the line of a certificate with the puzzle."""
    return line.partition(",")[2]


def of_another_puzzle(lines: list[str], random: Random) -> None:
    """Attach the proof of one puzzle to another. The name of the kind alone makes no other puzzle."""
    others = [text for _, text in proofs() if clues_in(text.split("\n")[1]) != clues_in(lines[1])]
    other = random.choice(others).rstrip("\n").split("\n")
    lines[3:] = other[3:] if lines[2] == other[2] else other[HEAD[other[2].split()[1]] :]


DAMAGES = (without_a_line, with_a_literal_turned, with_a_board_changed, of_another_puzzle)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_certificates_are_refused(damage):
    pool, random = proofs(), Random(7)
    for _ in range(75):
        kind, text = random.choice(pool)
        lines = text.rstrip("\n").split("\n")
        damage(lines, random)
        assert refused("\n".join(lines)), f"{kind}: {damage.__name__}"


@pytest.mark.parametrize("kind", KINDS)
def test_another_verdict_is_refused(kind):
    for text in [*examples(kind), *claims(kind)]:
        for verdict in HEAD:
            if f"\nverdict {verdict}\n" not in text:
                assert refused(re.sub(r"(?<=\nverdict )\w+", verdict, text, count=1))


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ([""], "header"),
        (["tesuji certificate 1"], "puzzle"),
        (["tesuji certificate 1", 'puzzle {"kind":"no_such_kind"}'], "kind"),
        (["tesuji certificate 1", 'puzzle {"kind":"binoxxo","grid":["OO","X"]}'], "puzzle"),
        (["tesuji certificate 1", f'puzzle {{"kind":"binoxxo","grid":["{201 * "."}"]}}'], "puzzle"),
        (["tesuji certificate 1", f'puzzle {{"kind":"nonogram","rows":{[[1]] * 201},"cols":[[1]]}}'], "puzzle"),
        (["tesuji certificate 1", 'puzzle {"kind":"binoxxo","grid":["OO","XX"]}', "verdict some"], "verdict"),
        (
            ["tesuji certificate 1", 'puzzle {"kind":"binoxxo","grid":["..",".."]}', "verdict unique", "board {}"],
            "board",
        ),
    ],
)
def test_text_that_is_not_a_certificate_is_refused(lines, key):
    assert refused("\n".join(lines)).key == key


NONE = ["tesuji certificate 1", 'puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict none"]


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ([], "no-end"),
        (["end from"], "line"),
        (["end from 1"], "line"),
        (["1 by count 1 2"], "not-by-rule"),
        (["1 by row 9"], "no-rule"),
        (["1 5 by counting"], "undefined"),
        (["1 5 -1 -2 by count 1 2"], "undefined"),
        (["fact 3 if 1 by count 1 3"], "no-fact"),
        (["fact 1 by given", "1 -1 -2 by count 1 2", "end from 1"], "not-from"),
        (["fact 1 by given", "fact 1 by given"], "line"),
        (["define 4 2 of 1 2", "1 4 by counting"], "line"),
        (["define 5 2 of 1 9", "1 5 by counting"], "line"),
        (["define 5 run 1 of row 1 by 99999999999", "1 5 by counting"], "line"),
        (["fact 1 2 by given", "1 -1 -2 by count 1 2", "end from 1", "more"], "after-end"),
        (["fact 1 2 by given", "1 -1 -2 by count 1 2", "1 -2 -1 by count 1 2"], "line"),
        (["fact 1 2 by given", "1 -1 -2 by count 1 2", "end from -1 -1"], "not-from"),
        (["fact 1 2 by given", "1 -1 -2 by count 1 2", "2 -1 -2 by count 1 2", "end 1 from 1"], "line"),
        (["1 -1 -2 by count 1 2", "end -1 -2 from 1"], "line"),
    ],
)
def test_lines_that_do_not_follow_are_refused(lines, key):
    assert refused("\n".join([*NONE, *lines])).key == key


def test_the_line_that_fails_is_named():
    assert refused("\n".join([*NONE, "fact 1 2 by given", "1 -1 2 by count 1 2"])).line == 5
    assert refused("\n".join([*NONE, "fact 1 2 by given"])).line == 4
    assert refused("\n".join([*NONE[:2], "verdict unique", 'board ["OO","XX"]'])).line == 4


@pytest.mark.parametrize(
    ("clause", "follows"),
    [("-1 4", True), ("-2 4", True), ("-3 4", False), ("4 3", True), ("-4 -3", True), ("4 2", False)],
)
def test_the_start_of_a_run(clause, follows):
    """Variable 4: the run of the row starts at or before the second cell."""
    head = ["tesuji certificate 1", 'puzzle {"kind":"nonogram","rows":[[1]],"cols":[[1],[1],[1]]}', "verdict none"]
    error = refused("\n".join([*head, "define 4 run 1 of row 1 by 2", f"1 {clause} by row 1"]))
    assert error.key == ("no-end" if follows else "not-by-rule")


def test_a_proof_by_hand():
    lines = [*NONE, "fact 1 2 by given", "1 -1 -2 by count 1 2", "end from -1", ""]
    assert checked("\n".join(lines))["verdict"] == "none"


# -- the checker's rules, by brute force -------------------------------------------------------------------------------


def literals_of(board: Sequence[bool]) -> frozenset[int]:
    return frozenset(cell if yes else -cell for cell, yes in enumerate(board, 1))


def holds(definition: tuple, board: frozenset[int]) -> bool:
    """Return whether a variable holds on a board with one row, or of any shape if it counts cells."""
    if isinstance(definition[0], frozenset):
        cells, number = definition
        return sum(cell in board for cell in cells) >= number
    _, run, place = definition
    starts = [cell for cell in range(1, len(board) + 1) if cell in board and cell - 1 not in board]
    return starts[run] <= place + 1


@st.composite
def beliefs(draw, size: int, definitions: dict[int, tuple]) -> set[int]:
    """Draw literals of cells and variables, without contradictions."""
    chosen = draw(st.lists(st.sampled_from([*range(1, size + 1), *2 * [*definitions]]), unique=True))
    return {x if draw(st.booleans()) else -x for x in chosen}


def models(boards: Iterable[Sequence[bool]], true: set[int], definitions: dict[int, tuple]) -> list[frozenset[int]]:
    """Return the boards on which all of these literals hold."""
    found = []
    for board in map(literals_of, boards):
        means = {x: holds(what, board) for x, what in definitions.items()}
        if all(means[abs(x)] == (x > 0) if abs(x) in means else x in board for x in true):
            found.append(board)
    return found


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_count_is_refuted_only_if_it_cannot_hold(data):
    """The definitions are variables for "at least this number of these". Without them, the count is refuted whenever it
    cannot hold.
    """
    mines, number = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 8))
    rules = puzzle_of({"kind": "minesweeper", "grid": ["...", f".{number}.", "..."], "mines": mines})
    cells = st.frozensets(st.integers(1, 9), min_size=1)
    definitions = dict(enumerate(data.draw(st.lists(st.tuples(cells, st.integers(0, 9)), max_size=3)), 10))
    true = data.draw(beliefs(9, definitions))
    left = models(product((False, True), repeat=9), true, definitions)
    counts = (
        [len([x for x in board if x > 0]) for board in left],
        [len([x for x in board if x > 0 and x != 5]) for board in left],
    )
    for name, fits in ("mines", mines in counts[0]), ("number 2 2", number in counts[1]), ("counting", bool(left)):
        refutes = rules.rule(name)(true, definitions)
        assert not (refutes and fits) if definitions else refutes != fits, name


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_weighted_sum_is_refuted_only_if_its_counts_cannot_hold(data):
    rules = puzzle_of({"kind": "minesweeper", "grid": ["..1", ".2.", "..."], "mines": 3})
    cells = st.frozensets(st.integers(1, 9), min_size=1)
    definitions = dict(enumerate(data.draw(st.lists(st.tuples(cells, st.integers(1, 9)), max_size=2)), 10))
    true = data.draw(beliefs(9, definitions))
    own, *weights = data.draw(st.lists(st.integers(-3, 3), min_size=4, max_size=4))
    names = "number 1 3", "number 2 2", "mines"
    name = ", ".join([f"weighted {own}", *map(" ".join, zip(map(str, weights), names))])
    rule = named(name, rules.rule)
    boards = models(product((False, True), repeat=9), true, definitions)
    fits = [board for board in boards if not any(rules.rule(name)(board, {}) for name in names)]
    assert not (rule(true, definitions) and fits)


def test_a_weighted_count_may_allow_none_of_its_cells():
    evenly = Weighted(0, [(-1, Count([1, 2], {0, 2}))])
    assert not any(evenly(true, {}) for true in ({-1, -2}, {1, 2}, set()))


WEIGHTED = ["tesuji certificate 1", 'puzzle {"kind":"minesweeper","grid":["...1","1..."],"mines":3}', "verdict none"]
"""The two numbers have no cell in common, and every other cell is next to one of them, so there are two mines."""


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (["define 9 3 of 2 3 6 7", "fact -9 by weighted -1, 1 number 1 4, 1 number 2 1"], "no-end"),
        (["define 9 2 of 2 3 6 7", "fact -9 by weighted -1, 1 number 1 4, 1 number 2 1"], "not-by-rule"),
        (["define 9 3 of 2 3 6 7", "fact -9 by weighted 1, 1 number 1 4, 1 number 2 1"], "not-by-rule"),
        (["fact 1 if -4 -5 by weighted 0, 1 mines"], "no-fact"),
        (["fact -4 -5 by given", "1 4 5 by weighted 0, 1 number 1 4, 1 number 2 1, -1 mines"], "no-end"),
        (["fact -4 -5 by given", "1 4 5 by weighted 0, -1 number 1 4, -1 number 2 1, 1 mines"], "not-by-rule"),
        (["fact -4 -5 by given", "1 4 by weighted 0, 1 number 1 4, 1 number 2 1, -1 mines"], "not-by-rule"),
        (["1 by weighted 0, 1 number 9 9"], "line"),
        (["1 by weighted 0, 1 given"], "line"),
        (["1 by weighted"], "line"),
        (["1 by weighted 0, 9999999 mines"], "line"),
        (["1 by weighted 0, 1 weighted 0"], "line"),
    ],
)
def test_weighted_sums_by_hand(lines, key):
    assert refused("\n".join([*WEIGHTED, *lines])).key == key


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_runs_are_refuted_if_no_filling_has_them(data):
    """The definitions are variables for the start of a run, or for the number of filled cells."""
    width = data.draw(st.integers(1, 7))
    lengths = [len(run) for run in data.draw(st.text("#.", min_size=width, max_size=width)).split(".") if run]
    rules = puzzle_of({"kind": "nonogram", "rows": [lengths], "cols": [[1]] * width})
    starts = st.tuples(
        st.just(rules.rule("row 1")), st.integers(0, max(len(lengths) - 1, 0)), st.integers(0, width - 1)
    )
    defined = data.draw(st.lists(starts, max_size=3 if lengths else 0))
    cells = st.frozensets(st.integers(1, width), min_size=1)
    counted = data.draw(
        st.lists(st.tuples(cells, st.integers(0, width)), max_size=data.draw(st.sampled_from([0, 0, 2])))
    )
    definitions = dict(enumerate([*defined, *counted], width + 1))
    true = data.draw(beliefs(width, definitions))
    boards = [
        board
        for board in product((False, True), repeat=width)
        if [len(run) for run in "".join(".#"[yes] for yes in board).split(".") if run] == lengths
    ]
    refutes, fits = rules.rule("row 1")(true, definitions), bool(models(boards, true, definitions))
    assert not (refutes and fits) if counted else refutes != fits


@pytest.mark.parametrize("width", range(1, 6))
def test_a_line_may_be_known_only_by_the_starts_of_its_runs(width):
    """For every line, run and place, alone and with the last cell."""
    boards = list(product((False, True), repeat=width))
    of = {board: [len(run) for run in "".join(".#"[yes] for yes in board).split(".") if run] for board in boards}
    for lengths in (list(one) for one in {tuple(lengths) for lengths in of.values()} if one):
        refuted = puzzle_of({"kind": "nonogram", "rows": [lengths], "cols": [[1]] * width}).rule("row 1")
        fitting = [board for board in boards if of[board] == lengths]
        for number, place, sign, last in product(range(len(lengths)), range(width), (1, -1), (0, width, -width)):
            definitions = {width + 1: (refuted, number, place)}
            true = {sign * (width + 1), last} - {0}
            assert refuted(true, definitions) == (not models(fitting, true, definitions))


@settings(deadline=None, max_examples=100)
@given(st.data())
def test_a_line_is_refuted_if_no_arrangement_is_left(data):
    rules = puzzle_of({"kind": "binoxxo", "grid": ["....", "....", "....", "...."]})
    true = data.draw(beliefs(12, {}))
    fair = [row for row in product((False, True), repeat=4) if sum(row) == 2]
    complete = [
        tuple(cell in true for cell in row) for row in rules.rows[1:] if all({cell, -cell} & true for cell in row)
    ]
    left = [row for row in fair if row not in complete and all(-x not in true for x in literals_of(row))]
    assert rules.rule("line 1 2 3 4")(true, {}) == (not left)


@settings(deadline=None, max_examples=80)
@given(st.data())
def test_a_loop_is_refuted_only_if_there_is_none(data):
    rules = puzzle_of({"kind": "slitherlink", "grid": ["..", ".."]})
    true = data.draw(beliefs(12, {}))
    loops = [
        rules.literals(loop) for loop in oracle("slitherlink").solutions({"kind": "slitherlink", "grid": ["..", ".."]})
    ]
    assert len(loops) == 13
    assert not (rules.rule("loop")(true, {}) and any(true <= loop for loop in loops))


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_sides_are_refuted_if_no_boxes_can_be_inside(data):
    """Edges and boxes of 2x3: the edges are the border of the inside boxes, whether that is one loop or not."""
    rules = puzzle_of({"kind": "slitherlink", "grid": ["...", "..."]})
    boxes = sorted(rules.rule("sides").boxes)
    definitions = {rules.size + number: ("inside", box) for number, box in enumerate(boxes, 1)}
    true = data.draw(beliefs(rules.size, definitions))
    fits = False
    for inside in product((False, True), repeat=len(boxes)):
        on = dict.fromkeys(range(1, rules.size + 1), False)
        for box in (box for box, is_inside in zip(boxes, inside) if is_inside):
            for edge in rules.rule("sides").boxes[box]:
                on[edge] = not on[edge]
        on.update(zip(definitions, inside))
        fits = fits or all(on[abs(x)] == (x > 0) for x in true)
    assert rules.rule("sides")(true, definitions) != fits


def test_a_line_that_takes_the_checker_too_long_is_refused(monkeypatch):
    """Box 1 of two is inside by its upper edge and outside by its lower one."""
    rules = puzzle_of({"kind": "slitherlink", "grid": [".."]})
    assert rules.rule("sides")({1, -3}, {})
    monkeypatch.setattr("tesuji.checker.loop.WORK", 0)
    assert not rules.rule("sides")({1, -3}, {})


@pytest.mark.parametrize("grid", [[".."], ["..", ".."], ["...", "..."], ["....", "....", "...."]])
def test_sides_hold_on_every_loop(grid):
    """The inside boxes are those that a ray from the left enters. If an edge or box is changed, the rule fails."""
    document = {"kind": "slitherlink", "grid": grid}
    rules = puzzle_of(document)
    height, width = len(grid), len(grid[0])
    definitions = {
        rules.size + number: ("inside", box) for number, box in enumerate(sorted(rules.rule("sides").boxes), 1)
    }
    named = {box: variable for variable, (_, box) in definitions.items()}
    every_loop = import_module("test_slitherlink").ORACLE.solutions  # more than the laws can take
    loops = [rules.literals(loop) for loop in every_loop(document)]
    assert len(loops) == {2: 3, 4: 13, 6: 40, 12: 1049}[height * width]
    for loop in loops:
        inside = set()
        for r, c in rules.rule("sides").boxes:
            left = [(height + 1) * width + (r - 1) * (width + 1) + place for place in range(1, c + 1)]
            inside.add(named[r, c] * (1 if sum(edge in loop for edge in left) % 2 else -1))
        assert not rules.rule("sides")(loop | inside, definitions)
        for x in sorted(loop | inside, key=abs)[:: max(1, len(loops) // 40)]:
            assert rules.rule("sides")((loop | inside) - {x} | {-x}, definitions)


@pytest.mark.parametrize("kind", KINDS)
def test_only_a_slitherlink_has_an_inside(kind):
    text = examples(kind)[0]
    lines, length = text.split("\n"), HEAD["unique"]
    head = lines[: length + lines[length].startswith("hidden")]
    size = puzzle_of(json.loads(head[1][7:])).size
    begun = [*head, f"define {size + 1} inside 1 1", f"1 {size + 1} by sides"]
    assert refused("\n".join(begun)).key == ("not-by-rule" if kind == "slitherlink" else "line")
    assert refused("\n".join([*head, "1 1 by sides"])).key == ("not-by-rule" if kind == "slitherlink" else "no-rule")


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (["define 5 inside 1 1", "1 -1 5 by sides", "2 1 -5 by sides", "3 -4 5 by sides"], "no-end"),
        (["define 5 inside 1 1", "1 1 5 by sides"], "not-by-rule"),
        (["define 5 inside 1 1", "1 -1 -5 by sides"], "not-by-rule"),
        (["define 5 inside 1 1", "define 5 inside 1 1"], "line"),
        (["define 4 inside 1 1"], "line"),
        (["define 5 inside 1 2"], "line"),
        (["define 5 inside 2 1"], "line"),
        (["define 5 inside 0 1"], "line"),
        (["define 5 inside 1"], "line"),
        (["define 5 inside 1 1 1"], "line"),
        (["define 5 run 1 of inside by 1"], "line"),
        (["define 5 1 of 0 1"], "line"),
        (["define 5 1 of 4 5"], "line"),
        (["1 -1 2 by sides"], "no-end"),
        (["1 1 2 by sides"], "not-by-rule"),
        (["1 5 by sides"], "undefined"),
        (["define 5 1 of 1 2", "1 -1 5 by sides"], "not-by-rule"),
    ],
)
def test_sides_of_one_box(lines, key):
    """Edges 1 and 2 are above and below it, 3 and 4 to its left and right."""
    head = ["tesuji certificate 1", 'puzzle {"kind":"slitherlink","grid":["."]}', "verdict none"]
    assert refused("\n".join([*head, *lines])).key == key


@pytest.mark.parametrize(("off", "refuted"), [((2, 5), True), ((2,), False), ((), False)])
def test_edges_that_can_no_longer_be_joined_are_not_a_loop(off, refuted):
    """The first and the last edge between the dots of three adjacent boxes; those in the middle are off."""
    rules = puzzle_of({"kind": "slitherlink", "grid": ["..."]})
    assert rules.rule("loop")({7, 10, *[-edge for edge in off]}, {}) == refuted


# -- an independent solver ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_lemmas_of_a_proof_are_unsatisfiable(kind):
    """Another solver confirms that the consequences of the rules alone, as clauses, have no model, without the steps in
    between.
    """
    solvers = pytest.importorskip("pysat.solvers")
    for text in examples(kind):
        lines = text.rstrip("\n").split("\n")
        verdict = lines[2].split()[1]
        if verdict != "multiple":
            with solvers.Cadical153(bootstrap_with=list(axioms(lines[HEAD[verdict] :]))) as solver:
                assert not solver.solve()


def axioms(lines: list[str]) -> Iterator[list[int]]:
    """Yield the clauses of the lines that contain "by"."""
    for line in lines:
        words = line.split()
        if "by" not in words or words[0] == "define":
            continue
        words = words[: words.index("by")]
        if words[0] != "fact":
            yield [int(word) for word in words[1:]]
            continue
        end = words.index("if") if "if" in words else len(words)
        given = [-int(word) for word in words[end + 1 :]]
        yield from ([int(word), *given] for word in words[1:end])


# -- the shell ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["proof.txt", "proof.gz"])
def test_the_command_line_writes_and_checks(name, tmp_path, capsys):
    puzzle, proof = tmp_path / "puzzle.txt", tmp_path / name
    puzzle.write_text("3x3:.01...2..")
    assert main(["solve", str(puzzle), "--certificate", str(proof)]) == 0
    assert main(["check", "--certificate", str(proof)]) == 0
    assert re.search(r"Accepted.*\nUnique: one solution, proven\.\n", capsys.readouterr().out)
    if name == "proof.txt":
        proof.write_text(proof.read_text().replace("number 1 2", "number 1 3"))
        assert main(["check", "--certificate", str(proof)]) == 2
        assert "Line 5 does not follow from its rule (number 1 3)" in capsys.readouterr().out
    assert main(["check", str(puzzle), "--certificate", str(proof)]) == 64
    assert main(["solve", str(puzzle), str(puzzle), "--certificate", str(proof)]) == 64
    assert main(["solve", str(puzzle), "--certificate", str(puzzle)]) == 64
    assert main(["check", "--certificate", str(tmp_path / "nowhere")]) == 64
    capsys.readouterr()
    assert main(["solve", str(puzzle), "--certificate", str(tmp_path)]) == 64
    assert f"{tmp_path}" in (said := capsys.readouterr().err) and "Is a directory" in said
    assert puzzle.read_text() == "3x3:.01...2.."


COLOURS = {
    "kind": "nonogram",
    "colors": ["#c00", "#00c"],
    "rows": [[[1, 1], [1, 2]]],
    "cols": [[[1, 1]], [[1, 2]]],
    "board": ["2?"],
}
"""A wrong mark of a cell with three values; that it is none of the other two is left out."""


@pytest.mark.parametrize(
    ("grid", "options", "code", "said"),
    [
        ("O.....\n......\n......\n......\n......\n.....X", [], 3, None),
        ("OOO.\n....\n....\n....", [], 2, "These contradict each other:  r1c1 O, r1c2 O, r1c3 O"),
        ("4\n4", [], 2, "These contradict each other:  [a: r1c1 (4)]"),
        (json.dumps({"kind": "star_battle", "grid": ["AA", "BB"]}), [], 2, "No solution."),
        ("OO..\n....\n....\n....", ["--cell", "1,3"], 0, "1 cell is the same in every solution:"),
        ("OO..\n....\n....\n....", ["--cell", "4,4"], 3, None),
        (json.dumps(COLOURS), [], 2, "These contradict each other:  [a: row 1 (1:1 1:2)]  r1c1 2\n"),
    ],
)
def test_the_command_line_certifies_its_explanations(grid, options, code, said, tmp_path, capsys):
    puzzle, proof = tmp_path / "puzzle.txt", tmp_path / "proof.txt"
    puzzle.write_text(grid)
    assert main(["explain", str(puzzle), *options, "--certificate", str(proof)]) == code
    if said is None:
        assert not proof.exists() and "nothing to certify" in capsys.readouterr().out
        return
    assert main(["check", "--certificate", str(proof)]) == 0
    assert said in capsys.readouterr().out
    assert main(["--lang", "ja", "check", "--certificate", str(proof)]) == 0


def test_without_time_for_the_proof_there_is_no_certificate():
    document = next(one["document"] for one in rulebooks()["slitherlink"].examples if one["level"] == "hard")
    steps, made = CALLS["solve"]({"document": document, "certificate": True}), None
    try:
        progress = next(steps)
        while True:
            progress = steps.throw(OutOfBudget()) if progress.stage == "proof" else next(steps)
    except StopIteration as end:
        made = end.value
    assert made["verdict"] == "unique" and "certificate" not in made
    assert made["uncertified"]["key"] == "certificate.not-done"


ALONE = """
import sys
from tesuji.cli import main
for path in sys.argv[1:]:
    assert main(["check", "--certificate", path]) == 0
print(sorted(name for name in sys.modules if name.startswith(("tesuji.engine", "tesuji.model", "tesuji.puzzles"))))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_checking_loads_no_part_of_the_solver(kind, tmp_path):
    """In a new process, neither the engine nor its rules are loaded."""
    pytest.importorskip("tesuji.cli", reason="the site has no command line")
    proofs = [tmp_path / f"{number}.txt" for number in range(len(claims(kind)) + 1)]
    for path, text in zip(proofs, [examples(kind)[0], *claims(kind)]):
        path.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", ALONE, *proofs], capture_output=True, text=True, env=ENVIRONMENT)
    assert done.stdout.endswith("[]\n"), done.stderr


def test_two_loops_have_different_names():
    square = ((0, 1), (1, 2), (2, 3), (3, 0))
    loops = [SingleLoop(list(enumerate(square, first))) for first in (0, 4)]
    names, puzzle = RuleNames(loops), Puzzle.of_cells(4, 2)
    for first in (1, 5):
        puzzle.add(Loop(dict(enumerate(square, first))))
    assert [names[loop] for loop in loops] == list(puzzle.game) == ["loop", "loop/2"]


def test_a_file_that_is_a_certificate_is_checked_as_one(tmp_path, capsys):
    main = pytest.importorskip("tesuji.cli", reason="the site has no command line").main
    text, proof = claims("minesweeper")[0], tmp_path / "proof.txt"
    for damaged in (False, True):
        proof.write_text("".join(text.splitlines(True)[: -1 if damaged else None]), encoding="utf-8")
        assert main(["check", str(proof)]) == 2 * damaged
        assert ("Accepted", "Rejected")[damaged] in capsys.readouterr().out


def test_a_certificate_is_read_as_its_puzzle():
    text = examples("slitherlink")[0]
    found, notation = read(text)
    assert found == json.loads(text.splitlines()[1].removeprefix("puzzle ")) and notation == "json"


@pytest.mark.skipif(sys.platform == "emscripten", reason="there are no other processes, and the package is compiled")
@pytest.mark.parametrize("archive", [False, True])
def test_readers_are_found_without_their_sources(archive, tmp_path):
    """Compiled, in a folder or in an archive, as on the page, together with only the checker from the package."""
    root = Path(tesuji.__file__).parent
    needed = [root / "errors.py", root / "locales" / "__init__.py", *(root / "checker").glob("*.py")]
    needed += [root / "puzzles" / kind / "checked.py" for kind in KINDS]
    folder = tmp_path / "compiled"
    for path in needed:
        target = folder / "tesuji" / path.relative_to(root).with_suffix(".pyc")
        target.parent.mkdir(parents=True, exist_ok=True)
        py_compile.compile(str(path), cfile=str(target))
    (folder / "tesuji" / "__init__.py").touch()
    place = folder
    if archive:
        place = tmp_path / "compiled.zip"
        with zipfile.ZipFile(place, "w") as file:
            for path in folder.rglob("*.py*"):
                file.write(path, path.relative_to(folder))
    documents = [rulebooks()[kind].examples[0]["document"] for kind in KINDS]
    code = "import json, sys; from tesuji.checker import puzzle_of; print([puzzle_of(d).size for d in json.load(sys.stdin)])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(documents),
        capture_output=True,
        text=True,
        env={**ENVIRONMENT, "PYTHONPATH": str(place)},
    )
    assert json.loads(done.stdout or "[]") == [parse(document)[1].size for document in documents], done.stderr


DEEP_TITLE = [[[[[[[[[[[[[[1]]]]]]]]]]]]]]
ODD_TITLES = {
    "nan": float("nan"),
    "infinite": float("inf"),
    "half": "\ud800",
    "deep": DEEP_TITLE,
    "long": "x" * (1 << 20),
}


@pytest.mark.parametrize("title", ODD_TITLES.values(), ids=ODD_TITLES)
def test_a_member_without_rules_may_be_odd(title):
    """An unusual title is left out; other members stay."""
    document = {"kind": "binoxxo", "grid": ["O..X", "....", ".O..", "...."], "title": title, "author": "あ"}
    text = certificate(document)
    assert checked(text)["verdict"] == "multiple"
    assert json.loads(text.split("\n")[1][7:]).keys() == {"kind", "grid", "author"}


# -- the two readers of a document -------------------------------------------------------------------------------------


def is_puzzle(document: object) -> tuple[bool, bool]:
    """Return whether the solver accepts a document, and whether the checker does."""
    answers = []
    for reader, refusal in (parse, InputError), (puzzle_of, NotAPuzzle):
        try:
            reader(document)
            answers.append(True)
        except refusal:
            answers.append(False)
    return answers[0], answers[1]


@pytest.mark.parametrize("kind", KINDS)
def test_both_readers_accept_the_same_puzzles(kind):
    random, agreed, refused_ones = Random(9), Counter(), list[dict]()
    known = [example["document"] for example in rulebooks()[kind].examples]
    with suppress(AssertionError):  # a small kind need not have any
        refused_ones = [one["document"] for one in listed_as_refused(kind)]
    assert all(is_puzzle(document) == (True, True) for document in known)
    assert all(is_puzzle(document) == (False, False) for document in refused_ones)
    pool = [*known, *refused_ones, *tiny_documents(kind, 40)]
    for _ in range(1500):
        document = damaged_document(random.choice(pool), random)
        solver, checks = is_puzzle(document)
        assert solver == checks, document
        agreed[solver] += 1
    assert min(agreed.values()) > 100


ODD_DOCUMENTS = [
    {"kind": "minesweeper", "grid": ["."], "mines": mines}
    for mines in (1.9, 1.0, "1", True, "１", float("inf"), [1], -1)
] + [
    {"kind": "minesweeper", "field": [".*"], "opened": [[0, 1]]},
    {"kind": "minesweeper", "field": ["..*"], "opened": [[0, -3]]},
    {"kind": "minesweeper", "field": ["..*"], "opened": [[True, 0]]},
    {"kind": "minesweeper", "field": ["..*"], "opened": [[0.0, 0]]},
    {"kind": "minesweeper", "field": ["..*"], "opened": 0},
    {"kind": "minesweeper", "field": ["5.*"], "opened": []},
    {"kind": "minesweeper", "grid": [["."]]},
    {"kind": "minesweeper", "grid": "."},
    {"kind": "minesweeper", "grid": {"0": "."}},
    {"kind": "binoxxo", "grid": ["..."]},
    {"kind": "binoxxo", "grid": ["..", ".."], "distinct": "no"},
    {"kind": "binoxxo", "grid": ["..", ".."], "distinct": None},
    {"kind": "slitherlink", "grid": ["."], "full": "no"},
    {"kind": "slitherlink", "grid": ["5"]},
    {"kind": "slitherlink", "grid": ["²"]},
    {"kind": "nonogram", "rows": [[0.0]], "cols": [[1]]},
    {"kind": "nonogram", "rows": [[False]], "cols": [[1]]},
    {"kind": "nonogram", "rows": [[True]], "cols": [[1]]},
    {"kind": "nonogram", "rows": ["1"], "cols": [[1]]},
    {"kind": "nonogram", "rows": [[0, 0]], "cols": [[1]]},
    {"kind": "nonogram", "rows": [1], "cols": [[1]]},
    {"kind": "nonogram", "rows": [], "cols": []},
    {"kind": ["nonogram"], "rows": [[1]], "cols": [[1]]},
    {"kind": "../checker"},
    {"kind": "__init__"},
    {},
    [],
    None,
    "nonogram",
]


@pytest.mark.parametrize("document", ODD_DOCUMENTS, ids=str)
def test_both_readers_refuse_lookalikes(document):
    assert is_puzzle(document) == (False, False)


def tiny_documents(kind: str, number: int) -> list[dict]:
    """Return some documents from a kind's strategy, the same in each run."""
    found: list[dict] = []

    @settings(max_examples=number, derandomize=True, database=None, deadline=None)
    @given(oracle(kind).documents)
    def collect(document: dict) -> None:
        found.append(document)

    collect()
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_both_readers_implement_the_same_rules(kind):
    """The checker has a rule for each constraint, with the same name; its rules hold on exactly the boards found by
    brute force.
    """
    random = Random(4)
    for document in tiny_documents(kind, 25):
        _, puzzle = parse(document)
        read = puzzle_of(document)
        names = [*map(RuleNames(puzzle.constraints).__getitem__, puzzle.constraints)]
        assert all(read.rule(name) for name in names)
        assert read.clues.keys() == {name for one, name in zip(puzzle.constraints, names) if one.clue}
        assert read.size == puzzle.size
        boards = {numbers_of(board) for board in boards_of(puzzle, oracle(kind).solutions(document))}
        for board in boards:
            assert keeps_all_rules(read, board)
            turned = random.choice([*board])
            other = board - {turned} | {-turned}
            assert keeps_all_rules(read, other) == (other in boards)
        for _ in range(20):
            board = frozenset(random.choice([x, -x]) for x in range(1, read.size + 1))
            assert keeps_all_rules(read, board) == (board in boards)


def test_few_rules_are_named_besides_the_cited_one(monkeypatch):
    """Large boards have some 100,000 rules, and nothing can stop the call while it names them."""
    constraints = parse({"kind": "binoxxo", "grid": ["." * 60] * 60})[1].constraints
    named_ones, rule = [], Constraint.rule
    monkeypatch.setattr(Constraint, "rule", property(lambda one: named_ones.append(one) or rule.fget(one)))
    assert RuleNames(constraints)[constraints[-1]]
    assert len(named_ones) < 10 < len(constraints)


def keeps_all_rules(puzzle: Puzzle, board: frozenset[int]) -> bool:
    rules = [*puzzle.clues.values(), *puzzle.game.values(), puzzle.rule("given")]
    return not any(rule(board, {}) for rule in rules)


# -- attacks on time and memory ----------------------------------------------------------------------------------------


SMALL = ["tesuji certificate 1", 'puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict none"]
DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (["define 900 -4000000000 of 1", "1 900 by counting"], "line"),
        (["define 900 4000000000 of 1", "1 900 by counting"], "line"),
        (["define 900 2 of 1", "1 900 by counting"], "not-by-rule"),
        (["define 900 2 of 1", "1 -900 by counting"], "no-end"),
        (["define 900 0 of 1", "1 900 by counting"], "line"),
        (["define 900 1 of 1 1"], "line"),
        (["define 900 1 of"], "line"),
        (["define 4000000000 1 of 1"], "line"),
        (["define 90_0 1 of 1"], "line"),
        (["define ９００ 1 of 1"], "line"),
        (["4000000000 1 2 by count 1 2"], "line"),
        (["1 -1 -2 by count 1 2", "end from -1 " + "-1 " * 10], "not-from"),
        (["9" * 5000 + " -1 -2 by count 1 2"], "line"),
        (["fact 1 2 by given", "1 -1 -2 by count 1 2", f"end from {'9' * 5000}"], "line"),
        (["", ""], "line"),
        (["define"], "line"),
        (["define 900"], "line"),
        (["define 900 run 1 of count 1 2 by 1"], "line"),
        (["by"], "no-rule"),
        (["1 by"], "no-rule"),
        (["from"], "line"),
        (["\0"], "line"),
        (["1 -1 -2 by count 1 2 " + "x" * (1 << 21)], "too-large"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_odd_lines_are_refused(lines, key):
    assert refused("\n".join([*SMALL, *lines])).key == key


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ([f"puzzle {DEEP}"], "puzzle"),
        ([f'puzzle {{"kind":"binoxxo","grid":{DEEP}}}'], "puzzle"),
        ([f'puzzle {{"kind":"binoxxo","grid":["OO",".."],"title":{DEEP}}}'], "puzzle"),
        (['puzzle {"kind":"minesweeper","grid":["."],"mines":1e400}'], "puzzle"),
        (['puzzle {"kind":"minesweeper","grid":["."],"mines":NaN}'], "puzzle"),
        (['puzzle {"kind":"minesweeper","grid":["."],"title":-Infinity}'], "puzzle"),
        (['puzzle {"kind":"minesweeper","grid":["."],"mines":1,"mines":2}'], "puzzle"),
        (['puzzle {"kind":"minesweeper","grid":["."],"title":"\\ud800"}'], "puzzle"),
        ([f'puzzle {{"kind":"minesweeper","grid":["."],"mines":{"9" * 5000}}}'], "puzzle"),
        (["puzzle null"], "puzzle"),
        (["puzzle"], "puzzle"),
        (["puzzle {"], "puzzle"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict unique", f"board {DEEP}"], "board"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict unique", "board null"], "board"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict unique", 'board ["OX","X?"]'], "board"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict unique", 'board ["OX","XZ"]'], "board"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict unique", 'board {"0":"OX"}'], "board"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict conflict", "only {}"], "only"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict conflict", "only [[]]"], "only"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict forced", "suppose [true]"], "suppose"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict forced", "suppose [1.0]"], "suppose"),
        (['puzzle {"kind":"binoxxo","grid":["OO",".."]}', "verdict forced", "suppose 1"], "suppose"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_odd_heads_are_refused(head, key):
    assert refused("\n".join(["tesuji certificate 1", *head])).key == key


@not_in_pyodide
def test_damaged_certificates_never_prove_a_false_claim():
    """After any change, either the checker refuses the certificate or the document has that verdict."""
    random, verdicts, accepted = Random(11), {}, 0
    pool = [text for kind in KINDS for text in (*examples(kind), *claims(kind)) if len(text) < 4000]
    for _ in range(1200):
        text = damaged_certificate(random.choice(pool), random)
        if refused(text):
            continue
        accepted += 1
        found = checked(text)
        document = text.split("\n")[1]
        if found["verdict"] in EXIT_VERDICTS:
            if document not in verdicts:
                verdicts[document] = solved(json.loads(document[7:]))["verdict"]
            assert verdicts[document] == found["verdict"], text
    assert accepted > 20


@pytest.mark.parametrize("kind", KINDS)
def test_made_up_lines_that_are_accepted_hold_on_every_board(kind):
    random, accepted = Random(12), 0
    for document in tiny_documents(kind, 40):
        puzzle = puzzle_of(document)
        boards = [*map(numbers_of, boards_of(parse(document)[1], oracle(kind).solutions(document)))]
        proof = accepted_of(puzzle, forged_lines(puzzle, random, 120 if boards else 0))
        accepted += len(proof.clauses) + len(proof.facts)
        assert not any(broken_claims(proof, board) for board in boards), document
    assert accepted > 10


EXIT_VERDICTS = ("unique", "multiple", "none")


def test_a_small_file_cannot_hold_endless_text(tmp_path, capsys):
    """80 MB of line ends in 80 KB take a few megabytes of memory, and the time limit holds."""
    proof = tmp_path / "proof.gz"
    with gzip.open(proof, "wb", compresslevel=1) as file:
        file.write("\n".join([*NONE, "fact 1 2 by given", "1 -1 -2 by count 1 2", "end from -1", ""]).encode())
        for _ in range(80):
            file.write(b"\n" * (1 << 20))
    assert proof.stat().st_size < 1 << 20
    tracemalloc.start()
    began = process_time()
    assert main(["check", "--certificate", str(proof), "--timeout", "0.5"]) == 64
    assert process_time() - began < 5
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert "time" in capsys.readouterr().err


def test_a_line_without_end_is_refused(tmp_path, capsys):
    proof = tmp_path / "proof.gz"
    with gzip.open(proof, "wb", compresslevel=1) as file:
        file.write(f"{NONE[0]}\npuzzle ".encode())
        for _ in range(40):
            file.write(b"[" * (1 << 20))
    assert main(["check", "--certificate", str(proof)]) == 2
    assert "Line 2" in capsys.readouterr().out


def test_a_file_that_is_cut_off_cannot_be_read(tmp_path):
    proof = tmp_path / "proof.gz"
    proof.write_bytes(gzip.compress(examples("binoxxo")[1].encode())[:-20])
    assert main(["check", "--certificate", str(proof)]) == 64
    proof.write_bytes(b"tesuji certificate 1\n\xff\n")
    assert main(["check", "--certificate", str(proof)]) == 64


def test_a_text_is_limited(monkeypatch):
    """There are limits for characters and for the memory of clauses, facts and definitions."""
    lines = [*SMALL, "fact 1 2 by given", "1 -1 -2 by count 1 2", "2 -1 -2 by count 1 2", "end from 1"]
    assert checked("\n".join(lines))["verdict"] == "none"
    monkeypatch.setattr("tesuji.checker.proof.MAX_STORED", 11)
    assert refused("\n".join(lines)).line == 6  # two facts and two clauses
    assert refused("\n".join([*SMALL, "define 17 1 of 1", "end from 1"])).key == "too-large"
    monkeypatch.setattr("tesuji.checker.weighted.CELLS", 3)
    assert refused("\n".join([*SMALL, "1 -1 -2 by weighted 0, 1 count 1 2, 1 count 1 2"])).line == 4
    monkeypatch.setattr("tesuji.checker.lines.TEXT", 100)
    assert refused("\n".join(lines)).line == 5


def test_an_explained_conflict_is_not_searched_for_again_to_prove_it():
    """The search takes 31 safe points, and the proof 3."""
    rows = [[3, 3], [6, 6], [15], [13], [3, 5, 3], [11], [15], [13], [4, 1, 1, 4], [2, 2, 1], [1, 3, 1], [5], [7]]
    columns = [[1, 1], [4, 3], [10], [10], [4, 4, 3], [8, 3], [8, 3], [6, 5], [8, 3], [8, 3], [4, 4, 3], [10], [10]]
    document = {"kind": "nonogram", "rows": [*rows, [2, 1, 2], [1, 1]], "cols": [*columns, [4, 3], [1, 1]]}

    def points(steps: Steps) -> int:
        budget = Points(20_000)
        run(steps, budget)
        return 20_000 - budget.points

    explained, proven = (points(CALLS["explain"]({"document": document, "certificate": c})) for c in (False, True))
    assert proven - explained < points(conflict(parse(document)[1]))
