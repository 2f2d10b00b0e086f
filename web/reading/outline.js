/**
 * The lattice of a board whose lines hardly show: its cells have another colour than the page, and its outline is
 * divided into the squares that fit what is left of the lines, and what is written. Plain functions.
 */

import { sampled } from "./patch.js";
import { median, medianAt, nth } from "./picture.js";

/** @import {Lattice} from "./lattice.js" */
/** @import {Mapping, Node} from "./map.js" */
/** @import {Picture} from "./picture.js" */

const OFF = 4; // by which some channel of a cell differs from the page; half of the lightest theme's, after compression
const GAP = 6; // points between cells in the colour of the page, below those from a board to its numbers
const MARGIN = 0.01; // of the picture, which shows the page
const WIDEST = 0.9; // the quantile of the lengths of rows that is the width of the board: hardly anything is wider
const SPREAD = 0.06; // the share by which rows of the board differ, as its edges are blurred, and clues may touch it
const TRIED = 40; // places on a side in which the colour of the cells is looked for
const EDGE = 0.5; // how far cells at the edge differ from the page, compared with all; a shade that fades has less
const LONGEST = 800; // samples of the longer side
const FEWEST = 4; // rows and columns
export const MOST = 40;
const SMALLEST = 20; // points of a pitch
const SQUARE = 0.05; // by which the sides of a cell may differ, as the outline is blurred
const NEAR = 0.06; // pitches from a line up to which a step may be that of the line
const FAINT = 2; // steps count up to this, so that a letter is not worth more than a line
const INK = 12; // the least difference between writing and cells
const WRITTEN = 3; // how much the share of ink counts, compared with lines: it is less than 1, and noise adds nothing
const WITHIN = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]; // of a part
const BEST = 4; // times as strong lines; more prove nothing
const CLEAR = 2.3; // the worth of two profiles without any lines or writing is 2

/** @typedef {{first: number, last: number}} Span  points of a row or column that differ from the page */
/** @typedef {{corner: [number, number], across: [number, number], down: [number, number]}} Outline */
/** @typedef {{lines: Float32Array, ink: Float32Array}} Profile  of the columns, or rows, of the outline */

/**
 * Returns the lattice of a board whose outline shows, and whose cells do not; null if there is none.
 * @param {Picture} picture
 * @returns {(Lattice & {others: Node[][]}) | null}
 */
export function inOutline(picture) {
  const outline = outlineOf(picture);
  const size = outline && divided(picture, outline);
  if (!size) return null;
  const { corner, across, down } = outline;
  const { columns, rows } = size;
  /** @type {Mapping} */
  const place = (row, column) =>
    /** @type {[number, number]} */ (
      corner.map((from, k) => from + ((column + 0.5) / columns) * across[k] + ((row + 0.5) / rows) * down[k])
    );
  const nodes = Array.from({ length: columns * rows }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const [x, y] = place(row, column);
    return { row, column, x, y };
  });
  return { nodes, place, pitch: Math.hypot(...across) / columns, error: 0, full: 1, others: [] };
}

/**
 * Returns the outline of the largest part of a picture that differs from the page.
 * @param {Picture} picture
 * @returns {Outline | null}
 */
function outlineOf(picture) {
  const off = distances(picture, pageOf(picture));
  const rough = rectangle(picture, off, OFF);
  if (!rough) return null;
  const within = (/** @type {Outline} */ found) =>
    sampled({ ...picture, channels: [off] }, found.corner, found.across, found.down, TRIED, TRIED)[0];
  // A blurred edge is where half of the difference is left.
  const outline = rectangle(picture, off, Math.max(OFF, median(within(rough)) / 2));
  if (!outline) return null;
  const cells = within(outline);
  const edge = cells.filter((_, i) => [0, TRIED - 1].some((end) => i % TRIED === end || Math.floor(i / TRIED) === end));
  return median(edge) < EDGE * median(cells) ? null : outline;
}

/** Returns the colour of the page, which is that of the margin. @param {Picture} picture */
function pageOf({ width, height, channels }) {
  const inset = Math.round(MARGIN * Math.max(width, height));
  const border = [
    ...Array.from({ length: width }, (_, x) => [inset * width + x, (height - 1 - inset) * width + x]).flat(),
    ...Array.from({ length: height }, (_, y) => [y * width + inset, (y + 1) * width - 1 - inset]).flat(),
  ];
  return channels.map((values) => medianAt(values, border));
}

/**
 * Returns how far each point is from a colour, in its most different channel.
 * @param {{channels: Float32Array[]}} picture @param {number[]} colour
 */
function distances({ channels }, colour) {
  const out = new Float32Array(channels[0].length);
  for (const [k, values] of channels.entries())
    for (let i = 0; i < out.length; i++) {
      const off = Math.abs(values[i] - colour[k]);
      if (off > out[i]) out[i] = off;
    }
  return out;
}

/**
 * Returns the rectangle, perhaps turned, in which most rows and columns are off the page from one side to the other.
 * @param {Picture} picture @param {Float32Array} off @param {number} least
 * @returns {Outline | null}
 */
function rectangle({ width, height }, off, least) {
  const rows = alike(Array.from({ length: height }, (_, y) => longest(off, width, y * width, 1, least)));
  const columns = alike(Array.from({ length: width }, (_, x) => longest(off, height, x, width, least)));
  if (!rows || !columns) return null;
  const ends = /** @type {const} */ (["first", "last"]);
  const turn = median([...ends.map((end) => -leaning(rows, end)), ...ends.map((end) => leaning(columns, end))]);
  const [left, right] = ends.map((end, k) => median(rows.map((run) => run[end] + turn * run.at)) + k - 0.5);
  const [top, bottom] = ends.map((end, k) => median(columns.map((run) => run[end] - turn * run.at)) + k - 0.5);
  /** @type {(x: number, y: number) => [number, number]} where x + turn * b = left and so on meet */
  const meeting = (x, y) => [(x - turn * y) / (1 + turn * turn), (y + turn * x) / (1 + turn * turn)];
  const [corner, upper, lower] = [meeting(left, top), meeting(right, top), meeting(left, bottom)];
  const way = (/** @type {[number, number]} */ [x, y]) =>
    /** @type {[number, number]} */ ([x - corner[0], y - corner[1]]);
  return { corner, across: way(upper), down: way(lower) };
}

/**
 * Returns the longest run of points off the page in a row or column, across gaps.
 * @param {Float32Array} off @param {number} length @param {number} start @param {number} step @param {number} least
 * @returns {Span}
 */
function longest(off, length, start, step, least) {
  let [from, to] = [0, -1];
  for (let k = 0, i = start, first = 0, last = -GAP - 1; k < length; k++, i += step) {
    if (off[i] <= least) continue;
    if (k - last > GAP) first = k;
    last = k;
    if (last - first <= to - from) continue;
    from = first;
    to = last;
  }
  return { first: from, last: to };
}

/**
 * Returns the spans of nearly the same length, which is that of the rows of the board, with their places; null if they
 * are few.
 * @param {Span[]} spans
 */
function alike(spans) {
  const lengths = spans.map(({ first, last }) => last - first).filter((length) => length > 0);
  const usual = nth(lengths, Math.floor(WIDEST * lengths.length));
  const some = spans.flatMap(({ first, last }, at) =>
    Math.abs(last - first - usual) <= SPREAD * usual ? [{ first, last, at }] : [],
  );
  return some.length < (FEWEST * SMALLEST) / 2 ? null : some;
}

/** Returns the slope of one end of the spans. @param {(Span & {at: number})[]} spans @param {"first" | "last"} end */
function leaning(spans, end) {
  const half = spans.length >> 1;
  return median(spans.slice(half).map((run, k) => (run[end] - spans[k][end]) / (run.at - spans[k].at)));
}

/**
 * Returns the number of columns and rows into which an outline is divided; null if nothing shows it.
 * @param {Picture} picture @param {Outline} outline
 * @returns {{columns: number, rows: number} | null}
 */
function divided(picture, { corner, across, down }) {
  const [wide, tall] = [Math.hypot(...across), Math.hypot(...down)];
  const scale = Math.min(1, LONGEST / Math.max(wide, tall));
  const [width, height] = [Math.round(scale * wide), Math.round(scale * tall)];
  const [level, upright] = profilesOf(sampled(picture, corner, across, down, width, height), width, height);
  let best = null;
  let most = CLEAR;
  for (let columns = FEWEST; columns <= MOST && wide / columns >= SMALLEST; columns++)
    for (let rows = FEWEST; rows <= MOST; rows++) {
      if (Math.abs(Math.log((wide * rows) / (tall * columns))) > SQUARE) continue;
      const worth = worthOf(level, columns) + worthOf(upright, rows);
      if (worth <= most) continue;
      best = { columns, rows };
      most = worth;
    }
  return best;
}

/**
 * Returns how much each column, and each row, looks like a line, and the share of it that is ink.
 * @param {Float32Array[]} channels @param {number} width @param {number} height
 * @returns {Profile[]}
 */
function profilesOf(channels, width, height) {
  const far = distances(
    { channels },
    channels.map((values) => median(values)),
  );
  const strong = Math.max(INK, nth(far, Math.floor(0.97 * far.length)) / 2);
  return [
    { length: width, other: height, step: 1, next: width },
    { length: height, other: width, step: width, next: 1 },
  ].map(({ length, other, step, next }) => {
    const [lines, ink] = [new Float32Array(length), new Float32Array(length)];
    for (let a = 1; a < length - 1; a++)
      for (let b = 0, i = a * step; b < other; b++, i += next) {
        let most = 0;
        for (const values of channels) {
          const change = Math.abs(values[i + step] - values[i - step]);
          if (change > most) most = change;
        }
        lines[a] += (most < FAINT ? most : FAINT) / other;
        if (far[i] > strong) ink[a] += 1 / other;
      }
    return { lines, ink };
  });
}

/**
 * Returns how well a number of parts fits a profile: how much stronger the lines between the parts are than what is
 * within them, and how much more ink the middles of the parts have.
 * @param {Profile} profile @param {number} parts
 */
function worthOf({ lines, ink }, parts) {
  const pitch = lines.length / parts;
  const reach = Math.max(1, Math.round(NEAR * pitch));
  const mean = (/** @type {Float32Array} */ values, /** @type {number} */ phase) => {
    let sum = 0;
    for (let k = phase ? 0 : 1; k < parts; k++) {
      const middle = Math.round((k + phase) * pitch - 0.5);
      sum += Math.max(...values.subarray(Math.max(0, middle - reach), middle + reach + 1));
    }
    return sum / (phase ? parts : parts - 1);
  };
  const within = WITHIN.reduce((sum, phase) => sum + mean(lines, phase), 0) / WITHIN.length;
  const line = mean(lines, 0) / (within + 0.05); // noise may be less than what is counted
  return Math.max(1, Math.min(BEST, line)) + WRITTEN * (mean(ink, 0.5) - mean(ink, 0));
}
