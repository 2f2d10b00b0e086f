"""Brute force over tiny boards, without the engine.

Each kind implements its rules a second time, plainly, as ORACLE in `puzzles/test_<kind>.py`, and lists invalid
documents in `data/refused/<kind>.json`. The laws find both by the name of the kind.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis.strategies import SearchStrategy, sampled_from

from tesuji.bitset import from_flags, members, set_of
from tesuji.errors import Contradiction
from tesuji.model import Board, Puzzle
from tesuji.puzzles import parse, rulebooks
from tesuji.variables import board_of_indexes, variable_count, visible

HERE = Path(__file__).parent


def board_with(puzzle: Puzzle, variable: int, value: int) -> Board:
    """Return the board with only this value of a variable known."""
    numbers = [0] * variable_count(puzzle)
    numbers[variable] = value
    return board_of_indexes(puzzle, numbers)


@dataclass(frozen=True)
class Oracle:
    """Tiny puzzles of a kind, with and without solutions, and all their solutions in the letters of a result."""

    documents: SearchStrategy[dict]
    solutions: Callable[[dict], list[Any]]
    symmetric: bool = True
    """The rules stay the same when rows and columns are exchanged, and when the board is mirrored."""


def oracle_of(kind: str) -> Oracle:
    """Return the oracle of a kind. A kind without one gets its examples and a plain search through its constraints.
    Raises AssertionError if the kind has a test module without an oracle.
    """
    if not (HERE / "puzzles" / f"test_{kind}.py").is_file():
        return plain_oracle(kind)
    oracle = getattr(import_module(f"test_{kind}"), "ORACLE", None)
    assert isinstance(oracle, Oracle), (
        f"tests/puzzles/test_{kind}.py needs ORACLE = Oracle(documents, solutions): a Hypothesis strategy of tiny "
        f"documents, and a function that finds all solutions of one by trying everything"
    )
    return replace(oracle, solutions=remembered(oracle.solutions))


ENOUGH = 1000
"""The most solutions of a document of an oracle. The laws compare all of them."""


def remembered(solutions: Callable[[dict], list[Any]]) -> Callable[[dict], list[Any]]:
    """Return a function that finds the solutions of the latest documents only once. Raises AssertionError if there are
    too many.
    """

    @lru_cache(maxsize=256)
    def found(text: str) -> list[Any]:
        boards = solutions(json.loads(text))
        assert len(boards) <= ENOUGH, (
            f"this document of the oracle has {len(boards)} solutions; with more than {ENOUGH}, the laws take minutes. "
            f"Draw smaller documents, or more clues: {text}"
        )
        return boards

    return lambda document: found(json.dumps(document))


def with_each_row(board: Any, change: Callable[[str], str]) -> Any:
    """Return a board, of one shape or several, with every row changed."""
    if isinstance(board, dict):
        return {name: with_each_row(part, change) for name, part in board.items()}
    return [change(row) for row in board]


MAX_SOLUTIONS, MAX_LITERALS = 60, 150
"""An example with more solutions or literals is left out of a plain oracle, because some laws would take minutes. If
all examples have more literals, the smallest is used.
"""


def plain_oracle(kind: str) -> Oracle:
    """Return the examples of a kind, and their solutions by depth-first search through the constraints, one by one.

    It shares the constraints with the engine, so it shows errors of propagators and searches but not of the rules. Boards
    are not moved: nothing states how the documents and letters of the kind change.
    """
    sizes = [(parse(entry["document"])[1].size, entry["document"]) for entry in rulebooks()[kind].examples]
    most = max(MAX_LITERALS, min(size for size, _ in sizes))
    examples = [document for size, document in sizes if size <= most]
    solved = {json.dumps(document): plain_solutions(document) for document in examples}
    few = [document for document in examples if len(solved[json.dumps(document)]) <= MAX_SOLUTIONS]
    assert few, (
        f"{kind}: every example with at most {most} literals has more than {MAX_SOLUTIONS} solutions; a smaller one is "
        f"needed for its laws"
    )
    return Oracle(sampled_from(few), lambda document: solved[json.dumps(document)], symmetric=False)


def plain_solutions(document: dict) -> list[Any]:
    """Return the solutions of a document, at most MAX_SOLUTIONS + 1."""
    book, puzzle = parse(document)
    seen, found = visible(puzzle), {}
    for board in full_boards(puzzle, puzzle.givens):
        found.setdefault(board.within(seen), book.solution(puzzle, board))
        if len(found) > MAX_SOLUTIONS:
            break
    return list(found.values())


def full_boards(puzzle: Puzzle, start: Board) -> Iterator[Board]:
    """Yield the boards with these values, including hidden ones, that satisfy all constraints, by depth-first search."""
    boards = [start]
    while boards:
        board = propagated(puzzle, boards.pop())
        if board is None:
            continue
        unknown = visible(puzzle) & ~board.known or puzzle.cells & ~board.known
        if not unknown:
            yield board
            continue
        bit = unknown & -unknown
        boards += [Board(board.yes, board.no | bit), Board(board.yes | bit, board.no)]


def boards_of(puzzle: Puzzle, solutions: Iterable[Any]) -> list[Board]:
    """Return the boards of solutions, with all values of hidden variables that fit them."""
    boards = [rulebooks()[puzzle.kind].read(puzzle, solution) for solution in solutions]
    if visible(puzzle) == puzzle.cells:
        return boards
    return [full for board in boards for full in full_boards(puzzle, board)]


def propagated(puzzle: Puzzle, board: Board) -> Board | None:
    """Return the board after applying all constraints until nothing changes, or None for a contradiction."""
    before = None
    try:
        while board != before:
            before = board
            for constraint in puzzle.constraints:
                scope = constraint.scope
                yes = from_flags(board.yes >> literal & 1 for literal in scope)
                no = from_flags(board.no >> literal & 1 for literal in scope)
                yes, no = constraint.infer(yes, no)
                board = board.joined(
                    Board(set_of(scope[at] for at in members(yes)), set_of(scope[at] for at in members(no)))
                )
            if board.yes & board.no:
                return None
    except Contradiction:
        return None
    return board


def example_of(kind: str, level: str) -> dict:
    """Return the document of the first example of a level. Raises AssertionError if the kind has none."""
    found = [entry["document"] for entry in rulebooks()[kind].examples if entry["level"] == level]
    assert found, f"{kind} has no example of the level {level!r}; its rulebook needs one"
    return found[0]


def refused(kind: str) -> list[dict]:
    """Return the documents that are not a puzzle of this kind: [{"document", "error": the key of its sentence, "at":
    place or null}]. The list is empty if the kind has no such file.

    The page's tests read the same files.
    """
    path = HERE / "data" / "refused" / f"{kind}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def verdict_of(solutions: list) -> str:
    return ("none", "unique", "multiple")[min(len(solutions), 2)]


def shared(boards: Iterable[Board]) -> Board:
    """Return the values common to all of these boards."""
    return reduce(Board.shared, boards)


def golden(name: str) -> Any:
    """Return a file of recorded answers from programs that share no code with this one."""
    return json.loads((HERE / "data" / name).read_text(encoding="utf-8"))


def check_lines(cases: Iterable[dict], solve: Callable[[dict], str]) -> None:
    """Check that `solve` returns the recorded cells of each line, or raises Contradiction if there are none."""
    for case in cases:
        if case["status"] == "ok":
            assert solve(case) == case["forced"]
        else:
            with pytest.raises(Contradiction):
                solve(case)
