"""Texts in the forms in which programs and notes store their puzzles are recognised."""

from __future__ import annotations

import json

import pytest

from tesuji import worker
from tesuji.calls import CALLS
from tesuji.engine.budget import run
from tesuji.errors import InputError
from tesuji.notation.code import listed
from tesuji.puzzles import parse

SLITHER = {"kind": "slitherlink", "grid": [".01", "...", "2.."]}
NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}
EIGHT = [[1], [1], [], [1], [], [1], [1], [1]]
TYPICAL = {"kind": "nonogram", "rows": [[1], [1], [1], [1]], "cols": [[2], [1, 1]]}
"""Two columns and four rows: unique, but not by line solving."""
FIELD = {
    "kind": "minesweeper",
    "field": ["*...", "...."],
    "opened": [[0, 2], [0, 1], [0, 3], [1, 1], [1, 2], [1, 3]],
}


SMALL_FIELD = {"kind": "minesweeper", "field": ["*..", "..."]}


def position(*rows: str) -> dict:
    return {"kind": "minesweeper", "grid": list(rows), "mines": None}


def opened(text: str, kind: str | None = None) -> dict:
    return run(CALLS["convert"]({"text": text, **({"as": kind} if kind else {})}))


FIGURE = """\
#   +   +   +   +
#         0   1
#   +   +   +   +
#                    <- この問題の場合、SPECは"3x3:.01...2.."と書きます
#   +   +   +   +
#     2
#   +   +   +   +
"""
"""The example of a slitherlink program, copied from its source."""


DOORS = [
    # The examples of five programs and notes, character for character.
    (FIGURE, SLITHER),
    ("  Puzzle example:  3x3:.01...2..", SLITHER),
    ("SPEC = '''\n3x3:.01...2..\n'''", SLITHER),
    ("  1\n 21\n1□■\n1■□\n1■□\n1□■", TYPICAL),
    ("mondai =\n\n     0     1\n     1     0\n     1     0\n     0     1\n", TYPICAL),
    ("[■, ■, □, ■, □, ■, ■, ■]", {"kind": "nonogram", "rows": [[2, 1, 3]], "cols": EIGHT}),
    # Slitherlink in the form that its program reads.
    ("3x3:.01...2..", SLITHER),
    ("#  +  +  +\n#   3\n#  +  +  +\n#      2\n#  +  +  +", {"kind": "slitherlink", "grid": ["3.", ".2"]}),
    ("PUZZLE = '3x3:.01...2..'", SLITHER),
    ('const puzzle = "3x3:.01...2..";', SLITHER),
    ("PUZZLE = '3x3:a01c2b'", SLITHER),
    ('slitherlink.parse("3x3:a01c2b")', SLITHER),
    ('"3x3:.01...2.."', SLITHER),
    ("$ slitherlink '3x3:.01...2..'", SLITHER),
    ("node lib/cli.js 3x3:.01...2..", SLITHER),
    ('slitherlink "3x3:.01 ... 2.."', SLITHER),
    ("slitherlink 3x3:.01  ... 2.. 15", SLITHER),
    ("\t0\t1\n\t\t\n2\t\t", SLITHER),
    ("3,,2\n,1,\n2,,3", {"kind": "slitherlink", "grid": ["3.2", ".1.", "2.3"]}),
    ('{"spec": "3x3:.01...2..", "answer": null}', SLITHER),
    ("(3)x(3):.01...2..", SLITHER),
    ("(3)x(3):(.01...2..)", SLITHER),
    ("（3x3:.01...2..）", SLITHER),
    ("問題：３x３：.01...2..", SLITHER),
    ("  - name: easy\n    puzzle: 3x3:.01...2..", SLITHER),
    ('{"width": 3, "height": 3, "boxes": ".01...2.."}', SLITHER),
    ('{"width": 3, "boxes": [null, 0, 1, null, null, null, 2, null, null]}', SLITHER),
    ('{"boxes": [".01", "...", "2.."]}', SLITHER),
    ("Here is mine:\n.01\n...\n2..", SLITHER),
    ("solver <<EOF\n.01\n...\n2..\nEOF", SLITHER),
    ("grid: list[str] = ['.01', '...', '2..']", SLITHER),
    ('[".01", "...", "2.."]', SLITHER),
    ("[[None, 0, 1], [None, None, None], [2, None, None]]", SLITHER),
    # Nonograms: hints as in Python, Rust, JSON and MATLAB.
    ("row_hints = [[1, 1], [3]]\ncol_hints = [[2], [1], [2]]", NONOGRAM),
    ("solve([[1, 1], [3]], [[2], [1], [2]])", NONOGRAM),
    ("let row_hints = vec![vec![1, 1], vec![3]];\nlet col_hints = vec![vec![2], vec![1], vec![2]];", NONOGRAM),
    ('{"row_hints": [[1, 1], [3]], "col_hints": [[2], [1], [2]]}', NONOGRAM),
    ("■□■\n■■■", NONOGRAM),
    ("assert solve([[1, 1], [3]], [[2], [1], [2]]) == UniqueSolution", NONOGRAM),
    ("result = solve(row_hints=[[1, 1], [3]], col_hints=[[2], [1], [2]])", NONOGRAM),
    ("SolveResult::UniqueSolution([[Filled, Empty, Filled], [Filled, Filled, Filled]])", NONOGRAM),
    ("grid = [[true, false, true], [true, true, true]]", NONOGRAM),
    ("[Cell::Filled, Cell::Filled, Cell::Unknown]", {"kind": "nonogram", "rows": [[2]], "cols": [[1], [1], []]}),
    ("[[Cell::Filled, Cell::Empty, Cell::Filled], [Cell::Filled, Cell::Filled, Cell::Filled]]", NONOGRAM),
    ("    2 1 2\n1 1 ■ □ ■\n  3 ■ ■ ■", NONOGRAM),
    (">> picros([1 1;3 0],[2 1 2;0 0 0])", NONOGRAM),
    # The sums differ; the zeros show that the clues of the columns are columns.
    (
        "x = [2; 1];\ny = [1 2 1 1; 0 1 0 1];",
        {"kind": "nonogram", "rows": [[2], [1]], "cols": [[1], [2, 1], [1], [1, 1]]},
    ),
    ("[x,y]=makepic([0 1;1 0;1 0;0 1])", TYPICAL),
    ("rows = [1,1; 0,3]\ncols = [2; 1; 2]", NONOGRAM),
    ("x = [1 1; 3 0];\ny = [2 1 2];", NONOGRAM),
    ("x = [1 0; 1 0; 1 0; 1 0];\ny = [2 1; 0 1; 0 0; 0 0];", TYPICAL),
    ("x=[1 1;3 0];\ny=[2 1 2];\n[answer, state] = picros(x, y)", NONOGRAM),
    ("x =\n\n     1     1\n     3     0\n\ny =\n\n     2\n     1\n     2\n", NONOGRAM),
    (">> x\n\nx =\n\n     1     1\n     3     0\n\n>> y\n\ny =\n\n     2     1     2\n", NONOGRAM),
    ("answer =\n\n101\n111\n\nstate =\n\nSF\n", NONOGRAM),
    ("picture = [1 0 1; 1 1 1];\n[x, y] = makepic(picture)", NONOGRAM),
    (
        "let rows: Vec<Vec<usize>> = vec![\n  vec![1, 1],\n  vec![3],\n];\nlet cols = vec![vec![2], vec![1], vec![2]];",
        NONOGRAM,
    ),
    ("let row_hints: &[&[u8]] = &[&[1, 1], &[3]];\nlet col_hints: &[&[u8]] = &[&[2], &[1], &[2]];", NONOGRAM),
    ("{\n  rowHints: [[1, 1], [3]],\n  colHints: [[2], [1], [2]],\n}", NONOGRAM),
    ("{'row_hints': [[1, 1], [3]], 'col_hints': [[2], [1], [2]]}", NONOGRAM),
    ("3x2\n行ヒント\n1 1\n3\n列ヒント\n2\n1\n2", NONOGRAM),
    ("行のヒント：1 1、3\n列のヒント：2、1、2", NONOGRAM),
    ("picros([[1,0]]*4, [[2,1],[0,1],[0,0],[0,0]])", TYPICAL),
    ("[[1,0],[1,0],[1,0],[1,0]], [[2,0],[1,1]]", TYPICAL),
    # The sums differ, so there is no solution, but it is still a nonogram.
    ("2\n2\n\n1\n1", {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}),
    # Minesweeper: complete boards, and states with -1 unknown, -2 ignored, -3 flagged.
    ("-1 1 0 0\n1 1 0 0", FIELD),
    ("[[-1, 1, 0, 0], [1, 1, 0, 0]]", FIELD),
    # As a position, this would have one solution, and the opened area does not settle all mines.
    (
        "0 1 1 1\n1 3 -1 2\n2 -1 -1 3\n-1 4 -1 2",
        {"kind": "minesweeper", "field": ["....", "..*.", ".**.", "*.*."], "opened": [[0, 0], [0, 1], [1, 0], [1, 1]]},
    ),
    ("new int[][]{{-1, 1, 0, 0}, {1, 1, 0, 0}}", FIELD),
    (
        '{"board": [[-1, 1, 0], [1, 1, 0]], "initialOpened": [[0, 2]]}',
        {**SMALL_FIELD, "opened": [[0, 2]]},
    ),
    (
        '{"board": [[-1, 1, 0], [1, 1, 0]], "initialOpenedCells": [[0, 2]]}',
        {**SMALL_FIELD, "opened": [[0, 2]]},
    ),
    ("-1 1 0\n1 1 0\n# opened: (0,2)", {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("-1 1 0\n1 1 0\nopened: (0, 2), (1, 2)", {**SMALL_FIELD, "opened": [[0, 2], [1, 2]]}),
    ("let board = [[-1i8, 1, 0, 0], [1i8, 1, 0, 0_i8]];", FIELD),
    # Indices of rows and columns; a picture has clues there instead.
    ("  0 1 2\n0 . 0 1\n1 . . .\n2 2 . .", SLITHER),
    ("   1 2 3\n1| . 0 1\n2| . . .\n3| 2 . .", SLITHER),
    (
        "  a b c d\n1 O X . .\n2 . . . .\n3 . . . .\n4 X O . .",
        {"kind": "binoxxo", "grid": ["OX..", "....", "....", "XO.."]},
    ),
    ("    0  1  2  3\n0  -1  1  0  0\n1   1  1  0  0", FIELD),
    # Covered cells, not a picture with clues for its columns alone.
    ("1 2 2 1\n■ ■ ■ ■", position("1221", "....")),
    ("  1 2\n1 □ □\n2 □ □", {"kind": "nonogram", "rows": [[1], [2]], "cols": [[1], [2]]}),
    ("(4x3)\n.01.\n....\n2...", {"kind": "slitherlink", "grid": [".01.", "....", "2..."]}),
    ("1 1 1\n1 * 1\n1 1 1", {"kind": "minesweeper", "field": ["...", ".*.", "..."], "opened": []}),
    ("std::vector<std::vector<int>> board = {{-1, 1, 0, 0}, {1, 1, 0, 0}};", FIELD),
    ("1 2 ? ?\n? ? ? ?\n1 1 1 0", position("12..", "....", "1110")),
    ("board: [[-1, 1, 0], [1, 1, 0]]\nopened: [[0, 2]]", {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("| -1 | 1 | 0 | 0 |\n| 1 | 1 | 0 | 0 |", FIELD),
    ("let board = vec![vec![-1, 1, 0, 0], vec![1, 1, 0, 0]];", FIELD),
    ("np.array([[-1, 1, 0, 0],\n          [ 1, 1, 0, 0]])", FIELD),
    ("-1, 1, 0, 0\n 1, 1, 0, 0\n", FIELD),
    ('{"board": [[-1, 1, 0, 0], [1, 1, 0, 0]]}', FIELD),
    ('{"completeBoard": [[-1, 1, 0], [1, 1, 0]], "opened": [[0, 2]]}', {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("int board[2][4] = {{-1, 1, 0, 0}, {1, 1, 0, 0}};", FIELD),
    ("let board: [[i32; 4]; 2] = [[-1, 1, 0, 0], [1, 1, 0, 0]];", FIELD),
    ("board = np.array([[-1, 1, 0, 0], [1, 1, 0, 0]], dtype=np.int8)", FIELD),
    ("board:\n  - [-1, 1, 0, 0]\n  - [1, 1, 0, 0]\n", FIELD),
    ("// from the article\nconst board = [[-1, 1, 0, 0], [1, 1, 0, 0]];", FIELD),
    ("-1,1,0,0;1,1,0,0", FIELD),
    ("board := [][]int{{-1, 1, 0, 0}, {1, 1, 0, 0}}", FIELD),
    ("const MINE = -1;\nconst board = [[MINE, 1, 0, 0], [1, 1, 0, 0]];", FIELD),
    ("const auto board = std::vector<std::vector<int>>{{-1, 1, 0, 0}, {1, 1, 0, 0}};", FIELD),
    ("* 1 0 0\n1 1 0 0", FIELD),
    ("B 1 0 0\n1 1 0 0", FIELD),
    ("💣1️⃣0️⃣0️⃣\n1️⃣1️⃣0️⃣0️⃣", FIELD),
    ("board = [[-1, 1, 0, 0], [1, 1, 0, 0]]  # mine = -1", FIELD),
    ("1 -1 -1\n1 1 1", position("1..", "111")),
    ("[[1,-1,-3],[-2,-1,1]]", position("1.*", "..1")),
    ("1211/....", position("1211", "....")),
    ("[[1, UNKNOWN, State.UNKNOWN], [State.FLAGGED, IGNORE, 1]]", position("1..", "*.1")),
    ("1211\n....", position("1211", "....")),
    # A board and its opened cells, in code: neither is a clue of a nonogram.
    ("board = [[-1, 1, 0], [1, 1, 0]]\nopened = [(0, 2)]", {**SMALL_FIELD, "opened": [[0, 2]]}),
    (
        "const completeBoard: number[][] = [\n  [-1, 1, 0],\n  [1, 1, 0],\n];\nconst initialOpened = [{row: 0, col: 2}];",
        {**SMALL_FIELD, "opened": [[0, 2]]},
    ),
    ("int[][] board = {{-1, 1, 0}, {1, 1, 0}};\nint[][] opened = {{0, 2}};", {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("const board: number[][] = [[-1, 1, 0, 0], [1, 1, 0, 0]];\nconst maxK = 8;", FIELD),
    ("calculateDifficulty([[-1, 1, 0], [1, 1, 0]], [[0, 2]], 8)", {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("rate(board=[[-1, 1, 0], [1, 1, 0]], opened=[(0, 2)])", {**SMALL_FIELD, "opened": [[0, 2]]}),
    ('{"board": [[-1, 1, 0], [1, 1, 0]], "opened": [{"row": 0, "col": 2}]}', {**SMALL_FIELD, "opened": [[0, 2]]}),
    ('{"board": [[-1, 1, 0], [1, 1, 0]], "opened": [{"x": 2, "y": 0}]}', {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("完成盤面:\n-1 1 0\n1 1 0\n初期開放: (0,2)", {**SMALL_FIELD, "opened": [[0, 2]]}),
    ("| 💣 | 1 | 0 | 0 |\n|---|---|---|---|\n| 1 | 1 | 0 | 0 |", FIELD),
    ("● 1 0 0\n1 1 0 0", FIELD),
    ("UniqueSolution(grid=[[1, 0, 1], [1, 1, 1]])", NONOGRAM),
    ("UniqueSolution(Grid { cells: [[Filled, Empty, Filled], [Filled, Filled, Filled]] })", NONOGRAM),
    ("[[■, □, ■], [■, ■, ■]]", NONOGRAM),
    ("■: 塗り, □: 空白\n■□■\n■■■", NONOGRAM),
    ("問題\n.01\n...\n2..", SLITHER),
    ("1 1\n3\n---\n2\n1\n2", NONOGRAM),
    ("1 1/3\n2/1/2", NONOGRAM),
    ("# OX..\n# ....\n# ....\n# XO..", {"kind": "binoxxo", "grid": ["OX..", "....", "....", "XO.."]}),
    # Binoxxo as a table, and with spaces for blanks.
    (
        "| O | X | | |\n|---|---|---|---|\n| | | | |\n| | | | |\n| X | O | | |",
        {"kind": "binoxxo", "grid": ["OX..", "....", "....", "XO.."]},
    ),
    ("OX  \n    \n    \nXO  ", {"kind": "binoxxo", "grid": ["OX..", "....", "....", "XO.."]}),
    ("OX XO\n   O X\nX", {"kind": "binoxxo", "grid": ["OX.XO.", "...O.X", "X.....", "......", "......", "......"]}),
    ('board = """\nOX..\n....\n....\nXO..\n"""', {"kind": "binoxxo", "grid": ["OX..", "....", "....", "XO.."]}),
]


@pytest.mark.parametrize(("text", "document"), DOORS, ids=lambda value: value[:40] if isinstance(value, str) else "")
def test_a_text_opens_as_the_right_kind(text, document):
    assert opened(text)["document"] == document


@pytest.mark.parametrize(("text", "document"), DOORS[:3] + DOORS[-3:])
def test_the_requested_kind_makes_no_difference(text, document):
    assert opened(text, document["kind"])["document"] == document


@pytest.mark.parametrize(
    ("text", "kind", "at"),
    [
        ("-1 2 0 0\n1 1 0 0", "number-differs", {"row": 1, "column": 2}),
        ("1 2 0 0\n1 1 0", "ragged", {"row": 2}),
        ("-1 2 0 0\n1 1 0", "ragged", {"row": 2}),
        ("minesweeper\n-1 2 0 0\n1 1 0 0", "number-differs", {"row": 1, "column": 2}),
    ],
)
def test_errors_are_named_instead_of_reading_another_kind(text, kind, at):
    with pytest.raises(InputError) as refused:
        opened(text)
    assert (refused.value.kind, refused.value.at) == (kind, at)


def test_a_puzzle_is_not_read_without_its_last_row():
    assert opened("Here is mine:\n.01\n...\n2..\nHave fun!")["document"] == SLITHER
    with pytest.raises(InputError):
        opened("Here is mine:\n.01\n...\n2.")


def test_other_readings_are_named():
    answer = opened("1 -1 -1\n1 1 1")
    assert answer["others"] == [{"kind": "slitherlink", "grid": ["1..", "111"]}]
    assert answer["notes"] == [
        {"key": "note.read-as", "params": {"name": "minesweeper 3 × 2", "others": "slitherlink 3 × 2"}},
    ]
    # Less likely, but with one solution.
    assert opened("1221/....")["others"] == [position("1221", "....")]
    assert "notes" not in opened("minesweeper\n1..\n111")
    assert opened("-1 1 0 0\n1 1 0 0")["notes"][0] == {"key": "note.opened", "params": {"n": 6}}


def test_an_object_without_a_kind_keeps_its_members():
    """Settings decide which puzzle it is; members that its kind does not read are reported."""
    for rows in (["1..", "..2"], [[1, -1, -1], [None, None, 2]]):
        answer = opened(json.dumps({"grid": rows, "mines": 2, "title": "Two", "board": ["..*", "..."]}))
        assert answer["document"] == {
            **position("1..", "..2"),
            "mines": 2,
            "title": "Two",
            "board": ["..*", "..."],
        }
        assert "notes" not in answer
    assert opened('{"grid": ["1..", "..2"], "title": "Two\\n3.."}')["document"]["grid"] == ["1..", "..2"]
    with pytest.raises(InputError, match="whole number"):
        run(CALLS["solve"]({"text": '{"grid": ["1..", "..2"], "mines": true}'}))
    answer = opened('{"grid": ["AABB", "AABB", "CCDD", "CCDD"], "stars": 1, "size": [4, 4]}')
    assert answer["document"]["stars"] == 1
    assert answer["notes"] == [{"key": "note.member", "params": {"name": "size", "kind": "star_battle"}}]


def test_a_binoxxo_of_spaces_may_lack_its_blank_last_rows():
    """With a letter for blanks, every row is there."""
    square = ["OX.X", "..O.", "....", "...."]
    answer = opened("OX X\n  O")
    assert answer["document"]["grid"] == square
    assert answer["others"] == [{"kind": "binoxxo", "grid": square[:2]}]
    assert opened("OX.X\n..O.")["document"]["grid"] == square[:2]
    assert opened("OX.\n..O\nX..")["document"]["grid"] == ["OX.", "..O", "X.."]


def test_the_reading_with_one_solution_is_chosen():
    for text, _ in DOORS:
        answer = run(CALLS["solve"]({"text": text}))
        document = opened(text)["document"]
        assert answer["kind"] == document["kind"] and parse(document)
    assert run(CALLS["solve"]({"text": "1211/...."}))["verdict"] == "unique"
    assert run(CALLS["solve"]({"text": "3 0\n2 2"}))["kind"] == "slitherlink"


def test_the_largest_area_of_a_board_is_opened():
    text = "0 1 -1 1 0\n0 1 1 1 0\n0 0 0 0 0\n1 1 0 0 0\n-1 1 0 0 0"
    document = opened(text)["document"]
    assert document["opened"][0] == [0, 0] and len(document["opened"]) == 23
    assert opened(text + "\nopened: r1c1")["document"]["opened"] == [[0, 0]]
    assert opened(text + "\nopened:")["document"]["opened"] == []
    assert opened("-1 1\n1 1")["document"]["opened"] == []


@pytest.mark.parametrize("space", [" ", "\n", "\t", "\n\t "])
def test_a_webpbn_file_may_have_any_space_in_its_tags(space):
    text = (
        f'<puzzle{space}type="grid"{space}defaultcolor="black"><clues{space}type="rows"><line><count>1</count></line>'
        f'</clues><clues{space}type="columns"><line><count>1</count></line></clues></puzzle{space}>'
    )
    assert opened(text)["document"] == {"kind": "nonogram", "rows": [[1]], "cols": [[1]]}


def test_a_field_whose_opened_cells_are_null_is_accepted():
    document = {"kind": "minesweeper", "field": ["..*..", "....."], "opened": None}
    assert run(CALLS["mend"]({"document": document}))["verdict"] == "multiple"


def answer_of(name: str, args: str) -> str:
    call = worker.call(name, args)
    while (text := call.advance(16)).startswith('{"progress"'):
        pass
    call.close()
    return text


@pytest.mark.parametrize(
    ("args", "kind"),
    [
        ('{"text": "1.2", "as": 3}', "argument-text"),
        ('{"text": 5}', "argument-text"),
        ("[1]", "not-a-document"),
        ("{", "json"),
        ('{"document": {"kind": "slitherlink", "grid": ["3"], "id": NaN}}', "json"),
        ('{"document": {"kind": "slitherlink", "grid": ["3"], "id": Infinity}}', "json"),
    ],
)
def test_arguments_of_another_shape_are_refused(args, kind):
    assert json.loads(answer_of("convert", args))["error"]["kind"] == kind


def test_half_characters_leave_the_worker_escaped():
    text = answer_of("solve", '{"document": {"kind": "slitherlink", "grid": ["4"], "id": "\\ud800"}}')
    assert text.encode("utf-8") and json.loads(text)["result"]["id"] == "\ud800"


@pytest.mark.parametrize("seconds", ["0", "-1", '"x"', "true", "null", "NaN", "1e999", "{}"])
def test_a_timeout_of_any_shape_is_a_number_of_seconds(seconds):
    assert 0 < worker._seconds(f'{{"timeout": {seconds}}}') <= worker.MAX_TIMEOUT


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[['a', 1], None]", [["a", 1], None]),
        ("[{'a', 1}, None]", [["a", 1], None]),
        ("['a' 1]", None),
        ("[['a'] 1]", None),
        ("[['a', 1], None", None),
        ("['a'], [1]", None),
    ],
)
def test_entries_of_lists_in_code_are_separated_by_commas(text, value):
    assert listed(text) == value
