"""Play: the player's actions on a board with mouse, touch and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from links import MULTIPLE, UNIQUE, eventually, go, kind, packed
from pointing import find_board, press
from tesuji import solve
from thorough import sample

DUELS = {"kind": "binoxxo", "grid": ["XX..", "....", "....", "...."]}


def setting(page, name: str, value: str) -> None:
    """Choose a value of a setting in Play, in a section that opens."""
    if not page.locator("#play-options").evaluate("part => part.open"):
        page.locator("#play-options summary").click()
    page.locator(f"[data-{name}={value}]").click()


def open_link(page, site, document: dict) -> None:
    go(page, site.url + packed(document))
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", re.compile("."))
    page.locator("#mode-play").click()


def marks(page) -> list[str]:
    """Return the player's board from the store, in the letters of a document."""
    return page.evaluate("""() => new Promise((resolve) => {
        const request = indexedDB.open("tesuji");
        request.onsuccess = () => {
            const all = request.result.transaction("games").objectStore("games").getAll();
            all.onsuccess = () => resolve(all.result.sort((a, b) => b.changed - a.changed)[0].marks);
        };
    })""")


def sentence(page):
    return page.locator("#sentence")


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_hints_lead_to_the_end(workbench, site, document):
    page = workbench
    open_link(page, site, document)
    hint = page.locator("#hint-button:visible, [data-strength]:first-child:visible")
    setting(page, "first", "nudge")
    hint.click()
    expect(sentence(page)).to_contain_text("There is a certain move")
    expect(hint).to_be_focused()
    expect(page.locator("#statement button:visible")).to_have_count(4)  # three stronger ones, and another hint
    page.keyboard.press("h")
    expect(sentence(page)).to_contain_text("Look at")
    hint.click()
    expect(sentence(page)).not_to_contain_text("Look at")
    setting(page, "first", "cells")
    if document["kind"] == "slitherlink":
        page.locator("#hint-unfold").click()
        follows = page.locator("#hint-then li").count()
        page.locator("#hint-then button").last.click()
        expect(page.locator("#hint-then [aria-current=true]")).to_have_count(1)
        page.locator("#hint-all").click()
        expect(page.locator("#hint-then")).to_be_hidden()
        assert follows
    for _ in range(120):
        if page.locator("#see-climb").is_visible():
            break
        page.keyboard.press("h")
        page.wait_for_timeout(40)
    expect(sentence(page)).to_contain_text("Solved in")
    expect(page.locator("#board")).to_be_visible()
    page.locator("#undo").click()
    expect(sentence(page)).not_to_contain_text("Solved in")


def test_another_hint_is_another_deduction(workbench, site):
    """With the button and with the key; after the last hint, the first one follows."""
    page = workbench
    mirrored = [row[::-1] for row in UNIQUE[2]["grid"]]  # not the game that other tests have played
    open_link(page, site, {**UNIQUE[2], "grid": mirrored})
    setting(page, "first", "cells")
    expect(page.locator("#hint-another")).to_be_hidden()
    page.locator("#hint-button").click()
    another = page.locator("#hint-another")
    expect(another).to_have_text("Another hint")
    first = sentence(page).inner_text()
    another.click()
    expect(sentence(page)).not_to_have_text(first)
    second = sentence(page).inner_text()
    page.keyboard.press("a")
    expect(sentence(page)).not_to_have_text(second)
    for _ in range(30):
        if sentence(page).inner_text() == first:
            break
        page.keyboard.press("a")
        page.wait_for_timeout(30)
    expect(sentence(page)).to_have_text(first)


def test_no_press_for_a_hint_is_lost(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[3])
    setting(page, "first", "nudge")
    before = page.locator("#progress").inner_text()
    for _ in range(4):  # faster than the solver can answer
        page.keyboard.press("h")
    expect(page.locator("#progress")).not_to_have_text(before)
    expect(page.locator("#hint-button")).to_have_text("Hint")


def test_a_loop_is_drawn_by_keyboard_alone(workbench, site):
    page = workbench
    open_link(page, site, {"kind": "slitherlink", "grid": ["4"]})
    press(page, "Enter", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter")
    expect(sentence(page)).to_contain_text("Solved in")
    expect(page.locator("#cells")).to_contain_text("right line")


def test_a_broken_rule_is_shown_while_playing_and_taken_back(workbench, site):
    page = workbench
    open_link(page, site, DUELS)
    setting(page, "when", "always")
    press(page, "ArrowRight", "ArrowRight", "x")
    expect(sentence(page)).to_have_text(re.compile(r"Row 1: three Xs in a row, columns 1 to 3"))
    page.locator("#undo-wrong").click()
    expect(page.locator("#undo-wrong")).to_be_hidden()
    expect(page.locator("#redo")).to_have_attribute("aria-disabled", "false")
    setting(page, "when", "ask")
    page.locator("#check").click()
    expect(sentence(page)).to_have_text(re.compile("No (mistakes|rule)"))


def test_a_wrong_mark_is_found_when_asked_for(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[0])
    setting(page, "first", "nudge")
    (solution,) = solve(UNIQUE[0])["solutions"]
    press(page, *(["Space"] if solution[0][0] == "#" else ["Enter"]))
    page.locator("#check").click()
    expect(sentence(page)).to_have_text(re.compile("wrong|no room|no longer fits"))
    expect(page.locator("#undo-wrong")).to_be_visible()
    page.keyboard.press("h")
    page.locator("[data-strength=cells]").click()
    expect(page.locator("[data-strength]")).to_have_count(0)  # a mistake can only be undone
    expect(page.locator("#undo-wrong")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#undo-wrong")).to_be_hidden()


def test_a_what_if_is_discarded_or_kept(workbench, site):
    page = workbench
    open_link(page, site, {"kind": "binoxxo", "grid": ["....", "....", "....", "..X."]})
    page.wait_for_timeout(200)
    before = marks(page)
    page.locator("#whatif").click()
    press(page, "ArrowRight", "ArrowRight", "o", "ArrowDown", "x")
    expect(page.locator("#trial-count")).to_contain_text("2")
    page.locator("#trial-drop").click()
    eventually(page, lambda: marks(page) == before)
    page.locator("#whatif").click()
    press(page, "o")
    page.locator("#trial-keep").click()
    expect(page.locator("#trial")).to_be_hidden()
    eventually(page, lambda: marks(page).count("1") == before.count("1") + 1)


AT_ONCE = """(steps) => {
    for (const step of steps) {
        if (step.startsWith("#")) document.querySelector(step).click();
        else {
            const [key, ...held] = step.split("+").reverse();
            const options = { key, ctrlKey: held.includes("Control"), bubbles: true, cancelable: true };
            document.querySelector("#board").dispatchEvent(new KeyboardEvent("keydown", options));
        }
    }
}"""
"""Keys and clicks in one task, as after a long task of a slow device."""


def test_an_undo_right_after_discarding_a_what_if_brings_its_marks_back(device, site):
    page = device()
    page.goto(site.url + packed({"kind": "binoxxo", "grid": ["...."] * 4}))
    expect(page.locator("#whatif")).to_be_visible()
    page.locator("#whatif").click()
    press(page, "o")
    expect(page.locator("#trial-count")).to_contain_text("1")
    page.evaluate(AT_ONCE, ["#trial-drop", "Control+z"])
    expect(page.locator("#trial")).to_be_hidden()
    expect(page.locator("#whatif")).to_be_focused()
    expect(page.locator("#redo")).to_be_visible()
    eventually(page, lambda: marks(page).count("1") == 1)


def test_a_board_counts_as_solved_if_its_last_move_is_undone_at_once(device, site):
    page = device()
    page.goto(site.url + packed({"kind": "nonogram", "rows": [[2], [1]], "cols": [[2], [1]]}))
    expect(page.locator("#whatif")).to_be_visible()
    press(page, "Enter", "ArrowRight", "Enter", "ArrowLeft", "ArrowDown")
    page.evaluate(AT_ONCE, ["Enter", "Control+z"])
    expect(page.locator("#live")).to_contain_text("Solved in")
    expect(page.locator("#redo")).to_be_visible()
    assert len(page.evaluate("JSON.parse(localStorage['tesuji.record'])")) == 1


def test_any_solution_of_a_kind_without_rules_on_the_page_ends_the_game(page, site):
    stars = {"kind": "star_battle", "grid": ["AABB", "AABB", "CCDD", "CCDD"]}
    page.goto(site.url + packed({**stars, "board": ["?*??", "???*", "????", "??*?"]}))
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "multiple")
    press(page, "ArrowDown", "ArrowDown", "s")
    expect(page.locator("#live")).to_contain_text("Solved in")
    assert len(page.evaluate("JSON.parse(localStorage['tesuji.record'])")) == 1


def test_check_does_not_claim_what_only_the_solver_can_find(device, site):
    page = device()
    page.goto(site.url + packed({"kind": "star_battle", "grid": ["AABB", "AABB", "CCDD", "CCDD"]}))
    expect(page.locator("#whatif")).to_be_visible()
    press(page, "s", "ArrowRight", "s", "c")
    expect(page.locator("#sentence")).to_have_text("The solver has not checked the rules yet.")


def test_a_held_undo_goes_on(workbench, site):
    page = workbench
    open_link(page, site, MULTIPLE[2])
    press(page, "Enter", *["ArrowRight", "ArrowLeft"] * 3, "Enter")
    box = page.locator("#undo").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.mouse.up()


def test_the_mouse_as_on_puzz_link(workbench, site):
    page = workbench
    open_link(page, site, MULTIPLE[2])
    setting(page, "preset", "puzzlink")
    box = page.locator("#canvas").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 6, box["y"] + 14)
    eventually(page, lambda: set(marks(page)) == {"0", "2"})
    setting(page, "preset", "cycle")


def test_the_clock_can_be_hidden(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[1])
    expect(page.locator("#clock")).to_have_text(re.compile(r"\d+:\d\d"))
    page.locator("#clock").click()
    expect(page.locator("#clock")).to_have_text("Show")
    page.locator("#clock").click()


def test_a_game_of_mines_by_touch(visitor, site):
    page = visitor(has_touch=True, viewport={"width": 390, "height": 844}).new_page()
    field = {"kind": "minesweeper", "field": ["...", "..*", "..."], "opened": [[0, 0]], "mines": 1}
    page.goto(site.url + packed(field))
    expect(page.locator("#board")).to_be_visible()
    page.wait_for_timeout(500)
    box = page.locator("#canvas").bounding_box()
    cell = (box["width"] - 8) / 3
    tap = lambda row, column: page.touchscreen.tap(
        box["x"] + 4 + (column + 0.5) * cell, box["y"] + 4 + (row + 0.5) * cell
    )
    tap(1, 2)
    expect(sentence(page)).to_contain_text("That was a mine")
    page.locator("#undo").tap()
    expect(sentence(page)).not_to_contain_text("That was a mine")
    page.locator("[data-tool='1']").tap()
    tap(1, 2)
    page.locator("[data-tool='0']").tap()
    tap(1, 0)
    expect(page.locator("#progress")).to_contain_text("Mines left0")
    tap(0, 1)
    tap(2, 2)
    tap(0, 2)
    expect(sentence(page)).to_contain_text("Cleared in")


def test_a_new_game_needs_no_guess(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[1])
    page.locator("#make summary").click()
    page.locator("#make-new").click()
    expect(page.locator("#title")).to_have_text("No guess needed")
    expect(page.locator("[data-tool='0']")).to_have_text("Open")


def test_a_player_who_waits_for_a_puzzle_is_offered_another(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[2])
    page.locator("#make").evaluate("(details) => void (details.open = true)")
    page.locator("#make-size").evaluate("(size) => size.add(new Option('16x16'))")  # takes a few seconds
    page.locator("#make-size").select_option("16x16")
    page.locator("#make-level").select_option("5")
    page.locator("#make-new").click()
    offer = page.locator("#offer-open")
    expect(offer).to_contain_text("Play another meanwhile")
    offer.click()
    expect(page.locator("#title")).to_contain_text("No.")
    expect(offer).to_have_text("Open the new puzzle (Slitherlink)", timeout=60_000)
    offer.click()
    expect(page.locator("#title")).to_have_text("Generated")


RECORD_CALLS = """() => {
    const postMessage = (window.postToWorker ??= Worker.prototype.postMessage);
    window.calls = [];
    window.open_calls = new Set();
    Worker.prototype.postMessage = function (message) {
        window.calls.push(message.call ?? "cancel");
        if (message.call) window.open_calls.add(message.id);
        const answered = ({ data }) => data.json?.startsWith('{"progress"') || window.open_calls.delete(data.id);
        this.addEventListener("message", answered);
        return postMessage.apply(this, arguments);
    };
}"""


def calls(page, *names: str) -> list[str]:
    """Return the calls of the solver with these names so far, in order; "cancel" if one was cancelled."""
    return [name for name in page.evaluate("calls") if name in names]


def is_ready(page, number: int) -> None:
    """Wait until this many puzzles have been generated."""
    eventually(page, lambda: len(calls(page, "generate")) == number and page.evaluate("open_calls.size === 0"))


def open_ready(page) -> None:
    """Open the puzzle that has been generated in advance."""
    before = page.url
    page.locator("#make-new").click()
    eventually(page, lambda: page.url != before)
    expect(page.locator("#title")).to_have_text("Generated")


def test_the_next_puzzle_is_generated_in_advance(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[2])
    page.locator("#make").evaluate("(details) => void (details.open = false)")
    page.locator("#make-size").evaluate("(size) => void (size.selectedIndex = 0)")  # without generating yet
    page.locator("#make-level").evaluate("(level) => void (level.value = '1')")
    page.evaluate(RECORD_CALLS)
    page.locator("#make-new").evaluate("""(button) => {
        window.waits = 0;
        const count = () => (window.waits += button.getAttribute("aria-disabled") === "true");
        new MutationObserver(count).observe(button, { attributes: true });
    }""")
    page.locator("#make summary").click()
    is_ready(page, 1)
    for number in (2, 3):
        open_ready(page)
        is_ready(page, number)
    assert not calls(page, "cancel")
    assert page.evaluate("waits") == 0


def test_a_hint_interrupts_the_generation_of_the_next_puzzle(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[2])
    page.locator("#make").evaluate("(details) => void (details.open = true)")
    page.evaluate(RECORD_CALLS)
    page.locator("#make-size").evaluate("(size) => size.add(new Option('16x16'))")  # takes a few seconds
    page.locator("#make-level").select_option("4")
    page.locator("#make-size").select_option("16x16")
    eventually(page, lambda: calls(page, "generate")[-1:] == ["generate"])
    page.locator("#hint-button:visible, [data-strength]:first-child:visible").click()
    expect(sentence(page)).to_contain_text("There is a certain move")
    asked = calls(page, "generate", "hint", "cancel")
    assert asked[asked.index("hint") - 1] == "cancel", asked
    eventually(page, lambda: calls(page, "generate", "hint")[-1] == "generate")


def test_a_puzzle_that_is_being_generated_is_not_generated_twice(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[2])
    page.locator("#make").evaluate("(details) => void (details.open = true)")
    page.locator("#make-level").select_option("4")
    page.evaluate(RECORD_CALLS)
    page.locator("#make-size").select_option("10x10")
    eventually(page, lambda: calls(page, "generate"))
    asked, before = calls(page, "generate", "cancel"), page.url
    page.locator("#make-new").click()
    eventually(page, lambda: page.url != before)
    assert calls(page, "generate", "cancel")[: len(asked) + 1] in (asked, [*asked, "generate"])


def test_no_library_is_loaded_for_a_kind_without_one(device, site):
    """The browser would report a missing file."""
    page = device()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/catalog.json", lambda route: route.fulfill(body=route.fetch().text().replace('"library"', '"no"')))
    page.goto(site.url + packed(UNIQUE[2]))
    page.locator("#make summary").click()
    page.locator("#make-new").click()
    page.wait_for_timeout(1500)  # the page offers another puzzle after a second
    assert not [url for url in asked if url.endswith("library.json")]


DARKEST = """([x, y, reach]) => {
    const canvas = document.querySelector("#canvas");
    const { left, top } = canvas.getBoundingClientRect();
    const { data } = canvas.getContext("2d").getImageData(Math.round(x - left - reach), Math.round(y - top - reach), 2 * reach, 2 * reach);
    const dark = [];
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200) dark.push(data[i] + data[i + 1] + data[i + 2]);
    return Math.min(...dark);
}"""


def is_grey(page, x: float, y: float, grey: bool) -> None:
    """Check that the figure at this place is grey, or black."""
    page.mouse.move(2, 400)
    page.wait_for_function(f"(at) => (({DARKEST})(at) > 220) === {str(grey).lower()}", arg=[x, y, 7])


def test_a_clue_is_grey_when_it_is_certainly_done_and_not_before(device, site):
    page = device()
    document = {"kind": "nonogram", "rows": [[1, 1], [1], [1], [0], [0]], "cols": [[1], [1], [1], [1], [0]]}
    go(page, site.url + packed(document))
    board = find_board(page, document)
    high = min(17, max(11, 0.46 * board.cell))
    figure = lambda number: (board.left - 4 - high * (0.5 + 1.36 * (1.5 - number)), board.middle(0, 0)[1])
    steps = [
        ((0, 1), "left", (False, False)),
        ((0, 0), "right", (False, False)),
        ((0, 2), "right", (True, False)),
        ((0, 4), "left", (True, True)),
    ]
    for cell, button, grey in steps:
        page.mouse.click(*board.middle(*cell), button=button)
        for number in (0, 1):
            is_grey(page, *figure(number), grey[number])

    document = {"kind": "slitherlink", "grid": [".01", "...", "2.."]}
    go(page, site.url + packed(document))
    board = find_board(page, document)
    for edge, button, grey in [
        ((2, -0.5), "left", False),
        ((2.5, 0), "left", False),
        ((1.5, 0), "right", False),
        ((2, 0.5), "right", True),
    ]:
        page.mouse.click(*board.middle(*edge), button=button)
        is_grey(page, *board.middle(2, 0), grey)

    document = {"kind": "minesweeper", "grid": ["1211", "...."]}
    go(page, site.url + packed(document))
    board = find_board(page, document)
    for cell, button, grey in [((1, 0), "left", False), ((1, 1), "right", True)]:
        page.mouse.click(*board.middle(*cell), button=button)
        is_grey(page, *board.middle(0, 0), grey)


def test_a_finished_line_gets_its_crosses_when_that_is_wanted(device, site):
    page = device()
    page.goto(site.url + packed({"kind": "nonogram", "rows": [[1], [2], [1]], "cols": [[2], [2], []]}))
    expect(page.locator("#canvas")).to_be_visible()
    page.locator("#play-options summary").click()
    page.locator("#option-finish").check()
    press(page, "ArrowRight", "ArrowLeft", "Enter")
    press(page, "ArrowRight")
    expect(page.locator("#cells")).to_contain_text("×")
    page.locator("#undo").click()
    expect(page.locator("#cells")).not_to_contain_text("×")


def test_rows_and_columns_are_read(device, site):
    page = device()
    page.goto(site.url + packed({"kind": "nonogram", "rows": [[1], [2], [1]], "cols": [[2], [2], []]}))
    expect(page.locator("#canvas")).to_be_visible()
    press(page, "ArrowRight", "ArrowLeft")
    expect(page.locator("#cells")).to_contain_text("row clue 1, column clue 2")
    press(page, "Enter", "r")
    expect(page.locator("#live")).to_have_text("row 1, clue 1, filled, 2 × undecided")
    press(page, "k")
    expect(page.locator("#live")).to_have_text("column 1, clue 2, filled, 2 × undecided")


def test_the_board_is_a_grid_with_all_its_cells(device, site):
    page = device()
    page.goto(site.url + packed({"kind": "nonogram", "rows": [[1], [2], [1]], "cols": [[2], [2], []]}))
    cells = page.locator("#cells [role=gridcell]")
    expect(cells).to_have_count(9)
    expect(page.locator("#cells [role=row]")).to_have_count(3)
    expect(cells.nth(4)).to_have_text("undecided, row 2, column 2, row clue 2, column clue 2")
    press(page, "ArrowRight", "ArrowDown", "Enter")
    expect(cells.nth(4)).to_have_text("filled, row 2, column 2, row clue 2, column clue 2")
    expect(page.locator("#cells [aria-selected]")).to_have_count(1)
    active = page.locator("#board").get_attribute("aria-activedescendant")
    assert cells.nth(4).get_attribute("id") == active
    page.locator("#undo").click()
    expect(cells.nth(4)).to_have_text("undecided, row 2, column 2, row clue 2, column clue 2")
    page.goto("about:blank")
    page.goto(site.url + packed({"kind": "slitherlink", "grid": ["4"]}))
    expect(cells).to_have_count(9)  # dots, edges, the number
    press(page, "Enter", "ArrowRight")
    expect(cells.nth(1)).to_have_text("line, above row 1, column 1, clue 4")
    expect(cells.nth(0)).to_contain_text("right line")
    page.goto("about:blank")
    page.goto(site.url + packed({"kind": "star_battle", "grid": ["ABBBC", "AAAAC", "DADAD", "DDDDD", "DDDDD"]}))
    expect(cells.nth(1)).to_have_text("undecided, row 1, column 2, region B")


SHOWN = "document.getElementById('canvas').toDataURL()"


def tap_and_look(page, x: float, y: float) -> str:
    """Return the picture on the canvas after a click, when it no longer changes."""
    page.mouse.click(x, y)
    page.mouse.move(5, 5)
    seen = [page.evaluate(SHOWN)]
    while len(seen) < 4 or len({*seen[-4:]}) > 1:
        page.wait_for_timeout(50)
        seen.append(page.evaluate(SHOWN))
    return seen[-1]


def shows(page, expected: str) -> bool:
    """Return whether the canvas shows this within some seconds."""
    for _ in range(50):
        if page.evaluate(SHOWN) == expected:
            return True
        page.wait_for_timeout(100)
    return False


def test_numbers_can_be_struck_and_cells_shaded_if_enabled(device, site):
    page = device()
    document = {"kind": "nonogram", "rows": [[1], [2], [1]], "cols": [[2], [2], []]}
    go(page, site.url + packed(document))
    board = find_board(page, document)
    left, top = board.middle(0, 0)
    clue = (left - 0.5 * board.cell - 14, top)
    plain = tap_and_look(page, 5, 300)
    assert tap_and_look(page, *clue) == plain  # off by default
    page.locator("#play-options summary").click()
    page.locator("#option-strike").check()
    struck = tap_and_look(page, *clue)
    assert struck != plain
    page.reload()
    find_board(page, document)
    assert shows(page, struck)
    for button, shown in (("#undo", plain), ("#redo", struck)):
        page.locator(button).click()
        assert shows(page, shown)
    assert tap_and_look(page, *clue) == plain
    press(page, "ArrowRight", "ArrowLeft", "s")
    page.mouse.move(*board.middle(2, 2))  # to hide the keyboard cursor
    page.mouse.move(5, 5)
    assert shows(page, struck)

    loop = {"kind": "slitherlink", "grid": ["...", ".3.", "..."]}
    page.goto("about:blank")
    page.goto(site.url + packed(loop))
    board = find_board(page, loop)
    begun = tap_and_look(page, 5, 300)
    page.locator("#play-options summary").click()
    page.locator("#option-shade").check()
    seen = [tap_and_look(page, *board.middle(0, 0)) for _ in range(3)]
    assert len({begun, *seen}) == 3 and seen[2] == begun
    page.locator("#undo").click()
    page.mouse.move(5, 5)
    assert shows(page, seen[1])


def test_a_what_if_within_a_what_if(device, site):
    page = device()
    page.goto(site.url + packed(UNIQUE[3]))
    expect(page.locator("#canvas")).to_be_visible()
    page.locator("#whatif").click()
    expect(page.locator("#trial-deeper")).to_be_hidden()
    page.locator("#play-options summary").click()
    page.locator("#option-deeper").check()
    press(page, "ArrowRight", "ArrowRight", "Enter")
    expect(page.locator("#trial-count")).to_have_text("What if: 1 mark")
    page.locator("#trial-deeper").click()
    expect(page.locator("#trial-deeper")).to_be_hidden()
    press(page, "ArrowRight", "Enter", "ArrowRight", "Enter")
    expect(page.locator("#trial-count")).to_have_text("Nested: 2 marks")
    page.locator("#trial-drop").click()
    expect(page.locator("#trial-count")).to_have_text("What if: 1 mark")
    page.locator("#trial-keep").click()
    expect(page.locator("#trial")).to_be_hidden()
    expect(page.locator("#whatif")).to_be_visible()


def test_help_has_a_page_for_each_technique_and_a_puzzle_to_try_it(workbench, site):
    page = workbench
    open_link(page, site, UNIQUE[3])
    page.locator("#more-button").click()
    page.locator("#help-button").click()
    page.locator("#help-kinds [data-kind=slitherlink]").click()
    page.evaluate(RECORD_CALLS)
    entry = page.locator("[data-technique=corner-3]")
    entry.locator("summary").click()
    expect(entry.locator(".sentence")).to_contain_text("cannot leave the corner of the 3")
    expect(entry.locator("canvas")).to_be_visible()
    is_ready(page, 1)
    before = len(page.evaluate("calls"))
    entry.get_by_role("button", name="Try it").click()
    expect(page.locator("#message")).to_contain_text("Look for this step: Corner 3", timeout=30000)
    assert page.evaluate("calls")[before] == "hint"  # the puzzle had been generated in advance
    expect(page.locator("#board")).to_be_visible()
