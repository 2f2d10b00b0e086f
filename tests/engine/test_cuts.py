"""The places that separate others, against removing each place in turn, and floods, against a plain search."""

from __future__ import annotations

from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.bitset import members, set_of
from tesuji.constraints import connected
from tesuji.constraints.connected import Graph
from tesuji.grid import neighbours

SIDES = st.integers(1, 8)


@st.composite
def graphs(draw):
    """Draw a grid, in some cases with walls between cells, or a cube, which has six directions."""
    width, height = draw(SIDES), draw(SIDES)
    near = [set(others) for others in neighbours(width, height)]
    if not draw(st.integers(0, 5)):
        return Graph([[place ^ 1, place ^ 2, place ^ 4] for place in range(8)])
    pairs = [(one, other) for one, others in enumerate(near) for other in others if one < other]
    for one, other in draw(st.lists(st.sampled_from(pairs), max_size=9)) if pairs else []:
        near[one].discard(other)
        near[other].discard(one)
    return Graph([sorted(others) for others in near])


@given(graph=graphs(), data=st.data())
def test_a_flood_reaches_the_places_that_a_search_reaches(graph, data):
    size = len(graph.near)
    room = set(data.draw(st.lists(st.integers(0, size - 1))))
    start = set(data.draw(st.lists(st.integers(0, size - 1), max_size=3)))
    reached, front = set(), start & room
    while front:
        reached |= front
        front = {other for place in front for other in graph.near[place]} & room - reached
    assert graph.flood(set_of(start), set_of(room)) == set_of(reached)


@pytest.mark.parametrize(("largest", "few"), [(64, 0), (0, 0), (0, 64)])
@given(graph=graphs(), data=st.data())
def test_cuts_are_the_places_without_which_a_wanted_place_is_out_of_reach(largest, few, graph, data):
    size = len(graph.near)
    removed = set_of(data.draw(st.lists(st.integers(0, size - 1), max_size=size // 2)))
    start = data.draw(st.integers(0, size - 1))
    room = graph.flood(1 << start, (1 << size) - 1 & ~removed | 1 << start)
    wanted = room & (set_of(data.draw(st.lists(st.integers(0, size - 1), max_size=size))) | 1 << start)
    expected = [place for place in members(room & ~wanted) if wanted & ~graph.flood(1 << start, room & ~(1 << place))]
    with mock.patch.multiple(connected, LARGEST=largest, FEW=few):
        assert [*members(graph.cuts(start, room, wanted))] == expected
