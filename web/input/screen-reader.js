/**
 * The board for a screen reader: a grid with all its cells, of which the one under the cursor is read. For a large
 * board only that one is in the document.
 */

/**
 * @typedef {{text: string, mark: string}} CellText  mark: what the cell holds
 *
 * @typedef {object} Grid
 * @property {any[]} of  what the cells are of: where any of it is another, all is read again
 * @property {number} rows
 * @property {number} columns
 * @property {number} row  of the cell under the cursor, from 1
 * @property {number} column
 * @property {string} before  what is said before the text of that cell
 * @property {(row: number, column: number) => CellText} at
 * @property {(row: number, column: number) => string} keyAt  equal for two boards if the text of a cell is
 */

const MOST = 1700; // cells that are all in the document

const [wait, stopWaiting] =
  "requestIdleCallback" in globalThis
    ? [(/** @type {() => void} */ work) => requestIdleCallback(work, { timeout: 500 }), cancelIdleCallback]
    : [(/** @type {() => void} */ work) => window.setTimeout(work, 60), clearTimeout];

/** @typedef {{of: any[], cells: HTMLElement[], keys: string[]}} Whole  all cells, with the key of each as it is */

/**
 * Return a function that brings the grid of one board in line with the board: the cell under the cursor at once, the
 * others when the browser is idle.
 * @param {HTMLElement} board the element with the focus, of role grid
 * @param {HTMLElement} rows where the rows go
 * @returns {(grid: Grid) => void}
 */
export function gridReader(board, rows) {
  /** @type {Whole | null} */
  let whole = null;
  let waiting = 0;
  /** @type {HTMLElement | null} */
  let current = null;
  return (grid) => {
    stopWaiting(waiting); // it may be of another board
    set(board, { "aria-rowcount": grid.rows, "aria-colcount": grid.columns });
    if (whole && !grid.of.every((part, at) => part === whole?.of[at])) whole = null;
    if (current) current.removeAttribute("aria-selected");
    const { text, mark } = grid.at(grid.row, grid.column);
    const said = { mark, text: [grid.before, text].filter(Boolean).join(", ") };
    const index = (grid.row - 1) * grid.columns + grid.column - 1;
    const here = whole ? put(whole.cells, index, grid, said) : alone(rows, grid, said);
    current = here;
    here.setAttribute("aria-selected", "true");
    board.setAttribute("aria-activedescendant", here.id);
    if (grid.rows * grid.columns > MOST) return;
    // it contains more than the others, and is written again when the cursor has left
    if (whole) whole.keys[index] = "";
    waiting = wait(() => {
      if (whole) renew(whole, index, grid);
      else whole = build(rows, grid, here);
    });
  };
}

/** @param {number} index @param {Grid} grid */
const placeOf = (index, { columns }) => ({ row: Math.floor(index / columns) + 1, column: (index % columns) + 1 });

/** @param {{row: number, column: number}} place @param {CellText} cell */
function element({ row, column }, { text, mark }) {
  const cell = document.createElement("span");
  set(cell, { id: `cell-${row}-${column}-${mark}`, role: "gridcell", "aria-colindex": column });
  cell.textContent = text;
  return cell;
}

/** A row of the grid. @param {number} index from 1 @param {HTMLElement[]} cells */
function row(index, cells) {
  const line = document.createElement("div");
  set(line, { role: "row", "aria-rowindex": index });
  line.append(...cells);
  return line;
}

/** One cell as the whole grid. @param {HTMLElement} rows @param {Grid} grid @param {CellText} said */
function alone(rows, grid, said) {
  const cell = element(grid, said);
  const shown = /** @type {HTMLElement | null} */ (rows.querySelector("[role=gridcell]"));
  if (rows.childElementCount === 1 && shown?.id === cell.id && shown.textContent === said.text) return shown;
  rows.replaceChildren(row(grid.row, [cell]));
  return cell;
}

/**
 * A cell of the whole grid; with another mark it is another element, so that its mark is read again.
 * @param {HTMLElement[]} cells
 * @param {number} index
 * @param {Grid} grid
 * @param {CellText} said
 */
function put(cells, index, grid, said) {
  const before = cells[index];
  if (before.textContent === said.text && before.id.endsWith(`-${said.mark}`)) return before;
  const cell = element(placeOf(index, grid), said);
  before.replaceWith(cell);
  return (cells[index] = cell);
}

/**
 * Rewrites all changed cells except the one under the cursor.
 * @param {Whole} whole
 * @param {number} at
 * @param {Grid} grid
 */
function renew({ cells, keys }, at, grid) {
  for (const index of cells.keys()) {
    const { row, column } = placeOf(index, grid);
    const key = grid.keyAt(row, column);
    if (index === at || key === keys[index]) continue;
    keys[index] = key;
    put(cells, index, grid, grid.at(row, column));
  }
}

/**
 * The whole grid, around the cell that is there.
 * @param {HTMLElement} rows
 * @param {Grid} grid
 * @param {HTMLElement} current
 * @returns {Whole}
 */
function build(rows, grid, current) {
  const cells = Array.from({ length: grid.rows * grid.columns }, (_, index) => {
    const place = placeOf(index, grid);
    const here = place.row === grid.row && place.column === grid.column;
    return here ? current : element(place, grid.at(place.row, place.column));
  });
  const line = (/** @type {number} */ at) => cells.slice(at * grid.columns, (at + 1) * grid.columns);
  rows.replaceChildren(...Array.from({ length: grid.rows }, (_, at) => row(at + 1, line(at))));
  const keys = cells.map((_, index) => {
    const place = placeOf(index, grid);
    return place.row === grid.row && place.column === grid.column ? "" : grid.keyAt(place.row, place.column);
  });
  return { of: grid.of, cells, keys };
}

/** @param {HTMLElement} element @param {Record<string, string | number>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}
