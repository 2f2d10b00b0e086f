"""Share: codes, pictures, sheets, other formats. Help: rules with a board, keys."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from links import MULTIPLE, NONE, UNIQUE, eventually, kind, noise, packed
from test_page import ready, verdict
from tesuji.checker import check
from thorough import sample


def title(document: dict) -> str:
    return f"A & B {document['kind']}"


def open_share(page, site, document: dict) -> None:
    page.goto(site.url + packed({**document, "title": title(document)}))
    expect(page.locator("#title")).not_to_be_empty()  # the title of a picture is hidden until it is solved
    page.wait_for_timeout(300)  # opening the same puzzle again closes the panel
    page.locator("#share-button").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("#p="))


def test_the_link_is_a_code_too(workbench, site):
    open_share(workbench, site, UNIQUE[0])
    expect(workbench.locator("#qr svg")).to_have_attribute("aria-label", "QR code of the link")
    first = workbench.locator("#qr").inner_html()
    open_share(workbench, site, UNIQUE[1])
    eventually(workbench, lambda: workbench.locator("#qr").inner_html() != first)
    expect(workbench.locator("#qr svg")).to_be_visible()


def test_a_link_that_is_too_long_for_a_code_gets_a_message(device, site):
    page = device()
    open_share(page, site, noise(120))
    expect(page.locator("#qr")).to_contain_text("too long")


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_a_board_is_a_picture(workbench, site, document, tmp_path):
    open_share(workbench, site, document)
    for name in ("png", "svg"):
        with workbench.expect_download() as download:
            workbench.locator(f"[data-export={name}]").click()
        assert download.value.suggested_filename == f"A-B-{document['kind']}.{name}"
        download.value.save_as(tmp_path / name)
    assert (tmp_path / "png").read_bytes().startswith(b"\x89PNG")
    assert ElementTree.parse(tmp_path / "svg").getroot().find("{*}title").text == title(document)


def test_the_sheet_has_the_solution_on_its_second_page(workbench, site):
    open_share(workbench, site, UNIQUE[0])
    ready(workbench)
    verdict(workbench, "unique")
    workbench.evaluate("window.print = () => (window.printed = true)")
    workbench.locator("[data-export=print]").click()
    workbench.wait_for_function("window.printed")
    expect(workbench.locator("#print figure")).to_have_count(2)
    expect(workbench.locator("#print h1").nth(1)).to_have_text("Solution: A & B nonogram")
    expect(workbench.locator("#print .address").first).to_contain_text("#p=")
    expect(workbench.locator("#print svg[role=img]")).to_have_attribute("aria-label", "QR code of the link")
    expect(workbench.locator("#print")).to_be_hidden()


@pytest.mark.parametrize(
    ("document", "name", "text"),
    [
        (UNIQUE[0], "pzpr", r"https://puzz\.link/p\?nonogram/5/5/"),
        (UNIQUE[0], "non", r"rows\n1,1"),
        (UNIQUE[2], "tatham", r"3x3"),
        (UNIQUE[3], "penpa", r"^https://"),
        (MULTIPLE[1], "json", r'"kind": ?"minesweeper"'),
    ],
)
def test_a_puzzle_speaks_other_notations(workbench, site, document, name, text):
    open_share(workbench, site, document)
    ready(workbench)
    workbench.locator(f"[data-to={name}]").click()
    field = workbench.locator("#also-text textarea")
    expect(field).to_have_value(re.compile(text))
    lost = workbench.locator("#also-text", has_text="cannot include")
    expect(lost).to_have_count(1 if name in ("pzpr", "tatham") else 0)


def test_rules_can_be_tried(workbench, site):
    page = workbench
    page.goto(site.url + packed(UNIQUE[0]))
    expect(page.get_by_role("gridcell", name="row 1, column 1, row clue 1 1, column clue 2").first).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#rules-title")).to_have_text("Nonogram")
    page.locator("#try-again").click()  # the board keeps its marks as long as the page is open
    page.locator("#try-board").focus()
    for row in (".#.#.", "#####", "#####", ".###.", "..#.."):
        for cell in row:
            if cell == "#":
                page.keyboard.press("Enter")
            page.keyboard.press("ArrowRight")
        for _ in row:
            page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowDown")
    expect(page.locator("#try-say")).to_contain_text("Solved")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#panel-help")).to_be_hidden()


def test_the_solver_checks_the_board_of_rules_that_the_page_does_not_check(workbench, site):
    page = workbench
    stars = {"kind": "star_battle", "grid": ["AAABC", "AAACC", "AAACC", "ADDDD", "EDDDD"], "title": "Stars"}
    page.goto(site.url + packed(stars))
    expect(page.locator("#title")).to_have_text("Stars")
    page.keyboard.press("?")
    expect(page.locator("#rules-title")).to_have_text("Star battle")
    page.locator("#try-again").click()
    page.locator("#try-board").focus()
    page.keyboard.press("s")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("s")
    expect(page.locator("#try-say")).to_contain_text("can no longer be completed")
    page.keyboard.press("Escape")


NO_PICTURE = {
    "no picture": "HTMLCanvasElement.prototype.toBlob = (take) => take(null)",
    "other pixels": """OffscreenCanvasRenderingContext2D.prototype.getImageData =
        (left, top, width, height) => new ImageData(width, height)""",
}


@pytest.mark.parametrize("change", NO_PICTURE.values(), ids=NO_PICTURE.keys())
def test_a_picture_that_cannot_be_made_gets_a_message(device, site, change):
    page = device()
    open_share(page, site, UNIQUE[0])
    page.evaluate(f"() => {{ {change} }}")
    page.locator("[data-export=png]").click()
    expect(page.locator("#message")).to_contain_text("not supported")


@pytest.mark.parametrize("document", sample([*UNIQUE, MULTIPLE[0]]), ids=kind)
def test_a_certificate_is_checked_and_saved(workbench, site, document, tmp_path):
    """The checker runs in the solver's worker. The command line checks the same file."""
    open_share(workbench, site, document)
    ready(workbench)
    expect(workbench.locator("#certificate-note")).to_contain_text("the verdict and its proof", ignore_case=True)
    with workbench.expect_download() as download:
        workbench.locator("[data-certify=verdict]").click()
    assert download.value.suggested_filename == f"A-B-{document['kind']}.certificate.txt"
    download.value.save_as(tmp_path / "proof.txt")
    *_, found = drained(check((tmp_path / "proof.txt").read_text()))
    assert found.document["kind"] == document["kind"]
    expect(workbench.locator("#certificate-note")).to_contain_text(
        f"Verified by a second program ({found.lines} lines)"
    )
    if found.verdict == "unique":
        expect(workbench.locator("#verdict")).to_contain_text("independently verified")
    workbench.reload()
    if found.verdict == "unique":
        expect(workbench.locator("#verdict")).to_contain_text("independently verified")


def test_a_contradiction_is_proven_in_a_file(workbench, site, tmp_path):
    open_share(workbench, site, UNIQUE[0])
    expect(workbench.locator("#certify-conflict")).to_be_hidden()
    open_share(workbench, site, NONE[0])
    expect(workbench.locator("#verdict")).to_have_attribute("data-verdict", "none")
    with workbench.expect_download() as download:
        workbench.locator("#certify-conflict").click()
    assert download.value.suggested_filename == f"A-B-{NONE[0]['kind']}.conflict.certificate.txt"
    download.value.save_as(tmp_path / "proof.txt")
    *_, found = drained(check((tmp_path / "proof.txt").read_text()))
    assert found.verdict == "conflict"
    expect(workbench.locator("#certificate-note")).to_contain_text("Verified by a second program")


MARKED = [
    {**UNIQUE[0], "board": ["#????", *["?????"] * 4]},
    {**UNIQUE[2], "edges": {"h": ["?-?", "???", "???", "???"], "v": ["????"] * 3}},
]
"""A contradictory mark: in the first cell, next to the zero."""


@pytest.mark.parametrize("document", sample(MARKED), ids=kind)
def test_a_contradiction_of_marks_is_proven_in_a_file(workbench, site, document, tmp_path):
    open_share(workbench, site, document)
    ready(workbench)
    with workbench.expect_download() as download:
        workbench.locator("#certify-marks").press("Enter")
    assert download.value.suggested_filename == f"A-B-{document['kind']}.marks.certificate.txt"
    download.value.save_as(tmp_path / "proof.txt")
    *_, found = drained(check((tmp_path / "proof.txt").read_text()))
    assert found.verdict == "conflict" and found.claim["suppose"]
    expect(workbench.locator("#certificate-note")).to_contain_text("Verified by a second program")


def test_marks_that_can_stand_have_no_contradiction_to_prove(workbench, site):
    open_share(workbench, site, UNIQUE[3])
    expect(workbench.locator("#certify-marks")).to_be_hidden()
    open_share(workbench, site, {**UNIQUE[0], "board": [".#???", *["?????"] * 4]})
    ready(workbench)
    workbench.locator("#certify-marks").click()
    expect(workbench.locator("#certificate-note")).to_have_text(
        "The marks on the board do not contradict each other, so there is nothing to certify."
    )


def drained(steps):
    """Yield the values of a generator, and then its return value."""
    yield (yield from steps)


def test_a_frame_for_a_page_of_ones_own(device, site):
    page = device()
    open_share(page, site, UNIQUE[1])
    page.locator("[data-to=embed]").click()
    text = page.locator("#also-text textarea").input_value()
    address = re.fullmatch(r'<iframe src="(\S+)" width="420" height="520" title="Minesweeper"></iframe>', text)
    assert address and address[1].startswith(f"{site.url}embed.html#p=")
    page.goto(address[1])
    expect(page.locator("#tools")).to_be_visible()
