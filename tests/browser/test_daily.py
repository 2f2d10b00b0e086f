"""The library, the puzzle of the day, the next puzzle, and personal statistics."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from links import packed
from pointing import press
from serve import DIST
from tesuji import solve as solve_puzzle

CORNER = {"kind": "slitherlink", "grid": ["4"]}
DOCUMENT = """new Response(new Response(Uint8Array.fromBase64(location.hash.slice(3), {alphabet: 'base64url'}).buffer)
    .body.pipeThrough(new DecompressionStream('deflate-raw'))).json()"""


@pytest.fixture(scope="module")
def libraries() -> dict[str, list]:
    return {
        path.parent.name: json.loads(path.read_text()) for path in sorted(DIST.glob("app-*/puzzles/*/library.json"))
    }


def finish(page, site) -> None:
    """Solve a puzzle of one cell."""
    page.goto(site.url + packed(CORNER))
    expect(page.locator("#canvas")).to_be_visible()
    press(page, "Enter", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter")
    expect(page.locator("#sentence")).to_contain_text("Solved in")


def test_a_first_visit_does_not_ask_for_the_library(device, site):
    page = device()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.url)
    expect(page.locator("#samples canvas").first).to_be_visible()
    page.wait_for_timeout(500)
    assert not [url for url in asked if "library.json" in url]


def test_a_puzzle_of_the_library_is_played(device, site, libraries):
    page = device()
    page.goto(site.url)
    page.locator("#library-button").click()
    for kind, puzzles in libraries.items():
        page.locator(f"#library-kinds [data-of={kind}]").click()
        expect(page.locator("#library-list .tile")).to_have_count(len(puzzles))
    page.locator("#library-kinds [data-of=nonogram]").click()
    expect(page.locator("#library-list .tile")).to_have_count(len(libraries["nonogram"]))
    page.locator("#library-list .tile").nth(3).click()
    expect(page.locator("#title")).to_have_text("What is it?")
    assert page.title().startswith("What is it?")
    shown = libraries["nonogram"][3]["document"]
    expect(page.locator("#size")).to_have_text(f"{len(shown['cols'])} wide × {len(shown['rows'])} high")


def test_the_puzzles_of_a_day_are_the_same_for_everybody(device, site, libraries):
    def opened(time: str) -> list[str]:
        page = device()
        page.clock.set_fixed_time(time)
        page.goto(site.url)
        page.locator("#start-example").click()
        expect(page.locator("#daily-tiles .tile")).to_have_count(len(libraries))
        page.locator("#daily-tiles [data-of=binoxxo]").click()
        expect(page.locator("#canvas")).to_be_visible()
        return page.url

    assert opened("2026-03-10T09:00:00") == opened("2026-03-10T21:00:00") != opened("2026-03-11T09:00:00")


def test_a_past_day_is_played_and_its_result_shared(device, site, libraries):
    page = device(permissions=["clipboard-read", "clipboard-write"])
    page.clock.set_fixed_time("2026-03-10T09:00:00")
    page.goto(site.url)
    page.locator("#start-example").click()
    page.locator("#daily-calendar summary").click()
    monday = page.get_by_role("button", name="9 Mar", exact=True)
    monday.click()
    expect(page.locator("#daily-date")).to_have_text("Monday 9 March")
    expect(page.locator("#daily-result")).to_be_hidden()
    page.locator("#daily-tiles [data-of=binoxxo]").click()
    expect(page.locator("#size")).to_have_text(re.compile("^9 Mar · "))
    document = page.evaluate(DOCUMENT)
    solve(page, document)
    page.locator("#see-result").click()
    expect(page.locator("#daily-date")).to_have_text("Monday 9 March")
    page.locator("#daily-copy").click()
    first, link = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert re.fullmatch(r"Binoxxo 9 Mar, \d+:\d\d, no hint, hardest: [A-Z][a-z ]+", first)
    assert link == f"{site.url}#day=2026-03-09"
    expect(page.get_by_role("button", name="9 Mar, solved 1", exact=True)).to_be_attached()


def test_a_solved_nonogram_is_seen_in_the_library(device, site, libraries):
    page = device()
    page.goto(site.url + packed(libraries["nonogram"][0]["document"]))
    expect(page.locator("#board")).to_be_visible()  # opening the puzzle closes any panel
    page.locator("#library-button").click()  # the list is built once before, and again
    expect(page.locator("#library-list .tile")).to_have_count(len(libraries["nonogram"]))
    page.locator("#panel-close").click()
    (solution,) = solve_puzzle(libraries["nonogram"][0]["document"])["solutions"]
    page.locator("#board").focus()
    press(page, "ArrowRight", "ArrowLeft")
    for line in solution:
        for letter in line:
            press(page, *(["Enter"] if letter == "#" else []), "ArrowRight")
        press(page, *["ArrowLeft"] * (len(line) - 1), "ArrowDown")
    expect(page.locator("#sentence")).to_contain_text("Solved in")
    page.locator("#library-button").click()
    expect(page.locator("#library-list .tile canvas")).to_have_count(1)
    expect(page.locator("#library-list h3").first).to_contain_text("1 / ")


def test_statistics_are_counted_saved_and_erased(device, site):
    page = device()
    finish(page, site)
    page.locator("#more-button").click()
    page.locator("#statistics-button").click()
    expect(page.locator("#statistics-lead")).to_have_text("1 puzzle solved on this device.")
    expect(page.locator("#statistics-sizes")).to_contain_text("1 × 1")
    expect(page.locator("#statistics-facts")).to_contain_text("1 day")
    with page.expect_download() as download:
        page.locator("#statistics-save").click()
    assert len(json.loads(open(download.value.path()).read())["solved"]) == 1
    page.locator("#statistics-erase").click()
    expect(page.locator("#statistics-erase")).to_have_text("Erase everything?")
    page.locator("#statistics-erase").click()
    expect(page.locator("#statistics-lead")).to_contain_text("No puzzles solved yet")


def test_solving_again_counts_once(device, site):
    page = device()
    finish(page, site)
    page.locator("#undo").click()
    press(page, "Enter", "ArrowDown", "Enter")
    expect(page.locator("#sentence")).to_contain_text("Solved in")
    assert len(json.loads(page.evaluate("localStorage.getItem('tesuji.record')"))) == 1


def test_after_the_finish_comes_the_next_puzzle_of_the_same_size(device, site, libraries):
    page = device()
    first = libraries["binoxxo"][0]["document"]
    size = len(first["grid"])
    page.goto(site.url + packed(CORNER))
    expect(page.locator("#canvas")).to_be_visible()
    expect(page.locator("#next-puzzle")).to_be_hidden()
    page.goto(site.url + packed(first))
    expect(page.locator("#size")).to_have_text(f"{size} wide × {size} high")
    solve(page, first)
    expect(page.locator("#next-puzzle")).to_be_visible()
    before = page.url
    page.locator("#next-puzzle").click()
    expect(page.locator("#next-puzzle")).to_be_hidden()
    expect(page.locator("#size")).to_have_text(f"{size} wide × {size} high")
    assert page.url != before


def solve(page, document: dict) -> None:
    """Enter the solution of a binoxxo key by key."""
    (solution,) = solve_puzzle(document)["solutions"]
    page.locator("#board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    for row, letters in enumerate(solution):
        for column, letter in enumerate(letters):
            if document["grid"][row][column] == ".":
                page.keyboard.press(letter.lower())
            if column < len(letters) - 1:
                page.keyboard.press("ArrowRight")
        for _ in range(len(letters) - 1):
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
