"""Simulated photographs of a picture: at an angle, on a bent page, in bad light, out of focus, with noise."""

from __future__ import annotations

import math
import random

import numpy as np
from PIL import Image, ImageFilter


def sampled(picture: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the picture at fractional positions, by linear interpolation."""
    height, width, _ = picture.shape
    x, y = np.clip(x, 0, width - 1.001), np.clip(y, 0, height - 1.001)
    i, j = x.astype(int), y.astype(int)
    a, b = (x - i)[..., None], (y - j)[..., None]
    upper = picture[j, i] * (1 - a) + picture[j, i + 1] * a
    return upper * (1 - b) + (picture[j + 1, i] * (1 - a) + picture[j + 1, i + 1] * a) * b


def homography(from_: list[tuple[float, float]], to: list[tuple[float, float]]) -> np.ndarray:
    """Return the eight coefficients of the projection that maps four points to four others."""
    rows, values = [], []
    for (x, y), (u, v) in zip(from_, to):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.linalg.solve(np.array(rows, float), np.array(values, float))


def photograph(image: Image.Image, dice: random.Random, longest: int, sharp: bool = False) -> Image.Image:
    """Return a photograph of a picture whose longest side has this many pixels. The lens blurs a share of the picture,
    or with `sharp` 0.4 to 1.5 pixels, whatever its size.
    """
    noise = np.random.default_rng(dice.randrange(1 << 30))
    scale = longest / max(image.size) * 0.82
    page = image.resize((int(image.width * scale), int(image.height * scale)), Image.LANCZOS)
    width, height = int(page.width / 0.82), int(page.height / 0.82)
    corners = page_corners(dice, page, width, height)
    own = [(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)]
    h = homography(corners, own)
    y, x = np.mgrid[0:height, 0:width].astype(float)
    w = h[6] * x + h[7] * y + 1
    u, v = (h[0] * x + h[1] * y + h[2]) / w, (h[3] * x + h[4] * y + h[5]) / w
    if dice.random() < 0.5:  # a page bent along its spine
        v = v + page.height * dice.uniform(-0.025, 0.025) * np.sin(math.pi * u / page.width)
        u = u + page.width * dice.uniform(-0.012, 0.012) * np.cos(math.pi * u / page.width)
    table = np.array([dice.randint(60, 200) for _ in range(3)], float)
    around = np.asarray(page.getpixel((2, 2)), float)
    pad = 0.05 * max(page.size)
    seen = sampled(np.asarray(page, float), u, v)
    off = np.maximum(np.maximum(-u, u - page.width), np.maximum(-v, v - page.height))[..., None]
    seen = np.where(off <= 0, seen, np.where(off < pad, around, table))
    blur = dice.uniform(0.4, 1.5) * (1 if sharp else max(width, height) / 1500)
    return developed(seen, dice, noise, blur)


def page_corners(dice: random.Random, page: Image.Image, width: int, height: int) -> list[tuple[float, float]]:
    """Return the corners of the page in the photograph."""
    dx, dy, jitter = (width - page.width) / 2, (height - page.height) / 2, 0.05
    turn = math.radians(dice.uniform(-4, 4))
    out = []
    for x, y in ((dx, dy), (width - dx, dy), (width - dx, height - dy), (dx, height - dy)):
        x, y = (
            x + dice.uniform(-jitter, jitter) * width - width / 2,
            y + dice.uniform(-jitter, jitter) * height - height / 2,
        )
        out.append(
            (
                width / 2 + x * math.cos(turn) - y * math.sin(turn),
                height / 2 + x * math.sin(turn) + y * math.cos(turn),
            )
        )
    return out


def developed(seen: np.ndarray, dice: random.Random, noise: np.random.Generator, blur: float) -> Image.Image:
    """Return the picture after effects of lens and sensor: blur of some pixels, vignetting, a shadow, a tint, noise."""
    height, width, _ = seen.shape
    lens = ImageFilter.GaussianBlur(blur)
    a = np.asarray(Image.fromarray(np.clip(seen, 0, 255).astype("uint8")).filter(lens), float)
    y, x = np.mgrid[0:height, 0:width]
    way = dice.uniform(0, 2 * math.pi)
    slope = (x / width - 0.5) * math.cos(way) + (y / height - 0.5) * math.sin(way)
    a *= (dice.uniform(0.7, 0.95) + dice.uniform(0.1, 0.45) * slope)[..., None]
    if dice.random() < 0.5:
        a *= np.where(slope > dice.uniform(-0.2, 0.3), dice.uniform(0.6, 0.8), 1)[..., None]
    a *= np.array([dice.uniform(0.85, 1), dice.uniform(0.85, 1), dice.uniform(0.75, 1)])
    a += noise.normal(0, dice.uniform(2, 7), a.shape)
    return Image.fromarray(np.clip(a, 0, 255).astype("uint8"))
