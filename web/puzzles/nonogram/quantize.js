/**
 * Reduces a picture to a few colours: clusters the colours of the cells (k-means) and assigns each cell to a cluster.
 */

import { shrunk } from "../../core/grayscale.js";
import { distance, lab } from "./colours.js";

/** @import {Grey} from "../../core/grayscale.js" */
/** @import {Marks, Size} from "../../core/types.js" */
/** @import {Lab} from "./colours.js" */

/** @typedef {{red: Grey, green: Grey, blue: Grey}} ColourChannels */
/** @typedef {{method: string, digits: Marks, colors: string[]}} Colouring  `digits` has 0 for blank */

const [STARTS, ROUNDS] = [3, 12];
const MIN_DISTANCE = 12 ** 2; // squared distance below which two colours are hard to distinguish
const SAMPLES = 3; // sample points per side of a cell; the most frequent cluster among them wins
const DUPLICATE_SHARE = 0.04; // colourings that differ in a smaller share of cells count as duplicates

/**
 * Returns up to three colourings of a picture, each with 2 to `count` colours besides blank.
 * @param {ColourChannels} picture
 * @param {Size} size
 * @param {number} count
 * @returns {Colouring[]}
 */
export function colourings(picture, size, count) {
  const points = pointsOf(picture, size);
  const { centres, group } = clusters(points.map(lab), count + 1);
  const blank = ground(group, centres, size);
  const order = [...centres.keys()].filter((one) => one !== blank).sort((a, b) => centres[a][0] - centres[b][0]);
  const colors = order.map((one) => hex(points.filter((_, cell) => group[cell] === one)));
  const digit = (/** @type {number} */ one) => String(order.indexOf(one) + 1);
  const fine = pointsOf(picture, { width: SAMPLES * size.width, height: SAMPLES * size.height }).map((rgb) =>
    nearest(lab(rgb), centres),
  );
  const parts = group.map((_, cell) => commonest(block(fine, size, cell)));
  const all = [
    { method: "parts", digits: parts.map(digit).join("") },
    { method: "mean", digits: group.map(digit).join("") },
    { method: "calm", digits: calm(parts, size).map(digit).join("") },
  ];
  return all
    .filter(({ digits }, at) =>
      all.slice(0, at).every((other) => differing(other.digits, digits) >= DUPLICATE_SHARE * digits.length),
    )
    .map((one) => ({ ...one, colors: distinct(colors) }));
}

/** Returns the mean colour of every cell. @param {ColourChannels} picture @param {Size} size @returns {number[][]} */
function pointsOf({ red, green, blue }, size) {
  const [r, g, b] = [red, green, blue].map((channel) => shrunk(channel, size).values);
  return Array.from(r, (value, cell) => [value, g[cell], b[cell]]);
}

/**
 * Returns the best of several clusterings. Uses fewer clusters, but at least three, if two colours are hard to
 * distinguish.
 * @param {Lab[]} points
 * @param {number} count
 */
function clusters(points, count) {
  for (let k = count; ; k--) {
    const tried = Array.from({ length: STARTS }, (_, seed) => clustered(points, k, dice(seed + 1)));
    const best = tried.sort((a, b) => a.error - b.error)[0];
    const near = best.centres.some((one, at) =>
      best.centres.slice(0, at).some((other) => distance(one, other) < MIN_DISTANCE),
    );
    if (!near || k <= 3) return best;
  }
}

/** Returns a seeded generator of pseudo-random numbers from 0 to 1. @param {number} seed */
const dice = (seed) => () => (seed = (seed * 48271) % 0x7fffffff) / 0x7fffffff;

/**
 * Clusters points by k-means, with k-means++ seeding and Lloyd iterations.
 * @param {Lab[]} points
 * @param {number} k
 * @param {() => number} next
 */
function clustered(points, k, next) {
  const centres = [points[Math.floor(next() * points.length)]];
  while (centres.length < k) {
    const far = points.map((point) => Math.min(...centres.map((centre) => distance(point, centre))));
    let left = next() * far.reduce((sum, value) => sum + value, 0);
    centres.push(
      points[
        Math.max(
          0,
          far.findIndex((value) => (left -= value) < 0),
        )
      ],
    );
  }
  let group = points.map((point) => nearest(point, centres));
  for (let round = 0; round < ROUNDS; round++) {
    centres.forEach((_, at) => {
      const own = points.filter((_, cell) => group[cell] === at);
      if (own.length) centres[at] = /** @type {Lab} */ (mean(own));
    });
    group = points.map((point) => nearest(point, centres));
  }
  return { centres, group, error: points.reduce((sum, point, cell) => sum + distance(point, centres[group[cell]]), 0) };
}

/** @param {number[][]} points */
const mean = (points) => [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

/** @param {Lab} point @param {Lab[]} centres */
function nearest(point, centres) {
  const far = centres.map((centre) => distance(point, centre));
  return far.indexOf(Math.min(...far));
}

/**
 * Returns the cluster to use as blank: that of three corners, or the lightest.
 * @param {number[]} group @param {Lab[]} centres @param {Size} size
 */
function ground(group, centres, { width }) {
  const corners = [0, width - 1, group.length - width, group.length - 1].map((cell) => group[cell]);
  const most = commonest(corners);
  if (corners.filter((one) => one === most).length > 2) return most;
  return centres.reduce((best, [light], at) => (light > centres[best][0] ? at : best), 0);
}

/** Returns the sample points of a cell. @param {number[]} fine @param {Size} size @param {number} cell */
function block(fine, { width }, cell) {
  const first = SAMPLES * (SAMPLES * width * Math.floor(cell / width) + (cell % width));
  return Array.from(
    { length: SAMPLES * SAMPLES },
    (_, at) => fine[first + SAMPLES * width * Math.floor(at / SAMPLES) + (at % SAMPLES)],
  );
}

/** @param {number[]} values */
function commonest(values) {
  const count = (/** @type {number} */ value) => values.filter((other) => other === value).length;
  return values.reduce((best, value) => (count(value) > count(best) ? value : best));
}

/**
 * Removes isolated cells: a cell that differs from all four neighbours takes the value of most of them.
 * @param {number[]} group
 * @param {Size} size
 */
function calm(group, { width }) {
  return group.map((own, cell) => {
    const x = cell % width;
    const sides = [x ? cell - 1 : -1, x + 1 < width ? cell + 1 : -1, cell - width, cell + width]
      .map((other) => group[other])
      .filter((other) => other !== undefined);
    return sides.includes(own) || !sides.length ? own : commonest(sides);
  });
}

/** @param {Marks} a @param {Marks} b */
const differing = (a, b) => [...a].filter((digit, cell) => digit !== b[cell]).length;

/** Returns the mean of some colours as "#rrggbb", or black if there are none. @param {number[][]} points */
const hex = (points) =>
  `#${mean(points.length ? points : [[0, 0, 0]])
    .map((part) => Math.round(part).toString(16).padStart(2, "0"))
    .join("")}`;

/** Returns the colours with duplicates made distinct. @param {string[]} colors */
function distinct(colors) {
  /** @type {string[]} */
  const found = [];
  for (let one of colors) {
    while (found.includes(one))
      one = `#${((parseInt(one.slice(1), 16) + 0x111111) % 0x1000000).toString(16).padStart(6, "0")}`;
    found.push(one);
  }
  return found;
}
