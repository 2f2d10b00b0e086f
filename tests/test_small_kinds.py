"""Kinds of other families: messages and answers about variables with several values, links, and two shapes at once."""

from __future__ import annotations

import json
from importlib import import_module
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

import tesuji
from small_kinds import BOOKS, DOCUMENTS, ends_of_links, small_kinds  # noqa: F401
from tesuji import checker, lettering
from tesuji.calls import CALLS
from tesuji.calls.arguments import unread_members
from tesuji.calls.serialize import Serializer
from tesuji.calls.wording import clue_text
from tesuji.checker import Block as CheckedBlock
from tesuji.checker import NotAPuzzle
from tesuji.checker import Puzzle as CheckedPuzzle
from tesuji.constraints import AllDifferent, Count, Table
from tesuji.engine.budget import Budget, run
from tesuji.engine.reasons import difficulty
from tesuji.engine.reasons.steps import explain
from tesuji.errors import InputError
from tesuji.grid import line_of, links_between, side_numbers, whole_number
from tesuji.locales import render_message, table
from tesuji.model import Block, Board, Clue
from tesuji.puzzles import parse, rulebooks
from tesuji.rulebook import Explaining, Rulebook
from tesuji.variables import DIGITS, board_of_indexes, puzzle_of, variable_at, variable_count, visible

pytestmark = pytest.mark.usefixtures("small_kinds")
every_kind = pytest.mark.parametrize("kind", sorted(BOOKS))


def check_entries(puzzle, entries, marks: str) -> None:
    """Check that every entry agrees with a solution: its value is right, and no removed value is."""
    assert entries
    for entry in entries:
        value = DIGITS.index(marks[variable_at(puzzle, entry["cell"])])
        assert entry["mark"] == value if "mark" in entry else value not in entry["not"]
        assert "not" in entry or entry["value"]


@every_kind
def test_it_is_solved_and_every_step_names_a_value(kind):
    document = DOCUMENTS[kind]
    _, puzzle = parse(document)
    answer = tesuji.solve(document)
    assert answer["verdict"] == "unique" and len(answer["marks"][0]) == variable_count(puzzle)
    assert answer["forced_marks"] == answer["marks"][0]
    explained = tesuji.explain(document, chains=True)
    assert explained["verdict"] == "unique" and explained["marks"] == answer["marks"][0]
    for step in explained["steps"]:
        check_entries(puzzle, step["cells"], answer["marks"][0])
        assert len({str(entry["cell"]) for entry in step["cells"]}) == len(step["cells"])
        assert "{" not in render_message(step["sentence"], "en", step["because"])
        assert all("cell" in link or link.get("broken") for link in step["chain"])
    settled = [str(entry["cell"]) for step in explained["steps"] for entry in step["cells"] if "mark" in entry]
    assert len(settled) == len(set(settled))
    (hinted,) = tesuji.hint(document)["steps"]
    check_entries(puzzle, hinted["cells"], answer["marks"][0])
    assert any("mark" in entry for entry in hinted["cells"])  # marks cannot represent values that are only removed


def test_a_hint_goes_on_until_it_settles_a_value():
    (hinted,) = tesuji.hint({"kind": "latin", "grid": [".4...", "....5", "4.31.", "...3.", "51..."]})["steps"]
    assert any("mark" in entry for entry in hinted["cells"])


@every_kind
def test_every_variable_has_one_k(kind):
    document = DOCUMENTS[kind]
    _, puzzle = parse(document)
    rated = tesuji.rate(document)
    assert len(rated["k"]) == variable_count(puzzle) and min(rated["k"]) >= 0
    assert rated["why"]["ending"] == "solved" and rated["why"]["left"] == 0


@every_kind
def test_the_command_line_shows_it(kind):
    document = DOCUMENTS[kind]
    commands = pytest.importorskip("tesuji.cli.commands", reason="the bundle has no command line")
    text = import_module("tesuji.cli.language").Renderer("en")
    for command in commands.COMMANDS:
        if command.name in ("solve", "explain", "rate", "check"):
            answer = run(CALLS[command.name]({"document": document, "drawn": True, "chains": True}), Budget(30))
            shown = "\n".join(command.show(answer, text))
            assert len(shown) > 20 and "{" not in shown


@every_kind
def test_its_text_form_is_read_as_it_is_written(kind):
    text = tesuji.convert(DOCUMENTS[kind], "text")
    assert "lost" not in text and text["text"].startswith(kind)
    assert tesuji.convert(text["text"])["document"] == DOCUMENTS[kind]


@every_kind
def test_the_marks_of_a_player_are_read_and_mistakes_found(kind):
    document, book = DOCUMENTS[kind], BOOKS[kind]
    _, puzzle = parse(document)
    answer = tesuji.solve(document)
    marked = {**document, book.marks[0]: answer["solutions"][0]}
    assert tesuji.explain(marked)["verdict"] == "unique"
    marks = answer["marks"][0]
    numbers = [*map(DIGITS.index, marks)]
    other = board_of_indexes(puzzle, [*numbers[:-1], 2 if numbers[-1] == 1 else 1])
    wrong = tesuji.hint({**document, book.marks[0]: book.solution(puzzle, other)})["wrong"]["cells"]
    assert [variable_at(puzzle, entry["cell"]) for entry in wrong] == [len(marks) - 1]


def test_a_removed_value_is_named_and_not_settled():
    explained = tesuji.explain(DOCUMENTS["latin"])
    removed = [step for step in explained["steps"] if "not" in step["cells"][0]]
    assert removed and all(step["k"] == 1 for step in removed)
    sentence = render_message(removed[0]["sentence"], "en", removed[0]["because"])
    assert sentence.startswith("Row 1, column 2 is not 1.") and "(a)" in sentence
    assert "ではありません" in render_message(removed[0]["sentence"], "ja", removed[0]["because"])
    settled = next(step for step in explained["steps"] if "mark" in step["cells"][0])
    assert f" is {settled['cells'][0]['value']}." in render_message(settled["sentence"], "en", settled["because"])


def test_a_given_value_that_the_board_does_not_have_is_refused_with_its_place():
    """The kind does not check it; the page refuses it in the same way."""
    with pytest.raises(InputError) as refused:
        tesuji.solve({"kind": "latin", "grid": ["12.", ".4.", "..."]})
    assert (refused.value.kind, refused.value.at) == ("value", {"row": 2, "column": 2})
    assert refused.value.params == {"n": 3}


def test_given_values_that_contradict_each_other_are_named():
    clash = tesuji.explain({"kind": "areas", "grid": ["1..", "442"]})["clash"]
    assert [reason["clue"]["value"] for reason in clash["because"]] == ["1", "4", "2"]


def test_a_mark_that_contradicts_a_given_is_proven_wrong():
    document = {**DOCUMENTS["areas"], "board": ["????", "????", "1??1", "????"]}
    answer = run(CALLS["explain"]({"document": document, "certificate": True}), Budget(30))
    supposed = next(line for line in answer["certificate"].splitlines() if line.startswith("suppose"))
    mark, given = 4 * 11 + 1, 4 * 15 + 1
    assert [literal for literal in json.loads(supposed.removeprefix("suppose")) if literal > 0] == [mark, given]


def test_the_value_of_a_link_is_stated_with_its_two_cells():
    explained = tesuji.explain(DOCUMENTS["bridges"])
    settled = next(step for step in explained["steps"] if "mark" in step["cells"][0])
    sentence = render_message(settled["sentence"], "en", settled["because"])
    assert sentence.startswith("The value between row 1, column ") and "the cell " in sentence and " is " in sentence


def test_a_clue_is_stated_with_its_side():
    for clue, text in (("left", "the 2 left of row 1"), ("bottom", "the 1 below column 1")):
        book, puzzle = parse(DOCUMENTS["sums"])
        number = next(at for at, one in enumerate(puzzle.constraints) if one.clue and one.clue.at == (clue, 0))
        assert render_message(clue_text(book, puzzle, number), "en", []) == text


@pytest.mark.parametrize(("member", "text", "at"), [("rows", "left of row", "row"), ("cols", "below column", "column")])
def test_a_clue_that_cannot_be_satisfied_is_stated_with_its_side(member, text, at):
    document = DOCUMENTS["sums"]
    reason = tesuji.solve({**document, member: [*document[member][:-1], 3]})["reason"]
    assert render_message(reason, "en", []).endswith(f"the 3 {text} 2.") and reason["at"] == {at: 2}
    assert "{" not in render_message(reason, "ja", [])


def test_a_value_that_a_cell_cannot_have_needs_no_step():
    cells = [range(3 * cell, 3 * cell + 3) for cell in range(3)]
    puzzle = puzzle_of({"kind": "latin"}, [Block("cell", 3, 1, 3)], [AllDifferent(cells)], (), [1, 2, 5])
    found = run(explain(puzzle, BOOKS["latin"]), Budget(30))
    assert found.verdict == "unique" and all(step.yes for step in found.steps)
    given = puzzle_of({"kind": "latin"}, puzzle.blocks, [AllDifferent(cells)], [2, 0, 0], [1, 2, 5])
    assert given.givens == Board(0b10, 0b100101)


def test_a_rule_is_stated_with_its_cells():
    """Each cell of a block with several values has several literals."""
    book = BOOKS["latin"]._replace(regions=lambda document: ["AAB", "ABB", "CCC"])
    words = {
        (0, 1, 3, 4): "the block of rows 1, 2, columns 1, 2",
        (0, 1, 3): "the region with row 1, column 1",
        (0, 4): "the pair of row 1, column 1 and row 2, column 2",
        (1, 2, 3): "row 1, columns 2, 3 and row 2, column 1",
        (0, 1, 4, 6, 8): "row 1, columns 1, 2; row 2, column 2 and row 3, columns 1, 3",
    }
    for cells, text in words.items():
        rule = AllDifferent([range(3 * cell, 3 * cell + 3) for cell in cells])
        puzzle = puzzle_of({"kind": "latin"}, [Block("cell", 3, 3, 3)], [rule])
        assert render_message(clue_text(book, puzzle, 0), "en", []) == text
    for values, text in ([2], "the cells with 2"), ([1, 2, 3], "the whole board"):
        rule = Count([3 * cell + value - 1 for cell in range(9) for value in values], {3})
        puzzle = puzzle_of({"kind": "latin"}, [Block("cell", 3, 3, 3)], [rule])
        assert render_message(clue_text(book, puzzle, 0), "en", []) == text


def test_rules_of_one_type_have_names_of_their_own(monkeypatch):
    """A rule about hidden variables has the place that the kind states, and the clues that define them."""
    for language, cover, border in (("en", "Every cell once", "Border"), ("ja", "どのマスも1回", "境界")):
        monkeypatch.setitem(table(language), "rule.name.rectangles.cover", cover)
        monkeypatch.setitem(table(language), "rule.name.rectangles.border", border)
    steps = tesuji.explain(DOCUMENTS["rectangles"])["steps"]
    texts = [render_message(step["sentence"], "en", step["because"]) for step in steps]
    assert any("“Border” (above row 1, column 1)" in text for text in texts)
    assert any("“Every cell once” (row 3, column 4 and the 2 in row 2, column 4)" in text for text in texts)
    assert any(
        "「どのマスも1回」（3行目4列目と2行目4列目の2）" in render_message(step["sentence"], "ja") for step in steps
    )
    book, puzzle = parse(DOCUMENTS["rectangles"])
    covers = [number for number, one in enumerate(puzzle.constraints) if one.clue is None][:12]
    reason = Serializer(book, puzzle).reason(covers[11])
    assert reason == {"rule": "cover", "cells": [{"row": 2, "column": 3}]}
    assert render_message(clue_text(book, puzzle, covers[0]), "en").startswith("“Every cell once” (row 1, column 1")


def test_only_clues_that_choose_a_hidden_variable_are_stated_with_rules():
    """A number that counts cells with a hidden property does not define the property."""
    for allowed, text in (({1}, "row 1, column 1 and the 7 in row 1, column 2"), ({2}, "row 1, column 1")):
        rules = [Count([0, 2], {0, 2}), Count([2, 3, 4], allowed, Clue((0, 1), 7))]
        puzzle = puzzle_of({"kind": "links"}, [Block("cell", 2, 1), Block("hidden", 3, 1)], rules)
        assert render_message(clue_text(BOOKS["links"], puzzle, 0), "en", []) == text


def test_a_broken_rule_is_named():
    latin = tesuji.explain({"kind": "latin", "grid": ["12.", "..3", "..."]})["clash"]
    sentence = render_message(latin["broken"]["sentence"], "en", latin["broken"]["because"])
    assert sentence == "But then this rule (a) is broken: “No repetition” (column 3)."
    assert "「重複なし」" in render_message(latin["broken"]["sentence"], "ja", latin["broken"]["because"])


def test_a_rule_is_stated_with_the_cells_that_its_kind_names():
    """Links between regions do not show the cells of a region."""
    book = BOOKS["links"]._replace(regions=lambda document: ["AAB", "ABB"])
    for cells, text in (
        ([(0, 0), (0, 1)], "row 1, columns 1–2"),
        ([(0, 0), (0, 1), (1, 0)], "the region with row 1, column 1"),
        ([(0, 1), (0, 2)], "row 1, columns 2–3"),
    ):
        rule = Count(range(4), {2}).named("once", cells)
        puzzle = puzzle_of({"kind": "links"}, [Block("link", 3, 2)], [rule])
        assert render_message(clue_text(book, puzzle, 0), "en", []) == text
        assert [(at["row"], at["column"]) for at in Serializer(book, puzzle).reason(0)["cells"]] == cells


def test_a_rule_about_different_shapes_is_stated_with_its_places():
    steps = tesuji.explain(DOCUMENTS["both"])["steps"]
    texts = [render_message(step["sentence"], "en", step["because"]) for step in steps]
    assert any("“Number of cells” (above row 1, column 2 and row 1, column 1)" in text for text in texts)


def test_a_kind_may_name_the_values_of_its_clues(monkeypatch):
    """A name is for people, as a letter is that the page draws as a symbol."""
    monkeypatch.setitem(table("en"), "clue.bridges.5", "hub")
    step = next(
        step for step in tesuji.explain(DOCUMENTS["bridges"])["steps"] if step["because"][0]["clue"]["value"] == 5
    )
    assert render_message(step["sentence"], "en", step["because"]).endswith("the hub in row 1, column 2.")
    assert step["because"][0]["clue"]["name"] == {"key": "clue.bridges.5", "params": {}}


def test_cells_without_room_for_a_region_are_excluded():
    """A region of three needs as many connected cells that are not excluded."""
    document = {"kind": "areas", "grid": [".2..2."]}
    _, puzzle = parse(document)
    threes = puzzle.constraints[2]
    assert threes.infer(0, 0b010010) == (0, 0b111111)
    assert threes.infer(0, 0b010000) == (0, 0b110000)


def test_a_clue_beside_cells_is_stated_with_its_place(monkeypatch):
    monkeypatch.setitem(table("en"), "clue.probe.w", "white dot")
    words = {
        "vertex": "the “1” at dot 1, 2",
        "h": "the “1” above row 1, column 2",
        "v": "the “1” left of row 1, column 2",
        "down": "the “1” between row 1, column 2 and the cell below it",
    }
    for name, text in words.items():
        puzzle = puzzle_of({"kind": "probe"}, [Block("cell", 3, 2)], [Count([0, 1], {1}, Clue((name, 0, 1), 1))])
        assert render_message(clue_text(BOOKS["sums"], puzzle, 0), "en", []) == text
        named = [Count([0, 1], {1}, Clue((name, 0, 1), "w"))]
        puzzle = puzzle_of({"kind": "probe"}, [Block("cell", 3, 2)], named)
        assert render_message(clue_text(BOOKS["sums"], puzzle, 0), "en", []) == text.replace("“1”", "white dot")


ROUND = {"left": "west", "right": "east", "top": "north", "bottom": "south"}
TOWERS = {"west": [1, None], "east": [None, 2], "north": [3, None, 0], "south": [None, None, 4]}


def test_the_checker_reads_the_same_numbers_next_to_the_board():
    width, height, clues = side_numbers(TOWERS, ROUND)
    lines = [[divmod(cell, 3) for cell in line_of(clue, 3, 2)] for clue in clues]
    assert (width, height, lines[1]) == (3, 2, [(1, 2), (1, 1), (1, 0)])
    places = [(clue.at[0], clue.at[1] + 1) for clue in clues]
    assert checker.side_numbers(TOWERS, ROUND) == (3, 2, list(zip([clue.value for clue in clues], lines, places)))


def test_numbers_next_to_columns_only_fit_the_size_of_the_grid():
    below = {"bottom": "south"}
    width, height, clues = side_numbers(TOWERS, below, (3, 2))
    assert (width, height, [(clue.at, clue.value) for clue in clues]) == (3, 2, [(("bottom", 2), 4)])
    assert checker.side_numbers(TOWERS, below, (3, 2)) == (3, 2, [(4, [(1, 2), (0, 2)], ("bottom", 3))])
    with pytest.raises(InputError, match="4"):
        side_numbers(TOWERS, below, (4, 2))
    with pytest.raises(NotAPuzzle):
        checker.side_numbers(TOWERS, below, (4, 2))


@pytest.mark.parametrize(
    ("wrong", "error", "at"),
    [
        ({"west": "12"}, "not-clues", None),
        ({"east": [1]}, "height", None),
        ({"north": [1, True, 2]}, "not-a-clue", {"column": 2}),
        ({"east": [1, -1]}, "not-a-clue", {"row": 2}),
        ({"west": [], "east": []}, "empty", None),
    ],
)
def test_wrong_numbers_next_to_the_board_are_refused(wrong, error, at):
    with pytest.raises(InputError) as refused:
        side_numbers({**TOWERS, **wrong}, ROUND)
    assert (refused.value.kind, refused.value.at) == (error, at)
    with pytest.raises(NotAPuzzle):
        checker.side_numbers({**TOWERS, **wrong}, ROUND)


def test_a_full_board_that_no_hidden_values_fit_is_refuted():
    cycle = [Count(two, {1}) for two in ((1, 2), (2, 3), (3, 1))]
    blocks = [Block("cell", 1, 1), Block("hidden", 3, 1)]
    puzzle = puzzle_of({"kind": "links"}, blocks, [Count([0], {1}), *cycle])
    assert run(explain(puzzle, BOOKS["links"])).verdict == "none"


def test_a_step_of_one_clue_names_it():
    steps = tesuji.explain(DOCUMENTS["sums"])["steps"]
    texts = [render_message(step["sentence"], "en", step["because"]) for step in steps if step["k"] == 1]
    assert texts[0] == "Row 2, column 2 is 1. This clue (a) allows nothing else: the 0 left of row 2."


def test_a_rule_about_the_links_at_a_cell_is_named_after_the_cell():
    book = BOOKS["links"]._replace(explaining=Explaining(counted="rules"))
    puzzle = book.parse({**DOCUMENTS["links"], "rows": [None, None]})
    step = Serializer(book, puzzle).step(run(explain(puzzle, book)).steps[0], Board())
    text = render_message(step["sentence"], "en", step["because"])
    assert text.endswith("This rule (a) allows nothing else: row 1, column 1.")
    assert {"cell": {"row": 0, "column": 0}, "role": "because", "letter": "a"} in step["overlay"]


def test_a_rule_without_a_place_is_named_by_its_type():
    """A loop through all cells has too many links to be named by them."""
    document = {"kind": "links", "width": 4, "height": 4, "rows": [None, None, None, 2]}
    book = BOOKS["links"]._replace(explaining=Explaining(counted="rules"))
    puzzle = book.parse(document)
    steps = [Serializer(book, puzzle).step(step, Board()) for step in run(explain(puzzle, book)).steps]
    texts = [render_message(step["sentence"], "en", step["because"]) for step in steps]
    assert any(text.endswith("This rule (a) allows nothing else: One loop.") for text in texts)


def test_a_step_of_one_clue_counts_the_other_values_that_follow():
    puzzle = puzzle_of({"kind": "links"}, [Block("cell", 4, 1)], [Count([0, 1, 2], {3}, Clue((0, 3), 3))])
    book = BOOKS["links"]
    step = Serializer(book, puzzle).step(run(explain(puzzle, book)).steps[0], Board())
    text = "The cell in row 1, column 1 is filled. 2 others follow at the same time. This clue (a) allows nothing else"
    assert render_message(step["sentence"], "en", step["because"]).startswith(text)


def test_the_clue_of_a_cell_that_is_given_as_no_is_drawn():
    puzzle = puzzle_of({"kind": "sums"}, [Block("cell", 2, 1)], [Count([1], {1}, Clue((0, 0), "1 1 1"))], [2, 0])
    assert lettering.draw("?#.", puzzle, Board(0b10, 0b01)) == "1,1,1     #"
    numbered = puzzle._replace(clues=(Clue((0, 0), 12),))
    assert lettering.draw_regions(lambda _: ["AA"], "?#.", numbered, Board(0, 0b11)).splitlines()[1] == "|12   . |"


def test_a_number_of_the_whole_puzzle_is_checked():
    for twos in (True, "1", None, 100, -1):
        with pytest.raises(InputError) as error:
            BOOKS["sums"].parse({**DOCUMENTS["sums"], "twos": twos})
        assert error.value.message("en") == "“twos” must have whole numbers from 0 to 99."
    assert whole_number({}, "twos", 0, 9, 5) == 5
    with pytest.raises(InputError, match="twos"):
        whole_number({}, "twos", 0, 9)


def test_cells_that_see_each_other_are_found_with_the_links_between_them():
    """Both packages find the same, in the same order."""
    random = Random(5)
    for _ in range(200):
        width, height = random.randint(1, 6), random.randint(1, 6)
        cells = [cell for cell in range(width * height) if random.random() < 0.4]
        found = [[one, other, [*links]] for one, other, links in links_between(cells, width, height)]
        ends = {frozenset(both): link for link, both in ends_of_links(width, height).items()}
        for one, other, links in found:
            step = 1 if other // width == one // width else width
            assert not {*cells} & {*range(one + step, other, step)} and {one, other} <= {*cells}
            assert links == [ends[frozenset((at, at + step))] for at in range(one, other, step)]
        checked = checker.links_between({divmod(cell, width) for cell in cells}, width, height)
        assert found == [
            [one[0] * width + one[1], other[0] * width + other[1], [link - 1 for link in links]]
            for one, other, links in checked
        ]
    assert [*links_between([0, 2, 3, 5, 6], 3, 3)] == [
        (0, 2, range(2)),
        (3, 5, range(2, 4)),
        (0, 3, range(6, 9, 3)),
        (3, 6, range(9, 12, 3)),
        (2, 5, range(8, 11, 3)),
    ]


def test_two_clues_of_a_black_cell_are_drawn_instead_of_its_sign():
    sums = [Count([3, 4], {1}, Clue((0, 0), n)) for n in (1, 2)]
    blocks = [Block("cell", 3, 1, 3)]
    puzzle = puzzle_of({"kind": "sums"}, blocks, sums, [3, 0, 3])
    assert lettering.draw("?12#", puzzle, puzzle.givens) == "1/2   ·   #"
    assert lettering.draw("?123", puzzle, puzzle.givens) == "3 · 3"


def test_a_board_is_drawn_with_dots_for_unknown_cells():
    document = {"kind": "latin", "grid": ["1...", "..3.", ".4..", "3..2"]}
    book, puzzle = parse(document)
    assert book.draw(puzzle, puzzle.givens).splitlines() == ["1 · · ·", "· · 3 ·", "· 4 · ·", "3 · · 2"]


def test_one_rule_at_a_time_is_k_1_everywhere():
    """Removed values are facts, like settled ones."""
    document = {"kind": "latin", "grid": ["1...", "..3.", ".4..", "3..2"]}
    assert tesuji.solve(document)["depth"] == 0
    assert set(tesuji.rate(document)["k"]) == {0, 1}


def runs(line: tuple[int, ...]) -> list[list[int]]:
    return [[len(list(cells)), colour] for colour, cells in groupby(line) if colour]


def test_a_picture_that_lines_solve_takes_one_clue_at_a_time():
    """Removed values are facts, like settled ones, so no cell needs two clues together."""
    random = Random(1)
    picture = [[0] * 15 for _ in range(15)]
    for _ in range(14):
        colour, top, left = random.randrange(4), random.randrange(15), random.randrange(15)
        for r in range(top, min(15, top + random.randrange(2, 7))):
            for c in range(left, min(15, left + 4)):
                picture[r][c] = colour
    lines = {"rows": [runs(tuple(row)) for row in picture], "cols": [runs(column) for column in zip(*picture)]}
    document = {"kind": "colours", "values": 4, **lines}
    answer = tesuji.solve(document)
    assert answer["depth"] == 0 and answer["marks"] == ["".join(str(value + 1) for row in picture for value in row)]
    assert set(tesuji.rate(document)["k"]) == {1}


def test_a_game_of_several_values_is_reviewed():
    document = DOCUMENTS["latin"]
    marks = tesuji.solve(document)["marks"][0]
    wrong = next(digit for digit in "1234" if digit != marks[1])
    moves = [{"cells": [1], "after": wrong}, {"cells": [1], "after": marks[1]}]
    moves.append({"cell": {"row": 0, "column": 2}, "mark": int(marks[2])})
    moves.append({"cell": {"row": 0, "column": 3}, "value": marks[3]})
    moves.append({"cells": [0], "after": "1"})  # a given, with its own value
    answer = tesuji.review(document, moves)
    assert [move["label"] for move in answer["moves"]] == ["wrong", "forced", "forced", "forced", "same"]
    for move, number in zip(answer["moves"][1:], (1, 2, 3)):
        assert [cell["mark"] for cell in move["cells"]] == [int(marks[number])]


def test_no_step_is_about_hidden_variables_alone():
    """Two trees, whose tents must not touch; the hidden variables are the pairs of a tree and a cell next to it."""
    pairs = [(0, 2), (0, 5), (0, 7), (1, 7), (1, 10)]  # the tree and the cell of each
    blocks = [Block("cell", 4, 3), Block("hidden", len(pairs), 1)]
    tent_of = [Count([12 + n for n, pair in enumerate(pairs) if pair[0] == tree], {1}) for tree in (0, 1)]
    tree_of = [
        Table([cell, *own], [0, *(1 | 2 << n for n in range(len(own)))])
        for cell in range(12)
        for own in [[12 + n for n, pair in enumerate(pairs) if pair[1] == cell]]
    ]
    apart = [Count([one, other], {0, 1}) for one, other in ((2, 7), (7, 10))]
    puzzle = puzzle_of({"kind": "trees"}, blocks, [*tent_of, *tree_of, *apart])
    found = run(explain(puzzle, Rulebook("trees", lambda document: puzzle)), Budget(30))
    assert found.verdict == "multiple"
    assert all((step.yes | step.no) & visible(puzzle) for step in found.steps)


def test_why_this_cell():
    document = DOCUMENTS["latin"]
    marks = tesuji.solve(document)["marks"][0]
    for name in ("cell", "about"):
        answer = run(CALLS["explain"]({"document": document, name: {"row": 0, "column": 1}}), Budget(30))
        last = answer["steps"][-1]["cells"][0]
        assert last["cell"] == {"row": 0, "column": 1}
        assert name == "about" or last["mark"] == int(marks[1])


@pytest.mark.parametrize("call", ["solve", "explain", "hint", "rate", "conflict", "check", "convert"])
def test_a_member_that_is_not_read_is_named(call):
    """The notes suggest the member that was probably meant; a strict call refuses the document."""
    document = {"kind": "slitherlink", "grid": [".01", "...", "2.."], "id": 7, "title": "x", "ful": True, "zzz": 1}
    notes = run(CALLS[call]({"document": document}), Budget(30))["notes"]
    assert [note["key"] for note in notes] == ["note.member-meant", "note.member"]
    assert notes[0]["params"] == {"name": "ful", "kind": "slitherlink", "meant": "full"}
    with pytest.raises(tesuji.InputError, match="ful") as error:
        run(CALLS[call]({"document": document, "strict": True}))
    assert error.value.kind == "member"


def test_every_example_and_library_has_members_that_are_read():
    for kind, book in rulebooks().items():
        path = Path(__file__).parent.parent / "web" / "puzzles" / kind / "library.json"
        listed = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
        for entry in (*book.examples, *listed):
            assert not unread_members(entry.get("document", entry)), kind


def test_lines_next_to_cells_with_more_values_have_letters_of_their_own():
    puzzle = puzzle_of({"kind": "probe"}, [Block("cell", 2, 1, 3), Block("link", 2, 1)], [])
    written = lettering.solution("?ABC", puzzle, board_of_indexes(puzzle, [1, 3, 2]))
    assert written == {"cell": ["AC"], "link": {"right": ["."], "down": []}}
    assert lettering.read("?ABC", puzzle, written) == board_of_indexes(puzzle, [1, 3, 2])
    checked = CheckedPuzzle(CheckedBlock("cell", 2, 1, 3), CheckedBlock("link", 2, 1), marks="?ABC")
    assert checked.literals(written) == {1, -2, -3, -4, -5, 6, -7}


def test_values_are_named_in_words():
    link = "There is a line between row 1, column 1 and the cell"
    cells = ["The cell in row 1, column 1 is filled.", "The cell in row 2, column 1 is not filled."]
    for kind, words in (("links", link), *(("both", words) for words in ("The edge ", *cells))):
        steps = tesuji.explain(DOCUMENTS[kind])["steps"]
        texts = [render_message(step["sentence"], "en", step["because"]) for step in steps]
        assert any(text.startswith(words) for text in texts)


def test_a_kind_may_have_words_for_each_value(monkeypatch):
    monkeypatch.setitem(table("en"), "value.bridges-3", "Two bridges lie {at}.")
    steps = tesuji.explain(DOCUMENTS["bridges"])["steps"]
    texts = [render_message(step["sentence"], "en", step["because"]) for step in steps]
    assert any(text.startswith("Two bridges lie between row ") for text in texts)
    assert not any(" is 2." in text for text in texts) and any(" is 1." in text for text in texts)


def test_a_map_with_hidden_variables_ends_early_with_bounds(monkeypatch):
    document = DOCUMENTS["rectangles"]
    exact = tesuji.rate(document)
    assert "at_most" not in exact
    monkeypatch.setattr(difficulty, "HIDDEN", 3)
    early = tesuji.rate(document)
    assert any(early["at_most"]) and early["level"] == exact["level"]
    assert all(bound >= k for bound, k in zip(early["k"], exact["k"]))


def test_thoughts_count_places_if_they_settle_several_shapes():
    """A board may begin with hidden variables."""
    counts = {
        "both": "16 places follow, one easy step after the other.",
        "links": "10 links follow, one easy step after the other.",
    }
    for kind, text in counts.items():
        (thought,) = tesuji.explain(DOCUMENTS[kind])["thoughts"]
        assert render_message(thought["sentence"], "en", []) == text
        assert f"{thought['sentence']['params']['n']}" in render_message(thought["sentence"], "ja", [])


@pytest.mark.parametrize("call", ["explain", "hint", "conflict"])
def test_values_that_variables_cannot_have_are_not_givens_of_a_conflict(monkeypatch, call):
    """Two cells may have only the first of three values, and must differ."""
    book = Rulebook(
        "probe",
        lambda document: puzzle_of(
            document, [Block("cell", 2, 1, 3)], [Count([0, 3], {0, 1}).named("apart")], excluded=[1, 2, 4, 5]
        ),
        "?123",
        explaining=Explaining(counted="rules"),
    )
    monkeypatch.setitem(BOOKS, "probe", book)
    answer = run(CALLS[call]({"document": {"kind": "probe"}}))
    clash = (answer.get("wrong") or answer)["clash"]
    assert clash["because"] == [] and clash["sentence"]["key"] == "explain.clash-rules"
    marked = run(CALLS["hint"]({"document": {"kind": "probe", "board": ["?3"]}}))["wrong"]["clash"]
    assert marked["sentence"]["key"] == "explain.clash-excluded"


def test_a_reviewed_value_has_the_reasons_for_all_that_it_excludes():
    """Two numbers are in its row and one in its column, which a player sees without marking them."""
    document = {"kind": "latin", "grid": ["12..", "...3", "....", "...."]}
    (move,) = run(CALLS["review"]({"document": document, "moves": [{"cells": [3], "after": "4"}]}))["moves"]
    assert (move["label"], move["level"]) == ("forced", 1)
    text = render_message(move["step"]["sentence"], "en", move["step"]["because"])
    assert text.endswith("Together, these 2 rules (a, b) allow nothing else: column 4 and row 1.")
