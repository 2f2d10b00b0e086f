/**
 * node tools/read_pictures.mjs FOLDER [--kind KIND] [--truth]: reads every picture of a folder with the code of the
 * page and prints a line of JSON for each: {"file", "kind", "document", "proven", "confidence", "doubtful", "seconds"},
 * or {"file", "refusal"}.
 *
 * The solver is a process `python -m tesuji solve`, with the Python of .venv if there is one (PYTHON sets another).
 * npm's sharp decodes PNG, JPEG, WebP and GIF. With --truth, each picture is compared with its document (a .json file
 * of the same name), and the rates are printed last, to standard error: boards that are wholly right, cells, proven
 * boards, boards mended by the solver of those with a wrong first reading, wrong places of boards of the right size
 * that are shown as doubtful or changed, marks of a player. "seconds" is the CPU time of reading, without decoding and
 * without the solver.
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { documentOf } from "../web/reading/document.js";
import { readPicture } from "../web/reading/read.js";
import { doubtful, proof } from "../web/reading/repair.js";
import { headerProblem } from "../web/reading/header.js";

const sharp = createRequire(import.meta.url)("sharp");
const ROOT = resolve(fileURLToPath(import.meta.url), "../..");
const PICTURE = /\.(png|jpe?g|webp|gif)$/i;
const TIMEOUT = 5; // time limit in seconds for each call of the solver, as on the page

/** Returns the pixels of a file, rotated upright. @param {string} path */
async function decoded(path) {
  const image = sharp(path, { failOn: "error" }).rotate().toColourspace("srgb").ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** Starts a solver process that takes one document after the other and returns a verdict for each. */
function solver() {
  const own = join(ROOT, ".venv", "bin", "python");
  const python = process.env.PYTHON ?? (existsSync(own) ? own : "python3");
  const child = spawn(python, ["-m", "tesuji", "solve", "--jsonl", "--timeout", String(TIMEOUT)], {
    env: { ...process.env, PYTHONPATH: join(ROOT, "py") },
    stdio: ["pipe", "pipe", "inherit"],
  });
  /** @type {((verdict: string) => void)[]} */
  const waiting = [];
  createInterface(child.stdout).on("line", (line) => waiting.shift()?.(JSON.parse(line).verdict ?? "none"));
  child.on("exit", () => waiting.splice(0).forEach((done) => done("unknown")));
  return {
    /** @param {Record<string, any>} document @returns {Promise<string>} */
    solve: (document) =>
      new Promise((done) => {
        waiting.push(done);
        child.stdin.write(`${JSON.stringify(document)}\n`);
      }),
    close: () => child.stdin.end(),
  };
}

/** @param {import("../web/reading/cells.js").Item} item */
const shown = ({ at, choices }) => ({ ...at, values: choices.slice(0, 3).map(({ value }) => value) });

/** Returns the probability that all values are right. @param {import("../web/reading/cells.js").Item[]} items */
const confidence = (items) =>
  Math.exp(items.reduce((sum, { choices }) => sum + Math.log(Math.max(1e-9, choices[0].likelihood)), 0));

/** Reads a file. @param {string} path @param {string | undefined} kind @param {ReturnType<typeof solver>} engine */
async function line(path, kind, engine) {
  const problem = headerProblem(new Uint8Array(readFileSync(path)));
  if (problem) return { refusal: problem };
  const pixels = await decoded(path).catch(() => null);
  if (!pixels) return { refusal: "damaged" };
  const start = process.cpuUsage();
  const { reading: read, refusal } = readPicture(pixels, kind);
  const { user, system } = process.cpuUsage(start);
  const seconds = Number(((user + system) / 1e6).toFixed(2));
  if (!read) return { refusal, seconds };
  const { rival: reading = read, values, proven, changed, verdict } = await proof(read, engine.solve);
  return {
    kind: reading.kind,
    document: { ...documentOf(reading, values), ...reading.progress },
    proven,
    verdict,
    confidence: Number(confidence(reading.items).toFixed(4)),
    doubtful: doubtful(reading, values).map((i) => shown(reading.items[i])),
    changed: changed.map((i) => ({ ...shown(reading.items[i]), value: values[i] })),
    ...(refusal ? { refusal } : {}),
    seconds,
  };
}

/** Returns the parts of a document to compare: cells and signs, or the lines of a nonogram. @param {any} document */
function partsOf({ kind, rows, cols, grid, signs }) {
  if (kind === "nonogram")
    return [...rows, ...cols].map((/** @type {number[]} */ runs) => runs.filter(Boolean).join(" "));
  return [...grid, ...(signs ? [...signs.h, ...signs.v] : [])].flatMap((row) => [...row]);
}

/** Returns the shape of a document; signs that are all blank count as none. @param {any} document */
const shapeOf = ({ kind, rows, cols, grid, signs }) =>
  String([kind, rows?.length, cols?.length, grid?.length, signs && /[=x]/.test(`${signs.h} ${signs.v}`)]);

/**
 * Returns the number of parts in which two documents agree, and their total number.
 * @param {any} got @param {any} want
 */
function agreement(got, want) {
  const wanted = partsOf(want);
  const found = got && shapeOf(got) === shapeOf(want) ? partsOf(got) : [];
  if (found.length !== wanted.length) return { right: 0, all: wanted.length };
  const count = (/** @type {(value: string) => string} */ as) =>
    wanted.filter((value, i) => as(value) === found[i]).length;
  const swapped = (/** @type {string} */ value) => ({ O: "X", X: "O" })[value] ?? value;
  const right = count((value) => value);
  return { right: want.kind === "binoxxo" ? Math.max(right, count(swapped)) : right, all: wanted.length };
}

/**
 * Returns the number of places that are read wrongly, and how many of these are shown as doubtful or changed.
 * @param {any} got an answer @param {any} want
 */
function mistakes({ document, doubtful, changed }, want) {
  if (!document || shapeOf(document) !== shapeOf(want)) return { mistakes: 0, shown: 0 };
  const key = (/** @type {any} */ { row, column }) => `${row} ${column}`;
  const placeOf = (/** @type {number} */ i) => {
    if (want.grid) return { row: Math.floor(i / want.grid[0].length), column: i % want.grid[0].length };
    return i < want.rows.length ? { row: i } : { column: i - want.rows.length };
  };
  const found = partsOf(document);
  const wrong = partsOf(want).flatMap((value, i) => (value === found[i] ? [] : [key(placeOf(i))]));
  const marked = new Set([...doubtful, ...changed].map(key));
  return { mistakes: wrong.length, shown: wrong.filter((place) => marked.has(place)).length };
}

/** Returns the marks of a player by place. @param {any} document */
function marksOf({ kind, grid = [], board, edges } = {}) {
  const rows = edges ? [...edges.h, ...edges.v] : (board ?? []);
  const none = { nonogram: "?", slitherlink: "?.", binoxxo: ".", minesweeper: ".s012345678" }[kind] ?? "";
  return rows.flatMap((/** @type {string} */ row, /** @type {number} */ r) =>
    [...row].flatMap((mark, c) =>
      none.includes(mark) || (kind !== "nonogram" && !edges && grid[r]?.[c] === mark) ? [] : [`${r} ${c} ${mark}`],
    ),
  );
}

/** Returns how many marks were read correctly, missed, or read wrongly. @param {any} got @param {any} want */
function markRates(got, want) {
  const [found, wanted] = [new Set(marksOf(got)), new Set(marksOf(want))];
  const right = [...wanted].filter((mark) => found.has(mark)).length;
  return { marked: wanted.size, seen: right, invented: found.size - right };
}

/**
 * @typedef {{pictures: number, whole: number, cells: number, right: number, proven: number, wrong: number, broken: number,
 *   mended: number, seconds: number, slowest: number, marked: number, seen: number, invented: number,
 *   mistakes: number, shown: number}} Rate
 */

/**
 * Adds a picture to the counts.
 * @param {Record<string, Rate>} rates
 * @param {string} name
 * @param {any} got
 * @param {any} want
 */
function counted(rates, name, got, want) {
  const none = {
    pictures: 0,
    whole: 0,
    cells: 0,
    right: 0,
    proven: 0,
    wrong: 0,
    broken: 0,
    mended: 0,
    seconds: 0,
    slowest: 0,
    ...{ marked: 0, seen: 0, invented: 0, mistakes: 0, shown: 0 },
  };
  const rate = (rates[name] ??= none);
  const { right, all } = agreement(got.document, want);
  const whole = right === all;
  rate.pictures++;
  rate.cells += all;
  rate.right += right;
  rate.whole += Number(whole);
  rate.proven += Number(Boolean(got.proven));
  rate.wrong += Number(Boolean(got.proven && !whole));
  rate.broken += Number(!whole || got.changed?.length > 0);
  rate.mended += Number(whole && got.changed?.length > 0);
  rate.seconds += got.seconds ?? 0;
  const more = { ...markRates(got.document, want), ...(whole ? {} : mistakes(got, want)) };
  for (const [name, n] of Object.entries(more)) rate[/** @type {keyof Rate} */ (name)] += n;
  rate.slowest = Math.max(rate.slowest, got.seconds ?? 0);
  return whole;
}

/** @param {Record<string, Rate>} rates */
function printRates(rates) {
  const percent = (/** @type {number} */ part, /** @type {number} */ all) =>
    `${((100 * part) / (all || 1)).toFixed(1)} %`;
  for (const [name, rate] of Object.entries(rates).sort())
    console.error(
      `${name.padEnd(22)} whole ${rate.whole}/${rate.pictures} (${percent(rate.whole, rate.pictures)})  cells ` +
        `${percent(rate.right, rate.cells)}  proven ${rate.proven}, wrong ${rate.wrong}  mended ` +
        `${rate.mended}/${rate.broken}  mistakes shown ${rate.shown}/${rate.mistakes}  marks ${rate.seen}/${rate.marked}, invented ${rate.invented}  CPU ${(rate.seconds / rate.pictures).toFixed(2)} s, at most ${rate.slowest}`,
    );
}

const { positionals, values: wish } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: "string" }, truth: { type: "boolean" }, only: { type: "string", default: "" } },
});
const [folder] = positionals;
if (!folder) {
  console.error("node tools/read_pictures.mjs FOLDER [--kind KIND] [--truth] [--only PART-OF-NAME]");
  process.exit(2);
}
const engine = solver();
/** @type {Record<string, Rate>} */
const rates = {};
for (const file of readdirSync(folder).sort()) {
  if (!PICTURE.test(file) || !file.includes(wish.only)) continue;
  const answer = await line(join(folder, file), wish.kind, engine);
  const truth = join(folder, file.replace(PICTURE, ".json"));
  const compared = wish.truth && existsSync(truth);
  const right =
    compared && counted(rates, file.split("-").slice(0, 2).join(" "), answer, JSON.parse(readFileSync(truth, "utf8")));
  console.log(JSON.stringify({ file, ...answer, ...(compared ? { right } : {}) }));
}
engine.close();
printRates(rates);
