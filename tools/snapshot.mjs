// node tools/snapshot.mjs OUT STDLIB APPLICATION: starts Pyodide, imports everything of the package, lets each kind
// solve a puzzle, and writes the memory, packed as in tools/pack.mjs and compressed by gzip, into the file OUT.
// The same input gives the same bytes: clock, chance, the seed of hashes and what Python reads about its machine are
// fixed meanwhile.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import crypto from "node:crypto";
import { pack } from "./pack.mjs";

const MEMORY = 30 << 20; // bytes that Pyodide begins with; a snapshot of more is refused by its loader

const WARM = `
import difflib, fractions, gc, importlib, json, pkgutil, sys  # the first two are imported late
sys.path.insert(0, "/tesuji.zip")
import tesuji.worker

for module in pkgutil.walk_packages(tesuji.__path__, "tesuji."):
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

/** No clock runs, nothing is random, and no machine differs from another one. */
function standStill() {
  process.env.TZ = "UTC";
  process.argv[1] = "./this.program"; // as Python is called in a browser
  Object.defineProperty(globalThis, "navigator", { value: undefined }); // which newer versions of Node have
  const instant = 315532800000; // ms, the first date that a zip file can hold
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

/** The memory of the next program that is compiled, as it is before it runs. @returns {() => Uint8Array} */
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
// Only the message: an uncaught error would print the whole of Pyodide's minified line.
make(out, stdlib, application).then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
