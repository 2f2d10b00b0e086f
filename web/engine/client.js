/**
 * The page's interface to the engine: `call(name, args, {onProgress, signal}) -> Promise`. A worker runs Python. If it
 * dies or hangs, a new worker replaces it and runs the calls that had not started.
 */

/** @import {CallError, FromWorker, Progress, Ready} from "./messages.js" */

/** @typedef {"starting" | "ready" | "working" | "failed"} SolverState */
/**
 * @typedef {{again?: boolean, ready?: Ready, message?: string, lost?: string}} Detail  again: an earlier worker died;
 *   message: the reason; lost: the name of the call that was lost with it
 */
/**
 * @typedef {{onProgress?: (progress: Progress) => void, signal?: AbortSignal, idle?: AbortController}} CallOptions
 *   idle: a call that nobody waits for; the next one that somebody waits for takes it over if it is the same call, or
 *   else aborts it
 */
/**
 * @typedef {{id: number, name: string, args: Record<string, any>, resolve: (result: any) => void, reject: (error:
 *   CallError) => void, onProgress?: (progress: Progress) => void, idle?: AbortController}} Call
 */

/**
 * @typedef {object} Engine
 * @property {SolverState} state
 * @property {Promise<void>} started  settled when Python has started for the first time or failed to start
 * @property {(name: string, args: Record<string, any>, options?: CallOptions) => Promise<any>} call resolves with the
 *   result, or after a cancel with the partial result. Rejects with a CallError: invalid input as reported by the
 *   package, "stopped" (the call did not react to a cancel in time), "internal" (a bug in the package), "fatal" (Python
 *   died) or "failed" (Python did not start)
 * @property {() => void} start  starts an engine created with `lazy`; later calls have no effect
 * @property {() => void} restart  replaces the worker (for the Retry button); a running call is rejected with "stopped"
 */

/**
 * @typedef {object} Options
 * @property {(state: SolverState, detail: Detail) => void} onState
 * @property {() => Worker} makeWorker
 * @property {number} startLimit  time limit for Python to start, in ms
 * @property {number} cancelLimit  time limit for a cancelled call to answer, in ms
 */

/**
 * @typedef {object} WorkerQueue  the state of the current worker and its queue
 * @property {Options} options
 * @property {SolverState} state
 * @property {Call[]} calls  calls without an answer, in order; the worker runs the first
 * @property {Worker} [worker]
 * @property {boolean} up  this worker has reported that it is ready
 * @property {number} deaths  number of workers lost since one was last ready
 * @property {number} lastId
 * @property {Promise<void>} started
 * @property {() => void} resolveStarted
 * @property {AbortController} [watch]  aborts the wait for the worker's lock
 * @property {ReturnType<typeof setTimeout>} [startTimer]
 * @property {ReturnType<typeof setTimeout>} [cancelTimer]
 */

/** @type {Options} */
const DEFAULTS = {
  onState: () => {},
  makeWorker: ownWorker,
  startLimit: 60_000, // a refused policy or a lost connection can hang without an error
  cancelLimit: 2_000,
};
const STOPPED = { kind: "stopped", message: "stopped before it began" };

/**
 * Creates an engine. It starts at once, or with `lazy` when `start` is called, so that Python does not slow down the
 * first view. Calls made before Python has started are queued.
 * @param {Partial<Options> & {lazy?: boolean}} [options]
 * @returns {Engine}
 */
export function createEngine({ lazy = false, ...options } = {}) {
  const host = makeHost({ ...DEFAULTS, ...options });
  if (!lazy) begin(host, {});
  return {
    get state() {
      return host.state;
    },
    started: host.started,
    call: (name, args, how) => call(host, name, args, how),
    start: () => {
      if (!host.worker) begin(host, {});
    },
    restart: () => {
      host.deaths = 0;
      replace(host, { ...STOPPED, message: "the engine was started again" });
    },
  };
}

/** @param {Options} options @returns {WorkerQueue} */
function makeHost(options) {
  let resolveStarted = () => {};
  /** @type {Promise<void>} */
  const started = new Promise((resolve) => (resolveStarted = resolve));
  return { options, state: "starting", calls: [], up: false, deaths: 0, lastId: 0, started, resolveStarted };
}

/**
 * @param {WorkerQueue} host
 * @param {string} name
 * @param {Record<string, any>} args
 * @param {CallOptions} [how]
 * @returns {Promise<any>}
 */
function call(host, name, args, { onProgress, idle, signal = idle?.signal } = {}) {
  return new Promise((resolve, reject) => {
    if (host.state === "failed") return reject({ kind: "failed", message: "the engine did not start" });
    if (signal?.aborted) return reject(STOPPED);
    const same = idle ? undefined : host.calls.find((one) => one.idle && alike(one, { name, args }));
    same?.reject(STOPPED); // only the caller that waits gets the result
    const made = Object.assign(same ?? { id: ++host.lastId }, { name, args, resolve, reject, onProgress, idle });
    if (!idle) for (const waiting of host.calls) waiting.idle?.abort();
    if (!same) {
      host.calls.push(made);
      send(host, made);
    }
    if (host.up) enter(host, activity(host));
    signal?.addEventListener("abort", () => cancel(host, made), { once: true });
  });
}

/** @typedef {Pick<Call, "name" | "args">} Question */

/** @param {Question} one @param {Question} other */
const alike = (one, other) => one.name === other.name && JSON.stringify(one.args) === JSON.stringify(other.args);

/** @param {WorkerQueue} host @param {Call} call */
function send({ worker }, { id, name, args }) {
  worker?.postMessage({ id, call: name, args });
}

/**
 * Cancels a call. A running call returns its partial result within the limit; a queued one is removed.
 * @param {WorkerQueue} host
 * @param {Call} made
 */
function cancel(host, made) {
  const { calls, worker, up, options } = host;
  if (!calls.includes(made)) return;
  worker?.postMessage({ id: made.id, cancel: true });
  if (!up || made !== calls[0]) return answer(host, { id: made.id, error: STOPPED });
  const error = { ...STOPPED, message: "the call did not stop, so the engine was started again" };
  host.cancelTimer = setTimeout(() => replace(host, error), options.cancelLimit);
}

/** Starts a worker, which receives all queued calls. @param {WorkerQueue} host @param {Detail} detail */
function begin(host, detail) {
  const { makeWorker, startLimit } = host.options;
  host.up = false;
  const worker = (host.worker = makeWorker());
  worker.onmessage = ({ data }) => receive(host, data);
  worker.onerror = (event) => {
    event.preventDefault();
    lose(host, event.message || "the worker could not be loaded");
  };
  host.startTimer = setTimeout(() => lose(host, `no answer within ${startLimit / 1000} s`), startLimit);
  for (const waiting of host.calls) send(host, waiting);
  enter(host, "starting", detail);
}

/** @param {WorkerQueue} host @param {FromWorker} message */
function receive(host, message) {
  if ("lock" in message) watchLock(host, message.lock);
  else if ("ready" in message) isUp(host, message.ready);
  else if ("failed" in message) lose(host, message.failed);
  else if ("fatal" in message) lose(host, message.fatal);
  else if ("json" in message) answer(host, { id: message.id, ...JSON.parse(message.json) });
  else answer(host, message);
}

/** @param {WorkerQueue} host @param {Ready} ready */
function isUp(host, ready) {
  clearTimeout(host.startTimer);
  host.up = true;
  host.deaths = 0;
  enter(host, activity(host), { ready });
}

/**
 * Detects a worker that the browser has killed. It sends no more messages, but its lock is released.
 * @param {WorkerQueue} host @param {string} lock
 */
function watchLock(host, lock) {
  host.watch = new AbortController();
  const { signal } = host.watch;
  navigator.locks.request(lock, { signal }, () => lose(host, "the worker was ended")).catch(() => {}); // by `terminate`
}

/**
 * Handles the progress, result or error of a call.
 * @param {WorkerQueue} host
 * @param {{id: number} & ({progress: Progress} | {result: any} | {error: CallError})} message
 */
function answer(host, message) {
  const done = host.calls.find(({ id }) => id === message.id);
  if (!done) return; // cancelled while queued
  if ("progress" in message) return done.onProgress?.(message.progress);
  if (done === host.calls[0]) clearTimeout(host.cancelTimer);
  host.calls = host.calls.filter((other) => other !== done);
  if (host.up) enter(host, activity(host));
  if ("error" in message) done.reject(message.error);
  else done.resolve(message.result);
}

/**
 * Replaces a worker that died, up to a limited number of times.
 * @param {WorkerQueue} host
 * @param {string} message
 */
function lose(host, message) {
  host.deaths += 1;
  if (host.deaths < 2) return replace(host, { kind: "fatal", message });
  terminate(host);
  enter(host, "failed", { message });
  const lost = host.calls;
  host.calls = [];
  for (const { reject } of lost) reject({ kind: "failed", message });
}

/**
 * Starts a new worker. The old one's current call is rejected with `error`; the calls after it continue.
 * @param {WorkerQueue} host
 * @param {CallError} error
 */
function replace(host, error) {
  terminate(host);
  const current = host.up ? host.calls.shift() : undefined;
  begin(host, { again: true, message: error.message, lost: error.kind === "fatal" ? current?.name : undefined });
  current?.reject(error);
}

/** @param {WorkerQueue} host */
function terminate({ worker, watch, startTimer, cancelTimer }) {
  watch?.abort();
  clearTimeout(startTimer);
  clearTimeout(cancelTimer);
  if (!worker) return;
  worker.onmessage = worker.onerror = null;
  worker.terminate();
}

/** Returns "working" if somebody waits for a call. @param {WorkerQueue} host */
const activity = ({ calls }) => (calls.some(({ idle }) => !idle) ? "working" : "ready");

/** @param {WorkerQueue} host @param {SolverState} next @param {Detail} [detail] */
function enter(host, next, detail = {}) {
  if (next === host.state && !Object.keys(detail).length) return;
  host.state = next;
  if (next !== "starting") host.resolveStarted();
  host.options.onState(next, detail);
}

const SCRIPT = new URL("./worker.js", import.meta.url).href;

/**
 * Returns the address of a script that only imports the worker's script. A policy in the page's `<meta>` does not apply
 * to a worker with its own address, but it does apply to a worker from a blob URL. If the policy comes from the host's
 * headers, the worker has one as well.
 */
function ownAddress() {
  if (!document.querySelector('meta[http-equiv="Content-Security-Policy"]')) return SCRIPT;
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(SCRIPT)};`], { type: "text/javascript" }));
}

/** The blob URL, created once, or SCRIPT if the host's policy refuses it. @type {string | undefined} */
let address;

function ownWorker() {
  const worker = new Worker((address ??= ownAddress()), { type: "module", name: "tesuji" });
  const refused = () => void (address = SCRIPT);
  worker.addEventListener("error", refused);
  worker.addEventListener("message", () => worker.removeEventListener("error", refused), { once: true });
  return worker;
}
