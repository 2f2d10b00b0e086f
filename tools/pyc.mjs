// node tools/pyc.mjs OUT WHEELS FILE...: compiles every .py in the zip files and wheels FILE to .pyc, into OUT. This
// runs `py-compile` of pyodide-build inside Pyodide, so that the bytecode matches the Python that imports it. WHEELS is
// a folder with the wheels of pyodide-build. Docstrings, asserts (-OO), the columns of instructions and our own type
// annotations of functions are removed, because every visitor loads these files: without columns, Python's memory is
// 10 % smaller when packed, and without annotations 6 %. The same input gives the same bytes.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadPyodide } from "pyodide";

const COMPILE = `
import ast, os, pathlib, zipfile
from importlib.machinery import SourceFileLoader
from pyodide_build.cli.py_compile import main

class WithoutAnnotations(ast.NodeTransformer):
    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node):
        node.annotation = None
        return node

def source_to_code(loader, source, path, *, _optimize=-1):
    tree = ast.parse(source, path)
    if path.startswith("tesuji/"):  # some modules of the standard library read annotations
        tree = WithoutAnnotations().visit(tree)
    return compile(tree, path, "exec", dont_inherit=True, optimize=_optimize)

SourceFileLoader.source_to_code = source_to_code
main(["--silent", "--compression-level", "9", "/work"], standalone_mode=False)

# zipfile stamps the time of day: rewrite with one date, so that nothing changed means no byte changed.
for path in pathlib.Path("/work").iterdir():
    with zipfile.ZipFile(path) as archive:
        members = [(info.filename, archive.read(info)) for info in archive.infolist() if not info.is_dir()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(members):
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
`;

const bytes = (/** @type {string} */ path) => new Uint8Array(readFileSync(path));

/** @param {string} out  @param {string} wheels  @param {string[]} files */
async function compile(out, wheels, files) {
  const python = await loadPyodide({
    env: { SOURCE_DATE_EPOCH: "315532800", PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" },
  });
  for (const wheel of readdirSync(wheels)) python.unpackArchive(bytes(join(wheels, wheel)), "wheel");
  python.FS.mkdir("/work");
  for (const file of files) python.FS.writeFile(`/work/${basename(file)}`, bytes(file));
  python.runPython(COMPILE);
  mkdirSync(out, { recursive: true });
  for (const name of python.FS.readdir("/work").filter((name) => !name.startsWith("."))) {
    writeFileSync(join(out, name), python.FS.readFile(`/work/${name}`));
  }
}

const [out, wheels, ...files] = process.argv.slice(2);
// Print only the message, because the stack of an uncaught error includes the whole minified line of Pyodide.
compile(out, wheels, files).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
