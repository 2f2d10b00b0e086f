/**
 * node tools/examples.mjs OUT: moves the puzzles of the examples from OUT/catalog.json, which every visitor loads, to
 * OUT/examples.json, which the page requests when it opens one. The catalog keeps their names, levels and ids, so that
 * the page recognises an example in a link by its id.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { identity } from "../web/core/game.js";

const [out] = process.argv.slice(2);
const { kinds } = JSON.parse(await readFile(join(out, "catalog.json"), "utf8"));

/** @type {Record<string, object[]>} */
const documents = {};
for (const entry of kinds) {
  documents[entry.kind] = entry.examples.map((/** @type {any} */ { document }) => document);
  entry.examples = entry.examples.map((/** @type {any} */ { document, ...example }) => ({
    ...example,
    id: identity(document),
  }));
}
await writeFile(join(out, "catalog.json"), JSON.stringify({ kinds }));
await writeFile(join(out, "examples.json"), JSON.stringify(documents));
