"""Sets of cells as ints."""

from __future__ import annotations

import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from tesuji.bitset import members, set_of

PLACES = st.one_of(st.integers(0, 40), st.integers(0, 1000), st.integers(0, 40_000))


@given(st.sets(PLACES), st.integers(0, 20_000), st.integers(0, 60))
def test_members_are_in_order_however_many_and_however_far(cells, first, run):
    """Sparse, dense, and at the end of a large board."""
    for some in (cells, cells | set(range(first, first + run))):
        assert list(members(set_of(some))) == sorted(some)


def test_a_few_cells_at_the_end_of_a_large_board_take_little_more_than_their_set():
    last = 1 << 25
    tracemalloc.start()
    tracemalloc.reset_peak()  # another test may not have stopped it
    before, _ = tracemalloc.get_traced_memory()
    found = set_of(range(last - 20, last))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == (1 << 20) - 1 << last - 20 and peak - before < 1.2 * last / 7.5
