/**
 * The slitherlink editor: the setter draws the loop and the numbers follow, or types the numbers. Layer "numbers": 0
 * for no number, 1 to 5 for the numbers 0 to 4, 6 for the number of edges of the loop around the cell.
 */

import { spotOf } from "../../core/grid.js";
import { count, edgesAround, endsOf, placeOf } from "../../core/lattice.js";
import { withLayer } from "../../core/sketch.js";

/** @import {Edit, Sketch} from "../../core/sketch.js" */

const COUNTED = "6";
/** @type {{blocks: {shape: "edge"}[]}} */
const LOOP = { blocks: [{ shape: "edge" }] };

/** @param {Sketch} sketch @param {number} cell */
const counted = (sketch, cell) =>
  edgesAround(sketch, Math.floor(cell / sketch.width), cell % sketch.width).filter(
    (edge) => sketch.layers.loop[edge] === "1",
  ).length;

/** Returns whether the lines have no ends and no branches. @param {Sketch} sketch */
function isClosed(sketch) {
  /** @type {Map<string, number>} */
  const lines = new Map();
  [...sketch.layers.loop].forEach((mark, edge) => {
    if (mark !== "1") return;
    for (const { r, c } of endsOf(placeOf(LOOP, sketch, edge), "edge"))
      lines.set(`${r},${c}`, (lines.get(`${r},${c}`) ?? 0) + 1);
  });
  return lines.size > 0 && [...lines.values()].every((count) => count === 2);
}

/** Returns the letter of a cell's number. @param {Sketch} sketch @param {number} cell */
function letter(sketch, cell) {
  const digit = sketch.layers.numbers[cell];
  return digit === "0" ? "." : String(digit === COUNTED ? counted(sketch, cell) : +digit - 1);
}

/** @type {Edit} */
export default {
  layers: { loop: "edge", numbers: "cell" },
  tools: [
    { key: "loop", icon: "line", layer: "loop", cycle: [1, 0] },
    { key: "number", icon: "number", layer: "numbers", cycle: [2, 0, 3, 4, 1, 0, 0] }, // 1, 2, 3, 0, none
    { key: "hide", icon: "hide", layer: "numbers", cycle: [6, 0, 0, 0, 0, 0, 0] },
  ],
  keys: {
    loop: { Backspace: 0, Delete: 0 },
    numbers: { 0: 1, 1: 2, 2: 3, 3: 4, "+": 6, ".": 0, Backspace: 0, Delete: 0 },
  },
  side: { least: 1, step: 1, first: 8 },
  own: ["grid"],

  read: (document, size, solution) => ({
    loop: (solution ?? "0".repeat(count(LOOP, size))).replace(/2/g, "0"),
    numbers: [...document.grid.join("")].map((sign) => (sign === "." ? "0" : String(+sign + 1))).join(""),
  }),
  write: (sketch) => ({
    grid: Array.from({ length: sketch.height }, (_, row) =>
      Array.from({ length: sketch.width }, (_, column) => letter(sketch, row * sketch.width + column)).join(""),
    ),
  }),
  marks: ({ layers }) => layers.loop,

  /**
   * When the loop on a board without numbers is closed, all numbers appear. Later changes of the loop update them.
   * If there is no loop, computed numbers disappear.
   */
  settle(sketch, layer, before) {
    const { numbers, loop } = sketch.layers;
    if (layer !== "loop") return loop.includes("1") ? sketch : withLayer(sketch, layer, numbers.replace(/6/g, "0"));
    if (/^0*$/.test(numbers) && !isClosed(sketch)) return sketch;
    if (/^0*$/.test(numbers)) return withLayer(sketch, "numbers", numbers.replace(/0/g, COUNTED));
    if (!isClosed(before)) return sketch;
    const follows = [...numbers]
      .map((digit, cell) => (digit !== "0" && +digit - 1 === counted(before, cell) ? COUNTED : digit))
      .join("");
    return withLayer(sketch, "numbers", follows);
  },

  givens: ({ layers: { numbers } }) =>
    [...numbers].flatMap((digit, target) => (digit === "0" ? [] : [{ layer: "numbers", target, to: "0" }])),

  tone: "solution",
  options: [{ key: "draw.full", member: "full", checked: Boolean, value: (checked) => checked || undefined }],

  add: (sketch, cell, value) => ({
    layer: "numbers",
    target: cell,
    to: counted(sketch, cell) === +value ? COUNTED : String(+value + 1),
    key: "draw.mend.number",
    params: { ...spotOf(sketch, cell), n: value },
  }),
};
