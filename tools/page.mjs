/**
 * node tools/page.mjs FROM OUT: the scripts and styles of the page, minified.
 *
 * The imports of app.js are bundled into a few files next to it, modules loaded later (`import()`) into one file each
 * plus shared files; so a visitor waits for few requests, and for no module that was not wanted. The workers and
 * engine/client.js keep their names: they are addresses. OUT/preload.json lists what app.js imports, for the build to
 * name in index.html, so that nothing is found only after something else; OUT/kinds.json has, for the catalog, what the
 * page needs to know of every kind before its module is loaded.
 */

import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";

const [from, out] = process.argv.slice(2);
const small = /** @type {const} */ ({ target: "esnext", minify: true, charset: "utf8", legalComments: "none" });
// style.css takes its parts in; every other style sheet is loaded by itself.
const parts = [...(await readFile(join(from, "style.css"), "utf8")).matchAll(/@import "\.\/(.+)";/g)].map(
  ([, name]) => name,
);
const styles = (await readdir(from, { recursive: true })).filter(
  (name) => name.endsWith(".css") && !parts.includes(name),
);

const options = {
  entryPoints: ["app.js", "engine/client.js", "engine/worker.js", "reading/worker.js", "fallback.js", ...styles].map(
    (name) => join(from, name),
  ),
  outdir: out,
  outbase: from,
  bundle: true,
  splitting: true,
  format: /** @type {const} */ ("esm"),
  chunkNames: "[name]-[hash]",
  metafile: true,
  ...small,
};

/**
 * Returns the imports of a file, recursively.
 * @param {Record<string, {imports: {path: string, kind: string}[]}>} files
 * @param {string} first
 */
function closure(files, first) {
  const all = new Set([first]);
  for (const name of all)
    // a Set goes on to what is added on the way
    for (const { path, kind } of files[name].imports) if (kind === "import-statement" && path in files) all.add(path);
  return all;
}

/** Bundled, a module speaks from a file at the root of the site; its addresses stay those of its place in the sources.
 * The worker, which shares nothing, stays in its folder. @param {string} path @param {string} text */
const addressed = (path, text) =>
  ofWorker.has(path)
    ? text
    : text.replaceAll("import.meta.url", `new URL(${JSON.stringify(relative(from, path))}, import.meta.url)`);

/** @param {Iterable<string>} paths */
const absolute = (paths) => new Set([...paths].map((path) => resolve(path)));

// Which modules the page begins with; then every other one is made to import app.js, so that all who need some of these
// modules need all of them: else each set of modules that some have in common would become a file of its own, twenty
// for the first board.
const { metafile: draft } = await build({ ...options, write: false });
const ofWorker = absolute(closure(draft.inputs, relative(".", join(from, "engine/worker.js"))));
const begins = absolute([
  ...closure(draft.inputs, relative(".", join(from, "app.js"))),
  ...closure(draft.inputs, relative(".", join(from, "engine/client.js"))),
  ...closure(draft.inputs, relative(".", join(from, "engine/worker.js"))),
  ...closure(draft.inputs, relative(".", join(from, "reading/worker.js"))),
  join(from, "fallback.js"),
]);
const together = {
  name: "together",
  /** @param {import("esbuild").PluginBuild} build */
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.js$/ }, async ({ path }) => ({
      contents: `${addressed(path, await readFile(path, "utf8"))}${begins.has(path) ? "" : `\nimport ${JSON.stringify(resolve(from, "app.js"))};`}`,
    })),
};
const { metafile } = await build({ ...options, plugins: [together] });
const wanted = [...closure(metafile.outputs, relative(".", join(out, "app.js")))]
  .map((path) => basename(path))
  .filter((name) => name !== "app.js");
await writeFile(join(out, "preload.json"), JSON.stringify(wanted.sort()));

// The embedded board has bundles of its own: it needs 33 % of the page, and shares no tab with it.
const addresses = {
  name: "addresses",
  /** @param {import("esbuild").PluginBuild} build */
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.js$/ }, async ({ path }) => ({ contents: addressed(path, await readFile(path, "utf8")) })),
};
await build({
  ...options,
  entryPoints: { embed: join(from, "embed", "embed.js") },
  chunkNames: "embed-[name]-[hash]",
  plugins: [addresses],
});

// Values of custom properties may be anything, so esbuild leaves them as they are; ours are colours and names of fonts.
for (const name of (await readdir(out, { recursive: true })).filter((each) => each.endsWith(".css"))) {
  const text = await readFile(join(out, name), "utf8");
  const short = (/** @type {string} */ all) => all.replace(": ", ":").replaceAll(", ", ",");
  await writeFile(join(out, name), text.replace(/--[\w-]+: [^;}]+/g, short));
}

const folder = join(from, "puzzles");
const outlines = await Promise.all(
  (await readdir(folder)).map(async (name) => {
    const { kind, order, glyph, edit } = (await import(resolve(folder, name, "board.js"))).default;
    const own = await edit?.();
    const [library, techniques] = ["library.json", "techniques.json"].map((data) =>
      existsSync(join(folder, name, data)),
    );
    return [kind, { order, glyph, library, techniques, draws: Boolean(own), photo: Boolean(own?.photo) }];
  }),
);
await writeFile(join(out, "kinds.json"), JSON.stringify(Object.fromEntries(outlines)));

// By itself: the build fills its list in, which bundling would rename.
const worker = await transform(await readFile(join(from, "service-worker.js"), "utf8"), small);
await writeFile(join(out, "service-worker.js"), worker.code);
