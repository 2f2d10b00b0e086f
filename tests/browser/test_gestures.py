"""Each puzzle is played from start to finish with the mouse alone, with fingers alone, and with the keyboard alone,
while Python never loads.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from links import MULTIPLE, UNIQUE, Document, eventually, kind, noise, packed
from pointing import Board, Fingers, Keys, drag, find_board, loop, runs, size
from tesuji import solve
from thorough import sample

FIELD = {"kind": "minesweeper", "field": ["...*", "....", "*...", "...."], "opened": [[3, 1]]}
"""A game with two mines."""
GAMES = [*UNIQUE, FIELD]


def name(document: Document) -> str:
    return "mines" if "field" in document else kind(document)


def solution(document: Document):
    """Return the solution, or None for a game, which hides it."""
    return None if "field" in document else solve(document)["solutions"][0]


def given(document: Document) -> set[tuple[int, int]]:
    """Return the cells that are given at the start."""
    return {
        (row, column)
        for row, line in enumerate(document.get("grid", []))
        for column, letter in enumerate(line)
        if letter != "."
    }


@pytest.fixture
def desk(device):
    return device()


@pytest.fixture
def phone(device):
    return device(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)


def begin(page, site, document: Document) -> Board:
    """Open the puzzle without any marks."""
    page.goto(site.url + packed(document))
    board = find_board(page, document)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    return board


def finished(page, board: Board, document: Document) -> None:
    """Check that the page reports the end, and that nothing covers the board or was hidden."""
    expect(page.locator("#sentence")).to_contain_text("Cleared in" if "field" in document else "Solved in")
    expect(page.locator("#live")).to_contain_text("Cleared in" if "field" in document else "Solved in")
    rows, columns = size(document)
    spots = [board.middle(row, column) for row in range(rows) for column in range(columns)]
    assert page.evaluate(
        "(spots) => spots.every(([x, y]) => document.elementFromPoint(x, y)?.closest('#board'))", spots
    )


# ---------------------------------------------------------------- mouse


def play_with_mouse(page, board: Board, document: Document, answer=None) -> None:
    answer = answer or solution(document)
    if kind(document) == "nonogram":
        for row, line in enumerate(answer):
            for first, last in runs(line):
                drag(page, board.middle(row, first), board.middle(row, last))
    elif kind(document) == "slitherlink":
        drag(page, *(board.dot(*dot) for dot in loop(answer)))
    elif kind(document) == "binoxxo":
        for row, line in enumerate(answer):
            for column, letter in enumerate(line):
                page.mouse.click(*board.middle(row, column), button="left" if letter == "O" else "right")
    elif answer:
        for row, line in enumerate(answer):
            for column, letter in enumerate(line):
                if letter == "*":
                    page.mouse.click(*board.middle(row, column))
    else:
        page.mouse.click(*board.middle(2, 0), button="right")
        page.mouse.click(*board.middle(3, 1))  # chord: the flag is its only mine
        page.mouse.click(*board.middle(0, 0))


@pytest.mark.parametrize("document", sample(GAMES), ids=name)
def test_with_the_mouse_alone(desk, site, document):
    board = begin(desk, site, document)
    play_with_mouse(desk, board, document)
    finished(desk, board, document)


@pytest.mark.parametrize("document", sample(MULTIPLE), ids=kind)
def test_every_solution_is_one(desk, site, document):
    """Two different solutions of the same puzzle, one after the other, with and without marks for "no"."""
    board = begin(desk, site, document)
    first, second = solve(document)["solutions"][:2]
    for answer in (first, second):
        play_with_mouse(desk, board, document, answer)
        finished(desk, board, document)
        while desk.locator("#undo").get_attribute("aria-disabled") == "false":
            desk.keyboard.press("Control+z")
        expect(desk.locator("#sentence")).not_to_contain_text("Solved in")


def test_a_stroke_ends_with_its_board(desk, site):
    """If another board appears (from the solver or a link) while the button is down, the stroke does not continue on
    it.
    """
    board = begin(desk, site, MULTIPLE[1])
    desk.mouse.move(*board.middle(1, 0))
    desk.mouse.down()
    desk.mouse.move(*board.middle(1, 1))
    desk.goto(site.url + packed({"kind": "minesweeper", "grid": ["....", ".1..", "....", "...."]}))
    other = find_board(desk, {"kind": "minesweeper", "grid": ["...."] * 4})
    desk.mouse.move(*other.middle(3, 3))
    desk.mouse.move(*other.middle(3, 2))
    desk.mouse.up()
    expect(desk.locator("#undo")).to_have_attribute("aria-disabled", "true")
    desk.mouse.click(*other.middle(3, 2))
    expect(desk.locator("#undo")).to_have_attribute("aria-disabled", "false")


def test_the_first_click_is_safe(desk, site):
    document = {"kind": "minesweeper", "field": ["*..", "...", "..*"]}
    board = begin(desk, site, document)
    desk.mouse.click(*board.middle(0, 0))
    expect(desk.locator("#progress")).to_contain_text("Mines left1")
    expect(desk.locator("#sentence")).not_to_contain_text("That was a mine")
    desk.mouse.click(*board.middle(0, 2))
    desk.mouse.click(*board.middle(2, 2))
    expect(desk.locator("#sentence")).to_contain_text("That was a mine")


# ---------------------------------------------------------------- fingers


def play_with_fingers(page, board: Board, document: Document) -> None:
    fingers = Fingers(page)
    tap = lambda row, column: page.touchscreen.tap(*board.middle(row, column))
    tool = lambda at: page.locator(f"[data-tool='{at}']").tap()
    answer = solution(document)
    if kind(document) == "nonogram":
        tool(1)
        for row, line in enumerate(answer):
            for first, last in runs(line, "."):
                fingers.drag(board.middle(row, first), board.middle(row, last))
        tool(0)
        for row, line in enumerate(answer):
            for first, last in runs(line):
                fingers.drag(board.middle(row, first), board.middle(row, last)) if first < last else tap(row, first)
    elif kind(document) == "slitherlink":
        fingers.drag(*(board.dot(*dot) for dot in loop(answer)))
    elif kind(document) == "binoxxo":
        for at, mark in enumerate("OX"):
            tool(at)
            for row, line in enumerate(answer):
                for column, letter in enumerate(line):
                    if letter == mark and (row, column) not in given(document):
                        tap(row, column)
    elif answer:
        for row, line in enumerate(answer):
            for column, letter in enumerate(line):
                if letter == "*":
                    tap(row, column)
    else:
        tool(1)
        tap(2, 0)
        tool(0)
        tap(3, 1)
        tap(0, 0)


@pytest.mark.parametrize("document", GAMES, ids=name)
def test_one_finger_draws_and_two_fingers_never_do(phone, site, document):
    board = begin(phone, site, document)
    fingers = Fingers(phone)
    fingers.touch("touchStart", board.middle(0, 0))
    fingers.touch("touchMove", board.middle(0, 1))
    (x, y), (far_x, far_y) = board.middle(0, 1), board.middle(1, 2)
    fingers.touch("touchStart", (x, y), (far_x, far_y))  # the second finger cancels the first one's stroke
    fingers.touch("touchMove", (x + 30, y + 20), (far_x + 30, far_y + 20))
    fingers.touch("touchMove", (x - 30, y - 20), (far_x + 60, far_y + 80))
    fingers.touch("touchMove", (x, y), (x + 5, y + 5))
    fingers.touch("touchEnd", (x + 5, y + 5))
    fingers.touch("touchMove", board.middle(1, 1))  # the remaining finger does not draw
    fingers.touch("touchEnd")
    expect(phone.locator("#undo")).to_have_attribute("aria-disabled", "true")
    play_with_fingers(phone, find_board(phone, document), document)
    finished(phone, board, document)


def test_fingers_zoom_a_large_board(phone, site):
    document = noise(30)
    phone.goto(site.url + packed(document))
    expect(phone.locator("#size")).to_have_text("30 wide × 30 high")
    phone.wait_for_timeout(100)
    expect(phone.locator("#fit")).to_be_visible()
    box = phone.locator("#canvas").bounding_box()
    x, y = box["x"] + 0.7 * box["width"], box["y"] + 0.7 * box["height"]
    before = phone.locator("#canvas").screenshot()
    Fingers(phone).two([(x, y), (x - 50, y - 50)], [(x + 20, y + 20), (x + 90, y + 70)])
    eventually(phone, lambda: phone.locator("#canvas").screenshot() != before)
    assert phone.evaluate("visualViewport.scale") == 1
    expect(phone.locator("#undo")).to_have_attribute("aria-disabled", "true")
    expect(phone.locator("#keys")).to_be_hidden()  # without a keyboard, there is no help for it
    phone.locator("#more-button").tap()
    phone.locator("#help-button").tap()
    expect(phone.locator("#rules-title")).to_be_visible()
    expect(phone.locator("#help-keys")).to_be_hidden()
    phone.locator("#panel-close").tap()
    phone.locator("#fit").tap()


# ---------------------------------------------------------------- keyboard


def play_with_keys(page, document: Document) -> None:
    keys = Keys(page)
    answer = solution(document)
    if kind(document) == "slitherlink":
        way = loop(answer)
        keys.go(*way[0])
        keys.press("Enter")
        for dot in way[1:]:
            keys.go(*dot)
        keys.press("Enter")
    elif answer:
        names = {"#": "Enter", "*": "Enter", "O": "o", "X": "x"}
        for row, line in enumerate(answer):
            for column, letter in enumerate(line):
                if letter in names and (row, column) not in given(document):
                    keys.go(row, column)
                    keys.press(names[letter])
    else:
        keys.go(2, 0)
        keys.press("Space")
        keys.go(3, 1)
        keys.press("Enter")
        keys.go(0, 0)
        keys.press("Enter")


@pytest.mark.parametrize("document", sample(GAMES), ids=name)
def test_with_the_keyboard_alone(desk, site, document):
    board = begin(desk, site, document)
    for _ in range(20):
        desk.keyboard.press("Tab")
        if desk.evaluate("document.activeElement.id") == "board":
            break
    play_with_keys(desk, document)
    finished(desk, board, document)
