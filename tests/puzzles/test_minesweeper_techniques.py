"""Minesweeper: every technique on a position made for it."""

from __future__ import annotations

import pytest

from tesuji.engine.context import Context
from tesuji.model import Board
from tesuji.puzzles import parse, rulebooks
from tesuji.puzzles.minesweeper import techniques

BOOK = rulebooks()["minesweeper"]


def found_by(technique: str, grid: list[str], mines: int | None = None) -> list[str]:
    """Return everything that the steps of a technique settle in a position."""
    puzzle = parse({"kind": "minesweeper", "grid": grid, "mines": mines})[1]
    (find,) = (candidate.find for candidate in BOOK.explaining.techniques if candidate.name == technique)
    yes = no = 0
    for step in find(Context(puzzle, rulebooks()["minesweeper"]), puzzle.givens):
        yes, no = yes | step.yes, no | step.no
    assert not (yes | no) & puzzle.givens.known and not yes & no
    return ["".join(row) for row in BOOK.solution(puzzle, Board(yes, no))]


TABLE = [
    ("no-mines", ["..", ".0"], None, ["..", ".?"]),
    ("satisfied", ["*1", ".."], None, ["??", ".."]),
    ("full", ["3.", ".."], None, ["?*", "**"]),
    ("full", ["2s", ".."], None, ["??", "**"]),
    ("full", ["2.", ".."], None, ["??", "??"]),
    ("all-found", ["*.", "s."], 1, ["?.", "?."]),
    ("all-mines", ["*.", "s."], 3, ["?*", "?*"]),
    ("one-one", ["...", "11s"], None, ["??.", "???"]),
    ("one-two-one", [".....", "s121s"], None, [".*.*.", "?????"]),
    ("one-two-two-one", ["......", "s1221s"], None, ["..**..", "??????"]),
    ("one-two-two-one", ["......", "s1222s"], None, ["??????", "??????"]),
    ("hole", [".s.", "121", "..."], None, ["???", "???", "???"]),
    ("hole", ["s..s", "s11s", "sss."], None, ["????", "????", "???."]),
    ("hole", ["s...", "s11s", "sss."], None, ["????", "????", "????"]),
    ("subset", [".2.", ".2.", "..."], None, ["???", "???", "..."]),
    ("subset", ["..1", ".3."], None, ["*??", "*??"]),
    ("one-two", ["....", "s12s"], None, [".??*", "????"]),
    ("mine-count", ["....", "1sss"], 1, ["??..", "????"]),
    ("mine-count", ["....", "1sss"], 3, ["??**", "????"]),
    ("mine-count", ["1.....1"], 2, ["??...??"]),
    ("mine-count", ["1.....1"], 4, ["???????"]),
]


@pytest.mark.parametrize(("technique", "grid", "mines", "then"), TABLE)
def test_a_technique_on_a_board_in_all_eight_positions(technique, grid, mines, then):
    for _ in range(4):
        assert found_by(technique, grid, mines) == then
        assert found_by(technique, grid[::-1], mines) == then[::-1]
        grid, then = (["".join(column) for column in zip(*rows[::-1])] for rows in (grid, then))


def test_every_technique_has_its_position():
    shown = {technique for technique, _, _, then in TABLE if set("".join(then)) != {"?"}}
    assert shown == {technique.name for technique in BOOK.explaining.techniques}


def test_numbers_are_read_to_the_end_after_a_call_that_was_stopped(monkeypatch):
    monkeypatch.setattr(techniques, "AT_ONCE", 1)
    puzzle = parse({"kind": "minesweeper", "grid": ["....", "s12s"]})[1]
    (find,) = (technique.find for technique in BOOK.explaining.techniques if technique.name == "one-two")
    context = Context(puzzle, BOOK)
    stopped = find(context, puzzle.givens)
    assert next(stopped) is None
    stopped.close()
    again, fresh = (list(filter(None, find(each, puzzle.givens))) for each in (context, Context(puzzle, BOOK)))
    assert again == fresh and fresh


def test_numbers_without_changed_cells_are_not_read_again():
    puzzle = parse({"kind": "minesweeper", "grid": ["1..1", "....", "2..1"], "mines": 4})[1]
    shared, fuller = Context(puzzle, BOOK), Board(1 << 1, 1 << 4).joined(puzzle.givens)
    read = []
    for context, board in ((shared, puzzle.givens), (shared, fuller), (Context(puzzle, BOOK), fuller)):
        read.append(techniques.OpenNumbers(context, board))
        assert list(read[-1].read()) == []
    first, again, fresh = read
    assert (again.numbers, again.total) == (fresh.numbers, fresh.total)
    assert again.numbers[0, 3] is first.numbers[0, 3]
