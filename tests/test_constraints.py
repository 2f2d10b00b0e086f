"""Every `infer` against all complete lines: sound, and complete if the class promises it."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.constraints import Count, Different, Runs, SingleLoop
from tesuji.errors import Contradiction
from tesuji.model import Constraint


def completions(size: int, yes: int, no: int) -> list[int]:
    """Return the yes cells of every complete board that agrees with a partial one."""
    return [cells for cells in range(1 << size) if cells & yes == yes and not cells & no]


def forced(size: int, allowed: list[int]) -> tuple[int, int]:
    """Return the values that all of these complete boards share."""
    yes = no = (1 << size) - 1
    for cells in allowed:
        yes &= cells
        no &= ~cells
    return yes, no


def check_complete(constraint: Constraint, holds, yes: int, no: int) -> None:
    """Check that `infer` finds exactly what all complete boards share, and a contradiction exactly if there is none."""
    size = len(constraint.scope)
    allowed = [cells for cells in completions(size, yes, no) if holds(cells)]
    if allowed:
        assert constraint.infer(yes, no) == forced(size, allowed)
    else:
        with pytest.raises(Contradiction) as caught:
            constraint.infer(yes, no)
        assert caught.value.constraint is constraint


def local_boards(size: int):
    """Draw (yes, no) over `size` cells; most cells are unknown."""
    every = (1 << size) - 1
    cells = st.tuples(*[st.integers(0, every)] * 3)
    return cells.map(lambda three: (three[0] & three[1], ~three[0] & three[2] & every))


def runs_in(cells: int, size: int) -> list[int]:
    text = "".join("#" if cells >> place & 1 else "." for place in range(size))
    return [len(run) for run in text.split(".") if run]


@st.composite
def boards_of(draw, sizes):
    size = draw(sizes)
    return size, *draw(local_boards(size))


@given(boards_of(st.integers(1, 9)), st.sets(st.integers(-1, 10), min_size=1))
def test_count(board, allowed):
    size, yes, no = board
    check_complete(Count(range(100, 100 + size), allowed), lambda cells: cells.bit_count() in allowed, yes, no)


@given(boards_of(st.integers(1, 11)), st.lists(st.integers(1, 5), max_size=5))
def test_runs(board, runs):
    size, yes, no = board
    check_complete(Runs(range(size), runs), lambda cells: runs_in(cells, size) == runs, yes, no)


@given(boards_of(st.integers(1, 13)), st.integers(0, 1 << 13))
def test_runs_that_fit(board, line):
    """Clues and known cells come from the same line, so contradictions are rare."""
    size, yes, no = board
    line &= (1 << size) - 1
    runs = runs_in(line, size)
    known = yes | no
    check_complete(Runs(range(size), runs), lambda cells: runs_in(cells, size) == runs, line & known, ~line & known)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_runs_of_every_short_line(size):
    """Every clue with every partial line."""
    clues = {tuple(runs_in(line, size)) for line in range(1 << size)} | {(size + 1,), (1,) * size}
    lines = {runs: [line for line in range(1 << size) if tuple(runs_in(line, size)) == runs] for runs in clues}
    for runs, every in lines.items():
        constraint = Runs(range(size), runs)
        for yes in range(1 << size):
            for no in range(1 << size):
                if yes & no:
                    continue
                allowed = [line for line in every if line & yes == yes and not line & no]
                try:
                    assert constraint.infer(yes, no) == forced(size, allowed)
                except Contradiction:
                    assert not allowed


@given(boards_of(st.integers(1, 5).map(lambda length: 2 * length)))
def test_different(board):
    size, yes, no = board
    length = size // 2
    check_complete(
        Different(range(length), range(length, size)),
        lambda cells: cells >> length != cells & (1 << length) - 1,
        yes,
        no,
    )


def test_inference_is_cached_without_harm():
    line = Runs(range(8), [3, 2])
    assert [line.infer(0, 0) for _ in range(3)] == [line.infer(0, 0)] * 3
    for _ in range(2):
        with pytest.raises(Contradiction):
            line.infer(0, 0b01110111)


# -- a single loop: sound, and complete for its own rules --------------------------------------------------------------

GRAPHS = {
    "triangle": [(0, 1), (1, 2), (2, 0)],
    "square with a diagonal": [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)],
    "two triangles": [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)],
    "two by two boxes": [
        (0, 1),
        (1, 2),
        (3, 4),
        (4, 5),
        (6, 7),
        (7, 8),
        (0, 3),
        (1, 4),
        (2, 5),
        (3, 6),
        (4, 7),
        (5, 8),
    ],
    "a path": [(0, 1), (1, 2), (2, 3)],
}


@cache
def loops_of(name: str) -> list[int]:
    """Return every set of a graph's edges that is one closed loop."""
    edges = GRAPHS[name]
    return [
        chosen
        for chosen in range(1, 1 << len(edges))
        if is_loop([edge for place, edge in enumerate(edges) if chosen >> place & 1])
    ]


def is_loop(edges) -> bool:
    vertices = {vertex for edge in edges for vertex in edge}
    if any(sum(vertex in edge for edge in edges) != 2 for vertex in vertices):
        return False
    reached = {edges[0][0]}
    while True:
        more = {vertex for edge in edges if reached & set(edge) for vertex in edge} - reached
        if not more:
            return reached == vertices
        reached |= more


def loop_over(edges) -> SingleLoop:
    return SingleLoop(list(enumerate(edges)))


def paths_only(edges, yes: int) -> bool:
    """Return whether the yes edges have at most two at each vertex, which `Count` ensures before `SingleLoop` runs."""
    chosen = [edge for place, edge in enumerate(edges) if yes >> place & 1]
    return all(sum(vertex in edge for edge in chosen) <= 2 for vertex in {vertex for edge in edges for vertex in edge})


@pytest.mark.parametrize("name", GRAPHS)
@given(data=st.data())
def test_a_single_loop_is_never_wrong(name, data):
    edges = GRAPHS[name]
    yes, no = data.draw(local_boards(len(edges)))
    if not paths_only(edges, yes):
        return
    allowed = [loop for loop in loops_of(name) if loop & yes == yes and not loop & no]
    try:
        new_yes, new_no = loop_over(edges).infer(yes, no)
    except Contradiction:
        assert not allowed
        return
    assert new_yes & yes == yes and new_no & no == no
    assert all(loop & new_yes == new_yes and not loop & new_no for loop in allowed)


@pytest.mark.parametrize("name", GRAPHS)
def test_a_complete_board_is_one_loop_or_a_contradiction(name):
    """If every vertex has no edges or two, exactly the single loops pass."""
    edges = GRAPHS[name]
    every = (1 << len(edges)) - 1
    loops = set(loops_of(name))
    for chosen in range(1 << len(edges)):
        drawn = [edge for place, edge in enumerate(edges) if chosen >> place & 1]
        if any(sum(vertex in edge for edge in drawn) == 1 for edge in drawn for vertex in edge) or not paths_only(
            edges, chosen
        ):
            continue
        try:
            loop_over(edges).infer(chosen, every & ~chosen)
        except Contradiction:
            assert chosen not in loops
        else:
            assert chosen in loops


SQUARE = GRAPHS["two by two boxes"]


def edges(*names: tuple[int, int]) -> int:
    return sum(1 << SQUARE.index(name) for name in names)


EVERY = (1 << len(SQUARE)) - 1
UPPER_LEFT = edges((0, 1), (1, 4), (3, 4), (0, 3))


@pytest.mark.parametrize(
    ("yes", "no", "after"),
    [
        (UPPER_LEFT, 0, (UPPER_LEFT, EVERY & ~UPPER_LEFT)),
        (edges((0, 1), (1, 4), (3, 4), (7, 8)), 0, (edges((0, 1), (1, 4), (3, 4), (7, 8)), edges((0, 3)))),
        (edges((0, 1), (1, 4), (3, 4)), 0, (edges((0, 1), (1, 4), (3, 4)), 0)),
        (0, EVERY & ~edges((0, 1)), (edges((0, 1)), EVERY & ~edges((0, 1)))),
    ],
    ids=[
        "a closed loop is all",
        "no early closing",
        "it may close where nothing is left out",
        "the last edge that may be drawn",
    ],
)
def test_the_rules_of_a_single_loop(yes, no, after):
    assert loop_over(SQUARE).infer(yes, no) == after


@pytest.mark.parametrize(
    ("yes", "no"),
    [(UPPER_LEFT | edges((7, 8)), 0), (0, EVERY)],
    ids=["an edge beside a closed loop", "nothing drawn at all"],
)
def test_edges_that_are_not_a_single_loop(yes, no):
    with pytest.raises(Contradiction):
        loop_over(SQUARE).infer(yes, no)


def test_constraints_have_a_readable_representation():
    for constraint in (Count([1], {0}), Runs([1], [1]), Different([1], [2]), loop_over(SQUARE)):
        assert type(constraint).__name__ in repr(constraint)
        assert len(set(constraint.scope)) == len(constraint.scope)


@given(boards_of(st.integers(2, 10)))
def test_inference_is_idempotent(board):
    """A single call is enough; propagation relies on this."""
    size, yes, no = board
    for constraint in (Count(range(size), {1, size - 1}), Runs(range(size), [1, 2])):
        try:
            found = constraint.infer(yes, no)
        except Contradiction:
            continue
        assert constraint.infer(*found) == found
