// Imports every module of the package and everything that it imports, and runs every call on every example, with the
// standard library that the site ships, to check that no module is missing. Does the same in the snapshot, which has no
// files, to check that it contains every module that the page ever imports.
import { readFileSync } from "node:fs";
import { at, built, main, siteAsBuilt, siteFromSnapshot } from "./python.mjs";

const NOT_IN_SNAPSHOT = /^tesuji\.(.*\.)?(library|results|svg)$|^html$/; // the interface for programs in Python
const NAMES = `
import ast, json, pathlib, zipfile

def modules():
    for name in zipfile.ZipFile("/tesuji.zip").namelist():
        if name.endswith(".pyc") and not name.endswith("__main__.pyc"):
            yield name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")

def imports():
    "What the sources import, also inside functions; the command line is not part of the site."
    for path in pathlib.Path("/sources/tesuji").rglob("*.py"):
        if "cli" in path.parts or path.name == "__main__.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and not node.level:
                yield node.module

json.dumps(sorted({*modules(), *imports()}))
`;
const GUARD = `
import importlib, json

names = json.loads(names)
missing = []
for name in names:
    try:
        importlib.import_module(name)
    except Exception:
        missing.append(name)

assert not missing, f"cannot be imported: {missing}"

from tesuji.locales import table
from tesuji.worker import call

assert table("en").keys() == table("ja").keys() and "step.together-free" in table("en"), "no strings in tesuji.zip"

def answer(name, **args):
    made = call(name, json.dumps(args))
    while True:
        step = json.loads(made.advance(1000))
        if "progress" not in step:
            return step

VERDICTS = {"easy": "unique", "hard": "unique", "multiple": "multiple", "none": "none"}
count = 0
examples = json.loads(puzzles)
for entry in json.loads(catalog)["kinds"]:
    levels = {example["level"] for example in entry["examples"]}
    assert levels == set(VERDICTS), f"{entry['kind']} has examples of {sorted(levels)} only"
    for example, document in zip(entry["examples"], examples[entry["kind"]], strict=True):
        result = answer("solve", document=document)["result"]
        assert result["verdict"] == VERDICTS[example["level"]], (entry["kind"], example["name"], result["verdict"])
        count += 1
f"{len(names)} modules, {count} examples"
`;

main(async () => {
  const fromFiles = await siteAsBuilt();
  fromFiles.FS.mkdir("/sources");
  fromFiles.FS.mount(fromFiles.FS.filesystems.NODEFS, { root: at("py") }, "/sources");
  const names = JSON.parse(fromFiles.runPython(NAMES));
  for (const [how, python] of Object.entries({ fromFiles, fromSnapshot: await siteFromSnapshot() })) {
    const some = names.filter((name) => python === fromFiles || !NOT_IN_SNAPSHOT.test(name));
    python.globals.set("names", JSON.stringify(some));
    python.globals.set("catalog", readFileSync(built("app", "catalog.json"), "utf8"));
    python.globals.set("puzzles", readFileSync(built("app", "examples.json"), "utf8"));
    console.log(`   ${how}: ${python.runPython(GUARD)}`);
  }
});
