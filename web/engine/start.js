/**
 * Starts Python with the package in a worker from a snapshot, 3x as fast as a normal start. If the snapshot cannot be
 * used (an old browser, a damaged file), Python starts from its files instead.
 */

import { unpack, wholeLength } from "./snapshot.js";

/** @import {PyodideAPI} from "pyodide" */
/** @typedef {{python: PyodideAPI, complete: () => Promise<boolean>}} Started */

const PYODIDE = here("./pyodide/");
const STDLIB = `${PYODIDE}python_stdlib.zip`;
const PACKAGE = here("./tesuji.zip");

const APPLICATION = "/tesuji.zip"; // where Python finds the package

const IMPORT = `
import sys
sys.path.insert(0, "${APPLICATION}")
import tesuji.worker
`;
const AWAKE = `
import random, sys
random.seed()  # a snapshot begins with the same numbers everywhere
next(path for path in sys.path if path.startswith("/lib/") and path.endswith(".zip"))
`;

const fetch = self.fetch.bind(self); // confine.js disables the worker's own `fetch` after the start

/** Called with the memory of a WebAssembly program before it runs. */
let onMemory = (/** @type {Uint8Array} */ _fresh) => {};

/**
 * @returns {Promise<Started>} `complete` loads the files that the snapshot leaves out, for modules not imported yet;
 *   returns false if they were already loaded
 */
export async function startPython() {
  watchPrograms();
  const snapshot = inflated(here("./python.bin")); // starts loading while Pyodide's own module is loaded
  snapshot.catch(() => {}); // errors are handled by the code that awaits it
  const [{ loadPyodide }, { default: lockFileContents }] = await Promise.all([
    /** @type {Promise<typeof import("pyodide")>} */ (import(`${PYODIDE}pyodide.js`)),
    import(`${PYODIDE}lock.js`),
  ]);
  const load = (/** @type {object} */ more) =>
    loadPyodide({ indexURL: PYODIDE, stdLibURL: STDLIB, lockFileContents, ...more });
  return fromSnapshot(load, snapshot).catch(() => fromFiles(load));
}

/** @typedef {(options: object) => Promise<PyodideAPI>} Load */

/** @param {Load} load @param {Promise<Uint8Array<ArrayBuffer>>} snapshot @returns {Promise<Started>} */
async function fromSnapshot(load, snapshot) {
  const restored = snapshot.then((packed) => {
    const whole = new Uint8Array(wholeLength(packed));
    onMemory = (fresh) => unpack(packed, fresh, whole);
    return whole;
  });
  restored.catch(() => {}); // `load` awaits it later
  const restoreFetch = withoutLibrary();
  try {
    const python = await load({ _loadSnapshot: restored });
    const stdlib = python.runPython(AWAKE);
    let complete = false;
    return {
      python,
      complete: async () => {
        if (complete) return false;
        complete = true;
        await write(python, { [stdlib]: STDLIB, [APPLICATION]: PACKAGE });
        return true;
      },
    };
  } finally {
    restoreFetch();
    onMemory = () => {};
  }
}

/** @param {Load} load @returns {Promise<Started>} */
async function fromFiles(load) {
  const python = await load({});
  await write(python, { [APPLICATION]: PACKAGE });
  python.runPython(IMPORT);
  return { python, complete: async () => false };
}

/** @param {PyodideAPI} python @param {Record<string, string>} files addresses by path */
async function write(python, files) {
  const contents = await Promise.all(
    Object.values(files).map(async (address) => (await answer(address)).arrayBuffer()),
  );
  Object.keys(files).forEach((path, index) => python.FS.writeFile(path, new Uint8Array(contents[index])));
}

/**
 * Gives Pyodide an empty standard library, because the snapshot contains all modules that are needed.
 * @returns {() => void}
 */
function withoutLibrary() {
  const gate = self.fetch;
  const set = (/** @type {typeof self.fetch} */ fetch) => Object.assign(globalThis, { fetch });
  set(async (address, ...rest) => (String(address) === STDLIB ? new Response() : gate(address, ...rest)));
  return () => set(gate);
}

/**
 * Passes the memory of each WebAssembly program to `onMemory`. Also compiles .wasm files that the host serves with the
 * wrong type, for which Pyodide would wait forever.
 */
function watchPrograms() {
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    const response = await source;
    const typed = response.headers.get("content-type")?.startsWith("application/wasm");
    const made = typed
      ? await instantiateStreaming(response, imports)
      : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
    onMemory(new Uint8Array(/** @type {WebAssembly.Memory} */ (made.instance.exports.memory).buffer));
    return made;
  };
}

/** Loads and decompresses a gzip file. @param {string} address @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function inflated(address) {
  const { body } = await answer(address);
  const stream = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body);
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** @param {string} address */
async function answer(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  return response;
}

/** Returns an address in the site. @param {string} path */
function here(path) {
  return new URL(`../${path}`, import.meta.url).href;
}
