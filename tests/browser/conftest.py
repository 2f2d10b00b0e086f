"""Fixtures that open the built site in Chromium as a visitor would: served below a subpath, without network access.

`page` fails its test if the browser's console shows an error, a script throws, or anything requests another host.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Thread
from urllib.parse import urlsplit

import pytest

from chromium import CHROMIUM, launch
from links import SILENT
from serve import DIST, Server, make_server

SUBPATH = "/sub/tesuji/"
FEW_CALLS = ["--js-flags=--liftoff-only --no-turbofan"]
"""Most tests start Python but run little of it. Compiling it twice would take half of their time, and optimizing the
page's scripts takes longer than it saves.
"""

sync_api = pytest.importorskip("playwright.sync_api")
if not CHROMIUM:
    pytest.skip("no Chromium here", allow_module_level=True)
sync_api.expect.set_options(timeout=30_000)


LONG = ("test_axe", "test_hosts", "test_reading", "test_versions")


def pytest_collection_modifyitems(items) -> None:
    """Files that take long come first, because a worker that begins one last works alone in the end."""
    items.sort(key=lambda item: item.path.stem not in LONG)


@dataclass
class Site:
    """A running server with the site."""

    server: Server

    def __post_init__(self) -> None:
        self.url = f"http://127.0.0.1:{self.server.server_port}{SUBPATH}"
        Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    site = Site(make_server(DIST, prefix=SUBPATH))
    yield site
    site.close()


@pytest.fixture
def own_site() -> Iterator[Site]:
    """Run a server for one test, which may close it."""
    site = Site(make_server(DIST, prefix=SUBPATH))
    yield site
    site.close()


@pytest.fixture(scope="session")
def chromium():
    with sync_api.sync_playwright() as playwright:
        browser = launch(playwright, FEW_CALLS)
        yield browser
        browser.close()


class Watch:
    """Collects errors that must not happen in a page. `allow` lists parts of messages that a test provokes."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.allow: list[str] = []

    def over(self, context) -> None:
        context.on("console", lambda message: message.type == "error" and self.seen.append(f"console: {message.text}"))
        context.on("weberror", lambda error: self.seen.append(f"script: {error.error.stack or error.error}"))
        context.on("request", self.request)

    def request(self, request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self.seen.append(f"request: {request.url}")

    def check(self) -> None:
        assert not [line for line in self.seen if not any(part in line for part in self.allow)]


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    watch.check()


@pytest.fixture
def visitor(chromium, watch, request) -> Iterator:
    """Make browser contexts without stored data. The site is stored on the device only for tests marked with
    `service_worker`; for the others, copying it would waste some seconds.
    """
    contexts = []
    keep = "allow" if request.node.get_closest_marker("service_worker") else "block"

    def make(**options):
        defaults = {"locale": "en-GB", "viewport": {"width": 1280, "height": 900}, "service_workers": keep}
        context = chromium.new_context(**{**defaults, **options})
        watch.over(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


QUIET = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("#dot::before { animation: none !important; }");
    document.adoptedStyleSheets = [sheet];
}"""
"""The sign of a solver that starts turns, and to draw that all the time takes a tenth of a core."""


@pytest.fixture
def device(visitor):
    """Make pages on which Python never starts, each in a browser context of its own. That is enough to play, and fast."""

    def make(**options):
        context = visitor(**options)
        context.add_init_script(SILENT + QUIET)
        return context.new_page()

    return make


@pytest.fixture
def context(visitor):
    return visitor()


@pytest.fixture
def page(context):
    return context.new_page()


@pytest.fixture(scope="module")
def opened(chromium, site) -> Iterator:
    """Return (page, watch) for a page shared by many tests, because each start of Python takes seconds."""
    watch = Watch()
    context = chromium.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, service_workers="block")
    watch.over(context)
    page = context.new_page()
    page.goto(site.url)
    yield page, watch
    context.close()


@pytest.fixture
def workbench(opened) -> Iterator:
    """Return the shared page."""
    page, watch = opened
    yield page
    watch.check()
