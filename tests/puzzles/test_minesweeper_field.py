"""Complete fields as text, and the data added to them."""

from __future__ import annotations

from random import Random

import pytest

from tesuji.calls import CALLS
from tesuji.engine.budget import run
from tesuji.errors import InputError
from tesuji.puzzles import read, write
from tesuji.puzzles.minesweeper.field import click, flood
from tesuji.puzzles.minesweeper.notation import unmask
from tesuji.puzzles.minesweeper.rules import numbers


def random_field(random: Random) -> dict:
    width, height = random.randint(1, 9), random.randint(1, 9)
    field = ["".join(random.choice("...*") for _ in range(width)) for _ in range(height)]
    safe = [(r, c) for r in range(height) for c in range(width) if field[r][c] == "."]
    opened = random.sample(safe, random.randint(0, len(safe))) if random.random() < 0.5 or not safe else None
    opened = sorted(flood(field, *random.choice(safe))) if opened is None else opened
    return {"kind": "minesweeper", "field": field, "opened": [list(place) for place in opened]}


@pytest.mark.parametrize("seed", range(60))
def test_a_field_comes_back_from_its_text(seed):
    document = random_field(Random(seed))
    text, lost = write(document, "text")
    again = read(text)[0]
    assert lost == []
    assert again["field"] == document["field"]
    assert sorted(again["opened"]) == sorted(document["opened"])


@pytest.mark.parametrize("seed", range(20))
def test_a_field_is_read_from_its_matrix(seed):
    document = random_field(Random(seed))
    board = numbers(document["field"])
    if not any(-1 in row for row in board):
        return
    opened = " ".join(f"r{r + 1}c{c + 1}" for r, c in document["opened"])
    text = "\n".join(" ".join(f"{n:2}" for n in row) for row in board)
    assert read(f"minesweeper\n{text}\nopened: {opened}")[0] == document
    assert read(f"minesweeper\n{text}\nopened: {document['opened']}")[0] == document
    assert read(str({"board": board, "opened": document["opened"]}).replace("'", '"'))[0] == document


@pytest.mark.parametrize("seed", range(8))
def test_a_click_opens_the_cells_of_its_definition(seed):
    """A 0 opens all eight neighbours, repeatedly; computed square by square from the field."""
    random = Random(seed)
    field = ["".join(random.choice("......*") for _ in range(7)) for _ in range(6)]
    field[3] = ".*." + field[3][3:]
    around = {(r, c): [(y, x) for y in range(6) for x in range(7) if 0 < (y - r) ** 2 + (x - c) ** 2 < 3]
              for r in range(6) for c in range(7)}  # fmt: skip
    for start in [place for place in around if field[place[0]][place[1]] == "."]:
        opened = {start}
        for _ in around:
            empty = [place for place in opened if not any(field[r][c] == "*" for r, c in around[place])]
            opened |= {near for place in empty for near in around[place]}
        assert set(flood(field, *start)) == opened


def test_a_zero_opens_across_a_corner():
    """From each corner of an empty square, only a diagonal leads to the next one."""
    diagonal = ["..*", "...", "*.."]
    assert set(flood(["...", "...", "..."], 1, 1)) == {(r, c) for r in range(3) for c in range(3)}
    for r, c in ((0, 0), (2, 2)):
        assert (1, 1) in flood(diagonal, r, c)


def test_tathams_id_contains_the_mines_and_names_omissions():
    document = {"kind": "minesweeper", "field": ["*..", "..*"], "opened": [[0, 1]]}
    text, lost = write(document, "tatham")
    assert lost == [] and unmask(text.partition("m")[2], 6) == "84"
    assert write({**document, "opened": [[0, 1], [1, 0]]}, "tatham")[1] == ["opened"]
    with pytest.raises(InputError):
        write({"kind": "minesweeper", "grid": ["1*.", "..."]}, "tatham")


def test_the_first_click_comes_first():
    document = read("*  1 (0)\n1 (1)<0>".replace("*  1 (0)", "* (1)(0)").replace("1 (1)", "1 (1)"))[0]
    assert document == {"kind": "minesweeper", "field": ["*..", "..."], "opened": [[1, 2], [0, 1], [0, 2], [1, 1]]}
    assert "<0>" in write(document, "text")[0].split("\n")[2]


def test_a_bitmap_that_is_too_short_is_refused_with_its_number_of_cells():
    with pytest.raises(InputError) as refused:
        read("5x3n1:u800", "tatham")
    assert (refused.value.kind, refused.value.params) == ("cut-board", {"n": 12, "expected": 15})


def test_a_first_click_that_must_be_guessed_has_no_mine_around_it():
    document = {"kind": "minesweeper", "field": ["*..", "..."]}
    assert click({**document, "opened": [[0, 1], [0, 2], [1, 0]]}) == (0, 2)
    assert click({**document, "opened": [[0, 1], [1, 0]]}) == (0, 1)
    assert click({**document, "opened": []}) is None


def test_a_number_that_does_not_fit_is_refused_with_its_place():
    with pytest.raises(InputError) as refused:
        read("* (2)(0)\n1 (1)(0)")
    assert refused.value.at == {"row": 1, "column": 2}


def test_states_with_unknown_cells_are_not_a_field():
    assert read("minesweeper\n1 . .\n. . 4")[0] == {"kind": "minesweeper", "grid": ["1..", "..4"], "mines": None}
    assert "field" not in read("[[-1, 1, 0], [1, -1, 0]]")[0]


def test_mending_a_field_opens_cells_and_keeps_the_mines():
    document = {"kind": "minesweeper", "field": ["..*..", "....."], "opened": [[0, 0]]}
    answer = run(CALLS["mend"]({"document": document}))
    if "document" in answer:
        assert answer["document"]["field"] == document["field"] and [0, 0] in answer["document"]["opened"]


@pytest.mark.parametrize("seed", range(40))
def test_boards_are_counted_as_brute_force_counts_them(seed):
    random = Random(seed)
    width, height = random.randint(2, 4), random.randint(2, 3)
    field = ["".join(random.choice("..*") for _ in range(width)) for _ in range(height)]
    board = numbers(field)
    grid = ["".join(str(n) if n >= 0 and random.random() < 0.3 else "." for n in row) for row in board]
    document = {"kind": "minesweeper", "grid": grid}
    if random.random() < 0.5:
        document["mines"] = sum(row.count("*") for row in field)
    answer = run(CALLS["solve"]({"document": document, "limit": 1000}))
    if answer["verdict"] == "multiple" and len(answer["solutions"]) < 1000:
        assert answer["boards"] == str(len(answer["solutions"]))
    else:
        assert "boards" not in answer or int(answer["boards"]) >= 1000


def test_a_field_is_rated_in_the_mode_that_is_asked_for():
    document = {"kind": "minesweeper", "field": ["*..*", "....", "....", "*..*"], "opened": [[1, 1]]}
    once = run(CALLS["rate"]({"document": document}))
    other = run(CALLS["rate"]({"document": document, "mode": "restart", "max_k": 2}))
    assert (once["mode"], once["max_k"]) == ("once", 8) and (other["mode"], other["max_k"]) == ("restart", 2)
    assert other == {
        **run(CALLS["rate"]({"document": {**document, "mode": "restart", "max_k": 2}})),
        "seconds": other["seconds"],
    }
    with pytest.raises(InputError):
        run(CALLS["rate"]({"document": document, "mode": "twice"}))
