"""Make screenshots of the built site for review: `python tools/screenshots.py [--out FOLDER] [--widths 1280,390] …`.

Without options, each kind of puzzle is shown in each mode, on desktop and phone, light and dark: 48 pictures, and
contact sheets of four each. Lists are given with commas. `--views all` adds the other views: first visit, panels, very
small and very large boards, puzzles with two solutions or with none. Needs dist/ (./build.sh) and Chromium (CHROMIUM,
or on the path). Takes some two seconds per picture.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any
from zlib import DEFLATED, compressobj

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tools")]

from chromium import launch  # noqa: E402
from serve import DIST, make_server  # noqa: E402
from tesuji import solve  # noqa: E402
from tesuji.puzzles import rulebooks  # noqa: E402

HEIGHTS = {1440: 900, 1280: 800, 820: 1100, 844: 390, 390: 844, 320: 640}
PHONES = (844, 390, 320)
KINDS = tuple(rulebooks())
FOUR = ("nonogram", "minesweeper", "slitherlink", "binoxxo")
"""The kinds with their own tiny and huge boards; for others, an example is shown."""
MODES = ("play", "draw", "analyse")
THEMES = ("light", "dark", "contrast", "contrast-dark")
PANELS = ("open", "share", "shelf", "help")
VIEWS = ("modes", "welcome", *PANELS, "tiny", "huge", "multiple", "none", "finish", "whatif")
WORKING = "#strip[data-engine=working], #strip[data-engine=starting]"


def packed(document: dict) -> str:
    """Return the fragment of a link."""
    packer = compressobj(9, DEFLATED, -15)
    data = packer.compress(json.dumps(document).encode()) + packer.flush()
    return "#p=" + urlsafe_b64encode(data).decode().rstrip("=")


def example(kind: str, level: str, language: str) -> dict:
    """Return the largest example of a kind with this level, with its title."""
    fitting = [entry for entry in rulebooks()[kind].examples if entry["level"] == level]
    entry = max(
        fitting, key=lambda entry: len(json.dumps(entry["document"])) if len(json.dumps(entry["document"])) < 300 else 0
    )
    return {**entry["document"], "title": entry["name"][language]}


def half_done(document: dict) -> dict:
    """Return the puzzle with about half of its solution as the player's board."""
    (solution,) = solve(document)["solutions"]
    dice = random.Random(5)

    def half(rows: Any, signs: str, nothing: str) -> Any:
        if isinstance(rows, dict):
            return {name: half(part, signs, nothing) for name, part in rows.items()}
        return [
            "".join(letter if letter in signs and dice.random() < 0.6 else nothing for letter in row) for row in rows
        ]

    if document["kind"] == "slitherlink":
        return {**document, "edges": {"h": half(solution["h"], "-", "."), "v": half(solution["v"], "|", ".")}}
    book = rulebooks()[document["kind"]]
    if document["kind"] not in FOUR:
        return {**document, book.marks[0]: half(solution, book.letters[1:], book.letters[0])}
    signs, nothing = {"nonogram": ("#", "?"), "minesweeper": ("*", "."), "binoxxo": ("OX", ".")}[document["kind"]]
    board = half(solution, signs, nothing)
    given = document.get("grid", board)
    return {
        **document,
        "board": [
            "".join(b if a == "." or document["kind"] == "nonogram" else a for a, b in zip(*rows))
            for rows in zip(given, board)
        ],
    }


def tiny(kind: str) -> dict:
    """Return the smallest valid puzzle of a kind."""
    if kind not in FOUR:
        return example(kind, "easy", "en")
    return {
        "nonogram": {
            "kind": kind,
            "rows": [[1, 1], [5], [5], [3], [1]],
            "cols": [[2], [4], [4], [4], [2]],
            "title": "5 × 5",
        },
        "minesweeper": {"kind": kind, "grid": ["1.1", "...", "1.1"], "title": "3 × 3"},
        "slitherlink": {"kind": kind, "grid": [".01", "...", "2.."], "title": "3 × 3"},
        "binoxxo": {"kind": kind, "grid": ["O..X", "....", ".X..", "...."], "title": "4 × 4"},
    }[kind]


def huge(kind: str) -> dict:
    """Return a puzzle of a hundred by a hundred, made from a picture of dice; it need not be unique."""
    if kind not in FOUR:
        return example(kind, "hard", "en")
    dice = random.Random(3)
    picture = ["".join("#" if dice.random() < 0.55 else "." for _ in range(100)) for _ in range(100)]
    if kind == "nonogram":
        runs = lambda lines: [[len(run) for run in re.findall("#+", line)] for line in lines]
        return {
            "kind": kind,
            "rows": runs(picture),
            "cols": runs("".join(column) for column in zip(*picture)),
            "title": "100 × 100",
        }
    letters = {"minesweeper": "...12", "slitherlink": "...12", "binoxxo": "......O"}[kind]
    return {
        "kind": kind,
        "grid": ["".join(dice.choice(letters) for _ in range(100)) for _ in range(100)],
        "title": "100 × 100",
    }


def words(language: str) -> dict[str, str]:
    """Return the page's strings."""
    return json.loads((ROOT / "web" / "locales" / f"{language}.json").read_text(encoding="utf-8"))


def settle(page: Page) -> None:
    """Wait until the solver is idle and two frames are painted."""
    page.mouse.move(0, 0)
    expect(page.locator(WORKING)).to_have_count(0, timeout=90_000)
    page.evaluate(
        "() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 400))"
    )


class Camera:
    """A visitor: a window of some size, a theme, a language. Python starts only once for all pictures."""

    def __init__(
        self, browser: Browser, site: str, out: Path, width: int, theme: str, language: str, full: bool
    ) -> None:
        phone = width in PHONES
        self.context = browser.new_context(
            viewport={"width": width, "height": HEIGHTS.get(width, 900)},
            locale={"en": "en-GB", "ja": "ja-JP"}[language],
            color_scheme="dark" if "dark" in theme else "light",
            contrast="more" if "contrast" in theme else "no-preference",
            has_touch=phone,
            is_mobile=phone,
            device_scale_factor=2 if phone else 1,
        )
        self.page = self.context.new_page()
        self.site, self.out, self.language, self.full = site, out, language, full
        self.suffix = f"{width}-{theme}" + ("" if language == "en" else f"-{language}")
        self.taken: list[Path] = []
        self.page.goto(site)

    def open(self, document: dict, mode: str) -> None:
        """Open a document in a mode. The page reloads for a puzzle that was not opened before."""
        self.page.goto(self.site + packed(document))
        # The name of a picture is hidden until the picture is complete.
        names = map(re.escape, (document["title"].strip(), words(self.language)["title.hidden"]))
        expect(self.page.locator("#title")).to_have_text(re.compile("|".join(names)))
        self.page.locator(f"#mode-{mode}").click()
        settle(self.page)

    def take(self, name: str) -> None:
        path = self.out / f"{name}-{self.suffix}.png"
        settle(self.page)
        self.page.screenshot(path=path, full_page=self.full)
        self.taken.append(path)
        print(path.relative_to(self.out.parent), flush=True)

    # ---------------------------------------------------------------- screenshots

    def modes(self, kind: str, modes: list[str]) -> None:
        document = half_done(example(kind, "easy" if kind != "slitherlink" else "hard", self.language))
        for mode in modes:
            self.open(document, mode)
            if mode == "play":
                self.page.locator("#hint:visible, #hint-button:visible").first.click()
                self.page.locator("[data-strength=cells]").click()
            if mode == "analyse":
                for _ in range(3):
                    self.page.locator("#steps-next").click()
            self.take(f"{kind}-{mode}")

    def welcome(self) -> None:
        self.page.goto(self.site)
        self.take("welcome")

    def panel(self, name: str) -> None:
        self.open(example("nonogram", "easy", self.language), "play")
        if name == "help" and self.page.locator("#more-button").is_visible():
            self.page.locator("#more-button").click()
        self.page.locator(f"#{name}-button").click()
        self.take(f"panel-{name}")
        self.page.locator("#panel-close").click()

    def boards(self, make: Callable[[str], dict], name: str, kind: str) -> None:
        self.open(make(kind), "play")
        self.take(f"{kind}-{name}")

    def verdict(self, level: str, kind: str) -> None:
        self.open(example(kind, level, self.language), "analyse")
        self.take(f"{kind}-{level}")

    def finish(self, kind: str) -> None:
        document = tiny(kind) if kind == "slitherlink" else example(kind, "easy", self.language)
        self.open({**document, "title": f"{document['title']} "}, "analyse")
        self.page.locator("[data-show=a]").click()
        self.page.locator("#adopt").click()
        self.page.wait_for_timeout(800)  # the animation of the finish
        self.take(f"{kind}-finish")

    def whatif(self, kind: str) -> None:
        self.open(half_done(example(kind, "easy", self.language)), "play")
        self.page.locator("#whatif").click()
        self.page.locator("#board").focus()
        for key in ("ArrowDown", "Enter", "ArrowDown", "ArrowRight", "Enter", "Enter"):
            self.page.keyboard.press(key)
        self.take(f"{kind}-whatif")


def session(camera: Camera, views: list[str], kinds: list[str], modes: list[str]) -> None:
    """Make all pictures of one visitor."""
    for view in views:
        if view == "welcome":
            camera.welcome()
        elif view in PANELS:
            camera.panel(view)
        else:
            for kind in kinds:
                {
                    "modes": lambda kind: camera.modes(kind, modes),
                    "tiny": lambda kind: camera.boards(tiny, "tiny", kind),
                    "huge": lambda kind: camera.boards(huge, "huge", kind),
                    "multiple": lambda kind: camera.verdict("multiple", kind),
                    "none": lambda kind: camera.verdict("none", kind),
                    "finish": camera.finish,
                    "whatif": camera.whatif,
                }[view](kind)


def sheets(browser: Browser, paths: list[Path], out: Path, name: str, across: int) -> None:
    """Combine four pictures on one sheet, for an overview."""
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    for number, start in enumerate(range(0, len(paths), 4), 1):
        figures = "".join(
            f"<figure><figcaption>{path.stem}</figcaption><img src='{path.as_uri()}'></figure>"
            for path in paths[start : start + 4]
        )
        html = out / "sheet.html"
        style = f"body {{ display: grid; grid-template-columns: repeat({across}, 1fr); gap: 8px; margin: 8px; font: 13px sans-serif }}"
        html.write_text(f"<style>{style} figure {{ margin: 0 }} img {{ width: 100% }}</style>{figures}")
        page.goto(html.as_uri())
        page.screenshot(path=out / f"sheet-{name}-{number:02}.png", full_page=True)
        html.unlink()
    page.close()


def chosen(all_of: tuple[str, ...]) -> Callable[[str], list[str]]:
    def read(text: str) -> list[str]:
        words = list(all_of) if text == "all" else text.split(",")
        if wrong := [word for word in words if word not in all_of]:
            raise argparse.ArgumentTypeError(f"{', '.join(wrong)}: not one of {', '.join(all_of)}")
        return words

    return read


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--site", help="address of a site that is served already (default: dist/)")
    parser.add_argument(
        "--widths",
        type=lambda text: [int(width) for width in text.split(",")],
        default=[1280, 390],
        help="of " + ", ".join(map(str, HEIGHTS)),
    )
    for name, every, default in (
        ("themes", THEMES, "light,dark"),
        ("languages", ("en", "ja"), "en"),
        ("kinds", KINDS, "all"),
        ("modes", MODES, "all"),
        ("views", VIEWS, "modes"),
    ):
        parser.add_argument(
            f"--{name}",
            type=chosen(every),
            default=chosen(every)(default),
            help=f"of {', '.join(every)}; default {default}",
        )
    parser.add_argument("--full", action="store_true", help="the whole page, not only what a window shows")
    return parser.parse_args(arguments)


def cameras(browser: Browser, site: str, given: argparse.Namespace) -> Iterator[Camera]:
    for width, theme, language in product(given.widths, given.themes, given.languages):
        camera = Camera(browser, site, given.out, width, theme, language, given.full)
        yield camera
        camera.context.close()


def main() -> None:
    given = options()
    given.out = given.out.resolve()
    given.out.mkdir(parents=True, exist_ok=True)
    server = make_server(DIST)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for camera in cameras(browser, given.site or f"http://127.0.0.1:{server.server_port}/", given):
            session(camera, given.views, given.kinds, given.modes)
            sheets(
                browser, camera.taken, given.out, camera.suffix, 4 if camera.page.viewport_size["width"] < 600 else 2
            )
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()
