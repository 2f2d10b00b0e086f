/** Doubts about a lattice that was found: whether it is the whole board, and whether it is that of another puzzle. */

import { likeliest } from "./network.js";

/** @import {Cells} from "./cells.js" */
/** @import {Extent} from "./map.js" */
/** @import {Lattice} from "./lattice.js" */

/**
 * Returns whether hardly any cell was found outside the area; otherwise a row or column may have been lost. What looks
 * like a cell among the numbers of a nonogram does not count: without a row, these would have another sum.
 * @param {Lattice} lattice
 * @param {Extent} area
 * @param {boolean} clued it has numbers above and to the left
 */
export function isWhole({ nodes, full, error, pitch, cut }, { top, bottom, left, right }, clued) {
  const beyond = nodes.filter(
    ({ row, column }) => row > bottom + 1 || column > right + 1 || (!clued && (row < top || column < left)),
  ).length;
  return !cut && full > 0.5 && error < 0.12 * pitch && beyond < 0.1 * Math.min(bottom - top, right - left);
}

/** 9 x 9 cells with digits up to 9, many of them large. @param {Cells} cells */
export function isSudoku({ width, height, glyphs }) {
  if (width !== 9 || height !== 9) return false;
  const digits = glyphs.flatMap((glyph) => (glyph ? [likeliest(glyph.scores)] : []));
  const large = digits.filter((digit) => "56789".includes(digit)).length;
  return digits.length >= 15 && large > 0.3 * digits.length && digits.includes("9");
}
