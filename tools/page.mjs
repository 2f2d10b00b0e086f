/**
 * node tools/page.mjs FROM OUT: minifies the scripts and styles of the page.
 *
 * The imports of app.js are bundled into a few files. Modules loaded on demand (`import()`) become one file each, plus
 * shared files, so that a visitor waits for few requests and loads only modules that are needed. The workers and
 * engine/client.js keep their names, because they are loaded by address. OUT/preload.json lists the files that app.js
 * imports, so that the build can add preload links for them to index.html. OUT/kinds.json contains the information
 * about each kind that the catalog needs before the module of the kind is loaded.
 */

import { existsSync } from "node:fs";
import { readFile, readdir, writeFile } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { build, transform } from "esbuild";
import { transform as compiled } from "lightningcss";

/** The oldest browsers for which syntax and style sheets are compiled: for esbuild, and as numbers for lightningcss. */
const OLDEST = ["chrome109", "firefox115", "safari16.4"];
const TARGETS = { chrome: 109 << 16, firefox: 115 << 16, safari: (16 << 16) | (4 << 8) };

const [from, out] = process.argv.slice(2);
const small = /** @type {const} */ ({ target: OLDEST, minify: true, charset: "utf8", legalComments: "none" });
// style.css includes its parts; all other style sheets are loaded separately.
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
    // iterating a Set includes entries added during the iteration
    for (const { path, kind } of files[name].imports) if (kind === "import-statement" && path in files) all.add(path);
  return all;
}

/**
 * Rewrites addresses relative to a module, because a bundled module runs from a file at the root of the site. The
 * worker is not bundled with other modules and stays in its folder.
 * @param {string} path
 * @param {string} text
 */
const addressed = (path, text) =>
  ofWorker.has(path)
    ? text
    : text.replaceAll("import.meta.url", `new URL(${JSON.stringify(relative(from, path))}, import.meta.url)`);

/** @param {Iterable<string>} paths */
const absolute = (paths) => new Set([...paths].map((path) => resolve(path)));

// Find the modules of the initial page, and let every other module import app.js. Otherwise esbuild would create a
// separate file for each combination of shared modules, 20 of them for the first board.
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

// The embedded board has its own bundles: it needs a third of the page and never shares a tab with it.
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

// Older browsers do not support `light-dark()`, and esbuild does not minify the values of custom properties.
for (const name of (await readdir(out, { recursive: true })).filter((each) => each.endsWith(".css"))) {
  const style = { filename: name, code: await readFile(join(out, name)), minify: true, targets: TARGETS };
  await writeFile(join(out, name), compiled(style).code);
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

// Minified separately, because bundling would rename the list that the build fills in.
const worker = await transform(await readFile(join(from, "service-worker.js"), "utf8"), small);
await writeFile(join(out, "service-worker.js"), worker.code);
