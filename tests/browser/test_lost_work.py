"""The browser ends the worker in the middle of each kind of work: the page names what was lost, the board is as it was,
and the next solver works."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import expect

from links import MULTIPLE, NONE, UNIQUE, notation, packed
from test_keep import begin, picture, undo_is
from test_page import ready, verdict

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


def convert(page) -> None:
    page.locator("#open-button").click()
    page.locator("#open-text").fill("3x3:.01...2..")
    page.locator("#open-text").press("Control+Enter")


WAYS = {
    "solve": (UNIQUE[0], lambda page: page.evaluate("(hash) => { location.hash = hash; }", packed(UNIQUE[3]))),
    "hint": (UNIQUE[0], lambda page: page.locator("#hint-button").click()),
    "explain": (UNIQUE[0], analyse),
    "rate": (UNIQUE[0], analyse),
    "conflict": (NONE[0], analyse),
    "line": (UNIQUE[0], lambda page: (analyse(page), page.locator("#lines-open").click())),
    "mend": (MULTIPLE[3], lambda page: page.locator("#mode-draw").click()),
    "generate": (UNIQUE[3], lambda page: page.locator("#make-new").click()),
    "convert": (
        UNIQUE[0],
        lambda page: page.evaluate("(hash) => { location.hash = hash; }", notation("3x3:.01...2..")),
    ),
    "census": (
        UNIQUE[0],
        lambda page: (page.locator("#census-button").click(), page.locator("#census-count").click()),
    ),
}
WORDS = {
    "solve": "solving the puzzle",
    "hint": "looking for a hint",
    "explain": "looking for the next steps",
    "rate": "rating the puzzle",
    "conflict": "looking for clues that contradict each other",
    "line": "listing what fits a line",
    "mend": "looking for what would mend the puzzle",
    "generate": "making a puzzle",
    "convert": "translating a notation",
    "census": "counting all pictures",
}


@pytest.mark.parametrize("call", WAYS)
def test_work_that_is_lost_is_named_and_the_board_is_not_lost(page, site, call):
    document, ask = WAYS[call]
    page.add_init_script(END)
    begin(page, site, document)
    ready(page)
    expect(page.locator("#verdict[data-verdict]")).to_be_visible()
    before = picture(page)
    with page.expect_event("worker"):
        page.evaluate("(call) => { window.endAt = call; }", call)
        ask(page)
    expect(page.locator("#message")).to_have_text(
        f"The solver broke down while {WORDS[call]} and was started again. The board is kept; ask once more."
    )
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/lost-{call}.png")
    ready(page)
    page.goto("about:blank")
    page.goto(site.url + packed(document))
    page.locator("#mode-play").click()
    undo_is(page, True)
    page.mouse.move(2, 400)
    page.wait_for_function("(picture) => document.querySelector('#canvas').toDataURL() === picture", arg=before)


def test_a_solver_that_ends_while_it_starts_is_replaced(page, site):
    """Nothing is lost with it: what was asked is asked of the next one."""
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { window.endAt = 'solve'; });"
        + END.replace("this.terminate()", "setTimeout(() => this.terminate(), 500)")
    )
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    expect(page.locator("#message")).to_be_empty()
