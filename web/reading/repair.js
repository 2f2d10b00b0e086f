/**
 * The reading that the solver confirms: other readings of doubtful places are tried in order of likelihood. Plain
 * functions; the solver comes from outside.
 */

import { documentOf, isPosition, sound } from "./document.js";

/** @import {Item, Reading} from "./cells.js" */

/**
 * @typedef {object} Proof
 * @property {string[]} values  of all items, of the likeliest reading that the solver confirms, else of the likeliest
 * @property {string} verdict  "unique", "multiple", "none" or "unknown" for these values
 * @property {boolean} proven  no other reading that is at all likely is confirmed, too
 * @property {number[]} changed  the items that differ from what was read at first
 *
 * @typedef {(document: Record<string, any>) => Promise<string>} Solve  the verdict
 * @typedef {{calls: number, tries: number, stopped?: () => boolean}} Limits  calls of the solver, readings looked at
 */

const LIMITS = { calls: 120, tries: 30000 };
/** Readings less likely than the best one by this factor count as impossible; a grid of given letters has fewer
 * clues that check each other than a nonogram. */
const IMPOSSIBLE = {
  nonogram: Math.log(3e4),
  minesweeper: Math.log(3e4),
  slitherlink: Math.log(1e4),
  binoxxo: Math.log(1e4),
};
const SLICE = 400; // readings looked at before the page has its turn

/**
 * @typedef {{item: number, choice: number, cost: number}} Change  a place read otherwise; cost: how much less likely
 */

/** All changes that are at all likely, the likeliest first. @param {Item[]} items @param {number} most */
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
 * Sets of changes by the sum of their costs: the cheapest first, each once.
 * @param {Change[]} changes by cost @param {number} most
 * @returns {Generator<Change[]>}
 */
export function* setsOf(changes, most) {
  yield [];
  /** @type {{cost: number, picked: number[]}[]} */
  const heap = changes.length && changes[0].cost <= most ? [{ cost: changes[0].cost, picked: [0] }] : [];
  while (heap.length) {
    const { cost, picked } = popped(heap);
    const last = picked[picked.length - 1];
    const next = changes[last + 1];
    if (next) {
      const replaced = cost - changes[last].cost + next.cost;
      if (replaced <= most) pushed(heap, { cost: replaced, picked: [...picked.slice(0, -1), last + 1] });
      if (cost + next.cost <= most) pushed(heap, { cost: cost + next.cost, picked: [...picked, last + 1] });
    }
    const items = new Set(picked.map((k) => changes[k].item));
    if (items.size === picked.length) yield picked.map((k) => changes[k]);
  }
}

/** Into a heap, the cheapest on top. @template {{cost: number}} T @param {T[]} heap @param {T} entry */
function pushed(heap, entry) {
  let at = heap.push(entry) - 1;
  while (at && heap[(at - 1) >> 1].cost > heap[at].cost) {
    const above = (at - 1) >> 1;
    [heap[at], heap[above]] = [heap[above], heap[at]];
    at = above;
  }
}

/** The top of a heap, taken away. @template {{cost: number}} T @param {T[]} heap @returns {T} */
function popped(heap) {
  const top = heap[0];
  const last = /** @type {T} */ (heap.pop());
  if (heap.length) heap[0] = last;
  for (let at = 0; ;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2])
      if (child < heap.length && heap[child].cost < heap[least].cost) least = child;
    if (least === at) return top;
    [heap[at], heap[least]] = [heap[least], heap[at]];
    at = least;
  }
}

/**
 * The verdicts that confirm a reading: one solution; of a position of minesweeper, any.
 * @param {Reading} board
 * @param {string} verdict
 */
const confirms = (board, verdict) => verdict === "unique" || (isPosition(board) && verdict === "multiple");

/**
 * Asks the solver for the likeliest reading, then for others, until all that are at all likely were tried.
 * @param {Reading} reading @param {Solve} solve @param {Limits} [limits]
 * @returns {Promise<Proof>}
 */
export async function proof(reading, solve, limits = LIMITS) {
  const { items, kind } = reading;
  const first = items.map(({ choices }) => choices[0].value);
  const most = IMPOSSIBLE[/** @type {keyof typeof IMPOSSIBLE} */ (kind)];
  /** @type {Proof | null} */
  let best = null;
  let [calls, tries, rivals, complete] = [0, 0, 0, true];
  let [verdict, cheapest] = ["none", Infinity];
  for (const set of setsOf(changesOf(items, most), most)) {
    const cost = set.reduce((sum, change) => sum + change.cost, 0);
    if (cost - cheapest > most) break;
    if (++tries > limits.tries || limits.stopped?.()) complete = false;
    if (!complete) break;
    if (tries % SLICE === 0) await new Promise((resolve) => setTimeout(resolve));
    const values = [...first];
    for (const { item, choice } of set) values[item] = items[item].choices[choice].value;
    if (!sound(reading, values)) continue;
    if (++calls > limits.calls) complete = false;
    if (!complete) break;
    const answer = await solve(documentOf(reading, values));
    if (!set.length) verdict = answer;
    if (answer === "unknown") complete = false;
    if (!confirms(reading, answer)) continue;
    if (best) rivals++;
    else [best, cheapest] = [{ values, verdict: answer, proven: false, changed: set.map(({ item }) => item) }, cost];
    if (rivals) break;
  }
  if (!best) return { values: first, verdict, proven: false, changed: [] };
  return { ...best, proven: complete && !rivals && trusted(reading) };
}

/**
 * Returns whether the board is whole and certainly of this kind; a nonogram whose sums agree is.
 * @param {Reading} reading
 */
const trusted = ({ kind, whole, plausible, lead = 1 }) =>
  Boolean(whole) && plausible >= 0.6 && (lead >= 0.1 || kind === "nonogram");

const SURE = 0.9;

/** The places that are doubtful: by number. @param {Item[]} items */
export const doubtful = (items) => items.flatMap(({ choices }, i) => (choices[0].likelihood < SURE ? [i] : []));
