"""Techniques that yield facts: what follows from a few constraints and the known cells. For kinds with one variable per
cell whose sentences need no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar

from tesuji.model import Board, Puzzle, Step, Technique, TechniqueContext

View = TypeVar("View")
Facts = Callable[[View], Iterator["Fact | None"]]
"""Yields what follows from a view of the board, and None at further safe points."""


class Fact(NamedTuple):
    """Constraints, the cells that they settle as yes and as no, the known cells used, and parameters of the sentence."""

    because: tuple[int, ...]
    yes: int = 0
    no: int = 0
    used: int = 0
    words: dict[str, Any] = {}


def at(cell: int, width: int, row: str = "row", column: str = "column") -> dict[str, Any]:
    """Return the row and the column of a cell as parameters of a sentence with these names."""
    return {row: cell // width + 1, column: cell % width + 1}


def techniques(
    once: Callable[[Puzzle], Any],
    view: Callable[[TechniqueContext, Board], View],
    entries: Iterable[tuple[str, int, Facts[View]]],
) -> tuple[Technique, ...]:
    """Return a technique for each (name, level, facts), where `facts` yields what follows from a view of the board.
    `once` prepares what the views of a puzzle share, which may take a while.
    """
    return tuple(_technique(once, view, *entry) for entry in entries)


def _technique(
    once: Callable[[Puzzle], Any],
    view: Callable[[TechniqueContext, Board], View],
    name: str,
    level: int,
    facts: Facts[View],
) -> Technique:
    def find(context: TechniqueContext, board: Board) -> Iterator[Step | None]:
        context.once(once)
        yield None
        for fact in facts(context.derived(view, board)):
            new = fact and (fact.yes | fact.no) & ~board.known
            yield _step(context, name, fact, board.known) if fact and new else None

    return Technique(name, level, find)


def _step(context: TechniqueContext, technique: str, fact: Fact, known: int) -> Step:
    yes, no = fact.yes & ~known, fact.no & ~known
    because = tuple(number for number in fact.because if number in context.counted)
    # If every constraint counts, one of them is the least that a step needs.
    least = len(context.counted) == len(context.puzzle.constraints)
    words = {**fact.words, "n": (yes | no).bit_count()}
    return Step(yes, no, technique, because, fact.used & known, words, len(because), len(because) <= least)
