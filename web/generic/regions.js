/** Regions: rows with the letter of each cell's region. */

import { eachCell, fill } from "../canvas/ink.js";
import { NO, UNDECIDED } from "../core/marks.js";
import { rowsProblem } from "../core/validation.js";

/** @import {ClueForm} from "../core/types.js" */

const NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Returns the form of regions. `outside` is the letter of cells outside all regions, whose value is "no".
 * @param {string} [member] the member of the document with their rows
 * @param {string} [outside]
 * @returns {ClueForm}
 */
export const regions = (member = "regions", outside = "") => ({
  members: [member],
  size: ({ [member]: rows }) => ({ width: rows[0].length, height: rows.length }),
  problem: (document) => rowsProblem(document, member, NAMES + outside),
  text: () => "",
  paint(pen, { [member]: rows }) {
    const { ctx, c, colour, x, y } = pen;
    const inset = 0.035 * c;
    if (outside)
      fill(pen, colour.line5, () =>
        eachCell(
          pen,
          (_, row, column) =>
            rows[row][column] === outside && ctx.rect(x(column) + inset, y(row) + inset, c - 2 * inset, c - 2 * inset),
        ),
      );
  },
  own: {
    regions: ({ [member]: rows }) => rows,
    ...(outside && {
      givens: ({ [member]: rows }) =>
        [...rows.join("")].map((letter) => (letter === outside ? NO : UNDECIDED)).join(""),
    }),
  },
  layer: async () => (await import("./draw.js")).regionLayer(member, outside),
});
