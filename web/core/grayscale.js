/** Converts the pixels of a picture to filled and empty cells. */

/** @import {Box} from "./geometry.js" */
/** @import {Marks, Size} from "./types.js" */

/**
 * @typedef {{width: number, height: number, values: Float32Array}} Grey  the brightness of every pixel, from 0 (black)
 *   to 255 (white)
 */

const LUMA = [0.2126, 0.7152, 0.0722];

/**
 * Returns the weighted brightness of every pixel. Transparent pixels count as white.
 * @param {ImageData} image
 * @param {number[]} [weights] weights of red, green and blue
 * @returns {Grey}
 */
export function grey({ width, height, data }, [red, green, blue] = LUMA) {
  const values = new Float32Array(width * height);
  for (let i = 0; i < values.length; i++) {
    const [r, g, b, a] = data.subarray(4 * i);
    values[i] = 255 + ((red * r + green * g + blue * b - 255) * a) / 255;
  }
  return { width, height, values };
}

/**
 * Shrinks a picture to a coarser grid. The value of each cell is the mean of its pixels.
 * @param {Grey} grey
 * @param {Size} size
 * @returns {Grey}
 */
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
  // If the picture is smaller than the grid, some cells have no pixel and take the nearest one.
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

/** Returns the threshold that best separates dark from light values (Otsu, 1979). @param {ArrayLike<number>} values */
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
 * Fills all cells darker than the threshold, or all lighter ones if `inverted`.
 * @param {Grey} grey
 * @param {number} threshold
 * @param {boolean} inverted
 * @returns {Marks}
 */
export const filled = ({ values }, threshold, inverted) =>
  Array.from(values, (value) => (value <= threshold !== inverted ? "1" : "0")).join("");

/**
 * Returns the part of a picture inside a box.
 * @param {Grey} grey
 * @param {Box} box
 * @returns {Grey}
 */
export function cropped({ width, values }, { left, top, right, bottom }) {
  const size = { width: right - left, height: bottom - top };
  const at = (/** @type {number} */ index) =>
    values[(top + Math.floor(index / size.width)) * width + left + (index % size.width)];
  return { ...size, values: Float32Array.from({ length: size.width * size.height }, (_, index) => at(index)) };
}

const BACKGROUND_RANGE = 32; // out of 255; a pixel that differs less from the background counts as background

const SPECKS = 0.006; // the share of a row or column that may differ from the background without counting

/**
 * Returns the bounding box of the rows and columns that differ from the background, which changes evenly from corner to
 * corner. A few pixels of a row are specks. If the background is not the same all along the border, returns the whole
 * picture.
 * @param {Grey} grey
 * @returns {Box}
 */
export function content({ width, height, values }) {
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const [a, b, c, d] = [0, width - 1, values.length - width, values.length - 1].map((index) => values[index]);
  const uneven = Math.max(a, b, c, d) - Math.min(a, b, c, d) > BACKGROUND_RANGE;
  const [rows, columns] = [new Uint32Array(height), new Uint32Array(width)];
  let border = 0;
  for (let y = 0, index = 0; y < height; y++) {
    const down = y / (height - 1) || 0; // if there is one row
    const [first, last] = uneven ? [a + down * (c - a), b + down * (d - b)] : [a, a];
    for (let x = 0; x < width; x++, index++) {
      const background = first + (x / (width - 1) || 0) * (last - first);
      if (Math.abs(values[index] - background) < BACKGROUND_RANGE) continue;
      rows[y]++;
      columns[x]++;
      if (!x || !y || x === width - 1 || y === height - 1) border++;
    }
  }
  if (uneven && border > 0.02 * (width + height)) return whole;
  const more = (/** @type {number} */ length) => (/** @type {number} */ count) => count > SPECKS * length;
  const [row, column] = [more(width), more(height)];
  const box = { left: columns.findIndex(column), top: rows.findIndex(row), right: 0, bottom: 0 };
  box.right = columns.findLastIndex(column) + 1;
  box.bottom = rows.findLastIndex(row) + 1;
  return box.right && box.bottom ? box : whole;
}

/**
 * Returns the size of a pixel-art dot in pixels: the largest grid that all changes of brightness lie on, or 1 for other
 * pictures.
 * @param {Grey} grey
 */
export function dotSize({ width, height, values }) {
  let side = divisor(width, height);
  for (let y = 0; y < height && side > 1; y++)
    for (let x = 0; x < width && side > 1; x++) {
      const value = values[y * width + x];
      if (x % side && Math.abs(value - values[y * width + x - 1]) > 1) side = divisor(side, x % side);
      if (y % side && Math.abs(value - values[(y - 1) * width + x]) > 1) side = divisor(side, y % side);
    }
  return side;
}

/** Returns the greatest common divisor. @param {number} a @param {number} b @returns {number} */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/**
 * Returns the mean of the square around each pixel. @param {Grey} grey @param {number} radius @returns {Float32Array}
 */
export function blurred({ width, height, values }, radius) {
  const sums = new Float64Array((width + 1) * (height + 1)); // sums of all pixels above and to the left
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      sums[(y + 1) * (width + 1) + x + 1] =
        values[y * width + x] +
        sums[y * (width + 1) + x + 1] +
        sums[(y + 1) * (width + 1) + x] -
        sums[y * (width + 1) + x];
  return values.map((_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    const at = (/** @type {number} */ row, /** @type {number} */ column) => sums[row * (width + 1) + column];
    return (at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)) / ((right - left) * (bottom - top));
  });
}

/**
 * Compares each pixel with the mean of its surroundings; 128 means equally bright. @param {Grey} grey @returns {Grey}
 */
export function localContrast(grey) {
  const mean = blurred(grey, Math.max(2, Math.round(Math.max(grey.width, grey.height) / 8)));
  return { ...grey, values: grey.values.map((value, index) => clamped(128 + 1.5 * (value - mean[index]))) };
}

/**
 * Detects edges (Sobel): the stronger the change of brightness, the darker the result.
 * @param {Grey} grey
 * @returns {Grey}
 */
export function edges(grey) {
  const { width, height } = grey;
  const soft = blurred(grey, Math.max(1, Math.round(Math.max(width, height) / 200)));
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    soft[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))];
  return {
    ...grey,
    values: soft.map((_, index) => {
      const [x, y] = [index % width, Math.floor(index / width)];
      const across =
        at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x - 1, y) - at(x - 1, y + 1);
      const down =
        at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) - 2 * at(x, y - 1) - at(x + 1, y - 1);
      return clamped(255 - Math.hypot(across, down));
    }),
  };
}

/**
 * Dithers the picture: the error of each cell is distributed to later cells (Floyd and Steinberg, 1976).
 * @param {Grey} grey
 * @param {number} threshold
 * @returns {Grey} with only the values 0 and 255
 */
export function dithered({ width, height, values }, threshold) {
  const wanted = Float32Array.from(values);
  const made = new Float32Array(values.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const index = y * width + x;
      made[index] = wanted[index] <= threshold ? 0 : 255;
      const error = wanted[index] - made[index];
      if (x + 1 < width) wanted[index + 1] += (7 / 16) * error;
      if (y + 1 === height) continue;
      if (x) wanted[index + width - 1] += (3 / 16) * error;
      wanted[index + width] += (5 / 16) * error;
      if (x + 1 < width) wanted[index + width + 1] += (1 / 16) * error;
    }
  return { width, height, values: made };
}

/** @param {number} value */
export const clamped = (value) => Math.max(0, Math.min(255, value));
