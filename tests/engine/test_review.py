"""Review of a game: the labels of its moves against brute force. The laws do not name any kind."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oracle import oracle_of
from tesuji.calls import CALLS
from tesuji.engine.budget import Budget, run
from tesuji.errors import InputError
from tesuji.locales import LANGUAGES, render_message, table
from tesuji.model import Board
from tesuji.puzzles import parse, rulebooks
from tesuji.variables import DIGITS, indexes, values_of, variable_at, variable_count

KINDS = sorted(rulebooks())
every_kind = pytest.mark.parametrize("kind", KINDS)
ORACLES = {kind: oracle_of(kind) for kind in KINDS}
WORST = ("same", "back", "forced", "lucky", "wrong")


def main(arguments: list[str]) -> int:
    return pytest.importorskip("tesuji.cli", reason="the site has no command line").main(arguments)


class Game(NamedTuple):
    """A document, the values of the variables in each of its solutions, and moves: marks (variable, value) made at the
    same time, with value 0 for none, or the number of moves to undo.
    """

    document: dict
    solutions: list[bytes]
    moves: list[list[tuple[int, int]] | int]


@cache
def games(kind: str) -> st.SearchStrategy[Game]:
    """Return tiny puzzles with a solution, and moves: about half of them as in one solution, the others random."""

    def has_a_game(document: dict) -> bool:
        return bool(ORACLES[kind].solutions(document))

    @st.composite
    def game(draw) -> Game:
        document = {**draw(ORACLES[kind].documents.filter(has_a_game))}
        book, puzzle = parse(document)
        if book.uncovering and book.uncovering.hidden(puzzle):
            document = {"kind": kind, "grid": book.forced(puzzle, Board())}
            document["grid"] = [row.replace("?", ".") for row in document["grid"]]
        book, puzzle = parse(document)
        solutions = [indexes(puzzle, book.read(puzzle, one)) for one in ORACLES[kind].solutions(document)]
        aim, places = draw(st.sampled_from(solutions)), st.integers(0, variable_count(puzzle) - 1)
        one = places.flatmap(lambda place: st.tuples(st.just(place), st.integers(0, values_of(puzzle, place))))
        right = places.map(lambda place: (place, aim[place]))
        marks = st.lists(st.one_of(one, right, right), min_size=1, max_size=3, unique_by=lambda mark: mark[0])
        return Game(document, solutions, draw(st.lists(st.one_of(marks, marks, marks, st.integers(1, 2)), max_size=12)))

    return game()


def as_json(move: list[tuple[int, int]] | int) -> dict:
    if isinstance(move, int):
        return {"undo": move}
    return {"cells": [cell for cell, _ in move], "after": "".join(DIGITS[value] for _, value in move)}


def brute(game: Game, givens: bytes) -> list[list[str]]:
    """Return the labels of each move's cells, from the list of all solutions."""
    on = {cell: value for cell, value in enumerate(givens) if value}
    given, right = set(on), dict(on)
    before, labels = [], []
    for move in game.moves:
        if isinstance(move, int):
            for _ in range(min(move, len(before))):
                on, right = before.pop()
            labels.append([])
            continue
        before.append((dict(on), dict(right)))
        new = [(cell, value) for cell, value in move if on.get(cell, 0) != value]
        for cell, _ in new:
            if cell not in given:
                right.pop(cell, None)
        labels.append([])
        for cell, value in new:
            labels[-1].append(label_of(game.solutions, right, cell, value))
            if labels[-1][-1] in ("forced", "lucky"):
                right[cell] = value
        on = {**on, **dict(new)}
        on = {cell: value for cell, value in on.items() if value}
    return labels


def label_of(solutions: list[bytes], right: dict[int, int], cell: int, value: int) -> str:
    if not value:
        return "back"
    fits = [board for board in solutions if all(board[place] == there for place, there in right.items())]
    assert fits
    found = {board[cell] == value for board in fits}
    return "lucky" if len(found) == 2 else "forced" if found == {True} else "wrong"


def reviewed(document: dict, moves: list[dict], **args) -> dict:
    return run(CALLS["review"]({"document": document, "moves": moves, **args}), Budget(30))


@every_kind
@given(data=st.data())
@settings(max_examples=100)
def test_labels_equal_brute_force(kind, data):
    game = data.draw(games(kind))
    _, puzzle = parse(game.document)
    answer = reviewed(game.document, [as_json(move) for move in game.moves])
    assert answer["finished"] and len(answer["moves"]) == len(game.moves)
    expected = brute(game, indexes(puzzle, puzzle.givens))
    assert [number for thought in answer["thoughts"] for number in thought["moves"]] == list(range(len(game.moves)))
    for _, *others in (thought["moves"] for thought in answer["thoughts"]):
        assert all(answer["moves"][number]["label"] == "forced" for number in others)
    for moment, labels, move in zip(answer["moves"], expected, game.moves):
        assert [cell["label"] for cell in moment["cells"]] == labels
        if not isinstance(move, int):
            worst = max(labels, key=WORST.index, default="same")
            assert moment["label"] == worst or (worst, moment["label"]) == ("forced", "hard")
        for language in LANGUAGES:
            for told in (moment["sentence"], *moment.get("notes", ())):
                text = render_message(told, language)
                assert told["key"] in table(language) and "{" not in text


@every_kind
@given(data=st.data())
@settings(max_examples=60)
def test_reasons_are_true(kind, data):
    """A step that explains a forced cell contains its value, and one that explains a wrong cell contains the other
    value. Both hold in every solution that agrees with what was right before.
    """
    game = data.draw(games(kind))
    _, puzzle = parse(game.document)
    given = indexes(puzzle, puzzle.givens)
    answer = reviewed(game.document, [as_json(move) for move in game.moves])
    for moment in answer["moves"]:
        made = {str(cell["cell"]): cell for cell in moment["cells"]}
        if moment["label"] == "wrong":
            assert "step" in moment or "clash" in moment
        if moment["label"] == "forced":
            assert "step" in moment or all(
                given[variable_at(puzzle, cell["cell"])] for cell in made.values() if cell["label"] == "forced"
            )
        for one in moment.get("step", {}).get("cells", ()):
            cell = made[str(one["cell"])]
            assert (cell["value"] == one.get("value")) is (cell["label"] != "wrong")
            assert "not" not in one or cell["mark"] in one["not"]
        for one in moment.get("easier", {}).get("cells", ()):
            assert str(one["cell"]) not in made


# -- a document that hides its solution --------------------------------------------------------------------------------


def near(cell: int, width: int, height: int) -> list[int]:
    row, column = divmod(cell, width)
    return [
        r * width + c
        for r in range(max(row - 1, 0), min(row + 2, height))
        for c in range(max(column - 1, 0), min(column + 2, width))
        if r * width + c != cell
    ]


@st.composite
def fields(draw) -> tuple[dict, list[list[tuple[int, int]] | int]]:
    width, height = draw(st.sampled_from([(3, 2), (3, 3), (4, 3)]))
    size = width * height
    mines = draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=size // 2))
    field = ["".join("*" if r * width + c in mines else "." for c in range(width)) for r in range(height)]
    document = {"kind": "minesweeper", "field": field, "opened": []}
    if draw(st.booleans()):
        document["mines"] = len(mines)
    marks = st.lists(
        st.tuples(st.integers(0, size - 1), st.sampled_from([0, 1, 2, 2])),
        min_size=1,
        max_size=4,
        unique_by=lambda mark: mark[0],
    )
    return document, draw(st.lists(st.one_of(marks, marks, marks, st.integers(1, 2)), max_size=10))


def uncovering(document: dict, moves: list) -> list[list[str]]:
    """Return the labels by listing all fields that match what has been seen, with `held` in brackets, and the chance."""
    field = document["field"]
    width, height = len(field[0]), len(field)
    truth = {cell for cell in range(width * height) if field[cell // width][cell % width] == "*"}
    count = {cell: len(truth & set(near(cell, width, height))) for cell in range(width * height)}
    seen: dict[int, int | None] = {}
    on: dict[int, int] = {}
    before, labels = [], []
    sizes = [document["mines"]] if "mines" in document else range(width * height + 1)
    every = [set(mines) for size in sizes for mines in combinations(range(width * height), size)]
    for move in moves:
        if isinstance(move, int):
            for _ in range(min(move, len(before))):
                on = before.pop()
            labels.append([])
            continue
        before.append(dict(on))
        fits = [
            mines
            for mines in every
            if all(
                (cell in mines)
                if number is None
                else (cell not in mines and len(mines & set(near(cell, width, height))) == number)
                for cell, number in seen.items()
            )
        ]
        new = [(cell, value) for cell, value in move if on.get(cell, 0) != value]
        opening = [cell for cell, value in new if value == 2]
        flags = {cell for cell, value in on.items() if value == 1}
        open_cells = {cell for cell, number in seen.items() if number is not None}
        reach = {cell: flood(cell, count, flags | open_cells, width, height) for cell in opening if cell not in truth}
        covered, clicks = set(), set(opening) & truth
        for cell in sorted(reach, key=lambda cell: -len(reach[cell])):
            if cell not in covered:
                clicks.add(cell)
                covered |= reach[cell]
        told = []
        for cell, value in new:
            if value == 2 and cell not in clicks:
                continue
            if not value:
                told.append("back")
                continue
            chance = sum((cell in mines) is (value == 1) for mines in fits) / len(fits)
            held = (cell in truth) is (value == 1)
            told.append("wrong" if not chance else "forced" if chance == 1 else f"lucky {held} {chance:.4f}")
        labels.append(told)
        on = {cell: value for cell, value in {**on, **dict(move)}.items() if value}
        flags = {cell for cell, value in on.items() if value == 1}
        for cell in opening:
            if cell in truth:
                seen[cell] = None
            else:
                opened = flood(cell, count, flags | open_cells, width, height)
                on |= dict.fromkeys(opened, 2)
                seen |= {other: count[other] for other in opened}
    return labels


def flood(start: int, count: dict, closed: set, width: int, height: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        cell = waiting.pop()
        if not count[cell]:
            new = [other for other in near(cell, width, height) if other not in found and other not in closed]
            found.update(new)
            waiting += new
    return found


# A flag stays when a zero next to it is opened in the same move.
@example(({"kind": "minesweeper", "field": ["*..", "..."], "opened": []}, [[(1, 1), (2, 2)], [(1, 1)]]))
@given(fields())
@settings(max_examples=200)
def test_uncovered_labels_equal_brute_force(game):
    document, moves = game
    answer = reviewed(document, [as_json(move) for move in moves])
    for moment, expected in zip(answer["moves"], uncovering(document, moves)):
        labels = [
            f"lucky {cell['held']} {cell['chance']:.4f}" if cell["label"] == "lucky" else cell["label"]
            for cell in moment["cells"]
        ]
        assert labels == expected


# -- examples ----------------------------------------------------------------------------------------------------------

NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}
ODD = {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]}
FIELD = {"kind": "minesweeper", "field": ["...", "..*", "*.."], "opened": [], "mines": 2}


def at(row: int, column: int, value: str) -> dict:
    return {"cell": {"row": row, "column": column}, "value": value}


def labels(document: dict, moves: list[dict]) -> list[str]:
    return [moment["label"] for moment in reviewed(document, moves)["moves"]]


def test_a_corrected_mark_stays_wrong():
    moves = [at(0, 1, "#"), at(0, 1, "."), at(0, 1, "?"), at(0, 1, "?"), {"undo": 1}]
    answer = reviewed(NONOGRAM, moves)
    assert [moment["label"] for moment in answer["moves"]] == ["wrong", "forced", "back", "same", "same"]
    assert [note["key"] for note in answer["moves"][1]["notes"]] == ["review.corrects"]
    assert answer["counts"] == {"wrong": 1, "forced": 1, "back": 1, "same": 2}


def test_a_mine_that_was_clicked_is_corrected_by_a_flag():
    answer = reviewed(FIELD, [at(1, 2, "s"), at(1, 2, "*")])
    assert [moment.get("notes") for moment in answer["moves"]] == [None, [{"key": "review.corrects", "params": {}}]]


def test_undo_takes_the_knowledge_back_with_the_marks():
    assert labels(ODD, [at(0, 0, "#"), at(1, 1, "#"), {"undo": 2}, at(1, 1, ".")]) == [
        "lucky",
        "forced",
        "back",
        "lucky",
    ]


def test_cells_that_were_opened_once_stay_known():
    moves = [at(1, 2, "s"), {"undo": 1}, at(1, 2, "*"), at(0, 0, "s")]
    answer = reviewed(FIELD, moves)
    assert [moment["label"] for moment in answer["moves"]] == ["lucky", "back", "forced", "lucky"]
    assert [answer["moves"][0]["held"], answer["moves"][3]["held"]] == [False, True]
    assert answer["moves"][0]["chance"] == round(7 / 9, 6) and answer["moves"][3]["chance"] == round(7 / 8, 6)
    assert answer["counts"]["unlucky"] == 1
    again = reviewed(FIELD, [at(0, 1, "s"), {"undo": 1}, at(0, 1, "s")])["moves"][-1]
    assert (again["label"], again["sentence"]["key"]) == ("forced", "review.seen")


def test_a_game_begins_with_the_progress_in_the_document():
    document = {**NONOGRAM, "board": ["??#", "???"]}
    assert labels(document, [at(0, 2, "#"), at(0, 0, "#")]) == ["same", "forced"]


def test_a_hard_move_names_the_easier_one():
    document = {"kind": "nonogram", "rows": [[5], [], [], [], [1]], "cols": [[1], [1], [1, 1], [1], [1]]}
    (hard,) = reviewed(document, [at(4, 0, ".")])["moves"]
    assert (hard["label"], hard["level"], hard["cells"][0]["label"]) == ("hard", 5, "forced")
    assert hard["easier"]["technique"] == "whole-line" and hard["easier"]["level"] == 1
    (easy,) = reviewed({**document, "board": ["#####", ".....", ".....", ".....", "?????"]}, [at(4, 0, ".")])["moves"]
    assert easy["label"] == "forced" and easy["level"] < 4 and "easier" not in easy


def test_one_moment_alone_has_the_same_label():
    moves = [at(0, 1, "#"), at(1, 1, "#"), {"undo": 1}, at(1, 0, "#")]
    all_of_it = reviewed(NONOGRAM, moves)["moves"]
    for number in range(len(moves)):
        alone = reviewed(NONOGRAM, moves, at=number)
        assert alone["moves"][-1] == all_of_it[number] and alone["finished"]


def test_a_stopped_review_is_marked_as_unfinished():
    moves = [at(0, 1, "#"), at(1, 1, "#"), {"undo": 1}, at(1, 0, "#")]
    budget = Budget()
    answer = run(
        CALLS["review"]({"document": NONOGRAM, "moves": moves}),
        budget,
        lambda progress: progress.stage == "review" and progress.settled == 2 and budget.cancel(),
    )
    assert len(answer["moves"]) < len(moves) and not answer["finished"]


@pytest.mark.parametrize(
    "moves, error, place",
    [
        (None, "moves", None),
        ([{}], "move", {"line": 2}),
        ([at(0, 0, "#"), {"undo": 0}], "move", {"line": 3}),
        ([at(0, 3, "#")], "move-cell", {"line": 2}),
        ([at(0, 0, "!")], "move-value", {"line": 2}),
        ([at(0, 0, "##")], "move-value", {"line": 2}),
        ([{"cells": [0], "after": "12"}], "move", {"line": 2}),
        ([{"cells": [6], "after": "1"}], "move-cell", {"line": 2}),
        ([{"cells": [], "after": ""}], "move", {"line": 2}),
        (["r1c1"], "move", {"line": 2}),
    ],
)
def test_invalid_moves_are_refused(moves, error, place):
    with pytest.raises(InputError) as refused:
        reviewed(NONOGRAM, moves)
    assert (refused.value.kind, refused.value.at) == (error, place)


def test_a_puzzle_without_a_solution_has_nothing_to_review():
    answer = reviewed({"kind": "nonogram", "rows": [[2], [1]], "cols": [[1], [1]]}, [at(0, 0, "#")])
    assert (answer["verdict"], answer["moves"]) == ("none", [])


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_reads_lines_and_kept_games(tmp_path, capsys):
    lines = [NONOGRAM, at(0, 1, "#"), {"undo": 1}, at(0, 1, ".")]
    file = tmp_path / "game.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    assert main(["review", str(file)]) == 0
    assert "Wrong  r1c2 #" in capsys.readouterr().out
    assert main(["review", "--json", str(file)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [moment["label"] for moment in answer["moves"]] == ["wrong", "back", "forced"]
    lost = {"cells": [1], "before": "0", "after": "1"}
    jot = {"cells": [], "before": "", "after": "", "jots": {"row 0 0": [0, 1]}}  # marks nothing, but can be undone
    move = {"cells": [1], "before": "0", "after": "2", "lost": [lost, jot]}
    game = {"document": NONOGRAM, "past": [jot, move]}
    file.write_text(json.dumps(game), encoding="utf-8")
    assert main(["review", "--lang", "ja", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == answer


@pytest.mark.parametrize("text", ["", "nothing\n{}", json.dumps(NONOGRAM) + "\nnonsense"])
def test_the_command_refuses_invalid_games(tmp_path, capsys, text):
    file = tmp_path / "game.jsonl"
    file.write_text(text, encoding="utf-8")
    assert main(["review", str(file)]) == 64
    assert capsys.readouterr().err.startswith("tesuji: ")


def test_moves_on_edges_are_read_by_their_places():
    """Without any edge, nothing is decided; the four edges of a 0 are off."""
    document = {"kind": "slitherlink", "grid": ["0.", ".."]}
    moves = [
        {"cell": {"h": [1, 0]}, "value": "x"},
        {"cell": {"v": [0, 0]}, "mark": 2},
        {"cells": [{"cell": {"v": [0, 1]}, "value": "x"}, {"cell": {"h": [2, 1]}, "value": "-"}]},
        {"cell": {"v": [0, 0]}, "mark": 1},
    ]
    told = reviewed(document, moves)["moves"]
    assert [[one["cell"] for one in moment["cells"]] for moment in told] == [
        [{"h": [1, 0]}],
        [{"v": [0, 0]}],
        [{"v": [0, 1]}, {"h": [2, 1]}],
        [{"v": [0, 0]}],
    ]
    assert [moment["label"] for moment in told] == ["forced", "forced", "forced", "wrong"]
    assert [one["mark"] for moment in told for one in moment["cells"]] == [2, 2, 2, 1, 1]
    for place in ({"h": [3, 0]}, {"v": [2, 0]}, {"v": [0, 3]}, {"row": 0, "column": 0}, {"h": [0, -1]}):
        with pytest.raises(InputError) as refused:
            reviewed(document, [{"cell": place, "value": "x"}])
        assert (refused.value.args[0], refused.value.at) == ("move-cell", {"line": 2})
