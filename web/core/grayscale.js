/** From pixels to cells that are filled or not. Plain functions on plain numbers. */

/** @import {Marks, Size} from "./types.js" */

/**
 * @typedef {{width: number, height: number, values: Float32Array}} Grey  brightness of every pixel, 0 black to 255
 *   white
 */

/** @param {ImageData} image @returns {Grey} what is transparent counts as white */
export function grey({ width, height, data }) {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i++) {
    const [r, g, b, a] = data.subarray(4 * i, 4 * i + 4);
    values[i] = 255 + ((0.2126 * r + 0.7152 * g + 0.0722 * b - 255) * a) / 255;
  }
  return { width, height, values };
}

/** The mean brightness of every cell of a coarser grid. @param {Grey} grey @param {Size} size @returns {Grey} */
export function shrunk({ width, height, values }, size) {
  const [sums, counts] = [new Float64Array(size.width * size.height), new Uint32Array(size.width * size.height)];
  for (let y = 0; y < height; y++) {
    const row = Math.min(size.height - 1, Math.floor((y * size.height) / height)) * size.width;
    for (let x = 0; x < width; x++) {
      const cell = row + Math.min(size.width - 1, Math.floor((x * size.width) / width));
      sums[cell] += values[y * width + x];
      counts[cell]++;
    }
  }
  // A picture smaller than the grid leaves cells without a pixel: those take the nearest.
  const nearest = (/** @type {number} */ cell) =>
    values[
      Math.floor(((Math.floor(cell / size.width) + 0.5) * height) / size.height) * width +
        Math.floor((((cell % size.width) + 0.5) * width) / size.width)
    ];
  return {
    ...size,
    values: Float32Array.from(sums, (sum, cell) => (counts[cell] ? sum / counts[cell] : nearest(cell))),
  };
}

/** The threshold that parts dark from light best (Otsu, 1979). @param {ArrayLike<number>} values */
export function otsu(values) {
  const histogram = new Float64Array(256);
  for (let i = 0; i < values.length; i++) histogram[Math.max(0, Math.min(255, Math.round(values[i])))]++;
  const total = values.length;
  const sum = histogram.reduce((all, count, value) => all + count * value, 0);
  let [best, at, dark, darkSum] = [-1, 127, 0, 0];
  for (let value = 0; value < 255; value++) {
    dark += histogram[value];
    darkSum += value * histogram[value];
    const light = total - dark;
    if (!dark || !light) continue;
    const between = dark * light * (darkSum / dark - (sum - darkSum) / light) ** 2;
    if (between > best) [best, at] = [between, value];
  }
  return at;
}

/**
 * What is darker than the threshold is filled; or lighter, where that is wanted.
 * @param {Grey} grey
 * @param {number} threshold
 * @param {boolean} inverted
 * @returns {Marks}
 */
export const filled = ({ values }, threshold, inverted) =>
  Array.from(values, (value) => (value <= threshold !== inverted ? "1" : "0")).join("");
