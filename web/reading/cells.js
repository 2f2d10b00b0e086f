/** All cells of a lattice: what is in each, and what a reading is. Plain functions. */

import { around } from "../core/grid.js";
import { glyphOf, leastInk, patchOf } from "./patch.js";

/** @import {Extent, Mapping} from "./map.js" */
/** @import {Glyph, Patch} from "./patch.js" */
/** @import {Levelled, Picture} from "./picture.js" */

/**
 * @typedef {{value: string, likelihood: number}} Choice  one thing that a place may be
 * @typedef {object} Item  a place and what it may be, the likeliest first: a cell and its letter, or a line of a
 *   nonogram and its numbers ("3 1")
 * @property {{row: number, column: number} | {row: number} | {column: number}} at
 * @property {Choice[]} choices
 *
 * @typedef {object} Cells
 * @property {number} width
 * @property {number} height
 * @property {Extent} extent
 * @property {Mapping} place  the middle of a cell, by row and column of the lattice, in points of the picture `coarse`
 * @property {Patch[]} patches  row by row
 * @property {(row: number, column: number) => Patch} patch  a cell of the lattice, also outside the extent
 * @property {(Glyph | null)[]} glyphs
 * @property {number} least  the peak that a glyph has at least
 *
 * @typedef {object} Reading
 * @property {string} kind
 * @property {number} width  in cells
 * @property {number} height
 * @property {Item[]} items
 * @property {Record<string, any>} progress  the marks of a player, as members of the document
 * @property {import("./signs.js").Signs} [signs]  of a binoxxo, between its cells
 * @property {number} plausible  0 to 1: how well the picture fits the kind
 * @property {Extent} [play]  the board within the lattice, if numbers stand in the lattice, too
 * @property {boolean} [whole]  no row or column of the lattice was found in part only
 * @property {number} [lead]  how much more plausible it is than the next kind
 * @property {Reading} [rival]  that of another kind, if it is nearly as plausible
 */

/**
 * Returns the patches of a lattice by place; each is made on first use.
 * @param {{coarse: Picture, fine: Levelled}} pictures @param {Mapping} place
 * @returns {Cells["patch"]}
 */
export function patchesOf({ coarse, fine }, place) {
  /** @type {Map<number, Patch>} */
  const made = new Map();
  return (row, column) => {
    const key = row * 4096 + column;
    const patch = made.get(key) ?? patchOf(fine, place, row, column, fine.scale / coarse.scale);
    made.set(key, patch);
    return patch;
  };
}

/** @param {Cells["patch"]} patch @param {Mapping} place @param {Extent} extent @returns {Cells} */
export function cellsOf(patch, place, extent) {
  const [width, height] = [extent.right - extent.left + 1, extent.bottom - extent.top + 1];
  const patches = [];
  for (let row = extent.top; row <= extent.bottom; row++)
    for (let column = extent.left; column <= extent.right; column++) patches.push(patch(row, column));
  const least = leastInk(patches.map(({ peak }) => peak));
  const glyphs = patches.map((each) => glyphOf(each, least));
  return { width, height, extent, place, patch, patches, least, glyphs };
}

/** Returns the likelihood that a cell is blank, by its ink. @param {Cells} cells @param {number} i */
export function blankness({ patches, glyphs, least }, i) {
  const { peak } = patches[i];
  if (!glyphs[i] && peak >= least) return 0.6; // the cell contains something other than a glyph
  return 1 / (1 + (peak / (0.8 * least)) ** 8);
}

/** @param {number} i @param {number} width */
export const cellAt = (i, width) => ({ row: Math.floor(i / width), column: i % width });

/** Returns the choices by likelihood; the likelihoods add up to 1. @param {Choice[]} choices @returns {Choice[]} */
export function weighed(choices) {
  const whole = choices.reduce((sum, { likelihood }) => sum + likelihood, 0) || 1;
  return choices
    .map(({ value, likelihood }) => ({ value, likelihood: likelihood / whole }))
    .sort((a, b) => b.likelihood - a.likelihood);
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
export function distance(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return Math.sqrt(sum);
}

/** Returns the mean colour of the middle of a cell. @param {Patch} patch */
export function colourOf({ channels, width }) {
  return channels.map((channel) => {
    let [sum, n] = [0, 0];
    for (let i = width >> 2; i < width - (width >> 2); i++)
      for (let j = width >> 2; j < width - (width >> 2); j++, n++) sum += channel[i * width + j];
    return sum / n;
  });
}

/**
 * Divides points into two groups (2-means, starting from two distant points).
 * @param {number[][]} points at least one
 * @returns {{means: [number[], number[]], group: Uint8Array}}
 */
export function twoGroups(points) {
  const farthest = (/** @type {number[]} */ from) =>
    points.reduce((best, point) => (distance(from, point) > distance(from, best) ? point : best), from);
  const first = farthest(points[0]);
  /** @type {[number[], number[]]} */
  let means = [first, farthest(first)];
  const group = new Uint8Array(points.length);
  for (let pass = 0; pass < 8; pass++) {
    points.forEach((point, i) => (group[i] = distance(point, means[0]) <= distance(point, means[1]) ? 0 : 1));
    means = /** @type {[number[], number[]]} */ (
      means.map((mean, k) => {
        const own = points.filter((_, i) => group[i] === k);
        return own.length ? mean.map((_, d) => own.reduce((sum, point) => sum + point[d], 0) / own.length) : mean;
      })
    );
  }
  return { means, group };
}

/**
 * Returns the features in which closed and opened cells differ: its background, and the light and shadow of its edges.
 * @param {Patch} patch
 */
export function lookOf({ channels, ground, width: side }) {
  const part = (
    /** @type {number} */ top,
    /** @type {number} */ bottom,
    /** @type {number} */ left,
    /** @type {number} */ right,
  ) => {
    let [sum, n] = [0, 0];
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++, n++) for (const channel of channels) sum += channel[y * side + x] / 3;
    return sum / n;
  };
  const mean = (ground[0] + ground[1] + ground[2]) / 3;
  const light = (part(1, 4, 3, side - 6) + part(3, side - 6, 1, 4)) / 2;
  const shadow = (part(side - 4, side - 1, 6, side - 3) + part(6, side - 3, side - 4, side - 1)) / 2;
  return [...ground, (light - mean) * 0.8, (shadow - mean) * 0.8];
}

/**
 * Returns the lower quartile, over all digits, of how much the most different neighbour without a digit differs. In
 * minesweeper, digits are next to closed cells; in other puzzles, all cells look alike. A raised cell has light and
 * shadow; lines that a player drew around cells do not make them differ.
 * @param {Cells} cells @param {unknown[]} digits
 */
export function stepAround({ patches, width, height }, digits) {
  const looks = patches.map((patch) => {
    const [red, green, blue, light, shadow] = lookOf(patch);
    return [red, green, blue, Math.max(0, Math.min(light, -shadow))];
  });
  const most = digits.flatMap((digit, i) => {
    const near = digit ? around({ width, height }, i).filter((j) => !digits[j]) : [];
    return near.length ? [Math.max(...near.map((j) => distance(looks[i], looks[j])))] : [];
  });
  return most.sort((a, b) => a - b)[most.length >> 2] ?? 0;
}
