/**
 * The readings of a nonogram in order of likelihood. Lines that contradict each other determine which places can be
 * wrong, and only those are changed. Numbers that no reading of a line resembles follow from the rest of the board.
 * Plain functions.
 */

import { BLANK, runsOf, solveLine } from "../core/runs.js";
import { likeliestValues, numbers } from "./document.js";
import { popped, pushed } from "./heap.js";

/** @import {Run} from "../core/runs.js" */
/** @import {Reading} from "./cells.js" */

/**
 * @typedef {{clue: Run[] | null, cost: number}} LineOption  the numbers of a line; null if they are left out, so that the
 *   other lines have to imply them
 * @typedef {{cost: number, picked: Uint8Array, fixed: Uint8Array, inserted?: Map<number, Run[]>,
 *   values?: string[]}} SearchNode  the option of each line and whether it stays; all nodes below it have the same ones
 *   or, if they are not fixed, later ones; inserted: numbers for lines that were left out
 * @typedef {{values?: string[], cost: number, erased: number}} Evidence  a look at a board, with what was read if line
 *   solving does not refute it; erased: lines whose numbers are taken from the others
 */

const [EMPTY, FILLED, UNKNOWN] = [BLANK, 2, BLANK | 2]; // the values that a cell may have, a bit for each
const ERASED = 10.5; // the cost of a line without numbers: more than that of a reading that counts as impossible
const EDIT = 2; // and of each digit that differs from what was read there
const MOST = 45; // readings of a higher cost are not tried
const SIGNS = [..."0123456789"];
const OPEN = 120; // cells; if more are unknown, no value is assumed

/**
 * Yields the readings that line solving does not refute, the cheapest first, and a step after each board that is solved
 * (about 1 ms at 25 x 25).
 * @param {Reading} reading
 * @returns {Generator<Evidence>}
 */
export function* readingsOf({ items, width }) {
  const first = likeliestValues(items);
  const options = items.map(({ choices }) => {
    /** @type {LineOption[]} */
    const some = choices.map(({ value, likelihood }) => ({
      clue: runsIn(value),
      cost: Math.max(0, Math.log(choices[0].likelihood / Math.max(likelihood, 1e-12))),
    }));
    return [...some.filter((option) => option.cost < ERASED), { clue: null, cost: ERASED }];
  });
  /** @type {SearchNode[]} */
  const heap = [{ cost: 0, picked: new Uint8Array(items.length), fixed: new Uint8Array(items.length) }];
  while (heap.length) {
    const state = popped(heap);
    const erased = state.picked.reduce((n, at, line) => n + Number(options[line][at].clue === null), 0);
    const { cost } = state;
    yield { values: state.values, cost, erased };
    if (state.values) continue;
    const clues = options.map((all, line) => state.inserted?.get(line) ?? all[state.picked[line]].clue);
    const { board, clash } = propagated(clues, width);
    if (clash && state.inserted) continue;
    if (clash) {
      spread(heap, options, state, yield* smallest(clash, clues, width, bumps(options, state), cost));
      continue;
    }
    const open = clues.findIndex((clue) => !clue);
    if (open >= 0 && !supposed(board, clues, width)) {
      for (const clue of edited(first[open], lineOf(board, width, open), missing(clues, open, items.length - width)))
        pushed(heap, { ...state, cost: cost + EDIT, inserted: new Map([...(state.inserted ?? []), [open, clue]]) });
      continue;
    }
    const values = clues.map((clue, line) =>
      textOf(clue ?? runsOf(lineOf(board, width, line).map((mask) => mask >> 1))),
    );
    const edits = clues.reduce((n, clue, line) => n + (clue ? 0 : distance(first[line], values[line])), 0);
    const known = options.some(
      (all, line) => !all[state.picked[line]].clue && all.some(({ clue }) => clue && textOf(clue) === values[line]),
    );
    if (!known) pushed(heap, { ...state, cost: cost + EDIT * edits, values });
    if (!state.inserted) spread(heap, options, state, [...clues.keys()]);
  }
}

/** Returns whether lines contradict each other. @param {string[]} values rows first @param {number} width */
export const refuted = (values, width) => propagated(values.map(runsIn), width).clash !== null;

/**
 * Returns a minimal set of lines that contradict each other, or none.
 * @param {string[]} values rows first @param {number} width
 */
export function clashOf(values, width) {
  const clues = values.map(runsIn);
  const { clash } = propagated(clues, width);
  if (!clash) return [];
  const looks = smallest(clash, clues, width, new Array(clues.length).fill(0), 0);
  for (;;) {
    const { done, value } = looks.next();
    if (done) return value;
  }
}

/**
 * Returns the sum of the numbers of a line if it is the only unknown one: rows and columns have the same total.
 * @param {(Run[] | null)[]} clues @param {number} line @param {number} height
 */
function missing(clues, line, height) {
  if (clues.filter((clue) => !clue).length > 1) return null;
  const sum = (/** @type {(Run[] | null)[]} */ some) => some.reduce((all, clue) => all + total(clue ?? []), 0);
  const more = sum(clues.slice(height)) - sum(clues.slice(0, height));
  return line < height ? more : -more;
}

/**
 * Returns the numbers that differ by one character or one number from the reading and fit the known cells of the line.
 * @param {string} value @param {Uint8Array} cells @param {number | null} sum
 */
function edited(value, cells, sum) {
  const text = value === "0" ? "" : value;
  /** @type {Set<string>} */
  const texts = new Set();
  for (let at = 0; at <= text.length; at++)
    for (const sign of ["", " ", ...SIGNS, ...SIGNS.map((digit) => `${digit} `), ...SIGNS.map((digit) => ` ${digit}`)])
      for (const skipped of [0, 1]) texts.add(text.slice(0, at) + sign + text.slice(at + skipped));
  const clues = new Map([...texts].map((each) => [textOf(runsIn(each)), runsIn(each)]));
  clues.delete(value);
  return [...clues.values()].filter((clue) => {
    const line = Uint16Array.from(cells);
    if (sum !== null && total(clue) !== sum) return false;
    solveLine(line, clue);
    return line[0] > 0;
  });
}

/** Returns the runs that a text has. @param {string} text @returns {Run[]} */
const runsIn = (text) => numbers(text).map((length) => [length, 1]);

/** @param {Run[]} clue */
const textOf = (clue) => clue.map(([length]) => length).join(" ") || "0";

/** Returns the number of cells that runs fill. @param {Run[]} clue */
const total = (clue) => clue.reduce((sum, [length]) => sum + length, 0);

/**
 * Returns the extra cost of the next option of each line; infinite for lines that stay.
 * @param {LineOption[][]} options @param {SearchNode} state
 */
const bumps = (options, { picked, fixed }) =>
  options.map((all, line) => {
    const next = fixed[line] ? undefined : all[picked[line] + 1];
    return next ? next.cost - all[picked[line]].cost : Infinity;
  });

/**
 * Returns the states in which at least one of some lines has a later option: every later reading is reached from
 * exactly one of them.
 * @param {SearchNode[]} heap gets them @param {LineOption[][]} options
 * @param {SearchNode} state @param {number[]} lines
 */
function spread(heap, options, state, lines) {
  const more = bumps(options, state);
  const fixed = state.fixed.slice();
  for (const line of lines.sort((a, b) => more[a] - more[b])) {
    const cost = state.cost + more[line];
    if (cost > MOST) break;
    const picked = state.picked.slice();
    picked[line]++;
    pushed(heap, { cost, picked, fixed: fixed.slice() });
    fixed[line] = 1;
  }
}

/**
 * Returns a minimal set of lines that contradict each other; those whose readings are least certain are dropped first.
 * @param {number[]} clash @param {(Run[] | null)[]} clues @param {number} width @param {number[]} more
 * @param {number} cost
 * @returns {Generator<Evidence, number[]>}
 */
function* smallest(clash, clues, width, more, cost) {
  /** @type {Set<number>} */
  const needed = new Set();
  for (let [left, size] = [clash, 1]; ;) {
    const some = left.filter((at) => more[at] < Infinity && !needed.has(at)).sort((a, b) => more[a] - more[b]);
    if (!some.length) return left;
    const kept = new Set(left);
    for (const line of some.slice(0, size)) kept.delete(line);
    const fewer = propagated(
      clues.map((clue, at) => (kept.has(at) ? clue : null)),
      width,
    ).clash;
    yield { cost, erased: 0 };
    if (fewer) [left, size] = [fewer, 2 * size];
    else if (size === 1 || some.length === 1) needed.add(some[0]);
    else size = Math.max(1, Math.min(size, some.length) >> 1);
  }
}

/**
 * Returns the cells of a line: rows first, then columns.
 * @param {Uint8Array} board @param {number} width @param {number} line
 */
function lineOf(board, width, line) {
  const height = board.length / width;
  return line < height
    ? board.slice(line * width, line * width + width)
    : Uint8Array.from({ length: height }, (_, row) => board[row * width + line - height]);
}

/**
 * Fills in unknown cells by trying both colours of each.
 * @param {Uint8Array} board is changed @param {(Run[] | null)[]} clues @param {number} width
 * @returns {boolean} whether all are known then
 */
function supposed(board, clues, width) {
  for (let left = board.filter((value) => value === UNKNOWN).length, before = OPEN + 1; left;) {
    if (left >= before) return false;
    before = left;
    for (let cell = 0; cell < board.length; cell++) {
      if (board[cell] !== UNKNOWN) continue;
      const [filled, empty] = [FILLED, EMPTY].map((colour) => {
        const supposition = board.slice();
        supposition[cell] = colour;
        return propagated(clues, width, supposition);
      });
      if (filled.clash && empty.clash) return false;
      if (filled.clash || empty.clash) board.set((filled.clash ? empty : filled).board);
    }
    left = board.filter((value) => value === UNKNOWN).length;
  }
  return true;
}

/**
 * Returns the board after line solving, or lines that contradict each other.
 * @param {(Run[] | null)[]} clues rows first, then columns; null for lines without numbers
 * @param {number} width
 * @param {Uint8Array} [board] what is known, is changed
 * @returns {{board: Uint8Array, clash: number[] | null}}
 */
function propagated(clues, width, board = new Uint8Array(width * (clues.length - width)).fill(UNKNOWN)) {
  const height = clues.length - width;
  const since = new Int32Array(board.length); // the step that found a cell
  /** @type {number[]} */
  const steps = [];
  const waiting = new Set([...clues.keys()].filter((line) => clues[line]));
  for (const line of waiting) {
    waiting.delete(line);
    const cells = Uint16Array.from(lineOf(board, width, line));
    if (!solveLine(cells, /** @type {Run[]} */ (clues[line]))) continue;
    steps.push(line);
    if (!cells[0]) return { board, clash: reasons(steps, since, width) };
    cells.forEach((value, k) => {
      const cell = line < height ? line * width + k : k * width + line - height;
      if (board[cell] === value) return;
      board[cell] = value;
      since[cell] = steps.length - 1;
      const other = line < height ? height + k : k;
      if (clues[other]) waiting.add(other);
    });
  }
  return { board, clash: null };

  /**
   * Returns the lines that made the last step fail.
   * @param {number[]} all @param {Int32Array} found @param {number} wide
   */
  function reasons(all, found, wide) {
    const needed = new Uint8Array(all.length);
    needed[all.length - 1] = 1;
    for (const [step, line] of [...all.entries()].reverse()) {
      if (!needed[step]) continue;
      for (let k = 0; k < (line < height ? wide : height); k++) {
        const cell = line < height ? line * wide + k : k * wide + line - height;
        if (board[cell] !== UNKNOWN && found[cell] < step) needed[found[cell]] = 1;
      }
    }
    return [...new Set(all.filter((_, step) => needed[step]))];
  }
}

/**
 * Returns the number of characters to insert, delete or replace (Levenshtein distance).
 * @param {string} a @param {string} b
 */
function distance(a, b) {
  let last = Array.from({ length: b.length + 1 }, (_, k) => k);
  [...a].forEach((sign, i) => {
    const now = [i + 1];
    for (let k = 1; k <= b.length; k++)
      now.push(Math.min(now[k - 1] + 1, last[k] + 1, last[k - 1] + Number(sign !== b[k - 1])));
    last = now;
  });
  return last[b.length];
}
