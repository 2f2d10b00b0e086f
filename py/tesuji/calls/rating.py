"""The call `rate`: how hard each cell is, and the whole puzzle."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Any

from tesuji.calls.arguments import document_of
from tesuji.calls.solving import decide
from tesuji.calls.serialize import message
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.difficulty import Map, measure
from tesuji.engine.reasons.grade import Grade, grade, of_efforts, why
from tesuji.errors import OutOfBudget
from tesuji.model import Document, OwnRating, Puzzle, Rulebook
from tesuji.puzzles import parse


def rate(args: Document) -> Steps[Document]:
    """How hard each cell is, and the whole puzzle. The player's marks are left aside.

    args: {"document" or "text"}. Result: {"id"?, "kind", "verdict", "counted": "clues" | "rules", "seconds",
    "sentence"?: where the puzzle has not one solution, or time ran out} and, unless there is no solution, "difficulty":
    map of k: 0 given (or, with free rules, "rules only"), -1 where solutions differ or nothing is proven "bound": map,
    true where k is only proven to be at least this as things stood when the time was over; only if there are any
    "direct": map, whether inferences of single constraints refute the other value with the same k constraints; null
    where not rated "chain": map, how many of them it takes; null where they do not or it is not rated "rating",
    "level": 1 to 5, "at_least"?: true where the map is not finished, "level_name": message, "why": {"rounds", "cells":
    {k: cells}, "highest_k", "longest_chain", "cases": cells that are not direct, "depth", "left", "effort"}
    "probability": map, the exact probability of a mine, for a minesweeper position.

    A complete minesweeper field: {"kind", "mode", "max_k", "counted", "difficulty", "needed": maps, -1 never settled,
    "rounds": [[k, cells] ...], "guess": whether cells are left that cannot be settled at all, "rating" and so on,
    "sentence": what the mode means}.
    """
    book, puzzle = parse(document_of(args))
    began = perf_counter()
    own = book.rating.own(puzzle)
    result: Document = {key: puzzle.document[key] for key in ("id",) if key in puzzle.document}
    result |= {"kind": puzzle.kind, "counted": book.explaining.counted}
    result |= (yield from _rate_own(own, puzzle)) if own else (yield from _rate(book, puzzle))
    result["seconds"] = round(perf_counter() - began, 4)
    return result


def _rate(book: Rulebook, puzzle: Puzzle) -> Steps[Document]:
    answer = yield from decide(book, puzzle)
    result: Document = {"verdict": answer.verdict}
    if answer.verdict != "unique":
        result["sentence"] = message(f"rate.{answer.verdict}")
    if answer.verdict == "none":
        return result
    solution = answer.boards[0] if answer.boards else answer.forced
    found = yield from measure(puzzle, solution, answer.forced.known, book.explaining.counted, book.explaining.tiers)
    result |= _maps(book, puzzle, found)
    if found.bound is not None:
        result["sentence"] = message("rate.bound", {"k": found.bound})
    result |= _graded(grade(found, answer.depth), why(found, answer.depth))
    if book.rating.odds:
        with suppress(OutOfBudget):
            result["probability"] = yield from _odds(book, replace(puzzle, givens=answer.forced))
    return result


def _maps(book: Rulebook, puzzle: Puzzle, found: Map) -> Document:
    def laid_out(value: Callable[[int], Any]) -> Any:
        return book.layout.laid_out(puzzle, [value(cell) for cell in range(puzzle.size)])

    settled = found.settled
    maps = {
        "difficulty": laid_out(found.k),
        "direct": laid_out(lambda cell: settled[cell].chain is not None if cell in settled else None),
        "chain": laid_out(lambda cell: settled[cell].chain if cell in settled else None),
    }
    if found.bound is not None:
        maps["bound"] = laid_out(lambda cell: bool(found.targets >> cell & 1) and cell not in settled)
    return maps


def _graded(found: Grade, reasons: Document) -> Document:
    result: Document = {"rating": found.rating, "level": found.level, "level_name": message(f"level.{found.level}")}
    if found.at_least:
        result["at_least"] = True
    return {**result, "why": {**reasons, "effort": found.effort}}


def _odds(book: Rulebook, puzzle: Puzzle) -> Steps[Any]:
    shares = yield from relayed(book.rating.odds(puzzle), Progress("odds", of=puzzle.size))
    return None if shares is None else book.layout.laid_out(puzzle, [round(float(share), 6) for share in shares])


def _rate_own(own: OwnRating, puzzle: Puzzle) -> Steps[Document]:
    progress = Progress("rate", of=puzzle.size)
    with suppress(OutOfBudget):
        for settled in own.rounds():
            progress.settled = settled
            yield progress
    maps = own.maps()
    efforts, reasons = maps.pop("efforts"), maps.pop("why")
    return {**maps, "sentence": message(maps.pop("sentence")), **_graded(of_efforts(efforts), reasons)}
