/**
 * The digits of one picture are of one font. Figures that look alike are therefore one digit: if the network misreads a
 * digit of an unusual font, all figures of that shape are corrected together. Plain functions.
 */

import { CLASSES } from "./weights.js";

/** @import {Glyph} from "./patch.js" */

/**
 * @typedef {{members: number[], digit: number, scores: Float64Array}} Group  figures of one shape; the digit that they
 *   were read as, and the mean logarithm of the likelihood of each class
 * @typedef {{group: Group, digit: number, cost: number}} Other  another digit for a group; cost: how much less likely
 */

const APART = 0.3; // two shapes at least this far apart, as a share of their length, are different digits
const PARTED = 0.72; // the share of the variance that two digits explain
const LEAST = 2; // figures of a group that is read as another digit
const LOWEST = 0.5; // the cost of another digit with the same likelihood
const SINGLE = 12; // other digits that are combined in sets
const MOST = 80; // sets
const UNLIKELY = 9; // a digit whose mean logarithm is lower than the best by more is not tried
const DIGITS = 10;

/**
 * Returns groups of figures that look alike, each read as one digit.
 * @param {Glyph[]} glyphs
 * @returns {Group[]}
 */
export function groupsOf(glyphs) {
  /** @type {number[][]} */
  const read = Array.from({ length: DIGITS }, () => []);
  glyphs.forEach(({ scores }, i) => read[bestOf(scores)].push(i));
  return read
    .flatMap((members) => parted(glyphs, members))
    .map((members) => {
      const scores = new Float64Array(CLASSES.length);
      for (const i of members)
        glyphs[i].scores.forEach((value, k) => (scores[k] += Math.log(Math.max(value, 1e-5)) / members.length));
      return { members, digit: bestOf(glyphs[members[0]].scores), scores };
    });
}

/**
 * Returns groups of glyphs that look alike, whatever each was read as.
 * @param {Glyph[]} glyphs
 * @returns {number[][]}
 */
export const alike = (glyphs) => parted(glyphs, [...glyphs.keys()]);

/** Returns the likeliest digit. @param {ArrayLike<number>} scores */
function bestOf(scores) {
  let best = 0;
  for (let k = 1; k < DIGITS; k++) if (scores[k] > scores[best]) best = k;
  return best;
}

/**
 * Splits the figures into two or more parts if two means explain most of their differences.
 * @param {Glyph[]} glyphs @param {number[]} members
 * @returns {number[][]}
 */
function parted(glyphs, members) {
  if (members.length < 2 * LEAST) return members.length ? [members] : [];
  const shapes = members.map((i) => glyphs[i].shape);
  const whole = meanOf(shapes);
  let means = [whole, farthest(shapes, whole)];
  means[0] = farthest(shapes, means[1]);
  let group = new Uint8Array(shapes.length);
  for (let pass = 0; pass < 6; pass++) {
    group = Uint8Array.from(shapes, (shape) => Number(apart(shape, means[1]) < apart(shape, means[0])));
    const parts = [0, 1].map((k) => shapes.filter((_, i) => group[i] === k));
    if (!parts[0].length || !parts[1].length) return [members];
    means = parts.map(meanOf);
  }
  const size = Math.sqrt(Math.sqrt(apart(means[0], NOTHING) * apart(means[1], NOTHING)));
  const far = Math.sqrt(apart(means[0], means[1]));
  const along = shapes.map((shape) => (apart(shape, means[0]) - apart(shape, means[1])) / (2 * far));
  const centres = [0, 1].map((k) => mean(along.filter((_, i) => group[i] === k)));
  const within = mean(along.map((value, i) => (value - centres[group[i]]) ** 2));
  const middle = mean(along);
  const all = mean(along.map((value) => (value - middle) ** 2));
  if (far < APART * size || 1 - within / all < PARTED) return [members];
  return [0, 1].flatMap((k) =>
    parted(
      glyphs,
      members.filter((_, i) => group[i] === k),
    ),
  );
}

const NOTHING = new Float32Array(1024);

/** Returns the square of the distance. @param {Float32Array} a @param {Float32Array} b */
function apart(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return sum;
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** @param {Float32Array[]} shapes */
function meanOf(shapes) {
  const out = new Float32Array(shapes[0].length);
  for (const shape of shapes) for (let i = 0; i < out.length; i++) out[i] += shape[i] / shapes.length;
  return out;
}

/** Returns the shape that is least similar to another. @param {Float32Array[]} shapes @param {Float32Array} from */
const farthest = (shapes, from) => shapes.reduce((best, next) => (apart(next, from) > apart(best, from) ? next : best));

/**
 * Returns sets of groups that are read as other digits, the likeliest first: one to three groups.
 * @param {Group[]} groups
 * @returns {Other[][]}
 */
export function othersOf(groups) {
  const single = groups
    .filter(({ members }) => members.length >= LEAST)
    .flatMap((group) =>
      Array.from({ length: DIGITS }, (_, digit) => ({
        group,
        digit,
        cost: Math.max(LOWEST, group.scores[group.digit] - group.scores[digit]),
      })).filter(({ digit, cost }) => digit !== group.digit && cost < UNLIKELY),
    )
    .sort((a, b) => a.cost - b.cost)
    .slice(0, SINGLE);
  /** @type {Other[][]} */
  let sets = [[]];
  for (const each of single) {
    const more = sets.filter((set) => set.length < 3 && set.every(({ group }) => group !== each.group));
    sets = [...sets, ...more.map((set) => [...set, each])];
  }
  const cost = (/** @type {Other[]} */ set) => set.reduce((sum, each) => sum + each.cost, 0);
  return sets
    .slice(1)
    .sort((a, b) => cost(a) - cost(b))
    .slice(0, MOST);
}
