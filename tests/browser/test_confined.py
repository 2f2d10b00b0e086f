"""The worker can compute and send messages to its page, but it cannot reach anything else, from JavaScript or from
Python.
"""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest

from conftest import SUBPATH, Site
from serve import DIST, make_server
from test_page import ready
from thorough import sample

ROOT = Path(__file__).resolve().parent.parent.parent
POLICY = (ROOT / "web" / "csp.txt").read_text().strip().replace(" blob:", "")

# Runs in a later turn of the event loop, because code run directly by the debugger is not subject to the page's policy.
LATER = """([expression]) => new Promise((resolve) => setTimeout(async () => {
    try { resolve(`done: ${await TRY}`); } catch (error) { resolve(`${error.name}: ${error.message}`); }
}))"""
WAYS = {
    "eval": "eval('1')",
    "Function": "new Function('return 1')()",
    "constructor": "(() => {}).constructor('return 1')()",
    "async constructor": "(async () => {}).constructor('return 1')()",
    "generator": "(function* () {}).constructor('yield 1')().next().value",
    "text for a timer": "new Promise((done) => { globalThis.done = done; setTimeout('done(1)'); setTimeout(() => done(), 300); }).then((x) => { if (!x) throw Error('no') })",
    "fetch": "fetch('ELSEWHERE')",
    "fetch here": "fetch('HERE')",
    "XMLHttpRequest": "new Promise((done, no) => { const x = new XMLHttpRequest(); x.onload = done; x.onerror = no; x.open('GET', 'ELSEWHERE'); x.send() })",
    "WebSocket": "new WebSocket('ELSEWHERE'.replace('http', 'ws'))",
    "EventSource": "new EventSource('ELSEWHERE')",
    "WebTransport": "new WebTransport('https://127.0.0.1:9/')",
    "importScripts": "importScripts('ELSEWHERE')",
    "import": "import('ELSEWHERE')",
    "import data": "import('data:text/javascript,export default 1')",
    "import blob": "import(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' })))",
    "Worker": "new Worker('ELSEWHERE')",
    "caches": "caches.open('x').then((cache) => cache.add('HERE'))",
    "indexedDB": "indexedDB.open('tesuji')",
    "FontFace": "new FontFace('x', 'url(ELSEWHERE)').load()",
    "BroadcastChannel": "new BroadcastChannel('tesuji')",
    "navigator": "navigator.serviceWorker ?? navigator.storage",
    "inherited": "Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).fetch.call(globalThis, 'ELSEWHERE')",
}

PYTHON = {
    "js.eval": "js.eval('1')",
    "js.Function": "js.Function.new('return 1')()",
    "js.fetch": "js.fetch('ELSEWHERE')",
    "js.XMLHttpRequest": "js.XMLHttpRequest.new()",
    "js.WebSocket": "js.WebSocket.new('ws://127.0.0.1:9/')",
    "js.importScripts": "js.importScripts('ELSEWHERE')",
    "js.Worker": "js.Worker.new('ELSEWHERE')",
    "js.setTimeout": "js.setTimeout('1')",
    "constructor": "js.Object.constructor('return 1')()",
    "run_js": "__import__('pyodide.code').code.run_js('1')",
    "open_url": "__import__('pyodide.http').http.open_url('ELSEWHERE')",
}
"""Python statements that must raise."""

KILLS = "[__import__('pyodide_js').FS.createLazyFile('/', 'x', 'ELSEWHERE', True, False), open('/x').read()]"

LATE = "textwrap"
"""A standard module that the package does not import, so that it is not in the snapshot."""

LATER_PYTHON = {
    "fetch": "js.fetch('ELSEWHERE')",
    "pyfetch": "__import__('asyncio').ensure_future(__import__('pyodide.http').http.pyfetch('ELSEWHERE'))",
    "loadPackage": "__import__('pyodide_js').loadPackage('ELSEWHERE')",
}
"""Python that may return a promise, which must then be unable to send anything."""


@pytest.fixture(scope="module")
def elsewhere():
    """Run another site and record the requests to it."""
    asked: list[str] = []

    server = make_server(DIST, prefix="/elsewhere/", headers={"Access-Control-Allow-Origin": "*"})
    handler = server.RequestHandlerClass
    answer = handler.func.do_GET

    class Listener(handler.func):
        def do_GET(self) -> None:  # noqa: N802, the name is the library's
            asked.append(self.path)
            answer(self)

    handler_of = type(handler)(Listener, **handler.keywords)
    server.RequestHandlerClass = handler_of
    site = Site(server)
    yield f"http://127.0.0.1:{server.server_port}/elsewhere/manifest.json", asked
    site.close()


@pytest.fixture(params=["policy of the page", "policy of the host"])
def worker(request, page, watch):
    """Return the worker of a page that has started, and its site."""
    watch.allow = ["Content Security Policy", "Content-Security-Policy", "blob:"]
    hosts = request.param == "policy of the host"
    site = Site(make_server(DIST, prefix=SUBPATH, headers={"Content-Security-Policy": POLICY} if hosts else None))
    page.goto(site.url)
    ready(page)
    (worker,) = page.workers
    yield worker, site
    site.close()


def test_no_way_leads_out_of_the_worker(worker, elsewhere):
    worker, site = worker
    address, asked = elsewhere
    if worker.url.startswith("http"):
        pytest.skip("debuggers need eval to try anything here; the page's own tries are below")
    answers = {}
    for name, way in WAYS.items():
        way = way.replace("ELSEWHERE", address).replace("HERE", site.url + "manifest.json")
        answers[name] = worker.evaluate(LATER.replace("TRY", way), [""])
    assert not {name: answer for name, answer in answers.items() if answer.startswith("done")}
    assert asked == []


@pytest.fixture(scope="module")
def tampered(tmp_path_factory) -> Path:
    """Make a folder with tesuji.zip, and the snapshot of it, with two additional calls: `try` runs Python and returns
    what it raises; `plainly` does not catch it.
    """
    more = """
def trying(arguments):
    import js
    yield from ()
    try:
        return {"done": str(eval(arguments["text"]))}
    except BaseException as error:
        return {"raised": repr(error)[:200]}

def plainly(arguments):
    yield from ()
    return {"done": str(eval(arguments["text"]))}

CALLS = {**{name: CALLS[name] for name in CALLS}, "try": trying, "plainly": plainly}
"""
    folder = tmp_path_factory.mktemp("tampered")
    package = folder / "tesuji.zip"
    (archive,) = DIST.glob("app-*/tesuji.zip")
    with zipfile.ZipFile(archive) as before, zipfile.ZipFile(package, "w") as after:
        for info in before.infolist():
            if info.filename != "tesuji/worker.pyc":
                after.writestr(info, before.read(info))
        source = (ROOT / "py" / "tesuji" / "worker.py").read_text()
        after.writestr("tesuji/worker.py", source.replace("MAX_SECONDS = ", more + "\nMAX_SECONDS = ", 1))
    (library,) = DIST.glob("pyodide-*/python_stdlib.zip")
    subprocess.run(["node", "tools/snapshot.mjs", folder / "python.bin", library, package], cwd=ROOT, check=True)
    return folder


@pytest.mark.parametrize("hosts", sample([False, True]), ids=["policy of the page", "policy of the host"])
def test_nor_does_python_find_one(visitor, watch, elsewhere, tampered, hosts):
    watch.allow = ["Content Security Policy", "blob:", "atal", "GIL", "reading 'length'"]
    address, asked = elsewhere
    asked.clear()
    page = visitor().new_page()
    for file in tampered.iterdir():
        page.route(f"**/{file.name}", lambda route, _, path=file: route.fulfill(path=path))
    site = Site(make_server(DIST, prefix=SUBPATH, headers={"Content-Security-Policy": POLICY} if hosts else None))
    page.goto(site.url)
    ready(page)
    ways = {**PYTHON, **LATER_PYTHON}
    answers = page.evaluate(
        """async ([client, ways]) => {
            const { createEngine } = await import(client);
            const engine = (globalThis.engine = createEngine());
            const answers = {};
            for (const [name, text] of Object.entries(ways)) answers[name] = await engine.call("try", { text });
            await new Promise((resolve) => setTimeout(resolve, 500));
            return answers;
        }""",
        [site.url + "engine/client.js", {name: way.replace("ELSEWHERE", address) for name, way in ways.items()}],
    )
    late = page.evaluate(
        "(text) => globalThis.engine.call('plainly', { text })", "__import__('LATE').__name__".replace("LATE", LATE)
    )
    # This kills Pyodide itself; the engine reports it and survives.
    killed = page.evaluate(
        """async (text) => {
            const { engine } = globalThis;
            const { kind } = await engine.call("try", { text }).catch((error) => error);
            const { verdict } = await engine.call("solve", { document: { kind: "nonogram", rows: [[1]], cols: [[1]] } });
            return [kind, verdict];
        }""",
        KILLS.replace("ELSEWHERE", address),
    )
    site.close()
    assert late == {"done": LATE}
    assert killed == ["fatal", "unique"]
    assert not {name: answers[name] for name in PYTHON if "raised" not in answers[name]}, json.dumps(answers, indent=1)
    assert asked == []
