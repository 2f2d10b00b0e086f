"""Samples of glyphs for training: drawn, distorted, blurred, and cut out as the page does it."""

from __future__ import annotations

import math
import random

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

HEIGHT, WIDTH = 20, 16
CUT = 0.35
"""A pixel belongs to a glyph if it has at least this share of the strongest ink; the same value as in
web/reading/patch.js.
"""

CLASSES = "0123456789XFM?"
"""Digits (0 includes the ring), crosses, flags, mines, anything else."""

# Digits of 5 x 7 and 3 x 5 pixels, as in many games and displays.
PIXELS_5 = (
    "01110 10001 10011 10101 11001 10001 01110|00100 01100 00100 00100 00100 00100 01110|"
    "01110 10001 00001 00110 01000 10000 11111|01110 10001 00001 00110 00001 10001 01110|"
    "00010 00110 01010 10010 11111 00010 00010|11111 10000 11110 00001 00001 10001 01110|"
    "00110 01000 10000 11110 10001 10001 01110|11111 00001 00010 00100 01000 01000 01000|"
    "01110 10001 10001 01110 10001 10001 01110|01110 10001 10001 01111 00001 00010 01100"
)
PIXELS_3 = (
    "111 101 101 101 111|010 110 010 010 111|111 001 111 100 111|111 001 111 001 111|101 101 111 001 001|"
    "111 100 111 001 111|111 100 111 101 111|111 001 001 001 001|111 101 111 101 111|111 101 111 001 111"
)
# Seven-segment digits: top, upper left, upper right, middle, lower left, lower right, bottom.
SEGMENTS = "1110111 0010010 1011101 1011011 0111010 1101011 1101111 1010010 1111111 1111011"
# The bold digits of classic minesweeper, 8 x 8.
BLOCKS = (
    "01111110 11111111 11000011 11000011 11000011 11000011 11111111 01111110|"
    "00011000 00111000 01111000 00011000 00011000 00011000 01111110 01111110|"
    "11111110 11111111 00000111 00111110 11111100 11100000 11111111 11111111|"
    "11111110 11111111 00000111 00111110 00111110 00000111 11111111 11111110|"
    "00111110 01110110 01100110 11100110 11111111 11111111 00000110 00000110|"
    "11111111 11111111 11000000 11111110 11111111 00000011 11111111 11111110|"
    "01111110 11111110 11000000 11111110 11111111 11000011 11111111 01111110|"
    "11111111 11111111 00000111 00000110 00001110 00001100 00011100 00011000|"
    "01111110 11111111 11000011 01111110 01111110 11000011 11111111 01111110|"
    "01111110 11111111 11000011 11111111 01111111 00000011 01111111 01111110"
)


def bitmap(text: str) -> Image.Image:
    """Return rows of 0 and 1 as a picture."""
    rows = [[int(bit) * 255 for bit in row] for row in text.split()]
    return Image.fromarray(np.array(rows, np.uint8))


def segments(digit: int, dice: random.Random) -> Image.Image:
    """Return an upright seven-segment digit of any weight."""
    on = SEGMENTS.split()[digit]
    w, h, t = dice.randint(12, 20), dice.randint(22, 34), dice.randint(2, 5)
    image = Image.new("L", (w + 1, h + 1), 0)
    m, g = h // 2, dice.choice([0, 0, 1])
    bars = [(0, 0, w, t), (0, 0, t, m), (w - t, 0, w, m), (0, m - t // 2, w, m + t - t // 2), (0, m, t, h)]
    bars += [(w - t, m, w, h), (0, h - t, w, h)]
    for bit, (x0, y0, x1, y1) in zip(on, bars):
        if bit == "1":
            ImageDraw.Draw(image).rectangle([x0 + g, y0 + g, x1 - g, y1 - g], fill=255)
    return image


def drawn_digit(digit: int, dice: random.Random) -> Image.Image:
    """Return an enlarged digit of a pixel font, of blocks or of segments."""
    which = dice.randrange(4)
    if which == 0:
        return segments(digit, dice)
    small = bitmap((PIXELS_5, PIXELS_3, BLOCKS)[which - 1].split("|")[digit])
    k = dice.randint(2, 5)
    return small.resize((small.width * k, small.height * k), dice.choice([Image.NEAREST, Image.BILINEAR]))


def typed(text: str, font: str, size: int, sharp: bool) -> Image.Image:
    """Return a text in a font; with `sharp`, pixels are either full or empty, as in a bitmap font."""
    face = ImageFont.truetype(font, size)
    image = Image.new("L", (size * (len(text) + 2), size * 3), 0)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1" if sharp else "L"
    pen.text((size // 2, size // 2), text, font=face, fill=255)
    box = image.getbbox()
    return image.crop(box) if box else image


def cross(dice: random.Random) -> Image.Image:
    """Return two diagonal strokes."""
    s = dice.randint(16, 40)
    image = Image.new("L", (s + 8, s + 8), 0)
    pen, w, d = ImageDraw.Draw(image), dice.randint(1, max(2, s // 5)), dice.randint(0, s // 8)
    pen.line([4, 4 + d, 4 + s, 4 + s - d], fill=255, width=w)
    pen.line([4, 4 + s - d, 4 + s, 4 + d], fill=255, width=w)
    return image


def ring(dice: random.Random) -> Image.Image:
    """Return a circle or an ellipse of any weight."""
    w = dice.randint(16, 40)
    h = w if dice.random() < 0.6 else int(w * dice.uniform(1, 1.7))
    image = Image.new("L", (w + 5, h + 5), 0)
    ImageDraw.Draw(image).ellipse([2, 2, 2 + w, 2 + h], outline=255, width=dice.randint(1, max(2, w // 5)))
    return image


def flag(dice: random.Random) -> Image.Image:
    """Return a flag on its pole, with or without a foot."""
    s = dice.randint(20, 44)
    image = Image.new("L", (s + 4, s + 4), 0)
    pen = ImageDraw.Draw(image)
    pole, w = int(s * dice.uniform(0.3, 0.75)), dice.randint(1, max(2, s // 9))
    top, half = int(s * dice.uniform(0, 0.1)), int(s * dice.uniform(0.22, 0.4))
    grey = dice.choice([255, 255, 140, 90])
    left = dice.random() < 0.6
    tip = int(pole + (-1 if left else 1) * s * dice.uniform(0.3, 0.6))
    if dice.random() < 0.8:
        pen.polygon([(pole, top), (tip, top + half // 2), (pole, top + half)], fill=grey)
    else:
        pen.rectangle([min(pole, tip), top, max(pole, tip), top + half], fill=grey)
    pen.rectangle([pole, top, pole + w, s], fill=dice.choice([255, 255, 160]))
    if dice.random() < 0.75:
        foot = int(s * dice.uniform(0.15, 0.4))
        pen.rectangle([pole - foot, s - dice.randint(1, s // 6), pole + foot, s], fill=255)
        if dice.random() < 0.5:
            pen.rectangle([pole - foot // 2, s - s // 4, pole + foot // 2, s], fill=255)
    return image


def mine(dice: random.Random) -> Image.Image:
    """Return a ball with spikes, optionally with a highlight."""
    s = dice.randint(20, 44)
    c, r = s / 2 + 3, s * dice.uniform(0.26, 0.38)
    image = Image.new("L", (s + 7, s + 7), 0)
    pen = ImageDraw.Draw(image)
    w, spikes = dice.randint(1, max(2, s // 9)), dice.choice([4, 8, 8, 8])
    for k in range(spikes):
        a = 2 * math.pi * k / spikes
        reach = s / 2 * (1 if k % 2 == 0 or spikes == 4 else dice.uniform(0.75, 1))
        pen.line([c, c, c + reach * math.cos(a), c + reach * math.sin(a)], fill=255, width=w)
    pen.ellipse([c - r, c - r, c + r, c + r], fill=255)
    if dice.random() < 0.6:
        g = r * 0.3
        pen.ellipse([c - r / 2 - g / 2, c - r / 2 - g / 2, c - r / 2 + g, c - r / 2 + g], fill=dice.choice([0, 60]))
    return image


def other(dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return something that is not a single glyph: strokes, discs, dust, letters, two touching digits, half a digit."""
    s = dice.randint(20, 44)
    image = Image.new("L", (s, s), 0)
    pen, k = ImageDraw.Draw(image), dice.randrange(9)

    def some() -> int:
        return dice.randint(0, s - 1)

    if k == 0:
        for _ in range(dice.randint(2, 4)):
            pen.line([some(), some(), some(), some()], fill=255, width=dice.randint(1, 5))
    elif k == 1:
        pen.ellipse([2, 2, s - 3, s - 3], fill=255)
    elif k == 2:
        x, y = dice.randint(0, s // 4), dice.randint(0, s // 4)
        pen.rectangle([x, y, s - x, s - y], fill=255)
    elif k == 3:
        for _ in range(dice.randint(3, 30)):
            x, y = some(), some()
            pen.rectangle([x, y, x + dice.randint(0, 3), y + dice.randint(0, 3)], fill=dice.randint(100, 255))
    elif k == 4:
        if dice.random() < 0.5:
            pen.line([dice.randint(0, 3), 0, dice.randint(0, 3), s], fill=255, width=dice.randint(1, 4))
        pen.line([0, s // 2, s, s // 2 + dice.randint(-3, 3)], fill=255, width=dice.randint(1, 4))
    elif k in (5, 6):
        a, b = (typed(dice.choice("0123456789"), dice.choice(fonts), dice.randint(16, 36), False) for _ in "12")
        image = Image.new("L", (a.width + b.width, max(a.height, b.height)), 0)
        image.paste(a, (0, 0))
        image.paste(b, (a.width - dice.randint(0, 1), 0))
    elif k == 7:
        whole = typed(dice.choice("0689"), dice.choice(fonts), dice.randint(16, 36), False)
        w, h = whole.size
        image = whole.crop(dice.choice([(0, 0, w, h // 2), (0, h // 2, w, h)]))
    else:
        letters = "?ACDEFGHJKLMNPRTUVWYadefhkmnprtuvwy+*#=&@"
        image = typed(dice.choice(letters), dice.choice(fonts), dice.randint(12, 36), False)
    return image if image.getbbox() else other(dice, fonts)


def drawn(name: str, dice: random.Random, fonts: list[str]) -> Image.Image:
    """Return a picture of a glyph of a class, bright on dark."""
    if name == "?":
        return other(dice, fonts)
    if name in "FM":
        return (flag if name == "F" else mine)(dice)
    size = dice.choice([9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 34, 40])
    if name == "X":
        return cross(dice) if dice.random() < 0.6 else typed(dice.choice("xX×"), dice.choice(fonts), size, False)
    if name == "0" and dice.random() < 0.4:
        return ring(dice) if dice.random() < 0.7 else typed("O", dice.choice(fonts), size, False)
    if dice.random() < 0.14:
        return drawn_digit(int(name), dice)
    if name == "1" and dice.random() < 0.05:
        name = "I"  # like the 1 of many old-style figures
    flat = with_flat_three(fonts) if name == "3" and dice.random() < 0.08 else []
    if flat:
        return typed("\u0292", dice.choice(flat), size, False)
    return typed(name, dice.choice(fonts), size, size < 18 and dice.random() < 0.4)


def with_flat_three(fonts: list[str]) -> list[str]:
    """Return the fonts that have the letter ezh, which looks like a 3 with a flat top."""
    return [font for font in fonts if "dejavu" in font or "freefont" in font or "LinLibertine" in font]


def warped(image: Image.Image, dice: random.Random) -> Image.Image:
    """Return a glyph as another font might draw it: thinner or thicker strokes, slightly moved parts."""
    w, h = image.size
    if min(w, h) < 8:
        return image
    if min(w, h) > 12 and dice.random() < 0.6:
        large = image.resize((2 * w, 2 * h), Image.BILINEAR)
        image = large.filter((ImageFilter.MinFilter if dice.random() < 0.5 else ImageFilter.MaxFilter)(3)).resize(
            (w, h)
        )
    n = 3
    moved = [[(c * w / n, r * h / n) for c in range(n + 1)] for r in range(n + 1)]
    moved = [[(x + dice.gauss(0, 0.025) * w, y + dice.gauss(0, 0.025) * h) for x, y in row] for row in moved]
    mesh = []
    for r in range(n):
        for c in range(n):
            box = (c * w // n, r * h // n, (c + 1) * w // n, (r + 1) * h // n)
            corners = (moved[r][c], moved[r + 1][c], moved[r + 1][c + 1], moved[r][c + 1])
            mesh.append((box, tuple(value for corner in corners for value in corner)))
    out = image.transform((w, h), Image.MESH, mesh, Image.BILINEAR)
    return out if out.getbbox() else image


def distorted(image: Image.Image, dice: random.Random) -> Image.Image:
    """Return the picture with a margin, slightly rotated and sheared as in a photograph."""
    w, h = image.size
    m = max(4, h // 4)
    wide = Image.new("L", (w + 2 * m, h + 2 * m), 0)
    wide.paste(image, (m, m))
    if dice.random() < 0.5:
        return wide
    a, shear = dice.uniform(-0.15, 0.15), dice.uniform(-0.15, 0.15)
    sx, sy = dice.uniform(0.85, 1.2), dice.uniform(0.85, 1.2)
    turn = np.array([[math.cos(a) * sx, -math.sin(a) + shear], [math.sin(a), math.cos(a) * sy]])
    centre = np.array([wide.width / 2, wide.height / 2])
    move = centre - turn @ centre
    return wide.transform(wide.size, Image.AFFINE, (*turn[0], move[0], *turn[1], move[1]), Image.BILINEAR)


def resampled(image: Image.Image, dice: random.Random, noise: np.random.Generator) -> np.ndarray:
    """Return the picture as a cell of 40 samples: taken at some resolution, blurred, noisy, scaled."""
    w, h = image.size
    seen = dice.uniform(8, 30) if dice.random() < 0.7 else h  # the size of the glyph in the picture, in pixels
    s = min(2.0, seen / max(1, h * 2 / 3))
    small = image.resize((max(4, round(w * s)), max(4, round(h * s))), Image.BOX if s < 1 else Image.BILINEAR)
    small = small.filter(ImageFilter.GaussianBlur(dice.choice([0, 0, 0.3, 0.5, 0.8, 1.0]) * min(1.6, seen / 14)))
    cell = dice.uniform(14, 32) * 1.5 / small.height
    large = small.resize((max(6, round(small.width * cell)), max(6, round(small.height * cell))), Image.BILINEAR)
    a = np.asarray(large, float) / 255
    if dice.random() < 0.4:
        a = a + noise.normal(0, dice.uniform(0.01, 0.08), a.shape)
    if dice.random() < 0.3:
        a = (a - 0.5) * dice.uniform(1, 3) + 0.5
    return np.clip(a, 0, 1)


def largest(ink: np.ndarray) -> tuple[int, int, int, int] | None:
    """Return the box of everything that is darker than the cut, without isolated pixels: top, left, bottom, right."""
    on = ink > CUT * ink.max()
    rows, columns = np.where(on.sum(1) > 0)[0], np.where(on.sum(0) > 0)[0]
    if len(rows) == 0:
        return None
    return rows[0], columns[0], rows[-1] + 1, columns[-1] + 1


def normal(ink: np.ndarray) -> np.ndarray:
    """Return ink in the box of the network, HEIGHT x WIDTH, with its proportions kept."""
    box = largest(ink)
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    if box is None:
        return out
    top, left, bottom, right = box
    g = ink[top:bottom, left:right]
    h, w = g.shape
    s = min(HEIGHT / h, WIDTH / w)
    nh, nw = max(1, round(h * s)), max(1, round(w * s))
    image = Image.fromarray((np.clip(g / ink.max(), 0, 1) * 255).astype("uint8"))
    small = np.asarray(image.resize((nw, nh), Image.BOX if s < 1 else Image.BILINEAR), float) / 255
    y, x = (HEIGHT - nh) // 2, (WIDTH - nw) // 2
    out[y : y + nh, x : x + nw] = small
    return out


def samples(n: int, fonts: list[str], seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return n pictures of glyphs and their classes."""
    dice, noise = random.Random(seed), np.random.default_rng(seed)
    pictures, classes = np.zeros((n, HEIGHT, WIDTH), np.float32), np.zeros(n, np.int64)
    weights = [4] * 10 + [2, 1, 1, 5]
    for i in range(n):
        c = dice.choices(range(len(CLASSES)), weights)[0]
        image = drawn(CLASSES[c], dice, fonts)
        if CLASSES[c].isdigit() and dice.random() < 0.4:
            image = warped(image, dice)
        image = distorted(image, dice)
        pictures[i], classes[i] = normal(resampled(image, dice, noise)), c
    return pictures, classes
