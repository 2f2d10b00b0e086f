/** Finds the differences between two scenes of a board, so that a drag or a step repaints only what has changed. */

import { isBeside, placeOf } from "../core/lattice.js";
import { labelAt } from "./cursor.js";
import { middleOf } from "./ink.js";

/** @import {Box} from "../core/geometry.js" */
/** @import {Layout, Overlay, Scene} from "../core/types.js" */
/** @import {Region, Shift} from "./board.js" */

const MAX_BOXES = 90; // with more boxes, drawing everything is faster
const TAG = 26; // the letter of an overlay is at most this far from its place, in px

/**
 * Returns the regions in which two scenes of the same board differ: the marks, the overlays, the bands of the crosshair
 * with their clues, the counter and the cursor.
 * @param {Scene} before
 * @param {Scene} now
 * @returns {Region[] | null} null if so much differs that everything should be redrawn
 */
export function changes(before, now) {
  const { layout, puzzle } = now;
  const { cell, origin, window, width, height, size } = layout;
  if (before.names || now.names) return null; // they follow the pointer
  if ([before.cursor, now.cursor].some((place) => place && isBeside(size, place))) return null;
  const [had, has] = [before.overlays ?? [], now.overlays ?? []];
  if (Math.abs(has.length - had.length) > MAX_BOXES) return null; // comparing them takes long, too
  const boxes = (had === has ? [] : differing(had, has)).map((overlay) => boxOf(layout, overlay));
  if (boxes.length > MAX_BOXES) return null;
  const near = 1.6 * cell; // the distance within which a mark can turn a number grey
  for (let target = 0; target < now.marks.length; target++) {
    if (before.marks[target] === now.marks[target]) continue;
    if (boxes.length > MAX_BOXES) return null;
    const [x, y] = middleOf(layout, placeOf(puzzle, size, target));
    boxes.push({ left: x - near, top: y - near, right: x + near, bottom: y + near });
    // A mark affects the clues of its row and column, the counters next to them, and the cells that it lights.
    if (puzzle.rowClues || puzzle.rowNotes || puzzle.spreads)
      boxes.push(
        { left: 0, top: y - cell, right: width, bottom: y + cell },
        { left: x - cell, top: 0, right: x + cell, bottom: height },
      );
  }
  const stays = (/** @type {"r" | "c"} */ along) => before.crosshair?.[along] === now.crosshair?.[along];
  for (const { crosshair, counter: label, cursor: place } of [before, now]) {
    if (crosshair && puzzle.border !== false) {
      const [x, y] = [origin.x + (crosshair.c >> 1) * cell, origin.y + (crosshair.r >> 1) * cell];
      if (!stays("r")) boxes.push({ left: 0, top: y - 1, right: width, bottom: y + cell + 1 });
      if (!stays("c")) boxes.push({ left: x - 1, top: 0, right: x + cell + 1, bottom: height });
    }
    if (place && (before.cursor !== now.cursor || before.pen !== now.pen)) {
      const [x, y] = middleOf(layout, place);
      const reach = 0.5 * cell + 4; // the ring is just outside the cell
      boxes.push({ left: x - reach, top: y - reach, right: x + reach, bottom: y + reach });
    }
    if (label) {
      const { x, y } = labelAt(layout, label.place);
      boxes.push({ left: x, top: y, right: x + 26, bottom: y + 22 });
    }
  }
  return merged(boxes).map(({ left, top, right, bottom }) => {
    const [x, y] = [Math.floor(Math.max(0, left)) - 1, Math.floor(Math.max(0, top)) - 1];
    return {
      x,
      y,
      width: Math.ceil(Math.min(right, Math.max(width, window.x + window.width))) + 1 - x,
      height: Math.ceil(Math.min(bottom, height)) + 1 - y,
    };
  });
}

/**
 * Returns how far the lattice moves between two layouts that do not differ otherwise, or null.
 * @param {Layout} before
 * @param {Layout} now
 * @returns {Shift | null}
 */
export function shiftBetween(before, now) {
  if (before === now) return null;
  const still = (/** @type {Layout} */ layout) => JSON.stringify({ ...layout, origin: 0, pan: 0 });
  return still(before) === still(now) ? { x: now.origin.x - before.origin.x, y: now.origin.y - before.origin.y } : null;
}

/**
 * Returns the regions of a board to redraw after its lattice was moved: the parts of its window, with the clues to the
 * left and above, that it did not cover before, and the margins to the right and below. Returns null if that is most of
 * the board.
 * @param {Layout} layout
 * @param {Shift} shift
 * @returns {Region[] | null}
 */
export function uncovered({ window: seen, bands }, { x, y }) {
  if (Math.abs(x) > seen.width / 2 || Math.abs(y) > seen.height / 2) return null;
  const [right, bottom] = [seen.x + seen.width, seen.y + seen.height];
  const across = [
    { x: x > 0 ? seen.x : right + x, y: 0, width: Math.abs(x), height: bottom },
    { x: seen.x, y: bottom, width: seen.width + bands.right, height: bands.bottom },
  ];
  const down = [
    { x: 0, y: y > 0 ? seen.y : bottom + y, width: right, height: Math.abs(y) },
    { ...seen, x: right, width: bands.right },
  ];
  return [...(x ? across : []), ...(y ? down : [])].filter(({ width, height }) => width && height);
}

const PART_ROWS = 5; // at the border of two parts, a row is drawn twice
const PART_COLUMNS = 25; // of the clues above and below

/**
 * Returns parts of a board to draw one after another: some rows each, and some columns of the margins above and below.
 * @param {Layout} layout
 * @returns {Region[]}
 */
export function partsOf({ window: seen, origin, cell, width, height }) {
  const columns = cut(0, width, origin.x, PART_COLUMNS * cell);
  const margin = (/** @type {number} */ y, /** @type {number} */ high) =>
    high > 0 ? columns.map(({ start, size }) => ({ x: start, y, width: size, height: high })) : [];
  const bottom = seen.y + seen.height;
  return [
    ...margin(0, seen.y),
    ...cut(seen.y, bottom, origin.y, PART_ROWS * cell).map(({ start, size }) => ({
      x: 0,
      y: start,
      width,
      height: size,
    })),
    ...margin(bottom, height - bottom),
  ];
}

/**
 * Cuts a length at multiples of a step from an origin.
 * @param {number} from
 * @param {number} to
 * @param {number} origin
 * @param {number} step
 */
function cut(from, to, origin, step) {
  const ends = [from];
  for (let at = origin + step * (Math.floor((from - origin) / step) + 1); at < to; at += step) ends.push(at);
  return ends.map((start, index) => ({ start, size: (ends[index + 1] ?? to) - start }));
}

/**
 * Returns the overlays that only one of two scenes has, and those whose letters avoid the letters of other overlays.
 * @param {Overlay[]} before
 * @param {Overlay[]} now
 */
function differing(before, now) {
  const lacks = (/** @type {Overlay[]} */ overlays) => {
    const texts = new Set(overlays.map((overlay) => JSON.stringify(overlay)));
    return (/** @type {Overlay} */ overlay) => !texts.has(JSON.stringify(overlay));
  };
  const [gone, added] = [before.filter(lacks(now)), now.filter(lacks(before))];
  const moving = now.filter(({ letter, place }) => letter && place && !(place.r & place.c & 1));
  return gone.length || added.length ? [...gone, ...added, ...moving] : [];
}

/** Returns the part of the canvas that an overlay covers, with its letter. @param {Layout} layout @param {Overlay} overlay */
function boxOf(layout, { row, column, place, to = place }) {
  const { origin, cell, width, height } = layout;
  const box = { left: 0, top: 0, right: width, bottom: height };
  if (row !== undefined) {
    const top = origin.y + row * cell;
    return { ...box, top: top - TAG, bottom: top + cell + TAG };
  }
  if (column !== undefined) {
    const left = origin.x + column * cell;
    return { ...box, left: left - TAG, right: left + cell + TAG };
  }
  if (!place || !to) return box;
  const reach = 0.6 * cell + TAG;
  const [[x, y], [u, v]] = [place, to].map((one) => middleOf(layout, one));
  return {
    left: Math.min(x, u) - reach,
    top: Math.min(y, v) - reach,
    right: Math.max(x, u) + reach,
    bottom: Math.max(y, v) + reach,
  };
}

/** @param {Box} box */
const areaOf = ({ left, top, right, bottom }) => (right - left) * (bottom - top);

/** Returns the smallest box around two boxes. @param {Box} a @param {Box} b @returns {Box} */
const around = (a, b) => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/**
 * Merges boxes when drawing one box around them takes no longer, for example neighbours in a row.
 * @param {Box[]} boxes
 */
function merged(boxes) {
  /** @type {Box[]} */
  const all = [];
  for (const box of boxes) {
    const near = all.findIndex((other) => areaOf(around(other, box)) <= areaOf(other) + areaOf(box));
    if (near < 0) all.push(box);
    else all[near] = around(all[near], box);
  }
  return all;
}
