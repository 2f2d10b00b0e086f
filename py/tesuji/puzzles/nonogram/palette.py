"""Colours as people perceive them: their names, and their distances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tesuji.model import Document

Lab = tuple[float, float, float]
"""Lightness, green to red, blue to yellow: close enough to CIELAB that distances match perception."""

NAMED = {
    "black": "#000000 #1a1a1a",
    "dark-grey": "#44484d",
    "grey": "#808080",
    "light-grey": "#cfd3d8 #c0c0c0",
    "white": "#ffffff",
    "red": "#d81f26 #ff0000 #e53935",
    "dark-red": "#7d1420 #8b0000",
    "orange": "#f58220 #ff8000 #ffa500",
    "brown": "#7b4a1e #8b5a2b #a0703c",
    "beige": "#f0d9b5 #e8c9a0",
    "yellow": "#f9dc24 #ffff00 #fff176",
    "green": "#2e9c3f #00aa00 #00ff00 #008000",
    "light-green": "#98db7c #90ee90",
    "dark-green": "#14532d #004d00",
    "turquoise": "#2bbdb4 #00ffff #008080",
    "light-blue": "#8ecbf2 #add8e6",
    "blue": "#1f5fd6 #0000ff #0000cc #1e88e5",
    "dark-blue": "#16256b #000066",
    "purple": "#7d3cb5 #800080 #6a0dad",
    "pink": "#f49ac1 #ffc0cb #ff69b4",
    "magenta": "#d916a8 #ff00ff",
}
"""The colours with a name, "colour.<name>", and examples of each."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the three parts of "#rrggbb", 0 to 255."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


@lru_cache(maxsize=4096)
def lab(colour: str) -> Lab:
    """Return "#rrggbb" in the colour space in which people perceive distances."""
    red, green, blue = (part / 3294.6 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour))
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Lab, other: Lab) -> float:
    """Return the squared distance of two colours; from about 5 on they look different."""
    return sum((a - b) ** 2 for a, b in zip(one, other))


def colour_name(colours: Sequence[str], value: int) -> Document:
    """Return the name of a cell's value index as a message: that of its colour, or "empty" for the last index. If two
    colours have the same name, they are numbered.
    """
    if value > len(colours):
        return {"key": "colour.blank", "params": {}}
    names = _names(tuple(colours))
    name = names[value - 1]
    if names.count(name) > 1:
        return {"key": "colour.numbered", "params": {"n": value, "name": {"key": f"colour.{name}", "params": {}}}}
    return {"key": f"colour.{name}", "params": {}}


@lru_cache(maxsize=256)
def _names(colours: tuple[str, ...]) -> list[str]:
    examples = [(lab(example), name) for name, some in NAMED.items() for example in some.split()]
    return [min(examples, key=lambda example: distance(example[0], lab(colour)))[1] for colour in colours]
