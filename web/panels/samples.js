/**
 * Samples: classifies or rates many boards, random or from a file, and shows a histogram with the boards of each bar.
 */

import { blank } from "../core/sketch.js";
import { documentOf } from "../core/drawn.js";
import { fileButton, textButton, refillSegments } from "../ui/controls.js";
import { saveFile } from "../ui/files.js";
import { byId, h, onChoice, refill, setText, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { kindName } from "../ui/text.js";
import { takeList } from "../shell/lists.js";
import { kindOf } from "../shell/kinds.js";
import { openText } from "../shell/open.js";
import { ask, fail } from "../shell/solver.js";
import { part, state, update } from "../shell/state.js";

/** @import {Edit} from "../core/sketch.js" */
/** @import {PuzzleKind} from "../core/types.js" */
/** @import {Rating} from "../engine/messages.js" */

const MAX_BOARDS = 48; // maximum number of boards shown per bar
const LAST_ROUND = 8; // the last bar also counts higher rounds

/**
 * @typedef {{puzzle: PuzzleKind, edit: Edit}} Kind  a kind that supports random boards
 * @typedef {object} SampleBoard
 * @property {string} text  the document, or a line of a file
 * @property {string} bar  the bar that it belongs to
 * @property {number[]} [k]  the map of its rating
 * @property {string[] | null} rows  the rows to draw, with "#" and "."
 */

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {Kind[]} kinds
 * @property {string} kind
 * @property {SampleBoard[]} boards  the boards so far
 * @property {number} of
 * @property {string} shown  the bar whose boards are shown
 * @property {boolean} busy
 */

/** @type {Own} */
const local = part("panels/samples", { kinds: [], kind: "", boards: [], of: 0, shown: "", busy: false });

const chosen = () => local.kinds.find(({ puzzle }) => puzzle.kind === local.kind);

export function buildSamples() {
  const field = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ max) =>
    h(
      "label",
      { class: "small" },
      h("span", name === "filled" ? { id: "samples-of" } : { "data-t": `samples.${name}` }),
      h("input", { id: `samples-${name}`, type: "number", min: 1, max, value, inputmode: "numeric" }),
    );
  const countFile = async (/** @type {File} */ file) =>
    count((await file.text()).split("\n").filter((line) => line.trim()));
  return h(
    "section",
    { id: "samples-box" },
    h("h3", { "data-t": "samples" }),
    h("p", { class: "small", "data-t": "samples.lead" }),
    h("div", { id: "samples-kinds", class: "segments", role: "group", "data-label": "kinds" }),
    h(
      "div",
      { id: "samples-fields" },
      field("count", 100, 10_000),
      field("width", 10, 30),
      field("height", 10, 30),
      field("filled", 50, 900),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { id: "samples-go", class: "button line", onclick: go }),
      fileButton("samples-file", "samples.file", countFile, { accept: ".jsonl,.txt,.json" }),
    ),
    h("p", { id: "samples-done", class: "small", role: "status" }),
    h("div", { id: "samples-bars", class: "bar-list", role: "group", "data-label": "samples" }),
    h("div", { id: "samples-boards" }),
    textButton("samples.csv", { id: "samples-csv", onclick: save }),
  );
}

export function wireSamples() {
  onChoice(byId("samples-kinds"), "of", (kind) => ((local.kind = kind), fill(), update({})));
  onChoice(byId("samples-bars"), "bar", (bar) => ((local.shown = bar), update({})));
  onChoice(byId("samples-boards"), "board", (index) => openText(local.boards[+index].text, { mode: "analyse" }));
  for (const id of ["samples-width", "samples-height"]) byId(id).addEventListener("input", fill);
}

/** Shows the kinds that support random boards, and a list of boards that was dropped or pasted, if any. */
export async function enterSamples() {
  const found = await Promise.all(
    state.catalog.map(async ({ kind }) => {
      const puzzle = await kindOf(kind);
      const edit = await puzzle?.edit?.();
      return puzzle && edit?.random ? [{ puzzle, edit }] : [];
    }),
  );
  local.kinds = found.flat();
  local.kind ||= local.kinds.at(-1)?.puzzle.kind ?? "";
  fill();
  update({});
  const lines = takeList();
  if (!lines) return;
  byId("samples-go").scrollIntoView({ block: "start" });
  count(lines);
}

const value = (/** @type {string} */ name) =>
  Math.max(1, Math.min(Number(byId(`samples-${name}`).max), Number(byId(`samples-${name}`).value) || 1));

/** Proposes the number of filled cells for the kind and size. */
function fill() {
  byId("samples-filled").value = String(
    Math.round(((chosen()?.edit.share ?? 50) * value("width") * value("height")) / 100),
  );
}

function go() {
  if (local.busy) return state.work?.controller.abort();
  const { puzzle, edit } = chosen() ?? {};
  if (!puzzle || !edit?.random) return;
  const size = { width: value("width"), height: value("height") };
  const filled = Math.min(value("filled"), size.width * size.height);
  const random = edit.random;
  count(
    Array.from({ length: value("count") }, () =>
      JSON.stringify(documentOf(puzzle.kind, edit, random(blank(edit, size), filled, Math.random))),
    ),
  );
}

/** Classifies or rates all boards in order. @param {string[]} texts */
async function count(texts) {
  Object.assign(local, { boards: [], of: texts.length, shown: "", busy: true });
  update({ message: null });
  try {
    for (const text of texts) {
      const board = await rated(text);
      if (state.panel !== "census") break;
      local.boards.push(board);
    }
  } catch (error) {
    fail(error);
  }
  local.busy = false;
  update({});
}

/** @param {string} text @returns {Promise<SampleBoard>} */
async function rated(text) {
  const document = /^\s*\{/.test(text) ? JSON.parse(text) : null;
  const its = local.kinds.find(({ puzzle }) => puzzle.kind === document?.kind);
  const args = document ? { document } : { text };
  try {
    if (its?.puzzle.classes) {
      const { class: name, solutions } = await ask("solve", { ...args, limit: 2, timeout: 10 });
      return { text, bar: name ?? "?", rows: solutions?.[0] ?? null };
    }
    /** @type {Rating} */
    const { k = [], mode } = await ask("rate", { ...args, timeout: 10 });
    const last = Math.max(0, ...k);
    const bar = k.some((one) => one < 0) ? "-" : String(Math.min(LAST_ROUND, last));
    const rows =
      mode && document?.field ? document.field.map((/** @type {string} */ row) => row.replace(/\*/g, "#")) : null;
    return { text, bar, k, rows };
  } catch (error) {
    if (/** @type {any} */ (error)?.kind === "stopped" || /** @type {any} */ (error)?.kind === "superseded")
      throw error;
    return { text, bar: "?", rows: null };
  }
}

/** The order of the bars: classes, then rounds, then boards with cells that are never settled. */
const ORDER = ["SF", "MF", "MP", "EP", "0", "1", "2", "3", "4", "5", "6", "7", "8", "-", "?"];

const wordOf = (/** @type {string} */ bar) =>
  /^[A-Z]/.test(bar)
    ? `${bar}  ${t(`class.${bar}`)}`
    : bar === "-" || bar === "?"
      ? t(`samples.bar.${bar}`)
      : t("samples.bar", { k: bar === "8" ? "8+" : bar });

/**
 * Returns a bar of a histogram, which is a button.
 * @param {Record<string, string>} attributes
 * @param {boolean} isPressed
 * @param {number} share length of the bar, from 0 to 1
 * @param {Node} words
 * @param {string} number
 * @param {string} [note]
 */
export const barButton = (attributes, isPressed, share, words, number, note) =>
  h(
    "button",
    { "aria-pressed": String(isPressed), ...attributes },
    h("span", { class: "split" }, words, h("span", {}, number)),
    h("span", { class: "bar" }, h("i", { style: { width: `${100 * share}%` } })),
    note && h("span", { class: "small" }, note),
  );

/** @param {(rows: string[]) => Node} drawn */
export function renderSamples(drawn) {
  const { boards, of, busy, shown, kinds, kind } = local;
  refillSegments(
    byId("samples-kinds"),
    "of",
    kind,
    kinds.map(({ puzzle }) => [puzzle.kind, kindName(puzzle.kind)]),
  );
  setText(byId("samples-of"), kind && t(`samples.filled.${kind}`));
  setText(byId("samples-go"), t(busy ? "engine.stop" : "samples.go"));
  setText(byId("samples-done"), of ? t("samples.done", { n: boards.length, of }) : "");
  show(byId("samples-csv"), !busy && boards.some(({ k }) => k));
  const bars = ORDER.filter((bar) => boards.some((board) => board.bar === bar));
  refill(byId("samples-bars"), `${boards.length} ${of} ${shown}`, () =>
    bars.map((bar) => {
      const n = boards.filter((board) => board.bar === bar).length;
      const share = n / boards.length;
      const words = h("span", {}, wordOf(bar));
      return barButton({ "data-bar": bar }, bar === shown, share, words, `${n}  ·  ${(100 * share).toFixed(1)} %`);
    }),
  );
  const behind = boards
    .flatMap((board, index) => (board.bar === shown ? [{ ...board, index }] : []))
    .slice(0, MAX_BOARDS);
  refill(byId("samples-boards"), `${shown} ${behind.length} ${of}`, () =>
    behind.map(({ rows, index }) =>
      h(
        "button",
        { class: "picture", "data-board": index, "aria-label": t("samples.open", { n: index + 1 }) },
        rows ? drawn(rows) : String(index + 1),
      ),
    ),
  );
}

/** Saves one line per rated board, with the columns that `tesuji rate --csv` uses for rounds. */
function save() {
  const counts = Array.from({ length: LAST_ROUND }, (_, index) => index + 1);
  const lines = local.boards.map(({ k = [] }, index) => {
    const settled = k.filter((one) => one > 0).map((one) => Math.min(one, LAST_ROUND));
    return [
      index + 1,
      Math.max(0, ...k),
      settled.length,
      ...counts.map((n) => settled.filter((one) => one === n).length),
    ];
  });
  const text = [["line", "last_round", "settled", ...counts.map((n) => `k${n}`)], ...lines].join("\n");
  saveFile("tesuji-boards.csv", new Blob([`${text}\n`], { type: "text/csv" }));
}
