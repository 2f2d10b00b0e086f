/** Drills: puzzles in which a given technique is the next step. */

import { withProgress } from "../core/game.js";
import { nameOfVariant, variantOf } from "../core/validation.js";
import { t } from "../ui/i18n.js";
import { readJson } from "../ui/json.js";
import { messageText } from "../ui/text.js";
import { generateInAdvance, takeGenerated } from "./advance.js";
import { withEntries } from "./explanation.js";
import { once } from "./once.js";
import { openDocument } from "./open.js";
import { beginDrill } from "./practice.js";
import { ask, fail } from "./solver.js";
import { part, state, update } from "./state.js";

/** @import {EngineStep, EngineValue, Explanation} from "../engine/messages.js" */
/** @import {Marks, PuzzleDocument, PuzzleKind} from "../core/types.js" */

/**
 * @typedef {object} Page  the page of a technique; `known`: the board before the step; `variant`: the one in which the
 *   technique occurs, if it hardly ever does in puzzles like the example
 * @property {string} technique
 * @property {number} level
 * @property {string} [variant]
 * @property {PuzzleDocument} document
 * @property {EngineValue[]} known
 * @property {EngineStep} step
 */

const MAKING = 10; // time limit in seconds for generating a puzzle

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {string} busy  the technique for which a puzzle is being generated
 */

/** @type {Own} */
const local = part("shell/drill", { busy: "" });

/** Returns the technique for which a puzzle is being generated, or "". */
export const drilling = () => local.busy;

/** Loads the technique pages of a kind. @param {string} kind @returns {Promise<Page[]>} */
export async function pagesOf(kind) {
  if (!state.catalog.find((entry) => entry.kind === kind)?.techniques) return [];
  return once(`techniques ${kind}`, () => readJson(new URL(`../puzzles/${kind}/techniques.json`, import.meta.url)));
}

/**
 * Returns an otherwise empty board with the given cells.
 * @param {PuzzleKind} puzzle
 * @param {PuzzleDocument} document
 * @param {EngineValue[]} cells
 * @returns {Marks}
 */
export const marked = (puzzle, document, cells) =>
  withEntries(puzzle, puzzle.size(document), puzzle.givens(document), cells);

/**
 * Returns whether the board of a page is not solved before the step: some techniques only mark the rest of the board.
 * @param {PuzzleKind} puzzle
 * @param {Pick<Page, "document" | "known">} page
 */
export function canDrill(puzzle, { document, known }) {
  const own = variantOf(puzzle, document);
  return !own.solved(document, marked(own, document, known));
}

/**
 * Opens a new puzzle at the point where a technique is the next step, or the board of the technique page if none is
 * generated in time.
 * @param {PuzzleKind} puzzle
 * @param {string} technique
 */
export async function drill(puzzle, technique) {
  if (local.busy) return;
  const page = (await pagesOf(puzzle.kind).catch(() => [])).find((one) => one.technique === technique);
  if (!page) return;
  local.busy = technique;
  update({});
  const ready = await makeOne(puzzle, page)
    .then((made) => made ?? beforeStep(puzzle, page))
    .catch((error) => void fail(error));
  local.busy = "";
  if (!ready) return update({});
  const { document, known, step } = ready;
  const own = variantOf(puzzle, document);
  const before = marked(own, document, known);
  const name = messageText(page.step.name);
  await openDocument({ ...withProgress(own, document, before), title: name }, { mode: "play" });
  const wanted = withEntries(own, own.size(document), "0".repeat(before.length), step.cells);
  beginDrill({ kind: puzzle.kind, technique, level: page.level, wanted });
  const key = document === page.document ? "techniques.same" : "techniques.made";
  update({ panel: null, message: { kind: "note", message: t(key, { name }) } });
}

/**
 * Generates a puzzle that uses the technique of a page, and returns it with the board at that point. Returns null if
 * none is generated in time.
 * @param {PuzzleKind} puzzle
 * @param {Page} page
 */
async function makeOne(puzzle, page) {
  const { technique } = page;
  const wish = wishFor(puzzle, page);
  const stopped = (/** @type {any} */ error) => {
    if (error.kind === "timeout" || error.kind === "stopped") return {};
    throw error;
  };
  /** @type {{document?: PuzzleDocument, before?: EngineValue[], step?: EngineStep}} */
  const { document, before, step } = takeGenerated(wish) ?? (await ask("generate", wish).catch(stopped));
  if (!document || !before || !step) return null;
  const start = { technique, document, known: before, step };
  return canDrill(puzzle, start) ? beforeStep(puzzle, start) : null;
}

/** Generates the puzzle for the drill of a page in advance. @param {PuzzleKind} puzzle @param {Page} page */
export const prepareDrill = (puzzle, page) => void generateInAdvance(wishFor(puzzle, page));

/**
 * The arguments of the call that generates a puzzle for a page.
 * @param {PuzzleKind} puzzle
 * @param {Page} page
 */
function wishFor(puzzle, { technique, level, variant, document: example }) {
  // Some techniques need more room than the smallest size has, or the rules of a larger one.
  const small = puzzle.sizes?.[0] ?? [1, 1];
  const shape = puzzle.size(example);
  const [width, height] = [Math.max(small[0], shape.width), Math.max(small[1], shape.height)];
  const like = { width, height, variant: variant ?? (nameOfVariant(puzzle, example) || undefined) };
  return { kind: puzzle.kind, ...like, level, technique, needed: false, timeout: MAKING };
}

/**
 * Returns this board or a later one on which the technique is the next hint, or this board if other steps make it
 * unnecessary. Other techniques of the same level may come first.
 * @param {PuzzleKind} puzzle
 * @param {Omit<Page, "level">} start
 * @returns {Promise<Omit<Page, "level">>}
 */
async function beforeStep(puzzle, start) {
  const { technique, document } = start;
  const own = variantOf(puzzle, document);
  let { known } = start;
  let [before, marks] = ["", marked(own, document, known)];
  while (marks !== before && !own.solved(document, marks)) {
    /** @type {Explanation} */
    const { steps } = await ask("hint", { document: withProgress(own, document, marks) });
    const [step] = steps;
    if (!step) break;
    if (step.technique === technique) return { technique, document, known, step };
    known = [...known, ...step.cells];
    [before, marks] = [marks, marked(own, document, known)];
  }
  return start;
}
