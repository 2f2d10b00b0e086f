/** Straight lines along the rows and columns of a picture, and the dots under them. Plain functions. */

import { runsOf } from "./blobs.js";

/**
 * @typedef {object} InkStroke  a line along a row of points
 * @property {number} from  its first point
 * @property {number} to  the point after its last one
 * @property {number} middle  the row in its middle
 * @property {number} thick
 */

const SHORTEST = 10; // points of a stroke
const SLIM = 0.3; // its thickness, as a share of its length, at most
const FEW = 4; // strokes
const CROSSED = 0.1; // the share of the dots at which more than two lines meet
const MOST = 0.75; // the share of the length of all strokes that such strokes have
const EVEN = 0.12; // how far the length of a stroke is from a whole number of pitches, in pitches

/**
 * Returns the strokes along the rows of a mask.
 * @param {Uint8Array} mask @param {number} width
 * @returns {InkStroke[]}
 */
function strokesAlong(mask, width) {
  const { starts, ends } = runsOf(mask, width, 1);
  /** @typedef {InkStroke & {top: number, bottom: number}} Growing */
  /** @type {Growing[]} */
  const all = [];
  /** @type {Growing[]} those that reach the row above */
  let open = [];
  /** @type {Growing[]} */
  let next = [];
  let row = 0;
  for (let run = 0; run < starts.length; run++) {
    if (ends[run] - starts[run] < SHORTEST) continue;
    const y = Math.floor(starts[run] / width);
    if (y !== row) [open, next, row] = [y === row + 1 ? next : [], [], y];
    const [from, to] = [starts[run] - y * width, ends[run] - y * width];
    const grown = open.find((stroke) => Math.abs(stroke.from - from) < 3 && Math.abs(stroke.to - to) < 3);
    const stroke = grown ?? { from, to, top: y, bottom: y, middle: y, thick: 1 };
    if (!grown) all.push(stroke);
    Object.assign(stroke, { from: Math.min(stroke.from, from), to: Math.max(stroke.to, to), bottom: y });
    next.push(stroke);
  }
  return all
    .map(({ top, bottom, ...stroke }) => ({ ...stroke, middle: (top + bottom) / 2, thick: bottom - top + 1 }))
    .filter(({ from, to, thick }) => thick < SLIM * (to - from));
}

/** Returns the distance between the middles of the dots at its ends. @param {InkStroke} stroke */
const lengthOf = ({ from, to, thick }) => to - from - thick;

/**
 * Returns the largest length of which nearly all lengths are multiples, weighed by length; weight: the sum of these.
 * @param {number[]} lengths
 * @returns {{pitch: number, weight: number}}
 */
function pitchOf(lengths) {
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const length of lengths) sums.set(length, (sums.get(length) ?? 0) + length);
  const least = MOST * lengths.reduce((a, b) => a + b, 0);
  for (const pitch of [...sums.keys()].sort((a, b) => b - a)) {
    let weight = 0;
    for (const [length, sum] of sums) if (isMultiple(length, pitch)) weight += sum;
    if (weight < least) continue;
    // The largest is slightly too large.
    const even = lengths.filter((length) => isMultiple(length, pitch));
    const parts = even.reduce((sum, length) => sum + Math.round(length / pitch), 0);
    return { pitch: even.reduce((a, b) => a + b) / parts, weight };
  }
  return { pitch: 0, weight: 0 };
}

/** @param {number} length @param {number} pitch */
const isMultiple = (length, pitch) => Math.abs(length / pitch - (Math.round(length / pitch) || 1)) < EVEN;

/**
 * Returns the points at which the lines of a board begin, end or pass a dot, and the distance of the dots; null if there
 * are hardly any lines, or if they cross each other. The lines have one thickness.
 * @param {Uint8Array} mask @param {number} width
 * @returns {{points: {x: number, y: number}[], pitch: number} | null}
 */
export function dotsUnder(mask, width) {
  const height = mask.length / width;
  const turned = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) if (mask[i]) turned[(i % width) * height + Math.floor(i / width)] = 1;
  const all = [
    ...strokesAlong(mask, width).map((stroke) => ({ ...stroke, down: false })),
    ...strokesAlong(turned, height).map((stroke) => ({ ...stroke, down: true })),
  ];
  const groups = [...new Set(all.map(({ thick }) => thick))].map((thick) => {
    const some = all.filter((stroke) => Math.abs(stroke.thick - thick) < 2);
    return { some, ...pitchOf(some.map(lengthOf)) };
  });
  const { some, pitch } = groups.reduce((a, b) => (b.weight > a.weight ? b : a), { some: [], pitch: 0, weight: 0 });
  const strokes = some.filter((stroke) => isMultiple(lengthOf(stroke), pitch));
  if (strokes.length < FEW) return null;
  /** @type {Map<string, {x: number, y: number, lines: number}>} */
  const points = new Map();
  const [{ x: left, y: top }] = ends(strokes[0], pitch);
  for (const stroke of strokes)
    ends(stroke, pitch).forEach(({ x, y }, k, { length }) => {
      const key = `${Math.round((x - left) / pitch)} ${Math.round((y - top) / pitch)}`;
      const before = points.get(key)?.lines ?? 0;
      points.set(key, { x, y, lines: before + (k && k < length - 1 ? 2 : 1) });
    });
  const found = [...points.values()];
  return found.filter(({ lines }) => lines > 2).length < CROSSED * found.length ? { points: found, pitch } : null;
}

/** Returns the places of the dots under a stroke. @param {InkStroke & {down: boolean}} stroke @param {number} pitch */
function ends(stroke, pitch) {
  const { from, middle, thick, down } = stroke;
  const parts = Math.round(lengthOf(stroke) / pitch);
  return Array.from({ length: parts + 1 }, (_, k) => {
    const along = from + (thick - 1) / 2 + (k * lengthOf(stroke)) / parts;
    return down ? { x: middle, y: along } : { x: along, y: middle };
  });
}
