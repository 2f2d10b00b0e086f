"""One number and one level for a whole puzzle, from the waves in which a person solves it.

The effort is the sum of the weights of all steps, by level, plus a little for every wave:

    effort = sum(WEIGHTS[level of the step]) + (the kind's `wave`) * waves        rating = 10 * log2(1 + effort)

so that ten more points mean twice the effort. The level states which techniques a puzzle needs: each of the levels 2 to
4 adds a requirement to the level below (`Threshold`), and only level 5 requires a trial. The names of the levels are
the messages "level.1" to "level.5".

Weights and thresholds were fitted to 570 puzzles labelled by other people. For pairs of puzzles with different labels,
from the same collection and of the same size, this is how often rating and level are in the order of the labels:
slitherlink 95 % and 93 %, binoxxo 98 % and 98 %, nonogram 79 % and 77 % (15x15 only).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log2, sqrt
from typing import Any, NamedTuple

from tesuji.engine.reasons.waves import Wave, Waves
from tesuji.rulebook import Scale, Threshold

TRIAL = 5
"""The level of trials, which suppose a value and follow it to a contradiction, and of puzzles that need one."""
WEIGHTS = (0, 0, 1, 4, 8, 12, 14, 16)
"""The weight of a step by the level of its technique. Level 1 is visible at a glance, 5 needs a hypothesis, 7 many
cases.
"""


EXTRA_STEPS = 5
"""Effortless steps added to every puzzle, so that one step does not make a board of a few cells hard."""


SIDE = 10
"""The side of the board for which a number of waves is stated."""


class Grade(NamedTuple):
    """The rating of a puzzle. If `at_least` is True, the solution is incomplete, and rating, level and effort are lower
    bounds.
    """

    rating: int
    level: int
    effort: float
    mean: float
    """The effort per step."""
    at_least: bool


def grade(found: Waves, scale: Scale) -> Grade:
    """Return the grade of a puzzle from the steps taken so far."""
    effort = effort_of(found.waves, scale)
    steps = EXTRA_STEPS + sum(wave.taken for wave in found.waves)
    at_least = found.ending in ("time", "unnamed")
    # Each remaining step settles at least one cell and may be easy.
    level = level_of(found, scale, found.left if at_least else 0)
    return Grade(round(10 * log2(1 + effort)), level, round(effort, 1), round(effort / steps, 3), at_least)


def level_of(found: Waves, scale: Scale, left: int = 0) -> int:
    """Return the highest level whose requirement the waves meet, given that `left` easy steps may follow."""
    return max(level for level, share in enumerate((1.0, *met(found, scale, left)), 1) if share >= 1)


def met(found: Waves, scale: Scale, left: int = 0) -> list[float]:
    """Return for levels 2 to 5 how far their requirements are met: 1 or more if they are."""
    steps = EXTRA_STEPS + left + sum(wave.taken for wave in found.waves)
    # If the next step has no name, it can only be a trial.
    trials = trials_in(found.waves) + (found.ending == "unnamed")
    return [*(_met(found, one, steps) for one in scale.thresholds), float(trials)]


def _met(found: Waves, threshold: Threshold, steps: int) -> float:
    harder = [wave.taken for wave in found.waves if wave.level >= threshold.level]
    if threshold.waves:
        return len(harder) / (threshold.waves * sqrt(found.cells) / SIDE)
    number = sum(harder)
    return number / (threshold.share * steps) if threshold.share and number else float(number)


def trials_in(some: Iterable[Wave]) -> int:
    """Return the number of steps that are trials, named or not."""
    return sum(wave.taken for wave in some if wave.level >= TRIAL)


def effort_of(some: Iterable[Wave], scale: Scale) -> float:
    """Return the effort of some waves."""
    share = scale.cells
    return sum(WEIGHTS[wave.level] * (wave.taken * (1 - share) + wave.cells * share) + scale.wave for wave in some)


def why(found: Waves) -> dict[Any, Any]:
    """Return the basis of a grade: steps, steps by technique, and for each wave [level, places to continue, variables]."""
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
