"""Formats: a table of published cases, round trips, error messages, and fuzzing, which may raise only InputError."""

import base64
import contextlib
import functools
import json
import operator
import re
import time
import tracemalloc
import zlib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tesuji.errors import InputError
from tesuji.locales import table
from tesuji.notation import MAX_LENGTH, penpa_page
from tesuji.notation import read as likeliest
from tesuji.notation.codec import number, read_items, write_items
from tesuji.notation.tatham import GAPS
from tesuji.puzzles import kinds, notations, read, write
from tesuji.puzzles.minesweeper.field import flood
from tesuji.puzzles.nonogram import notation as nonogram_notation
from tesuji.puzzles.nonogram.picture import from_picture
from thorough import not_in_pyodide

NOTATIONS = notations()
CASES = json.loads((Path(__file__).parents[1] / "data" / "url_cases.json").read_text(encoding="utf-8"))["cases"]
OX = str.maketrans("01", "OX")
SECONDS = 3
"""The time that a read may take on a slow machine; a fast one needs less than a second for the worst text."""
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def packed(text):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def penpa(*lines):
    return "m=edit&p=" + packed("\n".join(lines))


@pytest.mark.parametrize("shade", [1, 3, 4, 8])
def test_every_dark_shade_of_penpa_is_filled(shade, monkeypatch):
    document = {"kind": "nonogram", "rows": [[1], [2]], "cols": [[2], [1]], "board": ["#?", ".#"]}
    with monkeypatch.context() as patch:
        patch.setattr(nonogram_notation, "BLACK", shade)
        text, _ = write(document, "penpa")
    assert read(text)[0]["board"] == document["board"]


@pytest.mark.parametrize(("length", "stays"), [(500, True), (501, False)])
def test_a_title_may_be_so_long(length, stays):
    document = {"kind": "nonogram", "rows": [[1]], "cols": [[1]], "title": "x" * length}
    assert ("title" in read(write(document, "non")[0])[0]) == stays


# -- cases that other programs wrote -----------------------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_published_case_reads_as_recorded(case):
    document, _ = read(case["url"])
    wanted = case["decoded"]
    assert document["kind"] == case["kind"]
    for field in {"rows", "cols"} & set(wanted):
        assert document[field] == wanted[field]
    if "grid" in wanted:
        assert document["grid"] == [row.translate(OX) if case["kind"] == "binoxxo" else row for row in wanted["grid"]]
    assert document.get("full", False) == wanted.get("full", False)
    assert document.get("mines") == case.get("total_mines")
    assert document.get("distinct", True) == case.get("unique_lines_rule", True)


SLITHER = {"kind": "slitherlink", "grid": ["2..1.", ".2..1", "..2..", "3..3.", ".0..3"]}
BINOXXO = {"kind": "binoxxo", "grid": ["O..X", "....", "X...", "...X"]}
NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?slither/5/5/cbcbcddad",
        "http://pzv.jp/p.html?slither/5/5/cbcbcddad/",
        "https://pzprxs.vercel.app/p?slitherlink/5/5/cbcbcddad",
        "https://pzplus.tck.mn/p.html?slither_edit/5/5/cbcbcddad",
        "https://puzz.link/p?type=player&slither/5/5/cbcbcddad",
        "https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F5%2F5%2Fcbcbcddad",
        "slither/5/5/cbcbcddad",
        "Today's loop (https://puzz.link/p?slither/5/5/cbcbcddad), enjoy!",
        "http://www.kanpen.net/slitherlink.html?problem=5/5/2_._._1_./._2_._._1/._._2_._./3_._._3_./._0_._._3/",
        "https://tesuji.example/#u=https%3A%2F%2Fpuzz.link%2Fp%3Fslither%2F5%2F5%2Fcbcbcddad",
        '{"id": 7, "text": "slither/5/5/cbcbcddad"}',
        "https://swaroopg92.github.io/penpa-edit/?m=solve&p=https://puzz.link/p?slither/5/5/cbcbcddad",
        "5x5:2..1. .2..1 ..2.. 3..3. .0..3",
        "Slither Link\n2..1.\n.2..1\n..2..\n3..3.\n.0..3\n",
        "2 . . 1 .\n. 2 . . 1\n. . 2 . .\n3 . . 3 .\n. 0 . . 3",
        "5 5\n2__1_\n_2__1\n__2__\n3__3_\n_0__3",
        "２・・１・\n・２・・１\n・・２・・\n３・・３・\n・０・・３",
        "2,,,1,\n,2,,,1\n,,2,,\n3,,,3,\n,0,,,3",
        "2\t\t\t1\t\n\t2\t\t\t1\n\t\t2\t\t\n3\t\t\t3\t\n\t0\t\t\t3",
        "| 2 |   |   | 1 |   |\n|   | 2 |   |   | 1 |\n|   |   | 2 |   |   |\n| 3 |   |   | 3 |   |\n|   | 0 |   |   | 3 |",
        '["2..1.", ".2..1", "..2..", "3..3.", ".0..3"]',
        '[[2,null,null,1,null],[-1,2,"","",1],["","",2,"",""],[3,"","",3,""],["",0,"","",3]]',
    ],
)
def test_every_road_to_the_same_slitherlink(text):
    assert read(text)[0] == SLITHER


@pytest.mark.parametrize(
    "text",
    [
        "O..X\n....\nX...\n...X",
        "o  x\n    \nx   \n   x\n",
        "◯__×\n____\n×___\n___×",
        "0..1\n....\n1...\n...1",
        "○・・●\n・・・・\n●・・・\n・・・●",
        "Takuzu:\nO..X\n\n....\n\nX...\n\n...X\n",
        "ビナイロ\nＯ　　Ｘ\n　　　　\nＸ　　　\n　　　Ｘ",
        "O . . X\n. . . .\nX . . .\n. . . X",
        "\ufeffO..X\r\n....\r\nX...\r\n...X\r\n",
        "| O..X |\n| .... |\n| X... |\n| ...X |",
        "+---+---+---+---+\n| O |   |   | X |\n|   |   |   |   |\n| X |   |   |   |\n+---+---+---+---+\n|   |   |   | X |\n+---+---+---+---+",
        "binary puzzle, very hard\n4 4\nO..X\n....\nX...\n...X",
        '{"kind": "takuzu", "grid": ["O..X", "....", "X...", "...X"]}\n{"kind": "nonogram"}',
    ],
)
def test_every_road_to_the_same_binoxxo(text):
    assert read(text)[0] == BINOXXO


@pytest.mark.parametrize(
    "text",
    [
        "#.#\n###",
        "■□■\n■■■",
        "* *\n***",
        "101\n111",
        "ピクロス 3x2\n1 1\n3\n\n2\n1\n2",
        "rows: 1 1, 3\ncolumns: 2, 1, 2",
        "1,1\n3\n\n2\n1\n2",
        "columns\n2\n1\n2\nrows\n1 1\n3",
        "Row 1: 1 1\nRow 2: 3\nColumn 1: 2\nColumn 2: 1\nColumn 3: 2",
        "列:\n2\n1\n2\n行:\n1 1\n3",
        "columns\n\n2\n1\n2\n\nrows\n\n1 1\n3\n\n",
        "[[1,1],[3]]\n[[2],[1],[2]]",
        "rows = [[1, 1], [3]]; cols = [[2], [1], [2]]",
        "((1 1) (3)) ((2) (1) (2))",
        '{"rows": [[1,1],[3]], "columns": [[2],[1],[2]]}',
        '{"row_hints": [[1,1],[3]], "col_hints": [[2],[1],[2]]}',
        "[[[1,1],[3]],[[2],[1],[2]]]",
        "width 3\nheight 2\n\nrows\n1,1\n3\n\ncolumns\n2\n1\n2\n\ngoal 101111\n",
        "2 3\n1 1\n3\n#\n2\n1\n2\n",
        "3 2\n1 1\n3\n2\n1\n2\n",
        "2\n3\n1 1\n3\n\n2\n1\n2\n",
        "P1\n# a picture\n3 2\n1 0 1\n111\n",
        "P4\n3 2\n\xa0\xe0",
        "3x2:2/1/2/1.1/3",
        "[Dimensions]\n2\n3\n[Row clues]\n1,1\n3\n[Column clues]\n2\n1\n2\n",
        "[Dimensions]\n2\n[Row clues]\n1,1\n3\n[Column clues]\n2\n1\n2\n",
        '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "x.dtd">\n<puzzleset><!-- <puzzle> --><puzzle type="grid" defaultcolor="black">\n'
        '<clues type="columns"><line><count>2</count></line><line><count>1</count></line><line><count>2</count></line></clues>\n'
        '<clues type="rows"><line><count>1</count><count>1</count></line><line><count>3</count></line></clues></puzzle></puzzleset>',
        '<puzzle><solution type="goal"><image>|X.X|\n|XXX|</image></solution></puzzle>',
    ],
)
def test_every_road_to_the_same_nonogram(text):
    assert read(text)[0] == NONOGRAM


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("1..\n.2*", {"grid": ["1..", ".2*"], "mines": None}),
        ("minesweeper\nmines: 3\n1..\n.2.", {"grid": ["1..", ".2."], "mines": 3}),
        ("マインスイーパー\n1..\n.2.\n10 mines", {"grid": ["1..", ".2."], "mines": 10}),
        ("1#s\n#2💣", {"grid": ["1.s", ".2*"], "mines": None}),
        ("114\n...", {"grid": ["114", "..."], "mines": None}),
        ("https://puzz.link/p?mines/3/2/1.g2h", {"grid": ["1s.", "2.."], "mines": None}),
        ("pzprv3/mines/1/3/1 - . /. + # /", {"grid": ["1s."], "mines": None, "board": [".s*"]}),
    ],
)
def test_minesweeper_grids(text, wanted):
    assert read(text)[0] == {"kind": "minesweeper", **wanted}


@pytest.mark.parametrize(
    "text, hint, kind",
    [
        ("1.2\n...\n3.0", None, "slitherlink"),
        ("1.2\n...\n3.0", "minesweeper", "minesweeper"),
        ("minesweeper\n1.2\n...\n3.0", "slitherlink", "minesweeper"),
        ("1..0\n0..1", None, "binoxxo"),
        ("1..0\n0..1", "Slither", "slitherlink"),
        ("X.X\n.XX\n...", None, "nonogram"),
        ("..\n..", "takuzu", "binoxxo"),
        ("0.1\n...\n2.3", None, "slitherlink"),
    ],
)
def test_the_kind_of_a_plain_grid(text, hint, kind):
    assert read(text, hint)[0]["kind"] == kind


def test_progress_goes_into_the_board_and_never_into_the_clues():
    document, _ = read("pzprv3.1/slither/1/2/3 . /0 1 /1 -1 0 /1 0 /-1 0 /")
    assert document == {"kind": "slitherlink", "grid": ["3."], "edges": {"h": ["-.", "x."], "v": ["|x."]}}
    document, _ = read(
        "pzprv3/nonogram/1/3/. . . 1 . /. . 1 1 . 1 /".replace(". . . 1 . /. . 1 1 . 1", ". . 1 . 1 /c1 1 # + .")
    )
    assert document == {"kind": "nonogram", "rows": [[1, 1]], "cols": [[1], [], [1]], "board": ["#.?"]}
    assert read("3x1:1//1/1.1,Aab")[0] == {
        "kind": "nonogram",
        "rows": [[1, 1]],
        "cols": [[1], [], [1]],
        "board": ["#.?"],
    }
    document, _ = read("+---+   +\n| 3   2 |\n+   + x +\n|   |   x\n+---+---+")
    assert document["edges"] == {"h": ["-.", ".x", "--"], "v": ["|.|", "||x"]}


def test_a_page_of_penpa_that_other_hands_made():
    question = '{zN:{"40":["3",1,"1"],"41":[0,1,"1"],"42":["?",1,"1"],"43":["12",1,"7"]},zY:{},zS:{"40":1}}'
    answer = '{zE:{"135,136":3,"148,160":3,"257":98,"377":98,"9,9":3,"x":1}}'
    head = "square,8,5,38,0,1,1,0,0,0,0,0,0,0,0,Title: zZero%2C,Author: ,src"
    page = packed(f'{head}\n[1,1,2,2]\n["1","2","1"]~zN~["1",1]\n{question}\n{answer}')
    wanted = {
        "kind": "slitherlink",
        "grid": ["30..", "....", "...."],
        "edges": {"h": ["-...", ".x..", "....", "...."], "v": [".....", ".|x..", "....."]},
        "title": "zero,",
        "source": "src",
    }
    for start in (
        "m=solve&p=",
        "https://swaroopg92.github.io/penpa-edit/#m=solve&p=",
        "See https://opt-pan.github.io/penpa-edit/?m=edit&p=",
    ):
        assert read(start + page) == (wanted, "penpa")
    assert read("m=edit&p=" + page + "&a=abc&l=solvedup")[0] == wanted


# -- pages of Penpa+ with other puzzles --------------------------------------------------------------------------------

GIVEN = '"26":["2",1,"1"],"27":["1",1,"1"]'
"""Two numbers to the left of the second row of a 4 by 4 board; its places have eight columns."""


def page_of(question, answer="{}", *, tags="[]", title="", rules="", cells="", kind=None, mode=""):
    head = f"square,4,4,38,0,1,1,190,190,0,0,0,0,0,0,Title: {title},Author: ,,{rules},OFF,false"
    lines = [head, "[0,0,0,0]", mode, question, answer, cells, *[""] * 11, tags]
    return f"{kind}\n{penpa(*lines)}" if kind else penpa(*lines)


def numbers_and(more=""):
    return "{" + f'"number":{{{GIVEN}}}' + more + "}"


CROSSED = '{"lineE":{"82,83":3,"83,91":3,"148":98}}'


@pytest.mark.parametrize(
    "page, error",
    [
        (page_of(numbers_and()), "which-kind"),
        (page_of(numbers_and(), mode='{"grid":["3","1","2"]}'), "which-kind"),
        (page_of(numbers_and(), '{"surface":{"18":4}}'), "which-kind"),
        (page_of('{"symbol":{"18":[1,"circle_L",1],"19":[2,"circle_L",1]}}'), "which-kind"),
        (page_of(numbers_and(), CROSSED, rules="Draw a loop."), "which-kind"),
        (page_of(numbers_and(), '{"lineE":{"82,83":3,"148":98}}'), "which-kind"),
        (page_of(numbers_and(',"lineE":{"83,84":2}')), "foreign-border"),
        (page_of(numbers_and(',"cage":{"18,19":10}')), "foreign-cage"),
        (page_of(numbers_and(',"killercages":[[18,19]]')), "foreign-cage"),
        (page_of(numbers_and(',"thermo":[[18,19]]')), "foreign-special"),
        (page_of(numbers_and(',"line":{"18,19":3}')), "foreign-line"),
        (page_of(numbers_and(',"numberS":{"300":["4",1]}')), "foreign-small"),
        (page_of('{"number":{"18":["2 1",1,"4"]}}'), "foreign-small"),
        (page_of('{"number":{"18":["3_1",1,"2"]}}'), "foreign-small"),
        (page_of(numbers_and(',"symbol":{"18":[1,"tents",2]}')), "foreign-symbol"),
        (page_of(numbers_and(), cells="[18,1,1]"), "foreign-shape"),
        (page_of(numbers_and(), title="Nurikabe 7"), "other-rules"),
        (page_of(numbers_and(), title="ましゅ"), "other-rules"),
        (page_of(numbers_and(), title="Liar Slitherlink"), "other-rules"),
        (page_of(numbers_and(), rules="This is a Tapa%2C as usual."), "other-rules"),
        (page_of(numbers_and(), title="Vertex Slitherlink"), "foreign-twist"),
        (page_of(numbers_and(), title="Slitherlink + Minesweeper"), "foreign-twist"),
        (page_of(numbers_and(), title="変則スリザーリンク"), "foreign-twist"),
        (page_of(numbers_and(), rules="Minesweeper%2C but mines may share a cell."), "foreign-twist"),
        (page_of(numbers_and(), tags='["slitherlink","fillomino"]'), "other-rules"),
        (page_of(numbers_and(), tags='["fillomino"]', kind="minesweeper"), "other-rules"),
        (page_of(numbers_and(',"surface":{"18":1}'), tags='["minesweeper"]'), "foreign-surface"),
        (page_of(numbers_and(',"symbol":{"18":[1,"circle_M",2]}'), tags='["slitherlink"]'), "foreign-symbol"),
        (page_of('{"number":{"10":["2",1,"1"]}}', tags='["slitherlink"]'), "foreign-outside"),
        (page_of(numbers_and(), tags='["nonogram"]'), "foreign-number"),
        (page_of('{"number":{"26":["9",1,"1"]}}', tags='["minesweeper"]'), "character"),
    ],
)
def test_a_page_of_penpa_with_another_puzzle_is_not_guessed_at(page, error):
    with pytest.raises(InputError) as caught:
        read(page)
    assert caught.value.kind == error
    for language in ("en", "ja"):
        assert "{" not in caught.value.message(language) and not caught.value.message(language).startswith("error.")


@pytest.mark.parametrize(
    "page, kind",
    [
        (page_of(numbers_and(), tags='["minesweeper"]'), "minesweeper"),
        (page_of(numbers_and(), title="Slitherlink 4"), "slitherlink"),
        (page_of(numbers_and(), rules="Normal Minesweeper rules."), "minesweeper"),
        (page_of(numbers_and(), CROSSED), "slitherlink"),
        (
            page_of(
                numbers_and(',"number":{"26":["0",1,"1"],"27":["1",1,"1"],"28":["2",1,"1"],"29":["3",1,"1"]}'), CROSSED
            ),
            "slitherlink",
        ),
        (page_of(numbers_and(), '{"symbol":{"18":[[0,0,0,1],"sun_moon",2]}}'), "minesweeper"),
        (page_of(numbers_and(), '{"symbol":{"18":[4,"sun_moon"]}}'), "minesweeper"),
        (page_of('{"number":{"26":["0",1,"1"],"27":["1",1,"1"]}}'), "binoxxo"),
        (
            page_of(numbers_and(), cells="[" + "18,1,1,1," + "5,1,1,1," * 2 + "5,1,1,1]", title="slitherlink"),
            "slitherlink",
        ),
        (page_of(numbers_and(',"lineE":{"73,74":2}'), title="slitherlink"), "slitherlink"),
        (page_of(numbers_and(), kind="minesweeper"), "minesweeper"),
        (page_of(numbers_and(), kind="スリザーリンク"), "slitherlink"),
        (page_of(numbers_and(), title="Tents", kind="Slitherlink:"), "slitherlink"),
        (page_of(numbers_and(), title="Double Slitherlink", kind="slitherlink"), "slitherlink"),
    ],
)
def test_a_penpa_page_that_names_or_shows_its_kind_is_read(page, kind):
    document, _ = read(page)
    assert document["kind"] == kind and len(document["grid"]) == 4


def test_a_penpa_page_read_as_a_given_kind_lists_omissions():
    page = page_of(numbers_and(',"lineE":{"83,84":2}'))
    found = likeliest(page, kinds(), "slitherlink")
    assert found.document["grid"] == ["....", "21..", "....", "...."]
    assert [note["key"] for note in found.notes] == ["note.left-out"]
    assert likeliest("slitherlink\n" + page, kinds()).notes == found.notes


@pytest.mark.parametrize("numbers_at", [{"17": "1"}, {"17": "1", "23": "1"}])
def test_one_number_next_to_each_line_is_not_a_nonogram(numbers_at):
    numbers = ",".join(f'"{place}":["{text}",1,"1"]' for place, text in numbers_at.items())
    page = penpa("square,3,3,38", "[1,0,1,0]", "", f'{{"number":{{{numbers}}}}}', "{}")
    with pytest.raises(InputError) as caught:
        read(page)
    assert caught.value.kind == "which-kind"
    assert read("nonogram\n" + page)[0]["cols"] == [[1], []]


@pytest.mark.parametrize(
    "numbers_at, kind",
    [
        # One number at the first row, two at the second; two above the first column, one above the second.
        (("1", "1", "1", "1", "1", "1"), "nonogram"),
        (("2", "1", "1", "1", "1", "1"), None),
        (("1000", "1", "1", "999", "1", "2"), None),
    ],
)
def test_numbers_on_two_sides_that_add_up_are_a_nonogram(numbers_at, kind):
    places = (35, 42, 43, 20, 28, 29)
    numbers = ",".join(f'"{place}":["{text}",1,"1"]' for place, text in zip(places, numbers_at))
    page = penpa("square,4,4,38", "[2,0,2,0]", "", f'{{"number":{{{numbers}}}}}', "{}")
    if kind is None:
        with pytest.raises(InputError):
            read(page)
    else:
        assert read(page)[0]["kind"] == kind


# -- variations of other programs --------------------------------------------------------------------------------------


def test_text_after_the_board_of_an_address_is_ignored_with_a_note():
    found = likeliest("https://puzz.link/p?slither/5/5/cbcbcddadcc", kinds())
    assert found.document == SLITHER
    assert list(found.notes) == [{"key": "note.surplus", "params": {"n": 2}}]
    assert not likeliest("https://puzz.link/p?slither/5/5/cbcbcddad/", kinds()).notes


@pytest.mark.parametrize("name", ["loopy ", "Loopy ", "LOOPY\t"])
def test_a_game_id_with_the_name_of_the_game(name):
    assert read(name + write(SLITHER, "tatham")[0]) == (SLITHER, "tatham")


def test_a_saved_game_of_tathams():
    puzzle_id = write(SLITHER, "tatham")[0]
    params, _, description = puzzle_id.partition(":")
    saved = f"""SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :5:Loopy
PARAMS  :{len(params)}:{params}
CPARAMS :{len(params) + 2}:{params}de
SEED    :15:123456789012345
DESC    :{len(description)}:{description}
NSTATES :1:1
STATEPOS:1:1
"""
    assert read(saved) == (SLITHER, "tatham")
    with pytest.raises(InputError) as caught:
        read(saved.partition("DESC")[0])
    assert caught.value.kind == "cut-file"
    with pytest.raises(InputError) as caught:
        read(saved.replace("5:Loopy", "4:Solo"))
    assert caught.value.kind == "other-rules"


def test_a_webpbn_file_of_one_colour_is_black_and_white_whatever_its_colour_is_called():
    one = "<line><count color='blue'>1</count></line>"
    text = f"""<?xml version="1.0"?><puzzle type="grid" defaultcolor="black">
<color name="white" char=".">fff</color><color name="blue" char="b">00f</color>
<clues type="columns">{one}<line/></clues><clues type="rows">{one}</clues>
<solution type="saved"><image>|b.|</image></solution></puzzle>"""
    assert read(text)[0] == {"kind": "nonogram", "rows": [[1]], "cols": [[1], []], "board": ["#."]}
    with pytest.raises(InputError) as caught:
        read(text.partition("<solution")[0])
    assert caught.value.kind == "cut-file"


COLOURED = {
    "kind": "nonogram",
    "colors": ["#cc0000", "#0000cc"],
    "rows": [[[2, 1], [1, 2]], []],
    "cols": [[[1, 1]], [[1, 1]], [[1, 2]]],
    "title": "A & B",
    "board": ["1?2", "..?"],
}


@pytest.mark.parametrize(
    ("name", "lost"),
    [("json", set()), ("link", set()), ("text", {"board"}), ("webpbn", set()), ("g", {"board", "title"})],
)
def test_a_nonogram_with_colours_is_read_as_it_is_written(name, lost):
    text, missing = write(COLOURED, name)
    assert set(missing) == lost
    assert read(text)[0] == {key: value for key, value in COLOURED.items() if key not in lost}


@pytest.mark.parametrize("name", ["pzprv3", "penpa", "pzpr", "tatham", "webpbn", "g", "non", "text"])
def test_an_empty_line_may_be_written_as_0(name):
    zero, empty = ({"kind": "nonogram", "rows": [line, [1]], "cols": [[1], line]} for line in ([0], []))
    assert write(zero, name) == write(empty, name)
    assert read(write(zero, name)[0])[0] == empty


@pytest.mark.parametrize("name", ["non", "pzpr", "pzprv3", "penpa", "tatham"])
def test_formats_without_colours_refuse_them(name):
    with pytest.raises(InputError) as caught:
        write(COLOURED, name)
    assert caught.value.kind == "unwritable-document"


def test_colours_of_webpbn_files_are_named_and_have_signs():
    text = """<?xml version="1.0"?><puzzle type="grid" defaultcolor="black" backgroundcolor="paper">
<color name="paper" char="-">fff</color><color name="black" char="X">000</color><color name="sea" char="s">06c</color>
<clues type="columns"><line><count>1</count></line><line><count color="sea">1</count></line></clues>
<clues type="rows"><line><count>1</count><count color="sea">1</count></line></clues>
<solution type="saved"><image>|?s|</image></solution></puzzle>"""
    document = {"colors": ["#000000", "#0066cc"], "rows": [[[1, 1], [1, 2]]], "cols": [[[1, 1]], [[1, 2]]]}
    assert read(text)[0] == {"kind": "nonogram", **document, "board": ["?2"]}
    goal = re.sub("<clues.*</clues>|saved", lambda match: "goal" if match[0] == "saved" else "", text, flags=re.DOTALL)
    assert read(goal.replace("?s", "Xs"))[0] == {"kind": "nonogram", **document}


@pytest.mark.parametrize("number", [8, 9])
def test_a_picture_may_have_eight_colours(number):
    signs = "abcdefghi"[:number]
    colours = "".join(f'<color name="{sign}" char="{sign}">0000{sign}0</color>' for sign in signs)
    text = f"<puzzle>{colours}<solution type='goal'><image>|{signs}|</image></solution></puzzle>"
    if number == 8:
        assert read(text)[0]["rows"] == [[[1, value] for value in range(1, 9)]]
    else:
        with pytest.raises(InputError) as caught:
            read(text)
        assert caught.value.kind == "many-colours"


def test_a_g_file_declares_its_colours():
    text = "A rose\n#d\n   m:%  blue   the sea\n   0:   white\n   1:*  black\n: rows ---\n2 1m\n0\n: columns\n1\n1\n1m\n: end"
    document, name = read(text)
    assert name == "g" and document["rows"] == [[[2, 2], [1, 1]], []] and len(document["colors"]) == 2


def test_an_invalid_digit_of_a_picture_is_named():
    with pytest.raises(InputError) as caught:
        read("P1\n2 2\n01\n0x")
    assert caught.value.kind == "not-a-number" and caught.value.params["found"] == "x"


def test_a_space_between_two_cells_is_not_a_cell():
    assert read("O X\nX O")[0]["grid"] == ["OX", "XO"]


def test_a_number_has_six_digits_at_most():
    assert number("999999") == 999999
    with pytest.raises(InputError):
        number("1000000")


@pytest.mark.parametrize("skipped", [0, 1, 24, 25, 26, 49, 50, 51, 77])
def test_any_number_of_cells_may_be_skipped_in_a_game_id(skipped):
    items = [0, *[None] * skipped, 1]
    text = write_items(GAPS, items)
    assert read_items(GAPS, text, len(items)) == (items, len(text))
    assert text.count("z") == skipped // 25


def test_the_flag_of_slither_that_visits_every_point_is_kept():
    document, _ = read("https://puzz.link/p?slither/f/2/2/1j")
    assert document["full"] is True
    assert write(document, "pzpr")[0].endswith("?slither/f/2/2/bi") or read(write(document, "pzpr")[0])[0] == document
    assert write(document, "tatham")[1] == ["full"]


# -- round trips -------------------------------------------------------------------------------------------------------


def rectangles(letters, least=1, most=9, step=1):
    sides = st.integers(least, most // step).map(lambda side: side * step)
    return st.tuples(sides, sides).flatmap(
        lambda size: st.lists(rows(letters, size[0]), min_size=size[1], max_size=size[1])
    )


def rows(letters, width):
    return st.text(st.sampled_from(letters), min_size=width, max_size=width)


META = st.fixed_dictionaries(
    {}, optional={key: st.text(max_size=20) for key in ("title", "author", "source", "copyright")}
)


@st.composite
def nonograms(draw):
    picture = draw(rectangles("#."))
    board = draw(st.lists(rows("#.?", len(picture[0])), min_size=len(picture), max_size=len(picture)))
    return from_picture(picture) | {"board": board}


@st.composite
def minesweepers(draw):
    grid = draw(rectangles("..012345678*s"))
    board = draw(st.lists(rows("*s.", len(grid[0])), min_size=len(grid), max_size=len(grid)))
    return {"kind": "minesweeper", "grid": grid, "board": board, "mines": draw(st.none() | st.integers(0, 999))}


@st.composite
def slitherlinks(draw):
    grid = draw(rectangles("....01234"))
    width, height = len(grid[0]), len(grid)
    edges = {
        "h": draw(st.lists(rows("-x.", width), min_size=height + 1, max_size=height + 1)),
        "v": draw(st.lists(rows("|x.", width + 1), min_size=height, max_size=height)),
    }
    return {"kind": "slitherlink", "grid": grid, "edges": edges} | draw(st.sampled_from([{}, {"full": True}]))


@st.composite
def binoxxos(draw):
    grid = draw(rectangles("..OX", least=1, most=8, step=2))
    board = draw(st.lists(rows("OX.", len(grid[0])), min_size=len(grid), max_size=len(grid)))
    return {"kind": "binoxxo", "grid": grid, "board": board} | draw(st.sampled_from([{}, {"distinct": False}]))


DOCUMENTS = {
    "nonogram": nonograms(),
    "minesweeper": minesweepers(),
    "slitherlink": slitherlinks(),
    "binoxxo": binoxxos(),
}
ROUND_TRIPS = [
    (name, kind)
    for name, notation in NOTATIONS.items()
    if notation.write
    for kind in sorted(DOCUMENTS)
    if notation.whole or notation.fits(kinds().get(kind))
    if (name, kind) != ("tatham", "minesweeper")
]


def plain(document):
    """Return the document without members that have their default value: no mine count, an empty board, distinct lines."""
    said = {key: value for key, value in document.items() if value not in (None, "", [])}
    if said.get("distinct") is True:
        del said["distinct"]
    if set("".join(said.get("board", []))) <= {"?" if document["kind"] == "nonogram" else "."}:
        said.pop("board", None)
    if set("".join(functools.reduce(operator.iadd, said.get("edges", {}).values(), []))) <= {"."}:
        said.pop("edges", None)
    return said


def without(document, lost):
    """Return the document without the lost features."""
    said = {key: value for key, value in document.items() if key not in lost}
    gone = {"known-mines": "*", "safe-cells": "s"}
    letters = "".join(gone[name] for name in lost if name in gone)
    if letters:
        said["grid"] = [re.sub(f"[{letters}]", ".", row) for row in said["grid"]]
    return plain(said)


@pytest.mark.parametrize("name, kind", ROUND_TRIPS)
@relaxed
@given(data=st.data())
def test_written_puzzles_read_back_except_for_reported_losses(name, kind, data):
    document = data.draw(DOCUMENTS[kind]) | data.draw(META)
    text, lost = write(document, name)
    again, _ = read(text)
    assert plain(again) == without(document, lost)
    assert all(f"lost.{item}" in table("en") for item in lost)


@relaxed
@given(picture=rectangles("*..."), data=st.data())
def test_a_complete_field_survives_tathams_mask(picture, data):
    safe = [(r, c) for r, row in enumerate(picture) for c, letter in enumerate(row) if letter == "."]
    opened = flood(picture, *data.draw(st.sampled_from(safe))) if safe else {}
    document = {"kind": "minesweeper", "field": picture, "opened": sorted(map(list, opened))}
    text, lost = write(document, "tatham")
    assert lost == []
    again, _ = read(text)
    assert again["mines"] == "".join(picture).count("*")
    for r, row in enumerate(again["grid"]):
        for c, letter in enumerate(row):
            assert (letter != ".") == ((r, c) in opened)
    assert (
        write(document, "pzpr")[1] == ["field", *(["opened"] if opened else []), "mines"]
        or "field" in write(document, "pzpr")[1]
    )


@pytest.mark.parametrize("name", ["penpa", "pzpr", "text"])
@pytest.mark.parametrize("grid", [["A"], ["AAB"], ["A", "B", "B"]])
def test_regions_of_a_single_line_are_written_and_read(grid, name):
    text, lost = write({"kind": "star_battle", "grid": grid}, name)
    assert read(text)[0]["grid"] == grid and not lost


def test_losses_are_reported():
    mines = {"kind": "minesweeper", "grid": ["1*s"], "mines": 4, "board": ["..s"], "title": "four"}
    assert write(mines, "pzpr") == ("https://puzz.link/p?mines/3/1/1g./", ["mines", "board", "title", "known-mines"])
    assert write(mines, "text") == ("minesweeper\ntitle: four\nmines: 4\n1*s\n", ["board"])
    assert write({**BINOXXO, "distinct": False}, "penpa")[1] == ["distinct"]
    assert write({**BINOXXO, "distinct": False}, "tatham") == (
        "4x4:aCiCjB".replace("aCiCjB", write(BINOXXO, "tatham")[0].split(":")[1]),
        [],
    )
    assert write({**BINOXXO, "distinct": True}, "penpa")[1] == []
    assert write({**SLITHER, "edges": {"h": ["?" * 5] * 6, "v": ["|?x?.?"] * 5}}, "pzprv3")[1] == []
    assert write({**SLITHER, "edges": {"h": ["-"], "v": []}}, "pzprv3")[1] == ["edges"]
    assert write({**mines, "board": ["1.s"]}, "penpa")[1] == ["mines", "board"]
    assert write({**SLITHER, "edges": {"h": ["....."] * 6, "v": ["......"] * 5}}, "pzpr")[1] == []
    assert write({**NONOGRAM, "board": ["???", "???"]}, "pzpr")[1] == [] and write(
        {**NONOGRAM, "board": ["...", "???"]}, "pzpr"
    )[1] == ["board"]


@pytest.mark.parametrize(
    "document, notation, kind",
    [
        (BINOXXO, "pzpr", "unwritable-kind"),
        (SLITHER, "non", "unwritable-kind"),
        ({"kind": "sudoku"}, "penpa", "unwritable-kind"),
        (SLITHER, "jpeg", "unknown-target"),
        (SLITHER, "mk", "unknown-target"),
        ({"kind": "minesweeper", "grid": ["1."]}, "tatham", "unwritable-mines"),
        ({"kind": "slitherlink"}, "pzpr", "missing"),
        ({"kind": "slitherlink", "grid": ["1.", "5."]}, "pzpr", "character"),
        ({"kind": "slitherlink", "grid": ["1.", "."]}, "pzpr", "ragged"),
        ({"kind": "nonogram", "rows": [[1, 1, 1]], "cols": [[1], [1], [1]]}, "pzpr", "no-room"),
        ({"kind": "nonogram", "rows": 3, "cols": 4}, "non", "not-clues"),
        ({"kind": "minesweeper", "field": ["*."], "opened": [[0, 0]]}, "pzpr", "opened-mine"),
        ({"kind": "minesweeper", "field": ["*."], "opened": [3]}, "pzpr", "opened"),
    ],
)
def test_puzzles_that_a_format_cannot_represent(document, notation, kind):
    with pytest.raises(InputError) as error:
        write(document, notation)
    assert error.value.kind == kind


def test_any_document_travels_in_json_and_in_the_link():
    document = {"kind": "a fifth puzzle", "whatever": [1, {"x": "日本語"}]}
    for name in ("json", "link", "share"):
        text, lost = write(document, name)
        assert read(text)[0] == document and lost == []


def test_every_alias_leads_somewhere():
    names = [*NOTATIONS, *(alias for notation in NOTATIONS.values() for alias in notation.aliases)]
    assert len(set(names)) == len(names)
    assert all(notation.write for notation in NOTATIONS.values() if notation.aliases)


@pytest.mark.parametrize(
    ("margins", "place", "at"), [("[1,0,0,0]", "15", {"column": 2}), ("[0,0,1,0]", "20", {"row": 2})]
)
def test_an_unknown_run_is_reported_with_its_place(margins, place, at):
    with pytest.raises(InputError) as error:
        read("nonogram\n" + penpa("square,2,2,38", margins, "", f'{{"number":{{"{place}":["?",1,"1"]}}}}', EMPTY))
    assert error.value.kind == "unknown-run" and error.value.at == at


@pytest.mark.parametrize(("clues", "at"), [("111.", {"row": 2}), ("1.11", {"column": 2})])
def test_an_unknown_run_in_an_address_is_reported_with_its_place(clues, at):
    with pytest.raises(InputError) as error:
        read(f"https://puzz.link/p?nonogram/2/2/{clues}")
    assert error.value.kind == "unknown-run" and error.value.at == at


def test_penpa_has_the_plain_alphabet_of_its_own_links():
    """The reader does not accept - and _ for + and /."""
    written = [
        write(
            {"kind": "binoxxo", "grid": ["".join(row) for row in zip(*[iter(f"{number:016b}".translate(OX))] * 4)]},
            "penpa",
        )
        for number in range(40)
    ]
    packed_parts = "".join(address.rpartition("p=")[2] for address, _ in written)
    assert set(packed_parts) & set("+/") and not set(packed_parts) & set("-_")


def test_edges_on_the_outline_of_a_page_are_only_ornament():
    frame = penpa_page.Frame.around(3, 2, above=1, left=2, right=1)
    layer = penpa_page.Layer(frame, {})

    def on_rim(*ends: tuple[int, int]) -> bool:
        return layer.on_rim(",".join(str(frame.index(penpa_page.VERTEX, *end)) for end in ends))

    for row, column in product(range(-1, 2), range(-1, 3)):  # the dots at the lower right of cells, hence from -1
        assert on_rim((row, column), (row, column + 1)) == (row in (-1, 1))
        assert on_rim((row, column), (row + 1, column)) == (column in (-1, 2))


# -- errors ------------------------------------------------------------------------------------------------------------


EMPTY = '{"number":{},"symbol":{}}'


@pytest.mark.parametrize(
    "text, kind",
    [
        ("", "empty-text"),
        (" \n\n ", "empty-text"),
        ("x" * 10_000_000, "too-long"),
        ("hello world", "unknown-notation"),
        ("ab\nba", "unknown-notation"),
        ("https://example.org/", "only-an-address"),
        ("....\n....", "no-kind"),
        ('{"grid": 3}', "no-kind"),
        ('{"kind": 3}', "no-kind"),
        # variants with the same letters
        ("https://puzz.link/p?swslither/5/5/cbcbcddad", "other-rules"),
        ("https://puzz.link/p?tslither/5/5/cbcbcddad", "other-rules"),
        ("https://puzz.link/p?vslither/5/5/cbcbcddad", "other-rules"),
        ("https://puzz.link/p?coral/5/5/j", "other-rules"),
        ("https://puzz.link/p?cts/5/5/j", "other-rules"),
        ("https://puzz.link/p?nurikabe/5/5/j", "other-rules"),
        ("https://puzz.link/p?slither/v:/5/5/cbcbcddad", "other-flag"),
        ("https://puzz.link/p?mines/x/5/5/i", "other-flag"),
        ("pzprv3/nurikabe/2/2/", "other-rules"),
        ("http://www.kanpen.net/nurikabe.html?problem=5/5/", "other-rules"),
        ("https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#3x3:a", "other-rules"),
        ("7x7t2:abc", "other-tiling"),
        ("7x7t99:abc", "other-tiling"),
        (penpa("hex,5,5,38", "[0,0,0,0]", "", EMPTY, EMPTY), "other-board"),
        (penpa("square,5,5,38", "[0,0,0,0]", "", EMPTY, EMPTY), "no-kind"),
        (penpa("square,2,2,38", "[1,0,0,0]", "", '{"number":{"14":["*",1,"1"]}}', EMPTY), "other-rules"),
        (penpa("square,2,2,38", "[1,0,0,0]", "", '{"number":{"14":["?",1,"1"]}}', EMPTY), "unknown-run"),
        (penpa(*["square,5,5,38", "[0,0,0,0]", "", EMPTY, EMPTY], *[""] * 12, '["masyu"]'), "other-rules"),
        ("<puzzle><solution type='goal'><image>|XR|</image></solution></puzzle>", "colours"),
        ("<puzzle type='triddler'></puzzle>", "other-rules"),
        ("width 1\nheight 1\ncolor red\nrows\n1\ncolumns\n1", "colours"),
        ("10x10t0#12345", "seed"),
        ("9x9n10:r10,u,abc", "seed"),
        # damage
        ("https://puzz.link/p?slither/5/5/cbcb", "cut-board"),
        ("https://puzz.link/p?slither/5", "cut-address"),
        ("slither/f/5/x", "not-a-number"),
        ("https://puzz.link/p?slither/5/5/cbc!cddad", "letter"),
        ("https://puzz.link/p?slither/3/1/f", "letter"),
        ("slither/0/5/", "empty"),
        ("slither/201/5/j", "too-big"),
        ("mines/2/1/9g", "character"),
        ("nonogram/1/1/..", "unknown-run"),
        ("mines/2/1/-f", "letter"),
        ("pzprv3/slither/2/2/. . /. x /", "word"),
        ("pzprv3/slither/2/2/. . /. /", "other-words"),
        ("pzprv3/slither/2/2/. . /", "cut-file"),
        ("pzprv3/mines/1/1/. /. /. /", "left-over-line"),
        ("pzprv3/mines/a/1/. /", "word"),
        ("pzprv3/nonogram/1/1/. . /? . /", "unknown-run"),
        ("#p=abc", "cut-link"),
        ("#p=!!!", "damaged-link"),
        ("#p=" + packed("x" * 10_000_000), "bomb"),
        ("m=edit&p=" + packed("x" * 10_000_000), "bomb"),
        ("m=edit&q=1", "cut-address"),
        (penpa("square,5"), "cut-link"),
        (penpa("square,5,5", "[0,0,0]", "", ""), "damaged-link"),
        (penpa("square,5,5", "[[[", "", ""), "json"),
        (penpa("square,5,5", "[3,3,0,0]", "", ""), "empty"),
        (penpa("square,900,5", "[0,0,0,0]", "", ""), "too-big"),
        ("5x5t0:3a33", "cut-board"),
        ("2x2t0:1111a", "left-over"),
        ("5x5:4/3", "other-lines"),
        ("2x1:1/1/2,!", "letter"),
        ("8x8u:aaa", "cut-board"),
        ("3x3n1:0,0,u0", "cut-board"),
        ("3x3n1:0,0,u800", "opened-mine"),
        ("3x3n1:9,0,u800", "opened-outside"),
        ("3x3n1:0,0,uxyz", "letter"),
        # plain text
        ("3x3:.01", "other-count"),
        ("3x3:.01..a2..", "character"),
        ("999x3:.01", "too-big"),
        ("0x3:", "empty"),
        ("slitherlink\n1.5\n...", "character"),
        ("binoxxo\nO..X\nO..\nO..X", "ragged"),
        ("binoxxo 5x5\nO..X", "other-size"),
        ("minesweeper\nmines: many\n1.", "word"),
        ("nonogram 4x2\n1\n1\n\n1\n1", "other-size"),
        ("nonogram\n1 1\n3", "two-sides"),
        ("[[1],[2]", "bracket"),
        ("[[1],[2]] [[1],[1]] [[1],[1]]", "two-sides"),
        ("rows:\n1 a\ncolumns:\n1\n1", "letter-line"),
        ("O" * 300, "too-big"),
        ("binoxxo\n" + "O.\n" * 300, "too-big"),
        ("nonogram\n9999999\n\n1", "word"),
        ('{"kind": "binoxxo", "grid": ["O.",', "json"),
        ('{"kind": "x"} {', "left-over-line"),
        ('{"a":' * 50_000, "nested"),
        ("width 2\nheight 1\nrows\n1\ncolumns\n1\n", "other-lines"),
        ("width 2\nheight 1\n?\nrows\n1\ncolumns\n1\n", "word"),
        ("2 3\n1\n1\n#\n1\n", "other-lines"),
        ("P1 2 2 1 0 1", "cut-board"),
        ("P1 2 2 1 0 1 7", "not-a-number"),
        ("P4 9 2 abc", "cut-board"),
        ("P4 9 1 日本", "not-bytes"),
        ("<puzzle></puzzle>", "two-sides"),
        ("<?xml?><!DOCTYPE a [<!ENTITY b 'c'>]><puzzle></puzzle>", "entities"),
        ("[Row clues]\n1\n[Column clues]\n1\n1\n[Dimensions]\n1\n1\n", "other-lines"),
    ],
)
def test_a_refusal_names_the_problem(text, kind):
    with pytest.raises(InputError) as error:
        read(text)
    assert error.value.kind == kind
    assert error.value.message("en") != error.value.message("ja")


@pytest.mark.parametrize(
    "text, at",
    [
        ("slitherlink\n1.1\n.x.", {"row": 2, "column": 2}),
        ("2x2:01x.", {"row": 2, "column": 1}),
        ("O..X\n...\nXO..", {"row": 2}),
        ("slither/5/5/cbc!", {"character": 4}),
        ("pzprv3/slither/1/2/. . /0 0 0 /0 7 /", {"line": 7}),
        ("rows\n1\n1 x\ncolumns\n1", {"line": 3, "character": 3}),
        ('{"kind":\n nothing}', {"line": 2, "character": 2}),
    ],
)
def test_a_refusal_names_the_place(text, at):
    with pytest.raises(InputError) as error:
        read(text)
    assert error.value.at == at


def test_every_sentence_is_there_in_both_languages():
    package = Path(__file__).parents[2] / "py/tesuji"
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (*package.glob("notation/*.py"), *package.glob("puzzles/*/*.py"))
    )
    kinds = set(re.findall(r'InputError\("([a-z-]+)"', sources)) | {"word", "not-a-number"}
    for language in ("en", "ja"):
        assert {f"error.{kind}" for kind in kinds} <= set(table(language))
    assert {key for key in table("en") if key.startswith("lost.")} == {
        key for key in table("ja") if key.startswith("lost.")
    }


# -- fuzz --------------------------------------------------------------------------------------------------------------


def survives(text, seconds=SECONDS):
    began = time.process_time()
    try:
        document, name = read(text)
        assert isinstance(document, dict) and name in NOTATIONS
        json.dumps(document)
    except InputError as error:
        assert error.message("en") and error.message("ja") and error.to_json()
    assert time.process_time() - began < seconds


REAL = [case["url"] for case in CASES if len(case["url"]) < 2000] + [
    write(document, name)[0]
    for document in (
        {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]], "board": ["#.#", "???"], "title": "t"},
        {"kind": "minesweeper", "grid": ["1.s", "*2."], "mines": 3, "board": ["...", "..*"]},
        {"kind": "slitherlink", "grid": ["3.0", "..."], "edges": {"h": ["-x.", "...", "---"], "v": ["|..x", "..|."]}},
        {"kind": "binoxxo", "grid": ["O..X", "....", "....", "XX.."], "board": ["....", "O..X", "....", "...."]},
    )
    for name, notation in NOTATIONS.items()
    if notation.write
    and (notation.whole or notation.fits(kinds().get(document["kind"])))
    and (name, document["kind"]) != ("tatham", "minesweeper")
]
PIECES = [
    "slither/5/5/",
    "nonogram/",
    "mines/9/9/",
    "pzprv3/",
    "https://puzz.link/p?",
    "m=edit&p=",
    "m=solve&p=",
    "#p=",
    "#u=",
    "5x5:",
    "t0:",
    "9x9n10:0,0,m",
    "P1 ",
    "P4 ",
    "rows",
    "columns:",
    "width 3\n",
    "height 3\n",
    "#\n",
    "[Row clues]\n",
    "[Column clues]\n",
    "<puzzle>",
    '<clues type="rows">',
    "<line>",
    "<count>",
    "[[",
    "]]",
    "{",
    '{"kind":',
    '"grid":',
    "nonogram\n",
    "minesweeper\n",
    "mines: 3\n",
    "+---+",
    "|",
    "\t",
    "O..X\n",
    ".1.2\n",
    "#.#\n",
    "1 1\n",
    "\n\n",
    "0",
    "1",
    "７",
    "日",
    "\x00",
    "\ud800",
    "-",
    "%2F",
]


@settings(relaxed, max_examples=300)
@given(st.text())
def test_any_text_is_read_or_refused(text):
    survives(text)


@settings(relaxed, max_examples=400)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join))
def test_any_jumble_of_real_pieces_is_read_or_refused(text):
    survives(text)


@settings(relaxed, max_examples=400)
@given(
    st.sampled_from(REAL),
    st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 3), st.sampled_from(PIECES) | st.text(max_size=2)),
        min_size=1,
        max_size=4,
    ),
)
def test_mutated_real_text_is_read_or_refused(text, cuts):
    for where, gone, put in cuts:
        place = int(where * len(text))
        text = text[:place] + put + text[place + gone :]
    survives(text)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["O.", "1.", "#.", "nonogram", "binoxxo", "slitherlink"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=3)
            | st.sampled_from(
                [
                    "kind",
                    "grid",
                    "rows",
                    "cols",
                    "field",
                    "opened",
                    "board",
                    "edges",
                    "text",
                    "document",
                    "mines",
                    "title",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@settings(relaxed, max_examples=300)
@given(JSON, st.sampled_from(sorted(NOTATIONS)))
def test_any_json_is_read_and_written_or_refused(value, name):
    survives(json.dumps(value))
    with contextlib.suppress(InputError):
        write(read(json.dumps(value))[0], name)


@settings(relaxed, max_examples=200)
@given(JSON, JSON, JSON, st.sampled_from(["square", "sudoku", "hex"]))
def test_any_page_of_penpa_is_read_or_refused(question, answer, tags, grid):
    survives(
        penpa(
            f"{grid},4,4,38",
            "[0,0,0,0]",
            "",
            json.dumps({"number": question, "symbol": question}),
            json.dumps({"lineE": answer, "surface": answer}),
            *[""] * 12,
            json.dumps(tags),
        )
    )


RUBBISH = [
    "[" * MAX_LENGTH,
    "[]" * (MAX_LENGTH // 2),
    '["' + '\\"' * (MAX_LENGTH // 2 - 1),
    "1 " * (MAX_LENGTH // 2),
    "\n" * (MAX_LENGTH - 1) + "x",
    "rows:]," * (MAX_LENGTH // 7),
    "<!--" * (MAX_LENGTH // 4),
    "https://a?b/ " * (MAX_LENGTH // 13),
    "5x5:" + "1." * (MAX_LENGTH // 3),
    "P1 " + "#\n" * (MAX_LENGTH // 3),
    '{"text":' * (MAX_LENGTH // 8),
    "slither/200/200/" + "0" * (MAX_LENGTH - 99),
    "200x200:0,0,u" + "0" * 10_000,
    "#u=" + "%41" * (MAX_LENGTH // 4),
    "[" + "1," * (MAX_LENGTH // 3) + "1]",
    "title: " + "x" * (MAX_LENGTH - 9),
    "#p=" + packed("[" * 2_900_000),
    "x" + "\t" * (MAX_LENGTH - 9) + "x",
    "5x5:" + "1" * (MAX_LENGTH - 9) + ",",
    "5x5:" + "1/" * (MAX_LENGTH // 3) + "x",
    "5x5:" + "t1" * (MAX_LENGTH // 3),
    "/" + "a" * (MAX_LENGTH - 9),
    "<puzzle>" + ("<a " + "b" * 1990 + ">") * (MAX_LENGTH // 2000),
    "[Row clues]\n" + "[" * (MAX_LENGTH // 2),
    "m=edit&" * (MAX_LENGTH // 7),
]


@pytest.mark.parametrize("text", RUBBISH, ids=lambda text: text[:12].replace("\n", "|"))
def test_the_longest_rubbish_takes_no_time(text):
    survives(text)


@not_in_pyodide
@pytest.mark.parametrize("text", RUBBISH, ids=lambda text: text[:12].replace("\n", "|"))
def test_the_longest_rubbish_takes_little_memory(text):
    tracemalloc.start()
    try:
        survives(text, seconds=20)
        assert tracemalloc.get_traced_memory()[1] < 100_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("width", "height"), [(1, 200), (200, 1), (3, 120), (120, 3)])
@pytest.mark.parametrize("kind", ["nonogram", "minesweeper", "slitherlink"])
def test_a_long_narrow_board_is_read_as_it_was_written(kind, width, height):
    grid = ["1" + "." * (width - 1), *["." * width] * (height - 1)]
    document = {"kind": kind, "grid": grid}
    if kind == "nonogram":
        document = {"kind": kind, "rows": [[1]] + [[]] * (height - 1), "cols": [[1]] + [[]] * (width - 1)}
    written = {}
    for name, notation in notations().items():
        if notation.write:
            with contextlib.suppress(InputError):
                written[name], _ = write(document, name)
    assert len(written) >= 3
    for name, text in written.items():
        found = read(text)[0]
        assert {key: value for key, value in found.items() if value is not None} == document, name


@pytest.mark.parametrize("others", [4, 5])
def test_of_a_text_the_first_five_addresses_are_looked_at(others):
    text = " ".join([f"https://example.org/{number}" for number in range(others)])
    text = f"See {text} and https://puzz.link/p?slither/5/5/cbcbcddad"
    if others < 5:
        assert read(text)[0] == SLITHER
    else:
        with pytest.raises(InputError):
            read(text)
