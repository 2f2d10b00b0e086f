// node run_tesuji.mjs FOLDER ROOT: runs Tesuji in Pyodide under Node, with the same function as run_tesuji.py. FOLDER
// is where npm has installed pyodide, and ROOT is the repository.
import { resolve } from "node:path";
import { serve } from "./serve.mjs";

const [folder, root] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(folder, "node_modules/pyodide/pyodide.mjs"));
const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1" } });
for (const [name, path] of Object.entries({ "/py": "py", "/peers": "bench/peers" })) {
  python.FS.mkdir(name);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(root, path) }, name);
}
const decide = python.runPython(`
import gc, json, sys
sys.path[:0] = ["/py", "/peers"]
from run_tesuji import decide
lambda puzzle: decide(json.loads(puzzle))
`);

await serve(
  ({ document, seconds }) => decide(JSON.stringify({ document, seconds })),
  () => python._module.HEAP8.length,
);
