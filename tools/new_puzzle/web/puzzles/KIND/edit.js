/**
 * What a setter draws: its numbers. A digit of the layer "numbers" means: 0 no number, 1 to 6 the numbers 0 to 5.
 * `Edit` in core/sketch.js has all members. Without this file, and `edit` in board.js, there is no Draw.
 */

/** @import {Edit} from "../../core/sketch.js" */

/** @type {Edit} */
export default {
  layers: { numbers: "cell" },
  tools: [{ key: "number", icon: "number", layer: "numbers", cycle: [1, 2, 3, 4, 5, 6, 0] }],
  keys: { numbers: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, ".": 0, Backspace: 0, Delete: 0 } },
  side: { least: 1, step: 1, first: 6 },
  own: ["grid"],
  tone: "solution",

  read: (document) => ({
    numbers: [...document.grid.join("")].map((letter) => (letter === "." ? 0 : +letter + 1)).join(""),
  }),
  write: ({ width, height, layers: { numbers } }) => ({
    grid: Array.from({ length: height }, (_, row) =>
      [...numbers.slice(row * width, (row + 1) * width)].map((digit) => (digit === "0" ? "." : +digit - 1)).join(""),
    ),
  }),
  marks: ({ layers: { numbers } }) => "0".repeat(numbers.length),

  /** Numbers that thinning out may take away. */
  givens: ({ layers: { numbers } }) =>
    [...numbers].flatMap((digit, target) => (digit === "0" ? [] : [{ layer: "numbers", target, to: "0" }])),

  /** A number that mending adds. */
  add: ({ width }, cell, value) => ({
    layer: "numbers",
    target: cell,
    to: String(+value + 1),
    key: "draw.mend.number",
    params: { row: Math.floor(cell / width) + 1, column: (cell % width) + 1, n: value },
  }),
};
