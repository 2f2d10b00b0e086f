/** A binoxxo is drawn by its givens. */

import { withLayer } from "../../core/sketch.js";

/** @import {Edit} from "../../core/sketch.js" */

/** @type {Edit} */
export default {
  layers: { givens: "cell" },
  tools: [
    { key: "o", icon: "ring", layer: "givens", cycle: [1, 0, 1] },
    { key: "x", icon: "cross", layer: "givens", cycle: [2, 2, 0] },
    { key: "both", icon: "ox", layer: "givens", cycle: [1, 2, 0] },
  ],
  keys: { givens: { o: 1, O: 1, 1: 1, x: 2, X: 2, 2: 2, ".": 0, Backspace: 0, Delete: 0 } },
  side: { least: 2, step: 2, first: 8 },
  own: ["grid"],

  read: (document) => ({ givens: [...document.grid.join("")].map((letter) => ".OX".indexOf(letter)).join("") }),
  write: ({ width, height, layers: { givens } }) => ({
    grid: Array.from({ length: height }, (_, row) =>
      [...givens.slice(row * width, (row + 1) * width)].map((digit) => ".OX"[+digit]).join(""),
    ),
  }),
  marks: ({ layers }) => layers.givens,
  invert: (sketch) => withLayer(sketch, "givens", [...sketch.layers.givens].map((digit) => "021"[+digit]).join("")),

  givens: ({ layers: { givens } }) =>
    [...givens].flatMap((digit, target) => (digit === "0" ? [] : [{ layer: "givens", target, to: "0" }])),

  tone: "own",
  options: [
    {
      key: "draw.distinct",
      member: "distinct",
      checked: (value) => value !== false,
      value: (checked) => (checked ? undefined : false),
    },
  ],

  add: ({ width }, cell, value) => ({
    layer: "givens",
    target: cell,
    to: String(".OX".indexOf(String(value))),
    key: "draw.mend.give",
    params: { row: Math.floor(cell / width) + 1, column: (cell % width) + 1, letter: value },
  }),
};
