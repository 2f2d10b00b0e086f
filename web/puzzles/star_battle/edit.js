/**
 * The star battle editor: a tap starts a new region, and a drag extends the region in which it starts. Another tool
 * takes cells out of the board.
 */

import { blankMarks, digitOf, valueOf } from "../../core/marks.js";
import { withLayer } from "../../core/sketch.js";

/** @import {Edit, Sketch, Spot} from "../../core/sketch.js" */

const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ01234567";
/** A cell outside all regions. */
const OUTSIDE = NAMES.length;
/** A placeholder for a new region, which gets the first free digit. */
const NEW = OUTSIDE + 1;
const DIGITS = Array.from({ length: NEW + 1 }, (_, digit) => digit);
const LETTERS = `${NAMES}.`;

/** Returns the number of regions. @param {string} regions */
const countOf = (regions) => new Set(regions.replaceAll(digitOf(OUTSIDE), "")).size;

/** @param {Sketch} sketch @returns {string[]} */
const rows = ({ width, height, layers: { regions } }) =>
  Array.from({ length: height }, (_, row) => regions.slice(row * width, (row + 1) * width));

/** @param {2 | 3} stars @returns {NonNullable<Edit["options"]>[0]} */
const option = (stars) => ({
  key: `draw.stars.${stars}`,
  member: "stars",
  checked: (value) => value === stars,
  value: (checked) => (checked ? stars : undefined),
});

/** @type {Edit} */
export default {
  layers: { regions: "cell" },
  tools: [
    { key: "region", icon: "box", layer: "regions", tap: DIGITS.map(() => NEW), cycle: DIGITS, over: true },
    {
      key: "outside",
      icon: "fill",
      layer: "regions",
      tap: DIGITS.map((digit) => (digit === OUTSIDE ? NEW : OUTSIDE)),
      cycle: DIGITS.map(() => OUTSIDE),
      over: true,
    },
  ],
  keys: {
    regions: Object.fromEntries(
      [...LETTERS].flatMap((name, digit) => [name, name.toLowerCase()].map((key) => [key, digit])),
    ),
  },
  side: { least: 1, step: 1, first: 6 },
  own: ["grid"],
  read(document) {
    const letters = [...document.grid.join("")];
    const names = [...new Set(letters)].filter((letter) => letter !== ".");
    const digit = (/** @type {string} */ letter) =>
      letter === "." ? OUTSIDE : Math.min(OUTSIDE - 1, names.indexOf(letter));
    return { regions: letters.map((letter) => digitOf(digit(letter))).join("") };
  },
  write: (sketch) => ({ grid: rows(sketch).map((row) => [...row].map((digit) => LETTERS[valueOf(digit)]).join("")) }),
  marks: ({ width, height }) => blankMarks(width * height),
  settle(sketch, layer) {
    const { regions } = sketch.layers;
    const free = DIGITS.slice(0, OUTSIDE).find((digit) => !regions.includes(digitOf(digit))) ?? 0;
    return withLayer(sketch, layer, regions.replaceAll(digitOf(NEW), digitOf(free)));
  },
  tone: "solution",
  unfinished({ height, layers: { regions } }) {
    const n = countOf(regions);
    return n < height - 1 ? { n, of: height } : null; // the engine may suggest a place for the last region
  },
  options: [option(2), option(3)],
  /** Suggests another region for a cell in which two solutions differ. */
  mend({ width, height, layers: { regions } }, target) {
    const [row, column] = [Math.floor(target / width), target % width];
    const neighbours = [
      row ? target - width : target,
      row < height - 1 ? target + width : target,
      column ? target - 1 : target,
      column < width - 1 ? target + 1 : target,
    ];
    const others = [...new Set(neighbours.map((cell) => regions[cell]))].filter(
      (digit) => digit !== regions[target] && digit !== digitOf(OUTSIDE),
    );
    return others.map((to) => ({
      layer: "regions",
      target,
      to,
      key: "draw.mend.region",
      params: { row: row + 1, column: column + 1 },
    }));
  },
};
