/**
 * NAME: fill cells so that each number counts the filled cells among its own cell and those that share a side with it.
 * This object is all that the page knows of the kind; KindBasics in core/types.js lists what every kind must have, the
 * groups after it what a kind may have.
 */

import { eachCell, figure, fill, saltire, stroke, write } from "../../canvas/ink.js";
import { rowsProblem } from "../../core/validation.js";

/** @import {Marks, Pen, PuzzleDocument, PuzzleKind, Size} from "../../core/types.js" */

/** @param {PuzzleDocument} document @returns {Size} */
const size = ({ grid }) => ({ width: grid[0].length, height: grid.length });

/** The cells that a number speaks of, as in rules.py. @param {Size} size @param {number} row @param {number} column */
const cross = ({ width, height }, row, column) =>
  [
    [row, column],
    [row - 1, column],
    [row, column - 1],
    [row, column + 1],
    [row + 1, column],
  ]
    .filter(([r, c]) => r >= 0 && r < height && c >= 0 && c < width)
    .map(([r, c]) => r * width + c);

/** @typedef {{row: number, column: number, value: number, filled: number, most: number}} Clue */

/**
 * Every number with how many of its cells are filled, and how many may still be.
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @returns {Clue[]}
 */
const numbers = (document, marks) =>
  document.grid.flatMap((/** @type {string} */ text, /** @type {number} */ row) =>
    [...text].flatMap((letter, column) => {
      if (letter === ".") return [];
      const cells = cross(size(document), row, column).map((cell) => marks[cell]);
      const filled = cells.filter((mark) => mark === "1").length;
      return [{ row, column, value: +letter, filled, most: cells.filter((mark) => mark !== "2").length }];
    }),
  );

/**
 * One mark in the corner of its cell, where it leaves the number free; x, y is the middle of the cell.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} state 1 yes, 2 no
 * @param {string} colour
 */
function mark(pen, x, y, state, colour) {
  const { ctx, c } = pen;
  const [middle, centre] = [x + 0.32 * c, y - 0.32 * c];
  if (state === 1) fill(pen, colour, () => ctx.rect(middle - 0.1 * c, centre - 0.1 * c, 0.2 * c, 0.2 * c));
  else stroke(pen, colour, Math.max(1, 0.045 * c), () => saltire(pen, middle, centre, 0.09 * c));
}

/** @type {PuzzleKind} */
export default {
  kind: "KIND",
  order: ORDER, // its place in the header
  glyph: "M2.5 2.5h15v15h-15zF7.5 2.5h5v15h-5zM2.5 7.5h15v5h-15z", // in a box of 20 by 20, stroked; filled after "F"
  blocks: [{ shape: "cell", values: 2, letters: "?#." }],
  boardKey: "board",
  bare: true,
  // What a tap makes of an undecided cell, of a yes and of a no. The icons are in ui/dom.js.
  tools: [
    { key: "fill", icon: "fill", cycle: [1, 0, 1] },
    { key: "mark", icon: "cross", cycle: [2, 2, 0] },
  ],
  keys: { Backspace: 0, Delete: 0 },
  sizes: [
    [6, 6],
    [8, 8],
    [10, 10],
  ],
  edit: async () => (await import("./edit.js")).default,

  size,
  /** Refuses what rules.py refuses, for the same reason at the same place: tests/data/refused/KIND.json. */
  problem: (document) => rowsProblem(document, "grid", ".012345"),
  givens: (document) => "0".repeat(document.grid.join("").length),
  fixed: () => false,
  bands: () => ({ left: 0, top: 0, right: 0, bottom: 0 }), // room for clues beside the board, in px
  most: () => 64,

  marks(pen, { marks, tone }) {
    const { ctx, c, colour, x, y } = pen;
    fill(pen, tone === "found" ? colour.forced : colour.fill, () =>
      eachCell(pen, (cell, row, column) => marks[cell] === "1" && ctx.rect(x(column) + 1, y(row) + 1, c - 2, c - 2)),
    );
    if (tone === "solution") return;
    eachCell(
      pen,
      (cell, row, column) => marks[cell] === "2" && mark(pen, x(column) + c / 2, y(row) + c / 2, 2, colour.ink3),
    );
  },
  mark, // of a hint
  tentative: (pen, x, y, state) => mark(pen, x, y, state, pen.colour.focus),
  onHeat: (pen, x, y, state, colour) => state === 1 && mark(pen, x, y, state, colour),
  split(pen, x, y, first, second) {
    const { c, ctx, colour } = pen;
    const half = (/** @type {number} */ corner) =>
      fill(pen, colour.fill, () => {
        ctx.moveTo(x + c / 2, y - c / 2);
        ctx.lineTo(x + (corner * c) / 2, y + (corner * c) / 2);
        ctx.lineTo(x - c / 2, y + c / 2);
      });
    if (first === 1) half(-1);
    if (second === 1) half(1);
  },

  clues(pen, { document, marks, tone }) {
    const { c, colour, x, y } = pen;
    for (const { row, column, value, filled, most } of numbers(document, marks)) {
      const met = tone === "own" && filled === value && most === value;
      const ink = marks[row * pen.size.width + column] === "1" ? colour.sheet : met ? colour.ink3 : colour.ink;
      write(pen, String(value), x(column) + c / 2, y(row) + c / 2, figure(c, 0.48), ink);
    }
  },

  solved: (document, marks) => numbers(document, marks).every(({ value, filled }) => filled === value),

  /** Numbers that the marks contradict already. */
  breaks: (document, marks) =>
    numbers(document, marks)
      .filter(({ value, filled, most }) => filled > value || most < value)
      .map(({ row, column, value, filled }) => ({
        key: filled > value ? "wrong.KIND-many" : "wrong.KIND-few",
        params: { row: row + 1, column: column + 1, value },
        where: [{ role: "wrong", place: { r: 2 * row + 1, c: 2 * column + 1 } }],
      })),

  progress(document, marks) {
    const decided = [...marks].filter((mark) => mark !== "0").length;
    return [{ key: "progress.cells", value: `${decided} / ${marks.length}` }];
  },

  clueText: ({ grid }, { r, c }) => (grid[r >> 1]?.[c >> 1] ?? ".").replace(".", ""),
  text: (document, marks) =>
    document.grid
      .map((/** @type {string} */ text, /** @type {number} */ row) =>
        marks
          .slice(row * text.length, (row + 1) * text.length)
          .replace(/1/g, "#")
          .replace(/[02]/g, "."),
      )
      .join("\n"),

  /** On the welcome page: a board with one forced move, which "sample.KIND" in the strings explains. */
  sample: {
    document: { kind: "KIND", grid: ["3...", "3.42", ".3..", "3..2"] },
    board: ["##??", "????", "????", "????"],
    overlays: [
      { role: "because", place: { r: 1, c: 1 }, letter: "a" },
      { role: "forced", place: { r: 3, c: 1 }, state: 1 },
    ],
  },
};
