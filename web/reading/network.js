/** The network that reads one glyph: two convolutions and two full layers. Plain functions. */

import { BYTES, CLASSES, SCALES, SHAPE } from "./weights.js";

const { height: H, width: W, first: A, second: B, hidden: K } = SHAPE;
const C = CLASSES.length;
const TOGETHER = 4; // sums in registers; the number of outputs of a convolution is a multiple of this
const TWO = 2; // the same for a full layer

/** @typedef {Float32Array} Scores  the likelihood of each of CLASSES; they add up to 1 */

/** The layers as numbers, in the order of the file; made on first use. @type {{layers: Float64Array[] | null}} */
const kept = { layers: null };

/** @returns {Float64Array[]} */
function loaded() {
  const text = atob(BYTES);
  const sizes = [9 * A, A, 9 * A * B, B, (H / 4) * (W / 4) * B * K, K, K * C, C];
  let at = 0;
  return sizes.map((size, layer) => {
    const start = at;
    at += size;
    return Float64Array.from({ length: size }, (_, i) => ((text.charCodeAt(start + i) << 24) >> 24) * SCALES[layer]);
  });
}

/**
 * Returns a 3 x 3 convolution, followed by ReLU and 2 x 2 max pooling.
 * @param {Float64Array} x height x width x depth @param {number} height @param {number} width @param {number} depth
 * @param {Float64Array} weights 9 x depth x out @param {Float64Array} offsets
 */
function convolved(x, height, width, depth, weights, offsets) {
  const out = offsets.length;
  const pooled = new Float64Array((height / 2) * (width / 2) * out);
  const [values, rows] = [new Float64Array(9 * depth), new Int32Array(9 * depth)]; // of the input that is not zero
  for (let r = 0; r < height; r++)
    for (let c = 0; c < width; c++) {
      let count = 0;
      for (let k = 0; k < 9; k++) {
        const i = r + ((k / 3) | 0) - 1;
        const j = c + (k % 3) - 1;
        if (i < 0 || j < 0 || i >= height || j >= width) continue;
        for (let d = 0, from = (i * width + j) * depth; d < depth; d++) {
          if (x[from + d] === 0) continue;
          values[count] = x[from + d];
          rows[count++] = (k * depth + d) * out;
        }
      }
      const at = ((r >> 1) * (width / 2) + (c >> 1)) * out;
      for (let o = 0; o < out; o += TOGETHER) {
        let p = offsets[o];
        let q = offsets[o + 1];
        let s = offsets[o + 2];
        let t = offsets[o + 3];
        for (let k = 0; k < count; k++) {
          const value = values[k];
          const row = rows[k] + o;
          p += value * weights[row];
          q += value * weights[row + 1];
          s += value * weights[row + 2];
          t += value * weights[row + 3];
        }
        if (p > pooled[at + o]) pooled[at + o] = p;
        if (q > pooled[at + o + 1]) pooled[at + o + 1] = q;
        if (s > pooled[at + o + 2]) pooled[at + o + 2] = s;
        if (t > pooled[at + o + 3]) pooled[at + o + 3] = t;
      }
    }
  return pooled;
}

/** @param {Float64Array} x @param {Float64Array} weights @param {Float64Array} offsets */
function full(x, weights, offsets) {
  const out = offsets.length;
  const sum = new Float64Array(out);
  for (let o = 0; o < out; o += TWO) {
    let p = offsets[o];
    let q = offsets[o + 1];
    for (let i = 0, at = o; i < x.length; i++, at += out) {
      const value = x[i];
      if (value === 0) continue;
      p += value * weights[at];
      q += value * weights[at + 1];
    }
    sum[o] = p;
    sum[o + 1] = q;
  }
  return sum;
}

/** Returns the likelihood of each class for a glyph of SHAPE. @param {Float32Array} glyph 0 to 1 @returns {Scores} */
export function classified(glyph) {
  const layers = (kept.layers ??= loaded());
  const first = convolved(new Float64Array(glyph), H, W, 1, layers[0], layers[1]);
  const second = convolved(first, H / 2, W / 2, A, layers[2], layers[3]);
  const hidden = full(second, layers[4], layers[5]).map((value) => Math.max(0, value));
  const scores = full(hidden, layers[6], layers[7]);
  const most = Math.max(...scores);
  const powers = scores.map((value) => Math.exp(value - most));
  const whole = powers.reduce((sum, value) => sum + value, 0);
  return Float32Array.from(powers, (value) => value / whole);
}

/**
 * Returns the likeliest of some classes and how likely it is among them, then all of them by likelihood.
 * @param {Scores} scores @param {string} among
 * @returns {{name: string, likelihood: number}[]}
 */
export function ranked(scores, among) {
  const some = [...among].map((name) => ({ name, likelihood: scores[CLASSES.indexOf(name)] }));
  const whole = some.reduce((sum, { likelihood }) => sum + likelihood, 0) || 1;
  return some
    .map(({ name, likelihood }) => ({ name, likelihood: likelihood / whole }))
    .sort((a, b) => b.likelihood - a.likelihood);
}

/** Returns the likeliest class. @param {Scores} scores */
export function likeliest(scores) {
  let best = 0;
  for (let k = 1; k < scores.length; k++) if (scores[k] > scores[best]) best = k;
  return CLASSES[best];
}

/** Returns the likelihood of a class. @param {Scores} scores @param {string} name */
export const likelihood = (scores, name) => scores[CLASSES.indexOf(name)];
