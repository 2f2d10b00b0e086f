"""A board on which only changed parts are redrawn looks the same as one that is redrawn completely."""

from __future__ import annotations

from random import Random

import pytest

from links import kind, noise, packed
from test_page import open_link
from thorough import sample

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PIXELS = """(before) => {
    const canvas = document.querySelector("#canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    if (before) return void (window.before = data);
    return data.length === window.before.length ? data.filter((level, at) => Math.abs(level - window.before[at]) > 60).length : Infinity;
}"""
# Grey levels, summed over some 20 pixels. The same shape in a longer path is anti-aliased a little differently; a cell
# or line differs by hundreds.
FEW = 60
SIDE = 20


def letters(some: str, seed: int) -> list[str]:
    random = Random(seed)
    return ["".join(random.choice(some) for _ in range(SIDE)) for _ in range(SIDE)]


BOARDS = [
    noise(SIDE),
    {"kind": "minesweeper", "grid": letters("12....", 1)},
    {"kind": "slitherlink", "grid": letters("0123....", 2)},
    {"kind": "binoxxo", "grid": letters("OX........", 3)},
]


def differing(page) -> int:
    """Return the visible differences between the canvas and the same board after a complete redraw, forced by a change
    of theme.
    """
    page.evaluate(FRAMES)
    page.evaluate(PIXELS, True)
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(FRAMES)
    page.wait_for_timeout(300)  # a whole board is drawn in several tasks
    return page.evaluate(PIXELS, False)


@pytest.mark.parametrize("document", sample(BOARDS), ids=kind)
def test_only_changed_parts_are_redrawn(device, site, document):
    page = device(color_scheme="light")
    open_link(page, site, packed(document))
    page.wait_for_timeout(300)
    box = page.locator("#canvas").bounding_box()
    step = box["width"] / 24
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(1, 25):
        page.mouse.move(x + step * min(i, 8) / 2, y + step * max(0, i - 8) / 4)
        page.evaluate(FRAMES)
    differences = {"stroke": differing(page)}
    page.mouse.up()
    differences["commit"] = differing(page)
    page.mouse.move(x - 2 * step, y - 3 * step)
    page.evaluate(FRAMES)
    page.mouse.move(x - 3 * step, y - step)
    differences["hover"] = differing(page)
    assert page.locator("#undo").get_attribute("aria-disabled") == "false"
    page.locator("#undo").click()
    differences["undo"] = differing(page)
    assert max(differences.values()) < FEW, differences
