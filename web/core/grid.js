/** Boards of cells, which are numbered row by row from 0. Workers import this module, too. */

/** Returns the place of a cell. @param {{width: number}} size @param {number} cell */
export const cellPlace = ({ width }, cell) => ({ r: 2 * Math.floor(cell / width) + 1, c: 2 * (cell % width) + 1 });

/** Returns the row and column of a cell, counted from 1. @param {{width: number}} size @param {number} cell */
export const spotOf = ({ width }, cell) => ({ row: Math.floor(cell / width) + 1, column: (cell % width) + 1 });

/**
 * Returns the up to eight cells around a cell, or only the up to four that share a side with it; in order.
 * @param {{width: number, height: number}} size
 * @param {number} cell
 * @param {boolean} [sides]
 */
export function around({ width, height }, cell, sides = false) {
  const [row, column] = [Math.floor(cell / width), cell % width];
  const cells = [];
  for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r++)
    for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c++)
      if (sides ? (r === row) !== (c === column) : r !== row || c !== column) cells.push(r * width + c);
  return cells;
}

/** The sides on which lines have their numbers, and the names of the lines. */
export const LINES = /** @type {const} */ (["row", "column"]);

/**
 * Returns the letters or digits of the cells of each row and column.
 * @param {{width: number, height: number}} size
 * @param {string} all
 */
export const linesOf = ({ width, height }, all) => ({
  row: Array.from({ length: height }, (_, row) => all.slice(row * width, (row + 1) * width)),
  column: Array.from({ length: width }, (_, column) => {
    let line = "";
    for (let cell = column; cell < all.length; cell += width) line += all[cell];
    return line;
  }),
});

/**
 * Returns a cell of a line.
 * @param {{width: number}} size
 * @param {"row" | "column"} side
 * @param {number} line
 * @param {number} at its position in the line
 */
export const cellOf = ({ width }, side, line, at) => (side === "row" ? line * width + at : at * width + line);
