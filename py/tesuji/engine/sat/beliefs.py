"""Belief propagation between crossing lines with runs: how likely each cell is yes, as hints for the search.

The message of a line to a cell is the odds of yes against no over all placements of the line's runs, each weighted by
the messages of the other lines to its cells, without the cell's own (sum-product: Pearl 1982). Rows speak, then
columns, and so on; messages are damped. They need not converge, and what they say is a guess, good enough to be tried
first.

A placement is a path through the places where each run may start, given the known cells. So a line takes time in the
number of these places: 60 us for 40 cells of which none is known, a few where most are. Everything is a sum or a
product of whole lists, which takes 67 % of the time of a loop.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from math import fsum
from operator import add, mul, sub, truediv
from typing import Any

from tesuji.bitset import members
from tesuji.model import Board

SETTLED = 1e-3
"""Probability; when no message moves by more, the messages have converged."""
DAMPING = 0.1
CLIP = 1e-4
"""No message is nearer to certainty; lines of more than 60 cells need more room, so that products stay in range."""
EXPONENT = 240


class Beliefs:
    """Messages from lines with runs to each cell: each cell in any number of lines; half a chance if it is in none."""

    def __init__(self, lines: Sequence[Any], known: Board, size: int):
        self.known = known
        self.lines = [line for line in (_Line(line, known) for line in lines) if line.open]
        self.odds = [1.0] * size  # the product of all messages to a cell
        self.settled = False

    def listen(self, rounds: int) -> Iterator[None]:
        """So many rounds of messages from all lines, fewer once they have settled; with a pause after each message. 2
        ms for a round of 40x40 cells."""
        for _ in range(0 if self.settled else rounds):
            moved = 0.0
            for line in self.lines:
                moved = max(moved, line.send(self.odds))
                yield
            if moved < SETTLED:
                self.settled = True
                return

    def probabilities(self) -> list[float]:
        """The belief in yes, for each cell."""
        found = [value / (1 + value) for value in self.odds]
        for cell in members(self.known.known):
            found[cell] = float(self.known.yes >> cell & 1)
        return found


class _Line:
    """A line and its messages to its open cells."""

    def __init__(self, line: Any, known: Board):
        n, runs = len(line.scope), line.runs
        yes = sum((known.yes >> cell & 1) << at for at, cell in enumerate(line.scope))
        no = sum((known.no >> cell & 1) << at for at, cell in enumerate(line.scope))
        places = places_of(runs, yes, no, n)
        self.open = [at for at in range(n) if not (yes | no) >> at & 1] if places else []
        if not self.open:
            return
        self.cells = [line.scope[at] for at in self.open]
        self.message = [1.0] * len(self.open)  # odds
        self.share = [0.5] * len(self.open)  # the same as probabilities
        clip = max(CLIP, round(10 ** (-EXPONENT / n), 6))  # powers differ in their last digit from machine to machine
        self.low, self.high = clip, 1 - clip
        self.even = [1.0] * n
        self.runs = [_Run(run, starts, yes, no) for run, starts in zip(runs, places)]
        self.gaps = [_Gap(run, starts, after, yes) for run, starts, after in zip(runs, places, places[1:])]
        self.first = [float(not yes & (1 << at) - 1) for at in places[0]]
        self.last = [float(not yes >> at + runs[-1]) for at in places[-1]]

    def send(self, odds: list[float]) -> float:
        """Sends new messages, into the products `odds`. Returns by how much one has moved at most, as a probability."""
        low, high = self.low, self.high
        least, most = low / (1 - low), high / (1 - high)
        others = list(map(truediv, [odds[cell] for cell in self.cells], self.message))
        prior = self.even[:]
        for at, other in zip(self.open, others):
            prior[at] = least if other < least else most if other > most else other  # noqa: FURB136
        filled, every = self._marginals(prior)
        if not every:
            return 0.0
        share = []
        for at, old in zip(self.open, self.share):
            weight = filled[at]
            new = DAMPING * old + (1 - DAMPING) * weight / (weight + prior[at] * (every - weight))
            share.append(low if new < low else high if new > high else new)  # noqa: FURB136 (calls take longer)
        moved = max(map(abs, map(sub, share, self.share)))
        self.share = share
        self.message = [new / (1 - new) for new in share]
        for cell, other, new in zip(self.cells, others, self.message):
            odds[cell] = other * new
        return moved

    def _marginals(self, prior: Sequence[float]) -> tuple[list[float], float]:
        """For each cell the weight of all placements that fill it, and the weight of all placements."""
        product = list(accumulate(prior, mul, initial=1.0))
        weights = [run.weights(product) for run in self.runs]
        reach, reached = self.first, []  # the weight of all that leads to each place of a run, and with the run there
        for weight, gap in zip(weights, self.gaps):
            reached.append(list(map(mul, reach, weight)))
            reach = gap.forth(reached[-1])
        reached.append(list(map(mul, reach, weights[-1])))
        follow = [self.last]  # the weight of all that may follow each place of a run, the last run first
        for weight, gap in zip(reversed(weights), reversed(self.gaps)):
            follow.append(gap.back(list(map(mul, follow[-1], weight))))
        change = [0.0] * len(product)
        for run, before, after in zip(self.runs, reached, reversed(follow)):
            shares = list(map(mul, before, after))
            change[run.starts] = map(add, change[run.starts], shares)
            change[run.ends] = map(sub, change[run.ends], shares)
        return list(accumulate(change[:-1])), fsum(shares)


class _Run:
    """A run at its possible starts."""

    def __init__(self, length: int, starts: range, yes: int, no: int):
        self.starts = slice(starts.start, starts.stop)
        self.ends = slice(starts.start + length, starts.stop + length)
        against = [no >> at & (1 << length) - 1 or yes >> at + length & 1 for at in starts]
        self.fits = [float(not one) for one in against] if any(against) else None

    def weights(self, product: Sequence[float]) -> list[float]:
        """For each place, the product over its cells; zero where known cells are against it."""
        found = map(truediv, product[self.ends], product[self.starts])
        return list(map(mul, found, self.fits) if self.fits else found)


class _Gap:
    """Between two runs: from each place of one to all places of the next that lie far enough behind, with no known yes
    between them."""

    def __init__(self, length: int, starts: range, after: range, yes: int):
        begin = starts.start + length + 1  # for the first place of the one, the first of the other
        self.number = len(starts)
        self.beyond = [0.0] * (after.stop - begin - len(starts))
        self.before = [0.0] * (after.start - begin)
        self.cuts = [at - begin for at in range(begin + 1, after.stop) if yes >> at - 1 & 1]
        self.cuts_back = [after.stop - begin - cut for cut in reversed(self.cuts)]

    def forth(self, weights: Sequence[float]) -> list[float]:
        """From weights of the places of the first run, for each place of the next the sum over all that lead there."""
        return _sums([*weights, *self.beyond], self.cuts)[len(self.before) :]

    def back(self, weights: Sequence[float]) -> list[float]:
        """From weights of the places of the next run, for each place of the first the sum over all that follow."""
        return _sums([*reversed(weights), *self.before], self.cuts_back)[: -self.number - 1 : -1]


def _sums(terms: list[float], cuts: Collection[int]) -> list[float]:
    """For each term the sum of all up to it, from the cut before it on."""
    if not cuts:
        return list(accumulate(terms))
    found: list[float] = []
    for begin, end in zip((0, *cuts), (*cuts, len(terms))):
        found += accumulate(terms[begin:end])
    return found


def places_of(runs: Sequence[int], yes: int, no: int, n: int) -> list[range]:
    """Return, for each run of a line of n cells, its range of starts, from the known cells on either side considered
    separately. Empty if the runs do not fit."""
    first = _first_places(runs, yes, no, n)
    yes, no = (int(f"{cells:0{n}b}"[::-1], 2) for cells in (yes, no))
    last = _first_places(runs[::-1], yes, no, n)
    if len(first) < len(runs) or len(last) < len(runs):
        return []
    return [range(low, n - high - run + 1) for run, low, high in zip(runs, first, reversed(last))]


def _first_places(runs: Sequence[int], yes: int, no: int, n: int) -> list[int]:
    """Yield the first possible start of each run, given the cells before it; stop if a run has none."""
    cells = (1 << n) - 1
    every = cells << 2 | 3  # and two cells behind the line
    may_leave, may_fill = every & ~yes, cells & ~no
    reach = (yes ^ yes - 1) & every  # up to the first yes
    found: list[int] = []
    for run in runs:
        fits, width = may_fill, 1
        while width < run:
            step = min(width, run - width)
            fits &= fits >> step
            width += step
        starts = reach & fits & may_leave >> run
        if not starts:
            break
        found.append((starts & -starts).bit_length() - 1)
        behind = starts << run + 1
        reach = ((behind & may_leave) + may_leave ^ may_leave | behind) & every  # and on, up to the next yes
    return found
