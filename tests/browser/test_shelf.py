"""The shelf: boards that were played or drawn can be reopened, also after a deletion and in another browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from links import UNIQUE, packed, shown_title
from pointing import press


def begin(page, site, document: dict) -> None:
    """Open a puzzle and mark its first free cell below the first row."""
    page.goto(site.url + packed(document))
    expect(page.locator("#title")).to_have_text(shown_title(document))
    expect(page.locator("#board")).to_have_attribute("aria-activedescendant", re.compile("cell"))  # it is painted
    page.locator("#board").focus()
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "false")


def titles(page) -> list[str]:
    return page.locator("#shelf-items b").all_text_contents()


@pytest.fixture
def shelf(device, site):
    """Return a page with two started games and its shelf open."""
    page = device()
    page.goto(site.url)
    for document, title in zip((UNIQUE[3], UNIQUE[1]), ("First", "Second")):
        begin(page, site, {**document, "title": title})
    page.locator("#shelf-button").click()
    expect(page.locator("#shelf-items b")).to_have_count(2)
    return page


def test_an_empty_shelf_has_a_message(device, site):
    page = device()
    page.goto(site.url)
    page.locator("#shelf-button").click()
    expect(page.locator("#shelf-items")).to_contain_text("The shelf is empty")


def test_a_game_continues_from_its_last_state(shelf):
    assert titles(shelf) == ["Second", "First"]
    shelf.locator("[data-open]").nth(1).click()
    expect(shelf.locator("#title")).to_have_text("First")
    expect(shelf.locator("#undo")).to_have_attribute("aria-disabled", "false")


def test_a_solved_game_of_a_kind_without_rules_on_the_page_is_listed_as_solved(page, site):
    stars = {"kind": "star_battle", "grid": ["AAABC", "AAACC", "AAACC", "ADDDD", "EDDDD"]}
    page.goto(site.url + packed({**stars, "board": ["...*.", ".*...", "....*", "..*..", "*...."]}))
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "unique", timeout=30_000)
    page.locator("#shelf-button").click()
    expect(page.locator("#shelf-items .small").last).to_have_text("solved")


def test_a_solved_game_of_such_a_kind_with_several_solutions_is_listed_as_solved(page, site):
    stars = {"kind": "star_battle", "grid": ["AABB", "AABB", "CCDD", "CCDD"]}
    page.goto(site.url + packed({**stars, "board": ["?*??", "???*", "????", "??*?"]}))
    expect(page.locator("#verdict")).to_have_attribute("data-verdict", "multiple", timeout=30_000)
    press(page, "ArrowDown", "ArrowDown", "s")
    expect(page.locator("#live")).to_contain_text("Solved in")
    page.goto(site.url)
    page.reload()
    page.locator("#shelf-button").click()
    expect(page.locator("#shelf-items .small").last).to_have_text("solved", timeout=30_000)


def test_games_can_be_renamed_and_restored_after_deletion(shelf):
    shelf.locator("[data-rename]").first.click()
    shelf.keyboard.type("A better name")
    shelf.keyboard.press("Enter")
    expect(shelf.locator("#shelf-items b").first).to_have_text("A better name")
    expect(shelf.locator("#title")).to_have_text("A better name")
    shelf.locator("[data-delete]").nth(1).click()
    expect(shelf.locator("#shelf-items b")).to_have_count(1)
    shelf.locator("#shelf-undo").click()
    expect(shelf.locator("#shelf-items b")).to_have_count(2)
    assert titles(shelf) == ["A better name", "First"]


def test_all_of_it_goes_into_a_file_and_out_again(shelf, device, site, tmp_path):
    with shelf.expect_download() as download:
        shelf.locator("#shelf-export").click()
    path = tmp_path / "shelf.json"
    download.value.save_as(path)
    assert len(json.loads(path.read_text())["games"]) == 2
    other = device()
    other.goto(site.url)
    other.locator("#shelf-button").click()
    other.locator("#shelf-file").set_input_files(path)
    expect(other.locator("#shelf-note")).to_have_text("2 games added.")
    assert titles(other) == ["Second", "First"]
    other.locator("#shelf-file").set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b"{}"})
    expect(other.locator("#shelf-note")).to_contain_text("not a Tesuji shelf")


def test_two_tabs_on_one_game_keep_the_changes_of_both(device, site):
    document = {**UNIQUE[0], "title": "Twice"}
    one = device()
    two = one.context.new_page()
    begin(one, site, document)
    two.goto(site.url + packed(document))
    expect(two.locator("#undo")).to_have_attribute("aria-disabled", "false")
    two.locator("#board").focus()
    two.keyboard.press("ArrowRight")
    two.keyboard.press("Enter")
    expect(one.locator("#message")).to_contain_text("another tab")
    one.locator("#board").focus()
    one.keyboard.press("ArrowDown")
    one.keyboard.press("Enter")
    expect(two.locator("#message")).to_contain_text("another tab")
    one.reload()
    two.reload()
    for page in (one, two):
        expect(page.locator("#progress")).to_contain_text("3 / 16")


def test_full_storage_is_reported_and_the_board_stays(device, site):
    page = device()
    page.add_init_script(
        """IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };"""
    )
    page.goto(site.url + packed({**UNIQUE[0], "title": "Full"}))
    expect(page.locator("#message")).to_contain_text("out of storage")
    page.locator("#board").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "false")


DAMAGES = [{"changed": "zz"}, {"marks": {"length": 24}}, {"past": 5}, {"document": None}, {"result": {"verdict": "?"}}]
"""Damaged data, each of which once left the shelf permanently blank when it was saved or imported."""


def keep_raw(page, records: list[dict]) -> None:
    """Put records into the store unchanged."""
    page.evaluate(
        """(records) => new Promise((resolve, reject) => {
            const request = indexedDB.open("tesuji");
            request.onsuccess = () => {
                const store = request.result.transaction("games", "readwrite").objectStore("games");
                for (const record of records) store.put(record);
                store.transaction.oncomplete = () => (request.result.close(), resolve());
                store.transaction.onerror = () => reject(store.transaction.error);
            };
        })""",
        records,
    )


def exported(shelf) -> dict:
    with shelf.expect_download() as download:
        shelf.locator("#shelf-export").click()
    return json.loads(download.value.path().read_text())


def test_damaged_games_are_listed_next_to_valid_ones(shelf):
    good, _other = exported(shelf)["games"]
    keep_raw(shelf, [{**good, "id": f"bad-{n}", **damage} for n, damage in enumerate(DAMAGES)])
    shelf.locator("#panel-close").click()
    shelf.locator("#shelf-button").click()
    expect(shelf.locator(".damaged")).to_have_count(len(DAMAGES))
    expect(shelf.locator("[data-open]")).to_have_count(2)
    expect(shelf.locator(".damaged").first).to_contain_text("damaged")
    with shelf.expect_download() as download:
        shelf.locator("[data-save]").first.click()
    assert len(json.loads(download.value.path().read_text())["games"]) == 1
    shelf.locator("[data-discard]").first.click()
    expect(shelf.locator(".damaged")).to_have_count(len(DAMAGES) - 1)
    shelf.locator("#shelf-undo").click()
    expect(shelf.locator(".damaged")).to_have_count(len(DAMAGES))
    shelf.locator("#more-button").click()
    shelf.locator("#language").click()
    expect(shelf.locator("#shelf-items")).to_contain_text("壊れた記録")
    shelf.locator("[data-open]").first.click()
    expect(shelf.locator("#title")).to_have_text("Second")


def test_a_damaged_game_is_set_aside_and_its_puzzle_begins_anew(shelf, site):
    good = exported(shelf)["games"][1]
    keep_raw(shelf, [{**good, "marks": {"length": 24}}])
    shelf.goto("about:blank")
    shelf.goto(site.url + packed({**UNIQUE[3], "title": "First"}))
    expect(shelf.locator("#title")).to_have_text("First")
    expect(shelf.locator("#message")).to_contain_text("moved to the shelf")
    expect(shelf.locator("#undo")).to_have_attribute("aria-disabled", "true")
    shelf.locator("#shelf-button").click()
    expect(shelf.locator(".damaged")).to_have_count(1)


def test_a_damaged_import_is_left_out_and_the_rest_taken(shelf, device, site):
    whole = exported(shelf)
    games = [
        *whole["games"],
        *({**whole["games"][0], "id": f"bad-{n}", **bad} for n, bad in enumerate(DAMAGES)),
        7,
        None,
    ]
    other = device()
    other.goto(site.url)
    other.locator("#shelf-button").click()
    file = {"name": "x.json", "mimeType": "application/json", "buffer": json.dumps({**whole, "games": games}).encode()}
    other.locator("#shelf-file").set_input_files(file)
    expect(other.locator("#shelf-note")).to_have_text("2 games added. 7 damaged entries were skipped.")
    assert titles(other) == ["Second", "First"]


@pytest.mark.parametrize("field", ["title", "author", "source"])
def test_a_member_that_is_not_text_is_refused(device, site, field):
    page = device()
    page.goto(site.url + packed({**UNIQUE[0], field: 5}))
    expect(page.locator("#message")).to_contain_text("must be text")
