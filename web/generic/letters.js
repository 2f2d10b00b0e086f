/** Further letters in cells: rows of another member of a document, such as the arrows of numbers. */

import { eachCell, figure, segment, stroke, write } from "../canvas/ink.js";
import { rowsProblem } from "../core/validation.js";
import { textOf } from "./clues.js";
import { TIPS } from "./signs.js";

/** @import {ClueForm, ClueGrid, Pen} from "../core/types.js" */

/** @type {Record<string, string>} */
const ARROWS = { "<": "←", ">": "→", "^": "↑", v: "↓" };

/**
 * Returns the form of these letters. "<", ">", "^" and "v" are drawn as arrows, above or right of the middle of the
 * cell. Other letters are written at `at`.
 * @param {ClueGrid & {member: string}} grid
 * @returns {ClueForm}
 */
export function letters(grid) {
  const { member, letters: allowed, blank = ".", at } = grid;
  const [across, down] = at ?? [0, 0];
  return {
    members: [member],
    problem: ({ grid: { length: height, 0: row }, ...document }) =>
      rowsProblem(document, member, allowed, { width: row.length, height }),
    text(document, { r, c }) {
      const letter = (r & c & 1 && document[member][r >> 1]?.[c >> 1]) || blank;
      return letter === blank ? "" : (ARROWS[letter] ?? textOf(grid, letter));
    },
    paint(pen, { grid: cells, [member]: rows }, main) {
      const { c, colour } = pen;
      if (c < 8) return;
      eachCell(pen, (_, row, column) => {
        const letter = rows[row][column];
        const [x, y] = [pen.x(column) + c / 2, pen.y(row) + c / 2];
        const hue = colour[main?.black?.includes(cells[row][column]) ? "on-black" : "ink"];
        if (letter in TIPS) arrow(pen, x, y, TIPS[letter], hue);
        else if (letter !== blank)
          write(pen, textOf(grid, letter), x + across * c, y + down * c, figure(c, 0.32), hue, 500, 0.5 * c);
      });
    },
    own: at && { aside: true },
    layer: async () => (await import("./draw.js")).gridLayer(grid, member),
  };
}

/**
 * Draws an arrow next to the middle of a cell.
 * @param {Pen} pen
 * @param {number} x
 * @param {number} y
 * @param {number[]} tip
 * @param {string} hue
 */
function arrow(pen, x, y, [across, down], hue) {
  const { c, ctx } = pen;
  const [left, top] = down ? [x + 0.34 * c, y] : [x, y - 0.36 * c];
  const [far, wing] = [0.24 * c, 0.1 * c];
  stroke(pen, hue, Math.max(1.2, 0.045 * c), () => {
    segment(pen, left, top, across * far, down * far);
    for (const side of [-wing, wing]) {
      ctx.moveTo(left + across * (far - wing) + down * side, top + down * (far - wing) + across * side);
      ctx.lineTo(left + across * far, top + down * far);
    }
  });
}
