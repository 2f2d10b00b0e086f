/** Rows and columns of boards of cells. */

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
 * Returns the line through a part of a row or column that breaks a rule, as an overlay.
 * @param {"row" | "column"} side
 * @param {number} line
 * @param {number} first
 * @param {number} last
 */
export function wrongPart(side, line, first, last) {
  const [place, to] = [first, last].map((at) =>
    side === "row" ? { r: 2 * line + 1, c: 2 * at + 1 } : { r: 2 * at + 1, c: 2 * line + 1 },
  );
  return { role: /** @type {const} */ ("wrong"), place, to };
}
