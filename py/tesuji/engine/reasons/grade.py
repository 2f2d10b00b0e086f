"""One number and one level for a whole puzzle, from its difficulty map.

The effort of a puzzle adds up, over the rounds of its map, the cost of the round's easiest cell: how many counted
constraints are looked at together, times the inferences it takes to refute the cell's other value (CASES where
inferences alone do not). It is doubled where single hypotheses are not enough. Rounds that follow one another cannot be
had at once, so they add up; what else a round settles comes with it.

    rating = 10 * log2(1 + effort)

so that ten points more are twice the effort: about 20 for a first puzzle, 40 for a large one that goes line by line, 60
where every step is found with pains. Levels begin at the ratings in LEVELS; their names are the sentences "level.1" to
"level.5".
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2
from typing import NamedTuple

from tesuji.engine.reasons.difficulty import Map, Settled

CASES = 20
"""Inferences that a case distinction is taken for."""
DEEP = 2
"""Factor for a puzzle that needs hypotheses within hypotheses."""
LEVELS = (35, 45, 55, 65)
"""Where the second to the fifth level begin."""


class Grade(NamedTuple):
    """How hard a puzzle is; `at_least`: the map was not finished, so it is at least this hard."""

    rating: int
    level: int
    effort: int
    at_least: bool


def grade(found: Map, depth: int | None) -> Grade:
    """The grade of a map; `depth` as in `Answer`, None where it is not known."""
    easiest: dict[int, int] = {}
    for settled in found.settled.values():
        easiest[settled.round] = min(cost(settled), easiest.get(settled.round, 1 << 60))
    efforts = list(easiest.values())
    if found.bound is not None:
        efforts.append(max(found.bound, 1) * CASES)
    return of_efforts(efforts, DEEP if depth and depth > 1 else 1, found.bound is not None)


def of_efforts(efforts: Iterable[int], factor: int = 1, at_least: bool = False) -> Grade:
    """The grade of a puzzle whose rounds cost this."""
    effort = factor * sum(efforts)
    rating = round(10 * log2(1 + effort))
    return Grade(rating, 1 + sum(rating >= start for start in LEVELS), effort, at_least)


def cost(settled: Settled) -> int:
    """What it costs to find one cell."""
    return max(settled.k, 1) * (CASES if settled.chain is None else settled.chain)


def why(found: Map, depth: int | None) -> dict:
    """What the grade rests on: rounds, cells by k, the highest k, the longest chain, cells that take a case
    distinction, depth."""
    cells: dict[int, int] = {}
    for settled in found.settled.values():
        cells[settled.k] = cells.get(settled.k, 0) + 1
    return {
        "rounds": len(found.rounds),
        "cells": {str(k): cells[k] for k in sorted(cells)},
        "highest_k": max(cells, default=0),
        "longest_chain": max((settled.chain or 0 for settled in found.settled.values()), default=0),
        "cases": sum(settled.chain is None for settled in found.settled.values()),
        "depth": depth,
        "left": found.targets.bit_count() - len(found.settled),
    }
