"""Pictures of puzzles and answers in notebooks, and what tools show about the library."""

from __future__ import annotations

import inspect
import pydoc
from importlib import import_module
from xml.etree import ElementTree

import pytest

import tesuji
from small_kinds import BOOKS, DOCUMENTS, small_kinds  # noqa: F401
from tesuji.constraints import Count
from tesuji.model import Block, Board, Clue
from tesuji.puzzles import rulebooks
from tesuji.rulebook import Rulebook
from tesuji.svg import CELL, NotebookAnswer, Picture, draw
from tesuji.variables import puzzle_of

LOOP = "3x3:.01...2.."


@pytest.mark.parametrize("kind", rulebooks())
def test_every_kind_has_a_picture(kind):
    for example in rulebooks()[kind].examples:
        picture = draw(example["document"])
        root = ElementTree.fromstring(picture)
        assert isinstance(picture, Picture) and picture._repr_svg_() == picture
        assert root.tag.endswith("svg") and kind in root.attrib["aria-label"]


def test_a_picture_has_the_clues_and_the_solution():
    empty, full = draw(LOOP), draw(LOOP, tesuji.solve(LOOP)["solutions"][0])
    assert [empty.count(f">{number}</text>") for number in "012"] == [1, 1, 1]
    assert empty.count("<path") == 0 and full.count("<path") == 12
    black = draw({"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}, ["#.#", "###"])
    assert black.count("<rect") == 1 + 5


def test_a_sign_stands_between_its_cells():
    signs = {"h": ["=..", "...", "...", "..."], "v": ["....", "...x", "...."]}
    picture = ElementTree.fromstring(draw({"kind": "binoxxo", "grid": ["...."] * 4, "signs": signs}))
    at = {
        node.text: [float(node.attrib[name]) / CELL for name in ("x", "y")]
        for node in picture.iter()
        if node.text in ("=", "×")
    }
    assert at["="][0] - at["×"][0] == pytest.approx(1 - 3.5) and at["="][1] - at["×"][1] == pytest.approx(0.5 - 2)


@pytest.mark.usefixtures("small_kinds")
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_clues_of_any_form_are_drawn(document):
    assert ElementTree.fromstring(draw(document, tesuji.solve(document)["solutions"][0])).tag.endswith("svg")


@pytest.mark.usefixtures("small_kinds")
def test_numbers_stand_on_their_side_of_the_board():
    root = ElementTree.fromstring(draw(DOCUMENTS["sums"]))
    texts = [(node.text, [float(node.attrib[name]) / CELL for name in ("x", "y")]) for node in root if node.text]
    assert [text for text, _ in texts] == ["2", "0", "1", "1"]
    assert all(x < 0 for _, (x, _) in texts[:2]) and all(2 < y < 2.8 for _, (_, y) in texts[2:])
    assert float(root.attrib["viewBox"].split()[3]) / CELL == pytest.approx(2 + 0.5 + 1.15)


@pytest.mark.usefixtures("small_kinds")
def test_numbers_in_regions_are_drawn(monkeypatch):
    """Numbers that count in their regions, as in Heyawake, are shown; letters of regions are not."""
    clues = [Clue((0, 1), 2), Clue((1, 0), "B")]
    counts = [Count([0, 1], {2}, clues[0]), Count([2, 3], {0, 1}, clues[1])]
    book = Rulebook(
        "rooms",
        lambda document: puzzle_of(document, [Block("cell", 2, 2)], counts),
        regions=lambda document: document["grid"],
    )
    monkeypatch.setitem(BOOKS, "rooms", book)
    document = {"kind": "rooms", "grid": ["AA", "BB"]}
    assert draw(document).count("</text>") == 1
    assert book.draw(book.parse(document), Board()).splitlines()[1::2] == ["| ·   2 |", "| ·   · |"]


def test_text_in_a_document_is_escaped():
    page = NotebookAnswer({"document": {"kind": "binoxxo", "grid": ["O.", ".."]}, "verdict": "<b>"})._repr_html_()
    assert "&lt;b&gt;" in page and "<b>" not in page


@pytest.mark.parametrize("name", ["solve", "rate", "explain", "hint", "mend", "convert"])
def test_every_answer_has_a_picture(name):
    answer = getattr(tesuji, name)(LOOP)
    assert "<svg" in answer._repr_html_()
    assert isinstance(answer, dict) and answer == dict(answer)


def test_maps_and_steps_are_shown():
    puzzle = {"kind": "nonogram", "rows": [[3], [1]], "cols": [[2], [1], [1]]}
    assert tesuji.rate(puzzle)._repr_html_().count("<td") == 6
    assert tesuji.explain(puzzle)._repr_html_().count("<li>") == 4


def test_results_of_a_library_have_a_picture():
    nonogram = import_module("tesuji.puzzles.nonogram")
    assert "<svg" in nonogram.solve([[2]], [[1], []])._repr_html_()
    assert nonogram.solve([[1]], [[1]])._repr_html_().count("<svg") == 1
    assert nonogram.solve([[1], [1]], [[1], [1]])._repr_html_().count("<svg") == 2


@pytest.mark.parametrize("kind", ["binoxxo", "minesweeper", "nonogram", "slitherlink"])
def test_a_kind_lists_its_functions(kind):
    package = import_module(f"tesuji.puzzles.{kind}")
    assert set(package.__all__) < set(dir(package)) and "solve" in dir(package)
    members = dict(inspect.getmembers(package, inspect.isfunction))
    assert members["solve"] is package.solve
    text = pydoc.plain(pydoc.render_doc(package))
    assert all(f"    {name}(" in text for name in members if name in package.__all__)


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert", "extreme", "any", "easygoing", "habanero"])
def test_levels_old_and_new_are_accepted(level):
    made = tesuji.generate("minesweeper", 6, 6, seed=1, level=level)
    assert made["level"] in ("easy", "medium", "hard", "expert", "extreme", "any")
