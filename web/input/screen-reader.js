/** What a screen reader hears of the board: a grid of which only the cell under the cursor is in the document. */

/**
 * @typedef {object} CellText
 * @property {number} rows  of the grid
 * @property {number} columns
 * @property {number} row  of the cell, from 1
 * @property {number} column
 * @property {string} mark  that it has
 * @property {string} text
 */

/**
 * Makes a cell the one that is read.
 * @param {HTMLElement} board the element with the focus, of role grid
 * @param {HTMLElement} rows where the row goes
 * @param {CellText} cell
 */
export function showCell(board, rows, cell) {
  // A cell with another mark is another element, so that its mark is read anew.
  const id = `cell-${cell.row}-${cell.column}-${cell.mark}`;
  board.setAttribute("aria-rowcount", String(cell.rows));
  board.setAttribute("aria-colcount", String(cell.columns));
  const shown = rows.querySelector("[role=gridcell]");
  if (shown?.id !== id || shown.textContent !== cell.text) rows.replaceChildren(row(id, cell));
  board.setAttribute("aria-activedescendant", id);
}

/** @param {string} id @param {CellText} cell */
function row(id, { row: rowIndex, column, text }) {
  const element = document.createElement("div");
  const cell = document.createElement("span");
  set(element, { role: "row", "aria-rowindex": rowIndex });
  set(cell, { id, role: "gridcell", "aria-colindex": column, "aria-selected": "true" });
  cell.textContent = text;
  element.append(cell);
  return element;
}

/** @param {HTMLElement} element @param {Record<string, string | number>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
