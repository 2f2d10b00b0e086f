"""python tools/icons.py OUT: draw the logo (two by two lines of a go board, with a stone on a crossing) as SVG and as
PNG, without an imaging library.
"""

from __future__ import annotations

import struct
import sys
import zlib
from math import hypot
from pathlib import Path

INK, PAPER, INK_DARK = (0x22, 0x26, 0x2D), (0xF0, 0xF0, 0xEB), (0xE8, 0xE5, 0xDD)

# In a box of 20: line width, positions of the lines, radius of the stone on the upper right crossing, and the gap
# around it.
WEIGHT, LINES, STONE, GAP = 1.5, (6.7, 13.3), 3.4, 0.8
NEAR, FAR = 0.75, 19.25

Segment = tuple[float, float, float, float]


def segments() -> list[Segment]:
    """Return the lines; those through the stone consist of two pieces."""
    low, high = LINES
    reach = STONE + GAP + WEIGHT / 2
    stone_x, stone_y = high, low
    across = [
        (NEAR, stone_y, stone_x - reach, stone_y),
        (stone_x + reach, stone_y, FAR, stone_y),
        (NEAR, high, FAR, high),
    ]
    down = [
        (stone_x, NEAR, stone_x, max(NEAR, stone_y - reach)),
        (stone_x, stone_y + reach, stone_x, FAR),
        (low, NEAR, low, FAR),
    ]
    return [line for line in across + down if line[0] <= line[2] and line[1] <= line[3]]


def svg() -> str:
    """Return the logo for a browser's tab: transparent, in the colour of the theme."""
    path = "".join(f"M{x:g} {y:g}L{to_x:g} {to_y:g}" for x, y, to_x, to_y in segments())
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">'
        f"<style>*{{color:{css(INK)}}}@media(prefers-color-scheme:dark){{*{{color:{css(INK_DARK)}}}}}</style>"
        f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="{WEIGHT}" stroke-linecap="round"/>'
        f'<circle cx="{LINES[1]}" cy="{LINES[0]}" r="{STONE}" fill="currentColor"/></svg>\n'
    )


def css(colour: tuple[int, int, int]) -> str:
    return "#" + bytes(colour).hex().upper()


def picture(size: int, share: float) -> list[bytearray]:
    """Return rows of RGB: the logo on paper, covering `share` of the picture."""
    scale = size * share / 20
    shift = size * (1 - share) / 2
    rows = [bytearray(PAPER * size) for _ in range(size)]
    shapes = [(line, WEIGHT / 2) for line in segments()] + [((LINES[1], LINES[0], LINES[1], LINES[0]), STONE)]
    for line, radius in shapes:
        paint(rows, tuple(shift + scale * number for number in line), radius * scale)
    return rows


def paint(rows: list[bytearray], line: Segment, radius: float) -> None:
    """Paint everything within `radius` of an axis-parallel line; the edge is anti-aliased over one pixel."""
    x, y, to_x, to_y = line
    for row in range(int(y - radius) - 1, int(to_y + radius) + 2):
        for column in range(int(x - radius) - 1, int(to_x + radius) + 2):
            beside = max(x - column - 0.5, 0, column + 0.5 - to_x)
            above = max(y - row - 0.5, 0, row + 0.5 - to_y)
            cover = min(1.0, max(0.0, radius - hypot(beside, above) + 0.5))
            if cover:
                at = 3 * column
                old = rows[row][at : at + 3]
                rows[row][at : at + 3] = bytes(round(was + (ink - was) * cover) for was, ink in zip(old, INK))


def png(rows: list[bytearray]) -> bytes:
    size = len(rows)
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + bytes(row) for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def main(out: Path) -> None:
    (out / "icon.svg").write_text(svg())
    # A launcher may crop a maskable icon to a circle of 80 %, so its logo is smaller.
    for name, size, share in (("icon-192", 192, 0.7), ("icon-512", 512, 0.7), ("icon-maskable-512", 512, 0.5)):
        (out / f"{name}.png").write_bytes(png(picture(size, share)))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
