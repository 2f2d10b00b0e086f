"""Pictures of puzzles and answers in notebooks, and what tools show about the library."""

from __future__ import annotations

import inspect
import pydoc
from importlib import import_module
from xml.etree import ElementTree

import pytest

import tesuji
from tesuji.puzzles import rulebooks
from tesuji.svg import CELL, NotebookAnswer, Picture, draw

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
