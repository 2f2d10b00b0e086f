/**
 * Restricts a worker to computing and exchanging messages with its page. client.js starts the worker so that the policy
 * in the page's `<meta>` applies: no string is run as code, and nothing is loaded from other sites. Since that policy
 * allows requests to the site's own server, all functions that can make requests are removed from the global object
 * before Python starts. `fetch`, which is needed during the start, is disabled afterwards.
 */

/** The globals to keep: those of the language, and those that Python and the worker's loop use. */
const KEPT = new Set(
  `Object Array String Number Boolean Symbol BigInt Math JSON Reflect Proxy Promise Date RegExp Map Set WeakMap WeakSet
  WeakRef FinalizationRegistry Iterator Intl Atomics ArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray
  Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float16Array Float32Array Float64Array Error
  EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError SuppressedError NaN Infinity undefined
  eval isNaN isFinite parseInt parseFloat encodeURI encodeURIComponent decodeURI decodeURIComponent globalThis self Function
  WebAssembly TextEncoder TextDecoder URL URLSearchParams AbortController AbortSignal DOMException Event EventTarget
  MessageChannel MessagePort MessageEvent ReadableStream Blob Headers console performance crypto atob btoa
  structuredClone queueMicrotask setTimeout clearTimeout setInterval clearInterval postMessage onmessage onerror
  addEventListener removeEventListener dispatchEvent constructor`.split(/\s+/),
);

/**
 * The globals that are needed only during the start: Pyodide's environment checks, and the loading of the site's files.
 */
const TO_START = new Set(
  ["fetch", "Request", "Response", "DecompressionStream", "location", "navigator", "WorkerGlobalScope"], //
);

/**
 * Confines the current worker permanently.
 * @returns {() => void} call this when Python has started, to remove the rest
 */
export function confine() {
  closeCompilers();
  const closeFetch = gateFetch();
  keepOnly((name) => KEPT.has(name) || TO_START.has(name));
  return () => {
    closeFetch();
    keepOnly((name) => KEPT.has(name));
  };
}

/** Disables running strings as code: `eval`, the constructors of all kinds of functions, and timers with strings. */
function closeCompilers() {
  const refuse = function Function() {
    throw new EvalError("the solver runs no text as a program");
  };
  refuse.prototype = Function.prototype; // keeps `instanceof Function` working
  const kinds = [function () {}, async function () {}, function* () {}, async function* () {}];
  for (const kind of kinds) Object.defineProperty(Object.getPrototypeOf(kind), "constructor", { value: refuse });
  Object.assign(globalThis, { Function: refuse });
  const policed = self.location.protocol === "blob:"; // `eval`, which debuggers use, is also refused by the policy
  if (!policed) Object.assign(globalThis, { eval: refuse });
  onlyFunctions("setTimeout");
  onlyFunctions("setInterval");
}

/** Makes a timer accept only functions. @param {"setTimeout" | "setInterval"} name */
function onlyFunctions(name) {
  const timer = /** @type {(...rest: any[]) => any} */ (self[name]);
  const checked = (/** @type {unknown} */ act, /** @type {any[]} */ ...rest) => {
    if (typeof act !== "function") throw new EvalError(`${name} takes a function here`);
    return timer(act, ...rest);
  };
  Object.assign(globalThis, { [name]: checked });
}

/**
 * Replaces `fetch` by a function that can be disabled, also for code that has stored it.
 * @returns {() => void} disables it
 */
function gateFetch() {
  const { fetch } = self;
  let open = true;
  const gate = (/** @type {Parameters<typeof fetch>} */ ...request) =>
    open ? fetch(...request) : Promise.reject(new TypeError("the solver fetches nothing"));
  Object.assign(globalThis, { fetch: gate });
  return () => void (open = false);
}

/** Removes all other names from the global object and its prototypes. @param {(name: string) => boolean} stays */
function keepOnly(stays) {
  for (let scope = globalThis; scope && scope !== Object.prototype; scope = Object.getPrototypeOf(scope))
    for (const name of Object.getOwnPropertyNames(scope))
      if (!stays(name) && !Reflect.deleteProperty(scope, name)) Reflect.set(scope, name, undefined);
}
