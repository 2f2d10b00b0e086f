"""Measure the time until the first answer, compared with stock Pyodide that installs the wheel with micropip.

    ./build.sh test        (once: it prepares the browser and the wheels)
    .venv/bin/python bench/startup.py [ROUNDS]

The pages are visited in turn, each by a new visitor. Cold is the first visit, with a new profile and an empty cache;
warm is the third. The figures are medians. CPU seconds are those of all processes of the browser between navigation and
answer. Marks: a ratio of at most 0.25 cold and 0.3 warm, and at most 9 MB, compressed with gzip, for everything that a
first visit loads and stores.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter
from zlib import DEFLATED, compressobj

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from chromium import launch  # noqa: E402
from serve import DIST, make_server  # noqa: E402

NPM, STOCK = ROOT / "node_modules" / "pyodide", ROOT / "build" / "stock"
VISITS = 3  # the third is warm: browsers keep a compiled program from the second on
MARK_COLD, MARK_WARM, MARK_SIZE = 0.25, 0.3, 9_000_000  # of the CPU time; bytes

PUZZLE = {"kind": "nonogram", "rows": [[1], [2]], "cols": [[2], [1]]}
ARGS = json.dumps({"document": PUZZLE})

STOCK_PAGE = """<!doctype html><link rel="icon" href="data:,"><output></output><script type="module">
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => { document.querySelector("output").textContent = data; };
</script>"""
STOCK_WORKER = f"""
import {{ loadPyodide }} from "./pyodide.mjs";
const python = await loadPyodide();
await python.loadPackage("micropip");
await python.pyimport("micropip").install(new URL("WHEEL", import.meta.url).href);
const call = python.pyimport("tesuji.worker").call("solve", {ARGS!r});
let step;
do step = JSON.parse(call.advance(16)); while (step.progress);
postMessage(step.result.verdict);
"""
OWN_PAGE = f"""<!doctype html><link rel="icon" href="data:,"><output></output><script type="module">
import {{ createEngine }} from "./engine/client.js";
window.engine = createEngine();
const {{ verdict }} = await engine.call("solve", {ARGS});
document.querySelector("output").textContent = verdict;
</script>"""


def stock_site() -> Path:
    """Return a folder set up as the manuals describe: npm's files unchanged, micropip, our wheel."""
    shutil.rmtree(STOCK, ignore_errors=True)
    STOCK.mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"):
        shutil.copy(NPM / name, STOCK)
    wheel = shutil.copy(next(DIST.glob("*.whl")), STOCK)
    micropip = Path(shutil.copy(next((ROOT / "build" / "test-wheels").glob("micropip-*.whl")), STOCK))
    lock = json.loads((NPM / "pyodide-lock.json").read_text())
    lock["packages"]["micropip"] |= {
        "file_name": micropip.name,
        "sha256": hashlib.sha256(micropip.read_bytes()).hexdigest(),
    }
    (STOCK / "pyodide-lock.json").write_text(json.dumps(lock))
    (STOCK / "bench.html").write_text(STOCK_PAGE)
    (STOCK / "worker.js").write_text(STOCK_WORKER.replace("WHEEL", Path(wheel).name))
    return STOCK


def own_site() -> Path:
    """Return dist/ with one additional page: the engine without the workbench."""
    copy = ROOT / "build" / "own"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(DIST, copy)
    (copy / "bench.html").write_text(OWN_PAGE)
    return copy


def serve(folder: Path) -> str:
    server = make_server(folder)
    Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def cpu_seconds(session) -> float:
    return sum(process["cpuTime"] for process in session.send("SystemInfo.getProcessInfo")["processInfo"])


def visits(playwright, address: str, answered) -> Iterator[tuple[float, float]]:
    """Yield the wall and CPU seconds from navigation to the first answer, for each visit with one profile."""
    browser = launch(playwright)
    try:
        session, context = browser.new_browser_cdp_session(), browser.new_context()
        for _ in range(VISITS):
            page = context.new_page()
            page.goto("about:blank")
            page.wait_for_timeout(500)  # wait until the browser has started, or the previous visit has ended
            before, began = cpu_seconds(session), perf_counter()
            page.goto(address)
            answered(page)
            yield perf_counter() - began, cpu_seconds(session) - before
            page.close()
    finally:
        browser.close()


def answer_shown(page) -> None:
    page.get_by_text("unique", exact=True).wait_for(timeout=120_000)


def verdict_shown(page) -> None:
    page.locator("#verdict[data-verdict=unique]").wait_for(timeout=120_000)


def fragment(document: dict) -> str:
    packer = compressobj(9, DEFLATED, -15)
    return "#p=" + urlsafe_b64encode(packer.compress(json.dumps(document).encode()) + packer.flush()).decode().rstrip(
        "="
    )


def main(rounds: int) -> None:
    own, stock = serve(own_site()), serve(stock_site())
    ways = {
        "stock Pyodide, micropip": (stock + "bench.html", answer_shown),
        "Tesuji, the engine alone": (own + "bench.html", answer_shown),
        "Tesuji, the whole page": (own + fragment(PUZZLE), verdict_shown),
    }
    cold: Figures = {name: [] for name in ways}
    warm: Figures = {name: [] for name in ways}
    with sync_playwright() as playwright:
        for _ in range(rounds):
            for name, (address, answered) in ways.items():
                first, *_, last = visits(playwright, address, answered)
                cold[name].append(first)
                warm[name].append(last)
    report("cold", cold)
    report("warm", warm)
    print(
        f"marks: ratio <= {MARK_COLD} cold, {MARK_WARM} warm; first visit {first_visit() / 1e6:.2f} MB, mark {MARK_SIZE / 1e6:.0f} MB"
    )


Figures = dict[str, list[tuple[float, float]]]


def report(visit: str, figures: Figures) -> None:
    print(f"{visit + ', navigation to first answer':<34}{'wall s':>8}{'CPU s':>8}{'ratio of CPU':>14}")
    base = None
    for name, taken in figures.items():
        wall, cpu = (median(column) for column in zip(*taken))
        base = base or cpu
        print(f"{name:<34}{wall:>8.2f}{cpu:>8.2f}{cpu / base:>14.2f}")


def first_visit() -> int:
    """Return the transferred bytes of everything that the service worker stores, if the host compresses."""
    listed = re.search(r"FILES=(\{.*?\})", (DIST / "service-worker.js").read_text())
    return sum(len(gzip.compress((DIST / name).read_bytes())) for name in json.loads(listed[1]))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
