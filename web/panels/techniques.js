/** The techniques of a kind: a small board for each, the sentence that goes with it, and a puzzle to try it on. */

import { draw } from "../canvas/board.js";
import { layout } from "../canvas/layout.js";
import { withProgress } from "../core/game.js";
import { overlayFrom, withEntries } from "../shell/explanation.js";
import { openDocument } from "../shell/open.js";
import { ask, fail, knows } from "../shell/solver.js";
import { part, state, update } from "../shell/state.js";
import { byId, h, refill, show } from "../ui/dom.js";
import { variantOf } from "../core/validation.js";
import { t } from "../ui/i18n.js";
import { readJson } from "../ui/json.js";
import { messageText, renderMessage } from "../ui/text.js";

/** @import {EngineStep, EngineValue, Explanation} from "../engine/messages.js" */
/** @import {Marks, PuzzleDocument, PuzzleKind} from "../core/types.js" */

/**
 * @typedef {object} Page  of a technique; `known`: the board before the step
 * @property {string} technique
 * @property {number} level
 * @property {PuzzleDocument} document
 * @property {EngineValue[]} known
 * @property {EngineStep} step
 */

const LEVELS = 5; // of puzzles; the last one asks for a trial
const WIDEST = 280; // px of a board
const MAKING = 10; // seconds for a puzzle to try a technique on

/** @type {Map<string, Promise<Page[]>>} */
const loaded = new Map();
/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {{puzzle: PuzzleKind, pages: Page[]} | null} shown
 * @property {string} busy
 */

/** @type {Own} */
const local = part("panels/techniques", { shown: null, busy: "" });

export const techniques = () =>
  h(
    "section",
    { id: "techniques" },
    h("h3", { "data-t": "levels.ask" }),
    h("table", { id: "level-table" }),
    h("h3", { "data-t": "techniques" }),
    h("p", { class: "small", "data-t": "techniques.say" }),
    h("div", { id: "technique-list" }),
  );

/** @param {string} kind @returns {Promise<Page[]>} */
async function pagesOf(kind) {
  const known = loaded.get(kind);
  if (known) return known;
  if (!state.catalog.find((entry) => entry.kind === kind)?.techniques) return [];
  const reading = readJson(new URL(`../puzzles/${kind}/techniques.json`, import.meta.url));
  loaded.set(kind, reading);
  reading.catch(() => loaded.delete(kind));
  return reading;
}

/** Shows the techniques of a kind, if it has pages of them. @param {PuzzleKind} puzzle */
export async function showTechniques(puzzle) {
  if (local.shown?.puzzle.kind !== puzzle.kind) {
    show(byId("techniques"), false);
    const pages = await pagesOf(puzzle.kind).catch(() => []);
    local.shown = { puzzle, pages };
  }
  const { pages } = local.shown;
  show(byId("techniques"), pages.length > 0);
  const { levels = [], trials = [] } = state.catalog.find(({ kind }) => kind === puzzle.kind) ?? {};
  refill(byId("level-table"), `${state.language} ${puzzle.kind}`, () =>
    levels.map((asked, index) =>
      h("tr", {}, h("th", { scope: "row" }, t(`level.${index + 1}`)), h("td", {}, messageText(asked))),
    ),
  );
  const groupOf = (/** @type {Page} */ { technique, level }) => (trials.includes(technique) ? LEVELS : level);
  refill(byId("technique-list"), `${state.language} ${puzzle.kind} ${local.busy} ${knows("generate")}`, () =>
    [...new Set(pages.map(groupOf))].flatMap((group) => [
      h("p", { class: "small level" }, t(`asks.group.${group}`)),
      ...pages.filter((page) => groupOf(page) === group).map((page) => entry(puzzle, page)),
    ]),
  );
  for (const details of byId("technique-list").querySelectorAll("details[open]")) paint(details);
}

/** Entries that are open, by kind and technique. @type {Set<string>} */
const opened = new Set();

/** @param {PuzzleKind} puzzle @param {Page} page */
function entry(puzzle, page) {
  const { step, technique } = page;
  const key = `${puzzle.kind} ${technique}`;
  const canvas = h("canvas", { role: "img", "aria-label": messageText(step.sentence, step.because) });
  const details = h(
    "details",
    { "data-technique": technique, open: opened.has(key) },
    h("summary", {}, messageText(step.name)),
    canvas,
    h("p", { class: "sentence" }, ...renderMessage(step.sentence, step.because)),
    knows("generate") &&
      puzzle.sizes &&
      h(
        "button",
        {
          type: "button",
          class: "button line",
          "aria-disabled": String(local.busy !== ""),
          onclick: () => local.busy || drill(puzzle, page),
        },
        t(local.busy === technique ? "techniques.busy" : "techniques.try"),
      ),
  );
  details.addEventListener("toggle", () => {
    if (/** @type {HTMLDetailsElement} */ (details).open) opened.add(key);
    else opened.delete(key);
    paint(details);
  });
  return details;
}

/** Draws the board of an entry that is open. @param {Element} details */
function paint(details) {
  const page = local.shown?.pages.find(({ technique }) => technique === details.getAttribute("data-technique"));
  if (!local.shown || !page || !(/** @type {HTMLDetailsElement} */ (details).open)) return;
  const { document, known, step } = page;
  const puzzle = variantOf(local.shown.puzzle, document);
  const canvas = /** @type {HTMLCanvasElement} */ (details.querySelector("canvas"));
  const width = Math.min(WIDEST, details.clientWidth || WIDEST);
  draw(canvas, {
    puzzle,
    document,
    marks: marked(puzzle, document, known),
    layout: layout(puzzle, document, { width, height: WIDEST }, 0),
    palette: state.palette,
    tone: "own",
    overlays: overlayFrom(puzzle, document, step.overlay, step.because),
    cursor: null,
    done: false,
  });
}

/**
 * Cells on an empty board.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {EngineValue[]} cells
 * @returns {Marks}
 */
function marked(puzzle, document, cells) {
  return withEntries(puzzle, puzzle.size(document), puzzle.givens(document), cells);
}

/**
 * Opens a new puzzle at the point where the technique is the next step, or the page's board if none is generated in
 * time.
 * @param {PuzzleKind} puzzle
 * @param {Page} page
 */
async function drill(puzzle, page) {
  local.busy = page.technique;
  update({});
  const made = await makeOne(puzzle, page.technique).catch((error) => void fail(error));
  local.busy = "";
  if (made === undefined) return update({});
  const { document, known } = made ?? page;
  const own = variantOf(puzzle, document);
  const start = withProgress(own, document, marked(own, document, known));
  await openDocument({ ...start, title: messageText(page.step.name) }, { mode: "play" });
  const key = made ? "techniques.made" : "techniques.same";
  update({ panel: null, message: { kind: "note", message: t(key, { name: messageText(page.step.name) }) } });
}

/**
 * Returns a puzzle that needs a technique, with the board at that point; null if none is generated in time.
 * @param {PuzzleKind} puzzle
 * @param {string} technique
 */
async function makeOne({ kind, sizes }, technique) {
  const [width, height] = sizes?.[0] ?? [];
  const wish = { kind, width, height, level: "any", technique, timeout: MAKING };
  const { document, exact } = await ask("generate", wish).catch((error) => {
    if (error.kind === "timeout" || error.kind === "stopped") return { document: null, exact: false };
    throw error;
  });
  if (!document || !exact) return null;
  /** @type {Explanation} */
  const { steps } = await ask("explain", { document, start: "givens", timeout: MAKING });
  const at = steps.findIndex((step) => step.technique === technique);
  return at < 0 ? null : { document, known: steps.slice(0, at).flatMap(({ cells }) => cells) };
}
