"""Belief propagation between crossing lines with runs: how likely each cell is yes, as phase hints for the search.

The message of a line to a cell is the odds of yes against no over all placements of the line's runs, each weighted by
the messages of the other lines to its cells, without the cell's own (sum-product: Pearl 1982). Rows speak, then
columns, and so on; messages are damped. They need not converge, and what they say is a guess, good enough to be tried
first.

A placement is a path through (run, displacement): run j starts `d` cells right of its leftmost place, and d never falls
from one run to the next. So a line takes time in the number of its runs times its slack, 20 to 60 us for 25 cells.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import accumulate
from operator import mul

from tesuji.constraints import Runs
from tesuji.model import Board

ROUNDS = 40
"""Messages from all lines, at most so many times."""
SETTLED = 1e-3
"""Probability; when no message moves by more, the messages have converged."""
DAMPING = 0.5
CLIP = 1e-4
"""No message is nearer to certainty; lines of more than 60 cells need more room, so that products stay in range."""
EXPONENT = 240


def beliefs(lines: Sequence[Runs], known: Board, size: int) -> Generator[None, None, list[float]]:
    """The probability of yes for each cell; a pause may be made at every yield.

    Lines of which each cell is in any number; cells in no line have one half. 0.2 s for 25x25 cells.
    """
    passing = [_Line(line, known) for line in lines]
    odds = [1.0] * size  # the product of all messages to a cell
    for _ in range(ROUNDS):
        moved = 0.0
        for line in passing:
            moved = max(moved, line.send(odds))
            yield
        if moved < SETTLED:
            break
    found = [value / (1 + value) for value in odds]
    for cell in range(size):
        if known.known >> cell & 1:
            found[cell] = float(known.yes >> cell & 1)
    return found


class _Line:
    """A line and its messages to its cells."""

    def __init__(self, line: Runs, known: Board):
        n = len(line.scope)
        self.scope, self.runs = line.scope, line.runs
        self.places = n - sum(line.runs) - len(line.runs) + 2  # displacements of each run
        self.left = [sum(line.runs[:j]) + j for j in range(len(line.runs))]
        self.may_fill = [not known.no >> cell & 1 for cell in line.scope]
        self.may_leave = [not known.yes >> cell & 1 for cell in line.scope] + [True]
        self.message = [1.0] * n
        clip = max(CLIP, round(10 ** (-EXPONENT / n), 6))  # powers differ in their last digit from machine to machine
        self.low, self.high = clip, 1 - clip

    def send(self, odds: list[float]) -> float:
        """Sends new messages, into the products `odds`. Returns by how much one has moved at most, as a probability."""
        if self.places < 2 or not self.runs:
            return 0.0
        scope, message, low, high = self.scope, self.message, self.low, self.high
        least, most = low / (1 - low), high / (1 - high)
        prior = [min(max(odds[cell] / own, least), most) for cell, own in zip(scope, message)]
        filled, every = self._marginals(prior)
        if not every:
            return 0.0
        moved = 0.0
        for at, cell in enumerate(scope):
            weight = filled[at] / prior[at]
            rest = every - filled[at]
            old = message[at] / (1 + message[at])
            new = weight / (weight + rest) if rest > 0 else 1.0
            new = min(max(DAMPING * old + (1 - DAMPING) * new, low), high)
            moved = max(moved, abs(new - old))
            new /= 1 - new
            odds[cell] *= new / message[at]
            message[at] = new
        return moved

    def _marginals(self, prior: Sequence[float]) -> tuple[list[float], float]:
        """For each cell the weight of all placements that fill it, and the weight of all placements."""
        places, runs, left, leave = self.places, self.runs, self.left, self.may_leave
        product = list(accumulate(prior, mul, initial=1.0))
        blocked = list(accumulate((not may for may in self.may_fill), initial=0))
        weights = []  # of run j at displacement d, with the gap behind it
        for run, start in zip(runs, left):
            weights.append(
                [
                    product[at + run] / product[at] if blocked[at + run] == blocked[at] and leave[at + run] else 0.0
                    for at in range(start, start + places)
                ]
            )
        reach = [1.0]  # the weight of all that leads to (run, displacement)
        for at in range(places - 1):
            reach.append(reach[-1] if leave[at] else 0.0)
        reached = []
        for run, start, weight in zip(runs, left, weights):
            reached.append(reach)
            total, following = 0.0, []
            for d, (a, b) in enumerate(zip(reach, weight)):
                total = (total if leave[start + run + d] else 0.0) + a * b
                following.append(total)
            reach = following
        n = len(prior)
        rest = [1.0]  # the weight of all that may follow
        for at in range(n, n - places + 1, -1):
            rest.append(rest[-1] if leave[at] else 0.0)
        rest.reverse()
        change = [0.0] * (n + 1)
        for run, start, weight, before in zip(runs[::-1], left[::-1], weights[::-1], reached[::-1]):
            following, total = [], 0.0
            for d in range(places - 1, -1, -1):
                after = weight[d] * rest[d]
                share = before[d] * after
                change[start + d] += share
                change[start + d + run] -= share
                total = after + (total if leave[start + d] else 0.0)
                following.append(total)
            following.reverse()
            rest = following
        return list(accumulate(change[:-1])), rest[0]
