"""The call `rate`: the difficulty of each variable and of the puzzle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from time import perf_counter
from typing import Any

from tesuji.bitset import flags, members
from tesuji.calls.arguments import noting
from tesuji.calls.messages import message
from tesuji.calls.serialize import Serializer
from tesuji.calls.solving import decide
from tesuji.engine.budget import Progress, Steps, relayed
from tesuji.engine.reasons.difficulty import Map, Settled, measure
from tesuji.engine.reasons.grade import SIDE, grade, trials_in, why
from tesuji.engine.reasons.waves import Waves, waves
from tesuji.errors import OutOfBudget
from tesuji.model import Board, Document, Puzzle
from tesuji.puzzles import parse
from tesuji.rulebook import OwnRating, Rulebook, Threshold
from tesuji.variables import flattened, laid_out, settling_literals, visible

MAX_NAMED = 6
"""The largest number of techniques that a sentence names."""


@noting
def rate(args: Document) -> Steps[Document]:
    """Rate a puzzle and each of its variables; the player's marks are ignored. Arguments: `contract.RateArguments`.
    Without "maps" it takes a fraction of the time.

    Unless there is no solution, the answer has "level_name". It also has "level" (1 to 5) if there is exactly one
    solution, or a field that needs no guess. "rating" is the rating of the certain steps, if there are any. With
    "at_least", time ran out before the end; level and rating are then lower bounds.

    "why" has the effort, the mean effort per step, the techniques (hardest first), the first step of the hardest one,
    "waves" as [level, places to continue, variables], how the waves ended, and how many variables are left. For the
    map, it has the number of rounds, the variables by k, the highest k, the longest chain, the variables that are not
    direct, and the depth.

    "difficulty" is the map of k: 0 for givens (or, with free rules, cells forced by the rules alone), -1 if solutions
    differ or time ran out first. "k" is the same as a flat list. If the exact map takes too long for a puzzle that
    steps solve, a remaining cell has the number of counted constraints of the step that settles it, and true in
    "at_most". "direct" is true if inferences of single constraints refute the other values with the same k constraints;
    "chain" is the number of inferences this takes. Both are null for unrated cells. "probability" is the exact
    probability that a cell is yes, if the kind supports it.

    A document with its own kind of rating (a complete minesweeper field) has "mode", "max_k", "difficulty" and "needed"
    (maps), "rounds" as [k, cells], and "guess", which is true if some cells cannot be settled.
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
    played = yield from waves(puzzle, book)
    result |= graded(book, puzzle, played, answer.verdict)
    if not maps:
        return result
    solution = answer.boards[0] if answer.boards else answer.forced
    targets, explaining = answer.forced.known & visible(puzzle), book.explaining
    found = yield from measure(puzzle, solution, targets, explaining.counted, explaining.tiers)
    if not found.finished and played.ending == "solved":
        found.bounds = {literal: k for literal, k in played.k.items() if literal not in found.settled}
    result |= _maps(puzzle, solution, found)
    is_target = flags(found.targets, puzzle.size)
    literals = [literal for literal in settling_literals(puzzle, solution) if is_target[literal]]
    settled = [found.settled[literal] for literal in literals if literal in found.settled]
    if not found.finished:
        key = "rate.by-steps" if found.bounds else "rate.bound"
        result["sentence"] = message(key, {"n": len(literals) - len(settled)})
    result["why"] |= {"rounds": len(found.rounds), **_rounds(settled), "depth": answer.depth}
    if book.rating.odds:
        with suppress(OutOfBudget):
            result["probability"] = yield from _odds(book, puzzle._replace(givens=answer.forced))
    return result


def graded(book: Rulebook, puzzle: Puzzle, found: Waves, verdict: str = "unique") -> Document:
    """Return the members of a result that describe waves. If a guess remains, there is no level, because the steps
    before the guess may be easy although the puzzle is not.
    """
    mark = grade(found, book.rating.scale)
    serializer = Serializer(book, puzzle)
    trials = trials_in(found.waves)
    reasons: Document = {"effort": mark.effort, "mean": mark.mean, "trials": trials, **why(found)}
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


def asked(book: Rulebook) -> list[Document]:
    """Return, for each level from 1 to 5, the message about the requirement that it adds to the level below."""
    thresholds = [_asked(book, threshold) for threshold in book.rating.scale.thresholds]
    return [message("asks.first"), *thresholds, message("asks.trial")]


def _asked(book: Rulebook, threshold: Threshold) -> Document:
    share, level, number = threshold
    group = _group([one.name for one in book.explaining.techniques if one.level == level], level)
    if number:
        return message("asks.waves", {"n": ceil(number), "side": SIDE, "group": group})
    return message("asks.share" if share else "asks.some", {"percent": round(100 * share), "group": group})


def _group(names: Sequence[str], level: int) -> Document:
    """Return the message about the techniques from a level up: the names of the easiest ones if they are few."""
    if not 0 < len(names) <= MAX_NAMED:
        return message(f"asks.group.{level}")
    *others, last = [message(f"technique.{name}") for name in names]
    group = message("asks.harder", {"name": last})
    for name in reversed(others):
        group = message("asks.list", {"first": name, "rest": group})
    return group


def _rounds(settled: Sequence[Settled]) -> Document:
    """Return the number of variables by k, the highest k, the longest chain, and the number of variables that need a
    case distinction.
    """
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

    bounded = {"at_most": [literal in found.bounds for literal in literals]} if found.bounds else {}
    k = found.k(literals)
    return {
        "difficulty": laid_out(puzzle, k),
        "k": k,
        **bounded,
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
