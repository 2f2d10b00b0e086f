"""Modules that are loaded on demand, and features that must not depend on them: names, help, offline use, very large
fonts.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from links import UNIQUE, open_panel, packed
from test_drawing import FRAMES
from test_hosts import KEPT
from test_page import draw_anyway, open_link, ready, verdict
from thorough import sample

OUTSIDE = """[...document.querySelectorAll("#top *")]
    .filter((part) => part.offsetParent && part.getBoundingClientRect().right > innerWidth + 0.5).map(({ id }) => id)"""


def test_a_first_board_loads_little(page, site):
    """Only the puzzle's own module, the basic strings and one style sheet are loaded: no modes, no panels, no other
    kind.
    """
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(re.sub("^app-[^/]+/", "", request.url.removeprefix(site.url))))
    open_link(page, site, packed(UNIQUE[3]))
    ready(page)
    verdict(page, "unique")
    own = [name for name in loaded if not name.startswith(("pyodide-", "icon"))]
    assert not [name for name in own if "later" in name or name.startswith("style-")]
    assert not {name.split("-")[0] for name in own if name.endswith(".js")} & {
        "nonogram",
        "minesweeper",
        "slitherlink",
        "analyse",
        "draw",
        "help",
        "welcome",
    }
    page.locator("#mode-analyse").click()
    expect(page.locator("#step-list li").first).to_be_visible()
    assert [name for name in loaded if name.startswith("analyse-")]


def test_an_example_keeps_its_name_in_both_languages(device, site):
    page = device()
    page.goto(site.url)
    page.locator("#open-button").click()
    example = page.locator(".example[data-kind=slitherlink]").first
    english = example.locator("span").first.text_content()
    example.click()
    expect(page.locator("#title")).to_have_text(english)
    page.reload()
    expect(page.locator("#title")).to_have_text(english)
    page.locator("#more-button").click()
    page.locator("#language").click()
    expect(page.locator("#title")).not_to_have_text(english)
    japanese = page.locator("#title").text_content()
    page.locator("#open-button").click()
    assert japanese == page.locator(".example[data-kind=slitherlink] span").first.text_content()


def test_open_help_follows_the_board(device, site):
    page = device()
    open_link(page, site, packed(UNIQUE[0]))
    page.locator("#more-button").click()
    page.locator("#help-button").click()
    expect(page.locator("#rules-title")).to_have_text("Nonogram")
    page.evaluate("(fragment) => { location.hash = fragment; }", packed(UNIQUE[2]))
    expect(page.locator("#kinds [aria-current]")).to_contain_text("Slitherlink")
    if page.locator("#panel-help").is_hidden():
        page.locator("#more-button").click()
        page.locator("#help-button").click()
    expect(page.locator("#rules-title")).to_have_text("Slitherlink")


@pytest.mark.service_worker
def test_panels_that_were_never_opened_open_offline(context, own_site):
    page = context.new_page()
    page.goto(own_site.url)
    ready(page)
    page.evaluate(KEPT)
    own_site.close()
    page = context.new_page()
    page.goto(own_site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    page.locator("#mode-draw").click()
    draw_anyway(page)
    page.locator("#mode-analyse").click()
    expect(page.locator("#step-list li").first).to_be_visible()
    for name in page.locator("#actions [data-panel]").evaluate_all(
        "(buttons) => buttons.map(({ dataset }) => dataset.panel)"
    ):
        open_panel(page, name)
        expect(page.locator(f"#panel-{name} :is(button, input, p):visible").first).to_be_visible()
    page.locator("#more-button").click()
    page.locator("#language").click()
    expect(page.locator("#panel-title")).to_have_text("ヘルプ")


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
def test_everything_stays_in_the_window_with_large_letters(device, site, language):
    page = device(locale=language)
    session = page.context.new_cdp_session(page)
    for letters in (16, 32):
        session.send("Page.setFontSizes", {"fontSizes": {"standard": letters}})
        for fragment in ("", packed(UNIQUE[1])):
            page.goto("about:blank")
            page.goto(site.url + fragment)
            expect(page.locator("#canvas" if fragment else "#samples button").first).to_be_visible()
            for width in (320, 390, 600, 760, 1000, 1100, 1280) if letters == 16 else (390, 820, 1280):
                page.set_viewport_size({"width": width, "height": 844})
                page.evaluate(FRAMES)
                assert page.evaluate("document.documentElement.scrollWidth") <= width, (letters, width, fragment)
                assert page.evaluate(OUTSIDE) == [], (letters, width, fragment)


def test_a_failed_download_is_reported_and_can_be_retried(page, site, watch):
    watch.allow = ["Failed to fetch dynamically imported module", "net::ERR_FAILED"]
    page.route("**/analyse-*", lambda route: route.abort())
    open_link(page, site, packed(UNIQUE[0]))
    verdict(page, "unique")
    page.locator("#mode-analyse").click()
    expect(page.locator("#message")).to_contain_text("could not be loaded")
    page.unroute("**/analyse-*")
    page.locator("#mode-play").click()
    page.locator("#mode-analyse").click()
    expect(page.locator("#step-list li").first).to_be_visible()
    expect(page.locator("#message")).to_be_empty()


@pytest.mark.parametrize("motion", sample(["reduce", "no-preference"]))
def test_the_finish_is_animated_unless_the_user_prefers_reduced_motion(visitor, site, motion):
    page = visitor(reduced_motion=motion).new_page()
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(re.sub("^app-[^/]+/", "", request.url.removeprefix(site.url))))
    open_link(page, site, packed(UNIQUE[1]))
    ready(page)
    for _ in range(8):
        page.locator("#hint-button").click()
        page.locator("[data-strength=do]").click()
        page.wait_for_timeout(300)
        if page.locator("#see-climb").is_visible():
            break
    expect(page.locator("#see-climb")).to_be_visible()
    page.wait_for_timeout(300)
    assert any(name.startswith("finish-") for name in loaded) == (motion != "reduce")
    moving = "document.getAnimations().filter(({ playState }) => playState === 'running').length"
    assert motion != "reduce" or page.evaluate(moving) == 0
