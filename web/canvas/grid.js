/** Draws the background of a board: its sheet, the bands of the crosshair, the grid lines and the borders. */

import { circle, clamp, eachCell, fill, horizontal, stroke, vertical } from "./ink.js";

/** @import {Pen, PuzzleKind, Scene} from "../core/types.js" */

/** @param {Pen} pen @param {PuzzleKind} puzzle */
export function sheet(pen, puzzle) {
  const { size, colour, layout, c, x, y } = pen;
  const more = puzzle.border === false ? layout.rim : 0;
  fill(pen, colour.sheet, () =>
    pen.ctx.roundRect(
      x(0) - more,
      y(0) - more,
      size.width * c + 2 * more,
      size.height * c + 2 * more,
      more ? 0.1 * c : 0,
    ),
  );
}

/** Highlights the row and column under the pointer. @param {Pen} pen @param {Scene} scene */
export function band(pen, { crosshair, puzzle }) {
  if (!crosshair || puzzle.border === false) return;
  const { c, size, x, y } = pen;
  fill(pen, pen.colour.band, () => {
    pen.ctx.rect(x(0), y(crosshair.r >> 1), size.width * c, c);
    pen.ctx.rect(x(crosshair.c >> 1), y(0), c, size.height * c);
  });
}

/**
 * Draws the grid lines, every fifth line with dots, and the border around the cells.
 * @param {Pen} pen
 * @param {Scene} scene
 */
export function grid(pen, { puzzle, done, trial }) {
  const { c, size, colour, x, y, range } = pen;
  const [left, top, right, bottom] = [x(0), y(0), x(size.width), y(size.height)];
  if (trial) dashedBorder(pen, puzzle.border === false ? pen.layout.rim - 1.5 : 1.25);
  if (puzzle.border === false) return;
  const columns = (/** @type {number} */ step) => inner(step, range.column, range.columnEnd, size.width);
  const rows = (/** @type {number} */ step) => inner(step, range.row, range.rowEnd, size.height);
  const lines = (/** @type {number} */ step, /** @type {string} */ hue, /** @type {number} */ width) =>
    fill(pen, hue, () => {
      for (const column of columns(step)) vertical(pen, x(column), top, bottom, width);
      for (const row of rows(step)) horizontal(pen, y(row), left, right, width);
    });
  if (!done && c >= 3) {
    lines(1, colour.line, c < 9 ? 0.5 : 1);
    if (Math.max(size.width, size.height) >= (puzzle.fifthsFrom ?? 15)) {
      lines(5, colour.line5, c < 16 ? 1 : 2);
      fill(pen, colour.ink2, () => {
        for (const row of rows(5))
          for (const column of columns(5)) circle(pen, x(column), y(row), clamp(1.4, 0.085 * c, 3));
      });
    }
  }
  if (trial) return;
  const width = c < 16 ? 1.5 : 2;
  fill(pen, colour.ink, () => {
    vertical(pen, left - width / 2, top - width, bottom + width, width);
    vertical(pen, right + width / 2, top - width, bottom + width, width);
    horizontal(pen, top - width / 2, left - width, right + width, width);
    horizontal(pen, bottom + width / 2, left - width, right + width, width);
  });
}

/**
 * Returns the visible lines inside a board, every line or every fifth one.
 * @param {number} step
 * @param {number} from the first visible row or column
 * @param {number} to
 * @param {number} count number of all rows or columns
 */
function inner(step, from, to, count) {
  const [first, last] = [Math.ceil(Math.max(1, from) / step), Math.floor(Math.min(to, count - 1) / step)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

/** Draws thick lines between cells of different regions. @param {Pen} pen @param {string[]} regions rows of letters */
export function borders(pen, regions) {
  const { c, x, y, colour } = pen;
  const width = clamp(1.5, 0.07 * c, 4);
  fill(pen, colour.ink, () =>
    eachCell(pen, (_, row, column) => {
      const own = regions[row][column];
      if (row && regions[row - 1][column] !== own)
        horizontal(pen, y(row), x(column) - width / 2, x(column + 1) + width / 2, width);
      if (column && regions[row][column - 1] !== own)
        vertical(pen, x(column), y(row) - width / 2, y(row + 1) + width / 2, width);
    }),
  );
}

/** Draws the border of a what-if. @param {Pen} pen @param {number} off distance from the lattice */
function dashedBorder(pen, off) {
  const { ctx, size, c, x, y, colour } = pen;
  ctx.lineCap = "butt";
  stroke(
    pen,
    colour.focus,
    2.5,
    () => ctx.rect(x(0) - off, y(0) - off, size.width * c + 2 * off, size.height * c + 2 * off),
    [10, 6],
  );
  ctx.setLineDash([]);
  ctx.lineCap = "round";
}
