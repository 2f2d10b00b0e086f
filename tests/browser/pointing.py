"""Helpers that locate the cells of a board and use mouse, fingers and keyboard on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil

from playwright.sync_api import expect

from links import Document

RIM = 4
"""The margin around the cells, in px; around the dots of a slitherlink it is .22 of a cell."""


@dataclass
class Board:
    """Cells and dots in px of the window."""

    left: float
    top: float
    cell: float

    def middle(self, row: float, column: float) -> tuple[float, float]:
        """Return the centre of a cell, counted from 0. Half a row further up is its upper edge."""
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    def dot(self, row: int, column: int) -> tuple[float, float]:
        """Return the position of a corner of cells."""
        return self.left + column * self.cell, self.top + row * self.cell


def size(document: Document) -> tuple[int, int]:
    """Return the rows and columns."""
    if document["kind"] == "nonogram":
        return len(document["rows"]), len(document["cols"])
    grid = document.get("grid") or document["field"]
    return len(grid), len(grid[0])


def around(document: Document, cell: int) -> tuple[float, float, float, float]:
    """Return the margins left of, above, right of and below the cells, for cells of `cell` px."""
    if document["kind"] == "slitherlink":
        return (max(RIM, int(0.22 * cell + 0.5)),) * 4
    if document["kind"] == "binoxxo":
        return RIM, RIM, RIM + 46, RIM + 44
    if document["kind"] in ("minesweeper", "hitori"):
        return (RIM,) * 4
    high = min(17, max(11, 0.46 * cell))
    beside = 12 if cell < 18 else 22 if cell < 26 else 26
    room = lambda clues, slot: RIM + ceil(high * (slot * max(1, *map(len, clues)) + 0.5)) + beside
    return room(document["rows"], 1.36), room(document["cols"], 1.3), RIM, RIM


def find_board(page, document: Document) -> Board:
    """Wait until this puzzle is completely on the page, and return where it is."""
    rows, columns = size(document)
    words = f"{columns} wide × {rows} high|横{columns} × 縦{rows}"
    expect(page.locator("#size")).to_have_text(re.compile(f"^({words})( · .*)?$"))
    expect(page.locator("#board")).to_have_attribute(
        "aria-colcount", str(2 * columns + 1 if document["kind"] == "slitherlink" else columns)
    )
    for _ in range(50):  # it may take a frame or two to be painted
        box = page.locator("#canvas").bounding_box()
        for cell in range(14, 80):
            left, top, right, bottom = around(document, cell)
            if (
                abs(left + columns * cell + right - box["width"]) < 1
                and abs(top + rows * cell + bottom - box["height"]) < 1
            ):
                return Board(box["x"] + left, box["y"] + top, cell)
        page.wait_for_timeout(20)
    raise AssertionError(f"a board of {box} holds no {document['kind']} of {columns} x {rows}")


def drag(page, *points: tuple[float, float], button: str = "left") -> None:
    """Press at the first point, move along the others, and release at the last."""
    page.mouse.move(*points[0])
    page.mouse.down(button=button)
    for point in points[1:]:
        page.mouse.move(*point, steps=4)
    page.mouse.up(button=button)


class Fingers:
    """Touch input, in the form in which a browser gets it from the device."""

    def __init__(self, page) -> None:
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, *points: tuple[float, float]) -> None:
        """Move one finger from point to point."""
        self.touch("touchStart", points[0])
        for (x, y), (to_x, to_y) in zip(points, points[1:]):
            for step in (0.25, 0.5, 0.75, 1):
                self.touch("touchMove", (x + step * (to_x - x), y + step * (to_y - y)))
        self.touch("touchEnd")

    def two(self, first: list[tuple[float, float]], second: list[tuple[float, float]]) -> None:
        """Move two fingers, each along its path; the second one touches a little later."""
        self.touch("touchStart", first[0])
        self.touch("touchStart", first[0], second[0])
        for points in zip(first[1:], second[1:]):
            self.touch("touchMove", *points)
        self.touch("touchEnd", second[-1])
        self.touch("touchEnd")


def runs(line: str, mark: str = "#") -> list[tuple[int, int]]:
    """Return the first and last index of each run of a mark."""
    cells = [index for index, letter in enumerate(line) if letter == mark]
    firsts = [index for index in cells if index - 1 not in cells]
    lasts = [index for index in cells if index + 1 not in cells]
    return list(zip(firsts, lasts))


def loop(solution: dict) -> list[tuple[int, int]]:
    """Return the dots of a loop in drawing order; the first one is repeated at the end."""
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    across = [
        ((row, column), (row, column + 1))
        for row, line in enumerate(solution["h"])
        for column, letter in enumerate(line)
        if letter == "-"
    ]
    down = [
        ((row, column), (row + 1, column))
        for row, line in enumerate(solution["v"])
        for column, letter in enumerate(line)
        if letter == "|"
    ]
    for one, other in across + down:
        ways.setdefault(one, []).append(other)
        ways.setdefault(other, []).append(one)
    way = [min(ways)]
    while len(way) < 2 or way[-1] != way[0]:
        way.append(next(dot for dot in ways[way[-1]] if len(way) < 2 or dot != way[-2]))
    return way


ARROWS = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 0): "ArrowDown", (-1, 0): "ArrowUp"}


class Keys:
    """The keyboard, with the cursor on a cell or dot."""

    def __init__(self, page, row: int = 0, column: int = 0) -> None:
        self.page, self.at = page, (row, column)

    def go(self, row: int, column: int) -> None:
        while self.at != (row, column):
            down = (row > self.at[0]) - (row < self.at[0])
            step = (down, 0) if down else (0, (column > self.at[1]) - (column < self.at[1]))
            self.page.keyboard.press(ARROWS[step])
            self.at = (self.at[0] + step[0], self.at[1] + step[1])

    def press(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)


def press(page, *names: str) -> None:
    """Press keys on the board, one after the other."""
    page.locator("#board").focus()
    for name in names:
        page.keyboard.press(name)
