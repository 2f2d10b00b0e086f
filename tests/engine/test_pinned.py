"""The rating, the level, the number of waves and the steps by technique of some puzzles of every kind, as they were
when they were last looked at. A change that is meant is written with `python tests/engine/test_pinned.py --write`, and
its difference is looked at like code."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tesuji.calls.rating import graded, rate
from tesuji.engine.budget import run
from tesuji.engine.reasons.waves import waves
from tesuji.puzzles import parse, rulebooks

FILE = Path(__file__).parents[1] / "data" / "pinned.json"
PINNED = json.loads(FILE.read_text(encoding="utf-8"))
"""[{"document": a puzzle made by Tesuji, "rating", "level": null without one solution, "waves", "steps": {technique:
steps}, "cells"?: {k: cells}, for puzzles whose map of k does not take long} ...]"""


def seen(document: dict[str, Any], mapped: bool) -> dict[str, Any]:
    """What is pinned of a puzzle, with or without its map of k."""
    book, puzzle = parse(document)
    whole = mapped or book.rating.own(puzzle)
    answer = run(rate({"document": document})) if whole else graded(book, puzzle, run(waves(puzzle, book)))
    why = answer["why"]
    steps = {used["technique"]: used["steps"] for used in why["techniques"]}
    found = {"rating": answer.get("rating"), "level": answer.get("level"), "waves": len(why["waves"]), "steps": steps}
    return found | ({"cells": why["cells"]} if mapped else {})


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned["document"]["id"])
def test_a_puzzle_is_rated_and_solved_step_by_step_as_before(pinned):
    assert {"document": pinned["document"], **seen(pinned["document"], "cells" in pinned)} == pinned


def test_puzzles_of_several_levels_are_pinned():
    """Of each kind of which there are any: a new one can have them when its techniques have settled."""
    kinds = {pinned["document"]["kind"] for pinned in PINNED}
    assert kinds and kinds <= rulebooks().keys()
    for kind in kinds:
        levels = {pinned["level"] for pinned in PINNED if pinned["document"]["kind"] == kind}
        assert len(levels) >= 3, kind


def write(pinned: list[dict[str, Any]]) -> None:
    """Rewrites the file: a line for each puzzle."""
    found = [{"document": pin["document"], **seen(pin["document"], "cells" in pin)} for pin in pinned]
    lines = [json.dumps(pin, ensure_ascii=False) for pin in found]
    FILE.write_text("[\n  " + ",\n  ".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    write(PINNED)
