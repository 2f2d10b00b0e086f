/**
 * Mutation testing of the page: changes one operator, comparison or number of a module at a time and runs the tests
 * that should fail.
 *
 * node tools/mutants.mjs [N [SEED [MODULE ...]]]      tries N mutants (default: 20) with a seed (default: 1) of these
 * modules of web/
 *
 * For each mutant, the files in tests/web that run the changed place are executed, fastest first, until one fails.
 * Which files these are is measured (half a minute) and stored in build until a module or test changes. The mutants are
 * made in a copy. Prints a line per mutant and the number of killed mutants; the exit code is always 0.
 */

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parsers } from "prettier/plugins/acorn";

const ROOT = resolve(fileURLToPath(import.meta.url), "../..");
const FOLDERS = ["core", "input", "puzzles", "reading"].map((name) => join(ROOT, "web", name));
const CPU = 120; // seconds for one test file; more of them count as a failure
const TIMEOUT = 1_800_000; // in ms, for a test file that waits for ever
const LARGE = 20; // named limits from here on are not changed by one
const HUGE = 100; // other numbers from here on, such as delays, are not changed
const OPERATORS = {
  "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===", "==": "!=", "!=": "==",
  "+": "-", "-": "+", "*": "+", "/": "*", "%": "*", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "&&": "||",
  "||": "&&", "+=": "-=", "-=": "+=", "??": "&&",
}; // prettier-ignore

/** Ends a test file at its first failed assertion: one is enough. */
const FIRST = `data:text/javascript,${encodeURIComponent(`
  import assert from "node:assert/strict";
  const ends = (check) => (...args) => {
    const over = (error) => (error.code === "ERR_ASSERTION" && process.exit(1), Promise.reject(error));
    try {
      const found = check(...args);
      return found instanceof Promise ? found.catch(over) : found;
    } catch (error) {
      if (error.code === "ERR_ASSERTION") process.exit(1);
      throw error;
    }
  };
  for (const [name, check] of Object.entries(assert)) if (/^[a-z]/.test(name) && name !== "strict") assert[name] = ends(check);
`)}`;

const files = (/** @type {string} */ folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
const tests = files(join(ROOT, "tests/web")).filter((name) => name.endsWith(".test.mjs"));

/** @typedef {{module: string, start: number, end: number, line: number, words: string, text: string}} Site */

/** Returns the places of a module that can be changed, and their changes. @param {string} module @returns {Site[]} */
function sites(module) {
  const source = readFileSync(module, "utf8");
  /** @type {Site[]} */
  const found = [];
  const add = (/** @type {any} */ node, /** @type {string} */ text) => {
    const before = source.slice(node.start, node.end);
    const words = `${before}  ->  ${text}`.replace(/\s+/g, " ").slice(0, 160);
    const line = source.slice(0, node.start).split("\n").length;
    found.push({ module, start: node.start, end: node.end, line, words, text });
  };
  const visit = (/** @type {any} */ node, /** @type {boolean} */ top) => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, top));
    if (!node || typeof node.type !== "string") return;
    if (node.type === "ImportDeclaration" || (top && isLimit(node))) return;
    if (node.left && OPERATORS[node.operator] && !isText(node)) {
      const between = source.slice(node.left.end, node.right.start).replace(node.operator, OPERATORS[node.operator]);
      const text = source.slice(node.start, node.left.end) + between + source.slice(node.right.start, node.end);
      // "a ?? b || c" without brackets is a syntax error.
      add(node, node.type === "AssignmentExpression" ? text : `(${text})`);
    } else if (node.type === "Literal" && typeof node.value === "boolean") add(node, String(!node.value));
    else if (node.type === "Literal" && Number.isInteger(node.value) && node.value < HUGE)
      add(node, String(node.value + 1));
    for (const [name, value] of Object.entries(node)) {
      const key = name === "key" && !node.computed;
      if (!key && value && typeof value === "object") visit(value, top && /^(Program|Variable|Export)/.test(node.type));
    }
  };
  visit(parsers.acorn.parse(source, /** @type {any} */ ({})), true);
  return found;
}

/** Returns whether a statement contains large numbers only. @param {any} node */
const isLimit = (node) =>
  node.type === "VariableDeclarator" &&
  node.init?.type === "Literal" &&
  typeof node.init.value === "number" &&
  node.init.value >= LARGE;

/** Returns whether strings are concatenated, for which "-" would give NaN. @param {any} node */
const isText = (node) =>
  node.operator.startsWith("+") &&
  [node.left, node.right].some(({ type, value }) => type === "TemplateLiteral" || typeof value === "string");

/** Returns a digest of files. @param {string[]} names */
function digestOf(names) {
  const digest = createHash("sha256");
  for (const name of names) digest.update(readFileSync(name));
  return digest.digest("hex");
}

/** @typedef {{key: string, seconds: number, ranges: Record<string, [number, number, number][][]>}} Measured */

/** Returns the time and the executed ranges of each test file. @returns {Record<string, Measured>} */
function reached() {
  const kept = join(ROOT, "build/mutants-page.json");
  const before = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) : {};
  const common = digestOf([...FOLDERS, join(ROOT, "tests/web")].flatMap(files).filter((name) => !tests.includes(name)));
  /** @type {Record<string, Measured>} */
  const found = {};
  for (const test of tests) {
    const [name, key] = [relative(ROOT, test), common + digestOf([test])];
    const measured = before[name]?.key === key ? before[name] : measure(test, key);
    if (measured) found[name] = measured;
    else console.log(`${name} fails without a mutant and is left out`);
  }
  mkdirSync(join(ROOT, "build"), { recursive: true });
  writeFileSync(kept, JSON.stringify(found));
  return found;
}

/**
 * Returns the code ranges that a test file runs, or null if it fails.
 * @param {string} test
 * @param {string} key
 * @returns {Measured | null}
 */
function measure(test, key) {
  console.log(`measuring ${relative(ROOT, test)}`);
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const began = performance.now();
  const env = { ...process.env, NODE_V8_COVERAGE: folder };
  const { status } = spawnSync(process.execPath, ["--import", FIRST, test], { cwd: ROOT, env });
  const seconds = (performance.now() - began) / 1000;
  /** @type {Measured["ranges"]} */
  const ranges = {};
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of JSON.parse(readFileSync(join(folder, name), "utf8")).result) {
      if (!FOLDERS.some((one) => url.startsWith(`${pathToFileURL(one).href}/`))) continue;
      const all = functions.flatMap((/** @type {any} */ one) => one.ranges);
      (ranges[relative(ROOT, fileURLToPath(url))] ??= []).push(
        all.map((/** @type {any} */ one) => [one.startOffset, one.endOffset, one.count]),
      );
    }
  }
  rmSync(folder, { recursive: true });
  return status ? null : { key, seconds, ranges };
}

/** Returns whether the innermost range around a place was run. @param {[number, number, number][]} ranges @param {Site} site */
function runs(ranges, site) {
  const around = ranges.filter(([from, to]) => from <= site.start && site.end <= to);
  return around.sort((a, b) => a[1] - a[0] - (b[1] - b[0]))[0]?.[2] > 0;
}

/** Creates a copy of the files that the tests change; the rest are links. */
function copied() {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  for (const name of ["web", "tests/web", "tests/data", "tools"])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of ["node_modules", "py", "docs", "build", "dist", "package.json"])
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

/** Returns whether a test file fails in a copy. @param {string} test @param {string} cwd */
function fails(test, cwd) {
  const limited = ["-c", `ulimit -t ${CPU}; exec "$0" "$@"`, process.execPath, "--import", FIRST, test];
  return spawnSync("sh", limited, { cwd, timeout: TIMEOUT }).status !== 0;
}

/** Returns a generator of pseudo-random numbers from 0 to 1. @param {number} state */
function dice(state) {
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x80000000;
}

function main() {
  const [count = "20", seed = "1", ...names] = process.argv.slice(2);
  const modules = names.length
    ? names.map((name) => resolve(name))
    : FOLDERS.flatMap(files).filter((name) => name.endsWith(".js"));
  const pool = modules.flatMap(sites);
  const roll = dice(Number(seed) + 1);
  for (let turn = 0; turn < 20; turn++) roll();
  const chosen = Array.from(
    { length: Math.min(Number(count), pool.length) },
    () => pool.splice(Math.floor(roll() * pool.length), 1)[0],
  );
  const folder = copied(); // before anything is measured: the working tree may change meanwhile
  const measured = reached();
  let dead = 0;
  for (const [number, site] of chosen.entries()) {
    const module = relative(ROOT, site.module);
    const own = Object.entries(measured)
      .filter(([, { ranges }]) => ranges[module]?.some((one) => runs(one, site)))
      .sort(([, a], [, b]) => a.seconds - b.seconds);
    const source = readFileSync(join(folder, module), "utf8");
    writeFileSync(join(folder, module), source.slice(0, site.start) + site.text + source.slice(site.end));
    const noticed = own.some(([test]) => fails(test, folder));
    writeFileSync(join(folder, module), source);
    dead += Number(noticed);
    console.log(
      `${String(number + 1).padStart(4)}  ${noticed ? "killed  " : "SURVIVED"} ${own.length} files  ${module}:${site.line}  ${site.words}`,
    );
  }
  rmSync(folder, { recursive: true });
  console.log(`${dead} of ${chosen.length} killed (seed ${seed})`);
}

main();
