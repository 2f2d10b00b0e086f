/**
 * Binoxxo (takuzu): fill in O and X so that no three in a row are equal, every line has as many O as X, and no two rows
 * and no two columns are equal. Optional signs between two cells mean that they are equal ("=") or different ("×").
 */

import { kind } from "../../generic/kind.js";
import { signs, signsOf } from "../../generic/signs.js";
import { LINES, linesOf, wrongPart } from "../../core/grid-lines.js";
import { forLastMarks } from "../../core/last-marks.js";
import { circle, eachCell, saltire, segment, stroke, strokeAll, write } from "../../canvas/ink.js";

/** @import {Break, Marks, Pen, PuzzleDocument, Scene, Size} from "../../core/types.js" */

const SIGNS = signs("=x.");

/** @param {PuzzleDocument} document @returns {Size} */
const size = (document) => ({ width: document.grid[0].length, height: document.grid.length });

/** Returns the marks of the rows and columns. */
const lines = forLastMarks((document, marks) => linesOf(size(document), marks));

/** @param {string} line @param {string} mark */
const left = (line, mark) => Math.ceil(line.length / 2) - (line.split(mark).length - 1);

/**
 * Returns the signs whose cells are both marked and break them.
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 */
const broken = (document, marks) =>
  signsOf(document).filter(
    ({ sign, cells: [a, b] }) => marks[a] !== "0" && marks[b] !== "0" && (marks[a] === marks[b]) !== (sign === "="),
  );

/** @param {string} line */
const legal = (line) => !/0|111|222/.test(line) && left(line, "1") >= 0 && left(line, "2") >= 0;

/**
 * Draws an O (1) or an X (2).
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} state
 * @param {string} colour
 * @param {number} width
 * @param {number} [scale]
 * @param {number[]} [dash]
 */
function letter(pen, x, y, state, colour, width, scale = 1, dash) {
  const size = pen.c * scale;
  const shape = () => (state === 1 ? circle(pen, x, y, 0.25 * size) : saltire(pen, x, y, 0.21 * size));
  stroke(pen, colour, width, shape, dash);
}

/** Returns how many of a mark are missing in a line, or "·" if none are. @param {string} line @param {string} mark */
const remaining = (line, mark) => (left(line, mark) === 0 ? "·" : String(left(line, mark)));

/** Returns whether there is space for counters next to the board. @param {number} c */
const counts = (c) => c >= 16;

/**
 * Writes what is missing in each line next to it.
 * @param {Pen} pen @param {Scene} scene @param {"row" | "column"} side
 */
function counters(pen, { document, marks }, side) {
  const { c, x, y, range, layout, colour } = pen;
  const { window: seen } = layout;
  const [right, bottom] = [seen.x + seen.width, seen.y + seen.height];
  const [from, to] = side === "row" ? [range.row, range.rowEnd] : [range.column, range.columnEnd];
  for (let at = from; at < to; at++)
    for (const [i, mark] of ["1", "2"].entries()) {
      const [across, down] =
        side === "row" ? [right + 11 + 20 * i, y(at) + c / 2] : [x(at) + c / 2, bottom + 10 + 19 * i];
      if (side === "column" && x(at) + c > right) continue;
      write(
        pen,
        remaining(lines(document, marks)[side][at], mark),
        across,
        down,
        Math.min(14, c - 2),
        colour.ink2,
        400,
      );
    }
}

export default kind({
  kind: "binoxxo",
  order: 4,
  glyph: "M6.2 3.2a3.2 3.2 0 1 0 .01 0zM11 11l5.6 5.6M16.6 11l-5.6 5.6",
  blocks: [{ shape: "cell", values: 2, letters: ".OX" }],
  grid: { letters: "OX.", given: true },
  forms: [SIGNS],
  bare: false,
  tools: [
    { key: "o", icon: "ring", cycle: [1, 2, 0] },
    { key: "x", icon: "cross", cycle: [2, 0, 1] },
  ],
  keys: { o: 1, O: 1, x: 2, X: 2, Backspace: 0, Delete: 0 },
  edit: async () => (await import("./edit.js")).default,

  problem(document) {
    const { width, height } = size(document);
    if (width === 1 || height === 1) return { kind: "one-line", params: { width, height } };
    return typeof (document.distinct ?? true) === "boolean" ? null : { kind: "distinct" };
  },
  bands: (_, cell) =>
    counts(cell) ? { left: 0, top: 0, right: 46, bottom: 44 } : { left: 0, top: 0, right: 0, bottom: 0 },
  marks(pen, { document, marks, second, tone }) {
    const { c, colour, x, y } = pen;
    const layer = (
      /** @type {boolean} */ given,
      /** @type {string} */ state,
      /** @type {string} */ hue,
      /** @type {number} */ width,
    ) =>
      strokeAll(pen, hue, width, state === "1" ? circle : saltire, (state === "1" ? 0.25 : 0.21) * c, (add) =>
        eachCell(pen, (index, row, column) => {
          const shown = marks[index] === state && (!second || second[index] === state);
          if (shown && (document.grid[row][column] !== ".") === given) add(x(column) + c / 2, y(row) + c / 2);
        }),
      );
    const own = tone === "found" ? colour.forced : colour.ink2;
    for (const state of ["1", "2"]) {
      layer(true, state, colour.ink, Math.max(c < 16 ? 1.6 : 2.2, 0.105 * c));
      layer(false, state, own, Math.max(c < 16 ? 1 : 1.4, 0.06 * c));
    }
  },

  mark: (pen, x, y, state, colour) => letter(pen, x, y, state, colour, Math.max(1.6, 0.07 * pen.c)),

  tentative(pen, x, y, state) {
    const { c, colour } = pen;
    const dash = [(state === 1 ? 0.075 : 0.14) * c, 0.085 * c].map((part) => Math.max(1.5, part));
    letter(pen, x, y, state, colour.focus, Math.max(1.6, 0.065 * c), 1, dash);
  },

  onHeat: (pen, x, y, state, colour, given) =>
    state > 0 && letter(pen, x, y, state, colour, Math.max(1.4, (given ? 0.105 : 0.06) * pen.c), given ? 1 : 0.6),

  lineView: true,
  rule: ({ signs, distinct }) => `rule.binoxxo${signs ? ".signs" : ""}${distinct === false ? ".alike" : ""}`,
  sizes: [
    [6, 6],
    [8, 8],
    [10, 10],
    [14, 14],
  ],
  variants: ["signs"],

  breaks(document, marks) {
    /** @type {Break[]} */
    const signs = broken(document, marks).map(({ sign, place: { r, c } }) => ({
      key: `reason.sign-${r & 1 ? "right" : "down"}-${sign === "=" ? "equal" : "opposite"}`,
      params: { row: (r + 1) >> 1, column: (c + 1) >> 1 },
      where: [{ role: "wrong", place: { r, c } }],
    }));
    return [...LINES.flatMap((side) => lineBreaks(side, lines(document, marks)[side], document)), ...signs];
  },

  split(pen, x, y, first, second) {
    const { c, colour } = pen;
    stroke(pen, colour.conflict, 1, () => segment(pen, x, y, -0.36 * c, 0.36 * c));
    letter(pen, x - 0.2 * c, y - 0.2 * c, first, colour.ink, Math.max(1.4, 0.06 * c), 0.55);
    letter(pen, x + 0.2 * c, y + 0.2 * c, second, colour.ink, Math.max(1.4, 0.06 * c), 0.55);
  },

  rowNotes: (pen, scene) => scene.tone === "own" && counters(pen, scene, "row"),

  columnNotes(pen, scene) {
    if (scene.tone !== "own") return;
    counters(pen, scene, "column");
    const { colour, layout } = pen;
    const { window: seen } = layout;
    const [right, bottom] = [seen.x + seen.width, seen.y + seen.height];
    stroke(pen, colour.ink2, 1.2, () => circle(pen, right + 11, bottom + 10, 4.5));
    stroke(pen, colour.ink2, 1.2, () => saltire(pen, right + 31, bottom + 29, 3.8));
  },

  // No counters next to a read-only board, because they would make it smaller.
  plain: { rowNotes: undefined, columnNotes: undefined, bands: () => ({ left: 0, top: 0, right: 0, bottom: 0 }) },

  solved(document, marks) {
    const alike = (/** @type {string[]} */ all) => document.distinct !== false && new Set(all).size < all.length;
    const sides = LINES.map((side) => lines(document, marks)[side]);
    return sides.every((all) => all.every(legal) && !alike(all)) && !broken(document, marks).length;
  },

  practice: { kind: "binoxxo", grid: ["O..X", "....", ".X..", "O.O."] },

  sample: {
    document: {
      kind: "binoxxo",
      grid: ["XO..X...", ".XO.....", "O..X.OXX", "X.X...O.", "...XX..O", "O..O.O..", "..XXOX..", "...OO..X"],
    },
    board: ["XO..X...", "XXOO....", "OO.XOOXX", "XOX...O.", "...XX..O", "O..OXO..", ".OXXOXO.", "..XOOXOX"],
    overlays: [
      { role: "because", place: { r: 9, c: 7 }, letter: "a" },
      { role: "because", place: { r: 9, c: 9 }, letter: "b" },
      { role: "forced", place: { r: 9, c: 5 }, state: 1 },
    ],
  },
});

/** @param {"row" | "column"} side @param {string[]} all @param {PuzzleDocument} document @returns {Break[]} */
function lineBreaks(side, all, document) {
  /** @type {Break[]} */
  const found = [];
  all.forEach((text, number) => {
    for (const { 0: run, index } of text.matchAll(/1{3,}|2{3,}/g)) {
      found.push({
        key: `reason.three-${side}`,
        params: { [side]: number + 1, letter: " OX"[+run[0]], first: index + 1, last: index + run.length },
        where: [wrongPart(side, number, index, index + run.length - 1)],
      });
    }
    for (const mark of ["1", "2"]) {
      const n = text.split(mark).length - 1;
      if (n > Math.ceil(text.length / 2))
        found.push({
          key: `reason.too-many-${side}`,
          params: { [side]: number + 1, letter: " OX"[+mark], n, half: Math.ceil(text.length / 2) },
          where: [wrongPart(side, number, 0, text.length - 1)],
        });
    }
    const same = document.distinct === false || text.includes("0") ? -1 : all.indexOf(text);
    if (same >= 0 && same < number) {
      found.push({
        key: `reason.alike-${side}`,
        params: { first: same + 1, second: number + 1 },
        where: [same, number].map((line) => wrongPart(side, line, 0, text.length - 1)),
      });
    }
  });
  return found;
}
