"""Analyse: steps, difficulty, conflicts, arrangements."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from links import MULTIPLE, NONE, UNIQUE, eventually, go, kind, packed
from tesuji.puzzles.nonogram import generate_hints
from thorough import sample

# The number of pixels that change if the whole board is drawn again. Edges of clipped shapes differ slightly.
STALE = """async () => {
  const [canvas, board] = ["canvas", "board"].map((id) => document.getElementById(id));
  const drawn = async () => {
    for (const soon of [requestAnimationFrame, requestIdleCallback, requestAnimationFrame, requestIdleCallback])
      await new Promise((done) => soon(done));
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.map((value, at) => (value * data[at | 3]) / 255);
  };
  const parts = await drawn();
  canvas.width = 1; // a board of another size is drawn completely
  board.dispatchEvent(new Event("blur"));
  return (await drawn()).filter((value, at) => Math.abs(value - parts[at]) > 100).length;
}"""


def analyse(page, site, document: dict) -> None:
    go(page, site.url + packed(document))
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", re.compile("."))
    page.locator("#mode-play").click()  # nothing of the board before is shown then
    page.locator("#mode-analyse").click()


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_every_step_has_a_reason(workbench, site, document):
    page = workbench
    analyse(page, site, document)
    steps = page.locator("#step-list [data-step]")
    expect(steps.first).to_be_visible()
    if page.locator("[data-unfold='0'][aria-expanded=false]").count():
        page.locator("[data-unfold='0']").click()
    page.locator("#steps-next").click()
    expect(page.locator("#step-count")).to_have_text(re.compile(r"Step 1 of \d+"))
    expect(page.locator("#sentence")).to_have_text(re.compile(r"\w+ \w+.*\."))
    expect(page.locator("#heat-box")).to_be_visible()  # nothing is computed from now on
    for button in ("#steps-next", "#steps-next", "#steps-back"):
        page.locator(button).click()
        assert page.evaluate(STALE) == 0
    page.locator("#why-not").click()
    expect(page.locator("#chain li").first).to_be_visible()
    assert page.evaluate(STALE) == 0
    while page.locator("#steps-later").is_visible() and page.locator("#steps-later[aria-disabled=false]").count():
        page.locator("#steps-later").click()
    steps.last.click()
    expect(page.locator("#steps-next")).to_have_attribute("aria-disabled", "true")
    page.locator("#play-here").click()
    expect(page.locator("#mode-play")).to_have_attribute("aria-selected", "true")


def test_steps_go_by_thoughts_that_unfold(workbench, site):
    page = workbench
    analyse(page, site, UNIQUE[3])
    rows = page.locator("#step-list [data-step]")
    expect(page.locator("#heat-box")).to_be_visible()  # follows all rows of the list
    folded = rows.count()
    page.locator("#steps-next").click()
    expect(page.locator("#sentence")).to_have_text(re.compile(r"\d cells follow"))
    rows.first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-unfold='0']")).to_have_attribute("aria-expanded", "true")
    expect(rows).not_to_have_count(folded)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#step-count")).to_have_text(re.compile(r"Step 1\.2 of \d+"))
    page.keyboard.press("ArrowLeft")
    expect(rows).to_have_count(folded)
    expect(page.locator("#step-count")).to_have_text(re.compile(r"Step 1 of \d+"))


def test_a_contradiction_is_shown_in_thoughts_and_played(workbench, site):
    page = workbench
    analyse(page, site, {"kind": "slitherlink", "grid": ["1....", ".11.2", "13.30", "1.13.", "....0"]})
    rows = page.locator("#clash-story [data-row]")
    expect(rows.first).to_be_visible()
    page.locator("#steps-next").click()
    expect(rows.first).to_have_attribute("aria-current", "true")
    before = page.locator("#canvas").screenshot()
    for _ in range(rows.count() - 1):
        page.locator("#steps-next").click()
    expect(page.locator("#sentence")).to_contain_text("But")
    assert page.locator("#canvas").screenshot() != before
    folded = rows.count()
    page.locator("[data-unfold-story]").first.click()
    expect(page.locator("[data-unfold-story]").first).to_be_focused()
    assert rows.count() > folded


def test_the_histogram_is_the_legend(workbench, site):
    page = workbench
    analyse(page, site, UNIQUE[3])
    expect(page.locator("#bars button")).to_have_count(8)
    expect(page.locator("#facts")).to_contain_text("Level")
    expect(page.locator("#facts")).to_contain_text("Steps, round by round")
    page.locator("[data-show=heat]").click()
    page.wait_for_timeout(200)
    all_of_it = page.locator("#canvas").screenshot()
    page.locator("#bars button:enabled").last.click()
    expect(page.locator("#bars button:enabled").last).to_have_attribute("aria-pressed", "true")
    page.mouse.move(0, 0)
    eventually(page, lambda: page.locator("#canvas").screenshot() != all_of_it)


def test_the_hardest_step_is_the_one_of_the_highest_level(workbench, site):
    """The number of rules does not show it: an easy step of this hitori uses as many as the hardest one."""
    page = workbench
    analyse(page, site, {"kind": "hitori", "grid": ["23522", "52313", "44355", "44135", "35543"]})
    expect(page.locator("#climb-peak")).to_have_text("hardest: step 5")
    for _ in range(5):
        page.locator("#steps-next").click()
    expect(page.locator("#climb-at")).to_have_attribute("aria-valuetext", "step 5 of 6: Expert")
    expect(page.locator("#facts")).to_contain_text("Rules for the hardest cell")
    if page.locator("[data-heat=clues]").is_visible():
        page.locator("[data-heat=clues]").click()
    expect(page.locator("#bars").get_by_role("button", name="Rules needed").first).to_be_attached()


def test_a_cell_shows_its_step_and_number_of_clues(workbench, site):
    """If all cells need the same number of clues, their order comes first."""
    page = workbench
    analyse(page, site, UNIQUE[0])
    expect(page.locator("#bars")).to_be_visible()
    page.locator("#board").hover()
    expect(page.locator("#need")).to_have_text(re.compile(r"row \d, column \d: settled in step \d of \d"))
    page.locator("[data-heat=clues]").click()
    page.locator("#board").hover()
    expect(page.locator("#need")).to_have_text(re.compile(r"row \d, column \d: .*clue"))


@pytest.mark.parametrize("document", sample(NONE), ids=kind)
def test_a_conflict_is_named_and_listed(workbench, site, document):
    page = workbench
    analyse(page, site, document)
    expect(page.locator("#sentence")).to_have_text(re.compile(r"\w+ \w+.*\."))
    if kind(document) != "binoxxo":
        expect(page.locator("#clash-list li").first).to_be_visible()
        expect(page.locator("#clash-least")).to_have_text(re.compile("few"))
    page.locator("#mend").click()
    expect(page.locator("#mode-draw")).to_have_attribute("aria-selected", "true")


CONTRADICTORY = (
    ".0111.233333 .22..2.2211. 1.012122.222 0.322.222..2 00.0.1222202 .0023.32..1. "
    ".0..12.2110. 0132222.1.13 0..213.201.2 112.232323.1 .2111.2..21. 333333.2323."
)


def test_a_conflict_is_shown_while_a_smaller_one_is_searched_for(workbench, site):
    page = workbench
    analyse(page, site, UNIQUE[2])
    page.locator("#clash-list").evaluate("""(list) => {
        window.lengths = new Set();
        new MutationObserver(() => lengths.add(list.children.length)).observe(list, { childList: true });
    }""")
    analyse(page, site, {"kind": "slitherlink", "grid": CONTRADICTORY.split()})
    expect(page.locator("#clash-least")).to_have_text(re.compile("few"))
    expect(page.locator("#clash-list li")).to_have_count(7)
    expect(page.locator("#sentence")).to_contain_text("These 7 clues")
    assert 12 in page.evaluate("[...lengths]")


def test_both_solutions_are_shown_at_once(workbench, site):
    page = workbench
    analyse(page, site, MULTIPLE[0])
    expect(page.locator("[data-show=both]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#facts")).to_contain_text("No level: several solutions")


PICTURE = {"kind": "nonogram", "rows": [[2, 1], [7]], "cols": [[2], [2], [1], [2], [1], [1], [1]]}


@pytest.mark.parametrize("width", [1280, 390])
def test_what_arrives_does_not_move_the_button_for_a_line(visitor, site, width):
    page = visitor(viewport={"width": width, "height": 844}).new_page()
    analyse(page, site, PICTURE)
    expect(page.locator("#verdict")).to_contain_text("Unique")
    before = page.locator("#lines-open").bounding_box()
    expect(page.locator("#facts")).to_contain_text("Steps, round by round")
    assert page.locator("#lines-open").bounding_box() == before


def test_the_arrangements_of_a_line(workbench, site):
    page = workbench
    analyse(page, site, PICTURE)
    expect(page.locator("#verdict")).to_contain_text("Unique")
    page.locator("#lines-open").click()
    expect(page.locator("#line-count")).to_have_text("10 of 10 arrangements possible")
    expect(page.locator("#line-rows li")).to_have_count(10)
    page.locator("#lines-next").click()
    expect(page.locator("#line-title")).to_have_text("row 2: 7")
    box = page.locator("#canvas").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 12, box["y"] + 8)
    expect(page.locator("#line-title")).to_have_text("column 7: 1")
    page.locator("#lines-close").click()
    expect(page.locator("#line-view")).to_be_hidden()


def test_steps_go_from_the_players_board(workbench, site):
    page = workbench
    analyse(page, site, UNIQUE[3])
    expect(page.locator("#heat-box")).to_be_visible()  # follows all rows of the list
    full = page.locator("#step-list [data-step]").count()
    page.locator("#mode-play").click()
    page.locator("#hint-button").click()
    page.locator("[data-strength=do]").click()
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "false")
    page.locator("#hint-button").click()
    expect(page.locator("#hint-another")).to_be_visible()
    page.locator("#mode-analyse").click()
    expect(page.locator("#hint-another")).to_be_hidden()
    page.locator("#steps-from").click()
    expect(page.locator("#steps-title")).to_have_text("Every step from my board")
    assert page.locator("#step-list [data-step]").count() <= full


def test_another_mode_begins_at_its_top(visitor, site):
    page = visitor(viewport={"width": 1280, "height": 460}).new_page()
    analyse(page, site, UNIQUE[0])
    expect(page.locator("#facts")).to_contain_text("Steps, round by round")
    page.locator("#body").evaluate("(body) => (body.scrollTop = body.scrollHeight)")
    assert page.locator("#body").evaluate("(body) => body.scrollTop") > 100
    page.locator("#mode-play").click()
    expect(page.locator("#mode-play")).to_have_attribute("aria-selected", "true")
    assert page.locator("#body").evaluate("(body) => body.scrollTop") == 0


BROKEN_WORDS = """() => {
    const broken = [], words = new Intl.Segmenter("ja", { granularity: "word" });
    const texts = document.createTreeWalker(document.querySelector("#margin"), NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
        if (!text.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        for (const { segment, index } of words.segment(text.data)) {
            const range = document.createRange();
            range.setStart(text, index), range.setEnd(text, index + segment.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 5)));
            if (segment.length > 1 && lines.size > 1) broken.push([segment, text.data]);
        }
    }
    return broken;
}"""


def test_no_japanese_word_is_broken(visitor, site):
    page = visitor(locale="ja-JP", viewport={"width": 390, "height": 844}).new_page()
    page.goto(site.url + packed(UNIQUE[2]))
    page.locator("#mode-analyse").click()
    expect(page.locator("#facts")).to_contain_text("手がかり", timeout=60_000)
    for width, height in ((390, 844), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(BROKEN_WORDS) == [], width


def test_analyse_has_at_most_60_controls(visitor, site):
    """On each page of the steps of a board with several solutions, which also has buttons for these."""
    draw = random.Random(6)
    picture = ["".join("#" if draw.random() < 0.55 else "." for _ in range(20)) for _ in range(20)]
    rows, columns = generate_hints(picture)
    page = visitor(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    page.goto(site.url + packed({"kind": "nonogram", "rows": rows, "cols": columns}))
    page.locator("#mode-analyse").click()
    expect(page.locator("#step-list [data-step]").first).to_be_visible(timeout=60_000)
    expect(page.locator("#bars")).to_be_visible(timeout=60_000)
    controls = page.locator("a[href], button, input, select, textarea, summary, [tabindex='0']").locator("visible=true")
    for _ in range(6):
        assert controls.count() <= 60
        page.locator("#steps-later").click()
        page.wait_for_timeout(200)
