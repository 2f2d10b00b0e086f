/** The part of a picture within four corners, seen from the front. Plain functions. */

import { projection } from "./map.js";

/** @import {Pixels} from "./picture.js" */
/** @import {Corners} from "./read.js" */

const LONGEST = 2000;
const MARGIN = 0.02; // of each side, so that the border of the board is in the picture

/** @param {[number, number]} a @param {[number, number]} b */
const far = ([x, y], [u, v]) => Math.hypot(u - x, v - y);

/**
 * Pixels within the corners, upright, and the map from its points back to the original.
 * @param {Pixels} pixels @param {Corners} corners clockwise from the upper left
 * @returns {{pixels: Pixels, back: (x: number, y: number) => [number, number]}}
 */
export function rectified({ width, height, data }, corners) {
  const [a, b, c, d] = corners;
  const [wide, tall] = [Math.max(far(a, b), far(d, c)), Math.max(far(a, d), far(b, c))];
  const scale = Math.min(1, LONGEST / Math.max(wide, tall));
  const size = [wide, tall].map((side) => Math.max(1, Math.round(side * scale * (1 + 2 * MARGIN))));
  const place = projection(corners.map(([x, y], k) => ({ u: k === 1 || k === 2 ? 1 : -1, v: k > 1 ? 1 : -1, x, y })));
  const back = (/** @type {number} */ x, /** @type {number} */ y) =>
    place((1 + 2 * MARGIN) * ((2 * x) / size[0] - 1), (1 + 2 * MARGIN) * ((2 * y) / size[1] - 1));
  const out = new Uint8ClampedArray(4 * size[0] * size[1]).fill(255);
  for (let y = 0; y < size[1]; y++)
    for (let x = 0; x < size[0]; x++) {
      const [u, v] = back(x + 0.5, y + 0.5);
      const [i, j] = [Math.floor(u - 0.5), Math.floor(v - 0.5)];
      if (!(i >= 0 && j >= 0 && i < width - 1 && j < height - 1)) continue;
      const [p, q] = [u - 0.5 - i, v - 0.5 - j];
      for (let k = 0, o = 4 * (j * width + i), to = 4 * (y * size[0] + x); k < 4; k++, o++)
        out[to + k] =
          (1 - q) * ((1 - p) * data[o] + p * data[o + 4]) +
          q * ((1 - p) * data[o + 4 * width] + p * data[o + 4 * width + 4]);
    }
  return { pixels: { width: size[0], height: size[1], data: out }, back };
}
