"""Boards typed with blanks: a space is a cell, also at the ends of lines."""

from __future__ import annotations

from random import Random

import pytest

from oracle import golden
from tesuji.calls import CALLS
from tesuji.engine.budget import run
from tesuji.errors import InputError
from tesuji.notation import read as likeliest
from tesuji.notation.grids import block, cells
from tesuji.puzzles import kinds, read

LETTERS = {"binoxxo": "OX", "slitherlink": "0123", "minesweeper": "012345678*", "nonogram": "#"}
SIZES = [(2, 2), (4, 4), (6, 4), (4, 8), (10, 10), (10, 14), (3, 5), (9, 2)]


@pytest.mark.parametrize("name", ["default", "board1", "board2"])
def test_the_boards_of_the_source_with_their_blanks(name):
    board = golden("binoxxo_boards.json")["author_boards"][name]["board"]
    wanted = {"kind": "binoxxo", "grid": [row.replace(" ", ".") for row in board]}
    assert read("\n".join(board))[0] == wanted
    assert read("\n".join(board) + "\n")[0] == wanted
    assert read("ビノクソ 10x10\n" + "\n".join(board))[0] == wanted
    assert read("\n".join(f"|{row}|" for row in board))[0] == wanted


@pytest.mark.parametrize("kind", LETTERS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_random_boards_come_back(kind, width, height):
    random = Random(f"{kind} {width} {height}")
    typed = kinds().load(kind).text
    for share in (0.1, 0.4, 0.8):
        for _ in range(12):
            rows = [
                "".join(random.choice(LETTERS[kind]) if random.random() < share else " " for _ in range(width))
                for _ in range(height)
            ]
            if not any(" " in (row[0], row[-1]) for row in rows) or not "".join(rows).strip():
                continue
            fields = typed.fields([row.replace(" ", ".") for row in rows])
            for ending in ("", "\n"):
                document = read(f"{kind}\n" + "\n".join(rows) + ending)[0]
                assert document == {"kind": kind, **fields}, rows


@pytest.mark.parametrize("kind", LETTERS)
def test_a_blank_board_of_a_named_size(kind):
    document = read(f"{kind} 6x4\n" + "\n".join([" " * 6] * 4))[0]
    assert document == {"kind": kind, **kinds().load(kind).text.fields(["......"] * 4)}


@pytest.mark.parametrize(
    ("text", "grid"),
    [
        ("OX  \n    \n    \nXO  \n", ["OX..", "....", "....", "XO.."]),
        ("    \nOX  \n  XO\n    ", ["....", "OX..", "..XO", "...."]),
        ("　　◯×\n　　　　\n×　　　\n　　　　", ["..OX", "....", "X...", "...."]),
        # An editor has removed the blanks at the ends of the lines.
        ("  OX\nO\n\nX  O", ["..OX", "O...", "....", "X..O"]),
        ("O X O X\nX O X O", ["OXOX", "XOXO"]),
        ("O X\nX O", ["OX", "XO"]),
        ("O   O X\n  O X  \n      X\nX      ", ["O.OX", ".OX.", "...X", "X..."]),
        ("O_X_\n____\n", ["O.X.", "...."]),
        # Rows of as many cells, only one of which has a space after each.
        ("OX.. .\n. . . X .", ["OX...", "...X."]),
        # One space after the last cell, or as many as before the first one.
        ("O X \nX O ", ["OX", "XO"]),
        ("   O X   \n   X O   ", ["OX", "XO"]),
        # A single line with trailing spaces does not widen the others.
        ("O X OX  \nX", ["O.X.OX", "X....."]),
        ("binoxxo 4x2\nO XO  \nX     ", ["O.XO", "X..."]),
        ("OXOX \nXOXO\n", ["OXOX", "XOXO"]),
        ("| O | X |   | X |\n|   |   |   |   |", ["OX.X", "...."]),
    ],
)
def test_blanks_and_spaces_between_cells(text, grid):
    assert read(text)[0] == {"kind": "binoxxo", "grid": grid}


def test_numbers_with_blanks_are_a_grid():
    assert read(" 2 3\n1   \n    \n3  2")[0] == {"kind": "slitherlink", "grid": [".2.3", "1...", "....", "3..2"]}
    assert read("1  5\n    \n  2 ")[0]["grid"] == ["1..5", "....", "..2."]


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("OX  \n    \n    \nXO  \n", (4, 4)),
        ("OX\n\n\nXO", (2, 2)),
        ("OX..\n....", None),
        ("O X O X\nX O X O", None),
        ("binoxxo 4x2\nOX  \n    ", None),
        ("4 2\nOX  \n    ", None),
    ],
)
def test_a_guessed_size_is_reported(text, size):
    wanted = [{"key": "note.size", "params": {"width": size[0], "height": size[1]}}] if size else []
    assert list(likeliest(text, kinds()).notes) == wanted
    for call in ("check", "solve", "convert"):
        assert run(CALLS[call]({"text": text})).get("notes", []) == wanted


NAMED = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}


@pytest.mark.parametrize(
    "text",
    [
        "1 1■□■\n3■■■",
        "11■□■\n 3■■■",
        "ピクロス\n１ １ ■□■\n　 ３ ■■■",
        "   212\n1 1□□□\n  3□□□",
        "     1\n   112\n1 1■□■\n  3■■■".replace("1\n   112", " \n   212"),
        "x = [1 1; 3 0];\ny = [2 0; 1 0; 2 0];",
        "[1 1\n 3 0]\n[2 0; 1 0; 2 0]",
        "picross\n1 1\n3 0\n\n2 0\n1 0\n2 0",
        "nonogram\n1 0 1\n1 1 1",
        "nonogram\n101\n111",
    ],
)
def test_drawings_with_clues_and_matrices_with_zeros(text):
    assert read(text)[0] == NAMED


def test_a_drawing_that_is_one_row():
    assert read("1□■")[0] == {"kind": "nonogram", "rows": [[1]], "cols": [[], [1]]}


def test_drawings_next_to_the_clues_are_the_players_marks():
    assert read("   212\n1 1■□□\n  3□×□")[0] == {**NAMED, "board": ["#??", "?.?"]}


def test_boxes_in_other_puzzles_are_kept():
    assert read("1□□2\n1□□1")[0]["kind"] == "slitherlink"
    assert read("minesweeper\n1■1\n111")[0]["grid"] == ["1.1", "111"]
    with pytest.raises(InputError, match="Row 2"):
        read("nonogram\n1□■\n1■■")


@pytest.mark.parametrize(
    ("lines", "rows", "guessed"),
    [
        (["-1 12", "1 1"], [], False),
        (["1|2", "34"], ["12", "34"], False),
        (["1 2 0", "1 2"], ["1 2 0", "1 2  "], True),
        (["  12", "34567"], ["12", "34567"], True),
        (["1 .2", "12 ."], ["1 .2", "12 ."], True),
        (["1. 2", "12 ."], ["1.2", "12."], False),
        (["1 2", " 34"], ["1 2", " 34"], True),
        (["1 2", "3 4"], ["12", "34"], False),
    ],
)
def test_one_row_is_enough_to_show_which_spaces_are_cells(lines, rows, guessed):
    assert [row.strip() for row in cells(lines).rows] == [row.strip() for row in rows]
    assert cells(lines).guessed == guessed


def test_a_line_of_blanks_at_an_end_is_a_row_if_it_is_as_wide_as_the_others():
    rows = ["OX..", ".. X"]
    assert block(["    ", *rows, "  ", ""], None) == ["    ", *rows]
    assert block(["   ", *rows, "     "], None) == [*rows, "     "]


@pytest.mark.parametrize("start", ["", "PUZZLE = ", "x = np.array"])
@pytest.mark.parametrize("rows", ["[[0, 1], [1, 0]]", '["01", "10"]', "[0 1; 1 0]", "((0, 1), (1, 0))"])
def test_brackets_around_a_list_do_not_matter(start, rows):
    assert read(f"{start}({rows})", "binoxxo") == read(f"PUZZLE = {rows}", "binoxxo")
