"""Links and puzzles that the browser tests share."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from random import Random
from time import monotonic
from urllib.parse import quote
from zlib import DEFLATED, compressobj

from playwright.sync_api import TimeoutError, expect

Document = dict

UNIQUE = [
    {"kind": "nonogram", "rows": [[1, 1], [5], [5], [3], [1]], "cols": [[2], [4], [4], [4], [2]]},
    {"kind": "minesweeper", "grid": ["1211", "...."]},
    {"kind": "slitherlink", "grid": [".01", "...", "2.."]},
    {"kind": "binoxxo", "grid": ["OO....", "...X..", ".O.O..", "X..XX.", "......", "..O..O"]},
]
MULTIPLE = [
    {"kind": "nonogram", "rows": [[1], [1]], "cols": [[1], [1]]},
    {"kind": "minesweeper", "grid": ["11..", "...."]},
    {"kind": "slitherlink", "grid": ["...", "...", "..."]},
    {"kind": "binoxxo", "grid": ["O..X", "....", "....", "...."]},
]
NONE = [
    {"kind": "nonogram", "rows": [[2], [1]], "cols": [[1], [1]]},
    {"kind": "minesweeper", "grid": ["1.3", "..."]},
    {"kind": "slitherlink", "grid": ["33", "33"]},
    {"kind": "binoxxo", "grid": ["OOO.", "....", "....", "...."]},
]


def kind(document: Document) -> str:
    """Return the name of a case."""
    return document["kind"]


def shown_title(document: Document) -> str:
    """Return the text above an unsolved board; the title of a nonogram would reveal the picture."""
    return "What is it?" if kind(document) == "nonogram" else document["title"]


def packed(document: Document) -> str:
    """Return the fragment of a share link, `#p=…`."""
    packer = compressobj(9, DEFLATED, -15)
    data = packer.compress(json.dumps(document).encode()) + packer.flush()
    return "#p=" + urlsafe_b64encode(data).decode().rstrip("=")


def open_panel(page, name: str) -> None:
    """Open a panel with its button, which may be in the menu."""
    if not page.locator(f"#{name}-button").is_visible():
        page.locator("#more-button").click()
    page.locator(f"#{name}-button").click()


_SOLVER = """{
    const Other = Worker;
    Worker = function (address, options) {
        if (options?.name !== "tesuji") return new Other(address, options);
        START
        return Object.assign(this, { addEventListener() {}, postMessage() {}, terminate() {} });
    };
}"""
SILENT = _SOLVER.replace("START", "")
"""A script for pages on which Python never starts. To leave its request unanswered would take a tenth longer, because
the browser then asks about every request.
"""
_READY = 'this.onmessage({ data: { ready: { version: "", calls: [] } } })'
NO_PYTHON = _SOLVER.replace("START", f"setTimeout(() => {_READY});")
"""A script for pages that are to be stored on the device, which happens after Python has started: here it seems to have
started, and never answers.
"""

GAME = "document.querySelector('#sentence')?.dataset.key?.split(' ')[2]"


def go(page, address: str) -> None:
    """Go to an address. If only its fragment changes, the page and its board stay for a moment, so wait up to a second
    for the next board, which may be the same.
    """
    before = page.evaluate(GAME) if page.url.partition("#")[0] == address.partition("#")[0] else None
    page.goto(address)
    if before:
        with suppress(TimeoutError):
            page.wait_for_function(f"(before) => {GAME} !== before", arg=before, timeout=1000)


def welcome(page) -> None:
    """Leave the board for the first view, without loading the page and starting Python again."""
    page.evaluate("location.hash = ''")
    expect(page.locator(".sample").first).to_be_visible()


def eventually(page, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds. On a busy machine, any fixed pause may be too short."""
    ends = monotonic() + 30
    while not condition():
        assert monotonic() < ends, "the condition does not hold after 30 s"
        page.wait_for_timeout(50)


def notation(text: str) -> str:
    """Return the fragment of a link with a text in any format, `#u=…`."""
    return "#u=" + quote(text)


def noise(size: int, seed: int = 1) -> Document:
    """Return a nonogram of random dots: line solving settles hardly any cell, and the verdict takes long."""
    random = Random(seed)
    picture = [[random.random() < 0.5 for _ in range(size)] for _ in range(size)]

    def runs(line: list[bool]) -> list[int]:
        return [len(run) for run in "".join(".#"[filled] for filled in line).split(".") if run]

    return {
        "kind": "nonogram",
        "rows": [runs(row) for row in picture],
        "cols": [runs(list(column)) for column in zip(*picture)],
    }
