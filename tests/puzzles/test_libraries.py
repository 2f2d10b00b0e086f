"""The puzzles that come with the page: each is unique and has its stated level, and there are at least six sizes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tesuji import rate, solve
from tesuji.locales import LANGUAGES
from thorough import sample

LIBRARIES = sorted((Path(__file__).resolve().parents[2] / "web" / "puzzles").glob("*/library.json"))
SMALL = 110  # cells; larger ones are rated only by tools/make_library.py


def puzzles(path: Path) -> list[dict]:
    return json.loads(path.read_text(encoding="utf-8"))


def size(document: dict) -> tuple[int, int]:
    rows = document.get("grid") or document.get("field") or document["rows"]
    return len(document.get("cols") or rows[0]), len(rows)


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.parent.name)
def test_a_library_has_forty_or_more_different_puzzles_in_six_sizes(path):
    documents = [puzzle["document"] for puzzle in puzzles(path)]
    assert len(documents) >= 40
    assert len({json.dumps(document, sort_keys=True) for document in documents}) == len(documents)
    assert len({size(document) for document in documents}) >= 6


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.parent.name)
def test_every_puzzle_has_one_solution(path):
    for puzzle in puzzles(path):
        document = puzzle["document"]
        if "field" in document:  # a game: its cells are opened one after the other, without guesses
            assert rate(document)["why"]["ending"] == "solved"
        else:
            assert solve(document)["verdict"] == "unique"


@pytest.mark.parametrize("part", sample(range(9), 9))
@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.parent.name)
def test_levels_are_about_those_of_the_rating(path, part):
    small = [puzzle for puzzle in puzzles(path) if size(puzzle["document"])[0] * size(puzzle["document"])[1] <= SMALL]
    for puzzle in small[part::9]:
        assert abs(rate(puzzle["document"])["level"] - puzzle["level"]) <= 1  # the rating may have been refined since


@pytest.mark.parametrize("path", LIBRARIES, ids=lambda path: path.parent.name)
def test_a_name_is_there_in_every_language(path):
    for puzzle in puzzles(path):
        assert set(puzzle.get("name", dict.fromkeys(LANGUAGES))) == set(LANGUAGES)
