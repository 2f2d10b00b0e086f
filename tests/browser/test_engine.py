"""engine.js and worker.js without the page."""

from __future__ import annotations

import json

import pytest

from links import noise

HARNESS = """<!doctype html><link rel="icon" href="data:,"><script type="module">
import { createEngine } from "./engine/client.js";
window.states = [];
window.start = (options = {}) => {
  const made = createEngine({ onState: (state, detail) => states.push([state, detail]), ...options });
  return (window.engine = made);
};
// A call whose answer is {result} or {error}, with the progress and the time it took.
window.ask = async (name, args, { abortAfter } = {}) => {
  const controller = new AbortController();
  const progress = [], began = performance.now();
  let aborted;
  if (abortAfter !== undefined) setTimeout(() => { aborted = performance.now(); controller.abort(); }, abortAfter);
  const options = { signal: controller.signal, onProgress: (step) => progress.push(step) };
  const answer = await engine.call(name, args, options).then((result) => ({ result }), (error) => ({ error }));
  const now = performance.now();
  return { ...answer, progress, milliseconds: now - began, late: now - aborted };
};
// A worker of our own: `script` sees messages as `data`, answers with `answer` and posts with `post`.
window.worker = (script) => () => new Worker(URL.createObjectURL(new Blob([`
  const post = (message) => postMessage(message);
  onmessage = ({ data }) => {
    const answer = (result) => post({ id: data.id, json: JSON.stringify({ result }) });
    ${script}
  };
  post({ ready: { version: "0", calls: [] } });`])));
</script>"""

SMALL = {"kind": "nonogram", "rows": [[1], [2]], "cols": [[2], [1]]}


def open_harness(page, site):
    page.route("**/harness.html", lambda route: route.fulfill(body=HARNESS, content_type="text/html"))
    page.goto(site.url + "harness.html")
    return page


@pytest.fixture
def harness(page, site):
    return open_harness(page, site)


@pytest.fixture(scope="module")
def started(opened, site):
    page, _ = opened
    open_harness(page, site).evaluate("void start()")
    return page


@pytest.fixture
def engine(started, workbench):
    """Return a page with an engine that tests share."""
    return workbench


def ask(page, name: str, args: dict, **options) -> dict:
    return page.evaluate(f"ask({json.dumps(name)}, {json.dumps(args)}, {json.dumps(options)})")


def states(page) -> list[str]:
    return [state for state, _ in page.evaluate("states")]


def test_a_call_made_at_once_waits_for_python(harness):
    harness.evaluate("void start()")
    answer = ask(harness, "solve", {"document": SMALL})
    assert answer["result"]["verdict"] == "unique"
    assert answer["result"]["solutions"] == [["#.", "##"]]
    assert states(harness) == ["working", "ready"]
    ready = harness.evaluate("states[0][1].ready")
    assert "solve" in ready["calls"] and ready["version"]


def test_calls_are_answered_in_order(engine):
    order = engine.evaluate(
        """async (document) => {
            const order = []; await Promise.all([1, 2, 3].map((limit) => engine.call("solve", { document, limit
            }).then(() => order.push(limit)))); return order;
        }""",
        SMALL,
    )
    assert order == [1, 2, 3]


def test_bad_input_is_an_error_with_a_sentence_and_a_place(engine):
    error = ask(engine, "solve", {"document": {"kind": "binoxxo", "grid": ["....", "..Q.", "....", "...."]}})["error"]
    assert error["message"] and error["at"] == {"row": 2, "column": 3}
    assert ask(engine, "fly", {})["error"]["kind"] == "no-such-call"
    assert ask(engine, "solve", {"document": SMALL})["result"]


def test_progress_is_reported_and_cancelling_is_immediate(engine):
    ask(engine, "solve", {"document": SMALL})
    answer = ask(engine, "solve", {"document": noise(80)}, abortAfter=1500)
    assert answer["result"]["verdict"] == "unknown" and answer["result"]["stopped"]
    assert 3 <= len(answer["progress"]) <= answer["milliseconds"] / 100 + 1
    assert {"stage", "settled", "of", "seconds"} <= answer["progress"][-1].keys()
    # The best of four, because other processes may slow down the machine.
    waits = [answer["late"]]
    while len(waits) < 4 and min(waits) >= 100:
        waits.append(ask(engine, "solve", {"document": noise(80)}, abortAfter=500)["late"])
    assert min(waits) < 100, waits
    assert ask(engine, "solve", {"document": SMALL})["result"]["verdict"] == "unique"
    assert states(engine)[-1] == "ready"


def test_a_cancelled_call_that_waits_does_not_wait_longer(engine):
    answers = engine.evaluate(
        """async ([long, small]) => {
            const first = ask("solve", { document: long }, { abortAfter: 800 });
            const second = await ask("solve", { document: small }, { abortAfter: 100 });
            return [await first, second];
        }""",
        [noise(80), SMALL],
    )
    assert answers[1]["error"]["kind"] == "stopped" and answers[1]["late"] < 100
    assert "result" in answers[0] or answers[0]["error"]["kind"] == "stopped"


def test_a_call_that_ignores_a_cancel_gets_a_new_worker(harness):
    harness.evaluate("""() => {
        const makers = [worker("if (!data.cancel) for (;;);"), worker("answer('second worker')")];
        start({ makeWorker: () => makers.shift()(), cancelLimit: 200 });
    }""")
    harness.wait_for_function("states.length")
    # In one expression, so that the second call is made while the new worker starts.
    hang, echo = harness.evaluate("async () => [await ask('hang', {}, { abortAfter: 50 }), await ask('echo', {})]")
    assert hang["error"]["kind"] == "stopped"
    assert echo["result"] == "second worker"
    assert states(harness) == ["ready", "working", "starting", "working", "ready"]


def test_a_fatal_error_costs_one_call_and_those_behind_go_on(harness):
    harness.evaluate("""() => {
        const makers = [worker("if (data.call === 'die') post({ fatal: 'broken' })"), worker("answer(data.call)")];
        start({ makeWorker: () => makers.shift()() });
    }""")
    harness.wait_for_function("states.length")
    answers = harness.evaluate("Promise.all([ask('die', {}), ask('next', {})])")
    assert answers[0]["error"] == {"kind": "fatal", "message": "broken"}
    assert answers[1]["result"] == "next"
    assert harness.evaluate("states.find(([state]) => state === 'starting')[1]") == {
        "again": True,
        "lost": "die",
        "message": "broken",
    }


def test_two_failed_starts_are_a_failure_and_restart_tries_again(harness):
    harness.evaluate("""() => {
        const dead = () => new Worker(URL.createObjectURL(new Blob(["postMessage({ failed: 'no Python here' })"])));
        const makers = [dead, dead, worker("answer('up')")];
        start({ makeWorker: () => makers.shift()() });
    }""")
    assert ask(harness, "solve", {})["error"]["kind"] == "failed"
    assert states(harness) == ["starting", "failed"]
    assert ask(harness, "solve", {})["error"]["kind"] == "failed"
    harness.evaluate("engine.restart()")
    assert ask(harness, "solve", {})["result"] == "up"


def test_a_start_that_hangs_is_noticed(harness):
    harness.evaluate("""() => {
        const deaf = () => new Worker(URL.createObjectURL(new Blob([""])));
        start({ makeWorker: deaf, startLimit: 100 });
    }""")
    assert ask(harness, "solve", {})["error"]["kind"] == "failed"


def test_a_missing_file_is_a_failure_with_its_name(harness, watch):
    watch.allow = ["404", "ERR_FAILED"]
    for file in ("python.bin", "tesuji.zip"):
        harness.route(f"**/{file}", lambda route: route.fulfill(status=404))
    harness.evaluate("void start()")
    error = ask(harness, "solve", {"document": SMALL})["error"]
    assert error["kind"] == "failed" and "tesuji.zip" in error["message"]
    harness.route("**/pyodide.asm.wasm", lambda route: route.abort())  # Pyodide waits for it forever
    harness.evaluate("void start()")
    assert ask(harness, "solve", {"document": SMALL})["error"]["kind"] == "failed"


def test_a_browser_that_refuses_locks_has_a_solver(harness):
    """For example Chromium, if its user blocks all cookies."""

    def refuse(route):
        script = route.fetch().text()
        route.fulfill(
            body=f"navigator.locks.request = async () => {{ throw new Error('The request was denied.') }};\n{script}",
            content_type="text/javascript",
        )

    harness.route("**/worker.js", refuse)
    harness.evaluate("void start()")
    assert ask(harness, "solve", {"document": SMALL})["result"]["verdict"] == "unique"
