"""A board larger than the screen: the overview shows and changes the visible part, and a magnifier shows small cells
under the finger.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from playwright.sync_api import expect

from links import eventually, kind, packed
from pointing import Fingers
from thorough import sample

LINES = [[1, 1]] * 50
WIDE = {"kind": "nonogram", "rows": LINES, "cols": LINES}


@pytest.fixture
def phone(device):
    return device(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, device_scale_factor=2)


def test_a_tap_on_the_overview_moves_the_board(phone, site):
    page = phone
    page.goto(site.url + packed(WIDE))
    frame = page.locator("#overview i")
    expect(frame).to_be_visible()
    begun, whole = frame.bounding_box(), page.locator("#overview canvas").bounding_box()
    assert begun["x"] - whole["x"] < 6 and begun["y"] - whole["y"] < 6 and begun["width"] < whole["width"] / 2
    page.locator("#overview").tap(position={"x": whole["width"] - 4, "y": whole["height"] - 4})
    page.wait_for_function("(x) => document.querySelector('#overview i').offsetLeft > x", arg=whole["width"] / 3)
    moved, whole = frame.bounding_box(), page.locator("#overview canvas").bounding_box()
    assert abs(moved["x"] + moved["width"] - whole["x"] - whole["width"]) < 5
    # There is no overview if the whole board is visible.
    page.locator("#fit").click()
    expect(page.locator("#overview")).to_be_hidden()


def test_the_loupe_is_there_while_a_finger_marks_small_cells(phone, site):
    page = phone
    page.goto(site.url + packed(WIDE))
    expect(page.locator("#overview i")).to_be_visible()
    box = page.locator("#canvas").bounding_box()
    finger = Fingers(page)
    at = box["x"] + box["width"] - 60, box["y"] + box["height"] - 60
    finger.touch("touchStart", at)
    loupe = page.locator("#loupe")
    expect(loupe).to_be_visible()
    assert loupe.bounding_box()["y"] + loupe.bounding_box()["height"] < at[1]
    finger.touch("touchEnd")
    expect(loupe).to_have_count(0)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "false")


EASY = {"kind": "nonogram", "rows": [[50]] * 50, "cols": [[50]] * 50}
CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0']"
STOPPABLE = "(stop, working) => { stop.hidden = !working; document.body.dataset.stop = String(working); }"
DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_play_has_fewer_than_25_controls(visitor, site, screen):
    """On a board that can be zoomed, with moves, a hint and a what-if, also while the solver works. One button zooms in
    and out.
    """
    page = visitor(**screen).new_page()
    page.goto(site.url + packed(EASY))
    controls = page.locator(CONTROLS).locator("visible=true")

    def few():
        page.wait_for_timeout(100)
        for working in (True, False):
            page.locator("#stop").evaluate(STOPPABLE, working)
            assert controls.count() < 25, controls.evaluate_all("(all) => all.map((one) => one.id)")

    expect(page.locator("#fit")).to_be_visible()
    page.locator("#fit").click()
    expect(page.locator("#overview")).to_be_hidden()
    few()
    page.locator("#larger").click()
    expect(page.locator("#overview")).to_be_visible()
    expect(page.locator("#fit")).to_be_visible()
    page.locator("#board").press("Enter")
    expect(page.locator("#see-review")).to_be_visible()
    few()
    page.keyboard.press("Control+z")
    expect(page.locator("#redo")).to_be_visible()
    few()
    page.keyboard.press("h")
    expect(page.locator("#hint-another")).to_be_visible(timeout=60000)
    expect(page.locator("#check")).to_be_hidden()  # a hint has checked the board
    few()
    page.locator("#whatif").click()
    expect(page.locator("#trial")).to_be_visible()
    page.locator("#board").press("Enter")
    expect(page.locator("#check")).to_be_visible()
    few()


def rows(letters: str, width: int = 40, height: int = 40) -> list[str]:
    random = Random(5)
    return ["".join(random.choice(letters) for _ in range(width)) for _ in range(height)]


BOARDS = [
    {"kind": "nonogram", "rows": [[3, 12, 1]] * 40, "cols": [[1, 2, 3, 4]] * 40, "board": rows("?#?.")},
    {"kind": "minesweeper", "grid": rows("123....."), "board": rows("..*s")},
    {"kind": "slitherlink", "grid": rows("0123...."), "edges": {"h": rows(".-.x", 40, 41), "v": rows(".|.x", 41, 40)}},
    {"kind": "binoxxo", "grid": rows("OX......"), "board": rows("..OX")},
    {"kind": "akari", "grid": rows("01#........")},
]
REMEMBER = """async (selector) => {
  const canvas = document.querySelector(selector);
  const pixels = () =>
    new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  let before = null;
  for (let now = pixels(); !before || now.some((pixel, at) => pixel !== before[at]); now = pixels()) {
    before = now;
    await new Promise((done) => setTimeout(done, 150)); // several tasks draw a whole board
  }
  // Counts the pixels that differ in the row or column with the most: browsers soften the edges of clipped shapes in
  // another way, but an edge that should not be there is a line. The outermost pixels are beyond the board.
  window.longestChange = () => {
    const now = pixels();
    const rows = new Array(canvas.height).fill(0);
    const columns = new Array(canvas.width).fill(0);
    for (let at = 0; at < now.length; at++) {
      if (now[at] === before[at]) continue;
      rows[Math.floor(at / canvas.width)]++;
      columns[at % canvas.width]++;
    }
    return Math.max(...rows.slice(1, -1), ...columns.slice(1, -1));
  };
}"""
REDRAW = """async () => {
  document.querySelector("#canvas").width = 1; // so everything is drawn
  dispatchEvent(new Event("resize"));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
}"""
SCREEN = {"viewport": {"width": 1000, "height": 760}}
SHARP_SCREEN = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2}
UNEVEN_SCREEN = {"viewport": {"width": 412, "height": 915}, "device_scale_factor": 2.625}
SCREENS = [SCREEN, SHARP_SCREEN, UNEVEN_SCREEN]


def kind_and_scale(part: dict) -> str:
    """Return the name of a case's board or screen."""
    return kind(part) if "kind" in part else f"scale {part.get('device_scale_factor', 1)}"


@pytest.mark.parametrize(("document", "screen"), sample(product(BOARDS, SCREENS), 4), ids=kind_and_scale)
def test_parts_that_are_drawn_again_are_like_the_whole(device, site, document, screen):
    """After moving the board and marking it, its picture and the overview are as if everything had been drawn again."""
    page = device(**screen)
    page.goto(site.url + packed(document))
    expect(page.locator("#overview")).to_be_visible()
    page.locator("#board").focus()
    page.keyboard.press("+")
    box = page.locator("#canvas").bounding_box()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.7 * box["height"])

    def same():
        page.wait_for_timeout(250)
        page.evaluate(REMEMBER, "#canvas")
        page.evaluate(REDRAW)
        assert page.evaluate("longestChange()") < 300

    for across, down in ((35, 0), (0, 61), (-13, 20), (600, 900), (-20, -37)):
        page.mouse.wheel(across, down)
        same()
    for key in ("ArrowRight", "ArrowDown", "Enter", "End", "ArrowDown", "ArrowDown", "Home", "Enter"):
        page.keyboard.press(key)
    same()
    page.evaluate(REMEMBER, "#overview canvas")
    page.evaluate("document.querySelector('#overview canvas').width = 1")
    for key in ("z", "y"):
        page.keyboard.press(f"Control+{key}")
        page.wait_for_timeout(250)
    assert page.evaluate("longestChange()") < 60


COUNT = """() => {
  const drawn = (window.drawn = { calls: {}, parts: [], size: 0 });
  const pen = CanvasRenderingContext2D.prototype;
  for (const name of ["arc", "fillText", "clearRect"]) {
    const own = pen[name];
    pen[name] = function (...args) {
      drawn.calls[name] = (drawn.calls[name] ?? 0) + 1;
      if (name === "clearRect") drawn.parts.push(args[2] * args[3]);
      return own.apply(this, args);
    };
  }
}"""
COUNTED = """() => {
  const { calls, parts } = window.drawn;
  Object.assign(window.drawn, { calls: {}, parts: [] });
  const canvas = document.querySelector("#canvas");
  const part = Math.max(0, ...parts) / (canvas.clientWidth * canvas.clientHeight);
  return { arc: 0, fillText: 0, ...calls, part };
}"""


@pytest.fixture
def counted(device, site):
    """A function that opens a board and returns the page, and a function that counts what was drawn since its last
    call.
    """

    def opened(document):
        page = device(**SCREEN)
        page.goto(site.url + packed(document))
        expect(page.locator("#overview")).to_be_visible()
        page.locator("#board").press("+")
        page.wait_for_timeout(300)
        page.evaluate(COUNT)

        def count():
            page.wait_for_timeout(400)
            return page.evaluate(COUNTED)

        return page, count

    return opened


@pytest.mark.parametrize("document", BOARDS, ids=kind)
def test_a_zoomed_board_is_drawn_in_parts(counted, document):
    page, count = counted(document)
    page.keyboard.press("+")
    assert 0 < count()["part"] < 0.8
    page.keyboard.press("0")
    assert 0 < count()["part"] < 0.4


def test_alike_marks_are_drawn_once(counted):
    """Circles and crosses are a pattern: stroking each of them takes much longer."""
    page, count = counted(BOARDS[3])
    page.keyboard.press("0")
    assert count()["arc"] < 300


def test_clues_move_with_the_board(counted):
    """Only those that appear are written."""
    page, count = counted(BOARDS[0])
    box = page.locator("#canvas").bounding_box()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.7 * box["height"])
    count()
    page.mouse.wheel(0, 8)
    assert 0 < count()["fillText"] < 16


SMALL = """() => {
  const heights = (window.heights = []);
  const own = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...args) {
    if (this.canvas.width < 200) heights.push(args[3]);
    return own.apply(this, args);
  };
}"""


def test_the_overview_of_a_large_board_is_drawn_in_parts_and_not_during_a_stroke(device, site):
    page = device(**SCREEN)
    page.goto(site.url + packed({"kind": "binoxxo", "grid": rows("OX......", 70, 70)}))
    page.locator("#board").press("+")
    expect(page.locator("#overview")).to_be_visible()
    page.locator("#mode-draw").click()
    expect(page.locator("#pencils")).to_be_visible()
    page.wait_for_timeout(800)
    page.evaluate(SMALL)
    box = page.locator("#canvas").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=3)
    page.wait_for_timeout(300)
    assert page.evaluate("heights") == []
    page.mouse.up()
    eventually(page, lambda: page.evaluate("heights.reduce((all, height) => all + height, 0)") > 80)
    assert max(page.evaluate("heights")) < 40
