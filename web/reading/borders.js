/** The borders of single cells. They show cells, rows and columns of a lattice that the masks lost. Plain functions. */

import { extentOf, smooth } from "./map.js";
import { findBlocks, settled } from "./lattice.js";
import { sampled } from "./patch.js";
import { at, median, nth } from "./picture.js";

/** @import {Lattice} from "./lattice.js" */
/** @import {Extent, Node, Mapping} from "./map.js" */
/** @import {Picture} from "./picture.js" */

const PARTS = 4; // parts of a border, each of which must show it
const LONG = 0.4; // half of the seen length of a border, in pitches: longer than the strokes of digits
const REACH = 0.2; // pitches on each side that are searched for a border
const SHARE = 0.75; // share of the borders of a row or column that must show
const SOME = 0.5; // the same for a row or column if the next one shows
const LIKE = 0.35; // the share of the strength of its weaker other borders from which the far border of a cell counts
const FAINT = 0.15; // the share of the strength of the weaker borders of the board from which a border counts
const EXACT = 0.03; // the error in pitches up to which the places of the cells that were found are kept
const NEAR = 0.12; // pitches from a plane up to which a cell lies on it
const PASSES = 6;
const SAMPLE = 200; // cells whose borders are measured, at least half as many on a larger board
const BLOCK = 5; // rows and columns between the thick lines of a nonogram
const SMALLEST = 9; // points of a pitch
const SPOTS = [-0.3, 0, 0.3]; // where a cell in blocks is compared with the others, in pitches from its middle
const CLEAN = 0.995; // the share of such places that must look alike: few digits are enough to find ink
const BLANK = 0.25; // the share of the step of a thick line up to which two places look alike
const LEAST = 1; // the least step in brightness of a border

/**
 * @typedef {object} Border
 * @property {number} size  the step in brightness
 * @property {[number, number]} off  how far it lies from its place, in points
 */

/**
 * Returns the strongest step that all parts of a border show.
 * @param {Picture} picture @param {Mapping} place @param {number} pitch
 * @param {number} row @param {number} column of the middle of the border
 * @param {boolean} level whether the border is horizontal
 * @returns {Border}
 */
function borderAt(picture, place, pitch, row, column, level) {
  const [x, y] = place(row, column);
  const [u, v] = level ? place(row, column + 0.5) : place(row + 0.5, column);
  const [p, q] = level ? place(row + 0.5, column) : place(row, column + 0.5);
  const across = [2 * (p - x), 2 * (q - y)];
  const many = Math.ceil(REACH * pitch);
  const each = Math.max(2, Math.ceil((LONG * pitch) / PARTS));
  const apart = Math.max(1, Math.round(0.05 * pitch));
  const length = 2 * many + 1;
  const [right, bottom] = [picture.width - 1, picture.height - 1];
  const inside = Math.min(u, 2 * x - u, v, 2 * y - v) >= 0 && Math.max(u, 2 * x - u) <= right;
  if (!inside || Math.max(v, 2 * y - v) > bottom) return { size: 0, off: [0, 0] };
  const [half, side] = [2 * LONG, (REACH * length) / (2 * many)];
  /** @type {[number, number][]} */
  const [corner, wide, tall] = [
    [x - half * (u - x) - side * across[0], y - half * (v - y) - side * across[1]],
    [2 * side * across[0], 2 * side * across[1]],
    [2 * half * (u - x), 2 * half * (v - y)],
  ];
  const best = [0, 0]; // from dark to light, and from light to dark
  const where = [many, many];
  for (const values of sampled(picture, corner, wide, tall, length, PARTS * each))
    strongest(profilesOf(values, length, each), length, apart, best, where);
  const stronger = best[0] > best[1] ? 0 : 1;
  const line = best[1 - stronger] > 0.5 * best[stronger]; // two steps that are the sides of a line
  const middle = line ? (where[0] + where[1]) / 2 : where[stronger];
  const s = (REACH * (middle - many)) / many;
  return { size: best[stronger], off: [s * across[0], s * across[1]] };
}

/**
 * Returns the brightness across each part of a border.
 * @param {Float32Array} values row by row along the border @param {number} length of a row
 * @param {number} each the rows of a part
 */
function profilesOf(values, length, each) {
  const out = new Float32Array(PARTS * length);
  for (let k = 0, from = 0; k < PARTS * each; k++)
    for (let i = 0, to = ((k / each) | 0) * length; i < length; i++) out[to++] += values[from++] / each;
  return out;
}

/**
 * Finds the strongest steps that all parts show, up and down, if they are stronger than those so far.
 * @param {Float32Array} profiles @param {number} length of each @param {number} apart
 * @param {number[]} best is changed @param {number[]} where is changed
 */
function strongest(profiles, length, apart, best, where) {
  for (let i = apart; i < length - apart; i++) {
    let least = Infinity;
    let most = -Infinity;
    for (let at = i; at < profiles.length; at += length) {
      const change = profiles[at + apart] - profiles[at - apart];
      if (change < least) least = change;
      if (change > most) most = change;
    }
    if (least > best[0]) [best[0], where[0]] = [least, i];
    if (-most > best[1]) [best[1], where[1]] = [-most, i];
  }
}

/**
 * Returns the lattice with all cells that have borders as strong as those of the board: cells that were not found, and
 * rows and columns next to it. The map follows the borders.
 * @template {Lattice} L
 * @param {Picture} picture @param {L} lattice of cells
 * @returns {L}
 */
export function extended(picture, lattice) {
  const { pitch } = lattice;
  const exact = lattice.error < EXACT * pitch;
  const first = (exact ? null : straight(lattice.nodes, pitch)) ?? lattice;
  let { place, error } = first;
  /** @type {Map<number, Border>} */
  const seen = new Map(); // through this map; two cells share a border
  const see = (/** @type {number} */ row, /** @type {number} */ column, /** @type {boolean} */ level) => {
    const at = 2 * key(2 * row, 2 * column) + Number(level);
    const border = seen.get(at) ?? borderAt(picture, place, pitch, row, column, level);
    seen.set(at, border);
    return border;
  };
  const extent = settled(first.nodes, 0.4);
  const least = leastSteps(extent, see);
  if (!least) return lattice;
  /** @type {Map<number, Node>} */
  const nodes = new Map(first.nodes.map((node) => [key(node.row, node.column), node]));
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const sides = [see(row - 0.5, column, true), see(row + 0.5, column, true)];
    const others = [see(row, column - 0.5, false), see(row, column + 0.5, false)];
    const shown = [...sides.filter(({ size }) => size > least[1]), ...others.filter(({ size }) => size > least[0])]
      .length;
    const [x, y] = place(row, column);
    const off = [0, 1].map((k) => [sides, others].reduce((sum, [a, b]) => sum + (a.off[k] + b.off[k]) / 2, 0));
    return { shown, node: { row, column, x: x + off[0], y: y + off[1] } };
  };
  const refit = () => {
    seen.clear();
    ({ place, error } = smooth([...nodes.values()]));
  };
  for (let row = extent.top; row <= extent.bottom; row++)
    for (let column = extent.left; column <= extent.right; column++) {
      if (exact && nodes.has(key(row, column))) continue;
      const { shown, node } = cell(row, column);
      if (shown > 2) nodes.set(key(row, column), node);
    }
  refit();
  for (let more = true; more;) {
    more = false;
    for (const line of LINES)
      for (let wider; (wider = widened(extent, line, see, least));) {
        more = true;
        for (const [row, column] of wider.cells)
          if (!nodes.has(key(row, column))) nodes.set(key(row, column), { ...cell(row, column).node, added: true });
        Object.assign(extent, wider.extent);
        refit();
      }
  }
  const all = [...nodes.values()];
  const { top, bottom, left, right } = extentOf(all);
  return { ...lattice, nodes: all, place, error, full: all.length / ((bottom - top + 1) * (right - left + 1)) };
}

/**
 * Returns the nodes that lie on one plane, each with its place, without those that were linked wrongly; null if most do
 * not lie on one, as on a curved page.
 * @param {Node[]} nodes @param {number} pitch
 */
function straight(nodes, pitch) {
  let used = nodes;
  for (let pass = 0; ; pass++) {
    const { place, error } = smooth(used, 1);
    const off = nodes.map(({ row, column, x, y }) => {
      const [u, v] = place(row, column);
      return Math.hypot(u - x, v - y);
    });
    const most = pass < PASSES ? nth(off, Math.floor(0.7 * off.length)) : NEAR * pitch;
    used = nodes.filter((_, i) => off[i] <= most);
    if (pass === PASSES) return used.length > 0.7 * nodes.length ? { nodes: used, place, error } : null;
  }
}

/**
 * Returns the lattice of the cells of a nonogram with faint lines, of which only the thick ones around blocks of five
 * rows and columns are clear; null if there is none. The blocks are blank, so that nothing else shows their cells.
 * @param {Picture} picture
 */
export function inBlocks(picture) {
  for (const blocks of findBlocks(picture, BLOCK * SMALLEST)) {
    const cells = divided(blocks);
    if (isBlank(picture, cells) || areOutlined(picture, cells)) return cells;
  }
  return null;
}

/**
 * Returns the lattice of the cells of which a lattice of large squares only has the blocks; null if there are no borders
 * in them.
 * @template {Lattice} L
 * @param {Picture} picture @param {L} blocks
 * @returns {L | null}
 */
export function undivided(picture, blocks) {
  if (blocks.pitch < BLOCK * SMALLEST) return null;
  const cells = divided(blocks);
  return areOutlined(picture, cells) ? cells : null;
}

/**
 * Returns the lattice of the cells in blocks.
 * @template {Lattice} L
 * @param {L} blocks
 * @returns {L}
 */
function divided(blocks) {
  const half = (BLOCK - 1) / 2; // from the middle of a block to that of its first cell
  /** @type {Mapping} */
  const place = (row, column) => blocks.place((row - half) / BLOCK, (column - half) / BLOCK);
  const { top, bottom, left, right } = settled(blocks.nodes, 0.4);
  const nodes = [];
  for (let row = BLOCK * top; row < BLOCK * (bottom + 1); row++)
    for (let column = BLOCK * left; column < BLOCK * (right + 1); column++) {
      const [x, y] = place(row, column);
      nodes.push({ row, column, x, y });
    }
  return { ...blocks, nodes, place, pitch: blocks.pitch / BLOCK, full: 1 };
}

/**
 * Returns whether all cells in blocks have one colour, compared with that of the lines between the blocks.
 * @param {Picture} picture @param {Lattice} cells
 */
function isBlank(picture, { nodes, place, pitch }) {
  const { left, right } = extentOf(nodes);
  const thick = nodes
    .filter(({ column }) => (column + 1 - left) % BLOCK === 0 && column < right)
    .map(({ row, column }) => borderAt(picture, place, pitch, row, column + 0.5, false).size);
  const values = nodes.flatMap(({ row, column }) =>
    SPOTS.flatMap((down) =>
      SPOTS.map((across) => {
        const [x, y] = place(row + down, column + across);
        return at(picture.grey, picture, x, y);
      }),
    ),
  );
  const usual = median(values);
  const off = values.map((value) => Math.abs(value - usual));
  return nth(off, Math.floor(CLEAN * off.length)) < BLANK * median(thick);
}

/**
 * Returns whether most cells in blocks have borders, though they are faint.
 * @param {Picture} picture @param {Lattice} cells
 */
const areOutlined = (picture, { nodes, place, pitch }) =>
  leastSteps(extentOf(nodes), (...border) => borderAt(picture, place, pitch, ...border)) !== null;

/** @param {number} row @param {number} column */
const key = (row, column) => row * 4096 + column;

/** @typedef {readonly ["top" | "bottom" | "left" | "right", -1 | 1]} BorderSide */
/** @type {BorderSide[]} */
const LINES = [
  ["top", -1],
  ["bottom", 1],
  ["left", -1],
  ["right", 1],
];

/** @typedef {(row: number, column: number, level: boolean) => Border} See */

/**
 * Returns the steps from which an upright and a level border count; null if the cells of the board do not show any.
 * @param {Extent} extent @param {See} see
 * @returns {[upright: number, level: number] | null}
 */
function leastSteps({ top, bottom, left, right }, see) {
  const inner = /** @type {[number[], number[]]} */ ([[], []]);
  const blank = [];
  const every = Math.ceil(((bottom - top + 1) * (right - left + 1)) / SAMPLE);
  for (let row = top, k = 0; row <= bottom; row++)
    for (let column = left; column <= right; column++, k++) {
      if (k % every) continue;
      if (column < right) inner[0].push(see(row, column + 0.5, false).size);
      if (row < bottom) inner[1].push(see(row + 0.5, column, true).size);
      blank.push(see(row, column, false).size);
    }
  const noise = nth(blank, blank.length >> 2);
  const weak = inner.map((sizes) => nth(sizes, sizes.length >> 2));
  if (Math.min(...weak) < Math.max(LEAST, 2 * noise)) return null;
  return /** @type {[number, number]} */ (weak.map((size) => Math.max(FAINT * size, LEAST, 2 * noise)));
}

/**
 * Returns the extent with one more row or column, or two, whose cells have borders on all sides.
 * @param {Extent} extent @param {BorderSide} line @param {See} see @param {[number, number]} least
 * @returns {{extent: Extent, cells: [number, number][]} | null}
 */
function widened(extent, [side, step], see, least) {
  const across = side === "top" || side === "bottom";
  const [first, last] = across ? [extent.left, extent.right] : [extent.top, extent.bottom];
  const along = Array.from({ length: last - first + 1 }, (_, k) => first + k);
  const turned = (/** @type {number} */ a, /** @type {number} */ b) =>
    /** @type {[number, number]} */ (across ? [a, b] : [b, a]);
  /** @type {[number, number][]} */
  const cells = [];
  for (const line of [extent[side] + step, extent[side] + 2 * step]) {
    const sides = [first - 1, ...along].map((k) => see(...turned(line, k + 0.5), !across).size);
    const far = along.map((k) => see(...turned(line + step / 2, k), across).size);
    if (shareOver(sides, least[Number(!across)]) < SHARE) return null;
    cells.push(...along.map((k) => turned(line, k)));
    const shown = shareOver(far, Math.max(least[Number(across)], LIKE * nth(sides, sides.length >> 2)));
    if (shown >= SHARE) return { extent: { ...extent, [side]: line }, cells };
    if (shown < SOME) return null;
  }
  return null;
}

/** @param {number[]} sizes @param {number} least */
const shareOver = (sizes, least) => sizes.filter((size) => size > least).length / sizes.length;
