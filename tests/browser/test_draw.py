"""Draw: a drawing is a puzzle at once, and its verdict is updated after every stroke."""

from __future__ import annotations

import json
import re
import struct
import zlib

import pytest
from playwright.sync_api import expect

from links import UNIQUE, eventually, go, packed, welcome
from pointing import drag, find_board
from test_page import ready, verdict
from thorough import sample

WAY = [(3, 0), (3, 2), (2, 2), (2, 1), (1, 1), (1, 3), (4, 3), (4, 4), (0, 4), (0, 0)]
"""The corners of a loop on 4 x 4 cells, starting at the upper left one, as (column, row)."""
GRID = ["2221", "2331", "2221", "2223"]
"""The numbers of that loop."""
MULTIPLE = [
    {"kind": "slitherlink", "grid": ["3...", "..2.", ".2..", "...3"]},
    {"kind": "binoxxo", "grid": ["X...", "....", "..O.", "...."]},
    {"kind": "minesweeper", "grid": ["1...", "....", "...1"]},
]


@pytest.fixture
def drawing(workbench, site):
    """Open empty boards of a kind in Draw."""

    def open_board(document: dict, fresh: bool = False):
        if fresh:  # without the tools chosen in previous tests
            workbench.goto("about:blank")
        go(workbench, site.url + packed(document))
        workbench.locator("#mode-draw").click()
        workbench.locator("#pencils:visible, #draw-show:visible").first.wait_for()
        return workbench

    return open_board


def document(page) -> dict:
    """Return the puzzle in the address, which is updated 600 ms after the latest stroke."""
    return json.loads(
        page.evaluate("""async () => {
        // However busy the page is, its timers fire in order, and two texts are packed in the order of their requests.
        await new Promise((resolve) => setTimeout(resolve, 620));
        await new Response(new Blob(["."]).stream().pipeThrough(new CompressionStream("deflate-raw"))).blob();
        const bytes = Uint8Array.from(atob(location.hash.slice(3).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
        return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
    }""")
    )


def empty(kind: str, width: int, height: int) -> dict:
    return {"kind": kind, "grid": ["." * width] * height}


def keys(page, *names: str) -> None:
    page.locator("#board").focus()
    for name in names:
        page.keyboard.press(name)


def test_a_nonogram_is_painted_and_its_verdict_changes(workbench):
    page = workbench
    welcome(page)
    ready(page)
    page.locator("#start-draw").click()
    expect(page.locator("#pencils")).to_be_visible()
    keys(page, "Enter", "ArrowRight", "ArrowDown", "Enter")
    verdict(page, "multiple")
    expect(page.locator("#sentence")).to_contain_text("4 cells")
    keys(page, "ArrowUp", "Enter")
    verdict(page, "unique")
    drawn = document(page)
    assert drawn["rows"][:3] == [[2], [1], []]
    assert drawn["cols"][:3] == [[1], [2], []]
    page.locator("#undo").click()
    verdict(page, "multiple")
    page.locator("#redo").click()
    verdict(page, "unique")


WATCH = """new MutationObserver((_, observer) => {
    const button = document.getElementById("draw-show");
    if (!button) return;
    window.begun = button.hidden;
    observer.disconnect();
}).observe(document, { childList: true, subtree: true })"""


def test_tools_are_never_shown_before_they_work(device, site):
    page = device()
    page.add_init_script(WATCH)
    page.goto(site.url + packed(empty("slitherlink", 4, 4)))
    page.locator("#mode-draw").click()
    page.locator("#pencils").wait_for()
    assert page.evaluate("window.begun")


def test_an_empty_board_has_nothing_to_mend(drawing):
    page = drawing(empty("slitherlink", 4, 4))
    verdict(page, "multiple")
    page.wait_for_timeout(500)
    expect(page.locator("#mends")).to_be_empty()


def test_a_nonogram_is_painted_with_the_mouse(drawing):
    page = drawing({"kind": "nonogram", "rows": [[], [], []], "cols": [[], [], []]})
    verdict(page, "unique")
    box = page.locator("#canvas").bounding_box()
    at = lambda row, column: (
        box["x"] + box["width"] - 4 - (2.5 - column) * 72,
        box["y"] + box["height"] - 4 - (2.5 - row) * 72,
    )
    page.mouse.click(*at(0, 0))
    page.mouse.click(*at(1, 1))
    verdict(page, "multiple")
    drag(page, at(0, 1), at(2, 1))  # over painted cells: it continues to paint
    verdict(page, "unique")
    assert document(page)["rows"] == [[2], [1], [1]]
    drag(page, at(2, 1), at(1, 1))  # the first cell decides: now it erases
    verdict(page, "unique")
    assert document(page)["rows"] == [[2], [], []]


def test_clues_in_colours_are_typed(device, site):
    """The buttons of the palette write the colour of the number at the cursor, and a clue that cannot be read stays."""
    page = device()
    page.goto(
        site.url + packed({"kind": "nonogram", "colors": ["#d00", "#00d"], "rows": [[], []], "cols": [[], [], []]})
    )
    page.locator("#mode-draw").click()
    page.locator("#draw-clues summary").click()
    page.get_by_label("Clue of row 1").fill("2")
    page.get_by_label("Colour b").click()
    page.keyboard.type("1a")
    page.keyboard.press("Enter")
    page.keyboard.type("3x")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Clue of row 2")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Clue of column 3").fill("1")
    page.get_by_label("Clue of column 3").blur()
    drawn = document(page)
    assert drawn["rows"] == [[[2, 2], [1, 1]], []] and drawn["cols"] == [[], [], [[1, 1]]]


def test_a_suggestion_makes_the_puzzle_unique(drawing):
    page = drawing({"kind": "nonogram", "rows": [[1], [1], [2]], "cols": [[1], [1], [1], [1]]})
    verdict(page, "multiple")
    expect(page.locator("#sentence")).to_contain_text("reveals its solution")
    page.locator("#draw-show").click()
    page.locator("#mends [data-way]").first.click()
    verdict(page, "unique")


@pytest.mark.parametrize("puzzle", sample(MULTIPLE), ids=lambda puzzle: puzzle["kind"])
def test_a_missing_clue_is_added_with_one_click(drawing, puzzle):
    page = drawing(puzzle)
    verdict(page, "multiple")
    page.locator("#mends [data-way]").first.click()
    verdict(page, "unique")
    page.locator("#undo").click()
    verdict(page, "multiple")
    assert document(page)["grid"] == puzzle["grid"]


def test_a_click_in_a_cell_writes_its_first_number(drawing):
    page = drawing(empty("slitherlink", 4, 4))
    box = page.locator("#canvas").bounding_box()
    page.mouse.click(box["x"] + 0.625 * box["width"], box["y"] + 0.375 * box["height"])
    expect(page.locator("[data-pencil='1']")).to_have_attribute("aria-pressed", "true")
    assert document(page)["grid"] == ["....", "..1.", "....", "...."]
    page.keyboard.press("3")
    page.locator("[data-pencil='2']").click()
    page.keyboard.press("Backspace")
    assert document(page)["grid"] == ["...."] * 4


def test_a_loop_brings_its_numbers_and_thinning_keeps_it_unique(drawing):
    page = drawing(empty("slitherlink", 4, 4), fresh=True)
    ready(page)
    box = page.locator("#canvas").bounding_box()
    cell = box["width"] / 4.44
    at = lambda column, row: (box["x"] + (0.22 + column) * cell, box["y"] + (0.22 + row) * cell)
    page.mouse.move(*at(0, 0))
    page.mouse.down()
    for corner in WAY:
        page.mouse.move(*at(*corner), steps=12)
    page.mouse.up()
    verdict(page, "unique")
    assert document(page)["grid"] == GRID
    page.locator("#draw-thin").click()
    expect(page.locator("#live")).to_contain_text("still unique")
    verdict(page, "unique")
    thin = document(page)["grid"]
    assert sum(row.count(".") for row in thin) > 3
    page.locator("#undo").click()
    assert document(page)["grid"] == GRID


def test_thinning_keeps_a_symmetry_and_leaves_only_needed_clues(drawing):
    page = drawing({"kind": "slitherlink", "grid": GRID})
    ready(page)
    expect(page.locator("#draw-level")).to_have_text(re.compile("^Level: "))
    expect(page.locator("#draw-needs")).to_have_count(0)
    page.locator("#draw-needed").check()  # for a puzzle on which nothing has been drawn yet
    expect(page.locator("#draw-needs")).to_have_text(re.compile(r"^\d+ of \d+ clues are needed$"))
    page.locator("#draw-needed").uncheck()
    page.locator("#draw-symmetry").select_option("turn")
    page.evaluate("document.getElementById('live').textContent = ''")  # clear the announcement about another puzzle
    page.locator("#draw-thin").click()
    expect(page.locator("#live")).to_contain_text("still unique")
    thin = document(page)["grid"]
    assert "".join(thin).count(".") >= 2
    assert [[letter == "." for letter in row] for row in thin] == [
        [letter == "." for letter in reversed(row)] for row in reversed(thin)
    ]
    page.locator("#draw-needed").check()
    expect(page.locator("#draw-needs")).to_have_text(re.compile(r"^\d+ of \d+ clues are needed$"))
    page.locator("#draw-symmetry").select_option("none")
    page.locator("#draw-thin").click()
    expect(page.locator("#draw-needs")).to_have_text(re.compile(r"^(\d+) of \1 clues are needed$"))
    page.locator("#draw-needed").uncheck()


def test_a_size_is_typed(drawing):
    page = drawing(empty("binoxxo", 8, 8))
    page.locator("#draw-width").fill("13")
    page.locator("#draw-width").press("Enter")
    expect(page.locator("#draw-width")).to_have_value("14")
    expect(page.locator("#size")).to_have_text("14 wide × 8 high")
    page.locator("[data-side=width][data-by='-1']").click()
    expect(page.locator("#draw-width")).to_have_value("12")
    page.locator("#draw-height").fill("9999")
    page.locator("#draw-height").press("Tab")
    expect(page.locator("#draw-height")).to_have_value("200")
    page.locator("#draw-height").fill("")
    page.locator("#draw-height").press("Tab")
    expect(page.locator("#draw-height")).to_have_value("200")
    page.locator("#undo").click()
    page.locator("#undo").click()
    expect(page.locator("#draw-width")).to_have_value("14")


def test_numbers_are_typed(drawing):
    page = drawing(empty("slitherlink", 2, 2))
    page.locator("#pencils [data-pencil='1']").click()
    keys(page, "3", "ArrowRight", "3", "ArrowDown", "3", "ArrowLeft", "3")
    verdict(page, "none")
    assert document(page)["grid"] == ["33", "33"]
    keys(page, "0", "ArrowRight", "+", "ArrowUp", "Backspace")
    assert document(page)["grid"] == ["3.", "0."]  # the numbers disappear with the loop


def test_a_number_of_two_figures_is_typed_on_a_phone(device, site):
    page = device(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    hitori = {"kind": "hitori", "grid": ["1" * 12] * 12}
    page.goto(site.url + packed(hitori))
    board = find_board(page, hitori)
    page.locator("#mode-draw").click()
    page.locator("#draw-pad").wait_for()
    edges = page.locator("#draw-pad button").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert len(edges) == 11 and max(edges) <= 390
    board = find_board(page, hitori)
    page.touchscreen.tap(*board.middle(1, 2))
    for figure in ("1", "2"):
        page.locator(f"#draw-pad [data-figure='{figure}']").tap()
    assert document(page)["grid"][1] == "11c111111111"
    page.locator("#draw-pad [data-figure=Delete]").tap()
    assert document(page)["grid"][1][2] == "."
    page.locator("#draw-width").fill("5")
    page.locator("#draw-height").fill("5")
    page.locator("#draw-height").press("Enter")
    expect(page.locator("#draw-pad")).to_be_hidden()


def test_a_binoxxo_is_written_by_keys(drawing):
    page = drawing(empty("binoxxo", 2, 2))
    keys(page, "o")
    verdict(page, "unique")
    assert document(page)["grid"] == ["O.", ".."]


def test_mines_are_placed_and_cells_opened(drawing):
    page = drawing(empty("minesweeper", 3, 1))
    keys(page, "Enter")
    page.locator("#pencils [data-pencil='1']").click()
    page.locator("#board").focus()
    keys(page, "ArrowRight", "Enter", "ArrowRight", "Enter")
    verdict(page, "unique")
    assert document(page)["grid"] in ([".10"], ["*10"])


def test_the_whole_board_can_be_turned_and_resized(drawing):
    page = drawing(UNIQUE[3])
    for turn in ("rotate", "mirror", "rotate", "mirror"):
        page.locator(f"#mode-tools [data-turn={turn}]").click()
    assert document(page)["grid"] == UNIQUE[3]["grid"]
    page.locator("[data-side=width][data-by='1']").click()
    assert len(document(page)["grid"][0]) == 8
    page.locator("[data-side=width][data-by='-1']").click()
    assert document(page)["grid"] == UNIQUE[3]["grid"]
    page.locator("[data-turn=invert]").click()
    assert document(page)["grid"][0] == UNIQUE[3]["grid"][0].translate(str.maketrans("OX", "XO"))
    page.locator("[data-turn=clear]").click()
    assert set("".join(document(page)["grid"])) == {"."}
    for _ in range(8):
        page.keyboard.press("Control+z")
    assert document(page)["grid"] == UNIQUE[3]["grid"]


def test_modes_and_reloads_lose_nothing(device, site):
    page = device()
    page.goto(site.url)
    page.locator("#start-draw").click()
    expect(page.locator("#pencils")).to_be_visible()
    keys(page, "Enter", "ArrowRight", "Enter")
    page.locator("#draw-title").fill("Two cells")
    page.locator("#draw-title").press("Enter")
    assert document(page)["title"] == "Two cells"
    page.reload()
    expect(page.locator("#title")).to_have_text("Two cells")
    expect(page.locator("#mode-draw")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "false")
    page.locator("#draw-play").click()
    keys(page, "Enter")
    page.locator("#mode-draw").click()
    page.locator("#undo").click()
    page.locator("#undo").click()
    assert document(page)["rows"][0] == [1]


def png(width: int, height: int, dark) -> bytes:
    """Return a grey PNG; `dark` returns how dark a pixel is: True or 1 is black."""
    rows = b"".join(b"\0" + bytes(int(255 * (1 - dark(x, y))) for x in range(width)) for y in range(height))
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_a_picture_becomes_a_nonogram(workbench, site):
    page = workbench
    page.goto(site.url)
    page.locator("#start-draw").click()
    expect(page.locator("#pencils")).to_be_visible()
    left_half = png(100, 100, lambda x, y: x < 50)
    page.locator("#image-file").set_input_files({"name": "half.png", "mimeType": "image/png", "buffer": left_half})
    page.locator("#image-width").fill("10")
    expect(page.locator("#image-size")).to_have_text("10 × 10")
    expect(page.locator("#image-verdict")).to_have_text("Unique. Level: Easy")
    page.locator("#image-form button.solid").click()
    eventually(page, lambda: document(page)["rows"] == [[5]] * 10)
    verdict(page, "unique")
    page.locator("#draw-colours").select_option("3")
    expect(page.locator("#pencils button")).to_have_count(3)
    eventually(page, lambda: document(page)["rows"] == [[[5, 1]]] * 10)
    assert len(document(page)["colors"]) == 3
    thirds = png(90, 90, lambda x, y: (2 - x // 30) / 2)
    page.locator("#image-file").set_input_files({"name": "thirds.png", "mimeType": "image/png", "buffer": thirds})
    page.locator("#image-colours").select_option("2")
    page.locator("#image-width").fill("9")
    expect(page.locator("#image-verdict")).to_have_text("Unique. Level: Easy")
    page.locator("#image-form button.solid").click()
    expect(page.locator("#pencils button")).to_have_count(2)
    eventually(page, lambda: document(page)["rows"] == [[[3, 1], [3, 2]]] * 9)
    assert document(page)["colors"] == ["#000000", "#7f7f7f"]
    page.locator("#image-file").set_input_files({"name": "no.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.locator("#message")).to_have_text(re.compile("cannot open"))
    page.evaluate("""() => { OffscreenCanvasRenderingContext2D.prototype.getImageData =
        (left, top, width, height) => new ImageData(width, height); }""")
    page.locator("#image-file").set_input_files({"name": "half.png", "mimeType": "image/png", "buffer": left_half})
    expect(page.locator("#message")).to_have_text(re.compile("hides the pixels"))


ART = ["........", ".######.", ".#....#.", ".#.##.#.", ".#.##.#.", ".#....#.", ".######.", "........"]
"""Pixel art with an empty margin."""


@pytest.mark.parametrize("enlarged", sample([12, 1]))
def test_pixel_art_keeps_its_dots(workbench, site, enlarged):
    page = workbench
    page.goto(site.url)
    page.locator("#start-draw").click()
    expect(page.locator("#pencils")).to_be_visible()
    art = png(8 * enlarged, 8 * enlarged, lambda x, y: ART[y // enlarged][x // enlarged] == "#")
    page.locator("#image-file").set_input_files({"name": "art.png", "mimeType": "image/png", "buffer": art})
    expect(page.locator("#image-size")).to_have_text("6 × 6")
    page.locator("#image-trim").uncheck()
    expect(page.locator("#image-size")).to_have_text("8 × 8")
    page.locator("#image-form summary").click()
    page.locator("#image-crop-left").fill("50")
    expect(page.locator("#image-size")).to_have_text("4 × 8")
    page.locator("#image-whole").click()
    expect(page.locator("#image-size")).to_have_text("8 × 8")
    frame = page.locator("#image-frame")
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    drag(page, (box["x"] + 3, box["y"] + box["height"] / 3), (box["x"] + box["width"] / 4, box["y"] + 5))
    expect(page.locator("#image-size")).to_have_text("6 × 8")
    expect(page.locator("#image-crop-left")).to_have_value("25")
    page.locator("#image-whole").click()
    expect(page.locator("#image-whole")).to_be_hidden()
    page.locator("#image-form button.solid").click()
    assert document(page)["rows"] == [[], [6], [1, 1], [1, 2, 1], [1, 2, 1], [1, 1], [6], []]


def test_a_large_picture_is_made_unique_in_seconds(workbench, site):
    page = workbench
    page.goto(site.url)
    page.locator("#start-draw").click()
    expect(page.locator("#pencils")).to_be_visible()
    noise = png(50, 50, lambda x, y: hash((x * 7919 + y * 104729) * 31 % 1009) % 5 < 2)
    page.locator("#image-file").set_input_files({"name": "noise.png", "mimeType": "image/png", "buffer": noise})
    expect(page.locator("#image-size")).to_have_text("50 × 50")
    page.locator("#image-repair").click()
    expect(page.locator("#image-changed")).to_have_text(re.compile(r"cells? changed"), timeout=10_000)
    expect(page.locator("#image-verdict")).to_have_text(re.compile("^Unique"))
    page.locator("#image-form button.solid").click()
    verdict(page, "unique")
    page.locator("#undo").click()
    page.goto(f"{site.url}{packed(UNIQUE[0])}")


def test_draw_always_proposes_a_picture_that_is_unique(drawing):
    page = drawing({"kind": "nonogram", "rows": [[1]] * 12, "cols": [[1]] * 12})
    page.locator("#draw-show").click()
    expect(page.locator("#mends [data-way]").first).to_be_visible()
    page.locator("#mends [data-way]").last.click()
    verdict(page, "unique")


SPOILED = [
    ({"kind": "slitherlink", "grid": ["2221", "2331", "2221", "2222"]}, "grid", "Row 4, column 4: 3 instead of 2"),
    ({"kind": "nonogram", "rows": [[3], [1], [1]], "cols": [[2], [1], [1]]}, "rows", "Row 1: 1 1 instead of 3"),
    (
        {"kind": "star_battle", "grid": ["ABBBC", "AAAAC", "DADAD", "DDDDD", "DDDDD"]},
        "grid",
        "Row 4, column 4: region E",
    ),
]


@pytest.mark.parametrize(("puzzle", "member", "sentence"), SPOILED, ids=lambda part: str(part)[:24])
def test_a_puzzle_without_solution_gets_another_clue_and_undo_takes_it_back(drawing, puzzle, member, sentence):
    page = drawing(puzzle)
    verdict(page, "none")
    page.locator("#mends li").filter(has_text=sentence).first.locator("[data-way]").click()
    verdict(page, "unique")
    page.locator("#undo").click()
    verdict(page, "none")
    assert document(page)[member] == puzzle[member]


def test_no_attempts_are_claimed_if_nothing_can_be_added_to_a_kind(drawing):
    page = drawing({"kind": "hitori", "grid": ["112", "123", "311"]})
    expect(page.locator("#sentence")).to_contain_text("more than one solution")
    page.wait_for_timeout(1000)  # the proposals
    expect(page.locator("#mends")).to_be_empty()


def test_a_drawing_that_the_engine_refuses_is_not_being_checked(visitor, site, watch):
    """The engine refuses what the page does not notice, such as a second number in a room."""
    refuse = """postMessage({ready: {version: "", calls: ["solve"]}});
        onmessage = ({data}) => postMessage({id: data.id, error: {kind: "empty", message: "", at: {row: 2, column: 1}}});"""
    context = visitor()
    context.route("**/engine/worker.js", lambda route: route.fulfill(body=refuse, content_type="text/javascript"))
    page = context.new_page()
    page.goto(site.url + packed({"kind": "akari", "grid": ["1..", "2..", "..."]}))
    page.locator("#mode-draw").click()
    page.locator("#pencils:visible").wait_for()
    expect(page.locator("#message")).to_contain_text("no cells")
    expect(page.locator("#sentence")).to_have_text("")
    keys(page, "3")
    expect(page.locator("#sentence")).to_contain_text("Checking")
    expect(page.locator("#sentence")).to_have_text("")
