"""The player's input survives an immediate reload, a crash of the solver, a browser that stores nothing, and a move to
another browser by link. Changes made by the solver can be undone like moves.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from links import UNIQUE, Document, eventually, kind, noise, packed, shown_title
from pointing import Board, drag, find_board
from test_gestures import play_with_mouse
from test_page import ready, verdict
from thorough import sample

SHOWS = """(picture) => document.querySelector("#canvas").toDataURL() === picture"""


def titled(document: Document, title: str) -> Document:
    return {**document, "title": title}


def open_board(page, site, document: Document) -> Board:
    page.goto(site.url + packed(document))
    if "title" in document:
        expect(page.locator("#title")).to_have_text(shown_title(document))
    return find_board(page, document)


def begin(page, site, document: Document) -> Board:
    """Open the board and make some marks with the mouse, which then leaves it."""
    mark(page, open_board(page, site, document), document)
    page.reload()  # redraws the whole board
    undo_is(page, True)
    return find_board(page, document)


def mark(page, board: Board, document: Document) -> None:
    undo_is(page, False)
    if kind(document) == "slitherlink":
        drag(page, board.dot(0, 0), board.dot(0, 2), board.dot(1, 2))
        page.mouse.click(*board.middle(0.5, 1), button="right")
    else:
        for row, column, button in ((1, 0, "left"), (1, 2, "right"), (1, 1, "left")):
            page.mouse.click(*board.middle(row, column), button=button)
    undo_is(page, True)
    page.mouse.move(2, 400)


def undo_is(page, possible: bool) -> None:
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", str(not possible).lower())


def picture(page) -> str:
    """Return the picture on the canvas when it no longer changes."""
    page.wait_for_timeout(60)
    return page.evaluate("document.querySelector('#canvas').toDataURL()")


def shows(page, what: str) -> None:
    page.wait_for_function(SHOWS, arg=what)


LAST = {"nonogram": (1, 3), "minesweeper": (1, 3), "slitherlink": (2.5, 0), "binoxxo": (4, 0)}
"""A place without any data yet."""


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_a_reload_at_once_loses_nothing(device, site, document):
    page = device()
    begin(page, site, titled(document, "Kept"))
    before = picture(page)
    board = find_board(page, document)
    page.mouse.click(*board.middle(*LAST[kind(document)]))
    page.mouse.move(2, 400)
    page.reload()
    expect(page.locator("#title")).to_have_text(shown_title(titled(document, "Kept")))
    undo_is(page, True)
    after = picture(page)
    assert after != before
    page.locator("#undo").click()
    page.reload()  # redraws the whole board
    undo_is(page, True)
    shows(page, before)
    page.locator("#redo").click()
    page.reload()
    shows(page, after)


def test_a_solver_that_dies_at_work_takes_nothing_along(page, site, watch):
    watch.allow = ["killed by a test"]
    page.set_viewport_size({"width": 1500, "height": 1200})
    board = open_board(page, site, noise(40))
    ready(page)
    expect(page.locator("#verdict")).to_contain_text("Verifying")
    drag(page, board.middle(0, 0), board.middle(0, 5))
    page.mouse.move(2, 400)
    before = picture(page)
    page.locator("#solve").click()
    expect(page.locator("#stop")).to_be_visible()
    (worker,) = page.workers
    with page.expect_event("worker"):
        worker.evaluate("postMessage({ fatal: 'killed by a test' })")
    expect(page.locator("#engine")).to_contain_text("is restarting")
    expect(page.locator("#message")).to_contain_text("while solving the puzzle and was restarted. Your board is safe")
    page.locator("#mode-play").click()
    shows(page, before)
    page.keyboard.press("Control+z")
    undo_is(page, False)
    open_board(page, site, UNIQUE[0])
    verdict(page, "unique")


REFUSE = {
    "games": "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "database": "indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };",
    "everything": """
        globalThis.BroadcastChannel = class { constructor() { throw new DOMException('no', 'SecurityError'); } };
        indexedDB.open = () => { throw new DOMException('no', 'SecurityError'); };
        for (const name of ['getItem', 'setItem', 'removeItem']) Storage.prototype[name] = () => { throw new DOMException('no', 'SecurityError'); };""",
}


@pytest.mark.parametrize("refused", REFUSE.values(), ids=REFUSE.keys())
def test_without_storage_there_is_a_message_and_play_continues(device, site, refused):
    page = device()
    page.add_init_script(refused)
    document = UNIQUE[0]
    board = open_board(page, site, document)
    expect(page.locator("#message")).to_have_text(re.compile(r"[Ss]ave it as a file\.$"))
    play_with_mouse(page, board, document)
    expect(page.locator("#sentence")).to_contain_text("Solved in")
    page.keyboard.press("Control+z")
    expect(page.locator("#sentence")).not_to_contain_text("Solved in")


HANG = """{
    const { open } = IDBFactory.prototype;
    indexedDB.open = (...how) => {
        const request = Object.create(null);
        globalThis.openAtLast = () => {
            const real = open.apply(indexedDB, how);
            for (const name of ["onsuccess", "onerror", "onupgradeneeded"])
                real[name] = (event) => (Object.defineProperty(request, "result", { get: () => real.result, configurable: true }),
                    Object.defineProperty(request, "transaction", { get: () => real.transaction, configurable: true }), request[name]?.(event));
        };
        return request;
    };
}"""


DEAF = """
    for (const asked of [IDBObjectStore, IDBIndex])
        for (const name of ["get", "getAll", "openCursor"]) asked.prototype[name] = () => Object.create(null);"""


@pytest.mark.parametrize("silent", [HANG, DEAF], ids=["never opens", "never answers"])
def test_a_silent_store_delays_no_board(device, site, silent):
    page = device()
    page.add_init_script(silent)
    page.goto(site.url)  # so that the page's files are in the browser's cache
    page.goto("about:blank")
    page.goto(site.url + packed(UNIQUE[0]))
    expect(page.locator("#message")).to_have_text(re.compile(r"[Ss]ave it as a file\.$"))
    find_board(page, UNIQUE[0])
    waited = page.evaluate("performance.now()")
    play_with_mouse(page, find_board(page, UNIQUE[0]), UNIQUE[0])
    expect(page.locator("#sentence")).to_contain_text("Solved in")
    assert waited < 7000  # the page waits at most two seconds; the rest is allowance for a slow machine


STORED = """() => new Promise((resolve) => {
    IDBFactory.prototype.open.call(indexedDB, "tesuji").onsuccess = ({ target }) => {
        target.result.transaction("games").objectStore("games").getAll().onsuccess = (event) => {
            target.result.close();
            resolve(event.target.result.map(({ marks }) => marks));
        };
    };
})"""


def test_a_store_that_opens_late_loses_nothing(device, site):
    """Saved data and moves played in the meantime are merged."""
    page, document = device(), UNIQUE[3]
    begin(page, site, document)
    (before,) = page.evaluate(STORED)
    page.goto("about:blank")
    page.add_init_script(HANG)
    board = open_board(page, site, document)
    expect(page.locator("#message")).to_have_text(re.compile(r"[Ss]ave it as a file\.$"))
    undo_is(page, False)
    page.mouse.click(*board.middle(*LAST["binoxxo"]))
    undo_is(page, True)
    page.evaluate("openAtLast()")
    expect(page.locator("#message")).not_to_contain_text("Save it as a file")
    (after,) = page.evaluate(STORED)
    new = [(old, now) for old, now in zip(before, after) if old != now]
    assert before.strip("0") and len(new) == 1 and new[0][0] == "0"
    page.locator("#undo").click()  # the move played in the meantime is the last one
    expect(page.locator("#redo")).to_have_attribute("aria-disabled", "false")
    undo_is(page, True)
    page.wait_for_timeout(300)
    assert page.evaluate(STORED) == [before]


def test_a_page_that_is_left_closes_the_store_and_opens_it_again(device, site):
    """A browser may keep the page for its Back button."""
    page = device()
    page.add_init_script("""const { close } = IDBDatabase.prototype;
        globalThis.closings = 0;
        IDBDatabase.prototype.close = function () { closings++; close.call(this); };""")
    board = begin(page, site, UNIQUE[3])
    (before,) = page.evaluate(STORED)
    page.evaluate("() => { closings = 0; dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })); }")
    page.wait_for_function("() => closings === 1")
    page.mouse.click(*board.middle(*LAST["binoxxo"]))
    page.wait_for_timeout(300)
    (after,) = page.evaluate(STORED)
    assert before != after


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_progress_goes_by_link_into_another_browser(device, site, document):
    page = device()
    begin(page, site, document)
    before = picture(page)
    page.locator("#share-button").click()
    expect(page.locator("[name=share][value=progress]")).to_be_checked()
    link = page.locator("#share-link")
    expect(link).to_have_value(re.compile("#p="))
    there = device()
    there.goto(link.input_value())
    find_board(there, document)
    shows(there, before)
    undo_is(there, True)


def test_a_link_of_the_puzzle_alone_contains_no_progress(device, site):
    page, document = device(), UNIQUE[3]
    begin(page, site, document)
    page.locator("#share-button").click()
    link = page.locator("#share-link")
    expect(link).to_have_value(re.compile("#p="))
    long = link.input_value()
    page.locator("[name=share][value=puzzle]").check()
    expect(link).not_to_have_value(long)
    there = device()
    there.goto(link.input_value())
    find_board(there, document)
    undo_is(there, False)


def test_a_link_with_the_solution_has_a_warning(workbench, device, site):
    page, document = workbench, UNIQUE[0]
    open_board(page, site, document)
    verdict(page, "unique")
    page.locator("#share-button").click()
    choice = page.locator("label", has=page.locator("[name=share][value=solution]"))
    expect(choice).to_contain_text("anyone who opens it sees the answer")
    link = page.locator("#share-link")
    expect(link).to_have_value(re.compile("#p="))
    before = link.input_value()
    choice.click()
    expect(link).not_to_have_value(before)
    there = device()
    there.goto(link.input_value())
    expect(there.locator("#sentence")).to_contain_text("Solved in")
    page.locator("#panel-close").click()  # the next test may use the same puzzle


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_marks_of_the_solver_are_a_move(workbench, site, document):
    page = workbench
    begin(page, site, document)
    before = picture(page)
    page.locator("#solve").click()
    verdict(page, "unique")
    page.locator("[data-show=a]").click()
    page.locator("#adopt").click()
    expect(page.locator("#sentence")).to_contain_text("Solved in")
    page.keyboard.press("Control+z")
    expect(page.locator("#sentence")).not_to_contain_text("Solved in")
    page.reload()  # redraws the whole board
    shows(page, before)
    page.keyboard.press("Control+y")
    expect(page.locator("#sentence")).to_contain_text("Solved in")


FIRST_VERSION = json.loads((Path(__file__).parent.parent / "data" / "first_version_games.json").read_text())["games"]
STORE = """([version, games]) => new Promise((resolve, reject) => {
    localStorage.setItem("tesuji.latest", JSON.stringify({ id: games[0].id, kind: games[0].kind, title: "Kept" }));
    localStorage.setItem("tesuji.hand", "puzzlink");
    localStorage.setItem("tesuji.theme", "dark");
    const request = indexedDB.open("tesuji", version);
    request.onupgradeneeded = () => {
        const store = request.result.createObjectStore("games", { keyPath: "id" });
        store.createIndex("kind", ["kind", "changed"]);
        if (version > 1) store.createIndex("alias", "alias");
    };
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
        const transaction = request.result.transaction("games", "readwrite");
        for (const game of games) transaction.objectStore("games").put(game);
        transaction.oncomplete = () => (request.result.close(), resolve());
    };
})"""


@pytest.mark.parametrize("version", sample([1, 2]))
def test_games_of_the_first_version_are_restored(device, site, version):
    """Its database, settings and games, as written by its own code."""
    page = device()
    page.route(
        "**/empty.html", lambda route: route.fulfill(body="<link rel=icon href=data:,>", content_type="text/html")
    )
    page.goto(site.url + "empty.html")
    page.evaluate(STORE, [version, [kept["game"] for kept in FIRST_VERSION]])
    page.goto(site.url)
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.locator("#start-continue").click()
    for kept in FIRST_VERSION:
        game = kept["game"]
        page.goto(site.url + packed(game["document"]))
        expect(page.locator("#title")).to_have_text(shown_title(titled(game["document"], "Kept")))
        find_board(page, game["document"])
        undo_is(page, True)
        expect(page.locator("#redo")).to_have_attribute("aria-disabled", "false")
        expect(page.locator("#clock")).to_have_text(re.compile(r"1:0\d"))
    page.goto(site.url + packed(UNIQUE[2]))
    expect(page.locator("[data-preset=puzzlink]")).to_have_attribute("aria-pressed", "true")


MOVE = """async () => {
  const own = IDBDatabase.prototype.transaction;
  const at = (window.stored = []);
  IDBDatabase.prototype.transaction = function (...args) {
    at.push(window.moving);
    return own.apply(this, args);
  };
  window.moving = true;
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  for (let turn = 0; turn < 50; turn++) await null; // microtasks belong to the task
  window.moving = false;
}"""


def test_a_move_is_stored_after_the_task_that_makes_it(device, site):
    page = device()
    board = open_board(page, site, UNIQUE[3])
    page.mouse.click(*board.middle(0, 2))
    undo_is(page, True)
    page.wait_for_timeout(300)
    page.locator("#board").press("ArrowRight")
    page.evaluate(MOVE)
    eventually(page, lambda: page.evaluate("stored.length > 0"))
    assert not any(page.evaluate("stored"))
