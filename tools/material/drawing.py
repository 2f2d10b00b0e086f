"""Boards in the styles of print and of other sites: Pillow pictures of documents."""

from __future__ import annotations

import random

from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
PAPERS: list[Colour] = [(255, 255, 255), (250, 246, 235), (240, 240, 240)]
INKS: list[Colour] = [(0, 0, 0), (30, 30, 60), (60, 60, 60)]
DARK: tuple[Colour, Colour] = (24, 26, 30), (225, 222, 214)
MINE_COLOURS = {
    "1": (0, 0, 255),
    "2": (0, 128, 0),
    "3": (255, 0, 0),
    "4": (0, 0, 128),
    "5": (128, 0, 0),
    "6": (0, 128, 128),
    "7": (0, 0, 0),
    "8": (128, 128, 128),
}


class Style:
    """The random style of one picture: pitch, margins, paper, ink, font."""

    def __init__(self, dice: random.Random, fonts: list[str], pitch: int | None = None, dark: bool = True):
        self.dice = dice
        self.pitch = pitch or dice.choice([22, 26, 30, 36, 44])
        self.margin = int(self.pitch * dice.uniform(0.6, 1.6))
        self.paper, self.ink = dice.choice(PAPERS), dice.choice(INKS)
        if dark and dice.random() < 0.15:
            self.paper, self.ink = DARK
        self.faint = tuple((a + b) // 2 for a, b in zip(self.paper, self.ink))
        self.size = int(self.pitch * dice.choice([0.55, 0.62, 0.68, 0.75]))
        self.font = ImageFont.truetype(dice.choice(fonts), self.size)

    def text(self, pen: ImageDraw.ImageDraw, x: float, y: float, text: str, fill: Colour | None = None) -> None:
        """Write a text around a point."""
        left, top, right, bottom = pen.textbbox((0, 0), text, font=self.font)
        pen.text((x - (left + right) / 2, y - (top + bottom) / 2), text, font=self.font, fill=fill or self.ink)

    def sheet(self, width: float, height: float) -> tuple[Image.Image, ImageDraw.ImageDraw]:
        """Return an empty page with room for this many points, margins added."""
        image = Image.new("RGB", (int(width) + 2 * self.margin, int(height) + 2 * self.margin), self.paper)
        return image, ImageDraw.Draw(image)


def drawn(document: dict, style: Style) -> Image.Image:
    """Return a board in the style of print or of a site."""
    makers = {"nonogram": nonogram, "slitherlink": slitherlink, "binoxxo": binoxxo, "minesweeper": minesweeper}
    return makers[document["kind"]](document, style)


def nonogram(document: dict, style: Style) -> Image.Image:
    """Return a nonogram: clues with or without boxes, thick lines at every fifth, sometimes with shaded clue cells."""
    rows, columns, p, dice = document["rows"], document["cols"], style.pitch, style.dice
    height, width = len(rows), len(columns)
    a, b = max(1, *map(len, rows)), max(1, *map(len, columns))
    boxed, shaded = dice.random() < 0.4, dice.random() < 0.3
    step = p if boxed else p * dice.choice([0.8, 0.9, 1])
    image, pen = style.sheet(a * step + width * p + 6, b * step + height * p + 6)
    x0, y0 = style.margin + int(a * step) + 3, style.margin + int(b * step) + 3
    if shaded:
        tone = tuple((9 * c + d) // 10 for c, d in zip(style.paper, style.ink))
        pen.rectangle([x0 - a * step, y0, x0, y0 + height * p], fill=tone)
        pen.rectangle([x0, y0 - b * step, x0 + width * p, y0], fill=tone)
    thin, thick = dice.choice([(1, 1), (1, 2), (1, 3), (2, 4)])
    line = dice.choice([style.ink, style.faint])
    outside = dice.choice([0, 1]) if not boxed else 1
    for x in range(width + 1):
        heavy = x % 5 == 0 or x == width
        top = y0 - b * step * outside
        pen.line([x0 + x * p, top, x0 + x * p, y0 + height * p], style.ink if heavy else line, thick if heavy else thin)
    for y in range(height + 1):
        heavy = y % 5 == 0 or y == height
        left = x0 - a * step * outside
        pen.line([left, y0 + y * p, x0 + width * p, y0 + y * p], style.ink if heavy else line, thick if heavy else thin)
    if boxed:
        for k in range(1, a + 1):
            pen.line([x0 - k * p, y0, x0 - k * p, y0 + height * p], line, thin)
        for k in range(1, b + 1):
            pen.line([x0, y0 - k * p, x0 + width * p, y0 - k * p], line, thin)
    for r, clue in enumerate(rows):
        for k, number in enumerate(reversed(clue or [0])):
            style.text(pen, x0 - (k + 0.5) * step, y0 + (r + 0.5) * p, str(number))
    for c, clue in enumerate(columns):
        for k, number in enumerate(reversed(clue or [0])):
            style.text(pen, x0 + (c + 0.5) * p, y0 - (k + 0.5) * step, str(number))
    return image


def slitherlink(document: dict, style: Style) -> Image.Image:
    """Return a slitherlink: numbers between dots, or in cells with faint lines."""
    grid, p, m = document["grid"], style.pitch, style.margin
    height, width = len(grid), len(grid[0])
    image, pen = style.sheet(width * p, height * p)
    radius = max(1, p * style.dice.choice([0.045, 0.06, 0.09]))
    if style.dice.random() < 0.7:
        for y in range(height + 1):
            for x in range(width + 1):
                cx, cy = m + x * p, m + y * p
                pen.ellipse([cx - radius, cy - radius, cx + radius, cy + radius], fill=style.ink)
    else:
        for y in range(height + 1):
            pen.line([m, m + y * p, m + width * p, m + y * p], style.faint)
        for x in range(width + 1):
            pen.line([m + x * p, m, m + x * p, m + height * p], style.faint)
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            if letter != ".":
                style.text(pen, m + (x + 0.5) * p, m + (y + 0.5) * p, letter)
    return image


def binoxxo(document: dict, style: Style) -> Image.Image:
    """Return a binoxxo: 0 and 1, X and O, or discs and rings; givens are sometimes shaded."""
    grid, p, m, dice = document["grid"], style.pitch, style.margin, style.dice
    height, width = len(grid), len(grid[0])
    image, pen = style.sheet(width * p, height * p)
    which, line, shaded = dice.choice(["01", "OX", "disc"]), dice.choice([1, 2]), dice.random() < 0.25
    tone = tuple((8 * a + b) // 9 for a, b in zip(style.paper, style.ink))
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            cx, cy, q = m + (x + 0.5) * p, m + (y + 0.5) * p, p * 0.34
            if letter != "." and shaded:
                pen.rectangle([m + x * p, m + y * p, m + x * p + p, m + y * p + p], fill=tone)
            if letter != "." and which == "disc":
                box = [cx - q, cy - q, cx + q, cy + q]
                pen.ellipse(box, fill=style.ink if letter == "X" else None, outline=style.ink, width=2)
            elif letter != ".":
                style.text(pen, cx, cy, {"01": {"O": "0", "X": "1"}}.get(which, {}).get(letter, letter))
    for y in range(height + 1):
        pen.line([m, m + y * p, m + width * p, m + y * p], style.ink, line)
    for x in range(width + 1):
        pen.line([m + x * p, m, m + x * p, m + height * p], style.ink, line)
    draw_signs(document, pen, style)
    return image


def draw_signs(document: dict, pen: ImageDraw.ImageDraw, style: Style) -> None:
    """Draw "=" and "x" on the edges between cells, sometimes on a blank disc."""
    signs, p, m, dice = document.get("signs", {"h": [], "v": []}), style.pitch, style.margin, style.dice
    arm, badge, width = p * dice.choice([0.09, 0.12, 0.15]), dice.random() < 0.6, max(1, round(p * 0.05))
    places = [(2 * x + 2, 2 * y + 1, sign) for y, row in enumerate(signs["h"]) for x, sign in enumerate(row)]
    places += [(2 * x + 1, 2 * y + 2, sign) for y, row in enumerate(signs["v"]) for x, sign in enumerate(row)]
    for u, v, sign in places:
        x, y = m + u * p / 2, m + v * p / 2
        if sign != "." and badge:
            pen.ellipse([x - 1.5 * arm, y - 1.5 * arm, x + 1.5 * arm, y + 1.5 * arm], fill=style.paper)
        if sign == "=":
            for by in (-0.55 * arm, 0.55 * arm):
                pen.line([x - arm, y + by, x + arm, y + by], style.ink, width)
        elif sign == "x":
            pen.line([x - arm, y - arm, x + arm, y + arm], style.ink, width)
            pen.line([x - arm, y + arm, x + arm, y - arm], style.ink, width)


def minesweeper(document: dict, style: Style) -> Image.Image:
    """Return a minesweeper board: classic raised cells, flat checkered cells, or shaded cells in print."""
    grid, p, m, dice = document["grid"], style.pitch, style.margin, style.dice
    image, pen = style.sheet(len(grid[0]) * p, len(grid) * p)
    cell = dice.choice([printed_cell, raised_cell, flat_cell])
    for y, row in enumerate(grid):
        for x, letter in enumerate(row):
            cell(pen, style, m + x * p, m + y * p, letter, (x + y) % 2)
            if letter in "12345678" or letter == "0" and cell is printed_cell:
                colour = style.ink if cell is printed_cell else MINE_COLOURS[letter]
                style.text(pen, m + (x + 0.5) * p, m + (y + 0.5) * p, letter, colour)
    return image


def printed_cell(pen: ImageDraw.ImageDraw, style: Style, x: int, y: int, letter: str, parity: int) -> None:
    """Draw a frame, grey if the cell is closed."""
    tone = tuple((3 * a + b) // 4 for a, b in zip(style.paper, style.ink))
    pen.rectangle(
        [x, y, x + style.pitch, y + style.pitch], outline=style.ink, fill=tone if letter == "." else style.paper
    )


def raised_cell(pen: ImageDraw.ImageDraw, style: Style, x: int, y: int, letter: str, parity: int) -> None:
    """Draw, for a closed cell, light above and left, and shadow below and right."""
    p, b = style.pitch, max(2, style.pitch // 10)
    pen.rectangle([x, y, x + p - 1, y + p - 1], fill=(192, 192, 192))
    if letter != ".":
        pen.line([(x, y + p - 1), (x, y), (x + p - 1, y)], fill=(128, 128, 128))
        return
    e = p - 1
    light = [(x, y + e), (x, y), (x + e, y), (x + e - b, y + b), (x + b, y + b), (x + b, y + e - b)]
    dark = [(x, y + e), (x + e, y + e), (x + e, y), (x + e - b, y + b), (x + e - b, y + e - b), (x + b, y + e - b)]
    pen.polygon(light, fill=(255, 255, 255))
    pen.polygon(dark, fill=(128, 128, 128))


def flat_cell(pen: ImageDraw.ImageDraw, style: Style, x: int, y: int, letter: str, parity: int) -> None:
    """Draw one of two greens if the cell is closed, one of two browns if it is open."""
    closed, opened = ((170, 215, 81), (162, 209, 73)), ((229, 194, 159), (215, 184, 153))
    pen.rectangle([x, y, x + style.pitch - 1, y + style.pitch - 1], fill=(closed if letter == "." else opened)[parity])
