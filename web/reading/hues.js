/**
 * Digits of one value have one colour in a position of minesweeper. Glyphs that are hard to read are therefore read
 * like those of the same colour. Plain functions.
 */

import { distance } from "./cells.js";
import { median } from "./picture.js";
import { CLASSES } from "./weights.js";

/** @import {Cells} from "./cells.js" */
/** @import {Glyph, Patch} from "./patch.js" */

const MOST = 8; // colours
const APART = 3.5; // two colours are different if they are at least this many spreads apart
const NEAR = 0.09; // of the usual ink; closer colours are the same, however small their spreads are
const PASSES = 6;
const WEIGHT = 4; // of what is common in all positions, in glyphs
const LEAST = 0.5; // glyphs of a digit that all colours share, by their sizes
const TRUST = 0.6; // for a glyph that the network hardly recognises; 1 would be its own estimate
const SURE = 8; // the power of the likelihood of the best class, with which the trust rises to 1
const DIGITS = "012345678"; // the classes that have a colour each
/** The shares of the classes in positions, and among the samples that the network was trained with, in any unit. */
const USUAL = { 0: 4, 1: 30, 2: 22, 3: 14, 4: 7, 5: 4, 6: 2, 7: 0.5, 8: 0.5, 9: 0.1, X: 1, F: 10, M: 4, "?": 3 };
const TRAINED = { 0: 4, 1: 4, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4, 7: 4, 8: 4, 9: 4, X: 2, F: 1, M: 1, "?": 5 };
const [usual, trained] = [USUAL, TRAINED].map((table) => {
  const values = [...CLASSES].map((name) => table[/** @type {keyof typeof USUAL} */ (name)]);
  const whole = values.reduce((sum, value) => sum + value);
  return values.map((value) => value / whole);
});

/**
 * Returns the glyphs with the likelihoods that their colours suggest: how common each digit is in a colour, and each
 * colour in a digit, is estimated from the likelihoods, and these from that, in turn (Saerens, Latinne and Decaestecker,
 * 2002).
 * @param {Pick<Cells, "glyphs" | "patches">} cells
 * @returns {(Glyph | null)[]}
 */
export function byHue({ glyphs, patches }) {
  const some = glyphs.flatMap((glyph, i) => (glyph ? [{ glyph, patch: patches[i], i }] : []));
  const groups = huesOf(some.map(hueOf), median(some.map(({ patch }) => patch.peak)));
  const own = some.map(({ glyph: { scores } }) => {
    const trust = TRUST + (1 - TRUST) * Math.max(...scores) ** SURE;
    return scores.map((value, k) => ((value + 1e-6) / trained[k]) ** trust);
  });
  const scores = some.map(({ glyph }) => glyph.scores);
  for (let pass = 0; pass < PASSES; pass++) {
    const counts = groups.map((group) => usual.map((_, k) => group.reduce((sum, i) => sum + scores[i][k], 0)));
    const whole = usual.map((_, k) => counts.reduce((sum, count) => sum + count[k], 0));
    groups.forEach((group, c) => {
      const common = usual.map((share, k) => {
        if (!DIGITS.includes(CLASSES[k])) return share;
        const within = (counts[c][k] + WEIGHT * share) / (group.length + WEIGHT);
        return (within * (counts[c][k] + (LEAST * group.length) / some.length)) / (whole[k] + LEAST);
      });
      for (const i of group) scores[i] = normal(own[i].map((value, k) => value * common[k]));
    });
  }
  const out = glyphs.slice();
  some.forEach(({ glyph, i }, n) => (out[i] = { ...glyph, scores: scores[n] }));
  return out;
}

/** @param {Float32Array} values */
function normal(values) {
  const whole = values.reduce((sum, value) => sum + value, 0);
  return values.map((value) => value / whole);
}

/**
 * Returns how the colour of a glyph differs from that of its background: its tint, and, which matters less, its
 * brightness.
 * @param {{glyph: Glyph, patch: Patch}} cell
 */
function hueOf({ glyph: { colour }, patch: { ground } }) {
  const off = colour.map((value, k) => value - ground[k]);
  const bright = (off[0] + off[1] + off[2]) / 3;
  return [...off.map((value) => value - bright), bright / 2];
}

/**
 * Returns groups of points by index, as many as are clearly separate.
 * @param {number[][]} points @param {number} ink the usual contrast of glyphs
 * @returns {number[][]}
 */
function huesOf(points, ink) {
  if (!points.length) return [];
  const groups = nearestOf(points, farApart(points)).map((group) => groupOf(points, group));
  for (;;) {
    /** @type {{share: number, pair: typeof groups}} */
    let best = { share: 1, pair: [] };
    for (const a of groups)
      for (const b of groups) {
        const far = distance(a.mean, b.mean) / (APART * Math.max(a.spread, b.spread) + NEAR * ink);
        if (a !== b && far < best.share) best = { share: far, pair: [a, b] };
      }
    if (!best.pair.length) return groups.map(({ members }) => members);
    for (const each of best.pair) groups.splice(groups.indexOf(each), 1);
    groups.push(
      groupOf(
        points,
        best.pair.flatMap(({ members }) => members),
      ),
    );
  }
}

/** Returns points that are far from each other, one for each possible group. @param {number[][]} points */
function farApart(points) {
  const picked = [points[0]];
  while (picked.length < Math.min(MOST, points.length)) {
    const far = points.map((point) => Math.min(...picked.map((other) => distance(point, other))));
    picked.push(points[far.indexOf(Math.max(...far))]);
  }
  return picked;
}

/** Returns the groups around some means (k-means). @param {number[][]} points @param {number[][]} means */
function nearestOf(points, means) {
  /** @type {number[][]} */
  let groups = [];
  for (let pass = 0; pass < PASSES; pass++) {
    groups = means.map(() => []);
    points.forEach((point, i) => {
      const far = means.map((mean) => distance(point, mean));
      groups[far.indexOf(Math.min(...far))].push(i);
    });
    groups = groups.filter(({ length }) => length);
    means = groups.map((group) => groupOf(points, group).mean);
  }
  return groups;
}

/**
 * Returns a group with its mean, and the usual distance from it in each direction.
 * @param {number[][]} points @param {number[]} members
 */
function groupOf(points, members) {
  const mean = points[0].map((_, k) => members.reduce((sum, i) => sum + points[i][k], 0) / members.length);
  const square = members.reduce((sum, i) => sum + distance(points[i], mean) ** 2, 0);
  return { members, mean, spread: Math.sqrt(square / members.length / 3) };
}
