"""axe-core finds no problem in any view: names for screen readers, and contrast in every theme, on desktop and phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from links import MULTIPLE, NONE, UNIQUE, kind, open_panel, packed
from test_page import draw_anyway, open_link, ready, verdict
from thorough import sample

AXE = (Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text()
WIDTHS = {1280: 900, 390: 844}
THEMES = {
    "dark": {"color_scheme": "dark"},
    "more contrast": {"contrast": "more"},
    "more contrast, dark": {"color_scheme": "dark", "contrast": "more"},
}
PLAIN = {"color_scheme": "light", "contrast": "no-preference"}

RUN = """async ([within, rules]) => {
    const { violations } = await axe.run(within ?? document, {
        resultTypes: ["violations"], preload: false, selectors: false, ...(rules ? { runOnly: rules } : {}) });
    const said = ({ any, html }) => `${any[0]?.message ?? ""} ${html.slice(0, 200)}`;
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${said(node)}`));
}"""


class Checker:
    """Runs axe on the open view: all rules at both widths, and contrast in every theme at one width, because contrast
    depends neither on the width nor on the kind of puzzle. For a panel, only the first run covers the page around it.
    """

    def __init__(self, page):
        self.page = page
        self.found: list[str] = []

    def look(self, view: str, themes: bool = True, panel: str | None = None) -> None:
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        for number, (width, height) in enumerate(WIDTHS.items()):
            self.page.set_viewport_size({"width": width, "height": height})
            self.ask(f"{view}, {width} px", panel if number else None)
        for theme, media in THEMES.items() if themes else ():
            self.page.emulate_media(**{**PLAIN, **media})
            self.ask(f"{view}, {theme}", panel, ["color-contrast"])
        self.page.set_viewport_size({"width": 1280, "height": 900})
        self.page.emulate_media(**PLAIN)

    def ask(self, view: str, within: str | None, rules: list[str] | None = None) -> None:
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.found += [f"{view}: {line}" for line in self.page.evaluate(RUN, [within, rules])]

    def clean(self) -> None:
        assert self.found == [], "\n" + "\n".join(self.found)


@pytest.fixture
def checker(page):
    return Checker(page)


def mode(page, name: str) -> None:
    page.locator(f"#mode-{name}").click()
    expect(page.locator(f"#mode-{name}")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_the_modes(page, site, checker, document):
    open_link(page, site, packed(document))
    ready(page)
    verdict(page, "unique")
    themes = document is UNIQUE[0]
    checker.look("play", themes)
    page.locator("#whatif").click()
    page.locator("#board").press("Enter")
    checker.look("what if", themes)
    page.locator("#trial-drop").click()
    page.locator("#hint-button").click()
    page.locator("[data-strength=cells]").click()
    expect(page.locator("[data-strength=cells]")).to_have_count(0)
    checker.look("hint", themes)
    mode(page, "draw")
    draw_anyway(page)
    checker.look("draw", themes)
    mode(page, "analyse")
    expect(page.locator("#step-list li").first).to_be_visible()
    expect(page.locator("#bars")).to_be_visible()
    checker.look("analyse", themes)
    folded = page.locator("[data-unfold='0'][aria-expanded=false]")
    if folded.count():
        folded.click()
    page.locator("#steps-next").click()
    page.locator("#why-not").click()
    expect(page.locator("#chain")).to_be_visible()
    checker.look("steps", themes)
    if kind(document) == "nonogram":
        page.locator("#lines-open").click()
        expect(page.locator("#line-rows li").first).to_be_visible()
        checker.look("line")
    checker.clean()


@pytest.mark.parametrize("document", sample([MULTIPLE[0], MULTIPLE[2], NONE[1], NONE[3]]), ids=kind)
def test_several_solutions_and_none(page, site, checker, document):
    open_link(page, site, packed(document))
    ready(page)
    mode(page, "analyse")
    verdict(page, "none" if document in NONE else "multiple")
    page.wait_for_timeout(500)
    themes = document in (MULTIPLE[0], NONE[1])
    checker.look("analyse", themes)
    mode(page, "draw")
    page.wait_for_timeout(500)
    checker.look("draw", themes)
    checker.clean()


def test_welcome_and_panels(page, site, checker):
    page.goto(site.url)
    expect(page.locator(".sample").first).to_be_visible()
    checker.look("welcome")
    page.locator("#open-button").click()
    expect(page.locator("#paste")).to_be_visible()
    checker.look("open", panel="#panel-open")
    page.locator("#paste").fill("no puzzle")
    page.locator("#paste-open").click()
    expect(page.locator("#message")).not_to_be_empty()
    checker.look("refused", panel="#panel-open")
    open_link(page, site, packed(UNIQUE[3]))
    page.locator("#board").press("Enter")
    for name in page.locator("#actions [data-panel]").evaluate_all(
        "(buttons) => buttons.map(({ dataset }) => dataset.panel)"
    ):
        open_panel(page, name)
        expect(page.locator(f"#panel-{name} > *").first).to_be_attached()
        page.wait_for_timeout(300)
        checker.look(name, panel=f"#panel-{name}")
    checker.clean()


def test_the_review(page, site, checker):
    open_link(page, site, packed({"kind": "nonogram", "rows": [[1, 1], [3]], "cols": [[2], [1], [2]]}))
    ready(page)
    mode(page, "play")
    board = page.locator("#board")
    for key in ("Enter", "ArrowDown", "Enter", "ArrowUp", "ArrowRight", "Enter"):
        board.press(key)
    page.locator("#see-review").click()
    expect(page.locator("#replay-counts")).to_contain_text("Wrong")
    checker.look("review: wrong")
    page.locator("#replay-counts [data-count=forced]").click()
    checker.look("review: forced")
    checker.clean()
