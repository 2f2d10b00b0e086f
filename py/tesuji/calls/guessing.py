"""The best guess when nothing is certain."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.errors import OutOfBudget
from tesuji.model import Board, Document, Puzzle
from tesuji.rulebook import Guess, GuessCandidate

if TYPE_CHECKING:
    from fractions import Fraction

SHOWN = 5
"""The number of other candidates in an answer."""


def best_guess(serializer: Serializer, board: Board) -> Steps[Document]:
    """Return {"guess": `results.GuessAnswer`} for kinds that are played by uncovering cells. Return {} for other kinds,
    if some cell is certain, or if time runs out.
    """
    book, puzzle = serializer.book, serializer.puzzle
    found: Guess | None = None
    if book.uncovering:
        with suppress(OutOfBudget):
            guessing = book.uncovering.guess(_with(puzzle, board))
            found = yield from relayed(guessing, Progress("guess", board.known.bit_count(), puzzle.size))
    if not found:
        return {}
    best, *others = found.candidates
    cells = serializer.values(Board(0, 1 << best.cell))
    row, column = divmod(best.cell, puzzle.width)
    odds = _odds(best)
    params = {"row": row + 1, "column": column + 1, **{name: percent(value) for name, value in odds.items()}}
    params["most"] = percent(float(max(one.safe for one in found.candidates)))
    return {
        "guess": {
            "cells": cells,
            **odds,
            "others": [{"cell": serializer.place(one.cell), **_odds(one)} for one in others[:SHOWN]],
            "because": [],
            "overlay": [{**cells[0], "role": "either"}],
            "sentence": message(f"guess.{found.why}", params),
        }
    }


def _with(puzzle: Puzzle, board: Board) -> Puzzle:
    return puzzle._replace(givens=puzzle.givens.joined(board))


def _odds(one: GuessCandidate) -> dict[str, float]:
    odds = {"safe": share(one.safe), "further": share(one.further / one.safe)}
    return odds if one.won is None else {**odds, "won": share(one.won)}


def share(value: Fraction) -> float:
    """Return a probability in the form used in answers."""
    return round(float(value), 6)


def percent(value: float) -> str:
    """Return a probability in whole percent, with a decimal if it would round to 0 or 100."""
    text = f"{100 * value:.0f}"
    return f"{100 * value:.1f}" if text in ("0", "100") and 0 < value < 1 else text
