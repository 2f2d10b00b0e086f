"""Screenshots of boards on this project's own page in Chromium: wide and narrow, light and dark, at three densities."""

from __future__ import annotations

import random
from base64 import urlsafe_b64encode
from json import dumps
from pathlib import Path
from threading import Thread
from zlib import DEFLATED, compressobj

from playwright.sync_api import sync_playwright

from chromium import launch
from serve import DIST, make_server

SIZES = ({"width": 1280, "height": 900}, {"width": 820, "height": 1100}, {"width": 390, "height": 844})
MODES = ("play", "play", "draw", "analyse")


def link(document: dict) -> str:
    """Return the fragment of a link to a document."""
    packer = compressobj(9, DEFLATED, -15)
    data = packer.compress(dumps(document).encode()) + packer.flush()
    return "#p=" + urlsafe_b64encode(data).decode().rstrip("=")


def screenshots(boards: list[tuple[dict, Path]], dice: random.Random) -> None:
    """Write a screenshot of each document to its path. Needs dist/. Only Analyse waits for the solver. Draw shows no
    marks of a player, so the document of its screenshot has none.
    """
    server = make_server(DIST)
    Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = launch(playwright, [])
        for document, path in boards:
            mode = dice.choice(MODES)
            context = browser.new_context(
                viewport=dice.choice(SIZES),
                color_scheme=dice.choice(["light", "dark"]),
                device_scale_factor=dice.choice([1, 2, 3]),
                locale=dice.choice(["en", "ja"]),
                service_workers="block",
            )
            if mode != "analyse":
                context.route("**/pyodide.asm.wasm", lambda route: None)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/{link(document)}")
            page.locator("#canvas").wait_for()
            page.locator(f"#mode-{mode}").click()
            if mode == "draw":
                shown = {name: part for name, part in document.items() if name not in ("board", "edges")}
                path.with_suffix(".json").write_text(dumps(shown))
            if mode == "analyse":
                page.locator("#verdict:not(:empty)").wait_for(timeout=60_000)
            page.wait_for_timeout(500)
            page.screenshot(path=path)
            context.close()
        browser.close()
    server.shutdown()
