"""Checks a certificate: the puzzle, the claims about it, the boards, and the proof."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from tesuji.checker.kinds import puzzle_of
from tesuji.checker.limits import NotAPuzzle, Refused, UnknownKind
from tesuji.checker.lines import Lines, lines_of
from tesuji.checker.proof import Proof
from tesuji.checker.puzzle import Puzzle

HEADER = "tesuji certificate 1"
BOARDS = {"unique": 1, "none": 0, "multiple": 2, "conflict": 0, "forced": 0}
"""Verdict -> number of boards that the certificate shows."""
CLAIMS: dict[str, tuple[str, ...]] = {
    "multiple": ("forced",),
    "conflict": ("only", "suppose"),
    "forced": ("suppose", "forced"),
}
"""Verdict -> the other lines before the proof. For "multiple", these and the proof are optional."""


class Checked(NamedTuple):
    """An accepted certificate."""

    verdict: str
    document: dict[str, Any]
    puzzle: Puzzle
    claim: dict[str, Any]
    """The values of "only", "suppose" and "forced", as far as the certificate has them."""
    lines: int


def check(source: str | Iterable[str]) -> Generator[int, None, Checked]:
    """Check a certificate, given as its text or its lines.

    Yields the number of the line at safe points, a few milliseconds apart. Raises Refused.
    """
    lines = Lines(lines_of(source) if isinstance(source, str) else source)
    if (lines.take() or "").strip() != HEADER:
        raise Refused(1, "header")
    document = lines.value("puzzle", _document)
    yield lines.number
    try:
        puzzle = puzzle_of(document)
    except UnknownKind as error:
        raise Refused(lines.number, "kind", kind=str(error)) from None
    except NotAPuzzle:
        raise Refused(lines.number, "puzzle") from None
    for _ in puzzle.named():
        yield lines.number
    verdict = (lines.take() or "").removeprefix("verdict ").strip()
    if verdict not in BOARDS:
        raise Refused(3, "verdict")
    boards = []
    for _ in range(BOARDS[verdict]):
        boards.append((yield from _board(puzzle, lines)))
    if verdict == "unique":
        puzzle.deny("board 1", boards[0])
    elif verdict == "multiple" and boards[0] == boards[1]:
        raise Refused(lines.number, "same-board")
    claim = {}
    proven = verdict != "multiple" or lines.begin_with("forced")
    for word in CLAIMS.get(verdict, ()) if proven else ():
        claim[word] = lines.value(word, partial(_claimed, puzzle, word))
    if proven:
        yield from Proof(puzzle).read(lines)
    for line in lines:
        if line.strip():
            raise Refused(lines.number, "after-end")
        yield lines.number
    return Checked(verdict, document, puzzle, claim, lines.number)


def _document(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise NotAPuzzle("document")
    return value


def _board(puzzle: Puzzle, lines: Lines) -> Generator[int, None, frozenset[int]]:
    """Return the visible literals of a board that satisfies all rules. Hidden variables have a line of their own."""
    board = visible = lines.value("board", puzzle.literals)
    if puzzle.size > puzzle.visible:
        board = visible | lines.value("hidden", puzzle.hidden)
    for name, rule in chain(puzzle.clues.items(), puzzle.game.items(), [("given", puzzle.derived["given"])]):
        yield lines.number
        if rule(board, {}):
            raise Refused(lines.number, "board-breaks", rule=name[:80])
    return visible


def _claimed(puzzle: Puzzle, word: str, value: Any) -> Any:
    """Apply a claim to the puzzle and return its value: "only" these clues hold, "suppose" that these literals hold,
    and these are "forced". Raises NotAPuzzle.
    """
    if word == "forced":
        puzzle.deny(word, puzzle.literals(value, False))
    elif not isinstance(value, list):
        raise NotAPuzzle(word)
    elif word == "suppose":
        if not all(type(x) is int and 0 < abs(x) <= puzzle.size for x in value):
            raise NotAPuzzle(word)
        puzzle.supposed(value)
    else:
        names = {name for name in value if isinstance(name, str)}
        if len(names) < len(value) or not puzzle.clues.keys() | {"given"} >= names:
            raise NotAPuzzle(word)
        puzzle.keep_only(names)
    return value
