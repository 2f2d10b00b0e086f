"""The census: all pictures of a size by class, and some of them to look at."""

from __future__ import annotations

from playwright.sync_api import expect

from test_page import ready, verdict


def test_all_pictures_of_four_by_four(workbench, site):
    page = workbench
    page.goto(site.url)
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
