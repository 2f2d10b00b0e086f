/** The binoxxo editor: givens in the cells, and signs between them (1 for "=", 2 for "×"). */

import { spotOf } from "../../core/grid.js";
import { read, spell } from "../../core/lattice.js";
import { withLayer } from "../../core/sketch.js";
import { cluesIn, signLayer } from "../../generic/draw.js";

/** @import {Edit} from "../../core/sketch.js" */

const GIVENS = { blocks: [{ shape: /** @type {const} */ ("cell"), letters: ".OX" }] };
const signs = signLayer("=x.", "=x.");

/** @type {Edit} */
export default {
  layers: { givens: "cell", ...signs.layers },
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

  read: (document, size, solution) => ({
    givens: read(GIVENS, size, document.grid),
    ...signs.read(document, size, solution),
  }),
  write: (sketch) => ({ grid: spell(GIVENS, sketch, sketch.layers.givens), ...signs.write(sketch) }),
  marks: ({ layers }) => layers.givens,
  invert: (sketch) => withLayer(sketch, "givens", [...sketch.layers.givens].map((digit) => "021"[+digit]).join("")),

  givens: (sketch) => cluesIn(sketch, ["givens", "signs"]),

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
    params: { ...spotOf({ width }, cell), letter: value },
  }),
};
