"""Slitherlink: every technique on a board of its own."""

from __future__ import annotations

import pytest

from tesuji.calls.serialize import Serializer
from tesuji.engine.context import Context
from tesuji.locales import render_message
from tesuji.model import Board, Step
from tesuji.puzzles import parse, rulebooks
from tesuji.puzzles.slitherlink.lattice import Lattice
from tesuji.puzzles.slitherlink.memory import Memory
from tesuji.puzzles.slitherlink.paths import OpenPaths
from tesuji.puzzles.slitherlink.situations import BOX_CORNERS, WITH_LEAVING, settled
from thorough import not_in_pyodide

BOOK = rulebooks()["slitherlink"]


def found_by(technique: str, grid: list[str], known: tuple[str, ...] = ()) -> set[str]:
    """Return all steps of a technique on a board with these edges known: names of edges, with "+" for on and "-" for
    off."""
    puzzle = parse({"kind": "slitherlink", "grid": grid})[1]
    lattice = Lattice(puzzle.width, puzzle.height)
    yes, no = (sum(1 << lattice.edge(name[1:]) for name in known if name[0] == mark) for mark in "+-")
    (find,) = (candidate.find for candidate in BOOK.explaining.techniques if candidate.name == technique)
    found = set()
    for step in filter(None, find(Context(puzzle, BOOK), Board(yes, no))):
        assert not (step.yes | step.no) & (yes | no)
        found |= {f"+{lattice.name(edge)}" for edge in range(lattice.size) if step.yes >> edge & 1}
        found |= {f"-{lattice.name(edge)}" for edge in range(lattice.size) if step.no >> edge & 1}
    return found


BLANK2 = ["..", ".."]
U_SHAPE = ("+h0,1", "+v1,0", "+h1,1")
"""Three edges around the first box, open to the right."""

TABLE = [
    (
        "loop-closed",
        BLANK2,
        (*U_SHAPE, "+v1,1"),
        {"-h0,2", "-h1,2", "-v1,2", "-h2,1", "-h2,2", "-v2,0", "-v2,1", "-v2,2"},
    ),
    ("vertex-full", BLANK2, ("+h1,1", "+v1,1"), {"-h1,2", "-v2,1"}),
    ("vertex-on", BLANK2, ("+h0,1",), {"+v1,0"}),
    ("dead-end", BLANK2, ("-h0,1",), {"-v1,0"}),
    ("zero", ["...", ".0.", "..."], (), {"-h1,2", "-h2,2", "-v2,1", "-v2,2"}),
    (
        "zero-beside-three",
        ["....", ".03.", "...."],
        (),
        {"+v1,2", "-v2,2", "+v3,2", "+h1,3", "+v2,3", "+h2,3"},
    ),
    ("zero-beside-three", ["03", ".."], (), {"-v1,1", "+v2,1", "+h0,2", "+v1,2", "+h1,2"}),
    ("zero-beside-three", ["....", ".13.", "...."], (), set()),
    ("zero-diagonal-three", ["0.", ".3"], (), {"+h1,2", "+v2,1"}),
    ("zero-diagonal-three", ["1.", ".3"], (), set()),
    ("complete", ["2.", ".."], ("+h0,1", "+v1,0"), {"-h1,1", "-v1,1"}),
    ("needs-rest", ["3.", ".."], ("-h1,1",), {"+h0,1", "+v1,0", "+v1,1"}),
    ("corner-1", ["1.", ".."], (), {"-h0,1", "-v1,0"}),
    ("corner-2", ["2.", ".."], (), {"+h0,2", "+v2,0"}),
    ("corner-3", ["..", ".3"], (), {"+h2,2", "+v2,2"}),
    ("corner-3", ["...", ".3.", "..."], ("-h1,1", "-v1,1"), {"+h1,2", "+v2,1"}),
    ("corner-3", ["...", ".3.", "..."], ("-h1,1",), set()),
    # The two alone could be the whole loop; the 1 states that they are not.
    ("adjacent-threes", ["...", "33.", "..1"], (), {"+v2,0", "+v2,1", "+v2,2", "-v1,1", "-v3,1"}),
    ("adjacent-threes", ["33"], (), set()),
    ("adjacent-threes", ["..3", "..3", "..."], ("+h3,1",), {"+h0,3", "+h1,3", "+h2,3", "-h1,2"}),
    ("diagonal-threes", ["3..", ".3.", "..."], (), {"+h0,1", "+v1,0", "+h2,2", "+v2,2"}),
    ("diagonal-threes", ["..3", ".2.", "3.."], (), {"+h0,3", "+v1,3", "+h3,1", "+v3,0"}),
    ("diagonal-threes", ["..3", ".1.", "3.."], (), set()),
    ("border-pair", [".11.", "...."], (), {"-v1,2"}),
    ("border-pair", ["....", ".11.", "...."], (), set()),
    ("border-pair", [".13.", "...."], (), {"+h0,3", "-h1,2", "-v1,1"}),
    ("border-pair", ["1..", "3..", "..."], (), {"+v2,0", "-h0,1", "-v1,1"}),
    ("border-pair", [".12.", "...."], (), set()),
    ("line-into-1", ["...", ".1.", "..."], ("+h1,1", "-v1,1"), {"-h2,2", "-v2,2"}),
    ("line-into-1", ["...", ".1.", "..."], ("+h1,1",), set()),
    ("line-into-2", ["...", ".2.", "..."], ("+h1,1", "-v1,1", "-v3,2"), {"+h2,3"}),
    ("line-into-3", ["...", ".3.", "..."], ("+h1,1",), {"-v1,1", "+h2,2", "+v2,2"}),
    ("early-loop", BLANK2, (*U_SHAPE, "+h2,2"), {"-v1,1"}),
    ("early-loop", BLANK2, U_SHAPE, set()),
    ("early-loop", [".3", ".."], U_SHAPE, {"-v1,1"}),
    ("early-loop", ["41", ".."], U_SHAPE, set()),
    ("every-way", ["...", ".1.", "..."], ("-h1,1", "-v1,1", "+v3,2"), {"-h1,2", "-v2,1", "-h2,3"}),
    # One line comes to the 2 and takes one of its edges there, so one at the opposite corner: it comes to the 3 as
    # well.
    (
        "diagonal",
        [".....", ".2...", "..3..", "....."],
        ("+h1,1", "-v1,1"),
        {"+h3,3", "+v3,3", "-h3,4", "-v4,3"},
    ),
    ("diagonal", [".....", ".2...", "..3..", "....."], ("-v1,1",), set()),
    ("diagonal", [".....", ".2...", "..1..", "....."], ("+h1,1", "-v1,1"), {"-h3,3", "-v3,3"}),
    ("inside-outside", ["...", "..."], ("-h0,2", "-h1,2"), {"-h2,2"}),
    ("inside-outside", ["...", "..."], ("-h0,2", "+h1,2"), {"+h2,2"}),
    # At the dot between the 1s on the left each of them has one line at most, so a line there would go through both.
    ("arcs", [".1..", ".1..", "...."], ("-h1,1",), {"-h1,2"}),
    ("arcs", [".1..", ".1..", "...."], (), set()),
    # The boxes above and to the left of the number are both outside, so it has both edges there or neither.
    ("colours", ["...", ".1.", "..."], ("-h0,2", "-v2,0"), {"-h1,2", "-v2,1"}),
    ("colours", ["...", ".3.", "..."], ("-h0,2", "-v2,0"), {"+h1,2", "+v2,1"}),
    ("colours", ["...", ".1.", "..."], ("-h0,2", "+v2,0"), {"-h2,2", "-v2,2"}),
    (
        "cut-off",
        ["....", "...."],
        ("+v1,0", "-h0,3", "-h1,3", "-h2,3"),
        {"-h0,4", "-h1,4", "-h2,4", "-v1,3", "-v1,4", "-v2,3", "-v2,4"},
    ),
    ("two-edge-cut", ["...", "..."], ("+v1,0", "+v1,3", "-h1,2"), {"+h0,2", "+h2,2"}),
    ("two-edge-cut", ["...", "..."], ("+v1,0", "+v1,3"), set()),
    # Without the lower edge of the 3 its upper one turns up at its right end, and the 2 then gets no second line.
    ("follow", [".2..", "3..1", "...."], (), {"+h2,1"}),
    ("follow", [".2..", "2..1", "...."], (), set()),
    # The outside is to the left and to the right of the 2. So it has its two lines there or above and below, and either
    # way the boxes above and below it are inside.
    ("shading", ["...", "2..", "..."], ("-h0,2", "-h1,2"), {"+h0,1", "+v1,0", "+v1,1", "+v3,0", "+h3,1"}),
    ("shading", ["...", "2..", "..."], ("-h0,2",), set()),
    # With the upper edge of the 1, nothing goes on from its lower corners to the left and to the right. So of the edges
    # of the 2 that meet at its upper left dot both are on or none, and likewise at its lower left one: three, or one.
    ("ahead", ["....", "1...", ".2.."], (), {"-h1,1"}),
    ("ahead", ["....", "1...", "..2."], (), set()),
]


@pytest.mark.parametrize(("technique", "grid", "known", "then"), TABLE)
def test_a_technique(technique, grid, known, then):
    assert found_by(technique, grid, known) == then


@pytest.mark.parametrize(
    ("technique", "grid", "known", "sentence"),
    [
        (
            "inside-outside",
            ["...", "..."],
            ("-h0,2", "+h1,2"),
            "A walk between row 2, column 2 and the outside by way of row 1, column 2 crosses one line, an odd number. "
            "So the two lie on different sides of the loop",
        ),
        (
            "inside-outside",
            ["...", "..."],
            ("-h0,2", "-h1,2"),
            "by way of row 1, column 2 crosses no line. So the two lie on the same side of the loop",
        ),
        (
            "two-edge-cut",
            ["...", "..."],
            ("+v1,0", "+v1,3", "-h1,2"),
            "The loop has lines at the dot in row 1, column 1 and at the dot in row 1, column 4. Only the edges above "
            "row 1, column 2 and below row 2, column 2 can connect them",
        ),
        (
            "adjacent-threes",
            ["...", "33.", "..1"],
            (),
            "Lines: left of row 2, column 1; left of row 2, column 2 and left of row 2, column 3. "
            "Crosses: left of row 1, column 2 and left of row 3, column 2.",
        ),
        ("adjacent-threes", ["..3", "..3", "..."], ("+h3,1",), "×：2行目2列目の上。"),
        (
            "border-pair",
            [".13.", "...."],
            (),
            "the 1 has its line at the dot in row 1, column 3 that the two share on the border. "
            "Lines: above row 1, column 3. Crosses: above row 2, column 2 and left of row 1, column 2.",
        ),
        ("border-pair", [".13.", "...."], ("+h0,3",), "1行目3列目の点に来ます。×：2行目2列目の上と1行目2列目の左。"),
        ("border-pair", [".13.", "...."], ("-h1,2", "-v1,1"), "share on the border. Lines: above row 1, column 3."),
        (
            "diagonal",
            [".....", ".2...", "..1..", "....."],
            ("+h1,1", "-v1,1"),
            "from the dot in row 2, column 2, and count the lines of each number at its near corner, then at its far "
            "corner: the 2 in row 2, column 2 has exactly one line at each; the 1 in row 3, column 3 has exactly one "
            "line at its near corner. So",
        ),
        (
            "diagonal",
            [".....", ".2...", "..1..", "....."],
            ("+h1,1", "-v1,1"),
            "2行目2列目の2はどちらもちょうど1本。3行目3列目の1は手前でちょうど1本。したがって、",
        ),
        (
            "shading",
            ["...", "2..", "..."],
            ("-h0,2", "-h1,2"),
            "row 1, column 1 and the outside lie on different sides of the loop (by the 2 in row 2, column 1). So",
        ),
        (
            "shading",
            ["...", "2..", "..."],
            ("-h0,2", "-h1,2"),
            "2行目1列目の2から、1行目1列目と盤の外は輪の内と外。したがって、",
        ),
    ],
)
def test_a_sentence_shows_how_to_see_it(technique, grid, known, sentence):
    puzzle = parse({"kind": "slitherlink", "grid": grid})[1]
    lattice = Lattice(puzzle.width, puzzle.height)
    board = Board(*(sum(1 << lattice.edge(name[1:]) for name in known if name[0] == mark) for mark in "+-"))
    (find,) = (candidate.find for candidate in BOOK.explaining.techniques if candidate.name == technique)
    step = next(filter(None, find(Context(puzzle, BOOK), board)))
    shown = Serializer(BOOK, puzzle).step(step, board)
    assert sentence in render_message(shown["sentence"], "en" if sentence.isascii() else "ja", shown["because"])


def test_a_technique_finds_nothing_if_it_narrowly_fails_to_apply():
    """The newer ones have such a board next to the one on which they apply."""
    idle = {technique for technique, _, _, then in TABLE if not then}
    newer = {
        "zero-beside-three",
        "zero-diagonal-three",
        "border-pair",
        "diagonal",
        "arcs",
        "follow",
        "shading",
        "ahead",
    }
    assert newer <= idle


def test_every_technique_has_its_board():
    assert {technique for technique, _, _, then in TABLE if then} == {
        technique.name for technique in BOOK.explaining.techniques
    }


@pytest.mark.parametrize("value", range(5))
def test_around_a_number_everything_is_found(value):
    """Against all ways to draw twelve edges, some of them known."""
    drawn = [
        edges
        for edges in range(1 << 12)
        if (edges & 0b1111).bit_count() == value and all(at_corner(edges, corner) in (0, 2) for corner in range(4))
    ]
    for on, off in (
        (0, 0),
        (1, 0),
        (0, 1),
        (1 << 4, 1 << 5),
        (1 << 4 | 1 << 11, 1 << 5),
        (0, 0b110000),
        (0b11, 0),
        (1 << 6, 0b1000),
    ):
        fitting = [edges for edges in drawn if not edges & off and not on & ~edges]
        every, none = (1 << 12) - 1, 0
        for edges in fitting:
            every, none = every & edges, none | edges
        then = facts(every, (1 << 12) - 1 & ~none) if fitting else None
        assert settled(WITH_LEAVING + value, facts(on, off)) == then


def facts(on: int, off: int) -> int:
    return sum((on >> edge & 1) << 2 * edge | (off >> edge & 1) << 2 * edge + 1 for edge in range(12))


def at_corner(edges: int, corner: int) -> int:
    return (edges & (BOX_CORNERS[corner] | 0b11 << 4 + 2 * corner)).bit_count()


def test_paths_join_and_close():
    puzzle = parse({"kind": "slitherlink", "grid": [".."]})[1]
    lattice = Lattice(2, 1)
    ring = [lattice.edge(name) for name in ("h0,1", "h0,2", "v1,2", "h1,2", "h1,1", "v1,0")]
    whole = sum(1 << edge for edge in ring)
    for missing in ring:
        path = whole & ~(1 << missing)
        paths = OpenPaths(puzzle).on(Board(path))
        assert not paths.closed
        assert list(paths.closing(puzzle.cells)) == [(missing, path)]
    assert OpenPaths(puzzle).on(Board(whole)).closed == whole


def test_a_search_is_remembered_while_its_edges_and_paths_are_unchanged():
    memory = Memory(parse({"kind": "slitherlink", "grid": [".."]})[1])
    kept = memory.keep("a", Board(0b0001, 0b1010), 0b0111, {2: 4}, "found", others=["b"])
    assert kept.found == "found"
    for board, end, known in [
        (Board(0b0001, 0b1010), 4, True),
        (Board(0b1001, 0b0010), 4, True),  # it did not inspect edge 3
        (Board(0b0101, 0b1010), 4, False),
        (Board(0b0001, 0b1110), 4, False),
        (Board(0b0000, 0b1010), 4, False),
        (Board(0b0001, 0b1010), 5, False),
    ]:
        assert [memory.recall(what, board, {2: end}.__getitem__) for what in "abc"] == [
            *([kept, kept] if known else [None, None]),
            None,
        ]


@not_in_pyodide
@pytest.mark.parametrize(("side", "says"), [(40, True), (60, False)])
def test_looking_ahead_is_left_out_on_the_largest_boards(side, says):
    """It would take too much room there. In the corner, the board of the table."""
    rows = [row.ljust(side, ".") for row in ("....", "1...", ".2..")]
    found = found_by("ahead", [*["." * side] * (side - len(rows)), *rows])
    assert (f"-h{side - 2},1" in found) == says


REMEMBERING = ("vertex-full", "vertex-on", "dead-end", "early-loop", "diagonal", "arcs", "follow", "ahead")


@pytest.mark.parametrize("entry", [entry for entry in TABLE if entry[0] in REMEMBERING])
def test_findings_do_not_depend_on_earlier_boards(entry):
    """Results of searches are cached as a board fills up; and a board may also say less than the one before."""
    document = {"kind": "slitherlink", "grid": entry[1]}
    asked = parse(document)[1]
    lattice = Lattice(asked.width, asked.height)
    edges = [(name[0], 1 << lattice.edge(name[1:])) for name in entry[2]]
    boards = [
        Board(*(sum(edge for mark, edge in edges[first:last] if mark == wanted) for wanted in "+-"))
        for first, last in [
            (0, None),
            *((0, size) for size in range(len(edges) + 1)),
            *((size, None) for size in range(len(edges))),
        ]
    ]
    for step in _remembered(Context(asked, BOOK), boards[0]):
        boards += [boards[0].joined(Board(step.yes, step.no)), boards[0]]
    remembering = Context(asked, BOOK)
    alone = {board: _remembered(Context(asked, BOOK), board) for board in set(boards)}
    for board in boards:
        assert _remembered(remembering, board) == alone[board]


def _remembered(context: Context, board: Board) -> list[Step]:
    techniques = [technique for technique in BOOK.explaining.techniques if technique.name in REMEMBERING]
    return [step for technique in techniques for step in technique.find(context, board) if step]
