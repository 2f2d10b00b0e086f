"""A count over the whole board, decided by bounds: verdicts against brute force, and accepted certificates."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import product
from math import comb
from operator import and_, or_
from random import Random

import pytest

import tesuji
from tesuji.calls import CALLS
from tesuji.constraints import Count
from tesuji.engine import totals
from tesuji.engine.budget import Budget, run
from tesuji.engine.search import solve
from tesuji.model import Board, Puzzle
from tesuji.puzzles.minesweeper.rules import numbers
from thorough import not_in_pyodide


def boards_of(grid: list[str], mines: int) -> list[set[tuple[int, int]]]:
    """Return all boards of a minesweeper position with up to a few cells next to numbers, without the cells that touch
    no number.
    """
    at = {(r, c): letter for r, row in enumerate(grid) for c, letter in enumerate(row)}
    near = {place: [(place[0] + a, place[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)] for place in at}
    closed = [place for place in at if at[place] == "." and any(at.get(x, ".") != "." for x in near[place])]
    free = sum(at[place] == "." for place in at) - len(closed)
    found = []
    for values in product((False, True), repeat=len(closed)):
        yes = {place for place, value in zip(closed, values) if value}
        right = all(at[x] == "." or int(at[x]) == len(yes.intersection(near[x])) for x in at)
        if right and 0 <= mines - len(yes) <= free:
            found += [yes] * comb(free, mines - len(yes))
    return found


def small(random: Random) -> tuple[list[str], int]:
    height, width = random.choice([(2, 5), (3, 4), (4, 4), (3, 5)])
    field = ["".join(random.choice("*...") for _ in range(width)) for _ in range(height)]
    shown = numbers(field)
    rate = random.choice([0.2, 0.4, 0.6])
    grid = ["".join(str(number) if number >= 0 and random.random() < rate else "." for number in row) for row in shown]
    return grid, max(0, "".join(field).count("*") + random.choice([0, 0, 0, -1, 1, -2, 2, -3, 3, 5]))


def certified(document: dict) -> dict:
    answer = run(CALLS["solve"]({"document": document, "certificate": True}), Budget(60))
    checked = run(CALLS["verify"]({"certificate": answer["certificate"]}))
    assert checked["accepted"], checked
    return answer


@not_in_pyodide
def test_totals_by_brute_force(monkeypatch):
    """Small boards are also decided by bounds, most of them by bounds alone."""
    monkeypatch.setattr(totals, "LARGE_TOTAL", 1)
    random, tiers = Random(19), Counter[tuple]()
    for _ in range(200):
        grid, mines = small(random)
        boards = boards_of(grid, mines)
        answer = certified({"kind": "minesweeper", "grid": grid, "mines": mines})
        assert answer["verdict"] == ("none", "unique", "multiple")[min(len(boards), 2)], (grid, mines)
        tiers[answer["stats"].get("tier"), answer["verdict"]] += 1
    assert tiers["counting", "none"] > 3
    assert tiers["counting", "multiple"] > 20


@not_in_pyodide
def test_totals_of_any_counts(monkeypatch):
    """The total may exclude cells, and other counts may allow several numbers."""
    monkeypatch.setattr(totals, "LARGE_TOTAL", 1)
    random, tiers = Random(5), Counter[tuple]()
    for _ in range(150):
        counts = [
            Count(random.sample(range(12), random.choice([2, 3, 4])), random.sample(range(4), 2)) for _ in range(4)
        ]
        counts += [Count(random.sample(range(12), 3), [random.choice([1, 2])]) for _ in range(2)]
        total = Count(random.sample(range(12), random.choice([8, 10, 12])), [random.randrange(9)])
        puzzle = Puzzle("", 4, 3, 12, (), (*counts, total), Board(), {})
        boards = [yes for yes in range(1 << 12) if all(keeps(one, yes) for one in puzzle.constraints)]
        answer = run(solve(puzzle))
        assert answer.verdict == ("none", "unique", "multiple")[min(len(boards), 2)]
        assert all(board.yes in boards for board in answer.boards)
        if len(boards) > 1 and answer.complete:
            every, some = reduce(and_, boards), reduce(or_, boards)
            assert answer.forced == Board(every, (1 << 12) - 1 & ~some)
        tiers[answer.stats["tier"], answer.verdict] += 1
    assert tiers["counting", "none"] > 3
    assert tiers["counting", "multiple"] > 20


def test_the_bounds_of_linked_counts_are_the_numbers_of_their_solutions(monkeypatch):
    """One of cells 0 and 5 is yes, and so are cells 1 to 4. The other cells are in no count except that of the board."""
    monkeypatch.setattr(totals, "LARGE_TOTAL", 1)
    linked = Count((0, 1, 2, 3, 5), [4]), Count((0, 5), [1]), Count((0, 1, 2, 4, 5), [4])
    puzzle = Puzzle("", 5, 2, 10, (), (*linked, Count(range(10), [4])), Board(), {})
    total = totals.total_of(puzzle, Board())
    assert total is not None
    assert [sum(one.lower(sign) for one in total.parts) for sign in (1, -1)] == [5, -9]


def keeps(count: Count, yes: int) -> bool:
    return sum(yes >> cell & 1 for cell in count.scope) in count.allowed


def large(size: int, mines: int, show: float, more: int) -> dict:
    random = Random(size)
    cells = [(r, c) for r in range(size) for c in range(size)]
    field = set(random.sample(cells, mines))
    shown = set(random.sample([cell for cell in cells if cell not in field], int(show * (size**2 - mines))))
    known = numbers(["".join("*" if (r, c) in field else "." for c in range(size)) for r in range(size)])
    grid = ["".join(str(known[r][c]) if (r, c) in shown else "." for c in range(size)) for r in range(size)]
    return {"kind": "minesweeper", "grid": grid, "mines": mines + more}


@pytest.mark.parametrize(("more", "verdict"), [(0, "multiple"), (-100, "none"), (250, "none")])
def test_a_total_of_a_large_board(more, verdict):
    """Without bounds these take longer than seconds; the proof has one line for each component."""
    document = large(36, 260, 0.25, more)
    answer = tesuji.solve(document, share=False)
    assert (answer["verdict"], answer["stats"]["tier"]) == (verdict, "counting")
    if verdict == "none":
        proof = run(CALLS["solve"]({"document": document, "certificate": True}), Budget(60))["certificate"]
        assert proof.count("weighted") < 200
        assert run(CALLS["verify"]({"certificate": proof}))["accepted"]
