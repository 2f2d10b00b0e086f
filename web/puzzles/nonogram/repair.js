/**
 * Changes a few cells of a picture so that its clues have only one solution, which can be found by line solving. It
 * imitates a setter: solve line by line, and change a cell when stuck. A picture has one value per cell: 0 for blank, 1
 * to 8 for its colour.
 */

import { around } from "../../core/grid.js";
import { runsOf, solveLine } from "../../core/runs.js";

/** @import {Sketch} from "../../core/sketch.js" */
/** @import {Marks} from "../../core/types.js" */

const MAX_TRIED = 24; // number of changes to try before applying the best one
const LARGE_REST = { share: 0.25, cells: 300 }; // if more than this is open, whole regions are smoothed instead
const SEARCH_SHARE = 0.6; // share of the time for the search; the rest is for undoing unnecessary changes

/**
 * Returns the cells that line solving leaves open.
 * @param {Uint8Array} picture
 * @param {number} width
 * @returns {number[]}
 */
export function openCells(picture, width) {
  const height = picture.length / width;
  const all = 2 ** (picture.reduce((most, value) => Math.max(most, value), 0) + 1) - 1;
  const known = new Uint16Array(picture.length).fill(all);
  const lines = Array.from({ length: height + width }, (_, line) =>
    line < height
      ? { from: line * width, step: 1, length: width }
      : { from: line - height, step: width, length: height },
  );
  const take = (/** @type {ArrayLike<number>} */ of, /** @type {(typeof lines)[0]} */ { from, step, length }) =>
    Uint16Array.from({ length }, (_, at) => of[from + at * step]);
  const clues = lines.map((line) => runsOf(take(picture, line)));
  const waiting = new Set(lines.keys());
  for (const number of waiting) {
    waiting.delete(number);
    const { from, step, length } = lines[number];
    const line = take(known, lines[number]);
    if (!solveLine(line, clues[number])) continue;
    for (let at = 0; at < length; at++) {
      const cell = from + at * step;
      if (known[cell] === line[at]) continue;
      known[cell] = line[at];
      waiting.add(number < height ? height + at : at);
    }
  }
  return [...known.keys()].filter((cell) => known[cell] & (known[cell] - 1));
}

/**
 * Repairs a picture and returns it. Yields after each solve of the whole board (a few ms at 50 × 50).
 * @param {Sketch} sketch
 * @param {() => number} spent returns the share of the time that has passed; the later it is, the more cells are
 *   changed at once
 * @returns {Generator<void, Marks>}
 */
export function* repair({ width, layers: { picture } }, spent) {
  const own = Uint8Array.from(picture, Number);
  const better = yield* improved(own.slice(), width, () => spent() > SEARCH_SHARE);
  const made = yield* flattened(better, width);
  return [...(yield* restored(made, own, width, () => spent() > 1))].join("");
}

/**
 * Repeatedly applies the change that leaves the fewest cells open; smooths regions in which many cells are open.
 * @param {Uint8Array} now
 * @param {number} width
 * @param {() => boolean} late
 * @returns {Generator<void, Uint8Array>}
 */
function* improved(now, width, late) {
  let open = openCells(now, width);
  yield;
  for (let smoothed = 0; open.length && !late();) {
    if (open.length > Math.max(LARGE_REST.share * now.length, LARGE_REST.cells) && smoothed < 3) {
      now = smooth(now, width, open);
      smoothed++;
      open = openCells(now, width);
      yield;
      continue;
    }
    let best = { left: open, picture: now };
    const changes = open.flatMap((cell) => others(now, width, cell).map((value) => ({ cell, value })));
    const stride = Math.max(1, changes.length / MAX_TRIED);
    for (let at = 0; at < changes.length && !late(); at += stride) {
      const { cell, value } = changes[Math.floor(at)];
      const picture = now.slice();
      picture[cell] = value;
      const left = openCells(picture, width);
      yield;
      if (left.length < best.left.length) best = { left, picture };
    }
    if (best.picture === now) break;
    [now, open] = [best.picture, best.left];
  }
  return now;
}

/**
 * Returns the values that a cell may change to: those around it, and blank.
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number} cell
 */
function others(now, width, cell) {
  const near = neighbours(cell, width, now.length).map((other) => now[other]);
  const found = [...new Set([...near, 0])].filter((value) => value !== now[cell]);
  return found.length ? found : [1];
}

/**
 * Returns the most frequent value; in a tie, the largest.
 * @param {Uint8Array} now
 * @param {Iterable<number>} cells
 */
function commonest(now, cells) {
  const counts = new Uint16Array(16);
  for (const cell of cells) counts[now[cell]]++;
  return counts.lastIndexOf(Math.max(...counts));
}

/**
 * Sets each of the cells to the most frequent value among itself and the cells around it.
 * @param {Uint8Array} now
 * @param {number} width
 * @param {number[]} cells
 */
function smooth(now, width, cells) {
  const next = now.slice();
  for (const cell of cells) next[cell] = commonest(now, [...neighbours(cell, width, now.length), cell]);
  return next;
}

/** Returns the cells around a cell. @param {number} cell @param {number} width @param {number} count */
const neighbours = (cell, width, count) => around({ width, height: count / width }, cell);

/**
 * Sets all open cells to one value, and then cells around them, until no cell is open. This terminates because a board
 * of one colour is unique.
 * @param {Uint8Array} now
 * @param {number} width
 * @returns {Generator<void, Uint8Array>}
 */
function* flattened(now, width) {
  /** @type {Set<number>} */
  const flat = new Set();
  for (let open = openCells(now, width); open.length; open = openCells(now, width)) {
    yield;
    const more = open.some((cell) => !flat.has(cell))
      ? open
      : [...flat, ...open].flatMap((cell) => neighbours(cell, width, now.length));
    for (const cell of more) flat.add(cell);
    const value = commonest(now, flat);
    now = now.map((own, cell) => (flat.has(cell) ? value : own));
  }
  return now;
}

/**
 * Undoes unnecessary changes, many at once as long as that works.
 * @param {Uint8Array} made
 * @param {Uint8Array} own
 * @param {number} width
 * @param {() => boolean} late
 * @returns {Generator<void, Uint8Array>}
 */
function* restored(made, own, width, late) {
  for (const size of [64, 16, 4, 1]) {
    const changed = [...made.keys()].filter((cell) => made[cell] !== own[cell]);
    for (let at = 0; at < changed.length && !late(); at += size) {
      const back = made.slice();
      for (const cell of changed.slice(at, at + size)) back[cell] = own[cell];
      if (!openCells(back, width).length) made = back;
      yield;
    }
  }
  return made;
}
