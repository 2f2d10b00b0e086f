"""Functions shared by the libraries of the kinds: running a search to its verdict, and the verdict as an object."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from tesuji.bitset import members
from tesuji.calls import solve
from tesuji.engine.budget import Budget, run
from tesuji.engine.reasons.conflict import conflict, rules_broken
from tesuji.errors import OutOfBudget, Timeout
from tesuji.locales import preferred, render_message
from tesuji.model import Clue, Document, Puzzle
from tesuji.results import Multiple, NoSolution, Rule, SolveResult, Unique
from tesuji.rulebook import Rulebook

Grid = TypeVar("Grid")
Result = TypeVar("Result")

TIMEOUT = 60.0
"""The default time limit in seconds."""
CONFLICT_TIMEOUT = 5.0
"""The maximum time in seconds for finding a conflict once it is known that there is no solution."""


def in_time(steps: Generator[Any, None, Result], timeout: float | None) -> Result:
    """Return the result of a search. Raises Timeout after `timeout` seconds; None: no limit."""
    try:
        return run(steps, Budget(timeout))
    except OutOfBudget:
        raise Timeout(timeout) from None


def verdict(
    book: Rulebook,
    document: Document,
    max_solutions: int,
    timeout: float | None,
    grid: Callable[[Any], Grid],
) -> SolveResult[Grid]:
    """Return whether a document has one solution, several or none; `grid` turns the letters of a result into a grid.

    Raises InputError, Timeout, and ValueError if `max_solutions` is less than 2, because one solution does not show
    whether it is unique.
    """
    if max_solutions < 2:
        raise ValueError("max_solutions is at least 2: it takes two solutions to tell one from several")
    answer = in_time(solve({"document": document, "limit": max_solutions}), timeout)
    if answer["verdict"] == "unknown":
        raise Timeout(timeout)
    if answer["verdict"] == "none":
        message = render_message(answer["reason"], preferred()) if "reason" in answer else None
        found = _no_solution(book, book.parse(document), message, timeout)
        return replace(found, answer={"document": document, "verdict": "none"})
    grids = tuple(map(grid, answer["solutions"]))
    shown = {"document": document, "verdict": answer["verdict"], "solutions": answer["solutions"]}
    if answer["verdict"] == "unique":
        return Unique(grids[0], answer.get("depth"), shown)
    return Multiple(grids[0], grids[1], grid(answer["forced"]), answer["forced_complete"], grids, shown)


def _no_solution(book: Rulebook, puzzle: Puzzle, reason: str | None, timeout: float | None) -> NoSolution:
    """Return the answer, with the smallest conflict found in time, or without one if none was found."""
    seconds = CONFLICT_TIMEOUT if timeout is None else min(timeout, CONFLICT_TIMEOUT)
    what, budget = book.explaining.counted, Budget(seconds)
    try:
        found = run(conflict(puzzle, what=what), budget)
    except OutOfBudget:
        found = None
    if found is None:
        return NoSolution((), minimal=False, reason=reason)
    clues = [clue for number in found.constraints if (clue := puzzle.constraints[number].clue)]
    rules: tuple[int, ...] = ()
    if what == "rules":
        with suppress(OutOfBudget):
            rules = run(rules_broken(puzzle, found), budget)
    named = tuple(_rule(puzzle, puzzle.constraints[number]) for number in rules)
    return NoSolution((*clues, *_givens(book, puzzle, found.givens)), named, found.minimal, reason)


def _rule(puzzle: Puzzle, constraint: Any) -> Rule:
    return Rule(type(constraint).__name__.lower(), tuple(divmod(cell, puzzle.width) for cell in constraint.scope))


def _givens(book: Rulebook, puzzle: Puzzle, givens: Any) -> Iterable[Clue]:
    """Return the given cells, each with its letter."""
    letters = "".join(book.forced(puzzle, givens)) if givens.known else ""
    return (Clue(divmod(cell, puzzle.width), letters[cell]) for cell in members(givens.known))


def rows(grid: Sequence[str]) -> list[list[str]]:
    """Return rows of letters as lists, whose cells can be assigned."""
    return [list(row) for row in grid]


def strings(grid: Any) -> list[str]:
    """Return rows of letters as strings, as documents hold them; each row may be a string or a sequence of letters."""
    return ["".join(row) for row in grid]
