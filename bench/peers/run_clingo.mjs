// node run_clingo.mjs FOLDER [tuned]: runs clingo-wasm under Node with one thread, as on a page without special
// headers. FOLDER is where npm has installed clingo-wasm; the encodings are `<kind>.lp` or `<kind>.tuned.lp`.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { serve } from "./serve.mjs";

const [folder, tuned] = process.argv.slice(2);
const { init } = await import(resolve(folder, "node_modules/clingo-wasm/dist/run.js"));
const run = await init({ singleThreaded: true });
const encodings = {};

const encoding = (kind) =>
  (encodings[kind] ??= readFileSync(new URL(kind + (tuned ? ".tuned.lp" : ".lp"), import.meta.url), "utf8"));

await serve(({ document, facts }) => {
  const result = run(encoding(document.kind) + facts, 2);
  if (result.Result === "ERROR") throw new Error(result.Error);
  return ["none", "unique", "multiple"][result.Models.Number];
});
