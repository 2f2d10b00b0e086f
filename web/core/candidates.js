/**
 * Converts a picture to black and white cells in several ways and ranks the results by how well they keep its borders.
 */

import { blurred, clamped, dithered, edges, filled, localContrast, otsu, shrunk } from "./grayscale.js";

import { around } from "./grid.js";

/** @import {Grey} from "./grayscale.js" */
/** @import {Marks, Size} from "./types.js" */

/**
 * @typedef {{grey: Grey, colour: Grey, red: Grey, green: Grey, blue: Grey}} Channels  brightness, projection on the main
 *   colour axis (see `colourAxis`), and the three channels
 * @typedef {Pick<Channels, "grey" | "colour">} Shades
 * @typedef {{method: string, threshold: number, digits: Marks, score: number}} Candidate
 */

const LUMA = [0.2126, 0.7152, 0.0722];

/**
 * Projects the colours on the direction in which they differ most (the first principal component), centred at 128, so
 * that two colours of equal brightness stay distinct. Transparent points count as white.
 * @param {ImageData} image
 * @returns {Grey}
 */
export function colourAxis({ width, height, data }) {
  const count = width * height;
  const rgb = Float32Array.from({ length: 3 * count }, (_, i) => {
    const at = 4 * Math.floor(i / 3);
    return 255 + ((data[at + (i % 3)] - 255) * data[at + 3]) / 255;
  });
  const mean = [0, 0, 0];
  rgb.forEach((value, i) => (mean[i % 3] += value / count));
  const spread = LUMA.map(() => [0, 0, 0]);
  for (let i = 0; i < rgb.length; i += 3)
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) spread[a][b] += ((rgb[i + a] - mean[a]) * (rgb[i + b] - mean[b])) / count;
  let axis = [1, 0.9, 0.8];
  for (let round = 0; round < 30; round++) {
    const next = spread.map((row) => row.reduce((all, value, b) => all + value * axis[b], 0));
    const length = Math.hypot(...next);
    if (!length) break;
    axis = next.map((value) => value / length);
  }
  const along = (/** @type {number} */ pixel) =>
    axis.reduce((all, weight, a) => all + weight * (rgb[3 * pixel + a] - mean[a]), 0);
  // Orient the axis so that dark colours stay dark. If all are equally bright, the corners are taken as the background,
  // which becomes light.
  const bright = axis.reduce((all, value, i) => all + value * LUMA[i], 0);
  const corners = [0, width - 1, count - width, count - 1].reduce((all, pixel) => all + along(pixel), 0);
  if ((Math.abs(bright) < 0.5 ? corners : bright) < 0) axis = axis.map((value) => -value);
  return { width, height, values: Float32Array.from({ length: count }, (_, pixel) => clamped(128 + along(pixel))) };
}

/**
 * Combines brightness with local contrast, which keeps large dark parts as well as small dark details, such as hair and
 * the eyes below it.
 * @param {Grey} grey
 * @returns {Grey}
 */
function detailed(grey) {
  const middle = otsu(grey.values);
  const around = blurred(grey, Math.max(2, Math.round(Math.max(grey.width, grey.height) / 10)));
  return {
    ...grey,
    values: grey.values.map((value, i) => clamped(128 + 0.6 * (value - middle) + 1.4 * (value - around[i]))),
  };
}

/**
 * Returns the mean of the darker half of every cell, so that thin lines are not lost.
 * @param {Grey} grey
 * @param {Size} size
 * @returns {Grey}
 */
function darkerHalf(grey, size) {
  const { width, values } = shrunk(grey, { width: 2 * size.width, height: 2 * size.height });
  const cells = Float32Array.from({ length: size.width * size.height }, (_, cell) => {
    const at = 2 * Math.floor(cell / size.width) * width + 2 * (cell % size.width);
    const [darkest, next] = [values[at], values[at + 1], values[at + width], values[at + width + 1]].sort(
      (a, b) => a - b,
    );
    return (darkest + next) / 2;
  });
  return { ...size, values: cells };
}

/**
 * The methods of conversion: `see` derives a grey picture, `cells` reduces it to cells, and `dots` is set if the cells
 * are dithered.
 * @type {Record<string, {see: (picture: Shades) => Grey, cells: (grey: Grey, size: Size) => Grey, dots?: boolean}>}
 */
export const METHODS = {
  plain: { see: ({ grey }) => grey, cells: shrunk },
  colour: { see: ({ colour }) => colour, cells: shrunk },
  detail: { see: ({ grey }) => detailed(grey), cells: darkerHalf },
  local: { see: ({ grey }) => localContrast(grey), cells: shrunk },
  edges: { see: ({ grey }) => edges(grey), cells: shrunk },
  dither: { see: ({ grey }) => grey, cells: shrunk, dots: true },
};

/** @param {string} method @param {Grey} cells @param {number} threshold @param {boolean} inverted @returns {Marks} */
export const digitsOf = (method, cells, threshold, inverted) =>
  filled(METHODS[method].dots ? dithered(cells, threshold) : cells, threshold, inverted);

/**
 * Measures how well the borders between filled and empty cells match those of the picture: the correlation, from -1 to
 * 1, less the share of cells that stand alone.
 * @param {Marks} digits
 * @param {Size} size
 * @param {Grey[]} seen the picture, reduced to cells
 */
function agreement(digits, { width, height }, seen) {
  const [steps, changes] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  const pair = (/** @type {number} */ a, /** @type {number} */ b) => {
    // Take the square root, because a pale mouth matters as much as dark hair.
    steps.push(Math.sqrt(Math.max(...seen.map(({ values }) => Math.abs(values[a] - values[b])))));
    changes.push(Number(digits[a] !== digits[b]));
  };
  let alone = 0;
  for (let cell = 0; cell < digits.length; cell++) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    if (x + 1 < width) pair(cell, cell + 1);
    if (y + 1 < height) pair(cell, cell + width);
    if (around({ width, height }, cell, true).every((other) => digits[other] !== digits[cell])) alone++;
  }
  const mean = (/** @type {number[]} */ all) => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [step, change] = [mean(steps), mean(changes)];
  let [both, ofSteps, ofChanges] = [0, 0, 0];
  steps.forEach((value, i) => {
    both += (value - step) * (changes[i] - change);
    ofSteps += (value - step) ** 2;
    ofChanges += (changes[i] - change) ** 2;
  });
  return (both / Math.sqrt(ofSteps * ofChanges) || 0) - alone / digits.length;
}

const OFFSETS = [0, -28, 28]; // added to Otsu's threshold
const [LEAST, MOST] = [0.06, 0.9]; // the range of the share of filled cells in a recognisable picture

const DUPLICATE_SHARE = 0.04; // candidates that differ in a smaller share of cells count as duplicates

/**
 * Returns the best candidate of every method, the best method first, without duplicates.
 * @param {Shades} picture
 * @param {Size} size
 * @returns {Candidate[]}
 */
export function candidates(picture, size) {
  const seen = [shrunk(picture.grey, size), shrunk(picture.colour, size)];
  return Object.entries(METHODS)
    .map(([method, { see, cells: make }]) => {
      const cells = make(see(picture), size);
      const middle = otsu(cells.values);
      return OFFSETS.map((by) => {
        const threshold = Math.round(clamped(middle + by));
        const digits = digitsOf(method, cells, threshold, false);
        const share = (digits.match(/1/g) ?? []).length / digits.length;
        const score = share < LEAST || share > MOST ? -1 : agreement(digits, size, seen) - Math.abs(by) / 1000;
        return { method, threshold, digits, score };
      }).reduce((best, one) => (one.score > best.score ? one : best));
    })
    .sort((a, b) => b.score - a.score)
    .reduce(
      (kept, one) => (kept.some((other) => alike(other, one)) ? kept : [...kept, one]),
      /** @type {Candidate[]} */ ([]),
    );
}

/** @param {Candidate} a @param {Candidate} b */
const alike = (a, b) =>
  [...a.digits].filter((digit, cell) => digit !== b.digits[cell]).length < DUPLICATE_SHARE * a.digits.length;

/**
 * Returns the first of the sizes at which the best candidate shows nearly as much of the picture as at the largest.
 * @param {Channels} picture
 * @param {Size[]} sizes in ascending order
 */
export function enough(picture, sizes) {
  const fine = { width: sizes[0].width * 6, height: sizes[0].height * 6 };
  const { method, digits: wanted } = candidates(picture, fine)[0];
  const shares = sizes.map((size) => {
    const cells = METHODS[method].cells(METHODS[method].see(picture), size);
    const digits = digitsOf(method, cells, otsu(cells.values), false);
    let same = 0;
    for (let at = 0; at < wanted.length; at++) {
      const [x, y] = [at % fine.width, Math.floor(at / fine.width)];
      const cell = Math.floor((y * size.height) / fine.height) * size.width + Math.floor((x * size.width) / fine.width);
      same += Number(digits[cell] === wanted[at]);
    }
    return same / wanted.length;
  });
  const best = Math.max(...shares);
  return sizes[shares.findIndex((share) => share >= best - 0.015)];
}
