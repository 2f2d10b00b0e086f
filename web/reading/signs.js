/** The signs between the cells of a binoxxo: "=" alike, "x" not alike. Plain functions. */

import { sampled } from "./patch.js";
import { median, nth } from "./picture.js";

/** @import {Cells} from "./cells.js" */
/** @import {Picture} from "./picture.js" */

/**
 * @typedef {{h: string[], v: string[]}} Signs  as in the document
 */

const SIDE = 24; // samples of a spot
const WIDE = 0.38; // pitches that a spot covers
const MOST = 0.95; // the share of the edges that have a sign
const LEAST = 14; // the ink of a sign
const LIKE = 0.68; // how like a drawing of it a sign is
const TWO = 0.34; // and how like a cross two bars are at least; a single one is not

/**
 * The signs, and how sure the least certain of them is; null if there are none.
 * @param {Cells} cells @param {Picture} fine @param {number} scale from points of the map to those of `fine`
 * @returns {{signs: Signs, sure: number} | null}
 */
export function signsOf(cells, fine, scale) {
  const { width, height } = cells;
  const spots = [
    spotsOf(cells, fine, scale, width - 1, height, false),
    spotsOf(cells, fine, scale, width, height - 1, true),
  ];
  /** @param {number} share of the edges that have no sign, at least */
  const read = (share) =>
    spots.map((inks) => {
      const line = lineIn(inks, share);
      return inks.map((ink) => signIn(ink, line));
    });
  const all = (/** @type {ReturnType<typeof read>} */ [across, down]) => [...across, ...down];
  const dense = read(0.2);
  const many = all(dense).filter(({ sign }) => sign !== ".").length > 0.3 * (spots[0].length + spots[1].length);
  const [across, down] = many ? dense : read(0.5);
  const marks = [...across, ...down];
  const shares = marks.map(({ strength }) => strength).sort((a, b) => a - b);
  const letters = median(cells.patches.flatMap(({ peak }, i) => (cells.glyphs[i] ? [peak] : [])));
  const least = Math.max(LEAST, 0.35 * letters, 0.4 * nth(shares, Math.floor(0.97 * (shares.length - 1))));
  const found = marks.filter(({ strength, sign }) => strength >= least && sign !== ".");
  if (!found.length || found.length > MOST * marks.length) return null;
  const sure = Math.min(
    ...marks.map(({ strength, likelihood }) => {
      const far = Math.abs(Math.log((strength + 1) / least)) > 0.35 ? 1 : 0.6;
      return strength >= least ? Math.min(far, likelihood) : far;
    }),
  );
  const rows = (/** @type {typeof marks} */ some, /** @type {number} */ wide) =>
    Array.from({ length: some.length / wide }, (_, row) =>
      some
        .slice(row * wide, row * wide + wide)
        .map(({ strength, sign }) => (strength >= least ? sign : "."))
        .join(""),
    );
  return { signs: { h: rows(across, width - 1), v: rows(down, width) }, sure };
}

/**
 * Returns the ink on each edge between two cells of a row, or of a column.
 * @param {Cells} cells @param {Picture} fine @param {number} scale @param {number} wide @param {number} high
 * @param {boolean} down
 */
function spotsOf({ extent, place }, fine, scale, wide, high, down) {
  /** @type {Float32Array[]} */
  const inks = [];
  for (let row = 0; row < high; row++)
    for (let column = 0; column < wide; column++) {
      const at = [extent.top + row + (down ? 0.5 : 0), extent.left + column + (down ? 0 : 0.5)];
      const point = (/** @type {number} */ r, /** @type {number} */ c) => {
        const [x, y] = place(at[0] + r * WIDE, at[1] + c * WIDE);
        return [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5];
      };
      const [corner, right, below] = [point(-0.5, -0.5), point(-0.5, 0.5), point(0.5, -0.5)];
      /** @type {(a: number[], b: number[]) => [number, number]} */
      const way = (a, b) => [b[0] - a[0], b[1] - a[1]];
      const channels = sampled(fine, [corner[0], corner[1]], way(corner, right), way(corner, below), SIDE, SIDE);
      const ground = channels.map(median);
      inks.push(channels[0].map((_, i) => Math.max(...channels.map((channel, k) => Math.abs(channel[i] - ground[k])))));
    }
  return inks;
}

/**
 * Returns which points of a spot belong to the line of the board: those that have ink on an edge without a sign.
 * @param {Float32Array[]} inks @param {number} share of the edges without a sign, at least
 */
function lineIn(inks, share) {
  const usual = Float32Array.from({ length: SIDE * SIDE }, (_, i) =>
    nth(
      Float32Array.from(inks, (ink) => ink[i]),
      Math.floor(share * (inks.length - 1)),
    ),
  );
  const peak = nth(usual, Math.floor(0.98 * usual.length));
  return Array.from(usual, (value) => peak > 8 && value > 0.25 * peak);
}

/** @typedef {{sign: "x" | "=" | "-", weights: Float32Array}} Template */

/** Drawings of both signs, of every size, a little off the middle as well, and of a line of the board ("-"). @type {{made: Template[] | null}} */
const kept = { made: null };

/** @returns {Template[]} */
function templates() {
  /** @type {Template[]} */
  const out = [];
  for (const arm of [4.5, 5.5, 7, 8.5, 10])
    for (const [sign, gap] of /** @type {const} */ ([
      ["x", 0],
      ["=", 0.42],
      ["=", 0.58],
    ]))
      for (let dx = -3; dx <= 3; dx += 1.5)
        for (let dy = -3; dy <= 3; dy += 1.5) {
          const weights = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
            const x = Math.abs((i % SIDE) - SIDE / 2 + 0.5 - dx);
            const y = Math.abs(((i / SIDE) | 0) - SIDE / 2 + 0.5 - dy);
            const far = sign === "x" ? Math.abs(x - y) / Math.SQRT2 : Math.abs(y - gap * arm);
            const beyond = Math.max(0, x - arm, sign === "x" ? y - arm : 0);
            return Math.exp(-((far * far + beyond * beyond) / 1.6));
          });
          out.push({ sign, weights });
        }
  for (const down of [true, false])
    for (let off = -6; off <= 6; off++) {
      const weights = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
        const far = (down ? (i / SIDE) | 0 : i % SIDE) - SIDE / 2 + 0.5 - off;
        return Math.exp((-far * far) / 1.6);
      });
      out.push({ sign: "-", weights });
    }
  return out;
}

/**
 * The sign in a spot, by the drawing that it is most like.
 * @param {Float32Array} ink @param {boolean[]} line points of the line of the board
 */
function signIn(ink, line) {
  const inner = [...ink.keys()].filter(
    (i) => !line[i] && Math.hypot((i % SIDE) - SIDE / 2 + 0.5, ((i / SIDE) | 0) - SIDE / 2 + 0.5) < 0.48 * SIDE,
  );
  const strength = nth(
    Float32Array.from(inner, (i) => ink[i]),
    inner.length - 14,
  );
  if (strength < LEAST) return { strength, sign: ".", likelihood: 1 };
  const seen = inner.map((i) => Math.min(1, ink[i] / strength));
  const like = { x: 0, "=": 0, "-": 0 };
  for (const { sign, weights } of (kept.made ??= templates())) {
    const alike = correlation(
      seen,
      inner.map((i) => weights[i]),
    );
    like[sign] = Math.max(like[sign], alike);
  }
  const sign = like.x > like["="] ? "x" : "=";
  const certain = 1 / (1 + Math.exp(-25 * Math.abs(like.x - like["="])));
  if (like[sign] < LIKE || like.x < TWO || like["-"] > like[sign])
    return { strength, sign: ".", likelihood: like[sign] < 0.5 * LIKE ? 1 : 0.6 };
  return { strength, sign, likelihood: certain };
}

/** The correlation of two lists of numbers. @param {number[]} a @param {number[]} b */
function correlation(a, b) {
  const [p, q] = [a, b].map((some) => some.reduce((sum, value) => sum + value, 0) / some.length);
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] - p) * (b[i] - q);
    aa += (a[i] - p) ** 2;
    bb += (b[i] - q) ** 2;
  }
  return ab / Math.sqrt(aa * bb || 1);
}
