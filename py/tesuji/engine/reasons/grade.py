"""One number and one level for a whole puzzle, from the waves in which a person solves it.

The effort adds up the weight of every step's level and a little for every wave:

    effort = sum(WEIGHTS[level of the step]) + (the kind's `wave`) * waves        rating = 10 * log2(1 + effort)

so ten points more are twice the effort. The level states how hard a step is on average: it is read off the effort for
each step, and begins at the kind's own `levels`, as a large puzzle is not a harder one. The names of the levels are the
messages "level.1" to "level.5".

Weights and level boundaries were fitted to 570 puzzles labelled by other people. Mean Spearman correlation with the
labels within one collection and size: slitherlink 0.81, binoxxo 0.92, nonogram 0.76 (15x15 only).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from math import log2
from typing import Any, NamedTuple

from tesuji.engine.reasons.waves import Wave, Waves
from tesuji.rulebook import Scale

WEIGHTS = (0, 0, 1, 4, 8, 12, 14, 16)
"""The weight of a step by the level of its technique: 1 is visible at a glance, 5 needs a hypothesis, 7 many cases."""


EASY = 5
"""Steps of no effort added to every puzzle, so that one step does not make a board of a few cells hard."""


class Grade(NamedTuple):
    """The rating of a puzzle. With `at_least` the solution is incomplete: rating, level and effort are lower bounds."""

    rating: int
    level: int
    effort: float
    mean: float
    """The effort per step."""
    at_least: bool


def grade(found: Waves, scale: Scale) -> Grade:
    """Return the grade of a puzzle from the steps taken so far."""
    effort = effort_of(found.waves, scale)
    steps = EASY + sum(wave.taken for wave in found.waves)
    at_least = found.ending in ("time", "unnamed")
    # Each step that is still to come settles one cell at least, and may take no effort.
    least = effort / (steps + (found.left if at_least else 0))
    level = 1 + bisect_right(scale.levels, round(least, 3))
    return Grade(round(10 * log2(1 + effort)), level, round(effort, 1), round(effort / steps, 3), at_least)


def effort_of(some: Iterable[Wave], scale: Scale) -> float:
    """Return the effort of some waves."""
    share = scale.cells
    return sum(WEIGHTS[wave.level] * (wave.taken * (1 - share) + wave.cells * share) + scale.wave for wave in some)


def why(found: Waves) -> dict[Any, Any]:
    """Return the basis of a grade: steps, steps by technique, and for each wave [level, places to continue,
    variables]."""
    names: Counter[str] = Counter()
    for wave in found.waves:
        names += wave.techniques
    return {
        "steps": names.total(),
        "techniques": dict(names.most_common()),
        "waves": [[wave.level, wave.places, wave.cells] for wave in found.waves],
        "ending": found.ending,
        "left": found.left,
    }
