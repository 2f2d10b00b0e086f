"""The app on a device: shortcuts, data shared by other apps, files opened with the app, installation."""

from __future__ import annotations

import json
import struct
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from links import NO_PYTHON, UNIQUE, kind, packed
from pointing import find_board
from serve import DIST
from test_draw import png
from test_hosts import KEPT
from thorough import sample

SHARE = """([action, { method, enctype, params }, fields, file]) => {
    const form = Object.assign(document.createElement("form"), { action, method, enctype });
    for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement("input"), { type: "hidden", name: params[name], value }));
    const field = Object.assign(document.createElement("input"), { type: "file", name: params.files[0].name });
    const files = new DataTransfer();
    if (file) files.items.add(new File([Uint8Array.from(file.bytes)], file.name, { type: file.type }));
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
}"""


def manifest() -> dict:
    return json.loads((DIST / "manifest.json").read_text())


def test_all_files_in_the_manifest_exist(site):
    found = manifest()
    # Without an id, the app is identified by its start URL; an id would be resolved against the host alone.
    assert "id" not in found and found["start_url"] == "./"
    kinds = {entry["kind"] for entry in json.loads(next(DIST.glob("app-*/catalog.json")).read_text())["kinds"]}
    assert [entry["url"] for entry in found["shortcuts"]][0] == "./#day"
    assert {entry["url"] for entry in found["shortcuts"]} == {"./#day", *(f"./#kind={kind}" for kind in kinds)}
    for picture in found["screenshots"]:
        head = (DIST / picture["src"]).read_bytes()[:24]
        assert f"{'x'.join(map(str, struct.unpack('>II', head[16:])))}" == picture["sizes"]
    page = urlopen(site.url).read().decode()
    assert 'property="og:image" content="preview.png"' in page and (DIST / "preview.png").exists()


@pytest.mark.parametrize("document", sample(UNIQUE), ids=kind)
def test_a_shortcut_opens_its_kind(device, site, document):
    page = device()
    page.goto(f"{site.url}#kind={kind(document)}")
    expect(page.locator(f"#kinds [data-kind={kind(document)}][aria-current]")).to_be_attached()
    assert page.url.startswith(f"{site.url}#p=")


def test_a_shortcut_opens_the_puzzles_of_a_day(device, site):
    page = device()
    page.goto(f"{site.url}#day=2026-03-10")
    expect(page.locator("#daily-date")).to_have_text("Tuesday 10 March")
    page.goto(site.url)
    page.goto(f"{site.url}#day")
    expect(page.locator("#daily-date")).to_contain_text("Today")


@pytest.fixture(scope="module")
def kept(chromium, site):
    """Make a browser that stores the site on its device, as after installation."""
    context = chromium.new_context(locale="en-GB")
    context.add_init_script(NO_PYTHON)
    page = context.new_page()
    page.goto(site.url)
    page.evaluate(KEPT)
    page.reload()
    page.wait_for_function("navigator.serviceWorker.controller")
    yield context
    context.close()


def shared(kept, site, fields: dict, file: dict | None = None):
    """Return the page that opens when another app shares something: the browser sends a form to the address in the
    manifest, from outside the site.
    """
    page = kept.new_page()
    target = manifest()["share_target"]
    page.evaluate(SHARE, [site.url + target["action"].removeprefix("./"), target, fields, file])
    page.wait_for_url(lambda url: url.startswith(site.url) and not url.endswith(target["action"].removeprefix(".")))
    return page


def test_a_shared_address_opens(kept, site):
    text = f"A puzzle for you\n{site.url}{packed(UNIQUE[2])}"
    for fields in ({"title": "Tesuji", "text": text}, {"url": f"https://example.org/{packed(UNIQUE[2])}"}):
        page = shared(kept, site, fields)
        find_board(page, UNIQUE[2])
        page.goto("about:blank")
        page.goto(f"{site.url}#shared")  # the shared data is used once
        expect(page.locator("#message")).not_to_be_empty()
        page.close()


def test_a_shared_text_opens(kept, site):
    kept.set_offline(True)
    page = shared(kept, site, {"title": "", "text": json.dumps(UNIQUE[3]), "url": ""})
    find_board(page, UNIQUE[3])
    kept.set_offline(False)
    page.close()


def test_a_shared_file_opens(kept, site):
    content = json.dumps(UNIQUE[1]).encode()
    page = shared(kept, site, {}, {"name": "盤.json", "type": "application/json", "bytes": list(content)})
    find_board(page, UNIQUE[1])
    page.close()


def test_a_shared_picture_is_drawn(kept, site):
    picture = png(100, 100, lambda x, y: x < 50)
    page = shared(kept, site, {"text": "holiday"}, {"name": "a.png", "type": "image/png", "bytes": list(picture)})
    expect(page.locator("#image-form")).to_be_visible()
    page.close()


def test_a_file_is_opened_with_the_app(device, site):
    """The test imitates how the browser passes the file, because no app is installed."""
    page = device()
    page.add_init_script(
        """Object.defineProperty(window, "launchQueue", { value: { setConsumer(take) {
            const file = new File([TEXT], "a.json");
            setTimeout(() => take({ files: [{ getFile: async () => file }] }), 200);
        } } });""".replace("TEXT", json.dumps(json.dumps(UNIQUE[0])))
    )
    page.goto(site.url)
    find_board(page, UNIQUE[0])


def test_install_is_offered_if_the_browser_supports_it(device, site):
    page = device()
    page.goto(site.url)
    expect(page.locator("#samples canvas").first).to_be_visible()
    expect(page.locator("#start-install")).to_be_hidden()
    page.evaluate("""() => {
        const event = new Event("beforeinstallprompt", { cancelable: true });
        event.prompt = () => { window.asked = true; };
        dispatchEvent(event);
    }""")
    page.locator("#more-button").click()
    expect(page.locator("#install-button")).to_be_visible()
    page.locator("#start-install").click()
    assert page.evaluate("window.asked")
    expect(page.locator("#start-install")).to_be_hidden()


def test_kinds_are_chosen_from_a_menu_and_loaded_when_wanted(device, site):
    page = device(viewport={"width": 390, "height": 844}, has_touch=True)
    loaded: list[str] = []
    page.on("request", lambda request: "/board-" in request.url and loaded.append(request.url))
    page.goto(site.url)
    expect(page.locator("#samples canvas").nth(3)).to_be_visible()
    kinds = page.locator("#kinds .kind")
    assert len(loaded) == 4 and kinds.count() == 4 + page.locator("#other-kinds .kind").count()
    page.locator("#kind-now").focus()
    for key in ("Enter", "ArrowDown", "End", "Escape"):
        page.keyboard.press(key)
    expect(page.locator("#kind-now")).to_be_focused()
    expect(kinds.last).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    expect(kinds.last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#kinds .kind[aria-current]")).to_have_count(1)
    expect(kinds.last).to_have_attribute("aria-current", "page")
    assert len(loaded) == 5
