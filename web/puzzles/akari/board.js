/**
 * Akari (light up): bulbs light their rows and columns up to the next black cell. Every white cell is lit, no bulb
 * lights another one, and numbers count the bulbs next to them.
 */

import { paintBlack } from "../../generic/clues.js";
import { kind } from "../../generic/kind.js";
import { around, cellPlace, spotOf } from "../../core/grid.js";
import { forLastMarks, oncePer } from "../../core/last-marks.js";
import { NO, UNDECIDED, YES, withNo } from "../../core/marks.js";
import { circle, eachCell, figure, fill, saltire, segment, stroke, write } from "../../canvas/ink.js";

/** @import {Break, ClueGrid, Marks, Overlay, Pen, PuzzleDocument, Scene} from "../../core/types.js" */

/**
 * The surroundings of each cell of a grid.
 * @typedef {{width: number, letters: string, near: number[][], lines: number[][][]}} Surroundings  near: the white
 *   cells next to a number; lines: the row of white cells and the column of white cells through each cell, between
 *   black ones. All cells of a line share one array, none for a black cell
 */

/** @type {ClueGrid} */
const GRID = { letters: ".#01234", black: "#01234", text: (letter) => (letter === "#" ? "■" : letter) };

/** @type {(document: PuzzleDocument) => Surroundings} */
const viewOf = oncePer(({ grid }) => {
  const width = grid[0].length;
  const letters = grid.join("");
  const size = { width, height: grid.length };
  /** @type {number[][][]} */
  const lines = [];
  const near = [...letters].map((letter, cell) => {
    if (letter !== ".") lines.push([]);
    else {
      const across = cell % width && letters[cell - 1] === "." ? lines[cell - 1][0] : [];
      const down = letters[cell - width] === "." ? lines[cell - width][1] : [];
      across.push(cell);
      down.push(cell);
      lines.push([across, down]);
    }
    return isNumber(letter) ? around(size, cell, true).filter((other) => letters[other] === ".") : [];
  });
  return { width, letters, near, lines };
});

/** Returns the white cells that are lit, including those with a bulb. */
const litBy = forLastMarks((document, marks) => {
  const lit = new Set();
  const done = new Set();
  viewOf(document).lines.forEach((both, cell) => {
    if (marks[cell] !== YES) return;
    lit.add(cell);
    for (const line of both) if (!done.has(line)) line.forEach((other) => lit.add(other));
    both.forEach((line) => done.add(line));
  });
  return lit;
});

/**
 * Returns how many of the cells have a given mark. @param {Marks} marks @param {number[]} cells @param {string} wanted
 */
const among = (marks, cells, wanted) => cells.filter((cell) => marks[cell] === wanted).length;

const isNumber = (/** @type {string} */ letter) => letter >= "0"; // unlike "." and "#"

/**
 * Draws a bulb.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {string} hue
 * @param {number} [scale]
 * @param {number[]} [dash]
 */
function bulb(pen, x, y, hue, scale = 1, dash) {
  const c = pen.c * scale;
  if (c < 14 && !dash) return fill(pen, hue, () => circle(pen, x, y, 0.3 * c));
  const glass = () => circle(pen, x, y - 0.06 * c, 0.23 * c);
  if (!dash) fill(pen, pen.colour.sheet, glass);
  stroke(pen, hue, Math.max(1.4, 0.07 * c), glass, dash);
  stroke(pen, hue, Math.max(1.3, 0.06 * c), () => {
    segment(pen, x, y + 0.25 * c, 0.1 * c, 0);
    segment(pen, x, y + 0.33 * c, 0.06 * c, 0);
  });
}

/**
 * Draws a bulb or a ×.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number} state
 * @param {string} hue
 * @param {number} [scale]
 */
function one(pen, x, y, state, hue, scale = 1) {
  if (state === 1) bulb(pen, x, y, hue, scale);
  else stroke(pen, hue, Math.max(1, 0.045 * pen.c), () => saltire(pen, x, y, 0.12 * pen.c * scale));
}

/** Returns whether the theme is dark. Black cells are then darker than white ones, too. @param {Pen["colour"]} colour */
const isDark = ({ sheet }) => sheet.startsWith("rgb") && parseInt(sheet.slice(sheet.indexOf("(") + 1)) < 128;

/** @param {Pen} pen @param {Scene} scene */
function ground(pen, { document, marks, heat }) {
  const { ctx, c, colour, x, y } = pen;
  const view = viewOf(document);
  if (heat) return;
  const lit = litBy(document, marks);
  const dark = isDark(colour);
  const cells = (/** @type {(cell: number) => boolean} */ chosen) => () =>
    eachCell(pen, (cell, row, column) => chosen(cell) && ctx.rect(x(column), y(row), c, c));
  if (dark) {
    ctx.globalAlpha = 0.2;
    const white = cells((cell) => view.letters[cell] === "." && !lit.has(cell));
    fill(pen, colour.ink, white);
  }
  ctx.globalAlpha = dark ? 0.4 : 0.55;
  const yellow = cells((cell) => lit.has(cell));
  fill(pen, dark ? colour.because : colour["because-tint"], yellow);
  ctx.globalAlpha = 1;
}

/** @param {Pen} pen @param {Scene} scene */
function marks(pen, { document, marks: all, second, tone }) {
  const { c, colour, x, y } = pen;
  const { letters } = viewOf(document);
  const hue = tone === "found" ? colour.forced : colour.ink;
  const cross = isDark(colour) ? colour.ink2 : colour.ink3;
  eachCell(pen, (cell, row, column) => {
    const mark = all[cell];
    if (mark === UNDECIDED || letters[cell] !== "." || (second && second[cell] !== mark)) return;
    const [across, down] = [x(column) + c / 2, y(row) + c / 2];
    if (mark === YES) bulb(pen, across, down, hue);
    else if (tone !== "solution") one(pen, across, down, 2, tone === "found" ? hue : cross);
  });
}

/** Draws the black cells with their numbers, which are grey once satisfied. @param {Pen} pen @param {Scene} scene */
function clues(pen, { document, marks: all, tone }) {
  const { c, colour, x, y } = pen;
  const { letters, near } = viewOf(document);
  paintBlack(pen, GRID, document.grid);
  eachCell(pen, (cell, row, column) => {
    if (c < 8 || !isNumber(letters[cell])) return;
    const done = tone === "own" && +letters[cell] > 0 && among(all, near[cell], YES) === +letters[cell];
    const hue = done ? (isDark(colour) ? colour.ink3 : colour.line5) : colour["on-black"];
    write(pen, letters[cell], x(column) + c / 2, y(row) + c / 2, figure(c, 0.52), hue, done ? 400 : 600);
  });
}

/** @param {PuzzleDocument} document @param {Marks} all @returns {Break[]} */
function breaks(document, all) {
  const view = viewOf(document);
  const { letters, lines, near } = view;
  const lit = litBy(document, all);
  const closed = new Map();
  const isClosed = (/** @type {number[]} */ line) => {
    if (!closed.has(line)) closed.set(line, among(all, line, NO) === line.length);
    return closed.get(line);
  };
  const at = (/** @type {number} */ cell) => spotOf(view, cell);
  const wrong = (/** @type {number[]} */ ...cells) =>
    cells.map((cell) => /** @type {Overlay} */ ({ role: "wrong", place: cellPlace(view, cell) }));
  /** @type {Break[]} */
  const found = [];
  for (let cell = 0; cell < letters.length; cell++) {
    if (isNumber(letters[cell])) {
      const [value, n] = [+letters[cell], among(all, near[cell], YES)];
      const room = n + among(all, near[cell], UNDECIDED);
      if (n > value) found.push({ key: "wrong.akari.many", params: { ...at(cell), value, n }, where: wrong(cell) });
      else if (room < value)
        found.push({ key: "wrong.akari.few", params: { ...at(cell), value, n: room }, where: wrong(cell) });
    } else if (letters[cell] === "." && all[cell] === YES) {
      for (const line of lines[cell]) {
        const other = line.find((other) => other > cell && all[other] === YES);
        if (other !== undefined) found.push({ key: "wrong.akari.seen", params: at(cell), where: wrong(cell, other) });
      }
    } else if (letters[cell] === "." && !lit.has(cell) && lines[cell].every(isClosed))
      found.push({ key: "wrong.akari.dark", params: at(cell), where: wrong(cell) });
  }
  return found;
}

/** @param {PuzzleDocument} document @param {Marks} all */
function solved(document, all) {
  const white = viewOf(document).letters.split(".").length - 1;
  return litBy(document, all).size === white && !breaks(document, withNo(all)).length;
}

/** Adds × to lit cells and around satisfied numbers. @param {PuzzleDocument} document @param {Marks} all */
function finish(document, all) {
  const view = viewOf(document);
  const out = new Set(litBy(document, all));
  view.near.forEach((some, cell) => {
    if (isNumber(view.letters[cell]) && among(all, some, YES) === +view.letters[cell])
      some.forEach((one) => out.add(one));
  });
  return [...all].map((mark, cell) => (mark === UNDECIDED && out.has(cell) ? NO : mark)).join("");
}

export default kind({
  kind: "akari",
  order: 5,
  glyph: "M2.5 2.5h15v15h-15zM10 4.5v2M10 13.5v2M4.5 10h2M13.5 10h2F10 7.4a2.6 2.6 0 1 0 .01 0z",
  blocks: [{ shape: "cell", values: 2, letters: "?*." }],
  grid: GRID,
  spreads: true,
  tools: [
    { key: "bulb", icon: "lamp", cycle: [1, 2, 0], single: true },
    { key: "cross", icon: "cross", cycle: [2, 2, 0] },
  ],
  keys: { Backspace: 0, Delete: 0 },
  ground,
  marks,
  clues,
  mark: (pen, x, y, state, colour) => one(pen, x, y, state, colour),
  tentative(pen, x, y, state) {
    const { c, colour } = pen;
    if (state === 1) bulb(pen, x, y, colour.focus, 1, [Math.max(1.5, 0.08 * c), Math.max(1.2, 0.06 * c)]);
    else one(pen, x, y, 2, colour.focus);
  },
  onHeat: (pen, x, y, state, colour, given) => state > 0 && !given && one(pen, x, y, state, colour, 0.8),
  split(pen, x, y, first, second) {
    const { c, colour } = pen;
    one(pen, x - 0.2 * c, y - 0.2 * c, first, colour.ink, 0.55);
    one(pen, x + 0.2 * c, y + 0.2 * c, second, colour.ink, 0.55);
  },
  solved,
  breaks,
  finish,
  progress(document, all) {
    const view = viewOf(document);
    return [{ key: "progress.akari", value: `${litBy(document, all).size} / ${view.letters.split(".").length - 1}` }];
  },
  reach(document, { r, c }) {
    const view = viewOf(document);
    return view.near[(r >> 1) * view.width + (c >> 1)].map((one) => cellPlace(view, one));
  },
  sizes: [
    [7, 7],
    [10, 10],
    [14, 14],
  ],
  practice: { kind: "akari", grid: [".3..1.", "...1..", "1.....", ".....0", "..1...", ".1..2."] },
  sample: {
    document: {
      kind: "akari",
      grid: [".2.....", "3....10", ".31..1.", "..2.1..", ".2..12.", "01....2", ".....1."],
    },
    board: ["?.?????", "?????.?", "?????.?", "???????", "???????", "?.?????", "?.?????"],
    overlays: [
      { role: "because", place: { r: 3, c: 1 }, letter: "a" },
      { role: "forced", place: { r: 1, c: 1 }, state: 1 },
      { role: "forced", place: { r: 3, c: 3 }, state: 1 },
      { role: "forced", place: { r: 5, c: 1 }, state: 1 },
    ],
  },
});
