/**
 * Hitori: shade cells so that no number occurs twice in a row or column. Shaded cells must not share a side, and the
 * unshaded cells must be connected.
 */

import { kind } from "../../generic/kind.js";
import { around, cellPlace, spotOf } from "../../core/grid.js";
import { LINES, linesOf } from "../../core/grid-lines.js";
import { NO, UNDECIDED, YES } from "../../core/marks.js";
import { circle, eachCell, fill, stroke } from "../../canvas/ink.js";

/** @import {Break, Marks, Overlay, Pen, PuzzleDocument, Scene} from "../../core/types.js" */

const LETTERS = "123456789abcdefghijklmnopqrstuvwxyz";

/** Returns a number as shown to the player. @param {string} letter */
const text = (letter) => String(LETTERS.indexOf(letter) + 1);

/** @param {PuzzleDocument} document */
const size = ({ grid }) => ({ width: grid[0].length, height: grid.length });

/** Returns the cells that share a side with a cell. @param {PuzzleDocument} document @param {number} cell */
const near = (document, cell) => around(size(document), cell, true);

/**
 * Returns the unshaded cells that are not connected with the first unshaded cell.
 * @param {PuzzleDocument} document
 * @param {Marks} marks
 * @returns {number[]}
 */
function cutOff(document, marks) {
  const open = [...marks].flatMap((mark, cell) => (mark === YES ? [] : [cell]));
  const reached = new Set(open.slice(0, 1));
  for (const cell of reached) for (const other of near(document, cell)) if (marks[other] !== YES) reached.add(other);
  return open.filter((cell) => !reached.has(cell));
}

/** @param {Pen} pen @param {number} x @param {number} y @param {string} hue @param {number} [scale] */
const ring = (pen, x, y, hue, scale = 1) =>
  stroke(pen, hue, Math.max(1, 0.045 * pen.c), () => circle(pen, x, y, 0.39 * pen.c * scale));

/** @param {Pen} pen @param {number} x @param {number} y @param {string} hue @param {number} [scale] */
const shade = (pen, x, y, hue, scale = 1) =>
  fill(pen, hue, () =>
    pen.ctx.rect(x - 0.3 * pen.c * scale, y - 0.3 * pen.c * scale, 0.6 * pen.c * scale, 0.6 * pen.c * scale),
  );

/** @param {Pen} pen @param {number} x @param {number} y @param {number} state @param {string} hue @param {number} [scale] */
const one = (pen, x, y, state, hue, scale = 1) => (state === 1 ? shade : ring)(pen, x, y, hue, scale);

/** Draws the marks: shaded cells filled, unshaded cells circled. @param {Pen} pen @param {Scene} scene */
function marks(pen, { marks: all, second, tone }) {
  const { c, colour, ctx, x, y } = pen;
  const seen = (/** @type {number} */ cell, /** @type {string} */ mark) =>
    all[cell] === mark && (!second || second[cell] === mark);
  const gap = Math.max(1, 0.04 * c);
  fill(pen, tone === "found" ? colour.forced : colour.fill, () =>
    eachCell(
      pen,
      (cell, row, column) => seen(cell, YES) && ctx.rect(x(column) + gap, y(row) + gap, c - 2 * gap, c - 2 * gap),
    ),
  );
  if (tone === "solution" || c < 10) return;
  eachCell(
    pen,
    (cell, row, column) =>
      seen(cell, NO) && ring(pen, x(column) + c / 2, y(row) + c / 2, tone === "found" ? colour.forced : colour.ink3),
  );
}

/** @param {PuzzleDocument} document @param {Marks} all @returns {Break[]} */
function breaks(document, all) {
  const board = size(document);
  const wrong = (/** @type {number[]} */ cells) =>
    cells.map((cell) => /** @type {Overlay} */ ({ role: "wrong", place: cellPlace(board, cell) }));
  const at = (/** @type {number} */ cell) => spotOf(board, cell);
  /** @type {Break[]} */
  const found = [];
  for (const side of LINES)
    linesOf(board, document.grid.join(""))[side].forEach((line, number) => {
      for (const letter of new Set(line)) {
        const cells = [...line].flatMap((other, i) =>
          other !== letter ? [] : [side === "row" ? number * board.width + i : i * board.width + number],
        );
        const same = cells.filter((cell) => all[cell] === NO);
        const params = { [side]: number + 1, value: text(letter) };
        if (letter !== "." && same.length > 1)
          found.push({ key: `wrong.hitori.twice-${side}`, params, where: wrong(same) });
      }
    });
  [...all].forEach((mark, cell) => {
    for (const other of mark === YES ? near(document, cell) : [])
      if (other > cell && all[other] === YES)
        found.push({ key: "wrong.hitori.touch", params: at(cell), where: wrong([cell, other]) });
  });
  const apart = cutOff(document, all);
  if (apart.length) found.push({ key: "wrong.hitori.cut", params: at(apart[0]), where: wrong(apart) });
  return found;
}

/** Circles the cells next to shaded ones. @param {PuzzleDocument} document @param {Marks} all */
const finish = (document, all) =>
  [...all]
    .map((mark, cell) => (mark === UNDECIDED && near(document, cell).some((other) => all[other] === YES) ? NO : mark))
    .join("");

export default kind({
  kind: "hitori",
  order: 6,
  glyph:
    "M2.5 2.5h15v15h-15zM7.5 2.5v15M12.5 2.5v15M2.5 7.5h15M2.5 12.5h15F2.5 2.5h5v5h-5zM12.5 7.5h5v5h-5zM7.5 12.5h5v5h-5z",
  grid: {
    letters: `.${LETTERS}`,
    most: ({ width, height }) => Math.min(Math.max(width, height), LETTERS.length),
    full: true,
  },
  tools: [
    { key: "fill", icon: "fill", cycle: [1, 2, 0] },
    { key: "circle", icon: "ring", cycle: [2, 2, 0] },
  ],
  marks,
  mark(pen, x, y, state, colour) {
    if (state === 1) pen.ctx.globalAlpha = 0.4; // the digit is seen
    one(pen, x, y, state, colour);
    pen.ctx.globalAlpha = 1;
  },
  tentative: (pen, x, y, state) => one(pen, x, y, state, pen.colour.focus, 0.8),
  onHeat: (pen, x, y, state, colour) => state > 0 && one(pen, x, y, state, colour, 0.8),
  split(pen, x, y, first, second) {
    one(pen, x - 0.2 * pen.c, y - 0.2 * pen.c, first, pen.colour.ink, 0.5);
    one(pen, x + 0.2 * pen.c, y + 0.2 * pen.c, second, pen.colour.ink, 0.5);
  },
  solved: (document, all) => !breaks(document, [...all].map((mark) => (mark === YES ? YES : NO)).join("")).length,
  breaks,
  finish,
  bare: true,
  sizes: [
    [6, 6],
    [8, 8],
    [12, 12],
  ],
  side: { least: 1, step: 1, first: 5 },
  practice: { kind: "hitori", grid: ["51522", "54431", "35334", "32545", "33432"] },
  sample: {
    document: { kind: "hitori", grid: ["22255", "43521", "25515", "44255", "51342"] },
    board: ["?????", "?????", "?????", "?????", "....."],
    overlays: [
      { role: "forced", place: { r: 1, c: 1 }, state: 1 },
      { role: "forced", place: { r: 1, c: 3 }, state: 2 },
      { role: "forced", place: { r: 1, c: 5 }, state: 1 },
    ],
  },
});
