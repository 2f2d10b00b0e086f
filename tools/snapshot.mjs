// node tools/snapshot.mjs OUT STDLIB APPLICATION: starts Pyodide, imports the whole package, lets each kind solve a
// puzzle, and writes the memory to the file OUT, packed as described in tools/pack.mjs and compressed with gzip. The
// same input gives the same bytes, because the clock, random numbers, hash seeds and information about the machine are
// fixed.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import crypto from "node:crypto";
import { pack } from "./pack.mjs";

const MEMORY = 30 << 20; // initial memory of Pyodide in bytes; its loader rejects a larger snapshot

const WARM = `
import difflib, fractions, gc, importlib, json, pkgutil, sys  # the first two are imported late
sys.path.insert(0, "/tesuji.zip")
import tesuji.worker

for module in pkgutil.walk_packages(tesuji.__path__, "tesuji."):
    if module.name.rpartition(".")[2] not in ("library", "results", "svg"):  # for programs in Python, not for the page
        importlib.import_module(module.name)

def solve(document):
    call = tesuji.worker.call("solve", json.dumps({"document": document}))
    while "progress" in json.loads(call.advance(1000)):
        pass

for language in tesuji.locales.LANGUAGES:
    tesuji.locales.table(language)  # which are files of the package
for book in tesuji.puzzles.rulebooks().values():
    for example in book.examples:
        solve(example)
    gc.collect()
del book, example, language, module, solve
gc.collect()
zeros = [bytes(1 << power) for power in range(4, 14) for _ in range(24)]  # over what was freed: it packs better
del gc, zeros
`;

/** Fixes the clock, random numbers and the properties of the machine. */
function standStill() {
  process.env.TZ = "UTC";
  process.argv[1] = "./this.program"; // the value that Python sees in a browser
  Object.defineProperty(globalThis, "navigator", { value: undefined }); // which newer versions of Node define
  const instant = 315532800000; // in ms; the earliest date that a zip file can contain
  const RealDate = Date;
  globalThis.Date = /** @type {DateConstructor} */ (
    class extends RealDate {
      constructor(/** @type {any[]} */ ...parts) {
        super(.../** @type {[number]} */ (parts.length ? parts : [instant]));
      }
      static now = () => instant;
    }
  );
  performance.now = () => 1000;
  Math.random = () => 0.5;
  const filled = (/** @type {any} */ view) => {
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(7);
    return view;
  };
  crypto.webcrypto.getRandomValues = filled;
  Object.assign(crypto, {
    randomFillSync: filled,
    randomBytes: (/** @type {number} */ count) => Buffer.alloc(count, 7),
  });
}

/**
 * Returns a function that returns the memory of the next program to be compiled, before it runs.
 * @returns {() => Uint8Array}
 */
function freshMemory() {
  const { instantiate } = WebAssembly;
  /** @type {Uint8Array} */
  let fresh;
  WebAssembly.instantiate = /** @type {typeof instantiate} */ (
    async (/** @type {any} */ source, /** @type {any} */ imports) => {
      const made = /** @type {any} */ (await instantiate(source, imports));
      const memory = made.instance?.exports.memory;
      if (memory) fresh = new Uint8Array(memory.buffer.slice(0));
      return made;
    }
  );
  return () => fresh;
}

const bytes = (/** @type {string} */ path) => new Uint8Array(readFileSync(path));

/** @param {string} out @param {string} stdlib @param {string} application */
async function make(out, stdlib, application) {
  standStill();
  const fresh = freshMemory();
  const { loadPyodide } = await import("pyodide");
  const options = { stdLibURL: stdlib, env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" }, _makeSnapshot: true };
  const python = await loadPyodide(options);
  python.FS.writeFile("/tesuji.zip", bytes(application));
  python.runPython(WARM);
  const whole = /** @type {any} */ (python)._api.makeSnapshot();
  const length = /** @type {any} */ (python)._module.HEAP8.length;
  if (length !== MEMORY)
    throw new Error(`Python takes ${length} bytes after its start; a snapshot can have ${MEMORY}.`);
  writeFileSync(out, gzipSync(pack(whole, whole.length - length, fresh()), { level: 9 }));
}

const [out, stdlib, application] = process.argv.slice(2);
// Print only the message, because the stack of an uncaught error includes the whole minified line of Pyodide.
make(out, stdlib, application).then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
