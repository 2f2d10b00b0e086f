"""Compare the page with its marks: first board, bytes, strokes on large boards, engine start, optionally Lighthouse.

    ./build.sh && .venv/bin/python bench/page.py [--rounds 5] [--only board,bytes,stroke,engine] [--lighthouse]

* board: from navigation to a board on the screen, from a share link, in a new profile with an empty cache, without
  waiting for Python. This is wall time, as a visitor experiences it, and includes noise of the machine, so the minimum
  of the rounds is printed as well.
* bytes: uncompressed page code: document, scripts, styles, strings, catalog and worker, without Pyodide, the package
  and icons.
* stroke: a drag of 20 px per frame on a half-filled board of 100 x 100, shown as a whole and zoomed to cells of 20 px.
  This is the CPU time of the page's main thread (threadTicks of DevTools) from one pointer step to the frame that shows
  it: pointer events, scripts, style, layout, and painting of the canvas. The time for pointer moves within a cell is
  subtracted.
* engine: wall time from starting the worker until Python is ready.
* lighthouse: installed by npx in the version below, because it is twenty times the size of all other development tools.

All measurements use one Chromium. The exit code is 1 if a mark is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from base64 import urlsafe_b64encode
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from zlib import DEFLATED, compressobj

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from chromium import CHROMIUM, FLAGS, launch  # noqa: E402
from serve import make_server  # noqa: E402

LIGHTHOUSE = "lighthouse@13.5.0"

FIRST_BOARD, PAGE_CODE, FRAME = 500, 150_000, 8  # ms, bytes, ms of CPU at the median
SCORES = {"performance": 0.95, "accessibility": 1, "best-practices": 1, "seo": 1}

SIDE, STEPS, STEP = 100, 40, 20  # cells; frames of a drag, CSS px per frame
NOT_PAGE = ("pyodide-", "tesuji.zip", "python.bin", "icon", "manifest.json")

# Stores the time at which the board has been painted and its frame is on the screen.
SEEN = """
const { fill } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fill = function (...path) {
  if (this.canvas.id === "canvas" && !("boardSeen" in window)) {
    window.boardSeen = 0;
    requestAnimationFrame(() => setTimeout(() => { window.boardSeen = performance.now(); }));
  }
  return fill.apply(this, path);
};
"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

SMALL = {
    "nonogram": {"kind": "nonogram", "rows": [[1, 1], [5], [5], [3], [1]], "cols": [[2], [4], [4], [4], [2]]},
    "minesweeper": {"kind": "minesweeper", "grid": ["1211", "...."]},
    "slitherlink": {"kind": "slitherlink", "grid": [".01", "...", "2.."]},
    "binoxxo": {"kind": "binoxxo", "grid": ["OO....", "...X..", ".O.O..", "X..XX.", "......", "..O..O"]},
}


def large(kind: str) -> dict:
    """Return a board of SIDE x SIDE, half of it marked; it need not be solvable."""
    random = Random(7)

    def rows(letters: str, width: int = SIDE, height: int = SIDE) -> list[str]:
        return ["".join(random.choice(letters) for _ in range(width)) for _ in range(height)]

    def runs(line: str) -> list[int]:
        return [len(run) for run in line.split(".") if run]

    match kind:
        case "nonogram":
            picture = rows("#.")
            return {
                "kind": kind,
                "rows": [runs(row) for row in picture],
                "cols": [runs("".join(column)) for column in zip(*picture)],
                "board": rows("?#?."),
            }
        case "minesweeper":
            return {"kind": kind, "grid": rows("123....."), "board": rows("..*s")}
        case "slitherlink":
            return {
                "kind": kind,
                "grid": rows("0123...."),
                "edges": {"h": rows(".-.x", SIDE, SIDE + 1), "v": rows(".|.x", SIDE + 1, SIDE)},
            }
        case _:
            return {"kind": kind, "grid": rows("OX......"), "board": rows("..OX")}


def packed(document: dict) -> str:
    packer = compressobj(9, DEFLATED, -15)
    return "#p=" + urlsafe_b64encode(packer.compress(json.dumps(document).encode()) + packer.flush()).decode().rstrip(
        "="
    )


def visit(browser: Browser, url: str, **options) -> Page:
    """Return a page in a new profile; `boardSeen` on its window is the time, in ms, when a board first appeared."""
    page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}, **options).new_page()
    page.add_init_script(SEEN)
    page.goto(url)
    return page


def board_seen(page: Page) -> float:
    while not (at := page.evaluate("window.boardSeen")):
        page.wait_for_timeout(20)
    return at


def engine_up(page: Page) -> None:
    page.locator("html[data-engine=ready]").wait_for(state="attached", timeout=120_000)


def first_boards(browser: Browser, site: str, rounds: int) -> bool:
    print(f"\nfirst board, ms from navigation ({rounds} new profiles each)      median    least")
    medians = []
    for kind, document in SMALL.items():
        times = []
        for _ in range(rounds):
            page = visit(browser, site + packed(document))
            times.append(board_seen(page))
            page.context.close()
        medians.append(median(times))
        print(f"  {kind:58} {median(times):8.0f} {min(times):8.0f}")
    return mark("first board, median of all", median(medians), FIRST_BOARD, "ms")


def page_bytes(browser: Browser, site: str) -> bool:
    """Print the bytes of page code before the board appears, of a visit until the solver has proven it, and of a visit
    that also opens Analyse. Return whether the mark is met.
    """
    print("\npage code, bytes                       requests    script     style     words     other       sum")
    kinds = {".js": "script", ".css": "style"}
    worst = 0
    for kind, document in SMALL.items():
        page = browser.new_context(locale="en-GB").new_page()
        seen: dict[str, int] = {}

        def heard(response) -> None:
            path = re.sub("^app-[^/]+/", "", response.url.split("#")[0].removeprefix(site))
            if not path.startswith(NOT_PAGE):
                seen[path] = int(response.headers.get("content-length", 0))

        def line(what: str) -> int:
            sums = dict.fromkeys(("script", "style", "words", "other"), 0)
            for path, size in seen.items():
                sums["words" if path.startswith("locales/") else kinds.get(Path(path).suffix, "other")] += size
            print(
                f"  {what:36} {len(seen):8}" + "".join(f"{size:10,}" for size in (*sums.values(), sum(sums.values())))
            )
            return sum(sums.values())

        page.on("response", heard)
        page.add_init_script(SEEN)
        page.goto(site + packed(document))
        board_seen(page)
        line(f"{kind}: first board")
        engine_up(page)
        page.locator("#verdict[data-verdict]").wait_for()
        worst = max(worst, line(f"{kind}: visit"))
        page.locator("#mode-analyse").click()
        page.locator("#step-list li").first.wait_for(state="attached")
        line(f"{kind}: with Analyse")
        page.context.close()
    return mark("page code of a visit, largest", worst, PAGE_CODE, "bytes")


def strokes(browser: Browser, site: str) -> bool:
    print(f"\nstroke on {SIDE} x {SIDE}, ms of main-thread CPU a frame    median       p95     resting")
    worst = 0.0
    for kind in SMALL:
        for zoomed in (False, True):
            page = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900}).new_page()
            page.route("**/worker.js", lambda route: route.abort())  # Python would compete for the same machine
            page.add_init_script(SEEN)
            page.goto(site + packed(large(kind)))
            board_seen(page)
            if not zoomed:
                page.locator("#fit").click()
            page.wait_for_timeout(300)
            costs, resting = stroke(page, zoomed)
            page.context.close()
            worst = max(worst, median(costs))
            print(
                f"  {kind + (', zoomed' if zoomed else ', whole'):46} {median(costs):9.2f} {percentile(costs, 95):9.2f} {resting:11.2f}"
            )
    return mark("stroke, worst median", worst, FRAME, "ms")


def stroke(page: Page, zoomed: bool) -> tuple[list[float], float]:
    """Return the CPU ms of each frame of a drag, and those of a frame in which the pointer stays in its cell."""
    box = page.locator("#canvas").bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def cpu() -> float:
        return (
            next(
                metric["value"]
                for metric in session.send("Performance.getMetrics")["metrics"]
                if metric["name"] == "TaskDuration"
            )
            * 1000
        )

    def frame(x: float, y: float) -> float:
        before = cpu()
        page.mouse.move(x, y)
        page.evaluate(FRAMES)
        return cpu() - before

    # If lines are drawn between dots, move from dot to dot. Dots are whole cells away from the canvas's margin of 4 px.
    dots = page.locator("#kinds [aria-current]").get_attribute("data-kind") == "slitherlink"
    cell = (20 if zoomed else int((box["width"] - 8) / SIDE)) if dots else 1
    step = STEP // cell * cell
    x, y = (
        box[at] + 4 + cell * int(part * box[size] / cell)
        for at, part, size in (("x", 0.35, "width"), ("y", 0.55, "height"))
    )
    page.mouse.move(x, y)
    page.mouse.down()
    rests = [frame(x + 0.1 * (i % 2), y) for i in range(20)]
    # Across the middle of the board and back again, so that it is marked and unmarked. Slitherlink's line bends on the
    # way.
    half = STEPS // 2
    costs = [frame(x + step * (i + 1), y + step * (i // 5 % 2)) for i in range(half)]
    costs += [frame(x + step * (half - i), y + step * (2 + i // 5 % 2)) for i in range(half)]
    page.mouse.up()
    rest = median(rests)
    return [max(0.0, cost - rest) for cost in costs], rest


def percentile(values: list[float], part: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * part // 100)]


def engine_start(browser: Browser, site: str, rounds: int) -> bool:
    times = []
    for _ in range(rounds):
        page = visit(browser, site + packed(SMALL["binoxxo"]))
        engine_up(page)
        now = page.evaluate("performance.now()")
        times.append(
            now
            - page.evaluate(
                "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/worker.js')).startTime"
            )
        )
        page.context.close()
    print(f"\nengine, ms from its worker to ready: median {median(times):.0f}, least {min(times):.0f}")
    return True


def lighthouse(site: str) -> bool:
    """Print the scores of the page on a slow phone, and those of a board. Return whether the mark is met."""
    fine = True
    for what, fragment in {"empty page": "", "a board": packed(SMALL["nonogram"])}.items():
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            flags = [
                f"--chrome-flags=--headless=new {' '.join(FLAGS)}",
                f"--only-categories={','.join(SCORES)}",
                "--output=json",
                f"--output-path={report}",
            ]
            command = ["npx", "--yes", LIGHTHOUSE, site + fragment, "--quiet", *flags]
            done = subprocess.run(
                command, env={**os.environ, "CHROME_PATH": str(CHROMIUM)}, capture_output=True, text=True
            )
            if not report.exists():
                sys.exit(done.stdout + done.stderr)
            result = json.loads(report.read_text())
        metrics = (
            "first-contentful-paint",
            "largest-contentful-paint",
            "total-blocking-time",
            "cumulative-layout-shift",
            "speed-index",
        )
        print(
            f"\nlighthouse, {what}: "
            + ", ".join(
                f"{result['audits'][name]['title']} {result['audits'][name]['displayValue']}" for name in metrics
            )
        )
        for name, least in SCORES.items():
            score = result["categories"][name]["score"] or 0
            fine &= mark(name, 100 * score, 100 * least, "", least=True)
            for reference in result["categories"][name]["auditRefs"]:
                audit = result["audits"][reference["id"]]
                if (
                    audit["score"] is not None
                    and audit["score"] < 0.9
                    and (reference["weight"] or name != "performance")
                ):
                    print(f"    {audit['title']}: {audit.get('displayValue', '')}")
    return fine


def mark(what: str, value: float, limit: float, unit: str, least: bool = False) -> bool:
    met = value >= limit if least else value <= limit
    print(f"  {what}: {value:,.1f} {unit}, mark {'>=' if least else '<'} {limit:,.0f}: {'met' if met else 'MISSED'}")
    return met


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="board,bytes,stroke,engine")
    parser.add_argument("--lighthouse", action="store_true")
    options = parser.parse_args()
    server = make_server()
    Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{server.server_port}/"
    wanted = options.only.split(",") if options.only else []
    met = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        visit(browser, site).context.close()  # warms up the browser itself
        parts = {
            "board": lambda: first_boards(browser, site, options.rounds),
            "bytes": lambda: page_bytes(browser, site),
            "stroke": lambda: strokes(browser, site),
            "engine": lambda: engine_start(browser, site, options.rounds),
        }
        for name in wanted:
            met.append(parts[name]())
        browser.close()
    if options.lighthouse:
        met.append(lighthouse(site))
    sys.exit(not all(met))


if __name__ == "__main__":
    main()
