/**
 * The worker: starts Python, runs the calls in short slices and posts their results. Between two slices it returns to
 * its event loop, so that a cancel takes effect at once without SharedArrayBuffer and the headers that this would need.
 */

import { confine } from "./confine.js";
import { startPython } from "./start.js";

/** @import {CallMessage, FromWorker, Ready, ToWorker} from "./messages.js" */
/** @import {PyodideAPI} from "pyodide" */
/** @import {PyCallable, PyProxy} from "pyodide/ffi" */

const SLICE = 16; // time between two returns to the event loop, in ms
const BETWEEN_PROGRESS = 100; // ms

const READY = `
import json, tesuji, tesuji.worker
json.dumps({"version": tesuji.__version__, "calls": list(tesuji.worker.CALLS)})
`;

/** A lock that this worker holds until it ends. A browser that blocks cookies refuses it; then no end is detected. */
const LOCK = `tesuji ${Math.random()}`;
navigator.locks?.request(LOCK, () => (post({ lock: LOCK }), new Promise(() => {}))).catch(() => {});

/** The queued and running calls by number; true if cancelled. @type {Map<number, boolean>} */
const cancelled = new Map();

// Pyodide waits forever for a missing file; this is the only way to detect that.
const starts = new AbortController();
self.addEventListener(
  "unhandledrejection",
  (event) => (event.preventDefault(), post({ failed: message(event.reason) })),
  starts,
);

const started = start(confine());
/** Resolves when the last call in the queue is done. @type {Promise<unknown>} */
let last = started
  .finally(() => starts.abort())
  .then(
    ({ ready }) => post({ ready }),
    (error) => post({ failed: message(error) }),
  );

self.onmessage = (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  if ("cancel" in data) {
    if (cancelled.has(data.id)) cancelled.set(data.id, true);
  } else {
    cancelled.set(data.id, false);
    last = last
      .then(() => run(data))
      .catch((error) => post({ fatal: message(error) }))
      .finally(() => cancelled.delete(data.id));
  }
};

/**
 * Starts Python with the package on its path.
 * @param {() => void} done called when Python has started
 * @returns {Promise<{PythonError: PyodideAPI["ffi"]["PythonError"], begin: PyCallable, ready: Ready, complete: () =>
 *   Promise<boolean>}>}
 */
async function start(done) {
  const { python, complete } = await startPython();
  const ready = JSON.parse(python.runPython(READY));
  done();
  const { PythonError } = python.ffi; // must be stored now, because a crashed Pyodide no longer returns it
  return { PythonError, begin: python.pyimport("tesuji.worker").Caller().call, ready, complete };
}

/**
 * Runs one call until it has answered. Python exceptions are answers of kind "internal"; any other error means that
 * Pyodide itself has crashed.
 * @param {CallMessage} job
 */
async function run({ id, call: name, args }) {
  if (cancelled.get(id)) return post({ id, error: { kind: "stopped", message: "stopped before it began" } });
  const { PythonError, begin, complete } = await started;
  const attempt = () => answer(begin, id, name, args);
  try {
    await attempt().catch(async (error) => {
      if (error instanceof PythonError && (await complete())) return attempt(); // a module may have been missing
      throw error;
    });
  } catch (error) {
    if (error instanceof PythonError) post({ id, error: { kind: "internal", message: message(error) } });
    else post({ fatal: message(error) });
  }
}

/**
 * Runs the slices of one call; posts its progress, then its answer.
 * @param {PyCallable} begin @param {number} id @param {string} name @param {Record<string, any>} args
 */
async function answer(begin, id, name, args) {
  /** @type {PyProxy} */
  const call = begin(name, JSON.stringify(args));
  const { advance } = call;
  try {
    let posted = performance.now();
    for (;;) {
      if (cancelled.get(id)) call.cancel();
      /** @type {string} */
      const json = advance(SLICE);
      if (!json.startsWith('{"progress"')) return post({ id, json });
      const { progress } = JSON.parse(json);
      if (progress.result || performance.now() - posted >= BETWEEN_PROGRESS) {
        post({ id, json });
        posted = performance.now();
      }
      await turn();
    }
  } finally {
    call.close();
    advance.destroy();
    call.destroy();
  }
}

const { port1, port2 } = new MessageChannel();

/** Waits for one turn of the event loop; setTimeout would take at least 4 ms. @returns {Promise<void>} */
const turn = () =>
  new Promise((resolve) => {
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });

/** @param {FromWorker} message */
function post(message) {
  self.postMessage(message);
}

/** @param {unknown} error */
function message(error) {
  return error instanceof Error ? error.message : String(error);
}
