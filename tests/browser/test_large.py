"""A board larger than the screen: the overview shows and changes the visible part, and a magnifier shows small cells
under the finger.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from links import packed
from pointing import Fingers

LINES = [[1, 1]] * 50
WIDE = {"kind": "nonogram", "rows": LINES, "cols": LINES}


@pytest.fixture
def phone(device):
    return device(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)


def test_a_tap_on_the_overview_moves_the_board(phone, site):
    page = phone
    page.goto(site.url + packed(WIDE))
    frame = page.locator("#overview i")
    expect(frame).to_be_visible()
    begun, whole = frame.bounding_box(), page.locator("#overview canvas").bounding_box()
    assert begun["x"] - whole["x"] < 6 and begun["y"] - whole["y"] < 6 and begun["width"] < whole["width"] / 2
    page.locator("#overview").tap(position={"x": whole["width"] - 4, "y": whole["height"] - 4})
    page.wait_for_function("(x) => document.querySelector('#overview i').offsetLeft > x", arg=whole["width"] / 3)
    moved, whole = frame.bounding_box(), page.locator("#overview canvas").bounding_box()
    assert abs(moved["x"] + moved["width"] - whole["x"] - whole["width"]) < 5
    # There is no overview if the whole board is visible.
    page.locator("#fit").click()
    expect(page.locator("#overview")).to_be_hidden()


def test_the_loupe_is_there_while_a_finger_marks_small_cells(phone, site):
    page = phone
    page.goto(site.url + packed(WIDE))
    expect(page.locator("#overview i")).to_be_visible()
    box = page.locator("#canvas").bounding_box()
    finger = Fingers(page)
    at = box["x"] + box["width"] - 60, box["y"] + box["height"] - 60
    finger.touch("touchStart", at)
    loupe = page.locator("#loupe")
    expect(loupe).to_be_visible()
    assert loupe.bounding_box()["y"] + loupe.bounding_box()["height"] < at[1]
    finger.touch("touchEnd")
    expect(loupe).to_have_count(0)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "false")


EASY = {"kind": "nonogram", "rows": [[50]] * 50, "cols": [[50]] * 50}
CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']"
STOPPABLE = "(stop, working) => { stop.hidden = !working; document.body.dataset.stop = String(working); }"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_play_has_fewer_than_25_controls(visitor, site, screen):
    """On a board that can be zoomed, with moves, a hint and a what-if, also while the solver works. One button zooms in
    and out.
    """
    page = visitor(**screen).new_page()
    page.goto(site.url + packed(EASY))
    controls = page.locator(CONTROLS).locator("visible=true")

    def few():
        page.wait_for_timeout(100)
        for working in (True, False):
            page.locator("#stop").evaluate(STOPPABLE, working)
            assert controls.count() < 25, controls.evaluate_all("(all) => all.map((one) => one.id)")

    expect(page.locator("#fit")).to_be_visible()
    page.locator("#fit").click()
    expect(page.locator("#overview")).to_be_hidden()
    few()
    page.locator("#larger").click()
    expect(page.locator("#overview")).to_be_visible()
    expect(page.locator("#fit")).to_be_visible()
    page.locator("#board").press("Enter")
    expect(page.locator("#see-review")).to_be_visible()
    few()
    page.keyboard.press("Control+z")
    expect(page.locator("#redo")).to_be_visible()
    few()
    page.keyboard.press("h")
    expect(page.locator("#hint-another")).to_be_visible(timeout=60000)
    expect(page.locator("#check")).to_be_hidden()  # a hint has checked the board
    few()
    page.locator("#whatif").click()
    expect(page.locator("#trial")).to_be_visible()
    page.locator("#board").press("Enter")
    expect(page.locator("#check")).to_be_visible()
    few()
