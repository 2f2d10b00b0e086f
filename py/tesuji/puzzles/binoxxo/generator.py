"""A random full board: one random letter after another, each followed by all that it forces."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from tesuji.constraints.patterns.balance import BalancePropagator
from tesuji.constraints.patterns.balanced_lines import arrangements
from tesuji.errors import Contradiction, InputError
from tesuji.grid import blanked, check_size, rows_of, written
from tesuji.model import Board, Document
from tesuji.puzzles.binoxxo.rules import parse
from tesuji.rulebook import Draft, Drafting, Maker, Place

if TYPE_CHECKING:
    from random import Random


def draft(width: int, height: int, random: Random) -> Drafting:
    """A full board. Raises InputError for an odd side, and if there are fewer different lines than are needed."""
    check_size(width, height)
    document = {"kind": "binoxxo", "grid": ["." * width] * height}
    puzzle = parse(document)
    if any(
        len(list(islice(arrangements(length), lines))) < lines for length, lines in ((width, height), (height, width))
    ):
        raise InputError("not-made", width=width, height=height)
    propagator = BalancePropagator(puzzle)
    *_, state = propagator.root()
    order = list(range(puzzle.size))
    random.shuffle(order)
    others: list[tuple[Board, int, int]] = []  # the other letters of the cells chosen: to go back to
    while state.known != puzzle.cells:
        bit = 1 << next(cell for cell in order if not state.known >> cell & 1)
        one, other = random.sample([(state, 0, bit), (state, bit, 0)], 2)
        others.append(other)
        choice: tuple[Board, int, int] | None = one
        while choice:
            yield
            try:
                state, choice = propagator.extend(*choice), None
            except Contradiction:
                choice = others.pop()
    return Draft({**document, "grid": rows_of(width, height, *state, "OX.")}, state)


def parts(document: Document) -> list[list[Place]]:
    return [[place] for place in written(document["grid"])]


MAKER = Maker(draft, parts, blanked, judge=BalancePropagator)
