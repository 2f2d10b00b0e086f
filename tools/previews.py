"""Make the preview pictures of the site: `python tools/previews.py`, after ./build.sh.

Writes preview.png, for link previews, and the two screenshots of the manifest to web/pictures/. Run it by hand when the
page looks different, and commit the result. It has the same requirements as tools/screenshots.py.
"""

from __future__ import annotations

from threading import Thread

from playwright.sync_api import Page, expect, sync_playwright

from chromium import launch
from screenshots import ROOT, example, half_done, packed, settle
from serve import DIST, make_server

OUT = ROOT / "web" / "pictures"


def preview(page: Page, site: str) -> None:
    page.goto(site)
    page.locator("#samples canvas").nth(3).wait_for()
    settle(page)
    page.screenshot(path=OUT / "preview.png")


def wide(page: Page, site: str) -> None:
    page.goto(site + packed(example("slitherlink", "hard", "en")))
    page.locator("#mode-analyse").click()
    expect(page.locator("#heat-count")).to_have_text("220 edges", timeout=90_000)
    page.locator("#show-choice [data-show=mixed]").click()
    settle(page)
    page.screenshot(path=OUT / "screenshot-wide.png")


def narrow(page: Page, site: str) -> None:
    page.goto(site + packed(half_done(example("binoxxo", "easy", "en"))))
    page.locator("#hint-button").click()
    page.locator("[data-strength=cells]").click()
    settle(page)
    page.screenshot(path=OUT / "screenshot-narrow.png")


VIEWS = [
    (preview, {"viewport": {"width": 1200, "height": 630}}),
    (wide, {"viewport": {"width": 1280, "height": 800}}),
    (
        narrow,
        {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True},
    ),
]


def main() -> None:
    OUT.mkdir(exist_ok=True)
    server = make_server(DIST)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    site = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for take, window in VIEWS:
            page = browser.new_page(locale="en-GB", **window)
            take(page, site)
            page.close()
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
