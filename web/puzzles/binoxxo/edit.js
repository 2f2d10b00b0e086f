/** The binoxxo editor: givens in the cells, and signs between them (1 for "=", 2 for "×"). */

import { count } from "../../core/lattice.js";
import { withLayer } from "../../core/sketch.js";

/** @import {Edit} from "../../core/sketch.js" */

/** @type {{blocks: {shape: "link"}[]}} */
const LINKS = { blocks: [{ shape: "link" }] };
const SIGNS = ".=x";

/** Converts digits to rows of letters. @param {string} digits @param {number} width @param {string} letters */
const rowsOf = (digits, width, letters) =>
  Array.from({ length: digits.length / width }, (_, row) =>
    [...digits.slice(row * width, (row + 1) * width)].map((digit) => letters[+digit]).join(""),
  );

/** @type {Edit} */
export default {
  layers: { givens: "cell", signs: "link" },
  tools: [
    { key: "o", icon: "ring", layer: "givens", cycle: [1, 0, 1] },
    { key: "x", icon: "cross", layer: "givens", cycle: [2, 2, 0] },
    { key: "both", icon: "ox", layer: "givens", cycle: [1, 2, 0] },
    { key: "equal", icon: "equal", layer: "signs", cycle: [1, 0, 1] },
    { key: "opposite", icon: "opposite", layer: "signs", cycle: [2, 2, 0] },
  ],
  keys: {
    givens: { o: 1, O: 1, 1: 1, x: 2, X: 2, 2: 2, ".": 0, Backspace: 0, Delete: 0 },
    signs: { Backspace: 0, Delete: 0 },
  },
  side: { least: 2, step: 2, first: 8 },
  own: ["grid", "signs"],

  read: ({ grid, signs }, size) => ({
    givens: [...grid.join("")].map((letter) => ".OX".indexOf(letter)).join(""),
    signs: signs
      ? [...signs.h, ...signs.v].join("").replace(/./g, (sign) => String(SIGNS.indexOf(sign)))
      : "0".repeat(count(LINKS, size)),
  }),
  write({ width, height, layers: { givens, signs } }) {
    const across = (width - 1) * height;
    const [h, v] = [rowsOf(signs.slice(0, across), width - 1, SIGNS), rowsOf(signs.slice(across), width, SIGNS)];
    return { grid: rowsOf(givens, width, ".OX"), ...(/[^0]/.test(signs) ? { signs: { h, v } } : {}) };
  },
  marks: ({ layers }) => layers.givens,
  invert: (sketch) => withLayer(sketch, "givens", [...sketch.layers.givens].map((digit) => "021"[+digit]).join("")),

  givens: ({ layers }) =>
    Object.entries(layers).flatMap(([layer, digits]) =>
      [...digits].flatMap((digit, target) => (digit === "0" ? [] : [{ layer, target, to: "0" }])),
    ),

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
