/**
 * Star battle: every row, column and region has the same number of stars, and no two stars touch. Cells outside all
 * regions have none.
 */

import { kind } from "../../generic/kind.js";
import { regions } from "../../generic/regions.js";
import { YES } from "../../core/marks.js";

/** @import {Pen} from "../../core/types.js" */

const MOST = 50;
const REGIONS = regions("grid", ".");

/**
 * Adds a five-pointed star to the path.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function star({ ctx }, x, y, radius) {
  for (let point = 0; point < 10; point++) {
    const [angle, far] = [(point * Math.PI) / 5, point % 2 ? 0.42 * radius : radius];
    ctx[point ? "lineTo" : "moveTo"](x + far * Math.sin(angle), y + 0.06 * radius - far * Math.cos(angle));
  }
  ctx.closePath();
}

export default kind({
  kind: "star_battle",
  order: 7,
  glyph: "M2.5 2.5h15v15h-15zF10 4.5L11.3 8.2L15.2 8.3L12.1 10.7L13.2 14.5L10 12.3L6.8 14.5L7.9 10.7L4.8 8.3L8.7 8.2z",
  blocks: [{ shape: "cell", values: 2, letters: "?*.", symbol: star }],
  forms: [REGIONS],
  problem({ stars = 1 }) {
    if (Number.isInteger(stars) && stars >= 1 && stars <= MOST) return null;
    return { kind: "stars", params: { n: String(stars).slice(0, 20), most: MOST } };
  },
  rule: ({ stars = 1 }) => `rule.star_battle${stars <= 3 ? `.${stars}` : ""}`,
  sizeNote: ({ stars = 1 }) => (stars > 1 ? `${stars} ★` : ""),
  tools: [
    { key: "star", icon: "star", tap: [1, 2, 0], cycle: [2, 2, 0] },
    { key: "mark", icon: "cross", cycle: [2, 2, 0] },
  ],
  keys: { "*": 1, s: 1, S: 1, x: 2, X: 2, ".": 2, Backspace: 0, Delete: 0 },
  progress: ({ grid, stars = 1 }, marks) => [
    { key: "progress.stars.each", value: String(stars) },
    { key: "progress.stars", value: `${[...marks].filter((mark) => mark === YES).length} / ${stars * grid.length}` },
  ],
  edit: async () => (await import("./edit.js")).default,
  fifthsFrom: Infinity,
  sizes: [
    [6, 6],
    [8, 8],
    [9, 9],
    [10, 10],
  ],
  sample: {
    document: { kind: "star_battle", grid: ["AAABC", "AAACC", "AAACC", "ADDDD", "EDDDD"] },
    board: ["??.*.", "??...", "???.?", "???.?", "???.?"],
    overlays: [
      { role: "because", place: { r: 1, c: 9 }, letter: "a", ring: false },
      { role: "because", place: { r: 3, c: 7 }, ring: false },
      { role: "because", place: { r: 3, c: 9 }, ring: false },
      { role: "because", place: { r: 5, c: 7 }, ring: false },
      { role: "forced", place: { r: 5, c: 9 }, state: 1 },
    ],
  },
});
