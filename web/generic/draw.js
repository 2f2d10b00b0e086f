/**
 * The editor of a kind whose clues are a grid of letters. A digit of the layer is the index of a letter; 0 means no
 * clue.
 */

import { count } from "../core/lattice.js";
import { blankMarks, digitOf, valueOf } from "../core/marks.js";

/** @import {Edit} from "../core/sketch.js" */
/** @import {WholeDescription} from "../core/types.js" */

const LAYER = "clues";

/** @param {WholeDescription} kind @returns {Edit} */
export function editFor({ grid = { letters: "" }, blocks, side }) {
  const { member = "grid", blank = grid.letters.includes(".") ? "." : grid.letters[0], given, full } = grid;
  const letters = [blank, ...[...grid.letters].filter((letter) => letter !== blank)];
  const cycle = letters.map((_, index) => (index + 1) % letters.length);
  /** The index of each value's letter in the player's board. */
  const values = letters.map((letter) => Math.max(0, String(blocks[0].letters).indexOf(letter)));
  return {
    layers: { [LAYER]: "cell" },
    tools: [{ key: "number", icon: "number", layer: LAYER, cycle }],
    keys: {
      [LAYER]: {
        ...Object.fromEntries(
          letters.flatMap((letter, index) => [letter, letter.toUpperCase()].map((key) => [key, index])),
        ),
        Backspace: 0,
        Delete: 0,
      },
    },
    most: grid.most,
    side: side ?? { least: 1, step: 1, first: 6 },
    own: [member],
    tone: given ? "own" : "solution",
    read: (document) => ({
      [LAYER]: [...document[member].join("")].map((letter) => digitOf(Math.max(0, letters.indexOf(letter)))).join(""),
    }),
    write: ({ width, height, layers }) => ({
      [member]: Array.from({ length: height }, (_, row) =>
        [...layers[LAYER].slice(row * width, (row + 1) * width)].map((digit) => letters[valueOf(digit)]).join(""),
      ),
    }),
    marks: ({ layers, width, height }) =>
      given
        ? [...layers[LAYER]].map((digit) => digitOf(values[valueOf(digit)])).join("")
        : blankMarks(count({ blocks }, { width, height })),
    givens: full
      ? undefined
      : ({ layers }) =>
          [...layers[LAYER]].flatMap((digit, target) => (digit === "0" ? [] : [{ layer: LAYER, target, to: "0" }])),
    add: ({ width }, cell, value) => ({
      layer: LAYER,
      target: cell,
      to: digitOf(Math.max(0, letters.indexOf(String(value)))),
      key: "draw.mend.number",
      params: { row: Math.floor(cell / width) + 1, column: (cell % width) + 1, n: value },
    }),
  };
}
