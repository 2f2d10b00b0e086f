"""The solver of lines with runs of one or more colours.

Everything known about a line is one int, the removed values, in *planes*: bit value * width + cell. Value 0 is blank.
State i means "the cells below i are placed, with the gap that must follow"; a gap must follow a run only if the next
one has the same colour. F is the set of cells that may be blank, and L the set of legal starts of a run:

    forward    A[0]: blank below;  S[j] = A[j-1] & L[j];  A[j] = up(S[j] << step[j])
    backward   B[k]: blank above;  P[j] = S[j] & B[j] >> step[j], the starts of run j in full placements;
               B[j-1] = down(P[j])

Here `up` floods through F over any distance with one addition, because a carry runs through ones; `down` uses
doubling, because carries only run upwards. A cell may have a colour if a run of that colour with a start in P covers
it. It may be blank if A[j] meets B[j] one cell further, if it follows the first possible place of the last run, or if
it follows a run that needs a gap. No set contains the position after the last cell, so that sets of up to 30 cells are
ints of one digit, which are faster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

Run = tuple[int, int]
"""(length, colour), colours from 1."""
PlaneSolver = Callable[[int], "int | None"]
"""Removed values -> all values that are then removed, in planes; None if the runs do not fit."""


def others(yes: int, width: int, values: int) -> int:
    """Return the values, in planes, that are removed because their cells have another value."""
    full, no = (1 << width) - 1, 0
    if not yes:
        return 0
    for value in range(values):
        here = yes >> value * width & full
        if here:
            no |= sum(here << other * width for other in range(values) if other != value)
    return no


def last_values(no: int, width: int, values: int) -> int:
    """Return the values that are the only ones left in their cells."""
    full = (1 << width) - 1
    planes = [full & ~(no >> value * width) for value in range(values)]
    once = twice = 0
    for plane in planes:
        twice |= once & plane
        once |= plane
    return sum((plane & ~twice) << value * width for value, plane in enumerate(planes))


def gaps_after(runs: Sequence[Run]) -> list[int]:
    """Return, for each run, 1 if a blank cell must follow it, else 0."""
    return [int(one[1] == other[1]) for one, other in zip(runs, runs[1:])] + [0] * bool(runs)


def slack(width: int, runs: Sequence[Run]) -> int:
    """Return the number of cells by which a line is longer than its runs pushed together."""
    return width - sum(length for length, _ in runs) - sum(gaps_after(runs))


@lru_cache(maxsize=8192)
def plane_solver(width: int, runs: tuple[Run, ...], values: int) -> PlaneSolver:
    """Return a function that removes every value that occurs in no arrangement of these runs; a few microseconds for 30
    cells in black and white, 20 us for 50 cells in 4 colours.
    """
    parts = [(colour, length, gap) for (length, colour), gap in zip(runs, gaps_after(runs))]
    steps = [length + gap for _, length, gap in parts]
    room = width - sum(steps)
    different = sorted(set(parts))
    if room < 0 or different and not 0 < different[0][0] <= different[-1][0] < values:
        return lambda no: None
    if not parts:
        return _blank_solver(width, values)
    slots = {part: slot for slot, part in enumerate(different)}
    make = _solver_for_room(room.bit_length())
    return make(width, values, [slots[part] for part in parts], steps, *_shapes(width, tuple(different)))


def _blank_solver(width: int, values: int) -> PlaneSolver:
    """Return the solver of a line without runs."""
    blank = (1 << width) - 1
    colours = (1 << width * values) - 1 - blank
    return lambda no: None if no & blank else colours


Shape = tuple[int, list[int], int]
"""For the runs of one colour and length: the plane of the colour if it differs from that of the previous shape, else 0;
the shifts that spread a cell from the previous length of that colour to this one; the length if a gap follows, else 0.
"""


@lru_cache(maxsize=1024)
def _shapes(width: int, parts: tuple[tuple[int, int, int], ...]) -> tuple[list[Shape], list[tuple[int, Shape]]]:
    """Return the shapes for these (colour, length, whether a gap follows), in order, and their places and themselves
    from last to first.
    """
    shapes: list[Shape] = []
    latest, longest = 0, 1
    for colour, length, gap in parts:
        new = colour != latest
        shapes.append((colour * width * new, _shifts_to(length, 1 if new else longest), length * gap))
        latest, longest = colour, length
    return shapes, [*enumerate(shapes)][::-1]


_SOLVER = """
def make(width, values, slots, steps, shapes, backwards):
    full, everything, size = (1 << width) - 1, (1 << width * values) - 1, 1 << width
    inside = full >> 1
    last, length = slots[-1], steps[-1]
    inner = [*zip(slots[:-1], steps)]
    back = [*zip(range(len(inner)), slots, steps)][::-1]
    zeros, shift = [0] * len(shapes), length - 1

    def solve(no):
        filled = full & no
        free = full ^ filled
        open = inside & free
        legal = []
        for plane, shifts, gap in shapes:
            if plane:
                room = full & ~(no >> plane)
            for step in shifts:
                room &= room >> step
            legal.append(room & open >> gap if gap else room)
        reach = (1 & open) + open ^ open | 1
        reached = []
        for slot, step in inner:
            reached.append(reach)
            start = (reach & legal[slot]) << step
            reach = (start & open) + open ^ open | start
        rest = size - (1 << filled.bit_length() >> 1 or 1) >> shift & reach & legal[last]
        if not rest:
            return None
        {masks}
        covers = zeros[:]
        covers[last] = rest
        blank = full ^ ((rest & -rest) << length) - 1
        {flood}
        blank |= rest >> 1 & reach
        for j, slot, step in back:
            reach = reached[j]
            rest = rest >> step & reach & legal[slot]
            covers[slot] |= rest
            {flood}
            blank |= rest >> 1 & reach
        may = blank & free
        fill = 0
        for slot, (plane, shifts, gap) in backwards:
            fill |= covers[slot]
            if gap:
                may |= covers[slot] << gap
            for step in shifts:
                fill |= fill << step
            if plane:
                may |= fill << plane
                fill = 0
        return everything ^ may
    return solve
"""


@cache
def _solver_for_room(bits: int) -> Callable[..., PlaneSolver]:
    """Return a maker of solvers for lines whose slack has this many bits. The doubling of `down` is unrolled, which is
    33 % faster than a loop.
    """
    names = ["free", *(f"free{2**bit}" for bit in range(1, bits))]
    masks = [f"{new} = {old} & {old} >> {2**bit}" for bit, (old, new) in enumerate(zip(names, names[1:]))]
    flood = [f"rest |= rest >> {2**bit} & {name}" for bit, name in enumerate(names[:bits])]
    space: dict[str, Any] = {}
    exec(_SOLVER.format(masks="; ".join(masks) or "pass", flood="; ".join(flood) or "pass"), space)
    make: Callable[..., PlaneSolver] = space["make"]
    return make


@cache
def _shifts_to(wide: int, narrow: int) -> list[int]:
    """Return shifts that, applied in turn, spread a bit over `wide - narrow` more places."""
    shifts, covered, places = [], 1, wide - narrow + 1
    while covered < places:
        shifts.append(min(covered, places - covered))
        covered += shifts[-1]
    return shifts
