"""Review: a game is played, lost or solved, and then analysed, with mouse, touch and keyboard."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

import tesuji
from links import open_panel, packed
from pointing import find_board
from tesuji.cli import main

NONOGRAM = {"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]], "title": "Duel"}
FIELD = {
    "kind": "minesweeper",
    "field": ["..*...", "......", "*....*", "......", ".*..*.", "......"],
    "opened": [[3, 3]],
    "mines": 5,
}


def start(page, site, document: dict):
    page.goto(site.url + packed(document))
    expect(page.locator("html")).to_have_attribute("data-engine", "ready")
    page.locator("#mode-play").click()
    return find_board(page, document)


def look_back(page) -> None:
    page.locator("#see-review").click()
    expect(page.locator("#replay-line")).to_be_visible()


def on_line(page, move: int, moves: int) -> tuple[float, float]:
    """Return the position of a move on the timeline."""
    box = page.locator("#replay-line").bounding_box()
    return box["x"] + (move - 0.5) * min(24, box["width"] / moves), box["y"] + box["height"] / 2


def test_a_nonogram_from_the_first_mistake_to_the_finish(page, site, tmp_path, capsys):
    board = start(page, site, NONOGRAM)
    link = page.locator("#see-review")
    expect(link).to_be_hidden()
    page.mouse.click(*board.middle(0, 1))  # wrong
    expect(link).to_have_text("Review this game")
    page.locator("#undo").click()
    for row, column in ((1, 0), (1, 1), (1, 2), (0, 0), (0, 2)):
        page.mouse.click(*board.middle(row, column))
    expect(link).to_have_text("Was that luck?")
    look_back(page)

    # It opens at the wrong move, with the clue that proves it.
    caption, sentence, count = (page.locator(name) for name in ("#caption", "#sentence", "#replay-count"))
    expect(count).to_have_text("Move 1 of 7")
    expect(caption).to_contain_text("Wrong")
    expect(sentence).to_contain_text("row 1, column 2")
    expect(page.locator("#replay-counts")).to_contain_text(re.compile("Wrong 1.*Forced 5.*Undone 1"))

    # Buttons, keys, timeline and board change the move.
    page.locator("#replay-next").click()
    expect(caption).to_contain_text("Undone")
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text("Move 3 of 7")
    expect(caption).to_contain_text("Forced")
    page.mouse.click(*on_line(page, 5, 7))
    expect(count).to_have_text("Move 5 of 7")
    page.keyboard.press("ArrowLeft")  # the timeline has the focus
    expect(count).to_have_text("Move 4 of 7")
    expect(page.locator("#replay-range")).to_have_attribute("aria-valuetext", "Move 4 of 7: Forced")
    page.mouse.click(*board.middle(0, 2))
    expect(count).to_have_text("Move 7 of 7")
    page.locator("#replay-counts [data-count=wrong]").click()
    expect(count).to_have_text("Move 1 of 7")

    # The command line reads the same file.
    with page.expect_download() as download:
        page.locator("#replay-save").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "Duel.jsonl"
    assert main(["review", "--json", str(file)]) == 0
    labels = [move["label"] for move in json.loads(capsys.readouterr().out)["moves"]]
    assert labels == ["wrong", "back", *5 * ["forced"]]

    # Continue to play from the third mark; later moves can be redone.
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator("#replay-play").click()
    expect(page.locator("#mode-play")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#progress")).to_contain_text("2 / 5")
    page.locator("#redo").click()
    expect(page.locator("#progress")).to_contain_text("3 / 5")
    expect(page.locator("#mode-review")).to_be_hidden()

    # Statistics lists the techniques that were seen and missed; a damaged store counts as empty.
    sights = json.loads(page.evaluate("localStorage.getItem('tesuji.practice')"))
    assert sum(sight["missed"] for sight in sights) >= 1 and sum(sight["seen"] for sight in sights) >= 3
    open_panel(page, "statistics")
    expect(page.locator("#skills-table tbody tr")).to_have_count(1 + len(sights))
    page.evaluate("localStorage.setItem('tesuji.practice', '[{')")
    page.locator("#statistics-erase").click()
    expect(page.locator("#skills")).to_be_hidden()


def test_a_technique_that_was_missed_is_drilled_and_comes_back_later(page, site):
    page.goto(site.url)
    missed = {"game": "1", "kind": "binoxxo", "technique": "half", "level": 2, "effort": 1, "seen": 0, "missed": 1}
    yesterday = page.evaluate("Date.now() - 24 * 60 * 60 * 1000")
    page.evaluate(
        "(text) => localStorage.setItem('tesuji.practice', text)", json.dumps([{**missed, "time": 0, "at": yesterday}])
    )
    expect(page.locator("html")).to_have_attribute("data-engine", "ready")
    open_panel(page, "statistics")
    expect(page.locator("#skills-table small")).to_have_text("due now")
    page.locator("#skills-table [data-drill]").click()
    expect(page.locator("#message")).to_have_text("Look for this step: Letter used up.", timeout=30_000)

    size = 8  # that of the example
    cells = page.locator("#cells [role=gridcell]")
    expect(cells).to_have_count(size * size)
    marks = "".join(label[0] if label[:1] in ("O", "X") else "." for label in cells.all_text_contents())
    grid = [marks[start : start + size] for start in range(0, len(marks), size)]
    (step,) = tesuji.hint({"kind": "binoxxo", "grid": grid})["steps"]
    assert step["technique"] == "half"  # no easier step is left
    for cell in step["cells"]:
        row, column = cell["cell"]["row"], cell["cell"]["column"]
        keys = ["ArrowUp"] * size + ["Home"] + ["ArrowDown"] * row + ["ArrowRight"] * column + [cell["value"].lower()]
        for key in keys:
            page.locator("#board").press(key)
    expect(page.locator("#message")).to_contain_text(re.compile("Letter used up: found in .* practice is due on"))
    open_panel(page, "statistics")
    expect(page.locator("#skills-table small")).to_contain_text(re.compile(r"due \d+"))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_lost_game_on_a_phone(visitor, site, language):
    context = visitor(viewport={"width": 390, "height": 844}, has_touch=True, locale=language)
    page = context.new_page()
    board = start(page, site, FIELD)
    page.touchscreen.tap(*board.middle(1, 0))
    page.touchscreen.tap(*board.middle(0, 2))
    expect(page.locator("#see-review")).to_have_text({"en": "Was that luck?", "ja": "運か、実力か?"}[language])
    look_back(page)
    expect(page.locator("#caption")).to_contain_text({"en": "Unlucky", "ja": "不運"}[language])
    expect(page.locator("#sentence")).to_contain_text("86")
    page.locator("#replay-line").scroll_into_view_if_needed()
    page.touchscreen.tap(*on_line(page, 1, 2))
    expect(page.locator("#caption")).to_contain_text({"en": "Lucky", "ja": "幸運"}[language])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # Return to the board before the loss.
    page.locator("#replay-play").click()
    page.locator("#hint").click()  # on a phone, the first hint has its button among the tools
    page.locator("[data-strength=technique]").click()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#sentence")).to_contain_text({"en": "The best guess", "ja": "勘に頼るなら"}[language])
    page.locator("[data-strength=do]").click()  # this cell is safe
    expect(page.locator("#hint-ask")).to_be_hidden()
    expect(page.locator("#hint")).to_be_focused()
    page.locator("#see-review").click()
    expect(page.locator("#replay-count")).to_contain_text("4")
