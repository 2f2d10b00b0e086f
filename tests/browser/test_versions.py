"""A new version of the site is deployed while pages of the old version are open or loading. Files of the two are never
mixed.
"""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import expect

from conftest import SUBPATH
from hosts import Deployment
from links import UNIQUE, packed
from pointing import find_board
from test_hosts import KEPT
from test_keep import begin, picture, undo_is
from test_page import ready, verdict
from thorough import sample

pytestmark = pytest.mark.service_worker
WAITING = """async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


@pytest.fixture
def deployment(tmp_path):
    made = Deployment(tmp_path)
    yield made
    made.site.close()


@pytest.fixture
def versions(context):
    """Return the versions whose files come from the server or the device during the test."""
    seen: set[str] = set()

    def note(response) -> None:
        found = re.search(r"/app-([AB])\1{9}/", response.url)
        if found and response.ok:
            seen.add(found[1])

    context.on("response", note)
    return seen


def is_version(page, name: str) -> None:
    expect(page.locator("meta[name=version]")).to_have_attribute("content", name)


def kept_page(context, deployment):
    """Make a page of version A that is stored on the device, with a board on it."""
    page = context.new_page()
    page.goto(deployment.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    page.evaluate(KEPT)
    return page


def test_an_open_page_continues_with_its_own_files(context, deployment, versions):
    page = kept_page(context, deployment)
    deployment.show("B")
    page.evaluate(WAITING)
    expect(page.locator("#strip-note")).to_have_text("New version available; reload to use it")
    other = context.new_page()
    other.goto(deployment.url + packed(UNIQUE[1]))
    is_version(other, "B")  # a page opened now has the new version
    verdict(other, "unique")
    versions.clear()
    page.locator("#mode-analyse").click()  # a module that has not been loaded before
    expect(page.locator("#step-list li").first).to_be_visible()
    page.locator("#kind-now").click()
    page.locator("#kinds [data-kind=binoxxo]").click()
    expect(page.locator("#title")).not_to_be_empty()
    is_version(page, "A")
    assert versions == {"A"}
    page.reload(wait_until="commit")  # which reloads twice
    is_version(page, "B")
    ready(page)
    expect(page.locator("#strip-note")).to_have_text("Nothing leaves this device")


def test_a_page_that_is_not_stored_announces_a_newer_version(context, deployment, versions, watch):
    watch.allow = ["404", "Failed to fetch dynamically imported module", "analyse.css"]
    page = context.new_page()
    board = begin(page, deployment.site, UNIQUE[0])
    ready(page)
    before = picture(page)
    assert board
    deployment.show("B")
    page.locator("#mode-analyse").click()
    expect(page.locator("#message")).to_have_text(
        re.compile(r"has been updated.* Reload the page; your board is safe\.$")
    )
    assert versions == {"A"}
    page.reload()
    is_version(page, "B")
    page.locator("#mode-play").click()
    find_board(page, UNIQUE[0])
    undo_is(page, True)
    page.mouse.move(2, 400)
    page.wait_for_timeout(200)
    assert versions == {"A", "B"} and picture(page) == before


def test_a_solver_whose_version_was_removed_gets_a_message(context, deployment, watch):
    watch.allow = ["404", "killed by a test"]
    page = context.new_page()
    page.goto(deployment.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    deployment.show("B")
    (worker,) = page.workers
    worker.evaluate("postMessage({ fatal: 'killed by a test' })")
    expect(page.locator("#message")).to_contain_text("has been updated")


@pytest.mark.parametrize("language", sample(["ja-JP", "en-GB"]))
def test_the_notes_have_both_languages(visitor, deployment, watch, language):
    watch.allow = ["404", "Failed to fetch dynamically imported module"]
    page = visitor(locale=language, viewport={"width": 390, "height": 844}).new_page()
    page.goto(deployment.url + packed(UNIQUE[0]))
    page.evaluate(KEPT)
    deployment.show("B")
    page.evaluate(WAITING)
    words = {"en-GB": "reload to use it", "ja-JP": "再読み込みで切り替わります"}[language]
    expect(page.locator("#strip-note")).to_contain_text(words)
    expect(page.locator("#strip-note")).to_be_visible()
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/new-version-{language}.png")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("kept", [False, True], ids=["new", "kept"])
def test_a_hard_reload_is_of_one_version(context, deployment, versions, kept):
    page = context.new_page()
    page.goto(deployment.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    if kept:
        page.evaluate(KEPT)
    deployment.show("B")
    versions.clear()
    session = context.new_cdp_session(page)
    with page.expect_navigation():
        session.send("Page.reload", {"ignoreCache": True})
    is_version(page, "B")
    verdict(page, "unique")
    page.locator("#mode-analyse").click()
    expect(page.locator("#step-list li").first).to_be_visible()
    assert versions == {"B"}


@pytest.mark.parametrize("last", sample(["index.html", "app.js", "style.css", "en.json", "catalog.json", "board-"], 3))
def test_a_first_visit_during_a_deployment(context, deployment, versions, watch, last):
    """The host switches to B when this file of A is requested; files before it are from A."""
    watch.allow = ["404", "Failed to fetch", "MIME", "SyntaxError", "is not valid JSON"]
    page = context.new_page()
    changed = []

    def change(route) -> None:
        response = route.fetch() if last == "index.html" else None
        if not changed:
            deployment.show("B")
            changed.append(True)
        route.fulfill(response=response) if response else route.continue_()

    page.route(deployment.url if last == "index.html" else f"**/app-AAAAAAAAAA/{last}*", change, times=1)
    if last == "en.json":
        page.route("**/app-AAAAAAAAAA/locales/en.json", change, times=1)
    page.goto(deployment.url + packed(UNIQUE[0]))
    is_version(page, "B")
    verdict(page, "unique")
    assert changed
    words = page.evaluate(
        "async (site) => (await (await fetch(`${site}app-BBBBBBBBBB/locales/en.json`)).json()).version",
        SUBPATH,
    )
    assert words == "B"


def test_a_site_that_stays_broken_gets_a_message(context, deployment, watch):
    watch.allow = ["404", "MIME"]
    for path in (deployment.folder / "A").glob("app-*/app.js"):
        path.unlink()
    page = context.new_page()
    page.goto(deployment.url)
    expect(page.locator("body")).to_have_text(re.compile("could not be loaded whole.*読み込めませんでした"))
