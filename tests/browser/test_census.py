"""The census: all pictures of a size by class, and examples of each."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from links import welcome
from test_page import ready, verdict

FIELDS = [["*...", "....", "....", "...*"], ["*..*", "....", "*...", "...."]]
PASTE = """(text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def paste(page, text: str) -> None:
    page.evaluate(PASTE, text)


def test_all_pictures_of_four_by_four(workbench):
    page = workbench
    welcome(page)
    ready(page)
    page.locator("#more-button").click()
    page.locator("#census-button").click()
    page.locator("#census-count").click()
    bars = page.locator("#census-bars")
    expect(bars).to_contain_text("51,234 pictures")
    expect(bars).to_contain_text("1,128 pictures")
    expect(bars).to_contain_text("13,174 pictures")
    page.locator("#census-compat [data-way='matlab']").click()
    expect(bars).to_contain_text("1,124 pictures")
    expect(bars).to_contain_text("13,178 pictures")
    page.locator("#census-why [data-class='differ']").click()
    expect(page.locator("#census-pictures button").first).to_have_accessible_name(
        "Open the picture #... / .##. / ..## / .#.#"
    )
    page.locator("#census-pictures button").first.click()
    expect(page.get_by_role("gridcell", name="row 1, column 1").first).to_be_visible()
    verdict(page, "unique")


def test_a_list_of_boards_is_counted_by_its_last_round(workbench):
    """The list can be pasted anywhere. A bar opens its boards with their maps, which can be copied."""
    page = workbench
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    welcome(page)
    ready(page)
    paste(page, "\n".join(json.dumps({"kind": "minesweeper", "field": field, "opened": [[0, 2]]}) for field in FIELDS))
    expect(page.locator("#samples-done")).to_have_text("2 of 2 boards")
    expect(page.locator("#samples-bars")).to_contain_text("Last round 3")
    page.locator("#samples-bars button").last.click()
    page.locator("#samples-boards button").first.click()
    page.locator("#heat-text summary").click()
    page.locator("#heat-copy").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert [len(row) for row in json.loads(copied)] == [4] * 4
    page.evaluate("location.hash = ''")


def test_a_complete_board_opens_with_its_map(workbench):
    page = workbench
    welcome(page)
    ready(page)
    paste(page, "-1 1 0 0\n1 1 0 0\n0 0 0 0\n0 0 0 0")
    expect(page.locator("#message")).to_contain_text("largest empty area (15 cells)")
    expect(page.locator("#heat-matrix")).to_have_text("1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0", use_inner_text=False)


def test_random_pictures_are_classified(workbench):
    page = workbench
    welcome(page)
    ready(page)
    page.locator("#more-button").click()
    page.locator("#census-button").click()
    page.locator("#samples-kinds [data-of=nonogram]").click()
    page.locator("#samples-count").fill("5")
    page.locator("#samples-go").click()
    expect(page.locator("#samples-done")).to_have_text("5 of 5 boards")
    expect(page.locator("#samples-bars button").first).to_contain_text("%")
