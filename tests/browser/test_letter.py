"""The requirements of each source, checked in the places that its users look at: openings, fields, positions, classes,
the census.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from links import go, packed, welcome
from test_draw import png
from test_page import paste, ready
from thorough import sample

FIELD = {
    "kind": "minesweeper",
    "field": ["*..*", "....", "....", "*..*"],
    "opened": [[1, 1], [0, 1]],
}
POSITION = {"kind": "minesweeper", "grid": ["1..11...", "....1...", ".2......", "........", "...1....", "........"]}
EP = {"kind": "nonogram", "rows": [[2], [2]], "cols": [[1], [1]]}
MF = {"kind": "nonogram", "rows": [[1]] * 4, "cols": [[2], [1, 1]]}


def analyse(page, site, document: dict) -> None:
    go(page, site.url + packed(document))
    page.locator("#mode-analyse").click()
    expect(page.locator("#verdict[data-verdict]")).to_be_visible()


def test_blanks_are_read_and_the_size_that_was_taken_is_said(workbench):
    welcome(workbench)
    ready(workbench)
    paste(workbench, "OX  \n    \n    \nXO  \n")
    expect(workbench.locator("#size")).to_have_text("4 wide × 4 high")
    expect(workbench.locator("#message")).to_contain_text("4 × 4")
    expect(workbench.locator("#panel-open")).to_be_hidden()


@pytest.mark.parametrize("round", sample(range(4), 4))
def test_opened_panels_are_not_covered(page, site, round):
    """The solver is still starting and the panel is loaded late; it closes when the board appears."""
    page.route("**/panels/open.*", lambda route: (page.wait_for_timeout(150 * round), route.continue_()))
    page.goto(site.url + "#u=" + "3x3%3A.01...2..")
    expect(page.locator("#size")).to_have_text("3 wide × 3 high", timeout=60_000)
    page.wait_for_timeout(800)
    expect(page.locator("#panel-open")).to_be_hidden()
    expect(page.locator("#panel")).to_be_visible()


def test_a_picture_goes_to_draw_and_other_binaries_are_refused_by_kind(workbench):
    welcome(workbench)
    workbench.locator("#open-button").click()
    picture = png(60, 60, lambda x, y: x < 30)
    workbench.locator("#file").set_input_files({"name": "half.png", "mimeType": "image/png", "buffer": picture})
    expect(workbench.locator("#image-form")).to_be_visible()
    expect(workbench.locator("#mode-draw")).to_have_attribute("aria-selected", "true")
    workbench.locator("#open-button").click()
    pdf = {"name": "puzzle.txt", "mimeType": "text/plain", "buffer": b"%PDF-1.7 ..."}
    workbench.locator("#file").set_input_files(pdf)
    expect(workbench.locator("#message")).to_contain_text("PDF")


def test_a_field_is_rated_in_rounds_that_can_be_chosen(workbench, site):
    page = workbench
    analyse(page, site, FIELD)
    expect(page.locator("#rounds")).to_be_visible()
    expect(page.locator("#heat-title")).to_contain_text("round")
    page.locator("#rounds [data-map=needed]").click()
    expect(page.locator("#heat-title")).to_contain_text("together")
    page.locator("#rate-mode").select_option("restart")
    expect(page.locator("#heat-mode")).to_contain_text("k returns to 1")
    page.locator("#rate-max_k").select_option("1")
    expect(page.locator("#rate-max_k")).to_have_value("1")
    expect(page.locator("#facts")).to_contain_text("Never settled")


def test_a_field_survives_draw(workbench, site):
    page = workbench
    page.goto(site.url + packed(FIELD))
    page.locator("#mode-draw").click()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("#draw-field")).to_be_checked()
    page.locator("#board").focus()
    page.locator("#pencils button").nth(1).click()
    box = page.locator("#canvas").bounding_box()
    before = page.evaluate("location.hash")
    page.mouse.click(box["x"] + box["width"] / 2 + 20, box["y"] + box["height"] / 2 + 20)
    page.wait_for_function("(before) => location.hash !== before", arg=before)
    page.reload()
    page.locator("#mode-draw").click()
    expect(page.locator("#draw-field")).to_be_checked()


def test_a_position_does_not_count_as_broken(workbench, site):
    page = workbench
    analyse(page, site, POSITION)
    expect(page.locator("#verdict")).to_have_attribute("data-position", "")
    expect(page.locator("#sentence")).to_contain_text("3 cells are safe, 0 are mines, and 39 are undecided.")
    expect(page.locator("#sentence")).to_contain_text("208,666,624 solutions.")
    expect(page.locator("#mend")).to_be_hidden()


def test_classes_are_named_and_explained(workbench, site):
    page = workbench
    for document, name, words in ((EP, "EP", "No solution"), (MF, "MF", "Needs trials")):
        analyse(page, site, document)
        expect(page.locator("#gist")).to_contain_text(words)
        expect(page.locator(f"#facts div[title*='{name}']")).to_be_visible()


def test_the_time_limit_is_kept(workbench, site):
    page = workbench
    analyse(page, site, MF)
    page.locator("#limit").select_option("180")
    page.reload()
    page.locator("#mode-analyse").click()
    expect(page.locator("#limit")).to_have_value("180")
    page.locator("#limit").select_option("60")


def test_the_census_lists_every_picture_of_a_class(workbench):
    page = workbench
    welcome(page)
    page.locator("#more-button").click()
    page.locator("#census-button").click()
    page.locator("#census-count").click()
    expect(page.locator("#census-pages")).to_contain_text("1 to 48 of 1,128")
    page.locator("#census-pages [data-page='1']").click()
    expect(page.locator("#census-pages")).to_contain_text("49 to 96")
    expect(page.locator("#census-pictures .picture pre").first).to_contain_text("□")
    page.locator("#census-pictures .picture").first.click()
    expect(page.locator("#size")).to_have_text("4 wide × 4 high")
    expect(page.locator("#gist")).to_contain_text("Needs trials")
