"""Certificates (docs/certificates.md) are texts that prove a verdict, a conflict, or cells that are the same on every
board. `verify` checks them with `tesuji.checker`, which shares no code with this module.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any

from tesuji.bitset import literals
from tesuji.calls.messages import message
from tesuji.checker import HEADER, LINE, Checked, Refused, check
from tesuji.checker.documents import parsed
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.prove import GIVEN, Goal, prove
from tesuji.engine.reasons.conflict import Conflict
from tesuji.engine.sat.proof import AT_ONCE, Facts, Learnt, ProofLine, Record, WeightedCounts
from tesuji.engine.sat.sides import SIDES
from tesuji.errors import OutOfBudget
from tesuji.model import Answer, Board, Constraint, Document, Puzzle
from tesuji.rulebook import Rulebook
from tesuji.variables import excluded_values, spans, values_only, visible


def of_answer(book: Rulebook, puzzle: Puzzle, answer: Answer) -> Steps[str]:
    """Return the certificate of a known verdict. It has a proof, or two boards and, if there is time, a proof of the
    cells that are the same on all boards. Raises OutOfBudget.
    """
    boards = answer.boards[:2]
    head = _head(book, puzzle, answer.verdict)
    for board in boards:
        head.append(f"board {_json(book.solution(puzzle, board))}")
        head += [f"hidden {_json(values)}" for values in [_hidden(puzzle, board)] if values]
    if answer.verdict != "multiple":
        goal = Goal(values_only(puzzle, boards[0]), "board 1") if boards else None
        settled = answer.settled.joined(_visible(puzzle, boards[0])) if boards else answer.settled
        return (yield from _with_proof(head, book, puzzle, goal, answer.order, settled))
    if values_only(puzzle, answer.forced).known & ~puzzle.givens.known:
        with suppress(OutOfBudget):
            return (yield from _forced(head, book, puzzle, answer.forced, answer.order))
    return "\n".join([*head, ""])


def of_conflict(book: Rulebook, puzzle: Puzzle, found: Conflict) -> Steps[str]:
    """Return the certificate that no board has these clues and marks together. Raises OutOfBudget."""
    rules = book.explaining.counted == "rules"
    counted = [one for number in found.constraints if (one := puzzle.constraints[number]).clue is not None]
    every = RuleNames(puzzle.constraints)
    names = [every[constraint] for constraint in counted]
    kept = tuple(one for one in puzzle.constraints if one.clue is None or one in counted)
    givens = Board() if rules else puzzle.givens
    supposed = found.givens.joined(found.marks).joined(excluded_values(puzzle) if rules else Board())
    alone = puzzle._replace(constraints=kept, givens=givens.joined(supposed))
    proof = yield from _with_proof([], book, alone, None, (), Board(), every)
    if givens.known and f" by {GIVEN}\n" in proof:
        names.append(GIVEN)
    head = [*_head(book, puzzle, "conflict"), f"only {_json(names)}", f"suppose {_json(_numbers(literals(*supposed)))}"]
    return "\n".join([*head, proof])


def of_forced(book: Rulebook, puzzle: Puzzle, marks: Board, forced: Board, order: Sequence[int]) -> Steps[str]:
    """Return the certificate that every board with these marks has these cells. `order` is the order in which they were
    found. Raises OutOfBudget.
    """
    head = [*_head(book, puzzle, "forced"), f"suppose {_json(_numbers(literals(*marks)))}"]
    return (yield from _forced(head, book, puzzle._replace(givens=puzzle.givens.joined(marks)), forced, order))


def _visible(puzzle: Puzzle, board: Board) -> Board:
    seen = visible(puzzle)
    return Board(board.yes & seen, board.no & seen)


def _hidden(puzzle: Puzzle, board: Board) -> list[int]:
    """Return the value of each hidden variable, counted from 1."""
    found = []
    for block, numbers, _ in spans(puzzle):
        if block.shape == "hidden" and block.values == 2:
            found += [1 if board.yes >> number & 1 else 2 for number in numbers]
        elif block.shape == "hidden":
            starts = range(numbers.start, numbers.stop, block.values)
            found += [(board.yes >> start & (1 << block.values) - 1).bit_length() or 1 for start in starts]
    return found


def certified(puzzle: Puzzle, steps: Steps[str]) -> Steps[Document]:
    """Return {"certificate": its text}, or {"uncertified": message} if time runs out before it is complete."""
    try:
        yield Progress("proof", of=puzzle.size)
        return {"certificate": (yield from steps)}
    except OutOfBudget:
        return {"uncertified": message("certificate.not-done")}


def _head(book: Rulebook, puzzle: Puzzle, verdict: str) -> list[str]:
    document = {name: value for name, value in puzzle.document.items() if name != book.marks[0] and _is_read(value)}
    return [HEADER, f"puzzle {_json(document)}", f"verdict {verdict}"]


def _is_read(value: Any) -> bool:
    """Return whether the checker accepts the JSON of a member. Members on which rules depend are always accepted;
    others, such as a title, may be too long.
    """
    try:
        text = _json(value)
        parsed(text)
        return len(text) <= LONGEST_MEMBER
    except (ValueError, RecursionError):
        return False


LONGEST_MEMBER = LINE // 4
"""The longest member of a document, in characters; those on which rules depend are shorter."""


def _forced(head: list[str], book: Rulebook, puzzle: Puzzle, forced: Board, order: Sequence[int]) -> Steps[str]:
    """Return the certificate with the cells that every board has, and their proof. Raises OutOfBudget."""
    rows = book.forced(puzzle, forced)
    goal = Goal(values_only(puzzle, book.read(puzzle, rows)), "forced")
    return (yield from _with_proof([*head, f"forced {_json(rows)}"], book, puzzle, goal, order, forced))


def _with_proof(
    head: list[str],
    book: Rulebook,
    puzzle: Puzzle,
    goal: Goal | None,
    order: Sequence[int],
    settled: Board,
    names: RuleNames | None = None,
) -> Steps[str]:
    record = yield from prove(puzzle, goal, order, settled)
    lines = yield from record.trimmed()
    progress, text = Progress("proof", of=len(lines)), head
    writer = _Writer(record, puzzle.size, lines, names or RuleNames(puzzle.constraints))
    for number, words in enumerate(writer.text(), 1):
        text.append(words)
        if number % AT_ONCE == 0:
            progress.settled = number
            yield progress
    return "\n".join([*text, ""])


def verify(args: Document) -> Steps[Document]:
    """Check a certificate and return the result.

    args: {"certificate": its text}. Result: {"accepted": true, "verdict", "kind", "document", "lines", and its further
    claims: "only"?, "suppose"?, "forced"?}, or {"accepted": false, "line": the line that fails, from 1, "sentence":
    message}.
    """
    try:
        found = yield from _checked(args.get("certificate"))
        return {
            "accepted": True,
            "verdict": found.verdict,
            **found.claim,
            "kind": found.document["kind"],
            "document": found.document,
            "lines": found.lines,
        }
    except Refused as refused:
        sentence = message(f"certificate.{refused.key}", {"line": refused.line, **refused.params})
        return {"accepted": False, "line": refused.line, "sentence": sentence}


def _checked(text: Any) -> Steps[Checked]:
    """Return the checker's result. Raises Refused."""
    progress = Progress("check")
    lines = check(text if isinstance(text, str) else "")
    try:
        while True:
            progress.settled = next(lines)
            yield progress
    except StopIteration as end:
        found: Checked = end.value
        return found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    """Writes the lines of a proof as text. A literal is the number of its variable, from 1, with a minus sign for no."""

    def __init__(self, record: Record, size: int, lines: Sequence[tuple[int, ProofLine]], rules: RuleNames):
        self.record, self.size, self.lines, self.rules = record, size, lines, rules
        self.numbers: dict[int, int] = {}
        variables = max((size - 1, *record.definitions)) + 1
        numbers = list(map(str, range(1, variables + 1)))
        self.names = [*chain.from_iterable(zip(numbers, [f"-{number}" for number in numbers]))]
        """The text of each literal."""
        self.defined: set[int] = set()
        self.last = {hint: at for at, line in lines if isinstance(line, Learnt) for hint in line.hints}
        """The last line that uses each line as a hint."""

    def text(self) -> Iterator[str]:
        for at, line in self.lines:
            if self.record.definitions:
                yield from self._definitions(line[0])
            if isinstance(line, Facts):
                if self.record.definitions:
                    yield from self._definitions(line.given)
                given = f" if {self._literals(line.given)}" if line.given else ""
                yield f"fact {self._literals(line.literals)}{given} by {self.rules[line.rule]}"
                continue
            because = (
                f"from {self._hints(at, line.hints)}" if isinstance(line, Learnt) else f"by {self.rules[line.rule]}"
            )
            yield " ".join([self._name(at, line), *([self._literals(line.clause)] if line.clause else []), because])

    def _literals(self, literals: Iterable[int]) -> str:
        return " ".join(map(self.names.__getitem__, literals))

    def _name(self, at: int, line: ProofLine) -> str:
        if isinstance(line, Learnt) and len(line.clause) < 2:
            return "fact" if line.clause else "end"
        self.numbers[at] = len(self.numbers) + 1
        return str(self.numbers[at])

    def _hints(self, at: int, hints: Sequence[int]) -> str:
        """Return the numbers of clauses, with a minus sign when this is the last use of a clause."""
        return " ".join([f"{'-' if self.last[hint] == at else ''}{self.numbers[hint]}" for hint in hints])

    def _definitions(self, literals: Iterable[int]) -> Iterator[str]:
        """Yield the definitions of auxiliary variables before their first use."""
        for x in literals:
            variable = x >> 1
            if variable >= self.size and variable not in self.defined:
                self.defined.add(variable)
                first, *rest = self.record.definitions[variable]
                if isinstance(first, int):
                    yield f"define {variable + 1} {first} of {_cells(rest[0])}"
                elif first == SIDES:
                    yield f"define {variable + 1} inside {_cells(rest[0])}"
                else:
                    yield f"define {variable + 1} run {rest[0] + 1} of {self.rules[first]} by {rest[1] + 1}"


def _numbers(literals: Iterable[int]) -> list[int]:
    """Return literals as numbers in the form of a certificate."""
    return [-(x // 2) - 1 if x & 1 else x // 2 + 1 for x in literals]


def _cells(cells: Iterable[int]) -> str:
    return " ".join([str(cell + 1) for cell in cells])


class RuleNames:
    """The names of the rules of a puzzle in a certificate, which are those of the constraints. The second rule of a
    name is "NAME/2". A long name is shortened to its type if it is the only one of that type. Names are created on
    demand, because large boards have some 40,000 rules, most of which no proof cites.
    """

    def __init__(self, constraints: Sequence[Constraint]):
        self.names: dict[int, str] = {}
        self.types: dict[str, list[Constraint]] = {}
        """The constraints of each type; clues of a place of the same type are together."""
        for one in constraints:
            self.types.setdefault(_type(one), []).append(one)
        self.numbered: set[str] = set()
        """The types whose second and later rules of the same name have their numbers."""

    def __getitem__(self, rule: Any) -> str:
        if isinstance(rule, str):
            return rule
        if isinstance(rule, WeightedCounts):
            return ", ".join([f"weighted {rule.own}", *(f"{weight} {self[one]}" for weight, one in rule.counts)])
        if _type(rule) not in self.numbered:
            self._number(_type(rule))
        if id(rule) not in self.names:
            self.names[id(rule)] = self._name(rule)
        return self.names[id(rule)]

    def _number(self, kind: str) -> None:
        """Number the second and later rules with the same name. All constraints of a line are one rule."""
        self.numbered.add(kind)
        similar: dict[Any, list[Constraint]] = {}
        without_cells = self.types[kind][0].rule == kind
        for one in self.types[kind]:
            scope = one.scope
            cells = () if without_cells else (len(scope), min(scope, default=0), max(scope, default=0))
            similar.setdefault(one.clue.at if one.clue else (type(one), *cells), []).append(one)
        for group in similar.values():
            used = Counter[str]()
            for one in group if len(group) > 1 else ():
                name = one.rule
                used[name] += not name.startswith("line ")
                if used[name] > 1:
                    self.names[id(one)] = f"{self._name(one)}/{used[name]}"

    def _name(self, one: Constraint) -> str:
        name, similar = one.rule, self.types[_type(one)]
        short = one.clue is None and len(name) > LONG_NAME and all(other.rule == name for other in similar)
        return name.partition(" ")[0] if short else name


def _type(one: Constraint) -> str:
    """Return a constraint's type, or for a clue the type of its place; constraints with the same name have the same."""
    place = one.clue.at[0] if one.clue else one.name
    return place if isinstance(place, str) else "number"


LONG_NAME = 200
"""A longer name is replaced by its type, if the type is unique."""
