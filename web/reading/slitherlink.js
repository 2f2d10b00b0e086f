/** Slitherlink: numbers 0 to 3 between dots or in cells, and lines that a player drew. Plain functions. */

import { blankness, cellAt, stepAround, weighed } from "./cells.js";
import { likelihood, likeliest, ranked } from "./network.js";
import { at, every, isDark, median, nth } from "./picture.js";
import { crossesOf } from "./signs.js";

/** @import {Cells, Reading} from "./cells.js" */
/** @import {Picture} from "./picture.js" */

const VIVID = 60; // the difference between the channels of a coloured line
const THIN = 4; // the contrast of a thin grey line

/** @param {Cells} cells @param {Picture} fine @param {number} scale @param {boolean} dots @returns {Reading} */
export function slitherlink(cells, fine, scale, dots) {
  const { width, height, glyphs } = cells;
  const items = glyphs.map((glyph, i) => {
    const blank = blankness(cells, i);
    const digits = glyph ? ranked(glyph.scores, "0123") : [..."0123"].map((name) => ({ name, likelihood: 0.25 }));
    const strange = glyph ? likelihood(glyph.scores, "?") : 0;
    const small = glyph && strange > 0.9 && glyph.points < 25;
    const none = small ? 0.7 : Math.max(blank, strange > 0.5 ? 0.5 * strange : 0.02 * strange);
    const some = digits.map(({ name, likelihood: l }) => ({ value: name, likelihood: l * (1 - none) }));
    return { at: cellAt(i, width), choices: weighed([{ value: ".", likelihood: none }, ...some]) };
  });
  const read = glyphs.filter(Boolean);
  const fit = read.filter((glyph) => glyph && "0123".includes(likeliest(glyph.scores))).length;
  const alike = dots || stepAround(cells, glyphs) < 15;
  const letters = new Set(items.map(({ choices }) => choices[0].value)).size < 4 && read.length > 7; // with blanks
  return {
    kind: "slitherlink",
    ...{ width, height, items },
    get progress() {
      return linesOf(cells, fine, scale); // slow, and needed for the likeliest kind only
    },
    plausible:
      read.length < 2 ? 0 : (fit / read.length) * (dots ? 1 : 0.7) * (alike ? 1 : 0.6) * (!dots && letters ? 0.5 : 1),
  };
}

/**
 * Returns the smallest contrast between the path from one dot to another and its surroundings, positive if the path is
 * darker, or lighter on a dark page.
 * @param {Picture} fine @param {1 | -1} sign -1 on a dark page @param {[number, number]} from @param {[number, number]} to
 */
function contrast(fine, sign, from, to) {
  const point = (/** @type {number} */ along, /** @type {number} */ off) =>
    sign *
    at(
      fine.grey,
      fine,
      from[0] + along * (to[0] - from[0]) - off * (to[1] - from[1]),
      from[1] + along * (to[1] - from[1]) + off * (to[0] - from[0]),
    );
  const out = [0.25, 0.35, 0.5, 0.65, 0.75].map((along) => {
    const around = Math.max(point(along, 0.16), point(along, -0.16));
    return around - Math.min(...[-0.04, -0.02, 0, 0.02, 0.04].map((off) => point(along, off)));
  });
  return Math.min(...out);
}

/**
 * Returns how much the channels of each edge differ: the most on three lines along it.
 * @param {Picture} fine @param {number} rows @param {number} columns
 * @param {(row: number, column: number) => [number, number][]} ends
 */
const huesOf = (fine, rows, columns, ends) =>
  Array.from({ length: rows * columns }, (_, i) => {
    const [[x, y], [u, v]] = ends(Math.floor(i / columns), i % columns);
    const spread = [-0.03, 0, 0.03].map((off) => {
      const sums = fine.channels.map((channel) =>
        [0.3, 0.4, 0.5, 0.6, 0.7].reduce(
          (sum, along) =>
            sum + at(channel, fine, x + along * (u - x) - off * (v - y), y + along * (v - y) + off * (u - x)),
          0,
        ),
      );
      return (Math.max(...sums) - Math.min(...sums)) / 5;
    });
    return Math.max(...spread);
  });

/**
 * Returns which edges are crossed out as in Tatham's Loopy, where undecided edges are yellow lines and the others thin
 * and grey; null if none are.
 * @param {number[]} contrasts @param {boolean[]} drawn @param {number[]} hues
 */
function faded(contrasts, drawn, hues) {
  const open = hues.filter((_, i) => !drawn[i]);
  const grey = hues.map((hue, i) => !drawn[i] && hue < VIVID);
  const thin = contrasts.filter((_, i) => grey[i]);
  const between = open.filter((hue) => hue > VIVID / 2 && hue < VIVID).length; // a coloured photograph has many
  const yellow = open.some((hue) => hue >= VIVID) && between < 0.05 * open.length;
  return yellow && nth(thin, thin.length >> 2) > THIN ? grey : null;
}

/**
 * Returns the lines and crosses that a player drew, as "edges" of the document; nothing if there are none.
 * @param {Cells} cells @param {Picture} fine @param {number} scale
 * @returns {Record<string, any>}
 */
function linesOf(cells, fine, scale) {
  const { width, height, extent, place, patches, glyphs } = cells;
  const corner = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [x, y] = place(extent.top + row - 0.5, extent.left + column - 0.5);
    return /** @type {[number, number]} */ ([(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5]);
  };
  const sign = isDark(every(fine.grey, 7)) ? -1 : 1;
  const contrasts = (
    /** @type {number} */ rows,
    /** @type {number} */ columns,
    /** @type {[number, number]} */ [down, right],
  ) =>
    Array.from({ length: rows }, (_, r) =>
      Array.from({ length: columns }, (_, c) => contrast(fine, sign, corner(r, c), corner(r + down, c + right))),
    );
  const [h, v] = [contrasts(height + 1, width, [0, 1]), contrasts(height, width + 1, [1, 0])];
  const ink = median(patches.filter((_, i) => glyphs[i]).map(({ peak }) => peak));
  const all = [...h, ...v].flat();
  const usual = median(all);
  const strong = Math.max(0.55 * ink, 2.5 * usual + 20);
  const drawn = all.map((value) => value > strong);
  if (drawn.filter(Boolean).length > 0.6 * all.length) return {}; // the lines of cells
  const hues = [
    ...huesOf(fine, height + 1, width, (r, c) => [corner(r, c), corner(r, c + 1)]),
    ...huesOf(fine, height, width + 1, (r, c) => [corner(r, c), corner(r + 1, c)]),
  ];
  const crosses = faded(all, drawn, hues) ?? crossesOf(cells, fine, scale, drawn, ink);
  if (!drawn.includes(true) && !crosses.includes(true)) return {};
  const rows = (/** @type {number[][]} */ values, /** @type {string} */ line, /** @type {number} */ first) =>
    values.map((row, r) =>
      row
        .map((_, c) => (drawn[first + r * row.length + c] ? line : crosses[first + r * row.length + c] ? "x" : "?"))
        .join(""),
    );
  return { edges: { h: rows(h, "-", 0), v: rows(v, "|", h.length * width) } };
}
