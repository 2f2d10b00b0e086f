"""Belief propagation between crossing lines with runs. It estimates how likely each cell is yes, as a guide for the
search.

The message of a line to a cell is the odds of yes against no over all placements of the line's runs. Each placement is
weighted by the messages of the other lines to its cells, except to the cell itself (sum-product: Pearl 1982). Rows send
their messages, then columns, and so on; messages are damped. They need not converge; the result is a guess that is good
enough to be tried first.

A placement is a path through the possible starts of each run, given the known cells. The time for a line grows with the
number of these starts: 60 us for 40 cells if none is known, a few microseconds if most are. All operations are sums or
products of whole lists, which takes 67 % of the time of a loop.
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
"""The messages have converged when the probabilities change by no more than this."""
DAMPING = 0.1
CLIP = 1e-4
"""Messages stay at least this far from certainty, and further in lines of more than 60 cells, so that products stay in
range.
"""
EXPONENT = 240


class Beliefs:
    """The messages from lines with runs to each cell. A cell may be in any number of lines; in none, its probability is
    0.5.
    """

    def __init__(self, lines: Sequence[Any], known: Board, size: int):
        self.known = known
        self.lines: list[_Line] = []
        self.unread = iter(lines)
        self.odds = [1.0] * size  # the product of all messages to a cell
        self.settled = False

    def listen(self, rounds: int) -> Iterator[None]:
        """Send messages from all lines, for this many rounds or until they have converged. Pauses after each message. A
        round of 40x40 cells takes 2 ms.
        """
        for _ in range(0 if self.settled else rounds):
            moved = 0.0
            for line in self._every_line():
                moved = max(moved, line.send(self.odds))
                yield
            if moved < SETTLED:
                self.settled = True
                return

    def _every_line(self) -> Iterator[_Line]:
        """Yield the lines with open cells. Each is set up when its first message is sent: all together take half a second
        at 200x200.
        """
        yield from self.lines
        for line in self.unread:
            made = _Line(line, self.known)
            if made.open:
                self.lines.append(made)
                yield made

    def probabilities(self) -> list[float]:
        """Return the probability that each cell is yes."""
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
        self.share = [0.5] * len(self.open)  # the same, as probabilities
        # rounded, because the last digit of powers differs between machines
        clip = max(CLIP, round(10 ** (-EXPONENT / n), 6))
        self.low, self.high = clip, 1 - clip
        self.even = [1.0] * n
        self.runs = [_Run(run, starts, yes, no) for run, starts in zip(runs, places)]
        self.gaps = [_Gap(run, starts, after, yes) for run, starts, after in zip(runs, places, places[1:])]
        self.first = [float(not yes & (1 << at) - 1) for at in places[0]]
        self.last = [float(not yes >> at + runs[-1]) for at in places[-1]]

    def send(self, odds: list[float]) -> float:
        """Send new messages by updating the products `odds`. Return the largest change, as a probability."""
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
        """Return, for each cell, the weight of all placements that fill it, and the weight of all placements."""
        product = list(accumulate(prior, mul, initial=1.0))
        weights = [run.weights(product) for run in self.runs]
        # first: the total weight of the paths to each start of a run; second: the same with the run placed there
        reach, reached = self.first, []
        for weight, gap in zip(weights, self.gaps):
            reached.append(list(map(mul, reach, weight)))
            reach = gap.forth(reached[-1])
        reached.append(list(map(mul, reach, weights[-1])))
        follow = [self.last]  # the total weight of what can follow each start of a run, last run first
        for weight, gap in zip(reversed(weights), reversed(self.gaps)):
            follow.append(gap.back(list(map(mul, follow[-1], weight))))
        change = [0.0] * len(product)
        for run, before, after in zip(self.runs, reached, reversed(follow)):
            shares = list(map(mul, before, after))
            change[run.starts] = map(add, change[run.starts], shares)
            change[run.ends] = map(sub, change[run.ends], shares)
        return list(accumulate(change[:-1])), fsum(shares)


class _Run:
    """A run and its possible starts."""

    def __init__(self, length: int, starts: range, yes: int, no: int):
        self.starts = slice(starts.start, starts.stop)
        self.ends = slice(starts.start + length, starts.stop + length)
        against = [no >> at & (1 << length) - 1 or yes >> at + length & 1 for at in starts]
        self.fits = [float(not one) for one in against] if any(against) else None

    def weights(self, product: Sequence[float]) -> list[float]:
        """Return, for each start, the product over the cells of the run; zero if a known cell rules it out."""
        found = map(truediv, product[self.ends], product[self.starts])
        return list(map(mul, found, self.fits) if self.fits else found)


class _Gap:
    """The gap between two runs. It links each start of one to all starts of the next that are far enough behind it,
    with no known yes between the runs.
    """

    def __init__(self, length: int, starts: range, after: range, yes: int):
        begin = starts.start + length + 1  # for the first start of one run, the first start of the next
        self.number = len(starts)
        self.beyond = [0.0] * (after.stop - begin - len(starts))
        self.before = [0.0] * (after.start - begin)
        self.cuts = [at - begin for at in range(begin + 1, after.stop) if yes >> at - 1 & 1]
        self.cuts_back = [after.stop - begin - cut for cut in reversed(self.cuts)]

    def forth(self, weights: Sequence[float]) -> list[float]:
        """Given weights of the starts of the first run, return for each start of the next the sum over those that lead
        to it.
        """
        return _sums([*weights, *self.beyond], self.cuts)[len(self.before) :]

    def back(self, weights: Sequence[float]) -> list[float]:
        """Given weights of the starts of the next run, return for each start of the first the sum over those that can
        follow.
        """
        return _sums([*reversed(weights), *self.before], self.cuts_back)[: -self.number - 1 : -1]


def _sums(terms: list[float], cuts: Collection[int]) -> list[float]:
    """Return, for each term, the sum of all terms from the latest cut up to it."""
    if not cuts:
        return list(accumulate(terms))
    found: list[float] = []
    for begin, end in zip((0, *cuts), (*cuts, len(terms))):
        found += accumulate(terms[begin:end])
    return found


def places_of(runs: Sequence[int], yes: int, no: int, n: int) -> list[range]:
    """Return, for each run of a line of n cells, the range of its starts, considering the known cells on each side
    separately. Return an empty list if the runs do not fit.
    """
    first = _first_places(runs, yes, no, n)
    yes, no = (int(f"{cells:0{n}b}"[::-1], 2) for cells in (yes, no))
    last = _first_places(runs[::-1], yes, no, n)
    if len(first) < len(runs) or len(last) < len(runs):
        return []
    return [range(low, n - high - run + 1) for run, low, high in zip(runs, first, reversed(last))]


def _first_places(runs: Sequence[int], yes: int, no: int, n: int) -> list[int]:
    """Return the first possible start of each run, given the cells before it; the list ends at a run that has none."""
    cells = (1 << n) - 1
    every = cells << 2 | 3  # including two cells behind the line
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
