/**
 * The engine as the page sees it: `call(name, args, {onProgress, signal}) -> Promise`. Behind it a worker that runs
 * Python; where that dies or hangs, a new one takes its place, and the calls that had not begun go on there.
 */

/** @import {CallError, FromWorker, Progress, Ready} from "./messages.js" */

/** @typedef {"starting" | "ready" | "working" | "failed"} State */
/**
 * @typedef {{again?: boolean, ready?: Ready, message?: string}} Detail  again: a worker died before this one; message:
 *   of what it died
 */
/** @typedef {{onProgress?: (progress: Progress) => void, signal?: AbortSignal}} CallOptions */
/**
 * @typedef {{id: number, name: string, args: Record<string, any>, resolve: (result: any) => void, reject: (error:
 *   CallError) => void, onProgress?: (progress: Progress) => void}} Call
 */

/**
 * @typedef {object} Engine
 * @property {State} state
 * @property {Promise<void>} started  settled when Python is up for the first time, or does not start
 * @property {(name: string, args: Record<string, any>, options?: CallOptions) => Promise<any>} call resolves with the
 *   result, after a cancel with what was found until then; rejects with a CallError: bad input as the package says it,
 *   or "stopped" (did not stop when told to), "internal" (a mistake in the package), "fatal" (Python died), "failed"
 *   (Python does not start)
 * @property {() => void} wake  begins, where it was made asleep; then nothing any more
 * @property {() => void} restart  a new worker, for the button Retry; a call under way is rejected as "stopped"
 */

const START_LIMIT = 60_000; // ms: a refused policy or a lost connection can hang without an error
const CANCEL_LIMIT = 2_000; // ms
const STOPPED = { kind: "stopped", message: "stopped before it began" };

/**
 * Starts the engine; `asleep`: with `wake`, so that what is seen first need not share the machine with Python. Calls
 * may be made at once; they wait until Python is up.
 * @param {{asleep?: boolean, onState?: (state: State, detail: Detail) => void, makeWorker?: () => Worker, startLimit?:
 *   number, cancelLimit?: number}} [options]
 * @returns {Engine}
 */
export function createEngine({
  asleep = false,
  onState = () => {},
  makeWorker = ownWorker,
  startLimit = START_LIMIT,
  cancelLimit = CANCEL_LIMIT,
} = {}) {
  /** Calls without an answer, in order; the worker is at the first. @type {Call[]} */
  let calls = [];
  /** @type {State} */
  let state = "starting";
  /** @type {Worker | undefined} */
  let worker;
  let up = false; // this worker has said that it is ready
  let deaths = 0; // workers lost since one was last ready
  let lastId = 0;
  let tellStarted = () => {};
  /** @type {Promise<void>} */
  const started = new Promise((resolve) => (tellStarted = resolve));
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let startTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let cancelTimer;

  if (!asleep) begin({});
  return {
    get state() {
      return state;
    },
    started,
    call,
    wake: () => {
      if (!worker) begin({});
    },
    restart: () => {
      deaths = 0;
      replace({ ...STOPPED, message: "the engine was started again" });
    },
  };

  /** @param {string} name @param {Record<string, any>} args @param {CallOptions} [options] @returns {Promise<any>} */
  function call(name, args, { onProgress, signal } = {}) {
    return new Promise((resolve, reject) => {
      if (state === "failed") return reject({ kind: "failed", message: "the engine did not start" });
      if (signal?.aborted) return reject(STOPPED);
      const made = { id: ++lastId, name, args, resolve, reject, onProgress };
      calls.push(made);
      send(made);
      if (up) enter("working");
      signal?.addEventListener("abort", () => cancel(made), { once: true });
    });
  }

  /** @param {Call} made */
  function send({ id, name, args }) {
    worker?.postMessage({ id, call: name, args });
  }

  /**
   * A call that runs answers with what it has found, within the limit; one that has not begun is just dropped.
   * @param {Call} made
   */
  function cancel(made) {
    if (!calls.includes(made)) return;
    worker?.postMessage({ id: made.id, cancel: true });
    if (up && made === calls[0])
      cancelTimer = setTimeout(replace, cancelLimit, {
        ...STOPPED,
        message: "the call did not stop, so the engine was started again",
      });
    else settle({ id: made.id, error: STOPPED });
  }

  /** @param {Detail} detail */
  function begin(detail) {
    up = false;
    worker = makeWorker();
    worker.onmessage = ({ data }) => hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      lose(event.message || "the worker could not be loaded");
    };
    startTimer = setTimeout(lose, startLimit, `no answer within ${startLimit / 1000} s`);
    for (const waiting of calls) send(waiting);
    enter("starting", detail);
  }

  /** @param {FromWorker} message */
  function hear(message) {
    if ("ready" in message) rise(message.ready);
    else if ("failed" in message) lose(message.failed);
    else if ("fatal" in message) lose(message.fatal);
    else if ("progress" in message) calls.find(({ id }) => id === message.id)?.onProgress?.(message.progress);
    else settle(message);
  }

  /** @param {Ready} ready */
  function rise(ready) {
    clearTimeout(startTimer);
    up = true;
    deaths = 0;
    enter(calls.length ? "working" : "ready", { ready });
  }

  /** @param {{id: number, result: any} | {id: number, error: CallError}} message */
  function settle(message) {
    const done = calls.find(({ id }) => id === message.id);
    if (!done) return; // dropped while it waited
    if (done === calls[0]) clearTimeout(cancelTimer);
    calls = calls.filter((other) => other !== done);
    if (up && !calls.length) enter("ready");
    if ("error" in message) done.reject(message.error);
    else done.resolve(message.result);
  }

  /** The worker is of no use any more: once more with a new one, but not for ever. @param {string} message */
  function lose(message) {
    deaths += 1;
    if (deaths < 2) return replace({ kind: "fatal", message });
    end();
    enter("failed", { message });
    const lost = calls;
    calls = [];
    for (const { reject } of lost) reject({ kind: "failed", message });
  }

  /**
   * A new worker; the call that the old one was at is rejected with `error`, those behind it go on.
   * @param {CallError} error
   */
  function replace(error) {
    end();
    const current = up ? calls.shift() : undefined;
    begin({ again: true, message: error.message });
    current?.reject(error);
  }

  function end() {
    clearTimeout(startTimer);
    clearTimeout(cancelTimer);
    if (!worker) return;
    worker.onmessage = worker.onerror = null;
    worker.terminate();
  }

  /** @param {State} next @param {Detail} [detail] */
  function enter(next, detail = {}) {
    if (next === state && !Object.keys(detail).length) return;
    state = next;
    if (next !== "starting") tellStarted();
    onState(next, detail);
  }
}

function ownWorker() {
  return new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "tesuji" });
}
