"""All lines of one direction at once: each line is a lane of whole bytes in one wide int.

A lane holds the states of the line's automaton: one for the start, one per cell of the tightly packed runs, and a loop
on "empty" at each gap. Every automaton advances one state per cell, so one shift moves all lanes. The top bit of a lane
stays free; after an addition it shows whether the lane has any state. On the first board of a puzzle, when all lines
are dirty, this takes 25 to 33 % of the time of solving line by line.
"""

from __future__ import annotations

from collections.abc import Sequence

News = tuple[int, int, int]
"""A step (place in the lines), and the lanes with a new yes there and those with a new no, as flags in each lane's
lowest bit.
"""


class Lanes:
    """Lines of `steps` cells each, with their runs and known cells."""

    def __init__(self, runs: Sequence[tuple[int, ...]], steps: int):
        self.lanes, self.steps = len(runs), steps
        self.bytes = (max(sum(line) + max(len(line) - 1, 0) for line in runs) + 2 + 7) // 8
        self.bits = 8 * self.bytes
        states = {line: self._states(line) for line in set(runs)}
        self.ones, self.gaps, self.loops, self.last = (
            int.from_bytes(b"".join(kind), "little") for kind in zip(*[states[line] for line in runs])
        )
        self.low = int.from_bytes((1).to_bytes(self.bytes, "little") * self.lanes, "little")
        self.high = self.low << self.bits - 1
        self.below = self.high - self.low  # added to a lane, this sets its top bit unless the lane is 0
        self.all = (1 << self.bits * self.lanes) - 1
        self.enter = [self.ones | self.gaps] * steps  # states that a cell may enter
        self.stay = [self.loops] * steps  # states that an empty cell may leave unchanged
        self.unknown = [self.high] * steps
        self.yes, self.no = [0] * steps, [0] * steps  # flags

    def _states(self, line: tuple[int, ...]) -> tuple[bytes, bytes, bytes, bytes]:
        """Return the states entered by a filled cell, those entered by a gap, those kept by an empty cell, and the last
        one.
        """
        ones = gaps = state = 0
        for run in line:
            gaps |= 1 << state
            ones |= (2 << state + run) - (2 << state)
            state += run + 1
        last = 1 << max(state - 1, 0)
        sets = ones, gaps & ~1, gaps | 1 | last, last
        return tuple([states.to_bytes(self.bytes, "little") for states in sets])  # type: ignore[return-value]

    def write(self, step: int, yes: bytes | bytearray, no: bytes | bytearray) -> None:
        """Set the known cells of a step, given as a byte, 0 or 1, for each lane."""
        size = self.bytes
        spread = bytearray(self.lanes * size)
        spread[::size] = yes
        self.yes[step] = int.from_bytes(spread, "little")
        spread[::size] = no
        self.no[step] = int.from_bytes(spread, "little")
        self._allow(step)

    def add(self, step: int, yes: int, no: int) -> tuple[bytes, bytes]:
        """Add the inferred values of a step, as flags, which the lines' own states already respect. Return the known
        values of the step, a byte, 0 or 1, for each lane.
        """
        self.yes[step] |= yes
        self.no[step] |= no
        self.unknown[step] ^= (yes | no) << self.bits - 1
        return self.bytes_of(self.yes[step]), self.bytes_of(self.no[step])

    def _allow(self, step: int) -> None:
        """Update the possible states after a step from its known values."""
        bits, yes_flags, no_flags = self.bits, self.yes[step], self.no[step]
        not_yes = self.all ^ (yes_flags << bits) - yes_flags
        not_no = self.all ^ (no_flags << bits) - no_flags
        self.enter[step] = self.ones & not_no | self.gaps & not_yes
        self.stay[step] = self.loops & not_yes
        self.unknown[step] = self.high ^ (yes_flags | no_flags) << bits - 1

    def bytes_of(self, lanes: int) -> bytes:
        """Return a byte, 0 or 1, for each lane."""
        return lanes.to_bytes(self.lanes * self.bytes, "little")[:: self.bytes]

    def infer(self) -> list[News] | int:
        """Return what each line implies by itself, or the number of a line that does not fit."""
        enter, stay, unknown = self.enter, self.stay, self.unknown
        ones, gaps, below = self.ones, self.gaps, self.below
        reached, moved, news = [], [], []
        states = self.low
        for may_enter, may_stay in zip(enter, stay):
            shifted = states << 1
            reached.append(states)
            moved.append(shifted)
            states = shifted & may_enter | states & may_stay
        failed = self.last & ~states
        if failed:
            return ((failed & -failed).bit_length() - 1) // self.bits
        states, top = self.last, self.bits - 1
        for step in range(self.steps - 1, -1, -1):
            entered, stayed = states & enter[step], states & stay[step]
            if unknown[step]:
                through = moved[step] & entered
                filled, empty, asked = through & ones, through & gaps | reached[step] & stayed, unknown[step]
                # The missing part of a set. Subtraction is twice as fast as the complement of a wide int.
                yes = asked ^ asked & empty + below
                no = asked ^ asked & filled + below
                if yes or no:
                    news.append((step, yes >> top, no >> top))
            states = entered >> 1 | stayed
        return news
