"""Boards as apps and other sites show them: colour themes, gaps between rounded cells, bars above and below the board;
and what happens to screenshots afterwards.
"""

from __future__ import annotations

import io
import random

from PIL import Image, ImageDraw, ImageFont

from .drawing import Colour

# Page, cell, closed or given cell, line, writing.
THEMES: list[tuple[str, str, str, str, str]] = [
    ("#121212", "#1e1e1e", "#333333", "#3a3a3a", "#e0e0e0"),
    ("#000000", "#101014", "#2c2c34", "#444450", "#ffffff"),
    ("#0d1b2a", "#1b263b", "#31486b", "#415a77", "#e0e1dd"),
    ("#2d2a3e", "#3b3654", "#5a5280", "#6b6390", "#f2e9ff"),
    ("#ffffff", "#ffffff", "#dfe6ee", "#b0bec5", "#263238"),
    ("#eceff1", "#ffffff", "#cfd8dc", "#90a4ae", "#37474f"),
    ("#fdf6e3", "#fffbf0", "#e8dcb8", "#cbb98a", "#5c4a1e"),
    ("#e8f4ea", "#f7fff8", "#bfe0c4", "#8fbf97", "#1f4d2a"),
    ("#fce4ec", "#fff5f8", "#f3bccf", "#d98ba7", "#6b1238"),
    ("#1a3c34", "#24524a", "#3a7a6c", "#4d9686", "#e9fff7"),
]
DIGITS = [
    ["#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e"],
    ["#7cc7ff", "#66c266", "#ff7788", "#ee88ff", "#ddaa22", "#66cccc", "#999999", "#d0d8e0"],
    ["#64b5f6", "#81c784", "#e57373", "#ba68c8", "#ffb74d", "#4dd0e1", "#f06292", "#bdbdbd"],
]


def colour(text: str) -> Colour:
    """Return the parts of a colour such as "#1e1e1e"."""
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


class Screen:
    """The random theme of one screenshot, and its pen. Positions are in pixels of the board, margins added."""

    def __init__(self, dice: random.Random, fonts: list[str], width: float, height: float):
        """Make an empty screen for a board of this many cells."""
        self.dice, self.pitch = dice, dice.choice([26, 32, 38, 44])
        self.page, self.cell, self.closed, self.line, self.ink = map(colour, dice.choice(THEMES))
        self.gap, self.thin = dice.choice([0, 0, 1, 2, 3, 4]), dice.choice([1, 1, 2, 3])
        self.radius = 0 if self.gap < 2 else dice.choice([0, 0.12, 0.25]) * self.pitch
        self.thick = self.thin + dice.choice([0, 1, 2])
        self.face = dice.choice(fonts)
        self.font = ImageFont.truetype(self.face, int(self.pitch * dice.choice([0.5, 0.58, 0.66, 0.74])))
        self.top, self.margin = dice.choice([0.5, 2.5]) * self.pitch, dice.uniform(0.3, 1) * self.pitch
        size = width * self.pitch + 2 * self.margin, height * self.pitch + 2 * self.margin + 2 * self.top
        if self.gap and self.cell == self.page:
            self.page = self.line  # otherwise the cells would not show
            self.ink = colour("#101418")
        self.image = Image.new("RGB", (int(size[0]), int(size[1])), self.page)
        self.pen = ImageDraw.Draw(self.image)
        if self.top > self.pitch:
            self.bars()

    def bars(self) -> None:
        """Draw a title and a clock above the board, and buttons below it."""
        p, width, height = self.pitch, *self.image.size
        big = ImageFont.truetype(self.face, int(0.7 * p))
        self.pen.text((self.margin, 0.5 * p), self.dice.choice(["Level 27", "Easy", "12:41", "#1408"]), self.ink, big)
        self.pen.text(
            (width - 3.5 * p, 0.5 * p), f"0{self.dice.randint(0, 9)}:{self.dice.randint(10, 59)}", self.ink, big
        )
        for k in range(int(width / p / 2.5)):
            x, y = self.margin + 2.5 * k * p, height - 1.8 * p
            self.pen.rounded_rectangle([x, y, x + 2.1 * p, y + 1.2 * p], 0.3 * p, self.closed)

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        return self.margin + column * self.pitch, self.margin + self.top + row * self.pitch

    def box(self, column: float, row: float, fill: Colour) -> None:
        """Draw a cell, smaller by the gap; without a gap, with a line around it."""
        (x, y), g, p = self.at(column, row), self.gap / 2, self.pitch
        where = [round(x + g), round(y + g), round(x + p - g) - (self.gap > 0), round(y + p - g) - (self.gap > 0)]
        if self.gap:
            self.pen.rounded_rectangle(where, self.radius, fill)
        else:
            self.pen.rectangle(where, fill, self.line, self.thin)

    def text(self, column: float, row: float, text: str, fill: Colour | None = None) -> None:
        """Write a text in the middle of a cell."""
        x, y = self.at(column + 0.5, row + 0.5)
        left, top, right, bottom = self.pen.textbbox((0, 0), text, font=self.font)
        self.pen.text((x - (left + right) / 2, y - (top + bottom) / 2), text, fill or self.ink, self.font)


def shown(document: dict, dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return a screenshot of an app with this board."""
    makers = {"nonogram": nonogram, "slitherlink": slitherlink, "binoxxo": binoxxo, "minesweeper": minesweeper}
    return makers[document["kind"]](document, dice, fonts)


def nonogram(document: dict, dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return a nonogram: clues on the page or on a bar for each line."""
    rows, columns = document["rows"], document["cols"]
    a, b = max(1, *map(len, rows)), max(1, *map(len, columns))
    step = dice.choice([0.7, 0.8, 0.9])
    wide, tall = a * step + 0.3, b * step + 0.3
    screen = Screen(dice, fonts, wide + len(columns), tall + len(rows))
    pen, p, bars = screen.pen, screen.pitch, dice.random() < 0.4
    for kind, lines in (("row", rows), ("column", columns)):
        for k, clue in enumerate(lines):
            x, y = (screen.at(0, tall + k)) if kind == "row" else screen.at(wide + k, 0)
            w, h = (wide * p, p) if kind == "row" else (p, tall * p)
            if bars:
                pen.rounded_rectangle([x + 1, y + 1, x + w - 2, y + h - 2], screen.radius, screen.closed)
            for j, number in enumerate(reversed(clue or [0])):
                far = (j + 1) * step + 0.1
                cx, cy = (
                    (wide - far + (step - 1) / 2, tall + k)
                    if kind == "row"
                    else (wide + k, tall - far + (step - 1) / 2)
                )
                screen.text(cx, cy, str(number))
    for r in range(len(rows)):
        for c in range(len(columns)):
            screen.box(wide + c, tall + r, screen.cell)
    for k in range(0, max(len(rows), len(columns)) + 1, 5):
        for x0, y0, x1, y1, most in (
            (wide + k, tall, wide + k, tall + len(rows), len(columns)),
            (wide, tall + k, wide + len(columns), tall + k, len(rows)),
        ):
            if k <= most and screen.gap < 3:
                pen.line([*screen.at(x0, y0), *screen.at(x1, y1)], screen.ink, screen.thick)
    return screen.image


def slitherlink(document: dict, dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return a slitherlink: dots, or dots with faint lines."""
    grid = document["grid"]
    height, width = len(grid), len(grid[0])
    screen = Screen(dice, fonts, width, height)
    pen, dot, lines = screen.pen, screen.pitch * dice.choice([0.05, 0.08, 0.11]), dice.random() < 0.4
    square = dice.random() < 0.3
    for k in range(height + 1 if lines else 0):
        pen.line([*screen.at(0, k), *screen.at(width, k)], screen.closed, screen.thin)
    for k in range(width + 1 if lines else 0):
        pen.line([*screen.at(k, 0), *screen.at(k, height)], screen.closed, screen.thin)
    for r in range(height + 1):
        for c in range(width + 1):
            x, y = screen.at(c, r)
            (pen.rectangle if square else pen.ellipse)([x - dot, y - dot, x + dot, y + dot], screen.ink)
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            if letter != ".":
                screen.text(c, r, letter)
    return screen.image


def binoxxo(document: dict, dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return a binoxxo: coloured cells, coloured discs, or writing."""
    grid = document["grid"]
    screen = Screen(dice, fonts, len(grid[0]), len(grid))
    which = dice.choice(["tiles", "discs", "01", "OX"])
    two = [("#e53935", "#1e88e5"), ("#ffb300", "#5e35b1"), ("#43a047", "#fb8c00"), ("#26c6da", "#ec407a")]
    tones = dict(zip("OX", map(colour, dice.choice(two))))
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            given = letter != "."
            screen.box(c, r, tones[letter] if given and which == "tiles" else screen.cell)
            if given and which == "discs":
                x, y = screen.at(c + 0.5, r + 0.5)
                q = 0.34 * screen.pitch
                screen.pen.ellipse([x - q, y - q, x + q, y + q], tones[letter])
            elif given and which in ("01", "OX"):
                screen.text(c, r, letter if which == "OX" else "01"[letter == "X"])
    return screen.image


def minesweeper(document: dict, dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return a minesweeper board: closed cells brighter or darker than opened ones, digits in colours."""
    grid = document["grid"]
    screen = Screen(dice, fonts, len(grid[0]), len(grid))
    dark = sum(screen.page) < 300
    palette, turned = DIGITS[dice.choice([1, 2]) if dark else 0], dice.random() < 0.5
    closed, opened = (screen.cell, screen.closed) if turned and dark else (screen.closed, screen.cell)
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            screen.box(c, r, closed if letter == "." else opened)
            if letter in "12345678":
                screen.text(c, r, letter, colour(palette[int(letter) - 1]))
    return screen.image


def worn(image: Image.Image, dice: random.Random) -> Image.Image:
    """Return a screenshot after it was shown at another size, turned a little or compressed."""
    scale = dice.choice([0.5, 0.6, 0.75, 1, 1.25, 1.5, 2, 3])
    size = round(image.width * scale), round(image.height * scale)
    ways = [Image.BILINEAR, Image.BICUBIC, Image.LANCZOS] + [Image.NEAREST] * (scale >= 1)
    out = image.resize(size, dice.choice(ways))
    if dice.random() < 0.4:
        out = out.rotate(dice.uniform(-1.5, 1.5), Image.BICUBIC, expand=True, fillcolor=image.getpixel((1, 1)))
    if dice.random() < 0.6:
        kept = io.BytesIO()
        out.save(kept, "JPEG", quality=dice.choice([30, 45, 60, 80]))
        out = Image.open(kept)
    return out
