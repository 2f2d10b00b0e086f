/**
 * Digits of a large nonogram that are blurred, as in a photograph out of focus: they are sharpened, and compared with
 * each other. Plain functions.
 */

import { clarity } from "./clues.js";
import { classified, ranked } from "./network.js";
import { nth } from "./picture.js";
import { SHAPE } from "./weights.js";

/** @import {DigitLine, Figure} from "./clues.js" */

const CLEAR = 0.95; // digits read more clearly are not blurred
const ILLEGIBLE = 0.4; // digits read less clearly cannot be read sharpened, either
const MANY = 150; // digits that show how each of them looks
const DIGITS = "0123456789";
const BLUR = 1.85; // points of the input of the network; the standard deviation
const ROUNDS = 10; // more would sharpen the noise
const STRONG = 0.97; // the share of the points of a glyph that are weaker than its strongest ink
const FAINT = 0.02; // the share of that ink below which there is none
const UNLIKELY = 1e-4; // the likelihood of a digit at least
const LOOK = 2; // how much the usual distance from the other figures of a digit counts
const LEAST = 1.5; // figures of a digit without which nothing is compared with it

/**
 * Returns the lines with blurred digits read again; the same lines if their digits are clear or few.
 * @param {DigitLine[]} lines
 * @returns {DigitLine[]}
 */
export function refocused(lines) {
  const figures = lines.flatMap((line) => line.figures.filter(({ choices }) => choices[0].value.length === 1));
  const clear = clarity(lines);
  if (figures.length < MANY || clear > CLEAR || clear < ILLEGIBLE) return lines;
  const sharpened = sharpener();
  const seen = figures.map(({ glyph, choices }) => {
    if (choices[0].likelihood > CLEAR) return glyph.scores;
    const other = classified(sharpened(glyph.shape));
    return scaledTo1(glyph.scores.map((value, k) => Math.sqrt((value + UNLIKELY) * (other[k] + UNLIKELY))));
  });
  const compared = byLook(
    figures.map(({ glyph }) => glyph.shape),
    seen,
  );
  /** @type {Map<Figure, Figure>} */
  const named = new Map();
  figures.forEach((figure, i) => {
    const scores = compared[i];
    const choices = ranked(scores, DIGITS).map(({ name, likelihood }) => ({ value: name, likelihood }));
    named.set(figure, { ...figure, choices, glyph: { ...figure.glyph, scores } });
  });
  return lines.map((line) => ({ ...line, figures: line.figures.map((figure) => named.get(figure) ?? figure) }));
}

/**
 * Returns the scores of all shapes, with those of the digits changed by how much each shape differs from the mean one of
 * every digit.
 * @param {Float32Array[]} shapes @param {Float32Array[]} scores
 */
function byLook(shapes, scores) {
  const shares = scores.map((each) => scaledTo1(each.subarray(0, DIGITS.length)));
  const means = [...DIGITS].map((_, digit) => meanOf(shapes, shares, digit));
  const far = shapes.map((shape) => means.map((mean) => (mean ? apart(shape, mean) : 0)));
  let [sum, whole] = [0, 0];
  shares.forEach((own, i) =>
    own.forEach((share, digit) => {
      if (means[digit]) [sum, whole] = [sum + share ** 2 * far[i][digit], whole + share ** 2];
    }),
  );
  const usual = sum / whole || 1;
  return scores.map((each, i) => {
    const own = shares[i].map((share, digit) => share * Math.exp(-LOOK * (means[digit] ? far[i][digit] / usual : 1)));
    const digits = each.subarray(0, DIGITS.length).reduce((all, value) => all + value, 0);
    const out = each.slice();
    out.set(scaledTo1(own).map((share) => share * digits));
    return out;
  });
}

/**
 * Returns the mean shape of a digit; null if too few figures may be that digit.
 * @param {Float32Array[]} shapes @param {Float32Array[]} shares of each digit @param {number} digit
 */
function meanOf(shapes, shares, digit) {
  const mean = new Float32Array(shapes[0].length);
  let whole = 0;
  shapes.forEach((shape, i) => {
    const weight = shares[i][digit] ** 2;
    whole += weight;
    for (let k = 0; k < mean.length; k++) mean[k] += weight * shape[k];
  });
  return whole < LEAST ? null : mean.map((value) => value / whole);
}

/** Returns the square of the distance. @param {Float32Array} a @param {Float32Array} b */
function apart(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return sum;
}

/** @param {Float32Array} values */
function scaledTo1(values) {
  const whole = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / whole);
}

const FAR = Math.ceil(2 * BLUR); // points that the blur reaches
const WEIGHTS = scaledTo1(
  Float32Array.from({ length: 2 * FAR + 1 }, (_, k) => Math.exp(-((k - FAR) ** 2) / (2 * BLUR ** 2))),
);

/**
 * Returns a function that returns a shape that looks like a given one if it is blurred (by the method of Richardson and
 * Lucy). All calls use the same arrays, because new ones for each glyph would take longer.
 * @returns {(shape: Float32Array) => Float32Array} of SHAPE, 0 to 1
 */
function sharpener() {
  const [across, seen, change] = Array.from({ length: 3 }, () => new Float32Array(SHAPE.height * SHAPE.width));
  return (shape) => {
    const out = shape.map((value) => value + 1e-3);
    for (let round = 0; round < ROUNDS; round++) {
      blur(out, across, seen);
      for (let i = 0; i < out.length; i++) change[i] = shape[i] / (seen[i] + 1e-4);
      blur(change, across, seen);
      for (let i = 0; i < out.length; i++) out[i] *= seen[i];
    }
    const peak = nth(out, Math.floor(STRONG * out.length)) || 1;
    return out.map((value) => (value < FAINT * peak ? 0 : Math.min(1, value / peak)));
  };
}

/** @param {Float32Array} shape @param {Float32Array} across gets it blurred across @param {Float32Array} out both ways */
function blur(shape, across, out) {
  const { height, width } = SHAPE;
  spread(shape, across, width, height, 1, width);
  spread(across, out, height, width, width, 1);
}

/**
 * Blurs lines of points.
 * @param {Float32Array} values @param {Float32Array} out @param {number} length of a line @param {number} lines
 * @param {number} step from point to point @param {number} stride from line to line
 */
function spread(values, out, length, lines, step, stride) {
  for (let line = 0; line < lines; line++)
    for (let to = 0, start = line * stride; to < length; to++) {
      const first = to < FAR ? 0 : to - FAR;
      const last = to + FAR < length ? to + FAR : length - 1;
      let sum = 0;
      for (let from = first; from <= last; from++) sum += values[start + from * step] * WEIGHTS[from - to + FAR];
      out[start + to * step] = sum;
    }
}
