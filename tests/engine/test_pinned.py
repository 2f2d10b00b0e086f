"""The answers of all calls to some puzzles of every kind with the work they take, the steps of every technique on
boards in the middle of a game, the search and proof of harder puzzles, generated puzzles, and the readings of damaged
texts, as recorded. Any change in a rating, a step, a map, a search, a proof, a format or an error message is detected.

Record an intended change with `python tests/engine/test_pinned.py --write`, and review the difference like code.
`--show PUZZLE QUESTION` prints an answer in full for comparison with an older version.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oracle import board_with, with_each_row
from tesuji import hitting_set
from tesuji.bitset import from_flags
from tesuji.calls import CALLS
from tesuji.calls.rating import graded
from tesuji.calls.serialize import Serializer
from tesuji.constraints import Count, Different, Runs, SingleLoop
from tesuji.constraints.patterns.balance import BalancePropagator
from tesuji.constraints.patterns.counts import CountPropagator
from tesuji.constraints.patterns.grid_of_runs import LinePropagator
from tesuji.constraints.patterns.lattice_loop import LoopPropagator
from tesuji.engine.agenda import Agenda, LineAgenda
from tesuji.engine.budget import Progress, run
from tesuji.engine.context import Context
from tesuji.engine.propagate import ConstraintPropagator
from tesuji.engine.reasons.assumptions import Assumptions
from tesuji.engine.reasons.easiest import EasiestStep
from tesuji.engine.reasons.waves import waves
from tesuji.engine.sat.cardinality import Cardinality
from tesuji.engine.sat.inference import Inference
from tesuji.engine.sat.loop import LoopTheory
from tesuji.engine.sat.solver import Model, Solver
from tesuji.engine.trace import Tracer
from tesuji.errors import Contradiction, InputError
from tesuji.model import Board, Puzzle
from tesuji.puzzles import notations, parse, rulebooks
from tesuji.puzzles.nonogram.palette import colour_name
from tesuji.rulebook import Rulebook
from tesuji.svg import draw
from tesuji.variables import blocks_of, place_of_literal, values_of, variable_at
from thorough import not_in_pyodide, sample

FILE = Path(__file__).parents[1] / "data" / "pinned.json"
HARDER = Path(__file__).parents[2] / "bench" / "puzzles"
"""Missing if the site's own Python runs these tests."""
PAGES = Path(__file__).parents[2] / "web" / "puzzles"
PINNED = json.loads(FILE.read_text(encoding="utf-8"))
PUZZLES, MADE, TEXTS = PINNED["puzzles"], PINNED["made"], PINNED["texts"]
"""[{"document": a puzzle made by Tesuji, "rating", "level": null without one solution, "waves", "steps": {technique:
steps}, "cells"?: {k: cells}, for puzzles whose map of k does not take long, "work": what that takes, see `Work`,
"answers": {question: digest of the answer} for questions that do not take long} ...]; [{"args" of `generate`, "answer",
"work"} ...]; {notation: {kind: digest of what damaged texts are read as}};
"kinds": all kinds at that time; "typed": {text: the same, for texts that are read but not written}; "pictures": {picture: digest}"""
CALLED = PINNED["called"]
"""[{"call", "args", "answer": digest, "work"} ...]: calls about harder puzzles, wrong and lucky games, and censuses"""
SAID, DECIDED, FORMULAS = PINNED["said"], PINNED["decided"], PINNED["formulas"]
"""{kind: [{technique: [steps, digest of them]} for each part of the puzzles]}, "shown" without parts; {puzzle of the bench: [verdict, tier, probes,
work as above, digest of boards and proof]}, of those that do not take long; {formula: [whether it has a model,
work]}"""
Question = tuple[str, str, dict[str, Any]]
"""(name, call, args)"""
PACKED = ("link", "penpa")
"""Formats whose text depends on the compressor; the document read from it does not."""
PARTS = 4
"""The parts into which the puzzles of a kind are divided for the steps of techniques, so that no test takes long."""
DAMAGED = 50
"""For each format and kind, the number of texts with damaged characters, and of texts with changed numbers."""


def answered(call: str, args: dict[str, Any], work: Work | None = None) -> dict[str, Any]:
    """Return an answer without the members that change from run to run, or the reason if a call was refused."""
    try:
        answer = run(CALLS[call](args), watch=work and work.watch)
    except InputError as error:
        return {"error": error.kind, "params": error.params, "at": error.at}
    return {name: value for name, value in answer.items() if name != "seconds"}


def lettered(value: Any) -> Any:
    """Return an answer without members that repeat its letters and maps as value indexes, and without the notes about
    unknown members: test_schema.py and test_small_kinds.py check these.
    """
    if isinstance(value, (list, tuple)):
        return [lettered(one) for one in value]
    if not isinstance(value, dict):
        return value
    again = {"marks", "forced_marks", "mark"} | ({"k"} if isinstance(value.get("k"), list) else set())
    if all(str(note.get("key", "")).startswith("note.member") for note in value.get("notes", ())):
        again.add("notes")
    return {name: lettered(one) for name, one in value.items() if name not in again}


def digest(answer: Any) -> str:
    return hashlib.sha256(json.dumps(lettered(answer), ensure_ascii=False).encode()).hexdigest()[:10]


# -- puzzles -----------------------------------------------------------------------------------------------------------


def questions(document: dict[str, Any]) -> Iterator[Question]:
    """Yield every call about a puzzle."""
    book, puzzle = parse(document)
    yield "solve", "solve", {"document": document, "limit": 3, "drawn": True, "certificate": True}
    yield "explain", "explain", {"document": document, "chains": True, "drawn": True}
    yield "rate", "rate", {"document": document}
    yield "mend", "mend", {"document": document}
    yield "conflict", "conflict", {"document": document, "certificate": True}
    for name, notation in notations().items():
        if notation.write:
            yield f"to {name}", "convert", {"document": document, "to": name}
    boards = answered("solve", {"document": document})["solutions"]
    order = [cell for cell in range(puzzle.size) if not puzzle.givens.known >> cell & 1]
    if boards and len(order) > 2:
        Random(document["id"]).shuffle(order)
        yield from middle(book, puzzle, book.read(puzzle, boards[0]), order)
        if all(block.values == 2 for block in blocks_of(puzzle)):
            yield from mistakes(book, puzzle, book.read(puzzle, boards[0]), order)


def middle(book: Rulebook, puzzle: Puzzle, solution: Board, order: list[int]) -> Iterator[Question]:
    """Yield calls in the middle of a game."""
    place = [place_of_literal(puzzle, cell) for cell in order]
    for part in (6, 2):
        marked = with_marks(book, puzzle, within(solution, order[: len(order) // part]))
        yield f"hint {part}", "hint", {"document": marked, "near": place[0], "prove": part == 2}
        yield f"others {part}", "hint", {"document": marked, "near": place[1], "others": True}
        yield f"towards {part}", "explain", {"document": marked, "cell": place[-1], "certificate": True}
        yield f"about {part}", "explain", {"document": marked, "about": place[-2]}
        yield f"mend {part}", "mend", {"document": marked}
        if book.line:
            yield f"row {part}", "line", {"document": marked, "line": {"row": 1}, "count": 20}
            yield f"column {part}", "line", {"document": marked, "line": {"column": 2}, "only": "fitting", "offset": 2}


def mistakes(book: Rulebook, puzzle: Puzzle, solution: Board, order: list[int]) -> Iterator[Question]:
    """Yield calls with a wrong mark, and a game with such moves."""
    right, wrong = order[: len(order) // 3], order[-1]
    marks = within(solution, right).joined(within(Board(solution.no, solution.yes), [wrong]))
    marked = with_marks(book, puzzle, marks)
    yield "wrong", "hint", {"document": marked}
    yield "clash", "conflict", {"document": marked, "certificate": True}
    yield "refuted", "explain", {"document": marked, "certificate": True}
    value = {cell: "1" if solution.yes >> cell & 1 else "2" for cell in order}
    moves: list[dict[str, Any]] = [{"cells": [cell], "after": value[cell]} for cell in right[:4]]
    moves += [{"cells": [wrong], "after": "12"[value[wrong] == "1"]}, {"undo": 1}, {"cells": [right[0]], "after": "0"}]
    moves += [{"cells": right[:6], "after": "".join(value[cell] for cell in right[:6])}]
    yield "review", "review", {"document": puzzle.document, "moves": moves}


def within(board: Board, cells: list[int]) -> Board:
    """Return the values of some cells on a board."""
    these = from_flags(cell in cells for cell in range(max(cells, default=-1) + 1))
    return Board(board.yes & these, board.no & these)


def with_marks(book: Rulebook, puzzle: Puzzle, marks: Board) -> dict[str, Any]:
    """Return the document with these marks of a player."""
    member, blank = book.marks
    board = with_each_row(book.forced(puzzle, marks), lambda row: row.replace("?", blank))
    return {**puzzle.document, member: board}


def asked(
    document: dict[str, Any], wanted: dict[str, Any] | None = None, work: Work | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (question, answer) for some questions, or all."""
    for name, call, args in questions(document):
        if wanted is None or name in wanted:
            answer = answered(call, args, work)
            if "text" in answer:
                answer["back"] = answered("convert", {"text": answer["text"], "as": document["kind"]})
                if args["to"] in PACKED:
                    answer["text"] = unpacked(answer["text"])
            yield name, answer


def seen(pinned: dict[str, Any]) -> dict[str, Any]:
    """Return the pinned data of a puzzle, with or without its map of k."""
    document = pinned["document"]
    with Work().noted() as work:
        answers = dict(asked(document, pinned["answers"], work))
    book, puzzle = parse(document)
    rated = answers.get("rate", {})
    whole = rated if "why" in rated else graded(book, puzzle, run(waves(puzzle, book)))
    why = whole["why"]
    steps = {used["technique"]: used["steps"] for used in why["techniques"]}
    found = {"rating": whole.get("rating"), "level": whole.get("level"), "waves": len(why["waves"]), "steps": steps}
    found |= {"cells": why["cells"]} if "cells" in why else {}
    found["work"] = work.told()
    return {"document": document, **found, "answers": {name: digest(answer) for name, answer in answers.items()}}


@pytest.mark.parametrize("pinned", sample(PUZZLES, 3), ids=lambda pinned: pinned["document"]["id"])
def test_a_puzzle_is_rated_and_solved_step_by_step_and_all_calls_answer_as_before(pinned):
    assert seen(pinned) == pinned


def test_puzzles_of_several_levels_are_pinned():
    """This covers each kind that has pinned puzzles; a new kind can get them once its techniques are stable."""
    kinds = {pinned["document"]["kind"] for pinned in PUZZLES}
    assert kinds and kinds <= rulebooks().keys()
    for kind in kinds:
        levels = {pinned["level"] for pinned in PUZZLES if pinned["document"]["kind"] == kind}
        assert len(levels) >= 3, kind


LEARNERS = "conflicts", "decisions", "propagations", "restarts", "work"
"""The counters of a learner."""


class Work:
    """Counts the calls between the parts of the engine: the amount of work, whatever the answer."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.learners: list[Solver] = []
        self.reports = hashlib.sha256()

    def watch(self, progress: Progress) -> None:
        """Count a safe point and the progress reported at it."""
        self.counts["safe points"] += 1
        # A partial answer includes its time in seconds.
        self.reports.update(
            repr({name: value for name, value in progress.to_json().items() if name != "result"}).encode()
        )

    def told(self) -> dict[str, Any]:
        for learner in self.learners:
            self.counts.update({name: getattr(learner, name) for name in LEARNERS})
            self.counts["learnt clauses"] += len(learner.learnts)
        self.learners.clear()
        counts = {name: number for name, number in sorted(self.counts.items()) if number}
        return {**counts, "reports": self.reports.hexdigest()[:10]}

    @contextmanager
    def noted(self) -> Iterator[Work]:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Solver, "__init__", self._counted("learners", Solver.__init__, self.learners.append))
            for name, method, owners in doors():
                for owner in owners:
                    patch.setattr(owner, method, self._counted(name, getattr(owner, method)))
            yield self

    def _counted(self, name: str, function: Callable, note: Callable[[Any], None] | None = None) -> Callable:
        def counted(*args: Any, **named: Any) -> Any:
            self.counts[name] += 1
            if note:
                note(args[0])
            return function(*args, **named)

        return counted


def doors() -> Iterator[tuple[str, str, Sequence[Any]]]:
    """Yield (the counted object, the name of the function, its place)."""
    own = BalancePropagator, LinePropagator, LoopPropagator
    theories = Cardinality, Inference, LoopTheory
    yield "inferences", "infer", (Count, Different, Runs, SingleLoop)
    yield "hypotheses", "extend", (ConstraintPropagator, CountPropagator, *own)
    yield "news for the agenda", "note", (Agenda, LineAgenda)
    yield "clauses", "add_clause", (Solver,)
    yield "questions", "solve", (Solver,)
    yield "reductions", "_reduce", (Solver,)
    yield "theories", "propagate", theories
    yield "explanations", "explain", theories
    yield "boards", "broken", (Assumptions,)
    yield "hitting sets", "_hit", (hitting_set,)
    yield "values followed", "follow", (Tracer,)
    yield "techniques", "_look_through", (EasiestStep,)


# -- techniques --------------------------------------------------------------------------------------------------------


def boards(pinned: dict[str, Any]) -> Iterator[tuple[Rulebook, Puzzle, Board]]:
    """Yield boards of a game: empty, a quarter known, half known, and half known with wrong marks."""
    book, puzzle = parse(pinned["document"])
    solutions = answered("solve", {"document": pinned["document"]})["solutions"]
    solution = book.read(puzzle, solutions[0]) if solutions else Board(0, puzzle.cells)
    order = [cell for cell in range(puzzle.size) if not puzzle.givens.known >> cell & 1]
    Random(pinned["document"]["id"]).shuffle(order)
    yield book, puzzle, puzzle.givens
    for part in (4, 2):
        some = order[: len(order) // part]
        yield book, puzzle, puzzle.givens.joined(within(solution, some))
    wrong = within(Board(solution.no, solution.yes), some[: 1 + len(some) // 8])
    yield book, puzzle, puzzle.givens.joined(within(solution, some[1 + len(some) // 8 :])).joined(wrong)


def said(kind: str, part: int) -> dict[str, list]:
    """Return the steps of each technique on boards in the middle of games, for a part of the puzzles."""
    pinned = [one for one in PUZZLES if one["document"]["kind"] == kind][part::PARTS]
    return spoken(kind, (board for one in pinned for board in boards(one)))


def shown(kind: str) -> dict[str, list]:
    """Return the steps of each technique on the boards of the technique pages in Help."""
    return spoken(kind, map(page_board, json.loads((PAGES / kind / "techniques.json").read_text(encoding="utf-8"))))


def page_board(page: dict[str, Any]) -> tuple[Rulebook, Puzzle, Board]:
    """Return the board of a page in Help."""
    book, puzzle = parse(page["document"])
    serializer, known = Serializer(book, puzzle), puzzle.givens
    for mark in page["known"]:
        variable = variable_at(puzzle, mark["cell"])
        values = range(1, values_of(puzzle, variable) + 1)
        value = next(one for one in values if serializer.letter(variable, one) == mark["value"])
        known = known.joined(board_with(puzzle, variable, value))
    return book, puzzle, known


def spoken(kind: str, boards: Iterable[tuple[Rulebook, Puzzle, Board]]) -> dict[str, list]:
    """Return technique -> [number of steps, their digest]."""
    found: dict[str, list] = {technique.name: [] for technique in rulebooks()[kind].explaining.techniques}
    for book, puzzle, board in boards:
        context = Context(puzzle, book)
        for technique in book.explaining.techniques:
            try:
                for step in filter(None, technique.find(context, board)):
                    found[technique.name].append((*step[:5], sorted(step.params.items()), *step[6:]))
            except Contradiction:
                found[technique.name].append("a contradiction")
    return {name: [len(steps), digest(repr(steps))] for name, steps in found.items()}


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", SAID)
def test_every_technique_finds_the_same_as_before(kind, part):
    assert said(kind, part) == SAID[kind][part]


@pytest.mark.skipif(not PAGES.is_dir(), reason="the page is not here, only the tests")
@pytest.mark.parametrize("kind", PINNED["shown"])
def test_every_technique_finds_the_same_as_before_on_the_boards_in_help(kind):
    assert shown(kind) == PINNED["shown"][kind]


# -- harder puzzles ----------------------------------------------------------------------------------------------------


def harder() -> Iterator[dict[str, Any]]:
    for file in sorted(HARDER.glob("*.jsonl")):
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def decided(document: dict[str, Any]) -> list[Any]:
    """Return the search and the proof of a puzzle."""
    with Work().noted() as work:
        answer = answered("solve", {"document": document, "certificate": True}, work)
    way = answer.pop("stats")
    return [answer["verdict"], way["tier"], way["probes"], work.told(), digest(answer)]


@pytest.mark.parametrize(
    "document", sample([one for one in harder() if one["id"] in DECIDED], 4), ids=lambda one: one["id"]
)
def test_a_harder_puzzle_is_decided_and_proven_as_before(document):
    assert decided(document) == DECIDED[document["id"]]


# -- formulas ----------------------------------------------------------------------------------------------------------


def random_clauses(chance: Random) -> Iterator[list[int]]:
    """Yield clauses of three literals over 170 variables, a little more than are satisfiable."""
    for _ in range(748):
        yield [2 * variable + chance.randrange(2) for variable in chance.sample(range(170), 3)]


def pigeons(chance: Random) -> Iterator[list[int]]:
    """Yield the clauses for eight pigeons in seven holes, one in each."""
    places = [range(7 * pigeon, 7 * pigeon + 7) for pigeon in range(8)]
    for holes in places:
        yield [2 * place for place in holes]
    for pigeons in zip(*places):
        yield from ([2 * one + 1, 2 * other + 1] for one, other in combinations(pigeons, 2))


def parities(chance: Random) -> Iterator[list[int]]:
    """Yield the clauses of a graph with 40 nodes and three edges at each: an odd number of edges is on at the first
    node, an even number at the others.
    """
    ends = [node for node in range(40) for _ in range(3)]
    while len({frozenset(edge) for edge in zip(ends[::2], ends[1::2])} - {frozenset({node}) for node in ends}) < 60:
        chance.shuffle(ends)
    for node in range(40):
        edges = [place // 2 for place, end in enumerate(ends) if end == node]
        for values in product((0, 1), repeat=3):
            if sum(values) % 2 != (node == 0):
                yield [2 * edge + value for edge, value in zip(edges, values)]


def searched(make: Callable[[Random], Iterator[list[int]]]) -> list[Any]:
    """Return the statistics of a search that is long enough for learnt clauses to be deleted, and for both kinds of
    restarts.
    """
    with Work().noted() as work:
        clauses, solver = list(make(Random(3))), Solver()
        for _ in range(max(map(max, clauses)) // 2 + 1):
            solver.new_var()
        for clause in clauses:
            solver.add_clause(clause)
        outcome = run(solver.solve(), watch=work.watch)
    return [isinstance(outcome, Model), work.told()]


MAKE = {make.__name__: make for make in (random_clauses, pigeons, parities)}


@not_in_pyodide
@pytest.mark.parametrize("name", FORMULAS)
def test_a_formula_is_searched_as_before(name):
    assert searched(MAKE[name]) == FORMULAS[name]


# -- more calls --------------------------------------------------------------------------------------------------------


def called(pinned: dict[str, Any]) -> dict[str, Any]:
    with Work().noted() as work:
        answer = answered(pinned["call"], pinned["args"], work)
    return {**pinned, "answer": digest(answer), "work": work.told()}


@pytest.mark.parametrize("number", sample(range(len(CALLED)), 4))
def test_a_call_is_answered_as_before(number):
    assert called(CALLED[number]) == CALLED[number]


# -- generated puzzles -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pinned", sample(MADE, 3), ids=lambda pinned: "-".join(map(str, pinned["args"].values())))
def test_the_same_is_made_as_before(pinned):
    assert made(pinned) == pinned


def made(pinned: dict[str, Any]) -> dict[str, Any]:
    with Work().noted() as work:
        answer = answered("generate", pinned["args"], work)
    return {"args": pinned["args"], "answer": answer, "work": work.told()}


# -- damaged texts -----------------------------------------------------------------------------------------------------


known_kinds = pytest.mark.skipif(
    rulebooks().keys() > set(PINNED["kinds"]),
    reason="a text may be read as a puzzle of another kind, of which nothing is pinned yet",
)


def damaged(text: str, chance: Random) -> str:
    """Return a text with a few characters removed, doubled, moved or replaced."""
    for _ in range(chance.choice((0, 1, 1, 2))):
        place, other = chance.randrange(len(text)), chance.randrange(len(text))
        put = chance.choice(("", text[place] * 2, text[other], chance.choice("0123456789abgz.,/:- \n#OXx?_[]{}")))
        text = text[:place] + put + text[place + 1 :]
    return text


def renumbered(text: str, chance: Random) -> str:
    """Return a text with one of its numbers replaced by a neighbour, its negative, or another number of the text."""
    numbers = [*re.finditer(r"-?\d{1,4}", text)]
    if not numbers:
        return damaged(text, chance)
    here, other = chance.choice(numbers), chance.choice(numbers)
    number = int(here[0])
    put = chance.choice((str(number + 1), str(number - 1), str(-number), other[0]))
    return text[: here.start()] + put + text[here.end() :]


def unpacked(text: str) -> tuple[str, str]:
    """Return (the text before the packed part of an address, the unpacked part)."""
    head, _, packed = text.rpartition("p=")
    padded = packed.translate(str.maketrans("-_", "+/")) + "=" * (-len(packed) % 4)
    return f"{head}p=", zlib.decompress(base64.b64decode(padded), -15).decode()


def packed(head: str, text: str) -> str:
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()
    return head + (data.translate(str.maketrans("+/", "-_")).rstrip("=") if "#" in head else data)


def readings(name: str, document: dict[str, Any]) -> Iterator[Any]:
    """Yield the readings of damaged texts of a puzzle."""
    text = answered("convert", {"document": document, "to": name}).get("text")
    if text is None:
        return
    chance = Random(f"{name} {document.get('id')}")
    head, body = unpacked(text) if name in PACKED else ("", text)
    for change in DAMAGED * (damaged, renumbered):
        changed = change(body, chance)
        yield answered("convert", {"text": packed(head, changed) if head else changed})


TYPED = (
    "x = [1 0; 1 0; 1 0; 1 0];\ny = [2 1; 0 1; 0 0; 0 0];",
    "x = [1 1\n 3 0]\ny = [2 0; 1 0; 2 0]",
    "let rows = vec![vec![1, 1], vec![3]];\nlet cols = vec![vec![2], vec![1], vec![2]];",
    "nonogram\nrows = [[1, 1], [3]]\ncols = ((2,), (1,), (2,))",
    "PUZZLE = '3x3:.01...2..'",
    "[[-1, 1, 0, 0], [1, 1, 0, 0]]",
    "x = ([[0, 1, -1], [1, 0, -1]])",
    "grid = ['O..X', '....']",
    "1 -1 -1\n1 -3 1",
    "minesweeper\n* (1)<0>\n1 (1)(0)\nopened: r1c2",
    "   212\n1 1■□■\n  3■■■",
    "1 1|# #\n  3|###",
    "picross\n1 1\n3 0\n\n2 0\n1 0\n2 0",
    "2\n3\n\n1 1\n3\n\n2\n1\n2",
    "binoxxo 4x2\nO X _ _\nX O _ _",
    "OX  \n    \n    \nXO  ",
    "1  5\n    \n  2 ",
    "+-+-+\n|3 2|\n+ + +\n|  .|\n+-+-+",
    "Akari\n. . 1\n. # .\n0 . .",
    "minesweeper\n*10\n110\nopened: [[0, 2], [1, 2]]",
    "(['O..X', '....', '....', 'X..O'])",
    "hitori\n   1   2   2\n   2   2   1\n   3   1   1",
    "4 4\nO..X\n....\n....\nX..O",
    "mines: 2\n1..\n.2.\n...",
    "rows: 1 1; 3\ncols: 2; 1; 2",
    "    2 1 2\n1 1 ■ □ ■\n3   ■ ■ ■",
    "star battle\nAABB\nAABB\nCCDD\nCCDD",
    """<puzzle defaultcolor="black"><title>A</title><color name="white" char=".">fff</color>
<color name="black" char="X">000</color><color name="red" char="r">c00</color><clues type="columns"><line><count>2</count></line>
<line><count color="red">1</count></line></clues><clues type="rows"><line><count>1</count><count color="red">1</count></line>
<line><count>1</count></line></clues><solution type="saved"><image>|Xr|X.|</image></solution></puzzle>""",
    "#d\n   0:    white   paper\n   1:X   black   ink\n   r:%   red   a rose\n: rows\n1 1r\n1\n: columns\n2\n1r",
)
"""Texts in forms that are read but not written."""


def typed(text: str) -> str:
    """Return the pinned data of a typed text."""
    chance = Random(text)
    return digest([answered("convert", {"text": change(text, chance)}) for change in DAMAGED * (damaged, renumbered)])


@known_kinds
@pytest.mark.parametrize("text", TYPED)
def test_damaged_typed_texts_are_read_or_refused_as_before(text):
    assert typed(text) == PINNED["typed"][text]


def read(name: str) -> dict[str, str]:
    """Return the pinned data of a notation."""
    last = {kind: book.examples[0]["document"] for kind, book in rulebooks().items()}
    for document in (pinned["document"] for pinned in PUZZLES):
        last[f"{document['kind']} in colours" if "colors" in document else document["kind"]] = document
    found = {kind: list(readings(name, document)) for kind, document in last.items()}
    return {kind: digest(answers) for kind, answers in found.items() if answers}


@known_kinds
@pytest.mark.parametrize("name", TEXTS)
def test_damaged_texts_are_read_or_refused_as_before(name):
    assert read(name) == TEXTS[name]


# -- pictures ----------------------------------------------------------------------------------------------------------


def picture(document: dict[str, Any]) -> str:
    """Return the digest of a puzzle's picture with its solution, if it has one."""
    solutions = answered("solve", {"document": document})["solutions"]
    return digest([str(draw(document)), *(str(draw(document, solution)) for solution in solutions[:1])])


def paints() -> Iterator[list[str]]:
    """Yield 64 colours, eight at a time."""
    colours = [f"#{r}{g}{b}" for r, g, b in product(("00", "58", "a9", "fe"), repeat=3)]
    yield from (colours[start : start + 8] for start in range(0, 64, 8))


def painted(colours: list[str]) -> list[Any]:
    """Return the names of the colours, and the digest of a picture with them."""
    clue = [[1, value] for value in range(1, len(colours) + 1)]
    document = {"kind": "nonogram", "colors": colours, "rows": [clue], "cols": [[run] for run in clue]}
    names = [colour_name([colour], 1)["key"].removeprefix("colour.") for colour in colours]
    return [" ".join(names), picture(document)]


def pictures() -> dict[str, Any]:
    """Return the pinned data of pictures: those of each kind, and those with different colours."""
    signs = {"h": ["=..", "...", "...", "..x"], "v": ["....", "...x", "...."]}
    document = {"kind": "binoxxo", "grid": ["O..X", "....", "....", "...."], "signs": signs}
    found: dict[str, Any] = {pinned["document"]["id"]: picture(pinned["document"]) for pinned in PUZZLES[::3]}
    return found | {"signs": picture(document)} | {colours[0]: painted(colours) for colours in paints()}


def test_pictures_are_drawn_and_colours_named_as_before():
    assert pictures() == PINNED["pictures"]


# -- writing -----------------------------------------------------------------------------------------------------------


def write() -> None:
    """Rewrite the file, with one line for each entry."""
    lines = {
        "puzzles": [json.dumps(seen(pinned), ensure_ascii=False) for pinned in PUZZLES],
        "said": [f"{json.dumps(kind)}: {json.dumps([said(kind, part) for part in range(PARTS)])}" for kind in SAID],
        "shown": [f"{json.dumps(kind)}: {json.dumps(shown(kind))}" for kind in PINNED["shown"]],
        "decided": [f"{json.dumps(one['id'])}: {json.dumps(decided(one))}" for one in harder() if one["id"] in DECIDED],
        "formulas": [f"{json.dumps(name)}: {json.dumps(searched(MAKE[name]))}" for name in FORMULAS],
        "called": [json.dumps(called(pinned), ensure_ascii=False) for pinned in CALLED],
        "made": [json.dumps(made(pinned)) for pinned in MADE],
        "texts": [f"{json.dumps(name)}: {json.dumps(read(name))}" for name in TEXTS],
        "kinds": [json.dumps(kind) for kind in sorted(rulebooks())],
        "pictures": [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pictures().items()],
        "typed": [f"{json.dumps(text)}: {json.dumps(typed(text))}" for text in TYPED],
    }
    parts = []
    for name, some in lines.items():
        begin, end = "{}" if some[0].startswith('"') and ": " in some[0] else "[]"
        parts.append(f'  "{name}": {begin}\n    ' + ",\n    ".join(some) + f"\n  {end}")
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write()
elif __name__ == "__main__" and sys.argv[1:2] == ["--show"]:
    document = next(pinned["document"] for pinned in PUZZLES if pinned["document"]["id"] == sys.argv[2])
    print(json.dumps(dict(asked(document))[sys.argv[3]], ensure_ascii=False, indent=1))
