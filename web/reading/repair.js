/**
 * The reading that the solver confirms: other readings of doubtful places are tried in order of likelihood. Plain
 * functions; the solver comes from outside.
 */

import { clashOf, readingsOf } from "./clashes.js";
import { around } from "../core/grid.js";
import { documentOf, flaws, isPosition, likeliestValues, sound } from "./document.js";
import { popped, pushed } from "./heap.js";

/** @import {Item, Reading} from "./cells.js" */
/** @import {Evidence} from "./clashes.js" */

/**
 * @typedef {object} Proof
 * @property {string[]} values  of all items, of the likeliest reading that the solver confirms, else of the likeliest
 * @property {string} verdict  "unique", "multiple", "none" or "unknown" for these values
 * @property {boolean} proven  no other reading that is at all likely is confirmed, too
 * @property {number[]} changed  the items that differ from what was read at first
 * @property {Reading} [rival]  the reading of another kind that counts instead
 *
 * @typedef {(document: Record<string, any>) => Promise<string>} Solve  the verdict
 * @typedef {{calls: number, tries: number, seconds: number, stopped: () => boolean}} Limits  calls of the solver, readings
 * that are tried, the time for all of them, and whether to stop earlier
 */

/** @type {Limits} */
const LIMITS = { calls: 60, tries: 30_000, seconds: 30, stopped: () => false };
/** Readings less likely than the best one by this factor count as impossible; a grid of given letters has fewer
 * clues that check each other than a nonogram. */
const IMPOSSIBLE = {
  nonogram: Math.log(3e4),
  minesweeper: Math.log(3e4),
  slitherlink: Math.log(1e4),
  binoxxo: Math.log(1e4),
};
const TURN = 12; // ms before control returns to the page

/**
 * @typedef {{item: number, choice: number, cost: number}} Rereading  a place read otherwise; cost: how much less likely
 */

/** Returns all changes that are not too unlikely, the likeliest first. @param {Item[]} items @param {number} most */
function changesOf(items, most) {
  const changes = items.flatMap(({ choices }, item) =>
    choices.slice(1).map(({ likelihood }, k) => {
      const cost = Math.log(choices[0].likelihood / Math.max(likelihood, 1e-12));
      return { item, choice: k + 1, cost: Math.max(0, cost) };
    }),
  );
  return changes.filter(({ cost }) => cost <= most).sort((a, b) => a.cost - b.cost);
}

/**
 * Yields sets of changes by the sum of their costs: the cheapest first, each once.
 * @param {Rereading[]} changes by cost @param {number} most
 * @returns {Generator<Rereading[]>}
 */
export function* setsOf(changes, most) {
  yield [];
  /** @type {{cost: number, picked: number[]}[]} */
  const heap = changes.length && changes[0].cost <= most ? [{ cost: changes[0].cost, picked: [0] }] : [];
  while (heap.length) {
    const { cost, picked } = popped(heap);
    const last = picked[picked.length - 1];
    const next = changes[last + 1];
    const possible = new Set(picked.map((k) => changes[k].item)).size === picked.length; // or with other changes only
    if (next) {
      const replaced = cost - changes[last].cost + next.cost;
      if (replaced <= most) pushed(heap, { cost: replaced, picked: [...picked.slice(0, -1), last + 1] });
      if (possible && cost + next.cost <= most) pushed(heap, { cost: cost + next.cost, picked: [...picked, last + 1] });
    }
    if (possible) yield picked.map((k) => changes[k]);
  }
}

/**
 * Returns whether a verdict confirms a reading: one solution, or any number for a position of minesweeper.
 * @param {Reading} board
 * @param {string} verdict
 */
export const confirms = (board, verdict) => verdict === "unique" || (isPosition(board) && verdict === "multiple");

/**
 * Returns whether most digits of a position are next to each other, as they are after cells are opened. Isolated digits
 * are a puzzle, perhaps of another kind.
 * @param {Reading} board
 * @param {string[]} values
 */
function opened({ width, height }, values) {
  const isDigit = (/** @type {number} */ i) => /\d/.test(values[i]);
  const digits = [...values.keys()].filter(isDigit);
  const joined = digits.filter((i) => around({ width, height }, i).some(isDigit));
  return joined.length > 0.5 * digits.length;
}

/**
 * Readings in order of likelihood, and steps on the way: of a nonogram those that its lines do not refute, of other
 * kinds all that differ by sets of changes.
 * @param {Reading} reading @param {number} most the cost of a reading that counts as impossible
 * @returns {Generator<Evidence>}
 */
function* candidates(reading, most) {
  if (reading.kind === "nonogram") return yield* readingsOf(reading);
  const { items } = reading;
  for (const set of setsOf(changesOf(items, most), most)) {
    const values = likeliestValues(items);
    for (const { item, choice } of set) values[item] = items[item].choices[choice].value;
    yield { values, cost: set.reduce((sum, change) => sum + change.cost, 0), erased: 0 };
  }
}

/**
 * Returns the proof of a reading, or of its rival of another kind if the solver refutes the reading and finds that the
 * rival has one solution.
 * @param {Reading} reading @param {Solve} solve @param {Partial<Limits>} [limits]
 * @returns {Promise<Proof>}
 */
export async function proof(reading, solve, limits = {}) {
  const usual = await proofOf(reading, solve, limits);
  const { rival } = reading;
  if (!rival || usual.verdict !== "none") return usual;
  const other = await proofOf(rival, solve, limits);
  return other.verdict === "unique" ? { ...other, rival } : usual;
}

/**
 * Asks the solver for the likeliest reading, then for others, until only unlikely ones are left.
 * @param {Reading} reading @param {Solve} solve @param {Partial<Limits>} limits
 * @returns {Promise<Proof>}
 */
async function proofOf(reading, solve, limits) {
  const bounds = { ...LIMITS, ...limits };
  const end = performance.now() + bounds.seconds * 1000;
  const first = likeliestValues(reading.items);
  const most = IMPOSSIBLE[/** @type {keyof typeof IMPOSSIBLE} */ (reading.kind)];
  const same = (/** @type {string[]} */ values) => String(values) === String(first);
  /** @type {{values: string[], verdict: string, cost: number, erased: number} | null} */
  let best = null;
  /** @type {{values: string[], verdict: string, cost: number, erased: number} | null} the likeliest of several solutions */
  let some = null;
  let [calls, tries, rivals, complete, verdict] = [0, 0, 0, true, "none"];
  let turn = performance.now() + TURN;
  for (const { values, cost, erased } of candidates(reading, most)) {
    if (best && (best.erased || cost - best.cost > most)) break;
    if (++tries > bounds.tries || performance.now() > end || bounds.stopped()) complete = false;
    if (!complete) break;
    if (performance.now() > turn) {
      await new Promise((resolve) => setTimeout(resolve));
      turn = performance.now() + TURN;
    }
    if (!values || !sound(reading, values)) continue;
    if (++calls > bounds.calls) complete = false;
    if (!complete) break;
    const answer = await solve(documentOf(reading, values));
    if (same(values)) verdict = answer;
    if (answer === "unknown") complete = false;
    if (answer === "multiple" && !erased) some ??= { values, cost, erased, verdict: answer };
    if (!confirms(reading, answer)) continue;
    if (best || (some && some.values !== values)) rivals++;
    best ??= { values, cost, erased, verdict: answer };
    if (rivals) break;
  }
  best ??= some;
  if (!best) return { values: first, verdict, proven: false, changed: [] };
  const { values, cost, erased } = best;
  const changed = values.flatMap((value, i) => (value === first[i] ? [] : [i]));
  // Only the numbers of a nonogram check each other well enough; a board with other changes may be of another kind.
  const few = changed.length <= (reading.kind === "nonogram" ? 2 + values.length / 20 : 0);
  const certain = best.verdict === "unique" || opened(reading, values);
  const proven =
    confirms(reading, best.verdict) &&
    certain &&
    complete &&
    !rivals &&
    !erased &&
    few &&
    cost <= most &&
    trusted(reading);
  return { values, verdict: best.verdict, proven, changed };
}

/**
 * Returns whether the board is whole and certainly of this kind; a nonogram whose sums agree is.
 * @param {Reading} reading
 */
const trusted = ({ kind, whole, plausible, lead = 1 }) =>
  Boolean(whole) && plausible >= 0.6 && (lead >= 0.1 || kind === "nonogram");

const SURE = 0.9;

/**
 * Returns the places that are doubtful, by number: those that are not read clearly, and those that contradict each
 * other.
 * @param {Reading} reading @param {string[]} [values] of its items, the likeliest if none are given
 */
export function doubtful(reading, values = likeliestValues(reading.items)) {
  const flawed = flaws(reading, values);
  const against = flawed.length || reading.kind !== "nonogram" ? flawed : clashOf(values, reading.width);
  const wrong = new Set(against);
  return reading.items.flatMap(({ choices }, i) => (choices[0].likelihood < SURE || wrong.has(i) ? [i] : []));
}
