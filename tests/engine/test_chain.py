"""Chains: the reasons that a constraint returns are sufficient and minimal."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tesuji.bitset import members
from tesuji.errors import Contradiction
from tesuji.puzzles import parse

LOOP = parse({"kind": "slitherlink", "grid": ["...", "..."]})[1].constraints[-1]
EDGES = len(LOOP.scope)


@st.composite
def drawn(draw) -> tuple[int, int]:
    """Draw edges that are on, at most two at a dot, and edges that are off, on a board of 3 x 2 boxes."""
    meeting: dict[int, int] = {}
    yes = 0
    for place in draw(st.permutations(range(EDGES)))[: draw(st.integers(0, EDGES))]:
        if all(meeting.get(dot, 0) < 2 for dot in LOOP.ends[place]):
            yes |= 1 << place
            for dot in LOOP.ends[place]:
                meeting[dot] = meeting.get(dot, 0) + 1
    return yes, draw(st.integers(0, (1 << EDGES) - 1)) & ~yes


def follows(yes: int, no: int, target: tuple[int, bool] | None) -> bool:
    try:
        then = LOOP.infer(yes, no)
    except Contradiction:
        return target is None
    return target is not None and bool(then[not target[1]] >> target[0] & 1)


@settings(max_examples=200, deadline=None)
@given(drawn())
def test_the_reason_of_a_loop_is_enough_and_none_of_it_can_be_spared(board):
    yes, no = board
    targets: list[tuple[int, bool] | None] = [None]
    if not follows(yes, no, None):
        then = LOOP.infer(yes, no)
        targets = [(place, value) for value in (True, False) for place in members(then[not value] & ~(yes | no))]
    for target in targets:
        kept = LOOP.reason(yes, no, target, list(members(yes | no)))
        assert not kept & ~(yes | no) and follows(yes & kept, no & kept, target)
        assert not any(
            follows(yes & kept & ~one, no & kept & ~one, target) for one in map((1).__lshift__, members(kept))
        )


@settings(max_examples=200, deadline=None)
@given(drawn())
def test_the_view_of_a_loop_shows_the_edge_that_closes_it(board):
    """If a path closes, or would close, the reason is that path and one edge elsewhere, without minimisation.

    A whole loop is another reason: it leaves off all other edges, and not only those between the ends of a path.
    """
    yes, _ = board
    try:
        off = LOOP.infer(yes, 0)[1]
        if LOOP.paths(yes).closed:
            return
    except Contradiction:
        near = LOOP.closing(yes, None)
        assert not near & ~yes and follows(near, 0, None)
        return
    for place in members(off & ~yes):
        near = LOOP.closing(yes, (place, False))
        assert not near & ~yes and follows(near, 0, (place, False))
