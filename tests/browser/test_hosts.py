"""Any static host will do: with or without a policy in its headers, with wrong types, with a new version from time to
time, or gone."""

from __future__ import annotations

import shutil
from functools import partial

import pytest
from playwright.sync_api import expect

from conftest import SUBPATH, Site
from links import UNIQUE, packed
from serve import DIST, Handler, Server, make_server
from test_page import ready, verdict

KEPT = """async () => {
    const registration = await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller || registration.active?.state !== "activated") await new Promise((resolve) => setTimeout(resolve, 50));
}"""


def test_it_works_after_the_server_is_gone(context, own_site):
    page = context.new_page()
    page.goto(own_site.url)
    ready(page)
    page.evaluate(KEPT)
    own_site.close()
    for document in UNIQUE:
        page = context.new_page()
        page.goto(own_site.url + packed(document))
        verdict(page, "unique")
        page.close()


def test_every_file_of_the_site_is_kept(context, own_site):
    page = context.new_page()
    page.goto(own_site.url)
    page.evaluate(KEPT)
    kept = page.evaluate("""async () => {
        const [name] = await caches.keys();
        return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }""")
    files = {SUBPATH + str(path.relative_to(DIST)) for path in DIST.rglob("*") if path.is_file()}
    assert set(kept) == files - {SUBPATH + "service-worker.js"}


def test_a_new_version_comes_with_a_reload_and_keeps_the_link(context, tmp_path):
    copy = tmp_path / "dist"
    shutil.copytree(DIST, copy)
    site = Site(make_server(copy, prefix=SUBPATH))
    page = context.new_page()
    page.goto(site.url + packed(UNIQUE[0]))
    page.evaluate(KEPT)

    replace_in(copy / "index.html", "</head>", '<meta name="version" content="second"></head>')
    page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
    }""")
    assert not page.locator("meta[name=version]").count()
    page.reload(wait_until="commit")  # which loads twice
    expect(page.locator("meta[name=version]")).to_have_attribute("content", "second")
    assert page.evaluate("location.hash") == packed(UNIQUE[0])
    verdict(page, "unique")
    assert len(page.evaluate("caches.keys()")) == 1
    site.close()


def replace_in(path, old: str, new: str) -> None:
    """Changes a file of a built site, and the list of its service worker with it."""
    from hashlib import sha256

    before = path.read_bytes()
    after = before.replace(old.encode(), new.encode())
    assert before != after
    path.write_bytes(after)
    worker = path.with_name("service-worker.js")
    worker.write_text(worker.read_text().replace(sha256(before).hexdigest(), sha256(after).hexdigest()))


def test_the_policy_may_come_with_every_file(context):
    policy = (DIST.parent / "web" / "csp.txt").read_text().strip()
    site = Site(make_server(DIST, prefix=SUBPATH, headers={"Content-Security-Policy": policy}))
    page = context.new_page()
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    site.close()


class Untyped(Handler):
    """A host that knows no WebAssembly."""

    extensions_map = {**Handler.extensions_map, ".wasm": "application/octet-stream"}


def test_a_host_may_not_know_webassembly(context):
    site = Site(Server(("127.0.0.1", 0), partial(Untyped, folder=DIST, prefix=SUBPATH)))
    page = context.new_page()
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    site.close()


def test_it_can_be_installed(page, site, context):
    page.goto(site.url)
    page.evaluate(KEPT)
    session = context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in errors if error != "in-incognito"] == []


@pytest.mark.parametrize("path", ["", "index.html"])
def test_addresses_are_relative(page, own_site, path):
    page.goto(own_site.url + path)
    ready(page)
