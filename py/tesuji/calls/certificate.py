"""Certificates: a verdict with its boards and its proof, as text (docs/certificates.md); `verify` has one checked.

What is written here is checked by `tesuji.checker`, which shares nothing with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from tesuji.calls.serialize import message
from tesuji.checker import HEADER, Refused, check
from tesuji.constraints import Different, SingleLoop
from tesuji.engine.budget import Progress, Steps
from tesuji.engine.prove import Excluded, prove
from tesuji.engine.sat.proof import AT_ONCE, Facts, Learnt, Line, Record
from tesuji.model import Answer, Document, Puzzle, Rulebook


def certificate(book: Rulebook, puzzle: Puzzle, answer: Answer) -> Steps[str]:
    """The certificate of a verdict that is known: with a proof, or with two boards. Raises OutOfBudget."""
    boards = answer.boards[:2]
    document = {name: value for name, value in puzzle.document.items() if name != book.layout.marks[0]}
    head = [HEADER, f"puzzle {_json(document)}", f"verdict {answer.verdict}"]
    head += [f"board {_json(book.solution(puzzle, board))}" for board in boards]
    if answer.verdict == "multiple":
        return "\n".join([*head, ""])
    record = yield from prove(puzzle, boards, answer.order, answer.settled)
    lines = yield from record.trimmed()
    progress, text = Progress("proof", of=len(lines)), head
    for number, words in enumerate(_Writer(record, puzzle.size, lines).text(), 1):
        text.append(words)
        if number % AT_ONCE == 0:
            progress.settled = number
            yield progress
    return "\n".join([*text, ""])


def verify(args: Document) -> Steps[Document]:
    """args: {"certificate": its text}. {"accepted": true, "verdict", "kind", "document", "lines"}, or {"accepted": false,
    "line": of the text, from 1, "sentence": message}."""
    progress = Progress("check")
    lines = check(str(args.get("certificate", "")))
    try:
        while True:
            progress.settled = next(lines)
            yield progress
    except StopIteration as end:
        return {"accepted": True, **end.value}
    except Refused as refused:
        sentence = message(f"certificate.{refused.key}", {"line": refused.line, **refused.params})
        return {"accepted": False, "line": refused.line, "sentence": sentence}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    """The lines of a proof as text. A literal is the number of its variable, from 1, with a minus sign for no."""

    def __init__(self, record: Record, size: int, lines: Sequence[tuple[int, Line]]):
        self.record, self.size, self.lines = record, size, lines
        self.numbers: dict[int, int] = {}
        self.defined: set[int] = set()
        self.last = {hint: at for at, line in lines if isinstance(line, Learnt) for hint in line.hints}
        """Where each line is used last."""

    def text(self) -> Iterator[str]:
        for at, line in self.lines:
            yield from self._definitions(line[0])
            if isinstance(line, Facts):
                yield from self._definitions(line.given)
                given = f" if {_literals(line.given)}" if line.given else ""
                yield f"fact {_literals(line.literals)}{given} by {rule_name(line.rule)}"
                continue
            because = (
                f"from {self._hints(at, line.hints)}" if isinstance(line, Learnt) else f"by {rule_name(line.rule)}"
            )
            yield " ".join([self._name(at, line), *([_literals(line.clause)] if line.clause else []), because])

    def _name(self, at: int, line: Line) -> str:
        if isinstance(line, Learnt) and len(line.clause) < 2:
            return "fact" if line.clause else "end"
        self.numbers[at] = len(self.numbers) + 1
        return str(self.numbers[at])

    def _hints(self, at: int, hints: Sequence[int]) -> str:
        """Numbers of clauses; with a minus sign where they are used for the last time."""
        return " ".join([f"{'-' if self.last[hint] == at else ''}{self.numbers[hint]}" for hint in hints])

    def _definitions(self, literals: Iterable[int]) -> Iterator[str]:
        """What the variables beyond the cells mean, before their first use."""
        for x in literals:
            variable = x >> 1
            if variable >= self.size and variable not in self.defined:
                self.defined.add(variable)
                first, *rest = self.record.definitions[variable]
                if isinstance(first, int):
                    yield f"define {variable + 1} {first} of {_cells(rest[0])}"
                else:
                    yield f"define {variable + 1} run {rest[0] + 1} of {rule_name(first)} by {rest[1] + 1}"


def _literals(literals: Iterable[int]) -> str:
    return " ".join([str(-(x // 2) - 1 if x & 1 else x // 2 + 1) for x in literals])


def _cells(cells: Iterable[int]) -> str:
    return " ".join([str(cell + 1) for cell in cells])


def rule_name(rule: Any) -> str:
    """How a certificate calls a rule: a clue by its place, a rule of the game by its cells."""
    if isinstance(rule, str):
        return rule
    if isinstance(rule, Excluded):
        return f"board {rule[0]}"
    if isinstance(rule, SingleLoop):
        return "loop"
    if isinstance(rule, Different):
        return f"differ {_cells(rule.scope)}"
    if rule.clue is None:
        return f"count {_cells(sorted(rule.scope))}"
    word, *place = rule.clue.at if isinstance(rule.clue.at[0], str) else ("number", *rule.clue.at)
    return " ".join([word, *(str(number + 1) for number in place)])
