"""Randomised tests against independent implementations, until the time is over.

    python tools/soak.py MINUTES [--seed N] [--only LANE]

The time is divided between the lanes, and each turn has its own seed:

oracle   tiny boards of each kind against brute force, and their certificates against the checker
sat      boards of 5 to 20 cells per side against python-sat: the verdict, and every board that either finds
proofs   damaged documents for both readers, damaged certificates, and invented lines of proofs: everything that the
         checker accepts is true
readers  damaged texts of every format: a document or one clear error, quickly, and every document can be written
calls    every call with damaged documents and arguments: an answer that is valid JSON, or one clear error
shapes   every call with arguments generated from the schema: an answer that conforms to the schema
exports  titles with markup, formulas and control characters in pictures and tables: they stay text
memory   500 calls in one process, as in the browser's worker: memory does not grow
bulk     the bulk command, killed at random moments and resumed: the same answers as without interruption
page     the built page in Chromium, whose worker is killed at a random moment of each kind of work: the board is
         unchanged, the page reports what was lost, and the next worker solves another board
store    a board played in two tabs, some of which temporarily cannot save: no saved mark is lost
arrival  data shared by other apps and files opened with the app: a board or one clear error

Prints a line for each failure with its seed; `--seed N --only LANE` repeats it. The smallest failing input is stored in
build/soak. At the end, prints how many inputs each lane has tried, and the longest time between two safe points of a
text or call in CPU seconds. The exit code is 1 if there was a failure.
"""

from __future__ import annotations

import argparse
import csv
import gc
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import tracemalloc
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from itertools import combinations
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests"), str(ROOT / "tests" / "puzzles")]

from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seeded
from pysat.card import CardEnc, EncType
from pysat.formula import IDPool
from pysat.solvers import Cadical153

from chromium import launch
from damage import accepted_of, broken_claims, damaged_certificate, damaged_document, forged_lines
from oracle import oracle_of, verdict_of
from serve import DIST
from test_schema import problems
from tesuji import svg
from tesuji.calls import CALLS
from tesuji.checker import NotAPuzzle, puzzle_of
from tesuji.cli.outputs import SummaryTable
from tesuji.constraints import Connected, Count, Different, Runs, SingleLoop
from tesuji.engine.budget import Budget, collector_paused, run
from tesuji.errors import InputError, OutOfBudget
from tesuji.model import Puzzle
from tesuji.puzzles import notations, parse, rulebooks, write
from tesuji.schema import whole_schema
from tesuji.worker import Call

KINDS = sorted(rulebooks())
SECONDS, OVER = 2.0, 0.2
"""The budget for reading a damaged text, and the amount by which any budget may be exceeded: a call that works longer
than OVER between two safe points can exceed its budget by as much.
"""
INPUTS: Counter[str] = Counter()
"""The number of inputs that each check has tried."""
LONGEST: dict[str, float] = {}
"""The longest time between two safe points in each check, in CPU seconds."""
ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz-_/.,:;#?=&+%[]{}()\"'\n\t \u3000あ\0\ud800"


# -- brute force -------------------------------------------------------------------------------------------------------


def oracle(seed: int) -> None:
    kind = KINDS[seed % len(KINDS)]
    second = oracle_of(kind)

    @seeded(seed)
    @settings(max_examples=60, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(second.documents)
    def agree(document: dict) -> None:
        answer = run(CALLS["solve"]({"document": document, "certificate": True}), Budget(60))
        assert answer["verdict"] == verdict_of(second.solutions(document))
        checked = run(CALLS["verify"](answer))
        assert checked["accepted"] and checked["verdict"] == answer["verdict"], checked
        steps = run(CALLS["explain"]({"document": document, "certificate": True}), Budget(60))
        if "certificate" in steps:
            checked = run(CALLS["verify"](steps))
            assert checked["accepted"], checked
            assert checked["verdict"] == ("forced" if second.solutions(document) else "conflict")

    agree()


# -- python-sat --------------------------------------------------------------------------------------------------------


def sat(seed: int) -> None:
    """Test the verdict and boards of a random puzzle: some clues of a draft are left out, or one is changed."""
    chance = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    book = rulebooks()[kind]
    assert book.maker
    side = chance.choice([6, 8, 10, 12, 16, 20])
    draft = run_to_end(book.maker.draft(side, side, chance))
    document = draft.document
    parts = [part for part in book.maker.parts(document) if chance.random() < chance.choice([0.1, 0.4, 0.6])]
    if book.maker.without and parts:
        document = book.maker.without(document, [place for part in parts for place in part])
    _, puzzle = parse(changed(document, chance) if chance.random() < 0.3 else document)
    answer = run(CALLS["solve"]({"document": puzzle.document, "certificate": True}), Budget(30))
    if answer["verdict"] == "unknown":
        return
    other = Second(puzzle)
    try:
        found = [board for board in (other.board(), other.board()) if board is not None]
    except TimeoutError:
        return
    assert answer["verdict"] == ("none", "unique", "multiple")[len(found)], (document, answer["verdict"], len(found))
    for solution in answer["solutions"]:
        assert other.allows(book.read(puzzle, solution).yes), (document, solution)
    if "certificate" in answer:
        checked = run(CALLS["verify"](answer))
        assert checked["accepted"], (document, checked)


def changed(document: dict, chance: random.Random) -> dict:
    """Return a document with two clues exchanged, which often has no solution."""
    name = "grid" if "grid" in document else "rows"
    rows = [list(row) for row in document[name]]
    one, other = (chance.randrange(len(rows)) for _ in range(2))
    if name == "grid":
        column, place = (chance.randrange(len(rows[0])) for _ in range(2))
        rows[one][column], rows[other][place] = rows[other][place], rows[one][column]
        return {**document, name: ["".join(row) for row in rows]}
    rows[one], rows[other] = rows[other], rows[one]
    return {**document, name: rows}


def run_to_end(steps: Iterator):
    """Return the return value of a generator."""
    try:
        while True:
            next(steps)
    except StopIteration as end:
        return end.value


CYCLES = 2000
"""The number of excluded boards (small or several loops, separate pieces) after which the second solver gives up."""


class Second:
    """A puzzle's constraints, with other encodings, in another solver. Cell n is variable n + 1."""

    def __init__(self, puzzle: Puzzle):
        self.puzzle = puzzle
        self.loops = [one for one in puzzle.constraints if isinstance(one, SingleLoop)]
        self.connected = [one for one in puzzle.constraints if isinstance(one, Connected)]
        self.names = IDPool(start_from=puzzle.size + 1)
        self.solver = Cadical153()
        for cell in range(puzzle.size):
            if puzzle.givens.known >> cell & 1:
                self.solver.add_clause([cell + 1 if puzzle.givens.yes >> cell & 1 else -cell - 1])
        for constraint in puzzle.constraints:
            if isinstance(constraint, Count):
                self.count(constraint)
            elif isinstance(constraint, Runs):
                self.line(constraint.scope, constraint.runs)
            elif isinstance(constraint, Different):
                self.different(constraint)

    def count(self, constraint: Count) -> None:
        """Add clauses: one of the allowed numbers holds; each has a selector."""
        cells = [cell + 1 for cell in constraint.scope]
        chosen = []
        for number in constraint.allowed:
            if 0 <= number <= len(cells):
                chosen.append(self.names.id(("count", id(constraint), number)))
                made = CardEnc.equals(cells, number, vpool=self.names, encoding=EncType.seqcounter)
                for clause in made.clauses:
                    self.solver.add_clause([*clause, -chosen[-1]])
        self.solver.add_clause(chosen)

    def line(self, cells: Sequence[int], runs: Sequence[int]) -> None:
        """Add clauses: each run starts at one place, and a cell is yes if a run covers it."""
        covering: dict[int, list[int]] = {cell: [] for cell in cells}
        before: list[int] = []
        for number, run_ in enumerate(runs):
            starts = [self.names.id(("run", cells[0], cells[-1], number, at)) for at in range(len(cells) - run_ + 1)]
            self.solver.add_clause(starts)
            for one, other in combinations(starts, 2):
                self.solver.add_clause([-one, -other])
            for at, start in enumerate(starts):
                for cell in cells[at : at + run_]:
                    covering[cell].append(start)
                    self.solver.add_clause([-start, cell + 1])
                for earlier, place in enumerate(before):
                    if earlier + runs[number - 1] >= at:
                        self.solver.add_clause([-start, -place])
            before = starts
        for cell, starts in covering.items():
            self.solver.add_clause([-cell - 1, *starts])

    def different(self, constraint: Different) -> None:
        places = []
        for a, b in zip(constraint.first, constraint.second):
            places.append(self.names.id(("differ", a, b)))
            self.solver.add_clause([-places[-1], a + 1, b + 1])
            self.solver.add_clause([-places[-1], -a - 1, -b - 1])
        self.solver.add_clause(places)

    def board(self) -> int | None:
        """Return the yes cells of a board that was not found before, or None if there is no other. Raises TimeoutError
        if too many boards with several loops or pieces would have to be excluded.
        """
        for _ in range(CYCLES):
            if not self.solver.solve():
                return None
            model = self.solver.get_model()[: self.puzzle.size]
            yes = sum(1 << cell for cell, value in enumerate(model) if value > 0)
            broken = [too_small(loop, yes) for loop in self.loops] + [apart(one, yes) for one in self.connected]
            clause = next(filter(None, broken), None)
            if clause is None:
                self.solver.add_clause([-x for x in model])
                return yes
            self.solver.add_clause(clause)
        raise TimeoutError

    def allows(self, yes: int) -> bool:
        """Return whether a board obeys the rules, even if it was found before."""
        other = Second(self.puzzle)
        for cell in range(self.puzzle.size):
            other.solver.add_clause([cell + 1 if yes >> cell & 1 else -cell - 1])
        return other.board() == yes


def too_small(loop: SingleLoop, yes: int) -> list[int] | None:
    """Return a clause against a loop next to others, or against a board without loops; None if there is one loop."""
    edges = [(cell, ends) for cell, ends in zip(loop.scope, loop.ends) if yes >> cell & 1]
    if not edges:
        return [cell + 1 for cell in loop.scope]
    reached, cycle = {edges[0][1][0]}, set[int]()
    while more := [cell for cell, ends in edges if cell not in cycle and not reached.isdisjoint(ends)]:
        cycle.update(more)
        reached.update(vertex for cell, ends in edges if cell in cycle for vertex in ends)
    if len(cycle) == len(edges):
        return None
    # Either one of the edges is off, or the cycle is the whole loop.
    elsewhere = next(cell for cell, _ in edges if cell not in cycle)
    return [*(-cell - 1 for cell in cycle), -elsewhere - 1]


def apart(connected: Connected, yes: int) -> list[int] | None:
    """Return a clause against two separate pieces, or None if there is only one: one place of either does not belong to
    its piece, or a place around the first piece joins it.
    """
    near, sign = connected.graph.near, 1 if connected.value else -1
    literals = [sign * (cell + 1) for cell in connected.scope]
    members = {place for place, cell in enumerate(connected.scope) if (yes >> cell & 1) == connected.value}
    if not members:
        return None
    piece, todo = {min(members)}, [min(members)]
    while todo:
        new = members.intersection(near[todo.pop()]) - piece
        piece |= new
        todo += new
    if piece == members:
        return None
    border = {other for place in piece for other in near[place]} - piece
    return [-literals[min(piece)], -literals[min(members - piece)], *(literals[place] for place in border)]


# -- readers -----------------------------------------------------------------------------------------------------------


def proofs(seed: int) -> None:
    """Both readers agree on damaged documents. A damaged certificate is refused or true. Invented lines that are
    accepted hold on every board.
    """
    chance = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    examples = [example["document"] for example in rulebooks()[kind].examples]
    for _ in range(100):
        INPUTS["documents"] += 1
        document = damaged_document(chance.choice(examples), chance)
        assert accepts(parse, InputError, document) == accepts(puzzle_of, NotAPuzzle, document), document
    for text in certificates(kind):
        INPUTS["certificates"] += 1
        text = damaged_certificate(text, chance)
        found = run(CALLS["verify"]({"certificate": text}), Budget(10))
        if found["accepted"] and found["verdict"] in ("unique", "multiple", "none"):
            answer = run(CALLS["solve"]({"document": found["document"]}), Budget(30))
            assert answer["verdict"] in (found["verdict"], "unknown"), text
    second = oracle_of(kind)

    @seeded(seed)
    @settings(max_examples=10, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(second.documents)
    def hold(document: dict) -> None:
        puzzle = puzzle_of(document)
        boards = [puzzle.literals(solution) for solution in second.solutions(document)]
        INPUTS["lines"] += 100 if boards else 0
        proof = accepted_of(puzzle, forged_lines(puzzle, chance, 100 if boards else 0))
        assert not any(broken_claims(proof, board) for board in boards), document

    hold()


def accepts(read: Callable[[Any], Any], refusal: type[Exception], document: Any) -> bool:
    """Return whether a reader accepts a document. Errors other than its refusal are raised."""
    try:
        read(document)
    except refusal:
        return False
    return True


@cache
def certificates(kind: str) -> list[str]:
    """Return the certificates of all examples that have one."""
    documents = [example["document"] for example in rulebooks()[kind].examples]
    answers = [run(CALLS["solve"]({"document": document, "certificate": True}), Budget(60)) for document in documents]
    return [answer["certificate"] for answer in answers if "certificate" in answer]


def readers(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        text = chance.choice(texts())
        for _ in range(chance.choice([1, 1, 2, 5, 20])):
            text = damaged(text, chance)
        tried(read_text, text)


def read_text(text: str) -> None:
    try:
        answer = timed("text", CALLS["convert"]({"text": text}))
        document, name = answer["document"], answer["notation"]
        _, puzzle = parse(document)
        again = parse(json.loads(json.dumps(puzzle.document)))[1]
        assert again.clues == puzzle.clues and again.givens == puzzle.givens, (name, text)
    except OutOfBudget:
        pass
    except InputError as error:
        assert error.message("en") and error.message("ja"), text
        said = "".join(map(str, error.params.values()))  # quoted, it may occur only in the unpacked text
        assert "{" not in error.message("en") or "{" in said, (error.message("en"), text)


def texts() -> list[str]:
    """Return every example in every format."""
    if not TEXTS:
        for book in rulebooks().values():
            for example in book.examples:
                for name, notation in notations().items():
                    if notation.write:
                        try:
                            TEXTS.append(write(example["document"], name)[0])
                        except InputError:
                            continue
        TEXTS.extend(DOORS)
    return TEXTS


DOORS = [
    "x = [1 0; 1 0; 1 0; 1 0];\ny = [2 1; 0 1; 0 0; 0 0];",
    "let row_hints = vec![vec![1, 1], vec![3]];\nlet col_hints = vec![vec![2], vec![1], vec![2]];",
    "PUZZLE = '3x3:.01...2..'",
    "[[-1, 1, 0, 0], [1, 1, 0, 0]]",
    "1 -1 -1\n1 -3 1",
    "minesweeper\n* (1)<0>\n1 (1)(0)\nopened: r1c2",
    "   212\n1 1■□■\n  3■■■",
    "2\n2\n\n1\n1",
]
"""Forms that are read but not written."""


TEXTS: list[str] = []


def damaged(text: str, chance: random.Random) -> str:
    at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    end = min(end, at + chance.choice([1, 3, 30]))
    letters = "".join(chance.choice(ALPHABET) for _ in range(chance.choice([1, 1, 3])))
    other = chance.choice(texts())
    cut = chance.randrange(len(other) + 1)
    return chance.choice(
        [
            text[:at] + text[end:],
            text[:at] + letters + text[at:],
            text[:at] + letters + text[end:],
            text[:end] + text[at:end] + text[end:],
            text[:at] + other[cut : cut + 40] + text[end:],
            text[:end] + "9" * chance.choice([5, 20, 5000]) + text[end:],
        ]
    )


# -- calls -------------------------------------------------------------------------------------------------------------

ODD: list[Any] = [
    None, True, -1, 0, 1, 3, 10**9, 10**40, 1.5, float("nan"), "", "a", "1", "\ud800", "\x1b[31m", "." * 300,
    [], [[]], {},
    [None], [[1]], [["1"]], {"a": 1}, {"row": 0, "column": 0}, {"h": [0, 0]}, [[1] * 300],
]  # fmt: skip
"""Faulty values that a program might send."""


def calls(seed: int) -> None:
    """Calls are stopped after some safe points, as if their time had run out."""
    chance = random.Random(seed)
    for _ in range(40):
        name = chance.choice(list(CALLS))
        args = arguments(chance)
        for _ in range(chance.choice([0, 1, 1, 2, 4])):
            put_odd(args, chance)
        tried(answer_call, [name, args, chance.choice([3, 50, 400])])


def answer_call(call: list) -> None:
    name, args, points = call
    with suppress(InputError, OutOfBudget):
        json.dumps(timed(name, CALLS[name](deepcopy(args)), points), allow_nan=False)


SCHEMA = whole_schema()


def shapes(seed: int) -> None:
    """Half of the arguments use values of a real puzzle, because few random documents are puzzles."""
    chance = random.Random(seed)
    for _ in range(40):
        name = chance.choice(list(CALLS))
        real = arguments(chance)
        made = shaped(SCHEMA["calls"][name]["arguments"], chance)
        args = {key: real[key] if key in real and chance.random() < 0.5 else value for key, value in made.items()}
        if "text" not in args or chance.random() < 0.7:
            args = {**args, "document": real["document"], "kind": real["kind"]}
            args.pop("text", None)
        tried(answer_shape, [name, args, chance.choice([3, 50, 400])])


def shaped(schema: dict, chance: random.Random) -> Any:
    """Return a random value of a schema."""
    if "$ref" in schema:
        return shaped(SCHEMA["$defs"][schema["$ref"].rsplit("/", 1)[1]], chance)
    if "anyOf" in schema:
        return shaped(chance.choice(schema["anyOf"]), chance)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema.get("type"):
        case "object":
            required, members = schema.get("required", ()), schema.get("properties", {})
            chosen = [name for name in members if name in required or chance.random() < 0.4]
            return {name: shaped(members[name], chance) for name in chosen}
        case "array":
            return [shaped(schema["items"], chance) for _ in range(chance.choice([0, 1, 2, 2, 5]))]
        case "string":
            return chance.choice(["", "3x3:.01...2..", "binoxxo", "expert", "#", "text", "\x1b[31m", "あ"])
        case "integer":
            return chance.choice([-1, 0, 0, 1, 1, 2, 3, 7, 10**9])
        case "number":
            return chance.choice([-1.5, 0.0, 0.01, 1.0, 2.5])
        case "boolean":
            return chance.random() < 0.5
        case "null":
            return None
    return deepcopy(chance.choice(ODD))


def answer_shape(call: list) -> None:
    name, args, points = call
    try:
        answer = timed(name, CALLS[name](deepcopy(args)), points)
    except (InputError, OutOfBudget):
        return
    found = problems(json.loads(json.dumps(answer, allow_nan=False)), SCHEMA["calls"][name]["answer"])
    assert not found, found[:3]


# -- exports -----------------------------------------------------------------------------------------------------------

MARKUP = [
    "<script>alert(1)</script>", "</title>", "<svg onload=alert(1)>", "]]>", "<!--", "&amp;", "&#60;b&#62;", '"', "'",
    "=cmd()", "+1", "-1", "@x", "\t=1", "\r\n", "\n", ",", ";", "\x1b[31m", "\0", "\u202e", "../../x", "a" * 300, "盤",
]  # fmt: skip
PAGE_SVG = """
import { svgCanvas } from "WEB/canvas/svg.js";
let text = "";
for await (const part of process.stdin) text += part;
const pictures = JSON.parse(text).map((title) => svgCanvas({ width: 9, height: 9, title, paper: "#fff" }).text());
console.log(JSON.stringify(pictures));
"""


def exports(seed: int) -> None:
    chance = random.Random(seed)
    titles = ["".join(chance.choices(MARKUP, k=chance.choice([1, 2, 3]))) for _ in range(50)]
    tried(pictures_of_page, titles)
    for title in titles:
        book = chance.choice(list(rulebooks().values()))
        document = {**chance.choice(book.examples)["document"], "title": title, "author": title}
        tried(exported, [document, title])


def exported(made: list) -> None:
    document, title = made
    root = ElementTree.fromstring(svg.draw(document))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not names & {"script", "foreignObject", "a", "image", "b"}, names
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or "href" in name]
    text = json.dumps(document)
    for name in notations():
        try:
            run(CALLS["convert"]({"text": text, "to": name}), Budget(SECONDS))
        except InputError:
            continue
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        with SummaryTable(str(path)) as table:
            table.add(1, {"id": title, "kind": title, "error": {"message": title}})
        with path.open(newline="", encoding="utf-8") as file:
            head, row = csv.reader(file)
        assert len(row) == len(head) and row[0] == "1"
        assert not [cell for cell in row if cell.lstrip(" ")[:1] in tuple("=+-@\t\r")[0:4] and cell], row


def pictures_of_page(titles: list[str]) -> None:
    """Check the page's own pictures, made by Node."""
    program = PAGE_SVG.replace("WEB", (ROOT / "web").as_uri())
    made = subprocess.run(
        ["node", "--input-type=module", "-e", program],
        input=json.dumps(titles),
        capture_output=True,
        text=True,
        check=True,
    )
    for title, picture in zip(titles, json.loads(made.stdout)):
        root = ElementTree.fromstring(picture)
        (shown,) = [element for element in root.iter() if element.tag.endswith("title")]
        text = "".join("\ufffd" if ord(letter) < 32 and letter not in "\t\n\r" else letter for letter in title)
        assert not list(shown) and "".join(text.split()) == "".join((shown.text or "").split()), (title, shown.text)


# -- memory ------------------------------------------------------------------------------------------------------------

GROWTH = 3_000_000
"""The number of bytes by which memory may grow during 400 more calls, because caches fill."""


def memory(seed: int) -> None:
    chance = random.Random(seed)
    documents = [example["document"] for book in rulebooks().values() for example in book.examples]
    names = ["solve", "hint", "explain", "rate", "mend", "convert", "conflict"]
    tracemalloc.start()
    try:
        sizes = []
        for number in range(500):
            args = {"document": chance.choice(documents), "timeout": 0.05}
            call = Call(chance.choice(names), json.dumps(args))
            while '"progress"' in call.advance(20)[:12]:
                pass
            call.close()
            if number in (100, 499):
                gc.collect()
                sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[1] - sizes[0] < GROWTH, sizes


def arguments(chance: random.Random) -> dict:
    """Return arguments of a call; unknown ones are ignored."""
    book = chance.choice(list(rulebooks().values()))
    size, place = chance.choice([1, 2, 3, 5, 8]), {"row": chance.randrange(4), "column": chance.randrange(4)}
    args = {
        "document": json.loads(json.dumps(chance.choice(book.examples)["document"])),
        "kind": book.kind,
        "width": size,
        "height": chance.choice([1, 2, size]),
        "seed": chance.choice([None, 0, 7]),
        "level": chance.choice([None, 1, 3, 5, "expert"]),
        "variant": chance.choice([None, None, "game", "signs"]),
        "to": chance.choice(list(notations())),
        "about": chance.choice([None, place]),
        "row": place["row"],
        "moves": [{"cells": [cell], "after": chance.choice("012")} for cell in range(chance.randrange(4))],
    }
    return {name: value for name, value in args.items() if value is not None}


def put_odd(value: Any, chance: random.Random) -> None:
    """Replace a random part of a value by something odd."""
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = chance.choice(keys)
        inner = value[key]
        if not isinstance(inner, (dict, list)) or not inner or chance.random() < 0.3:
            value[key] = deepcopy(chance.choice(ODD))
            return
        value = inner


def timed(name: str, steps: Any, points: int = 10**9) -> Any:
    """Return the answer of a call that is stopped after `points` safe points, or after SECONDS. Raises AssertionError
    if it works longer than OVER between two of them.
    """
    if not isinstance(steps, Generator):
        return steps
    began = last = time.thread_time()
    with collector_paused():
        try:
            while True:
                over = points == 0 or last - began >= SECONDS
                steps.throw(OutOfBudget()) if over else next(steps)
                points -= not over
                last = lap(name, last)
        except StopIteration as end:
            return end.value
        finally:
            lap(name, last)


def lap(name: str, begun: float) -> float:
    """Return the time at a safe point, and record the time since the previous one. Raises AssertionError if it is too
    long.
    """
    now = time.thread_time()
    assert now - begun < OVER, f"{name} worked {now - begun:.2f} s without a safe point"
    LONGEST[name] = max(LONGEST.get(name, 0.0), now - begun)
    return now


# -- bulk --------------------------------------------------------------------------------------------------------


def bulk(seed: int) -> None:
    """The command is killed at random moments and restarted until it finishes."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        puzzles, answers = Path(folder) / "puzzles.jsonl", Path(folder) / "answers.jsonl"
        documents = [example["document"] for book in rulebooks().values() for example in book.examples]
        lines = [json.dumps(chance.choice(documents)) for _ in range(24)] + ["no puzzle", "{"]
        chance.shuffle(lines)
        puzzles.write_text("\n".join(lines), encoding="utf-8")
        command = [sys.executable, "-m", "tesuji", "solve", "--jobs", "2", "--resume", str(answers), str(puzzles)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
        for turn in range(50):
            process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                # Later turns have more time, so that the test ends.
                code = process.wait(chance.uniform(0.2, 1 + turn))
                assert code == 0, f"exit code {code}"
                break
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, chance.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
                process.wait()
        found = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
        assert sorted(one["line"] for one in found if "line" in one) == list(range(1, len(lines) + 1))
        for one in found:
            if "verdict" in one:
                expected = run(CALLS["solve"]({"text": lines[one["line"] - 1]}), Budget(60))
                assert (one["verdict"], one["solutions"]) == (expected["verdict"], expected["solutions"]), one["line"]


# -- the page ----------------------------------------------------------------------------------------------------------

END_LATER = """{
    // The worker ends some time after it has got a call of this name, whatever it is doing then.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
        postMessage.call(this, message);
        if (!message.call || message.call !== window.endAt) return;
        window.endAt = "";
        setTimeout(() => { window.ended = document.documentElement.dataset.engine; this.terminate(); }, window.endAfter);
    };
}"""


def page(seed: int) -> None:
    chance = random.Random(seed)
    tests = browser_tests()
    ways = tests.lost_work.WAYS
    call = list(ways)[seed % len(ways)]
    document, ask = ways[call]
    delay = round(10 ** chance.uniform(0, 3.5))
    try:
        with browsing(tests) as (context, site):
            lose_worker(tests, context.new_page(), site, document, call, ask, delay)
    except Exception as error:
        raise AssertionError(f"{call}, ended after {delay} ms: {error}") from error


@contextmanager
def browsing(tests: SimpleNamespace, **options: Any) -> Iterator[tuple[Any, Any]]:
    """Open a browser context and serve the site; at the end, check that no script has failed."""
    watch, site = tests.conftest.Watch(), tests.conftest.Site(tests.conftest.make_server(DIST, prefix="/sub/"))
    site.url = site.url.replace(tests.conftest.SUBPATH, "/sub/")
    with tests.conftest.sync_api.sync_playwright() as playwright:
        browser = launch(playwright, tests.conftest.FEW_CALLS)
        try:
            context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, **options)
            watch.over(context)
            yield context, site
            watch.check()
        finally:
            browser.close()
            site.close()


def lose_worker(tests: SimpleNamespace, page: Any, site: Any, document: dict, call: str, ask: Callable, delay: int):
    """Open a page whose worker is killed after a delay since it received a call."""
    expect, shown = tests.conftest.sync_api.expect, page.locator("#verdict[data-verdict]")
    page.add_init_script(END_LATER)
    tests.keep.begin(page, site, document)
    tests.page.ready(page)
    expect(shown).to_be_visible()
    page.evaluate(tests.lost_work.READ)
    before, verdict = page.locator(tests.lost_work.CELLS).all_text_contents(), shown.get_attribute("data-verdict")
    page.evaluate("([call, delay]) => Object.assign(window, { endAt: call, endAfter: delay })", [call, delay])
    ask(page)
    page.wait_for_function("() => window.ended")
    if page.evaluate("() => window.ended") == "working":
        expect(page.locator("#message")).to_contain_text("Your board is safe; please try again.")
    page.wait_for_timeout(200)  # by then the page has noticed that the worker's lock is free
    tests.page.ready(page)
    # The next worker's verdict on a board that has not been opened before.
    fresh, wanted = (tests.links.UNIQUE, "unique") if verdict == "multiple" else (tests.links.MULTIPLE, "multiple")
    page.evaluate("(hash) => { location.hash = hash; }", tests.links.packed(fresh[1]))
    expect(shown).to_have_attribute("data-verdict", wanted)
    page.goto("about:blank")
    page.goto(site.url + tests.links.packed(document))
    page.locator("#mode-play").click()
    tests.keep.undo_is(page, True)
    expect(shown).to_have_attribute("data-verdict", verdict)
    expect(page.locator(tests.lost_work.CELLS)).to_have_text(before)


REFUSING = """() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
        if (window.refusing) throw new DOMException("full", "QuotaExceededError");
        return put.apply(this, args);
    };
}"""


def store(seed: int) -> None:
    """Each cell is clicked once, in one of two tabs. Cells clicked while a tab can save are there at the end; so are
    the others, if the tab saved something later.
    """
    chance = random.Random(seed)
    tests = browser_tests()
    document = tests.links.UNIQUE[3]
    blank = [(r, c) for r, row in enumerate(document["grid"]) for c, letter in enumerate(row) if letter == "."]
    chance.shuffle(blank)
    with browsing(tests, service_workers="block") as (context, site):
        context.route("**/pyodide.asm.wasm", lambda route: None)
        pages = [context.new_page(), context.new_page()]
        boards = [tests.keep.open_board(page, site, document) for page in pages]
        waiting: list[set] = [set(), set()]
        kept: set[tuple[int, int]] = set()
        for page in pages:
            page.evaluate(f"({REFUSING})()")
        for row, column in blank[: chance.randrange(4, 12)]:
            tab = chance.randrange(2)
            page, refusing = pages[tab], chance.random() < 0.3
            page.bring_to_front()
            page.evaluate("(refusing) => { window.refusing = refusing; }", refusing)
            page.mouse.click(*boards[tab].middle(row, column))
            page.wait_for_timeout(chance.choice([50, 400]) if refusing else 400)
            waiting[tab].add((row, column))
            if not refusing:
                kept |= waiting[tab]
                waiting[tab].clear()
            elif chance.random() < 0.3:
                page.reload()  # unsaved changes are lost
                page.evaluate(f"({REFUSING})()")
                boards[tab], waiting[tab] = tests.pointing.find_board(page, document), set()
        pages[0].wait_for_timeout(300)
        (marks,) = pages[0].evaluate(tests.keep.STORED) or [""]
        width = len(document["grid"][0])
        lost = sorted(place for place in kept if marks[place[0] * width + place[1]] == "0")
        assert not lost, f"{lost} of {sorted(kept)} are gone"


OPENED = """([bytes, name]) => {
    const file = new File([new Uint8Array(bytes)], name);
    window.take({ files: [{ getFile: async () => file }] });
}"""
QUEUE = "Object.defineProperty(window, 'launchQueue', { value: { setConsumer(take) { window.take = take; } } });"
ARRIVED = """() => document.querySelector("#message")?.textContent
    || [...document.querySelectorAll("#board, #image-form, #picture-words")].some((one) => one.offsetParent)"""


def arrival(seed: int) -> None:
    """Files are passed as by the browser; for other apps, the form of the manifest is sent."""
    chance = random.Random(seed)
    tests = browser_tests()
    with browsing(tests) as (context, site):
        page = context.new_page()
        page.goto(site.url)
        page.evaluate(tests.arrival.KEPT)
        page.reload()
        page.wait_for_function("navigator.serviceWorker.controller")
        for _ in range(6):
            bytes_, name = arriving(chance)
            file = {
                "name": name,
                "type": chance.choice(["text/plain", "application/json", "image/png"]),
                "bytes": bytes_,
            }
            text = damaged(chance.choice(texts()), chance).encode("utf-8", "replace").decode()
            fields = {key: text for key in ("title", "text", "url") if chance.random() < 0.5}
            if chance.random() < 0.5 or not fields:
                shared = tests.arrival.shared(context, site, fields, file)
            else:
                shared = tests.arrival.shared(context, site, fields)
            settled(shared, [fields, file])
            shared.close()
        page = context.new_page()
        page.add_init_script(QUEUE)
        for _ in range(6):
            page.goto("about:blank")
            page.goto(site.url)
            page.wait_for_function("() => window.take")
            made = list(arriving(chance))
            page.evaluate(OPENED, made)
            settled(page, made)


def settled(page: Any, made: Any) -> None:
    """Wait until the page shows the data. Raises Failure."""
    try:
        page.wait_for_function(ARRIVED)
    except Exception as error:
        shown = page.evaluate(
            "() => [location.hash, document.body.dataset.view, document.body.innerText.slice(0, 200)]"
        )
        raise Failure(made, AssertionError(f"nothing is shown but {shown}")) from error


def arriving(chance: random.Random) -> tuple[list[int], str]:
    """Return the bytes of a file, which may be damaged, and its name."""
    content = chance.choice(texts()).encode(chance.choice(["utf-8", "utf-16", "shift_jis"]), "replace")
    if chance.random() < 0.3:
        content = b"\x89PNG\r\n\x1a\n" + chance.randbytes(50)
    content = b"".join(chance.choice([content, content[: len(content) // 2], chance.randbytes(20)]) for _ in range(2))
    return list(content), chance.choice(["a.txt", "a.json", "盤.non", "<b>.png", "../x", ""])


@cache
def browser_tests() -> SimpleNamespace:
    """Return the modules of the browser tests that know the page, and the launcher. Raises AssertionError."""
    assert DIST.is_dir(), "dist/ is missing: ./build.sh"
    folder = ROOT / "tests" / "browser"
    sys.path[:0] = [str(folder)]
    return SimpleNamespace(
        conftest=module_at(folder / "conftest.py"),
        **{
            name: import_module(name if name in ("links", "pointing") else f"test_{name}")
            for name in ("arrival", "links", "keep", "page", "pointing", "lost_work")
        },
    )


def module_at(path: Path) -> ModuleType:
    """Return a module by its file, because two are named conftest."""
    spec = spec_from_file_location("browser_conftest", path)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


LANES: dict[str, Callable[[int], None]] = {
    lane.__name__: lane
    for lane in (oracle, sat, proofs, readers, calls, shapes, exports, memory, bulk, page, store, arrival)
}


# -- failures ----------------------------------------------------------------------------------------------------------

FOUND = ROOT / "build" / "soak"
PATIENCE = 10.0
"""The number of seconds for finding a smaller input."""


class Failure(AssertionError):
    """A check has failed; `made` is the smallest failing input found."""

    def __init__(self, made: Any, error: Exception):
        super().__init__(f"{type(error).__name__} {error}: {made!r}")
        self.made = made


def tried(check: Callable[[Any], None], made: Any) -> None:
    """Run a check on an input. Raises Failure."""
    INPUTS[check.__name__] += 1
    if (error := error_of(check, made)) is None:
        return
    ends = time.monotonic() + PATIENCE
    smaller = True
    while smaller and time.monotonic() < ends:
        smaller = False
        for other in smaller_ones(made):
            if time.monotonic() > ends:
                break
            again = error_of(check, other)
            if again is not None and type(again) is type(error):
                made, error, smaller = other, again, True
                break
    raise Failure(made, error) from error


def error_of(check: Callable[[Any], None], made: Any) -> Exception | None:
    try:
        check(made)
    except Exception as error:
        return error
    return None


def smaller_ones(value: Any) -> Iterator[Any]:
    """Yield copies of a value with something removed, large parts first."""
    if isinstance(value, (str, list)):
        size = len(value) // 2
        while size:
            for start in range(0, len(value), size):
                yield value[:start] + value[start + size :]
            size //= 2
    if isinstance(value, dict):
        for name in value:
            yield {key: one for key, one in value.items() if key != name}
    if isinstance(value, (dict, list)):
        for name in value if isinstance(value, dict) else range(len(value)):
            for one in smaller_ones(value[name]):
                copy = value.copy()
                copy[name] = one
                yield copy


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--seed", type=int, help="do this seed once, of the lane named with --only")
    parser.add_argument("--only", choices=LANES)
    options = parser.parse_args()
    lanes = [options.only] if options.only else list(LANES)
    first = random.SystemRandom().randrange(1 << 30) if options.seed is None else options.seed
    done, spent = dict.fromkeys(lanes, 0), dict.fromkeys(lanes, 0.0)
    failures, number, ends = 0, 0, time.monotonic() + 60 * options.minutes
    while number == 0 or (options.seed is None and time.monotonic() < ends):
        lane, seed, begun = min(lanes, key=spent.__getitem__), first + number, time.monotonic()
        number += 1
        try:
            LANES[lane](seed)
        except Exception as error:
            failures += 1
            print(f"FAILED  --seed {seed} --only {lane}: {str(error)[:2000] or type(error).__name__}", flush=True)
            if isinstance(error, Failure):
                FOUND.mkdir(parents=True, exist_ok=True)
                (FOUND / f"{lane}-{seed}.json").write_text(json.dumps(error.made), encoding="utf-8")
            if options.seed is not None:
                traceback.print_exc()
        done[lane] += 1
        spent[lane] += time.monotonic() - begun
    print(", ".join(f"{lane}: {turns}" for lane, turns in done.items()), f"turns from seed {first}, {failures} failed")
    print("inputs:", ", ".join(f"{count:,} {check}" for check, count in INPUTS.items()))
    print("longest:", ", ".join(f"{name} {seconds:.3f} s" for name, seconds in LONGEST.items()))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
