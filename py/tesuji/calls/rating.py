"""The call `rate`: how hard each cell is, and the whole puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import perf_counter
from typing import Any

from tesuji.bitset import members
from tesuji.calls.arguments import noting
from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.calls.solving import decide
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.difficulty import Map, Settled, measure
from tesuji.engine.reasons.grade import grade, why
from tesuji.engine.reasons.waves import Waves, waves
from tesuji.errors import OutOfBudget
from tesuji.model import Board, Document, Puzzle
from tesuji.puzzles import parse
from tesuji.rulebook import OwnRating, Rulebook
from tesuji.variables import flattened, laid_out, settling_literals, visible


@noting
def rate(args: Document) -> Steps[Document]:
    """How hard the whole puzzle is, and each cell. The player's marks are left aside.

    args: {"document" or "text", "mode"?, "max_k"?: instead of those of the document, "maps"?: false for the rating
    alone, without the cells, in a fraction of the time}. Result: {"id"?, "kind", "verdict", "counted": "clues" |
    "rules", "seconds", "sentence"?: where the puzzle has not one solution, or time ran out} and, unless there is no
    solution,

    * "level_name": sentence, and "level": 1 to 5, which only a puzzle with one solution, or a field without a guess,
      has. "rating"?: of the steps that lead to certain cells, where there are any. "at_least"?: true where the time
      ended before all was seen; level and rating are then at least these.
    * "why": {"effort", "mean": effort for each step, "steps", "techniques": [{"technique", "level", "steps"}] hardest
      first, "hardest"?: {"technique", "level", "wave": number from 1, "cells"}: where it is first needed,
      "waves": [[level, places to go on, cells] ...], "ending": "solved" | "guess" | "none" | "time", "left": cells} and
      of the map {"rounds", "cells": {k: cells}, "highest_k", "longest_chain", "cases": cells that are not direct,
      "depth"}.
    * "k": the same values as "difficulty" as one list in the order of the variables.
    * "difficulty": map of k: 0 given (or, with free rules, "rules only"), -1 where solutions differ, nothing is proven,
      or the time ended first.
    * "direct": map, whether inferences of single constraints refute the other value with the same k constraints; null
      where not rated. "chain": map, how many of them it takes; null where they do not or it is not rated.
    * "probability"?: map, the exact probability that a cell is yes, where the kind has odds.

    A document with a rating of its own (a complete minesweeper field): {"kind", "mode", "max_k", "counted",
    "difficulty", "needed": maps, -1 never settled, "rounds": [[k, cells] ...], "guess": whether cells are left that
    cannot be settled at all, "rating" and so on, "sentence": what the mode means}.
    """
    asked: Document = {name: args[name] for name in ("mode", "max_k") if name in args}
    book, puzzle = parse({**args["document"], **asked})
    began = perf_counter()
    own = book.rating.own(puzzle)
    result: Document = {key: puzzle.document[key] for key in ("id",) if key in puzzle.document}
    result |= {"kind": puzzle.kind, "counted": book.explaining.counted}
    result |= (
        (yield from _rate_own(book, own, puzzle)) if own else (yield from _rate(book, puzzle, args.get("maps", True)))
    )
    result["seconds"] = round(perf_counter() - began, 4)
    return result


def _rate(book: Rulebook, puzzle: Puzzle, maps: bool) -> Steps[Document]:
    answer = yield from decide(book, puzzle)
    result: Document = {"verdict": answer.verdict}
    if answer.verdict != "unique":
        nothing = answer.verdict == "multiple" and answer.complete and answer.forced == puzzle.givens
        result["sentence"] = message("rate.nothing" if nothing else f"rate.{answer.verdict}")
    if answer.verdict == "none":
        return result
    result |= graded(book, puzzle, (yield from waves(puzzle, book)), answer.verdict)
    if not maps:
        return result
    solution = answer.boards[0] if answer.boards else answer.forced
    targets, explaining = answer.forced.known & visible(puzzle), book.explaining
    found = yield from measure(puzzle, solution, targets, explaining.counted, explaining.tiers)
    result |= _maps(puzzle, solution, found)
    literals = [literal for literal in settling_literals(puzzle, solution) if found.targets >> literal & 1]
    settled = [found.settled[literal] for literal in literals if literal in found.settled]
    if not found.finished:
        result["sentence"] = message("rate.bound", {"n": len(literals) - len(settled)})
    result["why"] |= {"rounds": len(found.rounds), **_rounds(settled), "depth": answer.depth}
    if book.rating.odds:
        with suppress(OutOfBudget):
            result["probability"] = yield from _odds(book, puzzle._replace(givens=answer.forced))
    return result


def graded(book: Rulebook, puzzle: Puzzle, found: Waves, verdict: str = "unique") -> Document:
    """What a result says of a puzzle that was solved in waves. Where a guess is left there is no level: what leads up
    to the guess may be easy, the puzzle is not."""
    mark = grade(found, book.rating.scale)
    serializer = Serializer(book, puzzle)
    reasons: Document = {"effort": mark.effort, "mean": mark.mean, **why(found)}
    names = [
        {"technique": name, "level": serializer.levels[name], "steps": n} for name, n in reasons["techniques"].items()
    ]
    reasons["techniques"] = sorted(names, key=lambda used: -used["level"])
    if found.hardest:
        wave, step = found.hardest
        cells = serializer.places(members(step.yes | step.no))
        reasons["hardest"] = {
            "technique": step.technique,
            "level": serializer.levels[step.technique],
            "wave": wave + 1,
            "cells": cells,
        }
    result: Document = {"rating": mark.rating} if found.waves or found.ending == "solved" else {}
    if mark.at_least:
        result["at_least"] = True
    if verdict != "unique":
        result["level_name"] = message(f"level.{verdict}")
    elif found.ending == "guess":
        result["level_name"] = message("level.guess")
    else:
        result |= {"level": mark.level, "level_name": message(f"level.{mark.level}")}
    return {**result, "why": reasons}


def _rounds(settled: Sequence[Settled]) -> Document:
    """Return the number of variables by k, the highest k, the longest chain, and the number of variables that need a
    case distinction."""
    cells = Counter(one.k for one in settled)
    return {
        "cells": {str(k): cells[k] for k in sorted(cells)},
        "highest_k": max(cells, default=0),
        "longest_chain": max((one.chain or 0 for one in settled), default=0),
        "cases": sum(one.chain is None for one in settled),
    }


def _maps(puzzle: Puzzle, solution: Board, found: Map) -> Document:
    settled, literals = found.settled, settling_literals(puzzle, solution)

    def mapped(value: Callable[[int], Any]) -> Any:
        return laid_out(puzzle, [value(literal) for literal in literals])

    return {
        "difficulty": mapped(found.k),
        "k": [found.k(literal) for literal in literals],
        "direct": mapped(lambda literal: settled[literal].chain is not None if literal in settled else None),
        "chain": mapped(lambda literal: settled[literal].chain if literal in settled else None),
    }


def _odds(book: Rulebook, puzzle: Puzzle) -> Steps[Any]:
    """Return the map of the probability that each variable is yes; None if no board fits."""
    assert book.rating.odds
    shares = yield from relayed(book.rating.odds(puzzle), Progress("odds", of=puzzle.size))
    return None if shares is None else laid_out(puzzle, [round(float(share), 6) for share in shares])


def _rate_own(book: Rulebook, own: OwnRating, puzzle: Puzzle) -> Steps[Document]:
    played = yield from waves(puzzle, book, own.further)
    progress = Progress("rate", of=puzzle.size)
    with suppress(OutOfBudget):
        for settled in own.rounds():
            progress.settled = settled
            yield progress
    maps, result = own.maps(), graded(book, puzzle, played)
    reasons = {**result.pop("why"), **maps.pop("why")}
    flat = flattened(puzzle, maps["difficulty"])
    return {**maps, "k": flat, "sentence": message(maps.pop("sentence")), **result, "why": reasons}
