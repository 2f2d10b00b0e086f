"""In windows of every width and in both languages, all controls are inside the window, and nothing is wider than it."""

from __future__ import annotations

import pytest

from links import MULTIPLE, UNIQUE, packed
from pointing import find_board
from thorough import sample

WINDOWS = [[320, 640], [390, 844], [600, 900], [790, 900], [1100, 800], [1210, 800], [844, 390]]
"""The smallest width, a phone, the widths at which the layout changes, and a phone in landscape."""

BESIDE = """() => [...document.querySelectorAll("button, a, input, select, canvas")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen") && !element.classList.contains("unseen"))
    .map((element) => [element.id || element.textContent, element.getBoundingClientRect()])
    .filter(([, { left, right, width }]) => width && (left < -0.5 || right > document.documentElement.clientWidth + 0.5))
    .map(([name, { left, right }]) => `${name}: ${left} to ${right}`)"""


def beside(page) -> list[str]:
    """Return the elements outside the window after layout, which may take a second on a busy machine."""
    for _ in range(20):
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        found = page.evaluate(BESIDE) + page.evaluate(
            "document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []"
        )
        if not found:
            break
        page.wait_for_timeout(100)
    return found


@pytest.mark.parametrize("language", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("window", sample(WINDOWS), ids=lambda window: f"{window[0]}x{window[1]}")
def test_everything_is_within_reach(device, site, window, language):
    page = device(viewport=dict(zip(("width", "height"), window)), locale=language)
    page.goto(site.url)
    page.locator("#samples canvas").nth(3).wait_for()
    assert beside(page) == []
    page.goto(site.url + packed({**MULTIPLE[1], "title": "A title that is far too long for a line of this width"}))
    find_board(page, MULTIPLE[1])
    page.locator("#whatif").click()
    assert beside(page) == []
    page.goto(site.url + packed(UNIQUE[0]))
    find_board(page, UNIQUE[0])
    page.locator("#mode-draw").click()
    # Draw asks for confirmation before it shows an answer
    page.locator("#draw-title:visible, #draw-show:visible").first.wait_for()
    assert beside(page) == []
