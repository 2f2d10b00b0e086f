/** The star battle editor: regions, cells outside them, and the number of stars. */

import { spotOf } from "../../core/grid.js";
import { blankMarks, digitOf } from "../../core/marks.js";
import { OUTSIDE, regionLayer } from "../../generic/draw.js";

/** @import {Edit} from "../../core/sketch.js" */

/** Returns the number of regions. @param {string} regions */
const countOf = (regions) => new Set(regions.replaceAll(digitOf(OUTSIDE), "")).size;

/** @param {2 | 3} stars @returns {NonNullable<Edit["options"]>[0]} */
const option = (stars) => ({
  key: `draw.stars.${stars}`,
  member: "stars",
  checked: (value) => value === stars,
  value: (checked) => (checked ? stars : undefined),
});

/** @type {Edit} */
export default {
  ...regionLayer("grid", "."),
  side: { least: 1, step: 1, first: 6 },
  marks: ({ width, height }) => blankMarks(width * height),
  tone: "solution",
  unfinished({ height, layers: { regions } }) {
    const n = countOf(regions);
    return n < height - 1 ? { n, of: height } : null; // the engine may suggest a place for the last region
  },
  options: [option(2), option(3)],
  /** Suggests another region for a cell in which two solutions differ. */
  mend({ width, height, layers: { regions } }, target) {
    const params = spotOf({ width }, target);
    const neighbours = [
      params.row > 1 ? target - width : target,
      params.row < height ? target + width : target,
      params.column > 1 ? target - 1 : target,
      params.column < width ? target + 1 : target,
    ];
    const others = [...new Set(neighbours.map((cell) => regions[cell]))].filter(
      (digit) => digit !== regions[target] && digit !== digitOf(OUTSIDE),
    );
    return others.map((to) => ({ layer: "regions", target, to, key: "draw.mend.region", params }));
  },
};
