"""The technique pages in Help: each board is a puzzle, the technique applies to it, and gives the sentence on the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_explain import check_techniques, movable, whole_mirrored, whole_turned
from test_pinned import page_board

from tesuji.calls.serialize import Serializer
from tesuji.engine.context import Context
from tesuji.locales import LANGUAGES, render_message
from tesuji.puzzles import rulebooks

WEB = Path(__file__).parents[2] / "web" / "puzzles"
PAGES = {
    path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted(WEB.glob("*/techniques.json"))
}


@pytest.mark.skipif(not WEB.is_dir(), reason="the page is not here, only the tests")
def test_most_kinds_have_pages():
    assert len(PAGES) >= 4


@pytest.mark.parametrize("kind", PAGES)
def test_every_technique_has_its_page(kind):
    names = [technique.name for technique in rulebooks()[kind].explaining.techniques]
    assert [page["technique"] for page in PAGES[kind]] == names


@pytest.mark.parametrize(
    ("kind", "page"),
    [(kind, page) for kind, pages in PAGES.items() for page in pages],
    ids=lambda value: value if isinstance(value, str) else value["technique"],
)
def test_a_page_shows_its_technique(kind, page):
    book, puzzle, known = page_board(page)
    serializer = Serializer(book, puzzle)
    (technique,) = (one for one in book.explaining.techniques if one.name == page["technique"])
    told = [serializer.step(step, known) for step in technique.find(Context(puzzle, book), known) if step]
    assert page["step"] in json.loads(json.dumps(told)) and page["level"] == technique.level
    for language in LANGUAGES:
        text = render_message(page["step"]["sentence"], language, page["step"]["because"])
        assert "{" not in text and text != page["step"]["sentence"]["key"]


@pytest.mark.parametrize("move", [whole_turned, whole_mirrored, lambda part: whole_turned(whole_mirrored(part))])
@pytest.mark.parametrize("kind", PAGES)
def test_a_technique_applies_to_the_board_of_its_page_when_it_is_moved(kind, move):
    for page in PAGES[kind]:
        book, puzzle, known = page_board(page)
        if movable(puzzle.document):
            techniques = [one for one in book.explaining.techniques if one.name == page["technique"]]
            check_techniques(book, puzzle, known, move, techniques)
