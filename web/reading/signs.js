/**
 * Signs on edges: between the cells of a binoxxo, "=" (alike) and "x" (not alike); between the dots of a slitherlink,
 * crosses. Plain functions.
 */

import { sampled } from "./patch.js";
import { median, nth, nthAt } from "./picture.js";

/** @import {Cells} from "./cells.js" */
/** @import {Picture} from "./picture.js" */

/**
 * @typedef {{h: string[], v: string[]}} Signs  as in the document
 */

const SIDE = 24; // samples of a spot
const WIDE = 0.38; // pitches that a spot covers
const MIDDLES = [8.5, 10, 11.5, 13, 14.5]; // samples at which the middle of a sign may be
const MOST = 0.95; // the share of the edges that have a sign
const FEW = 4; // signs; fewer, all between two givens, which need none, are strokes of letters; or the edges of lines
const LEAST = 14; // the ink of a sign
const FAINT = 0.15; // the least ink of clear signs, as a share of that of a letter
const GAP = 1.6; // and as a multiple of the ink of an edge without a sign
const LIKE = 0.6; // the similarity of a sign to its drawing
const TWO = 0.34; // the edge of a shaded cell is less similar to a cross than this,
const BAR = 0.4; // and less similar to a bar than this

/**
 * Returns the signs, how sure the least certain of them is, whether they are clear, and whether they may be only the
 * edges of lines; null if there are none.
 * @param {Cells} cells @param {Picture} fine @param {number} scale from points of the map to those of `fine`
 * @returns {{signs: Signs, sure: number, clear: boolean, stray: boolean} | null}
 */
export function signsOf(cells, fine, scale) {
  const { width, height } = cells;
  const spots = [
    spotsOf(cells, fine, scale, width - 1, height, false),
    spotsOf(cells, fine, scale, width, height - 1, true),
  ];
  const letters = median(cells.patches.flatMap(({ peak }, i) => (cells.glyphs[i] ? [peak] : [])));
  const dense = readAll(spots, 0.2, letters);
  const many = dense.marks.flat().filter(({ sign }) => sign !== ".").length > 0.3 * (spots[0].length + spots[1].length);
  const { marks: sides, least, clear } = many ? dense : readAll(spots, 0.5, letters);
  const [across, down] = sides;
  const marks = sides.flat();
  const found = marks.filter(({ sign }) => sign !== ".");
  if (!found.length || found.length > MOST * marks.length) return null;
  const between = marks.filter(({ sign }, i) => {
    const k = i - across.length; // edges within rows come first
    const [a, b] = k < 0 ? [i + Math.floor(i / (width - 1)), 1] : [k, width];
    return sign !== "." && cells.glyphs[a] && cells.glyphs[a + b];
  });
  if (found.length < FEW && between.length === found.length) return null;
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
        .map(({ sign }) => sign)
        .join(""),
    );
  const more = (/** @type {number} */ ink) =>
    marks.filter(({ sign, strength }) => sign === "." && strength >= ink).length;
  // Both edges of a line between two rows look like "=", and other lines have as much ink.
  const lines = found.every((mark) => mark.sign === "=" && down.includes(mark) && more(mark.strength) >= FEW);
  const stray = !clear && found.length < FEW && lines;
  return { signs: { h: rows(across, width - 1), v: rows(down, width) }, sure, clear, stray };
}

/**
 * Returns whether each edge has a cross: those of the rows of edges across, then of those down.
 * @param {Cells} cells between dots
 * @param {Picture} fine
 * @param {number} scale from points of the map to those of `fine`
 * @param {boolean[]} drawn the edges with a line, in the same order
 * @param {number} ink of a digit
 * @returns {boolean[]}
 */
export function crossesOf(cells, fine, scale, drawn, ink) {
  const { width, height, extent } = cells;
  const [above, before] = [
    { ...cells, extent: { ...extent, top: extent.top - 1 } },
    { ...cells, extent: { ...extent, left: extent.left - 1 } },
  ];
  const spots = [
    spotsOf(above, fine, scale, width, height + 1, true),
    spotsOf(before, fine, scale, width + 1, height, false),
  ];
  const open = spots.map((inks, side) => inks.filter((_, i) => !drawn[i + side * spots[0].length]));
  const { marks } = readAll(open, 0.05, 0.6 * ink);
  const found = marks.map((side) => side.values());
  return drawn.map((line, i) => !line && found[i < spots[0].length ? 0 : 1].next().value?.sign === "x");
}

/**
 * Returns the sign in each spot, and the ink that a sign has at least. The signs are clear if edges without a sign have
 * much less ink than any sign.
 * @param {Float32Array[][]} spots those on the edges within rows, and within columns
 * @param {number} share of the edges that have no sign, at least @param {number} letters the ink of a letter
 */
function readAll(spots, share, letters) {
  const sides = spots.map((inks) => {
    const inner = innerOf(lineIn(inks, share));
    /** @type {Map<number, ReturnType<typeof signIn>>} */
    const made = new Map();
    /** @type {View[] | undefined} */
    let views;
    const strengths = inks.map((ink) => strengthOf(ink, inner));
    const read = (/** @type {number} */ k) => {
      views ??= [viewOf(inner), (kept.spot ??= viewOf(SPOT))]; // the line may end next to a sign
      const sign = made.get(k) ?? signIn(inks[k], strengths[k], views);
      made.set(k, sign);
      return sign;
    };
    return { strengths, read };
  });
  const marksOver = (/** @type {number} */ least) =>
    sides.map(({ strengths, read }) =>
      strengths.map((strength, k) => ({ strength, ...(strength < least ? { sign: ".", likelihood: 1 } : read(k)) })),
    );
  const sorted = sides.flatMap(({ strengths }) => strengths).sort((a, b) => a - b);
  const gap = gapIn(sorted, Math.max(LEAST, FAINT * letters));
  const isClear = () =>
    sides.every(({ strengths, read }) => strengths.every((s, k) => s < gap || read(k).sign !== "."));
  if (gap && isClear()) return { marks: marksOver(gap), least: gap, clear: true };
  const least = Math.max(LEAST, 0.35 * letters, 0.4 * nth(sorted, Math.floor(0.97 * (sorted.length - 1))));
  return { marks: marksOver(least), least, clear: false };
}

/**
 * Returns the middle of the widest gap below numbers of at least `least`; 0 if all gaps are narrow.
 * @param {number[]} sorted @param {number} least
 */
function gapIn(sorted, least) {
  let [widest, middle] = [GAP, 0];
  for (let i = sorted.length - 1; i > 0 && sorted[i] > least; i--) {
    const [less, more] = [Math.max(1, sorted[i - 1]), sorted[i]];
    if (more > widest * less) [widest, middle] = [more / less, Math.sqrt(more * less)];
  }
  return middle;
}

/**
 * Returns the ink on each edge between two cells of a row, or of a column.
 * @param {Cells} cells @param {Picture} fine @param {number} scale @param {number} wide @param {number} high
 * @param {boolean} down
 */
function spotsOf({ extent, place }, fine, scale, wide, high, down) {
  /** @type {Float32Array[]} */
  const inks = [];
  // One of the two cells may be shaded, so each half of a spot has its own background.
  const second = (/** @type {number} */ i) => (down ? Math.floor(i / SIDE) : i % SIDE) >= SIDE / 2;
  const all = Float32Array.from({ length: SIDE * SIDE }, (_, i) => i);
  const halves = [all.filter((i) => !second(i)), all.filter(second)];
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
      const grounds = halves.map((half) => channels.map((channel) => median(half.map((i) => channel[i]))));
      const ink = new Float32Array(SIDE * SIDE);
      halves.forEach((half, k) => {
        for (const i of half)
          for (let c = 0; c < channels.length; c++) ink[i] = Math.max(ink[i], Math.abs(channels[c][i] - grounds[k][c]));
      });
      inks.push(ink);
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
      inks.map((ink) => ink[i]),
      Math.floor(share * (inks.length - 1)),
    ),
  );
  const peak = nth(usual, Math.floor(0.98 * usual.length));
  return Array.from(usual, (value) => peak > 8 && value > 0.25 * peak);
}

/** @typedef {{sign: "x" | "=" | "-", weights: Float32Array}} Template */

/**
 * Drawings of both signs in all sizes, also slightly off the middle, and of a line of the board ("-"); spot: these at
 * all places of a spot.
 * @type {{made: Template[] | null, spot: View | null}}
 */
const kept = { made: null, spot: null };

/** @returns {Template[]} */
function templates() {
  /** @type {Template[]} */
  const out = [];
  for (const arm of [3.6, 4.5, 5.5, 7, 8.5, 10])
    for (const [sign, gap] of /** @type {const} */ ([
      ["x", 0],
      ["=", 0.42],
      ["=", 0.58],
    ]))
      for (const left of MIDDLES)
        for (const top of MIDDLES) {
          const weights = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
            const x = Math.abs((i % SIDE) - left);
            const y = Math.abs(((i / SIDE) | 0) - top);
            const far = sign === "x" ? Math.abs(x - y) / Math.SQRT2 : Math.abs(y - gap * arm);
            const beyond = Math.max(0, x - arm, sign === "x" ? y - arm : 0);
            return Math.exp(-((far * far + beyond * beyond) / 1.6));
          });
          out.push({ sign, weights });
        }
  for (const down of [true, false])
    for (let middle = 5.5; middle <= 17.5; middle++) {
      const weights = Float32Array.from({ length: SIDE * SIDE }, (_, i) => {
        const far = (down ? (i / SIDE) | 0 : i % SIDE) - middle;
        return Math.exp((-far * far) / 1.6);
      });
      out.push({ sign: "-", weights });
    }
  return out;
}

/** The points of a spot that are near its middle. */
const SPOT = Int32Array.from({ length: SIDE * SIDE }, (_, i) => i).filter(
  (i) => Math.hypot((i % SIDE) - SIDE / 2 + 0.5, ((i / SIDE) | 0) - SIDE / 2 + 0.5) < 0.48 * SIDE,
);

/** Returns those of them that are not on a line. @param {boolean[]} line */
const innerOf = (line) => SPOT.filter((i) => !line[i]);

/** Returns the ink that 13 points of a spot exceed. @param {Float32Array} ink @param {Int32Array} inner */
const strengthOf = (ink, inner) => nthAt(ink, inner, inner.length - 14);

/**
 * Returns the values at some places, less their mean, with a length of 1.
 * @param {Float32Array} values
 * @param {Int32Array} inner
 */
function normal(values, inner) {
  const out = new Float32Array(inner.length);
  let [sum, squares] = [0, 0];
  for (let k = 0; k < inner.length; k++) {
    const value = values[inner[k]];
    out[k] = value;
    sum += value;
    squares += value * value;
  }
  const mean = sum / inner.length;
  const length = Math.sqrt(Math.max(0, squares - sum * mean)) || 1;
  for (let k = 0; k < out.length; k++) out[k] = (out[k] - mean) / length;
  return out;
}

/** @typedef {{inner: Int32Array, fitted: Template[]}} View  places of a spot, and drawings of signs at these places */

/** @param {Int32Array} inner @returns {View} */
function viewOf(inner) {
  const all = (kept.made ??= templates());
  return { inner, fitted: all.map(({ sign, weights }) => ({ sign, weights: normal(weights, inner) })) };
}

/**
 * Returns the sign in a spot, by the most similar drawing in any view.
 * @param {Float32Array} ink @param {number} strength @param {View[]} views
 */
function signIn(ink, strength, views) {
  const clear = ink.map((value) => (value < strength ? value / strength : 1));
  const seen = views.map((view) => likeness(clear, view));
  const like = { x: mean(seen, "x"), "=": mean(seen, "="), "-": seen[0]["-"] };
  const sign = like.x > like["="] ? "x" : "=";
  const certain = 1 / (1 + Math.exp(-25 * Math.abs(like.x - like["="])));
  const edge = like.x < TWO && like["-"] < BAR;
  if (like[sign] < LIKE || edge || like["-"] > 0.85 * like[sign])
    return { sign: ".", likelihood: like[sign] < 0.5 * LIKE ? 1 : 0.6 };
  return { sign, likelihood: certain };
}

/** @param {ReturnType<typeof likeness>[]} all @param {"x" | "="} sign */
const mean = (all, sign) => all.reduce((sum, each) => sum + each[sign], 0) / all.length;

/** Returns how similar a spot is to the drawings. @param {Float32Array} ink @param {View} view */
function likeness(ink, { inner, fitted }) {
  const seen = normal(ink, inner);
  const like = { x: 0, "=": 0, "-": 0 };
  for (let first = 0; first < fitted.length; first += 4) {
    const some = [0, 1, 2, 3].map((k) => fitted[Math.min(first + k, fitted.length - 1)]);
    const alike = products(seen, some[0].weights, some[1].weights, some[2].weights, some[3].weights);
    some.forEach(({ sign }, k) => (like[sign] = Math.max(like[sign], alike[k])));
  }
  return like;
}

/**
 * Returns the scalar products of `seen` with four lists, in half the time: the sums do not wait for each other.
 * @param {Float32Array} seen @param {Float32Array} a @param {Float32Array} b @param {Float32Array} c
 * @param {Float32Array} d
 */
function products(seen, a, b, c, d) {
  let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
  for (let i = 0; i < seen.length; i++) {
    const value = seen[i];
    ofA += value * a[i];
    ofB += value * b[i];
    ofC += value * c[i];
    ofD += value * d[i];
  }
  return [ofA, ofB, ofC, ofD];
}
