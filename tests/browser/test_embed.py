"""A board embedded in a page of another origin: the files that it loads, playing on it, and the messages to the host
page.
"""

from __future__ import annotations

import json
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from conftest import Site
from links import MULTIPLE, UNIQUE, kind, packed
from serve import make_server
from test_axe import AXE, RUN
from thorough import sample

HOST = """<!doctype html><html lang="en"><title>A page</title><link rel="icon" href="data:,"><main><h1>A page</h1>
<iframe id="frame" title="A puzzle" width="420" height="520" src="ADDRESS"></iframe></main>
<script>
  const heard = [];
  addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));
  const send = (message) => document.getElementById("frame").contentWindow.postMessage(message, "*");
</script></html>"""
CROSS = {"kind": "slitherlink", "grid": ["4"]}


@contextmanager
def page_around(context, folder, site, fragment: str):
    """Return (page, frame): a page of another origin that embeds a board."""
    (folder / "index.html").write_text(HOST.replace("ADDRESS", site.url + fragment))
    host = Site(make_server(folder))
    page = context.new_page()
    page.goto(host.url.replace("/sub/tesuji/", "/").replace("127.0.0.1", "localhost"))
    yield page, page.frame_locator("#frame")
    page.close()
    host.close()


@pytest.fixture
def embedded(visitor, tmp_path, site, watch):
    """Embed a board in a page of another origin."""
    opened = []
    watch.allow = ["http://localhost"]

    def show(fragment: str, **options):
        shown = page_around(visitor(**options), tmp_path, site, fragment)
        opened.append(shown)
        return shown.__enter__()

    yield show
    for shown in opened:
        shown.__exit__(None, None, None)


def heard(page, name: str) -> list[dict]:
    return [message for message in page.evaluate("heard") if message["type"] == name]


def state(page, until: str = "true") -> dict:
    """Return the latest state received by the host page, once an expression over it, `state`, is true. The frame runs
    in a process of its own, so its messages arrive later than the changes on its board.
    """
    newest = "heard.findLast(({ type }) => type === 'state')"
    return page.wait_for_function(f"() => {{ const state = {newest}; return state && {until} && state; }}").json_value()


def press(frame, *names: str) -> None:
    for name in names:
        frame.locator("#board").press(name)


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_it_loads_little_and_no_solver(page, site, document):
    sizes: dict[str, int] = {}
    page.on("response", lambda response: sizes.update({response.url: len(response.body())}))
    page.goto(f"{site.url}embed.html{packed(document)}")
    expect(page.locator("#tools")).to_be_visible()
    page.wait_for_timeout(300)
    assert not [url for url in sizes if "pyodide" in url or "worker" in url]
    sizes.pop(f"{site.url}icon.svg", None)  # Chromium loads it, its headless shell does not
    assert sum(sizes.values()) < 88_000


def test_without_a_puzzle_a_message_explains_how_to_add_one(page, site):
    page.goto(f"{site.url}embed.html")
    expect(page.locator("#sentence")).to_contain_text("No puzzle is loaded")


def test_a_board_is_played_and_the_page_around_hears_of_it(embedded):
    page, frame = embedded("#embed&p=" + packed(CROSS)[3:])
    expect(frame.locator("#canvas")).to_be_visible()
    begun = state(page)
    assert begun["tesuji"] == 1 and begun["document"]["grid"] == ["4"] and not begun["solved"]
    assert begun["origin"].startswith("http://127.0.0.1")
    press(frame, "Enter", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter")
    expect(frame.locator("#sentence")).to_contain_text("Solved in")
    assert state(page, "state.solved")["document"]["edges"] == {"h": ["-", "-"], "v": ["||"]}
    page.wait_for_function("heard.some(({ type }) => type === 'solved')")
    (solved,) = heard(page, "solved")
    assert solved["time"] > 0 and solved["hints"] == 0
    frame.locator("#undo").click()
    state(page, "!state.solved")


def test_a_kind_without_rules_on_the_page_is_solved_too(embedded):
    stars = {"kind": "star_battle", "grid": ["AAABC", "AAACC", "AAACC", "ADDDD", "EDDDD"]}
    begun = {**stars, "board": ["???*?", "?????", "????*", "??*??", "*????"]}
    page, frame = embedded("embed.html#lang=en&" + packed(begun)[1:])
    expect(frame.locator("#canvas")).to_be_visible()
    press(frame, "ArrowRight", "ArrowDown", "*")
    expect(frame.locator("#sentence")).to_contain_text("Solved in")
    state(page, "state.solved")
    assert len(heard(page, "solved")) == 1


def test_progress_of_a_kind_without_rules_on_the_page_may_be_a_solution(embedded):
    stars = {"kind": "star_battle", "grid": ["AAABC", "AAACC", "AAACC", "ADDDD", "EDDDD"]}
    done = {**stars, "board": ["???*?", "?*???", "????*", "??*??", "*????"]}
    page, _ = embedded("embed.html#lang=en&" + packed(done)[1:])
    state(page, "state.solved")
    assert not heard(page, "solved")


def test_hint_and_check(embedded):
    page, frame = embedded(packed(UNIQUE[3]).replace("#", "embed.html#lang=en&"))
    frame.locator("#check").click()
    expect(frame.locator("#sentence")).to_have_text("No mistakes so far.")
    frame.locator("#hint-button").click()
    expect(frame.locator("#hint-button")).to_have_text("Do it")
    before = state(page)["document"]["board"]
    frame.locator("#hint-button").click()
    expect(frame.locator("#hint-button")).to_have_text("Hint")
    state(page, f"String(state.document.board) !== {json.dumps(','.join(before))}")
    frame.locator("#undo").click()
    press(frame, "ArrowRight", "ArrowRight", "Enter")  # an O next to two others
    frame.locator("#check").click()
    expect(frame.locator("#sentence")).to_contain_text("three")
    expect(frame.locator("#sentence")).to_have_class("sentence wrong")


def test_the_page_around_brings_a_puzzle_with_progress(embedded):
    page, frame = embedded("embed.html")
    assert state(page)["document"] is None
    begun = {**UNIQUE[0], "board": ["#????", *["?????"] * 4]}
    page.evaluate("(document) => send({ tesuji: 1, type: 'load', document })", begun)
    expect(frame.locator("#tools")).to_be_visible()
    assert state(page, "state.document?.kind === 'nonogram'")["document"]["board"][0] == "#????"
    page.evaluate("(link) => send({ tesuji: 1, type: 'load', link })", packed(MULTIPLE[2]))
    state(page, "state.document?.kind === 'slitherlink'")
    for bad in ({"document": {"kind": "nothing"}}, {"document": {"kind": "nonogram", "rows": 3}}, {"link": "#p=x"}):
        page.evaluate("heard.length = 0")
        page.evaluate("(bad) => send({ tesuji: 1, type: 'load', ...bad })", bad)
        page.wait_for_function("heard.some(({ type }) => type === 'error')")
        assert heard(page, "error")[0]["error"]["message"]
    page.evaluate(
        "heard.length = 0; send({ tesuji: 2, type: 'state' }); send('rubbish'); send({ tesuji: 1, type: 'state' })"
    )
    assert state(page)["document"]["kind"] == "slitherlink" and len(page.evaluate("heard")) == 1


@pytest.mark.parametrize(("language", "theme"), [("ja-JP", "dark"), ("en-GB", "light")])
def test_nothing_leaves_the_frame_and_axe_finds_nothing(visitor, site, language, theme):
    page = visitor(locale=language, color_scheme=theme, viewport={"width": 320, "height": 420}).new_page()
    page.goto(f"{site.url}embed.html{packed(UNIQUE[1])}")
    expect(page.locator("#tools")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.evaluate(AXE)
    assert page.evaluate(RUN, [None, None]) == []


def test_it_opens_in_the_whole_application_with_its_progress(embedded, site):
    page, frame = embedded("embed.html" + packed({**UNIQUE[0], "board": ["#????", *["?????"] * 4]}))
    with page.context.expect_page() as opened:
        frame.locator("#whole").click()
    expect(opened.value.locator("#title")).to_be_visible()
    assert opened.value.url.startswith(f"{site.url}#p=")
    assert json.dumps("#????") not in opened.value.url


def test_the_page_in_a_frame_of_another_site_is_a_button_that_opens_it(embedded, site):
    """A host page could trick users into clicking on it (clickjacking); only `embed.html` may be framed."""
    fragment = packed(UNIQUE[0])
    page, frame = embedded(fragment)
    expect(frame.get_by_role("button")).to_have_text("Open Tesuji · Tesujiを開く")
    assert frame.locator("script[type=module], main, link").count() == 0
    with page.context.expect_page() as opened:
        frame.get_by_role("button").click()
    expect(opened.value.locator("#board")).to_be_visible()
    assert opened.value.url == site.url + fragment and opened.value.evaluate("window.opener") is None
