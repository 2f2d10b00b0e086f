/**
 * node tools/page.mjs FROM OUT: the scripts and styles of the page, minified.
 *
 * What app.js imports becomes a handful of files beside it, what it loads later (`import()`) one file each and what they share; so a
 * visitor waits for few requests, and for no module that was not wanted. The workers and engine.js keep their names: they are addresses.
 * OUT/preload.json lists what app.js imports, for the build to name in index.html, so that nothing is found only after something else.
 */

import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build, transform } from "esbuild";

const [from, out] = process.argv.slice(2);
const small = /** @type {const} */ ({ target: "esnext", minify: true, charset: "utf8", legalComments: "none" });
const styles = (await readdir(from)).filter((name) => name.endsWith(".css"));

const { metafile } = await build({
  entryPoints: ["app.js", "engine.js", "worker.js", "fallback.js", ...styles].map((name) => join(from, name)),
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  chunkNames: "[name]-[hash]",
  metafile: true,
  ...small,
});

const files = Object.fromEntries(Object.entries(metafile.outputs).map(([path, { imports }]) => [basename(path), imports.filter(({ kind }) => kind === "import-statement").map(({ path: other }) => basename(other))]));
const wanted = new Set(files["app.js"]);
for (const name of wanted) for (const other of files[name]) wanted.add(other); // a Set goes on to what is added on the way
await writeFile(join(out, "preload.json"), JSON.stringify([...wanted].sort()));

// By itself: the build fills its list in, which bundling would rename.
const worker = await transform(await readFile(join(from, "service-worker.js"), "utf8"), small);
await writeFile(join(out, "service-worker.js"), worker.code);
