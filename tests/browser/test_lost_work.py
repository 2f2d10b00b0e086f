"""The browser kills the worker during each kind of work. The page reports what was lost, the board is unchanged, and
the next solver works.
"""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from conftest import Watch
from links import MULTIPLE, NONE, UNIQUE, Document, notation, packed
from pointing import find_board
from test_keep import mark, undo_is
from test_page import ready, verdict
from thorough import sample

END = """{
    // The worker ends when it has got a call of this name, without a word to anybody.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message) {
        postMessage.call(this, message);
        if (message.call && message.call === window.endAt) { window.endAt = ""; this.terminate(); }
    };
}"""


def analyse(page) -> None:
    page.locator("#mode-analyse").click()


def list_line(page) -> None:
    analyse(page)
    expect(page.locator("#bars")).to_be_visible()
    ready(page)
    page.locator("#lines-open").click()


WAYS = {
    "solve": (UNIQUE[0], lambda page: page.evaluate("(hash) => { location.hash = hash; }", packed(UNIQUE[3]))),
    "hint": (UNIQUE[0], lambda page: page.locator("#hint-button").click()),
    "explain": (UNIQUE[0], analyse),
    "rate": (UNIQUE[0], analyse),
    "conflict": (NONE[0], analyse),
    "line": (UNIQUE[0], list_line),
    "mend": (MULTIPLE[3], lambda page: page.locator("#mode-draw").click()),
    "generate": (UNIQUE[3], lambda page: (page.locator("#make summary").click(), page.locator("#make-new").click())),
    "convert": (
        UNIQUE[0],
        lambda page: page.evaluate("(hash) => { location.hash = hash; }", notation("3x3:.01...2..")),
    ),
    "census": (
        UNIQUE[0],
        lambda page: (
            page.locator("#more-button").click(),
            page.locator("#census-button").click(),
            page.locator("#census-count").click(),
        ),
    ),
}
WORDS = {
    "solve": "solving the puzzle",
    "hint": "searching for a hint",
    "explain": "searching for the next steps",
    "rate": "rating the puzzle",
    "conflict": "searching for contradictory clues",
    "line": "listing the arrangements of a line",
    "mend": "searching for ways to make the puzzle unique",
    "generate": "generating a puzzle",
    "convert": "converting a format",
    "census": "counting all pictures",
}


@pytest.fixture(scope="module")
def mortal(chromium, site):
    """Return (page, watch, played): a shared page whose worker can be killed during a call, and the boards with marks."""
    watch = Watch()
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    watch.over(context)
    page = context.new_page()
    page.add_init_script(END)
    page.goto(site.url)
    yield page, watch, set()
    context.close()


def open_here(page, document: Document) -> None:
    """Open the board of a document in Play, whatever the state of the page."""
    page.evaluate("(hash) => { location.hash = hash; }", packed(document))
    # In one expression, because opening a board also closes the panel.
    page.evaluate(
        "() => { const close = document.querySelector('#panel-close'); if (close.offsetParent) close.click(); }"
    )
    page.locator("#mode-play").click()
    find_board(page, document)


CELLS = "#cells [role=gridcell]"  # the board for screen readers
READ = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(done))))"
)
"""Waits until it includes the latest move: cells that are not under the cursor are updated when the browser is idle."""


@pytest.mark.parametrize("call", sample(WAYS))
def test_work_that_is_lost_is_named_and_the_board_is_not_lost(mortal, call):
    page, watch, played = mortal
    document, ask = WAYS[call]
    open_here(page, document)
    if packed(document) not in played:
        mark(page, find_board(page, document), document)
        played.add(packed(document))
    ready(page)
    expect(page.locator("#verdict[data-verdict]")).to_be_visible()
    undo_is(page, True)
    page.evaluate(READ)
    before = page.locator(CELLS).all_text_contents()
    with page.expect_event("worker"):
        page.evaluate("(call) => { window.endAt = call; }", call)
        ask(page)
    expect(page.locator("#message")).to_have_text(
        f"The solver crashed while {WORDS[call]} and was restarted. Your board is safe; please try again."
    )
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/lost-{call}.png")
    ready(page)
    open_here(page, document)
    undo_is(page, True)
    expect(page.locator(CELLS)).to_have_text(before)
    watch.check()


def test_a_solver_that_ends_while_it_starts_is_replaced(page, site):
    """Nothing is lost: pending calls are sent to the next solver."""
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.endAt = 'solve'; });"
        + END.replace("this.terminate()", "setTimeout(() => this.terminate(), 500)")
    )
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    expect(page.locator("#message")).to_be_empty()
