"""The site works on any static host: with or without a policy in its headers, with wrong content types, during updates,
and offline.
"""

from __future__ import annotations

from zlib import compress

import pytest
from playwright.sync_api import expect

from conftest import SUBPATH, Site
from hosts import NGINX, Deployment, fill_lists, listed, nginx_site, plain_site
from links import NO_PYTHON, UNIQUE, go, packed
from serve import DIST, make_server
from test_page import ready, verdict
from thorough import sample

pytestmark = pytest.mark.service_worker
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
    page = context.new_page()
    for document in UNIQUE:
        go(page, own_site.url + packed(document))
        verdict(page, "unique")


def test_every_file_of_the_site_is_kept(context, own_site):
    """Every file is stored, except those needed only if Python cannot start from its snapshot."""
    context.add_init_script(NO_PYTHON)
    page = context.new_page()
    page.goto(own_site.url)
    page.evaluate(KEPT)
    kept = page.evaluate("""async () => {
        const [name] = await caches.keys();
        return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }""")
    files = {SUBPATH + str(path.relative_to(DIST)) for path in DIST.rglob("*") if path.is_file()}
    # used by link previews only
    pictures = {SUBPATH + path.name for path in DIST.glob("*.png") if "icon" not in path.name}
    assert len(pictures) == 3
    spare = {SUBPATH + name for name in listed((DIST / "service-worker.js").read_text(), "SPARE")}
    assert {path.rpartition("/")[2] for path in spare if not path.endswith(".whl")} == {
        "tesuji.zip",
        "python_stdlib.zip",
    }
    assert set(kept) == files - pictures - spare - {SUBPATH + "service-worker.js", SUBPATH + "schema.json"}
    assert sum(len(compress((DIST / path.removeprefix(SUBPATH)).read_bytes(), 6)) for path in kept) < 9.6e6


def test_spare_files_are_kept_once_they_were_needed(context, tmp_path):
    """If the snapshot cannot be read, Python starts from its files, and the next time also without the server."""
    deployment = Deployment(tmp_path)
    (snapshot,) = (tmp_path / "A").glob("app-*/python.bin")
    snapshot.write_bytes(b"broken")
    fill_lists(tmp_path / "A")
    page = context.new_page()
    page.goto(deployment.url)
    page.evaluate(KEPT)
    page.reload()
    ready(page)
    deployment.site.close()
    page.goto(deployment.url + packed(UNIQUE[0]))
    verdict(page, "unique")


def test_a_new_version_comes_with_a_reload_and_keeps_the_link(context, tmp_path):
    deployment = Deployment(tmp_path)
    page = context.new_page()
    page.goto(deployment.url + packed(UNIQUE[0]))
    page.evaluate(KEPT)
    deployment.show("B")
    page.evaluate("""async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        while (!registration.waiting) await new Promise((resolve) => setTimeout(resolve, 50));
    }""")
    expect(page.locator("meta[name=version]")).to_have_attribute("content", "A")
    page.reload(wait_until="commit")  # which reloads twice
    expect(page.locator("meta[name=version]")).to_have_attribute("content", "B")
    assert page.evaluate("location.hash") == packed(UNIQUE[0])
    verdict(page, "unique")
    page.evaluate("""async () => {
        while ((await caches.keys()).length > 1) await new Promise((resolve) => setTimeout(resolve, 100));
    }""")
    deployment.site.close()


def test_the_policy_may_come_with_every_file(context):
    policy = (DIST.parent / "web" / "csp.txt").read_text().strip()
    site = Site(make_server(DIST, prefix=SUBPATH, headers={"Content-Security-Policy": policy}))
    page = context.new_page()
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    site.close()


def test_a_host_may_send_its_own_policy_without_blob_workers(context, watch):
    """An earlier README recommended such a policy. The worker then has the host's policy instead of the page's."""
    watch.allow = ["blob:"]
    policy = (DIST.parent / "web" / "csp.txt").read_text().strip().replace(" blob:", "")
    site = Site(make_server(DIST, prefix=SUBPATH, headers={"Content-Security-Policy": policy}))
    page = context.new_page()
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    (worker,) = page.workers
    assert worker.url.endswith("/engine/worker.js")
    site.close()


def test_a_host_may_know_few_mime_types(context):
    site = plain_site()
    page = context.new_page()
    page.goto(site.url + packed(UNIQUE[0]))
    verdict(page, "unique")
    page.evaluate(KEPT)
    site.close()
    page.locator("#mode-analyse").click()
    expect(page.locator("#step-list li").first).to_be_visible()


@pytest.mark.skipif(not (NGINX / "usr/sbin/nginx").exists(), reason="no nginx unpacked here: ./build.sh test does it")
def test_debians_nginx_as_it_is(context, tmp_path):
    with nginx_site(tmp_path) as url:
        page = context.new_page()
        page.goto(url + packed(UNIQUE[0]))
        verdict(page, "unique")
        page.locator("#mode-analyse").click()
        expect(page.locator("#step-list li").first).to_be_visible()
        page.evaluate(KEPT)


def test_it_can_be_installed(page, site, context):
    page.add_init_script(NO_PYTHON)
    page.goto(site.url)
    page.evaluate(KEPT)
    session = context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    errors = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [error for error in errors if error != "in-incognito"] == []


@pytest.mark.parametrize("path", sample(["index.html", ""]))
def test_addresses_are_relative(page, own_site, path):
    page.goto(own_site.url + path)
    ready(page)
