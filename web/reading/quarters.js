/**
 * Lattices of quarters: the corners of a cell around a disc, or the edges around a dot, are regions of one size, too.
 * Plain functions.
 */

import { extentOf } from "./map.js";
import { at, nth } from "./picture.js";

/** @import {Lattice} from "./lattice.js" */
/** @import {Mapping, Node} from "./map.js" */
/** @import {Picture} from "./picture.js" */

/** @typedef {Lattice & {others: Node[][]}} LatticeAndOthers */

const LEAST = 8; // rows and columns of quarters
const STEP = 16; // the least difference of a disc or dot from what is between them
const SHARE = 0.3; // of the greatest such difference, from which a point counts as different
const STRAY = 0.05; // the share of the points between discs or dots that may be different
const [DISCS, DOTS] = [0.3, 0.9]; // the share of the points inside that are different, at least
const SPOTS = [-0.12, 0, 0.12]; // pitches

/**
 * Returns the lattice of which the nodes of another one are quarters, or that one itself. The points between four
 * quarters of a disc or dot have another colour than those between two discs or dots.
 * @template {LatticeAndOthers} L
 * @param {Picture} picture @param {L} lattice @param {boolean} dots
 * @returns {L}
 */
export function unquartered(picture, lattice, dots) {
  const { top, bottom, left, right } = extentOf(lattice.nodes);
  if (bottom - top + 1 < LEAST || right - left + 1 < LEAST) return lattice;
  const { place } = lattice;
  const colours = (/** @type {number} */ down, /** @type {number} */ across) => {
    const out = [];
    for (let row = top + down; row < bottom; row += 2)
      for (let column = left + across; column < right; column += 2)
        out.push(colourAt(picture, place, row + 0.5, column + 0.5));
    return out;
  };
  const all = [0, 1, 2, 3].map((k) => colours(k >> 1, k & 1));
  for (const k of all.keys()) {
    const inside = all[k];
    const between = [...all[k ^ 2], ...all[k ^ 1]];
    const usual = [0, 1, 2].map((k) =>
      nth(
        Float32Array.from(between, (colour) => colour[k]),
        between.length >> 1,
      ),
    );
    const off = (/** @type {number[]} */ colour) => Math.max(...colour.map((value, k) => Math.abs(value - usual[k])));
    const far = inside.map(off);
    const least = Math.max(STEP, SHARE * nth(far, Math.floor(0.9 * far.length)));
    const share = (/** @type {number[][]} */ some) => some.filter((colour) => off(colour) > least).length / some.length;
    if (share(inside) < (dots ? DOTS : DISCS) || share(between) > STRAY) continue;
    if (!dots && share(all[k ^ 3]) > STRAY) continue;
    return whole(lattice, top + (k >> 1), left + (k & 1));
  }
  return lattice;
}

/**
 * Returns the mean colour around a point of the lattice.
 * @param {Picture} picture @param {Mapping} place @param {number} row @param {number} column
 */
function colourAt(picture, place, row, column) {
  const points = SPOTS.flatMap((down) => SPOTS.map((across) => place(row + down, column + across)));
  return picture.channels.map((values) => points.reduce((sum, [x, y]) => sum + at(values, picture, x, y) / 9, 0));
}

/**
 * Returns the lattice whose nodes have four quarters each.
 * @template {LatticeAndOthers} L
 * @param {L} quarters @param {number} first the upper left one of a node @param {number} start its column
 * @returns {L}
 */
function whole(quarters, first, start) {
  const { top, bottom, left, right } = extentOf(quarters.nodes);
  /** @type {Mapping} */
  const place = (row, column) => quarters.place(first + 2 * row + 0.5, start + 2 * column + 0.5);
  const nodes = [];
  for (let row = first > top ? -1 : 0; first + 2 * row <= bottom; row++)
    for (let column = start > left ? -1 : 0; start + 2 * column <= right; column++) {
      const [x, y] = place(row, column);
      nodes.push({ row, column, x, y });
    }
  const others = quarters.others.map((set) => set.filter((_, i) => i % 4 === 0));
  return { ...quarters, nodes, others, place, pitch: 2 * quarters.pitch, full: 1 };
}
