"""A random full board, also with signs: one random letter after another, each followed by everything that it forces."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from tesuji.constraints.patterns.balance import BalancePropagator
from tesuji.constraints.patterns.balanced_lines import arrangements
from tesuji.errors import Contradiction, InputError
from tesuji.grid import blanked, check_size, each_alone, overwritten, rows_of
from tesuji.model import Board, Document
from tesuji.puzzles.binoxxo.rules import parse
from tesuji.rulebook import CluePlace, Draft, Drafting, Maker

if TYPE_CHECKING:
    from random import Random


def draft(width: int, height: int, random: Random) -> Drafting:
    """Return a full board. Raises InputError for a side of one cell, and if there are too few different lines."""
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
    others: list[tuple[Board, int, int]] = []  # the other letters of the chosen cells, to backtrack to
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


# -- with signs --------------------------------------------------------------------------------------------------------


def signed_draft(width: int, height: int, random: Random) -> Drafting:
    """Return a full board with all signs, on which lines may be equal. Raises InputError as `draft` does."""
    full = yield from draft(width, height, random)
    rows = full.document["grid"]
    h, v = (
        ["".join("=" if a == b else "x" for a, b in pairs) for pairs in group]
        for group in ([zip(row, row[1:]) for row in rows], [zip(row, below) for row, below in zip(rows, rows[1:])])
    )
    return full._replace(document={**full.document, "distinct": False, "signs": {"h": h, "v": v}})


def signed_parts(document: Document) -> list[list[CluePlace]]:
    return each_alone(document) + [[sign.at] for sign in parse(document).clues]


def without(document: Document, places: Iterable[CluePlace]) -> Document:
    """Return the document without the letters and the signs at these places."""
    by_name: dict[str, list[CluePlace]] = {"": [], "right": [], "down": []}
    for *name, row, column in places:
        by_name[name[0] if name else ""].append((row, column))
    signs = {
        side: overwritten(document["signs"][side], ((place, ".") for place in by_name[name]))
        for name, side in (("right", "h"), ("down", "v"))
    }
    return {**blanked(document, by_name[""]), "signs": signs}


SIGNED = Maker(signed_draft, signed_parts, without, by_techniques=True)
MAKER = Maker(draft, each_alone, blanked, judge=BalancePropagator, by_techniques=True, variants={"signs": SIGNED})
