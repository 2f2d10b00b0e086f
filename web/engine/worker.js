/**
 * The worker: starts Python, looks a call up in the package, works on it in short slices, posts. Between two slices it
 * goes back to its event loop, so a cancel arrives at once, without SharedArrayBuffer and the headers that this would
 * need.
 */

import { confine } from "./confine.js";
import { startPython } from "./start.js";

/** @import {CallMessage, FromWorker, Ready, ToWorker} from "./messages.js" */
/** @import {PyodideAPI} from "pyodide" */
/** @import {PyCallable, PyProxy} from "pyodide/ffi" */

const SLICE = 16; // ms of work between two returns to the event loop
const BETWEEN_PROGRESS = 100; // ms

const READY = `
import json, tesuji, tesuji.worker
json.dumps({"version": tesuji.__version__, "calls": list(tesuji.worker.CALLS)})
`;

/** A lock that only this worker holds, and as long as it lives. */
const LOCK = `tesuji ${Math.random()}`;
navigator.locks?.request(LOCK, () => (post({ lock: LOCK }), new Promise(() => {})));

/** The calls that wait or run, by number; true once cancelled. @type {Map<number, boolean>} */
const cancelled = new Map();

// Pyodide waits forever for a file that does not come, and only this reports it.
const starts = new AbortController();
self.addEventListener(
  "unhandledrejection",
  (event) => (event.preventDefault(), post({ failed: message(event.reason) })),
  starts,
);

const started = start(confine());
/** The end of the last call in the queue. @type {Promise<unknown>} */
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
 * @param {() => void} done that it has started
 * @returns {Promise<{PythonError: PyodideAPI["ffi"]["PythonError"], begin: PyCallable, ready: Ready,
 *   complete: () => Promise<boolean>}>}
 */
async function start(done) {
  const { python, complete } = await startPython();
  const ready = JSON.parse(python.runPython(READY));
  done();
  const { PythonError } = python.ffi; // which a broken Pyodide does not give away any more
  return { PythonError, begin: python.pyimport("tesuji.worker").Caller().call, ready, complete };
}

/**
 * Works on one call until it has answered. Exceptions of Python are answers of kind "internal"; any other error means
 * that Pyodide itself is broken.
 * @param {CallMessage} job
 */
async function run({ id, call: name, args }) {
  if (cancelled.get(id)) return post({ id, error: { kind: "stopped", message: "stopped before it began" } });
  const { PythonError, begin, complete } = await started;
  const attempt = () => answer(begin, id, name, args);
  try {
    await attempt().catch(async (error) => {
      if (error instanceof PythonError && (await complete())) return attempt(); // a module was missing, perhaps
      throw error;
    });
  } catch (error) {
    if (error instanceof PythonError) post({ id, error: { kind: "internal", message: message(error) } });
    else post({ fatal: message(error) });
  }
}

/**
 * The slices of one call; posts its progress, and {result} or {error}.
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
      const step = JSON.parse(advance(SLICE));
      if (!("progress" in step)) return post({ id, ...step });
      if (performance.now() - posted >= BETWEEN_PROGRESS) {
        post({ id, ...step });
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

/** One turn of the event loop; setTimeout would sleep for 4 ms. @returns {Promise<void>} */
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
