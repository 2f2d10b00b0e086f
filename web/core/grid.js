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
