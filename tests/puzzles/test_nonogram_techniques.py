"""Nonogram: every technique on a line made for it, placements by number, and the view of a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.calls.serialize import Serializer
from tesuji.constraints import Runs
from tesuji.engine.context import Context
from tesuji.locales import render_message
from tesuji.model import Board, Clue, Puzzle
from tesuji.puzzles import parse, rulebooks
from tesuji.puzzles.nonogram import extract_common, simple_boxes, solve_line, techniques
from tesuji.puzzles.nonogram.lines import Line, open_lines
from tesuji.puzzles.nonogram.placements import Placements, black, run_starts

BOOK = rulebooks()["nonogram"]


def generate_patterns(width: int, runs: tuple[int, ...]) -> Iterator[str]:
    """Yield every placement of the runs, leftmost first, as lines of "#" and "."."""
    slack = width - sum(runs) - max(len(runs) - 1, 0)
    before = [sum(runs[:number]) + number for number in range(len(runs))]
    for moves in combinations(range(slack + len(runs)), len(runs)) if slack >= 0 else ():
        starts = [place + move - number for number, (place, move) in enumerate(zip(before, moves))]
        filled = {start + cell for run, start in zip(runs, starts) for cell in range(run)}
        yield "".join("#" if place in filled else "." for place in range(width))


def filter_patterns(patterns: Iterable[str], known: str) -> Iterator[str]:
    """Yield the patterns that agree with the known cells of a line."""
    return (pattern for pattern in patterns if all(cell in ("?", want) for cell, want in zip(known, pattern)))


def cells(text: str, mark: str) -> int:
    return sum(1 << place for place, letter in enumerate(text) if letter == mark)


def text_of(width: int, filled: int, empty: int) -> str:
    return "".join("#" if filled >> place & 1 else "." if empty >> place & 1 else "?" for place in range(width))


def line_of(text: str, runs: tuple[int, ...]) -> Line:
    constraint = Runs(range(len(text)), runs, Clue(("row", 0), runs))
    puzzle = Puzzle("nonogram", len(text), 1, len(text), (constraint.clue,), (constraint,), Board(), {})
    return Line(puzzle, 0, Board(cells(text, "#"), cells(text, ".")))


def after(technique: str, text: str, runs: tuple[int, ...]) -> str:
    """Return the line after a technique has been applied until it finds nothing more."""
    line = line_of(text, runs)
    known = line.settled
    for fact in getattr(techniques, technique.replace("-", "_"))(line):
        known |= fact.values & line.found
    return text_of(line.width, line.plane(known, 1), line.plane(known, 0))


@pytest.mark.parametrize(
    ("technique", "runs", "before", "then"),
    [
        ("empty-line", (), "????", "...."),
        ("whole-line", (2, 1), "????", "##.#"),
        ("whole-line", (2, 1), "?????", "?????"),
        ("overlap", (7,), "??????????", "???####???"),
        ("overlap", (5,), "??????????", "??????????"),
        ("overlap", (4, 3), "?????????", "?###??##?"),
        ("overlap", (1, 12), "????????????????????", "????????######??????"),
        ("finished", (2, 1), "?##?#?", ".##.#."),
        ("last-cells", (2, 1), "?#.?", "##.#"),
        ("edge", (3,), "#?????", "###.??"),
        ("edge", (3,), "?#????", "?##???"),
        ("edge", (2, 3), "##.#????", "##.###.?"),
        ("edge", (2, 4), ".#??????", ".##.????"),
        ("edge", (2, 4), "??????#?", "????###?"),
        ("closed", (2, 1), "??##????", "?.##.???"),
        ("closed", (3, 3), "??##????", "??##????"),
        ("closed", (1, 3), "?#??????", ".#.?????"),
        ("gap", (2, 2), "???.?.???", "???...???"),
        ("gap", (1, 2), "???.?.???", "???.?.???"),
        ("gap", (3,), "???.??.???", "???....???"),
        ("out-of-reach", (2,), "???#????", "..?#?..."),
        ("out-of-reach", (2, 1), "?#????#?", "?#?...#."),
        ("room", (4,), "?????.??", "?###?.??"),
        ("room", (3, 3), "????.????", "?##?.?##?"),
        ("join", (5,), "??#?#???", "??###???"),
        ("join", (2, 2), "?#??#???", "?#??#???"),
        ("join", (4, 1), "?#??#???", "?####???"),
        ("split", (1, 2), "?#?#????", ".#.#????"),
        ("split", (1, 1, 3), "?#?#?????", ".#.#.????"),
        ("extend", (3, 3), "??#.??????", "###.??????"),
        ("extend", (3, 3), "????.#??.???", "????.###.???"),
        ("agreement", (2, 1), "?#?#?????", "##.#....."),
        ("agreement", (3, 1, 2), "??#????#????", "??#????#????"),
        ("agreement", (1, 1, 1), "?#??.?#??#?", ".#....#..#."),
    ],
)
def test_a_technique(technique, runs, before, then):
    assert after(technique, before, runs) == then


def test_a_block_that_would_be_too_long_is_compared_with_a_run_of_the_clue():
    """The first cell, which no run reaches, would make a block of 2, longer than the 1."""
    said = [fact.words() for fact in techniques.split(line_of("?#?#????", (1, 2)))]
    assert {"length": 2, "run": 1} in said and all(words["run"] for words in said)


@pytest.mark.parametrize(
    ("technique", "runs", "text", "sentence"),
    [
        ("out-of-reach", [2], "???#????", "Row 1 (a): the 2 does not reach columns 1, 2, 6–8, so they are empty."),
        ("out-of-reach", [2], "???#????", "1行目（a）：2は1、2、6〜8列目に届かないので、白マスです。"),
        ("out-of-reach", [2, 1], "?#????#?", "Row 1 (a): no run of 2, 1 reaches columns 4–6, 8, so they are empty."),
        ("agreement", [4], "??????", "Row 1 (a): each of the 3 remaining placements of 4 fills columns 3, 4."),
        ("agreement", [4], "??????", "1行目（a）：4の残りの置き方（全3通り）では、必ず3、4列目が塗れます。"),
        (
            "agreement",
            [4],
            "????.?",
            "Row 1 (a): the only remaining placement of 4 fills columns 1–4 and leaves 6 empty.",
        ),
        (
            "agreement",
            [4],
            "????.?",
            "1行目（a）：4の置き方は1通りしか残っていないので、1〜4列目が塗れ、6列目が白マスになります。",
        ),
    ],
)
def test_a_sentence_tells_one_run_or_placement_from_several(technique, runs, text, sentence):
    puzzle = parse({"kind": "nonogram", "rows": [runs], "cols": [[1]] * len(text)})[1]
    (find,) = (candidate.find for candidate in techniques.TECHNIQUES if candidate.name == technique)
    board = Board(cells(text, "#"), cells(text, "."))
    step = next(step for step in find(Context(puzzle, BOOK), board) if step and "row" in step.params)
    shown = Serializer(BOOK, puzzle).step(step, board)
    assert render_message(shown["sentence"], "en" if sentence[0] == "R" else "ja", shown["because"]) == sentence


OTHERS = {"edge-logic", "two-lines", "used-up", "missing-colour", "colour-room", "colours-meet", "colour-out"}
"""The techniques for more than one line, and those for colours."""


def test_every_technique_has_its_line():
    """The table above has an example of each technique."""
    (table,) = (mark for mark in test_a_technique.pytestmark if mark.name == "parametrize")
    shown = {technique for technique, _, before, then in table.args[1] if before != then}
    assert shown | OTHERS == {technique.name for technique in techniques.TECHNIQUES}


EDGED = {"kind": "nonogram", "rows": [[1, 1], [2], [1, 1], [1]], "cols": [[1, 1], [1], [2], [2]]}
INNER = {"kind": "nonogram", "rows": [[1], [1], [1], [2]], "cols": [[1, 1], [1], [1], [1]]}
ONES = {"kind": "nonogram", "rows": [[1]] * 4, "cols": [[1]] * 4}


@pytest.mark.parametrize(
    ("technique", "document", "then"),
    [
        ("edge-logic", EDGED, {"#r1c1", ".r1c2", ".r2c1"}),
        ("edge-logic", INNER, set()),
        ("two-lines", INNER, {".r3c2", ".r1c2"}),
        ("two-lines", ONES, set()),
    ],
)
def test_two_lines_together(technique, document, then):
    """Between the outermost line and the next one, or between any two, if no line infers anything by itself."""
    puzzle = parse(document)[1]
    assert not open_lines(Context(puzzle, BOOK), puzzle.givens)
    (find,) = (candidate.find for candidate in techniques.TECHNIQUES if candidate.name == technique)
    found = set()
    for step in filter(None, find(Context(puzzle, BOOK), puzzle.givens)):
        for mark, side in (("#", step.yes), (".", step.no)):
            found |= {f"{mark}r{cell // 4 + 1}c{cell % 4 + 1}" for cell in range(puzzle.size) if side >> cell & 1}
    assert found == then


@st.composite
def lines(draw) -> tuple[str, list[int]]:
    """Draw a partly known line with runs that fit at least once."""
    solution = draw(st.text("#.", max_size=12))
    known = draw(st.lists(st.booleans(), min_size=len(solution), max_size=len(solution)))
    return "".join(cell if show else "?" for cell, show in zip(solution, known)), [
        len(run) for run in solution.split(".") if run
    ]


@given(lines())
def test_no_technique_finds_more_than_all_placements_together(case):
    text, runs = case
    everything = "".join(solve_line(text, runs))
    for technique in techniques.TECHNIQUES:
        if technique.name in OTHERS:
            continue
        then = after(technique.name, text, tuple(runs))
        assert all(cell in ("?", whole) for cell, whole in zip(then, everything))
    assert after("agreement", text, tuple(runs)) == everything


# -- placements --------------------------------------------------------------------------------------------------------


@given(lines())
def test_placements_are_those_of_the_patterns_in_their_order(case):
    text, runs = case
    fitting = [
        [".#".index(cell) for cell in pattern] for pattern in filter_patterns(generate_patterns(len(text), runs), text)
    ]
    placements = Placements(len(text), black(runs), cells(text, "#") | cells(text, ".") << len(text))
    assert placements.total == len(fitting)
    assert [placements[number] for number in range(placements.total)] == fitting
    with pytest.raises(IndexError):
        placements[placements.total]


@given(lines())
def test_starts_are_those_of_all_placements(case):
    text, runs = case
    starts = [0] * len(runs)
    for pattern in filter_patterns(generate_patterns(len(text), runs), text):
        begins = [place for place, cell in enumerate(pattern) if cell == "#" and pattern[place - 1 : place] != "#"]
        starts = [known | 1 << begin for known, begin in zip(starts, begins)]
    assert run_starts(len(text), black(runs), cells(text, "#") | cells(text, ".") << len(text)) == starts


# -- the view of a line ------------------------------------------------------------------------------------------------


def view_of(text: str, runs: list[int]):
    puzzle = parse({"kind": "nonogram", "rows": [runs], "cols": [[]] * len(text)})[1]
    return BOOK.line(puzzle, BOOK.read(puzzle, [text]), "row", 0)


def test_the_view_of_a_small_line():
    """Three placements of 2 and 1 on five cells; a cross in the middle rules out one of them."""
    view = view_of("??.??", [2, 1])
    assert (view.total, view.fitting, view.shared) == (3, 2, "##.??")
    shown = [(arrangement.letters, arrangement.why, arrangement.cell) for arrangement in view.all(0, 10)]
    assert shown == [("##.#.", None, None), ("##..#", None, None), (".##.#", "known", 2)]


@given(lines())
def test_the_view_of_a_line_agrees_with_its_patterns(case):
    text, runs = case
    if not text:
        return
    view = view_of(text, runs)
    patterns = list(generate_patterns(len(text), runs))
    fitting = list(filter_patterns(patterns, text))
    assert [arrangement.letters for arrangement in view.all(0, 10**6)] == patterns
    assert [arrangement.letters for arrangement in view.all(0, 10**6) if not arrangement.why] == fitting
    assert [arrangement.letters for arrangement in view.only_fitting(0, 10**6)] == fitting
    assert view.shared == ("".join(extract_common(fitting)) if fitting else "?" * len(text))
    for arrangement in view.all(0, 10**6):
        if arrangement.why:
            assert text[arrangement.cell] not in ("?", arrangement.letters[arrangement.cell])
            assert text[: arrangement.cell].replace("?", "") == "".join(
                cell for cell, known in zip(arrangement.letters, text[: arrangement.cell]) if known != "?"
            )


def test_a_window_far_into_a_long_line():
    """13 single cells have 5,414,950,296 placements on 50 cells; the last window takes as long as the first."""
    view = view_of("?" * 50, [1] * 13)
    assert view.total == view.fitting == 5_414_950_296
    last = list(view.all(view.total - 2, view.total + 5))
    assert [arrangement.letters[-4:] for arrangement in last] == [".#.#", ".#.#"]
    assert [arrangement.letters for arrangement in view.all(0, 3)] == list(islice(generate_patterns(50, [1] * 13), 3))


@pytest.mark.parametrize(("width", "run"), [(10, 7), (10, 5), (5, 5), (1, 1), (6, 4)])
def test_the_shared_cells_of_one_run_are_its_simple_boxes(width, run):
    view = view_of("?" * width, [run])
    box = simple_boxes(width, [run])
    assert [place for place, cell in enumerate(view.shared) if cell == "#"] == list(range(*box) if box else ())
