"""Pictures of puzzles in the page: reading, proving, correcting and playing them; and other pictures."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

from conftest import sync_api

expect = sync_api.expect

SLITHERLINK = ["121.2", "2.2.2", "3...2", "2.2.1", "0.023"]
BINOXXO = ["......", ".X.X.X", "....O.", ".X....", "O.XX..", "OX...X"]

DRAW = """([grid, dots]) => {
  const pitch = 40, margin = 50;
  const canvas = document.createElement("canvas");
  canvas.width = grid[0].length * pitch + 2 * margin;
  canvas.height = grid.length * pitch + 2 * margin;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "black";
  pen.font = "26px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (let r = 0; r <= grid.length; r++)
    for (let c = 0; c <= grid[0].length; c++) {
      const [x, y] = [margin + c * pitch, margin + r * pitch];
      if (dots) { pen.beginPath(); pen.arc(x, y, 3, 0, 7); pen.fill(); }
      else {
        pen.fillRect(x - 1, margin, 2, grid.length * pitch);
        pen.fillRect(margin, y - 1, grid[0].length * pitch, 2);
      }
      const letter = grid[r]?.[c] ?? ".";
      if (letter !== ".") pen.fillText(letter, x + pitch / 2, y + pitch / 2);
    }
  return canvas.toDataURL("image/png").split(",")[1];
}"""

PORTRAIT = """() => {
  const canvas = Object.assign(document.createElement("canvas"), {width: 300, height: 300});
  const pen = canvas.getContext("2d");
  const shade = pen.createRadialGradient(150, 150, 10, 150, 150, 150);
  shade.addColorStop(0, "black");
  shade.addColorStop(1, "white");
  pen.fillStyle = shade;
  pen.fillRect(0, 0, 300, 300);
  return canvas.toDataURL("image/png").split(",")[1];
}"""


def picture(page, grid: list[str], dots: bool) -> dict:
    """Return a picture of a board as a file for the file chooser."""
    return {"name": "board.png", "mimeType": "image/png", "buffer": b64decode(page.evaluate(DRAW, [grid, dots]))}


def choose(page, file: dict | Path) -> None:
    """Open the panel and choose a file."""
    page.locator("#more-button").click()
    page.locator("#picture-button").click()
    page.locator("#picture-file").set_input_files(file)


def test_a_screenshot_is_read_proven_and_played(page, site):
    page.goto(site.url)
    choose(page, picture(page, SLITHERLINK, dots=True))
    expect(page.locator("#picture-words")).to_contain_text("Proven", timeout=60_000)
    expect(page.locator("#picture-kind")).to_have_value("slitherlink")
    page.locator("#picture-play").click()
    expect(page.locator("#size")).to_contain_text("5")
    expect(page.locator("#verdict")).to_contain_text("nique", timeout=60_000)


def test_a_picture_of_many_megabytes_is_read(page, site, tmp_path):
    page.goto(site.url)
    file = tmp_path / "board.png"  # contents would go through several processes as text
    file.write_bytes(picture(page, SLITHERLINK, dots=True)["buffer"] + bytes(13_000_000))
    choose(page, file)
    expect(page.locator("#picture-kind")).to_have_value("slitherlink", timeout=60_000)


def test_another_kind_can_be_read(page, site):
    page.goto(site.url)
    choose(page, picture(page, BINOXXO, dots=False))
    expect(page.locator("#picture-kind")).to_have_value("binoxxo", timeout=60_000)
    page.locator("#picture-kind").select_option("slitherlink")
    expect(page.locator("#picture-kind")).to_have_value("slitherlink")
    expect(page.locator("#picture-words")).to_contain_text("Not proven", timeout=60_000)


def test_a_position_is_consistent_but_may_be_read_differently(page, site):
    page.goto(site.url)
    choose(page, picture(page, ["1...1", ".....", "..2..", ".....", "1...1"], dots=False))
    expect(page.locator("#picture-kind")).to_have_value("slitherlink", timeout=60_000)
    page.locator("#picture-kind").select_option("minesweeper")
    expect(page.locator("#picture-words")).to_contain_text("the numbers are consistent", timeout=60_000)


def test_a_place_can_be_corrected(page, site):
    page.goto(site.url)
    choose(page, picture(page, SLITHERLINK, dots=True))
    expect(page.locator("#picture-words")).to_contain_text("Proven", timeout=60_000)
    box = page.locator("#picture-canvas").bounding_box()
    scale = box["width"] / 300
    page.mouse.click(box["x"] + 70 * scale, box["y"] + 70 * scale)
    expect(page.locator("#picture-value")).to_have_value("1")
    page.locator("#picture-value").fill("3")
    page.locator("#picture-fix button").click()
    expect(page.locator("#picture-words")).to_contain_text("has no solution", timeout=60_000)


def test_in_draw_the_picture_stays_next_to_the_board(page, site):
    page.goto(site.url)
    choose(page, picture(page, SLITHERLINK, dots=True))
    expect(page.locator("#picture-words")).to_contain_text("Proven", timeout=60_000)
    page.locator("#picture-draw").click()
    expect(page.locator("#mode-draw")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#picture-canvas")).to_be_visible()
    expect(page.locator("#picture-words")).to_contain_text("Proven")
    box = page.locator("#picture-canvas").bounding_box()
    scale = box["width"] / 300
    page.locator("#picture-canvas").click(position={"x": 70 * scale, "y": 70 * scale})
    page.locator("#picture-value").fill("3")
    page.locator("#picture-value").press("Enter")
    expect(page.locator("#picture-words")).to_be_empty()
    expect(page.locator("#verdict")).to_contain_text("No solution", timeout=60_000)
    expect(page.locator("#picture-canvas")).to_be_visible()
    page.locator("#mode-play").click()
    expect(page.locator("#picture-canvas")).to_be_hidden()


def test_a_corner_moves_by_keys(page, site):
    page.goto(site.url)
    choose(page, picture(page, SLITHERLINK, dots=True))
    expect(page.locator("#picture-words")).to_contain_text("Proven", timeout=60_000)
    corner = page.locator("[data-corner='2']")
    for _ in range(11):  # 82 of 300 points
        corner.press("Shift+ArrowUp")
        corner.press("Shift+ArrowLeft")
    expect(page.locator("#picture-words")).to_contain_text("no grid within this frame", timeout=60_000)


def test_a_portrait_goes_to_the_nonogram_tool(page, site):
    page.goto(site.url)
    file = {"name": "face.png", "mimeType": "image/png", "buffer": b64decode(page.evaluate(PORTRAIT))}
    choose(page, file)
    expect(page.locator("#image-form")).to_be_visible()
    expect(page.locator("#image-box")).to_contain_text("No grid")


# Draws a board of the page once more: twice side by side, turned by a quarter, or black on a transparent ground.
REDRAW = """async ([board, how]) => {
  const image = new Image();
  image.src = "data:image/png;base64," + board;
  await image.decode();
  const [wide, tall] = [image.width, image.height];
  const canvas = Object.assign(document.createElement("canvas"), {width: how === "two" ? 2 * wide : wide, height: tall});
  const pen = canvas.getContext("2d");
  if (how === "turned") pen.setTransform(0, -1, 1, 0, 0, tall);
  pen.drawImage(image, 0, 0);
  if (how === "two") pen.drawImage(image, wide, 0);
  if (how === "clear") {
    const pixels = pen.getImageData(0, 0, wide, tall);
    for (let i = 0; i < pixels.data.length; i += 4)
      pixels.data.set([0, 0, 0, 255 - pixels.data[i]], i);
    pen.putImageData(pixels, 0, 0);
  }
  return canvas.toDataURL(how === "turned" ? "image/jpeg" : "image/png").split(",")[1];
}"""

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
GIF = b64decode(
    "R0lGODlhGAAYAIAAAAAAAAAAACH/C05FVFNDQVBFMi4wAwEAAAAsAAAAABgAGABACCkAAQgcSLCgwYMIEypcyLChw4cQI0qcSLGixYsYM2rcyLGjx48"
    "gQz4MCAA7"
)
CMYK = b64decode(
    "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAoHB4jHhkoIyEjLSsoMDxkQTw3Nzx7WF1JZJGAmZaPgIyKoLTmw6Cq2q2KjMj/y9ru9f///5vB////+v/m/f"
    "/4/8AAFAgAGAAYBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAAAAAAAAAF/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwCy"
    "srKyAAAAAAAAAAD/2Q=="
)
TURNED = b"\xff\xe1\0\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"  # by a quarter
LARGE = PNG + b"\0\0\x40\0\0\0\x40\0\x08\2\0\0\0" + bytes(20)
SUDOKU = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
]


def test_each_hostile_picture_gets_a_sentence_and_the_board_stays(device, site):
    page = device()
    page.goto(f"{site.url}#p=q1bKzsxLUbJSUCrOySzJSC3KyczLVtJRUEovygQJRysZGhnqGYFEjPSMIAxjPT2EiCGIYaBnYGSsFFsLAA")
    expect(page.locator("#size")).to_contain_text("5")
    address = page.url
    board = page.evaluate(DRAW, [SLITHERLINK, True])
    two, clear, turned = (b64decode(page.evaluate(REDRAW, [board, how])) for how in ("two", "clear", "turned"))
    sentences = {
        "empty.png": (b"", "damaged"),
        "text.png": (b"hello" * 20, "damaged"),
        "cut.png": (b64decode(board)[:300], "damaged"),
        "point.png": (PNG + b"\0\0\0\1\0\0\0\1\x08\2\0\0\0" + bytes(20), "too small"),
        "large.png": (LARGE, "64 million"),
        "sudoku.png": (b64decode(page.evaluate(DRAW, [SUDOKU, False])), "Sudoku"),
        "moving.gif": (GIF[:-1] + GIF[GIF.index(b",") :], "No grid"),
        "cmyk.jpg": (CMYK, "No grid"),
        "two.png": (two, "two boards"),
        "clear.png": (clear, "checking the board"),
        "turned.jpg": (turned[:2] + TURNED + turned[2:], "checking the board"),
    }
    for name, (content, words) in sentences.items():
        page.locator("#more-button").click()
        page.locator("#picture-button").click()
        page.locator("#picture-file").set_input_files({"name": name, "mimeType": "", "buffer": content})
        place = "#image-box" if words == "No grid" else "#panel-picture"
        expect(page.locator(place), name).to_contain_text(words)
        if place == "#image-box":
            page.go_back()  # Draw shows a new board; the old one is one step back
        else:
            page.keyboard.press("Escape")
        expect(page).to_have_url(address)
